"""Locks for data that is prepared once and used by all threads."""

from __future__ import annotations

import os
import threading


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
