"""What targets ask for at states: residuals with their exact Jacobians along unit velocities, and errors in m and rad."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bough.api.derivatives import jacobian_operation
from bough.api.kinematics import body_twists, pose_operation
from bough.mechanism.checks import GROUND
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates

CENTER = "center of mass"
METRES, RADIANS = "m", "rad"


class States:
    """States side by side, (L, n_q), with poses and Jacobians of bodies, each computed once; ``lanes`` are their places in the batch."""

    def __init__(self, mechanism: Mechanism, q: Coordinates, times: Array, lanes: np.ndarray):
        self.mechanism, self.q, self.times, self.lanes = mechanism, q, times, lanes
        self._jacobians: dict[str, Array] = {}
        self._poses: Array | None = None

    @property
    def poses(self) -> Array:
        """Rotations (9) and origins (3) of all bodies, (L, N, 12)."""
        if self._poses is None:  # (a cached property takes as long as the poses)
            self._poses = pose_operation(self.mechanism).at(self.q, self.times)
        return self._poses

    def origin(self, body: str) -> Array:
        return self.poses[:, self.mechanism.body_index[body], 9:]

    def turn(self, body: str) -> Array:
        return self.poses[:, self.mechanism.body_index[body], :9].reshape(-1, 3, 3)

    def jacobian(self, body: str) -> Array:
        """Velocity of a body's origin and its angular velocity, along ground axes, per unit of each u: (L, 6, n)."""
        n = self.mechanism.n
        if not n:
            return np.zeros((len(self.q), 6, 0))
        if body not in self._jacobians:
            rows = jacobian_operation(self.mechanism, body, False).at(self.q, self.times)
            self._jacobians[body] = rows[:, : 6 * n].reshape(-1, 6, n)
        return self._jacobians[body]

    def point(self, body: str, at: Array | None) -> Array:
        """Where a point of a body is, (L, 3); None: its origin."""
        if body == CENTER:
            return self._center[0]
        return self.origin(body) if at is None else self.origin(body) + self.turn(body) @ at

    def point_jacobian(self, body: str, at: Array | None) -> Array:
        """The velocity of a point of a body per unit of each u, (L, 3, n)."""
        if body == CENTER:
            return self._center[1]
        both = self.jacobian(body)
        return both[:, :3] if at is None else both[:, :3] - crossing(self.turn(body) @ at) @ both[:, 3:]

    @cached_property
    def _center(self) -> tuple[Array, Array]:
        """The centre of mass and its Jacobian, from the twists of all bodies along unit velocities."""
        mechanism, n = self.mechanism, self.mechanism.n
        mass = np.array([body.inertia.mass for body in mechanism.bodies])
        share = mass / mass.sum()
        center = np.array([body.inertia.center for body in mechanism.bodies])
        count = len(self.q)
        turn = self.poses[..., :9].reshape(count, -1, 3, 3)
        place = share @ (self.poses[..., 9:] + np.einsum("lbij,bj->lbi", turn, center))
        q, times = np.repeat(self.q, n + 1, axis=0), np.repeat(self.times, n + 1)
        units = np.tile(np.concatenate((np.zeros((1, n)), np.eye(n))), (count, 1))
        twists = body_twists(mechanism, q, units, time=times).reshape(count, n + 1, len(mechanism), 6)
        twists = twists[:, 1:] - twists[:, :1]  # (what driven joints add)
        velocity = twists[..., :3] + np.cross(twists[..., 3:], center)
        # (in plain order, as products of matrices in another one round differently)
        return place, np.ascontiguousarray(np.einsum("b,lbij,lkbj->lik", share, turn, velocity))


def lengths(vectors: Array) -> Array:
    """The lengths of (L, m) vectors; np.linalg.norm gives the same, and takes twice as long for a few."""
    return np.sqrt(np.add.reduce(vectors * vectors, axis=1))


def crossing(v: Array) -> Array:
    """[v]×, for each of (L, 3)."""
    return (v[:, _OTHER] * _SIGNS).reshape(-1, 3, 3)


_OTHER, _SIGNS = np.array((0, 2, 1, 2, 0, 0, 1, 0, 0)), np.array((0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0))


def rotation_vectors(turns: Array) -> Array:
    """The rotation vectors of matrices (L, 3, 3), of at most half a turn."""
    odd = 0.5 * (turns - np.swapaxes(turns, 1, 2))
    vectors = odd.reshape(-1, 9)[:, (7, 2, 3)]  # sin θ times the axis
    sine = lengths(vectors)
    cosine = 0.5 * (np.add.reduce(turns.reshape(-1, 9)[:, ::4], axis=1) - 1.0)
    angle = np.arctan2(sine, cosine)
    vectors *= np.divide(angle, sine, out=np.ones(len(turns)), where=sine > 1e-9)[:, None]
    for k in np.flatnonzero(cosine < -0.99):  # (there the sine is small: (1 - cos θ) axis axisᵀ from the even part)
        even = 0.5 * (turns[k] + turns[k].T) - cosine[k] * np.eye(3)
        axis = even[np.diagonal(even).argmax()]
        axis = axis / np.linalg.norm(axis) * (-1.0 if axis @ vectors[k] < 0.0 else 1.0)
        vectors[k] = angle[k] * axis
    return vectors


