"""A driven joint: a joint of any kind whose coordinates are given functions of time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.arithmetic.scalar import kernel
from bough.arithmetic.spatial import load3
from bough.arithmetic.tally import NOTHING
from bough.errors import MechanismError, blamed_on
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.joints import fixed
from bough.mechanism.joints.base import Joint, Kind, Prices
from bough.mechanism.signals import Integral, Signal, Table, signal_of, signals_of, spline_columns

ANGLES = ("roll", "pitch", "yaw")
# how the quaternion of the joint is given: there is none, by itself, by angles
NO_QUATERNION, QUATERNION, BY_ANGLES = range(3)


class Driven(Joint):
    """The coordinates of ``joint`` follow ``motion``, at any force.

    ``motion`` of a joint with one coordinate: a number, an expression such as "2*sin(3*t)", a ``Table``, a piecewise
    polynomial of SciPy or a function of time. Of a joint with several: such a motion for each coordinate, by name or in
    their order; a ``Table`` with a column for each; or a function that gives as many numbers. In place of a quaternion,
    which is scaled to unit length, there may be the angles roll, pitch and yaw: the turn about x, then y, then z of the
    joint frame.

    ``velocity`` may be given instead: the rate of each coordinate, in the same ways but for a function that gives several
    numbers, and the coordinates at t = 0 (``start``, by default 0): the motion is its :class:`Integral`.

    The joint has no degree of freedom left; the forces that maintain the motion are the drive forces
    (:func:`bough.dynamics.drive_forces`).
    """

    q_names = u_names = q_units = ()

    def __init__(self, joint: Joint, motion: Any = None, *, velocity: Any = None, start: Any = None) -> None:
        if not isinstance(joint, Joint) or not getattr(joint, "q_names", ()):
            hint = f"write {joint.__name__}(...)" if isinstance(joint, type) else "give bough.Revolute(...) or another"
            raise MechanismError(
                f"Driven: joint must be a joint that can move, not {shown(joint)}; {hint}.", argument="joint"
            )
        self.joint = joint
        if (motion is None) == (velocity is None):
            raise MechanismError("Driven: give motion= or velocity=, and not both.", argument="motion")
        if motion is None:
            motion = _integrals(joint, velocity, start)
        elif start is not None:
            raise MechanismError(
                "Driven: start= belongs to velocity=; a motion= says where it starts.", argument="start"
            )
        self.motion = _in_order(joint, motion)
        with blamed_on("motion"):
            _check_quaternions(self, self.signals("Driven: motion"))

    def frames(self):
        return self.joint.frames()

    @property
    def motion_names(self) -> tuple[str, ...]:
        """What its signals give: coordinates, or angles in place of a quaternion."""
        names = self.joint.q_names
        if not self.joint.has_quaternion:
            return names
        motion = self.motion
        if isinstance(motion, Table):
            motion = motion.values[0]
        count = len(motion) if isinstance(motion, tuple) else spline_columns(motion) or len(names)
        return (*names[:-4], *ANGLES) if count == len(names) - 1 else names

    @property
    def turn(self) -> int:
        """How the quaternion is given."""
        if not self.joint.has_quaternion:
            return NO_QUATERNION
        return BY_ANGLES if self.motion_names[-1] == ANGLES[-1] else QUATERNION

    @property
    def motion_units(self) -> tuple[str, ...]:
        units = self.joint.q_units
        return (*units[:-4], "rad", "rad", "rad") if self.turn == BY_ANGLES else units

    def signals(self, whose: str) -> tuple[Signal, ...]:
        """The signals of its motion, in the order of ``motion_names``; ``whose`` begins their messages."""
        names = self.motion_names
        if len(names) == 1:
            return (signal_of(self.motion, whose),)
        return signals_of(self.motion, whose, names, str(len(names)))


def _check_quaternions(driven: Driven, signals: tuple[Signal, ...]) -> None:
    """Refuse tables whose quaternions vanish, or change their sign from one time to the next."""
    parts = driven.motion[-4:] if isinstance(driven.motion, tuple) else (driven.motion,)
    if driven.turn != QUATERNION or not all(isinstance(part, Table | float | int | np.number) for part in parts):
        return
    times = np.unique(np.concatenate([part.times for part in parts if isinstance(part, Table)] or [(0.0,)]))
    given = np.stack([signal(times)[0] for signal in signals[-4:]], axis=1)
    for at in np.flatnonzero(np.abs(given).max(axis=1) < 1e-6)[:1]:
        raise MechanismError(
            f"Driven: motion: the quaternion vanishes at t = {times[at]:g}; give 1, 0, 0, 0 for no turn."
        )
    for at in np.flatnonzero(np.einsum("ij,ij->i", given[1:], given[:-1]) < 0.0)[:1]:
        raise MechanismError(
            f"Driven: motion: the quaternion changes its sign between t = {times[at]:g} and t = {times[at + 1]:g}; "
            "multiply it by -1 from there on, which is the same turn."
        )


def _integrals(joint: Joint, velocity: Any, start: Any) -> Any:
    """The motion from the rates of the coordinates, and from the coordinates at t = 0."""
    names = joint.q_names
    with blamed_on("velocity"):
        velocity = _in_order(joint, velocity)
        if len(names) == 1:
            signal_of(velocity, "Driven: velocity")
        else:
            if joint.has_quaternion:
                names = (*names[:-4], *ANGLES)
            velocity = _one_by_one(joint, velocity, names)
    with blamed_on("start"):
        if len(names) == 1:
            return Integral(velocity, 0.0 if start is None else start)
        starts = _starts(start, names)
        return tuple(Integral(one, starts[name]) for name, one in zip(names, velocity, strict=True))


def _one_by_one(joint: Joint, velocity: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    """A velocity for each coordinate."""
    if isinstance(velocity, Table) and np.ndim(velocity.values) == 2:
        velocity = tuple(velocity.column(k) for k in range(len(velocity.values[0])))
    if not isinstance(velocity, tuple) or len(velocity) != len(names):
        raise MechanismError(
            f"Driven: velocity must be by name, one for each of {listing(names)} of the {type(joint).__name__}, not "
            f"{shown(velocity)}."
        )
    signals_of(velocity, "Driven: velocity", names, str(len(names)))
    return velocity


def _starts(start: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """The coordinates at t = 0, by name."""
    starts: dict[str, Any] = dict.fromkeys(names, 0.0)
    if isinstance(start, Mapping):
        for name in start:
            if name not in starts:
                raise MechanismError(f"Driven: start: no coordinate {shown(name)}: {remedy(name, names)}")
        return starts | dict(start)
    if start is not None:
        if np.shape(start) != (len(names),):
            raise MechanismError(f"Driven: start must be one number for each of {listing(names)}, not {shown(start)}.")
        starts = dict(zip(names, start, strict=True))
    return starts


def _in_order(joint: Joint, motion: Any) -> Any:
    """The motions of several coordinates in their order, if they are given one by one."""
    names = joint.q_names
    if len(names) == 1:
        if isinstance(motion, Mapping):
            one = next((name for name in motion if isinstance(name, str)), "x")
            raise MechanismError(
                f"Driven: a {type(joint).__name__} has one coordinate; give its motion without a name, such as "
                f"motion['{one}'].",
                argument="motion",
            )
        return motion
    if isinstance(motion, Mapping):
        by_angles = joint.has_quaternion and not set(ANGLES).isdisjoint(motion)
        if by_angles:
            names = (*names[:-4], *ANGLES)
        for name in motion:
            if name not in names:
                raise MechanismError(
                    f"Driven: motion: a {type(joint).__name__} has no coordinate {shown(name)}: {remedy(name, names)}",
                    argument="motion",
                )
        if missing := [name for name in names if name not in motion]:
            turns = joint.has_quaternion and not by_angles and names[-4] in missing
            still = f"0 for what does not move, and 1 for '{names[-4]}'" if turns else "0 for what does not move"
            raise MechanismError(
                f"Driven: motion lacks {listing(missing)} of the {type(joint).__name__}; give {still}.",
                argument="motion",
            )
        return tuple(motion[name] for name in names)
    if isinstance(motion, np.ndarray):
        motion = motion.tolist()
    return tuple(motion) if isinstance(motion, list) else motion


@kernel
def drift(tree, i, u, work):
    return load3(work.drift, i, 6), load3(work.drift, i, 9)


# (``passes/driving.py`` places it, and knows what that costs)
KIND = Kind(
    Driven,
    place=None,
    normals=fixed.normals,
    drift=drift,
    columns="",
    normal_columns="111111",
    prices=Prices(NOTHING),
    is_driven=True,
    drawn=None,
)
