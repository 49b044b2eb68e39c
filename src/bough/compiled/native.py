"""Compiles cores for one state and for a batch. Imports Numba, so it is itself imported only when something is compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numba import cfunc, float64, int64, njit
from numba.core.errors import TypingError
from numba.extending import register_jitable

from bough.arithmetic import runs  # noqa: F401  (defines what solvers run along)
from bough.arithmetic.lanes import INLINE, OUTLINE, WIDTH, align_stack, define, lanes
from bough.arithmetic.scalar import call, call_step, kernel, load, out_of_line, store
from bough.arithmetic.spatial import load3, load9
from bough.compiled.cache import Stamp, compiled_address, compiled_function
from bough.compiled.calls import argument_reader, result_writer
from bough.compiled.entries import FAILED, FINE, MISFIT, Expected
from bough.compiled.files import source_stamp
from bough.compiled.memory import BlockType, TableType, block_reader, table_address, table_reader
from bough.compiled.notice import planned
from bough.compiled.states import (
    array_object,
    is_vector,
    length_of,
    prefetch_lanes,
    view_lanes,
    view_single,
    view_wrenches_lanes,
    view_wrenches_single,
)
from bough.graph.words import WORDS
from bough.locks import COMPILING, once
from bough.mechanism.joints.own.kernels import curve_at
from bough.mechanism.joints.own.programs import BEND, DRIFT, PLACE, PROGRAMS, SEARCH, OwnPrograms
from bough.mechanism.pieces import WIDTH as PIECE_WIDTH
from bough.passes.arrays import TREE_NUMBERS, TREE_WIDTHS, VARYING, WORK_SHAPES, Tree, Work
from bough.passes.closing import close, close_surveyed
from bough.passes.driving import drive, drive_joint, prepare
from bough.passes.loads import act
from bough.passes.loops import survey, survey_loops, survey_remembered
from bough.passes.spans import span, span_body
from bough.passes.sweep import apply_forces, quaternions_are_unit, remember

_tree_fields = {
    name: int64
    if name in TREE_NUMBERS
    else BlockType(float64 if name in TREE_WIDTHS else int64, TREE_WIDTHS.get(name, 1))
    for name in Tree._fields
}
read_tree = table_reader(TableType("Tree", _tree_fields))
# a tree whose numbers differ between lanes
_variant_fields = {name: BlockType(lanes, TREE_WIDTHS[name]) for name in VARYING}
read_variants = table_reader(TableType("Variants", {**_tree_fields, **_variant_fields}))
read_work = table_reader(TableType("Work", {name: BlockType(float64, WORK_SHAPES[name][1]) for name in Work._fields}))
read_lanes_work = table_reader(
    TableType("LanesWork", {name: BlockType(lanes, WORK_SHAPES[name][1]) for name in Work._fields})
)


# Readers are chosen at compile time through these functions: Numba renames readers themselves in every process, so that
# a closure with a reader would never be found in the cache again.
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


# a table of addresses starts with the expected properties of arguments; then come the words of the tree and the work
TREE_AT = 8 * len(Expected._fields)
WORK_AT = TREE_AT + 8 * len(Tree._fields)
read_expected = table_reader(TableType("Expected", dict.fromkeys(Expected._fields, int64)))


@register_jitable(**OUTLINE)
def _apply_forces(tree, q, u, at, work):
    out_of_line()
    remember(tree, q, u, at, work)
    call(tree.loader, table_address(tree) - TREE_AT)


# forms call the kernel of forces by its address, and pass on the table that they were given
define(apply_forces, lambda tree, q, u, at, work: _apply_forces(tree, q, u, at, work))


@register_jitable(**INLINE)
def _survey_remembered(tree):
    return call(tree.surveyor, table_address(tree) - TREE_AT) == 0


@register_jitable(**OUTLINE)
def _survey_loops(tree, q, u, work):
    out_of_line()
    remember(tree, q, u, 0, work)
    return _survey_remembered(tree)


@register_jitable(**OUTLINE)
def _close_surveyed(tree, work):
    out_of_line()
    call(tree.closer, table_address(tree) - TREE_AT)


@register_jitable(**OUTLINE)
def _span(tree, i, step):
    out_of_line()
    call_step(tree.spanner, table_address(tree) - TREE_AT, i, step)


@register_jitable(**OUTLINE)
def _drive(tree, i, r, q, work):
    out_of_line()
    prepare(tree, i, r, q, work)
    call_step(tree.driver, table_address(tree) - TREE_AT, i, 0)
    return load9(work.rotation, i, 0), load3(work.offset, i, 0)


# that of driven joints
define(drive, lambda tree, i, r, q, work: _drive(tree, i, r, q, work))
# and those of loops
define(span, lambda tree, i, step, work: _span(tree, i, step))
define(survey_remembered, lambda tree, work: _survey_remembered(tree))
define(survey_loops, lambda tree, q, u, work: _survey_loops(tree, q, u, work))
define(close_surveyed, lambda tree, work: _close_surveyed(tree, work))


def stamp_of(core: Callable[..., bool]) -> Stamp:
    """The same with the file that holds a core, which may be anywhere."""
    own = Path(core.__code__.co_filename)
    return source_stamp(), hashlib.sha256(own.read_bytes()).hexdigest() if own.is_file() else ""


def prepared(*wanted: tuple[Any, ...]) -> Any:
    """Compile kernels, each (function made by ``once``, its arguments), and count the new ones; return the last."""
    if new := sum(tuple(arguments) not in make.known for make, *arguments in wanted):
        with planned(new):
            return [make(*arguments) for make, *arguments in wanted][-1]
    make, *arguments = wanted[-1]
    return make(*arguments)


def title_of(core: Callable[..., bool]) -> str:
    """The name of a core in messages: that of the form, or of the result."""
    *_, layer, module = core.__module__.split(".") if "." in core.__module__ else ("", "")
    if layer == "formulations":
        return module.replace("_", "-")
    return "energies of forces" if core.__name__ == "account" else core.__name__.replace("_", " ")


def readers_of(lanes: bool, variants: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What reads the tree and the work from a table of addresses.

    ``lanes``: of a batch, or of motions side by side; ``variants``: the tree's numbers differ between lanes.
    """
    return variant_trees if variants else one_tree, lanes_work if lanes else one_work


