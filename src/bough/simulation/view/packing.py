"""Numbers as few bytes: second differences of integers, split into planes of bytes, which deflate packs well."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bough.typing import Array

MISSING = np.int32(-(2**31))  # stands for NaN
LEVEL = 7  # of deflate: 9 takes several times as long for a few percent
LARGEST = 2**30  # of an integer, so that it differs from MISSING by far


class Bytes:
    """Bytes that a document refers to by parts."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0

    def ints(self, values: Array, steps: float | Sequence[float]) -> dict[str, Any]:
        """Numbers (rows, columns) as multiples of a step; what is not finite becomes NaN in the page.

        Several steps are repeated over the columns. A step grows if the largest number would not fit.
        """
        table = np.asarray(values, float)
        fine = np.isfinite(table)
        known = np.where(fine, table, 0.0)
        step = np.atleast_1d(np.asarray(steps, float))
        repeated = np.abs(known).max(axis=0, initial=0.0).reshape(-1, len(step))
        step = np.maximum(step, repeated.max(axis=0, initial=0.0) / LARGEST)
        step[step == 0.0] = 1.0
        units = np.tile(step, len(repeated))
        whole = np.where(fine, np.rint(known / units), float(MISSING)).astype(np.int32).T
        planes = _second_differences(whole).view(np.uint8).reshape(-1, 4)
        return self._add("ints", np.ascontiguousarray(planes.T).tobytes(), table.shape, step.tolist())

    def floats(self, values: Array) -> dict[str, Any]:
        """Numbers as they are, in single precision."""
        return self._add("f4", np.ascontiguousarray(values, "<f4").tobytes(), np.shape(values))

    def doubles(self, values: Array) -> dict[str, Any]:
        """Numbers as they are."""
        return self._add("f8", np.ascontiguousarray(values, "<f8").tobytes(), np.shape(values))

    def indices(self, values: NDArray[np.integer]) -> dict[str, Any]:
        """Whole numbers from zero on."""
        return self._add("u4", np.ascontiguousarray(values, "<u4").tobytes(), np.shape(values))

    def _add(self, kind: str, data: bytes, shape: Sequence[int], step: list[float] | None = None) -> dict[str, Any]:
        part = {"type": kind, "at": self._length, "rows": int(shape[0]), "columns": int(shape[1])}
        self._parts.append(data)
        self._length += len(data)
        return part if step is None else {**part, "step": step[0] if len(step) == 1 else step}

    def packed(self) -> str:
        """All of it, deflated, as text."""
        return b64encode(zlib.compress(b"".join(self._parts), LEVEL)).decode("ascii")


def _second_differences(columns: NDArray[np.int32]) -> NDArray[np.int32]:
    """Of integers along the last axis, modulo 2³²: the first number, the first difference, then second differences."""
    found = columns.astype(np.int64, order="C")
    found[:, 1:] = np.diff(found, axis=1)
    found[:, 2:] = np.diff(found[:, 1:], axis=1)
    return ((found + 2**31) % 2**32 - 2**31).astype("<i4")
