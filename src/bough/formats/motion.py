"""A motion in a file of columns: times, and coordinates by name, for joints that follow it."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np

from bough.errors import FileError
from bough.formats.loading import read_bytes
from bough.mechanism.checks import listing, shown
from bough.mechanism.signals import Table
from bough.typing import AnyPath

# columns of a file without a header
USUAL = ("t", "x", "y", "z", "qw", "qx", "qy", "qz")
_TIMES = ("t", "time")
_SEPARATORS = (";", "\t", ",")  # where a line has none of these, spaces separate
_QUATERNIONS = (("qw", "qx", "qy", "qz"), ("w", "x", "y", "z"))
# how far the length of a quaternion may be from 1, and the smallest cosine of half the turn from one to the next
_UNIT, _CLOSE = 1e-3, 0.5


def read_motion(path: AnyPath, kind: str = "cubic") -> dict[str, Table]:
    """The columns of a text file as tables over time, by name, such as :class:`Driven` takes them.

    The first line names the columns: ``t``, and coordinates such as ``x``, ``y``, ``z``, ``qw``, ``qx``, ``qy``,
    ``qz``, in any order; a file of numbers alone has these eight. Commas, semicolons, tabs or spaces separate them;
    lines that start with ``#`` are skipped. Quaternions are scaled to unit length and made continuous in sign.

    ``kind``: of the tables. "cubic" starts and ends at rest, "smooth" does not.
    """
    path = Path(path)
    names, lines, rows = _columns(path)
    times = rows[:, names.index(next(name for name in names if name in _TIMES))]
    for line, (before, after) in zip(lines[1:], pairwise(times.tolist()), strict=True):
        if after <= before:
            raise _fault(path, line, f"the time {after:g} does not come after {before:g}; sort the lines by time")
    for quaternion in _QUATERNIONS:
        if quaternion[0] in names:
            if missing := [name for name in quaternion if name not in names]:
                raise FileError(f"'{path}': the quaternion lacks the column {listing(missing)}; add it.")
            places = [names.index(name) for name in quaternion]
            rows[:, places] = _continued(path, lines, rows[:, places])
    at = tuple(times.tolist())
    return {name: Table(at, tuple(rows[:, k].tolist()), kind) for k, name in enumerate(names) if name not in _TIMES}


def _columns(path: Path) -> tuple[list[str], list[int], np.ndarray]:
    """Names of columns, the number of each line, and its numbers."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"'{path}' is not a text in UTF-8 (byte {error.start}); save it as one.") from None
    names: list[str] | None = None
    lines, rows = [], []
    separator: str | None = None
    for line, content in enumerate(text.splitlines(), 1):
        if not content.strip() or content.lstrip().startswith("#"):
            continue
        if names is None:
            separator = next((mark for mark in _SEPARATORS if mark in content), None)
        fields = [field.strip() for field in content.split(separator)]
        if names is None:
            names = _names(path, line, fields)
            if names is not None:
                continue
            names = list(USUAL)
        if len(fields) != len(names):
            raise _fault(path, line, f"there are {len(fields)} numbers for {len(names)} columns; give one for each")
        lines.append(line)
        rows.append([_number(path, line, name, field) for name, field in zip(names, fields, strict=True)])
    if names is None or len(rows) < 2:
        many = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
        raise FileError(f"'{path}' has {many} of numbers; a motion needs two at least.")
    return names, lines, np.array(rows)


def _names(path: Path, line: int, fields: list[str]) -> list[str] | None:
    """The names in the first line; None if it has numbers, which are then those of the usual columns."""
    if all(_is_number(field) for field in fields):
        if len(fields) != len(USUAL):
            raise _fault(
                path, line, f"{len(fields)} columns have no names; begin with a line such as {','.join(USUAL)}"
            )
        return None
    names = [field.strip("\"' ") for field in fields]
    for k, name in enumerate(names):
        if not name or _is_number(name):
            raise _fault(path, line, f"column {k + 1} has no name, but {shown(name)}; name all columns or none")
        if name in names[:k]:
            raise _fault(path, line, f"two columns are called '{name}'; rename one")
    if len([name for name in names if name in _TIMES]) != 1:
        raise _fault(path, line, f"one column must be the time 't', but there are {listing(names)}; rename one")
    return names


def _number(path: Path, line: int, name: str, field: str) -> float:
    if not _is_number(field):
        hint = "write its decimals with a point" if _is_number(field.replace(",", ".", 1)) else "correct it"
        raise _fault(path, line, f"'{name}' must be a number, not {shown(field)}; {hint}")
    number = float(field)
    if not math.isfinite(number):
        raise _fault(path, line, f"'{name}' must be finite, not {shown(field)}; leave the line out")
    return number


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return "_" not in field


def _continued(path: Path, lines: list[int], quaternions: np.ndarray) -> np.ndarray:
    """Unit quaternions, each with the sign that brings it closer to the one before."""
    lengths = np.linalg.norm(quaternions, axis=1)
    for k in np.flatnonzero(np.abs(lengths - 1.0) > _UNIT)[:1]:
        raise _fault(path, lines[k], f"the quaternion has length {lengths[k]:.6g}; divide it by that")
    unit = quaternions / lengths[:, None]
    between = np.einsum("ij,ij->i", unit[1:], unit[:-1])
    for k in np.flatnonzero(np.abs(between) < _CLOSE)[:1]:
        angle = math.degrees(2.0 * math.acos(abs(between[k])))
        raise _fault(path, lines[k + 1], f"the body turns by {angle:.0f}° since the line before; give more times")
    signs = np.cumprod(np.concatenate(([1.0], np.where(between < 0.0, -1.0, 1.0))))
    found: np.ndarray = unit * signs[:, None]
    return found


def _fault(path: Path, line: int, what: str) -> FileError:
    return FileError(f"'{path}', line {line}: {what}.")
