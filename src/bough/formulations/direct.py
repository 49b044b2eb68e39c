"""The direct method: Lagrange's equations of the second kind, by the system's tangent basis B = TA and M = BᵀMB.

Paper C (3.12). Outward, each body copies its parent's columns of B, shifted to its own origin, adds its joint's
columns, and then adds its share to the mass matrix and the right-hand side.
Unknowns: u̇. Cost: Σ η² over the bodies for the matrix (composite bodies need Σ η), then the same; wins hardly ever,
only on single bodies that slide.
"""

from numpy.linalg import solve

from bough.arithmetic.scalar import get, kernel, load, store
from bough.arithmetic.spatial import add_cross, add_scaled, apply_symmetric, cross, dot, load3, load6, store3
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    APPLY,
    CALL,
    CROSS,
    DOT,
    DOT6,
    PRODUCT,
    SCALE,
    SUM,
    Operations,
)
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts
from bough.formulations.reductions.families import MASS_MATRIX
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import (
    MASS,
    add_armature,
    armature_operations,
    deliver_accelerations,
    looked_at,
)
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import sweep
from bough.solvers import cholesky, eigen, udu, uu


def reference(m, tau):
    """C (3.12): (BᵀMB) u̇ = Bᵀ(F' - MTw*) + τ, with B = TA formed first."""
    return solve(m.B.T @ m.M @ m.B, m.B.T @ (applied(m) - m.M @ m.T @ m.w) + tau)


@kernel
def extend_path(tree, i, work):
    """The columns of B of body i, in the order of a packed row: its joint's, last first, then its parent's, shifted."""
    path, at = work.path, tree.path_at[i]
    for d in range(tree.dof[i + 1] - 1, tree.dof[i] - 1, -1):
        for k in range(6):
            store(path, at, k, load(work.columns, d, k))
        at += 1
    p = tree.parent[i]
    if p >= 0:
        offset = load3(work.offset, i, 0)
        source = tree.path_at[p]
        for a in range(tree.path_length[p]):
            axis = load3(path, source + a, 3)
            store3(path, at + a, 0, add_cross(load3(path, source + a, 0), axis, offset))
            store3(path, at + a, 3, axis)


@kernel
def add_share(tree, i, work):
    """Add BᵀMB and -Bᵀf of body i to the packed rows and to the right-hand side."""
    path, at, count = work.path, tree.path_at[i], tree.path_length[i]
    m, h, tensor = tree.inertia[i, 0], load3(work.inertia, i, 0), load6(work.inertia, i, 3)
    f, n = load3(work.force, i, 0), load3(work.force, i, 3)
    j = tree.dof[i + 1] - 1 if tree.dof[i + 1] > tree.dof[i] else -1
    p = tree.parent[i]
    while j < 0 and p >= 0:  # without DoFs of its own: the last one on its path
        j = tree.dof[p + 1] - 1 if tree.dof[p + 1] > tree.dof[p] else -1
        p = tree.parent[p]
    for a in range(count):
        along, axis = load3(path, at + a, 0), load3(path, at + a, 3)
        force = add_scaled(cross(axis, h), m, along)
        moment = add_cross(apply_symmetric(tensor, axis), h, along)
        # upper bound of the diagonal entry: a pivot that is tiny beside it is rounding
        size = dot(axis, axis) * (tensor[0] + tensor[3] + tensor[5]) + dot(along, along) * m
        store(work.diagonal, j, 0, load(work.diagonal, j, 0) + size)
        row = tree.row_at[j]
        for b in range(a, count):
            x = dot(load3(path, at + b, 0), force) + dot(load3(path, at + b, 3), moment)
            store(work.rows, row + b - a, 0, load(work.rows, row + b - a, 0) + x)
        store(work.vector, j, 0, load(work.vector, j, 0) - (dot(along, f) + dot(axis, n)))
        j = tree.dof_parent[j]


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    for d in range(tree.dofs):
        store(work.vector, d, 0, get(tau, tree.dof_user[d]))
        store(work.diagonal, d, 0, 0.0)
        for a in range(tree.row_at[d], tree.row_at[d + 1]):
            store(work.rows, a, 0, 0.0)
    for i in range(tree.bodies):
        extend_path(tree, i, work)
        add_share(tree, i, work)
    add_armature(tree, work)
    return True


def _path_rows(tree) -> int:
    """The largest number of columns of B of all bodies on a path."""
    return int(tree.topology.path_sums(tree.census.path_dofs).max(initial=0))


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "vector", "line", "diagonal", rows=tree.mass_entries, path=_path_rows(tree))


# prices per column of B of a body: its wrench, the bound of its diagonal entry, its share of the right-hand side; more
# for halves that vary
_COLUMN = (CROSS + ADD) + (APPLY + ADD_CROSS) + (4 * SUM + PRODUCT) + (DOT6 + SUM)
_ANGULAR = DOT
_LINEAR = SCALE + DOT + PRODUCT


def price(tree):
    census = tree.census
    lengths = census.path_dofs
    columns = int(lengths.sum())
    shifted = columns - census.dofs
    # a slide's angular half stays zero; a turn's linear half is zero only in the column of the joint's own body
    halves = (columns - census.slides_on_paths) * _ANGULAR + (columns - census.columns("a")) * _LINEAR
    entries = int((lengths * (lengths + 1) // 2).sum())
    rows = shifted * ADD_CROSS + columns * _COLUMN + halves + entries * (CALL + DOT6 + SUM)
    rows += armature_operations(census)
    return Operations(sweep=prices.sweep(census), rows=rows) + looked_at(census)


FORMULATION = PackedSystem(
    name="direct",
    summary="tangent basis of the whole system, mass matrix body by body, then a linear system in the accelerations",
    reference="C (3.12)",
    in_numpy=reference,
    methods=(udu.SOLVER, uu.SOLVER, cholesky.SOLVER, eigen.SOLVER),
    matrix=MASS,
    assemble=assemble,
    deliver=deliver_accelerations,
    memory=memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_direct,
    numbers=lambda tree: 6 * _path_rows(tree),
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    family=MASS_MATRIX,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
