"""A progress bar for long runs, on a terminal; without rich there is none."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bough.compiled.notice import is_terminal, shown_by
from bough.extras import has

PATIENCE = 1.0  # seconds before a bar appears by itself
_of_thread = threading.local()


@contextmanager
def without_bars() -> Iterator[None]:
    """On this thread no bar appears by itself: somebody else tells how far things are."""
    before, _of_thread.silent = getattr(_of_thread, "silent", False), True
    try:
        yield
    finally:
        _of_thread.silent = before


@contextmanager
def progress_bar(wanted: bool | None, what: str) -> Iterator[Callable[..., None]]:
    """A function to report the share that is done, and what to say beside it; ``wanted`` None: only on a terminal, and only for long runs."""
    is_silent = wanted is None and (getattr(_of_thread, "silent", False) or not is_terminal())
    if wanted is False or is_silent or not has("rich"):
        yield lambda share, words=what: None
        return
    begun = time.monotonic()
    bar: Any = None
    task: Any = None
    said = what
    lock = threading.Lock()  # compilation is shown from another thread

    def appear() -> None:
        nonlocal bar, task
        with lock:
            if bar is not None:
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
            made = Progress(*columns, console=Console(stderr=True), transient=True)
            task = made.add_task(what, total=1.0)
            made.start()
            bar = made

    def report(share: float, words: str = what) -> None:
        nonlocal said
        said = words
        if bar is None and wanted is None and time.monotonic() - begun < PATIENCE:
            return
        appear()
        bar.update(task, completed=share, description=words)

    def tell(text: str | None) -> None:
        """Show next to the bar what is being compiled."""
        appear()
        bar.update(task, description=said if text is None else f"{said}: {text}")

    try:
        with shown_by(tell):
            yield report
    finally:
        if bar is not None:
            bar.stop()
