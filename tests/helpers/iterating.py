"""Systems that a warm-started solver solves one after the other, interpreted."""

from types import SimpleNamespace

import numpy as np
import pytest

from bough.solvers import direct_iterative, inverse_iterative, udu
from bough.solvers.packed import levels_of
from bough.solvers.warm import KEEP, KNOWN, WARM, warm_memory

SOLVERS = [inverse_iterative, direct_iterative]
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=["inverse", "direct"])


def positive(rng, n, low, high):
    """A random symmetric matrix with eigenvalues between two numbers."""
    basis, _ = np.linalg.qr(rng.normal(size=(n, n)))
    matrix = basis * np.concatenate(([low, high], rng.uniform(low, high, n - 2))) @ basis.T
    return 0.5 * (matrix + matrix.T)


class System:
    """A full matrix as packed rows of a chain, with the memory of a solver."""

    def __init__(self, solver, n):
        self.solver, self.n = solver, n
        self.before = np.arange(-1, n - 1)
        self.first = np.concatenate(([0], np.cumsum(np.arange(1, n + 1))))
        self.level, self.cousin = levels_of(self.before)
        rows = (
            warm_memory(n, self.first[-1]) | dict.fromkeys(("vector", "line", "diagonal"), n) | {"rows": self.first[-1]}
        )
        self.work = SimpleNamespace(**{name: np.zeros((count, 1)) for name, count in rows.items()})
        self.work.report[KEEP] = 1.0

    def pack(self, matrix):
        return np.concatenate([matrix[k, k::-1] for k in range(self.n)])[:, None]

    def solve(self, matrix, right, limit=None):
        """x, or None."""
        self.work.rows[:] = self.pack(matrix)
        self.work.vector[:, 0] = right
        places = self.first, self.before, self.level, self.cousin
        fine = self.solver.solve(*places, self.n, limit or self.n + 1, self.work.diagonal, self.work)
        return self.work.vector[:, 0].copy() if fine else None

    def know(self, matrix, x):
        """Put a matrix, or what is taken for its inverse, and a solution into the memory."""
        work = self.work
        if self.solver is direct_iterative:
            rows = self.pack(matrix)
            udu.factorise(self.first, self.before, self.n, rows)
            direct_iterative.fill(self.first, self.before, self.n, rows, work.inverse)
        else:
            work.inverse[:, 0] = np.linalg.inv(matrix)[np.tril_indices(self.n)]
        work.solution[:, 0] = work.earlier[:, 0] = x
        work.report[[WARM, KNOWN]] = 1.0

    def inverse(self):
        """What is known of the inverse, as a full matrix."""
        triangle = np.zeros((self.n, self.n))
        triangle[np.tril_indices(self.n)] = self.work.inverse[:, 0]
        if self.solver is inverse_iterative:
            return triangle + np.tril(triangle, -1).T
        u = np.tril(triangle, -1).T + np.eye(self.n)
        return np.linalg.inv(u * triangle.diagonal() @ u.T)

    def told(self, row):
        return self.work.report[row, 0]


class TreeSystem(System):
    """The same for the packed rows of a tree."""

    def __init__(self, solver, before):
        super().__init__(solver, len(before))
        paths = [[k] for k in range(self.n)]
        for k, parent in enumerate(before):
            paths[k] += paths[parent] if parent >= 0 else []
        self.before, self.paths = np.array(before), paths
        self.first = np.concatenate(([0], np.cumsum([len(path) for path in paths])))
        self.level, self.cousin = levels_of(self.before)
        self.work.rows, self.work.factors = (np.zeros((self.first[-1], 1)) for _ in range(2))

    @property
    def places(self):
        return self.first, self.before, self.level, self.cousin

    def pack(self, matrix):
        return np.concatenate([matrix[k, path] for k, path in enumerate(self.paths)])[:, None]

    def masked(self, matrix):
        """Without the entries of pairs that are not on one path."""
        on = np.array([[i in self.paths[k] or k in self.paths[i] for i in range(self.n)] for k in range(self.n)])
        return np.where(on, matrix, 0.0)
