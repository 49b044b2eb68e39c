"""What a store says about its study, and how another study differs from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from bough.errors import FileError, StateError
from bough.mechanism.checks import shown
from bough.studies.stores.base import REASON, STATUS, VARIANT, Layout
from bough.words import now

FORMAT = "bough study 2"
MOST_DIFFERENCES = 5
# longer texts without spaces are digests: nobody reads them
_LONGEST_WORD = 24


# --- made ---------------------------------------------------------------------------------------------------------------


def header_of(layout: Layout, chunk: int) -> dict[str, Any]:
    """Everything but the arrays, as plain data."""
    nodes = _nodes([*layout.columns, *layout.variables, *layout.axes])
    columns: dict[str, Any] = {}
    for name, column in layout.columns.items():
        columns[name] = {"node": nodes[name], "digest": _digest(column)}
        if column.dtype.kind in "OU":
            columns[name]["words"] = list(dict.fromkeys(map(str, column.tolist())))
    variables = {
        name: {"node": nodes[name], "dims": list(one.dims), "dtype": np.dtype(one.dtype).str, "units": one.units}
        for name, one in layout.variables.items()
    }
    axes = {name: {"node": nodes[name], "digest": _digest(axis)} for name, axis in layout.axes.items()}
    header = {
        "format": FORMAT,
        "identity": layout.identity,
        "provenance": layout.provenance,
        "layout": {"variants": layout.count, "columns": columns, "variables": variables, "axes": axes},
        "chunk": chunk,
    }
    return json.loads(json.dumps(header, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not plain data")


def _digest(values: np.ndarray) -> str:
    if values.dtype.kind in "OU":
        return sha256(json.dumps(values.tolist()).encode()).hexdigest()
    return sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


def _nodes(names: list[str]) -> dict[str, str]:
    """A name in the store for each name: letters, digits, dots, dashes; different also without regard to case."""
    nodes: dict[str, str] = {}
    taken = {VARIANT, STATUS, REASON, "zarr.json"}
    for name in names:
        plain = "".join(c if c.isalnum() or c in "._-" else "_" for c in name)[:60].lstrip("._") or "x"
        node, k = plain, 2
        while node.casefold() in taken:
            node, k = f"{plain}-{k}", k + 1
        taken.add(node.casefold())
        nodes[name] = node
    return nodes


def read_header(text: str | bytes, path: Path) -> dict[str, Any]:
    """A header from a store, or an error if it is none."""
    try:
        header = json.loads(text)
        known = header["format"]
        layout, chunk = header["layout"], header["chunk"]
        fits = isinstance(chunk, int) and chunk > 0 and isinstance(layout["variants"], int)
        fits = fits and all(isinstance(layout[part], dict) for part in ("columns", "variables", "axes"))
        fits = fits and all(isinstance(header[part], dict) for part in ("identity", "provenance"))
        fits = fits and all("node" in one for part in ("columns", "variables", "axes") for one in layout[part].values())
    except (KeyError, TypeError, ValueError, RecursionError, AttributeError):
        raise foreign(path) from None
    if known != FORMAT:
        raise FileError(
            f"'{path}' has the format {shown(known)}, not '{FORMAT}'; use the version of bough that wrote it."
        )
    if not fits:
        raise foreign(path)
    identity = header["identity"]
    for part, name in ((identity, "run"), (identity.get("model"), "settings")):
        if isinstance(part, dict) and isinstance(part.get(name), dict):
            part[name] = {now(key): value for key, value in part[name].items()}
    return header


def foreign(path: Path) -> FileError:
    return FileError(f"'{path}' is not a study, or was damaged; choose another path.")


# --- compared ---------------------------------------------------------------------------------------------------------


def compare(path: Path, made: dict[str, Any], found: dict[str, Any]) -> None:
    """Raise an error that says what changed, if a store holds the results of another study."""
    for part in ("identity", "layout"):
        differences = list(_differences(found[part], made[part], ()))
        if differences:
            more = len(differences) - MOST_DIFFERENCES
            text = "; ".join(differences[:MOST_DIFFERENCES]) + (f"; and {more} more" if more > 0 else "")
            raise StateError(
                f"'{path}' holds another study: {text}; "
                f"give this one another path, or delete '{path.name}' if its results are not needed."
            )


def _differences(old: Any, new: Any, place: tuple[str, ...]) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            inner = (*place, key)
            if key not in new:
                yield f"{_entry(inner)} is gone"
            elif key not in old:
                yield f"{_entry(inner)} is new"
            else:
                yield from _differences(old[key], new[key], inner)
    elif json.dumps(old) != json.dumps(new):  # (NaN equals itself there)
        was, now = _short(old), _short(new)
        differ = was != now and was is not None and now is not None
        yield f"{'.'.join(place)} was {was}, is {now}" if differ else f"{'.'.join(place)} is different"


def _entry(place: tuple[str, ...]) -> str:
    *outer, last = place
    return f"{'.'.join(outer)} '{last}'" if outer else f"'{last}'"


def _short(value: Any) -> str | None:
    """A value for a message, None if nobody could read it."""
    if isinstance(value, str) and len(value) > _LONGEST_WORD and " " not in value:
        return None
    return f"{value:.15g}" if isinstance(value, float) else shown(value)
