"""Elimination body by body: what hangs on a joint is replaced by its articulated inertia M* and wrench; in O(N).

A joint's DoFs are eliminated one after the other, so that the inverse of the n_i x n_i block AᵀM*A is never formed:

    U = M* a,  d = aᵀU (plus armature),  M* <- M* - U Uᵀ/d,  p <- p + U (t - aᵀp)/d      for each column a of A_i

and what is left is shifted to the parent. Outward, x = (t - aᵀp - Uᵀ Δ)/d from the last column to the first.

M* a = 0 for a column that is eliminated already (without armature), so that of the next one only what stands across those before matters. Near its lock that is little of a gimbal's
third axis, and M* a would be mere rounding: U and d are formed with ã, the part that stands across.
"""

import numpy as np
from numpy.linalg import inv

from bough.arithmetic.scalar import (
    SINGULAR,
    get,
    in_memory,
    is_above,
    is_finite,
    kernel,
    load,
    put,
    store,
    zero_of,
)
from bough.arithmetic.spatial import (
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
    store9,
    sub,
)
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
    QUOTIENT,
    SCALE,
    SUM,
    TERM,
    Operations,
)
from bough.formulations.reductions.locks import NEAREST, NEAREST_BODY
from bough.passes.prices import Census
from bough.passes.sweep import hinge_axis, keep, weigh, wrench_of_motion
from bough.passes.switches import HINGE, LOCKING


def eliminated(m, f, given, drift):
    """x of S Δ = A x + drift, M Δ - SᵀY = -f, AᵀY = given: body by body from the ends to the ground, and back."""
    names = m.mechanism.topology.names  # a parent before its children
    parents = {body.name: body.parent for body in m.mechanism.bodies}
    inertia = {name: m.M[m.rows(name), m.rows(name)].copy() for name in names}
    wrench = {name: f[m.rows(name)].copy() for name in names}
    share: dict = {}
    free: dict = {}
    motion: dict = {}
    x = np.empty(len(given))
    for name in reversed(names):
        a, parent = m.A[m.rows(name), m.dofs(name)], parents[name]
        wrench[name] += inertia[name] @ drift[m.rows(name)]
        pivot = inv(a.T @ inertia[name] @ a)  # the only inverse, n_i x n_i
        share[name] = pivot @ a.T @ inertia[name]
        free[name] = pivot @ (given[m.dofs(name)] - a.T @ wrench[name])
        if parent != "ground":
            shift = -m.S[m.rows(name), m.rows(parent)]
            inertia[parent] += shift.T @ (inertia[name] - inertia[name] @ a @ share[name]) @ shift
            wrench[parent] += shift.T @ (wrench[name] + inertia[name] @ a @ free[name])
    for name in names:
        rows, dofs, parent = m.rows(name), m.dofs(name), parents[name]
        carried = np.zeros(6) if parent == "ground" else -m.S[rows, m.rows(parent)] @ motion[parent]
        x[dofs] = free[name] - share[name] @ carried
        motion[name] = carried + m.A[rows, dofs] @ x[dofs] + drift[rows]
    return x


