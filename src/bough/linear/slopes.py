"""The slopes of the accelerations around a point: by exact derivatives, or by differences where there are none.

In independent velocities y and the motions x along them,

    ẋ = R x + y,     M ẏ = -K x - C y + Nᵀ (joint forces),

with R from the bracket of velocities (:mod:`bough.linear.tangent`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bough.api import body_poses, forward_derivatives, forward_dynamics, inverse_derivatives, mass_matrix
from bough.api.derivatives import FORWARD, plan_of
from bough.api.loop_forces import machine_size, needed_forces
from bough.compiled.progress import progress_bar
from bough.compiled.tree import compiled
from bough.errors import SingularError, UnsupportedError
from bough.linear.differences import slopes_along
from bough.linear.resting import resting_pulls
from bough.linear.tangent import Point, units_of
from bough.mechanism.checks import listing
from bough.mechanism.forces import CustomBodyForce, CustomJointForce, SpringDamper
from bough.mechanism.mechanism import Mechanism
from bough.typing import Accelerations, Array

EXACT = "exact derivatives"
DIFFERENCES = "differences of order 8"
BALANCED = 1e-9


@dataclass(frozen=True)
class Slopes:
    """∂u̇ of all velocities along x, y and joint forces; matrices (n, count), (n, count) and (n, n).

    Of a tree they are not there at first, but mass, stiffness and damping are.
    """

    point: Point
    how: str
    u_dot: Accelerations
    mass: Array  # (count, count)
    shift: Array | None  # S: the change of velocities, along x; None: zero
    known: tuple[Array, Array, Array] | None
    pulls: tuple[Array, Array] | None  # K and C, (count, count)

    @property
    def turning(self) -> Array | None:
        """R, or None for zero."""
        point = self.point
        if point.bracket is None:
            return None
        along = point.bracket if point.basis is None else point.bracket @ point.basis
        return -along[point.places]

    @cached_property
    def full(self) -> tuple[Array, Array, Array]:
        """Along x, y and joint forces."""
        if self.known is not None:
            return self.known
        assert self.pulls is not None
        from scipy.linalg import cho_factor, cho_solve

        factors = cho_factor(self.mass)
        stiffness, damping = self.pulls
        return -cho_solve(factors, stiffness), -cho_solve(factors, damping), cho_solve(factors, np.eye(len(self.mass)))

    @cached_property
    def stiffness(self) -> Array:
        """K, (count, count)."""
        return self.pulls[0] if self.pulls else -self.mass @ self.full[0][self.point.places]

    @cached_property
    def damping(self) -> Array:
        """C, (count, count)."""
        return self.pulls[1] if self.pulls else -self.mass @ self.full[1][self.point.places]


def slopes_of(point: Point, exact: bool = True) -> Slopes:
    """The slopes at a point; ``exact`` False: by differences in any case, which compiles nothing for one mechanism alone."""
    mechanism = point.mechanism
    if not point.count:  # (loops and drives may leave no freedom to some velocities)
        n, nothing = mechanism.n, np.zeros((mechanism.n, 0))
        rates = forward_dynamics(mechanism, point.q, point.u, point.tau, time=point.time) if n else np.zeros(0)
        return Slopes(point, EXACT, rates, np.zeros((0, 0)), nothing, (nothing, nothing, np.zeros((n, n))), None)
    large = _is_large(point)
    if large and not mechanism.loops:
        with progress_bar(None, f"linear model of {mechanism.name}") as report:
            found = _large_tree(point, report)
    elif exact and not large and not _laws(point):
        found = _exact(point)
    else:
        found = _differenced(point)
    _refuse_infinite(found)
    return found


def _laws(point: Point) -> list[str]:
    return [
        name for name, force in point.mechanism.forces.items() if isinstance(force, CustomJointForce | CustomBodyForce)
    ]


def _is_large(point: Point) -> bool:
    try:
        return plan_of(point.mechanism, compiled(point.mechanism), FORWARD) is None
    except UnsupportedError:  # (with loops)
        return True


def _mass(point: Point) -> Array:
    mass = mass_matrix(point.mechanism, point.q, time=point.time)
    return mass if point.basis is None else point.basis.T @ mass @ point.basis


def _exact(point: Point) -> Slopes:
    try:
        if point.basis is None and (tree := _exact_tree(point)) is not None:
            return tree
        found = forward_derivatives(point.mechanism, point.q, point.u, point.tau, time=point.time)
    except SingularError as error:
        raise _without_length(point) or error from None
    if point.basis is None:
        return Slopes(point, EXACT, found.u_dot, _mass(point), None, (found.by_q, found.by_u, found.by_tau), None)
    basis, places = point.basis, point.places
    by_y = found.by_u @ basis
    half = 0.5 * (by_y if point.bracket is None else by_y + point.bracket @ basis)
    shift = half - basis @ half[places]
    by_x = found.by_q @ basis + found.by_u @ shift
    return Slopes(point, EXACT, found.u_dot, _mass(point), shift, (by_x, by_y, found.by_tau), None)


def _exact_tree(point: Point) -> Slopes | None:
    """By derivatives of joint forces, by the code that equilibria are found with; None where a mass is missing."""
    from scipy.linalg import cho_factor, cho_solve

    mechanism, q, u, time = point.mechanism, point.q, point.u, point.time
    still = inverse_derivatives(mechanism, q, u, np.zeros(mechanism.n), time=time)
    mass = still.by_u_dot
    try:
        u_dot = cho_solve(cho_factor(mass), point.tau - still.tau)
    except np.linalg.LinAlgError:
        return None
    found = inverse_derivatives(mechanism, q, u, u_dot, time=time)
    return Slopes(point, EXACT, u_dot, mass, None, None, (found.by_q, found.by_u))


def _differenced(point: Point) -> Slopes:
    """By differences of accelerations; with loops along closed positions, so that no constraint opens."""
    mechanism, n = point.mechanism, point.mechanism.n

    def u_dot(q: Array, u: Array, tau: Array) -> Array:
        return forward_dynamics(mechanism, q, u, tau, time=point.time, code="shared")

    value = u_dot(point.q[None], point.u[None], point.tau[None])[0]
    basis = np.eye(n) if point.basis is None else point.basis

    def along_x(directions: Array, reach: Array) -> Array:
        q, u = point.neighbours(directions, reach)
        rates = u_dot(q.reshape(-1, mechanism.n_q), u.reshape(-1, n), point.tau)
        return np.concatenate((rates.reshape(*u.shape), u), axis=-1)

    def along_y(directions: Array, reach: Array) -> Array:
        u = point.u + reach[:, None, None] * directions
        return u_dot(point.q, u.reshape(-1, n), point.tau).reshape(u.shape)

    def along_tau(directions: Array, reach: Array) -> Array:
        tau = point.tau + reach[:, None, None] * directions
        return u_dot(point.q, point.u, tau.reshape(-1, n)).reshape(tau.shape)

    moved = slopes_along(along_x, basis.T, units_of(point))
    by_y = slopes_along(along_y, basis.T, units_of(point)).T
    by_tau = slopes_along(along_tau, np.eye(n), np.ones(n)).T
    by_x = moved[:, :n].T
    if point.basis is None:
        return Slopes(point, DIFFERENCES, value, _mass(point), None, (by_x, by_y, by_tau), None)
    # (closing changes independent velocities, too: what they change is taken out again)
    closed = moved[:, n:].T
    by_x = by_x - by_y @ closed[point.places]
    shift = closed - point.basis @ closed[point.places]
    return Slopes(point, DIFFERENCES, value, _mass(point), shift, (by_x, by_y, by_tau), None)


def _large_tree(point: Point, report: Callable[..., None]) -> Slopes:
    """At rest by what weights and forces do; else by differences of joint forces, DoF by DoF."""
    mechanism, n = point.mechanism, point.mechanism.n
    u_dot = forward_dynamics(mechanism, point.q, point.u, point.tau, time=point.time)
    mass = _mass(point)
    report(0.3)
    if not point.u.any() and not mechanism.driven_names and _is_balanced(mechanism, mass, u_dot):
        how = DIFFERENCES if mechanism.forces else EXACT
        return Slopes(point, how, u_dot, mass, None, None, resting_pulls(point))

    def forces(q: Array, u: Array, shape: tuple[int, ...]) -> Array:
        return needed_forces(mechanism, q, u, u_dot, time=point.time).reshape(shape)

    def along_x(directions: Array, reach: Array) -> Array:
        q, u = point.neighbours(directions, reach)
        return forces(q.reshape(-1, mechanism.n_q), point.u, u.shape)

    def along_y(directions: Array, reach: Array) -> Array:
        u = point.u + reach[:, None, None] * directions
        return forces(point.q, u.reshape(-1, n), u.shape)

    units, every = units_of(point), np.eye(n)
    stiffness = slopes_along(along_x, every, units, lambda share: report(0.3 + 0.4 * share)).T
    damping = slopes_along(along_y, every, units, lambda share: report(0.7 + 0.3 * share)).T
    return Slopes(point, DIFFERENCES, u_dot, mass, None, None, (stiffness, damping))


def _is_balanced(mechanism: Mechanism, mass: Array, u_dot: Accelerations) -> bool:
    """Whether what is left of all forces is a billionth of the weights: accelerations then have no part in slopes."""
    weights = np.abs(mass).sum(axis=1) * max(1.0, float(np.linalg.norm(mechanism.gravity)))
    return bool((np.abs(mass @ u_dot) <= BALANCED * weights).all())


def _without_length(point: Point) -> SingularError | None:
    """The error that names springs whose ends coincide: their force has no slope."""
    mechanism = point.mechanism
    poses = dict(zip(mechanism.body_names, body_poses(mechanism, point.q, time=point.time), strict=True))
    names = []
    for name, force in mechanism.forces.items():
        if isinstance(force, SpringDamper):
            ends = ((force.body, force.at), (force.other, force.other_at))
            places = [poses.get(body, np.eye(4)) @ (*at, 1.0) for body, at in ends]
            if not np.abs(places[0] - places[1]).max() > 1e-12 * machine_size(mechanism):
                names.append(name)
    if not names:
        return None
    return SingularError(
        f"'{mechanism.name}' has no linear model here: {listing(names)} has no length, so its force has no slope; linearise at "
        "another state."
    )


def _refuse_infinite(slopes: Slopes) -> None:
    """Slopes that are no numbers."""
    whole = slopes.known or slopes.pulls or ()
    if all(np.isfinite(part).all() for part in (*whole, slopes.mass)):
        return
    mechanism = slopes.point.mechanism
    bad = {k for part in whole for k in np.flatnonzero(~np.isfinite(part).all(axis=1))}
    names = [mechanism.u_names[k] for k in sorted(bad)]
    raise _without_length(slopes.point) or SingularError(
        f"'{mechanism.name}' has no linear model here: the accelerations of {listing(names)} have no slope; linearise at "
        "another state."
    )
