"""Jacobi's rotations on random matrices: against LAPACK's eigenvalues, down to the smallest; the price; and what is not positive definite."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.arithmetic.counted import counting
from bough.compiled.entries import Entry, counted_array
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.reductions import parametrised
from bough.solvers import eigen


def column(matrix):
    """A matrix as the kernels take it: by rows, in one column."""
    return np.array(matrix, float).reshape(-1, 1)


class Problem:
    """A random symmetric matrix with given eigenvalues."""

    def __init__(self, eigenvalues, seed):
        rng = np.random.default_rng(seed)
        self.n = len(eigenvalues)
        turn, _ = np.linalg.qr(rng.normal(size=(self.n, self.n)))
        self.matrix = turn @ np.diag(eigenvalues) @ turn.T
        self.matrix = (self.matrix + self.matrix.T) / 2
        self.right = rng.normal(size=self.n)


# single ones, close ones, and several that are the same
eigenvalues = st.lists(st.sampled_from((0.01, 0.5, 1.0, 1.0 + 1e-9, 3.0, 100.0)), min_size=1, max_size=9)
problems = st.builds(Problem, eigenvalues, st.integers(0, 10**6))


@given(problems)
def test_eigenvalues_are_those_of_lapack(problem):
    n, matrix, basis = problem.n, column(problem.matrix), np.empty((problem.n**2, 1))
    eigen.set_unit(n, basis)
    assert eigen.diagonalise(n, matrix, basis)
    middle, c = matrix.reshape(n, n), basis.reshape(n, n)
    np.testing.assert_array_equal(middle, np.diag(middle.diagonal()))
    expected = np.linalg.eigvalsh(problem.matrix)
    np.testing.assert_allclose(np.sort(middle.diagonal()), expected, rtol=0, atol=1e-14 * expected.max())
    np.testing.assert_allclose(c @ c.T, np.eye(n), rtol=0, atol=1e-14)
    np.testing.assert_allclose(c.T @ middle @ c, problem.matrix, rtol=0, atol=1e-14 * n * expected.max())


def test_small_eigenvalues_are_as_exact_as_large_ones():
    """Bodies of very different mass: M = DAD with a well conditioned A. The product of the eigenvalues is det A times that of D²."""
    scales = 10.0 ** -np.arange(0, 10, 2)
    well = Problem([1.0, 1.1, 1.3, 1.6, 2.0], 1).matrix
    matrix, basis = column(np.diag(scales) @ well @ np.diag(scales)), np.empty((25, 1))
    eigen.set_unit(5, basis)
    assert eigen.diagonalise(5, matrix, basis)
    found = matrix.reshape(5, 5).diagonal()
    assert found.max() / found.min() > 1e15
    assert np.prod(found / scales**2) == pytest.approx(1.1 * 1.3 * 1.6 * 2.0, rel=1e-13)


@given(problems, st.floats(0.0, 0.2))
def test_solution_with_couplings_is_the_dense_one(problem, strength):
    """L = Λ + K, with couplings up to a good part of what keeps it positive definite."""
    n, rng = problem.n, np.random.default_rng(problem.n)
    size = np.diag(np.linalg.eigvalsh(problem.matrix)) ** 0.5
    couplings = rng.uniform(-1, 1, (n, n)) * strength / n
    middle = size @ (np.eye(n) + couplings + couplings.T) @ size
    basis, _ = np.linalg.qr(rng.normal(size=(n, n)))
    x = problem.right[:, None].copy()
    assert eigen.solve(n, column(middle), column(basis), x, np.empty((n, 1)))
    expected = np.linalg.solve(basis.T @ middle @ basis, problem.right)
    np.testing.assert_allclose(x[:, 0], expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_what_is_not_positive_definite_is_told():
    """Couplings beyond √(λ_i λ_j) are not solved with; a negative eigenvalue is seen."""
    middle = np.array(((1.0, 1.5), (1.5, 2.0)))
    x, line, basis = np.ones((2, 1)), np.empty((2, 1)), column(np.eye(2))
    assert not eigen.solve(2, column(middle), basis, x, line)
    matrix = column(middle)
    assert eigen.is_positive(2, matrix)
    eigen.diagonalise(2, matrix, basis)
    assert not eigen.is_positive(2, matrix)
    assert not eigen.is_regular(2, matrix, basis, np.ones((2, 1)))


@given(problems, st.floats(1e-12, 0.1))
def test_rows_are_made_orthonormal_and_stay_where_they_are(problem, defect):
    n, rng = problem.n, np.random.default_rng(problem.n)
    turn, _ = np.linalg.qr(rng.normal(size=(n, n)))
    off = turn + defect / n * rng.uniform(-1, 1, (n, n))
    basis = column(off)
    eigen.orthonormalise(n, basis)
    found = basis.reshape(n, n)
    np.testing.assert_allclose(found @ found.T, np.eye(n), rtol=0, atol=1e-14)
    assert np.abs(found - off).max() <= 3 * defect


@pytest.mark.parametrize("form", ["composite-bodies", "direct"])
def test_counted_numbers_give_the_accelerations(form):
    mechanism = bo.models.random_tree(4, 5, roots=2)
    q, u = bo.models.random_state(mechanism, 5)
    evaluation = FORMULATIONS[form].evaluation(compiled(mechanism), "eigen")
    operations, found = evaluation.counts(q, u, np.ones(mechanism.n))
    expected = bo.forward_dynamics(mechanism, q, u, np.ones(mechanism.n))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert operations["mul"] > 8 * mechanism.n * mechanism.n * (mechanism.n - 1) / 2  # that is, more than a sweep


@pytest.mark.parametrize("n", [2, 5, 12])
def test_price_of_a_rotation(n):
    """Two rows of C and two of L: 8n multiplications, 4n additions and two more for the angle."""
    problem = Problem(np.arange(1.0, n + 1), 3)
    with counting() as operations:
        eigen.rotate(n, counted_array(column(problem.matrix)), counted_array(column(np.eye(n))), 0, 1)
    assert dict(operations) == {"mul": 8 * n, "add": 4 * n + 2, "div": 2, "sqrt": 2}


@pytest.mark.parametrize(("shape", "leading"), [(bo.chain, 3.5), (bo.models.star, 2.5)])
def test_price_of_the_integrated_form(shape, leading):
    """Per evaluation n (n + 2 N1) multiplications for ṀCᵀ, n³/2 for μ, n³ each for Ċ and for the couplings: a polynomial of degree three."""

    def multiplications(bodies):
        mechanism = shape(bodies)
        n, tree = mechanism.n, compiled(mechanism)
        entry = Entry(parametrised.rates, tree.arrays, parametrised.memory(tree))
        beside = np.concatenate((np.zeros(n), np.eye(n).ravel(), np.diag(np.arange(1.0, n + 1)).ravel(), [1.0]))
        q, u = bo.models.random_state(mechanism)
        return entry.counts(q, u, beside, out_shape=(4 * n + 2 * n * n + 1,))[0]["mul"]

    counts = np.array([multiplications(bodies) for bodies in range(4, 9)])
    np.testing.assert_array_equal(np.diff(counts, 3) / 6, leading)
