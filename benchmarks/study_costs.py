"""What a plan for very large studies rests on: tasks that cross the network without being computed, chunks that are only stored, plans that are only made."""

from __future__ import annotations

import json
import pickle
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import numpy as np
from study_arm import KEEP
from study_cluster import Spent, by_hand
from study_turn import processor, study_of

from bough.studies.stores.store import open_store

WORKERS, PER_WORKER = 2, 2


def rows_of(count: int) -> dict[str, np.ndarray]:
    """Results as they come from a worker: all completed, any numbers."""
    kept = {name: np.random.default_rng(k).random(count) for k, name in enumerate(KEEP)}
    return {**kept, "status": np.ones(count, np.int8), "reason": np.array([""] * count, object)}


class Idle:
    """A task that is sent with a part of a study, and answers without running it."""

    def __init__(self, part, count: int):
        self.part, self.count = part, count

    def __call__(self) -> tuple[float, dict[str, np.ndarray]]:
        return 0.0, rows_of(self.count)


def tasks(sizes: list[int], seconds: float) -> list[dict]:
    """Processor seconds of everybody for a task, by its variants; as many are under way as a study would have."""
    found = []
    with by_hand(WORKERS) as client:
        for size in sizes:
            study = study_of("parameters", size)
            task = Idle(study.part(0, size), size)
            client.submit(task, pure=False).result()
            made = worker_seconds(task)
            with Spent(client) as spent:
                wall, own, done, flying = time.perf_counter(), processor(), 0, []
                while time.perf_counter() - wall < seconds:
                    while len(flying) < PER_WORKER * WORKERS:
                        flying.append(client.submit(task, pure=False))
                    flying.pop(0).result()
                    done += 1
                for future in flying:
                    future.result()
                own = processor() - own
            found.append(
                {
                    "variants": size,
                    "task bytes": len(pickle.dumps(task)),
                    "result bytes": len(pickle.dumps(rows_of(size))),
                    "parent": own / spent.tasks,
                    "scheduler": spent.scheduler / spent.tasks,
                    "worker": max(0.0, spent.workers / spent.tasks - made),
                }
            )
    return found


def worker_seconds(task: Idle) -> float:
    """What making the numbers takes, which is no part of sending them."""
    begun = time.process_time()
    for _ in range(5):
        task()
    return (time.process_time() - begun) / 5


def chunks(sizes: list[int], count: int) -> list[dict]:
    """Storing: processor seconds for a chunk, by its variants, bytes and files; and to look at a chunk when a store is opened again."""
    found = []
    for size in sizes:
        study, rows = study_of("parameters", size * count), rows_of(size)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "study.zarr"
            with open_store(path, study.layout, lambda size=size: size) as store:
                begun = processor()
                for k in range(count):
                    store.put(k * size, rows)
                written = (processor() - begun) / count
            begun = processor()
            with open_store(path, study.layout, lambda size=size: size) as store:
                looked = (processor() - begun) / count
            files = [file for file in path.rglob("*") if file.is_file()]
            stored = [file for file in files if file.name != "zarr.json"]
            found.append(
                {
                    "variants": size,
                    "written": written,
                    "looked": looked,
                    "files": len(stored) / count,
                    "bytes": sum(file.stat().st_size for file in stored) / (size * count),
                }
            )
    return found


def plans(count: int) -> dict:
    """A Latin hypercube of five numbers: processor seconds and the most bytes for a variant, and bytes that stay."""
    study_of("parameters", 64)
    begun = processor()
    study = study_of("parameters", count)
    seconds = (processor() - begun) / count
    tracemalloc.start()
    study = study_of("parameters", count)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    stays = sum(column.nbytes for column in study.variants.columns.values())
    return {"seconds": seconds, "most": most / count, "stays": stays / count}


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    sizes = asked["sizes"]
    answer = {
        "tasks": tasks(sizes, asked["seconds"]),
        "chunks": chunks(sizes, asked["chunks"]),
        "plan": plans(asked["plan"]),
    }
    print(json.dumps(answer))
