"""M = UDUᵀ in packed rows (``solvers/packed.py``), without fill-in. Paper A, algorithms 1 to 3.

Rows are eliminated from the last to the first, so only ancestors change. Cost: N1 div + N2 (mul + add) for the factors,
N1 = Σ(η - 1), N2 = Σ η(η - 1)/2 with η the length of a row; n div + 2 N1 (mul + add) for a solution.
"""

import numpy as np

from bough.arithmetic.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_four_scaled,
    subtract_scaled,
)
from bough.arithmetic.tally import CALL, QUOTIENT, TERM, Operations
from bough.solvers.packed import next_on_level, start_line
from bough.solvers.solver import Solver

# rows from this length on are eliminated four at a time
LONG = 9


@kernel
def factorise(first, before, n, rows):
    """Algorithm 1: replace the packed rows of M by those of U (unit diagonal left out) and D (in its place)."""
    for k in range(n - 1, -1, -1):
        at, end = first[k], first[k + 1]
        pivot = load(rows, at, 0)
        j = before[k]
        for a in range(at + 1, end):
            t = load(rows, a, 0) / pivot
            subtract_scaled(rows, first[j], rows, a, end - a, t)
            store(rows, a, 0, t)
            j = before[j]


@kernel
def factorise_with(first, before, n, rows, x):
    """Algorithms 1 and 2 in one pass: factorise, and replace one right-hand side x by the solution of U D w = x.

    Four long rows that are one another's ancestors and end together are eliminated together: the rows of all further
    ancestors are then read once for the four.
    """
    k = n - 1
    while k >= 0:
        if is_group(first, before, k):
            eliminate_group(first, before, rows, x, k - 3)
            k -= 4
        else:
            at, end = first[k], first[k + 1]
            pivot, xk = load(rows, at, 0), load(x, k, 0)
            j = before[k]
            for a in range(at + 1, end):
                t = load(rows, a, 0) / pivot
                subtract_scaled(rows, first[j], rows, a, end - a, t)
                store(rows, a, 0, t)
                store(x, j, 0, load(x, j, 0) - t * xk)
                j = before[j]
            store(x, k, 0, xk / pivot)
            k -= 1


@kernel
def is_group(first, before, k):
    """Whether rows k to k - 3 are one another's next ancestors, end together, and are long enough for that to pay."""
    if first[k + 1] - first[k] < LONG:
        return False
    for i in range(k, k - 3, -1):
        if before[i] != i - 1 or first[i] - first[i - 1] != first[i + 1] - first[i] - 1:
            return False
    return True


@kernel
def eliminate_group(first, before, rows, x, top):
    """Eliminate rows top + 3 to top: from one another, then together from all further ancestors."""
    for k in range(top + 3, top, -1):
        at, end = first[k], first[k + 1]
        pivot, xk = load(rows, at, 0), load(x, k, 0)
        for j in range(k - 1, top - 1, -1):
            a = at + k - j
            t = load(rows, a, 0) / pivot
            subtract_scaled(rows, first[j], rows, a, end - a, t)
            store(rows, a, 0, t)
            store(x, j, 0, load(x, j, 0) - t * xk)
    eliminate_four(first, before, rows, x, top)
    for k in range(top + 3, top - 1, -1):
        store(x, k, 0, load(x, k, 0) / load(rows, first[k], 0))


