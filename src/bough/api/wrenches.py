"""What the forces of a mechanism do: wrenches and joint forces."""

from __future__ import annotations

import numpy as np

from bough.api.forces import audited
from bough.api.kinematics import body_poses
from bough.api.operation import with_failures_of
from bough.mechanism.mechanism import Mechanism
from bough.passes import loads
from bough.passes.loads import ACCOUNT, JOINT_FORCES, WRENCH
from bough.typing import Array, CoordinatesLike, Poses, TimeLike, VelocitiesLike, Wrenches


def force_wrenches(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Wrenches:
    """The wrench of each force on its body, (forces, 6) or (B, forces, 6), in the order of ``mechanism.forces``.

    Force, then moment about the body's origin, in body axes. The body is the one that the force names first; for a
    force in a joint, the body that the joint carries. What else it acts on gets the opposite.
    """
    found = whole_accounts(mechanism, q, u, threads=threads, time=time, on_failure=on_failure)
    poses = body_poses(mechanism, q, threads=threads, time=time, on_failure=on_failure)
    return with_failures_of(in_body_axes(mechanism, found[..., WRENCH:JOINT_FORCES], poses), found, poses)


def whole_accounts(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """Of each force its stored energy, power, wrench on its body about its origin along ground axes, and joint forces."""
    found = audited(mechanism, q, u, threads, time, loads.whole_account, ACCOUNT, on_failure)
    for k, force in enumerate(mechanism.forces.values()):
        if (loop := force.cut_by(mechanism)) is not None:  # (so far about the origin of the part that is cut off)
            poses = body_poses(mechanism, q, threads=threads, time=time, on_failure=on_failure)
            turns = poses[..., mechanism.body_index[loop.body], :3, :3]
            found[..., k, WRENCH + 3 : JOINT_FORCES] += np.cross(turns @ loop.at, found[..., k, WRENCH : WRENCH + 3])
    return found


def in_body_axes(mechanism: Mechanism, wrenches: Array, poses: Poses) -> Wrenches:
    """Wrenches of forces (…, forces, 6) along ground axes, turned to the axes of the bodies that they act on."""
    found = wrenches.copy()
    acted = [mechanism.body_index.get(force.acted_on(mechanism)) for force in mechanism.forces.values()]
    for k, body in enumerate(acted):
        if body is not None:  # (a force between two points of the ground)
            parts = found[..., k, :].reshape(*found.shape[:-2], 2, 3)
            found[..., k, :] = (parts @ poses[..., body, :3, :3]).reshape(*found.shape[:-2], 6)
    return found
