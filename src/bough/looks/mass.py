"""What the mass of bodies tells of their shapes, for all bodies of a mechanism at once."""

from __future__ import annotations

import numpy as np

from bough.mechanism.mechanism import Mechanism
from bough.typing import Array


class Masses:
    """Masses, centres and spreads of bodies.

    ``spreads`` are the means of x xᵀ over a body's mass about its centre, zero for a body without mass; ``sizes`` are the
    diagonals of boxes with the same moments.
    """

    def __init__(self, mechanism: Mechanism):
        inertias = [body.inertia for body in mechanism.bodies]
        self.masses = np.array([inertia.mass for inertia in inertias])
        self.centers = np.array([inertia.center for inertia in inertias]).reshape(-1, 3)
        tensors = np.array([inertia.tensor for inertia in inertias]).reshape(-1, 3, 3)
        trace = np.trace(tensors, axis1=1, axis2=2)
        weight = np.where(self.masses > 0.0, self.masses, np.inf)[:, None, None]
        self.spreads: Array = (0.5 * trace[:, None, None] * np.eye(3) - tensors) / weight
        self.sizes: Array = np.sqrt(12.0 * np.maximum(np.trace(self.spreads, axis1=1, axis2=2), 0.0))  # diagonals
        self.tips = self._tips()

    def extents(self, directions: Array) -> Array:
        """Half the lengths of uniform bars with the same spread of mass along a direction for each body, or zero."""
        lengths = np.linalg.norm(directions, axis=1)
        along = directions / np.where(lengths > 0.0, lengths, 1.0)[:, None]
        found: Array = np.sqrt(3.0 * np.maximum(np.einsum("ni,nij,nj->n", along, self.spreads, along), 0.0))
        return found

    def _tips(self) -> Array:
        """The ends of bodies, as of uniform bars; the origin, if the mass is around it."""
        lengths, halves = np.linalg.norm(self.centers, axis=1), self.extents(self.centers)
        around = (lengths == 0.0) | (lengths < 0.25 * halves)
        factor = np.where(around, 0.0, 1.0 + halves / np.where(around, 1.0, lengths))
        return self.centers * factor[:, None]

    def box(self, k: int) -> tuple[Array, Array]:
        """Edges and axes (columns) of a box with the moments of inertia of a body."""
        spread, axes = np.linalg.eigh(self.spreads[k])
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return np.sqrt(12.0 * np.maximum(spread, 0.0)), axes


def last_tip(mechanism: Mechanism, tips: Array) -> tuple[int, Array]:
    """The body at the end of the longest path, and its point whose path is drawn; there is at least one body."""
    parents, depth = mechanism.topology.parent.tolist(), [0] * len(mechanism)
    for i, parent in enumerate(parents):
        depth[i] = depth[parent] + 1 if parent >= 0 else 1
    last = int(mechanism.topology.order[int(np.argmax(depth))])
    body = mechanism.bodies[last]
    return last, np.asarray(body.inertia.center if body.visuals else tips[last], float)
