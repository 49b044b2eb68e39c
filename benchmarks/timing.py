"""Fair timing: rivals take turns, so that whatever else the machine does meets all of them, and the best turn of each counts.

Time is the processor time of this process: on a shared machine the clock on the wall also counts what others do in between, the more
the longer a call takes. The two are the same on a quiet machine, as everything here runs on one core.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from threadpoolctl import threadpool_limits

from bough.choice.race import Effort
from bough.choice.race import race as take_turns

# many short turns: on a shared machine a short one is more likely to be left alone
FULL, QUICK = Effort(turns=150, turn=0.003, patience=40.0), Effort(turns=20, turn=0.002, patience=2.0)
K = TypeVar("K")
C = TypeVar("C")


@contextmanager
def one_core():
    """Keep this process on one core, and BLAS on one thread."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    try:
        with threadpool_limits(1):
            yield
    finally:
        if cores:
            os.sched_setaffinity(0, cores)


def race(effort: Effort, rivals: dict[K, Callable[[], object]], all_cores: bool = False) -> dict[K, float]:
    """Seconds of one call of each rival, best turn of several: processor seconds on one core, or seconds on the wall's clock where all cores are at work."""
    with nullcontext() if all_cores else one_core():
        return take_turns(rivals, effort, time.perf_counter if all_cores else time.process_time)


def race_all(effort: Effort, cases: dict[C, dict[str, Callable[[], object]]]) -> dict[C, dict[str, float]]:
    """Several races in one: the turns of each case spread over the time of all, so that none falls into one bad minute."""
    best = race(effort, {(case, name): rival for case, rivals in cases.items() for name, rival in rivals.items()})
    return {case: {name: best[case, name] for name in rivals} for case, rivals in cases.items()}
