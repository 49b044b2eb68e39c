"""General sparse LU (SuperLU, through SciPy) of a matrix with a fixed pattern and varying entries."""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import SINGULAR
from bough.solvers.solver import Solver
from bough.solvers.sparse import Pattern


class SparsePattern:
    """A system with a fixed pattern, whose last column is the right-hand side.

    ``balanced``: rows and columns are scaled to make pivots comparable, whatever the units and sizes: those of pivots that
    are judged by their diagonal entries, if there are any, then all by their largest ones. That suits entries that are given
    numbers; if they are differences, it would scale up their rounding, and rows are divided by sizes that
    are given.
    """

    def __init__(self, pattern: Pattern, balanced: bool):
        size = len(pattern.pivot_rows)
        self.known = np.flatnonzero(pattern.columns == size)
        self.known_rows = pattern.rows[self.known]
        inside = np.flatnonzero(pattern.columns < size)
        # order of the entries in compressed columns; every place occurs once
        self.term = inside[np.lexsort((pattern.rows[inside], pattern.columns[inside]))]
        self.size, self.balanced = size, balanced
        self.rows, self.columns = pattern.rows[self.term], pattern.columns[self.term]
        self.starts = np.searchsorted(self.columns, np.arange(size + 1))
        self.by_row = np.argsort(self.rows, kind="stable")
        self.row_starts = np.searchsorted(self.rows[self.by_row], np.arange(size))
        judged = pattern.sizes >= 0
        self.judged_rows, self.sizes = pattern.pivot_rows[judged], pattern.sizes[judged]
        # the entries on the diagonal whose pivots are judged
        self.diagonal = np.flatnonzero((self.rows == self.columns) & np.isin(self.rows, self.judged_rows))

    def solve(self, terms: np.ndarray, sizes: np.ndarray) -> np.ndarray | None:
        """The solution, or None if the matrix is singular; ``sizes``: of the pivots, unless it is balanced."""
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        if not self.balanced and not sizes[self.sizes].min(initial=1.0) > 0.0:
            return None
        data, right = terms[self.term], np.zeros(self.size)
        right[self.known_rows] = terms[self.known]
        of_rows, of_columns = self._scales(data, sizes)
        data *= of_rows[self.rows] * of_columns[self.columns]
        matrix = csc_array((data, self.rows, self.starts), shape=(self.size, self.size))
        try:
            factors = splu(matrix)
        except RuntimeError:
            return None
        pivots = np.abs(factors.U.diagonal())
        if not pivots.min() > SINGULAR * pivots.max():
            return None
        x = factors.solve(of_rows * right)
        # solve again for the residual, to recover the digits lost because pivots are chosen for sparsity
        x += factors.solve(of_rows * right - matrix @ x)
        return of_columns * x

    def _scales(self, data: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Factors for rows and columns: those that bring their largest entries near one if ``balanced``, else 1/sizes."""
        of_rows, of_columns = np.ones(self.size), np.ones(self.size)
        if not self.balanced:
            of_rows[self.judged_rows] = 1.0 / sizes[self.sizes]
            return of_rows, of_columns
        given = np.abs(data[self.diagonal])
        own = self.rows[self.diagonal]
        of_rows[own] = of_columns[own] = 1.0 / np.sqrt(np.where(given > 0.0, given, 1.0))
        for _ in range(3):
            size = np.abs(data) * of_rows[self.rows] * of_columns[self.columns]
            for scales, largest in (
                (of_rows, np.maximum.reduceat(size[self.by_row], self.row_starts)),
                (of_columns, np.maximum.reduceat(size, self.starts[:-1])),
            ):
                scales /= np.sqrt(np.where(largest > 0.0, largest, 1.0))
        return of_rows, of_columns


# (its price is that of the entries, which the form knows)
SOLVER = Solver(
    name="sparse-lu",
    summary="a general sparse matrix by SuperLU, as a yardstick",
    reference="SuperLU",
)
