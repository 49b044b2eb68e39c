"""Poses, twists, energies, and coordinate rates: what follows from (q, u) without equations of motion."""

from __future__ import annotations

import numpy as np

from bough.api.forces import force_energies
from bough.api.operation import Operation, operation_of, with_failures_of
from bough.mechanism.mechanism import Mechanism
from bough.passes import inverse
from bough.passes import motion as kinematics
from bough.typing import (
    AccelerationsLike,
    Array,
    CoordinatesLike,
    Energy,
    Poses,
    Rates,
    RatesLike,
    TimeLike,
    Twists,
    Velocities,
    VelocitiesLike,
)


def body_poses(
    mechanism: Mechanism,
    q: CoordinatesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Poses:
    """Homogeneous transforms from body frames to the ground frame, (N, 4, 4) or (B, N, 4, 4).

    In the order of ``mechanism.body_names``.
    """
    return transforms(pose_operation(mechanism)(q, threads=threads, time=time, on_failure=on_failure))


def pose_operation(mechanism: Mechanism) -> Operation:
    """The operation for the poses of all bodies: rotation (9) and origin (3) of each."""
    return operation_of(mechanism, False, kinematics.poses, ("q",), (len(mechanism), 12))


def transforms(rows: Array) -> Poses:
    """Homogeneous transforms from rotations (9) and origins (3)."""
    poses = np.zeros((*rows.shape[:-1], 4, 4))
    poses[..., :3, :3] = rows[..., :9].reshape(*rows.shape[:-1], 3, 3)
    poses[..., :3, 3] = rows[..., 9:]
    poses[..., 3, 3] = 1.0
    return with_failures_of(poses, rows)


def body_twists(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Twists:
    """Velocity of each body's origin and its angular velocity, in body axes, (N, 6) or (B, N, 6)."""
    operation = operation_of(mechanism, False, kinematics.twists, ("q", "u"), (len(mechanism), 6))
    return operation(q, u, threads=threads, time=time, on_failure=on_failure)


def body_accelerations(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Twists:
    """Acceleration of each body's origin and its angular acceleration, in body axes, (N, 6) or (B, N, 6).

    The rates of velocity and angular velocity as seen from the ground, without gravity.
    """
    operation = operation_of(mechanism, False, inverse.body_accelerations, ("q", "u", "u_dot"), (len(mechanism), 6))
    return operation(q, u, u_dot, threads=threads, time=time, on_failure=on_failure)


def kinetic_energy(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Energy:
    """Kinetic energy of one state, or of each state of a batch."""
    return energies(mechanism, q, u, threads, time, on_failure)[..., 0]


def potential_energy(
    mechanism: Mechanism,
    q: CoordinatesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Energy:
    """Potential energy of gravity and of the forces that store energy.

    Gravity's part is zero if every centre of mass is at the height of the ground's origin.
    """
    return energies(mechanism, q, None, threads, time, on_failure)[..., 1]


def energies(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str = "raise",
) -> Array:
    """Kinetic and potential energy, including the energy of forces."""
    operation = operation_of(mechanism, False, kinematics.energies, ("q", "u"), (2,))
    found = operation(q, u, threads=threads, time=time, on_failure=on_failure)
    if mechanism.forces:
        stored = force_energies(mechanism, q, threads=threads, time=time, on_failure=on_failure)
        found[..., 1] += stored.sum(axis=-1)
        return with_failures_of(found, found, stored)
    return found


def coordinate_rates(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Rates:
    """q̇ from u: the same numbers, except for quaternions and the positions of free joints."""
    # (the kernel also writes the rate of the time)
    shape = (mechanism.n_q + mechanism.is_timed,)
    operation = operation_of(mechanism, True, kinematics.coordinate_rates, ("q", "u"), shape)
    return operation(q, u, threads=threads, time=time, on_failure=on_failure)[..., : mechanism.n_q]


def velocities_from_rates(
    mechanism: Mechanism,
    q: CoordinatesLike,
    q_dot: RatesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Velocities:
    """u from q̇."""
    operation = operation_of(mechanism, True, kinematics.velocities_of_rates, ("q", "q_dot"), (mechanism.n,))
    return operation(q, q_dot, threads=threads, time=time, on_failure=on_failure)
