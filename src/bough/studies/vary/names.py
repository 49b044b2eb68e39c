"""What a study can vary, by name.

Numbers of a mechanism have the names of ``Mechanism.with_parameters`` (``boom.mass``, ``gravity.z``) and of
``slots.py`` (``motor.force.A``); ``q0.elbow`` and ``u0.elbow`` start the motion. They may be said as people say them,
``boom.inertia.center.z`` for ``boom.center.z``; the name used from then on is the canonical one. Arguments of a function
that builds the mechanism have their own names, which have no dot.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bough.errors import StateError
from bough.mechanism.checks import finite, listing, shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import BODY, GRAVITY, Place, places_of, with_numbers
from bough.models.texts import model as model_of
from bough.studies.vary.slots import AXES, Slot, signal_fields, slots_of, with_slots
from bough.words import meant

Q0, U0 = "q0", "u0"
# most names in a message
_MOST = 16
_PAIRS = {f"{b}{a}": f"{a}{b}" for a, b in ("xy", "xz", "yz")}
_TENSOR = ("xx", "xy", "xz", "yy", "yz", "zz")


@dataclass(frozen=True)
class Roles:
    """What the varied names are."""

    parameters: tuple[str, ...]  # numbers that own code takes as inputs
    q0: tuple[str, ...]  # coordinates, without "q0."
    u0: tuple[str, ...]
    others: tuple[str, ...]  # numbers whose change makes a mechanism anew
    arguments: tuple[str, ...]  # of the function that builds the mechanism
    canonical: dict[str, str]  # canonical names by those that the user gave


def variables(model: Any) -> dict[str, float | None]:
    """Everything that a study of a model can vary, by name, with its present value.

    ``model``: a mechanism, a text for :func:`bough.model`, or a function that builds a mechanism. Arguments of a function
    come first, None if they have no number as default; the numbers of its mechanism follow if all have defaults.
    """
    known: dict[str, float | None] = {}
    if _is_builder(model):
        arguments = _arguments(model)
        known = {name: _number(default) for name, default in arguments.items()}
        if inspect.Parameter.empty in arguments.values():
            return known
        mechanism = _built(model)
    else:
        mechanism = _mechanism(model)
    numbers = _numbers(mechanism)
    known |= {name: found[0].value for name, found in numbers.items()}
    for letter, names, values in (
        (Q0, mechanism.q_names, mechanism.coordinates(mechanism.q0)),
        (U0, mechanism.u_names, mechanism.velocities(mechanism.u0)),
    ):
        known |= {f"{letter}.{name}": float(value) for name, value in zip(names, values, strict=True)}
    return known


def roles_of(model: Any, names: Iterable[str], sample: Mechanism | None = None) -> Roles:
    """What varied names are in a model; a StateError answers a wrong name with the nearest right one.

    ``sample``: a mechanism that a function built, in which numbers of mechanisms are looked up; by default the one with
    the defaults of all arguments.
    """
    names = list(names)
    arguments = _checked_arguments(model, names) if _is_builder(model) else []
    numbers = [name for name in names if name not in arguments]
    kinds: dict[str, list[str]] = {"parameters": [], Q0: [], U0: [], "others": []}
    canonical = {name: name for name in arguments}
    if numbers:
        mechanism = sample
        if mechanism is None:
            mechanism = _built(model, numbers[0]) if _is_builder(model) else _mechanism(model)
        known = _numbers(mechanism)
        for name in numbers:
            kind, own = _found(mechanism, known, name)
            full = f"{kind}.{own}" if kind in (Q0, U0) else own
            for other, before in canonical.items():
                if before == full:
                    raise StateError(f"{shown(other)} and {shown(name)} are the same number; leave one out.")
            canonical[name] = full
            kinds[kind].append(own)
    return Roles(
        **{kind: tuple(own) for kind, own in kinds.items()},
        arguments=tuple(arguments),
        canonical={name: canonical[name] for name in names},
    )


def changed(mechanism: Mechanism, numbers: Mapping[str, float]) -> Mechanism:
    """A copy with other numbers by canonical names, parameters and others, checked like those of a new mechanism."""
    places = places_of(mechanism)
    slots: dict[str, list[Slot]] = {}
    parameters: dict[str, float] = {}
    others: dict[Slot, float] = {}
    for name, value in numbers.items():
        number = finite(value, f"'{mechanism.name}'", name)
        if name in places:
            parameters[name] = number
            continue
        slots = slots or slots_of(mechanism)
        if name not in slots:
            raise StateError(_unknown(mechanism, name, _numbers(mechanism)))
        others[slots[name][0]] = number
    found = with_numbers(mechanism, parameters)
    return with_slots(found, others) if others else found


def units(mechanism: Mechanism, names: Iterable[str]) -> dict[str, str]:
    """The units of numbers by canonical names, where their names tell them."""
    state = {f"{Q0}.{name}": unit for name, unit in zip(mechanism.q_names, mechanism.q_units, strict=True)}
    state |= {f"{U0}.{name}": unit for name, unit in zip(mechanism.u_names, mechanism.u_units, strict=True)}
    known = _numbers(mechanism)
    return {name: state.get(name) or _unit(name, known.get(name, [])) for name in names}


def _unit(name: str, places: list[Place | Slot]) -> str:
    if not places or places[0].kind not in (GRAVITY, BODY):
        return ""
    if places[0].kind == GRAVITY:
        return "m/s²"
    number = name[len(places[0].owner) + 1 :].partition(".")[0]
    return {"mass": "kg", "center": "m", "at": "m", "tensor": "kg m²", "pitch": "m/rad"}.get(number, "")


# --- models -----------------------------------------------------------------------------------------------------------


def _is_builder(model: Any) -> bool:
    return callable(model) and not isinstance(model, Mechanism)


def _mechanism(model: Any) -> Mechanism:
    if isinstance(model, Mechanism):
        return model
    if isinstance(model, str | os.PathLike):
        return model_of(model)
    raise StateError(
        f"a study's model is a mechanism, a text for bough.model or a function that builds one, not {shown(model)}."
    )


def _arguments(build: Callable[..., Any]) -> dict[str, Any]:
    """The arguments of a function with their defaults."""
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name: one.default for name, one in _signature(build).items() if one.kind in by_name}


def _signature(build: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(build).parameters
    except ValueError:
        raise StateError(
            f"the arguments of {_called(build)} are not known; write a Python function around it."
        ) from None


def _called(build: Callable[..., Any]) -> str:
    return str(getattr(build, "__name__", None) or type(build).__name__)


def _number(default: Any) -> float | None:
    return float(default) if isinstance(default, int | float) and not isinstance(default, bool) else None


def _checked_arguments(build: Callable[..., Any], names: list[str]) -> list[str]:
    """The varied names that are arguments of a function, which needs no others; names with a dot are no arguments."""
    arguments = _arguments(build)
    takes_any = any(one.kind is one.VAR_KEYWORD for one in _signature(build).values())
    given = [name for name in names if not isinstance(name, str) or "." not in name]
    for name in given:
        if not isinstance(name, str) or (name not in arguments and not (takes_any and name.isidentifier())):
            close = meant(name, arguments)
            hint = f"did you mean '{close}'? " if close else ""
            raise StateError(f"{_called(build)} takes no argument {shown(name)}: {hint}it takes {listing(arguments)}.")
    for name, default in arguments.items():
        if default is inspect.Parameter.empty and name not in given:
            raise StateError(
                f"{_called(build)} needs '{name}', which does not vary and has no default; vary it, or give it a default."
            )
    return given


def _built(build: Callable[..., Any], name: str = "") -> Mechanism:
    """The mechanism that a function builds by default."""
    if inspect.Parameter.empty in (arguments := _arguments(build)).values():
        needed = [one for one, default in arguments.items() if default is inspect.Parameter.empty]
        raise StateError(
            f"{shown(name)} is looked up in what {_called(build)} builds by default; give {listing(needed)} a default."
        )
    mechanism = build()
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"{_called(build)} must build a bough.Mechanism, not {shown(mechanism)}.")
    return mechanism


# --- names ------------------------------------------------------------------------------------------------------------

Known = Mapping[str, list[Place | Slot]]


def _numbers(mechanism: Mechanism) -> dict[str, list[Place | Slot]]:
    """All numbers by canonical names; a parameter that own code does not take with its present value is a slot."""
    places, slots = places_of(mechanism), slots_of(mechanism)
    found: dict[str, list[Place | Slot]] = {}
    for name in dict.fromkeys((*places, *slots)):
        here = places.get(name, [])
        without = [one for one in here if one.kind == BODY and one.number.startswith("armature") and not one.value]
        kept = [one for one in here if one not in without]
        taken = {(one.kind, one.owner) for one in kept}
        found[name] = [*kept, *(slot for slot in slots.get(name, []) if (slot.kind, slot.owner) not in taken)]
    return found


def _found(mechanism: Mechanism, known: Known, name: Any) -> tuple[str, str]:
    """The kind of a number, and its canonical name (of a coordinate or velocity without "q0." or "u0.")."""
    if not isinstance(name, str):
        raise StateError(f"what varies is named by texts such as 'boom.mass', not by {shown(name)}.")
    own = next((own for own in _spellings(mechanism, name) if own in known), None)
    if own is not None:
        if len(known[own]) > 1:
            owners = " and of the ".join(f"{one.kind} '{one.owner}'" for one in known[own])
            raise StateError(f"'{own}' is a number of the {owners}; rename one of them.")
        return ("parameters" if isinstance(known[own][0], Place) else "others"), own
    letter, _, coordinate = name.partition(".")
    if letter in (Q0, U0):
        names, places = (
            (mechanism.q_names, mechanism.q_places) if letter == Q0 else (mechanism.u_names, mechanism.u_places)
        )
        at = places.get(coordinate)
        if at is not None and len(at) == 1:
            return letter, names[at[0]]
        if at is not None:
            parts = listing(f"{letter}.{names[k]}" for k in at)
            raise StateError(f"'{name}' has several numbers; name one of {parts}.")
        if mechanism.joint_owner(coordinate) is not None:  # its joint has none: they say why
            (mechanism.coordinates if letter == Q0 else mechanism.velocities)({coordinate: 0.0})
    raise StateError(_unknown(mechanism, name, known))


def _spellings(mechanism: Mechanism, name: str) -> Iterable[str]:
    """Canonical names that may be meant by one."""
    yield name
    at = name.find(".")
    while at >= 0:
        owner, words = name[:at], name[at + 1 :].split(".")
        at = name.find(".", at + 1)
        if owner not in mechanism.forces and owner not in mechanism.loops:
            body = mechanism.joint_owner(owner)
            if body is None:
                continue
            owner = body.name
        if words[0] in ("inertia", "joint") and len(words) > 1:
            words = words[1:]
        words = ["center" if word == "centre" else _PAIRS.get(word, word) for word in words]
        yield ".".join((owner, *words))
        if words[0] in _TENSOR:
            yield ".".join((owner, "tensor", *words))


def _unknown(mechanism: Mechanism, name: str, known: Known) -> str:
    """The sentence about a name that is none."""
    every = [*known, *(f"{Q0}.{one}" for one in mechanism.q_names), *(f"{U0}.{one}" for one in mechanism.u_names)]
    stems = tuple(f"{own}." for own in _spellings(mechanism, name))
    if within := [one for one in every if one.startswith(stems)]:
        return f"'{name}' has several numbers; name one of {listing(within, _MOST)}."
    if _follows_time(mechanism, name):
        return (
            f"'{name}' is a function of time; write it as a text that names its numbers, as in "
            f"'A*sin(t) where A = 3', and vary '{name}.A'."
        )
    owner, _, number = name.rpartition(".")
    if owner and number in ("rotation", "other_rotation", "parent", "joint", "cut"):
        return f"'{name}' is no single number; vary it by an argument of a function that builds the mechanism."
    siblings = [one for one in every if owner and one.startswith(f"{owner}.")]
    close = meant(name, every)
    hint = f"did you mean '{close}'? " if close else ""
    there = listing(siblings if siblings else _shortened(every), _MOST)
    return f"nothing called {shown(name)} can vary in '{mechanism.name}': {hint}there are {there}."


def _follows_time(mechanism: Mechanism, name: str) -> bool:
    """Whether a name is one of a function of time without named numbers."""
    signals = [(f"{owner}.", signal_fields(force), AXES) for owner, force in mechanism.forces.items()]
    signals += [(f"{one.name}.", {"motion": joint.motion}, joint.motion_names) for one, joint in mechanism.driven]
    for own in _spellings(mechanism, name):
        for prefix, values, parts in signals:
            field, _, part = own.removeprefix(prefix).partition(".") if own.startswith(prefix) else ("", "", "")
            value = values.get(field)
            if part and isinstance(value, tuple):
                value = dict(zip(parts, value, strict=False)).get(part)
            elif part:
                continue
            if callable(value) or isinstance(value, str):
                return True
    return False


def _shortened(names: Iterable[str]) -> list[str]:
    """Names, of which those that differ at the end only are one: ``boom.center.…``."""
    found: dict[str, list[str]] = {}
    for name in names:
        stem, _, _ = name.rpartition(".")
        found.setdefault(stem if "." in stem else name, []).append(name)
    return [f"{stem}.…" if len(several) > 1 else several[0] for stem, several in found.items()]
