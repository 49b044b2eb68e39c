"""Maggi's equations: tangent and orthogonal projection together, in redundant quasi-accelerations of the joints.

Paper C §3.1 c. The unknowns are σ = S Δ, six per joint: the acceleration that a joint adds to its body, in directions
that it allows and in those that it does not. The equations of motion are projected on the former, and σ is zero in the
latter (``passes/sweep.py`` has subtracted the known motion):

    AᵀTᵀMT σ = τ - AᵀTᵀf,    Zᵀσ = 0,    then  u̇ = (AᵀA)⁻¹Aᵀσ.

A block of TᵀMT is the inertia M*_b of a composite body, shifted along the path. For a DoF d of an ancestor i, the six
entries at b are the wrench on b when d moves it; for a DoF d of b, the six entries at i are its wrench carried to i.
Armature a of d adds a u̇, that is, a row a (AᵀA)⁻¹Aᵀ to the block of its own joint.
Unknowns: 6 N, without symmetry; solved by a general sparse LU. Cost: Σ η for the matrix, six times that of composite
bodies; a yardstick, and the form from which the tangent and the orthogonal ones follow by elimination.
"""

import numpy as np
from numpy.linalg import inv, solve

from bough.arithmetic.scalar import is_finite, kernel, load, put, store
from bough.arithmetic.spatial import add, add_cross, add_scaled, apply_symmetric, cross, dot, load3, load6
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    APPLY,
    CALL,
    CROSS,
    DOT,
    PRODUCT,
    QUOTIENT,
    SCALE,
    SUM,
    TERM,
    Operations,
)
from bough.compiled.entries import FAILED, FINE, Entry, Evaluation
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, SparseSystem
from bough.formulations.reductions import doubts
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import (
    ADD_COMPOSITE,
    add_composite,
    right_hand_side,
    right_hand_side_operations,
    start_composites,
)
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import place_duals, place_normals, sweep
from bough.solvers import sparse_lu
from bough.solvers.sparse_lu import SparsePattern

# numbers per entry of the matrix: its pattern, its value from the kernel, its share of the factors
_PER_ENTRY = 10


def reference(m, tau):
    """C §3.1 c: u̇ from the accelerations ẇ = SV̇ of the joints, AᵀM*ẇ = AᵀTᵀF' + τ over Zᵀẇ = Zᵀw*."""
    matrix = np.vstack((m.A.T @ m.M_star, m.Z.T))
    joint_accelerations = solve(matrix, np.concatenate((m.A.T @ m.T.T @ applied(m) + tau, m.Z.T @ m.w)))
    return inv(m.A.T @ m.A) @ m.A.T @ (joint_accelerations - m.w)


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
def wrench(work, b, along, axis):
    """The wrench of composite body b under an acceleration (along; axis) of its origin."""
    m, h = load(work.composite, b, 0), load3(work.composite, b, 1)
    moment = add_cross(apply_symmetric(load6(work.composite, b, 4), axis), h, along)
    return add_scaled(cross(axis, h), m, along), moment


@kernel
def put_wrench(out, at, size, force, moment):
    for k in range(3):
        put(out, at + k, force[k] / size)
        put(out, at + 3 + k, moment[k] / size)


@kernel
def put_path(tree, work, b, out, at):
    """Put the blocks of composite body b, along its path to the ground; returns where the next ones go."""
    for d in range(tree.dof[b], tree.dof[b + 1]):
        force, moment = wrench(work, b, load3(work.columns, d, 0), load3(work.columns, d, 3))
        size, i = load(work.diagonal, d, 0), b
        if tree.rotors:
            own = tree.armature[d, 0]
            push, twist = load3(work.duals, d, 0), load3(work.duals, d, 3)
            put_wrench(out, at, size, add_scaled(force, own, push), add_scaled(moment, own, twist))
        else:
            put_wrench(out, at, size, force, moment)
        at += 6
        p = tree.parent[i]
        while p >= 0:
            moment = add_cross(moment, load3(work.offset, i, 0), force)
            put_wrench(out, at, size, force, moment)
            at += 6
            i, p = p, tree.parent[p]
    arm = load3(work.offset, b, 0)
    i = tree.parent[b]
    while i >= 0:
        for d in range(tree.dof[i], tree.dof[i + 1]):
            axis = load3(work.columns, d, 3)
            force, moment = wrench(work, b, add_cross(load3(work.columns, d, 0), axis, arm), axis)
            put_wrench(out, at, load(work.diagonal, d, 0), force, moment)
            at += 6
        arm = add(arm, load3(work.offset, i, 0))
        i = tree.parent[i]
    return at


@kernel
def terms(tree, work, q, u, tau, wrenches, out):
    """All varying terms: right-hand side, duals, Z, then the blocks of AᵀTᵀMT; False if some joint is singular.

    The rows of a DoF are divided by the upper bound of its diagonal entry to make pivots comparable.
    """
    sweep(tree, q, u, wrenches, work)
    gather(tree, work)
    right_hand_side(tree, work, tau)
    fine = True
    for i in range(tree.bodies):
        place_normals(tree, i, work)
        fine = place_duals(tree, i, work) and fine
    for d in range(tree.dofs):
        x = load(work.vector, d, 0) / load(work.diagonal, d, 0)
        fine = fine and is_finite(x)
        put(out, d, x)
        for k in range(6):
            put(out, tree.dofs + 6 * d + k, load(work.duals, d, k))
    at = 7 * tree.dofs
    for c in range(tree.constraints):
        for k in range(6):
            put(out, at + 6 * c + k, load(work.normals, c, k))
    at += 6 * tree.constraints
    for b in range(tree.bodies):
        at = put_path(tree, work, b, out, at)
    return fine


