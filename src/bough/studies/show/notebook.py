"""The result of a study in a notebook: what varied, what came out, and why some variants failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bough.simulation.draw.card import card, folding, rows
from bough.studies.answers.summary import summary

if TYPE_CHECKING:
    from bough.studies.result import StudyResult

MOST_WORDS = 6  # values of a name that is no number
MOST_REASONS = 12


def study_html(result: StudyResult) -> str:
    """The card of a study."""
    brief = summary(result.dataset)
    pending = brief["variants"] - brief["completed"] - brief["failed"]
    counts = {"completed": brief["completed"], "failed": brief["failed"], "to be run": pending}
    facts = {
        "variants": f"{brief['variants']:,}: {', '.join(f'{n:,} {word}' for word, n in counts.items() if n)}",
        "plan": result.study.variants.plan,
    }
    if result.path is not None:
        facts["store"] = result.path
    varied = [_varied(name, extent) for name, extent in brief["varied"].items()]
    return card(
        f"Study of {result.study.name}",
        "",
        facts,
        folding("varied", rows(("name", "from", "to", "unit"), varied, right=(1, 2))),
        folding("kept", _kept(brief["kept"])),
        folding("failed", rows(("variants", "reason"), _reasons(brief["reasons"]), right=(0,))),
    )


def _varied(name: str, extent: dict[str, Any]) -> tuple[str, ...]:
    if "values" not in extent:
        return name, f"{extent['from']:.6g}", f"{extent['to']:.6g}", extent["unit"]
    words = extent["values"]
    some = ", ".join(words[:MOST_WORDS]) + (f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else "")
    return name, some, "", extent["unit"]


def _kept(kept: dict[str, dict[str, Any]]) -> str:
    heads = ("name", "least", "median", "most", "unit", "least in", "most in")
    lines = [
        (name, *(_number(of[key]) for key in ("least", "median", "most")), of["unit"], of["least_in"], of["most_in"])
        if of["least"] is not None
        else (name, "–", "–", "–", of["unit"], "–", "–")
        for name, of in kept.items()
    ]
    return rows(heads, lines, right=(1, 2, 3, 5, 6))


def _number(value: float) -> str:
    return f"{value:.6g}"


def _reasons(reasons: dict[str, int]) -> list[tuple[Any, ...]]:
    told = list(reasons.items())
    lines: list[tuple[Any, ...]] = [(f"{count:,}", reason or "not known") for reason, count in told[:MOST_REASONS]]
    if rest := sum(count for _, count in told[MOST_REASONS:]):
        lines.append((f"{rest:,}", f"{len(told) - MOST_REASONS} other reasons"))
    return lines
