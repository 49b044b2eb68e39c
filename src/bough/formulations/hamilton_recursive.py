"""Hamilton's equations by recursion over the bodies, in O(N) (paper D: ERA).

Paper D (17)-(18). The recursion is that of separate bodies (``reductions/recursive.py``) with p instead of τ and M β
instead of the wrenches: articulated inertias inward, u and the velocities of the bodies outward. A third pass, inward,
accumulates momenta and forces and gives ṗ (``reductions/momentum.py``). The paper computes P* = M*V + π* on the way out
instead, which costs more than summing M V.
Unknowns: u. Cost: linear in bodies, for every shape; wins from medium chains on.
"""

import numpy as np

from bough.arithmetic.scalar import kernel
from bough.arithmetic.tally import ADD, Operations
from bough.compiled.loops import spanning_memory
from bough.formulations.formulation import ARMATURE, CANONICAL_RATES, DRIVEN_JOINTS, LOOPS, Recursion
from bough.formulations.reductions import doubts, momentum, recursive
from bough.formulations.reductions.families import BODIES
from bough.formulations.reductions.references import eliminated, momentum_rates
from bough.passes import loop_prices, prices
from bough.passes.closing import at_rest
from bough.passes.loops import RATE
from bough.passes.sweep import keep, pose, weigh


def reference(m, p, tau):
    """D (17)-(18): (u, ṗ) from S V = A u + V^J, M V - SᵀP* = 0, AᵀP* = p, by block elimination."""
    u = eliminated(m, np.zeros(len(m.V)), p, m.V_J)
    return u, momentum_rates(m, m.M_star @ (m.A @ u + m.V_J), tau)


@kernel
def solve(tree, work, q, p, out, at, kept):
    """Put u from index ``at`` of ``out`` on; with ``kept``, the Δ of every body in work.response."""
    for i in range(tree.bodies):
        pose(tree, i, q, work)
    if tree.rheonomic:
        for i in range(tree.bodies):
            keep(work.inertia, i, *weigh(tree, i, work))
        momentum.start(tree, work)
    closed = True
    if tree.loops:
        closed = recursive.start_loops(tree, q, at_rest(tree, work), RATE, work)
    regular = recursive.eliminate_inward(tree, work, p, False, tree.rheonomic > 0)
    return regular and recursive.substitute_outward(tree, work, out, at, kept) and closed


@kernel
def canonical_rates(tree, work, q, p, tau, wrenches, out):
    """(q̇, ṗ) from (q, p, τ) and external wrenches."""
    fine = solve(tree, work, q, p, out, tree.coordinates, True)
    return fine and momentum.rates(tree, work, q, tau, wrenches, out, False, True)


@kernel
def velocities(tree, work, q, p, unused, wrenches, out):
    """u from (q, p)."""
    return solve(tree, work, q, p, out, 0, False)


def memory(tree):
    """Rows of the work arrays."""
    own = tree.memory(*momentum.fields(tree), "pivots", "stack", "branch", scattered=tree.topology.n)
    return own | spanning_memory(tree.arrays) if tree.loops else own


def price(tree):
    census = tree.census
    sweep, rates = prices.place(census), momentum.rates_operations(census, accumulated=False)
    if census.rheonomic:  # inertias for f, which the inward pass then adds
        sweep += census.bodies * prices.WEIGH
        rates += momentum.start_operations(census) + census.bodies * (2 * ADD)
    found = Operations(sweep=sweep, momentum=rates) + recursive.operations(census)
    if tree.loops:
        found += Operations(momentum=momentum.impulses_operations(tree.arrays, accumulated=False))
        found += loop_prices.span_loops(tree.arrays, census)
    return found


FORMULATION = Recursion(
    name="hamilton-recursive",
    aliases=("era",),
    summary="Hamilton's equations: bodies eliminated one by one, linear in their number",
    reference="D (17)-(18)",
    in_numpy=reference,
    core=canonical_rates,
    memory=memory,
    price=price,
    accuracy=doubts.MOMENTA,
    gives=CANONICAL_RATES,
    family=BODIES,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
