"""An evaluation as users call it: any kind of arrays, one state or a batch, threads, and an explanation if it fails."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.api.diagnosis import explain
from bough.compiled.entries import (
    FINE,
    MISFIT,
    NO_WRENCHES,
    Entry,
    Evaluation,
    beyond_memory,
    lane_width,
    pool,
    thread_count,
)
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import MechanismError, StateError, UnsupportedError
from bough.formulations import general
from bough.locks import PREPARING
from bough.mechanism.checks import listing, masked_place, shown
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import OwnEntry, Untraceable, is_used_once, wanted_code
from bough.passes.arrays import SWEEP, Tree
from bough.typing import TimeLike

# a batch with fewer states per thread uses fewer threads
WORTH_A_THREAD = 64
# up to so many states of a mechanism that is used once run one after the other: kernels of lanes take seconds to compile
WORTH_LANES = 256
# bodies, and numbers of a result, up to which a mechanism has code of its own
MOST, MOST_NUMBERS = 100, 4000
_FLOAT = np.dtype(float)


class Operation:
    """A computation on a mechanism, with the names of its arguments and the shape of its result."""

    def __init__(
        self,
        mechanism: Mechanism,
        evaluation: Evaluation,
        arguments: tuple[str, ...],
        out_shape: tuple[int, ...],
        again: Callable[[], Operation] | None = None,
        many: Callable[[], Evaluation] | None = None,
    ):
        """``again``: makes a new operation for other times; ``many``: the evaluation of a batch, if different.

        Create it together with its evaluation while holding PREPARING: it is valid for the times that the mechanism
        covers now.
        """
        self.mechanism, self.evaluation = mechanism, evaluation
        self.arguments, self.out_shape = arguments, out_shape
        self.again, self._many = again, many
        self.covered = mechanism.covered
        self.n = mechanism.n
        self.zero = np.zeros(mechanism.n)
        # the fast path into compiled code for one state; compiled at the first call
        self.run: Callable[..., int] = self._first_run
        self.address = 0

    def _first_run(self, address: int, q: Any, *rest: Any) -> int:
        # (a mechanism with a user's function is timed; the checked path appends the time to q)
        if not isinstance(self.evaluation, Entry) or getattr(q, "ndim", 1) != 1 or self.mechanism.is_timed:
            return MISFIT
        # (other threads look at `run` first, so the address must be set before it)
        self.address = self.evaluation.address
        self.run = self.evaluation.run
        return self.run(self.address, q, *rest)

    @cached_property
    def of_batch(self) -> Evaluation:
        """The evaluation of a batch."""
        return self._many() if self._many else self.evaluation

    def __call__(
        self,
        *values: ArrayLike | Mapping[str, ArrayLike] | None,
        wrenches: ArrayLike | None = None,
        threads: int | None = None,
        time: TimeLike = 0.0,
        on_failure: str = "raise",
    ) -> NDArray[np.float64]:
        if on_failure not in ("raise", "return"):
            raise StateError(f"on_failure must be 'raise' or 'return', not {shown(on_failure)}.")
        if threads is not None:
            thread_count(threads)  # raises on a bad number; (counting the cores takes longer than one state)
        # of rows that cannot be computed, by row; None: they raise
        failed: dict[int, str] | None = {} if on_failure == "return" else None
        times = None
        if self.mechanism.is_timed:
            times = time_array(time, failed)
            if failed is not None and times.ndim:
                self._replace_uncovered(times, failed)
            if self.covered and times.size and not self.covered[0] <= times.min() <= times.max() <= self.covered[1]:
                if self.again is None:
                    raise StateError(
                        f"'{self.mechanism.name}' was prepared for times from {self.covered[0]:g} to {self.covered[1]:g}, not for {shown(time)}; call its "
                        "cover(start, end) with all times to come beforehand."
                    )
                self.mechanism.cover(float(times.min()), float(times.max()))
                return self.again()(*values, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)
        arrays = [self._array(name, value, failed) for name, value in zip(self.arguments, values, strict=True)]
        forces = wrench_array(self.mechanism, wrenches)
        batches = {name: len(a) for name, a in zip(self.arguments, arrays, strict=True) if a.ndim == 2}
        if forces.ndim == 3:
            batches["wrenches"] = len(forces)
        if times is not None and times.ndim == 1:
            batches["time"] = len(times)
        if not batches:
            return self._single(arrays, forces, times)
        if len(set(batches.values())) > 1:
            sizes = ", ".join(f"{name} has {size}" for name, size in batches.items())
            raise StateError(
                f"the batches have different numbers of states ({sizes}); give each the same, or one state for all."
            )
        return self._batch(arrays, forces, times, next(iter(batches.values())), threads, failed)

    def at(self, q: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
        """Results at positions (L, n_q), a time each, in arrays known to be right: one goes straight to compiled code."""
        if len(q) == 1 and 0 not in self.out_shape and not self.mechanism.is_timed:
            out = np.empty((1, *self.out_shape))
            if self.run(self.address, q[0], q[0], q[0], 0, out) == FINE:
                return out
        return self(q, time=times)

    def _array(self, name: str, value: Any, failed: dict[int, str] | None) -> np.ndarray:
        """An argument as an array, checked; ``failed`` takes reasons of rows that were replaced, None if they raise."""
        return state_array(self.mechanism, name, value)

    def _replace_uncovered(self, times: np.ndarray, failed: dict[int, str]) -> None:
        """Cover as many of these times as possible, and replace the others, whose reasons ``failed`` takes."""
        if self.covered is None or self.again is None:
            return
        by_time = np.argsort(times)
        start, end = np.searchsorted(times, self.covered, sorter=by_time)
        for outward in (by_time[:start][::-1].tolist(), by_time[end:].tolist()):
            low, high, why = 0, len(outward), ""
            at = high - 1  # (mostly all can be covered)
            while low < high:
                try:
                    self.mechanism.cover(*sorted((self.covered[0], float(times[outward[at]]))))
                    low = at + 1
                except MechanismError as error:
                    high, why = at, str(error)
                at = (low + high) // 2
            for k in outward[high:]:
                failed.setdefault(k, f"state {k}: {why}")
                times[k] = self.covered[0]

    def _explained(
        self, arrays: list[np.ndarray], forces: np.ndarray, times: np.ndarray | None, states: range | None = None
    ) -> Exception:
        """Why it fails, at one of these states."""
        named = dict(zip(self.arguments, arrays, strict=True))
        return explain(self.mechanism, named, forces, times, *([] if states is None else [states]))

    def _timed(self, arrays: list[np.ndarray], times: np.ndarray | None) -> list[np.ndarray]:
        """The arrays, with the time appended to those that have an entry per coordinate."""
        if times is None:
            return arrays
        times = np.broadcast_to(times, arrays[0].shape[:-1])[..., None]
        return [
            np.concatenate((a, times), axis=-1) if name in ("q", "q_dot") else a
            for name, a in zip(self.arguments, arrays, strict=True)
        ]

    def _single(self, arrays: list[np.ndarray], forces: np.ndarray, times: np.ndarray | None) -> np.ndarray:
        out = np.empty(self.out_shape)
        if not out.size:
            return out
        timed = self._timed(arrays, times)
        a, b, c = [*timed, timed[0], timed[0]][:3]
        if self.evaluation.single(a, b, c, forces, out) != FINE:
            raise self._explained(arrays, forces, times)
        return out

    def _batch(
        self,
        arrays: list[np.ndarray],
        forces: np.ndarray,
        times: np.ndarray | None,
        states: int,
        threads: int | None,
        failed: dict[int, str] | None,
    ) -> np.ndarray:
        """``failed``: reasons of rows that fail whatever is computed; None: failures raise."""
        if size := beyond_memory(states * math.prod(self.out_shape)):
            raise StateError(f"the results of {states} states would take {size}; give fewer states at a time.")
        out = np.empty((states, *self.out_shape))
        if not out.size:
            return out if failed is None else Rows.of(out, failed)
        arrays = [a if a.ndim == 2 else np.broadcast_to(a, (states, len(a))).copy() for a in arrays]
        if forces.size and forces.ndim == 2:
            forces = np.broadcast_to(forces, (states, *forces.shape)).copy()
        elif not forces.size:
            forces = np.empty((0, 0, 6))
        timed = self._timed(arrays, times)
        if failed is not None:  # (rows that fail are replaced)
            timed, forces = [array.copy() for array in timed], forces.copy()
        a, b, c = [*timed, timed[0], timed[0]][:3]
        brief = states <= WORTH_LANES and is_used_once()
        count = 1 if brief else max(1, min(thread_count(threads), states // WORTH_A_THREAD))
        cuts = [states * k // count for k in range(count + 1)]
        evaluation = self.evaluation if brief else self.of_batch
        # (other evaluations, and fewer states than lanes, run one state after the other)
        numbers = evaluation.numbers if type(evaluation) is Entry and states >= lane_width() and not brief else 0
        if size := beyond_memory(count * lane_width() * numbers):
            raise StateError(f"states of '{self.mechanism.name}' side by side would take {size}; give one at a time.")

        def run(k: int) -> int:
            part = slice(cuts[k], cuts[k + 1])
            own_forces = forces[part] if forces.size else forces
            evaluate = evaluation.one_by_one if brief else evaluation.batch
            first = evaluate(a[part], b[part], c[part], own_forces, out[part])
            return first if first < 0 else cuts[k] + first

        failures = [f for f in ([run(0)] if count == 1 else pool(count).map(run, range(count))) if f >= 0]
        if failures and failed is None:
            first = min(failures)
            raise self._explained(arrays, forces, times, range(first, min(first + 16, states)))
        if failed is None:
            return out
        bad = _failing(self.evaluation, a, b, c, forces, out) if failures else []
        reasons = {k: str(self._explained(arrays, forces, times, range(k, k + 1))) for k in bad}
        if bad and len(bad) < states:  # (others once more, since lanes that fail take their neighbours along)
            good = next(k for k in range(states) if k not in reasons)
            for array in (a, b, c, *([forces] if forces.size else [])):
                array[bad] = array[good]
            for k in range(count):
                run(k)
        reasons |= failed
        out[list(reasons)] = np.nan
        return Rows.of(out, dict(sorted(reasons.items())))


class Rows(np.ndarray[Any, np.dtype[np.float64]]):
    """The results of a batch, a row for each state; ``reasons`` says why rows failed, which are NaN."""

    reasons: dict[int, str]

    @staticmethod
    def of(rows: np.ndarray, reasons: dict[int, str]) -> Rows:
        found = rows.view(Rows)
        found.reasons = reasons
        return found

    def __array_finalize__(self, other: Any) -> None:
        # (parts of it have the same rows, or no reasons)
        alike = np.shape(other)[:1] == self.shape[:1]
        self.reasons = getattr(other, "reasons", {}) if alike else {}

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        first = key[0] if isinstance(key, tuple) and key else key
        is_whole = first is Ellipsis or (isinstance(first, slice) and first == slice(None))
        if isinstance(found, Rows) and not is_whole:  # (rows may have other places)
            found.reasons = {}
        return found


def with_failures_of(found: NDArray[np.float64], *parts: NDArray[np.float64]) -> NDArray[np.float64]:
    """A result made from others: its rows are NaN where theirs failed, and it has their reasons."""
    kept = [part.reasons for part in parts if isinstance(part, Rows)]
    if not kept:
        return found
    reasons = {k: why for known in reversed(kept) for k, why in known.items()}
    found[list(reasons)] = np.nan
    return Rows.of(found, dict(sorted(reasons.items())))


def _failing(evaluation: Evaluation, a: Any, b: Any, c: Any, forces: np.ndarray, out: np.ndarray) -> list[int]:
    """The states of a batch that fail."""
    return [
        k
        for k in range(len(out))
        if evaluation.single(a[k], b[k], c[k], forces[k] if forces.size else NO_WRENCHES, out[k]) != FINE
    ]


def state_array(mechanism: Mechanism, name: str, value: ArrayLike | None) -> NDArray[np.float64]:
    """An argument with one number per coordinate or velocity, for one state or a batch; velocities default to zero."""
    names = mechanism.q_names if name in ("q", "q_dot") else mechanism.u_names
    if value is None and name not in ("q", "q_dot"):
        return np.zeros(mechanism.n)
    array = _doubles(value, name)
    if (place := masked_place(value)) is not None:
        where = f" at '{names[place[-1]]}'" if place and place[-1] < len(names) else ""
        where += f" of state {place[0]}" if len(place) > 1 else ""
        raise StateError(f"{name} is masked{where}; give numbers for all entries, as its filled(…) does.")
    if value is None or array is None:
        raise StateError(f"{name} must be {len(names)} numbers a state, for {listing(names)}, not {shown(value)}.")
    if array.ndim not in (1, 2) or array.shape[-1] != len(names):
        raise StateError(
            f"{name} has shape {np.shape(value)}, but '{mechanism.name}' takes {len(names)} numbers a state: {listing(names)}."
        )
    return _plain(array)


def _doubles(value: Any, name: str) -> NDArray[np.float64] | None:
    """A user's numbers; None if they are none. NumPy alone would drop imaginary parts."""
    try:
        array = np.asarray(value)
        if array.dtype.kind != "c":
            return np.ascontiguousarray(array, float)
    except (TypeError, ValueError):
        return None
    raise StateError(f"{name}: numbers are complex, but must be real; give real ones, as {name}.real has.")


