"""Direct iteration (C §4.2, its reference 7): as :mod:`inverse_iterative`, with factors A_k = UDUᵀ, not an inverse.

Both make the same steps: the corrections are inverse to one another. The factors are a full upper triangle, since
corrections fill in the zeros of a tree: column k, (0, k), …, (k, k), from k(k + 1)/2 on, with D on the diagonal. A pass
goes once through A, twice through the factors to solve and twice to correct them: 2n² + 2N1 + O(n) multiplications and
additions. A new start costs no more than the factors.
"""

import numpy as np

from bough.arithmetic.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_scaled,
)
from bough.arithmetic.tally import CALL, NOTHING, PRODUCT, QUOTIENT, TERM, Operations
from bough.solvers import udu
from bough.solvers.solver import Effort, Solver, Warm
from bough.solvers.warm import UNPRICED, iteration, price_along, warm_memory

# a new start costs as much as n / SHARE passes
SHARE = 12.0


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
def approach(n, work):
    """g from the factors."""
    for k in range(n):
        store(work.image, k, 0, load(work.residual, k, 0))
    substitute(n, work.inverse, work.image)


@kernel
def learn(n, work, along, across):
    """Correct the factors; False if a pivot is not positive."""
    return correct(n, work.inverse, -along, work.residual)


solve = kernel(iteration(restart, approach, learn, SHARE))


def operations(lengths: np.ndarray, joined: np.ndarray, cousins: int, effort: Effort) -> Operations:
    """Price of ``solve``: 2n² + 2 N1 (mul + add) for a pass, that of ``udu`` for a new start, and lower terms."""
    n, start = len(lengths), udu.operations(lengths, joined)
    own = (4 * n) * CALL + (n * (2 * n - 1)) * TERM + (3 * n) * (QUOTIENT + PRODUCT)
    return price_along(lengths, cousins, effort, own, start.get("packed", NOTHING), start.get("substitution", NOTHING))


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
    warm=Warm(operations, usual_limit, SHARE),
)
