"""Users' functions become graphs only where that changes nothing: else an error says why, and they are called."""

import functools
import math
import random
import time
from math import sqrt

import numpy as np
import pytest

import bough as bo
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.tracing import TracedFunction

POINTS = (0.3, -1.2), (2.0, 0.7), (-0.4, -0.4)
number, pair, changing, array = 1.5, (2.0, 3.0), [1.0], np.array([1.0, 2.0])


class Holder:
    value = 2.0

    def method(self, x, y):
        return x + y

    def __call__(self, x, y):
        return x - y


holder = Holder()


def helper(x, factor=2.0):
    return factor * math.sin(x)


def written(x, y):
    global number
    number = 3.0
    return x


def handled(x, y):
    try:
        return math.sqrt(x)
    except ValueError:
        return 0.0


def within(x, y):
    total = 0.0
    for k in range(3):
        total += k * x
    return total + sum((x, y))


def counting():
    count = 0

    def function(x, y):
        nonlocal count
        count += 1
        return x + count

    return function


def values(function):
    """What a traced function gives at some points."""
    graph = Graph()
    result = TracedFunction(function, graph, [graph.input(0), graph.input(1)]).result
    return [graph.values([result], {0: x, 1: y}, None)[0] for x, y in POINTS]


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: x - 2.0 * y + number,
        lambda x, y: math.sin(x) + math.atan2(x, y) - math.fabs(y) + math.pi,
        lambda x, y: sqrt(x * x + 1.0) + math.sqrt(4.0),
        lambda x, y: np.cos(x) * np.maximum(x, y) - np.pi,
        lambda x, y: max(x, y, 0.5) - min((x, y)) + abs(x) + max(1, 2),
        lambda x, y: bo.where(x > y, x * pair[0], y * pair[1]),
        lambda x, y, level=0.25: helper(x) + helper(y, 3.0) - level,
        within,
        lambda x, y: 4.0,
    ],
)
def test_what_only_computes_gives_the_same_numbers(function):
    np.testing.assert_allclose(values(function), [function(x, y) for x, y in POINTS], rtol=1e-15)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x, y: x if x > 0.0 else y, "branches"),
        (lambda x, y: changing[0] * x, "'changing', a list"),
        (lambda x, y: array[0] * x, "'array', a ndarray"),
        (lambda x, y: holder.value * x, "'holder', a Holder"),
        (lambda x, y: random.random() * x, "'random', a module"),
        (lambda x, y: x + time.time(), "'time', a module"),
        (lambda x, y: np.random.random() * x, "numpy.random"),
        (lambda x, y: [print(x), x][1], "'print'"),
        (lambda x, y: float(x), "'float'"),
        (lambda x, y: math.gamma(x), "cannot be traced"),
        (lambda x, y: unknown * x, "'unknown'"),  # noqa: F821
        (lambda x, y: x > y, "not give a number"),
        (lambda x, y: None, "not give a number"),
        (written, "more than compute"),
        (handled, "handles exceptions"),
        (counting(), "more than compute"),
        (holder.method, "not a plain function"),
        (holder, "not a plain function"),
        (functools.partial(helper, factor=2.0), "not a plain function"),
        (lambda x: x, "cannot be traced"),
    ],
)
def test_what_may_do_more_is_refused_with_the_reason(function, reason):
    with pytest.raises(MechanismError, match=reason):
        values(function)


def test_names_outside_that_change_are_seen(monkeypatch):
    level = 1.0

    def function(x, y):
        return x - level * number

    graph = Graph()
    traced = TracedFunction(function, graph, [graph.input(0), graph.input(1)])
    assert traced.is_as_traced
    level = 2.0
    assert not traced.is_as_traced
    again = TracedFunction(function, Graph(), [1.0, 2.0])
    monkeypatch.setitem(globals(), "number", 7.0)
    assert not again.is_as_traced
