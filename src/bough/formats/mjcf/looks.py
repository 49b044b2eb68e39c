"""Visuals of the bodies of a compiled MJCF model."""

from __future__ import annotations

import numpy as np

from bough.errors import MechanismError
from bough.formats.findings import Findings
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.guard import Guard
from bough.formats.mjcf.rotations import rotation_of, rows_of
from bough.looks.reading import inline
from bough.mechanism.visual import Visual

MOST_INLINE = 5000  # triangles of a mesh that is kept in the mechanism itself
SHOWN = 3  # geoms of this group and above are hidden in MuJoCo's viewer; most are shapes for contacts
_KINDS = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")  # by MuJoCo's numbers
_GREY = (0.5, 0.5, 0.5, 1.0)  # where neither a shape nor its material has a colour


class Looks:
    """The visuals of bodies, and counts of omitted ones."""

    def __init__(self, found: Compiled, guard: Guard):
        self.model, self.found, self.guard = found.model, found, guard
        self.left_out: dict[str, int] = {}
        # visuals of the ground are not kept
        for geom in self._geoms(0):
            self._leave_out(self._kind(geom) + " of the ground")

    def of_body(self, i: int) -> list[Visual]:
        """All visuals of a body."""
        return [visual for geom in self._geoms(i) if (visual := self._visual(geom)) is not None]

    def tell(self, findings: Findings) -> None:
        """Note the shapes that are not shown."""
        if self.left_out:
            each = ", ".join(f"{count} {what}" for what, count in self.left_out.items())
            findings.note(f"shapes without a counterpart, or hidden, are not shown: {each}.")

    def _geoms(self, i: int) -> range:
        first = int(self.model.body_geomadr[i])
        return range(first, first + int(self.model.body_geomnum[i]))

    def _kind(self, geom: int) -> str:
        return _KINDS[int(self.model.geom_type[geom])]

    def _leave_out(self, what: str) -> None:
        self.left_out[what] = self.left_out.get(what, 0) + 1

    def _visual(self, geom: int) -> Visual | None:
        model, kind = self.model, self._kind(geom)
        if int(model.geom_group[geom]) >= SHOWN:
            self._leave_out("in hidden groups")
            return None
        x, y, z = model.geom_size[geom].tolist()
        at, turn = model.geom_pos[geom], rotation_of(model.geom_quat[geom])
        size: tuple[float, ...]
        file = ""
        match kind:
            case "box":
                size = (2.0 * x, 2.0 * y, 2.0 * z)
            case "sphere":
                size = (x,)
            case "capsule" | "cylinder":
                size = (x, 2.0 * y)
            case "mesh":
                mesh = int(model.geom_dataid[geom])
                size, file = tuple(model.mesh_scale[mesh].tolist()), self.found.mesh_files[mesh]
                if file:
                    file = self.guard.relative(file) or ""
                    # MuJoCo moves a mesh to its own principal axes; here it stays as in its file
                    moved = rotation_of(model.mesh_quat[mesh])
                    if moved is not None:
                        turn = moved.T if turn is None else turn @ moved.T
                    at = at - (model.mesh_pos[mesh] if turn is None else turn @ model.mesh_pos[mesh])
                elif int(model.mesh_facenum[mesh]) <= MOST_INLINE:
                    size, file = (1.0, 1.0, 1.0), self._inline(mesh)
            case _:
                self._leave_out(kind)
                return None
        if kind == "mesh" and not file:
            self._leave_out("large mesh without a file")
            return None
        try:
            return Visual(kind, size, file, tuple(at.tolist()), rows_of(turn), self._color(geom))
        except MechanismError:
            self._leave_out(f"{kind} without a size")
            return None

    def _inline(self, mesh: int) -> str:
        """A mesh that the model's own file describes, as MuJoCo has scaled and moved it."""
        model = self.model
        first, start = int(model.mesh_vertadr[mesh]), int(model.mesh_faceadr[mesh])
        faces = model.mesh_face[start : start + int(model.mesh_facenum[mesh])]
        return inline(model.mesh_vert[first + faces])

    def _color(self, geom: int) -> tuple[float, ...]:
        color, material = self.model.geom_rgba[geom], int(self.model.geom_matid[geom])
        if material >= 0 and np.array_equal(color, np.array(_GREY, color.dtype)):
            color = self.model.mat_rgba[material]
        return tuple(round(min(max(x, 0.0), 1.0), 6) for x in color.tolist())
