"""Texts of time and state: their values are Python's, called and traced; what is wrong with a text is said."""

import math

import numpy as np
import pytest

from bough.errors import MechanismError, StateError
from bough.graph.graph import Graph
from bough.graph.tracing import TracedFunction
from bough.mechanism.named import Named
from bough.mechanism.state_expressions import StateExpression

Q, U = {"arm": 0, "hand.x": 1}, {"arm": 0, "hand.wz": 1}
POINTS = [(0.3, (0.5, -1.2), (2.0, 0.1)), (2.5, (-0.5, 0.75), (-0.2, 3.0)), (1.0, (1.0, 1.0), (1.0, -1.0))]
CASES = {
    "q.arm - 0.5": lambda t, x, y, v, w: x - 0.5,
    "q.hand.x*u.hand.wz + t**2": lambda t, x, y, v, w: y * w + t**2,
    "-q.arm/u.arm - -2**t": lambda t, x, y, v, w: -x / v + 2**t,
    "3*sin(w*t) + cos(q.arm) where w = 2*pi": lambda t, x, y, v, w: 3 * math.sin(2 * math.pi * t) + math.cos(x),
    "tan(q.arm) + asin(q.arm) + acos(q.arm) + atan(u.arm) + atan2(q.arm, u.arm)": lambda t, x, y, v, w: (
        math.tan(x) + math.asin(x) + math.acos(x) + math.atan(v) + math.atan2(x, v)
    ),
    "sinh(q.arm) + cosh(q.arm) + tanh(q.arm) + exp(q.arm) + log(t) + sqrt(t)": lambda t, x, y, v, w: (
        math.sinh(x) + math.cosh(x) + math.tanh(x) + math.exp(x) + math.log(t) + math.sqrt(t)
    ),
    "hypot(q.arm, u.arm, 2) + abs(q.arm) + sign(q.arm) + sign(q.arm - q.arm)": lambda t, x, y, v, w: (
        math.hypot(x, v, 2) + abs(x) + math.copysign(1, x)
    ),
    "floor(u.arm) + ceil(u.arm) + mod(q.hand.x, 0.5)": lambda t, x, y, v, w: math.floor(v) + math.ceil(v) + y % 0.5,
    "min(q.arm, u.arm, 0.1) + max(q.arm, t)": lambda t, x, y, v, w: min(x, v, 0.1) + max(x, t),
    "smooth(t, 0, 2)": lambda t, x, y, v, w: (lambda s: s**3 * (10 - 15 * s + 6 * s**2))(min(t / 2, 1)),
    "1 if q.arm < 0 else 2 if 0 <= u.arm <= 1 else 3": lambda t, x, y, v, w: 1 if x < 0 else 2 if 0 <= v <= 1 else 3,
    "1 if q.arm >= q.hand.x else 0": lambda t, x, y, v, w: float(x >= y),
    "1 if q.arm > q.hand.x else 0": lambda t, x, y, v, w: float(x > y),
    "u.arm**(t/2) if u.arm > 0 else 0": lambda t, x, y, v, w: v ** (t / 2) if v > 0 else 0,
    "pi*e + deg": lambda t, x, y, v, w: math.pi * math.e + math.pi / 180,
}


@pytest.mark.parametrize("text", CASES)
def test_values_are_those_of_python_called_and_traced(text):
    expression, graph = StateExpression(text), Graph()
    numbers = [graph.input(k) for k in range(5)]
    q, u = (Named(np.array(part, object), names) for part, names in ((numbers[1:3], Q), (numbers[3:], U)))
    result = TracedFunction(expression, graph, (numbers[0], q, u)).result
    for t, x, v in POINTS:
        expected = CASES[text](t, *x, *v)
        assert expression(t, Named(np.array(x), Q), Named(np.array(v), U)) == pytest.approx(expected, rel=1e-14)
        with np.errstate(invalid="ignore"):
            inputs = {k: np.array(value) for k, value in enumerate((t, *x, *v))}
            assert float(graph.values([result], inputs, None)[0]) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q.arm -", "something is missing at the end"),
        ("x.arm", "no name 'x.arm'"),
        ("q", "no name 'q'"),
        ("q.arm < 1", "a comparison is allowed only between if and else"),
        ("q.arm(2)", "no function 'q.arm'"),
        ("t where q.arm = 3", "write the name of a number"),
        ("__import__('os')", "is not known"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text, said):
    with pytest.raises(MechanismError) as caught:
        StateExpression(text)
    assert said in str(caught.value)


def test_an_unknown_coordinate_is_named():
    with pytest.raises(StateError, match="no 'amr' in the state: did you mean 'arm'"):
        StateExpression("q.amr")(0.0, Named(np.zeros(2), Q), Named(np.zeros(2), U))
