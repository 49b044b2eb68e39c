"""The looks of a mechanism: visuals of its bodies; where there are none, links from joint to joint, joints and supports."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bough.looks.colours import BARE, RUBBER, STEEL, STRAP
from bough.looks.joints import HUB, ON_BODY, Mark, Marks, hub, moving, slides
from bough.looks.limbs import limbs
from bough.looks.mass import Masses, last_tip
from bough.looks.meshes import Meshes
from bough.looks.solids import Looks, Mesh, Solid, Stretch, corners, extents, frames_along
from bough.looks.supports import LEVEL, STEEP, below, block, rail, stand, vertical
from bough.looks.travel import travel
from bough.mechanism.body import ORIGIN, UPRIGHT, Body
from bough.mechanism.checks import GROUND
from bough.mechanism.forces import Bushing, JointLimit, SpringDamper
from bough.mechanism.joints import Ball, Free, Joint, Prismatic, Revolute
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.visual import Visual
from bough.typing import Array, VectorLike

TRIANGLES = 60_000  # of all meshes together; finer ones are simplified
NEGLIGIBLE = 1e-3  # share of the whole mass: a body with less is a mark in a file rather than a thing
MANY = 500  # with more bodies, a joint is one piece
THICK = 0.013  # radius of a link, relative to the size of the figure
SLENDER = 0.11  # largest radius, relative to the median length of links
BULKY = 0.1  # the same without links, relative to the median size of bodies
LONG = 0.3  # share of the size of the figure: a level spring of this length that ties a free body is a strap
STIFF, G = 0.01, 9.81  # a spring that the weight of all stretches by less than this share of its length is a rod
SLIGHT = 0.4  # of that radius, for springs and supports if bodies have visuals
SLIMMEST, STOUTEST = 0.65, 1.7  # radii of links by mass, relative to the middle one
BEADS = 0.7, 1.8  # radii of point masses, likewise


def looks_of(mechanism: Mechanism, poses: Array, triangles: int = TRIANGLES) -> Looks:
    """The looks of a mechanism with poses (bodies, 4, 4) at the start; meshes have so many triangles at most."""
    return _Builder(mechanism, np.asarray(poses, float), triangles).looks()


class _Builder:
    def __init__(self, mechanism: Mechanism, poses: Array, triangles: int):
        self.mechanism, self.bodies = mechanism, mechanism.bodies
        self.poses = np.concatenate((poses.reshape(-1, 4, 4), np.eye(4)[None]))  # (the ground, -1, is the last)
        self.index = {**mechanism.body_index, GROUND: -1}
        self.parents: NDArray[np.int64] = mechanism.parents
        self.mass = Masses(mechanism)
        self.ats = np.array([body.at for body in self.bodies]).reshape(-1, 3)
        self.meshes = Meshes(mechanism, triangles)
        self.marks = Marks()
        self.pieces = 1 if len(mechanism) > MANY else None  # of a joint
        seen = [self._visuals(k, body) for k, body in enumerate(self.bodies)]
        self.has_looks = np.array([bool(solids) for solids in seen], bool)
        # a body whose meshes cannot be shown is a box among others that can
        missing = np.array([bool(body.visuals) for body in self.bodies], bool) & ~self.has_looks
        self.is_boxed = missing & (self.mass.masses > 0.0) & self.has_looks.any()
        self.is_plain = ~self.has_looks & ~self.is_boxed
        self.solids = [solid for solids in seen for solid in solids]
        self.bulks: dict[int, Solid] = {}  # by body
        self.railed: set[int] = set()
        self.up = vertical(np.asarray(mechanism.gravity, float))
        self.limits = {force.joint: force for force in mechanism.forces.values() if isinstance(force, JointLimit)}
        self.stretches: list[Stretch] = []
        self.leaf = np.bincount(self.parents + 1, minlength=len(self.bodies) + 1)[1:] == 0
        self.scale = self._scale()
        self.owners, self.ends = self._ends()
        self.lengths = np.linalg.norm(self.ends, axis=1)
        self.radius = self._thickness()
        self.radii = self._radii()
        self.middles = self._middles()
        self.limbs = limbs(mechanism)

    def looks(self) -> Looks:
        self._links()
        self._bulks()
        for k, body in enumerate(self.bodies):
            if self.is_plain[k]:
                self._joint(k, body)
            elif isinstance(body.joint, Ball) and body.parent == GROUND:
                self._hanger(k, body)
            if slides(body.joint) and k not in self.railed:
                self._rod(body.parent, self._foot(k, body), body.name, ORIGIN, 0.6, STEEL, body.joint_name)
        for loop in self.mechanism.loops.values():
            self._closing(loop)
        for name, force in self.mechanism.forces.items():
            if isinstance(force, SpringDamper):
                self._spring(name, force)
            elif isinstance(force, Bushing):
                ball = Solid(
                    self.index[force.body], "sphere", (1.3 * self.radius,), np.array(force.at), UPRIGHT, RUBBER, "joint"
                )
                self.solids.append(ball)
                self._rod(force.body, force.at, force.other, force.other_at, 0.8, RUBBER, name)
        solids, stretches = tuple(self.solids), tuple(self.stretches)
        low, high = corners(solids, stretches, self.poses) if solids or stretches else (ORIGIN, ORIGIN)
        size = float(np.linalg.norm(high - low))
        tip = last_tip(self.mechanism, self.mass.tips) if self.bodies else None
        return Looks(solids, stretches, size if 0.0 < size < np.inf else 1.0, tip, self.meshes.notes)

    # --- bodies with visuals --------------------------------------------------------------------------------------------

    def _visuals(self, k: int, body: Body) -> list[Solid]:
        found = []
        for visual in body.visuals:
            if visual.color is not None and visual.color[3] == 0.0:
                continue
            paint = BARE if visual.color is None else np.array(visual.color)
            if visual.shape != "mesh":
                found.append(_look(k, visual, paint, None))
                continue
            for mesh, own in self.meshes.of(visual.file):
                found.append(_look(k, visual, own if visual.color is None and own is not None else paint, mesh))
        return found

    # --- measures -------------------------------------------------------------------------------------------------------

    def _places(self) -> tuple[Array, Array]:
        """(body, point in its frame): joints, ends of limbs, visuals, loops and springs."""
        every = np.arange(len(self.bodies))
        owners, points = [every[self.leaf], self.parents], [self.mass.tips[self.leaf], self.ats]
        more: list[tuple[int, VectorLike]] = [
            (k, visual.at) for k, body in enumerate(self.bodies) for visual in body.visuals
        ]
        for force in self.mechanism.forces.values():
            if isinstance(force, SpringDamper | Bushing):
                more += [(self.index[force.body], force.at), (self.index[force.other], force.other_at)]
        for loop in self.mechanism.loops.values():
            more += [(self.index[loop.body], loop.at), (self.index[loop.other], loop.other_at)]
        owners.append(np.array([owner for owner, _ in more], int))
        points.append(np.array([point for _, point in more], float).reshape(-1, 3))
        return np.concatenate(owners), np.concatenate(points)

    def _scale(self) -> float:
        """The diagonal of a box around these places."""
        owners, points = self._places()
        if not len(owners):
            return 1.0
        pose = self.poses[owners]
        places = np.einsum("nij,nj->ni", pose[:, :3, :3], points) + pose[:, :3, 3]
        size = float(np.linalg.norm(np.ptp(places, axis=0)))
        return size if 0.0 < size < np.inf else 1.0

    def _ends(self) -> tuple[NDArray[np.int64], Array]:
        """(body, end of a link in its frame), of bodies without looks.

        Links lead to the joints of children and to where loops close; without either, to the end of the mass.
        """
        owners, points = [self.parents], [self.ats]
        closing = [(self.index[loop.body], loop.at) for loop in self.mechanism.loops.values()]
        closing += [(self.index[loop.other], loop.other_at) for loop in self.mechanism.loops.values()]
        owners.append(np.array([owner for owner, _ in closing], int))
        points.append(np.array([point for _, point in closing], float).reshape(-1, 3))
        last = np.flatnonzero(self.leaf & ~np.isin(np.arange(len(self.bodies)), owners[1]))
        owners.append(last)
        points.append(self.mass.tips[last])
        owner, point = np.concatenate(owners), np.concatenate(points)
        kept = (owner >= 0) & (point != 0.0).any(axis=1)
        kept[kept] &= self.is_plain[owner[kept]]
        order = np.flatnonzero(kept)[np.argsort(owner[kept], kind="stable")]
        return owner[order], point[order]

    def _thickness(self) -> float:
        """The middle radius of links."""
        if self.has_looks.any():
            return SLIGHT * THICK * self.scale
        if not len(self.lengths):
            sizes = self.mass.sizes[self.mass.masses > 0.0]
            middle = float(np.median(sizes)) if len(sizes) else 0.0
            return min(THICK * self.scale, BULKY * middle) or THICK * self.scale
        return min(THICK * self.scale, SLENDER * float(np.median(self.lengths)))

    def _radii(self) -> Array:
        """The radius of links for each body: twice the mass per length has twice the cross-section."""
        lengths = np.bincount(self.owners, self.lengths, len(self.bodies))
        heavy = (lengths > 0.0) & (self.mass.masses > 0.0)
        if not heavy.any():
            return np.full(len(self.bodies), self.radius)
        thick = np.sqrt(self.mass.masses / np.where(lengths > 0.0, lengths, 1.0))
        share = np.where(lengths > 0.0, thick / np.median(thick[heavy]), 1.0)
        return self.radius * np.clip(share, SLIMMEST, STOUTEST)

    def _middles(self) -> Array:
        """Where each body is: the mean of the ends of its links; without links, its centre of mass."""
        count = np.bincount(self.owners, minlength=len(self.bodies))[:, None]
        sums = np.stack([np.bincount(self.owners, self.ends[:, k], len(self.bodies)) for k in range(3)], -1)
        found: Array = np.where(count > 0, sums / np.maximum(count, 1), self.mass.centers)
        return found

    # --- bodies without -------------------------------------------------------------------------------------------------

    def _links(self) -> None:
        frames = frames_along(self.ends / self.lengths[:, None])
        halves, radii = self.ends / 2, self.radii[self.owners].tolist()
        for k, radius, length, at, frame in zip(
            self.owners.tolist(), radii, self.lengths.tolist(), halves, frames, strict=True
        ):
            self.solids.append(Solid(k, "capsule", (radius, length), at, frame, self.limbs[k], "link"))

    def _bulks(self) -> None:
        """Bodies that no link shows, as balls, boxes or discs; and point masses at the ends of links."""
        linked = np.zeros(len(self.bodies), bool)
        linked[self.owners] = True
        heavy = self.is_plain & (self.mass.masses > NEGLIGIBLE * self.mechanism.mass)
        # (a slider may carry the next joint at its own origin)
        alone = self.leaf | np.array(["m" in moving(body.joint).q_units for body in self.bodies], bool)
        for k in np.flatnonzero((heavy & ~linked & alone) | self.is_boxed).tolist():
            self.bulks[k] = self._bulk(k)
        self.solids += self.bulks.values()
        beads = self.is_plain & self.leaf & linked & (self.mass.extents(self.mass.tips) < self.radius)
        middle = float(np.median(self.mass.masses[heavy])) if heavy.any() else 1.0
        for k in np.flatnonzero(beads).tolist():
            share = np.clip(np.cbrt(self.mass.masses[k] / middle), *BEADS)
            self.solids.append(
                Solid(
                    k, "sphere", (2.2 * self.radius * float(share),), self.mass.tips[k], UPRIGHT, self.limbs[k], "link"
                )
            )

    def _bulk(self, k: int) -> Solid:
        """A box with the body's moments of inertia; a ball if they are equal, a disc if two are.

        (A long bar with two equal moments is rather one with a square section, unless it turns about its axis.)
        """
        edges, axes = self.mass.box(k)
        # (moments in files may be far too large for the figure)
        edges = np.minimum(edges, 0.5 * self.scale) if len(self.bodies) > 1 else edges
        at, joint = self.mass.centers[k], moving(self.bodies[k].joint)
        paint = BARE if self.is_boxed[k] else self.limbs[k]
        if edges.max() < 3 * self.radius or np.ptp(edges) < 1e-6 * edges.max():
            radius = max(2.2 * self.radius, float(edges.mean()) * np.sqrt(5.0 / 12.0))
            return Solid(k, "sphere", (radius,), at, UPRIGHT, paint, "link")
        edges = np.maximum(edges, 0.5 * self.radius)
        z = 0 if edges[2] - edges[1] < edges[1] - edges[0] else 2  # (they ascend)
        x, y = edges[z - 1], edges[z - 2]
        turns = isinstance(joint, Revolute) and abs(np.dot(joint.axis, axes[:, z])) > 0.999
        if abs(x - y) < 0.01 * x and (edges[z] < x or turns):
            # (the spread across a disc is r²/4, that of a box x²/12)
            frame = frames_along(axes[None, :, z])[0]
            return Solid(k, "cylinder", (x / np.sqrt(3.0), edges[z]), at, frame, paint, "link")
        return Solid(k, "box", tuple(edges.tolist()), at, axes, paint, "link")

    # --- joints ---------------------------------------------------------------------------------------------------------

    def _joint(self, k: int, body: Body) -> None:
        joint, radius, parent = moving(body.joint), float(self.radii[k]), int(self.parents[k])
        marks = self.marks.of(joint)[: self.pieces]
        if not marks:
            return
        width, axis = HUB * radius, np.asarray(getattr(joint, "axis", ORIGIN))
        if (
            isinstance(joint, Prismatic)
            and k not in self.bulks
            and parent < 0
            and self._rail(body, axis, parent, width, True)
        ):
            return
        if k in self.bulks:
            width = max(width, 2.0 * _reach(self.bulks[k], axis) + 1.2 * radius)
            if isinstance(joint, Revolute):
                marks = hub(joint.axis, width / radius)
            elif isinstance(joint, Prismatic):
                self._rail(body, axis, parent, width)
                return
        for mark in marks:
            if mark.side == ON_BODY:
                self._mark(mark, k, ORIGIN, UPRIGHT, radius, UPRIGHT)
            else:
                self._mark(mark, parent, body.at, body.rotation, radius, self._lead(parent, body.at))
        if parent < 0:
            self._support(joint, k, ORIGIN, body.at, body.rotation, width)

    def _rail(self, body: Body, axis: Array, parent: int, width: float, looped: bool = False) -> bool:
        """The rail of a cart: as long as its limits and loops say, or somewhat longer than the cart and its way so far.

        Whether there is one; ``looped``: only where a loop bounds the way.
        """
        limit, k = self.limits.get(body.joint_name), self.index[body.name]
        along = body.rotation @ axis
        turn, origin = self.poses[parent, :3, :3], self.poses[parent, :3, 3]
        place = float((self.poses[k, :3, 3] - turn @ body.at - origin) @ turn @ along)
        place = place if np.isfinite(place) else 0.0
        bounds = travel(self.mechanism, k, axis, place)
        if looped and bounds is None:
            return False
        low, high = bounds or (min(place, 0.0) - width, max(place, 0.0) + width)
        low, high = min(low, place), max(high, place)
        if limit is not None:
            low = low if limit.lower is None else limit.lower if bounds is None else max(low, limit.lower)
            high = high if limit.upper is None else limit.upper if bounds is None else min(high, limit.upper)
        self.solids += rail(parent, body.at, along, (low - 0.6 * width, high + 0.6 * width), self.radius)
        if parent < 0:  # (a rod to a moving parent may be a rope)
            self.railed.add(k)
        return True

    def _closing(self, loop: Loop) -> None:
        body, other = self.index[loop.body], self.index[loop.other]
        if (body < 0 or self.has_looks[body]) and (other < 0 or self.has_looks[other]):
            return
        radius = max(float(self.radii[end]) for end in (body, other) if end >= 0)
        for mark in self.marks.of(loop.joint)[: self.pieces]:
            if mark.side == ON_BODY:
                self._mark(mark, body, loop.at, loop.rotation, radius, UPRIGHT)
            else:
                self._mark(mark, other, loop.other_at, loop.other_rotation, radius, self._lead(other, loop.other_at))
        joint, width = moving(loop.joint), HUB * radius
        if other < 0:
            self._support(joint, body, loop.at, loop.other_at, loop.other_rotation, width)
        if body < 0:
            self._support(joint, other, loop.other_at, loop.at, loop.rotation, width)

    def _lead(self, owner: int, at: Array) -> Array:
        """Axes with z along the link of a body that leads to a point."""
        length = float(np.sqrt(at @ at))
        return UPRIGHT if owner < 0 or length == 0.0 else frames_along(at[None] / length)[0]

    def _mark(self, mark: Mark, owner: int, at: Array, rotation: Array, radius: float, lead: Array) -> None:
        own = mark.rotation
        turn = lead if own is None else own if rotation is UPRIGHT else rotation @ own
        if mark.along:
            at = at + mark.along * radius * turn[:, 2]
        size = tuple(x * radius for x in mark.size)
        self.solids.append(Solid(owner, mark.shape, size, at, turn, mark.colour, "joint"))

    def _support(self, joint: Joint, k: int, point: Array, at: Array, rotation: Array, width: float) -> None:
        """What holds a joint to the ground that carries body k at a point of it."""
        axis = rotation @ joint.axis if hasattr(joint, "axis") else None
        slides_up = slides(joint) and (axis is None or abs(float(axis @ self.up)) > STEEP)
        if self.pieces is not None or slides_up or hasattr(joint, "normal"):
            self.solids.append(block(at, rotation, self.radius))
            return
        turn = self.poses[k, :3, :3]
        down = below(turn @ (self.middles[k] - point), self.up)
        reach = _reach(self.bulks[k], turn.T @ down) if k in self.bulks else 0.0
        hinge = axis if isinstance(joint, Revolute) else None
        self.solids += stand(at, down, self.radius, hinge, width, reach)

    def _hanger(self, k: int, body: Body) -> None:
        """What a body with visuals hangs from by a ball: nothing else would be seen to hold it."""
        down = below(self.poses[k, :3, :3] @ self.mass.centers[k], self.up, LEVEL)
        balls = [v.size[0] for v in body.visuals if v.shape == "sphere" and not np.any(v.at)]
        self.solids += stand(body.at, down, self.radius, None, 0.0, max(balls, default=0.0))

    # --- stretches ------------------------------------------------------------------------------------------------------

    def _rod(
        self, name: str, at: VectorLike, other: str, other_at: VectorLike, size: float, paint: Array, whose: str
    ) -> None:
        ends = self.index[name], np.asarray(at, float), self.index[other], np.asarray(other_at, float)
        self.stretches.append(Stretch("rod", *ends, size * self.radius, 0, paint, whose))

    def _foot(self, k: int, body: Body) -> Array:
        """Where the rod of a slider begins: at its joint, or at the parent's origin if it leads there, as a rope does.

        (No link of a parent with visuals leads to the joint.)
        """
        axis, parent = getattr(moving(body.joint), "axis", None), int(self.parents[k])
        if axis is None or parent < 0 or self.is_plain[parent]:
            return body.at
        across = np.linalg.norm(np.cross(body.rotation @ axis, body.at))
        return ORIGIN if across < NEGLIGIBLE * np.linalg.norm(body.at) else body.at

    def _spring(self, name: str, force: SpringDamper) -> None:
        ends = (self.index[force.body], np.array(force.at)), (self.index[force.other], np.array(force.other_at))
        start, end = (self.poses[k, :3, :3] @ at + self.poses[k, :3, 3] for k, at in ends)
        length = float(np.linalg.norm(end - start)) or force.rest or self.radius
        if force.stiffness * STIFF * length > G * self.mechanism.mass:
            self._rod(force.body, force.at, force.other, force.other_at, 1.0, STEEL, name)
            return
        if self._ties(force, end - start, length):
            self._rod(force.body, force.at, force.other, force.other_at, 0.4, STRAP, name)
            return
        radius = min(3.0 * self.radius, 0.2 * length)
        turns = int(np.clip(length / (1.3 * radius), 4, 14)) if np.isfinite(length) else 4
        self.stretches.append(Stretch("coil", *ends[0], *ends[1], radius, turns, STEEL, name))
        for owner, at in ends:
            if owner < 0:
                self.solids.append(block(at, UPRIGHT, self.radius))

    def _ties(self, force: SpringDamper, way: Array, length: float) -> bool:
        """Whether a spring is a strap: long, level, and from the ground to a body that nothing else holds in place."""
        names = [name for name in (force.body, force.other) if name != GROUND]
        if len(names) != 1 or not length > LONG * self.scale or abs(float(way @ self.up)) > 0.5 * length:
            return False
        return isinstance(self.mechanism.body(names[0]).joint, Free) and len(self.bodies) > 1


def _reach(solid: Solid, axis: Array) -> float:
    """How far a solid about its origin extends along a direction."""
    return float(np.abs(solid.rotation.T @ axis) @ extents(solid)[1]) + abs(float(solid.at @ axis))


def _look(k: int, visual: Visual, paint: Array, mesh: Mesh | None) -> Solid:
    rotation = UPRIGHT if visual.rotation is None else np.array(visual.rotation)
    return Solid(k, visual.shape, visual.size, np.array(visual.at), rotation, paint, "look", mesh)
