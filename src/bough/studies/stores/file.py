"""Results in a netCDF file, for small studies: the file is written anew as a whole now and then, and at the end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import FileError, StateError
from bough.extras import need
from bough.files import is_sealed, write_sealed, written
from bough.studies.stores.base import FAILED, REASON, STATUS, VARIANT, Layout, Rows, chunk_size
from bough.studies.stores.coding import REASON_ATTRS, decoded
from bough.studies.stores.header import FORMAT, compare, foreign, header_of, read_header
from bough.studies.stores.lock import Lock
from bough.studies.stores.memory import MemoryStore

if TYPE_CHECKING:
    import xarray as xr

LARGEST = 256 << 20  # bytes
# seconds between writes; longer if one takes long, so that writing takes a small share of the time
PAUSE, SHARE = 2.0, 0.05
# a text of any length is a variable, since attributes of HDF5 hold at most 64 kB
RECORD = "study_record"
GO_ON = "make room, then repeat the call: it goes on from here"


class FileStore(MemoryStore):
    """Arrays in memory, and their copy in a file."""

    def __init__(self, path: Path, layout: Layout):
        need("netCDF files")
        size = layout.count * (layout.row_bytes + 8 * len(layout.columns))
        if size > LARGEST:
            raise StateError(
                f"{layout.count} variants are {size / 2**20:.0f} MB, too much for '{path.name}', which is written as a whole; "
                f"give a path that ends with .zarr."
            )
        super().__init__(layout, str(path))
        self.path = path
        self.lock = Lock(path)
        self._written = 0.0  # when
        self._took = 0.0
        self._unsaved = False

    def open(self, chunk: Callable[[], int]) -> None:
        if self.path.exists():
            raw, header = read_file(self.path)
            made = header_of(self.layout, header["chunk"])
            compare(self.path, made, header)
            self.header = header
            self._begin(header["chunk"])
            self._take(raw)
        else:
            self._begin(chunk_size(self.layout.count, chunk()))
            self.header = header_of(self.layout, self.chunk)
            self._save()

    def _take(self, raw: xr.Dataset) -> None:
        """What a file holds already."""
        known = self.header["layout"]["variables"]
        self.status[:] = raw[STATUS].values
        self.reasons[:] = raw[REASON].values
        for name, array in self.arrays.items():
            array[...] = raw[known[name]["node"]].values
        for k in range(len(self._done)):
            first, last = self.span(k)
            self._done[k] = self.status[first:last].all()
            if self._done[k]:
                self.failed += int((self.status[first:last] == FAILED).sum())

    def _write(self, k: int, rows: Rows) -> None:
        super()._write(k, rows)
        self._unsaved = True
        if time.monotonic() - self._written > max(PAUSE, self._took / SHARE):
            self._save()

    def _save(self) -> None:
        begun = time.monotonic()
        image = _image(self.raw(), self.reasons, self.header)
        with written(self.path, GO_ON) as beside, open(beside, "wb") as file:
            write_sealed(file, image)
        self._written = time.monotonic()
        self._took, self._unsaved = self._written - begun, False

    def close(self) -> None:
        try:
            if self._unsaved:
                self._save()
        finally:
            self.lock.release()


def _image(raw: xr.Dataset, reasons: np.ndarray, header: dict[str, Any]) -> memoryview:
    """The bytes of a netCDF file, made in memory, because HDF5 does not survive a failed write."""
    import h5netcdf
    import xarray as xr

    whole = raw.assign({REASON: ((VARIANT,), reasons, REASON_ATTRS), RECORD: json.dumps(header)})
    whole.attrs["format"] = FORMAT
    encoding = {str(name): {"fletcher32": True} for name, v in whole.variables.items() if v.ndim and v.dtype != object}
    image = BytesIO()
    with h5netcdf.File(image, "w") as file:
        whole.dump_to_store(xr.backends.H5NetCDFStore(file), encoding=encoding)
    return image.getbuffer()


def read_file(path: Path) -> tuple[xr.Dataset, dict[str, Any]]:
    """The arrays of a file, and its header."""
    need("netCDF files")
    import xarray as xr

    try:
        content = path.read_bytes()
    except OSError as error:
        raise FileError(f"cannot read '{path}': {error.strerror or error}; check the path.") from None
    if not is_sealed(BytesIO(content)):
        raise FileError(
            f"'{path}' is not a study, or was damaged or changed since it was written; choose another path."
        )
    try:
        raw = xr.load_dataset(BytesIO(content), engine="h5netcdf", decode_times=False)
        text = str(raw[RECORD].values)
        header = read_header(text, path)
        count = header["layout"]["variants"]
        if raw[STATUS].shape != (count,) or raw[REASON].shape != (count,):
            raise foreign(path)
        if any(
            one["node"] not in raw
            for part in header["layout"].values()
            if isinstance(part, dict)
            for one in part.values()
        ):
            raise foreign(path)
    except FileError:
        raise
    except Exception:  # libraries may raise anything
        raise foreign(path) from None
    return raw, header


def results_of(path: Path) -> tuple[xr.Dataset, dict[str, Any]]:
    raw, header = read_file(path)
    return decoded(raw, header, raw[STATUS].values, raw[REASON].values.astype(object)), header
