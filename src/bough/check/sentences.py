"""The facts of a report in words: (heading, text) each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bough.check.words import counted, gravity_words, kilograms
from bough.choice.phrases import in_seconds, label
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, TooLarge

MOST_VALUES = 6  # names and numbers of a start

Facts = dict[str, Any]


def model_words(facts: Facts) -> list[tuple[str, str]]:
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


def loop_words(facts: Facts) -> list[tuple[str, str]]:
    """How the loops move; nothing without any."""
    found = facts["mobility"]
    if found is None:
        return []
    if "dofs" not in found:
        return [("closed", "no: see the warnings above")]
    free = counted(found["dofs"], "degree of freedom", "degrees of freedom")
    constraints = f"{counted(found['constraints'], 'constraint')}, {found['rank']:,} of them independent"
    said = [("freedom", f"{free} at the start: {facts['dofs']:,} as a tree, less {constraints}")]
    for group in found["redundant"][:MOST_VALUES]:
        said.append(("redundant", f"one of {', '.join(group)}" if len(group) > 1 else group[0]))
    if more := len(found["redundant"]) - MOST_VALUES:
        said += [("redundant", f"and {more:,} more")] if more > 0 else []
    return said


def shape_words(facts: Facts) -> list[tuple[str, str]]:
    shape = facts["shape"]
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


def equation_words(facts: Facts) -> list[tuple[str, str]]:
    auto, forms = facts["auto"], facts["forms"]
    if auto["form"] is None:
        return [("auto", auto["reason"])]
    chosen = label(auto["form"], auto["solver"])
    pace = f", about {in_seconds(auto['seconds'])} for one state" if auto["code"] == "shared" else ""
    said = [("auto", f"takes {chosen}{pace}: {auto['reason']}")]
    for gives, what in ((ACCELERATIONS, "fit"), (CANONICAL_RATES, "in momenta")):
        able = dict.fromkeys(row["form"] for row in forms if row["gives"] == gives and not row["declines"])
        said.append((what, ", ".join(able) or "none"))
    said += [("does not fit", text) for text in _by_reason(forms, "declines")]
    said += [("doubtful", text) for text in _by_reason([row for row in forms if not row["declines"]], "doubt")]
    return said


def _values(values: dict[str, Any]) -> str:
    """The first few of some named values."""

    def text(value: Any) -> str:
        return f"({', '.join(map(text, value))})" if isinstance(value, list) else f"{value:.6g}" if isinstance(value, float) else str(value)  # fmt: skip

    shown = [f"{name} = {text(value)}" for name, value in list(values.items())[:MOST_VALUES]]
    return ", ".join(shown) + (f" and {len(values) - MOST_VALUES:,} more" if len(values) > MOST_VALUES else "")


def _filling(dofs: int, shape: dict[str, Any]) -> str:
    """How full the mass matrix is, and why."""
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
    """A sentence for each reason, with its forms, and solvers if only some are concerned; sizes are merged."""
    found: dict[str, dict[str, list[str]]] = {}
    sizes = {row[key] for row in forms if isinstance(row[key], TooLarge)}
    least = min(sizes, key=lambda reason: reason.entries, default="")
    for row in forms:
        if row[key]:
            reason = least if row[key] in sizes else row[key]
            found.setdefault(reason, {}).setdefault(row["form"], []).append(row["solver"])
    said = []
    for reason, able in found.items():
        if len(sizes) > 1 and isinstance(reason, TooLarge):
            reason = reason.or_more()
        names = []
        for form, solvers in able.items():
            every = len(solvers) == sum(row["form"] == form for row in forms)
            names.append(form if every else f"{form} ({', '.join(solvers)})")
        said.append(f"{', '.join(names)}: {reason}.")
    return said
