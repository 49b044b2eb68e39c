"""The extended system itself: nothing is eliminated by hand.

Unknowns: Δ of all bodies, Y of all joints, x, and one for each constraint of a loop. With t, x and Y as in
``docs/methods/README.md``, armature a, and closed loops (``passes/loops.py``) whose gap has to have the rate or
acceleration -g,

    M Δ - SᵀY - S_cᵀZ_cλ = -f,    -S Δ + A x = 0,    AᵀY + a x = t,    Z_cᵀS_cΔ = -g.

Pivots that are safe whatever the numbers are: Δ_i on its own row of S and Y_i on its own row of M, both -1, from the last
body to the first. The row of x_i is then AᵀM*A x_i, with M* the inertia of the articulated body: separate bodies, found by
a general elimination.
"""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import kernel, load, zero_of
from bough.arithmetic.spatial import load3, load6
from bough.arithmetic.tally import CALL, NOTHING, PRODUCT, QUOTIENT, SUM, TERM, Operations, Tally
from bough.compiled.tree import CompiledTree
from bough.formulations.reductions.bases import (
    WRENCH_ABOUT,
    halves,
    loop_ends,
    loops_completed,
    projected,
    wrench_about,
)
from bough.mechanism.joints import KINDS
from bough.passes.arrays import Tree
from bough.passes.loops import PART
from bough.solvers.sparse import BOUND, Bounds, Pattern, clear, enter

# rows and columns of C = [[E, -ρ̃], [0, E]], in the order of ``enter_shift``
_SHIFT = np.array(((0, 1, 2, 3, 4, 5, 0, 0, 1, 1, 2, 2), (0, 1, 2, 3, 4, 5, 4, 5, 3, 5, 3, 4)))


@kernel
def enter_row(tree, work, at, row):
    for k in range(6):
        enter(tree, work, at + k, row[k])
    return at + 6


@kernel
def enter_inertia(tree, work, i, at, zero):
    """Entries of M of body i, row by row: [[m E, -h̃], [h̃, J]]."""
    m, h, j = zero + tree.inertia[i, 0], load3(work.inertia, i, 0), load6(work.inertia, i, 3)
    at = enter_row(tree, work, at, (m, zero, zero, zero, h[2], -h[1]))
    at = enter_row(tree, work, at, (zero, m, zero, -h[2], zero, h[0]))
    at = enter_row(tree, work, at, (zero, zero, m, h[1], -h[0], zero))
    at = enter_row(tree, work, at, (zero, -h[2], h[1], j[0], j[1], j[2]))
    at = enter_row(tree, work, at, (h[2], zero, -h[0], j[1], j[3], j[4]))
    return enter_row(tree, work, at, (-h[1], h[0], zero, j[2], j[4], j[5]))


@kernel
def enter_shift(tree, work, rho, at, one):
    """Entries of C."""
    for k in range(6):
        enter(tree, work, at + k, one)
    enter(tree, work, at + 6, rho[2])
    enter(tree, work, at + 7, -rho[1])
    enter(tree, work, at + 8, -rho[2])
    enter(tree, work, at + 9, rho[0])
    enter(tree, work, at + 10, rho[1])
    enter(tree, work, at + 11, -rho[0])
    return at + 12


@kernel
def enter_body(tree, work, i, given, at, zero, one):
    """Entries of body i and its joint; returns the number of the next one."""
    at = enter_inertia(tree, work, i, at, zero)
    for k in range(6):
        enter(tree, work, at + k, -one)
        enter(tree, work, at + 6 + k, -one)
        enter(tree, work, at + 12 + k, -load(work.force, i, k))
    at += 18
    if tree.parent[i] >= 0:
        rho = load3(work.offset, i, 0)
        at = enter_shift(tree, work, rho, at, one)
        at = enter_shift(tree, work, rho, at, one)
    for j in range(tree.dof[i + 1] - tree.dof[i]):
        d = tree.dof[i] + j
        first, last = 3 if tree.sparse_half[d] == 2 else 0, 3 if tree.sparse_half[d] == 1 else 6
        for k in range(first, last):
            x = load(work.columns, d, k)
            enter(tree, work, at, x)
            enter(tree, work, at + 1, x)
            at += 2
        enter(tree, work, at, projected(tree, i, j, work, given))
        enter(tree, work, at + 1, zero + tree.armature[d, 0] if tree.rotors else zero)
        at += 2
    return at


