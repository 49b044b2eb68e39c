"""Numbers of a mechanism by name, so that they can be marked as parameters.

``boom.mass``, ``boom.center.x``, ``boom.tensor.xy`` (about the centre of mass), ``boom.at.z``, ``boom.armature`` and
``screw.pitch`` are numbers of a body, ``closure.at.x`` and ``closure.other_at.x`` of a loop, ``spring.stiffness`` of a
force, ``gravity.z`` of the mechanism. Axes and rotations are not among them, nor whatever decides which code there is.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.body import Body, body_of
from bough.mechanism.checks import finite, listing, shown, three_numbers
from bough.mechanism.forces import Force
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Helical
from bough.mechanism.loop import Loop
from bough.words import meant

if TYPE_CHECKING:
    from bough.mechanism.mechanism import Mechanism

GRAVITY, BODY, LOOP, FORCE = "gravity", "body", "loop", "force"
_AXES = ("x", "y", "z")
_SIX = (*_AXES, "turn_x", "turn_y", "turn_z")
_PAIRS = {f"{_AXES[i]}{_AXES[j]}": (i, j) for i in range(3) for j in range(i, 3)}
_REFUSED = ("rotation", "other_rotation", "axis", "joint", "parent")


class Place(NamedTuple):
    """Where a number is: in a body, a loop or a force, or in the gravity."""

    kind: str
    owner: str
    number: str  # its name there
    value: float


def places_of(mechanism: Mechanism) -> dict[str, list[Place]]:
    """All numbers that can be parameters, by name; several places where a body and a force have the same name."""
    parts: list[tuple[str, str, Iterator[tuple[str, float]]]] = [
        (GRAVITY, GRAVITY, _entries("", mechanism.gravity)),
        *((BODY, body.name, _of_body(body)) for body in mechanism.bodies),
        *((LOOP, name, _of_loop(loop)) for name, loop in mechanism.loops.items()),
        *((FORCE, name, _of_force(force)) for name, force in mechanism.forces.items()),
    ]
    found: dict[str, list[Place]] = {}
    for kind, owner, numbers in parts:
        for number, value in numbers:
            found.setdefault(f"{owner}.{number}", []).append(Place(kind, owner, number, value))
    return found


def chosen(mechanism: Mechanism, asked: Mapping[str, Any] | Iterable[str]) -> dict[str, float]:
    """The numbers that a user named, or gave by name: checked names, and finite values."""
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        raise MechanismError(f"with_parameters takes a list of names, or numbers by name, not {shown(asked)}.")
    known, found = places_of(mechanism), {}
    for name in asked:
        places = known.get(name) if isinstance(name, str) else None
        if places is None:
            raise MechanismError(_unknown(mechanism, name, known))
        if len(places) > 1:
            kinds = " and of the ".join(f"{place.kind} '{place.owner}'" for place in places)
            raise MechanismError(f"'{name}' is a number of the {kinds}; rename one of them.")
        if name in found:
            raise MechanismError(f"parameter '{name}' is named twice; leave one out.")
        value = asked[name] if isinstance(asked, Mapping) else places[0].value
        found[name] = finite(value, f"'{mechanism.name}'", f"parameter '{name}'")
        if places[0].kind == BODY and places[0].number.startswith("armature") and not (places[0].value and found[name]):
            raise MechanismError(
                f"'{name}' is zero, and without armature the code is another; give it a positive number."
            )
    return found


def _unknown(mechanism: Mechanism, name: Any, known: Mapping[str, Any]) -> str:
    owner, _, number = str(name).rpartition(".")
    siblings = [one for one in known if owner and one.startswith(f"{owner}.")]
    if number in _REFUSED and siblings:
        return f"'{name}' cannot be a parameter: it decides what the code is; make a mechanism for each of its values."
    close = meant(name, known)
    hint = f"did you mean '{close}'? " if close else ""
    return f"no parameter {shown(name)} in '{mechanism.name}': {hint}there are {listing(siblings or known, 24)}."


# --- the numbers of each part -----------------------------------------------------------------------------------------


def _entries(name: str, values: Iterable[Any], parts: Iterable[str] = _AXES) -> Iterator[tuple[str, float]]:
    for part, value in zip(parts, values, strict=False):
        yield (f"{name}.{part}" if name else part), float(value)


def _of_body(body: Body) -> Iterator[tuple[str, float]]:
    yield "mass", body.inertia.mass
    yield from _entries("center", body.inertia.center)
    for pair, place in _PAIRS.items():
        yield f"tensor.{pair}", float(body.inertia.tensor[place])
    yield from _entries("at", body.at)
    if isinstance(body.joint, Helical):
        yield "pitch", body.joint.pitch
    yield from zip(_armature_names(body), body.armature, strict=False)


def _armature_names(body: Body) -> list[str]:
    names = body.joint.u_names
    return ["armature"] if len(names) == 1 else [f"armature.{name}" for name in names]


def _of_loop(loop: Loop) -> Iterator[tuple[str, float]]:
    if loop.cut == "joint":
        yield from _entries("at", loop.at)
        yield from _entries("other_at", loop.other_at)


def _of_force(force: Force) -> Iterator[tuple[str, float]]:
    for one in fields(force):  # type: ignore[arg-type]
        value = getattr(force, one.name)
        if isinstance(value, float):
            yield one.name, value
        elif isinstance(value, tuple) and len(value) in (3, 6):
            for name, part in zip(_SIX, value, strict=False):
                if isinstance(part, float):  # (others are functions of time, or rows of a rotation)
                    yield f"{one.name}.{name}", part


# --- the same with other numbers --------------------------------------------------------------------------------------


class _SymbolicInertia(Inertia):
    """Mass properties that hold symbols, and are not checked."""

    __slots__ = ()

    def __init__(self, mass: Any, center: Any, tensor: Any, strict: bool = False):
        self.mass, self.center, self.tensor, self.strict = mass, center, tensor, strict


def with_numbers(mechanism: Mechanism, numbers: Mapping[str, Any], symbolic: bool = False) -> Mechanism:
    """A copy with other numbers, by name: checked like those of a new mechanism, unless they are ``symbolic``."""
    known = places_of(mechanism)
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    for name, value in numbers.items():
        place = known[name][0]
        groups.setdefault((place.kind, place.owner), {})[place.number] = value
    bodies, loops, forces, gravity = [], [], {}, mechanism.gravity
    for (kind, owner), values in groups.items():
        if kind == BODY:
            bodies.append(_changed_body(mechanism.body(owner), values, symbolic))
        elif kind == LOOP:
            loop = mechanism.loops[owner]
            at, other_at = (_changed(getattr(loop, name), name, values) for name in ("at", "other_at"))
            if not symbolic:
                at, other_at = (
                    three_numbers(x, f"loop '{owner}'", end) for x, end in ((at, "at"), (other_at, "other_at"))
                )
            loops.append(replace(loop, at=at, other_at=other_at))
        elif kind == FORCE:
            forces[owner] = _changed_force(mechanism.forces[owner], values, symbolic)
        else:
            gravity = _changed(gravity, "", values)
            gravity = gravity if symbolic else three_numbers(gravity, f"'{mechanism.name}'", GRAVITY)
    return mechanism.renewed(bodies, loops, forces, gravity)


def _changed(vector: Iterable[Any], name: str, values: Mapping[str, Any], parts: Iterable[str] = _AXES) -> np.ndarray:
    """A vector with other entries, of which ``values`` holds those that change, by name."""
    entries = [values.get(f"{name}.{part}" if name else part, old) for part, old in zip(parts, vector, strict=False)]
    found = np.array(entries)
    found.setflags(write=False)
    return found


def _changed_body(body: Body, values: Mapping[str, Any], symbolic: bool) -> Body:
    inertia, joint = body.inertia, body.joint
    tensor = inertia.tensor.astype(object)
    for pair, (i, j) in _PAIRS.items():
        if (name := f"tensor.{pair}") in values:
            tensor[i, j] = tensor[j, i] = values[name]
    mass, center = values.get("mass", inertia.mass), _changed(inertia.center, "center", values)
    if "pitch" in values:
        joint = copy.copy(joint)
        object.__setattr__(joint, "pitch", values["pitch"])
    at = _changed(body.at, "at", values)
    armature = tuple(values.get(name, x) for name, x in zip(_armature_names(body), body.armature, strict=False))
    if symbolic:
        return replace(body, joint=joint, at=at, inertia=_SymbolicInertia(mass, center, tensor), armature=armature)
    inertia = Inertia(mass, center, tensor, inertia.strict)
    given = joint, at, body.rotation, inertia, body.joint_name, body.visuals, armature or 0.0
    return body_of(body.name, body.parent, *given)


def _changed_force(force: Force, values: Mapping[str, Any], symbolic: bool) -> Force:
    new: dict[str, Any] = {}
    for one in fields(force):  # type: ignore[arg-type]
        old = getattr(force, one.name)
        if one.name in values:
            new[one.name] = values[one.name]
        elif any(name.startswith(f"{one.name}.") for name in values):
            new[one.name] = tuple(values.get(f"{one.name}.{part}", x) for part, x in zip(_SIX, old, strict=False))
    return _changed_data(force, new, symbolic)


def _changed_data(data: Any, values: Mapping[str, Any], symbolic: bool) -> Any:
    """A dataclass with other values; symbols are not checked."""
    if not symbolic:
        return replace(data, **values)
    found = copy.copy(data)
    for name, value in values.items():
        object.__setattr__(found, name, value)
    return found
