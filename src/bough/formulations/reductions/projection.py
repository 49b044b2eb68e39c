"""Back to closed loops: the least change of a state, in the metric of the mass matrix, that closes them.

Coordinates move along M⁻¹Gᵀ, and so do velocities. Momenta move along Gᵀ, which does not change the motion that belongs
to them (``reductions/momentum.py``): p becomes M u.

Symplectic methods move a state off the closed ones before a step, by multipliers ν of coordinates and μ of momenta
(``shift``), so that it is closed after the step (``fit``); ``integrate/manifold.py`` finds them.
"""

from bough.arithmetic.scalar import after, get, kernel, load, put, store, zero_of
from bough.formulations.reductions import recursive
from bough.formulations.reductions.momentum import add_impulses, system, system_of_placed
from bough.formulations.reductions.tangent import mass_rows
from bough.passes.closing import (
    ask_for,
    at_rest,
    close_velocities,
    factorise_schur,
    fill_schur,
    halve,
    scale_pivots,
    spread,
    substitute,
    subtract_known,
)
from bough.passes.loops import GAP, RATE, survey_loops
from bough.passes.motion import put_all_rates
from bough.passes.sweep import place, pose
from bough.solvers import udu

FIELDS = ("inertia", "pivots", "stack", "branch")  # the work arrays that it uses, besides those of loops

# columns of work.shift: multipliers of coordinates and of momenta, and what they lack
NU, MU, MORE_NU, MORE_MU = range(4)


@kernel
def correct(tree, work, what):
    """The least change of work.state that closes gaps, or their rates, in work.slope.

    -M⁻¹Gᵀ(GM⁻¹Gᵀ)⁻¹ times gaps or rates is in the place of velocities; for gaps, the change of q is in that of q.
    """
    u = after(work.state, tree.coordinates)
    for i in range(tree.bodies):
        pose(tree, i, work.state, work)
    recursive.start_loops(tree, work.state, u, what, work)
    # (no joint forces: those in work.drive belong to the motion, not to what closes loops)
    none = after(work.slope, tree.coordinates)
    for k in range(tree.dofs):
        put(none, k, zero_of(get(u, k)))
    recursive.eliminate_inward(tree, work, none, False, False)
    recursive.substitute_outward(tree, work, work.slope, tree.coordinates, False)
    if what == GAP:
        put_all_rates(tree, work.state, after(work.slope, tree.coordinates), work.slope)


@kernel
def correct_momenta(tree, work, what):
    """The same for a state of coordinates and momenta: for rates, the change Gᵀσ of p."""
    if what == GAP:
        correct(tree, work, GAP)
        return
    p, change = after(work.state, tree.coordinates), after(work.slope, tree.coordinates)
    system(tree, work, work.state, p)
    solve(tree, work)
    close_velocities(tree, work.state, p, work, True)
    for k in range(tree.dofs):
        put(change, k, zero_of(get(p, k)))
    add_impulses(tree, work, change)


@kernel
def place_and_factorise(tree, work, q, u):
    """Bodies, the factors of M, gaps and G."""
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    udu.factorise(tree.row_at, tree.dof_parent, tree.dofs, work.rows)
    survey_loops(tree, q, u, work)


@kernel
def move_coordinates(tree, work, q, state):
    """Move the coordinates of a state along velocities in work.scattered, which belong to q. Uses work.slope."""
    n_q = tree.coordinates
    change = after(work.slope, n_q)
    for d in range(tree.dofs):
        put(change, tree.dof_user[d], load(work.scattered, d, 0))
    put_all_rates(tree, q, change, work.slope)
    for k in range(n_q - tree.timed):
        put(state, k, get(state, k) + get(work.slope, k))


@kernel
def take_over(work, first, last):
    """Add a part of work.slope to work.state."""
    for k in range(first, last):
        put(work.state, k, get(work.state, k) + get(work.slope, k))


