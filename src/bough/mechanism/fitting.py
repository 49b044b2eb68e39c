"""Functions of time as piecewise polynomials: Chebyshev interpolation, halved wherever it is not accurate enough.

Kinks and jumps are located, and pieces end there, so no piece is narrower than necessary. Time is divided into fixed
cells, and the pieces of a cell depend on the function alone, so that a value does not depend on the window that it was
first asked for.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from bough.errors import MechanismError
from bough.mechanism.checks import shown_error
from bough.mechanism.pieces import DEGREE, START, constant_piece, values_of

MOST_PIECES = 20_000

# accuracy of the polynomials, relative to the function's size nearby
_TOLERANCE = 1e-14
# accuracy of the accelerations of a function that has rates, relative to the largest one in a cell; the halvings for it
_TOLERANCE_OF_RATES, _HALVED_FOR_RATES = 1e-13, 8
# cells of time: this many in each second next to t = 0, then in each doubling of the time
_CELLS, _CELLS_OF_OCTAVE = 8, 8
# points of a cell, and of a window, at which a function is always evaluated, so that no short pulse is overlooked (fewer
# if the text of an expression shows where it turns)
_SCANNED, _SCANNED_KNOWN, _PARTS = 256, 64, 8
# pieces of a cell, and evaluations for them; one that takes more is halved, and what lies outside the window is left
_MOST_OF_CELL, _WORK_OF_CELL = 100, 40_000
# evaluations for all cells of a window, so that a refusal takes seconds at most; a piece of 20 000 smooth ones takes 35,
# and each corner that has to be located some hundreds
_MOST_WORK = 2_000_000
_PLACES = 32  # at which the number of pieces is estimated
_TRIED = 4  # places around which pieces are made first, if there are many, and how much more they may take than others
_UNEVEN = 1.4
# a difference at a point of the window that is not rounding, relative to the function's size
_PULSE = 1e-6
# where a cell is tried first, whether it has many pieces, and the share of it that is tried there
_PROBES, _PROBE = (0.11, 0.5, 0.83), 2.0**-6
# after so many halvings, if one half still does not fit, a place is sought there at which the function is not smooth
_LOCATED = 4
_REACH = 32.0  # of the polynomials beside such a place, in widths of the piece that holds it
_LOCATION = 2.0**-20  # how well it is located, in such widths
# pieces narrower than this share of a cell are not cut any more
_SLIVER = 1e-13
_EPS = float(np.finfo(float).eps)
# what a function is compared with at least: of smaller numbers, as in the tail of a pulse, fewer digits are stored
_LEAST_SIZE = 1e-290
_GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)  # its multiples, without their whole parts, are spread evenly
_ROUNDING = 8.0 * _EPS  # of a function's own arithmetic, relative to its largest values


def _nodes(degree: int) -> np.ndarray:
    """Where a polynomial is interpolated."""
    return -np.cos(np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1))


_NODES, _RATE_NODES = _nodes(DEGREE), _nodes(DEGREE - 2)
_GAPS = np.diff(_NODES)
_TO_CHEBYSHEV = np.linalg.inv(chebyshev.chebvander(_NODES, DEGREE))
_RATES_TO_CHEBYSHEV = np.linalg.inv(chebyshev.chebvander(_RATE_NODES, DEGREE - 2))
# from the series of an acceleration, the mean rate and the mean value at the nodes, to the series of the value
_PARTS_OF_RATES = np.eye(DEGREE + 1)
_FROM_RATES: np.ndarray = _PARTS_OF_RATES[: DEGREE - 1]
for _mean in _PARTS_OF_RATES[DEGREE - 1 :]:
    _FROM_RATES = chebyshev.chebint(_FROM_RATES)
    _FROM_RATES[0] += _mean - (chebyshev.chebvander(_RATE_NODES, len(_FROM_RATES) - 1) @ _FROM_RATES).mean(axis=0)
_TO_POWERS = np.zeros((DEGREE + 1, DEGREE + 1))
for _k in range(DEGREE + 1):
    _TO_POWERS[: _k + 1, _k] = chebyshev.cheb2poly(np.eye(DEGREE + 1)[_k])[: _k + 1]
# where a polynomial is compared with its function: between its nodes and near both ends, but not so near that a jump at
# an end is seen from both sides
_BETWEEN = (-1.0 + 1e-11, 0.0731, 1.0 - 1e-11)
_AT_BETWEEN = chebyshev.chebvander(_BETWEEN, DEGREE)
# where the error of an acceleration is largest, as Chebyshev's next polynomial has its extrema there
_RATES_BETWEEN = np.cos(np.pi * np.array((9.0, 5.0, 1.0)) / 10.0)
_AT_RATES_BETWEEN = chebyshev.chebvander(_RATES_BETWEEN, DEGREE - 2)


class TooOftenError(MechanismError):
    """A function of time changes too often to be followed."""

    def __init__(self, whose: str, start: float, end: float):
        super().__init__(too_many(whose, start, end))
        self.whose = whose


class Fitting:
    """A function of time, and its pieces over the cells that were asked for.

    Its method ``turns(start, end)``, if any, says where it may turn, and ``rates(t)`` gives (value, rate, acceleration).
    """

    def __init__(self, function: Callable[..., Any], whose: str):
        self._known, self._whose = _Sampled(function, whose), whose
        self._each = _SCANNED_KNOWN if hasattr(function, "turns") else _SCANNED
        self._sizes = _Sizes(self._known, self._each)
        self._cells: dict[tuple[float, float], tuple[np.ndarray | None, int]] = {}

    def over(self, start: float, end: float) -> np.ndarray:
        """Pieces over a window: those of whole cells, unless the function fails outside the window."""
        scan = np.linspace(start, end, _PARTS * self._each + 1)
        found: list[np.ndarray] = []
        waiting, count, work, is_estimated = _cells(start, end)[::-1], 0, 0, False
        while waiting:
            a, b = waiting.pop()
            try:
                pieces, took = self._of_cell(a, b, scan[(a < scan) & (scan < b)])
            except MechanismError:
                low, high = max(a, start), min(b, end)
                if (low, high) == (a, b):
                    raise
                if low < high:
                    waiting.append((low, high))
                continue
            work += took
            if work > _MOST_WORK:
                raise TooOftenError(self._whose, start, end)
            if pieces is None:
                if not is_estimated and self._is_refused(start, end):
                    raise TooOftenError(self._whose, start, end)
                is_estimated, middle = True, 0.5 * (a + b)
                waiting += [(low, high) for low, high in ((middle, b), (a, middle)) if low <= end and high > start]
                continue
            found.append(pieces)
            count += len(pieces)
            if count > MOST_PIECES:
                raise TooOftenError(self._whose, start, end)
        return np.concatenate(found)

    def _is_refused(self, start: float, end: float) -> bool:
        """Whether it surely changes too often, as estimated at some places."""
        if _fewest(self._known, start, end, self._sizes) > MOST_PIECES:
            return True
        allowed = _UNEVEN * _MOST_WORK / (end - start)
        return all(self._work_at(t) > allowed for t in _places(start, end, _TRIED))

    def _work_at(self, t: float) -> float:
        """The evaluations that are needed near a time, for each second."""
        ((a, b),), spent = _cells(t, t), 0
        while spent <= _MOST_WORK // _TRIED:
            try:
                pieces, work = self._of_cell(a, b, np.empty(0))
            except MechanismError:  # (beyond the window)
                return 0.0
            if pieces is not None:
                return work / (b - a)
            middle, spent = 0.5 * (a + b), spent + work
            a, b = (a, middle) if t < middle else (middle, b)
        return math.inf

    def _of_cell(self, a: float, b: float, more: np.ndarray) -> tuple[np.ndarray | None, int]:
        """The pieces of a cell, None if there are many, and the evaluations that they take, whether known or not.

        They may not be far off at ``more`` times.
        """
        size = self._sizes.around(a, b)
        if (a, b) not in self._cells:
            self._cells[a, b] = _Fit(self._known, a, b, self._each, np.empty(0), size).result()
        pieces, work = self._cells[a, b]
        if pieces is None or not len(more):
            return pieces, work
        seen = np.array([self._known.value(t) for t in more.tolist()])
        rows = pieces[np.searchsorted(pieces[:, START], more, side="right") - 1]
        if np.abs(values_of(rows, more)[0] - seen).max() <= _PULSE * size:
            return pieces, work
        return _Fit(self._known, a, b, self._each, more, size).result()


def fitted(function: Callable[..., Any], start: float, end: float, whose: str) -> np.ndarray:
    """Pieces that follow a function over a window."""
    return Fitting(function, whose).over(start, end)


def _fewest(known: _Sampled, start: float, end: float, sizes: _Sizes) -> float:
    """The least number of pieces that a window needs, as estimated from the widths of some, spread evenly over it.

    So a function that changes too often is refused at once.
    """
    places = _places(start, end, _PLACES)
    found = sorted((_width_at(known, t, sizes), t) for t in places)
    widths = np.array([width for width, _ in found])
    # where k of n places are in pieces as narrow as this, such pieces fill at least the share (k - 2)/n of the window
    least = float((np.arange(-1, _PLACES - 1) / _PLACES * (end - start) / widths).max())
    # where it is smooth, each place stands for a share of its own, but for the two narrowest pieces and for chance
    each = sum(1.0 / width for width, t in found[2:] if not known.turns(t - 2.0 * width, t + 2.0 * width))
    return max(least, 0.8 * each * (end - start) / _PLACES)


def _places(start: float, end: float, count: int) -> list[float]:
    """Times that are spread evenly over a window."""
    found: list[float] = (start + (end - start) * (np.arange(1, count + 1) * _GOLDEN % 1.0)).tolist()
    return found


def _width_at(known: _Sampled, t: float, sizes: _Sizes) -> float:
    """The width of the piece that holds a time."""
    ((a, b),) = _cells(t, t)
    fit = _Fit(known, a, b, 1, np.empty(0), sizes.around(a, b))
    cuts = fit.cuts.tolist() if len(fit.cuts) <= _MOST_OF_CELL else [a, b]
    a, b = next((low, high) for low, high in pairwise(cuts) if t < high)
    while fit.is_wide(a, b) and (fit.piece(a, b) is None or len(known.turns(a, b)) > _MOST_OF_CELL):
        middle = 0.5 * (a + b)
        a, b = (a, middle) if t < middle else (middle, b)
    return b - a


def _cells(start: float, end: float) -> list[tuple[float, float]]:
    """The cells that have times from ``start`` to ``end``."""
    far = max(abs(start), abs(end))
    octaves = 2.0 ** np.arange(max(math.ceil(math.log2(far)), 0) + 1 if far > 0.0 else 1)
    beyond = (octaves[:, None] * (1.0 + np.arange(_CELLS_OF_OCTAVE) / _CELLS_OF_OCTAVE)).ravel()
    edges = np.concatenate((np.arange(_CELLS) / _CELLS, beyond, [2.0 * octaves[-1]]))
    edges = np.concatenate((-edges[:0:-1], edges))
    return [(a, b) for a, b in pairwise(edges.tolist()) if a <= end and b > start]


class _Sizes:
    """How large a function is, where it has values: from t = 0 up to the end of a second, two, four, eight, ….

    It need not be accurate relative to smaller values: where large terms cancel, their rounding limits the accuracy.
    """

    def __init__(self, known: _Sampled, each: int):
        self._known, self._each = known, each
        self._found: dict[tuple[float, float], float] = {}

    def around(self, a: float, b: float) -> float:
        """The size up to the next of these times after a cell; before it, if times are negative."""
        sign, size, low, high = 1.0 if b > 0.0 else -1.0, 0.0, 0.0, 1.0
        while True:
            if (sign, high) not in self._found:
                self._found[sign, high] = self._largest(*sorted((sign * low, sign * high)))
            size = max(size, self._found[sign, high])
            if high >= max(abs(a), abs(b)):
                return size
            low, high = high, 2.0 * high

    def _largest(self, start: float, end: float) -> float:
        cells = _CELLS if 0.0 in (start, end) else _CELLS_OF_OCTAVE
        times = np.union1d(np.linspace(start, end, cells * self._each + 1), self._known.turns(start, end))
        largest = 0.0
        for t in times.tolist():
            with suppress(MechanismError):
                largest = max(largest, abs(self._known.value(t)))
        return largest


class _Sampled:
    """A function of time that says what is wrong with its values."""

    def __init__(self, function: Callable[..., Any], whose: str):
        self.function, self.whose = function, whose

    def turns(self, start: float, end: float) -> list[float]:
        """Where it may turn, as far as it says so."""
        return self.function.turns(start, end) if hasattr(self.function, "turns") else []

    def value(self, t: float) -> float:
        try:
            number = float(self.function(t))
        except Exception as error:
            raise MechanismError(
                f"{self.whose}: the function of time failed at t = {t:g}: {shown_error(error)}."
            ) from error
        if not math.isfinite(number):
            raise MechanismError(
                f"{self.whose}: the function of time gave {number} at t = {t:g}; it must be finite there."
            )
        return number


class _Piece(NamedTuple):
    """A polynomial over a part of a cell, and what it was compared with."""

    start: float
    middle: float
    half: float
    series: np.ndarray  # of Chebyshev's polynomials; one number: a constant, as the piece is too narrow
    at_times: np.ndarray  # these polynomials at some times
    known: np.ndarray  # values there
    most: np.ndarray  # differences allowed

    def is_followed_by(self, series: np.ndarray) -> bool:
        return not (np.abs(self.at_times @ series - self.known) > self.most).any()

    def at(self, t: float) -> np.ndarray:
        """Value, rate and acceleration at a time."""
        x, parts = (t - self.middle) / self.half, (self.series, *(chebyshev.chebder(self.series, k) for k in (1, 2)))
        return np.array([chebyshev.chebval(x, part) / self.half**k for k, part in enumerate(parts)])


class _Exact(NamedTuple):
    """A polynomial by the function's own rates, and the error of its acceleration."""

    series: np.ndarray  # of the value
    largest: float  # acceleration
    error: float
    noise: float  # the effect on the acceleration of rounding the time


