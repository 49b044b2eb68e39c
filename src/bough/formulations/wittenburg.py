"""Wittenburg's direct form: Lagrange's equations of the second kind by augmented bodies.

Paper B §1: (pT)K(pT)ᵀ φ̈ = right-hand side. If a joint only turns, its origin is fixed in the parent body, so the mass
of its body and all beyond can be placed there once and for all: the parent becomes an *augmented body*. Its mass times
centre β and its inertia K_ii are constants of the mechanism. With them, forces need no masses, and the matrix needs
only three-vectors.

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

A joint that slides moves its origin in the parent, and r varies. The parent is then augmented without it, and the mass
m* that the joint carries joins the sums on the way inward: β_j += m* r, K_jj += m* (r² E - r rᵀ). If k are the
directions of the joint's velocities (``work.columns``, linear part), p the axes, its force needs that mass, too:

    force     m* ā + what B gives, ā of its body's origin; its parent, whose own mass counts at its origin, gets m* (ā - ā_parent)
    row       moment G p + B × k, force p × B + m* k; each step adds r × force, and a sliding joint takes k·force as well

A free base is one such joint, on the ground. Joints that turn keep their constants and their three-vectors.
Unknowns: u̇. Cost: as composite bodies, Σ η for the matrix (17 operations per entry between hinges), N1 + N2 for its
factorisation, with less work for each body that turns in its parent, 6 operations more for one that slides there; it is
up to a tenth faster.
"""

import numpy as np
from numpy.linalg import inv, solve

from bough.arithmetic.scalar import get, kernel, load, store
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply_symmetric,
    cross,
    dot,
    load3,
    load6,
    store3,
)
from bough.arithmetic.tally import ADD, ADD_CROSS, ADD_SCALED, APPLY, CALL, CROSS, DOT, PRODUCT, SCALE, SUM, Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts
from bough.formulations.reductions.families import MASS_MATRIX
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import (
    MASS,
    STEINER,
    add_armature,
    armature_operations,
    deliver_accelerations,
    looked_at,
    steiner,
)
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import accelerate, apply_loads, hinge_axis, keep, pose, turned
from bough.passes.switches import HINGE
from bough.solvers import cholesky, eigen, udu, uu


def reference(m, tau):
    """B (1)-(4): (pT)K(pT)ᵀ u̇ = pT Lᵀ(F' - MTw*) + τ, and what slides add.

    V = Lω + N u. If joints only turn, N = 0; K = LᵀML are the augmented bodies, the columns of (pT)ᵀ the spins of all
    bodies, those of N the velocities of their origins by slides.
    """
    linear, angular = (np.arange(len(m.w)).reshape(-1, 2, 3)[:, half].ravel() for half in (0, 1))
    paths = inv(m.S[np.ix_(linear, linear)])
    lever, slides = np.zeros((len(m.w), len(angular))), np.zeros_like(m.A)
    lever[angular] = np.eye(len(angular))
    lever[linear] = -paths @ m.S[np.ix_(linear, angular)]
    slides[linear] = paths @ m.A[linear]
    augmented, turns = lever.T @ m.M @ lever, m.B[angular].T
    mixed = turns @ lever.T @ m.M @ slides
    matrix = turns @ augmented @ turns.T + mixed + mixed.T + slides.T @ m.M @ slides
    return solve(matrix, (turns @ lever.T + slides.T) @ (applied(m) - m.M @ m.T @ m.w) + tau)


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
def carry(tree, i, work):
    """Add m* ā to the force on body i, which slides: the mass that its joint carries is in no augmented body."""
    force, a = load3(work.force, i, 0), load3(work.motion, i, 3)
    store3(work.force, i, 0, add_scaled(force, tree.augmented[i, 9], a))


@kernel
def pass_inward(tree, i, work):
    """Add B, G, force and moment of body i and its descendants to its parent's."""
    p = tree.parent[i]
    r, force = load3(work.offset, i, 0), load3(work.force, i, 0)
    store3(work.force, p, 3, add_cross(add(load3(work.force, p, 3), load3(work.force, i, 3)), r, force))
    centre = between = load3(work.inertia, i, 0)
    if tree.sliding[i]:
        m = tree.augmented[i, 9]
        force = add_scaled(force, -m, load3(work.motion, p, 3))
        centre, between = add_scaled(centre, m, r), add_scaled(centre, 0.5 * m, r)
    store3(work.force, p, 0, add(load3(work.force, p, 0), force))
    store3(work.inertia, p, 0, add(load3(work.inertia, p, 0), centre))
    more = steiner(r, between)  # H + Hᵀ
    for k in range(6):
        store(work.inertia, p, 3 + k, load(work.inertia, p, 3 + k) + (load(work.inertia, i, 3 + k) + more[k]))


