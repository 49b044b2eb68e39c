from bough.kernels.scalar import is_above, kernel, load, store, subtract_dot, subtract_scaled
from bough.solvers.packed import SINGULAR, next_on_level, start_line


@kernel
def factorise(first, before, n, rows):
    """Replace the packed rows of M by those of U (unit diagonal left out) and D (in its place)."""
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
def is_regular(first, n, rows, line):
    """Whether the factorisation has left of every diagonal entry, as noted before, more than rounding."""
    fine = True
    for k in range(n):
        fine = fine and is_above(load(rows, first[k], 0), SINGULAR, load(line, k, 0))
    return fine


@kernel
def solve(first, level, cousin, n, rows, x, line):
    """Replace x by the solution of U D Uᵀ y = x."""
    start_line(level, n, x, line)
    for k in range(n - 1, -1, -1):
        at, s = first[k], level[k]
        xk = load(line, s, 0)
        subtract_scaled(line, s + 1, rows, at + 1, first[k + 1] - at - 1, xk)
        store(x, k, 0, xk / load(rows, at, 0))
        next_on_level(level, cousin, x, line, k)
    for k in range(n):
        at, s = first[k], level[k]
        xk = subtract_dot(load(x, k, 0), rows, at + 1, line, s + 1, first[k + 1] - at - 1)
        store(x, k, 0, xk)
        store(line, s, 0, xk)
