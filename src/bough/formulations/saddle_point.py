"""The saddle-point system: Lagrange's equations of the first kind before the accelerations are eliminated.

Paper C (3.8), with the known motion subtracted (see ``passes/sweep.py``), and closed loops (``passes/loops.py``):

    M Δ - SᵀZλ - S_cᵀZ_cλ_c = -f + SᵀA(AᵀA)⁻¹τ,    ZᵀS Δ = 0,    Z_cᵀS_cΔ = -g̈,    then  u̇ = (AᵀA)⁻¹AᵀS Δ.

g̈ is the acceleration of the gaps when u̇ = 0. Symmetric but for signs, indefinite, sparse. Armature is a compliant
constraint, as in ``reductions/orthogonal.py``. Unknowns: Δ and λ, 12 N - n, and one for each constraint of a loop. Pivots
that are positive whatever the numbers are: Δ_i, whose block is by then the inertia of the articulated body, then λ_i, from
the last body to the first; so nothing fills in but the blocks of λ_i (``separate_multipliers.py`` is the same elimination
by hand). Cost: linear in bodies, and in loops that are local. Needs every body to have mass and inertia; a yardstick.
"""

import numpy as np
from numpy.linalg import inv, solve

from bough.arithmetic.scalar import kernel, load, store, zero_of
from bough.arithmetic.spatial import add_cross, load3
from bough.arithmetic.tally import ADD_CROSS, CALL, PRODUCT, QUOTIENT, SUM, TERM, Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, orthogonal
from bough.formulations.reductions.bases import loops_completed
from bough.formulations.reductions.extended_system import enter_inertia, enter_loops, loop_places, loops_operations
from bough.formulations.reductions.references import applied
from bough.formulations.systems import SparseSystem
from bough.passes import loop_prices, prices
from bough.passes.arrays import SWEEP
from bough.passes.loops import ACCELERATION, survey_loops
from bough.passes.sweep import sweep
from bough.solvers import sparse, sparse_lu
from bough.solvers.sparse import Pattern, clear, enter, no_bounds


def reference(m, tau):
    """C (3.8): (u̇, R) with R = Zλ + A(AᵀA)⁻¹τ, from M V̇ - SᵀZλ = F' + SᵀA(AᵀA)⁻¹τ, -ZᵀS V̇ = -Zᵀw*."""
    dual, across = m.A @ inv(m.A.T @ m.A), -m.S.T @ m.Z
    drive, none = dual @ tau, np.zeros((across.shape[1],) * 2)
    right = np.concatenate((applied(m) + m.S.T @ drive, -m.Z.T @ m.w))
    V_dot, forces = np.split(solve(np.block([[m.M, across], [across.T, none]]), right), (len(m.M),))
    return dual.T @ (m.S @ V_dot - m.w), m.Z @ forces + drive


@kernel
def enter_wrench(tree, work, force, moment, sign, at):
    """Entries of a wrench of a constraint in the rows of a body, and its opposite in the constraint's row."""
    for k in range(3):
        enter(tree, work, at + k, -force[k] if sign > 0 else force[k])
        enter(tree, work, at + 3 + k, -moment[k] if sign > 0 else moment[k])
        enter(tree, work, at + 6 + k, force[k] if sign > 0 else -force[k])
        enter(tree, work, at + 9 + k, moment[k] if sign > 0 else -moment[k])
    return at + 12


@kernel
def enter_body(tree, work, i, at, zero):
    """Entries of body i and its joint; returns the number of the next one."""
    at = enter_inertia(tree, work, i, at, zero)
    for k in range(6):
        enter(tree, work, at + k, -load(work.force, i, k))
    at += 6
    for c in range(tree.normal[i], tree.normal[i + 1]):
        force, moment = load3(work.normals, c, 0), load3(work.normals, c, 3)
        at = enter_wrench(tree, work, force, moment, 1, at)
        if tree.parent[i] >= 0:
            moment = add_cross(moment, load3(work.offset, i, 0), force)
            at = enter_wrench(tree, work, force, moment, -1, at)
        if tree.rotors:
            d = tree.normal_dof[c]
            if d >= 0:
                enter(tree, work, at, 1.0 / tree.armature[d, 0])
                at += 1
    return at


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    """The entries, in the order of ``pattern``; False if some joint is singular."""
    sweep(tree, q, u, wrenches, work)
    fine = True
    if tree.loops > 0:
        fine = survey_loops(tree, q, u, work)
    fine = orthogonal.give(tree, work, tau) and fine
    zero, at = zero_of(load(work.offset, 0, 0)), 0
    clear(tree, work, zero)
    for i in range(tree.bodies):
        at = enter_body(tree, work, i, at, zero)
    enter_loops(tree, work, ACCELERATION, at, zero)
    return fine