class MaggiEvaluation(Evaluation):
    """A kernel computes the terms, SuperLU solves, state by state."""

    def __init__(self, tree):
        arrays = tree.arrays
        self.dofs, self.user = arrays.dofs, arrays.dof_user
        self.joint = np.repeat(np.arange(arrays.bodies), np.diff(arrays.dof))  # per DoF
        fields = (*SWEEP, "composite", "duals", "normals", "vector", "diagonal")
        self.terms, self.tree = Entry(terms, arrays, tree.memory(*fields)), arrays
        self.size = 6 * arrays.bodies
        entries = _pattern(arrays)
        self.count = 7 * arrays.dofs + len(entries[0])
        self.pattern = SparsePattern(self.size, entries, balanced=False)

    def single(self, q, u, tau, wrenches, out) -> int:
        values = np.empty(self.count)
        if self.terms.single(q, u, tau, wrenches, values) != FINE:
            return FAILED
        right = np.zeros(self.size)
        right[: self.dofs] = values[: self.dofs]
        sigma = self.pattern.solve(values, right)
        if sigma is None or not np.isfinite(sigma).all():
            return FAILED
        duals = values[self.dofs : 7 * self.dofs].reshape(-1, 6)
        out[self.user] = np.einsum("dk,dk->d", duals, sigma.reshape(-1, 6)[self.joint])
        return FINE

    def batch(self, q, u, tau, wrenches, out) -> int:
        return self.one_by_one(q, u, tau, wrenches, out)


def _pattern(tree):
    """Entries (row, column, constant, sign, term) in the kernel's order; the DoFs' rows are above those of Zᵀ."""
    parent, dof = tree.parent.tolist(), tree.dof.tolist()
    # blocks of one row and six columns, as (row, body)
    constrained = np.repeat(np.arange(tree.bodies), np.diff(tree.normal))
    rows, bodies = [tree.dofs + np.arange(tree.constraints)], [constrained]
    path: list[np.ndarray] = []  # of bodies, from each to the ground
    freedom: list[np.ndarray] = []  # the DoFs of the bodies on it, in that order
    none = np.empty(0, np.int64)
    for b, p in enumerate(parent):
        own = np.arange(dof[b], dof[b + 1])
        path.append(np.concatenate(([b], path[p] if p >= 0 else none)))
        above = freedom[p] if p >= 0 else none
        freedom.append(np.concatenate((own, above)))
        rows += [np.repeat(own, len(path[b])), above]
        bodies += [np.tile(path[b], len(own)), np.full(len(above), b)]
    six = np.arange(6)
    row = np.repeat(np.concatenate(rows), 6)
    column = (6 * np.concatenate(bodies)[:, None] + six).ravel()
    return row, column, np.zeros(len(row)), np.ones(len(row)), 7 * tree.dofs + np.arange(len(row))


# prices of a wrench; mass times a direction is constant if the direction is
_WRENCH = APPLY + ADD_CROSS + CROSS + ADD


def price(tree):
    """A call of "rows" is six entries, a column of a wrench."""
    census = tree.census
    linear, dofs = census.columns("l", "s"), census.dofs
    composites = census.children * ADD_COMPOSITE + census.bodies * (2 * SUM) + dofs * TERM
    composites += census.columns("a", "s") * DOT + linear * (DOT + PRODUCT)
    bases = census.over_joints(lambda prices: prices.normals + prices.duals) + dofs * QUOTIENT
    # wrenches of each body's own DoFs, carried to all bodies on its path, and of their DoFs, shifted to the body
    shifted = int(census.path_dofs.sum()) - dofs
    blocks = dofs + census.steps + shifted
    rows = dofs * _WRENCH + linear * SCALE + census.steps * ADD_CROSS + shifted * (ADD_CROSS + _WRENCH + SCALE)
    rows += census.ancestors * ADD + blocks * (CALL + 6 * QUOTIENT)
    if census.rotors:
        composites += dofs * SUM
        rows += dofs * (2 * ADD) + (dofs + census.columns("s")) * SCALE
    passes = (2 * census.bodies) * CALL + composites + bases
    return (
        Operations(sweep=prices.sweep(census), passes=passes, rows=rows)
        + right_hand_side_operations(census)
        + Operations(sparse=6 * (blocks + census.constraints) * CALL)
    )


def numbers(tree):
    """Numbers that the entries of the matrix take."""
    blocks = int(tree.census.path_dofs.sum()) + tree.census.steps
    return _PER_ENTRY * 6 * (blocks + int(tree.constraints.sum()))


FORMULATION = SparseSystem(
    name="maggi",
    summary="quasi-accelerations of all joints, six each, from tangent and orthogonal projections in one sparse system",
    reference="C §3.1 c",
    in_numpy=reference,
    methods=(sparse_lu.SOLVER,),
    build=MaggiEvaluation,
    price=price,
    numbers=numbers,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS)),
)
