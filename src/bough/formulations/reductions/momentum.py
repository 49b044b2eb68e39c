"""What the Hamiltonian forms share: accumulated momenta P* from the velocities of the bodies, and the rates (q̇, ṗ).

Paper D (8)-(10), ṗ = (Ȧᵀ - AᵀΩ) P* + AᵀTᵀF + τ. Along ground axes and about moving origins, with a column (l; w) of A
carried round at ω_c, the accumulated momentum (P; L) and force (F; N) of joint i, and v the velocity of the body's
origin, that is

    ṗ_d = l · (F - ω_c × P) + w · (N - ω_c × L - v × P) + τ_d.

A column along body axes is carried by the body itself (these momenta are Poisson's: those of quasi-velocities); any
other by the parent and by the joint's own motion up to that column (``Kind.successive``).

Armature has its own momentum, p = AᵀP* + a u, which belongs to no body. The joint passes on τ - a u̇ instead of τ, so
a u̇ drops out of ṗ.

Driven joints move their bodies by V^J (work.drift) independently of u; β = T V^J gives f = M β in the one linear system
of the reductions, and V = Δ + β.

Loops add impulses: with the forces λ of their joints, σ̇ = λ and Z their directions,

    M u = p + Gᵀσ,    G u = 0,    P* = Tᵀ(M V - W),

where W is the impulse Zσ = (f; m) on the loop's body at the point x where the joint acts on it, and -Zσ on its other.
p = AᵀP* as before. ṗ lacks λ, but W moves with the joint, so each body has the further wrench -Ẇ with σ kept:
-(ḟ; ṁ + ẋ × f) about x. p and p + Gᵀμ belong to one motion whatever μ, so a wrench along Z does no harm, and only the
part of Ẇ along the joint's own motions A has to be known. It follows from AᵀZ = 0:

    AᵀẆ = l · (ω_c × f) + w · (ω_c × m + ẋ × f),    Ẇ = A(AᵀA)⁻¹(AᵀẆ).

No acceleration has to be known: ṗ is as on trees with these wrenches.
"""

from bough.arithmetic.scalar import get, is_finite, kernel, load, out_of_line, put, store, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply_symmetric,
    cross,
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
    CROSS,
    DOT,
    DOT6,
    NOTHING,
    SCALE,
    SUM,
    Tally,
)
from bough.compiled.tree import CompiledTree
from bough.formulations.reductions import tangent
from bough.mechanism.joints import KINDS
from bough.mechanism.joints.own.kernels import column_rate
from bough.passes.arrays import SWEEP, Tree
from bough.passes.loop_prices import prices_of
from bough.passes.loops import velocity_at
from bough.passes.motion import put_rate_of_time, put_rates_of_joint
from bough.passes.prices import Census
from bough.passes.sweep import apply_loads, clear_forces, hinge_axis, is_loaded, place, row3
from bough.passes.switches import DRIVEN, FIRST_OWN, HINGE, bend_of_kind, successive_of_kind

# where β starts in work.drift
BETA = 12
# the work arrays that ``rates`` and ``momenta`` use
FIELDS = (*SWEEP, "response", "momentum")


def fields(tree: CompiledTree) -> tuple[str, ...]:
    """The same with loops, if there are any; their own memory is that of ``tree.closing_memory``."""
    return (*FIELDS, "impulse") if tree.loops else FIELDS


@kernel
def momentum_of(tree, i, v, omega, work):
    """M_i V_i: momentum and angular momentum about the origin."""
    h = load3(work.inertia, i, 0)
    linear = add_scaled(cross(omega, h), tree.inertia[i, 0], v)
    return linear, add_cross(apply_symmetric(load6(work.inertia, i, 3), omega), h, v)


