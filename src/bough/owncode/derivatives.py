"""Derivatives of inverse and forward dynamics as programs of a mechanism's own code.

Rigid bodies by ``variations.py``; forces of the mechanism by differentiating their graph, with the motion of the bodies
that they act on as what is known. Forward dynamics follow from M u̇ + b(q, u) = τ: with ID the inverse dynamics,

    ∂u̇/∂x = -M⁻¹ ∂ID/∂x  at the u̇ of the state,    ∂u̇/∂τ = M⁻¹,

by the factors of M = U D Uᵀ, which do not fill in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.scalar import SINGULAR, get, is_above, is_finite, is_small
from bough.arithmetic.spatial import add, add_cross, cross, dot, load3
from bough.compiled.entries import Entry
from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.mechanism.following import time_of
from bough.mechanism.forces.base import ON_BODIES
from bough.owncode.columns import ColumnProgram, in_groups
from bough.owncode.tracing import Program, traced, tracing
from bough.owncode.variations import NONE, Bodies, Mass, Pair, minus, pair_of, plus, power, wrench_to
from bough.passes.arrays import Tree, Work
from bough.passes.motion import put_rates_of_joint, travel
from bough.passes.sweep import apply_wrenches, clear_forces, quaternions_are_unit, remember
from bough.passes.switches import body_force_of_kind, joint_force_of_kind

Entries = dict[tuple[int, int], Any]  # of a matrix, by DoFs in tree order; others vanish
Check = Callable[[Tree, Work], bool]
Placed = Callable[[Tree, np.ndarray], Tree]
STEEPEST = 1e100  # a force that changes more than that has no slope, such as that of a spring of no length
MOST_WRITTEN_OUT = 10  # DoFs up to which solutions are part of the graph


class InverseDynamics:
    """τ(q, u, u̇) with its derivatives, in traced numbers."""

    def __init__(self, graph: Graph, tree: Tree, work: Work, q: np.ndarray, u: np.ndarray, loads: np.ndarray):
        self.graph, self.tree, self.work, self.q, self.u = graph, tree, work, q, u
        self.bodies = Bodies(graph, tree, work, q, u)
        self.drives: dict[int, Any] = defaultdict(float)  # of the mechanism's own forces, by DoF
        # derivatives of wrenches that bodies do not carry along, by DoF and row: with q and with u
        self._strange: tuple[dict[int, dict[int, Pair]], ...] = defaultdict(dict), defaultdict(dict)
        self.by_q: Entries = {}
        self.by_u: Entries = {}
        self.mass: Entries = {}
        self.is_fine = True  # (what forces ask of their derivatives is noted in the graph)
        self._apply(loads)
        self._drive()

    # --- forces -----------------------------------------------------------------------------------------------------------

    def _apply(self, loads: np.ndarray) -> None:
        """Add external wrenches, which move with their bodies, and forces on bodies."""
        tree, work, bodies = self.tree, self.work, self.bodies
        if loads.size:
            clear_forces(tree, work)
            apply_wrenches(tree, loads, work)
            for i, wrench in self._pushes().items():
                bodies.force[i] = plus(bodies.force[i], wrench_to(bodies.at[i], wrench))
        if not tree.body_forces:
            return
        remember(tree, self.q, self.u, 0, work)
        for i in range(tree.bodies):
            travel(tree, i, work.given, tree.coordinates, work)
        known = self._known()
        t = time_of(tree, self.q)
        for k in range(tree.forces):
            if tree.force_kind[k] >= ON_BODIES:
                clear_forces(tree, work)
                body_force_of_kind(tree.force_kind[k], tree, tree.force_at[k], tree.force_place_at[k], t, work)
                pushes = self._pushes()
                self._vary(pushes, known)
                for i, wrench in pushes.items():
                    bodies.force[i] = plus(bodies.force[i], wrench_to(bodies.at[i], wrench))

    def _pushes(self) -> dict[int, Pair]:
        """What is in work.force, by row."""
        found = {i: (load3(self.work.force, i, 0), load3(self.work.force, i, 3)) for i in range(self.tree.bodies)}
        return {i: f for i, f in found.items() if any(self.graph.number(x).constant != 0.0 for part in f for x in part)}

    def _known(self) -> list[tuple[int, int, dict[int, Traced], dict[int, Traced]]]:
        """(row, DoF, changes of rotations and motions with its coordinate, with its velocity): numbers by place."""
        return [(i, d, *self._moved_by(i, d)) for i in range(self.tree.bodies) for d in self.bodies.dofs(i)]

    def _moved_by(self, i: int, d: int) -> tuple[dict[int, Traced], dict[int, Traced]]:
        bodies, work, tree = self.bodies, self.work, self.tree
        along, axis = bodies.columns[d]
        first = bodies.seen_first(i, d)
        with_q: dict[int, Traced] = {}
        with_u: dict[int, Traced] = {}

        def know(known: dict[int, Traced], array: np.ndarray, j: int, at: int, change: Any) -> None:
            for k, x in enumerate(change):
                if (value := self.graph.number(array[j, at + k])).constant is None:
                    known[value.place] = self.graph.number(x)

        beyond: set[int] = set()
        for j in range(tree.bodies):
            if j == i or tree.parent[j] in beyond:
                beyond.add(j)
                r, (v, omega) = bodies.at[j], bodies.velocity[j]
                shift = add_cross(along, axis, r)
                for k in range(3):
                    column = tuple(work.rotation[j, k + 3 * m] for m in range(3))
                    turn = cross(axis, column)
                    for m in range(3):
                        know(with_q, work.rotation, j, k + 3 * m, turn[m : m + 1])
                turn = add(cross(axis, omega), first[1])
                speed = add(add_cross(cross(axis, v), along, omega), first[0])
                speed = add_cross(add_cross(speed, turn, r), omega, shift)
                know(with_q, work.travel, j, 0, shift)
                know(with_q, work.travel, j, 3, speed)
                know(with_q, work.travel, j, 6, turn)
                know(with_u, work.travel, j, 3, shift)
                know(with_u, work.travel, j, 6, axis)
        return with_q, with_u

    def _vary(
        self, pushes: dict[int, Pair], known: Sequence[tuple[int, int, dict[int, Traced], dict[int, Traced]]]
    ) -> None:
        """Keep how wrenches about origins of bodies change, beyond moving with them."""
        graph, bodies, tree = self.graph, self.bodies, self.tree
        values = [graph.number(x) for pair in pushes.values() for part in pair for x in part]
        for i, d, with_q, with_u in known:
            inputs = bodies.rates(i, d)
            velocity = {tree.coordinates + tree.dof_user[d]: graph.number(1.0)}
            changes = graph.derivatives(values, inputs, with_q), graph.derivatives(values, velocity, with_u)
            for k, (j, (force, moment)) in enumerate(pushes.items()):
                for which, change in enumerate(changes):
                    wrench = pair_of(change[6 * k : 6 * k + 6])
                    is_carried = which == 0 and i in bodies.path(j)
                    if is_carried:
                        axis = bodies.columns[d][1]
                        wrench = minus(wrench, (cross(axis, force), cross(axis, moment)))
                    if any(x.constant != 0.0 for part in wrench for x in part):
                        self.is_fine = all(is_small(x, STEEPEST) for part in wrench for x in part) and self.is_fine
                        of_dof = self._strange[which][d]
                        of_dof[j] = plus(of_dof.get(j, NONE), wrench_to(bodies.at[j], wrench))

    def _drive(self) -> None:
        """Forces of joints: they need no wrenches."""
        tree, graph, bodies = self.tree, self.graph, self.bodies
        t = time_of(tree, self.q)
        for k in range(tree.forces):
            if tree.force_kind[k] >= ON_BODIES:
                continue
            where = tree.force_place_at[k]
            i, d, at, x_at = (int(tree.force_places[where + m]) for m in range(4))
            x, v = get(self.q, x_at), get(self.u, at)
            tau, _ = joint_force_of_kind(tree.force_kind[k], tree, tree.force_at[k], where, t, x, v)
            tau = graph.number(tau)
            self.drives[d] = self.drives[d] + tau
            for other in bodies.dofs(i):
                for entries, rates in (
                    (self.by_q, bodies.rates(i, other)),
                    (self.by_u, {tree.coordinates + tree.dof_user[other]: 1.0}),
                ):
                    (change,) = graph.derivatives([tau], rates)
                    self.is_fine = is_small(change, STEEPEST) and self.is_fine
                    entries[d, other] = entries.get((d, other), 0.0) - change

    # --- forces of a motion -------------------------------------------------------------------------------------------------

    def forces(self) -> list[Any]:
        """τ by DoF."""
        summed, bodies = self.bodies.summed(), self.bodies
        found: list[Any] = [0.0] * self.tree.dofs
        for i in range(self.tree.bodies):
            for d in bodies.dofs(i):
                found[d] = power(summed[i], bodies.columns[d]) - self.drives[d]
        return found

    def gather(self) -> None:
        """The mass matrix, lower triangle, from composite bodies."""
        bodies, tree = self.bodies, self.tree
        for i in range(tree.bodies):
            for d in bodies.dofs(i):
                wrench = bodies.composites[i].moved(bodies.columns[d])
                for k in (*range(d, tree.dof[i] - 1, -1), *bodies.before(i)):
                    self.mass[d, k] = power(wrench, bodies.columns[k])
                self._bound(i, d)
                if tree.rotors:
                    self.mass[d, d] = self.mass[d, d] + tree.armature[d, 0]

    def _bound(self, i: int, d: int) -> None:
        """Store an upper bound of a diagonal entry, which pivots are compared with."""
        mass, r, (along, axis) = self.bodies.composites[i], self.bodies.at[i], self.bodies.columns[d]
        along = add_cross(along, axis, r)
        trace = mass.tensor[0] + mass.tensor[3] + mass.tensor[5] - 4.0 * dot(r, mass.h) + 2.0 * mass.m * dot(r, r)
        size = dot(axis, axis) * trace + dot(along, along) * mass.m
        self.work.diagonal[d, 0] = size + self.tree.armature[d, 0] if self.tree.rotors else size

    def differentiate(self, u_dot: np.ndarray) -> None:
        """Fill ``by_q`` and ``by_u``; the bodies are accelerated by u̇."""
        bodies, tree = self.bodies, self.tree
        summed = bodies.summed()
        seen: dict[int, tuple[Pair, Pair, Pair]] = {}
        for i in range(tree.bodies):
            mass, before = bodies.composites[i], bodies.before(i)
            for d in bodies.dofs(i):
                seen[d] = bodies.seen(i, d, u_dot)
            for d in bodies.dofs(i):
                self._fill_row(i, d, [*bodies.dofs(i), *before], seen, mass)
                self._fill_column(d, before, seen[d], mass, summed[i])
                for k in bodies.dofs(i):
                    if (k, d) in bodies.bends:
                        self._add(self.by_q, d, k, power(summed[i], bodies.bends[k, d]))
        self._add_strange()

    def _add(self, entries: Entries, row: int, column: int, x: Any) -> None:
        entries[row, column] = entries.get((row, column), 0.0) + x

    def _fill_row(self, i: int, d: int, others: list[int], seen: Any, mass: Mass) -> None:
        """τ_d, as DoFs of its own joint and before it change."""
        columns = self.bodies.columns
        wrench, mixing = mass.moved(columns[d]), mass.mixing(columns[d])
        for k in others:
            first, second, both = seen[k]
            self._add(self.by_q, d, k, power(wrench, second) + dot(mixing, first[1]))
            self._add(self.by_u, d, k, power(wrench, both) + dot(mixing, columns[k][1]))

    def _fill_column(self, d: int, before: list[int], seen: tuple[Pair, Pair, Pair], mass: Mass, force: Pair) -> None:
        """The forces of DoFs before d, as d changes."""
        columns, (first, second, both) = self.bodies.columns, seen
        s = columns[d]
        carried = cross(s[1], force[0]), add_cross(cross(s[1], force[1]), s[0], force[0])
        with_q = plus(carried, plus(mass.moved(second), mass.mixed(first[1])))
        with_u = plus(mass.moved(both), mass.mixed(s[1]))
        for k in before:
            self._add(self.by_q, k, d, power(with_q, columns[k]))
            self._add(self.by_u, k, d, power(with_u, columns[k]))

    def _add_strange(self) -> None:
        bodies = self.bodies
        for entries, of_dofs in zip((self.by_q, self.by_u), self._strange, strict=True):
            for d, wrenches in of_dofs.items():
                sums: dict[int, Pair] = {}
                for i, wrench in wrenches.items():
                    for j in bodies.path(i):
                        sums[j] = plus(sums.get(j, NONE), wrench)
                for j, wrench in sums.items():
                    for k in bodies.dofs(j):
                        self._add(entries, k, d, power(wrench, bodies.columns[k]))


# --- programs -------------------------------------------------------------------------------------------------------------


def sizes_of(entry: Entry) -> tuple[int, int, int]:
    """Of q, u and a third argument like u."""
    return entry.tree.coordinates, entry.tree.dofs, entry.tree.dofs


def inverse_program(entry: Entry, wrenches: bool, others: int = 0, placed: Placed | None = None) -> Program:
    """Rows of n numbers: τ, then ∂τ/∂q, ∂τ/∂u and M, from q, u and u̇; ``others``, ``placed``: as for ``traced``."""
    with tracing(entry, sizes_of(entry), wrenches, others, placed) as (graph, tree, work, (q, u, u_dot, loads)):
        found = InverseDynamics(graph, tree, work, q, u, loads)
        fine = quaternions_are_unit(tree, q) and found.is_fine
        found.bodies.accelerate(u_dot)
        found.gather()
        found.differentiate(u_dot)
        tau = found.forces()
        for d in range(tree.dofs):
            if tree.rotors:
                tau[d] = tau[d] + tree.armature[d, 0] * get(u_dot, tree.dof_user[d])
        fine = all(is_finite(graph.number(x)) for x in tau) and fine
        outputs = _in_rows(tree, tau, found.by_q, found.by_u, _symmetric(found.mass))
        return _program(graph, (*sizes_of(entry), loads.size, *([others] if placed else [])), outputs, fine)


def forward_program(
    entry: Entry, wrenches: bool, check: Check, others: int = 0, placed: Placed | None = None, by_tau: bool = True
) -> Program | ColumnProgram:
    """Rows of n numbers: u̇, then ∂u̇/∂q, ∂u̇/∂u and, if asked for, ∂u̇/∂τ, from q, u and τ."""
    sizes: tuple[int, ...] = sizes_of(entry)
    with tracing(entry, sizes, wrenches, others, placed) as (graph, tree, work, (q, u, tau, loads)):
        found = InverseDynamics(graph, tree, work, q, u, loads)
        fine = quaternions_are_unit(tree, q) and found.is_fine
        bias = found.forces()
        found.gather()
        factors = Factors(tree, found.mass)
        fine = factors.are_regular(work) and check(tree, work) and fine
        solution = factors.solved({d: get(tau, tree.dof_user[d]) - bias[d] for d in range(tree.dofs)})
        u_dot = np.empty(tree.dofs, object)
        for d in range(tree.dofs):
            u_dot[tree.dof_user[d]] = solution[d]
        found.bodies.accelerate(u_dot)
        found.differentiate(u_dot)
        vector = [solution[d] for d in range(tree.dofs)]
        fine = all(is_finite(graph.number(x)) for x in vector) and fine
        sizes = (*sizes, loads.size, *([others] if placed else []))
        if tree.dofs > MOST_WRITTEN_OUT:
            return _in_columns(graph, tree, sizes, u_dot, factors, found, fine, by_tau)
        by_q, by_u = (factors.solved_columns(negative(entries)) for entries in (found.by_q, found.by_u))
        inverse = [factors.inverse()] if by_tau else []
        return _program(graph, sizes, _in_rows(tree, vector, by_q, by_u, *inverse), fine)


def _in_columns(
    graph: Graph,
    tree: Tree,
    sizes: tuple[int, ...],
    u_dot: np.ndarray,
    factors: Factors,
    found: InverseDynamics,
    fine: bool,
    by_tau: bool,
) -> ColumnProgram:
    """What is left to solve, with the factors."""
    unit = {(d, d): 1.0 for d in range(tree.dofs)}
    matrices = [negative(found.by_q), negative(found.by_u), *([unit] if by_tau else [])]
    columns, numbers = in_groups(list(tree.dof_parent), list(tree.dof_user), matrices)
    rows = [
        x for k in range(tree.dofs) for x in (factors.inverse_pivots[k], *(factors.u[k, j] for j in factors.path(k)))
    ]
    program = _program(graph, sizes, [*u_dot, *rows], fine)
    return ColumnProgram(program, columns, [[graph.number(x) for x in group] for group in numbers])


def negative(entries: Entries) -> Entries:
    """The entries that do not vanish, with the other sign."""
    return {place: -x for place, x in entries.items() if not (x.__class__ is Traced and x.constant == 0.0)}


def differentiated(
    entry: Entry, wrenches: bool, others: int = 0, placed: Placed | None = None, by_tau: bool = True
) -> Program:
    """The same rows by differentiating what a form's core does, direction by direction: the way for closed loops."""
    shape = (entry.tree.dofs,)
    program = traced(entry, sizes_of(entry), shape, wrenches=wrenches, others=others, placed=placed)
    graph, tree = program.graph, entry.tree
    n, first = tree.dofs, tree.coordinates
    q = np.array([graph.input(k) for k in range(first)], object)
    by_q = []
    for d in range(n):
        unit, q_dot = np.zeros(n, object), np.zeros(first, object)
        unit[d] = 1.0
        for i in range(tree.bodies):
            put_rates_of_joint(tree, i, q, unit, 0, q_dot)
        by_q.append(graph.derivatives(program.outputs, dict(enumerate(q_dot))))
    places = (first, first + n) if by_tau else (first,)
    others_by = [[graph.derivatives(program.outputs, {at + d: 1.0}) for d in range(n)] for at in places]
    rows = [x for columns in (by_q, *others_by) for row in zip(*columns, strict=True) for x in row]
    return program._replace(outputs=[*program.outputs, *rows])