@kernel
def eliminate_inward(tree, work, given, moving, loaded):
    """From the last body to the first: articulated inertias, kept on a stack whose top is what the children of the body at hand left.

    ``given``: t. f is the wrench of the motion, if ``moving`` (else the inertias are kept in work.inertia, and t are momenta), plus work.force, if ``loaded``. False if some DoF has no
    inertia to resist it, but for rounding.
    """
    stack = work.stack
    top = 0
    fine = True
    nearest = NEAREST_BODY if moving else NEAREST
    for i in range(tree.bodies - 1, -1, -1):
        h, tensor = weigh(tree, i, work)
        if moving:
            force, moment = wrench_of_motion(tree, i, h, tensor, work)
        else:
            keep(work.inertia, i, h, tensor)
            zero = zero_of(h[0])
            force, moment = (zero, zero, zero), (zero, zero, zero)
        if loaded:
            force, moment = add(force, load3(work.force, i, 0)), add(moment, load3(work.force, i, 3))
        # what the children left; row 0 stays zero for those that have none
        source = top
        if tree.children[i] == 0:
            source = 0
            top += 1
        # what the body leaves goes onto what a younger sibling has left already
        to = top - tree.younger[i]
        onto = to if tree.younger[i] else 0
        d, offset = tree.dof[i], load3(work.offset, i, 0)
        if tree.kind[i] == HINGE:
            in_memory()
            rest = get(given, tree.u_at[i])
            regular = eliminate_hinge(
                tree, i, work, source, onto, to, hinge_axis(work, i), offset, rest, h, tensor, force, moment
            )
            fine = fine and regular
        else:
            take_up(stack, source, top, tree.inertia[i, 0], h, tensor, force, moment)
            for k in range(tree.dof[i + 1] - d):
                in_memory()
                along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
                linear, coupling, angular = load6(stack, top, 0), load9(stack, top, 6), load6(stack, top, 15)
                rest = get(given, tree.u_at[i] + k) - (
                    dot(along, load3(stack, top, 21)) + dot(axis, load3(stack, top, 24))
                )
                is_last_turn = k == 2 and tree.kind[i] == LOCKING
                if is_last_turn:
                    axis = across(work.columns, d)
                up = add(apply_symmetric(linear, along), apply(coupling, axis))
                down = add(apply_transposed(coupling, along), apply_symmetric(angular, axis))
                pivot = dot(along, up) + dot(axis, down)
                size = dot(along, along) * trace(linear) + dot(axis, axis) * trace(angular)
                apart = size
                if tree.rotors:
                    if is_last_turn:
                        held_up, held_down = held_by_armature(tree, work, d)
                        up, down = add(up, held_up), add(down, held_down)
                        held = dot(add(axis, load3(work.columns, d + 2, 3)), held_down)
                        pivot = pivot + held
                        apart = apart + (held + tree.armature[d + 2, 0])
                    pivot = pivot + tree.armature[d + k, 0]
                fine = fine and is_above(pivot, SINGULAR, size)
                if is_last_turn:
                    fine = fine and is_above(apart, nearest, trace(angular))
                eliminate(stack, top, work.pivots, d + k, pivot, rest, up, down)
            in_memory()
            shift(
                stack, onto, to, offset, load6(stack, top, 0), load9(stack, top, 6), load6(stack, top, 15),
                load3(stack, top, 21), load3(stack, top, 24),
            )  # fmt: skip
        top = to
    return fine


@kernel
def substitute_outward(tree, work, out, at, kept):
    """From the first body to the last: x, handed over from index ``at`` on, and Δ = C Δ_parent + A x, kept in work.response if wanted.

    False if a number that is not finite came up.
    """
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
        if tree.kind[i] == HINGE:
            x = back_substitute(work.pivots, d, acceleration, spin)
            fine = fine and is_finite(x)
            put(out, at + tree.u_at[i], x)
            spin = add_scaled(spin, x, hinge_axis(work, i))
        else:
            for k in range(tree.dof[i + 1] - d - 1, -1, -1):
                x = back_substitute(work.pivots, d + k, acceleration, spin)
                fine = fine and is_finite(x)
                put(out, at + tree.u_at[i] + k, x)
                acceleration = add_scaled(acceleration, x, load3(work.columns, d + k, 0))
                spin = add_scaled(spin, x, load3(work.columns, d + k, 3))
        if kept:
            store3(work.response, i, 0, acceleration)
            store3(work.response, i, 3, spin)
        if tree.slot[i] >= 0:
            store3(work.branch, tree.slot[i], 0, acceleration)
            store3(work.branch, tree.slot[i], 3, spin)
    return fine


@kernel
def eliminate_hinge(tree, i, work, source, onto, to, axis, offset, tau, h, tensor, force, moment):
    """The whole step for a hinge, without going through memory in between: take up, eliminate, shift; False if it is singular."""
    stack, m = work.stack, tree.inertia[i, 0]
    b = load6(stack, source, 15)
    angular = (
        b[0] + tensor[0],
        b[1] + tensor[1],
        b[2] + tensor[2],
        b[3] + tensor[3],
        b[4] + tensor[4],
        b[5] + tensor[5],
    )
    down = apply_symmetric(angular, axis)
    pivot = dot(axis, down)
    if tree.rotors:
        pivot = pivot + tree.armature[tree.dof[i], 0]
    # (armature is given, not a difference: only what is left of the bodies' inertia may be rounding)
    regular = is_above(pivot, SINGULAR, trace(angular))
    x, y, z = h
    a, c = load6(stack, source, 0), load9(stack, source, 6)
    force, moment = add(force, load3(stack, source, 21)), add(moment, load3(stack, source, 24))
    coupling = (c[0], c[1] + z, c[2] - y, c[3] - z, c[4], c[5] + x, c[6] + y, c[7] - x, c[8])
    up = apply(coupling, axis)
    up_d, down_d, rate = pivot_row(work.pivots, tree.dof[i], pivot, tau - dot(axis, moment), up, down)
    force, moment = add_scaled(force, rate, up), add_scaled(moment, rate, down)
    u0, u1, u2 = up
    a0, a1, a2 = up_d
    linear = (
        (a[0] + m) - u0 * a0, a[1] - u0 * a1, a[2] - u0 * a2,
        (a[3] + m) - u1 * a1, a[4] - u1 * a2, (a[5] + m) - u2 * a2,
    )  # fmt: skip
    b0, b1, b2 = down_d
    coupling = (
        coupling[0] - u0 * b0, coupling[1] - u0 * b1, coupling[2] - u0 * b2,
        coupling[3] - u1 * b0, coupling[4] - u1 * b1, coupling[5] - u1 * b2,
        coupling[6] - u2 * b0, coupling[7] - u2 * b1, coupling[8] - u2 * b2,
    )  # fmt: skip
    d0, d1, d2 = down
    angular = (
        angular[0] - d0 * b0, angular[1] - d0 * b1, angular[2] - d0 * b2,
        angular[3] - d1 * b1, angular[4] - d1 * b2, angular[5] - d2 * b2,
    )  # fmt: skip
    shift(stack, onto, to, offset, linear, coupling, angular, force, moment)
    return regular


