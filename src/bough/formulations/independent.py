"""Independent accelerations: the equations of motion projected on the null space of the loops.

Paper C §3.1, and Maggi's equations in their smallest form. With M u̇ = y + Gᵀλ as composite bodies give it, and G u̇ = g
for the loops, let N span the null space of G, and u̇_p be one solution of the loops' equations:

    u̇ = u̇_p + N v̇,    (NᵀMN) v̇ = Nᵀ(y - M u̇_p).

Forces of loops leave no trace: NᵀGᵀ = 0. N comes from an elimination that chooses dependent DoFs anew at each position
(``reductions/null_space.py``).
Unknowns: v̇, as many as degrees of freedom, f = n - rank of G. Cost: up to r² n for the elimination of r rows of G, less
where loops share few DoFs; f² n for the matrix. It wins where loops leave little freedom, or many constraints are
redundant; it loses where most DoFs are free. Without loops N is the unit matrix: that is ``composite-bodies``.
"""

import numpy as np
from numpy.linalg import pinv, solve, svd

from bough.arithmetic.scalar import (
    SINGULAR,
    after,
    is_above,
    is_finite,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_scaled,
    zero_of,
)
from bough.arithmetic.tally import CALL, NOTHING, PRODUCT, SUM, TERM, Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS, Recursion, memory_reason
from bough.formulations.reductions import doubts, tangent
from bough.formulations.reductions import null_space as reduced
from bough.formulations.reductions.families import INDEPENDENT
from bough.formulations.reductions.null_space import number_unknowns, reduce_rows, span
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import deliver, mass_rows, mass_tables, right_hand_side
from bough.passes import loop_prices, prices
from bough.passes.closing import factorise, substitute, upper
from bough.passes.loops import survey_loops
from bough.passes.sweep import sweep
from bough.solvers.packed import subtract_product


def reference(m, tau):
    """C §3.1: u̇ = u̇_p + N v̇ with G N = 0 and G u̇_p = g, and (3.12) projected by N."""
    _, sizes, directions = svd(m.G)
    N = directions[np.count_nonzero(sizes > 1e-7 * sizes[0]) :].T
    particular = pinv(m.G, rcond=1e-7) @ m.g
    mass = m.A.T @ m.M_star @ m.A
    forces = m.A.T @ (m.T.T @ applied(m) - m.M_star @ m.w) + tau
    return particular + N @ solve(N.T @ mass @ N, N.T @ (forces - mass @ particular))


@kernel
def project(tree, work, count):
    """NᵀMN, and Nᵀ(y - M u̇_p) with y in work.vector."""
    n, basis, zero = tree.dofs, work.basis, zero_of(load(work.vector, 0, 0))
    first, _, level, cousin, _ = mass_tables(tree)
    particular = after(basis, count * n)
    subtract_product(first, level, cousin, n, work.rows, particular, work.vector, work.line, work.image)
    for s in range(count):
        store(work.unknowns, s, 0, -subtract_dot(zero, basis, s * n, work.vector, 0, n))
        for d in range(n):
            store(work.scattered, d, 0, zero)
        column = after(basis, s * n)
        subtract_product(first, level, cousin, n, work.rows, column, work.scattered, work.line, work.image)
        for t in range(s + 1):
            store(work.matrix, upper(count, t, s), 0, subtract_dot(zero, basis, t * n, work.scattered, 0, n))


@kernel
def solve_projected(work, count):
    """v̇ in work.unknowns; False if the matrix is singular."""
    store(work.slots, count, 0, 1.0)  # which unknowns there are is given
    factorise(count, work.matrix, work.slots)
    substitute(count, work.matrix, work.unknowns)
    fine, one = True, zero_of(load(work.matrix, 0, 0)) + 1.0
    for s in range(count):
        inverse = load(work.matrix, upper(count, s, s), 0)  # 1 over the pivot
        fine = fine and is_above(one, SINGULAR, load(work.slots, s, 2) * inverse)
    return fine


@kernel
def accelerations(tree, work, q, u, tau, wrenches, u_dot):
    sweep(tree, q, u, wrenches, work)
    mass_rows(tree, work)
    right_hand_side(tree, work, tau)
    fine = survey_loops(tree, q, u, work)
    rank = reduce_rows(tree, work)
    count = number_unknowns(tree, work, rank)
    span(tree, work, rank, count)
    project(tree, work, count)
    fine = solve_projected(work, count) and fine
    if count == 0:  # (forces leave no trace, but those of a user's law that failed are no numbers)
        for d in range(tree.dofs):
            fine = is_finite(load(work.vector, d, 0)) and fine
    for d in range(tree.dofs):
        store(work.vector, d, 0, load(work.basis, count * tree.dofs + d, 0))
    for s in range(count):
        subtract_scaled(work.vector, 0, work.basis, s * tree.dofs, tree.dofs, -load(work.unknowns, s, 0))
    return deliver(tree, work, u_dot, 0) and fine


def memory(tree):
    """Rows of the work arrays."""
    return tangent.memory(tree) | tree.closing_memory() | reduced.memory(tree)


def objection(tree):
    if tree.topology.n == 0:
        return "nothing can move"
    return memory_reason(sum(reduced.memory(tree).values()))


def price(tree):
    """At the mechanism's start: elsewhere other constraints may count, or other entries of G vanish."""
    census, found, n = tree.census, reduced.reduction(tree), tree.topology.n
    count = n - found.rank
    above, cousins = tree.topology.N1, int((tree.arrays.cousin >= 0).sum())
    product = (2 * above) * TERM + n * (PRODUCT + 3 * SUM) + cousins * SUM
    dots = count * (count + 1) // 2 + count
    solved = loop_prices.factorised(count) + loop_prices.substituted(count) + (SUM if n else NOTHING)
    composed = tangent.mass_rows_operations(census, tree.mass_entries) + tangent.right_hand_side_operations(census)
    return (
        Operations(sweep=prices.sweep(census))
        + composed
        + loop_prices.survey_loops(tree.arrays, census)
        + reduced.operations(tree, found)
        + Operations(
            packed=dots * CALL + (dots * n) * TERM + solved + count * PRODUCT,
            substitution=(n * (count + 1) + count) * CALL + (count + 1) * product + (count * n) * TERM,
        )
        + tangent.looked_at(census)
    )


FORMULATION = Recursion(
    name="independent",
    summary="mass matrix projected on the motions that loops leave, then a system as large as the freedom",
    reference="C §3.1",
    in_numpy=reference,
    core=accelerations,
    memory=memory,
    price=price,
    arrays=lambda tree: tree.arrays_for_independent,
    objection=objection,
    accuracy=doubts.MASS_MATRIX,
    doubts=doubts.of_mass_matrix,
    family=INDEPENDENT,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
    needs=frozenset((LOOPS,)),
)
