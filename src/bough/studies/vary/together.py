"""Numbers that vary together: one drawn number decides several of a mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import listing, shown
from bough.mechanism.expressions import function_of

DRAWN = "x"  # the drawn number, in an expression


@dataclass(frozen=True, init=False)
class LinkedParameters:
    """Several numbers that one drawn number decides; in ``vary``, its key is a name of your own.

    ``names``: a list, and all of them take the drawn number, or with ``factor=True`` the number that they have now times
    it. Or a mapping: what each takes, as an expression of x, which is the drawn number (``"0.45 + 25e3/x"``), or a
    factor. ``values``: as for a single name, a range, a list or a distribution.
    """

    names: dict[str, str | float] | tuple[str, ...]
    values: Any
    factor: bool

    def __init__(self, names: Iterable[str] | Mapping[str, str | float], values: Any, factor: bool = False):
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise StateError(
                f"LinkedParameters: names must be a list of names, or expressions by name, not {shown(names)}."
            )
        given = dict(names) if isinstance(names, Mapping) else tuple(names)
        if not given or not all(isinstance(name, str) for name in given):
            raise StateError(f"LinkedParameters: names must be texts, at least one, not {shown(names)}.")
        if twice := [name for name in dict.fromkeys(given) if list(given).count(name) > 1]:
            raise StateError(f"LinkedParameters: {listing(twice)} is named twice; name it once.")
        if factor and isinstance(given, dict):
            raise StateError(
                "LinkedParameters: factor=True takes a list of names; write '2*x' for a factor of one's own."
            )
        for setting, value in {"names": given, "values": values, "factor": bool(factor)}.items():
            object.__setattr__(self, setting, value)
        if isinstance(given, dict):
            for name, rule in given.items():
                _function(name, rule)

    def spread(self, drawn: np.ndarray, present: Mapping[str, float | None]) -> dict[str, np.ndarray]:
        """The numbers by name, from the drawn ones; ``present``: what they are now, for ``factor``."""
        if isinstance(self.names, dict):
            return {name: _values(name, rule, drawn) for name, rule in self.names.items()}
        if not self.factor:
            return dict.fromkeys(self.names, drawn)
        return {name: drawn * _present(name, present) for name in self.names}

    @property
    def itself(self) -> str | None:
        """A name that takes the drawn number as it is, and so has its unit."""
        if isinstance(self.names, dict):
            return next((name for name, rule in self.names.items() if rule in (DRAWN, 1)), None)
        return None if self.factor else self.names[0]

    def to_dict(self) -> dict[str, Any]:
        """What decides the numbers, as plain data."""
        names = dict(self.names) if isinstance(self.names, dict) else list(self.names)
        return {"names": names, "factor": self.factor}


def split(vary: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, LinkedParameters]]:
    """(what is drawn, by the name of its column; those of them that decide several numbers)."""
    together = {label: values for label, values in vary.items() if isinstance(values, LinkedParameters)}
    drawn = {label: together[label].values if label in together else values for label, values in vary.items()}
    decided: dict[str, str] = {}
    for label in vary:
        for name in together[label].names if label in together else (label,):
            if name in decided:
                raise StateError(f"vary: '{name}' is decided by '{decided[name]}' and by '{label}'; leave out one.")
            decided[name] = label
    return drawn, together


def spread(
    columns: Mapping[str, np.ndarray], together: Mapping[str, LinkedParameters], present: Mapping[str, float | None]
) -> dict[str, np.ndarray]:
    """Columns by the names of a mechanism's numbers, from those that were drawn."""
    found: dict[str, np.ndarray] = {}
    for label, drawn in columns.items():
        found |= together[label].spread(drawn, present) if label in together else {label: drawn}
    return found


def _function(name: str, rule: Any) -> Callable[[float], float]:
    if isinstance(rule, int | float) and not isinstance(rule, bool):
        return lambda x: x * rule
    if not isinstance(rule, str):
        raise StateError(f"LinkedParameters: '{name}' takes an expression of {DRAWN} or a factor, not {shown(rule)}.")
    try:
        return function_of(rule, DRAWN)
    except MechanismError as error:
        raise StateError(f"LinkedParameters: '{name}': {error}") from None


def _values(name: str, rule: str | float, drawn: np.ndarray) -> np.ndarray:
    function = _function(name, rule)
    found = np.empty(len(drawn))
    for k, x in enumerate(drawn.tolist()):
        try:
            found[k] = function(x)
        except ArithmeticError as error:
            raise StateError(
                f"LinkedParameters: '{name}' at {DRAWN} = {x:g}: {shown(rule)}: {error}; change its values."
            ) from None
    return found


def _present(name: str, present: Mapping[str, float | None]) -> float:
    value = present.get(name)
    if value is None:
        raise StateError(f"LinkedParameters: '{name}' has no number now to multiply; leave out factor=True.")
    if value == 0.0:
        raise StateError(f"LinkedParameters: '{name}' is 0 now, which no factor changes; leave out factor=True.")
    return value
