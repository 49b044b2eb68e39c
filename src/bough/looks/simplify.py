"""Meshes with fewer triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bough.extras import has
from bough.looks.solids import Mesh
from bough.typing import Array

WELD = 1e-6  # points nearer than this, relative to the size of a mesh, are one
AGGRESSIVE = 4.0  # how far edges are collapsed in a round; quick and yet near to the surface


def welded(points: Array, faces: NDArray[np.int64]) -> Mesh:
    """A mesh with equal points as one, without flat triangles and points that are not used."""
    used, faces = np.unique(faces.reshape(-1), return_inverse=True)
    points = points[used]
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    cells = np.rint((points - low) / (WELD * size)).astype(np.int64)
    # (three numbers up to 10⁶ fit into one)
    _, first, which = np.unique(
        (cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2], return_index=True, return_inverse=True
    )
    faces = which.reshape(-1)[faces.reshape(-1, 3)]
    a, b, c = faces.T
    return Mesh(points[first], faces[(a != b) & (b != c) & (a != c)])


def simplified(mesh: Mesh, most: int) -> Mesh:
    """A mesh with at most so many triangles."""
    if len(mesh.faces) <= most:
        return mesh
    if has("fast_simplification"):
        import fast_simplification

        points, faces = fast_simplification.simplify(
            mesh.points.astype(np.float32), mesh.faces.astype(np.int32), target_count=most, agg=AGGRESSIVE
        )
        mesh = Mesh(np.asarray(points, float), np.asarray(faces, np.int64))
    return mesh if len(mesh.faces) <= most else _coarser(mesh, most)


def _coarser(mesh: Mesh, most: int) -> Mesh:
    """Points in one cell of a grid are merged to their mean; collapsed triangles go."""
    points, faces = mesh
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    for cells in (256, 128, 64, 40, 28, 20, 14, 10, 7, 5):
        x, y, z = np.rint((points - low) / size * cells).astype(np.int64).T
        _, cell, count = np.unique((x * 1024 + y) * 1024 + z, return_inverse=True, return_counts=True)
        cell = cell.reshape(-1)
        mean = np.stack([np.bincount(cell, points[:, k]) / count for k in range(3)], -1)
        a, b, c = cell[faces].T
        kept = np.unique(cell[faces][(a != b) & (b != c) & (a != c)], axis=0)
        if len(kept) <= most:
            break
    return Mesh(mean, kept[:most])


def level(counts: list[int], most: int, fewest: int) -> int:
    """How many triangles each mesh may have, so that all have ``most`` together; small ones leave their share to others."""
    left, open_ = most, sorted(counts)
    while open_ and open_[0] * len(open_) <= left:
        left -= open_.pop(0)
    return max(fewest, left // len(open_)) if open_ else max([fewest, *counts])
