"""The state that a linear model is about, and its neighbours: tangent coordinates, those that loops leave included.

A neighbour of (q, u) is given by ξ, a small motion along unit velocities, and by η, a change of velocities. Where u ≠ q̇,
as in a ball, velocities do not commute: ξ̇ = η - [u, ξ]. For a ball [u, ξ] is u × ξ.

With loops, ξ = N x and η = N y + S x: x and y belong to independent velocities, of which N and S are one and zero. S
follows from accelerations. Let α be a constraint's row, so that α(u) = 0 along the motion. Its derivative along ξ is
B(ξ, u); that of the acceleration's constraint α(u̇) + B(u, u) = 0 with u gives α(∂u̇/∂u ξ) = -B(u, ξ) - B(ξ, u); and since
α is the slope of a gap, B(ξ, u) - B(u, ξ) = -α([u, ξ]). So η has α(η) = -B(ξ, u) = ½ α(∂u̇/∂u ξ + [u, ξ]).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bough.api import consistent_velocities, coordinate_rates, mobility
from bough.api.drive_following import assembled_along
from bough.api.loop_forces import loop_gaps, machine_size, owners
from bough.api.loops import NEARLY, closed_states
from bough.api.operation import state_array
from bough.api.tangent import Tangent
from bough.errors import SingularError, StateError
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.joints import Free
from bough.mechanism.mechanism import Mechanism
from bough.statics import Equilibrium, equilibrium
from bough.statics.resting import finite_time
from bough.statics.starting import is_at_rest
from bough.statics.stopping import stopped
from bough.typing import (
    Array,
    ByName,
    Coordinates,
    CoordinatesLike,
    JointForces,
    JointForcesLike,
    Velocities,
    VelocitiesLike,
)

Complex: TypeAlias = NDArray[np.complex128]
StateLike: TypeAlias = CoordinatesLike | ByName | Equilibrium | None


@dataclass(frozen=True)
class Point:
    """A state of a mechanism, and the velocities that are independent there."""

    mechanism: Mechanism
    q: Coordinates
    u: Velocities
    tau: JointForces
    time: float
    places: np.ndarray  # of the independent velocities in u
    basis: Array | None  # N, (n, independent); None: all velocities are independent
    bracket: Array | None  # [u, ξ] is this matrix times ξ; None: zero

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the independent velocities."""
        return tuple(self.mechanism.u_names[k] for k in self.places)

    @property
    def count(self) -> int:
        """Degrees of freedom."""
        return len(self.places)

    def whole(self, x: Complex) -> Complex:
        """All velocities of independent ones, (count, …) to (n, …)."""
        return x if self.basis is None else self.basis @ x

    def neighbours(self, directions: Array, reach: Array) -> tuple[Coordinates, Velocities]:
        """States (reach, directions, …) on curves along motions ξ, rows of ``directions``; u is kept, or kept consistent."""
        mechanism = self.mechanism
        rates = coordinate_rates(mechanism, np.broadcast_to(self.q, (len(directions), mechanism.n_q)), directions)
        q = mechanism.normalised(self.q + reach[:, None, None] * rates)
        u = np.broadcast_to(self.u, (*q.shape[:2], mechanism.n)).copy()
        if mechanism.loops:
            flat = closed_states(mechanism, q.reshape(-1, mechanism.n_q), u.reshape(-1, mechanism.n), self.time)
            q, u = flat[0].reshape(q.shape), flat[1].reshape(u.shape)
        return q, u


def point_of(
    mechanism: Mechanism,
    q: StateLike,
    u: VelocitiesLike | ByName | None,
    tau: JointForcesLike | ByName | None,
    time: float | None,
    independent: Iterable[str] | None,
) -> Point:
    """The point that a user asked for, closed if there are loops; at an equilibrium with the time and the drives that it has."""
    if time is None:
        time = q.time if isinstance(q, Equilibrium) else 0.0
    time = finite_time(time, "linearise")
    mechanism.cover(time, time)
    if is_at_rest(q, "q"):
        q = equilibrium(mechanism, time=time, stable=True)
    if isinstance(q, Equilibrium):
        mechanism = stopped(mechanism, q.time) if q.frozen else mechanism
        tau = q.holding if tau is None else tau
        q, u = q.q, np.zeros(mechanism.n) if u is None else u
    if isinstance(q, Mapping | None):
        at = (
            assembled_along(mechanism, q, time=time)
            if mechanism.loops
            else mechanism.coordinates({**mechanism.q0, **(q or {})})
        )
    else:
        at = _one(mechanism, "q", q)
    at = mechanism.normalised(at)
    if isinstance(u, Mapping | None):
        named = {**mechanism.u0, **(u or {})}
        moving = (
            consistent_velocities(mechanism, at, named, time=time) if mechanism.loops else mechanism.velocities(named)
        )
    else:
        moving = _one(mechanism, "u", u)
    forces = mechanism.velocities(tau) if isinstance(tau, Mapping | None) else _one(mechanism, "tau", tau)
    places, basis = np.arange(mechanism.n), None
    if mechanism.loops:
        _refuse_open(mechanism, at, moving, time)
        places, basis = _independent(mechanism, at, time, independent)
    elif independent is not None:
        raise StateError(
            f"'{mechanism.name}' has no loops, so all its velocities are independent; leave out independent."
        )
    return Point(mechanism, at, moving, forces, time, places, basis, bracket_of(mechanism, moving))


