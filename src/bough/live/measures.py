"""What a frame of a live model holds: poses, arrows, series, and where the sliders are."""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.kinematics import body_poses, energies
from bough.api.loop_forces import loop_forces
from bough.api.wrenches import force_wrenches
from bough.errors import BoughError
from bough.live.motion import State
from bough.live.push import Push
from bough.live.ranges import Coordinate
from bough.mechanism.mechanism import Mechanism
from bough.simulation.view.arrows import ROUNDING, UNITS, force_sites, kinds_of, parts_about, without_noise
from bough.simulation.view.places import places_of
from bough.typing import Array, JointForces, Wrenches

MOST_REACTIONS = 300  # bodies: more reactions than that are not told
RUNNING = 1  # a flag of a frame
PUSH = "push"
_HEAD = struct.Struct("<IIdd")


@dataclass(frozen=True)
class Layout:
    """The names of what frames hold, in their order."""

    series: tuple[tuple[str, str, str], ...]  # group, name, unit
    arrows: tuple[tuple[str, str, str, int, str], ...]  # kind, group, name, body, unit

    @property
    def plain(self) -> dict[str, Any]:
        """What the page is told of it."""
        return {
            "series": [dict(zip(("group", "name", "unit"), one, strict=True)) for one in self.series],
            "arrows": [dict(zip(("kind", "group", "name", "body", "unit"), one, strict=True)) for one in self.arrows],
        }


@dataclass(frozen=True)
class Frame:
    """A moment, as the page shows it; ``packed`` is what travels.

    Little-endian: u4 serial number, u4 flags, f8 time, f8 real-time factor; then as f4, one after the other: seven numbers
    for each body (position, quaternion x y z w), six for each arrow (point, vector), one for each series, coordinate and signal.
    """

    time: float
    factor: float
    running: bool
    poses: Array
    arrows: Array
    series: Array
    coordinates: Array
    signals: Array

    def packed(self, serial: int) -> bytes:
        head = _HEAD.pack(serial % 2**32, RUNNING * self.running, self.time, self.factor)
        parts = (self.poses, self.arrows, self.series, self.coordinates, self.signals)
        with np.errstate(over="ignore"):
            return head + b"".join(np.ascontiguousarray(part, "<f4").tobytes() for part in parts)


def layout_of(mechanism: Mechanism, coordinates: Sequence[Coordinate]) -> Layout:
    """What the frames of a mechanism hold."""
    series = [("energy", name, "J") for name in ("kinetic", "potential", "total")]
    series += [("coordinates", one.name, one.unit) for one in coordinates]
    series += [("velocities", name, unit) for name, unit in zip(mechanism.u_names, mechanism.u_units, strict=True)]
    arrows: list[tuple[str, str, str, int, str]] = []
    if len(mechanism) <= MOST_REACTIONS:
        joints = [body.joint_name for body in mechanism.bodies]
        series += [("reaction forces", name, "N") for name in joints]
        series += [("reaction moments", name, "N·m") for name in joints]
        arrows += [("force", "reactions", name, k, "N") for k, name in enumerate(joints)]
        arrows += [("moment", "reactions", name, k, "N·m") for k, name in enumerate(joints)]
        arrows += [
            ("force", "weight", body.name, k, "N") for k, body in enumerate(mechanism.bodies) if body.inertia.mass
        ]
        arrows += [(kind, group, name, k, UNITS[kind]) for kind, group, name, k, _ in _own(mechanism)]
    arrows.append(("force", "forces", PUSH, -1, "N"))
    return Layout(tuple(series), tuple(arrows))


def measured(
    mechanism: Mechanism,
    state: State,
    tau: JointForces,
    push: Push | None,
    coordinates: Sequence[Coordinate],
    idle: Collection[str] = (),
) -> tuple[Array, Array, Array, Array]:
    """Poses (N, 7), arrows (A, 6), series and coordinates of a state; NaN where there is none.

    ``idle``: names of forces in joints that do not act.
    """
    q, u, t = state.q, state.u, state.time
    poses = body_poses(mechanism, q, time=t)
    kinetic, potential = energies(mechanism, q, u, None, t).tolist()
    values = np.array([one.value(q) for one in coordinates])
    series = [np.array((kinetic, potential, kinetic + potential)), values, u]
    arrows = []
    if len(mechanism) <= MOST_REACTIONS:
        own = force_wrenches(mechanism, q, u, time=t) if mechanism.forces else np.empty((0, 6))
        outside = _outside(mechanism, push, poses, own, idle)
        u_dot, force, moment = _reactions(mechanism, state, tau, outside, poses)
        series += [np.linalg.norm(force, axis=1), np.linalg.norm(moment, axis=1)]
        origin = poses[:, :3, 3]
        arrows += [np.hstack((origin, force)), np.hstack((origin, moment)), _weights(mechanism, poses)]
        arrows.append(_forces(mechanism, poses, own, idle))
        arrows.append(_loops(mechanism, state, u_dot, tau, outside, poses))
    arrows.append(_pushed(mechanism, push, poses))
    return places_of(poses), np.vstack(arrows), np.concatenate(series), values


def _pushed(mechanism: Mechanism, push: Push | None, poses: Array) -> Array:
    """Point and vector of the push, at the point where the body is now: the push was computed before it moved."""
    if push is None:
        return np.full((1, 6), math.nan)
    pose = poses[mechanism.body_index[push.body]]
    return np.concatenate((pose[:3, :3] @ push.at + pose[:3, 3], push.force))[None]


