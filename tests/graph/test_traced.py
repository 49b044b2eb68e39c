"""Traced numbers: what a function becomes, its derivatives, its price, and the kernel made of it."""

import math

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.counted import Counted, counting
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import where

FUNCTIONS = {
    "sum": lambda x, y: x + y - 2.0 + 3 * x,
    "product": lambda x, y: -x * y * 1.5,
    "quotient": lambda x, y: x / (y + 3.0) / 4.0 + 1 / x,
    "powers": lambda x, y: x**3 + y**-2 + x**0.5 + x**1.7 + 2.0**y + x**y,
    "sines": lambda x, y: np.sin(x * y) + np.cos(x) * np.tan(y),
    "roots": lambda x, y: np.sqrt(x + y) + np.hypot(x, 2.0 * y),
    "exponentials": lambda x, y: np.exp(-x) + np.log(x + y),
    "arcs": lambda x, y: np.arctan(x) + np.arctan2(y, x) + np.arctan2(2.0, y) + np.arcsin(0.3 * x) + np.arccos(0.2 * y),
    "hyperbolas": lambda x, y: np.sinh(x) + np.cosh(y) + np.tanh(x * y),
    "arrays": lambda x, y: np.sum(np.array((x, y)) * x + np.arctan2(np.array((1.0, 2.0)), y)) + np.float64(2.0) * x,
    "extremes": lambda x, y: np.maximum(x, y) * np.minimum(x, 0.1) + np.maximum(0.2, y),
    "saw": lambda x, y: x - 0.3 * np.floor((x + y) / 0.3),
    "pieces": lambda x, y: where(x > y, x * x, y) + where(x <= 5.0, y, 3.0) + abs(y - 2.0 * x) + bo.where(True, x, y),
}
X, Y = 0.7, 0.4
every_function = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)


def traced(function):
    graph = Graph()
    x, y = graph.input(0), graph.input(1)
    return graph, graph.number(function(x, y))


def value(graph, outputs, x, y):
    return graph.values(outputs, {0: x, 1: y}, None)


def plain(function, x, y):
    """The same function on arrays, on which comparisons are arrays of truth values."""
    return function(np.float64(x), np.float64(y))


@every_function
def test_a_traced_function_gives_the_same_value_on_numbers_and_arrays(function):
    graph, output = traced(function)
    assert value(graph, [output], X, Y)[0] == pytest.approx(plain(function, X, Y), rel=1e-15)
    xs, ys = np.array((X, 0.9, 0.3)), np.array((Y, 0.2, 0.8))
    expected = [plain(function, x, y) for x, y in zip(xs, ys, strict=True)]
    assert value(graph, [output], xs, ys)[0] == pytest.approx(expected, rel=1e-15)


@every_function
def test_first_and_second_derivatives_are_limits_of_differences(function):
    graph, output = traced(function)
    along = {0: 0.6, 1: -0.8}
    (rate,) = graph.derivatives([output], along)
    (second,) = graph.derivatives([rate], along)

    def at(t, wanted):
        return value(graph, [wanted], X + 0.6 * t, Y - 0.8 * t)[0]

    h = 1e-3
    for wanted, found in ((output, rate), (rate, second)):
        difference = (8 * (at(h, wanted) - at(-h, wanted)) - (at(2 * h, wanted) - at(-2 * h, wanted))) / (12 * h)
        assert at(0.0, found) == pytest.approx(difference, rel=1e-8, abs=1e-8)


@every_function
def test_the_price_is_what_counting_finds(function):
    graph, output = traced(function)
    outputs = [output, *graph.derivatives([output], {0: 1.0})]
    with counting() as counted:
        value(graph, outputs, Counted(X), Counted(Y))
    price = graph.price(outputs)
    assert {kind: counted[kind] for kind in ("add", "mul", "div", "sqrt", "sincos")} == {
        kind: getattr(price, kind) for kind in ("add", "mul", "div", "sqrt", "sincos")
    }


def test_constants_fold_and_equal_operations_are_one():
    graph = Graph()
    x, y = graph.input(0), graph.input(1)
    assert (x * 0.0 + 2.0 * 3.0).constant == 6.0
    assert (np.sin(x) ** 2 + np.cos(x) ** 2).constant == 1.0
    assert (x - x).constant == 0.0
    assert (x * 1.0 + 0.0).place == x.place == (0.0 - (-x)).place
    assert (x + y).place == (y + x).place
    assert (x + (-y)).place == (x - y).place
    assert graph.derivatives([y], {0: 1.0})[0].constant == 0.0
    before = len(graph)
    _ = x * y + np.sin(x * y)
    size = len(graph)
    _ = np.sin(y * x) + y * x
    assert len(graph) == size > before


def test_what_is_not_needed_is_left_out():
    graph = Graph()
    x = graph.input(0)
    _ = np.exp(x)
    assert graph.price([x * x]).flops == 1
    assert graph.lines({("block", 5, 0): x * x}, {x.place: 3}) == [
        "v0 = load(block, 3, 0)",
        "v2 = v0 * v0",
        "store(block, 5, 0, v2)",
    ]


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda x: x if x > 0 else -x, r"it branches on a coordinate; use bough.where"),
        (lambda x: max(x, 0.0), "it branches on a coordinate"),
        (lambda x: x == 1.0, "it branches on a coordinate"),
        (math.sin, "it turns a coordinate into a plain number; use NumPy's functions"),
        (lambda x: x / 0.0, "it divides by zero"),
        (lambda x: x.graph.number("three"), "'three' is not a number"),
    ],
)
def test_what_cannot_be_traced_is_refused_in_a_sentence(function, sentence):
    with pytest.raises(MechanismError, match=sentence):
        function(Graph().input(0))


def test_content_is_that_of_the_operations_and_of_nothing_else():
    def content(function, also=None):
        graph = Graph()
        x, y = graph.input(0), graph.input(1)
        if also:
            also(x, y)
        return graph.content([graph.number(function(x, y))])

    assert content(FUNCTIONS["sines"]) == content(FUNCTIONS["sines"], FUNCTIONS["arcs"])
    assert content(lambda x, y: x + 2.0 * y) != content(lambda x, y: x + 2.0000000000000004 * y)
    assert content(lambda x, y: x) != content(lambda x, y: y)
