"""What is odd about a mechanism but runs: usually a slip in a file."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from bough.formats.findings import Findings
from bough.mechanism.forces import JointLimit
from bough.mechanism.mechanism import Body, Mechanism

# metres: what is further away, or as thick as this, was probably meant in millimetres; and what is thinner was so twice
FAR, THICK, THIN = 100.0, 10.0, 1e-5
# kilograms
HEAVY, LIGHT = 1e6, 1e-7
# how much more than its own mass a body may carry
RATIO = 1e6
# m/s²; and the angles, in radians, that were probably meant in degrees
STRONG, TURNED = 100.0, (8.0 * math.pi, 360.0)


def look_over(mechanism: Mechanism, findings: Findings) -> None:
    """Add what is odd to the findings."""
    if (strength := math.hypot(*mechanism.gravity)) > STRONG:
        findings.warn(f"gravity is {strength:g} m/s²; check its unit.")
    for name, angle in _angles(mechanism):
        if TURNED[0] < abs(angle) <= TURNED[1]:
            findings.warn(
                f'{angle:g} rad are {abs(angle) / (2.0 * math.pi):.3g} turns; degrees are written as "{angle:g}*deg".',
                name,
            )
    carried = _carried(mechanism)
    for body, mass in zip(mechanism.bodies, carried.tolist(), strict=True):
        for message in _oddities(body, mass):
            findings.warn(message, f"body '{body.name}'", findings.line_of(body.name))


def _angles(mechanism: Mechanism) -> Iterator[tuple[str, float]]:
    """Angles that people write: where motions start, and where stops are."""
    told = [(f"start of '{name}'", name, value) for name, value in mechanism.q0.items()]
    for name, force in mechanism.forces.items():
        if isinstance(force, JointLimit):
            told += [(f"force '{name}'", force.joint, end) for end in (force.lower, force.upper) if end is not None]
    for what, name, value in told:
        place = mechanism.q_places.get(name, ())
        for k, angle in zip(place, np.atleast_1d(value).tolist(), strict=False):
            if mechanism.q_units[k] == "rad":
                yield what, angle


def _carried(mechanism: Mechanism) -> np.ndarray:
    """For each body the mass of it and of all that hangs on it."""
    topology = mechanism.topology
    masses = np.array([body.inertia.mass for body in mechanism.bodies])[topology.order]
    for i in range(len(masses) - 1, -1, -1):  # children come after their parents
        if (parent := topology.parent[i]) >= 0:
            masses[parent] += masses[i]
    carried = np.empty_like(masses)
    carried[topology.order] = masses
    return carried


def _oddities(body: Body, carried: float) -> Iterator[str]:
    mass, tensor = body.inertia.mass, body.inertia.tensor
    if body.joint.u_names and carried == 0.0 and not tensor.any() and not any(body.armature):
        yield "it moves, but neither it nor what hangs on it has a mass; give it one, or fix its joint."
    if mass > HEAVY:
        yield f"its mass is {mass:g} kg; check that it is in kilograms."
    if 0.0 < mass < LIGHT:
        yield f"its mass is {mass:g} kg, next to nothing; check that it is in kilograms."
    if 0.0 < mass * RATIO < carried and body.joint.u_names:
        yield f"it carries {carried / mass:.2g} times its own mass, which costs accuracy; check the masses."
    for what, vector in (("joint is placed", body.at), ("centre of mass is", body.inertia.center)):
        if (away := math.hypot(*vector)) > FAR:
            yield f"its {what} {away:g} m away; check that lengths are in metres."
    if mass > 0.0 and (largest := float(np.abs(tensor).max())) > 0.0:
        radius = math.sqrt(largest / mass)
        if radius > THICK or radius < THIN:
            yield f"its radius of gyration is {radius:.2g} m (moment {largest:g} kg·m² over mass {mass:g} kg); check the units of its inertia."