@kernel
def across(columns, d):
    """ã: what of the third axis of a gimbal stands across the first two."""
    normal = cross(load3(columns, d, 3), load3(columns, d + 1, 3))
    return scale(dot(normal, load3(columns, d + 2, 3)) / dot(normal, normal), normal)


@kernel
def held_by_armature(tree, work, d):
    """M*(a₃ - ã) for the axes of a gimbal, a₃ - ã = c₁a₁ + c₂a₂, which armature r of the first two keeps from zero: M*a₂ = r₂P₂ and M*a₁ = r₁(P₁ - (a₂·P₁)P₂), P = U/d."""
    first, second, third = load3(work.columns, d, 3), load3(work.columns, d + 1, 3), load3(work.columns, d + 2, 3)
    normal = cross(first, second)
    inverse = 1.0 / dot(normal, normal)
    x = tree.armature[d, 0] * (inverse * dot(cross(third, second), normal))
    y = tree.armature[d + 1, 0] * (inverse * dot(cross(first, third), normal))
    up, down = load3(work.pivots, d, 0), load3(work.pivots, d, 3)
    y = y - x * dot(second, down)
    return (
        add_scaled(scale(x, up), y, load3(work.pivots, d + 1, 0)),
        add_scaled(scale(x, down), y, load3(work.pivots, d + 1, 3)),
    )


@kernel
def trace(symmetric):
    return symmetric[0] + symmetric[3] + symmetric[5]


@kernel
def pivot_row(pivots, d, pivot, rest, up, down):
    """(U/d, rest/d), kept for the way out as well."""
    inverse = 1.0 / pivot
    up_d, down_d, rate = scale(inverse, up), scale(inverse, down), inverse * rest
    store3(pivots, d, 0, up_d)
    store3(pivots, d, 3, down_d)
    store(pivots, d, 6, rate)
    return up_d, down_d, rate


@kernel
def take_up(stack, source, top, m, h, tensor, force, moment):
    """Inertia [[m E, -h̃], [h̃, J]] and wrench of a body added to what its children left."""
    x, y, z = h
    a, b, c = load6(stack, source, 0), load6(stack, source, 15), load9(stack, source, 6)
    store6(stack, top, 0, (a[0] + m, a[1], a[2], a[3] + m, a[4], a[5] + m))
    store9(stack, top, 6, (c[0], c[1] + z, c[2] - y, c[3] - z, c[4], c[5] + x, c[6] + y, c[7] - x, c[8]))
    for k in range(6):
        store(stack, top, 15 + k, b[k] + tensor[k])
    store3(stack, top, 24, add(load3(stack, source, 24), moment))
    store3(stack, top, 21, add(load3(stack, source, 21), force))


