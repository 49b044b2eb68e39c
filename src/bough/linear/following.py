"""Eigenvalues over a parameter, and which of them continue one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.linear.modes import Modes
from bough.linear.tangent import Complex
from bough.mechanism.checks import shown
from bough.typing import Array

APART = 1.0  # how much more a change of shape counts than a change of an eigenvalue by its own size


class Branches(NamedTuple):
    """Modes side by side: row k of each is the same mode, as far as it can be followed."""

    eigenvalues: Complex  # (values, modes); NaN where there are fewer
    shapes: Complex  # (values, modes, independent velocities)


def numbers_of(values: ArrayLike, what: str) -> Array:
    """The values of a parameter, one or some; raises with ``what`` they are."""
    try:
        numbers = np.atleast_1d(np.asarray(values, float))
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise StateError(f"{what} must be finite numbers, not {shown(values)}.")
    return numbers


def followed(sets: Sequence[Modes]) -> Branches:
    """Each mode continued by that one whose eigenvalue and shape are nearest."""
    from scipy.optimize import linear_sum_assignment

    most = max((len(modes) for modes in sets), default=0)
    width = max((len(modes[0].amplitudes) for modes in sets if len(modes)), default=0)
    values = np.full((len(sets), most), np.nan, complex)
    shapes = np.zeros((len(sets), most, width), complex)
    for k, modes in enumerate(sets):
        here = modes.eigenvalues
        own = np.array([mode.amplitudes for mode in modes], complex).reshape(len(modes), width)
        if k == 0:
            values[k, : len(here)], shapes[k, : len(here)] = here, own
            continue
        # (a mode that was missing has the shape that it had last)
        before = values[k - 1].copy()
        known = ~np.isnan(before)
        size = np.abs(here[None, :]) + np.abs(np.where(known, before, 0.0))[:, None] + 1e-300
        cost = np.abs(np.where(known, before, 0.0)[:, None] - here[None, :]) / size
        cost += APART * (1.0 - _alike(shapes[k - 1], own))
        cost[~known] += 2.0 + 2 * APART
        rows, columns = linear_sum_assignment(cost)
        values[k, rows], shapes[k, rows] = here[columns], own[columns]
        gone = np.isnan(values[k])
        shapes[k, gone] = shapes[k - 1, gone]
    return Branches(values, shapes)


def _alike(one: Complex, other: Complex) -> np.ndarray:
    """The modal assurance criterion of all pairs of shapes: one for the same, zero for orthogonal ones."""
    products = np.abs(np.conj(one) @ other.T) ** 2
    lengths = np.outer((np.abs(one) ** 2).sum(axis=1), (np.abs(other) ** 2).sum(axis=1))
    found: np.ndarray = products / np.where(lengths > 0.0, lengths, 1.0)
    return found