class _Fit:
    """A function of time over a cell, and its samples."""

    def __init__(self, known: _Sampled, start: float, end: float, scanned: int, more: np.ndarray, size: float):
        """``more``: times at which the pieces may not be far off; ``size``: of the function elsewhere."""
        self.function, self.known, self.start, self.end = known.function, known, start, end
        self.work = 0  # evaluations so far
        self.cuts = np.union1d([start, end], known.turns(start, end))
        # turns found twice, up to rounding, are one
        self.cuts = self.cuts[np.append(True, np.diff(self.cuts) > _SLIVER * (end - start))]
        self.cuts[-1] = end
        self.breaks: dict[float, float] = {}  # where it is not smooth, and how well that is known
        own = np.linspace(start, end, scanned + 1)
        times = np.union1d(own, more)
        self.scanned, self.is_own = times.tolist(), np.isin(times, own).tolist()
        self.scan = [self.value(t) for t in self.scanned]
        largest = max(map(abs, self.scan))
        # (or that of a pulse that only this window shows)
        self.size = max(size if largest <= 2.0 * size else largest, _LEAST_SIZE)

    def value(self, t: float) -> float:
        self.work += 1
        return self.known.value(t)

    @property
    def is_long(self) -> bool:
        """Whether it has taken more evaluations than a cell may take."""
        return self.work > _WORK_OF_CELL

    def result(self) -> tuple[np.ndarray | None, int]:
        """Its pieces, and the evaluations that they took."""
        pieces = self.pieces()
        return pieces, self.work

    def pieces(self) -> np.ndarray | None:
        """Pieces that end at the cuts, and at others if necessary; None if there are many."""
        narrow = _PROBE * (self.end - self.start)
        probes = [self.start + share * (self.end - self.start - narrow) for share in _PROBES]
        if len(self.cuts) > _MOST_OF_CELL or all(self.piece(t, t + narrow) is None for t in probes):
            return None
        waiting = list(pairwise(self.cuts.tolist()))[::-1]
        found: list[_Piece] = []
        while waiting:
            start, end = waiting.pop()
            pieces = self.between(start, end)
            if isinstance(pieces, float):
                waiting += [(pieces, end), (start, pieces)]
            else:
                found += pieces
            if len(found) > _MOST_OF_CELL or self.is_long:
                return None
        return self.rows(found)

    def between(self, start: float, end: float) -> list[_Piece] | float:
        """Pieces between two cuts, by halving; or a time there at which the function is not smooth."""
        waiting: list[tuple[float, float, int, _Piece | None]] = [(start, end, 0, self.piece(start, end))]
        found: list[_Piece] = []
        while waiting and len(found) <= _MOST_OF_CELL and not self.is_long:
            a, b, depth, piece = waiting.pop()
            if piece is not None:
                found.append(piece)
                continue
            middle = 0.5 * (a + b)
            left, right = self.piece(a, middle), self.piece(middle, b)
            if depth >= _LOCATED and (left is None) != (right is None):
                at = self.break_in(*((a, middle) if left is None else (middle, b)), start, end)
                if at is not None:
                    return at
            waiting += [(middle, b, depth + 1, right), (a, middle, depth + 1, left)]
        return found

    def break_in(self, low: float, high: float, start: float, end: float) -> float | None:
        """Where it is not smooth between two times, if it is smooth beside that."""
        width = high - low
        at = self._jump(low, high)
        if at is None:
            at = self._kink(low, high, start, end)
        sliver = _SLIVER * (self.end - self.start)
        if at is None or not start + sliver < at < end - sliver:
            return None
        self.breaks[at] = _LOCATION * width
        if self.piece(max(at - width, start), at) and self.piece(at, min(at + width, end)):
            return at
        del self.breaks[at]
        return None

    def _jump(self, low: float, high: float) -> float | None:
        """A jump between two times, located by halving to the last bit."""
        f_low, f_high, whole = self.value(low), self.value(high), 0.0
        while low < (middle := 0.5 * (low + high)) < high:
            f = self.value(middle)
            if abs(f - f_low) <= abs(f - f_high):
                low, f_low = middle, f
            else:
                high, f_high = middle, f
            rest = abs(f_high - f_low)
            whole = max(whole, rest)
            if rest < 0.5 * whole or not rest:
                return None
        return high

    def _kink(self, low: float, high: float, start: float, end: float) -> float | None:
        """Where polynomials from both sides of two times meet."""
        width, at = high - low, 0.5 * (low + high)
        before, after = min(_REACH * width, low - start), min(_REACH * width, end - high)
        if min(before, after) < 4.0 * width:
            return None
        left = self.piece(low - before, low)
        right = self.piece(high, high + after) if left is not None else None
        if left is None or right is None:
            return None
        v, r, a = right.at(at) - left.at(at)
        # where rates are equal, if that is nearby, or else where values are
        for above, below in ((r, a), (v, r)):
            if 0.0 < abs(above) <= width * abs(below):
                return float(at - above / below)
        return None

    def is_wide(self, a: float, b: float) -> bool:
        """Whether a piece can be cut."""
        return b - a > _SLIVER * (self.end - self.start) and a < 0.5 * (a + b) < b

    def piece(self, a: float, b: float) -> _Piece | None:
        """One polynomial from a to b, or None if that is not accurate enough."""
        middle, half = 0.5 * (a + b), 0.5 * (b - a)
        if not self.is_wide(a, b):
            return _Piece(a, middle, half, np.array([self.value(b)]), np.empty((0, 1)), np.empty(0), np.empty(0))
        nodes = middle + half * _NODES
        samples = np.array([self.value(t) for t in nodes.tolist()])
        series = _TO_CHEBYSHEV @ samples
        largest = float(np.abs(samples).max())
        # the effect on the value of rounding the time
        noise = 4.0 * _EPS * max(abs(a), abs(b)) * float(np.abs((samples[1:] - samples[:-1]) / _GAPS).max()) / half
        # where large terms cancel, as in 1 - smooth(t, 0, 1) near the end, their rounding limits the accuracy
        allowed = max(_TOLERANCE * max(largest, 1e-3 * self.size), _ROUNDING * self.size) + noise
        if max(abs(series[-1]), abs(series[-2])) > allowed:
            return None
        first = max(a + min(self.breaks.get(a, 0.0), 0.1 * half), math.nextafter(a, b))
        last = min(b - min(self.breaks.get(b, 0.0), 0.1 * half), math.nextafter(b, a))
        times = [min(max(middle + half * x, first), last) for x in _BETWEEN]
        known, most = [self.value(t) for t in times], [4.0 * allowed] * len(times)
        seen = slice(bisect_left(self.scanned, first), bisect_right(self.scanned, last))
        at_times = _AT_BETWEEN
        if seen.start < seen.stop or a in self.breaks or b in self.breaks:
            times += self.scanned[seen]
            known += self.scan[seen]
            most += [4.0 * allowed if is_own else _PULSE * self.size for is_own in self.is_own[seen]]
            at_times = chebyshev.chebvander((np.array(times) - middle) / half, DEGREE)
        piece = _Piece(a, middle, half, series, at_times, np.array(known), np.array(most))
        if not piece.is_followed_by(series):
            return None
        # coefficients that are mere rounding would spoil the rates of a narrow piece
        meant = np.flatnonzero(np.abs(series) > max(4.0 * _EPS * largest, _EPS * self.size))
        series[meant[-1] + 1 if len(meant) else 0 :] = 0.0
        return piece

    def rows(self, found: list[_Piece]) -> np.ndarray | None:
        """Pieces as compiled code reads them, with the function's own rates if it has them; None if there are many.

        A value may hide an acceleration, as in 1000 t + sin(t)/1000, so pieces are halved until accelerations are accurate.
        """
        exact = [self.exact(piece) for piece in found]
        allowed = _TOLERANCE_OF_RATES * max((each.largest for each in exact if each is not None), default=0.0)
        waiting = [(piece, each, 0) for piece, each in zip(found, exact, strict=True)][::-1]
        rows: list[np.ndarray] = []
        while waiting:
            piece, own, depth = waiting.pop()
            if own is not None and own.error > allowed + own.noise and depth < _HALVED_FOR_RATES:
                halves = self._halves(piece)
                # (as long as that helps: if it does not, the error is rounding)
                if halves and max(each.error for _, each in halves) < 0.25 * own.error:
                    waiting += [(half, each, depth + 1) for half, each in halves[::-1]]
                    continue
            rows.append(_row(piece, piece.series if own is None else own.series))
            if len(rows) + len(waiting) > _MOST_OF_CELL or self.is_long:
                return None
        return np.array(rows)

    def _halves(self, piece: _Piece) -> list[tuple[_Piece, _Exact]]:
        """The halves of a piece, if both follow the function's own rates."""
        found = []
        end = min(piece.middle + piece.half, self.end)
        for a, b in ((piece.start, piece.middle), (piece.middle, end)):
            half = self.piece(a, b)
            own = half and self.exact(half)
            if half is None or own is None:
                return []
            found.append((half, own))
        return found

    def exact(self, piece: _Piece) -> _Exact | None:
        """A polynomial whose acceleration follows that of the function, which is lost if values are differentiated.

        It needs the function's own rates; None if it has none here. If these are not its rates, the values of the polynomial
        are not its values.
        """
        rates = getattr(self.function, "rates", None)
        if rates is None or len(piece.series) == 1:
            return None
        middle, half = piece.middle, piece.half
        times = middle + half * np.concatenate((_RATE_NODES, _RATES_BETWEEN))
        try:
            found = np.array([rates(t) for t in times.tolist()], float)
        except (ArithmeticError, ValueError, TypeError):
            return None
        if found.shape != (len(times), 3) or not np.isfinite(found).all():
            return None
        found, between = found[: len(_RATE_NODES)], found[len(_RATE_NODES) :, 2]
        accelerations = found[:, 2]
        error = float(np.abs(_AT_RATES_BETWEEN @ (_RATES_TO_CHEBYSHEV @ accelerations) - between).max())
        slope = float(np.abs(np.diff(accelerations) / np.diff(_RATE_NODES)).max()) / half
        noise = 4.0 * _EPS * (abs(middle) + half) * slope
        series = _RATES_TO_CHEBYSHEV @ (half * half * accelerations)
        size = np.abs(series)
        series[size <= 4.0 * _EPS * size.max()] = 0.0  # mere rounding
        value, rate = found[:, :2].mean(axis=0)
        series = _FROM_RATES @ np.append(series, (half * rate, value))
        if not piece.is_followed_by(series):
            return None
        return _Exact(series, float(np.abs(accelerations).max()), error, noise)


def _row(piece: _Piece, series: np.ndarray) -> np.ndarray:
    """A piece as compiled code reads it."""
    if len(series) == 1:
        return constant_piece(piece.start, series[0])
    return np.concatenate(((piece.start, piece.middle, 1.0 / piece.half), _TO_POWERS @ series))


def too_many(whose: str, start: float, end: float) -> str:
    where = f"between t = {start:g} and {end:g}" if start < end else f"near t = {start:g}"
    return (
        f"{whose} changes too often {where} to be followed by {MOST_PIECES} polynomials "
        f"that {_MOST_WORK} evaluations find; give a bough.Table of it."
    )
