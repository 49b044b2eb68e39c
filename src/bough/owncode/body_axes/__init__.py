"""Forward dynamics along bodies' own axes: twins of kernels that resolve everything along ground axes.

A twin is called like the core of an entry, on traced numbers or on plain ones, and gives the same up to rounding. It has
about half the operations, since a joint turns a plane only. Compiled kernels do without twins: they cannot know which
numbers are zero.
"""

from __future__ import annotations

from collections.abc import Callable

from bough.owncode.body_axes import composite, separate
from bough.passes.arrays import Tree
from bough.passes.switches import FIRST_OWN

Core = Callable[..., bool]  # (tree, work, q, u, τ, wrenches, out)
# by the names of computations: form and solver
_TWINS: dict[str, Core] = {
    "separate-bodies None": separate.accelerations,
    "composite-bodies udu": composite.accelerations,
}


def twin_of(name: str, tree: Tree) -> Core | None:
    """The same computation along bodies' own axes, if there is one: for trees, with joints of the catalogue."""
    if tree.loops or any(kind >= FIRST_OWN for kind in tree.kind):
        return None
    return _TWINS.get(name)
