"""Hamilton's equations by projection on the orthogonal space (paper D: OSP).

Paper D (14)-(16). P* = Zλ + A(AᵀA)⁻¹p, where λ are impulses of the joints' constraints, from a system whose matrix is ZᵀSM⁻¹SᵀZ
(``reductions/orthogonal.py``); u and the velocities of the bodies follow, then ṗ (``reductions/momentum.py``), to whose printed formula the forces
AᵀTᵀF + τ are added.
Unknowns: λ (Σ m_i). Cost: linear on a chain, cubic on a star; wins where joints have few constraints or none. Needs every body to have mass and inertia.
"""

from bough.arithmetic.scalar import kernel
from bough.arithmetic.tally import Operations
from bough.compiled.entries import Entry
from bough.formulations.formulation import CANONICAL_RATES, Formulation
from bough.formulations.reductions import doubts, locks, momentum, orthogonal
from bough.passes import prices
from bough.passes.sweep import place, pose_with_columns


@kernel
def canonical_rates(tree, work, q, p, tau, wrenches, out):
    """(q̇, ṗ) from (q, p, τ) and external wrenches."""
    for i in range(tree.bodies):
        if tree.rheonomic:
            place(tree, i, q, work)
        else:
            pose_with_columns(tree, i, q, work)
    momentum.start(tree, work)
    fine = orthogonal.assemble(tree, work, p) and locks.are_far_for_impulses(tree, work)
    orthogonal.solve_udu(tree, work)
    orthogonal.finish(tree, work)
    fine = orthogonal.deliver(tree, work, out, tree.coordinates) and fine
    return momentum.rates(tree, work, q, tau, wrenches, out, True) and fine


def evaluation(tree, solver):
    memory = {**orthogonal.memory(tree), **tree.memory(*momentum.FIELDS)}
    return Entry(canonical_rates, tree.arrays_for_multipliers, memory)


def operations(tree, solver):
    census = tree.census
    sweep = prices.place(census) if census.rheonomic else prices.pose(census)
    rates = momentum.start_operations(census) + momentum.rates_operations(census, accumulated=True)
    rates += locks.are_far_for_impulses_operations(census)
    return Operations(sweep=sweep, momentum=rates) + orthogonal.operations(tree, census)


FORMULATION = Formulation(
    name="hamilton-orthogonal",
    aliases=("osp",),
    summary="Hamilton's equations: accumulated momenta from the impulses of the joints' constraints",
    reference="D (14)-(16)",
    solvers=("udu",),
    supports=orthogonal.supports,
    evaluation=evaluation,
    operations=operations,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
    gives=CANONICAL_RATES,
)