def _symmetric(entries: Entries) -> Entries:
    return entries | {(k, d): x for (d, k), x in entries.items()}


def _in_rows(tree: Tree, vector: Sequence[Any], *matrices: Entries) -> list[Any]:
    """A vector and matrices in the user's order, row by row."""
    n, at = tree.dofs, tree.dof_user
    found = np.zeros((1 + n * len(matrices), n), object)
    for d in range(n):
        found[0, at[d]] = vector[d]
    for k, matrix in enumerate(matrices):
        for (row, column), x in matrix.items():
            found[1 + n * k + at[row], at[column]] = x
    return list(found.ravel())


def _program(graph: Graph, sizes: tuple[int, ...], outputs: list[Any], fine: bool) -> Program:
    numbers = [graph.number(x) for x in outputs]
    if not fine:
        raise ArithmeticError
    return Program(graph, sizes, numbers, list(graph.checks))


class Factors:
    """M = U D Uᵀ, eliminated from the last DoF to the first."""

    def __init__(self, tree: Tree, mass: Entries):
        self.n, self.before = tree.dofs, tree.dof_parent
        u = dict(mass)
        self.inverse_pivots: list[Any] = [0.0] * self.n
        for k in range(self.n - 1, -1, -1):
            self.inverse_pivots[k] = 1.0 / u[k, k]
            path = list(self.path(k))
            for place, j in enumerate(path):
                t = u[k, j] * self.inverse_pivots[k]
                for m in path[place:]:
                    u[j, m] = u[j, m] - u[k, m] * t
                u[k, j] = t
        self.u = u

    def path(self, k: int) -> Any:
        """The ancestors of a DoF, the nearest first."""
        k = self.before[k]
        while k >= 0:
            yield k
            k = self.before[k]

    def are_regular(self, work: Work) -> bool:
        """Whether every pivot is more than rounding beside the bound of its diagonal entry."""
        return all(is_above(self.u[k, k], SINGULAR, work.diagonal[k, 0]) for k in range(self.n))

    def solved(self, given: dict[int, Any]) -> dict[int, Any]:
        """M⁻¹ x; entries that are not given vanish."""
        x = dict(given)
        for k in range(self.n - 1, -1, -1):
            if k in x:
                for j in self.path(k):
                    x[j] = x.get(j, 0.0) - self.u[k, j] * x[k]
        x = {k: value * self.inverse_pivots[k] for k, value in x.items()}
        for k in range(self.n):
            # the nearest ancestor comes last, because it is known last
            for j in reversed(list(self.path(k))):
                if j in x:
                    x[k] = x.get(k, 0.0) - self.u[k, j] * x[j]
        return x

    def solved_columns(self, entries: Entries) -> Entries:
        columns: dict[int, dict[int, Any]] = defaultdict(dict)
        for (row, column), x in entries.items():
            columns[column][row] = x
        return {(row, k): x for k, column in columns.items() for row, x in self.solved(column).items()}

    def inverse(self) -> Entries:
        """M⁻¹: column by column, from its diagonal entry down; what is above is known by symmetry."""
        found: Entries = {}
        for k in range(self.n):
            for row in range(k, self.n):
                x = self.inverse_pivots[k] if row == k else 0.0
                for j in reversed(list(self.path(row))):
                    if (j, k) in found:
                        x = x - self.u[row, j] * found[j, k]
                if row == k or x.__class__ is not float:
                    found[row, k] = found[k, row] = x
        return found
