"""Signals by hand: motors, servos and driven joints that follow a slider instead of their own functions of time.

Kernels of all mechanisms read signals from a table of polynomials, so a signal is changed by writing other numbers into
that table; nothing is compiled. (A mechanism's own code has these polynomials in it, so a model with a signal by hand runs
by the kernels of all mechanisms.) A force takes the new value at once. A driven joint cannot jump while the motion runs: it
goes to its new value along a polynomial of degree 5 that starts with its present velocity and acceleration and ends at
rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bough.compiled.tree import compiled
from bough.live.ranges import Coordinate, Slider, force_unit, rounded, typical_forces
from bough.mechanism.body import Body
from bough.mechanism.checks import labels
from bough.mechanism.forces import Motor, Servo
from bough.mechanism.forces.base import Force, find_dofs
from bough.mechanism.joints import Driven
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.pieces import FIRST, INVERSE, MIDDLE
from bough.mechanism.signals import Signal, Table, signal_of
from bough.typing import Array, Coordinates, JointForces

MOVING = 0.3  # seconds that a driven joint takes to a new value
NEAR = 1e-9  # seconds that count as none
SEEN = 20.0  # seconds over which a signal is looked at for the range of its slider
# the polynomial x³(10 − 15x + 6x²) and those of unit velocity and acceleration at the start, by powers of x
_GO = np.array((0.0, 0.0, 0.0, 10.0, -15.0, 6.0))
_VELOCITY = np.array((0.0, 1.0, 0.0, -6.0, 8.0, -3.0))
_ACCELERATION = np.array((0.0, 0.0, 0.5, -1.5, 1.5, -0.5))
# and of unit velocity and acceleration at the end
_LAST_VELOCITY = np.array((0.0, 0.0, 0.0, -4.0, 7.0, -3.0))
_LAST_ACCELERATION = np.array((0.0, 0.0, 0.0, 0.5, -1.0, 0.5))


@dataclass(frozen=True)
class Followed:
    """A signal that can be taken by hand: its slider, its place among the mechanism's signals, whether a joint follows it at any force."""

    slider: Slider
    place: int
    kind: str  # "Motor", "Servo", "Driven"
    signal: Signal
    velocity: int | None = None  # of a constant motor: by hand it is that motor and a joint force, which needs no table
    coordinate: Coordinate | None = None  # of a servo: what follows the signal, if it can be posed

    @property
    def is_motion(self) -> bool:
        return self.kind == "Driven"


def followed_by(mechanism: Mechanism, coordinates: Sequence[Coordinate], q: Coordinates) -> list[Followed]:
    """Everything that follows a signal and has a slider."""
    found, place = [], 0
    for name, force in mechanism.forces.items():
        if isinstance(force, Motor):
            found.append(_motor(mechanism, name, force, place, q))
        if isinstance(force, Servo):
            found.append(_servo(mechanism, name, force, place, coordinates))
        place += len(force.signals)
    for one, joint in mechanism.driven:
        names, units = labels(one.joint_name, joint.motion_names), joint.motion_units
        for name, unit in zip(names, units, strict=True):
            signal = mechanism.signals[place]
            found.append(Followed(Slider(name, unit, *_around(signal, unit)), place, "Driven", signal))
            place += 1
    return found


def _motor(mechanism: Mechanism, name: str, force: Motor, place: int, q: Coordinates) -> Followed:
    owner, (dof, *_) = find_dofs(mechanism, force, False)
    body, signal = mechanism.joint_owner(owner), mechanism.signals[place]
    assert body is not None
    velocities = mechanism.u_places.get(labels(body.joint_name, body.joint.u_names)[dof])
    high = 2.0 * float(np.abs(_values(signal)).max())
    if not high and velocities is not None:
        high = float(typical_forces(mechanism, q, 0.0)[velocities[0]])
    slider = Slider(name, force_unit(body.joint.u_units[dof]), -rounded(high), rounded(high))
    return Followed(
        slider, place, "Motor", signal, velocities[0] if velocities is not None and signal.is_constant else None
    )


