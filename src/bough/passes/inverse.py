"""Inverse dynamics by the recursion of Newton and Euler: the joint forces that a given motion requires, in O(N).

R_i = f_i + M_i Δ_i + Σ Cᵀ R_j over the children; τ = AᵀR, plus a u̇ with armature a, which acts on no body.
"""

from bough.arithmetic.scalar import get, is_finite, kernel, load, put, zero_of
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
from bough.passes.sweep import move, place, put_in_body_axes, row3, sweep


@kernel
def respond(tree, u_dot, work):
    """Δ of every body, outward, and its share M Δ of the wrench (added to work.force)."""
    for i in range(tree.bodies):
        p, d = tree.parent[i], tree.dof[i]
        zero = zero_of(load(work.offset, i, 0))
        acceleration, spin = (zero, zero, zero), (zero, zero, zero)
        if p >= 0:
            spin = load3(work.response, p, 3)
            acceleration = add_cross(load3(work.response, p, 0), spin, load3(work.offset, i, 0))
        for k in range(tree.dof[i + 1] - d):
            x = get(u_dot, tree.u_at[i] + k)
            acceleration = add_scaled(acceleration, x, load3(work.columns, d + k, 0))
            spin = add_scaled(spin, x, load3(work.columns, d + k, 3))
        store3(work.response, i, 0, acceleration)
        store3(work.response, i, 3, spin)
        h = load3(work.inertia, i, 0)
        force = add_scaled(cross(spin, h), tree.inertia[i, 0], acceleration)
        moment = add_cross(apply_symmetric(load6(work.inertia, i, 3), spin), h, acceleration)
        store3(work.force, i, 0, add(load3(work.force, i, 0), force))
        store3(work.force, i, 3, add(load3(work.force, i, 3), moment))


@kernel
def pass_inward(tree, i, work):
    """Add the wrench of body i to its parent's."""
    p = tree.parent[i]
    if p >= 0:
        force = load3(work.force, i, 0)
        moment = add_cross(load3(work.force, i, 3), load3(work.offset, i, 0), force)
        store3(work.force, p, 0, add(load3(work.force, p, 0), force))
        store3(work.force, p, 3, add(load3(work.force, p, 3), moment))


@kernel
def drive(tree, d, u_dot, force, moment, work):
    """The joint force of DoF d, from the wrench that its joint passes on."""
    x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
    if tree.rotors:
        x = x + tree.armature[d, 0] * get(u_dot, tree.dof_user[d])
    return x


@kernel
def joint_forces(tree, work, q, u, u_dot, wrenches, tau):
    """τ from (q, u, u̇)."""
    sweep(tree, q, u, wrenches, work)
    respond(tree, u_dot, work)
    fine = True
    for i in range(tree.bodies - 1, -1, -1):
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = drive(tree, d, u_dot, force, moment, work)
            fine = fine and is_finite(x)
            put(tau, tree.dof_user[d], x)
        pass_inward(tree, i, work)
    return fine


@kernel
def body_accelerations(tree, work, q, u, u_dot, wrenches, out):
    """Per user body: acceleration of its origin, angular acceleration, both in body axes; from (q, u, u̇)."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
        move(tree, i, u, work)
    respond(tree, u_dot, work)
    fine, gravity = True, row3(tree.gravity, 0, 0)
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        # gravity was an acceleration of the ground
        linear = add(add(load3(work.motion, i, 3), load3(work.response, i, 0)), gravity)
        angular = add(load3(work.motion, i, 6), load3(work.response, i, 3))
        fine = put_in_body_axes(tree, work, b, linear, angular, out, 0) and fine
    return fine
