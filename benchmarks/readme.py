"""Write the measured figures into README and docs: ``python benchmarks/readme.py``.

Two kinds of marks say where they go:

- ``46<!-- 4: binary tree of 255, compiled -->`` is a number of ``results/results.json``: part, case and, after a bar, column
  (without one, the measured figure). It keeps its decimals and its unit.
- ``<!-- table: peers -->`` and ``<!-- end -->`` enclose what the function in ``TABLES`` returns.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from report import Quantity, ratio

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
TAG = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)?(?P<unit>×|\s+(?:%|s|ms))?<!-- (?P<part>\d+): (?P<case>[^|]+?)(?: \| (?P<column>[^|]+?))? -->"
)
TABLE = re.compile(r"(?P<begin><!-- table: (?P<name>[a-z ]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)


@cache
def results() -> dict:
    """Provenance, and part -> case -> row."""
    data = json.loads((ROOT / "benchmarks" / "results" / "results.json").read_text(encoding="utf-8"))
    parts = {number: {row["case"]: row for row in part["rows"]} for number, part in data["parts"].items()}
    return {"provenance": data["provenance"], **parts}


@cache
def peers() -> dict:
    return json.loads((ROOT / "benchmarks" / "peers" / "results.json").read_text(encoding="utf-8"))


def filled(text: str) -> str:
    """A document with the figures of the results."""
    return TABLE.sub(lambda found: found["begin"] + TABLES[found["name"]]() + found["end"], TAG.sub(_figure, text))


def _figure(found: re.Match) -> str:
    number, unit, part, case, column = found.groups()
    row = results().get(part, {}).get(case)
    if number is None or row is None or (column or "measured") not in row:
        raise ValueError(f"'{found[0]}' is not a number of results.json followed by its part, case and column.")
    value = row[column or "measured"]["value"] * (1e3 if unit and "ms" in unit else 1.0)
    decimals = len(number.partition(".")[2])
    return f"{value:.{decimals}f}{unit or ''}{found[0][found[0].index('<!--') :]}"


# --- tables -----------------------------------------------------------------------------------------------------------


def _accelerations() -> str:
    """Forward dynamics of one state and of a batch."""
    lines = [
        f"Measured against Pinocchio {results()['provenance']['pin']} and MuJoCo {results()['provenance']['mujoco']} on {_machine(results())}.\n",
        "| mechanism | one state, one call | `pin.aba` | ratio | per state of 4096 | to `pin.aba` | to `mj_forward` |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for case, row in results()["1"].items():
        one, peer = (Quantity(**row[name]) for name in ("bough", "pin.aba"))
        many = results()["2"][case]
        to_mujoco = many["mj_forward"]["value"] / many["bough"]["value"]
        lines.append(
            f"| {case} | {one} | {peer} | **{ratio(peer.value / one.value)}** | {Quantity(**many['bough'])} "
            f"| **{ratio(many['measured']['value'])}** | {ratio(to_mujoco)} |"
        )
    return "\n".join(lines) + "\n"


def _warm_starts() -> str:
    """Passes, restarts and gain of warm-started iteration."""
    lines = [
        "| hinges | passes, steps of 1 ms | 0.1 ms | 0.01 ms | `dposv` over it, 1 ms | 0.1 ms | 0.01 ms |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for hinges in dict.fromkeys(case.partition(" ")[0] for case in results()["8"]):
        rows = [results()["8"][f"{hinges} hinges, steps of {step} s"] for step in ("0.001", "0.0001", "1e-05")]
        passes = [f"{row['iterations']['value']:.1f} ({row['restarts']['value']})" for row in rows]
        gains = [f"{row['measured']['value']:.2f}" for row in rows]
        lines.append(f"| {' | '.join((hinges, *passes, *gains))} |")
    return "\n".join(lines) + "\n"


def _peers() -> str:
    """Smallest and largest ratio of each peer in each contest."""
    where, contests = peers()["provenance"], peers()["contests"]
    rows = next(iter(contests.values()))["rows"]
    lines = [
        f"Time of each engine divided by bough's, smallest to largest of {len(rows)} mechanisms, on {_machine(peers())}:\n",
        "| | one state | state of 1024 | 1000 steps, RK4 | 1000 steps, semi-implicit Euler |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in next(iter(rows.values())):
        if name != "bough":
            spans = [_span(contest["rows"].values(), name) for contest in contests.values()]
            lines.append(f"| {name} {where[name]} | {' | '.join(spans)} |")
    return "\n".join(lines) + "\n"


def _span(rows, name: str) -> str:
    ratios = [row[name]["seconds"] / row["bough"]["seconds"] for row in rows if row[name]["seconds"]]
    if not ratios:
        return next(row[name]["missing"] for row in rows)
    return f"{ratio(min(ratios))} – {ratio(max(ratios))}"


def _machine(found: dict) -> str:
    where = found["provenance"]
    return f"one core of an {where['processor'].split(' (')[0]} with lanes of {where['lane width']}"


TABLES = {"accelerations": _accelerations, "warm starts": _warm_starts, "peers": _peers}


def main() -> None:
    for document in DOCUMENTS:
        before = document.read_text(encoding="utf-8")
        if (after := filled(before)) != before:
            document.write_text(after, encoding="utf-8")
            print(f"written: {document.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
