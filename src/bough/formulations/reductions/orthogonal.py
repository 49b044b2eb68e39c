"""Projection on the orthogonal space: Y = Zλ + A(AᵀA)⁻¹t eliminates the unknowns of bodies instead of those of joints,

    (ZᵀSM⁻¹SᵀZ) λ = ZᵀSM⁻¹(f - SᵀA(AᵀA)⁻¹t),   Δ = M⁻¹(SᵀY - f),   x = (AᵀA)⁻¹Aᵀ S Δ.

The matrix couples a joint with its parent, its children and its siblings. Eliminated from the last joint to the first,
it does not fill in.

Armature a turns AᵀY = t into AᵀY = t - a x. It acts as a compliant constraint: the dual column d of its DoF becomes one
more column of Z, with the multiplier -a x, and dᵀSΔ = x instead of zero adds 1/a to the diagonal of the matrix.
"""

import numpy as np

from bough.arithmetic.scalar import get, is_finite, kernel, load, put, store, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply_symmetric,
    dot,
    load3,
    load6,
    scale,
    store3,
    store6,
    sub,
)
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    DOT6,
    QUOTIENT,
    SCALE,
    SUM,
    Operations,
    Tally,
)
from bough.formulations.systems import PackedMatrix
from bough.passes.arrays import SWEEP
from bough.passes.prices import WEIGH, Census
from bough.passes.sweep import keep, place_duals, place_normals, turned


@kernel
def place_compliance(tree, i, work):
    """Centre of mass of body i, and the inverse of its tensor about it, along ground axes."""
    center, inverse = turned(tree.compliance, i, 1, work)
    keep(work.compliance, i, center, inverse)


@kernel
def comply(tree, work, i, force, moment):
    """M_i⁻¹ times a wrench: the wrench is shifted to the centre of mass, and the velocity back to the origin."""
    center = load3(work.compliance, i, 0)
    angular = apply_symmetric(load6(work.compliance, i, 3), add_cross(moment, force, center))
    return add_cross(scale(tree.compliance[i, 0], force), center, angular), angular


@kernel
def pass_on(work, i, p, offset, force, moment):
    """Subtract the wrench of joint i from the residual g of its body, and add it to its parent's: g -= SᵀR."""
    store3(work.force, i, 0, sub(load3(work.force, i, 0), force))
    store3(work.force, i, 3, sub(load3(work.force, i, 3), moment))
    if p >= 0:
        store3(work.force, p, 0, add(load3(work.force, p, 0), force))
        store3(work.force, p, 3, add(load3(work.force, p, 3), add_cross(moment, offset, force)))


@kernel
def relative(tree, i, work):
    """(S Δ)_i: acceleration of body i relative to its parent."""
    linear, angular = load3(work.response, i, 0), load3(work.response, i, 3)
    p = tree.parent[i]
    if p >= 0:
        spin = load3(work.response, p, 3)
        linear = sub(linear, add_cross(load3(work.response, p, 0), spin, load3(work.offset, i, 0)))
        angular = sub(angular, spin)
    return linear, angular


@kernel
def respond(tree, work):
    """Δ = -M⁻¹g of every body."""
    for i in range(tree.bodies):
        linear, angular = comply(tree, work, i, load3(work.force, i, 0), load3(work.force, i, 3))
        for k in range(3):
            store(work.response, i, k, -linear[k])
            store(work.response, i, 3 + k, -angular[k])


@kernel
def fill_row(tree, i, c, work):
    """Row of constraint c of joint i."""
    rows, normals, shifted = work.rows, work.normals, work.shifted
    force, moment = load3(normals, c, 0), load3(normals, c, 3)
    own, own_angular = comply(tree, work, i, force, moment)
    at, j = tree.normal_row_at[c], c
    p = tree.parent[i]
    if p < 0:
        while j >= tree.normal[i]:
            store(rows, at, 0, dot(load3(normals, j, 0), own) + dot(load3(normals, j, 3), own_angular))
            at += 1
            j -= 1
    else:
        # the same wrench on the parent, and the parent's response
        moment = add_cross(moment, load3(work.offset, i, 0), force)
        store3(shifted, c, 0, force)
        store3(shifted, c, 3, moment)
        side, side_angular = comply(tree, work, p, force, moment)
        while j >= tree.normal[i]:
            x = dot(load3(normals, j, 0), own) + dot(load3(normals, j, 3), own_angular)
            store(rows, at, 0, x + (dot(load3(shifted, j, 0), side) + dot(load3(shifted, j, 3), side_angular)))
            at += 1
            j -= 1
        j = tree.normal_parent[tree.normal[i]]
        constraints_above = tree.normal[p + 1] - tree.normal[p]
        while at < tree.normal_row_at[c + 1] - constraints_above:
            store(rows, at, 0, dot(load3(shifted, j, 0), side) + dot(load3(shifted, j, 3), side_angular))
            at += 1
            j = tree.normal_parent[j]
        while at < tree.normal_row_at[c + 1]:
            store(rows, at, 0, -(dot(load3(normals, j, 0), side) + dot(load3(normals, j, 3), side_angular)))
            at += 1
            j -= 1
    if tree.rotors:
        d, at = tree.normal_dof[c], tree.normal_row_at[c]
        if d >= 0:
            store(rows, at, 0, load(rows, at, 0) + 1.0 / tree.armature[d, 0])


