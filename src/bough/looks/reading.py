"""Files of meshes, untrusted input: bounded in size, and without access to files elsewhere.

STL and OBJ are read here, since they are simple and films have always shown them; DAE and glTF by ``scenes.py``.
"""

from __future__ import annotations

import base64
import os
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.errors import FileError, UnsupportedError
from bough.locks import uncollected
from bough.typing import Array

LARGEST = 32 * 2**20  # bytes of a file
MOST_READ = 2_000_000  # triangles in a file
LARGEST_NUMBER = 1e9
INLINE = "data:model/stl;base64,"
SUFFIXES = (".stl", ".obj", ".dae", ".gltf", ".glb")
_HEAD, _FACET = 84, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


class Piece(NamedTuple):
    """Triangles of one colour; None if the file gives them none."""

    points: Array  # (points, 3)
    faces: NDArray[np.int64]  # (triangles, 3)
    colour: tuple[float, ...] | None = None  # red, green, blue, opacity


def read(path: Path, limit: Path) -> list[Piece]:
    """The pieces of a file; other files that it names must lie in the folder ``limit``."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FileError(f"files of the kind '{path.suffix}' are not read; save it as STL, OBJ, DAE or glTF")
    try:
        data = contents(path)
        if suffix == ".stl":
            pieces = [_stl(data)]
        elif suffix == ".obj":
            pieces = _obj(data, path, limit)
        else:
            from bough.looks.scenes import read_dae, read_gltf

            with uncollected():  # (files may be nested so deeply that objects cannot be ended there)
                pieces = read_dae(data) if suffix == ".dae" else read_gltf(data, path, limit)
    except (FileError, UnsupportedError):
        raise
    except OSError as error:
        raise FileError(f"it cannot be opened ({error.strerror or 'no reason given'}); check its permissions") from None
    except Exception:  # (readers of strangers' files fail in many ways)
        raise FileError("it is damaged, or not such a file; save it anew") from None
    return _checked([piece for piece in pieces if len(piece.faces)])


def inline(corners: Array) -> str:
    """Triangles (triangles, 3, 3) as the name of a file that holds them itself: a data URL with a binary STL."""
    facets = np.zeros(len(corners), _FACET)
    facets["corners"] = corners
    data = bytes(80) + len(corners).to_bytes(4, "little") + facets.tobytes()
    return INLINE + base64.b64encode(data).decode()


def read_inline(name: str) -> list[Piece]:
    """The piece that ``inline`` put into a name."""
    try:
        return _checked([_stl(base64.b64decode(name.removeprefix(INLINE), validate=True))])
    except ValueError:
        raise FileError("its data are damaged; save it as an STL file") from None


def contents(path: Path) -> bytes:
    """The bytes of a file that is not too large."""
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST:
            raise FileError(f"it has {size / 2**20:.0f} MB, more than {LARGEST // 2**20}; simplify it")
        return file.read(LARGEST)


def _checked(pieces: list[Piece]) -> list[Piece]:
    count = sum(len(piece.faces) for piece in pieces)
    if not count:
        raise FileError("it has no triangles; check that it is a mesh")
    if count > MOST_READ:
        raise FileError(f"it has {count:,} triangles, more than {MOST_READ:,}; simplify it")
    for piece in pieces:
        if piece.faces.min() < 0 or piece.faces.max() >= len(piece.points):
            raise FileError("a face names a point that does not exist; save it anew")
        if not (np.abs(piece.points) < LARGEST_NUMBER).all():  # (also true for NaN)
            raise FileError("it has points that are not finite or too far away; check its units")
    return pieces


def _stl(data: bytes) -> Piece:
    count = int.from_bytes(data[80:_HEAD], "little")
    if len(data) == _HEAD + count * _FACET.itemsize:
        corners: Array = np.frombuffer(data, _FACET, count, _HEAD)["corners"].astype(float)
    else:
        words = data.split()
        if words[:1] != [b"solid"]:
            raise ValueError("neither binary nor text")
        numbers = [words[k + 1 : k + 4] for k, word in enumerate(words) if word == b"vertex"]
        corners = np.array(numbers, float).reshape(-1, 3, 3)
    return Piece(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def _obj(data: bytes, path: Path, limit: Path) -> list[Piece]:
    """Triangles by material."""
    points: list[list[float]] = []
    faces: dict[bytes, list[tuple[int, int, int]]] = {b"": []}
    material, libraries = b"", list[bytes]()
    for line in data.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == b"v":
            points.append([float(word) for word in words[1:4]])
        elif words[0] == b"f":
            # counted from 1, or backwards from the last; the part after a slash is not needed
            corners = [int(word.split(b"/")[0]) for word in words[1:]]
            corners = [k - 1 if k > 0 else len(points) + k for k in corners]
            faces[material] += [(corners[0], b, c) for b, c in pairwise(corners[1:])]
        elif words[0] == b"usemtl":
            material = b" ".join(words[1:])
            faces.setdefault(material, [])
        elif words[0] == b"mtllib":
            libraries.append(b" ".join(words[1:]))
    every = np.array(points, float).reshape(-1, 3)
    colours = _materials(libraries[:1], path, limit) if any(faces) else {}
    return [
        Piece(every, np.array(own, np.int64).reshape(-1, 3), colours.get(name)) for name, own in faces.items() if own
    ]


def _materials(libraries: list[bytes], path: Path, limit: Path) -> dict[bytes, tuple[float, ...]]:
    """Colours by name, from the file of materials of an OBJ; none if it cannot be read."""
    found: dict[bytes, tuple[float, ...]] = {}
    name = b""
    try:
        lines = [line.split() for library in libraries for line in beside(library.decode(), path, limit).splitlines()]
        for words in lines:
            if words[:1] == [b"newmtl"]:
                name = b" ".join(words[1:])
            elif words[:1] == [b"Kd"]:
                red, green, blue = (min(max(float(word), 0.0), 1.0) for word in words[1:4])
                found[name] = (red, green, blue, found.get(name, (1.0,))[-1])
            elif words[:1] == [b"d"] and name in found:
                found[name] = (*found[name][:3], min(max(float(words[1]), 0.1), 1.0))
    except (OSError, ValueError):
        return {}
    return found


def beside(name: str, path: Path, limit: Path) -> bytes:
    """The bytes of a file that a mesh names, relative to its own folder; neither ".." nor a link leads out of the limit."""
    other = path.parent / name
    if not other.resolve().is_relative_to(limit.resolve()):
        raise FileError(f"it names '{name}', which lies outside of the model's folder; put it beside the mesh")
    if not other.is_file():
        raise FileError(f"it needs '{name}', which is not there; put it beside the mesh")
    return contents(other)
