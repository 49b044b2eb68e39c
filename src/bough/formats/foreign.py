"""Files that are neither a model nor a study, but something else that has a name: what they are, and what to do with them."""

from __future__ import annotations

from pathlib import Path

_GIVE = "models are files that end with .toml, .urdf, .xml or .mjcf, and studies with .toml"
_RUN = "a saved run", "look at it by bough view or bough plot, or in Python by bough.Trajectory.load"
STORE = "the store of a study", "look at it by bough view, or in Python by bough.open_study"
_MESH = "a mesh", "give it to a body of a model, by bough.Visual('mesh', file=…)"
_TABLE = "a table", "give it to bough.motions.read_motion, if it is a motion over time"
_PAGE = "a page", "open it in a browser"
# by how files begin
_BEGINNINGS = {
    b"\x1f\x8b": ("compressed by gzip", "unpack it first"),
    b"PK\x03\x04": ("an archive, as of NumPy or ZIP", "unpack it, and give the file of a model in it"),
    b"\x93NUMPY": ("an array of NumPy", _GIVE),
    b"\x89PNG": ("a picture", _GIVE),
    b"\xff\xd8\xff": ("a picture", _GIVE),
    b"GIF8": ("a picture", _GIVE),
    b"%PDF": ("a PDF", _GIVE),
    b"glTF": _MESH,
}
_HDF5 = b"\x89HDF\r\n\x1a\n"
_DATA = "netCDF or HDF5", _GIVE
_WITHIN = {b"bough study": STORE, b"bough trajectory": _RUN}  # what is in it, by a text in its header
# by how their names end
_ENDINGS = {
    **dict.fromkeys((".stl", ".obj", ".dae", ".ply", ".glb", ".gltf", ".msh"), _MESH),
    **dict.fromkeys((".csv", ".tsv"), _TABLE),
    **dict.fromkeys((".html", ".htm"), _PAGE),
}


def foreign(path: Path, content: bytes, wanted: str = "a model") -> str:
    """A sentence about a file that is something else than it should be; empty if it may be that."""
    known = next((what for start, what in _BEGINNINGS.items() if content.startswith(start)), None)
    if content.startswith(_HDF5):
        known = next((what for text, what in _WITHIN.items() if text in content), _DATA)
    what, remedy = known or _ENDINGS.get(path.suffix.lower(), ("", ""))
    return f"this is {what}, and not {wanted}; {remedy}." if what else ""
