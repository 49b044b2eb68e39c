"""Positions with targets, limits and loops, in lanes, as the search sees them: numbers without units in a box.

A step x has a number for each velocity: radians, or sizes of the machine, times the joint's weight. Rows of loops come
from their exact Jacobian; so do those of targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from bough.api.kinematics import coordinate_rates, velocities_from_rates
from bough.api.loop_forces import DEPENDENT, loop_rows, machine_size
from bough.mechanism.mechanism import Mechanism
from bough.reach.goals import METRES, Goal, States
from bough.reach.targets import rate_places
from bough.typing import Array, Coordinates

CLOSED, NEARLY = 1e-13, 1e-10  # gaps of loops, in sizes of the machine: aimed at, and accepted
CLOSINGS = 12  # most passes that close loops after a step
FLOOR = 1e-12  # of the damping, beside the largest diagonal element
ALONG = 1e-11  # the same for rows that a step must keep, some of which may depend on others
LONGEST = 0.8  # of a step: radians, or sizes of the machine


class Rows(NamedTuple):
    """What a step x should do, to first order: ``matrix`` @ x = ``wanted``."""

    matrix: Array  # (L, m, n)
    wanted: Array  # (L, m)

    @property
    def size(self) -> Array:
        """The length of what is wanted, (L,)."""
        return np.linalg.norm(self.wanted, axis=1)


class Problem:
    """All that does not change during a search; ``lanes`` of its methods are places in the batch of targets."""

    def __init__(
        self,
        mechanism: Mechanism,
        goals: Sequence[Goal],
        free: np.ndarray,
        limits: tuple[Array, Array],
        weights: Array,
        times: Array,
        start: Coordinates,
    ):
        self.mechanism, self.goals, self.free, self.times, self.start = mechanism, goals, free, times, start
        self.size = machine_size(mechanism)
        self.units = np.array([self.size if unit == "m/s" else 1.0 for unit in mechanism.u_units])
        self.scale = self.units / weights
        self.low, self.high = limits  # of the coordinates whose rates are velocities, in the order of u
        self.places = rate_places(mechanism)
        self.is_plain = bool((self.places == np.arange(mechanism.n_q)).all()) if mechanism.n == mechanism.n_q else False
        # coordinates that no step changes
        still = np.zeros(mechanism.n_q, bool)
        for name, places in mechanism.q_places.items():
            velocities = list(mechanism.u_places.get(name, ()))
            if velocities and not free[velocities].any():
                still[list(places)] = True
        self.kept = still
        self.hard = [goal for goal in goals if not goal.soft]
        self.soft = [goal for goal in goals if goal.soft]

    # --- rows -------------------------------------------------------------------------------------------------------

    def states(self, q: Coordinates, lanes: np.ndarray) -> States:
        return States(self.mechanism, q, self.times[lanes], lanes)

    def rows(self, states: States, goals: Sequence[Goal]) -> Rows:
        """The rows of targets."""
        matrices, wanted = [np.zeros((len(states.q), 0, self.mechanism.n))], [np.zeros((len(states.q), 0))]
        for goal in goals:
            weight = goal.weight / (self.size if goal.unit == METRES else 1.0)
            residuals, jacobian = goal.rows(states)
            matrices.append(jacobian * (weight * self.scale))
            wanted.append(-weight * residuals)
        return Rows(np.concatenate(matrices, axis=1), np.concatenate(wanted, axis=1))

    def closing(self, q: Coordinates, lanes: np.ndarray) -> Rows:
        """The rows of loops."""
        if not self.mechanism.loops:
            return Rows(np.zeros((len(q), 0, self.mechanism.n)), np.zeros((len(q), 0)))
        found = loop_rows(self.mechanism, q, time=self.times[lanes])
        lengths = np.where(np.abs(found.directions[..., :3]).max(axis=-1) > 1e-9, self.size, 1.0)
        return Rows(found.jacobian * self.scale / lengths[..., None], -found.gaps / lengths)

    def fixed(self, q: Coordinates) -> np.ndarray:
        """Whether drives and held joints leave no motion to each state, (L,)."""
        rows = self.closing(q, np.arange(len(q))).matrix[:, :, self.free]
        return (
            np.linalg.matrix_rank(rows, DEPENDENT) == rows.shape[2]
            if rows.size
            else np.full(len(q), not self.free.any())
        )

    # --- steps ------------------------------------------------------------------------------------------------------

    def room(self, q: Coordinates) -> tuple[Array, Array]:
        """How far a step may go down and up before it meets limits, (L, n) each."""
        low, high = np.full((len(q), self.mechanism.n), -np.inf), np.full((len(q), self.mechanism.n), np.inf)
        plain = self.places >= 0
        at = q[:, self.places[plain]]
        low[:, plain] = np.minimum(self.low[plain] - at, 0.0) / self.scale[plain]
        high[:, plain] = np.maximum(self.high[plain] - at, 0.0) / self.scale[plain]
        return low, high

    def shortened(self, x: Array) -> Array:
        """Steps of limited length, without those of joints that are held."""
        longest = np.abs(x * (self.scale / self.units)).max(axis=1, initial=0.0)
        return x * np.minimum(1.0, LONGEST / np.maximum(longest, 1e-300))[:, None]

    def moved(self, q: Coordinates, x: Array, lanes: np.ndarray) -> Coordinates:
        """Coordinates after a step, cut at limits; loops may be open."""
        change = x * self.scale
        if self.is_plain:
            new = q + change
        else:
            rates = coordinate_rates(self.mechanism, q, change, time=self.times[lanes])
            new = self.mechanism.normalised(q + rates)
        self.clip(new)
        return new

    def clip(self, q: Coordinates) -> None:
        """Cut at limits, in place; joints that are held may be beyond them."""
        some = np.flatnonzero((self.places >= 0) & self.free)
        places = self.places[some]
        q[:, places] = np.clip(q[:, places], self.low[some], self.high[some])

    def way_back(self, q: Coordinates, lanes: np.ndarray) -> Array:
        """The step to the start."""
        start = self.start[lanes]
        if self.is_plain:
            return (start - q) / self.scale
        way, at = start - q, 0
        for body in self.mechanism.parts:
            at += len(body.joint.q_names)
            if body.joint.has_quaternion:  # (of the two quaternions of a rotation, the nearer one)
                there = slice(at - 4, at)
                sign = np.where((start[:, there] * q[:, there]).sum(axis=1) < 0.0, -1.0, 1.0)
                way[:, there] = sign[:, None] * start[:, there] - q[:, there]
        return velocities_from_rates(self.mechanism, q, way, time=self.times[lanes]) / self.scale

    def closed(self, q: Coordinates, lanes: np.ndarray, passes: int = CLOSINGS) -> tuple[Coordinates, np.ndarray]:
        """Coordinates with loops closed, changed little, and whether they are."""
        if not self.mechanism.loops:
            return q, np.ones(len(q), bool)
        q, fine, left = q.copy(), np.zeros(len(q), bool), np.arange(len(q))
        for _ in range(passes):
            rows = self.closing(q[left], lanes[left])
            gaps = np.abs(rows.wanted).max(axis=1, initial=0.0)
            fine[left] = gaps <= NEARLY
            going = (gaps > CLOSED) & np.isfinite(gaps)
            left, rows = left[going], Rows(rows.matrix[going], rows.wanted[going])
            if not len(left):
                break
            low, high = self.room(q[left])
            x = within(low, high, self.free, partial(least, rows))
            q[left] = self.moved(q[left], self.shortened(x), lanes[left])
        return q, fine


def within(low: Array, high: Array, free: np.ndarray, solve: Callable[[np.ndarray, Array], Array]) -> Array:
    """A step within limits: what goes beyond them is put at them, and the rest is solved for again.

    ``solve(fixed, x)``: the step, in which the entries that are ``fixed`` are those of x.
    """
    fixed, x = np.broadcast_to(~free, low.shape).copy(), np.zeros(low.shape)
    for _ in range(low.shape[1] + 1):
        found = np.where(fixed, x, solve(fixed, x))
        beyond = ~fixed & ((found < low) | (found > high))
        if not beyond.any():
            return found
        x, fixed = np.where(beyond, np.clip(found, low, high), x), fixed | beyond
    return x


def least(rows: Rows, fixed: np.ndarray, x: Array) -> Array:
    """The least step that does what is wanted, with some entries given."""
    inverse = _inverse(rows.matrix * ~fixed[:, None, :])
    return _times(inverse, rows.wanted - _times(rows.matrix, np.where(fixed, x, 0.0)))


def damped(closing: Rows, rows: Rows, damping: Array, fixed: np.ndarray, x: Array) -> Array:
    """The damped step towards what is wanted, along which loops stay closed, with some entries given."""
    given = np.where(fixed, x, 0.0)
    across = np.zeros(given.shape)
    matrix = rows.matrix * ~fixed[:, None, :]
    if closing.matrix.shape[1]:
        loops = closing.matrix * ~fixed[:, None, :]
        inverse = _inverse(loops)
        across = _times(inverse, closing.wanted - _times(closing.matrix, given))
        matrix = matrix - (matrix @ inverse) @ loops
    wanted = rows.wanted - _times(rows.matrix, given + across)
    turned = np.swapaxes(matrix, 1, 2)
    normal = turned @ matrix
    diagonal = np.einsum("lii->li", normal)
    diagonal += np.maximum(damping, FLOOR * diagonal.max(axis=1, initial=1e-30))[:, None]
    return across + np.linalg.solve(normal, _times(turned, wanted)[..., None])[..., 0]


def along(rows: Rows, soft: Rows, pull: Array, elastic: float, damping: Array, fixed: np.ndarray, x: Array) -> Array:
    """A step that meets ``rows`` and goes towards soft targets and, as far as these leave it free, along ``pull``."""
    n = rows.matrix.shape[2]
    matrix = rows.matrix * ~fixed[:, None, :]
    given, inverse = np.where(fixed, x, 0.0), _inverse(matrix)
    first = _times(inverse, rows.wanted - _times(rows.matrix, given))
    free = (np.eye(n) - inverse @ matrix) * ~fixed[:, None, :] * ~fixed[:, :, None]
    stiffness = (elastic + damping)[:, None]
    if not soft.matrix.shape[1]:
        return first + _times(free, pull * elastic / stiffness)
    turned = np.swapaxes(soft.matrix, 1, 2)
    wish = _times(turned, soft.wanted - _times(soft.matrix, given + first)) + elastic * pull
    normal = free @ (turned @ soft.matrix + stiffness[..., None] * np.eye(n)) @ free + (np.eye(n) - free)
    return first + _times(free, np.linalg.solve(normal, _times(free, wish)[..., None])[..., 0])


def _inverse(matrix: Array) -> Array:
    """Aᵀ(AAᵀ + δ)⁻¹, the pseudo-inverse where rows do not depend on one another; else it ignores directions that do."""
    normal = matrix @ np.swapaxes(matrix, 1, 2)
    diagonal = np.einsum("lii->li", normal)
    diagonal += ALONG * diagonal.max(axis=1, initial=1e-30)[:, None]
    return np.swapaxes(np.linalg.solve(normal, matrix), 1, 2)


def _times(matrix: Array, x: Array) -> Array:
    return np.einsum("lij,lj->li", matrix, x)
