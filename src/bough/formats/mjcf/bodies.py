"""Bodies and joints of a compiled MJCF model.

MuJoCo turns and shifts a body's frame by its joints one after the other, each about or along its own anchor, which need
not be the body's origin. Here every joint has its own body: all but the last are massless, and if the last anchor is
not the origin, the body itself is fixed to the last one. Coordinates and velocities have MuJoCo's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.looks import Looks
from bough.formats.mjcf.names import Names
from bough.formats.mjcf.rotations import rotation_of
from bough.mechanism.checks import GROUND, listing
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Ball, Fixed, Free, Joint, Prismatic, Revolute
from bough.mechanism.mechanism import Mechanism

KINDS = ("free", "ball", "slide", "hinge")  # by MuJoCo's numbers
_IN_PARENT = 1  # MuJoCo's number of a transmission in a joint by the parent's axes; 0: by the joint's own


@dataclass(frozen=True)
class MjcfJoint:
    """A joint of MuJoCo, and its counterpart here."""

    index: int
    kind: str
    name: str  # of its coordinate
    body: str  # that hangs on it
    q_at: int
    u_at: int
    ref: float  # MuJoCo's coordinate where bough's is zero; for hinges and slides
    line: int | None

    @property
    def whose(self) -> str:
        """Its name in findings."""
        return f"joint '{self.name}'"


def add_bodies(
    mechanism: Mechanism, found: Compiled, looks: Looks, findings: Findings
) -> tuple[dict[int, str], list[MjcfJoint]]:
    """Add all bodies; (names of the bodies by MuJoCo's numbers, joints in MuJoCo's order)."""
    model = found.model
    names = Names(findings)
    count = range(1, model.nbody)
    given = {i: model.body(i).name for i in count}
    # bodies with a name get it before names are made up for others
    bodies = {i: names.of_body(given[i], i, found.body_lines[i]) for i in count if given[i]}
    bodies |= {i: names.of_body("", i, None) for i in count if not given[i]}
    lines = {bodies[i]: found.body_lines[i] for i in count}
    findings.line_of = lines.get

    joints: list[MjcfJoint] = []
    for i in count:
        joints += _add(mechanism, found, i, bodies, looks, names, findings)
    names.tell()
    resisting = [j.name for j in joints if j.kind == "free" and mechanism.body(j.body).armature]
    if resisting:
        message = "armature of a free joint resists changes of the velocity along the body's axes here, along the ground's in MuJoCo, so turning motions differ"
        findings.warn(f"{message}: {listing(resisting)}.")
    shifted = [joint.name for joint in joints if joint.ref]
    if shifted:
        findings.note(
            f"coordinates are MuJoCo's minus ref, so they are zero at the model's own posture: {listing(shifted)}."
        )
    return bodies, joints


def _add(
    mechanism: Mechanism,
    found: Compiled,
    i: int,
    bodies: dict[int, str],
    looks: Looks,
    names: Names,
    findings: Findings,
) -> list[MjcfJoint]:
    """Body i, with its joints."""
    model, name, line = found.model, bodies[i], found.body_lines[i]
    first = int(model.body_jntadr[i])
    indices = range(first, first + int(model.body_jntnum[i]))
    carrier = bodies.get(int(model.body_parentid[i]), GROUND)
    joints: list[MjcfJoint] = []
    with findings.attempt(f"body '{name}'", line):
        # placement of MuJoCo's frame of the body, in the carrier's
        at, rotation = model.body_pos[i].copy(), rotation_of(model.body_quat[i])
        inertia = _inertia(model, i)
        visuals = looks.of_body(i)
        whole = False  # whether the body itself has been added
        for j in indices:
            kind = KINDS[int(model.jnt_type[j])]
            joint = _joint(kind, model.jnt_axis[j])
            anchor = model.jnt_pos[j].copy() if kind in ("ball", "hinge") else np.zeros(3)
            whole = j == indices[-1] and not anchor.any()
            if kind == "free":
                at, rotation = np.zeros(3), None  # its coordinates say where it is
            given, joint_line = model.joint(j).name, found.joint_lines[j]
            numbered = f"{kind}{j - first + 1}" if len(indices) > 1 else kind
            own = name if whole else names.between(name, given or numbered)
            fallback = name if whole and len(indices) == 1 else f"{name}/{numbered}"
            joint_name = names.of_joint(given, fallback, own, (*joint.q_names, *joint.u_names), joint_line)
            mechanism.add_body(
                own,
                carrier,
                joint,
                (at + (anchor if rotation is None else rotation @ anchor)).tolist(),
                rotation,
                inertia if whole else None,
                joint_name,
                visuals if whole else (),
                _armature(model, j),
            )
            q_at, u_at = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
            ref = float(model.qpos0[q_at]) if kind in ("slide", "hinge") else 0.0
            joints.append(MjcfJoint(j, kind, joint_name, own, q_at, u_at, ref, joint_line or line))
            carrier, at, rotation = own, 0.0 - anchor, None
        if not whole:
            mechanism.add_body(name, carrier, Fixed(), at.tolist(), rotation, inertia, visuals=visuals)
    return joints


def _joint(kind: str, axis: np.ndarray) -> Joint:
    match kind:
        case "free":
            return Free()
        case "ball":
            return Ball()
        case "slide":
            return Prismatic(axis.tolist())
    return Revolute(axis.tolist())


def _inertia(model: Any, i: int) -> Inertia:
    turn = rotation_of(model.body_iquat[i])
    moments = np.diag(model.body_inertia[i])
    tensor = moments if turn is None else turn @ moments @ turn.T
    return Inertia(float(model.body_mass[i]), model.body_ipos[i], 0.5 * (tensor + tensor.T))


def _armature(model: Any, j: int) -> float:
    """Armature of the joint, and of the actuators that drive it."""
    driving = driving_of(model, j)
    armature = float(model.dof_armature[model.jnt_dofadr[j]])
    if len(driving):
        armature += float(model.actuator_gear[driving, 0] ** 2 @ model.actuator_armature[driving])
    return armature


def driving_of(model: Any, j: int) -> np.ndarray:
    """The actuators whose armature and damping a joint has: all that drive it; early versions give them none."""
    if not hasattr(model, "actuator_armature"):
        return np.empty(0, int)
    return np.flatnonzero((model.actuator_trntype <= _IN_PARENT) & (model.actuator_trnid[:, 0] == j))
