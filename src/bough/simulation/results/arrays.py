"""Checks of a motion's numbers: returns read-only arrays, or raises an error that names the wrong ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.errors import StateError
from bough.mechanism.checks import shown
from bough.typing import Array, Coordinates, Instants, InstantsLike, Velocities


def instants(values: InstantsLike) -> Instants:
    """A vector of increasing times; one that is there twice is before and after a jump."""
    try:
        time = np.array(values, float)
    except (TypeError, ValueError):
        raise StateError(f"time must be numbers, not {shown(values)}.") from None
    if time.ndim != 1 or not time.size or not np.isfinite(time).all() or not (np.diff(time) >= 0).all():
        raise StateError(f"time must be a row of finite numbers, each greater than the last, not {shown(values)}.")
    if (time[2:] == time[:-2]).any():
        raise StateError(
            f"time has {time[:-2][time[2:] == time[:-2]][0]:g} s three times; twice is before and after a jump."
        )
    time.setflags(write=False)
    return time


def states(name: str, values: ArrayLike, points: int, width: int, like: tuple[int, ...] | None = None) -> Array:
    """A read-only array of the states of one motion or of a batch."""
    try:
        array = np.array(values, float)
    except (TypeError, ValueError):
        raise StateError(f"{name} must be numbers, not {shown(values)}.") from None
    expected = f"({points}, {width})" if like is None else str((*like, width))
    fits = array.ndim in (2, 3) and array.shape[-2:] == (points, width)
    if not fits or (like is not None and array.shape[:-1] != like):
        batch = f", or (runs, {points}, {width}) for a batch" if like is None else ""
        raise StateError(f"{name} has shape {array.shape} and should have {expected}{batch}.")
    array.setflags(write=False)
    return array


def there(q: Coordinates, u: Velocities) -> NDArray[np.bool_]:
    """Where states exist: everywhere, except after the end of a batch's run."""
    known = np.asarray(np.isfinite(q).all(-1) & np.isfinite(u).all(-1))
    if q.ndim == 2 and not known.all():
        raise StateError(
            f"the state at point {int(np.argmin(known))} is not finite; leave out what comes after a failure."
        )
    if (np.diff(known.astype(np.int8), axis=-1) > 0).any():
        raise StateError("a run of the batch has states after it ended; states may be NaN at its end only.")
    return known
