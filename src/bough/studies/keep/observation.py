"""What is kept of some runs, and how they ended."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from bough.errors import BoughError, StateError
from bough.mechanism.checks import printable
from bough.simulation.results.quantity import Quantity
from bough.simulation.results.states import States
from bough.simulation.run.driver import BROKEN, COMPLETED
from bough.simulation.run.observed import ObservedDriver
from bough.simulation.run.setup import Setup
from bough.simulation.run.simulate import doubt_in, sentence_of, trusted_share
from bough.studies.keep.balance import Balance
from bough.studies.keep.guard import Guard
from bough.studies.keep.reductions import Reduction, reduction_of
from bough.studies.run.recipe import Recipe, places_of
from bough.studies.stores.store import COMPLETED as DONE
from bough.studies.stores.store import FAILED, Rows

LONGEST_REASON = 400


class Stopped(Exception):
    """Runs were told to end."""


class Observation:
    """The reduced quantities of some runs, their statuses, and why they failed or cannot be trusted."""

    def __init__(self, recipe: Recipe, count: int):
        self._times = recipe.times
        self.statuses, self.reasons = np.zeros(count, np.int8), [""] * count
        self._refused: set[int] = set()
        self._balance = Balance(count)
        self._tolerance = recipe.run.get("energy_tolerance")
        self._guard = None if self._tolerance is None or math.isinf(self._tolerance) else Guard()
        self.reductions: dict[str, Reduction] = {
            name: reduction_of(keep, count, places_of(keep, recipe.times)) for name, keep in recipe.keeps.items()
        }

    def begin(self, runs: Sequence[int]) -> None:
        self._balance.begin(runs)
        if self._guard is not None:
            self._guard.begin(runs)
        for reduction in self.reductions.values():
            reduction.begin(runs)

    def add(self, runs: Sequence[int], first: int, states: States, quantities: Mapping[str, Quantity]) -> None:
        """Reduce what follows from the states of some runs."""
        count = len(states.q) // len(runs)
        times = self._times[first : first + count]
        try:
            found = {name: quantities[name].read(states).reshape(len(runs), count) for name in self.reductions}
        except BoughError as error:  # (a singular position, or numbers beyond all bounds)
            if len(runs) == 1:
                self.refuse(runs[0], error)
                return
            for k, run in enumerate(runs):
                self.add([run], first, states.at(np.arange(k * count, (k + 1) * count)), quantities)
            return
        for name, reduction in self.reductions.items():
            reduction.take(runs, first, times, found[name])
        self._balance.take(runs, states, count)
        if self._guard is not None and not states.mechanism.is_conservative:
            self._guard.take(runs, states, count)

    def refuse(self, run: int, error: BaseException) -> None:
        """A run cannot start, for a reason; whatever comes of its lane does not count."""
        self._fail(run, error)
        self._refused.add(run)

    def _fail(self, run: int, error: BaseException) -> None:
        known = isinstance(error, BoughError)
        reason = str(error) if known else f"{type(error).__name__}: {error}"
        self.statuses[run], self.reasons[run] = FAILED, printable(" ".join(reason.split()))[:LONGEST_REASON]

    def end(self, runs: Sequence[int], setup: Setup, driver: ObservedDriver) -> None:
        """Write down how the runs of a driver ended."""
        lost, bound = self._balance.lost, trusted_share(setup) if self._tolerance is None else self._tolerance
        completed = [run for run, outcome in zip(runs, driver.outcomes, strict=True) if outcome.status == COMPLETED]
        shares = {} if self._guard is None else self._guard.lost(completed, setup)
        for k, (run, outcome) in enumerate(zip(runs, driver.outcomes, strict=True)):
            if run in self._refused:
                continue
            if outcome.status == COMPLETED:
                self.statuses[run] = DONE
                share = shares.get(run, float(lost[run]))
                if share > bound:
                    self.reasons[run] = doubt_in(setup, "this run", share, bound, run not in shares)
            elif outcome.status == BROKEN:
                try:
                    self._fail(run, StateError(str(sentence_of(setup, k, outcome, None))))
                except BoughError as error:
                    self._fail(run, error)
            else:
                raise Stopped

    @property
    def rows(self) -> Rows:
        rows: Rows = {"status": self.statuses, "reason": np.array(self.reasons, object)}
        for name, reduction in self.reductions.items():
            reduction.values[self.statuses != DONE] = np.nan
            rows[name] = reduction.values
        return rows
