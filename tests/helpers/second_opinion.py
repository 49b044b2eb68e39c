"""What SciPy's DOP853 says of a motion, from nothing but accelerations and rates; how far a motion by other steps may be from it; and when something happens in it.

Theory (Hairer, Nørsett, Wanner I, II.3): an integrator that keeps the error of each step below its tolerance is off by no more than steps times tolerance times growth at the end, growth being what
becomes of a small change of the state. One with steps of a fixed length h and an order of one or more is off by no more at h/2 than its results at h and h/2 are apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import bough as bo

FORM = "separate-bodies"
TIGHT = {"rtol": 1e-11, "atol": 1e-12}  # tighter than that, rounding in stiff forces would make steps endless
SAMPLES = 6  # states that are compared
MOST_STEPS = 60  # of dop853 with its usual tolerances: what takes more is cut short
MOST_EVALUATIONS = 500_000  # of SciPy's, all in all
GRID = 400  # points on which crossings are looked for
MARGIN = 3.0  # growth is known in a few directions only


def fitting(mechanism, q0, u0, duration):
    """The longest duration, in powers of four, that takes no more than so many steps; and leaves chaos no time."""
    fits = duration / 4**8
    while fits < duration:
        run = bo.simulate(
            mechanism, 4 * fits, every=2 * fits, q0=q0, u0=u0, formulation=FORM, on_failure="return", energy_tolerance=np.inf
        )  # fmt: skip
        if run.status != "completed" or run.statistics["steps"] > MOST_STEPS:
            break
        fits *= 4
    return fits


@dataclass(frozen=True)
class Crossing:
    """An entry of the state that passes a level: which, and when."""

    entry: int
    level: float
    times: tuple[float, ...]
    slowest: float  # the least speed of passing


class SecondOpinion:
    """A motion by SciPy alone."""

    def __init__(self, mechanism, q0, u0, duration):
        self.mechanism, self.n_q = mechanism, mechanism.n_q
        self.start = np.concatenate((q0, u0))
        self._evaluations = 0
        self.duration = duration
        self.times = np.linspace(0.0, self.duration, SAMPLES)
        self.motion = self._solved(self.start)
        self.states = self.motion(self.times).T
        self.size = float(np.abs(self.states).max())
        self.growth = self._growth()

    def slope(self, t, y):
        """(q̇, u̇), by public functions that know nothing of integrators."""
        self._evaluations += 1
        assert self._evaluations < MOST_EVALUATIONS, "SciPy does not get anywhere"
        q, u = self.mechanism.normalised(y[: self.n_q]), y[self.n_q :]
        u_dot = bo.forward_dynamics(self.mechanism, q, u, formulation=FORM, time=t)
        return np.concatenate((bo.kinematics.coordinate_rates(self.mechanism, q, u, time=t), u_dot))

    def _solved(self, start):
        with np.errstate(all="ignore"):
            # no step is so long that a signal could change unseen
            found = solve_ivp(
                self.slope, (0.0, self.duration), start, "DOP853", dense_output=True, max_step=self.duration / 16, **TIGHT
            )  # fmt: skip
        assert found.success, found.message
        return found.sol

    def _growth(self):
        """By how much changes of the state grow at the most, in some directions."""
        rng, largest = np.random.default_rng(0), 1.0
        for _ in range(2):
            change = 1e-6 * max(1.0, self.size) * rng.standard_normal(len(self.start))
            other = self.start + change
            other[: self.n_q] = self.mechanism.normalised(other[: self.n_q])
            apart = np.abs(self._solved(other)(self.times).T - self.states).max()
            largest = max(largest, apart / np.abs(other - self.start).max())
        return float(largest)

    # --- other motions ------------------------------------------------------------------------------------------------

    def simulated(self, events=(), **how):
        """The same motion by bough: the run, and its states at the same times."""
        how = {"formulation": FORM, **how}
        run = bo.simulate(
            self.mechanism, times=self.times, q0=self.start[: self.n_q], u0=self.start[self.n_q :], events=events, energy_tolerance=np.inf, **how
        )  # fmt: skip
        return run, np.concatenate((run.q.values, run.u.values), axis=1)

    def error(self, states):
        """The largest difference."""
        return float(np.abs(states - self.states).max())

    def allowed(self, rtol, atol, steps):
        """How far a method that keeps to tolerances may be off: they are for the root of the mean square of the entries."""
        local = np.sqrt(len(self.start)) * (atol + rtol * self.size)
        return MARGIN * self.growth * (steps * local + self.own)

    @property
    def own(self):
        """How far the second opinion itself may be off."""
        return 200 * np.sqrt(len(self.start)) * (TIGHT["atol"] + TIGHT["rtol"] * self.size)

    # --- what happens -------------------------------------------------------------------------------------------------

    def crossing(self):
        """An entry that passes a level with some speed whenever it comes near: times of that are well defined. None if there is none."""
        grid = np.linspace(0.0, self.duration, GRID)
        values = self.motion(grid).T
        spans = np.ptp(values, axis=0)
        for entry in np.argsort(-spans / np.maximum(1e-3, np.abs(values).max(axis=0)))[:4].tolist():
            for share in (0.55, 0.35, 0.75):
                level = float(self.motion(share * self.duration)[entry])
                found = self._crossing(entry, level, grid, values[:, entry] - level)
                if found is not None:
                    return found
        return None

    def _crossing(self, entry, level, grid, g):
        span, slope = np.ptp(g), np.abs(np.gradient(g, grid))
        change = np.flatnonzero(g[:-1] * g[1:] < 0.0)
        near = np.abs(g) < 0.02 * span
        reached = np.any(np.abs(np.arange(GRID)[:, None] - change[None, :]) <= 0.1 * GRID, axis=1)
        if span < 1e-6 * max(1.0, self.size) or not len(change) or near[0] or near[-1] or (near & ~reached).any():
            return None
        slowest = float(slope[np.concatenate((change, change + 1))].min())
        if slowest < 0.2 * span / self.duration or slope[near].min() < 0.5 * slowest:
            return None
        times = [
            brentq(lambda t: float(self.motion(t)[entry]) - level, grid[k], grid[k + 1], xtol=1e-15 * self.duration)
            for k in change.tolist()
        ]
        return Crossing(entry, level, tuple(times), 0.5 * slowest)

    def event(self, crossing, **how):
        """The crossing as an event of bough's."""
        k, level = crossing.entry, crossing.level
        if k < self.n_q:
            return bo.Event(lambda t, q, u: q[k] - level, "crossing", **how)
        return bo.Event(lambda t, q, u: u[k - self.n_q] - level, "crossing", **how)
