"""Right-hand sides in which some velocities are held: joints that are locked for a while.

Accelerations are linear in joint forces, u̇ = a + R λ. One evaluation more for each held velocity gives a column of R,
and the forces of the locks are those that keep their velocities: u̇ = 0 there. This serves every form in velocities, any
joints, forces and loops, without code of its own for each set of locks; an evaluation takes 1 + k of the usual ones.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np

from bough.integrate.closing import CALLBACK
from bough.integrate.integration import Rate
from bough.passes.arrays import Work
from bough.typing import Array

DEPENDENT = 1e-10  # share of the largest singular value below which locks count as dependent


class LockedRate(Rate):
    """A right-hand side with velocities held at zero, by their places in u; ``loads``: forces that matter there."""

    def __init__(self, rate: Rate, held: Array, loads: Array):
        super().__init__(rate.evaluation, rate.trees, rate.momenta, given=rate.given)
        self.held, self.loads = held, loads

    @property
    def alone(self) -> Rate:
        return self

    def address(self, work: Work, wide: bool) -> tuple[int, object]:
        inner, kept = super().address(work, wide)
        locked = _Locked(CALLBACK(inner), work, self.held, self.trees[0].coordinates, self.loads)
        callback = CALLBACK(locked)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        return address, (callback, locked, kept)


class _Locked:
    """The right-hand side of one motion, on its memory."""

    def __init__(self, free: Callable[[int], int], work: Work, held: Array, n_q: int, loads: Array):
        self._free, self._held, self._rows, self._loads = free, held, held + n_q, loads.copy()
        self._drive, self._slope = work.drive[:, 0], work.slope[:, 0]
        self._columns = np.empty((len(self._slope), len(held)))

    def __call__(self, table: int) -> int:
        drive, slope, columns = self._drive, self._slope, self._columns
        if self._free(table) != 0:
            return 1
        free = slope.copy()
        for k, (place, load) in enumerate(zip(self._held.tolist(), self._loads.tolist(), strict=True)):
            before = drive[place]
            drive[place] = before + load
            failed = self._free(table) != 0
            drive[place] = before
            if failed:
                return 1
            columns[:, k] = (slope - free) / load
        forces = holding_forces(columns[self._rows], free[self._rows])
        # differences are most accurate over forces of the size that is needed
        np.maximum(self._loads, np.abs(forces), out=self._loads)
        slope[:] = free + columns @ forces
        slope[self._rows] = 0.0
        return 0


def holding_forces(response: Array, free: Array) -> Array:
    """λ with R λ = −a; the least one where locks depend on each other."""
    if len(free) == 1:
        return -free / response[0] if response[0, 0] > 0.0 else np.zeros(1)
    size = np.sqrt(np.maximum(np.diag(response), 0.0))
    size[size == 0.0] = 1.0
    found: Array = np.linalg.lstsq(response / np.outer(size, size), -free / size, rcond=DEPENDENT)[0] / size
    return found
