"""The users' own functions, as compiled code calls them: by address, over a block of doubles.

A function is compiled by Numba where that is possible. Where it is not, what is called is a callback into Python, which takes the interpreter's lock and many times as long.
The shape of both is ``int64(address, stride)``: inputs at every ``stride``-th double from the address on, then outputs.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable

import numpy as np

from bough.errors import BoughWarning
from bough.mechanism.checks import shown_error

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)

# by function and shape: what is compiled cannot be given back, so a function is compiled once for as long as the program runs
_known: dict[tuple, Law] = {}


class Law:
    """A function with its address.

    ``shape``: for each argument None for a number, or the length of a tuple; ``outputs``: how many numbers it gives.
    """

    def __init__(self, function: Callable, shape: tuple[int | None, ...], outputs: int, whose: str):
        self.function, self.shape, self.outputs, self.whose = function, shape, outputs, whose
        self.inputs = sum(1 if size is None else size for size in shape)
        self.failure: Exception | None = None  # of the last call into Python that went wrong
        try:
            from bough.tree.native import compiled_law

            self._kept, self.address = compiled_law(function, shape, outputs)
        except Exception as error:
            warnings.warn(
                f"{whose}: its function is called from Python, which is slow, because Numba cannot compile it: {reason_of(error)}.",
                BoughWarning,
                stacklevel=2,
            )
            self._kept = CALLBACK(self._call)
            self.address = ctypes.cast(self._kept, ctypes.c_void_p).value or 0

    def _call(self, address: int, stride: int) -> int:
        """The function, for what stands at an address."""
        doubles = (ctypes.c_double * (stride * (self.inputs + self.outputs - 1) + 1)).from_address(address)
        block = np.ctypeslib.as_array(doubles)[::stride]
        try:
            arguments, at = [], 0
            for size in self.shape:
                arguments.append(float(block[at]) if size is None else tuple(block[at : at + size].tolist()))
                at += 1 if size is None else size
            numbers = np.array(self.function(*arguments), float).ravel()
            if len(numbers) != self.outputs:
                wanted = "a number" if self.outputs == 1 else f"{self.outputs} numbers"
                raise ValueError(f"it must give {wanted}, but gave {len(numbers)}")
            block[at:] = numbers
        except Exception as error:
            self.failure = error
            return 1
        return 0


def law_of(function: Callable, shape: tuple[int | None, ...], outputs: int, whose: str) -> Law:
    """The law of a function, made at first use."""
    key = (id(function), shape, outputs, whose)
    if key not in _known:
        _known[key] = Law(function, shape, outputs, whose)
    return _known[key]


def reason_of(error: Exception) -> str:
    """Numba's reason, in a line."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "-", "<", ">>>"))]
    return shown_error(type(error)(told[0])) if told else type(error).__name__
