"""bough's own files: a mechanism in TOML, with its initial state and settings. ``docs/formats.md`` describes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import MechanismError
from bough.formats.cycles import cycles
from bough.formats.findings import Findings
from bough.formats.toml import values
from bough.formats.toml.lines import Path
from bough.formats.toml.sheet import JOINTS, Sheet, Told, element_of
from bough.formats.toml.values import JOINT, Misread
from bough.formats.toml.writing import VERSION
from bough.locks import uncollected
from bough.mechanism import forces as catalogue
from bough.mechanism.body import ORIGIN
from bough.mechanism.checks import GROUND, labels, remedy, rotation_matrix, shown
from bough.mechanism.description import OWN, PLACES, made, parameters, types_in
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Joint
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.visual import Visual
from bough.simulation.run.faults import faults_in
from bough.simulation.run.manner import SETTINGS
from bough.typing import VectorLike
from bough.words import now

# a file cannot contain functions
LAWS = [name for name, make in types_in(catalogue).items() if "function" in parameters(make)]
FORCES = {name: make for name, make in types_in(catalogue).items() if name not in LAWS}
SHAPES = {name: getattr(Inertia, name) for name in ("point", "rod", "box", "cylinder", "sphere")}
TOP = dict.fromkeys(("name", "about", "gravity", "bodies", "loops", "forces", "start", "run"))
BODY = dict.fromkeys(("parent", "joint", "joint_name", "at", "rotation", "inertia", "armature", "visuals"))
LOOP = dict.fromkeys(("body", "other", "joint", *PLACES, "cut"))
_TEXTS = ("formulation", "solver", "integrator")


def read_toml(
    text: bytes, findings: Findings, forces: bool = True, joints: Mapping[str, Own] | None = None
) -> Mechanism:
    """The mechanism in a file; without ``forces``, its forces are left out. ``joints``: the user's own, by name."""
    # (overflows are refused by later checks)
    with uncollected(), np.errstate(over="ignore", invalid="ignore"):  # (millions of lasting objects are not searched)
        reader = _Reader(text, findings, joints or {})
        mechanism = reader.mechanism(forces)
        reader.data.clear()  # the findings still ask the reader for lines, but not for data
        reader.known.clear()
        return mechanism


