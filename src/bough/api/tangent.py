"""The tangent space at positions of a mechanism, which assembly, equilibria, linear models and reach have in common.

A small motion has a number for each velocity, so quaternions need no special care. In units of 1 rad and of the
machine's size, all of these count alike, and a machine behaves as its copies of other sizes do. What loops ask of a
motion is counted in the same units.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from bough.api.kinematics import body_poses, coordinate_rates, velocities_from_rates
from bough.api.loop_forces import DEPENDENT, LoopRows, loop_rows, machine_size
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates, TimeLike, Velocities

SAME = 1e-6  # radians, or sizes of the machine, by which poses differ at most that are the same


class Closing(NamedTuple):
    """What loops ask of small motions at a position, or at each of a batch: ``matrix`` @ motion = -``gaps``, to first order."""

    matrix: Array  # (…, c, n), in units of motions and of the machine
    gaps: Array
    units: Array  # of the gaps, in m or rad
    rows: LoopRows  # the same in m and rad

    def decomposed(self, free: np.ndarray | slice = slice(None)) -> Decomposition:
        """The singular values of what they ask of free velocities at one position."""
        left, values, right = np.linalg.svd(self.matrix[:, free])
        largest = max(float(values.max(initial=0.0)), 1e-300)
        return Decomposition(left, values, right, int(np.count_nonzero(values > DEPENDENT * largest)))


class Decomposition(NamedTuple):
    """Rows of loops as ``left`` @ diag(``values``) @ ``right``; the first ``rank`` of them count."""

    left: Array
    values: Array
    right: Array
    rank: int

    @property
    def motions(self) -> Array:
        """The motions that loops leave, a column each, in units of the machine."""
        return self.right[self.rank :].T


class Tangent:
    """Small motions of a mechanism of which some velocities are held, at a time."""

    def __init__(
        self, mechanism: Mechanism, free: np.ndarray | None = None, time: float = 0.0, like: Mechanism | None = None
    ):
        """``like``: a mechanism with the same joints, which is asked for the rates of their coordinates."""
        self.mechanism, self.time, self.like = mechanism, time, like or mechanism
        self.free = np.ones(mechanism.n, bool) if free is None else free
        self.size = machine_size(mechanism)
        self.units = np.array([self.size if unit == "m/s" else 1.0 for unit in mechanism.u_units])
        self.scale = self.units  # of motions in matrices
        # u is the rate of q
        self.is_plain = np.array_equal(mechanism.rate_places, np.arange(mechanism.n_q))

    @cached_property
    def kept(self) -> np.ndarray:
        """Which coordinates no motion changes, since their joints are held."""
        kept, mechanism = np.zeros(self.mechanism.n_q, bool), self.mechanism
        for name, places in mechanism.q_places.items():
            velocities = list(mechanism.u_places.get(name, ()))
            kept[list(places)] |= bool(velocities) and not self.free[velocities].any()
        return kept

    def moved(self, q: Coordinates, motion: Velocities, time: TimeLike | None = None) -> Coordinates:
        """Positions after small motions; loops may open. One position serves for many motions."""
        if self.is_plain:
            return q + motion
        base = np.broadcast_to(q, (*motion.shape[:-1], q.shape[-1]))
        rates = coordinate_rates(self.like, base, motion, time=self.time if time is None else time)
        return self.mechanism.normalised(base + rates)

    def way(self, q: Coordinates, to: Coordinates, time: TimeLike | None = None) -> Velocities:
        """The motions from some positions to others, to first order."""
        change = to - q
        if self.is_plain:
            return change
        for _, at in self.mechanism.quaternions:  # (of the two quaternions of a rotation, the nearer one)
            is_other = (to[..., at] * q[..., at]).sum(axis=-1, keepdims=True) < 0.0
            change[..., at] = np.where(is_other, -1.0, 1.0) * to[..., at] - q[..., at]
        return velocities_from_rates(self.like, q, change, time=self.time if time is None else time)

    def closing(self, q: Coordinates, u: Velocities | None = None, time: TimeLike | None = None) -> Closing:
        """What loops ask of motions."""
        return self.scaled(loop_rows(self.mechanism, q, u, self.time if time is None else time))

    def scaled(self, rows: LoopRows) -> Closing:
        """Rows of loops in the units of motions and of the machine."""
        units = np.where(np.abs(rows.directions[..., :3]).max(axis=-1, initial=0.0) > 1e-9, self.size, 1.0)
        return Closing(rows.jacobian * self.scale / units[..., None], rows.gaps / units, units, rows)


class Distinct:
    """Positions that differ from one another by the poses of bodies, or by their energies."""

    def __init__(self, mechanism: Mechanism, time: float):
        self.mechanism, self.time = mechanism, time
        self.near = np.where(np.arange(4) < 3, SAME, SAME * machine_size(mechanism))  # turns, and places
        self.known: list[tuple[Array, float]] = []

    def is_new(self, q: Coordinates, energy: float = 0.0, near: float = 0.0) -> bool:
        """Whether a position is none of those before, which it then joins; ``near``: energies that are the same."""
        pose = body_poses(self.mechanism, q, time=self.time)
        for other, its_energy in self.known:
            if abs(energy - its_energy) <= near and not (np.abs(pose - other) > self.near).any():
                return False
        self.known.append((pose, energy))
        return True
