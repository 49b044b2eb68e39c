"""``Traced``: a number that records what is done to it, so that a user's function becomes a graph of operations.

A :class:`Graph` holds every operation once, folds constants, and differentiates. From some of its numbers (outputs) it
gives the operations that they need, their price, their values on any scalar, and the text of a kernel that computes
them. That text is made of this module's own words and numbers only, never of a user's.

A function that is traced sees no values. It computes with + - * / **, NumPy's functions of one number, ``where`` and
``curve``; it must not branch on a traced number.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.tally import NOTHING, SINCOS, Tally
from bough.arithmetic.traceable import PRICES, TEXTS, VALUES, like_of, sincos_of
from bough.errors import MechanismError

Node = tuple[Any, ...]
NAMES = "sin, cos, tan, sqrt, exp, log, arctan, arctan2, arcsin, arccos, sinh, cosh, tanh, hypot, abs, maximum, minimum, floor"


class Graph:
    """Operations on inputs, which have whole numbers as names; an operation refers to earlier ones by their places."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._places: dict[Node, int] = {}
        self.pieces: list[np.ndarray] = []  # rows of piecewise polynomials, for curves

    def __len__(self) -> int:
        return len(self.nodes)

    def add(self, *node: Any) -> Traced:
        """The number that an operation gives; the same for equal operations."""
        place = self._places.get(node)
        if place is None:
            place = self._places[node] = len(self.nodes)
            self.nodes.append(node)
        return Traced(self, place)

    def input(self, name: int) -> Traced:
        return self.add("input", name)

    def curve(self, pieces: np.ndarray, x: Traced) -> Traced:
        """The value at x of a piecewise polynomial, whose rows this module only keeps."""
        first = 0
        for known in self.pieces:
            if known is pieces:
                break
            first += len(known)
        else:
            self.pieces.append(pieces)
        return self.add("curve", first, first + len(pieces), 0, x.place)

    def number(self, value: Any) -> Traced:
        """A traced number from a number of any kind."""
        if isinstance(value, Traced):
            return value
        try:
            return self.add("constant", float(value) + 0.0)  # (no negative zero)
        except (TypeError, ValueError):
            raise MechanismError(f"{value!r} is not a number.") from None

    # --- derivatives ----------------------------------------------------------------------------------------------

    def derivatives(self, values: Sequence[Traced], rates: Mapping[int, Any]) -> list[Traced]:
        """The rates of numbers from the rates of inputs, by name; other inputs are constant."""
        known: dict[int, Traced] = {}
        for place in self.needed(values):
            known[place] = self._rate(place, known, rates)
        return [known[value.place] for value in values]

    def _rate(self, place: int, known: Mapping[int, Traced], rates: Mapping[int, Any]) -> Traced:
        name, *parts = self.nodes[place]
        value = Traced(self, place)
        if name == "input":
            return self.number(rates.get(parts[0], 0.0))
        if name == "constant":
            return self.number(0.0)
        if name == "curve":
            *where_from, order, x = parts
            return self.add("curve", *where_from, order + 1, x) * known[x]
        x, dx = Traced(self, parts[0]), known[parts[0]]
        if name == "where":
            return where_traced(x, known[parts[1]], known[parts[2]])
        if len(parts) == 2:
            y, dy = Traced(self, parts[1]), known[parts[1]]
            match name:
                case "+":
                    return dx + dy
                case "-":
                    return dx - dy
                case "*":
                    return dx * y + x * dy
                case "/":
                    return (dx - value * dy) / y
                case "arctan2":
                    return (y * dx - x * dy) / (x * x + y * y)
        return _RATES[name](x, value) * dx

    # --- use ------------------------------------------------------------------------------------------------------

    def needed(self, values: Iterable[Traced], known: Iterable[int] = ()) -> list[int]:
        """The places of all operations that numbers need, in order; those that are ``known`` need nothing more."""
        known, found, waiting = set(known), set(), [value.place for value in values]
        while waiting:
            place = waiting.pop()
            if place not in found:
                found.add(place)
                if place not in known:
                    waiting += operands(self.nodes[place])
        return sorted(found)

    def price(self, values: Iterable[Traced], known: Iterable[int] = ()) -> Tally:
        """The operations that numbers need, beyond those that are ``known``."""
        known, total, angles = set(known), NOTHING, set()
        for place in self.needed(values, known):
            name, *parts = self.nodes[place]
            if place not in known:
                total += PRICES.get(name, NOTHING)
                if name in ("sin", "cos"):
                    angles.add(parts[0])
        return total + len(angles) * SINCOS

    def values(
        self,
        outputs: Sequence[Traced],
        inputs: Mapping[int, Any],
        curves: Curves,
        known: Mapping[int, Any] | None = None,
    ) -> list[Any]:
        """The values of numbers, on scalars of any kind, or on arrays; ``known`` are values by place."""
        found = dict(known or {})
        like = next(iter(inputs.values()))
        for place in self.needed(outputs, found):
            if place not in found:
                name, *parts = self.nodes[place]
                if name == "input":
                    found[place] = inputs[parts[0]]
                elif name == "constant":
                    found[place] = parts[0]
                elif name == "curve":
                    first, end, order, x = parts
                    found[place] = like_of(found[x], curves(first, end, order, found[x]))
                elif name in ("sin", "cos"):
                    both = [self._places.get((one, parts[0])) for one in ("sin", "cos")]
                    for one, value in zip(both, sincos_of(found[parts[0]]), strict=True):
                        if one is not None:
                            found.setdefault(one, value)
                else:
                    found[place] = VALUES[name](*(found[part] for part in parts))
        return [like_of(like, found[output.place]) for output in outputs]

    def lines(self, outputs: Mapping[tuple[str, int, int], Traced], known: Mapping[int, int]) -> list[str]:
        """Lines of a kernel: outputs by array, row and column, from what is ``known`` in a block of numbers.

        ``known``: the places in the block of operations, by their places here. Names that it takes: those of ``WORDS``,
        ``block`` and ``pieces``.
        """
        lines: list[str] = []
        done: set[int] = set()
        for place in self.needed(outputs.values(), known):
            name, *parts = self.nodes[place]
            if place in done or name == "constant":
                continue
            if place in known:
                lines.append(f"v{place} = load(block, {known[place]}, 0)")
            elif name == "curve":
                first, end, order, x = parts
                lines.append(f"v{place} = curve_at(pieces, {first}, {end}, {order}, {self._word(x)})")
            elif name in ("sin", "cos"):
                both = [self._places.get((one, parts[0])) for one in ("sin", "cos")]
                words = ["_" if one is None else f"v{one}" for one in both]
                lines.append(f"{', '.join(words)} = sincos({self._word(parts[0])})")
                done.update(one for one in both if one is not None)
            else:
                lines.append(f"v{place} = {TEXTS.get(name, f'{name}_of({{}})').format(*map(self._word, parts))}")
        return [
            *lines,
            *(
                f"store({array}, {row}, {column}, {self._word(value.place)})"
                for (array, row, column), value in outputs.items()
            ),
        ]

    def _word(self, place: int) -> str:
        name, *parts = self.nodes[place]
        return f"({parts[0]!r})" if name == "constant" else f"v{place}"

    def content(self, outputs: Sequence[Traced]) -> tuple[Any, ...]:
        """All that determines the values of numbers, as plain data."""
        places = self.needed(outputs)
        new = {place: k for k, place in enumerate(places)}
        nodes = []
        for place in places:
            name, *parts = self.nodes[place]
            inner = operands(self.nodes[place])
            nodes.append((name, *(parts[: len(parts) - len(inner)]), *(new[part] for part in inner)))
        return tuple(nodes), tuple(new[output.place] for output in outputs)


