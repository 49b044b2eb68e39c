"""Every form of the equations on one motion: agreement, cost, and drift of energy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

from bough import api
from bough.api.drives import forces_of_motion
from bough.api.loop_forces import DEPENDENT, loop_rows, needed_forces
from bough.api.methods import form_of, solver_of, way_of
from bough.choice.phrases import LeftOut
from bough.compiled.progress import progress_bar
from bough.errors import StateError, StepError, UnsupportedError
from bough.formulations import FORMULATIONS, Formulation, general
from bough.formulations.formulation import CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.integrate.integration import Integration
from bough.integrate.plan import FAILED, GOING_ON
from bough.integrate.rate import Rate, Slope
from bough.mechanism.checks import finite, shown
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.simulation.compare.comparison import Comparison, Row
from bough.simulation.results.energy import WEIGHTS
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.setup import Setup, set_up
from bough.typing import Array, Momenta, StartLike

INTEGRATOR, STAGES = "rk4", 4
SLICES = 10  # parts of the motion, in which forms take turns
COMPARED = (1, 3, 5, 7, 9)  # the slices after which right-hand sides are compared
KEPT = 10  # largest number of samples per slice
COMPILING = 0.8  # share of the progress bar for compiling all forms
# a step is short enough if halving it changes the end by no more than this; largest number of halvings
SETTLED, HALVINGS = 1e-6, 8
# seconds that a form is measured for, and how often it runs, unless a run takes long
ENOUGH, LEAST, MOST, UNHURRIED = 0.3, 3, 20, 3.0
AGREEMENT, MOST_CONDITIONED = 1e-11, 400
# finite differences of momenta: their step relative to the time in which the motion changes; rounding of a momentum, in
# units of ε; and a safety factor on the error that half the step shows
SHARE, ROUNDING, UNSURE = 3e-2, 32, 3.0
STILL = 1e-8

Forms = str | Iterable[str | tuple[str, str | None]]


def compare(
    mechanism: Mechanism,
    duration: float = 1.0,
    *,
    q0: StartLike | None = None,
    u0: StartLike | None = None,
    step: float | None = None,
    forms: Forms | None = None,
    patience: float = 30.0,
    progress: bool | None = None,
) -> Comparison:
    """Run one motion by every form and solver that fits, and compare accuracy and speed.

    The motion starts at ``q0`` and ``u0``, as in :func:`simulate`; by default at the mechanism's own starting state, or
    at a random one. The integrator is the classical Runge-Kutta method with steps of ``step`` seconds, or slightly less
    so that they divide the motion; by default short enough for six digits at the end, if possible. ``forms``: only
    these, by name (all solvers of a form), or as ``"form + solver"``.

    At five states of the motion accelerations and joint reactions are compared with those of a general form; for
    momentum forms q̇ and ṗ. Times are those of compiled loops on one thread: forms take turns, and the best of several
    runs counts. A form that would take longer than ``patience`` seconds is not run.
    """
    duration = _checked(mechanism, duration)
    if q0 is None and u0 is None and not (mechanism.q0 or mechanism.u0 or mechanism.loops):
        q0, u0 = random_state(mechanism)

    def contender(form: Formulation, solver: str | None, length: float) -> _Contender:
        made = set_up(
            mechanism, duration, None, duration / (SLICES * _kept(duration, length)), 0.0, q0, u0,
            form.name, solver, INTEGRATOR, length, 1e-8, 1e-10, None, code="shared",
        )  # fmt: skip
        if made.is_batch:
            raise StateError("compare follows one motion; give one starting state.")
        return _Contender(form, solver, made)

    default = default_of(mechanism)
    wanted = wanted_forms(forms if forms is None else _without_auto(mechanism, forms), default)
    with progress_bar(progress, f"comparing forms of '{mechanism.name}'") as report:
        length = _step(lambda h: contender(default, None, h), duration) if step is None else step
        reference = contender(default, None, length)
        if reference.run() == FAILED:
            at = reference.integration.time
            raise StepError(
                f"'{mechanism.name}' cannot be simulated beyond t = {at:.6g} s in steps of {reference.step:g} s; take a shorter step or duration, or another start."
            )
        samples = _Samples(mechanism, reference, any(form.gives == CANONICAL_RATES for form, _ in wanted))
        contenders, left_out = [], []
        for k, (form, solver) in enumerate(wanted):
            if reason := api.why_unsupported(mechanism, form.name, solver):
                left_out.append(LeftOut(form.name, solver, reason))
                continue
            one = contender(form, solver, length)
            one.look(samples, patience)
            contenders.append(one)
            report(COMPILING * (k + 1) / len(wanted))
        idle = _Contender(default, None, reference.setup, _Nothing)
        _race([idle, *(one for one in contenders if one.runs)], report)
    for one in contenders:
        one.look_back()
    rows = [one.row(idle) for one in contenders]
    return Comparison(
        mechanism, duration, reference.step, rows, left_out, samples.spread(), samples.tolerance, default.name
    )


def _checked(mechanism: Mechanism, duration: float) -> float:
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"compare takes a Mechanism, not {shown(mechanism)}.")
    if not mechanism.n:
        raise StateError(f"'{mechanism.name}' has no degrees of freedom, so there is nothing to compare.")
    return finite(duration, "compare", "duration")


def _without_auto(mechanism: Mechanism, forms: Forms) -> Forms:
    """The forms, with ``auto`` replaced by the form that it stands for."""
    best = way_of(mechanism, None, "auto", None)
    given = [forms] if isinstance(forms, str) else forms
    return [(best.form.name, best.solver) if each == "auto" else each for each in given]


def default_of(mechanism: Mechanism) -> Formulation:
    """The form that others are compared with: the general one, or where it does not serve the one that ``auto`` takes."""
    form = general()
    return form if api.why_unsupported(mechanism, form.name) is None else way_of(mechanism, None, "auto", None).form


def wanted_forms(forms: Forms | None, default: Formulation | None = None) -> list[tuple[Formulation, str | None]]:
    """(form, solver) in the order of the registry, including the default form."""
    known = [form for form in FORMULATIONS.values() if form.gives != DRIVES_AND_REACTIONS]
    pairs = [(form, solver) for form in known for solver in form.solvers or (None,)]
    if forms is None:
        return pairs
    default = default or general()
    kept: set[tuple[str, str | None]] = {(default.name, solver_of(default, None))}
    for given in [forms] if isinstance(forms, str) else forms:
        name, solver = given if isinstance(given, tuple) else (str(given).partition("+")[::2])
        form = form_of(name.strip())
        if form.gives == DRIVES_AND_REACTIONS:
            raise UnsupportedError(f"'{form.name}' takes motion as given, so there is nothing to compare it with.")
        if solver := (solver or "").strip():
            kept.add((form.name, solver_of(form, solver)))
        else:
            kept |= {(form.name, each) for each in form.solvers or (None,)}
    return [(form, solver) for form, solver in pairs if (form.name, solver) in kept]


def _kept(duration: float, step: Any) -> int:
    """Number of samples per slice, with the same number of steps between them."""
    if not isinstance(step, int | float) or not step > 0:
        return KEPT
    steps = max(1, math.ceil(duration / SLICES / step * (1 - 1e-12)))
    return max(k for k in range(1, KEPT + 1) if steps % k == 0)


def _step(contender: Callable[[float], _Contender], duration: float) -> float:
    """A step that is short enough: half of one whose halving changes the end of the motion only slightly."""
    step, end = duration / (SLICES * KEPT), None
    for _ in range(HALVINGS):
        one = contender(step)
        now = one.record[-1] if one.run() != FAILED else None
        if now is not None and end is not None and np.abs(now - end).max() <= SETTLED * max(1.0, np.abs(end).max()):
            return step
        step, end = step / 2, now
    return 2 * step


class _Nothing(Rate):
    """A right-hand side that does nothing, to measure the rest of a step."""

    def address(self, work: Any, wide: bool, loop: str = "") -> tuple[int, object]:
        nothing = _compiled_nothing()
        return nothing.address, nothing


@cache
def _compiled_nothing() -> Any:
    from numba import cfunc, int64

    return cfunc(int64(int64))(lambda table: 0)


class _Samples:
    """States of the motion by the default form, and their rates."""

    def __init__(self, mechanism: Mechanism, reference: _Contender, momenta: bool):
        self.mechanism, setup = mechanism, reference.setup
        self.form = reference.setup.way.form.name
        places = np.array(COMPARED) * (len(setup.times) // SLICES)
        self.times, states = setup.times[places], reference.record[places]
        n, n_q = mechanism.n, mechanism.n_q
        self.q, self.u = mechanism.normalised(states[:, :n_q]), states[:, states.shape[1] - n :].copy()
        self.clock = states[:, n_q : states.shape[1] - n]
        slope = Slope(setup.rates[0])
        self.u_dot = np.array([slope(t, y)[-n:] for t, y in zip(self.times, states, strict=True)])
        if max(np.abs(self.u).max(initial=0.0), np.abs(self.u_dot).max(initial=0.0)) < STILL:
            raise StateError(
                f"'{mechanism.name}' stays at rest from there, so there is nothing to compare; give q0 or u0."
            )
        self.reactions = self.reactions_of(self.u_dot)
        self.tolerance = self._tolerance()
        # rates of all forms, by the kind of result
        self.seen: dict[str, list[np.ndarray]] = {"u_dot": [self.u_dot]}
        if momenta:
            self.p = api.momenta(mechanism, self.q, self.u, time=self.times)
            self.q_dot = api.coordinate_rates(mechanism, self.q, self.u)
            self.p_dot = self._momentum_rates()
            self.seen |= {"q_dot": [self.q_dot], "p_dot": [self.p_dot]}

    def states(self, momenta: bool) -> np.ndarray:
        """As a right-hand side takes them."""
        return np.concatenate((self.q, self.clock, self.p if momenta else self.u), axis=1)

    def difference(self, rates: np.ndarray, momenta: bool) -> float:
        """Difference of rates at some of the states from the default form's, relative to the largest."""
        count, n, n_q = len(rates), self.mechanism.n, self.mechanism.n_q
        own = {"q_dot": rates[:, :n_q], "p_dot": rates[:, -n:]} if momenta else {"u_dot": rates[:, -n:]}
        for name, values in own.items():
            self.seen[name].append(values)
        return max(_share(values, getattr(self, name)[:count], getattr(self, name)) for name, values in own.items())

    def spread(self) -> float:
        """The largest difference between any two forms."""
        most = 0.0
        for name, found in self.seen.items():
            count = min(map(len, found))
            whole = np.array([values[:count] for values in found])
            most = max(most, _share(whole.max(0), whole.min(0), getattr(self, name)))
        return most

    def reactions_of(self, u_dot: np.ndarray) -> np.ndarray:
        count = len(u_dot)
        return forces_of_motion(
            self.mechanism, self.q[:count], self.u[:count], u_dot, time=self.times[:count]
        ).reactions

    def _tolerance(self) -> float | None:
        """Error of accelerations that rounding may cause: 4 ε cond(M), if M is small enough; loops add their own condition."""
        n = self.mechanism.n
        if not 0 < n <= MOST_CONDITIONED:
            return None
        worst = 0.0
        for q, t in zip(self.q, self.times, strict=True):
            many = np.tile(q, (n + 1, 1)), np.zeros((n + 1, n)), np.vstack((np.eye(n), np.zeros(n)))
            forces = needed_forces(self.mechanism, *many, time=np.full(n + 1, t))
            mass = forces[:-1] - forces[-1]
            worst = max(worst, float(np.linalg.cond(mass)) * self._condition_of_loops(mass, q, t))
        return max(AGREEMENT, 4 * np.finfo(float).eps * worst)

    def _condition_of_loops(self, mass: Array, q: Array, t: float) -> float:
        """That of G M⁻¹Gᵀ, without constraints that depend on others; 1 without loops."""
        if not self.mechanism.loops:
            return 1.0
        jacobian = loop_rows(self.mechanism, q, time=t).jacobian
        sizes = np.linalg.svd(jacobian @ np.linalg.solve(mass, jacobian.T), compute_uv=False)
        return float(sizes[0] / sizes[sizes > DEPENDENT * sizes[0]][-1]) if sizes[0] > 0.0 else 1.0

    def _momentum_rates(self) -> np.ndarray:
        """ṗ by finite differences of p along the motion, to compare forms in momenta with those in velocities."""
        mechanism = self.mechanism
        fastest = 1.0 + np.abs(self.u).max(-1) + np.sqrt(np.abs(self.u_dot).max(-1))
        h = SHARE / fastest
        if mechanism.is_timed:  # functions of time may be undefined outside the motion
            h = np.minimum(h, (self.times[1] - self.times[0]) / (4 * len(WEIGHTS)))
        rate, finer = self._difference_of_momenta(h), self._difference_of_momenta(h / 2)
        unsure = np.abs(rate - finer).max()
        if mechanism.loops:  # whose forces act on M u, but not on p
            rate = rate - needed_forces(mechanism, self.q, self.u, self.u_dot, time=self.times)
        size = np.abs(rate).max()
        rounding = ROUNDING * np.finfo(float).eps * (np.abs(self.p).max(-1) / h).max()
        self.blur = float(max(rounding, UNSURE * unsure) / size)
        return rate

    def _difference_of_momenta(self, h: Array) -> Momenta:
        rate: Momenta = np.zeros_like(self.u)
        for k, weight in enumerate(WEIGHTS, 1):
            for t in (k * h, -k * h):
                q = self.mechanism.normalised(self.q + t[:, None] * self.q_dot)
                p = api.momenta(self.mechanism, q, self.u + t[:, None] * self.u_dot, time=self.times + t)
                rate += weight * np.sign(t)[:, None] * p
        return rate / h[:, None]


