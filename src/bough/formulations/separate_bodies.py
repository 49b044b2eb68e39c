"""Separate bodies (elsewhere: articulated bodies): block elimination of the extended system, body by body, in O(N).

Paper C §4.1. Inward, a body and all that hangs on it is replaced by its articulated inertia and wrench; a joint's DoFs are eliminated
one after the other, so that the inverse of the n_i x n_i block AᵀM*A is never formed:

    U = M* a,  d = aᵀU,  M* <- M* - U Uᵀ/d,  p <- p + U (τ - aᵀp)/d      for each column a of A_i

and what is left is shifted to the parent. Outward, u̇ = (τ - aᵀp - Uᵀ Δ)/d from the last column to the first.
Unknowns: u̇. Cost: linear in bodies, for every shape; wins from medium chains on. Serves every mechanism whose equations have a solution.
"""

from bough.formulations.formulation import Formulation, no_objection
from bough.kernels.scalar import get, in_memory, is_finite, is_given, kernel, load, put, store, zero_of
from bough.kernels.spatial import (
    add,
    add_cross,
    add_scaled,
    apply,
    apply_symmetric,
    apply_transposed,
    cross,
    dot,
    load3,
    load6,
    load9,
    scale,
    store3,
    store6,
    sub,
)
from bough.tree.arrays import SWEEP
from bough.tree.entries import Entry
from bough.tree.sweep import REVOLUTE, apply_wrenches, move, place


