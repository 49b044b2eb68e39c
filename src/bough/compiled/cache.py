"""What Numba compiles, and where it is kept.

Numba's own cache searches for a folder next to the sources, keeps an index that two processes may overwrite for each
other, and trusts whatever it reads. Here every kernel is one file (``files.py``). Its name is a digest of everything
that determines the kernel.

Imported only when something is compiled.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
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
from bough.arithmetic.pipeline import WholeCompiler
from bough.compiled.files import VARIABLE, cache_folder, checked, keep, remove, say_uncached
from bough.compiled.notice import compiling

Stamp = tuple[str, str]  # digests of all sources of kernels in bough, and of the file that holds a core


def compiled_function(
    function: Callable[..., int], signature: Any, stamp: Stamp, what: str, nogil: bool
) -> Callable[..., int]:
    """A function for Python, without Numba's dispatcher, since there is only one signature."""
    with compiling(what):
        dispatcher = numba.njit(nogil=nogil, pipeline_class=WholeCompiler, **COMPILE_OPTIONS)(function)
        dispatcher._cache = KernelCache(function, stamp)
        return dispatcher.compile(signature)


def compiled_address(function: Callable[..., int], signature: Any, stamp: Stamp, what: str) -> int:
    """The address of a function for compiled code."""
    with compiling(what):
        made: Any = CFunc(function, normalize_signature(signature), {}, dict(COMPILE_OPTIONS), WholeCompiler)
        made._cache = KernelCache(function, stamp)
        made.compile()
        return made.address


def compiled_object(function: Callable[..., int], signature: Any, what: str) -> bytes:
    """The symbol of a function for compiled code, a zero, and an object file with it, which needs no Numba."""
    with compiling(what):
        made: Any = CFunc(function, normalize_signature(signature), {}, dict(COMPILE_OPTIONS), WholeCompiler)
        made.compile()
    return made.native_name.encode() + b"\0" + made._library._get_compiled_object()


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
            remove(path)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        path = self._path(sig, data.codegen)
        if path is None:
            if os.environ.get(VARIABLE) is None:
                say_uncached("there is no home folder")
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
