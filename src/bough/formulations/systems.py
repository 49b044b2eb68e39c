"""Forms that leave a linear system.

``PackedSystem``
    ``assemble`` leaves a matrix in packed rows and a right-hand side, ``deliver`` turns the solution into results. With
    any solver of packed rows they compose to one kernel.
``SparseSystem``
    ``assemble`` enters the numbers of a general sparse system, whose elimination is planned once for a mechanism, and
    ``deliver`` turns the unknowns into results; a library may solve it instead.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.arithmetic.scalar import get, is_above, is_finite, kernel, load, put, store
from bough.arithmetic.tally import CALL, NOTHING, Operations
from bough.compiled.entries import FAILED, FINE, NO_WRENCHES, Entry, Evaluation, SerialEntry
from bough.compiled.tree import CompiledTree
from bough.formulations.formulation import (
    CANONICAL_RATES,
    LOOPS,
    Formulation,
    memory_reason,
    no_objection,
    plain_arrays,
)
from bough.passes import loop_prices
from bough.passes.arrays import Tree
from bough.passes.closing import close_loops, close_velocities
from bough.solvers import sparse, sparse_lu
from bough.solvers.solver import Solver
from bough.solvers.sparse import Elimination, Pattern
from bough.solvers.sparse_lu import SparsePattern

Kernel = Callable[..., Any]
# matrices of more numbers are not planned only to know what they cost; how many plans are kept for other mechanisms
PLANNED, REMEMBERED = 2_000_000, 32
_plans: dict[bytes, Elimination] = {}


def nothing_besides(tree: CompiledTree) -> int:
    """No numbers besides the matrix."""
    return 0


@dataclass(frozen=True, kw_only=True)
class PackedMatrix:
    """A matrix in packed rows: where its tables are, and how large it is."""

    tables: Callable[..., tuple]  # kernel (tree) -> (first, before, level, cousin, n), as solvers take them
    lengths: Callable[[CompiledTree], np.ndarray]  # of its rows
    joined: Callable[
        [CompiledTree], np.ndarray
    ]  # for each row except the first, whether the one before it is its next ancestor and ends with it
    unpack: Callable[..., bool] | None = (
        None  # kernel (tree, work, out): the full matrix, the right-hand side, the sizes of pivots
    )

    def size(self, tree: CompiledTree) -> tuple[int, int]:
        """(unknowns, entries)."""
        lengths = self.lengths(tree)
        return len(lengths), int(lengths.sum())


@dataclass(frozen=True, kw_only=True)
class PackedSystem(Formulation):
    """A form that leaves a linear system in packed rows.

    ``assemble(tree, work, q, b, c, wrenches)`` and ``deliver(tree, work, q, c, wrenches, out)``, where b is u or p, and
    c is τ: kernels that return whether they succeeded.
    """

    matrix: PackedMatrix
    assemble: Callable[..., bool]
    deliver: Callable[..., bool]
    memory: Callable[[CompiledTree], dict[str, int]]
    price: Callable[[CompiledTree], Operations]  # without the solver
    arrays: Callable[[CompiledTree], Tree] = plain_arrays
    objection: Callable[[CompiledTree], str | None] = no_objection
    numbers: Callable[[CompiledTree], int] = nothing_besides  # numbers kept besides the matrix, if many
    # the same form on mechanisms with loops, if these do not leave packed rows; solvers that leave factors stand for its
    with_loops: SparseSystem | None = None

    def __post_init__(self):
        for solver in self.methods:
            self._composed(solver)

    def _method(self, name: str | None) -> Solver:
        method = self.solver(name)
        assert method is not None
        return method

    def _objection(self, tree, solver):
        if tree.loops and solver.is_unit is None:
            able = [each.name for each in self.methods if each.is_unit is not None]
            return f"the solver '{solver.name}' does not support {LOOPS}; use {' or '.join(able)}"
        return self.objection(tree) or memory_reason(solver.numbers(*self.matrix.size(tree)) + self.numbers(tree))

    def evaluation(self, tree, solver):
        if tree.loops and self.with_loops:
            return self.with_loops.evaluation(tree, None)
        method = self._method(solver)
        memory = self.memory(tree) | method.memory(*self.matrix.size(tree)) | tree.closing_memory()
        kind = SerialEntry if method.is_serial else Entry
        entry = kind(self.core(method), self.arrays(tree), memory)
        return FullEvaluation(entry, method) if method.solve_full else entry

    def operations(self, tree, solver, effort=None):
        method, lengths = self._method(solver), self.matrix.lengths(tree)
        if method.warm and effort:
            cousins = int((self.matrix.tables(self.arrays(tree))[3] >= 0).sum())
            return self.price(tree) + method.warm.price(lengths, self.matrix.joined(tree), cousins, effort)
        if method.price is None:
            return None
        if tree.loops and self.with_loops:
            return self.with_loops.operations(tree, None)
        found = self.price(tree) + method.price(lengths, self.matrix.joined(tree))
        return found + loop_prices.close_loops(tree.arrays, tree.census) if tree.loops else found

    @property
    def _module(self):
        return sys.modules[self.assemble.__module__]

    def core(self, solver: Solver) -> Callable[..., bool]:
        """Assemble, solve, close loops if there are any, deliver: one kernel."""
        return getattr(self._module, _name(solver))

    def _composed(self, solver: Solver) -> None:
        """Make the core for a solver, named in the form's module: the cache finds it by that name in every process."""
        parts = self.assemble, self.matrix.tables, solver.solve_packed, self.deliver
        if solver.solve_full:
            core = unpacked(self.assemble, self.matrix.unpack)
        elif LOOPS in self.serves and solver.is_unit is not None and not self.with_loops:
            core = closed(*parts, solver.is_unit, close_velocities if self.gives == CANONICAL_RATES else close_loops)
        else:
            core = solved(*parts)
        core.__name__ = core.__qualname__ = _name(solver)
        core.__module__ = self._module.__name__
        setattr(self._module, core.__name__, kernel(core))


