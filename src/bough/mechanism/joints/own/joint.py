"""Joints of the user's own, in Python (``docs/own-joints.md``): by a pose, or by constraints.

``motion.py`` and ``surface.py`` turn the function into programs, ``probing.py`` tries it out,
``kernels.py`` has the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bough.errors import MechanismError
from bough.graph.traced import Traced
from bough.mechanism.checks import finite, rotation_matrix, shown, three_numbers
from bough.mechanism.joints.base import Joint
from bough.mechanism.joints.own.motion import OwnMotion
from bough.mechanism.joints.own.probing import check_motion, check_surface, named, unfound
from bough.mechanism.joints.own.programs import OwnPrograms
from bough.mechanism.joints.own.surface import OwnSurface
from bough.mechanism.pieces import START
from bough.mechanism.signals import signal_of

UNITS = {"rad": np.pi, "m": 1.0}  # and how far a coordinate goes to either side, unless the user says otherwise


class Own(Joint):
    """What joints of the users' own have in common: a name in files, and programs."""

    name: str
    _motion: OwnPrograms

    @property
    def motion(self) -> OwnPrograms:
        """The programs that its function became."""
        return self._motion

    @property
    def fingerprint(self) -> str:
        """A fingerprint of what it does: of the operations of its functions, and of the curves that they follow."""
        return self._motion.digest

    @property
    def function(self) -> Callable[..., Any]:
        """The function that it was made from."""
        raise NotImplementedError

    @property
    def code(self) -> int:
        return self.kind.code

    @property
    def _identity(self) -> tuple[Any, ...]:
        """What tells it from others, besides its type."""
        return self.name, self.fingerprint

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)


