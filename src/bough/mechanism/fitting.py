"""Functions of time as piecewise polynomials: Chebyshev interpolation, halved wherever it is not accurate enough.

Kinks and jumps are located, and pieces end there, so no piece is narrower than necessary.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev

from bough.errors import MechanismError
from bough.mechanism.checks import shown_error
from bough.mechanism.pieces import DEGREE, FIRST, INVERSE, MIDDLE, START, WIDTH, constant_piece

MOST_PIECES = 20_000

# accuracy of the polynomials, relative to the function's size nearby
_TOLERANCE = 1e-14
# parts into which a window is cut at first, and points at which a function is always evaluated, so that no short pulse
# is overlooked (fewer if the text of an expression shows where it turns)
_PARTS, _SCANNED, _SCANNED_KNOWN = 64, 2048, 512
# in a piece narrower than this share of a part, the function is not smooth or has a feature as narrow
_NARROW = 2.0**-8
# pieces narrower than this share of a window are not cut any more
_SLIVER = 1e-13
_EPS = np.finfo(float).eps
_ROUNDING = 8.0 * _EPS  # of a function's own arithmetic, relative to its largest values

_NODES = -np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
_TO_CHEBYSHEV = np.linalg.inv(chebyshev.chebvander(_NODES, DEGREE))
_TO_POWERS = np.zeros((DEGREE + 1, DEGREE + 1))
for _k in range(DEGREE + 1):
    _TO_POWERS[: _k + 1, _k] = chebyshev.cheb2poly(np.eye(DEGREE + 1)[_k])[: _k + 1]
# where a polynomial is compared with its function: between its nodes and near both ends, but not so near that a jump at
# an end is seen from both sides
_BETWEEN = np.array((-1.0 + 1e-11, 0.0731, 1.0 - 1e-11))


def fitted(function: Callable[..., Any], start: float, end: float, whose: str) -> np.ndarray:
    """Pieces that follow a function over a window. Its method ``turns(start, end)``, if any, says where it may turn."""
    fit = _Fit(function, start, end, whose)
    pieces = fit.over(fit.cuts)
    edges = np.append(pieces[:, START], end)
    widths = np.diff(edges)
    narrow = np.flatnonzero(widths < _NARROW * (end - start) / _PARTS)
    if not len(narrow):
        return pieces
    for group in np.split(narrow, np.flatnonzero(np.diff(narrow) > 1) + 1):
        k = group[np.argmin(widths[group])]
        # (the next piece may be as narrow)
        fit.suspect(float(edges[k]), float(edges[min(k + 2, len(widths))]))
    again = fit.over(np.union1d(fit.cuts, list(fit.suspects)))
    return again if len(again) < len(pieces) else pieces


class _Fit:
    """A function of time and its samples."""

    def __init__(self, function: Callable[..., Any], start: float, end: float, whose: str):
        self.function, self.start, self.end, self.whose = function, start, end, whose
        turns = getattr(function, "turns", None)
        self.cuts = np.union1d(np.linspace(start, end, _PARTS + 1), turns(start, end) if turns else [])
        # turns found twice, up to rounding, are one
        self.cuts = self.cuts[np.append(True, np.diff(self.cuts) > _SLIVER * (end - start))]
        self.cuts[-1] = end
        self.suspects: dict[float, float] = {}  # where it is not smooth, and how well that is located
        self.scanned = np.linspace(start, end, (_SCANNED_KNOWN if turns else _SCANNED) + 1)
        self.scan = np.array([self.value(t) for t in self.scanned.tolist()])
        # a function that starts near zero need not be accurate relative to its first values
        self.size = float(np.abs(self.scan).max())

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

    def suspect(self, low: float, high: float) -> None:
        """Note that it is not smooth between two times: halving locates a jump to the last bit.

        A kink is located where polynomials from both sides meet.
        """
        width, at = high - low, 0.5 * (low + high)
        f_low, f_high = self.value(low), self.value(high)
        whole = abs(f_high - f_low)
        while low < (middle := 0.5 * (low + high)) < high:
            f = self.value(middle)
            if abs(f - f_low) <= abs(f - f_high):
                low, f_low = middle, f
            else:
                high, f_high = middle, f
        if abs(f_high - f_low) > 0.5 * whole:
            self.suspects[high] = width
            return
        reach = min(64.0 * width, at - width - self.start, self.end - at - width)
        shift = 0.0
        if reach > 4.0 * width:
            v, r, a = self._extrapolated(at + width, reach, at) - self._extrapolated(at - width - reach, reach, at)
            # where rates are equal, if that is nearby, or else where values are
            for above, below in ((r, a), (v, r)):
                if not shift and 0.0 < abs(above) <= width * abs(below):
                    shift = -above / below
        self.suspects[at + shift] = width

    def _extrapolated(self, start: float, length: float, t: float) -> np.ndarray:
        """Value, rate and acceleration at a time, of a polynomial fitted to the function beside it."""
        half = 0.5 * length
        middle = start + half
        series = _TO_CHEBYSHEV @ [self.value(x) for x in (middle + half * _NODES).tolist()]
        x = (t - middle) / half
        parts = (series, chebyshev.chebder(series), chebyshev.chebder(series, 2))
        return np.array([chebyshev.chebval(x, part) / half**k for k, part in enumerate(parts)])

    def over(self, cuts: np.ndarray) -> np.ndarray:
        """Pieces that end at these times, and at others if necessary."""
        waiting = list(pairwise(cuts.tolist()))[::-1]
        found: list[np.ndarray] = []
        while waiting:
            a, b = waiting.pop()
            middle = 0.5 * (a + b)
            wide = b - a > _SLIVER * (self.end - self.start) and a < middle < b
            piece = self._piece(a, b) if wide else constant_piece(a, self.value(b))
            if piece is None:
                waiting += [(middle, b), (a, middle)]
            else:
                found.append(piece)
            if len(found) + len(waiting) > MOST_PIECES:
                raise MechanismError(too_many(self.whose, self.start, self.end))
        return np.array(found)

    def _piece(self, a: float, b: float) -> np.ndarray | None:
        """One polynomial from a to b, or None if that is not accurate enough."""
        middle, half = 0.5 * (a + b), 0.5 * (b - a)
        nodes = middle + half * _NODES
        samples = np.array([self.value(t) for t in nodes.tolist()])
        series = _TO_CHEBYSHEV @ samples
        largest = float(np.abs(samples).max())
        self.size = max(self.size, largest)
        # the effect on the value of rounding the time
        noise = 4.0 * _EPS * max(abs(a), abs(b)) * float(np.abs(np.diff(samples) / np.diff(half * _NODES)).max())
        # where large terms cancel, as in 1 - smooth(t, 0, 1) near the end, their rounding limits the accuracy
        allowed = max(_TOLERANCE * max(largest, 1e-3 * self.size), _ROUNDING * self.size) + noise
        if np.abs(series[-2:]).max() > allowed:
            return None
        first = max(a + min(self.suspects.get(a, 0.0), 0.1 * half), math.nextafter(a, b))
        last = min(b - min(self.suspects.get(b, 0.0), 0.1 * half), math.nextafter(b, a))
        between = np.clip(middle + half * _BETWEEN, first, last)
        seen = slice(np.searchsorted(self.scanned, first), np.searchsorted(self.scanned, last, "right"))
        times = np.concatenate((between, self.scanned[seen]))
        known = np.concatenate(([self.value(t) for t in between.tolist()], self.scan[seen]))
        if np.abs(chebyshev.chebval((times - middle) / half, series) - known).max() > 4.0 * allowed:
            return None
        # coefficients that are mere rounding would spoil the rates of a narrow piece
        meant = np.flatnonzero(np.abs(series) > max(4.0 * _EPS * largest, _EPS * self.size))
        series[meant[-1] + 1 if len(meant) else 0 :] = 0.0
        piece = np.empty(WIDTH)
        piece[START], piece[MIDDLE], piece[INVERSE], piece[FIRST:] = a, middle, 1.0 / half, _TO_POWERS @ series
        return piece


def too_many(whose: str, start: float, end: float) -> str:
    return (
        f"{whose} changes too often between t = {start:g} and {end:g} to be followed by {MOST_PIECES} polynomials; "
        "give a bough.Table of it."
    )
