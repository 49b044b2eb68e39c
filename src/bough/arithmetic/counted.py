"""``Counted``: a number that counts the operations done on it. Flop tables come from the kernels that run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_tally: Counter[str] = Counter()


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count operations on ``Counted`` numbers: ``add`` (also subtractions), ``mul``, ``div``, ``sqrt``, ``sincos``."""
    global _tally
    outer, _tally = _tally, Counter()
    try:
        yield _tally
    finally:
        _tally = outer


class Counted:
    """A double that counts its operations."""

    __slots__ = ("value",)

    def __init__(self, value: float = 0.0):
        self.value = float(value)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"Counted({self.value!r})"

    def __neg__(self) -> Counted:
        return Counted(-self.value)

    def sqrt(self) -> Counted:
        _tally["sqrt"] += 1
        return Counted(math.sqrt(self.value))

    def sincos(self) -> tuple[Counted, Counted]:
        _tally["sincos"] += 1
        return Counted(math.sin(self.value)), Counted(math.cos(self.value))


def _define(name: str, operation: str, function: Callable[[float, float], float]) -> None:
    def forward(self: Counted, other) -> Counted:
        _tally[operation] += 1
        return Counted(function(self.value, float(other)))

    def reverse(self: Counted, other) -> Counted:
        _tally[operation] += 1
        return Counted(function(float(other), self.value))

    setattr(Counted, f"__{name}__", forward)
    setattr(Counted, f"__r{name}__", reverse)


_define("add", "add", lambda x, y: x + y)
_define("sub", "add", lambda x, y: x - y)
_define("mul", "mul", lambda x, y: x * y)
_define("truediv", "div", lambda x, y: x / y if y else math.nan)
