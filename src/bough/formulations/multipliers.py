"""Multipliers: Lagrange's equations of the first kind, in the reactions of the joints.

Paper C (3.8)-(3.10): R = Zλ + A(AᵀA)⁻¹τ, and λ from a system whose matrix is ZᵀSM⁻¹SᵀZ (``reductions/orthogonal.py``).
Unknowns: λ (Σ m_i). Cost: linear on a chain, cubic on a star; wins where joints have few constraints and bodies few children. Gives all joint
reactions; needs every body to have mass and inertia.
"""

from bough.arithmetic.scalar import kernel
from bough.arithmetic.spatial import load3
from bough.arithmetic.tally import Operations
from bough.compiled.entries import Entry
from bough.formulations.formulation import Formulation
from bough.formulations.reductions import doubts, orthogonal
from bough.passes import prices
from bough.passes.sweep import put_in_body_axes, sweep
from bough.solvers.warm import ITERATIVE


@kernel
def solve_reactions(tree, work, q, u, tau, wrenches):
    """R of every joint in work.reaction and Δ of every body in work.response; False if some joint is singular."""
    sweep(tree, q, u, wrenches, work)
    fine = orthogonal.assemble(tree, work, tau)
    orthogonal.solve_udu(tree, work)
    orthogonal.finish(tree, work)
    return fine


@kernel
def accelerations(tree, work, q, u, tau, wrenches, u_dot):
    fine = solve_reactions(tree, work, q, u, tau, wrenches)
    return orthogonal.deliver(tree, work, u_dot, 0) and fine


@kernel
def accelerations_inverse_iterative(tree, work, q, u, tau, wrenches, u_dot):
    sweep(tree, q, u, wrenches, work)
    fine = orthogonal.assemble(tree, work, tau)
    fine = orthogonal.solve_inverse_iterative(tree, work) and fine
    orthogonal.finish(tree, work)
    return orthogonal.deliver(tree, work, u_dot, 0) and fine


@kernel
def accelerations_direct_iterative(tree, work, q, u, tau, wrenches, u_dot):
    sweep(tree, q, u, wrenches, work)
    fine = orthogonal.assemble(tree, work, tau)
    fine = orthogonal.solve_direct_iterative(tree, work) and fine
    orthogonal.finish(tree, work)
    return orthogonal.deliver(tree, work, u_dot, 0) and fine


@kernel
def reactions(tree, work, q, u, tau, wrenches, out):
    """Per user body the wrench that its joint passes on to it (force, moment about its origin, body axes)."""
    fine = solve_reactions(tree, work, q, u, tau, wrenches)
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        fine = put_in_body_axes(tree, work, b, load3(work.reaction, i, 0), load3(work.reaction, i, 3), out, 0) and fine
    return fine


CORES = {
    "udu": accelerations,
    "inverse-iterative": accelerations_inverse_iterative,
    "direct-iterative": accelerations_direct_iterative,
}


def evaluation(tree, solver):
    return Entry(CORES[solver], tree.arrays_for_multipliers, orthogonal.memory(tree, solver))


def operations(tree, solver):
    if solver != "udu":
        return None
    census = tree.census
    return Operations(sweep=prices.sweep(census)) + orthogonal.operations(tree, census)


FORMULATION = Formulation(
    name="multipliers",
    summary="joint reactions from a block-sparse system, then the accelerations of separate bodies",
    reference="C (3.8)-(3.10)",
    solvers=("udu", *ITERATIVE),
    supports=orthogonal.supports,
    evaluation=evaluation,
    operations=operations,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
)