@kernel
def start(tree, work):
    """f in work.force for given momenta: M β, which is zero unless joints are driven; β is stored beside V^J."""
    zero = zero_of(load(work.offset, 0, 0))
    for i in range(tree.bodies):
        force, moment = (zero, zero, zero), (zero, zero, zero)
        if tree.rheonomic:
            v, omega, p = (zero, zero, zero), (zero, zero, zero), tree.parent[i]
            if p >= 0:
                omega = load3(work.drift, p, BETA + 3)
                v = add_cross(load3(work.drift, p, BETA), omega, load3(work.offset, i, 0))
            if tree.kind[i] == DRIVEN:
                v, omega = add(v, load3(work.drift, i, 0)), add(omega, load3(work.drift, i, 3))
            store3(work.drift, i, BETA, v)
            store3(work.drift, i, BETA + 3, omega)
            force, moment = momentum_of(tree, i, v, omega, work)
        store3(work.force, i, 0, force)
        store3(work.force, i, 3, moment)


@kernel
def system(tree, work, q, p):
    """The packed rows of M, and p - AᵀTᵀMβ in work.vector: the linear system for u."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    system_of_placed(tree, work, p)


@kernel
def system_of_placed(tree, work, p):
    """The same from placed bodies."""
    tangent.mass_rows(tree, work)
    if tree.rheonomic:
        start(tree, work)
        tangent.right_hand_side(tree, work, p)
    else:
        for d in range(tree.dofs):
            store(work.vector, d, 0, get(p, tree.dof_user[d]))


@kernel
def spread(tree, work):
    """Δ = C Δ_parent + A u of every body, from u in work.vector."""
    for i in range(tree.bodies):
        p = tree.parent[i]
        offset = load3(work.offset, i, 0)
        zero = zero_of(offset[0])
        v, omega = (zero, zero, zero), (zero, zero, zero)
        if p >= 0:
            omega = load3(work.response, p, 3)
            v = add_cross(load3(work.response, p, 0), omega, offset)
        if tree.kind[i] == HINGE:
            omega = add_scaled(omega, load(work.vector, tree.dof[i], 0), hinge_axis(work, i))
        else:
            for d in range(tree.dof[i], tree.dof[i + 1]):
                x = load(work.vector, d, 0)
                v = add_scaled(v, x, load3(work.columns, d, 0))
                omega = add_scaled(omega, x, load3(work.columns, d, 3))
        store3(work.response, i, 0, v)
        store3(work.response, i, 3, omega)


@kernel
def add_drift(tree, work):
    """V = Δ + β."""
    if tree.rheonomic:
        for i in range(tree.bodies):
            store3(work.response, i, 0, add(load3(work.response, i, 0), load3(work.drift, i, BETA)))
            store3(work.response, i, 3, add(load3(work.response, i, 3), load3(work.drift, i, BETA + 3)))


@kernel
def leave(tree, i, work, at, linear, angular):
    """Add a six-vector about the origin of body i to its parent's row of work.momentum; the first child starts it."""
    p = tree.parent[i]
    if p >= 0:
        angular = add_cross(angular, load3(work.offset, i, 0), linear)
        if tree.younger[i]:
            linear = add(linear, load3(work.momentum, p, at))
            angular = add(angular, load3(work.momentum, p, at + 3))
        store3(work.momentum, p, at, linear)
        store3(work.momentum, p, at + 3, angular)


@kernel
def rates(tree, work, q, tau, wrenches, out, accumulated, weighed):
    """(q̇, ṗ), from Δ in work.response and with u already in the place of ṗ; False if some number is not finite.

    P* is summed here from M V or, if ``accumulated``, taken from work.reaction, which then includes the impulses of
    loops. ``weighed``: inertias are in work.inertia, else work.compliance has the centres of mass. With loops, their
    impulses σ are in work.multiplier.
    """
    fine = True
    put_rate_of_time(tree, out)
    add_drift(tree, work)
    loaded = is_loaded(tree, wrenches) or tree.loops > 0
    if loaded:
        clear_forces(tree, work)
        apply_loads(tree, q, out, tree.coordinates, wrenches, work)
    if tree.loops > 0:
        impel(tree, work)
    zero = zero_of(load(work.offset, 0, 0))
    gravity = add((zero, zero, zero), row3(tree.gravity, 0, 0))
    for i in range(tree.bodies - 1, -1, -1):
        v, omega = load3(work.response, i, 0), load3(work.response, i, 3)
        force = scale(tree.inertia[i, 0], gravity)
        if accumulated:
            linear, angular = load3(work.reaction, i, 0), load3(work.reaction, i, 3)
        else:
            linear, angular = momentum_of(tree, i, v, omega, work)
            if tree.loops > 0:
                linear, angular = sub(linear, load3(work.impulse, i, 0)), sub(angular, load3(work.impulse, i, 3))
        moment = cross(load3(work.inertia, i, 0), gravity) if weighed else cross(load3(work.compliance, i, 0), force)
        if loaded:
            force, moment = sub(force, load3(work.force, i, 0)), sub(moment, load3(work.force, i, 3))
        if tree.children[i] > 0:
            if not accumulated:
                linear, angular = add(linear, load3(work.momentum, i, 0)), add(angular, load3(work.momentum, i, 3))
            force, moment = add(force, load3(work.momentum, i, 6)), add(moment, load3(work.momentum, i, 9))
        fine = put_rates(tree, i, work, v, omega, linear, angular, force, moment, q, tau, out) and fine
        if not accumulated:
            leave(tree, i, work, 0, linear, angular)
        leave(tree, i, work, 6, force, moment)
    return fine


