"""Whether small motions about a position of rest die away, stay small or grow."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.statics.problem import Linear
from bough.typing import Array

STABLE, UNSTABLE, NEUTRAL = "stable", "unstable", "neutral"
# parts of stiffness, damping and eigenvalues that are rounding, for exact derivatives and for differences
ROUNDING = {True: 1e-10, False: 1e-7}
GROWTH = {True: 1e-7, False: 1e-5}


class Stability(NamedTuple):
    """What small motions do; directions are columns, along the basis of the problem."""

    kind: str
    eigenvalues: NDArray[np.complex128]  # of the linear motion, 1/s
    free: Array  # (d, …): directions without stiffness
    growing: Array  # (d, …): directions of motions that grow


def stability_of(linear: Linear, load: float, exact: bool) -> Stability:
    """The stability of M ÿ + C ẏ + K y = 0; ``load``: a moment of the order of the loads."""
    stiffness, damping = linear.stiffness, linear.damping
    count, rounding = len(stiffness), ROUNDING[exact]
    if not count:
        return Stability(STABLE, np.empty(0, complex), np.empty((0, 0)), np.empty((0, 0)))
    values, vectors = _eigenvalues(linear)
    free = _null_space(stiffness, load, rounding)
    size = float(np.abs(stiffness).max())
    even, odd = 0.5 * (stiffness + stiffness.T), 0.5 * (stiffness - stiffness.T)
    if float(np.abs(odd).max()) <= 10.0 * rounding * (size + load):
        # forces of a potential: by the theorem of Lagrange and Dirichlet, with dampers by that of Kelvin and Tait
        drag, turning = 0.5 * (damping + damping.T), 0.5 * (damping - damping.T)
        passive = float(np.linalg.eigvalsh(drag).min()) >= -rounding * max(float(np.abs(damping).max()), 1e-300)
        slopes, directions = np.linalg.eigh(even)
        lost = slopes < -_doubt(stiffness, directions, load, rounding)
        if passive and not lost.any():
            return Stability(NEUTRAL if free.size else STABLE, values, free, np.empty((count, 0)))
        if passive and float(np.abs(turning).max()) <= rounding * max(float(np.abs(damping).max()), 1e-300):
            return Stability(UNSTABLE, values, free, directions[:, lost])
    growing = values.real > GROWTH[exact] * max(float(np.abs(values).max(initial=0.0)), 1e-300)
    if growing.any():
        shapes = _real_shapes(vectors[:, growing & (values.imag >= 0.0)])
        return Stability(UNSTABLE, values, free, shapes)
    return Stability(NEUTRAL if free.size else STABLE, values, free, np.empty((count, 0)))


def _doubt(stiffness: Array, directions: Array, load: float, rounding: float) -> Array:
    """How much of the stiffness along each unit direction may be rounding."""
    sizes = np.abs(directions)
    return rounding * (load + np.einsum("ik,ij,jk->k", sizes, np.abs(stiffness), sizes))


def _null_space(stiffness: Array, load: float, rounding: float) -> Array:
    """The directions without stiffness."""
    _, sizes, directions = np.linalg.svd(stiffness)
    return directions[sizes <= _doubt(stiffness, directions.T, load, rounding)].T


def _eigenvalues(linear: Linear) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Those of the motion that are finite (a direction without mass has none), and the positions of their vectors."""
    from scipy.linalg import eig

    stiffness, damping, mass = linear
    one, none = np.eye(len(mass)), np.zeros_like(mass)
    values, vectors = eig(np.block([[none, one], [-stiffness, -damping]]), np.block([[one, none], [none, mass]]))
    there = np.isfinite(values)
    order = np.argsort(-values[there].real, kind="stable")
    return values[there][order], vectors[: len(mass), there][:, order]


def _real_shapes(vectors: NDArray[np.complex128]) -> Array:
    """Each shape at the moment when its largest part is largest."""
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return (vectors * (largest.conj() / np.abs(largest))).real
