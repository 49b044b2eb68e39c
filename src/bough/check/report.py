"""What a check returns: findings and facts, as text, with colours on a terminal, or as plain data."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.check.outline import outline
from bough.check.words import counted, gravity_words, joint_words, kilograms
from bough.choice.phrases import WIDTH, in_seconds, label
from bough.errors import Finding
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES
from bough.mechanism.checks import printable
from bough.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

SEVERITIES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
# of warnings and of notes in text; and of the names and numbers of a start
MOST_FINDINGS, MOST_VALUES = 50, 6
_SIZE = re.compile(r"\d+ GiB")


class Report:
    """What is to be known of a model: ``findings``; the ``mechanism``, None where there are errors; ``facts`` about it by name.

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
        }

    def _tree(self) -> list[dict[str, Any]]:
        """What the drawing shows of each body, in the model's order."""
        return [
            {
                "body": body.name, "parent": body.parent, "joint": body.joint_name, "type": joint_words(body.joint),
                "dofs": len(body.joint.u_names), "mass": body.inertia.mass,
            }
            for body in (() if self.mechanism is None else self.mechanism.bodies)
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"<Report on '{self.source}': {self._verdict()}; print it>"

    def __str__(self) -> str:
        from rich.console import Console

        page = io.StringIO()
        Console(file=page, width=WIDTH, color_system=None, force_terminal=False).print(self, crop=False)
        return "\n".join(line.rstrip() for line in page.getvalue().rstrip().splitlines())

    def _verdict(self) -> str:
        counts = [counted(n, severity) for severity in SEVERITIES if (n := self.count(severity))]
        listed = ", ".join(counts) or "nothing to object to"
        return listed if self.mechanism is not None else f"cannot be used: {listed}"

    # --- as text --------------------------------------------------------------------------------------------------------

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text

        from bough.check.tables import FAINT, listing, tree_lines

        where = Path(self.source).name
        title = Text(printable(self.facts.get("name", where)), "bold")
        if self.mechanism is not None:
            size = f"{counted(len(self.mechanism), 'body', 'bodies')}, {_freedom(self.mechanism.n)}"
            title.append(f": {size}", "not bold").append(
                "" if where == self.facts["name"] else f"  {printable(where)}", f"not bold {FAINT}"
            )
        yield title
        for line in self.facts.get("about", "").strip().splitlines():
            yield Text(printable(line), "italic")
        yield Text("")
        yield from self._findings(console.is_terminal)
        if self.mechanism is None:
            return
        yield Text("")
        yield from tree_lines(outline(self.mechanism), console.is_terminal)
        for heading, said in (("model", self._model()), ("shape", self._shape()), ("equations", self._equations())):
            yield Text(f"\n{heading}", "bold")
            yield listing(said)

    def _findings(self, wrapped: bool) -> Iterator[RenderableType]:
        """The verdict, then a line for each finding; in a pipe none is broken, so that they can be searched."""
        from rich.text import Text

        from bough.check.tables import FAINT, listing

        worst = self.findings[0].severity if self.findings else ""
        yield Text(self._verdict(), SEVERITIES.get(worst, "bold green"))
        for severity, style in SEVERITIES.items():
            found = [printable(str(finding)) for finding in self.findings if finding.severity == severity]
            shown = found if severity == "error" else found[:MOST_FINDINGS]
            if wrapped and shown:
                yield listing((Text(f"{severity:7}", style), text) for text in shown)
            elif shown:
                yield Text("\n".join(f"  {severity:7}  {text}" for text in shown), no_wrap=True, overflow="ignore")
            if more := len(found) - len(shown):
                yield Text(f"  … {counted(more, f'more {severity}')}: --json, or findings, has all", FAINT)

    def _model(self) -> list[tuple[str, str]]:
        facts = self.facts
        moving = facts["moving"]
        joints = ", ".join(f"{count:,} {kind}" for kind, count in facts["joints"].items()) or "none"
        more = f"; {facts['coordinates']:,} coordinates for {facts['dofs']:,} velocities"
        said = [("joints", joints + (more if facts["coordinates"] > facts["dofs"] else ""))]
        mass = f"{kilograms(facts['mass'])} in all" if facts["mass"] else "none"
        if facts["moving"]["mass"] < facts["mass"]:
            mass += f", {kilograms(moving['mass'])} of it moving" if moving["mass"] else ", none of it moving"
        if moving["heaviest"] and moving["heaviest"]["mass"] > moving["lightest"]["mass"]:
            mass += "; " + ", ".join(
                f"{which} that moves '{moving[which]['body']}' ({kilograms(moving[which]['mass'])})"
                for which in ("heaviest", "lightest")
            )
        elif moving["heaviest"] and moving["bodies"] > 1:
            mass += f"; {kilograms(moving['heaviest']['mass'])} each"
        if moving["massless"]:
            mass += f"; {moving['massless']:,} moving without mass"
        said.append(("mass", mass))
        if facts["armature"]:
            numbers = {name: each[0] if len(each) == 1 else each for name, each in facts["armature"].items()}
            said.append(("armature", _values(numbers)))
        said += [("gravity", gravity_words(np.array(facts["gravity"])))]
        forces = ", ".join(f"{count:,} {kind}" for kind, count in facts["forces"].items()) or "none of its own"
        said.append(
            (
                "forces",
                f"{forces}; total energy {'stays the same' if facts['keeps_energy'] else 'changes by the work of forces or drives'}",
            )
        )
        if facts["follows_time"]:
            said.append(("time", "forces or drives follow it"))
        for name, letter in (("start", "q"), ("moving at", "u")):
            if values := facts["start"][letter]:
                said.append((name, _values(values)))
        if facts["settings"]:
            said.append(("run", _values(facts["settings"])))
        return said

    def _shape(self) -> list[tuple[str, str]]:
        facts, shape = self.facts, self.facts["shape"]
        if not facts["bodies"]:
            return [("paths", "there are no bodies")]
        ends = "one end" if shape["leaves"] == 1 else f"{shape['leaves']:,} ends"
        longest = shape["longest_path"]
        dofs = counted(longest["dofs"], "DoF") if longest["dofs"] else "no DoF"
        paths = f"{ends}; the longest path, to '{longest['to']}', has {counted(longest['joints'], 'joint')} with {dofs}"
        numbering = (
            "regular as it is: parents come first, branch by branch"
            if shape["numbered_as_added"]
            else f"made regular from '{shape['first_renumbered']}' on, branch by branch; q and u keep the model's order"
        )
        said = [("paths", paths), ("numbering", numbering)]
        if facts["dofs"]:
            said.append(("mass matrix", _filling(facts["dofs"], shape)))
        return said

    def _equations(self) -> list[tuple[str, str]]:
        auto, forms = self.facts["auto"], self.facts["forms"]
        if auto["form"] is None:
            return [("auto", auto["reason"])]
        chosen = label(auto["form"], auto["solver"])
        said = [("auto", f"takes {chosen}, about {in_seconds(auto['seconds'])} for one state: {auto['reason']}")]
        for gives, what in ((ACCELERATIONS, "fit"), (CANONICAL_RATES, "in momenta")):
            able = dict.fromkeys(row["form"] for row in forms if row["gives"] == gives and not row["declines"])
            said.append((what, ", ".join(able) or "none"))
        said += [("does not fit", text) for text in _by_reason(forms, "declines")]
        said += [("doubtful", text) for text in _by_reason([row for row in forms if not row["declines"]], "doubt")]
        return said


def _freedom(dofs: int) -> str:
    return counted(dofs, "degree of freedom", "degrees of freedom")


def _values(values: dict[str, Any]) -> str:
    """The first few of some named values."""

    def text(value: Any) -> str:
        return f"({', '.join(map(text, value))})" if isinstance(value, list) else f"{value:.6g}" if isinstance(value, float) else str(value)  # fmt: skip

    shown = [f"{name} = {text(value)}" for name, value in list(values.items())[:MOST_VALUES]]
    return ", ".join(shown) + (f" and {len(values) - MOST_VALUES:,} more" if len(values) > MOST_VALUES else "")


def _filling(dofs: int, shape: dict[str, Any]) -> str:
    """How much of the mass matrix branching leaves."""
    density = shape["density"]
    if density == 1.0:
        return f"{dofs:,} x {dofs:,}, full: all DoFs are on one path" if dofs > 1 else "1 x 1"
    share = f"{100 * density:.0f} %" if density > 0.01 else f"{100 * density:.1g} %"
    coupled = 2 * shape["N1"] / dofs
    branches = (
        "short branches" if density < 0.3 else "branches on a common trunk" if density < 0.7 else "mostly one path"
    )
    return f"{dofs:,} x {dofs:,}, {share} filled: {branches}; a DoF is coupled with {coupled:.3g} of {dofs - 1:,} others on average"


def _by_reason(forms: Sequence[dict[str, Any]], key: str) -> list[str]:
    """A sentence for each reason, with all forms, and their solvers where some are free of it, that it holds for; sizes that differ are not told one by one."""
    found: dict[str, dict[str, list[str]]] = {}
    sizes: dict[str, set[str]] = {}
    for row in forms:
        if row[key]:
            reason = _SIZE.sub("{size}", row[key])
            found.setdefault(reason, {}).setdefault(row["form"], []).append(row["solver"])
            sizes.setdefault(reason, set()).update(_SIZE.findall(row[key]))
    said = []
    for reason, able in found.items():
        least = min(sizes[reason], key=lambda size: float(size.split()[0]), default="")
        reason = reason.replace("{size}", f"{least} or more" if len(sizes[reason]) > 1 else least)
        names = []
        for form, solvers in able.items():
            every = len(solvers) == sum(row["form"] == form for row in forms)
            names.append(form if every else f"{form} ({', '.join(solvers)})")
        said.append(f"{', '.join(names)}: {reason}.")
    return said
