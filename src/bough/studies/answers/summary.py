"""What came out of a study, in brief: as data, and in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.studies.answers.reading import (
    COMPLETED,
    FAILED,
    column,
    is_number,
    kept_names,
    numbers,
    statuses,
    unit_of,
    varied_names,
)

if TYPE_CHECKING:
    import xarray as xr

MOST_REASONS = 5  # of failures that are told
HEADINGS = ("kept", "least", "median", "most", "", "least in", "most in")


def summary(dataset: xr.Dataset) -> dict[str, Any]:
    """What varied, how many variants there are, what was kept of them, and why some failed; as plain data."""
    found = statuses(dataset)
    there = found == COMPLETED
    failed = found == FAILED
    reasons = Counter(np.asarray(dataset["reason"].values)[failed].astype(str).tolist())
    return {
        "variants": len(found),
        "completed": int(there.sum()),
        "failed": int(failed.sum()),
        "varied": {name: _extent(column(dataset, name), unit_of(dataset, name)) for name in varied_names(dataset)},
        "kept": {
            name: {"unit": unit_of(dataset, name), **_spread(numbers(dataset, name, there))}
            for name in kept_names(dataset)
        },
        "reasons": dict(reasons.most_common()),
    }


def _extent(values: np.ndarray, unit: str) -> dict[str, Any]:
    if not is_number(values):
        return {"values": sorted(set(values.astype(str).tolist())), "unit": unit}
    return {"from": float(values.min()), "to": float(values.max()), "unit": unit}


def _spread(values: np.ndarray) -> dict[str, Any]:
    """Least, median and most, and the variants that have them; None without any number."""
    known = np.isfinite(values)
    if not known.any():
        return dict.fromkeys(("least", "median", "most", "least_in", "most_in"))
    least = int(np.argmin(np.where(known, values, np.inf)))
    most = int(np.argmax(np.where(known, values, -np.inf)))
    median = float(np.median(values[known]))
    return {
        "least": float(values[least]), "median": median, "most": float(values[most]), "least_in": least, "most_in": most,
    }  # fmt: skip


def summary_text(brief: dict[str, Any]) -> str:
    """The same in words."""
    lines = [_counted(brief)]
    width = max((len(name) for name in brief["varied"]), default=0)
    for k, (name, extent) in enumerate(brief["varied"].items()):
        lines.append(f"{'' if k else 'varied':<8}  {name:<{width}}  {_ranged(extent)}".rstrip())
    if brief["kept"]:
        lines += ["", *_table(brief["kept"])]
    if brief["reasons"]:
        lines += ["", "failed"]
        told = list(brief["reasons"].items())
        lines += [f"  {count:>6,}  {reason or 'no reason is known'}" for reason, count in told[:MOST_REASONS]]
        if len(told) > MOST_REASONS:
            rest = sum(count for _, count in told[MOST_REASONS:])
            lines.append(f"  {rest:>6,}  for {len(told) - MOST_REASONS} other reasons")
    return "\n".join(lines)


def _counted(brief: dict[str, Any]) -> str:
    pending = brief["variants"] - brief["completed"] - brief["failed"]
    parts = {"completed": brief["completed"], "failed": brief["failed"], "to be run": pending}
    said = ", ".join(f"{count:,} {what}" for what, count in parts.items() if count)
    return f"{'variants':<8}  {brief['variants']:,}: {said}"


def _ranged(extent: dict[str, Any]) -> str:
    if "values" in extent:
        return ", ".join(extent["values"])
    return f"{extent['from']:.6g} to {extent['to']:.6g} {extent['unit']}"


def _table(kept: dict[str, dict[str, Any]]) -> list[str]:
    rows: list[tuple[str, ...]] = [HEADINGS]
    for name, of in kept.items():
        if of["least"] is None:
            rows.append((name, "–", "–", "–", of["unit"], "", ""))
            continue
        figures = (f"{of[key]:.6g}" for key in ("least", "median", "most"))
        rows.append((name, *figures, of["unit"], f"{of['least_in']:,}", f"{of['most_in']:,}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = (0, 4)  # columns of words
    return [
        "  ".join(f"{cell:{'<' if k in left else '>'}{widths[k]}}" for k, cell in enumerate(row)).rstrip()
        for row in rows
    ]
