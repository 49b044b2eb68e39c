"""The arguments of ``simulate``, checked and converted: times, starting states, method, right-hand side."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.derivatives import step_derivatives
from bough.api.hamilton import momenta as momenta_of
from bough.api.hamilton import velocities
from bough.api.kinematics import coordinate_rates
from bough.api.loop_forces import loop_gaps, machine_size, measured, owners, place_parts, unnamed_parts
from bough.api.loops import NEARLY, closed_states
from bough.api.methods import Way, evaluation_by, form_of, solver_of, way_of
from bough.api.operation import state_array
from bough.api.own_loops import refuse_unreached
from bough.api.parameters import own_way, tables_of, varied_evaluation
from bough.compiled.entries import Evaluation, beyond_memory
from bough.compiled.tree import compiled
from bough.errors import (
    Argument,
    BoughWarning,
    EquilibriumError,
    Message,
    SingularError,
    StateError,
    UnsupportedError,
)
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS, Formulation
from bough.formulations.reductions.parametrised import memory as parametrised_memory
from bough.formulations.systems import PackedSystem
from bough.integrate.automatic import AUTO, START
from bough.integrate.integration import NEVER, Parametrised, Rate
from bough.integrate.libraries import SCIPY
from bough.integrate.methods import IMPLICIT, MOMENTA, VELOCITIES, Method, methods
from bough.mechanism.checks import masked_place, remedy, shown
from bough.mechanism.description import digest
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import OwnEntry, wanted_code
from bough.owncode.parameters import VariedEntry
from bough.simulation.run.given import GivenForces
from bough.simulation.run.timing import timing_of
from bough.solvers.eigen import SOLVER
from bough.statics import equilibrium
from bough.typing import Instants, InstantsLike, StartLike, TimeLike

EIGEN = SOLVER.name
MOST_STEPS = 1e12  # of fixed length: these take weeks
TOLD = 1e-9  # relative changes that closing the loops at the start may make without a warning
POINTS = 501  # default number of samples
USUAL = {"formulation": "auto", "integrator": AUTO, "rtol": 1e-9, "atol": 1e-11}
# possible settings of a mechanism; and those that an argument of ``simulate`` overrides as well
SETTINGS = (
    "duration",
    "every",
    "formulation",
    "solver",
    "integrator",
    "step",
    "rtol",
    "atol",
    "longest_step",
    "correct_every",
    "separation",
)
_REPLACED = {
    "times": ("duration", "every"),
    "formulation": ("solver", "correct_every", "separation"),
    "solver": ("correct_every", "separation"),
    "integrator": ("step", "rtol", "atol", "longest_step"),
}
EQUILIBRIUM = "equilibrium"  # as a start: at rest
TAKES_MOTION = "'{}' takes motion as given; choose a form that computes it, such as 'auto'."


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

    @property
    def shares_code(self) -> bool:
        """Whether one right-hand side serves all runs, which differ in starts and parameters only."""
        return not self.has_variants or self.given is not None

    def mechanism_of(self, run: int) -> Mechanism:
        """The mechanism of a run."""
        if self.given is not None and not self.has_variants:
            return with_numbers(
                self.mechanism, dict(zip(self.mechanism.parameters, self.given[run].tolist(), strict=True))
            )
        return self.mechanisms[run if self.has_variants else 0]

    def parts(self, mechanism: Mechanism, states: np.ndarray, time: TimeLike) -> tuple[np.ndarray, np.ndarray]:
        """(q, u) of one or many integrated states."""
        q = mechanism.normalised(states[..., : mechanism.n_q])
        u = states[..., states.shape[-1] - mechanism.n :].copy()
        return q, velocities(mechanism, q, u, time=time) if self.momenta else u

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
        return Rate(
            evaluation,
            [evaluation.tree],
            self.momenta,
            derivatives=derivatives_for(self.integrator, self.method, mechanism),
        )

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the run by name."""
        native = self.method
        return {
            "form": self.way.form.name,
            **({"solver": self.way.solver} if self.way.solver else {}),
            "integrator": self.integrator,
            **({"rtol": self.rtol, "atol": self.atol} if native is None or native.is_adaptive else {"step": self.step}),
            **({} if math.isinf(self.longest) else {"longest_step": self.longest}),
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
    longest_step: float | None,
    correct_every: float | None = None,
    separation: float | None = None,
    code: str = "auto",
    parameters: np.ndarray | None = None,
    expected: float = 0.0,
) -> Setup:
    """Check everything that can be checked before the first step.

    ``parameters``: values of the mechanism's parameters, (B, P), one row for each run; runs then differ in them.
    ``expected``: right-hand sides, if there will be more than by the times.
    """
    mechanisms = _mechanisms(mechanism)
    method = method_of(integrator)
    if duration is not None:
        seconds(duration, "duration")
    length, rtol, atol, longest = _accuracy(integrator, method, step, rtol, atol, longest_step)
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
    states, is_batch = starts_of(mechanisms, q0, u0, momenta, grid[0])
    is_batch = is_batch or not isinstance(mechanism, Mechanism)
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
        raise StateError(
            "variants run side by side by shared kernels, unless they differ in marked parameters only; leave out code."
        )
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
        often, apart = corrections_of(correct_every, separation, way.solver, method, integrator)
        rates = [
            Rate(
                evaluation,
                [evaluation.tree],
                momenta,
                _parametrised(one, way, evaluation, often, apart),
                derivatives=derivatives_for(integrator, method, one),
            )
            for one, evaluation in zip(mechanisms, found, strict=True)
        ]
    return Setup(
        mechanisms, grid, states, is_batch, way, momenta, integrator, method, rates,
        length, rtol, atol, longest, breaks, pace, often, apart, parameters,
    )  # fmt: skip


