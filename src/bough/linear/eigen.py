"""Eigenvalues of a linear model.

Where nothing damps and all forces have a potential, M ẍ + K x = 0 is symmetric, and has real shapes. Otherwise the
states' matrix A is taken as it is. Of large models a few modes are found by shift and invert, which takes matrices of
velocities only: (A - σ) (x, y) = (a, b) is (K + (C + σM)(σ - R)) x = -M b - (C + σM) a with y = a + (σ - R) x.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bough.errors import SingularError
from bough.linear.slopes import Slopes
from bough.linear.tangent import Complex
from bough.typing import Array

# slopes that differ by less of the largest count as symmetric, damping as none, a frequency as zero
SYMMETRIC, UNDAMPED, STILL = 1e-9, 1e-12, 1e-7
REAL = 1e-10  # share of an eigenvalue that is found beside a shift: a smaller imaginary part is rounding
THIN = 0.1  # share of entries up to which matrices are sparse


class Pairs(NamedTuple):
    """Eigenvalues with motions x along independent velocities; one of each pair of complex ones."""

    values: Complex  # (modes,)
    right: Complex  # (count, modes): x
    shares: Array  # (count, modes): how much each velocity takes part; columns sum to one
    left: Complex  # (count, modes): the part of left eigenvectors that belongs to y; empty: not known


def is_symmetric(slopes: Slopes) -> bool:
    """Whether nothing damps or turns, and forces have a potential."""
    if slopes.turning is not None and slopes.turning.any():
        return False
    mass, stiffness, damping = slopes.mass, slopes.stiffness, slopes.damping
    largest = float(np.abs(stiffness).max(initial=0.0))
    if np.abs(damping).max(initial=0.0) > UNDAMPED * np.sqrt(largest * np.abs(mass).max(initial=0.0)):
        return False
    return bool(np.abs(stiffness - stiffness.T).max(initial=0.0) <= SYMMETRIC * largest)


def all_pairs(slopes: Slopes, matrix: Array) -> Pairs:
    """All modes; ``matrix``: A."""
    if not len(slopes.mass):
        return Pairs(np.zeros(0, complex), np.zeros((0, 0), complex), np.zeros((0, 0)), np.zeros((0, 0), complex))
    return _symmetric(slopes) if is_symmetric(slopes) else _general(matrix)


def nearest(pairs: Pairs, count: int, near: float) -> Pairs:
    """The modes whose eigenvalues are nearest to a frequency, in rad/s."""
    taken = np.argsort(np.abs(pairs.values - 1j * near), kind="stable")[:count]
    left = pairs.left[:, taken] if pairs.left.size else pairs.left
    return Pairs(pairs.values[taken], pairs.right[:, taken], pairs.shares[:, taken], left)


def _symmetric(slopes: Slopes) -> Pairs:
    from scipy.linalg import eigh

    squares, vectors = eigh(0.5 * (slopes.stiffness + slopes.stiffness.T), slopes.mass)
    return _of_squares(slopes, squares, vectors, float(np.abs(squares).max()))


def _of_squares(slopes: Slopes, squares: Array, vectors: Array, largest: float) -> Pairs:
    """Modes from squares of frequencies: a pair of real ones if negative, a single one if zero."""
    values: list[complex] = []
    columns: list[int] = []
    for k, square in enumerate(squares):
        if abs(square) <= STILL**2 * 10 * largest:
            found: tuple[complex, ...] = (0.0,)
        elif square > 0.0:
            found = (1j * np.sqrt(square),)
        else:
            found = (np.sqrt(-square), -np.sqrt(-square))
        values += found
        columns += [k] * len(found)
    right = vectors[:, columns]
    left = (slopes.mass @ right).astype(complex)
    return Pairs(np.array(values, complex), right.astype(complex), _energy_shares(slopes, right), left)


def _energy_shares(slopes: Slopes, right: Array | Complex) -> Array:
    """The share of each velocity in the kinetic energy."""
    parts = (np.conj(right) * (slopes.mass @ right)).real
    return _shares(np.abs(parts))


def _shares(parts: Array) -> Array:
    total = parts.sum(axis=0)
    shares: Array = parts / np.where(total > 0.0, total, 1.0)
    return shares


def _general(matrix: Array) -> Pairs:
    from scipy.linalg import eig

    values, left, right = eig(matrix, left=True, right=True)
    largest = float(np.abs(values).max(initial=0.0))
    values = np.where(np.abs(values) <= STILL * largest, 0.0, values)
    values = np.where(np.abs(values.imag) <= 1e-12 * largest, values.real, values)
    taken = values.imag >= 0.0
    values, left, right = values[taken], left[:, taken], right[:, taken]
    half = len(matrix) // 2
    products = np.abs(np.conj(left) * right)
    shares = _shares(products[:half] + products[half:])
    return Pairs(values, _motions(values, right, half), shares, left[half:])


def _motions(values: Complex, right: Complex, half: int) -> Complex:
    """The part x of eigenvectors; of a pole that only velocities show, these."""
    motions = right[:half].copy()
    empty = np.abs(motions).max(axis=0, initial=0.0) <= 1e-9 * np.abs(right).max(axis=0, initial=0.0)
    motions[:, empty] = right[half:, empty]
    return motions


# --- a few modes of many --------------------------------------------------------------------------------------------------


def few_pairs(slopes: Slopes, count: int, near: float) -> Pairs:
    """The modes whose frequencies are nearest to ``near``, in rad/s."""
    if is_symmetric(slopes):
        return _few_symmetric(slopes, count, near)
    return _few_general(slopes, count, near)


def _thin(matrix: Array | Complex) -> Any:
    """A sparse matrix if most entries are zero."""
    if np.count_nonzero(matrix) > THIN * matrix.size:
        return matrix
    from scipy.sparse import csc_array

    return csc_array(matrix)


def _scale(slopes: Slopes) -> float:
    """A frequency of the model's order, in rad/s."""
    return float(np.sqrt(np.abs(np.diag(slopes.stiffness)).sum() / np.diag(slopes.mass).sum())) or 1.0


