"""How near a gimbal may come to its lock, where its three axes lie in one plane and a DoF has no inertia.

At a distance ε from the lock, a pivot of the mass matrix is ε² of its entries, which carry the rounding: twice the
digits of ε are lost. Rounding of momenta loses as many. Elimination body by body need not form that pivot as a
difference (``recursive.py``) and loses the digits of ε once, as the coordinates themselves do.
"""

from bough.arithmetic.scalar import is_above, kernel, load, zero_of
from bough.arithmetic.spatial import cross, dot, load3
from bough.arithmetic.tally import CROSS, DOT, NOTHING, PRODUCT, SUM, TERM, Tally
from bough.passes.prices import Census
from bough.passes.switches import LOCKING

# squares of the least distances: for mass matrices and momenta, and for elimination body by body
NEAREST, NEAREST_BODY = 1e-9, 1e-18


@kernel
def distance_squared(work, d):
    """The square of the volume that the axes of a gimbal span, whose DoFs start at d."""
    volume = dot(load3(work.columns, d, 3), cross(load3(work.columns, d + 1, 3), load3(work.columns, d + 2, 3)))
    return volume * volume


@kernel
def are_far(tree, work):
    """Whether every gimbal is far enough from its lock, or has armature, for a mass matrix; needs work.diagonal."""
    fine = True
    for i in range(tree.bodies):
        if tree.kind[i] == LOCKING:
            d = tree.dof[i]
            size = load(work.diagonal, d, 0)
            resists = distance_squared(work, d) * size
            if tree.rotors:
                resists = resists + (tree.armature[d, 0] + tree.armature[d + 2, 0])
            fine = fine and is_above(resists, NEAREST, size)
    return fine


def are_far_operations(census: Census) -> Tally:
    """Price of ``are_far``."""
    gimbals = census.count(lambda kind: kind.can_lock)
    return gimbals * (CROSS + DOT + 2 * PRODUCT + (SUM if census.rotors else NOTHING))


@kernel
def are_far_for_impulses(tree, work):
    """The same for impulses of constraints, which do not support gimbals with armature."""
    fine = True
    for i in range(tree.bodies):
        if tree.kind[i] == LOCKING:
            apart = distance_squared(work, tree.dof[i])
            fine = fine and is_above(apart, NEAREST, zero_of(apart) + 1.0)
    return fine


def are_far_for_impulses_operations(census: Census) -> Tally:
    """Price of ``are_far_for_impulses``."""
    return census.count(lambda kind: kind.can_lock) * (CROSS + DOT + TERM)
