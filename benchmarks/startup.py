"""Part 7: time of a fresh process to its first result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from report import Part, Quantity, Row

_CHILD = """
import json, time

def now():
    return time.perf_counter(), time.process_time()

start = now()
import bough as bo
imported = now()
arm = bo.chain(7)
bo.forward_dynamics(arm, *bo.models.random_state(arm{count}))
print(json.dumps([start, imported, now()]))
"""
ONE, MANY = "", ", states=64"
Times = list[tuple[float, float]]  # (wall-clock time, processor time), one entry per process


def fresh(count: str, cache: str | None = None) -> tuple[tuple[float, float], tuple[float, float]]:
    """((seconds, processor seconds) of the import, those to the first result, import included) in a new process."""
    environment = dict(os.environ) if cache is None else {**os.environ, "BOUGH_CACHE": cache}
    child = [sys.executable, "-c", _CHILD.format(count=count)]
    output = subprocess.run(child, env=environment, capture_output=True, text=True, check=True).stdout
    start, imported, end = json.loads(output)
    return (imported[0] - start[0], imported[1] - start[1]), (end[0] - start[0], end[1] - start[1])


def cold(count: str) -> tuple[float, float]:
    """Time to the first result with nothing in the cache."""
    with tempfile.TemporaryDirectory() as cache:
        return fresh(count, cache)[1]


def processes(turns: int = 7, cold_turns: int = 2) -> Part:
    """Part 7."""
    part = Part(
        7,
        "Start-up in fresh processes",
        f"Import, and first result of forward_dynamics on a chain of 7, import included: best of {turns}, kernels from the cache; "
        f"cold: best of {cold_turns}, with an empty cache.",
        "measured",
    )

    def add(case: str, times: Times, target: float) -> None:
        clock, processor = (min(kind) for kind in zip(*times, strict=True))
        part.rows.append(Row(case, {"of the processor": Quantity(processor)}, Quantity(clock), target, at_least=False))

    single, many = ([fresh(kind) for _ in range(turns + 1)][1:] for kind in (ONE, MANY))
    add("import bough", [run[0] for run in single + many], 0.3)
    add("first result, warm, one state", [run[1] for run in single], 1.0)
    add("first result, warm, a batch", [run[1] for run in many], 1.0)
    add("first result, cold, one state", [cold(ONE) for _ in range(cold_turns)], 15.0)
    add("first result, cold, a batch", [cold(MANY) for _ in range(cold_turns)], 15.0)
    return part
