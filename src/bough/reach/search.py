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

import numpy as np

from bough.mechanism.generators import random_numbers
from bough.reach.goals import METRES
from bough.reach.problem import Problem, Rows, along, damped, within
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
    rng = random_numbers(seed)
    for tried in range(0, restarts, AROUND):
        left = np.flatnonzero(_misses(problem, found.q, lanes) > tolerance)
        if not len(left) or not problem.free.any():
            break
        report(tried / restarts)
        count = min(AROUND, restarts - tried)
        guesses = _guesses(problem, lanes[left], count, tried == 0, rng)
        again = np.repeat(lanes[left], count)
        guesses, closed = problem.closed(guesses, again, FEWER)
        others = approached(problem, again, guesses, FEWER)
        others.residuals[~closed] = math.inf
        _take_best(problem, found, left, again, others, tolerance)
    missed = _misses(problem, found.q, lanes) > tolerance
    if missed.any():
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
    for goal in problem.hard:
        worst = np.maximum(worst, goal.error(states) / (problem.size if goal.unit == METRES else 1.0))
    return worst


def approached(problem: Problem, lanes: np.ndarray, q: Coordinates, passes: int) -> Found:
    """Positions near q that are as close to the targets as steps downhill lead."""
    q, count = q.copy(), len(q)
    size, taken = np.full(count, math.inf), np.zeros(count, int)
    mu, grow = np.full(count, DAMPING), np.full(count, 2.0)
    left = np.arange(count)
    states = problem.states(q, lanes)
    rows = problem.rows(states, problem.hard)
    size[:] = rows.size
    before = size.copy()
    for k in range(passes):
        going = (size[left] > EXACT) & (mu[left] < MOST)
        if passes < PASSES and k % PATIENCE == PATIENCE - 1:
            going &= size[left] < PROGRESS * before[left]
            before[:] = size
        if not going.any():
            break
        left, rows = left[going], Rows(rows.matrix[going], rows.wanted[going])
        taken[left] += 1
        at, where = q[left], lanes[left]
        closing = problem.closing(at, where)
        damping = mu[left] * size[left] ** 2
        x = problem.shortened(within(*problem.room(at), problem.free, partial(damped, closing, rows, damping)))
        new, fine = problem.closed(problem.moved(at, x, where), where)
        after = problem.rows(problem.states(new, where), problem.hard)
        # (what stands still at limits may go on with more damping, along the gradient)
        better = fine & (after.size < size[left]) & (np.abs(x).max(axis=1, initial=0.0) > STILL)
        rest = np.linalg.norm(rows.wanted - np.einsum("lij,lj->li", rows.matrix, x), axis=1)
        gain = (size[left] ** 2 - after.size**2) / np.maximum(size[left] ** 2 - rest**2, 1e-300)
        shrink = np.maximum(0.1, 1.0 - (2.0 * np.clip(gain, -1.0, 2.0) - 1.0) ** 3)
        mu[left] = np.where(better, np.maximum(mu[left] * shrink, LEAST), mu[left] * grow[left])
        grow[left] = np.where(better, 2.0, 2.0 * grow[left])
        q[left[better]], size[left[better]] = new[better], after.size[better]
        keep = better[:, None]
        rows = Rows(np.where(keep[..., None], after.matrix, rows.matrix), np.where(keep, after.wanted, rows.wanted))
    return Found(q, size, taken)


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
    shape = len(lanes), problem.mechanism.n
    if near:
        change = NUDGE * rng.standard_normal(shape) * problem.units
    else:
        turns = problem.units == 1.0
        change = rng.uniform(-1.0, 1.0, shape) * np.where(turns, math.pi, problem.units)
    q = problem.moved(problem.start[lanes], change * problem.free / problem.scale, lanes)
    if not near:
        ended = np.isfinite(problem.low) & np.isfinite(problem.high)
        some = np.flatnonzero((problem.places >= 0) & problem.free & ended)
        q[:, problem.places[some]] = rng.uniform(problem.low[some], problem.high[some], (len(q), len(some)))
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
    damping = np.zeros(len(there))
    cost = _cost(problem, found.q[there], lanes[there], elastic)
    left = np.arange(len(there))
    for _ in range(passes):
        at, where = found.q[there[left]], lanes[there[left]]
        states = problem.states(at, where)
        closing, hard = problem.closing(at, where), problem.rows(states, problem.hard)
        rows = Rows(np.concatenate((closing.matrix, hard.matrix), 1), np.concatenate((closing.wanted, hard.wanted), 1))
        soft, pull = problem.rows(states, problem.soft), problem.way_back(at, where)
        way = partial(along, rows, soft, pull, elastic, damping[left])
        x = problem.shortened(within(*problem.room(at), problem.free, way))
        new, fine = problem.closed(problem.moved(at, x, where), where)
        back = approached(problem, where, new, PATIENCE)
        after = _cost(problem, back.q, where, elastic)
        better = fine & (back.residuals <= np.maximum(EXACT, found.residuals[there[left]])) & (after < cost[left])
        taken = there[left[better]]
        found.q[taken], found.residuals[taken] = back.q[better], back.residuals[better]
        found.passes[there[left]] += 1 + back.passes
        cost[left[better]] = after[better]
        damping[left] = np.where(better, damping[left] / 8.0, np.maximum(8.0 * damping[left], DAMPED * elastic))
        left = left[(np.abs(x).max(axis=1, initial=0.0) > enough) & (damping[left] < 1.0 / ELASTIC)]
        if not len(left):
            break


def _cost(problem: Problem, q: Coordinates, lanes: np.ndarray, elastic: float) -> Array:
    """What is left to wish for: soft targets, and the way back to the start."""
    soft = problem.rows(problem.states(q, lanes), problem.soft).size if problem.soft else np.zeros(len(q))
    return soft**2 + elastic * (problem.way_back(q, lanes)[:, problem.free] ** 2).sum(axis=1)
