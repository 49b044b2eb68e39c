"""The progress of a study, on a terminal: how many variants are done, how many failed, the pace, the time left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bough.compiled.progress import progress_bar
from bough.studies.run.executing import Progress


@contextmanager
def shown_progress(
    wanted: bool | Callable[[Progress], None] | None, what: str, count: int
) -> Iterator[Callable[[Progress], None]]:
    """A function to report progress; ``wanted``: as for :meth:`Study.run`."""
    if callable(wanted):
        yield wanted
        return
    with progress_bar(wanted, what) as report:

        def tell(progress: Progress) -> None:
            failed = f", {progress.failed:,} failed" if progress.failed else ""
            pace = f", {progress.pace:,.3g} a second" if progress.pace else ""
            waits = ", waiting for workers" if not progress.workers and progress.done < count else ""
            report(progress.done / count, f"{what}: {progress.done:,} of {count:,}{failed}{waits or pace}")

        yield tell
