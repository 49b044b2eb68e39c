"""What a mechanism shall reach, as users write it: by names, one target or one for each state of a batch."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import (
    DIRECTIONS,
    GROUND,
    listing,
    masked_place,
    remedy,
    rotation_by_keys,
    shown,
    three_numbers,
    unit_axis,
)
from bough.mechanism.mechanism import Mechanism
from bough.reach.goals import CENTER, Coordinate, Goal, Placed, Pointed, Turned
from bough.typing import Array, RotationLike, VectorLike

AXES = ("x", "y", "z")
ORIGIN = (0.0, 0.0, 0.0)
_POINT = re.compile(r"(.*)\(([^()]*)\)(\.\w+)?", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Target:
    """What a body, a coordinate or the centre of mass shall reach; for :func:`bough.reach`.

    ``of``: a body (``"hand"``), a point of it (``"hand(0, 0, 0.1)"``, or with ``at``), a coordinate (``"elbow"``), or
    ``"center of mass"``. ``position``: three numbers, NaN or None for those that do not matter, or one number for a
    coordinate. ``rotation``: of the body, as a matrix or by keys (``{"rpy": (0, 0, 1.5)}``); or ``axis``, a direction of
    the body that shall point ``along`` another one. All this is seen from ``relative``, the ground or another body.
    Arrays with one row more in front, (B, 3) or (B, 3, 3), are a batch.

    ``weight`` counts where not all targets can be met: one number, or one for the position and one for the rotation.
    A ``soft`` target is met as far as all others leave it free.
    """

    of: str
    position: Any = None
    _: KW_ONLY
    at: VectorLike = ORIGIN
    rotation: RotationLike | None = None
    axis: VectorLike | None = None
    along: VectorLike | None = None
    relative: str = GROUND
    weight: Any = 1.0
    soft: bool = False


def goals_of(mechanism: Mechanism, targets: Any) -> list[Goal]:
    """What all targets ask for, each with its name."""
    if isinstance(targets, Target):
        targets = [targets]
    if isinstance(targets, Mapping):
        named = [(name, one if isinstance(one, Target) else _by_name(name, one)) for name, one in targets.items()]
    elif isinstance(targets, Iterable) and not isinstance(targets, str):
        named = [(one.of if isinstance(one, Target) else "", one) for one in targets]
    else:
        named = [("", targets)]
    if not named:
        raise StateError("there is no target; name one, as in {'hand': (0.5, 0, 0.3)}.")
    goals: list[Goal] = []
    for name, target in named:
        if not isinstance(target, Target):
            raise StateError(f"targets must be by name, as in {{'hand': (0.5, 0, 0.3)}}, not {shown(target)}.")
        if any(goal.name == name for goal in goals):
            raise StateError(f"there are two targets '{name}'; give them names of their own, in a dictionary.")
        try:
            goals += _goals(mechanism, str(name), target)
        except MechanismError as error:
            raise StateError(str(error)) from None
    return goals


def _by_name(name: str, value: Any) -> Target:
    """A number, three numbers, or a pose as a 4 x 4 matrix."""
    given = None if value is None else _numbers(value, name, "position")
    if given is not None and given.shape[-2:] == (4, 4):
        return Target(name, given[..., :3, 3], rotation=given[..., :3, :3])
    return Target(name, given)


def _goals(mechanism: Mechanism, name: str, target: Target) -> list[Goal]:
    if not isinstance(target.of, str):
        raise StateError(f"target '{name}': the first argument must be a name, not {shown(target.of)}.")
    weights = _weights(name, target.weight)
    body, at, axis = _place(mechanism, name, target)
    if body is None:
        return [_coordinate(mechanism, name, target, weights[0])]
    seen = target.relative
    if seen != GROUND and seen not in mechanism:
        raise StateError(f"target '{name}': no body {shown(seen)}: {remedy(seen, (*mechanism.body_names, GROUND))}")
    goals: list[Goal] = []
    if target.position is not None:
        place = _position(name, target.position, axis)
        goals.append(Placed(name, weights[0], target.soft, place, body, at, seen))
    if target.rotation is not None:
        turn = _rotation(name, target.rotation)
        goals.append(Turned(name, weights[1], target.soft, turn, body, seen))
    if (target.axis is None) != (target.along is None):
        raise StateError(f"target '{name}': give both axis=, of the body, and along=, where it shall point.")
    if target.axis is not None:
        own = np.array(unit_axis(target.axis, f"target '{name}'"))
        goals.append(Pointed(name, weights[1], target.soft, _directions(name, target.along), body, seen, own))
    if not goals:
        raise StateError(f"target '{name}' asks for nothing; give a position=, a rotation=, or axis= and along=.")
    if body == CENTER and len(goals) > 1 - (target.position is None):
        raise StateError(f"target '{name}': the centre of mass has a position only.")
    return goals


def _place(mechanism: Mechanism, name: str, target: Target) -> tuple[str | None, Array | None, str]:
    """The body (None for a coordinate), the point in it (None: its origin), and the one axis that counts, if the name ends with it."""
    text = target.of.removeprefix("position.").removeprefix("point:")
    at = None if target.at is ORIGIN else three_numbers(target.at, name, "at")
    # (a name that is no body's has one number for each state)
    one_number = target.position is not None and np.ndim(target.position) <= (text not in mechanism)
    if one_number and text.removeprefix("q.") in mechanism.driven_q_names:
        own = text.removeprefix("q.")
        raise StateError(
            f"target '{name}': '{own}' is driven, so its drive alone moves it; choose time= at which it is there, or leave "
            "the target out."
        )
    if text.startswith("q.") or (one_number and _is_coordinate(mechanism, text)):
        return None, at, ""
    if found := _POINT.fullmatch(text):
        try:
            at = three_numbers([float(x) for x in found[2].split(",")], f"target '{name}'", "the point")
        except (ValueError, MechanismError):
            raise StateError(f"the point ({found[2]}) must be three numbers, as in 'hand(0, 0, 0.1)'.") from None
        text = found[1].strip() + (found[3] or "")
    axis = ""
    if text not in mechanism and text.endswith((".x", ".y", ".z")):
        text, _, axis = text.rpartition(".")
    if text == CENTER or text in mechanism:
        return text, at, axis
    owner = mechanism.joint_owner(text)
    if owner is not None and owner.name in mechanism:
        return owner.name, at, axis
    known = dict.fromkeys((*mechanism.body_names, *mechanism.q_places, CENTER))
    raise StateError(f"target '{name}': no body or coordinate {shown(text)}: {remedy(text, known)}")


def _is_coordinate(mechanism: Mechanism, text: str) -> bool:
    """Whether a name is that of a coordinate; ``box.z`` of a free box is a component of its place, as of any other body."""
    place = mechanism.q_places.get(text, ())
    is_component = text.endswith((".x", ".y", ".z")) and text.rpartition(".")[0] in mechanism
    return len(place) == 1 and (place[0] in mechanism.rate_places or not is_component)


def _coordinate(mechanism: Mechanism, name: str, target: Target, weight: float) -> Coordinate:
    text = target.of.removeprefix("q.")
    places = mechanism.q_places.get(text, range(0))
    velocity = mechanism.u_places.get(text, range(0))
    if not len(places):
        raise StateError(f"target '{name}': no coordinate {shown(text)}: {remedy(text, mechanism.q_names)}")
    if len(places) != 1 or len(velocity) != 1 or not _is_rate(mechanism, places[0], velocity[0]):
        several = [mechanism.q_names[k] for k in places]
        raise StateError(
            f"target '{name}': {listing(several)} cannot be set one by one; give position= and rotation= of the body."
        )
    if target.rotation is not None or target.axis is not None:
        raise StateError(f"target '{name}' is a coordinate, which has a position only.")
    value = _numbers(target.position, name, "position")
    if value.ndim > 1 or not np.isfinite(value).all():
        raise StateError(f"target '{name}' must be a number, not {shown(target.position)}.")
    return Coordinate(name, weight, target.soft, value, places[0], velocity[0], mechanism.q_units[places[0]])


def _is_rate(mechanism: Mechanism, place: int, velocity: int) -> bool:
    return mechanism.rate_places[velocity] == place


# --- numbers ------------------------------------------------------------------------------------------------------------


def _numbers(value: Any, name: str, what: str) -> Array:
    if masked_place(value) is not None:
        raise StateError(f"target '{name}': {what} is masked; give NaN for numbers that do not matter.")
    try:
        return np.array(value, float)
    except (TypeError, ValueError):
        raise StateError(f"target '{name}': {what} must be numbers, not {shown(value)}.") from None


def _weights(name: str, value: Any) -> tuple[float, float]:
    if type(value) is float and 0.0 < value < math.inf:
        return value, value
    weights = _numbers(value, name, "weight")
    if weights.ndim > 1 or weights.size not in (1, 2) or not (np.isfinite(weights) & (weights > 0.0)).all():
        raise StateError(
            f"target '{name}': weight must be a positive number, or one for the position and one for the rotation, not "
            f"{shown(value)}."
        )
    first, second = np.broadcast_to(weights, 2).tolist()
    return first, second


def _position(name: str, value: Any, axis: str) -> Array:
    place = _numbers(value, name, "position")
    if axis:
        if place.ndim > 1:
            raise StateError(f"target '{name}' is one number, not {shown(value)}.")
        full = np.full((*place.shape, 3), np.nan)
        full[..., AXES.index(axis)] = place
        place = full
    if place.ndim not in (1, 2) or place.shape[-1] != 3:
        raise StateError(
            f"target '{name}' must be a position of three numbers, or (B, 3) for a batch, not of shape {place.shape}; a "
            "coordinate is named 'q.NAME'."
        )
    if np.isfinite(place).all():
        return place
    if np.isinf(place).any():
        raise StateError(f"target '{name}' is infinite; give finite numbers, or NaN for those that do not matter.")
    if np.isnan(place).all(axis=-1).any():
        raise StateError(f"target '{name}' is NaN, so it asks for nothing; give at least one number.")
    return place


def _rotation(name: str, value: Any) -> Array:
    if isinstance(value, Mapping):
        return np.array(rotation_by_keys(value, f"target '{name}': rotation"))
    turn = _numbers(value, name, "rotation")
    if turn.ndim not in (2, 3) or turn.shape[-2:] != (3, 3):
        raise StateError(f"target '{name}': rotation must be 3 x 3, or (B, 3, 3) for a batch, not {turn.shape}.")
    with np.errstate(invalid="ignore"):
        off = np.abs(turn @ np.swapaxes(turn, -1, -2) - np.eye(3)).max(axis=(-1, -2))
        fine = (off < 1e-6) & (np.linalg.det(turn) > 0.0)
    if not fine.all():
        raise StateError(f"target '{name}': rotation is not a proper rotation matrix; orthonormalise it.")
    left, _, right = np.linalg.svd(turn)
    return left @ right


def _directions(name: str, value: Any) -> Array:
    if isinstance(value, str):
        return np.array(unit_axis(value, f"target '{name}'", "along"))
    along = _numbers(value, name, "along")
    with np.errstate(invalid="ignore"):
        length = np.linalg.norm(along, axis=-1, keepdims=True)
    if along.ndim not in (1, 2) or along.shape[-1] != 3 or not (np.isfinite(length) & (length > 0.0)).all():
        letters = ", ".join(DIRECTIONS)
        raise StateError(f"target '{name}': along must be a direction: three numbers, or one of {letters}.")
    return along / length
