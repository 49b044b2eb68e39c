"""A mechanism as plain data, to store with results, to send and to compare; and the way back.

A description consists of dicts, lists, strings, numbers and None, as in JSON. Reading it back is strict: only the
catalogue of this package is looked up or called, unknown keys are refused, and every number passes the same checks as a
user's. Joints, forces and SciPy's piecewise polynomials are described by their type and the arguments of their
constructors. A function is described by its name only and cannot be rebuilt.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from bough.errors import MechanismError, blamed_on
from bough.mechanism import forces as catalogue_of_forces
from bough.mechanism import joints
from bough.mechanism.body import Body
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.expressions import Expression
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Driven, Joint
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.profiles import Profile
from bough.mechanism.signals import Integral, Table
from bough.mechanism.visual import Visual
from bough.words import FORMER, now

FORMAT = "bough mechanism 1"


def _ppoly(c: list[Any], x: list[Any], extrapolate: bool | str = True) -> Any:
    from scipy.interpolate import PPoly

    return PPoly(np.array(c, float), _growing(x), _extrapolation(extrapolate))


def _bspline(t: list[Any], c: list[Any], k: int, extrapolate: bool | str = True) -> Any:
    from scipy.interpolate import BSpline

    if k != int(k):
        raise ValueError(f"k must be a whole number, not {k}")
    return BSpline(_growing(t), np.array(c, float), int(k), _extrapolation(extrapolate))


def _growing(times: Any) -> np.ndarray:
    found = np.array(times, float)
    if found.ndim != 1 or (found[:-1] > found[1:]).any() or np.abs(found).max(initial=0.0) > 1e300:
        raise ValueError(f"times must be numbers that grow, not {shown(times)}")
    return found


def _extrapolation(value: Any) -> Any:
    if not isinstance(value, bool) and value != "periodic":
        raise ValueError(f"extrapolate must be true, false or 'periodic', not {shown(value)}")
    return value


# values of joints and forces other than numbers and texts; SciPy's with the arguments of SciPy's constructors
HELD: dict[str, Callable[..., Any]] = {
    "Table": Table,
    "Profile": Profile,
    "Integral": Integral,
    "Expression": Expression,
    "PPoly": _ppoly,
    "BSpline": _bspline,
}
# largest depth of values within values
_DEEPEST = 8
# where the joint of a loop is in the bodies that it joins
PLACES = ("at", "rotation", "other_at", "other_rotation")
# joints that files and descriptions only name
OWN = ("CustomJoint", "CustomConstraint")
# parts that concern the use of a mechanism, not the mechanism itself
MANNER = ("about", "q0", "u0", "settings")


# --- there ------------------------------------------------------------------------------------------------------------


def to_dict(mechanism: Mechanism) -> dict[str, Any]:
    """A mechanism as plain data that JSON can hold; :func:`from_dict` returns the same mechanism from it."""
    description: dict[str, Any] = {
        "format": FORMAT,
        "name": str(mechanism.name),
        "gravity": mechanism.gravity.tolist(),
        "bodies": [_body(body) for body in mechanism.bodies],
    }
    if mechanism.loops:
        description["loops"] = {name: _loop(loop) for name, loop in mechanism.loops.items()}
    if mechanism.forces:
        description["forces"] = {name: plain(force, f"force '{name}'") for name, force in mechanism.forces.items()}
    for key in MANNER:
        if value := getattr(mechanism, key):
            description[key] = (
                {name: plain(x, f"{key}: {name}") for name, x in value.items()} if key != "about" else value
            )
    return description


def _body(body: Body) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": body.name,
        "parent": body.parent,
        "joint": plain(body.joint, f"the joint of '{body.name}'"),
        "at": body.at.tolist(),
        "rotation": body.rotation.tolist(),
        "inertia": {
            "mass": body.inertia.mass,
            "center": body.inertia.center.tolist(),
            "tensor": body.inertia.tensor.tolist(),
        },
    }
    if not body.inertia.strict:
        described["inertia"]["strict"] = False
    if body.joint_name != body.name:
        described["joint_name"] = body.joint_name
    if body.armature:
        described["armature"] = list(body.armature)
    if body.visuals:
        described["visuals"] = [plain(visual, f"a visual of '{body.name}'") for visual in body.visuals]
    return described


def _loop(loop: Loop) -> dict[str, Any]:
    return {
        "body": loop.body,
        "other": loop.other,
        "joint": plain(loop.joint, f"the joint of loop '{loop.name}'"),
        **{key: getattr(loop, key).tolist() for key in PLACES},
        "cut": loop.cut,
    }


def fingerprint(mechanism: Mechanism) -> str:
    """A fingerprint of what is simulated: the SHA-256 of the description, the same on every machine.

    Visuals, starting states and settings do not count.
    """
    import hashlib  # imported late, because it loads OpenSSL

    description = to_dict(mechanism)
    for key in MANNER:
        description.pop(key, None)
    for body in description["bodies"]:
        body.pop("visuals", None)
    text = as_text(description, sort_keys=True)
    for former, kind in FORMER.items():  # fingerprints in files of before stay valid
        text = text.replace(f'"type":"{kind}"', f'"type":"{former}"')
    return hashlib.sha256(text.encode()).hexdigest()


def functions(mechanism: Mechanism) -> Iterator[tuple[str, Callable[..., Any], bool]]:
    """The functions of a mechanism, which its description only names: (owner, function, whether it is told otherwise).

    Functions of time are told by their polynomials, those of joints by their digests.
    """
    for body in mechanism.bodies:
        for function in _functions(body.joint):
            yield f"the joint of '{body.name}'", function, isinstance(body.joint, Driven | Own)
    for name, loop in mechanism.loops.items():
        for function in _functions(loop.joint):
            yield f"the joint of loop '{name}'", function, isinstance(loop.joint, Driven | Own)
    for name, force in mechanism.forces.items():
        for function in _functions(force):
            yield f"force '{name}'", function, bool(force.signals)


def _functions(value: Any) -> Iterator[Callable[..., Any]]:
    if _is_function(value):
        yield value
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _functions(entry)
    elif isinstance(value, Joint) or dataclasses.is_dataclass(value):
        for entry in vars(value).values():
            yield from _functions(entry)


def _is_function(value: Any) -> bool:
    """Whether it is a user's own function or callable; those of bough and SciPy can be described."""
    return callable(value) and not isinstance(value, Expression) and _spline(value) is None


