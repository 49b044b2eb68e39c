"""M = UUᵀ in packed rows (``solvers/packed.py``): as ``udu.py``, with square roots of the pivots. Paper A.

Cost: N1 div + N2 (mul + add) + n roots for the factors, 2n div + 2 N1 (mul + add) for a solution.
"""

import numpy as np

from bough.arithmetic.scalar import SINGULAR, is_above, kernel, load, sqrt, store, subtract_dot, subtract_scaled
from bough.arithmetic.tally import CALL, PRODUCT, QUOTIENT, ROOT, TERM, Operations
from bough.solvers.packed import next_on_level, start_line
from bough.solvers.solver import Solver


@kernel
def factorise(first, before, n, rows):
    """Replace the packed rows of M by those of U."""
    for k in range(n - 1, -1, -1):
        at, end = first[k], first[k + 1]
        pivot = sqrt(load(rows, at, 0))
        store(rows, at, 0, pivot)
        for a in range(at + 1, end):
            store(rows, a, 0, load(rows, a, 0) / pivot)
        j = before[k]
        for a in range(at + 1, end):
            subtract_scaled(rows, first[j], rows, a, end - a, load(rows, a, 0))
            j = before[j]


@kernel
def substitute_inward(first, level, cousin, n, rows, x, line):
    """Replace x by the solution of U w = x."""
    start_line(level, n, x, line)
    for k in range(n - 1, -1, -1):
        at, s = first[k], level[k]
        xk = load(line, s, 0) / load(rows, at, 0)
        subtract_scaled(line, s + 1, rows, at + 1, first[k + 1] - at - 1, xk)
        store(x, k, 0, xk)
        next_on_level(level, cousin, x, line, k)


@kernel
def substitute_outward(first, level, n, rows, x, line):
    """Replace x by the solution of Uᵀ y = x."""
    for k in range(n):
        at, s = first[k], level[k]
        xk = subtract_dot(load(x, k, 0), rows, at + 1, line, s + 1, first[k + 1] - at - 1) / load(rows, at, 0)
        store(x, k, 0, xk)
        store(line, s, 0, xk)


@kernel
def is_regular(first, n, rows, sizes):
    """Whether every pivot is more than rounding, compared with the upper bound of its diagonal entry."""
    fine = True
    for k in range(n):
        root = load(rows, first[k], 0)
        fine = fine and is_above(root * root, SINGULAR, load(sizes, k, 0))
    return fine


def operations(lengths: np.ndarray) -> Operations:
    """Price: N1 div + N2 (mul + add) + n roots, then 2n div + 2 N1 (mul + add), and n squares to check pivots."""
    n, n1, n2 = len(lengths), int((lengths - 1).sum()), int((lengths * (lengths - 1) // 2).sum())
    return Operations(
        packed=n1 * CALL + n1 * QUOTIENT + n2 * TERM + n * ROOT,
        substitution=(2 * n) * (CALL + QUOTIENT) + (2 * n1) * TERM + n * PRODUCT,
    )


@kernel
def solve_packed(first, before, level, cousin, n, work):
    factorise(first, before, n, work.rows)
    substitute_inward(first, level, cousin, n, work.rows, work.vector, work.line)
    substitute_outward(first, level, n, work.rows, work.vector, work.line)
    return is_regular(first, n, work.rows, work.diagonal)


SOLVER = Solver(
    name="uu",
    summary="M = UUᵀ in packed path rows, with square roots",
    reference="A",
    solve_packed=solve_packed,
    is_unit=False,
    price=lambda lengths, joined: operations(lengths),
)
