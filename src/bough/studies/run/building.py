"""Variants that are mechanisms of their own, a unit of them at a time.

Those that differ in some numbers only share own code that takes these as inputs. All others with the same structure go
side by side by shared kernels.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np

from bough.errors import BoughError
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import by_shared_kernels
from bough.simulation.results.quantity import Quantity
from bough.simulation.results.states import States
from bough.simulation.run.observed import ObservedDriver
from bough.simulation.run.setup import Setup
from bough.studies.keep.observation import Observation
from bough.studies.keep.quantities import quantity_of
from bough.studies.keep.states import form_for_accelerations
from bough.studies.run.family import Family
from bough.studies.run.recipe import Recipe, row_of
from bough.studies.stores.store import Rows


class Made(NamedTuple):
    """A variant."""

    mechanism: Mechanism
    q: np.ndarray
    u: np.ndarray


class Builder:
    """Makes the mechanisms of variants, and runs them."""

    form = solver = None  # they may differ from variant to variant

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        self._quantities: dict[Any, dict[str, Quantity]] = {}
        self._families: dict[int, Family | None] = {}
        self._making = threading.Lock()

    def rows(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        count, unit = len(next(iter(columns.values()))), self.recipe.unit
        parts = [
            self._unit({name: column[first : first + unit] for name, column in columns.items()}, stop)
            for first in range(0, count, unit)
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _unit(self, columns: Mapping[str, np.ndarray], stop: threading.Event) -> Rows:
        """A unit of variants: what goes side by side depends on nothing else."""
        count = len(next(iter(columns.values())))
        observation, numbers = Observation(self.recipe, count), self.recipe.numbers(columns)
        made: dict[int, Made] = {}
        with self._code():
            for k in range(count):
                targets = row_of(numbers, k)
                try:
                    own = self.recipe.mechanism(targets)
                    made[k] = Made(own, *self.recipe.starts(own, targets))
                except (Exception, SystemExit) as error:  # (a builder is the user's, and may raise anything)
                    observation.refuse(k, error)
        for family, members in self._kin(made):
            q, u = (np.array([getattr(made[k], letter) for k in members]) for letter in "qu")
            given = np.array(list(members.values()))
            family.run(observation, list(members), q, u, given if given.size else None, stop)
            for k in members:
                del made[k]
        kinds: dict[Any, list[int]] = {}
        for k, (own, _, _) in made.items():
            kinds.setdefault((own.q_names, own.u_names), []).append(k)
        with self._code():
            for runs in kinds.values():
                self._run(runs, made, observation, stop)
        return observation.rows

    def _code(self) -> AbstractContextManager[None]:
        return by_shared_kernels() if self.recipe.is_large else nullcontext()

    # --- by own code ------------------------------------------------------------------------------------------------

    def _kin(self, made: Mapping[int, Made]) -> list[tuple[Family, dict[int, np.ndarray]]]:
        """Families, each with its members and their numbers."""
        found: dict[int, dict[int, np.ndarray]] = {}
        for k, (own, _, _) in made.items():
            for place, kin in enumerate(self.recipe.kin):
                given = kin.given(own)
                if given is not None:
                    found.setdefault(place, {})[k] = given
                    break
        families = ((self._family(place), members) for place, members in found.items())
        return [(family, members) for family, members in families if family is not None]

    def _family(self, place: int) -> Family | None:
        """The family of some kin; None if their code cannot take what differs."""
        if place not in self._families:
            with self._making:
                if place not in self._families:
                    kin = self.recipe.kin[place]
                    try:
                        self._families[place] = Family(self.recipe, kin.mechanism, kin.names)
                    except BoughError:
                        self._families[place] = None
        return self._families[place]

    # --- by shared kernels ------------------------------------------------------------------------------------------

    def _run(self, runs: list[int], made: Mapping[int, Made], observation: Observation, stop: threading.Event) -> None:
        """Run variants with the same coordinates; each alone if they cannot be prepared together."""
        mechanisms = [made[k].mechanism for k in runs]
        q, u = (np.array([getattr(made[k], letter) for k in runs]) for letter in "qu")
        try:
            setup = self.recipe.setup(mechanisms, q, u, None)
            watch = _Watch(runs, mechanisms, [self._quantities_of(own) for own in mechanisms], setup, observation)
        except BoughError as error:
            if len(runs) == 1:
                observation.refuse(runs[0], error)
                return
            for k in runs:
                self._run([k], made, observation, stop)
            return
        driver = ObservedDriver(setup, watch, stop)
        driver.run()
        observation.end(runs, setup, driver)

    def _quantities_of(self, mechanism: Mechanism) -> dict[str, Quantity]:
        names = mechanism.q_names, mechanism.u_names, mechanism.body_names, mechanism.driven_names
        key = (
            *names,
            tuple((name, type(force)) for name, force in mechanism.forces.items()),
            tuple(mechanism.loops),
            mechanism.is_timed,
        )
        if key not in self._quantities:
            keeps = self.recipe.keeps
            self._quantities[key] = {name: quantity_of(mechanism, name, keep) for name, keep in keeps.items()}
        return self._quantities[key]


class _Watch:
    """Hands states over."""

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
        self._form, self._times, self._observation = form_for_accelerations(setup), setup.times, observation

    def begin(self, runs: Sequence[int]) -> None:
        self._observation.begin([self._runs[k] for k in runs])

    def take(self, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> None:
        times = self._times[first : first + q.shape[1]]
        for row, k in enumerate(runs):
            states = States(self._mechanisms[k], q[row], u[row], times, self._form)
            self._observation.add([self._runs[k]], first, states, self._quantities[k])
