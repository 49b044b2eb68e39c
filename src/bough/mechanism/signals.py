"""Signals: functions of time, as piecewise polynomials that compiled code reads.

The user may give a number, a :class:`Table`, one of SciPy's piecewise polynomials, or a function of time, in Python or
as text (``expressions.py``). A function is turned into polynomials over a window of time, once (``fitting.py``), so no
Python runs within an evaluation, and rates and accelerations are available.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from bough.arithmetic.scalar import Symbol
from bough.errors import MechanismError, blamed_on
from bough.mechanism.checks import finite, masked_place, shown
from bough.mechanism.expressions import Expression, constant
from bough.mechanism.fitting import MOST_PIECES, Fitting, too_many
from bough.mechanism.pieces import DEGREE, FIRST, MIDDLE, START, constant_piece, integrals, polynomials, values_of
from bough.mechanism.profiles import Profile

KINDS = ("linear", "cubic", "smooth", "step")


@dataclass(frozen=True)
class Table:
    """Values at times, joined by straight lines ("linear"), by a smooth curve ("cubic", "smooth"), or each held ("step").

    "cubic" starts and ends level, "smooth" as its values suggest; "step" holds a value until the next time. Before the first and after the last time
    the end values hold. ``values``: a number for each time, or three where a vector is needed.
    """

    times: tuple[float, ...]
    values: tuple[Any, ...]  # numbers, or a tuple of them for each time
    kind: str = "linear"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise MechanismError(
                f"Table: kind must be one of {', '.join(map(repr, KINDS))}, not {shown(self.kind)}.", argument="kind"
            )
        for name, given in (("times", self.times), ("values", self.values)):
            if (place := masked_place(given)) is not None:
                raise MechanismError(
                    f"Table: {name} are masked at entry {place[0]}; leave such entries out.", argument=name
                )
        try:
            times, values = np.array(self.times, float), np.array(self.values, float)
        except (TypeError, ValueError):
            raise MechanismError(
                "Table: times and values must be numbers, with a value for each time.", argument="times"
            ) from None
        if times.ndim != 1 or not len(times) or values.shape[:1] != times.shape or values.ndim > 2:
            raise MechanismError(
                f"Table: times have shape {times.shape} and values {values.shape}; give a value, or three, for each time.",
                argument="times",
            )
        for name, numbers in (("times", times), ("values", values)):
            if not np.isfinite(numbers).all():
                raise MechanismError(
                    f"Table: {name} have an entry that is NaN or infinite; give finite numbers.", argument=name
                )
        if (np.diff(times) <= 0.0).any():
            at = int(np.flatnonzero(np.diff(times) <= 0.0)[0])
            raise MechanismError(
                f"Table: times must increase, but {times[at + 1]:g} comes after {times[at]:g}; sort them.",
                argument="times",
            )
        object.__setattr__(self, "times", tuple(times.tolist()))
        object.__setattr__(
            self, "values", tuple(map(tuple, values.tolist())) if values.ndim > 1 else tuple(values.tolist())
        )

    def column(self, k: int) -> Table:
        """The table of the k-th of several values."""
        return Table(self.times, tuple(row[k] for row in self.values), self.kind)


@dataclass(frozen=True)
class Integral:
    """The position that a velocity leads to: its integral over time, which is ``start`` at t = 0.

    ``of``: a number, an expression, a :class:`Table`, a :class:`Profile`, a piecewise polynomial of SciPy or a function
    of time. ``start`` may be a text, such as "90*deg". Polynomials are integrated as such, so position, velocity and acceleration agree.
    """

    of: Any
    start: float = 0.0

    def __post_init__(self) -> None:
        start = constant(self.start) if isinstance(self.start, str) else finite(self.start, "Integral", "start")
        object.__setattr__(self, "start", start)
        signal_of(self.of, "Integral", "of")


class Signal:
    """A function of time."""

    __slots__ = ("_fitting", "_window", "fixed", "function", "periodic", "whose")

    def __init__(
        self,
        whose: str,
        fixed: np.ndarray | None = None,
        function: Callable[..., Any] | None = None,
        periodic: tuple[np.ndarray, float] | None = None,
    ):
        """One of three: ``fixed``, pieces for all time; a ``function`` of time; ``periodic`` pieces with their end."""
        self.whose, self.fixed, self.function, self.periodic = whose, fixed, function, periodic
        self._fitting: Fitting | None = None
        self._window: tuple[float, float, np.ndarray] | None = None

    @property
    def is_constant(self) -> bool:
        return self.fixed is not None and len(self.fixed) == 1 and not self.fixed[0, FIRST + 1 :].any()

    @property
    def needs_window(self) -> bool:
        """Whether its pieces depend on the window of time."""
        return self.fixed is None

    def over(self, start: float, end: float) -> np.ndarray:
        """The pieces for times from ``start`` to ``end``."""
        if self.fixed is not None:
            return self.fixed
        window = self._window  # (read once: another thread may use another window)
        if window is None or window[:2] != (start, end):
            window = self._window = (start, end, self._made(start, end))
        return window[2]

    def _made(self, start: float, end: float) -> np.ndarray:
        if self.function is None:
            return self._repeated(start, end)
        if self._fitting is None:
            make = _fitting_of_expression if isinstance(self.function, Expression) else Fitting
            self._fitting = make(self.function, self.whose)
        return self._fitting.over(start, end)

    def _repeated(self, start: float, end: float) -> np.ndarray:
        assert self.periodic is not None
        pieces, last = self.periodic
        first, period = pieces[0, START], last - pieces[0, START]
        turns = np.arange(math.floor((start - first) / period), math.floor((end - first) / period) + 1)
        if len(turns) * len(pieces) > MOST_PIECES:
            raise MechanismError(too_many(self.whose, start, end))
        repeated = np.tile(pieces, (len(turns), 1))
        repeated[:, (START, MIDDLE)] += np.repeat(turns * period, len(pieces))[:, None]
        return repeated

    def __call__(self, t: float | np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(value, rate, acceleration) at a time, or at many."""
        t = np.asarray(t, float)
        lowest, highest = (float(t.min()), float(t.max())) if t.size else (0.0, 0.0)
        known = self._window
        if known is not None and known[0] <= lowest and highest <= known[1]:
            pieces = known[2]
        else:
            pieces = self.over(lowest, highest if highest > lowest else lowest + 1e-3)
        return values_of(pieces[np.clip(np.searchsorted(pieces[:, START], t, side="right") - 1, 0, None)], t)


