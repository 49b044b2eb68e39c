"""One turn of one rival in a process of its own: ``python study_turn.py '{"what": "study", "vary": "starts", "count": 1000}'``.

Prints a line of JSON: wall-clock and processor seconds of this process and those that it started, those of everybody on the machine (``busy``), its
peak memory, and a few values to compare.
Models are made and kernels compiled before the clock starts.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from study_arm import KEEP, RANGES, RUN, STARTS, arm, grid

import bough as bo

FEW = 64  # variants of the run before the clock starts
VARY = {"starts": STARTS, "parameters": {**RANGES, "link3.mass": (0.5, 2.0), "gravity.z": (-11.0, -8.0)}}


def processor() -> float:
    """Seconds of this process and of those it waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def all_busy() -> float:
    """Seconds that all cores together have worked for anybody, since the machine was started; 0 where nobody counts them."""
    try:
        user, nice, system, _, _, irq, soft_irq, *_ = (int(x) for x in Path("/proc/stat").read_text().split()[1:9])
    except OSError:
        return 0.0
    return (user + nice + system + irq + soft_irq) / os.sysconf("SC_CLK_TCK")


def timed(run: Callable[[], object]) -> dict:
    """What a call gives and takes; ``peak`` in bytes is that of the process, from its beginning."""
    wall, spent, busy = time.perf_counter(), processor(), all_busy()
    values = run()
    return {
        "wall": time.perf_counter() - wall,
        "busy": all_busy() - busy,
        "processor": processor() - spent,
        "peak": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "values": values,
    }


# --- rivals -----------------------------------------------------------------------------------------------------------


def study_of(vary: str, count: int) -> bo.Study:
    """The same study for all; ``grid``: that of the peers, else a Latin hypercube."""
    if vary == "grid":
        return bo.Study(arm(), vary=grid(count), run=RUN, keep=KEEP)
    return bo.Study(arm(), vary=VARY[vary], run=RUN, keep=KEEP, plan="latin-hypercube", runs=count, seed=1)


def study(vary: str, count: int, store: bool = False, **where) -> dict:
    """Studies in this process, or where ``where`` says; in memory or with a store."""
    study_of(vary, FEW).run(**where)
    asked = study_of(vary, count)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.zarr" if store else None
        found = timed(lambda: asked.run(path, **where))
        kept = found["values"].dataset
        found["values"] = [kept[name].values[:: max(1, count // 8)].tolist() for name in KEEP]
        found["count"] = kept.sizes["variant"]
        found["completed"] = int((kept["status"] == "completed").sum())
    return found


def cluster(vary: str, count: int, workers: int, hand: bool) -> dict:
    """A study with a store on Dask workers, which have run such a study before."""
    from study_cluster import Spent, by_hand, local

    with (by_hand if hand else local)(workers) as client:
        on = client.scheduler.address if hand else client
        study_of(vary, max(FEW, count // 10)).run(on=on)
        asked = study_of(vary, count)
        with tempfile.TemporaryDirectory() as folder, Spent(client) as spent:
            found = timed(lambda: asked.run(Path(folder) / "study.zarr", on=on))
            kept = found.pop("values").dataset
            found["completed"] = int((kept["status"] == "completed").sum())
        found["parent"] = found["processor"]
        found["processor"] += spent.workers + (spent.scheduler if hand else 0.0)
    figures = {"workers": workers, "tasks": spent.tasks, "computing": spent.computing, "scheduler": spent.scheduler}
    return {**found, **figures, "count": count}


def call_of(vary: str, count: int, samples: bool) -> partial:
    """One call of ``simulate`` for the same runs; all samples of the study, or the end alone."""
    columns = study_of(vary, count).variants.columns
    q0 = np.zeros((count, 7))
    for name in [name for name in columns if name.startswith("q0.")]:
        q0[:, int(name.removeprefix("q0.link")) - 1] = columns.pop(name)
    mechanisms = arm()
    if columns:
        rows = zip(*columns.values(), strict=True)
        mechanisms = [arm().with_parameters(dict(zip(columns, row, strict=True))) for row in rows]
    manner = dict(RUN)
    if not samples:
        manner.pop("every")
        manner["times"] = (0.0, manner.pop("duration"))
    return partial(bo.simulate, mechanisms, q0=q0, energy_tolerance=np.inf, progress=False, **manner)


def simulate(vary: str, count: int, samples: bool) -> dict:
    call_of(vary, FEW, samples)()
    call = call_of(vary, count, samples)
    found = timed(call)
    found["values"] = found["values"].q.values[:: max(1, count // 8), -1].tolist()
    return {**found, "count": count}


def peer(name: str, count: int) -> dict:
    from study_peers import PEERS

    run = PEERS[name][1]
    run(8)
    found = timed(partial(run, count))
    return {**found, "values": found["values"].tolist(), "count": len(found["values"])}


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    rival = {"study": study, "simulate": simulate, "peer": peer, "cluster": cluster}[asked.pop("what")]
    print(json.dumps(rival(**asked)))
