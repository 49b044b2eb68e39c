"""Maggi's equations in quasi-accelerations of the bodies: tangent and orthogonal projection together.

Paper C §3.1 c names Maggi's equations in quasi-velocities beside those in redundant ones of the joints (``maggi.py``). The
unknowns are the accelerations Δ of the bodies themselves, six each: the equations of motion are projected on the tangent
basis B = TA of the whole system, and the joints hold. With closed loops (``passes/loops.py``),

    BᵀM Δ - BᵀS_cᵀZ_cλ = τ - Bᵀf,    ZᵀS Δ = 0,    Z_cᵀS_cΔ = -g̈,    then  u̇ = (AᵀA)⁻¹AᵀS Δ.

g̈ is the acceleration of the gaps when u̇ = 0. Δ_i is written in the basis of its own joint, Δ_i = A x + Z z, so that the
row of a constraint has the pivot 1 once it is divided by ZᵀZ, which is diagonal. Eliminated from the last body to the
first, z before x, the pivots of x are AᵀM*A with M* the inertia of the articulated body: those of separate bodies.
Armature a adds a u̇ to the row of its DoF, u̇ = (AᵀA)⁻¹Aᵀ(Δ_i - C Δ_k) on the parent k.
Unknowns: 6 N, and one for each constraint of a loop, without symmetry. Cost: Σ η over bodies, six times the entries of B for
the matrix and as many updates; a yardstick, which needs neither M* = TᵀMT nor inverse inertias.
"""

import numpy as np
from numpy.linalg import inv, solve

from bough.arithmetic.scalar import SINGULAR, is_finite, kernel, load, put, zero_of
from bough.arithmetic.spatial import add, add_cross, add_scaled, dot, load3, scale, store3
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    CROSS,
    DOT,
    DOT6,
    PRODUCT,
    QUOTIENT,
    SCALE,
    SUM,
    TERM,
    Operations,
)
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, locks, orthogonal
from bough.formulations.reductions.bases import (
    WRENCH_ABOUT,
    base_tables,
    enter_given,
    enter_projected,
    loop_ends,
    loops_completed,
    projected_places,
    turn_bases,
    turned_joints,
    turned_operations,
    wrench_about,
)
from bough.formulations.reductions.momentum import momentum_of
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import gather, gather_operations, right_hand_side_operations
from bough.formulations.reductions.tangent import memory as tangent_memory
from bough.formulations.systems import SparseSystem
from bough.mechanism.joints import KINDS
from bough.passes import loop_prices, prices
from bough.passes.loops import PART, survey_loops, varying
from bough.passes.sweep import place_duals, place_normals, sweep
from bough.passes.switches import LOCKING
from bough.solvers import sparse
from bough.solvers.sparse import Pattern, clear, enter, enter_more

# numbers per entry of the matrix: its place, its value, its share of the updates
_PER_ENTRY = 10


def reference(m, tau):
    """C §3.1 c: u̇ from the accelerations V̇ of the bodies, BᵀM V̇ = BᵀF' + τ over ZᵀS V̇ = Zᵀw*."""
    matrix = np.vstack((m.B.T @ m.M, m.Z.T @ m.S))
    V_dot = solve(matrix, np.concatenate((m.B.T @ applied(m) + tau, m.Z.T @ m.w)))
    return inv(m.A.T @ m.A) @ m.A.T @ (m.S @ V_dot - m.w)


@kernel
def enter_at_parent(tree, work, i, x, along, about, at):
    """Entries of x (along; about)ᵀC in the columns of the parent of body i; returns the number of the next one."""
    force = varying(load(work.offset, i, 0), along)
    moment = add_cross(about, load3(work.offset, i, 0), force)
    return enter_projected(tree, work, tree.parent[i], scale(x, force), scale(x, moment), at)


