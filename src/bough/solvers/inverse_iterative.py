"""Inverse iteration (C §4.2): A x = b from H ≈ A⁻¹ of the last call, which each pass corrects by a matrix of rank one.

H is kept as its lower triangle by rows, (k, 0), …, (k, k) from k(k + 1)/2 on. A pass goes once through A and once
through H, each by contiguous runs: n² + 2N1 + O(n) multiplications and additions, and n²/2 for the correction. A new
start costs the factors, then n³/3 for H.
"""

import numpy as np

from bough.arithmetic.scalar import correct_lead, kernel, load, multiply_lead, store, zero_of
from bough.arithmetic.tally import CALL, PRODUCT, QUOTIENT, TERM, Operations
from bough.solvers import udu
from bough.solvers.solver import Effort, Solver, Warm
from bough.solvers.warm import UNPRICED, WAITING, iteration, price_along, warm_memory

# a new start costs as much as n / SHARE passes
SHARE = 3.0


@kernel
def correct_and_apply(n, inverse, g, c, x, image):
    """H += c g gᵀ, then image = H x, in one pass over H."""
    at = 0
    for k in range(n):
        t, xk = c * load(g, k, 0), load(x, k, 0)
        left = correct_lead(inverse, at, g, t, x, image, k, xk)
        at += k
        own = load(inverse, at, 0) + t * load(g, k, 0)
        store(inverse, at, 0, own)
        store(image, k, 0, left + own * xk)
        at += 1


@kernel
def invert(first, before, n, factors, inverse, x, image):
    """H from the factors, outward: UᵀH = D⁻¹U⁻¹ is zero left of the diagonal, so row k follows from the rows before it.

    H_kj = -Σ U_ik H_ij over the i on the path of k, and H_kk = 1/d_k - Σ U_ik H_ik.
    """
    row = 0
    for k in range(n):
        for j in range(k):
            store(x, j, 0, 0.0)
        j = before[k]
        for a in range(first[k] + 1, first[k + 1]):
            store(x, j, 0, load(factors, a, 0))
            j = before[j]
        at = 0
        for j in range(k):
            xj = load(x, j, 0)
            left = multiply_lead(inverse, at, x, image, j, xj)
            store(image, j, 0, left + load(inverse, at + j, 0) * xj)
            at += j + 1
        pivot = 1.0 / load(factors, first[k], 0)
        for j in range(k):
            g = load(image, j, 0)
            store(inverse, row + j, 0, -g)
            pivot = pivot + load(x, j, 0) * g
        store(inverse, row + k, 0, pivot)
        row += k + 1


@kernel
def usual_limit(n):
    """Number of passes after which a new start is cheaper."""
    return min(n + 1, 4 + n // 8)


@kernel
def restart(first, before, level, cousin, n, sizes, work):
    """Factorise, solve, and form H; False if the matrix is singular."""
    factors = work.factors
    for a in range(first[n]):
        store(factors, a, 0, load(work.rows, a, 0))
    udu.factorise(first, before, n, factors)
    if not udu.is_regular(first, n, factors, sizes):
        return False
    for k in range(n):
        store(work.solution, k, 0, load(work.vector, k, 0))
        store(work.direction, k, 0, 0.0)
    invert(first, before, n, factors, work.inverse, work.residual, work.image)
    udu.substitute_inward(first, level, cousin, n, factors, work.solution, work.line)
    udu.substitute_outward(first, level, n, factors, work.solution, work.line)
    store(work.report, WAITING, 0, zero_of(load(work.report, WAITING, 0)))
    return True


@kernel
def approach(n, work):
    """g = H r⁺, after the correction that waits: H is read only once."""
    waiting = load(work.report, WAITING, 0)
    correct_and_apply(n, work.inverse, work.direction, waiting, work.residual, work.image)


@kernel
def learn(n, work, along, across):
    """The correction waits for the next pass."""
    store(work.report, WAITING, 0, across)
    return True


solve = kernel(iteration(restart, approach, learn, SHARE))


def operations(lengths: np.ndarray, joined: np.ndarray, cousins: int, effort: Effort) -> Operations:
    """Price of ``solve``: 3n²/2 + 2 N1 (mul + add) for a pass, N2 + n³/3 for a new start, and lower terms."""
    n, n1, n2 = len(lengths), int((lengths - 1).sum()), int((lengths * (lengths - 1) // 2).sum())
    own = n * CALL + (n * (3 * n + 1) // 2) * TERM + n * PRODUCT
    factors = (n1 + n * (n - 1) // 2) * CALL + (n1 + n) * QUOTIENT + (n2 + (n - 1) * n * (n + 1) // 3) * TERM
    solution = n * CALL + n * QUOTIENT + (2 * n1) * TERM
    return price_along(lengths, cousins, effort, own, factors, solution)


@kernel
def solve_packed(first, before, level, cousin, n, work):
    return solve(first, before, level, cousin, n, usual_limit(n), work.diagonal, work)


SOLVER = Solver(
    name="inverse-iterative",
    summary="goes on from the inverse of the last evaluation, for motions in small steps",
    reference="C §4.2",
    solve_packed=solve_packed,
    memory=warm_memory,
    unpriced=UNPRICED,
    warm=Warm(operations, usual_limit, SHARE),
)
