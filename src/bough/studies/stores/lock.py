"""One process at a time: a lock beside a store, which ends with its process, however that ends."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
import warnings
import weakref
from contextlib import suppress
from pathlib import Path

from bough.errors import BoughWarning, FileError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# where Windows locks: behind what the file says, which others can read then
_PLACE = 1 << 30
_held: weakref.WeakSet[Lock] = weakref.WeakSet()


class Lock:
    """The right to write to a store, taken at once or refused."""

    def __init__(self, store: Path):
        self.store, self.path = store, store.with_name(f"{store.name}.lock")
        self._handle: int | None = None
        try:
            self._take()
        except OSError as error:
            if isinstance(error, FileError):
                raise
            hint = error.strerror or type(error).__name__
            if not store.parent.is_dir():
                hint = f"there is no folder '{store.parent}'"
                if str(store).startswith("~"):
                    hint += " (only shells expand '~')"
            raise FileError(f"cannot write '{store}': {hint}; choose another path.") from None
        _held.add(self)

    def _take(self) -> None:
        while True:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                free = _lock(handle)
                if free is False:
                    raise FileError(f"'{self.store}' is in use{self._holder()}; wait for it, or choose another path.")
                if free is None:
                    warnings.warn(
                        f"'{self.store}' is in a folder without locks; make sure that no other process writes to it.",
                        BoughWarning,
                        stacklevel=6,
                    )
                if free is None or self._is_there(handle):
                    break
                os.close(handle)  # deleted by its last holder in the meantime
            except BaseException:
                os.close(handle)
                raise
        self._handle = handle
        who = {"process": os.getpid(), "host": socket.gethostname(), "since": time.strftime("%Y-%m-%d %H:%M")}
        with suppress(OSError):  # a full disk: then nobody is told who has it
            os.ftruncate(handle, 0)
            os.write(handle, json.dumps(who).encode())

    def _is_there(self, handle: int) -> bool:
        """Whether a locked file is still the one that others would find."""
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self.path))
        except FileNotFoundError:
            return False

    def _holder(self) -> str:
        try:
            who = json.loads(self.path.read_text("utf-8"))
            return f" by process {int(who['process'])} on '{who['host']!s}' since {who['since']!s}"
        except (OSError, ValueError, KeyError, TypeError):
            return " by another process"

    def release(self) -> None:
        """Let others have the store."""
        if self._handle is not None:
            with suppress(OSError):  # Windows deletes no open file
                self.path.unlink()
            self.abandon()

    def abandon(self) -> None:
        """Close the handle; a forked child does so, so that it does not hold what its parent held."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
        _held.discard(self)


def _lock(handle: int) -> bool | None:
    """Lock a file; whether that worked, None where there are no locks."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, _PLACE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # some network folders
        return None
    return True


def _abandon_all() -> None:
    for lock in list(_held):
        lock.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)