def function_name(function: Callable[..., Any]) -> str:
    """The name of a function in a description."""
    named: Any = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def as_text(description: dict[str, Any], sort_keys: bool = False) -> str:
    """A description as JSON. By default keys keep their order, so that forces keep theirs."""
    return json.dumps(description, sort_keys=sort_keys, separators=(",", ":"), allow_nan=False)


def plain(value: Any, whose: str) -> Any:
    """A value of a joint or a force as plain data."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        if not math.isfinite(value):
            raise MechanismError(f"{whose} holds {value}, which cannot be described; give finite numbers.")
        return float(value)
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), whose)
    if isinstance(value, list | tuple):
        return [plain(entry, whose) for entry in value]
    if _is_function(value):
        return {"function": function_name(value)}
    if isinstance(value, Own):
        # its function by its name, and by what it does
        told = {"name": value.name, "function": function_name(value.function), "digest": value.fingerprint}
        return {"type": type(value).__name__, **told, "coordinates": list(value.q_names), "units": list(value.q_units)}
    if isinstance(value, Joint):
        return {"type": type(value).__name__, **{name: plain(entry, whose) for name, entry in vars(value).items()}}
    if dataclasses.is_dataclass(value):
        # only arguments of the constructor are part of the description
        fields = [field.name for field in dataclasses.fields(value) if field.init]
        return {"type": type(value).__name__, **{name: plain(getattr(value, name), whose) for name in fields}}
    if (spline := _spline(value)) is not None:
        return {name: plain(entry, whose) for name, entry in spline.items()}
    raise MechanismError(f"{whose} holds {shown(value)}, which cannot be described as plain data.")


def _spline(value: Any) -> dict[str, Any] | None:
    """Type and arguments of one of SciPy's piecewise polynomials."""
    interpolate = sys.modules.get("scipy.interpolate")  # already imported if a spline exists
    if interpolate is not None and isinstance(value, interpolate.PPoly):
        return {"type": "PPoly", "c": value.c, "x": value.x, "extrapolate": value.extrapolate}
    if interpolate is not None and isinstance(value, interpolate.BSpline):
        return {"type": "BSpline", "t": value.t, "c": value.c, "k": value.k, "extrapolate": value.extrapolate}
    return None


