"""A mechanism as a figure of solids: visuals of its bodies, or links from joint to joint, springs, and supports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bough.mechanism.body import Body
from bough.mechanism.checks import GROUND
from bough.mechanism.forces import Bushing, SpringDamper
from bough.mechanism.joints import Driven, Joint
from bough.mechanism.joints.base import frame_about
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.visual import Visual
from bough.simulation.draw.film import shapes
from bough.simulation.draw.film.shapes import Shape
from bough.simulation.draw.plots import COLOURS
from bough.typing import Array, RotationLike, VectorLike

BARE = "#9aa5b1"  # of a visual without a colour
STEEL, RUBBER, SUPPORT = "#8c97a4", "#3b4450", "#5f6b7a"
NEGLIGIBLE = 1e-3  # share of the whole mass: a body with less is a mark in a file rather than a thing
MANY = 60  # with more bodies, links have fewer sides
FINE_SIDES, LARGE = (
    24,
    0.03,
)  # sides of a round part whose radius is at least this share of the figure's size; smaller ones have fewer
THICK = 0.011  # radius of a link, relative to the figure's size
SLENDER = 0.11  # largest radius, relative to the median length of links
SLIGHT = 0.4  # of that radius, for springs and supports if bodies have visuals


class Part(NamedTuple):
    """A rigid piece of a body."""

    body: int
    shape: Shape
    colour: np.ndarray  # red, green, blue, opacity


class Stretch(NamedTuple):
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

    def __init__(self, parts: list[Part], stretches: list[Stretch]):
        whole = shapes.joined([part.shape for part in parts])
        springs = shapes.joined([stretch.shape for stretch in stretches])
        self.points, self.normals = whole.points, whole.normals
        self.owner = np.repeat([part.body for part in parts], [len(part.shape.points) for part in parts]).astype(int)
        self.stretches = stretches
        self.faces = np.concatenate((whole.faces, springs.faces + len(whole.points)))
        self.surface = np.concatenate((whole.surface, springs.surface + int(whole.surface.max(initial=-1)) + 1))
        pieces: list[Part | Stretch] = [*parts, *stretches]
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


def colour(value: str | tuple[float, ...], opacity: float = 1.0) -> np.ndarray:
    """Red, green, blue and opacity from 0 to 1."""
    if isinstance(value, str):
        return np.array([*(int(value[k : k + 2], 16) / 255 for k in (1, 3, 5)), opacity])
    return np.array(value)


def figure_of(mechanism: Mechanism, poses: np.ndarray, mesh: Callable[[str], Shape | None]) -> Figure:
    """The figure of a mechanism with first poses (bodies + 1, 4, 4). ``mesh`` returns the shape in a file, or None."""
    return _Builder(mechanism, poses, mesh).figure()


class _Builder:
    def __init__(self, mechanism: Mechanism, poses: np.ndarray, mesh: Callable[[str], Shape | None]):
        self.mechanism, self.poses, self.mesh = mechanism, poses, mesh
        self.index = {name: k for k, name in enumerate(mechanism.body_names)} | {GROUND: len(mechanism)}
        self.sides = 16 if len(mechanism) < MANY else 8
        self.children: list[list[Body]] = [[] for _ in range(len(mechanism) + 1)]
        for body in mechanism.bodies:
            self.children[self.index[body.parent]].append(body)
        self.size = self._size()
        self.looks = [
            [part for visual in body.visuals if (part := self._look(k, visual))] for k, body in self._bodies()
        ]
        self.limbs = limbs(mechanism)
        self.radius = self._thickness()

    def figure(self) -> Figure:
        parts, stretches = [part for own in self.looks for part in own], []
        for k, body in self._bodies():
            if not self.looks[k]:
                parts += self._links(k, body)
                parts += self._joint(k, body)
            stretches += self._travel(k, body)
        for force in self.mechanism.forces.values():
            if isinstance(force, SpringDamper):
                stretches.append(self._spring(force))
                parts += self._support(force.other, force.other_at) + self._support(force.body, force.at)
            elif isinstance(force, Bushing):
                parts.append(self._ball(force.body, force.at, 1.3, RUBBER))
                stretches.append(self._rod(force.body, force.at, force.other, force.other_at, 0.8, RUBBER))
        return Figure(parts, stretches)

    def _bodies(self) -> Iterator[tuple[int, Body]]:
        return enumerate(self.mechanism.bodies)

    # --- bodies with looks ----------------------------------------------------------------------------------------------

    def _look(self, k: int, visual: Visual) -> Part | None:
        if visual.color is not None and visual.color[3] == 0.0:
            return None
        size = visual.size
        sides = 2 * int(np.clip(FINE_SIDES / 2 * np.sqrt(size[0] / (LARGE * self.size)), 4, FINE_SIDES / 2))
        match visual.shape:
            case "box":
                shape = shapes.box(*size)
            case "sphere":
                shape = shapes.sphere(size[0], sides)
            case "cylinder":
                shape = shapes.cylinder(size[0], size[1], sides)
            case "capsule":
                shape = shapes.capsule(size[0], size[1], sides)
            case _:
                found = self.mesh(visual.file)
                if found is None:
                    return None
                shape = found.placed(factors=size)
        shape = shape.placed(visual.rotation, visual.at)
        return Part(k, shape, colour(BARE if visual.color is None else visual.color))

    # --- bodies without -------------------------------------------------------------------------------------------------

    def _size(self) -> float:
        """The diagonal of a box around joints, ends of limbs, springs and visuals."""
        points: list[tuple[str, Any]] = [(body.name, tip(body)) for k, body in self._bodies() if not self.children[k]]
        for body in self.mechanism.bodies:
            points += [(body.parent, body.at), *((body.name, visual.at) for visual in body.visuals)]
        for force in self.mechanism.forces.values():
            if isinstance(force, SpringDamper | Bushing):
                points += [(force.body, force.at), (force.other, force.other_at)]
        places = np.array([carried(self.poses[self.index[name]], at) for name, at in points])
        return float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0

    def _thickness(self) -> float:
        """The radius of links."""
        lengths = [np.linalg.norm(end) for k, _ in self._bodies() if not self.looks[k] for end in self._ends(k)]
        if any(self.looks):
            return SLIGHT * THICK * self.size
        return min(THICK * self.size, SLENDER * float(np.median(lengths))) if lengths else THICK * self.size

    def _ends(self, k: int) -> list[np.ndarray]:
        """Ends of a body's links, in its frame: the joints of its children; without children, the end of its mass."""
        body = self.mechanism.bodies[k]
        ends = [child.at for child in self.children[k]] or [tip(body)]
        return [end for end in ends if np.linalg.norm(end) > 0.0]

    def _links(self, k: int, body: Body) -> list[Part]:
        own = colour(self.limbs[k])
        ends = self._ends(k)
        parts = [Part(k, self._bar(end), own) for end in ends]
        # no link shows the body: the last of a limb, or a slider with the next joint at its own origin
        alone = not parts and (not self.children[k] or "m" in _moving(body).q_units)
        if alone and body.inertia.mass > NEGLIGIBLE * self.mechanism.mass:
            parts = [Part(k, self._bulk(body), own)]
        elif not self.children[k] and extent(body, tip(body)) < self.radius:
            # a point mass at the end of its link
            parts.append(Part(k, shapes.sphere(2.2 * self.radius, self.sides).placed(at=tip(body)), own))
        return parts

    def _bar(self, end: np.ndarray) -> Shape:
        length = float(np.linalg.norm(end))
        bar = shapes.capsule(self.radius, length, self.sides)
        return bar.placed(frame_about(tuple(end / length)), end / 2)

    def _bulk(self, body: Body) -> Shape:
        """A ball or box with the body's moments of inertia; a small ball for a point mass."""
        spread, axes = np.linalg.eigh(_spread(body))
        # (moments in files may be far too large for the figure)
        edges = np.sqrt(12.0 * np.maximum(spread, 0.0))
        edges = np.minimum(edges, 0.5 * self.size) if len(self.mechanism) > 1 else edges
        if edges.max() < 3 * self.radius or np.ptp(edges) < 1e-6 * edges.max():
            radius = max(2.2 * self.radius, float(edges.mean()) * np.sqrt(5.0 / 12.0))
            return shapes.sphere(radius, self.sides).placed(at=body.inertia.center)
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return shapes.box(*np.maximum(edges, 0.5 * self.radius)).placed(axes, body.inertia.center)

    def _joint(self, k: int, body: Body) -> list[Part]:
        """A hub for a hinge, a ball for other joints that turn; and a support if the parent is the ground."""
        joint = _moving(body)
        if not 0 < len(joint.u_names) < 6:
            return []
        parts = []
        axis = getattr(joint, "axis", None)
        if axis is not None and sum(joint.kind.columns.count(letter) for letter in "as") == 1:
            hub = shapes.cylinder(1.7 * self.radius, 3.2 * self.radius, self.sides)
            parts.append(Part(k, hub.placed(frame_about(axis)), colour(STEEL)))
        elif len(joint.u_names) > 1:
            parts.append(Part(k, shapes.sphere(1.7 * self.radius, self.sides), colour(STEEL)))
        if body.parent == GROUND:
            parts += self._support(GROUND, body.at, body.rotation)
        return parts

    def _travel(self, k: int, body: Body) -> list[Stretch]:
        """A rod or rope along which a body slides, from its joint to its own origin."""
        joint = _moving(body)
        if len(joint.u_names) == 6 or "m" not in joint.q_units:
            return []
        return [self._rod(body.parent, body.at, body.name, np.zeros(3), 0.6, STEEL)]

    # --- forces -----------------------------------------------------------------------------------------------------------

    def _support(self, name: str, at: VectorLike, rotation: RotationLike | None = None) -> list[Part]:
        """A block where something is attached to the ground."""
        if name != GROUND:
            return []
        block = shapes.box(*(self.radius * np.array((5.0, 5.0, 2.0))))
        return [Part(self.index[GROUND], block.placed(rotation, at), colour(SUPPORT))]

    def _ball(self, name: str, at: VectorLike, size: float, paint: str) -> Part:
        return Part(self.index[name], shapes.sphere(size * self.radius, self.sides).placed(at=at), colour(paint))

    def _rod(self, name: str, at: VectorLike, other: str, other_at: VectorLike, size: float, paint: str) -> Stretch:
        rod = shapes.cylinder(size * self.radius, 1.0, self.sides).placed(at=(0, 0, 0.5))
        return self._between(name, at, other, other_at, rod, np.zeros(len(rod.points)), paint)

    def _between(
        self, name: str, at: VectorLike, other: str, other_at: VectorLike, shape: Shape, along: np.ndarray, paint: str
    ) -> Stretch:
        ends = (self.index[name], np.asarray(at, float), self.index[other], np.asarray(other_at, float))
        return Stretch(*ends, shape, along, colour(paint))

    def _spring(self, force: SpringDamper) -> Stretch:
        start, end = (
            carried(self.poses[self.index[name]], at)
            for name, at in ((force.body, force.at), (force.other, force.other_at))
        )
        length = float(np.linalg.norm(end - start)) or force.rest or self.radius
        radius = min(3.0 * self.radius, 0.2 * length)
        shape, along = coil(radius, 0.22 * radius, int(np.clip(length / (1.3 * radius), 4, 14)))
        return self._between(force.body, force.at, force.other, force.other_at, shape, along, STEEL)


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


