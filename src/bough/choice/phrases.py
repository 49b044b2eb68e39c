"""Forms in print: labels, why some are left out, times with units, aligned columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WIDTH = 100
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (0.0, "ns"))


class LeftOut(NamedTuple):
    """A form that is left out, and why."""

    form: str
    solver: str | None
    reason: str


def label(form: str, solver: str | None) -> str:
    """Form and solver."""
    return f"{form} + {solver}" if solver else form


def in_columns(table: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table with its head: the first column aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        for cells in table
    ]
    return [line.rstrip() for line in (lines[0], "─" * len(lines[0]), *lines[1:])]


def reasons(left_out: Iterable[LeftOut]) -> list[str]:
    """A sentence for each reason, with all forms and solvers that it applies to."""
    found: dict[str, dict[str, list[str]]] = {}
    for form, solver, reason in left_out:
        found.setdefault(reason, {}).setdefault(form, []).extend([solver] if solver else [])
    said = []
    for reason, forms in found.items():
        names = [f"{form} ({', '.join(solvers)})" if solvers else form for form, solvers in forms.items()]
        one = len(forms) == 1 and len(next(iter(forms.values()))) <= 1
        said.append(f"{', '.join(names)} {'is' if one else 'are'} left out: {reason}.")
    return said


def wrapped(sentences: Iterable[str]) -> list[str]:
    return [textwrap.fill(sentence, WIDTH, subsequent_indent="  ") for sentence in sentences]


def in_seconds(value: float | None) -> str:
    """A time with its unit."""
    if value is None:
        return "–"
    size, unit = next(pair for pair in _UNITS if value >= pair[0])
    return f"{value / (size or 1e-9):.3g} {unit}"


def in_digits(value: float | None, form: str = ".0e") -> str:
    return "–" if value is None else f"{value:{form}}" if value else "0"
