"""Results as Markdown, as JSON, and as the README's table."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

from measure import Part, Result
from report import Quantity

README = Path(__file__).parent.parent.parent / "README.md"
BETWEEN = re.compile("(?<=<!-- peers:begin -->\n).*(?=<!-- peers:end -->)", re.DOTALL)


def markdown(part: Part) -> str:
    """One contest: bough's time, and each peer's, with the ratio of the two."""
    names = list(dict.fromkeys(name for row in part.rows.values() for name in row if name != "bough"))
    lines = [["mechanism", "bough", *names], ["---", *["---:"] * (len(names) + 1)]]
    for mechanism, row in part.rows.items():
        ours = row["bough"].seconds
        lines.append([mechanism, str(Quantity(ours)), *(_cell(row[name], ours) for name in names)])
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    ways = {
        name: dict.fromkeys(row[name].how for row in part.rows.values() if row[name].how) for name in ["bough", *names]
    }
    called = "; ".join(f"{name}: {' or '.join(how)}" for name, how in ways.items() if how)
    return f"## {part.contest.title}\n\n{part.contest.note} Called: {called}.\n\n{table}\n"


def _cell(result: Result, ours: float) -> str:
    if result.seconds is None:
        return result.missing
    return f"**{_ratio(result.seconds / ours)}** {Quantity(result.seconds)}"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}×" if ratio < 2 else f"{ratio:.1f}×" if ratio < 20 else f"{ratio:.0f}×"


def document(parts: list[Part], where: dict, absent: dict[str, str], picture: str) -> str:
    lines = [
        "# bough among its peers",
        "",
        "; ".join(f"{key} {value}" for key, value in where.items()),
        "",
        "Bold is the peer's time over bough's: above 1, bough is faster. One core, one thread, turns taken in one run, the best turn of each. Only answers that agree "
        "are timed; [how](../../docs/peers.md).",
        "",
        *(f"{name} is left out: {reason}\n" for name, reason in absent.items()),
        f"![Ratios]({picture}.svg)",
        "",
    ]
    return "\n".join(lines) + "\n" + "\n".join(markdown(part) for part in parts)


def data(parts: list[Part], where: dict, absent: dict[str, str]) -> dict:
    contests = {
        part.contest.name: {
            "title": part.contest.title,
            "note": part.contest.note,
            "rows": {case: {name: asdict(result) for name, result in row.items()} for case, row in part.rows.items()},
        }
        for part in parts
    }
    return {"provenance": where, "left out": absent, "contests": contests}


# --- the README -------------------------------------------------------------------------------------------------------


def write_readme(found: dict) -> None:
    text, count = BETWEEN.subn(lambda _: summary(found), README.read_text(encoding="utf-8"))
    if count != 1:
        raise RuntimeError("README.md has lost its marks, <!-- peers:begin --> and <!-- peers:end -->; put them back.")
    README.write_text(text, encoding="utf-8")


def summary(found: dict) -> str:
    """Least and largest ratio of each peer in each contest."""
    where, contests = found["provenance"], found["contests"]
    names = [name for name in next(iter(next(iter(contests.values()))["rows"].values())) if name != "bough"]
    lines = [
        f"Time of each peer over bough's, least and largest of {len(contests['one state']['rows'])} mechanisms, on one core of {where['processor'].split(' (')[0]}, "
        f"lanes of {where['lane width']}, in one interleaved run; only answers that\nagree are timed.\n",
        "| | one state | state of 1024 | 1000 steps, RK4 | 1000 steps, semi-implicit Euler |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in names:
        cells = [_span(contest["rows"], name) for contest in contests.values()]
        lines.append(f"| {name} {where[name]} | {' | '.join(cells)} |")
    lines.append(
        "\nAll figures, by mechanism: [benchmarks/peers/results.md](benchmarks/peers/results.md); what is compared and how: [peers](docs/peers.md); `make peers` measures anew.\n"
    )
    return "\n".join(lines)


def _span(rows: dict, name: str) -> str:
    ratios = [row[name]["seconds"] / row["bough"]["seconds"] for row in rows.values() if row[name]["seconds"]]
    if not ratios:
        return next(row[name]["missing"] for row in rows.values())
    return f"{_ratio(min(ratios))} – {_ratio(max(ratios))}"
