"""Powers and works of all forces on a motion: of the mechanism's own, of drives, of joint forces, and what events gave.

Each is a function of a trajectory, which caches the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.api.kinematics import energies
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.account import Held, works_between
from bough.simulation.results.jumps import between_samples, smooth_parts, with_jumps
from bough.simulation.results.observe import drive_values, form_of_run
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.control import TOGETHER, snapped
from bough.simulation.run.given import of_each
from bough.typing import Array, Coordinates, JointForces, TimeLike, Velocities

if TYPE_CHECKING:
    from bough.simulation.run.modes import Mode

HELD = "held"  # as provenance of tau: constant from each sample to the next
# a step that passes a kink is right at its end, but not within: where more than so many tolerances are missing, the
# motion is gone through again by steps for a share of the tolerances, and what is still missing is an error of the run
DOUBT, FINER, USUAL_RTOL = 5.0, (1.0, 0.01), 1e-9
STAYS = 0.2  # share of that which may be missing in intervals that are not gone through again
MANY = 4096  # states that are worth several threads


class Forces(NamedTuple):
    """All forces on a motion, and what they store."""

    names: tuple[str, ...]  # the mechanism's own, then the drives, then additional joint forces
    energies: Array  # (…, forces)
    conservative: NDArray[np.bool_]  # (forces,): whether the power equals the loss of stored energy


def forces(run: Trajectory) -> Forces:
    own, driven = run.mechanism.forces, run.mechanism.driven_names
    names = [*own, *(f"drive of {name}" for name in driven), *([] if run._tau is None else ["tau"])]
    at_rest = all(motion.is_constant for motion in run.mechanism.motions)
    conservative = [*(_conserves(run, name) for name in own), *(at_rest for _ in driven), False][: len(names)]
    energies = np.zeros((*run._there.shape, len(names)))
    if own:
        energies[..., : len(own)] = force_energies(run, run._q)
    return Forces(tuple(names), energies, np.array(conservative, bool))


def force_powers(run: Trajectory) -> Array:
    """Powers (…, forces) of the same at the samples."""
    powers = [np.empty((*run._there.shape, 0))]
    if run.mechanism.forces:
        powers.append(run.evaluate(api.force_powers, run._q, run._u))
    if run.mechanism.driven_names:
        _, rate, force = run.keep(drive_values)
        powers.append(force * rate)
    if run._tau is not None:
        powers.append((run._tau * run._u).sum(-1, keepdims=True))
    return np.concatenate(powers, -1)


def force_energies(run: Trajectory, q: Coordinates, later: float | Array = 0.0) -> Array:
    found: Array = run.evaluate(api.force_energies, q, later=later, threads=_threads(run))
    return found


def _threads(run: Trajectory) -> int | None:
    """One thread for the states of a usual run: to wake others takes longer."""
    return 1 if run._there.size < MANY else None


def _conserves(run: Trajectory, name: str) -> bool:
    """Whether a force of the mechanism conserves energy in all modes of the run."""
    replaced = [change.mode.forces.get(name) for change in run.modes]
    return all(force.is_conservative for force in (run.mechanism.forces[name], *replaced) if force is not None)


def kinetic_and_potential(run: Trajectory) -> Array:
    """Kinetic and potential energy, (…, T, 2)."""
    found: Array = run.evaluate(_energies, run._q, run._u, threads=_threads(run))
    return found


def _energies(mechanism: Mechanism, q: Coordinates, u: Velocities, threads: int | None, time: TimeLike) -> Array:
    return energies(mechanism, q, u, threads, time)


def exchanged(run: Trajectory) -> Array:
    """Energy that passes between its forms, of each run: the most of kinetic energy, or the range of the potential."""
    found = np.where(run._there[..., None], run.keep(kinetic_and_potential), -np.inf)
    least = np.where(run._there, found[..., 1], np.inf).min(-1)
    most: Array = np.maximum(found[..., 0].max(-1), found[..., 1].max(-1) - least)
    return np.maximum(most, 0.0)


def lost_stores(run: Trajectory) -> Array:
    """What forces lose of the energy that they store, from sample to sample; what changes at once is given by events."""
    found = _lost_between(run)
    for place, own, at in run.keep(detailed):
        found[place][: len(at) - 1] = np.add.reduceat(_lost_between(own), at[:-1])
    return found


def _lost_between(run: Trajectory) -> Array:
    return np.where(np.diff(run._time)[:, None] > 0.0, -np.diff(run.keep(forces).energies, axis=-2), 0.0)


def dissipated_stores(run: Trajectory) -> Array:
    """What forces that do not conserve energy have lost of what they store, until each sample."""
    lossy = ~run.keep(forces).conservative
    found = np.where(run._there, 0.0, np.nan)
    found[..., 1:] += np.cumsum(run.keep(lost_stores)[..., lossy].sum(-1), axis=-1)
    return found


def unexplained(run: Trajectory) -> Array:
    """Energy but for what forces store that do not conserve it: these count by their whole work."""
    found: Array = run.keep(kinetic_and_potential).sum(-1) + run.keep(dissipated_stores)
    return found


# --- works -------------------------------------------------------------------------------------------------------------


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
    lasting, guessed = acting.conservative, 0
    values = np.where(run._there[..., None], np.zeros(acting.energies.shape), np.nan)
    values[..., 1:, lasting] = np.cumsum(run.keep(lost_stores)[..., lasting], axis=-2)
    given = _given_by_events(run)
    if len(run._time) > 1 and not lasting.all() and run._there.any():
        parts = np.zeros((*run._there[..., 1:].shape, int((~lasting).sum())))
        doubtful = np.ones(parts.shape[:-1], bool)
        for finer in FINER:
            found, lost = _integrated(run, ~lasting, finer, doubtful)
            parts[doubtful & ~lost] = found[doubtful & ~lost]
            if finer == FINER[0] and lost.any():
                guessed = int(lost.sum())
                parts[lost] = np.diff(integral(run, run.keep(force_powers)[..., ~lasting]), axis=-2)[lost]
            values[..., 1:, ~lasting] = np.cumsum(np.where(run._there[..., 1:, None], parts, np.nan), axis=-2)
            missing = unexplained(run) - values[..., ~lasting].sum(-1) - sum(given.values())
            doubtful = _doubtful(run, missing)
            if guessed or not doubtful.any():
                break
    more = np.stack([*given.values()], -1) if given else np.empty((*run._there.shape, 0))
    conservative = np.append(lasting, np.zeros(len(given), bool))
    return Works((*acting.names, *given), np.concatenate((values, more), -1), conservative, guessed)


def detailed(run: Trajectory) -> list[tuple[tuple[int, ...], Trajectory, NDArray[np.int64]]]:
    """Runs on which events acted between their samples: which, with samples there, and where their own are among these."""
    of = sorted({int(event.get("run", 0)) for event in between_samples(run)})
    members = [((), run)] if run.runs is None else [((k,), run.select(k)) for k in of]
    return [(place, *with_jumps(own)) for place, own in members if of and len(own._time) > 1]


def _doubtful(run: Trajectory, missing: Array) -> NDArray[np.bool_]:
    """The intervals between samples in which the balance misses most; none in runs that are within their tolerance."""
    rtol = float(run._provenance.get("rtol", USUAL_RTOL))
    bound = DOUBT * rtol * exchanged(run)[..., None]
    with np.errstate(invalid="ignore"):
        drift = np.abs(missing - missing[..., :1])
        is_wrong = (drift > bound).any(-1, keepdims=True)
    change = np.nan_to_num(np.abs(np.diff(missing, axis=-1)))
    order = np.argsort(change, axis=-1)
    small = np.empty(change.shape, bool)  # together they may stay as they are
    np.put_along_axis(small, order, np.cumsum(np.take_along_axis(change, order, -1), -1) <= STAYS * bound, -1)
    return is_wrong & ~small


def _given_by_events(run: Trajectory) -> dict[str, Array]:
    """Energy that events gave until each instant, by their names: what changes from one sample to another at that time.

    Where there are no such samples, as in runs of a batch, events know what they gave.
    """
    jumps = 1 + np.flatnonzero(np.diff(run._time) == 0.0)
    change = np.diff(unexplained(run), axis=-1) if len(jumps) else np.empty(0)
    given: dict[str, Array] = {}

    def by(event: Mapping[str, Any]) -> Array:
        name = f"event {event.get('name', '')}".strip()
        return given.setdefault(name, np.where(run._there, 0.0, np.nan))

    acted = [event for event in run.events if "energy" in event]
    for k in jumps.tolist():
        # (of several at once, each knows what it gave; the first one has what is left)
        first, *others = [event for event in acted if event["time"] == run._time[k]] or [{}]
        by(first)[..., k:] += change[..., k - 1, None]
        for event in others:
            by(first)[..., k:] -= event["energy"]
            by(event)[..., k:] += event["energy"]
    for event in between_samples(run):
        own = by(event) if run.runs is None else by(event)[int(event.get("run", 0))]
        own[np.searchsorted(run._time, event["time"], "right") :] += event["energy"]
    return given


def _integrated(
    run: Trajectory, lossy: NDArray[np.bool_], finer: float, wanted: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """Works (…, T - 1, forces) of some forces in the intervals that are wanted, and where they are not known."""
    values = np.zeros((*wanted.shape, int(lossy.sum())))
    lost = wanted & run._there[..., 1:] & (np.diff(run._time) > 0.0)
    if run.runs is not None and run.modes:
        for k in np.flatnonzero(run._there.any(axis=1)).tolist():
            own = run.select(k)
            until = len(own._time) - 1
            values[k, :until], lost[k, :until] = _integrated(own, lossy, finer, wanted[k, :until])
        return values, lost
    wanted = wanted.copy()
    for place, own, at in run.keep(detailed):
        here, there = wanted[place][: len(at) - 1], np.diff(at)
        some = here & (there > 1)
        found, failed = _integrated(own, lossy, finer, np.repeat(some, there))
        values[place][: len(some)][some] = np.add.reduceat(found, at[:-1])[some]
        lost[place][: len(some)][some] = np.logical_or.reduceat(failed, at[:-1])[some]
        here[some] = False
    given = run._tau is not None and "given_forces" in run._provenance
    if (run._tau is not None and not _is_held(run)) or (given and run._pushed is None):
        return values, lost
    for part, mode in _parts(run):
        inner = slice(part.start, part.stop - 1)
        if inner.start >= inner.stop:
            continue
        own = _part(run, part, mode)
        locked = np.empty(0, np.int64) if mode is None else mode.held(run.mechanism)
        powers = partial(_powers, own, lossy, len(run.mechanism.forces), run._tau is not None)
        some = wanted[..., inner]
        how = powers, int(lossy.sum()), exchanged(own).reshape(-1), _held(own, _each(run)), locked, finer
        account = works_between(own, *how, some.reshape(-1, some.shape[-1]))
        values[..., inner, :][some] = account.works[:, 1:].reshape(*some.shape, -1)[some]
        lost[..., inner][some] = account.lost[:, 1:].reshape(some.shape)[some]
    return values, lost


def _parts(run: Trajectory) -> Iterator[tuple[slice, Mode | None]]:
    """Samples in which a motion is in a mode."""
    starts = [change.sample for change in run.modes]
    ends = [*starts, len(run._time)]
    if ends[0] > 0:
        yield slice(0, ends[0]), None
    for change, end in zip(run.modes, ends[1:], strict=True):
        yield slice(change.sample, end), change.mode


def _part(run: Trajectory, part: slice, mode: Mode | None) -> Trajectory:
    """Some samples of a motion, of the mechanism that moved: with the forces of a mode, and motors that give tau."""
    mechanism = run.mechanism if run._pushed is None else run._pushed
    if mode is None and mechanism is run.mechanism:
        return run
    q, u = run._q[..., part, :], run._u[..., part, :]
    tau = None if run._tau is None or run._pushed is not None else run._tau[..., part, :]
    made: dict[str, Any] = {"provenance": run._provenance, "statistics": run.statistics, "commands": run._commands}
    moved = mechanism if mode is None else mode.mechanism(mechanism)
    return Trajectory(moved, run._time[part], q, u, tau=tau, **made)


def _powers(
    run: Trajectory,
    lossy: NDArray[np.bool_],
    count: int,
    with_tau: bool,
    q: Coordinates,
    u: Velocities,
    time: Array,
    tau: JointForces,
) -> Array:
    """Powers (N, forces) of the forces that do not conserve energy.

    ``count``: the mechanism's own forces; further ones, and ``tau``, are joint forces besides if there are such.
    """
    mechanism, parts = run.mechanism, [np.empty((len(time), 0))]
    more = np.zeros(len(time))
    if lossy[:count].any() or len(mechanism.forces) > count:
        found = api.force_powers(mechanism, q, u, threads=1, time=time)
        parts.append(found[:, :count][:, lossy[:count]])
        more = found[:, count:].sum(-1)
    if mechanism.driven_names and lossy[count : count + len(mechanism.driven_names)].any():
        u_dot = api.forward_dynamics(mechanism, q, u, tau, threads=1, time=time, **form_of_run(run))
        drives = api.drive_forces(mechanism, q, u, u_dot, threads=1, time=time)
        parts.append(drives * api.driven_motion(mechanism, time).rates)
    if with_tau:
        parts.append((more + (tau * u).sum(-1))[:, None])
    return np.concatenate(parts, -1)


# --- joint forces besides -------------------------------------------------------------------------------------------------


def _is_held(run: Trajectory) -> bool:
    """Whether joint forces besides the mechanism's own are constant but for jumps, by locks, or motors' that are known."""
    known = run._commands is not None or run._pushed is not None or run._provenance.get("tau") == HELD
    return known or any(change.mode.locked for change in run.modes)


def _each(run: Trajectory) -> JointForces | None:
    """Joint forces that were given to each run, (B, n), besides what motors give to all of them."""
    return None if run._given is None or run._pushed is None else of_each(run.mechanism, run._given)


def _held(run: Trajectory, each: JointForces | None) -> Held | None:
    """Joint forces that a controller held, by the times from which on it did, those of samples, or those of each run."""
    points = len(run._time)
    if run._commands is not None:
        made, runs = run._provenance, run._there.size // points
        time = snapped(run._commands.time + float(made.get("delay", 0.0)), run._time, TOGETHER * float(made["period"]))
        tau = np.nan_to_num(run._commands.tau.reshape(runs, len(time), -1))
        first = np.zeros((runs, 1, run.mechanism.n)) if run._tau is None else run._tau.reshape(runs, points, -1)[:, :1]
        held = np.concatenate((first, tau), axis=1)
        return Held(np.append(-np.inf, time), held if each is None else held + each[:, None])
    if run._tau is not None and run._provenance.get("tau") == HELD:
        return Held(run._time, run._tau.reshape(-1, points, run.mechanism.n))
    return None if each is None else Held(np.array([-np.inf]), each[:, None])


def integral(run: Trajectory, rates: Array) -> Array:
    """Integrals from the first instant of values (…, T, number) at the instants, by cubic splines."""
    from scipy.interpolate import CubicSpline

    total = np.where(run._there[..., None], np.zeros(rates.shape), np.nan)
    for place in np.ndindex(run._there.shape[:-1]):
        points, before = int(run._there[place].sum()), np.zeros(rates.shape[-1])
        for part in smooth_parts(run._time[:points]):
            time, own = run._time[part], total[place][part]
            own += before
            if len(time) > 1:
                own += CubicSpline(time, rates[place][part]).antiderivative()(time)
            before = own[-1].copy()
    return total
