"""Numbers of a mechanism that its own code holds as constants, by name: a change makes a mechanism anew.

``motor.force.A`` is a named number of an expression of time (``"A*sin(t) where A = 3"``), ``motor.force.values.2`` the
third value of a table and ``motor.force.times.2`` its time. ``slew.motion`` is the motion of a driven joint, with the
same numbers in it; ``boom.axis.x`` a direction of a joint, which is scaled to unit length after the change;
``boom.armature`` an armature that is zero. Those that own code takes as inputs are in ``mechanism/parameters.py``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np

from bough.mechanism.body import Body, body_of
from bough.mechanism.expressions import Expression
from bough.mechanism.forces import Force
from bough.mechanism.joints import Driven, Joint
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.loop import Loop, loop_of
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import BODY, FORCE, LOOP
from bough.mechanism.profiles import Profile
from bough.mechanism.signals import Integral, Table

AXES: tuple[str, ...] = ("x", "y", "z")

Step = str | int
Path = tuple[Step, ...]
Found = Iterator[tuple[str, Path, float]]


class Slot(NamedTuple):
    """Where a number is: in a body, a loop or a force, and the way to it from there."""

    kind: str
    owner: str
    path: Path
    value: float


def slots_of(mechanism: Mechanism) -> dict[str, list[Slot]]:
    """All numbers of joints, loops and functions of time, by name; some of them may also be parameters."""
    parts: list[tuple[str, str, Found]] = [
        *((BODY, body.name, _of_body(body)) for body in mechanism.bodies),
        *((LOOP, name, _of_loop(loop)) for name, loop in mechanism.loops.items()),
        *((FORCE, name, _of_force(force)) for name, force in mechanism.forces.items()),
    ]
    found: dict[str, list[Slot]] = {}
    for kind, owner, numbers in parts:
        for name, path, value in numbers:
            found.setdefault(f"{owner}.{name}", []).append(Slot(kind, owner, path, value))
    return found


# --- the numbers of each part -----------------------------------------------------------------------------------------


def _of_body(body: Body) -> Found:
    yield from _of_joint(body.joint, ("joint",))
    names = body.joint.u_names
    for k, name in enumerate(names):
        value = body.armature[k] if body.armature else 0.0
        yield ("armature" if len(names) == 1 else f"armature.{name}"), ("armature", k), value


def _of_loop(loop: Loop) -> Found:
    yield from _of_joint(loop.joint, ("joint",))
    for name in ("at", "other_at"):
        yield from _prefixed(name, (name,), _within(tuple(getattr(loop, name).tolist()), AXES))


def _of_joint(joint: Joint, path: Path) -> Found:
    if isinstance(joint, Driven):
        yield from _of_joint(joint.joint, (*path, "joint"))
        yield from _prefixed("motion", (*path, "motion"), _within(joint.motion, joint.motion_names))
    elif not isinstance(joint, Own):  # (what a user's function makes of its numbers is not known)
        for name, value in vars(joint).items():
            yield from _prefixed(name, (*path, name), _within(value, AXES))


def _of_force(force: Force) -> Found:
    for name, value in signal_fields(force).items():
        yield from _prefixed(name, (name,), _within(value, AXES))


def signal_fields(force: Force) -> dict[str, Any]:
    """What a force holds as functions of time, by the names of its fields: those that may be of any type."""
    return {one.name: getattr(force, one.name) for one in fields(force) if one.type in (Any, "Any")}  # type: ignore[arg-type]


def _prefixed(name: str, path: Path, numbers: Found) -> Found:
    for inner, way, value in numbers:
        yield (f"{name}.{inner}" if inner else name), (*path, *way), value


def _within(value: Any, parts: Sequence[str]) -> Found:
    """The numbers in a value; ``parts`` name the entries of a vector."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float | np.number):
        yield "", (), float(value)
    elif isinstance(value, str | Expression):
        expression = Expression(value) if isinstance(value, str) else value
        for name, number in expression.numbers.items():
            yield name, (name,), number
        if not expression.numbers and expression.is_constant:
            yield "", (), expression(0.0)
    elif isinstance(value, Table):
        for k, time in enumerate(value.times):
            yield f"times.{k}", ("times", k), time
        for k, entry in enumerate(value.values):
            yield from _prefixed(f"values.{k}", ("values", k), _within(entry, parts))
    elif isinstance(value, Profile | Integral):
        for one in fields(value):
            yield from _prefixed(one.name, (one.name,), _within(getattr(value, one.name), ()))
    elif isinstance(value, tuple):
        nested = bool(value) and isinstance(value[0], tuple)  # several directions
        names = [str(k) for k in range(len(value))] if nested or len(value) != len(parts) else parts
        for k, entry in enumerate(value):
            yield from _prefixed(names[k], (k,), _within(entry, parts))