def derivatives_for(integrator: str, method: Method | None, mechanism: Mechanism) -> OwnEntry | None:
    """Derivatives of a mechanism for steps that may be implicit; None if they are not, or have to do without."""
    may_be_implicit = integrator == AUTO or (method is not None and method.loop == IMPLICIT)
    return step_derivatives(mechanism) if may_be_implicit else None


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
    same = digest(first)
    return all(digest(with_numbers(one, numbers)) == same for one in mechanisms[1:])


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


def corrections_of(
    correct_every: Any, separation: Any, solver: str | None, method: Method | None, integrator: str
) -> tuple[float | None, float]:
    """(steps between corrections, separation) of a mass matrix that is integrated with the motion; None if it is not."""
    if correct_every is None:
        if separation is not None:
            raise StateError(Message(Argument("separation"), " goes with ", Argument("correct_every"), "; give both."))
        return None, 1.0
    often, apart = correction_steps(correct_every), separation_of(1.0 if separation is None else separation)
    if solver != EIGEN:
        parts = " is for eigenvalues that are integrated with the motion; give ", Argument("solver", EIGEN)
        raise UnsupportedError(
            Message(
                Argument("correct_every"), *parts, " and a form that takes it, such as 'wittenburg', or leave it out."
            )
        )
    if method is None or method.is_adaptive:
        parts = f"'{integrator}' does not judge its steps by the eigenvalues that ", Argument("correct_every")
        fixed = (
            " integrates; take steps of a fixed length, ",
            Argument("integrator", "rk4"),
            " and ",
            Argument("step", 1e-3),
        )
        raise UnsupportedError(Message(*parts, *fixed, " for instance."))
    return often, apart


def correction_steps(value: Any) -> float:
    """A whole number of steps, or infinitely many."""
    is_truth = isinstance(value, bool | np.bool_)
    number = 0.0 if is_truth else math.inf if value == math.inf else finite(value, "correct_every")
    if number < 1 or (math.isfinite(number) and number != int(number)):
        raise StateError(
            f"correct_every must be a whole number of steps, at least 1, or math.inf for never, not {shown(value)}."
        )
    return number if math.isinf(number) else int(number)


def separation_of(value: Any) -> float:
    """A relative distance of eigenvalues."""
    number = finite(value, "separation")
    if number < 0.0:
        raise StateError(f"separation must be a number of at least 0, not {shown(value)}.")
    return number


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


def given_by(form: Formulation | None, method: Method | None, integrator: str) -> str:
    """The result of a form, if an integrator can use it; without a form the integrator's preferred one.

    ``method``: None for one of SciPy's.
    """
    takes = method.takes if method else (VELOCITIES, MOMENTA)
    if form is None:
        return ACCELERATIONS if takes[0] == VELOCITIES else CANONICAL_RATES
    if form.gives == DRIVES_AND_REACTIONS:
        raise UnsupportedError(TAKES_MOTION.format(form.name))
    if (MOMENTA if form.gives == CANONICAL_RATES else VELOCITIES) not in takes:
        raise UnsupportedError(
            f"'{integrator}' integrates {takes[0]}, which '{form.name}' does not give: choose 'auto', another form or another integrator."
        )
    return form.gives


