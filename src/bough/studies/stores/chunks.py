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
        self.kind, self.fill = field.dtype, field.fill
        self.bytes = length * int(np.prod(field.shape[1:], dtype=int)) * np.dtype(field.dtype).itemsize

    def create(self) -> None:
        """Make the folder and the description of the array."""
        import zarr
        from zarr.codecs import Crc32cCodec, ZstdCodec

        squeezed: list[Any] = [ZstdCodec(level=LEVEL)] if self.compressed else []
        field = self.field
        zarr.create_array(
            str(self.folder.parent),
            name=field.node,
            shape=field.shape,
            chunks=(self.length, *(max(1, n) for n in field.shape[1:])),
            dtype=self.kind,
            fill_value=self.fill,
            serializer=self._serializer(),
            compressors=[*squeezed, Crc32cCodec()],
            dimension_names=field.dims,
            attributes=field.attrs,
            chunk_key_encoding={"name": "default", "separator": "."},
        )

    def _serializer(self) -> Any:
        from zarr.codecs import BytesCodec

        return BytesCodec(endian="little")

    @property
    def indices(self) -> range:
        return range(-(-self.field.shape[0] // self.length))

    def _path(self, k: int) -> Path:
        return self.folder / f"c.{k}{self.tail}"

    # --- writing ---------------------------------------------------------------------------------------------------

    def write(self, k: int, values: np.ndarray) -> None:
        """Write a chunk; after an error, what was there is still there."""
        import google_crc32c

        if len(values) < self.length:  # chunks in files have all the same size
            padding = np.full((self.length - len(values), *values.shape[1:]), self.fill, values.dtype)
            values = np.concatenate([values, padding])
        content = self._bytes_of(values)
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

    def _bytes_of(self, values: np.ndarray) -> bytes:
        return np.ascontiguousarray(values, np.dtype(self.field.dtype).newbyteorder("<")).tobytes()

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
        values = None if content is None else self._values_of(content)
        return None if values is None else values[: self.field.shape[0] - k * self.length]

    def _values_of(self, content: bytes) -> np.ndarray | None:
        """The values that bytes stand for, None if these are not as many as they should be."""
        if len(content) != self.bytes:
            return None
        values = np.frombuffer(content, np.dtype(self.field.dtype).newbyteorder("<"))
        return values.reshape(self.length, *self.field.shape[1:])

    def remove(self, k: int) -> None:
        self._path(k).unlink(missing_ok=True)

    def leftovers(self) -> Iterator[Path]:
        """Files that a killed program had begun."""
        yield from self.folder.glob("*.partial")


class Texts(Chunks):
    """An array of texts, one for each variant."""

    def __init__(self, group: Path, node: str, dim: str, count: int, length: int, attrs: dict[str, Any]):
        super().__init__(group, Field(node, (dim,), (count,), "O", attrs), length, True)
        self.kind, self.fill = "string", ""

    def _serializer(self) -> Any:
        from zarr.codecs import VLenUTF8Codec

        return VLenUTF8Codec()

    def _bytes_of(self, values: np.ndarray) -> bytes:
        from numcodecs.vlen import VLenUTF8

        # (other programs may have put in what is no text)
        texts = [str(text).encode("utf-8", "replace").decode() for text in values.tolist()]
        return bytes(VLenUTF8().encode(np.array(texts, object)))

    def _values_of(self, content: bytes) -> np.ndarray | None:
        from numcodecs.vlen import VLenUTF8

        try:
            texts = VLenUTF8().decode(content)
        except ValueError:
            return None
        return texts if len(texts) == self.length else None
