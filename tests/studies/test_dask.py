"""Studies on Dask workers: separate processes, over TCP, killed and started as on a cluster."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest
from helpers.fake_study import FakeWork, layout, rows

import bough as bo
from bough.studies.run.executing import carry_out
from bough.studies.stores.store import open_results, open_store

pytestmark = pytest.mark.slow
COUNT, CHUNK = 203, 5


def environment():
    """That of a program which finds what this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def started(*words):
    command = [sys.executable, "-m", "dask", *map(str, words)]
    return subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def scheduler(tmp_path):
    """A scheduler on a free port of this machine; its process and its address."""
    import json

    file = tmp_path / f"scheduler-{time.monotonic_ns()}.json"
    process = started("scheduler", "--host", "127.0.0.1", "--port", 0, "--no-dashboard", "--scheduler-file", file)
    try:
        while not file.exists() or not file.read_text():
            assert process.poll() is None
            time.sleep(0.05)
        yield process, json.loads(file.read_text())["address"]
    finally:
        process.kill()
        process.wait()


@contextmanager
def hands(address, count):
    """Workers started by hand."""
    words = "--nthreads", 1, "--no-nanny", "--host", "127.0.0.1", "--no-dashboard"
    processes = [started("worker", address, *words) for _ in range(count)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def check(dataset, failing=()):
    for name, values in rows(0, COUNT, failing).items():
        if name == "status":
            values = np.array(["", "completed", "failed"], object)[values]
        np.testing.assert_array_equal(dataset[name], values)


def pids(folder):
    """The processes that ran parts, and how many parts each."""
    log = (folder / "log.txt").read_text().splitlines()
    return {int(line.split()[0]) for line in log}


@contextmanager
def logged(*names):
    """What these loggers say meanwhile, and a second longer."""
    lines = []

    class Keep(logging.Handler):
        def emit(self, record):
            lines.append(record.getMessage())

    handler = Keep()
    for name in names:
        logging.getLogger(name).addHandler(handler)
    try:
        yield lines
    finally:
        time.sleep(1)
        for name in names:
            logging.getLogger(name).removeHandler(handler)


@contextmanager
def small_tasks(seconds=0.1):
    """So that many tasks are under way when something happens."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bough.studies.run.dask_crew.DaskCrew.seconds", seconds)
        yield


def test_a_local_cluster_is_started_and_closed(tmp_path):
    with open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK) as store:
        reports = []
        carry_out(FakeWork(0.005, failing=(7,), folder=str(tmp_path)), store, None, 2, reports.append)
        check(store.dataset(), (7,))
    workers = pids(tmp_path)
    assert len(workers) == 2
    assert os.getpid() not in workers
    assert reports[-1].workers == 2
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_killed_worker_costs_nothing(tmp_path):
    """kill -9 in mid-study: its tasks run elsewhere, and the nanny starts another worker."""
    killed = []

    def report(progress):
        if progress.done > 40 and not killed:
            killed.extend(sorted(pids(tmp_path))[:1])
            os.kill(killed[0], signal.SIGKILL)

    with small_tasks(), open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK) as store:
        carry_out(FakeWork(0.01, folder=str(tmp_path)), store, None, 2, report)
        assert killed
        check(store.dataset())


def test_a_variant_that_kills_workers_fails_alone(tmp_path):
    """Its chunk has a reason; chunks that waited behind it on the same workers have their results."""
    with small_tasks(), open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK) as store:
        carry_out(FakeWork(0.005, deadly=(101,)), store, None, 2, lambda _: None)
        dataset = store.dataset()
    assert np.flatnonzero(dataset["status"] == "failed").tolist() == [100, 101, 102, 103, 104]
    assert "its workers died one after the other" in str(dataset["reason"].values[101])
    others = np.delete(np.arange(COUNT), np.arange(100, 105))
    np.testing.assert_array_equal(dataset["path"][others], rows(0, COUNT)["path"][others])


def test_four_workers_started_by_hand(tmp_path):
    """Over TCP by the scheduler's address; one is killed, another comes later, and is used."""
    happened = []
    with scheduler(tmp_path) as (_, address), hands(address, 4) as workers, hands(address, 0) as late:

        def report(progress):
            if progress.done > 60 and not happened:
                victim = next(one for one in workers if one.pid in pids(tmp_path))
                victim.kill()
                happened.append(victim.pid)
                late.append(started("worker", address, "--nthreads", 1, "--no-nanny", "--no-dashboard"))

        work = FakeWork(0.03, folder=str(tmp_path))
        with small_tasks(), open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK) as store:
            carry_out(work, store, address, None, report)
            check(store.dataset())
        assert happened
        assert len(pids(tmp_path)) >= 4


