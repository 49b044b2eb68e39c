"""Composite bodies (elsewhere: CRBA): Lagrange's equations of the second kind, with M* = TᵀMT by recursion.

Paper C (3.12), A (3). Inward, a body and all that hangs on it is taken as one rigid body; its wrench under a unit acceleration of a DoF, carried
along the path to the ground, meets every DoF on the way: M_dj = a_jᵀ Cᵀ…Cᵀ M*_i a_d.
Unknowns: u̇. Cost: Σ η_i for the matrix, N1 + N2 for its factorisation; wins on short and branched mechanisms, cubic on a chain.
"""

from bough.formulations.formulation import Formulation
from bough.formulations.second_kind import (
    CholeskyEvaluation,
    matrix_entries,
    memory_reason,
    solve_udu,
    solve_uu,
    unpack,
    unpack_system,
)
from bough.kernels.scalar import get, kernel, load, store
from bough.kernels.spatial import (
    add_cross,
    add_scaled,
    apply_symmetric,
    cross,
    dot,
    load3,
    load6,
)
from bough.tree.arrays import SWEEP
from bough.tree.entries import Entry
from bough.tree.inverse import pass_inward
from bough.tree.sweep import REVOLUTE, place, sweep


@kernel
def mass_rows(tree, work):
    """The packed rows of the mass matrix, from placed bodies."""
    composite = work.composite
    for i in range(tree.bodies):
        store(composite, i, 0, tree.inertia[i, 0])
        for k in range(9):
            store(composite, i, 1 + k, load(work.inertia, i, k))
    for i in range(tree.bodies - 1, -1, -1):
        p = tree.parent[i]
        if p >= 0:
            add_composite(composite, p, i, load3(work.offset, i, 0))
        for d in range(tree.dof[i], tree.dof[i + 1]):
            fill_row(tree, work, i, d)


@kernel
def add_composite(composite, p, i, r):
    """Add body i, with all that hangs on it, to its parent: J' = J + 2 (r · k) E - (r kᵀ + k rᵀ), k = h + m r/2."""
    m = load(composite, i, 0)
    h = load3(composite, i, 1)
    store(composite, p, 0, load(composite, p, 0) + m)
    for k in range(3):
        store(composite, p, 1 + k, load(composite, p, 1 + k) + (h[k] + m * r[k]))
    x, y, z = add_scaled(h, 0.5 * m, r)
    xx, yy, zz = r[0] * x, r[1] * y, r[2] * z
    more = (
        2.0 * (yy + zz), -(r[0] * y + r[1] * x), -(r[0] * z + r[2] * x),
        2.0 * (xx + zz), -(r[1] * z + r[2] * y), 2.0 * (xx + yy),
    )  # fmt: skip
    for k in range(6):
        store(composite, p, 4 + k, load(composite, p, 4 + k) + (load(composite, i, 4 + k) + more[k]))


@kernel
def fill_row(tree, work, i, d):
    """Row d: the wrench of composite body i under a unit acceleration of DoF d, met by the DoFs on the path to the ground."""
    columns, rows = work.columns, work.rows
    h, tensor = load3(work.composite, i, 1), load6(work.composite, i, 4)
    axis = load3(columns, d, 3)
    force, moment = cross(axis, h), apply_symmetric(tensor, axis)
    # what the diagonal entry could be at the most: if little is left of that, it is rounding
    size = dot(axis, axis) * (tensor[0] + tensor[3] + tensor[5])
    if tree.kind[i] != REVOLUTE:
        along = load3(columns, d, 0)
        size = size + dot(along, along) * load(work.composite, i, 0)
        force = add_scaled(force, load(work.composite, i, 0), along)
        moment = add_cross(moment, h, along)
    store(work.diagonal, d, 0, size)
    at, j, b = tree.row_at[d], d, i
    while True:
        if tree.kind[b] == REVOLUTE:
            store(rows, at, 0, dot(load3(columns, j, 3), moment))
            at += 1
        else:
            while j >= tree.dof[b]:
                store(rows, at, 0, dot(load3(columns, j, 0), force) + dot(load3(columns, j, 3), moment))
                at += 1
                j -= 1
        moment = add_cross(moment, load3(work.offset, b, 0), force)
        b = tree.parent[b]
        if b < 0:
            break
        j = tree.dof[b + 1] - 1


@kernel
def right_hand_side(tree, work, tau):
    """Q + τ = τ - Bᵀ f, by passing the wrenches f inward."""
    for i in range(tree.bodies - 1, -1, -1):
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
            store(work.vector, d, 0, get(tau, tree.dof_user[d]) - x)
        pass_inward(tree, i, work)


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    mass_rows(tree, work)
    right_hand_side(tree, work, tau)


@kernel
def accelerations_udu(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_udu(tree, work, u_dot)


@kernel
def accelerations_uu(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_uu(tree, work, u_dot)


@kernel
def system(tree, work, q, u, tau, wrenches, out):
    """M and Q + τ side by side, as a full table in the user's order."""
    assemble(tree, work, q, u, tau, wrenches)
    return unpack_system(tree, work, out)


@kernel
def mass_matrix(tree, work, q, unused_u, unused, wrenches, out):
    """M, in the user's order."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    return unpack(tree, work, out)


@kernel
def solve_mass(tree, work, q, unused_u, forces, wrenches, out):
    """M⁻¹ times forces."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    for d in range(tree.dofs):
        store(work.vector, d, 0, get(forces, tree.dof_user[d]))
    return solve_udu(tree, work, out)


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "composite", "vector", "line", "diagonal", rows=tree.mass_entries)


def evaluation(tree, solver):
    if solver == "cholesky":
        return CholeskyEvaluation(Entry(system, tree.arrays, memory(tree)), tree.topology.n)
    core = accelerations_uu if solver == "uu" else accelerations_udu
    return Entry(core, tree.arrays, memory(tree))


FORMULATION = Formulation(
    name="composite-bodies",
    aliases=("crba",),
    summary="mass matrix from composite bodies, then a linear system in the accelerations",
    reference="C (3.12), A (3)",
    solvers=("udu", "uu", "cholesky"),
    supports=lambda tree, solver: memory_reason(matrix_entries(tree, solver)),
    evaluation=evaluation,
)
