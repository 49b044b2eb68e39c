"""``campbell``: frequencies of a rotor over its speed, forward and backward whirl, and critical speeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.api import body_poses, body_twists
from bough.compiled.progress import progress_bar
from bough.errors import StateError
from bough.linear.following import Branches, followed, numbers_of
from bough.linear.model import LinearModel, model_at
from bough.linear.modes import Mode, Modes
from bough.linear.shapes import moved_bodies
from bough.linear.tangent import StateLike
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import AnyPath, Array, ByName, VelocitiesLike

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

ROUND = 0.1  # share of a circle from which on an orbit has a sense
SAME = 1e-9  # critical speeds that differ by less are one
FORWARD, BACKWARD, NEITHER = "forward", "backward", ""


@dataclass(frozen=True, eq=False)
class Campbell:
    """Frequencies of a rotor over its ``speeds`` in rad/s; ``modes`` has all of each speed."""

    mechanism: Mechanism
    spins: tuple[str, ...]
    speeds: Array
    modes: tuple[Modes, ...]
    branches: Branches
    senses: Array  # (speeds, modes): 1 for a circle with the spin, -1 against it, 0 for a straight line
    model: Any  # the linear model of a speed

    @property
    def dataset(self) -> xr.Dataset:
        """``frequency`` in Hz, ``damping`` ratio and ``whirl`` (1 forward, -1 backward, 0 neither) over (speed, mode)."""
        import xarray as xr

        values = self.branches.eigenvalues
        size = np.abs(values)
        variables: dict[str, Any] = {
            "frequency": (("speed", "mode"), np.abs(values.imag) / (2 * np.pi), {"units": "Hz"}),
            "damping": (("speed", "mode"), -values.real / np.where(size > 0.0, size, 1.0), {"units": "1"}),
            "whirl": (("speed", "mode"), self.senses),
        }
        return xr.Dataset(variables, {"speed": ("speed", self.speeds, {"units": "rad/s"})})

    def critical_speeds(self, order: float = 1.0) -> list[float]:
        """Speeds in rad/s at which a mode has ``order`` times the frequency of the rotor, found to rounding.

        Modes that do not oscillate have none.
        """
        from scipy.optimize import brentq

        if not isinstance(order, int | float) or not np.isfinite(order) or order <= 0.0:
            raise StateError(f"order must be a positive number, not {shown(order)}.")
        found = []
        lines = np.abs(self.branches.eigenvalues.imag)
        for k in range(lines.shape[1]):
            apart = lines[:, k] - order * np.abs(self.speeds)
            for at in range(len(apart) - 1):
                if apart[at] == 0.0 and lines[at, k] > 0.0:
                    found.append(float(self.speeds[at]))
                elif apart[at] * apart[at + 1] < 0.0 and lines[at : at + 2, k].all():
                    ends = self.speeds[at], self.speeds[at + 1]
                    found.append(
                        float(brentq(self._apart, *ends, args=(order, lines[at : at + 2, k], ends), rtol=1e-14))
                    )
        return [speed for k, speed in enumerate(sorted(found)) if not k or speed > sorted(found)[k - 1] * (1.0 + SAME)]

    def _apart(self, speed: float, order: float, values: Array, ends: tuple[float, float]) -> float:
        """How far the mode that runs between two frequencies is from a multiple of the speed."""
        share = (speed - ends[0]) / (ends[1] - ends[0])
        expected = (1.0 - share) * values[0] + share * values[1]
        here = np.abs(self.model(speed).modes().eigenvalues.imag)
        return float(here[np.abs(here - expected).argmin()] - order * abs(speed))

    def plot(
        self, path: AnyPath | None = None, orders: Sequence[float] = (1.0, 2.0), highest: float | None = None
    ) -> Figure:
        """Draw frequencies over speed, up to the ``highest`` in Hz, with lines of multiples of the speed, and critical speeds."""
        from bough.linear.pictures import draw_campbell

        return draw_campbell(self, path, (orders,) if isinstance(orders, int | float | str) else orders, highest)

    def __repr__(self) -> str:
        chosen = np.unique(np.linspace(0, len(self.speeds) - 1, min(5, len(self.speeds))).round().astype(int))
        data = self.dataset
        rows = [("rpm", *(f"{60 * self.speeds[k] / (2 * np.pi):.5g}" for k in chosen), "")]
        for mode in range(data.sizes["mode"]):
            values = data.frequency.values[chosen, mode]
            if np.nan_to_num(values).any():
                word = {1: FORWARD, -1: BACKWARD}.get(int(data.whirl.values[-1, mode]), NEITHER)
                rows.append(("Hz", *(f"{value:.5g}" for value in values), word))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join((f"Campbell diagram of '{self.mechanism.name}', spin of {listing(self.spins)}", *lines))


def campbell(
    mechanism: Mechanism,
    spin: str | Sequence[str],
    speeds: ArrayLike,
    q: StateLike = None,
    *,
    u: ByName | None = None,
    tau: VelocitiesLike | ByName | None = None,
    time: float | None = None,
    progress: bool | None = None,
) -> Campbell:
    """Frequencies of a rotor over its speed: ``spin`` names the velocity of its turning, or several, ``speeds`` in rad/s.

    ``q``: the state around which it turns, as in :func:`linearise`; ``u``: further velocities by name, such as those of
    other shafts. Let the rotor's own turning be the last joint, on joints that carry its sway and tilt: frequencies are
    then those that an observer at rest sees. Whirl is forward where orbits run with the spin.
    """
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"campbell takes a bough.Mechanism, not {shown(mechanism)}.")
    spins = (spin,) if isinstance(spin, str) else tuple(spin)
    for name in spins or (spin,):
        if name not in mechanism.u_names:
            raise StateError(f"no velocity {shown(name)} in '{mechanism.name}': {remedy(name, mechanism.u_names)}")
    turning = numbers_of(speeds, "speeds in rad/s")

    def model(speed: float) -> LinearModel:
        return model_at(mechanism, q, {**(u or {}), **dict.fromkeys(spins, speed)}, tau, time, (), ())

    sets, sense = [], []
    axis = None
    with progress_bar(progress, f"Campbell diagram of {mechanism.name}") as report:
        for k, speed in enumerate(turning.tolist()):
            report(k / len(turning))
            at = model(speed)
            axis = _axis(at, spins[0]) if axis is None else axis
            sets.append(at.modes())
            sense.append({mode.eigenvalue: whirl(mode, axis) * np.sign(speed) for mode in sets[-1]})
    branches = followed(sets)
    senses = np.array(
        [[_sense(own, value) for value in row] for own, row in zip(sense, branches.eigenvalues, strict=True)]
    )
    senses = _continued(senses, turning)
    return Campbell(mechanism, spins, turning, tuple(sets), branches, senses, model)


def _sense(known: dict[complex, float], value: complex) -> float:
    found = known.get(complex(value), 0.0)
    return float(np.sign(found)) if abs(found) > ROUND else 0.0


def _continued(senses: Array, speeds: Array) -> Array:
    """At rest there is no spin to run with: a mode then has the sense that it has beside it."""
    for k in np.flatnonzero(speeds == 0.0):
        beside = k + 1 if k + 1 < len(speeds) else k - 1
        if 0 <= beside < len(speeds):
            senses[k] = senses[beside]
    return senses


def _axis(model: LinearModel, spin: str) -> Array:
    """The axis of the spin, along ground axes."""
    mechanism, place = model.mechanism, model.mechanism.u_names.index(spin)
    body = next(k for k, one in enumerate(mechanism.bodies) if place in mechanism.u_places.get(one.name, ()))
    unit = np.eye(mechanism.n)[place]
    still = body_twists(mechanism, model.q, 0.0 * unit, time=model.time)
    turn = (body_twists(mechanism, model.q, unit, time=model.time) - still)[body, 3:]
    if not turn.any():
        raise StateError(f"'{spin}' turns nothing; name the velocity of a hinge as spin.")
    axis: Array = body_poses(mechanism, model.q, time=model.time)[body, :3, :3] @ turn
    return axis / np.linalg.norm(axis)


def whirl(mode: Mode, axis: Array) -> float:
    """From -1 to 1: the sense in which bodies run around the axis, weighed by what they move.

    A point at Re(d exp(iωt)), d = a + ib, runs around the axis n with -(a × b)·n; turned axes likewise.
    """
    if not mode.oscillates:
        return 0.0
    inertias = [body.inertia for body in mode._point.mechanism.bodies]
    weights = [one.mass for one in inertias], [0.5 * np.trace(one.tensor) for one in inertias]
    run = size = 0.0
    for d, weight in zip(moved_bodies(mode), weights, strict=True):
        across = d - np.outer(d @ axis, axis)
        run += -2.0 * float(np.cross(across.real, across.imag) @ axis @ np.array(weight))
        size += float((np.abs(across) ** 2).sum(axis=1) @ np.array(weight))
    return run / size if size else 0.0
