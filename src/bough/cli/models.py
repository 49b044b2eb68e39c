"""``bough models``: the models that have names."""

from __future__ import annotations

import bough as bo
from bough.cli.options import Json
from bough.cli.telling import listed, show


def models(as_json: Json = False) -> None:
    """List the models that have names, one per line: kinds with their numbers, and the machines of the catalogue."""
    from bough.models.texts import KINDS

    kinds = {kind.example: kind.summary for kind in KINDS.values()}
    machines = bo.catalogue()
    if as_json:
        show({"kinds": kinds, "machines": machines})
        return
    files = {".toml, .urdf, .xml, .mjcf": "the path of a file in bough's own format, URDF or MJCF"}
    parts = {"kinds, with numbers": kinds, "machines": machines, "files": files}
    listed({heading: part for heading, part in parts.items() if part})
