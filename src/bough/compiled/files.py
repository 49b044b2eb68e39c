"""Files of compiled code: their folder, detection of damage, removal of old ones.

Each file begins with a digest of its content: a damaged one is removed, and made again. If nothing can be written, code is
compiled for one process only, and a warning says so once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import sys
import warnings
from functools import cache
from pathlib import Path

from bough.errors import BoughWarning

VARIABLE = "BOUGH_CACHE"  # the folder to use instead; empty: none
KEPT_GENERATIONS = 8  # number of other versions and edits of bough whose kernels stay, the last used first
_GENERATION = re.compile(r"[0-9a-f]{16}")
_DIGEST = 32  # bytes at the start of a file

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
    """The content of a file if it is intact; a damaged file is removed."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    content = whole[_DIGEST:]
    if hashlib.sha256(content).digest() != whole[:_DIGEST]:
        remove(path)
        return None
    if path.parent not in _used:
        _used.add(path.parent)
        with contextlib.suppress(OSError):
            os.utime(path.parent)
    return content


def keep(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; warn once if that is impossible."""
    beside = path.with_name(f"{path.name}-{secrets.token_hex(4)}.tmp")
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            _tidy(path.parent)
        try:
            beside.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        say_uncached(f"'{path.parents[1]}' cannot be written ({error.strerror or error})")


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
            f"compiled kernels are not kept for later runs, because {reason}; set {VARIABLE} to a writable folder, or to an empty value to turn the cache off.",
            BoughWarning,
            stacklevel=2,
        )
