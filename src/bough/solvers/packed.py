"""Packed rows: how a matrix that does not fill in is stored, for the mass matrix and for the multipliers' matrix alike.

Row k holds the entries (k, k), (k, p(k)), (k, p(p(k))), … contiguously, up to the ground (mass matrix, p the extended parent array) or up to
the last constraint of the parent's joint (multipliers' matrix). The part of row k from ancestor j on has the order of row j, so every
update of an elimination from the last row to the first is one contiguous axpy; memory is the non-zeros only.

Arguments of the kernels: ``first[k]`` where row k starts (one entry more: the end), ``before[k]`` = p(k), ``n`` rows, ``rows`` the entries,
``x`` a right-hand side that becomes the solution.
"""

from bough.kernels.scalar import kernel, load, store


@kernel
def subtract_multiple(rows, at, source, count, t):
    """rows[at …] -= t rows[source …]."""
    for b in range(count):
        store(rows, at + b, 0, load(rows, at + b, 0) - load(rows, source + b, 0) * t)


@kernel
def unload_inward(first, before, rows, x, k):
    """x_j -= U_jk x_k for the ancestors j of k."""
    xk = load(x, k, 0)
    j = before[k]
    for a in range(first[k] + 1, first[k + 1]):
        store(x, j, 0, load(x, j, 0) - load(rows, a, 0) * xk)
        j = before[j]


@kernel
def gather_outward(first, before, rows, x, k):
    """x_k - Σ U_jk x_j over the ancestors j of k."""
    xk = load(x, k, 0)
    j = before[k]
    for a in range(first[k] + 1, first[k + 1]):
        xk = xk - load(rows, a, 0) * load(x, j, 0)
        j = before[j]
    return xk
