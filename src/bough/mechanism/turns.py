"""Where an expression of time may jump, turn or peak, as far as its text shows.

Examples are the zeros of a part that is linear in t, and the times at which two compared parts are equal.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from bough.mechanism.nodes import Call, Choice, Comparison, Negative, Node, Number, Product, Sum, Time

_MOST_TURNS = 2000  # of one part, such as mod(t, 0.1)


def add_turns(node: Any, start: float, end: float, found: set[float]) -> None:
    """Add the times at which a node and all within it may turn."""
    if isinstance(node, Choice):
        for condition, value in node.cases:
            add_turns(condition, start, end, found)
            add_turns(value, start, end, found)
        add_turns(node.otherwise, start, end, found)
    elif isinstance(node, Comparison):
        parts = [node.first, *(other for _, other in node.rest)]
        _add_meetings(parts, start, end, found)
    elif isinstance(node, Sum | Product):
        _add_zero_of(node, start, end, found)
        for part in (node.first, *(other for _, other in node.rest)):
            add_turns(part, start, end, found)
    elif isinstance(node, Negative):
        add_turns(node.node, start, end, found)
    elif isinstance(node, Call):
        _add_of_call(node, start, end, found)
    elif isinstance(node, Time):
        _add_zero_of(node, start, end, found)


def _add_of_call(node: Call, start: float, end: float, found: set[float]) -> None:
    if node.name in ("min", "max"):
        _add_meetings(list(node.arguments), start, end, found)
    else:
        for part in node.arguments:
            add_turns(part, start, end, found)
    if node.name == "smooth":
        x, a, b = node.arguments
        _add_meetings([a, x, b], start, end, found)
    if node.name in ("mod", "floor", "ceil"):
        period = node.arguments[1] if node.name == "mod" else Number(1.0)
        line, step = _line(node.arguments[0], start, end), _line(period, start, end)
        if line and step and step[0] == step[1] != 0.0:
            low, high = sorted((line[0] / step[0], line[1] / step[0]))
            if high - low <= _MOST_TURNS:
                for k in range(math.ceil(low), math.floor(high) + 1):
                    _add_zero(line[0] - k * step[0], line[1] - k * step[0], start, end, found)


def _add_meetings(parts: list[Any], start: float, end: float, found: set[float]) -> None:
    """Where each of some nodes equals the next."""
    for part in parts:
        add_turns(part, start, end, found)
    for left, right in pairwise(parts):
        _add_zero_of(Sum(left, ((True, right),)), start, end, found)


def _add_zero_of(node: Node, start: float, end: float, found: set[float]) -> None:
    if line := _line(node, start, end):
        _add_zero(*line, start, end, found)


def _line(node: Node, start: float, end: float) -> tuple[float, float] | None:
    """The values of a node at both ends, if it is linear between them."""
    try:
        first, last = node(start), node(end)
        for share in (0.25, 0.5, 0.7071):
            expected = first + share * (last - first)
            if abs(node(start + share * (end - start)) - expected) > 1e-12 * max(abs(first), abs(last)):
                return None
    except ArithmeticError:
        return None
    return first, last


def _add_zero(first: float, last: float, start: float, end: float, found: set[float]) -> None:
    """Where a line with these values at both ends is zero."""
    if first * last < 0.0:
        found.add(start + (end - start) * (first / (first - last)))