class CustomJoint(Own):
    """A joint whose pose is a function of your own: ``pose(q1, q2, …) -> (shift, rotation)``.

    ``shift``: the body's origin in the joint frame, three numbers. ``rotation``: None; a list of turns (axis, angle),
    each about an axis that the turns before carry round; or a 3 x 3 matrix, body axes to joint axes. The function is
    called once, with numbers that record what is done to them: it may use + - * / **, NumPy's functions of one number,
    ``bough.where`` and ``bough.curve``.

    ``coordinates``: the arguments of the function and their units, as in ``{"s": "m", "turn": "rad"}``. ``over``: the
    range of each that the motion is checked on, by default ±π rad and ±1 m; a joint that closes a loop may not leave it,
    unless its motion repeats. ``start``: coordinates to start from, by
    default 0, or the middle of the range. ``measure``: ``measure(shift, rotation) -> coordinates``, the way back from a
    pose to the coordinates (roughly is enough), for a joint that closes a loop and is not found from its start.
    ``name``: the joint's name in files, by default that of the function.
    """

    rates = property(lambda self: len(self.coordinates))
    _motion: OwnMotion

    def __init__(
        self,
        pose: Callable[..., Any],
        coordinates: Mapping[str, str],
        over: Mapping[str, tuple[float, float]] | None = None,
        start: Mapping[str, float] | None = None,
        measure: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if not callable(pose):
            raise MechanismError(f"CustomJoint: pose must be a function, not {shown(pose)}.", argument="pose")
        self.name = _name(name, pose, "CustomJoint")
        whose = f"CustomJoint '{self.name}'"
        self.pose, self.measure = pose, measure
        self.coordinates = _coordinates(coordinates, whose)
        self.over = _ranges(over, self.coordinates, whose)
        self.start = _start(start, self.coordinates, self.over, whose)
        self._motion = OwnMotion(pose, [name for name, _ in self.coordinates], whose, measure)
        check_motion(self._motion, self.over, whose)
        self._unfound = unfound(self._motion, self.over, self.start)

    @property
    def q_names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of its coordinates; "" if it has only one."""
        return ("",) if len(self.coordinates) == 1 else tuple(name for name, _ in self.coordinates)

    u_names = q_names

    @property
    def q_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(unit for _, unit in self.coordinates)

    @property
    def u_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(f"{unit}/s" for _, unit in self.coordinates)

    @property
    def motion(self) -> OwnMotion:
        return self._motion

    @property
    def function(self) -> Callable[..., Any]:
        return self.pose

    def frames(self):
        return self._motion.before, self._motion.after

    def constants(self):
        return self.start

    @property
    def neutral(self) -> tuple[float, ...]:
        """The coordinates that it starts from."""
        return self.start

    @property
    def range_words(self) -> str:
        """The range that its motion was checked on, as in "turn from -1 to 1 rad"."""
        named = zip(self.coordinates, self.over, strict=True)
        return ", ".join(f"{name} from {low:.6g} to {high:.6g} {unit}" for (name, unit), (low, high) in named)

    def check_closing(self, whose: str) -> None:
        """Raise an error if its coordinates cannot be found from a pose, as a joint that closes a loop needs."""
        if self._unfound is not None:
            raise MechanismError(
                f"{whose}: the coordinates of CustomJoint '{self.name}' are not found from its pose at "
                f"{named(self._motion, self._unfound)}; give it "
                "measure=, a function from shift and rotation to coordinates, or a narrower range over=.",
                argument="joint",
            )

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.name, self.fingerprint, self.coordinates, self.over, self.start

    def __repr__(self) -> str:
        return f"CustomJoint('{self.name}', {dict(self.coordinates)})"


class CustomConstraint(Own):
    """A joint by constraints of your own: ``residuals(shift, rotation)`` gives one to five numbers that vanish.

    ``shift`` (three numbers) and ``rotation`` (three rows of three) are those of the frame that the joint moves, in the
    joint frame; what the function may use is as for :class:`CustomJoint`. The joint closes loops: give the body another
    joint that leaves it enough freedom, such as ``Free``, and add this one by ``add_loop``. ``start``: a shift and a
    rotation near which the constraints can be fulfilled, by default none of both. ``name``: the joint's name in files,
    by default that of the function.

    Its coordinates in a loop are shift and quaternion, its velocities those along an orthonormal basis.
    """

    _motion: OwnSurface
    q_names = ("x", "y", "z", "qw", "qx", "qy", "qz")
    q_units = ("m", "m", "m", "1", "1", "1", "1")
    has_quaternion = True

    def __init__(
        self, residuals: Callable[..., Any], start: tuple[Any, Any] | None = None, name: str | None = None
    ) -> None:
        if not callable(residuals):
            raise MechanismError(
                f"CustomConstraint: residuals must be a function, not {shown(residuals)}.", argument="residuals"
            )
        self.name = _name(name, residuals, "CustomConstraint")
        whose = f"CustomConstraint '{self.name}'"
        self.residuals = residuals
        self.start = _start_pose(start, whose)
        self._motion = OwnSurface(residuals, whose)
        check_surface(self._motion, np.concatenate(self.start), whose)

    @property
    def motion(self) -> OwnSurface:
        return self._motion

    @property
    def u_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(f"u{k + 1}" for k in range(self._motion.count))

    @property
    def u_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("1/s",) * self._motion.count

    @property
    def function(self) -> Callable[..., Any]:
        return self.residuals

    @property
    def neutral(self) -> tuple[float, ...]:
        return 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0

    def __repr__(self) -> str:
        many = self._motion.constraints
        return f"CustomConstraint('{self.name}', {many} constraint{'s' if many > 1 else ''})"


def curve(points: Any, x: Any) -> Any:
    """The value at x of a ``Table`` or of a piecewise polynomial of SciPy, for functions of your own joints.

    Its slope must not jump: a Table must be "cubic", and a periodic spline must join smoothly with itself.
    """
    signal = signal_of(points, "curve", "points")
    if not isinstance(x, Traced):
        return float(signal(x)[0]) if np.ndim(x) == 0 else signal(x)[0]
    pieces = signal.fixed
    if signal.periodic is not None:
        pieces, end = signal.periodic
        first, period = float(pieces[0, START]), float(end - pieces[0, START])
        x = x - period * ((x - first) / period).floor()
    if pieces is None:
        raise MechanismError(
            "curve: points must be a bough.Table or a piecewise polynomial of SciPy that continues beyond its ends, "
            f"not {shown(points)}."
        )
    return x.graph.curve(pieces, x)


# --- what the user gives --------------------------------------------------------------------------------------------


def _name(name: Any, function: Any, whose: str) -> str:
    if name is None:
        name = getattr(function, "__name__", type(function).__name__)
    if not isinstance(name, str) or not name:
        raise MechanismError(f"{whose}: name must be a text, not {shown(name)}.", argument="name")
    return name


def _coordinates(given: Any, whose: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(given, Mapping) or not 1 <= len(given) <= 6:
        raise MechanismError(
            f'{whose}: coordinates must be one to six names with units, as in {{"s": "m"}}, not {shown(given)}.',
            argument="coordinates",
        )
    for name, unit in given.items():
        if not isinstance(name, str) or not name or "." in name:
            raise MechanismError(
                f"{whose}: a coordinate's name must be a text without dots, not {shown(name)}.", argument="coordinates"
            )
        if unit not in UNITS:
            raise MechanismError(
                f"{whose}: the unit of '{name}' must be 'rad' or 'm', not {shown(unit)}.", argument="coordinates"
            )
    return tuple(given.items())


def _ranges(given: Any, coordinates: tuple[tuple[str, str], ...], whose: str) -> tuple[tuple[float, float], ...]:
    given = {} if given is None else given
    _check_names(given, coordinates, whose, "over")
    found = []
    for name, unit in coordinates:
        ends = given.get(name, (-UNITS[unit], UNITS[unit]))
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise MechanismError(f"{whose}: over: '{name}' needs two ends, not {shown(ends)}.", argument="over")
        low, high = (finite(end, whose, "over") for end in ends)
        if not low < high:
            raise MechanismError(
                f"{whose}: over: the range of '{name}' ends at {high:g}, before it starts at {low:g}; swap them.",
                argument="over",
            )
        found.append((low, high))
    return tuple(found)


def _start(
    given: Any, coordinates: tuple[tuple[str, str], ...], over: tuple[tuple[float, float], ...], whose: str
) -> tuple[float, ...]:
    given = {} if given is None else given
    _check_names(given, coordinates, whose, "start")
    found = []
    for (name, _), (low, high) in zip(coordinates, over, strict=True):
        value = finite(given.get(name, 0.0 if low <= 0.0 <= high else 0.5 * (low + high)), whose, "start")
        if not low <= value <= high:
            raise MechanismError(
                f"{whose}: start: {name} = {value:g} is beyond its range, {low:g} to {high:g}; widen over=.",
                argument="start",
            )
        found.append(value)
    return tuple(found)


def _start_pose(given: Any, whose: str) -> tuple[np.ndarray, np.ndarray]:
    """Shift (3) and rotation (9)."""
    if given is None:
        given = (0.0, 0.0, 0.0), None
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise MechanismError(f"{whose}: start must be a shift and a rotation, not {shown(given)}.", argument="start")
    rotation = np.eye(3) if given[1] is None else rotation_matrix(given[1], whose, "start")
    return three_numbers(given[0], whose, "start"), rotation.ravel()


def _check_names(given: Any, coordinates: tuple[tuple[str, str], ...], whose: str, argument: str) -> None:
    names = [name for name, _ in coordinates]
    if not isinstance(given, Mapping):
        raise MechanismError(f"{whose}: {argument} must be given by names, not {shown(given)}.", argument=argument)
    for name in given:
        if name not in names:
            raise MechanismError(
                f"{whose}: {argument}: no coordinate {shown(name)}; there are {', '.join(names)}.", argument=argument
            )
