"""Runs whose states are handed over window by window and then forgotten: memory does not grow with their samples."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from bough.api.loops import closed_states
from bough.arithmetic.width import lane_width
from bough.integrate.integration import Integration
from bough.integrate.libraries import AnyIntegration
from bough.integrate.plan import FAILED, FINISHED
from bough.integrate.rate import Rate
from bough.simulation.run.driver import BROKEN, COMPLETED, Driver, Outcome, tried_by
from bough.simulation.run.setup import Setup

# doubles in a window of states of W runs, and the fewest samples in it
LARGEST, LEAST = 1 << 20, 256
MOST_TOGETHER = 32  # groups of lanes whose states are handed over together


class Observer(Protocol):
    """What becomes of the states."""

    def begin(self, runs: Sequence[int]) -> None:
        """These runs start, or start again."""

    def take(self, runs: Sequence[int], first: int, q: np.ndarray, u: np.ndarray) -> None:
        """States (R, T, …) of these runs from sample ``first`` on."""


class ObservedDriver(Driver):
    """All runs of a simulation, one group of lanes after the other on this thread."""

    def __init__(
        self,
        setup: Setup,
        observer: Observer,
        stop: threading.Event,
        integrations: dict[int, Integration] | None = None,
    ):
        """``integrations``: memory of this thread for the windows of other runs of the same mechanism, to be used again."""
        super().__init__(setup, (), None, math.inf, 1, _tell_nobody)
        self.observer, self.stop = observer, stop
        self._integrations = integrations
        size = max(1, lane_width() * setup.starts.shape[1])
        length, samples = max(LEAST, LARGEST // size), len(setup.times)
        # a window begins with the last sample of the one before
        self._windows = [(k, min(k + length + 1, samples)) for k in range(0, max(1, samples - 1), length)]
        # groups of lanes that are handed over together: they share a mechanism, and all their samples fit in a window
        fits = setup.shares_code and not setup.mechanism.loops and len(self._windows) == 1
        self._together = min(MOST_TOGETHER, max(1, LARGEST // (size * samples))) if fits else 0
        self._shared: np.ndarray | None = None
        self._waiting: list[list[int]] = []

    def _memory(self) -> np.ndarray:
        return np.empty((0, 0, self.setup.starts.shape[1]))

    def run(self) -> None:
        if not self.setup.starts.shape[1]:
            self._stand_still()
            everyone = list(range(len(self.outcomes)))
            nothing = np.empty((len(everyone), len(self.setup.times), 0))
            self.observer.begin(everyone)
            self.observer.take(everyone, 0, nothing, nothing)
            return
        for group in self._groups():
            if self.stop.is_set():
                return
            self._run_group(group)
        if not self.stop.is_set():
            self._hand_over_waiting()

    def _run_group(self, group: list[int]) -> None:
        padded = group + [group[-1]] * (lane_width() - len(group)) if len(group) > 1 else group
        if not self._went_through(group, padded):
            # run each one alone to find which one failed
            for k in group:
                self._went_through([k], [k])

    def _went_through(self, group: list[int], padded: list[int]) -> bool:
        """Integrate runs side by side; False if one of several failed, and nothing is known of the others."""
        setup, alone = self.setup, len(padded) == 1
        rate, states = setup.rate_of(padded), setup.starts[padded]
        if rate.size < states.shape[1]:  # a variant that does not depend on time, among others that do
            states = np.delete(states, setup.mechanism.n_q, axis=1)
        self.observer.begin(group)
        outcomes = [Outcome(time=setup.times[0]) for _ in group]
        for window, (first, last) in enumerate(self._windows):
            integration, record = self._begun(window, rate, setup.times[first:last], states)
            status = self._advance("", integration, group)
            if status == FAILED and not alone:
                return False
            reached = integration.reached
            # the first sample of a window belongs to the one before
            new = slice(1 if window else 0, reached)
            if self._waits(record):
                self._waiting.append(group)
            elif new.start < reached:
                self._hand_over(group, first + new.start, record[: len(group), new])
            for place, outcome in enumerate(outcomes):
                self._add(outcome, integration.statistics(place), first + reached, integration.time)
            if status == FAILED:
                outcomes[0].status, outcomes[0].state = BROKEN, integration.state
                outcomes[0].tried = tried_by(integration)
            if status != FINISHED:
                break
            states = record[:, -1]
        else:
            for outcome in outcomes:
                outcome.status = COMPLETED
        for k, outcome in zip(group, outcomes, strict=True):
            self.outcomes[k] = outcome
        return True

    def _begun(
        self, window: int, rate: Rate, times: np.ndarray, states: np.ndarray
    ) -> tuple[AnyIntegration, np.ndarray]:
        """An integration over a window of samples, and its record (W, T, size)."""
        memory = self._integrations if self.setup.shares_code and len(states) > 1 else None
        known = memory.get(window) if memory is not None else None
        record = self._record(len(states), len(times), states.shape[1])
        record[:, 0] = states
        if known is not None and not len(known.work.report):  # (iterative solvers would remember other runs)
            known.start(record, rate.given)
            return known, record
        found = self.integration(rate, times, record if len(states) > 1 else record[0])
        if memory is not None and isinstance(found, Integration):
            memory[window] = found
        return found, record

    def _record(self, runs: int, times: int, size: int) -> np.ndarray:
        """Memory for a window of runs side by side: that of groups which are handed over together is in one piece."""
        if not self._together or runs == 1:
            return np.empty((runs, times, size))
        if self._shared is None:
            self._shared = np.empty((self._together * runs, times, size))
        if len(self._waiting) == self._together:
            self._hand_over_waiting()
        place = len(self._waiting) * runs
        return self._shared[place : place + runs]

    def _waits(self, record: np.ndarray) -> bool:
        """Whether these runs are handed over later, together with others."""
        return self._shared is not None and record.base is self._shared

    def _hand_over_waiting(self) -> None:
        """Hand over all runs that wait: one call for many of them takes much less time."""
        if self._waiting:
            assert self._shared is not None
            runs = [k for group in self._waiting for k in group]
            self._waiting = []
            self._hand_over(runs, 0, self._shared[: len(runs)])  # (only the last group may leave lanes empty)

    @staticmethod
    def _add(outcome: Outcome, statistics: Mapping[str, Any], reached: int, time: float) -> None:
        for name, value in statistics.items():
            outcome.statistics[name] = outcome.statistics.get(name, type(value)()) + value
        outcome.reached, outcome.time = reached, time

    def _hand_over(self, group: list[int], first: int, record: np.ndarray) -> None:
        setup = self.setup
        times = setup.times[first : first + record.shape[1]]
        if not setup.has_variants and not setup.mechanism.loops:
            shape = record.shape[:2]
            q, u = setup.parts(setup.mechanism, record.reshape(-1, record.shape[2]), np.tile(times, shape[0]))
            self.observer.take(group, first, q.reshape(*shape, -1), u.reshape(*shape, -1))
            return
        for place, k in enumerate(group):
            own = setup.mechanism_of(k)
            q, u = setup.parts(own, record[place], times)
            if own.loops:  # (states between steps are nearly closed)
                q, u = closed_states(own, q, u, times)
            self.observer.take([k], first, q[None], u[None])


def _tell_nobody(share: float) -> None:
    """Progress is told by whoever runs many of these."""