# --- and back ----------------------------------------------------------------------------------------------------------


def from_dict(description: Mapping[str, Any]) -> Mechanism:
    """The mechanism of a description; raises MechanismError on anything that :func:`to_dict` would not have written."""
    whose = "the description"
    data = _entries(description, whose, ("format", "name", "gravity", "bodies"), ("loops", "forces", *MANNER))
    if data["format"] != FORMAT:
        raise MechanismError(f"{whose} has the format {shown(data['format'])}; this version reads '{FORMAT}'.")
    name = _text(data["name"], f"{whose}: name")
    if not isinstance(data["bodies"], list):
        raise MechanismError(f"{whose}: bodies must be a list, not {shown(data['bodies'])}.")
    mechanism = Mechanism(name, _numbers(data["gravity"], f"{whose}: gravity"))
    known = {**types_in(joints), **HELD}
    for k, entry in enumerate(data["bodies"]):
        own = _entries(
            entry,
            f"body {k}",
            ("name", "parent", "joint", "at", "rotation", "inertia"),
            ("joint_name", "visuals", "armature"),
        )
        body = _text(own["name"], f"body {k}: name")
        whose = f"body '{body}'"
        inertia = _entries(own["inertia"], f"{whose}: inertia", ("mass", "center", "tensor"), ("strict",))
        mechanism.add_body(
            body,
            _text(own["parent"], f"{whose}: parent"),
            made(own["joint"], f"{whose}: joint", known),
            _numbers(own["at"], f"{whose}: at"),
            _numbers(own["rotation"], f"{whose}: rotation"),
            made({"type": "Inertia", **inertia}, f"{whose}: inertia", {"Inertia": Inertia}),
            own.get("joint_name"),
            [made(visual, f"{whose}: visual", {"Visual": Visual}) for visual in own.get("visuals", [])],
            armature=_numbers(own.get("armature", 0.0), f"{whose}: armature"),
        )
    if "loops" in data:
        _add_loops(mechanism, data["loops"])
    mechanism.topology  # noqa: B018  (refuses unknown parents, cycles and loops that cannot be closed)
    if "forces" in data:
        _add_forces(mechanism, data["forces"])
    mechanism.about = _text(data.get("about", ""), f"{whose}: about")
    for key in ("q0", "u0", "settings"):
        found = _mapping(data.get(key, {}), f"{whose}: {key}")
        called = now if key == "settings" else str
        setattr(mechanism, key, {called(name): _value(x, f"{key}: {name}", {}, 1) for name, x in found.items()})
    return mechanism


def _add_loops(mechanism: Mechanism, loops: Any) -> None:
    known = {**types_in(joints), **HELD}
    for name, entry in _mapping(loops, "the description: loops").items():
        whose = f"loop '{name}'"
        own = _entries(entry, whose, ("body", "other", "joint", *PLACES, "cut"))
        own["joint"] = made(own["joint"], f"{whose}: joint", known)
        own.update({key: _numbers(own[key], f"{whose}: {key}") for key in PLACES})
        mechanism.add_loop(name, **own)


def _add_forces(mechanism: Mechanism, forces: Any) -> None:
    known = {**types_in(catalogue_of_forces), **HELD}
    for name, force in _mapping(forces, "the description: forces").items():
        acting = made(force, f"force '{name}'", known)
        mechanism.add_force(name, acting)
        acting.check(mechanism, later=False)  # all bodies exist by now


def types_in(catalogue: Any) -> dict[str, Callable[..., Any]]:
    """The types in a catalogue by name, without the base class."""
    return {name: getattr(catalogue, name) for name in catalogue.__all__ if hasattr(getattr(catalogue, name), "kind")}


