"""Joint forces that follow the time, as ``simulate(tau=…)`` takes them: motors of a mechanism that is made for the run.

So compiled code evaluates them, and steps end where they jump. The results keep the user's mechanism, and have ``tau``.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.description import plain, signal_from
from bough.mechanism.forces import Motor
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.signals import Component, Signal, Table, signal_of
from bough.simulation.run.joint_forces import forces_of
from bough.typing import Instants, JointForces


@dataclass(frozen=True)
class GivenForce(Motor):
    """A motor that gives ``tau``, and says so where that fails."""

    @property
    def whose(self) -> str:
        return f"tau of '{self.joint}'"

    @property
    def signals(self) -> tuple[Signal, ...]:
        return (signal_of(self.force, self.whose),)


@dataclass(frozen=True)
class GivenForces:
    """The mechanisms as the user has them, and the forces: what was given by names of velocities, and by their places in u.

    ``each``: (B, n), forces that differ among the runs; None if all are the same.
    """

    mechanisms: Sequence[Mechanism]
    values: Mapping[str, Any]
    signals: Mapping[int, Signal]
    each: JointForces | None

    def at(self, times: Instants) -> JointForces:
        """(T, n) of all runs alike, right of jumps."""
        found = np.zeros((len(times), self.mechanisms[0].n))
        for place, signal in self.signals.items():
            found[:, place] = signal(times)[0]
        return found


def with_forces(
    mechanism: Mechanism | Sequence[Mechanism], tau: Any
) -> tuple[Mechanism | Sequence[Mechanism], GivenForces]:
    """The mechanism, or its variants, with motors that give ``tau``; and what is needed for the results."""
    variants = [mechanism] if isinstance(mechanism, Mechanism) else list(mechanism)
    first = variants[0]
    values = by_name(first, tau)
    alike = of_all(values)
    try:
        signals = {first.u_names.index(name): signal_of(value, f"tau of '{name}'") for name, value in alike.items()}
        made = [pushed(one, alike) for one in variants] if alike or not values else variants
    except MechanismError as error:
        raise StateError(str(error)) from None
    given = GivenForces(variants, values, signals, of_each(first, values))
    return made[0] if isinstance(mechanism, Mechanism) else made, given


def differs(value: Any) -> bool:
    """Whether it is a number for each run."""
    return isinstance(value, list | tuple | np.ndarray) and np.ndim(value) > 0


def of_all(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was given to all runs alike."""
    return {name: value for name, value in values.items() if not differs(value)}


def of_each(mechanism: Mechanism, values: Mapping[str, Any]) -> JointForces | None:
    """Joint forces (B, n) that were given to each run; None if all have the same."""
    numbers = {}
    for name, value in values.items():
        if not differs(value):
            continue
        try:
            numbers[name] = np.array(value, float)
        except (TypeError, ValueError):
            raise StateError(f"tau of '{name}' must be a number for each run, not {shown(value)}.") from None
    if not numbers:
        return None
    counts = {len(each) for each in numbers.values()}
    if len(counts) > 1:
        raise StateError(
            f"tau is given for {' and '.join(map(str, sorted(counts)))} runs; give a number for each run, or one for all."
        )
    return forces_of(mechanism, numbers, (*counts, mechanism.n))


def of_run(values: Mapping[str, Any], run: int) -> dict[str, Any]:
    """What was given to one run."""
    return {name: value[run] if differs(value) else value for name, value in values.items()}


def by_name(mechanism: Mechanism, tau: Any) -> dict[str, Any]:
    """What the user gave for each velocity."""
    names = mechanism.u_names
    if isinstance(tau, Mapping):
        for name in tau:
            if name not in names:
                raise StateError(f"tau: no velocity {shown(name)} in '{mechanism.name}': {remedy(name, names)}")
        return dict(tau)
    if isinstance(tau, Table) and np.ndim(tau.values) == 2 and len(tau.values[0]) == len(names):
        return {name: tau.column(k) for k, name in enumerate(names)}
    if callable(tau):
        return {name: Component(tau, k, len(names), str(len(names))) for k, name in enumerate(names)}
    values = list(tau) if isinstance(tau, list | tuple | np.ndarray) and np.ndim(tau) == 1 else None
    if isinstance(tau, list | tuple | np.ndarray) and np.ndim(tau) == 2:  # (a row for each run)
        values = list(np.transpose(tau))
    if values is None or len(values) != len(names):
        raise StateError(
            f"tau must be {len(names)} numbers or functions of time, one for each velocity of '{mechanism.name}' or some by name, "
            f"rows of {len(names)} numbers for each run, a Table with {len(names)} columns, or a function of time that gives "
            f"{len(names)} numbers, not {shown(tau)}."
        )
    return dict(zip(names, values, strict=True))


def pushed(mechanism: Mechanism, values: Mapping[str, Any]) -> Mechanism:
    """A mechanism with motors."""
    other = copy.copy(mechanism)
    for name, value in values.items():
        label = f"tau of {name}"
        while label in other.forces:
            label += "'"
        other.add_force(label, GivenForce(name, value))
    return other


# --- in files -----------------------------------------------------------------------------------------------------------


def described(values: Mapping[str, Any]) -> dict[str, Any]:
    """Given forces as plain data; functions of Python are only named."""
    return {name: plain(value, f"tau of '{name}'") for name, value in values.items()}


def remembered(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """The way back; None if there were functions of Python."""
    try:
        return {name: signal_from(value, f"tau of '{name}'") for name, value in data.items()}
    except MechanismError:
        return None
