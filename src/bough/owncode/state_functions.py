"""Functions of time and state, compiled together without Numba, for loops of steps and for Python."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.locks import COMPILING
from bough.owncode.llvm import module_text
from bough.typing import Array

_CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)

# the values of a row, which has the time, the state, and room for them; and of many rows, one after the other
_DOORS = """
define i64 @fill(i64 %row) nounwind {{
%time = inttoptr i64 %row to ptr
%state = getelementptr double, ptr %time, i64 1
%values = getelementptr double, ptr %time, i64 {values}
%fine = call i1 @body(ptr %time, ptr %state, ptr %values)
ret i64 0
}}
define i64 @fill_all(i64 %row, i64 %end) nounwind {{
entry:
br label %one
one:
%at = phi i64 [ %row, %entry ], [ %next, %one ]
%done = call i64 @fill(i64 %at)
%next = add i64 %at, {bytes}
%more = icmp slt i64 %next, %end
br i1 %more, label %one, label %end_of_rows
end_of_rows:
ret i64 0
}}
"""


class StateFunctions:
    """Functions of the time and of a state of so many numbers, which are inputs 0 and 1, 2, … of a graph."""

    def __init__(self, graph: Graph, results: Sequence[Traced], size: int):
        self.size, self.count = size, len(results)
        row = 1 + size + self.count
        text = module_text(graph, results, (), (1, size), 1)
        self._code = _compiled(text + _DOORS.format(values=1 + size, bytes=8 * row))
        self.address: int = self._code.address("fill")  # of a function of the address of a row
        self._fill_all = _CALL(self._code.address("fill_all"))
        self._row = np.empty((1, row))
        self._address = self._row.ctypes.data

    def values(self, times: Array, states: Array) -> Array:
        """Values (T, functions) at times (T,) and states (T, size)."""
        rows, address = self._row, self._address
        if len(times) != 1:
            rows = np.empty((len(times), rows.shape[1]))
            address = rows.ctypes.data
        rows[:, 0], rows[:, 1 : 1 + self.size] = times, states
        if len(rows):
            self._fill_all(address, address + rows.nbytes)
        return rows[:, 1 + self.size :].copy()


@lru_cache(64)
def _compiled(text: str) -> Any:
    from bough.compiled.machine import Code, object_code

    with COMPILING:
        return Code(object_code(text))
