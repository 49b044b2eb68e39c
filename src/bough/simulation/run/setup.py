"""The arguments of ``simulate``, checked and converted: times, starting states, method, right-hand side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.derivatives import step_derivatives
from bough.api.hamilton import velocities
from bough.api.kinematics import coordinate_rates
from bough.api.lost_digits import warn_of_lost_digits
from bough.api.methods import Way, evaluation_by, form_of, solver_of, way_of
from bough.api.parameters import own_way, tables_of, varied_evaluation
from bough.compiled.entries import Evaluation, beyond_memory
from bough.compiled.tree import compiled
from bough.errors import (
    Argument,
    Message,
    StateError,
    UnsupportedError,
)
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, Formulation
from bough.formulations.reductions.parametrised import memory as parametrised_memory
from bough.formulations.systems import PackedSystem
from bough.integrate.automatic import AUTO
from bough.integrate.integration import NEVER
from bough.integrate.methods import IMPLICIT, Method
from bough.integrate.rate import Parametrised, Rate
from bough.mechanism.description import fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import OwnEntry, by_shared_kernels, is_used_once, wanted_code
from bough.owncode.parameters import VariedEntry
from bough.simulation.run.given import GivenForces
from bough.simulation.run.manner import (
    accuracy_of,
    corrections_of,
    given_by,
    mechanisms_of,
    method_of,
    seconds,
    times_of,
)
from bough.simulation.run.starts import starts_of
from bough.simulation.run.timing import timing_of
from bough.typing import InstantsLike, StartLike, TimeLike

MOST_STEPS = 1e12  # of fixed length: these take weeks


@dataclass
class Setup:
    """A simulation, ready to run."""

    mechanisms: list[Mechanism]  # one, or a variant for each run
    times: np.ndarray
    starts: np.ndarray  # (B, size): q, the time if forces or drives depend on it, u or p
    is_batch: bool
    way: Way
    momenta: bool
    integrator: str
    method: Method | None  # None: SciPy's
    rates: list[Rate]  # one, or one for each variant
    step: float
    rtol: float
    atol: float
    longest: float
    breaks: np.ndarray  # times at which steps have to end
    pace: np.ndarray  # times of which a step may pass at most one
    correct_every: float | None = None  # steps between corrections of a mass matrix that is integrated, if one is
    separation: float = 1.0  # of its eigenvalues
    given: np.ndarray | None = None  # (B, P): values of parameters, if one code serves all runs with their own
    tau: GivenForces | None = None  # joint forces that are motors of these mechanisms, and not of the user's

    @property
    def mechanism(self) -> Mechanism:
        return self.mechanisms[0]

    @property
    def is_adaptive(self) -> bool:
        """Whether steps follow tolerances."""
        return self.method is None or self.method.is_adaptive

    @property
    def has_variants(self) -> bool:
        return len(self.mechanisms) > 1

    def code(self) -> AbstractContextManager[None]:
        """Nothing is compiled for one of several variants alone."""
        return _code_of(self.mechanisms)

    @property
    def shares_code(self) -> bool:
        """Whether one right-hand side serves all runs, which differ in starts and parameters only."""
        return not self.has_variants or self.given is not None

    def repeat(self, runs: int, whose: str) -> None:
        """Make a batch of one run."""
        if self.is_batch and len(self.starts) != runs:
            raise StateError(
                f"{whose} is given for {runs} runs, but there are {len(self.starts)}; give one for each run."
            )
        self.starts = np.broadcast_to(self.starts, (runs, self.starts.shape[1])).copy()
        self.is_batch = True

    def tau_of(self, runs: Sequence[int]) -> np.ndarray | None:
        """Joint forces that some runs hold beside each other, (W, n), or (n,) of one; None if runs have none of their own."""
        if self.tau is None or self.tau.each is None:
            return None
        return self.tau.each[runs[0] if len(runs) == 1 else list(runs)]

    def mechanism_of(self, run: int) -> Mechanism:
        """The mechanism of a run."""
        if self.given is not None and not self.has_variants:
            return with_numbers(
                self.mechanism, dict(zip(self.mechanism.parameters, self.given[run].tolist(), strict=True))
            )
        return self.mechanisms[run if self.has_variants else 0]

    def parts(self, mechanism: Mechanism, states: np.ndarray, time: TimeLike) -> tuple[np.ndarray, np.ndarray]:
        """(q, u) of one or many integrated states."""
        return mechanism.normalised(states[..., : mechanism.n_q]), self.velocities(mechanism, states, time)

    def velocities(self, mechanism: Mechanism, states: np.ndarray, time: TimeLike) -> np.ndarray:
        """Velocities of one or many integrated states."""
        last = states[..., states.shape[-1] - mechanism.n :].copy()
        if not self.momenta:
            return last
        return velocities(mechanism, mechanism.normalised(states[..., : mechanism.n_q]), last, time=time)

    def rate_of(self, runs: Sequence[int]) -> Rate:
        """The right-hand side of some runs, side by side."""
        if self.given is not None:
            first = self.rates[0]
            own = self.given[runs[0]] if len(runs) == 1 else self.given[runs]
            return Rate(first.evaluation, first.trees, self.momenta, given=own)
        if not self.has_variants or len(runs) == 1:
            return self.rates[runs[0] if self.has_variants else 0]
        first = self.rates[runs[0]]
        return Rate(first.evaluation, [self.rates[k].trees[0] for k in runs], self.momenta)

    def rate_by(self, mechanism: Mechanism) -> Rate:
        """The right-hand side of a variant of the mechanism, by the same form."""
        evaluation = evaluation_by(mechanism, self.way)
        with self.code():
            derivatives = derivatives_for(self.integrator, self.method, mechanism)
        return Rate(evaluation, [evaluation.tree], self.momenta, derivatives=derivatives)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the run by name."""
        native = self.method
        return {
            "form": self.way.form.name,
            **({"solver": self.way.solver} if self.way.solver else {}),
            "integrator": self.integrator,
            **({"rtol": self.rtol, "atol": self.atol} if native is None or native.is_adaptive else {"step": self.step}),
            **({} if math.isinf(self.longest) else {"max_step": self.longest}),
            **({"correct_every": self.correct_every, "separation": self.separation} if self.correct_every else {}),
        }


