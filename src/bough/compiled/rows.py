"""Bodies as rows of a tree: regular numbering, joint axes turned to z, bodies on fixed joints merged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bough.mechanism.checks import numbers
from bough.mechanism.inertia import Inertia, about_origins
from bough.mechanism.joints import Fixed, Joint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.topology import Topology

T = TypeVar("T")


class Joints:
    """The joints of a list of bodies. A joint that many bodies share is evaluated once."""

    def __init__(self, distinct: list[Joint], which: np.ndarray):
        """``which``: index into the distinct joints, for each body."""
        self._distinct, self._which = distinct, which

    @classmethod
    def of(cls, mechanism: Mechanism) -> Joints:
        """The joints of all bodies, in the user's order."""
        return cls(*_distinct([body.joint for body in mechanism.bodies]))

    def __getitem__(self, bodies: np.ndarray) -> Joints:
        """The joints of some bodies, by index."""
        return Joints(self._distinct, self._which[bodies])

    def ask(self, question: Callable[[Joint], Any], *shape: int, dtype: type = float) -> np.ndarray:
        """The answers of all joints, a row for each body."""
        answers = [question(joint) for joint in self._distinct]
        found = numbers(answers) if dtype is float else np.array(answers, dtype)
        return found.reshape(-1, *shape)[self._which]


class Rows(NamedTuple):
    """The rows of a tree, including merged bodies, and the place of each described body."""

    topology: Topology
    mount: np.ndarray  # joint frame in the parent's frame: rotation (9), origin (3)
    mass: np.ndarray
    moment: np.ndarray  # mass times centre, body axes
    tensor: np.ndarray  # about the origin, body axes
    carrier: np.ndarray  # row that carries a body, in the user's order of bodies; -1 for the ground
    attach: np.ndarray  # the body's frame in the frame of its carrier: rotation (9), origin (3)


class _Carried(NamedTuple):
    """The carrier of each described body, itself if it has its own row, and its frame in the carrier."""

    carrier: np.ndarray
    frame: np.ndarray
    origin: np.ndarray


def rows_of(mechanism: Mechanism, joints: Joints, merge: bool) -> Rows:
    """The rows of a mechanism; with ``merge`` none for bodies on fixed joints."""
    described = mechanism.topology
    order = described.order
    all_bodies = mechanism.bodies
    bodies, joints = [all_bodies[k] for k in order], joints[order]
    at = numbers([body.at for body in bodies]).reshape(-1, 3)
    rotation = np.array([body.rotation for body in bodies], float).reshape(-1, 3, 3)
    frames = joints.ask(lambda joint: joint.frames(), 2, 3, 3)
    before, after = frames[:, 0].copy(), frames[:, 1].copy()
    fixed = joints.ask(lambda joint: isinstance(joint, Fixed), dtype=bool)
    carried = _carried(described, at, rotation, fixed if merge else np.zeros_like(fixed))
    carrier, frame, origin = carried

    kept = np.flatnonzero(carrier == np.arange(len(order)))
    row = np.full(len(order) + 1, -1)
    row[kept] = np.arange(len(kept))
    topology = described
    if len(kept) < len(order):
        names = tuple(described.names[i] for i in kept)
        topology = Topology(order[kept], row[carrier[described.parent[kept]]], described.dofs[kept], names)
        topology.parent[described.parent[kept] < 0] = -1
    mount = _mounts(described.parent[kept], carried, at[kept], rotation[kept], before[kept], after)

    mass, moment, tensor = _moved(*_mass_properties([body.inertia for body in bodies]), frame, origin)
    on_rows = carrier >= 0
    if len(kept) < len(order):
        target = row[carrier[on_rows]]
        mass, moment, tensor = (_summed(x[on_rows], target, len(kept)) for x in (mass, moment, tensor))
    turned = np.swapaxes(after[kept], 1, 2)
    moment, tensor = _apply(turned, moment), turned @ tensor @ after[kept]

    turned = np.swapaxes(np.where(on_rows[:, None, None], after[carrier], np.eye(3)), 1, 2)
    attach = np.concatenate(((turned @ frame).reshape(-1, 9), _apply(turned, origin)), axis=1)
    user = np.empty(len(order), np.int64)
    user[order] = np.arange(len(order))
    return Rows(topology, mount, mass, moment, tensor, np.where(on_rows, row[carrier], -1)[user], attach[user])