def pass_address(run: Callable[..., bool | None], what: str, lanes: bool, variants: bool) -> int:
    """The address of a kernel (tree, work) for others: it takes a table of addresses; 0, or 1 if the kernel fails."""
    tree_of, work_of = readers_of(lanes, variants)

    def passed(table):
        align_stack()
        return 1 if run(tree_of(table + TREE_AT), work_of(table + WORK_AT)) is False else 0

    return compiled_address(passed, int64(int64), (source_stamp(), ""), what)


def step_address(run: Callable[..., None], what: str, lanes: bool, variants: bool) -> int:
    """The same of a kernel (tree, i, step, work), which takes two numbers besides the table and cannot fail."""
    tree_of, work_of = readers_of(lanes, variants)

    def stepped(table, i, step):
        align_stack()
        run(tree_of(table + TREE_AT), i, step, work_of(table + WORK_AT))
        return 0

    return compiled_address(stepped, int64(int64, int64, int64), (source_stamp(), ""), what)


# passes that forms call by their addresses, by the field of the tree that holds these
_PASSES: dict[str, tuple[Callable[..., int], Callable[..., Any], str]] = {
    "loader": (pass_address, act, "forces"),
    "surveyor": (pass_address, survey, "loops"),
    "closer": (pass_address, close, "closed loops"),
    "spanner": (step_address, span_body, "loops body by body"),
    "driver": (step_address, drive_joint, "driven joints"),
}


@once
def compiled_pass(field: str, lanes: bool, variants: bool) -> int:
    """The address of a pass that forms call, by its field of the tree."""
    address, run, what = _PASSES[field]
    return address(run, f"{what} for {'a batch' if lanes else 'one state'}", lanes, variants)


read_block, read_lanes_block = (block_reader(BlockType(kind, 1)) for kind in (float64, lanes))
read_columns, read_lanes_columns = (block_reader(BlockType(kind, 6)) for kind in (float64, lanes))
read_pieces = block_reader(BlockType(float64, PIECE_WIDTH))


