"""The steps of an integration, kept as polynomials: states at any time within them, for integrals along a motion.

Nothing is added to the compiled steps. They are taken one by one, and what a step leaves in memory is copied.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import legendre

from bough.integrate.automatic import START, STIFF, WHY_FAILED, AutomaticIntegration, Change
from bough.integrate.integration import Integration
from bough.integrate.libraries import AnyIntegration, LibraryIntegration
from bough.integrate.plan import AFTER_REJECTION, FAILED, GOING_ON, LATEST, LENGTH, NEXT, RENEW, TIME
from bough.typing import Array

MEMORY = 1 << 20  # doubles that are kept of steps at a time
TURN = 64  # steps after which an integration that chooses its method may choose another
POINTS = 9  # states within a step of SciPy's integrators are polynomials, which so many nodes determine to tolerance

_roots, _weights = legendre.leggauss(POINTS)
NODES, WEIGHTS = 0.5 * (_roots + 1.0), 0.5 * _weights  # Gauss's, from 0 to 1
# coefficients of Legendre's polynomials from values at the nodes: exact for the polynomial through them
TO_LEGENDRE = (2 * np.arange(POINTS)[:, None] + 1) * WEIGHTS * legendre.legvander(_roots, POINTS - 1).T


@dataclass(frozen=True)
class Steps:
    """Accepted steps of one motion or of several, each in the order of time.

    Step k passes through ``values[k, 0]`` + Σ w(x) ``values[k, 1 + j]`` at share x of its length: slopes, weighted by the
    method's ``dense`` polynomials and the length, or (None) values at Gauss's nodes.
    """

    motion: np.ndarray  # (S,) integers: the lane, as long as nobody gives them another number
    start: np.ndarray  # (S,)
    length: np.ndarray  # (S,)
    values: np.ndarray  # (at least S, rows, size)
    dense: np.ndarray | None
    place: np.ndarray | None = None  # (S,) integers: where values of a step are, if not in the same order

    def at(self, k: np.ndarray, x: Array) -> Array:
        """States (N, M, size) in steps k (N,) at shares x (N, M) of their lengths."""
        if self.dense is None:
            weights = legendre.legvander(2.0 * x - 1.0, POINTS - 1) @ TO_LEGENDRE
        else:
            powers = np.cumprod(np.broadcast_to(x[..., None], (*x.shape, 8)), axis=-1)
            weights = np.ones((*x.shape, self.values.shape[1]))
            weights[..., 1:] = self.length[k][:, None, None] * (powers @ self.dense.T)
        found: Array = weights @ self.values[k if self.place is None else self.place[k]]
        return found

    def some(self, which: np.ndarray) -> Steps:
        """Those of them, by their numbers."""
        return Steps(self.motion[which], self.start[which], self.length[which], self.values, self.dense, which)


def joined(found: list[Steps]) -> Steps:
    """Steps of one method, one after the other."""
    if len(found) == 1:
        return found[0]
    parts = zip(*((one.motion, one.start, one.length, one.values) for one in found), strict=True)
    motion, start, length, values = map(np.concatenate, parts)
    return Steps(motion, start, length, values, found[0].dense)


def follow(integration: AnyIntegration, most: int, until: np.ndarray) -> tuple[int, Steps]:
    """Take up to ``most`` steps, until a lane gets to its time: (FINISHED, GOING_ON or FAILED, the accepted steps)."""
    if isinstance(integration, LibraryIntegration):
        return _follow_library(integration, most, float(until[0]))
    if isinstance(integration, AutomaticIntegration):
        return _follow_automatic(integration, most, until)
    return _follow_native(integration, most, until)


def _follow_automatic(integration: AutomaticIntegration, most: int, until: np.ndarray) -> tuple[int, Steps]:
    """Some steps by one method; then it may be the turn of another."""
    if integration._next is not None:
        integration._change(integration._next)
    found: list[Steps] = []
    status = GOING_ON
    clock = _by_lane(integration.work.clock)[TIME]
    while status == GOING_ON and integration._next is None and TURN * len(found) < most:
        status, steps = _follow_native(integration, min(most, TURN), until)
        found.append(steps)
        if status == FAILED and integration.method.name == STIFF:
            integration._trusts, status = False, GOING_ON
            integration._next = Change(integration.time, START, WHY_FAILED, 0.0)
        elif status == GOING_ON:
            integration._consider()
        if (clock >= until).any():
            break
    return status, joined(found)


def _follow_native(integration: Integration, most: int, until: np.ndarray) -> tuple[int, Steps]:
    size, rows = integration.record.shape[-1], 1 + integration.method.rows
    clock, stages = _by_lane(integration.work.clock)[TIME], integration.work.stages[: rows * size, 0]
    most = max(1, min(most, MEMORY // stages.size))
    times, kept = np.empty((most + 1, len(clock))), np.empty((most, *stages.shape))
    # (not by ``advance``, which takes longer than a step of a small mechanism)
    loop, address, rate = integration._loop, integration._memory.address, integration.rate
    times[0], n, status = clock, 0, GOING_ON
    while n < most and status == GOING_ON:
        status = loop(address, rate, 1)
        kept[n] = stages
        n += 1
        times[n] = clock
        if (clock >= until).any():
            break
    # (a step that was rejected, or failed, does not get on)
    lengths = np.diff(times[: n + 1], axis=0)
    at, lane = np.nonzero(lengths > 0.0)
    values = kept[:n].reshape(n, rows, size, -1)
    values = values[at, :, :, lane] if len(clock) > 1 or len(at) < n else values[..., 0]
    return status, Steps(lane, times[at, lane], lengths[at, lane], values, integration.method.dense)


def _follow_library(integration: LibraryIntegration, most: int, until: float) -> tuple[int, Steps]:
    starts: list[float] = []
    lengths: list[float] = []
    values: list[np.ndarray] = []
    status, size = GOING_ON, integration.record.shape[-1]
    while len(starts) < most and status == GOING_ON and integration.time < until:
        start = integration.time
        status = integration.advance(1)
        if status == FAILED or integration.time == start:
            break
        h = integration.time - start
        starts.append(start)
        lengths.append(h)
        values.append(integration.between(start + h * NODES))
    found = np.array(values).reshape(-1, POINTS, size)
    return status, Steps(np.zeros(len(starts), int), np.array(starts), np.array(lengths), found, None)


def leap(integration: AnyIntegration, lane: int, k: int, state: np.ndarray) -> None:
    """Go on in a lane from the k-th of the times with this state, by steps as long as before."""
    t = float(integration.times[k])
    if isinstance(integration, LibraryIntegration):
        integration.set_reached(k + 1)
        integration.restart(t, integration.times[-1], state)
        return
    work, stops, pace = integration.work, integration._stops, integration.plan.pace
    clock = _by_lane(work.clock)
    _by_lane(work.state)[: len(state), lane] = state
    leg = min(int(np.searchsorted(stops[:, 0], t, "right")), len(stops) - 1)
    limits = [clock[LENGTH, lane] or integration.times[k + 1] - t, stops[leg, 0] - t]
    knot = int(np.searchsorted(pace, t, "right")) + 1
    if knot < len(pace):
        limits.append(pace[knot] - t)
    clock[TIME, lane], clock[LENGTH, lane], clock[LATEST, lane] = t, min(limits), stops[leg, 1]
    clock[AFTER_REJECTION, lane], clock[RENEW, lane] = 0.0, 1.0
    integration._of_lanes[lane, NEXT] = k + 1


def rest(integration: Integration, lane: int) -> None:
    """Let a lane stand still, at the end of all times."""
    clock = _by_lane(integration.work.clock)
    clock[TIME, lane], clock[LENGTH, lane] = integration.times[-1], 0.0


def hold(integration: AnyIntegration, lane: int, tau: np.ndarray) -> None:
    """Give joint forces to a lane, from its next step on."""
    if isinstance(integration, LibraryIntegration):
        integration.restart(integration.time, integration.times[-1], tau=tau)
        return
    _by_lane(integration.work.drive)[: len(tau), lane] = tau
    _by_lane(integration.work.clock)[RENEW, lane] = 1.0


def reached(integration: AnyIntegration, lane: int) -> int:
    """How many states of a lane are recorded."""
    return (
        integration.reached if isinstance(integration, LibraryIntegration) else int(integration._of_lanes[lane, NEXT])
    )


def will_change(integration: AnyIntegration) -> bool:
    """Whether the next steps are by another method."""
    return isinstance(integration, AutomaticIntegration) and integration._next is not None


def time_in(integration: AnyIntegration, lane: int) -> float:
    """The time that a lane has reached."""
    if isinstance(integration, LibraryIntegration):
        return integration.time
    return float(_by_lane(integration.work.clock)[TIME, lane])


def _by_lane(rows: np.ndarray) -> np.ndarray:
    """The first column of a work array, (rows, lanes)."""
    return rows[:, 0].reshape(len(rows), -1)
