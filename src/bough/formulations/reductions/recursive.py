"""Elimination body by body, in O(N): the bodies that a joint carries become one articulated inertia M* and wrench.

A joint's DoFs are eliminated one after the other, so the inverse of the n_i x n_i block AᵀM*A is never formed:

    U = M* a,  d = aᵀU (plus armature),  M* <- M* - U Uᵀ/d,  p <- p + U (t - aᵀp)/d      for each column a of A_i

and the result is shifted to the parent. Outward, x = (t - aᵀp - Uᵀ Δ)/d from the last column to the first.

Without armature, M* a = 0 for columns that are eliminated already, so of the next column only the part ã normal to them
matters. Near a gimbal's lock this part of the third axis is small, and M* a would be mere rounding: U and d are formed
with ã.
"""

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
    set_angular,
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
from bough.passes.loops import survey_loops
from bough.passes.prices import Census
from bough.passes.spans import CARRY, RELEASE, RELEASE_AT_ROOT, START, is_root, is_spanned, span
from bough.passes.sweep import hinge_axis, keep, weigh, wrench_of_motion
from bough.passes.switches import HINGE, LOCKING


@kernel
def start_loops(tree, q, u, what, work):
    """Survey loops, of placed bodies, to close their gaps, rates or accelerations; False if some joint is singular."""
    for i in range(tree.bodies):
        if tree.kind[i] == HINGE:
            set_angular(work.columns, tree.dof[i], hinge_axis(work, i))
    regular = survey_loops(tree, q, u, work)
    span(tree, what, START, work)
    return regular


@kernel
def eliminate_inward(tree, work, given, moving, loaded):
    """From the last body to the first: articulated inertias, on a stack whose top is the sum over the body's children.

    ``given``: t. f is the wrench of the motion, if ``moving`` (else the inertias are kept in work.inertia, and t are
    momenta), plus work.force, if ``loaded``. False if the inertia of some DoF is zero up to rounding.
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
        # the sum over the children; row 0 stays zero for bodies without any
        source = top
        if tree.children[i] == 0:
            source = 0
            top += 1
        if tree.loops and is_root(tree, i):
            span(tree, i, source, work)
        # the result is added to that of a younger sibling, if there is one
        to = top - tree.younger[i]
        onto = to if tree.younger[i] else 0
        d, offset = tree.dof[i], load3(work.offset, i, 0)
        if tree.kind[i] == HINGE:
            in_memory()
            # as below for a column (0; axis), without memory in between; the pivot comes first, because everything else
            # waits for it
            axis, angular = hinge_axis(work, i), taken_up_angular(stack, source, tensor)
            down = apply_symmetric(angular, axis)
            pivot = dot(axis, down)
            if tree.rotors:
                pivot = pivot + tree.armature[d, 0]
            # (armature is given, not a difference: only the bodies' part of the pivot may be rounding)
            fine = fine and is_above(pivot, SINGULAR, trace(angular))
            body = taken_up(stack, source, tree.inertia[i, 0], h, angular, force, moment)
            up = apply(body[1], axis)
            rest = get(given, tree.u_at[i]) - dot(axis, body[4])
            up_d, down_d, x = pivot_row(work.pivots, d, pivot, rest, up, down)
            shift(stack, onto, to, offset, eliminate(body, up, down, up_d, down_d, x))
        else:
            angular = taken_up_angular(stack, source, tensor)
            keep_body(stack, top, taken_up(stack, source, tree.inertia[i, 0], h, angular, force, moment))
            for k in range(tree.dof[i + 1] - d):
                in_memory()
                regular = eliminate_column(tree, i, k, work, top, get(given, tree.u_at[i] + k), nearest)
                fine = fine and regular
            in_memory()
            shift(stack, onto, to, offset, kept_body(stack, top))
        if tree.loops and is_spanned(tree, i):
            span(tree, i, CARRY, work)
        top = to
    return fine


@kernel
def eliminate_column(tree, i, k, work, top, given, nearest):
    """Eliminate DoF k of joint i from row ``top`` of the stack; False if its inertia is zero up to rounding."""
    stack, d = work.stack, tree.dof[i]
    along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
    linear, coupling, angular, force, moment = kept_body(stack, top)
    rest = given - (dot(along, force) + dot(axis, moment))
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
    regular = is_above(pivot, SINGULAR, size)
    if is_last_turn:
        regular = regular and is_above(apart, nearest, trace(angular))
    up_d, down_d, x = pivot_row(work.pivots, d + k, pivot, rest, up, down)
    eliminate_in_memory(stack, top, up, down, up_d, down_d, x)
    return regular


@kernel
def substitute_outward(tree, work, out, at, kept):
    """From the first body to the last: x from index ``at`` on, and Δ = C Δ_parent + A x, in work.response if wanted.

    False if some number is not finite.
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
        if tree.loops and is_spanned(tree, i):
            span(tree, i, RELEASE, work)
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
        if kept or tree.loops:
            store3(work.response, i, 0, acceleration)
            store3(work.response, i, 3, spin)
        if tree.loops and is_root(tree, i):
            span(tree, i, RELEASE_AT_ROOT, work)
        if tree.slot[i] >= 0:
            store3(work.branch, tree.slot[i], 0, acceleration)
            store3(work.branch, tree.slot[i], 3, spin)
    return fine


