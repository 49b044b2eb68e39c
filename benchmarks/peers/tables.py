"""Results as Markdown and as JSON."""

from __future__ import annotations

from dataclasses import asdict

from measure import Part, Result
from report import Quantity, ratio


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
    return f"**{ratio(result.seconds / ours)}** {Quantity(result.seconds)}"


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
