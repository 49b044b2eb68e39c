"""A mechanism for use elsewhere: C sources, and FMUs."""

from bough.export.exporting import export_c, export_fmu

__all__ = ["export_c", "export_fmu"]
