"""A TOML file and its errors: tables, keys and arguments, each error with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import rtoml

from bough.errors import MechanismError, ModelError
from bough.formats.findings import Findings
from bough.formats.toml import values
from bough.formats.toml.lines import Path, lines_of
from bough.formats.toml.values import JOINT, SIGNAL, Misread, key_of, kind_of
from bough.mechanism import joints
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.description import HELD, OWN, by_coordinate, made, parameters, required, types_in
from bough.words import meant, now

JOINTS = {name: make for name, make in types_in(joints).items() if name not in OWN}
_ELEMENTS: dict[str | int, str] = {"bodies": "body", "loops": "loop", "forces": "force"}  # by the tables they are in
_PLACE = re.compile(r" at line (\d+) column (\d+)$")


class Sheet:
    """The data of a file; a value that cannot be read becomes a finding, and None."""

    def __init__(self, text: bytes, findings: Findings):
        self.findings = findings
        self.text = self._decoded(text)
        self.data = self._parsed()

    def _decoded(self, text: bytes) -> str:
        try:
            return text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if b"\0" in text and not text.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise self.findings.fail(
                    "this is no text, and models and studies are; check that it is the right file."
                ) from None
            line = text.count(b"\n", 0, error.start) + 1
            raise self.findings.fail(
                f"the byte 0x{text[error.start]:02x} is not valid UTF-8; save the file as UTF-8.", line=line
            ) from None

    def _parsed(self) -> dict[str, Any]:
        try:
            return rtoml.loads(self.text)
        except ValueError as error:
            message, line = " ".join(str(error).split()), None
            if found := _PLACE.search(message):
                line, message = int(found[1]), f"{message[: found.start()]} (column {found[2]})"
            raise self.findings.fail(f"this is not valid TOML: {message}.", line=line) from None

    # --- errors ------------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> dict[Path, int]:
        return lines_of(self.text)

    def line(self, path: Path) -> int | None:
        """The line of what a path leads to, or of the nearest part of the path."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def error(self, message: str, path: Path) -> None:
        element = element_of(path)
        self.findings.error(message.removeprefix(f"{element}: "), element, self.line(path))

    def tell(self, error: MechanismError, path: Path, data: Mapping[str, Any] | None = None) -> None:
        """Turn an error into a finding, at the line of the key of ``data`` that it concerns."""
        if isinstance(error, ModelError):
            raise error
        if isinstance(error, Misread):
            self.error(str(error), error.path)
        elif not isinstance(error, Told):
            self.error(str(error), (*path, *_culprit(error, data or {})))

    # --- tables and keys ------------------------------------------------------------------------------------------

    def table(self, data: Any, path: Path) -> dict[str, Any] | None:
        if isinstance(data, dict):
            return data
        self.error(f"{key_of(path)} must be a table, not {shown(data)}.", path)
        return None

    def section(self, data: Mapping[str, Any], *path: str) -> dict[str, Any]:
        """The table at the end of a path, empty if it is not there."""
        return (self.table(data[path[-1]], path) if path[-1] in data else None) or {}

    def keys(self, data: Mapping[str, Any], required: Iterable[str], known: Iterable[str], path: Path) -> bool:
        """Whether all keys are known and all required ones are there; reports what is wrong."""
        strange = [key for key in data if key not in known]
        missing = [key for key in required if key not in data]
        for key in strange:
            self.error(f"{_within(path)}no key {shown(key)}: {remedy(key, known)}", (*path, key))
            missing = [other for other in missing if other != meant(key, known)]  # it is there, misspelt
        if missing:
            are = "is" if len(missing) == 1 else "are"
            self.error(f"{_within(path)}{listing(missing)} {are} missing.", path)
        return not (strange or missing)

    def value(
        self, read: Callable[[Any, Path], Any], data: Mapping[str, Any], key: str, path: Path, usual: Any = None
    ) -> Any:
        """The value of a key, or the default if it is missing or wrong."""
        if key not in data:
            return usual
        try:
            return read(data[key], (*path, key))
        except MechanismError as error:
            self.tell(error, path)
            return usual

    # --- objects with a type and arguments ----------------------------------------------------------------------------

    def object(self, data: Any, known: Mapping[str, Callable[..., Any]], path: Path) -> Any:
        """A joint or a force."""
        described = self.described(data, known, path)
        try:
            return described and made(described, element_of(path), {**known, **HELD})
        except MechanismError as error:
            self.tell(error, path, described)
            return None

    def described(self, data: Any, known: Mapping[str, Callable[..., Any]], path: Path) -> dict[str, Any] | None:
        """An object with a type and arguments, as plain data."""
        own = {"type": data} if isinstance(data, str) else self.table(data, path)
        if own is None:
            return None
        kind = now(own.get("type"))
        if not isinstance(kind, str) or kind not in known:
            hint = (
                f"no type {shown(kind)}: {remedy(kind, known)}"
                if "type" in own
                else f"'type' is missing; there are {listing(known, 20)}."
            )
            self.error(f"{_within(path)}{hint}", (*path, "type"))
            return None
        arguments = self.arguments(known[kind], own, ("type",), path)
        return None if arguments is None else {"type": kind, **arguments}

    def arguments(
        self, make: Callable[..., Any], data: Mapping[str, Any], others: Iterable[str], path: Path
    ) -> dict[str, Any] | None:
        """The arguments of a constructor, each read by its kind; ``others`` are keys that it does not take."""
        taken = parameters(make)
        whole = self.keys(data, required(make), [*others, *taken], path)
        arguments = {}
        for name, value in data.items():
            if name in taken:
                try:
                    arguments[name] = self.argument(kind_of(make, name), value, (*path, name))
                except MechanismError as error:
                    self.tell(error, path)
                    whole = False
        return arguments if whole else None

    def argument(self, kind: Any, value: Any, path: Path) -> Any:
        if kind == JOINT:
            inner = self.described(value, JOINTS, path)
        elif kind != SIGNAL:
            return kind(value, path)
        elif isinstance(value, str):
            return value
        elif isinstance(value, list):
            return [self.argument(SIGNAL, entry, (*path, k)) for k, entry in enumerate(value)]
        elif by_coordinate(path[-1], value):
            return {name: self.argument(SIGNAL, entry, (*path, name)) for name, entry in value.items()}
        elif isinstance(value, dict):
            inner = self.described(value, HELD, path)
        else:
            return values.number(value, path)
        if inner is None:
            raise Told("it has been reported")
        return inner


class Told(MechanismError):
    """An error that has been reported already."""


def element_of(path: Path) -> str:
    """The element that a finding is about, from the path to it."""
    if len(path) > 1 and path[0] in _ELEMENTS:
        return f"{_ELEMENTS[path[0]]} {shown(path[1])}"
    return str(path[0]) if path and path[0] in ("start", "run") else ""


def _within(path: Path) -> str:
    """The beginning of a message about a part of a body, a loop or a force."""
    return f"{key_of(path)}: " if len(path) > 2 else ""


def _culprit(error: MechanismError, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The key that an error is about, if it says so: by its name, or by the name that it holds."""
    if error.argument in data:
        return (error.argument,)
    return next(((key,) for key, value in data.items() if error.value and value == error.value), ())
