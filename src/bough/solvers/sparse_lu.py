"""General sparse LU (SuperLU, through SciPy) of a matrix whose pattern stays while its entries change."""

from __future__ import annotations

import numpy as np

from bough.kernels.scalar import SINGULAR


class SparsePattern:
    """A square sparse matrix given once by places and constants; its variable entries are signs times a vector of terms.

    Entries come as (row, column, constant, sign, term): constant + sign * terms[term], with term -1 for none.
    """

    def __init__(self, size: int, entries: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]):
        row, column, constant, sign, term = entries
        # order of the entries in compressed columns; every place occurs once
        order = np.lexsort((row, column))
        self.constant, self.sign, self.term = constant[order], sign[order], term[order]
        self.size, self.rows = size, row[order]
        self.starts = np.searchsorted(column[order], np.arange(size + 1))

    def solve(self, terms: np.ndarray, right: np.ndarray) -> np.ndarray | None:
        """The solution, or None if the matrix is singular."""
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        padded = np.append(terms, 0.0)  # what term -1 picks
        data = self.constant + self.sign * padded[self.term]
        try:
            factors = splu(csc_array((data, self.rows, self.starts), shape=(self.size, self.size)))
        except RuntimeError:
            return None
        pivots = np.abs(factors.U.diagonal())
        return factors.solve(right) if pivots.min() > SINGULAR * pivots.max() else None
