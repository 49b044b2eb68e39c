"""Energies and powers of the forces of a mechanism."""

from __future__ import annotations

from collections.abc import Callable

from bough.api.operation import operation_of
from bough.mechanism.mechanism import Mechanism
from bough.passes import loads
from bough.passes.arrays import SWEEP
from bough.typing import Array, CoordinatesLike, TimeLike, VelocitiesLike


def force_energies(
    mechanism: Mechanism,
    q: CoordinatesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """The energy stored in each force, (forces,) or (B, forces), in the order of ``mechanism.forces``."""
    return accounts(mechanism, q, None, threads, time, on_failure)[..., 0]


def force_powers(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """The power that each force gives to the motion, (forces,) or (B, forces), in the order of ``mechanism.forces``."""
    return accounts(mechanism, q, u, threads, time, on_failure)[..., 1]


def accounts(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str = "raise",
) -> Array:
    """Energy and power of each force."""
    return audited(mechanism, q, u, threads, time, loads.account, 2, on_failure)


def audited(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike | None,
    threads: int | None,
    time: TimeLike,
    core: Callable[..., bool],
    numbers: int,
    on_failure: str = "raise",
) -> Array:
    """What a kernel tells of each force, so many numbers."""
    operation = operation_of(
        mechanism,
        False,
        core,
        ("q", "u"),
        (len(mechanism.forces), numbers),
        lambda tree: tree.memory(*SWEEP),
        lambda tree: tree.arrays_for_account,
    )
    return operation(q, u, threads=threads, time=time, on_failure=on_failure)
