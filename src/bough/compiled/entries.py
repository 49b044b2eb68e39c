"""From Python into compiled kernels and back.

Every computation has one signature, ``core(tree, work, a, b, c, wrenches, out) -> bool``: state arrays in (the first is
q), one array out, False if a number is not finite. An :class:`Entry` compiles a core twice, at first use: for one state
in ``float64``, for a batch in ``Lanes``. The flat arrays are passed as the address of a table of addresses, because
unpacking an array costs Python more than a small mechanism's dynamics. Compiled code is cached on disk under a stamp of
the sources.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from bough.arithmetic.counted import Counted, counting
from bough.arithmetic.width import lane_width
from bough.errors import StateError
from bough.mechanism.checks import shown
from bough.passes.arrays import KEPT, TREE_NUMBERS, WORK_SHAPES, Tree, Work

# results of an evaluation of one state
FINE, FAILED, MISFIT = 0, 1, 2  # MISFIT: an array does not have the length that the mechanism needs
NO_WRENCHES = np.empty((0, 6))


class Expected(NamedTuple):
    """What compiled code checks in a caller's arrays: identity of NumPy's class and dtype, and lengths (-1 for any).

    The lengths are those of the second and third array.
    """

    array_class: int = id(np.ndarray)
    dtype: int = id(np.dtype(float))
    b: int = -1
    c: int = -1


_ANY = Expected()


def passes_of(tree: Tree, rows: Mapping[str, int]) -> list[str]:
    """The fields of a tree for the addresses of passes that its kernels call, by the memory that they have."""
    needs = {
        "loader": tree.forces,
        "surveyor": rows.get("measured"),
        "closer": rows.get("schur"),
        "spanner": rows.get("carried"),
        "driver": rows.get("moved"),
    }
    return [field for field, needed in needs.items() if needed]


class Memory:
    """The arrays of one evaluation, and the table of addresses by which compiled code finds them.

    The table has the words of ``Expected``, ``Tree`` and ``Work``, then those of ``more``. An empty array has the
    address 0. The arrays live as long as the memory.
    """

    __slots__ = ("_parts", "_words", "address", "tree", "work")

    def __init__(
        self,
        tree: Tree,
        rows: Mapping[str, int],
        lanes: tuple[int, ...] = (),
        *,
        expected: Expected = _ANY,
        scratch: Work | None = None,
        variants: bool = False,
        more: tuple[Any, ...] | None = None,
        places: list[int] | None = None,
    ):
        """``rows``: of the work arrays; ``lanes``: (W,) for W states side by side; ``scratch``: reuse its arrays that
        are not KEPT; ``variants``: the tree's numbers differ between lanes; ``places``: addresses of the tree's arrays,
        if known."""
        new = {
            name: (rows.get(name, 0), width, *lanes)
            for name, (_, width) in WORK_SHAPES.items()
            if scratch is None or name in KEPT
        }
        arrays, addresses = side_by_side(list(new.values()))
        if scratch is None:
            self.work = Work(*arrays)
        else:
            self.work = scratch._replace(**dict(zip(new, arrays, strict=True)))
            addresses = [_word(array) for array in self.work]
        if called := passes_of(tree, rows):
            from bough.compiled.native import compiled_pass

            tree = tree._replace(**{field: compiled_pass(field, bool(lanes), variants) for field in called})
        if rows.get("own"):
            from bough.compiled.native import program_addresses

            tree, places = tree._replace(own_programs=program_addresses(tree, rows, bool(lanes))), None
        self.tree = tree
        self._parts: list[Any] = [expected, tree, self.work, *([] if more is None else [more])]
        numbers = tree[: len(TREE_NUMBERS)]
        places = places or [_word(array) for array in tree[len(numbers) :]]
        words = [*expected, *numbers, *places, *addresses, *map(_word, more or ())]
        self._words = np.array(words, np.int64)
        self.address = self._words.ctypes.data

    def put(self, kind: Any, field: str, value: Any) -> None:
        """Set a field of a part, given by its type: a number, or an array of the same shape that the caller keeps alive."""
        self._words[self.place(kind, field)] = _word(value)

    def without_loops(self) -> np.ndarray:
        """A copy of the table whose tree is open, as its loops are only measured; the caller keeps it alive."""
        words = self._words.copy()
        words[self.place(Tree, "loops")] = 0
        return words

    def place(self, kind: Any, field: str) -> int:
        """Which word of the table has a field of a part, given by its type."""
        place = 0
        for part in self._parts:
            if type(part) is kind:
                return place + part._fields.index(field)
            place += len(part)
        raise KeyError(field)


def _word(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return value.ctypes.data if value.size else 0  # (which takes NumPy a microsecond)
    return value


class Evaluation(ABC):
    """One computation on one mechanism, for one state or for many."""

    tree: Tree  # the flat arrays that it works on

    @abstractmethod
    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """Evaluate one state into ``out``; FINE, FAILED or MISFIT."""

    @abstractmethod
    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """Evaluate many states on the calling thread; return the first failed one, or one slightly before it, or -1."""

    def one_by_one(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """A batch as a loop over single states."""
        for k in range(len(a)):
            if self.single(a[k], b[k], c[k], wrenches[k] if wrenches.size else NO_WRENCHES, out[k]) != FINE:
                return k
        return -1


class Entry(Evaluation):
    """A compiled computation: its core and its memory."""

    def __init__(
        self,
        core: Callable[..., bool],
        tree: Tree,
        rows: dict[str, int],
        lengths: tuple[str | None, str | None] = ("u", "u"),
    ):
        """``rows``: of the work arrays; ``lengths``: of the second and third argument, as q or u; None: unchecked."""
        self.core, self.tree, self.rows = core, tree, rows
        sizes = {"q": tree.coordinates, "u": tree.dofs, None: -1}
        self.expected = Expected(b=sizes[lengths[0]], c=sizes[lengths[1]])
        # unused memories, for one state and for lanes
        self._idle: list[Memory] = []
        self._idle_lanes: list[Memory] = []

    @cached_property
    def places(self) -> list[int]:
        """The addresses of the tree's arrays."""
        return [_word(array) for array in self.tree[len(TREE_NUMBERS) :]]

    @property
    def numbers(self) -> int:
        """The number of numbers in the memory of one state."""
        return sum(rows * WORK_SHAPES[name][1] for name, rows in self.rows.items())

    def memory(self, lanes: tuple[int, ...] = (), scratch: Work | None = None) -> Memory:
        """A new memory; with ``scratch`` only what is KEPT is new."""
        return Memory(self.tree, self.rows, lanes, expected=self.expected, scratch=scratch)

    def counts(
        self,
        a: np.ndarray,
        b: np.ndarray,
        c: np.ndarray,
        wrenches: np.ndarray = NO_WRENCHES,
        out_shape: tuple[int, ...] = (),
    ) -> tuple[Counter[str], np.ndarray]:
        """(operations, result) of one state, from the same source, interpreted."""
        work = Work(
            **{
                name: counted_array(np.zeros((self.rows.get(name, 0), width)))
                for name, (_, width) in WORK_SHAPES.items()
            }
        )
        out = counted_array(np.zeros(out_shape or (self.tree.dofs,)))
        with counting() as operations:
            if self.tree.bodies:  # without bodies there is no number to copy the scalar type from
                self.core(self.tree, work, *map(counted_array, (a, b, c, wrenches)), out)
        return operations, out.astype(float)

    @cached_property
    def run(self) -> Callable[..., int]:
        """The compiled evaluation of one state: (address, a, b, c, address of the wrenches or 0, out)."""
        from bough.compiled.native import compiled_pass, compiled_single, prepared

        forces = [(compiled_pass, "loader", False, False)] if self.tree.forces else []
        return prepared(*forces, (compiled_single, self.core))

    @cached_property
    def run_lanes(self) -> Callable[..., int]:
        """The same for a batch."""
        from bough.compiled.native import compiled_batch, compiled_pass, prepared

        forces = [(compiled_pass, "loader", True, False)] if self.tree.forces else []
        return prepared(*forces, (compiled_batch, self.core))

    @cached_property
    def address(self) -> int:
        """The address of the table that ``run`` takes.

        All threads share it: they run one at a time, as long as no user's function is called in between.
        """
        # (if two threads meet here, both use the memory of the first)
        return self.__dict__.setdefault("_kept", self.memory()).address

    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        if not len(self.tree.laws):
            return self.run(self.address, a, b, c, address_of(wrenches), out)
        return self._alone(self.run, self._idle, (), a, b, c, wrenches, out)

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        if len(a) < lane_width():
            return self.one_by_one(a, b, c, wrenches, out)
        return self._alone(self.run_lanes, self._idle_lanes, (lane_width(),), a, b, c, wrenches, out)

    def _alone(
        self,
        run: Callable[..., int],
        idle: list[Memory],
        lanes: tuple[int, ...],
        a: Any,
        b: Any,
        c: Any,
        wrenches: np.ndarray,
        out: np.ndarray,
    ) -> int:
        """Call compiled code with a memory that no other call uses."""
        try:
            memory = idle.pop()
        except IndexError:
            memory = self.memory(lanes)
        answer = run(memory.address, a, b, c, address_of(wrenches), out)
        idle.append(memory)
        return answer


