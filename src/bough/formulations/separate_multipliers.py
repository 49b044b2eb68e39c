"""Separate multipliers: block elimination of the saddle-point system, joint by joint, in O(N).

Paper C §4.1, "an analogous procedure can be written down for (3.8)"; this is it. A body and its descendants are replaced
by one articulated inertia M* and wrench p, as by separate bodies, but what a joint passes on is found from its constraints
instead of its freedom. With R = Zλ + d and d = A(AᵀA)⁻¹τ, the articulated body i on its parent k has

    M*Δ_i + p = R,    ZᵀΔ_i = ZᵀC Δ_k,    so    R = K (C Δ_k + φ) + d,    K = Z(ZᵀM*⁻¹Z)⁻¹Zᵀ,    φ = M*⁻¹(p - d),

and the parent gets M*_k += CᵀK C and p_k += Cᵀ(K φ + d). The m x m matrix is factorised column by column: with
y = z - Σ y' (y'ᵀM*⁻¹z)/δ' over the columns before, and δ = yᵀM*⁻¹z, K = Σ y yᵀ/δ. Outward, Δ_i = Σ s M*⁻¹y - φ, where
s = yᵀ(C Δ_k + φ)/δ, and u̇ = (AᵀA)⁻¹Aᵀ(Δ_i - C Δ_k). Armature a is a compliant constraint, as in
``reductions/orthogonal.py``: 1/a is added to δ of its column, whose multiplier is -a u̇.
Unknowns: none left. Cost: linear in bodies, for every shape; less than separate bodies where joints have few constraints.
Needs every body to have mass and inertia. Loops would couple the constraints of all joints on their paths: they are in
``saddle_point.py``.
"""

from numpy.linalg import inv

from bough.arithmetic.scalar import get, in_memory, is_above, kernel, load, store, zero_of
from bough.arithmetic.spatial import (
    add_cross,
    add_scaled,
    apply,
    apply_symmetric,
    apply_transposed,
    column,
    dot,
    load3,
    load6,
    scale,
    store3,
    sub,
)
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    DOT,
    DOT6,
    PRODUCT,
    QUOTIENT,
    SCALE,
    SUM,
    TERM,
    Operations,
)
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, Recursion
from bough.formulations.reductions import doubts, orthogonal
from bough.formulations.reductions.families import REACTIONS
from bough.formulations.reductions.recursive import (
    SHIFT,
    TAKE_UP,
    eliminate_in_memory,
    keep_body,
    kept_body,
    shift,
    taken_up,
    taken_up_angular,
)
from bough.formulations.reductions.references import applied
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import place_duals, place_normals, sweep


def reference(m, tau):
    """C §4.1 for (3.8): (u̇, R) of M V̇ - SᵀR = F', Zᵀ(S V̇ - w*) = 0, R = Zλ + A(AᵀA)⁻¹τ, by block elimination."""
    names = m.mechanism.topology.names  # a parent before its children
    parents = {body.name: body.parent for body in m.mechanism.bodies}
    dual, forces = m.A @ inv(m.A.T @ m.A), applied(m)
    drive, R, V_dot = dual @ tau, 0.0 * forces, 0.0 * forces
    inertia = {name: m.M[m.rows(name), m.rows(name)].copy() for name in names}
    held: dict = {}
    for name in reversed(names):
        rows, parent, compliance = m.rows(name), parents[name], inv(inertia[name])
        z = m.Z[rows][:, m.Z[rows].any(axis=0)]
        held[name] = z @ inv(z.T @ compliance @ z) @ z.T
        R[rows] = drive[rows] + held[name] @ (m.w[rows] - compliance @ (forces[rows] + drive[rows]))
        if parent != "ground":
            shift = -m.S[rows, m.rows(parent)]
            inertia[parent] += shift.T @ held[name] @ shift
            forces[m.rows(parent)] -= shift.T @ R[rows]
    for name in names:
        rows, parent = m.rows(name), parents[name]
        if parent != "ground":
            R[rows] -= held[name] @ m.S[rows, m.rows(parent)] @ V_dot[m.rows(parent)]
        V_dot[rows] = inv(inertia[name]) @ (forces[rows] + R[rows])
    return dual.T @ (m.S @ V_dot - m.w), R


@kernel
def inverse_of(s):
    """The inverse of a symmetric matrix by its cofactors, and its determinant."""
    a, b, c = s[3] * s[5] - s[4] * s[4], s[2] * s[4] - s[1] * s[5], s[1] * s[4] - s[2] * s[3]
    determinant = s[0] * a + s[1] * b + s[2] * c
    x = 1.0 / determinant
    return (
        x * a, x * b, x * c,
        x * (s[0] * s[5] - s[2] * s[2]), x * (s[1] * s[2] - s[0] * s[4]), x * (s[0] * s[3] - s[1] * s[1]),
    ), determinant  # fmt: skip


