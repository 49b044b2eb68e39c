"""Joints that close loops: their coordinates, gaps, and the rows of G.

A loop's joint c leads from body a, its ``other``, to body b. Its row is placed as if it carried a body without inertia
on a: with coordinates measured from the relative pose of a and b, it comes as close to the frame on b as the joint
allows. What remains is the gap. With Z the normals of the joint and Δ as in ``passes/sweep.py``,

    gap = Zᵀ(pose of b - pose of c),    G u = Zᵀ(V_b - V_a),    G u̇ = -Zᵀ(ā_b - ā_c),

where V_b and V_a are taken at the origin of the frame on b, and ā_c is the acceleration of c when u̇ = 0 and the
velocities of its joint are those measured. A driven joint has no coordinates to measure: it is placed by its motion, so
the gaps follow the time, and their rates are those of G u less the part of the drive.
"""

import numpy as np

from bough.arithmetic.scalar import after, is_finite, kernel, load, put, put_row, store, where_positive, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    apply,
    apply_transposed,
    column,
    cross,
    dot,
    load3,
    load9,
    multiply,
    scale,
    store3,
    store9,
    sub,
)
from bough.passes.arrays import Tree, Work
from bough.passes.driving import drive, place_joint
from bough.passes.motion import travel
from bough.passes.sweep import accelerate, place, place_duals, place_normals, pose_with_columns, remember, row3, row9
from bough.passes.switches import DRIVEN, measure_of_kind, search_of_kind

GAP, RATE, ACCELERATION, PART = range(4)  # columns of work.gap
# a row of G is mere rounding if its square is below this share of what it could be
VANISHING = 1e-16


@kernel
def varying(like, v):
    """A vector that may be constant, as numbers of the state's kind."""
    zero = zero_of(like)
    return zero + v[0], zero + v[1], zero + v[2]


@kernel
def frame_of(tree, i, turn, origin, work):
    """Rotation and origin, along ground axes, of a frame in body i, or in the ground."""
    zero = zero_of(load(work.rotation, 0, 0))
    if i >= 0:
        r = load9(work.rotation, i, 0)
        return multiply(r, turn), add(load3(work.travel, i, 0), apply(r, origin))
    return (
        (turn[0] + zero, turn[1] + zero, turn[2] + zero, turn[3] + zero, turn[4] + zero, turn[5] + zero,
         turn[6] + zero, turn[7] + zero, turn[8] + zero),
        (origin[0] + zero, origin[1] + zero, origin[2] + zero),
    )  # fmt: skip


@kernel
def transposed_product(a, b):
    """aᵀ b."""
    x, y, z = column(b, 0), column(b, 1), column(b, 2)
    u, v, w = apply_transposed(a, x), apply_transposed(a, y), apply_transposed(a, z)
    return u[0], v[0], w[0], u[1], v[1], w[1], u[2], v[2], w[2]


@kernel
def origin_of(i, work):
    """Position of body i, or of the ground."""
    zero = zero_of(load(work.rotation, 0, 0))
    return load3(work.travel, i, 0) if i >= 0 else (zero, zero, zero)


@kernel
def turn_between(r, s):
    """The rotation from r to s as a vector: its axis times 2 tan(angle/2)."""
    total = cross(column(r, 0), column(s, 0))
    total = add(add(total, cross(column(r, 1), column(s, 1))), cross(column(r, 2), column(s, 2)))
    trace = dot(column(r, 0), column(s, 0)) + dot(column(r, 1), column(s, 1)) + dot(column(r, 2), column(s, 2))
    return scale(2.0 / (1.0 + trace), total)


@kernel
def place_loop(tree, k, work):
    """Measure loop k's joint and place its row and bases; store its gaps. False if its coordinates are beyond their range."""
    row, b = tree.bodies + 1 + k, tree.loop_body[k]
    a = tree.parent[row]
    before, start = frame_of(tree, a, row9(tree.mount, row, 0), row3(tree.mount, row, 9), work)
    moved, end = frame_of(tree, b, row9(tree.loop_mount, k, 0), row3(tree.loop_mount, k, 9), work)
    store3(work.point, k, 0, end)
    between = sub(end, start)
    r, s = transposed_product(before, moved), apply_transposed(before, between)
    found = True
    if search_of_kind(tree.kind[row], tree, row, r, s, work):
        for d in range(tree.dof[row + 1] - tree.dof[row]):  # (its velocities are rates)
            found = is_finite(load(work.measured, tree.q_at[row] + d, 0)) and found
    else:
        measure_of_kind(tree.kind[row], tree, row, r, s, work.measured)
    if tree.kind[row] == DRIVEN:
        rotation, shift = drive(tree, row, before, work.given, work)
    else:
        rotation, shift = place_joint(tree, row, before, work.measured, work)
    store9(work.rotation, row, 0, rotation)
    store3(work.offset, row, 0, sub(add(start, shift), origin_of(a, work)))
    place_normals(tree, row, work)
    apart, turn = sub(between, shift), turn_between(rotation, moved)
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        store(work.gap, c, 0, dot(load3(work.normals, c, 0), apart) + dot(load3(work.normals, c, 3), turn))
    return found


