"""The results of runs: states at the samples, and before and after events that acted, with names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bough.api.loops import closed_states
from bough.integrate.automatic import AUTO, told
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.commands import together
from bough.simulation.results.continuing import grid_of
from bough.simulation.results.jumps import ModeFrom
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.results.works import HELD
from bough.simulation.run.driver import BROKEN, Driver, Outcome
from bough.simulation.run.modes import lock_forces
from bough.simulation.run.setup import Setup
from bough.typing import Coordinates, Instants, JointForces, Velocities


class Motion(NamedTuple):
    """States of one run at instants, and the modes that it was in."""

    time: Instants
    q: Coordinates
    u: Velocities
    modes: list[ModeFrom]


def trajectory_of(setup: Setup, driver: Driver, messages: list[str]) -> Trajectory:
    """The motion of all runs."""
    own = setup.mechanisms if setup.tau is None else setup.tau.mechanisms
    mechanism, outcomes = own[0], driver.outcomes
    motions = [_motion(setup, driver, k) for k in range(len(outcomes))]
    common: dict[str, Any] = {
        "provenance": {
            **setup.settings,
            **({"chosen": setup.way.reason} if setup.way.reason else {}),
            **({"integrated_by": told([one.statistics for one in outcomes])} if setup.integrator == AUTO else {}),
            **grid_of(setup.times),
            **({"events": [event.name for event in driver.events]} if driver.events else {}),
            **(driver.controllers[0].sampled.settings if driver.controllers else {}),
            **({"controlled_by": driver.controlled_by} if driver.controllers else {}),
            **_given(setup, driver),
        },
        "statistics": _statistics(setup, outcomes),
        "events": [event.plain(mechanism) for outcome in outcomes for event in outcome.events],
        "modes": [change for motion in motions for change in motion.modes],
    }
    tau = [_tau(setup, driver, k, motion) for k, motion in enumerate(motions)]
    logs = [controller.log for controller in driver.controllers]
    if not setup.is_batch:
        time, q, u, _ = motions[0]
        found = Trajectory(
            mechanism, time, q, u, status=outcomes[0].status, message=messages[0], tau=tau[0],
            commands=logs[0] if logs else None, **common,
        )  # fmt: skip
        return _with_given(found, setup)
    shape = len(motions), len(setup.times)
    q, u = (np.full((*shape, width), np.nan) for width in (mechanism.n_q, mechanism.n))
    forces = None if all(one is None for one in tau) else np.zeros(u.shape)
    for k, motion in enumerate(motions):
        there = slice(0, len(motion.q))
        q[k, there], u[k, there] = motion.q, motion.u
        if forces is not None and (acting := tau[k]) is not None:
            forces[k, there] = acting
    found = Trajectory(
        mechanism,
        setup.times,
        q,
        u,
        status=[outcome.status for outcome in outcomes],
        message=messages,
        variants=own if setup.has_variants else None,
        tau=forces,
        commands=together(logs) if logs else None,
        **common,
    )
    return _with_given(found, setup)


def _with_given(run: Trajectory, setup: Setup) -> Trajectory:
    """A run that knows the joint forces that were given, and the mechanism that has those of all runs as motors."""
    if setup.tau is not None:
        run._given = dict(setup.tau.values)
        run._pushed = None if run._provenance.get("tau") == HELD else setup.mechanism
    return run


def _given(setup: Setup, driver: Driver) -> dict[str, Any]:
    """How joint forces were given, for the provenance."""
    if setup.tau is None:
        return {}
    is_held = not setup.tau.signals and setup.tau.each is not None and not driver.controllers
    return {"tau": HELD} if is_held else {"given_forces": list(setup.tau.values)}


def _statistics(setup: Setup, outcomes: list[Outcome]) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: sum(outcome.statistics.get(name, 0) for outcome in outcomes)
        for name in ("steps", "rejected", "evaluations")
    }
    if setup.correct_every:
        found["largest_error"] = max(outcome.statistics.get("largest_error", 0.0) for outcome in outcomes)
    if setup.is_batch:
        found["runs"] = [outcome.statistics for outcome in outcomes]
    return found


def _motion(setup: Setup, driver: Driver, k: int) -> Motion:
    """One run: its samples, and unless it is part of a batch the states before and after events that acted."""
    outcome, own = driver.outcomes[k], setup.mechanism_of(k)
    time, states = setup.times[: outcome.reached], driver.record[k, : outcome.reached]
    order = np.zeros(len(time))  # samples, then states before, then states after
    if outcome.jumps and not setup.is_batch:
        known = set(time.tolist())
        before = [jump for jump in outcome.jumps if jump.time not in known]
        time = np.concatenate((time, [jump.time for jump in (*before, *outcome.jumps)]))
        more = np.array([*(jump.before for jump in before), *(jump.after for jump in outcome.jumps)])
        states = np.concatenate((states, more))
        order = np.concatenate((order, np.ones(len(before)), np.full(len(outcome.jumps), 2.0)))
        sorting = np.lexsort((order, time))
        time, states, order = time[sorting], states[sorting], order[sorting]
    q, u = setup.parts(own, states, time)
    if own.loops:  # (states between steps are nearly closed; the start is taken as it is)
        closed = closed_states(own, q[1:], u[1:], time[1:])
        q, u = np.concatenate((q[:1], closed[0])), np.concatenate((u[:1], closed[1]))
    if outcome.status == BROKEN:  # (its last states may be none)
        end = int(np.append(np.isfinite(q).all(axis=1) & np.isfinite(u).all(axis=1), False).argmin())
        time, order, q, u = time[:end], order[:end], q[:end], u[:end]
    if (stopped := outcome.stopped) is not None and stopped.time > time[-1] and not setup.is_batch:
        time, order = np.append(time, stopped.time), np.append(order, 0.0)
        q, u = np.vstack((q, stopped.q)), np.vstack((u, stopped.u))
    # a mode counts from the state after its event on; the first one from the start
    first = [int(np.sum((time < at) | ((time == at) & (order < 2.0)))) for at, _ in outcome.modes]
    modes = [
        ModeFrom(k, sample if n else 0, mode, float(at))
        for n, (sample, (at, mode)) in enumerate(zip(first, outcome.modes, strict=True))
    ]
    return Motion(time, q, u, modes if any(change.mode for change in modes) else [])


def _tau(setup: Setup, driver: Driver, k: int, motion: Motion) -> JointForces | None:
    """The joint forces at the states of a run that its mechanism does not have: given, commanded, and those of locks."""
    found = driver.controllers[k].held(motion.time) if driver.controllers else None
    if (own := setup.tau_of([k])) is not None:
        found = np.zeros(motion.u.shape) + own + (0.0 if found is None else found)
    if any(change.mode.locked for change in motion.modes):
        found = np.zeros(motion.u.shape) if found is None else found
        found = found + _lock_forces(setup, k, motion, found)
    if setup.tau is not None:
        found = setup.tau.at(motion.time) + (0.0 if found is None else found)
    return found


def _lock_forces(setup: Setup, k: int, motion: Motion, tau: JointForces) -> JointForces:
    """The joint forces of locks at the states of a run, beside others."""
    own: Mechanism = setup.mechanism_of(k)
    found = np.zeros(motion.u.shape)
    ends = [*(change.sample for change in motion.modes[1:]), len(motion.time)]
    for change, end in zip(motion.modes, ends, strict=True):
        part = slice(change.sample, end)
        if change.mode.locked and part.start < part.stop:
            mechanism, held = change.mode.mechanism(own), change.mode.held(own)
            found[part] = lock_forces(mechanism, held, motion.q[part], motion.u[part], tau[part], motion.time[part])
    return found
