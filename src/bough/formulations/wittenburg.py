"""Wittenburg's direct form: Lagrange's equations of the second kind for joints that only turn, by augmented bodies.

Paper B §1: (pT)K(pT)ᵀ φ̈ = right-hand side. If joints only turn, the origins of a body's children are fixed in the
body, so the mass of a child and its descendants can be placed in the child's origin once and for all: the *augmented
body*. Its mass times centre β and its inertia K_ii are constants of the mechanism. With them, forces need no masses,
and the matrix needs only three-vectors.

The paper's letters, for a tree on the ground (whose mass counts as infinite: M → ∞ shifts the barycentre of an
augmented body to its inboard hinge, its body's origin, while M b stays finite):

    p, T            axes of the joints (``work.columns``, angular part) and the paths of the tree (never formed)
    M b_j0          β_j = h_j + Σ m*_c r_jc over the children c, m*_c the mass of c and all beyond it
    d_ij            r_ic = origin of c minus origin of i (``work.offset`` of c), c the child of i toward j
    K_ii            J_i + Σ m*_c (r_ic² E - r_ic r_icᵀ), J_i about the origin
    K_ij, i inboard (r_ic·β_j) E - β_j r_icᵀ; its transpose with the roles reversed, 0 on different branches
    φ̈, f            u̇, and the angular accelerations ᾱ at u̇ = 0
    M' + M, Y       ``work.force``, of motion minus external wrenches, and -τ

TKTᵀ is summed inward instead of multiplied out. With B_j = Σ β_b over all b from j outward,

    G_jj = K_jj + Σ_c [G_cc + (H_jc + H_jcᵀ)],    H_jc = (r_jc·B_c) E - B_c r_jcᵀ,
    G_ij = G_jj + Σ [(r·B_j) E - B_j rᵀ] from i to j,

and (r·B_j) p - B_j (r·p) = r × (p × B_j): a row of the matrix is G_jj p, to which each step toward the ground adds r ×
(p × B_j). (In ``composite-bodies``, B_j and G_jj are a composite body's mass times centre and inertia.)
Unknowns: u̇. Cost: as composite bodies, Σ η for the matrix (17 operations per entry), N1 + N2 for its factorisation,
with less work per body; where it serves, it is up to a tenth faster.
"""

import numpy as np
from numpy.linalg import solve

from bough.arithmetic.scalar import get, kernel, load, store
from bough.arithmetic.spatial import (
    add,
    add_cross,
    apply_symmetric,
    cross,
    dot,
    load3,
    load6,
    store3,
)
from bough.arithmetic.tally import ADD, ADD_CROSS, APPLY, CALL, CROSS, DOT, PRODUCT, SUM, Operations
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
from bough.mechanism.joints import KINDS
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import accelerate, apply_loads, hinge_axis, keep, pose, turned
from bough.passes.switches import HINGE
from bough.solvers import cholesky, udu, uu


def reference(m, tau):
    """B (1)-(4): (pT)K(pT)ᵀ u̇ = pT Lᵀ(F' - MTw*) + τ.

    If joints only turn, V = Lω. K = LᵀML are the augmented bodies, the columns of (pT)ᵀ the spins of all bodies.
    """
    linear, angular = (np.arange(len(m.w)).reshape(-1, 2, 3)[:, half].ravel() for half in (0, 1))
    lever = np.zeros((len(m.w), len(angular)))
    lever[angular] = np.eye(len(angular))
    lever[linear] = -solve(m.S[np.ix_(linear, linear)], m.S[np.ix_(linear, angular)])
    augmented, turns = lever.T @ m.M @ lever, m.B[angular].T
    return solve(turns @ augmented @ turns.T, turns @ lever.T @ (applied(m) - m.M @ m.T @ m.w) + tau)


@kernel
def augment(tree, i, work):
    """β and K of augmented body i along ground axes."""
    beta, tensor = turned(tree.augmented, i, 0, work)
    keep(work.inertia, i, beta, tensor)


@kernel
def wrench_of_augmented(i, work):
    """β̈, and K ᾱ + ω × K ω + β × ā: force and moment of the motion at u̇ = 0."""
    beta, tensor = load3(work.inertia, i, 0), load6(work.inertia, i, 3)
    omega, a, alpha = load3(work.motion, i, 0), load3(work.motion, i, 3), load3(work.motion, i, 6)
    store3(work.force, i, 0, add_cross(cross(alpha, beta), omega, cross(omega, beta)))
    moment = add_cross(apply_symmetric(tensor, alpha), omega, apply_symmetric(tensor, omega))
    store3(work.force, i, 3, add_cross(moment, beta, a))