@kernel
def enter_constraints(tree, work, i, at, one):
    """Entries of the rows of joint i's constraints: ZᵀS Δ, divided by ZᵀZ."""
    for c in range(tree.normal[i], tree.normal[i + 1]):
        along, about = load3(work.normals, c, 0), load3(work.normals, c, 3)
        enter(tree, work, at, one)
        at += 1
        if tree.parent[i] >= 0:
            at = enter_at_parent(tree, work, i, -1.0 / (dot(along, along) + dot(about, about)), along, about, at)
    return at


@kernel
def enter_armature(tree, work, i, at):
    """Entries of the parent's accelerations in a u̇ of joint i's DoFs."""
    if tree.parent[i] >= 0:
        for d in range(tree.dof[i], tree.dof[i + 1]):
            along, about = load3(work.duals, d, 0), load3(work.duals, d, 3)
            at = enter_at_parent(tree, work, i, -tree.armature[d, 0], along, about, at)
    return at


@kernel
def enter_body(tree, work, b, at):
    """Entries of body b in the rows of the DoFs on its path: its wrench when they move it, projected."""
    for d in range(tree.dof[b], tree.dof[b + 1]):
        force, moment = momentum_of(tree, b, load3(work.columns, d, 0), load3(work.columns, d, 3), work)
        own = at + d - tree.dof[b]
        at = enter_projected(tree, work, b, force, moment, at)
        if tree.rotors:
            enter_more(tree, work, own, tree.armature[d, 0])
    arm = load3(work.offset, b, 0)
    i = tree.parent[b]
    while i >= 0:
        for d in range(tree.dof[i], tree.dof[i + 1]):
            axis = load3(work.columns, d, 3)
            force, moment = momentum_of(tree, b, add_cross(load3(work.columns, d, 0), axis, arm), axis, work)
            at = enter_projected(tree, work, b, force, moment, at)
        arm = add(arm, load3(work.offset, i, 0))
        i = tree.parent[i]
    return at


@kernel
def enter_end(tree, work, i, k, c, sign, at):
    """Entries of constraint c of loop k: in its row at body i, in its column from there up to the loop's root."""
    if i < 0:
        return at
    point, part = load3(work.point, k, 0), load(work.gap, c, PART)
    force, moment = wrench_about(i, c, point, work)
    part = part if sign > 0 else -part
    at = enter_projected(tree, work, i, scale(part, force), scale(part, moment), at)
    while i != tree.loop_root[k]:
        force, moment = wrench_about(i, c, point, work)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
            enter(tree, work, at, -(part * x))
            at += 1
        i = tree.parent[i]
    return at


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    """The entries, in the order of ``pattern``; False if some joint is singular."""
    sweep(tree, q, u, wrenches, work)
    fine = True
    if tree.loops > 0:
        fine = survey_loops(tree, q, u, work)
    fine = turn_bases(tree, work, SINGULAR * SINGULAR) and fine
    gather(tree, work)
    fine = locks.are_far(tree, work) and fine
    zero = zero_of(load(work.offset, 0, 0))
    one = zero + 1.0
    clear(tree, work, zero)
    for i in range(tree.bodies):
        place_normals(tree, i, work)
        if not tree.sparse_turned[i]:
            fine = place_duals(tree, i, work) and fine
    at = enter_given(tree, work, tau)
    for i in range(tree.bodies):
        at = enter_constraints(tree, work, i, at, one)
        if tree.rotors:
            at = enter_armature(tree, work, i, at)
    for b in range(tree.bodies):
        at = enter_body(tree, work, b, at)
    for k in range(tree.loops):
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            at = enter_end(tree, work, tree.parent[tree.bodies + 1 + k], k, c, -1, at)
            at = enter_end(tree, work, tree.loop_body[k], k, c, 1, at)
            enter(tree, work, at, -load(work.gap, c, 2))
            enter(tree, work, at + 1, zero)
            at += 2
    return fine


