"""Results in memory: gone with the process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.studies.stores.base import REASON, STATUS, Layout, Rows, Store, chunk_size, empty_value
from bough.studies.stores.coding import decoded, fields_of
from bough.studies.stores.header import header_of

if TYPE_CHECKING:
    import xarray as xr


class MemoryStore(Store):
    """Arrays of all results."""

    def __init__(self, layout: Layout, name: str = "memory"):
        super().__init__(layout, name)
        self.status = np.zeros(layout.count, np.int8)
        self.reasons = np.full(layout.count, "", object)
        self.arrays = {
            name: np.full(layout.shape(name, layout.count), empty_value(one.dtype), one.dtype)
            for name, one in layout.variables.items()
        }
        self.header: dict[str, Any] = {}

    def open(self, chunk: Callable[[], int]) -> None:
        self._begin(chunk_size(self.layout.count, chunk()))
        self.header = header_of(self.layout, self.chunk)

    def close(self) -> None:
        pass

    def _write(self, k: int, rows: Rows) -> None:
        first, last = self.span(k)
        for name, array in self.arrays.items():
            array[first:last] = rows[name]
        self.reasons[first:last] = rows[REASON]
        self.status[first:last] = rows[STATUS]

    def raw(self) -> xr.Dataset:
        """The arrays as they are, coordinates and results."""
        import xarray as xr

        known = self.header["layout"]
        results = {known["variables"][name]["node"]: array for name, array in self.arrays.items()}
        results[STATUS] = self.status
        found, coords = {}, {}
        for one in fields_of(self.layout, self.header):
            if one.values is None:
                found[one.node] = xr.Variable(one.dims, results[one.node], one.attrs)
            else:
                coords[one.node] = xr.Variable(one.dims, one.values, one.attrs)
        return xr.Dataset(found, coords)

    def dataset(self) -> xr.Dataset:
        return decoded(self.raw(), self.header, self.status, self.reasons)