def _servo(mechanism: Mechanism, name: str, force: Servo, place: int, coordinates: Sequence[Coordinate]) -> Followed:
    owner, (dof, *_) = find_dofs(mechanism, force, False)
    body, signal = mechanism.joint_owner(owner), mechanism.signals[place]
    assert body is not None
    label, unit = labels(body.joint_name, body.joint.q_names)[dof], body.joint.q_units[dof]
    known = next((one for one in coordinates if one.name == label), None)
    ends = (known.low, known.high) if known else _around(signal, unit)
    held = known if isinstance(body, Body) else None
    return Followed(Slider(name, unit, *ends), place, "Servo", signal, coordinate=held)


def _values(signal: Signal) -> Array:
    """A signal's values in its first seconds."""
    return signal(np.linspace(0.0, SEEN, 201))[0]


def _around(signal: Signal, unit: str) -> tuple[float, float]:
    """A range around a motion."""
    values = _values(signal)
    low, high = float(values.min()), float(values.max())
    reach = max(high - low, math.pi if unit == "rad" else max(0.1, 0.5 * abs(high)))
    middle = 0.5 * (low + high)
    return middle - reach, middle + reach


# --- a copy whose signals are all in the table ----------------------------------------------------------------------


def with_tables(mechanism: Mechanism) -> Mechanism:
    """A copy in which constant signals are tables, too, so that they can be changed later."""
    forces: dict[str, Force] = {}
    for name, force in mechanism.forces.items():
        if isinstance(force, Motor) and force.signals[0].is_constant:
            forces[name] = replace(force, force=_flat(force.force))
        if isinstance(force, Servo) and force.signals[0].is_constant:
            forces[name] = replace(force, reference=_flat(force.reference))
    bodies: list[Body] = []
    loops: list[Loop] = []
    for one, joint in mechanism.driven:
        motion = joint.motion if isinstance(joint.motion, tuple) else (joint.motion,)
        if len(motion) != len(joint.motion_names):  # (a table or a function for all, which is not constant)
            continue
        parts = tuple(_flat(part) if signal_of(part, one.name).is_constant else part for part in motion)
        new = replace(one, joint=Driven(joint.joint, parts if len(parts) > 1 else parts[0]))
        (bodies if isinstance(new, Body) else loops).append(new)  # type: ignore[arg-type]
    return mechanism.renewed(bodies, loops, forces, mechanism.gravity)


def _flat(value: Any) -> Table:
    number = float(signal_of(value, "signal")(0.0)[0])
    return Table((0.0, 1.0), (number, number))


# --- what is by hand now --------------------------------------------------------------------------------------------


@dataclass
class Path:
    """What a signal does by hand: a polynomial of the time until it ends, then a constant."""

    value: float
    start: float = 0.0
    end: float = -math.inf
    powers: Array | None = None  # of (t − start)/(end − start)
    returns: bool = False  # at the end the signal is its own again

    def at(self, t: float) -> tuple[float, float, float]:
        """Value, rate and acceleration."""
        if self.powers is None or t >= self.end:
            return self.value, 0.0, 0.0
        length = self.end - self.start
        curve = np.polynomial.Polynomial(self.powers)
        x = (t - self.start) / length
        return float(curve(x)), float(curve.deriv()(x)) / length, float(curve.deriv(2)(x)) / length**2


