"""Loops that drives have moved: positions on the way that a machine takes from its start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from bough.api.driven_motion import driven_motion
from bough.api.loop_forces import loop_rows, machine_size
from bough.api.loops import assemble, names_of
from bough.compiled.progress import progress_bar
from bough.errors import StateError
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import by_shared_kernels
from bough.typing import Array, ByName, Coordinates, CoordinatesLike

SHORT = 0.05  # the motion of drives in a step, in radians or sizes of the machine
FEWEST, MOST = 64, 1 << 17  # samples of the drives on the way


def assembled_along(
    mechanism: Mechanism, q: CoordinatesLike | ByName | None = None, *, hold: Iterable[str] = (), time: float = 0.0
) -> Coordinates:
    """As :func:`assemble`, for a guess that is left out, or by name: what it does not name comes from the way there.

    The drives are followed from t = 0 s and the mechanism's own start, in small steps, so that the loops are assembled as
    those of the machine will be at that time. A vector is a guess for the time itself.
    """
    hold = names_of(hold)
    moves = bool(mechanism.loops) and bool(mechanism.driven) and mechanism.is_timed and time != 0.0
    if not moves or not isinstance(q, Mapping | None):
        return assemble(mechanism, q, hold=hold, time=time)
    with by_shared_kernels():
        there = _followed(mechanism, hold, time)
    if there is None:
        return assemble(mechanism, q, hold=hold, time=time)
    for name, places in mechanism.q_places.items():
        if q and name in q:
            there[list(places)] = mechanism.coordinates({name: q[name]})[list(places)]
    return assemble(mechanism, there, hold=hold, time=time)


def _followed(mechanism: Mechanism, hold: tuple[str, ...], time: float) -> Coordinates | None:
    """Where the drives have taken the loops from the mechanism's own start; None if they do not close on the way."""
    try:
        q = assemble(mechanism, hold=hold)
        still = (*hold, *_apart(mechanism))
        steps = _steps(mechanism, time)
        with progress_bar(None, f"following the drives of '{mechanism.name}' to t = {time:g} s") as report:
            for k, moment in enumerate(steps):
                q = assemble(mechanism, q, hold=still, time=float(moment))
                report(k / len(steps))
    except StateError:
        return None
    return q


def _apart(mechanism: Mechanism) -> list[str]:
    """The velocities that no loop has to do with, by name."""
    q, _ = random_state(mechanism, 0)
    columns = np.abs(loop_rows(mechanism, q).jacobian).max(axis=0, initial=0.0)
    return [name for name, size in zip(mechanism.u_names, columns, strict=True) if not size]


def _steps(mechanism: Mechanism, time: float) -> Array:
    """Moments up to ``time`` between which no drive moves far."""
    size = machine_size(mechanism)
    units = np.array([size if unit == "m" else 1.0 for unit in mechanism.driven_units])
    count = FEWEST
    while True:
        times = np.linspace(0.0, time, count + 1)
        moved = np.abs(np.diff(driven_motion(mechanism, times).values / units, axis=0)).max(axis=1)
        if moved.max() <= SHORT:
            break
        if count >= MOST:
            raise StateError(f"the drives of '{mechanism.name}' move too far until t = {time:g} s to be followed.")
        count *= 2
    way = np.append(0.0, np.cumsum(moved))
    taken = np.flatnonzero(np.diff(np.floor(way / SHORT)) > 0.0) + 1
    return np.append(times[taken[taken < count]], time)
