"""Motions in which events act: instants that are there twice, before and after, and modes in which other forces act.

A time that is repeated is that of a jump: its first sample is the state before, its second the state after.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

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


def smooth_parts(time: Instants) -> list[slice]:
    """The parts of a motion between its jumps."""
    ends = [0, *(np.flatnonzero(np.diff(time) == 0.0) + 1).tolist(), len(time)]
    return [slice(a, b) for a, b in pairwise(ends)]


def first_after(time: Instants, at: float) -> int:
    """The first sample after an event at a time: the second of two at that very time, or the next one."""
    k = int(np.searchsorted(time, at, "right"))
    return k - 1 if k > 1 and time[k - 2] == at else k


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