def manner_of(mechanism: Mechanism | Sequence[Mechanism], given: dict[str, Any]) -> dict[str, Any]:
    """How to simulate: the given arguments, else the mechanism's settings, else defaults."""
    variants = _mechanisms(mechanism)
    said = dict(variants[0].settings)
    for one in variants:
        for name in one.settings:
            if name not in SETTINGS:
                raise StateError(
                    f"settings of '{one.name}': no argument '{name}' of simulate: {remedy(name, SETTINGS)}"
                )
        for name in SETTINGS:
            if given[name] is None and one.settings.get(name) != said.get(name):
                raise StateError(
                    f"'{variants[0].name}' and '{one.name}' have different settings for {name}; give {name}=… for all variants."
                )
    for name, replaced in _REPLACED.items():
        if given[name] is not None:
            said = {other: value for other, value in said.items() if other not in replaced}
    return {name: said.get(name, USUAL.get(name)) if value is None else value for name, value in given.items()}


def _mechanisms(mechanism: Any) -> list[Mechanism]:
    if isinstance(mechanism, Mechanism):
        return [mechanism]
    variants = list(mechanism) if isinstance(mechanism, Sequence) else []
    if not variants or not all(isinstance(one, Mechanism) for one in variants):
        raise StateError(f"simulate takes a Mechanism, or a list of variants of one, not {shown(mechanism)}.")
    first = variants[0]
    for k, other in enumerate(variants):
        if other.q_names != first.q_names or other.u_names != first.u_names:
            raise StateError(
                f"variant {k} ('{other.name}') has other coordinates than '{first.name}'; variants must have the same bodies and joints."
            )
    return variants


def times_of(duration: Any, times: Any, every: Any, start: Any, step: Any) -> Instants:
    """The times of the samples; by default no closer than the steps."""
    if duration is None and times is None:
        wanted = " (seconds) or times=… (those at which states are wanted)."
        raise StateError(Message("say how long: give ", Argument("duration"), wanted))
    if duration is not None and times is not None:
        raise StateError("duration=… and times=… both say how long the motion is; give one of them, not both.")
    start = finite(start, "start")
    if times is not None:
        if every is not None:
            raise StateError("every=… goes with duration=…; leave it out with times=….")
        if (place := masked_place(times)) is not None:
            raise StateError(f"times are masked at entry {place[0] if place else 0}; give numbers for all of them.")
        try:
            grid = np.array(times, float)
        except (TypeError, ValueError):
            raise StateError(f"times must be numbers, not {shown(times)}.") from None
        if grid.ndim != 1 or len(grid) < 2 or not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
            raise StateError(f"times must be two or more finite numbers that grow, not {shown(times)}.")
        return grid
    duration = seconds(duration, "duration")
    if every is None:
        most = duration / finite(step, "step") if step else math.inf
        intervals = math.ceil(most * (1 - 1e-12)) if 0 < most < POINTS - 1 else POINTS - 1
        return start + np.linspace(0.0, duration, intervals + 1)
    every = spacing(every, duration)
    count = math.floor(duration / every * (1 + 1e-12))
    grid = start + every * np.arange(count + 1)
    if grid[-1] < start + duration * (1 - 1e-12):
        return np.append(grid, start + duration)
    grid[-1] = start + duration
    return grid


def spacing(every: Any, duration: float) -> float:
    """Seconds between samples."""
    every = seconds(every, "every")
    if duration / every > 1e9:
        raise StateError(Message(Argument("every", every), f" keeps {duration / every:.3g} states; keep fewer."))
    return every


def finite(value: Any, name: str) -> float:
    """A finite number."""
    try:
        number = math.nan if isinstance(value, bool | np.bool_) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise StateError(f"{name} must be a finite number, not {shown(value)}.")
    return number


def method_of(integrator: str) -> Method | None:
    """A native method, or None for one of SciPy's; of ``auto`` the one that it begins with."""
    known = methods()
    if integrator == AUTO:
        return known[START]
    if integrator in known:
        return known[integrator]
    if integrator in SCIPY:
        return None
    raise UnsupportedError(f"no integrator '{integrator}': {remedy(integrator, [AUTO, *known, *SCIPY])}")


def seconds(value: Any, name: str) -> float:
    """A positive time."""
    number = finite(value, name)
    if number <= 0:
        raise StateError(f"{name} must be a positive number of seconds, not {shown(number)}.")
    return number


