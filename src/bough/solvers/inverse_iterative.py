"""Inverse iteration (C §4.2): A x = b from H ≈ A⁻¹ of the last call, which each pass corrects by a matrix of rank one.

H is kept as its lower triangle by rows, (k, 0), …, (k, k) from k(k + 1)/2 on. A pass goes once through A and once
through H, each by contiguous runs: n² + 2N1 + O(n) multiplications and additions, and n²/2 for the correction. A new
start costs the factors, then n³/3 for H.
"""

from bough.arithmetic.scalar import correct_lead, is_above, kernel, load, multiply_lead, store, zero_of
from bough.solvers import udu
from bough.solvers.packed import subtract_product
from bough.solvers.solver import Solver
from bough.solvers.warm import (
    HUGE,
    UNPRICED,
    WAITING,
    WARM,
    advance,
    begin,
    correction,
    dot,
    finish,
    is_accepted,
    is_growing,
    is_on,
    norms,
    rounding,
    seen_error,
    tolerance_of,
    warm_memory,
)


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
    return True


@kernel
def solve(first, before, level, cousin, n, limit, sizes, work):
    """Replace b in work.vector by x; False if a pivot is too small for ``sizes``, or x does not reach the tolerance."""
    report = work.report
    tolerance = tolerance_of(report)
    zero = zero_of(tolerance)
    one = zero + 1.0
    begin(first, n, work)
    warm = is_on(report, WARM)
    waiting, step, energy, seen = load(report, WAITING, 0), zero, zero, zero
    r2, size, last, iterations = zero, zero, zero + HUGE, zero
    fine, restarts, passes, left = True, 0, 0, limit
    while True:
        if not warm:
            fine = restarts == 0 and restart(first, before, level, cousin, n, sizes, work)
            if not fine:
                break
            restarts, left, warm = 1, limit, True
            waiting, step, energy, seen, last = zero, zero, zero, zero, zero + HUGE
        for k in range(n):
            store(work.residual, k, 0, load(work.vector, k, 0))
        subtract_product(first, level, cousin, n, work.rows, work.solution, work.residual, work.line, work.image)
        r2, size = norms(first, n, work)
        accepted = is_accepted(n, tolerance, r2, size, last)
        if is_above(accepted, 0.5, one):
            break
        if left == 0 or is_growing(r2, last):
            warm = False
            continue
        active = 1.0 - accepted
        mu = step * dot(n, work.residual, work.direction)
        correct_and_apply(n, work.inverse, work.direction, waiting, work.residual, work.image)
        nu = dot(n, work.residual, work.image)
        seen = seen_error(seen, nu, energy)
        _, waiting, step = correction(mu, nu, seen, r2 - rounding(n, size), active)
        advance(n, work, step)
        last, energy = r2, step * nu
        iterations = iterations + active
        passes, left = passes + 1, left - 1
    store(report, WAITING, 0, waiting)
    finish(n, work, fine, n / 3.0, restarts, passes, iterations, r2, size)
    return fine


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
    is_warm=True,
)
