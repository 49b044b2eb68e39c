"""Work along a motion: the motion is integrated again between its samples, and powers with it, by Gauss's quadrature.

States at samples are known to tolerance. The motion goes on from one to the next by the integrator of the run, and
starts again from a sample that it does not meet: what the run lost there is then seen in its balance of energy. Several
runs, or parts of a long one, go side by side in lanes.

Within a step the states are polynomials. So are powers, nearly: the last coefficients of the polynomial through those
at the nodes tell how nearly. Where that is not enough, as at the kinks of stops and friction, a step is divided.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.api.accelerations import mass_matrix
from bough.arithmetic.width import lane_width
from bough.compiled.progress import progress_bar
from bough.formulations import ALIASES, FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS
from bough.integrate.automatic import AUTO, START
from bough.integrate.following import (
    MEMORY,
    Steps,
    follow,
    hold,
    joined,
    leap,
    reached,
    rest,
    time_in,
    will_change,
)
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
from bough.typing import Array

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

EPS = float(np.finfo(float).eps)
MEETS = 30.0  # tolerances within which a motion meets a sample
SHARE = 0.1  # of the relative tolerance and of the energy exchanged, that the work within a panel may be wrong by;
# at its end, Gauss's quadrature is far more exact
FINEST = 1e-12  # relative tolerance: not much below it, steps feel rounding
RTOL = 1e-9  # where nothing is integrated but powers
MOST_SAMPLES = 8  # within a panel, since powers may change where the motion hardly does
FIRST, MOST = 8, 2048  # steps between two looks at the samples
EARLY, MORE = 64, 4  # steps whose powers are integrated together, at first, and how many times as many next time
# steps that an account may take: so many, and so many for each step of the run and for each sample
PATIENCE, PER_STEP, PER_SAMPLE = 100_000, 20, 50
ROOM = 1 << 24  # doubles that the states of parts side by side may take
PIECE, SHARES = 32, 4  # steps of a run from which on it is worth a lane of its own, and pieces for each lane at most


Powers = Callable[[Array, Array, Array, Array], Array]  # (q, u, times, τ) of N states -> (N, forces)


class Account(NamedTuple):
    """Work in each interval of the samples."""

    works: Array  # (B, T, forces): since the sample before
    lost: np.ndarray  # (B, T): whether the interval before a sample could not be integrated


@dataclass
class Part:
    """Samples of a run up to ``last`` that a motion goes through."""

    run: int
    met: int  # the last sample that it went through
    last: int
    booked: int  # the last one whose work is booked
    work: Array  # since then, up to the end of the last step whose powers are integrated
    number: int = 0  # of the motion
    end: float = math.inf  # where the motion ends: steps from then on do not count

    @property
    def goes_on(self) -> bool:
        return math.isinf(self.end)


class Held(NamedTuple):
    """Joint forces that are constant from each of these times on."""

    time: Array  # (C,)
    tau: Array  # (B, C, n)

    def which(self, time: Array) -> NDArray[np.int64]:
        """Which of them act from times on that are known but for rounding, since they are ends of steps."""
        return np.maximum(0, np.searchsorted(self.time, time + 8.0 * EPS * np.abs(time), "right") - 1)


def works_between(
    run: Trajectory,
    powers: Powers,
    forces: int,
    exchanged: Array,
    held: Held | None,
    locked: NDArray[np.int64],
    finer: float,
    wanted: NDArray[np.bool_],
) -> Account:
    """Integrals of powers between samples.

    ``exchanged``: energy of each run, (B,); ``locked``: places of velocities that are held at zero; ``finer``: share of
    the tolerances of the run; ``wanted``: intervals between samples, (B, T - 1).
    """
    if not run.mechanism.n:
        return _of_moved(run, powers, forces, exchanged)
    return _Accountant(run, powers, forces, exchanged, held, locked, finer, wanted).go()


def _of_moved(run: Trajectory, powers: Powers, forces: int, exchanged: Array) -> Account:
    """The same where nothing moves by itself: only the time goes on."""
    time, shape = run._time, run._there.reshape(-1, len(run._time)).shape
    lengths = np.diff(time)
    k = np.flatnonzero(lengths > 0.0)

    def of_time(steps: np.ndarray, times: Array, states: Array) -> Array:
        return powers(states, states, times, states)

    steps = Steps(np.zeros(len(k), int), time[k], lengths[k], np.empty((len(k), 1, 0)), np.empty((0, 8)))
    quadrature = Quadrature(of_time, MOST_SAMPLES * run.duration / len(k))
    panels = quadrature.panels(steps, np.array([SHARE * RTOL * exchanged.max()]))
    works = np.diff(panels.works([time])[0][0], axis=0, prepend=0.0)
    return Account(np.broadcast_to(works, (*shape, forces)).copy(), np.zeros(shape, bool))


def setup_of(run: Trajectory, time: Array, q: Array, u: Array) -> Setup:
    """The motion again, by the form and the integrator of the run, if they can be used for that."""
    made = run._provenance
    native = methods().get(str(made.get("integrator")))
    known = made.get("integrator") in (AUTO, *SCIPY) or (native is not None and native.is_adaptive)
    how: dict[str, Any] = {
        **{key: USUAL[key] for key in ("integrator", "rtol", "atol")},
        **({key: made[key] for key in ("integrator", "rtol", "atol", "max_step") if key in made} if known else {}),
    }
    if how["integrator"] == AUTO and made.get("integrated_by") == START:
        how["integrator"] = START  # (what the run did by itself; other code would have to be loaded)
    given: dict[str, Any] = {
        "duration": None,
        "times": time,
        "every": None,
        "start": 0.0,
        "q0": q,
        "u0": u,
        "step": None,
    }
    given |= {"max_step": None, **how}
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
        wanted: NDArray[np.bool_],
    ):
        points = len(run._time)
        q, u = (x.reshape(-1, points, x.shape[-1]) for x in (run._q, run._u))
        self.run, self.powers, self.exchanged, self.held, self.wanted = run, powers, exchanged, held, wanted
        self.time, self.place = np.unique(run._time, return_inverse=True)  # (two samples at the same time: a jump)
        self.setup = setup_of(run, self.time, q[:, 0], u[:, 0])
        finer = max(finer, min(1.0, FINEST / self.setup.rtol))
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
        self.kept: list[Steps] = []  # steps whose powers are not yet integrated
        self.parts: list[Part] = []  # through which they go
        self.enough = EARLY  # steps that are worth it
        self._count = self._size = 0  # of steps that are kept, and of numbers in them

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

    def _part(self, run: int, first: int, last: int) -> Part:
        return Part(run, first, last, first, np.zeros(self.account.works.shape[2]))

    def _parts(self, wide: bool) -> list[Part]:
        """Samples between jumps, of each run; those of a long run in several parts, if they go side by side."""
        there = self.run._there.reshape(len(self.states), -1)[:, 1:] & (np.diff(self.place) > 0)
        wanted, longest = self.wanted & there, len(self.time)
        if wide and there.any() and self.states[0].size * lane_width() <= ROOM:
            steps = self.run.statistics.get("steps", 0) * wanted.sum() / there.sum()
            pieces = min(int(steps / PIECE), SHARES * lane_width())
            longest = math.ceil(wanted.sum() / pieces) if pieces >= lane_width() else longest
        outside = np.zeros((len(wanted), 1), np.int8)
        runs, edges = np.nonzero(np.diff(np.hstack((outside, wanted, outside))))
        return [
            self._part(run, k, min(k + longest, last))
            for run, first, last in zip(runs[::2].tolist(), edges[::2].tolist(), edges[1::2].tolist(), strict=True)
            for k in range(first, last, longest)
        ]

    # --- motions through samples --------------------------------------------------------------------------------------

    def _go_through(self, waiting: deque[Part], width: int) -> None:
        """Go through parts, so many side by side; if one fails there, what is left of them waits again."""
        if not waiting:
            return
        lanes: list[Part | None] = [None] * width
        integration, until, most = self._integration(width), np.full(width, np.inf), FIRST
        self._fill(integration, lanes, waiting, until)
        while any(lanes):
            status, steps = follow(integration, most, until)
            self._keep(steps, lanes)
            fails = status == FAILED or self.patience < 0
            enough = self._count >= self.enough or self._size >= MEMORY
            settles = fails or enough or will_change(integration)
            due = [settles or time_in(integration, place) >= until[place] for place in range(width)]
            looks = [place for place, is_due in enumerate(due) if is_due or not any(due)]
            missed = [self._is_missed(integration, k, part) for k in looks if (part := lanes[k]) is not None]
            most = FIRST if any(missed) else min(2 * most, MOST)
            for part in filter(None, lanes):
                if fails and part.goes_on:
                    self._break_off(part, is_alone=width == 1 and status == FAILED)
                if not part.goes_on and part.met < part.last:
                    waiting.appendleft(self._part(part.run, part.met, part.last))
            if settles:
                self._settle()
            if self.patience < 0:
                for part in waiting:
                    self.account.lost[part.run, part.met + 1 : part.last + 1] = True
                waiting.clear()
            if status == FAILED and width > 1:
                return
            self._fill(integration, lanes, waiting, until)
            left = sum(part.last - part.met for part in (*filter(None, lanes), *waiting))
            self._report(1.0 - left / self._whole)
        self._settle()

    def _break_off(self, part: Part, is_alone: bool) -> None:
        """End a motion at the last sample that it went through; or, if it cannot get to the next one, skip that."""
        part.end = float(self.time[self.place[part.met]])
        if is_alone:
            part.met += 1
            self.account.lost[part.run, part.met] = True

    def _integration(self, width: int) -> AnyIntegration:
        size = self.states.shape[2]
        self.record = np.empty((len(self.time), size) if width == 1 else (width, len(self.time), size))
        self.record[..., 0, :] = self.states[0, 0]
        return self.driver.integration(self.rate, self.time, self.record, watched=True)

    def _fill(
        self, integration: AnyIntegration, lanes: list[Part | None], waiting: deque[Part], until: np.ndarray
    ) -> None:
        """Give lanes that are through with their part another one, or let them stand; and joint forces that are due."""
        for place, part in enumerate(lanes):
            if part is not None and part.goes_on:
                now = time_in(integration, place)
                if now >= until[place]:
                    until[place] = self._hold(integration, place, part, now)
                continue
            lanes[place] = part = waiting.popleft() if waiting else None
            if part is not None:
                part.number = len(self.parts)
                self.parts.append(part)
                start = int(self.place[part.met])
                leap(integration, place, start, self.states[part.run, part.met])
                until[place] = self._hold(integration, place, part, float(self.time[start]))
            elif len(lanes) > 1:
                assert isinstance(integration, Integration)
                rest(integration, place)
                until[place] = np.inf

    def _hold(self, integration: AnyIntegration, place: int, part: Part, time: float) -> float:
        """Give the joint forces of a time to a lane; and until when it may go on."""
        end = float(self.time[self.place[part.last]])
        if self.held is None:
            return end
        k = int(self.held.which(np.array(time)))
        hold(integration, place, self.held.tau[part.run, k])
        return min((end, *self.held.time[k + 1 : k + 2].tolist()))

    def _is_missed(self, integration: AnyIntegration, place: int, part: Part) -> bool:
        """Whether a motion misses a sample of its part; tell the part how far it went through them."""
        count = reached(integration, place) - 1 - int(self.place[part.met])
        if count <= 0:
            return False
        own = slice(part.met + 1, min(part.last, part.met + count) + 1)
        record = self.record if self.record.ndim == 2 else self.record[place]
        found, wanted = record[self.place[own]], self.states[part.run, own]
        with np.errstate(over="ignore", invalid="ignore"):
            scale = self.setup.atol + self.setup.rtol * np.abs(wanted)
            distance = np.sqrt(np.mean(((found - wanted) / scale) ** 2, axis=1))
        missed = np.flatnonzero(~(distance <= self.meets))
        part.met = own.start + int(missed[0]) if len(missed) else own.stop - 1
        if len(missed) or part.met == part.last:
            part.end = float(self.time[self.place[part.met]])
        return len(missed) > 0

    # --- from steps to works ------------------------------------------------------------------------------------------

    def _keep(self, steps: Steps, lanes: list[Part | None]) -> None:
        """Keep steps until there are enough of them."""
        count = len(steps.start)
        self.patience -= count
        self._count, self._size = self._count + count, self._size + steps.values.size
        numbers = np.array([-1 if part is None else part.number for part in lanes])
        self.kept.append(replace(steps, motion=numbers[steps.motion]))

    def _settle(self) -> None:
        """Book the work of the steps that are kept."""
        if not self.kept:
            return
        steps, self.kept, self._count, self._size = joined(self.kept), [], 0, 0
        ends, runs = (np.array([getattr(part, name) for part in self.parts]) for name in ("end", "run"))
        order = np.argsort(steps.motion, kind="stable")
        steps = steps.some(order[steps.start[order] < ends[steps.motion[order]]])
        if len(steps.start):
            kinds = None
            if self.held is not None:
                kinds = self.held.which(steps.start)
                self._tau = self.held.tau[runs[steps.motion], kinds]
            panels = self.quadrature.panels(steps, SHARE * self.setup.rtol * self.exchanged[runs], kinds)
            self._book(panels)
        self.parts = [part for part in self.parts if part.goes_on]
        for number, part in enumerate(self.parts):
            part.number = number
        self.enough = min(MORE * self.enough, MOST)

    def _book(self, panels: Panels) -> None:
        until = [slice(part.booked + 1, part.met + 1) for part in self.parts]
        found = panels.works([self.time[self.place[samples]] for samples in until])
        for part, samples, (works, whole) in zip(self.parts, until, found, strict=True):
            if samples.start < samples.stop:
                through = np.concatenate((np.zeros((1, works.shape[1])), part.work + works))
                self.account.works[part.run, samples] = np.diff(through, axis=0)
                part.work = part.work - through[-1]
                part.booked = part.met
            part.work = part.work + whole

    def _powers(self, steps: np.ndarray, times: Array, states: Array) -> Array:
        """Powers at states within steps."""
        q, u = self.setup.parts(self.run.mechanism, states, times)
        return self.powers(q, u, times, np.zeros(u.shape) if self.held is None else self._tau[steps])