def _moving(body: Body) -> Joint:
    """A body's joint; of a driven joint, the joint that the drive moves."""
    return body.joint.joint if isinstance(body.joint, Driven) else body.joint


# --- what a body's mass tells of its shape --------------------------------------------------------------------------------


def _spread(body: Body) -> np.ndarray:
    """The mean of x xᵀ over a body's mass, about its centre."""
    tensor = body.inertia.tensor
    spread: Array = (0.5 * np.trace(tensor) * np.eye(3) - tensor) / body.inertia.mass
    return spread


def extent(body: Body, direction: np.ndarray) -> float:
    """Half the length of a uniform bar with the same spread of mass along a direction."""
    length = np.linalg.norm(direction)
    if body.inertia.mass <= 0.0 or length == 0.0:
        return 0.0
    along = direction / length
    return float(np.sqrt(3.0 * max(0.0, along @ _spread(body) @ along)))


def tip(body: Body) -> np.ndarray:
    """The end of a body without children, as of a uniform bar; its origin, if its centre of mass is there."""
    center = body.inertia.center
    length = float(np.linalg.norm(center))
    half = extent(body, center)
    if length == 0.0 or length < 0.25 * half:  # it surrounds its joint
        return np.zeros(3)
    return center * (1.0 + half / length)


def limbs(mechanism: Mechanism) -> list[str]:
    """A colour for each body: a first child has its parent's, others get a new one."""
    colours, used, followed = [""] * len(mechanism), 0, set()
    topology = mechanism.topology
    for i, k in enumerate(topology.order.tolist()):
        parent = int(topology.parent[i])
        if parent >= 0 and parent not in followed:
            followed.add(parent)
            colours[k] = colours[topology.order[parent]]
        else:
            colours[k] = COLOURS[used % len(COLOURS)]
            used += 1
    return colours


def last_tip(mechanism: Mechanism) -> tuple[int, np.ndarray]:
    """The body at the end of the longest path, and its point whose path is drawn."""
    parents, depth = mechanism.topology.parent.tolist(), [0] * len(mechanism)
    for i, parent in enumerate(parents):
        depth[i] = depth[parent] + 1 if parent >= 0 else 1
    last = int(mechanism.topology.order[int(np.argmax(depth))])
    body = mechanism.bodies[last]
    return last, np.asarray(body.inertia.center if body.visuals else tip(body), float)
