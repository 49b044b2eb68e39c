"""Models in files: URDF, MJCF and bough's own TOML, turned into mechanisms, with errors that say where; and motions in columns."""

from bough.formats.loading import load, read
from bough.formats.motion import read_motion

__all__ = ["load", "read", "read_motion"]
