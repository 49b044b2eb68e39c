"""Poses by hand: a coordinate that is held while loops follow, and a body that is drawn by one of its points.

A body is drawn by damped least squares on the motions that loops and limits leave: with J the Jacobian of the point, e
its way to the target and N a basis of those motions, the step is N y with (NᵀJᵀJN + d²E) y = NᵀJᵀe. Angles are weighed
by the size of the machine, so that metres and radians count alike. Loops are then closed to rounding, and a step that
does not bring the point closer is halved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from bough.api.kinematics import body_poses
from bough.api.loop_forces import machine_size
from bough.api.loops import assemble
from bough.api.tangent import Tangent
from bough.errors import BoughError
from bough.live.points import velocity_jacobian
from bough.live.ranges import Coordinate
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates

STRIDE = (
    0.1  # radians, or sizes of the machine: a coordinate is moved so far at a time, so that loops stay on their branch
)
MOST_STRIDES = 200
FINEST = 0.2  # strides are halved until they are shorter than this share of a whole one, before a coordinate stops
PASSES, HALVINGS = 12, 4
DAMPING, LONGEST = 0.05, 0.3  # of a step, in sizes of the machine
BEYOND = 1e-9  # how far beyond a limit counts as within


def moved(
    mechanism: Mechanism, q: Coordinates, slider: Coordinate, value: float, limits: Sequence[Coordinate], time: float
) -> tuple[Coordinates, str]:
    """Coordinates with one moved towards a value and the loops closed, and a sentence if it did not get there."""
    value = slider.clipped(value)
    if not mechanism.loops:
        return slider.put(q, value), ""
    unit = 1.0 if slider.unit == "rad" else machine_size(mechanism)
    start = slider.value(q)
    count = min(max(1, math.ceil(abs(value - start) / (STRIDE * unit))), MOST_STRIDES)
    done, stride = 0.0, 1.0 / count
    while done < 1.0:
        share = min(1.0, done + stride)
        closed, why = _followed(mechanism, q, slider, start + share * (value - start), limits, time)
        if not why and _leaps(mechanism, q, closed, share * (value - start) / unit):
            why = "the loops would close in another way only"
        if not why:
            q, done = closed, share if share < 1.0 - 1e-9 else 1.0
        elif stride * count < FINEST:
            return q, f"'{slider.name}' cannot go further: {why}."
        else:
            stride *= 0.5
    return q, ""


def _followed(
    mechanism: Mechanism, q: Coordinates, slider: Coordinate, value: float, limits: Sequence[Coordinate], time: float
) -> tuple[Coordinates, str]:
    """Coordinates with one at a value and the loops closed by the others, or why there are none."""
    hold = [slider.name if slider.angle is None else slider.joint]
    try:
        closed = assemble(mechanism, slider.put(q, value), hold=hold, time=time)
    except BoughError:
        return q, "the loops would open"
    stop = _beyond(limits, q, closed)
    return closed, "" if stop is None else f"'{stop.name}' is at its limit"


def _leaps(mechanism: Mechanism, q: Coordinates, closed: Coordinates, stride: float) -> bool:
    """Whether coordinates jump to another branch: by a turn that no small step asks for."""
    return bool(np.abs(closed - q).max() > max(1.0, 10.0 * abs(stride)) * max(1.0, machine_size(mechanism)))


def _beyond(limits: Sequence[Coordinate], q: Coordinates, new: Coordinates) -> Coordinate | None:
    """A coordinate that goes beyond a limit of the model, or further beyond it than before."""
    for one in limits:
        before, after = one.value(q), one.value(new)
        if one.limited[0] and after < min(one.low - BEYOND, before - BEYOND):
            return one
        if one.limited[1] and after > max(one.high + BEYOND, before + BEYOND):
            return one
    return None


def drawn(
    mechanism: Mechanism,
    q: Coordinates,
    body: str,
    at: Array,
    target: Array,
    limits: Sequence[Coordinate],
    time: float,
) -> Coordinates:
    """Coordinates at which a point of a body is as close to a target as loops, limits and drives allow, near q."""
    tangent, k = Tangent(mechanism, time=time), mechanism.body_index[body]
    ended = [one for one in limits if one.velocity is not None and any(one.limited)]

    def way(q: Coordinates) -> Array:
        pose = body_poses(mechanism, q, time=time)[k]
        return target - (pose[:3, :3] @ at + pose[:3, 3])

    error = way(q)
    for _ in range(PASSES):
        if np.linalg.norm(error) < 1e-9 * tangent.size:
            break
        change = _step(tangent, q, body, at, error)
        if np.abs(change).max(initial=0.0) < 1e-12:
            break
        for _ in range(HALVINGS):
            tried, met = _within(tangent, q, change, ended)
            tangent.free &= ~met
            if tried is not None and np.linalg.norm(further := way(tried)) < np.linalg.norm(error):
                q, error = tried, further
                break
            if met.any():  # (the next pass leaves out what has met its limit)
                break
            change = 0.5 * change
        else:
            break
    return q


def _step(tangent: Tangent, q: Coordinates, body: str, at: Array, error: Array) -> Array:
    """The damped step of free velocities towards an error."""
    mechanism, size = tangent.mechanism, tangent.size
    jacobian = velocity_jacobian(mechanism, q, body, at, tangent.time) * tangent.units
    free, basis = jacobian[:, tangent.free], None
    if mechanism.loops and free.size:
        basis = tangent.closing(q).decomposed(tangent.free).motions
        free = free @ basis
    way = error * min(1.0, LONGEST * size / max(float(np.linalg.norm(error)), 1e-300))
    damping = (DAMPING * size) ** 2
    y = free.T @ np.linalg.solve(free @ free.T + damping * np.eye(3), way)
    change = np.zeros(mechanism.n)
    change[tangent.free] = y if basis is None else basis @ y
    return tangent.units * change


def _within(
    tangent: Tangent, q: Coordinates, change: Array, ended: Sequence[Coordinate]
) -> tuple[Coordinates | None, np.ndarray]:
    """Coordinates after a step, cut at the limits and with loops closed; and which velocities met a limit."""
    mechanism, new = tangent.mechanism, tangent.moved(q, change)
    met, hold = np.zeros(mechanism.n, bool), []
    for one in ended:
        if new[one.place] != q[one.place] and one.clipped(float(new[one.place])) != new[one.place]:
            new[one.place] = one.clipped(float(new[one.place]))
            met[one.velocity] = True
            hold.append(one.name)
    if mechanism.loops:
        try:
            new = assemble(mechanism, new, hold=hold, time=tangent.time)
        except BoughError:
            return None, met
        if _beyond(ended, q, new) is not None:
            return None, met
    return new, met