@kernel
def enter_end(tree, work, i, c, point, part, sign, at):
    """Entries of constraint c of a loop at its body i; ``part``: 0 if they are to vanish."""
    if i < 0:
        return at
    force, moment = wrench_about(i, c, point, work)
    for k in range(3):
        x, y = part * force[k], part * moment[k]
        enter(tree, work, at + k, x if sign > 0 else -x)
        enter(tree, work, at + 3 + k, y if sign > 0 else -y)
        enter(tree, work, at + 6 + k, -x if sign > 0 else x)
        enter(tree, work, at + 9 + k, -y if sign > 0 else y)
    return at + 12


@kernel
def enter_system(tree, work, given, what):
    """The entries, in the order of ``pattern``, from placed bodies, f in work.force and surveyed loops.

    ``given``: t; ``what`` of the gaps has to vanish: their accelerations, or their rates.
    """
    zero = zero_of(load(work.offset, 0, 0))
    one, at = zero + 1.0, 0
    clear(tree, work, zero)
    for i in range(tree.bodies):
        at = enter_body(tree, work, i, given, at, zero, one)
    enter_loops(tree, work, what, at, zero)


@kernel
def enter_loops(tree, work, what, at, zero):
    """Entries of all loops, in the order of ``loop_places``."""
    for k in range(tree.loops):
        point = load3(work.point, k, 0)
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            part = load(work.gap, c, PART)
            at = enter_end(tree, work, tree.parent[tree.bodies + 1 + k], c, point, part, -1, at)
            at = enter_end(tree, work, tree.loop_body[k], c, point, part, 1, at)
            enter(tree, work, at, -load(work.gap, c, what))
            enter(tree, work, at + 1, zero)
            at += 2


def loop_places(tree: Tree, first: int, known: int) -> list[np.ndarray]:
    """Rows and columns of the entries of loops, whose unknowns start at ``first``; ``known``: the right-hand side."""
    found, six = [], np.arange(6)
    for k, ends in enumerate(loop_ends(tree).tolist() if tree.loops else ()):
        for c in range(first + tree.loop_at[k], first + tree.loop_at[k + 1]):
            for i in ends:
                if i >= 0:
                    row = np.stack((np.full(6, c), 6 * i + six))
                    found += [row, row[::-1]]
            found.append(np.array(((c, c), (known, c))))
    return found


def pattern(tree: Tree) -> Pattern:
    """The pattern of the system.

    Unknowns: Δ, Y, x, λ. Rows: those of M, of S, of Aᵀ, of loops.
    """
    bodies, dofs, parent, dof = tree.bodies, tree.dofs, tree.parent.tolist(), tree.dof.tolist()
    joint, rate, loop = 6 * bodies, 12 * bodies, 12 * bodies + dofs
    known, six, half = loop + tree.loop_constraints * bool(tree.loops), np.arange(6), halves(tree).tolist()
    own = np.stack((np.repeat(six, 6), np.tile(six, 6)))
    entries = [np.empty((2, 0), np.int64)]

    def put(row, column):
        entries.append(np.stack(np.broadcast_arrays(row, column)))

    for i in range(bodies):
        entries.append(6 * i + own)
        put(6 * i + six, joint + 6 * i + six)
        put(joint + 6 * i + six, 6 * i + six)
        put(6 * i + six, known)
        if parent[i] >= 0:
            put(joint + 6 * i + _SHIFT[0], 6 * parent[i] + _SHIFT[1])
            put(6 * parent[i] + _SHIFT[1], joint + 6 * i + _SHIFT[0])
        for d in range(dof[i], dof[i + 1]):
            places, column = joint + 6 * i + six[3 * (half[d] == 2) : 6 - 3 * (half[d] == 1)], np.array((rate + d,))
            both = np.stack((places, np.repeat(column, len(places))))
            entries.append(np.stack((both, both[::-1]), axis=2).reshape(2, -1))
            put(rate + d, np.array((known, rate + d)))
    entries += loop_places(tree, loop, known)
    rows, columns = np.concatenate(entries, axis=1)
    completed = loops_completed(tree)
    pivots, signs, sizes, constraints = [np.empty((2, 0), np.int64)], [], [], []
    for i in range(bodies - 1, -1, -1):
        n = dof[i + 1] - dof[i]
        pivots.append(np.stack((joint + 6 * i + six, 6 * i + six)))
        pivots.append(np.stack((6 * i + six, joint + 6 * i + six)))
        pivots.append(np.tile(np.arange(rate + dof[i], rate + dof[i + 1]), (2, 1)))
        closing = [c for k in completed[i] for c in range(tree.loop_at[k], tree.loop_at[k + 1])]
        pivots.append(np.tile(np.array(closing, np.int64) + loop, (2, 1)))
        signs += [-1] * 12 + [0] * (n + len(closing))
        sizes += [-1] * 12 + list(range(dof[i], dof[i + 1])) + [-1] * len(closing)
        constraints += [-1] * (12 + n) + closing
    # the pivot of x is aᵀM*a: a among the entries of S, M* where M was; by halves
    carrier = np.repeat(np.arange(bodies), np.diff(tree.dof[: bodies + 1])).tolist()
    parts = [(d, i, k) for d, i in enumerate(carrier) for k in (six[:3], six[3:])[half[d] == 2 : 2 - (half[d] == 1)]]
    bounds = Bounds(
        np.array([d for d, _, _ in parts], np.int64),
        np.array([[*(joint + 6 * i + k), *(6 * i + k)] for _, i, k in parts], np.int64).reshape(-1, 6),
        np.array([[rate + d] * 3 + [*(6 * i + k)] for d, i, k in parts], np.int64).reshape(-1, 6),
    )
    pivot_rows, pivot_columns = np.concatenate(pivots, axis=1)
    steps = np.array((signs, sizes, constraints), np.int64)
    return Pattern(rows, columns, pivot_rows, pivot_columns, steps[0], steps[1], steps[2], bounds)


