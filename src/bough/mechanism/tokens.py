"""The words of an expression of time."""

from __future__ import annotations

import re
from typing import NamedTuple

from bough.errors import MechanismError
from bough.mechanism.checks import shown

WHERE = "where"

_TOKEN = re.compile(
    r"""(?P<space> [ \t\r\n]+ )
      | (?P<number> (?: [0-9]+ \.? [0-9]* | \. [0-9]+ ) (?: [eE] [+-]? [0-9]+ )? )
      | (?P<name> [A-Za-z_] [A-Za-z_0-9]* (?: \. [A-Za-z_] [A-Za-z_0-9]* )* )
      | (?P<sign> \*\* | // | [<>=!]= | [-+*/()<>,=] )
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
    "=": "write a value without a name, or name it at the end, as in A*t where A = 3; compare by <, <=, > or >=",
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


class Token(NamedTuple):
    kind: str  # "number", "name", "sign" or "end"; "space" and "stranger" do not reach the parser
    text: str
    column: int


def fault(text: str, column: int, sentence: str) -> MechanismError:
    """What is wrong at a column of a text."""
    end = "" if sentence[-1] in ".?" else "."
    return MechanismError(f"{shown(text)}, column {column + 1}: {sentence}{end}")


def tokens_of(text: str, variable: str, dotted: bool = False) -> list[Token]:
    """The tokens of a text, and one for its end; ``variable``: what the text is a function of; ``dotted``: names may have dots."""
    tokens: list[Token] = []
    names = False  # whether numbers have names from here on
    for found in _TOKEN.finditer(text):
        token = Token(str(found.lastgroup), found.group(), found.start())
        if token.kind == "name" and "." in token.text and not dotted:
            token = Token("stranger", ".", token.column + token.text.index("."))
        names |= token.text == WHERE
        if token.kind == "stranger" or (token.text in _INSTEAD and not (names and token.text == "=")):
            instead = _INSTEAD.get(token.text, _IN_GENERAL.format(variable))
            raise fault(text, token.column, f"{shown(token.text)} is not known; {instead}")
        if tokens and tokens[-1].kind == "number" and token.kind == "name":
            sentence = f"{shown(tokens[-1].text)} runs into {shown(token.text)}; put * between the two"
            raise fault(text, token.column, sentence)
        tokens.append(token)
    return [*(token for token in tokens if token.kind != "space"), Token("end", "", len(text))]
