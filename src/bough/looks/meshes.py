"""Meshes of visuals, from STL and OBJ files near the model's file; what cannot be shown is told in notes."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import numpy as np

from bough.looks.solids import Mesh
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array

LARGEST = 32 * 2**20  # bytes of a file
FEWEST = 200  # triangles that every mesh may have
LARGEST_NUMBER = 1e9
_HEAD, _FACET = 84, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


class Meshes:
    """The meshes of a mechanism's visuals, each read once."""

    def __init__(self, mechanism: Mechanism, triangles: int):
        self.folder, self.notes = mechanism.folder, list[str]()
        count = sum(visual.shape == "mesh" for body in mechanism.bodies for visual in body.visuals)
        self.most = max(FEWEST, triangles // max(count, 1))
        self._known: dict[str, Mesh | None] = {}

    def of(self, body: str, name: str) -> list[tuple[Mesh, Array | None]]:
        """The meshes in a file with their colours; none if it cannot be used, which is noted."""
        if name not in self._known:
            path = None if self.folder is None else found(name, self.folder)
            self._known[name] = None if path is None else read(path, self.most)
        mesh = self._known[name]
        if mesh is None:
            self.notes.append(f"the mesh '{name}' of body '{body}' could not be read.")
            return []
        return [(mesh, None)]


def found(name: str, folder: Path) -> Path | None:
    """The file that a visual names, relative to the model's folder.

    ``package://p/…`` is searched in a folder p that contains the model, or next to one that does. Neither ".." nor a
    link may lead out of that package, or out of the parent of the model's folder.
    """
    scheme, separator, rest = name.replace("\\", "/").partition("://")
    folders = (folder, *folder.parents)
    if not separator:
        candidates = [(folder.parent, folder / scheme)]
    elif scheme == "package":
        package, _, inside = rest.lstrip("/").partition("/")
        if package in ("", ".", ".."):
            return None
        candidates = [(above / package, above / package / inside) for above in folders]
        candidates += [(above, above / inside) for above in folders if above.name == package]
    else:
        return None
    try:
        for limit, path in candidates:
            if path.is_file():
                return path if path.resolve().is_relative_to(limit.resolve()) else None
    except (OSError, ValueError):  # a name that no file can have
        pass
    return None


def read(path: Path, most: int) -> Mesh | None:
    """The triangles of a file, at most ``most``, visible from both sides; None if it has no usable ones."""
    try:
        if path.suffix.lower() not in (".stl", ".obj") or os.path.getsize(path) > LARGEST:
            return None
        data = path.read_bytes()
        corners = _stl(data) if path.suffix.lower() == ".stl" else _obj(data)
    except (OSError, ValueError, IndexError, OverflowError):
        return None
    if not len(corners) or not (np.abs(corners) < LARGEST_NUMBER).all():  # (also true for NaN)
        return None
    corners = _coarser(np.asarray(corners, float), most)
    points, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return Mesh(points, faces.reshape(-1, 3))


def _stl(data: bytes) -> np.ndarray:
    count = int.from_bytes(data[80:_HEAD], "little")
    if len(data) == _HEAD + count * _FACET.itemsize:
        return np.frombuffer(data, _FACET, count, _HEAD)["corners"]
    words = data.split()
    if words[:1] != [b"solid"]:
        return np.empty((0, 3, 3))
    numbers = [words[k + 1 : k + 4] for k, word in enumerate(words) if word == b"vertex"]
    return np.array(numbers, float).reshape(-1, 3, 3)


def _obj(data: bytes) -> np.ndarray:
    points: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for line in data.splitlines():
        words = line.split()
        if words[:1] == [b"v"]:
            points.append([float(word) for word in words[1:4]])
        elif words[:1] == [b"f"]:
            # counted from 1, or backwards from the last; the part after a slash is not needed
            corners = [int(word.split(b"/")[0]) for word in words[1:]]
            corners = [k - 1 if k > 0 else len(points) + k for k in corners]
            faces += [(corners[0], b, c) for b, c in pairwise(corners[1:])]
    if not faces:
        return np.empty((0, 3, 3))
    indices = np.array(faces)
    if indices.min() < 0:
        raise ValueError("a face names a point that does not exist.")
    found: Array = np.array(points, float).reshape(-1, 3)[indices]
    return found


def _coarser(corners: np.ndarray, most: int) -> np.ndarray:
    """At most ``most`` triangles: points in one grid cell are merged to their mean; collapsed triangles go."""
    points = corners.reshape(-1, 3)
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    found = corners
    for cells in (256, 128, 64, 40, 28, 20, 14, 10, 7, 5):
        if len(found) <= most:
            break
        x, y, z = np.rint((points - low) / size * cells).astype(np.int64).T
        _, cell, count = np.unique((x * 1024 + y) * 1024 + z, return_inverse=True, return_counts=True)
        mean = np.stack([np.bincount(cell.reshape(-1), points[:, k]) / count for k in range(3)], -1)
        a, b, c = cell.reshape(-1, 3).T
        kept = np.unique(cell.reshape(-1, 3)[(a != b) & (b != c) & (a != c)], axis=0)
        found = mean[kept]
    return found[:most]
