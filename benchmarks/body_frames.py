"""A mechanism of hinges, slides and free bodies along its bodies' own axes: their frames and what is left of inertias.

Frames after Denavit and Hartenberg, for trees as Khalil and Kleinfinger have them: z is the axis of the joint, and x the
common normal of this axis and the next, that of the child that carries most bodies. A joint is then a constant screw
about x and a screw about z; before them there is another constant one about z for all other children.

What of a body's inertia does not feel its joint is moved to the parent: of a body that turns about z, the mass and all
that lies along z; of one that slides, Σ m r rᵀ.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from body_turns import Screw, others

import bough as bo
from bough.compiled.tree import compiled

X, Z = 0, 2
TURNS, SLIDES, FREE = "turns", "slides", "free"
BLUR = 1e-14  # numbers this close to whole ones are taken for them, as in own code


class Link(NamedTuple):
    """A body and its joint."""

    parent: int
    kind: str
    fixed: list[Screw]  # from the parent's frame to the joint's
    base: np.ndarray  # the joint's axes in the parent's
    angle: float  # about z, when q = 0
    shift: float
    inertia: np.ndarray  # 4 x 4
    q_at: int
    u_at: int
    armature: float


def links_of(mechanism: bo.Mechanism, normals: bool = True, lumped: bool = True) -> list[Link]:
    """The bodies in regular numbering; ``normals``: frames by common normals, instead of those of the description."""
    tree = compiled(mechanism).arrays
    names = {bo.Revolute.kind.code: TURNS, bo.Prismatic.kind.code: SLIDES, bo.Free.kind.code: FREE}
    kinds, parent, count = [names[code] for code in tree.kind.tolist()], tree.parent.tolist(), tree.bodies
    size = [1] * count
    for i in reversed(range(count)):
        if parent[i] >= 0:
            size[parent[i]] += size[i]
    mounts = [_frame(row) for row in tree.mount]
    own, links, places = [], [], []
    for i, kind in enumerate(kinds):
        inertia = _pseudo(tree.inertia[i])
        heirs = [j for j in range(count) if parent[j] == i]
        beta = along = 0.0
        if normals and kind != FREE:
            beta, along = _screws(mounts[max(heirs, key=lambda j: size[j])])[:2] if heirs else _along_x(inertia, kind)
        own.append(_matrix(Z, beta, along))
        back = _matrix(Z, -beta, -along)
        mount, fixed, angle, shift = mounts[i], [], 0.0, 0.0
        if parent[i] >= 0:
            first, b, alpha, a, shift, angle = _screws(np.linalg.inv(own[parent[i]]) @ mount)
            fixed = [screw for screw in (_constant(Z, first, b), _constant(X, alpha, a)) if not screw.is_nothing]
            mount = _matrix(Z, first, b) @ _matrix(X, alpha, a)
        elif kind == TURNS:
            mount = mount @ own[i]  # (the ground has no axes of its own)
            beta = along = 0.0
        places.append(mount @ _matrix(Z, angle + beta, shift + along))
        armature = float(tree.armature[tree.dof[i], 0]) if tree.rotors else 0.0
        at = int(tree.q_at[i]), int(tree.u_at[i])
        links.append(
            Link(
                parent[i],
                kind,
                fixed,
                mount[:3, :3],
                angle + beta,
                shift + along,
                back @ inertia @ back.T,
                *at,
                armature,
            )
        )
    if lumped:
        _lump(links, places)
    for link in links:
        link.inertia[np.abs(link.inertia) <= BLUR * np.abs(link.inertia).max()] = 0.0
    return links


def clean(x: float) -> float:
    near = round(x)
    return float(near) if abs(x - near) <= BLUR else float(x)


def _lump(links: list[Link], places: list[np.ndarray]) -> None:
    for link, place in zip(reversed(links), reversed(places), strict=True):
        moved = link.inertia.copy()
        if link.kind == FREE:
            continue
        if link.kind == TURNS:
            moved[:2], moved[:, :2] = 0.0, 0.0
        else:
            moved[3], moved[:, 3] = 0.0, 0.0
        link.inertia[...] -= moved
        if link.parent >= 0:
            links[link.parent].inertia[...] += place @ moved @ place.T


def _screws(mount: np.ndarray) -> tuple[float, float, float, float, float, float]:
    """Angle and shift about z, x and z, which together are the mount."""
    axis, origin = mount[:3, 2], mount[:3, 3]
    sine = np.hypot(axis[0], axis[1])
    if sine > 1e-9:
        beta = np.arctan2(axis[0], -axis[1])
        if not -np.pi / 2 + 1e-9 < beta <= np.pi / 2 + 1e-9:
            beta, sine = np.arctan2(-axis[0], axis[1]), -sine
        alpha = np.arctan2(sine, axis[2])
        a = np.cos(beta) * origin[0] + np.sin(beta) * origin[1]
        d = (np.sin(beta) * origin[0] - np.cos(beta) * origin[1]) / np.sin(alpha)
        b = origin[2] - d * np.cos(alpha)
    else:
        alpha, d, b = (0.0 if axis[2] > 0.0 else np.pi), 0.0, origin[2]
        a = np.hypot(origin[0], origin[1])
        beta = np.arctan2(origin[1], origin[0]) if a > BLUR else 0.0
    rest = np.linalg.inv(_matrix(Z, beta, b) @ _matrix(X, alpha, a)) @ mount
    return beta, b, alpha, a, d, np.arctan2(rest[1, 0], rest[0, 0])


def _along_x(inertia: np.ndarray, kind: str) -> tuple[float, float]:
    """The frame of a last body: its centre is above x, and Σ m x z is zero."""
    h = np.hypot(inertia[0, 3], inertia[1, 3])
    if kind != TURNS or h <= BLUR * inertia[3, 3]:
        return 0.0, 0.0
    beta = np.arctan2(inertia[1, 3], inertia[0, 3])
    return beta, (np.cos(beta) * inertia[0, 2] + np.sin(beta) * inertia[1, 2]) / h


def _frame(row: np.ndarray) -> np.ndarray:
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = row[:9].reshape(3, 3), row[9:]
    return found


def _matrix(axis: int, angle: float, shift: float) -> np.ndarray:
    found, (i, j) = np.eye(4), others(axis)
    found[i, i] = found[j, j] = np.cos(angle)
    found[i, j], found[j, i] = -np.sin(angle), np.sin(angle)
    found[axis, 3] = shift
    return found


def _constant(axis: int, angle: float, shift: float) -> Screw:
    return Screw(axis, clean(np.cos(angle)), clean(np.sin(angle)), clean(shift))


def _pseudo(row: np.ndarray) -> np.ndarray:
    """Σ m (r, 1)(r, 1)ᵀ from mass, mass times centre and the tensor."""
    m, hx, hy, hz, xx, xy, xz, yy, yz, zz = row
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    found = np.full((4, 4), m)
    found[:3, :3] = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    found[:3, 3] = found[3, :3] = hx, hy, hz
    return found
