"""Projection on the tangent space: M x = y in the joints' own unknowns, M = AᵀTᵀMTA by composite bodies.

Lagrange's equations of the second kind (x = u̇) and Hamilton's (x = u) both reduce to it. The rows of M are packed
(``solvers/packed.py``) for any solver of packed rows (``MASS``); LAPACK gets the full matrix.
"""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import get, is_finite, kernel, load, put, put_row, store
from bough.arithmetic.spatial import add, add_cross, add_scaled, apply_symmetric, cross, dot, load3, load6
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    CROSS,
    DOT,
    DOT6,
    NOTHING,
    PRODUCT,
    SCALE,
    SUM,
    TERM,
    Operations,
    Tally,
)
from bough.compiled.tree import CompiledTree
from bough.formulations.reductions import locks
from bough.formulations.systems import PackedMatrix
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.inverse import pass_inward
from bough.passes.switches import HINGE


@kernel
def mass_rows(tree, work):
    """The packed rows of the mass matrix, from placed bodies."""
    start_composites(tree, work)
    for i in range(tree.bodies - 1, -1, -1):
        p = tree.parent[i]
        if p >= 0:
            add_composite(work.composite, p, i, load3(work.offset, i, 0))
        for d in range(tree.dof[i], tree.dof[i + 1]):
            fill_row(tree, work, i, d)
    add_armature(tree, work)


@kernel
def add_armature(tree, work):
    """Add armature to the diagonal entries of the mass matrix, and to their upper bounds."""
    if tree.rotors:
        for d in range(tree.dofs):
            own, at = tree.armature[d, 0], tree.row_at[d]
            store(work.rows, at, 0, load(work.rows, at, 0) + own)
            store(work.diagonal, d, 0, load(work.diagonal, d, 0) + own)


@kernel
def start_composites(tree, work):
    """Start each composite body with its own body alone."""
    for i in range(tree.bodies):
        store(work.composite, i, 0, tree.inertia[i, 0])
        for k in range(9):
            store(work.composite, i, 1 + k, load(work.inertia, i, k))


@kernel
def gather(tree, work):
    """Composite inertias, and upper bounds of each DoF's diagonal entry of AᵀTᵀMTA."""
    composite = work.composite
    start_composites(tree, work)
    for i in range(tree.bodies - 1, -1, -1):
        if tree.parent[i] >= 0:
            add_composite(composite, tree.parent[i], i, load3(work.offset, i, 0))
        trace = load(composite, i, 4) + load(composite, i, 7) + load(composite, i, 9)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            along, axis = load3(work.columns, d, 0), load3(work.columns, d, 3)
            size = dot(axis, axis) * trace + dot(along, along) * load(composite, i, 0)
            if tree.rotors:
                size = size + tree.armature[d, 0]
            store(work.diagonal, d, 0, size)


@kernel
def steiner(r, k):
    """2 (r · k) E - (r kᵀ + k rᵀ)."""
    x, y, z = k
    xx, yy, zz = r[0] * x, r[1] * y, r[2] * z
    return (
        2.0 * (yy + zz), -(r[0] * y + r[1] * x), -(r[0] * z + r[2] * x),
        2.0 * (xx + zz), -(r[1] * z + r[2] * y), 2.0 * (xx + yy),
    )  # fmt: skip


@kernel
def add_composite(composite, p, i, r):
    """Add composite body i to its parent: J' = J + 2 (r · k) E - (r kᵀ + k rᵀ), k = h + m r/2."""
    m = load(composite, i, 0)
    h = load3(composite, i, 1)
    store(composite, p, 0, load(composite, p, 0) + m)
    for k in range(3):
        store(composite, p, 1 + k, load(composite, p, 1 + k) + (h[k] + m * r[k]))
    more = steiner(r, add_scaled(h, 0.5 * m, r))
    for k in range(6):
        store(composite, p, 4 + k, load(composite, p, 4 + k) + (load(composite, i, 4 + k) + more[k]))


@kernel
def fill_row(tree, work, i, d):
    """Row d: the wrench of composite body i under a unit acceleration of DoF d, projected on the DoFs on the path."""
    columns, rows = work.columns, work.rows
    h, tensor = load3(work.composite, i, 1), load6(work.composite, i, 4)
    axis = load3(columns, d, 3)
    force, moment = cross(axis, h), apply_symmetric(tensor, axis)
    # upper bound of the diagonal entry: a pivot that is tiny beside it is rounding
    size = dot(axis, axis) * (tensor[0] + tensor[3] + tensor[5])
    if tree.kind[i] != HINGE:
        along = load3(columns, d, 0)
        size = size + dot(along, along) * load(work.composite, i, 0)
        force = add_scaled(force, load(work.composite, i, 0), along)
        moment = add_cross(moment, h, along)
    store(work.diagonal, d, 0, size)
    at, j, b = tree.row_at[d], d, i
    while True:
        if tree.kind[b] == HINGE:
            store(rows, at, 0, dot(load3(columns, j, 3), moment))
            at += 1
        else:
            while j >= tree.dof[b]:
                store(rows, at, 0, dot(load3(columns, j, 0), force) + dot(load3(columns, j, 3), moment))
                at += 1
                j -= 1
        p = tree.parent[b]
        if p < 0:
            break
        # the product first: then only a sum waits for the step before
        moment = add(moment, cross(load3(work.offset, b, 0), force))
        j, b = tree.dof[p + 1] - 1, p


