"""What a store of results holds, and what every kind of store does alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing, shown

if TYPE_CHECKING:
    import xarray as xr

# a variant's status, and the words for it
PENDING, COMPLETED, FAILED = 0, 1, 2
STATUS_WORDS = ("pending", "completed", "failed")
VARIANT, STATUS, REASON = "variant", "status", "reason"
# a store has at most about so many chunks, each a file or a few
MOST_CHUNKS = 10_000

# one array per variable, the leading axis along the variants of a part, "status" (1 completed, 2 failed) and "reason"
Rows = dict[str, np.ndarray]


@dataclass(frozen=True)
class Variable:
    """A kept quantity; ``dims`` are those after "variant"."""

    dims: tuple[str, ...]
    dtype: str
    units: str = ""
    about: str = ""


@dataclass(frozen=True)
class Layout:
    """Everything about the results of a study before there are any."""

    count: int
    columns: dict[str, np.ndarray]  # what varies, (count,) each
    units: dict[str, str] = field(default_factory=dict)  # of columns and axes, where known
    variables: dict[str, Variable] = field(default_factory=dict)
    axes: dict[str, np.ndarray] = field(default_factory=dict)  # coordinates of dims other than "variant"
    identity: dict[str, Any] = field(default_factory=dict)  # plain data that decides the numbers
    provenance: dict[str, Any] = field(default_factory=dict)  # plain data, not compared

    def __post_init__(self) -> None:
        if self.count < 1:
            raise StateError("a study needs at least one variant; give more values or runs.")
        taken = {VARIANT: "every study", STATUS: "every study", REASON: "every study"}
        for what, names in (("varied", self.columns), ("kept", self.variables), ("an axis", self.axes)):
            for name in names:
                if name in taken:
                    raise StateError(f"'{name}' is {what}, but is a name of {taken[name]} already; rename it.")
                taken[name] = "what is varied" if what == "varied" else "what is kept"
        for name, column in self.columns.items():
            if column.shape != (self.count,):
                raise StateError(f"'{name}' has shape {column.shape}, but there are {self.count} variants.")
        for name, variable in self.variables.items():
            if missing := [dim for dim in variable.dims if dim not in self.axes]:
                raise StateError(f"'{name}' runs along {listing(missing)}, of which there are no values.")

    def shape(self, name: str, rows: int) -> tuple[int, ...]:
        """The shape of some rows of a variable."""
        return rows, *(len(self.axes[dim]) for dim in self.variables[name].dims)

    @property
    def row_bytes(self) -> int:
        """The size of one variant's results."""
        return sum(np.dtype(v.dtype).itemsize * _product(self.shape(name, 1)) for name, v in self.variables.items())


def _product(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def empty_value(dtype: str) -> Any:
    """What stands for a number that is not there (yet)."""
    return np.nan if np.dtype(dtype).kind in "fc" else np.zeros((), dtype)[()]


def chunk_size(count: int, wanted: int) -> int:
    """Variants per chunk: as wanted, or a multiple of that if there would be too many chunks."""
    wanted = max(1, int(wanted))
    least = -(-count // MOST_CHUNKS)
    return min(count, wanted * -(-least // wanted))


class Store(ABC):
    """Results by variant, filled chunk by chunk in any order; a context manager."""

    def __init__(self, layout: Layout, name: str):
        self.layout, self.name = layout, name
        self.chunk = layout.count
        self.failed = 0  # variants among the done ones
        self._done = np.zeros(1, bool)

    def _begin(self, chunk: int) -> None:
        self.chunk = chunk
        self._done = np.zeros(-(-self.layout.count // chunk), bool)

    # --- what is there ---------------------------------------------------------------------------------------------

    def span(self, k: int) -> tuple[int, int]:
        """The first variant of a chunk, and the one after its last."""
        return k * self.chunk, min((k + 1) * self.chunk, self.layout.count)

    def pending(self) -> list[tuple[int, int]]:
        """The chunks that are not done yet, as (first, last) with last exclusive."""
        return [self.span(k) for k in np.flatnonzero(~self._done).tolist()]

    @property
    def done(self) -> int:
        """How many variants are done, whether completed or failed."""
        count = int(self._done.sum()) * self.chunk
        return count - (len(self._done) * self.chunk - self.layout.count if self._done[-1] else 0)

    @abstractmethod
    def dataset(self) -> xr.Dataset:
        """The results so far, along the dimension "variant"."""

    # --- filling it ------------------------------------------------------------------------------------------------

    def put(self, first: int, rows: Rows) -> None:
        """Keep the rows of one or more whole chunks; returns when they are safe from a kill of this process."""
        rows, last = self._checked(first, rows)
        for k in range(first // self.chunk, -(-last // self.chunk)):
            start, end = self.span(k)
            part = {name: values[start - first : end - first] for name, values in rows.items()}
            self._write(k, part)
            if not self._done[k]:
                self.failed += int((part[STATUS] == FAILED).sum())
            self._done[k] = True

    def _checked(self, first: int, rows: Rows) -> tuple[Rows, int]:
        """Rows in the types of the store, or an error if they do not fit."""
        count = len(rows[STATUS])
        last = first + count
        if first % self.chunk or not (last == self.layout.count or last % self.chunk == 0) or not count:
            raise StateError(f"variants {first} to {last - 1} are not whole chunks of {self.chunk}.")
        fit: Rows = {}
        for name, variable in self.layout.variables.items():
            shape = self.layout.shape(name, count)
            if name not in rows or rows[name].shape != shape:
                found = "missing" if name not in rows else f"of shape {rows[name].shape}"
                raise StateError(
                    f"'{name}' of variants {first} to {last - 1} is {found}, but should have shape {shape}."
                )
            fit[name] = rows[name].astype(variable.dtype, casting="same_kind", copy=False)
        status = np.asarray(rows[STATUS]).astype(np.int8)
        if not np.isin(status, (COMPLETED, FAILED)).all():
            raise StateError(f"the status of variants {first} to {last - 1} is {shown(status)}; it should be 1 or 2.")
        return {**fit, STATUS: status, REASON: rows[REASON]}, last

    @abstractmethod
    def _write(self, k: int, rows: Rows) -> None:
        """Keep a chunk, its status last."""

    # --- opening and closing -----------------------------------------------------------------------------------------

    @abstractmethod
    def open(self, chunk: Callable[[], int]) -> None:
        """Find what is there, or begin anew."""

    @abstractmethod
    def close(self) -> None:
        """Keep what is not kept yet, and let others have it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
