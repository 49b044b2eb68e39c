"""A mechanism as a page knows it: bodies, joints, loops, and what it looks like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.looks.figure import looks_of
from bough.looks.joints import moving
from bough.looks.solids import Looks, Mesh
from bough.mechanism.checks import labels
from bough.mechanism.joints import Driven
from bough.simulation.view.packing import Bytes
from bough.simulation.view.places import quaternions
from bough.typing import Array

if TYPE_CHECKING:
    from bough.mechanism.body import Body
    from bough.mechanism.joints import Joint
    from bough.mechanism.loop import Loop
    from bough.mechanism.mechanism import Mechanism

DIGITS = 7  # significant, of numbers in text
MANY = 2000  # bodies: with more, ellipsoids of inertia are left out


def machine_of(mechanism: Mechanism, poses: Array, numbers: Bytes, notes: list[str]) -> dict[str, Any]:
    """Plain data; ``poses`` (bodies, 4, 4) at the start. What cannot be shown is added to the notes."""
    looks = looks_of(mechanism, poses)
    notes += [note for note in looks.notes if note not in notes]
    index = mechanism.body_index
    turns = quaternions(np.array([body.rotation for body in mechanism.bodies]).reshape(-1, 3, 3))
    ellipsoids = _ellipsoids(mechanism) if len(mechanism) <= MANY else [None] * len(mechanism)
    return {
        "name": str(mechanism.name),
        "size": _short(looks.size),
        "bodies": [
            {
                "name": body.name,
                "parent": index.get(body.parent, -1),
                "at": _short(body.at),
                "turn": _short(turn),
                "joint": _joint(body),
                "mass": _short(body.inertia.mass),
                "center": _short(body.inertia.center),
                "ellipsoid": ellipsoid,
            }
            for body, turn, ellipsoid in zip(mechanism.bodies, turns, ellipsoids, strict=True)
        ],
        **_pieces(looks, numbers),
        "loops": [_loop(loop, index) for loop in mechanism.loops.values()],
        "tip": None if looks.tip is None else {"body": looks.tip[0], "at": _short(looks.tip[1])},
    }


def _joint(body: Body) -> dict[str, Any]:
    joint = moving(body.joint)
    return {
        "name": body.joint_name,
        "kind": type(joint).__name__,
        "axis": _axis(joint),
        "driven": isinstance(body.joint, Driven),
        "q": list(labels(body.joint_name, body.joint.q_names)),
        "u": list(labels(body.joint_name, body.joint.u_names)),
    }


def _axis(joint: Joint) -> list[float] | None:
    axis = getattr(joint, "axis", None)
    return None if axis is None else _short(axis)


def _loop(loop: Loop, index: Mapping[str, int]) -> dict[str, Any]:
    turn, other_turn = quaternions(np.stack((loop.rotation, loop.other_rotation)))
    return {
        "name": loop.name,
        "kind": type(loop.joint).__name__,
        "body": index.get(loop.body, -1),
        "at": _short(loop.at),
        "turn": _short(turn),
        "other": index.get(loop.other, -1),
        "other_at": _short(loop.other_at),
        "other_turn": _short(other_turn),
        "axis": _axis(moving(loop.joint)),
    }


def _pieces(looks: Looks, numbers: Bytes) -> dict[str, Any]:
    meshes: dict[int, int] = {}
    packed: list[dict[str, Any]] = []

    def mesh_of(mesh: Mesh | None) -> int | None:
        if mesh is None:
            return None
        if id(mesh) not in meshes:
            meshes[id(mesh)] = len(packed)
            packed.append({"points": numbers.floats(mesh.points), "faces": numbers.indices(mesh.faces)})
        return meshes[id(mesh)]

    turns = quaternions(np.array([solid.rotation for solid in looks.solids]).reshape(-1, 3, 3))
    solids = [
        {
            "body": solid.body,
            "shape": solid.shape,
            "size": _short(solid.size),
            "at": _short(solid.at),
            "turn": _short(turn),
            "colour": _short(solid.colour, 3),
            "role": solid.role,
            "mesh": mesh_of(solid.mesh),
        }
        for solid, turn in zip(looks.solids, turns, strict=True)
    ]
    stretches = [
        {
            "kind": stretch.kind,
            "body": stretch.body,
            "at": _short(stretch.at),
            "other": stretch.other,
            "other_at": _short(stretch.other_at),
            "radius": _short(stretch.radius),
            "turns": stretch.turns,
            "colour": _short(stretch.colour, 3),
            "name": stretch.name,
        }
        for stretch in looks.stretches
    ]
    return {"solids": solids, "stretches": stretches, "meshes": packed}


def _ellipsoids(mechanism: Mechanism) -> list[dict[str, Any] | None]:
    """Solid ellipsoids of the bodies' masses and moments of inertia; None without a mass."""
    found: list[dict[str, Any] | None] = []
    for body in mechanism.bodies:
        mass, tensor = body.inertia.mass, np.asarray(body.inertia.tensor)
        if mass <= 0.0:
            found.append(None)
            continue
        moments, axes = np.linalg.eigh(tensor)
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        # of an ellipsoid, J₁ = m (b² + c²) / 5
        squares = 2.5 * (moments.sum() - 2 * moments) / mass
        found.append({"radii": _short(np.sqrt(np.maximum(squares, 0.0))), "turn": _short(quaternions(axes[None])[0])})
    return found


def _short(value: Any, digits: int = DIGITS) -> Any:
    """A number, or numbers, with a few significant digits."""
    if isinstance(value, float | int):
        return float(f"{value:.{digits}g}")
    return [float(f"{x:.{digits}g}") for x in np.asarray(value, float).tolist()]
