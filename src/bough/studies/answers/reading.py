"""What a study's results hold: varied numbers, kept numbers, which variants are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown

if TYPE_CHECKING:  # slower to import than bough itself
    import xarray as xr

COMPLETED, FAILED = "completed", "failed"
ASIDE = ("status", "reason")  # variables that are no kept quantities


class Result(Protocol):
    """What answers need of the result of a study."""

    @property
    def dataset(self) -> xr.Dataset: ...
    @property
    def study(self) -> Any: ...


def varied_names(dataset: xr.Dataset) -> list[str]:
    """The names that varied."""
    return [str(name) for name, of in dataset.coords.items() if of.dims == ("variant",) and name != "variant"]


def kept_names(dataset: xr.Dataset) -> list[str]:
    """The kept numbers, one for each variant; trajectories are not among them."""
    return [
        str(name)
        for name, of in dataset.data_vars.items()
        if of.dims == ("variant",) and name not in ASIDE and of.dtype.kind in "fiub"
    ]


def kept_name(dataset: xr.Dataset, name: str | None) -> str:
    """A kept number by name; the first one if no name is given."""
    known = kept_names(dataset)
    if name is None:
        if not known:
            raise StateError("the study keeps no number of a variant; give one in keep, as in {'top': 'max q.boom'}.")
        return known[0]
    if name in known:
        return name
    if name in dataset.data_vars and name not in ASIDE:
        raise StateError(f"'{name}' is kept as samples; keep a number of it as well, such as its 'max'.")
    raise StateError(f"no kept number {shown(name)}: {remedy(name, known)}")


def varied_name(dataset: xr.Dataset, name: str) -> str:
    """A varied name, or an error with those there are."""
    known = varied_names(dataset)
    if name not in known:
        raise StateError(f"{shown(name)} does not vary: {remedy(name, known)}")
    return name


def statuses(dataset: xr.Dataset) -> np.ndarray:
    """What became of each variant, as words."""
    if "status" not in dataset:
        return np.full(dataset.sizes["variant"], COMPLETED)
    return np.asarray(dataset["status"].values).astype(str)


def numbers(dataset: xr.Dataset, name: str, there: np.ndarray | None = None) -> np.ndarray:
    """A kept number of every variant; NaN where the variant failed or has not run. ``there``: which have."""
    values = np.array(dataset[name].values, float)
    values[~(statuses(dataset) == COMPLETED if there is None else there)] = np.nan
    return values


def column(dataset: xr.Dataset, name: str) -> np.ndarray:
    """What varied, as it was given."""
    return np.asarray(dataset[name].values)


def is_number(values: np.ndarray) -> bool:
    """Whether a column holds numbers (or truth values), not texts."""
    if values.dtype.kind in "fiub":
        return True
    return values.dtype == object and all(isinstance(one, int | float | np.number | np.bool_) for one in values)


def codes(values: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """A column as doubles, and if it holds texts, what they stand for."""
    if is_number(values):
        return values.astype(float), []
    words = values.astype(str)
    kinds = list(dict.fromkeys(words.tolist()))
    return np.array([kinds.index(word) for word in words.tolist()], float), kinds


def unit_of(dataset: xr.Dataset, name: str) -> str:
    unit = str(dataset[name].attrs.get("units", ""))
    return "" if unit == "1" else unit


def label(dataset: xr.Dataset, name: str) -> str:
    """A name with its unit, for an axis."""
    unit = unit_of(dataset, name)
    return f"{name}, {unit}" if unit else name


def plain(value: Any) -> Any:
    """A value of a column as plain Python."""
    return value.item() if isinstance(value, np.generic) else value


def written_number(value: Any, unit: str = "") -> str:
    """A value for reading, with its unit."""
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text
