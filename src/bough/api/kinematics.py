"""Poses, twists, energies, and coordinate rates: what follows from (q, u) without equations of motion."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.api.forces import force_energies
from bough.api.operation import operation_of
from bough.mechanism.mechanism import Mechanism
from bough.passes import motion as kinematics


def body_poses(
    mechanism: Mechanism, q: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """Homogeneous transforms from body frames to the ground frame, (N, 4, 4) or (B, N, 4, 4).

    In the order of ``mechanism.body_names``.
    """
    rows = operation_of(mechanism, False, kinematics.poses, ("q",), (len(mechanism), 12))(q, threads=threads, time=time)
    poses = np.zeros((*rows.shape[:-1], 4, 4))
    poses[..., :3, :3] = rows[..., :9].reshape(*rows.shape[:-1], 3, 3)
    poses[..., :3, 3] = rows[..., 9:]
    poses[..., 3, 3] = 1.0
    return poses


def body_twists(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """Velocity of each body's origin and its angular velocity, in body axes, (N, 6) or (B, N, 6)."""
    operation = operation_of(mechanism, False, kinematics.twists, ("q", "u"), (len(mechanism), 6))
    return operation(q, u, threads=threads, time=time)


def kinetic_energy(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """Kinetic energy of one state, or of each state of a batch."""
    return energies(mechanism, q, u, threads, time)[..., 0]


def potential_energy(
    mechanism: Mechanism, q: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """Potential energy of gravity and of the forces that store energy.

    Gravity's part is zero if every centre of mass is at the height of the ground's origin.
    """
    return energies(mechanism, q, None, threads, time)[..., 1]


def energies(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike | None, threads: int | None, time: ArrayLike
) -> NDArray[np.float64]:
    """Kinetic and potential energy, including the energy of forces."""
    operation = operation_of(mechanism, False, kinematics.energies, ("q", "u"), (2,))
    found = operation(q, u, threads=threads, time=time)
    if mechanism.forces:
        found[..., 1] += force_energies(mechanism, q, threads=threads, time=time).sum(axis=-1)
    return found


def coordinate_rates(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """q̇ from u: the same numbers, except for quaternions and the positions of free joints."""
    # (the kernel also writes the rate of the time)
    shape = (mechanism.n_q + mechanism.is_timed,)
    operation = operation_of(mechanism, True, kinematics.coordinate_rates, ("q", "u"), shape)
    return operation(q, u, threads=threads, time=time)[..., : mechanism.n_q]


def velocities_from_rates(
    mechanism: Mechanism, q: ArrayLike, q_dot: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """u from q̇."""
    operation = operation_of(mechanism, True, kinematics.velocities_of_rates, ("q", "q_dot"), (mechanism.n,))
    return operation(q, q_dot, threads=threads, time=time)
