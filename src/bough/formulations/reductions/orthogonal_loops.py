"""The orthogonal projection with closed loops: Z ← diag(Z, Z_c), S ← [S; S_c] (``orthogonal.py`` has the equations).

    (ZᵀSM⁻¹SᵀZ) λ = ZᵀSM⁻¹(f - SᵀA(AᵀA)⁻¹τ) - g̈,

where g̈ is the acceleration of the gaps when u̇ = 0, and zero for the joints of the tree. A column w of SᵀZ has a wrench on
each of the two bodies of its joint, so that the entry of two constraints is the sum of wᵀM⁻¹w' over the bodies that they
share. Constraints that share none are coupled once those between them are eliminated: the system is a general sparse one
(``solvers/sparse.py``). Joints are eliminated from the last to the first, as without loops, and the constraints of a loop
after all joints on its paths (``bases.py``).

Wrenches are in work.shifted: of loops on their bodies, of loops on the others, of joints on their bodies, of joints on the
parents. Normals of loops come before those of joints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bough.arithmetic.scalar import kernel, load, store, zero_of
from bough.arithmetic.spatial import add_cross, add_scaled, dot, load3, store3
from bough.arithmetic.tally import ADD, ADD_CROSS, ADD_SCALED, CALL, DOT6, SUM, Operations
from bough.compiled.tree import CompiledTree
from bough.formulations.reductions import orthogonal
from bough.formulations.reductions.bases import WRENCH_ABOUT, loop_ends, loops_completed, wrench_about
from bough.formulations.reductions.orthogonal import COMPLY, comply
from bough.formulations.reductions.tangent import memory as tangent_memory
from bough.formulations.systems import SparseSystem
from bough.passes import loop_prices
from bough.passes.arrays import Tree
from bough.passes.loops import survey_loops
from bough.solvers import sparse
from bough.solvers.sparse import Pattern, clear, enter, enter_more, no_bounds


@kernel
def keep_wrench(work, row, force, moment, sign):
    """Store a wrench, or its opposite."""
    for k in range(3):
        store(work.shifted, row, k, force[k] if sign > 0 else -force[k])
        store(work.shifted, row, 3 + k, moment[k] if sign > 0 else -moment[k])


@kernel
def place_wrenches(tree, work, zero):
    """The columns of SᵀZ."""
    loops = tree.loop_constraints
    for k in range(tree.loops):
        point, a, b = load3(work.point, k, 0), tree.parent[tree.bodies + 1 + k], tree.loop_body[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            if b >= 0:
                force, moment = wrench_about(b, c, point, work)
                keep_wrench(work, c, force, moment, 1)
            if a >= 0:
                force, moment = wrench_about(a, c, point, work)
                keep_wrench(work, loops + c, force, moment, -1)
    for i in range(tree.bodies):
        for c in range(tree.normal[i], tree.normal[i + 1]):
            x, y, z = load3(work.normals, c, 0)
            r, s, t = load3(work.normals, c, 3)
            force, moment = (zero + x, zero + y, zero + z), (zero + r, zero + s, zero + t)
            keep_wrench(work, loops + c, force, moment, 1)
            if tree.parent[i] >= 0:
                moment = add_cross(moment, load3(work.offset, i, 0), force)
                keep_wrench(work, loops + tree.constraints + c, force, moment, -1)


@kernel
def enter_body(tree, work, i, at):
    """The share of body i in the entries of all pairs of wrenches on it, and in the right-hand side."""
    total = tree.constraints + tree.loop_constraints
    first, last = tree.attached_at[i], tree.attached_at[i + 1]
    linear, angular = load3(work.response, i, 0), load3(work.response, i, 3)
    for x in range(first, last):
        force, moment = load3(work.shifted, tree.attached[x], 0), load3(work.shifted, tree.attached[x], 3)
        enter_more(tree, work, tree.attached_to[x], -(dot(force, linear) + dot(moment, angular)))
        move, turn = comply(tree, work, i, force, moment)
        for y in range(first, x):
            row = tree.attached[y]
            entry = dot(load3(work.shifted, row, 0), move) + dot(load3(work.shifted, row, 3), turn)
            enter_more(tree, work, at, entry)
            enter_more(tree, work, at + 1, entry)
            at += 2
        enter_more(tree, work, total + tree.attached_to[x], dot(force, move) + dot(moment, turn))
    return at


@kernel
def assemble(tree, work, q, u, given, what):
    """The entries, in the order of ``pattern``, from placed bodies and f in work.force; False if a joint is singular.

    ``given``: t; ``what`` of the gaps has to vanish: their accelerations, or their rates.
    """
    fine = survey_loops(tree, q, u, work)
    fine = orthogonal.start(tree, work, given) and fine
    zero = zero_of(load(work.offset, 0, 0))
    place_wrenches(tree, work, zero)
    clear(tree, work, zero)
    for c in range(tree.loop_constraints):
        enter(tree, work, tree.constraints + c, -load(work.gap, c, what))
    if tree.rotors:
        for c in range(tree.constraints):
            d = tree.normal_dof[tree.loop_constraints + c]
            if d >= 0:
                enter_more(tree, work, tree.constraints + tree.loop_constraints + c, 1.0 / tree.armature[d, 0])
    at = 2 * (tree.constraints + tree.loop_constraints)
    for i in range(tree.bodies):
        at = enter_body(tree, work, i, at)
    return fine


@kernel
def finish(tree, work):
    """From the unknowns: R of every joint in work.reaction, those of loops in work.multiplier, Δ in work.response."""
    loops = tree.loop_constraints
    for c in range(tree.constraints):
        store(work.vector, loops + c, 0, load(work.found, c, 0))
    for c in range(loops):
        store(work.multiplier, c, 0, load(work.found, tree.constraints + c, 0))
    for i in range(tree.bodies):
        for x in range(tree.attached_at[i], tree.attached_at[i + 1]):
            if tree.attached_to[x] >= tree.constraints:
                row, push = tree.attached[x], -load(work.found, tree.attached_to[x], 0)
                store3(work.force, i, 0, add_scaled(load3(work.force, i, 0), push, load3(work.shifted, row, 0)))
                store3(work.force, i, 3, add_scaled(load3(work.force, i, 3), push, load3(work.shifted, row, 3)))
    orthogonal.finish(tree, work)


def attached(tree: Tree) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each body: where its wrenches start, their rows in work.shifted, and their multipliers."""
    loops, joints, normal = tree.loop_constraints, tree.constraints, tree.normal.tolist()
    found: list[list[tuple[int, int]]] = [[] for _ in range(tree.bodies)]
    for i in range(tree.bodies):
        for j in range(normal[i], normal[i + 1]):
            found[i].append((2 * loops + j, j))
            if tree.parent[i] >= 0:
                found[tree.parent[i]].append((2 * loops + joints + j, j))
    for k, (a, b) in enumerate(loop_ends(tree).tolist()):
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            if b >= 0:
                found[b].append((c, joints + c))
            if a >= 0:
                found[a].append((loops + c, joints + c))
    every = np.array([pair for some in found for pair in some], np.int64).reshape(-1, 2)
    return np.cumsum([0, *map(len, found)]), every[:, 0], every[:, 1]


