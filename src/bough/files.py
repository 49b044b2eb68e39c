"""Files that appear whole or not at all, and that show whether they are still what was written."""

from __future__ import annotations

import os
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from bough.errors import FileError

try:
    import fcntl
except ImportError:  # Windows: leftovers stay
    fcntl = None  # type: ignore[assignment]

# names of files on their way, by which those that a killed program has left are known
_TEMPORARY = re.compile(r"\.bough-[0-9a-f]{8}-[0-9a-f]{8}(\..*)?", re.DOTALL)
# the last bytes of a sealed file: this, and the SHA-256 of all before it; formats that ignore what follows their end stay readable to others
_SEAL = b"\nbough sha256 "
_SEAL_LENGTH = len(_SEAL) + 32
_PORTION = 1 << 20


# --- whole or not at all --------------------------------------------------------------------------------------------


@contextmanager
def written(path: str | os.PathLike[str], remedy: str = "choose another path") -> Iterator[Path]:
    """A temporary name beside a path, with the same ending; what is written to it gets the path's name when all went well, and is on the disk by then."""
    target, beside, handle = Path(path), None, None
    try:
        _clear(target)
        beside, handle = _claimed(target)
        yield beside
        with open(beside, "r+b") as file:
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        if isinstance(error, FileError):
            raise
        reason = error.strerror or " ".join(str(error).split()) or type(error).__name__
        hint = f"there is no folder '{target.parent}'" if not target.parent.is_dir() else reason
        raise FileError(f"cannot write '{target}': {hint}; {remedy}.") from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)
        if handle is not None:
            os.close(handle)


def is_temporary(name: str) -> bool:
    """Whether a file's name is one that ``written`` gives to a file on its way."""
    return _TEMPORARY.fullmatch(name) is not None


def _beginning(target: Path) -> str:
    """What the names of all files on their way to a path start with; of one length, since names may not be longer than so much."""
    return f".bough-{zlib.crc32(os.fsencode(target.name)):08x}-"


def _claimed(target: Path) -> tuple[Path, int | None]:
    """A new empty file on its way to a path, and a handle whose lock says that it is no leftover, where there are locks."""
    if not target.name or "\0" in str(target):
        raise FileError(f"cannot write {str(target)!r}: that is no name of a file; give one.")
    while True:
        beside = target.with_name(f"{_beginning(target)}{secrets.token_hex(4)}{target.suffix}")
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        locked = _lock(handle)
        # another program may have taken it for a leftover before it was locked
        if locked and os.fstat(handle).st_nlink:
            return beside, handle
        os.close(handle)
        if locked is None:
            return beside, None


def _clear(target: Path) -> None:
    """Delete what killed programs have left of a path; what is still being written is locked."""
    with suppress(OSError, ValueError):
        beginning = _beginning(target)
        for name in os.listdir(target.parent):
            if name.startswith(beginning) and is_temporary(name):
                _delete_leftover(target.with_name(name))


def _delete_leftover(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _lock(handle):
                path.unlink()
        finally:
            os.close(handle)


def _lock(handle: int) -> bool | None:
    """Lock a file until it is closed or its program ends: whether that is done; None where there are no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network folders
        return None
    return True


# --- still what was written -----------------------------------------------------------------------------------------


def write_sealed(file: BinaryIO, content: bytes | memoryview) -> None:
    """Write bytes, and their seal after them."""
    from hashlib import sha256  # not before it is needed: it loads OpenSSL

    file.write(content)
    file.write(_SEAL + sha256(content).digest())


def is_sealed(file: BinaryIO) -> bool:
    """Whether a file is as ``write_sealed`` left it, to the last bit; it is at its start again afterwards."""
    from hashlib import sha256

    left = file.seek(0, os.SEEK_END) - _SEAL_LENGTH
    if left < 0:
        return False
    file.seek(0)
    found = sha256()
    while left and (portion := file.read(min(left, _PORTION))):
        found.update(portion)
        left -= len(portion)
    seal = file.read(_SEAL_LENGTH)
    file.seek(0)
    return seal == _SEAL + found.digest()
