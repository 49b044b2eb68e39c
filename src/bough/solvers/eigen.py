"""Eigenvalues by Jacobi's rotations: M = CᵀΛC and M⁻¹ = CᵀΛ⁻¹C. Paper B §2.

Here Λ is generalised to a symmetric L = CMCᵀ that need not be diagonal yet. Matrices are full and stored by rows in
work arrays of one column; the rows of ``basis`` (C) are the eigenvectors. A rotation in the plane of rows i and j costs
8n multiplications, and a sweep has n(n - 1)/2 of them: five to ten sweeps from scratch, one or two if L is nearly
diagonal.

Numbers decide which pairs are rotated, so these kernels are for one state at a time (``SerialEntry``).
"""

from bough.arithmetic.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    sqrt,
    store,
    subtract_dot,
    subtract_scaled,
    zero_of,
)
from bough.solvers.solver import Solver

# square of the share of √(λ_i λ_j) below which a coupling counts as zero; with this measure, small eigenvalues are as
# accurate as large ones
NEGLIGIBLE = 1e-31
# sweeps after which a matrix counts as not positive definite; Jacobi's method converges quadratically
MOST_SWEEPS = 40
# square of the relative change of the solution at which passes over the couplings end; most passes
SETTLED = 1e-30
MOST_PASSES = 60


@kernel
def set_unit(n, basis):
    for i in range(n):
        for j in range(n):
            store(basis, i * n + j, 0, 1.0 if i == j else 0.0)


@kernel
def diagonalise(n, matrix, basis):
    """Rotate L until it is diagonal, L <- RLRᵀ, and C with it, C <- RC, which keeps CᵀLC; False without convergence."""
    for _ in range(MOST_SWEEPS):
        rotated = False
        for i in range(n - 1):
            for j in range(i + 1, n):
                coupling = load(matrix, i * n + j, 0)
                product = load(matrix, i * n + i, 0) * load(matrix, j * n + j, 0)
                if is_above(coupling * coupling, NEGLIGIBLE, product):
                    rotate(n, matrix, basis, i, j)
                    rotated = True
        if not rotated:
            for i in range(n - 1):
                for j in range(i + 1, n):
                    store(matrix, i * n + j, 0, 0.0)
                    store(matrix, j * n + i, 0, 0.0)
            return True
    return False


@kernel
def rotate(n, matrix, basis, i, j):
    """The rotation, by at most 45°, that removes the coupling of rows i and j."""
    coupling = load(matrix, i * n + j, 0)
    own, other = load(matrix, i * n + i, 0), load(matrix, j * n + j, 0)
    gap = other - own
    root = sqrt(gap * gap + 4.0 * (coupling * coupling))
    # tan of the angle: the smaller root of t² + t gap/coupling - 1 = 0
    t = 2.0 * coupling / (gap + root) if is_above(gap, 0.0, gap) else 2.0 * coupling / (gap - root)
    cosine = 1.0 / sqrt(1.0 + t * t)
    sine = t * cosine
    for k in range(n):
        x, y = load(basis, i * n + k, 0), load(basis, j * n + k, 0)
        store(basis, i * n + k, 0, cosine * x - sine * y)
        store(basis, j * n + k, 0, sine * x + cosine * y)
        if k != i and k != j:
            x, y = load(matrix, i * n + k, 0), load(matrix, j * n + k, 0)
            a, b = cosine * x - sine * y, sine * x + cosine * y
            store(matrix, i * n + k, 0, a)
            store(matrix, k * n + i, 0, a)
            store(matrix, j * n + k, 0, b)
            store(matrix, k * n + j, 0, b)
    store(matrix, i * n + i, 0, own - t * coupling)
    store(matrix, j * n + j, 0, other + t * coupling)
    store(matrix, i * n + j, 0, 0.0)
    store(matrix, j * n + i, 0, 0.0)


