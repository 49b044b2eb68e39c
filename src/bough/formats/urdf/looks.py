"""Visuals of the links of a URDF: shapes, colours, and names of meshes, which are not opened."""

from __future__ import annotations

from collections import defaultdict

from bough.errors import MechanismError
from bough.formats.findings import Findings
from bough.formats.urdf.attributes import number, numbers
from bough.formats.urdf.placement import place
from bough.formats.xml import Element
from bough.mechanism.visual import SIZES, Visual

Color = tuple[float, ...]


class Looks:
    """The visuals of links, with the materials of the whole file."""

    def __init__(self, root: Element, findings: Findings):
        self.findings = findings
        self._refused: dict[str, list[tuple[str, int]]] = defaultdict(list)  # meshes, by reason
        # a material within a visual also serves others
        materials = list(root.all("material"))
        materials += [m for link in root.all("link") for visual in link.all("visual") for m in visual.all("material")]
        self._materials: dict[str, Color] = {}
        self._colors: dict[int, Color] = {}  # by the element's identity
        for material in materials:
            if (color := self._color(material)) is not None:
                self._colors[id(material)] = color
                self._materials.setdefault(material.attributes.get("name", ""), color)

    def of_link(self, link: Element, whose: str) -> list[Visual]:
        """All visuals of a link."""
        visuals = []
        for element in link.all("visual"):
            geometry = element.first("geometry")
            shape = next((child for child in geometry.children if child.tag in SIZES), None) if geometry else None
            if shape is None:
                self.findings.warn("a <visual> without a shape in its <geometry> is left out.", whose, element.line)
                continue
            size, file = self._size(shape, whose)
            if size is None:
                continue
            at, rotation = place(element, whose, self.findings)
            material = element.first("material")
            try:
                visuals.append(Visual(shape.tag, size, file, at, rotation, self._color_of(material)))
            except MechanismError as error:
                self.findings.warn(f"a <visual> is left out: {error}", whose, shape.line)
        return visuals

    def tell(self) -> None:
        """Warn of meshes whose names were not kept, once per reason."""
        for why, met in self._refused.items():
            name, line = met[0]
            meshes = f"the mesh '{name}' is" if len(met) == 1 else f"{len(met)} meshes such as '{name}' are"
            self.findings.warn(
                f"{meshes} not kept, since {why}; give a path relative to this file, or package://.", line=line
            )

    def _size(self, shape: Element, whose: str) -> tuple[tuple[float, ...] | None, str]:
        """Size and file; no size for a mesh whose name is not kept."""
        match shape.tag:
            case "box":
                return numbers(shape, "size", 3, whose, self.findings), ""
            case "mesh":
                name = shape.attributes.get("filename", "")
                if why := refusal(name):
                    self._refused[why].append((name, shape.line))
                    return None, ""
                scale = shape.attributes.get("scale", "").split()
                if len(scale) == 1:
                    message = f'scale of <mesh> has one number for each axis; write scale="{" ".join(3 * scale)}".'
                    self.findings.error(message, whose, shape.line)
                    return None, ""
                return numbers(shape, "scale", 3, whose, self.findings, (1.0, 1.0, 1.0)), name
        return tuple(number(shape, name, whose, self.findings) for name in SIZES[shape.tag]), ""

    def _color_of(self, material: Element | None) -> Color | None:
        if material is None:
            return None
        return self._colors.get(id(material)) or self._materials.get(material.attributes.get("name", ""))

    def _color(self, material: Element) -> Color | None:
        color = material.first("color")
        if color is None:
            return None
        whose = f"material '{material.attributes.get('name', '')}'"
        rgba = numbers(color, "rgba", 4, whose, self.findings)
        if not all(0.0 <= x <= 1.0 for x in rgba):
            message = "red, green, blue and opacity must be from 0 to 1; the colour is left out."
            self.findings.warn(message, whose, color.line)
            return None
        return rgba


def refusal(name: str) -> str:
    """Why the name of a mesh is not kept, if it is not: it could lead to files outside the model."""
    if not name:
        return "it has no filename"
    plain = name.replace("\\", "/")
    scheme, separator, rest = plain.partition("://")
    if separator and scheme != "package":
        return f"{scheme}:// may lead anywhere"
    if not separator and (plain.startswith("/") or plain[1:2] == ":"):
        return "its path is absolute"
    parts = (rest.lstrip("/") if separator else plain).split("/")
    # a path must not leave a package; a relative one may lead to a folder beside the model's own
    depth, least = 0, 0
    for part in parts[1:] if separator else parts:
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        least = min(least, depth)
    if separator and (parts[0] in ("", ".", "..") or least < 0):
        return "its path leaves the package"
    if not separator and least < -1:
        return "its path climbs higher than the folder above"
    return ""
