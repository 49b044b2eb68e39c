"""Apply the forces of a mechanism: each row of ``tree.force_…`` to its bodies.

A joint force τ is a wrench A(AᵀA)⁻¹τ on the body and its opposite on the parent. Every form therefore treats it like an
external wrench, in ``work.force``. Where the joint closes a loop, its coordinates are measured first. Compiled, this is one function that forms call by its address (``tree.loader``), so
the catalogue of forces adds no compile time to any form.
"""

from bough.arithmetic.scalar import get, is_finite, kernel, load, put_row, store, zero_of
from bough.arithmetic.spatial import add, add_cross, load3, scale, store3, sub
from bough.mechanism.following import time_of
from bough.mechanism.forces.base import ON_BODIES, push
from bough.passes.loops import origin_of, survey_remembered
from bough.passes.motion import travel
from bough.passes.sweep import apply_forces, clear_forces, hinge_axis, place_duals, pose
from bough.passes.switches import HINGE, SEVERAL, body_force_of_kind, joint_force_of_kind

_several, _ask_several = SEVERAL.code, SEVERAL.act
# columns of work.account: energy, power, wrench on the body, joint force on each velocity of the joint
WRENCH, JOINT_FORCES, ACCOUNT = 2, 8, 14


@kernel
def act(tree, work):
    """Apply every force, with q and u from work.given; if audited, fill work.account."""
    t = time_of(tree, work.given)
    if tree.audited:
        for k in range(tree.named_forces):
            for column in range(ACCOUNT):
                store(work.account, k, column, 0.0)
    if tree.loop_forces:
        measure(tree, work)
    elif tree.body_forces:
        for i in range(tree.bodies):
            travel(tree, i, work.given, tree.coordinates, work)
    for k in range(tree.forces):
        kind, at, where = tree.force_kind[k], tree.force_at[k], tree.force_place_at[k]
        if tree.audited:
            note(tree, k, 1.0, work)
        if kind >= ON_BODIES:
            energy, power = body_force_of_kind(kind, tree, at, where, t, work)
        elif kind == _several:
            energy, power = act_on_joint(tree, k, where, work)
        else:
            energy, power = act_on_velocity(kind, tree, k, at, where, t, work)
        if tree.audited:
            owner = tree.force_owner[k]
            store(work.account, owner, 0, load(work.account, owner, 0) + energy)
            store(work.account, owner, 1, load(work.account, owner, 1) + power)
            note(tree, k, -1.0, work)


@kernel
def note(tree, k, sign, work):
    """Add all forces on the body of row k, times a sign, to the account: before less after is the row's own wrench."""
    i, owner = tree.force_row[k], tree.force_owner[k]
    if i >= 0:
        for column in range(6):
            x = load(work.account, owner, WRENCH + column)
            store(work.account, owner, WRENCH + column, x + sign * load(work.force, i, column))


@kernel
def measure(tree, work):
    """Append what is measured on loops to work.given; the survey also tells how the bodies travel."""
    survey_remembered(tree, work)
    first = tree.coordinates + tree.dofs
    for k in range(tree.loop_coordinates + tree.dof[tree.bodies + 1 + tree.surveyed] - tree.dofs):
        store(work.given, first + k, 0, load(work.measured, k, 0))


# --- on joints ------------------------------------------------------------------------------------------------------


@kernel
def act_on_velocity(kind, tree, row, at, where, t, work):
    """(energy, power) of a row that acts on one velocity of a joint."""
    x = get(work.given, tree.force_places[where + 3])
    v = get(work.given, tree.coordinates + tree.force_places[where + 2])
    tau, energy = joint_force_of_kind(kind, tree, at, where, t, x, v)
    drive(tree, row, tree.force_places[where], tree.force_places[where + 1], tau, work)
    return energy, tau * v


@kernel
def act_on_joint(tree, row, where, work):
    """(energy, power) of a row that acts on several velocities of a joint at once."""
    inputs, outputs = _ask_several(tree, where, work)
    i, d, at = tree.force_places[where], tree.force_places[where + 1], tree.coordinates + tree.force_places[where + 2]
    power = zero_of(load(work.law, 0, 0))
    for k in range(outputs):
        tau = load(work.law, inputs + k, 0)
        drive(tree, row, i, d + k, tau, work)
        power = power + tau * get(work.given, at + k)
    return zero_of(power), power


@kernel
def drive(tree, row, i, d, tau, work):
    """A joint force of a row on DoF d of joint i: its wrench on the body, and the opposite on the parent."""
    zero = zero_of(tau)
    if tree.audited:
        store(work.account, tree.force_owner[row], JOINT_FORCES + d - tree.dof[i], tau)
    if tree.kind[i] == HINGE:
        force, moment = (zero, zero, zero), scale(tau, hinge_axis(work, i))
    else:
        place_duals(tree, i, work)
        force, moment = scale(tau, load3(work.duals, d, 0)), scale(tau, load3(work.duals, d, 3))
    p = tree.parent[i]
    if i > tree.bodies:
        # the joint closes a loop: at the origin of the frame that it moves
        body, origin = tree.loop_body[i - tree.bodies - 1], load3(work.point, i - tree.bodies - 1, 0)
        push(body, sub(origin, origin_of(body, work)), force, moment, work)
        push(p, sub(origin, origin_of(p, work)), scale(-1.0, force), scale(-1.0, moment), work)
        return
    store3(work.force, i, 0, sub(load3(work.force, i, 0), force))
    store3(work.force, i, 3, sub(load3(work.force, i, 3), moment))
    if p >= 0:
        moment = add_cross(moment, load3(work.offset, i, 0), force)
        store3(work.force, p, 0, add(load3(work.force, p, 0), force))
        store3(work.force, p, 3, add(load3(work.force, p, 3), moment))


# --- accounting -----------------------------------------------------------------------------------------------------


@kernel
def account(tree, work, q, u, unused, wrenches, out):
    """Energy and power per force, in the order in which they were added. The tree must be audited."""
    audit(tree, work, q, u)
    return put_accounts(tree, work, WRENCH, out)


@kernel
def whole_account(tree, work, q, u, unused, wrenches, out):
    """Energy, power, wrench on the row that carries the body, about its origin, in ground axes, and joint forces per force. The tree must be audited."""
    audit(tree, work, q, u)
    return put_accounts(tree, work, ACCOUNT, out)


@kernel
def audit(tree, work, q, u):
    for i in range(tree.bodies):
        pose(tree, i, q, work)
    clear_forces(tree, work)
    apply_forces(tree, q, u, 0, work)


@kernel
def put_accounts(tree, work, count, out):
    fine = True
    for k in range(tree.named_forces):
        for column in range(count):
            x = load(work.account, k, column)
            put_row(out, k, column, x)
            fine = fine and is_finite(x)
    return fine
