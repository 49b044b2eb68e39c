"""A mechanism whose drives stand still."""

from __future__ import annotations

from dataclasses import replace

from bough.api.driven_motion import driven_motion
from bough.mechanism.body import Body
from bough.mechanism.forces import Force, Servo
from bough.mechanism.joints import Driven
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism


def stopped(mechanism: Mechanism, time: float) -> Mechanism:
    """A copy in which driven joints and references of servos stay where they are at a time; forces go on as they do."""
    values, at = driven_motion(mechanism, time).values.tolist(), 0
    bodies: list[Body] = []
    loops: list[Loop] = []
    for one, driven in mechanism.driven:
        count = len(driven.joint.q_names)
        own, at = values[at : at + count], at + count
        joint = Driven(driven.joint, own if count > 1 else own[0])
        if isinstance(one, Body):
            bodies.append(replace(one, joint=joint))
        else:
            loops.append(replace(one, joint=joint))
    forces: dict[str, Force] = {
        name: replace(force, reference=float(force.signals[0](time)[0]))
        for name, force in mechanism.forces.items()
        if isinstance(force, Servo) and force.is_timed
    }
    return mechanism.renewed(bodies, loops, forces, mechanism.gravity)
