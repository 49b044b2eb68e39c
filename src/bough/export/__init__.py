"""A mechanism for use elsewhere: C sources, and FMUs."""

from bough.export.exporting import export_c

__all__ = ["export_c"]
