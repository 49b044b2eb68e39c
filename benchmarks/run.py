"""Compare bough with its peers: ``python benchmarks/run.py [--quick] [--only 1,2]``.

A full run writes ``results/results.json`` and ``results/results.md``; a quick or partial one ``results/partial.*``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import building
import choice
import derivatives
import dynamics
import events
import frames
import hamilton
import iterative
import loading
import loop_motions
import loops
import own_code
import own_joints
import peak
import reaching
import report
import scaling
import simulation
import solver
import startup
import stepping
from rich.console import Console
from timing import FULL, QUICK

RESULTS = Path(__file__).parent / "results"


def parts(quick: bool) -> dict[int, Callable[[], report.Part]]:
    """The available parts."""
    effort = QUICK if quick else FULL
    return {
        1: lambda: dynamics.one_call(effort),
        2: lambda: dynamics.batch(effort),
        3: lambda: dynamics.mass_matrix(effort),
        4: lambda: solver.sparse_against_dense(effort),
        5: lambda: scaling.linear(effort, 20_000 if quick else 1_100_000),
        6: lambda: peak.share(effort),
        7: lambda: startup.processes(3, 1) if quick else startup.processes(),
        8: lambda: iterative.warm_against_dense(effort, iterative.SIZES[:3] if quick else iterative.SIZES),
        9: lambda: hamilton.forms(effort),
        10: lambda: simulation.motions(effort),
        11: lambda: choice.regret(QUICK, quick),
        12: lambda: loading.models(effort),
        13: lambda: building.built_and_compiled(effort, building.SIZES[:2] if quick else building.SIZES),
        14: lambda: loops.against_pinocchio(effort),
        15: lambda: loops.windows(effort, 1_000 if quick else loops.WINDOWS[-1]),
        16: lambda: loops.extended(effort),
        17: lambda: loop_motions.motions(effort, quick),
        18: lambda: iterative.regret(QUICK, quick),
        19: lambda: own_joints.against_catalogue(effort),
        20: lambda: own_code.against_shared(effort),
        21: lambda: own_code.made(own_code.SIZES[:3] if quick else own_code.SIZES),
        22: lambda: derivatives.against_pinocchio(effort),
        23: lambda: derivatives.operations(),
        24: lambda: frames.axes(effort),
        25: lambda: frames.beside_others(),
        26: lambda: stepping.loops(effort),
        27: lambda: reaching.positions(effort),
        28: lambda: events.costs(effort),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description="Compare bough with its peers.")
    arguments.add_argument("--quick", action="store_true", help="a short run: fewer turns, smaller sizes")
    arguments.add_argument("--only", default="", metavar="1,2", help="the parts to run; all if left out")
    options = arguments.parse_args()
    available = parts(options.quick)
    try:
        chosen = [int(number) for number in options.only.split(",") if number] or list(available)
    except ValueError:
        arguments.error(f"--only takes numbers of parts, such as 1,2; not '{options.only}'.")
    if unknown := [number for number in chosen if number not in available]:
        arguments.error(f"there is no part {unknown[0]}; there are {', '.join(map(str, available))}.")

    console = Console(width=None if sys.stdout.isatty() else 140)
    where, done = report.provenance(), []
    for number in chosen:
        with console.status(f"part {number} …"):
            done.append(available[number]())
        done[-1].print(console)

    whole = not options.quick and chosen == list(available)
    name = "results" if whole else "partial"
    RESULTS.mkdir(exist_ok=True)
    data = {"provenance": where, "quick": options.quick, "parts": {part.number: part.data() for part in done}}
    (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    text = report.summary(done, where)
    (RESULTS / f"{name}.md").write_text(text)
    console.print(text.split("\n## ")[0])


if __name__ == "__main__":
    main()
