"""Hamilton's equations by projection on the tangent space (paper D: TSP).

Paper D (11)-(12). u from (AᵀTᵀMTA) u = p - AᵀTᵀMβ (``reductions/tangent.py``: composite bodies, branch-sparse UDUᵀ), then the velocities of the bodies,
the accumulated momenta and ṗ (``reductions/momentum.py``).
Unknowns: u. Cost: as composite bodies, linear on a star and cubic on a chain; wins with few DoFs and short chains.
"""

from bough.arithmetic.scalar import get, kernel, store
from bough.arithmetic.tally import Operations
from bough.compiled.entries import Entry
from bough.formulations.formulation import CANONICAL_RATES, Formulation, memory_reason
from bough.formulations.reductions import doubts, momentum, tangent
from bough.passes import prices
from bough.passes.sweep import place


@kernel
def canonical_rates(tree, work, q, p, tau, wrenches, out):
    """(q̇, ṗ) from (q, p, τ) and external wrenches."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    tangent.mass_rows(tree, work)
    if tree.rheonomic:
        momentum.start(tree, work)
        tangent.right_hand_side(tree, work, p)
    else:
        for d in range(tree.dofs):
            store(work.vector, d, 0, get(p, tree.dof_user[d]))
    fine = tangent.solve_udu(tree, work, out, tree.coordinates)
    momentum.spread(tree, work)
    return momentum.rates(tree, work, q, tau, wrenches, out, False) and fine


def evaluation(tree, solver):
    return Entry(canonical_rates, tree.arrays, tangent.memory(tree, *momentum.FIELDS))


def operations(tree, solver):
    census = tree.census
    rates = momentum.spread_operations(census) + momentum.rates_operations(census, accumulated=False)
    system = tangent.mass_rows_operations(census, tree.mass_entries) + tangent.solver_operations(tree, solver)
    if census.rheonomic:
        rates += momentum.start_operations(census)
        system += tangent.right_hand_side_operations(census)
    return Operations(sweep=prices.place(census), momentum=rates) + system


FORMULATION = Formulation(
    name="hamilton-tangent",
    aliases=("tsp",),
    summary="Hamilton's equations: velocities from the mass matrix of composite bodies",
    reference="D (11)-(12)",
    solvers=("udu",),
    supports=lambda tree, solver: memory_reason(tangent.matrix_entries(tree, solver)),
    evaluation=evaluation,
    operations=operations,
    accuracy=doubts.MOMENTA,
    gives=CANONICAL_RATES,
)
