"""What a frame of a live model holds: poses, arrows, series, and where the sliders are."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
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
from bough.simulation.view.arrows import ROUNDING, UNITS, force_sites, parts_about
from bough.simulation.view.places import places_of
from bough.typing import Array, JointForces

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
    mechanism: Mechanism, state: State, tau: JointForces, push: Push | None, coordinates: Sequence[Coordinate]
) -> tuple[Array, Array, Array, Array]:
    """Poses (N, 7), arrows (A, 6), series and coordinates of a state; NaN where there is none."""
    q, u, t = state.q, state.u, state.time
    poses = body_poses(mechanism, q, time=t)
    kinetic, potential = energies(mechanism, q, u, None, t).tolist()
    values = np.array([one.value(q) for one in coordinates])
    series = [np.array((kinetic, potential, kinetic + potential)), values, u]
    arrows = []
    if len(mechanism) <= MOST_REACTIONS:
        u_dot, force, moment = _reactions(mechanism, state, tau, push, poses)
        series += [np.linalg.norm(force, axis=1), np.linalg.norm(moment, axis=1)]
        origin = poses[:, :3, 3]
        arrows += [np.hstack((origin, force)), np.hstack((origin, moment)), _weights(mechanism, poses)]
        arrows.append(_forces(mechanism, state, poses))
        arrows.append(_loops(mechanism, state, u_dot, tau if push is None else tau + push.tau, poses))
    pushed = np.full((1, 6), math.nan) if push is None else np.concatenate((push.point, push.force))[None]
    return places_of(poses), np.vstack((*arrows, pushed)), np.concatenate(series), values


def _reactions(
    mechanism: Mechanism, state: State, tau: JointForces, push: Push | None, poses: Array
) -> tuple[Array, Array, Array]:
    """Accelerations, and forces and moments of the joints on their bodies, along ground axes; NaN where they are not known."""
    turns, wrenches = poses[:, :3, :3], None
    if push is not None:
        k = mechanism.body_index[push.body]
        moment = np.cross(push.point - poses[k, :3, 3], push.force)
        wrenches = np.zeros((len(mechanism), 6))
        wrenches[k] = np.concatenate((push.force @ turns[k], moment @ turns[k]))
    try:
        u_dot, found = forward_dynamics(
            mechanism, state.q, state.u, tau, wrenches=wrenches, time=state.time, reactions=True
        )
    except BoughError:
        u_dot, found = np.full(mechanism.n, math.nan), np.full((len(mechanism), 6), math.nan)
    return u_dot, np.einsum("bij,bj->bi", turns, found[:, :3]), np.einsum("bij,bj->bi", turns, found[:, 3:])


def _own(mechanism: Mechanism) -> list[tuple[str, str, str, int, Array]]:
    """Arrows of the mechanism's own forces and of its loops: kind, group, name, body, and the point in its frame."""
    found: list[tuple[str, str, str, int, Array]] = []
    for _, name, k, at in force_sites(mechanism):
        found += [(kind, "forces", name, k, at) for kind in UNITS]
    for name, loop in mechanism.loops.items():
        k = mechanism.body_index.get(loop.body, -1)
        found += [(kind, "loops", name, k, np.asarray(loop.at, float)) for kind in UNITS]
    return found


def _forces(mechanism: Mechanism, state: State, poses: Array) -> Array:
    """Points and vectors of the mechanism's own forces; NaN for a moment that is none but for rounding."""
    sites = force_sites(mechanism)
    if not sites:
        return np.empty((0, 6))
    which, _, bodies, given = zip(*sites, strict=True)
    wrenches = force_wrenches(mechanism, state.q, state.u, time=state.time)[list(which)]
    pose, points = poses[list(bodies)], np.array(given)
    places = np.einsum("fij,fj->fi", pose[:, :3, :3], points) + pose[:, :3, 3]
    parts = parts_about(points, wrenches)
    least = ROUNDING * np.abs(wrenches).max(axis=1)
    parts[np.abs(parts).max(axis=2) <= least[:, None]] = math.nan
    turned = np.einsum("fij,fkj->fki", pose[:, :3, :3], parts)
    return np.concatenate((np.repeat(places[:, None], 2, axis=1), turned), axis=2).reshape(-1, 6)


def _loops(mechanism: Mechanism, state: State, u_dot: Array, tau: JointForces, poses: Array) -> Array:
    """Points and vectors of the joints that close loops, each on its body; NaN where they are not known."""
    if not mechanism.loops:
        return np.empty((0, 6))
    try:
        wrenches = loop_forces(mechanism, state.q, state.u, u_dot, tau, time=state.time)[1]
    except (BoughError, np.linalg.LinAlgError):
        wrenches = np.full((len(mechanism.loops), 6), math.nan)
    rows = []
    for wrench, loop in zip(wrenches, mechanism.loops.values(), strict=True):
        k = mechanism.body_index.get(loop.body, -1)
        pose = poses[k] if k >= 0 else np.eye(4)
        place, turn = pose[:3, :3] @ loop.at + pose[:3, 3], pose[:3, :3] @ loop.rotation
        rows += [np.concatenate((place, turn @ part)) for part in (wrench[:3], wrench[3:])]
    return np.array(rows)


def _weights(mechanism: Mechanism, poses: Array) -> Array:
    heavy = [(k, body.inertia) for k, body in enumerate(mechanism.bodies) if body.inertia.mass]
    rows = [
        np.concatenate((poses[k, :3, :3] @ np.array(one.center) + poses[k, :3, 3], one.mass * mechanism.gravity))
        for k, one in heavy
    ]
    return np.array(rows).reshape(-1, 6)
