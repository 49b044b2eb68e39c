"""A mechanism in a notebook: its tree, loops and forces as tables, and facts about it. Nothing is compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from bough.check.checking import mobility_of
from bough.check.outline import MOST_BODIES, Line, tree_of
from bough.check.words import counted, gravity_words, joint_words, kilograms
from bough.errors import BoughError
from bough.mechanism.checks import listing
from bough.mechanism.forces import Force
from bough.mechanism.mechanism import Mechanism
from bough.simulation.draw.card import card, folding, rows

MOST_FORCES = 12  # in a table that is open
MOST_COUNTED = 300  # bodies of a mechanism with loops whose freedom is counted


def mechanism_html(mechanism: Mechanism) -> str:
    """The card of a mechanism, finished or not."""
    about = next(iter(mechanism.about.strip().splitlines()), "")
    try:
        drawing = tree_of(mechanism)
    except BoughError as error:  # a parent is missing still, for instance
        facts = {"bodies": f"{len(mechanism):,}", "not finished": str(error)}
        return card(mechanism.name, about, facts)
    few = len(mechanism) <= MOST_BODIES
    bodies = folding(counted(len(mechanism), "body", "bodies"), _bodies(drawing), few)
    loops = folding(counted(len(mechanism.loops), "loop"), _loops(mechanism), few)
    forces = folding(counted(len(mechanism.forces), "force"), _forces(mechanism), len(mechanism.forces) <= MOST_FORCES)
    return card(mechanism.name, about, _facts(mechanism), bodies, loops, forces)


def _facts(mechanism: Mechanism) -> dict[str, str]:
    kinds = Counter(type(body.joint).__name__ for body in mechanism.bodies).most_common()
    facts = {
        "degrees of freedom": _freedom(mechanism),
        "joints": ", ".join(f"{count:,} {kind}" for kind, count in kinds) or "none",
        "mass": kilograms(mechanism.mass),
        "gravity": gravity_words(mechanism.gravity),
        "energy": "kinetic and potential energy stay the same in sum"
        if mechanism.is_conservative
        else "changes by the work of forces or drives",
    }
    if mechanism.driven:
        facts["driven"] = listing(one.name for one, _ in mechanism.driven)
    if mechanism.settings:
        facts["run"] = ", ".join(
            f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
            for name, value in mechanism.settings.items()
        )
    return facts


def _freedom(mechanism: Mechanism) -> str:
    if not mechanism.loops:
        return f"{mechanism.n:,}"
    tree = f"{mechanism.n:,} as a tree"
    if len(mechanism) > MOST_COUNTED:
        return tree
    with suppress(BoughError):  # such as a start that does not fit
        if found := mobility_of(mechanism):
            if "dofs" in found:
                return (
                    f"{found['dofs']:,} at the start; {tree}, less {counted(found['rank'], 'independent constraint')}"
                )
            return f"{tree}; its loops are open at the start, and bough.assemble closes them"
    return tree


def _bodies(drawing: Iterable[Line]) -> str:
    lines: list[tuple[str, ...]]
    lines = [(line.guides + line.name, line.dofs, line.mass, line.joint, line.joint_name) for line in drawing]
    heads: tuple[str, ...] = ("body", "DoF", "mass", "joint", "name of the joint")
    if not any(line[-1] for line in lines):  # all are called like their bodies
        heads, lines = heads[:-1], [line[:-1] for line in lines]
    return rows(heads, lines, right=(1, 2), tree=True)


def _loops(mechanism: Mechanism) -> str:
    lines = [
        (loop.name, f"{loop.body} — {loop.other}", joint_words(loop.joint), loop.constraints)
        for loop in mechanism.loops.values()
    ]
    return rows(("loop", "between", "joint", "constraints"), lines, right=(3,))


def _forces(mechanism: Mechanism) -> str:
    lines = [(name, type(force).__name__, _acts_on(force)) for name, force in mechanism.forces.items()]
    return rows(("force", "kind", "acts on"), lines)


def _acts_on(force: Force) -> str:
    """The joint, or the bodies, that a force names."""
    if joint := getattr(force, "joint", None):
        return f"joint {joint}"
    ends = [getattr(force, end, None) for end in ("body", "other")]
    return " — ".join(str(end) for end in ends if end)
