"""A graph as text for LLVM: a function ``body(arrays of inputs, results) -> i1`` for one state, or for W side by side.

A number is a double, or W doubles in one register. ``body`` returns whether all checks hold. Sine and cosine are the
kernel that all of bough uses, traced like everything else.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import nan

import numpy as np

from bough.arithmetic.scalar import REDUCIBLE, reduced_sincos
from bough.graph.graph import Graph, Node, operands
from bough.graph.traced import Traced
from bough.mechanism.following import polynomial
from bough.mechanism.pieces import START
from bough.mechanism.pieces import WIDTH as PIECE_WIDTH

FLAGS = "contract nsz"  # as in shared kernels: multiplications and additions fuse, their order stays
LONG = 4000  # operations from which on a function is written in segments
SEGMENT = 400  # operations between which numbers of a long function stay in registers
_INSTRUCTIONS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_INTRINSICS = {"sqrt": "sqrt", "floor": "floor", "nearest": "nearbyint"}  # that exist for registers
_LIBRARY = {"exp": "exp", "log": "log", "arctan": "atan", "tanh": "tanh", "arctan2": "atan2"}  # of C, lane by lane


def module_text(
    graph: Graph,
    outputs: Sequence[Traced],
    checks: Iterable[Node],
    sizes: Sequence[int],
    width: int,
    name: str = "body",
) -> str:
    """The text of ``body`` and of all that it calls. Inputs are numbered through arrays of these ``sizes``."""
    body = _Function(graph, width)
    arrays = [f"ptr noalias %a{k}" for k in range(len(sizes))]
    body.lines.append(f"define internal i1 @{name}({', '.join(arrays)}, ptr noalias %out) nounwind noinline {{")
    places = {
        first + k: place
        for array, (size, first) in enumerate(zip(sizes, accumulate(sizes, initial=0), strict=False))
        for k, place in _places(f"%a{array}", size).items()
    }
    checks = list(checks)
    needed = graph.needed([*outputs, *(graph.numbers[check[-1]] for check in checks)])
    body.keep(needed)
    done: dict[int, list[int]] = {}
    for k, output in enumerate(outputs):
        done.setdefault(output.place, []).append(k)
    asked: dict[int, list[Node]] = {}
    for check in checks:
        asked.setdefault(check[-1], []).append(check)
    truth = ""

    def finish(place: int, words: Mapping[int, str]) -> None:
        nonlocal truth
        for k in done.get(place, ()):
            body.lines.append(f"store {body.type} {words[place]}, ptr {body.element('%out', k)}, align {body.align}")
        for check in asked.get(place, ()):
            holds = body.checked(check, words)
            truth = body.new(f"and {body.truth} {truth}, {holds}") if truth else holds

    body.values(needed, places, finish=finish)
    body.lines.append(f"ret i1 {body.all_of([truth] if truth else [])}")
    body.lines.append("never:\nret i1 false\n}" if body.is_long else "}")
    functions = [_sincos(width)] * ("sincos" in body.called) + [_curve(graph)] * bool(graph.pieces) + [body]
    declared = sorted(set().union(*(function.declared for function in functions)))
    lines = [line for function in functions for line in function.lines]
    return "\n".join([_laws_text(graph), *declared, *lines, ""])


def _places(array: str, size: int) -> dict[int, tuple[str, int]]:
    """Where inputs are: array and index."""
    return {k: (array, k) for k in range(size)}


def bits(value: float) -> str:
    """A double as LLVM reads it exactly."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class _Words(dict[int, str]):
    """The names of numbers, by place; those of earlier segments are loaded when they are asked for."""

    def __init__(self, function: _Function):
        self._function = function

    def __missing__(self, place: int) -> str:
        self[place] = word = self._function.reloaded(place)
        return word