@kernel
def put_rates(tree, i, work, v, omega, linear, angular, force, moment, q, tau, out):
    """q̇ and ṗ of joint i, whose u is in the place of ṗ."""
    at, d = tree.coordinates + tree.u_at[i], tree.dof[i]
    moment = sub(moment, cross(v, linear))
    if tree.kind[i] == HINGE:
        x = get(tau, tree.u_at[i]) + dot(hinge_axis(work, i), sub(moment, cross(omega, angular)))
        put(out, tree.q_at[i], get(out, at))
        put(out, at, x)
        return is_finite(x)
    fine = True
    put_rates_of_joint(tree, i, q, out, tree.coordinates, out)
    dofs = tree.dof[i + 1] - d
    successive = successive_of_kind(tree.kind[i], dofs)
    carried = parents_spin(tree, i, work) if successive > 0 or dofs == 0 else omega
    bends = bend_of_kind(tree.kind[i], tree, i, out, tree.coordinates, work)
    push, turn = sub(force, cross(carried, linear)), sub(moment, cross(carried, angular))
    for k in range(dofs):
        along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
        if k < successive:
            carried = scale(get(out, at + k), axis)
            push, turn = sub(push, cross(carried, linear)), sub(turn, cross(carried, angular))
        elif k == successive and k > 0:
            push, turn = sub(force, cross(omega, linear)), sub(moment, cross(omega, angular))
        x = get(tau, tree.u_at[i] + k) + (dot(along, push) + dot(axis, turn))
        if bends:
            along, axis = column_rate(tree, i, k, work)
            x = x + (dot(along, linear) + dot(axis, angular))
        put(out, at + k, x)
        fine = fine and is_finite(x)
    return fine


@kernel
def parents_spin(tree, i, work):
    """The angular velocity of the parent of body i."""
    p = tree.parent[i]
    zero = zero_of(load(work.offset, i, 0))
    return load3(work.response, p, 3) if p >= 0 else (zero, zero, zero)


def impel(tree, work):
    """Impulses of loops on bodies in work.impulse; their rates -Ẇ as wrenches on bodies, subtracted from work.force.

    From a survey, σ in work.multiplier, and V in work.response.
    """
    out_of_line()
    for i in range(tree.bodies):
        for k in range(6):
            store(work.impulse, i, k, 0.0)
    for k in range(tree.loops):
        row, point = tree.bodies + 1 + k, load3(work.point, k, 0)
        push, twist = impulse_of(tree, k, work)
        force, moment = rate_of_impulse(tree, row, tree.loop_body[k], point, push, twist, work)
        impel_body(tree.loop_body[k], True, point, push, twist, force, moment, work)
        impel_body(tree.parent[row], False, point, push, twist, force, moment, work)


kernel(impel, is_inlined=False)


@kernel
def impulse_of(tree, k, work):
    """Zσ of loop k."""
    zero = zero_of(load(work.offset, 0, 0))
    push, twist = (zero, zero, zero), (zero, zero, zero)
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        x = load(work.multiplier, c, 0)
        push = add_scaled(push, x, load3(work.normals, c, 0))
        twist = add_scaled(twist, x, load3(work.normals, c, 3))
    return push, twist