def _accuracy(
    integrator: str, method: Method | None, step: Any, rtol: Any, atol: Any, longest: Any
) -> tuple[float, float, float, float]:
    rtol, atol = tolerances(rtol, atol)
    longest = math.inf if longest is None else seconds(longest, "longest_step")
    step = step_of(integrator, method, step)
    return (step, rtol, atol, longest) if math.isinf(step) else (min(step, longest), rtol, atol, math.inf)


def tolerances(rtol: Any, atol: Any) -> tuple[float, float]:
    """Relative and absolute tolerances of adaptive methods."""
    rtol, atol = finite(rtol, "rtol"), finite(atol, "atol")
    if not (0 < rtol < 1 and atol > 0):
        raise StateError(f"rtol must lie between 0 and 1, and atol above 0, not {rtol:g} and {atol:g}.")
    return rtol, atol


def step_of(integrator: str, method: Method | None, step: Any) -> float:
    """The fixed step of a method that takes one; infinite for one that chooses its own."""
    if method is None or method.is_adaptive:
        if step is not None:
            parts = f"'{integrator}' chooses its steps by rtol and atol; leave out ", Argument("step"), ", or give "
            raise StateError(Message(*parts, Argument("longest_step"), ", or take 'rk4'."))
        return math.inf
    if step is None:
        parts = (
            f"'{integrator}' takes steps of a fixed length: give ",
            Argument("step"),
            " (seconds), 1e-3 for instance.",
        )
        raise StateError(Message(*parts))
    return seconds(step, "step")


# --- where it starts ------------------------------------------------------------------------------------------------


def starts_of(
    mechanisms: list[Mechanism], q0: StartLike | None, u0: StartLike | None, momenta: bool, time: float
) -> tuple[np.ndarray, bool]:
    """(states (B, size), whether there is more than one run)."""
    first = mechanisms[0]
    q0 = _settled(mechanisms, q0, time)
    q = _of_variants([_by_name(m, "q", q0, lambda values, m=m: m.coordinates({**m.q0, **values})) for m in mechanisms])  # type: ignore[misc]
    u = _of_variants([_by_name(m, "u", u0, lambda values, m=m: m.velocities({**m.u0, **values})) for m in mechanisms])  # type: ignore[misc]
    counts = {name: len(x) for name, x in (("q0", q), ("u0", u)) if x.ndim == 2}
    if len(mechanisms) > 1:
        counts["the list of variants"] = len(mechanisms)
    if len(set(counts.values())) > 1:
        sizes = ", ".join(f"{name} has {size}" for name, size in counts.items())
        raise StateError(f"the numbers of runs differ ({sizes}); give each the same, or one state for all.")
    runs = next(iter(counts.values()), 1)
    if runs == 0:
        raise StateError("there are no runs: give at least one starting state.")
    q, u = np.broadcast_to(q, (runs, first.n_q)).copy(), np.broadcast_to(u, (runs, first.n)).copy()
    coordinate_rates(first, q, u)  # raises if q and u are not states
    q = first.normalised(q)
    if first.loops:
        for own, which in _runs_of(mechanisms, runs):
            _place_parts(own, q[which], u[which], q0, u0, time)
        q, u = _closed_starts(mechanisms, q, u, time)
    if momenta:
        if len(mechanisms) == 1:
            u = momenta_of(first, q, u, time=time)
        else:
            u = np.array([momenta_of(m, q[k], u[k], time=time) for k, m in enumerate(mechanisms)])
    clock = np.full((runs, int(any(m.is_timed for m in mechanisms))), time)
    return np.concatenate((q, clock, u), axis=1), bool(counts)


def _settled(mechanisms: list[Mechanism], q0: StartLike | None, time: float) -> StartLike | None:
    """Where a motion starts that is to start at rest: at a stable equilibrium near each mechanism's own start."""
    if not isinstance(q0, str):
        return q0
    if q0 != EQUILIBRIUM:
        raise StateError(f"q0 must be numbers, values by name, or '{EQUILIBRIUM}', not {shown(q0)}.")
    found = []
    for k, own in enumerate(mechanisms):
        try:
            found.append(equilibrium(own, time=time, stable=True).q)
        except (EquilibriumError, SingularError, StateError) as error:
            if len(mechanisms) > 1:
                error.args = (f"variant {k}: {error}",)
            raise
    return found[0] if len(found) == 1 else np.array(found)


