"""The result of a check: findings and facts, as text or as plain data."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bough.check.layout import Paint, coloured, folded, listing, plain, tree_lines
from bough.check.outline import outline
from bough.check.sentences import equation_words, loop_words, model_words, shape_words
from bough.check.words import counted, joint_words
from bough.choice.phrases import WIDTH
from bough.errors import Finding
from bough.mechanism.checks import printable
from bough.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

SEVERITIES = {"error": "red", "warning": "yellow", "note": "cyan"}  # and their colours
MOST_FINDINGS = 50  # of warnings and of notes in text


class Report:
    """The result of a check: ``findings``; the ``mechanism``, None if there are errors; ``facts`` about it by name.

    Print it; ``to_dict`` has the same as plain data.
    """

    def __init__(
        self,
        source: str,
        mechanism: Mechanism | None,
        findings: Iterable[Finding],
        facts: dict[str, Any] | None = None,
    ):
        order = list(SEVERITIES)
        self.source, self.mechanism, self.facts = source, mechanism, facts or {}
        self.findings = tuple(sorted(findings, key=lambda finding: order.index(finding.severity)))

    def count(self, severity: str) -> int:
        """How many findings are of that severity: ``error``, ``warning`` or ``note``."""
        return sum(finding.severity == severity for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {
            "model": self.source,
            "usable": self.mechanism is not None,
            "findings": [asdict(finding) for finding in self.findings],
            "mechanism": self.facts or None,
            "tree": self._tree(),
            "loops": self._loops(),
        }

    def _tree(self) -> list[dict[str, Any]]:
        """The data that the drawing shows for each body, in the model's order."""
        return [
            {
                "body": body.name, "parent": body.parent, "joint": body.joint_name, "type": joint_words(body.joint),
                "dofs": len(body.joint.u_names), "mass": body.inertia.mass,
            }
            for body in (() if self.mechanism is None else self.mechanism.bodies)
        ]  # fmt: skip

    def _loops(self) -> list[dict[str, Any]]:
        """The same for each loop."""
        return [
            {
                "loop": loop.name, "body": loop.body, "other": loop.other, "type": joint_words(loop.joint),
                "constraints": loop.constraints, "cut": loop.cut,
            }
            for loop in (() if self.mechanism is None else self.mechanism.loops.values())
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"<Report on '{self.source}': {self._verdict()}; print it>"

    def __str__(self) -> str:
        return "\n".join(self._lines(WIDTH, plain, fits=False))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """With colours, and no wider than the terminal, where rich prints it."""
        from rich.text import Text

        for line in self._lines(options.max_width, coloured, fits=console.is_terminal):
            yield Text.from_ansi(line, overflow="fold" if console.is_terminal else "ignore")

    def _verdict(self) -> str:
        counts = [counted(n, severity) for severity in SEVERITIES if (n := self.count(severity))]
        listed = ", ".join(counts) or "no problems found"
        return listed if self.mechanism is not None else f"cannot be used: {listed}"

    def _lines(self, width: int, paint: Paint, fits: bool) -> Iterator[str]:
        """The whole text, line by line; ``fits``: no line is longer than the width, as a terminal needs it."""
        where = Path(self.source).name
        title = paint(printable(self.facts.get("name", where)), "bold")
        if self.mechanism is not None:
            dofs = counted(self.mechanism.n, "degree of freedom", "degrees of freedom")
            title += f": {counted(len(self.mechanism), 'body', 'bodies')}, {dofs}"
            if self.mechanism.loops:
                title += f" as a tree, {counted(len(self.mechanism.loops), 'loop')}"
            if where != self.facts["name"]:
                title += paint(f"  {printable(where)}", "faint")
        yield title
        for line in self.facts.get("about", "").strip().splitlines():
            yield from (paint(part, "italic") for part in folded(printable(line), width))
        yield ""
        yield from self._findings(width, paint, fits)
        if self.mechanism is None:
            return
        yield ""
        yield from tree_lines(outline(self.mechanism), width if fits else None, paint)
        parts = {"model": model_words, "loops": loop_words, "shape": shape_words, "equations": equation_words}
        for heading, words in parts.items():
            if said := words(self.facts):
                yield ""
                yield paint(heading, "bold")
                yield from listing(said, width, paint)

    def _findings(self, width: int, paint: Paint, fits: bool) -> Iterator[str]:
        """The verdict, then a line for each finding; in a pipe lines do not wrap, so that they can be searched."""
        worst = self.findings[0].severity if self.findings else ""
        yield paint(self._verdict(), SEVERITIES.get(worst, "green"))
        for severity, style in SEVERITIES.items():
            found = [printable(str(finding)) for finding in self.findings if finding.severity == severity]
            shown = found if severity == "error" else found[:MOST_FINDINGS]
            if shown:
                heading = f"{severity:7}"
                yield from listing([(heading, text) for text in shown], width if fits else sys.maxsize, paint, style)
            if more := len(found) - len(shown):
                yield paint(f"  … {counted(more, f'more {severity}')}: see --json, or findings", "faint")
