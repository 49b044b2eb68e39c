"""Positions with targets, limits and loops, in lanes, as the search sees them: numbers without units in a box.

A step x has a number for each velocity: radians, or sizes of the machine, times the joint's weight. Rows of loops come
from their exact Jacobian; so do those of targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bough.api.loop_forces import DEPENDENT
from bough.reach.goals import METRES, Goal, States, lengths
from bough.reach.scope import Scope
from bough.typing import Array, Coordinates

CLOSED, NEARLY = 1e-13, 1e-10  # gaps of loops, in sizes of the machine: aimed at, and accepted
CLOSINGS = 12  # most passes that close loops after a step
FLOOR = 1e-12  # of the damping, beside the largest diagonal element
ALONG = 1e-11  # the same for rows that a step must keep, some of which may depend on others


@dataclass(eq=False)
class Rows:
    """What a step x should do, to first order: ``matrix`` @ x = ``wanted``."""

    matrix: Array  # (L, m, n)
    wanted: Array  # (L, m)

    @property
    def size(self) -> Array:
        """The length of what is wanted, (L,)."""
        return lengths(self.wanted)

    def after(self, x: Array) -> Array:
        """The length of what is still wanted after a step, (L,)."""
        return lengths(_left(self, x))

    def of(self, lanes: np.ndarray) -> Rows:
        """Those of some states."""
        return Rows(self.matrix[lanes], self.wanted[lanes])

    def above(self, others: Rows) -> Rows:
        """These rows, and others below them."""
        return Rows(
            *(np.concatenate(both, axis=1) for both in ((self.matrix, others.matrix), (self.wanted, others.wanted)))
        )

    def where(self, lanes: np.ndarray, others: Rows) -> Rows:
        """Those of some states, and others."""
        of_each = lanes[:, None]
        matrix = np.where(of_each[..., None], self.matrix, others.matrix)
        return Rows(matrix, np.where(of_each, self.wanted, others.wanted))


class Problem:
    """All that does not change during a search; ``lanes`` of its methods are places in the batch of targets."""

    def __init__(self, scope: Scope, goals: Sequence[Goal], times: Array, start: Coordinates):
        self.scope, self.goals, self.times, self.start = scope, goals, times, start
        self.mechanism, self.size = scope.mechanism, scope.size
        # goals with their weights, for residuals and along steps
        weights = [goal.weight / (self.size if goal.unit == METRES else 1.0) for goal in goals]
        weighted = [(goal, weight, weight * scope.scale) for goal, weight in zip(goals, weights, strict=True)]
        self.hard = [one for one in weighted if not one[0].soft]
        self.soft = [one for one in weighted if one[0].soft]

    def states(self, q: Coordinates, lanes: np.ndarray) -> States:
        return States(self.mechanism, q, self.times[lanes], lanes)

    def rows(self, states: States, goals: Sequence[tuple[Goal, float, Array]]) -> Rows:
        """The rows of targets."""
        rows: Rows | None = None
        for goal, weight, scale in goals:
            residuals, jacobian = goal.rows(states)
            own = Rows(jacobian * scale, -weight * residuals)
            rows = own if rows is None else rows.above(own)
        return rows or Rows(np.zeros((len(states.q), 0, self.mechanism.n)), np.zeros((len(states.q), 0)))

    def closing(self, q: Coordinates, lanes: np.ndarray) -> Rows | None:
        """The rows of loops; None if there are none."""
        if not self.mechanism.loops:
            return None
        found = self.scope.closing(q, time=self.times[lanes])
        return Rows(found.matrix, -found.gaps)

    def fixed(self, q: Coordinates) -> np.ndarray:
        """Whether drives and held joints leave no motion to each state, (L,)."""
        free, rows = self.scope.free, self.closing(q, np.arange(len(q)))
        if rows is None or not rows.matrix.size or not free.any():
            return np.full(len(q), not free.any())
        return np.linalg.matrix_rank(rows.matrix[:, :, free], DEPENDENT) == np.count_nonzero(free)

    def stepped(
        self, q: Coordinates, solve: Callable[[np.ndarray | None, Array], Array], lanes: np.ndarray
    ) -> tuple[Array, Coordinates, np.ndarray]:
        """A step, coordinates after it with loops closed, and whether they are."""
        x, new = self.scope.stepped(q, solve, self.times[lanes])
        return x, *self.closed(new, lanes)

    def way_back(self, q: Coordinates, lanes: np.ndarray) -> Array:
        """The step to the start."""
        return self.scope.way(q, self.start[lanes], self.times[lanes]) / self.scope.scale

    def closed(self, q: Coordinates, lanes: np.ndarray, passes: int = CLOSINGS) -> tuple[Coordinates, np.ndarray]:
        """Coordinates with loops closed, changed little, and whether they are."""
        if not self.mechanism.loops:
            return q, lanes >= 0  # (all)
        q, fine, left = q.copy(), np.zeros(len(q), bool), np.arange(len(q))
        for _ in range(passes):
            rows = self.closing(q[left], lanes[left])
            assert rows is not None  # (there are loops)
            gaps = np.abs(rows.wanted).max(axis=1, initial=0.0)
            fine[left] = gaps <= NEARLY
            going = (gaps > CLOSED) & np.isfinite(gaps)
            left, rows = left[going], rows.of(going)
            if not len(left):
                break
            q[left] = self.scope.stepped(q[left], partial(least, rows), self.times[lanes[left]])[1]
        return q, fine


# --- steps: ``fixed`` entries are those of x, none if it is None ---------------------------------------------------------


def least(rows: Rows, fixed: np.ndarray | None, x: Array) -> Array:
    """The least step that does what is wanted, with some entries given."""
    return _times(_inverse(_free_part(rows.matrix, fixed)), _left(rows, _given(fixed, x)))


def damped(closing: Rows | None, rows: Rows, damping: Array, fixed: np.ndarray | None, x: Array) -> Array:
    """The damped step towards what is wanted, along which loops stay closed, with some entries given."""
    given, matrix = _given(fixed, x), _free_part(rows.matrix, fixed)
    across: Array | None = None
    if closing is not None:
        loops = _free_part(closing.matrix, fixed)
        inverse = _inverse(loops)
        across = _times(inverse, _left(closing, given))
        matrix = matrix - (matrix @ inverse) @ loops
        given = across if given is None else given + across
    turned = matrix.mT
    normal = turned @ matrix
    diagonal = _diagonal(normal)
    diagonal += np.maximum(damping, FLOOR * np.maximum.reduce(diagonal, axis=1, initial=1e-30))[:, None]
    step = _solved(normal, _times(turned, _left(rows, given))[..., None])[..., 0]
    return step if across is None else across + step


def along(
    rows: Rows, soft: Rows | None, pull: Array, elastic: float, damping: Array, fixed: np.ndarray | None, x: Array
) -> Array:
    """A step that meets ``rows`` and goes towards soft targets and, as far as these leave it free, along ``pull``."""
    n = rows.matrix.shape[2]
    matrix, given = _free_part(rows.matrix, fixed), _given(fixed, x)
    inverse = _inverse(matrix)
    first = _times(inverse, _left(rows, given))
    free = np.eye(n) - inverse @ matrix
    if fixed is not None:
        free = free * ~fixed[:, None, :] * ~fixed[:, :, None]
    stiffness = (elastic + damping)[:, None]
    if soft is None:
        return first + _times(free, pull * elastic / stiffness)
    turned = soft.matrix.mT
    wish = _times(turned, _left(soft, first if given is None else given + first)) + elastic * pull
    normal = free @ (turned @ soft.matrix + stiffness[..., None] * np.eye(n)) @ free + (np.eye(n) - free)
    return first + _times(free, _solved(normal, _times(free, wish)[..., None])[..., 0])


def _given(fixed: np.ndarray | None, x: Array) -> Array | None:
    """The part of a step that is given; None: nothing."""
    return None if fixed is None else np.where(fixed, x, 0.0)


def _free_part(matrix: Array, fixed: np.ndarray | None) -> Array:
    """A matrix without the columns of fixed entries."""
    return matrix if fixed is None else matrix * ~fixed[:, None, :]


def _left(rows: Rows, given: Array | None) -> Array:
    """What rows want beyond a part of the step that is given."""
    return rows.wanted if given is None else rows.wanted - _times(rows.matrix, given)


def _inverse(matrix: Array) -> Array:
    """Aᵀ(AAᵀ + δ)⁻¹, the pseudo-inverse where rows do not depend on one another; else it ignores directions that do."""
    normal = matrix @ matrix.mT
    diagonal = _diagonal(normal)
    diagonal += ALONG * np.maximum.reduce(diagonal, axis=1, initial=1e-30)[:, None]
    return _solved(normal, matrix).mT


def _solved(matrix: Array, wanted: Array) -> Array:
    found: Any = np.linalg.solve(matrix, wanted)
    return found


def _diagonal(normal: Array) -> Array:
    """The diagonals of new square matrices (L, n, n), to be written to."""
    return normal.reshape(len(normal), normal.shape[1] ** 2)[:, :: normal.shape[1] + 1]


def _times(matrix: Array, x: Array) -> Array:
    return np.einsum("lij,lj->li", matrix, x)
