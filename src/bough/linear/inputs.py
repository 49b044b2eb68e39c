"""What acts on a linear model, by name: joint forces, motors, and forces and moments on bodies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from bough.api import body_poses, point_jacobian
from bough.errors import StateError
from bough.linear.tangent import Point
from bough.mechanism.checks import remedy, shown
from bough.mechanism.forces import Motor
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.kinds import point_of
from bough.typing import Array

AXES = ("x", "y", "z")
PARTS = ("force", "moment")
TAU = "tau"
FORCE_UNIT = {"m/s": "N", "rad/s": "N·m"}


class Input(NamedTuple):
    """An input, and the joint forces that one unit of it is equal to."""

    name: str
    units: str
    forces: Array  # (n,)
    wrenches: Array | None  # (bodies, 6), along body axes, of what acts on a body and not in a joint


def inputs_of(point: Point, asked: Iterable[str] | None) -> list[Input]:
    """The inputs that a user named; by default the joint forces of all velocities."""
    mechanism = point.mechanism
    if asked is None:
        asked = [f"{TAU}.{name}" for name in mechanism.u_names]
    found: dict[str, Input] = {}
    for name in (asked,) if isinstance(asked, str) else asked:
        for one in _named(point, name):
            if one.name in found:
                raise StateError(f"the input '{one.name}' is named twice; leave one out.")
            found[one.name] = one
    return list(found.values())


def _named(point: Point, name: str) -> list[Input]:
    mechanism = point.mechanism
    if not isinstance(name, str):
        raise StateError(f"inputs are names, such as '{next(iter(mechanism.u_names), 'elbow')}', not {shown(name)}.")
    plain = name.removeprefix(f"{TAU}.")
    for text in (name, plain):
        if text in mechanism.u_places:
            return _joint_forces(mechanism, name, mechanism.u_places[text])
    motor = mechanism.forces.get(name.removesuffix(".force"))
    if isinstance(motor, Motor):
        return _joint_forces(mechanism, name, _motor_places(mechanism, motor, name))
    if (wrench := _wrench(point, name)) is not None:
        return [wrench]
    motors = [one for one, force in mechanism.forces.items() if isinstance(force, Motor)]
    raise StateError(
        f"no input {shown(name)} of '{mechanism.name}': {remedy(plain, [*mechanism.u_places, *motors])} Forces and moments on "
        f"bodies are such as '{next(iter(mechanism.body_names), 'boom')}.force.z'."
    )


def _motor_places(mechanism: Mechanism, motor: Motor, name: str) -> range:
    if motor.joint not in mechanism.u_places:
        raise StateError(f"the motor '{name}' drives the joint of a loop, which takes no inputs; name another force.")
    return mechanism.u_places[motor.joint]


def _joint_forces(mechanism: Mechanism, name: str, places: range) -> list[Input]:
    """One input for each velocity."""
    found = []
    for k in places:
        own = name if len(places) == 1 else f"{TAU}.{mechanism.u_names[k]}"
        unit = np.zeros(mechanism.n)
        unit[k] = 1.0
        found.append(Input(own, FORCE_UNIT[mechanism.u_units[k]], unit, None))
    return found


def _wrench(point: Point, name: str) -> Input | None:
    """A component, along ground axes, of a force or moment on a body: ``boom.force.z``, ``boom(0, 0, 1.2).force.z``."""
    mechanism = point.mechanism
    rest, _, axis = name.rpartition(".")
    target, _, part = rest.rpartition(".")
    if axis not in AXES or part not in PARTS:
        return None
    if (found := point_of(mechanism, target)) is None:
        raise StateError(f"no body {shown(target)} in '{mechanism.name}': {remedy(target, mechanism.body_names)}")
    body, at = found
    row = AXES.index(axis) + (3 if part == "moment" else 0)
    forces = point_jacobian(mechanism, point.q, body, at, time=point.time)[row]
    place = mechanism.body_index[body]
    along = body_poses(mechanism, point.q, time=point.time)[place, :3, :3].T[:, AXES.index(axis)]
    wrenches = np.zeros((len(mechanism), 6))
    if part == "moment":
        wrenches[place, 3:] = along
    else:
        wrenches[place] = *along, *np.cross(at, along)
    return Input(name, "N" if part == "force" else "N·m", forces, wrenches)
