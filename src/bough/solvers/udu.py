"""Branch-sparse M = U D Uᵀ: no square roots, no fill-in.

Paper A, algorithms 1-3. Factorisation: N1 div + N2 (mul + add), with N1 = Σ(η-1), N2 = Σ η(η-1)/2, η the length of a row; forward substitution
n div + N1 (mul + add), backward N1 (mul + add).
"""

from bough.kernels.scalar import kernel, load, store
from bough.solvers.packed import gather_outward, subtract_multiple, unload_inward


@kernel
def factorise(first, before, n, rows):
    """Replace the packed rows of M by those of U (unit diagonal left out) and D (in its place)."""
    for k in range(n - 1, -1, -1):
        at, end = first[k], first[k + 1]
        pivot = load(rows, at, 0)
        j = before[k]
        for a in range(at + 1, end):
            t = load(rows, a, 0) / pivot
            subtract_multiple(rows, first[j], a, end - a, t)
            store(rows, a, 0, t)
            j = before[j]


@kernel
def solve(first, before, n, rows, x):
    """Replace x by the solution of U D Uᵀ y = x."""
    for k in range(n - 1, -1, -1):
        unload_inward(first, before, rows, x, k)
        store(x, k, 0, load(x, k, 0) / load(rows, first[k], 0))
    for k in range(n):
        store(x, k, 0, gather_outward(first, before, rows, x, k))