class _Reader(Sheet):
    def __init__(self, text: bytes, findings: Findings, own: Mapping[str, Own]):
        super().__init__(text, findings)
        self.own = own
        self.known: dict[tuple[str, str], Any] = {}  # joints and inertias, by their text
        # names of bodies and joints that could not be read; nothing more is said about them
        self.vague: set[str] = set()
        self.started: dict[str, Path] = {}  # where the initial value of each coordinate is given
        findings.line_of = lambda body: self.line(("bodies", body))

    def mechanism(self, with_forces: bool) -> Mechanism:
        data, findings = self.data, self.findings
        version = data.pop("bough", None)
        if version is None:
            raise findings.fail(f"the line 'bough = {VERSION}' is missing, with which bough's files start; add it.")
        if version != VERSION or isinstance(version, bool):
            newer = isinstance(version, int) and version > VERSION
            hint = "update bough" if newer else f"write bough = {VERSION}"
            raise findings.fail(f"this file has format {shown(version)}; {hint}.", line=self.line(("bough",)))
        self.keys(data, (), TOP, ())
        name = self.value(values.text, data, "name", (), "mechanism")
        mechanism = Mechanism(name, about=self.value(values.text, data, "about", (), ""))
        mechanism.gravity = self.value(values.vector, data, "gravity", (), mechanism.gravity)
        bodies = self.section(data, "bodies")
        self.bodies(mechanism, bodies)
        loops = self.section(data, "loops")
        for loop in loops:
            self.loop(mechanism, loop, loops, bodies)
        forces = self.section(data, "forces")
        if with_forces:
            for force in forces:
                self.force(mechanism, force, forces[force])
        elif forces:
            findings.note(f"{len(forces)} forces were left out.", line=self.line(("forces",)))
        start = self.section(data, "start")
        self.keys(start, (), ("coordinates", "velocities"), ("start",))
        mechanism.q0 = self.start(mechanism, start, "coordinates")
        mechanism.u0 = self.start(mechanism, start, "velocities")
        mechanism.settings = self.run(self.section(data, "run"))
        if not findings.has_errors:
            self.quaternions(mechanism)
            for at_fault, error in mechanism.loop_faults() if loops else ():
                self.tell(error, ("loops", at_fault.name), loops[at_fault.name])
        findings.sort(key=lambda finding: finding.line or 0)
        findings.settle()
        return mechanism

    # --- bodies ---------------------------------------------------------------------------------------------------

    def bodies(self, mechanism: Mechanism, bodies: dict[str, Any]) -> None:
        for name in bodies:
            self.body(mechanism, name, bodies)
        hangs_on = {
            name: own["parent"]
            for name, own in bodies.items()
            if isinstance(own, dict) and isinstance(own.get("parent"), str)
        }
        for cycle in cycles(hangs_on):
            way = " -> ".join(f"'{name}'" for name in [*cycle[:6], *(["…"] if len(cycle) > 6 else []), cycle[0]])
            self.error(
                f"bodies form a cycle ({way}), each hanging on the next; hang one of them on the ground or on a body outside the cycle.",
                ("bodies", cycle[0], "parent"),
            )

    def body(self, mechanism: Mechanism, name: str, bodies: dict[str, Any]) -> None:
        path = ("bodies", name)
        data = self.table(bodies[name], path)
        if data is None:
            self.vague.add(name)
            return
        self.keys(data, ("joint",), BODY, path)
        parent = data.get("parent", GROUND)
        if not isinstance(parent, str) or (parent != GROUND and parent not in bodies):
            self.error(f"parent: no body {shown(parent)}: {remedy(parent, [*bodies, GROUND])}", (*path, "parent"))
            parent = GROUND
        joint = self.once(self.joint, data, "joint", path)
        joint_name = self.value(values.text, data, "joint_name", path)
        at = self.value(values.vector, data, "at", path, (0.0, 0.0, 0.0))
        rotation = self.value(values.rotation, data, "rotation", path)
        inertia = self.once(self.inertia, data, "inertia", path)
        armature = self.value(values.numbers, data, "armature", path, 0.0)
        visuals = self.visuals(data["visuals"], (*path, "visuals")) if "visuals" in data else ()
        try:
            if joint is not None:
                mechanism.add_body(name, parent, joint, at, rotation, inertia, joint_name, visuals, armature)
                return
        except MechanismError as error:
            self.tell(error, path, data)
        self.vague.update((name, joint_name or name))

    def loop(self, mechanism: Mechanism, name: str, loops: dict[str, Any], bodies: Mapping[str, Any]) -> None:
        path = ("loops", name)
        data = self.table(loops[name], path)
        if data is None:
            return
        whole = self.keys(data, ("body", "other", "joint"), LOOP, path)
        for key in ("body", "other"):
            end = data.get(key, GROUND)
            if not isinstance(end, str) or (end != GROUND and end not in bodies):
                self.error(f"{key}: no body {shown(end)}: {remedy(end, [*bodies, GROUND])}", (*path, key))
                whole = False
        joint = self.once(self.joint, data, "joint", path)
        at, other_at = (self.value(values.vector, data, key, path, ORIGIN) for key in ("at", "other_at"))
        rotation, other_rotation = (
            self.value(values.rotation, data, key, path) for key in ("rotation", "other_rotation")
        )
        try:
            if whole and joint is not None:
                cut = data.get("cut", "joint")
                mechanism.add_loop(
                    name, data["body"], data["other"], joint, at, rotation, other_at, other_rotation, cut
                )
        except MechanismError as error:
            self.tell(error, path, data)

    def once(self, read: Callable[[Any, Path], Any], data: Mapping[str, Any], key: str, path: Path) -> Any:
        """The value at a key of a body; one object for all equal texts, since many bodies are alike."""
        if key not in data:
            return None
        written = repr(data[key])
        found = self.known.get((key, written))
        if found is None:
            found = read(data[key], (*path, key))
            if found is not None:  # errors are reported each time
                self.known[key, written] = found
        return found

    def joint(self, data: Any, path: Path) -> Joint | None:
        kind = now(data.get("type") if isinstance(data, dict) else data)
        if kind in OWN:
            return self.own_joint(kind, data if isinstance(data, dict) else {}, path)
        joint: Joint | None = self.object(data, JOINTS, path)
        return joint

    def argument(self, kind: Any, value: Any, path: Path) -> Any:
        if kind == JOINT and isinstance(value, dict) and now(value.get("type")) in OWN:  # a driven one
            joint = self.own_joint(now(value["type"]), value, path)
            if joint is None:
                raise Told("it has been reported")
            return joint
        return super().argument(kind, value, path)

    def own_joint(self, kind: str, data: Mapping[str, Any], path: Path) -> Joint | None:
        """A joint of the user's own, which the file only names."""
        if not self.keys(data, ("name",), ("type", "name"), path):
            return None
        name = self.value(values.text, data, "name", path)
        if name is None:
            return None
        if name in self.own:
            if type(joint := self.own[name]).__name__ == kind:
                return joint
            self.error(f"joint: {shown(name)} is a {type(joint).__name__}, not a {kind}.", (*path, "type"))
            return None
        hint = remedy(name, self.own) if self.own else f"give it to bough.load as joints={{{name!r}: …}}."
        self.error(f"joint: no joint {shown(name)} of your own: {hint}", (*path, "name"))
        return None

    def inertia(self, data: Any, path: Path) -> Inertia | None:
        """Mass properties, or several of them welded together."""
        if not isinstance(data, list):
            return self.part(data, path)
        parts = [self.part(entry, (*path, k)) for k, entry in enumerate(data)]
        whole = [part for part in parts if part is not None]
        try:
            return sum(whole[1:], whole[0]) if whole else None
        except MechanismError as error:
            self.tell(error, path)
            return None

    def part(self, data: Any, path: Path) -> Inertia | None:
        """Mass properties from numbers, or of a shape."""
        own = self.table(data, path)
        if own is None:
            return None
        shape = own.get("shape")
        if "shape" in own and (not isinstance(shape, str) or shape not in SHAPES):
            self.error(f"inertia: no shape {shown(shape)}: {remedy(shape, SHAPES)}", (*path, "shape"))
            return None
        make = SHAPES[shape] if shape else _by_numbers
        arguments = self.arguments(make, own, ("shape", "rotation"), path)
        turn = self.value(values.rotation, own, "rotation", path)
        if arguments is None:
            return None
        try:
            part = make(**arguments)
            if turn is None:
                return part
            matrix = rotation_matrix(turn, "inertia")
            return Inertia(part.mass, part.center, matrix @ part.tensor @ matrix.T, part.strict)
        except MechanismError as error:
            self.tell(error, path, own)
            return None

    def visuals(self, data: Any, path: Path) -> list[Visual]:
        if not isinstance(data, list):
            self.error(f"visuals must be a list of tables, not {shown(data)}.", path)
            return []
        found = []
        for k, entry in enumerate(data):
            own = self.table(entry, (*path, k))
            arguments = None if own is None else self.arguments(Visual, own, (), (*path, k))
            if arguments is None:
                continue
            try:
                found.append(made({"type": "Visual", **arguments}, element_of(path), {"Visual": Visual}))
            except MechanismError as error:
                self.tell(error, (*path, k), own)
        return found

    # --- forces ---------------------------------------------------------------------------------------------------

    def force(self, mechanism: Mechanism, name: str, data: Any) -> None:
        path = ("forces", name)
        own = self.table(data, path)
        if own is None:
            return
        if (kind := now(own.get("type"))) in LAWS:
            sentence = "has a function, which a file cannot hold; add it in Python to the mechanism that was loaded."
            self.error(f"a {kind} {sentence}", (*path, "type"))
            return
        force = self.object(own, FORCES, path)
        names = {text for text in own.values() if isinstance(text, str)}
        if force is None or not self.vague.isdisjoint(names | {text.rpartition(".")[0] for text in names}):
            return
        try:
            mechanism.add_force(name, force)
            force.check(mechanism, later=False)  # all bodies are known by now
        except MechanismError as error:
            self.tell(error, path, own)

    # --- initial state and settings -----------------------------------------------------------------------------------

    def start(self, mechanism: Mechanism, start: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Numbers by name; ``base.x = 1`` is the same as ``"base.x" = 1``."""
        found: dict[str, Any] = {}
        for path, value in _flat(self.section(start, "start", key), ("start", key)):
            name = ".".join(map(str, path[2:]))
            what, places = (
                ("coordinate", mechanism.q_places) if key == "coordinates" else ("velocity", mechanism.u_places)
            )
            if name not in places:
                if name not in self.vague and name.rpartition(".")[0] not in self.vague:
                    self.error(f"no {what} {shown(name)} in '{mechanism.name}': {remedy(name, places)}", path)
                continue
            if name in found:
                self.error(f"the {what} {shown(name)} is given twice; leave out one.", path)
            self.started[name] = path
            try:
                found[name] = values.numbers(value, path)
                numbers = found[name] if isinstance(value, list) else [value]
                size = len(places[name])
                if len(numbers) != size or any(isinstance(x, list) for x in numbers):
                    how_many = "a number" if size == 1 else f"{size} numbers"
                    raise Misread(f"the {what} {shown(name)} needs {how_many}, not {shown(value)}.", path)
            except MechanismError as error:
                self.tell(error, path)
        return found

    def quaternions(self, mechanism: Mechanism) -> None:
        """Check that initial quaternions have unit length; coordinates that are not given are neutral."""
        if not mechanism.q0:
            return
        for body, length in mechanism.quaternion_faults(mechanism.coordinates(mechanism.q0)):
            parts = labels(body.joint_name, body.joint.q_names)
            name = next(name for name in (body.joint_name, body.name, *parts) if name in mechanism.q0)
            hint = "divide it by that" if length else "give 1, 0, 0, 0 for no turn"
            self.error(f"the quaternion of '{body.name}' has length {length:.9g}; {hint}.", self.started[name])

    def run(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of ``simulate``."""
        found: dict[str, Any] = {}
        for name in data:
            read = values.text if name in _TEXTS else values.number
            try:
                found[now(name)] = data[name] if now(name) not in SETTINGS else read(data[name], ("run", name))
            except MechanismError as error:
                self.tell(error, ("run", name))
        for name, sentence in faults_in(found):
            self.error(sentence, ("run", name))
        return found


def _by_numbers(
    mass: float, center: VectorLike = (0.0, 0.0, 0.0), tensor: ArrayLike | None = None, strict: bool = True
) -> Inertia:
    """An inertia whose mass must be given."""
    return Inertia(mass, center, tensor, strict)


def _flat(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """The values that are not tables, with their paths."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key))
        else:
            yield (*path, key), value
