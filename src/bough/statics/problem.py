"""The equations of rest: the joint forces that a mechanism needs to stay where it is, along the motions left to it.

Velocities are counted in radians, or in sizes of the mechanism, so that all forces are moments. Loops and held joints
leave the directions of a ``basis``; forces along these have to vanish, and the derivatives of these forces are the
stiffness. Exact derivatives are those of own code. Where there are none (functions of the user, copies of a mechanism
with other numbers, very large ones) central differences take their place.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bough.api.accelerations import mass_matrix
from bough.api.derivatives import forward_derivatives, inverse_derivatives
from bough.api.loop_forces import constraint_count, loop_rows, needed_forces
from bough.api.loops import assemble, free_velocities, names_of
from bough.api.tangent import Tangent
from bough.api.wrenches import force_wrenches
from bough.errors import SingularError, UnsupportedError
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates, JointForces

STEP = 6e-6  # of central differences, about the cube root of the rounding unit
SOON = 200  # with loops, bodies and constraints times DoFs up to which exact derivatives are compiled
EXACT, DIFFERENCES = "exact", "differences"


def _is_soon(mechanism: Mechanism) -> bool:
    """Whether own code for exact derivatives is compiled in a few seconds."""
    return not mechanism.loops or (len(mechanism) + constraint_count(mechanism)) * mechanism.n <= SOON


class Rest(NamedTuple):
    """A mechanism that stands still at a position, closed where it has loops."""

    q: Coordinates
    needed: JointForces  # joint forces that keep it there, in the order of u
    basis: Array  # (n, d): the directions of motion that are left, a column each, as velocities
    carried: JointForces  # the part of the needed forces that loops carry
    multipliers: Array  # of the loops' constraints
    unbalanced: Array  # (d,): what is missing along each direction, as moments

    @property
    def worst(self) -> float:
        """The largest moment that is missing."""
        return float(np.linalg.norm(self.unbalanced))


class Linear(NamedTuple):
    """Linear equations of small motions along the directions that are left: M ÿ + C ẏ + K y = 0."""

    stiffness: Array
    damping: Array
    mass: Array


class Problem(Tangent):
    """Where a mechanism rests at a time, with some joints held and joint forces ``push`` from outside.

    ``pins``: directions (n, …) along which it does not move, although nothing holds it there.
    """

    pins: Array | None = None

    def __init__(
        self,
        mechanism: Mechanism,
        hold: Iterable[str] = (),
        time: float = 0.0,
        push: JointForces | None = None,
        exact: bool = True,
        like: Mechanism | None = None,
    ):
        self.hold, self.push = names_of(hold), push
        super().__init__(mechanism, free_velocities(mechanism, self.hold), time, like)
        self.exact = exact and _is_soon(mechanism)

    @property
    def derivatives(self) -> str:
        """How derivatives are computed."""
        return EXACT if self.exact else DIFFERENCES

    def pushed(self, push: JointForces) -> Problem:
        """The same with other forces from outside."""
        return Problem(self.mechanism, self.hold, self.time, push, self.exact, self.like)

    def pinned(self, pins: Array | None) -> Problem:
        """The same, kept from moving along some directions; None for none."""
        if pins is self.pins:
            return self
        found = Problem(self.mechanism, self.hold, self.time, self.push, self.exact, self.like)
        found.pins = pins
        return found

    @cached_property
    def zero(self) -> Array:
        return np.zeros(self.mechanism.n)

    # --- positions ------------------------------------------------------------------------------------------------

    def closed(self, q: Coordinates) -> Coordinates:
        """The nearest position with closed loops; raises if there is none."""
        return assemble(self.mechanism, q, hold=self.hold, time=self.time) if self.mechanism.loops else q

    def along(self, rest: Rest, change: Array) -> Array:
        """The parts of a change of the position along the directions that are left."""
        return (rest.basis / self.units[:, None] ** 2).T @ change

    def rest(self, q: Coordinates) -> Rest:
        """The forces at a position."""
        mechanism, free, units = self.mechanism, self.free, self.units
        needed = needed_forces(mechanism, q, self.zero, self.zero, time=self.time)
        if self.push is not None:
            needed = needed - self.push
        directions = np.eye(mechanism.n)[:, free]
        carried, multipliers = self.zero, np.empty(0)
        if mechanism.loops:
            closing = self.closing(q)
            left, values, right, rank = found = closing.decomposed(free)
            directions = directions @ found.motions
            solved = (right[:rank] @ (needed * units)[free]) / values[:rank]
            multipliers = (left[:, :rank] @ solved) / closing.units
            carried = closing.rows.jacobian.T @ multipliers
        if self.pins is not None:
            along = (self.pins / units[:, None]).T @ directions
            directions = directions @ np.linalg.svd(along)[2][len(along) :].T
        basis = units[:, None] * directions
        return Rest(q, needed, basis, carried, multipliers, basis.T @ needed)

    # --- derivatives ----------------------------------------------------------------------------------------------

    def stiffness(self, rest: Rest) -> Array:
        """K: how the unbalanced forces change along the directions that are left."""
        exact = self._exactly(rest)
        return exact.stiffness if exact else self._difference(rest, rest.basis.T)

    def linear(self, rest: Rest) -> Linear:
        """The linear equations of small motions."""
        if exact := self._exactly(rest):
            return exact
        basis, count = rest.basis, rest.basis.shape[1]
        speeds = STEP * np.vstack((basis.T, -basis.T))
        many = np.broadcast_to(rest.q, (2 * count, len(rest.q)))
        forces = needed_forces(self.mechanism, many, speeds, self.zero, time=self.time) if count else speeds
        damping = basis.T @ (forces[:count] - forces[count:]).T / (2.0 * STEP)
        return Linear(self._difference(rest, basis.T), damping, self.mass(rest))

    def mass(self, rest: Rest) -> Array:
        """M along the directions that are left."""
        return rest.basis.T @ mass_matrix(self.mechanism, rest.q, time=self.time) @ rest.basis

    def _exactly(self, rest: Rest) -> Linear | None:
        """The linear equations by exact derivatives, if there are any."""
        if self.exact:
            try:
                return self._exact(rest)
            except UnsupportedError:
                self.exact = False
            except SingularError:  # (a force has no slope here, such as a spring of no length)
                pass
        return None

    def _exact(self, rest: Rest) -> Linear:
        basis, zero = rest.basis, self.zero
        if not self.mechanism.n:
            return Linear(*np.zeros((3, 0, 0)))
        if not self.mechanism.loops:
            tree = inverse_derivatives(self.mechanism, rest.q, zero, zero, time=self.time)
            return Linear(*(basis.T @ table @ basis for table in (tree.by_q, tree.by_u, tree.by_u_dot)))
        # (with what is missing added as joint forces nothing moves, so that only forces change to first order)
        missing = rest.needed - rest.carried + (self.push if self.push is not None else 0.0)
        found = forward_derivatives(self.mechanism, rest.q, zero, missing, time=self.time)
        mass = mass_matrix(self.mechanism, rest.q, time=self.time)
        weighed = basis.T @ mass
        return Linear(-weighed @ found.by_q @ basis, -weighed @ found.by_u @ basis, weighed @ basis)

    def _difference(self, rest: Rest, directions: Array) -> Array:
        """The change of unbalanced forces along some directions (d, n), the loops' forces being as they are."""
        if not len(directions):
            return np.zeros((rest.basis.shape[1], 0))
        places = self.moved(rest.q, STEP * np.vstack((directions, -directions)))
        ahead, behind = np.split(self.open_forces(rest, places), 2)
        return rest.basis.T @ (ahead - behind).T / (2.0 * STEP)

    def open_forces(self, rest: Rest, places: Array) -> Array:
        """Needed forces at some positions (B, n) without those that the loops' multipliers of ``rest`` carry."""
        forces = needed_forces(self.mechanism, places, self.zero, self.zero, time=self.time)
        if self.mechanism.loops:
            rows = loop_rows(self.mechanism, places, time=self.time)
            forces = forces - np.einsum("bcn,c->bn", rows.jacobian, rest.multipliers)
        return forces if self.push is None else forces - self.push

    # --- sizes ----------------------------------------------------------------------------------------------------

    def load(self, rest: Rest) -> float:
        """A moment of the order of the loads that balance one another, by which remainders are judged."""
        mechanism, size = self.mechanism, self.size
        load = mechanism.mass * float(np.linalg.norm(mechanism.gravity)) * size
        if mechanism.forces:
            wrenches = np.abs(force_wrenches(mechanism, rest.q, self.zero, time=self.time))
            load += float((wrenches[:, :3] * size).sum() + wrenches[:, 3:].sum())
        return load + float(np.abs(rest.needed * self.units).max(initial=0.0))
