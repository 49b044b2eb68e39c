"""Own code that takes some numbers of its mechanism as inputs.

The table-maker (``compiled/tree.py``) runs once on a mechanism whose parameters are traced numbers. What it leaves in
the tables is a function of them: masses times centres, shifted tensors, bodies merged with their carriers. A kernel is
traced with these tables, and parameters follow τ in its third argument.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from bough.compiled.entries import FAILED, FINE, NO_WRENCHES
from bough.compiled.prepared import Prepared, prepared_of
from bough.compiled.tree import CompiledTree
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.body_axes import Core
from bough.owncode.entry import LANES_RATE, RATE, SINGLE, OwnEntry, Untraceable, curve_of, width_of
from bough.owncode.tracing import Program, set_ones, traced
from bough.passes.arrays import VARYING, Tree

# trees whose tables differ in their rows
_TREES = ("arrays", "arrays_of_bodies", "arrays_for_wittenburg")
# tables that say which of several ways is the better one; they may be those of other numbers
_PREFERENCES = ("loop_weights",)
# how far tables on traced numbers may be from those on doubles, relative to the largest number
CLOSE = 1e-12
# operations of derivatives up to which code is made of them: some ten seconds of compiling
MOST = 60_000


class _Dependent(NamedTuple):
    """A number of a table that depends on parameters."""

    field: str
    place: tuple[int, ...]
    value: Traced


class Tables:
    """The tables of a mechanism as functions of its parameters."""

    def __init__(self, mechanism: Mechanism, tree: CompiledTree, merge: bool = True):
        """``tree``: that of the mechanism with its numbers; ``merge``: whether fixed bodies are merged in it."""
        self.names = tuple(mechanism.parameters)
        self.count = len(self.names)
        self.numbers = np.array(list(mechanism.parameters.values()))
        self._graph = Graph()
        symbols = {name: self._graph.input(k) for k, name in enumerate(self.names)}
        varied = with_numbers(mechanism, symbols, symbolic=True)
        varied.prepared, varied._coverage = Prepared(), mechanism._coverage
        varied.prepared.laws = prepared_of(mechanism).laws
        self._plain, self._varied = tree, CompiledTree(varied, merge)
        constants = {p: node[1] for p, node in enumerate(self._graph.nodes) if node[0] == "constant"}
        values = np.array(list(constants.values()), float)
        set_ones(values)  # (in tables that depend on parameters, nothing says beside what a number is small)
        self._constants = dict(zip(constants, values.tolist(), strict=True))
        used = {
            self._graph.nodes[place][1]
            for place in self._graph.needed([one.value for one in self._dependents(tree.arrays)])
            if self._graph.nodes[place][0] == "input"
        }
        for k, name in enumerate(self.names):
            if k not in used:
                raise MechanismError(f"nothing depends on the parameter '{name}' of '{mechanism.name}'; leave it out.")

    def put(self, tree: Tree, values: Sequence[Any]) -> Tree:
        """A tree with these values of the parameters: numbers, or traced ones in a tree of objects."""
        dependents = self._dependents(tree) if self.count else []
        inputs = dict(enumerate(values))
        tables = {one.field: getattr(tree, one.field).copy() for one in dependents}
        wanted = [one.value for one in dependents]
        found = self._graph.values(wanted, inputs, _no_curve, self._constants) if wanted else []
        for one, value in zip(dependents, found, strict=True):
            tables[one.field][one.place] = value
        return tree._replace(**tables)

    def _dependents(self, tree: Tree) -> list[_Dependent]:
        found = []
        for field in VARYING:
            table = getattr(tree, field)
            if len(table) and field not in _PREFERENCES:
                symbolic = self._table(field, table)
                found += [
                    _Dependent(field, place, x)
                    for place, x in np.ndenumerate(symbolic)
                    if isinstance(x, Traced) and x.constant is None
                ]
        return found

    def _table(self, field: str, table: np.ndarray) -> np.ndarray:
        """The table on traced numbers that is this one on doubles."""
        if field == "compliance":
            raise Untraceable("its form works with inverses of inertias, which cannot be parameters")
        for kind in _TREES:
            plain, symbolic = (getattr(getattr(one, kind), field) for one in (self._plain, self._varied))
            if plain.shape == table.shape and _are_close(plain, table):
                return symbolic
        raise Untraceable(f"its table '{field}' is of its own making")


def _are_close(plain: np.ndarray, table: np.ndarray) -> bool:
    """Whether two tables hold the same numbers, up to blur."""
    table = table.astype(float)
    with np.errstate(invalid="ignore"):  # (a limit of a joint may be infinite)
        return bool(np.all((plain == table) | (np.abs(plain - table) <= CLOSE)))


def _no_curve(*_: Any) -> Any:
    raise MechanismError("a table follows no function of time.")


class VariedEntry(OwnEntry):
    """An evaluation whose third argument ends with the parameters of its mechanism."""

    def __init__(self, own: OwnEntry, tables: Tables):
        """``own``: the evaluation of the mechanism with its numbers."""
        q, u, tau = own._arrays
        super().__init__(own, own._mechanism, own._name, (q, u, tau + tables.count), own._shape, own._momenta)
        self.expected = self.expected._replace(c=tau + tables.count)
        self.tables = tables
        self._programs: dict[tuple[bool, bool], Program] = {}

    def program(self, door: str, loaded: bool) -> Program:
        """What the code computes; made once for one state and for lanes."""
        key = door in (RATE, LANES_RATE), loaded
        if key not in self._programs:
            self._programs[key] = self._traced(*key)
        return self._programs[key]

    def _traced(self, rates: bool, loaded: bool) -> Program:
        """``rates``: with q̇ before its results; ``loaded``: with wrenches."""
        return self.along(self._core, loaded, rates) if loaded or rates else self._raced[1]

    def along(self, core: Core | None, wrenches: bool = False, rates: bool = False, chosen: int = 0) -> Program:
        options: dict[str, Any] = {"wrenches": wrenches, "rates": rates, "twin": core, "chosen": chosen}
        return traced(self, self._arrays, self._shape, tables=self.tables, **options)

    def judged(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """One state by the shared kernel, interpreted, on the tables for its parameters."""
        plain = copy.copy(self)
        tau, values = np.split(c, [len(c) - self.tables.count])
        plain.tree = self.tables.put(self.tree, values.tolist())
        return OwnEntry.judged(plain, a, b, tau, wrenches, out)

    def _random(self, rng: np.random.Generator) -> list[np.ndarray]:
        b, c = super()._random(rng)
        c[len(c) - self.tables.count :] = self.tables.numbers
        return [b, c]

    def _digest(self, door: str, loaded: bool) -> str:
        """Of the program itself: values of parameters do not matter, all other numbers do."""
        graph, sizes, outputs, checks = self.program(door, loaded)
        asked = [graph.numbers[check[-1]] for check in checks]
        what = door, width_of(door), sizes, [check[:-1] for check in checks], graph.content([*outputs, *asked])
        digest = hashlib.sha256(repr(what).encode())
        for rows in graph.pieces:
            digest.update(rows.tobytes())
        return f"varied-{digest.hexdigest()[:32]}"


class DerivativeEntry(VariedEntry):
    """Derivatives of an evaluation's results with respect to parameters: a row for each result."""

    def _traced(self, rates: bool, loaded: bool) -> Program:
        graph, sizes, outputs, checks = super()._traced(rates, loaded)
        first = sum(sizes[:3]) - self.tables.count
        columns = [derivatives(graph, outputs, {first + k: 1.0}) for k in range(self.tables.count)]
        rows = [x for row in zip(*columns, strict=True) for x in row]
        if len(graph.needed(rows)) > MOST:
            raise Untraceable(
                f"derivatives with respect to {self.tables.count} parameters would take long to compile, mark fewer"
            )
        return Program(graph, sizes, rows, checks)

    def checked(self) -> DerivativeEntry:
        """Itself: the kernel has no derivatives to compare with."""
        return self

    def _by_kernel(self, a: Any, b: Any, c: Any, out: np.ndarray) -> int:
        return super().judged(a, b, c, NO_WRENCHES, out)

    def judged(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """One state by the graph, interpreted, if the shared kernel serves it."""
        values = np.empty(self._shape)
        if super().judged(a, b, c, wrenches, values) != FINE:
            return FAILED
        graph, _, rows, _ = self.program(SINGLE, bool(wrenches.size))
        inputs = dict(enumerate(np.concatenate((a, b, c, wrenches.ravel())).tolist()))
        with np.errstate(all="ignore"):
            found = graph.values(rows, inputs, partial(curve_of, graph))
        out.ravel()[:] = found
        return FINE if np.isfinite(found).all() else FAILED


def derivatives(graph: Graph, values: Sequence[Traced], rates: dict[int, Any]) -> list[Traced]:
    """The rates of numbers from those of inputs; refuses users' functions."""
    if any(graph.nodes[place][0] == "law" for place in graph.needed(values)):
        raise Untraceable("it calls a function of the user's, which has no derivative here")
    return graph.derivatives(values, rates)
