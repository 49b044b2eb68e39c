"""The right-hand side of a motion together with its derivative along one direction.

With ẏ = f(y, p) for y = (q, u), the derivative s of y along a direction of the parameters and of the start obeys the
variational equations ṡ = (∂f/∂y) s + (∂f/∂p) δp. The graph of f is differentiated once, along inputs s and δp, so the
code serves every direction, and directions go side by side in lanes. The state of the steps is q, the time if something
depends on it, u, and s.
"""

from __future__ import annotations

from bough.owncode.parameters import VariedEntry, derivatives
from bough.owncode.tracing import Program, traced
from bough.passes.arrays import Tree


class MotionEntry(VariedEntry):
    """A right-hand side for loops of steps; ``work.drive`` holds τ, the parameters p, and δp."""

    @property
    def third(self) -> int:
        return self.tree.dofs + 2 * self.tables.count

    @property
    def tree_of_steps(self) -> Tree:
        """The tree as the steps see it, with s as further velocities."""
        return self.tree._replace(dofs=2 * self.tree.dofs + self.tree.coordinates - self.tree.timed)

    def _traced(self, rates: bool, loaded: bool) -> Program:
        """The rates of q, u and s."""
        tree, count = self.tree, self.tables.count
        n_q, n = tree.coordinates, tree.dofs
        u_and_s = self.tree_of_steps.dofs
        sizes = n_q, u_and_s, n + count
        program = traced(self, sizes, self._shape, rates=True, tables=self.tables, twin=self._core)
        graph, outputs = program.graph, program.outputs
        moving = [*range(n_q - tree.timed), *range(n_q, n_q + n)]
        along = {place: graph.input(n_q + n + k) for k, place in enumerate(moving)}
        p = n_q + u_and_s + n
        along |= {p + k: graph.input(p + count + k) for k in range(count)}
        slopes = derivatives(graph, [outputs[place] for place in moving], along)
        return Program(graph, (n_q, u_and_s, self.third, 0), [*outputs, *slopes], program.checks)
