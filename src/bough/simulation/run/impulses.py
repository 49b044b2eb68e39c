"""Velocities that jump: by impulses through the mass matrix, with loops closed and locked joints at rest.

With the mass matrix M and rows A of what is to change by b (A Δu = b), impulses along these rows alone give

    Δu = M⁻¹ Aᵀ (A M⁻¹ Aᵀ)⁻¹ b,

the least change in the metric of M. Loops and locks are rows with b = 0: they answer with impulses of their own.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.api.loop_forces import DEPENDENT, loop_rows, owners
from bough.errors import SingularError
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates, Velocities

LEFT = 1e-8  # share of a change that may fail to happen


class Blocked(Exception):
    """A change that is impossible."""


def jump(
    mechanism: Mechanism, q: Coordinates, time: float, rows: Array, changes: Array, usual: Velocities
) -> Velocities:
    """Δu, the least change with which rows·Δu are these changes; raises Blocked if there is none.

    ``usual``: velocities of the usual size, beside which rounding does not count.
    """
    try:
        moved = np.atleast_2d(api.solve_mass_matrix(mechanism, q, rows[0] if len(rows) == 1 else rows, time=time))
    except SingularError:
        raise SingularError(
            f"impulses on '{mechanism.name}' have no effect that is known, since some joint moves no mass; give it inertia."
        ) from None
    response = rows @ moved.T
    size = np.sqrt(np.maximum(np.diagonal(response), 0.0))
    size[size == 0.0] = 1.0
    wanted = changes / size
    impulses = wanted / size
    if len(rows) > 1:
        impulses = np.linalg.lstsq(response / (size[:, None] * size), wanted, rcond=DEPENDENT**2)[0] / size
    found: Velocities = impulses @ moved
    left = np.abs(rows @ found / size - wanted)
    usual_size = math.sqrt(2.0 * float(api.kinetic_energy(mechanism, q, usual, time=time)))
    if (left > LEFT * max(np.abs(wanted).max(initial=0.0), usual_size)).any():
        raise Blocked
    return found


def unit_rows(places: NDArray[np.int64], n: int) -> Array:
    """A row for each of some velocities."""
    rows = np.zeros((len(places), n))
    rows[np.arange(len(places)), places] = 1.0
    return rows


def loop_jacobian(mechanism: Mechanism, q: Coordinates, u: Velocities, time: float) -> tuple[Array, Array, list[str]]:
    """Rows of all loops, the rates at which they open, and the loop of each."""
    if not mechanism.loops:
        return np.empty((0, mechanism.n)), np.empty(0), []
    rows = loop_rows(mechanism, q, u, time)
    return rows.jacobian, rows.rates, list(owners(mechanism))
