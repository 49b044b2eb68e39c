"""Hamilton's equations as one extended system: velocities of all bodies, momenta of all joints and u at once.

Paper D (10), with the velocities β of driven joints subtracted (``reductions/momentum.py``), and closed loops:

    M Δ - SᵀP* - S_cᵀZ_cσ = -Mβ,    -S Δ + A u = 0,    AᵀP* + a u = p,    Z_cᵀS_cΔ = -ġ      (a: armature),

then ṗ = (Ȧᵀ - AᵀΩ)P* + AᵀTᵀF + τ. ġ is the rate of the gaps when u = 0. The linear part is the extended system of the
accelerations (``reductions/extended_system.py``) with other names; V = Δ + β, and P* is found with it.
Unknowns: 12 N + n, and one for each constraint of a loop. Cost: linear in bodies, and in loops that are local; a yardstick,
and the form from which the three others follow by elimination. Bodies may have no mass.
"""

import numpy as np

from bough.arithmetic.scalar import kernel, load, store
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, CANONICAL_RATES, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, extended_system, momentum
from bough.formulations.reductions.bases import are_far, are_far_operations, kept_tables, put_rates
from bough.formulations.reductions.references import momentum_rates
from bough.formulations.systems import SparseSystem
from bough.passes import loop_prices, prices
from bough.passes.closing import at_rest
from bough.passes.loops import RATE, survey_loops
from bough.passes.sweep import place
from bough.solvers import sparse


def reference(m, p, tau):
    """D (10): (u, ṗ) from M V - SᵀP* = 0, -S V + A u = -V^J, AᵀP* = p."""
    rows, n = m.A.shape
    none, nothing = np.zeros((rows, rows)), np.zeros((rows, n))
    matrix = np.block([[m.M, -m.S.T, nothing], [-m.S, none, m.A], [nothing.T, m.A.T, np.zeros((n, n))]])
    _, passed, u = np.split(np.linalg.solve(matrix, np.concatenate((0.0 * m.V, -m.V_J, p))), (rows, 2 * rows))
    return u, momentum_rates(m, passed, tau)


@kernel
def assemble(tree, work, q, p, tau, wrenches):
    for i in range(tree.bodies):
        place(tree, i, q, work)
    momentum.start(tree, work)
    fine = True
    if tree.loops > 0:
        fine = survey_loops(tree, q, at_rest(tree, work), work)
    extended_system.enter_system(tree, work, p, RATE)
    return fine


@kernel
def deliver(tree, work, q, tau, wrenches, out):
    """(q̇, ṗ)."""
    fine = put_rates(tree, work, 12 * tree.bodies, out, tree.coordinates)
    fine = are_far(tree, work) and fine
    for i in range(tree.bodies):
        for k in range(6):
            store(work.response, i, k, load(work.found, 6 * i + k, 0))
            store(work.reaction, i, k, load(work.found, 6 * (tree.bodies + i) + k, 0))
    for c in range(tree.loop_constraints if tree.loops > 0 else 0):
        store(work.multiplier, c, 0, load(work.found, 12 * tree.bodies + tree.dofs + c, 0))
    return momentum.rates(tree, work, q, tau, wrenches, out, True, True) and fine


def memory(tree):
    """Rows of the work arrays; with loops, those of an integrator that closes them too."""
    rows = tree.memory(*momentum.fields(tree), "reaction", "duals")
    return rows | tree.closing_memory() | {"scattered": tree.topology.n}


def price(tree):
    """The entries; a call of "rows" is an entry."""
    census = tree.census
    found = Operations(
        sweep=prices.place(census),
        rows=extended_system.entered_operations(tree),
        momentum=momentum.start_operations(census),
    )
    return found + loop_prices.survey_loops(tree.arrays, census) if tree.loops else found


def delivery(tree):
    rates = momentum.rates_operations(tree.census, accumulated=True) + are_far_operations(tree.arrays, 0)
    if tree.loops:
        rates += momentum.impulses_operations(tree.arrays, accumulated=True)
    return Operations(momentum=rates)


FORMULATION = SparseSystem(
    name="hamilton-extended",
    summary="Hamilton's equations: velocities of all bodies, momenta of all joints and u from one sparse system",
    reference="D (10)",
    in_numpy=reference,
    methods=(sparse.SOLVER,),
    pattern=lambda tree: (extended_system.pattern(tree), kept_tables(tree)),
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    delivery=delivery,
    elimination=extended_system.elimination,
    is_balanced=True,
    accuracy=doubts.MOMENTA,
    gives=CANONICAL_RATES,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_yardstick=True,
)
