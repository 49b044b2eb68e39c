"""Results in a Zarr folder: one group, which any reader of Zarr opens, filled chunk by chunk.

A chunk is done when its statuses are in their file, which is written after its results. So a kill at any moment leaves
chunks that are done and chunks that are not. Nothing is forced to the disk chunk by chunk: after a power failure,
checksums tell which chunks are not as they were written.
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import BoughWarning, FileError
from bough.extras import need
from bough.files import written
from bough.studies.stores.base import COMPLETED, FAILED, REASON, STATUS, VARIANT, Layout, Rows, Store, chunk_size
from bough.studies.stores.chunks import Chunks, Texts
from bough.studies.stores.coding import REASON_ATTRS, Field, decoded, fields_of
from bough.studies.stores.header import FORMAT, compare, foreign, header_of, read_header
from bough.studies.stores.lock import Lock

if TYPE_CHECKING:
    import xarray as xr

# variants per chunk of a coordinate
COORDINATE_CHUNK = 1 << 17
# bytes up to which all checksums are compared when a store is opened; beyond, sizes of files
THOROUGH = 4 << 30
GO_ON = "make room, then repeat the call"


class FolderStore(Store):
    """A Zarr group in a folder."""

    def __init__(self, path: Path, layout: Layout):
        need("Zarr stores")
        super().__init__(layout, str(path))
        self.path = path
        self.header: dict[str, Any] = {}
        self.lock = Lock(path)

    def open(self, chunk: Callable[[], int]) -> None:
        if not self.path.is_dir() or not any(self.path.iterdir()):
            self._create(chunk_size(self.layout.count, chunk()))
        header = read_group(self.path)
        compare(self.path, header_of(self.layout, header["chunk"]), header)
        self.header = header
        self._begin(header["chunk"])
        self._arrays(self.path)
        self._look()

    def close(self) -> None:
        self.lock.release()

    # --- made anew ---------------------------------------------------------------------------------------------------

    def _create(self, chunk: int) -> None:
        """Make the folder under another name first, so that it appears complete."""
        self.header = header_of(self.layout, chunk)
        self._begin(chunk)
        beside = self.path.with_name(f"{self.path.name}.new")
        try:
            if beside.exists():  # of a killed program
                shutil.rmtree(beside)
            beside.mkdir()
            self._arrays(beside)
            for array in (*self.coordinates, *self.results.values(), self.status, self.reason):
                array.create()
            for array in self.coordinates:
                assert array.field.values is not None
                array.write_all(array.field.values)
            with written(beside / "zarr.json", GO_ON) as root:
                root.write_text(json.dumps(self._group(beside)), "utf-8")
            if self.path.exists():
                self.path.rmdir()  # it is empty
            beside.rename(self.path)
        except OSError as error:
            with suppress(OSError):
                shutil.rmtree(beside)
            if isinstance(error, FileError):
                raise
            reason = error.strerror or str(error)
            raise FileError(f"cannot write '{self.path}': {reason}; {GO_ON}, or choose another path.") from None

    def _arrays(self, group: Path) -> None:
        """The arrays of the store, within a folder."""
        fields = fields_of(self.layout, self.header)
        coordinates = [one for one in fields if one.values is not None]
        results = {one.node: one for one in fields if one.values is None}
        self.coordinates = [
            Chunks(group, one, min(max(1, one.shape[0]), COORDINATE_CHUNK), True) for one in coordinates
        ]
        self.status = Chunks(group, results[STATUS], self.chunk)
        self.reason = _reason(group, self.layout.count, self.chunk)
        nodes = {name: one["node"] for name, one in self.header["layout"]["variables"].items()}
        self.results = {name: Chunks(group, results[node], self.chunk) for name, node in nodes.items()}

    def _group(self, folder: Path) -> dict[str, Any]:
        """The description of the group: all about its arrays, so that a reader need not list the folder."""
        arrays = {file.parent.name: json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*/zarr.json"))}
        columns = " ".join(one["node"] for one in self.header["layout"]["columns"].values())
        return {
            "zarr_format": 3,
            "node_type": "group",
            "attributes": {"format": FORMAT, "coordinates": columns, "header": json.dumps(self.header)},
            "consolidated_metadata": {"kind": "inline", "must_understand": False, "metadata": arrays},
        }

    # --- filled ------------------------------------------------------------------------------------------------------

    def _write(self, k: int, rows: Rows) -> None:
        for name, array in self.results.items():
            array.write(k, rows[name])
        if any(rows[REASON]):
            self.reason.write(k, rows[REASON])
        self.status.write(k, rows[STATUS])

    # --- found again ---------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find out which chunks are done; what is damaged is computed again."""
        arrays = (self.status, self.reason, *self.results.values())
        for file in (file for array in arrays for file in array.leftovers()):
            file.unlink(missing_ok=True)
        for array in self.coordinates:
            if not all(array.is_whole(k) for k in array.indices):
                assert array.field.values is not None
                array.write_all(array.field.values)
        damaged = []
        statuses = _statuses(self.status, self.reason, list(self.results.values()), self.layout.row_bytes)
        for k, status in enumerate(statuses):
            if status is None:
                damaged.append(k)
                for array in arrays:
                    array.remove(k)
            elif len(status):
                self._done[k] = True
                self.failed += int((status == FAILED).sum())
        if damaged:
            warnings.warn(
                f"'{self.path}' is damaged at {_spans(damaged, self.chunk, self.layout.count)}; they are computed again.",
                BoughWarning,
                stacklevel=4,
            )

    def dataset(self) -> xr.Dataset:
        return _dataset(self.path, self.header, self.status, self.reason)


