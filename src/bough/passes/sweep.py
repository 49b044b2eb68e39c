"""The outward sweep: pose of each body, bases of its joint, and the wrench that its motion requires when u̇ = 0.

Every form of the equations starts from this. Let V̇ = ā + Δ, where ā are the accelerations of the bodies when u̇ = 0
(of the origin and angular, with gravity as -g at the ground). The papers' equations S V̇ = A u̇ + w*,
M V̇ - SᵀR = F' become

    S Δ = A u̇,    M Δ - Sᵀ R = -f,    f = M ā - F' (the wrench that the motion ā requires, minus external wrenches).

Only this module uses w*; forms see only S (shifts by ρ), A or Z, M and f.
"""

from bough.arithmetic.scalar import get, get_row, is_finite, is_given, is_small, kernel, load, put_row, store, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply,
    apply_symmetric,
    apply_transposed,
    cross,
    load3,
    load6,
    load9,
    multiply,
    rotate_symmetric,
    scale,
    set_angular,
    store3,
    store6,
    store9,
    sub,
)
from bough.mechanism.joints import revolute
from bough.passes.driving import drive
from bough.passes.switches import DRIVEN, HINGE, drift_of_kind, duals_of_kind, normals_of_kind, place_kind


@kernel
def place_normals(tree, i, work):
    """Store the orthogonal basis Z of joint i; needs its tangent basis."""
    normals_of_kind(tree.kind[i], tree, i, load9(work.rotation, i, 0), work)


@kernel
def place_duals(tree, i, work):
    """Store A(AᵀA)⁻¹ of joint i: it maps joint forces to wrenches, relative accelerations to u̇; False if singular."""
    return duals_of_kind(tree.kind[i], tree, i, work)


@kernel
def row3(table, i, k):
    return table[i, k], table[i, k + 1], table[i, k + 2]


@kernel
def row6(table, i, k):
    return table[i, k], table[i, k + 1], table[i, k + 2], table[i, k + 3], table[i, k + 4], table[i, k + 5]


@kernel
def row9(table, i, k):
    return (
        table[i, k], table[i, k + 1], table[i, k + 2], table[i, k + 3], table[i, k + 4],
        table[i, k + 5], table[i, k + 6], table[i, k + 7], table[i, k + 8],
    )  # fmt: skip


@kernel
def pose(tree, i, q, work):
    """Rotation of body i, offset of its origin, tangent basis of its joint (for a hinge, an axis of the rotation)."""
    p = tree.parent[i]
    origin = row3(tree.mount, i, 9)
    if p >= 0:
        r = load9(work.rotation, p, 0)
        offset = apply(r, origin)
    else:
        zero = zero_of(get(q, 0))
        one = zero + 1.0
        r = (one, zero, zero, zero, one, zero, zero, zero, one)
        offset = (origin[0] + zero, origin[1] + zero, origin[2] + zero)
    if tree.kind[i] == HINGE:
        if tree.upright[i]:
            r = revolute.place(tree, i, r, q)
        else:
            # the parent's rotation comes last, because it is available last
            r = multiply(r, revolute.place(tree, i, row9(tree.mount, i, 0), q))
    else:
        if not tree.upright[i]:
            r = multiply(r, row9(tree.mount, i, 0))
        if tree.kind[i] == DRIVEN:
            r, shift = drive(tree, i, r, q, work)
        else:
            r, shift = place_kind(tree.kind[i], tree, i, r, q, work)
        offset = add(offset, shift)
    store9(work.rotation, i, 0, r)
    store3(work.offset, i, 0, offset)


@kernel
def hinge_axis(work, i):
    """The axis of a hinge, which is its body's z."""
    return load(work.rotation, i, 2), load(work.rotation, i, 5), load(work.rotation, i, 8)


@kernel
def turned(table, i, at, work):
    """A vector and a symmetric tensor of body i, nine numbers of a table from column ``at`` on, along ground axes."""
    r = load9(work.rotation, i, 0)
    return apply(r, row3(table, i, at)), rotate_symmetric(r, row6(table, i, at + 3))


@kernel
def weigh(tree, i, work):
    """Mass times centre and inertia of body i along ground axes."""
    return turned(tree.inertia, i, 1, work)


@kernel
def keep(table, i, vector, tensor):
    """Store the result of ``turned``."""
    store3(table, i, 0, vector)
    store6(table, i, 3, tensor)


@kernel
def pose_with_columns(tree, i, q, work):
    """Pose of body i, and the tangent basis of its joint, hinges included."""
    pose(tree, i, q, work)
    if tree.kind[i] == HINGE:
        set_angular(work.columns, tree.dof[i], hinge_axis(work, i))


@kernel
def place(tree, i, q, work):
    """Pose of body i, the tangent basis of its joint, its inertia."""
    pose_with_columns(tree, i, q, work)
    h, tensor = weigh(tree, i, work)
    keep(work.inertia, i, h, tensor)