@cache
def parameters(make: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a constructor."""
    return {} if getattr(make, "__init__", None) is object.__init__ else inspect.signature(make).parameters


@cache
def required(make: Callable[..., Any]) -> tuple[str, ...]:
    """The required parameters of a constructor."""
    return tuple(name for name, p in parameters(make).items() if p.default is p.empty)


def made(data: Any, whose: str, known: Mapping[str, Callable[..., Any]], depth: int = 0) -> Any:
    """A joint, a force, or a value of one of them, from its type and arguments."""
    data = dict(_mapping(data, whose))
    if "function" in data:
        raise MechanismError(
            f"{whose} has the function {shown(data['function'])}, which a description cannot hold; build the mechanism in Python."
        )
    if "type" not in data:
        raise MechanismError(f"{whose} has no type; choose from {listing(known, 20)}.")
    kind = now(_text(data.pop("type"), f"{whose}: type"))
    if kind not in known:
        raise MechanismError(f"{whose} has the unknown type {shown(kind)}: {remedy(kind, known)}")
    make = known[kind]
    needed = required(make)
    given = _entries(data, f"{whose}: {kind}", needed, [name for name in parameters(make) if name not in needed])
    arguments = {}
    for name, value in given.items():
        with blamed_on(name):
            if by_coordinate(name, value):
                told = {key: _value(entry, f"{whose}: {key}", known, depth + 1) for key, entry in value.items()}
                arguments[name] = told
            else:
                arguments[name] = _value(value, f"{whose}: {name}", known, depth + 1)
    try:
        return make(**arguments)
    except (TypeError, ValueError) as error:
        argument, unknown = (getattr(error, name, "") for name in ("argument", "value"))
        raise MechanismError(f"{whose}: {' '.join(str(error).split())}", argument=argument, value=unknown) from None


def by_coordinate(name: Any, value: Any) -> bool:
    """Whether a value is the motion of a driven joint by the names of coordinates, and not an object."""
    return (
        name in ("motion", "velocity", "start")
        and isinstance(value, Mapping)
        and value.keys().isdisjoint(("type", "function"))
    )


def signal_from(data: Any, whose: str) -> Any:
    """A number or a function of time from :func:`plain` data; raises MechanismError if it is a user's own function."""
    return _value(data, whose, HELD, 0)


def _value(value: Any, whose: str, known: Mapping[str, Callable[..., Any]], depth: int) -> Any:
    """An argument of a constructor: lists become tuples, mappings with a type become objects."""
    if depth > _DEEPEST:
        raise MechanismError(f"{whose} is nested too deeply; use fewer levels.")
    if value is None or isinstance(value, bool | str | Own):
        return value
    if isinstance(value, list):
        return tuple(_value(entry, whose, known, depth + 1) for entry in value)
    if isinstance(value, Mapping):
        return made(value, whose, known, depth)
    return _numbers(value, whose)


def _numbers(value: Any, whose: str, depth: int = 0) -> Any:
    """A number, or lists of numbers; constructors check shapes."""
    if isinstance(value, list) and depth < _DEEPEST:
        return [_numbers(entry, whose, depth + 1) for entry in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return value
    raise MechanismError(f"{whose} must be finite numbers, not {shown(value)}.")


def _entries(data: Any, whose: str, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """A mapping with all required keys, in their order, some of the optional ones, and no others."""
    data = _mapping(data, whose)
    known = [*required, *optional]
    for key in data:
        if key not in known:
            raise MechanismError(f"{whose} has the unknown entry {shown(key)}: {remedy(key, known)}")
    missing = [key for key in required if key not in data]
    if missing:
        raise MechanismError(f"{whose} lacks {listing(missing)}.")
    return {key: data[key] for key in known if key in data}


def _mapping(data: Any, whose: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise MechanismError(f"{whose} must be a mapping with names as keys, not {shown(data)}.")
    return data


def _text(value: Any, whose: str) -> str:
    if not isinstance(value, str):
        raise MechanismError(f"{whose} must be a string, not {shown(value)}.")
    return value
