"""Integrals of powers along the steps of a motion, by polynomials through their values at Gauss's nodes.

The last coefficients of such a polynomial tell how well it describes the powers in a panel: in a few steps together
where the motion is smooth, in one step, or in a part of one at a kink. A panel that is not fine enough is halved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

from bough.integrate.following import NODES, POINTS, TO_LEGENDRE, WEIGHTS, Steps
from bough.typing import Array

DEEPEST, MOST = 40, 16  # halvings of a panel, and panels for each first one on the average
LEAST = 64  # panels that there may always be
RELATIVE = 1e-13  # rounding, relative to the work in a panel
MOST_STEPS = 8  # in a panel: nodes are so close that no short contact, which takes steps of its own, falls between them
# shares of panels that had to be halved, of which on fewer steps make a panel, or more
OFTEN, SELDOM = 0.25, 0.05
# the integrals of Legendre's polynomials from the start on, as sums of Legendre's polynomials
_INTEGRALS = 0.5 * legendre.legint(np.eye(POINTS), lbnd=-1.0, axis=0)

Powers = Callable[[np.ndarray, Array, Array], Array]  # (lanes, times, states) of N instants -> (N, forces)


class Panels(NamedTuple):
    """Times between which powers are polynomials; lane after lane, in the order of time."""

    lane: np.ndarray  # (S,) integers
    start: np.ndarray  # (S,)
    length: np.ndarray  # (S,)
    powers: np.ndarray  # (S, POINTS, forces)

    def of(self, lane: int) -> Panels:
        """Those of a lane."""
        own = slice(*np.searchsorted(self.lane, (lane, lane + 1)).tolist())
        return Panels(*(part[own] for part in self))

    def works(self, times: Array) -> tuple[Array, Array]:
        """Of a lane's panels: works (T, forces) from the start of the first up to the times, and up to the end."""
        each = self.length[:, None] * (WEIGHTS @ self.powers)
        before = np.concatenate((np.zeros((1, each.shape[1])), np.cumsum(each, axis=0)))
        k = np.clip(np.searchsorted(self.start, times, "left") - 1, 0, None)
        h = self.length[k]
        x = np.clip((times - self.start[k]) / h, 0.0, 1.0)
        inside = legendre.legvander(2.0 * x - 1.0, POINTS) @ _INTEGRALS @ TO_LEGENDRE
        return before[k] + h[:, None] * (inside[:, None] @ self.powers[k])[:, 0], before[-1]


class Quadrature:
    """Makes panels of steps; remembers how many steps make a good panel."""

    def __init__(self, powers: Powers, longest: float):
        """``longest``: of a panel."""
        self.powers, self.longest, self.together = powers, longest, 1

    def panels(self, steps: Steps, errors: Array) -> Panels:
        """Panels over steps, in each of which the work is known within ``errors`` (of lanes)."""
        order = np.argsort(steps.lane, kind="stable")
        lane, starts = steps.lane[order], steps.start[order]
        first = self._first(lane, starts, steps.length[order])
        found, count, most = [], len(first.lane), LEAST + MOST * len(first.lane)
        rest = first
        for depth in range(DEEPEST):
            times = rest.start[:, None] + rest.length[:, None] * NODES
            lanes = np.repeat(rest.lane, POINTS)
            values = self._values(steps, order, lane, starts, lanes, times.reshape(-1)).reshape(*times.shape, -1)
            rough = self._are_rough(rest, values, errors)
            count += int(rough.sum())
            if depth == 0 and len(rough):
                self._learn(float(rough.mean()))
            if depth == DEEPEST - 1 or count > most:
                rough[:] = False
            found.append(Panels(*(part[~rough] for part in (rest.lane, rest.start, rest.length, values))))
            if not rough.any():
                break
            length = np.repeat(0.5 * rest.length[rough], 2)
            start = np.repeat(rest.start[rough], 2)
            start[1::2] += length[1::2]
            rest = Panels(np.repeat(rest.lane[rough], 2), start, length, values[:0])
        whole = Panels(*map(np.concatenate, zip(*found, strict=True)))
        in_order = np.lexsort((whole.start, whole.lane))
        return Panels(*(part[in_order] for part in whole))

    def _first(self, lane: np.ndarray, starts: Array, lengths: Array) -> Panels:
        """Panels of so many steps of a lane that follow one another, all of about the same length."""
        sizes = np.floor(np.log2(lengths))
        new = np.ones(len(lane), bool)
        new[1:] = (lane[1:] != lane[:-1]) | (sizes[1:] != sizes[:-1])
        first = np.maximum.accumulate(np.where(new, np.arange(len(lane)), 0))
        at = np.flatnonzero((np.arange(len(lane)) - first) % self.together == 0)
        last = np.append(at, len(lane))[1:] - 1
        return Panels(lane[at], starts[at], starts[last] + lengths[last] - starts[at], np.empty((0, POINTS, 0)))

    def _values(
        self, steps: Steps, order: np.ndarray, lane: np.ndarray, starts: Array, lanes: np.ndarray, times: Array
    ) -> Array:
        """Powers at times of lanes."""
        k = np.empty(len(times), int)
        for one in np.unique(lanes):
            low, high = np.searchsorted(lane, (one, one + 1))
            mine = lanes == one
            k[mine] = low + np.clip(np.searchsorted(starts[low:high], times[mine], "right") - 1, 0, None)
        which = order[k]
        x = np.clip((times - steps.start[which]) / steps.length[which], 0.0, 1.0)
        return self.powers(lanes, times, steps.at(which, x))

    def _are_rough(self, panels: Panels, values: Array, errors: Array) -> np.ndarray:
        """Whether the last coefficients of polynomials count."""
        tails = np.abs(TO_LEGENDRE[-2:] @ values).sum(axis=1).max(axis=1, initial=0.0) / (2 * POINTS)
        whole = (WEIGHTS @ np.abs(values)).max(axis=1, initial=0.0)
        allowed = np.maximum(errors[panels.lane], RELATIVE * panels.length * whole)
        rough: np.ndarray = (panels.length * tails > allowed) | (panels.length > self.longest)
        return rough

    def _learn(self, share: float) -> None:
        if share > OFTEN:
            self.together = max(1, self.together // 2)
        elif share < SELDOM:
            self.together = min(MOST_STEPS, 2 * self.together)
