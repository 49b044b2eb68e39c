"""Packed rows: storage of matrices that do not fill in, the mass matrix and the multipliers' matrix.

Row k holds the entries (k, k), (k, p(k)), (k, p(p(k))), … contiguously, up to the ground (mass matrix, p the extended
parent array) or up to the last constraint of the parent's joint (multipliers' matrix). The part of row k from ancestor
j on has the order of row j, so every update of an elimination from the last row to the first is one contiguous axpy;
memory is the non-zeros only.

A substitution also goes along paths. It keeps the numbers of the current path by level (``line``, deepest level first),
so these are contiguous too: ``level[k]`` is the position of row k in it, ``cousin[k]`` the row before k on the same
level, or -1.

Arguments of the kernels: ``first[k]`` where row k starts (one entry more: the end), ``before[k]`` = p(k), ``n`` rows,
``rows`` the entries, ``x`` a right-hand side that becomes the solution.
"""

import numpy as np

from bough.arithmetic.scalar import kernel, load, multiply_run, store
from bough.mechanism.topology import depth_of


@kernel
def start_line(level, n, x, line):
    """Put on each level its last number: the first one that an inward substitution visits."""
    for k in range(n):
        store(line, level[k], 0, load(x, k, 0))


@kernel
def next_on_level(level, cousin, x, line, k):
    """Put on the level of k the number of the row that the inward substitution visits next on it."""
    if cousin[k] >= 0:
        store(line, level[k], 0, load(x, cousin[k], 0))


@kernel
def subtract_product(first, level, cousin, n, rows, x, y, line, share):
    """y -= A x, outward. Each row is visited once, for its own entry of A x and its share in those of its path.

    Shares are summed by level (``share``) and subtracted from y at the next row of that level, where a branch ends.
    """
    for k in range(n):
        store(share, level[k], 0, 0.0)
    for k in range(n):
        at, s = first[k], level[k]
        if cousin[k] >= 0:
            store(y, cousin[k], 0, load(y, cousin[k], 0) - load(share, s, 0))
            store(share, s, 0, 0.0)
        xk = load(x, k, 0)
        store(line, s, 0, xk)
        above = multiply_run(rows, at + 1, line, s + 1, share, s + 1, first[k + 1] - at - 1, xk)
        store(y, k, 0, load(y, k, 0) - (load(rows, at, 0) * xk + above))
    for k in range(n - 1, -1, -1):  # the last path: the last row on each level takes its share
        store(y, k, 0, load(y, k, 0) - load(share, level[k], 0))
        store(share, level[k], 0, 0.0)


def levels_of(before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(level, cousin) of the rows of a parent array."""
    depth = depth_of(before)
    level = depth.max(initial=0) - depth
    order = np.lexsort((np.arange(len(depth)), depth))
    cousin = np.full(len(depth), -1)
    same = depth[order[1:]] == depth[order[:-1]]
    cousin[order[1:][same]] = order[:-1][same]
    return level, cousin
