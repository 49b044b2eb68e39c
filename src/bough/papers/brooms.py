"""Costs of the forms on brooms, equal chains on one base body: counted operations, and times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np

import bough as bo
from bough.choice.race import race
from bough.choice.ranking import call_of
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.mechanism.joints import Joint
from bough.mechanism.mechanism import Mechanism
from bough.papers.diagrams import EVERY, Contest
from bough.papers.exhibit import Task

# by DoFs
JOINTS: dict[int, Joint] = {
    1: bo.Revolute((0, 1, 0)),
    2: bo.Universal(),
    3: bo.Ball(),
    4: bo.BallInCylinder(),
    5: bo.BallOnPlane(),
    6: bo.Free(),
}
KINDS = {
    1: "hinges",
    2: "universal joints",
    3: "balls",
    4: "balls in cylinders",
    5: "balls on planes",
    6: "free joints",
}
PRINTED, COUNTED, MEASURED = "by the paper's formulas", "by our counts", "measured here"
# where times are measured, and how often
COARSE, ROUNDS = (1, 2, 3, 5, 8, 13, 20), 3


# --- by our counts ----------------------------------------------------------------------------------------------------


def entry_of(form: str, mechanism: Mechanism) -> Entry:
    """A form with its usual solver."""
    found = FORMULATIONS[form]
    entry = found.evaluation(compiled(mechanism), found.solvers[0] if found.solvers else None)
    assert isinstance(entry, Entry)
    return entry


def operations(entry: Entry, mechanism: Mechanism) -> int:
    q, p = bo.models.random_state(mechanism, 1)
    return entry.counts(q, p, p, out_shape=(mechanism.n + mechanism.n_q,))[0].total()


def flops(form: str, mechanism: Mechanism) -> int:
    """Operations of one evaluation, as its kernels count them."""
    found = bo.methods.operations(mechanism, form)
    assert found is not None
    return found.total.flops + found.total.sincos


class BroomCounts:
    """Counts of a form on brooms of any size, from the sixteen smallest: at most cubic in number and length of chains."""

    DEGREE = 3

    def __init__(self, form: str, n: int):
        small = range(1, self.DEGREE + 2)
        table = [[flops(form, bo.models.broom(chains, length, JOINTS[n])) for length in small] for chains in small]
        # Newton's forward differences, both ways
        differences = np.array([[(-1) ** (i - k) * comb(i, k) for k in range(len(small))] for i in range(len(small))])
        self.coefficients = differences @ np.array(table) @ differences.T

    def __call__(self, chains: Iterable[int], lengths: Iterable[int]) -> np.ndarray:
        """(chains, lengths), exactly."""
        rows, columns = (
            np.array([[comb(x - 1, k) for k in range(self.DEGREE + 1)] for x in map(int, xs)])
            for xs in (chains, lengths)
        )
        found: np.ndarray = rows @ self.coefficients @ columns.T
        return found


broom_counts = cache(BroomCounts)


def degree(values: Iterable[Any]) -> int:
    """Degree of a polynomial, from its values at equal steps."""
    left, found = np.array(list(values), object), -1
    while left.any():
        left, found = np.diff(left), found + 1
    return found


# --- by the clock -----------------------------------------------------------------------------------------------------


def call(form: str, mechanism: Mechanism) -> Callable[[], object]:
    """One evaluation of one state as an integrator makes it: compiled code, without Python's wrapper."""
    return call_of(entry_of(form, mechanism), mechanism, FORMULATIONS[form].gives, None)


def raced(forms: Sequence[str], mechanisms: Sequence[Mechanism], task: Task) -> np.ndarray:
    """Seconds of one evaluation, (mechanism, form), all in one race, the best of several rounds."""
    calls = {(k, form): call(form, mechanism) for k, mechanism in enumerate(mechanisms) for form in forms}
    rounds = [race(calls, task.effort) for _ in range(1 if task.quick else ROUNDS)]
    return np.array([[min(r[k, form] for r in rounds) for form in forms] for k in range(len(mechanisms))])


# --- contests ---------------------------------------------------------------------------------------------------------


def counted_contest(forms: Sequence[str], n: int) -> Contest:
    return Contest(forms, EVERY, EVERY, np.array([broom_counts(form, n)(EVERY, EVERY) for form in forms]))


def measured_contest(
    forms: Sequence[str], n: int, grid: Sequence[int], task: Task, begin: float, end: float
) -> Contest:
    """Times on a coarse grid, the best of several rounds over all of it; progress goes from ``begin`` to ``end``."""
    rounds = 1 if task.quick else ROUNDS
    mechanisms = {(i, j): bo.models.broom(c, x, JOINTS[n]) for i, c in enumerate(grid) for j, x in enumerate(grid)}
    calls = {at: {form: call(form, mechanism) for form in forms} for at, mechanism in mechanisms.items()}
    costs = np.full((len(forms), len(grid), len(grid)), np.inf)
    for k in range(rounds):
        for (i, j), rivals in calls.items():
            best = race(rivals, task.effort)
            costs[:, i, j] = np.minimum(costs[:, i, j], [best[form] for form in forms])
            if j == len(grid) - 1:
                task.advance(begin + (end - begin) * (k + (i + 1) / len(grid)) / rounds)
    return Contest(forms, np.array(grid), np.array(grid), costs)


def side_by_side(
    ways: Mapping[str, Mapping[int, Contest]], names: Mapping[str, str], grid: Sequence[int]
) -> tuple[list[str], list[list[Any]]]:
    """Columns and rows of a table: costs and the cheapest form by each way; empty where a form or a joint is missing."""
    columns = ["n", "chains", "length", "bodies"]
    for way in ways:
        unit = "µs" if way == MEASURED else "flops"
        columns += [f"{name}, {unit} {way}" for name in names.values()] + [f"cheapest {way}"]
    rows = []
    for n in sorted({n for contests in ways.values() for n in contests}):
        for c in grid:
            for x in grid:
                row: list[Any] = [n, c, x, 1 + c * x]
                for way, contests in ways.items():
                    row += _costs(contests.get(n), names, c, x, 1e6 if way == MEASURED else 1.0)
                rows.append(row)
    return columns, rows


def _costs(contest: Contest | None, names: Mapping[str, str], chains: int, length: int, unit: float) -> list[Any]:
    if contest is None:
        return [None] * (len(names) + 1)
    i, j = list(contest.chains).index(chains), list(contest.lengths).index(length)
    found = {
        form: round(unit * float(cost), 3) for form, cost in zip(contest.forms, contest.costs[:, i, j], strict=True)
    }
    return [*(found.get(form) for form in names), names[min(found, key=lambda form: found[form])]]
