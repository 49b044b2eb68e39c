from bough.kernels.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_scaled,
    subtract_two_scaled,
)
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
    """Algorithms 1 and 2 in one go: factorise, and take one right-hand side x along to the solution of U D w = x.

    Where a row's next ancestor is the row before it, and ends where it ends, both are eliminated together: the rows of all further ancestors
    are gone through once for the two.
    """
    k = n - 1
    while k >= 0:
        at, end = first[k], first[k + 1]
        pivot, xk = load(rows, at, 0), load(x, k, 0)
        j = before[k]
        if j >= 0 and j == k - 1 and end - at == at - first[j] + 1:
            t = load(rows, at + 1, 0) / pivot
            own = first[j]
            subtract_scaled(rows, own, rows, at + 1, end - at - 1, t)
            store(rows, at + 1, 0, t)
            second, xj = load(rows, own, 0), load(x, j, 0) - t * xk
            i = before[j]
            for a in range(at + 2, end):
                b = own + a - at - 1
                t = load(rows, a, 0) / pivot
                s = load(rows, b, 0) / second
                subtract_two_scaled(rows, first[i], rows, a, t, b, end - a, s)
                store(rows, a, 0, t)
                store(rows, b, 0, s)
                store(x, i, 0, load(x, i, 0) - t * xk - s * xj)
                i = before[i]
            store(x, j, 0, xj / second)
            store(x, k, 0, xk / pivot)
            k -= 2
        else:
            for a in range(at + 1, end):
                t = load(rows, a, 0) / pivot
                subtract_scaled(rows, first[j], rows, a, end - a, t)
                store(rows, a, 0, t)
                store(x, j, 0, load(x, j, 0) - t * xk)
                j = before[j]
            store(x, k, 0, xk / pivot)
            k -= 1


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