def _one(mechanism: Mechanism, name: str, value: CoordinatesLike) -> Array:
    array = state_array(mechanism, name, value)
    if array.ndim != 1:
        raise StateError(f"{name} is a batch, but a linear model is about one state; give one, as in {name}[0].")
    if not np.isfinite(array).all():
        names = mechanism.q_names if name == "q" else mechanism.u_names
        raise StateError(f"{name} of '{names[int(np.argmin(np.isfinite(array)))]}' must be finite; give a number.")
    return array


def _refuse_open(mechanism: Mechanism, q: Coordinates, u: Velocities, time: float) -> None:
    gaps, rates = loop_gaps(mechanism, q, u, time)
    size = machine_size(mechanism)
    fast = NEARLY * 1e-5 * max(1.0, size) * max(1.0, float(np.abs(u).max(initial=0.0)))
    for what, values, limit, how in (
        ("is open by", gaps, NEARLY * 1e-5 * max(1.0, size), "call assemble first"),
        ("opens at a rate of", rates, fast, "call consistent_velocities first"),
    ):
        worst = int(np.abs(values).argmax())
        if not abs(values[worst]) <= limit:
            raise StateError(
                f"the loop '{owners(mechanism)[worst]}' {what} {abs(values[worst]):.3g} (m or rad); {how}."
            )


def _independent(
    mechanism: Mechanism, q: Coordinates, time: float, asked: Iterable[str] | None
) -> tuple[np.ndarray, Array]:
    """Places of independent velocities, and the basis of all motions that the loops leave."""
    from scipy.linalg import qr

    freedom = mobility(mechanism, q, time=time)
    if freedom.is_singular:
        raise SingularError(
            f"'{mechanism.name}' has no linear model here: the position is singular, and its motion may branch in "
            f"{listing(freedom.branches)}; linearise beside it."
        )
    tangent = Tangent(mechanism, time=time)
    units, null = tangent.units, tangent.closing(q).decomposed().motions
    count = null.shape[1]
    if asked is None:
        order = qr(null.T, pivoting=True, mode="r")[1] if count else np.arange(0)
        places = np.sort(order[:count])
    else:
        places = _places(mechanism, asked)
    if len(places) != count or (count and np.linalg.svd(null[places], compute_uv=False)[-1] < 1e-9):
        raise StateError(
            f"'{mechanism.name}' has {count} degrees of freedom here, and {listing(asked or ())} do not determine its motion; "
            f"name {count} velocities that do, or leave out independent."
        )
    basis = units[:, None] * null @ np.linalg.inv(units[places, None] * null[places])
    basis[places] = np.eye(count)
    return places, basis


def _places(mechanism: Mechanism, asked: Iterable[str]) -> np.ndarray:
    places: list[int] = []
    for name in (asked,) if isinstance(asked, str) else asked:
        if name not in mechanism.u_places:
            raise StateError(f"no velocity {shown(name)} in '{mechanism.name}': {remedy(name, mechanism.u_places)}")
        places += [k for k in mechanism.u_places[name] if k not in places]
    return np.array(places, int)


def units_of(point: Point, every: bool = False) -> Array:
    """A unit of each independent velocity, or of ``every`` one: 1 rad/s, or the machine's size per second."""
    units = Tangent(point.mechanism).units
    return units if every else units[point.places]


def bracket_of(mechanism: Mechanism, u: Velocities) -> Array | None:
    """The matrix of [u, ·]: turns about body axes, and shifts along them in a free joint, do not commute."""
    matrix = None
    at = 0
    for body in mechanism.parts:
        count = len(body.joint.u_names)
        own = u[at : at + count]
        if "wx" in body.joint.u_names and own.any():
            matrix = np.zeros((mechanism.n, mechanism.n)) if matrix is None else matrix
            turns = slice(at + count - 3, at + count)
            matrix[turns, turns] = cross_matrix(own[-3:])
            if isinstance(body.joint, Free):
                shifts = slice(at, at + 3)
                matrix[shifts, shifts], matrix[shifts, turns] = cross_matrix(own[3:]), cross_matrix(own[:3])
        at += count
    return matrix


def cross_matrix(v: Array) -> Array:
    """The matrix of v × ·."""
    x, y, z = v
    return np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
