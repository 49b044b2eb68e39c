"""Cameras: parallel projections along an axis, or from the front and above, that contain a whole motion."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.typing import Array

VIEWS = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2), "3d": (0, 1, 2)}
# relative to the largest motion: less in a direction counts as none
STILL = 1e-6
ELEVATION = np.radians(20.0)
AZIMUTHS = np.radians((-55.0, -35.0, 35.0, 55.0))  # of the camera, about the vertical, from the axis that is usually x
BETTER = 1.1  # factor by which the visible spread must be wider to prefer another azimuth to the first
LIGHT = np.array((-0.45, 0.75, -0.6))  # direction to the light: left, above, behind the camera; in the camera's axes
DARKEST = 0.5


class Margins(NamedTuple):
    """Empty pixels around the drawing."""

    left: int
    right: int
    top: int
    bottom: int


class Camera:
    """A projection from ground axes to pixels and a depth that grows away from the camera."""

    def __init__(self, axes: Array, size: tuple[int, int]):
        """``axes``: rows are the directions to the right, upwards and away from the camera."""
        self.axes, self.size = axes, size

    def pixels(self, points: Array) -> Array:
        """(x to the right, y downwards, depth from 0 to 1), of points (…, 3)."""
        raise NotImplementedError

    def ahead(self, points: Array) -> NDArray[np.bool_]:
        """Whether points (…, 3) are in front of the camera."""
        return np.ones(points.shape[:-1], bool)

    def outline(self, points: Array) -> Array:
        """The part of a polygon (points, 3) in front of the camera."""
        return points

    def cut(self, points: Array, normals: Array, faces: NDArray[np.intp]) -> tuple[Array, Array, NDArray[np.intp], Any]:
        """Triangles in front of the camera: points, normals, faces, and which face each one is a part of."""
        return points, normals, faces, slice(None)

    def brightness(self, normals: Array) -> Array:
        """Brightness of surfaces with these normals, from DARKEST to 1."""
        light = (LIGHT / np.linalg.norm(LIGHT)) @ self.axes
        found: Array = DARKEST + (1 - DARKEST) * (0.5 + 0.5 * normals @ light) ** 1.2
        return found

    def facing(self, normals: Array) -> Array:
        """How far normals point to the camera."""
        found: Array = -(normals @ self.axes[2])
        return found


class Parallel(Camera):
    """A parallel projection."""

    def __init__(self, axes: Array, low: Array, high: Array, size: tuple[int, int], margins: Margins):
        """Everything between ``low`` and ``high``, along the camera's axes, is visible."""
        super().__init__(axes, size)
        self.margins = margins
        self.middle = (low + high) / 2
        room = np.array((size[0] - margins.left - margins.right, size[1] - margins.top - margins.bottom))
        extent = (high - low)[:2]
        with np.errstate(divide="ignore"):
            scale = float((room / extent).min())
        self.scale = scale if np.isfinite(scale) else float(room.min())  # pixels per metre
        self.center = np.array((margins.left + room[0] / 2, margins.top + room[1] / 2))
        self.deep = max(float((high - low)[2]), 1e-9 * float(extent.max()), 1e-300)

    def pixels(self, points: Array) -> Array:
        x, y, away = np.moveaxis(points @ self.axes.T - self.middle, -1, 0)
        near = 0.5 + 0.9 * away / self.deep  # a little room in front and behind
        return np.stack((self.center[0] + self.scale * x, self.center[1] - self.scale * y, near), -1)


def upright(gravity: Array) -> Array:
    """Columns are the two level axes and the vertical: the ground axis opposite to gravity, z without gravity."""
    strongest = int(np.argmax(np.abs(gravity))) if gravity.any() else 2
    up = np.zeros(3)
    up[strongest] = -1.0 if gravity[strongest] > 0 else 1.0
    x = np.eye(3)[(strongest + 1) % 3]
    return np.stack((x, np.cross(up, x), up), -1)


def plane_axes(axes: tuple[int, ...]) -> Array:
    """The camera's axes for a view along the remaining ground axis."""
    right, up = np.eye(3)[axes[0]], np.eye(3)[axes[1]]
    return np.stack((right, up, -np.cross(right, up)))


def space_axes(points: Array, level: Array) -> Array:
    """The camera's axes for a view from the front and above.

    The azimuth is chosen so that points (frames, points, 3) spread and move sideways rather than towards the camera.
    """
    flat = (points @ level)[..., :2]
    moved, still = (flat - flat.mean(axis=0)).reshape(-1, 2), flat[0] - flat[0].mean(axis=0)
    spread = moved.T @ moved / len(moved) + still.T @ still / len(still)
    # (to the right, for a camera at this azimuth)
    sideways = [np.array((-np.sin(a), np.cos(a))) for a in AZIMUTHS]
    seen = [float(s @ spread @ s) for s in sideways]
    best = int(np.argmax(seen))
    azimuth = AZIMUTHS[best if seen[best] > BETTER * seen[0] else 0]
    right = np.array((-np.sin(azimuth), np.cos(azimuth), 0.0))
    away = -np.array((np.cos(ELEVATION) * np.cos(azimuth), np.cos(ELEVATION) * np.sin(azimuth), np.sin(ELEVATION)))
    return np.stack((right, np.cross(right, away), away)) @ level.T


def chosen_axes(points: Array) -> tuple[int, ...]:
    """The axes of the plane in which points (frames, points, 3) move, or all three if there is no such plane."""
    motion = np.ptp(points, axis=0).max(axis=0, initial=0.0)
    still = np.flatnonzero(motion <= STILL * motion.max())
    if not still.size:
        return VIEWS["3d"]
    # of several directions, the one in which the figure is flattest; y is preferred
    flatness = np.ptp(points[0], axis=0)
    dropped = min(still.tolist(), key=lambda k: (round(float(flatness[k]), 9), k != 1))
    return tuple(k for k in range(3) if k != dropped)


def step_of(extent: float, parts: float) -> float:
    """A round number (1, 2 or 5 times a power of ten) that divides an extent into about so many parts."""
    wanted = extent / parts
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(power * min((1, 2, 5, 10), key=lambda f: abs(np.log(f * power / wanted))))
