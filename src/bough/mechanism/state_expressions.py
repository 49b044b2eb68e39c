"""Expressions of time and state, written as text: "q.arm - 0.5*sin(t)".

They follow the grammar of expressions of time (``expressions.py``), in which q.NAME is a coordinate and u.NAME a velocity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bough.graph.graph import Graph
from bough.graph.traced import Traced, where_traced
from bough.graph.tracing import BUILTINS
from bough.mechanism.expressions import Parser
from bough.mechanism.named import Named
from bough.mechanism.nodes import Call, Choice, Comparison, Negative, Number, Product, Sum
from bough.mechanism.tokens import Token


class _State(NamedTuple):
    """What nodes are evaluated at: plain numbers, or traced ones."""

    t: Any
    q: Named
    u: Named


class _Time:
    def __call__(self, at: _State) -> Any:
        return at.t


@dataclass(frozen=True)
class _Entry:
    """A coordinate or a velocity."""

    letter: str
    name: str

    def __call__(self, at: _State) -> Any:
        return (at.q if self.letter == "q" else at.u)[self.name]


class _StateParser(Parser):
    dotted = True

    def value(self, token: Token) -> Any:
        letter, _, name = token.text.partition(".")
        if letter in ("q", "u") and name:
            self.follows_time = True
            return _Entry(letter, name)
        node = super().value(token)
        return _Time() if token.text == self.variable else node


@dataclass(frozen=True)
class StateExpression:
    """A function of (t, q, u), from its text; MechanismError says what is wrong with that."""

    text: str
    _root: Any = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_root", _StateParser(self.text).whole())

    def __call__(self, t: float, q: Named, u: Named) -> float:
        return float(self._root(_State(t, q, u)))

    def traced(self, t: Traced, q: Named, u: Named) -> Traced:
        """Its value for traced numbers."""
        return _traced(self._root, t.graph, _State(t, q, u))


def _traced(node: Any, graph: Graph, at: _State) -> Traced:
    def inner(part: Any) -> Traced:
        return _traced(part, graph, at)

    match node:
        case Number():
            return graph.number(node.value)
        case _Time() | _Entry():
            return graph.number(node(at))
        case Negative():
            return -inner(node.node)
        case Sum():
            total = inner(node.first)
            for subtracted, term in node.rest:
                total = total - inner(term) if subtracted else total + inner(term)
            return total
        case Product():
            total = inner(node.first)
            for divides, factor in node.rest:
                total = total / inner(factor) if divides else total * inner(factor)
            return total
        case Call():
            return graph.number(_FUNCTIONS[node.name](*map(inner, node.arguments)))
        case Comparison():
            return _holds(node, inner)
        case Choice():
            found = inner(node.otherwise)
            for condition, value in reversed(node.cases):
                found = where_traced(_holds(condition, inner), inner(value), found)
            return found
    raise KeyError(type(node).__name__)


def _holds(node: Comparison, inner: Callable[[Any], Traced]) -> Traced:
    """1 where sums in a row compare as they shall, else 0."""
    left, found = inner(node.first), None
    for holds, part in node.rest:
        right = inner(part)
        rising, strict = holds(0.0, 1.0), not holds(0.0, 0.0)
        more = right - left if rising else left - right
        one, zero = left.graph.number(1.0), left.graph.number(0.0)
        one_holds = where_traced(more, one, zero) if strict else where_traced(-more, zero, one)
        found = one_holds if found is None else found * one_holds
        left = right
    assert found is not None
    return found


def _smooth(x: Traced, a: Traced, b: Traced) -> Traced:
    s = BUILTINS["min"](BUILTINS["max"]((x - a) / (b - a), 0.0), 1.0)
    r = BUILTINS["min"](s, 1.0 - s)
    half = r * r * r * (10.0 + r * (6.0 * r - 15.0))
    return where_traced(s - 0.5, 1.0 - half, half)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(Traced, name)
        for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "floor")
    },
    "asin": Traced.arcsin,
    "acos": Traced.arccos,
    "atan": Traced.arctan,
    "atan2": Traced.arctan2,
    "hypot": lambda *x: sum(each * each for each in x).sqrt(),
    "abs": abs,
    "sign": lambda x: where_traced(x, x.graph.number(1.0), where_traced(-x, x.graph.number(-1.0), x.graph.number(0.0))),
    "ceil": lambda x: -(-x).floor(),
    "mod": lambda x, y: x - y * (x / y).floor(),
    "min": BUILTINS["min"],
    "max": BUILTINS["max"],
    "smooth": _smooth,
    "**": lambda x, y: x**y,
}
