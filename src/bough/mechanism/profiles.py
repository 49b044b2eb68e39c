"""Motions from stop to stop as machines have them, in the least time within limits: trapezoids of speed, and S-curves.

Without a limit of jerk, the speed grows at the largest acceleration, stays at the largest speed and falls at the
largest deceleration: a trapezoid, or a triangle where the way is too short for the largest speed. With such a limit each
ramp has up to three parts: the acceleration grows, stays and falls, at the largest jerk. Both are the fastest motions
from rest to rest. All parts are polynomials of degree 3 or less, which compiled code reads exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import moderate, positive, shown
from bough.mechanism.pieces import START, constant_piece, polynomials, values_of
from bough.typing import Array

# parts shorter than this share of their leg are rounding
_SLIVER = 1e-13
# how much shorter than possible a leg may be asked to be, by rounding
_ROUNDING = 1e-12
_Profiles = TypeVar("_Profiles", bound="Mapping[str, Profile] | Sequence[Profile]")


class Ramp(NamedTuple):
    """A change between rest and a speed: the times that the acceleration grows or falls, and that it stays."""

    jerk_time: float
    steady_time: float
    acceleration: float

    @property
    def duration(self) -> float:
        return 2.0 * self.jerk_time + self.steady_time


class Leg(NamedTuple):
    """The way from one stop to the next, of a distance that is not zero: up to a speed, along, and down again."""

    speed: float
    up: Ramp
    cruise: float
    down: Ramp

    @property
    def duration(self) -> float:
        return self.up.duration + self.cruise + self.down.duration


@dataclass(frozen=True)
class Profile:
    """A motion from stop to stop, in the least time within limits; a signal like :class:`Table`.

    ``stops``: positions in their order, two at least, in m or rad. ``speed`` and ``acceleration`` are the largest ones,
    ``deceleration`` too (by default that of the acceleration). With ``jerk`` the acceleration does not jump (an S-curve);
    without, the speed is a trapezoid. It starts at the time ``at``, rests for ``dwell`` at each stop between the first
    and the last (a number, or one for each), and holds the end positions before and after. ``durations``: times that
    the ways between stops take, for those that shall take longer than necessary (see :func:`synchronised`).
    """

    stops: tuple[float, ...]
    speed: float
    acceleration: float
    deceleration: float | None = None
    jerk: float | None = None
    at: float = 0.0
    dwell: float | tuple[float, ...] = 0.0
    durations: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        stops = _numbers(self.stops, "stops")
        if len(stops) < 2:
            raise MechanismError(
                f"Profile: stops must be two positions at least, not {shown(self.stops)}.", argument="stops"
            )
        for name in ("speed", "acceleration", "deceleration", "jerk"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, positive(value, "Profile", name))
        object.__setattr__(self, "stops", stops)
        object.__setattr__(self, "at", moderate(self.at, "Profile", "at"))
        if isinstance(self.dwell, int | float | np.number):
            object.__setattr__(self, "dwell", moderate(self.dwell, "Profile", "dwell"))
        else:
            object.__setattr__(self, "dwell", _numbers(self.dwell, "dwell", len(stops) - 2, "stops between the ends"))
        if any(x < 0.0 for x in self._dwells):
            raise MechanismError("Profile: dwell must not be negative; give 0 for no rest.", argument="dwell")
        if self.durations is not None:
            durations = _numbers(self.durations, "durations", len(stops) - 1, "ways between stops")
            object.__setattr__(self, "durations", durations)
        _ = self.legs  # (says what is impossible)

    @property
    def _dwells(self) -> tuple[float, ...]:
        return self.dwell if isinstance(self.dwell, tuple) else (self.dwell,) * (len(self.stops) - 2)

    @cached_property
    def legs(self) -> tuple[Leg | None, ...]:
        """The ways between stops; None for one of no length that takes no time."""
        durations = self.durations or (None,) * (len(self.stops) - 1)
        ways = zip(self.stops, self.stops[1:], durations, strict=False)
        return tuple(self._leg(start, end, duration) for start, end, duration in ways)

    def _leg(self, start: float, end: float, duration: float | None) -> Leg | None:
        limits = self.speed, self.acceleration, self.deceleration or self.acceleration, self.jerk
        way = abs(end - start)
        fastest = _fastest(way, *limits) if way else None
        least = fastest.duration if fastest else 0.0
        if duration is None or fastest is None:
            if duration:
                return Leg(0.0, Ramp(0.0, 0.0, 0.0), duration, Ramp(0.0, 0.0, 0.0))
            return fastest
        if duration < least * (1.0 - _ROUNDING):
            raise MechanismError(
                f"Profile: from {start:g} to {end:g} takes {least:.6g} s within its limits, so not {duration:g} s; give more time "
                "or larger limits.",
                argument="durations",
            )
        # the same motion, slower all along
        slow = max(duration / least, 1.0)
        jerk = None if self.jerk is None else self.jerk / slow**3
        return _fastest(way, limits[0] / slow, limits[1] / slow**2, limits[2] / slow**2, jerk)

    @property
    def least_durations(self) -> tuple[float, ...]:
        """The least times that the ways between stops take within the limits."""
        quick = replace(self, durations=None) if self.durations else self
        return tuple(0.0 if leg is None else leg.duration for leg in quick.legs)

    @cached_property
    def arrivals(self) -> tuple[float, ...]:
        """The times at which it comes to each stop, the first one included."""
        now, found = self.at, [self.at]
        for leg, dwell in zip(self.legs, (*self._dwells, 0.0), strict=True):
            now += 0.0 if leg is None else leg.duration
            found.append(now)
            now += dwell
        return tuple(found)

    @property
    def end(self) -> float:
        """The time at which it comes to the last stop."""
        return self.arrivals[-1]

    @property
    def duration(self) -> float:
        """The time from the start to the last stop, rests included."""
        return self.end - self.at

    @cached_property
    def pieces(self) -> np.ndarray:
        """Its polynomials."""
        rows = [constant_piece(-math.inf, self.stops[0])]
        for leg, start, end, left, arrived in zip(
            self.legs, self.stops, self.stops[1:], self._departures, self.arrivals[1:], strict=False
        ):
            if leg is None:
                continue
            if leg.speed:
                rows += list(_parts(leg, start, end, left, arrived))
            rows.append(constant_piece(arrived, end))
        return np.array(rows)

    @property
    def _departures(self) -> tuple[float, ...]:
        return self.at, *(t + rest for t, rest in zip(self.arrivals[1:], self._dwells, strict=False))

    def motion(self, t: float | Array) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration at a time, or at many."""
        t = np.asarray(t, float)
        at = np.clip(np.searchsorted(self.pieces[:, START], t, side="right") - 1, 0, None)
        return values_of(self.pieces[at], t)


