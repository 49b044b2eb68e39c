"""What a linear model tells, by name: coordinates, velocities, accelerations, points, and whatever else has a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bough.api import coordinate_rates, point_jacobian, point_jacobian_rate
from bough.errors import StateError
from bough.linear.inputs import AXES, POINT, Input, place_of
from bough.linear.slopes import Slopes
from bough.mechanism.checks import shown
from bough.typing import Array

POSITION, VELOCITY = ("position.", "point:"), ("velocity.",)


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
    found: list[Output] = []
    reader = _Reader(slopes, inputs)
    for name in (asked,) if isinstance(asked, str) else asked:
        if not isinstance(name, str):
            raise StateError(f"outputs are names, such as 'u.{next(iter(point.names), 'elbow')}', not {shown(name)}.")
        for one in reader.named(name):
            if any(one.name == other.name for other in found):
                raise StateError(f"the output '{one.name}' is named twice; leave one out.")
            found.append(one)
    return found


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
        mechanism = self.mechanism
        kind, _, rest = name.partition(".")
        if kind == "u_dot" and rest in mechanism.u_places:
            return [self._acceleration(k) for k in mechanism.u_places[rest]]
        if kind == "u" and rest in mechanism.u_places:
            return [self._velocity(k) for k in mechanism.u_places[rest]]
        for text in (name, rest if kind == "q" else ""):
            if text in mechanism.q_names:
                return [self._coordinate(name, mechanism.q_names.index(text))]
            if text in mechanism.u_places and text not in mechanism.q_places:  # a motion along a velocity
                return [self._motion(name, mechanism.u_places[text][0])]
            if text in mechanism.q_places:
                return [self._coordinate(f"q.{mechanism.q_names[k]}", k) for k in mechanism.q_places[text]]
        for begin in (*POSITION, *VELOCITY):
            if name.startswith(begin):
                return self._place(name, name.removeprefix(begin), begin in VELOCITY)
        return [self._other(name)]

    def _coordinate(self, name: str, k: int) -> Output:
        count = self.point.count
        rates = coordinate_rates(
            self.mechanism,
            np.broadcast_to(self.point.q, (count, self.mechanism.n_q)),
            self.basis.T,
            time=self.point.time,
        )
        return Output(name, self.mechanism.q_units[k], rates[:, k], self.none, self.silent)

    def _motion(self, name: str, k: int) -> Output:
        units = self.mechanism.u_units[k].removesuffix("/s")
        return Output(name, units, self.basis[k], self.none, self.silent)

    def _velocity(self, k: int) -> Output:
        name = f"u.{self.mechanism.u_names[k]}"
        return Output(name, self.mechanism.u_units[k], self.shift[k], self.basis[k], self.silent)

    def _acceleration(self, k: int) -> Output:
        by_x, by_y, by_tau = self.slopes.full
        units = self.mechanism.u_units[k].replace("/s", "/s²")
        return Output(f"u_dot.{self.mechanism.u_names[k]}", units, by_x[k], by_y[k], by_tau[k] @ self.pushes)

    def _place(self, name: str, text: str, moving: bool) -> list[Output]:
        """Components of the position or velocity of a point, along ground axes.

        The velocity J u changes along ξ by J̇ ξ - J [u, ξ], as positions are functions of q.
        """
        target, _, axis = text.rpartition(".")
        axes: tuple[str, ...]
        if axis not in AXES or text in self.mechanism.body_index:
            target, axes = text, AXES
        else:
            axes = (axis,)
        if found := POINT.fullmatch(text):  # (a point's numbers have dots)
            ending = (found[3] or "").removeprefix(".")
            target, axes = text.removesuffix(f".{ending}") if ending else text, (ending,) if ending else AXES
            if ending not in ("", *AXES):
                raise StateError(f"{shown(name)} must end with .x, .y or .z, or with the point.")
        point, mechanism = self.point, self.mechanism
        body, at = place_of(mechanism, target, "position.boom(0, 0, 1.2).z")
        jacobian = point_jacobian(mechanism, point.q, body, at, time=point.time)[:3]
        along_x, along_y = jacobian @ self.basis, np.zeros((3, point.count))
        if moving:
            rate = point_jacobian_rate(mechanism, point.q, point.u, body, at, time=point.time)[:3]
            if point.bracket is not None:
                rate = rate - jacobian @ point.bracket
            along_x, along_y = rate @ self.basis + jacobian @ self.shift, along_x
        return [
            Output(
                name if len(axes) == 1 else f"{name}.{axis}",
                "m/s" if moving else "m",
                along_x[AXES.index(axis)],
                along_y[AXES.index(axis)],
                self.silent,
            )
            for axis in axes
        ]

    def _other(self, name: str) -> Output:
        raise StateError(f"no output {shown(name)} of '{self.mechanism.name}'.")