@kernel
def right_hand_side(tree, work, given):
    """y = t - Bᵀ f, by passing the wrenches f inward."""
    for i in range(tree.bodies - 1, -1, -1):
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
            store(work.vector, d, 0, get(given, tree.dof_user[d]) - x)
        pass_inward(tree, i, work)


@kernel
def mass_tables(tree):
    """The tables of the packed rows, for solvers."""
    return tree.row_at, tree.dof_parent, tree.level, tree.cousin, tree.dofs


@kernel
def deliver(tree, work, out, at):
    """x in the user's order, from index ``at`` on; False if it is not finite, or a gimbal is too near its lock."""
    return put_solution(tree, work, out, at) and locks.are_far(tree, work)


@kernel
def put_solution(tree, work, out, at):
    """The same without a check of gimbals."""
    fine = True
    for d in range(tree.dofs):
        x = load(work.vector, d, 0)
        fine = fine and is_finite(x)
        put(out, at + tree.dof_user[d], x)
    return fine


@kernel
def unpack(tree, work, out):
    """The packed mass matrix as a full one, in the user's order, in the first n columns of a table."""
    for row in range(tree.dofs):
        for column in range(tree.dofs):
            put_row(out, row, column, 0.0)
    fine = True
    for d in range(tree.dofs):
        row, j = tree.dof_user[d], d
        for a in range(tree.row_at[d], tree.row_at[d + 1]):
            x = load(work.rows, a, 0)
            fine = fine and is_finite(x)
            put_row(out, row, tree.dof_user[j], x)
            put_row(out, tree.dof_user[j], row, x)
            j = tree.dof_parent[j]
    return fine


@kernel
def unpack_system(tree, work, out):
    """The mass matrix and, as two more columns, the right-hand side and the sizes by which pivots are judged."""
    for d in range(tree.dofs):
        put_row(out, tree.dof_user[d], tree.dofs, load(work.vector, d, 0))
        put_row(out, tree.dof_user[d], tree.dofs + 1, load(work.diagonal, d, 0))
    return unpack(tree, work, out) and locks.are_far(tree, work)


@kernel
def deliver_accelerations(tree, work, q, tau, wrenches, u_dot):
    return deliver(tree, work, u_dot, 0)


def joined(tree: CompiledTree) -> np.ndarray:
    """For each DoF except the first, whether the one before it is its next ancestor."""
    before = tree.topology.extended_parent
    return before[1:] == np.arange(len(before) - 1)


MASS = PackedMatrix(tables=mass_tables, lengths=lambda tree: tree.topology.depth, joined=joined, unpack=unpack_system)


def memory(tree: CompiledTree, *more: str) -> dict[str, int]:
    """Rows of the work arrays for a packed mass matrix and its solution, and for further fields by name."""
    return tree.memory(*SWEEP, "composite", "vector", "line", "diagonal", *more, rows=tree.mass_entries)


# prices of the kernels; masses are constants, and so are their sums
STEINER = 6 * SUM + 12 * PRODUCT
ADD_COMPOSITE = 3 * (SUM + TERM) + ADD_SCALED + STEINER + 12 * SUM


def mass_rows_operations(census: prices.Census, entries: int) -> Operations:
    """Price of ``mass_rows``: a call for every entry of M."""
    turned = census.dofs - census.columns("l")  # DoFs about whose axes something turns
    at_hinges = census.entries_at_hinges  # a hinge's column has only one half
    wrenches = census.dofs * (CROSS + APPLY + 2 * SUM + PRODUCT) + turned * DOT
    shifts = census.other_dofs * (SUM + ADD + ADD_CROSS) + census.columns("l", "s") * (DOT + PRODUCT + SCALE)
    on_the_way = census.steps * (CROSS + ADD) + at_hinges * DOT + (entries - at_hinges) * DOT6
    return Operations(
        passes=census.bodies * CALL + census.children * ADD_COMPOSITE,
        rows=entries * CALL + wrenches + shifts + on_the_way + armature_operations(census),
    )


def gather_operations(census: prices.Census) -> Tally:
    """Price of ``gather``."""
    found = census.children * ADD_COMPOSITE + census.bodies * (2 * SUM) + census.dofs * TERM
    found += census.columns("a", "s") * DOT + census.columns("l", "s") * (DOT + PRODUCT)
    return found + census.dofs * SUM if census.rotors else found


def armature_operations(census: prices.Census) -> Tally:
    """Price of ``add_armature``."""
    return census.dofs * (2 * SUM) if census.rotors else NOTHING


def right_hand_side_operations(census: prices.Census) -> Operations:
    """Price of ``right_hand_side``."""
    return Operations(passes=prices.pass_inward(census) + census.dofs * (DOT6 + SUM))


def looked_at(census: prices.Census) -> Operations:
    """Price of the check of gimbals in ``deliver``."""
    return Operations(passes=locks.are_far_operations(census))
