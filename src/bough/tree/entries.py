"""From Python into compiled kernels and back.

Every computation has one shape, ``core(tree, work, a, b, c, wrenches, out) -> bool``: state arrays in (the first is q), one array out,
False if a number that is not finite came up. An :class:`Entry` compiles a core twice, when first used: for one state in ``float64``, for
a batch in ``Lanes``. The flat arrays are handed over as the address of a table of addresses, because unpacking an array costs Python
more than a small mechanism's dynamics; compiled results are cached on disk under a stamp of the package's sources.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from bough.tree.arrays import WORK_WIDTHS, Tree, Work

class Evaluation:
    """One computation on one mechanism, for one state or for many."""

    def single(self, a, b, c, wrenches, out) -> bool:
        """Evaluate one state into ``out``; False if it failed."""
        raise NotImplementedError

    def batch(self, a, b, c, wrenches, out) -> int:
        """Evaluate many states on the calling thread; the index of the first failure, or a little before it, or -1."""
        raise NotImplementedError

    def one_by_one(self, a, b, c, wrenches, out) -> int:
        """A batch as a loop over single states."""
        for k in range(len(a)):
            if not self.single(a[k], b[k], c[k], wrenches[k] if len(wrenches) else NO_WRENCHES, out[k]):
                return k
        return -1


NO_WRENCHES = np.empty((0, 6))


class Entry(Evaluation):
    """A compiled computation: its core and its memory."""

    def __init__(self, core: Callable[..., bool], tree: Tree, rows: dict[str, int], out_axes: int = 1):
        self.core, self.tree, self.rows, self.out_axes = core, tree, rows, out_axes
        self._idle: list[tuple[int, tuple]] = []  # lane memories that no thread is using

    def memory(self, lanes: tuple[int, ...] = ()) -> tuple[int, tuple]:
        """(address of a new table of addresses, what must be kept alive with it)."""
        work = Work(**{name: aligned((self.rows.get(name, 0), width, *lanes)) for name, width in WORK_WIDTHS.items()})
        table = np.array([x if isinstance(x, int) else x.ctypes.data for x in (*self.tree, *work)], np.int64)
        return table.ctypes.data, (table, work, self.tree)

    @cached_property
    def single(self) -> Callable[..., bool]:  # type: ignore[override]
        from bough.tree.native import compiled_single

        address, self._kept = self.memory()
        return partial(compiled_single(self.core, self.out_axes), address)

    def batch(self, a, b, c, wrenches, out) -> int:
        if len(a) < lane_width():
            return self.one_by_one(a, b, c, wrenches, out)
        from bough.tree.native import compiled_batch

        run = compiled_batch(self.core, self.out_axes)
        try:
            memory = self._idle.pop()
        except IndexError:
            memory = self.memory((lane_width(),))
        failed = run(memory[0], a, b, c, wrenches, out)
        self._idle.append(memory)
        return failed


def lane_width() -> int:
    """W: the states that one SIMD register holds."""
    from bough.kernels.lanes import WIDTH

    return WIDTH


def aligned(shape: tuple[int, ...]) -> np.ndarray:
    """Uninitialised doubles that start at a cache line."""
    size = math.prod(shape)
    raw = np.empty(size + 8)
    shift = (-raw.ctypes.data % 64) // 8
    return raw[shift : shift + size].reshape(shape)
