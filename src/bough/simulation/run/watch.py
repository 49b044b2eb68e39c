"""Searches every step of a run for events, using states within the step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.errors import BoughError, StateError
from bough.integrate.guards import MOST_TRIALS, SHARES, SMALL, next_trial, turns_back
from bough.integrate.plan import FINISHED, GOING_ON
from bough.mechanism.checks import shown, shown_error
from bough.mechanism.named import Named
from bough.simulation.run.actions import Impact
from bough.simulation.run.events import Event

if TYPE_CHECKING:
    from bough.simulation.run.legs import Legs

MOST_DIPS = 40  # trials to decide whether a function that turns back reaches zero
POLISHED = 5  # corrections of a zero within a step by integrating up to it
# a function that an event has just been located by is at zero up to this share of its values in the step
ZERO = 1e-9
ROUNDING = 1e-14
# by how much a state may be off, at most, so that the sign of a function is not known
BLUR = 1e-11
NEAR = 1e-3  # share of the time in which a motion changes, of differences along it
TINY = 5e-324  # stands for a sign alone


class Broken(StateError):
    """A function gave no number at a point; ``before``: its values at the points before."""

    def __init__(self, sentence: str, before: np.ndarray):
        super().__init__(sentence)
        self.before = before


class Found(NamedTuple):
    """A zero within a step: when, the state, and which event."""

    time: float
    state: np.ndarray
    place: int


def _value_of(event: Event, t: float, q: Named, u: Named) -> float:
    """What the function of an event returns."""
    assert callable(event.function)
    try:
        value = event.function(t, q, u)
    except Exception as error:
        told = (
            f": {error}" if isinstance(error, BoughError) else f" failed with {shown_error(error)}; fix the function."
        )
        raise StateError(f"{_whose(event, t)}{told}") from error
    if type(value) is not float:
        value = _number(value, event, t)
    if value != value:
        raise StateError(f"{_whose(event, t)} is not a number; fix the function.")
    return value


def _number(value: Any, event: Event, t: float) -> float:
    if isinstance(value, bool | np.bool_):
        raise StateError(
            f"{_whose(event, t)} is {value}, and a condition passes no zero; return a number that does, as q['arm'] - 0.5 for "
            "q['arm'] < 0.5."
        )
    try:
        return float(value)
    except (TypeError, ValueError):
        raise StateError(
            f"{_whose(event, t)} must be a number, not {shown(value)}; let its function return one."
        ) from None


def _whose(event: Event, t: float) -> str:
    return f"event '{event.name}' at t = {t:.9g} s"


class Watch:
    """The events of one run that are zeros of functions."""

    def __init__(self, legs: Legs, events: Sequence[Event]):
        self.legs, self.state = legs, np.empty(0)
        # values at the start and at the end of the last step; the largest within it; and below which they are rounding
        self.values: list[float] = []
        self._ends: list[float] = []
        self._largest: list[float] = []
        self._floors: list[float] = []
        self._is_armed = self._agrees = False  # whether compiled code looks at steps, and whether it may
        self._broken: Broken | None = None  # what failed in the last step, in which values are known up to then
        self._known = 0.0
        self.look_for(events)

    def look_for(self, events: Sequence[Event]) -> None:
        """Look for these events from now on, the first of which may be the same as before."""
        self.events = events
        for numbers in (self.values, self._ends, self._largest, self._floors):
            numbers[:] = [*numbers, *[0.0] * len(events)][: len(events)]

    def begin(self, fired: Sequence[int] = ()) -> None:
        """Start from the present state; events that have just happened, by their places, may happen again only later."""
        self.integration = self.legs.integration
        is_same = np.array_equal(self.state, self.integration.state)
        self.time, self.state = self.integration.time, self.integration.state
        before = self.values
        fired = [k for k in fired if k < len(self.events)]
        self._agrees = False
        self.values = [self._exact(event, self.time, self.state) for event in self.events]
        guards = self.legs.stage.guards
        self._agrees = guards is not None and guards.agree(self.time, self.state, self.values)
        small = self._small
        for k, floor in enumerate(self._floors):
            if k in fired or abs(self.values[k]) > floor:
                self._floors[k] = 0.0
            else:
                self.values[k] = 0.0
            value = abs(self.values[k])
            if k not in fired and 0.0 < value <= small and value <= self._noise(self.events[k]):
                self.values[k] = before[k] if is_same else 0.0  # (what a jump leads to zero has no sign there)
        for k in fired:
            value, slope, largest = abs(self.values[k]), self._slope(self.events[k]), self._largest[k]
            if not largest:  # the step was of an earlier run
                largest = abs(slope) * (self.legs.end - self.time)
            if value <= max(ZERO * largest, self._rounding):
                # where it moves to; if it rests there, where it came from: what pushes it through makes it happen again
                self.values[k] = math.copysign(TINY, slope or before[k])
                floor = 8.0 * (value + 4e-16 * abs(self.time * slope)) + ROUNDING * self._largest[k]
                self._floors[k] = max(floor, TINY)

    def arm(self) -> bool:
        """Let compiled code look at the steps to come, if it can and no function is at zero; whether it does."""
        guards = self.legs.stage.guards
        if guards is None:
            return False
        if self.time == self.integration.time:  # (else compiled code is on its way)
            self._is_armed = self._agrees and not any(self._floors)
            guards.integration.arm(self.values if self._is_armed else None)
        return self._is_armed

    def starting(self, fired: Sequence[int]) -> list[Found]:
        """Events that act and are at zero at the start of a run, on their way through: they happen at once."""
        found = []
        for k, event in enumerate(self.events):
            if not (event.acts and event.direction) or k in fired or abs(self.values[k]) > self._rounding:
                continue
            if self._tendency(event) * event.direction > 0.0:
                self.values[k] = -TINY * event.direction  # (it has come from there)
                found.append(Found(self.time, self.state, k))
        return found

    def largest(self, place: int) -> float:
        """The largest value of a function in the last step."""
        return self._largest[place]

    def beyond(self) -> str:
        """What is odd about impacts at the start; empty if nothing is."""
        for event, value in zip(self.events, self.values, strict=True):
            if isinstance(event.then, Impact) and value * event.direction > self._rounding:
                return (
                    f"event '{event.name}' starts beyond its zero, at {value:.6g}, so it cannot happen until the motion has "
                    "come back from there; start on the other side, or give the other direction."
                )
        return ""

    @property
    def _rounding(self) -> float:
        """What a function of the present state may be off zero by rounding."""
        return ROUNDING * (1.0 + float(np.abs(self.state).max()))

    @property
    def _small(self) -> float:
        """Values of functions that may be errors of the present state."""
        return SMALL * (1.0 + float(np.abs(self.state).max()))

    def _tendency(self, event: Event) -> float:
        """The change of a function in the next moment, also of one that is at rest and is pulled; 0 if it is rounding."""
        first = self.legs.slope(self.time, self.state)
        near = self._moment(first)
        middle = self.legs.slope(self.time + 0.5 * near, self.state + 0.5 * near * first)
        change = self._exact(event, self.time + near, self.state + near * middle)
        return change if abs(change) > self._rounding else 0.0

    def _moment(self, slope: np.ndarray) -> float:
        """A short time for differences along the motion."""
        return NEAR / (1.0 + float(np.abs(self.state).max()) + math.sqrt(float(np.abs(slope).max())))

    def look(self) -> list[Found]:
        """The events of the last step, in their order; then either :meth:`go_on`, or :meth:`begin` from one of them."""
        end, state = self.integration.time, self.integration.state
        if end <= self.time:  # the step was rejected
            return []
        if self.integration.before[0] > self.time:  # compiled code has looked at the steps until then
            self.time, self.state = self.integration.before
            self.values = [self._exact(event, self.time, self.state) for event in self.events]
        times, states = self._sampled(end, state)
        found, broken, small = [], None, self._small
        for k, event in enumerate(self.events):
            try:
                values = self._values(event, times, states)
            except Broken as error:
                values = error.before
                if broken is None or len(values) < len(broken.before):
                    broken = error
            if not len(values):
                continue
            if self._floors[k]:
                values[np.abs(values) <= self._floors[k]] = self.values[k]
            ahead = np.append(self.time, times[: len(values)])
            crossings = list(self._crossings(event, ahead, np.append(self.values[k], values)))
            if not self._floors[k] and (crossings or abs(values[-1]) <= small):
                doubtful = slice(0 if crossings else -1, None)
                self._clean(event, ahead[1:][doubtful], values[doubtful], self.values[k])
            if crossings:  # (but for those of errors)
                crossings = list(self._crossings(event, ahead, np.append(self.values[k], values)))
            self._ends[k], self._largest[k] = float(values[-1]), float(np.abs(values).max())
            found += [Found(*self._locate(event, *crossing), k) for crossing in crossings]
        found.sort(key=lambda x: x.time)
        self._broken = broken
        if broken is None:
            return found
        # an event before may lead the motion elsewhere
        known = len(broken.before)
        self._known = float(times[known - 1]) if known else self.time
        return [one for one in found if one.time < times[known]]

    def _clean(self, event: Event, times: np.ndarray, values: np.ndarray, before: float) -> None:
        """Let values that are mere errors of the state keep the sign of the value before them.

        States within a step are less exact than those at its ends, so there the function is evaluated anew.
        """
        small = np.flatnonzero(np.abs(values) <= self._small).tolist()
        noise = self._noise(event) if small else 0.0
        if not noise:
            return
        for k in small:
            value = self._exact(event, float(times[k]), self._state_at(float(times[k])))
            last = float(values[k - 1]) if k else before
            values[k] = value if abs(value) > noise else math.copysign(TINY, last) if last else 0.0

    def _noise(self, event: Event) -> float:
        """How much a function changes if numbers of the state change by their errors: tolerance and rounding."""
        here = self._exact(event, self.time, self.state)
        size = min(self.legs.setup.atol, BLUR) + ROUNDING * float(np.abs(self.state).max())
        changed = self.state + size * np.eye(len(self.state))
        return float(sum(abs(self._exact(event, self.time, state) - here) for state in changed))

    def go_on(self) -> None:
        """The next step starts where the last one ended; an error if a function failed in it."""
        if self._broken is not None:
            self.legs.forget_after(self._known)
            raise self._broken
        if self.integration.time <= self.time:  # the step was rejected
            return
        self.time, self.state = self.integration.time, self.integration.state
        for k, value in enumerate(self._ends):
            # (what has come to rest at zero leaves it without an event)
            is_away = abs(value) > self._floors[k]
            self.values[k], self._floors[k] = (value, 0.0) if is_away else (0.0, self._floors[k])

    def _sampled(self, end: float, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Times within the last step, including those of samples, and the states there; the step's end is last."""
        kept = self.legs.driver.setup.times
        kept = kept[np.searchsorted(kept, self.time, "right") : np.searchsorted(kept, end, "left")]
        times = self.time + (end - self.time) * np.array(SHARES)
        times = np.union1d(times, kept) if len(kept) else times
        times = times[(times > self.time) & (times < end)]
        return np.append(times, end), np.concatenate((self.integration.between(times), state[None]))

    def _crossings(
        self, event: Event, times: np.ndarray, values: np.ndarray
    ) -> Iterator[tuple[float, float, float, float]]:
        """(before, after, value before, value after) wherever the function passes zero.

        Two zeros between neighbouring points are found where the function turns back.
        """
        signs = np.where(values > 0.0, 1.0, -1.0)[1:-1]
        turns = turns_back(signs * values[:-2], signs * values[1:-1], signs * values[2:])
        turned = [
            point
            for k in np.flatnonzero(turns).tolist()
            for point in self._dip(event, float(signs[k]), *times[k : k + 3].tolist())
        ]
        if turned:
            times, values = np.array(sorted([*zip(times.tolist(), values.tolist(), strict=True), *turned])).T
        for k in np.flatnonzero(event.passes(values[:-1], values[1:])).tolist():
            yield *times[k : k + 2].tolist(), *values[k : k + 2].tolist()

    def _dip(self, event: Event, sign: float, a: float, b: float, c: float) -> list[tuple[float, float]]:
        """A point beyond zero between a and c, if there is one: by golden sections around b, closest to zero."""
        golden = 0.381966011250105
        low, high, middle = a, c, b
        best = sign * self._value(event, b)
        for _ in range(MOST_DIPS):
            longer = high if high - middle > middle - low else low
            trial = middle + golden * (longer - middle)
            value = sign * self._value(event, trial)
            if value <= 0.0:
                return [(trial, sign * value)]
            if value < best:
                low, high = (middle, high) if trial > middle else (low, middle)
                middle, best = trial, value
            elif trial > middle:
                high = trial
            else:
                low = trial
        return []

    def _locate(self, event: Event, low: float, high: float, before: float, after: float) -> tuple[float, np.ndarray]:
        """The zero of the function and its state: by bisection and secants, then by integrating up to it."""
        f_low, f_high = before, after
        guards = self.legs.stage.guards
        if guards is not None and self._agrees:
            return self._polished(event, guards.locate(event, (low, high), (before, after)))
        for trial in range(MOST_TRIALS):
            if f_high == 0.0 or high - low <= 4e-16 * max(abs(high), abs(low)):
                break
            middle = next_trial(trial, low, high, f_low, f_high)
            value = self._value(event, middle)
            if event.passes(before, value):
                high, f_high = middle, value
            else:
                low, f_low = middle, value
        return self._polished(event, high)

    def _polished(self, event: Event, at: float) -> tuple[float, np.ndarray]:
        """A zero within a step, corrected with states as accurate as those at the ends."""
        start, end = self.time, self.integration.time
        near = 1e-3 * (end - start)
        low, high = max(at - near, start), min(at + near, end)
        ends = np.array([low, high])
        first, last = self._values(event, ends, self.integration.between(ends)).tolist()
        slope = (last - first) / (high - low)
        best, state = at, self._state_at(at)
        error = self._exact(event, at, state)
        for _ in range(POLISHED):
            shift = -error / slope if slope else 0.0
            if not 4e-16 * abs(best) < abs(shift) <= near:
                break
            trial = min(max(best + shift, start), end)
            there = self._state_at(trial)
            value = self._exact(event, trial, there)
            if abs(value) >= abs(error):
                break
            best, state, error = trial, there, value
        return best, state

    def _state_at(self, time: float) -> np.ndarray:
        """The state at a time within the step, integrated from its start."""
        if time <= self.time:
            return self.state
        if time >= self.integration.time:
            return self.integration.state
        inner = self.legs.inner
        inner.forget_steps()
        inner.restart(self.time, time, self.state, self.legs.tau)
        inner.set_reached(1)
        status = GOING_ON
        while status == GOING_ON and not self.legs.driver.stop.is_set():
            status = inner.advance(1000)
        return inner.state if status == FINISHED else self.integration.between(np.array([time]))[0]

    def _slope(self, event: Event) -> float:
        """The rate of a function along the motion from the present state, by differences."""
        slope = self.legs.slope(self.time, self.state)
        near = self._moment(slope)
        later, before = (
            self._exact(event, self.time + share * near, self.state + share * near * slope) for share in (1.0, -1.0)
        )
        change = later - before
        # (a change that is mere rounding is none)
        return change / (2.0 * near) if abs(change) > ROUNDING * max(abs(later), abs(before)) else 0.0

    # --- values -----------------------------------------------------------------------------------------------------------

    def _value(self, event: Event, time: float) -> float:
        """The function at a time between the ends of the step."""
        return self._exact(event, time, self.integration.between(np.array([time]))[0])

    def _exact(self, event: Event, time: float, state: np.ndarray) -> float:
        """The function at a time and a state."""
        return float(self._values(event, np.array([time]), state[None])[0])

    def _values(self, event: Event, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """The function at times and states; raises Broken where it gives no number."""
        if self._agrees:
            guards = self.legs.stage.guards
            assert guards is not None
            found = guards.values(event, times, states)
            if np.isfinite(found).all():
                return found
        found = np.empty(len(times))
        q_places, u_places = self.legs.driver.q_places, self.legs.driver.u_places
        for k, (t, q, u) in enumerate(zip(times.tolist(), *self.legs.parts(states, times), strict=True)):
            try:
                found[k] = _value_of(event, t, Named(q, q_places), Named(u, u_places))
            except StateError as error:
                raise Broken(str(error), found[:k]) from error
        return found
