"""The shape of a tree: regular numbering, paths, the extended (per-DoF) tree, and the cost of a factorisation.

Papers: regular numbering C §1; extended parent array and N1, N2, density α A §1-2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bough.errors import MechanismError


def regular_order(parents: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """The bodies in regular numbering: parents first, depth first, so a body's first child follows it.

    Any number of bodies may hang on the ground (-1). Linear in time and memory; raises on a cycle.
    """
    count = len(parents)
    # children as linked lists, in the user's order
    first_child = [-1] * (count + 1)
    next_sibling = [-1] * count
    parent_list = parents.tolist()
    for body in range(count - 1, -1, -1):
        parent = parent_list[body]
        next_sibling[body] = first_child[parent]
        first_child[parent] = body
    order = []
    stack = [first_child[-1]] if count else []
    while stack:
        body = stack.pop()
        if body < 0:
            continue
        order.append(body)
        stack.append(next_sibling[body])
        stack.append(first_child[body])
    if len(order) < count:
        reached = set(order)
        body = next(k for k in range(count) if k not in reached)
        seen: dict[int, int] = {}
        while body not in seen:
            seen[body] = len(seen)
            body = parent_list[body]
        cycle = [names[k] for k in list(seen)[seen[body] :]]
        shown = " -> ".join(f"'{name}'" for name in [*cycle[:6], *(["…"] if len(cycle) > 6 else []), cycle[0]])
        raise MechanismError(
            f"bodies form a cycle ({shown}), each hanging on the next; hang one of them on the ground or on a body outside the cycle."
        )
    return np.array(order, np.int64)


def depth_of(parent: np.ndarray) -> np.ndarray:
    """Number of vertices on the path from the ground, this one included, for a regular parent array."""
    depth = np.zeros(len(parent) + 1, np.int64)  # the last entry serves parent -1
    values, parents = depth.tolist(), parent.tolist()
    for k, p in enumerate(parents):
        values[k] = values[p] + 1
    return np.array(values[:-1], np.int64)


@dataclass(frozen=True, eq=False)
class Topology:
    """The shape of a mechanism, in regular numbering (0-based; the ground is -1)."""

    order: np.ndarray  # order[i]: the user's index of body i
    parent: np.ndarray
    dofs: np.ndarray  # DoFs of joint i
    names: tuple[str, ...]  # of the bodies, in regular numbering

    @classmethod
    def of(cls, parents: np.ndarray, dofs: np.ndarray, names: Sequence[str]) -> Topology:
        order = regular_order(parents, names)
        rank = np.empty(len(order) + 1, np.int64)
        rank[order] = np.arange(len(order))
        rank[-1] = -1
        return cls(order, rank[parents[order]], dofs[order], tuple(names[k] for k in order))

    @property
    def bodies(self) -> int:
        """N."""
        return len(self.parent)

    @cached_property
    def n(self) -> int:
        """Degrees of freedom."""
        return int(self.dofs.sum())

    @cached_property
    def dof_start(self) -> np.ndarray:
        """Where the DoFs of each joint start; one entry more, the total."""
        return np.concatenate(([0], np.cumsum(self.dofs)))

    @cached_property
    def extended_parent(self) -> np.ndarray:
        """The parent array of the extended tree: a joint of several DoFs becomes a chain of as many entries (A §1)."""
        start, parents, dofs = self.dof_start.tolist(), self.parent.tolist(), self.dofs.tolist()
        extended = np.arange(-1, self.n - 1, dtype=np.int64)
        last = [-1] * (self.bodies + 1)  # the last DoF on the path to a body; the last entry serves the ground
        for i, p in enumerate(parents):
            if dofs[i]:
                extended[start[i]] = last[p]
                last[i] = start[i] + dofs[i] - 1
            else:
                last[i] = last[p]
        return extended

    @cached_property
    def depth(self) -> np.ndarray:
        """η: for each DoF the length of its path in the extended tree."""
        return depth_of(self.extended_parent)

    def path_sums(self, values: np.ndarray) -> np.ndarray:
        """The sum of the bodies' values over each body's path to the ground, itself included."""
        left = np.bincount(self._ends, values, self.bodies + 1)[:-1]  # from subtrees that end just before a row
        return np.cumsum(values - left.astype(values.dtype))

    def hanging_sums(self, values: np.ndarray) -> np.ndarray:
        """The sum of the bodies' values over the descendants of each body, itself excluded."""
        summed = np.cumsum(values)
        return summed[self._ends - 1] - summed

    @cached_property
    def _ends(self) -> np.ndarray:
        """The first row after each body and its descendants, which are contiguous."""
        last = np.arange(self.bodies)
        last[self.parent[self.parent >= 0]] = np.flatnonzero(
            self.parent >= 0
        )  # the last child, of which the last child, and so on
        while (last != (further := last[last])).any():
            last = further
        return last + 1

    def path(self, body: int) -> list[int]:
        """P_i: the joints on the path from the ground to a body."""
        path = []
        while body >= 0:
            path.append(body)
            body = int(self.parent[body])
        return path[::-1]

    def children(self, body: int) -> np.ndarray:
        """S_i: the children of a body (-1: of the ground)."""
        return np.flatnonzero(self.parent == body)

    @cached_property
    def N1(self) -> int:
        """Σ(η - 1): non-zeros of the mass matrix below its diagonal (A, 8)."""
        return int((self.depth - 1).sum())

    @cached_property
    def N2(self) -> int:
        """Σ η(η - 1)/2: updates of a factorisation (A, 9)."""
        return int((self.depth * (self.depth - 1) // 2).sum())

    @property
    def density(self) -> float:
        """α: the share of the mass matrix's entries that branching leaves non-zero (A §3)."""
        return (self.n + 2 * self.N1) / self.n**2 if self.n else 0.0
