"""Loops closed in the joints' own unknowns: M x = y + Gᵀλ with G x = g, from the factors of M.

With M = U D Uᵀ and Y = D⁻½U⁻¹Gᵀ, the multipliers follow from (YᵀY) λ = g - G x₀, where x₀ = M⁻¹y, and x = x₀ +
U⁻ᵀD⁻½Y λ. A row of G lives on the two paths of its loop up to the loop's root, and a column of Y on the same paths up to
the ground: nothing fills in outside.

Constraints may depend on others: a plane linkage in space has more than it needs. A row whose pivot is small beside its
diagonal entry is left out, and its multiplier is zero; the motion is the same. Which rows count is decided at a closed
position, and kept (``work.chosen``) while a step leaves it: off the closed positions dependent rows seem independent.
"""

from bough.arithmetic.scalar import (
    after,
    get,
    kernel,
    load,
    out_of_line,
    outlined,
    put,
    sqrt,
    store,
    subtract_dot,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.formulations.reductions.tangent import mass_rows
from bough.passes.loops import accelerate_loop, place_loops
from bough.passes.motion import put_all_rates
from bough.passes.sweep import place
from bough.solvers import udu
from bough.solvers.solver import Solver

# a constraint depends on others if its pivot is below this share of its diagonal entry: singular values below 1e-4
DEPENDENT = 1e-8
GAP, RATE, ACCELERATION = range(3)  # columns of work.gap


@kernel
def ask_for(tree, work, what):
    """The right-hand side -gap, or minus its rate."""
    for c in range(tree.loop_constraints):
        store(work.multiplier, c, 0, -load(work.gap, c, what))


@kernel
def subtract_known(tree, work):
    """Subtract G x₀ from the right-hand side; x₀ in work.vector, G in work.half."""
    for k in range(tree.loops):
        first, either, at = tree.loop_dof_at[k], tree.loop_either[k], tree.loop_half_at[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            x = load(work.multiplier, c, 0)
            for p in range(either):
                x = x - load(work.half, at + p, 0) * load(work.vector, tree.loop_dofs[first + p], 0)
            store(work.multiplier, c, 0, x)
            at += tree.loop_dof_at[k + 1] - first


@kernel
def scale_pivots(tree, work, is_unit):
    """1 over the roots of the pivots; ``is_unit``: U has a unit diagonal, and D its place."""
    for d in range(tree.dofs):
        pivot = load(work.rows, tree.row_at[d], 0)
        store(work.pivot_scale, d, 0, 1.0 / (sqrt(pivot) if is_unit else pivot))


@outlined
def halve(tree, work, is_unit):
    """Replace the rows of G by those of Y: inward along both paths, then along their common part."""
    out_of_line()
    for k in range(tree.loops):
        first, own, either = tree.loop_dof_at[k], tree.loop_own[k], tree.loop_either[k]
        length, at = tree.loop_dof_at[k + 1] - first, tree.loop_half_at[k]
        for _ in range(tree.loop_at[k], tree.loop_at[k + 1]):
            for p in range(length):
                d = tree.loop_dofs[first + p]
                x = load(work.half, at + p, 0)
                y = x * load(work.pivot_scale, d, 0)
                store(work.half, at + p, 0, y)
                t = x if is_unit else y
                # the ancestors of d: the rest of its part, then the common part
                source, part = tree.row_at[d] + 1, own if p < own else (either if p < either else length)
                subtract_scaled(work.half, at + p + 1, work.rows, source, part - p - 1, t)
                if p < either:
                    subtract_scaled(work.half, at + either, work.rows, source + part - p - 1, length - either, t)
            at += length


@kernel
def scatter(tree, work, k, at):
    """A row of Y of loop k, by DoF."""
    first = tree.loop_dof_at[k]
    for p in range(tree.loop_dof_at[k + 1] - first):
        store(work.scattered, tree.loop_dofs[first + p], 0, load(work.half, at + p, 0))


@kernel
def clear(tree, work):
    for d in range(tree.dofs):
        store(work.scattered, d, 0, 0.0)


@outlined
def fill_schur(tree, work):
    """The lower triangle of YᵀY, by rows."""
    out_of_line()
    clear(tree, work)
    zero = zero_of(load(work.half, 0, 0))
    for k in range(tree.loops):
        first, length, at = tree.loop_dof_at[k], tree.loop_dof_at[k + 1] - tree.loop_dof_at[k], tree.loop_half_at[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            scatter(tree, work, k, at)
            row = c * (c + 1) // 2
            for j in range(k):
                other, source = tree.loop_dof_at[j], tree.loop_half_at[j]
                count = tree.loop_dof_at[j + 1] - other
                for e in range(tree.loop_at[j], tree.loop_at[j + 1]):
                    x = zero
                    for p in range(count):
                        x = x + load(work.half, source + p, 0) * load(work.scattered, tree.loop_dofs[other + p], 0)
                    store(work.schur, row + e, 0, x)
                    source += count
            source = tree.loop_half_at[k]
            for e in range(tree.loop_at[k], c + 1):
                store(work.schur, row + e, 0, -subtract_dot(zero, work.half, at, work.half, source, length))
                source += length
            for p in range(length):
                store(work.scattered, tree.loop_dofs[first + p], 0, zero)
            at += length


@outlined
def factorise(count, schur, chosen):
    """Cholesky's factor by rows, with 1 over the pivots' roots on the diagonal, and 0 for rows that do not count.

    Row ``count`` of ``chosen`` tells whether the others are given.
    """
    out_of_line()
    given = load(chosen, count, 0)
    for c in range(count):
        row = c * (c + 1) // 2
        for e in range(c):
            above = e * (e + 1) // 2
            x = subtract_dot(load(schur, row + e, 0), schur, row, schur, above, e)
            store(schur, row + e, 0, x * load(schur, above + e, 0))
        size = load(schur, row + c, 0)
        pivot = subtract_dot(size, schur, row, schur, row, c)
        zero = zero_of(pivot)
        found = where_positive(pivot - DEPENDENT * size, zero + 1.0, zero)
        counts = where_positive(given, load(chosen, c, 0), found)
        store(chosen, c, 0, counts)
        least = 1e-30 * size + 1e-300
        root = 1.0 / sqrt(where_positive(pivot - least, pivot, least))
        store(schur, row + c, 0, where_positive(counts, root, zero))


@kernel
def substitute(count, schur, x):
    """Replace a right-hand side by the multipliers."""
    for c in range(count):
        row = c * (c + 1) // 2
        store(x, c, 0, subtract_dot(load(x, c, 0), schur, row, x, 0, c) * load(schur, row + c, 0))
    for c in range(count - 1, -1, -1):
        row = c * (c + 1) // 2
        y = load(x, c, 0) * load(schur, row + c, 0)
        store(x, c, 0, y)
        subtract_scaled(x, 0, schur, row, c, y)


@kernel
def spread(tree, work, is_unit):
    """Yλ by DoF in work.scattered, times D⁻½ if U has a unit diagonal."""
    clear(tree, work)
    for k in range(tree.loops):
        first, at = tree.loop_dof_at[k], tree.loop_half_at[k]
        length = tree.loop_dof_at[k + 1] - first
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            x = load(work.multiplier, c, 0)
            for p in range(length):
                d = tree.loop_dofs[first + p]
                store(work.scattered, d, 0, load(work.scattered, d, 0) + x * load(work.half, at + p, 0))
            at += length
    if is_unit:
        for d in range(tree.dofs):
            store(work.scattered, d, 0, load(work.scattered, d, 0) * load(work.pivot_scale, d, 0))


@outlined
def multiply_out(tree, work, is_unit):
    """From G and a right-hand side: the multipliers, and what ``substitute_outward`` turns into M⁻¹Gᵀλ."""
    out_of_line()
    scale_pivots(tree, work, is_unit)
    halve(tree, work, is_unit)
    fill_schur(tree, work)
    factorise(tree.loop_constraints, work.schur, work.chosen)
    substitute(tree.loop_constraints, work.schur, work.multiplier)
    spread(tree, work, is_unit)


def closing(solver: Solver):
    """A kernel (tree, work, u) that closes the loops of accelerations in work.vector, with a solver's factors of M."""
    is_unit, substitute_outward = solver.is_unit, solver.substitute_outward

    @kernel
    def close(tree, work, u):
        regular = place_loops(tree, u, work)
        for k in range(tree.loops):
            accelerate_loop(tree, k, work)
        ask_for(tree, work, ACCELERATION)
        subtract_known(tree, work)
        multiply_out(tree, work, is_unit)
        substitute_outward(tree.row_at, tree.level, tree.dofs, work.rows, work.scattered, work.line)
        for d in range(tree.dofs):
            store(work.vector, d, 0, load(work.vector, d, 0) + load(work.scattered, d, 0))
        return regular

    return close


@outlined
def place_and_factorise(tree, work, q, u):
    """Bodies, the factors of M, gaps and G."""
    out_of_line()
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    udu.factorise(tree.row_at, tree.dof_parent, tree.dofs, work.rows)
    place_loops(tree, u, work)


@kernel
def correction(tree, work, what):
    """-M⁻¹Gᵀ(GM⁻¹Gᵀ)⁻¹ times the gaps or their rates, in work.scattered: the least change that closes them."""
    ask_for(tree, work, what)
    multiply_out(tree, work, True)
    udu.substitute_outward(tree.row_at, tree.level, tree.dofs, work.rows, work.scattered, work.line)


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
