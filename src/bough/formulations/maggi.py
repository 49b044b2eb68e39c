"""Maggi's equations: tangent and orthogonal projection together, in redundant quasi-accelerations of the joints.

Paper C §3.1 c. The unknowns are σ = S Δ, six per joint: the acceleration that a joint adds to its body, in directions
that it allows and in those that it does not. The equations of motion are projected on the former, and σ is zero in the
latter (``passes/sweep.py`` has subtracted the known motion). Closed loops border the system (``passes/loops.py``), with
G = Z_cᵀS_cT in all six directions of a joint and g̈ the acceleration of the gaps when u̇ = 0:

    AᵀTᵀMT σ - AᵀGᵀλ = τ - AᵀTᵀf,    Zᵀσ = 0,    G σ = -g̈,    then  u̇ = (AᵀA)⁻¹Aᵀσ.

σ is written in the basis of its own joint, σ = A u̇ + Z z, so that the rows of Zᵀ have the pivot 1 once they are divided by
ZᵀZ, which is diagonal. A block of TᵀMT is the inertia M*_b of a composite body, shifted along the path. For a DoF d of an
ancestor i, the six entries at b are the wrench on b when d moves it, projected; for a DoF d of b, the six entries at i are
its wrench carried to i. Armature of d adds to its diagonal entry.
Unknowns: 6 N, and one for each constraint of a loop, without symmetry. Cost: Σ η for the matrix, six times that of
composite bodies, and Σ η² to eliminate it; a yardstick, and the form from which the tangent and the orthogonal ones follow
by elimination.
"""

import numpy as np
from numpy.linalg import inv, solve

from bough.arithmetic.scalar import SINGULAR, kernel, load, zero_of
from bough.arithmetic.spatial import add, add_cross, add_scaled, apply_symmetric, cross, dot, load3, load6
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    APPLY,
    CALL,
    CROSS,
    DOT6,
    PRODUCT,
    QUOTIENT,
    SCALE,
    SUM,
    TERM,
    Operations,
)
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, locks
from bough.formulations.reductions.bases import (
    WRENCH_ABOUT,
    base_tables,
    enter_given,
    enter_projected,
    loop_ends,
    loops_completed,
    projected_places,
    put_rates,
    put_rates_operations,
    turn_bases,
    turned_operations,
    wrench_about,
)
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import gather, gather_operations, right_hand_side_operations
from bough.formulations.reductions.tangent import memory as tangent_memory
from bough.formulations.systems import SparseSystem
from bough.mechanism.joints import KINDS
from bough.passes import loop_prices, prices
from bough.passes.loops import PART, survey_loops
from bough.passes.sweep import place_normals, sweep
from bough.solvers import sparse, sparse_lu
from bough.solvers.sparse import Pattern, clear, enter, enter_more

# numbers per entry of the matrix: its place, its value, its share of the updates
_PER_ENTRY = 10


def reference(m, tau):
    """C §3.1 c: u̇ from the accelerations ẇ = SV̇ of the joints, AᵀM*ẇ = AᵀTᵀF' + τ over Zᵀẇ = Zᵀw*."""
    matrix = np.vstack((m.A.T @ m.M_star, m.Z.T))
    joint_accelerations = solve(matrix, np.concatenate((m.A.T @ m.T.T @ applied(m) + tau, m.Z.T @ m.w)))
    return inv(m.A.T @ m.A) @ m.A.T @ (joint_accelerations - m.w)


@kernel
def wrench(work, b, along, axis):
    """The wrench of composite body b under an acceleration (along; axis) of its origin."""
    m, h = load(work.composite, b, 0), load3(work.composite, b, 1)
    moment = add_cross(apply_symmetric(load6(work.composite, b, 4), axis), h, along)
    return add_scaled(cross(axis, h), m, along), moment


