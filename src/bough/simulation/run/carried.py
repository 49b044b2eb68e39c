"""What a run that goes on has from before, besides its state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bough.simulation.run.modes import Mode

if TYPE_CHECKING:
    from bough.simulation.run.events import Event


@dataclass(frozen=True)
class Carried:
    """Of every run: the mode, and the names of events that have happened at the very time; ``since``: when it began."""

    since: float
    modes: Sequence[Mode]
    happened: Sequence[frozenset[str]]


@dataclass(frozen=True)
class Asked:
    """What a run was asked for that no file can hold."""

    events: tuple[Event, ...] = ()
    code: str = "auto"
