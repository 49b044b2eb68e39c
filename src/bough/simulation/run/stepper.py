"""A motion, or thousands of them side by side, for loops that the user owns: step by step, with joint forces for each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Never

import numpy as np
from numpy.typing import ArrayLike

from bough.arithmetic.width import lane_width
from bough.compiled.entries import thread_count
from bough.errors import Argument, Message, StateError, StepError, UnsupportedError
from bough.integrate.fleet import Fleet, advanced
from bough.integrate.libraries import AnyIntegration
from bough.integrate.plan import FAILED, FINISHED, GOING_ON
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.owncode.entry import VARIABLE, wanted_code
from bough.simulation.run.driver import BROKEN, Outcome, integration_of, tried_by
from bough.simulation.run.joint_forces import forces_of
from bough.simulation.run.manner import SETTINGS, finite, manner_of, seconds, whole_number
from bough.simulation.run.setup import Setup, are_family, set_up
from bough.simulation.run.simulate import more_failed, sentence_of
from bough.simulation.run.starts import starts_of
from bough.typing import ByName, Coordinates, JointForcesLike, StartLike, Velocities
from bough.words import refuse

HORIZON = 10.0  # seconds for which functions of time are prepared at first; then twice as long, again and again
MANY = 1e9  # steps that are expected: enough for code of the mechanism's own


@dataclass(frozen=True)
class State:
    """A moment: ``q`` and ``u`` by name (``state.q["elbow"]``), or as arrays (``np.asarray(state.q)``)."""

    time: Any  # seconds: a number, or an array where episodes have started at different times
    q: Named
    u: Named


class Stepper:
    """A motion that goes on as its user says: ``step`` by ``step``, with the joint forces of each, or from elsewhere.

    ``q0``, ``u0``, ``start``, ``formulation``, ``solver``, ``code``, ``integrator``, ``step``, ``rtol``, ``atol``,
    ``max_step`` and ``threads`` as in :func:`simulate`. ``runs``: so many motions side by side, or matrices ``q0`` and
    ``u0`` with a row for each, or a list of mechanisms that differ in marked parameters only. They share the time.
    ``on_failure``: ``"raise"`` an error where a step cannot be taken, or ``"return"``: such runs rest until they are
    reset, and ``failed`` has the reasons. The other runs go on in either case.
    """

    def __init__(
        self,
        mechanism: Mechanism | Sequence[Mechanism],
        *,
        q0: StartLike | None = None,
        u0: StartLike | None = None,
        start: float = 0.0,
        runs: int | None = None,
        formulation: str | None = None,
        solver: str | None = None,
        code: str = "auto",
        integrator: str | None = None,
        step: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        max_step: float | None = None,
        threads: int | None = None,
        on_failure: str = "raise",
        **unknown: Never,
    ):
        if unknown:
            refuse(Stepper, unknown)
        if on_failure not in ("raise", "return"):
            raise StateError(f"on_failure must be 'raise' or 'return', not {on_failure!r}.")
        given = {"formulation": formulation, "solver": solver, "integrator": integrator, "step": step, "rtol": rtol, "atol": atol,
                 "max_step": max_step}  # fmt: skip
        asked = manner_of(mechanism, {**dict.fromkeys(SETTINGS), **given, "times": (0.0, 1.0)})
        left_out = "correct_every", "separation"
        self._asked = {name: value for name, value in asked.items() if name not in left_out}
        self._asked |= {"code": code, "q0": q0, "u0": u0}
        self._variants, self._threads, self._raises = mechanism, thread_count(threads), on_failure == "raise"
        self.failed: dict[int, str] = {}
        self._cause: BaseException | None = None  # what a user's function raised in the first of those that failed last
        self._start = finite(start, "start")
        self._set_up(self._start, HORIZON)
        self._starts = _repeated(self._setup, runs)
        self._setup.is_batch = self._setup.is_batch or runs is not None
        self._shape: tuple[int, ...] = (self.mechanism.n,)
        if self._setup.is_batch:
            self._shape = len(self._starts), self.mechanism.n
        self._names = [
            {name: k for k, name in enumerate(names)} for names in (self.mechanism.q_names, self.mechanism.u_names)
        ]
        self._no_forces = np.zeros(self._shape)
        self._held = False  # whether forces act that are not zero
        self._begin(self._starts)

    # --- set-up -------------------------------------------------------------------------------------------------------------

    def _set_up(self, start: float, horizon: float, states: np.ndarray | None = None) -> None:
        """Prepare for times from ``start`` on, where motions have some ``states`` if they do not begin there."""
        self._horizon = horizon
        end = start + horizon
        asked = {**self._asked, "times": (start, end), "expected": MANY, "states": states}
        self._setup = set_up(self._variants, start=start, **asked)
        self.mechanism, self._time = self._setup.mechanism, start
        if self._setup.has_variants and self._setup.given is None:
            raise UnsupportedError(self._why_apart())
        timed = any(one.signals for one in self._setup.mechanisms)
        self._covered = (start, end) if timed else (-math.inf, math.inf)

    def _why_apart(self) -> Message:
        """Why variants cannot go side by side."""
        setup, code = self._setup, self._asked["code"]
        if self.mechanism.loops:
            reason: tuple[str | Argument, ...] = ("variants of closed loops are not taken by a Stepper; ",)
        elif not are_family(setup.mechanisms):
            differ = "a Stepper takes variants that differ in marked parameters only (Mechanism.with_parameters); "
            reason = (differ,)
        elif setup.momenta:
            reason = (f"a Stepper takes variants by forms in velocities, and '{setup.way.form.name}' is in momenta; ",)
        elif (code if code != "auto" else wanted_code()) == "shared":
            asked = f"{VARIABLE}=shared" if code == "auto" else Argument("code", "shared")
            reason = "a Stepper takes variants by code of their own only; leave out ", asked, ", or "
        else:
            none = f"a Stepper takes variants by code of their own only, and '{self.mechanism.name}' has none by this form; "
            reason = (none,)
        return Message(*reason, "make one Stepper for each, or give bough.simulate the list.")

    def _begin(self, states: np.ndarray) -> None:
        """Memory for motions from these states on."""
        self._fleet: Fleet | None = None
        self._one: AnyIntegration | None = None
        self._still = states  # of a mechanism that cannot move
        if not states.shape[1]:
            return
        if len(self._shape) == 1:
            self._one = self._integration(False, states)
            return
        rate, method = self._setup.rates[0], self._setup.method
        if method is None or not rate.is_compiled:
            culprit = f"'{self._setup.integrator}'" if method is None else f"'{self._setup.way.form.name}'"
            raise UnsupportedError(
                f"{culprit} takes one motion at a time; leave out runs, or choose another of bough.methods.integrators() and 'auto' as form."
            )
        self._setup.integrator = method.name  # ("auto" changes the method of one motion at a time)
        self._fleet = Fleet(
            lambda is_wide: self._integration(is_wide, states),
            rate.takes_lanes,
            states,
            self._threads,
            self._setup.given,
        )

    def _integration(self, is_wide: bool, states: np.ndarray) -> Any:
        """An integration of one motion, or of W side by side, that starts now and keeps no states."""
        setup, start, count = self._setup, np.array([self._time]), lane_width()
        if is_wide:
            return integration_of(setup, setup.rate_of([0] * count), start, np.tile(states[0], (count, 1, 1)))
        return integration_of(setup, setup.rate_of([0]), start, states[:1].copy())

    def _cover(self, start: float, end: float) -> None:
        """Prepare functions of time for a span, if they are not yet."""
        if self._covered[0] <= start and end <= self._covered[1]:
            return
        states = self._states
        is_batch = self._setup.is_batch
        # (as many as at the start, by which the form was chosen)
        self._set_up(start, max(2.0 * self._horizon, 2.0 * (end - start)), states[: len(self._setup.starts)])
        self._setup.is_batch = is_batch
        self._begin(states)

    # --- steps --------------------------------------------------------------------------------------------------------------

    def step(self, tau: JointForcesLike | ByName | None = None, duration: float | None = None) -> None:
        """Go on for ``duration`` seconds (else one step of a fixed length) with joint forces that are held through it.

        ``tau``: a vector, or by names of velocities, the others zero; for many runs a row for each; None for no forces.
        """
        length = self._length(duration)
        forces = self._forces(tau)
        start = self._time
        end = start + length
        if end > self._covered[1] or start < self._covered[0]:
            self._cover(start, end)
            forces = self._no_forces if forces is None else forces
        if self._one is not None:
            self._advance_one(start, end, forces)
        elif self._fleet is not None:
            self._time = end
            failed = self._fleet.advance(start, end, self._no_forces if forces is None else forces)
            if failed:
                self._fail({run: Outcome(BROKEN, 1, time, state) for run, (time, state) in failed.items()})
        else:
            self._time = end

    def _advance_one(self, start: float, end: float, forces: np.ndarray | None) -> None:
        one = self._one
        assert one is not None
        if self.failed:
            self._tell(self.failed)
            return
        one.restart(start, end, None, forces)
        status = GOING_ON
        try:
            status = advanced(one, start, end)
        finally:
            self._time = end if status == FINISHED else one.time
        if status == FAILED:
            self._fail({0: Outcome(BROKEN, 1, one.time, one.state, tried_by(one))})

    def _fail(self, outcomes: dict[int, Outcome]) -> None:
        """Remember which runs failed, and raise an error if that is wanted."""
        failed = {run: sentence_of(self._setup, run, outcome, None) for run, outcome in outcomes.items()}
        self.failed = {**self.failed, **failed}
        self._cause = next(iter(outcomes.values())).cause
        self._tell(failed)

    def _tell(self, failed: dict[int, str]) -> None:
        """Raise an error if that is wanted."""
        if self._raises:
            first, *others = failed.values()
            raise StepError(first + more_failed(len(others))) from self._cause

    def _length(self, duration: float | None) -> float:
        """Seconds to go on."""
        if duration is not None:
            if type(duration) is float and 0.0 < duration < math.inf:
                return duration
            return seconds(duration, "duration")
        if math.isinf(self._setup.step):
            parts = f"'{self._setup.integrator}' chooses its own steps; give ", Argument("duration"), " (seconds)."
            raise StateError(Message(*parts))
        return self._setup.step

    def _forces(self, tau: JointForcesLike | ByName | None) -> np.ndarray | None:
        """Joint forces as an array; None if there were none before and there are none now."""
        if tau is None:
            held, self._held = self._held, False
            return self._no_forces if held else None
        self._held = True
        return forces_of(self.mechanism, tau, self._shape)

    # --- states -------------------------------------------------------------------------------------------------------------

    @property
    def runs(self) -> int | None:
        """The number of motions side by side; None for a single one."""
        return self._shape[0] if len(self._shape) == 2 else None

    @property
    def time(self) -> float:
        """Seconds, the same for all runs."""
        return self._time

    @time.setter
    def time(self, value: object) -> None:
        self._refuse("time")

    @property
    def _states(self) -> np.ndarray:
        """(B, size)."""
        if self._fleet is not None:
            return self._fleet.states
        return self._still if self._one is None else self._one.state[None]

    def _parts(self) -> tuple[Coordinates, Velocities]:
        states, mechanism = self._states, self.mechanism
        if self.runs is None:
            states = states[0]
        if self._setup.momenta:
            return self._setup.parts(mechanism, states, self._time)
        return states[..., : mechanism.n_q].copy(), states[..., states.shape[-1] - mechanism.n :].copy()

    @property
    def q(self) -> Coordinates:
        """Coordinates, (n_q,) or (B, n_q)."""
        return self._parts()[0]

    @q.setter
    def q(self, value: object) -> None:
        self._refuse("q")

    @property
    def u(self) -> Velocities:
        """Velocities, (n,) or (B, n)."""
        return self._parts()[1]

    @u.setter
    def u(self, value: object) -> None:
        self._refuse("u")

    def _refuse(self, name: str) -> None:
        raise StateError(f"{name} of a Stepper cannot be set by itself; put the motion elsewhere by reset({name}=…).")

    @property
    def state(self) -> State:
        """Time, coordinates and velocities, by name."""
        q, u = self._parts()
        return State(self._time, Named(q, self._names[0]), Named(u, self._names[1]))

    def reset(
        self,
        q: StartLike | None = None,
        u: StartLike | None = None,
        time: float | None = None,
        runs: ArrayLike | None = None,
    ) -> None:
        """Go back to the start, or to another state, given as ``q0`` and ``u0`` are.

        ``runs``: only these, by number or as a mask; the others stay where they are. ``time``: of all runs; by default
        it stays if some runs are reset, and is that of the start if all are.
        """
        which = self._chosen(runs)
        if not len(which):
            return
        if time is not None:
            if runs is not None and len(which) < len(self._starts):
                raise StateError("all runs share the time; leave out time, or reset all of them.")
            time = finite(time, "time")
        elif runs is None:
            time = self._start
        states, setup = self._starts[which], self._setup
        if q is not None or u is not None:
            first_q, first_u = setup.parts(self.mechanism, states, self._start)
            if self.runs is None:
                first_q, first_u = first_q[0], first_u[0]
            q, u = first_q if q is None else q, first_u if u is None else u
            states, _ = starts_of(setup.mechanisms[:1], q, u, setup.momenta, self._time if time is None else time)
            if len(states) not in (1, len(which)):
                raise StateError(f"{len(states)} states were given for {len(which)} runs; give one, or one for each.")
            states = np.broadcast_to(states, (len(which), states.shape[1]))
        self._put(states, which, time)

    def _put(self, states: np.ndarray, which: np.ndarray, time: float | None) -> None:
        """Put runs elsewhere."""
        self.failed = {run: reason for run, reason in self.failed.items() if run not in set(which.tolist())}
        if time is not None:
            self._time = time
        if self._fleet is not None:
            self._fleet.put(states, which)
        elif self._one is not None:
            self._one.forget_steps()
            self._one.restart(self._time, self._time, states[0])

    def _chosen(self, runs: ArrayLike | None) -> np.ndarray:
        """Numbers of runs."""
        count = len(self._starts)
        if runs is None:
            return np.arange(count)
        chosen = np.atleast_1d(np.asarray(runs))
        if chosen.dtype == bool and chosen.shape == (count,):
            return np.flatnonzero(chosen)
        if (
            chosen.ndim != 1
            or not np.issubdtype(chosen.dtype, np.integer)
            or not ((chosen >= 0) & (chosen < count)).all()
        ):
            raise StateError(f"no runs {shown(runs)}: there are {count}, numbered from 0; give numbers, or a mask.")
        return chosen

    def clone(self) -> Stepper:
        """An independent copy, which goes on from the same state."""
        other = object.__new__(Stepper)
        other.__dict__.update(self.__dict__)
        other.failed = dict(self.failed)
        if self._fleet is not None:
            other._fleet = self._fleet.clone()
        elif self._one is not None:
            other._one = other._integration(False, self._states)
            other._one.restart(self._time, self._time)
            other._one.restore(self._one.snapshot())
        return other

    def __repr__(self) -> str:
        many = "" if self.runs is None else f"{self.runs} runs of "
        return f"<Stepper: {many}'{self.mechanism.name}' at t = {self._time:g} s by {self._setup.integrator}>"


def _repeated(setup: Setup, runs: int | None) -> np.ndarray:
    """Starting states, (B, size)."""
    starts = setup.starts
    if runs is None:
        return starts
    runs = whole_number(runs, "runs")
    if setup.is_batch and len(starts) != runs:
        raise StateError(
            f"runs is {runs}, but {len(starts)} starting states were given; give one, or one for each run."
        )
    return np.broadcast_to(starts, (runs, starts.shape[1])).copy()
