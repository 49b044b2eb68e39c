"""Modes of a run: which forces are switched off or replaced, and which joints are locked, between two events.

A mode with other forces is a variant of the mechanism, with the same coordinates and the same names of forces, so that
everything that follows from states follows from them in every mode. A force that is off is a wrench of zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.errors import MechanismError, StateError
from bough.integrate.locking import DEPENDENT
from bough.locks import PREPARING
from bough.mechanism import forces as catalogue_of_forces
from bough.mechanism.description import HELD, made, plain, types_in
from bough.mechanism.forces import Wrench
from bough.mechanism.forces.base import Force
from bough.mechanism.mechanism import Mechanism
from bough.typing import Coordinates, Instants, JointForces, Velocities

# variants of a mechanism by what differs, with the forces that their keys are about
_variants: WeakKeyDictionary[Mechanism, dict[Any, tuple[Mechanism, Mapping[str, Force | None]]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Mode:
    """What differs from the mechanism as it was made: forces by name (None: off), and locked velocities by name.

    A velocity is locked for good (0), or as a stop does it: only while it is pushed along (+1) or against it (-1).
    """

    forces: Mapping[str, Force | None] = field(default_factory=dict)
    locked: Mapping[str, int] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Any, Any]:
        """The same for equal modes."""
        forces = ((name, _identity(self.forces[name])) for name in sorted(self.forces))
        return tuple(forces), tuple(sorted(self.locked.items()))

    def __bool__(self) -> bool:
        return bool(self.forces or self.locked)

    def mechanism(self, base: Mechanism) -> Mechanism:
        """The mechanism with the forces of this mode."""
        if not self.forces:
            return base
        with PREPARING:
            known = _variants.setdefault(base, {})
            found = known.get(self.key[0])
            if found is None:
                forces = {
                    name: Wrench(base.forces[name].acted_on(base)) if force is None else force
                    for name, force in self.forces.items()
                }
                found = known[self.key[0]] = base.with_forces(forces), dict(self.forces)
        return found[0]

    def held(self, mechanism: Mechanism) -> NDArray[np.int64]:
        """Places in u of the locked velocities."""
        return np.array([mechanism.u_places[name][0] for name in self.locked], np.int64)

    def switched(self, name: str, force: Force | None, is_original: bool) -> Mode:
        """The same with another force of a name, or its own one again."""
        others = {other: value for other, value in self.forces.items() if other != name}
        return Mode(others if is_original else {**others, name: force}, self.locked)

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        forces = {
            name: None if force is None else plain(force, f"force '{name}'") for name, force in self.forces.items()
        }
        return {"forces": forces, "locked": dict(self.locked)}


def _identity(force: Force | None) -> Any:
    """The same for equal forces, or for the same one if it holds what cannot be compared."""
    try:
        hash(force)
    except TypeError:
        return id(force)
    return force


def mode_of(data: Any, base: Mechanism) -> Mode:
    """The mode of plain data; raises StateError."""
    try:
        forces, locked = dict(data["forces"]), {str(name): int(side) for name, side in data["locked"].items()}
        known = {**types_in(catalogue_of_forces), **HELD}
        found = {
            str(name): None if force is None else made(force, f"force '{name}'", known)
            for name, force in forces.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        why = str(error).rstrip(".") if isinstance(error, MechanismError) else "it does not say which"
        raise StateError(f"a mode of the motion cannot be restored: {why}.") from None
    if unknown := [name for name in found if name not in base.forces] + [n for n in locked if n not in base.u_names]:
        raise StateError(f"a mode of the motion is about '{unknown[0]}', which '{base.name}' does not have.")
    return Mode(found, locked)


def lock_forces(
    mechanism: Mechanism, held: NDArray[np.int64], q: Coordinates, u: Velocities, tau: JointForces, time: Instants
) -> JointForces:
    """The joint forces of locks at states (B, …), which add to others (B, n): the least, where locks depend on each other."""
    loads = np.diagonal(api.mass_matrix(mechanism, q, time=time), axis1=-2, axis2=-1)[:, held]
    free = api.forward_dynamics(mechanism, q, u, tau, time=time)
    response = np.empty((len(q), len(held), len(held)))
    for k, place in enumerate(held.tolist()):
        pushed = tau.copy()
        pushed[:, place] += loads[:, k]
        moved = api.forward_dynamics(mechanism, q, u, pushed, time=time) - free
        response[:, :, k] = moved[:, held] / loads[:, k, None]
    size = np.sqrt(np.maximum(np.diagonal(response, axis1=-2, axis2=-1), 0.0))
    size[size == 0.0] = 1.0
    inverse = np.linalg.pinv(response / (size[:, :, None] * size[:, None]), rcond=DEPENDENT, hermitian=True)
    found = np.zeros(tau.shape)
    found[:, held] = -(inverse @ (free[:, held] / size)[:, :, None])[..., 0] / size
    return found
