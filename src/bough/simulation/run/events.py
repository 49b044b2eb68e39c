"""Events: zeros of functions of time and state, located up to rounding, and given times; what happens there is recorded.

An event may end the run, or act on it (``actions.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bough.errors import MechanismError, StateError
from bough.integrate.guards import passes_zero
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.mechanism.state_expressions import StateExpression

if TYPE_CHECKING:
    from bough.simulation.run.actions import EventContext


MOST = 1e7  # times that an event happens by its period


@dataclass(frozen=True)
class Event:
    """A function of (t, q, u) whose zeros are searched in every step; index q and u by name: ``q["elbow"]``. Or a text with t,
    coordinates and velocities: ``"q.elbow - 0.1*u.elbow"``.

    ``direction``: +1 for rising zeros only, -1 for falling ones, 0 for both. ``stops``: whether the run ends there.
    ``then``: a function of the :class:`EventContext` of the event, which may change velocities and coordinates, switch forces
    on and off, lock joints, or stop; the run goes on from there. In place of a function of the state there may be
    times: ``at``, one or several, or ``every`` so many seconds from the start on.
    """

    function: EventFunction | str | None = None
    name: str = ""
    stops: bool = False
    direction: int = 0
    then: Callable[[EventContext], Any] | None = None
    at: float | Sequence[float] | None = None
    every: float | None = None

    def passes(self, before: Any, now: Any) -> Any:
        """Whether zero lies between two values of the function, or pairs of them, in the wanted direction."""
        return passes_zero(before, now, self.direction)

    @property
    def acts(self) -> bool:
        """Whether it may change the run."""
        return self.then is not None

    def times(self, since: float, start: float, end: float) -> list[float]:
        """The given times at which it happens from start to end, of a run that began at ``since``, maybe earlier."""
        if self.every is not None:
            if (count := (end - start) / self.every) > MOST:
                raise StateError(
                    f"event '{self.name}' would happen {count:.3g} times to t = {end:g} s; give a longer every."
                )
            first, last = (math.floor((t - since) / self.every * (1.0 + 1e-12)) for t in (start, end))
            # (the last one may be the end, up to rounding)
            return [min(since + self.every * k, end) for k in range(first + 1, last + 1)]
        if self.at is None:
            return []
        return [t for t in np.atleast_1d(self.at).tolist() if start <= t <= end and (t > start or since == start)]


@dataclass(frozen=True)
class Occurrence:
    """An event that happened; ``after``: (q, u) that its action left, and ``did`` what it did besides."""

    name: str
    time: float
    q: NDArray[np.float64]
    u: NDArray[np.float64]
    run: int = 0
    after: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    did: tuple[str, ...] = ()
    energy: float = 0.0  # joules that the action gave

    def plain(self, mechanism: Mechanism) -> dict[str, Any]:
        """As plain data, with names."""

        def by_name(q: NDArray[np.float64], u: NDArray[np.float64]) -> dict[str, Any]:
            return {
                "q": dict(zip(mechanism.q_names, q.tolist(), strict=True)),
                "u": dict(zip(mechanism.u_names, u.tolist(), strict=True)),
            }

        found = {"name": self.name, "time": self.time, "run": self.run, **by_name(self.q, self.u)}
        if self.after is not None:
            found |= {"after": by_name(*self.after), "did": list(self.did), "energy": self.energy}
        return found


EventFunction: TypeAlias = Callable[[float, Named, Named], float]


def events_of(given: Any) -> tuple[Event, ...]:
    """Events from the user's argument: one or several, each an Event or a function."""
    given = given if isinstance(given, Sequence) and not isinstance(given, str) else (given,)
    found = []
    for k, event in enumerate(given):
        if not isinstance(event, Event):
            if not callable(event) and not isinstance(event, str):
                raise StateError(
                    f"an event must be a function of (t, q, u), a text or a bough.Event, not {shown(event)}."
                )
            event = Event(event)
        if isinstance(event.function, str):
            event = replace(event, function=_expression(event), name=event.name or event.function)
        name = event.name or getattr(event.function or event.then, "__name__", "") or f"event {k + 1}"
        _check(event, name)
        found.append(replace(event, name=name))
    return tuple(found)


def _expression(event: Event) -> StateExpression:
    assert isinstance(event.function, str)
    try:
        return StateExpression(event.function)
    except MechanismError as error:
        raise StateError(f"event '{event.name or event.function}': {error}") from None


def _check(event: Event, name: str) -> None:
    """Raise an error if an event does not say when it happens, or what."""
    when = [word for word in ("function", "at", "every") if getattr(event, word) is not None]
    if len(when) != 1:
        given = f"{' and '.join(when)} both say" if when else "nothing says"
        raise StateError(f"event '{name}': {given} when it happens; give a function of (t, q, u), at=… or every=….")
    for word, needed in (("function", "(t, q, u)"), ("then", "the moment of the event")):
        value = getattr(event, word)
        if value is not None and not callable(value):
            raise StateError(f"event '{name}': {word} must be a function of {needed}, not {shown(value)}.")
    if event.direction not in (-1, 0, 1):
        raise StateError(f"event '{name}': direction must be -1, 0 or 1, not {shown(event.direction)}.")
    times = event.every if event.every is not None else event.at
    if times is not None:
        try:
            numbers = np.atleast_1d(np.array(times))
            # (strings and booleans are not seconds)
            numbers = numbers.astype(float) if numbers.dtype.kind in "iuf" else np.array([math.nan])
        except (TypeError, ValueError):
            numbers = np.array([math.nan])
        if numbers.ndim != 1 or not np.isfinite(numbers).all():
            raise StateError(f"event '{name}': {when[0]} must be seconds, not {shown(times)}.")
        if event.every is not None and not (numbers.size == 1 and numbers[0] > 0.0):
            raise StateError(f"event '{name}': every must be a positive number of seconds, not {shown(times)}.")
