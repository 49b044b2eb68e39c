"""Numbers as users write them, turned into what the engine keeps, or a clear error that says whose they are."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.spatial import cross, dot
from bough.errors import MechanismError, blamed_on
from bough.mechanism.rotations import Rows, about_axis, from_axes, from_quaternion, from_rpy
from bough.words import meant

GROUND = "ground"
# axes by letters
DIRECTIONS = {
    f"{sign}{letter}": [size if k == at else 0.0 for k in range(3)]
    for sign, size in (("", 1.0), ("-", -1.0))
    for at, letter in enumerate("xyz")
}
# ways to write a rotation by keys
ROTATIONS = ({"axis", "angle"}, {"rpy"}, {"quaternion"}, {"x", "y"}, {"y", "z"}, {"x", "z"})
# vectors this close to unit length, and matrices this close to a rotation, are kept unchanged: a mechanism rebuilt from
# its description is then the same to the last bit
_UNIT_LENGTH, _ORTHONORMAL = 4 * sys.float_info.epsilon, 32 * sys.float_info.epsilon
# bound of lengths, masses and the like: a mass times the square of a length is then still finite
LARGEST = 1e100


def shown(value: Any) -> str:
    """A user's value in a message: one line, not too long."""
    try:
        text = " ".join(repr(value).split())
    except RecursionError:
        return f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= 80 else f"{text[:77]}…"


