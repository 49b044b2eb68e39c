"""A mechanism as the text of a TOML file, which :func:`bough.load` reads back to the last bit.

``docs/formats.md`` describes it. The text is canonical: bodies, loops and forces in their order, defaults left out,
and the same text for the same mechanism.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import DIRECTIONS, GROUND, shown
from bough.mechanism.description import OWN, PLACES, parameters, plain
from bough.mechanism.forces import Force
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Driven, Joint
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.visual import Visual

if TYPE_CHECKING:
    from bough.mechanism.body import Body
    from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism

VERSION = 1  # version of the format
WIDTH = 120  # longer lines are broken, where TOML allows it
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f\ud800-\udfff]')
_ESCAPED_IN_LINES = re.compile('"(?="|\\Z)|[\\\\\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]')
_NOT_NUMBERS = re.compile(r"""['"{TF]""")  # in Python's text of a list: texts, tables, True or False
_SHORT = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
_ZEROS, _EYE = np.zeros(3).tobytes(), np.eye(3).tobytes()
_OFF_DIAGONAL = ~np.eye(3, dtype=bool)
# arguments that are directions
DIRECTED = ("axis", "axis1", "axis2", "normal", "edge")
_LETTERS = {repr(axis): letter for letter, axis in DIRECTIONS.items()}


def toml_text(mechanism: Mechanism) -> str:
    """A mechanism as TOML; raises an error if a part cannot be written, or not be read back."""
    mechanism.topology  # noqa: B018  (refuses unknown parents, cycles and loops that cannot be closed)
    _check_own(mechanism)
    lines = [f"bough = {VERSION}", f"name = {_text(str(mechanism.name))}"]
    if mechanism.about:
        lines.append(f"about = {_text(mechanism.about)}")
    lines.append(f"gravity = {mechanism.gravity.tolist()!r}")
    known: dict[int, Any] = {}
    for body in mechanism.bodies:
        lines += _table(f"bodies.{_key(body.name)}", _body(body, known))
    for name, loop in mechanism.loops.items():
        lines += _table(f"loops.{_key(name)}", _entries(_loop(loop)))
    for name, force in mechanism.forces.items():
        force.check(mechanism, later=False)
        lines += _table(f"forces.{_key(name)}", _entries(_object(force, f"force '{name}'")))
    for at_fault, length in mechanism.quaternion_faults(mechanism.coordinates(mechanism.q0)):
        raise MechanismError(f"q0: the quaternion of '{at_fault.name}' has length {length:.9g}; divide it by that.")
    mechanism.velocities(mechanism.u0)  # refuses unknown names
    for header, values in (
        ("start.coordinates", mechanism.q0),
        ("start.velocities", mechanism.u0),
        ("run", mechanism.settings),
    ):
        if values:
            told = {name: _setting(value, f"{header}: {name}") for name, value in values.items()}
            lines += _table(header, _entries(told))
    return "\n".join(lines) + "\n"


def _check_own(mechanism: Mechanism) -> None:
    """Refuse joints of the user's own that move otherwise under one name: the file would not tell them apart."""
    owners = {f"body '{body.name}'": body.joint for body in mechanism.bodies}
    owners |= {f"loop '{name}'": loop.joint for name, loop in mechanism.loops.items()}
    named: dict[str, tuple[str, Own]] = {}
    for owner, joint in owners.items():
        joint = joint.joint if isinstance(joint, Driven) else joint
        if not isinstance(joint, Own):
            continue
        first, other = named.setdefault(joint.name, (owner, joint))
        if joint != other:
            raise MechanismError(
                f"{owner} and {first} have two joints of your own that are both named '{joint.name}', which a file cannot "
                "tell apart; give each a name= of its own."
            )


# --- parts of a mechanism -----------------------------------------------------------------------------------------------


def _body(body: Body, known: dict[int, Any]) -> dict[str, Any]:
    """The entries of a body's table; ``known`` caches those of joints and inertias, since bodies may share them."""
    joint, inertia = body.joint, body.inertia
    if id(joint) not in known:
        known[id(joint)] = _entry("joint", _object(joint, f"the joint of '{body.name}'"))
    if id(inertia) not in known:
        known[id(inertia)] = _entry("inertia", _inertia(inertia))
    own: dict[str, Any] = {} if body.parent == GROUND else {"parent": _text(body.parent)}
    own["joint"] = known[id(joint)]
    if body.joint_name != body.name:
        own["joint_name"] = _text(body.joint_name)
    if body.at.tobytes() != _ZEROS:
        own["at"] = _entry("at", body.at.tolist())
    if body.rotation.tobytes() != _EYE:
        own["rotation"] = _entry("rotation", body.rotation.tolist())
    if known[id(inertia)]:
        own["inertia"] = known[id(inertia)]
    if body.armature:
        alike = len(set(map(repr, body.armature))) == 1
        own["armature"] = _entry("armature", body.armature[0] if alike else list(body.armature))
    if body.visuals:
        looks = [_without_type(_object(visual, f"a visual of '{body.name}'")) for visual in body.visuals]
        own["visuals"] = _entry("visuals", looks)
    return own


def _loop(loop: Loop) -> dict[str, Any]:
    """The entries of a loop's table."""
    own: dict[str, Any] = {"body": loop.body, "other": loop.other}
    own["joint"] = _object(loop.joint, f"the joint of loop '{loop.name}'")
    for key in PLACES:
        place = getattr(loop, key)
        if place.tobytes() not in (_ZEROS, _EYE):
            own[key] = place.tolist()
    if loop.cut != "joint":
        own["cut"] = loop.cut
    return own


def _inertia(inertia: Inertia) -> dict[str, Any] | None:
    """Mass, centre and tensor, as far as given: three moments where the products are zero, as Inertia takes them."""
    told: dict[str, Any] = {"mass": inertia.mass}
    if inertia.center.tobytes() != _ZEROS:
        told["center"] = inertia.center.tolist()
    products = inertia.tensor[_OFF_DIAGONAL]
    if products.any() or np.signbit(products).any():
        told["tensor"] = inertia.tensor.tolist()
    elif inertia.tensor.any() or np.signbit(inertia.tensor).any():
        told["tensor"] = inertia.tensor.diagonal().tolist()
    if not inertia.strict:
        told["strict"] = False
    return told if len(told) > 1 or repr(inertia.mass) != "0.0" else None


def _object(thing: Joint | Force | Visual, whose: str) -> Any:
    """Type and arguments; only the type of a joint without arguments, and no defaults of forces and visuals."""
    if isinstance(thing, Own):
        return {"type": type(thing).__name__, "name": thing.name}
    described = plain(thing, whose)
    kind: type = type(thing)
    if "function" in described:
        raise MechanismError(
            f"{whose} is a {kind.__name__}, whose Python function a file cannot hold; save without it, and add it to what is loaded."
        )
    if isinstance(thing, Joint):
        return _joint(described, whose) if len(described) > 1 else described["type"]
    usual = _usual(kind)
    return {
        name: _held(value, whose)
        for name, value in described.items()
        if name == "type" or repr(value) != usual.get(name)
    }


def _joint(described: dict[str, Any], whose: str) -> dict[str, Any]:
    """A joint, or a value of one, with letters for its directions, where they have one; without what was left out."""
    return {name: _held(_lettered(name, value), whose) for name, value in described.items() if value is not None}


def _lettered(name: str, value: Any) -> Any:
    if name in DIRECTED:
        return _LETTERS.get(repr(value), value)
    return [_LETTERS.get(repr(axis), axis) for axis in value] if name == "axes" else value


@cache
def _usual(kind: type) -> dict[str, str]:
    """The default of each optional argument, as text, which keeps the sign of a zero."""
    return {name: repr(plain(p.default, name)) for name, p in parameters(kind).items() if p.default is not p.empty}


def _held(value: Any, whose: str) -> Any:
    """The value of an argument of a joint or a force; a function cannot be written."""
    if isinstance(value, list):
        return [_held(entry, whose) for entry in value] if any(isinstance(x, dict) for x in value) else value
    if not isinstance(value, dict):
        return value
    if value.get("type") in OWN:  # a driven joint of the user's own
        return {"type": value["type"], "name": value["name"]}
    if "function" in value:
        raise MechanismError(
            f'{whose} follows a Python function, which a file cannot hold; write it as a text, such as "2*sin(3*t)", as a Table or as a Profile.'
        )
    return _joint(value, whose)


def _without_type(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "type"}


def _setting(value: Any, whose: str) -> Any:
    """A number, numbers, or a text for settings."""
    value = plain(value, whose)
    texts = whose.startswith("run: ")
    for x in value if isinstance(value, list) and not texts else [value]:
        if isinstance(x, bool) or not isinstance(x, int | float | str if texts else int | float):
            raise MechanismError(f"{whose} must be {'a number or a text' if texts else 'numbers'}, not {shown(value)}.")
    return value


# --- TOML ---------------------------------------------------------------------------------------------------------------


def _entries(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a table, by their keys as written."""
    return {(key := _key(name)): _entry(key, value) for name, value in values.items()}


def _entry(key: str, value: Any) -> Any:
    """The text of a value if it fits on a line or is a scalar; else the rows of a list or the entries of a table."""
    if isinstance(value, dict):
        entries = _entries(value)
        if not all(isinstance(entry, str) for entry in entries.values()):
            return entries
        text = f"{{ {', '.join(f'{name} = {entry}' for name, entry in entries.items())} }}"
        return text if len(key) + 3 + len(text) <= WIDTH else entries
    if value is None:
        return None
    text = _inline(value)
    return _rows(value, text) if isinstance(value, list) and len(key) + 3 + len(text) > WIDTH else text


def _table(header: str, entries: Mapping[str, Any]) -> list[str]:
    """Lines of a table; a table in it that is too long for a line follows under its own header."""
    lines, inner = ["", f"[{header}]"], []
    for key, entry in entries.items():
        if isinstance(entry, str):
            lines.append(f"{key} = {entry}")
        elif isinstance(entry, list):
            lines += [f"{key} = [", *(f"    {row}," for row in entry), "]"]
        else:
            inner += _table(f"{header}.{key}", entry)
    return lines + inner


def _rows(values: list[Any], text: str) -> list[str]:
    """The lines of a long list whose text is known: as many numbers on a line as fit, others one by one."""
    if _NOT_NUMBERS.search(text):
        return [_inline(value) for value in values]
    if text.startswith("[["):
        return [f"[{row}]" for row in text[2:-2].split("], [")]
    # a number ends with a comma and a space, except the last
    rows, start = [], 1
    while len(text) - 1 - start > WIDTH - 5:
        end = text.rindex(",", start, start + WIDTH - 4)
        rows.append(text[start:end])
        start = end + 2
    return [*rows, text[start:-1]]


def _inline(value: Any) -> str:
    """A value within a line; Python writes numbers and lists of them as TOML does."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(name)} = {_inline(entry)}' for name, entry in value.items())} }}"
    text = repr(value)
    if isinstance(value, bool):
        return text.lower()
    if isinstance(value, list) and _NOT_NUMBERS.search(text):
        return f"[{', '.join(map(_inline, value))}]"
    return text


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _text(value: str) -> str:
    """A text, over several lines if it has several."""
    return f'"""\n{_ESCAPED_IN_LINES.sub(_escape, value)}"""' if "\n" in value else _quoted(value)


def _quoted(value: str) -> str:
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if "\ud800" <= character <= "\udfff":
        raise MechanismError(
            f"{shown(found.string)} has half a character (a lone surrogate), which a file cannot hold; remove it."
        )
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
