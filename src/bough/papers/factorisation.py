"""Costs of factorising the mass matrix: paper A's formulas, counted operations, and times beside dense LAPACK."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bough.arithmetic.counted import counting
from bough.arithmetic.scalar import get, in_memory, is_finite, kernel, load, put, store
from bough.choice.race import Effort, race
from bough.compiled.entries import NO_WRENCHES, SerialEntry, counted_array
from bough.compiled.tree import compiled
from bough.mechanism.generators import binary_tree, chain, lattice
from bough.mechanism.mechanism import Mechanism
from bough.papers.threads import one_thread
from bough.passes.arrays import Tree
from bough.solvers import udu

REPEATS = 20  # factorisations within one call from Python

K = TypeVar("K", bound=Hashable)


def packed_matrix(first: np.ndarray) -> np.ndarray:
    """Packed rows of a positive definite matrix with random entries: (entries, 1)."""
    rows = np.random.default_rng(0).uniform(-1.0, 1.0, (first[-1], 1))
    rows[first[:-1]] += 2.0 * (len(first) - 1)
    return rows


def unpacked(rows: np.ndarray, first: np.ndarray, before: np.ndarray) -> np.ndarray:
    """The full symmetric matrix of packed rows."""
    n = len(first) - 1
    full = np.zeros((n, n))
    for k in range(n):
        j = k
        for a in range(first[k], first[k + 1]):
            full[k, j] = full[j, k] = rows[a, 0]
            j = before[j]
    return full


# --- by formulas ----------------------------------------------------------------------------------------------------


class Sums(NamedTuple):
    """The numbers that determine the cost of a tree's mass matrix."""

    n: int
    N1: int
    N2: int

    @property
    def work(self) -> int:
        """Operations of a factorisation, as in figure 4."""
        return self.N1 + 2 * self.N2

    @property
    def density(self) -> float:
        """α (§3)."""
        return (self.n + 2 * self.N1) / self.n**2

    @property
    def ratio(self) -> float:
        """Operations of a factorisation without branches, divided by these."""
        return printed_sums("chain", self.n).work / self.work


def printed_sums(shape: str, m: int) -> Sums:
    """Table 2."""
    if shape == "chain":
        return Sums(m, (m * m - m) // 2, (m**3 - m) // 6)
    if shape == "binary tree":
        return Sums(2**m - 1, sum(i * 2**i for i in range(1, m)), sum(i * (i + 1) * 2 ** (i - 1) for i in range(1, m)))
    return Sums(m * m, m**3 - m**2, (7 * m**4 - 6 * m**3 - m**2) // 12)


def sums_of(depth: np.ndarray) -> Sums:
    """(8) and (9)."""
    return Sums(len(depth), int((depth - 1).sum()), int((depth * (depth - 1) // 2).sum()))


SHAPES: dict[str, Callable[[int], Mechanism]] = {"chain": chain, "binary tree": binary_tree, "lattice": lattice}


# --- operations -----------------------------------------------------------------------------------------------------


def counted_steps(tree: Tree, solver: Any, x: np.ndarray | None = None) -> tuple[dict[str, Counter[str]], np.ndarray]:
    """(operations of the three steps, solution) of a system with random packed rows by ``solver``, udu or uu.

    The right-hand side is zero unless given.
    """
    first, n = tree.row_at, tree.dofs
    rows, line = counted_array(packed_matrix(first)), counted_array(np.zeros((n, 1)))
    y = counted_array(np.zeros((n, 1)) if x is None else x)
    with counting() as factorisation:
        solver.factorise(first, tree.dof_parent, n, rows)
    with counting() as inward:
        solver.substitute_inward(first, tree.level, tree.cousin, n, rows, y, line)
    with counting() as outward:
        solver.substitute_outward(first, tree.level, n, rows, y, line)
    steps = {"factorisation": factorisation, "forward": inward, "backward": outward}
    return steps, y.astype(float)


# --- times ----------------------------------------------------------------------------------------------------------


@kernel
def take_rows(tree, work, rows):
    for k in range(tree.row_at[tree.dofs]):
        store(work.rows, k, 0, get(rows, k))


@kernel
def copy_rows(tree, work, q, rows, unused, wrenches, out):
    """Only the copies that ``factorise_rows`` makes."""
    for _ in range(REPEATS):
        in_memory()
        take_rows(tree, work, rows)
    last = load(work.rows, 0, 0)
    put(out, 0, last)
    return is_finite(last)


@kernel
def factorise_rows(tree, work, q, rows, unused, wrenches, out):
    """M = UDUᵀ repeatedly, as the forms do it: with one right-hand side (zeros). Passes on the first entry of D."""
    for _ in range(REPEATS):
        in_memory()
        take_rows(tree, work, rows)
        udu.factorise_with(tree.row_at, tree.dof_parent, tree.dofs, work.rows, work.vector)
    last = load(work.rows, 0, 0)
    put(out, 0, last)
    return is_finite(last)


@cache
def lapack_loop() -> Callable[..., int]:
    """LAPACK's dpotrf from compiled code: (matrix, room for factors, order, whether to factorise) -> 0 on success."""
    from numba import njit
    from numba.extending import get_cython_function_address

    address = get_cython_function_address("scipy.linalg.cython_lapack", "dpotrf")
    dpotrf = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5)(address)

    @njit
    def loop(matrix, factors, order, factorise):
        triangle = np.array([ord("L")], np.uint8)
        n, info = np.array([order], np.int32), np.zeros(1, np.int32)
        for _ in range(REPEATS):
            factors[:] = matrix
            if factorise:
                dpotrf(triangle.ctypes, n.ctypes, factors.ctypes, n.ctypes, info.ctypes)
        return info[0]

    return loop


def sparse_calls(mechanism: Mechanism) -> tuple[Callable[[], int], Callable[[], int]]:
    """Calls that factorise and copy, or only copy, the packed rows of a mechanism's mass matrix."""
    tree = compiled(mechanism)
    rows, memory = packed_matrix(tree.arrays.row_at).ravel(), {"rows": tree.mass_entries, "vector": mechanism.n}
    arrays = np.zeros(mechanism.n_q), rows, rows, NO_WRENCHES, np.empty(1)
    both = (SerialEntry(core, tree.arrays, memory, (None, None)) for core in (factorise_rows, copy_rows))
    work, copies = (partial(entry.single, *arrays) for entry in both)
    return work, copies


def dense_calls(n: int) -> tuple[Callable[[], int], Callable[[], int]]:
    """The same for LAPACK on a full matrix of order n."""
    first = np.concatenate(([0], np.cumsum(np.arange(1, n + 1))))
    full = unpacked(packed_matrix(first), first, np.arange(-1, n - 1)).ravel()
    work, copies = (partial(lapack_loop(), full, full.copy(), n, wanted) for wanted in (True, False))
    return work, copies


def factorisation_times(rivals: Mapping[K, Mechanism | int], effort: Effort) -> dict[K, float]:
    """Seconds of one factorisation by name: a mechanism's matrix by ``udu``, or a full one of an order by dpotrf."""
    calls = {}
    for name, what in rivals.items():
        calls[name, "work"], calls[name, "copies"] = (
            sparse_calls(what) if isinstance(what, Mechanism) else dense_calls(what)
        )
    with one_thread():
        best = race(calls, effort)
    # on a busy machine the copies may seem to take all the time; then the work is too small to measure, but not zero
    return {
        name: max(best[name, "work"] - best[name, "copies"], 0.01 * best[name, "work"]) / REPEATS for name in rivals
    }
