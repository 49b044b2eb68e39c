"""General sparse LU (SuperLU, through SciPy) of a matrix with a fixed pattern and varying entries."""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import SINGULAR
from bough.solvers.solver import Solver


class SparsePattern:
    """A square sparse matrix with fixed places and constants; its variable entries are signs times a vector of terms.

    Entries are (row, column, constant, sign, term): constant + sign * terms[term], with term -1 for none. ``balanced``:
    rows and columns are scaled to make pivots comparable, whatever the units and sizes. That suits entries that are
    given numbers; if they are differences, it would scale up their rounding.
    """

    def __init__(self, size: int, entries: tuple[np.ndarray, ...], balanced: bool):
        row, column, constant, sign, term = entries
        # order of the entries in compressed columns; every place occurs once
        order = np.lexsort((row, column))
        self.constant, self.sign, self.term = constant[order], sign[order], term[order]
        self.size, self.rows, self.balanced = size, row[order], balanced
        self.columns = column[order]
        self.starts = np.searchsorted(self.columns, np.arange(size + 1))
        self.by_row = np.argsort(self.rows, kind="stable")
        self.row_starts = np.searchsorted(self.rows[self.by_row], np.arange(size))

    def solve(self, terms: np.ndarray, right: np.ndarray) -> np.ndarray | None:
        """The solution, or None if the matrix is singular."""
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        padded = np.append(terms, 0.0)  # the last entry serves term -1
        data = self.constant + self.sign * padded[self.term]
        of_rows, of_columns = self._scales(data)
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

    def _scales(self, data: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Factors for rows and columns that bring their largest entries near one, if ``balanced``."""
        of_rows, of_columns = np.ones(self.size), np.ones(self.size)
        for _ in range(3 if self.balanced else 0):
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
