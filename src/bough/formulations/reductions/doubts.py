"""Where a reduction may lose digits that others keep: estimates from masses and inertias, over all possible states.

The entries of a matrix are rounded relative to their largest terms, but after elimination a pivot may be as small as
the inertia of one body. Hence two ratios, each for the worst body:

    a mass matrix:  carried inertia, with the tree stretched out, over the body's own inertia about its origin
    multipliers:    held inertia, including its own about its origin, over its least inertia about its centre of mass

Both bound the loss compared with separate bodies, up to a small factor (measured in ``docs/methods/README.md``); the
actual loss depends on the state.
"""

import numpy as np

from bough.compiled.tree import CompiledTree
from bough.mechanism.joints import KINDS
from bough.passes.switches import LOCKING

# a form is doubted if it may lose more than this factor compared with separate bodies
LOSS = 1e4
# on paths with fewer DoFs, articulated bodies are as large as composite ones and have the same rounding
LONG = 4

# notes on the accuracy of all forms that use them
MASS_MATRIX = "may lose log10(carried inertia / own inertia) digits: five on a chain of 50 links"
MULTIPLIERS = (
    "may lose all digits with slender bodies, or light bodies between heavy ones; loses few on long chains and near a "
    "gimbal's lock"
)
MOMENTA = "velocities lose log10(condition number of the mass matrix) digits, since momenta are rounded"

_TURNLESS = [kind.code for kind in KINDS if not kind.turns]
_SLIDING = [kind.code for kind in KINDS if kind.slides]


def of_mass_matrix(tree: CompiledTree, loss: float = LOSS) -> str | None:
    """Why a mass matrix may be too inaccurate: a gimbal may come near its lock, or a body carries too much."""
    if LOCKING in tree.kinds:
        for body in tree.mechanism.bodies:
            if body.joint.kind.can_lock and not any(body.armature):
                return (
                    f"the gimbal of '{body.name}' may come near its lock, where a mass matrix loses twice as many "
                    "digits as other forms"
                )
    if tree.topology.depth.max(initial=0) < LONG:
        return None
    kind, (mass, inertia) = tree.kinds, tree.inertias.carried
    turned = (tree.topology.dofs > 0) & ~np.isin(kind, _TURNLESS) & (inertia > loss * tree.inertias.moment_bound)
    pushed = np.isin(kind, _SLIDING) & (mass > loss * tree.arrays.inertia[:, 0])
    return _reason(tree, turned | pushed, loss, "carries", "its own inertia, so a mass matrix")


def of_multipliers(tree: CompiledTree, loss: float = LOSS) -> str | None:
    """Why multipliers may be too inaccurate: a body between constraints is too light or slender for what it holds."""
    parent, constrained = tree.topology.parent, tree.multipliers > 0
    holding = np.bincount(parent[constrained & (parent >= 0)], minlength=len(parent))  # children by constraints
    mass, inertia = tree.inertias.carried
    held = tree.inertias.moment_bound + np.where(holding > 0, inertia, 0.0)
    heavy = (held > loss * tree.inertias.least_moment) | ((holding > 0) & (mass > loss * tree.arrays.inertia[:, 0]))
    # (a free body gives way to the one child that it holds, and nothing cancels)
    return _reason(
        tree, heavy & (constrained | (holding > 1)), loss, "holds", "its own least inertia, so the multipliers"
    )


def _reason(tree: CompiledTree, doubtful: np.ndarray, loss: float, verb: str, what: str) -> str | None:
    found = np.flatnonzero(doubtful)
    if not len(found):
        return None
    return f"'{tree.names[found[0]]}' {verb} more than {loss:,.0f} times {what} may lose that factor in accuracy"
