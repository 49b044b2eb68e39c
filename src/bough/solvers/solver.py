"""The contract of a solver.

Most solvers work on packed rows (``solvers/packed.py``), by a kernel
``solve_packed(first, before, level, cousin, n, work) -> bool``. It replaces the right-hand side in ``work.vector`` by
the solution, may overwrite ``work.rows``, and returns False if a pivot is mere rounding compared with its size in
``work.diagonal``, or if it finds no solution. Any form that leaves packed rows can be composed with it. Solvers of
libraries take the matrix in their own format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bough.arithmetic.tally import Operations


def nothing_besides(n: int, entries: int) -> dict[str, int]:
    """No memory besides the packed rows."""
    return {}


class Effort(NamedTuple):
    """What a warm-started solver does per evaluation along a motion: passes, and new starts (a share), in the mean."""

    passes: float
    restarts: float = 0.0


class Warm(NamedTuple):
    """How a solver goes on from its last call.

    ``price(lengths, joined, cousins, effort)``: the cost of a solution in the mean, where ``cousins`` is the number of
    rows that are not the first on their level. ``limit(n)``: passes after which it starts anew. ``share``: a new start
    costs as much as n / share passes.
    """

    price: Callable[[np.ndarray, np.ndarray, int, Effort], Operations]
    limit: Callable[[int], int]
    share: float


@dataclass(frozen=True, kw_only=True)
class Solver:
    """A way to solve the linear system that a form leaves.

    ``memory(n, entries)``: rows of work arrays that it needs besides the packed matrix of n unknowns.
    ``price(lengths, joined)``: the cost of a solution, from the lengths of the packed rows and, for each row except the
    first, whether the row before it is its next ancestor and ends with it; None if the cost depends on the numbers, and
    then ``unpriced`` says why.
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
    is_unit: bool | None = None  # for loops: whether it leaves the factors UDUᵀ in work.rows, or UUᵀ; None: neither
    is_serial: bool = False  # its numbers decide what it does, so states cannot run side by side
    warm: Warm | None = None  # it starts from the results of the last call

    @property
    def is_warm(self) -> bool:
        return self.warm is not None

    def numbers(self, n: int, entries: int) -> int:
        """The memory of the matrix and of the solver."""
        full = n * (n + 2) if self.solve_full else 0
        return entries + full + sum(self.memory(n, entries).values())
