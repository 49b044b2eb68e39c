"""What a reproduced table or figure consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bough.choice.race import Effort


@dataclass(frozen=True)
class Statement:
    """What a paper says, whether it holds today (None: it cannot be told), and what was found."""

    text: str
    holds: bool | None
    found: str


@dataclass
class Exhibit:
    """A table or a figure of a paper, as it comes out of bough's own code."""

    paper: str  # "A" to "D"
    name: str  # as in the paper: "table 1", "figure 4"
    title: str
    caption: str  # how it came about; what to look at
    columns: list[str]  # of the CSV and of the table in the report; printed numbers stand beside ours
    rows: list[list[Any]]
    figures: list[Any] = field(default_factory=list)  # Matplotlib's
    statements: list[Statement] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """What it takes to make exhibits: how thorough to be, and whom to tell of progress (a share between 0 and 1)."""

    quick: bool
    effort: Effort
    advance: Callable[[float], None]