def trapezoid(
    start: float,
    end: float,
    *,
    speed: float,
    acceleration: float,
    deceleration: float | None = None,
    at: float = 0.0,
) -> Profile:
    """The fastest motion from rest to rest with a largest speed and acceleration, from the time ``at`` on."""
    return Profile((start, end), speed, acceleration, deceleration, at=at)


def s_curve(
    start: float,
    end: float,
    *,
    speed: float,
    acceleration: float,
    jerk: float,
    deceleration: float | None = None,
    at: float = 0.0,
) -> Profile:
    """The fastest motion from rest to rest with a largest speed, acceleration and jerk, from the time ``at`` on."""
    return Profile((start, end), speed, acceleration, deceleration, jerk, at)


def synchronised(profiles: _Profiles) -> _Profiles:
    """The same motions, slowed down evenly where necessary, so that all come to each of their stops together.

    They have equally many stops, and start and rest together.
    """
    every = list(profiles.values()) if isinstance(profiles, Mapping) else list(profiles)
    for one in every:
        if not isinstance(one, Profile):
            raise MechanismError(f"synchronised: give profiles, by name or in a list, not {shown(one)}.")
        if len(one.stops) != len(every[0].stops):
            raise MechanismError(
                f"synchronised: one profile has {len(every[0].stops)} stops and another {len(one.stops)}; give each as many."
            )
        if (one.at, one._dwells) != (every[0].at, every[0]._dwells):
            raise MechanismError(
                "synchronised: the profiles start or rest at different times; give each the same at= and dwell=."
            )
    longest = tuple(max(times) for times in zip(*(one.least_durations for one in every), strict=True))
    slowed = [replace(one, durations=longest) for one in every]
    if isinstance(profiles, Mapping):
        return type(profiles)(zip(profiles, slowed, strict=True))  # type: ignore[call-arg]
    return type(profiles)(slowed)  # type: ignore[call-arg]


def _numbers(values: Any, name: str, count: int | None = None, what: str = "") -> tuple[float, ...]:
    try:
        found = tuple(moderate(x, "Profile", f"an entry of {name}") for x in values)
    except TypeError:
        raise MechanismError(
            f"Profile: {name} must be numbers in a list, not {shown(values)}.", argument=name
        ) from None
    except MechanismError as error:
        raise MechanismError(str(error), argument=name) from None
    if count is not None and len(found) != count:
        raise MechanismError(
            f"Profile: {name} must be {count} numbers, one for each of the {what}, not {len(found)}.", argument=name
        )
    return found


