"""Where a reduction may lose digits that others keep: estimates from masses and inertias, over all states that joints allow.

What a form forms before it solves is rounded at the size of its largest parts, and what is left of that when all else is eliminated may be as small as the inertia of one
body. Hence two ratios, each for the worst body:

    a mass matrix:  what the body carries, stretched out, over its own inertia about its origin
    multipliers:    what it holds, itself about its origin included, over its least inertia about its centre of mass

Both are at the most what is lost against separate bodies, up to a small factor (measured in ``docs/methods/README.md``); what is lost in fact depends on the state.
"""

import numpy as np

from bough.mechanism.joints import Cylindrical, Free, Gimbal, Planar, Prismatic, Translational
from bough.tree.compile import CompiledTree

# a form may lose so many times more than separate bodies before it is doubted
LOSS = 1e4

# what is to be known of all forms that have them
MASS_MATRIX = "loses the digits of the ratio of what bodies carry to their own inertia: five on a chain of 50 links, and all near a gimbal's lock"
MULTIPLIERS = "loses the digits of the ratio of what bodies hold to their own least inertia, if they are light or slender, but none on long chains"
MOMENTA = "velocities lose as many digits as the mass matrix's condition has, for so much comes of rounding the momenta"

_TURNLESS = [joint.code for joint in (Prismatic, Translational)]
_SLIDING = [joint.code for joint in (Prismatic, Translational, Cylindrical, Planar, Free)]


def carried(tree: CompiledTree) -> tuple[np.ndarray, np.ndarray]:
    """Mass of all that hangs on each body, and its inertia about the body's origin if it were stretched out; slides count as they are at zero."""
    topology, inertia = tree.topology, tree.arrays.inertia
    mass, reach = inertia[:, 0], topology.path_sums(np.linalg.norm(tree.arrays.mount[:, 9:], axis=1))
    hanging, first, second = (topology.hanging_sums(mass * reach**k) for k in range(3))
    away = np.maximum(second - 2.0 * reach * first + reach**2 * hanging, 0.0)  # Σ m (s_b - s_i)²
    return hanging, away + topology.hanging_sums(_about_origin(tree))


def of_mass_matrix(tree: CompiledTree) -> str | None:
    """Why a mass matrix may be too inaccurate: a body that carries too much, or a gimbal, whose lock makes it singular."""
    kind = tree.arrays.kind
    locking = np.flatnonzero(kind == Gimbal.code)
    if len(locking):
        return f"'{tree.names[locking[0]]}' hangs on a Gimbal, and near its lock a mass matrix loses all digits"
    mass, inertia = carried(tree)
    turned = (tree.topology.dofs > 0) & ~np.isin(kind, _TURNLESS) & (inertia > LOSS * _about_origin(tree))
    pushed = np.isin(kind, _SLIDING) & (mass > LOSS * tree.arrays.inertia[:, 0])
    return _reason(tree, turned | pushed, "carries", "its own inertia, and a mass matrix")


def of_multipliers(tree: CompiledTree) -> str | None:
    """Why multipliers may be too inaccurate: a body between constraints that is too light or too slender for what it holds."""
    parent, constrained = tree.topology.parent, tree.constraints > 0
    holding = np.bincount(parent[constrained & (parent >= 0)], minlength=len(parent))  # children by constraints
    mass, inertia = carried(tree)
    held = _about_origin(tree) + np.where(holding > 0, inertia, 0.0)
    heavy = (held > LOSS * tree.least_moment) | ((holding > 0) & (mass > LOSS * tree.arrays.inertia[:, 0]))
    # a body that is free, or nearly so, moves with its one child
    return _reason(tree, heavy & (constrained | (holding > 1)), "holds", "its own least inertia, and the multipliers")


def _about_origin(tree: CompiledTree) -> np.ndarray:
    """Half the trace of each body's tensor, between two thirds of its largest principal moment and all of it, but for a ball."""
    return 0.5 * tree.arrays.inertia[:, (4, 7, 9)].sum(axis=1)


def _reason(tree: CompiledTree, doubtful: np.ndarray, verb: str, what: str) -> str | None:
    found = np.flatnonzero(doubtful)
    if not len(found):
        return None
    return f"'{tree.names[found[0]]}' {verb} more than {LOSS:,.0f} times {what} may lose as many digits"
