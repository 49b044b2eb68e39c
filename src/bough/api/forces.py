"""Energies and powers of the forces of a mechanism."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.api.operation import operation_of
from bough.mechanism.mechanism import Mechanism
from bough.passes import loads
from bough.passes.arrays import SWEEP


def force_energies(
    mechanism: Mechanism, q: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """The energy stored in each force, (forces,) or (B, forces), in the order of ``mechanism.forces``."""
    return accounts(mechanism, q, None, threads, time)[..., 0]


def force_powers(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike, *, threads: int | None = None, time: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """The power that each force gives to the motion, (forces,) or (B, forces), in the order of ``mechanism.forces``."""
    return accounts(mechanism, q, u, threads, time)[..., 1]


def accounts(
    mechanism: Mechanism, q: ArrayLike, u: ArrayLike | None, threads: int | None, time: ArrayLike
) -> NDArray[np.float64]:
    operation = operation_of(
        mechanism,
        False,
        loads.account,
        ("q", "u"),
        (len(mechanism.forces), 2),
        lambda tree: tree.memory(*SWEEP),
        lambda tree: tree.arrays_for_account,
    )
    return operation(q, u, threads=threads, time=time)
