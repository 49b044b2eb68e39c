"""What a run that goes on has from before, besides its state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bough.simulation.run.modes import Mode

if TYPE_CHECKING:
    from bough.simulation.run.control import Controller, SampledController
    from bough.simulation.run.events import Event


@dataclass(frozen=True)
class Carried:
    """Of every run: the mode, the names of events that have happened at the very time, and its controller, if any.

    ``since``: when the run began.
    """

    since: float
    modes: Sequence[Mode]
    happened: Sequence[frozenset[str]]
    controllers: Sequence[Controller] = ()


@dataclass(frozen=True)
class Asked:
    """What a run was asked for that no file can hold."""

    events: tuple[Event, ...] = ()
    code: str = "auto"
    control: SampledController | None = None
    tau: Any = None
    controllers: Sequence[Controller] = ()  # as they were at the end
