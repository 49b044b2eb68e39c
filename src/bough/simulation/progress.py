"""A progress bar for long runs, on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds before a bar appears by itself


@contextmanager
def progress_bar(wanted: bool | None, what: str) -> Iterator[Callable[[float], None]]:
    """A function to tell the share that is done; ``wanted`` None: only on a terminal, and only if it takes a while."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        yield lambda share: None
        return
    begun = time.monotonic()
    bar = None
    task = None

    def report(share: float) -> None:
        nonlocal bar, task
        if bar is None:
            if wanted is None and time.monotonic() - begun < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            bar.start()
            task = bar.add_task(what, total=1.0)
        bar.update(task, completed=share)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()
