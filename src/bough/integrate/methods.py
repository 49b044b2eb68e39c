"""Tableaux of Runge and Kutta's methods, as flat arrays that kernels read; those of SciPy's integrators are taken from SciPy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

WIDTH = 16  # stages at the most


class Tableau(NamedTuple):
    """Coefficients of a method: stage s starts from y + h Σ a[s, j] f_j at t + c[s] h; the step ends at y + h Σ b[s] f_s."""

    stages: int
    a: np.ndarray  # (stages, WIDTH)
    b: np.ndarray  # (stages, 1)
    c: np.ndarray  # (stages, 1)


TABLEAU_NUMBERS = ("stages",)
TABLEAU_WIDTHS = {"a": WIDTH, "b": 1, "c": 1}


@dataclass(frozen=True)
class Method:
    """An integrator by name."""

    name: str
    summary: str
    order: int
    tableau: Tableau


def tableau(a, b, c) -> Tableau:
    stages = len(b)
    full = np.zeros((stages, WIDTH))
    a = np.asarray(a, float)
    full[:, : a.shape[1]] = a[:stages]
    return Tableau(stages, full, np.array(b, float).reshape(-1, 1), np.array(c, float).reshape(-1, 1))


@cache
def methods() -> dict[str, Method]:
    """All explicit methods, by name."""
    from scipy.integrate import DOP853, RK45

    half = ((0, 0, 0, 0), (0.5, 0, 0, 0), (0, 0.5, 0, 0), (0, 0, 1, 0))
    found = (
        Method(
            "rk4",
            "Runge and Kutta's classical method",
            4,
            tableau(half, np.array((1, 2, 2, 1)) / 6.0, (0, 0.5, 0.5, 1)),
        ),
        Method("dopri5", "Dormand and Prince's method of order 5", 5, tableau(RK45.A, RK45.B, RK45.C)),
        Method("dop853", "Dormand and Prince's method of order 8", 8, tableau(DOP853.A, DOP853.B, DOP853.C)),
    )
    return {method.name: method for method in found}