def pattern(tree: Tree) -> tuple[Pattern, dict[str, np.ndarray]]:
    """The pattern of the system, and its tables; ``tree``: with the multipliers' tables.

    Unknowns: λ of joints, λ of loops.
    """
    start, rows, owners = attached(tree)
    loops, joints = tree.loop_constraints, tree.constraints
    total = joints + loops
    every = np.arange(total)
    pairs = [np.stack((every, np.full(total, total))), np.stack((every, every))]
    for i in range(tree.bodies):
        own = owners[start[i] : start[i + 1]]
        x, y = np.tril_indices(len(own), -1)
        pairs.append(np.stack((own[x], own[y], own[y], own[x])).reshape(2, 2, -1).transpose(1, 2, 0).reshape(2, -1))
    order: list[int] = []
    completed, normal = loops_completed(tree), tree.normal.tolist()
    for i in range(tree.bodies - 1, -1, -1):
        order += range(normal[i + 1] - 1, normal[i] - 1, -1)
        order += [joints + c for k in completed[i] for c in range(tree.loop_at[k], tree.loop_at[k + 1])]
    steps = np.array(order, np.int64)
    sizes, constraints = np.where(steps < joints, steps, -1), np.where(steps < joints, -1, steps - joints)
    row, column = np.concatenate(pairs, axis=1)
    found = Pattern(row, column, steps, steps, np.zeros(total, np.int64), sizes, constraints, no_bounds())
    tables = {"attached_at": start, "attached": rows, "attached_to": owners, "compliance": tree.compliance}
    tables |= {"normal": np.array(tree.normal), "normal_dof": np.append(np.full(loops, -1), tree.normal_dof)}
    return found, tables


def memory(tree: CompiledTree) -> dict[str, int]:
    """Rows of the work arrays, those of an integrator that closes loops too."""
    closing, n = tree.closing_memory(), int(tree.multipliers.sum())
    loops = closing["normals"]
    own: dict[str, Any] = {"normals": loops + n, "shifted": 2 * (loops + n), "vector": max(tree.topology.n, loops + n)}
    return tangent_memory(tree, "response", "compliance", "reaction", "duals") | closing | own


def operations(tree: CompiledTree) -> Operations:
    """Price of ``assemble``, ``finish`` and ``deliver``: a call of "rows" for every pair of wrenches on a body."""
    census, arrays = tree.census, tree.arrays_for_multipliers
    counts = np.diff(attached(arrays)[0])
    n, hanging = int(tree.multipliers.sum()), int(tree.multipliers[tree.topology.parent >= 0].sum())
    ends = int((loop_ends(arrays) >= 0).sum(axis=1) @ np.diff(arrays.loop_at))
    wrenches = n * (2 * ADD) + hanging * ADD_CROSS + ends * WRENCH_ABOUT
    rows = int(counts.sum()) * (COMPLY + DOT6 + SUM) + int((counts * (counts + 1) // 2).sum()) * (CALL + DOT6)
    rows += int((counts**2).sum()) * SUM + census.rotors * SUM
    found = orthogonal.around_operations(tree, census) + loop_prices.survey_loops(arrays, census)
    return found + Operations(passes=wrenches + ends * (2 * ADD_SCALED), rows=rows)


def system(
    description: dict[str, Any],
    assemble: Callable[..., bool],
    deliver: Callable[..., bool],
    memory: Callable[[CompiledTree], dict[str, int]],
    price: Callable[[CompiledTree], Operations],
) -> SparseSystem:
    """The sparse system of a form by orthogonal projection; ``price``: of ``assemble`` and ``deliver`` together."""
    return SparseSystem(
        **description,
        methods=(sparse.SOLVER,),
        pattern=pattern,
        assemble=assemble,
        deliver=deliver,
        memory=memory,
        price=price,
        delivery=lambda tree: Operations(),
        arrays=lambda tree: tree.arrays_for_multipliers,
    )
