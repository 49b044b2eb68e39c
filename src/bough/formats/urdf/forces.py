"""Forces in a URDF: damping, friction and limits of hinges and slides."""

from __future__ import annotations

import math

from bough.formats.findings import Findings
from bough.formats.urdf.attributes import is_infinite, number
from bough.formats.urdf.parts import UrdfJoint
from bough.formats.urdf.stops import FREQUENCY, stops
from bough.formats.urdf.words import LeftOut
from bough.formats.xml import Element
from bough.mechanism.forces import JointDamper, JointFriction, JointLimit
from bough.mechanism.joints import Prismatic, Revolute
from bough.mechanism.mechanism import Mechanism

# friction is rounded off below this speed, in rad/s and m/s
SPEED = {Revolute: 0.05, Prismatic: 0.005}


# --- reading ----------------------------------------------------------------------------------------------------------


def read_forces(joint: UrdfJoint, left_out: LeftOut, findings: Findings) -> None:
    """Read <dynamics> and <limit> of a joint."""
    dynamics, limit = joint.element.first("dynamics"), joint.element.first("limit")
    if not isinstance(joint.joint, Revolute | Prismatic):
        for element in (dynamics, limit):
            if element is not None and joint.joint.u_names:
                why = "URDF does not say which coordinate they mean"
                left_out.add(f"<{element.tag}> element", " of joints with several coordinates", why, element.line)
        return
    if dynamics is not None:
        joint.damping = _not_negative(dynamics, "damping", joint, findings)
        joint.friction = _not_negative(dynamics, "friction", joint, findings)
    if limit is not None:
        if {"effort", "velocity"} & limit.attributes.keys():
            why = "they bind a drive, such as a bough.Servo with its argument most"
            left_out.add("effort and velocity limit", "", why, limit.line)
        _read_range(joint, limit, left_out, findings)
    elif joint.kind != "continuous":
        message = f"it has no <limit>, which URDF requires of {joint.kind} joints; it moves without stops."
        findings.warn(message, joint.whose, joint.element.line)


def _read_range(joint: UrdfJoint, limit: Element, left_out: LeftOut, findings: Findings) -> None:
    lower, upper = (
        None if is_infinite(limit, name) else number(limit, name, joint.whose, findings, 0.0)
        for name in ("lower", "upper")
    )
    if joint.kind == "continuous":
        if lower or upper:
            left_out.add("range", " of continuous joints", "they turn without limits", limit.line)
    elif lower is not None and upper is not None and lower >= upper:
        message = f"its range from {lower:g} to {upper:g} leaves it no room; it moves without stops. Set lower below upper, or make it a fixed joint."
        findings.warn(message, joint.whose, limit.line)
    else:
        if lower is None or upper is None:
            findings.note("an infinite end of its range means no stop.", joint.whose, limit.line)
        joint.lower, joint.upper = lower, upper


def _not_negative(element: Element, name: str, joint: UrdfJoint, findings: Findings) -> float:
    value = number(element, name, joint.whose, findings, 0.0)
    if value < 0.0:
        findings.negative(name, value, joint.whose, element.line)
        return 0.0
    return value


# --- adding -----------------------------------------------------------------------------------------------------------


def add_forces(
    mechanism: Mechanism, joints: list[UrdfJoint], names: dict[str, str], left_out: LeftOut, findings: Findings
) -> None:
    """Add the forces; ``names`` maps links to bodies."""
    body_of = {joint.name: mechanism.body(names[joint.child]) for joint in joints}
    for joint in joints:
        name = body_of[joint.name].joint_name
        if joint.damping:
            mechanism.add_force(f"{joint.name} damping", JointDamper(name, joint.damping))
        if joint.friction:
            speed = SPEED[type(joint.joint)]
            mechanism.add_force(f"{joint.name} friction", JointFriction(name, joint.friction, speed))
    if any(joint.friction for joint in joints):
        hinge, slide = SPEED[Revolute], SPEED[Prismatic]
        findings.note(f"friction is rounded off at velocities below {hinge:g} rad/s and {slide:g} m/s.")

    limited = [joint for joint in joints if joint.lower is not None or joint.upper is not None]
    found = stops(mechanism, [body_of[joint.name].name for joint in limited])
    for joint in limited:
        body = body_of[joint.name]
        stop = found.get(body.name)
        if stop is None:
            left_out.add(
                "range", " of joints that carry no mass", "stops would have nothing to hold", joint.element.line
            )
            continue
        with findings.attempt(joint.whose, joint.element.line):  # absurd inertias make absurd stops
            limit = JointLimit(body.joint_name, joint.lower, joint.upper, **stop._asdict())
            mechanism.add_force(f"{joint.name} limit", limit)
        _start_inside(mechanism, body.joint_name, joint, findings)
    if limited:
        findings.note(
            f"URDF does not say how stiff stops are; they are springs on which what the joint carries would swing at {FREQUENCY:g} Hz."
        )


def _start_inside(mechanism: Mechanism, name: str, joint: UrdfJoint, findings: Findings) -> None:
    """Start a motion within the stops."""
    lower = -math.inf if joint.lower is None else joint.lower
    upper = math.inf if joint.upper is None else joint.upper
    if lower <= 0.0 <= upper:
        return
    start = 0.5 * (lower + upper)
    if math.isinf(start):
        start = lower if math.isinf(upper) else upper
    mechanism.q0[name] = start
    message = f"zero is beyond its range, so motions start at {start:g} unless told otherwise."
    findings.note(message, joint.whose, joint.element.line)
