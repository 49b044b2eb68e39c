"""Shows on a terminal what is being compiled, and its progress; writes nothing to files or pipes."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from bough.extras import has
from bough.locks import COMPILING

PATIENCE = 0.5  # seconds before a message: loading from the cache takes less
BRIEF = 0.05  # a share of the time that compiling may take without a word

# a display that is already on the terminal, such as a progress bar, shows messages as well; None removes one
Display = Callable[[str | None], None]
_display: Display | None = None
_reached = _planned = 0  # kernels; guarded by COMPILING
_depth, _seconds = 0, 0.0  # of compiling; guarded by COMPILING


@contextmanager
def planned(kernels: int) -> Iterator[None]:
    """Announce the number of kernels that are needed next."""
    global _reached, _planned
    with COMPILING:
        before = _reached, _planned
        _reached, _planned = 0, kernels
        try:
            yield
        finally:
            _reached, _planned = before


@contextmanager
def compiling(what: str) -> Iterator[None]:
    """Compile one kernel, or load it from the cache."""
    global _reached, _depth, _seconds
    with COMPILING:
        begun = time.perf_counter()
        _reached, _depth = _reached + 1, _depth + 1
        count = f" ({_reached} of {_planned})" if _planned >= max(_reached, 2) else ""
        stop: list[Callable[[], None]] = []
        timer = threading.Timer(PATIENCE, lambda: stop.append(_show(f"compiling {what}{count}")))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            for end in stop:
                end()
            _depth -= 1
            if not _depth:
                _seconds += time.perf_counter() - begun


class Spent(NamedTuple):
    """How long something took, and how many of these seconds went into compiling kernels, or loading them."""

    seconds: float
    compiling: float = 0.0

    @property
    def running(self) -> float:
        """What it takes the next time, when nothing is compiled."""
        return max(self.seconds - self.compiling, 0.0)

    @property
    def text(self) -> str:
        if self.compiling <= BRIEF * self.seconds:
            return f"{self.seconds:.3g} s"
        return f"{self.running:.3g} s, after {self.compiling:.3g} s of compiling (once, then cached)"


class Stopwatch:
    """Measures from its making on."""

    def __init__(self) -> None:
        self._begun, self._compiled = time.perf_counter(), _seconds

    def read(self) -> Spent:
        """The time until now."""
        return Spent(time.perf_counter() - self._begun, _seconds - self._compiled)


@contextmanager
def shown_by(display: Display) -> Iterator[None]:
    """Show messages in a display that is already on the terminal."""
    global _display
    before, _display = _display, display
    try:
        yield
    finally:
        _display = before


def is_terminal() -> bool:
    """Whether somebody may be watching."""
    return sys.stderr is not None and sys.stderr.isatty()


def _show(text: str) -> Callable[[], None]:
    """Show a message; return a function that removes it."""
    display: Any = _display
    if display is not None:
        display(text)
        return lambda: display(None)
    if not is_terminal():
        return lambda: None
    if not has("rich"):
        print(f"bough: {text}, once for all runs", file=sys.stderr, flush=True)
        return lambda: None
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("bough: {task.description}, once for all runs"), TimeElapsedColumn()
    line = Progress(*columns, console=Console(stderr=True), transient=True)
    line.add_task(text, total=None)
    line.start()
    return line.stop
