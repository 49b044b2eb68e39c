"""The null space of the loops' rows: independent DoFs, and how the others follow them.

The rows of G, with columns scaled by the inertias of the DoFs, are brought to reduced echelon form,

    z_p + Σ_j r_j z_j = g   for each row that counts, j over the DoFs that no row has taken,

so that DoF p depends on the others. A particular solution has g at the pivots p. A column of N has 1 at a DoF j that is
left, and -r_j at the pivots.

Rows are taken in their order, and each takes the largest of its entries as pivot, with some preference for DoFs on few
loops: their rows meet few others. Pivots differ between lanes. A row whose remainder is small beside it depends on
those before it and is left out; a row that is rounding beside the largest one says nothing. A step whose factor is zero
in every lane is passed over, and a row that counts in no lane is not kept: numbers stay the same, only work is saved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.arithmetic.scalar import (
    is_small,
    kernel,
    lane,
    lane_count,
    load,
    store,
    subtract_scaled,
    where_positive,
    with_lane,
    zero_of,
)
from bough.arithmetic.tally import CALL, PRODUCT, QUOTIENT, SUM, TERM, Operations
from bough.compiled.tree import CompiledTree
from bough.passes.arrays import SWEEP, WORK_SHAPES, Work
from bough.passes.loops import ACCELERATION, rows_by_dof, survey_loops
from bough.passes.sweep import place
from bough.solvers.dependent import DEPENDENT

# a row of G is rounding if the sum of its squares is below this share of the largest row's
ROUNDING = 1e-24


@kernel
def pick(block, at, places):
    """The number ``places`` after ``at``, in each lane its own."""
    found = places
    for k in range(lane_count(places)):
        found = with_lane(found, k, lane(load(block, at + int(lane(places, k)), 0), k))
    return found


@kernel
def put_at(block, at, places, x):
    """Store x ``places`` after ``at``, in each lane at its own."""
    for k in range(lane_count(places)):
        to = at + int(lane(places, k))
        store(block, to, 0, with_lane(load(block, to, 0), k, lane(x, k)))


@kernel
def scale_rows(tree, work):
    """Scale the columns of G; stores the squares of the rows in work.multiplier, and returns the largest."""
    largest = zero_of(load(work.half, 0, 0))
    for k in range(tree.loops):
        first, either, at = tree.loop_dof_at[k], tree.loop_either[k], tree.loop_half_at[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            size = zero_of(largest)
            for p in range(either):
                x = load(work.half, at + p, 0) * tree.loop_weights[tree.loop_dofs[first + p], 0]
                store(work.half, at + p, 0, x)
                size = size + x * x
            store(work.multiplier, c, 0, size)
            largest = where_positive(size - largest, size, largest)
            at += tree.loop_dof_at[k + 1] - first
    return largest


@kernel
def take_row(tree, work, k, c, at, to):
    """Put a scaled row of loop k, by DoF, and its right-hand side at ``to``."""
    first, zero = tree.loop_dof_at[k], zero_of(load(work.gap, c, ACCELERATION))
    for d in range(tree.dofs):
        store(work.reduced, to + d, 0, zero)
    for p in range(tree.loop_either[k]):
        store(work.reduced, to + tree.loop_dofs[first + p], 0, load(work.half, at + p, 0))
    store(work.reduced, to + tree.dofs, 0, -load(work.gap, c, ACCELERATION))


@kernel
def subtract_row(tree, work, to, source, places):
    """Eliminate the entry at the pivot of the row at ``source`` from the row at ``to``."""
    factor = pick(work.reduced, to, places)
    if not is_small(factor, 0.0):
        subtract_scaled(work.reduced, to, work.reduced, source, tree.dofs + 1, factor)


@kernel
def find_pivot(tree, work, to):
    """The DoF with the best entry of a row, this entry, and the sum of the squares of all entries."""
    zero = zero_of(load(work.reduced, to, 0))
    best, places, pivot, rest = zero, zero, zero, zero
    for d in range(tree.dofs):
        x = load(work.reduced, to + d, 0)
        square = x * x
        score = square * tree.loop_weights[d, 1]
        better = score - best
        best = where_positive(better, score, best)
        places = where_positive(better, zero + d, places)
        pivot = where_positive(better, x, pivot)
        rest = rest + square
    return places, pivot, rest


@kernel
def counts_of(tree, work, c, rest, largest):
    """1 where constraint c counts, else 0: as given, or as its remainder tells; and keep it."""
    size, zero = load(work.multiplier, c, 0), zero_of(rest)
    found = where_positive(rest - DEPENDENT * size, zero + 1.0, zero)
    counts = where_positive(load(work.chosen, tree.loop_constraints, 0), load(work.chosen, c, 0), found)
    counts = where_positive(size - ROUNDING * largest, where_positive(rest, counts, zero), zero)
    store(work.chosen, c, 0, counts)
    return counts


@kernel
def reduce_rows(tree, work):
    """The rows that count in reduced echelon form, and their pivots; returns how many there are in some lane."""
    rank, length, largest = 0, tree.dofs + 1, scale_rows(tree, work)
    for k in range(tree.loops):
        at = tree.loop_half_at[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            to = rank * length
            take_row(tree, work, k, c, at, to)
            at += tree.loop_dof_at[k + 1] - tree.loop_dof_at[k]
            for e in range(rank):
                subtract_row(tree, work, to, e * length, load(work.pivot_dof, e, 0))
            places, pivot, rest = find_pivot(tree, work, to)
            counts = counts_of(tree, work, c, rest, largest)
            if is_small(counts, 0.0):
                continue
            share = where_positive(counts, 1.0 / where_positive(counts, pivot, counts + 1.0), counts)
            for d in range(length):
                store(work.reduced, to + d, 0, load(work.reduced, to + d, 0) * share)
            put_at(work.reduced, to, places, counts)
            store(work.pivot_dof, rank, 0, places)
            for e in range(rank):
                subtract_row(tree, work, e * length, to, places)
            rank += 1
    return rank


@kernel
def number_unknowns(tree, work, rank):
    """The DoFs that are left, in each lane its own, as unknowns one after the other; returns the largest number."""
    n, slots = tree.dofs, work.slots
    zero = zero_of(load(work.reduced, 0, 0))
    for d in range(n):
        store(work.scattered, d, 0, zero)
        store(slots, d, 0, zero)
    for e in range(rank):
        places = load(work.pivot_dof, e, 0)
        taken = pick(work.reduced, e * (n + 1), places)
        put_at(work.scattered, 0, places, where_positive(taken, taken, pick(work.scattered, 0, places)))
    count = 0
    for k in range(lane_count(zero)):
        slot = 0
        for d in range(n):
            if lane(load(work.scattered, d, 0), k) == 0.0:
                store(slots, slot, 0, with_lane(load(slots, slot, 0), k, 1.0))
                store(slots, slot, 1, with_lane(load(slots, slot, 1), k, float(d)))
                slot += 1
        count = max(count, slot)
    return count


@kernel
def fill_column(tree, work, rank, s):
    """Column s of N, unscaled: one in each lane that has this unknown, else zeros."""
    n = tree.dofs
    at, zero = s * n, zero_of(load(work.reduced, 0, 0))
    for d in range(n):
        store(work.basis, at + d, 0, zero)
    there, free = load(work.slots, s, 0), load(work.slots, s, 1)
    for k in range(lane_count(zero)):
        if lane(there, k) > 0.0:
            j = int(lane(free, k))
            store(work.basis, at + j, 0, with_lane(load(work.basis, at + j, 0), k, 1.0))
            for e in range(rank):
                follows = lane(load(work.reduced, e * (n + 1) + j, 0), k)
                if follows != 0.0:
                    to = at + int(lane(load(work.pivot_dof, e, 0), k))
                    store(work.basis, to, 0, with_lane(load(work.basis, to, 0), k, -follows))


@kernel
def span(tree, work, rank, count):
    """The columns of N, with upper bounds of what M makes of them; then a particular solution."""
    n, zero = tree.dofs, zero_of(load(work.reduced, 0, 0))
    for s in range(count):
        fill_column(tree, work, rank, s)
        bound = zero + 1e-280  # (nothing resists a pivot of zero)
        for d in range(n):
            x = load(work.basis, s * n + d, 0) * tree.loop_weights[d, 0]
            store(work.basis, s * n + d, 0, x)
            bound = bound + x * x * load(work.diagonal, d, 0)
        store(work.slots, s, 2, bound)
    at = count * n
    for d in range(n):
        store(work.basis, at + d, 0, zero)
    for e in range(rank):
        places, right = load(work.pivot_dof, e, 0), load(work.reduced, e * (n + 1) + n, 0)
        taken = pick(work.reduced, e * (n + 1), places)
        put_at(work.basis, at, places, where_positive(taken, right, pick(work.basis, at, places)))
    for d in range(n):
        store(work.basis, at + d, 0, load(work.basis, at + d, 0) * tree.loop_weights[d, 0])


def memory(tree: CompiledTree) -> dict[str, int]:
    """Rows of the work arrays, besides those for closing loops."""
    n, rows = tree.topology.n, int(tree.arrays.loop_constraints)
    return {
        "reduced": rows * (n + 1),
        "pivot_dof": rows,
        "slots": n + 1,
        "unknowns": n,
        "basis": (n + 1) * n,
        "matrix": n * (n + 1) // 2,
        "image": n,
    }


# --- what it costs ----------------------------------------------------------------------------------------------------


class Reduction(NamedTuple):
    """What the work depends on at a position: rows that count, and the steps of their elimination."""

    rank: int
    tried: int  # pairs of a row and a pivot
    steps: int  # those whose factor is not zero


def reduction(tree: CompiledTree) -> Reduction:
    """The same as ``reduce_rows`` finds at the mechanism's start, at rest; nothing is compiled."""
    arrays = tree.arrays_for_independent
    with np.errstate(all="ignore"):
        matrix = _rows_at_start(tree) * arrays.loop_weights[:, 0]
    sizes, tried, steps = (matrix**2).sum(axis=1), 0, 0
    reduced, pivots = np.zeros_like(matrix[: arrays.dofs]), np.zeros(0, np.int64)
    for row, size in zip(matrix, sizes, strict=True):
        rank = len(pivots)
        # (rows are zero at one another's pivots, so an elimination does not change the factors of others)
        above = np.flatnonzero(row[pivots])
        for e in above:
            row -= reduced[e] * row[pivots[e]]
        tried, steps = tried + rank, steps + len(above)
        if row @ row > DEPENDENT * size > DEPENDENT * ROUNDING * sizes.max():
            p = int(np.argmax(row**2 * arrays.loop_weights[:, 1]))
            row *= 1.0 / row[p]
            row[p] = 1.0
            above = np.flatnonzero(reduced[:rank, p])
            tried, steps = tried + rank, steps + len(above)
            reduced[above] -= np.outer(reduced[above, p], row)
            reduced[rank], pivots = row, np.append(pivots, p)
    return Reduction(len(pivots), tried, steps)


