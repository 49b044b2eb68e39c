"""Stores of results, opened by their path: a Zarr folder, a netCDF file, or memory.

Whatever happens to a process, what it has put into a store on disk stays there, and the same study goes on with it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bough.errors import FileError, StateError
from bough.mechanism.checks import shown
from bough.studies.stores.base import COMPLETED, FAILED, PENDING, Layout, Rows, Store, Variable
from bough.studies.stores.memory import MemoryStore
from bough.typing import AnyPath

if TYPE_CHECKING:
    import xarray as xr

__all__ = ["COMPLETED", "FAILED", "PENDING", "Layout", "Rows", "Store", "Variable", "open_results", "open_store"]


def open_store(path: AnyPath | None, layout: Layout, chunk: Callable[[], int]) -> Store:
    """The store at a path, for this study only; ``chunk`` is asked for its variants per chunk if it is new."""
    store: Store
    if path is None:
        store = MemoryStore(layout)
    else:
        where = _checked(path)
        if where.suffix == ".nc":
            from bough.studies.stores.file import FileStore

            store = FileStore(where, layout)
        else:
            from bough.studies.stores.folder import FolderStore

            store = FolderStore(where, layout)
    try:
        store.open(chunk)
    except BaseException:
        store.close()
        raise
    return store


def open_results(path: AnyPath) -> tuple[xr.Dataset, dict[str, Any]]:
    """What a study has left at a path, finished or not, and its header; nothing is changed there."""
    where = _checked(path)
    if not where.exists():
        raise FileError(f"there is no '{where}'; check the path.")
    if where.suffix == ".nc":
        from bough.studies.stores.file import results_of
    else:
        from bough.studies.stores.folder import results_of
    return results_of(where)


def _checked(path: AnyPath) -> Path:
    try:
        where = Path(path)
    except TypeError:
        raise StateError(f"a store is a path that ends with .zarr or .nc, not {shown(path)}.") from None
    if where.suffix not in (".zarr", ".nc") or "\0" in str(where):
        raise StateError(f"a store ends with .zarr, or .nc for a small study, not {shown(str(path))}.")
    if where.suffix == ".zarr" and where.exists() and not where.is_dir():
        raise FileError(f"'{where}' is a file, not a Zarr folder; choose another path.")
    return where
