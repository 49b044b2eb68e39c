"""What is better: goals as texts, limits, and designs that no other one beats."""

from __future__ import annotations

from typing import Any

import numpy as np

# words before a goal, and the sign that makes it one to minimise
WORDS = {"minimise": 1.0, "minimize": 1.0, "maximise": -1.0, "maximize": -1.0}


def direction(goal: Any) -> tuple[float, Any]:
    """(sign, goal): ``"maximise end q.x"`` is (-1, ``"end q.x"``); without a word a goal is to be minimised."""
    if isinstance(goal, str):
        word, _, rest = goal.strip().partition(" ")
        if word.lower() in WORDS and rest.strip():
            return WORDS[word.lower()], rest.strip()
    return 1.0, goal


def non_dominated(costs: np.ndarray) -> np.ndarray:
    """Which rows of costs (B, m) no other row beats: none is as small in every column, and smaller in one.

    Rows with a NaN or infinity do not count. Of equal rows the first stays.
    """
    known = np.flatnonzero(np.isfinite(costs).all(axis=1))
    # in lexical order: none is beaten by a later one
    rows, first_of = np.unique(costs[known] + 0.0, axis=0, return_index=True)
    stays = np.zeros(len(rows), bool)
    if costs.shape[1] == 2:
        best_before = np.concatenate(([np.inf], np.minimum.accumulate(rows[:, 1])[:-1])) if len(rows) else rows[:, 1]
        stays = rows[:, 1] < best_before
    else:
        left = np.arange(len(rows))
        while len(left):
            first, left = left[0], left[1:]
            stays[first] = True
            left = left[(rows[left] < rows[first]).any(axis=1)]
    found = np.zeros(len(costs), bool)
    found[known[first_of[stays]]] = True
    return found
