"""What pictures of a study have in common: columns to draw, notes below, names of ticks."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bough.simulation.draw.plots import MUTED
from bough.studies.answers.reading import (
    COMPLETED,
    FAILED,
    Result,
    codes,
    column,
    kept_names,
    label,
    numbers,
    statuses,
    varied_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_SCATTERED = 6  # names of a scatter matrix by default


class Table:
    """The variants of a study as columns to draw, few enough to be seen."""

    def __init__(self, result: Result):
        self.dataset = result.dataset
        self.varied, self.kept = varied_names(self.dataset), kept_names(self.dataset)
        status = statuses(self.dataset)
        self.there, self.failed = status == COMPLETED, status == FAILED
        self.notes: list[str] = []
        self.share = 1.0  # of the completed variants that is drawn
        if count := int(self.failed.sum()):
            self.note(f"{grouped(count)} of {grouped(len(status))} variants failed")
        if pending := int((~self.there & ~self.failed).sum()):
            self.note(f"{grouped(pending)} have not run yet")

    def __len__(self) -> int:
        return len(self.there)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def values(self, name: str) -> tuple[np.ndarray, list[str]]:
        """A varied or kept column as numbers, and what they stand for if they are texts."""
        if name in self.kept:
            return numbers(self.dataset, name, self.there), []
        return codes(column(self.dataset, name))

    def known(self, names: list[str]) -> list[str]:
        """Those of the names that have numbers; says below how many variants are without one."""
        found, without = [], []
        completed = int(self.there.sum())
        for name in names:
            gone = completed - int((self.there & np.isfinite(self.values(name)[0])).sum())
            if gone < completed:
                found.append(name)
            elif completed:
                without.append(name)
            if 0 < gone < completed:
                self.note(f"{grouped(gone)} of {grouped(completed)} completed variants have no number '{name}'")
        if without:
            self.note(f"not drawn, since no variant has a number: {', '.join(without)}")
        return found

    def label(self, name: str) -> str:
        return label(self.dataset, name)

    def thinned(self, which: np.ndarray, most: int) -> np.ndarray:
        """The numbers of variants to draw, at most so many, chosen at random but always the same."""
        known = np.flatnonzero(which)
        if len(known) <= most:
            return known
        self.share = most / len(known)
        self.note(f"{grouped(most)} of {grouped(len(known))} completed variants are drawn, chosen at random")
        return np.sort(np.random.default_rng(0).choice(known, most, replace=False))

    def put_notes(self, figure: Figure) -> None:
        """Say below the picture what it does not show."""
        if self.notes:
            put_below(figure, ["; ".join(self.notes)])


def put_below(figure: Figure, notes: list[str]) -> None:
    """Lines below a picture, as wide as it is."""
    letters = int(16.5 * figure.get_figwidth())
    lines = [line for note in notes for line in textwrap.wrap(note, letters)]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=7.5, color=MUTED)


def grouped(count: int) -> str:
    """A count for reading: 1 000 000, with narrow spaces."""
    return f"{count:,}".replace(",", "\u202f")


def shortened(name: str, most: int = 28) -> str:
    """A long name for an axis: its beginning and its end."""
    return name if len(name) <= most else f"{name[: most // 2 - 1]}…{name[-(most - most // 2) :]}"


def apart(values: np.ndarray, words: list[str]) -> np.ndarray:
    """Values of an axis; those that stand for texts are spread a little, so that points do not hide one another."""
    if not words:
        return values
    return values + np.random.default_rng(0).uniform(-0.28, 0.28, len(values))


def tick_texts(axis: Axes, which: str, words: list[str], most: int = 12) -> None:
    """Name the ticks of an axis whose values are texts."""
    if not words:
        return
    every = -(-len(words) // most)
    ticks = range(0, len(words), every)
    getattr(axis, f"set_{which}ticks")(list(ticks), [shortened(words[k], 14) for k in ticks])