@kernel
def add_impulses(tree, work, p):
    """Add Gᵀσ to momenta p, for surveyed loops and σ in work.multiplier."""
    for k in range(tree.loops):
        push, twist = impulse_of(tree, k, work)
        point, root = load3(work.point, k, 0), tree.loop_root[k]
        add_along_path(tree, tree.loop_body[k], root, 1.0, push, twist, point, work, p)
        add_along_path(tree, tree.parent[tree.bodies + 1 + k], root, -1.0, push, twist, point, work, p)


@kernel
def add_along_path(tree, i, root, sign, push, twist, point, work, p):
    """The same for an impulse at a point of body i, from there up to the root of its loop."""
    while i != root:
        about = add_cross(twist, sub(point, load3(work.travel, i, 0)), push)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 0), push) + dot(load3(work.columns, d, 3), about)
            at = tree.dof_user[d]
            put(p, at, get(p, at) + sign * x)
        i = tree.parent[i]


@kernel
def rate_of_impulse(tree, row, b, point, push, twist, work):
    """Ẇ along the motions of a loop's joint, whose columns are carried as in ``put_rates``."""
    v, omega = velocity_at(b, point, work.response, 0, work)
    other, spin = velocity_at(tree.parent[row], point, work.response, 0, work)
    d, dofs = tree.dof[row], tree.dof[row + 1] - tree.dof[row]
    successive = successive_of_kind(tree.kind[row], dofs)
    carried = spin if successive > 0 else omega
    about = cross(v, push)
    force, moment = cross(carried, push), add_cross(about, carried, twist)
    bends = has_bends(tree, row, v, other, omega, spin, work)
    zero = zero_of(point[0])
    along_motions, about_motions = (zero, zero, zero), (zero, zero, zero)
    for k in range(dofs):
        along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
        linear, angular = load3(work.duals, d + k, 0), load3(work.duals, d + k, 3)
        if k < successive:
            rate = dot(linear, sub(v, other)) + dot(angular, sub(omega, spin))
            carried = scale(rate, axis)
            force, moment = add_cross(force, carried, push), add_cross(moment, carried, twist)
        elif k == successive and k > 0:
            force, moment = cross(omega, push), add_cross(about, omega, twist)
        x = dot(along, force) + dot(axis, moment)
        if bends:
            along, axis = column_rate(tree, row, k, work)
            x = x - (dot(along, push) + dot(axis, twist))
        along_motions = add_scaled(along_motions, x, linear)
        about_motions = add_scaled(about_motions, x, angular)
    return along_motions, about_motions


@kernel
def has_bends(tree, row, v, other, omega, spin, work):
    """Find the rates of the columns of a user's own joint that closes a loop, from its relative velocity; else False."""
    if tree.kind[row] < FIRST_OWN:
        return False
    d, at, linear, angular = tree.dof[row], tree.loop_coordinates, sub(v, other), sub(omega, spin)
    for k in range(tree.dof[row + 1] - d):
        x = dot(load3(work.duals, d + k, 0), linear) + dot(load3(work.duals, d + k, 3), angular)
        store(work.measured, at + tree.u_at[row] + k, 0, x)
    return bend_of_kind(tree.kind[row], tree, row, work.measured, at, work)


@kernel
def impel_body(i, is_own, point, push, twist, force, moment, work):
    """An impulse and its rate at a point of body i, or of the ground; opposite ones unless ``is_own``."""
    if i >= 0:
        arm = sub(point, load3(work.travel, i, 0))
        twist, moment = add_cross(twist, arm, push), add_cross(moment, arm, force)
        if is_own:
            put_sum(work.impulse, i, push, twist)
            put_sum(work.force, i, force, moment)
        else:
            put_difference(work.impulse, i, push, twist)
            put_difference(work.force, i, force, moment)


@kernel
def put_sum(table, i, linear, angular):
    """Add a six-vector to a row."""
    store3(table, i, 0, add(load3(table, i, 0), linear))
    store3(table, i, 3, add(load3(table, i, 3), angular))


@kernel
def put_difference(table, i, linear, angular):
    """Subtract a six-vector from a row."""
    store3(table, i, 0, sub(load3(table, i, 0), linear))
    store3(table, i, 3, sub(load3(table, i, 3), angular))


