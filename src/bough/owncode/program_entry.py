"""An evaluation by own code whose program is made by more than running a core on traced numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bough.compiled.entries import FAILED, FINE, Entry, address_of, lane_width
from bough.compiled.tree import CompiledTree
from bough.owncode.columns import ColumnProgram
from bough.owncode.entry import SINGLE, OwnEntry
from bough.owncode.llvm import module_text
from bough.owncode.tracing import Program

Maker = Callable[[Entry, bool], Program | ColumnProgram]  # (entry, whether there are wrenches)


class ProgramEntry(OwnEntry):
    """It has no shared kernel behind it: a state whose checks fail has failed."""

    def __init__(self, entry: Entry, tree: CompiledTree, name: str, size: int, make: Maker):
        super().__init__(entry, tree, name, size, False)
        self._make = make

    def made(self, loaded: bool) -> Program | ColumnProgram:
        return self._make(self, loaded)

    def body(self, door: str, loaded: bool, width: int) -> tuple[str, tuple[int, ...], int]:
        found = self.made(loaded)
        if isinstance(found, ColumnProgram):
            return found.text(width, lane_width()), found.program.sizes, found.columns.outputs
        graph, sizes, outputs, checks = found
        return module_text(graph, outputs, checks, sizes, width), sizes, len(outputs)

    def judged(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """One state of a group that failed."""
        run = self._function(SINGLE, bool(wrenches.size))
        return FINE if run(0, a, b, c, address_of(wrenches), out) == FINE else FAILED
