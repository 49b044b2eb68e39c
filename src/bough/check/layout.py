"""Text in lines, with or without styles: texts beside their headings, and a drawn tree with columns."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from bough.check.outline import Line
from bough.mechanism.checks import printable

# terminal codes of the styles (ECMA-48)
STYLES = {"bold": "1", "faint": "2", "italic": "3", "red": "1;31", "green": "1;32", "yellow": "33", "cyan": "36"}
MOST_JOINT = 44  # characters of a joint's description
HEADS = Line("", "body", "name of the joint", "joint", "in the ground", "DoF", "mass", is_body=False)
TO_THE_RIGHT = (1, 2)  # columns of numbers

Paint = Callable[[str, str], str]  # (text, style) to the text as it is shown


def plain(text: str, style: str) -> str:
    return text


def coloured(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text and style else text


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(bool(unicodedata.combining(c)) for c in text)


def cut(text: str, width: int) -> str:
    """A text that fits into a width."""
    if columns(text) <= width:
        return text
    while columns(text) >= max(width, 1):
        text = text[:-1]
    return f"{text}…"


def folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 20), break_on_hyphens=False) or [""]


def listing(said: Iterable[tuple[str, str]], width: int, paint: Paint, style: str = "faint") -> Iterator[str]:
    """Texts beside their headings; long ones wrap with an indent."""
    rows = list(said)
    left = max(columns(heading) for heading, _ in rows)
    for heading, text in rows:
        first, *more = folded(printable(text), width - left - 4)
        yield f"  {paint(heading.ljust(left), style)}  {first}"
        yield from (" " * (left + 4) + line for line in more)


def tree_lines(lines: Sequence[Line], width: int | None, paint: Paint) -> Iterator[str]:
    """The drawing, with columns for each body; names come last, where ``width`` cuts lines that are too long."""
    bodies = [line for line in lines if line.is_body]
    named = any(line.joint_name for line in bodies)
    # worth a column where frames are turned
    turned = any(line.ground_axis and f" {line.ground_axis}," not in f"{line.joint}," for line in bodies)

    def cells(line: Line) -> list[str]:
        optional = ((turned, line.ground_axis), (named, printable(line.joint_name)))
        tree = line.guides + printable(line.name)
        return [tree, line.dofs, line.mass, cut(line.joint, MOST_JOINT), *(text for wanted, text in optional if wanted)]

    widths = [max(map(columns, column)) for column in zip(*map(cells, (HEADS, *bodies)), strict=True)]
    for line in (HEADS, *lines):
        spaced = []
        for k, (cell, wide) in enumerate(zip(cells(line), widths, strict=True)):
            space = " " * (wide - columns(cell))
            spaced.append(space + cell if k in TO_THE_RIGHT else cell + space)
        whole = "  ".join(spaced).rstrip()
        whole = whole if width is None else cut(whole, width)
        if not line.is_body:
            yield paint(whole, "faint")
            continue
        start, end = len(line.guides), len(line.guides) + len(printable(line.name))
        yield paint(whole[:start], "faint") + paint(whole[start:end], "bold") + whole[end:]