def printable(text: str) -> str:
    """A user's text in print, with control characters escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def masked_place(value: Any) -> list[int] | None:
    """The indices of the first masked entry of an array; conversions to plain arrays lose the mask."""
    # (another thread may be importing it, and have no such array yet)
    kind = getattr(sys.modules.get("numpy.ma"), "MaskedArray", None)
    if kind is None or not isinstance(value, kind):
        return None
    places = np.argwhere(np.ma.getmaskarray(value))
    return places[0].tolist() if len(places) else None


def finite(value: Any, whose: str, name: str) -> float:
    """A number."""
    if masked_place(value) is not None:
        raise MechanismError(f"{whose}: {name} is masked; give a number.", argument=name)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise MechanismError(f"{whose}: {name} must be a number, not {shown(value)}.", argument=name) from None
    if not math.isfinite(number):
        raise MechanismError(f"{whose}: {name} must be finite, not {shown(value)}.", argument=name)
    return number


def numbers(values: Any) -> np.ndarray:
    """An array of doubles, or of objects if symbols are among them."""
    array = np.array(values)
    return array if array.dtype == object else array.astype(float)


def moderate(value: Any, whose: str, name: str) -> float:
    """A number that can be squared and multiplied."""
    number = finite(value, whose, name)
    if abs(number) > LARGEST:
        raise MechanismError(_too_large(whose, name, value), argument=name)
    return number


def _too_large(whose: str, name: str, value: Any) -> str:
    return f"{whose}: {name} {shown(value)} is too large; give at most {LARGEST:g}, and check its unit."


def positive(value: Any, whose: str, name: str) -> float:
    """A number greater than zero."""
    number = moderate(value, whose, name)
    if number <= 0.0:
        raise MechanismError(f"{whose}: {name} must be positive, not {shown(value)}.", argument=name)
    return number


def three_numbers(values: Any, whose: str, name: str) -> np.ndarray:
    """A vector, read-only."""
    vector = _vector(values, whose, name)
    if max(map(abs, vector.tolist())) > LARGEST:
        raise MechanismError(_too_large(whose, name, values), argument=name)
    return vector


def _vector(values: Any, whose: str, name: str, count: int = 3) -> np.ndarray:
    """A vector of finite numbers, read-only."""
    how_many = {3: "three", 4: "four"}[count]
    if (place := masked_place(values)) is not None:
        raise MechanismError(
            f"{whose}: {name} is masked at entry {place[0] if place else 0}; give {how_many} numbers.", argument=name
        )
    try:
        vector = np.array(values, float)
    except (TypeError, ValueError):
        vector = None
    if vector is None or vector.shape != (count,):
        raise MechanismError(f"{whose}: {name} must be {how_many} numbers, not {shown(values)}.", argument=name)
    if not all(map(math.isfinite, vector.tolist())):
        raise MechanismError(
            f"{whose}: {name} {shown(values)} has an entry that is NaN or infinite; give finite numbers.", argument=name
        )
    vector.setflags(write=False)
    return vector


def unit_axis(axis: Any, whose: str, name: str = "axis") -> tuple[float, float, float]:
    """A direction, as a tuple of unit length; a letter (``"y"``, ``"-x"``) is an axis of the frame."""
    if isinstance(axis, str):
        if axis not in DIRECTIONS:
            known = ", ".join(DIRECTIONS)
            raise MechanismError(
                f"{whose}: {name} must be three numbers, or one of {known}, not {shown(axis)}.", argument=name
            )
        axis = DIRECTIONS[axis]
    x, y, z = _vector(axis, whose, name).tolist()
    length = math.hypot(x, y, z)
    if abs(length - 1.0) > 1e-6:
        remedy = "give a direction" if length == 0.0 else f"divide it by its length {length:.6g}"
        raise MechanismError(f"{whose}: {name} {shown(axis)} must have unit length; {remedy}.", argument=name)
    if abs(length - 1.0) <= _UNIT_LENGTH:
        return x, y, z
    return x / length, y / length, z / length


def rotation_matrix(values: Any, whose: str, name: str = "rotation") -> np.ndarray:
    """A read-only rotation: the nearest to the given matrix, so rounded input does not cost accuracy; or one by keys."""
    if isinstance(values, Mapping):
        with blamed_on(name):
            values = rotation_by_keys(values, f"{whose}: {name}")
    if (place := masked_place(values)) is not None:
        raise MechanismError(f"{whose}: {name} is masked at {place}; give numbers for all entries.", argument=name)
    try:
        matrix = np.array(values, float)
    except (TypeError, ValueError):
        matrix = None
    if matrix is None or matrix.shape != (3, 3) or not all(map(math.isfinite, matrix.ravel().tolist())):
        raise MechanismError(
            f"{whose}: {name} must be a 3 x 3 matrix of finite numbers, not {shown(values)}.", argument=name
        )
    if not _is_clearly_rotation(*matrix.tolist()):  # most are, and NumPy takes ten times as long
        error = np.abs(matrix @ matrix.T - np.eye(3)).max()
        if error > 1e-6 or np.linalg.det(matrix) < 0:
            raise MechanismError(f"{whose}: {name} is not a proper rotation matrix; orthonormalise it.", argument=name)
        if error > _ORTHONORMAL:
            u, _, v = np.linalg.svd(matrix)
            matrix = u @ v
    matrix.setflags(write=False)
    return matrix


def rotation_by_keys(values: Mapping[str, Any], whose: str) -> Rows:
    """A rotation by axis and angle, by roll, pitch and yaw, by a quaternion w x y z of any length, or by two axes.

    Two axes, as in ``{"x": "y", "z": (0, 0, -1)}``, say where two axes of the inner frame point in the outer one.
    """
    if set(values) not in ROTATIONS:
        ways = ", ".join(f"{{{', '.join(sorted(keys))}}}" for keys in ROTATIONS)
        raise MechanismError(f"{whose} must be a 3 x 3 matrix or one of {ways}, not {shown(values)}.")
    if "rpy" in values:
        roll, pitch, yaw = _vector(_spelled(values["rpy"], whose, "rpy"), whose, "rpy").tolist()
        return from_rpy(roll, pitch, yaw)
    if "quaternion" in values:
        turn = from_quaternion(
            *_vector(_spelled(values["quaternion"], whose, "quaternion"), whose, "quaternion", 4).tolist()
        )
        if turn is None:
            raise MechanismError(
                f"{whose}: the quaternion is zero; give 1, 0, 0, 0 for no turn.", argument="quaternion"
            )
        return turn
    if "angle" in values:
        x, y, z = unit_axis(values["axis"], whose)
        return about_axis(x, y, z, finite(_spelled(values["angle"], whose, "angle"), whose, "angle"))
    (first, v), (second, w) = ((key, unit_axis(values[key], whose, key)) for key in sorted(values))
    if abs(dot(v, w)) > 1e-6:
        raise MechanismError(
            f"{whose}: {first} {shown(values[first])} and {second} {shown(values[second])} must be at right angles.",
            argument=second,
        )
    return from_axes(first, v, second, w)


def _spelled(value: Any, whose: str, name: str) -> Any:
    """Numbers in place of texts such as "30*deg"."""
    from bough.mechanism.expressions import constant

    if isinstance(value, list | tuple):
        return [_spelled(one, whose, name) for one in value]
    if not isinstance(value, str):
        return value
    try:
        return constant(value)
    except MechanismError as error:
        raise MechanismError(f"{whose}: {name}: {error}", argument=name) from None


def _is_clearly_rotation(x: Sequence[float], y: Sequence[float], z: Sequence[float]) -> bool:
    """Whether rows are clearly orthonormal up to rounding, and right-handed."""
    allowed = 0.5 * _ORTHONORMAL
    return (
        abs(dot(x, x) - 1.0) < allowed
        and abs(dot(y, y) - 1.0) < allowed
        and abs(dot(z, z) - 1.0) < allowed
        and abs(dot(x, y)) < allowed
        and abs(dot(y, z)) < allowed
        and abs(dot(z, x)) < allowed
        and dot(cross(x, y), z) > 0.0
    )


def rotation_rows(values: Any, whose: str) -> tuple[tuple[float, ...], ...] | None:
    """A rotation as rows of numbers, if there is one."""
    return None if values is None else tuple(map(tuple, rotation_matrix(values, whose).tolist()))


def labels(joint: str, suffixes: Iterable[str]) -> list[str]:
    """The names of a joint's coordinates or velocities."""
    return [f"{joint}.{suffix}" if suffix else joint for suffix in suffixes]


def listing(names: Iterable[str], most: int = 8) -> str:
    """Names for a message, the first few of many."""
    names = list(names)
    shown = ", ".join(f"'{name}'" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown or "none"


def remedy(name: object, known: Iterable[str], most: int = 12) -> str:
    """The end of a message about an unknown name: the one probably meant, or all known names."""
    known = list(known)
    close = meant(name, known)
    return f"did you mean '{close}'?" if close else f"there are {listing(known, most)}."


def shown_error(error: BaseException) -> str:
    """An exception as one line of a message."""
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text[:160]}" if text else type(error).__name__