@kernel
def eliminate(stack, top, pivots, d, pivot, rest, up, down):
    """Eliminate one DoF: U = (up; down), pivot aᵀU, rest τ - aᵀp; keeps U/d and rest/d for the way out."""
    up_d, down_d, x = pivot_row(pivots, d, pivot, rest, up, down)
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
def shift(stack, onto, to, r, linear, coupling, angular, force, moment):
    """Leave inertia CᵀM*C and wrench Cᵀp, about the parent's origin: H' = H - L r̃, J' = J + r̃ H - H'ᵀ r̃; L stays.

    They are added to row ``onto`` and stored in row ``to``.
    """
    x, y, z = r
    l0, l1, l2, l3, l4, l5 = linear
    leave3(stack, onto, to, 0, (l0, l1, l2))
    leave3(stack, onto, to, 3, (l3, l4, l5))
    leave3(stack, onto, to, 21, force)
    leave3(stack, onto, to, 24, add_cross(moment, r, force))
    j0, j1, j2, j3, j4, j5 = angular
    # row by row of H, to keep few numbers alive
    g0, g1, g2 = coupling[0], coupling[1], coupling[2]
    h0, h1, h2 = sub((g0, g1, g2), cross((l0, l1, l2), r))
    leave3(stack, onto, to, 6, (h0, h1, h2))
    j1 = j1 + z * h0
    j2 = j2 - y * h0
    j3 = j3 + z * (g1 + h1)
    j4 = j4 + z * g2 - y * h1
    j5 = j5 - y * (g2 + h2)
    g0, g1, g2 = coupling[3], coupling[4], coupling[5]
    h0, h1, h2 = sub((g0, g1, g2), cross((l1, l3, l4), r))
    leave3(stack, onto, to, 9, (h0, h1, h2))
    j0 = j0 - z * (g0 + h0)
    j1 = j1 - z * g1
    j2 = j2 - z * g2 + x * h0
    j4 = j4 + x * h1
    j5 = j5 + x * (g2 + h2)
    g0, g1, g2 = coupling[6], coupling[7], coupling[8]
    h0, h1, h2 = sub((g0, g1, g2), cross((l2, l4, l5), r))
    leave3(stack, onto, to, 12, (h0, h1, h2))
    j0 = j0 + y * (g0 + h0)
    j1 = j1 + y * g1 - x * h0
    j2 = j2 + y * g2
    j3 = j3 - x * (g1 + h1)
    j4 = j4 - x * g2
    leave3(stack, onto, to, 15, (j0, j1, j2))
    leave3(stack, onto, to, 18, (j3, j4, j5))


@kernel
def leave3(stack, onto, to, k, v):
    store3(stack, to, k, add(load3(stack, onto, k), v))


@kernel
def back_substitute(pivots, d, acceleration, spin):
    """x = (rest - Uᵀ Δ)/d."""
    return load(pivots, d, 6) - (dot(load3(pivots, d, 0), acceleration) + dot(load3(pivots, d, 3), spin))


# what the kernels cost: an articulated inertia has 6 + 9 + 6 numbers
_PIVOT_ROW = QUOTIENT + 2 * SCALE + PRODUCT
_TAKE_UP = (3 + 6 + 6) * SUM + 2 * ADD
_SHIFT = (21 + 6) * SUM + ADD_CROSS + 3 * (CROSS + ADD) + 18 * TERM + 6 * SUM
_HINGE = _TAKE_UP + 2 * APPLY + DOT + 2 * SUM + (DOT + SUM) + _PIVOT_ROW + 2 * ADD_SCALED + 21 * TERM + _SHIFT
_DOF = (
    (4 * APPLY + 2 * ADD)
    + (DOT6 + SUM)
    + DOT6
    + (4 * SUM + 2 * PRODUCT + SUM)
    + _PIVOT_ROW
    + 2 * ADD_SCALED
    + 21 * TERM
)
_BACK_SUBSTITUTE = DOT6 + SUM
_LAST_TURN = CROSS + 2 * DOT + QUOTIENT + SCALE + 2 * SUM
_HELD = (
    (CROSS + DOT + QUOTIENT)
    + 2 * (CROSS + DOT + 2 * PRODUCT)
    + (DOT + TERM)
    + 2 * (SCALE + ADD_SCALED)
    + (2 * ADD + ADD + DOT + 3 * SUM)
)


def operations(census: Census) -> Operations:
    """Of ``eliminate_inward``, but for what it weighs and moves, and of ``substitute_outward``."""
    hanging_hinges = census.hanging_joints.get(HINGE, 0)
    armature = SUM if census.rotors else NOTHING
    last_turns = census.count(lambda kind: kind.can_lock) * (_LAST_TURN + (_HELD if census.rotors else NOTHING))
    squares = (census.other_dofs + census.columns("s")) * DOT  # of those halves of columns that vary
    return Operations(
        recursion=census.hinges * (CALL + _HINGE + armature + _BACK_SUBSTITUTE + ADD_SCALED)
        + hanging_hinges * ADD_CROSS,
        elimination=census.other_joints * (_TAKE_UP + _SHIFT)
        + census.other_dofs * (CALL + _DOF + armature + _BACK_SUBSTITUTE + 2 * ADD_SCALED)
        + squares
        + last_turns
        + (census.children - hanging_hinges) * ADD_CROSS,
    )
