"""K x = y for a sparse K without symmetry, by an elimination that is planned once for a pattern.

Step k takes pivot row p_k and column c_k. With d the pivot, each further row r that has an entry in column c_k becomes

    K_r ← K_r - (K_rc / d) K_p,

and at the end x_c = (y_p - Σ K_pj x_j) / d, from the last step to the first. y is one more column of K, with the unknown
-1. The order of the pivots is given by the form, which knows pivots that are safe whatever the numbers are.

``Elimination`` eliminates symbolically. It finds where K fills in, gives every entry a place, row after row, with the
columns of a row in the order of the steps, and writes down where each update goes: along a row if its entries lie side by
side there, else entry by entry. The kernels follow these tables. They branch on nothing else.

A pivot may be a constant ±1, so that nothing is divided. It may belong to a constraint that depends on others: then it is
left out (``solvers/dependent.py``), compared with the largest value that its diagonal entry had. All others are positive
and more than rounding, compared with sizes. They are in ``work.diagonal``, or follow from entries: if the pivot is aᵀMa,
its size is |a|² times the trace of M, summed over the halves of a that are not zero.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.arithmetic.scalar import (
    SINGULAR,
    is_above,
    kernel,
    load,
    store,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.arithmetic.tally import CALL, DOT, PRODUCT, QUOTIENT, SUM, TERM, Operations
from bough.solvers.dependent import COUNTED_PIVOT, counted_pivot
from bough.solvers.solver import Solver


class Bounds(NamedTuple):
    """Sizes of pivots aᵀMa that follow from entries: of three rows of a, and of the diagonal of M there, each."""

    sizes: np.ndarray  # per bound: the size that it is a part of, in order
    rows: np.ndarray  # (bounds, 6)
    columns: np.ndarray  # (bounds, 6)


def no_bounds() -> Bounds:
    """Sizes of zero: pivots have to be positive."""
    return Bounds(np.empty(0, np.int64), *np.empty((2, 0, 6), np.int64))


class Pattern(NamedTuple):
    """The places of a system's entries, and its pivots in the order of their elimination.

    Columns are numbered from 0; one more is the right-hand side. An entry may occur several times.
    """

    rows: np.ndarray  # per entry
    columns: np.ndarray  # per entry
    pivot_rows: np.ndarray  # per step
    pivot_columns: np.ndarray  # per step
    signs: np.ndarray  # per step: the pivot if it is a constant ±1, else 0
    sizes: np.ndarray  # per step: the row of work.diagonal by which the pivot is judged, else -1
    constraints: np.ndarray  # per step: the constraint of a loop that the pivot belongs to, else -1
    bounds: Bounds | None = None  # None: sizes are in work.diagonal


class Elimination:
    """The plan of an elimination: its tables, as fields of a ``Tree``, and what it costs."""

    def __init__(self, pattern: Pattern):
        n = len(pattern.pivot_rows)
        step_of_row, step_of_column = np.empty(n, np.int64), np.empty(n + 1, np.int64)
        step_of_row[pattern.pivot_rows] = np.arange(n)
        step_of_column[pattern.pivot_columns], step_of_column[n] = np.arange(n), n
        rows, columns = step_of_row[pattern.rows], step_of_column[pattern.columns]
        bases, masks, below = _filled(n, rows, columns, pattern.signs)
        # the places of all entries, by row and column
        found = [base + _places(mask) for base, mask in zip(bases, masks, strict=True)]
        lengths = np.array([len(x) for x in found], np.int64)
        end = np.cumsum(lengths)
        every = np.concatenate(found) if n else np.empty(0, np.int64)
        keys = np.repeat(np.arange(n), lengths) * (n + 1) + every

        def place(row: np.ndarray, column: np.ndarray) -> np.ndarray:
            return np.searchsorted(keys, row * (n + 1) + column)

        pivot = place(np.arange(n), np.arange(n))
        tail = end - pivot - 1
        self.unknowns, self.values = n, len(every)
        self.constraints = int((pattern.constraints >= 0).sum())
        steps, counts = self._updates(pivot, tail, every, below, place)
        unknown = np.append(pattern.pivot_columns, n)
        constrained = np.flatnonzero(pattern.constraints >= 0)
        owner = pattern.constraints[constrained]
        diagonal = np.empty(self.constraints, np.int64)
        watched: list[list[int]] = [[] for _ in range(self.constraints)]
        diagonal[owner] = pivot[constrained]
        for k, c in zip(constrained.tolist(), owner.tolist(), strict=True):
            watched[c] = [e for e in pattern.constraints[below[k]].tolist() if e >= 0]
        bounds = pattern.bounds or no_bounds()
        self.tables = {
            "sparse_place": place(rows, columns),
            "sparse_column": unknown[every],
            "sparse_pivot": pivot,
            "sparse_end": end,
            "sparse_unknown": pattern.pivot_columns,
            "sparse_sign": pattern.signs,
            "sparse_size": np.where(pattern.constraints >= 0, -1 - pattern.constraints, pattern.sizes),
            "sparse_bound_at": np.searchsorted(bounds.sizes, np.arange(pattern.sizes.max(initial=-1) + 2)),
            "sparse_bound": place(step_of_row[bounds.rows], step_of_column[bounds.columns]).ravel(),
            "sparse_step_at": np.concatenate(([0], np.cumsum(counts))),
            "sparse_steps": steps,
            "sparse_diagonal": diagonal,
            "sparse_watch_at": np.cumsum([0, *map(len, watched)]),
            "sparse_watch": np.array([e for each in watched for e in each], np.int64),
        }
        self.numbers = {"unknowns": n, "sparse_values": self.values, "sparse_bounds": pattern.bounds is not None}
        updated = np.array([len(x) for x in below], np.int64) * (tail > 0)
        constant = pattern.signs != 0
        divided = int((~constant).sum())
        self.operations = Operations(
            packed=int(updated.sum()) * CALL
            + int(updated @ tail) * TERM
            + int(updated[~constant].sum()) * PRODUCT
            + divided * QUOTIENT
            + self.constraints * (COUNTED_PIVOT + SUM)
            + len(self.tables["sparse_watch"]) * SUM
            + len(bounds.sizes) * BOUND,
            substitution=n * CALL + SUM + int(tail.sum()) * TERM + divided * PRODUCT,
        )

    def _updates(self, pivot, tail, every, below, place):
        """The tables of all updates, and their lengths by step.

        For each row: the entry in the pivot's column, then where the row's tail starts if it is in one piece, else -1
        and the place of every entry.
        """
        step = np.repeat(np.arange(self.unknowns), [len(x) for x in below])
        row = np.fromiter((r for rows in below for r in rows), np.int64, len(step))
        step, row = step[tail[step] > 0], row[tail[step] > 0]
        count = tail[step]
        first, last = (place(row, every[pivot[step] + x]) for x in (1, count))
        scattered = last - first >= count
        lengths = 2 + np.where(scattered, count, 0)
        at = np.cumsum(lengths) - lengths
        steps = np.empty(int(lengths.sum()), np.int64)
        steps[at], steps[at + 1] = place(row, step), np.where(scattered, -1, first)
        count, where = count[scattered], at[scattered] + 2
        within = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        source = every[np.repeat(pivot[step[scattered]] + 1, count) + within]
        steps[np.repeat(where, count) + within] = place(np.repeat(row[scattered], count), source)
        return steps, np.bincount(step, lengths, self.unknowns).astype(np.int64)

    def memory(self) -> dict[str, int]:
        """Rows of the work arrays."""
        return {"values": self.values, "found": self.unknowns + 1, "largest": self.constraints}


def _filled(n: int, rows: np.ndarray, columns: np.ndarray, signs: np.ndarray):
    """The pattern of every row after the elimination, as bits from a first column on, and the rows below each pivot."""
    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(n + 1)).tolist()
    sorted_columns = columns[order]
    bases, masks = [], []
    for k in range(n):
        own = sorted_columns[starts[k] : starts[k + 1]]
        if not len(own):
            raise ValueError(f"row {k} is empty.")
        bases.append(int(own[0]))
        bits = np.zeros(int(own[-1]) - bases[-1] + 1, np.uint8)
        bits[own - own[0]] = 1
        masks.append(int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little"))
    unique = np.unique(columns * n + rows)
    ends = np.searchsorted(unique // n, np.arange(n + 2)).tolist()
    holders = [(unique[ends[k] : ends[k + 1]] % n).tolist() for k in range(n + 1)]
    is_constant = (signs != 0).tolist()
    below = []
    for k in range(n):
        tail = masks[k] >> max(k - bases[k], 0)
        if bases[k] > k or not tail & 1:
            raise ValueError(f"there is no entry at pivot {k}.")
        tail >>= 1
        below.append(sorted(r for r in holders[k] if r > k))
        if not tail:
            continue
        for r in below[-1]:
            moved = tail << (k + 1 - bases[r])
            new = moved & ~masks[r]
            if is_constant[r] and moved >> (r - bases[r]) & 1:
                raise ValueError(f"pivot {r} is said to be constant, but pivot {k} changes it.")
            if new:
                masks[r] |= new
                for column in _places(new).tolist():
                    holders[bases[r] + column].append(r)
    return bases, masks, below


def _places(mask: int) -> np.ndarray:
    """The numbers of the bits that are set."""
    if mask < 1 << 64:
        found = []
        while mask:
            lowest = mask & -mask
            found.append(lowest.bit_length() - 1)
            mask ^= lowest
        return np.array(found, np.int64)
    raw = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) // 8, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(raw, bitorder="little"))


@kernel
def clear(tree, work, zero):
    """Zeros in place of all entries."""
    for v in range(tree.sparse_values):
        store(work.values, v, 0, zero)


@kernel
def enter(tree, work, entry, x):
    """Store an entry of the system."""
    store(work.values, tree.sparse_place[entry], 0, x)


@kernel
def enter_more(tree, work, entry, x):
    """Add to an entry of the system."""
    at = tree.sparse_place[entry]
    store(work.values, at, 0, load(work.values, at, 0) + x)


@kernel
def judge(tree, work, c, pivot):
    """1 over the pivot of constraint c, or 0 if the constraint depends on others; notes how large others are so far."""
    largest = load(work.largest, c, 0)
    size = where_positive(pivot - largest, pivot, largest)
    given = load(work.chosen, tree.loop_constraints, 0)
    counts, positive = counted_pivot(pivot, size, given, work.chosen, c)
    for w in range(tree.sparse_watch_at[c], tree.sparse_watch_at[c + 1]):
        e = tree.sparse_watch[w]
        x, y = load(work.values, tree.sparse_diagonal[e], 0), load(work.largest, e, 0)
        store(work.largest, e, 0, where_positive(x - y, x, y))
    return where_positive(counts, 1.0 / positive, zero_of(pivot))


@kernel
def size_of(tree, work, s):
    """The size with which a pivot is compared: given, or |a|² times the trace of M, over the halves of a that there are."""
    if tree.sparse_bounds == 0:
        return load(work.diagonal, s, 0)
    values, bound = work.values, tree.sparse_bound
    size = zero_of(load(values, 0, 0))
    for b in range(tree.sparse_bound_at[s], tree.sparse_bound_at[s + 1]):
        at = 6 * b
        x, y, z = load(values, bound[at], 0), load(values, bound[at + 1], 0), load(values, bound[at + 2], 0)
        trace = load(values, bound[at + 3], 0) + load(values, bound[at + 4], 0) + load(values, bound[at + 5], 0)
        size = size + (x * x + y * y + z * z) * trace
    return size


BOUND = DOT + 2 * SUM + PRODUCT + SUM


@kernel
def update(tree, work, k, at, tail, count, t):
    """Subtract t times the tail of pivot row k from another row; returns where the tables of the next row start."""
    values, steps = work.values, tree.sparse_steps
    first = steps[at + 1]
    at += 2
    if first >= 0:
        subtract_scaled(values, first, values, tail, count, t)
        return at
    for j in range(count):
        target = steps[at + j]
        store(values, target, 0, load(values, target, 0) - load(values, tail + j, 0) * t)
    return at + count


@kernel
def eliminate(tree, work):
    """Eliminate, with 1 over each pivot in its place; False if a pivot is mere rounding."""
    values, fine = work.values, True
    for c in range(tree.loop_constraints if tree.loops > 0 else 0):
        store(work.largest, c, 0, load(values, tree.sparse_diagonal[c], 0))
    for k in range(tree.unknowns):
        pivot, sign, size = tree.sparse_pivot[k], tree.sparse_sign[k], tree.sparse_size[k]
        at, last = tree.sparse_step_at[k], tree.sparse_step_at[k + 1]
        tail, count = pivot + 1, tree.sparse_end[k] - pivot - 1
        if sign == 0:
            d = load(values, pivot, 0)
            if size < 0:
                inverse = judge(tree, work, -1 - size, d)
            else:
                fine = fine and is_above(d, SINGULAR, size_of(tree, work, size))
                inverse = 1.0 / d
            store(values, pivot, 0, inverse)
            while at < last:
                t = load(values, tree.sparse_steps[at], 0) * inverse
                at = update(tree, work, k, at, tail, count, t)
        else:
            while at < last:
                x = load(values, tree.sparse_steps[at], 0)
                at = update(tree, work, k, at, tail, count, -x if sign < 0 else x)
    return fine


@kernel
def substitute(tree, work):
    """The unknowns in work.found, from the last step to the first."""
    values, found = work.values, work.found
    zero = zero_of(load(values, 0, 0))
    store(found, tree.unknowns, 0, zero - 1.0)
    for k in range(tree.unknowns - 1, -1, -1):
        pivot, sign = tree.sparse_pivot[k], tree.sparse_sign[k]
        x = zero
        for v in range(pivot + 1, tree.sparse_end[k]):
            x = x - load(values, v, 0) * load(found, tree.sparse_column[v], 0)
        if sign == 0:
            x = x * load(values, pivot, 0)
        elif sign < 0:
            x = -x
        store(found, tree.sparse_unknown[k], 0, x)


@kernel
def solve(tree, work):
    """Replace the entries by the factors, and find the unknowns; False if a pivot is mere rounding."""
    fine = eliminate(tree, work)
    substitute(tree, work)
    return fine


SOLVER = Solver(
    name="sparse",
    summary="a general sparse matrix by an elimination planned once",
    reference="C §3.1",
)
