"""Runs a part of a study on one thread: variants in lanes, their quantities reduced as they go.

Variants that differ in starts and parameters only share one mechanism and its code. All others are mechanisms of their
own, a unit of them at a time; those with the same structure go side by side.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bough.arithmetic.width import VARIABLE, lane_width
from bough.errors import BoughError, StateError, UnsupportedError
from bough.integrate.integration import Integration
from bough.mechanism.checks import printable
from bough.mechanism.mechanism import Mechanism
from bough.owncode.parameters import VariedEntry
from bough.simulation.run.driver import BROKEN, COMPLETED
from bough.simulation.run.observed import ObservedDriver
from bough.simulation.run.setup import Setup, starts_of
from bough.simulation.run.simulate import sentence_of
from bough.studies.quantities import Quantity, quantity_of
from bough.studies.recipe import Recipe, places_of, row_of
from bough.studies.reductions import Reduction, reduction_of
from bough.studies.states import Codes, States, VariedStates
from bough.studies.store import Rows

DONE, FAILED = 1, 2  # of "status"; 0 is for variants that are still to be run
LONGEST_REASON = 400


class Stopped(Exception):
    """A part was told to end."""


@dataclass(frozen=True)
class Part:
    """Some variants of a study, to be run anywhere."""

    recipe: Recipe
    columns: Mapping[str, np.ndarray]
    stop: threading.Event = field(default_factory=threading.Event)  # set on Ctrl-C, in this process

    def __reduce__(self) -> tuple[Any, ...]:
        return Part, (self.recipe, self.columns)

    def __call__(self) -> Rows:
        if lane_width() != self.recipe.lanes:
            raise StateError(
                f"this worker computes {lane_width()} states side by side and the study {self.recipe.lanes}, so numbers would "
                f"differ in their last digits; start it with {VARIABLE}={self.recipe.lanes}."
            )
        return runner_of(self.recipe).rows(self.columns, self.stop)


_runners: dict[str, Runner] = {}
_making = threading.Lock()
MOST_RUNNERS = 8  # that a process remembers


def runner_of(recipe: Recipe) -> Runner:
    """What runs the variants of a study in this process, prepared once."""
    found = _runners.get(recipe.key)
    if found is None:
        with _making:
            found = _runners.get(recipe.key) or keep_runner(recipe, runner_for(recipe))
    return found


def keep_runner(recipe: Recipe, runner: Runner) -> Runner:
    """Remember what runs the variants of a study."""
    while len(_runners) >= MOST_RUNNERS:
        _runners.pop(next(iter(_runners)), None)
    _runners[recipe.key] = runner
    return runner


def runner_for(recipe: Recipe) -> Runner:
    if recipe.is_built or recipe.roles.others:
        return Builder(recipe)
    assert isinstance(recipe.model, Mechanism)
    if recipe.roles.parameters and recipe.model.loops:
        return Builder(recipe)
    try:
        return Family(recipe)
    except UnsupportedError:
        if recipe.roles.parameters:
            return Builder(recipe)
        raise


class Observation:
    """What is kept of some runs, and how they ended."""

    def __init__(self, recipe: Recipe, count: int):
        self._times = recipe.times
        self.statuses, self.reasons = np.zeros(count, np.int8), [""] * count
        self.reductions: dict[str, Reduction] = {
            name: reduction_of(keep, count, places_of(keep, recipe.times)) for name, keep in recipe.keeps.items()
        }

    def begin(self, runs: Sequence[int]) -> None:
        for reduction in self.reductions.values():
            reduction.begin(runs)

    def add(self, runs: Sequence[int], first: int, states: States, quantities: Mapping[str, Quantity]) -> None:
        """Reduce what follows from the states of some runs."""
        count = len(states.q) // len(runs)
        times = self._times[first : first + count]
        for name, reduction in self.reductions.items():
            reduction.take(runs, first, times, quantities[name].read(states).reshape(len(runs), count))

    def fail(self, run: int, error: Exception) -> None:
        """A run has failed, for a reason."""
        known = isinstance(error, BoughError)
        reason = str(error) if known else f"{type(error).__name__}: {error}"
        self.statuses[run], self.reasons[run] = FAILED, printable(" ".join(reason.split()))[:LONGEST_REASON]

    def end(self, runs: Sequence[int], setup: Setup, driver: ObservedDriver) -> None:
        """Write down how the runs of a driver ended."""
        for k, (run, outcome) in enumerate(zip(runs, driver.outcomes, strict=True)):
            if outcome.status == COMPLETED:
                self.statuses[run] = DONE
            elif outcome.status == BROKEN:
                try:
                    self.fail(run, StateError(str(sentence_of(setup, k, outcome, None))))
                except BoughError as error:
                    self.fail(run, error)
            else:
                raise Stopped

    @property
    def rows(self) -> Rows:
        rows: Rows = {"status": self.statuses, "reason": np.array(self.reasons, object)}
        for name, reduction in self.reductions.items():
            reduction.values[self.statuses != DONE] = np.nan
            rows[name] = reduction.values
        return rows


class Runner:
    """Runs variants of a study, in this process."""

    form: str | None = None  # of the equations, and its solver, if the same serve all variants
    solver: str | None = None

    def rows(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        raise NotImplementedError


class Family(Runner):
    """Variants that differ in starts and parameters: one mechanism, in lanes of its own code where there is one."""

    def __init__(self, recipe: Recipe):
        assert isinstance(recipe.model, Mechanism)
        self.recipe, model = recipe, recipe.model
        names = recipe.roles.parameters
        self.mechanism = model.with_parameters(names) if names else model
        here = {
            f"{letter}0.{name}": _start(model, letter, name)
            for letter in "qu"
            for name in getattr(recipe.roles, f"{letter}0")
        }
        self._q, self._u = (recipe.start(model, letter, here) for letter in "qu")
        width = max(2, lane_width())
        own = np.tile(list(self.mechanism.parameters.values()), (width, 1)) if names else None
        q, u = np.tile(self._q, (width, 1)), np.tile(self._u, (width, 1))
        self.setup = recipe.setup([self.mechanism], q, u, own)
        self.form, self.solver = self.setup.way.form.name, self.setup.way.solver
        self.quantities = {name: quantity_of(self.mechanism, name, keep) for name, keep in recipe.keeps.items()}
        evaluation = self.setup.rates[0].evaluation
        self._codes = Codes(self.mechanism, evaluation) if names and isinstance(evaluation, VariedEntry) else None
        self._of_thread = threading.local()
        first = self._states(self.setup, list(range(width)), q[:, None], u[:, None])
        for quantity in self.quantities.values():
            quantity.read(first)  # compiles what it needs; raises if parameters cannot be inputs of it

    def _states(self, setup: Setup, runs: Sequence[int], q: np.ndarray, u: np.ndarray, first: int = 0) -> States:
        """The states (R, T, …) of some runs from sample ``first`` on."""
        times = np.tile(setup.times[first : first + q.shape[1]], len(runs))
        q, u = (x.reshape(-1, x.shape[2]) for x in (q, u))
        if self._codes is not None:
            assert setup.given is not None
            return VariedStates(self._codes, q, u, times, setup.given[runs])
        return States(self.mechanism, q, u, times, setup.way.form.name)

    def rows(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        count = len(next(iter(columns.values())))
        observation = Observation(self.recipe, count)
        targets = {name: np.asarray(x, float) for name, x in self.recipe.numbers(columns).items()}
        refused = self._refused(targets, observation)
        q, u = np.tile(self._q, (count, 1)), np.tile(self._u, (count, 1))
        for letter, state, names in (("q", q, self.mechanism.q_names), ("u", u, self.mechanism.u_names)):
            for name in getattr(self.recipe.roles, f"{letter}0"):
                state[:, names.index(name)] = targets[f"{letter}0.{name}"]
        starts, _ = starts_of([self.mechanism], q, u, self.setup.momenta, float(self.recipe.times[0]))
        given = None
        if self.recipe.roles.parameters:
            given = np.column_stack([targets[name] for name in self.mechanism.parameters])
            given[refused] = list(self.mechanism.parameters.values())  # (their lanes run all the same)
        setup = replace(self.setup, starts=starts, given=given)
        memory: dict[int, Integration] = self._of_thread.__dict__.setdefault("integrations", {})
        driver = ObservedDriver(setup, _FamilyWatch(self, setup, observation), stop, memory)
        driver.run()
        observation.end(range(count), setup, driver)
        observation.statuses[refused] = FAILED
        return observation.rows

    def _refused(self, targets: Mapping[str, np.ndarray], observation: Observation) -> list[int]:
        """Variants whose numbers no mechanism may have."""
        if self.recipe.is_checked:
            return []
        found = []
        for k in range(len(observation.statuses)):
            try:
                self.recipe.mechanism(row_of(targets, k))
            except BoughError as error:
                observation.fail(k, error)
                found.append(k)
        return found


def _start(mechanism: Mechanism, letter: str, name: str) -> float:
    """A number of the mechanism's own start."""
    vector = mechanism.coordinates(mechanism.q0) if letter == "q" else mechanism.velocities(mechanism.u0)
    names = mechanism.q_names if letter == "q" else mechanism.u_names
    return float(vector[names.index(name)])