@kernel
def velocity_at(i, point, moving, at, work):
    """Velocity of a point of body i, or of the ground, and the body's angular velocity.

    Those of the body's origin are in a table, from column ``at`` on.
    """
    zero = zero_of(point[0])
    if i < 0:
        return (zero, zero, zero), (zero, zero, zero)
    omega = load3(moving, i, at + 3)
    return add_cross(load3(moving, i, at), omega, sub(point, load3(work.travel, i, 0))), omega


@kernel
def move_loop(tree, k, work):
    """Measure the velocities of loop k's joint; store the rates of its gaps."""
    row, point = tree.bodies + 1 + k, load3(work.point, k, 0)
    linear, angular = velocity_at(tree.loop_body[k], point, work.travel, 3, work)
    other, spin = velocity_at(tree.parent[row], point, work.travel, 3, work)
    linear, angular = sub(linear, other), sub(angular, spin)
    if tree.kind[row] == DRIVEN:
        linear, angular = sub(linear, load3(work.drift, row, 0)), sub(angular, load3(work.drift, row, 3))
    regular = place_duals(tree, row, work)
    d = tree.dof[row]
    for j in range(tree.dof[row + 1] - d):
        x = dot(load3(work.duals, d + j, 0), linear) + dot(load3(work.duals, d + j, 3), angular)
        store(work.measured, tree.loop_coordinates + tree.u_at[row] + j, 0, x)
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        store(work.gap, c, 1, dot(load3(work.normals, c, 0), linear) + dot(load3(work.normals, c, 3), angular))
    return regular


@kernel
def accelerate_loop(tree, k, work):
    """Store the accelerations of loop k's gaps when u̇ = 0."""
    row, b, point = tree.bodies + 1 + k, tree.loop_body[k], load3(work.point, k, 0)
    accelerate(tree, row, after(work.measured, tree.loop_coordinates), work)
    zero = zero_of(point[0])
    if b >= 0:
        omega, arm = load3(work.motion, b, 0), sub(point, load3(work.travel, b, 0))
        alpha = load3(work.motion, b, 6)
        a = add_cross(add_cross(load3(work.motion, b, 3), alpha, arm), omega, cross(omega, arm))
    else:
        alpha = (zero, zero, zero)
        a = (zero - tree.gravity[0, 0], zero - tree.gravity[0, 1], zero - tree.gravity[0, 2])
    a, alpha = sub(a, load3(work.motion, row, 3)), sub(alpha, load3(work.motion, row, 6))
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        store(work.gap, c, 2, dot(load3(work.normals, c, 0), a) + dot(load3(work.normals, c, 3), alpha))


@kernel
def fill_path(tree, i, root, sign, force, moment, point, at, work):
    """Entries of a row of G on the DoFs from body i up to the loop's root; returns where the next ones go."""
    while i != root:
        about = add_cross(moment, sub(point, load3(work.travel, i, 0)), force)
        for d in range(tree.dof[i + 1] - 1, tree.dof[i] - 1, -1):
            x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), about)
            store(work.half, at, 0, sign * x)
            at += 1
        i = tree.parent[i]
    return at


@kernel
def reach_of_path(tree, i, root, point, work):
    """Sums over the DoFs from body i up to a loop's root: squares of the largest velocities of a point, and of turns."""
    total, turns = zero_of(point[0]), zero_of(point[0])
    while i != root:
        arm = sub(point, load3(work.travel, i, 0))
        square = dot(arm, arm)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            along, axis = load3(work.columns, d, 0), load3(work.columns, d, 3)
            turn = dot(axis, axis)
            total, turns = total + (dot(along, along) + turn * square), turns + turn
        i = tree.parent[i]
    return total, turns


@kernel
def clear_vanishing(tree, k, work):
    """Clear the rows of G of loop k that are mere rounding; store whether each one counts beside its gap.

    Constraints across a plane linkage have no part in its motion, and at singular positions others have none. Their
    rows are tiny beside those of DoFs that all moved straight along the constraint.
    """
    point, length, at = load3(work.point, k, 0), tree.loop_dof_at[k + 1] - tree.loop_dof_at[k], tree.loop_half_at[k]
    total, turns = reach_of_path(tree, tree.loop_body[k], tree.loop_root[k], point, work)
    more, others = reach_of_path(tree, tree.parent[tree.bodies + 1 + k], tree.loop_root[k], point, work)
    total, turns = total + more, turns + others
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        push, twist = load3(work.normals, c, 0), load3(work.normals, c, 3)
        longest = dot(push, push) * total + dot(twist, twist) * turns
        square, one = zero_of(longest), zero_of(longest) + 1.0
        for p in range(at, at + tree.loop_either[k]):
            square = square + load(work.half, p, 0) * load(work.half, p, 0)
        part = where_positive(square - VANISHING * longest, one, zero_of(longest))
        for p in range(at, at + tree.loop_either[k]):
            store(work.half, p, 0, part * load(work.half, p, 0))
        store(work.gap, c, PART, part)
        at += length


