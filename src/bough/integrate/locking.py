"""Right-hand sides in which some velocities are held: joints that are locked for a while.

Accelerations are linear in joint forces, u̇ = a + R λ. One evaluation more for each held velocity gives a column of R,
and the forces of the locks are those that keep their velocities: u̇ = 0 there. This serves every form in velocities, any
joints, forces and loops, without code of its own for each set of locks; an evaluation takes 1 + k of the usual ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bough.arithmetic.scalar import call, kernel, load, store
from bough.integrate.rate import Rate
from bough.passes.arrays import Work
from bough.typing import Array

DEPENDENT = 1e-10  # share of a diagonal entry of R below which its pivot counts as zero: the lock depends on others
# work.locks: how many velocities are held, the address of the free right-hand side, then of each its place in u, and a
# force that matters there; then λ, the held rows of R, its columns, and a
COUNT, FREE, FIRST = range(3)


class LockedRate(Rate):
    """A right-hand side with velocities held at zero, by their places in u; ``loads``: forces that matter there."""

    def __init__(self, rate: Rate, held: NDArray[np.int64], loads: Array):
        super().__init__(rate.evaluation, rate.trees, rate.momenta, given=rate.given)
        self.held, self.loads = held, loads
        count = len(held)
        self.locks = FIRST + count * (3 + count) + (count + 1) * self.size

    @property
    def alone(self) -> Rate:
        return self

    def kernels(self, wide: bool, loop: str = "") -> list[tuple[Any, ...]]:
        from bough.integrate.loops import compiled_locks

        return [*super().kernels(wide, loop), (compiled_locks,)]

    def address(self, work: Work, wide: bool, loop: str = "") -> tuple[int, object]:
        from bough.integrate.loops import compiled_locks

        inner, kept = super().address(work, wide, loop)
        count = len(self.held)
        work.locks[: FIRST + 2 * count, 0] = count, inner, *self.held, *self.loads
        return compiled_locks(), kept


@kernel
def hold(tree, work, table):
    """Fill work.slope with the velocities of work.locks held; False if the free right-hand side fails."""
    locks, slope, drive = work.locks, work.slope, work.drive
    count, size, free = int(load(locks, COUNT, 0)), tree.coordinates + tree.dofs, int(load(locks, FREE, 0))
    forces = FIRST + 2 * count
    rows = forces + count
    columns = rows + count * count
    still = columns + count * size
    if call(free, table) != 0:
        return False
    for c in range(size):
        store(locks, still + c, 0, load(slope, c, 0))
    for j in range(count):
        place, push = int(load(locks, FIRST + j, 0)), load(locks, FIRST + count + j, 0)
        before = load(drive, place, 0)
        store(drive, place, 0, before + push)
        failed = call(free, table) != 0
        store(drive, place, 0, before)
        if failed:
            return False
        for c in range(size):
            store(locks, columns + j * size + c, 0, (load(slope, c, 0) - load(locks, still + c, 0)) / push)
    for i in range(count):
        at = tree.coordinates + int(load(locks, FIRST + i, 0))
        store(locks, forces + i, 0, -load(locks, still + at, 0))
        for j in range(count):
            store(locks, rows + i * count + j, 0, load(locks, columns + j * size + at, 0))
    solve_for_forces(locks, forces, rows, count)
    for c in range(size):
        x = load(locks, still + c, 0)
        for j in range(count):
            x = x + load(locks, columns + j * size + c, 0) * load(locks, forces + j, 0)
        store(slope, c, 0, x)
    for j in range(count):
        store(slope, tree.coordinates + int(load(locks, FIRST + j, 0)), 0, 0.0)
        # differences are most accurate over forces of the size that is needed
        needed, push = abs(load(locks, forces + j, 0)), load(locks, FIRST + count + j, 0)
        store(locks, FIRST + count + j, 0, max(needed, push))
    return True


@kernel
def solve_for_forces(locks, forces, rows, count):
    """Solve the symmetric R λ = −a in place, as LDLᵀ; a lock that depends on those before it carries nothing."""
    for j in range(count):
        whole = load(locks, rows + j * count + j, 0)
        pivot = whole
        for m in range(j):
            pivot = pivot - load(locks, rows + j * count + m, 0) ** 2 * load(locks, rows + m * count + m, 0)
        if not pivot > DEPENDENT * whole:
            pivot = 0.0
        store(locks, rows + j * count + j, 0, pivot)
        for i in range(j + 1, count):
            x = load(locks, rows + i * count + j, 0)
            for m in range(j):
                part = load(locks, rows + i * count + m, 0) * load(locks, rows + m * count + m, 0)
                x = x - part * load(locks, rows + j * count + m, 0)
            store(locks, rows + i * count + j, 0, x / pivot if pivot > 0.0 else 0.0)
    for j in range(count):
        x = load(locks, forces + j, 0)
        for m in range(j):
            x = x - load(locks, rows + j * count + m, 0) * load(locks, forces + m, 0)
        store(locks, forces + j, 0, x)
    for j in range(count - 1, -1, -1):
        pivot = load(locks, rows + j * count + j, 0)
        x = load(locks, forces + j, 0) / pivot if pivot > 0.0 else 0.0
        for i in range(j + 1, count):
            x = x - load(locks, rows + i * count + j, 0) * load(locks, forces + i, 0)
        store(locks, forces + j, 0, x)