def set_up(
    mechanism: Mechanism | Sequence[Mechanism],
    duration: float | None,
    times: InstantsLike | None,
    every: float | None,
    start: float,
    q0: StartLike | None,
    u0: StartLike | None,
    formulation: str,
    solver: str | None,
    integrator: str,
    step: float | None,
    rtol: float,
    atol: float,
    max_step: float | None,
    correct_every: float | None = None,
    separation: float | None = None,
    code: str = "auto",
    parameters: np.ndarray | None = None,
    expected: float = 0.0,
    states: np.ndarray | None = None,
) -> Setup:
    """Check everything that can be checked before the first step.

    ``parameters``: values of the mechanism's parameters, (B, P), one row for each run; runs then differ in them.
    ``expected``: right-hand sides, if there will be more than by the times. ``states``: those of motions that go on, in
    place of ``q0`` and ``u0``.
    """
    mechanisms = mechanisms_of(mechanism)
    method = method_of(integrator)
    if duration is not None:
        seconds(duration, "duration")
    length, rtol, atol, longest = accuracy_of(integrator, method, step, rtol, atol, max_step)
    form = None if formulation == "auto" else form_of(formulation)
    gives = given_by(form, method, integrator)
    if form is not None and solver != "auto":
        solver_of(form, solver)  # raises if there is none of that name
    grid = times_of(duration, times, every, start, step)
    if (grid[-1] - grid[0]) / length > MOST_STEPS:
        steps = f" would take {(grid[-1] - grid[0]) / length:.3g} steps to t = {grid[-1]:g} s; give a longer one."
        raise StateError(Message(Argument("step", length), steps))
    momenta = gives == CANONICAL_RATES
    for one in mechanisms:
        one.cover(grid[0], grid[-1])
    timed = [one for one in mechanisms if one.signals]
    breaks, pace = timing_of(timed, grid[0], grid[-1]) if timed else (NEVER, NEVER)
    is_batch = not isinstance(mechanism, Mechanism)
    if states is None:
        with _code_of(mechanisms):
            states, has_many = starts_of(mechanisms, q0, u0, momenta, grid[0])
        is_batch = is_batch or has_many
    together = len(states) if method else 1
    along = None
    if form is not None and solver == "auto" and gives == ACCELERATIONS and method and not method.is_adaptive:
        along = _first_steps(mechanisms[0], form, states[0], grid, length, method)
    often, apart = None, 1.0
    family = None
    if gives == ACCELERATIONS and correct_every is None and (parameters is not None or are_family(mechanisms)):
        family = _family(mechanisms[0], form or "auto", solver, together, code)
        if family and parameters is None:
            parameters = np.array([list(one.parameters.values()) for one in mechanisms])
    if code == "own" and len(mechanisms) > 1 and not family:
        raise StateError(_why_shared(mechanisms, momenta, correct_every is not None))
    if family:
        way, rate = family
        rates = [rate]
    elif parameters is not None:
        raise UnsupportedError(
            f"no code of '{mechanisms[0].name}' takes these parameters; make a mechanism for each value."
        )
    else:
        code = code if len(mechanisms) == 1 else "shared"
        steps = len(states) * max(len(grid), (grid[-1] - grid[0]) / length)
        evaluations = max(expected, steps * (method.stages if method else 1))
        way = way_of(mechanisms[0], gives, form or "auto", solver, together, mechanisms[1:], along, code, evaluations)
        found = [evaluation_by(one, way) for one in mechanisms]
        with _code_of(mechanisms):
            for one in mechanisms:
                warn_of_lost_digits(one, way, stacklevel=3)
            derivatives = [derivatives_for(integrator, method, one) for one in mechanisms]
        often, apart = corrections_of(correct_every, separation, way.solver, method, integrator)
        rates = [
            Rate(
                evaluation,
                [evaluation.tree],
                momenta,
                _parametrised(one, way, evaluation, often, apart),
                derivatives=own,
            )
            for one, evaluation, own in zip(mechanisms, found, derivatives, strict=True)
        ]
    return Setup(
        mechanisms, grid, states, is_batch, way, momenta, integrator, method, rates,
        length, rtol, atol, longest, breaks, pace, often, apart, parameters,
    )  # fmt: skip