@kernel
def fill_loop(tree, k, work):
    """The rows of G of loop k, on the DoFs of both paths; zeros from the loop's root on."""
    point, length = load3(work.point, k, 0), tree.loop_dof_at[k + 1] - tree.loop_dof_at[k]
    at = tree.loop_half_at[k]
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        force, moment, end = varying(point[0], load3(work.normals, c, 0)), load3(work.normals, c, 3), at + length
        at = fill_path(tree, tree.loop_body[k], tree.loop_root[k], 1.0, force, moment, point, at, work)
        other = tree.parent[tree.bodies + 1 + k]
        at = fill_path(tree, other, tree.loop_root[k], -1.0, force, moment, point, at, work)
        while at < end:
            store(work.half, at, 0, 0.0)
            at += 1


@kernel
def survey(tree, work):
    """Gaps of all loops, their rates and accelerations, and the rows of G; False if some joint is singular.

    From placed bodies, their accelerations when u̇ = 0 (else the gaps' accelerations mean nothing), and u in work.given.
    """
    u = after(work.given, tree.coordinates)
    for i in range(tree.bodies):
        travel(tree, i, u, 0, work)
    fine = True
    for k in range(tree.surveyed):
        fine = place_loop(tree, k, work) and fine
        fine = move_loop(tree, k, work) and fine
        accelerate_loop(tree, k, work)
        if tree.loop_paths:
            fill_loop(tree, k, work)
            clear_vanishing(tree, k, work)
    return fine


def survey_remembered(tree, work):
    """Survey the loops at q and u in work.given.

    Compiled, it is a call by address (``compiled/native.py``), so that all computations share one piece of code.
    """
    return survey(tree, work)


def survey_loops(tree, q, u, work):
    """The same, storing q and u in work.given first."""
    remember(tree, q, u, 0, work)
    return survey_remembered(tree, work)


def rows_by_dof(tree: Tree, work: Work) -> np.ndarray:
    """G as surveyed, by DoF in the tree's order; not for compiled code."""
    matrix = np.zeros((tree.loop_constraints, tree.dofs))
    for k in range(tree.loops):
        first, last = tree.loop_dof_at[k : k + 2]
        entries = work.half[slice(*tree.loop_half_at[k : k + 2]), 0].reshape(-1, last - first)
        matrix[slice(*tree.loop_at[k : k + 2]), tree.loop_dofs[first:last]] = entries
    return matrix


@kernel
def loop_system(tree, work, q, u, unused, wrenches, out):
    """Per constraint: the row of G in the user's order, its gap, the gap's rate, and z in the joint's own axes (6)."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    fine, n = survey_loops(tree, q, u, work), tree.dofs
    for k in range(tree.loops):
        first, either, at = tree.loop_dof_at[k], tree.loop_either[k], tree.loop_half_at[k]
        before, _ = frame_of(
            tree,
            tree.parent[tree.bodies + 1 + k],
            row9(tree.mount, tree.bodies + 1 + k, 0),
            row3(tree.mount, tree.bodies + 1 + k, 9),
            work,
        )
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            for d in range(n):
                put_row(out, c, d, 0.0)
            for p in range(either):
                x = load(work.half, at + p, 0)
                fine = fine and is_finite(x)
                put_row(out, c, tree.dof_user[tree.loop_dofs[first + p]], x)
            put_row(out, c, n, load(work.gap, c, 0))
            put_row(out, c, n + 1, load(work.gap, c, 1))
            push, twist = load3(work.normals, c, 0), load3(work.normals, c, 3)
            push, twist = apply_transposed(before, push), apply_transposed(before, twist)
            for j in range(3):
                put_row(out, c, n + 2 + j, push[j])
                put_row(out, c, n + 5 + j, twist[j])
            at += tree.loop_dof_at[k + 1] - first
    return fine


@kernel
def loop_gaps(tree, work, q, u, unused, wrenches, out):
    """Per constraint: its gap, and the gap's rate."""
    for i in range(tree.bodies):
        pose_with_columns(tree, i, q, work)
    fine = survey_loops(tree, q, u, work)
    for c in range(tree.loop_constraints):
        for k in range(2):
            x = load(work.gap, c, k)
            fine = fine and is_finite(x)
            put_row(out, c, k, x)
    return fine


@kernel
def loop_motion(tree, work, q, u, unused, wrenches, out):
    """The coordinates of the joints that close loops, then their velocities."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    fine = survey_loops(tree, q, u, work)
    for k in range(tree.loop_coordinates + tree.dof[tree.bodies + 1 + tree.loops] - tree.dofs):
        x = load(work.measured, k, 0)
        fine = fine and is_finite(x)
        put(out, k, x)
    return fine
