"""Optional packages, which come with bough's extras: ``pip install "bough[plots]"``."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from bough.errors import UnsupportedError

# features that need more than bough itself: the extra to install, and the packages in it
NEEDS = {
    "commands": ("cli", ("typer", "rich")),
    "plots": ("plots", ("matplotlib",)),
    "films": ("plots", ("matplotlib",)),
    "netCDF files": ("files", ("h5netcdf", "h5py")),
    "Parquet files": ("parquet", ("pyarrow",)),
    "MJCF files": ("mjcf", ("mujoco",)),
    "DAE and glTF meshes": ("meshes", ("trimesh", "collada", "fast_simplification")),
    "papers": ("papers", ("matplotlib", "threadpoolctl")),
    "Zarr stores": ("studies", ("zarr",)),
    "sensitivities of studies": ("studies", ("SALib",)),
    "Dask clusters": ("cluster", ("dask", "distributed")),
    "live models": ("live", ("websockets",)),
    "environments": ("gym", ("gymnasium",)),
    "Pareto fronts": ("pareto", ("pymoo",)),
    "models of python-control": ("control", ("control",)),
}


def need(what: str) -> None:
    """Raise an error that names the extra to install if a package is missing that ``what`` needs."""
    extra, packages = NEEDS[what]
    for package in packages:
        try:
            import_module(package)
        except ModuleNotFoundError as error:
            if error.name != package:  # it is installed, but lacks a package itself
                raise
            raise UnsupportedError(f'{what} need {package}: install it with pip install "bough[{extra}]".') from None


def has(package: str) -> bool:
    """Whether a package is installed; it is not imported."""
    return find_spec(package) is not None