def _about(seconds: float) -> str:
    return f"{seconds:.2g}" if seconds < 100 else f"{seconds:,.0f}"


def _share(values: np.ndarray, other: np.ndarray, scale: np.ndarray) -> float:
    """The largest difference, relative to the largest number of all."""
    most = np.abs(scale).max(initial=0.0)
    return float(np.abs(values - other).max(initial=0.0) / (most or 1.0))


class _Contender:
    """A form on its way through the motion."""

    def __init__(self, form: Formulation, solver: str | None, setup: Setup, rate: type[Rate] = Rate):
        self.form, self.solver, self.setup = form, solver, setup
        known = setup.rates[0]
        self.rate = known if rate is Rate else rate(known.evaluation, known.trees, known.momenta)
        interval = setup.times[1] - setup.times[0]
        per_interval = max(1, math.ceil(interval / setup.step * (1 - 1e-12)))
        self.step = float(interval / per_interval)
        self.part = per_interval * (len(setup.times) // SLICES)  # steps of a slice
        self.best = np.full(SLICES, np.inf)  # seconds of each slice
        self.runs, self.note = True, ""
        self.difference: float | None = None
        self.tolerance: float | None = None
        self.reactions: float | None = None
        self.evaluation: float | None = None
        self.drift: float | None = None

    def start(self) -> None:
        self.record = np.full((len(self.setup.times), self.setup.starts.shape[1]), np.nan)
        self.record[0] = self.setup.starts[0]
        method = self.setup.method
        assert method is not None
        self.integration = Integration(self.rate, method, self.setup.times, self.record, step=self.setup.step)

    def advance(self, k: int) -> None:
        """Run and time the next slice."""
        begun = time.perf_counter()
        status = self.integration.advance(self.part)
        self.best[k] = min(self.best[k], time.perf_counter() - begun)
        if status == FAILED:
            self.runs = False
            self.note = f"it cannot be simulated beyond t = {self.integration.time:.6g} s"

    def run(self) -> int:
        """The whole motion at once."""
        self.start()
        while (status := self.integration.advance(self.part)) == GOING_ON:
            pass
        return status

    def look(self, samples: _Samples, patience: float) -> None:
        """Compare rates at states of the motion; decide whether there is time for a complete run."""
        slope = Slope(self.rate)
        rates, took = [], []
        for k, (t, y) in enumerate(zip(samples.times, samples.states(self.setup.momenta), strict=True)):
            try:
                if k == 0:
                    slope(t, y)  # a callback may still have to be compiled
                begun = time.perf_counter()
                rates.append(slope(t, y))
            except ArithmeticError:
                self.runs, self.note = False, f"it fails at t = {t:.6g} s, where {samples.form} does not"
                break
            took.append(time.perf_counter() - begun)
            if sum(took) > patience:
                break
        if rates:
            self.difference = samples.difference(np.array(rates), self.setup.momenta)
            self.tolerance = samples.tolerance
            if self.setup.momenta and self.tolerance is not None:
                self.tolerance = max(self.tolerance, samples.blur)
            if not self.setup.momenta:
                own = np.array(rates)[:, -samples.mechanism.n :]
                self.reactions = _share(samples.reactions_of(own), samples.reactions[: len(own)], samples.reactions)
        whole = STAGES * SLICES * self.part * min(took, default=0.0)
        if self.runs and whole > patience:
            self.runs, self.evaluation = False, min(took)
            self.note = f"it would take about {_about(whole)} s"

    def look_back(self) -> None:
        """Energy along the run."""
        if not self.runs:
            return
        setup, mechanism = self.setup, self.setup.mechanism
        q, u = setup.parts(mechanism, self.record, setup.times)
        energy = Trajectory(mechanism, setup.times, q, u).energy()
        exchanged = max(float(energy["kinetic"].max()), float(np.ptp(energy["potential"].values)))
        self.drift = float(np.abs(energy["drift"].values).max()) / exchanged if exchanged else 0.0

    @property
    def seconds(self) -> float:
        return float(self.best.sum())

    @property
    def laps(self) -> float:
        """Number of runs: enough to find a quiet moment of the machine, but few for slow forms."""
        return max(LEAST if self.seconds < UNHURRIED else 1, ENOUGH / max(self.seconds, 1e-9))

    def row(self, idle: _Contender) -> Row:
        step = self.seconds / (SLICES * self.part) if self.runs else None
        evaluation = self.evaluation
        if self.runs:
            evaluation = max(0.0, self.seconds - idle.seconds) / (SLICES * self.part * STAGES)
        return Row(
            self.form.name, self.solver, self.form.gives, evaluation, step, self.difference, self.reactions, self.drift, self.tolerance,
            self.rate.is_compiled, self.note,
        )  # fmt: skip


def _race(contenders: list[_Contender], report: Callable[[float], None]) -> None:
    """Run every slice by all forms in turn, several times, so that other load on the machine affects all alike."""
    running = contenders
    for lap in range(MOST):
        for one in running:
            one.start()
        for k in range(SLICES):
            for one in running:
                if one.runs:
                    one.advance(k)
            report(COMPILING + (1 - COMPILING) * (1 - (1 - k / SLICES) / (lap + 1)))
        running = [one for one in running if one.runs and lap + 1 < one.laps]
