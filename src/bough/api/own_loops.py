"""Loops by joints of the user's own whose gaps mean nothing: by constraints without a direction, or beyond a range.

A gap is measured along the gradients of the constraints, so it says nothing where one of them vanishes or follows from
the others: at the centre of the circle that a point has to lie on. There the constraints themselves are looked at.

The coordinates of a ``CustomJoint`` are searched for within its range. Beyond it, the gap is that to the wrong pose.
"""

from __future__ import annotations

import numpy as np

from bough.api.kinematics import body_poses
from bough.api.loop_forces import body_poses_interpreted, machine_size, measured_interpreted
from bough.errors import StateError
from bough.mechanism.joints import CustomConstraint, CustomJoint
from bough.mechanism.joints.own.probing import found_beyond, named, unreached
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates, Poses, TimeLike

NEAR = 1e-3  # poses that differ by less, in turns and in sizes of the machine, belong to the same coordinates


def refuse_unreached(mechanism: Mechanism, q: Coordinates, time: TimeLike = 0.0, which: str = "") -> None:
    """Raise an error if a loop is open and its constraints have no direction to close it by, at one state or several."""
    if not _own(mechanism):
        return
    states = np.atleast_2d(q)
    if found := _unreached(mechanism, body_poses(mechanism, states, time=time)):
        state, sentence = found
        raise StateError((f"run {state}: " if len(states) > 1 else which) + sentence)


def unreached_at(mechanism: Mechanism, q: Coordinates, time: float = 0.0) -> str | None:
    """The same as a sentence, for one state, without compiled code."""
    if not _own(mechanism):
        return None
    found = _unreached(mechanism, body_poses_interpreted(mechanism, q, time)[None])
    return found[1] if found else None


def beyond_range(mechanism: Mechanism, q: Coordinates, time: float = 0.0) -> str | None:
    """A sentence if a loop is closed, or nearly so, by a ``CustomJoint`` beyond its range, or is not found within it."""
    loops = [
        (loop, loop.joint)
        for loop in mechanism.loops.values()
        if isinstance(loop.joint, CustomJoint) and loop.cut == "joint"
    ]
    if not loops:
        return None
    size, poses = machine_size(mechanism), body_poses_interpreted(mechanism, q, time)[None]
    ends = np.cumsum([len(loop.joint.q_names) for loop in mechanism.loops.values()])
    found = dict(zip(mechanism.loops, np.split(measured_interpreted(mechanism, q, time), ends), strict=False))
    for loop, joint in loops:
        shift, turn = np.split(_between(mechanism, loop, poses)[0], [3])
        before, after = joint.frames()
        pose = np.concatenate(((before.T @ turn.reshape(3, 3) @ after).ravel(), before.T @ shift))
        beyond = found_beyond(joint.motion, joint.over, pose, size, NEAR)
        if beyond is None and np.isfinite(found[loop.name]).all():
            continue
        where = f" at {named(joint.motion, beyond)}," if beyond is not None else ""
        return (
            f"the loop '{loop.name}' of '{mechanism.name}' is{where} beyond the range of its CustomJoint '{joint.name}', "
            f"{joint.range_words}; widen over=, or start elsewhere."
        )
    return None


def _own(mechanism: Mechanism) -> list[tuple[Loop, CustomConstraint]]:
    return [(loop, loop.joint) for loop in mechanism.loops.values() if isinstance(loop.joint, CustomConstraint)]


def _unreached(mechanism: Mechanism, poses: Poses) -> tuple[int, str] | None:
    """(state, sentence) of the first loop that is open and cannot be closed; poses of all bodies: (B, …)."""
    for loop, joint in _own(mechanism):
        if found := unreached(joint.motion, _between(mechanism, loop, poses), machine_size(mechanism)):
            state, residual, value, why = found
            which = f"residual {residual + 1} of its" if loop.constraints > 1 else "its"
            return state, (
                f"the loop '{loop.name}' of '{mechanism.name}' is not closed: {which} constraint '{joint.name}' is "
                f"{value:.3g} and has no direction here ({why}); start elsewhere, with another q0 or guess."
            )
    return None


def _between(mechanism: Mechanism, loop: Loop, poses: Poses) -> Array:
    """Shift and rotation of the frame that a loop's joint moves, in the joint frame, at each of some states."""

    def frame(body: str, at: Array, rotation: Array) -> tuple[Array, Array]:
        if body not in mechanism.body_index:
            return np.asarray(at, float), np.asarray(rotation, float)
        pose = poses[:, mechanism.body_index[body]]
        return pose[:, :3, 3] + pose[:, :3, :3] @ at, pose[:, :3, :3] @ rotation

    start, before = frame(loop.other, loop.other_at, loop.other_rotation)
    end, moved = frame(loop.body, loop.at, loop.rotation)
    back = np.swapaxes(before, -1, -2)
    shift = np.broadcast_to((back @ (end - start)[..., None])[..., 0], (len(poses), 3))
    turn = np.broadcast_to(back @ moved, (len(poses), 3, 3))
    return np.concatenate((shift, turn.reshape(-1, 9)), axis=1)
