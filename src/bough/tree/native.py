"""Compiles cores for one state and for a batch. Imports Numba, so it is itself imported only when something is compiled."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from numba import cfunc, float64, int64, njit
from numba.extending import register_jitable

from bough.kernels import runs  # noqa: F401  (defines what solvers run along)
from bough.kernels.lanes import COMPILE_OPTIONS, OUTLINE, WIDTH, align_stack, define, lanes, never_inline
from bough.kernels.memory import (
    BlockType,
    TableType,
    argument_reader,
    array_object,
    is_vector,
    length_of,
    prefetch_lanes,
    result_writer,
    table_address,
    table_reader,
    view_lanes,
    view_single,
    view_wrenches_lanes,
    view_wrenches_single,
)
from bough.kernels.scalar import call, kernel
from bough.tree.arrays import TREE_NUMBERS, TREE_WIDTHS, VARYING, WORK_SHAPES, Tree, Work
from bough.tree.entries import FAILED, FINE, MISFIT
from bough.tree.loads import act
from bough.tree.sweep import apply_forces, quaternions_are_unit, remember

_tree_fields = {
    name: int64
    if name in TREE_NUMBERS
    else BlockType(float64 if name in TREE_WIDTHS else int64, TREE_WIDTHS.get(name, 1))
    for name in Tree._fields
}
read_tree = table_reader(TableType("Tree", _tree_fields))
# a tree whose numbers differ from lane to lane
_variant_fields = {name: BlockType(lanes, TREE_WIDTHS[name]) for name in VARYING}
read_variants = table_reader(TableType("Variants", {**_tree_fields, **_variant_fields}))
read_work = table_reader(TableType("Work", {name: BlockType(float64, WORK_SHAPES[name][1]) for name in Work._fields}))
read_lanes_work = table_reader(
    TableType("LanesWork", {name: BlockType(lanes, WORK_SHAPES[name][1]) for name in Work._fields})
)


# A reader that is chosen at compile time is chosen by these: Numba gives readers themselves a new name in every process, so that a closure that holds one is never
# found again in the cache.
@kernel
def one_work(table):
    return read_work(table)


@kernel
def lanes_work(table):
    return read_lanes_work(table)


@kernel
def one_tree(table):
    return read_tree(table)


@kernel
def variant_trees(table):
    return read_variants(table)


# a table of addresses starts with what is to be checked in arguments; the tree's words follow, then the work's
_expected = ("array_class", "dtype", "b", "c")
TREE_AT = 8 * len(_expected)
WORK_AT = TREE_AT + 8 * len(Tree._fields)
read_expected = table_reader(TableType("Expected", dict.fromkeys(_expected, int64)))


@register_jitable(**OUTLINE)
def _apply_forces(tree, q, u, at, work):
    never_inline()
    remember(tree, q, u, at, work)
    call(tree.loader, table_address(tree) - TREE_AT)


# forms call what lets forces act by its address, and hand over the table that they were given
define(apply_forces, lambda tree, q, u, at, work: _apply_forces(tree, q, u, at, work))

_notice = threading.Lock()


# the layers that kernels come from; others may change without anything being compiled anew
_WITH_KERNELS = ("kernels", "mechanism", "solvers", "tree", "formulations", "integrate")


@cache
def source_stamp() -> str:
    """A digest of all sources that kernels come from: Numba's own cache looks only at the file that holds the entry."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(path for layer in _WITH_KERNELS for path in (package / layer).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stamp_of(core: Callable[..., bool]) -> str:
    """The same with the file that holds a core, which may stand anywhere."""
    own = Path(core.__code__.co_filename)
    return source_stamp() + (hashlib.sha256(own.read_bytes()).hexdigest() if own.is_file() else "")


