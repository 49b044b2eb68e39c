"""Systems of n equations for lanes: A = L U by rows, each lane with its own order of rows.

Rows change places only where a pivot is much smaller than what is below it, so that lanes that need no change cost
none. The memory is a block of one column: the matrix by rows, from ``at`` on, then the order of the rows and whether it
is another one: n² + n + 1 numbers.
"""

from bough.arithmetic.scalar import (
    is_small,
    kernel,
    load,
    store,
    subtract_dot,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.integrate.estimates import larger, magnitude

LEAST = 0.1  # share of the largest number of its column below which a pivot is exchanged


@kernel
def factorise(block, at, n):
    """Replace a matrix by its factors; pivots by 1 over them."""
    order = at + n * n
    moved = zero_of(load(block, at, 0))
    for k in range(n):
        store(block, order + k, 0, moved + k)
    for k in range(n):
        row = at + k * n
        pivot, below = magnitude(load(block, row + k, 0)), zero_of(moved)
        for i in range(k + 1, n):
            below = larger(below, magnitude(load(block, at + i * n + k, 0)))
        poor = where_positive(LEAST * below - pivot, below, zero_of(below))
        if not is_small(poor, 0.0):
            bring_up(block, at, n, k, poor)
            moved = moved + poor
        inverse = 1.0 / load(block, row + k, 0)
        store(block, row + k, 0, inverse)
        for i in range(k + 1, n):
            other = at + i * n
            factor = load(block, other + k, 0)
            if not is_small(factor, 0.0):
                factor = factor * inverse
                store(block, other + k, 0, factor)
                subtract_scaled(block, other + k + 1, block, row + k + 1, n - k - 1, factor)
    store(block, order + n, 0, moved)


@kernel
def bring_up(block, at, n, k, poor):
    """Exchange row k with that of the largest number below its pivot, in lanes where ``poor`` is positive."""
    row, order = at + k * n, at + n * n
    for i in range(k + 1, n):
        other = at + i * n
        gain = magnitude(load(block, other + k, 0)) - magnitude(load(block, row + k, 0))
        gain = where_positive(poor, gain, zero_of(gain))
        if not is_small(where_positive(gain, gain, zero_of(gain)), 0.0):
            for j in range(n):
                exchange(block, row + j, other + j, gain)
            exchange(block, order + k, order + i, gain)


@kernel
def exchange(block, first, second, where):
    """Exchange two numbers in lanes where ``where`` is positive."""
    x, y = load(block, first, 0), load(block, second, 0)
    store(block, first, 0, where_positive(where, y, x))
    store(block, second, 0, where_positive(where, x, y))


@kernel
def solve(block, at, n, given, x):
    """Put the solution for the right-hand side at ``given`` at ``x``, both in the block."""
    order = at + n * n
    if is_small(load(block, order + n, 0), 0.0):
        for k in range(n):
            store(block, x + k, 0, load(block, given + k, 0))
    else:
        for k in range(n):
            place, found = load(block, order + k, 0), zero_of(load(block, order, 0))
            for i in range(n):
                found = where_positive(0.5 - magnitude(place - i), load(block, given + i, 0), found)
            store(block, x + k, 0, found)
    for k in range(1, n):
        store(block, x + k, 0, subtract_dot(load(block, x + k, 0), block, at + k * n, block, x, k))
    for k in range(n - 1, -1, -1):
        row, rest = at + k * n + k, n - k - 1
        value = subtract_dot(load(block, x + k, 0), block, row + 1, block, x + k + 1, rest)
        store(block, x + k, 0, value * load(block, row, 0))
