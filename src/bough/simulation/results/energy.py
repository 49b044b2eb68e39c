"""The balance of energy of a motion: kinetic and potential energy, the work of forces, and what is missing.

Each is a function of a trajectory, which caches the result.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough import api
from bough.simulation.results.observe import acceleration_values
from bough.simulation.results.stored import WORK
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.results.works import (
    dissipated_stores,
    force_energies,
    force_powers,
    forces,
    kinetic_and_potential,
    works,
)
from bough.typing import Accelerations, Array

if TYPE_CHECKING:
    import xarray as xr

# central difference of order 8: weights of the differences at 1, 2, 3, 4 steps; a step is a small fraction of the time
# in which the motion changes
WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
SHARE = 1e-2
AT_REST = 1e-9  # share of potential energy: where less is exchanged, the drift is rounding


def energy(run: Trajectory) -> xr.Dataset:
    """The balance of energy, and in its attributes how well it closes."""
    known = run.keep(balance)
    if "summary" not in known.attrs:
        found = closing(known)
        known.attrs = {**found._asdict(), "summary": drift_text(found)}
    return known


def balance(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    kinetic, potential = np.moveaxis(run.keep(kinetic_and_potential), -1, 0)
    done, work = run.keep(works), run._work
    if work is None:  # (what a damped spring stores is in the potential energy)
        work = done.values[..., ~done.conservative].sum(-1) - run.keep(dissipated_stores)
    missing = kinetic + potential - work
    parts = {
        "kinetic": (kinetic, "kinetic energy"),
        "potential": (potential, "potential energy"),
        "total": (kinetic + potential, "kinetic and potential energy"),
        "work": (work, WORK),
        "drift": (missing - missing[..., :1], "error of the energy balance"),
    }
    of_forces = run.labelled(
        done.values, "work_of", "force", units="J", long_name="work of the force", force=done.names
    )
    found: dict[str, Any] = {}
    for name, (values, what) in parts.items():  # (with the labels of the works: to label each would take longer)
        values.setflags(write=False)
        found[name] = (of_forces.dims[:-1], values, {"long_name": what, "units": "J"})
    attrs = {"guessed": done.guessed if run._work is None else 0}
    return xr.Dataset({**found, "work_of": of_forces.variable}, of_forces.coords, attrs)


class Closing(NamedTuple):
    """How well energy balances, in the worst run."""

    drift: float  # J
    exchanged: float  # J: the most of kinetic energy, of the range of potential energy, and of the work of a force
    share: float  # the one of the other; 0 at rest
    guessed: int = 0  # intervals between samples whose work follows from powers at samples only
    run: int = 0  # the worst one


def drift_text(found: Closing) -> str:
    """How well energy balances, after "energy"."""
    if math.isnan(found.drift):
        return "unknown: there is no state"
    share = f", {found.share:.1e} of the energy exchanged" if found.share else ""
    guessed = f"; work is by quadrature over {found.guessed} intervals of the samples" if found.guessed else ""
    return f"drifts by {found.drift:.1e} J at most{share}{guessed}"


def closing(found: xr.Dataset) -> Closing:
    """How well the balance of energy closes."""
    if not np.isfinite(found["kinetic"].values).any():
        return Closing(math.nan, math.nan, math.nan)
    drift, exchanged, share = shares_of(found)
    worst = int(np.argmax(share))
    guessed = int(found.attrs.get("guessed", 0))
    return Closing(float(drift[worst]), float(exchanged[worst]), float(share[worst]), guessed, worst)


def shares_of(found: xr.Dataset) -> tuple[Array, Array, Array]:
    """Of each run the largest drift, the energy exchanged, and the share of the one in the other."""
    runs = len(found["run"]) if "run" in found.dims else 1

    def most(name: str, sign: float = 0.0, least: float = 0.0) -> Array:
        values = found[name].values.reshape(runs, -1)
        return np.fmax.reduce(sign * values if sign else np.abs(values), axis=1, initial=least)

    spread = most("potential", 1.0, -np.inf) + most("potential", -1.0, -np.inf)
    exchanged = np.max([most("kinetic"), most("work_of"), np.fmax(spread, 0.0)], axis=0)
    drift = most("drift")
    moves = exchanged > AT_REST * most("potential")
    return drift, exchanged, np.divide(drift, exchanged, out=np.zeros(runs), where=moves)


def power(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    names, powers = run.keep(forces).names, run.keep(force_powers)
    rate = run.keep(energy_rate)
    label = run.labelled
    return xr.Dataset(
        {
            "power": label(
                powers, "power", "force", units="W", long_name="power of the force", force=names,
            ),
            "rate": label(rate, "rate", units="W", long_name="rate of kinetic energy and that of gravity"),
            "residual": label(
                rate - powers.sum(-1), "residual", units="W", long_name="rate of energy less all powers"
            ),
        }
    )  # fmt: skip


def energy_rate(run: Trajectory) -> Array:
    """Rate of kinetic plus gravitational energy, by differences over states just before and after each instant.

    It uses energies and rates only, so it is independent of the forces that it is compared with.
    """
    q_dot, u_dot = run.evaluate(api.coordinate_rates, run._q, run._u), run.keep(acceleration_values)
    # the motion changes in the time that one radian or metre takes
    fastest = 1.0 + np.abs(run._u).max(-1, initial=0.0) + np.sqrt(np.abs(u_dot).max(-1, initial=0.0))
    step: Array = SHARE / fastest
    rate: Array = np.zeros(run._there.shape)
    for k, weight in enumerate(WEIGHTS, 1):
        rate += weight * (_energy_after(run, q_dot, u_dot, k * step) - _energy_after(run, q_dot, u_dot, -k * step))
    return rate / step


def _energy_after(run: Trajectory, q_dot: Array, u_dot: Accelerations, t: Array) -> Array:
    q = run.mechanism.normalised(run._q + t[..., None] * q_dot)
    u = run._u + t[..., None] * u_dot
    found: Array = run.evaluate(api.kinetic_energy, q, u, later=t) + run.evaluate(api.potential_energy, q, later=t)
    if run.mechanism.forces:
        found -= force_energies(run, q, later=t).sum(-1)
    return found
