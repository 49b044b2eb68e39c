"""DAE and glTF by trimesh, after checks: no entities, no archives, no pictures, and no more copies than a file can mean."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.parsers import expat

import numpy as np

from bough.errors import FileError
from bough.extras import need
from bough.looks.reading import LARGEST, MOST_READ, Piece, beside
from bough.mechanism.checks import shown

DEEPEST = 200  # elements within elements
MOST_BYTES = 8 * LARGEST  # of all that a file means, with repetitions
MOST_PARTS = 50_000
PART = MOST_BYTES // MOST_PARTS
LEAST_OPACITY = 0.1  # files with less rather mean the reverse
MATERIALS = ("bind_material", "library_effects", "library_images", "library_materials")
UNITS = re.compile(r"([-+.\deE]+) \* meters")
# bytes of a number, and numbers of an item, by the codes of glTF
_WIDTHS = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_ITEMS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
# extensions that change nothing about where points are
HARMLESS = ("KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_mesh_quantization", "EXT_texture_")
DRAWN = ("POSITION", "COLOR_0")


def read_dae(data: bytes) -> list[Piece]:
    """The pieces of a COLLADA file in metres; its axes are kept."""
    need("DAE and glTF meshes")
    if zipfile.is_zipfile(io.BytesIO(data)):
        raise FileError("it is an archive; unpack it")
    _check_dae(data)
    # (a material that refers to something missing takes the geometry with it)
    return _pieces(data, "dae", None) or _pieces(_unpainted(data), "dae", None)


def read_gltf(data: bytes, path: Path, limit: Path) -> list[Piece]:
    """The pieces of a glTF file; buffers that it names must lie in the folder ``limit``."""
    need("DAE and glTF meshes")
    tree, own = _unpacked(data)
    buffers = []
    for k, buffer in enumerate(tree.get("buffers", [])[:MOST_PARTS]):
        buffers.append(_buffer(buffer.get("uri"), own if k == 0 else None, path, limit))
        if sum(map(len, buffers)) > LARGEST:
            raise FileError(f"its buffers have more than {LARGEST // 2**20} MB; simplify it")
    _check_gltf(tree)
    kept = ("asset", "scene", "scenes", "nodes", "accessors", "bufferViews")
    plain = {key: tree[key] for key in kept if key in tree}
    plain["meshes"] = [_plain_mesh(mesh) for mesh in tree.get("meshes", [])]
    plain["materials"] = [_plain_material(material) for material in tree.get("materials", [])]
    plain["buffers"] = [{"uri": str(k), "byteLength": len(buffer)} for k, buffer in enumerate(buffers)]
    return _pieces(json.dumps(plain).encode(), "gltf", {str(k): buffer for k, buffer in enumerate(buffers)})


def _pieces(data: bytes, kind: str, files: dict[str, bytes] | None) -> list[Piece]:
    """All meshes of a scene, in its axes, those of one colour together."""
    import trimesh

    resolver: Any = None if files is None else _Given(files)
    scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=resolver, process=False)
    scale = float(found[1]) if (found := UNITS.fullmatch(scene.units or "")) else 1.0
    by_colour: dict[tuple[float, ...] | None, list[tuple[Any, Any]]] = {}
    count = 0
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        mesh = scene.geometry[name]
        if not isinstance(mesh, trimesh.Trimesh) or not len(mesh.faces):  # points and lines
            continue
        count += len(mesh.faces)
        if count > MOST_READ:
            raise FileError(f"it has more than {MOST_READ:,} triangles; simplify it")
        points = scale * (mesh.vertices @ transform[:3, :3].T + transform[:3, 3])
        by_colour.setdefault(_colour(mesh), []).append((points, np.asarray(mesh.faces)))
    pieces = []
    for colour, parts in by_colour.items():
        firsts = np.cumsum([0, *(len(points) for points, _ in parts)])[:-1]
        faces = np.concatenate([faces + first for (_, faces), first in zip(parts, firsts, strict=True)])
        pieces.append(Piece(np.concatenate([points for points, _ in parts]), faces.astype(np.int64), colour))
    return pieces


def _colour(mesh: Any) -> tuple[float, ...] | None:
    """The colour of a mesh's material, or the one that most of its faces have."""
    if not mesh.visual.defined:
        return None
    material = getattr(mesh.visual, "material", None)
    values = mesh.visual.main_color if material is None else material.main_color
    red, green, blue, opacity = (int(x) / 255 for x in values)
    return red, green, blue, opacity if opacity >= LEAST_OPACITY else 1.0


class _Given:
    """What trimesh asks for files: it gets those that were read already, and no others."""

    def __init__(self, files: dict[str, bytes]):
        self._files = files

    def __getitem__(self, name: str) -> bytes:
        return self._files[name]


# --- COLLADA ---------------------------------------------------------------------------------------------------------------