# variants of a mechanism have the same expressions
_fitting_of_expression = lru_cache(maxsize=256)(Fitting)


class _Integrated(Signal):
    """The integral of a signal whose pieces depend on the window of time."""

    __slots__ = ("rate", "start")

    def __init__(self, whose: str, rate: Signal, start: float):
        super().__init__(whose)
        self.rate, self.start = rate, start

    def _made(self, start: float, end: float) -> np.ndarray:
        # (from t = 0 on, where its value is known)
        return integrated(self.rate.over(min(start, 0.0), max(end, 0.0)), self.start, self.whose)


def signal_of(value: Any, whose: str, name: str = "") -> Signal:
    """A signal from what a user gave as argument ``name``; messages begin with ``whose``, as in "Motor on 'elbow': force"."""
    with blamed_on(name):
        return _signal_of(value, f"{whose}: {name}" if name else whose)


def _signal_of(value: Any, whose: str) -> Signal:
    if isinstance(value, Table):
        return Signal(whose, _pieces_of_table(value, whose))
    if isinstance(value, Profile):
        return Signal(whose, value.pieces)
    if isinstance(value, Integral):
        rate = _signal_of(value.of, whose)
        if rate.fixed is None:
            return _Integrated(whose, rate, value.start)
        return Signal(whose, integrated(rate.fixed, value.start, whose))
    if isinstance(value, str | Expression):
        return _signal_of_expression(value, whose)
    interpolate = sys.modules.get("scipy.interpolate")
    if interpolate is not None and isinstance(value, interpolate.PPoly | interpolate.BSpline):
        return _signal_of_spline(value, whose)
    if callable(value):
        return Signal(whose, function=value)
    if isinstance(value, Symbol):
        return Signal(whose, constant_piece(-math.inf, value)[None])
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise MechanismError(
            f"{whose} must be a number, an expression such as '2*sin(3*t)', a bough.Table, a bough.motions.Profile, a piecewise polynomial of SciPy or a function of time, not {shown(value)}."
        ) from None
    if not math.isfinite(number):
        raise MechanismError(f"{whose} must be finite, not {shown(value)}.")
    return Signal(whose, constant_piece(-math.inf, number)[None])


def three_signals_of(value: Any, whose: str, name: str) -> tuple[Signal, Signal, Signal]:
    """Three signals: a table of three columns, a function that gives three numbers, or three of ``signal_of``."""
    with blamed_on(name):
        first, second, third = signals_of(value, f"{whose}: {name}", ("x", "y", "z"), "three")
    return first, second, third


def signals_of(value: Any, whose: str, parts: Sequence[str], many: str) -> tuple[Signal, ...]:
    """A signal for each of several parts; ``many``: how many they are, in messages."""
    found: list[Any]
    if isinstance(value, Table) and np.ndim(value.values) == 2 and len(value.values[0]) == len(parts):
        found = [value.column(k) for k in range(len(parts))]
    elif spline_columns(value):
        found = _columns_of_spline(value)
    elif callable(value) and not isinstance(value, Table):
        found = [Component(value, k, len(parts), many) for k in range(len(parts))]
    else:
        found = list(value) if isinstance(value, list | tuple | np.ndarray) else []
    if len(found) != len(parts):
        raise MechanismError(
            f"{whose} must be {many} numbers or signals, a Table with {many} columns, or a function of time that gives {many} numbers, not {shown(value)}."
        )
    return tuple(_signal_of(part, f"{whose} {name}") for part, name in zip(found, parts, strict=True))


