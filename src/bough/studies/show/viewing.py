"""Variants of a study side by side: their motions, computed again, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import shown
from bough.studies.answers.reading import (
    COMPLETED,
    column,
    kept_names,
    numbers,
    plain,
    statuses,
    unit_of,
    varied_names,
    written_number,
)

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory
    from bough.studies.result import StudyResult

SEVERAL = 5  # variants, unless they are chosen
MOST_RUNS = 50  # variants on one page
MOST_PLOTS = 3
MOST_NAMES = 4  # varied numbers in a label


def variants_to_show(
    result: StudyResult, wanted: Sequence[int] | None = None
) -> tuple[dict[str, Trajectory], list[str]]:
    """Motions of variants by labels, and notes for the reader.

    By default some that show the range of the first kept number, from its least to its most.
    """
    chosen, notes = _spread(result) if wanted is None else (_checked(result, wanted), [])
    runs = {label_of(result, k): result.run(k, on_failure="return", progress=False) for k in chosen}
    return runs, notes


def _checked(result: StudyResult, wanted: Sequence[int]) -> list[int]:
    if isinstance(wanted, str) or not isinstance(wanted, Sequence | np.ndarray):
        raise StateError(f"runs must be a list of numbers of variants, not {shown(wanted)}.")
    for k in wanted:
        if not isinstance(k, int | np.integer) or isinstance(k, bool) or not 0 <= k < len(result):
            raise StateError(f"no variant {shown(k)}: there are {len(result):,}, numbered from 0.")
    if not 0 < len(wanted) <= MOST_RUNS:
        raise StateError(f"a page shows 1 to {MOST_RUNS} variants, not {len(wanted)}; choose some by runs=[…].")
    return list(dict.fromkeys(int(k) for k in wanted))


def _spread(result: StudyResult) -> tuple[list[int], list[str]]:
    """Completed variants whose first kept numbers are spread evenly by rank, and a note on that."""
    dataset = result.dataset
    kept = kept_names(dataset)
    known = np.flatnonzero(statuses(dataset) == COMPLETED)
    how = ""
    if kept and np.isfinite(values := numbers(dataset, kept[0])).any():
        known = np.argsort(np.where(np.isfinite(values), values, np.inf), kind="stable")[: np.isfinite(values).sum()]
        how = f", from the least to the most '{kept[0]}'"
    if not len(known):  # (none of them is done; the first ones can be run all the same)
        known = np.arange(min(len(result), SEVERAL))
    places = np.unique(np.linspace(0, len(known) - 1, SEVERAL).round().astype(int))
    chosen = known[places].tolist()
    if len(chosen) == len(result):
        return chosen, []
    return chosen, [f"{len(chosen)} of {len(result):,} variants are shown{how}; choose others by their numbers."]


def plots_to_show(result: StudyResult) -> list[list[str]] | None:
    """Plots of what the study keeps of the motion, as the page names its series; None if they are not among them."""
    mechanism, found = result.study.first, []
    groups = {"q": ("coordinates", mechanism.q_names), "u": ("velocities", mechanism.u_names)}
    for keep in result.study.keep.values():
        letter, _, name = keep.of.partition(".") if isinstance(keep.of, str) else ("", "", "")
        group, names = groups.get(letter, ("", ()))
        if name in names:
            found.append(f"{group}.{name}")
        elif letter == "reaction":
            body, _, kind = name.rpartition(".")
            if kind in ("force", "moment") and body in mechanism:
                found.append(f"reaction {kind}s.{mechanism.body(body).joint_name}")
    return [[name] for name in list(dict.fromkeys(found))[:MOST_PLOTS]] or None


def label_of(result: StudyResult, variant: int) -> str:
    """A variant by its number and the numbers that varied."""
    dataset = result.dataset
    names = varied_names(dataset)
    said = [
        f"{name} {_short(plain(column(dataset, name)[variant]), unit_of(dataset, name))}" for name in names[:MOST_NAMES]
    ]
    more = ", …" if len(names) > MOST_NAMES else ""
    return f"variant {variant}: {', '.join(said)}{more}"


def _short(value: object, unit: str) -> str:
    """Four digits tell variants apart; the table of the study has all."""
    return f"{value:.4g} {unit}".rstrip() if isinstance(value, float) else written_number(value, unit)
