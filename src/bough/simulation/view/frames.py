"""At which instants a page shows the poses of a run, and where the bodies are at them.

Instants are evenly spaced: as many as the run has samples, and more where a screen would show the difference: between two
of them a straight line, and a turn at a constant rate, are right to a pixel. More than samples are of use only if these
tell the motion between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.errors import BoughError
from bough.simulation.results.observe import coordinates_at
from bough.simulation.view.places import places_of
from bough.typing import Array, Coordinates, Instants

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

FEWEST = 30  # intervals
MOST = 20_000
MOST_POSES = 600_000  # of all bodies at all instants
CLOSE = 1 / 2000  # error of positions, relative to the machine's size: half a pixel of a screen
QUARTER = np.pi / 2  # a turn within an interval, at most
BLIND = 0.02  # error halfway between samples, in radians or sizes of the machine
TURN = 2e-3  # error of angles, in radians
AT_ONCE = 50_000  # poses in memory at a time


class Frames(NamedTuple):
    """A run at the instants that a page shows."""

    time: Instants
    q: Coordinates
    places: Array  # (instants, bodies, 7): position, quaternion (x, y, z, w), NaN where there is no state
    is_exact: bool = True  # whether straight lines between the instants are right to a pixel
    is_known: bool = True  # whether the run's samples are close enough to tell the motion between them


def frames_of(run: Trajectory, size: float) -> Frames:
    """A single run; ``size``: of its machine, in metres."""
    first, last = float(run._time[0]), float(run._time[-1])
    if last == first:
        return Frames(run._time[:1], run._q[:1], _places(run, run._time[:1], run._q[:1]))
    most = max(1, min(MOST, MOST_POSES // max(1, len(run.mechanism))))
    if not _is_known(run, size):
        return _at(run, first, last, min(max(FEWEST, len(run._time) - 1), most))._replace(is_known=False)
    # (halfway between two instants nobody sees whole turns, so there must not be any)
    turning = (last - first) * _fastest_turn(run) / QUARTER
    if turning > most:
        return _at(run, first, last, most)._replace(is_exact=False)
    intervals = min(max(FEWEST, len(run._time) - 1, int(turning) + 1), most)
    coarse = _at(run, first, last, intervals)
    while intervals < most:
        fine = _at(run, first, last, min(2 * intervals, most))
        halved = len(fine.time) == 2 * intervals + 1
        if halved and _is_close(coarse.places, fine.places[1::2], size):
            return coarse
        intervals, coarse = len(fine.time) - 1, fine
    return coarse._replace(is_exact=False)


def _is_known(run: Trajectory, size: float) -> bool:
    """Whether velocities halfway between samples are the rates of the coordinates there, both by cubics."""
    moves = np.diff(run._time) > 0.0  # (at a jump there is nothing between)
    half = np.diff(run._time)[moves] / 2
    middle = run._time[:-1][moves] + half
    try:
        q, u = run.at(middle)
    except BoughError:  # some states have no accelerations
        return True
    rates = api.coordinate_rates(run.mechanism, run._q, run._u)
    mean = 0.25 * (rates[1:] + rates[:-1])[moves]
    steps = 1.5 * np.diff(run._q, axis=0)[moves] / (2 * half[:, None]) - mean
    # a wrong rate in the middle is wrong by this way, in radians or sizes of the machine
    missed = np.abs(steps - api.coordinate_rates(run.mechanism, q, u)) * half[:, None] / 4
    scale = [size if unit == "m" else 1.0 for unit in run.mechanism.q_units]
    return bool((missed / scale).max(initial=0.0) <= BLIND)


def _fastest_turn(run: Trajectory) -> float:
    """The largest angular velocity of a body, at samples of the run."""
    if not len(run.mechanism):
        return 0.0
    some = np.unique(
        np.linspace(0, len(run._time) - 1, min(len(run._time), MOST_POSES // len(run.mechanism) + 2)).astype(int)
    )
    spins = api.body_twists(run.mechanism, run._q[some], run._u[some], time=run._time[some])[..., 3:]
    return float(np.sqrt((spins**2).sum(axis=-1).max(initial=0.0)))


def _at(run: Trajectory, first: float, last: float, intervals: int) -> Frames:
    time = np.linspace(first, last, intervals + 1)
    q = coordinates_at(run, time)
    return Frames(time, q, _places(run, time, q))


def _places(run: Trajectory, time: Instants, q: Coordinates) -> Array:
    """Positions and quaternions that are continuous in sign."""
    bodies = len(run.mechanism)
    found = np.full((len(time), bodies, 7), np.nan)
    fine = np.flatnonzero(np.isfinite(q).all(axis=1))
    most = max(1, AT_ONCE // max(1, bodies))
    for part in np.split(fine, range(most, len(fine), most)):
        if len(part) and bodies:
            found[part] = places_of(api.body_poses(run.mechanism, q[part], time=time[part]))
    turned = np.sum(found[1:, :, 3:] * found[:-1, :, 3:], axis=-1, keepdims=True) < 0.0
    found[1:, :, 3:] *= np.cumprod(np.where(turned, -1.0, 1.0), axis=0)
    return found


def _is_close(coarse: Array, middle: Array, size: float) -> bool:
    """Whether halfway between neighbours is where the bodies are halfway in time."""
    mean = (coarse[1:] + coarse[:-1]) / 2
    away = np.abs(mean[..., :3] - middle[..., :3]).max(initial=0.0, where=np.isfinite(mean[..., :3]))
    # halfway between two unit quaternions is the mean, but for its length
    turn = np.abs(np.sum(mean[..., 3:] * middle[..., 3:], axis=-1)) / np.maximum(
        np.linalg.norm(mean[..., 3:], axis=-1), 1e-300
    )
    least = turn.min(initial=1.0, where=np.isfinite(turn))
    return bool(away <= CLOSE * size and least >= np.cos(TURN / 2))


def at_samples(run: Trajectory, some: NDArray[np.intp]) -> Trajectory:
    """The run at some of its samples, with everything that follows from its states."""
    from bough.simulation.results.trajectory import Trajectory

    def kept(values: Array | None) -> Array | None:
        return None if values is None else values[some]

    return Trajectory(
        run.mechanism,
        run._time[some],
        run._q[some],
        run._u[some],
        provenance=run._provenance,
        momenta=kept(run._momenta),
        tau=kept(run._tau),
        work=kept(run._work),
        modes=[change._replace(sample=int(np.searchsorted(some, change.sample))) for change in run.modes],
    )
