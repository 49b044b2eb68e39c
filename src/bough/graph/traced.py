"""``Traced``: a number of a graph, which records what is done to it.

Constants fold, products with 0 and 1 vanish, signs move outward. A function that is traced sees no values. It computes
with + - * / **, NumPy's functions of one number, ``where`` and ``curve``; it must not branch on a traced number.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.arithmetic.scalar import Symbol
from bough.errors import MechanismError
from bough.graph.words import VALUES

if TYPE_CHECKING:
    from bough.graph.graph import Graph

NAMES = "sin, cos, tan, sqrt, exp, log, arctan, arctan2, arcsin, arccos, sinh, cosh, tanh, hypot, abs, maximum, minimum, floor"


class Traced(Symbol):
    """A number in a graph."""

    __slots__ = ("constant", "graph", "place")
    __hash__ = object.__hash__

    def __init__(self, graph: Graph, place: int, constant: float | None):
        """``constant``: its value, if it depends on no input."""
        self.graph, self.place, self.constant = graph, place, constant

    def __repr__(self) -> str:
        return f"<traced number {self.place}>" if self.constant is None else repr(self.constant)

    def _part(self, name: str) -> Traced | None:
        node = self.graph.nodes[self.place]
        return self.graph.numbers[node[1]] if node[0] == name else None

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def __neg__(self) -> Traced:
        if self.constant is not None:
            return self.graph.number(-self.constant)
        positive = self._part("neg")
        return self.graph.add("neg", self.place) if positive is None else positive

    def __pos__(self) -> Traced:
        return self

    def __add__(self, other: Any) -> Traced:
        if other.__class__ is not Traced:
            if not isinstance(other, int | float | np.number):
                return NotImplemented
            if other == 0.0:
                return self
            other = self.graph.number(other)
        return _sum(self, other)

    def __sub__(self, other: Any) -> Traced:
        if other.__class__ is not Traced:
            if not isinstance(other, int | float | np.number):
                return NotImplemented
            if other == 0.0:
                return self
            other = self.graph.number(other)
        return _difference(self, other)

    def __mul__(self, other: Any) -> Traced:
        if other.__class__ is not Traced:
            if not isinstance(other, int | float | np.number):
                return NotImplemented
            if other == 1.0:
                return self
            other = self.graph.number(other)
        return _product(self, other)

    def __truediv__(self, other: Any) -> Traced:
        if other.__class__ is not Traced:
            if not isinstance(other, int | float | np.number):
                return NotImplemented
            if other == 1.0:
                return self
            other = self.graph.number(other)
        return _quotient(self, other)

    def __radd__(self, other: Any) -> Traced:
        return self.graph.number(other) + self

    def __rsub__(self, other: Any) -> Traced:
        return self.graph.number(other) - self

    def __rmul__(self, other: Any) -> Traced:
        return self.graph.number(other) * self

    def __rtruediv__(self, other: Any) -> Traced:
        return self.graph.number(other) / self

    def __pow__(self, power: Any) -> Traced:
        exponent = power.constant if isinstance(power, Traced) else float(power)
        if exponent is None:
            return (power * self.log()).exp()
        if exponent == int(exponent) and abs(exponent) <= 64:
            return _whole_power(self, int(exponent))
        return self.sqrt() if exponent == 0.5 else (self.log() * exponent).exp()

    def __rpow__(self, base: Any) -> Traced:
        return self.graph.number(base) ** self

    def __abs__(self) -> Traced:
        return where_traced(self, self, -self)

    # --- functions, by the names under which NumPy calls them ---------------------------------------------------------

    def _call(self, name: str) -> Traced:
        if self.constant is not None:
            return self.graph.number(float(VALUES[name](self.constant)))
        return self.graph.add(name, self.place)

    def sin(self) -> Traced:
        return self._call("sin")

    def cos(self) -> Traced:
        return self._call("cos")

    def tan(self) -> Traced:
        return self.sin() / self.cos()

    def sqrt(self) -> Traced:
        return self._call("sqrt")

    def exp(self) -> Traced:
        return self._call("exp")

    def log(self) -> Traced:
        return self._call("log")

    def arctan(self) -> Traced:
        return self._call("arctan")

    def arcsin(self) -> Traced:
        return self.arctan2((1.0 - self * self).sqrt())

    def arccos(self) -> Traced:
        return (1.0 - self * self).sqrt().arctan2(self)

    def sinh(self) -> Traced:
        return 0.5 * (self.exp() - (-self).exp())

    def cosh(self) -> Traced:
        return 0.5 * (self.exp() + (-self).exp())

    def tanh(self) -> Traced:
        return self._call("tanh")

    def floor(self) -> Traced:
        return self._call("floor")

    def arctan2(self, other: Any) -> Traced:
        other = self.graph.number(other)
        if self.constant is not None and other.constant is not None:
            return self.graph.number(math.atan2(self.constant, other.constant))
        return self.graph.add("arctan2", self.place, other.place)

    def hypot(self, other: Any) -> Traced:
        other = self.graph.number(other)
        return (self * self + other * other).sqrt()

    # --- the primitives of kernels (``arithmetic/scalar.py``) -------------------------------------------------------------

    def sincos(self) -> tuple[Traced, Traced]:
        return self.sin(), self.cos()

    def arctan2_of(self, other: Any) -> Traced:
        return self.graph.number(other).arctan2(self)

    def curve(self, pieces: np.ndarray, first: int, end: int) -> tuple[Traced, ...]:
        rows = np.array(pieces[first:end], float)
        return tuple(self.graph.curve(rows, self, order) for order in range(3))

    def nearest(self) -> Traced:
        return self._call("nearest")

    def where_positive(self, x: Any, y: Any) -> Traced:
        return where_traced(self, self.graph.number(x), self.graph.number(y))

    def is_small(self, bound: float) -> bool:
        """Whether |x| <= bound, which is taken for granted and noted."""
        if self.constant is not None:
            return abs(self.constant) <= bound
        self.graph.checks["small", bound, self.place] = None
        return True

    def is_positive(self) -> bool:
        """Whether x > 0, likewise."""
        if self.constant is not None:
            return self.constant > 0.0
        self.graph.checks["positive", self.place] = None
        return True

    def conjugate(self) -> Traced:
        """Itself, for products of arrays."""
        return self

    def square(self) -> Traced:
        return self * self

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions, on traced numbers and on arrays of them."""
        operation = _UFUNCS.get(ufunc.__name__)
        if operation is None or method != "__call__" or options:
            raise MechanismError(f"it uses numpy.{ufunc.__name__}, which coordinates do not have; there are {NAMES}.")
        if not any(isinstance(x, np.ndarray) and x.ndim for x in inputs):
            return operation(*map(self.graph.number, inputs))
        arrays = np.broadcast_arrays(*(np.array(x, object) for x in inputs))
        found = np.empty(arrays[0].shape, object)
        for place in np.ndindex(found.shape):
            found[place] = operation(*(self.graph.number(array[place]) for array in arrays))
        return found

    # --- what a traced number cannot do ---------------------------------------------------------------------------------

    def __gt__(self, other: Any) -> Test:
        return Test(self - other, False)

    def __lt__(self, other: Any) -> Test:
        return Test(other - self, False)

    def __ge__(self, other: Any) -> Test:
        return Test(other - self, True)

    def __le__(self, other: Any) -> Test:
        return Test(self - other, True)

    def __eq__(self, other: object) -> bool:
        raise _branched()

    def __bool__(self) -> bool:
        raise _branched()

    def __float__(self) -> float:
        raise MechanismError(
            f"it turns a coordinate into a plain number; use NumPy's functions of one number ({NAMES}) instead of those "
            "of math, and bough.curve for tables and splines."
        )

    __int__ = __index__ = __float__


