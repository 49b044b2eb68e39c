"""Studies in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bough.mechanism.checks import listing

if TYPE_CHECKING:
    from bough.studies.result import StudyResult
    from bough.studies.study import Estimate, Study


def study_text(study: Study) -> str:
    """A study in a few lines."""
    names = list(study.variants.columns)
    lines = [
        f"<Study '{study.name}': {len(study):,} variants, {study.variants.plan}",
        f"  varied: {listing(names, 12)}",
        *(f"  kept: {name} = {keep.words}" for name, keep in study.keep.items()),
    ]
    return "\n".join(lines) + ">"


def estimate_text(estimate: Estimate) -> str:
    """What a study will take."""
    return (
        f"{estimate.runs:,} runs, {duration(estimate.seconds)} on {estimate.cores} cores of this machine "
        f"({estimate.pace:,.3g} runs a second on one), {size(estimate.memory_bytes)} of memory with a store, "
        f"{size(estimate.store_bytes)} stored"
    )


def duration(seconds: float) -> str:
    """A time as people say it."""
    for unit, length in (("days", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.2g} s"


def size(count: float) -> str:
    """Bytes as people say them."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} TB"


def result_text(result: StudyResult) -> str:
    """What came out, in a few lines."""
    status = result.dataset["status"].values
    failed, pending = int((status == "failed").sum()), int((status == "pending").sum())
    counts = "".join(f", {count:,} {what}" for count, what in ((failed, "failed"), (pending, "still to run")) if count)
    lines = [f"<StudyResult '{result.study.name}': {len(result):,} variants{counts}"]
    for name in result.kept:
        values = result.dataset[name].values
        values = values[np.isfinite(values)]
        unit = result.dataset[name].attrs.get("units", "")
        if values.size:
            least, middle, most = np.quantile(values, (0.0, 0.5, 1.0))
            lines.append(f"  {name}: {least:.4g} to {most:.4g}, median {middle:.4g} {unit}".rstrip())
    return "\n".join(lines) + ">"