@kernel
def hold(tree, i, work):
    """Store the dual columns of the DoFs of joint i with armature beside its constraints."""
    for c in range(tree.normal[i], tree.normal[i + 1]):
        d = tree.normal_dof[c]
        if d >= 0:
            store6(work.normals, c, 0, load6(work.duals, d, 0))


@kernel
def give(tree, work, given):
    """Bases of the joints, and the wrenches from t alone, subtracted from f in work.force; False if a joint is singular."""
    zero = zero_of(load(work.offset, 0, 0))
    fine = True
    for i in range(tree.bodies):
        place_normals(tree, i, work)
        fine = place_duals(tree, i, work) and fine
        if tree.rotors:
            hold(tree, i, work)
        force, moment = (zero, zero, zero), (zero, zero, zero)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = get(given, tree.dof_user[d])
            force = add_scaled(force, x, load3(work.duals, d, 0))
            moment = add_scaled(moment, x, load3(work.duals, d, 3))
        store3(work.reaction, i, 0, force)
        store3(work.reaction, i, 3, moment)
        pass_on(work, i, tree.parent[i], load3(work.offset, i, 0), force, moment)
    return fine


@kernel
def start(tree, work, given):
    """Bases of the joints, and Δ without reactions, from placed bodies and f in work.force; False if one is singular."""
    for i in range(tree.bodies):
        place_compliance(tree, i, work)
    fine = give(tree, work, given)
    respond(tree, work)
    return fine


@kernel
def assemble(tree, work, given):
    """Rows of the matrix, and right-hand side in work.vector, from placed bodies and f in work.force.

    False if some joint is singular.
    """
    fine = start(tree, work, given)
    for i in range(tree.bodies):
        linear, angular = relative(tree, i, work)
        for c in range(tree.normal[i], tree.normal[i + 1]):
            fill_row(tree, i, c, work)
            x = dot(load3(work.normals, c, 0), linear) + dot(load3(work.normals, c, 3), angular)
            store(work.vector, c, 0, -x)
    return fine


@kernel
def constraint_tables(tree):
    """The tables of the packed rows, for solvers."""
    return tree.normal_row_at, tree.normal_parent, tree.normal_level, tree.normal_cousin, tree.constraints


@kernel
def finish(tree, work):
    """From λ: Y of every joint in work.reaction, Δ of every body in work.response."""
    zero = zero_of(load(work.offset, 0, 0))
    for i in range(tree.bodies):
        force, moment = (zero, zero, zero), (zero, zero, zero)
        for c in range(tree.normal[i], tree.normal[i + 1]):
            x = load(work.vector, c, 0)
            force = add_scaled(force, x, load3(work.normals, c, 0))
            moment = add_scaled(moment, x, load3(work.normals, c, 3))
        store3(work.reaction, i, 0, add(load3(work.reaction, i, 0), force))
        store3(work.reaction, i, 3, add(load3(work.reaction, i, 3), moment))
        pass_on(work, i, tree.parent[i], load3(work.offset, i, 0), force, moment)
    respond(tree, work)


@kernel
def deliver(tree, work, out, at):
    """Put x from index ``at`` on; False if it is not finite."""
    fine = True
    for i in range(tree.bodies):
        linear, angular = relative(tree, i, work)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.duals, d, 0), linear) + dot(load3(work.duals, d, 3), angular)
            fine = fine and is_finite(x)
            put(out, at + tree.dof_user[d], x)
        if tree.rotors:
            # from the multiplier -a x: for a large a this is more accurate than the difference of two accelerations
            for c in range(tree.normal[i], tree.normal[i + 1]):
                d = tree.normal_dof[c]
                if d >= 0:
                    x = load(work.vector, c, 0) / -tree.armature[d, 0]
                    fine = fine and is_finite(x)
                    put(out, at + tree.dof_user[d], x)
    return fine


