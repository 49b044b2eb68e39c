"""Compiles right-hand sides and loops of steps. Imports Numba, so it is itself imported only when something is compiled.

A right-hand side is compiled once for a form, a loop once for an integrator: the loop calls the right-hand side by its address, so that both together are a
sum of compilations and not a product.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from numba import cfunc, float64, int64, njit

from bough.integrate.explicit import copy, step_explicit
from bough.integrate.methods import TABLEAU_NUMBERS, TABLEAU_WIDTHS, Tableau
from bough.kernels.lanes import COMPILE_OPTIONS, align_stack
from bough.kernels.memory import BlockType, TableType, table_reader
from bough.kernels.scalar import after
from bough.tree.arrays import Work
from bough.tree.kinematics import put_all_rates
from bough.tree.native import TREE_AT, WORK_AT, announced, read_lanes_work, read_tree, read_work, source_stamp

# the words of a tableau follow those of the work in a table of addresses
METHOD_AT = WORK_AT + 8 * len(Work._fields)
read_method = table_reader(
    TableType(
        "Tableau",
        {
            name: int64 if name in TABLEAU_NUMBERS else BlockType(float64, TABLEAU_WIDTHS[name])
            for name in Tableau._fields
        },
    )
)


@cache
def compiled_rate(core: Callable[..., bool], momenta: bool, lanes: bool) -> int:
    """The address of what fills work.slope from work.state by a form's core: 0 if all went well."""
    stamp = source_stamp()
    read = read_lanes_work if lanes else read_work

    def accelerations(table):
        stamp  # noqa: B018  (captured, so that it is part of the cache's key)
        align_stack()
        tree, work = read_tree(table + TREE_AT), read(table + WORK_AT)
        n_q = tree.coordinates
        u, u_dot = after(work.state, n_q), after(work.slope, n_q)
        put_all_rates(tree, work.state, u, work.slope)
        return 0 if core(tree, work, work.state, u, work.drive, work.loads, u_dot) else 1

    def canonical(table):
        stamp  # noqa: B018
        align_stack()
        tree, work = read_tree(table + TREE_AT), read(table + WORK_AT)
        p = after(work.state, tree.coordinates)
        return 0 if core(tree, work, work.state, p, work.drive, work.loads, work.slope) else 1

    with announced():
        return cfunc(int64(int64), cache=True, **COMPILE_OPTIONS)(canonical if momenta else accelerations).address


@cache
def compiled_march(lanes: bool) -> Callable[..., int]:
    """A loop of explicit steps: (table, rate, steps, every, step) -> steps done; keeps every so many-th state in work.record."""
    stamp = source_stamp()
    read = read_lanes_work if lanes else read_work

    def march(table, rate, steps, every, step):
        stamp  # noqa: B018
        align_stack()
        tree, work, method = read_tree(table + TREE_AT), read(table + WORK_AT), read_method(table + METHOD_AT)
        size = tree.coordinates + tree.dofs
        at = 0
        for done in range(steps):
            if not step_explicit(tree, work, method, table, rate, step):
                return done
            if (done + 1) % every == 0:
                copy(work.state, 0, work.record, at, size)
                at += size
        return steps

    signature = int64(int64, int64, int64, int64, float64)
    with announced():
        dispatcher = njit(signature, cache=True, nogil=True, **COMPILE_OPTIONS)(march)
    return dispatcher.overloads[signature.args].entry_point
