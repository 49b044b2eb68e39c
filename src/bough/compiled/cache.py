"""Compiled kernels on disk: their folder, detection of damage, removal of old ones.

Numba's own cache searches for a folder next to the sources, keeps an index that two processes may overwrite for each
other, and trusts whatever it reads. Here every kernel is one file. Its name is a digest of everything that determines
the kernel, and it begins with a digest of its content: a damaged file is removed, and the kernel is compiled again. If
nothing can be written, kernels are compiled for one process only, and a warning says so once.

Imported only when something is compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import re
import secrets
import shutil
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.ccallback import CFunc
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from bough.arithmetic.lanes import COMPILE_OPTIONS, WIDTH
from bough.compiled.notice import compiling
from bough.errors import BoughWarning

VARIABLE = "BOUGH_CACHE"  # the folder to use instead; empty: none
KEPT_GENERATIONS = 8  # number of other versions and edits of bough whose kernels stay, the last used first
_GENERATION = re.compile(r"[0-9a-f]{16}")
_DIGEST = 32  # bytes at the start of a file

Stamp = tuple[str, str]  # digests of all sources of kernels in bough, and of the file that holds a core

_used: set[Path] = set()  # folders whose time of last use this process has updated
_told = False  # whether this process has warned that kernels are not kept


def compiled_function(
    function: Callable[..., int], signature: Any, stamp: Stamp, what: str, nogil: bool
) -> Callable[..., int]:
    """A function for Python, without Numba's dispatcher, since there is only one signature."""
    with compiling(what):
        dispatcher = numba.njit(nogil=nogil, **COMPILE_OPTIONS)(function)
        dispatcher._cache = KernelCache(function, stamp)
        return dispatcher.compile(signature)


def compiled_address(function: Callable[..., int], signature: Any, stamp: Stamp, what: str) -> int:
    """The address of a function for compiled code."""
    with compiling(what):
        made: Any = CFunc(function, normalize_signature(signature), {}, dict(COMPILE_OPTIONS))
        made._cache = KernelCache(function, stamp)
        made.compile()
        return made.address


def cache_folder() -> Path | None:
    """The folder of kernels, by the conventions of the system; None if there is none."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR) / "bough"
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "bough" / "Cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "bough"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bough"
    except RuntimeError:  # there is no home folder
        return None


class KernelCache(_Cache):
    """The cache of one function that Numba compiles."""

    def __init__(self, function: Callable[..., Any], stamp: Stamp):
        self.function, self.stamp = function, stamp

    @property
    def cache_path(self) -> str:
        return str(cache_folder() or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        if path is None or (content := checked(path)) is None:
            return None
        try:
            # (from the user's own folder, which is trusted like installed code; Numba's own cache does the same)
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # written by a slightly different version, although the digests agree
            _remove(path)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        path = self._path(sig, data.codegen)
        if path is None:
            if os.environ.get(VARIABLE) is None:
                _say_uncached("there is no home folder")
        elif not data.library.has_dynamic_globals:
            keep(path, dumps(data._reduce()))

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        root = cache_folder()
        if root is None:
            return None
        function, (sources, own) = self.function, self.stamp
        versions = (sources, sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, WIDTH)
        held = dumps(tuple(cell.cell_contents for cell in function.__closure__ or ()))
        key = (*versions, own, function.__module__, function.__qualname__, str(sig), codegen.magic_tuple())
        generation = hashlib.sha256(repr(versions).encode()).hexdigest()[:16]
        name = hashlib.sha256(repr(key).encode() + held).hexdigest()[:32]
        return root / generation / f"{function.__name__}-{name}.kernel"

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def checked(path: Path) -> bytes | None:
    """The content of a file if it is intact; a damaged file is removed."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    content = whole[_DIGEST:]
    if hashlib.sha256(content).digest() != whole[:_DIGEST]:
        _remove(path)
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
        _say_uncached(f"'{path.parents[1]}' cannot be written ({error.strerror or error})")


def _tidy(mine: Path) -> None:
    """Remove the kernels of other versions of bough, except the last used ones."""
    others = [x for x in mine.parent.iterdir() if _GENERATION.fullmatch(x.name) and x != mine]
    ages = {}
    for folder in others:
        with contextlib.suppress(OSError):
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=ages.__getitem__, reverse=True)[KEPT_GENERATIONS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _say_uncached(reason: str) -> None:
    global _told
    if not _told:
        _told = True
        warnings.warn(
            f"compiled kernels are not kept for later runs, because {reason}; set {VARIABLE} to a writable folder, or to an empty value to turn the cache off.",
            BoughWarning,
            stacklevel=2,
        )