@kernel
def deliver(tree, work, q, tau, wrenches, u_dot):
    """Δ of every body in work.response, u̇."""
    zero, found = zero_of(load(work.offset, 0, 0)), work.found
    for i in range(tree.bodies):
        linear, angular = (zero, zero, zero), (zero, zero, zero)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = load(found, d, 0)
            linear = add_scaled(linear, x, load3(work.columns, d, 0))
            angular = add_scaled(angular, x, load3(work.columns, d, 3))
        for c in range(tree.normal[i], tree.normal[i + 1]):
            x = load(found, tree.dofs + c - tree.normal[0], 0)
            linear = add_scaled(linear, x, load3(work.normals, c, 0))
            angular = add_scaled(angular, x, load3(work.normals, c, 3))
        store3(work.response, i, 0, linear)
        store3(work.response, i, 3, angular)
    fine = True
    for i in range(tree.bodies):
        linear, angular = orthogonal.relative(tree, i, work)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = dot(load3(work.duals, d, 0), linear) + dot(load3(work.duals, d, 3), angular)
            fine = fine and is_finite(x)
            put(u_dot, tree.dof_user[d], x)
    return fine


def pattern(tree):
    """The pattern of the system, and its tables.

    Unknowns: x, z, λ. Rows: those of Bᵀ, of Zᵀ, of loops. Those of Zᵀ keep their pivots 1.
    """
    bodies, dofs, parent, dof = tree.bodies, tree.dofs, tree.parent.tolist(), tree.dof.tolist()
    loop = 6 * bodies
    known = loop + tree.loop_constraints * bool(tree.loops)
    joint = projected_places(tree)
    freedom = [np.arange(dof[i], dof[i + 1]) for i in range(bodies)]
    constraints = [joint[i][len(freedom[i]) :] for i in range(bodies)]
    entries = [np.stack((np.arange(dofs), np.full(dofs, known)))]

    def put(rows, columns):
        """Every row with all columns."""
        entries.append(np.stack((np.repeat(rows, len(columns)), np.tile(columns, len(rows)))))

    for i in range(bodies):
        above = joint[parent[i]] if parent[i] >= 0 else joint[i][:0]
        for c in constraints[i]:
            put((c,), np.append(c, above))
        if tree.rotors:
            put(freedom[i], above)
    path: list[np.ndarray] = []  # the DoFs on each body's path, its own first
    for b, p in enumerate(parent[:bodies]):
        path.append(np.concatenate((freedom[b], path[p])) if p >= 0 else freedom[b])
        put(path[b], joint[b])
    for k, ends in enumerate(loop_ends(tree).tolist() if tree.loops else ()):
        for c in range(loop + tree.loop_at[k], loop + tree.loop_at[k + 1]):
            for i in ends:
                if i >= 0:
                    put((c,), joint[i])
                    above = path[tree.loop_root[k]] if tree.loop_root[k] >= 0 else ()
                    put(path[i][: len(path[i]) - len(above)], (c,))
            put((c,), (known, c))
    rows, columns = np.concatenate(entries, axis=1)
    order, signs, sizes, owners = [], [], [], []
    for i, completed in reversed(list(enumerate(loops_completed(tree)))):
        own, held = freedom[i][::-1].tolist(), constraints[i].tolist()
        closing = [c for k in completed for c in range(tree.loop_at[k], tree.loop_at[k + 1])]
        order += [*held, *own, *(loop + c for c in closing)]
        signs += [1] * len(held) + [0] * (len(own) + len(closing))
        sizes += [-1] * len(held) + own + [-1] * len(closing)
        owners += [-1] * 6 + closing
    steps = np.array((order, signs, sizes, owners), np.int64).reshape(4, -1)
    return Pattern(rows, columns, steps[0], steps[0], steps[1], steps[2], steps[3]), base_tables(tree)


def memory(tree):
    """Rows of the work arrays; with loops, those of an integrator that closes them too."""
    rows = tangent_memory(tree, "duals", "normals", "response")
    if not tree.loops:
        return rows | {"rows": 0}
    closing = tree.closing_memory()
    return rows | closing | {"normals": rows["normals"] + closing["normals"]}


# prices of a wrench of a body and of entries in all columns of one; mass times a direction is constant if that is
_WRENCH = APPLY + ADD_CROSS + CROSS + ADD
_PROJECTED = 6 * (CALL + DOT6)
_AT_PARENT = ADD + ADD_CROSS + 2 * SCALE + _PROJECTED