def derivatives_for(integrator: str, method: Method | None, mechanism: Mechanism) -> OwnEntry | None:
    """Derivatives of a mechanism for steps that may be implicit; None if they are not, or have to do without.

    One of several variants does without: code for each alone takes longer to compile than differences do.
    """
    may_be_implicit = integrator == AUTO or (method is not None and method.loop == IMPLICIT)
    return step_derivatives(mechanism) if may_be_implicit and not is_used_once() else None


def _why_shared(mechanisms: Sequence[Mechanism], momenta: bool, is_corrected: bool) -> str:
    """Why variants have no code of their own."""
    if mechanisms[0].loops:
        return "variants of closed loops run by shared kernels, whatever they differ in; leave out code."
    if are_family(mechanisms) and momenta:
        return (
            "variants run by shared kernels where momenta are integrated; leave out code, or take a form in velocities."
        )
    if are_family(mechanisms) and is_corrected:
        return "variants run by shared kernels where eigenvalues are integrated; leave out code."
    return "variants run side by side by shared kernels, unless they differ in marked parameters only; leave out code."


def _code_of(mechanisms: Sequence[Mechanism]) -> AbstractContextManager[None]:
    """Nothing is compiled for one of several variants alone."""
    return by_shared_kernels() if len(mechanisms) > 1 else nullcontext()


def _family(
    first: Mechanism, form: str | Formulation, solver: str | None, states: int, code: str
) -> tuple[Way, Rate] | None:
    """The right-hand side of variants that differ in values of parameters only, by one code that takes these."""
    if (code if code != "auto" else wanted_code()) == "shared":
        return None
    try:
        way = own_way(first, form, solver, states)
        entry = varied_evaluation(first, way, tables_of(first), VariedEntry)
    except UnsupportedError:
        if code == "own":
            raise
        return None
    return way, Rate(entry, [entry.tree], False, given=np.array(list(first.parameters.values())))


def are_family(mechanisms: Sequence[Mechanism]) -> bool:
    """Whether there are several, which differ in the values of their parameters only and have no loops."""
    first = mechanisms[0]
    numbers = first.parameters
    if len(mechanisms) == 1 or not numbers or first.loops:
        return False
    if any(list(one.parameters) != list(numbers) for one in mechanisms):
        return False
    same = fingerprint(first)
    return all(fingerprint(with_numbers(one, numbers)) == same for one in mechanisms[1:])


def _first_steps(
    mechanism: Mechanism, form: Formulation, state: np.ndarray, grid: np.ndarray, step: float, method: Method
) -> tuple[np.ndarray, np.ndarray]:
    """(q, u) where a method evaluates in its first steps, about; for the choice of a solver.

    Speeds are those after a radian or a metre, or at the end: at rest nothing would tell how fast the matrix changes.
    """
    q, u = state[: mechanism.n_q], state[-mechanism.n :]
    u_dot = forward_dynamics(mechanism, q, u, formulation=form.name, time=grid[0])
    fall = min(math.sqrt(2.0 / max(np.abs(u_dot).max(), 1e-12)), grid[-1] - grid[0])
    u = u + fall * u_dot
    u_dot = forward_dynamics(mechanism, q, u, formulation=form.name, time=grid[0])
    stages = method.a[: method.stages].sum(axis=1) if method.stages else np.zeros(1)
    after = step * (np.arange(max(2, 4 - len(stages)))[:, None] + stages).reshape(-1, 1)
    rates = coordinate_rates(mechanism, np.broadcast_to(q, (len(after), len(q))), u + 0.5 * after * u_dot)
    return mechanism.normalised(q + after * rates), u + after * u_dot


def _parametrised(
    mechanism: Mechanism, way: Way, evaluation: Evaluation, often: float | None, separation: float
) -> Parametrised | None:
    """How the mass matrix of a form is integrated with the motion, if it is."""
    if often is None or not mechanism.n:
        return None
    assert isinstance(way.form, PackedSystem)
    if size := beyond_memory(20 * mechanism.n**2):
        large = f"eigenvectors of '{mechanism.name}' would take {size}; leave out "
        raise UnsupportedError(Message(large, Argument("correct_every"), "."))
    rows = parametrised_memory(compiled(mechanism))
    return Parametrised(way.form.assemble, rows, 0 if math.isinf(often) else int(often), separation)


# --- where it starts ------------------------------------------------------------------------------------------------
