"""Forward dynamics along a motion, with a solver that starts from its last call."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bough.api.methods import evaluation_by, way_of
from bough.api.operation import WORTH_A_THREAD, Operation
from bough.arithmetic.width import lane_width
from bough.compiled.entries import FINE, Entry, Evaluation, Memory, address_of, pool, thread_count
from bough.errors import StateError, UnsupportedError
from bough.formulations.formulation import ACCELERATIONS, memory_reason
from bough.locks import PREPARING
from bough.mechanism.checks import listing, shown
from bough.mechanism.mechanism import Mechanism
from bough.passes.arrays import KEPT
from bough.solvers import SOLVERS
from bough.solvers.warm import (
    ITERATIONS,
    KEEP,
    RESIDUAL,
    RESTARTS,
    TOLERANCE,
    USUAL_TOLERANCE,
)
from bough.typing import Accelerations, Array, CoordinatesLike, JointForcesLike, TimeLike, VelocitiesLike, WrenchesLike

# solvers with a warm start
WARM = tuple(solver.name for solver in SOLVERS.values() if solver.is_warm)


class WarmStart:
    """An iterative solver with memory, for the states of one motion, or of ``states`` motions side by side.

    Call :meth:`forward_dynamics` with one state after the other. Each call starts from what the last one learnt about
    the system's matrix, so smaller steps need fewer iterations. If that start is poor, the matrix is factorised again.
    The result always meets the tolerance, or an error says why it cannot. In a batch, row k always uses the memory of
    row k. Do not call one object from several threads at a time; a large batch runs on all cores, or on ``threads`` of
    them.

    ``tolerance``: limit for the residual b - Ax of the linear system, relative to b and x, each in units of the
    matrix's diagonal; it cannot go below rounding. After a call see ``iterations``, ``residual`` and ``restarts`` (the
    total since the object was made or reset): numbers, or arrays with one entry per state of a batch.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        formulation: str = "composite-bodies",
        solver: str = "inverse-iterative",
        *,
        tolerance: float = USUAL_TOLERANCE,
        states: int | None = None,
        threads: int | None = None,
    ):
        with PREPARING:
            entry = evaluation_by(mechanism, way_of(mechanism, ACCELERATIONS, formulation, solver))
            covered = mechanism.covered
        if solver not in WARM or not isinstance(entry, Entry):
            raise UnsupportedError(
                f"solver '{solver}' has no warm start; take {listing(WARM)}, or call forward_dynamics without a WarmStart."
            )
        if not isinstance(tolerance, int | float) or not 0.0 < tolerance < 1.0 or not math.isfinite(tolerance):
            raise StateError(f"tolerance must be a number between 0 and 1, such as 1e-12, not {shown(tolerance)}.")
        if states is not None and (not isinstance(states, int) or states < 1):
            raise StateError(
                f"states must be the number of states of a batch, or None for one state, not {shown(states)}."
            )
        kept = sum(entry.rows[name] for name in KEPT)
        if reason := memory_reason((states or 1) * kept):
            raise UnsupportedError(f"'{solver}' cannot serve {states or 1} states of '{mechanism.name}': {reason}.")
        self.mechanism, self.formulation, self.solver = mechanism, formulation, solver
        self.tolerance, self.states = float(tolerance), states
        count = thread_count(threads)
        memories = _Single(entry, mechanism.name) if states is None else _Batch(entry, mechanism.name, states, count)
        self._memories = memories
        self._operation = Operation(mechanism, memories, ("q", "u", "tau"), (mechanism.n,))
        self._operation.covered = covered
        self.reset()

    def __repr__(self) -> str:
        states = "" if self.states is None else f", states={self.states}"
        return f"WarmStart('{self.mechanism.name}', '{self.formulation}', '{self.solver}', tolerance={self.tolerance:g}{states})"

    def forward_dynamics(
        self,
        q: CoordinatesLike,
        u: VelocitiesLike,
        tau: JointForcesLike | None = None,
        wrenches: WrenchesLike | None = None,
        time: TimeLike = 0.0,
    ) -> Accelerations:
        """Accelerations u̇, as in :func:`bough.forward_dynamics`."""
        memories = self._memories
        if wrenches is None and isinstance(memories, _Single) and not self.mechanism.is_timed:
            # fast path for one state in arrays of doubles
            u_dot = np.empty(self.mechanism.n)
            given = self._operation.zero if tau is None else tau
            if memories.run(memories.address, q, u, given, 0, u_dot) == FINE:
                return u_dot
        return self._operation(q, u, tau, wrenches=wrenches, threads=1, time=time)

    def reset(self) -> None:
        """Forget everything: the next call starts from scratch, and counters from zero."""
        for report in self._memories.reports:
            report[:] = 0.0
            report[KEEP] = 1.0
            report[TOLERANCE] = self.tolerance

    @property
    def iterations(self) -> int | NDArray[np.int64]:
        """Iterations of the last call: each one product with the matrix and one with its approximate inverse."""
        found = self._row(ITERATIONS).astype(int)
        return int(found[0]) if self.states is None else found

    @property
    def residual(self) -> float | Array:
        """The residual b - Ax of the last call, relative as for ``tolerance``."""
        found = self._row(RESIDUAL)
        return float(found[0]) if self.states is None else found

    @property
    def restarts(self) -> int | NDArray[np.int64]:
        """How often the matrix was factorised, including the first time."""
        found = self._row(RESTARTS).astype(int)
        return int(found[0]) if self.states is None else found

    def _row(self, row: int) -> np.ndarray:
        return np.concatenate([report[row, 0].reshape(-1) for report in self._memories.reports])[: self.states]