@kernel
def orthonormalise(n, basis):
    """Gram and Schmidt's method on the rows of C, which are nearly orthonormal already."""
    for i in range(n):
        for j in range(i):
            x = -subtract_dot(zero_of(load(basis, 0, 0)), basis, i * n, basis, j * n, n)
            subtract_scaled(basis, i * n, basis, j * n, n, x)
        square = -subtract_dot(zero_of(load(basis, 0, 0)), basis, i * n, basis, i * n, n)
        factor = 1.0 / sqrt(square)
        for k in range(n):
            store(basis, i * n + k, 0, factor * load(basis, i * n + k, 0))


@kernel
def solve(n, matrix, basis, x, y):
    """x <- CᵀL⁻¹C x, with y as memory; False if the couplings of L are too strong for that.

    L⁻¹ by Gauss-Seidel passes, which converge for every positive definite L: at once if it is diagonal, soon if it
    nearly is.
    """
    zero = zero_of(load(x, 0, 0))
    for i in range(n):
        store(y, i, 0, -subtract_dot(zero, basis, i * n, x, 0, n))
    for i in range(n):
        store(x, i, 0, load(y, i, 0) / load(matrix, i * n + i, 0))
    settled = False
    for _ in range(MOST_PASSES):
        changes, size = zero, zero
        for i in range(n):
            diagonal, before = load(matrix, i * n + i, 0), load(x, i, 0)
            rest = subtract_dot(load(y, i, 0), matrix, i * n, x, 0, i)
            after = subtract_dot(rest, matrix, i * n + i + 1, x, i + 1, n - i - 1) / diagonal
            store(x, i, 0, after)
            changes = changes + diagonal * ((after - before) * (after - before))
            size = size + diagonal * (after * after)
        if not is_above(changes, SETTLED, size):
            settled = True
            break
    # Cᵀ times it
    for k in range(n):
        store(y, k, 0, 0.0)
    for i in range(n):
        subtract_scaled(y, 0, basis, i * n, n, -load(x, i, 0))
    for k in range(n):
        store(x, k, 0, load(y, k, 0))
    return settled


@kernel
def is_positive(n, matrix):
    """Whether every diagonal entry is a positive number."""
    fine = True
    for i in range(n):
        x = load(matrix, i * n + i, 0)
        fine = fine and is_above(x, 0.0, x)
    return fine


@kernel
def is_regular(n, matrix, basis, sizes):
    """Whether every eigenvalue is more than rounding: λ = cᵀMc, compared with Σ c² times the sizes of the diagonal."""
    fine = True
    for i in range(n):
        most = zero_of(load(sizes, 0, 0))
        for k in range(n):
            c = load(basis, i * n + k, 0)
            most = most + c * c * load(sizes, k, 0)
        fine = fine and is_above(load(matrix, i * n + i, 0), SINGULAR, most)
    return fine


@kernel
def solve_packed(first, before, level, cousin, n, work):
    """Eigenvalues and eigenvectors from scratch, then C b over the eigenvalues."""
    for a in range(n * n):
        store(work.matrix, a, 0, 0.0)
    for d in range(n):
        j = d
        for a in range(first[d], first[d + 1]):
            x = load(work.rows, a, 0)
            store(work.matrix, d * n + j, 0, x)
            store(work.matrix, j * n + d, 0, x)
            j = before[j]
    set_unit(n, work.basis)
    fine = diagonalise(n, work.matrix, work.basis)
    fine = fine and is_regular(n, work.matrix, work.basis, work.diagonal)
    return fine and solve(n, work.matrix, work.basis, work.vector, work.line)


SOLVER = Solver(
    name="eigen",
    summary="M = CᵀΛC by Jacobi's rotations",
    reference="B §2",
    solve_packed=solve_packed,
    memory=lambda n, entries: {"matrix": n * n, "basis": n * n},
    unpriced="the number of rotations depends on the state, so the time cannot be predicted; it is never the fastest",
    is_serial=True,
)
