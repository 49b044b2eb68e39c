"""Part 5: time and memory per body, from small mechanisms to a million bodies."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from operator import attrgetter

from models import states
from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo

SEPARATE, COMPOSITE = "separate-bodies", "composite-bodies"
# (generator, its arguments, form): one row of sizes each
FAMILIES = {
    "chain": ("chain", (100, 1_000, 10_000, 100_000, 1_000_000), SEPARATE),
    "binary tree": ("models.binary_tree", (7, 10, 13, 17, 20), SEPARATE),
    "star": ("models.star", (99, 999, 9_999, 99_999), COMPOSITE),
}
# measure memory in a separate process: elsewhere, leftovers of earlier sizes would hide it
_CHILD = """
import resource
import bough as bo

def evaluate(argument):
    mechanism = bo.{generator}(argument)
    q, u = bo.models.random_state(mechanism)
    return mechanism, bo.forward_dynamics(mechanism, q, u, formulation="{form}")

def resident():
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * resource.getpagesize()

evaluate(1)
before = resident()
kept = evaluate({argument})
print(resident() - before)
"""


def memory(generator: str, argument: int, form: str) -> int:
    """Bytes by which a mechanism, its tables and its work arrays enlarge a process."""
    child = [sys.executable, "-c", _CHILD.format(generator=generator, argument=argument, form=form)]
    return int(subprocess.run(child, capture_output=True, text=True, check=True).stdout)


def linear(effort: Effort, largest: int = 1_100_000) -> Part:
    """Part 5."""
    part = Part(
        5,
        "One evaluation per body, from 100 bodies on",
        "One state, one thread; memory: growth of a fresh process by the mechanism, its tables and its work arrays (RSS). "
        "spread: the slowest time per body of a family over the fastest.",
        "spread",
    )
    for family, (generator, arguments, form) in FAMILIES.items():
        made = {k: m for k in arguments if len(m := attrgetter(generator)(bo)(k)) <= largest}
        best = race(effort, {k: partial(bo.forward_dynamics, m, *states(m), formulation=form) for k, m in made.items()})
        per_body = [best[k] / len(m) for k, m in made.items()]
        for (k, mechanism), seconds in zip(made.items(), per_body, strict=True):
            bodies, grown = len(mechanism), memory(generator, k, form)
            values = {
                "evaluation": Quantity(best[k]),
                "per body": Quantity(seconds),
                "memory": Quantity(grown / 1e6, "MB"),
                "memory per body": Quantity(grown / 1e3 / bodies, "kB"),
            }
            part.rows.append(Row(f"{family} of {bodies:,}", values))
        spread = max(per_body) / min(per_body)
        part.rows.append(Row(f"{family}, {form}: all sizes", {}, Quantity(spread, "x"), 1.5, at_least=False))
    return part
