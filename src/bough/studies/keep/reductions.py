"""Reductions of values over time, a window of samples after the other, for many runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bough.studies.keep.keeping import FIRST, SAMPLES, Keep

STENCIL = 4  # samples around a crossing through which the curve is drawn


class Reduction:
    """The reduced values of ``count`` runs; NaN where a run has none."""

    def __init__(self, count: int, shape: tuple[int, ...] = ()):
        self.values = np.full((count, *shape), np.nan)

    def begin(self, runs: Sequence[int]) -> None:
        """Forget what is known of these runs."""
        self.values[runs] = np.nan

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        """Values (R, T) at these times, the first of which is sample ``first``."""
        raise NotImplementedError


class End(Reduction):
    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        self.values[runs] = values[:, -1]


class Extreme(Reduction):
    """The largest value, or the least one."""

    def __init__(self, count: int, largest: bool):
        super().__init__(count)
        self._better = np.fmax if largest else np.fmin

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        best = values.max(axis=1) if self._better is np.fmax else values.min(axis=1)
        self.values[runs] = self._better(self.values[runs], best)


class TimeOfExtreme(Reduction):
    """The first time at which a value is the largest, or the least one."""

    def __init__(self, count: int, largest: bool):
        super().__init__(count)
        self._sign = 1.0 if largest else -1.0
        self._best = np.full(count, -np.inf)

    def begin(self, runs: Sequence[int]) -> None:
        super().begin(runs)
        self._best[runs] = -np.inf

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        signed = self._sign * values
        place = signed.argmax(axis=1)
        best = signed[np.arange(len(signed)), place]
        rows = np.asarray(runs)
        better = best > self._best[rows]
        self._best[rows[better]], self.values[rows[better]] = best[better], times[place[better]]


class Mean(Reduction):
    """The mean over time of straight lines between samples, or the root of that of their squares."""

    def __init__(self, count: int, squares: bool):
        super().__init__(count)
        self._squares = squares
        self._sum, self._last = np.zeros(count), np.zeros(count)
        self._start = self._end = 0.0

    def begin(self, runs: Sequence[int]) -> None:
        super().begin(runs)
        self._sum[runs] = 0.0

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        if first:
            times, values = np.append(self._end, times), np.column_stack((self._last[runs], values))
        else:
            self._start = float(times[0])
        before, after, steps = values[:, :-1], values[:, 1:], np.diff(times)
        # (v² of a straight line is integrated exactly)
        squares = (before * before + before * after + after * after) / 3.0
        parts = squares if self._squares else 0.5 * (before + after)
        self._sum[runs] += (parts * steps).sum(axis=1)
        self._last[runs], self._end = values[:, -1], float(times[-1])
        if self._end > self._start:
            mean = self._sum[runs] / (self._end - self._start)
            self.values[runs] = np.sqrt(mean) if self._squares else mean
        else:
            self.values[runs] = np.abs(values[:, -1]) if self._squares else values[:, -1]


class Crossing(Reduction):
    """The time at which a value first lies beyond a level, on cubics through the samples around it."""

    def __init__(self, count: int, level: float, rising: bool):
        super().__init__(count)
        self._level, self._sign = level, 1.0 if rising else -1.0
        self._before: dict[int, tuple[np.ndarray, np.ndarray]] = {}  # the last samples of runs that did not cross yet

    def begin(self, runs: Sequence[int]) -> None:
        super().begin(runs)
        for run in runs:
            self._before.pop(run, None)

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        beyond = self._sign * (values - self._level)
        for row, run in enumerate(runs):
            if not np.isnan(self.values[run]):
                continue
            t, x = times, beyond[row]
            if run in self._before:
                t, x = (np.concatenate(pair) for pair in zip(self._before[run], (t, x), strict=True))
            above = x > 0.0
            k = int(above.argmax())
            if above[k]:
                self.values[run] = t[0] if k == 0 else _zero(t, x, k)
                self._before.pop(run, None)
            else:
                self._before[run] = t[-STENCIL:].copy(), x[-STENCIL:].copy()


def _zero(t: np.ndarray, x: np.ndarray, k: int) -> float:
    """The zero between samples k - 1 and k of the polynomial through those around them; the chord's if it has none."""
    start = min(max(0, k - STENCIL // 2), max(0, len(t) - STENCIL))
    t_near, x_near = t[start : start + STENCIL], x[start : start + STENCIL]
    low, high = float(t[k - 1]), float(t[k])
    chord = low - float(x[k - 1]) * (high - low) / float(x[k] - x[k - 1])
    middle = 0.5 * (low + high)
    curve = np.polynomial.Polynomial(
        np.linalg.solve(np.vander((t_near - middle) / (high - low), increasing=True), x_near)
    )
    roots: np.ndarray = curve.roots()
    inside = roots.real[(np.abs(roots.imag) < 1e-9) & (np.abs(roots.real) <= 0.5)]
    return middle + float(inside.min()) * (high - low) if len(inside) else chord


class Samples(Reduction):
    """All values at some samples."""

    def __init__(self, count: int, places: np.ndarray):
        """``places``: of the samples that are kept."""
        super().__init__(count, (len(places),))
        self._places = places

    def take(self, runs: Sequence[int], first: int, times: np.ndarray, values: np.ndarray) -> None:
        here = (self._places >= first) & (self._places < first + len(times))
        self.values[np.ix_(np.asarray(runs), here)] = values[:, self._places[here] - first]


def reduction_of(keep: Keep, count: int, places: np.ndarray) -> Reduction:
    """The reduction that a user asked for; ``places``: of samples that are kept."""
    if keep.reduction == SAMPLES:
        return Samples(count, places)
    if keep.reduction == FIRST:
        assert keep.level is not None
        return Crossing(count, keep.level, keep.rising)
    if keep.reduction in ("mean", "rms"):
        return Mean(count, keep.reduction == "rms")
    if keep.reduction in ("max", "min"):
        return Extreme(count, keep.reduction == "max")
    if keep.reduction in ("time of max", "time of min"):
        return TimeOfExtreme(count, keep.reduction == "time of max")
    return End(count)
