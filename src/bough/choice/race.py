"""Fair timing: rivals take turns, so other load on the machine affects all alike, and the best turn of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Effort:
    """How long to measure: turns per rival, least seconds per turn, seconds after which three turns are enough."""

    turns: int
    turn: float
    patience: float


# enough for a ranking; enough for a figure
GLANCE, LOOK = Effort(turns=20, turn=0.0004, patience=0.3), Effort(turns=15, turn=0.001, patience=1.0)
_FEW = 3


def race(
    rivals: Mapping[K, Callable[[], object]], effort: Effort, clock: Callable[[], float] = time.process_time
) -> dict[K, float]:
    """Seconds of one call of each rival, best of several turns A B C A B C …, after a call that compiles and allocates.

    It measures the processor time of this process: on a shared machine the wall clock includes the work of others. If
    several threads are at work, give ``time.perf_counter``.
    """
    calls = {}
    for name, rival in rivals.items():
        rival()
        count, spent = 1, _seconds(rival, 1, clock)
        while spent < effort.turn / 2:
            count = min(4 * count, max(count + 1, int(count * effort.turn / max(spent, 1e-9))))
            spent = _seconds(rival, count, clock)
        calls[name] = max(1, round(count * effort.turn / spent))
    best = dict.fromkeys(rivals, float("inf"))
    end = time.perf_counter() + effort.patience
    for turn in range(effort.turns):
        if turn >= _FEW and time.perf_counter() > end:
            break
        for name, rival in rivals.items():
            best[name] = min(best[name], _seconds(rival, calls[name], clock) / calls[name])
    return best


def _seconds(rival: Callable[[], object], calls: int, clock: Callable[[], float]) -> float:
    begun = clock()
    for _ in range(calls):
        rival()
    return clock() - begun
