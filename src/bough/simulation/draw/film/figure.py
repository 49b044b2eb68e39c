"""The looks of a mechanism as triangles, for any poses of its bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bough.looks.solids import Looks, Solid, Stretch
from bough.simulation.draw.film import shapes
from bough.simulation.draw.film.shapes import Shape
from bough.typing import Array, VectorLike

MANY = 60  # with more bodies, links have fewer sides
FINE_SIDES = 24  # sides of a large round part; smaller ones have fewer
COARSE_SIDES = 8
LARGE = 0.03  # radius of a large part, relative to the size of the figure


class Part(NamedTuple):
    """A rigid piece of a body, or of the ground, -1."""

    body: int
    shape: Shape
    colour: np.ndarray  # red, green, blue, opacity


class Tie(NamedTuple):
    """A piece between a point of one body and a point of another.

    ``shape`` has z from 0 to 1 along the piece, and x, y across; ``along`` is added lengthwise.
    """

    body: int
    point: np.ndarray
    other: int
    other_point: np.ndarray
    shape: Shape
    along: np.ndarray
    colour: np.ndarray


class Figure:
    """All pieces, for any poses (bodies + 1, 4, 4) of the bodies; the ground is the last."""

    def __init__(self, parts: list[Part], stretches: list[Tie]):
        whole = shapes.joined([part.shape for part in parts])
        springs = shapes.joined([stretch.shape for stretch in stretches])
        self.points, self.normals = whole.points, whole.normals
        self.owner = np.repeat([part.body for part in parts], [len(part.shape.points) for part in parts]).astype(int)
        self.stretches = stretches
        self.faces = np.concatenate((whole.faces, springs.faces + len(whole.points)))
        self.surface = np.concatenate((whole.surface, springs.surface + int(whole.surface.max(initial=-1)) + 1))
        pieces: list[Part | Tie] = [*parts, *stretches]
        counts = [len(piece.shape.faces) for piece in pieces]
        colours = np.array([piece.colour for piece in pieces]).reshape(-1, 4)
        self.colours, paint = np.unique(255.0 * colours[:, :3], axis=0, return_inverse=True)
        self.paint, self.opacity = np.repeat(paint.reshape(-1), counts), np.repeat(colours[:, 3], counts)

    def placed(self, poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points and normals in ground axes."""
        turn, origin = poses[self.owner, :3, :3], poses[self.owner, :3, 3]
        points = [np.einsum("nij,nj->ni", turn, self.points) + origin]
        normals = [np.einsum("nij,nj->ni", turn, self.normals)]
        for stretch in self.stretches:
            start, end = (
                carried(poses[body], point)
                for body, point in ((stretch.body, stretch.point), (stretch.other, stretch.other_point))
            )
            frame = _frame_along(end - start, poses[stretch.other, :3, :3])
            x, y, share = stretch.shape.points.T
            across = np.column_stack((x, y, stretch.along)) @ frame.T
            points.append(start + share[:, None] * (end - start) + across)
            normals.append(stretch.shape.normals @ frame.T)
        return np.concatenate(points), np.concatenate(normals)

    def outline(self) -> tuple[np.ndarray, np.ndarray]:
        """(body, point in its frame): corners of boxes around each body's parts, and the ends of springs."""
        owners: list[int] = []
        corners: list[Sequence[float] | np.ndarray] = []
        for body in np.unique(self.owner):
            own = self.points[self.owner == body]
            both = np.stack((own.min(axis=0), own.max(axis=0)))
            corners += [(both[a, 0], both[b, 1], both[c, 2]) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
            owners += [body] * 8
        for stretch in self.stretches:
            corners += [stretch.point, stretch.other_point]
            owners += [stretch.body, stretch.other]
        return np.array(owners, int), np.array(corners, float).reshape(-1, 3)


def carried(pose: Array, point: VectorLike) -> Array:
    found: Array = pose[:3, :3] @ np.asarray(point, float) + pose[:3, 3]
    return found


def _frame_along(way: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Axes with z along a direction and x near an axis of a body, so that they turn no faster than the body."""
    length = np.linalg.norm(way)
    z = way / length if length > 0 else turn[:, 2]
    across = turn[:, np.argmin(np.abs(z @ turn))]
    x = shapes.unit(across - (across @ z) * z)
    return np.stack((x, np.cross(z, x), z), -1)


def figure_of(looks: Looks, bodies: int) -> Figure:
    """The figure of looks of so many bodies."""
    most = FINE_SIDES if bodies < MANY else COARSE_SIDES
    parts = [
        Part(solid.body % (bodies + 1), _shape(solid, looks.size, most).placed(solid.rotation, solid.at), solid.colour)
        for solid in looks.solids
    ]
    return Figure(parts, [_tie(stretch, bodies, looks.size, most) for stretch in looks.stretches])


def _sides(radius: float, size: float, most: int) -> int:
    """Sides of a round part."""
    return 2 * int(np.clip(FINE_SIDES / 2 * np.sqrt(radius / (LARGE * size)), 4, most / 2))


def _shape(solid: Solid, size: float, most: int) -> Shape:
    sides = _sides(solid.size[0], size, FINE_SIDES if solid.role == "look" else most)
    match solid.shape:
        case "box":
            return shapes.box(*solid.size)
        case "sphere":
            return shapes.sphere(solid.size[0], sides)
        case "cylinder":
            return shapes.cylinder(solid.size[0], solid.size[1], sides)
        case "capsule":
            return shapes.capsule(solid.size[0], solid.size[1], sides)
    if solid.mesh is None:
        raise ValueError(f"a solid of shape '{solid.shape}' has no mesh.")
    return shapes.creased(solid.mesh.points * solid.size, solid.mesh.faces)


def _tie(stretch: Stretch, bodies: int, size: float, most: int) -> Tie:
    if stretch.kind == "coil":
        shape, along = coil(stretch.radius, 0.22 * stretch.radius, stretch.turns)
    else:
        shape = shapes.cylinder(stretch.radius, 1.0, _sides(stretch.radius, size, most)).placed(at=(0, 0, 0.5))
        along = np.zeros(len(shape.points))
    ends = stretch.body % (bodies + 1), stretch.at, stretch.other % (bodies + 1), stretch.other_at
    return Tie(*ends, shape, along, stretch.colour)


def coil(radius: float, wire: float, turns: int) -> tuple[Shape, np.ndarray]:
    """A spring of unit length: straight wire, windings, straight wire; and the offsets of its thickness along it."""
    straight, parts, sides = 0.12, 9 * turns, 4
    share = np.linspace(straight, 1 - straight, parts + 1)
    angle = 2 * np.pi * turns * np.linspace(0, 1, parts + 1)
    out = radius * np.minimum(
        1.0, np.minimum(share - straight, 1 - straight - share) / (0.5 * (1 - 2 * straight) / turns)
    )
    share, angle, out = (
        np.concatenate(((first,), values, (last,)))
        for values, first, last in ((share, 0.0, 1.0), (angle, 0.0, angle[-1]), (out, 0.0, 0.0))
    )
    radial = np.stack((np.cos(angle), np.sin(angle)), -1)
    around = 2 * np.pi * np.arange(sides) / sides
    # the wire's cross-section is level at the straight ends and upright in the windings
    wound = (out > 0)[:, None]
    sideways = np.stack((-radial[:, 1], radial[:, 0]), -1)
    cross = (
        np.cos(around)[None, :, None] * radial[:, None]
        + np.where(wound, 0.0, np.sin(around))[..., None] * sideways[:, None]
    )
    along = np.where(wound, np.sin(around), 0.0)
    points = np.concatenate(
        (out[:, None, None] * radial[:, None] + wire * cross, np.broadcast_to(share[:, None, None], (*along.shape, 1))),
        -1,
    )
    normals = np.concatenate((cross, along[..., None]), -1)
    k, ring = np.arange(sides), sides * np.arange(len(share) - 1)[:, None]
    a, b = ring + k, ring + (k + 1) % sides
    faces = np.stack((a, a + sides, b + sides, a, b + sides, b), -1).reshape(-1, 3)
    shape = Shape(points.reshape(-1, 3), normals.reshape(-1, 3), faces, np.zeros(len(faces), int))
    return shape, wire * along.reshape(-1)
