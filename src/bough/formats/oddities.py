"""Oddities of a mechanism that run, but are usually a slip in a file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bough.formats.findings import Findings
from bough.mechanism.body import Body
from bough.mechanism.forces import JointLimit
from bough.mechanism.joints import Fixed
from bough.mechanism.mechanism import Mechanism

# metres: larger values were probably meant in millimetres; smaller ones were probably converted twice
FAR, THICK, THIN = 100.0, 10.0, 1e-5
# kilograms
HEAVY, LIGHT = 1e6, 1e-7
# largest ratio of the mass that a body carries to its own, including what is fixed to it
RATIO = 1e6
# m/s²; and angles, in radians, that were probably meant in degrees
STRONG, TURNED = 100.0, (8.0 * math.pi, 360.0)


def look_over(mechanism: Mechanism, findings: Findings) -> None:
    """Add oddities to the findings."""
    if (strength := math.hypot(*mechanism.gravity)) > STRONG:
        findings.warn(f"gravity is {strength:g} m/s²; check its unit.")
    for name, angle in _angles(mechanism):
        if TURNED[0] < abs(angle) <= TURNED[1]:
            findings.warn(
                f'{angle:g} rad are {abs(angle) / (2.0 * math.pi):.3g} turns; degrees are written as "{angle:g}*deg".',
                name,
            )
    for body, group in zip(mechanism.bodies, _groups(mechanism), strict=True):
        for message in (*_of_group(body, group), *_of_body(body)):
            findings.warn(message, f"body '{body.name}'", findings.line_of(body.name))


def _angles(mechanism: Mechanism) -> Iterator[tuple[str, float]]:
    """Angles that people write: initial states, and limits of joints."""
    told = [(f"start of '{name}'", name, value) for name, value in mechanism.q0.items()]
    for name, force in mechanism.forces.items():
        if isinstance(force, JointLimit):
            told += [(f"force '{name}'", force.joint, end) for end in (force.lower, force.upper) if end is not None]
    for what, name, value in told:
        place = mechanism.q_places.get(name, ())
        for k, angle in zip(place, np.atleast_1d(value).tolist(), strict=False):
            if mechanism.q_units[k] == "rad":
                yield what, angle


class _Group(NamedTuple):
    """A body with all that is fixed to it, and what hangs on that."""

    mass: float
    carried: float  # mass of the group and of all that hangs on it
    resists: bool  # whether any of these has mass or inertia


def _groups(mechanism: Mechanism) -> list[_Group | None]:
    """The group that each body leads; None for a body that is fixed to another, and belongs to its group."""
    topology = mechanism.topology
    described = mechanism.bodies
    bodies = [described[k] for k in topology.order]
    mass = np.array([body.inertia.mass for body in bodies])
    carried, resists = mass.copy(), [body.inertia.mass > 0.0 or body.inertia.tensor.any() for body in bodies]
    groups: list[_Group | None] = [None] * len(bodies)
    for i in range(len(bodies) - 1, -1, -1):  # children come after their parents
        parent, is_fixed = topology.parent[i], isinstance(bodies[i].joint, Fixed)
        if not is_fixed:
            groups[topology.order[i]] = _Group(float(mass[i]), float(carried[i]), bool(resists[i]))
        if parent >= 0:
            carried[parent] += carried[i]
            resists[parent] = resists[parent] or resists[i]
            mass[parent] += mass[i] if is_fixed else 0.0
    return groups


def _of_group(body: Body, group: _Group | None) -> Iterator[str]:
    """Oddities of all that moves as one."""
    if group is None:
        return
    if body.joint.u_names and not group.resists and not any(body.armature):
        yield "it moves, but neither it nor what hangs on it has a mass; give it one, or fix its joint."
    if 0.0 < group.mass < LIGHT:
        yield f"its mass is {group.mass:g} kg, next to nothing; check that it is in kilograms."
    if 0.0 < group.mass * RATIO < group.carried and body.joint.u_names:
        ratio = group.carried / group.mass
        yield f"it carries {ratio:.2g} times its own mass, which costs accuracy; check the masses."


def _of_body(body: Body) -> Iterator[str]:
    """Oddities of the body's own numbers."""
    mass, tensor = body.inertia.mass, body.inertia.tensor
    if mass > HEAVY:
        yield f"its mass is {mass:g} kg; check that it is in kilograms."
    for what, vector in (("joint is placed", body.at), ("centre of mass is", body.inertia.center)):
        if (away := math.hypot(*vector)) > FAR:
            yield f"its {what} {away:g} m away; check that lengths are in metres."
    if mass > 0.0 and (largest := float(np.abs(tensor).max())) > 0.0:
        radius = math.sqrt(largest / mass)
        if radius > THICK or radius < THIN:
            yield f"its radius of gyration is {radius:.2g} m (moment {largest:g} kg·m² over mass {mass:g} kg); check the units of its inertia."
