"""Variants that a table lists, one in each row: a DataFrame, or a CSV file whose first row has the names."""

from __future__ import annotations

import csv
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bough.errors import FileError, StateError
from bough.mechanism.checks import shown
from bough.studies.vary.columns import typed

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_BOOLEANS = {"true": True, "false": False}


def table_of(given: Any, most: int) -> tuple[dict[str, np.ndarray], Path | None]:
    """The columns of a table, and its path if it is a file, which may have ``most`` bytes."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(given, pandas.DataFrame):
        return _of_frame(given), None
    if isinstance(given, str | os.PathLike):
        path = Path(given)
        return _of_file(path, most), path
    raise StateError(
        f"vary= takes values by name, a DataFrame or the path of a CSV file, not {shown(given)}; give one of them."
    )


def _of_frame(frame: Any) -> dict[str, np.ndarray]:
    names = list(frame.columns)
    for name in names:
        if not isinstance(name, str) or not name:
            raise StateError(f"the table has a column called {shown(name)}; name columns by texts such as 'boom.mass'.")
        if names.count(name) > 1:
            raise StateError(f"the table has two columns '{name}'; leave one out.")
    if not names or not len(frame):
        raise StateError("the table has no variants; give it a column for each name and a row for each variant.")
    return {name: _of_series(name, frame[name]) for name in names}


def _of_series(name: str, series: Any) -> np.ndarray:
    return typed(name, _plain(series), lambda k: f"row {shown(series.index[k])} of '{name}'")


def _plain(series: Any) -> Any:
    """A column as an array of numbers, or as a list of objects."""
    kind = getattr(series.dtype, "kind", "O")
    array = series.to_numpy()
    return array if kind in "fiub" and array.dtype.kind in "fiub" else list(array)


# --- CSV --------------------------------------------------------------------------------------------------------------


def _of_file(path: Path, most: int) -> dict[str, np.ndarray]:
    try:
        if path.exists() and not path.is_file():  # a folder, or a device that never ends
            raise FileError(f"'{path}' is not a file; give the path of a CSV file.")
        if path.stat().st_size > most:
            raise FileError(f"'{path}' has more than {most:,} bytes; divide the study into several.")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"'{path}' is not UTF-8 (byte {error.start}); save it as UTF-8.") from None
    except ValueError:  # a null character in its name
        raise FileError(f"{str(path)!r} is not a file name; give the path of a CSV file.") from None
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot read '{path}': {error.strerror or error}; give the path of a CSV file.") from None
    rows = _rows(path, text)
    row, header = next(rows, (0, []))
    if not header:
        raise FileError(f"'{path}' is empty; give it a row of names, and a row of values for each variant.")
    names = _names(path, row, header)
    cells: list[list[str]] = []
    numbers: list[int] = []
    for row, entries in rows:
        if len(entries) != len(names):
            hint = "; write decimals with a point" if len(entries) > len(names) else ""
            raise FileError(
                f"'{path}', row {row}: {len(entries)} cells for {len(names)} columns; give one for each{hint}."
            )
        cells.append(entries)
        numbers.append(row)
    if not cells:
        raise FileError(f"'{path}' has names and no variants; add a row of values for each.")
    columns = zip(*cells, strict=True)
    return {name: _column(path, name, column, numbers) for name, column in zip(names, columns, strict=True)}


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, with their numbers from 1 on."""
    first = text.lstrip().partition("\n")[0]
    delimiter = next((sign for sign in ",;\t" if sign in first), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    row = 0
    try:
        for row, entries in enumerate(reader, 1):
            stripped = [entry.strip() for entry in entries]
            if any(stripped):
                yield row, stripped
    except csv.Error as error:
        raise FileError(f"'{path}', row {row + 1}: {error}; check its quotes.") from None


def _names(path: Path, row: int, header: Sequence[str]) -> list[str]:
    for k, name in enumerate(header):
        if not name:
            raise FileError(f"'{path}', row {row}: column {k + 1} has no name; give it one, or remove it.")
        if not name.isprintable():
            raise FileError(f"'{path}', row {row}: column {k + 1} is called {shown(name)}; use printable names.")
        if _NUMBER.fullmatch(name):
            raise FileError(
                f"'{path}', row {row}: the first row must have names, not {shown(name)}; add a row of names."
            )
        if name in header[:k]:
            raise FileError(f"'{path}', row {row}: two columns are called {shown(name)}; remove one.")
    return list(header)


def _column(path: Path, name: str, cells: Sequence[str], rows: Sequence[int]) -> np.ndarray:
    """Floats; of an argument of a function also integers, True and False, or texts."""
    found = _floats(cells)
    whole = "." not in name
    if found is not None:
        integers = whole and all(map(_INTEGER.fullmatch, cells))
        return np.array([int(cell) for cell in cells], np.int64) if integers else found
    for cell, row in zip(cells, rows, strict=True):
        if not cell:
            raise FileError(f"'{path}', row {row}: '{name}' is empty; give a value.")
    are_numbers = [_number(cell) for cell in cells]
    if whole and all(cell.lower() in _BOOLEANS for cell in cells):
        return np.array([_BOOLEANS[cell.lower()] for cell in cells])
    if not whole or any(are_numbers):
        at = are_numbers.index(False)
        raise FileError(
            f"'{path}', row {rows[at]}: '{name}' is {shown(cells[at])}; give a finite number, with a point for decimals."
        )
    return typed(name, list(cells), lambda k: f"'{path}', row {rows[k]}: '{name}'")


def _number(cell: str) -> bool:
    return _NUMBER.fullmatch(cell) is not None and bool(np.isfinite(float(cell)))


def _floats(cells: Sequence[str]) -> np.ndarray | None:
    """Cells as finite floats, if all are."""
    if not all(map(_NUMBER.fullmatch, cells)):
        return None
    array = np.array([float(cell) for cell in cells])
    return array if np.isfinite(array).all() else None