@kernel
def fill_row(tree, work, i, d):
    """Row d of joint i: moment and force, projected on the joints on the path to the ground; each step adds r × force."""
    columns, rows = work.columns, work.rows
    axis, tensor, centre = load3(columns, d, 3), load6(work.inertia, i, 3), load3(work.inertia, i, 0)
    moment, force = apply_symmetric(tensor, axis), cross(axis, centre)
    # upper bound of the diagonal entry; axes of joints that only turn are unit vectors
    size = tensor[0] + tensor[3] + tensor[5]
    if tree.sliding[i]:
        along, m = load3(columns, d, 0), tree.augmented[i, 9]
        size = dot(axis, axis) * size + dot(along, along) * m
        moment, force = add_cross(moment, centre, along), add_scaled(force, m, along)
    store(work.diagonal, d, 0, size)
    at, j, b = tree.row_at[d], d, i
    while True:
        if tree.kind[b] == HINGE:
            store(rows, at, 0, dot(load3(columns, j, 3), moment))
            at += 1
        elif tree.sliding[b]:
            while j >= tree.dof[b]:
                store(rows, at, 0, dot(load3(columns, j, 0), force) + dot(load3(columns, j, 3), moment))
                at += 1
                j -= 1
        else:
            while j >= tree.dof[b]:
                store(rows, at, 0, dot(load3(columns, j, 3), moment))
                at += 1
                j -= 1
        p = tree.parent[b]
        if p < 0:
            break
        moment = add(moment, cross(load3(work.offset, b, 0), force))
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
        if tree.sliding[i]:
            carry(tree, i, work)
        if tree.parent[i] >= 0:
            pass_inward(tree, i, work)
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 3), moment)
            if tree.sliding[i]:
                x = dot(load3(work.columns, d, 0), force) + x
            store(work.vector, d, 0, get(tau, tree.dof_user[d]) - x)
            fill_row(tree, work, i, d)
    add_armature(tree, work)
    return True


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "vector", "line", "diagonal", rows=tree.mass_entries)


# prices of the kernels
_WRENCH = 2 * CROSS + ADD_CROSS + 2 * APPLY + 2 * ADD_CROSS
_PASS_INWARD = 3 * ADD + ADD_CROSS + STEINER + 12 * SUM


def price(tree):
    census, topology = tree.census, tree.topology
    slides = tree.sliding
    hanging = int((slides & (topology.parent >= 0)).sum())
    dofs = np.where(slides, topology.dofs, 0)
    sliding_dofs = int(dofs.sum())
    # a row ends at its own DoF
    sliding_entries = int(topology.dofs @ topology.path_sums(dofs) - (dofs * (dofs - 1) // 2).sum())
    sweep = prices.pose(census) + prices.accelerate(census) + census.bodies * (prices.WEIGH + _WRENCH)
    inward = census.bodies * CALL + census.children * _PASS_INWARD + census.dofs * (DOT + SUM)
    inward += (int(slides.sum()) + 3 * hanging) * ADD_SCALED + sliding_dofs * (DOT + SUM)
    rows = census.dofs * (APPLY + CROSS + 2 * SUM) + census.steps * (CROSS + ADD) + tree.mass_entries * (CALL + DOT)
    # (a column's half that is always zero costs no square and no product)
    rows += sliding_dofs * (SUM + PRODUCT + ADD + ADD_CROSS) + (sliding_dofs - census.columns("l")) * DOT
    rows += census.columns("l", "s") * (DOT + PRODUCT + SCALE) + sliding_entries * (DOT + SUM)
    rows += armature_operations(census)
    return Operations(sweep=sweep, passes=inward, rows=rows) + looked_at(census)


FORMULATION = PackedSystem(
    name="wittenburg",
    summary="mass matrix from augmented bodies, then a linear system in the accelerations",
    reference="B (1)-(4)",
    in_numpy=reference,
    methods=(udu.SOLVER, uu.SOLVER, cholesky.SOLVER, eigen.SOLVER),
    matrix=MASS,
    assemble=assemble,
    deliver=deliver_accelerations,
    memory=memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_wittenburg,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    family=MASS_MATRIX,
    besides=", and augmented bodies spare work at every joint that turns",
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_timed=True,
)
