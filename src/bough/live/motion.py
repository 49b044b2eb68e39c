"""The motion of a live model: window after window, each with joint forces that are held through it.

A window is a short simulation like any other, set up by the same code, so every form, solver and integrator serves. Joint
forces from outside go where right-hand sides read them (``work.drive``). Nothing is compiled when they change.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.methods import form_of, way_of
from bough.choice.own_code import SHARED
from bough.compiled.tree import compiled
from bough.errors import StepError
from bough.integrate.integration import Integration
from bough.integrate.plan import FAILED, GOING_ON
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.driver import BROKEN, Driver, Outcome
from bough.simulation.run.manner import SETTINGS, accuracy_of, given_by, manner_of, method_of
from bough.simulation.run.setup import Setup, set_up
from bough.simulation.run.simulate import sentence_of
from bough.typing import Coordinates, JointForces, Velocities

FIRST_STEPS = 50  # of a window, before the clock is looked at
STEP = 1e-3  # seconds, of methods that take a fixed step, if nobody says
_NONE = dict.fromkeys((*SETTINGS, "times"))


@dataclass(frozen=True)
class Manner:
    """How a motion is computed; ``None``: what the model says, or what ``simulate`` does by itself."""

    formulation: str | None = None
    solver: str | None = None
    integrator: str | None = None
    step: float | None = None

    def asked(self, mechanism: Mechanism, start: float, end: float) -> dict[str, Any]:
        """The arguments of a window."""
        given = {**_NONE, "times": (start, end), **vars(self)}
        asked = manner_of(mechanism, given)
        asked["duration"] = asked["every"] = None
        asked["correct_every"] = asked["separation"] = None
        method = method_of(asked["integrator"])
        if method is not None and not method.is_adaptive:
            asked["step"] = STEP if asked["step"] is None else asked["step"]
        elif self.integrator is not None:
            asked["step"] = None
        return asked

    def check(self, mechanism: Mechanism) -> None:
        """Refuse what ``simulate`` would refuse, before anything is compiled."""
        asked = self.asked(mechanism, 0.0, 1.0)
        integrator, form, solver = (asked[name] for name in ("integrator", "formulation", "solver"))
        method, step = method_of(integrator), asked["step"] if self.step is None else self.step
        accuracy_of(integrator, method, step, asked["rtol"], asked["atol"], asked["max_step"])
        gives = given_by(None if form == "auto" else form_of(form), method, integrator)
        way_of(mechanism, gives, form, solver, code=SHARED).evaluation(compiled(mechanism))


@dataclass(frozen=True)
class State:
    """A moment of a motion."""

    time: float
    q: Coordinates
    u: Velocities


def advance(
    mechanism: Mechanism,
    state: State,
    end: float,
    tau: JointForces,
    manner: Manner,
    *,
    code: str = "auto",
    patience: float = 0.1,
    stops: Callable[[], bool] = lambda: False,
) -> tuple[State, dict[str, Any]]:
    """The state at the time ``end``, and the settings that were used; an earlier state if ``patience`` (seconds) ends first.

    Raises :class:`StepError` with the reason where a step cannot be taken.
    """
    asked = manner.asked(mechanism, state.time, end)
    setup = set_up(mechanism, start=state.time, q0=state.q, u0=state.u, code=code, **asked)
    if not setup.starts.shape[1]:  # (nothing moves by itself)
        return State(end, state.q, state.u), setup.settings
    driver = Driver(setup, (), None, 1e9, 1, lambda share: None)
    integration = driver.integration(setup.rates[0], setup.times, driver.record[0])
    work = integration.work if isinstance(integration, Integration) else integration.slope.work
    work.drive[: len(tau), 0] = tau
    begun, status, budget = clock.perf_counter(), GOING_ON, FIRST_STEPS
    while status == GOING_ON:
        status = integration.advance(budget)
        if clock.perf_counter() - begun > patience or stops():
            break
        budget = min(2 * budget, 10_000)
    if status == FAILED:
        raise StepError(sentence_of(setup, 0, Outcome(BROKEN, 1, integration.time, integration.state), None))
    return _reached(setup, integration.time, integration.state), setup.settings


def _reached(setup: Setup, time: float, state: np.ndarray) -> State:
    q, u = setup.parts(setup.mechanism, state, time)
    if not (np.isfinite(q).all() and np.isfinite(u).all()):
        raise StepError(
            f"'{setup.mechanism.name}' cannot be simulated beyond t = {time:.6g} s: the state grows without bound; take shorter steps."
        )
    return State(time, q, u)
