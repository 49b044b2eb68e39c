"""Forces and moments of a run as arrows: joint reactions, those of loops, the mechanism's own forces, weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bough import api
from bough.api.loop_forces import machine_size
from bough.mechanism.forces import AirDrag, SpringDamper
from bough.mechanism.forces.base import BodyForce, Force, JointForce, find_dofs
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

ROUNDING = 1e-9  # a part of a wrench below this share of it is none
NOISE = 1e-12  # forces and moments of joints below this share of the largest in the mechanism are none
UNITS = {"force": "N", "moment": "N·m"}


class Arrow(NamedTuple):
    """A vector at a point of a body, at every sample, in ground axes."""

    kind: str  # "force" or "moment"
    group: str  # "reactions", "loops", "forces" or "weight"
    name: str
    body: int
    at: Array  # (3,), in the body's frame
    vectors: Array  # (samples, 3), or (1, 3) if it stays the same


def joint_reactions(run: Trajectory) -> dict[str, Array]:
    """Forces and moments of the joints, (instants, bodies, 3), along body axes, without what is rounding."""
    found = run.reactions()
    return without_noise(run.mechanism, found["force"].values, found["moment"].values)


def loop_reactions(run: Trajectory) -> dict[str, Array]:
    """Forces and moments of the joints that close loops, (instants, loops, 3), without what is rounding."""
    found = run.loop_reactions()
    return without_noise(run.mechanism, found["force"].values, found["moment"].values)


def without_noise(mechanism: Mechanism, force: Array, moment: Array) -> dict[str, Array]:
    """Forces and moments (…, 3) by kind; those that are rounding beside the largest become 0.

    A force and the moment that it has about a point in the machine count alike.
    """
    size = machine_size(mechanism)
    largest = max(largest_of(force), largest_of(moment) / size)
    return {
        kind: np.where(np.linalg.norm(values, axis=-1, keepdims=True) <= NOISE * least, 0.0, values)
        for kind, values, least in (("force", force, largest), ("moment", moment, largest * size))
    }


def largest_of(values: Array) -> float:
    """The largest of finite numbers, whatever their signs."""
    return float(np.abs(values).max(initial=0.0, where=np.isfinite(values)))


def reaction_arrows(run: Trajectory, poses: Array) -> list[Arrow]:
    """Of the joint on each body, at the body's origin; ``poses``: (instants, bodies, 4, 4)."""
    arrows = []
    for kind, own in joint_reactions(run).items():
        values = np.einsum("tbij,tbj->tbi", poses[..., :3, :3], own)
        arrows += [
            Arrow(kind, "reactions", body.joint_name, k, np.zeros(3), values[:, k])
            for k, body in enumerate(run.mechanism.bodies)
        ]
    return arrows


def loop_arrows(run: Trajectory, poses: Array) -> list[Arrow]:
    """Of the joints that close loops, each on its body, at the joint's frame and along its axes."""
    if not run.mechanism.loops:
        return []
    found = loop_reactions(run)
    arrows = []
    for n, loop in enumerate(run.mechanism.loops.values()):
        k = run.mechanism.body_index.get(loop.body, -1)
        pose = poses[:, k] if k >= 0 else np.broadcast_to(np.eye(4), (len(poses), 4, 4))
        for kind in UNITS:
            vectors = np.einsum("tij,tj->ti", pose[:, :3, :3] @ loop.rotation, found[kind][:, n])
            arrows.append(Arrow(kind, "loops", loop.name, k, loop.at, vectors))
    return arrows


def force_arrows(run: Trajectory, poses: Array) -> list[Arrow]:
    """Of the mechanism's own forces: at their points, or in their joints."""
    mechanism = run.mechanism
    if not mechanism.forces:
        return []
    wrenches = run.evaluate(api.force_wrenches, run._q, run._u)
    arrows = []
    for n, name, k, at in force_sites(mechanism):
        size = largest_of(wrenches[:, n])
        for kind, vectors in zip(UNITS, np.moveaxis(parts_about(at, wrenches[:, n]), 1, 0), strict=True):
            # what rounding leaves of a moment about the force's own point is none
            if largest_of(vectors) > ROUNDING * size:
                turned = np.einsum("tij,tj->ti", poses[:, k, :3, :3], vectors)
                arrows.append(Arrow(kind, "forces", name, k, at, turned))
    return arrows


def force_sites(mechanism: Mechanism) -> list[tuple[int, str, int, Array]]:
    """Of each force that acts on a body: its number, its name, the body, and the point in its frame at which it acts."""
    found = []
    for n, (name, force) in enumerate(mechanism.forces.items()):
        if (k := mechanism.body_index.get(force.acted_on(mechanism))) is not None:
            found.append((n, name, k, point_of(mechanism, force, k)))
    return found


def point_of(mechanism: Mechanism, force: Force, k: int) -> Array:
    """A force's own point on a body, or the origin for one in a joint."""
    if not isinstance(force, BodyForce):
        return np.zeros(3)
    name = "at" if force.body == mechanism.body_names[k] else "other_at"
    return np.asarray(getattr(force, name, np.zeros(3)), float)


def kinds_of(mechanism: Mechanism, force: Force) -> list[str]:
    """Whether a force pushes at its point, turns about it, or may do both."""
    if isinstance(force, SpringDamper | AirDrag):
        return ["force"]
    if isinstance(force, JointForce):
        name, dofs = find_dofs(mechanism, force, False)
        loop = mechanism.loops.get(name)
        columns = (loop or mechanism.body(name)).joint.kind.columns
        halves = {columns[k] for k in dofs}
        if halves == {"a"}:
            return ["moment"]
        if halves == {"l"} and loop is None:  # (a loop's joint is not at the body's origin)
            return ["force"]
    return list(UNITS)


def parts_about(points: Array, wrenches: Array) -> Array:
    """Forces and moments about points, (…, 2, 3), from wrenches about the origin, (…, 6)."""
    push = wrenches[..., :3]
    return np.stack((push, wrenches[..., 3:] - np.cross(points, push)), axis=-2)


def weight_arrows(run: Trajectory, poses: Array) -> list[Arrow]:
    """Of gravity on each body, at its centre of mass."""
    gravity = np.asarray(run.mechanism.gravity, float)
    return [
        Arrow("force", "weight", body.name, k, np.asarray(body.inertia.center), body.inertia.mass * gravity[None])
        for k, body in enumerate(run.mechanism.bodies)
        if body.inertia.mass > 0.0 and gravity.any()
    ]


WAYS = {
    "weights": weight_arrows,
    "joint reactions": reaction_arrows,
    "forces": force_arrows,
    "reactions of loops": loop_arrows,
}
