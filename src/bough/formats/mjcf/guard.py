"""Check an MJCF file before MuJoCo reads it.

MuJoCo's reader opens any file that a model names, and repeats parts as often as the model asks. So files must be beside
the model or below the folder above it, included files and sub-models are checked like the model itself, plugins are
refused, and so are models that would take MuJoCo hours or all memory.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bough.formats.findings import Findings
from bough.formats.xml import Element, parse
from bough.mechanism.checks import shown

MOST_BODIES, MOST_PARTS, MOST_FILES = 10_000, 100_000, 1_000  # MuJoCo's time grows with the square of these numbers
MOST_BYTES = 512 * 2**20  # of a file that a model names
DEEPEST_FILE = 499  # nested elements, the limit of MuJoCo's reader
DEEPEST = 1_000  # the same, including included files
LONGEST_NAME = 200
MOST_NESTED = 50  # nested files
FINEST_MESH = 1_000  # parts along an edge of a mesh that MuJoCo generates
FINEST_FIELD = 10_000_000  # numbers of a landscape

_OUTSIDE = "it is outside the folder above the model's own; copy it there"
_LINKED = "a link leads out of the folder above the model's own; copy its target there"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FOLDERS = {"meshdir": ("mesh",), "texturedir": ("texture",), "assetdir": ("mesh", "texture")}
# numbers that a motion depends on
_FINITE = {
    "armature", "axis", "axisangle", "damping", "density", "diaginertia", "euler", "frictionloss", "fromto", "fullinertia", "gravity", "mass", "pos", "qpos",
    "quat", "qvel", "ref", "springref", "stiffness", "xyaxes", "zaxis",
}  # fmt: skip
# elements that repeat their children, and how often by default
_COUNTS = {"replicate": 1, "composite": 1, "flexcomp": 1000}


@dataclass
class Source:
    """A file of the model."""

    name: str  # relative to the model's own folder
    path: str
    root: Element


@dataclass
class _Named:
    """A file that an element names."""

    text: str
    element: Element
    source: Source


@dataclass
class _Model:
    """A model with its included files; a sub-model is a model of its own."""

    home: str
    included: set[str] = field(default_factory=set)
    folders: dict[str, list[str]] = field(default_factory=lambda: {"mesh": [], "texture": []})
    refused: set[str] = field(default_factory=set)  # kinds of files whose folder is not part of the model
    strips: list[bool] = field(default_factory=list)
    named: list[_Named] = field(default_factory=list)
    attached: list[tuple[float, str | None]] = field(default_factory=list)  # how often, and which sub-model
    bodies: float = 0.0
    parts: float = 0.0


class Guard:
    """Checks all files of a model; ``files`` maps the elements that name them to their places."""

    def __init__(self, root: Element, path: Path, findings: Findings):
        self.findings = findings
        self.sources: list[Source] = []
        self.files: dict[str, str] = {}
        whole = os.path.abspath(path)
        self.home = os.path.dirname(whole)
        self._limit = _limit_of(self.home)
        # resolved folders: they may be links, and a path through a link has two meanings
        self._real_limits = (os.path.realpath(self._limit), _limit_of(os.path.realpath(self.home)))
        self._open: list[str] = []  # nested sub-models
        self._nested = 0  # nested included files
        self.has_sub_models = False
        self._bytes(whole)
        self._look_at(Source(path.name, whole, root))
        findings.settle()

    def place_of(self, line: int | None, tag: str, name: str) -> tuple[str, int | None]:
        """File and line of an element, found by its tag or name on the line that MuJoCo reports.

        MuJoCo knows neither lines of included files nor that a line is one of a sub-model.
        """
        main = self.sources[0]
        if line and (not self.has_sub_models or any(e.line == line and _is(e, tag, name) for e in _all(main.root))):
            return main.name, line
        found = [(s.name, e.line) for s in self.sources[1:] for e in _all(s.root) if _is(e, tag, name)]
        return found[0] if len(found) == 1 else (main.name, None)

    def relative(self, file: str) -> str | None:
        """The path of a file relative to the model's folder, if an element names the file so."""
        found = self.files.get(file) or self.files.get(file.replace("\\", "/").rpartition("/")[2])
        return None if found is None else os.path.relpath(found, self.home).replace(os.sep, "/")

    def _finite(self, element: Element) -> None:
        """Refuse numbers that are not finite: early versions of MuJoCo cannot tell where they are."""
        for name in _FINITE.intersection(element.attributes):
            text = element.attributes[name]
            if not all(map(math.isfinite, _numbers(text))):
                message = f"{name} {shown(text)} has an entry that is NaN or infinite; give finite numbers."
                self.findings.error(message, f"<{element.tag}>", element.line)

    # --- a model ----------------------------------------------------------------------------------------------------

    def _look_at(self, source: Source) -> float:
        """Check a model with its files; returns how many bodies it has."""
        self._open.append(source.path)
        model = _Model(os.path.dirname(source.path), {source.path})
        self._walk(source, model, 0, 1.0)
        sub_models = self._sub_models(model)
        most = max(sub_models.values(), default=0.0)
        for times, name in model.attached:
            # one without a file is the model itself
            model.bodies += times * (model.bodies if name is None else sub_models.get(name, most))
            self._bound(model, source.root)
        for named in model.named:
            if named.element.tag != "model":
                self._find(named, model)
        self._open.pop()
        return model.bodies

    def _walk(self, source: Source, model: _Model, above: int, times: float) -> None:
        """Check all elements of a file, and of its included files; ``above``: depth of inclusion, ``times``: how often."""
        self.sources.append(source)
        if len(self.sources) > MOST_FILES or self._nested + len(self._open) > MOST_NESTED:
            message = f"the model consists of more than {MOST_FILES} files, or nests more than {MOST_NESTED}; join some of them."
            raise self.findings.fail(message)
        stack = [(source.root, 1, times)]
        with self.findings.within(source.name):
            while stack:
                element, depth, times = stack.pop()
                self._bound_depth(element, depth, above)
                if element.tag in ("extension", "plugin"):
                    message = "plugins are code, which is not loaded from a model; remove it, and what depends on it."
                    self.findings.error(message, f"<{element.tag}>", element.line)
                    continue
                if len(name := element.attributes.get("name", "")) > LONGEST_NAME:
                    message = f"the name {shown(name)} is longer than {LONGEST_NAME} characters; shorten it."
                    self.findings.error(message, f"<{element.tag}>", element.line)
                self._finite(element)
                times = self._count(element, model, times)
                self._folders(element, model)
                attributes = element.attributes.items()
                named = [_Named(text, element, source) for name, text in attributes if _names_file(name)]
                if element.tag == "include":
                    self._include(named, model, above + depth, times)
                else:
                    model.named += named
                stack += [(child, depth + 1, times) for child in reversed(element.children)]

    def _include(self, named: list[_Named], model: _Model, above: int, times: float) -> None:
        for file, path in self._found(named, model):
            if path in model.included:
                message = f"{shown(file.text)} is included a second time, or includes itself; MuJoCo takes a file once."
                self.findings.error(message, "<include>", file.element.line)
                continue
            model.included.add(path)
            self._nested += 1
            self._walk(self._read(path), model, above, times)
            self._nested -= 1

    def _sub_models(self, model: _Model) -> dict[str, float]:
        """By name, the bodies of the models that may be attached."""
        found: dict[str, float] = {}
        models = [named for named in model.named if named.element.tag == "model"]
        for named, path in self._found(models, model):
            self.has_sub_models = True
            if path in self._open:
                with self.findings.within(named.source.name):
                    message = f"{shown(named.text)} contains itself; attach another model."
                    self.findings.error(message, "<model>", named.element.line)
                continue
            source = self._read(path)
            if source.root.tag != "mujoco":
                with self.findings.within(named.source.name):
                    message = f"{shown(named.text)} is not MJCF, which starts with <mujoco>; convert it first."
                    self.findings.error(message, "<model>", named.element.line)
                continue
            name = named.element.attributes.get("name") or source.root.attributes.get("model", "")
            found[name] = max(found.get(name, 0.0), self._look_at(source))
        return found

    # --- files ------------------------------------------------------------------------------------------------------

    def _read(self, path: str) -> Source:
        name = os.path.relpath(path, self.home).replace(os.sep, "/")
        with self.findings.within(name):
            return Source(name, path, parse(self._bytes(path), self.findings))

    def _bytes(self, path: str) -> bytes:
        """The bytes of an XML file; MuJoCo reads it as UTF-8, whatever it declares."""
        try:
            with open(path, "rb") as file:
                text = file.read(MOST_BYTES)
            text.decode()
        except OSError as error:
            raise self.findings.fail(f"it cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError as error:
            line = text.count(b"\n", 0, error.start) + 1
            message = "it is not in UTF-8, the only encoding that MuJoCo reads; save it as UTF-8."
            raise self.findings.fail(message, line=line) from None
        return text

    def _found(self, named: list[_Named], model: _Model) -> Iterator[tuple[_Named, str]]:
        return ((one, path) for one in named for path in self._find(one, model))

    def _find(self, named: _Named, model: _Model) -> list[str]:
        """The path of a file, where MuJoCo may look for it; an error if it is missing or not part of the model."""
        tag, line = named.element.tag, named.element.line
        text = named.text.replace("\\", "/")
        if not text:
            return []
        folders = [""]
        if tag not in ("include", "model"):
            kind = "texture" if tag == "texture" else "mesh"
            if kind in model.refused:
                return []
            folders = model.folders[kind] or [""]
            if model.strips and all(model.strips):
                text = text.rpartition("/")[2]
        with self.findings.within(named.source.name):
            if why := _refusal(text):
                self.findings.error(f"{shown(named.text)} is not opened, since {why}.", f"<{tag}>", line)
                return []
            bases = dict.fromkeys((model.home, os.path.dirname(named.source.path)))
            asked = [os.path.join(base, folder, text) for base in bases for folder in folders]
            if why := next(filter(None, map(self._why_far, asked)), ""):
                self.findings.error(f"{shown(named.text)} is not opened, since {why}.", f"<{tag}>", line)
                return []
            paths = [os.path.normpath(path) for path in asked]
            if tag in ("texture", "hfield"):
                return []  # such files are not opened
            there = [path for path in dict.fromkeys(paths) if os.path.isfile(path)]
            if not there:
                missing = os.path.relpath(paths[0], self.home).replace(os.sep, "/")
                self.findings.error(f"there is no file {shown(missing)}; check the path.", f"<{tag}>", line)
                return []
            if any(os.path.getsize(path) > MOST_BYTES for path in there):
                message = f"{shown(named.text)} is larger than {MOST_BYTES >> 20} MiB; make it smaller."
                self.findings.error(message, f"<{tag}>", line)
                return []
            self.files[text] = there[0]
            return there

    def _folders(self, element: Element, model: _Model) -> None:
        """Folders of files that <compiler> sets."""
        if element.tag != "compiler":
            return
        if strip := element.attributes.get("strippath"):
            model.strips.append(strip == "true")
        for attribute, kinds in _FOLDERS.items():
            if folder := element.attributes.get(attribute, "").replace("\\", "/"):
                if why := _refusal(folder) or self._why_far(os.path.join(model.home, folder)):
                    message = f"{attribute} {shown(folder)} is not searched, since {why}."
                    self.findings.error(message, "<compiler>", element.line)
                    model.refused.update(kinds)
                    continue
                for kind in kinds:
                    model.folders[kind].append(folder)

    def _why_far(self, path: str) -> str:
        """Why a file or folder is not part of the model, if it is not.

        MuJoCo may resolve ".." in the text or on the disk, which differ behind a link: both are checked.
        """
        plain = os.path.normpath(path)
        if not _is_within(plain, self._limit):
            return _OUTSIDE
        real = (os.path.realpath(path), os.path.realpath(plain))
        return "" if all(any(_is_within(place, limit) for limit in self._real_limits) for place in real) else _LINKED

    # --- sizes ------------------------------------------------------------------------------------------------------

    def _bound_depth(self, element: Element, depth: int, above: int) -> None:
        if depth > DEEPEST_FILE:
            message = f"elements are nested more than {DEEPEST_FILE} deep, which MuJoCo does not read; move the inner ones to a file of their own, and <include> it."
            raise self.findings.fail(message, line=element.line)
        if depth + above > DEEPEST:
            message = f"with what is included, elements are nested more than {DEEPEST} deep; hang bodies side by side, or describe them in TOML."
            raise self.findings.fail(message, line=element.line)

    def _count(self, element: Element, model: _Model, times: float) -> float:
        """How often the element's children are repeated."""
        if element.tag == "attach":
            model.attached.append((times, element.attributes.get("model")))
        model.parts += times
        if element.tag == "body":
            model.bodies += times
        if element.tag in _COUNTS:
            numbers = _numbers(element.attributes.get("count", ""))
            count = abs(math.prod(numbers)) if numbers else _COUNTS[element.tag]
            if element.tag == "replicate":
                times *= count
            else:
                model.bodies += times * count
        field_size = [_numbers(element.attributes.get(name, "")) for name in ("nrow", "ncol")]
        if element.tag == "hfield" and math.prod(x for numbers in field_size for x in numbers) > FINEST_FIELD:
            message = f"a landscape of more than {FINEST_FIELD} numbers is not made; make it coarser."
            self.findings.error(message, "<hfield>", element.line)
        if element.tag == "mesh" and max(_numbers(element.attributes.get("params", "")), default=0.0) > FINEST_MESH:
            message = f"a mesh of more than {FINEST_MESH} parts along an edge is not made; make it coarser."
            self.findings.error(message, "<mesh>", element.line)
        self._bound(model, element)
        return times

    def _bound(self, model: _Model, element: Element) -> None:
        for count, most, what in ((model.bodies, MOST_BODIES, "bodies"), (model.parts, MOST_PARTS, "elements")):
            if not count <= most:
                message = f"the model has more than {most} {what}, for which MuJoCo's compiler takes very long; describe it in TOML or Python."
                raise self.findings.fail(message, line=element.line)


def _all(root: Element) -> Iterator[Element]:
    stack = [root]
    while stack:
        element = stack.pop()
        yield element
        stack += element.children


def _is(element: Element, tag: str, name: str) -> bool:
    return element.tag == tag if tag else bool(name) and element.attributes.get("name") == name


def _limit_of(folder: str) -> str:
    """The folder above, but not the root of the disk."""
    above = os.path.dirname(folder)
    return folder if above == os.path.dirname(above) else above


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _names_file(attribute: str) -> bool:
    """``file``, and ``fileup`` and the like of a texture."""
    return attribute.startswith("file")


def _refusal(text: str) -> str:
    if _SCHEME.match(text):
        return "it may lead anywhere; give a path relative to the model"
    if text.startswith("/"):
        return "its path is absolute; give one relative to the model"
    return ""


def _numbers(text: str) -> list[float]:
    """Words as numbers; none if one is not a number, which MuJoCo reports."""
    try:
        return [float(word) for word in text.split()]
    except ValueError:
        return []
