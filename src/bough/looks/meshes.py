"""Meshes of visuals, from files near the model's own; what cannot be shown is told in notes."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from bough.errors import FileError, UnsupportedError
from bough.looks.reading import INLINE, Piece, read, read_inline
from bough.looks.simplify import level, simplified, welded
from bough.looks.solids import Mesh
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array

FEWEST = 200  # triangles that every mesh may have
PATIENCE = 30.0  # seconds for all files of a model

Painted = tuple[Mesh, Array | None]  # with a colour if its file gives one


class Meshes:
    """The meshes of a mechanism's visuals: each file is read once, and all together have so many triangles at most."""

    def __init__(self, mechanism: Mechanism, triangles: int):
        self._folder, self._found = mechanism.folder, dict[str, list[Painted]]()
        self._reasons: dict[str, str] = {}  # why files are not shown
        self._refused: dict[str, list[tuple[str, str]]] = {}  # (body, file) by reason
        self._until = time.monotonic() + PATIENCE
        for body in mechanism.bodies:
            for visual in body.visuals:
                if visual.shape == "mesh" and (visual.color is None or visual.color[3] > 0.0):
                    self._keep(body.name, visual.file)
        every = [painted for pieces in self._found.values() for painted in pieces]
        most = level([len(mesh.faces) for mesh, _ in every], triangles, FEWEST)
        self._found = {
            name: [(simplified(mesh, most), colour) for mesh, colour in pieces] for name, pieces in self._found.items()
        }

    def of(self, file: str) -> list[Painted]:
        """The meshes in a file; none if it cannot be shown."""
        return self._found[file]

    @property
    def notes(self) -> tuple[str, ...]:
        """What cannot be shown and why, a sentence for each reason."""
        found = []
        for reason, met in self._refused.items():
            (body, file), more = met[0], len(met) - 1
            others = f", and {more} more {'mesh' if more == 1 else 'meshes'}," if more else ""
            found.append(f"the mesh {shown(file)} of body '{body}'{others} cannot be shown: {reason}.")
        return tuple(found)

    def _keep(self, body: str, file: str) -> None:
        if file not in self._found:
            self._found[file] = []
            try:
                self._found[file] = self._read(file)
            except (FileError, UnsupportedError) as error:
                self._reasons[file] = str(error).rstrip(".")
        if file in self._reasons:
            self._refused.setdefault(self._reasons[file], []).append((body, file))

    def _read(self, file: str) -> list[Painted]:
        pieces: list[Painted] = []
        for piece in self._pieces(file):
            mesh = welded(piece.points, piece.faces)
            if len(mesh.faces):
                pieces.append((mesh, None if piece.colour is None else np.array(piece.colour)))
        if not pieces:
            raise FileError("all its triangles are flat; check its units")
        return pieces

    def _pieces(self, file: str) -> list[Piece]:
        if file.startswith(INLINE):
            return read_inline(file)
        if self._folder is None:
            raise FileError("the mechanism does not come from a file, so there is no folder to look in; load its model")
        if time.monotonic() > self._until:
            raise FileError(f"reading meshes took longer than {PATIENCE:g} s; simplify them")
        place = found(file, self._folder)
        if place is None:
            raise FileError("there is no such file near the model; check its name, or put it beside the model's file")
        return read(*place)


def found(name: str, folder: Path) -> tuple[Path, Path] | None:
    """The file that a visual names, relative to the model's folder; and the folder that limits where it may be.

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
                return (path, limit) if path.resolve().is_relative_to(limit.resolve()) else None
    except (OSError, ValueError):  # a name that no file can have
        pass
    return None
