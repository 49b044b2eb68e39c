"""Dense Cholesky by LAPACK's ``dposv``, state by state, as a yardstick."""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import SINGULAR
from bough.arithmetic.tally import CALL, QUOTIENT, ROOT, TERM, Operations, Tally
from bough.solvers.solver import Solver


def solve_full(matrix: np.ndarray, right: np.ndarray, sizes: np.ndarray) -> np.ndarray | None:
    """The solution, or None if a pivot is mere rounding compared with its size."""
    from scipy.linalg.lapack import dposv

    factor, x, info = dposv(matrix, right)
    regular = info == 0 and (factor.diagonal() ** 2 > SINGULAR * sizes).all()
    return x if regular and np.isfinite(x).all() else None


def dposv_operations(n: int) -> Tally:
    """Price of LAPACK's ``dposv`` for one right-hand side, by the textbook: that of ``uu`` for a full matrix."""
    n1, n2 = n * (n - 1) // 2, (n**3 - n) // 6
    return CALL + n * ROOT + (n1 + 2 * n) * QUOTIENT + (n2 + 2 * n1) * TERM


SOLVER = Solver(
    name="cholesky",
    summary="full M by LAPACK, as a yardstick",
    reference="LAPACK dposv",
    solve_full=solve_full,
    price=lambda lengths, joined: Operations(lapack=dposv_operations(len(lengths))),
)
