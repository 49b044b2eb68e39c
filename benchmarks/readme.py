"""Write the figures of ``results/results.json`` into the README: ``python benchmarks/readme.py``."""

from __future__ import annotations

import json
import re
from pathlib import Path

from report import Quantity

ROOT = Path(__file__).parent.parent
BETWEEN = re.compile("(?<=<!-- bench:begin -->\n).*(?=<!-- bench:end -->)", re.DOTALL)


def time(row: dict, name: str) -> str:
    return str(Quantity(**row[name]))


def ratio(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}×"


def section(data: dict) -> str:
    """What the README says between its marks."""
    where = data["provenance"]
    rows = {number: {row["case"]: row for row in part["rows"]} for number, part in data["parts"].items()}
    measured = {number: {case: row["measured"] for case, row in cases.items()} for number, cases in rows.items()}

    def figure(part: int, case: str) -> float:
        return measured[str(part)][case]["value"]

    lines = [
        f"Forward dynamics by the form that `auto` chooses, called from Python, one thread, against Pinocchio {where['pin']} (the faster of its two conventions) and "
        f"MuJoCo {where['mujoco']}, in one interleaved\nrun on one core of {where['processor'].split(' (')[0]}, lanes of {where['lane width']}. Ratios travel better than times.\n",
        "| mechanism | one state, one call | `pin.aba` | ratio | per state of 4096 | to `pin.aba` | to `mj_forward` |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for case, row in rows["1"].items():
        many = rows["2"][case]
        to_mujoco = many["mj_forward"]["value"] / many["bough"]["value"]
        lines.append(
            f"| {case} | {time(row, 'bough')} | {time(row, 'pin.aba')} | **{ratio(figure(1, case))}** | {time(many, 'bough')} "
            f"| **{ratio(figure(2, case))}** | {ratio(to_mujoco)} |"
        )
    hamilton = [row["measured"]["value"] for case, row in rows["9"].items() if case.endswith("hamilton-recursive")]
    warm = [f"{figure(8, case):.1f}" for case in rows["8"] if "100" in case and rows["8"][case]["target"]]
    missed = sum(row["met"] is False for cases in rows.values() for row in cases.values())
    lines.append(
        f"\nMass matrix, factors and one solution together: {ratio(figure(3, 'binary tree of 15'))} Pinocchio on 15 bodies, {ratio(figure(3, 'binary tree of 255'))} on 255. "
        f"`udu` against LAPACK's `dposv` on 255 bodies: {ratio(figure(4, 'binary tree of 255, compiled'), 0)}.\n"
        f"Hamilton's equations by `hamilton-recursive` take {min(hamilton):.2f} to {max(hamilton):.2f} of the time of `separate-bodies` on chains of 20 to 100. "
        f"Warm-started iteration against `dposv` on a chain of 100: {' and '.join(warm)} times as fast at small steps.\n"
        f"Time per body from 100 to 10⁶ bodies stays within {ratio(figure(5, 'chain, separate-bodies: all sizes'), 2)} on chains and "
        f"{ratio(figure(5, 'binary tree, separate-bodies: all sizes'), 2)} on binary trees; the batch kernel runs at {figure(6, 'chain of 100'):.0f} % of the core's peak on a chain of 100.\n"
        f"`import bough` takes {figure(7, 'import bough'):.2f} s, a first result from the cache {figure(7, 'first result, warm, one state'):.1f} s, "
        f"the first compilation of a form {figure(7, 'first result, cold, one state'):.0f} s.\n"
        f"All figures{f', and the {missed} targets that are missed' if missed else ''}: [benchmarks/results/results.md](benchmarks/results/results.md); `make bench` measures anew.\n"
    )
    return "\n".join(lines)


def main() -> None:
    data = json.loads((Path(__file__).parent / "results" / "results.json").read_text(encoding="utf-8"))
    readme = ROOT / "README.md"
    text, count = BETWEEN.subn(lambda _: section(data), readme.read_text(encoding="utf-8"))
    assert count == 1, "the README has lost its marks"
    readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
