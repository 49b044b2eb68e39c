"""Parts of a study are handed out, come back in any order, and are all in the store at the end."""

import multiprocessing
import os
import socketserver
import threading
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from helpers.fake_study import FakeWork, layout, rows

import bough as bo
from bough.studies.run.executing import MOST_BYTES, Progress, carry_out
from bough.studies.run.progress import shown_progress
from bough.studies.stores.store import open_store

COUNT, CHUNK = 203, 5


class LastFirst(ThreadPoolExecutor):
    """Runs tasks in the opposite order, as soon as three wait; so results come in another order."""

    def __init__(self):
        super().__init__(1)
        self._max_workers, self.held, self.most = 2, [], 0

    def submit(self, call):
        self.held.append((Future(), call))
        self.most = max(self.most, len(self.held))
        return self.held[-1][0]

    def work(self):
        while self.held:
            future, call = self.held.pop()
            future.set_result(call())


def run(work, on=None, workers=None, store=None, count=COUNT):
    """A study in memory, or in a given store; its dataset and all reports."""
    reports = []
    own = store or open_store(None, layout(count), lambda: CHUNK)
    with own:
        carry_out(work, own, on, workers, reports.append)
        return own.dataset(), reports


def check(dataset, failing=(), count=COUNT):
    for name, values in rows(0, count, failing).items():
        if name == "status":
            values = np.array(["", "completed", "failed"], object)[values]
        np.testing.assert_array_equal(dataset[name], values)


def test_all_variants_run_in_threads():
    dataset, reports = run(FakeWork(failing=(3, 202)))
    check(dataset, (3, 202))
    assert (reports[0].done, reports[0].failed, reports[0].left) == (0, 0, None)
    last = reports[-1]
    assert (last.done, last.total, last.failed, last.left) == (COUNT, COUNT, 2, 0.0)
    assert last.pace > 0
    assert last.workers == (os.cpu_count() or 1)
    done = [report.done for report in reports]
    assert done == sorted(done)
    assert len(set(done)) > 3


def test_a_study_without_workers_is_said_to_wait(monkeypatch):
    said = []

    @contextmanager
    def bar(wanted, what):
        yield lambda share, words: said.append(words)

    monkeypatch.setattr("bough.studies.run.progress.progress_bar", bar)
    with shown_progress(True, "arm", 10) as tell:
        tell(Progress(4, 10, 1, 0.0, None, 0))
        tell(Progress(4, 10, 0, 2.0, 3.0, 1))
        tell(Progress(10, 10, 0, 0.0, 0.0, 0))
    assert said == ["arm: 4 of 10, 1 failed, waiting for workers", "arm: 4 of 10, 2 a second", "arm: 10 of 10"]


