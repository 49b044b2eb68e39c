"""Files of compiled code: their folder, whose they are, detection of damage, removal of old ones.

Compiled code is run, so only what the user has written is read: the folder, the folder of a version in it and the file
belong to the user, and no one else can write to them. Each file begins with a digest of its name and content. A file that
is damaged or may be another user's is made again. If a folder may be another user's or cannot be written, code is compiled
for one process only, and a warning says so once. Windows has no such owners and modes; there, folders inherit their rights.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bough.errors import BoughWarning

VARIABLE = "BOUGH_CACHE"  # the folder to use instead; empty: none
KEPT_GENERATIONS = 8  # number of other versions and edits of bough whose kernels stay, the last used first
_GENERATION = re.compile(r"[0-9a-f]{16}")
_DIGEST = 32  # bytes at the start of a file
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

_used: set[Path] = set()  # folders whose time of last use this process has updated
_told = False  # whether this process has warned that kernels are not kept


@cache
def source_stamp() -> str:
    """A digest of all sources of kernels: of the packages in which some file defines one.

    Numba's own cache checks only the file that holds the entry.
    """
    digest = hashlib.sha256()
    rooms = (room for room in sorted(Path(__file__).parents[1].iterdir()) if room.is_dir())
    for sources in ([path.read_bytes() for path in sorted(room.rglob("*.py"))] for room in rooms):
        if any(b"\n@kernel" in source for source in sources):
            for source in sources:
                digest.update(source)
    return digest.hexdigest()


def cache_folder() -> Path | None:
    """The folder of kernels, by the conventions of the system; None if there is none."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(given) / "bough"
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "bough" / "Cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "bough"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bough"
    except RuntimeError:  # there is no home folder
        return None


def checked(path: Path) -> bytes | None:
    """The content of a file if it is intact and the user's own; a damaged file is removed."""
    try:
        whole = _read(path)
    except OSError:
        return None
    content = whole[_DIGEST:]
    if _digest(path, content) != whole[:_DIGEST]:
        remove(path)
        return None
    if path.parent not in _used:
        _used.add(path.parent)
        with contextlib.suppress(OSError):
            os.utime(path.parent)
    return content


def keep(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; warn once if that is impossible."""
    try:
        is_new = not path.parent.is_dir()
        if is_new:
            _make(path.parent)
        with _own_folder(path) as folder:
            if is_new:
                _tidy(path.parent)
            target = path if folder is None else Path(path.name)
            beside = target.with_name(f"{path.name}-{secrets.token_hex(4)}.tmp")
            try:
                with open(os.open(beside, _NEW, 0o600, dir_fd=folder), "wb") as file:
                    file.write(_digest(path, content) + content)
                os.replace(beside, target, src_dir_fd=folder, dst_dir_fd=folder)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(beside, dir_fd=folder)
    except _ForeignError as error:
        say_uncached(str(error))
    except OSError as error:
        say_uncached(f"'{path.parents[1]}' cannot be written ({error.strerror or error})")


def _digest(path: Path, content: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()


def _read(path: Path) -> bytes:
    """The bytes of a file that nobody but the user can have written."""
    with _own_folder(path) as folder:
        if folder is None:
            return path.read_bytes()
        with open(os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder), "rb") as file:
            _check_owner(file.fileno(), path)
            return file.read()


@contextlib.contextmanager
def _own_folder(path: Path) -> Iterator[int | None]:
    """A handle of a file's folder, if nobody but the user can have written there; None on Windows.

    Everything is looked at and used by handles, so that nobody can exchange it in between.
    """
    if sys.platform == "win32":
        yield None
        return
    folder, root = path.parent, path.parents[1]
    if root.is_symlink() and root.lstat().st_uid != os.geteuid():
        raise _ForeignError(f"'{root}' is a link of another user")
    with contextlib.ExitStack() as opened:
        outer = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        opened.callback(os.close, outer)
        _check_owner(outer, root)
        inner = os.open(folder.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
        opened.callback(os.close, inner)
        _check_owner(inner, folder)
        yield inner


class _ForeignError(OSError):
    """Another user may have written a file."""


def _check_owner(handle: int, path: Path) -> None:
    found = os.fstat(handle)
    if found.st_uid != os.geteuid():
        raise _ForeignError(f"'{path}' belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise _ForeignError(f"other users may write to '{path}'")


def _make(folder: Path) -> None:
    """Make a folder, and those above it, for the user only."""
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        with contextlib.suppress(FileExistsError):
            each.mkdir(0o700)


def _tidy(mine: Path) -> None:
    """Remove the kernels of other versions of bough, except the last used ones."""
    others = [x for x in mine.parent.iterdir() if _GENERATION.fullmatch(x.name) and x != mine]
    ages = {}
    for folder in others:
        with contextlib.suppress(OSError):
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=ages.__getitem__, reverse=True)[KEPT_GENERATIONS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def say_uncached(reason: str) -> None:
    global _told
    if not _told:
        _told = True
        warnings.warn(
            f"compiled kernels are not kept for later runs, because {reason}; set {VARIABLE} to a folder that you alone can write to, or to an empty value to turn the cache off.",
            BoughWarning,
            stacklevel=2,
        )
