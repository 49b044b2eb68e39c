"""Studies, measured: ``python benchmarks/studies.py [--quick] [--only pace,memory,cluster,peers,costs]``.

An arm of seven hinges for a second by RK4 with steps of a millisecond, three maxima kept: against one call of ``simulate``, on Dask, against peers.
Every rival runs in a process of its own; they take turns, each when the machine is quiet or patience has run out, and the best turn counts.
Parts are kept in ``results/studies.*``, those of a quick run in ``results/studies-partial.*``.
Peers that are not installed are left out; ``pip install -e ".[all]" exudyn mujoco pin`` has all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import report
from report import Part, Quantity, Row
from rich.console import Console
from study_arm import expected, variants
from study_peers import PEERS
from study_turn import all_busy

HERE = Path(__file__).parent
QUIET, DISTURBED = 0.1, 0.2  # cores that others may use before a turn, and while a clock on the wall is believed
settings = {"patience": 0.0, "turns": 3}  # seconds to wait for that; turns of each rival
SAME = 1e-9  # how far a peer's maxima may be from ours, relative


def run(program: str, asked: dict) -> dict:
    """The last line that a program beside this one prints."""
    command = [sys.executable, str(HERE / program), json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{asked}: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout.splitlines()[-1])


def turn(**asked) -> dict:
    """One turn of a rival, in a process of its own; ``others``: cores that other programs kept busy meanwhile."""
    await_quiet()
    found = run("study_turn.py", asked)
    found["others"] = max(0.0, (found["busy"] - found["processor"]) / found["wall"])
    return found


def await_quiet() -> None:
    """Wait until other programs leave the machine alone for two seconds, but not for ever."""
    until = time.monotonic() + settings["patience"]
    while time.monotonic() < until:
        busy = all_busy()
        time.sleep(2.0)
        if all_busy() - busy < 2.0 * QUIET:
            return


def race(rivals: dict[str, dict], turns: int) -> dict[str, dict]:
    """Rivals by name, in turn; of each the turn that was the shortest on the wall, with seconds for a variant.

    Processor seconds are the least of all turns.
    """
    found: dict[str, list[dict]] = {name: [] for name in rivals}
    for _ in range(turns):
        for name, asked in rivals.items():
            found[name].append(turn(**asked))
    best = {}
    for name, ones in found.items():
        shortest = min(ones, key=lambda one: one["wall"])
        seconds = {clock: min(one[clock] for one in ones) / shortest["count"] for clock in ("wall", "processor")}
        best[name] = {**shortest, **seconds}
    return best


def compared(case: str, ours: dict, theirs: dict, names: tuple[str, str], target: float | None, unit: str = "x") -> Row:
    """A row of our seconds for a variant and theirs.

    The ratio that counts is by the clock on the wall, or by processor time if others disturbed one of the two: then the clock tells who was disturbed more.
    """
    scale, others = 100.0 if unit == "%" else 1.0, max(ours["others"], theirs["others"])
    ratios = {clock: Quantity(scale * theirs[clock] / ours[clock], unit) for clock in ("wall", "processor")}
    values = {
        "variants": Quantity(ours["count"], ""),
        **{
            f"{name}, {clock}": Quantity(one[clock])
            for clock in ratios
            for name, one in zip(names, (ours, theirs), strict=True)
        },
        **{f"ratio by {clock}": ratio for clock, ratio in ratios.items()},
        "others meanwhile": Quantity(others, "cores"),
    }
    disturbed = others > DISTURBED
    return Row(
        case + " (disturbed: by processor time)" * disturbed,
        values,
        ratios["processor" if disturbed else "wall"],
        target,
    )


# --- parts ------------------------------------------------------------------------------------------------------------


def pace(quick: bool) -> Part:
    part = Part(
        1,
        "A study in this process against one call of simulate of the same runs in memory",
        "Seconds for a variant on all cores. The call keeps two samples of each run, or all 101 that the study takes its maxima of. "
        "Variants with parameters are a list of mechanisms for simulate, which is made before the clock starts.",
        "pace",
    )
    many, fewer = (4096, 1024) if quick else (100_000, 10_000)
    rivals = {
        "starts": {"what": "study", "vary": "starts", "count": many},
        "starts, store": {"what": "study", "vary": "starts", "count": many, "store": True},
        "starts, two samples": {"what": "simulate", "vary": "starts", "count": many, "samples": False},
        "starts, all samples": {"what": "simulate", "vary": "starts", "count": many, "samples": True},
        "parameters": {"what": "study", "vary": "parameters", "count": many},
        "parameters, store": {"what": "study", "vary": "parameters", "count": many, "store": True},
        "parameters, two samples": {"what": "simulate", "vary": "parameters", "count": fewer, "samples": False},
    }
    best = race(rivals, 1 if quick else settings["turns"])
    names = ("study", "simulate")
    for ours, theirs, case, target in (
        ("starts", "two samples", "starts vary, in memory; simulate with two samples", 90.0),
        ("starts, store", "two samples", "starts vary, Zarr store; simulate with two samples", None),
        ("starts", "all samples", "starts vary, in memory; simulate with all samples", 90.0),
        ("parameters", "two samples", "parameters and starts vary, in memory; simulate with two samples", 90.0),
        ("parameters, store", "two samples", "parameters and starts vary, Zarr store; simulate with two samples", None),
    ):
        kind = ours.split(",")[0]
        part.rows.append(compared(case, best[ours], best[f"{kind}, {theirs}"], names, target, "%"))
    return part


def memory(quick: bool) -> Part:
    part = Part(
        2,
        "Peak memory of a process with a study",
        "Resident memory at its peak, Python, compiler and plan included; parameters and starts vary, three maxima kept.",
        "GB",
    )
    for count in (1000, 10_000) if quick else (1000, 100_000, 1_000_000):
        for store in (False, True):
            found = turn(what="study", vary="parameters", count=count, store=store)
            values = {"wall": Quantity(found["wall"]), "for a variant": Quantity(found["wall"] / count)}
            case = f"{count:,} variants, {'Zarr store' if store else 'in memory'}"
            part.rows.append(Row(case, values, Quantity(found["peak"] / 1e9, "GB"), 1.5, at_least=False))
    return part


def cluster(quick: bool) -> Part:
    part = Part(
        3,
        "A study on Dask against the same study in this process, both with a Zarr store",
        "Seconds for a variant after the start of workers, which have run such a study before. What a task costs beyond its computation: "
        "workers × wall − the tasks' own seconds, over their number; and processor seconds of the scheduler and of the process that keeps the store.",
        "pace",
    )
    count = 8192 if quick else 200_000
    rivals = {"in process": {"what": "study", "vary": "parameters", "count": count, "store": True}}
    for workers, hand, name in ((2, False, "a local cluster of 2 workers"), (4, True, "4 workers by hand over TCP")):
        rivals[name] = {"what": "cluster", "vary": "parameters", "count": count, "workers": workers, "hand": hand}
    best = race(rivals, 1 if quick else settings["turns"])
    here = best.pop("in process")
    for name, found in best.items():
        part.rows.append(compared(name, found, here, ("Dask", "in process"), 80.0, "%"))
        tasks, wall = found["tasks"], found["wall"] * count
        part.rows[-1].values.update(
            {
                "tasks": Quantity(tasks, ""),
                "a task": Quantity(found["computing"] / tasks),
                "beyond it": Quantity((found["workers"] * wall - found["computing"]) / tasks),
                "parent, processor": Quantity(found["parent"] / tasks),
            }
        )
        if "hand" in name:
            part.rows[-1].values["scheduler, processor"] = Quantity(found["scheduler"] / tasks)
    return part


def peers(quick: bool) -> Part:
    part = Part(
        4,
        "A study against Exudyn's ParameterVariation and plain loops around peers, on all cores",
        "The same variants of load and start, the same steps and samples; every peer's maxima agree with ours to 1e-9. Seconds for a variant; "
        "peers run fewer variants. Peers make their models once in each process, which is in their favour.",
        "ratio",
    )
    few, many = (64, 4096) if quick else (512, 64_000)
    rivals = {"bough": {"what": "study", "vary": "grid", "count": many}}
    rivals |= {
        name: {"what": "peer", "name": name, "count": few} for name, (module, _) in PEERS.items() if find_spec(module)
    }
    chosen = variants(few)[::37]
    wanted = expected(chosen)
    checked = turn(what="study", vary="grid", count=few)["values"]
    check("the study", np.array(checked).T, expected(variants(few)[:: len(variants(few)) // 8]))
    best = race(rivals, 1 if quick else settings["turns"])
    for name in list(rivals)[1:]:
        check(name, np.array(best[name]["values"])[::37], wanted)
        target = 50.0 if "Exudyn" in name else None if "rollout" in name else 5.0
        part.rows.append(compared(name, best["bough"], best[name], ("study", "peer"), target))
    return part


def check(name: str, found: np.ndarray, wanted: np.ndarray) -> None:
    """Stop if a result is wrong, instead of telling how fast it came."""
    error = np.abs(found / wanted - 1.0).max()
    if not error < SAME:
        raise RuntimeError(f"{name}: the maxima differ from those of simulate by {error:.1e}; the times mean nothing.")


def costs(quick: bool) -> Part:
    part = Part(
        5,
        "What tasks and chunks cost beside their computation",
        "Processor seconds for a task that crosses TCP to a worker and back without being computed, and for a chunk that is stored, or looked at when a store is "
        "opened again. Five numbers vary, three are kept. The plan is a Latin hypercube: bytes for a variant that stay in memory, and at most.",
        "bytes on disk for a variant",
    )
    asked = {"sizes": [1000, 10_000, 100_000], "seconds": 2 if quick else 20, "chunks": 10 if quick else 100}
    found = run("study_costs.py", {**asked, "plan": 100_000 if quick else 1_000_000})
    for task, chunk in zip(found["tasks"], found["chunks"], strict=True):
        values = {
            "task": Quantity(task["task bytes"] / 1e6, "MB"),
            "result": Quantity(task["result bytes"] / 1e6, "MB"),
            **{f"{who} for a task": Quantity(task[who]) for who in ("parent", "scheduler", "worker")},
            "stored": Quantity(chunk["written"]),
            "looked at": Quantity(chunk["looked"]),
            "files": Quantity(chunk["files"], "each"),
        }
        part.rows.append(Row(f"{task['variants']:,} variants", values, Quantity(chunk["bytes"], "B")))
    plan = found["plan"]
    values = {
        "time": Quantity(plan["seconds"]),
        "stays": Quantity(plan["stays"], "B"),
        "most": Quantity(plan["most"], "B"),
    }
    part.rows.append(Row("the plan, for a variant", values))
    return part


# --- the whole --------------------------------------------------------------------------------------------------------

PARTS = {"pace": pace, "memory": memory, "cluster": cluster, "peers": peers, "costs": costs}


def versions() -> dict[str, str]:
    found = {}
    for name in ("zarr", "distributed", "exudyn", "mujoco", "pin"):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def kept(stem: Path) -> dict:
    """Parts that were measured before, as plain data."""
    try:
        return json.loads(stem.with_suffix(".json").read_text(encoding="utf-8"))["parts"]
    except FileNotFoundError:
        return {}


def restored(number: str, data: dict) -> Part:
    """A part of plain data."""
    rows = []
    for row in data["rows"]:
        figures = {name: value for name, value in row.items() if isinstance(value, dict) and name != "measured"}
        values = {name: Quantity(**value) for name, value in figures.items()}
        measured = row["measured"] and Quantity(**row["measured"])
        rows.append(Row(row["case"], values, measured, row["target"], row["at_least"]))
    return Part(int(number), data["title"], f"{data['note']} {data['where']}", data["measured"], rows)


def main() -> None:
    arguments = argparse.ArgumentParser(description="Measure studies.")
    arguments.add_argument("--quick", action="store_true", help="a short run: fewer variants, one turn")
    arguments.add_argument("--only", default=",".join(PARTS), metavar="A,B", help=f"of {', '.join(PARTS)}")
    arguments.add_argument("--patience", type=float, default=0.0, help="seconds that a turn waits for a quiet machine")
    arguments.add_argument("--turns", type=int, default=settings["turns"], help="of each rival in a full run")
    options = arguments.parse_args()
    chosen = options.only.split(",")
    settings.update(patience=options.patience, turns=options.turns)
    if unknown := [name for name in chosen if name not in PARTS]:
        arguments.error(f"there is no part '{unknown[0]}'; there are {', '.join(PARTS)}.")
    console = Console(width=None if sys.stdout.isatty() else 200)
    stem = HERE / "results" / ("studies-partial" if options.quick else "studies")
    where = {**report.provenance(packages=()), "cores": os.cpu_count(), **versions()}
    for name in chosen:
        part = PARTS[name](options.quick)
        part.print(console)
        parts = kept(stem)
        parts[str(part.number)] = {**part.data(), "where": f"Measured {where['date']}, revision {where['revision']}."}
        data = {"provenance": where, "quick": options.quick, "parts": dict(sorted(parts.items()))}
        stem.with_suffix(".json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        text = report.summary([restored(number, data) for number, data in data["parts"].items()], where)
        stem.with_suffix(".md").write_text(text, encoding="utf-8")
    print(f"written: {stem}.json, .md")


if __name__ == "__main__":
    main()
