"""Hamilton's equations by projection on the tangent space (paper D: TSP).

Paper D (11)-(12). u from (AᵀTᵀMTA) u = p - AᵀTᵀMβ (``reductions/tangent.py``: composite bodies, branch-sparse UDUᵀ),
then the velocities of the bodies, the accumulated momenta and ṗ (``reductions/momentum.py``).
With closed loops M u = p + Gᵀσ, G u = 0: the impulses σ by a Schur complement (``passes/closing.py``).
Unknowns: u. Cost: as composite bodies, linear on a star and cubic on a chain; wins with few DoFs and short chains.
"""

from numpy.linalg import solve

from bough.arithmetic.scalar import kernel
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, CANONICAL_RATES, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, momentum, tangent
from bough.formulations.reductions.families import MASS_MATRIX
from bough.formulations.reductions.references import momentum_rates
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.solvers import udu


def reference(m, p, tau):
    """D (11)-(12): (u, ṗ) from (AᵀM*A) u = p - AᵀM*V^J, P* = M*(A u + V^J)."""
    u = solve(m.A.T @ m.M_star @ m.A, p - m.A.T @ m.M_star @ m.V_J)
    return u, momentum_rates(m, m.M_star @ (m.A @ u + m.V_J), tau)


@kernel
def assemble(tree, work, q, p, tau, wrenches):
    momentum.system(tree, work, q, p)
    return True


@kernel
def deliver(tree, work, q, tau, wrenches, out):
    """(q̇, ṗ)."""
    fine = tangent.deliver(tree, work, out, tree.coordinates)
    momentum.spread(tree, work)
    return momentum.rates(tree, work, q, tau, wrenches, out, False, True) and fine


def memory(tree):
    """Rows of the work arrays."""
    return tangent.memory(tree, *momentum.fields(tree))


def price(tree):
    census = tree.census
    rates = momentum.spread_operations(census) + momentum.rates_operations(census, accumulated=False)
    system = tangent.mass_rows_operations(census, tree.mass_entries) + tangent.looked_at(census)
    if census.rheonomic:
        rates += momentum.start_operations(census)
        system += tangent.right_hand_side_operations(census)
    if tree.loops:
        rates += momentum.impulses_operations(tree.arrays, accumulated=False)
    return Operations(sweep=prices.place(census), momentum=rates) + system


FORMULATION = PackedSystem(
    name="hamilton-tangent",
    aliases=("tsp",),
    summary="Hamilton's equations: velocities from the mass matrix of composite bodies",
    reference="D (11)-(12)",
    in_numpy=reference,
    methods=(udu.SOLVER,),
    matrix=tangent.MASS,
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    accuracy=doubts.MOMENTA,
    gives=CANONICAL_RATES,
    family=MASS_MATRIX,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