def memory(tree, *more: str):
    """Rows of the work arrays. The sizes of pivots are unknown: ``diagonal`` stays zero, and they must be positive."""
    own = ("response", "compliance", "reaction", "duals")
    n, entries = CONSTRAINTS.size(tree)
    vectors = dict.fromkeys(("normals", "shifted", "vector", "line", "diagonal"), n)
    return tree.memory(*SWEEP, *own, *more, rows=entries, **vectors)


def objection(tree):
    """Why multipliers cannot serve a mechanism, or None if they can."""
    if tree.inertias.deficient.any():
        name = tree.names[int(tree.inertias.deficient.argmax())]
        return f"body '{name}' has no mass or no inertia about some axis, and the form divides by every body's inertia"
    return locked_rotor(tree)


def locked_rotor(tree):
    """The reason if it is a gimbal with armature, which may reach its lock."""
    if tree.rotors:
        # near its lock dual columns grow without bound, and the force on the armature is a small difference between
        # large contributions of τ and of reactions
        locking = [b.name for b in tree.mechanism.bodies if b.armature and b.joint.kind.can_lock]
        if locking:
            return (
                f"the gimbal of '{locking[0]}' has armature, which the form cannot tell from reactions near the "
                "gimbal's lock"
            )
    return None


# prices of the kernels; the mass is a constant, and so is a constant force divided by it
_TURN_COMPLIANCE = WEIGH
_COMPLY_CONSTANT = 2 * ADD_CROSS + APPLY
COMPLY = _COMPLY_CONSTANT + SCALE


def operations(tree, census: Census) -> Operations:
    """Price of ``assemble``, ``finish`` and ``deliver``: a call of "rows" for every entry of the matrix."""
    lengths = tree.multiplier_lengths
    multipliers, hanging = len(lengths), tree.multipliers[tree.topology.parent >= 0]
    # the wrenches of constraints on their bodies and on the parents, then the entries: two terms within a joint
    wrenches = multipliers * _COMPLY_CONSTANT + int(hanging.sum()) * (ADD_CROSS + _COMPLY_CONSTANT)
    varying = sum(
        count("l", "s", hanging=some) for count in (census.normals, census.rotor_columns) for some in (False, True)
    )
    wrenches += varying * SCALE + census.rotors * SUM
    own = int((hanging * (hanging + 1) // 2).sum())
    entries = int(lengths.sum())
    return around_operations(tree, census) + Operations(
        passes=relative_operations(census) + multipliers * DOT6,
        rows=entries * (CALL + DOT6) + own * (DOT6 + SUM) + wrenches,
    )


def relative_operations(census: Census) -> Tally:
    """Price of ``relative`` of all bodies."""
    return census.children * (2 * ADD + ADD_CROSS)


def give_operations(census: Census) -> Tally:
    """Price of ``give``."""
    bases = census.over_joints(lambda prices: prices.normals + prices.duals)
    return bases + census.dofs * (2 * ADD_SCALED) + _pass_on_operations(census)


def _pass_on_operations(census: Census) -> Tally:
    return census.bodies * (2 * ADD) + census.children * (2 * ADD + ADD_CROSS)


def delivered_operations(census: Census) -> Tally:
    """Price of ``deliver``."""
    return relative_operations(census) + census.dofs * DOT6 + census.rotors * QUOTIENT


def around_operations(tree, census: Census) -> Operations:
    """Price of ``start``, ``finish`` and ``deliver``."""
    started = give_operations(census) + census.bodies * (_TURN_COMPLIANCE + COMPLY)
    finished = int(tree.multipliers.sum()) * (2 * ADD_SCALED) + census.bodies * (2 * ADD + COMPLY)
    finished += _pass_on_operations(census)
    return Operations(passes=(6 * census.bodies) * CALL + started + finished + delivered_operations(census))


def joined(tree) -> np.ndarray:
    """For each constraint except the first, whether the one before it is its next ancestor and ends with it."""
    body = np.repeat(np.arange(len(tree.multipliers)), tree.multipliers)
    parent = tree.topology.parent[body]
    siblings = (parent[1:] == parent[:-1]) & (parent[1:] >= 0)
    near = (body[1:] == body[:-1]) | siblings | (parent[1:] == body[:-1])
    return near & (np.diff(tree.multiplier_lengths) == 1)


CONSTRAINTS = PackedMatrix(tables=constraint_tables, lengths=lambda tree: tree.multiplier_lengths, joined=joined)
