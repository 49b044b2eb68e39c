"""Driven joints: the forces of their drives."""

from __future__ import annotations

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.drives import driven_rows
from bough.api.operation import with_failures_of
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
    on_failure: str = "raise",
) -> Array:
    """The forces of the drives of the driven joints, (D,) or (B, D), in the order of ``mechanism.driven_names``.

    A moment about a hinge's axis, a force along a slide, for a screw the generalised force of its angle, and for any
    joint those of its velocities; times the rates of the motion they are the power of the drive. ``u_dot``: accelerations of the other joints; by default
    :func:`forward_dynamics` computes them with ``tau`` and ``formulation``.
    """
    if u_dot is None:
        u_dot = forward_dynamics(
            mechanism,
            q,
            u,
            tau,
            wrenches=wrenches,
            formulation=formulation,
            threads=threads,
            time=time,
            on_failure=on_failure,
        )
    elif tau is not None:
        raise StateError(
            "drive_forces: u_dot and tau are both given, but u_dot alone determines the motion; leave out one of the two."
        )
    found = driven_rows(mechanism, q, u, u_dot, tau, wrenches, threads, time, on_failure)
    return with_failures_of(found, np.asanyarray(u_dot), found)
