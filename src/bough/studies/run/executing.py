"""Hands out the parts of a study, and puts what comes back into its store.

Tasks are consecutive chunks, as many as take some seconds at the pace measured so far. A bounded number of them is under
way, so neither memory nor a scheduler fills up, however many variants there are. Only this process writes to the store.
"""

from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import numpy as np

from bough.errors import BoughError, BoughWarning
from bough.mechanism.checks import shown_error
from bough.studies.run.crews import Crew, Died, Gone, ThreadCrew, Timed, hired
from bough.studies.stores.base import empty_value
from bough.studies.stores.store import FAILED, Rows, Store

# tasks per worker that are under way: one runs, the next one is there already
PER_SLOT = 2
# seconds between reports if nothing arrives, and those over which the pace is taken
TICK, WINDOW = 0.5, 20.0
# the most bytes of a task's results, and how much longer than the last one a task may be
MOST_BYTES, GROWTH = 64 << 20, 4
DEATH = "its workers died one after the other: they were killed, crashed, or ran out of memory"


class Work(Protocol):
    """A study's work, cut into parts."""

    def part(self, first: int, last: int) -> Callable[[], Rows]:
        """The work of some variants: small, picklable, and runs on one thread."""


@dataclass(frozen=True)
class Progress:
    """How far a study is."""

    done: int  # variants, also those of earlier calls
    total: int
    failed: int
    pace: float  # variants per second, of late; 0 if not known yet
    left: float | None  # seconds, if the pace is known
    workers: int


def carry_out(
    work: Work,
    store: Store,
    on: Any,
    workers: int | None,
    report: Callable[[Progress], None],
    threads: int | None = None,
    stop: Callable[[], None] = lambda: None,
) -> None:
    """Run what is pending in a store; an error or Ctrl-C leaves there what has arrived.

    ``threads``: of this process, all cores by default. ``stop``: tells parts that run in this process to end at once.
    """
    with hired(on, workers, threads) as crew:
        carry_out_by(crew, work, store, report, stop)


def carry_out_by(
    crew: Callable[[], Crew],
    work: Work,
    store: Store,
    report: Callable[[Progress], None],
    stop: Callable[[], None] = lambda: None,
) -> None:
    """The same by a crew, which is not looked for if nothing is pending."""
    if not store.pending():
        report(Progress(store.done, store.layout.count, store.failed, 0.0, 0.0, 0))
        return
    try:
        _Carrying(work, store, report).run(crew())
    except BaseException:
        stop()
        raise


