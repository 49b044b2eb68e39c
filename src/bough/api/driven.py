"""Driven joints: their motions, and the forces of their drives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.drives import driven_rows
from bough.api.operation import time_array
from bough.errors import StateError
from bough.mechanism.mechanism import Mechanism
from bough.typing import (
    AccelerationsLike,
    Array,
    CoordinatesLike,
    JointForcesLike,
    TimeLike,
    VelocitiesLike,
    WrenchesLike,
)


class DrivenMotion(NamedTuple):
    """Motions of the driven joints (rad for hinges and screws, m for slides), in the order of ``driven_names``."""

    values: Array
    rates: Array
    accelerations: Array


def driven_motion(mechanism: Mechanism, time: TimeLike) -> DrivenMotion:
    """Values, rates and accelerations of the driven joints, (D,) at one time or (B, D) at many."""
    times = time_array(time)
    if times.size:
        mechanism.cover(float(times.min()), float(times.max()))
    motions = mechanism.motions
    known = np.array([motion(times) for motion in motions]).reshape(len(motions), 3, *times.shape)
    return DrivenMotion(*np.moveaxis(known, (1, 0), (0, -1)))


def drive_forces(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike | None = None,
    *,
    tau: JointForcesLike | None = None,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    threads: int | None = None,
    time: TimeLike = 0.0,
) -> Array:
    """The forces of the drives of the driven joints, (D,) or (B, D), in the order of ``mechanism.driven_names``.

    A moment about a hinge's axis, a force along a slide, and for a screw the generalised force of its angle; times the
    rate of the motion it is the power of the drive. ``u_dot``: accelerations of the other joints; by default
    :func:`forward_dynamics` computes them with ``tau`` and ``formulation``.
    """
    if u_dot is None:
        u_dot = forward_dynamics(
            mechanism, q, u, tau, wrenches=wrenches, formulation=formulation, threads=threads, time=time
        )
    elif tau is not None:
        raise StateError(
            "drive_forces: u_dot and tau are both given, but u_dot alone determines the motion; leave out one of the two."
        )
    return driven_rows(mechanism, q, u, u_dot, tau, wrenches, threads, time)