class _Single(Evaluation):
    """One state, one memory."""

    def __init__(self, entry: Entry, name: str):
        self.name = name
        self.run = entry.run
        self._memory = entry.memory()
        self.address, self.reports = self._memory.address, [self._memory.work.report]

    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        return self.run(self.address, a, b, c, address_of(wrenches), out)

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        raise StateError(
            f"this WarmStart of '{self.name}' is for one state, but got a batch of {len(a)}; make one with states={len(a)}."
        )


class _Batch(Evaluation):
    """One memory per group of W states; the groups of a thread share scratch arrays."""

    def __init__(self, entry: Entry, name: str, states: int, threads: int):
        self.name, self.states, self.width = name, states, lane_width()
        self.run = entry.run_lanes
        groups = -(-states // self.width)
        chunks = max(1, min(threads, states // WORTH_A_THREAD))
        self.cuts = [groups * k // chunks for k in range(chunks + 1)]
        self.memories: list[Memory] = []
        for first, last in zip(self.cuts, self.cuts[1:], strict=False):
            scratch = None
            for _ in range(first, last):
                self.memories.append(entry.memory((self.width,), scratch))
                scratch = self.memories[-1].work
        self.reports = [memory.work.report for memory in self.memories]

    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        raise StateError(
            f"this WarmStart of '{self.name}' is for {self.states} states, but got one; give {self.states} rows, or make one without states."
        )

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        if len(a) != self.states:
            raise StateError(
                f"this WarmStart of '{self.name}' is for {self.states} states, but got {len(a)}; make one with states={len(a)}."
            )

        def chunk(k: int) -> int:
            failed = [
                s for g in range(self.cuts[k], self.cuts[k + 1]) if (s := self._group(g, a, b, c, wrenches, out)) >= 0
            ]
            return failed[0] if failed else -1

        count = len(self.cuts) - 1
        failures = [chunk(0)] if count == 1 else list(pool(count).map(chunk, range(count)))
        return next((s for s in failures if s >= 0), -1)

    def _group(self, g: int, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """Evaluate the W states of a group; return its first state if one failed, or -1."""
        start = g * self.width
        part = slice(start, start + self.width)
        own = [x[part] for x in (a, b, c, wrenches)]
        missing = self.width - len(own[0])
        if missing:  # the last group: repeat its last state to fill the lanes
            own = [np.concatenate((x, np.repeat(x[-1:], missing, axis=0))) if len(x) else x for x in own]
        result = np.empty((self.width, out.shape[1])) if missing else out[part]
        failed = self.run(self.memories[g].address, *own[:3], address_of(own[3]), result)
        if missing:
            out[part] = result[: len(out[part])]
        return start if failed >= 0 else -1
