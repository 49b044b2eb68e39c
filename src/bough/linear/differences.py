"""Slopes by differences, where there are no exact ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from bough.typing import Array

# central differences of order 8 at 1 to 4 steps; steps of radians, or of the machine's size, each a quarter of the last
WEIGHTS = np.array((4 / 5, -1 / 5, 4 / 105, -1 / 280))
REACH = np.array((1, 2, 3, 4, -1, -2, -3, -4), float)
FIRST_STEP, TRIALS, TRIALS_OF_LARGE = 0.02, 5, 2
LARGE = 200  # directions from which on fewer steps are tried
SIDE_BY_SIDE = 4_000_000  # numbers of states that are computed together


def slopes_along(
    function: Callable[[Array, Array], Array],
    directions: Array,
    units: Array,
    report: Callable[[float], None] = lambda share: None,
) -> Array:
    """Rows of slopes along each direction, of ``function(directions, reach)`` with values (reach, directions, …).

    ``units``: of each direction; ``report``: is told the share that is done.
    Several steps are tried; of each slope that one counts which changes least from a step to the next.
    """
    count = len(directions)
    trials = TRIALS if count <= LARGE else TRIALS_OF_LARGE
    together = max(1, SIDE_BY_SIDE // (len(REACH) * max(1, directions.shape[1])))
    parts = []
    for at in range(0, count, together):
        report(at / count)
        some, sizes = directions[at : at + together], units[at : at + together, None]
        tried = []
        for k in range(trials):
            step = FIRST_STEP * 0.25**k
            values = function(some * sizes, step * REACH)
            tried.append(np.tensordot(WEIGHTS, values[:4] - values[4:], 1) / (step * sizes))
        changes = [np.abs(a - b).max(axis=1, initial=0.0) for a, b in pairwise(tried)]
        best = np.argmin(changes, axis=0)
        parts.append(np.stack(tried)[best, np.arange(len(some))])
    return np.concatenate(parts) if parts else np.zeros((0, 0))
