"""Piecewise polynomials, as compiled code reads them.

A piece is a row of numbers: its start, its middle, 1 over its half width, and the coefficients of powers of x, which
runs from -1 to 1. A piece ends where the next one starts; the first and the last extend to infinity.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from bough.arithmetic.scalar import Symbol

DEGREE = 11
START, MIDDLE, INVERSE, FIRST, WIDTH = 0, 1, 2, 3, 3 + DEGREE + 1

# a highest power that is the error of a fit, beside all powers; and the lower powers of Chebyshev's polynomial of the
# next degree, divided by its highest
_HIGHEST = 1e-8
_LOWER = (chebyshev.cheb2poly(np.eye(DEGREE + 2)[DEGREE + 1]) / 2.0**DEGREE)[: DEGREE + 1]

# a break is located to this share of the pieces beside it
_LOCATED = 1e-4
# how much values, rates and accelerations may differ across a break by rounding and by the accuracy of the fit: shares
# of the signal's size, per half width
_NOISE = 2e-13 * np.array((5.0, DEGREE**2, DEGREE**4 / 3.0))


def constant_piece(start: float, value: Any) -> np.ndarray:
    """A constant piece; the value may be a symbol."""
    piece = np.zeros(WIDTH, object if isinstance(value, Symbol) else float)
    piece[START], piece[FIRST] = start, value
    return piece


def polynomials(breaks: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
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


def values_of(rows: np.ndarray, t: float | np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(value, rate, acceleration) of pieces, each at a time."""
    x = (t - rows[..., MIDDLE]) * rows[..., INVERSE]
    value, rate, acceleration = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    for k in range(DEGREE, -1, -1):
        acceleration = acceleration * x + 2.0 * rate
        rate = rate * x + value
        value = value * x + rows[..., FIRST + k]
    return value, rate * rows[..., INVERSE], acceleration * rows[..., INVERSE] ** 2


def integrals(rate: np.ndarray) -> np.ndarray:
    """Pieces of an integral, zero at t = 0.

    Raises ValueError where it would need a higher degree; a highest power that is as small as the error of a fit is
    replaced by lower ones (by Chebyshev's polynomial).
    """
    pieces = rate.copy()
    level = rate[:, INVERSE] == 0.0  # a constant of any length: its integral is counted in seconds from an end of it
    ends = np.append(rate[1:, START], np.inf)
    anchor = np.where(np.isfinite(rate[:, START]), rate[:, START], np.where(np.isfinite(ends), ends, 0.0))
    pieces[:, MIDDLE] = np.where(level, anchor, rate[:, MIDDLE])
    pieces[:, INVERSE] = np.where(level, 1.0, rate[:, INVERSE])
    powers = rate[:, FIRST:] / (np.arange(1, DEGREE + 2) * pieces[:, INVERSE, None])
    pieces[:, FIRST], pieces[:, FIRST + 1 :] = 0.0, powers[:, :-1]
    if np.abs(rate[:, -1]).max() > _HIGHEST * np.abs(rate[:, FIRST:]).max():
        raise ValueError
    pieces[:, FIRST:] -= powers[:, -1:] * _LOWER
    before = values_of(pieces[:-1], pieces[1:, START])[0]
    after = values_of(pieces[1:], pieces[1:, START])[0]
    # summed from t = 0 both ways, so that a value does not depend, by rounding, on how many pieces there are
    steps, at = before - after, max(int(np.searchsorted(pieces[:, START], 0.0, side="right")) - 1, 0)
    levels = np.concatenate((-np.cumsum(steps[:at][::-1])[::-1], [0.0], np.cumsum(steps[at:])))
    pieces[:, FIRST] += levels - values_of(pieces[at], 0.0)[0]
    return pieces


class Breaks(NamedTuple):
    """Where pieces do not join smoothly: times, and jumps of value, rate, acceleration (rows); 0 within rounding."""

    times: np.ndarray
    jumps: np.ndarray  # (3, times)


def breaks_of(pieces: np.ndarray, start: float, end: float) -> Breaks:
    """The breaks strictly between two times."""
    inside = np.flatnonzero((pieces[1:, START] > start) & (pieces[1:, START] < end))
    left, right = pieces[inside], pieces[inside + 1]
    times = right[:, START]
    before, after = np.array(values_of(left, times)), np.array(values_of(right, times))
    # (of the pieces between these times: others may be known or not)
    first, last = np.searchsorted(pieces[1:, START], (start, end), side="right")
    largest = float(np.abs(pieces[first : last + 1, FIRST]).max())
    size = max(float(np.abs((before, after))[:, 0].max(initial=0.0)), largest)
    # rounding of the time changes the value, too
    size = size + 1e-3 * np.abs(times) * np.abs((before, after))[:, 1].max(axis=0)
    noise = _NOISE[:, None] * size * np.maximum(left[:, INVERSE], right[:, INVERSE]) ** np.arange(3)[:, None]
    jumps = after - before
    # a kink slightly off a break makes a small jump of the value there; a jump of the acceleration, one of the rate
    narrower = 1.0 / np.maximum(np.maximum(left[:, INVERSE], right[:, INVERSE]), 1e-300)
    noise[:2] += _LOCATED * narrower * np.abs(jumps[1:])
    jumps[np.abs(jumps) <= noise] = 0.0
    sharp = jumps.any(axis=0)
    return Breaks(times[sharp], jumps[:, sharp])
