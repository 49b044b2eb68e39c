"""Where bodies are, as pages know it: a position and a quaternion each."""

from __future__ import annotations

import numpy as np

from bough.typing import Array


def places_of(poses: Array) -> Array:
    """Position and quaternion (…, 7) of transforms (…, 4, 4)."""
    turns = quaternions(poses[..., :3, :3].reshape(-1, 3, 3))
    return np.concatenate((poses[..., :3, 3], turns.reshape(*poses.shape[:-2], 4)), axis=-1)


def quaternions(rotations: Array) -> Array:
    """(n, 4), x y z w, of rotations (n, 3, 3)."""
    from scipy.spatial.transform import Rotation

    found: Array = Rotation.from_matrix(rotations).as_quat() if len(rotations) else np.empty((0, 4))
    return found
