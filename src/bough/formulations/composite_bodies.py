"""Composite bodies (elsewhere: CRBA): Lagrange's equations of the second kind, with M* = TᵀMT by recursion.

Paper C (3.12), A (3). Inward, a body and all that hangs on it is taken as one rigid body; its wrench under a unit acceleration of a DoF, carried
along the path to the ground, meets every DoF on the way: M_dj = a_jᵀ Cᵀ…Cᵀ M*_i a_d.
Unknowns: u̇. Cost: Σ η_i for the matrix, N1 + N2 for its factorisation; wins on short and branched mechanisms, cubic on a chain.
"""

from bough.arithmetic.scalar import get, kernel, store
from bough.arithmetic.tally import Operations
from bough.compiled.entries import Entry, SerialEntry
from bough.formulations.formulation import Formulation, memory_reason
from bough.formulations.reductions import doubts
from bough.formulations.reductions.mass_rate import mass_rate_rows, turn
from bough.formulations.reductions.tangent import (
    CLOSED,
    CholeskyEvaluation,
    mass_rows,
    mass_rows_operations,
    matrix_entries,
    memory,
    right_hand_side,
    right_hand_side_operations,
    solve_direct_iterative,
    solve_eigen,
    solve_inverse_iterative,
    solve_udu,
    solve_uu,
    solver_operations,
    unpack,
    unpack_system,
)
from bough.passes import prices
from bough.passes.sweep import place, sweep
from bough.solvers.warm import ITERATIVE


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    mass_rows(tree, work)
    right_hand_side(tree, work, tau)


@kernel
def accelerations_udu(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_udu(tree, work, u_dot, 0)


@kernel
def accelerations_uu(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_uu(tree, work, u_dot, 0)


@kernel
def accelerations_eigen(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_eigen(tree, work, u_dot, 0)


@kernel
def accelerations_inverse_iterative(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_inverse_iterative(tree, work, u_dot, 0)


@kernel
def accelerations_direct_iterative(tree, work, q, u, tau, wrenches, u_dot):
    assemble(tree, work, q, u, tau, wrenches)
    return solve_direct_iterative(tree, work, u_dot, 0)


@kernel
def system(tree, work, q, u, tau, wrenches, out):
    """M and Q + τ side by side, as a full table in the user's order."""
    assemble(tree, work, q, u, tau, wrenches)
    return unpack_system(tree, work, out)


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
    return solve_udu(tree, work, out, 0)


CORES = {
    "udu": accelerations_udu,
    "uu": accelerations_uu,
    "eigen": accelerations_eigen,
    "inverse-iterative": accelerations_inverse_iterative,
    "direct-iterative": accelerations_direct_iterative,
}


def evaluation(tree, solver):
    if solver == "cholesky":
        return CholeskyEvaluation(Entry(system, tree.arrays, memory(tree)), tree.topology.n)
    kind = SerialEntry if solver == "eigen" else Entry
    return kind(CORES[solver], tree.arrays, memory(tree, solver=solver))


def operations(tree, solver):
    if solver not in CLOSED:
        return None
    census = tree.census
    system = mass_rows_operations(census, tree.mass_entries) + right_hand_side_operations(census)
    return Operations(sweep=prices.sweep(census)) + system + solver_operations(tree, solver)


FORMULATION = Formulation(
    name="composite-bodies",
    aliases=("crba",),
    summary="mass matrix from composite bodies, then a linear system in the accelerations",
    reference="C (3.12), A (3)",
    solvers=("udu", "uu", "cholesky", "eigen", *ITERATIVE),
    supports=lambda tree, solver: memory_reason(matrix_entries(tree, solver)),
    evaluation=evaluation,
    operations=operations,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
)
