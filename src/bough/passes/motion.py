"""Poses, twists, energies, and coordinate rates: what follows from (q, u) without equations of motion."""

from bough.arithmetic.scalar import get, is_finite, kernel, put, put_row, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply_symmetric,
    cross,
    dot,
    load3,
    load6,
    load9,
    multiply,
    store3,
)
from bough.passes.sweep import hinge_axis, place, put_in_body_axes, row3, row9
from bough.passes.switches import DRIVEN, HINGE, rate_of_kind, velocity_of_kind


@kernel
def place_and_travel(tree, q, u, work):
    """Pose and velocities of every body."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
        travel(tree, i, u, 0, work)


@kernel
def travel(tree, i, u, at, work):
    """Position, velocity and angular velocity of body i, from its pose and u, which starts at index ``at``."""
    p = tree.parent[i]
    offset = load3(work.offset, i, 0)
    zero = zero_of(offset[0])
    position, velocity, omega = offset, (zero, zero, zero), (zero, zero, zero)
    if p >= 0:
        omega = load3(work.travel, p, 6)
        position = add(load3(work.travel, p, 0), offset)
        velocity = add_cross(load3(work.travel, p, 3), omega, offset)
    if tree.kind[i] == HINGE:
        omega = add_scaled(omega, get(u, at + tree.u_at[i]), hinge_axis(work, i))
    else:
        if tree.kind[i] == DRIVEN:
            velocity, omega = add(velocity, load3(work.drift, i, 0)), add(omega, load3(work.drift, i, 3))
        d = tree.dof[i]
        for k in range(tree.dof[i + 1] - d):
            rate = get(u, at + tree.u_at[i] + k)
            velocity = add_scaled(velocity, rate, load3(work.columns, d + k, 0))
            omega = add_scaled(omega, rate, load3(work.columns, d + k, 3))
    store3(work.travel, i, 0, position)
    store3(work.travel, i, 3, velocity)
    store3(work.travel, i, 6, omega)


@kernel
def poses(tree, work, q, unused_u, unused, wrenches, out):
    """Per user body: rotation (9, body to ground axes), origin (3)."""
    fine = True
    for i in range(tree.bodies):
        place(tree, i, q, work)
        position = load3(work.offset, i, 0)
        if tree.parent[i] >= 0:
            position = add(load3(work.travel, tree.parent[i], 0), position)
        store3(work.travel, i, 0, position)
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        r = multiply(load9(work.rotation, i, 0), row9(tree.attach, b, 0))
        origin = load3(work.travel, i, 0)
        for k in range(9):
            put_row(out, b, k, r[k])
            fine = fine and is_finite(r[k])
        for k in range(3):
            put_row(out, b, 9 + k, origin[k])
            fine = fine and is_finite(origin[k])
    return fine


@kernel
def twists(tree, work, q, u, unused, wrenches, out):
    """Per user body: velocity of its origin, angular velocity, both in body axes."""
    fine = True
    place_and_travel(tree, q, u, work)
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        fine = put_in_body_axes(tree, work, b, load3(work.travel, i, 3), load3(work.travel, i, 6), out, 0) and fine
    return fine


@kernel
def energies(tree, work, q, u, unused, wrenches, out):
    """Kinetic and potential energy; the latter is zero with every centre of mass at the ground's origin."""
    place_and_travel(tree, q, u, work)
    kinetic = zero_of(get(q, 0))
    potential = kinetic
    gravity = row3(tree.gravity, 0, 0)
    for i in range(tree.bodies):
        m = tree.inertia[i, 0]
        h, tensor = load3(work.inertia, i, 0), load6(work.inertia, i, 3)
        velocity, omega = load3(work.travel, i, 3), load3(work.travel, i, 6)
        # ½ m v² + v · (ω × h) + ½ ω · J ω
        kinetic = kinetic + 0.5 * (m * dot(velocity, velocity) + dot(omega, apply_symmetric(tensor, omega)))
        kinetic = kinetic + dot(velocity, cross(omega, h))
        potential = potential - dot(gravity, add_scaled(h, m, load3(work.travel, i, 0)))
    if tree.rotors:
        for d in range(tree.dofs):
            rate = get(u, tree.dof_user[d])
            kinetic = kinetic + (0.5 * tree.armature[d, 0]) * (rate * rate)
    put(out, 0, kinetic)
    put(out, 1, potential)
    return is_finite(kinetic) and is_finite(potential)


@kernel
def coordinate_rates(tree, work, q, u, unused, wrenches, q_dot):
    """q̇ from u."""
    put_all_rates(tree, q, u, q_dot)
    return all_finite(q, tree.coordinates) and all_finite(q_dot, tree.coordinates)


@kernel
def put_all_rates(tree, q, u, q_dot):
    """q̇ of all joints; the rate of the time is one."""
    for i in range(tree.bodies):
        put_rates_of_joint(tree, i, q, u, 0, q_dot)
    put_rate_of_time(tree, q_dot)


@kernel
def put_rate_of_time(tree, q_dot):
    if tree.timed:
        put(q_dot, tree.coordinates - 1, 1.0)


@kernel
def put_rates_of_joint(tree, i, q, u, at, q_dot):
    """q̇ of joint i from u, which starts at index ``at``."""
    rate_of_kind(tree.kind[i], q, tree.q_at[i], u, at + tree.u_at[i], q_dot, tree.dof[i + 1] - tree.dof[i])


@kernel
def velocities_of_rates(tree, work, q, q_dot, unused, wrenches, u):
    """u from q̇."""
    for i in range(tree.bodies):
        velocity_of_kind(tree.kind[i], q, tree.q_at[i], q_dot, tree.u_at[i], u, tree.dof[i + 1] - tree.dof[i])
    return all_finite(q, tree.coordinates) and all_finite(u, tree.dofs)


@kernel
def all_finite(state, count):
    fine = True
    for k in range(count):
        fine = fine and is_finite(get(state, k))
    return fine
