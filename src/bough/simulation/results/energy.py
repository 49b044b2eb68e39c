"""Energies of a motion, powers and works of its forces, and how well they balance.

Each is a function of a trajectory, which caches the result.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.api.kinematics import energies
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.account import works_between
from bough.simulation.results.observe import acceleration_values, drive_values, form_of_run
from bough.simulation.results.trajectory import WORK, Trajectory
from bough.typing import Accelerations, Array, Coordinates, JointForces, TimeLike, Velocities

if TYPE_CHECKING:
    import xarray as xr

# central difference of order 8: weights of the differences at 1, 2, 3, 4 steps; a step is a small fraction of the time
# in which the motion changes
WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
SHARE = 1e-2
HELD = "held"  # in provenance: additional joint forces are constant from each sample to the next


class Forces(NamedTuple):
    """Powers and energies of all forces on a motion."""

    names: tuple[str, ...]
    powers: Array  # (…, forces)
    energies: Array  # (…, forces)
    conservative: NDArray[np.bool_]  # (forces,): whether the power equals the loss of stored energy


def forces(run: Trajectory) -> Forces:
    """The mechanism's own forces, then the drives, then additional joint forces."""
    own = run.mechanism.forces
    shape = run._there.shape
    powers, energies = [np.empty((*shape, 0))], [np.empty((*shape, 0))]
    if own:
        powers.append(run.evaluate(api.force_powers, run._q, run._u))
        energies.append(force_energies(run, run._q))
    names = [*own]
    conservative = [force.is_conservative for force in own.values()]
    if driven := run.mechanism.driven_names:
        at_rest = all(motion.is_constant for motion in run.mechanism.motions)
        _, rate, force = run.keep(drive_values)
        powers.append(force * rate)
        energies.append(np.zeros((*shape, len(driven))))
        names += [f"drive of {name}" for name in driven]
        conservative += [at_rest] * len(driven)
    if run._tau is not None:
        powers.append((run._tau * run._u).sum(-1, keepdims=True))
        energies.append(np.zeros((*shape, 1)))
        names.append("tau")
        conservative.append(False)
    return Forces(tuple(names), np.concatenate(powers, -1), np.concatenate(energies, -1), np.array(conservative, bool))


def force_energies(run: Trajectory, q: Coordinates, later: float | Array = 0.0) -> Array:
    found: Array = run.evaluate(api.force_energies, q, later=later)
    return found


# --- work --------------------------------------------------------------------------------------------------------------


class Works(NamedTuple):
    """Works of all forces on a motion since its first sample."""

    names: tuple[str, ...]  # the mechanism's own forces, the drives, additional joint forces, events
    values: Array  # (…, T, forces), J
    conservative: NDArray[np.bool_]  # (forces,)
    guessed: int  # intervals between samples whose works follow from powers at samples only


def works(run: Trajectory) -> Works:
    """Works of all forces since the first sample.

    A force that conserves energy has done what it has lost of its own. Others' works are integrated along the motion.
    """
    acting = run.keep(forces)
    values, guessed = np.zeros(acting.powers.shape), 0
    values[~run._there] = np.nan
    if len(run._time) == 1:
        return Works(acting.names, values, acting.conservative, guessed)
    lasting, jumps = acting.conservative, np.diff(run._time) == 0.0
    stored = -np.diff(acting.energies[..., lasting], axis=-2)
    values[..., 1:, lasting] = np.cumsum(np.where(jumps[:, None], 0.0, stored), axis=-2)
    if not lasting.all() and run._there.any():
        found, guessed = _integrated(run, acting)
        values[..., 1:, ~lasting] = np.cumsum(found, axis=-2)
    if not jumps.any():
        return Works(acting.names, values, lasting, guessed)
    names, given = _given_by_events(run, acting, jumps)
    conservative = np.concatenate((lasting, np.zeros(len(names), bool)))
    return Works((*acting.names, *names), np.concatenate((values, given), -1), conservative, guessed)


def _given_by_events(run: Trajectory, acting: Forces, jumps: NDArray[np.bool_]) -> tuple[list[str], Array]:
    """Energy that events gave where they acted: what changes from one sample to another at the same time."""
    known = {float(event["time"]): f"event {event.get('name', '')}".strip() for event in run.events}
    happened = [known.get(float(t), "event") for t in run._time[1:][jumps]]
    names = list(dict.fromkeys(happened))
    change = np.zeros((*run._there.shape, len(names)))
    which = [names.index(name) for name in happened]
    change[..., 1 + np.flatnonzero(jumps), which] = np.diff(_unexplained(run, acting), axis=-1)[..., jumps]
    return names, np.cumsum(change, axis=-2)


def _integrated(run: Trajectory, acting: Forces) -> tuple[Array, int]:
    """Works from sample to sample of forces that do not conserve energy, and how many of these are guesses."""
    lossy = ~acting.conservative
    there, count = run._there.reshape(-1, len(run._time)), int(lossy.sum())
    shape = (*run._there.shape[:-1], len(run._time) - 1, count)
    lost = there[:, 1:].copy()
    values = np.zeros((*lost.shape, count))
    if run._tau is None or run.provenance.get("tau") == HELD:
        tau = None if run._tau is None else run._tau.reshape(*there.shape, -1)
        found = works_between(run, partial(_powers, run, lossy), count, exchanged(run).reshape(-1), tau)
        values, lost = found.works[:, 1:], found.lost[:, 1:]
    if lost.any():
        by_samples = np.diff(integral(run, acting.powers[..., lossy]), axis=-2).reshape(values.shape)
        values = np.where(lost[..., None], by_samples, values)
    values[~there[:, 1:]] = np.nan
    return values.reshape(shape), int(lost.sum())


