"""Locks for data that is prepared once and used by all threads; and pauses of the garbage collector."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any


def _lock() -> threading.RLock:
    """A lock that a fork waits for, so that no child inherits another thread's unfinished work."""
    lock = threading.RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock


# PREPARING guards a mechanism's trees, operations and polynomials of time; COMPILING guards the compiler. Code that
# needs both takes PREPARING first. A fork does so, too: it calls the last registered function first.
COMPILING = _lock()
PREPARING = _lock()


def once(make: Callable[..., Any]) -> Callable[..., Any]:
    """Like ``functools.cache``, but if several threads come at the same time, one compiles and the others wait."""
    known: dict[tuple[Any, ...], Any] = {}

    @wraps(make)
    def found(*key: Any) -> Any:
        if key not in known:
            with COMPILING:
                if key not in known:
                    known[key] = make(*key)
        return known[key]

    found.known = known  # type: ignore[attr-defined]
    return found


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector, which would search what grows again and again, or end objects deep in a recursion."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_collecting:
            gc.enable()