def _plain(array: np.ndarray) -> np.ndarray:
    """An array as compiled code expects it: contiguous, aligned, writeable, with NumPy's own double dtype."""
    return array if array.flags.carray and array.dtype is _FLOAT else np.array(array, _FLOAT, order="C")


def time_array(value: ArrayLike, failed: dict[int, str] | None = None) -> NDArray[np.float64]:
    """Times, of one state or a batch; ``failed`` takes reasons of those of a batch that were replaced."""
    if type(value) is float and math.isfinite(value):
        return np.array(value)
    found = _doubles(value, "time")
    times = None if found is None else found.reshape(np.shape(value)).copy()
    if times is None or times.ndim > 1:
        raise StateError(f"time must be a number, or one for each state of a batch, not {shown(value)}.")
    if (place := masked_place(value)) is not None:
        raise StateError(f"time is masked{f' at entry {place[0]}' if place else ''}; give a number there.")
    if not np.isfinite(times).all():
        if failed is None or not times.ndim:
            raise StateError(f"time must be finite, not {shown(value)}.")
        bad = ~np.isfinite(times)
        failed.update(
            {k: f"time of state {k} is {times[k]}; give a finite number." for k in np.flatnonzero(bad).tolist()}
        )
        times[bad] = times[~bad][0] if not bad.all() else 0.0
    return times