def solved(assemble: Kernel, tables: Kernel, solve_packed: Any, deliver: Kernel) -> Kernel:
    """The core of a form and a solver of packed rows."""

    def core(tree, work, q, b, c, wrenches, out):
        fine = assemble(tree, work, q, b, c, wrenches)
        first, before, level, cousin, n = tables(tree)
        fine = solve_packed(first, before, level, cousin, n, work) and fine
        return deliver(tree, work, q, c, wrenches, out) and fine

    return core


def closed(
    assemble: Kernel, tables: Kernel, solve_packed: Any, deliver: Kernel, is_unit: bool, close: Kernel
) -> Kernel:
    """The same for mechanisms that may have loops."""

    def core(tree, work, q, b, c, wrenches, out):
        fine = assemble(tree, work, q, b, c, wrenches)
        first, before, level, cousin, n = tables(tree)
        fine = solve_packed(first, before, level, cousin, n, work) and fine
        if tree.loops > 0:
            fine = close(tree, q, b, work, is_unit) and fine
        return deliver(tree, work, q, c, wrenches, out) and fine

    return core


def unpacked(assemble: Kernel, unpack: Any) -> Kernel:
    """The full matrix that a form leaves, for a library's solver."""

    def core(tree, work, q, b, c, wrenches, out):
        fine = assemble(tree, work, q, b, c, wrenches)
        return unpack(tree, work, out) and fine

    return core


def _name(solver: Solver) -> str:
    return "system" if solver.solve_full else f"solved_by_{solver.name.replace('-', '_')}"