def test_workers_that_come_later_are_waited_for_and_used(tmp_path):
    from distributed import Client

    with scheduler(tmp_path) as (_, address), hands(address, 0) as late:
        reports, begun = [], time.monotonic()

        def report(progress):
            reports.append(progress)
            if time.monotonic() - begun > 8 and not late:
                late.append(started("worker", address, "--nthreads", 1, "--no-nanny", "--no-dashboard"))

        with Client(address, set_as_default=False) as client:
            lonely = pytest.warns(bo.BoughWarning, match=f"{address} has no workers; the study waits")
            with small_tasks(), lonely, open_store(None, layout(COUNT), lambda: CHUNK) as store:
                carry_out(FakeWork(0.01), store, client, None, report)
                check(store.dataset())
            assert client.status == "running"  # it is the user's
            assert client.submit(int, "3").result() == 3
        assert (reports[0].workers, reports[-1].workers) == (0, 1)


def test_a_killed_scheduler_is_said_and_a_new_one_goes_on(tmp_path):
    path = tmp_path / "study.zarr"
    with scheduler(tmp_path) as (process, address), hands(address, 2):

        def report(progress):
            if progress.done > 40:
                process.kill()

        with small_tasks(), open_store(path, layout(COUNT), lambda: CHUNK) as store:
            begun = time.monotonic()
            said = pytest.raises(bo.BoughError, match=rf"the Dask scheduler at {address} is gone.*repeat the call")
            with said, logged("distributed", "distributed.client") as lines:
                carry_out(FakeWork(0.02), store, address, None, report)
            assert lines == []
            assert time.monotonic() - begun < 30
    done = (open_results(path)[0]["status"] == "completed").sum()
    assert 40 < done < COUNT
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        with scheduler(tmp_path) as (_, address), hands(address, 1):
            carry_out(FakeWork(), store, address, None, lambda _: None)
        check(store.dataset())


def test_an_error_on_a_worker_is_one_sentence(tmp_path):
    with open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK) as store:
        with pytest.raises(
            bo.BoughError, match="cannot run on a Dask worker: ZeroDivisionError: no such number in this"
        ):
            carry_out(FakeWork(wrong=(101,)), store, None, 1, lambda _: None)
        assert store.done > 0


def test_nobody_answers(tmp_path):
    with scheduler(tmp_path) as (_, address):
        pass
    with pytest.MonkeyPatch.context() as patch, open_store(None, layout(COUNT), lambda: CHUNK) as store:
        patch.setattr("bough.studies.run.dask_crew.PATIENCE", 1)
        with pytest.raises(bo.errors.StateError, match=f"no Dask scheduler answers at '{address}'"):
            carry_out(FakeWork(), store, address, None, lambda _: None)


def test_a_script_needs_no_guard(tmp_path):
    """Its own functions are sent to the workers, its lines do not run there, and it finds its settings as they were."""
    script = tmp_path / "script.py"
    script.write_text("""
import os
print("once", flush=True)
before = dict(os.environ), __spec__
from bough.studies.run.executing import carry_out
from bough.studies.stores.store import open_store
from helpers.fake_study import layout, rows
class Own:
    def part(self, first, last):
        return lambda: rows(first, last)
with open_store(None, layout(203), lambda: 5) as store:
    carry_out(Own(), store, None, 2, lambda progress: None)
    print(store.done, (dict(os.environ), __spec__) == before)
""")
    ran = subprocess.run([sys.executable, "-W", "error", script], env=environment(), capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("once\n203 True\n", "")


def test_what_cannot_be_sent_is_one_sentence():
    class Locked:
        def part(self, first, last):
            lock = threading.Lock()
            return lambda: lock.locked()

    said = pytest.raises(bo.BoughError, match="variants 0 to 4 cannot run on a Dask worker: TypeError: cannot pickle ")
    with open_store(None, layout(COUNT), lambda: CHUNK) as store, said:
        carry_out(Locked(), store, None, 1, lambda _: None)