def _carried(described: Topology, at: np.ndarray, rotation: np.ndarray, merged: np.ndarray) -> _Carried:
    carrier = np.arange(len(at))
    frame = np.broadcast_to(np.eye(3), rotation.shape).copy()
    origin = np.zeros_like(at)
    for i in np.flatnonzero(merged).tolist():
        p = described.parent[i]
        carrier[i] = carrier[p] if p >= 0 else -1
        frame[i] = (frame[p] if p >= 0 else np.eye(3)) @ rotation[i]
        origin[i] = (origin[p] + frame[p] @ at[i]) if p >= 0 else at[i]
    return _Carried(carrier, frame, origin)


def _mounts(
    parent: np.ndarray,
    carried: _Carried,
    at: np.ndarray,
    rotation: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
) -> np.ndarray:
    """The joint frames of rows in the turned frames of their parents' carriers."""
    # (a parent of -1 indexes the last body; `grounded` corrects that)
    grounded = parent < 0
    frame = np.where(grounded[:, None, None], np.eye(3), carried.frame[parent])
    origin = np.where(grounded[:, None], 0.0, carried.origin[parent])
    carrier = np.where(grounded, -1, carried.carrier[parent])
    turned = np.swapaxes(np.where((carrier < 0)[:, None, None], np.eye(3), after[carrier]), 1, 2)
    placed = _apply(turned, origin + _apply(frame, at))
    return np.concatenate(((turned @ frame @ rotation @ before).reshape(-1, 9), placed), axis=1)


def _distinct(items: list[T]) -> tuple[list[T], np.ndarray]:
    """The distinct objects, and the index of each item among them."""
    known: dict[int, int] = {}
    which = np.fromiter((known.setdefault(id(item), len(known)) for item in items), np.int64, len(items))
    first = np.full(len(known), -1)
    first[which[::-1]] = np.arange(len(items))[::-1]
    return [items[k] for k in first], which


def _mass_properties(inertias: list[Inertia]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mass, mass times centre, tensor about the origin."""
    distinct, which = _distinct(inertias)
    mass = numbers([x.mass for x in distinct])
    center = numbers([x.center for x in distinct]).reshape(-1, 3)
    tensor = about_origins(mass, center, numbers([x.tensor for x in distinct]).reshape(-1, 3, 3))
    return mass[which], (mass[:, None] * center)[which], tensor[which]


def _moved(
    mass: np.ndarray, moment: np.ndarray, tensor: np.ndarray, frame: np.ndarray, origin: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same about the origin of the carrier, whose frame holds this one."""
    moment, tensor = _apply(frame, moment), frame @ tensor @ np.swapaxes(frame, 1, 2)
    # J' = J - (h̃ õ + õ h̃) - m õ²
    o, h = _skew(origin), _skew(moment)
    return mass, moment + mass[:, None] * origin, tensor - (h @ o + o @ h) - mass[:, None, None] * (o @ o)


def _summed(values: np.ndarray, target: np.ndarray, rows: int) -> np.ndarray:
    total = np.zeros((rows, *values.shape[1:]), values.dtype)
    np.add.at(total, target, values)
    return total


def _apply(matrices: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    return np.einsum("ijk,ik->ij", matrices, vectors)


def _skew(v: np.ndarray) -> np.ndarray:
    matrix = np.zeros((len(v), 3, 3), v.dtype)
    matrix[:, 0, 1], matrix[:, 0, 2], matrix[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    return matrix - np.swapaxes(matrix, 1, 2)