@kernel
def across(columns, d):
    """ã: the part of a gimbal's third axis that is normal to the first two."""
    normal = cross(load3(columns, d, 3), load3(columns, d + 1, 3))
    return scale(dot(normal, load3(columns, d + 2, 3)) / dot(normal, normal), normal)


@kernel
def held_by_armature(tree, work, d):
    """M*(a₃ - ã) for the axes of a gimbal, a₃ - ã = c₁a₁ + c₂a₂; not zero if the first two have armature r.

    M*a₂ = r₂P₂ and M*a₁ = r₁(P₁ - (a₂·P₁)P₂), P = U/d.
    """
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


# An articulated body is (L, H, J, f, n): inertia [[L, H], [Hᵀ, J]], with L and J symmetric, and wrench (f; n).


@kernel
def taken_up_angular(stack, source, tensor):
    """J of a body plus that of its children."""
    b = load6(stack, source, 15)
    return b[0] + tensor[0], b[1] + tensor[1], b[2] + tensor[2], b[3] + tensor[3], b[4] + tensor[4], b[5] + tensor[5]


@kernel
def taken_up(stack, source, m, h, angular, force, moment):
    """Inertia [[m E, -h̃], [h̃, J]] and wrench of a body plus those of its children; J includes them already."""
    x, y, z = h
    a, c = load6(stack, source, 0), load9(stack, source, 6)
    force, moment = add(force, load3(stack, source, 21)), add(moment, load3(stack, source, 24))
    coupling = (c[0], c[1] + z, c[2] - y, c[3] - z, c[4], c[5] + x, c[6] + y, c[7] - x, c[8])
    return (a[0] + m, a[1], a[2], a[3] + m, a[4], a[5] + m), coupling, angular, force, moment


@kernel
def kept_body(stack, row):
    return (
        load6(stack, row, 0),
        load9(stack, row, 6),
        load6(stack, row, 15),
        load3(stack, row, 21),
        load3(stack, row, 24),
    )


@kernel
def keep_body(stack, row, body):
    store6(stack, row, 0, body[0])
    store9(stack, row, 6, body[1])
    store6(stack, row, 15, body[2])
    store3(stack, row, 21, body[3])
    store3(stack, row, 24, body[4])


@kernel
def pivot_row(pivots, d, pivot, rest, up, down):
    """(U/d, rest/d) of a column with U = M*a = (up; down), d = aᵀU and rest = t - aᵀp; also stored."""
    inverse = 1.0 / pivot
    up_d, down_d, x = scale(inverse, up), scale(inverse, down), inverse * rest
    store3(pivots, d, 0, up_d)
    store3(pivots, d, 3, down_d)
    store(pivots, d, 6, x)
    store(pivots, d, 7, inverse)
    return up_d, down_d, x


