"""The mass matrix as M = CᵀLC, with C and L integrated along with the motion, without factorisations. Paper B §2.

C is orthogonal, Ċ = -ΩC with an antisymmetric Ω, and with μ = CṀCᵀ the product rule gives, for any Ω,

    L̇ = μ - ΩL + LΩ.

The paper takes Ω_ij = μ_ij/(λ_j - λ_i): then L stays diagonal, L = Λ, λ̇_i = μ_ii. That fails where two eigenvalues
come close, since C would have to turn ever faster. Here

    Ω_ij = μ_ij g/(g² + δ²),    g = λ_j - λ_i,    δ = separation √(λ_i λ_j),

which equals the paper's for well separated eigenvalues and is bounded by |μ_ij|/2δ for others. A close pair leaves
couplings K in L = Λ + K, L̇_ij = μ_ij δ²/(g² + δ²) + …, and nothing is lost. L⁻¹ takes a few passes, since K is small:
``settle`` removes it by rotations after every step. ``correct`` compares with M itself and starts afresh. Without
separation this is the paper's method.

The numbers besides q and u are C (n²) by rows in the user's order of DoFs, L (n²) and separation (1). ``EigenMotion``
calls ``rates``, ``settle`` and ``correct`` with τ (n) before them. ``simulate`` has them after u in its state: any form
that leaves packed rows of M gives forces and M, and ``follow`` and ``compare`` do the rest.
"""

from bough.arithmetic.scalar import (
    get,
    is_above,
    is_finite,
    kernel,
    load,
    put,
    store,
    subtract_dot,
    subtract_scaled,
    zero_of,
)
from bough.compiled.tree import CompiledTree
from bough.formulations.reductions import tangent
from bough.formulations.reductions.mass_rate import mass_rate_rows, turn
from bough.formulations.reductions.tangent import mass_rows, put_solution, right_hand_side
from bough.passes.motion import coordinate_rates
from bough.passes.sweep import place, sweep
from bough.solvers import eigen

# largest relative error of accelerations that a correction may find
TRUSTED = 1e-2


@kernel
def take_up(tree, work, beside, at):
    """C, its columns in tree order, and L, from index ``at`` on."""
    n = tree.dofs
    for i in range(n):
        for d in range(n):
            store(work.basis, i * n + d, 0, get(beside, at + i * n + tree.dof_user[d]))
            store(work.matrix, i * n + d, 0, get(beside, at + n * n + i * n + d))


@kernel
def hand_over(tree, work, out, at):
    """C in the user's order, and L, from index ``at`` on; False if a number is not finite."""
    n = tree.dofs
    fine = True
    for i in range(n):
        for d in range(n):
            c, x = load(work.basis, i * n + d, 0), load(work.matrix, i * n + d, 0)
            put(out, at + i * n + tree.dof_user[d], c)
            put(out, at + n * n + i * n + d, x)
            fine = fine and is_finite(c) and is_finite(x)
    return fine


@kernel
def apply_rows(tree, work, i, y):
    """y = (the matrix in packed rows) times row i of C."""
    basis, at = work.basis, i * tree.dofs
    for d in range(tree.dofs):
        store(y, d, 0, 0.0)
    for d in range(tree.dofs):
        c, j = load(basis, at + d, 0), d
        total = zero_of(c)
        for a in range(tree.row_at[d], tree.row_at[d + 1]):
            x = load(work.rows, a, 0)
            total = total + x * load(basis, at + j, 0)
            if j != d:
                store(y, j, 0, load(y, j, 0) + x * c)
            j = tree.dof_parent[j]
        store(y, d, 0, load(y, d, 0) + total)


@kernel
def split_rate(tree, work, separation, out, at):
    """μ = CṀCᵀ, entry by entry: Ω in work.spin, and the part of L̇ without the couplings from index ``at`` on."""
    n = tree.dofs
    zero = zero_of(load(work.basis, 0, 0))
    for i in range(n):
        apply_rows(tree, work, i, work.line)
        own = load(work.diagonal, i, 0)
        for j in range(i + 1):
            mu = -subtract_dot(zero, work.basis, j * n, work.line, 0, n)
            spin, rest = zero, zero
            if i == j:
                rest = mu
            else:
                other = load(work.diagonal, j, 0)
                gap = other - own
                size = gap * gap + separation * separation * (own * other)
                # as in the paper, equal eigenvalues are left alone without separation
                if is_above(size, 0.0, own):
                    spin = mu * (gap / size)
                    rest = mu * (1.0 - gap * gap / size)
            store(work.spin, i * n + j, 0, spin)
            store(work.spin, j * n + i, 0, -spin)
            put(out, at + i * n + j, rest)
            put(out, at + j * n + i, rest)


@kernel
def rates(tree, work, q, u, beside, wrenches, out):
    """(q̇, u̇, zeros for τ, Ċ, L̇): all rates; False if an eigenvalue is not positive or couplings are too strong."""
    n = tree.dofs
    fine = coordinate_rates(tree, work, q, u, u, wrenches, out)
    sweep(tree, q, u, wrenches, work)
    right_hand_side(tree, work, beside)  # τ comes first there
    return follow(tree, work, u, beside, n, out, tree.coordinates + 2 * n) and fine


