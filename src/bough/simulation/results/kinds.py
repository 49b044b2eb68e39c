"""What has a name in a motion, besides reactions and forces: coordinates, bodies, points, drives, energies.

Each function makes the quantities of one kind: ``(mechanism, owner, rest)``, with the owner's name and what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from bough.errors import StateError
from bough.mechanism.body import Body
from bough.mechanism.checks import remedy
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results import observe
from bough.simulation.results.quantity import (
    AXES,
    Quantities,
    Quantity,
    Reading,
    Vector,
    place_of,
    rotation_of,
    turned,
    velocity_of,
)
from bough.simulation.results.states import RunStates, States
from bough.simulation.results.stored import FORCE_UNIT, MOMENTUM_UNIT, WORK
from bough.typing import Array

ANGLES = ("roll", "pitch", "yaw")
ENERGIES = ("kinetic", "potential", "total", "work", "drift")
MOMENTA = {"linear": "kg·m/s", "angular": "kg·m²/s", "center": "m"}
DRIVES = ("motion", "rate", "force", "power")
LOCKED = 1e-12  # cos of the pitch, at which roll and yaw turn about the same axis
_POINT = re.compile(r"(.+)\(([^()]*)\)", re.DOTALL)


def ending(rest: Sequence[str], known: Iterable[str], whole: str) -> str:
    """What follows a name: nothing, or one of the known."""
    if not rest:
        return ""
    if (text := ".".join(rest)) not in (known := list(known)):
        hint = remedy(f"{whole}.{text}", [f"{whole}.{one}" for one in known]) if known else f"write '{whole}'."
        raise StateError(f"'{whole}' has no '{text}': {hint}")
    return text


def chosen(vector: Vector, rest: Sequence[str]) -> Quantities:
    """A vector, or the component that follows its name."""
    axis = ending(rest, AXES, vector.name)
    return [vector.component(axis)] if axis else [vector]


# --- states ---------------------------------------------------------------------------------------------------------


def body_of(mechanism: Mechanism, name: str) -> Body | None:
    """The body of that name, or whose joint has it."""
    if name in mechanism:
        return mechanism.body(name)
    owner = mechanism.joint_owner(name)
    return owner if isinstance(owner, Body) else None


def coordinates(mechanism: Mechanism, owner: str, rest: Sequence[str], angles: bool = False) -> Quantities:
    """Coordinates of a name; with ``angles``, roll, pitch and yaw in place of quaternions."""
    places = list(mechanism.q_places[owner])
    turns = quaternions(mechanism)
    first = next((turns[k] for k in places if k in turns), None)
    if rest:
        angle = ending(rest, ANGLES if first is not None and len(places) > 1 else (), f"q.{owner}")
        assert first is not None
        return [_joint_angle(mechanism, first, angle)]
    return coordinates_at(mechanism, places, angles)


def coordinates_at(mechanism: Mechanism, places: Sequence[int], angles: bool) -> Quantities:
    """Coordinates by their places in q."""
    turns = quaternions(mechanism)
    found: Quantities = []
    for k in places:
        if not angles or k not in turns:
            name = mechanism.q_names[k]
            found.append(Quantity(f"q.{name}", mechanism.q_units[k], f"coordinate {name}", _column("q", k)))
        elif turns[k] == k or k == places[0]:  # (one of its numbers stands for all)
            found += [_joint_angle(mechanism, turns[k], angle) for angle in ANGLES]
    return found


def quaternions(mechanism: Mechanism) -> dict[int, int]:
    """The coordinates that belong to quaternions, each with the first one of its quaternion."""
    found: dict[int, int] = {}
    at = 0
    for body in mechanism.parts:
        at += len(body.joint.q_names)
        if body.joint.has_quaternion:
            found |= dict.fromkeys(range(at - 4, at), at - 4)
    return found


def _joint_angle(mechanism: Mechanism, first: int, angle: str) -> Quantity:
    joint = mechanism.q_names[first].rpartition(".")[0]

    def turn(states: States) -> Array:
        w, x, y, z = states.q[:, first : first + 4].T
        columns = (
            (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
            (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
            (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
        )
        return np.moveaxis(np.array(columns), 2, 0)

    return _angle(f"q.{joint}.{angle}", f"{angle} of the joint of {joint}", turn, angle)


def _angle(name: str, about: str, turn: Reading, angle: str) -> Quantity:
    """Roll, pitch or yaw of rotations."""

    def along(states: RunStates) -> Array:
        rotations = turn(states)
        angles = np.stack([angle_of(rotations, one) for one in ANGLES], axis=-1)
        return continued(states.spread(angles))[..., ANGLES.index(angle)]

    return Quantity(name, "rad", about, lambda states: angle_of(turn(states), angle), along=along)


def continued(angles: Array) -> Array:
    """Roll, pitch and yaw (…, T, 3) along a motion, of the same rotations, that go on where they were.

    (roll + π, π - pitch, yaw + π) is the same rotation. What pitches over goes on with it: a wheel's pitch grows.
    """
    other = angles * (1.0, -1.0, 1.0) + np.pi
    change, over = np.diff(angles, axis=-2), other[..., 1:, :] - angles[..., :-1, :]
    lengths = [np.abs((way + np.pi) % (2.0 * np.pi) - np.pi).sum(-1) for way in (change, over)]
    turned = np.cumsum(lengths[1] < lengths[0], axis=-1) % 2 == 1
    turned = np.concatenate((np.zeros((*angles.shape[:-2], 1), bool), turned), axis=-1)[..., : angles.shape[-2]]
    found: Array = np.unwrap(np.where(turned[..., None], other, angles), axis=-2)
    return found


def angle_of(rotations: Array, angle: str) -> Array:
    """Roll, pitch or yaw of R = Rz(yaw) Ry(pitch) Rx(roll); the yaw is zero where it cannot be told from the roll."""
    level = np.hypot(rotations[:, 0, 0], rotations[:, 1, 0])
    if angle == "pitch":
        return np.arctan2(-rotations[:, 2, 0], level)
    if angle == "yaw":
        return np.where(level < LOCKED, 0.0, np.arctan2(rotations[:, 1, 0], rotations[:, 0, 0]))
    locked = np.arctan2(-rotations[:, 1, 2], rotations[:, 1, 1])
    return np.where(level < LOCKED, locked, np.arctan2(rotations[:, 2, 1], rotations[:, 2, 2]))


def _column(letter: str, k: int) -> Reading:
    return lambda states: getattr(states, letter)[:, k]


def of_velocities(
    what: str, letter: str, unit: Callable[[str], str], read: Callable[[int], Reading]
) -> Callable[..., Quantities]:
    """Makes what belongs to velocities: a number for each of a name."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        ending(rest, (), f"{letter}.{owner}")
        return [
            Quantity(f"{letter}.{mechanism.u_names[k]}", unit(mechanism.u_units[k]), f"{what} {mechanism.u_names[k]}", read(k),
                     needs_run=letter in ("tau", "p"))
            for k in mechanism.u_places[owner]
        ]  # fmt: skip

    return make


