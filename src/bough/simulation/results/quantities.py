"""Quantities of a motion by name, for tables, plots, pages and studies.

A name is that of a coordinate, body, point, force, loop or drive, with what is asked of it, in either order:
``boom.reaction.force.z`` or ``reaction.boom.force.z``. ``|…|`` is a magnitude, and ``… in ground`` or ``… in body`` says along
which axes a vector's components are. Names may have dots themselves: the longest one that is known counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import GROUND, listing, remedy, shown
from bough.mechanism.forces.base import JointForce
from bough.mechanism.joints import Driven
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results import kinds
from bough.simulation.results.force_kinds import KINDS as FORCE_KINDS
from bough.simulation.results.force_kinds import kinds_of, of_force
from bough.simulation.results.quantity import AXES, FRAMES, Quantities, Quantity, Vector
from bough.simulation.results.reaction_kinds import GAPS, HALVES, loop, measured, of_bodies, of_gaps, of_ground
from bough.simulation.results.states import RunStates
from bough.typing import Array
from bough.words import meant

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

POINT = "point:"
Make = Callable[[Mechanism, str, Sequence[str]], Quantities]


class Kind(NamedTuple):
    """What can be asked of some names."""

    what: str  # has these names
    names: Callable[[Mechanism], Iterable[str]]
    has: Callable[[Mechanism, str], bool]
    make: Make


def _with_names(what: str, names: Callable[[Mechanism], Any], make: Make) -> Kind:
    return Kind(what, names, lambda mechanism, name: name in names(mechanism), make)


def _of_points(make: Make) -> Kind:
    return Kind("body", _bodies, lambda mechanism, name: kinds.point_of(mechanism, name) is not None, make)


def _of_bodies(make: Make) -> Kind:
    return Kind("body", _bodies, lambda mechanism, name: kinds.body_of(mechanism, name) is not None, make)


def _bodies(mechanism: Mechanism) -> Iterable[str]:
    return dict.fromkeys((*mechanism.body_names, *(body.joint_name for body in mechanism.bodies)))


def _has_reaction(mechanism: Mechanism, name: str) -> bool:
    return name == GROUND or name in mechanism.loops or kinds.body_of(mechanism, name) is not None


def _forces(mechanism: Mechanism) -> Any:
    return mechanism.forces


def _loops(mechanism: Mechanism) -> Any:
    return mechanism.loops


def _drives(mechanism: Mechanism) -> Any:
    return dict.fromkeys(
        (*mechanism.driven_names, *(one.name for one, _ in mechanism.driven), *mechanism.driven_q_names)
    )


def _force_or_ground(kind: str) -> Kind:
    """Forces, and the whole of what acts on the ground."""
    of_forces, of_all = of_force(kind), of_ground(kind)

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        return (of_forces if owner in mechanism.forces else of_all)(mechanism, owner, rest)

    return _with_names("force", lambda mechanism: [*mechanism.forces, GROUND], make)


KINDS: dict[str, Kind] = {
    "q": _with_names("coordinate", lambda mechanism: mechanism.q_places, kinds.coordinates),
    "u": _with_names("velocity", lambda mechanism: mechanism.u_places, kinds.velocities),
    "u_dot": _with_names("velocity", lambda mechanism: mechanism.u_places, kinds.accelerations),
    "p": _with_names("velocity", lambda mechanism: mechanism.u_places, kinds.momenta),
    "tau": _with_names("velocity", lambda mechanism: mechanism.u_places, kinds.joint_forces),
    "position": _of_points(kinds.position),
    "velocity": _of_points(kinds.velocity),
    "acceleration": _of_points(kinds.acceleration),
    "spin": _of_bodies(kinds.of_spin("spin", "rad/s", "twists")),
    "spin_rate": _of_bodies(kinds.of_spin("spin_rate", "rad/s²", "body_accelerations")),
    **{angle: _of_bodies(kinds.attitude(angle)) for angle in kinds.ANGLES},
    "reaction": Kind("body", _bodies, _has_reaction, of_bodies("reaction")),
    "bearing": _of_bodies(of_bodies("bearing")),
    "loop": _with_names("loop", _loops, loop),
    **{kind: _with_names("loop", _loops, of_gaps(kind)) for kind in GAPS},
    "drive": _with_names("driven joint", _drives, kinds.drive),
    "energy": _with_names("energy", lambda mechanism: kinds.ENERGIES, kinds.energy),
    "momentum": _with_names("momentum", lambda mechanism: kinds.MOMENTA, kinds.momentum),
    **{kind: _with_names("force", _forces, of_force(kind)) for kind in FORCE_KINDS},
    **{kind: _force_or_ground(kind) for kind in HALVES},
}
# what may follow a name and its kind, for messages
_ENDINGS = {*AXES, *HALVES, *kinds.DRIVES, *kinds.ANGLES}


# words for what a joint has, as other programs have them
FORCES = {
    "torque": "moment",
    "moment": "moment",
    "effort": "moment",
    "load": "force",
    "force": "force",
    "tension": "force",
}
STATES = {"q": ("angle", "coordinate"), "u": ("speed", "rate", "omega"), "u_dot": ("alpha",)}


# --- names ------------------------------------------------------------------------------------------------------------


def named(mechanism: Mechanism, text: str, axes: str | None = None, angles: bool = False) -> Quantities:
    """The quantities of a name: numbers and vectors; several if a joint has several coordinates, for instance.

    ``axes``: along which all vectors are, ``"ground"`` or ``"body"``. ``angles``: roll, pitch and yaw in place of quaternions.
    One that was asked for by itself has the name that was asked for.
    """
    if not isinstance(text, str):
        raise StateError(f"a quantity has a name such as 'tendon.force', and {shown(text)} is none.")
    asked = text.strip()
    is_size = len(asked) > 2 and asked[0] == asked[-1] == "|"
    inner = asked[1:-1].strip() if is_size else asked
    for frame in FRAMES:
        if inner.endswith(f" in {frame}"):
            inner, axes = inner.removesuffix(f" in {frame}").rstrip(), frame
            break
    ending = asked.strip("|").strip()[len(inner) :]
    found = _resolved(mechanism, inner, angles)
    if len(found) == 1:
        found = [replace(found[0], name=inner)]
    if axes is not None:
        found = _along(mechanism, inner, found, axes)
    if is_size:
        found = [one.magnitude for one in found]
    if len(found) != 1:
        return [replace(one, ending=ending) if isinstance(one, Vector) else one for one in found]
    only = found[0]
    return [replace(only, ending=ending) if isinstance(only, Vector) else replace(only, name=asked)]


def _along(mechanism: Mechanism, text: str, found: Quantities, axes: str) -> Quantities:
    """Vectors along these axes, and components of vectors of which their name tells."""
    if len(found) == 1 and isinstance(found[0], Quantity) and text.endswith(tuple(f".{axis}" for axis in AXES)):
        whole, _, axis = text.rpartition(".")
        try:
            (vector,) = _resolved(mechanism, whole, False)
        except (StateError, ValueError):
            return found
        return [replace(vector.along(axes).component(axis), name=text)] if isinstance(vector, Vector) else found
    return [one.along(axes) if isinstance(one, Vector) else one for one in found]


def _resolved(mechanism: Mechanism, text: str, angles: bool) -> Quantities:
    if (found := _whole(mechanism, text, angles)) is not None:
        return found
    if text.startswith(POINT):
        return _point(mechanism, text)
    words = text.split(".")
    first = KINDS.get(words[0]) if len(words) > 1 else None
    if first is not None:
        for end in range(len(words), 1, -1):
            owner = ".".join(words[1:end])
            if first.has(mechanism, owner):
                rest = words[end:]
                return (
                    kinds.coordinates(mechanism, owner, rest, angles)
                    if words[0] == "q"
                    else first.make(mechanism, owner, rest)
                )
    for at in range(len(words) - 1, 0, -1):
        owner, kind = ".".join(words[:at]), KINDS.get(words[at])
        if kind is not None and kind.has(mechanism, owner):
            rest = words[at + 1 :]
            return (
                kinds.coordinates(mechanism, owner, rest, angles)
                if words[at] == "q"
                else kind.make(mechanism, owner, rest)
            )
    raise _unknown_owner(mechanism, words, first) if first is not None else _unknown(mechanism, text)


def _whole(mechanism: Mechanism, text: str, angles: bool) -> Quantities | None:
    """A name by itself: coordinates, or velocities that are not rates of any."""
    if text in mechanism.q_places:
        return kinds.coordinates(mechanism, text, (), angles)
    if text in mechanism.u_places:
        return kinds.velocities(mechanism, text, ())
    if text in _drives(mechanism):
        return kinds.drive(mechanism, text, ("motion",))
    owner = mechanism.joint_owner(text)
    if (
        text in mechanism.loops
        and not isinstance(mechanism.loops[text].joint, Driven)
        and mechanism.loops[text].joint.q_names
    ):
        return measured(mechanism, text)
    if owner is not None:
        raise StateError(
            f"the joint of '{owner.name}' is {type(owner.joint).__name__} and has no coordinates; name what of it, as in "
            f"'{owner.name}.{'reaction.force' if text in mechanism.loops else 'position'}'."
        )
    if text in mechanism.forces:
        names = [f"{text}.{kind}" for kind in kinds_of(mechanism, text)]
        raise StateError(f"'{text}' is a force; name what of it: {listing(names, 20)}.")
    return None


def _point(mechanism: Mechanism, text: str) -> Quantities:
    words = text.removeprefix(POINT).strip().split(".")
    for end in range(len(words), 0, -1):
        owner, rest = ".".join(words[:end]), words[end:]
        if kinds.point_of(mechanism, owner) is not None:
            kind = rest.pop(0) if rest and rest[0] in ("position", "velocity", "acceleration") else "position"
            return KINDS[kind].make(mechanism, owner, rest)
    name = ".".join(words)
    known = remedy(name.partition("(")[0], mechanism.body_names)
    raise StateError(f"no body or point {shown(name)} in '{mechanism.name}': {known}")


def _unknown_owner(mechanism: Mechanism, words: list[str], kind: Kind) -> StateError:
    known, name = list(kind.names(mechanism)), words[1:]
    while len(name) > 1 and name[-1] in _ENDINGS:
        name = name[:-1]
    text = ".".join(name)
    if not known:
        return StateError(f"there is no {kind.what} in the mechanism, so none is called '{text}'.")
    return StateError(f"no {kind.what} {shown(text)}: {remedy(text, known)}")


def _unknown(mechanism: Mechanism, text: str) -> StateError:
    known = [*mechanism.q_names, *mechanism.u_names, *mechanism.body_names, *mechanism.forces, *quantities(mechanism)]
    words = text.split(".")
    close = _other_words(mechanism, text.rpartition("."), known)
    for end in range(len(words) - 1, 0, -1):  # what begins as it does
        if alike := [name for name in known if name.startswith(f"{'.'.join(words[:end])}.")]:
            known = alike
            break
    close = close or ([nearest] if (nearest := meant(text, known)) else [])
    given = [name for name in close if name.startswith("tau.") and len(close) > 1]
    others = " or ".join(shown(name) for name in close if name not in given)
    rare = "".join(f", or, of a run with joint forces given, {shown(name)}" for name in given)
    hint = (
        f"did you mean {others}{rare}?" if close else "run.quantities(), or bough plot RUN.nc, lists those that it has."
    )
    return StateError(f"no quantity {shown(text)} of '{mechanism.name}': {hint}")


def _other_words(mechanism: Mechanism, parts: tuple[str, str, str], known: Sequence[str]) -> list[str]:
    """What other programs call otherwise, of a joint: its angle, its speed, its torque; or of a force: its tension."""
    name, _, word = parts
    if name in mechanism.forces and word in FORCES:
        return [one for one in (f"{name}.{FORCES[word]}", f"{name}.force") if one in known][:1]
    body = mechanism.joint_owner(name)
    if body is None:
        return []
    if word in FORCES:
        acting = [
            f"{other}.force"
            for other, force in mechanism.forces.items()
            if isinstance(force, JointForce) and force.joint.partition(".")[0] == name
        ]
        half = FORCES[word]
        reaction = f"loop.{name}.{half}" if name in mechanism.loops else f"{body.name}.reaction.{half}"
        found = [*acting, f"drive.{name}.force", reaction, f"tau.{name}"]
    elif word == "power":
        found = [f"drive.{name}.power"]
    else:
        found = [f"{letter}.{name}" for letter, words in STATES.items() if word in words]
    return [one for one in found if one in known]


def number_named(mechanism: Mechanism, text: str, axes: str | None = None) -> Quantity:
    """The one number of a name; of a vector, its magnitude."""
    found = named(mechanism, text, axes)
    if len(found) > 1:
        raise StateError(
            f"{shown(text)} has several numbers; name one of them: {listing([one.name for one in found], 20)}."
        )
    if not found:
        raise StateError(f"{shown(text)} has no numbers; name another quantity.")
    only = found[0]
    return only if isinstance(only, Quantity) else replace(only.magnitude, name=text)


# --- all of them --------------------------------------------------------------------------------------------------------


def quantities(mechanism: Mechanism) -> dict[str, str]:
    """Everything that has a name in a motion of a mechanism, with its unit: for tables, plots, pages and studies.

    A vector is listed once; ``.x``, ``.y`` and ``.z`` are its components. Besides, there are points of bodies, as in
    ``point:boom(0, 0, 1.2)``.
    """
    return {one.name: one.units for one in _all(mechanism)}


def quantities_of_run(run: Trajectory) -> dict[str, str]:
    missing = [kind for kind, values in (("p", run._momenta), ("tau", run._tau)) if values is None]
    found = quantities(run.mechanism)
    return {name: unit for name, unit in found.items() if name.partition(".")[0] not in missing}


def _all(mechanism: Mechanism) -> Iterator[Quantity | Vector]:
    for kind in ("q", "u", "u_dot", "p", "tau"):
        for name in mechanism.q_names if kind == "q" else mechanism.u_names:
            yield from KINDS[kind].make(mechanism, name, ())
    turns = kinds.quaternions(mechanism)
    for first in dict.fromkeys(turns.values()):
        joint = mechanism.q_names[first].rpartition(".")[0]
        for angle in kinds.ANGLES:
            yield from kinds.coordinates(mechanism, joint, (angle,))
    of_each = ("position", "velocity", "acceleration", "spin", "spin_rate", *kinds.ANGLES, "reaction", "bearing")
    for body in mechanism.body_names:
        for kind in of_each:
            yield from KINDS[kind].make(mechanism, body, ())
    for name, one in mechanism.loops.items():
        if not isinstance(one.joint, Driven) and name not in mechanism.q_places:
            yield from measured(mechanism, name)
        for kind in ("loop", *GAPS):
            yield from KINDS[kind].make(mechanism, name, ())
    for driven, _ in mechanism.driven:
        yield from kinds.drive(mechanism, driven.name, ())
    for name in mechanism.forces:
        for kind in kinds_of(mechanism, name):
            yield from of_force(kind)(mechanism, name, ())
    for kind, names in (("energy", kinds.ENERGIES), ("momentum", kinds.MOMENTA)):
        for name in names:
            yield from KINDS[kind].make(mechanism, name, ())
    for kind in HALVES:
        yield from of_ground(kind)(mechanism, GROUND, ())
    yield from KINDS["reaction"].make(mechanism, GROUND, ())


# --- of a run -----------------------------------------------------------------------------------------------------------


def values_of(run: Trajectory, asked: Sequence[Quantity | Vector]) -> list[Array]:
    """Their values at all instants (…, T), of vectors (…, T, 3); NaN after the end of a run."""
    if run.variants is not None:
        return _of_variants(run, asked)
    states = run.keep(RunStates)
    found = []
    for one in asked:
        if isinstance(one, Quantity) and one.along is not None:
            found.append(one.along(states))
            continue
        values = states.spread(one.read(states))
        found.append(np.unwrap(values, axis=-1) if isinstance(one, Quantity) and one.winds else values)
    return found


def _of_variants(run: Trajectory, asked: Sequence[Quantity | Vector]) -> list[Array]:
    """Run by run, each with its own mechanism."""
    shape = run._there.shape
    found = [np.full((*shape, 3) if isinstance(one, Vector) else shape, np.nan) for one in asked]
    for k, member in enumerate(run.members):
        with run._code():
            own = values_of(member, asked)
        for whole, values in zip(found, own, strict=True):
            whole[k, : len(values)] = values
    return found
