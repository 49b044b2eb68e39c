"""What a linear model tells, by name: coordinates, velocities, accelerations and points exactly, all else by differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bough import api
from bough.api.drives import forces_of_motion
from bough.api.loop_forces import loop_forces
from bough.errors import StateError
from bough.linear.differences import slopes_along
from bough.linear.inputs import AXES, Input
from bough.linear.slopes import Slopes
from bough.linear.tangent import units_of
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.kinds import point_of
from bough.simulation.results.quantities import named
from bough.simulation.results.quantity import Quantity, columns_of
from bough.simulation.results.states import States
from bough.typing import Array

POSITION, VELOCITY, POINT = "position", "velocity", "point:"
LETTERS = ("q", "u", "u_dot")


class Output(NamedTuple):
    """An output's slopes along the states and the inputs."""

    name: str
    units: str
    by_x: Array  # (count,)
    by_y: Array  # (count,)
    by_input: Array  # (inputs,)
    exact: bool = True


def outputs_of(slopes: Slopes, inputs: Sequence[Input], asked: Iterable[str] | None) -> list[Output]:
    """The outputs that a user named; by default all states."""
    point = slopes.point
    if asked is None:
        asked = [f"{letter}.{name}" for letter in ("q", "u") for name in point.names]
    found: dict[str, Output] = {}
    reader = _Reader(slopes, inputs)
    for name in (asked,) if isinstance(asked, str) else asked:
        if not isinstance(name, str):
            raise StateError(f"outputs are names, such as 'u.{next(iter(point.names), 'elbow')}', not {shown(name)}.")
        for one in reader.named(name):
            if one.name in found:
                raise StateError(f"the output '{one.name}' is named twice; leave one out.")
            found[one.name] = one
    return list(found.values())


class _Reader:
    """Finds the slopes of quantities by name."""

    def __init__(self, slopes: Slopes, inputs: Sequence[Input]):
        self.slopes, self.point, self.mechanism = slopes, slopes.point, slopes.point.mechanism
        self.inputs = inputs
        n = self.mechanism.n
        self.basis = np.eye(n) if self.point.basis is None else self.point.basis
        self.shift = np.zeros_like(self.basis) if slopes.shift is None else slopes.shift
        self.pushes = np.array([one.forces for one in inputs]).reshape(len(inputs), n).T
        self.none, self.silent = np.zeros(self.point.count), np.zeros(len(inputs))

    def named(self, name: str) -> list[Output]:
        letter, owner = _letter(self.mechanism, name)
        mechanism = self.mechanism
        if letter == "u_dot":
            return [self._acceleration(k) for k in mechanism.u_places[owner]]
        if letter == "u":
            return [self._velocity(k) for k in mechanism.u_places[owner]]
        if letter == "q" and owner in mechanism.q_places:
            places = mechanism.q_places[owner]
            return [self._coordinate(name if len(places) == 1 else f"q.{mechanism.q_names[k]}", k) for k in places]
        if letter == "q":
            return [self._motion(name, mechanism.u_places[owner][0])]
        kind, target, axis = _place(name)
        if kind and (found := point_of(mechanism, target)) is not None:
            return self._point(name, *found, (axis,) if axis else AXES, kind == VELOCITY)
        return self._others(name)

    @cached_property
    def _rates(self) -> Array:
        """Rates of coordinates along x, (count, n_q)."""
        q = np.broadcast_to(self.point.q, (self.point.count, self.mechanism.n_q))
        return api.coordinate_rates(self.mechanism, q, self.basis.T, time=self.point.time)

    def _coordinate(self, name: str, k: int) -> Output:
        return Output(name, self.mechanism.q_units[k], self._rates[:, k], self.none, self.silent)

    def _motion(self, name: str, k: int) -> Output:
        """Along a velocity that is no rate of a coordinate."""
        units = self.mechanism.u_units[k].removesuffix("/s")
        return Output(name, units, self.basis[k], self.none, self.silent)

    def _velocity(self, k: int) -> Output:
        name = f"u.{self.mechanism.u_names[k]}"
        return Output(name, self.mechanism.u_units[k], self.shift[k], self.basis[k], self.silent)

    def _acceleration(self, k: int) -> Output:
        by_x, by_y, by_tau = self.slopes.full
        units = self.mechanism.u_units[k].replace("/s", "/s²")
        return Output(f"u_dot.{self.mechanism.u_names[k]}", units, by_x[k], by_y[k], by_tau[k] @ self.pushes)

    def _point(self, name: str, body: str, at: Array, axes: Sequence[str], moving: bool) -> list[Output]:
        """Components of the position or velocity of a point, along ground axes.

        The velocity J u changes along ξ by J̇ ξ - J [u, ξ], as positions are functions of q.
        """
        point, mechanism = self.point, self.mechanism
        jacobian = api.point_jacobian(mechanism, point.q, body, at, time=point.time)[:3]
        along_x, along_y = jacobian @ self.basis, np.zeros((3, point.count))
        if moving:
            rate = api.point_jacobian_rate(mechanism, point.q, point.u, body, at, time=point.time)[:3]
            if point.bracket is not None:
                rate = rate - jacobian @ point.bracket
            along_x, along_y = rate @ self.basis + jacobian @ self.shift, along_x
        units = "m/s" if moving else "m"
        rows = {axis: (along_x[k], along_y[k]) for k, axis in enumerate(AXES)}
        return [Output(name if len(axes) == 1 else f"{name}.{axis}", units, *rows[axis], self.silent) for axis in axes]

    def _others(self, name: str) -> list[Output]:
        """Whatever results have a name for, by differences."""
        columns = columns_of(named(self.mechanism, name))
        for one in columns:
            if one.needs_run:
                raise StateError(
                    f"'{one.name}' follows from the motion before a state, so a linear model has none of it."
                )
        by_x, by_y, by_input = self._differences(columns)
        return [
            Output(one.name, one.units, by_x[:, k], by_y[:, k], by_input[:, k], False) for k, one in enumerate(columns)
        ]

    def _differences(self, columns: Sequence[Quantity]) -> tuple[Array, Array, Array]:
        """Slopes along x, y and inputs: a row for each, a column for each quantity."""
        point, mechanism, n = self.point, self.mechanism, self.mechanism.n

        def values(q: Array, u: Array, tau: Array, wrenches: Array | None, shape: tuple[int, ...]) -> Array:
            count = int(np.prod(shape))
            parts = [np.broadcast_to(x, (*shape, x.shape[-1])).reshape(count, x.shape[-1]) for x in (q, u, tau)]
            at, moving, forces = parts
            states = Loaded(mechanism, at, moving, forces, point.time, wrenches)
            return np.stack([one.read(states) for one in columns], axis=-1).reshape(*shape, len(columns))

        def along_x(directions: Array, reach: Array) -> Array:
            q, u = point.neighbours(directions, reach)
            return values(q, u, point.tau, None, u.shape[:2])

        def along_y(directions: Array, reach: Array) -> Array:
            u = point.u + reach[:, None, None] * directions
            return values(point.q, u, point.tau, None, u.shape[:2])

        def along_input(directions: Array, reach: Array) -> Array:
            tau = np.array([one.forces if one.wrenches is None else np.zeros(n) for one in self.inputs]).reshape(-1, n)
            none = np.zeros((len(mechanism), 6))
            loads = np.array([none if one.wrenches is None else one.wrenches for one in self.inputs])
            amounts = reach[:, None, None] * directions
            wrenches = np.tensordot(amounts, loads, 1).reshape(-1, len(mechanism), 6) if loads.any() else None
            return values(point.q, point.u, point.tau + amounts @ tau, wrenches, amounts.shape[:2])

        units = units_of(point)
        by_x, by_y = slopes_along(along_x, self.basis.T, units), slopes_along(along_y, self.basis.T, units)
        # (closing changes independent velocities, too)
        if point.basis is not None:
            moved = slopes_along(lambda d, r: point.neighbours(d, r)[1][..., point.places], self.basis.T, units)
            by_x = by_x - moved @ by_y
        by_input = slopes_along(along_input, np.eye(len(self.inputs)), np.ones(len(self.inputs)))
        return by_x, by_y, by_input.reshape(len(self.inputs), len(columns))