@pytest.mark.parametrize(
    ("words", "part"), [(b"HTTP/1.1 400 Bad Request", "another program answers there"), (b"", "another program")]
)
def test_what_is_no_scheduler_is_refused_at_once(words, part):
    """Dask itself reads its words as sizes of arrays."""

    class Talk(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(words)

    with socketserver.TCPServer(("127.0.0.1", 0), Talk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = "tcp://{}:{}".format(*server.server_address)
        with pytest.raises(bo.errors.StateError, match=f"no Dask scheduler answers at '{address}'.*{part}"):
            run(FakeWork(), address)
        server.shutdown()


def test_only_what_is_pending_runs(tmp_path):
    store = open_store(None, layout(COUNT), lambda: CHUNK)
    for first in (0, 50, 55, 200):
        last = min(first + CHUNK, COUNT)
        store.put(first, rows(first, last))
    dataset, _ = run(FakeWork(folder=str(tmp_path)), store=store)
    check(dataset)
    ran = Counter()
    for line in (tmp_path / "log.txt").read_text().splitlines():
        _, first, last = map(int, line.split())
        ran.update(range(first, last))
    assert set(ran.values()) == {1}
    assert set(range(COUNT)) - set(ran) == {*range(5), *range(50, 60), *range(200, 203)}
    (tmp_path / "log.txt").unlink()
    dataset, reports = run(FakeWork(folder=str(tmp_path)), store=store)
    assert not (tmp_path / "log.txt").exists()
    assert [report.done for report in reports] == [COUNT]


@pytest.mark.parametrize(("seconds", "handling"), [(0.02, 0.0), (1e-9, 0.02 / (os.cpu_count() or 1))])
def test_tasks_grow_with_the_pace(seconds, handling, tmp_path, monkeypatch):
    """A task takes the seconds aimed at, not a number of variants, and more if there are many workers to look after; it
    shrinks again towards the end."""
    monkeypatch.setattr("bough.studies.run.crews.ThreadCrew.seconds", seconds)
    monkeypatch.setattr("bough.studies.run.crews.ThreadCrew.handling", handling)
    sizes = {}
    for seconds in (1e-4, 4e-3):
        (tmp_path / f"{seconds}").mkdir()
        run(FakeWork(seconds, folder=str(tmp_path / f"{seconds}")), count=800)
        log = (tmp_path / f"{seconds}" / "log.txt").read_text().splitlines()
        sizes[seconds] = [int(line.split()[2]) - int(line.split()[1]) for line in log]
    assert set(sizes[4e-3]) == {CHUNK}  # 0.02 s each
    assert max(sizes[1e-4]) > CHUNK
    assert sizes[1e-4][0] == CHUNK
    assert max(sizes[1e-4][-2:]) < max(sizes[1e-4])


def test_large_results_come_in_small_tasks(tmp_path, monkeypatch):
    monkeypatch.setattr("bough.studies.run.executing.MOST_BYTES", 2 * CHUNK * layout(1).row_bytes)
    run(FakeWork(folder=str(tmp_path)), count=800)
    log = (tmp_path / "log.txt").read_text().splitlines()
    assert max(int(line.split()[2]) - int(line.split()[1]) for line in log) == 2 * CHUNK
    assert MOST_BYTES > 1 << 20


def test_a_bounded_number_of_tasks_is_under_way_and_order_does_not_matter():
    with LastFirst() as executor:
        stop = threading.Event()

        def serve():
            while not stop.wait(0.001):
                executor.work()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            dataset, _ = run(FakeWork(), executor)
        finally:
            stop.set()
            thread.join()
    check(dataset)
    assert executor.most <= 4


def test_an_executor_of_threads_is_left_open():
    with ThreadPoolExecutor(2) as executor:
        check(run(FakeWork(failing=(7,)), executor)[0], (7,))
        assert executor.submit(int, "3").result() == 3


def test_an_executor_that_was_shut_down_is_replaced():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.warns(bo.BoughWarning, match="takes no more tasks .* runs in this process"):
        dataset, _ = run(FakeWork(), executor)
    check(dataset)


def test_an_error_in_a_part_is_one_sentence_and_nothing_is_lost(tmp_path):
    path = tmp_path / "study.zarr"
    with open_store(path, layout(COUNT), lambda: CHUNK) as store, pytest.raises(bo.BoughError) as caught:
        carry_out(FakeWork(wrong=(101,)), store, None, None, lambda _: None)
    text = str(caught.value)
    assert "cannot run in this process: ZeroDivisionError: no such number in this world; mend that" in text
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        assert store.done > 0
        carry_out(FakeWork(), store, None, None, lambda _: None)
        check(store.dataset())


def test_our_own_errors_are_passed_on():
    class Refusing:
        def part(self, first, last):
            def refuse():
                raise bo.errors.UnsupportedError("not like this.")

            return refuse

    with pytest.raises(bo.errors.UnsupportedError, match=r"^not like this\.$"):
        run(Refusing())


def test_an_interrupt_leaves_what_has_arrived(tmp_path):
    """Ctrl-C arrives between any two lines of the main thread; here, in a report."""

    def report(progress):
        if progress.done > 40:
            raise KeyboardInterrupt

    path = tmp_path / "study.zarr"
    with pytest.raises(KeyboardInterrupt), open_store(path, layout(COUNT), lambda: CHUNK) as store:
        carry_out(FakeWork(0.001), store, None, None, report)
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("bough-study")]
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        assert 40 < store.done < COUNT
        carry_out(FakeWork(), store, None, None, lambda _: None)
        check(store.dataset())


@pytest.mark.parametrize(
    ("on", "workers", "text"),
    [
        (3, None, "on must be an executor"),
        (None, 0, "workers must be a whole number"),
        (None, True, "workers must be a whole number"),
        ("tcp://127.0.0.1:1", 2, "leave out on="),
        ("nonsense://x", None, "no Dask scheduler answers at 'nonsense://x'"),
    ],
)
def test_wrong_workers_are_refused(on, workers, text):
    with pytest.raises(bo.errors.StateError, match=text):
        run(FakeWork(), on, workers)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_an_executor_of_processes(method):
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        check(run(FakeWork(0.001, failing=(7,)), executor)[0], (7,))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_broken_executor_is_replaced_and_its_killer_found(method, tmp_path):
    """One variant kills any process that runs it: its chunk fails, all others have their results."""
    context = multiprocessing.get_context(method)
    told = pytest.warns(bo.BoughWarning, match="takes no more tasks .BrokenProcessPool")
    with ProcessPoolExecutor(2, mp_context=context) as executor, told:
        dataset, reports = run(FakeWork(deadly=(101,)), executor)
    dead = slice(100, 105)
    assert (dataset["status"][dead] == "failed").all()
    assert all("its workers died one after the other" in reason for reason in dataset["reason"].values[dead])
    assert dataset["path"][dead].isnull().all()
    alive = np.delete(np.arange(COUNT), np.arange(100, 105))
    np.testing.assert_array_equal(dataset["top"][alive], rows(0, COUNT)["top"][alive])
    assert (dataset["status"][alive] == "completed").all()
    assert reports[-1].failed == 5


@pytest.mark.slow
def test_a_worker_killed_by_accident_costs_nothing(tmp_path):
    with ProcessPoolExecutor(2) as executor, pytest.warns(bo.BoughWarning, match="takes no more tasks"):
        dataset, _ = run(FakeWork(deadly_once=(101,), folder=str(tmp_path)), executor)
    check(dataset)