def price(tree):
    """A call of "rows" is an entry."""
    census, arrays, hangs = tree.census, tree.arrays, tree.topology.parent >= 0
    turned, dofs = int(turned_joints(arrays).sum()), census.dofs
    bases = census.over_joints(lambda prices: prices.normals) + turned_operations(arrays) + SUM
    for code, count in census.joints.items():
        bases += (count - (turned if code == LOCKING else 0)) * KINDS[code].prices.duals
    bases += locks.are_far_operations(census)
    passes = (2 * census.bodies) * CALL + gather_operations(census) + bases
    held, screws = census.normals("l", "a", "s", hanging=True), census.normals("s", hanging=True)
    rows = (dofs + census.constraints) * CALL + int(tree.constraints[hangs].sum()) * _AT_PARENT
    rows += held * (DOT + SUM + QUOTIENT) + screws * DOT
    shifted = int(census.path_dofs.sum()) - dofs
    rows += dofs * (_WRENCH + _PROJECTED) + census.columns("l", "s") * SCALE + census.ancestors * ADD
    rows += shifted * (ADD_CROSS + _WRENCH + SCALE + _PROJECTED)
    if census.rotors:
        rows += dofs * SUM + int(tree.topology.dofs[hangs].sum()) * _AT_PARENT
    found = Operations(sweep=prices.sweep(census), passes=passes) + right_hand_side_operations(census)
    if tree.loops:
        found += loop_prices.survey_loops(arrays, census)
        rows += (2 * arrays.loop_constraints) * CALL
        ends = (loop_ends(arrays) >= 0).sum(axis=1).tolist()
        for k, count in enumerate(np.diff(arrays.loop_at).tolist()):
            columns = [len(KINDS[arrays.kind[i]].columns) for i in loop_prices.bodies_of(arrays, k)]
            rows += (count * ends[k]) * (WRENCH_ABOUT + 2 * SCALE + _PROJECTED)
            rows += count * (len(columns) * WRENCH_ABOUT + sum(columns) * (CALL + DOT6 + PRODUCT))
    return found + Operations(rows=rows)


def delivery(tree):
    census = tree.census
    return Operations(
        passes=census.bodies * (12 * ADD_SCALED) + orthogonal.relative_operations(census) + census.dofs * DOT6,
    )


def elimination(tree):
    """Price of the elimination without loops, and of the substitution, by bodies."""
    total = Operations(substitution=SUM)
    above, hangs = tree.census.path_dofs - tree.topology.dofs, tree.topology.parent >= 0
    joints, counts = np.unique((tree.topology.dofs, above, hangs), axis=1, return_counts=True)
    for (n, ancestors, hanging), count in zip(joints.T.tolist(), counts.tolist(), strict=True):
        # rows of Zᵀ bring the parent's columns into those of Bᵀ, which are eliminated from the last DoF to the first
        across = 6 * hanging if n < 6 or tree.rotors else 0
        holds = (6 - n) * (n + ancestors) if hanging else 0
        below, tails = [j + ancestors for j in range(n)], [j + across + 1 for j in range(n)]
        updates = 6 * holds + sum(x * y for x, y in zip(below, tails, strict=True))
        packed = holds * CALL + sum(below) * (CALL + PRODUCT) + updates * TERM + n * QUOTIENT
        terms = 6 * hanging * (6 - n) + sum(tails)
        total += Operations(packed=count * packed, substitution=count * (6 * CALL + terms * TERM + n * PRODUCT))
    return total


FORMULATION = SparseSystem(
    name="maggi-bodies",
    summary="quasi-accelerations of all bodies, six each, from tangent and orthogonal projections in one sparse system",
    reference="C §3.1 c",
    in_numpy=reference,
    methods=(sparse.SOLVER,),
    pattern=pattern,
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    delivery=delivery,
    elimination=elimination,
    numbers=lambda tree: _PER_ENTRY * 6 * int(tree.census.path_dofs.sum()),
    objection=orthogonal.locked_rotor,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_yardstick=True,
)
