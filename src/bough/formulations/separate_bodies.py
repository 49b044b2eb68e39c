"""Separate bodies (elsewhere: articulated bodies): block elimination of the extended system, body by body, in O(N).

Paper C §4.1. Inward, a body and its descendants are replaced by one articulated inertia and wrench; outward, u̇ and the
accelerations follow (``reductions/recursive.py``).
Unknowns: u̇. Cost: linear in bodies, for every shape; wins from medium chains on. Serves every mechanism whose
equations have a solution.
"""

from bough.arithmetic.scalar import kernel
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS, Recursion
from bough.formulations.reductions import recursive
from bough.formulations.reductions.families import BODIES
from bough.formulations.reductions.references import applied, eliminated
from bough.passes import loop_prices, prices
from bough.passes.arrays import SWEEP
from bough.passes.loops import ACCELERATION
from bough.passes.sweep import accelerate, apply_loads, clear_forces, is_loaded, pose


def reference(m, tau):
    """C §4.1: u̇ of S V̇ = A u̇ + w*, M V̇ - SᵀR = F', AᵀR = τ, by block elimination."""
    return eliminated(m, -applied(m), tau, m.w)


@kernel
def accelerations(tree, work, q, u, tau, wrenches, u_dot):
    """u̇ from (q, u, τ) and external wrenches."""
    for i in range(tree.bodies):
        pose(tree, i, q, work)
        accelerate(tree, i, u, work)
    closed = True
    if tree.loops:
        closed = recursive.start_loops(tree, q, u, ACCELERATION, work)
    loaded = is_loaded(tree, wrenches)
    if loaded:
        clear_forces(tree, work)
        apply_loads(tree, q, u, 0, wrenches, work)
    regular = recursive.eliminate_inward(tree, work, tau, True, loaded)
    return regular and recursive.substitute_outward(tree, work, u_dot, 0, False) and closed


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "pivots", "stack", "branch") | tree.spanning_memory()


def price(tree):
    """Inertia and motion of every body are counted once, wherever they are computed."""
    found = Operations(sweep=prices.sweep(tree.census)) + recursive.operations(tree.census)
    return found + loop_prices.span_loops(tree.arrays_for_spans, tree.census) if tree.loops else found


FORMULATION = Recursion(
    name="separate-bodies",
    aliases=("aba",),
    summary="articulated bodies eliminated one by one, linear in their number",
    reference="C §4.1",
    in_numpy=reference,
    core=accelerations,
    memory=memory,
    arrays=lambda tree: tree.arrays_for_spans,
    price=price,
    accuracy="near a gimbal's lock it loses log10(1 / distance to the lock) digits; few elsewhere",
    family=BODIES,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_timed=True,
)
