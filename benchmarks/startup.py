"""Part 7: how long a fresh process takes to its first result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from report import Part, Quantity, Row

_CHILD = """
import json, time
t0 = time.perf_counter()
import bough as bo
t1 = time.perf_counter()
arm = bo.chain(7)
bo.forward_dynamics(arm, *bo.random_state(arm{count}))
print(json.dumps([t1 - t0, time.perf_counter() - t1]))
"""
ONE, MANY = "", ", states=64"


def fresh(count: str, cache: str | None = None) -> list[float]:
    """[seconds of the import, seconds from there to the first result] in a new process."""
    environment = dict(os.environ) if cache is None else {**os.environ, "NUMBA_CACHE_DIR": cache}
    child = [sys.executable, "-c", _CHILD.format(count=count)]
    return json.loads(subprocess.run(child, env=environment, capture_output=True, text=True, check=True).stdout)


def processes(turns: int = 7, cold_turns: int = 2) -> Part:
    """Part 7."""
    part = Part(
        7,
        "Start-up in fresh processes",
        f"Import, and first result of forward_dynamics on a chain of 7 after it: best of {turns}, kernels from the cache; "
        f"cold: best of {cold_turns}, with an empty cache.",
        "measured",
    )
    single, many = ([fresh(kind) for _ in range(turns + 1)][1:] for kind in (ONE, MANY))
    part.rows.append(Row("import bough", {}, Quantity(min(t for t, _ in single + many)), 0.5, False))
    for name, runs in (("one state", single), ("a batch", many)):
        part.rows.append(Row(f"first result, warm, {name}", {}, Quantity(min(t for _, t in runs)), 1.0, False))
    for name, kind in (("one state", ONE), ("a batch", MANY)):
        times = []
        for _ in range(cold_turns):
            with tempfile.TemporaryDirectory() as cache:
                times.append(fresh(kind, cache)[1])
        part.rows.append(Row(f"first result, cold, {name}", {}, Quantity(min(times)), 15.0, False))
    return part
