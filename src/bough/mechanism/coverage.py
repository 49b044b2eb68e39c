"""The times that a mechanism is prepared for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.fitting import TooOftenError, too_many
from bough.mechanism.signals import Signal


class Coverage(NamedTuple):
    """A window of time, and the polynomials of every signal over it."""

    window: tuple[float, float]
    pieces: tuple[np.ndarray, ...]


def covering(signals: Sequence[Signal], start: float, end: float, known: Coverage | None) -> Coverage:
    """``known`` if it covers the times from ``start`` to ``end``, else a new coverage of these and the known times."""
    low, high = float(start), float(end)
    if known is not None:
        if known.window[0] <= start and end <= known.window[1]:
            return known
        low, high = min(low, known.window[0]), max(high, known.window[1])
    for window in _windows(low, high, start == end, known):
        try:
            return Coverage(window, tuple(signal.over(*window) for signal in signals))
        except TooOftenError as error:
            failure = MechanismError(too_many(error.whose, *((start, end) if start == end else window)))
            if window[1] - window[0] <= _least(low):
                break  # (it changes as often on the other side)
        except MechanismError as error:
            failure = error
    raise failure


def _windows(low: float, high: float, single: bool, known: Coverage | None) -> list[tuple[float, float]]:
    """Windows to try in turn. For a single new time the first one is much larger, so that few calls need a new one."""
    least = _least(low)
    exact = [(low, high)] if high > low else [(low, low + least), (low - least, low)]
    if not single:
        return exact
    more = max(1.0, high - low)
    down = known is not None and low < known.window[0]
    return [(low - more, high) if down else (low, high + more), *exact]


def _least(t: float) -> float:
    """How long the shortest window at a time is."""
    return 1e-3 * max(1.0, abs(t))
