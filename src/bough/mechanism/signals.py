"""Signals: numbers that follow the time, as piecewise polynomials that compiled code reads.

What a user gives may be a number, a :class:`Table`, one of SciPy's piecewise polynomials, or a function of time, in Python or as text (``expressions.py``). A function is turned into
polynomials over a window of time, once, so that no Python runs within an evaluation, and rates and accelerations come along.

A piece is a row of numbers: where it starts, its middle, 1 over its half width, and the coefficients of powers of x, which runs from -1 to 1. A piece ends where the next one
starts; the first and the last go on for ever.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import shown
from bough.mechanism.expressions import Expression, constant

DEGREE = 11
START, MIDDLE, INVERSE, FIRST, WIDTH = 0, 1, 2, 3, 3 + DEGREE + 1
KINDS = ("linear", "cubic", "step")

# how well polynomials follow a function, relative to its size nearby
_TOLERANCE = 1e-14
# parts into which a window is cut at first, so that a short pulse is not overlooked
_PARTS = 64
_MOST_PIECES = 20_000
# share of a window within which a kink or a jump is located
_SLIVER = 1e-13
_EPS = np.finfo(float).eps
_ROUNDING = 8.0 * _EPS  # of a function's own arithmetic, relative to its largest values

_NODES = -np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
_TO_CHEBYSHEV = np.linalg.inv(np.polynomial.chebyshev.chebvander(_NODES, DEGREE))
_TO_POWERS = np.zeros((DEGREE + 1, DEGREE + 1))
for _k in range(DEGREE + 1):
    _TO_POWERS[: _k + 1, _k] = np.polynomial.chebyshev.cheb2poly(np.eye(DEGREE + 1)[_k])[: _k + 1]
# where a polynomial is compared with its function: off its nodes, inside and at both ends, but not so near that a jump at an end itself is seen from both sides
_BETWEEN = np.array((-1.0 + 1e-11, 0.0731, 1.0 - 1e-11))
_AT_BETWEEN = np.polynomial.chebyshev.chebvander(_BETWEEN, DEGREE)


@dataclass(frozen=True)
class Table:
    """Values at times: joined by straight lines ("linear"), by a smooth curve that starts and ends level ("cubic"), or each held until the next ("step").

    Before the first and after the last time the end values hold. ``values``: a number for each time, or three where a vector is asked for.
    """

    times: tuple[float, ...]
    values: tuple
    kind: str = "linear"

    def __post_init__(self):
        if self.kind not in KINDS:
            raise MechanismError(f"Table: kind must be one of {', '.join(map(repr, KINDS))}, not {shown(self.kind)}.")
        try:
            times, values = np.array(self.times, float), np.array(self.values, float)
        except (TypeError, ValueError):
            raise MechanismError("Table: times and values must be numbers, as many of one as of the other.") from None
        if times.ndim != 1 or not len(times) or values.shape[:1] != times.shape or values.ndim > 2:
            raise MechanismError(
                f"Table: times have shape {times.shape} and values {values.shape}; give a value, or three, for each time."
            )
        for name, numbers in (("times", times), ("values", values)):
            if not np.isfinite(numbers).all():
                raise MechanismError(f"Table: {name} have an entry that is NaN or infinite; give finite numbers.")
        if (np.diff(times) <= 0.0).any():
            at = int(np.flatnonzero(np.diff(times) <= 0.0)[0])
            raise MechanismError(f"Table: times must grow, but {times[at + 1]:g} comes after {times[at]:g}; sort them.")
        object.__setattr__(self, "times", tuple(times.tolist()))
        object.__setattr__(
            self, "values", tuple(map(tuple, values.tolist())) if values.ndim > 1 else tuple(values.tolist())
        )

    def column(self, k: int) -> Table:
        """The table of the k-th of several values."""
        return Table(self.times, tuple(row[k] for row in self.values), self.kind)


class Signal:
    """A number that follows the time."""

    __slots__ = ("_window", "fixed", "function", "periodic", "whose")

    def __init__(
        self,
        whose: str,
        fixed: np.ndarray | None = None,
        function: Callable | None = None,
        periodic: tuple[np.ndarray, float] | None = None,
    ):
        """One of three: ``fixed``, pieces for all time; a ``function`` of time; ``periodic``, pieces that repeat, and where they end."""
        self.whose, self.fixed, self.function, self.periodic = whose, fixed, function, periodic
        self._window: tuple[float, float, np.ndarray] | None = None

    @property
    def is_constant(self) -> bool:
        return self.fixed is not None and len(self.fixed) == 1 and not self.fixed[0, FIRST + 1 :].any()

    @property
    def needs_window(self) -> bool:
        """Whether its pieces depend on the times that are asked for."""
        return self.fixed is None

    def over(self, start: float, end: float) -> np.ndarray:
        """The pieces that serve the times from ``start`` to ``end``."""
        if self.fixed is not None:
            return self.fixed
        if self._window is None or self._window[:2] != (start, end):
            pieces = (
                self._repeated(start, end) if self.function is None else _fitted(self.function, start, end, self.whose)
            )
            self._window = (start, end, pieces)
        return self._window[2]

    def _repeated(self, start: float, end: float) -> np.ndarray:
        assert self.periodic is not None
        pieces, last = self.periodic
        first, period = pieces[0, START], last - pieces[0, START]
        turns = np.arange(math.floor((start - first) / period), math.floor((end - first) / period) + 1)
        if len(turns) * len(pieces) > _MOST_PIECES:
            raise MechanismError(_too_many(self.whose, start, end))
        repeated = np.tile(pieces, (len(turns), 1))
        repeated[:, (START, MIDDLE)] += np.repeat(turns * period, len(pieces))[:, None]
        return repeated

    def __call__(self, t):
        """(value, rate, acceleration) at a time, or at many."""
        t = np.asarray(t, float)
        lowest, highest = (float(t.min()), float(t.max())) if t.size else (0.0, 0.0)
        known = self._window
        if known is not None and known[0] <= lowest and highest <= known[1]:
            pieces = known[2]
        else:
            pieces = self.over(lowest, highest if highest > lowest else lowest + 1e-3)
        row = pieces[np.clip(np.searchsorted(pieces[:, START], t, side="right") - 1, 0, None)]
        x = (t - row[..., MIDDLE]) * row[..., INVERSE]
        value, rate, acceleration = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
        for k in range(DEGREE, -1, -1):
            acceleration = acceleration * x + 2.0 * rate
            rate = rate * x + value
            value = value * x + row[..., FIRST + k]
        return value, rate * row[..., INVERSE], acceleration * row[..., INVERSE] ** 2


def signal_of(value, whose: str) -> Signal:
    """A signal from what a user gave; ``whose`` names it in messages, as in "Motor of 'elbow': force"."""
    if isinstance(value, Table):
        return Signal(whose, _pieces_of_table(value, whose))
    if isinstance(value, str | Expression):
        return _signal_of_expression(value, whose)
    interpolate = sys.modules.get("scipy.interpolate")
    if interpolate is not None and isinstance(value, interpolate.PPoly | interpolate.BSpline):
        return _signal_of_spline(value, whose)
    if callable(value):
        return Signal(whose, function=value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise MechanismError(
            f"{whose} must be a number, an expression such as '2*sin(3*t)', a bough.Table, a piecewise polynomial of SciPy or a function of time, not {shown(value)}."
        ) from None
    if not math.isfinite(number):
        raise MechanismError(f"{whose} must be finite, not {shown(value)}.")
    return Signal(whose, _constant(-math.inf, number)[None])


def three_signals_of(value, whose: str) -> tuple[Signal, Signal, Signal]:
    """Three signals: from one table of three columns, one function that gives three numbers, or three of what ``signal_of`` takes."""
    if isinstance(value, Table) and np.ndim(value.values) == 2 and len(value.values[0]) == 3:
        parts: list[Any] = [value.column(k) for k in range(3)]
    elif callable(value) and not isinstance(value, Table):
        parts = [_Component(value, k) for k in range(3)]
    else:
        parts = list(value) if isinstance(value, list | tuple | np.ndarray) else []
    if len(parts) != 3:
        raise MechanismError(
            f"{whose} must be three numbers or signals, a Table with three columns, or a function of time that gives three numbers, not {shown(value)}."
        )
    first, second, third = (signal_of(part, f"{whose} {name}") for part, name in zip(parts, "xyz", strict=True))
    return first, second, third


@dataclass(frozen=True)
class _Component:
    """One of the three numbers that a function of time gives."""

    function: Callable
    k: int

    def __call__(self, t: float) -> float:
        values = self.function(t)
        if len(values) != 3:
            raise ValueError(f"it gave {len(values)} numbers, not three")
        return values[self.k]


# --- pieces ---------------------------------------------------------------------------------------------------------


def _constant(start: float, value: float) -> np.ndarray:
    """A piece that does not change."""
    piece = np.zeros(WIDTH)
    piece[START], piece[FIRST] = start, value
    return piece


def _polynomials(breaks: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Pieces from powers of the time since each break, highest first: (degree + 1, pieces)."""
    order = len(coefficients)
    pieces = np.zeros((coefficients.shape[1], WIDTH))
    half = np.diff(breaks) / 2.0
    pieces[:, START], pieces[:, MIDDLE], pieces[:, INVERSE] = breaks[:-1], breaks[:-1] + half, 1.0 / half
    # t - start = half (1 + x)
    for power in range(order):
        scaled = coefficients[order - 1 - power] * half**power
        for k in range(power + 1):
            pieces[:, FIRST + k] += scaled * math.comb(power, k)
    return pieces