class Test:
    """A comparison with a traced number: whether ``difference`` > 0, or whether it is not."""

    __test__ = False  # (for pytest)

    def __init__(self, difference: Traced, is_negated: bool):
        self.difference, self.is_negated = difference, is_negated

    def __bool__(self) -> bool:
        raise _branched()


def _branched() -> MechanismError:
    return MechanismError(
        "it branches on a coordinate; use bough.where(test, x, y) instead of if and and, numpy.maximum instead of max."
    )


def where(test: Any, x: Any, y: Any) -> Any:
    """x where a comparison holds, else y; in functions of your own joints, in place of ``if``."""
    if not isinstance(test, Test):
        return x if test else y
    graph = test.difference.graph
    first, second = graph.number(x), graph.number(y)
    return where_traced(test.difference, *((second, first) if test.is_negated else (first, second)))


def where_traced(test: Traced, x: Traced, y: Traced) -> Traced:
    """x where test > 0, else y."""
    if x.place == y.place:
        return x
    if test.constant is not None:
        return x if test.constant > 0.0 else y
    return test.graph.add("where", test.place, x.place, y.place)


# --- folding --------------------------------------------------------------------------------------------------------


def _sum(x: Traced, y: Traced) -> Traced:
    graph, a, b = x.graph, x.constant, y.constant
    if a is not None and b is not None:
        return graph.number(a + b)
    if a == 0.0 or b == 0.0:
        return y if a == 0.0 else x
    if (less := y._part("neg")) is not None:
        return _difference(x, less)
    if (less := x._part("neg")) is not None:
        return _difference(y, less)
    if _are_sine_and_cosine(x, y):
        return graph.number(1.0)
    return graph.add("+", x.place, y.place) if x.place < y.place else graph.add("+", y.place, x.place)


