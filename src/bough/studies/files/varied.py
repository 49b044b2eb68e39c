"""The values of one varied name in a study file: a range, a list, a distribution; of one number, or of several together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from bough.formats.toml import values
from bough.formats.toml.lines import Path
from bough.formats.toml.sheet import Sheet, Told
from bough.formats.toml.values import Misread
from bough.mechanism.checks import shown
from bough.studies.vary.distributions import DISTRIBUTIONS, PLACING, distribution
from bough.studies.vary.together import LinkedParameters

RANGE = ("from", "to", "points", "log")
SHARED = ("names", "factor")
KNOWN = (*RANGE, "values", "distribution", *SHARED)
_ARGUMENTS = tuple(dict.fromkeys((*PLACING, *(name for needed in DISTRIBUTIONS.values() for name in needed))))


class Varied(NamedTuple):
    """A varied name in a file: where it is, and the plan."""

    sheet: Sheet
    path: Path
    plan: str | None


def leaves(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """What is said of each name; ``boom.mass = …`` is the same as ``"boom.mass" = …``."""
    for key, value in data.items():
        if isinstance(value, dict) and not _is_leaf(value):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def flat(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """The values that are not tables, with their paths."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, (*path, key))
        else:
            yield (*path, key), value


def _is_leaf(table: Mapping[str, Any]) -> bool:
    """Whether a table says how a name varies, and is not one part of a dotted name."""
    return any(key in KNOWN for key in table) or not any(isinstance(value, dict | list) for value in table.values())


def varied(place: Varied, data: Any) -> Any:
    """The values of a name, as ``vary`` of a study takes them."""
    if isinstance(data, list):
        return _listed(place, data, place.path)
    if not isinstance(data, dict):
        raise Misread(
            f"give a list of values, {{ from, to }} or {{ distribution }}, not {shown(data)}; what stays is left out.",
            place.path,
        )
    ways = [key for key in ("from", "values", "distribution") if key in data] or (["from"] if "to" in data else [])
    if len(ways) != 1:
        place.sheet.keys(data, (), (*KNOWN, *(_ARGUMENTS if "distribution" in data else ())), place.path)
        what = "only one of them" if ways else "one of them"
        raise Misread(f"it takes from and to, values, or a distribution: give {what}.", place.path)
    (way,) = ways
    known = {"from": RANGE, "values": ("values",), "distribution": ("distribution", *_ARGUMENTS)}[way]
    needed = ("from", "to") if way == "from" else (way,)
    if not place.sheet.keys(data, needed, (*known, *SHARED), place.path):
        raise Told("it has been reported")
    reader = {"from": _range, "values": _values, "distribution": _distribution}[way]
    found = reader(place, data)
    if "names" not in data:
        if "factor" in data:
            raise Misread("factor is for several names together; give names, too.", (*place.path, "factor"))
        return found
    return _together(place, data, found)


def _range(place: Varied, data: Mapping[str, Any]) -> Any:
    """(low, high); with points, or for a grid, a list."""
    low, high = (values.number(data[key], (*place.path, key)) for key in ("from", "to"))
    if not low < high:
        raise Misread(f"from must be less than to, not {low:g} and {high:g}.", (*place.path, "from"))
    log = _truth(place, data, "log")
    if log and low <= 0.0:
        raise Misread(f"from must be positive with log = true, not {low:g}.", (*place.path, "from"))
    if "points" in data:
        points, path = data["points"], (*place.path, "points")
        if type(points) is not int or points < 2:
            raise Misread(f"points must be a whole number of at least 2, not {shown(points)}.", path)
        if place.plan not in (None, "grid"):
            raise Misread(f"points are of a grid, and the plan is '{place.plan}'; leave them out.", path)
        return (np.geomspace if log else np.linspace)(low, high, points).tolist()
    return distribution("loguniform", {"a": low, "b": high}) if log else (float(low), float(high))


def _values(place: Varied, data: Mapping[str, Any]) -> Any:
    return _listed(place, data["values"], (*place.path, "values"))


def _listed(place: Varied, data: Any, path: Path) -> list[Any]:
    if not isinstance(data, list) or not data:
        raise Misread(f"values must be a list of at least one, not {shown(data)}.", path)
    return [float(values.number(entry, (*path, k))) for k, entry in enumerate(data)]


def _distribution(place: Varied, data: Mapping[str, Any]) -> Any:
    arguments = {
        key: float(values.number(value, (*place.path, key)))
        for key, value in data.items()
        if key != "distribution" and key not in SHARED
    }
    return distribution(data["distribution"], arguments)


def _together(place: Varied, data: Mapping[str, Any], drawn: Any) -> LinkedParameters:
    names, path = data["names"], (*place.path, "names")
    factor = _truth(place, data, "factor")
    if isinstance(names, list) and names and all(isinstance(name, str) for name in names):
        return LinkedParameters(names, drawn, factor)
    if isinstance(names, dict) and names:
        # (an unquoted name with dots is a table in a table)
        rules = {".".join(map(str, inner[len(path) :])): rule for inner, rule in flat(names, path)}
        return LinkedParameters(rules, drawn, factor)
    raise Misread(f"names must be a list of names, or expressions of x by name, not {shown(names)}.", path)


def _truth(place: Varied, data: Mapping[str, Any], key: str) -> bool:
    if not isinstance(data.get(key, False), bool):
        raise Misread(f"{key} must be true or false, not {shown(data[key])}.", (*place.path, key))
    return bool(data.get(key, False))
