"""A camera at a place in space, as the player has one; what lies behind it is cut off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import finite, remedy, shown, three_numbers
from bough.simulation.draw.film.camera import Camera
from bough.typing import Array

KEYS = ("eye", "target", "up", "angle")
ANGLE = 40.0  # degrees
NARROWEST, WIDEST = 0.1, 170.0
NEAR = 1e-3  # distance in front of the eye from which on things are seen, relative to that of the target


class Shot(NamedTuple):
    """From where to where a camera looks, what is upwards, and the vertical angle of view in degrees."""

    eye: Array
    target: Array
    up: Array
    angle: float

    @property
    def axes(self) -> Array:
        """Rows are the directions to the right, upwards and away from the camera."""
        away = self.target - self.eye
        away = away / np.linalg.norm(away)
        right = np.cross(away, self.up)
        right /= np.linalg.norm(right)
        return np.stack((right, np.cross(right, away), away))


def shot_of(camera: Any, up: Array) -> Shot:
    """What a user wrote, checked; ``up`` serves if there is none."""
    if not isinstance(camera, Mapping):
        raise StateError(f"camera must be a dict with eye and target, not {shown(camera)}.")
    for key in camera:
        if key not in KEYS:
            raise StateError(f"camera: no entry {shown(key)}: {remedy(key, KEYS)}")
    for key in ("eye", "target"):
        if key not in camera:
            raise StateError(f"camera: there is no {key}; give three numbers, in metres.")
    try:
        eye, target = (three_numbers(camera[key], "camera", key) for key in ("eye", "target"))
        upwards = up if camera.get("up") is None else three_numbers(camera["up"], "camera", "up")
        angle = finite(camera.get("angle", ANGLE), "camera", "angle")
    except MechanismError as error:
        raise StateError(str(error)) from None
    if not NARROWEST <= angle <= WIDEST:
        raise StateError(f"camera: angle must be from {NARROWEST:g} to {WIDEST:g} degrees, not {shown(angle)}.")
    way = target - eye
    if not np.linalg.norm(way) > 0.0:
        raise StateError("camera: eye and target are the same point; move one of them.")
    if not np.linalg.norm(np.cross(way, upwards)) > 1e-9 * np.linalg.norm(way) * np.linalg.norm(upwards):
        raise StateError("camera: up points along the line of sight; give another direction, such as [0, 0, 1].")
    return Shot(eye, target, upwards, angle)


class Perspective(Camera):
    """A perspective from ground axes to pixels, as in three.js, and a depth that grows away from the eye."""

    def __init__(self, shot: Shot, size: tuple[int, int], nearest: float, farthest: float):
        """``nearest``, ``farthest``: coordinates along the line of sight between which everything is."""
        super().__init__(shot.axes, size)
        self.eye = shot.eye
        self.near = NEAR * float(np.linalg.norm(shot.target - shot.eye))
        self.focus = size[1] / 2 / float(np.tan(np.radians(shot.angle) / 2))  # pixels
        start = float(shot.eye @ self.axes[2])
        first = max(nearest - start, self.near)
        last = max(farthest - start, 2.0 * first)
        self.inverse = 1.0 / first, 1.0 / last

    def pixels(self, points: Array) -> Array:
        x, y, away = np.moveaxis((points - self.eye) @ self.axes.T, -1, 0)
        away = np.maximum(away, self.near)
        # (what is straight in space is straight in 1/away over the picture)
        first, last = self.inverse
        depth = 0.05 + 0.9 * (first - 1.0 / away) / (first - last)
        wide, high = self.size
        return np.stack((wide / 2 + self.focus * x / away, high / 2 - self.focus * y / away, depth), -1)

    def ahead(self, points: Array) -> NDArray[np.bool_]:
        seen: NDArray[np.bool_] = (points - self.eye) @ self.axes[2] >= self.near
        return seen

    def outline(self, points: Array) -> Array:
        """The part of a polygon (points, 3) in front of the eye."""
        away = (points - self.eye) @ self.axes[2] - self.near
        found = []
        for k, a in enumerate(away):
            before = away[k - 1]
            if (a >= 0.0) != (before >= 0.0):
                found.append(points[k - 1] + before / (before - a) * (points[k] - points[k - 1]))
            if a >= 0.0:
                found.append(points[k])
        return np.array(found).reshape(-1, 3)

    def cut(self, points: Array, normals: Array, faces: NDArray[np.intp]) -> tuple[Array, Array, NDArray[np.intp], Any]:
        """Triangles in front of the eye: points, normals, faces, and which face each one is a part of."""
        away = (points - self.eye) @ self.axes[2] - self.near
        inside = (away >= 0.0)[faces]
        count = inside.sum(axis=1)
        kept = [np.flatnonzero(count == 3)]
        parts, more, more_normals = [faces[kept[0]]], [points], [normals]
        total = len(points)
        for number, alone in ((1, True), (2, False)):
            which = np.flatnonzero(count == number)
            # a, the corner that is alone on its side, first; the order of corners stays
            first = np.argmax(inside[which] == alone, axis=1)
            a, b, c = (faces[which, (first + k) % 3] for k in range(3))
            shares = [away[a] / (away[a] - away[end]) for end in (b, c)]
            for end, share in zip((b, c), shares, strict=True):
                more.append(points[a] + share[:, None] * (points[end] - points[a]))
                more_normals.append(normals[a] + share[:, None] * (normals[end] - normals[a]))
            ab, ac = total + np.arange(len(which)), total + len(which) + np.arange(len(which))
            total += 2 * len(which)
            parts += [np.stack((a, ab, ac), -1)] if alone else [np.stack((ab, b, c), -1), np.stack((ab, c, ac), -1)]
            kept += [which] if alone else [which, which]
        return np.concatenate(more), np.concatenate(more_normals), np.concatenate(parts), np.concatenate(kept)
