"""Chunks of Zarr arrays as files: each appears complete or not at all, and its checksum tells of later damage.

They are written without the zarr package, which takes ten times as long for the small chunks of a study.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bough.errors import FileError
from bough.studies.stores.coding import Field

# level of Zstandard; coordinates of grids, and reasons, become small by any
LEVEL = 1


class Chunks:
    """One array of a Zarr group, cut along its first axis only."""

    def __init__(self, group: Path, field: Field, length: int, compressed: bool = False):
        self.field, self.length, self.compressed = field, length, compressed
        self.folder = group / field.node
        self.tail = ".0" * (len(field.shape) - 1)
        self.bytes = length * int(np.prod(field.shape[1:], dtype=int)) * np.dtype(field.dtype).itemsize

    def create(self) -> None:
        """Make the folder and the description of the array."""
        import zarr
        from zarr.codecs import BytesCodec, Crc32cCodec, ZstdCodec

        squeezed: list[Any] = [ZstdCodec(level=LEVEL)] if self.compressed else []
        field = self.field
        zarr.create_array(
            str(self.folder.parent),
            name=field.node,
            shape=field.shape,
            chunks=(self.length, *(max(1, n) for n in field.shape[1:])),
            dtype=field.dtype,
            fill_value=field.fill,
            serializer=BytesCodec(endian="little"),
            compressors=[*squeezed, Crc32cCodec()],
            dimension_names=field.dims,
            attributes=field.attrs,
            chunk_key_encoding={"name": "default", "separator": "."},
        )

    @property
    def indices(self) -> range:
        return range(-(-self.field.shape[0] // self.length))

    def _path(self, k: int) -> Path:
        return self.folder / f"c.{k}{self.tail}"

    # --- writing ---------------------------------------------------------------------------------------------------

    def write(self, k: int, values: np.ndarray) -> None:
        """Write a chunk; after an error, what was there is still there."""
        import google_crc32c

        field = self.field
        values = np.ascontiguousarray(values, np.dtype(field.dtype).newbyteorder("<"))
        if len(values) < self.length:  # chunks in files have all the same size
            padding = np.full((self.length - len(values), *values.shape[1:]), field.fill, values.dtype)
            values = np.concatenate([values, padding])
        content: bytes = values.tobytes()
        if self.compressed:
            from numcodecs.zstd import compress

            content = compress(content, LEVEL)
        path = self._path(k)
        beside = path.with_name(f"{path.name}.partial")
        try:
            with open(beside, "wb") as file:
                file.write(content)
                file.write(google_crc32c.value(content).to_bytes(4, "little"))
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            reason = error.strerror or str(error)
            raise FileError(
                f"cannot write '{path}': {reason}; make room, then repeat the call: it goes on from here."
            ) from None

    def write_all(self, values: np.ndarray) -> None:
        for k in self.indices:
            self.write(k, values[k * self.length : (k + 1) * self.length])

    # --- reading ---------------------------------------------------------------------------------------------------

    def has(self, k: int) -> bool:
        return self._path(k).exists()

    def is_whole(self, k: int, thoroughly: bool = True) -> bool:
        """Whether a chunk is as it was written, or at least as long, if not asked to look thoroughly."""
        try:
            if not thoroughly:
                return self.compressed or self._path(k).stat().st_size == self.bytes + 4
            return self._content(k) is not None
        except OSError:
            return False

    def _content(self, k: int) -> bytes | None:
        """The bytes of a chunk before its checksum, None if that is wrong."""
        import google_crc32c

        content = self._path(k).read_bytes()
        inside = content[:-4]
        is_right = google_crc32c.value(inside).to_bytes(4, "little") == content[-4:]
        return inside if is_right and (self.compressed or len(inside) == self.bytes) else None

    def read(self, k: int) -> np.ndarray | None:
        """A chunk's values without padding, None if it is not there or damaged."""
        try:
            content = self._content(k)
            if content is not None and self.compressed:
                from numcodecs.zstd import decompress

                content = decompress(content)
        except (OSError, RuntimeError):
            return None
        if content is None or len(content) != self.bytes:
            return None
        values = np.frombuffer(content, np.dtype(self.field.dtype).newbyteorder("<"))
        values = values.reshape(self.length, *self.field.shape[1:])
        return values[: self.field.shape[0] - k * self.length]

    def remove(self, k: int) -> None:
        self._path(k).unlink(missing_ok=True)

    def leftovers(self) -> Iterator[Path]:
        """Files that a killed program had begun."""
        yield from self.folder.glob("*.partial")