def _reason(group: Path, count: int, chunk: int) -> Texts:
    return Texts(group, REASON, VARIANT, count, chunk, REASON_ATTRS)


def _statuses(status: Chunks, reason: Chunks, results: list[Chunks], row_bytes: int) -> list[np.ndarray | None]:
    """The statuses of each chunk: empty if it is not done, None if it is damaged."""
    found: list[np.ndarray | None] = []
    thoroughly = status.field.shape[0] * row_bytes <= THOROUGH
    for k in status.indices:
        if not status.has(k):
            found.append(np.zeros(0, np.int8))
            continue
        values = status.read(k)
        whole = values is not None and bool(np.isin(values, (COMPLETED, FAILED)).all())
        whole = whole and all(array.is_whole(k, thoroughly) for array in results)
        if whole and (reason.has(k) or np.any(values == FAILED)):
            whole = reason.is_whole(k)
        found.append(values if whole else None)
    return found


def _spans(chunks: list[int], chunk: int, count: int) -> str:
    """Chunks in words."""
    spans = [f"variants {k * chunk} to {min((k + 1) * chunk, count) - 1}" for k in chunks[:3]]
    return ", ".join(spans) + (f" and {len(chunks) - 3} more chunks" if len(chunks) > 3 else "")


def _dataset(path: Path, header: dict[str, Any], status: Chunks, reason: Chunks) -> xr.Dataset:
    """Statuses and reasons in memory, results on the disk until they are asked for."""
    import xarray as xr

    raw = xr.open_dataset(
        path, engine="zarr", chunks=None, consolidated=True, decode_times=False, mask_and_scale=False
    )  # fmt: skip
    count = header["layout"]["variants"]
    codes, reasons = np.zeros(count, np.int8), np.full(count, "", object)
    for k in status.indices:
        if status.has(k) and (values := status.read(k)) is not None:
            place = slice(k * status.length, k * status.length + len(values))
            codes[place] = values
            if reason.has(k) and (rows := reason.read(k)) is not None:
                reasons[place] = rows
    return decoded(raw, header, codes, reasons)


# --- read only ----------------------------------------------------------------------------------------------------------


def read_group(path: Path) -> dict[str, Any]:
    """The header of a folder, or an error that it has none."""
    try:
        text = json.loads((path / "zarr.json").read_text("utf-8"))["attributes"]["header"]
        if not isinstance(text, str):
            raise foreign(path)
    except FileError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise foreign(path) from None
    return read_header(text, path)


def results_of(path: Path) -> tuple[xr.Dataset, dict[str, Any]]:
    """What a folder holds, finished or not; nothing is changed in it."""
    need("Zarr stores")
    header = read_group(path)
    count, chunk = header["layout"]["variants"], header["chunk"]
    status = Chunks(path, Field(STATUS, (VARIANT,), (count,), "|i1"), chunk)
    reason = _reason(path, count, chunk)
    try:
        dataset = _dataset(path, header, status, reason)
        _compare_sizes(path, header, dataset)
    except FileError:
        raise
    except Exception:  # libraries may raise anything
        raise foreign(path) from None
    results = [
        Chunks(path, Field(Path(one["node"]).name, (VARIANT,) * len(dataset[name].shape), dataset[name].shape, one["dtype"]), chunk)
        for name, one in header["layout"]["variables"].items()
    ]  # fmt: skip
    row_bytes = sum(array.bytes // array.length for array in results)
    statuses = _statuses(status, reason, results, row_bytes)
    if damaged := [k for k, found in enumerate(statuses) if found is None]:
        raise FileError(
            f"'{path}' is damaged at {_spans(damaged, chunk, count)}; repeat the study with this path, which computes them again."
        )
    return dataset, header


def _compare_sizes(path: Path, header: dict[str, Any], dataset: xr.Dataset) -> None:
    """The header and the arrays of a folder must be of the same study."""
    names = [*header["layout"]["columns"], *header["layout"]["variables"]]
    if any(dataset[name].shape[:1] != (header["layout"]["variants"],) for name in names):
        raise foreign(path)
