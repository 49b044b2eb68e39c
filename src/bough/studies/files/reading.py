"""Study files: a study in TOML, read as models are, with every error at once and its line. ``docs/studies.md`` describes them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from bough.errors import BoughError, FileError, MechanismError, ModelError, StateError, UnsupportedError
from bough.formats.findings import Findings
from bough.formats.foreign import foreign
from bough.formats.loading import ENDINGS, read_bytes
from bough.formats.toml import values
from bough.formats.toml.lines import Path
from bough.formats.toml.sheet import Sheet
from bough.formats.toml.values import Misread, key_of
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.models.catalogue import machine_files, study_files
from bough.models.texts import model
from bough.simulation.run.faults import faults_between, faults_in
from bough.simulation.run.manner import SETTINGS, manner_of
from bough.statics.starting import is_at_rest
from bough.studies.files.varied import Varied, flat, leaves, varied
from bough.studies.keep.keeping import keeps_of
from bough.studies.keep.quantities import quantity_of
from bough.studies.run.recipe import RUN
from bough.studies.study import Study
from bough.studies.vary.names import roles_of
from bough.studies.vary.plans import PLANS
from bough.studies.vary.together import LinkedParameters
from bough.typing import AnyPath
from bough.words import now

VERSION = 1
FORMAT = "bough-study"
TOP = (FORMAT, "name", "about", "model", "vary", "plan", "run", "keep")
MODEL = ("name", "floating", "forces")
PLAN = ("kind", "runs", "seed", "points", "levels", "second_order", "correlation")
_TEXTS = ("formulation", "solver", "integrator", "code")
_STARTS = {"q0": "coordinate", "u0": "velocity"}


@dataclass(frozen=True)
class StudyFile:
    """A study as a file describes it: its name, a line on it, and the arguments of :class:`Study`."""

    path: FilePath
    name: str
    about: str
    arguments: dict[str, Any]

    def study(self) -> Study:
        return Study(**self.arguments, name=self.name)


def load_study(path: AnyPath) -> Study:
    """The study in a file, or one of the catalogue by its name.

    An unusable file raises a :class:`ModelError` that lists all errors, each with its line.
    """
    return read_study(path)[1]


def read_study(path: AnyPath) -> tuple[StudyFile, Study]:
    """(what a file says, the study in it)."""
    place = study_path(path)
    findings = Findings(place.name)
    content = read_bytes(place)
    if other := foreign(place, content, "a study file"):
        raise findings.fail(other)
    reader = _Reader(content, findings, place)
    described = reader.study()
    try:
        return described, described.study()
    except (StateError, UnsupportedError, MechanismError) as error:
        of_plan = isinstance(error, StateError) and not isinstance(described.arguments["vary"], str)
        part = "plan" if of_plan else "vary"
        raise findings.fail(str(error), part, reader.line((part,))) from None


def study_path(path: AnyPath) -> FilePath:
    """The file of a study: a path, or a name of the catalogue."""
    place, known = FilePath(path), study_files()
    if str(path) in known and not place.is_file():
        return known[str(path)]
    if not place.suffix and place.name == str(path) and not place.exists():
        raise FileError(f"no study {shown(str(path))}: {remedy(str(path), known)} Or give a file such as study.toml.")
    return place


class _Reader(Sheet):
    def __init__(self, text: bytes, findings: Findings, place: FilePath):
        super().__init__(text, findings)
        self.place = place
        self.labels: dict[Path, str] = {}  # of what varies, by its place in the file

    def error(self, message: str, path: Path) -> None:
        element = str(path[0]) if path and path[0] in ("vary", "plan", "run", "keep") else ""
        if element == "keep" and len(path) > 1:
            element = f"keep {shown(path[1])}"
        for inner, label in self.labels.items():
            if path[: len(inner)] == inner:
                element, message = f"vary {shown(label)}", message.removeprefix(f"{key_of(inner)}: ")
        self.findings.error(message.removeprefix(f"{element}: "), element, self.line(path))

    def study(self) -> StudyFile:
        data, findings = self.data, self.findings
        self.check_version()
        self.keys(data, ("model", "vary", "keep"), TOP, ())
        name = self.value(values.text, data, "name", (), self.place.stem)
        about = self.value(values.text, data, "about", (), "")
        plan = self.plan(self.section(data, "plan"))
        vary = self.vary(data.get("vary", {}), plan.get("plan"))
        run = self.run(self.section(data, "run"))
        keep = self.keep(self.section(data, "keep"))
        self.check_correlation(plan.get("correlation", {}), vary)
        mechanism = self.model(data["model"]) if "model" in data else None
        if mechanism is not None:
            self.check_names(mechanism, vary)
            self.check_run(mechanism, run)
            self.check_keep(mechanism, keep)
        findings.sort(key=lambda finding: finding.line or 0)
        findings.settle()
        arguments: dict[str, Any] = {"model": mechanism, "vary": vary, "run": run, "keep": keep, **plan}
        return StudyFile(self.place, name, about, arguments)

    def check_version(self) -> None:
        version = self.data.get(FORMAT)
        if version is None:
            hint = " (this is a model: write a study that names it)" if "bough" in self.data else ""
            raise self.findings.fail(f"the line '{FORMAT} = {VERSION}' is missing{hint}; study files start with it.")
        if version != VERSION or isinstance(version, bool):
            newer = isinstance(version, int) and version > VERSION
            hint = "update bough" if newer else f"write {FORMAT} = {VERSION}"
            raise self.findings.fail(f"this file has format {shown(version)}; {hint}.", line=self.line((FORMAT,)))

    # --- the model ---------------------------------------------------------------------------------------------------

    def model(self, data: Any) -> Mechanism | None:
        """The mechanism; a file is looked for beside the study."""
        if not isinstance(data, str | dict):
            self.error(
                f"model must be a text such as 'crane', or a table with its name, not {shown(data)}.", ("model",)
            )
            return None
        options = {"name": data} if isinstance(data, str) else data
        if not self.keys(options, ("name",), MODEL, ("model",)):
            return None
        try:
            text = values.text(options["name"], ("model", "name"))
            for key in ("floating", "forces"):
                if not isinstance(options.get(key, False), bool):
                    raise Misread(f"{key} must be true or false, not {shown(options[key])}.", ("model", key))
            floating, forces = bool(options.get("floating", False)), bool(options.get("forces", True))
            return model(self.beside(text, ENDINGS), floating=floating, forces=forces)
        except ModelError as error:  # of the model's own file
            for finding in error.findings:
                self.findings.append(finding)
            self.error(f"the model {shown(options['name'])} cannot be used.", ("model",))
        except Misread as error:
            self.tell(error, ("model",))
        except (BoughError, OSError) as error:
            self.error(f"model: {error}", ("model",))
        return None

    def beside(self, text: str, endings: Iterable[str]) -> str:
        """A path relative to the study's file; other texts as they are."""
        is_path = FilePath(text).suffix.lower() in tuple(endings) or "/" in text or "\\" in text
        return str(self.place.parent / text) if is_path and text not in machine_files() else text

    # --- what varies ------------------------------------------------------------------------------------------------

    def vary(self, data: Any, plan: str | None) -> dict[str, Any] | str:
        """What varies, by name; or the path of a table of variants."""
        if isinstance(data, str):
            file = self.place.parent / data
            if not os.path.isfile(file):  # (unlike a path's own, it does not raise)
                self.error(f"vary: there is no file {shown(str(file))}; check the path.", ("vary",))
            return str(file)
        if not isinstance(data, dict) or (not data and "vary" in self.data):
            given = "" if data == {} else f", not {shown(data)}"
            self.error(f"nothing varies; give names with their values, or the path of a CSV file{given}.", ("vary",))
            return {}
        found: dict[str, Any] = {}
        for path, entry in leaves(data, ("vary",)):
            label = ".".join(map(str, path[1:]))
            self.labels[path] = label
            if label in found:
                self.error("it is given twice; leave out one.", path)
            try:
                found[label] = varied(Varied(self, path, plan), entry)
            except MechanismError as error:
                self.tell(error, path)
            except StateError as error:
                self.error(str(error), path)
        return found

    def check_names(self, mechanism: Mechanism, vary: dict[str, Any] | str) -> None:
        if isinstance(vary, str):
            return  # its columns are read by the study
        names = {
            label: list(one.names) if isinstance(one, LinkedParameters) else [label] for label, one in vary.items()
        }
        for path, label in self.labels.items():
            for name in names.get(label, ()):
                try:
                    roles_of(mechanism, [name])
                except (StateError, MechanismError) as error:
                    self.error(str(error), (*path, "names", *([name] if len(names[label]) > 1 else [])))

    # --- the plan ---------------------------------------------------------------------------------------------------

    def plan(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of a study that say which variants there are."""
        self.keys(data, (), PLAN, ("plan",))
        found: dict[str, Any] = {}
        kind = self.value(values.text, data, "kind", ("plan",))
        if kind is not None and kind not in PLANS:
            self.error(f"no plan {shown(kind)}: {remedy(kind, PLANS)}", ("plan", "kind"))
        elif kind is not None:
            found["plan"] = kind
        for key, least in (("runs", 1), ("seed", 0), ("points", 1), ("levels", 2)):
            if key in data:
                if type(data[key]) is not int or data[key] < least:
                    self.error(
                        f"{key} must be a whole number of at least {least}, not {shown(data[key])}.", ("plan", key)
                    )
                else:
                    found[key] = data[key]
        if not isinstance(second := data.get("second_order", False), bool):
            self.error(f"second_order must be true or false, not {shown(second)}.", ("plan", "second_order"))
        elif second:
            found["second_order"] = True
        if "correlation" in data:
            found["correlation"] = self.correlation(data["correlation"], ("plan", "correlation"))
        return found

    def correlation(self, data: Any, path: Path) -> dict[tuple[str, str], float]:
        found: dict[tuple[str, str], float] = {}
        if not isinstance(data, list):
            self.error(f"correlation must be a list of {{ between, value }}, not {shown(data)}.", path)
            return found
        for k, entry in enumerate(data):
            own = self.table(entry, (*path, k))
            if own is None or not self.keys(own, ("between", "value"), ("between", "value"), (*path, k)):
                continue
            pair = own["between"]
            if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
                self.error(f"between must be two names that vary, not {shown(pair)}.", (*path, k, "between"))
                continue
            value = self.value(values.number, own, "value", (*path, k))
            if value is not None and not -1.0 <= value <= 1.0:
                self.error(f"a correlation lies between -1 and 1, not {shown(value)}.", (*path, k, "value"))
            elif value is not None:
                found[pair[0], pair[1]] = float(value)
        return found

    def check_correlation(self, pairs: Mapping[tuple[str, str], float], vary: dict[str, Any] | str) -> None:
        for k, pair in enumerate(pairs):
            for name in pair:
                if not isinstance(vary, str) and name not in vary and name not in self.labels.values():
                    path = ("plan", "correlation", k, "between")
                    self.error(f"correlation: {shown(name)} does not vary: {remedy(name, self.labels.values())}", path)

    # --- the runs ---------------------------------------------------------------------------------------------------

    def run(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of ``simulate``."""
        found: dict[str, Any] = {}
        for key, value in data.items():
            name = now(key)
            if name not in RUN:
                self.error(f"no setting {shown(name)}: {remedy(name, RUN)}", ("run", name))
                continue
            read = values.text if name in _TEXTS else values.number
            if name in _STARTS:
                found[name] = self.start(value, name)
                continue
            try:
                found[name] = (values.numbers if name == "times" else read)(value, ("run", key))
            except MechanismError as error:
                self.tell(error, ("run", key))
        for name, sentence in faults_in({name: value for name, value in found.items() if name in SETTINGS}):
            self.error(sentence, ("run", name))
        return found

    def start(self, data: Any, key: str) -> dict[str, Any] | str:
        """A starting state by name; ``base.x = 1`` is the same as ``"base.x" = 1``. Or the word for rest."""
        if key == "q0" and isinstance(data, str):
            try:
                is_at_rest(data, key)
            except StateError as error:
                self.error(str(error), ("run", key))
            return data
        table = self.table(data, ("run", key)) or {}
        found: dict[str, Any] = {}
        for path, value in flat(table, ("run", key)):
            name = ".".join(map(str, path[2:]))
            found[name] = self.value(values.numbers, {name: value}, name, path[:2])
        return found

    def check_run(self, mechanism: Mechanism, run: Mapping[str, Any]) -> None:
        for key, what in _STARTS.items():
            known = mechanism.q_places if key == "q0" else mechanism.u_places
            for name in () if isinstance(given := run.get(key, {}), str) else given:
                if name not in known:
                    self.error(
                        f"no {what} {shown(name)} in '{mechanism.name}': {remedy(name, known)}", ("run", key, name)
                    )
        if self.findings.has_errors:
            return
        if {"duration", "times"} & {*run, *mechanism.settings}:
            asked = manner_of(mechanism, {name: run.get(name) for name in (*SETTINGS, "times")})
            for sentence in faults_between({name: value for name, value in asked.items() if value is not None}):
                self.error(sentence, ("run",))
        else:
            self.error(f"'duration' is missing, and '{mechanism.name}' has none of its own; give seconds.", ("run",))

    # --- what is kept -----------------------------------------------------------------------------------------------

    def keep(self, data: Mapping[str, Any]) -> dict[str, str]:
        if not data and "keep" in self.data:
            self.error('nothing is kept; give a quantity a name, as in swing = "max |q.rope|".', ("keep",))
        read = {name: self.value(values.text, data, name, ("keep",)) for name in data}
        return {name: text for name, text in read.items() if text is not None}

    def check_keep(self, mechanism: Mechanism, keep: Mapping[str, str]) -> None:
        for name, text in keep.items():
            try:
                quantity_of(mechanism, name, keeps_of({name: text})[name])
            except (StateError, MechanismError, UnsupportedError) as error:
                self.error(str(error), ("keep", name))
