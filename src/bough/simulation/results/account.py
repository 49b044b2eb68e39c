"""Work along a motion: the motion is integrated again between its samples, and powers with it, by Gauss's quadrature.

States at samples are known to tolerance. The motion goes on from one to the next by the integrator of the run, and
starts again from a sample that it does not meet: what the run lost there is then seen in its balance of energy. Several
runs, or parts of a long one, go side by side in lanes.

Within a step the states are polynomials. So are powers, nearly: the last coefficients of the polynomial through those
at the nodes tell how nearly. Where that is not enough, as at the kinks of stops and friction, a step is halved.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.api.accelerations import mass_matrix
from bough.arithmetic.width import lane_width
from bough.compiled.progress import progress_bar
from bough.formulations import ALIASES, FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS
from bough.integrate.automatic import AUTO
from bough.integrate.following import Steps, follow, hold, leap, reached, rest
from bough.integrate.integration import Integration
from bough.integrate.libraries import SCIPY, AnyIntegration
from bough.integrate.locking import LockedRate
from bough.integrate.methods import methods
from bough.integrate.plan import FAILED
from bough.integrate.rate import Rate
from bough.simulation.results.quadrature import Panels, Quadrature
from bough.simulation.run.driver import Driver
from bough.simulation.run.manner import USUAL
from bough.simulation.run.setup import Setup, set_up
from bough.typing import Array, JointForces

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

EPS = float(np.finfo(float).eps)
MEETS = 30.0  # tolerances within which a motion meets a sample
SHARE = 0.01  # of the relative tolerance and of the energy exchanged, that the work in a part of a step may be wrong by
RTOL = 1e-9  # where nothing is integrated but powers
MOST_SAMPLES = 8  # within such a part, since powers may change where the motion hardly does
FIRST, MOST = 8, 2048  # steps between two looks at the samples
# steps that an account may take: so many, and so many for each step of the run and for each sample
PATIENCE, PER_STEP, PER_SAMPLE = 100_000, 20, 50
LONG, SHARES = 200_000, 4  # steps of a run that is divided, and parts of it for each lane


Powers = Callable[[Array, Array, Array, Array], Array]  # (q, u, times, τ) of N states -> (N, forces)


class Met(NamedTuple):
    """How far a motion goes through samples."""

    sample: int  # the last one that counts
    end: float  # the time up to which steps count
    is_missed: bool  # whether the motion does not meet that sample


class Account(NamedTuple):
    """Work in each interval of the samples."""

    works: Array  # (B, T, forces): since the sample before
    lost: np.ndarray  # (B, T): whether the interval before a sample could not be integrated


@dataclass
class Part:
    """Samples of a run up to ``last`` that one lane goes through."""

    run: int
    met: int  # the last sample that the motion went through
    last: int
    work: Array  # since then, up to the end of the last step
    time: float = 0.0  # where the next step starts, if joint forces are held


class Held(NamedTuple):
    """Joint forces that are constant from each of these times on."""

    time: Array  # (C,)
    tau: Array  # (B, C, n)

    def which(self, time: float) -> int:
        """Which of them act from a time on that is known but for rounding, since it is the end of a step."""
        return max(0, int(np.searchsorted(self.time, time + 8.0 * EPS * abs(time), "right")) - 1)

    def at(self, run: int, time: float) -> JointForces:
        return self.tau[run, self.which(time)]


def works_between(
    run: Trajectory,
    powers: Powers,
    forces: int,
    exchanged: Array,
    held: Held | None,
    locked: NDArray[np.int64],
    finer: float,
) -> Account:
    """Integrals of powers between samples.

    ``exchanged``: energy of each run, (B,); ``locked``: places of velocities that are held at zero; ``finer``: share of
    the tolerances of the run.
    """
    if not run.mechanism.n:
        return _of_moved(run, powers, forces, exchanged)
    return _Accountant(run, powers, forces, exchanged, held, locked, finer).go()


def _of_moved(run: Trajectory, powers: Powers, forces: int, exchanged: Array) -> Account:
    """The same where nothing moves by itself: only the time goes on."""
    time, shape = run._time, run._there.reshape(-1, len(run._time)).shape
    lengths = np.diff(time)
    k = np.flatnonzero(lengths > 0.0)

    def of_time(lanes: np.ndarray, times: Array, states: Array) -> Array:
        return powers(states, states, times, states)

    steps = Steps(np.zeros(len(k), int), time[k], lengths[k], np.empty((len(k), 1, 0)), np.empty((0, 8)))
    quadrature = Quadrature(of_time, MOST_SAMPLES * run.duration / len(k))
    panels = quadrature.panels(steps, np.array([SHARE * RTOL * exchanged.max()]))
    works = np.diff(panels.works(time)[0], axis=0, prepend=0.0)
    return Account(np.broadcast_to(works, (*shape, forces)).copy(), np.zeros(shape, bool))


def setup_of(run: Trajectory, time: Array, q: Array, u: Array) -> Setup:
    """The motion again, by the form and the integrator of the run, if they can be used for that."""
    made = run.provenance
    native = methods().get(str(made.get("integrator")))
    known = made.get("integrator") in (AUTO, *SCIPY) or (native is not None and native.is_adaptive)
    how: dict[str, Any] = {
        **{key: USUAL[key] for key in ("integrator", "rtol", "atol")},
        **({key: made[key] for key in ("integrator", "rtol", "atol", "longest_step") if key in made} if known else {}),
    }
    given: dict[str, Any] = {
        "duration": None,
        "times": time,
        "every": None,
        "start": 0.0,
        "q0": q,
        "u0": u,
        "step": None,
    }
    given |= {"longest_step": None, **how}
    form = FORMULATIONS.get(ALIASES.get(str(made.get("form")), str(made.get("form"))))
    if form is not None and form.gives == ACCELERATIONS and "correct_every" not in made:
        setup = set_up(run.mechanism, formulation=form.name, solver=made.get("solver"), **given)
        if setup.rates[0].is_compiled:
            return setup
    return set_up(run.mechanism, formulation="auto", solver=None, **given)


class _Accountant:
    """Goes through the samples of all runs of one mechanism."""

    def __init__(
        self,
        run: Trajectory,
        powers: Powers,
        forces: int,
        exchanged: Array,
        held: Held | None,
        locked: NDArray[np.int64],
        finer: float,
    ):
        points = len(run._time)
        q, u = (x.reshape(-1, points, x.shape[-1]) for x in (run._q, run._u))
        self.run, self.powers, self.exchanged, self.held = run, powers, exchanged, held
        self.time, self.place = np.unique(run._time, return_inverse=True)  # (two samples at the same time: a jump)
        self.setup = setup_of(run, self.time, q[:, 0], u[:, 0])
        self.meets = MEETS / finer
        self.setup.rtol, self.setup.atol = finer * self.setup.rtol, finer * self.setup.atol
        self.rate = self.setup.rates[0]
        if held is not None:
            self.setup.breaks = np.union1d(self.setup.breaks, held.time)
        if len(locked):
            inertia = np.diagonal(mass_matrix(run.mechanism, q[0, 0], time=float(run._time[0])))
            self.rate = LockedRate(self.rate, locked, inertia[locked])
        clocks = self.setup.starts.shape[1] - q.shape[2] - u.shape[2]
        clock = np.broadcast_to(run._time[:, None], (*q.shape[:2], clocks))
        self.states = np.concatenate((q, clock, u), axis=2)
        self.account = Account(np.zeros((*q.shape[:2], forces)), np.zeros(q.shape[:2], bool))
        self.quadrature = Quadrature(self._powers, MOST_SAMPLES * run.duration / (points - 1))
        self.patience = PATIENCE + PER_STEP * int(run.statistics.get("steps", 0)) + PER_SAMPLE * q.shape[0] * points
        self.driver = Driver(self.setup, (), None, math.inf, 1, lambda share: None)

    def go(self) -> Account:
        wide = self.setup.method is not None and type(self.rate) is Rate and self.rate.takes_lanes
        waiting = deque(self._parts(wide))
        self._whole = sum(part.last - part.met for part in waiting)
        with progress_bar(None, f"energy account of '{self.run.mechanism.name}'") as report:
            self._report = report
            if wide and len(waiting) > 1:
                self._go_through(waiting, lane_width())
            self._go_through(waiting, 1)
        return self.account

    def _parts(self, wide: bool) -> list[Part]:
        """Samples between jumps, of each run; those of a long run in several parts."""
        last = self.run._there.reshape(len(self.states), -1).sum(axis=1) - 1
        cuts = np.flatnonzero(np.diff(self.place) == 0)
        if wide and len(last) == 1 and self.run.statistics.get("steps", 0) > LONG:
            cuts = np.union1d(cuts, np.linspace(0, last[0], SHARES * lane_width() + 1).astype(int)[1:-1])
        ends = [(int(k) + (self.place[k] == self.place[k + 1]), int(k)) for k in cuts]
        nothing = np.zeros(self.account.works.shape[2])
        parts = []
        for run, end in enumerate(last):
            firsts = [0, *(first for first, _ in ends if first < end)]
            lasts = [*(before for first, before in ends if first < end), int(end)]
            parts += [Part(run, a, b, nothing) for a, b in zip(firsts, lasts, strict=True) if b > a]
        return parts

    def _go_through(self, waiting: deque[Part], width: int) -> None:
        """Go through parts, so many side by side; if one fails there, what is left of them waits again."""
        if not waiting:
            return
        lanes: list[Part | None] = [None] * width
        integration = self._integration(width)
        self._fill(integration, lanes, waiting)
        most = FIRST if self.held is None else 1
        while any(lanes):
            status, steps = follow(integration, most)
            self.patience -= len(steps.start)
            missed = self._settle(integration, lanes, steps)
            if self.patience < 0:
                self._give_up([*filter(None, lanes), *waiting])
                waiting.clear()
                return
            if status == FAILED and width > 1:
                waiting.extend(filter(None, lanes))
                return
            if status == FAILED and (part := lanes[0]) is not None:
                self._skip(integration, part)
            self._fill(integration, lanes, waiting)
            if self.held is None:
                most = FIRST if missed else min(2 * most, MOST)
            left = sum(part.last - part.met for part in (*filter(None, lanes), *waiting))
            self._report(1.0 - left / self._whole)

    def _integration(self, width: int) -> AnyIntegration:
        size = self.states.shape[2]
        self.record = np.empty((len(self.time), size) if width == 1 else (width, len(self.time), size))
        self.record[..., 0, :] = self.states[0, 0]
        return self.driver.integration(self.rate, self.time, self.record, watched=True)

    def _fill(self, integration: AnyIntegration, lanes: list[Part | None], waiting: deque[Part]) -> None:
        """Give lanes that are through with their part another one, or let them stand."""
        for place, part in enumerate(lanes):
            if part is not None and part.met < part.last:
                continue
            lanes[place] = part = waiting.popleft() if waiting else None
            if part is not None:
                self._start(integration, place, part)
            elif len(lanes) > 1:
                assert isinstance(integration, Integration)
                rest(integration, place)

    def _start(self, integration: AnyIntegration, place: int, part: Part) -> None:
        """Start from the last sample that was met."""
        part.work = np.zeros(self.account.works.shape[2])
        leap(integration, place, int(self.place[part.met]), self.states[part.run, part.met])
        part.time = float(self.time[self.place[part.met]])
        if self.held is not None:
            hold(integration, place, self.held.at(part.run, part.time))

    def _skip(self, integration: AnyIntegration, part: Part) -> None:
        """Go on from the next sample, since the motion does not get there."""
        part.met += 1
        self.account.lost[part.run, part.met] = True
        if part.met < part.last:
            self._start(integration, 0, part)

    def _give_up(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self.account.lost[part.run, part.met + 1 : part.last + 1] = True

    # --- from steps to works ------------------------------------------------------------------------------------------

    def _settle(self, integration: AnyIntegration, lanes: list[Part | None], steps: Steps) -> bool:
        """Book the work of steps; start again where samples are not met, and tell whether there are such."""
        met = [None if part is None else self._meets(integration, place, part) for place, part in enumerate(lanes)]
        # a lane's steps beyond its last sample, or beyond one that it did not meet, do not count
        ends = np.array([-np.inf if found is None else found.end for found in met])
        counts = steps.start < ends[steps.lane]
        panels = self._panels(steps.some(counts), lanes)
        for place, (part, found) in enumerate(zip(lanes, met, strict=True)):
            if part is None or found is None or not (own := panels.of(place)).start.size:
                continue
            until = self.place[part.met + 1 : found.sample + 1]
            works, whole = own.works(self.time[until])
            through = np.concatenate((np.zeros((1, works.shape[1])), part.work + works))
            self.account.works[part.run, part.met + 1 : found.sample + 1] = np.diff(through, axis=0)
            part.work = part.work + whole - through[-1]
            part.met = found.sample
            if part.met < part.last and found.is_missed:
                self._start(integration, place, part)
            elif self.held is not None:
                before, part.time = part.time, float(own.start[-1] + own.length[-1])
                if self.held.which(part.time) != self.held.which(before):
                    hold(integration, place, self.held.at(part.run, part.time))
        return any(found is not None and found.is_missed for found in met)

    def _meets(self, integration: AnyIntegration, place: int, part: Part) -> Met:
        """How far the motion goes through the samples of a part."""
        count = reached(integration, place) - 1 - int(self.place[part.met])
        sample = min(part.last, part.met + count)
        own = slice(part.met + 1, sample + 1)
        record = self.record if self.record.ndim == 2 else self.record[place]
        found, wanted = record[self.place[own]], self.states[part.run, own]
        with np.errstate(over="ignore", invalid="ignore"):
            scale = self.setup.atol + self.setup.rtol * np.abs(wanted)
            distance = np.sqrt(np.mean(((found - wanted) / scale) ** 2, axis=1))
        missed = np.flatnonzero(~(distance <= self.meets))
        if len(missed):
            sample = part.met + 1 + int(missed[0])
        end = self.time[self.place[sample]] if len(missed) or sample == part.last else np.inf
        return Met(sample, float(end), bool(len(missed)))

    def _panels(self, steps: Steps, lanes: list[Part | None]) -> Panels:
        runs = np.array([0 if part is None else part.run for part in lanes])
        if self.held is not None:
            self._tau = np.array([self.held.at(part.run, part.time) if part else self.held.tau[0, 0] for part in lanes])
        return self.quadrature.panels(steps, SHARE * self.setup.rtol * self.exchanged[runs])

    def _powers(self, lanes: np.ndarray, times: Array, states: Array) -> Array:
        """Powers at states of lanes."""
        q, u = self.setup.parts(self.run.mechanism, states, times)
        return self.powers(q, u, times, np.zeros(u.shape) if self.held is None else self._tau[lanes])