@dataclass(frozen=True, eq=False)
class Goal:
    """A part of a target: its position or its rotation; ``wanted`` are its numbers, for all states or for each of a batch."""

    name: str
    weight: float
    soft: bool
    wanted: Array

    ndim = 1  # of the numbers for one state
    unit = METRES
    turns = False  # whether it is about the rotation of its target

    @property
    def states(self) -> int | None:
        """How many states it is for; None for any number."""
        return len(self.wanted) if self.wanted.ndim > self.ndim else None

    def numbers(self, states: States) -> Array:
        """What is wanted at these states."""
        return self.wanted[None] if self.states is None else self.wanted[states.lanes]

    def residuals(self, states: States) -> Array:
        """How far off it is, (L, r); zero for what does not matter."""
        raise NotImplementedError

    def rows(self, states: States) -> tuple[Array, Array]:
        """Residuals and their Jacobian (L, r, n)."""
        raise NotImplementedError

    def error(self, states: States) -> Array:
        """How far off it is, (L,), in m or rad."""
        return lengths(self.residuals(states))


@dataclass(frozen=True, eq=False)
class Placed(Goal):
    """A point shall be at a place, seen from the ground or from another body; NaN in it does not matter."""

    body: str
    at: Array | None  # None: its origin
    seen: str

    @cached_property
    def is_whole(self) -> bool:
        """Whether all components matter."""
        return bool(np.isfinite(self.wanted).all())

    def residuals(self, states: States) -> Array:
        found = states.point(self.body, self.at)
        if self.seen != GROUND:
            away = found - states.origin(self.seen)
            found = np.einsum("lji,lj->li", states.turn(self.seen), away)
        off = found - self.numbers(states)
        return off if self.is_whole else np.where(np.isnan(off), 0.0, off)

    def rows(self, states: States) -> tuple[Array, Array]:
        jacobian = states.point_jacobian(self.body, self.at)
        if self.seen != GROUND:
            away = states.point(self.body, self.at) - states.origin(self.seen)
            other = states.jacobian(self.seen)
            jacobian = jacobian - other[:, :3] + crossing(away) @ other[:, 3:]
            jacobian = np.swapaxes(states.turn(self.seen), 1, 2) @ jacobian
        if not self.is_whole:
            jacobian = jacobian * np.isfinite(self.numbers(states))[..., None]
        return self.residuals(states), jacobian


@dataclass(frozen=True, eq=False)
class Turned(Goal):
    """A body shall be turned in a certain way."""

    body: str
    seen: str

    ndim, unit, turns = 2, RADIANS, True

    def residuals(self, states: States) -> Array:
        """The rotation vector, along axes of ``seen``, from the wanted rotation to the present one."""
        turn = states.turn(self.body)
        if self.seen != GROUND:
            turn = np.swapaxes(states.turn(self.seen), 1, 2) @ turn
        return rotation_vectors(turn @ np.swapaxes(self.numbers(states), 1, 2))

    def rows(self, states: States) -> tuple[Array, Array]:
        vectors = self.residuals(states)
        # the rate of the vector e for an angular velocity ω: ω − e×ω/2 + c e×(e×ω), c = (1 − θ/2 cot θ/2)/θ²
        angle = lengths(vectors)
        half = 0.5 * np.maximum(angle, 1e-4)
        share = np.where(angle > 1e-4, (1.0 - half / np.tan(half)) / (4.0 * half * half), 1.0 / 12.0)
        across = crossing(vectors)
        rate = np.eye(3) - 0.5 * across + share[:, None, None] * (across @ across)
        return vectors, rate @ _spin(states, self.body, self.seen)


def _spin(states: States, body: str, seen: str) -> Array:
    """The angular velocity of a body per unit of each u, seen from another one and along its axes."""
    spin = states.jacobian(body)[:, 3:]
    if seen == GROUND:
        return spin
    return np.swapaxes(states.turn(seen), 1, 2) @ (spin - states.jacobian(seen)[:, 3:])


@dataclass(frozen=True, eq=False)
class Pointed(Goal):
    """A direction of a body shall point along another one."""

    body: str
    seen: str
    axis: Array

    unit, turns = RADIANS, True

    def _axes(self, states: States) -> Array:
        axes = states.turn(self.body) @ self.axis
        return axes if self.seen == GROUND else np.einsum("lji,lj->li", states.turn(self.seen), axes)

    def rows(self, states: States) -> tuple[Array, Array]:
        axes = self._axes(states)
        return axes - self.numbers(states), -crossing(axes) @ _spin(states, self.body, self.seen)

    def error(self, states: States) -> Array:
        axes, along = self._axes(states), self.numbers(states)
        chord, sum_ = np.linalg.norm(axes - along, axis=1), np.linalg.norm(axes + along, axis=1)
        return 2.0 * np.arctan2(chord, sum_)


@dataclass(frozen=True, eq=False)
class Coordinate(Goal):
    """A coordinate shall have a value."""

    place: int
    velocity: int
    unit: str

    ndim = 0

    def residuals(self, states: States) -> Array:
        return (states.q[:, self.place] - self.numbers(states))[:, None]

    def rows(self, states: States) -> tuple[Array, Array]:
        jacobian = np.zeros((len(states.q), 1, states.mechanism.n))
        jacobian[:, 0, self.velocity] = 1.0
        return self.residuals(states), jacobian

    def error(self, states: States) -> Array:
        return np.abs(self.residuals(states)[:, 0])  # (to the last bit)
