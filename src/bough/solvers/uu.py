"""Branch-sparse M = U Uᵀ (Cholesky from the last row to the first): no fill-in.

Paper A, table 1. Factorisation: n sqrt + N1 div + N2 (mul + add); each substitution n div + N1 (mul + add).
"""

from bough.kernels.scalar import kernel, load, sqrt, store
from bough.solvers.packed import gather_outward, subtract_multiple, unload_inward


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
            subtract_multiple(rows, first[j], a, end - a, load(rows, a, 0))
            j = before[j]


@kernel
def solve(first, before, n, rows, x):
    """Replace x by the solution of U Uᵀ y = x."""
    for k in range(n - 1, -1, -1):
        store(x, k, 0, load(x, k, 0) / load(rows, first[k], 0))
        unload_inward(first, before, rows, x, k)
    for k in range(n):
        store(x, k, 0, gather_outward(first, before, rows, x, k) / load(rows, first[k], 0))
