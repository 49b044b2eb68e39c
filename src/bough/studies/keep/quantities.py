"""Quantities of a motion by name: ``q.rope``, ``u.boom``, ``energy.total``, ``position.hook.z``, ``reaction.boom.force``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.trajectory import FORCE_UNIT
from bough.studies.keep.functions import Function
from bough.studies.keep.keeping import Keep
from bough.studies.keep.states import States

AXES = ("x", "y", "z")
ENERGIES = ("kinetic", "potential", "total")
_POINT = re.compile(r"(.*)\(([^()]*)\)(\.\w+)?", re.DOTALL)


@dataclass(frozen=True)
class Quantity:
    """What is computed from states, and in which unit."""

    read: Callable[[States], np.ndarray]  # (N,) numbers of N states
    units: str
    about: str


def quantity_of(mechanism: Mechanism, name: str, keep: Keep) -> Quantity:
    """The quantity that a user asked to keep under a name, on a mechanism."""
    if isinstance(keep.of, str):
        try:
            found = _by_name(mechanism, keep.of)
        except StateError as error:
            raise StateError(f"keep '{name}': {error}") from None
    else:
        function = Function(mechanism, keep.of, f"keep '{name}'")
        found = Quantity(function, "", keep.words)
    if not keep.absolute:
        return found
    read = found.read
    return Quantity(lambda states: np.abs(read(states)), found.units, found.about)


def _by_name(mechanism: Mechanism, text: str) -> Quantity:
    kind, _, rest = text.partition(".")
    if kind in _KINDS and rest:
        return _KINDS[kind](mechanism, rest)
    if text in mechanism.q_names:
        return _coordinate(mechanism, text)
    kinds = [f"{kind}.…" for kind in _KINDS]
    known = [*mechanism.q_names, *(f"{letter}.{name}" for letter in ("q", "u") for name in mechanism.u_names)]
    raise StateError(
        f"no quantity {shown(text)} of '{mechanism.name}': {remedy(text, known)} Others are {listing(kinds, 20)}."
    )


def _one_of(what: str, name: str, known: Iterable[str]) -> int:
    """The place of a name among known ones."""
    known = list(known)
    if name in known:
        return known.index(name)
    several = [one for one in known if one.startswith(f"{name}.")]
    if several:
        raise StateError(f"{what} '{name}' has several numbers; name one of them: {listing(several, 20)}.")
    if not known:
        raise StateError(f"there is no {what} in the mechanism, so none is called '{name}'.")
    raise StateError(f"no {what} {shown(name)}: {remedy(name, known)}")


def _coordinate(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("coordinate", name, mechanism.q_names)
    return Quantity(lambda states: states.q[:, k], mechanism.q_units[k], f"coordinate {name}")


def _velocity(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("velocity", name, mechanism.u_names)
    return Quantity(lambda states: states.u[:, k], mechanism.u_units[k], f"velocity {name}")


def _acceleration(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("velocity", name, mechanism.u_names)
    units = mechanism.u_units[k].replace("/s", "/s²")
    return Quantity(lambda states: states.accelerations[:, k], units, f"acceleration {name}")


def _energy(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("energy", name, ENERGIES)
    columns = [0, 1] if name == "total" else [k]
    return Quantity(lambda states: states.energies[:, columns].sum(axis=1), "J", f"{name} energy")


def _place(mechanism: Mechanism, text: str, moving: bool) -> Quantity:
    point, what = np.zeros(3), text
    if found := _POINT.fullmatch(text):
        try:
            point = np.array([float(x) for x in found[2].split(",")])
        except ValueError:
            point = np.empty(0)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise StateError(f"the point ({found[2]}) must be three numbers, as in 'position.boom(0, 0, 1.2).z'.")
        text = found[1] + (found[3] or "")
    body, axis = _ending(text, mechanism.body_names, AXES)
    k = _one_of("body", body, mechanism.body_names)

    def position(states: States) -> np.ndarray:
        pose = states.poses[:, k]
        return pose[:, :3, 3] + pose[:, :3, :3] @ point

    def velocity(states: States) -> np.ndarray:
        twist = states.twists[:, k]
        own = twist[:, :3] + np.cross(twist[:, 3:], point)
        return np.einsum("nij,nj->ni", states.poses[:, k, :3, :3], own)

    vector = velocity if moving else position
    about = f"{'velocity' if moving else 'position'} of {what}"
    return Quantity(_component(vector, axis), "m/s" if moving else "m", about)


def _component(vector: Callable[[States], np.ndarray], axis: str) -> Callable[[States], np.ndarray]:
    """A component of a vector, or its magnitude."""
    if axis:
        k = AXES.index(axis)
        return lambda states: vector(states)[:, k]
    return lambda states: np.linalg.norm(vector(states), axis=1)


def _ending(text: str, names: Iterable[str], endings: Iterable[str]) -> tuple[str, str]:
    """A name and what follows it; names may have dots themselves."""
    if text in names:
        return text, ""
    name, _, ending = text.rpartition(".")
    return (name, ending) if name and ending in endings else (text, "")


def _wrench(mechanism: Mechanism, text: str, what: str, owner: str, names: tuple[str, ...]) -> Quantity:
    rest, axis = _ending(text, (), AXES)
    name, _, part = rest.rpartition(".")
    if part not in ("force", "moment"):
        example = next((one for one in names if text.startswith(one)), next(iter(names), "NAME"))
        raise StateError(
            f"{shown(what + '.' + text)} must be '{what}.{example}.force' or '{what}.{example}.moment', or a component of one: "
            f"'{what}.{example}.force.z'."
        )
    k, at = _one_of(owner, name, names), 0 if part == "force" else 3
    read = _component(lambda states: getattr(states, f"{what}s")[:, k, at : at + 3], axis)
    return Quantity(read, "N" if part == "force" else "N·m", f"{part} of the {what} of {name}")


def _reaction(mechanism: Mechanism, text: str) -> Quantity:
    return _wrench(mechanism, text, "reaction", "body", mechanism.body_names)


def _bearing(mechanism: Mechanism, text: str) -> Quantity:
    return _wrench(mechanism, text, "bearing", "body", mechanism.body_names)


def _loop(mechanism: Mechanism, text: str) -> Quantity:
    return _wrench(mechanism, text, "loop", "loop", tuple(mechanism.loops))


def _power(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("force", name, mechanism.forces)
    return Quantity(lambda states: states.accounts[:, k, 1], "W", f"power of {name}")


def _stored(mechanism: Mechanism, name: str) -> Quantity:
    k = _one_of("force", name, mechanism.forces)
    return Quantity(lambda states: states.accounts[:, k, 0], "J", f"energy stored in {name}")


def _drive(mechanism: Mechanism, text: str) -> Quantity:
    name, _, part = text.rpartition(".")
    if part not in ("force", "power"):
        raise StateError(f"'drive.{text}' must end with force or power, as in 'drive.{name or text}.force'.")
    k = _one_of("driven joint", name, mechanism.driven_names)
    if part == "power":
        return Quantity(
            lambda states: states.drives[0][:, k] * states.drives[1][:, k], "W", f"power of the drive {name}"
        )
    unit = [unit for _, joint in mechanism.driven for unit in joint.joint.u_units][k]
    return Quantity(lambda states: states.drives[0][:, k], FORCE_UNIT[unit], f"force of the drive {name}")


_KINDS: dict[str, Callable[[Mechanism, str], Quantity]] = {
    "q": _coordinate,
    "u": _velocity,
    "u_dot": _acceleration,
    "energy": _energy,
    "position": lambda mechanism, text: _place(mechanism, text, False),
    "velocity": lambda mechanism, text: _place(mechanism, text, True),
    "reaction": _reaction,
    "bearing": _bearing,
    "loop": _loop,
    "power": _power,
    "stored": _stored,
    "drive": _drive,
}