def _few_symmetric(slopes: Slopes, count: int, near: float) -> Pairs:
    from scipy.sparse.linalg import eigsh

    stiffness = 0.5 * (slopes.stiffness + slopes.stiffness.T)
    # (beside zero, where a model that nothing holds is singular)
    shift = near**2 if near else -((1e-3 * _scale(slopes)) ** 2)
    solve = _solver(stiffness - shift * slopes.mass, near)
    squares, vectors = eigsh(
        _thin(stiffness), count, _thin(slopes.mass), shift, which="LM", OPinv=_operator(solve, len(stiffness), float),
        v0=np.ones(len(stiffness)),
    )  # fmt: skip
    order = np.argsort(squares)
    return _of_squares(slopes, squares[order], vectors[:, order], _scale(slopes) ** 2)


def _solver(matrix: Array | Complex, near: float) -> Any:
    """Solves by factors of a matrix, once it is known to have them."""
    thin = _thin(matrix)
    try:
        if thin is matrix:
            from scipy.linalg import lu_factor, lu_solve

            factors = lu_factor(matrix)
            if not np.diag(factors[0]).all():
                raise RuntimeError
            return lambda b: lu_solve(factors, b)
        from scipy.sparse.linalg import splu

        return splu(thin).solve
    except RuntimeError:
        raise SingularError(
            f"there is a mode at {near / (2 * np.pi):g} Hz exactly, so the equations beside it cannot be solved; give near= a "
            "little off."
        ) from None


def _operator(solve: Any, size: int, kind: type) -> Any:
    from scipy.sparse.linalg import LinearOperator

    return LinearOperator((size, size), matvec=solve, dtype=kind)


def _few_general(slopes: Slopes, count: int, near: float) -> Pairs:
    from scipy.sparse.linalg import eigs

    n = len(slopes.mass)
    shift = 1j * near if near else 1e-3 * _scale(slopes) * (1.0 + 1.0j)
    turning = np.zeros((n, n)) if slopes.turning is None else slopes.turning
    moved = shift * np.eye(n) - turning
    heavy = slopes.damping + shift * slopes.mass
    solve = _solver(slopes.stiffness + heavy @ moved, near)

    def inverse(state: Complex) -> Complex:
        a, b = state[:n], state[n:]
        x = solve(-slopes.mass @ b - heavy @ a)
        return np.concatenate((x, a + moved @ x))

    wanted = min(2 * count + 2, 2 * n - 2)
    operator = _operator(inverse, 2 * n, complex)
    values, right = eigs(
        _operator(lambda state: state, 2 * n, complex), wanted, sigma=shift, OPinv=operator, v0=np.ones(2 * n, complex)
    )
    values = np.where(np.abs(values) <= STILL * _scale(slopes), 0.0, values)
    # (rounding may leave a real one on either side of the axis)
    values = np.where(np.abs(values.imag) <= REAL * (np.abs(values) + abs(shift)), values.real, values)
    taken = np.flatnonzero(values.imag >= 0.0)
    taken = taken[np.argsort(np.abs(values[taken] - shift))][:count]
    motions = _motions(values[taken], right[:, taken], n)
    return Pairs(values[taken], motions, _energy_shares(slopes, motions), np.zeros((0, 0), complex))