class _FamilyWatch:
    """Hands the states of runs of a family over."""

    def __init__(self, family: Family, setup: Setup, observation: Observation):
        self._family, self._setup, self.observation = family, setup, observation
        self.begin = observation.begin

    def take(self, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> None:
        states = self._family._states(self._setup, runs, q, u, first)
        self.observation.add(runs, first, states, self._family.quantities)


class Builder(Runner):
    """Variants that are mechanisms of their own."""

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        self._known: dict[Any, dict[str, Quantity]] = {}

    def rows(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        count, unit = len(next(iter(columns.values()))), self.recipe.unit
        parts = []
        for first in range(0, count, unit):
            parts.append(self._unit({name: column[first : first + unit] for name, column in columns.items()}, stop))
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _unit(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        """A unit of variants: what goes side by side depends on nothing else."""
        count = len(next(iter(columns.values())))
        observation = Observation(self.recipe, count)
        kinds: dict[Any, list[int]] = {}
        made: dict[int, tuple[Mechanism, np.ndarray, np.ndarray]] = {}
        numbers = self.recipe.numbers(columns)
        for k in range(count):
            targets = row_of(numbers, k)
            try:
                own = self.recipe.mechanism(targets)
                made[k] = own, self.recipe.start(own, "q", targets), self.recipe.start(own, "u", targets)
            except Exception as error:  # (a builder is the user's, and may raise anything)
                observation.fail(k, error)
            else:
                kinds.setdefault((own.q_names, own.u_names), []).append(k)
        for runs in kinds.values():
            self._run(runs, made, observation, stop)
        return observation.rows

    def _run(
        self,
        runs: list[int],
        made: Mapping[int, tuple[Mechanism, np.ndarray, np.ndarray]],
        observation: Observation,
        stop: threading.Event,
    ) -> None:
        """Run variants with the same coordinates; each alone if they cannot be prepared together."""
        mechanisms = [made[k][0] for k in runs]
        q, u = (np.array([made[k][part] for k in runs]) for part in (1, 2))
        try:
            setup = self.recipe.setup(mechanisms, q, u, None)
            watch = _BuilderWatch(runs, mechanisms, [self._quantities(own) for own in mechanisms], setup, observation)
        except BoughError as error:
            if len(runs) == 1:
                observation.fail(runs[0], error)
                return
            for k in runs:
                self._run([k], made, observation, stop)
            return
        driver = ObservedDriver(setup, watch, stop)
        driver.run()
        observation.end(runs, setup, driver)

    def _quantities(self, mechanism: Mechanism) -> dict[str, Quantity]:
        names = mechanism.q_names, mechanism.u_names, mechanism.body_names, mechanism.driven_names
        key = *names, tuple(mechanism.forces), tuple(mechanism.loops), mechanism.is_timed
        if key not in self._known:
            self._known[key] = {name: quantity_of(mechanism, name, keep) for name, keep in self.recipe.keeps.items()}
        return self._known[key]


class _BuilderWatch:
    """Hands the states of mechanisms over."""

    def __init__(
        self,
        runs: Sequence[int],
        mechanisms: Sequence[Mechanism],
        quantities: Sequence[Mapping[str, Quantity]],
        setup: Setup,
        observation: Observation,
    ):
        """``runs``: the places of the setup's runs in the observation."""
        self._runs, self._mechanisms, self._quantities = runs, mechanisms, quantities
        self._form, self._times, self._observation = setup.way.form.name, setup.times, observation

    def begin(self, runs: Sequence[int]) -> None:
        self._observation.begin([self._runs[k] for k in runs])

    def take(self, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> None:
        times = self._times[first : first + q.shape[1]]
        for row, k in enumerate(runs):
            states = States(self._mechanisms[k], q[row], u[row], times, self._form)
            self._observation.add([self._runs[k]], first, states, self._quantities[k])