def _of_run(name: str, what: str) -> Callable[[int], Reading]:
    """What a run holds beside its states."""

    def column(k: int) -> Reading:
        def read(states: States) -> Array:
            assert isinstance(states, RunStates)
            values = getattr(states.run, name)
            if values is None:
                raise StateError(f"this run has no {what}; leave them out.")
            found: Array = states.flat(values)[:, k]
            return found

        return read

    return column


velocities = of_velocities("velocity", "u", str, lambda k: _column("u", k))
accelerations = of_velocities(
    "acceleration", "u_dot", lambda unit: unit.replace("/s", "/s²"), lambda k: _column("accelerations", k)
)
momenta = of_velocities("momentum", "p", MOMENTUM_UNIT.__getitem__, _of_run("_momenta", "momenta"))
joint_forces = of_velocities(
    "joint force", "tau", FORCE_UNIT.__getitem__, _of_run("_tau", "joint forces beside the mechanism's own")
)


# --- bodies and points ----------------------------------------------------------------------------------------------


def point_of(mechanism: Mechanism, text: str) -> tuple[str, Array] | None:
    """The body and the point that ``boom`` or ``boom(0, 0, 1.2)`` names; None if there is no such body."""
    if (body := body_of(mechanism, text)) is not None:
        return body.name, np.zeros(3)
    found = _POINT.fullmatch(text)
    body = body_of(mechanism, found[1].strip()) if found else None
    if not found or body is None:
        return None
    try:
        point = np.array([float(x) for x in found[2].split(",")])
    except ValueError:
        point = np.empty(0)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise StateError(f"the point ({found[2]}) must be three numbers, as in 'position.boom(0, 0, 1.2).z'.")
    return body.name, point


