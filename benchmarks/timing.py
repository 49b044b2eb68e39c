"""Fair timing: rivals take turns, so that other load on the machine affects all, and the best turn of each counts.

Time is the processor time of this process: on a shared machine wall-clock time includes other programs, the more the
longer a call takes. The two are the same on a quiet machine, as everything here runs on one core.
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

# many short turns: on a shared machine a short one is more likely to be undisturbed
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
    """Seconds of one call of each rival, the best of several turns.

    Processor seconds on one core, or wall-clock seconds where all cores are at work.
    """
    with nullcontext() if all_cores else one_core():
        return take_turns(rivals, effort, time.perf_counter if all_cores else time.process_time)


def race_all(effort: Effort, cases: dict[C, dict[str, Callable[[], object]]]) -> dict[C, dict[str, float]]:
    """Several races in one: the turns of each case spread over the whole time, so that one bad minute spoils none."""
    best = race(effort, {(case, name): rival for case, rivals in cases.items() for name, rival in rivals.items()})
    return {case: {name: best[case, name] for name in rivals} for case, rivals in cases.items()}