@kernel
def eliminate(body, up, down, up_d, down_d, x):
    """M* - U Uᵀ/d and p + U rest/d."""
    linear, coupling, angular, force, moment = body
    force, moment = add_scaled(force, x, up), add_scaled(moment, x, down)
    linear, coupling = less_symmetric(linear, up, up_d), less_product(coupling, up, down_d)
    return linear, coupling, less_symmetric(angular, down, down_d), force, moment


@kernel
def eliminate_in_memory(stack, row, up, down, up_d, down_d, x):
    """The same for a body in memory."""
    store3(stack, row, 21, add_scaled(load3(stack, row, 21), x, up))
    store3(stack, row, 24, add_scaled(load3(stack, row, 24), x, down))
    store6(stack, row, 0, less_symmetric(load6(stack, row, 0), up, up_d))
    store9(stack, row, 6, less_product(load9(stack, row, 6), up, down_d))
    store6(stack, row, 15, less_symmetric(load6(stack, row, 15), down, down_d))


@kernel
def less_symmetric(a, u, v):
    """A - u vᵀ, symmetric."""
    return (
        a[0] - u[0] * v[0], a[1] - u[0] * v[1], a[2] - u[0] * v[2],
        a[3] - u[1] * v[1], a[4] - u[1] * v[2], a[5] - u[2] * v[2],
    )  # fmt: skip


@kernel
def less_product(a, u, v):
    """A - u vᵀ."""
    return (
        a[0] - u[0] * v[0], a[1] - u[0] * v[1], a[2] - u[0] * v[2],
        a[3] - u[1] * v[0], a[4] - u[1] * v[1], a[5] - u[1] * v[2],
        a[6] - u[2] * v[0], a[7] - u[2] * v[1], a[8] - u[2] * v[2],
    )  # fmt: skip


@kernel
def shift(stack, onto, to, r, body):
    """Inertia CᵀM*C and wrench Cᵀp, about the parent's origin: H' = H - L r̃, J' = J + r̃ H - H'ᵀ r̃; L stays.

    They are added to row ``onto`` and stored in row ``to``.
    """
    x, y, z = r
    (l0, l1, l2, l3, l4, l5), coupling, angular, force, moment = body
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


# prices of the kernels: an articulated inertia has 6 + 9 + 6 numbers
_PIVOT_ROW = QUOTIENT + 2 * SCALE + PRODUCT
TAKE_UP = (3 + 6 + 6) * SUM + 2 * ADD
SHIFT = (21 + 6) * SUM + ADD_CROSS + 3 * (CROSS + ADD) + 18 * TERM + 6 * SUM
_HINGE = TAKE_UP + 2 * APPLY + DOT + 2 * SUM + (DOT + SUM) + _PIVOT_ROW + 2 * ADD_SCALED + 21 * TERM + SHIFT
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
    """Price of ``eliminate_inward``, without inertias and motions of bodies, and of ``substitute_outward``."""
    hanging_hinges = census.hanging_joints.get(HINGE, 0)
    armature = SUM if census.rotors else NOTHING
    last_turns = census.count(lambda kind: kind.can_lock) * (_LAST_TURN + (_HELD if census.rotors else NOTHING))
    squares = (census.other_dofs + census.columns("s")) * DOT  # of the halves of columns that vary
    return Operations(
        recursion=census.hinges * (CALL + _HINGE + armature + _BACK_SUBSTITUTE + ADD_SCALED)
        + hanging_hinges * ADD_CROSS,
        elimination=census.other_joints * (TAKE_UP + SHIFT)
        + census.other_dofs * (CALL + _DOF + armature + _BACK_SUBSTITUTE + 2 * ADD_SCALED)
        + squares
        + last_turns
        + (census.children - hanging_hinges) * ADD_CROSS,
    )