# --- the fastest way ---------------------------------------------------------------------------------------------------


def _ramp(speed: float, acceleration: float, jerk: float | None) -> Ramp:
    """The quickest change between rest and a speed."""
    if jerk is None:
        return Ramp(0.0, speed / acceleration, acceleration)
    if speed * jerk >= acceleration * acceleration:
        return Ramp(acceleration / jerk, speed / acceleration - acceleration / jerk, acceleration)
    return Ramp(math.sqrt(speed / jerk), 0.0, math.sqrt(speed * jerk))


def _fastest(way: float, speed: float, up: float, down: float, jerk: float | None) -> Leg:
    """The fastest motion over a way from rest to rest."""

    def at(speed: float) -> tuple[Ramp, Ramp]:
        return _ramp(speed, up, jerk), _ramp(speed, down, jerk)

    rise, fall = at(speed)
    cruise = way / speed - 0.5 * (rise.duration + fall.duration)  # (a ramp goes half as far as the full speed would)
    if cruise >= 0.0:
        return Leg(speed, rise, cruise, fall)
    if jerk is None:
        speed = math.sqrt(2.0 * way / (1.0 / up + 1.0 / down))
    else:
        speed = _root(lambda v: 0.5 * v * sum(ramp.duration for ramp in at(v)) - way, speed)
    rise, fall = at(speed)
    return Leg(speed, rise, 0.0, fall)


def _root(function: Callable[[float], float], high: float) -> float:
    """Where a function that grows from a negative value at zero is zero, to the last bit."""
    low = 0.0
    while low < (middle := 0.5 * (low + high)) < high:
        if function(middle) < 0.0:
            low = middle
        else:
            high = middle
    return high


def _parts(leg: Leg, start: float, end: float, left: float, arrived: float) -> np.ndarray:
    """The polynomials of a leg: those before the middle counted from its start, the others from its end."""
    sign = math.copysign(1.0, end - start)
    jerk_up = leg.up.acceleration / leg.up.jerk_time if leg.up.jerk_time else 0.0
    rise = [(leg.up.jerk_time, jerk_up), (leg.up.steady_time, 0.0), (leg.up.jerk_time, -jerk_up)]
    jerk_down = leg.down.acceleration / leg.down.jerk_time if leg.down.jerk_time else 0.0
    fall = [(leg.down.jerk_time, jerk_down), (leg.down.steady_time, 0.0), (leg.down.jerk_time, -jerk_down)]
    least = _SLIVER * leg.duration
    times, rows = [left], []
    # (the fall is a rise that runs backwards from the end)
    for duration, x, v, a, j in _states(leg.up, rise, least):
        rows.append((sign * j / 6.0, sign * a / 2.0, sign * v, start + sign * x))
        times.append(times[-1] + duration)
    if leg.cruise > least:
        x = 0.5 * leg.speed * leg.up.duration
        rows.append((0.0, 0.0, sign * leg.speed, start + sign * x))
        times.append(times[-1] + leg.cruise)
    back = []
    ends = [arrived]
    for duration, x, v, a, j in _states(leg.down, fall, least):
        # s(t) = end - f(ends[-1] - t): its powers from the start of the part, where the time left is the duration
        d = duration
        value = x + v * d + a * d * d / 2.0 + j * d**3 / 6.0
        rate, second = v + a * d + j * d * d / 2.0, a + j * d
        back.append((sign * j / 6.0, -sign * second / 2.0, sign * rate, end - sign * value))
        ends.append(ends[-1] - duration)
    rows += back[::-1]
    breaks = np.array((*times[: len(times) - 1], *ends[::-1]) if back else times)
    return polynomials(breaks, np.array(rows).T)


def _states(
    ramp: Ramp, parts: list[tuple[float, float]], least: float
) -> list[tuple[float, float, float, float, float]]:
    """(duration, way, speed, acceleration, jerk) at the start of each part of a ramp from rest."""
    found, x, v, a = [], 0.0, 0.0, 0.0 if ramp.jerk_time else ramp.acceleration
    for duration, j in parts:
        if duration <= least:
            continue
        found.append((duration, x, v, a, j))
        x += v * duration + a * duration**2 / 2.0 + j * duration**3 / 6.0
        v += a * duration + j * duration**2 / 2.0
        a += j * duration
    return found