@kernel
def momenta(tree, work, q, u, unused, wrenches, out):
    """p = AᵀP* from (q, u), plus a u with armature."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    for d in range(tree.dofs):
        store(work.vector, d, 0, get(u, tree.dof_user[d]))
    spread(tree, work)
    if tree.rheonomic:
        start(tree, work)
    add_drift(tree, work)
    fine = True
    for i in range(tree.bodies - 1, -1, -1):
        linear, angular = momentum_of(tree, i, load3(work.response, i, 0), load3(work.response, i, 3), work)
        if tree.children[i] > 0:
            linear, angular = add(linear, load3(work.momentum, i, 0)), add(angular, load3(work.momentum, i, 3))
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 0), linear) + dot(load3(work.columns, d, 3), angular)
            if tree.rotors:
                x = x + tree.armature[d, 0] * load(work.vector, d, 0)
            fine = fine and is_finite(x)
            put(out, tree.dof_user[d], x)
        leave(tree, i, work, 0, linear, angular)
    return fine


# prices of the kernels
_MOMENTUM_OF = CROSS + ADD_SCALED + APPLY + ADD_CROSS
_CARRIED = 2 * (CROSS + ADD)  # a wrench minus the rate of a momentum that is carried round


def start_operations(census: Census) -> Tally:
    """Price of ``start``, zero unless joints are driven."""
    if not census.rheonomic:
        return NOTHING
    return census.bodies * (CALL + _MOMENTUM_OF) + census.children * ADD_CROSS + census.rheonomic * (2 * ADD)


def spread_operations(census: Census) -> Tally:
    """Price of ``spread``."""
    joints = census.hinges * ADD_SCALED + census.other_dofs * (2 * ADD_SCALED)
    return census.bodies * CALL + census.children * ADD_CROSS + joints


def rates_operations(census: Census, accumulated: bool) -> Tally:
    """Price of ``rates``."""
    weights = ADD + census.bodies * (SCALE + CROSS)
    # a child's is added to that of a later sibling or, if there is none, finally to the parent's own
    passed_on = census.children * (ADD_CROSS + 2 * ADD)
    hinges = census.hinges * ((CROSS + ADD) + SUM + DOT)
    others = census.other_joints * _CARRIED + census.other_dofs * (SUM + DOT6)
    others += census.over_joints(lambda prices: prices.rate + prices.bend)
    others += census.count(lambda kind: len(kind.columns) if kind.bend else 0) * (SUM + DOT6)
    # columns that are carried by the joint's own motion up to them, and not by the body
    carried = census.count(lambda kind: kind.successive) - census.hinges
    # if one joint has both, the wrench is computed again for the body
    mixed = census.count(lambda kind: 0 < kind.successive < len(kind.columns))
    joints = census.bodies * (CROSS + ADD) + hinges + others + carried * (SCALE + _CARRIED) + mixed * _CARRIED
    momenta = NOTHING if accumulated else census.bodies * _MOMENTUM_OF + passed_on
    drift = census.bodies * (2 * ADD) if census.rheonomic else NOTHING
    return census.bodies * CALL + weights + passed_on + joints + momenta + drift


def impulses_operations(tree: Tree, accumulated: bool) -> Tally:
    """What loops add to the price of ``rates``."""
    total = tree.bodies * ((2 if accumulated else 4) * ADD)
    for k in range(tree.loops):
        row = tree.bodies + 1 + k
        kind = KINDS[tree.kind[row]]
        motions, successive = len(kind.columns), kind.successive
        ends = int(tree.loop_body[k] >= 0) + int(tree.parent[row] >= 0)
        total += len(kind.normal_columns) * (2 * ADD_SCALED) + ends * (ADD + ADD_CROSS)
        total += 2 * CROSS + ADD_CROSS + motions * (DOT6 + 2 * ADD_SCALED)
        total += successive * (DOT6 + 2 * ADD + SCALE + 2 * ADD_CROSS)
        if 0 < successive < motions:
            total += CROSS + ADD_CROSS
        if kind.bend:
            total += prices_of(tree, row).bend + 2 * ADD + motions * (DOT6 + DOT6 + SUM)
        total += ends * (ADD + 2 * ADD_CROSS + 4 * ADD)
    return total
