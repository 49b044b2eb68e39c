"""How to simulate, from what a user gave: times, integrator, steps and tolerances, each checked by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from bough.errors import (
    Argument,
    Message,
    StateError,
    UnsupportedError,
)
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS, Formulation
from bough.integrate.automatic import AUTO, START
from bough.integrate.libraries import SCIPY
from bough.integrate.methods import MOMENTA, VELOCITIES, Method, methods
from bough.mechanism.checks import masked_place, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.solvers.eigen import SOLVER
from bough.typing import Instants

EIGEN = SOLVER.name
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
    "max_step",
    "correct_every",
    "separation",
)
_REPLACED = {
    "times": ("duration", "every"),
    "formulation": ("solver", "correct_every", "separation"),
    "solver": ("correct_every", "separation"),
    "integrator": ("step", "rtol", "atol", "max_step"),
}
TAKES_MOTION = "'{}' takes motion as given; choose a form that computes it, such as 'auto'."


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
    variants = mechanisms_of(mechanism)
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


def whole_number(value: Any, name: str) -> int:
    """A whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise StateError(f"{name} must be a whole number of at least 1, not {shown(value)}.")
    return int(value)


def mechanisms_of(mechanism: Any) -> list[Mechanism]:
    if isinstance(mechanism, Mechanism):
        return [mechanism]
    variants = list(mechanism) if isinstance(mechanism, Sequence) else []
    if not variants or not all(isinstance(one, Mechanism) for one in variants):
        raise StateError(f"a run takes a Mechanism, or a list of variants of one, not {shown(mechanism)}.")
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


def accuracy_of(
    integrator: str, method: Method | None, step: Any, rtol: Any, atol: Any, longest: Any
) -> tuple[float, float, float, float]:
    rtol, atol = tolerances(rtol, atol)
    longest = math.inf if longest is None else seconds(longest, "max_step")
    step = step_of(integrator, method, step)
    return (step, rtol, atol, longest) if math.isinf(step) else (min(step, longest), rtol, atol, math.inf)


def tolerances(rtol: Any, atol: Any) -> tuple[float, float]:
    """Relative and absolute tolerances of adaptive methods."""
    rtol, atol = finite(rtol, "rtol"), finite(atol, "atol")
    if not (0 < rtol < 1 and atol > 0):
        raise StateError(f"rtol must lie between 0 and 1, and atol above 0, not {rtol:g} and {atol:g}.")
    return rtol, atol


def energy_tolerance_of(value: Any) -> float | None:
    """The largest error of the energy balance; None: the usual one, of motions that conserve energy."""
    if value is None or (isinstance(value, int | float | np.number) and value > 0.0):
        return None if value is None else float(value)
    parts = f" must be a positive share of the energy exchanged, such as 1e-6, not {shown(value)}."
    raise StateError(Message(Argument("energy_tolerance"), parts))


def step_of(integrator: str, method: Method | None, step: Any) -> float:
    """The fixed step of a method that takes one; infinite for one that chooses its own."""
    if method is None or method.is_adaptive:
        if step is not None:
            parts = f"'{integrator}' chooses its steps by rtol and atol; leave out ", Argument("step"), ", or give "
            raise StateError(Message(*parts, Argument("max_step"), ", or take 'rk4'."))
        return math.inf
    if step is None:
        parts = (
            f"'{integrator}' takes steps of a fixed length: give ",
            Argument("step"),
            " (seconds), 1e-3 for instance.",
        )
        raise StateError(Message(*parts))
    return seconds(step, "step")
