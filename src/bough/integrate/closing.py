"""States brought back to closed loops, one by one, by the compiled projection that integrators use."""

from __future__ import annotations

import ctypes

import numpy as np

from bough.arithmetic.scalar import after, get, is_finite, kernel, load, put
from bough.compiled.entries import Entry, Memory
from bough.compiled.loops import spanning_memory
from bough.formulations.reductions.projection import FIELDS, project
from bough.integrate.steps import normalise
from bough.passes.arrays import WORK_SHAPES, Tree
from bough.passes.loops import GAP

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
MOST_PASSES = 6


def projection_memory(tree: Tree) -> dict[str, int]:
    """Rows of the work arrays that the projection of (q, u) takes."""
    sizes = {"body": tree.bodies, "dof": tree.dofs, "branch": int(tree.slot.max(initial=-1)) + 4}
    own = {field: sizes[WORK_SHAPES[field][0]] for field in FIELDS}
    return own | spanning_memory(tree)


def closing_entry(tree: Tree) -> Entry:
    """One step of the projection, to be traced; its results are q, with the time if it is timed, u, and gaps."""
    size = tree.coordinates + tree.dofs
    return Entry(close, tree, projection_memory(tree) | {"state": size, "slope": size, "drive": tree.dofs})


@kernel
def close(tree, work, q, u, unused, wrenches, out):
    """The state (q, u) with its loops closed by one step, as integrators do it, and the gaps that are left."""
    size = tree.coordinates + tree.dofs
    for k in range(tree.coordinates):
        put(work.state, k, get(q, k))
    for k in range(tree.dofs):
        put(after(work.state, tree.coordinates), k, get(u, k))
    project(tree, work)
    normalise(tree, work.state)
    fine = True
    for k in range(size):
        x = get(work.state, k)
        fine = fine and is_finite(x)
        put(out, k, x)
    for c in range(tree.loop_constraints):
        put(out, size + c, load(work.gap, c, GAP))
    return fine


class Closing:
    """Closes the loops of states (q with the time if it is timed, u) by the least change, in the metric of the mass."""

    def __init__(self, tree: Tree):
        from bough.integrate.loops import compiled_projector

        # (forces do not move it, so their kernel is not compiled for it)
        self._memory = Memory(tree._replace(forces=0), closing_entry(tree).rows)
        self._constraints = tree.loop_constraints
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