class Hands:
    """The signals that are by hand, and the tables of a mechanism that are written for them."""

    def __init__(self, mechanism: Mechanism, followed: Sequence[Followed]):
        """``mechanism``: one of ``with_tables``."""
        self.mechanism, self.followed = mechanism, {one.slider.name: one for one in followed}
        self.paths: dict[str, Path] = {}
        self.direct: dict[str, float] = {}  # constant motors by hand
        self.posed: dict[str, float] = {}  # servos that hold a pose, before it moves: they exert nothing

    @property
    def values(self) -> dict[str, float]:
        """What is by hand, with its value."""
        return {name: path.value for name, path in self.paths.items() if not path.returns} | self.direct | self.posed

    def tau(self, count: int) -> JointForces:
        """The joint forces of constant motors that are by hand, beyond what they give by themselves."""
        tau = np.zeros(count)
        for name, value in self.direct.items():
            one = self.followed[name]
            assert one.velocity is not None
            tau[one.velocity] += value - _now(one.signal, 0.0)[0]
        return tau

    def pose(self, before: Coordinates, q: Coordinates) -> None:
        """Let servos of coordinates that were moved hold them where they are now."""
        for name, one in self.followed.items():
            if one.coordinate is not None and one.coordinate.value(before) != (value := one.coordinate.value(q)):
                self.posed[name] = value
        if self.paths:
            self.hold()

    def hold(self) -> None:
        """Let servos that hold a pose do so by their signals, which takes tables."""
        self.paths.update({name: Path(value) for name, value in self.posed.items()})
        self.posed = {}

    def take(self, name: str, value: float, time: float, running: bool) -> None:
        """Let a signal go to a value: at once, or smoothly if it moves a joint and the motion runs."""
        self.posed.pop(name, None)
        if self.followed[name].velocity is not None:
            self.direct[name] = value
        elif self.followed[name].is_motion and running:
            self.paths[name] = self._leading(name, time, (value, 0.0, 0.0))
        else:
            self.paths[name] = Path(value)

    def release(self, name: str, time: float, running: bool) -> None:
        """Let a signal be its own again: at once, or smoothly."""
        one = self.followed[name]
        self.direct.pop(name, None)
        self.posed.pop(name, None)
        if name in self.paths and one.is_motion and running:
            self.paths[name] = self._leading(name, time, _now(one.signal, time + MOVING))
            self.paths[name].returns = True
        else:
            self.paths.pop(name, None)

    def _leading(self, name: str, time: float, to: tuple[float, float, float]) -> Path:
        """A path from where a signal is to a value with a rate and an acceleration."""
        x, rate, acceleration = self.now(name, time)
        powers = (to[0] - x) * _GO + MOVING * rate * _VELOCITY + MOVING**2 * acceleration * _ACCELERATION
        powers += MOVING * to[1] * _LAST_VELOCITY + MOVING**2 * to[2] * _LAST_ACCELERATION
        powers[0] += x
        return Path(to[0], time, time + MOVING, powers)

    def now(self, name: str, time: float) -> tuple[float, float, float]:
        """Value, rate and acceleration of a signal, by hand or its own."""
        if name in self.direct or name in self.posed:
            return (self.direct | self.posed)[name], 0.0, 0.0
        path = self.paths.get(name)
        return _now(self.followed[name].signal, time) if path is None else path.at(time)

    def clear(self) -> None:
        """Let all signals be their own again."""
        self.paths, self.direct, self.posed = {}, {}, {}

    def settle(self) -> None:
        """Let everything be where it goes."""
        self.paths = {name: Path(path.value) for name, path in self.paths.items() if not path.returns}

    def end_of_window(self, start: float, end: float) -> float:
        """Where a window has to end at the latest: a polynomial must not be followed beyond its end."""
        ends = (path.end for path in self.paths.values() if start + NEAR < path.end < end)
        return min(ends, default=end)

    def write(self, time: float) -> None:
        """Write what is by hand into all tables, as it is from a time on."""
        self.paths = {name: path for name, path in self.paths.items() if not (path.returns and time >= path.end - NEAR)}
        pieces = [rows.copy() for rows in self.mechanism.signal_pieces()]
        for name, path in self.paths.items():
            pieces[self.followed[name].place][:, MIDDLE:] = _numbers(path, time)
        whole = np.concatenate(pieces)
        for mechanism in {id(m): m for m in (self.mechanism, self.mechanism.joined)}.values():
            for merge in (True, False):
                compiled(mechanism, merge).arrays.signal_pieces[:] = whole


def _now(signal: Signal, time: float) -> tuple[float, float, float]:
    value, rate, acceleration = signal(time)
    return float(value), float(rate), float(acceleration)


def _numbers(path: Path, time: float) -> Array:
    """Middle, inverse width and coefficients of the polynomial that holds from a time on."""
    numbers = np.zeros(FIRST - MIDDLE + 12)
    if path.powers is None or time >= path.end - NEAR:
        numbers[FIRST - MIDDLE] = path.value
    else:
        numbers[0], numbers[INVERSE - MIDDLE] = path.start, 1.0 / (path.end - path.start)
        numbers[FIRST - MIDDLE : FIRST - MIDDLE + len(path.powers)] = path.powers
    return numbers