@kernel
def follow(tree, work, u, beside, at, out, basis_at):
    """u̇, Ċ and L̇, from placed bodies and the right-hand side; C starts at ``at``, its rate at ``basis_at``."""
    n = tree.dofs
    take_up(tree, work, beside, at)
    fine = eigen.is_positive(n, work.matrix)
    fine = fine and eigen.solve(n, work.matrix, work.basis, work.vector, work.line)
    fine = fine and put_solution(tree, work, out, tree.coordinates)
    turn(tree, u, work)
    mass_rate_rows(tree, work)
    for i in range(n):
        store(work.diagonal, i, 0, load(work.matrix, i * n + i, 0))
        store(work.matrix, i * n + i, 0, 0.0)  # K remains
    matrix_at = basis_at + n * n
    split_rate(tree, work, get(beside, at + 2 * n * n), out, matrix_at)
    for i in range(n):
        # row i of Ċ = -ΩC
        clear(n, work.line)
        for j in range(n):
            subtract_scaled(work.line, 0, work.basis, j * n, n, load(work.spin, i * n + j, 0))
        for d in range(n):
            x = load(work.line, d, 0)
            fine = fine and is_finite(x)
            put(out, basis_at + i * n + tree.dof_user[d], x)
        # row i of -ΩK, and its transpose
        clear(n, work.line)
        for j in range(n):
            subtract_scaled(work.line, 0, work.matrix, j * n, n, load(work.spin, i * n + j, 0))
        for j in range(n):
            x, here, there = load(work.line, j, 0), matrix_at + i * n + j, matrix_at + j * n + i
            put(out, here, get(out, here) + x)
            put(out, there, get(out, there) + x)
    for a in range(n * n):
        fine = fine and is_finite(get(out, matrix_at + a))
    return fine


@kernel
def clear(n, line):
    for k in range(n):
        store(line, k, 0, 0.0)


@kernel
def settle(tree, work, unused_q, unused_u, beside, wrenches, out):
    """Remove the couplings of L by rotations, which keep CᵀLC: (C, L)."""
    take_up(tree, work, beside, tree.dofs)
    fine = uncouple(tree, work)
    return hand_over(tree, work, out, 0) and fine


@kernel
def uncouple(tree, work):
    """The same for C and L as they are in memory."""
    return eigen.is_positive(tree.dofs, work.matrix) and eigen.diagonalise(tree.dofs, work.matrix, work.basis)


@kernel
def correct(tree, work, q, unused_u, beside, wrenches, out):
    """Jacobi's correction by M: (C, L, square of the error). False if M is singular."""
    n = tree.dofs
    take_up(tree, work, beside, n)
    for i in range(tree.bodies):
        place(tree, i, q, work)
    mass_rows(tree, work)
    fine, error = compare(tree, work)
    put(out, 2 * n * n, error)
    return hand_over(tree, work, out, 0) and fine


@kernel
def compare(tree, work):
    """Make C orthonormal and CMCᵀ diagonal, with M in packed rows: whether M is regular, and the square of the error.

    The error is that of CᵀL⁻¹C as inverse of M: CMCᵀ - L, each entry relative to √(λ_i λ_j).
    """
    n = tree.dofs
    zero = zero_of(load(work.basis, 0, 0))
    error = zero
    for i in range(n):
        apply_rows(tree, work, i, work.line)
        for j in range(i + 1):
            wrong = -subtract_dot(load(work.matrix, i * n + j, 0), work.basis, j * n, work.line, 0, n)
            share = wrong * wrong / (load(work.matrix, i * n + i, 0) * load(work.matrix, j * n + j, 0))
            if is_above(share, 1.0, error):
                error = share
    eigen.orthonormalise(n, work.basis)
    for i in range(n):
        apply_rows(tree, work, i, work.line)
        for j in range(i + 1):
            x = -subtract_dot(zero, work.basis, j * n, work.line, 0, n)
            store(work.spin, i * n + j, 0, x)
            store(work.spin, j * n + i, 0, x)
    for a in range(n * n):
        store(work.matrix, a, 0, load(work.spin, a, 0))
    fine = eigen.diagonalise(n, work.matrix, work.basis)
    return fine and eigen.is_regular(n, work.matrix, work.basis, work.diagonal), error


@kernel
def set_units(tree, work):
    """C = L = E: nothing known of M yet."""
    eigen.set_unit(tree.dofs, work.basis)
    eigen.set_unit(tree.dofs, work.matrix)


def memory(tree: CompiledTree) -> dict[str, int]:
    """Rows of the work arrays."""
    n = tree.topology.n
    full = dict.fromkeys(("matrix", "basis", "spin"), n * n)
    return tangent.memory(tree, "rates", "column_rates") | full