@kernel
def deliver(tree, work, q, tau, wrenches, u_dot):
    """Δ of every body in work.response, u̇."""
    for i in range(tree.bodies):
        for k in range(6):
            store(work.response, i, k, load(work.found, 6 * i + k, 0))
        for c in range(tree.normal[i], tree.normal[i + 1]):
            store(work.vector, c, 0, load(work.found, 6 * tree.bodies + c - tree.normal[0], 0))
    return orthogonal.deliver(tree, work, u_dot, 0)


def pattern(tree):
    """The pattern of the system, and its tables; ``tree``: with the multipliers' tables.

    Unknowns: Δ, λ of joints, λ of loops. Rows: those of M, of Zᵀ, of loops.
    """
    bodies, parent, normal = tree.bodies, tree.parent.tolist(), tree.normal.tolist()
    joint, loop, six = 6 * bodies, 6 * bodies + tree.constraints, np.arange(6)
    known = loop + tree.loop_constraints
    held = tree.normal_dof >= 0 if tree.rotors else np.zeros(tree.constraints, bool)
    entries = [np.empty((2, 0), np.int64)]
    for i in range(bodies):
        entries.append(6 * i + np.stack((np.repeat(six, 6), np.tile(six, 6))))
        entries.append(np.stack((6 * i + six, np.full(6, known))))
        for c in range(normal[i], normal[i + 1]):
            for b in (i, parent[i])[: 1 + (parent[i] >= 0)]:
                column = np.stack((6 * b + six, np.full(6, joint + c)))
                entries += [column, column[::-1]]
            if held[c]:
                entries.append(np.full((2, 1), joint + c))
    entries += loop_places(tree, loop, known)
    rows, columns = np.concatenate(entries, axis=1)
    order: list[int] = []
    for i, completed in reversed(list(enumerate(loops_completed(tree)))):
        order += [*range(6 * i, 6 * i + 6), *range(joint + normal[i], joint + normal[i + 1])]
        order += [loop + c for k in completed for c in range(tree.loop_at[k], tree.loop_at[k + 1])]
    steps = np.array(order, np.int64)
    constraints = np.where(steps < loop, -1, steps - loop)
    sizes = np.where(steps < loop, 0, -1)
    found = Pattern(rows, columns, steps, steps, np.zeros_like(steps), sizes, constraints, no_bounds())
    after_loops = np.append(np.full(tree.loop_constraints, -1), tree.normal_dof)
    return found, {"normal": np.array(tree.normal), "normal_dof": after_loops}


def memory(tree):
    """Rows of the work arrays; with loops, those of an integrator that closes them too."""
    count = int(tree.multipliers.sum()) + tree.arrays.loop_constraints
    rows = tree.memory(*SWEEP, "response", "reaction", "duals", "composite", "line", "diagonal", rows=tree.mass_entries)
    return rows | tree.closing_memory() | {"normals": count, "vector": max(tree.topology.n, count)}


def price(tree):
    """The entries; a call of "rows" is an entry."""
    census, arrays = tree.census, tree.arrays
    multipliers, hanging = int(tree.multipliers.sum()), int(tree.multipliers[tree.topology.parent >= 0].sum())
    entered = (42 * census.bodies + 12 * (multipliers + hanging) + census.rotors) * CALL
    entered += census.bodies * SUM + hanging * ADD_CROSS + loops_operations(arrays)
    passes = (2 * census.bodies) * CALL + orthogonal.give_operations(census)
    found = Operations(sweep=prices.sweep(census), passes=passes, rows=entered)
    return found + loop_prices.survey_loops(arrays, census) if tree.loops else found


def delivery(tree):
    return Operations(passes=orthogonal.delivered_operations(tree.census))


def elimination(tree):
    """Price of the elimination without loops, and of the substitution, by bodies."""
    total = Operations(substitution=SUM)
    joints, counts = np.unique((tree.multipliers, tree.topology.parent >= 0), axis=1, return_counts=True)
    for (m, hangs), count in zip(joints.T.tolist(), counts.tolist(), strict=True):
        # rows below each pivot of Δ, then of λ; as many entries follow it, and the right-hand side
        below = [5 - k + m for k in range(6)] + [m - 1 - k + 6 * hangs for k in range(m)]
        updates, terms = sum(x * (x + 1) for x in below), sum(x + 1 for x in below)
        packed = sum(below) * (CALL + PRODUCT) + updates * TERM + (6 + m) * QUOTIENT
        total += Operations(packed=count * packed, substitution=count * ((6 + m) * (CALL + PRODUCT) + terms * TERM))
    return total


FORMULATION = SparseSystem(
    name="saddle-point",
    aliases=("kkt",),
    summary="accelerations of all bodies and joint reactions from one sparse system",
    reference="C (3.8)",
    in_numpy=reference,
    methods=(sparse.SOLVER, sparse_lu.SOLVER),
    pattern=pattern,
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    delivery=delivery,
    elimination=elimination,
    arrays=lambda tree: tree.arrays_for_multipliers,
    objection=orthogonal.objection,
    is_balanced=True,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_yardstick=True,
)
