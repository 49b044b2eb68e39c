"""Rotations from MuJoCo's quaternions, most of which are the identity."""

from __future__ import annotations

import numpy as np

from bough.mechanism.rotations import from_quaternion


def rotation_of(quaternion: np.ndarray) -> np.ndarray | None:
    """The rotation matrix of a quaternion w x y z; None for parallel axes, NaN (refused later) if it is not valid."""
    if not quaternion[1:].any():
        return None
    rows = from_quaternion(*quaternion.tolist())
    return np.full((3, 3), np.nan) if rows is None else np.array(rows)


def rows_of(rotation: np.ndarray | None) -> tuple[tuple[float, ...], ...] | None:
    """A rotation matrix in plain numbers."""
    return None if rotation is None else tuple(map(tuple, rotation.tolist()))
