"""SciPy's integrators, by the name of their class: for stiff mechanisms, and as an independent check.

They call the compiled right-hand side from Python.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from bough.integrate.integration import NEVER, Integration, Snapshot
from bough.integrate.plan import FAILED, FINISHED, GOING_ON
from bough.integrate.rate import Rate, Slope

# the implicit ones are for stiff mechanisms
SCIPY = {
    "Radau": "SciPy's implicit method of order 5, adaptive: for stiff mechanisms",
    "BDF": "SciPy's backward differentiation formulas, adaptive: for stiff mechanisms",
    "LSODA": "SciPy's ODEPACK, switching automatically between stiff and non-stiff",
    "RK23": "SciPy's Bogacki and Shampine's 3(2)",
    "RK45": "SciPy's Dormand and Prince's 5(4)",
    "DOP853": "SciPy's Dormand and Prince's 8(5,3)",
}
# SciPy's own differences grow until they overflow if nothing depends on a coordinate, as on the angle of a free shaft
NEEDS_JACOBIAN = ("Radau", "BDF")
# those of one step, which may start with the length that the last one wanted
KEEPS_LENGTH = ("Radau", "RK23", "RK45", "DOP853")


class LibraryIntegration:
    """As :class:`~bough.integrate.integration.Integration`, for one motion by an integrator of SciPy."""

    def __init__(
        self,
        rate: Rate,
        name: str,
        times: np.ndarray,
        record: np.ndarray,
        *,
        rtol: float = 1e-8,
        atol: float = 1e-10,
        longest: float = math.inf,
        breaks: np.ndarray = NEVER,
        pace: np.ndarray = NEVER,
    ):
        import scipy.integrate

        self.times, self.record, self.longest = times, record, longest
        self.slope = Slope(rate)
        self.reached = 1
        self._steps = 0
        self._class = getattr(scipy.integrate, name)
        self._settings: dict[str, Any] = {"rtol": max(rtol, 3e-14), "atol": atol}
        if name in NEEDS_JACOBIAN:
            self._settings["jac"] = self.slope.jacobian
        # LSODA cannot change its bound on the way, so it starts again where the bound would matter
        stops = np.union1d(breaks, pace[::2]) if name == "LSODA" else breaks
        self._marks = stops
        self._pace = pace
        self._wanted: float | None = None  # length that the next step would have without stops
        self.restart(times[0], times[-1], record[0])

    def restart(self, start: float, end: float, state: np.ndarray | None = None, tau: np.ndarray | None = None) -> None:
        """As of :class:`~bough.integrate.integration.Integration`."""
        self.time, self._end = float(start), float(end)
        self._stops = np.append(self._marks[(self._marks > start) & (self._marks < end)], end)
        if state is not None:
            self.state = np.array(state)
            if self.slope.tree.timed:
                self.state[self.slope.tree.coordinates - 1] = start
        if tau is not None:
            self.slope.work.drive[: len(tau), 0] = tau
        self._start(self._wanted)

    def forget_steps(self) -> None:
        """Let steps start with a length of their own again."""
        self._wanted = None

    def _start(self, first_step: float | None = None) -> None:
        """Start, at the beginning or where a function of time is not smooth."""
        if self.time < self._end:
            stop = float(self._stops[np.searchsorted(self._stops, self.time, "right")])
            self.slope.latest = float(np.nextafter(stop, -math.inf))
            try:
                self.slope(self.time, self.state)
                slope = self.slope if self._class.__name__ == "LSODA" else self._slope_or_none
                how = {**self._settings, "max_step": self.longest}
                if first_step is not None:
                    how["first_step"] = min(first_step, stop - self.time)
                self._solver = self._class(slope, self.time, self.state, stop, **how)
            except ArithmeticError:
                self._solver = None

    def _slope_or_none(self, t: float, y: np.ndarray) -> np.ndarray:
        """The slope, or NaN if it fails: a shorter step is then tried (except by LSODA, which would go on with NaN)."""
        try:
            return self.slope(t, y)
        except ArithmeticError:
            return np.full(len(y), np.nan)

    def advance(self, budget: int) -> int:
        """Take at most this many steps: FINISHED, GOING_ON or FAILED."""
        self.before = self.time, self.state
        for _ in range(budget):
            if self.time >= self._end:
                return FINISHED
            if self._solver is None:
                return FAILED
            ahead = np.searchsorted(self._pace, self.time, "right") + 1
            if ahead < len(self._pace):
                self._solver.max_step = min(self.longest, self._pace[ahead] - self.time)
            try:
                self._solver.step()
            except ArithmeticError:
                return FAILED
            if self._solver.status == "failed":
                return FAILED
            self._steps += 1
            self._last = self._solver
            if self._class.__name__ in KEEPS_LENGTH:  # (of one that was cut short, the length that was wanted before)
                after, before = self._solver.h_abs, self._wanted or 0.0
                self._wanted = max(after, before) if self._solver.status == "finished" else after
            self.time, self.state = float(self._solver.t), np.array(self._solver.y)
            end = np.searchsorted(self.times, self.time, "right")
            if end > self.reached:
                self.record[self.reached : end] = self.between(self.times[self.reached : end])
                self.reached = int(end)
            if self._solver.status == "finished":
                self._start()
        return FINISHED if self.time >= self._end else GOING_ON

    @property
    def furthest(self) -> int:
        """How many states are recorded."""
        return self.reached

    def set_reached(self, count: int) -> None:
        """Say how many states are recorded: fewer than there are, or those of an earlier integration."""
        self.reached = count

    @property
    def steps(self) -> int:
        return self._steps

    def statistics(self, place: int = 0) -> dict[str, int]:
        return {"steps": self._steps, "evaluations": self.slope.evaluations}

    def between(self, times: np.ndarray) -> np.ndarray:
        """States (T, size) at times within the last step."""
        return self._last.dense_output()(times).T

    def snapshot(self) -> Snapshot:
        """The state; the library recomputes everything else."""
        return {
            "state": self.state,
            "clock": np.array([self.time]),
            "counters": np.array([self.reached, self._steps, self.slope.evaluations]),
        }

    def restore(self, snapshot: Snapshot) -> None:
        self.state, self.time = snapshot["state"].copy(), float(snapshot["clock"][0])
        self.reached, self._steps, self.slope.evaluations = map(int, snapshot["counters"])
        self._start()


AnyIntegration: TypeAlias = Integration | LibraryIntegration
