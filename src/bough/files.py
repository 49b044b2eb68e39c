"""Write files completely or not at all, and detect later changes."""

from __future__ import annotations

import os
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from bough.errors import FileError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

try:
    import fcntl
except ImportError:  # Windows: leftovers stay
    fcntl = None  # type: ignore[assignment]

# names of unfinished files, by which leftovers of killed programs are recognised
_TEMPORARY = re.compile(r"\.bough-[0-9a-f]{8}-[0-9a-f]{8}(\..*)?", re.DOTALL)
# a sealed file ends with this and the SHA-256 of all bytes before; formats that ignore trailing bytes stay readable
_SEAL = b"\nbough sha256 "
_SEAL_LENGTH = len(_SEAL) + 32
_PORTION = 1 << 20


# --- completely or not at all ----------------------------------------------------------------------------------------


@contextmanager
def written(path: str | os.PathLike[str], remedy: str = "choose another path") -> Iterator[Path]:
    """A temporary name beside a path, with the same ending.

    After success the file is on the disk, and renamed to the path.
    """
    target, beside, handle = path_of(path), None, None
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


def path_of(given: object) -> Path:
    """A path that a user gave."""
    try:
        return Path(given)  # type: ignore[arg-type]
    except TypeError:
        raise FileError(
            f"a path must be a text or a pathlib.Path, not a value of type {type(given).__name__}."
        ) from None


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure of Matplotlib; the ending of the path says how."""
    # (drawn in memory first: what Matplotlib's PDF raises on a full disk is not an OSError)
    drawn, ending = BytesIO(), Path(path).suffix[1:]
    try:
        if not ending:
            raise ValueError("no ending")
        figure.savefig(drawn, format=ending)
    except ValueError:
        raise FileError(f"cannot draw '{Path(path)}': give a name that ends with .png, .pdf, .svg.") from None
    with written(path) as beside:
        beside.write_bytes(drawn.getvalue())


def is_temporary(name: str) -> bool:
    """Whether a file's name is a temporary one of ``written``."""
    return _TEMPORARY.fullmatch(name) is not None


def _beginning(target: Path) -> str:
    """The prefix of all temporary names for a path; of fixed length, since the length of names is limited."""
    return f".bough-{zlib.crc32(os.fsencode(target.name)):08x}-"


def _claimed(target: Path) -> tuple[Path, int | None]:
    """A new empty temporary file for a path, and a handle whose lock shows that it is in use (if locks exist)."""
    if not target.name or "\0" in str(target):
        raise FileError(f"cannot write {str(target)!r}: that is not a file name; give one.")
    while True:
        beside = target.with_name(f"{_beginning(target)}{secrets.token_hex(4)}{target.suffix}")
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        locked = _lock(handle)
        # another program may have deleted it as a leftover before it was locked
        if locked and os.fstat(handle).st_nlink:
            return beside, handle
        os.close(handle)
        if locked is None:
            return beside, None


def _clear(target: Path) -> None:
    """Delete leftovers of killed programs; files that are still being written are locked."""
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
    """Lock a file until it is closed or its program ends; returns whether that worked, None without locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network folders
        return None
    return True


# --- unchanged since ---------------------------------------------------------------------------------------------------


def write_sealed(file: BinaryIO, content: bytes | memoryview) -> None:
    """Write bytes, followed by their seal."""
    from hashlib import sha256  # imported late: it loads OpenSSL

    file.write(content)
    file.write(_SEAL + sha256(content).digest())


def is_sealed(file: BinaryIO) -> bool:
    """Whether a file is exactly as ``write_sealed`` left it; rewinds the file."""
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
