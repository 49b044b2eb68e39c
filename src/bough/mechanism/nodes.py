"""The nodes of an expression of time, each a function of the time, which may be a ``Jet``."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from bough.mechanism.jets import Jet, called

Node = Callable[[float], float]


@dataclass(frozen=True)
class Number:
    value: float

    def __call__(self, t: float) -> float:
        return self.value


class Time:
    def __call__(self, t: float) -> float:
        return t


@dataclass(frozen=True)
class Sum:
    """Terms, and whether each is subtracted: long sums do not make deep trees."""

    first: Node
    rest: tuple[tuple[bool, Node], ...]

    def __call__(self, t: float) -> float:
        total = self.first(t)
        for subtracted, term in self.rest:
            total = total - term(t) if subtracted else total + term(t)
        return _finite(total, "a sum")


@dataclass(frozen=True)
class Product:
    """Factors, and whether each divides."""

    first: Node
    rest: tuple[tuple[bool, Node], ...]

    def __call__(self, t: float) -> float:
        total = self.first(t)
        for divides, factor in self.rest:
            number = factor(t)
            if divides and not number:
                raise ArithmeticError("a number is divided by zero")
            total = total / number if divides else total * number
        return _finite(total, "a product")


@dataclass(frozen=True)
class Negative:
    node: Node

    def __call__(self, t: float) -> float:
        return -self.node(t)


@dataclass(frozen=True)
class Call:
    """A function, or a power."""

    name: str
    function: Callable[..., float]
    arguments: tuple[Node, ...]

    def __call__(self, t: float) -> float:
        given = [node(t) for node in self.arguments]
        if not isinstance(t, Jet):
            return self._value(given)
        return called(self.name, self._value([float(x) for x in given]), given)

    def _value(self, numbers: list[float]) -> float:
        try:
            value = float(self.function(*numbers))
        except OverflowError:
            value = math.inf
        except (ValueError, ZeroDivisionError):
            raise ArithmeticError(f"{self._shown(numbers)} is not defined") from None
        if not math.isfinite(value):
            raise ArithmeticError(f"{self._shown(numbers)} is too large")
        return value

    def _shown(self, numbers: list[float]) -> str:
        if self.function is math.pow:
            return f"({numbers[0]:g})**({numbers[1]:g})"
        return f"{self.name}({', '.join(f'{number:g}' for number in numbers)})"


@dataclass(frozen=True)
class Comparison:
    """Sums in a row, each of which must compare with the next: 0 < t <= 2."""

    column: int
    first: Node
    rest: tuple[tuple[Callable[[float, float], bool], Node], ...]

    def __call__(self, t: float) -> bool:
        left = self.first(t)
        for holds, node in self.rest:
            right = node(t)
            if not holds(left, right):
                return False
            left = right
        return True


@dataclass(frozen=True)
class Choice:
    """The node of the first condition that holds, or the last one."""

    cases: tuple[tuple[Comparison, Node], ...]
    otherwise: Node

    def __call__(self, t: float) -> float:
        for condition, node in self.cases:
            if condition(t):
                return node(t)
        return self.otherwise(t)


def _finite(number: float, what: str) -> float:
    if not math.isfinite(number):
        raise ArithmeticError(f"{what} is too large")
    return number
