"""The right-hand side of a motion together with its derivative along one direction.

With ẏ = f(y, p) for y = (q, u), the derivative s of y along a direction of the parameters and of the start obeys the
variational equations ṡ = (∂f/∂y) s + (∂f/∂p) δp. The graph of f is differentiated once, along inputs s and δp, so the
code serves every direction, and directions go side by side in lanes. The state of the steps is q, the time if something
depends on it, u, and s.

With loops, f keeps them closed up to the error of the steps, which would grow. So f has one term more, which vanishes at
closed states: (P(y, p) - y) / T, where P is the projection that closes loops. Its derivative draws s to the tangents of
closed states, too. The start is closed by P, whose derivative is what s starts with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from bough.compiled.entries import Entry
from bough.graph.traced import Traced
from bough.owncode.entry import OwnEntry, curve_of
from bough.owncode.parameters import Tables, VariedEntry, derivatives
from bough.owncode.tracing import Program, traced
from bough.passes.arrays import Tree

# T, with which loops are drawn to closed ones, seconds
SETTLING = 0.05


def closing_program(entry: Entry, tables: Tables) -> Program:
    """P, from an entry whose results begin with q and u; after τ, which it does not use, come the parameters."""
    tree = entry.tree
    n_q, n = tree.coordinates, tree.dofs
    return traced(entry, (n_q, n, n + tables.count), (n_q + n + tree.loop_constraints,), tables=tables)


class MotionEntry(VariedEntry):
    """A right-hand side for loops of steps; ``work.drive`` holds τ, the parameters p, and δp."""

    def __init__(self, own: OwnEntry, tables: Tables, closing: Program | None):
        """``closing``: what closes the loops, if there are any."""
        super().__init__(own, tables)
        self._closing = closing

    @property
    def third(self) -> int:
        return self.tree.dofs + 2 * self.tables.count

    @property
    def tree_of_steps(self) -> Tree:
        """The tree as the steps see it, with s as further velocities, and without loops to close."""
        return self.tree._replace(dofs=2 * self.tree.dofs + self.tree.coordinates - self.tree.timed, loops=0)

    def _traced(self, rates: bool, loaded: bool) -> Program:
        """The rates of q, u and s."""
        tree, count = self.tree, self.tables.count
        n_q, n = tree.coordinates, tree.dofs
        u_and_s = self.tree_of_steps.dofs
        sizes = n_q, u_and_s, n + count
        program = traced(self, sizes, self._shape, rates=True, tables=self.tables, twin=self._core)
        graph, outputs = program.graph, list(program.outputs)
        moving = [*range(n_q - tree.timed), *range(n_q, n_q + n)]
        along = {place: graph.input(n_q + n + k) for k, place in enumerate(moving)}
        p = n_q + u_and_s + n
        if self._closing is not None:
            state = [graph.input(k) for k in range(n_q + n)]
            given = [*state, *[graph.number(0.0)] * n, *(graph.input(p + k) for k in range(count))]
            for place, closed in zip(moving, _closed(self._closing, given, moving), strict=True):
                outputs[place] = outputs[place] + (closed - state[place]) * (1.0 / SETTLING)
        along |= {p + k: graph.input(p + count + k) for k in range(count)}
        slopes = derivatives(graph, [outputs[place] for place in moving], along)
        return Program(graph, (n_q, u_and_s, self.third, 0), [*outputs, *slopes], program.checks)


def _closed(closing: Program, given: list[Traced], places: list[int]) -> list[Traced]:
    """Some results of what closes loops, in the graph of the numbers that it is given."""
    graph, _, outputs, _ = closing
    pieces = np.concatenate(graph.pieces) if graph.pieces else np.empty(0)

    def curves(first: int, end: int, order: int, x: Traced) -> Traced:
        return x.graph.curve(pieces[first:end], x, order)

    return graph.values([outputs[place] for place in places], dict(enumerate(given)), curves)


class ClosedStart:
    """How a closed start changes with the state that it is closed from, and with parameters."""

    def __init__(self, closing: Program, tree: Tree, count: int):
        """``closing``: what closes loops, of a tree with ``count`` parameters."""
        n_q, n, size = tree.coordinates, tree.dofs, sum(closing.sizes)
        self._graph, self._size = closing.graph, size
        moving = [*range(n_q - tree.timed), *range(n_q, n_q + n)]
        varied = [*moving, *range(size - count, size)]
        along = {place: self._graph.input(size + k) for k, place in enumerate(varied)}
        results = [closing.outputs[place] for place in (*moving, *range(n_q + n, len(closing.outputs)))]
        self._slopes, self._moving = derivatives(self._graph, results, along), len(moving)

    def along(
        self, state: Sequence[float], parameters: Sequence[float], direction: Sequence[float]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The changes of (q, u) at a closed state, which has the time if it is timed, and of gaps that cannot be closed.

        ``direction``: of q, u and p.
        """
        tau = self._size - len(state) - len(parameters)
        inputs = dict(enumerate((*state, *[0.0] * tau, *parameters, *direction)))
        found = np.array(self._graph.values(self._slopes, inputs, partial(curve_of, self._graph)))
        return found[: self._moving], found[self._moving :]
