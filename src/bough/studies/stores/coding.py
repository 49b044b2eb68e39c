"""How results are written so that any reader of Zarr or netCDF can read them, and how they become words again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.studies.stores.base import REASON, STATUS, STATUS_WORDS, VARIANT, Layout, empty_value

if TYPE_CHECKING:
    import xarray as xr

REASON_ATTRS = {"long_name": "why the run failed"}


@dataclass(frozen=True)
class Field:
    """An array of a store; ``values`` are those of a coordinate, None for results."""

    node: str
    dims: tuple[str, ...]
    shape: tuple[int, ...]
    dtype: str
    attrs: dict[str, Any] = field(default_factory=dict)
    values: np.ndarray | None = None

    @property
    def fill(self) -> Any:
        return empty_value(self.dtype)


def fields_of(layout: Layout, header: dict[str, Any]) -> list[Field]:
    """All arrays but reasons, which are texts."""
    known = header["layout"]
    nodes = {name: one["node"] for name, one in known["axes"].items()}
    found = []
    for name, column in layout.columns.items():
        about = known["columns"][name]
        attrs = _attrs(layout.units.get(name, ""), name if about["node"] != name else "")
        if "words" in about:
            column, attrs = _codes(column, about["words"]), {**attrs, **_flags(about["words"])}
        found.append(Field(about["node"], (VARIANT,), column.shape, column.dtype.str, attrs, column))
    for name, axis in layout.axes.items():
        attrs = _attrs(layout.units.get(name, "s" if name.startswith("time") else ""), "")
        found.append(Field(nodes[name], (nodes[name],), axis.shape, axis.dtype.str, attrs, axis))
    for name, variable in layout.variables.items():
        attrs = _attrs(variable.units, variable.about or name)
        dims = (VARIANT, *(nodes[dim] for dim in variable.dims))
        shape = layout.shape(name, layout.count)
        found.append(Field(known["variables"][name]["node"], dims, shape, np.dtype(variable.dtype).str, attrs))
    attrs = {"long_name": "how the run ended", **_flags(STATUS_WORDS)}
    found.append(Field(STATUS, (VARIANT,), (layout.count,), "|i1", attrs))
    return found


def _attrs(units: str, about: str) -> dict[str, Any]:
    return {key: text for key, text in (("units", units), ("long_name", about)) if text}


def _flags(words: tuple[str, ...] | list[str]) -> dict[str, Any]:
    """Words as the CF conventions write them, where one has no spaces."""
    return {
        "flag_values": list(range(len(words))),
        "flag_meanings": " ".join("_".join(w.split()) or "_" for w in words),
    }


def _codes(column: np.ndarray, words: list[str]) -> np.ndarray:
    places = {word: k for k, word in enumerate(words)}
    return np.fromiter((places[str(word)] for word in column.tolist()), np.int32, len(column))


# --- read ---------------------------------------------------------------------------------------------------------------


def decoded(raw: xr.Dataset, header: dict[str, Any], status: np.ndarray, reasons: np.ndarray) -> xr.Dataset:
    """A dataset by the user's names, with words for codes."""
    import xarray as xr

    known = header["layout"]
    coords: dict[str, Any] = {}
    for name, about in known["columns"].items():
        variable = raw.variables[about["node"]]
        attrs = {key: value for key, value in variable.attrs.items() if not key.startswith("flag_")}
        values = variable.values
        if "words" in about:
            values = np.array(about["words"], object)[values]
        coords[name] = (VARIANT, values, attrs)
    dims = {about["node"]: name for name, about in known["axes"].items()}
    for name, about in known["axes"].items():
        variable = raw.variables[about["node"]]
        coords[name] = (name, variable.values, variable.attrs)
    data: dict[str, xr.Variable] = {}
    for name, about in known["variables"].items():
        data[name] = _renamed(raw.variables[about["node"]], dims)
    words = np.array(STATUS_WORDS, object)
    data[STATUS] = xr.Variable((VARIANT,), words[status], {"long_name": "how the run ended"})
    data[REASON] = xr.Variable((VARIANT,), reasons, REASON_ATTRS)
    attrs = {key: _attribute(value) for key, value in header["provenance"].items()}
    return xr.Dataset(data, coords, attrs)


def _renamed(variable: xr.Variable, dims: dict[str, str]) -> xr.Variable:
    """A variable along the user's dimensions; its values stay where they are."""
    import xarray as xr

    names = [dims.get(str(dim), str(dim)) for dim in variable.dims]
    return xr.Variable(names, variable._data, variable.attrs, fastpath=True)


def _attribute(value: Any) -> Any:
    """A value that any kind of file takes as an attribute."""
    plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return value if plain else json.dumps(value, ensure_ascii=False)
