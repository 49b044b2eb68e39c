"""Derivatives by a complex step: kernels are plain Python, so they run on complex numbers as they are, and Im f(x + ih) / h is f' to rounding."""

from __future__ import annotations

import cmath

import numpy as np

from bough.compiled.entries import FINE
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from helpers.exact import Scalar, array_of, interpreted

STEP = 1e-100


class Stepped(Scalar):
    """A complex number; tests look at its real part."""

    __slots__ = ()
    made = complex

    def __float__(self) -> float:
        return self.value.real

    def sqrt(self) -> Stepped:
        return Stepped(cmath.sqrt(self.value))

    def sincos(self) -> tuple[Stepped, Stepped]:
        return Stepped(cmath.sin(self.value)), Stepped(cmath.cos(self.value))


def stepped(values) -> np.ndarray:
    """An array of complex numbers for kernels."""
    return array_of(Stepped, values)


def slope(mechanism, q, u, tau, q_rate, u_rate, tau_rate, form="separate-bodies") -> np.ndarray:
    """The slope of the accelerations in one direction, by a form whose kernels are interpreted."""
    evaluation = FORMULATIONS[form].evaluation(compiled(mechanism), (*FORMULATIONS[form].solvers, None)[0])
    at = (stepped(x + 1j * STEP * rate) for x, rate in ((q, q_rate), (u, u_rate), (tau, tau_rate)))
    out = stepped(np.zeros(mechanism.n))
    assert interpreted(evaluation, *at, out, stepped) == FINE
    return np.array([x.value.imag for x in out]) / STEP
