"""bough's own files: a mechanism in TOML, with where and how its motions start. ``docs/formats.md`` describes them."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any

import rtoml

from bough.errors import MechanismError, ModelError
from bough.formats import values
from bough.formats.findings import Findings
from bough.formats.lines import Path, lines_of
from bough.formats.values import JOINT, SIGNAL, Misread, key_of, kind_of
from bough.mechanism import forces as catalogue_of_forces
from bough.mechanism import joints as catalogue_of_joints
from bough.mechanism.checks import GROUND, labels, listing, remedy, rotation_matrix, shown
from bough.mechanism.description import HELD, made, parameters, types_in
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Joint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.visual import Visual
from bough.mechanism.writing import VERSION
from bough.simulation.setup import SETTINGS, faults_in

JOINTS = types_in(catalogue_of_joints)
# a file holds no functions
LAWS = [name for name, make in types_in(catalogue_of_forces).items() if "function" in parameters(make)]
FORCES = {name: make for name, make in types_in(catalogue_of_forces).items() if name not in LAWS}
SHAPES = {name: getattr(Inertia, name) for name in ("point", "rod", "box", "cylinder", "sphere")}
TOP = ("name", "about", "gravity", "bodies", "forces", "start", "run")
BODY = ("parent", "joint", "joint_name", "at", "rotation", "inertia", "visuals")
_TEXTS = ("formulation", "solver", "integrator")
_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def read_toml(text: bytes, findings: Findings, forces: bool = True) -> Mechanism:
    """The mechanism in a file; without ``forces`` those that it has are left out."""
    with _no_collection():
        return _Reader(text, findings).mechanism(forces)


@contextmanager
def _no_collection() -> Iterator[None]:
    """A large file makes millions of objects that all stay: to look for garbage among them again and again would take most of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Reader:
    def __init__(self, text: bytes, findings: Findings):
        self.findings = findings
        self.text = self._decoded(text)
        self.data = self._parsed()
        self.joints: dict[str, Joint] = {}  # by how they are written
        self.vague: set[str] = (
            set()
        )  # names of bodies and joints that could not be read, so that nothing is said of them again
        self.started: dict[str, Path] = {}  # where the start of each coordinate is given
        findings.line_of = lambda body: self.line(("bodies", body))

    def _decoded(self, text: bytes) -> str:
        try:
            return text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = text.count(b"\n", 0, error.start) + 1
            raise self.findings.fail(
                f"the byte 0x{text[error.start]:02x} is no UTF-8; save the file as UTF-8.", line=line
            ) from None

    def _parsed(self) -> dict[str, Any]:
        try:
            return rtoml.loads(self.text)
        except ValueError as error:
            message, line = " ".join(str(error).split()), None
            if found := _PLACE.search(message):
                line, message = int(found[1]), f"{message[: found.start()]} (column {found[2]})"
            raise self.findings.fail(f"this is no valid TOML: {message}.", line=line) from None

    # --- what is wrong --------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> dict[Path, int]:
        return lines_of(self.text)

    def line(self, path: Path) -> int | None:
        """The line of what a path leads to, or of what is nearest to it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def error(self, message: str, element: str, path: Path) -> None:
        self.findings.error(message.removeprefix(f"{element}: "), element, self.line(path))

    @contextmanager
    def attempt(self, element: str, path: Path, data: Mapping[str, Any] | None = None) -> Iterator[None]:
        """Within it an error becomes a finding, at the line of the key of ``data`` that it is about."""
        try:
            yield
        except (ModelError, _Told) as error:
            if isinstance(error, ModelError):
                raise
        except Misread as error:
            self.error(str(error), element, error.path)
        except MechanismError as error:
            self.error(str(error), element, (*path, *_culprit(str(error), data or {})))

    def table(self, data, element: str, path: Path) -> dict[str, Any] | None:
        if isinstance(data, dict):
            return data
        self.error(f"{key_of(path)} must be a table, not {shown(data)}.", element, path)
        return None

    def section(self, data: Mapping, *path: str) -> dict[str, Any]:
        """A table of tables, empty if it is not there."""
        element = path[0] if len(path) > 1 else ""
        return (self.table(data[path[-1]], element, path) if path[-1] in data else None) or {}

    def keys(self, data: Mapping, required: Iterable[str], known: Iterable[str], element: str, path: Path) -> bool:
        """Whether all keys are known, and those that are required there; says what is not."""
        strange = [key for key in data if key not in known]
        missing = [key for key in required if key not in data]
        for key in strange:
            self.error(f"{_within(path)}no key {shown(key)}: {remedy(key, known)}", element, (*path, key))
        if missing:
            are = "is" if len(missing) == 1 else "are"
            self.error(f"{_within(path)}{listing(missing)} {are} missing.", element, path)
        return not (strange or missing)

    def value(self, read: Callable[[Any, Path], Any], data: Mapping, key: str, element: str, path: Path, usual=None):
        """The value of a key, and what is usual if there is none, or a wrong one."""
        if key not in data:
            return usual
        with self.attempt(element, path):
            return read(data[key], (*path, key))
        return usual

    # --- the whole ------------------------------------------------------------------------------------------------

    def mechanism(self, with_forces: bool) -> Mechanism:
        data, findings = self.data, self.findings
        version = data.pop("bough", None)
        if version is None:
            raise findings.fail(f"there is no line 'bough = {VERSION}', which a file of bough's starts with; add it.")
        if version != VERSION or isinstance(version, bool):
            newer = isinstance(version, int) and version > VERSION
            hint = "update bough" if newer else f"write bough = {VERSION}"
            raise findings.fail(f"this file is of format {shown(version)}; {hint}.", line=self.line(("bough",)))
        self.keys(data, (), TOP, "", ())
        name = self.value(values.text, data, "name", "", (), "mechanism")
        mechanism = Mechanism(name, about=self.value(values.text, data, "about", "", (), ""))
        mechanism.gravity = self.value(values.vector, data, "gravity", "", (), mechanism.gravity)
        self.bodies(mechanism, self.section(data, "bodies"))
        forces = self.section(data, "forces")
        if with_forces:
            for force, own in forces.items():
                self.force(mechanism, force, own)
        elif forces:
            findings.note(f"{len(forces)} forces were left out.", line=self.line(("forces",)))
        start = self.section(data, "start")
        self.keys(start, (), ("coordinates", "velocities"), "start", ("start",))
        mechanism.q0 = self.start(mechanism, start, "coordinates")
        mechanism.u0 = self.start(mechanism, start, "velocities")
        mechanism.settings = self.run(self.section(data, "run"))
        if not findings.has_errors:
            self.quaternions(mechanism)
        findings.sort(key=lambda finding: finding.line or 0)
        findings.settle()
        return mechanism

    # --- bodies ---------------------------------------------------------------------------------------------------

    def bodies(self, mechanism: Mechanism, bodies: dict[str, Any]) -> None:
        for name, own in bodies.items():
            self.body(mechanism, name, own, bodies)
        hangs_on = {
            name: own["parent"]
            for name, own in bodies.items()
            if isinstance(own, dict) and isinstance(own.get("parent"), str)
        }
        for cycle in _cycles(hangs_on):
            way = " -> ".join(f"'{name}'" for name in [*cycle[:6], *(["…"] if len(cycle) > 6 else []), cycle[0]])
            self.error(
                f"bodies form a cycle ({way}), each hanging on the next; hang one of them on the ground or on a body outside the cycle.",
                f"body {shown(cycle[0])}",
                ("bodies", cycle[0], "parent"),
            )

    def body(self, mechanism: Mechanism, name: str, data, bodies: dict[str, Any]) -> None:
        element, path = f"body {shown(name)}", ("bodies", name)
        data = self.table(data, element, path)
        if data is None:
            self.vague.add(name)
            return
        self.keys(data, ("joint",), BODY, element, path)
        parent = data.get("parent", GROUND)
        if not isinstance(parent, str) or (parent != GROUND and parent not in bodies):
            hint = remedy(parent, [*bodies, GROUND])
            self.error(f"parent: no body {shown(parent)}: {hint}", element, (*path, "parent"))
            parent = GROUND
        joint = self.joint(data["joint"], element, (*path, "joint")) if "joint" in data else None
        joint_name = self.value(values.text, data, "joint_name", element, path)
        at = self.value(values.vector, data, "at", element, path, (0.0, 0.0, 0.0))
        rotation = self.value(values.rotation, data, "rotation", element, path)
        inertia = self.inertia(data["inertia"], element, (*path, "inertia")) if "inertia" in data else None
        visuals = self.visuals(data["visuals"], element, (*path, "visuals")) if "visuals" in data else ()
        if joint is not None:
            with self.attempt(element, path, data):
                mechanism.add_body(name, parent, joint, at, rotation, inertia, joint_name, visuals)
                return
        self.vague.update((name, joint_name or name))

    def joint(self, data, element: str, path: Path) -> Joint | None:
        """A joint, the same for what is written the same, or None if it cannot be read."""
        written = repr(data)
        joint = self.joints.get(written)
        if joint is None:
            joint = self.object(data, JOINTS, element, path)
            if joint is not None:
                self.joints[written] = joint
        return joint

    def inertia(self, data, element: str, path: Path) -> Inertia | None:
        """Mass properties, or several of them welded together."""
        if not isinstance(data, list):
            return self.part(data, element, path)
        parts = [self.part(entry, element, (*path, k)) for k, entry in enumerate(data)]
        whole = [part for part in parts if part is not None]
        return sum(whole[1:], whole[0]) if whole else None

    def part(self, data, element: str, path: Path) -> Inertia | None:
        """Mass properties by numbers, or of a shape."""
        data = self.table(data, element, path)
        if data is None:
            return None
        shape = data.get("shape")
        if shape is not None and (not isinstance(shape, str) or shape not in SHAPES):
            self.error(f"inertia: no shape {shown(shape)}: {remedy(shape, SHAPES)}", element, (*path, "shape"))
            return None
        make = SHAPES[shape] if shape else Inertia
        required = ("mass",) if make is Inertia else required_of(make)
        arguments = self.arguments(make, data, ("shape", "rotation"), required, element, path)
        turn = self.value(values.rotation, data, "rotation", element, path)
        if arguments is not None:
            with self.attempt(element, path, data):
                part = make(**arguments)
                if turn is not None:
                    turn = rotation_matrix(turn, "inertia")
                    part = Inertia(part.mass, part.center, turn @ part.tensor @ turn.T)
                return part
        return None

    def visuals(self, data, element: str, path: Path) -> list[Visual]:
        if not isinstance(data, list):
            self.error(f"visuals must be a list of tables, not {shown(data)}.", element, path)
            return []
        found = []
        for k, entry in enumerate(data):
            place = (*path, k)
            own = self.table(entry, element, place)
            if own is None:
                continue
            arguments = self.arguments(Visual, own, (), required_of(Visual), element, place)
            if arguments is not None:
                with self.attempt(element, place, own):
                    found.append(made({"type": "Visual", **arguments}, element, {"Visual": Visual}))
        return found

    # --- what has a type and arguments ----------------------------------------------------------------------------

    def object(self, data, known: Mapping[str, Callable], element: str, path: Path) -> Any:
        """A joint or a force; None if it cannot be read."""
        described = self.described(data, known, element, path)
        if described is not None:
            with self.attempt(element, path, described):
                return made(described, element, {**known, **HELD})
        return None

    def described(self, data, known: Mapping[str, Callable], element: str, path: Path) -> dict[str, Any] | None:
        """What has a type and arguments as a description has it; None if it cannot be read."""
        data = {"type": data} if isinstance(data, str) else self.table(data, element, path)
        if data is None:
            return None
        kind = data.get("type")
        if not isinstance(kind, str) or kind not in known:
            if kind in LAWS:
                hint = f"a {kind} has a function, which a file cannot hold; add it in Python to the mechanism that was loaded."
            elif "type" in data:
                hint = f"no type {shown(kind)}: {remedy(kind, known)}"
            else:
                hint = f"'type' is missing; there are {listing(known, 12)}."
            self.error(f"{_within(path)}{hint}", element, (*path, "type"))
            return None
        make = known[kind]
        arguments = self.arguments(make, data, ("type",), required_of(make), element, path)
        return None if arguments is None else {"type": kind, **arguments}

    def arguments(
        self, make: Callable, data: Mapping, others: Iterable[str], required: Iterable[str], element: str, path: Path
    ) -> dict[str, Any] | None:
        """What a constructor takes, each by its kind; None if something is wrong with it."""
        taken = parameters(make)
        whole = self.keys(data, required, [*others, *taken], element, path)
        arguments = {}
        for name, value in data.items():
            if name in taken:
                with self.attempt(element, path):
                    arguments[name] = self.argument(kind_of(make, name), value, element, (*path, name))
                whole = whole and name in arguments
        return arguments if whole else None

    def argument(self, kind, value, element: str, path: Path) -> Any:
        if kind == JOINT:
            inner = self.described(value, JOINTS, element, path)
        elif kind != SIGNAL:
            return kind(value, path)
        elif isinstance(value, str):
            return value
        elif isinstance(value, list):
            return [self.argument(SIGNAL, entry, element, (*path, k)) for k, entry in enumerate(value)]
        elif isinstance(value, dict):
            inner = self.described(value, HELD, element, path)
        else:
            return values.number(value, path)
        if inner is None:
            raise _Told
        return inner

    def force(self, mechanism: Mechanism, name: str, data) -> None:
        element, path = f"force {shown(name)}", ("forces", name)
        force = self.object(data, FORCES, element, path) if self.table(data, element, path) is not None else None
        if force is None:
            return
        names = {text for text in data.values() if isinstance(text, str)}
        if not self.vague.isdisjoint(names | {text.rpartition(".")[0] for text in names}):
            return
        with self.attempt(element, path, data):
            mechanism.add_force(name, force)
            force.check(mechanism, later=False)  # all bodies are there by now

    # --- where and how motions start --------------------------------------------------------------------------------

    def start(self, mechanism: Mechanism, start: Mapping, key: str) -> dict[str, Any]:
        """Numbers by name; ``base.x = 1`` is the same as ``"base.x" = 1``."""
        what, names, places = (
            ("coordinate", mechanism.q_names, mechanism.q_places)
            if key == "coordinates"
            else ("velocity", mechanism.u_names, mechanism.u_places)
        )
        found: dict[str, Any] = {}
        for path, value in _flat(self.section(start, "start", key), ("start", key)):
            name = ".".join(map(str, path[2:]))
            if name not in places:
                if name not in self.vague and name.rpartition(".")[0] not in self.vague:
                    self.error(f"no {what} {shown(name)} in '{mechanism.name}': {remedy(name, places)}", "start", path)
                continue
            if name in found:
                self.error(f"the {what} {shown(name)} is given twice; leave out one.", "start", path)
            self.started[name] = path
            with self.attempt("start", path):
                found[name] = values.numbers(value, path)
                size, numbers = len(places[name]), found[name] if isinstance(value, list) else [value]
                if len(numbers) != size or any(isinstance(x, list) for x in numbers):
                    expected = listing(names[k] for k in places[name])
                    how_many = "a number" if size == 1 else f"{size} numbers"
                    raise Misread(f"the {what} {shown(name)} needs {how_many} ({expected}), not {shown(value)}.", path)
        return found

    def quaternions(self, mechanism: Mechanism) -> None:
        """Those that motions start with must be of unit length; coordinates that are not given are neutral."""
        if not mechanism.q0:
            return
        for body, length in mechanism.quaternion_faults(mechanism.coordinates(mechanism.q0)):
            parts = labels(body.joint_name, body.joint.q_names)
            name = next(name for name in (body.joint_name, body.name, *parts) if name in mechanism.q0)
            hint = "divide it by that" if length else "give 1, 0, 0, 0 for no turn"
            self.error(f"the quaternion of '{body.name}' has length {length:.9g}; {hint}.", "start", self.started[name])

    def run(self, data: Mapping) -> dict[str, Any]:
        """Arguments of ``simulate``."""
        found: dict[str, Any] = {}
        for name in data:
            read = values.text if name in _TEXTS or name not in SETTINGS else values.number
            with self.attempt("run", ("run", name)):
                found[name] = data[name] if name not in SETTINGS else read(data[name], ("run", name))
        for name, sentence in faults_in(found):
            self.error(sentence, "run", ("run", name))
        return found


class _Told(MechanismError):
    """Something is wrong that has been told already."""


@cache
def required_of(make: Callable) -> tuple[str, ...]:
    """What a constructor cannot do without."""
    return tuple(name for name, p in parameters(make).items() if p.default is p.empty)


def _within(path: Path) -> str:
    """What a message about a part of a body or a force starts with."""
    return f"{key_of(path)}: " if len(path) > 2 else ""


def _culprit(message: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The key that a message is about: one whose name it says is unknown, or the first that it mentions; if it can be told."""
    for key, value in data.items():
        if isinstance(value, str) and re.search(rf"no (body|joint or velocity) '{re.escape(value)}' in", message):
            return (key,)
    words = re.findall(r"\w+", re.sub(r"'[^']*'", "", message))
    return next(((word,) for word in words if word in data), ())


def _flat(data: Mapping, path: Path) -> Iterator[tuple[Path, Any]]:
    """What is not a table, with its path."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key))
        else:
            yield (*path, key), value


def _cycles(hangs_on: Mapping[str, str]) -> Iterator[list[str]]:
    """Bodies that hang on one another in a ring."""
    seen: set[str] = set()
    for start in hangs_on:
        way: dict[str, None] = {}
        name = start
        while name in hangs_on and name not in seen:
            seen.add(name)
            way[name] = None
            name = hangs_on[name]
        if name in way:
            ring = list(way)
            yield ring[ring.index(name) :]