@kernel
def enter_path(tree, work, b, at):
    """Enter the blocks of composite body b, along its path to the ground; returns the number of the next entry."""
    for d in range(tree.dof[b], tree.dof[b + 1]):
        force, moment = wrench(work, b, load3(work.columns, d, 0), load3(work.columns, d, 3))
        own, i = at + d - tree.dof[b], b
        at = enter_projected(tree, work, b, force, moment, at)
        if tree.rotors:
            enter_more(tree, work, own, tree.armature[d, 0])
        p = tree.parent[i]
        while p >= 0:
            moment = add_cross(moment, load3(work.offset, i, 0), force)
            at = enter_projected(tree, work, p, force, moment, at)
            i, p = p, tree.parent[p]
    arm = load3(work.offset, b, 0)
    i = tree.parent[b]
    while i >= 0:
        for d in range(tree.dof[i], tree.dof[i + 1]):
            axis = load3(work.columns, d, 3)
            force, moment = wrench(work, b, add_cross(load3(work.columns, d, 0), axis, arm), axis)
            at = enter_projected(tree, work, b, force, moment, at)
        arm = add(arm, load3(work.offset, i, 0))
        i = tree.parent[i]
    return at


@kernel
def enter_end(tree, work, i, k, c, sign, at):
    """Entries of constraint c of loop k, in its row and its column, from body i up to the loop's root."""
    point, part = load3(work.point, k, 0), load(work.gap, c, PART)
    while i != tree.loop_root[k]:
        force, moment = wrench_about(i, c, point, work)
        for d in range(tree.dof[i], tree.dof[i + 1]):
            x = part * (dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment))
            enter(tree, work, at, x if sign > 0 else -x)
            enter(tree, work, at + 1, -x if sign > 0 else x)
            at += 2
        for e in range(tree.normal[i], tree.normal[i + 1]):
            x = dot(load3(work.normals, e, 0), force) + dot(load3(work.normals, e, 3), moment)
            enter(tree, work, at, x if sign > 0 else -x)
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
    fine = turn_bases(tree, work, SINGULAR) and fine
    gather(tree, work)
    fine = locks.are_far(tree, work) and fine
    zero = zero_of(load(work.offset, 0, 0))
    one = zero + 1.0
    clear(tree, work, zero)
    for i in range(tree.bodies):
        place_normals(tree, i, work)
    at = enter_given(tree, work, tau)
    for c in range(tree.constraints):
        enter(tree, work, at + c, one)
    at += tree.constraints
    for b in range(tree.bodies):
        at = enter_path(tree, work, b, at)
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
    return put_rates(tree, work, 0, u_dot, 0)


def pattern(tree):
    """The pattern of the system, and its tables.

    Unknowns: u̇, z, λ. Rows: those of Aᵀ, of Zᵀ, of loops. Those of Zᵀ are eliminated first, and change nothing.
    """
    bodies, dofs, parent, dof = tree.bodies, tree.dofs, tree.parent.tolist(), tree.dof.tolist()
    loop = 6 * bodies
    known = loop + tree.loop_constraints * bool(tree.loops)
    joint = projected_places(tree)
    freedom = [np.arange(dof[i], dof[i + 1]) for i in range(bodies)]
    z = dofs + np.arange(tree.constraints)
    rows, columns = [np.arange(dofs), z], [np.full(dofs, known), z]
    path: list[np.ndarray] = []  # the unknowns of the joints on each body's path
    above: list[np.ndarray] = []  # the DoFs there
    none = np.empty(0, np.int64)
    for b, p in enumerate(parent[:bodies]):
        path.append(np.concatenate((joint[b], path[p] if p >= 0 else none)))
        above.append(np.concatenate((freedom[b], above[p] if p >= 0 else none)))
        others = above[p] if p >= 0 else none
        rows += [np.repeat(freedom[b], len(path[b])), np.repeat(others, 6)]
        columns += [np.tile(path[b], len(freedom[b])), np.tile(joint[b], len(others))]
    for k, ends in enumerate(loop_ends(tree).tolist() if tree.loops else ()):
        for c in range(loop + tree.loop_at[k], loop + tree.loop_at[k + 1]):
            for i in ends:
                while i != tree.loop_root[k]:
                    both = np.stack((np.full(len(freedom[i]), c), freedom[i]))
                    row, column = np.stack((both, both[::-1]), axis=2).reshape(2, -1)
                    forbidden = joint[i][len(freedom[i]) :]
                    rows += [row, np.full(len(forbidden), c)]
                    columns += [column, forbidden]
                    i = parent[i]
            rows.append(np.array((c, c)))
            columns.append(np.array((known, c)))
    pivots, sizes, constraints = [z], [-1] * len(z), [-1] * len(z)
    completed = loops_completed(tree)
    for i in range(bodies - 1, -1, -1):
        closing = [c for k in completed[i] for c in range(tree.loop_at[k], tree.loop_at[k + 1])]
        own = freedom[i][::-1]
        pivots += [own, np.array(closing, np.int64) + loop]
        sizes += own.tolist() + [-1] * len(closing)
        constraints += [-1] * len(own) + closing
    order, signs = np.concatenate(pivots), np.array([1] * len(z) + [0] * (known - len(z)), np.int64)
    steps = signs, np.array(sizes, np.int64), np.array(constraints, np.int64)
    found = Pattern(np.concatenate(rows), np.concatenate(columns), order, order, *steps)
    return found, base_tables(tree)


