"""Surfaces of simple solids as triangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.typing import Array, RotationLike, VectorLike

SIDES = 24  # of a round solid
CREASE = np.radians(35.0)  # faces of a mesh that meet at a greater angle have an edge
MOST_AROUND = 40  # faces at a point; where more meet, they are flat
# six faces of a unit box by corners, counterclockwise as seen from outside
_FACES = np.array(((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)))


class Shape(NamedTuple):
    """Triangles between points with outward normals; triangles of one ``surface`` join without a visible edge."""

    points: np.ndarray  # (points, 3)
    normals: np.ndarray  # (points, 3)
    faces: np.ndarray  # (triangles, 3)
    surface: np.ndarray  # (triangles,)

    def placed(self, rotation: RotationLike | None = None, at: VectorLike = (0.0, 0.0, 0.0)) -> Shape:
        """Turned, then shifted."""
        turn = np.eye(3) if rotation is None else np.asarray(rotation, float)
        return Shape(self.points @ turn.T + np.asarray(at, float), self.normals @ turn.T, self.faces, self.surface)


def unit(vectors: Array) -> Array:
    lengths: Array = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.maximum(lengths, 1e-300)


def joined(shapes: Sequence[Shape]) -> Shape:
    """Several shapes as one; their surfaces stay separate."""
    if not shapes:
        return Shape(np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), int), np.empty(0, int))
    first = np.cumsum([0, *(len(shape.points) for shape in shapes)])
    surfaces = np.cumsum([0, *(int(shape.surface.max(initial=-1)) + 1 for shape in shapes)])
    return Shape(
        np.concatenate([shape.points for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate([shape.faces + at for shape, at in zip(shapes, first, strict=False)]),
        np.concatenate([shape.surface + at for shape, at in zip(shapes, surfaces, strict=False)]),
    )


def box(x: float, y: float, z: float) -> Shape:
    corners = np.array([(a, b, c) for c in (-0.5, 0.5) for b in (-0.5, 0.5) for a in (-0.5, 0.5)])
    points = (corners * (x, y, z))[_FACES].reshape(-1, 3)
    normals = np.repeat(np.array(((0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0), (-1, 0, 0), (1, 0, 0)), float), 4, 0)
    faces = (4 * np.arange(6)[:, None, None] + np.array(((0, 1, 2), (0, 2, 3)))).reshape(-1, 3)
    return Shape(points, normals, faces, np.repeat(np.arange(6), 2))


def turned(
    radii: Sequence[float] | Array, heights: Sequence[float] | Array, normals: Array, sides: int, closed: bool = True
) -> Shape:
    """The solid that an outline, from bottom to top, sweeps about z; ``normals``: of the outline, (radial, axial).

    ``closed``: with flat ends where the radius is not zero.
    """
    angle = 2 * np.pi * np.arange(sides) / sides
    circle = np.stack((np.cos(angle), np.sin(angle)), -1)
    rings = len(radii)
    points = np.concatenate(
        [np.column_stack((r * circle, np.full(sides, h))) for r, h in zip(radii, heights, strict=True)]
    )
    around = np.concatenate([np.column_stack((n[0] * circle, np.full(sides, n[1]))) for n in normals])
    k, ring = np.arange(sides), sides * np.arange(rings - 1)[:, None]
    a, b = ring + k, ring + (k + 1) % sides
    faces = np.stack((a, b, b + sides, a, b + sides, a + sides), -1).reshape(-1, 3)
    side = Shape(points, unit(around), faces, np.zeros(len(faces), int))
    if not closed:
        return side
    fan = np.stack((np.zeros(sides - 2, int), k[1:-1], k[2:]), -1)
    up = np.broadcast_to((0.0, 0.0, 1.0), (sides, 3))
    flat = np.zeros(sides - 2, int)
    ends = [
        Shape(points[:sides], -up, fan[:, ::-1], flat),
        Shape(points[-sides:], up, fan, flat),
    ]
    return joined([side, *ends])


def cylinder(radius: float, length: float, sides: int = SIDES) -> Shape:
    return turned((radius, radius), (-length / 2, length / 2), np.array(((1, 0), (1, 0))), sides)


def capsule(radius: float, length: float, sides: int = SIDES) -> Shape:
    """A cylinder with two half spheres at its ends."""
    latitude = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 2)
    latitude = np.concatenate((latitude[latitude < 0], (0.0, 0.0), latitude[latitude > 0]))
    away = np.repeat((-0.5, 0.5), len(latitude) // 2) * length
    outline = np.stack((np.cos(latitude), np.sin(latitude)), -1)
    return turned(radius * outline[:, 0], away + radius * outline[:, 1], outline, sides, closed=False)


def sphere(radius: float, sides: int = SIDES) -> Shape:
    return capsule(radius, 0.0, sides)


def creased(points: Array, faces: NDArray[np.int64], angle: float = CREASE) -> Shape:
    """Triangles seen from both sides; faces that meet at less than an angle join smoothly."""
    corners = points[faces]
    areas: Array = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = unit(areas)
    # all pairs of corners at one point: a corner's normal is the mean of the faces that go on from its own
    owner = faces.reshape(-1)
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=len(points))
    firsts = np.cumsum(counts) - counts
    pairs = np.where(counts[owner] <= MOST_AROUND, counts[owner], 0)
    one = np.repeat(np.arange(len(owner)), pairs)
    other = order[np.repeat(firsts[owner] - np.cumsum(pairs) + pairs, pairs) + np.arange(len(one))]
    near = np.einsum("ni,ni->n", flat[one // 3], flat[other // 3]) >= np.cos(angle)
    one, other = one[near], other[near]
    sums: Array = np.stack([np.bincount(one, areas[other // 3, k], len(owner)) for k in range(3)], -1)
    normals = np.where((sums != 0.0).any(axis=1, keepdims=True), unit(sums), np.repeat(flat, 3, axis=0))
    front, count = np.arange(len(owner)).reshape(-1, 3), len(owner)
    return Shape(
        np.concatenate((corners.reshape(-1, 3),) * 2),
        np.concatenate((normals, -normals)),
        np.concatenate((front, front[:, ::-1] + count)),
        np.zeros(2 * len(faces), int),
    )
