"""Runs integrations to their end, many of them in lanes and on threads.

They run in slices, between which progress, Ctrl-C and checkpoints are handled.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bough.arithmetic.width import lane_width
from bough.compiled.entries import beyond_memory, pool
from bough.errors import Argument, FileError, Message, StateError
from bough.integrate.automatic import AUTO, AutomaticIntegration
from bough.integrate.fleet import is_endless
from bough.integrate.integration import Integration
from bough.integrate.libraries import AnyIntegration, LibraryIntegration
from bough.integrate.plan import AT_GUARD, FAILED, FINISHED, GOING_ON
from bough.integrate.rate import Rate, kinds_of
from bough.simulation.run.carried import Carried
from bough.simulation.run.checkpoint import Checkpoint
from bough.simulation.run.control import Controller, SampledController
from bough.simulation.run.events import Event, Occurrence
from bough.simulation.run.legs import Jump, Legs
from bough.simulation.run.modes import Mode
from bough.simulation.run.piloted import law_for, run_piloted
from bough.simulation.run.setup import Setup

FIRST_STEPS = 100  # in the first slice, when the time of a step is not yet known
SLICE = 0.05  # seconds that a compiled loop runs at a time
PACE_STEPS = 20_000  # between checks of an adaptive method's pace
MOST_AT_ONCE = 1 << 40  # steps of a slice
COMPLETED, INTERRUPTED, BROKEN = "completed", "interrupted", "failed"


@dataclass
class Outcome:
    """How a run ended."""

    status: str = INTERRUPTED
    reached: int = 1  # number of computed states
    time: float = 0.0
    state: np.ndarray | None = None  # where it failed
    tried: np.ndarray | None = None  # a later state, within the step that failed, if it is known
    statistics: dict[str, Any] = field(default_factory=dict)
    events: list[Occurrence] = field(default_factory=list)
    stopped: Occurrence | None = None
    reason: str = ""  # why it failed, if it was not a step
    cause: BaseException | None = None  # what a user's function raised, if that was why
    caveat: str = ""  # what is odd about it
    jumps: list[Jump] = field(default_factory=list)  # where events changed its state
    modes: list[tuple[float, Mode]] = field(default_factory=list)  # from these times on


class Slices:
    """Steps of an integration, a slice at a time: as many as take a moment."""

    def __init__(self, driver: Driver, integration: AnyIntegration):
        self._driver, self._integration, self._budget = driver, integration, FIRST_STEPS
        self._end = float(integration.times[-1])
        method = driver.setup.method
        self._is_fixed = method is not None and not method.is_adaptive
        self._mark = integration.time, integration.steps

    def advance(self, alone: bool = False) -> int:
        """Take the steps of a slice, or one alone: FINISHED, GOING_ON, AT_GUARD, or FAILED, also if there would be too many."""
        integration, status = self._integration, GOING_ON
        begun = time.perf_counter()
        try:
            status = integration.advance(1 if alone else self._budget)
        except KeyboardInterrupt:
            self._driver.stop.set()
        if not alone:
            took = time.perf_counter() - begun
            self._budget = max(1, min(int(self._budget * min(10.0, SLICE / max(took, 1e-6))), MOST_AT_ONCE))
        if not self._is_fixed and integration.steps - self._mark[1] >= PACE_STEPS:
            now = integration.time, integration.steps
            left, steps = self._end - now[0], now[1] - self._mark[1]
            if status in (GOING_ON, AT_GUARD) and is_endless(left, now[0] - self._mark[0], steps):
                return FAILED
            self._mark = now
        return status


def integration_of(
    setup: Setup,
    rate: Rate,
    times: np.ndarray,
    record: np.ndarray,
    watched: bool = False,
    timing: tuple[np.ndarray, np.ndarray] | None = None,
) -> AnyIntegration:
    """An integration with the settings of a simulation; ``timing``: breaks and pace of another mechanism's signals."""
    breaks, pace = timing or (setup.breaks, setup.pace)
    how: dict[str, Any] = {
        "rtol": setup.rtol,
        "atol": setup.atol,
        "longest": setup.longest,
        "breaks": breaks,
        "pace": pace,
    }
    if setup.method is None:
        return LibraryIntegration(rate, setup.integrator, times, record, **how)
    if setup.integrator == AUTO:
        return AutomaticIntegration(rate, times, record, watched=watched, **how)
    return Integration(rate, setup.method, times, record, step=setup.step, watched=watched, **how)


def tried_by(integration: AnyIntegration) -> np.ndarray | None:
    """The state at which a library's method evaluated last; others shorten their steps, so that it is hardly a later one."""
    return integration.slope.asked if isinstance(integration, LibraryIntegration) else None


