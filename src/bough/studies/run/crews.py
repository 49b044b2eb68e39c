"""Who runs the parts of a study: threads of this process, an executor of ``concurrent.futures``, or Dask workers."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Self

from bough.compiled.entries import thread_count
from bough.errors import StateError
from bough.mechanism.checks import shown
from bough.studies.stores.base import Rows

# seconds that a task should take: long against what it costs to hand it out, short against the patience for a result
SECONDS_HERE, SECONDS_ELSEWHERE = 0.25, 3.0
# how often a worker may die of a task before the task is at fault
MOST_DEATHS = 3


class Died(Exception):
    """Workers died, one after the other, while they had this task."""


class Gone(Exception):
    """An executor is broken: it takes no more tasks."""


@dataclass(frozen=True)
class Timed:
    """A part of a study as it is sent to a worker; it returns the seconds that it took, too."""

    call: Callable[[], Rows]

    def __call__(self) -> tuple[float, Rows]:
        begun = time.perf_counter()
        rows = self.call()
        return time.perf_counter() - begun, rows


class Crew(ABC):
    """Workers, to whom tasks are handed out; a context manager."""

    seconds = SECONDS_ELSEWHERE
    handling = 0.0  # seconds of this process that a task may cost: many workers get longer tasks
    where = "on a worker"  # for messages

    @abstractmethod
    def slots(self) -> int:
        """How many tasks run at the same time, as far as is known now."""

    @abstractmethod
    def submit(self, task: Timed, arrived: Callable[[], None]) -> Any:
        """Hand out a task; ``arrived`` is called from any thread when it has ended in any way."""

    @abstractmethod
    def outcome(self, future: Any) -> tuple[float, Rows]:
        """What an ended task returned; or its error, ``Died`` or ``Gone``."""

    @abstractmethod
    def alone(self, task: Timed) -> tuple[float, Rows]:
        """Run a task that may have killed workers while nothing else runs; ``Died`` if it does so again."""

    @abstractmethod
    def cancel(self, futures: Iterable[Any]) -> None:
        """Take tasks back."""

    @abstractmethod
    def close(self) -> None:
        """Dismiss the workers, if they were hired for this study."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# --- concurrent.futures -------------------------------------------------------------------------------------------------


class ExecutorCrew(Crew):
    """An executor that somebody else opens and shuts down."""

    where = "on a worker of the executor"

    def __init__(self, executor: Executor):
        self.executor = executor

    def slots(self) -> int:
        return getattr(self.executor, "_max_workers", None) or thread_count(None)

    def submit(self, task: Timed, arrived: Callable[[], None]) -> Future[tuple[float, Rows]]:
        try:
            future = self.executor.submit(task)
        except (BrokenExecutor, RuntimeError) as error:  # a RuntimeError: it was shut down
            raise Gone(str(error)) from error
        future.add_done_callback(lambda _: arrived())
        return future

    def outcome(self, future: Future[tuple[float, Rows]]) -> tuple[float, Rows]:
        try:
            return future.result()
        except (BrokenExecutor, CancelledError) as error:
            raise Gone(str(error)) from error

    def alone(self, task: Timed) -> tuple[float, Rows]:
        if isinstance(self.executor, ThreadPoolExecutor):
            return task()
        # what killed a worker should not kill this process
        for _ in range(MOST_DEATHS):
            with ProcessPoolExecutor(1, mp_context=getattr(self.executor, "_mp_context", None)) as own:
                try:
                    return own.submit(task).result()
                except BrokenExecutor:
                    continue
        raise Died

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        for future in futures:
            future.cancel()

    def close(self) -> None:
        pass


class ThreadCrew(ExecutorCrew):
    """Threads of this process, one per core."""

    seconds = SECONDS_HERE
    where = "in this process"

    def __init__(self, threads: int | None = None) -> None:
        super().__init__(ThreadPoolExecutor(thread_count(threads), thread_name_prefix="bough-study"))

    def close(self) -> None:
        self.executor.shutdown(wait=True, cancel_futures=True)


# --- found by what the user gives -----------------------------------------------------------------------------------------


def check_crew(on: Any, workers: int | None) -> None:
    """Refuse what cannot be meant, before anybody is looked for."""
    if workers is not None:
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise StateError(f"workers must be a whole number of at least 1, not {shown(workers)}.")
        if on is not None:
            raise StateError(
                f"workers={workers} starts workers on this machine, so leave out on=, or leave out workers=."
            )
    if on is not None and not isinstance(on, Executor) and not _is_dask(on):
        raise StateError(
            f"on must be an executor of concurrent.futures, a Dask client or the address of a Dask scheduler, not {shown(on)}."
        )


def crew_of(on: Any, workers: int | None, threads: int | None = None) -> Crew:
    """Those whom a user wants to run a study."""
    check_crew(on, workers)
    if workers is not None:
        from bough.studies.run.dask_crew import LocalCrew

        return LocalCrew(workers)
    if on is None:
        return ThreadCrew(threads)
    if isinstance(on, Executor):
        return ExecutorCrew(on)
    from bough.studies.run.dask_crew import DaskCrew

    return DaskCrew(on)


@contextmanager
def hired(on: Any, workers: int | None, threads: int | None = None) -> Iterator[Callable[[], Crew]]:
    """A function that finds them when they are needed first; they are dismissed at the end."""
    check_crew(on, workers)
    with ExitStack() as found:
        yield cache(lambda: found.enter_context(crew_of(on, workers, threads)))


def _is_dask(on: Any) -> bool:
    """Whether that is an address, a client of Dask, or a cluster of Dask, of whatever package."""
    known = type(on).__module__.split(".")[0] in ("distributed", "dask_jobqueue")
    return isinstance(on, str) or known or (hasattr(on, "scheduler_address") and hasattr(on, "scale"))