def _pieces_of_table(table: Table, whose: str) -> np.ndarray:
    times, values = np.array(table.times), np.array(table.values)
    if values.ndim > 1:
        raise MechanismError(f"{whose} must be one number at a time, but its Table has {values.shape[1]} columns.")
    if len(times) == 1:
        return _constant(-math.inf, values[0])[None]
    if table.kind == "step":
        coefficients = values[None, :-1]
    elif table.kind == "linear":
        coefficients = np.array((np.diff(values) / np.diff(times), values[:-1]))
    else:
        from scipy.interpolate import CubicSpline

        coefficients = CubicSpline(times, values, bc_type="clamped").c
    within = _polynomials(times, coefficients)
    return np.vstack((_constant(-math.inf, values[0]), within, _constant(times[-1], values[-1])))


def _signal_of_expression(value: str | Expression, whose: str) -> Signal:
    try:
        expression = Expression(value) if isinstance(value, str) else value
        if expression.is_constant:
            return Signal(whose, _constant(-math.inf, constant(expression.text))[None])
    except MechanismError as error:
        raise MechanismError(f"{whose}: {error}") from None
    return Signal(whose, function=expression)


def _signal_of_spline(spline, whose: str) -> Signal:
    """One of SciPy's: continued beyond its ends, repeated, or refused there, as it says itself."""
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
        raise MechanismError(f"{whose} is a spline of degree {degree}; give one of degree {DEGREE} at the most.")
    if not (np.isrealobj(spline.c) and np.isfinite(spline.c).all() and np.isfinite(spline.x).all()):
        raise MechanismError(f"{whose} is a spline with coefficients that are not finite; check what it was made from.")
    if spline.x[0] > spline.x[-1]:
        raise MechanismError(f"{whose} is a spline whose breakpoints fall; give them in growing order.")
    kept = np.diff(spline.x) > 0.0  # splines made from B-splines have knots that coincide
    breaks = np.append(spline.x[:-1][kept], spline.x[-1])
    pieces = _polynomials(breaks, spline.c[:, kept])
    if extrapolate == "periodic":
        return Signal(whose, periodic=(pieces, breaks[-1]))
    if extrapolate:
        return Signal(whose, pieces)

    def within(t):
        if not breaks[0] <= t <= breaks[-1]:
            raise ValueError(f"the spline ends at {breaks[0]:g} and {breaks[-1]:g} and has extrapolate=False")
        return spline(t)

    return Signal(whose, function=within)


