"""Fixed steps for one state or for many: memory, lanes, threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bough.integrate.methods import Method
from bough.tree.arrays import Work
from bough.tree.entries import Entry, lane_width, pool, side_by_side


class March:
    """A form of the equations and an integrator of fixed step, with the memory of one state or of W states side by side."""

    def __init__(self, entry: Entry, momenta: bool, method: Method, wide: bool):
        from bough.integrate.native import compiled_march, compiled_rate

        self.lanes = (lane_width(),) if wide else ()
        self.size = entry.tree.coordinates + entry.tree.dofs
        rows = {
            **entry.rows,
            "state": self.size,
            "slope": self.size,
            "stages": (1 + method.tableau.stages) * self.size,
            "clock": 1,
            "drive": entry.tree.dofs,
        }
        _, self._kept = Entry(entry.core, entry.tree, rows).memory(self.lanes)
        addresses, self.work = self._kept[0], self._kept[1]
        first = len(addresses) - len(Work._fields)
        self._tableau = method.tableau
        words = [x.ctypes.data if isinstance(x, np.ndarray) else x for x in method.tableau]
        self.table = np.append(addresses, words)
        self.address = self.table.ctypes.data
        self._record = first + Work._fields.index("record")
        self.table[first + Work._fields.index("loads")] = 0  # none are given
        self.rate = compiled_rate(entry.core, momenta, wide)
        self.march = compiled_march(wide)

    def run(self, states: np.ndarray, drive: np.ndarray, step: float, steps: int, every: int) -> tuple[np.ndarray, int]:
        """(states after every so many steps: (W, records, size) or (records, size); steps done)."""
        (record,) = side_by_side([(steps // every, self.size, *self.lanes)])
        self.table[self._record] = record.ctypes.data
        self.work.state[:, 0] = states.T
        self.work.drive[:, 0] = drive.T
        self.work.clock[:] = 0.0
        done = self.march(self.address, self.rate, steps, every, step)
        return (np.moveaxis(record, -1, 0) if self.lanes else record), done


def march_many(
    make: Callable[[bool], March],
    states: np.ndarray,
    drive: np.ndarray,
    step: float,
    steps: int,
    every: int,
    threads: int,
) -> tuple[np.ndarray, int]:
    """(states (B, records, size), steps that all have done) of a batch, W side by side, each thread with its own memory."""
    count, width = len(states), lane_width()
    out = np.empty((count, steps // every, states.shape[1]))
    if count < width:
        alone = make(False)
        done = steps
        for k in range(count):
            out[k], own = alone.run(states[k], drive[k], step, steps, every)
            done = min(done, own)
        return out, done
    # the last group overlaps the one before it rather than being ragged
    starts = [min(k, count - width) for k in range(0, count, width)]

    def run(part: list[int]) -> int:
        wide, done = make(True), steps
        for k in part:
            out[k : k + width], own = wide.run(states[k : k + width], drive[k : k + width], step, steps, every)
            done = min(done, own)
        return done

    threads = max(1, min(threads, len(starts)))
    parts = [starts[k::threads] for k in range(threads)]
    return out, min([run(parts[0])] if threads == 1 else pool(threads).map(run, parts))