@kernel
def pass_inward(tree, i, work):
    """Add B, G, force and moment of body i and its descendants to its parent's."""
    p = tree.parent[i]
    r = load3(work.offset, i, 0)
    force = load3(work.force, i, 0)
    store3(work.force, p, 0, add(load3(work.force, p, 0), force))
    store3(work.force, p, 3, add_cross(add(load3(work.force, p, 3), load3(work.force, i, 3)), r, force))
    x, y, z = load3(work.inertia, i, 0)
    store3(work.inertia, p, 0, add(load3(work.inertia, p, 0), (x, y, z)))
    # H + Hᵀ = 2 (r·B) E - (B rᵀ + r Bᵀ)
    xx, yy, zz = r[0] * x, r[1] * y, r[2] * z
    more = (
        2.0 * (yy + zz), -(r[0] * y + r[1] * x), -(r[0] * z + r[2] * x),
        2.0 * (xx + zz), -(r[1] * z + r[2] * y), 2.0 * (xx + yy),
    )  # fmt: skip
    for k in range(6):
        store(work.inertia, p, 3 + k, load(work.inertia, p, 3 + k) + (load(work.inertia, i, 3 + k) + more[k]))


@kernel
def fill_row(tree, work, i, d):
    """Row d of joint i: y = G p, projected on the axes on the path to the ground; each step adds r × (p × B)."""
    columns, rows = work.columns, work.rows
    axis, tensor = load3(columns, d, 3), load6(work.inertia, i, 3)
    y, turned = apply_symmetric(tensor, axis), cross(axis, load3(work.inertia, i, 0))
    # axes are unit vectors: upper bound of the diagonal entry
    store(work.diagonal, d, 0, tensor[0] + tensor[3] + tensor[5])
    at, j, b = tree.row_at[d], d, i
    while True:
        if tree.kind[b] == HINGE:
            store(rows, at, 0, dot(load3(columns, j, 3), y))
            at += 1
        else:
            while j >= tree.dof[b]:
                store(rows, at, 0, dot(load3(columns, j, 3), y))
                at += 1
                j -= 1
        p = tree.parent[b]
        if p < 0:
            break
        y = add(y, cross(load3(work.offset, b, 0), turned))
        j, b = tree.dof[p + 1] - 1, p


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    """The packed rows of (pT)K(pT)ᵀ and the right-hand side."""
    for i in range(tree.bodies):
        pose(tree, i, q, work)
        if tree.kind[i] == HINGE:
            store3(work.columns, tree.dof[i], 3, hinge_axis(work, i))
        augment(tree, i, work)
        accelerate(tree, i, u, work)
        wrench_of_augmented(i, work)
    apply_loads(tree, q, u, 0, wrenches, work)
    for i in range(tree.bodies - 1, -1, -1):
        if tree.parent[i] >= 0:
            pass_inward(tree, i, work)
        moment = load3(work.force, i, 3)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 3), moment)
            store(work.vector, d, 0, get(tau, tree.dof_user[d]) - x)
            fill_row(tree, work, i, d)
    add_armature(tree, work)
    return True


def objection(tree):
    turning = [kind.code for kind in KINDS if kind.only_turns]
    for i in np.flatnonzero(~np.isin(tree.kinds, turning)).tolist():
        body = tree.mechanism.bodies[tree.topology.order[i]]
        # (a driven hinge turns as well)
        joint = body.joint.joint if body.joint.kind.is_driven else body.joint
        if not joint.kind.only_turns:
            kinds = ", ".join(kind.joint.__name__ for kind in KINDS if kind.only_turns and kind.columns)
            return (
                f"the joint of '{body.name}' is {type(joint).__name__}, and the form takes only joints that turn and "
                f"do not slide ({kinds})"
            )
    return None


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "vector", "line", "diagonal", rows=tree.mass_entries)


# prices of the kernels
_WRENCH = 2 * CROSS + ADD_CROSS + 2 * APPLY + 2 * ADD_CROSS
_PASS_INWARD = 3 * ADD + ADD_CROSS + (9 * PRODUCT + 3 * SUM) + 3 * (SUM + PRODUCT) + 12 * SUM


def price(tree):
    census = tree.census
    entries = tree.mass_entries
    sweep = prices.pose(census) + prices.accelerate(census) + census.bodies * (prices.WEIGH + _WRENCH)
    inward = census.bodies * CALL + census.children * _PASS_INWARD + census.dofs * (DOT + SUM)
    rows = census.dofs * (APPLY + CROSS + 2 * SUM) + census.steps * (CROSS + ADD) + entries * (CALL + DOT)
    rows += armature_operations(census)
    return Operations(sweep=sweep, passes=inward, rows=rows) + looked_at(census)


FORMULATION = PackedSystem(
    name="wittenburg",
    summary="mass matrix of turning joints from augmented bodies, then a linear system in the accelerations",
    reference="B (1)-(4)",
    in_numpy=reference,
    methods=(udu.SOLVER, uu.SOLVER, cholesky.SOLVER),
    matrix=MASS,
    assemble=assemble,
    deliver=deliver_accelerations,
    memory=memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_wittenburg,
    objection=objection,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    family=MASS_MATRIX,
    besides=", and no joint slides, so augmented bodies are constants",
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_timed=True,
)
