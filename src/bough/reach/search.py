"""The search for positions that reach targets, in lanes.

Levenberg's and Marquardt's method with exact Jacobians: a step minimises |J x - r|² + λ²|x|² within limits and along
closed loops, λ² = μ|r|², so that the last steps are Newton's. μ follows how well a step was predicted (Nielsen). Where
that ends too far away, it starts again from random positions. In the end joints that the targets leave free go back
towards the start, or towards soft targets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bough.mechanism.generators import random_numbers
from bough.reach.goals import METRES
from bough.reach.problem import Problem, along, damped
from bough.typing import Array, Coordinates

EXACT = 1e-12  # residuals, in sizes of the machine or radians, that need no further step
STILL = 1e-11  # steps that do no more
DAMPING, LEAST, MOST = 1e-2, 1e-8, 1e12  # μ: at first, at least, and where no step helps
PASSES, FEWER = 200, 40  # at most: for the nearest position to a target out of reach, and for others
PATIENCE, PROGRESS = 6, 0.99  # fewer passes end after so many that leave more than this share of the error
ELASTIC = 1e-10  # of the pull to the start beside soft targets
DAMPED = 1.0  # the first damping of a step that was too long, beside that pull
AROUND = 4  # random positions tried side by side for each state
DRAWS = 12  # of which the best is one of them
NUDGE = 0.5  # radians or sizes of the machine, for the nearer ones


class Found:
    """Positions, (L, n_q), with their weighted residuals and the passes that they took."""

    def __init__(self, q: Coordinates, residuals: Array, passes: np.ndarray):
        self.q, self.residuals, self.passes = q, residuals, passes

    def put(self, lanes: np.ndarray, q: Coordinates, residuals: Array, passes: Any) -> None:
        """Note what some states have come to."""
        self.q[lanes], self.residuals[lanes], self.passes[lanes] = q, residuals, passes


def searched(
    problem: Problem,
    lanes: np.ndarray,
    q: Coordinates,
    restarts: int,
    seed: int,
    tolerance: float,
    report: Callable[[float], None],
) -> Found:
    """The best positions for the states of these places in the batch, starting at q; ``report`` is told the share that is done."""
    found = approached(problem, lanes, q, FEWER)
    missed = _misses(problem, found.q, lanes) > tolerance
    rng: np.random.Generator | None = None
    for tried in range(0, restarts, AROUND):
        if not np.count_nonzero(missed) or not problem.scope.free.any():
            break
        left = np.flatnonzero(missed)
        rng = rng or random_numbers(seed)  # (made where it is needed: that takes as long as a step)
        report(tried / restarts)
        count = min(AROUND, restarts - tried)
        guesses = _guesses(problem, lanes[left], count, tried == 0, rng)
        again = np.repeat(lanes[left], count)
        guesses, closed = problem.closed(guesses, again, FEWER)
        others = approached(problem, again, guesses, FEWER)
        others.residuals[~closed] = math.inf
        _take_best(problem, found, left, again, others, tolerance)
        missed = _misses(problem, found.q, lanes) > tolerance
    if np.count_nonzero(missed):
        left = np.flatnonzero(missed)
        last = approached(problem, lanes[left], found.q[left], PASSES)
        found.q[left], found.residuals[left] = last.q, last.residuals
        found.passes[left] += last.passes
    there = np.flatnonzero(~missed)
    if len(there):
        _settle(problem, found, lanes, there)
    return found


def _misses(problem: Problem, q: Coordinates, lanes: np.ndarray) -> Array:
    """The largest error of the targets that are not soft, in sizes of the machine or radians."""
    states = problem.states(q, lanes)
    worst = np.zeros(len(q))
    for goal, *_ in problem.hard:
        worst = np.maximum(worst, goal.error(states) / (problem.size if goal.unit == METRES else 1.0))
    return worst


def approached(problem: Problem, lanes: np.ndarray, q: Coordinates, passes: int) -> Found:
    """Positions near q that are as close to the targets as steps downhill lead."""
    count = len(q)
    rows = problem.rows(problem.states(q, lanes), problem.hard)
    size = before = rows.size
    found = Found(q.copy(), size.copy(), np.zeros(count, int))
    # of the states that go on: their places, the damping, and how it grows where a step fails
    left, mu, grow = np.arange(count), np.full(count, DAMPING), np.full(count, 2.0)
    going = size > EXACT
    for k in range(passes):
        if passes < PASSES and k % PATIENCE == PATIENCE - 1:
            going &= size < PROGRESS * before
            before = size
        if np.count_nonzero(going) < len(left):
            found.put(left, q, size, k)
            left, lanes, rows = left[going], lanes[going], rows.of(going)
            q, size, before, mu, grow = (x[going] for x in (q, size, before, mu, grow))
            if not len(left):
                return found
        x, new, fine = problem.stepped(q, partial(damped, problem.closing(q, lanes), rows, mu * size**2), lanes)
        after, was, had = problem.rows(problem.states(new, lanes), problem.hard), size, rows
        ahead = after.size
        # (what stands still at limits may go on with more damping, along the gradient)
        better = fine & (ahead < was) & (np.maximum.reduce(np.abs(x), axis=1, initial=0.0) > STILL)
        if all_better := np.count_nonzero(better) == len(left):
            q, size, rows = new, ahead, after
        else:
            q, size, rows = np.where(better[:, None], new, q), np.where(better, ahead, was), after.where(better, had)
        going = size > EXACT
        if not np.count_nonzero(going):
            found.put(left, q, size, k + 1)
            return found
        gain = (was**2 - ahead**2) / np.maximum(was**2 - had.after(x) ** 2, 1e-300)
        shrink = np.maximum(0.1, 1.0 - (2.0 * np.minimum(np.maximum(gain, -1.0), 2.0) - 1.0) ** 3)
        eased = np.maximum(mu * shrink, LEAST)
        if all_better:
            mu, grow[:] = eased, 2.0
        else:
            mu, grow = np.where(better, eased, mu * grow), np.where(better, 2.0, 2.0 * grow)
        going &= mu < MOST
    found.put(left, q, size, passes)
    return found


def _guesses(problem: Problem, lanes: np.ndarray, count: int, near: bool, rng: np.random.Generator) -> Coordinates:
    """Positions within limits, ``count`` for each state: the first ones near the start, then random ones.

    Without loops, every second random one is the best of a dozen.
    """
    nudged = count // 2 if near else 0
    draws = DRAWS if not problem.mechanism.loops else 1
    found = np.empty((len(lanes), count, problem.mechanism.n_q))
    for k in range(count):
        several = draws if k >= nudged and k % 2 else 1
        again = np.repeat(lanes, several)
        q = _drawn(problem, again, k < nudged, rng)
        best = np.arange(len(lanes)) * several
        if several > 1:
            off = problem.rows(problem.states(q, again), problem.hard).size
            best = best + off.reshape(-1, several).argmin(axis=1)
        found[:, k] = q[best]
    return found.reshape(-1, problem.mechanism.n_q)


def _drawn(problem: Problem, lanes: np.ndarray, near: bool, rng: np.random.Generator) -> Coordinates:
    """A random position within limits for each state, perhaps near the start."""
    scope, shape = problem.scope, (len(lanes), problem.mechanism.n)
    if near:
        change = NUDGE * rng.standard_normal(shape) * scope.units
    else:
        change = rng.uniform(-1.0, 1.0, shape) * np.where(scope.units == 1.0, math.pi, scope.units)
    q = scope.cut_after(problem.start[lanes], change * scope.free / scope.scale, problem.times[lanes])
    if not near:
        some = scope.free[scope.rates] & np.isfinite(scope.low) & np.isfinite(scope.high)
        q[:, scope.places[some]] = rng.uniform(scope.low[some], scope.high[some], (len(q), np.count_nonzero(some)))
    return q


def _take_best(
    problem: Problem, found: Found, left: np.ndarray, again: np.ndarray, others: Found, tolerance: float
) -> None:
    """Of the positions found from several guesses, the nearest one that reaches, else the one that misses least."""
    count = len(again) // len(left)
    way = np.linalg.norm(problem.way_back(others.q, again), axis=1)
    there = _misses(problem, others.q, again) <= tolerance
    # (all that reach come before all that do not)
    rank = np.where(there & np.isfinite(others.residuals), -1.0 / (1.0 + way), others.residuals).reshape(-1, count)
    best = rank.argmin(axis=1)
    picked = np.arange(len(left)) * count + best
    better = rank[np.arange(len(left)), best] < found.residuals[left]
    to, which = left[better], picked[better]
    found.q[to], found.residuals[to] = others.q[which], others.residuals[which]
    found.passes[left] += others.passes.reshape(-1, count).sum(axis=1)


def _settle(problem: Problem, found: Found, lanes: np.ndarray, there: np.ndarray) -> None:
    """Let joints that are free go back towards the start, or towards soft targets, while the targets stay reached.

    Gauss's and Newton's steps along what the targets leave free, each followed by some towards the targets. Steps that
    do not lessen the cost are damped.
    """
    enough, passes, elastic = (1e-9, 60, ELASTIC) if problem.soft else (1e-2, 4, 1.0)
    q, lanes, damping = found.q[there], lanes[there], np.zeros(len(there))
    pull = problem.way_back(q, lanes)
    cost = _cost(problem, q, lanes, pull, elastic)
    for _ in range(passes):
        states = problem.states(q, lanes)
        closing, rows = problem.closing(q, lanes), problem.rows(states, problem.hard)
        rows = rows if closing is None else closing.above(rows)
        soft = problem.rows(states, problem.soft) if problem.soft else None
        way = partial(along, rows, soft, pull, elastic, damping)
        x, new, fine = problem.stepped(q, way, lanes)
        back = approached(problem, lanes, new, PATIENCE)
        left = problem.way_back(back.q, lanes)
        after = _cost(problem, back.q, lanes, left, elastic)
        better = fine & (back.residuals <= np.maximum(EXACT, found.residuals[there])) & (after < cost)
        found.passes[there] += 1 + back.passes
        if np.count_nonzero(better):
            taken = there[better]
            found.q[taken], found.residuals[taken] = back.q[better], back.residuals[better]
        damping = np.where(better, damping / 8.0, np.maximum(8.0 * damping, DAMPED * elastic))
        going = (np.maximum.reduce(np.abs(x), axis=1, initial=0.0) > enough) & (damping < 1.0 / ELASTIC)
        if not np.count_nonzero(going):
            break
        keep = better[:, None]
        q, pull, cost = np.where(keep, back.q, q), np.where(keep, left, pull), np.where(better, after, cost)
        there, lanes = there[going], lanes[going]
        q, pull, cost, damping = (x[going] for x in (q, pull, cost, damping))


def _cost(problem: Problem, q: Coordinates, lanes: np.ndarray, pull: Array, elastic: float) -> Array:
    """What is left to wish for: soft targets, and the way back to the start."""
    free = pull if problem.scope.is_free else pull[:, problem.scope.free]
    way = elastic * np.add.reduce(free**2, axis=1)
    return problem.rows(problem.states(q, lanes), problem.soft).size ** 2 + way if problem.soft else way
