"""How far a slider can go along its rail: as far as the links of its loops reach."""

from __future__ import annotations

import numpy as np

from bough.looks.joints import slides
from bough.mechanism.checks import GROUND
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array


def travel(mechanism: Mechanism, slider: int, axis: Array, coordinate: float) -> tuple[float, float] | None:
    """Least and largest coordinate of a slider that its loops allow, on this side of a gap in between; None: any.

    ``axis``: of its joint, in the body's axes; ``coordinate``: where it is now.
    """
    low, high = -np.inf, np.inf
    for loop in mechanism.loops.values():
        found = _within(mechanism, loop, slider, axis, coordinate)
        if found is not None:
            low, high = max(low, found[0]), min(high, found[1])
    return (float(low), float(high)) if np.isfinite(low) and low < high else None


def _within(
    mechanism: Mechanism, loop: Loop, slider: int, axis: Array, coordinate: float
) -> tuple[float, float] | None:
    """The interval that one loop allows: its other links, in a row, lead from the slider back to its parent."""
    bodies, parent = mechanism.bodies, int(mechanism.parents[slider])
    one, other = (_path(mechanism, name) for name in (loop.body, loop.other))
    at, other_at = np.asarray(loop.at), np.asarray(loop.other_at)
    if slider in other:
        one, other, at, other_at = other, one, other_at, at
    if slider not in one or slider in other or parent not in other:
        return None
    outer, inner = one[: one.index(slider)], other[: other.index(parent)]
    if any(slides(bodies[k].joint) for k in (*outer, *inner)):
        return None
    # the points where links meet, from the loop's joint to the slider, and from there back to the parent
    ends = [at, *(bodies[k].at for k in outer)]
    others = [other_at, *(bodies[k].at for k in inner)]
    pin, anchor = ends.pop(), others.pop()
    lengths = [float(np.linalg.norm(end)) for end in (*ends, *others)]
    if not lengths:
        return None
    body = bodies[slider]
    along = body.rotation @ axis
    offset = body.at + body.rotation @ pin - anchor
    start = float(offset @ along)
    aside = float(offset @ offset) - start**2
    farthest = sum(lengths) ** 2 - aside
    nearest = max(0.0, 2.0 * max(lengths) - sum(lengths)) ** 2 - aside
    if farthest <= 0.0:
        return None
    far, near = np.sqrt(farthest), np.sqrt(max(nearest, 0.0))
    if nearest <= 0.0:
        return -far - start, far - start
    return (near - start, far - start) if start + coordinate >= 0.0 else (-far - start, -near - start)


def _path(mechanism: Mechanism, name: str) -> list[int]:
    """A body and all between it and the ground, which is -1."""
    found = [-1 if name == GROUND else mechanism.body_index[name]]
    while found[-1] >= 0:
        found.append(int(mechanism.parents[found[-1]]))
    return found
