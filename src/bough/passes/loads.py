"""The forces of a mechanism, acting: each row of ``tree.force_…`` on the bodies that it belongs to.

A joint force τ is a wrench A(AᵀA)⁻¹τ on the body and its opposite on the parent, so that every form of the equations meets it as it meets wrenches from outside, in ``work.force``. Compiled, all of this
is one function that forms call by its address (``tree.loader``), so that the catalogue of forces costs no form any time to compile.
"""

from math import nan

from bough.arithmetic.scalar import call_law, get, is_finite, kernel, load, put_row, store, zero_of
from bough.arithmetic.spatial import add, add_cross, load3, scale, store3, sub
from bough.mechanism.forces import (
    bushing,
    joint_damper,
    joint_friction,
    joint_limit,
    joint_spring,
    laws,
    servo,
    spring_damper,
    wrench,
)
from bough.mechanism.forces.base import ON_BODIES
from bough.passes.following import follow, time_of
from bough.passes.motion import travel
from bough.passes.sweep import REVOLUTE, apply_forces, clear_forces, hinge_axis, place_duals, pose

JOINT_SPRING = joint_spring.JointSpring.code
JOINT_DAMPER = joint_damper.JointDamper.code
JOINT_FRICTION = joint_friction.JointFriction.code
JOINT_LIMIT = joint_limit.JointLimit.code
SERVO = servo.Servo.code
JOINT_LAW = laws.JointLaw.code
SPRING_DAMPER = spring_damper.SpringDamper.code
BUSHING = bushing.Bushing.code
WRENCH = wrench.Wrench.code

# numbers of a servo before its reference
_OF_SERVO = 3


@kernel
def act(tree, work):
    """Let every force act, from q and u in work.given; if they are audited, their energies and powers are left in work.account."""
    t = time_of(tree, work.given)
    if tree.audited:
        for k in range(tree.named_forces):
            store(work.account, k, 0, 0.0)
            store(work.account, k, 1, 0.0)
    if tree.body_forces:
        for i in range(tree.bodies):
            travel(tree, i, work.given, tree.coordinates, work)
    for k in range(tree.forces):
        if tree.force_kind[k] < ON_BODIES:
            energy, power = act_on_joint(tree, k, t, work)
        else:
            energy, power = act_on_bodies(tree, k, t, work)
        if tree.audited:
            owner = tree.force_owner[k]
            store(work.account, owner, 0, load(work.account, owner, 0) + energy)
            store(work.account, owner, 1, load(work.account, owner, 1) + power)


# --- on joints ------------------------------------------------------------------------------------------------------


@kernel
def act_on_joint(tree, k, t, work):
    """(energy, power) of a row that acts on a joint."""
    where = tree.force_place_at[k]
    if tree.force_kind[k] == JOINT_LAW:
        return act_joint_law(tree, where, work)
    x, v = (
        get(work.given, tree.force_places[where + 3]),
        get(work.given, tree.coordinates + tree.force_places[where + 2]),
    )
    tau, energy = joint_force(tree, k, t, x, v)
    drive(tree, tree.force_places[where], tree.force_places[where + 1], tau, work)
    return energy, tau * v


@kernel
def joint_force(tree, k, t, x, v):
    """(joint force, energy) of a row, x being the coordinate and v the velocity that it acts on."""
    kind, at = tree.force_kind[k], tree.force_at[k]
    if kind == JOINT_SPRING:
        return joint_spring.act(tree, at, x, v)
    if kind == JOINT_DAMPER:
        return joint_damper.act(tree, at, x, v)
    if kind == JOINT_FRICTION:
        return joint_friction.act(tree, at, x, v)
    if kind == JOINT_LIMIT:
        return joint_limit.act(tree, at, x, v)
    if kind == SERVO:
        reference, rate = follow(tree, at + _OF_SERVO, tree.force_place_at[k] + 4, t)
        return servo.act(tree, at, x, v, reference, rate), zero_of(v)
    return follow(tree, at, tree.force_place_at[k] + 4, t)[0], zero_of(v)  # MOTOR


@kernel
def drive(tree, i, d, tau, work):
    """A joint force on DoF d of joint i: its wrench on the body, and the opposite on the parent."""
    zero = zero_of(tau)
    if tree.kind[i] == REVOLUTE:
        force, moment = (zero, zero, zero), scale(tau, hinge_axis(work, i))
    else:
        place_duals(tree, i, work)
        force, moment = scale(tau, load3(work.duals, d, 0)), scale(tau, load3(work.duals, d, 3))
    store3(work.force, i, 0, sub(load3(work.force, i, 0), force))
    store3(work.force, i, 3, sub(load3(work.force, i, 3), moment))
    p = tree.parent[i]
    if p >= 0:
        moment = add_cross(moment, load3(work.offset, i, 0), force)
        store3(work.force, p, 0, add(load3(work.force, p, 0), force))
        store3(work.force, p, 3, add(load3(work.force, p, 3), moment))


@kernel
def act_joint_law(tree, where, work):
    """(energy, power) of a joint force by a function."""
    function, inputs, outputs = laws.ask_joint_law(tree, where, work)
    answer(function, inputs, outputs, work)
    i, d, at = tree.force_places[where], tree.force_places[where + 1], tree.coordinates + tree.force_places[where + 2]
    power = zero_of(load(work.law, 0, 0))
    for k in range(outputs):
        tau = load(work.law, inputs + k, 0)
        drive(tree, i, d + k, tau, work)
        power = power + tau * get(work.given, at + k)
    return zero_of(power), power


@kernel
def answer(function, inputs, outputs, work):
    """Call a function of the user's; what it does not give is not a number, and is found out as such."""
    for k in range(outputs):
        store(work.law, inputs + k, 0, nan)
    call_law(function, work.law)


# --- on bodies ------------------------------------------------------------------------------------------------------


@kernel
def act_on_bodies(tree, k, t, work):
    """(energy, power) of a row that acts on bodies."""
    kind, at, where = tree.force_kind[k], tree.force_at[k], tree.force_place_at[k]
    if kind == SPRING_DAMPER:
        return spring_damper.act(tree, at, where, work)
    if kind == BUSHING:
        return bushing.act(tree, at, where, work)
    if kind == WRENCH:
        return wrench.act(tree, at, where, work, follow3(tree, at, where, t), follow3(tree, at + 3, where + 3, t))
    # BODY_LAW
    answer(laws.ask_body_law(tree, at, where, t, work), laws.INPUTS, 6, work)
    return laws.act_body_law(tree, at, where, work)


@kernel
def follow3(tree, at, where, t):
    return follow(tree, at, where, t)[0], follow(tree, at + 1, where + 1, t)[0], follow(tree, at + 2, where + 2, t)[0]


# --- accounting -----------------------------------------------------------------------------------------------------


@kernel
def account(tree, work, q, u, unused, wrenches, out):
    """Per force, in the order in which they were added: its energy and its power. The tree is one whose forces are audited."""
    for i in range(tree.bodies):
        pose(tree, i, q, work)
    clear_forces(tree, work)
    apply_forces(tree, q, u, 0, work)
    fine = True
    for k in range(tree.named_forces):
        for column in range(2):
            x = load(work.account, k, column)
            put_row(out, k, column, x)
            fine = fine and is_finite(x)
    return fine