# --- the same with other numbers --------------------------------------------------------------------------------------


def with_slots(mechanism: Mechanism, numbers: Mapping[Slot, float]) -> Mechanism:
    """A copy with other numbers, checked like those of a new mechanism."""
    groups: dict[tuple[str, str], dict[Path, float]] = {}
    for slot, value in numbers.items():
        groups.setdefault((slot.kind, slot.owner), {})[slot.path] = value
    bodies, loops, forces = [], [], {}
    for (kind, owner), changes in groups.items():
        if kind == BODY:
            bodies.append(_changed_body(mechanism.body(owner), changes))
        elif kind == LOOP:
            loops.append(_changed_loop(mechanism.loops[owner], changes))
        else:
            forces[owner] = _changed(mechanism.forces[owner], changes)
    return mechanism.renewed(bodies, loops, forces, mechanism.gravity)


def _changed_body(body: Body, changes: Mapping[Path, float]) -> Body:
    inner = _by_step(changes)
    joint = _changed(body.joint, inner.pop("joint")) if "joint" in inner else body.joint
    armature: Any = body.armature or (0.0,) * len(joint.u_names)
    armature = _changed(armature, inner.pop("armature")) if "armature" in inner else body.armature or 0.0
    given = joint, body.at, body.rotation, body.inertia, body.joint_name, body.visuals, armature
    return body_of(body.name, body.parent, *given)


def _changed_loop(loop: Loop, changes: Mapping[Path, float]) -> Loop:
    given = {name: getattr(loop, name) for name in ("joint", "at", "rotation", "other_at", "other_rotation", "cut")}
    for name, inner in _by_step(changes).items():
        old = given[str(name)]
        given[str(name)] = _changed(tuple(old.tolist()) if isinstance(old, np.ndarray) else old, inner)
    return loop_of(loop.name, loop.body, loop.other, **given)


def _changed(value: Any, changes: Mapping[Path, float]) -> Any:
    """A value of a description with other numbers, by the ways to them."""
    if () in changes:
        return changes[()]
    if isinstance(value, str):
        return _changed(Expression(value), changes).text
    if isinstance(value, Expression):
        return value.with_numbers({str(path[0]): number for path, number in changes.items()})
    inner = _by_step(changes)
    if isinstance(value, tuple):
        return tuple(_changed(entry, inner[k]) if k in inner else entry for k, entry in enumerate(value))
    new = {str(name): _changed(getattr(value, str(name)), ways) for name, ways in inner.items()}
    if isinstance(value, Joint):
        own = {**vars(value), **{name: entry if name == "motion" else _scaled(entry) for name, entry in new.items()}}
        return type(value)(**own)
    return replace(value, **new)


def _by_step(changes: Mapping[Path, float]) -> dict[Step, dict[Path, float]]:
    """Changes by the first step of the way to them."""
    found: dict[Step, dict[Path, float]] = {}
    for (first, *rest), number in changes.items():
        found.setdefault(first, {})[tuple(rest)] = number
    return found


def _scaled(value: Any) -> Any:
    """Directions of unit length; anything else, also a direction of no length, as it is."""
    if not isinstance(value, tuple):
        return value
    if isinstance(value[0], tuple):
        return tuple(map(_scaled, value))
    length = math.hypot(*value)
    return tuple(x / length for x in value) if length else value
