"""Motions in which events act: instants that are there twice, before and after, and modes in which other forces act.

A time that is repeated is that of a jump: its first sample is the state before, its second the state after.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.typing import Instants

if TYPE_CHECKING:
    from bough.mechanism.mechanism import Mechanism
    from bough.simulation.results.trajectory import Trajectory
    from bough.simulation.run.modes import Mode


class ModeFrom(NamedTuple):
    """A run is in a mode from a sample on."""

    run: int
    sample: int
    mode: Mode
    time: float | None = None  # when it began, if known


def smooth_parts(time: Instants) -> list[slice]:
    """The parts of a motion between its jumps."""
    ends = [0, *(np.flatnonzero(np.diff(time) == 0.0) + 1).tolist(), len(time)]
    return [slice(a, b) for a, b in pairwise(ends)]


def between_samples(run: Trajectory) -> list[dict[str, Any]]:
    """The events that acted on a motion of which it has no samples before and after, as runs of batches."""
    twice = set(run._time[1:][np.diff(run._time) == 0.0].tolist())
    return [event for event in run.events if "energy" in event and event["time"] not in twice]


def with_jumps(run: Trajectory) -> tuple[Trajectory, NDArray[np.int64]]:
    """One motion with samples before and after all events that acted on it, and where those that it had are now."""
    from bough.simulation.results.trajectory import Trajectory

    events = [event for event in between_samples(run) if event["time"] < run._time[-1]]
    # (the first of several at a time has the state before, the last one that after)
    before = {event["time"]: event for event in reversed(events) if event["time"] not in set(run._time.tolist())}
    after = {event["time"]: event["after"] for event in events}
    times = np.array([*run._time, *before, *after])
    order = np.repeat((0, 1, 2), (len(run._time), len(before), len(after)))
    sorting = np.lexsort((order, times))
    arrays = [
        np.array([*given, *([one[name][label] for label in labels] for one in (*before.values(), *after.values()))])
        for name, given, labels in (("q", run._q, run.mechanism.q_names), ("u", run._u, run.mechanism.u_names))
    ]
    last = np.searchsorted(run._time, times, "right") - 1
    last[: len(run._time)] = np.arange(len(run._time))
    time, at = times[sorting], np.argsort(sorting)[: len(run._time)]
    modes = []
    for change in run.modes:
        began = change.time if change.time in after else None
        known = at[change.sample] if change.sample < len(at) else len(time)
        sample = known if began is None else np.flatnonzero((time == began) & (order[sorting] == 2))[0]
        modes.append(change._replace(sample=int(sample)))
    found = Trajectory(
        run.mechanism, time, arrays[0][sorting], arrays[1][sorting], provenance=run._provenance, events=run.events,
        statistics=run.statistics, modes=modes, commands=run._commands,
        tau=None if run._tau is None else run._tau[last[sorting]],
    )  # fmt: skip
    found._pushed = run._pushed
    return found, at


def mechanisms_of(run: Trajectory) -> list[tuple[Mechanism, NDArray[np.bool_]]]:
    """The mechanisms of a motion in its modes, and at which states (all runs' in a row) each of them is in force."""
    shape = run._there.shape
    if not run.modes:
        return [(run.mechanism, np.ones(run._there.size, bool))]
    which = np.zeros(shape, int)
    found: list[Mechanism] = [run.mechanism]
    for change in run.modes:
        own = change.mode.mechanism(run.mechanism)
        if own not in found:
            found.append(own)
        place = () if run.runs is None else (change.run,)
        which[place][change.sample :] = found.index(own)
    return [(own, which.reshape(-1) == k) for k, own in enumerate(found)]