@kernel
def one_block(address):
    return read_block(address)


@kernel
def lanes_block(address):
    return read_lanes_block(address)


@kernel
def one_columns(address):
    return read_columns(address)


@kernel
def lanes_columns(address):
    return read_lanes_columns(address)


@kernel
def pieces_at(address):
    return read_pieces(address)


@once
def compiled_program(motion: OwnPrograms, program: int, lanes: bool) -> int:
    """The address of a program of a user's own joint: (addresses of block, pieces, rows of work.columns) -> 0."""
    text = motion.text(program)
    names = {
        **WORDS, "load": load, "store": store, "curve_at": curve_at, "align_stack": align_stack, "pieces_at": pieces_at,
        "block_at": lanes_block if lanes else one_block, "columns_at": lanes_columns if lanes else one_columns,
    }  # fmt: skip
    exec(compile(text, "<own joint>", "exec"), names)
    names["program"].__module__ = __name__
    what = f"{motion.whose} for {'a batch' if lanes else 'one state'}"
    stamp = source_stamp(), hashlib.sha256(f"{lanes} {text}".encode()).hexdigest()
    return compiled_address(names["program"], int64(int64, int64, int64), stamp, what)


def program_addresses(tree: Tree, rows: Mapping[str, int], lanes: bool) -> np.ndarray:
    """The addresses of the programs of users' own joints that kernels with so many rows of work arrays may call."""
    found = np.zeros(PROGRAMS * len(tree.own_joints), np.int64)
    bends = any(rows.get(name) for name in ("momentum", "impulse", "column_rates"))  # (see who calls bend_of_kind)
    for i, motion in enumerate(tree.own_joints):
        if motion is not None:
            called = {PLACE: True, DRIFT: tree.own_drifts[i], BEND: bends, SEARCH: i > tree.bodies}
            for program, is_called in called.items():
                if is_called:
                    found[PROGRAMS * i + program] = compiled_program(motion, program, lanes)
    return found


def compiled_law(function: Callable, shape: tuple[int | None, ...], outputs: int) -> int:
    """The address of a user's function, compiled with the signature in ``compiled/functions.py``.

    Numba keeps such code as long as the process runs.
    """
    # (without the wrappers for calls from Python or C, which halves its memory)
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled = function if hasattr(function, "py_func") else njit(**options)(function)
    read = argument_reader(shape)
    told: list[str] = []
    write = result_writer(sum(1 if size is None else size for size in shape), outputs, told)

    def law(address, stride):
        try:
            write(address, stride, compiled(*read(address, stride)))
        except Exception:  # (its results stay NaN; Python calls it again to find out why)
            return 1
        return 0

    with COMPILING:
        try:
            return cfunc(int64(int64, int64), error_model="numpy")(law).address
        except TypingError:
            if not told:
                raise
            raise TypeError(told[0]) from None


# address of a table, three arrays, address of wrenches, array of results
_SIGNATURE = int64(int64, array_object, array_object, array_object, int64, array_object)


@once
def compiled_single(core: Callable[..., bool]) -> Callable[..., int]:
    """The entry for one state. It holds the interpreter's lock, so that threads can share its memory.

    A user's function may release the lock.
    """

    def single(table, a, b, c, wrenches, out):
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

    return compiled_function(single, _SIGNATURE, stamp_of(core), f"{title_of(core)} for one state", nogil=False)


@once
def compiled_batch(core: Callable[..., bool]) -> Callable[..., int]:
    """The entry for a batch, W states at a time; returns the index of the first group with a failure, or -1."""

    def batch(table, a, b, c, wrenches, out):
        align_stack()
        tree, work = read_tree(table + TREE_AT), read_lanes_work(table + WORK_AT)
        states = length_of(a)
        failed = -1
        for start in range(0, states, WIDTH):
            # the last group overlaps the one before it, so that it is full
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

    return compiled_function(batch, _SIGNATURE, stamp_of(core), f"{title_of(core)} for a batch", nogil=True)