@kernel
def eliminate_four(first, before, rows, x, k):
    """Eliminate rows k + 3 to k, already eliminated from one another, from all ancestors of row k."""
    a, b, c, d = first[k] + 1, first[k + 1] + 2, first[k + 2] + 3, first[k + 3] + 4
    p, q, r, s = load(rows, a - 1, 0), load(rows, b - 2, 0), load(rows, c - 3, 0), load(rows, d - 4, 0)
    xp, xq, xr, xs = load(x, k, 0), load(x, k + 1, 0), load(x, k + 2, 0), load(x, k + 3, 0)
    j = before[k]
    for count in range(first[k + 1] - a, 0, -1):
        tp, tq = load(rows, a, 0) / p, load(rows, b, 0) / q
        tr, ts = load(rows, c, 0) / r, load(rows, d, 0) / s
        subtract_four_scaled(rows, first[j], rows, (a, b, c, d), count, (tp, tq, tr, ts))
        store(rows, a, 0, tp)
        store(rows, b, 0, tq)
        store(rows, c, 0, tr)
        store(rows, d, 0, ts)
        store(x, j, 0, load(x, j, 0) - tp * xp - tq * xq - tr * xr - ts * xs)
        a, b, c, d = a + 1, b + 1, c + 1, d + 1
        j = before[j]


@kernel
def substitute_inward(first, level, cousin, n, rows, x, line):
    """Algorithm 2: replace x by the solution of U D w = x."""
    start_line(level, n, x, line)
    for k in range(n - 1, -1, -1):
        at, s = first[k], level[k]
        xk = load(line, s, 0)
        subtract_scaled(line, s + 1, rows, at + 1, first[k + 1] - at - 1, xk)
        store(x, k, 0, xk / load(rows, at, 0))
        next_on_level(level, cousin, x, line, k)


@kernel
def substitute_outward(first, level, n, rows, x, line):
    """Algorithm 3: replace x by the solution of Uᵀ y = x."""
    for k in range(n):
        at, s = first[k], level[k]
        xk = subtract_dot(load(x, k, 0), rows, at + 1, line, s + 1, first[k + 1] - at - 1)
        store(x, k, 0, xk)
        store(line, s, 0, xk)


@kernel
def is_regular(first, n, rows, sizes):
    """Whether every pivot is more than rounding, compared with the upper bound of its diagonal entry."""
    fine = True
    for k in range(n):
        fine = fine and is_above(load(rows, first[k], 0), SINGULAR, load(sizes, k, 0))
    return fine


def operations(lengths: np.ndarray, joined: np.ndarray) -> Operations:
    """Price of ``factorise_with`` and ``substitute_outward``: N1 div + N2 (mul + add), then n div + 2 N1 (mul + add).

    ``lengths``: of the rows; ``joined``: for each except the first, whether the row before it is its next ancestor and
    ends with it.
    """
    n, n1, n2 = len(lengths), int((lengths - 1).sum()), int((lengths * (lengths - 1) // 2).sum())
    return Operations(
        packed=runs(lengths, joined) * CALL + n1 * QUOTIENT + n2 * TERM,
        substitution=n * CALL + n * QUOTIENT + (2 * n1) * TERM,
    )


def runs(lengths: np.ndarray, joined: np.ndarray) -> int:
    """Runs in ``factorise_with``: η - 1 for a single row, η + 2 for four rows, of which the longest has η entries."""
    if not len(lengths):
        return 0
    # stretches of joined rows; groups of four are taken from their ends while the rows are long enough
    ends = np.append(np.flatnonzero(~joined), len(lengths) - 1)
    longest = lengths[ends]
    groups = np.minimum(np.diff(ends, prepend=-1) // 4, np.maximum((longest - LONG) // 4 + 1, 0))
    # a group saves 3 (η - 4) runs, and the next one's η is less by four
    saved = 3 * groups * (longest - 4) - 6 * groups * (groups - 1)
    return int((lengths - 1).sum() - saved.sum())


@kernel
def solve_packed(first, before, level, cousin, n, work):
    factorise_with(first, before, n, work.rows, work.vector)
    substitute_outward(first, level, n, work.rows, work.vector, work.line)
    return is_regular(first, n, work.rows, work.diagonal)


SOLVER = Solver(
    name="udu",
    summary="M = UDUᵀ in packed path rows, without fill-in",
    reference="A, algorithms 1-3",
    solve_packed=solve_packed,
    is_unit=True,
    price=operations,
)