def position(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    body, at = _known_point(mechanism, owner)
    found = Vector(
        f"{owner}.position", "m", f"position of {owner}", lambda states: place_of(states, body, at), body=body
    )
    return chosen(found, rest)


def velocity(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    body, at = _known_point(mechanism, owner)
    found = Vector(
        f"{owner}.velocity", "m/s", f"velocity of {owner}", lambda states: velocity_of(states, body, at), body=body
    )
    return chosen(found, rest)


def acceleration(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    body, at = _known_point(mechanism, owner)

    def read(states: States) -> Array:
        k = states.mechanism.body_index[body]
        spin, rates = states.twists[:, k, 3:], states.body_accelerations[:, k]
        own = rates[:, :3] + np.cross(rates[:, 3:], at) + np.cross(spin, np.cross(spin, at))
        return turned(states, body, own)

    return chosen(Vector(f"{owner}.acceleration", "m/s²", f"acceleration of {owner}", read, body=body), rest)


def _known_point(mechanism: Mechanism, owner: str) -> tuple[str, Array]:
    found = point_of(mechanism, owner)
    assert found is not None
    return found


def of_spin(kind: str, units: str, source: str) -> Callable[..., Quantities]:
    """Makes angular velocities or accelerations."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        body, _ = _known_point(mechanism, owner)
        k = mechanism.body_index[body]
        about = f"angular {'velocity' if kind == 'spin' else 'acceleration'} of {owner}"
        read = lambda states: turned(states, body, getattr(states, source)[:, k, 3:])  # noqa: E731
        return chosen(Vector(f"{owner}.{kind}", units, about, read, body=body), rest)

    return make


def attitude(angle: str) -> Callable[..., Quantities]:
    """Makes an angle of a body against the ground."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        body, _ = _known_point(mechanism, owner)
        ending(rest, (), f"{owner}.{angle}")
        return [_angle(f"{owner}.{angle}", f"{angle} of {owner}", lambda states: rotation_of(states, body), angle)]

    return make


# --- drives, energies, momentum ---------------------------------------------------------------------------------------


def drive(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    """Motion, rate, force or power of a driven joint, or of one of its coordinates."""
    part = ending(rest, DRIVES, f"drive.{owner}")
    units = [unit for _, joint in mechanism.driven for unit in joint.joint.u_units]
    places = {
        "motion": [(k, mechanism.driven_q_names[k], mechanism.driven_units[k]) for k in _of_joint(owner, mechanism.driven_q_names)],
        "rate": [(k, mechanism.driven_names[k], units[k]) for k in _of_joint(owner, mechanism.driven_names)],
    }  # fmt: skip
    places["force"] = [(k, name, FORCE_UNIT[unit]) for k, name, unit in places["rate"]]
    places["power"] = [(k, name, "W") for k, name, _ in places["rate"]]
    return [
        Quantity(f"drive.{name}.{one}", unit, f"{one} of the drive {name}", _of_drive(one, k))
        for one in ((part,) if part else DRIVES)
        for k, name, unit in places[one]
    ]


def _of_drive(part: str, k: int) -> Reading:
    readings: dict[str, Reading] = {
        "motion": lambda states: states.driven.values[:, k],
        "rate": lambda states: states.driven.rates[:, k],
        "force": lambda states: states.drives[:, k],
        "power": lambda states: states.drives[:, k] * states.driven.rates[:, k],
    }
    return readings[part]


def _of_joint(owner: str, names: Sequence[str]) -> list[int]:
    return [k for k, name in enumerate(names) if name == owner or name.startswith(f"{owner}.")]


def energy(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    ending(rest, (), f"energy.{owner}")
    if owner in ("work", "drift"):
        about = WORK if owner == "work" else "error of the energy balance"

        def of_run(states: States) -> Array:
            assert isinstance(states, RunStates)
            return states.flat(states.run.energy()[owner].values)

        return [Quantity(f"energy.{owner}", "J", about, of_run, needs_run=True)]
    columns = [0, 1] if owner == "total" else [ENERGIES.index(owner)]
    return [Quantity(f"energy.{owner}", "J", f"{owner} energy", lambda states: states.energies[:, columns].sum(axis=1))]


def momentum(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    k = list(MOMENTA).index(owner)
    about = "centre of mass" if owner == "center" else f"{owner} momentum"
    read = lambda states: observe.momentum_values(states.bodies, states.poses, states.twists)[k]  # noqa: E731
    return chosen(Vector(f"momentum.{owner}", MOMENTA[owner], about, read), rest)
