"""The multipliers' matrix in packed rows: which constraints are coupled, and in which order they are eliminated.

A joint is coupled with its older siblings and its parent's joint. Rows are packed like those of the mass matrix:
constraint k, the one before it in its joint, …, older siblings' from the youngest on, those of the parent's joint. DoFs
with armature follow the constraints of their joints.
"""

from __future__ import annotations

import numpy as np

from bough.solvers.packed import levels_of


def multiplier_rows(parent: np.ndarray, multipliers: np.ndarray) -> dict[str, np.ndarray]:
    """The tables of the rows; ``multipliers``: of each joint."""
    start = np.concatenate(([0], np.cumsum(multipliers))).tolist()
    before = np.arange(-1, start[-1] - 1)
    sibling = [-1] * len(parent)  # the youngest constrained child of each body so far
    last = [-1] * (len(parent) + 1)  # the last constraint on the path to a body; the last entry is for the ground
    for i, (p, m) in enumerate(zip(parent.tolist(), multipliers.tolist(), strict=True)):
        # the youngest older sibling, or else the path to the parent; the rows of a joint end before anything that
        # it is not coupled with
        previous = start[sibling[p] + 1] - 1 if p >= 0 and sibling[p] >= 0 else last[p]
        last[i] = start[i + 1] - 1 if m else previous
        if not m:
            continue
        before[start[i]] = previous
        if p >= 0:
            sibling[p] = i
    level, cousin = levels_of(before)
    return {"normal_parent": before, "normal_level": level, "normal_cousin": cousin}


def multiplier_lengths(parent: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    """Entries of the rows."""
    # multipliers of the older siblings: cumulative sums in the order of parents, minus those of other families
    order = np.argsort(parent, kind="stable")
    summed = np.cumsum(multipliers[order]) - multipliers[order]
    first = np.searchsorted(parent[order], parent[order])
    shared = np.empty_like(multipliers)
    shared[order] = summed - summed[first]
    coupled = np.where(parent >= 0, shared + multipliers[parent], 0)
    start = np.cumsum(multipliers) - multipliers
    within = np.arange(1, int(multipliers.sum()) + 1) - np.repeat(start, multipliers)
    return within + np.repeat(coupled, multipliers)
