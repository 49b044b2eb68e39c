"""Composite bodies (elsewhere: CRBA): Lagrange's equations of the second kind, with M* = TᵀMT by recursion.

Paper C (3.12), A (3). Inward, a body and its descendants are treated as one rigid body. Its wrench under a unit
acceleration of DoF d is carried along the path to the ground and projected on every DoF j there: M_dj = a_jᵀ Cᵀ…Cᵀ M*_i
a_d.
Unknowns: u̇. Cost: Σ η_i for the matrix, N1 + N2 for its factorisation; wins on short and branched mechanisms; cubic on
a chain.
"""

from numpy.linalg import solve

from bough.arithmetic.scalar import get, kernel, store
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import doubts
from bough.formulations.reductions.families import MASS_MATRIX
from bough.formulations.reductions.mass_rate import mass_rate_rows, turn
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import (
    MASS,
    deliver,
    deliver_accelerations,
    looked_at,
    mass_rows,
    mass_rows_operations,
    mass_tables,
    memory,
    right_hand_side,
    right_hand_side_operations,
    unpack,
)
from bough.formulations.systems import PackedSystem
from bough.passes import prices
from bough.passes.sweep import place, sweep
from bough.solvers import cholesky, direct_iterative, eigen, inverse_iterative, udu, uu


def reference(m, tau):
    """C (3.12): (AᵀM*A) u̇ = Aᵀ(TᵀF' - M*w*) + τ, with M* = TᵀMT formed first."""
    return solve(m.A.T @ m.M_star @ m.A, m.A.T @ (m.T.T @ applied(m) - m.M_star @ m.w) + tau)


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    mass_rows(tree, work)
    right_hand_side(tree, work, tau)
    return True


@kernel
def mass_matrix(tree, work, q, unused_u, unused, wrenches, out):
    """M, in the user's order."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    return unpack(tree, work, out)


@kernel
def mass_matrix_rate(tree, work, q, u, unused, wrenches, out):
    """Ṁ along the motion, in the user's order."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    turn(tree, u, work)
    mass_rate_rows(tree, work)
    return unpack(tree, work, out)


@kernel
def solve_mass(tree, work, q, unused_u, forces, wrenches, out):
    """M⁻¹ times forces."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    for d in range(tree.dofs):
        store(work.vector, d, 0, get(forces, tree.dof_user[d]))
    first, before, level, cousin, n = mass_tables(tree)
    return udu.solve_packed(first, before, level, cousin, n, work) and deliver(tree, work, out, 0)


def price(tree):
    census = tree.census
    system = mass_rows_operations(census, tree.mass_entries) + right_hand_side_operations(census)
    return Operations(sweep=prices.sweep(census)) + system + looked_at(census)


FORMULATION = PackedSystem(
    name="composite-bodies",
    aliases=("crba",),
    summary="mass matrix from composite bodies, then a linear system in the accelerations",
    reference="C (3.12), A (3)",
    in_numpy=reference,
    methods=(udu.SOLVER, uu.SOLVER, cholesky.SOLVER, eigen.SOLVER, inverse_iterative.SOLVER, direct_iterative.SOLVER),
    matrix=MASS,
    assemble=assemble,
    deliver=deliver_accelerations,
    memory=memory,
    price=price,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    family=MASS_MATRIX,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    is_timed=True,
)
