"""What Numba compiles, and where it is kept.

Numba's own cache searches for a folder next to the sources, keeps an index that two processes may overwrite for each
other, and unpickles whatever it reads. Here every kernel is one file (``files.py``) that holds an object file, which LLVM
loads without Numba. Its name is a digest of everything that determines the kernel.

Imported only when something is compiled.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import int64
from numba.core import registry
from numba.core.ccallback import CFunc
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from bough.arithmetic.lanes import COMPILE_OPTIONS, WIDTH
from bough.arithmetic.pipeline import WholeCompiler
from bough.compiled.files import VARIABLE, cache_folder, checked, keep, say_uncached
from bough.compiled.machine import for_python, loaded_address, processor
from bough.compiled.notice import compiling

Stamp = tuple[str, str]  # digests of all sources of kernels in bough, and of the file that holds a core


def compiled_function(
    function: Callable[..., int], signature: Any, stamp: Stamp, what: str, nogil: bool
) -> Callable[..., int]:
    """A function for Python, without Numba's dispatcher, since there is only one signature: of words and objects."""
    are_words = tuple(kind == int64 for kind in signature.args)
    return for_python(compiled_address(function, signature, stamp, what), are_words, nogil)


def compiled_address(function: Callable[..., int], signature: Any, stamp: Stamp, what: str) -> int:
    """The address of a function for compiled code."""
    path = _path(function, signature, stamp)
    content = None if path is None else checked(path)
    if content is None:
        content, is_lasting = _compiled(function, signature, what)
        if path is not None and is_lasting:
            keep(path, content)
        elif path is None and os.environ.get(VARIABLE) is None:
            say_uncached("there is no home folder")
    _ = registry.cpu_target.target_context  # tells LLVM where functions of Numba are that kernels call
    return loaded_address(content)


def compiled_object(function: Callable[..., int], signature: Any, what: str) -> bytes:
    """The symbol of a function for compiled code, a zero, and an object file with it, which needs no Numba."""
    return _compiled(function, signature, what)[0]


def _compiled(function: Callable[..., int], signature: Any, what: str) -> tuple[bytes, bool]:
    """The same, and whether another process may use it: it has no addresses of this one."""
    with compiling(what):
        made: Any = CFunc(function, normalize_signature(signature), {}, dict(COMPILE_OPTIONS), WholeCompiler)
        made.compile()
    library = made._library
    return made.native_name.encode() + b"\0" + library._get_compiled_object(), not library.has_dynamic_globals


def _path(function: Callable[..., int], signature: Any, stamp: Stamp) -> Path | None:
    root = cache_folder()
    if root is None:
        return None
    sources, own = stamp
    versions = (sources, sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, WIDTH)
    held = dumps(tuple(cell.cell_contents for cell in function.__closure__ or ()))
    target = *processor(), numba.config.CPU_NAME, numba.config.CPU_FEATURES
    key = (*versions, own, function.__module__, function.__qualname__, str(signature), target)
    generation = hashlib.sha256(repr(versions).encode()).hexdigest()[:16]
    name = hashlib.sha256(repr(key).encode() + held).hexdigest()[:32]
    return root / generation / f"{function.__name__}-{name}.object"