@kernel
def accelerate(tree, i, u, work):
    """ω of body i, and its accelerations when u̇ = 0."""
    p = tree.parent[i]
    offset = load3(work.offset, i, 0)
    zero = zero_of(offset[0])
    if p >= 0:
        omega = load3(work.motion, p, 0)
        a = load3(work.motion, p, 3)
        alpha = load3(work.motion, p, 6)
        # a point of the parent: a + α × ρ + ω × (ω × ρ)
        a = add_cross(add_cross(a, alpha, offset), omega, cross(omega, offset))
    else:
        omega = (zero, zero, zero)
        alpha = (zero, zero, zero)
        a = (zero - tree.gravity[0, 0], zero - tree.gravity[0, 1], zero - tree.gravity[0, 2])
    if tree.kind[i] == HINGE:
        turn = scale(get(u, tree.u_at[i]), hinge_axis(work, i))
        alpha = add_cross(alpha, omega, turn)
        omega = add(omega, turn)
    else:
        d = tree.dof[i]
        linear = (zero, zero, zero)
        angular = (zero, zero, zero)
        if tree.kind[i] == DRIVEN:
            linear, angular = load3(work.drift, i, 0), load3(work.drift, i, 3)
        for k in range(tree.dof[i + 1] - d):
            rate = get(u, tree.u_at[i] + k)
            linear = add_scaled(linear, rate, load3(work.columns, d + k, 0))
            angular = add_scaled(angular, rate, load3(work.columns, d + k, 3))
        drift, spin_drift = drift_of_kind(tree.kind[i], tree, i, u, work)
        a = add(add_scaled(a, 2.0, cross(omega, linear)), drift)
        alpha = add(add_cross(alpha, omega, angular), spin_drift)
        omega = add(omega, angular)
    store3(work.motion, i, 0, omega)
    store3(work.motion, i, 3, a)
    store3(work.motion, i, 6, alpha)


@kernel
def wrench_of_motion(tree, i, h, tensor, work):
    """The wrench about its origin that gives body i its accelerations: Newton and Euler."""
    omega, a, alpha = load3(work.motion, i, 0), load3(work.motion, i, 3), load3(work.motion, i, 6)
    force = add_scaled(add_cross(cross(alpha, h), omega, cross(omega, h)), tree.inertia[i, 0], a)
    moment = add_cross(apply_symmetric(tensor, alpha), omega, apply_symmetric(tensor, omega))
    return force, add_cross(moment, h, a)


@kernel
def move(tree, i, u, work):
    """Accelerations of body i when u̇ = 0, and the wrench f that this motion requires."""
    accelerate(tree, i, u, work)
    h, tensor = load3(work.inertia, i, 0), load6(work.inertia, i, 3)
    force, moment = wrench_of_motion(tree, i, h, tensor, work)
    store3(work.force, i, 0, force)
    store3(work.force, i, 3, moment)


@kernel
def put_in_body_axes(tree, work, b, linear, angular, out, at):
    """Put a twist or wrench about user body b's origin, along its axes, from column ``at`` on; False if not finite."""
    r = multiply(load9(work.rotation, tree.carrier[b], 0), row9(tree.attach, b, 0))
    linear, angular = apply_transposed(r, linear), apply_transposed(r, angular)
    fine = True
    for k in range(3):
        put_row(out, b, at + k, linear[k])
        put_row(out, b, at + 3 + k, angular[k])
        fine = fine and is_finite(linear[k]) and is_finite(angular[k])
    return fine


@kernel
def apply_wrenches(tree, wrenches, work):
    """Subtract external wrenches (force, moment about the body's origin; the user's body axes) from f."""
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        if i >= 0:
            force = (get_row(wrenches, b, 0), get_row(wrenches, b, 1), get_row(wrenches, b, 2))
            moment = (get_row(wrenches, b, 3), get_row(wrenches, b, 4), get_row(wrenches, b, 5))
            r = multiply(load9(work.rotation, i, 0), row9(tree.attach, b, 0))
            arm = apply(load9(work.rotation, i, 0), row3(tree.attach, b, 9))
            force = apply(r, force)
            moment = add_cross(apply(r, moment), arm, force)
            store3(work.force, i, 0, sub(load3(work.force, i, 0), force))
            store3(work.force, i, 3, sub(load3(work.force, i, 3), moment))


def apply_forces(tree, q, u, at, work):
    """Subtract the wrenches of the mechanism's own forces from f; u starts at index ``at``.

    Compiled, it is a call by address (``compiled/native.py``).
    """
    from bough.passes.loads import act  # here, since it imports this module

    remember(tree, q, u, at, work)
    act(tree, work)


@kernel
def remember(tree, q, u, at, work):
    """Store q, and u, which starts at index ``at``, in work.given for the forces."""
    for k in range(tree.coordinates):
        store(work.given, k, 0, get(q, k))
    for k in range(tree.dofs):
        store(work.given, tree.coordinates + k, 0, get(u, at + k))


@kernel
def clear_forces(tree, work):
    for i in range(tree.bodies):
        for k in range(6):
            store(work.force, i, k, 0.0)


@kernel
def is_loaded(tree, wrenches):
    """Whether anything but gravity acts on the bodies."""
    return is_given(wrenches) or tree.forces > 0


@kernel
def apply_loads(tree, q, u, at, wrenches, work):
    """Subtract external wrenches and those of the mechanism's own forces from f; u starts at index ``at``."""
    if is_given(wrenches):
        apply_wrenches(tree, wrenches, work)
    if tree.forces > 0:
        apply_forces(tree, q, u, at, work)


@kernel
def sweep(tree, q, u, wrenches, work):
    """Place and move every body, outward."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
        move(tree, i, u, work)
    apply_loads(tree, q, u, 0, wrenches, work)


@kernel
def quaternions_are_unit(tree, q):
    """Whether every quaternion of q has unit length, as rotation matrices require."""
    for k in range(tree.quaternions):
        at = tree.quaternion[k]
        w, x, y, z = get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)
        if not is_small(w * w + x * x + y * y + z * z - 1.0, 2e-9):
            return False
    return True