def _are_sine_and_cosine(x: Traced, y: Traced) -> bool:
    """Whether they are the squares of the sine and of the cosine of one angle."""
    nodes, squares = x.graph.nodes, []
    for one in (x, y):
        name, *parts = nodes[one.place]
        if name != "*" or parts[0] != parts[1]:
            return False
        squares.append(nodes[parts[0]])
    return {square[0] for square in squares} == {"sin", "cos"} and squares[0][1] == squares[1][1]


def _difference(x: Traced, y: Traced) -> Traced:
    a, b = x.constant, y.constant
    if a is not None and b is not None:
        return x.graph.number(a - b)
    if b == 0.0:
        return x
    if a == 0.0:
        return -y
    if x.place == y.place:
        return x.graph.number(0.0)
    if (more := y._part("neg")) is not None:
        return _sum(x, more)
    if (less := x._part("neg")) is not None:
        return -_sum(less, y)
    return x.graph.add("-", x.place, y.place)


def _product(x: Traced, y: Traced) -> Traced:
    a, b = x.constant, y.constant
    if a is not None and b is not None:
        return x.graph.number(a * b)
    for factor, other in ((a, y), (b, x)):
        if factor == 0.0:
            return x.graph.number(0.0)
        if factor == 1.0:
            return other
        if factor == -1.0:
            return -other
    for one, other in ((x, y), (y, x)):
        if (positive := one._part("neg")) is not None:
            return -_product(positive, other)
    a, b = x.place, y.place
    return x.graph.add("*", a, b) if a < b else x.graph.add("*", b, a)


def _quotient(x: Traced, y: Traced) -> Traced:
    a, b = x.constant, y.constant
    if b == 0.0:
        raise MechanismError("it divides by zero, whatever the state.")
    if a is not None and b is not None:
        return x.graph.number(a / b)
    if a == 0.0:
        return x
    if b is not None:
        return _product(x, x.graph.number(1.0 / b))
    # (one division for all that have this divisor; a product costs a fraction of it)
    return _product(x, x.graph.add("/", x.graph.number(1.0).place, y.place))


def _whole_power(x: Traced, power: int) -> Traced:
    if power < 0:
        return 1.0 / _whole_power(x, -power)
    result, square = x.graph.number(1.0), x
    while power:
        if power & 1:
            result = result * square
        power >>= 1
        if power:
            square = square * square
    return result


# --- NumPy's names ------------------------------------------------------------------------------------------------------

_UFUNCS: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "power": operator.pow,
    "negative": operator.neg,
    "positive": operator.pos,
    "absolute": operator.abs,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
    "maximum": lambda x, y: where_traced(x - y, x, y),
    "minimum": lambda x, y: where_traced(x - y, y, x),
    **{
        name: operator.methodcaller(name)
        for name in (
            "sin", "cos", "tan", "sqrt", "exp", "log", "arctan", "arcsin", "arccos", "sinh", "cosh", "tanh", "square", "floor"
        )
    },
    "arctan2": lambda y, x: y.arctan2(x),
    "hypot": lambda x, y: x.hypot(y),
}  # fmt: skip
