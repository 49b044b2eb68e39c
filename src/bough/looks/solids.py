"""The pieces of a figure: solids that move with a body, and stretches between points of two bodies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.typing import Array


class Mesh(NamedTuple):
    """Triangles between points; they are seen from both sides."""

    points: Array  # (points, 3)
    faces: NDArray[np.int64]  # (triangles, 3)


class Solid(NamedTuple):
    """A rigid piece of a body, or of the ground (body -1).

    Shape and size are those of a :class:`bough.Visual`: a box by its edges, a sphere by its radius, cylinder and capsule
    by radius and length along z, a mesh by factors. ``at`` and ``rotation`` (its axes to the body's) place it.
    """

    body: int
    shape: str
    size: tuple[float, ...]
    at: Array  # (3,)
    rotation: Array  # (3, 3)
    colour: Array  # red, green, blue, opacity from 0 to 1
    role: str  # "look" (of a visual), "link", "joint" or "support"
    mesh: Mesh | None = None


class Stretch(NamedTuple):
    """A straight piece between a point of one body and a point of another: a "rod", or a "coil" with so many turns."""

    kind: str
    body: int
    at: Array
    other: int
    other_at: Array
    radius: float
    turns: int
    colour: Array
    name: str  # of the force, or of the joint that slides


class Looks(NamedTuple):
    """A mechanism as pieces."""

    solids: tuple[Solid, ...]
    stretches: tuple[Stretch, ...]
    size: float  # metres: the diagonal of a box around all of it, at the start
    tip: tuple[int, Array] | None  # body and point: the end of the longest path of bodies
    notes: tuple[str, ...] = ()  # what could not be shown, a sentence each


def frames_along(directions: Array) -> Array:
    """Rotations (n, 3, 3) whose third columns are unit vectors (n, 3)."""
    across = np.eye(3)[np.argmin(np.abs(directions), axis=1)]
    x = across - np.einsum("ni,ni->n", across, directions)[:, None] * directions
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.stack((x, np.cross(directions, x), directions), -1)


Three = tuple[float, float, float]


def extents(solid: Solid) -> tuple[Three, Three]:
    """Middle and half edges of a box around a solid, along its own axes."""
    # (plain numbers: NumPy would take ten times as long for so few)
    x, *more = solid.size
    match solid.shape:
        case "box":
            return (0.0, 0.0, 0.0), (x / 2, more[0] / 2, more[1] / 2)
        case "sphere":
            return (0.0, 0.0, 0.0), (x, x, x)
        case "cylinder":
            return (0.0, 0.0, 0.0), (x, x, more[0] / 2)
        case "capsule":
            return (0.0, 0.0, 0.0), (x, x, x + more[0] / 2)
    if solid.mesh is None:
        raise ValueError(f"a solid of shape '{solid.shape}' has no mesh.")
    points, factors = solid.mesh.points, np.array(solid.size)
    low, high = points.min(axis=0) * factors, points.max(axis=0) * factors
    return tuple(((low + high) / 2).tolist()), tuple((np.abs(high - low) / 2).tolist())


def corners(solids: tuple[Solid, ...], stretches: tuple[Stretch, ...], poses: Array) -> tuple[Array, Array]:
    """Opposite corners of a box in ground axes around pieces; poses (bodies + 1, 4, 4), the ground is the last."""
    points = [np.empty((0, 3))]
    if solids:
        boxes = [extents(solid) for solid in solids]
        middles, halves = (np.array([box[k] for box in boxes]) for k in (0, 1))
        turns, ats = (np.array([solid[k] for solid in solids]) for k in (4, 3))
        pose = poses[[solid.body for solid in solids]]
        places = np.einsum("nij,nj->ni", turns, middles) + ats
        places = np.einsum("nij,nj->ni", pose[:, :3, :3], places) + pose[:, :3, 3]
        reach = np.einsum("nij,nj->ni", np.abs(pose[:, :3, :3] @ turns), halves)
        points += [places - reach, places + reach]
    if stretches:
        ends = [(stretch.body, stretch.at) for stretch in stretches]
        ends += [(stretch.other, stretch.other_at) for stretch in stretches]
        pose = poses[[body for body, _ in ends]]
        points.append(np.einsum("nij,nj->ni", pose[:, :3, :3], np.array([at for _, at in ends])) + pose[:, :3, 3])
    every = np.concatenate(points)
    return every.min(axis=0), every.max(axis=0)
