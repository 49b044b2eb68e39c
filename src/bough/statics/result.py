"""A position of rest with what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.api.loop_forces import machine_size
from bough.errors import StateError
from bough.mechanism.checks import remedy
from bough.mechanism.mechanism import Mechanism
from bough.statics.stability import STABLE
from bough.typing import Array, Coordinates

MOST_SHOWN = 8  # coordinates and directions in a text
ROUNDING = 1e-13  # the share of a number's usual size below which a text has zero

Direction = Mapping[str, float]
"""A direction of motion: velocities by name, the largest being 1."""


class Reaction(NamedTuple):
    """Force and moment of a joint on its body, as :meth:`Trajectory.reactions` gives them."""

    force: Array
    moment: Array
    unique: bool = True  # of loops: whether they follow from the position, or are the least of many


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium:
    """A position at which a mechanism stays at rest; ``found["boom"]`` is a coordinate, or those of a joint.

    It may be given wherever q is asked for.

    ``q``: the position; ``residual``: the largest force that is left unbalanced, in N or N·m, and ``load``:
    the size of the moments that balance one another; ``energy``: the potential
    energy. ``stability`` is "stable" (no small motion grows), "unstable", or "neutral" (none grows, and some direction
    has no stiffness), from ``eigenvalues`` of the linearised motion. ``free``: directions without stiffness;
    ``unstable``: directions of motions that grow; both as velocities by name.

    ``reactions`` of joints by body, ``loop_reactions`` by loop, ``drives`` of driven joints, ``holding``: the forces
    that hold what was to be held. ``found_by``: "newton", "continuation" or "damped motion", in so many
    ``iterations``; ``derivatives``: "exact", or "differences" where a force is a function of Python.
    ``lasting``: whether it stays one as time goes on.
    """

    mechanism: Mechanism
    time: float
    q: Coordinates
    residual: float
    load: float
    energy: float
    stability: str
    eigenvalues: NDArray[np.complex128]
    free: tuple[Direction, ...]
    unstable: tuple[Direction, ...]
    reactions: Mapping[str, Reaction]
    loop_reactions: Mapping[str, Reaction]
    drives: Mapping[str, float]
    holding: Mapping[str, float]
    found_by: str
    iterations: int
    derivatives: str
    lasting: bool
    frozen: bool

    @property
    def coordinates(self) -> dict[str, float]:
        """The position by name."""
        return dict(zip(self.mechanism.q_names, self.q.tolist(), strict=True))

    @property
    def is_stable(self) -> bool:
        """Whether no small motion grows and all directions have stiffness."""
        return self.stability == STABLE

    def __getitem__(self, name: str) -> float | Array:
        places = self.mechanism.q_places
        if name not in places:
            raise StateError(f"no coordinate '{name}' in '{self.mechanism.name}': {remedy(name, places)}")
        if name in self.mechanism.q_names:
            return float(self.q[places[name][0]])
        return self.q[list(places[name])]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """Its position, so that it can be given wherever q is asked for."""
        return np.array(self.q, dtype)

    def __repr__(self) -> str:
        size = machine_size(self.mechanism)
        values = [
            f"{name} = {number_text(x, size if unit == 'm' else 1.0)}{'' if unit == '1' else f' {unit}'}"
            for (name, x), unit in zip(self.coordinates.items(), self.mechanism.q_units, strict=True)
        ]
        more = f", … ({len(values)} coordinates)" if len(values) > MOST_SHOWN else ""
        lines = [f"Equilibrium of '{self.mechanism.name}'{self._when()}: {self._stability()}"]
        lines += [f"  {', '.join(values[:MOST_SHOWN])}{more}"] if values else []
        lines += [f"  free: {direction_text(one)}" for one in self.free[:MOST_SHOWN]]
        lines += [f"  unstable: {direction_text(one)}" for one in self.unstable[:MOST_SHOWN]]
        lines += [f"  held by {self._force(name, force)} on '{name}'" for name, force in self.holding.items()]
        lines += [f"  driven by {self._force(name, force)} on '{name}'" for name, force in self.drives.items()]
        how = f"by {self.found_by}, {self.iterations} iteration{'s' * (self.iterations != 1)}"
        how += "" if self.derivatives == "exact" else ", derivatives by differences"
        lines.append(
            f"  energy {number_text(self.energy, self.load)} J; found {how}, {self.residual:.2g} N or N·m left"
        )
        return "\n".join(lines)

    def _force(self, name: str, force: float) -> str:
        """A joint force with its unit."""
        mechanism = self.mechanism
        units = dict(zip(mechanism.u_names, mechanism.u_units, strict=True))
        rates = (unit for _, driven in mechanism.driven for unit in driven.joint.u_units)
        units |= dict(zip(mechanism.driven_names, rates, strict=True))
        if units[name] == "m/s":
            return f"{number_text(force, self.load / machine_size(mechanism))} N"
        return f"{number_text(force, self.load)} N·m"

    def _when(self) -> str:
        if self.frozen and self.mechanism.is_timed:
            return f" with its drives stopped at t = {self.time:g} s"
        return "" if self.lasting and not self.mechanism.is_timed else f" at t = {self.time:g} s"

    def _stability(self) -> str:
        return self.stability if self.lasting else f"{self.stability}, at this moment only"


def number_text(value: float, size: float) -> str:
    """A number beside others of a size: what is rounding is zero."""
    return f"{value:.6g}" if abs(value) > ROUNDING * size else "0"


def direction_text(direction: Direction) -> str:
    """A direction in a line: 1 elbow - 0.5 wrist."""
    parts = list(direction.items())
    text = " ".join(f"{'-' if x < 0 else '+'} {abs(x):.3g} {name}" for name, x in parts[:MOST_SHOWN])
    return text.removeprefix("+ ") + (" + …" if len(parts) > MOST_SHOWN else "")


def directions_by_name(mechanism: Mechanism, columns: Array, units: Array) -> tuple[Direction, ...]:
    """Velocities by name of some directions, a column each; small parts are left out.

    ``units``: what counts as one of each velocity.
    """
    found = []
    for column in columns.T:
        sizes = np.abs(column / units)
        scaled = column / column[int(sizes.argmax())]
        there = sizes > 1e-7 * sizes.max()
        found.append(
            {name: float(x) for name, x, is_there in zip(mechanism.u_names, scaled, there, strict=True) if is_there}
        )
    return tuple(found)


def plain_basis(columns: Array) -> Array:
    """A basis of the same directions with as many zeros as elimination gives."""
    basis = columns.T.copy()
    pivots: list[int] = []
    for k in range(len(basis)):
        left = np.abs(basis[k])
        left[pivots] = 0.0
        pivot = int(left.argmax())
        basis[k] /= basis[k, pivot]
        for other in range(len(basis)):
            if other != k:
                basis[other] -= basis[other, pivot] * basis[k]
        pivots.append(pivot)
    return basis.T