@kernel
def accelerations(tree, work, q, u, tau, wrenches, u_dot):
    """u̇ from (q, u, τ) and external wrenches."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
        move(tree, i, u, work)
    if is_given(wrenches):
        apply_wrenches(tree, wrenches, work)
    eliminate_inward(tree, work, tau)
    return substitute_outward(tree, work, u_dot)


@kernel
def eliminate_inward(tree, work, tau):
    """From the last body to the first: articulated inertias, kept on a stack whose top is what the children of the body at hand left."""
    stack = work.stack
    top = -1
    for i in range(tree.bodies - 1, -1, -1):
        if tree.children[i] == 0:
            top += 1
            for k in range(27):
                store(stack, top, k, 0.0)
        take_up(tree, i, work, top)
        d = tree.dof[i]
        if tree.kind[i] == REVOLUTE:
            in_memory()
            axis = load3(work.columns, d, 3)
            up, down = apply(load9(stack, top, 6), axis), apply_symmetric(load6(stack, top, 15), axis)
            rest = get(tau, tree.u_at[i]) - dot(axis, load3(stack, top, 24))
            eliminate(stack, top, work.pivots, d, dot(axis, down), rest, up, down)
        else:
            for k in range(tree.dof[i + 1] - d):
                in_memory()
                along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
                linear, coupling, angular = load6(stack, top, 0), load9(stack, top, 6), load6(stack, top, 15)
                up = add(apply_symmetric(linear, along), apply(coupling, axis))
                down = add(apply_transposed(coupling, along), apply_symmetric(angular, axis))
                rest = get(tau, tree.u_at[i] + k) - (
                    dot(along, load3(stack, top, 21)) + dot(axis, load3(stack, top, 24))
                )
                eliminate(stack, top, work.pivots, d + k, dot(along, up) + dot(axis, down), rest, up, down)
        in_memory()
        shift(stack, top, load3(work.offset, i, 0))
        if tree.younger[i]:
            # a younger sibling has been here: add up
            top -= 1
            for k in range(27):
                store(stack, top, k, load(stack, top, k) + load(stack, top + 1, k))


@kernel
def substitute_outward(tree, work, u_dot):
    """From the first body to the last: u̇, and Δ = C Δ_parent + A u̇; False if a number that is not finite came up."""
    fine = True
    zero = zero_of(load(work.offset, 0, 0))
    acceleration, spin = (zero, zero, zero), (zero, zero, zero)
    for i in range(tree.bodies):
        p = tree.parent[i]
        if p < 0:
            acceleration, spin = (zero, zero, zero), (zero, zero, zero)
        else:
            if p != i - 1:
                acceleration, spin = load3(work.branch, tree.slot[p], 0), load3(work.branch, tree.slot[p], 3)
            acceleration = add_cross(acceleration, spin, load3(work.offset, i, 0))
        d = tree.dof[i]
        if tree.kind[i] == REVOLUTE:
            x = back_substitute(work.pivots, d, acceleration, spin)
            fine = fine and is_finite(x)
            put(u_dot, tree.u_at[i], x)
            spin = add_scaled(spin, x, load3(work.columns, d, 3))
        else:
            for k in range(tree.dof[i + 1] - d - 1, -1, -1):
                x = back_substitute(work.pivots, d + k, acceleration, spin)
                fine = fine and is_finite(x)
                put(u_dot, tree.u_at[i] + k, x)
                acceleration = add_scaled(acceleration, x, load3(work.columns, d + k, 0))
                spin = add_scaled(spin, x, load3(work.columns, d + k, 3))
        if tree.slot[i] >= 0:
            store3(work.branch, tree.slot[i], 0, acceleration)
            store3(work.branch, tree.slot[i], 3, spin)
    return fine


@kernel
def take_up(tree, i, work, top):
    """Add the inertia [[m E, -h̃], [h̃, J]] and the wrench f of body i to what its children left."""
    stack = work.stack
    m = tree.inertia[i, 0]
    for k in (0, 3, 5):
        store(stack, top, k, load(stack, top, k) + m)
    x, y, z = load3(work.inertia, i, 0)
    store(stack, top, 7, load(stack, top, 7) + z)
    store(stack, top, 8, load(stack, top, 8) - y)
    store(stack, top, 9, load(stack, top, 9) - z)
    store(stack, top, 11, load(stack, top, 11) + x)
    store(stack, top, 12, load(stack, top, 12) + y)
    store(stack, top, 13, load(stack, top, 13) - x)
    for k in range(6):
        store(stack, top, 15 + k, load(stack, top, 15 + k) + load(work.inertia, i, 3 + k))
        store(stack, top, 21 + k, load(stack, top, 21 + k) + load(work.force, i, k))


@kernel
def eliminate(stack, top, pivots, d, pivot, rest, up, down):
    """Eliminate one DoF: U = (up; down), pivot aᵀU, rest τ - aᵀp; keeps U/d and rest/d for the way out."""
    inverse = 1.0 / pivot
    up_d, down_d, x = scale(inverse, up), scale(inverse, down), inverse * rest
    store3(pivots, d, 0, up_d)
    store3(pivots, d, 3, down_d)
    store(pivots, d, 6, x)
    store3(stack, top, 21, add_scaled(load3(stack, top, 21), x, up))
    store3(stack, top, 24, add_scaled(load3(stack, top, 24), x, down))
    u0, u1, u2 = up
    a0, a1, a2 = up_d
    b0, b1, b2 = down_d
    less(stack, top, 0, u0 * a0)
    less(stack, top, 1, u0 * a1)
    less(stack, top, 2, u0 * a2)
    less(stack, top, 3, u1 * a1)
    less(stack, top, 4, u1 * a2)
    less(stack, top, 5, u2 * a2)
    less(stack, top, 6, u0 * b0)
    less(stack, top, 7, u0 * b1)
    less(stack, top, 8, u0 * b2)
    less(stack, top, 9, u1 * b0)
    less(stack, top, 10, u1 * b1)
    less(stack, top, 11, u1 * b2)
    less(stack, top, 12, u2 * b0)
    less(stack, top, 13, u2 * b1)
    less(stack, top, 14, u2 * b2)
    d0, d1, d2 = down
    less(stack, top, 15, d0 * b0)
    less(stack, top, 16, d0 * b1)
    less(stack, top, 17, d0 * b2)
    less(stack, top, 18, d1 * b1)
    less(stack, top, 19, d1 * b2)
    less(stack, top, 20, d2 * b2)


@kernel
def less(work, row, k, x):
    store(work, row, k, load(work, row, k) - x)


@kernel
def shift(stack, top, r):
    """The inertia CᵀM*C and the wrench Cᵀp about the parent's origin: H' = H - L r̃, J' = J + r̃ H - H'ᵀ r̃; L stays."""
    x, y, z = r
    force = load3(stack, top, 21)
    store3(stack, top, 24, add_cross(load3(stack, top, 24), r, force))
    j0, j1, j2, j3, j4, j5 = load6(stack, top, 15)
    l0, l1, l2, l3, l4, l5 = load6(stack, top, 0)
    # row by row of H, to keep few numbers alive
    g0, g1, g2 = load3(stack, top, 6)
    h0, h1, h2 = sub((g0, g1, g2), cross((l0, l1, l2), r))
    store3(stack, top, 6, (h0, h1, h2))
    j1 = j1 + z * h0
    j2 = j2 - y * h0
    j3 = j3 + z * (g1 + h1)
    j4 = j4 + z * g2 - y * h1
    j5 = j5 - y * (g2 + h2)
    g0, g1, g2 = load3(stack, top, 9)
    h0, h1, h2 = sub((g0, g1, g2), cross((l1, l3, l4), r))
    store3(stack, top, 9, (h0, h1, h2))
    j0 = j0 - z * (g0 + h0)
    j1 = j1 - z * g1
    j2 = j2 - z * g2 + x * h0
    j4 = j4 + x * h1
    j5 = j5 + x * (g2 + h2)
    g0, g1, g2 = load3(stack, top, 12)
    h0, h1, h2 = sub((g0, g1, g2), cross((l2, l4, l5), r))
    store3(stack, top, 12, (h0, h1, h2))
    j0 = j0 + y * (g0 + h0)
    j1 = j1 + y * g1 - x * h0
    j2 = j2 + y * g2
    j3 = j3 - x * (g1 + h1)
    j4 = j4 - x * g2
    store6(stack, top, 15, (j0, j1, j2, j3, j4, j5))


@kernel
def back_substitute(pivots, d, acceleration, spin):
    """u̇ = (rest - Uᵀ Δ)/d."""
    return load(pivots, d, 6) - (dot(load3(pivots, d, 0), acceleration) + dot(load3(pivots, d, 3), spin))


def evaluation(tree, solver):
    return Entry(accelerations, tree.arrays, tree.memory(*SWEEP, "pivots", "stack", "branch"))


FORMULATION = Formulation(
    name="separate-bodies",
    aliases=("aba",),
    summary="articulated bodies eliminated one by one, linear in their number",
    reference="C §4.1",
    solvers=(),
    supports=no_objection,
    evaluation=evaluation,
)
