"""Loops closed in the joints' own unknowns: M x = y + Gᵀλ with G x = g, from the factors of M.

With M = U D Uᵀ and Y = D⁻½U⁻¹Gᵀ, the multipliers follow from (YᵀY) λ = g - G x₀, where x₀ = M⁻¹y, and x = x₀ +
U⁻ᵀD⁻½Y λ. A row of G lives on the two paths of its loop up to the loop's root, and a column of Y on the same paths up to
the ground: nothing fills in outside, and the product of two columns takes only the DoFs that both loops have.

Constraints that depend on others are left out (``solvers/dependent.py``); ``work.chosen`` keeps which ones count.
"""

from bough.arithmetic.scalar import (
    after,
    kernel,
    load,
    sqrt,
    store,
    subtract_dot,
    subtract_four_scaled,
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
        length = tree.loop_dof_at[k + 1] - first
        for p in range(length):
            d = tree.loop_dofs[first + p]
            scale = load(work.pivot_scale, d, 0)
            # the ancestors of d: the rest of its part, then the common part
            part = own if p < own else (either if p < either else length)
            source, rest, common = tree.row_at[d] + 1, part - p - 1, length - either if p < either else 0
            for at in range(tree.loop_half_at[k], tree.loop_half_at[k + 1], length):
                x = load(work.half, at + p, 0)
                y = x * scale
                store(work.half, at + p, 0, y)
                t = where_positive(unit, x, y)
                subtract_scaled(work.half, at + p + 1, work.rows, source, rest, t)
                if common:
                    subtract_scaled(work.half, at + either, work.rows, source + rest, common, t)


@kernel
def upper(count, row, column):
    """The place of an entry of the upper triangle of a symmetric matrix, by rows."""
    return row * count - row * (row - 1) // 2 + column - row


@kernel
def fill_schur(tree, work):
    """The upper triangle of YᵀY, by rows: each stretch of DoFs adds its part to all pairs of its loops."""
    for at in range(tree.loop_constraints * (tree.loop_constraints + 1) // 2):
        store(work.schur, at, 0, 0.0)
    for s in range(tree.stretches):
        gather(tree, work, s)
        column = 0
        for a in range(tree.stretch_at[s], tree.stretch_at[s + 1]):
            j = tree.stretch_loop[a]
            for e in range(tree.loop_at[j], tree.loop_at[j + 1]):
                add_products(tree, work, s, a, e, column)
                column += 1


@kernel
def gather(tree, work, s):
    """The rows of Y of the loops on a stretch side by side, by DoF."""
    column, length, width = 0, tree.stretch_length[s], tree.stretch_width[s]
    for a in range(tree.stretch_at[s], tree.stretch_at[s + 1]):
        k, at = tree.stretch_loop[a], tree.stretch_half[a]
        for _ in range(tree.loop_at[k], tree.loop_at[k + 1]):
            for p in range(length):
                store(work.meeting, p * width + column, 0, load(work.half, at + p, 0))
            at += tree.loop_dof_at[k + 1] - tree.loop_dof_at[k]
            column += 1


@kernel
def add_products(tree, work, s, a, e, column):
    """Add products of row e, of the loop at ``a``, with itself and all after it; loops in a row are taken together."""
    length, width, other, first = tree.stretch_length[s], tree.stretch_width[s], column, e
    while a < tree.stretch_at[s + 1]:
        a = tree.stretch_run[a]
        count = tree.loop_at[tree.stretch_loop[a - 1] + 1] - first
        add_run(work, upper(tree.loop_constraints, e, first), column, other, count, length, width)
        other += count
        if a < tree.stretch_at[s + 1]:
            first = tree.loop_at[tree.stretch_loop[a]]


@kernel
def add_run(work, at, column, other, count, length, width):
    """Add to ``count`` entries of a row of YᵀY; four DoFs at a time."""
    y, p = work.meeting, 0
    while p + 4 <= length:
        a, b, c, d = p * width, (p + 1) * width, (p + 2) * width, (p + 3) * width
        factors = -load(y, a + column, 0), -load(y, b + column, 0), -load(y, c + column, 0), -load(y, d + column, 0)
        subtract_four_scaled(work.schur, at, y, (a + other, b + other, c + other, d + other), count, factors)
        p += 4
    while p < length:
        subtract_scaled(work.schur, at, y, p * width + other, count, -load(y, p * width + column, 0))
        p += 1


@kernel
def factorise(count, matrix, chosen):
    """A = UᵀD⁻¹U: the rows of U, with 1 over the pivots D on the diagonal, and 0 for rows that do not count.

    Row ``count`` of ``chosen`` tells whether the others are given.
    """
    given, at = load(chosen, count, 0), 0
    for c in range(count):
        size = load(matrix, at, 0)
        subtract_rows_above(count, matrix, c, at)
        counts, positive = counted_pivot(load(matrix, at, 0), size, given, chosen, c)
        store(matrix, at, 0, where_positive(counts, 1.0 / positive, zero_of(positive)))
        at += count - c


@kernel
def subtract_rows_above(count, matrix, c, at):
    """Subtract from row c, which starts at ``at``, what the rows above it take; four rows at a time."""
    r, place = 0, c  # place of the entry of row r in column c
    while r + 4 <= c:
        second = place + count - r - 1
        third = second + count - r - 2
        fourth = third + count - r - 3
        factors = (
            load(matrix, place, 0) * load(matrix, place - c + r, 0),
            load(matrix, second, 0) * load(matrix, second - c + r + 1, 0),
            load(matrix, third, 0) * load(matrix, third - c + r + 2, 0),
            load(matrix, fourth, 0) * load(matrix, fourth - c + r + 3, 0),
        )
        subtract_four_scaled(matrix, at, matrix, (place, second, third, fourth), count - c, factors)
        r, place = r + 4, fourth + count - r - 4
    while r < c:
        factor = load(matrix, place, 0) * load(matrix, place - c + r, 0)
        subtract_scaled(matrix, at, matrix, place, count - c, factor)
        r, place = r + 1, place + count - r - 1


@kernel
def substitute(count, matrix, x):
    """Replace a right-hand side by the solution."""
    at = 0
    for c in range(count):
        subtract_scaled(x, c + 1, matrix, at + 1, count - c - 1, load(x, c, 0) * load(matrix, at, 0))
        at += count - c
    for c in range(count - 1, -1, -1):
        at -= count - c
        y = subtract_dot(load(x, c, 0), matrix, at + 1, x, c + 1, count - c - 1)
        store(x, c, 0, y * load(matrix, at, 0))


@kernel
def factorise_schur(tree, work):
    """Factorise YᵀY, and decide which rows count."""
    factorise(tree.loop_constraints, work.schur, work.chosen)


@kernel
def spread(tree, work, unit):
    """M⁻¹Gᵀλ in work.scattered: Yλ by DoF, then outward."""
    for d in range(tree.dofs):
        store(work.scattered, d, 0, 0.0)
    for k in range(tree.loops):
        first, length = tree.loop_dof_at[k], tree.loop_dof_at[k + 1] - tree.loop_dof_at[k]
        for p in range(length):
            d, at = tree.loop_dofs[first + p], tree.loop_half_at[k] + p
            x = load(work.scattered, d, 0)
            for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
                x = x + load(work.multiplier, c, 0) * load(work.half, at, 0)
                at += length
            store(work.scattered, d, 0, x)
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
