"""Joint forces of a compiled MJCF model: springs, dampers, friction, stops; and gravity compensation.

In MuJoCo friction and stops are soft constraints of the accelerations (``solref``, ``solimp``), scaled by the inertia
that a joint feels at the model's own posture. Here they are forces of the same scale. A stop yields to a steady load as
MuJoCo's does, which takes off the share d (``dmax``) of it: its stiffness is I/((T ζ)² (1 - d)) for the time constant
T, the damping ratio ζ and the inertia I, with the damping of that ratio. Friction reaches its full value at the speed
at which MuJoCo's would creep under it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.bodies import MjcfJoint, driving_of
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.rotations import rotation_of, rows_of
from bough.formats.mjcf.switches import Switches
from bough.mechanism.checks import listing
from bough.mechanism.forces import Bushing, Force, JointDamper, JointFriction, JointLimit, JointSpring, Wrench
from bough.mechanism.mechanism import Mechanism

_LEAST = 1e-9  # of what has to be positive


class JointForces:
    """Adds the forces of joints, and collects remarks on them."""

    def __init__(self, mechanism: Mechanism, model: Any, switches: Switches, findings: Findings):
        self.mechanism, self.model, self.switches, self.findings = mechanism, model, switches, findings
        self.told: dict[str, list[str]] = {}

    def add(
        self, joint: MjcfJoint, what: str, force: Callable[..., Force], *numbers: float | None, **named: Any
    ) -> None:
        """Add a force on a joint, named after it."""
        with self.findings.attempt(joint.whose, joint.line):
            self.mechanism.add_force(f"{joint.name} {what}", force(joint.name, *numbers, **named))

    def tell(self, kind: str, joint: MjcfJoint) -> None:
        self.told.setdefault(kind, []).append(joint.name)

    # --- one kind after the other -----------------------------------------------------------------------------------

    def spring(self, joint: MjcfJoint) -> None:
        stiffness = float(self.model.jnt_stiffness[joint.index])
        if _any(self.model, "jnt_stiffnesspoly", joint.index) or _any(self.model, "jnt_springyield", joint.index):
            self.tell("spring", joint)
        if not stiffness:
            return
        rest = self.model.qpos_spring[joint.q_at :]
        if joint.kind in ("slide", "hinge"):
            self.add(joint, "spring", JointSpring, stiffness, float(rest[0]) - joint.ref)
            return
        self.tell("turn", joint)
        body = self.mechanism.body(joint.body)
        # a ball's spring is relaxed at the joint's frame, a free body's at the model's own posture
        at, turn, shift = body.at, rows_of(body.rotation), 0.0
        if joint.kind == "free":
            at, turn, shift = rest[:3], rows_of(rotation_of(rest[3:7])), stiffness
        with self.findings.attempt(joint.whose, joint.line):
            bushing = Bushing(
                joint.body,
                body.parent,
                other_at=tuple(at.tolist()),
                other_rotation=turn,
                stiffness=(shift,) * 3 + (stiffness,) * 3,
            )
            self.mechanism.add_force(f"{joint.name} spring", bushing)

    def damper(self, joint: MjcfJoint) -> None:
        model = self.model
        damping = float(model.dof_damping[joint.u_at])
        nonlinear = _any(model, "dof_dampingpoly", joint.u_at)
        if len(driving := driving_of(model, joint.index)):
            damping += float(model.actuator_gear[driving, 0] ** 2 @ model.actuator_damping[driving])
            nonlinear = nonlinear or _any(model, "actuator_dampingpoly", driving)
        if nonlinear:
            self.tell("damper", joint)
        if damping < 0.0:
            self.findings.negative("damping", damping, joint.whose, joint.line)
        elif damping:
            self.add(joint, "damper", JointDamper, damping)

    def friction(self, joint: MjcfJoint) -> None:
        loss = float(self.model.dof_frictionloss[joint.u_at])
        if not loss:
            return
        if loss < 0.0:
            self.findings.negative("frictionloss", loss, joint.whose, joint.line)
            return
        _, damping = self._reference(self.model.dof_solref[joint.u_at])
        # where friction holds, the first impedance counts, but damping is scaled by the last one
        first, last = np.clip(self.model.dof_solimp[joint.u_at, :2], 1e-4, 0.9999).tolist()
        mobility = float(self.model.dof_invweight0[joint.u_at])
        speed = loss * mobility * (1.0 - first) * last / (first * max(damping, _LEAST))
        self.add(joint, "friction", JointFriction, loss, max(speed, _LEAST))
        self.tell("friction", joint)

    def stop(self, joint: MjcfJoint) -> None:
        model, j = self.model, joint.index
        if not model.jnt_limited[j]:
            return
        if joint.kind not in ("slide", "hinge"):
            self.tell("cone", joint)
            return
        stiffness, damping = self._reference(model.jnt_solref[j])
        inertia = 1.0 / max(float(model.dof_invweight0[joint.u_at]), _LEAST)
        ends = (model.jnt_range[j] - joint.ref).tolist()
        margin = float(model.jnt_margin[j])  # they push earlier by this much
        if ends[0] + margin < ends[1] - margin:
            ends = [ends[0] + margin, ends[1] - margin]
        lower, upper = (None if math.isinf(end) else end for end in ends)
        if lower is None and upper is None:
            return
        impedance = self.model.opt.o_solimp if self.switches.overrides else model.jnt_solimp[j]
        left = 1.0 - min(max(float(impedance[1]), 1e-4), 0.9999)  # share of a load that the spring must bear
        softness = max(float(impedance[2]), 1e-6)
        stiffness, damping = inertia * stiffness / left, inertia * damping / math.sqrt(left)
        named = {"stiffness": stiffness, "softness": softness, "damping": damping}
        self.add(joint, "limit", JointLimit, lower, upper, **named)
        self.tell("limit", joint)

    def _reference(self, solref: np.ndarray) -> tuple[float, float]:
        """Stiffness and damping of a constraint, for a unit of inertia."""
        if self.switches.overrides:
            solref = self.model.opt.o_solref
        time, ratio = solref.tolist()
        if time <= 0.0:
            return -time, -ratio
        if not self.switches.off("REFSAFE"):
            time = max(time, 2.0 * float(self.model.opt.timestep))
        period = max(time * ratio, _LEAST)
        return 1.0 / (period * period), 2.0 / max(time, _LEAST)


def add_forces(
    mechanism: Mechanism,
    found: Compiled,
    bodies: dict[int, str],
    joints: list[MjcfJoint],
    switches: Switches,
    findings: Findings,
) -> None:
    """Add springs, dampers, friction and stops, unless the model switches them off."""
    forces = JointForces(mechanism, found.model, switches, findings)
    kinds = {
        forces.spring: ("springs", switches.off("SPRING")),
        forces.damper: ("dampers", switches.off("DAMPER")),
        forces.friction: ("friction", switches.off("FRICTIONLOSS", "CONSTRAINT")),
        forces.stop: ("limits", switches.off("LIMIT", "CONSTRAINT")),
    }
    for joint in joints:
        for act, (_, is_off) in kinds.items():
            if not is_off:
                act(joint)
    _compensate(mechanism, found, bodies, joints, switches, findings)
    if off := [what for what, is_off in kinds.values() if is_off]:
        findings.note(f"{' and '.join(off)} are left out, since the file switches them off.")
    for kind, (tell, message) in _SAID.items():
        if names := forces.told.get(kind):
            tell(findings, f"{message}: {listing(names)}.")


_SAID = {
    "turn": (
        Findings.warn,
        "springs of ball and free joints pull by k sin φ here, by k φ in MuJoCo, so wide turns differ",
    ),
    "spring": (Findings.warn, "springs are linear here, so terms of higher order and yielding are left out"),
    "damper": (Findings.warn, "dampers are linear here, so terms of higher order are left out"),
    "cone": (Findings.warn, "ball joints have no stops here, so their range is left out"),
    "friction": (Findings.note, "dry friction is rounded off near rest, where MuJoCo's creeps"),
    "limit": (
        Findings.note,
        "stops are springs and dampers that yield to a steady load as MuJoCo's soft constraints do, but rebound sooner",
    ),
}


def _compensate(
    mechanism: Mechanism,
    found: Compiled,
    bodies: dict[int, str],
    joints: list[MjcfJoint],
    switches: Switches,
    findings: Findings,
) -> None:
    """Forces that compensate the weight of bodies."""
    model = found.model
    if switches.off("GRAVITY") or (switches.off("SPRING") and switches.off("DAMPER")):
        return
    # through actuators it is part of their force: limited with it, and gone without it
    is_driven = len(model.actuator_trntype) and not switches.off("ACTUATION")
    limited = [
        j.name for j in joints if model.jnt_actgravcomp[j.index] and (model.jnt_actfrclimited[j.index] or not is_driven)
    ]
    if limited and model.body_gravcomp.any():
        message = "gravity compensation by actuators (actuatorgravcomp) is neither limited nor switched off with them here, so the motion may differ"
        findings.warn(f"{message}: {listing(limited)}.")
    for i, body in bodies.items():
        if not model.body_gravcomp[i]:
            continue
        force = -model.body_gravcomp[i] * model.body_mass[i] * model.opt.gravity
        with findings.attempt(f"body '{body}'", found.body_lines[i]):
            mechanism.add_force(
                f"{body} gravcomp", Wrench(body, tuple(force.tolist()), at=tuple(model.body_ipos[i].tolist()))
            )


def _any(model: Any, array: str, row: int | np.ndarray) -> bool:
    """Whether a row of an array, or one of several, which early versions lack, has a nonzero number."""
    return hasattr(model, array) and bool(np.any(getattr(model, array)[row]))
