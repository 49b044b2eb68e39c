"""``Jet``: a number with its rate and its acceleration, by the rules of differentiation, for expressions of time."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


class Jet:
    """A function of time at a time: its value, rate and acceleration."""

    __slots__ = ("acceleration", "rate", "value")

    def __init__(self, value: float, rate: float = 0.0, acceleration: float = 0.0):
        self.value, self.rate, self.acceleration = value, rate, acceleration

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return bool(self.value)

    def __neg__(self) -> Jet:
        return Jet(-self.value, -self.rate, -self.acceleration)

    def __add__(self, other: Jet | float) -> Jet:
        if isinstance(other, Jet):
            return Jet(self.value + other.value, self.rate + other.rate, self.acceleration + other.acceleration)
        return Jet(self.value + other, self.rate, self.acceleration)

    __radd__ = __add__

    def __sub__(self, other: Jet | float) -> Jet:
        return self + -other

    def __rsub__(self, other: float) -> Jet:
        return -self + other

    def __mul__(self, x: Jet | float) -> Jet:
        if not isinstance(x, Jet):
            return Jet(self.value * x, self.rate * x, self.acceleration * x)
        return Jet(
            self.value * x.value,
            self.rate * x.value + self.value * x.rate,
            self.acceleration * x.value + 2.0 * self.rate * x.rate + self.value * x.acceleration,
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Jet | float) -> Jet:
        x = jet(other)
        value = self.value / x.value
        rate = (self.rate - value * x.rate) / x.value
        return Jet(value, rate, (self.acceleration - 2.0 * rate * x.rate - value * x.acceleration) / x.value)

    def __rtruediv__(self, other: Jet | float) -> Jet:
        return jet(other) / self

    def __lt__(self, other: Jet | float) -> bool:
        return self.value < float(other)

    def __le__(self, other: Jet | float) -> bool:
        return self.value <= float(other)

    def __gt__(self, other: Jet | float) -> bool:
        return self.value > float(other)

    def __ge__(self, other: Jet | float) -> bool:
        return self.value >= float(other)


def jet(x: Any) -> Jet:
    """A number as one that does not change."""
    return x if isinstance(x, Jet) else Jet(float(x))


def called(name: str, value: float, arguments: list[Any]) -> Jet:
    """A function of jets, whose value is known; an ArithmeticError or ValueError where it has no rates."""
    given = [jet(x) for x in arguments]
    if name not in _SLOPES:
        found = _RULES[name](value, *given)
        return Jet(value, found.rate, found.acceleration)
    first, second = _SLOPES[name](given[0].value, value)
    return _through(given[0], value, first, second)


def _through(x: Jet, value: float, first: float, second: float) -> Jet:
    """A function of a jet from its two derivatives."""
    return Jet(value, first * x.rate, first * x.acceleration + second * x.rate * x.rate)


def _of_sine(x: float) -> tuple[float, float]:
    """Derivatives of the arc sine."""
    rest = 1.0 - x * x
    return rest**-0.5, x * rest**-1.5


def _of_tangent(slope: float, value: float) -> tuple[float, float]:
    return slope, 2.0 * value * slope


def _of_size(x: float) -> tuple[float, float]:
    if not x:
        raise ArithmeticError("abs(0) has no rate")
    return math.copysign(1.0, x), 0.0


def _power(value: float, x: Jet, n: Jet) -> Jet:
    if n.rate or n.acceleration:
        by_log = n * _through(x, math.log(x.value), 1.0 / x.value, -1.0 / x.value**2)
        return _through(by_log, value, value, value)
    k = n.value
    first = k * math.pow(x.value, k - 1.0) if k else 0.0
    second = k * (k - 1.0) * math.pow(x.value, k - 2.0) if k * (k - 1.0) else 0.0
    return _through(x, value, first, second)


def _angle(value: float, y: Jet, x: Jet) -> Jet:
    square = x.value**2 + y.value**2
    rate = (x.value * y.rate - y.value * x.rate) / square
    change = 2.0 * (x.value * x.rate + y.value * y.rate)
    return Jet(value, rate, (x.value * y.acceleration - y.value * x.acceleration - rate * change) / square)


def _length(value: float, *parts: Jet) -> Jet:
    square = sum((x * x for x in parts), Jet(0.0))
    return _through(square, value, 0.5 / value, -0.25 / value**3)


def _smooth(value: float, x: Jet, a: Jet, b: Jet) -> Jet:
    share = (x - a) / (b - a)
    s = share.value
    if not 0.0 < s < 1.0:
        return Jet(value)
    return _through(share, value, 30.0 * (s * (1.0 - s)) ** 2, 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s))


# the first and the second derivative at x, of functions of one number whose value y is known
_SLOPES: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "sin": lambda x, y: (math.cos(x), -y),
    "cos": lambda x, y: (-math.sin(x), -y),
    "tan": lambda x, y: _of_tangent(1.0 + y * y, y),
    "asin": lambda x, y: _of_sine(x),
    "acos": lambda x, y: (-_of_sine(x)[0], -_of_sine(x)[1]),
    "atan": lambda x, y: (1.0 / (1.0 + x * x), -2.0 * x / (1.0 + x * x) ** 2),
    "sinh": lambda x, y: (math.cosh(x), y),
    "cosh": lambda x, y: (math.sinh(x), y),
    "tanh": lambda x, y: _of_tangent(1.0 / math.cosh(x) ** 2, -y),
    "exp": lambda x, y: (y, y),
    "log": lambda x, y: (1.0 / x, -1.0 / (x * x)),
    "sqrt": lambda x, y: (0.5 / y, -0.25 / (x * y)),
    "abs": lambda x, y: _of_size(x),
    "sign": lambda x, y: (0.0, 0.0),
    "floor": lambda x, y: (0.0, 0.0),
    "ceil": lambda x, y: (0.0, 0.0),
}
# the jets of other functions, whose value is known
_RULES: dict[str, Callable[..., Jet]] = {
    "**": _power,
    "atan2": _angle,
    "hypot": _length,
    "mod": lambda value, x, y: x - y * math.floor(x.value / y.value),
    "min": lambda value, *given: min(given),
    "max": lambda value, *given: max(given),
    "smooth": _smooth,
}
