"""Expressions of time, written as text: "2*sin(3*t)".

They come from files as well as from users, so they have their own grammar, and their text is never run as Python::

    choice      comparison [ if comparison else choice ]
    comparison  sum { < <= > >= sum }          only between if and else
    sum         product { + - product }
    product     factor { * / factor }
    factor      { + - } power
    power       atom [ ** factor ]
    atom        number | t | pi | e | deg | function ( choice { , choice } ) | ( choice )

Meaning and precedence are Python's; all numbers are floats. Every value is finite: an undefined or too large one raises
an ArithmeticError.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from bough.errors import MechanismError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.nodes import Call, Choice, Comparison, Negative, Node, Number, Product, Sum, Time
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
    _root: Node = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        parser = _Parser(self.text)
        object.__setattr__(self, "_root", parser.whole())
        object.__setattr__(self, "is_constant", not parser.follows_time)

    def __call__(self, t: float) -> float:
        return self._root(float(t))

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
    return _Parser(text, variable).whole()


# --- from text --------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""(?P<space> [ \t\r\n]+ )
      | (?P<number> (?: [0-9]+ \.? [0-9]* | \. [0-9]+ ) (?: [eE] [+-]? [0-9]+ )? )
      | (?P<name> [A-Za-z_] [A-Za-z_0-9]* )
      | (?P<sign> \*\* | // | [<>=!]= | [-+*/()<>,] )
      | (?P<stranger> . )""",
    re.VERBOSE | re.DOTALL,
)
# common mistakes, and what to write instead
_INSTEAD = {
    "^": "write ** for powers",
    "²": "write **2 for squares",
    "³": "write **3 for cubes",
    "%": "write mod(a, b) for remainders",
    "//": "write floor(a/b) for whole quotients",
    "==": "compare by <, <=, > or >=",
    "!=": "compare by <, <=, > or >=",
    "=": "write a value alone, without a name; compare by <, <=, > or >=",
    "and": "chain comparisons, as in 0 < t < 2, or nest choices",
    "or": "chain comparisons, as in 0 < t < 2, or nest choices",
    "not": "reverse the comparison",
    **dict.fromkeys("−–—", "write - for a minus"),
    **dict.fromkeys("×·∙", "write * for products"),
    "÷": "write / for quotients",
    **dict.fromkeys("≤≥", "write <= or >="),
    "π": "write pi",
    "°": "write *deg for degrees",
    **dict.fromkeys("[]{}", "write ( and )"),
}
_IN_GENERAL = "write numbers, {}, functions, + - * / ** and parentheses"


class _Token(NamedTuple):
    kind: str  # "number", "name", "sign" or "end"; "space" and "stranger" do not reach the parser
    text: str
    column: int


class _Parser:
    """One method for each rule of the grammar; ``follows_time`` says afterwards whether t was met."""

    def __init__(self, text: str, variable: str = TIME):
        if not isinstance(text, str):
            raise MechanismError(f"an expression must be a text such as '2*sin(3*t)', not {shown(text)}.")
        self.text, self.variable, self.at, self.depth, self.follows_time = text, variable, 0, 0, False
        if len(text) > LONGEST:
            raise MechanismError(
                f"{shown(text)} has {len(text)} characters, but an expression may have {LONGEST}; "
                "give a bough.Table or a function of time."
            )
        self.tokens = self._tokens()

    def whole(self) -> Node:
        node = self.number(self.choice())
        if self.next.kind != "end":
            raise self.unexpected()
        return node

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
        return Sum(self.number(node), tuple(rest)) if rest else node

    def product(self) -> Node:
        node, rest = self.factor(), []
        while sign := self.take("*", "/"):
            rest.append((sign == "/", self.number(self.factor())))
        return Product(self.number(node), tuple(rest)) if rest else node

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
        if token.kind == "name" and token.text not in ("if", "else"):
            self.at += 1
            return self.call(token) if self.next.text == "(" else self.value(token)
        if self.take("("):
            self.descend()
            node = self.choice()
            self.depth -= 1
            self.close()
            return node
        raise self.unexpected()

    def value(self, token: _Token) -> Node:
        if token.text == self.variable:
            self.follows_time = True
            return Time()
        if token.text in CONSTANTS:
            return Number(CONSTANTS[token.text])
        if token.text in FUNCTIONS:
            raise self.fault(token, f"'{token.text}' is a function; write its arguments, as in {token.text}(…)")
        raise self.unknown(token, "name", [self.variable, *CONSTANTS])

    def call(self, token: _Token) -> Node:
        name = token.text
        if name == self.variable or name in CONSTANTS:
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
    def next(self) -> _Token:
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
            raise MechanismError(
                self._at(node.column, "a comparison is allowed only between if and else, as in 1 if t < 2 else 0")
            )
        return node

    def _tokens(self) -> list[_Token]:
        tokens: list[_Token] = []
        for found in _TOKEN.finditer(self.text):
            token = _Token(str(found.lastgroup), found.group(), found.start())
            if token.kind == "stranger" or token.text in _INSTEAD:
                instead = _INSTEAD.get(token.text, _IN_GENERAL.format(self.variable))
                raise self.fault(token, f"{shown(token.text)} is not known; {instead}")
            if tokens and tokens[-1].kind == "number" and token.kind == "name":
                raise self.fault(
                    token, f"{shown(tokens[-1].text)} runs into {shown(token.text)}; put * between the two"
                )
            tokens.append(token)
        return [*(token for token in tokens if token.kind != "space"), _Token("end", "", len(self.text))]

    # --- faults ---

    def _at(self, column: int, sentence: str) -> str:
        return f"{shown(self.text)}, column {column + 1}: {sentence}{'' if sentence[-1] in '.?' else '.'}"

    def fault(self, token: _Token, sentence: str) -> MechanismError:
        return MechanismError(self._at(token.column, sentence))

    def unknown(self, token: _Token, kind: str, known: list[str]) -> MechanismError:
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
        if after_value and token.text not in ("if", "else"):
            return self.fault(token, f"an operator is missing before {shown(token.text)}; write * for products")
        if token.text == "else":
            return self.fault(token, "an else without an if; write 1 if t < 2 else 0")
        return self.fault(
            token, f"{shown(token.text)} does not belong here; write a number, {self.variable}, a function or '('"
        )
