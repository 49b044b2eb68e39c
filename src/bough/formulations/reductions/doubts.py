"""Where a reduction may lose digits that others keep: estimates from masses and inertias, over all states that joints allow.

What a form forms before it solves is rounded at the size of its largest parts, and what is left of that when all else is eliminated may be as small as the inertia of one
body. Hence two ratios, each for the worst body:

    a mass matrix:  what the body carries, stretched out, over its own inertia about its origin
    multipliers:    what it holds, itself about its origin included, over its least inertia about its centre of mass

Both are at the most what is lost against separate bodies, up to a small factor (measured in ``docs/methods/README.md``); what is lost in fact depends on the state.
"""

import numpy as np

from bough.compiled.tree import CompiledTree
from bough.mechanism.joints import KINDS
from bough.passes.switches import LOCKING

# a form may lose so many times more than separate bodies before it is doubted
LOSS = 1e4
# on paths of fewer DoFs to the ground, articulated bodies are as large as composite ones, and rounded alike
LONG = 4

# what is to be known of all forms that have them
MASS_MATRIX = "may lose as many digits as what a body carries exceeds its own inertia by: five on a chain of 50 links"
MULTIPLIERS = "loses digits with light bodies between heavy ones, and with slender ones, up to all; few on long chains and near a gimbal's lock"
MOMENTA = (
    "velocities lose as many digits as the condition of the mass matrix has, since rounding the momenta costs as much"
)

_TURNLESS = [kind.code for kind in KINDS if not kind.turns]
_SLIDING = [kind.code for kind in KINDS if kind.slides]


def of_mass_matrix(tree: CompiledTree) -> str | None:
    """Why a mass matrix may be too inaccurate: a gimbal, which may come near its lock, or a body that carries too much."""
    if LOCKING in tree.arrays.kind:
        for body in tree.mechanism.bodies:
            if body.joint.kind.can_lock and not any(body.armature):
                return f"the gimbal of '{body.name}' may come near its lock, where a mass matrix loses twice as many digits as other forms"
    if tree.topology.depth.max(initial=0) < LONG:
        return None
    kind, (mass, inertia) = tree.arrays.kind, tree.carried
    turned = (tree.topology.dofs > 0) & ~np.isin(kind, _TURNLESS) & (inertia > LOSS * tree.moment_bound)
    pushed = np.isin(kind, _SLIDING) & (mass > LOSS * tree.arrays.inertia[:, 0])
    return _reason(tree, turned | pushed, "carries", "its own inertia, and a mass matrix")


def of_multipliers(tree: CompiledTree) -> str | None:
    """Why multipliers may be too inaccurate: a body between constraints that is too light or too slender for what it holds."""
    parent, constrained = tree.topology.parent, tree.multipliers > 0
    holding = np.bincount(parent[constrained & (parent >= 0)], minlength=len(parent))  # children by constraints
    mass, inertia = tree.carried
    held = tree.moment_bound + np.where(holding > 0, inertia, 0.0)
    heavy = (held > LOSS * tree.least_moment) | ((holding > 0) & (mass > LOSS * tree.arrays.inertia[:, 0]))
    # (a free body gives way to the one child that it holds, and nothing cancels)
    return _reason(tree, heavy & (constrained | (holding > 1)), "holds", "its own least inertia, and the multipliers")


def _reason(tree: CompiledTree, doubtful: np.ndarray, verb: str, what: str) -> str | None:
    found = np.flatnonzero(doubtful)
    if not len(found):
        return None
    return f"'{tree.names[found[0]]}' {verb} more than {LOSS:,.0f} times {what} may lose as much in accuracy"
