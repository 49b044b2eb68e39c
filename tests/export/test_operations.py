"""C of a graph: every operation, constants to the last bit, and curves at their breaks."""

import math

import numpy as np
import pytest
from helpers.exported import COMPILER, compile_strictly, needs_compiler, run

import bough as bo
from bough.graph.graph import Graph, Node
from bough.graph.words import VALUES
from bough.mechanism.following import curve_by_lane
from bough.mechanism.signals import signal_of
from bough.owncode.c import Curves, body, number

pytestmark = needs_compiler
SIGNAL = bo.Table((0.0, 1.0, 1.5), (2.0, 3.0, -1.0), "step")


def computed(folder, graph, outputs, given, checks: tuple[Node, ...] = ()):
    """(what the function returns, its results)."""
    curves = Curves()
    words = {k: f"in[{k}]" for k in range(len(given))}
    lines = body(graph, [(f"out[{k}]", output) for k, output in enumerate(outputs)], checks, words, curves)
    size = len(outputs)
    parts = ["#include <math.h>", "#include <stdio.h>", curves.text() if curves else ""]
    parts += ["static int f(const double *in, double *out)", "{", "(void)in;", *lines, "}", "int main(void)", "{"]
    parts += [f"    const double in[] = {{{', '.join(map(number, given))}}};", f"    double out[{size}];"]
    parts += [
        '    printf("%d", f(in, out));',
        f'    for (int k = 0; k < {size}; ++k) printf(" %a", out[k]);',
        "    return 0;",
    ]
    (folder / "it.c").write_text("\n".join([*parts, "}", ""]))
    compile_strictly(COMPILER, "-O2", folder / "it.c", "-o", folder / "it", "-lm")
    answer, *values = run(folder / "it").split()
    return int(answer), [float.fromhex(value) for value in values]


def test_every_operation(tmp_path):
    graph, given = Graph(), (0.7, -1.3, 2.6)
    x, y, z = (graph.input(k) for k in range(3))
    several = {"+": 2, "-": 2, "*": 2, "/": 2, "arctan2": 2, "where": 3}
    outputs = {}
    for name in VALUES:
        parts = {1: (z,), 2: (x, y), 3: (y, x, z)}[several.get(name, 1)]
        outputs[name] = graph.add(name, *(part.place for part in parts))
    _, found = computed(tmp_path, graph, outputs.values(), given)
    expected = [0.7 + -1.3, 0.7 - -1.3, 0.7 * -1.3, 0.7 / -1.3, -2.6, math.sin(2.6), math.cos(2.6), math.sqrt(2.6)]
    expected += [math.exp(2.6), math.log(2.6), math.atan(2.6), math.tanh(2.6), 2.0, 3.0, math.atan2(0.7, -1.3), 2.6]
    assert found == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    "value", [0.1, -1.0 / 3.0, 5e-324, -1.7976931348623157e308, 2.0**-1074 * 3, 1e22, math.inf, -math.inf]
)
def test_constants_are_exact(value, tmp_path):
    graph = Graph()
    assert computed(tmp_path, graph, [graph.number(value)], (0.0,))[1] == [value]


def test_curves_have_the_value_after_a_break(tmp_path):
    pieces = signal_of(SIGNAL, "it").over(0.0, 0.0)
    smooth = signal_of(bo.Table((0.0, 1.0, 2.0), (0.0, 1.0, -1.0), "cubic"), "it").over(0.0, 0.0)
    graph, times = Graph(), (-1.0, 0.0, 0.5, 1.0, np.nextafter(1.5, 0.0), 1.5, 7.0)
    inputs = [graph.input(k) for k in range(len(times))]
    outputs = [graph.curve(rows, t, order) for rows in (pieces, smooth) for t in inputs for order in range(3)]
    _, found = computed(tmp_path, graph, outputs, times)
    expected = [x for rows in (pieces, smooth) for t in times for x in curve_by_lane(rows, 0, len(rows), float(t))]
    assert found == pytest.approx(expected, rel=1e-14, abs=1e-14)
    assert found[: 3 * len(times) : 3] == [2.0, 2.0, 2.0, 3.0, 3.0, -1.0, -1.0]


@pytest.mark.parametrize(("value", "answer"), [(0.5, 0), (1.0, 0), (1.5, 1), (-0.5, 1), (0.0, 1), (math.nan, 1)])
def test_checks_are_the_answer(value, answer, tmp_path):
    graph = Graph()
    x = graph.input(0)
    checks = ("small", 1.0, x.place), ("positive", x.place)
    assert computed(tmp_path, graph, [x], (value,), checks)[0] == answer
