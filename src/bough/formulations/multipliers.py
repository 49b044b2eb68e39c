"""Multipliers: Lagrange's equations of the first kind, in the reactions of the joints.

Paper C (3.8)-(3.10): R = Zλ + A(AᵀA)⁻¹τ, and λ from a system whose matrix is ZᵀSM⁻¹SᵀZ (``reductions/orthogonal.py``).
Unknowns: λ (Σ m_i). Cost: linear on a chain, cubic on a star; wins where joints have few constraints and bodies few
children. Gives all joint reactions; needs every body to have mass and inertia. Closed loops add their constraints, and the
matrix is then a general sparse one (``reductions/orthogonal_loops.py``).
"""

from typing import Any

from numpy.linalg import inv, solve

from bough.arithmetic.scalar import kernel
from bough.arithmetic.spatial import load3
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts, orthogonal, orthogonal_loops
from bough.formulations.reductions.families import REACTIONS
from bough.formulations.reductions.references import applied
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.passes.loops import ACCELERATION
from bough.passes.sweep import put_in_body_axes, sweep
from bough.solvers import direct_iterative, inverse_iterative, udu


def reference(m, tau):
    """C (3.8)-(3.10): (u̇, R) with R = Zλ + A(AᵀA)⁻¹τ, λ such that the joints hold."""
    dual, mobility = m.A @ inv(m.A.T @ m.A), m.S @ inv(m.M)
    drive = dual @ tau
    right = m.w - mobility @ (applied(m) + m.S.T @ drive)
    reactions = m.Z @ solve(m.Z.T @ mobility @ m.S.T @ m.Z, m.Z.T @ right) + drive
    return dual.T @ (mobility @ (m.S.T @ reactions + applied(m)) - m.w), reactions


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    return orthogonal.assemble(tree, work, tau)


@kernel
def deliver(tree, work, q, tau, wrenches, u_dot):
    """R of every joint in work.reaction, Δ of every body in work.response, u̇."""
    orthogonal.finish(tree, work)
    return orthogonal.deliver(tree, work, u_dot, 0)


@kernel
def assemble_with_loops(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    return orthogonal_loops.assemble(tree, work, q, u, tau, ACCELERATION)


@kernel
def deliver_with_loops(tree, work, q, tau, wrenches, u_dot):
    """As ``deliver``."""
    orthogonal_loops.finish(tree, work)
    return orthogonal.deliver(tree, work, u_dot, 0)


@kernel
def reactions(tree, work, q, u, tau, wrenches, out):
    """Per user body the wrench that its joint passes on to it (force, moment about its origin, body axes)."""
    fine = assemble(tree, work, q, u, tau, wrenches)
    first, before, level, cousin, n = orthogonal.constraint_tables(tree)
    fine = udu.solve_packed(first, before, level, cousin, n, work) and fine
    orthogonal.finish(tree, work)
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        fine = put_in_body_axes(tree, work, b, load3(work.reaction, i, 0), load3(work.reaction, i, 3), out, 0) and fine
    return fine


def price(tree):
    return Operations(sweep=prices.sweep(tree.census)) + orthogonal.operations(tree, tree.census)


def price_with_loops(tree):
    return Operations(sweep=prices.sweep(tree.census)) + orthogonal_loops.operations(tree)


DESCRIPTION: dict[str, Any] = {
    "name": "multipliers",
    "summary": "joint reactions from a block-sparse system, then the accelerations of separate bodies",
    "reference": "C (3.8)-(3.10)",
    "in_numpy": reference,
}
FORMULATION = PackedSystem(
    **DESCRIPTION,
    with_loops=orthogonal_loops.system(
        DESCRIPTION, assemble_with_loops, deliver_with_loops, orthogonal_loops.memory, price_with_loops
    ),
    methods=(udu.SOLVER, inverse_iterative.SOLVER, direct_iterative.SOLVER),
    matrix=orthogonal.CONSTRAINTS,
    assemble=assemble,
    deliver=deliver,
    memory=orthogonal.memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_multipliers,
    objection=orthogonal.objection,
    accuracy=doubts.MULTIPLIERS,
    doubts=doubts.of_multipliers,
    family=REACTIONS,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_timed=True,
)
