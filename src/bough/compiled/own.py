"""The tables of joints of the users' own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bough.mechanism.joints import Joint
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.pieces import WIDTH


def own_tables(joints: Iterable[Joint | None]) -> dict[str, np.ndarray]:
    """Blocks and curves of the rows' joints, those of loops included; empty if none is of the user's own."""
    motions = [joint.motion if isinstance(joint, Own) else None for joint in joints]
    if not any(motion is not None for motion in motions):
        return {}
    objects = np.empty(len(motions), object)
    objects[:] = motions
    pieces = [np.empty((0, WIDTH)) if motion is None else motion.pieces.reshape(-1, WIDTH) for motion in motions]
    return {
        "own_joints": objects,
        # (one more: the total)
        "own_at": np.cumsum([0, *(0 if motion is None else motion.size for motion in motions)]),
        "own_drifts": np.array([motion is not None and motion.has_drift for motion in motions]),
        "own_first_piece": np.cumsum([0, *map(len, pieces)])[:-1],
        "own_pieces": np.concatenate(pieces),
    }
