"""Back to closed loops: the least change of a state, in the metric of the mass matrix, that closes them.

It is what loops with given gaps, or rates of gaps, ask of bodies on which nothing else acts (``passes/spans.py``).
"""

from bough.arithmetic.scalar import after, get, kernel, put, store
from bough.formulations.reductions import recursive
from bough.passes.loops import GAP, RATE
from bough.passes.motion import put_all_rates
from bough.passes.sweep import pose

FIELDS = ("inertia", "pivots", "stack", "branch")  # the work arrays that it uses, besides those of loops


@kernel
def correct(tree, work, what):
    """The least change of work.state that closes gaps, or their rates, in work.slope.

    -M⁻¹Gᵀ(GM⁻¹Gᵀ)⁻¹ times gaps or rates is in the place of velocities; for gaps, the change of q is in that of q.
    """
    u = after(work.state, tree.coordinates)
    for i in range(tree.bodies):
        pose(tree, i, work.state, work)
    recursive.start_loops(tree, work.state, u, what, work)
    recursive.eliminate_inward(tree, work, work.drive, False, False)
    recursive.substitute_outward(tree, work, work.slope, tree.coordinates, False)
    if what == GAP:
        put_all_rates(tree, work.state, after(work.slope, tree.coordinates), work.slope)


@kernel
def project(tree, work):
    """Close the loops of work.state by the least change in the metric of the mass matrix; decide which rows count.

    A Newton step of the coordinates, with the rows that counted before, then the velocities. Uses work.slope.
    """
    state, n_q, count = work.state, tree.coordinates, tree.loop_constraints
    correct(tree, work, GAP)
    for k in range(n_q - tree.timed):
        put(state, k, get(state, k) + get(work.slope, k))
    store(work.chosen, count, 0, 0.0)
    correct(tree, work, RATE)
    for k in range(n_q, n_q + tree.dofs):
        put(state, k, get(state, k) + get(work.slope, k))
    store(work.chosen, count, 0, 1.0)