def _rows_at_start(tree: CompiledTree) -> np.ndarray:
    """G at the mechanism's start, at rest, by DoF in the tree's order."""
    arrays, mechanism = tree.arrays, tree.mechanism
    if not tree.loops:
        return np.zeros((0, arrays.dofs))
    rows = tree.memory(*SWEEP) | tree.survey_memory()
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    q = np.append(mechanism.coordinates(mechanism.q0), np.zeros(tree.coordinates - mechanism.n_q))
    for i in range(arrays.bodies):
        place(arrays, i, q, work)
    survey_loops(arrays, q, np.zeros(arrays.dofs), work)
    return rows_by_dof(arrays, work)


def operations(tree: CompiledTree, found: Reduction) -> Operations:
    """Price of ``reduce_rows``, ``number_unknowns`` and ``span``."""
    arrays, n, (rank, tried, steps) = tree.arrays, tree.topology.n, found
    rows, unknowns = arrays.loop_constraints, n - rank
    entries = int(np.diff(arrays.loop_at) @ arrays.loop_either)
    searched = rows * (n * (2 * PRODUCT + 3 * SUM) + 2 * TERM + 2 * SUM)
    kept = rank * (QUOTIENT + SUM + (n + 1) * PRODUCT)
    return Operations(
        rows=(rows * n + unknowns * n) * CALL
        + entries * (PRODUCT + TERM)
        + searched
        + kept
        + unknowns * (n * (2 * PRODUCT + TERM) + SUM)
        + n * PRODUCT,
        packed=tried * CALL + (steps * (n + 1)) * TERM,
    )
