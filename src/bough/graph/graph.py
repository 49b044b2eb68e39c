"""A graph of operations: what a function, or a kernel, becomes if it runs on traced numbers (``traced.py``).

A :class:`Graph` holds every operation once and differentiates. From some of its numbers (outputs) it gives the
operations that they need, their price, their values on any scalar, and the text of a kernel that computes them. That
text is made of this module's own words and numbers only, never of a user's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.tally import NOTHING, SINCOS, Tally
from bough.errors import MechanismError
from bough.graph.traced import Traced, where_traced
from bough.graph.words import PRICES, TEXTS, VALUES, like_of, sincos_of

Node = tuple[Any, ...]


class Graph:
    """Operations on inputs, which have whole numbers as names; an operation refers to earlier ones by their places."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.numbers: list[Traced] = []  # what each operation gives
        self._known: dict[Node, Traced] = {}
        self.pieces: list[np.ndarray] = []  # rows of piecewise polynomials, for curves
        self.checks: dict[Node, None] = {}  # what kernels asked of numbers and was taken for granted
        self.laws: list[int] = []  # addresses of users' functions

    def __len__(self) -> int:
        return len(self.nodes)

    def add(self, *node: Any) -> Traced:
        """The number that an operation gives; the same for equal operations."""
        number = self._known.get(node)
        if number is None:
            constant = node[1] if node[0] == "constant" else None
            number = self._known[node] = Traced(self, len(self.nodes), constant)
            self.nodes.append(node)
            self.numbers.append(number)
        return number

    def place_of(self, *node: Any) -> int | None:
        """The place of an operation, if it is there."""
        number = self._known.get(node)
        return None if number is None else number.place

    def input(self, name: int) -> Traced:
        return self.add("input", name)

    def curve(self, pieces: np.ndarray, x: Traced, order: int = 0) -> Traced:
        """The value at x of a piecewise polynomial, or of a derivative; this module only keeps its rows."""
        first = 0
        for known in self.pieces:
            if np.array_equal(known, pieces):
                break
            first += len(known)
        else:
            self.pieces.append(pieces)
        return self.add("curve", first, first + len(pieces), order, x.place)

    def law(self, address: int, inputs: Sequence[Any], outputs: int) -> list[Traced]:
        """What a user's function gives."""
        if address not in self.laws:
            self.laws.append(address)
        places = tuple(self.number(x).place for x in inputs)
        return [self.add("law", self.laws.index(address), k, outputs, *places) for k in range(outputs)]

    def number(self, value: Any) -> Traced:
        """A traced number from a number of any kind."""
        if value.__class__ is Traced:
            return value
        try:
            return self.add("constant", float(value) + 0.0)  # (no negative zero)
        except (TypeError, ValueError):
            raise MechanismError(f"{value!r} is not a number.") from None

    # --- derivatives ----------------------------------------------------------------------------------------------

    def derivatives(
        self, values: Sequence[Traced], rates: Mapping[int, Any], given: Mapping[int, Traced] | None = None
    ) -> list[Traced]:
        """The rates of numbers from the rates of inputs, by name; other inputs are constant.

        ``given``: rates of numbers, by place, that are known already.
        """
        known = dict(given or {})
        for place in self.needed(values, tuple(known)):
            if place not in known:
                known[place] = self._rate(place, known, rates)
        return [known[value.place] for value in values]

    def _rate(self, place: int, known: Mapping[int, Traced], rates: Mapping[int, Any]) -> Traced:
        name, *parts = self.nodes[place]
        value = self.numbers[place]
        if name == "input":
            return self.number(rates.get(parts[0], 0.0))
        if name == "constant":
            return self.number(0.0)
        if name == "curve":
            *where_from, order, x = parts
            return self.add("curve", *where_from, order + 1, x) * known[x]
        x, dx = self.numbers[parts[0]], known[parts[0]]
        if name == "where":
            return where_traced(x, known[parts[1]], known[parts[2]])
        if len(parts) == 2:
            y, dy = self.numbers[parts[1]], known[parts[1]]
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
        laws: Laws | None = None,
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
                elif name == "law" and laws is not None:
                    law, k, _, *given = parts
                    found[place] = laws(self.laws[law], [found[x] for x in given])[k]
                elif name in ("sin", "cos"):
                    both = [self.place_of(one, parts[0]) for one in ("sin", "cos")]
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
                both = [self.place_of(one, parts[0]) for one in ("sin", "cos")]
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

    def content(self, outputs: Sequence[Traced]) -> tuple[str, ...]:
        """A digest of each number: of the operations that it comes from, in whatever order they were made."""
        found: dict[int, str] = {}
        for place in self.needed(outputs):
            node = self.nodes[place]
            inner = [found[part] for part in operands(node)]
            said = *node[: len(node) - len(inner)], *(sorted(inner) if node[0] in ("+", "*") else inner)
            found[place] = hashlib.sha256(repr(said).encode()).hexdigest()
        return tuple(found[output.place] for output in outputs)


Curves = Callable[[int, int, int, Any], Any]  # (first piece, end, order of the derivative, argument) -> value
Laws = Callable[[int, list[Any]], Sequence[Any]]  # (address of a user's function, arguments) -> values


# where the places of operands start in an operation, if not after its name
OPERANDS_FROM = {"input": 2, "constant": 2, "curve": 4, "law": 4}


def operands(node: Node) -> tuple[int, ...]:
    """The places of the numbers that an operation works on."""
    return node[OPERANDS_FROM.get(node[0], 1) :]


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
    "nearest": lambda x, value: x.graph.number(0.0),
}