class FullEvaluation(Evaluation):
    """A kernel forms the system, a library solves the full matrix, state by state."""

    def __init__(self, system: Entry, solver: Solver):
        self.system, self.tree = system, system.tree
        assert solver.solve_full is not None
        self._solve, self._n = solver.solve_full, system.tree.dofs

    def single(self, q, u, tau, wrenches, out) -> int:
        table = np.empty((self._n, self._n + 2))
        if self.system.single(q, u, tau, wrenches, table) != FINE:
            return FAILED
        x = self._solve(table[:, :-2], table[:, -2], table[:, -1])
        if x is None:
            return FAILED
        out[:] = x
        return FINE

    def batch(self, q, u, tau, wrenches, out) -> int:
        return self.one_by_one(q, u, tau, wrenches, out)


@dataclass(frozen=True, kw_only=True)
class SparseSystem(Formulation):
    """A form that leaves a general sparse system.

    ``pattern(arrays)`` gives the pattern, its pivots in order, and tables of the form's own. ``assemble`` and
    ``deliver`` are as those of a ``PackedSystem``. SuperLU gets the entries as they are.
    """

    pattern: Callable[[Tree], tuple[Pattern, dict[str, np.ndarray]]]
    assemble: Callable[..., bool]
    deliver: Callable[..., bool]
    memory: Callable[[CompiledTree], dict[str, int]]
    price: Callable[[CompiledTree], Operations]  # of assemble
    delivery: Callable[[CompiledTree], Operations]  # of deliver
    arrays: Callable[[CompiledTree], Tree] = plain_arrays
    elimination: Callable[[CompiledTree], Operations] | None = None  # of a tree without loops; None: it has some
    objection: Callable[[CompiledTree], str | None] = no_objection
    numbers: Callable[[CompiledTree], int] = nothing_besides  # numbers that its matrix takes, if many
    is_balanced: bool = False  # whether SuperLU may scale rows and columns

    def __post_init__(self):
        self._name(planned(self.assemble, self.deliver), sparse.SOLVER)
        if sparse_lu.SOLVER in self.methods:
            self._name(listed(self.assemble, self.deliver), sparse_lu.SOLVER)

    def _name(self, core: Callable[..., bool], solver: Solver) -> None:
        """Name a core in the form's module: the cache finds it by that name in every process."""
        core.__name__ = core.__qualname__ = _name(solver)
        core.__module__ = self.assemble.__module__
        setattr(sys.modules[core.__module__], core.__name__, kernel(core))

    def _core(self, solver: Solver) -> Callable[..., bool]:
        return getattr(sys.modules[self.assemble.__module__], _name(solver))

    def _objection(self, tree, solver):
        if tree.loops and solver.name != sparse.SOLVER.name:
            return f"the solver '{solver.name}' does not support {LOOPS}; use {sparse.SOLVER.name}"
        return self.objection(tree) or memory_reason(self.numbers(tree))

    def plan(self, tree: CompiledTree) -> tuple[Elimination, Tree]:
        """The plan of the elimination, and the arrays with its tables; made once for a tree."""
        known = tree.arrays_of_forms
        if self.name not in known:
            pattern, tables = self.pattern(self.arrays(tree))
            plan = planned_for(pattern)
            known[self.name] = (
                plan,
                tree.arrays_with(tables | plan.tables, **plan.numbers, constraints=self.arrays(tree).constraints),
            )
        return known[self.name]

    def rows(self, tree: CompiledTree) -> dict[str, int]:
        """Rows of the work arrays for the elimination."""
        return self.memory(tree) | self.plan(tree)[0].memory()

    def evaluation(self, tree, solver):
        if solver in (None, sparse.SOLVER.name):
            return Entry(self._core(sparse.SOLVER), self.plan(tree)[1], self.rows(tree))
        return SparseEvaluation(self, tree, self._core(sparse_lu.SOLVER))

    def operations(self, tree, solver, effort=None):
        found = self.price(tree)
        if solver not in (None, sparse.SOLVER.name):
            return found + Operations(sparse=found.get("rows", NOTHING).calls * CALL)
        found += self.delivery(tree)
        if not tree.loops and self.elimination:
            return found + self.elimination(tree)
        return found + self.plan(tree)[0].operations if self.numbers(tree) < PLANNED else None