def memory(tree):
    """Rows of the work arrays; with loops, those of an integrator that closes them too."""
    rows = tangent_memory(tree, "duals", "normals")
    if not tree.loops:
        return rows | {"rows": 0}
    closing = tree.closing_memory()
    return rows | closing | {"normals": rows["normals"] + closing["normals"]}


# prices of a wrench; mass times a direction is constant if the direction is
_WRENCH = APPLY + ADD_CROSS + CROSS + ADD


def price(tree):
    """A call of "rows" is an entry."""
    census, arrays = tree.census, tree.arrays
    linear, dofs = census.columns("l", "s"), census.dofs
    bases = census.over_joints(lambda prices: prices.normals) + turned_operations(arrays) + SUM
    bases += locks.are_far_operations(census)
    # wrenches of each body's own DoFs, carried to all bodies on its path, and of their DoFs, shifted to the body
    shifted = int(census.path_dofs.sum()) - dofs
    blocks = dofs + census.steps + shifted
    rows = dofs * _WRENCH + linear * SCALE + census.steps * ADD_CROSS + shifted * (ADD_CROSS + _WRENCH + SCALE)
    rows += census.ancestors * ADD + blocks * (6 * (CALL + DOT6))
    rows += (dofs + census.constraints) * CALL
    if census.rotors:
        rows += dofs * SUM
    passes = (2 * census.bodies) * CALL + gather_operations(census) + bases
    found = Operations(sweep=prices.sweep(census), passes=passes) + right_hand_side_operations(census)
    if tree.loops:
        rows += (2 * arrays.loop_constraints) * CALL
        for k, count in enumerate(np.diff(arrays.loop_at).tolist()):
            columns = [KINDS[arrays.kind[i]].columns for i in loop_prices.bodies_of(arrays, k)]
            rates = sum(map(len, columns)) * (2 * CALL + DOT6 + PRODUCT)
            across = sum(6 - len(some) for some in columns)
            rows += count * (len(columns) * WRENCH_ABOUT + rates + across * (CALL + DOT6))
        found += loop_prices.survey_loops(arrays, census)
    return found + Operations(rows=rows)


def delivery(tree):
    return Operations(passes=put_rates_operations(tree.arrays))


def elimination(tree):
    """Price of the elimination without loops, and of the substitution: a path's rows and columns for every DoF."""
    n, n1, n2 = tree.topology.n, tree.topology.N1, tree.topology.N2
    rows = 6 * tree.census.bodies
    return Operations(
        packed=n1 * CALL + (2 * n2) * TERM + n1 * PRODUCT + n * QUOTIENT,
        substitution=rows * CALL + SUM + (n1 + n) * TERM + n * PRODUCT,
    )


def numbers(tree):
    """Numbers that the entries of the matrix take."""
    blocks = int(tree.census.path_dofs.sum()) + tree.census.steps
    return _PER_ENTRY * 6 * (blocks + int(tree.constraints.sum()))


FORMULATION = SparseSystem(
    name="maggi",
    summary="quasi-accelerations of all joints, six each, from tangent and orthogonal projections in one sparse system",
    reference="C §3.1 c",
    in_numpy=reference,
    methods=(sparse.SOLVER, sparse_lu.SOLVER),
    pattern=pattern,
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    delivery=delivery,
    elimination=elimination,
    numbers=numbers,
    is_balanced=False,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
