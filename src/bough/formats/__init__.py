"""Models in files: URDF, MJCF and bough's own TOML, turned into mechanisms, with errors that say where."""

from bough.formats.loading import load, read

__all__ = ["load", "read"]