Curves = Callable[[int, int, int, Any], Any]  # (first piece, end, order of the derivative, argument) -> value


def operands(node: Node) -> tuple[int, ...]:
    """The places of the numbers that an operation works on."""
    name, *parts = node
    if name in ("input", "constant"):
        return ()
    return (parts[-1],) if name == "curve" else tuple(parts)


class Traced:
    """A number in a graph."""

    __slots__ = ("graph", "place")
    __hash__ = object.__hash__

    def __init__(self, graph: Graph, place: int):
        self.graph, self.place = graph, place

    @property
    def constant(self) -> float | None:
        """Its value, if it depends on no input."""
        name, *parts = self.graph.nodes[self.place]
        return parts[0] if name == "constant" else None

    def __repr__(self) -> str:
        return f"<traced number {self.place}>" if self.constant is None else repr(self.constant)

    def _part(self, name: str) -> Traced | None:
        node = self.graph.nodes[self.place]
        return Traced(self.graph, node[1]) if node[0] == name else None

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def __neg__(self) -> Traced:
        if self.constant is not None:
            return self.graph.number(-self.constant)
        positive = self._part("neg")
        return self.graph.add("neg", self.place) if positive is None else positive

    def __pos__(self) -> Traced:
        return self

    def __add__(self, other: Any) -> Traced:
        return _sum(self, self.graph.number(other)) if _is_number(other) else NotImplemented

    def __sub__(self, other: Any) -> Traced:
        return _difference(self, self.graph.number(other)) if _is_number(other) else NotImplemented

    def __mul__(self, other: Any) -> Traced:
        return _product(self, self.graph.number(other)) if _is_number(other) else NotImplemented

    def __truediv__(self, other: Any) -> Traced:
        return _quotient(self, self.graph.number(other)) if _is_number(other) else NotImplemented

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


def _is_number(value: Any) -> bool:
    return isinstance(value, Traced | int | float | np.number)


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
    return graph.add("+", *sorted((x.place, y.place)))


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
    return x.graph.add("*", *sorted((x.place, y.place)))


def _quotient(x: Traced, y: Traced) -> Traced:
    a, b = x.constant, y.constant
    if b == 0.0:
        raise MechanismError("it divides by zero.")
    if a is not None and b is not None:
        return x.graph.number(a / b)
    if a == 0.0:
        return x
    if b is not None and (b == 1.0 or math.frexp(b)[0] in (0.5, -0.5)):  # (a power of two: the product is as exact)
        return _product(x, x.graph.number(1.0 / b))
    if (positive := x._part("neg")) is not None:
        return -_quotient(positive, y)
    return x.graph.add("/", x.place, y.place)


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


# --- derivatives, and NumPy's names ------------------------------------------------------------------------------------

_RATES: dict[str, Callable[[Traced, Traced], Traced]] = {
    "neg": lambda x, value: x.graph.number(-1.0),
    "sin": lambda x, value: x.cos(),
    "cos": lambda x, value: -x.sin(),
    "sqrt": lambda x, value: 0.5 / value,
    "exp": lambda x, value: value,
    "log": lambda x, value: 1.0 / x,
    "arctan": lambda x, value: 1.0 / (1.0 + x * x),
    "tanh": lambda x, value: 1.0 - value * value,
    "floor": lambda x, value: x.graph.number(0.0),
}
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
