"""Dask for a turn: a local cluster, or a scheduler and workers started by hand over TCP; and what a study spends there."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from distributed import Client, LocalCluster, get_task_stream

WAIT = 60.0  # seconds for workers to come


@contextmanager
def local(workers: int) -> Iterator[Client]:
    """A cluster of this machine, as ``study.run(workers=…)`` has it: processes of one thread."""
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def by_hand(workers: int) -> Iterator[Client]:
    """What one types into terminals: ``dask scheduler`` and ``dask worker tcp://… --nthreads 1``, each a process of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        note = folder / "scheduler.json"

        def start(role: str, *options: str) -> None:
            command = [sys.executable, "-m", "dask", role, "--scheduler-file", str(note), "--no-dashboard", *options]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)

        start("scheduler", "--port", "0", "--host", "127.0.0.1")
        for _ in range(workers):
            start("worker", "--nthreads", "1", "--local-directory", str(folder))
        until = time.monotonic() + WAIT
        while not note.exists() and time.monotonic() < until:
            time.sleep(0.05)
        client = stack.enter_context(Client(scheduler_file=str(note)))
        client.wait_for_workers(workers, timeout=WAIT)
        yield client


class Spent:
    """What the cluster spends from entering to leaving: processor seconds of workers and scheduler, tasks and their seconds."""

    def __init__(self, client: Client):
        self.client, self.stream = client, get_task_stream(client)

    def __enter__(self) -> Spent:
        self._workers, self._scheduler = self._clocks()
        self.stream.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.stream.__exit__(*error)
        workers, scheduler = self._clocks()
        self.workers, self.scheduler = workers - self._workers, scheduler - self._scheduler
        spans = [span for task in self.stream.data for span in task["startstops"] if span["action"] == "compute"]
        self.tasks, self.computing = len(spans), sum(span["stop"] - span["start"] for span in spans)

    def _clocks(self) -> tuple[float, float]:
        return sum(self.client.run(time.process_time).values()), self.client.run_on_scheduler(time.process_time)