@contextmanager
def announced():
    """Say, once and on a terminal only, that something is being compiled, if that takes a noticeable time."""

    def announce():
        if sys.stderr.isatty() and _notice.acquire(blocking=False):
            print("bough: compiling kernels (once; they are cached for later runs) …", file=sys.stderr, flush=True)

    timer = threading.Timer(1.0, announce)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def compiled_loader(lanes: bool, variants: bool = False) -> int:
    """The address of what lets the mechanism's own forces act: a table of addresses in, 0 out. ``variants``: its numbers differ from lane to lane."""
    stamp = source_stamp()
    read = lanes_work if lanes else one_work
    read_tree_of = variant_trees if variants else one_tree

    def load(table):
        stamp  # noqa: B018  (captured, so that it is part of the cache's key)
        align_stack()
        act(read_tree_of(table + TREE_AT), read(table + WORK_AT))
        return 0

    with announced():
        return cfunc(int64(int64), cache=True, **COMPILE_OPTIONS)(load).address


def compiled_law(function: Callable, shape: tuple[int | None, ...], outputs: int) -> tuple[object, int]:
    """A user's function, compiled to be called as ``tree/laws.py`` says: (what must be kept alive, its address)."""
    compiled = function if hasattr(function, "py_func") else njit(function)
    read = argument_reader(shape)
    write = result_writer(sum(1 if size is None else size for size in shape), outputs)

    def law(address, stride):
        write(address, stride, compiled(*read(address, stride)))
        return 0

    made = cfunc(int64(int64, int64), error_model="numpy")(law)
    return made, made.address


@cache
def compiled_single(core: Callable[..., bool]) -> Callable[..., int]:
    """The entry for one state; holds the interpreter's lock, so that the work memory is not shared between threads."""
    stamp = stamp_of(core)

    def single(table, a, b, c, wrenches, out):
        stamp  # noqa: B018  (captured, so that it is part of the cache's key)
        expected, tree, work = read_expected(table), read_tree(table + TREE_AT), read_work(table + WORK_AT)
        if not (
            is_vector(a, expected.array_class, expected.dtype, tree.coordinates)
            and (expected.b < 0 or is_vector(b, expected.array_class, expected.dtype, expected.b))
            and (expected.c < 0 or is_vector(c, expected.array_class, expected.dtype, expected.c))
        ):
            return MISFIT
        q = view_single(a, 0)
        if not quaternions_are_unit(tree, q):
            return FAILED
        fine = core(
            tree,
            work,
            q,
            view_single(b, 0),
            view_single(c, 0),
            view_wrenches_single(wrenches, tree.user_bodies, 0),
            view_single(out, 0),
        )
        return FINE if fine else FAILED

    return _compile(single, nogil=False)


@cache
def compiled_batch(core: Callable[..., bool]) -> Callable[..., int]:
    """The entry for a batch, W states at a time; returns the index of the first group with a failure, or -1."""
    stamp = stamp_of(core)

    def batch(table, a, b, c, wrenches, out):
        stamp  # noqa: B018
        align_stack()
        tree, work = read_tree(table + TREE_AT), read_lanes_work(table + WORK_AT)
        states = length_of(a)
        failed = -1
        for start in range(0, states, WIDTH):
            # the last group overlaps the one before it rather than being ragged
            s = min(start, states - WIDTH)
            if start + WIDTH < states:
                ahead = min(start + WIDTH, states - WIDTH)
                prefetch_lanes(a, ahead)
                prefetch_lanes(b, ahead)
                prefetch_lanes(c, ahead)
                prefetch_lanes(out, ahead)
            q = view_lanes(a, s)
            fine = quaternions_are_unit(tree, q)
            fine = fine and core(
                tree,
                work,
                q,
                view_lanes(b, s),
                view_lanes(c, s),
                view_wrenches_lanes(wrenches, tree.user_bodies, s),
                view_lanes(out, s),
            )
            if not fine and failed < 0:
                failed = s
        return failed

    return _compile(batch, nogil=True)


def _compile(function: Callable[..., int], nogil: bool) -> Callable[..., int]:
    """Compile for (address, three arrays, address of wrenches, array); called past Numba's dispatcher, as there is nothing to choose from."""
    signature = int64(int64, array_object, array_object, array_object, int64, array_object)
    with announced():
        dispatcher = njit(signature, cache=True, nogil=nogil, **COMPILE_OPTIONS)(function)
    return dispatcher.overloads[signature.args].entry_point