def _fitted(function: Callable, start: float, end: float, whose: str) -> np.ndarray:
    """Pieces that follow a function: Chebyshev's interpolation, cut in halves wherever it is not good enough."""

    def value(t: float) -> float:
        try:
            number = float(function(t))
        except Exception as error:
            raise MechanismError(f"{whose}: the function of time failed at t = {t:g}: {shown_error(error)}.") from error
        if not math.isfinite(number):
            raise MechanismError(f"{whose}: the function of time gave {number} at t = {t:g}; it must be finite there.")
        return number

    length = end - start
    cuts = np.linspace(start, end, _PARTS + 1).tolist()
    waiting = list(pairwise(cuts))[::-1]
    # a function that starts from nothing is not to be followed to the digits of its first numbers
    size = max(abs(value(t)) for t in cuts)
    found: list[np.ndarray] = []
    while waiting:
        a, b = waiting.pop()
        middle, half = 0.5 * (a + b), 0.5 * (b - a)
        if b - a <= _SLIVER * length or not a < middle < b:
            found.append(_constant(a, value(b)))
            continue
        samples = np.array([value(t) for t in (middle + half * _NODES).tolist()])
        series = _TO_CHEBYSHEV @ samples
        between = np.array([value(t) for t in (middle + half * _BETWEEN).tolist()])
        size = max(size, float(np.abs(samples).max()))
        # what rounding of the time itself makes of the value
        noise = 4.0 * _EPS * max(abs(a), abs(b)) * float(np.abs(np.diff(samples) / np.diff(half * _NODES)).max())
        # nor is what is left where large terms cancel, as in 1 - smooth(t, 0, 1) near the end, to be followed below their rounding
        allowed = max(_TOLERANCE * max(float(np.abs(samples).max()), 1e-3 * size), _ROUNDING * size) + noise
        if max(np.abs(series[-2:]).max(), 0.25 * np.abs(_AT_BETWEEN @ series - between).max()) <= allowed:
            # coefficients that are mere rounding would spoil the rates of a narrow piece
            meant = np.flatnonzero(np.abs(series) > max(4.0 * _EPS * np.abs(samples).max(), _EPS * size))
            series[meant[-1] + 1 if len(meant) else 0 :] = 0.0
            found.append(np.concatenate(((a, middle, 1.0 / half), _TO_POWERS @ series)))
        else:
            waiting += [(middle, b), (a, middle)]
        if len(found) + len(waiting) > _MOST_PIECES:
            raise MechanismError(_too_many(whose, start, end))
    return np.array(found)


def _too_many(whose: str, start: float, end: float) -> str:
    return (
        f"{whose} changes too often between t = {start:g} and {end:g} to be followed by {_MOST_PIECES} polynomials; "
        "give a bough.Table of it."
    )


def shown_error(error: BaseException) -> str:
    """An exception in a message, in a line."""
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text[:160]}" if text else type(error).__name__
