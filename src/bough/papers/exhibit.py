"""The parts of a reproduced table or figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bough.choice.race import Effort


@dataclass(frozen=True)
class Statement:
    """A paper's statement, whether it holds today (None: unknown), and what was found."""

    text: str
    holds: bool | None
    found: str


@dataclass
class Exhibit:
    """A table or a figure of a paper, made by bough's own code."""

    paper: str  # "A" to "D"
    name: str  # as in the paper: "table 1", "figure 4"
    title: str
    caption: str  # how it was made; what to look at
    columns: list[str]  # of the CSV and of the report's table; printed numbers are beside ours
    rows: list[list[Any]]
    figures: list[Any] = field(default_factory=list)  # Matplotlib's
    statements: list[Statement] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """Options for making exhibits: how thorough to be, and a function to report progress to (from 0 to 1)."""

    quick: bool
    effort: Effort
    advance: Callable[[float], None]
