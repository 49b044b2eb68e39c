"""What a study keeps of each run: a quantity, and how its values over time become one number.

``"max |q.rope|"``, ``"time of max u.boom"``, ``"first position.hook.z < 0.5"``, ``"samples q.rope every 0.1"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.expressions import constant

SAMPLES, FIRST = "samples", "first"
TIMES = ("time of max", "time of min")
REDUCTIONS = ("end", "max", "min", "rms", "mean", *TIMES, FIRST, SAMPLES)
_BEGINNING = re.compile(r"(time of max|time of min|\w+)\s+(.*)", re.DOTALL)
_REDUCTION = re.compile(r"(time of max|time of min|\w+)\s*(.*)", re.DOTALL)
_LEVEL = re.compile(r"(.*?)\s*([<>])=?\s*([^<>]+)", re.DOTALL)
_EVERY = re.compile(r"(.*\S)\s+every\s+(\S+)", re.DOTALL)


@dataclass(frozen=True)
class Keep:
    """One kept quantity.

    ``of``: its name, or a function of (t, q, u). ``absolute``: its absolute value counts. ``level``: the one that is
    crossed, ``rising`` if upwards. ``every``: seconds between kept samples.
    """

    reduction: str
    of: str | Callable[..., Any]
    absolute: bool = False
    level: float | None = None
    rising: bool = True
    every: float | None = None

    @property
    def words(self) -> str:
        """As a text that gives the same again; functions by their name."""
        name = self.of if isinstance(self.of, str) else getattr(self.of, "__qualname__", repr(self.of))
        name = f"|{name}|" if self.absolute else name
        if self.reduction == FIRST:
            return f"{self.reduction} {name} {'>' if self.rising else '<'} {self.level!r}"
        return f"{self.reduction} {name}" + ("" if self.every is None else f" every {self.every!r}")


def keeps_of(given: Any) -> dict[str, Keep]:
    """What a user asked to keep, by name."""
    if not isinstance(given, Mapping) or not given:
        raise StateError(
            f"keep must name what is kept of each run, as in {{'swing': 'max |q.rope|'}}, not {shown(given)}."
        )
    for name in given:
        if not isinstance(name, str) or not name.isprintable() or not name.strip() or "/" in name:
            raise StateError(f"keep: {shown(name)} is no name; give a word such as 'swing'.")
        if name in ("variant", "status", "reason", "time"):
            raise StateError(f"keep: '{name}' is a name of every study's results; choose another.")
    return {name: keep_of(name, value) for name, value in given.items()}


def keep_of(name: str, given: Any) -> Keep:
    """One of them: a text, or (reduction, function)."""
    if isinstance(given, Keep):
        return given
    if isinstance(given, tuple) and len(given) == 2 and callable(given[1]):
        keep = _read(name, _with_quantity(given[0]))
        return Keep(keep.reduction, given[1], keep.absolute, keep.level, keep.rising, keep.every)
    return _read(name, given)


def _with_quantity(reduction: Any) -> Any:
    """``first f > 0.5`` for ``first > 0.5``: a text as it would be with a quantity."""
    words = _REDUCTION.fullmatch(reduction.strip()) if isinstance(reduction, str) else None
    return reduction if words is None else f"{words[1]} function {words[2]}".strip()


def _read(name: str, text: Any) -> Keep:
    found = _BEGINNING.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise StateError(
            f"keep '{name}': {shown(text)} must be a reduction and a quantity, as in 'max |q.rope|'; reductions are "
            f"{listing(REDUCTIONS, 20)}."
        )
    reduction, rest = found[1], found[2].strip()
    if reduction not in REDUCTIONS:
        raise StateError(f"keep '{name}': no reduction {shown(reduction)}: {remedy(reduction, REDUCTIONS)}")
    level, rising, every = None, True, None
    if reduction == FIRST:
        crossed = _LEVEL.fullmatch(rest)
        if crossed is None:
            example = f"'first {rest.split(' ')[0]} > 0.5'" if rest != "function" else "('first > 0.5', function)"
            raise StateError(f"keep '{name}': {shown(text)} names no level; write {example}, for instance.")
        rest, rising, level = crossed[1].strip(), crossed[2] == ">", _number(name, crossed[3])
    if reduction == SAMPLES and (spaced := _EVERY.fullmatch(rest)):
        rest, every = spaced[1], _number(name, spaced[2])
        if every <= 0.0:
            raise StateError(f"keep '{name}': samples every {every:g} s; give a positive number of seconds.")
    absolute = len(rest) > 2 and rest[0] == rest[-1] == "|"
    return Keep(reduction, rest[1:-1].strip() if absolute else rest, absolute, level, rising, every)


def _number(name: str, text: str) -> float:
    try:
        return constant(text)
    except MechanismError:
        raise StateError(f"keep '{name}': {shown(text.strip())} is no number; give one.") from None
