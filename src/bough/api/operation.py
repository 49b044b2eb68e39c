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
from bough.errors import StateError, UnsupportedError
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
    ) -> NDArray[np.float64]:
        if threads is not None:
            thread_count(threads)  # raises on a bad number; (counting the cores takes longer than one state)
        times = None
        if self.mechanism.is_timed:
            times = time_array(time)
            if self.covered and times.size and not self.covered[0] <= times.min() <= times.max() <= self.covered[1]:
                if self.again is None:
                    raise StateError(
                        f"'{self.mechanism.name}' was prepared for times from {self.covered[0]:g} to {self.covered[1]:g}, not for {shown(time)}; call its "
                        "cover(start, end) with all times to come beforehand."
                    )
                self.mechanism.cover(float(times.min()), float(times.max()))
                return self.again()(*values, wrenches=wrenches, threads=threads, time=time)
        arrays = [self._array(name, value) for name, value in zip(self.arguments, values, strict=True)]
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
        return self._batch(arrays, forces, times, next(iter(batches.values())), threads)

    def _array(self, name: str, value: Any) -> np.ndarray:
        """An argument as an array, checked."""
        return state_array(self.mechanism, name, value)

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
    ) -> np.ndarray:
        if size := beyond_memory(states * math.prod(self.out_shape)):
            raise StateError(f"the results of {states} states would take {size}; give fewer states at a time.")
        out = np.empty((states, *self.out_shape))
        if not out.size:
            return out
        arrays = [a if a.ndim == 2 else np.broadcast_to(a, (states, len(a))).copy() for a in arrays]
        if forces.size and forces.ndim == 2:
            forces = np.broadcast_to(forces, (states, *forces.shape)).copy()
        elif not forces.size:
            forces = np.empty((0, 0, 6))
        timed = self._timed(arrays, times)
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
            failed = evaluate(a[part], b[part], c[part], own_forces, out[part])
            return failed if failed < 0 else cuts[k] + failed

        failures = [f for f in ([run(0)] if count == 1 else pool(count).map(run, range(count))) if f >= 0]
        if failures:
            first = min(failures)
            raise self._explained(arrays, forces, times, range(first, min(first + 16, states)))
        return out


def state_array(mechanism: Mechanism, name: str, value: ArrayLike | None) -> NDArray[np.float64]:
    """An argument with one number per coordinate or velocity, for one state or a batch; velocities default to zero."""
    names = mechanism.q_names if name in ("q", "q_dot") else mechanism.u_names
    if value is None and name not in ("q", "q_dot"):
        return np.zeros(mechanism.n)
    try:
        array = np.ascontiguousarray(value, float)
    except (TypeError, ValueError):
        array = None
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


def _plain(array: np.ndarray) -> np.ndarray:
    """An array as compiled code expects it: contiguous, aligned, writeable, with NumPy's own double dtype."""
    return array if array.flags.carray and array.dtype is _FLOAT else np.array(array, _FLOAT, order="C")


def time_array(value: ArrayLike) -> NDArray[np.float64]:
    """Times, of one state or a batch."""
    try:
        times = np.array(value, float)
    except (TypeError, ValueError):
        times = None
    if times is None or times.ndim > 1:
        raise StateError(f"time must be a number, or one for each state of a batch, not {shown(value)}.")
    if (place := masked_place(value)) is not None:
        raise StateError(f"time is masked{f' at entry {place[0]}' if place else ''}; give a number there.")
    if not np.isfinite(times).all():
        raise StateError(f"time must be finite, not {shown(value)}.")
    return times


def wrench_array(mechanism: Mechanism, value: ArrayLike | None) -> NDArray[np.float64]:
    """External wrenches, of one state or a batch; an empty array if there are none."""
    if value is None:
        return NO_WRENCHES
    try:
        array = np.ascontiguousarray(value, float)
    except (TypeError, ValueError):
        raise StateError("wrenches must be numbers: for each body a force and a moment.") from None
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
    if mechanism.prepared is not None and (known := mechanism.prepared.operations.get(core)) is not None:
        return known
    with PREPARING:
        tree = compiled(mechanism, merge)
        operations = prepared_of(mechanism).operations
        if core in operations:
            return operations[core]
        lengths = [{"q": "q", "q_dot": "q"}.get(name, "u") for name in arguments[1:]] + [None, None]
        entry = Entry(core, arrays(tree), memory(tree), (lengths[0], lengths[1]))
        if wanted_code() != "shared" and tree.arrays.bodies <= MOST and math.prod(out_shape) <= MOST_NUMBERS:
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

        operations[core] = Operation(mechanism, entry, arguments, out_shape, again)
        return operations[core]