def _letter(mechanism: Mechanism, name: str) -> tuple[str, str]:
    """What a name asks of coordinates, velocities or accelerations: ``u.elbow``, ``elbow.u`` or ``elbow``; or nothing."""
    if name in mechanism.q_places:
        return "q", name
    first, _, rest = name.partition(".")
    begin, _, last = name.rpartition(".")
    for letter, owner in ((first, rest), (last, begin)):
        if letter in LETTERS and owner in mechanism.u_places:
            return letter, owner
        if letter == "q" and owner in mechanism.q_places:
            return letter, owner
    return "", ""


def _place(name: str) -> tuple[str, str, str]:
    """Position or velocity, of what, and which component: of ``point:hook.z``, ``velocity.hook`` or ``hook.position.z``."""
    text, kind = name, ""
    if name.startswith(POINT):
        text, kind = name.removeprefix(POINT), POSITION
    axis = text[-1] if text.endswith(tuple(f".{one}" for one in AXES)) else ""
    text = text.removesuffix(f".{axis}") if axis else text
    for one in (POSITION, VELOCITY):
        if text.startswith(f"{one}.") and not kind:
            return one, text.removeprefix(f"{one}."), axis
        if text.endswith(f".{one}"):
            return one, text.removesuffix(f".{one}"), axis
    return kind, text, axis


class Loaded(States):
    """States under joint forces, and under wrenches on bodies if there are any."""

    def __init__(self, mechanism: Mechanism, q: Array, u: Array, tau: Array, time: float, wrenches: Array | None):
        super().__init__(mechanism, np.ascontiguousarray(q), np.ascontiguousarray(u), np.full(len(q), time))
        self.tau, self.wrenches = np.ascontiguousarray(tau), wrenches

    @cached_property
    def accelerations(self) -> Array:
        found: Array = self._call(api.forward_dynamics, self.u, self.tau, wrenches=self.wrenches)
        return found

    @cached_property
    def _forces(self) -> api.Kinetostatics:
        found: api.Kinetostatics = self._call(
            forces_of_motion, self.u, self.accelerations, self.tau, wrenches=self.wrenches
        )
        return found

    @cached_property
    def loops(self) -> Array:
        found = loop_forces(
            self.mechanism, self.q, self.u, self.accelerations, self.tau, wrenches=self.wrenches, time=self.time
        )
        return found.wrenches
