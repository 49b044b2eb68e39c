"""Paper C, figure 1: five methods along the motion of a chain, by evaluations and by steps of integration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import bough as bo
from bough.choice.race import race
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.integrate.integration import Integration
from bough.integrate.methods import methods
from bough.integrate.plan import FAILED, FINISHED
from bough.integrate.rate import Rate
from bough.mechanism.mechanism import Mechanism
from bough.papers.brooms import JOINTS
from bough.papers.exhibit import Task
from bough.solvers.warm import ITERATIONS, KEEP, TOLERANCE, USUAL_TOLERANCE

COMPOSITE, SEPARATE, MULTIPLIERS, INVERSE, DIRECT = METHODS = (
    "1 composite bodies, Cholesky",
    "2 separate bodies",
    "3 multipliers, Cholesky",
    "4 inverse iterative",
    "5 direct iterative",
)
DIRECTLY = {
    COMPOSITE: ("composite-bodies", "uu"),
    SEPARATE: ("separate-bodies", None),
    MULTIPLIERS: ("multipliers", "udu"),
}
ITERATIVE = {INVERSE: "inverse-iterative", DIRECT: "direct-iterative"}

# seconds between the states of a motion: iterative methods start from the last state; the nearer it is, the less work
STEPS = (1e-3, 1e-4)
STATES, LEAD = 40, 0.2  # states of the motion that are measured, after so many seconds
BUDGET, CYCLE = 20, 400  # steps of integration in a call from Python, and before the motion starts again


# --- a motion, and methods along it -----------------------------------------------------------------------------------


def motions(chain: Mechanism) -> dict[float, list[tuple[np.ndarray, np.ndarray]]]:
    """States of a hanging chain some time after a push, by the seconds between them."""
    push = 0.5 * np.random.default_rng(8).normal(size=chain.n)
    lead = bo.simulate(chain, times=np.linspace(0.0, LEAD, 9), u0=push, progress=False)
    q, u = lead.q.values[-1], lead.u.values[-1]
    found = {}
    for step in STEPS:
        run = bo.simulate(chain, times=step * np.arange(STATES), q0=q, u0=u, progress=False)
        found[step] = list(zip(run.q.values.copy(), run.u.values.copy(), strict=True))
    return found


class Traveller:
    """A method that goes along a motion and back in compiled code; iteration starts from the last state."""

    def __init__(
        self, chain: Mechanism, form: str, solver: str | None, states: Sequence[tuple[np.ndarray, np.ndarray]]
    ):
        entry = FORMULATIONS[form].evaluation(compiled(chain), solver)
        assert isinstance(entry, Entry)
        self.entry = entry
        self.memory = entry.memory()
        self.address, self.report = self.memory.address, self.memory.work.report
        if solver in ITERATIVE.values():
            self.report[KEEP], self.report[TOLERANCE] = 1.0, USUAL_TOLERANCE
        self.states = [*states, *reversed(states)]  # so that there is never a jump
        self.none, self.out = np.zeros(chain.n), np.empty(chain.n)

    def __call__(self) -> None:
        run, address, none, out = self.entry.run, self.address, self.none, self.out
        for q, u in self.states:
            run(address, q, u, none, 0, out)

    def passes(self) -> float:
        """The mean number of passes of an iterative method per system, without restarts."""
        self()
        found = []
        for q, u in self.states:
            self.entry.run(self.address, q, u, self.none, 0, self.out)
            found.append(float(self.report[ITERATIONS, 0]))
        return float(np.mean(found))


def travellers(bodies: int, n: int) -> dict[Any, Traveller]:
    """All methods along the motion of a chain on joints of n DoFs, by name; iterative ones by name and step."""
    chain = bo.chain(bodies, JOINTS[n])
    states = motions(chain)
    found: dict[Any, Traveller] = {
        method: Traveller(chain, form, solver, states[STEPS[0]]) for method, (form, solver) in DIRECTLY.items()
    }
    for step in STEPS:
        for method, solver in ITERATIVE.items():
            found[method, step] = Traveller(chain, "composite-bodies", solver, states[step])
    return found


def seconds_of(rivals: Mapping[Any, Traveller], task: Task) -> dict[Any, float]:
    """Seconds of one step, by each rival."""
    return {name: found / (2 * STATES) for name, found in race(rivals, task.effort).items()}


# --- steps of integration ---------------------------------------------------------------------------------------------


class Stepper:
    """A method that integrates a motion by Runge and Kutta's method of order four, steps in compiled code."""

    def __init__(
        self, chain: Mechanism, form: str, solver: str | None, start: tuple[np.ndarray, np.ndarray], step: float
    ):
        evaluation = FORMULATIONS[form].evaluation(compiled(chain), solver)
        rate = Rate(evaluation, [evaluation.tree], momenta=False)
        self.record = np.zeros((2, rate.size))
        self.record[0] = np.concatenate(start)
        times = np.array((0.0, CYCLE * step))
        self.integration = Integration(rate, methods()["rk4"], times, self.record, step=step)
        if len(self.integration.work.report):
            self.integration.work.report[TOLERANCE] = USUAL_TOLERANCE

    def __call__(self, budget: int = BUDGET) -> None:
        status = self.integration.advance(budget)
        assert status != FAILED
        if status == FINISHED:
            self.integration.start(self.record)


def steppers(bodies: int, n: int) -> dict[Any, Stepper]:
    """The methods of ``travellers``, as they integrate."""
    chain = bo.chain(bodies, JOINTS[n])
    start = motions(chain)[STEPS[0]][0]
    found: dict[Any, Stepper] = {
        method: Stepper(chain, form, solver, start, STEPS[0]) for method, (form, solver) in DIRECTLY.items()
    }
    for step in STEPS:
        for method, solver in ITERATIVE.items():
            found[method, step] = Stepper(chain, "composite-bodies", solver, start, step)
    return found


def seconds_of_steps(rivals: Mapping[Any, Stepper], task: Task) -> dict[Any, float]:
    """Seconds of one step of integration by each rival, without what the call from Python takes."""
    calls: dict[Any, Any] = {**rivals, None: lambda: next(iter(rivals.values()))(0)}
    best = race(calls, task.effort)
    return {name: max(best[name] - best[None], 0.01 * best[name]) / BUDGET for name in rivals}
