"""A graph as statements of C99: one operation each, in the order of the graph.

Nothing in it comes from a user but numbers. Sine and cosine are those of the C library.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

import numpy as np

from bough.errors import UnsupportedError
from bough.graph.graph import Graph, Node
from bough.graph.traced import Traced
from bough.mechanism.following import polynomial
from bough.mechanism.pieces import START
from bough.mechanism.pieces import WIDTH as PIECE_WIDTH

_FORMS = {
    "+": "{} + {}",
    "-": "{} - {}",
    "*": "{} * {}",
    "/": "{} / {}",
    "neg": "-{}",
    "sin": "sin({})",
    "cos": "cos({})",
    "sqrt": "sqrt({})",
    "exp": "exp({})",
    "log": "log({})",
    "tanh": "tanh({})",
    "floor": "floor({})",
    "nearest": "nearbyint({})",
    "arctan": "atan({})",
    "arctan2": "atan2({}, {})",
    "where": "{} > 0.0 ? {} : {}",
}


def number(value: float) -> str:
    """A double as C reads it exactly."""
    if math.isnan(value):
        return "NAN"
    text = "INFINITY" if math.isinf(value) else repr(abs(float(value)))
    return f"(-{text})" if math.copysign(1.0, value) < 0.0 else text


class Curves:
    """The pieces of all curves of a file, each once; the function ``curve`` reads them."""

    def __init__(self) -> None:
        self._blocks: list[np.ndarray] = []

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def place(self, rows: np.ndarray) -> int:
        """The first row of pieces in the table."""
        first = 0
        for block in self._blocks:
            if np.array_equal(block, rows):
                return first
            first += len(block)
        self._blocks.append(rows)
        return first

    def text(self) -> str:
        """The function: the value at x of the curve whose pieces are rows from first to end, or of a derivative."""
        graph = Graph()
        row = np.array([[graph.input(k) for k in range(PIECE_WIDTH)]], object)
        x = graph.input(PIECE_WIDTH)
        found = polynomial(row, 0, x)
        words = {k: f"piece[{k}]" for k in range(PIECE_WIDTH)} | {PIECE_WIDTH: "x"}
        lines, names = statements(graph, found, words, self)
        value, rate, acceleration = (names[one.place] for one in found)
        rows = ",\n".join(
            "        {" + ", ".join(map(number, piece)) + "}" for block in self._blocks for piece in block.tolist()
        )
        return "\n".join(
            [
                "static double curve(int first, int end, int order, double x)",
                "{",
                f"    static const double pieces[][{PIECE_WIDTH}] = {{",
                rows,
                "    };",
                "    const double *piece;",
                "    while (end - first > 1) {",
                "        const int middle = first + (end - first) / 2;",
                f"        if (pieces[middle][{START}] <= x) {{",
                "            first = middle;",
                "        } else {",
                "            end = middle;",
                "        }",
                "    }",
                "    piece = pieces[first];",
                "    {",
                *(f"        {line}" for line in lines),
                f"        return order == 0 ? {value} : order == 1 ? {rate} : {acceleration};",
                "    }",
                "}",
                "",
            ]
        )


def statements(
    graph: Graph, values: Iterable[Traced], inputs: Mapping[int, str], curves: Curves
) -> tuple[list[str], dict[int, str]]:
    """Statements that compute numbers, and the word of each operation by its place; ``inputs``: their words by name."""
    lines: list[str] = []
    words: dict[int, str] = {}
    ends = list(accumulate(map(len, graph.pieces)))
    for place in graph.needed(values):
        node = graph.nodes[place]
        name = node[0]
        if name == "constant":
            words[place] = number(node[1])
            continue
        words[place] = f"v{place}"
        if name == "input":
            text = inputs[node[1]]
        elif name == "curve":
            first, end, order, x = node[1:]
            at = curves.place(graph.pieces[ends.index(end)])
            text = f"curve({at}, {at + end - first}, {order}, {words[x]})"
        elif name == "law":
            raise UnsupportedError("a function in Python cannot become C.")
        else:
            text = _FORMS[name].format(*(words[part] for part in node[1:]))
        lines.append(f"const double v{place} = {text};")
    return lines, words


def checked(check: Node, words: Mapping[int, str]) -> str:
    """Whether a check of a kernel holds; False for NaN."""
    match check:
        case "small", bound, place:
            return f"fabs({words[place]}) <= {number(bound)}"
        case "positive", place:
            return f"{words[place]} > 0.0"
    raise KeyError(check[0])


def body(
    graph: Graph,
    outputs: Sequence[tuple[str, Traced]],
    checks: Sequence[Node],
    inputs: Mapping[int, str],
    curves: Curves,
) -> list[str]:
    """The lines of a function: numbers to where outputs belong, then 0 if all checks hold, else 1."""
    numbers = [*(value for _, value in outputs), *(graph.numbers[check[-1]] for check in checks)]
    lines, words = statements(graph, numbers, inputs, curves)
    lines += [f"{target} = {words[value.place]};" for target, value in outputs]
    if not checks:
        return [*lines, "return 0;"]
    fine = [f"fine &= {checked(check, words)};" for check in checks]
    return ["int fine = 1;", *lines, *fine, "return !fine;"]
