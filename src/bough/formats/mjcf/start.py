"""Initial states: those of a keyframe, or MuJoCo's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.bodies import MjcfJoint
from bough.formats.mjcf.rotations import rotation_of
from bough.mechanism.mechanism import Mechanism

HOME = "home"


def chosen_key(model: Any) -> int | None:
    """The keyframe called "home", or the first one."""
    names = [model.key(k).name for k in range(model.nkey)]
    if HOME in names:
        return names.index(HOME)
    return 0 if names else None


def set_start(mechanism: Mechanism, model: Any, joints: list[MjcfJoint], key: int | None, findings: Findings) -> None:
    """Start motions at a keyframe."""
    qpos, qvel = model.qpos0, np.zeros(model.nv)
    if key is not None:
        qpos, qvel = model.key_qpos[key], model.key_qvel[key]
        name = model.key(key).name
        which = f"keyframe '{name}'" if name else "first keyframe"
        others = f"; {model.nkey - 1} more left out" if model.nkey > 1 else ""
        findings.note(f"motions start at the {which}{others}.")
    for joint in joints:
        q, u = _start(joint, qpos, qvel)
        if not all(map(math.isfinite, (*q, *u))):
            message = "it starts at numbers that are not finite, or at a quaternion that is zero; fix the keyframe."
            findings.error(message, joint.whose, joint.line)
        elif joint.kind in ("slide", "hinge"):
            mechanism.q0 |= {joint.name: q[0]} if q[0] else {}
            mechanism.u0 |= {joint.name: u[0]} if u[0] else {}
        else:
            mechanism.q0 |= {joint.name: q} if q != mechanism.body(joint.body).joint.neutral else {}
            mechanism.u0 |= {joint.name: u} if any(u) else {}


def _start(joint: MjcfJoint, qpos: np.ndarray, qvel: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Coordinates and velocities of a joint in bough's convention."""
    q_at, u_at = joint.q_at, joint.u_at
    match joint.kind:
        case "free":
            # velocities of the origin are along the ground's axes in MuJoCo, along the body's here
            quaternion = _unit(qpos[q_at + 3 : q_at + 7])
            turn = rotation_of(np.array(quaternion))
            velocity = qvel[u_at : u_at + 3] if turn is None else qvel[u_at : u_at + 3] @ turn
            q = (*qpos[q_at : q_at + 3].tolist(), *quaternion)
            return q, (*velocity.tolist(), *qvel[u_at + 3 : u_at + 6].tolist())
        case "ball":
            return _unit(qpos[q_at : q_at + 4]), tuple(qvel[u_at : u_at + 3].tolist())
    return (float(qpos[q_at]) - joint.ref,), (float(qvel[u_at]),)


def _unit(quaternion: np.ndarray) -> tuple[float, ...]:
    length = float(np.linalg.norm(quaternion))
    return tuple((quaternion / length).tolist()) if length else (math.nan,) * 4