def _powers(
    run: Trajectory, lossy: NDArray[np.bool_], q: Coordinates, u: Velocities, time: Array, tau: JointForces
) -> Array:
    """Powers (N, forces) of forces that do not conserve energy, on states of the run's mechanism."""
    mechanism, parts = run.mechanism, [np.empty((len(time), 0))]
    given = [] if run._tau is None else [tau]
    if (own := lossy[: len(mechanism.forces)]).any():
        parts.append(api.force_powers(mechanism, q, u, time=time)[:, own])
    if mechanism.driven_names:
        u_dot = api.forward_dynamics(mechanism, q, u, *given, time=time, **form_of_run(run))
        parts.append(api.drive_forces(mechanism, q, u, u_dot, time=time) * api.driven_motion(mechanism, time).rates)
    if run._tau is not None:
        parts.append((tau * u).sum(-1, keepdims=True))
    return np.concatenate(parts, -1)


def integral(run: Trajectory, rates: Array) -> Array:
    """Integrals from the first instant of values (…, T, number) at the instants, by cubic splines."""
    from scipy.interpolate import CubicSpline

    total = np.where(run._there[..., None], np.zeros(rates.shape), np.nan)
    for place in np.ndindex(run._there.shape[:-1]):
        points = int(run._there[place].sum())
        time, first = np.unique(run._time[:points], return_index=True)
        if len(time) > 1:
            total[place][:points] = CubicSpline(time, rates[place][first]).antiderivative()(run._time[:points])
    return total


# --- energy ------------------------------------------------------------------------------------------------------------


def kinetic_and_potential(run: Trajectory) -> Array:
    """Kinetic and potential energy, (…, T, 2)."""
    found: Array = run.evaluate(_energies, run._q, run._u)
    return found


def _energies(mechanism: Mechanism, q: Coordinates, u: Velocities, time: TimeLike) -> Array:
    return energies(mechanism, q, u, None, time)


def exchanged(run: Trajectory) -> Array:
    """Energy that passes between its forms, of each run: the most of kinetic energy, or the range of the potential."""
    found = np.where(run._there[..., None], run.keep(kinetic_and_potential), -np.inf)
    least = np.where(run._there, found[..., 1], np.inf).min(-1)
    most: Array = np.maximum(found[..., 0].max(-1), found[..., 1].max(-1) - least)
    return np.maximum(most, 0.0)


def _unexplained(run: Trajectory, acting: Forces) -> Array:
    """Energy but for what forces store that do not conserve it: these count by their whole work."""
    found: Array = run.keep(kinetic_and_potential).sum(-1) - acting.energies[..., ~acting.conservative].sum(-1)
    return found


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
    acting, done = run.keep(forces), run.keep(works)
    work = run._work
    if work is None:
        work = np.where(run._there, done.values[..., ~done.conservative].sum(-1), np.nan)
    unexplained = _unexplained(run, acting) - work
    parts = {
        "kinetic": (kinetic, "kinetic energy"),
        "potential": (potential, "potential energy"),
        "total": (kinetic + potential, "kinetic and potential energy"),
        "work": (work, WORK),
        "drift": (unexplained - unexplained[..., :1], "error of the energy balance"),
    }
    found = {name: run.labelled(values, name, units="J", long_name=what) for name, (values, what) in parts.items()}
    found["work_of"] = run.labelled(
        done.values, "work_of", "force", units="J", long_name="work of the force", force=done.names
    )
    return xr.Dataset(found, attrs={"guessed": done.guessed if run._work is None else 0})


class Closing(NamedTuple):
    """How well energy balances, in the worst run."""

    drift: float  # J
    exchanged: float  # J: the most of kinetic energy, of the range of potential energy, and of the work of a force
    share: float  # the one of the other
    guessed: int = 0  # intervals between samples whose work follows from powers at samples only
    run: int = 0  # the worst one


def drift_text(found: Closing) -> str:
    """How well energy balances, after "energy"."""
    if math.isnan(found.drift):
        return "unknown: there is no state"
    share = f", {found.share:.1e} of the energy exchanged" if found.exchanged else ""
    guessed = f"; work is by quadrature over {found.guessed} intervals of the samples" if found.guessed else ""
    return f"drifts by {found.drift:.1e} J at most{share}{guessed}"


def closing(found: xr.Dataset) -> Closing:
    """How well the balance of energy closes."""
    runs = len(found["run"]) if "run" in found.dims else 1
    if not np.isfinite(found["kinetic"].values).any():
        return Closing(math.nan, math.nan, math.nan)

    def most(name: str, sign: float = 0.0, least: float = 0.0) -> Array:
        values = found[name].values.reshape(runs, -1)
        return np.fmax.reduce(sign * values if sign else np.abs(values), axis=1, initial=least)

    spread = most("potential", 1.0, -np.inf) + most("potential", -1.0, -np.inf)
    exchanged = np.max([most("kinetic"), most("work_of"), np.fmax(spread, 0.0)], axis=0)
    drift = most("drift")
    share = np.divide(drift, exchanged, out=np.zeros(runs), where=exchanged > 0.0)
    worst = int(np.argmax(share))
    guessed = int(found.attrs.get("guessed", 0))
    return Closing(float(drift[worst]), float(exchanged[worst]), float(share[worst]), guessed, worst)


def power(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    acting = run.keep(forces)
    rate = run.keep(energy_rate)
    label = run.labelled
    return xr.Dataset(
        {
            "power": label(
                acting.powers, "power", "force", units="W", long_name="power of the force",
                force=acting.names,
            ),
            "rate": label(rate, "rate", units="W", long_name="rate of kinetic energy and that of gravity"),
            "residual": label(
                rate - acting.powers.sum(-1), "residual", units="W", long_name="rate of energy less all powers"
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
