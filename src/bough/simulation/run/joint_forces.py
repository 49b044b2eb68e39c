"""Joint forces that a user gives from outside: as vectors or by names of velocities, checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.api.operation import state_array
from bough.errors import StateError
from bough.mechanism.checks import LARGEST, shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import JointForces


def forces_of(mechanism: Mechanism, tau: Any, shape: tuple[int, ...], whose: str = "tau") -> JointForces:
    """Joint forces of one run, ``shape`` (n,), or of B, (B, n); names that are not given get none.

    Raises an error with the culprit where they are of the wrong length, or not finite.
    """
    if type(tau) is not np.ndarray or tau.shape != shape or tau.dtype != float:
        try:
            found = _by_name(mechanism, tau, shape) if isinstance(tau, Mapping) else state_array(mechanism, "tau", tau)
        except StateError as error:
            raise StateError(str(error) if whose == "tau" else f"{whose}: {error}") from None
        if found.shape != shape:
            if found.ndim == 2:
                raise StateError(f"{whose} has {len(found)} rows for {_runs(shape)}; give one for each run.")
            found = np.broadcast_to(found, shape).copy()
        tau = found
    # (a sum of squares is that small unless one of them is not, or many are large)
    if not np.vdot(tau, tau) <= LARGEST**2:
        _refuse_large(mechanism, tau, whose)
    forces: JointForces = tau
    return forces


def _refuse_large(mechanism: Mechanism, tau: JointForces, whose: str) -> None:
    """Raise an error if a joint force is not finite, or too large to be squared and multiplied."""
    for at in np.argwhere(~(np.abs(tau) <= LARGEST)).tolist():
        value = tau[tuple(at)]
        run = f" of run {at[0]}" if len(at) == 2 else ""
        remedy = f"at most {LARGEST:g}, and check its unit" if math.isfinite(value) else "finite joint forces"
        raise StateError(f"{whose} of '{mechanism.u_names[at[-1]]}'{run} is {value:g}; give {remedy}.")


def _runs(shape: tuple[int, ...]) -> str:
    return f"{shape[0]} runs" if len(shape) == 2 else "one run"


def _by_name(mechanism: Mechanism, tau: Mapping[str, Any], shape: tuple[int, ...]) -> JointForces:
    if not tau or all(np.ndim(value) == 0 for value in tau.values()):
        return mechanism.velocities(tau)
    rows = np.zeros(shape)
    for name, value in tau.items():
        place = mechanism.u_names.index(name) if name in mechanism.u_names else None
        if place is None or np.shape(value) not in ((), shape[:-1]):
            mechanism.velocities({name: 0.0 if place is not None else value})  # raises for a name that is not known
            raise StateError(
                f"tau of '{name}' must be a number, or one for each of {_runs(shape)}, not {shown(value)}."
            )
        rows[..., place] = value
    return rows