@kernel
def complied(body):
    """The factors (L⁻¹, L⁻¹H, (J - HᵀL⁻¹H)⁻¹) of the inverse of an articulated inertia; and whether it is positive."""
    linear, coupling, angular, _, _ = body
    inverse, size = inverse_of(linear)
    a, b, c = column(coupling, 0), column(coupling, 1), column(coupling, 2)
    x, y, z = apply_symmetric(inverse, a), apply_symmetric(inverse, b), apply_symmetric(inverse, c)
    rest, other = inverse_of(
        (
            angular[0] - dot(a, x), angular[1] - dot(a, y), angular[2] - dot(a, z),
            angular[3] - dot(b, y), angular[4] - dot(b, z), angular[5] - dot(c, z),
        )
    )  # fmt: skip
    fine = is_above(size, 0.0, size) and is_above(other, 0.0, other)
    return (inverse, (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]), rest), fine


@kernel
def comply(compliance, force, moment):
    """M*⁻¹ times a wrench."""
    inverse, coupling, rest = compliance
    angular = apply_symmetric(rest, sub(moment, apply_transposed(coupling, force)))
    return sub(apply_symmetric(inverse, force), apply(coupling, angular)), angular


@kernel
def drive(tree, i, work, tau):
    """d: the wrench of joint i from τ alone; needs its dual columns."""
    zero = zero_of(load(work.offset, i, 0))
    force, moment = (zero, zero, zero), (zero, zero, zero)
    for e in range(tree.dof[i], tree.dof[i + 1]):
        x = get(tau, tree.dof_user[e])
        force = add_scaled(force, x, load3(work.duals, e, 0))
        moment = add_scaled(moment, x, load3(work.duals, e, 3))
    return force, moment


@kernel
def eliminate_column(tree, i, c, work, top, compliance):
    """Eliminate constraint c of joint i: adds y yᵀ/δ, and its share of K φ, to row ``top`` of the stack.

    y is kept in work.shifted, and M*⁻¹y, yᵀφ/δ and 1/δ in work.pivots.
    """
    pivots, shifted = work.pivots, work.shifted
    along, about = load3(work.normals, c, 0), load3(work.normals, c, 3)
    force, moment = along, about
    linear, angular = comply(compliance, along, about)
    for e in range(tree.normal[i], c):
        x = dot(load3(pivots, e, 0), along) + dot(load3(pivots, e, 3), about)
        x = -(x * load(pivots, e, 7))
        force, moment = add_scaled(force, x, load3(shifted, e, 0)), add_scaled(moment, x, load3(shifted, e, 3))
        linear, angular = add_scaled(linear, x, load3(pivots, e, 0)), add_scaled(angular, x, load3(pivots, e, 3))
    delta = dot(along, linear) + dot(about, angular)
    if tree.rotors:
        d = tree.normal_dof[c]
        if d >= 0:
            delta = delta + 1.0 / tree.armature[d, 0]
    inverse = 1.0 / delta
    share = inverse * (dot(force, load3(work.response, i, 0)) + dot(moment, load3(work.response, i, 3)))
    store3(shifted, c, 0, force)
    store3(shifted, c, 3, moment)
    store3(pivots, c, 0, linear)
    store3(pivots, c, 3, angular)
    store(pivots, c, 6, share)
    store(pivots, c, 7, inverse)
    eliminate_in_memory(work.stack, top, force, moment, scale(-inverse, force), scale(-inverse, moment), share)
    return is_above(delta, 0.0, delta)


@kernel
def eliminate_inward(tree, work, tau):
    """From the last body to the first; the stack is as in ``reductions/recursive.py``. False if a pivot is not positive."""
    stack, fine, top = work.stack, True, 0
    for i in range(tree.bodies - 1, -1, -1):
        source = top
        if tree.children[i] == 0:
            source = 0
            top += 1
        tensor = taken_up_angular(stack, source, load6(work.inertia, i, 3))
        wrench = load3(work.force, i, 0), load3(work.force, i, 3)
        body = taken_up(stack, source, tree.inertia[i, 0], load3(work.inertia, i, 0), tensor, wrench[0], wrench[1])
        compliance, positive = complied(body)
        place_normals(tree, i, work)
        fine = place_duals(tree, i, work) and positive and fine
        if tree.rotors:
            orthogonal.hold(tree, i, work)
        push, twist = drive(tree, i, work, tau)
        linear, angular = comply(compliance, sub(body[3], push), sub(body[4], twist))
        store3(work.response, i, 0, linear)
        store3(work.response, i, 3, angular)
        zero = zero_of(push[0])
        none = (zero, zero, zero, zero, zero, zero)
        across = (zero, zero, zero, zero, zero, zero, zero, zero, zero)
        keep_body(stack, top, (none, across, none, push, twist))
        for c in range(tree.normal[i], tree.normal[i + 1]):
            in_memory()
            fine = eliminate_column(tree, i, c, work, top, compliance) and fine
        in_memory()
        to = top - tree.younger[i]
        shift(stack, to if tree.younger[i] else 0, to, load3(work.offset, i, 0), kept_body(stack, top))
        top = to
    return fine


