"""Back to closed loops: the least change of a state, in the metric of the mass matrix, that closes them."""

from bough.arithmetic.scalar import after, get, kernel, load, put, store, zero_of
from bough.formulations.reductions.tangent import mass_rows
from bough.passes.closing import GAP, RATE, ask_for, multiply_out
from bough.passes.loops import survey_loops
from bough.passes.motion import put_all_rates
from bough.passes.sweep import place
from bough.solvers import udu


@kernel
def place_and_factorise(tree, work, q, u):
    """Bodies, the factors of M, gaps and G."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    udu.factorise(tree.row_at, tree.dof_parent, tree.dofs, work.rows)
    survey_loops(tree, q, u, work)


@kernel
def correction(tree, work, what):
    """-M⁻¹Gᵀ(GM⁻¹Gᵀ)⁻¹ times the gaps or their rates, in work.scattered: the least change that closes them."""
    ask_for(tree, work, what)
    multiply_out(tree, work, zero_of(load(work.rows, 0, 0)) + 1.0)


@kernel
def project(tree, work):
    """Close the loops of work.state by the least change in the metric of the mass matrix; decide which rows count.

    A Newton step of the coordinates, with the rows that counted before, then the velocities. Uses work.slope.
    """
    state, n_q, count = work.state, tree.coordinates, tree.loop_constraints
    u, change = after(state, n_q), after(work.slope, n_q)
    place_and_factorise(tree, work, state, u)
    correction(tree, work, GAP)
    for d in range(tree.dofs):
        put(change, tree.dof_user[d], load(work.scattered, d, 0))
    put_all_rates(tree, state, change, work.slope)
    for k in range(n_q - tree.timed):
        put(state, k, get(state, k) + get(work.slope, k))
    store(work.chosen, count, 0, 0.0)
    place_and_factorise(tree, work, state, u)
    correction(tree, work, RATE)
    for d in range(tree.dofs):
        at = tree.dof_user[d]
        put(u, at, get(u, at) + load(work.scattered, d, 0))
    store(work.chosen, count, 0, 1.0)
