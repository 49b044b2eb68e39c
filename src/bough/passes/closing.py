"""Loops closed in the joints' own unknowns: M x = y + Gᵀλ with G x = g, from the factors of M.

With M = U D Uᵀ and Y = D⁻½U⁻¹Gᵀ, the multipliers follow from (YᵀY) λ = g - G x₀, where x₀ = M⁻¹y, and x = x₀ +
U⁻ᵀD⁻½Y λ. A row of G lives on the two paths of its loop up to the loop's root, and a column of Y on the same paths up to
the ground: nothing fills in outside.

Constraints that depend on others are left out (``solvers/dependent.py``); ``work.chosen`` keeps which ones count.
"""

from bough.arithmetic.scalar import (
    after,
    kernel,
    load,
    sqrt,
    store,
    subtract_dot,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.passes.loops import ACCELERATION, RATE, survey_loops
from bough.solvers.dependent import counted_pivot


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
def scale_pivots(tree, work, unit):
    """1 over the roots of the pivots; ``unit`` is 1 if U has a unit diagonal with D in its place, else 0."""
    for d in range(tree.dofs):
        pivot = load(work.rows, tree.row_at[d], 0)
        store(work.pivot_scale, d, 0, 1.0 / where_positive(unit, sqrt(pivot), pivot))


@kernel
def halve(tree, work, unit):
    """Replace the rows of G by those of Y: inward along both paths, then along their common part."""
    for k in range(tree.loops):
        first, own, either = tree.loop_dof_at[k], tree.loop_own[k], tree.loop_either[k]
        length, at = tree.loop_dof_at[k + 1] - first, tree.loop_half_at[k]
        for _ in range(tree.loop_at[k], tree.loop_at[k + 1]):
            for p in range(length):
                d = tree.loop_dofs[first + p]
                x = load(work.half, at + p, 0)
                y = x * load(work.pivot_scale, d, 0)
                store(work.half, at + p, 0, y)
                t = where_positive(unit, x, y)
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


@kernel
def upper(count, row, column):
    """The place of an entry of the upper triangle of a symmetric matrix, by rows."""
    return row * count - row * (row - 1) // 2 + column - row


@kernel
def fill_schur(tree, work):
    """The upper triangle of YᵀY, by rows."""
    clear(tree, work)
    zero, constraints = zero_of(load(work.half, 0, 0)), tree.loop_constraints
    for k in range(tree.loops):
        first, length, at = tree.loop_dof_at[k], tree.loop_dof_at[k + 1] - tree.loop_dof_at[k], tree.loop_half_at[k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            scatter(tree, work, k, at)
            for j in range(k):
                other, source = tree.loop_dof_at[j], tree.loop_half_at[j]
                count = tree.loop_dof_at[j + 1] - other
                for e in range(tree.loop_at[j], tree.loop_at[j + 1]):
                    x = zero
                    for p in range(count):
                        x = x + load(work.half, source + p, 0) * load(work.scattered, tree.loop_dofs[other + p], 0)
                    store(work.schur, upper(constraints, e, c), 0, x)
                    source += count
            source = tree.loop_half_at[k]
            for e in range(tree.loop_at[k], c + 1):
                x = -subtract_dot(zero, work.half, at, work.half, source, length)
                store(work.schur, upper(constraints, e, c), 0, x)
                source += length
            for p in range(length):
                store(work.scattered, tree.loop_dofs[first + p], 0, zero)
            at += length


@kernel
def factorise(count, matrix, chosen, sizes):
    """Cholesky's factor by rows, with 1 over the pivots' roots on the diagonal, and 0 for rows that do not count.

    Row ``count`` of ``chosen`` tells whether the others are given. ``sizes``: memory for the diagonal entries.
    """
    given, at = load(chosen, count, 0), 0
    for c in range(count):
        store(sizes, c, 0, load(matrix, at, 0))
        at += count - c
    at = 0
    for c in range(count):
        counts, positive = counted_pivot(load(matrix, at, 0), load(sizes, c, 0), given, chosen, c)
        root = where_positive(counts, 1.0 / sqrt(positive), zero_of(positive))
        store(matrix, at, 0, root)
        for e in range(at + 1, at + count - c):
            store(matrix, e, 0, load(matrix, e, 0) * root)
        row = at + count - c
        for e in range(1, count - c):
            subtract_scaled(matrix, row, matrix, at + e, count - c - e, load(matrix, at + e, 0))
            row += count - c - e
        at += count - c


@kernel
def substitute(count, matrix, x):
    """Replace a right-hand side by the solution."""
    at = 0
    for c in range(count):
        y = load(x, c, 0) * load(matrix, at, 0)
        store(x, c, 0, y)
        subtract_scaled(x, c + 1, matrix, at + 1, count - c - 1, y)
        at += count - c
    for c in range(count - 1, -1, -1):
        at -= count - c
        y = subtract_dot(load(x, c, 0), matrix, at + 1, x, c + 1, count - c - 1)
        store(x, c, 0, y * load(matrix, at, 0))


@kernel
def factorise_schur(tree, work):
    """Factorise YᵀY, and decide which rows count."""
    count = tree.loop_constraints
    factorise(count, work.schur, work.chosen, after(work.chosen, 2 * count + 2))


@kernel
def spread(tree, work, unit):
    """M⁻¹Gᵀλ in work.scattered: Yλ by DoF, then outward."""
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
    for d in range(tree.dofs):
        at, s, scale = tree.row_at[d], tree.level[d], load(work.pivot_scale, d, 0)
        x = load(work.scattered, d, 0)
        count = tree.row_at[d + 1] - at - 1
        x = subtract_dot(where_positive(unit, x * scale, x), work.rows, at + 1, work.line, s + 1, count)
        x = where_positive(unit, x, x * scale)
        store(work.scattered, d, 0, x)
        store(work.line, s, 0, x)


@kernel
def multiply_out(tree, work, unit):
    """From G and a right-hand side: the multipliers, and M⁻¹Gᵀλ in work.scattered."""
    scale_pivots(tree, work, unit)
    halve(tree, work, unit)
    fill_schur(tree, work)
    factorise_schur(tree, work)
    substitute(tree.loop_constraints, work.schur, work.multiplier)
    spread(tree, work, unit)


@kernel
def close(tree, work):
    """Close surveyed loops: x in work.vector, from x₀ there, g in work.multiplier, and the factors of M in work.rows.

    The last row of work.chosen tells whether the factors are U D Uᵀ or U Uᵀ.
    """
    subtract_known(tree, work)
    multiply_out(tree, work, load(work.chosen, 2 * tree.loop_constraints + 1, 0))
    for d in range(tree.dofs):
        store(work.vector, d, 0, load(work.vector, d, 0) + load(work.scattered, d, 0))


def close_surveyed(tree, work):
    """Close surveyed loops. Compiled, it is a call by address (``compiled/native.py``)."""
    close(tree, work)


@kernel
def close_loops(tree, q, u, work, is_unit):
    """Close the loops of accelerations in work.vector; ``is_unit``: the factors in work.rows are U D Uᵀ, not U Uᵀ.

    False if a loop's joint is singular.
    """
    store(work.chosen, 2 * tree.loop_constraints + 1, 0, 1.0 if is_unit else 0.0)
    regular = survey_loops(tree, q, u, work)
    ask_for(tree, work, ACCELERATION)
    close_surveyed(tree, work)
    return regular


@kernel
def at_rest(tree, work):
    """Velocities of zero, in memory that ``spread`` uses later."""
    zero = zero_of(load(work.offset, 0, 0))
    for d in range(tree.dofs):
        store(work.scattered, d, 0, zero)
    return after(work.scattered, 0)


@kernel
def close_velocities(tree, q, p, work, is_unit):
    """The same for velocities of given momenta: M u = p + Gᵀσ, with the gap's rate zero; σ in work.multiplier.

    x₀ = M⁻¹p in work.vector; what driven joints add to the gap's rate is its rate at u = 0.
    """
    store(work.chosen, 2 * tree.loop_constraints + 1, 0, 1.0 if is_unit else 0.0)
    regular = survey_loops(tree, q, at_rest(tree, work), work)
    ask_for(tree, work, RATE)
    close_surveyed(tree, work)
    return regular
