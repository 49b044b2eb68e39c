"""What every solver is.

Most work on packed rows (``solvers/packed.py``), by a kernel of one shape, ``solve_packed(first, before, level, cousin, n, work) -> bool``: it replaces the right-hand side in ``work.vector`` by the solution, may
spoil ``work.rows``, and is False where a pivot is rounding beside the sizes in ``work.diagonal``, or a solution cannot be had. Any form that leaves packed rows can be composed with it.
Solvers of libraries take the matrix in their own way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bough.arithmetic.tally import Operations


def nothing_besides(n: int, entries: int) -> dict[str, int]:
    """The packed rows are enough."""
    return {}


@dataclass(frozen=True, kw_only=True)
class Solver:
    """A way to solve the linear system that a form leaves.

    ``memory(n, entries)``: rows of work arrays that it needs besides the packed matrix of n unknowns. ``price(lengths, joined)``: what a solution costs, by the lengths of the packed rows, and, for
    each but the first, whether the row before it is its next ancestor and ends with it; None where that depends on the numbers, and then ``unpriced`` says why.
    """

    name: str
    summary: str
    reference: str
    solve_packed: Callable[..., bool] | None = None
    solve_full: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray | None] | None = (
        None  # (matrix, right-hand side, sizes of pivots)
    )
    memory: Callable[[int, int], dict[str, int]] = nothing_besides
    price: Callable[[np.ndarray, np.ndarray], Operations] | None = None
    unpriced: str = ""
    is_serial: bool = False  # it decides by its numbers, so that states cannot go side by side
    is_warm: bool = False  # it goes on from the last call

    def numbers(self, n: int, entries: int) -> int:
        """All that the matrix takes, with what the solver needs besides."""
        full = n * (n + 2) if self.solve_full else 0
        return entries + full + sum(self.memory(n, entries).values())
