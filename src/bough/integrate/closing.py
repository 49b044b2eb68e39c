"""States brought back to closed loops, one by one, by the compiled projection that integrators use."""

from __future__ import annotations

import ctypes

import numpy as np

from bough.compiled.entries import Memory
from bough.compiled.loops import spanning_memory
from bough.formulations.reductions.projection import FIELDS
from bough.passes.arrays import WORK_SHAPES, Tree
from bough.passes.loops import GAP

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
MOST_PASSES = 6


def projection_memory(tree: Tree) -> dict[str, int]:
    """Rows of the work arrays that the projection of (q, u) takes."""
    sizes = {"body": tree.bodies, "dof": tree.dofs, "branch": int(tree.slot.max(initial=-1)) + 4}
    own = {field: sizes[WORK_SHAPES[field][0]] for field in FIELDS}
    return own | spanning_memory(tree)


class Closing:
    """Closes the loops of states (q with the time if it is timed, u) by the least change, in the metric of the mass."""

    def __init__(self, tree: Tree):
        from bough.integrate.loops import compiled_projector

        size = tree.coordinates + tree.dofs
        rows = projection_memory(tree) | {"state": size, "slope": size, "drive": tree.dofs}
        self._memory, self._constraints = Memory(tree, rows), tree.loop_constraints
        self._project = CALLBACK(compiled_projector(False, False, False))

    def __call__(self, states: np.ndarray, least: float) -> None:
        """Close states (B, size) in place, to gaps below ``least`` if that is possible in a few passes."""
        work = self._memory.work
        for state in states:
            work.state[:, 0] = state
            work.chosen[self._constraints] = 0.0  # which constraints count is decided anew
            for _ in range(MOST_PASSES):
                self._project(self._memory.address)
                if not np.abs(work.gap[:, GAP]).max() > least:
                    break
            state[:] = work.state[:, 0]
