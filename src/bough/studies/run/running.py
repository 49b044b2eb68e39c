"""Runs a part of a study on one thread, in whatever process."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from bough.arithmetic.width import VARIABLE, lane_width
from bough.errors import BoughError, MechanismError, StateError, UnsupportedError
from bough.mechanism.mechanism import Mechanism
from bough.studies.keep.observation import Observation
from bough.studies.run.building import Builder
from bough.studies.run.family import Family
from bough.studies.run.recipe import Recipe, row_of
from bough.studies.stores.store import Rows

MOST_RUNNERS = 8  # that a process remembers


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


class Table:
    """Runs variants of a mechanism that differ in starts and parameters."""

    def __init__(self, recipe: Recipe, model: Mechanism):
        self.recipe = recipe
        self.family = Family(recipe, model, recipe.roles.parameters)
        self.form, self.solver = self.family.setup.way.form.name, self.family.setup.way.solver

    def rows(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        recipe, family = self.recipe, self.family
        count = len(next(iter(columns.values())))
        observation = Observation(recipe, count)
        numbers = {name: np.asarray(values, float) for name, values in recipe.numbers(columns).items()}
        q, u = self._starts(numbers, observation)
        given = None
        if own := family.mechanism.parameters:
            given = np.column_stack([numbers[name] for name in own])
            for k in () if recipe.is_checked else range(count):
                try:
                    recipe.mechanism(row_of(numbers, k))
                except BoughError as error:
                    observation.refuse(k, error)
                    given[k] = list(own.values())  # (its lane runs all the same)
        family.run(observation, range(count), q, u, given, stop)
        return observation.rows

    def _starts(self, numbers: Mapping[str, np.ndarray], observation: Observation) -> tuple[np.ndarray, np.ndarray]:
        recipe, family, count = self.recipe, self.family, len(observation.statuses)
        mechanism = family.mechanism
        q, u = np.tile(family.q, (count, 1)), np.tile(family.u, (count, 1))
        roles = recipe.roles
        if (mechanism.loops and (roles.q0 or roles.u0)) or (recipe.is_at_rest and (roles.q0 or roles.parameters)):
            for k in range(count):
                targets = row_of(numbers, k)
                try:
                    q[k], u[k] = recipe.starts(recipe.mechanism(targets), targets)
                except BoughError as error:
                    observation.refuse(k, error)
            return q, u
        for letter, state, names in (("q", q, mechanism.q_names), ("u", u, mechanism.u_names)):
            for name in getattr(roles, f"{letter}0"):
                state[:, names.index(name)] = numbers[f"{letter}0.{name}"]
        return mechanism.normalised(q), u


Runner: TypeAlias = Table | Builder
_runners: dict[str, Runner] = {}
_making = threading.Lock()


def runner_of(recipe: Recipe) -> Runner:
    """What runs the variants of a study in this process, prepared once."""
    found = _runners.get(recipe.key)
    if found is None:
        with _making:
            found = _runners.get(recipe.key) or keep_runner(recipe, _made(recipe))
    return found


def keep_runner(recipe: Recipe, runner: Runner) -> Runner:
    """Remember what runs the variants of a study."""
    while len(_runners) >= MOST_RUNNERS:
        _runners.pop(next(iter(_runners)), None)
    _runners[recipe.key] = runner
    return runner


def _made(recipe: Recipe) -> Runner:
    model = recipe.model
    if not isinstance(model, Mechanism) or recipe.roles.others or (recipe.roles.parameters and model.loops):
        return Builder(recipe)
    try:
        return Table(recipe, model)
    except (UnsupportedError, MechanismError):
        if not recipe.roles.parameters:
            raise
        return Builder(recipe)
