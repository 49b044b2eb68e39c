"""Correlated numbers by a Gaussian copula: their ranks are those of correlated normal numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing, remedy, shown

# the smallest eigenvalue of a matrix of correlations that can be relied on
_LEAST = 1e-10


def gaussian_correlation(
    names: Sequence[str], mixed: Sequence[tuple[tuple[str, ...], Any]], correlation: Any
) -> np.ndarray | None:
    """The correlations of the normal numbers; None if there are none.

    ``mixed``: names with their normal distribution. ``correlation``: rank correlations ρ by pairs of names, for which
    normal numbers have 2 sin(πρ/6).
    """
    matrix = np.eye(len(names))
    index = {name: k for k, name in enumerate(names)}
    seen: set[frozenset[str]] = set()
    for together, given in mixed:
        places = [index[name] for name in together]
        covariance = np.atleast_2d(np.asarray(given.cov, float))
        spread = np.sqrt(np.diagonal(covariance))
        matrix[np.ix_(places, places)] = covariance / np.outer(spread, spread)
        seen |= {frozenset((a, b)) for a in together for b in together if a != b}
    for pair, value in _pairs(correlation):
        for name in pair:
            if name not in index:
                raise StateError(f"correlation= has {shown(name)}, which does not vary: {remedy(name, names)}")
        if frozenset(pair) in seen:
            raise StateError(f"the correlation of '{pair[0]}' and '{pair[1]}' is given twice; leave one out.")
        seen.add(frozenset(pair))
        i, j = (index[name] for name in pair)
        matrix[i, j] = matrix[j, i] = 2.0 * math.sin(math.pi * value / 6.0)
    if not seen:
        return None
    np.fill_diagonal(matrix, 1.0)
    if np.linalg.eigvalsh(matrix)[0] < _LEAST:
        culprits = [name for name in names if any(name in pair for pair in seen)]
        raise StateError(
            f"the correlations of {listing(culprits)} contradict one another (their matrix is not positive definite); make "
            "them weaker."
        )
    return matrix


def _pairs(correlation: Any) -> list[tuple[tuple[str, str], float]]:
    if correlation is None:
        return []
    if not isinstance(correlation, Mapping):
        raise StateError(
            f"correlation= takes numbers by pairs of names, as {{('a', 'b'): 0.8}}, not {shown(correlation)}."
        )
    found = []
    for pair, value in correlation.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] == pair[1]:
            raise StateError(f"correlation= takes pairs of different names such as ('a', 'b'), not {shown(pair)}.")
        number = (
            float(value) if isinstance(value, int | float | np.number) and not isinstance(value, bool) else math.nan
        )
        if not -1.0 < number < 1.0:
            raise StateError(f"the correlation of {shown(pair)} must lie between -1 and 1, not {shown(value)}.")
        found.append((pair, number))
    return found


def correlated(unit: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Normal numbers with these correlations, from independent points of (0, 1): (numbers, variants)."""
    from scipy.special import ndtri

    return np.asarray(np.linalg.cholesky(matrix) @ ndtri(unit))
