"""An evaluation by own code whose program is made by more than running a core on traced numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from bough.arithmetic.width import lane_width
from bough.compiled.entries import FAILED, FINE, Entry, address_of
from bough.mechanism.mechanism import Mechanism
from bough.owncode.columns import ColumnProgram
from bough.owncode.entry import SINGLE, OwnEntry
from bough.owncode.tracing import Program

AnyProgram: TypeAlias = Program | ColumnProgram
Maker: TypeAlias = Callable[..., AnyProgram]  # (entry, whether there are wrenches)


class ProgramEntry(OwnEntry):
    """It has no shared kernel behind it: a state whose checks fail has failed."""

    target = "jacobian"

    def __init__(self, entry: Entry, mechanism: Mechanism, name: str, shape: tuple[int, ...], make: Maker):
        self._make = make
        sizes = entry.tree.coordinates, entry.tree.dofs, entry.tree.dofs
        super().__init__(entry, mechanism, name, sizes, shape)

    def program(self, door: str, loaded: bool) -> Any:
        return self.made(loaded)

    def made(self, loaded: bool) -> AnyProgram:
        """Its program; ``loaded``: with wrenches."""
        return self._make(self, loaded)

    def body(self, program: AnyProgram, width: int) -> tuple[str, tuple[int, ...], int]:
        if isinstance(program, ColumnProgram):
            return program.text(width, lane_width()), program.terms.sizes, program.columns.outputs
        return super().body(program, width)

    def judged(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """One state of a group that failed."""
        run = self._function(SINGLE, bool(wrenches.size))
        return FINE if run(0, a, b, c, address_of(wrenches), out) == FINE else FAILED
