"""From a kernel and a mechanism to a graph: the core of an entry, run once on traced numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np

from bough.arithmetic.scalar import is_finite
from bough.compiled.entries import Entry
from bough.graph.graph import Graph, Node
from bough.graph.traced import Traced
from bough.graph.words import PRICES
from bough.locks import uncollected
from bough.passes.arrays import WORK_SHAPES, Tree, Work
from bough.passes.motion import put_all_rates
from bough.passes.sweep import quaternions_are_unit

# Rounding leaves blurred zeros and ones where files and products of rotations meant exact ones. Entries of rotations
# and axes that are this close to 0, 1 or -1 are taken for them, and lengths, inertias and accelerations of free fall
# for zero if they are this small beside the largest of their kind; by table, (columns, whether they have to do with the
# other rows, whether they may be ones).
BLUR = 1e-14
_BLURRED = {
    "mount": ((slice(0, 9), False, True), (slice(9, 12), True, False)),
    "loop_mount": ((slice(0, 9), False, True), (slice(9, 12), True, False)),
    "attach": ((slice(0, 9), False, True), (slice(9, 12), True, False)),
    "constants": ((slice(None), False, True),),
    "inertia": ((slice(1, 4), False, False), (slice(4, 10), False, False)),
    "compliance": ((slice(1, 4), False, False), (slice(4, 10), False, False)),
    "augmented": ((slice(0, 3), False, False), (slice(3, 9), False, False)),
    "gravity": ((slice(None), False, False),),
}


# of operations, in additions
WEIGHTS = {"+": 1.0, "-": 1.0, "*": 1.0, "/": 8.0, "sqrt": 8.0, "sin": 10.0, "cos": 10.0, "where": 2.0, "curve": 30.0}
WEIGHTS |= dict.fromkeys(("exp", "log", "arctan", "arctan2", "tanh", "law"), 40.0)


class Tables(Protocol):
    """The numbers of a tree that depend on parameters."""

    count: int  # of the parameters

    def put(self, tree: Tree, values: Sequence[Any]) -> Tree:
        """The tree, of objects, with these values of the parameters."""


class Program(NamedTuple):
    """What a kernel computes: numbers of a graph, and what it asks of others before they count."""

    graph: Graph
    sizes: tuple[int, ...]  # of the arrays of inputs: q, u, τ, wrenches; and others, if there are any
    outputs: list[Traced]
    checks: list[Node]

    @property
    def measure(self) -> tuple[int, float]:
        """Its operations (sums, products, quotients, roots), and about how long it takes, in additions."""
        names = Counter(self.graph.nodes[place][0] for place in self.graph.needed(self.outputs))
        weight = sum(WEIGHTS.get(name, 0.0) * count for name, count in names.items())
        return sum(names[name] for name in PRICES), weight


@contextmanager
def tracing(
    entry: Entry,
    arrays: Sequence[int],
    wrenches: bool,
    others: int = 0,
    placed: Callable[[Tree, np.ndarray], Tree] | None = None,
    chosen: int = 0,
) -> Iterator[tuple[Graph, Tree, Work, tuple[np.ndarray, ...]]]:
    """A new graph, and what kernels take, in traced numbers: tree, memory, three arguments, and wrenches.

    ``arrays``: the sizes of the arguments, of which the first is q; the rest as for ``traced``.
    """
    graph, tree = Graph(), _plain(entry.tree)
    sizes = (*arrays, 6 * tree.user_bodies if wrenches else 0, others if placed else 0, chosen)
    places = iter(range(sum(sizes)))
    q, u, tau, loads, more, counted = (vector_of([graph.input(next(places)) for _ in range(size)]) for size in sizes)
    if placed is not None:
        tree = placed(tree, more)
    work = Work(**{name: _zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    work.chosen[:chosen, 0] = counted
    with uncollected():
        yield graph, tree, work, (q, u, tau, loads.reshape(-1, 6))


def traced(
    entry: Entry,
    arrays: Sequence[int],
    shape: tuple[int, ...],
    *,
    wrenches: bool = False,
    rates: bool = False,
    others: int = 0,
    placed: Callable[[Tree, np.ndarray], Tree] | None = None,
    tables: Tables | None = None,
    twin: Callable[..., bool] | None = None,
    chosen: int = 0,
) -> Program:
    """The program of an entry's core.

    ``arrays``: the sizes of its three arguments, of which the first is q; ``shape``: of its results. ``wrenches``: with
    external ones; ``rates``: with q̇ before its results. ``others``: how many more inputs there are, in an array of
    their own, and ``placed``: the tree with these in it. ``tables``: what depends on parameters, which follow
    the third argument. ``twin``: what runs in place of the core; inputs that do not matter to it must be finite, since
    the core computes with all of them. ``chosen``: how many rows of work.chosen are inputs, in an array of their own at the
    end: which constraints of loops count.
    """
    with tracing(entry, arrays, wrenches, others, placed, chosen) as (graph, tree, work, (q, u, tau, loads)):
        if tables is not None:
            tau, parameters = np.split(tau, [len(tau) - tables.count])
            tree = tables.put(tree, parameters.tolist())
        out, rate = _zeros(shape), _zeros((tree.coordinates if rates else 0,))
        if rates:
            put_all_rates(tree, q, u, rate)
        fine = quaternions_are_unit(tree, q) and (twin or entry.core)(tree, work, q, u, tau, loads, out)
        if not fine:
            raise ArithmeticError("its kernel fails at every state")
        outputs = [graph.number(x) for x in (*rate, *out.ravel())]
        if twin is not None:
            needed = set(graph.needed(outputs))
            for x in (*q, *u[: tree.dofs], *tau, *loads.ravel()):
                if x.place not in needed:
                    is_finite(x)
        sizes = (*arrays, loads.size, *([others] if placed else []), *([chosen] if chosen else []))
        return Program(graph, sizes, outputs, list(graph.checks))


def cleaned(name: str, table: np.ndarray) -> np.ndarray:
    """A table of a tree without the blur of rounding."""
    found = table.copy()
    for columns, together, ones in _BLURRED.get(name, ()):
        part = found[:, columns]  # (a view)
        size = np.abs(part)
        if size.size:
            part[size <= BLUR * size.max(axis=None if together else 1, keepdims=True)] = 0.0
        if ones:
            set_ones(part)
    return found


def set_ones(numbers: np.ndarray) -> None:
    """Take for 1 and -1 what is blurred around them."""
    for one in (1.0, -1.0):
        numbers[np.abs(numbers - one) <= BLUR] = one


def _plain(tree: Tree) -> Tree:
    """A tree of Python's own numbers, with which traced ones compute faster than with NumPy's."""

    def plain(name: str, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype.kind == "f":
            return cleaned(name, value).astype(object)
        return value.tolist() if value.ndim == 1 and value.dtype.kind == "i" else value

    return tree._replace(**{name: plain(name, value) for name, value in zip(tree._fields, tree, strict=True)})


def vector_of(values: Sequence[Any]) -> np.ndarray:
    """Traced numbers as an array."""
    found = np.empty(len(values), object)
    found[:] = values
    return found


def _zeros(shape: tuple[int, ...]) -> np.ndarray:
    found = np.empty(shape, object)
    found.fill(0.0)
    return found
