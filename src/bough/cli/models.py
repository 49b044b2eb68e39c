"""``bough models``: the models that go by name."""

from __future__ import annotations

import bough as bo
from bough.cli.options import Json
from bough.cli.telling import listed, show


def models(as_json: Json = False) -> None:
    """List the models that go by name, a line each: kinds with their numbers, and the machines of the catalogue."""
    from bough.models.texts import KINDS

    kinds = {kind.example: kind.summary for kind in KINDS.values()}
    machines = bo.catalogue()
    if as_json:
        show({"kinds": kinds, "machines": machines})
        return
    files = {".toml, .urdf, .xml, .mjcf": "bough's own format, URDF, and MJCF, by the path of the file"}
    parts = {"kinds, with numbers": kinds, "machines": machines, "files": files}
    listed({heading: part for heading, part in parts.items() if part})
