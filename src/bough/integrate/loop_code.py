"""Loops of steps, and what looks at guards after each, as machine code: from the cache without Numba, or compiled by it."""

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

    def compiled() -> bytes:
        from bough.integrate.loops import compiled_loop

        return compiled_loop(kind, wide)

    return _Loop(_address(f"{kind} loop of lanes" if wide else f"{kind} loop", compiled))


@once
def guard_code(kind: str) -> int:
    """The address of what looks at guards of one motion, or locates a zero, by the name of its kernel (``guards.py``)."""

    def compiled() -> bytes:
        from bough.integrate.loops import compiled_guard

        return compiled_guard(kind)

    return _address(kind, compiled)


def _address(name: str, compiled: Callable[[], bytes]) -> int:
    """The address of a function that is in the cache, or compiled now."""
    from bough.compiled.machine import loaded_address

    folder = cache_folder()
    path = None if folder is None else folder / _generation() / f"{name.replace(' ', '-')}.object"
    content = None if path is None else checked(path)
    if content is None:
        content = compiled()
        if path is not None:
            keep(path, content)
    return loaded_address(content)


_Loop = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@cache
def _generation() -> str:
    """A digest of all that loops depend on."""
    from bough.compiled.machine import processor

    versions = [version(name) for name in ("numba", "llvmlite")]
    return hashlib.sha256(repr((source_stamp(), processor(), versions, lane_width())).encode()).hexdigest()[:16]