@kernel
def substitute_outward(tree, work, u_dot):
    """From the first body to the last: Δ in work.response, where φ was, and u̇; False if some number is not finite."""
    fine = True
    for i in range(tree.bodies):
        p = tree.parent[i]
        zero = zero_of(load(work.offset, i, 0))
        carried, spin = (zero, zero, zero), (zero, zero, zero)
        if p >= 0:
            spin = load3(work.response, p, 3)
            carried = add_cross(load3(work.response, p, 0), spin, load3(work.offset, i, 0))
        phi, phi_angular = load3(work.response, i, 0), load3(work.response, i, 3)
        linear, angular = (-phi[0], -phi[1], -phi[2]), (-phi_angular[0], -phi_angular[1], -phi_angular[2])
        for c in range(tree.normal[i], tree.normal[i + 1]):
            s = dot(load3(work.shifted, c, 0), carried) + dot(load3(work.shifted, c, 3), spin)
            s = s * load(work.pivots, c, 7) + load(work.pivots, c, 6)
            linear = add_scaled(linear, s, load3(work.pivots, c, 0))
            angular = add_scaled(angular, s, load3(work.pivots, c, 3))
            if tree.rotors:
                store(work.vector, c, 0, s)
        store3(work.response, i, 0, linear)
        store3(work.response, i, 3, angular)
        if tree.rotors:
            find_multipliers(tree, i, work)
    return orthogonal.deliver(tree, work, u_dot, 0) and fine


@kernel
def find_multipliers(tree, i, work):
    """λ of the DoFs of joint i that have armature, from s: they come last, and λ = s - Σ λ' (yᵀM*⁻¹z')/δ over those after."""
    for c in range(tree.normal[i + 1] - 1, tree.normal[i] - 1, -1):
        if tree.normal_dof[c] >= 0:
            x = load(work.vector, c, 0)
            for e in range(c + 1, tree.normal[i + 1]):
                y = dot(load3(work.pivots, c, 0), load3(work.normals, e, 0))
                y = y + dot(load3(work.pivots, c, 3), load3(work.normals, e, 3))
                x = x - y * load(work.pivots, c, 7) * load(work.vector, e, 0)
            store(work.vector, c, 0, x)


@kernel
def accelerations(tree, work, q, u, tau, wrenches, u_dot):
    """u̇ from (q, u, τ) and external wrenches."""
    sweep(tree, q, u, wrenches, work)
    fine = eliminate_inward(tree, work, tau)
    return substitute_outward(tree, work, u_dot) and fine


def memory(tree):
    """Rows of the work arrays."""
    count = int(tree.multipliers.sum())
    own = dict.fromkeys(("normals", "shifted", "pivots", "vector"), count)
    return tree.memory(*SWEEP, "duals", "response", "stack", **own)


# prices of the kernels
_INVERSE_OF = 6 * (2 * PRODUCT + SUM) + DOT + QUOTIENT + 6 * PRODUCT
_COMPLIED = 2 * _INVERSE_OF + 3 * APPLY + 6 * (DOT + SUM)
_COMPLY = 4 * APPLY + 2 * ADD


def price(tree):
    """A call of "elimination" is a constraint or, for the rest of the work on a joint, a body."""
    census = tree.census
    counts = tree.multipliers
    multipliers, pairs = int(counts.sum()), int((counts * (counts - 1) // 2).sum())
    bodies = TAKE_UP + _COMPLIED + (_COMPLY + 2 * ADD) + SHIFT
    joints = census.over_joints(lambda prices: prices.normals + prices.duals) + census.dofs * (2 * ADD_SCALED)
    columns = _COMPLY + (DOT6 + QUOTIENT) + (DOT6 + PRODUCT) + 2 * SCALE + (2 * ADD_SCALED + 21 * TERM)
    outward = multipliers * (DOT6 + TERM + 2 * ADD_SCALED) + census.children * ADD_CROSS
    rotors = counts - tree.constraints
    outward += int((rotors * (rotors - 1) // 2).sum()) * (DOT6 + PRODUCT + TERM)
    found = census.bodies * (CALL + bodies) + joints + multipliers * (CALL + columns)
    found += pairs * (DOT6 + PRODUCT + 4 * ADD_SCALED) + outward + census.rotors * SUM
    return Operations(
        sweep=prices.sweep(census),
        elimination=found,
        passes=census.bodies * CALL + orthogonal.delivered_operations(census),
    )


FORMULATION = Recursion(
    name="separate-multipliers",
    summary="joint reactions eliminated joint by joint, linear in the number of bodies",
    reference="C §4.1, for (3.8)",
    in_numpy=reference,
    core=accelerations,
    memory=memory,
    arrays=lambda tree: tree.arrays_for_multipliers,
    price=price,
    objection=orthogonal.objection,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
    family=REACTIONS,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS)),
)