@dataclass(frozen=True)
class Component:
    """One of the numbers that a function of time gives."""

    function: Callable[..., Any]
    k: int
    count: int
    many: str

    def __call__(self, t: float) -> float:
        values = self.function(t)
        if len(values) != self.count:
            raise ValueError(f"it gave {len(values)} numbers, not {self.many}")
        return values[self.k]


def integrated(rate: np.ndarray, start: float, whose: str) -> np.ndarray:
    """The pieces of the integral of others, which is ``start`` at t = 0."""
    try:
        pieces = integrals(rate)
    except ValueError:
        raise MechanismError(
            f"{whose} is the integral of polynomials of degree {DEGREE}; give a velocity of degree {DEGREE - 1} or less."
        ) from None
    pieces[:, FIRST] += start
    return pieces


# --- pieces ---------------------------------------------------------------------------------------------------------


def _pieces_of_table(table: Table, whose: str) -> np.ndarray:
    times, values = np.array(table.times), np.array(table.values)
    if values.ndim > 1:
        raise MechanismError(f"{whose} must be one number at a time, but its Table has {values.shape[1]} columns.")
    if len(times) == 1:
        return constant_piece(-math.inf, values[0])[None]
    if table.kind == "step":
        coefficients = values[None, :-1]
    elif table.kind == "linear":
        coefficients = np.array((np.diff(values) / np.diff(times), values[:-1]))
    else:
        from scipy.interpolate import CubicSpline

        coefficients = CubicSpline(times, values, bc_type="clamped" if table.kind == "cubic" else "not-a-knot").c
    within = polynomials(times, coefficients)
    return np.vstack((constant_piece(-math.inf, values[0]), within, constant_piece(times[-1], values[-1])))


def _signal_of_expression(value: str | Expression, whose: str) -> Signal:
    try:
        expression = Expression(value) if isinstance(value, str) else value
        if expression.is_constant:
            return Signal(whose, constant_piece(-math.inf, constant(expression.text))[None])
    except MechanismError as error:
        raise MechanismError(f"{whose}: {error}") from None
    return Signal(whose, function=expression)


def spline_columns(value: Any) -> int:
    """How many numbers one of SciPy's piecewise polynomials gives at a time; 0 for another value, or for one number."""
    interpolate = sys.modules.get("scipy.interpolate")
    if interpolate is None or not isinstance(value, interpolate.PPoly | interpolate.BSpline):
        return 0
    shape = value.c.shape[2 if isinstance(value, interpolate.PPoly) else 1 :]
    return int(shape[0]) if len(shape) == 1 else 0


def _columns_of_spline(value: Any) -> list[Any]:
    """One of SciPy's for each number that it gives at a time."""
    from scipy.interpolate import BSpline, PPoly

    columns = [np.ascontiguousarray(value.c[..., k]) for k in range(value.c.shape[-1])]
    if isinstance(value, PPoly):
        return [PPoly(c, value.x, value.extrapolate) for c in columns]
    return [BSpline(value.t, c, value.k, value.extrapolate) for c in columns]


def _signal_of_spline(spline: Any, whose: str) -> Signal:
    """One of SciPy's: continued beyond its ends, repeated, or refused there, by its own ``extrapolate``."""
    from scipy.interpolate import BSpline, PPoly

    if isinstance(spline, BSpline):
        extrapolate = spline.extrapolate
        degree = spline.k
        spline = PPoly.from_spline(spline)
    else:
        extrapolate, degree = spline.extrapolate, len(spline.c) - 1
    if spline.c.ndim != 2:
        raise MechanismError(
            f"{whose} must be one number at a time, but its spline gives arrays; give one spline for each."
        )
    if degree > DEGREE:
        raise MechanismError(f"{whose} is a spline of degree {degree}; give one of degree {DEGREE} or less.")
    if not (np.isrealobj(spline.c) and np.isfinite(spline.c).all() and np.isfinite(spline.x).all()):
        raise MechanismError(f"{whose} is a spline with coefficients that are not finite; check what it was made from.")
    if spline.x[0] > spline.x[-1]:
        raise MechanismError(f"{whose} is a spline whose breakpoints decrease; give them in increasing order.")
    kept = np.diff(spline.x) > 0.0  # splines made from B-splines have knots that coincide
    breaks = np.append(spline.x[:-1][kept], spline.x[-1])
    pieces = polynomials(breaks, spline.c[:, kept])
    if extrapolate == "periodic":
        return Signal(whose, periodic=(pieces, breaks[-1]))
    if extrapolate:
        return Signal(whose, pieces)

    def within(t: float) -> Any:
        if not breaks[0] <= t <= breaks[-1]:
            raise ValueError(f"the spline ends at {breaks[0]:g} and {breaks[-1]:g} and has extrapolate=False")
        return spline(t)

    return Signal(whose, function=within)
