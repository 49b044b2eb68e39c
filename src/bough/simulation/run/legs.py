"""One run as legs: from event to event that acts on it, and from one time at which a controller acts to the next.

The state may jump between two legs, and the mode may change (``modes.py``). All legs of a mode run on one integration.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from bough.api.accelerations import mass_matrix
from bough.api.hamilton import momenta as momenta_of
from bough.api.kinematics import energies
from bough.errors import BoughError, StateError, StepError, UnsupportedError
from bough.integrate.integration import NEVER
from bough.integrate.libraries import AnyIntegration
from bough.integrate.locking import LockedRate
from bough.integrate.plan import AT_GUARD, FAILED, FINISHED, GOING_ON
from bough.integrate.rate import Rate, Slope
from bough.mechanism.checks import shown, shown_error
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.simulation.run.actions import EventContext
from bough.simulation.run.events import Event, Occurrence
from bough.simulation.run.guards import Guards, guards_of
from bough.simulation.run.modes import Mode, lock_forces
from bough.simulation.run.timing import timing_of
from bough.simulation.run.watch import ZERO, Found, Watch
from bough.typing import JointForces, TimeLike

if TYPE_CHECKING:
    from bough.simulation.run.driver import Driver, Slices

SAME = 1e-15  # relative difference of times at which events happen together
# an event that acts so many times in a row at shrinking intervals, the last one below this share of the run, never ends
RECENT, SHRUNK = 12, 1e-9
# and so does one that acts so many times within this share of the run
MANY, DENSE = 200, 1e-6


class Acts(Protocol):
    """A controller of one run."""

    next: float  # when it acts next; infinite: never
    tau: JointForces  # the joint forces that it holds

    def act(self, t: float, q: np.ndarray, u: np.ndarray) -> JointForces:
        """The joint forces from now on."""


class Jump(NamedTuple):
    """The state before and after events that acted, as the run keeps it."""

    time: float
    before: np.ndarray
    after: np.ndarray


@dataclass
class Stage:
    """A mode of the run, ready to be integrated."""

    mode: Mode
    mechanism: Mechanism
    rate: Rate
    record: np.ndarray  # (T, size)
    timing: tuple[np.ndarray, np.ndarray]  # where its signals end steps, and how long they may be
    integration: AnyIntegration
    slices: Slices
    watched: list[Event]
    guards: Guards | None  # of these events, if compiled code can look at them


class Legs:
    """One run of a simulation, leg by leg."""

    def __init__(self, driver: Driver, run: int, controller: Acts | None = None):
        self.driver, self.run, self.controller = driver, run, controller
        self.setup = driver.setup
        self.base = self.setup.mechanism_of(run)
        self.outcome = driver.outcomes[run]
        self.time, self.end = float(self.setup.times[0]), float(self.setup.times[-1])
        self._own = self.setup.tau_of([run])  # joint forces that it holds all the time
        self.tau: JointForces | None = self._own if controller is None else self._with_own(controller.tau)
        carried, events = driver.carried, driver.events
        since = self.time if carried is None else carried.since
        times = [(t, k) for k, event in enumerate(events) for t in event.times(since, self.time, self.end)]
        self._timed = deque(sorted(times))
        self._watched = [event for event in events if event.function is not None]
        self._stages: dict[object, Stage] = {}
        self._inner: dict[int, AnyIntegration] = {}
        self._slopes: dict[int, Slope] = {}
        self._history: dict[int, deque[float]] = {}
        self._first = 1  # sample from which on the present stage records
        self.stage = self._staged(Mode() if carried is None else carried.modes[run])
        self.watch = Watch(self, self.stage.watched)
        happened = frozenset() if carried is None else carried.happened[run]
        self._fired = [k for k, event in enumerate(self._watched) if event.name in happened]
        self.outcome.modes.append((self.time, self.stage.mode))
        self._fresh: np.ndarray | None = self.stage.record[0]  # a state to start the next leg from

    def _with_own(self, tau: JointForces) -> JointForces:
        return tau if self._own is None else tau + self._own

    # --- what runs ----------------------------------------------------------------------------------------------------

    @property
    def integration(self) -> AnyIntegration:
        return self.stage.integration

    @property
    def inner(self) -> AnyIntegration:
        """An integration in the present mode, to find states within a step."""
        key = id(self.stage)
        if key not in self._inner:
            ends = self.setup.times[[0, -1]]
            record = np.zeros((2, self.stage.rate.size))
            self._inner[key] = self.driver.integration(self.stage.rate, ends, record, timing=self.stage.timing)
        return self._inner[key]

    def slope(self, time: float, state: np.ndarray) -> np.ndarray:
        """The slope of a state in the present mode; zero if there is none."""
        key = id(self.stage)
        if key not in self._slopes:
            self._slopes[key] = Slope(self.stage.rate.alone)
        found = self._slopes[key]
        if self.tau is not None:
            found.work.drive[: len(self.tau), 0] = self.tau
        try:
            return found(time, state)
        except ArithmeticError:
            return np.zeros(len(state))

    def parts(self, states: np.ndarray, time: TimeLike) -> tuple[np.ndarray, np.ndarray]:
        """(q, u) of states."""
        return self.setup.parts(self.base, states, time)

    def _staged(self, mode: Mode) -> Stage:
        """What integrates a mode; made once."""
        if mode.key in self._stages:
            return self._stages[mode.key]
        setup, mechanism = self.setup, mode.mechanism(self.base)
        rate, timing = setup.rate_of([self.run]), (setup.breaks, setup.pace)
        if mechanism is not self.base:
            mechanism.cover(self.setup.times[0], self.end)
            rate = setup.rate_by(mechanism)
            timing = timing_of([mechanism], setup.times[0], self.end) if mechanism.signals else (NEVER, NEVER)
        if mode.locked:
            if setup.momenta:
                raise UnsupportedError(
                    f"'{setup.way.form.name}' integrates momenta, so no joint can be locked; take a form in velocities, "
                    "such as 'auto' with the integrator 'dop853'."
                )
            held = mode.held(self.base)
            loads = np.diagonal(mass_matrix(self.base, self._known_q(), time=self.time))[held]
            rate = LockedRate(rate, held, loads)
        whole = self.driver.record[self.run]
        record = whole if rate.size == whole.shape[1] else self._laid_out(whole, rate.size)
        watched = [*self._watched, *(self._release(mode, name) for name, side in mode.locked.items() if side)]
        integration = self.driver.integration(rate, setup.times, record, bool(watched), timing)
        slices = self.driver.slices(integration)
        guards = None if setup.momenta else guards_of(watched, self.base, integration)
        found = Stage(mode, mechanism, rate, record, timing, integration, slices, watched, guards)
        self._stages[mode.key] = found
        return found

    def _release(self, mode: Mode, name: str) -> Event:
        """The event that a joint leaves where it rests, since it would have to be pulled to stay."""
        mechanism, held, side = mode.mechanism(self.base), mode.held(self.base), mode.locked[name]
        place = self.base.u_places[name][0]

        def force(t: float, q: Named, u: Named) -> float:
            tau = np.zeros(self.base.n) if self.tau is None else self.tau
            found = lock_forces(mechanism, held, q.values[None], u.values[None], tau[None], np.array([t]))
            return side * float(found[0, place])

        return Event(force, f"'{name}' leaves", direction=-1, then=lambda moment: moment.unlock(name))

    def _known_q(self) -> np.ndarray:
        """Coordinates of the mechanism, near the present ones."""
        state = self.integration.state if self._stages else self.driver.record[self.run, 0]
        return self.base.normalised(state[: self.base.n_q])

    def _laid_out(self, states: np.ndarray, size: int) -> np.ndarray:
        """States with or without the time among them, as a mode needs it; the time is filled in by whoever uses it."""
        n_q, n = self.base.n_q, self.base.n
        return np.concatenate(
            (states[..., :n_q], np.zeros((*states.shape[:-1], size - n_q - n)), states[..., states.shape[-1] - n :]), -1
        )

    def _keep_samples(self) -> None:
        """Put what the present stage has recorded into the record of the run."""
        reached, whole = self.integration.reached, self.driver.record[self.run]
        if self.stage.record is not whole and reached > self._first:
            part = self._laid_out(self.stage.record[self._first : reached], whole.shape[1])
            if part.shape[1] > self.base.n_q + self.base.n:
                part[:, self.base.n_q] = self.setup.times[self._first : reached]
            whole[self._first : reached] = part
        self._first = reached

    # --- the run ------------------------------------------------------------------------------------------------------

    def go(self) -> int:
        """Run to the end, or until stopped: FINISHED, GOING_ON if interrupted, or FAILED."""
        try:
            status = self._go()
        except BoughError as error:
            status, self.outcome.reason, self.outcome.cause = FAILED, str(error), error.__cause__
        self._keep_samples()
        return status

    def _go(self) -> int:
        fired, begins = self._fired, True
        while True:
            self._act_by_time()
            if self.outcome.stopped is not None or self.time >= self.end:
                return FINISHED
            if self.driver.stop.is_set():
                return GOING_ON
            until = self._timed[0][0] if self._timed else self.end
            if self.controller is not None:
                if self.controller.next <= self.time:
                    state = self._present()
                    # (q as it is integrated: to the last bit what a compiled controller gets)
                    q, u = state[: self.base.n_q].copy(), self.setup.velocities(self.base, state, self.time)
                    self.tau = self._with_own(self.controller.act(self.time, q, u))
                until = min(until, self.controller.next)
            self.integration.restart(self.time, min(until, self.end), self._fresh, self.tau)
            self._fresh = None
            if self.stage.watched:
                self.watch.begin(fired)
            status, found = GOING_ON, (self._at_start() if begins else []) or self._pulled()
            begins = begins and bool(found)
            if not found:
                status, found = self._advance()
            fired = self._act(found) if found else []
            if not found:
                self.time = self.integration.time
            if status == FAILED:
                return FAILED

    def _at_start(self) -> list[Found]:
        """Events that happen as the run starts."""
        if not self.stage.watched:
            return []
        if self.driver.carried is None and not self.outcome.events:
            self.outcome.caveat = self.watch.beyond()
        return self.watch.starting(self._fired)

    def _pulled(self) -> list[Found]:
        """Joints that cannot rest any more, since forces have jumped: a stop does not pull."""
        watch = self.watch
        places = range(len(self._watched), len(self.stage.watched))
        return [Found(self.time, watch.state, k) for k in places if watch.values[k] < -ZERO * watch.largest(k)]

    def statistics(self) -> dict[str, Any]:
        """Those of all modes together."""
        found: dict[str, Any] = {}
        for stage in self._stages.values():
            for name, value in stage.integration.statistics().items():
                found[name] = found[name] + value if name in found else value
        return found

    def _present(self) -> np.ndarray:
        """The present state, as it is integrated."""
        return self.integration.state if self._fresh is None else self._fresh

    def _advance(self) -> tuple[int, list[Found]]:
        """Integrate to the end of the leg, or to events that act or stop; those that only happen are recorded."""
        driver, watch = self.driver, self.watch
        status = GOING_ON
        while status == GOING_ON and not driver.stop.is_set():
            is_armed = watch.arm()
            status = self.stage.slices.advance(alone=bool(watch.events) and not is_armed)
            driver.tell([self.run], self.integration.time)
            if not watch.events or status == FAILED or (is_armed and status != AT_GUARD):
                continue
            status = GOING_ON if status == AT_GUARD else status
            found = watch.look()
            for k, one in enumerate(found):
                event = watch.events[one.place]
                if event.acts or event.stops:
                    return GOING_ON, [x for x in found[k:] if x.time - one.time <= SAME * abs(one.time)]
                q, u = self.parts(one.state, one.time)
                self.outcome.events.append(Occurrence(event.name, one.time, q, u, self.run))
            watch.go_on()
        return status, []

    # --- what acts ----------------------------------------------------------------------------------------------------

    def _act_by_time(self) -> None:
        """Let events happen whose time has come."""
        due = []
        while self._timed and self._timed[0][0] <= self.time:
            due.append(self.driver.events[self._timed.popleft()[1]])
        if due:
            self._happen(due, self.time, self._present())

    def forget_after(self, time: float) -> None:
        """The run is known up to this time only."""
        self.time = time
        self.integration.set_reached(int(np.searchsorted(self.setup.times, time, "right")))

    def _act(self, found: Sequence[Found]) -> list[int]:
        """Let events happen that were found within a step; which of the watched ones did."""
        at, state = found[0].time, found[0].state
        self.forget_after(at)
        self._happen([self.watch.events[one.place] for one in found], at, state)
        return [one.place for one in found]

    def _happen(self, events: Sequence[Event], time: float, state: np.ndarray) -> None:
        """Record events at the same time, and let them act one after the other."""
        self.time = time
        mode = self.stage.mode
        q, u = before = self.parts(state, time)
        for event in events:
            occurrence = Occurrence(event.name, time, q, u, self.run)
            if event.then is not None:
                occurrence, mode, (q, u), stopped = self._acted(event, occurrence, mode)
                self._refuse_for_ever(event, time)
            self.outcome.events.append(occurrence)
            if event.stops or (event.then is not None and stopped):
                self.outcome.stopped = occurrence
        if any(event.acts for event in events):
            self._go_on_from(mode, time, before, (q, u))

    def _acted(
        self, event: Event, occurrence: Occurrence, mode: Mode
    ) -> tuple[Occurrence, Mode, tuple[np.ndarray, np.ndarray], bool]:
        """What an event did, and the mode and the state that it left."""
        assert event.then is not None
        time, q, u = occurrence.time, occurrence.q, occurrence.u
        moment = EventContext(self.base, mode, event.name, time, q, u, self.tau)
        energy = sum(energies(moment.mechanism, q, u, 1, time))
        try:
            _refuse_result(event.then(moment), moment)
            moment.settled()
        except BoughError as error:
            told = str(error)
            raise StateError(told if told.startswith(moment.whose) else f"{moment.whose}: {told}") from error
        except Exception as error:
            raise StateError(f"{moment.whose} failed with {shown_error(error)}; fix the action.") from error
        q, u = moment.q.values, moment.u.values
        given = float(sum(energies(moment.mechanism, q, u, 1, time)) - energy)
        done = replace(occurrence, after=(q, u), did=tuple(moment.did), energy=given)
        return done, moment.mode, (q, u), moment.stopped

    def _go_on_from(
        self, mode: Mode, time: float, before: tuple[np.ndarray, np.ndarray], after: tuple[np.ndarray, np.ndarray]
    ) -> None:
        """Start the next leg from what events left, in the mode that they left."""
        width, jumps = self.driver.record.shape[2], self.outcome.jumps
        states = [self._state(*part, time, width) for part in (before, after)]
        if jumps and jumps[-1].time == time:
            jumps[-1] = Jump(time, jumps[-1].before, states[1])
        else:
            jumps.append(Jump(time, *states))
        if mode.key != self.stage.mode.key:
            self._keep_samples()
            reached = self.integration.reached
            self.stage = self._staged(mode)
            self.watch.look_for(self.stage.watched)
            self.integration.set_reached(reached)
            self.outcome.modes.append((time, mode))
        self._fresh = self._state(*after, time, self.stage.rate.size)

    def _state(self, q: np.ndarray, u: np.ndarray, time: float, size: int) -> np.ndarray:
        """A state as it is integrated."""
        last = momenta_of(self.base, q, u, time=time) if self.setup.momenta else u
        return np.concatenate((q, np.full(size - len(q) - len(u), time), last))

    def _refuse_for_ever(self, event: Event, time: float) -> None:
        """Raise an error if an event acts again and again while time hardly goes on."""
        history = self._history.setdefault(id(event), deque(maxlen=MANY))
        history.append(time)
        whole = self.end - float(self.setup.times[0])
        is_often = len(history) == MANY and time - history[0] < DENSE * whole
        if len(history) < RECENT or not (is_often or time - history[-2] < SHRUNK * whole):
            return
        gaps = np.diff(list(history)[-RECENT:])
        again = f"event '{event.name}' acts for ever"
        if gaps.max() <= 4e-16 * max(abs(time), whole):
            raise StepError(
                f"{again} at t = {time:.9g} s: its action leaves the state where it happens again; lead away from there, "
                "stop, or let a joint rest: bough.Impact(…, rest=…)."
            )
        if (gaps[1:] < gaps[:-1]).all() and gaps[-1] < SHRUNK * whole:
            ratio = gaps[-1] / gaps[-2]
            ends = time + gaps[-1] * ratio / (1.0 - ratio)
            raise StepError(
                f"{again}: at t = {time:.9g} s it follows the last one by {gaps[-1]:.2g} s, each time sooner, and its times "
                f"accumulate at t = {ends:.9g} s; stop before, or if a joint comes to rest there, let it: "
                "bough.Impact(…, rest=…)."
            )
        if is_often:
            raise StepError(
                f"{again}: at t = {time:.9g} s it has acted {MANY} times within {time - history[0]:.2g} s; let its action "
                "lead away from where it happens, for instance by a band between switching on and off."
            )


def _refuse_result(value: Any, moment: EventContext) -> None:
    """Raise an error if an action returns what it may have meant to be the state; truths come from ``and`` and ``or``."""
    parts = value if isinstance(value, tuple | list) else (value,)
    if not all(part is None or isinstance(part, bool | np.bool_) for part in parts):
        raise StateError(
            f"{moment.whose}: its action returned {shown(value)}, with which nothing is done; let it change the moment, as in "
            "moment.u['arm'] = 0.0, and return nothing."
        )