class _Parts:
    """What the parts of a COLLADA file hold, by id, found while it is parsed."""

    def __init__(self) -> None:
        self.weights = Counter[str]()  # letters of geometries
        self.held = defaultdict[str, list[str]](list)  # parts within a scene or a node, and parts that it refers to
        self.scenes: list[str] = []
        self._path: list[tuple[str, str]] = []  # tags and ids of open elements
        self._geometry = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._path) >= DEEPEST:
            raise FileError(f"its elements are nested more than {DEEPEST} deep; flatten it")
        name = attributes.get("id") or f"#{len(self.held)}"  # (no id that is referred to starts so)
        around = next((other for outer, other in reversed(self._path) if outer in ("node", "visual_scene")), None)
        if tag == "geometry":
            self._geometry = name
        elif tag == "visual_scene":
            self.scenes.append(name)
        if around is not None and tag == "node":
            self.held[around].append(name)
        elif around is not None and tag.startswith("instance_"):
            self.held[around].append(attributes.get("url", "").removeprefix("#"))
        if tag in ("node", "visual_scene"):
            self.held[name] += []
        self._path.append((tag, name))

    def end(self, tag: str) -> None:
        self._path.pop()
        if tag == "geometry":
            self._geometry = ""

    def text(self, letters: str) -> None:
        if self._geometry:
            self.weights[self._geometry] += len(letters)

    def total(self) -> int:
        """Letters of all that the scenes mean, with repetitions."""
        known: dict[str, int] = {}
        heaviest = max(self.weights.values(), default=0)

        def weight(name: str) -> int:
            if name not in known:
                known[name] = MOST_BYTES  # (what holds itself is endless)
                if name in self.held:
                    known[name] = PART + sum(map(weight, self.held[name]))
                else:
                    known[name] = PART + self.weights.get(name, heaviest)  # (a controller deforms some geometry)
            return known[name]

        return sum(map(weight, self.scenes))


def _check_dae(data: bytes) -> None:
    """Refuse entities, and parts that are repeated without measure."""
    parts, parser = _Parts(), expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise FileError("it declares entities, which are not read; save it without them")

    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.buffer_text, parser.buffer_size = True, 1 << 16
    parser.StartElementHandler, parser.EndElementHandler = parts.start, parts.end
    parser.StartDoctypeDeclHandler, parser.CharacterDataHandler = refuse, parts.text
    parser.Parse(data, True)
    if parts.total() >= MOST_BYTES:
        raise _endless()


def _unpainted(data: bytes) -> bytes:
    """A COLLADA file without its materials."""
    root = ElementTree.fromstring(data)  # (checked for entities before)
    for element in list(root.iter()):
        for child in list(element):
            if child.tag.rpartition("}")[2] in MATERIALS:
                element.remove(child)
    return ElementTree.tostring(root)


def _endless() -> FileError:
    return FileError("it repeats its parts too often; save it with every part once")


# --- glTF ------------------------------------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> tuple[dict[str, Any], bytes | None]:
    """The description in a glTF or GLB file, and the bytes that come with it."""
    if not data.startswith(b"glTF"):
        return json.loads(data), None
    at, chunks = 12, dict[bytes, bytes]()
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        chunks.setdefault(data[at + 4 : at + 8], data[at + 8 : at + 8 + length])
        at += 8 + length
    return json.loads(chunks[b"JSON"]), chunks.get(b"BIN\0")


def _buffer(uri: str | None, own: bytes | None, path: Path, limit: Path) -> bytes:
    if uri is None:
        if own is None:
            raise FileError("a buffer has no data; save it anew")
        return own
    if uri.startswith("data:"):
        return base64.b64decode(uri.partition(",")[2], validate=True)
    if ":" in uri:
        raise FileError(f"it names {shown(uri)}, and nothing is fetched; put the file beside it")
    return beside(unquote(uri), path, limit)


def _check_gltf(tree: dict[str, Any]) -> None:
    """Refuse what would take far more memory or time than the file's own size, and what would not be understood."""
    unknown = [name for name in tree.get("extensionsRequired", []) if not name.startswith(HARMLESS)]
    if unknown:
        raise FileError(f"it needs the extension {shown(unknown[0])}; save it without")
    accessors = tree.get("accessors", [])
    size = sum(int(one["count"]) * _WIDTHS[one["componentType"]] * _ITEMS[one["type"]] for one in accessors)
    size += sum(int(view["byteLength"]) for view in tree.get("bufferViews", []))
    negative = any(int(one["count"]) < 0 for one in accessors)
    weights = [sum(_corners(one, accessors) for one in mesh["primitives"]) for mesh in tree.get("meshes", [])]
    nodes = tree.get("nodes", [])
    drawn = sum(weights) + sum(weights[node["mesh"]] for node in nodes if "mesh" in node)
    parts = len(accessors) + len(nodes) + sum(len(node.get("children", ())) for node in nodes)
    parts += sum(len(mesh["primitives"]) for mesh in tree.get("meshes", []))
    if negative or size > MOST_BYTES or drawn > 12 * MOST_READ or parts > MOST_PARTS:
        raise _endless()


def _corners(primitive: dict[str, Any], accessors: list[dict[str, Any]]) -> int:
    """Points and indices of a part of a mesh."""
    count = int(accessors[primitive["attributes"]["POSITION"]]["count"])
    return count + (int(accessors[primitive["indices"]]["count"]) if "indices" in primitive else 0)


def _plain_mesh(mesh: dict[str, Any]) -> dict[str, Any]:
    """A mesh without all that is not drawn."""
    parts = []
    for primitive in mesh["primitives"]:
        part = {key: primitive[key] for key in ("indices", "material", "mode") if key in primitive}
        attributes = primitive["attributes"]
        parts.append(part | {"attributes": {key: attributes[key] for key in DRAWN if key in attributes}})
    return {"primitives": parts}


def _plain_material(material: dict[str, Any]) -> dict[str, Any]:
    """A material without pictures."""
    factor = material.get("pbrMetallicRoughness", {}).get("baseColorFactor", [1.0, 1.0, 1.0, 1.0])
    return {"pbrMetallicRoughness": {"baseColorFactor": [min(max(float(x), 0.0), 1.0) for x in factor]}}
