"""Rotations as MuJoCo has them."""

from __future__ import annotations

import numpy as np


def rotation_of(quaternion: np.ndarray) -> np.ndarray | None:
    """The rotation matrix of a quaternion w x y z; None for none."""
    w, x, y, z = (quaternion / np.linalg.norm(quaternion)).tolist()
    if not (x or y or z):
        return None
    return np.array(
        (
            (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
            (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
            (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
        )
    )


def rows_of(rotation: np.ndarray | None) -> tuple[tuple[float, ...], ...] | None:
    """A rotation matrix in plain numbers."""
    return None if rotation is None else tuple(map(tuple, rotation.tolist()))
