"""Values of a TOML file by kind: a text in place of a number is an expression, in place of an axis its letter."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from functools import cache
from typing import Any

from bough.errors import MechanismError
from bough.formats.toml.lines import Path
from bough.formats.toml.writing import DIRECTED
from bough.mechanism.checks import DIRECTIONS, ROTATIONS, rotation_by_keys, shown
from bough.mechanism.description import parameters
from bough.mechanism.expressions import constant


class Misread(MechanismError):
    """A value that is not what it should be; ``path`` leads to it."""

    def __init__(self, message: str, path: Path):
        super().__init__(message)
        self.path = path


def number(value: Any, path: Path) -> float:
    """A finite number, or the value of a text without t."""
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    if not isinstance(value, str):
        raise Misread(f"{key_of(path)} must be a finite number, not {shown(value)}.", path)
    try:
        return constant(value)
    except MechanismError as error:
        raise Misread(f"{key_of(path)}: {error}", path) from None


def numbers(value: Any, path: Path) -> Any:
    """A number, or lists of numbers."""
    if isinstance(value, list):
        if _are_floats(value):
            return value
        return [numbers(entry, (*path, k)) for k, entry in enumerate(value)]
    return number(value, path)


def _are_floats(values: list[Any]) -> bool:
    """Whether all are finite numbers already: a quick check, since most are."""
    return set(map(type, values)) == {float} and math.isfinite(sum(values))


def vector(value: Any, path: Path, length: int = 3) -> list[float]:
    """A vector of so many numbers."""
    if not isinstance(value, list) or len(value) != length:
        how_many = {3: "three", 4: "four"}[length]
        raise Misread(f"{key_of(path)} must be {how_many} numbers, not {shown(value)}.", path)
    return value if _are_floats(value) else [number(entry, (*path, k)) for k, entry in enumerate(value)]


def direction(value: Any, path: Path) -> Any:
    """Three numbers, or one of x, y, z, -x, -y, -z."""
    if not isinstance(value, str):
        return vector(value, path)
    if value not in DIRECTIONS:
        raise Misread(
            f"{key_of(path)} must be three numbers, or one of {', '.join(DIRECTIONS)}, not {shown(value)}.", path
        )
    return list(DIRECTIONS[value])


def directions(value: Any, path: Path) -> list[Any]:
    """A list of directions."""
    if not isinstance(value, list):
        raise Misread(f"{key_of(path)} must be a list of directions, not {shown(value)}.", path)
    return [direction(entry, (*path, k)) for k, entry in enumerate(value)]


def rotation(value: Any, path: Path) -> list[list[float]]:
    """A matrix by rows, from a matrix or by keys."""
    if isinstance(value, list) and len(value) == 3:
        return [vector(row, (*path, k)) for k, row in enumerate(value)]
    if not isinstance(value, dict) or set(value) not in ROTATIONS:
        ways = ", ".join(f"{{ {', '.join(sorted(keys))} }}" for keys in ROTATIONS)
        raise Misread(f"{key_of(path)} must be one of {ways}, or a 3 x 3 matrix, not {shown(value)}.", path)
    plain = {key: _TURNS.get(key, direction)(one, (*path, key)) for key, one in value.items()}
    try:
        return [list(row) for row in rotation_by_keys(plain, key_of(path))]
    except MechanismError as error:
        raise Misread(str(error), (*path, error.argument)) from None


# how the keys of a rotation are read; the others are directions
_TURNS: dict[str, Callable[[Any, Path], Any]] = {
    "angle": number,
    "rpy": vector,
    "quaternion": lambda value, path: vector(value, path, 4),
}


def text(value: Any, path: Path) -> str:
    if not isinstance(value, str):
        raise Misread(f"{key_of(path)} must be a text, not {shown(value)}.", path)
    return value


def _as_it_is(value: Any, path: Path) -> Any:
    """A name, names or a truth value, which constructors check."""
    return value


def key_of(path: Path) -> str:
    """The name of a value in messages: the last key of its path."""
    key = next(key for key in reversed(path) if isinstance(key, str))
    return key if path[-1] is key else f"an entry of {key}"


# --- arguments --------------------------------------------------------------------------------------------------------

# kinds of arguments that contain others, so that the reader must handle them
SIGNAL, JOINT = "signal", "joint"


@cache
def kind_of(make: Callable[..., Any], name: str) -> Callable[[Any, Path], Any] | str:
    """How an argument of a constructor is written: a function that reads it, ``SIGNAL`` or ``JOINT``."""
    if name in ("rotation", "other_rotation"):
        return rotation
    if name in DIRECTED:
        return direction
    if name == "axes":
        return directions
    annotation = inspect.formatannotation(parameters(make)[name].annotation).strip("'")
    if annotation == "Any":  # so arguments that may follow the time are declared
        return SIGNAL
    if annotation.endswith("Joint"):
        return JOINT
    return _as_it_is if "str" in annotation or annotation == "bool" else numbers
