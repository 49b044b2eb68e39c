"""What may move in a search, how far and how readily: the same for all calls that ask for it alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bough.api.loops import free_velocities, velocities_of
from bough.api.tangent import Tangent
from bough.compiled.prepared import prepared_of
from bough.errors import StateError
from bough.locks import PREPARING
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.limits import limits_of
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates

LONGEST = 0.8  # of a step: radians, or sizes of the machine
TOUCH = 1e-9  # radians or metres from a limit that count as at it
BESIDE = 1e-9  # a share of a limit: what is farther from it is not taken to be at it by rounding
KEPT = 64  # scopes kept with a mechanism: a program asks for a few, or for ever other limits, of which none comes back


class Scope(Tangent):
    """Coordinates in a box: which velocities are free, their units and weights, and the limits of their coordinates."""

    def __init__(self, mechanism: Mechanism, free: np.ndarray, ends: tuple[Array, Array], weights: Array):
        """``ends``: the lower and upper limits of all coordinates."""
        super().__init__(mechanism, free)
        self.ends, self.touching = ends, (ends[0] + TOUCH, ends[1] - TOUCH)
        self.scale = self.units / weights  # of a step, whose numbers have no units
        self.strides = self.scale / self.units
        # velocities that are rates of coordinates, the places of these in q, and their limits
        self.rates = np.flatnonzero(mechanism.rate_places >= 0)
        self.places = mechanism.rate_places[self.rates]
        self.low, self.high = ends[0][self.places], ends[1][self.places]
        beside = [BESIDE * np.where(np.isfinite(end), 1.0 + np.abs(end), 0.0) for end in (self.low, self.high)]
        self.inner = self.low + beside[0], self.high - beside[1]
        self.short = (1.0 - BESIDE) * LONGEST / self.strides
        # what is so as a rule, and saves work: nothing is held, nothing is limited
        self.is_free = bool(free.all())
        some = free[self.rates] & (np.isfinite(self.low) | np.isfinite(self.high))
        self.cut, self.is_limited = (self.places[some], self.low[some], self.high[some]), bool(some.any())

    def stepped(
        self, q: Coordinates, solve: Callable[[np.ndarray | None, Array], Array], times: Array
    ) -> tuple[Array, Coordinates]:
        """A step of limited length within limits, and coordinates after it; loops may be open.

        What goes beyond limits is put at them, and the rest is solved for again. ``solve(fixed, x)``: the step, in which
        the entries that are ``fixed`` are those of x; None: nothing is fixed.
        """
        x, fixed = np.zeros((len(q), self.mechanism.n)), None if self.is_free else ~self.free[None]
        found = solve(fixed, x)
        if self.is_plain and self.is_free:  # (mostly nothing is near its limit, or only what stands at it or leaves it)
            new, short = q + found * self.scale, np.abs(found) < self.short
            above, below = new > self.inner[0], new < self.inner[1]
            if _all(short & above & below) or _all(short & (above | (found >= 0.0)) & (below | (found <= 0.0))):
                return found, new
        low, high = self._room(q)
        fixed = np.broadcast_to(~self.free, x.shape)
        for _ in range(self.mechanism.n + 1):
            found = np.where(fixed, x, found)
            beyond = ~fixed & ((found < low) | (found > high))
            if not np.count_nonzero(beyond):
                break
            x, fixed = np.where(beyond, np.clip(found, low, high), x), fixed | beyond
            found = solve(fixed, x)
        longest = np.abs(found * self.strides).max(axis=1, initial=0.0)
        found = found * np.minimum(1.0, LONGEST / np.maximum(longest, 1e-300))[:, None]
        return found, self.cut_after(q, found, times)

    def _room(self, q: Coordinates) -> tuple[Array, Array]:
        """How far a step may go down and up before it meets limits, (L, n) each."""
        low, high = np.full((len(q), self.mechanism.n), -np.inf), np.full((len(q), self.mechanism.n), np.inf)
        at, scale = q[:, self.places], self.scale[self.rates]
        low[:, self.rates] = np.minimum(self.low - at, 0.0) / scale
        high[:, self.rates] = np.maximum(self.high - at, 0.0) / scale
        return low, high

    def cut_after(self, q: Coordinates, x: Array, times: Array) -> Coordinates:
        """Coordinates after a step, cut at limits; loops may be open."""
        new = self.moved(q, x * self.scale, times)
        self.clip(new)
        return new

    def clip(self, q: Coordinates) -> None:
        """Cut at limits, in place; joints that are held may be beyond them."""
        if not self.is_limited:
            return
        places, low, high = self.cut
        q[:, places] = np.minimum(np.maximum(q[:, places], low), high)  # (np.clip takes three times as long)


def _all(found: np.ndarray) -> bool:
    return np.count_nonzero(found) == found.size  # (which takes a third of the time of ``all``)


def scope_of(mechanism: Mechanism, hold: tuple[str, ...], limits: Any, weights: Mapping[str, float] | None) -> Scope:
    """The scope that a user asked for, kept with the mechanism."""
    key: tuple[Any, ...] | None
    try:
        ranges = limits if isinstance(limits, bool) else tuple((name, *ends) for name, ends in limits.items())
        key = hold, ranges, tuple((weights or {}).items())
        known = mechanism.prepared and mechanism.prepared.scopes.get(key)
    except (TypeError, AttributeError):  # (ends in lists, which cannot be a key; or mistakes, which are told below)
        key = known = None
    if known:
        return known
    free = free_velocities(mechanism, hold)
    scope = Scope(mechanism, free, _ends(mechanism, limits), _weights(mechanism, weights))
    if key is not None:
        mechanism.freeze()
        with PREPARING:
            scopes = prepared_of(mechanism).scopes
            if len(scopes) >= KEPT:
                scopes.clear()
            scopes[key] = scope
    return scope


def _weights(mechanism: Mechanism, weights: Mapping[str, float] | None) -> Array:
    found = np.ones(mechanism.n)
    for name, weight in (weights or {}).items():
        if not isinstance(weight, int | float) or not 0.0 < weight < math.inf:
            raise StateError(f"weights: '{name}' must be a positive number, not {shown(weight)}.")
        found[list(velocities_of(mechanism, name, "weights"))] = weight
    return found


def _ends(mechanism: Mechanism, limits: Any) -> tuple[Array, Array]:
    """The lower and upper limits of all coordinates."""
    low, high = np.full(mechanism.n_q, -math.inf), np.full(mechanism.n_q, math.inf)
    if limits is False:
        return low, high
    own = {name: ends for name, ends in limits_of(mechanism).items() if name in mechanism.q_places}
    if limits is not True and not isinstance(limits, Mapping):
        raise StateError(
            f"limits must be True, False, or ranges by name, as in {{'elbow': (0, 2)}}, not {shown(limits)}."
        )
    rates = set(mechanism.rate_places.tolist())
    for name, ends in {**own, **({} if limits is True else limits)}.items():
        places = mechanism.q_places.get(name, range(0))
        if not len(places):
            raise StateError(f"limits: no coordinate {shown(name)}: {remedy(name, mechanism.q_names)}")
        if len(places) > 1 or places[0] not in rates:
            one = [mechanism.q_names[k] for k in places if k in rates]
            raise StateError(f"limits: '{name}' is not one coordinate with a rate; those of it are {listing(one)}.")
        try:
            lower, upper = (
                math.copysign(math.inf, k) if x is None else float(x) for k, x in zip((-1, 1), ends, strict=True)
            )
        except (TypeError, ValueError):
            raise StateError(f"limits: '{name}' must be two numbers, lower and upper, not {shown(ends)}.") from None
        if not lower <= upper:
            raise StateError(f"limits: the lower limit {lower:g} of '{name}' is not below the upper one {upper:g}.")
        low[places[0]], high[places[0]] = lower, upper
    return low, high
