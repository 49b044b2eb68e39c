"""The line of each key in a TOML document, for messages: the parser returns values without their lines."""

from __future__ import annotations

import re

import rtoml

Path = tuple[str | int, ...]  # keys, and the positions of list entries

# (groups are not possessive: those match wrongly in Python before 3.11.5)
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*"|'[^'\n]*+')"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*")
_BARE = re.compile(r"[A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++)*")
_BETWEEN = re.compile(r"(?:[ \t\r\n,]++|#[^\n]*+)*")
_EQUALS = re.compile(r"[ \t]*+=")
# values without keys: texts, numbers and the like, and lists of numbers
_PLAIN = re.compile(
    r'''"""(?:[^"\\]++|\\.|""?(?!"))*"{3,5}'''
    r"""|'''(?:[^']++|''?(?!'))*'{3,5}"""
    r"""|"(?:[^"\\\n]++|\\.)*"|'[^'\n]*+'|\[[^\[\]{}"'#]*+\]|[^\s,\[\]{}#"']++(?:[ ]\d\d:[^\s,\[\]{}#"']++)?""",
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """For each table and key of a valid document the line on which it is first named, found in one pass."""
    lines: dict[Path, int] = {}
    tables: dict[Path, int] = {}  # how many tables each list of tables has so far
    line, counted, at = 1, 0, 0
    table: Path = ()
    # open lists and inline tables: their paths, and for lists the index of the next entry, -1 for tables
    nest: list[tuple[Path, int]] = []

    def note(path: Path, first: int = 1) -> None:
        nonlocal line, counted
        line += text.count("\n", counted, at)
        counted = at
        for length in range(first, len(path) + 1):
            lines.setdefault(path[:length], line)

    while (at := _end(_BETWEEN, text, at)) < len(text):
        inside = nest[-1] if nest else None
        if text[at] in "]}":
            nest.pop()
            at += 1
            continue
        if inside is None and text[at] == "[":
            is_list = text.startswith("[[", at)
            start = _end(_BETWEEN, text, at + 1 + is_list)
            end = _end(_KEY, text, start)
            table = ()
            for key in _keys(text[start:end]):
                table += (key,)
                if table in tables:
                    table += (tables[table] - 1,)
            if is_list:
                owner = table[:-1] if isinstance(table[-1], int) else table
                tables[owner] = tables.get(owner, 0) + 1
                table = (*owner, tables[owner] - 1)
            note(table)
            at = text.index("]", end) + 1 + is_list
            continue
        if inside is None or inside[1] < 0:
            owner = inside[0] if inside else table
            end = _end(_KEY, text, at)
            path = owner + _keys(text[at:end])
            note(path, len(owner) + 1)
            at = _end(_EQUALS, text, end)
            at = _end(_BETWEEN, text, at)
        else:
            owner, place = inside
            path = (*owner, place)
            nest[-1] = (owner, place + 1)
            note(path, len(path))
        plain = _PLAIN.match(text, at)
        if plain:
            at = plain.end()
        else:
            nest.append((path, 0 if text[at] == "[" else -1))
            at += 1
    return lines


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """The end of a match that starts here; the start if there is none."""
    found = pattern.match(text, at)
    return found.end() if found else at


def _keys(text: str) -> tuple[str, ...]:
    """The parts of a dotted key."""
    if _BARE.fullmatch(text):
        return tuple(text.split("."))
    parts, inner = [], rtoml.loads(f"{text} = 0")
    while isinstance(inner, dict):
        ((key, inner),) = inner.items()
        parts.append(key)
    return tuple(parts)
