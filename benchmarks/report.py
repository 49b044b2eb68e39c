"""The report of a part: quantities, a target and whether it was met; as a table, Markdown and JSON."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bough.arithmetic.lanes import WIDTH
from bough.compiled.files import source_stamp


@dataclass(frozen=True)
class Quantity:
    """A number with its unit; ``x`` is a ratio, no unit a whole number."""

    value: float
    unit: str = "s"

    def __str__(self) -> str:
        if self.unit == "s":
            for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
                if self.value >= scale:
                    return f"{self.value / scale:.3g} {unit}"
            return f"{self.value / 1e-9:.3g} ns"
        number = f"{self.value:.3g}" if self.unit and self.value < 1000 else f"{self.value:,.0f}"
        return number + {"": "", "x": "x"}.get(self.unit, f" {self.unit}")


def ratio(value: float) -> str:
    """Three digits below 2, two or more above."""
    return f"{value:.{2 if value < 2 else 1 if value < 20 else 0}f}×"


@dataclass(frozen=True)
class Row:
    """One line: the case, and the figure that has a target (or none, for information)."""

    case: str
    values: dict[str, Quantity]
    measured: Quantity | None = None
    target: float | None = None
    at_least: bool = True

    @property
    def met(self) -> bool | None:
        if self.target is None or self.measured is None:
            return None
        return self.measured.value >= self.target if self.at_least else self.measured.value <= self.target

    @property
    def wanted(self) -> str:
        if self.target is None or self.measured is None:
            return ""
        return f"{'≥' if self.at_least else '≤'} {Quantity(self.target, self.measured.unit)}"

    def cells(self, columns: list[str]) -> list[str]:
        verdict = {True: "met", False: "NOT met", None: ""}[self.met]
        values = [str(self.values.get(column, "")) for column in columns]
        return [self.case, *values, str(self.measured or ""), self.wanted, verdict]


@dataclass
class Part:
    """A numbered part: its rows, and a note on how it was measured."""

    number: int
    title: str
    note: str
    measured: str  # the name of the figure with a target
    rows: list[Row] = field(default_factory=list)

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys(key for row in self.rows for key in row.values))

    @property
    def header(self) -> list[str]:
        return ["case", *self.columns, self.measured, "target", ""]

    def print(self, console: Console) -> None:
        table = Table(title=f"{self.number}. {self.title}", caption=self.note, title_justify="left")
        for k, name in enumerate(self.header):
            table.add_column(name, justify="left" if k == 0 else "right")
        for row in self.rows:
            style = {True: "green", False: "red", None: ""}[row.met]
            table.add_row(*row.cells(self.columns), style=style)
        console.print(table)

    def markdown(self) -> str:
        lines = [self.header, ["---", *["---:"] * (len(self.header) - 1)]]
        lines += [row.cells(self.columns) for row in self.rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"## {self.number}. {self.title}\n\n{self.note}\n\n{table}\n"

    def data(self) -> dict:
        rows = [
            {
                "case": row.case,
                **{name: {"value": x.value, "unit": x.unit} for name, x in row.values.items()},
                "measured": row.measured and {"value": row.measured.value, "unit": row.measured.unit},
                "target": row.target,
                "at_least": row.at_least,
                "met": row.met,
            }
            for row in self.rows
        ]
        return {"title": self.title, "note": self.note, "measured": self.measured, "rows": rows}


def provenance(packages: tuple[str, ...] = ("pin", "mujoco")) -> dict:
    """How the numbers were obtained: machine, versions of bough and of these packages."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "lane width": WIDTH,
        "revision": _revision(),
        "sources": source_stamp()[:12],
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "scipy", "numba", "llvmlite", *packages)},
    }


def summary(parts: list[Part], where: dict) -> str:
    """All parts as Markdown, the unmet targets first."""
    judged = [(part, row) for part in parts for row in part.rows if row.met is not None]
    unmet = [(part, row) for part, row in judged if not row.met]
    lines = [
        "# Benchmarks",
        "",
        "; ".join(f"{key} {value}" for key, value in where.items()),
        "",
        f"{len(judged) - len(unmet)} of {len(judged)} targets met.",
        "",
        *(f"- not met: part {part.number}, {row.case}: {row.measured}, wanted {row.wanted}" for part, row in unmet),
        "",
    ]
    return "\n".join(lines) + "\n" + "\n".join(part.markdown() for part in parts)


def _processor() -> str:
    """The processor's model, and its clock if the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    facts = dict(line.split("\t", 1) for line in reversed(lines) if "\t" in line)
    facts = {key.strip(): value.strip(" :\t") for key, value in facts.items()}
    return f"{facts.get('model name', 'unknown')} ({facts.get('cpu MHz', '?')} MHz)"


def _revision() -> str:
    try:
        command = ["git", "describe", "--always", "--dirty"]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