def _closed_starts(
    mechanisms: list[Mechanism], q: np.ndarray, u: np.ndarray, time: float
) -> tuple[np.ndarray, np.ndarray]:
    """Starting states with their loops closed, if they are nearly so; raises or warns with names and numbers."""
    closed = [
        _closed_start(own, q[runs], u[runs], time, f"run {runs.start}: " if len(q) > 1 else "")
        for own, runs in _runs_of(mechanisms, len(q))
    ]
    return np.concatenate([q for q, _ in closed]), np.concatenate([u for _, u in closed])


def _runs_of(mechanisms: list[Mechanism], runs: int) -> list[tuple[Mechanism, slice]]:
    """The runs of each variant."""
    if len(mechanisms) == 1:
        return [(mechanisms[0], slice(0, runs))]
    return [(own, slice(k, k + 1)) for k, own in enumerate(mechanisms)]


def _place_parts(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, q0: StartLike | None, u0: StartLike | None, time: float
) -> None:
    """Measure what was not given by name of the joints of loops that cut bodies: first coordinates, then velocities."""
    for letter, state, given, own in (("q", q, q0, mechanism.q0), ("u", u, u0, mechanism.u0)):
        if isinstance(given, Mapping | None) and (parts := unnamed_parts(mechanism, (*own, *(given or ())))):
            place_parts(mechanism, parts, state, measured(mechanism, q, u, time)[letter == "u"], letter)


def _closed_start(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, time: float, which: str
) -> tuple[np.ndarray, np.ndarray]:
    """The same for states of one mechanism."""
    size, (gaps, rates) = machine_size(mechanism), loop_gaps(mechanism, q, u, time)
    speed = np.maximum(np.abs(u).max(axis=1, initial=0.0), 1e-3)[:, None]
    for found, share, sentence in (
        (gaps, size, "the loop '{}' of '{}' is open by {:.3g} m or rad at the start; give q0=bough.assemble(mechanism, q0)."),
        (rates, size * speed, "the starting velocities open the loop '{}' of '{}' at {:.3g} m/s or rad/s; give u0=bough.consistent_velocities(mechanism, q0, u0)."),
    ):  # fmt: skip
        relative = np.abs(found) / share
        if relative.max() > NEARLY:
            run, worst = np.unravel_index(int(relative.argmax()), relative.shape)
            which = f"run {run}: " if len(q) > 1 else which
            raise StateError(which + sentence.format(owners(mechanism)[worst], mechanism.name, abs(found[run, worst])))
    closed_q, closed_u = closed_states(mechanism, q, u, time)
    refuse_unreached(mechanism, closed_q, time, which)
    moved = float(np.abs(closed_q - q).max())
    if moved > TOLD * size:
        warnings.warn(
            f"{which}'{mechanism.name}' was nearly closed at the start and has been assembled: coordinates moved by up "
            f"to {moved:.2g}.",
            BoughWarning,
            stacklevel=6,
        )
    return closed_q, closed_u


def _of_variants(states: list[np.ndarray]) -> np.ndarray:
    """Starting states of variants: the same for all, one state or many; or one state for each variant."""
    first = states[0]
    if all(np.array_equal(state, first) for state in states) or (first.ndim == 2 and len(first) != len(states)):
        return first
    return np.array(states) if first.ndim == 1 else np.array([state[k] for k, state in enumerate(states)])


def _by_name(
    mechanism: Mechanism, name: str, value: StartLike | None, from_names: Callable[[Mapping[str, Any]], np.ndarray]
) -> np.ndarray:
    """An array from values by name: many states if some value has one axis more than in a single state."""
    if value is None:
        return from_names({})
    if not isinstance(value, Mapping):
        return state_array(mechanism, name, value)
    for key, x in value.items():
        if masked_place(x) is not None:
            raise StateError(f"{name}0: '{key}' is masked; give numbers for all entries, as its filled(…) does.")
    widths = {key: np.ndim(x) for key, x in value.items()}
    names = set(mechanism.q_names if name == "q" else mechanism.u_names)
    batched = {
        key: np.asarray(x) for key, x in value.items() if widths[key] == 2 or (widths[key] == 1 and key in names)
    }
    if not batched:
        return from_names(value)
    sizes = {len(x) for x in batched.values()}
    if len(sizes) > 1:
        listed = ", ".join(f"'{key}' has {len(x)}" for key, x in batched.items())
        raise StateError(f"{name}0: the numbers of runs differ ({listed}); give each the same, or one number for all.")
    return np.array([from_names({**value, **{key: x[k] for key, x in batched.items()}}) for k in range(sizes.pop())])