def wrench_array(mechanism: Mechanism, value: ArrayLike | None) -> NDArray[np.float64]:
    """External wrenches, of one state or a batch; an empty array if there are none."""
    if value is None:
        return NO_WRENCHES
    array = _doubles(value, "wrenches")
    if array is None:
        raise StateError("wrenches must be numbers: for each body a force and a moment.")
    if (place := masked_place(value)) is not None:
        raise StateError(f"wrenches are masked at {place}; give numbers for all entries, as their filled(…) does.")
    if array.ndim not in (2, 3) or array.shape[-2:] != (len(mechanism), 6):
        names = listing(mechanism.body_names)
        raise StateError(
            f"wrenches have shape {array.shape}, but '{mechanism.name}' takes {len(mechanism)} x 6: force and moment on {names}."
        )
    return _plain(array)


def operation_of(
    mechanism: Mechanism,
    merge: bool,
    core: Callable[..., bool],
    arguments: tuple[str, ...],
    out_shape: tuple[int, ...],
    memory: Callable[[CompiledTree], dict[str, int]] = lambda tree: tree.memory(*SWEEP, "travel", "response"),
    arrays: Callable[[CompiledTree], Tree] = lambda tree: tree.arrays,
) -> Operation:
    """A compiled computation, created at first use."""
    # (what is used once leaves others their own code, and does not depend on whether there is some)
    key = (core, "shared") if is_used_once() else core
    if mechanism.prepared is not None and (known := mechanism.prepared.operations.get(key)) is not None:
        return known
    with PREPARING:
        tree = compiled(mechanism, merge)
        operations = prepared_of(mechanism).operations
        if key in operations:
            return operations[key]
        lengths = [{"q": "q", "q_dot": "q"}.get(name, "u") for name in arguments[1:]] + [None, None]
        entry = Entry(core, arrays(tree), memory(tree), (lengths[0], lengths[1]))
        if wanted_code() != "shared" and tree.arrays.bodies <= MOST and 0 < math.prod(out_shape) <= MOST_NUMBERS:
            sizes = [entry.tree.coordinates if name in ("q", "q_dot") else entry.tree.dofs for name in arguments]
            name = f"{core.__module__}.{core.__qualname__}"
            with contextlib.suppress(Untraceable):
                entry = OwnEntry(entry, mechanism, name, tuple([*sizes, 0, 0][:3]), out_shape).checked()
        if size := beyond_memory(entry.numbers + math.prod(out_shape)):
            raise UnsupportedError(
                f"'{mechanism.name}' is too large for this: its matrices would take {size}; use forward_dynamics by '{general().name}', whose memory grows "
                "with the number of bodies."
            )

        def again() -> Operation:
            return operation_of(mechanism, merge, core, arguments, out_shape, memory, arrays)

        operations[key] = Operation(mechanism, entry, arguments, out_shape, again)
        return operations[key]