def planned_for(pattern: Pattern) -> Elimination:
    """The plan for a pattern; mechanisms of one structure share it."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (*pattern[:-1], *(pattern.bounds or ())):
        digest.update(repr((part.shape, pattern.bounds is None)).encode() + part.tobytes())
    key = digest.digest()
    plan = _plans.pop(key, None) or Elimination(pattern)
    _plans[key] = plan
    while len(_plans) > REMEMBERED:
        _plans.pop(next(iter(tuple(_plans))), None)  # (other threads may be doing the same)
    return plan


def planned(assemble: Kernel, deliver: Kernel) -> Kernel:
    """The core of a form whose sparse system is solved by a planned elimination."""

    def core(tree, work, q, u, tau, wrenches, out):
        fine = assemble(tree, work, q, u, tau, wrenches)
        fine = sparse.solve(tree, work) and fine
        return deliver(tree, work, q, tau, wrenches, out) and fine

    return core


def listed(assemble: Kernel, deliver: Kernel) -> Kernel:
    """The entries of a sparse system and sizes of pivots, for a library's solver; or results, from the unknowns.

    ``out``: entries, sizes, unknowns, whether these are known.
    """

    def core(tree, work, q, u, tau, wrenches, out):
        fine = assemble(tree, work, q, u, tau, wrenches)
        first = tree.sparse_values + tree.dofs
        known = get(out, first + tree.unknowns)
        if is_above(known, 0.0, known):
            for k in range(tree.unknowns):
                store(work.found, k, 0, get(out, first + k))
            return deliver(tree, work, q, tau, wrenches, out) and fine
        for v in range(tree.sparse_values):
            x = load(work.values, v, 0)
            fine = fine and is_finite(x)
            put(out, v, x)
        for d in range(tree.dofs):
            put(out, tree.sparse_values + d, 0.0 if tree.sparse_bounds else load(work.diagonal, d, 0))
        return fine

    return core


class SparseEvaluation(Evaluation):
    """A kernel computes the entries, SuperLU solves, the kernel turns the unknowns into results; state by state."""

    def __init__(self, form: SparseSystem, tree: CompiledTree, core: Callable[..., bool]):
        arrays = form.arrays(tree)
        pattern, tables = form.pattern(arrays)
        self.pattern, self.entries, self._n = SparsePattern(pattern, form.is_balanced), len(pattern.rows), arrays.dofs
        unknowns = len(pattern.pivot_rows)
        self.numbers = self.entries + arrays.dofs + unknowns + 1
        sizes = {"unknowns": unknowns, "sparse_values": self.entries, "constraints": arrays.constraints}
        sizes["sparse_bounds"] = int(pattern.bounds is not None)
        self.tree = tree.arrays_with(tables | {"sparse_place": np.arange(self.entries)}, **sizes)
        rows = {"values": self.entries, "found": unknowns}
        self.terms = Entry(core, self.tree, form.memory(tree) | rows)

    def solve(self, q, u, tau, wrenches=NO_WRENCHES) -> tuple[np.ndarray, np.ndarray] | None:
        """All unknowns of one state, and u̇; None if the system is singular."""
        values, known = np.zeros(self.numbers), self.entries + self._n
        if self.terms.single(q, u, tau, wrenches, values) != FINE:
            return None
        x = self.pattern.solve(values, values[self.entries : known])
        if x is None or not np.isfinite(x).all():
            return None
        values[known:-1], values[-1] = x, 1.0
        if self.terms.single(q, u, tau, wrenches, values) != FINE:
            return None
        return x, values[: self._n]

    def single(self, q, u, tau, wrenches, out) -> int:
        found = self.solve(q, u, tau, wrenches)
        if found is None:
            return FAILED
        out[:] = found[1]
        return FINE

    def batch(self, q, u, tau, wrenches, out) -> int:
        return self.one_by_one(q, u, tau, wrenches, out)
