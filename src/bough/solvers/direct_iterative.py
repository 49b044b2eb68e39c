"""Direct iteration (C §4.2, its reference 7): as :mod:`inverse_iterative`, with factors A_k = UDUᵀ, not an inverse.

Both make the same steps: the corrections are inverse to one another. The factors are a full upper triangle, since
corrections fill in the zeros of a tree: column k, (0, k), …, (k, k), from k(k + 1)/2 on, with D on the diagonal. A pass
goes once through A, twice through the factors to solve and twice to correct them: 2n² + 2N1 + O(n) multiplications and
additions. A new start costs no more than the factors.
"""

from bough.arithmetic.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_scaled,
    zero_of,
)
from bough.solvers import udu
from bough.solvers.packed import subtract_product
from bough.solvers.solver import Solver
from bough.solvers.warm import (
    HUGE,
    UNPRICED,
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
def fill(first, before, n, factors, full):
    """A full triangle from packed rows."""
    at = 0
    for k in range(n):
        for j in range(k):
            store(full, at + j, 0, 0.0)
        j = k
        for a in range(first[k], first[k + 1]):
            store(full, at + j, 0, load(factors, a, 0))
            j = before[j]
        at += k + 1


@kernel
def substitute(n, full, x):
    """Replace x by the solution of UDUᵀ y = x."""
    at = n * (n + 1) // 2
    for k in range(n - 1, -1, -1):
        at -= k + 1
        xk = load(x, k, 0)
        subtract_scaled(x, 0, full, at, k, xk)
        store(x, k, 0, xk / load(full, at + k, 0))
    at = 0
    for k in range(n):
        store(x, k, 0, subtract_dot(load(x, k, 0), full, at, x, 0, k))
        at += k + 1


@kernel
def correct(n, full, t, z):
    """The factors of UDUᵀ + t z zᵀ; overwrites z. False if a pivot is not positive; the factors are then invalid."""
    fine = True
    at = n * (n + 1) // 2
    for k in range(n - 1, -1, -1):
        at -= k + 1
        p, d = load(z, k, 0), load(full, at + k, 0)
        changed = d + t * p * p
        fine = fine and is_above(changed, SINGULAR, d)
        store(full, at + k, 0, changed)
        subtract_scaled(z, 0, full, at, k, p)
        subtract_scaled(full, at, z, 0, k, -(t * p / changed))
        t = t * d / changed
    return fine


@kernel
def usual_limit(n):
    """Number of passes after which a new start is cheaper."""
    return min(n + 1, 4 + n // 16)


@kernel
def restart(first, before, level, cousin, n, sizes, work):
    """Factorise and solve; False if the matrix is singular."""
    factors = work.factors
    for a in range(first[n]):
        store(factors, a, 0, load(work.rows, a, 0))
    for k in range(n):
        store(work.solution, k, 0, load(work.vector, k, 0))
    udu.factorise_with(first, before, n, factors, work.solution)
    udu.substitute_outward(first, level, n, factors, work.solution, work.line)
    fill(first, before, n, factors, work.inverse)
    return udu.is_regular(first, n, factors, sizes)


@kernel
def solve(first, before, level, cousin, n, limit, sizes, work):
    """Replace b in work.vector by x; False if a pivot is too small for ``sizes``, or x does not reach the tolerance."""
    report = work.report
    tolerance = tolerance_of(report)
    zero = zero_of(tolerance)
    one = zero + 1.0
    begin(first, n, work)
    warm = is_on(report, WARM)
    r2, size, last, iterations = zero, zero, zero + HUGE, zero
    step, energy, seen = zero, zero, zero
    fine, restarts, passes, left = True, 0, 0, limit
    while True:
        if not warm:
            fine = restarts == 0 and restart(first, before, level, cousin, n, sizes, work)
            if not fine:
                break
            restarts, left, warm = 1, limit, True
            step, energy, seen, last = zero, zero, zero, zero + HUGE
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
        for k in range(n):
            store(work.image, k, 0, load(work.residual, k, 0))
        substitute(n, work.inverse, work.image)
        nu = dot(n, work.residual, work.image)
        seen = seen_error(seen, nu, energy)
        along, _, step = correction(mu, nu, seen, r2 - rounding(n, size), active)
        warm = correct(n, work.inverse, -along, work.residual)
        advance(n, work, step)
        last, energy = r2, step * nu
        iterations = iterations + active
        passes, left = passes + 1, left - 1
    finish(n, work, fine, n / 12.0, restarts, passes, iterations, r2, size)
    return fine


@kernel
def solve_packed(first, before, level, cousin, n, work):
    return solve(first, before, level, cousin, n, usual_limit(n), work.diagonal, work)


SOLVER = Solver(
    name="direct-iterative",
    summary="goes on from the factors of the last evaluation, for motions in small steps",
    reference="C §4.2, its reference 7",
    solve_packed=solve_packed,
    memory=warm_memory,
    unpriced=UNPRICED,
    is_warm=True,
)