@kernel
def project(tree, work):
    """Close the loops of work.state by the least change in the metric of the mass matrix; decide which rows count.

    A Newton step of the coordinates, with the rows that counted before, then the velocities. Uses work.slope.
    """
    n_q, count = tree.coordinates, tree.loop_constraints
    correct(tree, work, GAP)
    take_over(work, 0, n_q - tree.timed)
    store(work.chosen, count, 0, 0.0)
    correct(tree, work, RATE)
    take_over(work, n_q, n_q + tree.dofs)
    store(work.chosen, count, 0, 1.0)


@kernel
def project_momenta(tree, work):
    """The same for a state of coordinates and momenta."""
    n_q, count = tree.coordinates, tree.loop_constraints
    correct_momenta(tree, work, GAP)
    take_over(work, 0, n_q - tree.timed)
    store(work.chosen, count, 0, 0.0)
    correct_momenta(tree, work, RATE)
    take_over(work, n_q, n_q + tree.dofs)
    store(work.chosen, count, 0, 1.0)


@kernel
def solve(tree, work):
    """Factorise M, and replace the right-hand side in work.vector by the solution."""
    udu.factorise_with(tree.row_at, tree.dof_parent, tree.dofs, work.rows, work.vector)
    udu.substitute_outward(tree.row_at, tree.level, tree.dofs, work.rows, work.vector, work.line)


@kernel
def take(tree, work, column):
    """Multipliers from a column of work.shift."""
    for c in range(tree.loop_constraints):
        store(work.multiplier, c, 0, load(work.shift, c, column))


@kernel
def keep(tree, work, column):
    """Multipliers to a column of work.shift."""
    for c in range(tree.loop_constraints):
        store(work.shift, c, column, load(work.multiplier, c, 0))


@kernel
def shift(tree, work):
    """Move the closed state at the start of work.anchor by M⁻¹Gᵀν and Gᵀμ into work.state. Uses work.slope."""
    state, n_q = work.state, tree.coordinates
    for k in range(n_q + tree.dofs):
        store(state, k, 0, load(work.anchor, k, 0))
    unit = zero_of(load(state, 0, 0)) + 1.0
    place_and_factorise(tree, work, state, at_rest(tree, work))
    take(tree, work, MU)
    add_impulses(tree, work, after(state, n_q))
    take(tree, work, NU)
    scale_pivots(tree, work, unit)
    halve(tree, work, unit)
    spread(tree, work, unit)
    move_coordinates(tree, work, work.anchor, state)


@kernel
def fit(tree, work):
    """Move the end of a step, in work.state, by M⁻¹Gᵀν and Gᵀμ, and find what these lack to close it.

    G and M are taken at the second state of work.anchor, an estimate of the result. Uses work.slope.
    """
    state, n_q = work.state, tree.coordinates
    size = n_q + tree.dofs
    end, p = after(work.anchor, size), after(state, n_q)
    unit = zero_of(load(state, 0, 0)) + 1.0
    for i in range(tree.bodies):
        place(tree, i, end, work)
    survey_loops(tree, end, at_rest(tree, work), work)
    take(tree, work, MU)
    add_impulses(tree, work, p)
    system_of_placed(tree, work, p)
    solve(tree, work)
    ask_for(tree, work, RATE)
    subtract_known(tree, work)
    scale_pivots(tree, work, unit)
    halve(tree, work, unit)
    fill_schur(tree, work)
    factorise_schur(tree, work)
    substitute(tree.loop_constraints, work.schur, work.multiplier)
    keep(tree, work, MORE_MU)
    take(tree, work, NU)
    spread(tree, work, unit)
    move_coordinates(tree, work, end, state)
    for i in range(tree.bodies):
        place(tree, i, state, work)
    survey_loops(tree, state, at_rest(tree, work), work)
    ask_for(tree, work, GAP)
    substitute(tree.loop_constraints, work.schur, work.multiplier)
    keep(tree, work, MORE_NU)
