"""Hamilton's equations by projection on the orthogonal space (paper D: OSP).

Paper D (14)-(16). P* = Zλ + A(AᵀA)⁻¹p, where λ are impulses of the joints' constraints, from a system whose matrix is
ZᵀSM⁻¹SᵀZ (``reductions/orthogonal.py``); u and the velocities of the bodies follow, then ṗ
(``reductions/momentum.py``). The forces AᵀTᵀF + τ are added to the paper's printed formula for ṗ.
Unknowns: λ (Σ m_i). Cost: linear on a chain, cubic on a star; wins where joints have few constraints or none. Needs
every body to have mass and inertia.
"""

from typing import Any

from numpy.linalg import inv, solve

from bough.arithmetic.scalar import kernel
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, CANONICAL_RATES, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, locks, momentum, orthogonal, orthogonal_loops
from bough.formulations.reductions.families import REACTIONS
from bough.formulations.reductions.references import momentum_rates
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.passes.closing import at_rest
from bough.passes.loops import RATE
from bough.passes.sweep import place, pose_with_columns
from bough.solvers import udu


def reference(m, p, tau):
    """D (14)-(16): (u, ṗ) with P* = Zλ + A(AᵀA)⁻¹p."""
    dual, mobility = m.A @ inv(m.A.T @ m.A), m.S @ inv(m.M) @ m.S.T
    driven = dual @ p
    passed = m.Z @ solve(m.Z.T @ mobility @ m.Z, m.Z.T @ (m.V_J - mobility @ driven)) + driven
    return dual.T @ (mobility @ passed - m.V_J), momentum_rates(m, passed, tau)


@kernel
def start(tree, work, q):
    """Placed bodies, and f in work.force."""
    for i in range(tree.bodies):
        if tree.rheonomic:
            place(tree, i, q, work)
        else:
            pose_with_columns(tree, i, q, work)
    momentum.start(tree, work)


@kernel
def assemble(tree, work, q, p, tau, wrenches):
    start(tree, work, q)
    return orthogonal.assemble(tree, work, p) and locks.are_far_for_impulses(tree, work)


@kernel
def assemble_with_loops(tree, work, q, p, tau, wrenches):
    start(tree, work, q)
    fine = orthogonal_loops.assemble(tree, work, q, at_rest(tree, work), p, RATE)
    return locks.are_far_for_impulses(tree, work) and fine


@kernel
def deliver(tree, work, q, tau, wrenches, out):
    """(q̇, ṗ)."""
    orthogonal.finish(tree, work)
    fine = orthogonal.deliver(tree, work, out, tree.coordinates)
    return momentum.rates(tree, work, q, tau, wrenches, out, True, False) and fine


@kernel
def deliver_with_loops(tree, work, q, tau, wrenches, out):
    """As ``deliver``; the impulses of loops are in work.multiplier."""
    orthogonal_loops.finish(tree, work)
    fine = orthogonal.deliver(tree, work, out, tree.coordinates)
    return momentum.rates(tree, work, q, tau, wrenches, out, True, False) and fine


def memory(tree):
    """Rows of the work arrays."""
    return {**orthogonal.memory(tree), **tree.memory(*momentum.FIELDS)}


def memory_with_loops(tree):
    """The same with loops."""
    more = tree.memory(*momentum.fields(tree)) | orthogonal_loops.memory(tree)
    return more | {"scattered": tree.topology.n}


def around(tree):
    """The price of all but the reduction."""
    census = tree.census
    sweep = prices.place(census) if census.rheonomic else prices.pose(census)
    rates = momentum.start_operations(census) + momentum.rates_operations(census, accumulated=True)
    rates += locks.are_far_for_impulses_operations(census)
    return Operations(sweep=sweep, momentum=rates)


def price(tree):
    return around(tree) + orthogonal.operations(tree, tree.census)


def price_with_loops(tree):
    impulses = momentum.impulses_operations(tree.arrays, accumulated=True)
    return around(tree) + Operations(momentum=impulses) + orthogonal_loops.operations(tree)


DESCRIPTION: dict[str, Any] = {
    "name": "hamilton-orthogonal",
    "summary": "Hamilton's equations: accumulated momenta from the impulses of the joints' constraints",
    "reference": "D (14)-(16)",
    "in_numpy": reference,
    "gives": CANONICAL_RATES,
}
FORMULATION = PackedSystem(
    **DESCRIPTION,
    with_loops=orthogonal_loops.system(
        DESCRIPTION, assemble_with_loops, deliver_with_loops, memory_with_loops, price_with_loops
    ),
    aliases=("osp",),
    methods=(udu.SOLVER,),
    matrix=orthogonal.CONSTRAINTS,
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_multipliers,
    objection=orthogonal.objection,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
    family=REACTIONS,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
