"""The page of reproduced exhibits: one self-contained HTML file, for phones, wide screens and paper, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from bough.papers.exhibit import Exhibit, Statement
from bough.simulation.draw.page import document, pairs, picture, table

TITLES = {
    "A": "Sparse factorisation of the mass matrix",
    "B": "Parametrisation of the mass matrix",
    "C": "Classification of models of systems of rigid bodies",
    "D": "Matrix equations of motion in Hamiltonian variables",
}
SOURCES = {
    "A": "V. A. Shimanovsky",
    "B": "the copy at hand shows no authors",
    "C": "V. N. Ivanov, I. V. Dombrovsky, F. V. Nabokov, N. A. Shevelev, V. A. Shimanovsky, 2012",
    "D": "V. N. Ivanov, V. A. Shimanovsky",
}
# of statements: class, mark, words for one and for several
VERDICTS = {
    True: ("holds", "✓", "holds", "hold"),
    False: ("fails", "✗", "does not hold today", "do not hold today"),
    None: ("open", "?", "cannot be told", "cannot be told"),
}
MOST_ROWS = 14  # rows of a figure's numbers that are shown unfolded


class Shown(NamedTuple):
    """An exhibit with the names of its files, and its drawings as SVG."""

    exhibit: Exhibit
    files: list[str]
    drawings: list[bytes]


def page(shown: Sequence[Shown], where: Mapping[str, Any], wanted: int) -> str:
    """The whole page; ``wanted``: the final number of exhibits."""
    parts = {letter: list(part) for letter, part in groupby(shown, key=lambda each: each.exhibit.paper)}
    statements = [statement for each in shown for statement in each.exhibit.statements]
    missing = f"<p class=missing>{len(shown)} of {wanted} exhibits so far.</p>" if len(shown) < wanted else ""
    body = "".join(paper_section(letter, part) for letter, part in parts.items())
    header = (
        "<h1>Four papers, reproduced by bough</h1>"
        "<p>Tables and figures of the papers that bough follows, made by running its own code. What a paper prints stands beside what was counted, "
        "computed or measured here, and what it says is held to that.</p>"
        f"{missing}{tally(statements)}{contents(parts)}{pairs(where)}"
    )
    return document("Four papers, reproduced by bough", header, body)


def tally(statements: Iterable[Statement]) -> str:
    """How many statements hold."""
    found = [statement.holds for statement in statements]
    return (
        "<ul class=tally>"
        + "".join(
            f"<li class={kind}><b>{found.count(verdict)}</b> {one if found.count(verdict) == 1 else several}</li>"
            for verdict, (kind, _, one, several) in VERDICTS.items()
            if verdict in found
        )
        + "</ul>"
    )


def contents(parts: Mapping[str, Sequence[Shown]]) -> str:
    """Links to all exhibits."""
    lines = (
        f"<li><a href='#{letter}'>Paper {letter}</a>: "
        + ", ".join(f"<a href='#{anchor(each.exhibit)}'>{escape(each.exhibit.name)}</a>" for each in part)
        for letter, part in parts.items()
    )
    return f"<nav><ul>{''.join(lines)}</ul></nav>"


def anchor(exhibit: Exhibit) -> str:
    return escape(f"{exhibit.paper}-{exhibit.name}".replace(" ", "-"))


def paper_section(letter: str, part: Iterable[Shown]) -> str:
    return (
        f"<section><h2 id={letter}>Paper {letter}: {escape(TITLES[letter])}</h2><p class=source>{escape(SOURCES[letter])}</p>"
        + "".join(map(article, part))
        + "</section>\n"
    )


def article(shown: Shown) -> str:
    """One exhibit: its description, the paper's statements, the picture, the numbers."""
    exhibit = shown.exhibit
    name = exhibit.name[:1].upper() + exhibit.name[1:]
    said = "".join(map(statement, exhibit.statements))
    pictures = "".join(picture(drawing, exhibit.title) for drawing in shown.drawings)
    numbers = table(exhibit.columns, exhibit.rows)
    if exhibit.rows and pictures and len(exhibit.rows) > MOST_ROWS:
        numbers = f"<details><summary>{len(exhibit.rows)} rows of numbers</summary>{numbers}</details>"
    files = " ".join(f"<a href='{escape(file)}'>{escape(file)}</a>" for file in shown.files)
    return (
        f"<article id='{anchor(exhibit)}'><h3>{escape(name)}: {escape(exhibit.title)}</h3><p>{escape(exhibit.caption)}</p>"
        f"{f'<ul class=said>{said}</ul>' if said else ''}{pictures}{numbers}<p class=files>{files}</p></article>\n"
    )


def statement(said: Statement) -> str:
    kind, mark, words, _ = VERDICTS[said.holds]
    return (
        f"<li class={kind}><span class=verdict><span aria-hidden=true>{mark}</span> {words}</span>"
        f"<p class=claim>{escape(said.text)}</p><p>{escape(said.found)}</p></li>"
    )