class SerialEntry(Entry):
    """An entry whose kernel branches on its numbers, which excludes lanes: a batch is a loop over single states."""

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        return self.one_by_one(a, b, c, wrenches, out)


def address_of(wrenches: np.ndarray) -> int:
    """The address of the wrenches, 0 for none; they must be contiguous."""
    return wrenches.ctypes.data if wrenches.size else 0


_pools: dict[int, ThreadPoolExecutor] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pools.clear)  # a child process does not have its parent's threads


def pool(workers: int) -> ThreadPoolExecutor:
    """Threads for the parts of a batch."""
    if workers not in _pools:
        _pools.setdefault(workers, ThreadPoolExecutor(workers, thread_name_prefix="bough"))
    return _pools[workers]


def thread_count(threads: int | None) -> int:
    """The requested number of threads; None for one per core."""
    if threads is None:
        return _cores()
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise StateError(f"threads must be a whole number of at least 1, or None for all cores, not {shown(threads)}.")
    return int(threads)


@cache
def _cores() -> int:
    return os.cpu_count() or 1  # (which takes longer than the dynamics of one state)


def beyond_memory(entries: int) -> str | None:
    """The memory of so many numbers as text, if that is more than this machine has."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**34
    return f"{8 * entries / 2**30:.0f} GiB, more than this machine's memory" if 8 * entries > 0.8 * memory else None


def side_by_side(shapes: list[tuple[int, ...]]) -> tuple[list[np.ndarray], list[int]]:
    """Arrays of zeros in one block of memory, each starting at a cache line; and their addresses, 0 for an empty one.

    Arrays allocated one by one may lie a multiple of 4 KiB apart. Then a processor confuses writes to one with reads
    from another, which doubles the time at random.
    """
    sizes = [math.prod(shape) for shape in shapes]
    starts = list(accumulate((8 * -(-size // 8) + 8 * (size > 0) for size in sizes), initial=0))
    raw = np.zeros(starts[-1] + 8)
    address = raw.ctypes.data
    shift = (-address % 64) // 8
    arrays = [
        raw[shift + start : shift + start + size].reshape(shape)
        for start, size, shape in zip(starts, sizes, shapes, strict=False)
    ]
    return arrays, [address + 8 * (shift + start) if size else 0 for start, size in zip(starts, sizes, strict=False)]


def counted_array(values: np.ndarray) -> np.ndarray:
    """An array of doubles as an array of numbers that count their operations."""
    array = np.empty(values.size, object)
    array[:] = [Counted(x) for x in values.ravel()]
    return array.reshape(values.shape)
