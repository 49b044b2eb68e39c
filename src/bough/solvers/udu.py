from bough.kernels.scalar import SINGULAR, is_above, kernel, load, store, subtract_dot, subtract_scaled
from bough.solvers.packed import next_on_level, start_line


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
    """Algorithms 1 and 2 in one go: factorise, and take one right-hand side x along to the solution of U D w = x."""
    for k in range(n - 1, -1, -1):
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
    """Whether the factorisation has left of every diagonal entry, given its size at the most, more than rounding."""
    fine = True
    for k in range(n):
        fine = fine and is_above(load(rows, first[k], 0), SINGULAR, load(sizes, k, 0))
    return fine
