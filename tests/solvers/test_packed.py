"""Branch-sparse factorisations on random trees: against dense ones, without fill-in, at exactly the printed price (paper A)."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bough.arithmetic.counted import counting
from bough.compiled.entries import counted_array
from bough.solvers import udu, uu
from bough.solvers.packed import levels_of, subtract_product


class Problem:
    """A random branch-sparse, diagonally dominant matrix and a right-hand side, for the parent array of a tree."""

    def __init__(self, before, seed):
        rng = np.random.default_rng(seed)
        self.before, self.n = np.array(before), len(before)
        self.paths = []
        for k, p in enumerate(before):
            self.paths.append([k, *(self.paths[p] if p >= 0 else [])])
        self.eta = np.array([len(path) for path in self.paths])
        self.first = np.concatenate(([0], np.cumsum(self.eta)))
        self.dense = np.zeros((self.n, self.n))
        for k, path in enumerate(self.paths):
            self.dense[k, path[1:]] = self.dense[path[1:], k] = rng.normal(size=len(path) - 1)
        self.dense += np.diag(np.abs(self.dense).sum(axis=1) + rng.uniform(0.5, 2.0, self.n))
        self.right = rng.normal(size=self.n)

    def packed(self):
        """The rows along the paths, as the kernels take them."""
        return np.concatenate([self.dense[k, path] for k, path in enumerate(self.paths)])[:, None]

    def unpacked(self, rows):
        """An upper triangular matrix from packed rows: what row k holds at ancestor j is entry (j, k)."""
        full = np.zeros((self.n, self.n))
        for k, path in enumerate(self.paths):
            full[path, k] = rows[self.first[k] : self.first[k + 1], 0]
        return full

    def factorise(self, solver, rows):
        solver.factorise(self.first, self.before, self.n, rows)

    def solve(self, solver, rows, x):
        level, cousin = levels_of(self.before)
        line = np.empty_like(x)
        solver.substitute_inward(self.first, level, cousin, self.n, rows, x, line)
        solver.substitute_outward(self.first, level, self.n, rows, x, line)


@st.composite
def problems(draw):
    """Trees numbered by depth first: each row hangs on one of the path to the row before it, or on the ground."""
    before, path = [], [-1]
    for k in range(draw(st.integers(1, 25))):
        path = path[: draw(st.integers(1, len(path)))]
        before.append(path[-1])
        path.append(k)
    return Problem(before, draw(st.integers(0, 10**6)))


@given(problems())
def test_factors_are_the_dense_ones(problem):
    """The dense Cholesky factorisation from the last row to the first, which has no other non-zeros than M itself."""
    expected = np.linalg.cholesky(problem.dense[::-1, ::-1])[::-1, ::-1]  # M = U Uᵀ, U upper triangular
    assert (expected[np.triu(problem.dense) == 0] == 0).all()

    rows = problem.packed()
    problem.factorise(uu, rows)
    np.testing.assert_allclose(problem.unpacked(rows), expected, rtol=1e-12, atol=1e-14)

    rows = problem.packed()
    problem.factorise(udu, rows)
    found = problem.unpacked(rows)
    np.testing.assert_allclose(found.diagonal(), expected.diagonal() ** 2, rtol=1e-12)
    unit = expected / expected.diagonal()
    np.testing.assert_allclose(np.triu(found, 1), np.triu(unit, 1), rtol=1e-12, atol=1e-14)


@given(problems())
@pytest.mark.parametrize("solver", [udu, uu])
def test_solution_is_the_dense_one(solver, problem):
    rows, x = problem.packed(), problem.right[:, None].copy()
    problem.factorise(solver, rows)
    problem.solve(solver, rows, x)
    expected = np.linalg.solve(problem.dense, problem.right)
    np.testing.assert_allclose(x[:, 0], expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@given(problems(), st.integers(0, 3))
def test_product_is_the_dense_one(problem, kept):
    """Of whole rows, and of rows that end before the root, as those of the multipliers' matrix do; each entry is used twice but for the diagonal."""
    lengths = np.maximum(1, problem.eta - kept)
    for k, path in enumerate(problem.paths):
        cut = path[lengths[k] :]
        problem.dense[k, cut] = problem.dense[cut, k] = 0.0
    rows = np.concatenate([problem.dense[k, p[: lengths[k]]] for k, p in enumerate(problem.paths)])[:, None]
    first = np.concatenate(([0], np.cumsum(lengths)))
    level, cousin = levels_of(problem.before)
    x, y = problem.right[:, None], counted_array(np.ones((problem.n, 1)))
    line, share = (counted_array(np.full((problem.n, 1), np.nan)) for _ in range(2))
    with counting() as operations:
        subtract_product(first, level, cousin, problem.n, counted_array(rows), counted_array(x), y, line, share)
    expected = 1.0 - problem.dense @ x
    np.testing.assert_allclose(y.astype(float), expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    assert operations["mul"] == problem.n + 2 * (len(rows) - problem.n)


@given(problems())
def test_table_1(problem):
    """N1 div + N2 (mul + add) to factorise, n more square roots for UUᵀ; substitutions as printed; and the right numbers."""
    n, n1, n2 = problem.n, int((problem.eta - 1).sum()), int((problem.eta * (problem.eta - 1) // 2).sum())
    expected = np.linalg.solve(problem.dense, problem.right)
    for solver, roots, divisions in ((udu, 0, n), (uu, n, 2 * n)):
        rows, x = counted_array(problem.packed()), counted_array(problem.right[:, None])
        with counting() as factorisation:
            problem.factorise(solver, rows)
        with counting() as substitution:
            problem.solve(solver, rows, x)
        assert +factorisation == +Counter(div=n1, mul=n2, add=n2, sqrt=roots)
        assert +substitution == +Counter(div=divisions, mul=2 * n1, add=2 * n1)
        np.testing.assert_allclose(x[:, 0].astype(float), expected, rtol=0, atol=1e-13 * np.abs(expected).max())