class _Function:
    """Writes the lines of one function."""

    def __init__(self, graph: Graph, width: int):
        self.graph, self.width = graph, width
        self.type = "double" if width == 1 else f"<{width} x double>"
        self.truth = "i1" if width == 1 else f"<{width} x i1>"
        self.align = 8 * width
        self.lines: list[str] = []
        self.declared: set[str] = set()
        self.called: set[str] = set()
        self._constants: dict[float, str] = {}
        self._laws: dict[Node, str] = {}
        self._count = 0
        self._kept: dict[int, int] = {}  # places in memory of numbers that are needed in later segments, by place

    def constant(self, value: float) -> str:
        text = self._constants.get(value)
        if text is None:
            one = bits(value)
            text = one if self.width == 1 else f"<{', '.join([f'double {one}'] * self.width)}>"
            self._constants[value] = text
        return text

    def new(self, text: str) -> str:
        """A name for what a line computes."""
        self._count += 1
        self.lines.append(f"%t{self._count} = {text}")
        return f"%t{self._count}"

    def element(self, array: str, k: int) -> str:
        return self.new(f"getelementptr {self.type}, ptr {array}, i64 {k}")

    def by_lane(self, call: str, arguments: Sequence[str]) -> str:
        """What a function of doubles gives, lane by lane; ``call``: its name, a bracket, and leading arguments."""
        if self.width == 1:
            return self.new(f"call double @{call}{', '.join(f'double {x}' for x in arguments)})")
        found = "undef"
        for k in range(self.width):
            parts = [self.new(f"extractelement {self.type} {x}, i32 {k}") for x in arguments]
            one = self.new(f"call double @{call}{', '.join(f'double {x}' for x in parts)})")
            found = self.new(f"insertelement {self.type} {found}, double {one}, i32 {k}")
        return found

    def intrinsic(self, name: str, x: str) -> str:
        function = f"{self.type} @llvm.{name}.{'f64' if self.width == 1 else f'v{self.width}f64'}({self.type}"
        self.declared.add(f"declare {function})")
        return self.new(f"call {function} {x})")

    def compared(self, test: str, x: str, bound: float) -> str:
        return self.new(f"fcmp {test} {self.type} {x}, {self.constant(bound)}")

    def give(self, words: Sequence[str]) -> None:
        """Return two numbers."""
        pair = f"{{ {self.type}, {self.type} }}"
        first = self.new(f"insertvalue {pair} undef, {self.type} {words[0]}, 0")
        self.lines.append(f"ret {pair} {self.new(f'insertvalue {pair} {first}, {self.type} {words[1]}, 1')}")

    def keep(self, places: Sequence[int]) -> None:
        """Reserve memory for numbers of a long function that are needed in more than one segment.

        LLVM's time grows with the square of what it has to look at in one piece: 40,000 operations take a quarter of
        the time in segments.
        """
        if len(places) < LONG:
            return
        nodes, segment = self.graph.nodes, {place: k // SEGMENT for k, place in enumerate(places)}
        made = dict(segment)
        for place in places:
            if nodes[place][0] in ("sin", "cos"):  # (made together)
                both = (self.graph.place_of(one, nodes[place][1]) for one in ("sin", "cos"))
                made[place] = min(segment.get(one, segment[place]) for one in both if one is not None)
        last: dict[int, int] = {}
        for place in places:
            for part in (*operands(nodes[place]), place):
                if made[part] != segment[place] and nodes[part][0] != "constant":
                    last[part] = segment[place]
        # memory is used again after the last segment that needs a number, so that little of it is touched
        free: list[int] = []
        ending: dict[int, list[int]] = {}
        size, now = 0, 0
        for place in sorted(last, key=made.__getitem__):
            while now < made[place]:
                free += ending.pop(now, ())
                now += 1
            if not free:
                free.append(size)
                size += 1
            self._kept[place] = free.pop()
            ending.setdefault(last[place], []).append(self._kept[place])
        if self._kept:
            self.lines.append(f"%kept = alloca {self.type}, i64 {size}, align {self.align}")
            # (which is true, but LLVM does not know it, and so works on one segment at a time)
            self.lines.append("%always = icmp ne ptr %out, null")

    @property
    def is_long(self) -> bool:
        return bool(self._kept)

    def reloaded(self, place: int) -> str:
        """A number of an earlier segment."""
        node = self.graph.nodes[place]
        if node[0] == "constant":
            return self.constant(node[1])
        return self.new(f"load {self.type}, ptr {self.element('%kept', self._kept[place])}, align {self.align}")

    def values(
        self,
        places: Iterable[int],
        inputs: Mapping[int, tuple[str, int]],
        known: Mapping[int, str] | None = None,
        finish: Callable[[int, Mapping[int, str]], None] = lambda place, words: None,
    ) -> dict[int, str]:
        """Lines for operations; the name of each. ``inputs``: array and index of inputs, by name; ``finish``: is called
        after each."""
        words = _Words(self)
        words.update(known or {})
        done = set(words)
        for k, place in enumerate(places):
            if self._kept and k and k % SEGMENT == 0:
                words.clear()
                self.lines.append(f"br i1 %always, label %s{k}, label %never\ns{k}:")
            found = {place} if place in done else self._value(place, inputs, words)
            for one in found - done:
                if one in self._kept:
                    at = self.element("%kept", self._kept[one])
                    self.lines.append(f"store {self.type} {words[one]}, ptr {at}, align {self.align}")
            done |= found
            finish(place, words)
        return words

    def _value(self, place: int, inputs: Mapping[int, tuple[str, int]], words: dict[int, str]) -> set[int]:
        """Lines for an operation; the places whose numbers they give."""
        nodes, kind, append = self.graph.nodes, self.type, self.lines.append
        node = nodes[place]
        name = node[0]
        found = {place}
        if instruction := _INSTRUCTIONS.get(name):
            words[place] = word = f"%v{place}"
            append(f"{word} = {instruction} {FLAGS} {kind} {words[node[1]]}, {words[node[2]]}")
        elif name == "constant":
            words[place] = self.constant(node[1])
        elif name == "neg":
            words[place] = self.new(f"fneg {kind} {words[node[1]]}")
        elif name == "input":
            words[place] = self.new(f"load {kind}, ptr {self.element(*inputs[node[1]])}, align {self.align}")
        elif name in ("sin", "cos"):
            self.called.add("sincos")
            both = self.new(f"call {{ {kind}, {kind} }} @both_sines({kind} {words[node[1]]})")
            for k, one in enumerate(("sin", "cos")):
                if (there := self.graph.place_of(one, node[1])) is not None:
                    found.add(there)
                    words[there] = self.new(f"extractvalue {{ {kind}, {kind} }} {both}, {k}")
        elif name == "where":
            test, x, y = (words[part] for part in node[1:])
            chosen = self.compared("ogt", test, 0.0)
            words[place] = self.new(f"select {self.truth} {chosen}, {kind} {x}, {kind} {y}")
        elif name in _INTRINSICS:
            words[place] = self.intrinsic(_INTRINSICS[name], words[node[1]])
        elif name in _LIBRARY:
            self.declared.add(f"declare double @{_LIBRARY[name]}({', '.join(['double'] * (len(node) - 1))})")
            words[place] = self.by_lane(f"{_LIBRARY[name]}(", [words[part] for part in node[1:]])
        elif name == "curve":
            first, end, order, x = node[1:]
            words[place] = self.by_lane(f"curve(i64 {first}, i64 {end}, i64 {order}, ", [words[x]])
        elif name == "law":
            words[place] = self._answer(node, words)
        else:
            raise KeyError(name)
        return found

    def _answer(self, node: Node, words: Mapping[int, str]) -> str:
        """A number that a user's function gives; it is called once, for all its numbers."""
        _, law, k, outputs, *inputs = node
        asked = (law, *inputs)
        if asked not in self._laws:
            block = self._laws[asked] = self.new(f"alloca {self.type}, i64 {len(inputs) + outputs}, align {self.align}")
            for place, part in enumerate(inputs):
                self.lines.append(
                    f"store {self.type} {words[part]}, ptr {self.element(block, place)}, align {self.align}"
                )
            for place in range(len(inputs), len(inputs) + outputs):  # (numbers that it does not return stay NaN)
                self.lines.append(
                    f"store {self.type} {self.constant(nan)}, ptr {self.element(block, place)}, align {self.align}"
                )
            address = self.new(f"load i64, ptr getelementptr (i64, ptr @laws, i64 {law})")
            function, start = self.new(f"inttoptr i64 {address} to ptr"), self.new(f"ptrtoint ptr {block} to i64")
            for one in range(self.width):
                place_of_lane = self.new(f"add i64 {start}, {8 * one}")
                self.new(f"call i64 {function}(i64 {place_of_lane}, i64 {self.width})")
        return self.new(f"load {self.type}, ptr {self.element(self._laws[asked], len(inputs) + k)}, align {self.align}")

    def checked(self, check: Node, words: Mapping[int, str]) -> str:
        """Whether a check holds, lane by lane."""
        match check:
            case "small", bound, place:
                return self.compared("ole", self.intrinsic("fabs", words[place]), bound)
            case "positive", place:
                return self.compared("ogt", words[place], 0.0)
        raise KeyError(check[0])

    def all_of(self, truths: Iterable[str]) -> str:
        """Whether all hold in every lane."""
        found = ""
        for truth in truths:
            found = self.new(f"and {self.truth} {found}, {truth}") if found else truth
        if not found or self.width == 1:
            return found or "true"
        mask = self.new(f"bitcast {self.truth} {found} to i{self.width}")
        return self.new(f"icmp eq i{self.width} {mask}, -1")


@cache
def _sincos(width: int) -> _Function:
    """(sin x, cos x), by the library of C where x is too large to be reduced."""
    graph = Graph()
    function = _Function(graph, width)
    kind, x = function.type, graph.input(0)
    sines = reduced_sincos(x)
    function.lines.append(f"define internal {{ {kind}, {kind} }} @both_sines({kind} %x) nounwind noinline {{")
    near = function.all_of([function.compared("ole", function.intrinsic("fabs", "%x"), REDUCIBLE)])
    function.lines.append(f"br i1 {near}, label %near, label %far\nnear:")
    words = function.values(graph.needed(sines), {}, {x.place: "%x"})
    function.give([words[one.place] for one in sines])
    function.lines.append("far:")
    function.give([function.intrinsic(name, "%x") for name in ("sin", "cos")])
    function.lines.append("}")
    return function


def _curve(graph: Graph) -> _Function:
    """The value of a curve at x, or of one of its first three derivatives; its pieces are rows from first to end."""
    numbers = ", ".join(f"double {bits(x)}" for rows in graph.pieces for x in rows.ravel().tolist())
    count = PIECE_WIDTH * sum(map(len, graph.pieces))
    own = Graph()
    row = np.array([[own.input(k) for k in range(PIECE_WIDTH)]], object)
    x = own.input(PIECE_WIDTH)
    function = _Function(own, 1)
    function.lines.append(
        f"@pieces = internal constant [{count} x double] [{numbers}], align 64\n"
        + _SEARCH.format(width=PIECE_WIDTH, start=START)
    )
    found = [*polynomial(row, 0, x)]
    found += own.derivatives(found[2:], {PIECE_WIDTH: 1.0})
    words = function.values(own.needed(found), _places("%row", PIECE_WIDTH), {x.place: "%x"})
    chosen = words[found[0].place]
    for order, one in enumerate(found[1:], 1):
        is_asked = function.new(f"icmp eq i64 %order, {order}")
        chosen = function.new(f"select i1 {is_asked}, double {words[one.place]}, double {chosen}")
    function.lines.append(f"ret double {chosen}\n}}")
    return function


_SEARCH = """define internal double @curve(i64 %first, i64 %end, i64 %order, double %x) nounwind noinline {{
entry:
br label %search
search:
%low = phi i64 [ %first, %entry ], [ %lower, %halve ]
%high = phi i64 [ %end, %entry ], [ %upper, %halve ]
%gap = sub i64 %high, %low
%wide = icmp sgt i64 %gap, 1
br i1 %wide, label %halve, label %found
halve:
%sum = add i64 %low, %high
%middle = ashr i64 %sum, 1
%at = mul i64 %middle, {width}
%place = getelementptr double, ptr @pieces, i64 %at
%begin = getelementptr double, ptr %place, i64 {start}
%start = load double, ptr %begin
%begun = fcmp ole double %start, %x
%lower = select i1 %begun, i64 %middle, i64 %low
%upper = select i1 %begun, i64 %high, i64 %middle
br label %search
found:
%from = mul i64 %low, {width}
%row = getelementptr double, ptr @pieces, i64 %from"""


def _laws_text(graph: Graph) -> str:
    """Addresses of users' functions, which are set when the code is loaded."""
    return f"@laws = global [{len(graph.laws)} x i64] zeroinitializer" if graph.laws else ""