def loops_operations(tree: Tree) -> Tally:
    """Price of ``enter_loops``: a call for every entry."""
    if not tree.loops:
        return NOTHING
    ends = int((loop_ends(tree) >= 0).sum(axis=1) @ np.diff(tree.loop_at))
    return ends * (12 * CALL + WRENCH_ABOUT + 6 * PRODUCT) + (2 * tree.loop_constraints) * CALL


def entered_operations(tree: CompiledTree) -> Tally:
    """Price of ``enter_system``: a call for every entry."""
    census = tree.census
    entries = 54 * census.bodies + 24 * census.children + 2 * (int(_half_counts(tree).sum()) + census.dofs)
    entered = (1 + census.bodies) * SUM
    if census.rotors:
        entered += census.dofs * SUM
    return entries * CALL + entered + loops_operations(tree.arrays)


def elimination(tree: CompiledTree) -> Operations:
    """Price of the elimination without loops, and of the substitution, by joints."""
    total, kinds, hanging = Operations(), tree.kinds, tree.topology.parent >= 0
    for kind, hangs in sorted(set(zip(kinds.tolist(), hanging.tolist(), strict=True))):
        some = np.flatnonzero((kinds == kind) & (hanging == hangs))
        one = _body(KINDS[kind].columns, bool(hangs))
        total += Operations(**{name: len(some) * tally for name, tally in one.items()})
    return total + Operations(substitution=SUM)


def _half_counts(tree: CompiledTree) -> np.ndarray:
    """The entries of A of each body."""
    return np.array([3 * len(kind.columns) + 3 * kind.columns.count("s") for kind in KINDS])[tree.kinds]


def _body(columns: str, hangs: bool) -> dict[str, Tally]:
    """Price of a body with a joint of these columns, on another body or on the ground."""
    n, own = len(columns), 3 * len(columns) + 3 * columns.count("s")
    shift, above = (12, 6) if hangs else (0, 0)
    rows = [any(letter in "s" + half for letter in columns) for half in "lllaaa"]
    tail = n + above + 1
    # rows of S from those of M, rows of M from those of Aᵀ and of the parent's M, then those of Aᵀ
    last = sum(j + above for j in range(n))
    pairs = 6 * (6 if hangs else sum(rows)) + (own + shift) + last
    updates = 6 * (own + shift) + (own + shift) * tail + sum((j + above) * (j + above + 1) for j in range(n))
    halves_there = sum(2 if letter == "s" else 1 for letter in columns)
    packed = pairs * CALL + updates * TERM + last * PRODUCT + n * QUOTIENT + halves_there * BOUND
    terms = own + shift + 6 * tail + last + n
    return {"packed": packed, "substitution": (12 + n) * CALL + terms * TERM + n * PRODUCT}