def _outside(
    mechanism: Mechanism, push: Push | None, poses: Array, own: Array, idle: Collection[str]
) -> Wrenches | None:
    """The wrenches of a push, and the opposite of the forces (of all ``own``) that do not act; None without any."""
    wrenches = np.zeros((len(mechanism), 6))
    if push is not None:
        k = mechanism.body_index[push.body]
        force = push.force @ poses[k, :3, :3]
        wrenches[k] = np.concatenate((force, np.cross(push.at, force)))
    for wrench, name in zip(own, mechanism.forces, strict=True):
        if name in idle:
            k = mechanism.body_index[mechanism.forces[name].acted_on(mechanism)]
            wrenches[k] -= wrench
            other = mechanism.body_index.get(mechanism.forces[name].opposed_by(mechanism) or "")
            if other is not None:
                wrenches[other] += _seen_from(poses[other], poses[k], wrench)
    return wrenches if push is not None or idle else None


def _seen_from(pose: Array, its: Array, wrench: Array) -> Array:
    """A wrench about the origin of a body at a pose (``its``), about that of another and along its axes."""
    force, moment = its[:3, :3] @ wrench[:3], its[:3, :3] @ wrench[3:]
    moment = moment + np.cross(its[:3, 3] - pose[:3, 3], force)
    return np.concatenate((force @ pose[:3, :3], moment @ pose[:3, :3]))


def _reactions(
    mechanism: Mechanism, state: State, tau: JointForces, outside: Wrenches | None, poses: Array
) -> tuple[Array, Array, Array]:
    """Accelerations, and forces and moments of the joints on their bodies, along ground axes; NaN where they are not known."""
    turns = poses[:, :3, :3]
    try:
        u_dot, found = forward_dynamics(
            mechanism, state.q, state.u, tau, wrenches=outside, time=state.time, reactions=True
        )
    except BoughError:
        u_dot, found = np.full(mechanism.n, math.nan), np.full((len(mechanism), 6), math.nan)
    force, moment = without_noise(mechanism, found[:, :3], found[:, 3:]).values()
    return u_dot, np.einsum("bij,bj->bi", turns, force), np.einsum("bij,bj->bi", turns, moment)


def _own(mechanism: Mechanism) -> list[tuple[str, str, str, int, Array]]:
    """Arrows of the mechanism's own forces and of its loops: kind, group, name, body, and the point in its frame."""
    found: list[tuple[str, str, str, int, Array]] = []
    for _, name, k, at in force_sites(mechanism):
        found += [(kind, "forces", name, k, at) for kind in kinds_of(mechanism, mechanism.forces[name])]
    for name, loop in mechanism.loops.items():
        k = mechanism.body_index.get(loop.body, -1)
        found += [(kind, "loops", name, k, np.asarray(loop.at, float)) for kind in UNITS]
    return found


def _forces(mechanism: Mechanism, poses: Array, own: Array, idle: Collection[str]) -> Array:
    """Points and vectors of the mechanism's own forces; NaN for what is none but for rounding."""
    sites = force_sites(mechanism)
    if not sites:
        return np.empty((0, 6))
    which, names, bodies, given = zip(*sites, strict=True)
    wrenches = own[list(which)]
    wrenches[[name in idle for name in names]] = 0.0
    pose, points = poses[list(bodies)], np.array(given)
    places = np.einsum("fij,fj->fi", pose[:, :3, :3], points) + pose[:, :3, 3]
    parts = parts_about(points, wrenches)
    least = ROUNDING * np.abs(wrenches).max(axis=1)
    parts[np.abs(parts).max(axis=2) <= least[:, None]] = math.nan
    turned = np.einsum("fij,fkj->fki", pose[:, :3, :3], parts)
    rows = np.concatenate((np.repeat(places[:, None], 2, axis=1), turned), axis=2)
    return rows[[[kind in kinds_of(mechanism, mechanism.forces[name]) for kind in UNITS] for name in names]]


def _loops(
    mechanism: Mechanism, state: State, u_dot: Array, tau: JointForces, outside: Wrenches | None, poses: Array
) -> Array:
    """Points and vectors of the joints that close loops, each on its body; NaN where they are not known."""
    if not mechanism.loops:
        return np.empty((0, 6))
    try:
        wrenches = loop_forces(mechanism, state.q, state.u, u_dot, tau, wrenches=outside, time=state.time)[1]
    except (BoughError, np.linalg.LinAlgError):
        wrenches = np.full((len(mechanism.loops), 6), math.nan)
    parts = without_noise(mechanism, wrenches[:, :3], wrenches[:, 3:]).values()
    rows = []
    for loop, *both in zip(mechanism.loops.values(), *parts, strict=True):
        k = mechanism.body_index.get(loop.body, -1)
        pose = poses[k] if k >= 0 else np.eye(4)
        place, turn = pose[:3, :3] @ loop.at + pose[:3, 3], pose[:3, :3] @ loop.rotation
        rows += [np.concatenate((place, turn @ part)) for part in both]
    return np.array(rows)


def _weights(mechanism: Mechanism, poses: Array) -> Array:
    heavy = [(k, body.inertia) for k, body in enumerate(mechanism.bodies) if body.inertia.mass]
    rows = [
        np.concatenate((poses[k, :3, :3] @ np.array(one.center) + poses[k, :3, 3], one.mass * mechanism.gravity))
        for k, one in heavy
    ]
    return np.array(rows).reshape(-1, 6)
