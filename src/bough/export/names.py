"""A user's names in files that others read: identifiers, literals, comments and XML.

Names are not trusted. Identifiers are made of a safe alphabet and kept apart; everything else is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

# names that a file must not have: of C's headers, of Windows' devices, and of the program beside it
_HEADERS = (
    "assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale", "math", "setjmp",
    "signal", "stdarg", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "tgmath", "time", "wchar", "wctype",
)  # fmt: skip
_DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(10)))
_TAKEN = frozenset((*_HEADERS, *_DEVICES, "main"))
_LONGEST = 48  # letters of an identifier
_LONGEST_TEXT = 500  # characters of a literal: C99 promises no more than 4095 bytes


def identifier(name: str, fallback: str = "mechanism") -> str:
    """A word for C, files and Makefiles: lower-case letters, digits and single underscores, and a letter first."""
    word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:_LONGEST].strip("_") or fallback
    if not word[0].isalpha() or word in _TAKEN:
        word = f"{fallback}_{word}"
    return word


def distinct(words: Iterable[str]) -> list[str]:
    """Words kept apart by numbers at their ends."""
    given, found = list(words), []
    used: set[str] = set()
    for word in given:
        one, k = word, 1
        while one in used:
            k += 1
            one = f"{word}_{k}"
        used.add(one)
        found.append(one)
    return found


def constants(prefix: str, names: Iterable[str]) -> list[str]:
    """Upper-case identifiers for names, all of them different."""
    words = (re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_")[:_LONGEST].strip("_") for name in names)
    return distinct(f"{prefix}_{word}" if word else prefix for word in words)


def literal(text: str) -> str:
    """A C string in UTF-8; whatever is not a plain letter, digit or mark is an octal escape."""
    if len(text) > _LONGEST_TEXT:
        text = text[: _LONGEST_TEXT - 1] + "…"
    plain = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.,:;()[]<>=+-*/#!&|~^@$")
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in text.encode("utf-8", "replace")) + '"'


def remark(text: str) -> str:
    """A text within a comment of C or make: what could end the comment or continue a line becomes an underscore."""
    return re.sub(r"[^A-Za-z0-9 _.,:;()=+'-]", "_", text[:_LONGEST_TEXT])


def attribute(text: str) -> str:
    """A quoted attribute of XML, in one line; characters that XML does not have are replaced."""
    return quoteattr(xml_name(text))


def xml_name(text: str) -> str:
    """A text as XML can hold it in an attribute: control characters, surrogates and non-characters are replaced."""
    return re.sub(
        "[^\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0001fffd]", "\ufffd", text
    )