class Driver:
    """All runs of one simulation."""

    def __init__(
        self,
        setup: Setup,
        events: tuple[Event, ...],
        checkpoint: Checkpoint | None,
        checkpoint_every: float,
        threads: int,
        report: Callable[[float], None],
        control: SampledController | None = None,
        carried: Carried | None = None,
    ):
        self.setup, self.events, self.checkpoint, self.carried = setup, events, checkpoint, carried
        self.checkpoint_every, self.threads, self.report = checkpoint_every, threads, report
        runs = len(setup.starts)
        self.record = self._memory()
        self.outcomes = [Outcome(time=setup.times[0]) for _ in range(runs)]
        self.stop = threading.Event()
        self.unsaved: FileError | None = None  # why a checkpoint could not be written
        self.controllers = [] if control is None else [self._controller(control, k) for k in range(runs)]
        self._law, self.controlled_by = law_for(self) if self.controllers else (None, "")
        self._of_thread = threading.local()
        self._done, self._next_report = np.zeros(runs), 0.0
        self.q_places = {name: k for k, name in enumerate(setup.mechanism.q_names)}
        self.u_places = {name: k for k, name in enumerate(setup.mechanism.u_names)}

    def _controller(self, control: SampledController, run: int) -> Controller:
        setup = self.setup
        if self.carried is not None and self.carried.controllers:
            return self.carried.controllers[run].goes_on(setup.times)
        return Controller(control, setup.mechanisms[run if setup.has_variants else 0], setup.times)

    def _memory(self) -> np.ndarray:
        """The record of all runs at all times, with their starts."""
        (runs, size), times = self.setup.starts.shape, len(self.setup.times)
        if memory := beyond_memory(runs * times * size):
            kept = f"the states at {times} times of {runs} runs would take {memory}; keep fewer ("
            raise StateError(Message(kept, Argument("every"), ")."))
        record = np.full((runs, times, size), np.nan)
        record[:, 0] = self.setup.starts
        return record

    def run(self) -> None:
        """Run everything; after Ctrl-C the results so far are kept."""
        if not self.record.shape[2]:
            self._stand_still()
            return
        groups = self._groups()
        threads = max(1, min(self.threads, len(groups)))
        try:
            with self._stopped_by_ctrl_c():
                self._run_groups(groups, threads)
        except KeyboardInterrupt:
            self.stop.set()

    def _stand_still(self) -> None:
        """Complete at once: a mechanism without coordinates has no motion to compute."""
        if self.events:
            raise StateError(f"'{self.setup.mechanism.name}' cannot move, so no event can occur; leave out events.")
        times = self.setup.times
        self.outcomes = [Outcome(COMPLETED, len(times), times[-1]) for _ in self.outcomes]

    def _run_groups(self, groups: list[list[int]], threads: int) -> None:
        if threads == 1:
            for group in groups:
                self._run_group(group)
            return
        waiting = iter(groups)
        lock = threading.Lock()

        def work() -> None:
            while not self.stop.is_set():
                with lock:
                    group = next(waiting, None)
                if group is None:
                    return
                self._run_group(group)

        pending = {pool(threads).submit(work) for _ in range(threads)}
        try:
            while pending:
                done, pending = wait(pending, 0.1)
                for future in done:
                    future.result()
                self.report(float(self._done.mean()))
        except BaseException:
            self.stop.set()
            wait(pending)
            raise

    @contextmanager
    def _stopped_by_ctrl_c(self) -> Iterator[None]:
        """Ctrl-C asks the runs to stop, and so does SIGTERM if the program handles it in the same way.

        The first signal must not raise, since an exception in a form that compiled code calls back would be lost. The
        second one raises as usual.
        """
        usual = signal.default_int_handler
        is_main = threading.current_thread() is threading.main_thread()
        handled = [n for n in (signal.SIGINT, signal.SIGTERM) if is_main and signal.getsignal(n) is usual]

        def handle(handler: Callable[[int, Any], Any]) -> None:
            for number in handled:
                signal.signal(number, handler)

        def stop(number: int, frame: Any) -> None:
            handle(usual)
            self.stop.set()

        handle(stop)
        try:
            yield
        finally:
            handle(usual)

    def _groups(self) -> list[list[int]]:
        """Runs that are integrated together: W of them, or one alone."""
        setup, runs, width = self.setup, len(self.setup.starts), lane_width()
        legs = any(map(self._goes_by_legs, range(runs)))
        together = setup.method is not None and not legs and setup.rates[0].takes_lanes and runs > 1
        if not together:
            return [[k] for k in range(runs)]
        kinds = [list(range(runs))] if setup.shares_code else kinds_of([rate.trees[0] for rate in setup.rates])
        return [kind[k : k + width] for kind in kinds for k in range(0, len(kind), width)]

    def _run_group(self, group: list[int]) -> None:
        if len(group) == 1:
            self._run_one(group[0])
            return
        # fill the register with copies of the last run
        padded = group + [group[-1]] * (lane_width() - len(group))
        whole = len(padded) == len(group) == group[-1] + 1 - group[0]
        record = self.record[group[0] : group[-1] + 1] if whole else self.record[padded]
        integration = self._side_by_side(padded, record)
        status = self._advance(f"runs-{group[0]:06d}", integration, group)
        if status == FAILED:
            # run each one alone to find which one failed
            self.record[group, 1:] = np.nan
            for k in group:
                self._run_one(k)
            return
        if not whole:
            self.record[group] = record[: len(group)]
        self._settle(group, integration, status)

    def _side_by_side(self, runs: list[int], record: np.ndarray) -> Integration:
        """An integration of W runs; a thread reuses its memory for the next runs of the same mechanism."""
        known = getattr(self._of_thread, "integration", None) if self.setup.shares_code else None
        rate = self.setup.rate_of(runs)
        if known is None or len(known.work.report):  # (iterative solvers would remember other runs)
            known = self.integration(rate, self.setup.times, record)
            assert isinstance(known, Integration)
            self._of_thread.integration = known
        else:
            known.start(record, rate.given)
        self._push(known, runs)
        return known

    def _push(self, integration: AnyIntegration, runs: list[int]) -> None:
        """Let the joint forces act that are the runs' own, if there are such."""
        if (tau := self.setup.tau_of(runs)) is not None:
            times = self.setup.times
            integration.restart(times[0], times[-1], integration.record[..., 0, :], tau)

    def integration(
        self,
        rate: Rate,
        times: np.ndarray,
        record: np.ndarray,
        watched: bool = False,
        timing: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> AnyIntegration:
        """An integration with the requested settings; ``timing``: breaks and pace of another mechanism's signals."""
        return integration_of(self.setup, rate, times, record, watched, timing)

    def _run_one(self, k: int) -> None:
        if self._goes_by_legs(k):
            self._run_legs(k)
            return
        rate, record = self.setup.rate_of([k]), self.record[k]
        if rate.size < record.shape[1]:
            # a variant that does not depend on time, among others that do
            clock = self.setup.mechanism.n_q
            record = np.delete(record, clock, axis=1)
        integration = self.integration(rate, self.setup.times, record)
        self._push(integration, [k])
        status = self._advance(f"run-{k:06d}", integration, [k])
        if record.shape != self.record[k].shape:
            self.record[k] = np.insert(record, clock, self.setup.times, axis=1)
        self._settle([k], integration, status)

    def _goes_by_legs(self, k: int) -> bool:
        """Whether events or a controller may act on a run, or have done so."""
        return bool(self.events or self.controllers or (self.carried is not None and self.carried.modes[k]))

    def _run_legs(self, k: int) -> None:
        """A run that events or a controller may act on."""
        controller = self.controllers[k] if self.controllers else None
        if controller is not None and self._law is not None:
            integration, status = run_piloted(self, k, controller, self._law)
            self._settle([k], integration, status)
            self.record[k, integration.reached :] = np.nan
            return
        legs, outcome = Legs(self, k, controller=controller), self.outcomes[k]
        status = legs.go()
        self._settle([k], legs.integration, status)
        outcome.time, outcome.statistics = legs.time, legs.statistics()
        self.record[k, outcome.reached :] = np.nan

    def _settle(self, runs: list[int], integration: AnyIntegration, status: int) -> None:
        """Record how runs that were integrated together ended."""
        reached, at = integration.reached, integration.time
        for place, k in enumerate(runs):
            outcome = self.outcomes[k]
            outcome.statistics, outcome.reached, outcome.time = integration.statistics(place), reached, at
            if outcome.stopped is not None or status == FINISHED:
                outcome.status = COMPLETED
            elif status == FAILED:
                outcome.status, outcome.state = BROKEN, integration.state
                outcome.tried = tried_by(integration)

    # --- slices -------------------------------------------------------------------------------------------------------

    def slices(self, integration: AnyIntegration) -> Slices:
        """An integration, slice by slice."""
        return Slices(self, integration)

    def tell(self, runs: list[int], reached: float) -> None:
        """Report that runs have reached a time, now and then."""
        start, end = self.setup.times[0], self.setup.times[-1]
        if time.monotonic() < self._next_report and reached < end:
            return
        self._next_report = time.monotonic() + SLICE
        self._done[runs] = (reached - start) / (end - start)
        if threading.current_thread() is threading.main_thread():
            self.report(float(self._done.mean()))

    def _advance(self, name: str, integration: AnyIntegration, runs: list[int]) -> int:
        """Integrate from the last checkpoint to the end, or until stopped."""
        status, saved = GOING_ON, 1
        if self.checkpoint is not None:
            snapshot, found = self.checkpoint.load(name, integration.record)
            if snapshot is not None:
                integration.restore(snapshot)
                status, saved = found, integration.reached
        slices, last_save = Slices(self, integration), time.monotonic()
        while status == GOING_ON and not self.stop.is_set():
            status = slices.advance()
            self.tell(runs, integration.time)
            over = status != GOING_ON or self.stop.is_set() or time.monotonic() - last_save > self.checkpoint_every
            if self.checkpoint is not None and over:
                snapshot = integration.snapshot()
                try:
                    self.checkpoint.save(name, integration.record, saved, integration.furthest, snapshot, status)
                except FileError as error:  # a full disk: all runs end here, and results so far are kept
                    self.unsaved = self.unsaved or error
                    self.stop.set()
                saved, last_save = integration.reached, time.monotonic()
        return status
