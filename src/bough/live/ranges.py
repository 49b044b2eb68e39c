"""What can be moved by hand: sliders of coordinates, of joint forces and of signals, with their names, units and ranges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.accelerations import mass_matrix
from bough.api.drives import inverse_dynamics
from bough.api.loop_forces import machine_size
from bough.errors import BoughError
from bough.mechanism.checks import labels
from bough.mechanism.joints.driven import ANGLES
from bough.mechanism.limits import limits_of
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates, JointForces

TURN = math.pi  # an angle without limits goes so far in both directions
# a length without limits goes so many sizes of the machine in both directions: of a joint that also turns or slides in
# other directions, such as a free body, and of a slide
REACH, SLIDE = 2.0, 0.5
FURTHER = 10.0  # ranges of a slider, by which a typed value may pass an end that is not the model's
MANY = 1000  # velocities, beyond which forces are estimated from the whole mass
EASE = 2.0  # joint forces go up to so many times what holds or accelerates the machine
# numbers that are easy to read, per power of ten
_ROUND = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Slider:
    """A number that is set by hand, with its range; ``limited``: whether the ends are those of the model."""

    name: str
    unit: str
    low: float
    high: float
    limited: tuple[bool, bool] = (False, False)

    def clipped(self, value: float) -> float:
        """A value within the ends of the model; ends that only a slider has may be passed, some ranges far."""
        further = FURTHER * (self.high - self.low)
        low = self.low - (0.0 if self.limited[0] else further)
        high = self.high + (0.0 if self.limited[1] else further)
        return min(max(value, low), high)

    def told(self, value: float) -> str:
        """A value in words, as the page shows it."""
        return f"{math.degrees(value):.6g}°" if self.unit == "rad" else f"{value:.6g} {self.unit}"

    @property
    def plain(self) -> dict[str, Any]:
        """What the page is told of it."""
        return {
            "name": self.name,
            "unit": self.unit,
            "low": self.low,
            "high": self.high,
            "limited": list(self.limited),
        }


@dataclass(frozen=True)
class Coordinate(Slider):
    """A slider of a coordinate: its place in q, or of the quaternion of which it is an angle (0, 1, 2); its velocity in u, if it has one."""

    joint: str = ""
    place: int = 0
    angle: int | None = None
    velocity: int | None = None

    def value(self, q: Coordinates) -> float:
        """Its value in a state."""
        if self.angle is None:
            return float(q[self.place])
        return float(angles_of(q[self.place : self.place + 4])[self.angle])

    def put(self, q: Coordinates, value: float) -> Coordinates:
        """A copy of q with another value."""
        q = q.copy()
        if self.angle is None:
            q[self.place] = value
        else:
            there = slice(self.place, self.place + 4)
            angles = angles_of(q[there])
            angles[self.angle] = value
            q[there] = quaternion_of(angles)
        return q


def coordinates_of(mechanism: Mechanism, q: Coordinates) -> list[Coordinate]:
    """The sliders of all coordinates; the turn of a ball goes by roll, pitch and yaw, as in a driven joint."""
    limits, size, found = limits_of(mechanism), machine_size(mechanism), []
    at, first = 0, 0  # of the joint in q and in u
    for body in mechanism.parts:
        joint = body.joint
        names, count = labels(body.joint_name, joint.q_names), len(joint.q_names)
        turns = 4 if joint.has_quaternion else 0
        for k, (name, unit) in enumerate(zip(names[: count - turns], joint.q_units, strict=False)):
            low, high = limits.get(name, (None, None))
            reach = TURN if unit == "rad" else (REACH if count > 2 else SLIDE) * size
            middle = 0.0 if unit == "rad" else round(float(q[at + k]), 3)
            ends = _ends(low, high, reach, middle)
            limited, velocity = (low is not None, high is not None), first + k if k < joint.rates else None
            found.append(Coordinate(name, unit, *ends, limited, body.joint_name, at + k, velocity=velocity))
        if turns:
            for k, angle in enumerate(ANGLES):
                high = TURN / 2 if angle == "pitch" else TURN
                name = f"{body.joint_name}.{angle}"
                found.append(Coordinate(name, "rad", -high, high, joint=body.joint_name, place=at + count - 4, angle=k))
        at, first = at + count, first + len(joint.u_names)
    return found


def _ends(low: float | None, high: float | None, reach: float, middle: float) -> tuple[float, float]:
    """The ends of a slider: those of the model, else some way from the other end or from the middle."""
    if low is None:
        low = min(middle - reach, math.inf if high is None else high - reach)
    if high is None:
        high = max(middle + reach, low + reach)
    return low, high


def forces_of(mechanism: Mechanism, q: Coordinates, time: float) -> list[Slider]:
    """The sliders of joint forces, one for each velocity."""
    most = typical_forces(mechanism, q, time)
    return [
        Slider(name, force_unit(unit), -high, high)
        for name, unit, high in zip(mechanism.u_names, mechanism.u_units, most.tolist(), strict=True)
    ]


def force_unit(unit: str) -> str:
    """The unit of the force on a velocity."""
    return "N·m" if unit == "rad/s" else "N"


def typical_forces(mechanism: Mechanism, q: Coordinates, time: float) -> JointForces:
    """Joint forces that move the machine visibly: some times what its weight asks for, or what g would accelerate."""
    g = float(np.linalg.norm(mechanism.gravity)) or 9.81
    turns = np.array([unit == "rad/s" for unit in mechanism.u_units], bool)
    if mechanism.n > MANY:  # (their mass matrix is large)
        inertia = mechanism.mass * np.where(turns, machine_size(mechanism) ** 2, 1.0)
    else:
        inertia = np.abs(np.diag(mass_matrix(mechanism, q, time=time)))
    asked = inertia * np.where(turns, g / machine_size(mechanism), g)
    try:
        rest = np.zeros(mechanism.n)
        asked = np.maximum(asked, np.abs(inverse_dynamics(mechanism, q, rest, rest, time=time)))
    except BoughError:  # (loops do not say which joint carries the weight)
        pass
    return np.array([rounded(EASE * x) for x in asked])


def rounded(x: float) -> float:
    """The next number above that is easy to read; 1 for nothing."""
    if not (math.isfinite(x) and x > 1e-9):
        return 1.0
    power = 10.0 ** math.floor(math.log10(x))
    return next(share * power for share in _ROUND if share * power >= x * (1 - 1e-12))


# --- turns ----------------------------------------------------------------------------------------------------------


def angles_of(w: Array) -> Array:
    """Roll, pitch and yaw of a unit quaternion (w, x, y, z): the turn about x, then y, then z."""
    a, b, c, d = w
    sine = min(max(2.0 * (a * c - d * b), -1.0), 1.0)
    if abs(sine) > 1.0 - 1e-12:  # (pitch of a right angle: roll and yaw are about the same axis)
        return np.array((0.0, math.copysign(math.pi / 2, sine), -math.copysign(2.0, sine) * math.atan2(b, a)))
    roll = math.atan2(2.0 * (a * b + c * d), 1.0 - 2.0 * (b * b + c * c))
    yaw = math.atan2(2.0 * (a * d + b * c), 1.0 - 2.0 * (c * c + d * d))
    return np.array((roll, math.asin(sine), yaw))


def quaternion_of(angles: Array) -> Array:
    """The unit quaternion of roll, pitch and yaw."""
    (sx, sy, sz), (cx, cy, cz) = np.sin(0.5 * angles), np.cos(0.5 * angles)
    return np.array(
        (
            cx * cy * cz + sx * sy * sz,
            sx * cy * cz - cx * sy * sz,
            cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz,
        )
    )
