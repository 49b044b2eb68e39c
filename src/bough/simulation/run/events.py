"""Events: zeros of functions of time and state, located up to rounding and recorded; an event may end the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism


@dataclass(frozen=True)
class Event:
    """A function of (t, q, u) whose zeros are searched in every step; index q and u by name: ``q["elbow"]``.

    ``direction``: +1 for rising zeros only, -1 for falling ones, 0 for both. ``stops``: whether the run ends there.
    """

    function: EventFunction
    name: str = ""
    stops: bool = False
    direction: int = 0

    def passes(self, before: float, now: float) -> bool:
        """Whether zero lies between two values of the function, in the wanted direction."""
        up, down = before < 0.0 <= now, before > 0.0 >= now
        return (up and self.direction >= 0) or (down and self.direction <= 0)


@dataclass(frozen=True)
class Occurrence:
    """An event that happened."""

    name: str
    time: float
    q: NDArray[np.float64]
    u: NDArray[np.float64]
    run: int = 0

    def plain(self, mechanism: Mechanism) -> dict[str, Any]:
        """As plain data, with names."""
        q, u = (
            dict(zip(mechanism.q_names, self.q.tolist(), strict=True)),
            dict(zip(mechanism.u_names, self.u.tolist(), strict=True)),
        )
        return {"name": self.name, "time": self.time, "run": self.run, "q": q, "u": u}


class Named:
    """A vector of coordinates or velocities, indexed by name or by number."""

    def __init__(self, values: NDArray[np.float64], places: dict[str, int]):
        self.values, self._places = values, places

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self._places:
                raise StateError(f"no '{key}' in the state: {remedy(key, self._places)}")
            return self.values[..., self._places[key]]
        return self.values[key]

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype)


EventFunction: TypeAlias = Callable[[float, Named, Named], float]


def events_of(given: Any) -> tuple[Event, ...]:
    """Events from the user's argument: one or several, each an Event or a function."""
    given = given if isinstance(given, Sequence) else (given,)
    found = []
    for k, event in enumerate(given):
        if not isinstance(event, Event):
            if not callable(event):
                raise StateError(f"an event must be a function of (t, q, u) or a bough.Event, not {shown(event)}.")
            event = Event(event)
        name = event.name or getattr(event.function, "__name__", "") or f"event {k + 1}"
        found.append(Event(event.function, name, event.stops, event.direction))
    return tuple(found)