class _Carrying:
    """One call of ``carry_out``."""

    def __init__(self, work: Work, store: Store, report: Callable[[Progress], None]):
        self.work, self.store, self.report = work, store, report
        self.waiting = deque(store.pending())
        self.suspects: deque[tuple[int, int]] = deque()  # chunks whose workers died
        self.per_variant = 0.0  # seconds
        self.size = 1  # chunks per task
        self.marks = deque([(time.monotonic(), store.done)])

    def run(self, crew: Crew) -> None:
        self._tell(crew)
        try:
            self._work_off(crew)
        except Gone as gone:
            reason = shown_error(gone.__cause__ or gone)
            warnings.warn(
                f"the executor takes no more tasks ({reason}); the rest of the study runs in this process.",
                BoughWarning,
                stacklevel=4,
            )
            self.per_variant, self.size = 0.0, 1
            with ThreadCrew() as threads:
                self._work_off(threads)
        # a worker's death does not tell which of its tasks was to blame
        while self.suspects:
            first, last = self.suspects.popleft()
            try:
                rows = self._rows(first, last, crew, partial(crew.alone, Timed(self.work.part(first, last))))
            except Died:
                rows = self._failed(first, last)
            self.store.put(first, rows)
            self._tell(crew)

    # --- tasks -------------------------------------------------------------------------------------------------------

    def _work_off(self, crew: Crew) -> None:
        flying: dict[int, tuple[int, int, Any]] = {}
        arrived: SimpleQueue[int] = SimpleQueue()
        try:
            while self.waiting or flying:
                while self.waiting and len(flying) < max(2, PER_SLOT * crew.slots()):
                    first, last = self._next(crew)
                    try:
                        future = self._submitted(first, last, crew, partial(arrived.put, first))
                    except BaseException:
                        self._return(first, last, self.waiting)
                        raise
                    flying[first] = first, last, future
                try:
                    number = arrived.get(timeout=TICK)
                except Empty:
                    crew.slots()  # looks whether anybody is there
                else:
                    self._land(crew, *flying[number])
                    del flying[number]
                self._tell(crew)
        except Gone:
            for first, last, future in flying.values():
                try:
                    self._land(crew, first, last, future)
                except Gone:
                    self._return(first, last, self.suspects)
            flying.clear()
            raise
        finally:
            crew.cancel(future for _, _, future in flying.values())

    def _submitted(self, first: int, last: int, crew: Crew, arrived: Callable[[], None]) -> Any:
        try:
            return crew.submit(Timed(self.work.part(first, last)), arrived)
        except (BoughError, Gone):
            raise
        except Exception as error:  # it cannot be pickled, perhaps
            raise _sentence(first, last, crew, error) from error

    def _next(self, crew: Crew) -> tuple[int, int]:
        """The next task: consecutive chunks."""
        chunk = self.store.chunk
        if self.per_variant:
            seconds = max(crew.seconds, crew.handling * crew.slots())
            wanted = seconds / (self.per_variant * chunk)
            wanted = min(wanted, GROWTH * self.size, MOST_BYTES / max(1, self.store.layout.row_bytes * chunk))
            # towards the end in smaller pieces, so that nobody waits for the last one for long
            wanted = min(wanted, len(self.waiting) / (PER_SLOT * max(1, crew.slots())))
            self.size = max(1, int(wanted))
        first, last = self.waiting.popleft()
        for _ in range(self.size - 1):
            if not self.waiting or self.waiting[0][0] != last:
                break
            last = self.waiting.popleft()[1]
        return first, last

    def _return(self, first: int, last: int, queue: deque[tuple[int, int]]) -> None:
        """Put a task back into a queue, chunk by chunk."""
        chunk = self.store.chunk
        queue.extend((start, min(start + chunk, last)) for start in range(first, last, chunk))

    def _land(self, crew: Crew, first: int, last: int, future: Any) -> None:
        """Keep what a task has returned."""
        try:
            rows = self._rows(first, last, crew, partial(crew.outcome, future))
        except Died:
            self._return(first, last, self.suspects)
        else:
            self.store.put(first, rows)

    def _rows(self, first: int, last: int, crew: Crew, get: Callable[[], tuple[float, Rows]]) -> Rows:
        """The results of a task; errors in it become one sentence."""
        try:
            seconds, rows = get()
        except (BoughError, Died, Gone):
            raise
        except Exception as error:
            raise _sentence(first, last, crew, error) from error
        measured = max(seconds, 1e-6) / (last - first)
        self.per_variant = 0.5 * (self.per_variant + measured) if self.per_variant else measured
        return rows

    def _failed(self, first: int, last: int) -> Rows:
        """Rows of variants without results."""
        layout, count = self.store.layout, last - first
        rows = {
            name: np.full(layout.shape(name, count), empty_value(one.dtype), one.dtype)
            for name, one in layout.variables.items()
        }
        return {**rows, "status": np.full(count, FAILED, np.int8), "reason": np.full(count, DEATH, object)}

    # --- progress ----------------------------------------------------------------------------------------------------

    def _tell(self, crew: Crew) -> None:
        now, done, total = time.monotonic(), self.store.done, self.store.layout.count
        self.marks.append((now, done))
        while len(self.marks) > 2 and self.marks[0][0] < now - WINDOW:
            self.marks.popleft()
        begun, before = self.marks[0]
        pace = (done - before) / (now - begun) if now > begun else 0.0
        left = (total - done) / pace if pace else None
        self.report(Progress(done, total, self.store.failed, pace, left, crew.slots()))


def _sentence(first: int, last: int, crew: Crew, error: Exception) -> BoughError:
    """An error that is neither a variant's failure nor a worker's death."""
    remedy = "mend that, then repeat the call"
    if isinstance(error, ImportError):
        remedy = "install the same packages and the study's own modules there, then repeat the call"
    return BoughError(
        f"variants {first} to {last - 1} cannot run {crew.where}: {shown_error(error)}; {remedy}: it goes on from here."
    )
