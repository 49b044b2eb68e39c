"""What one name of a study varies over: a range, values, or a distribution."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import masked_place, shown

# most values of a list that are told in settings
_MOST_TOLD = 64
# the parts of a distribution without ends that count as its bounds
_TAIL = 1e-3


class Column:
    """How points of [0, 1] become values; ``told`` says it as plain data, ``word`` in a message."""

    told: dict[str, Any]
    word: str
    bounds: list[float]
    is_kind = False  # whether its values are no floats: integers, texts, or True and False

    def at(self, unit: np.ndarray) -> np.ndarray:
        """The values at points of (0, 1)."""
        raise NotImplementedError

    def at_levels(self, level: np.ndarray, levels: int) -> np.ndarray:
        """The values at levels from 0 to ``levels`` - 1, which reach from end to end."""
        raise NotImplementedError

    def spread(self, count: int) -> np.ndarray:
        """So many values from end to end."""
        raise NotImplementedError


class Range(Column):
    """All numbers from low to high, equally likely."""

    word = "a range"

    def __init__(self, name: str, low: Any, high: Any):
        ends = []
        for which, end in (("low", low), ("high", high)):
            try:
                number = math.nan if isinstance(end, bool | str) else float(end)
            except (TypeError, ValueError, OverflowError):
                number = math.nan
            if not math.isfinite(number):
                raise StateError(f"the range of '{name}' needs a finite number as its {which} end, not {shown(end)}.")
            ends.append(number)
        self.low, self.high = ends
        if self.low >= self.high:
            remedy = "swap them" if self.low > self.high else f"write [{self.low:g}] for one value"
            raise StateError(f"the range of '{name}' ends at {self.high:g} and starts at {self.low:g}; {remedy}.")
        if not math.isfinite(self.high - self.low):
            raise StateError(f"the range of '{name}' is too wide; give smaller ends.")
        self.bounds = [self.low, self.high]
        self.told = {"range": [self.low, self.high]}

    def at(self, unit: np.ndarray) -> np.ndarray:
        return np.clip(self.low + unit * (self.high - self.low), self.low, self.high)

    def at_levels(self, level: np.ndarray, levels: int) -> np.ndarray:
        return self.spread(levels)[level]

    def spread(self, count: int) -> np.ndarray:
        return np.linspace(self.low, self.high, count) if count > 1 else np.array([0.5 * (self.low + self.high)])


class Values(Column):
    """Values one by one, equally likely."""

    word = "a list"

    def __init__(self, values: np.ndarray):
        self.values = values
        self.is_kind = values.dtype != np.float64
        texts = values.dtype == object
        self.bounds = [0.0, len(values) - 1.0] if texts else [float(values.min()), float(values.max())]
        told = values[:_MOST_TOLD].tolist()
        self.told = {"values": told} if len(values) <= _MOST_TOLD else {"values": told, "count": len(values)}

    def at(self, unit: np.ndarray) -> np.ndarray:
        return self.values[np.minimum((unit * len(self.values)).astype(np.int64), len(self.values) - 1)]

    def at_levels(self, level: np.ndarray, levels: int) -> np.ndarray:
        return self.values[level * len(self.values) // levels]


class Distribution(Column):
    """A distribution of SciPy, by its quantiles."""

    word = "a distribution"

    def __init__(self, name: str, given: Any):
        self.name, self.given = name, given
        self.quantiles: Callable[..., Any] = getattr(given, "ppf", None) or given.icdf
        try:
            middle = np.asarray(self.quantiles(0.5), float)
        except (TypeError, ValueError):
            middle = np.array(math.nan)
        if middle.shape != () or not np.isfinite(middle):
            raise StateError(f"the distribution of '{name}' has no median; check its parameters.")
        self.is_kind = "." not in name and hasattr(given, "pmf") and not hasattr(given, "pdf")
        ends = [float(end) for end in given.support()] if hasattr(given, "support") else [-math.inf, math.inf]
        # (support of a discrete distribution starts one before the first value at quantile 0)
        self.is_bounded = all(map(math.isfinite, (*ends, *self.quantiles(np.array((0.0, 1.0))).tolist())))
        self.bounds = ends if self.is_bounded else self.quantiles(np.array((_TAIL, 1.0 - _TAIL))).tolist()
        self.told = _told(given)

    def at(self, unit: np.ndarray) -> np.ndarray:
        values = np.asarray(self.quantiles(unit), float)
        if not np.isfinite(values).all():
            raise StateError(
                f"the distribution of '{self.name}' gave a number that is infinite or NaN; truncate it to finite values."
            )
        return values.astype(np.int64) if self.is_kind else values

    def at_levels(self, level: np.ndarray, levels: int) -> np.ndarray:
        """From end to end, or without ends in the middles of equal parts."""
        discrete = hasattr(self.given, "pmf") and not hasattr(self.given, "pdf")
        inner = not self.is_bounded or discrete
        return self.at((np.arange(levels) + 0.5) / levels if inner else np.linspace(0.0, 1.0, levels))[level]

    def spread(self, count: int) -> np.ndarray:
        """The middles of so many equally likely parts."""
        return self.at((np.arange(count) + 0.5) / count)


def _told(given: Any) -> dict[str, Any]:
    """A distribution as plain data."""
    kind = getattr(given, "dist", None)
    if kind is None:
        return {"distribution": shown(given)}
    numbers = {key: _plain(value) for key, value in getattr(given, "kwds", {}).items()}
    return {"distribution": str(kind.name), "arguments": [_plain(value) for value in given.args], **numbers}


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, int | float | np.number) else shown(value)


def column_of(name: Any, given: Any) -> Column:
    """What a user gave for one name."""
    if not isinstance(name, str) or not name:
        raise StateError(f"what varies is named by texts such as 'boom.mass', not by {shown(name)}.")
    if isinstance(given, tuple):
        if len(given) != 2:
            raise StateError(f"'{name}': a tuple is a range (low, high); write a list [...] for values.")
        return Range(name, *given)
    if hasattr(given, "ppf") or hasattr(given, "icdf"):
        if hasattr(given, "freeze"):
            raise StateError(f"'{name}': give the distribution its numbers, as in scipy.stats.norm(10, 2).")
        return Distribution(name, given)
    if hasattr(given, "rvs"):
        raise StateError(f"'{name}': several numbers together need a tuple of their names, as in ('a', 'b'): ….")
    if isinstance(given, list | range | np.ndarray) or hasattr(given, "to_numpy"):
        return Values(typed(name, given, lambda k: f"value {k + 1} of '{name}'"))
    raise StateError(
        f"'{name}' must be a range (low, high), a list of values or a distribution of SciPy, not {shown(given)}."
    )


def columns_of(names: tuple[Any, ...], given: Any) -> dict[str, Column]:
    """What a user gave for several names together: the margins of a normal distribution."""
    mean, covariance = getattr(given, "mean", None), getattr(given, "cov", None)
    if mean is None or covariance is None or callable(mean) or callable(covariance):
        raise StateError(f"{shown(names)} needs a frozen scipy.stats.multivariate_normal, not {shown(given)}.")
    mean, covariance = np.atleast_1d(np.asarray(mean, float)), np.atleast_2d(np.asarray(covariance, float))
    if len(mean) != len(names):
        raise StateError(f"{shown(names)} are {len(names)} names, but the distribution has {len(mean)} numbers.")
    if not np.isfinite(mean).all() or not np.isfinite(covariance).all() or not (np.diagonal(covariance) > 0.0).all():
        raise StateError(f"the distribution of {shown(names)} needs finite means and positive variances.")
    from scipy.stats import norm

    found = {}
    for k, name in enumerate(names):
        if name in found:
            raise StateError(f"{shown(name)} is named twice in {shown(names)}; leave one out.")
        found[name] = column_of(name, norm(float(mean[k]), math.sqrt(covariance[k, k])))
    return found


# --- values -----------------------------------------------------------------------------------------------------------


def typed(name: str, given: Any, place: Callable[[int], str]) -> np.ndarray:
    """Values as floats; an argument of a function may also have integers, texts, or True and False.

    ``place`` tells in a message where the k-th value is.
    """
    if (masked := masked_place(given)) is not None:
        raise StateError(f"{place(masked[0] if masked else 0)} is masked; give a value.")
    values = given if isinstance(given, list | range) else np.asarray(given)
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise StateError(f"the values of '{name}' have shape {values.shape}; give one after another.")
    if len(values) == 0:
        raise StateError(f"'{name}' has no values; give at least one.")
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        array = values
    else:
        array = _from_objects(name, list(values), place)
    if "." in name and array.dtype.kind not in "fiu":
        raise StateError(f"{place(0)} must be a number, not {shown(array[0])}.")
    if array.dtype.kind in "iu" and "." not in name:
        return array.astype(np.int64)
    if array.dtype.kind not in "fiu":
        return array
    array = array.astype(np.float64)
    for k in np.flatnonzero(~np.isfinite(array))[:1].tolist():
        raise StateError(f"{place(k)} is {array[k]}; give a finite number.")
    return array


_BOOLEAN, _INTEGER, _NUMBER, _TEXT = "True or False", "a whole number", "a number", "a text"


def _sort(value: Any) -> str:
    """What a value is; empty for anything else."""
    if isinstance(value, bool | np.bool_):
        return _BOOLEAN
    if isinstance(value, int | np.integer):
        return _INTEGER
    if isinstance(value, float | np.floating):
        return _NUMBER
    return _TEXT if isinstance(value, str) else ""


def _from_objects(name: str, values: Sequence[Any], place: Callable[[int], str]) -> np.ndarray:
    sorts = {kind: _sort(value) for value in values for kind in (type(value),)}
    found = set(sorts.values())
    if "" in found:
        k = next(k for k, value in enumerate(values) if not sorts[type(value)])
        raise StateError(f"{place(k)} must be a number, a text, or True or False, not {shown(values[k])}.")
    if found == {_INTEGER, _NUMBER}:
        found = {_NUMBER}
    if len(found) > 1:
        first = sorts[type(values[0])]
        k = next(k for k, value in enumerate(values) if sorts[type(value)] != first)
        raise StateError(f"{place(k)} is {sorts[type(values[k])]} and the first is {first}; give values of one sort.")
    (kind,) = found
    if kind == _TEXT:
        array = np.empty(len(values), object)
        array[:] = [str(value) for value in values]
        return array
    try:
        return np.array(values, {_BOOLEAN: bool, _INTEGER: np.int64, _NUMBER: np.float64}[kind])
    except OverflowError:
        raise StateError(f"a value of '{name}' is too large; give smaller numbers.") from None
