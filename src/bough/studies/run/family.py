"""Variants that differ in starts and parameters only: one mechanism and its own code, in lanes."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bough.arithmetic.width import lane_width
from bough.errors import BoughError
from bough.integrate.integration import Integration
from bough.mechanism.mechanism import Mechanism
from bough.owncode.parameters import VariedEntry
from bough.simulation.results.states import States
from bough.simulation.run.observed import ObservedDriver
from bough.simulation.run.setup import Setup
from bough.simulation.run.starts import starts_of
from bough.studies.keep.observation import Observation
from bough.studies.keep.quantities import quantity_of
from bough.studies.keep.states import Codes, VariedStates, form_for_accelerations
from bough.studies.run.recipe import Recipe


class Family:
    """A mechanism of which some numbers differ from run to run; shared by threads.

    Raises an UnsupportedError or a MechanismError if these numbers cannot be inputs of its code.
    """

    def __init__(self, recipe: Recipe, mechanism: Mechanism, names: Sequence[str]):
        self.mechanism = mechanism.with_parameters(names) if names else mechanism
        self.q, self.u = recipe.usual(mechanism)
        width = max(2, lane_width())
        own = np.tile(list(self.mechanism.parameters.values()), (width, 1)) if names else None
        q, u = np.tile(self.q, (width, 1)), np.tile(self.u, (width, 1))
        self.setup = recipe.setup([self.mechanism], q, u, own)
        self.quantities = {name: quantity_of(self.mechanism, name, keep) for name, keep in recipe.keeps.items()}
        evaluation = self.setup.rates[0].evaluation
        self._codes = Codes(self.mechanism, evaluation) if names and isinstance(evaluation, VariedEntry) else None
        self._of_thread = threading.local()
        first = self.states(self.setup, range(width), 0, q[:, None], u[:, None])
        for quantity in self.quantities.values():
            quantity.read(first)  # compiles what it needs, or raises

    def states(self, setup: Setup, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> States:
        """The states (R, T, …) of some runs from sample ``first`` on."""
        times = np.tile(setup.times[first : first + q.shape[1]], len(runs))
        q, u = (x.reshape(-1, x.shape[2]) for x in (q, u))
        if self._codes is not None:
            assert setup.given is not None
            return VariedStates(self._codes, q, u, times, setup.given[list(runs)])
        return States(self.mechanism, q, u, times, form_for_accelerations(setup))

    def run(
        self,
        observation: Observation,
        places: Sequence[int],
        q: np.ndarray,
        u: np.ndarray,
        given: np.ndarray | None,
        stop: threading.Event,
    ) -> None:
        """Runs from these starts with these parameters; ``places``: theirs in the observation."""
        setup = replace(self.setup, starts=self._starts(observation, places, q, u), given=given)
        memory: dict[int, Integration] = self._of_thread.__dict__.setdefault("integrations", {})
        driver = ObservedDriver(setup, _Watch(self, setup, observation, places), stop, memory)
        driver.run()
        observation.end(places, setup, driver)

    def _starts(self, observation: Observation, places: Sequence[int], q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """What is integrated, at the start; one that is no state fails, and its lane runs from the usual one."""
        momenta, time = self.setup.momenta, float(self.setup.times[0])
        try:
            return starts_of([self.mechanism], q, u, momenta, time)[0]
        except BoughError:
            rows = []
            for k, place in enumerate(places):
                try:
                    rows.append(starts_of([self.mechanism], q[k : k + 1], u[k : k + 1], momenta, time)[0][0])
                except BoughError as error:
                    observation.refuse(place, error)
                    rows.append(self.setup.starts[0])
            return np.array(rows)


class _Watch:
    """Hands states over."""

    def __init__(self, family: Family, setup: Setup, observation: Observation, places: Sequence[int]):
        self._family, self._setup, self._observation, self._places = family, setup, observation, places

    def begin(self, runs: Sequence[int]) -> None:
        self._observation.begin([self._places[k] for k in runs])

    def take(self, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> None:
        states = self._family.states(self._setup, runs, first, q, u)
        self._observation.add([self._places[k] for k in runs], first, states, self._family.quantities)
