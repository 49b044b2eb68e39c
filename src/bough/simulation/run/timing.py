"""Limits of signals on time steps: where steps must end, how long they may be, and jumps that no force can follow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import labels
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.pieces import FIRST, START, Breaks, breaks_of

# breaks closer than this, relative to the duration and to the time itself, count as one
_SAME, _ROUNDING = 1e-12, 64 * np.finfo(float).eps
# smallest jumps of a driven joint that count, relative to the largest position and velocity
_JUMPS = (1e-9, 1e-6)


def timing_of(mechanisms: Sequence[Mechanism], start: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """(breaks, pace): times at which steps must end, and times of which a step may pass at most one.

    A signal is not smooth at breaks; pace follows how fast signals change. Raises an error if a driven joint jumps.
    """
    breaks, knots = [np.empty(0)], [np.empty(0)]
    for mechanism in mechanisms:
        first_motion = len(mechanism.signals) - len(mechanism.motions)
        for k, pieces in enumerate(mechanism.signal_pieces()):
            if len(pieces) == 1:
                continue
            found = breaks_of(pieces, start, end)
            if k >= first_motion and len(found.times):
                _refuse_jumps(mechanism, k - first_motion, pieces, found, start, end)
            breaks.append(found.times)
            knots.append(pieces[1:, START])
    pace = np.unique(np.concatenate(knots))
    pace = pace[(pace > start) & (pace < end)]
    return _apart(np.unique(np.concatenate(breaks)), start, end), np.append(pace, end) if len(pace) else pace


def _apart(times: np.ndarray, start: float, end: float) -> np.ndarray:
    """Times without those that are too close to the one before or to the end."""
    kept: list[float] = []
    last = start
    for t in times.tolist():
        least = max(_SAME * (end - start), _ROUNDING * abs(t))
        if t - last > least and end - t > least:
            kept.append(t)
            last = t
    return np.array(kept)


def _motion(mechanism: Mechanism, k: int) -> tuple[str, str]:
    """The name of the k-th motion of driven joints, and its unit."""
    found = [
        label
        for one, joint in mechanism.driven
        for label in zip(labels(one.name, joint.motion_names), joint.motion_units, strict=True)
    ]
    return found[k]


def _refuse_jumps(mechanism: Mechanism, k: int, pieces: np.ndarray, breaks: Breaks, start: float, end: float) -> None:
    """Raise an error if a driven joint jumps in position or velocity."""
    label, unit = _motion(mechanism, k)
    value, rate, _ = mechanism.motions[k](np.linspace(start, end, 1001))
    scale = max(float(np.abs(pieces[:, FIRST]).max()), float(np.ptp(value))), float(np.abs(rate).max())
    for what, jumps, share, size, unit_of in zip(
        ("position", "velocity"), breaks.jumps, _JUMPS, scale, (unit, f"{unit}/s"), strict=False
    ):
        at = np.flatnonzero(np.abs(jumps) > share * size)
        if len(at):
            raise MechanismError(
                f"the motion of '{label}' jumps in {what} by {jumps[at[0]]:.3g} {unit_of} at t = {breaks.times[at[0]]:.9g} s, which no finite force can do; "
                "give a motion with a continuous velocity, such as a Table of kind 'cubic' or smooth(t, a, b)."
            )
