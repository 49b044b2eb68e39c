"""Loops of steps as machine code: from the cache without Numba, or compiled by it."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import version

from bough.arithmetic.width import lane_width
from bough.compiled.files import cache_folder, checked, keep, source_stamp
from bough.locks import once


@once
def loop_code(kind: str, wide: bool) -> Callable[[int, int, int], int]:
    """A loop of steps: (table, rate, most steps) -> FINISHED, GOING_ON or FAILED. It leaves the interpreter's lock."""
    from bough.compiled.machine import loaded_address

    folder = cache_folder()
    name = f"{kind} loop of lanes" if wide else f"{kind} loop"
    path = None if folder is None else folder / _generation() / f"{name.replace(' ', '-')}.object"
    content = None if path is None else checked(path)
    if content is None:
        from bough.integrate.loops import compiled_loop

        content = compiled_loop(kind, wide)
        if path is not None:
            keep(path, content)
    return _Loop(loaded_address(content))


_Loop = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@cache
def _generation() -> str:
    """A digest of all that loops depend on."""
    from bough.compiled.machine import processor

    versions = [version(name) for name in ("numba", "llvmlite")]
    return hashlib.sha256(repr((source_stamp(), processor(), versions, lane_width())).encode()).hexdigest()[:16]
