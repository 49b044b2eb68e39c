"""Expressions of time, written as text: "2*sin(3*t)".

They come from files as well as from users, so they have their own grammar, and their text is never run as Python::

    whole       choice [ where name = choice { , name = choice } ]
    choice      comparison [ if comparison else choice ]
    comparison  sum { < <= > >= sum }          only between if and else
    sum         product { + - product }
    product     factor { * / factor }
    factor      { + - } power
    power       atom [ ** factor ]
    atom        number | t | pi | e | deg | name | function ( choice { , choice } ) | ( choice )

Meaning and precedence are Python's; all numbers are floats. Every value is finite: an undefined or too large one raises
an ArithmeticError. Numbers may have names, "A*sin(w*t) where A = 3, w = 2*pi": their values do not depend on t or on one
another.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bough.errors import MechanismError
from bough.mechanism.checks import finite, remedy, shown
from bough.mechanism.jets import Jet, jet
from bough.mechanism.nodes import Call, Choice, Comparison, Negative, Node, Number, Product, Sum, Time
from bough.mechanism.tokens import WHERE, Token, fault, tokens_of
from bough.mechanism.turns import add_turns

LONGEST = 1000
# most levels of parentheses and powers: this much recursion is always possible
DEEPEST = 32

TIME = "t"
CONSTANTS = {"pi": math.pi, "e": math.e, "deg": math.pi / 180.0}


def _sign(x: float) -> float:
    return math.copysign(1.0, x) if x else 0.0


def _smooth(x: float, a: float, b: float) -> float:
    """0 up to a, 1 from b on; in between 10 s³ - 15 s⁴ + 6 s⁵, whose rate and acceleration are zero at both ends."""
    if a >= b:
        raise ArithmeticError(f"smooth(x, a, b) needs a < b, not {a:g} and {b:g}")
    s = min(max((x - a) / (b - a), 0.0), 1.0)
    r = min(s, 1.0 - s)  # by symmetry: towards 1 the terms would cancel
    half = r * r * r * (10.0 + r * (6.0 * r - 15.0))
    return half if s <= 0.5 else 1.0 - half


# function, number of arguments; None for two or more
FUNCTIONS: dict[str, tuple[Callable[..., float], int | None]] = {
    "sin": (math.sin, 1), "cos": (math.cos, 1), "tan": (math.tan, 1),
    "asin": (math.asin, 1), "acos": (math.acos, 1), "atan": (math.atan, 1), "atan2": (math.atan2, 2),
    "sinh": (math.sinh, 1), "cosh": (math.cosh, 1), "tanh": (math.tanh, 1),
    "exp": (math.exp, 1), "log": (math.log, 1), "sqrt": (math.sqrt, 1), "hypot": (math.hypot, None),
    "abs": (abs, 1), "sign": (_sign, 1), "floor": (math.floor, 1), "ceil": (math.ceil, 1), "mod": (operator.mod, 2),
    "min": (min, None), "max": (max, None), "smooth": (_smooth, 3),
}  # fmt: skip
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@dataclass(frozen=True)
class Expression:
    """A function of time, from its text."""

    text: str
    is_constant: bool = field(init=False, compare=False, repr=False)
    numbers: Mapping[str, float] = field(init=False, compare=False, repr=False)  # those that have names
    _root: Node = field(init=False, compare=False, repr=False)
    _without: str = field(init=False, compare=False, repr=False)  # the text before "where"

    def __post_init__(self) -> None:
        parser = Parser(self.text)
        object.__setattr__(self, "_root", parser.whole())
        object.__setattr__(self, "is_constant", not parser.follows_time)
        object.__setattr__(self, "numbers", parser.numbers)
        object.__setattr__(self, "_without", self.text[: parser.tokens[-1].column].rstrip())

    def __call__(self, t: float) -> float:
        return self._root(float(t))

    def rates(self, t: float) -> tuple[float, float, float]:
        """(value, rate, acceleration), exact up to rounding; an ArithmeticError or ValueError where there are none."""
        found = jet(self._root(Jet(float(t), 1.0)))  # type: ignore[arg-type]
        return found.value, found.rate, found.acceleration

    def with_numbers(self, numbers: Mapping[str, float]) -> Expression:
        """The same with other values of some of its named numbers."""
        whose = shown(self.text)
        for name in numbers:
            if name not in self.numbers:
                raise MechanismError(f"{whose} has no number {shown(name)}: {remedy(name, self.numbers)}")
        every = {**self.numbers, **numbers}
        values = ", ".join(f"{name} = {finite(value, whose, name)!r}" for name, value in every.items())
        return Expression(f"{self._without} {WHERE} {values}") if values else self

    def turns(self, start: float, end: float) -> list[float]:
        """Times at which it may jump, turn or peak, as far as its text shows."""
        found: set[float] = set()
        add_turns(self._root, start, end, found)
        return sorted(found)


def constant(text: str) -> float:
    """The number that an expression without t stands for, such as "30*deg"."""
    expression = Expression(text)
    if not expression.is_constant:
        raise MechanismError(f"{shown(text)} depends on the time t; give an expression without t.")
    try:
        return expression(0.0)
    except ArithmeticError as error:
        raise MechanismError(f"{shown(text)}: {error}; give an expression that has a value.") from None


def function_of(text: str, variable: str) -> Callable[[float], float]:
    """The function that an expression of another variable than the time stands for, such as "0.5*x**2"."""
    return Parser(text, variable).whole()


# --- from text --------------------------------------------------------------------------------------------------------


class Parser:
    """One method for each rule of the grammar.

    ``follows_time`` says afterwards whether t was met, ``numbers`` the values of named numbers, and the last of
    ``tokens`` where the text without them ends.
    """

    dotted = False  # whether names may have dots

    def __init__(self, text: str, variable: str = TIME):
        if not isinstance(text, str):
            raise MechanismError(f"an expression must be a text such as '2*sin(3*t)', not {shown(text)}.")
        self.text, self.variable, self.at, self.depth, self.follows_time = text, variable, 0, 0, False
        self.numbers: dict[str, float] = {}
        self.used: set[str] = set()
        self.naming = False
        if len(text) > LONGEST:
            raise MechanismError(
                f"{shown(text)} has {len(text)} characters, but an expression may have {LONGEST}; "
                "give a bough.Table or a function of time."
            )
        self.tokens = tokens_of(text, variable, self.dotted)

    def whole(self) -> Node:
        split = next((k for k, token in enumerate(self.tokens) if token.text == WHERE), None)
        names = [] if split is None else self.named(split)
        node = self.number(self.choice())
        if self.next.kind != "end":
            raise self.unexpected()
        for token in names:
            if token.text not in self.used:
                raise self.fault(token, f"nothing uses {shown(token.text)}; leave it out")
        return node

    def named(self, split: int) -> list[Token]:
        """Read the named numbers behind the token ``split``, which then ends the tokens; returns their names."""
        names: list[Token] = []
        self.at, self.naming = split, True
        while not names or self.take(","):
            self.at += not names
            name = self.next
            self.check_name(name)
            self.at += 1
            if not self.take("="):
                raise self.fault(self.next, f"give {shown(name.text)} a value, as in {WHERE} {name.text} = 3")
            start, node = self.next, self.number(self.choice())
            if self.follows_time:
                what = "the time t" if self.variable == TIME else self.variable
                hint = f"depends on {what}; give it a value without {self.variable}"
                raise self.fault(start, f"{shown(name.text)} {hint}")
            try:
                value = node(0.0)
            except ArithmeticError as error:
                raise self.fault(start, f"{error}; give {shown(name.text)} a value") from None
            names.append(name)
            self.numbers[name.text] = value
        if self.next.kind != "end":
            raise self.unexpected()
        self.tokens = [*self.tokens[:split], Token("end", "", self.tokens[split].column)]
        self.at, self.naming = 0, False
        return names

    def check_name(self, token: Token) -> None:
        """Refuse what cannot be the name of a number."""
        if token.kind != "name" or "." in token.text or token.text in ("if", "else", WHERE):
            raise self.fault(token, f"write the name of a number, as in A*sin(t) {WHERE} A = 3")
        if token.text in self.numbers:
            raise self.fault(token, f"{shown(token.text)} is named twice; leave one out")
        if token.text == self.variable or token.text in CONSTANTS or token.text in FUNCTIONS:
            raise self.fault(token, f"{shown(token.text)} has a meaning already; choose another name")

    # --- rules ---

    def choice(self) -> Node:
        cases: list[tuple[Comparison, Node]] = []
        node = self.comparison()
        while self.take("if"):
            start, condition = self.next, self.comparison()
            if not isinstance(condition, Comparison):
                raise self.fault(start, "write a comparison between if and else, as in 1 if t < 2 else 0")
            if not self.take("else"):
                raise self.fault(self.next, "an if needs an else, as in 1 if t < 2 else 0")
            cases.append((condition, self.number(node)))
            node = self.comparison()
        return Choice(tuple(cases), self.number(node)) if cases else node

    def comparison(self) -> Node:
        node, column, rest = self.sum(), self.next.column, []
        while sign := self.take(*COMPARISONS):
            node = self.number(node)
            rest.append((COMPARISONS[sign], self.number(self.sum())))
        return Comparison(column, node, tuple(rest)) if rest else node

    def sum(self) -> Node:
        node, rest = self.product(), []
        while sign := self.take("+", "-"):
            rest.append((sign == "-", self.number(self.product())))
        return _joined(Sum, self.number(node), rest) if rest else node

    def product(self) -> Node:
        node, rest = self.factor(), []
        while sign := self.take("*", "/"):
            rest.append((sign == "/", self.number(self.factor())))
        return _joined(Product, self.number(node), rest) if rest else node

    def factor(self) -> Node:
        signs = []
        while sign := self.take("+", "-"):
            signs.append(sign)
        node = self.power()
        if signs:
            node = self.number(node)
        return Negative(node) if signs.count("-") % 2 else node

    def power(self) -> Node:
        node = self.atom()
        if not self.take("**"):
            return node
        base = self.number(node)
        self.descend()
        exponent = self.number(self.factor())
        self.depth -= 1
        return Call("**", math.pow, (base, exponent))

    def atom(self) -> Node:
        token = self.next
        if token.kind == "number":
            self.at += 1
            value = float(token.text)
            if not math.isfinite(value):
                raise self.fault(token, f"the number {shown(token.text)} is too large")
            return Number(value)
        if token.kind == "name" and token.text not in ("if", "else", WHERE):
            self.at += 1
            return self.call(token) if self.next.text == "(" else self.value(token)
        if self.take("("):
            self.descend()
            node = self.choice()
            self.depth -= 1
            self.close()
            return node
        raise self.unexpected()

    def value(self, token: Token) -> Node:
        if token.text == self.variable:
            self.follows_time = True
            return Time()
        if token.text in CONSTANTS:
            return Number(CONSTANTS[token.text])
        if token.text in FUNCTIONS:
            raise self.fault(token, f"'{token.text}' is a function; write its arguments, as in {token.text}(…)")
        if token.text in self.numbers and self.naming:
            raise self.fault(token, f"a number cannot follow another; write the value of {shown(token.text)} instead")
        if token.text in self.numbers:
            self.used.add(token.text)
            return Number(self.numbers[token.text])
        raise self.unknown(token, "name", [self.variable, *CONSTANTS, *self.numbers])

    def call(self, token: Token) -> Node:
        name = token.text
        if name == self.variable or name in CONSTANTS or name in self.numbers:
            raise self.fault(token, f"'{name}' is not a function; write * for products")
        if name not in FUNCTIONS:
            raise self.unknown(token, "function", list(FUNCTIONS))
        self.take("(")
        self.descend()
        arguments = []
        if self.next.text != ")":
            arguments.append(self.number(self.choice()))
            while self.take(","):
                arguments.append(self.number(self.choice()))
        self.depth -= 1
        self.close()
        function, count = FUNCTIONS[name]
        if len(arguments) != count if count else len(arguments) < 2:
            wanted = ("1 argument" if count == 1 else f"{count} arguments") if count else "2 arguments or more"
            raise self.fault(token, f"'{name}' takes {wanted}, not {len(arguments)}")
        return Call(name, function, tuple(arguments))

    # --- tokens ---

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self, *texts: str) -> str:
        """The text of the next token, consumed, if it is one of these; else an empty text."""
        token = self.next
        if token.kind == "end" or token.text not in texts:
            return ""
        self.at += 1
        return token.text

    def close(self) -> None:
        if not self.take(")"):
            raise self.unexpected("a ')' is missing") if self.next.kind == "end" else self.unexpected()

    def descend(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault(self.next, f"it is nested more than {DEEPEST} deep; simplify it")

    def number(self, node: Node) -> Node:
        """The node, which must not be a comparison."""
        if isinstance(node, Comparison):
            raise fault(
                self.text, node.column, "a comparison is allowed only between if and else, as in 1 if t < 2 else 0"
            )
        return node

    # --- faults ---

    def fault(self, token: Token, sentence: str) -> MechanismError:
        return fault(self.text, token.column, sentence)

    def unknown(self, token: Token, kind: str, known: list[str]) -> MechanismError:
        return self.fault(token, f"no {kind} {shown(token.text)}: {remedy(token.text.lower(), known, len(known))}")

    def unexpected(self, at_end: str = "") -> MechanismError:
        """The error for the next token, which fits no rule."""
        token = self.next
        before = self.tokens[self.at - 1] if self.at else None
        after_value = before is not None and (before.kind in ("number", "name") or before.text == ")")
        if token.kind == "end":
            missing = f"something is missing at the end; write a number, {self.variable} or a function"
            return self.fault(token, at_end or missing)
        if token.text == ",":
            return self.fault(token, "a comma separates the arguments of a function; write decimals with a point")
        if token.text == ")" and after_value:
            return self.fault(token, "a ')' without a '('; remove it")
        if after_value and token.text not in ("if", "else", WHERE):
            return self.fault(token, f"an operator is missing before {shown(token.text)}; write * for products")
        if token.text == WHERE:
            return self.fault(token, f"one {WHERE} is enough; separate the numbers behind it by commas")
        if token.text == "else":
            return self.fault(token, "an else without an if; write 1 if t < 2 else 0")
        values = f"a number, {self.variable}, a function or '('"
        return self.fault(token, f"{shown(token.text)} does not belong here; write {values}")


def _joined(kind: type[Sum] | type[Product], first: Node, rest: list[tuple[bool, Node]]) -> Node:
    """A sum or a product; the numbers that it starts with are one."""
    while rest and isinstance(first, Number) and isinstance(rest[0][1], Number):
        try:
            first = Number(kind(first, (rest[0],))(0.0))
        except ArithmeticError:  # (said with the time, when it is evaluated)
            break
        rest = rest[1:]
    return kind(first, tuple(rest)) if rest else first
