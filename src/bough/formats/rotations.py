"""Rotation matrices from what files have: an axis and an angle, roll, pitch and yaw, or a quaternion."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import shown


def about_axis(axis: Sequence[float], angle: float) -> np.ndarray:
    """A turn about an axis of unit length."""
    x, y, z = axis
    s, c = math.sin(angle), math.cos(angle)
    across = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return c * np.eye(3) + s * across + (1.0 - c) * np.outer(axis, axis)


def from_rpy(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rz(yaw) Ry(pitch) Rx(roll): turns about fixed axes, x first, as in URDF."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(angle), math.cos(angle)) for angle in (roll, pitch, yaw))
    return np.array(
        (
            (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr),
        )
    )


def from_quaternion(quaternion: Sequence[float]) -> np.ndarray:
    """From w, x, y, z of any length but zero."""
    largest = max(map(abs, quaternion))
    if largest == 0.0:
        raise MechanismError(f"the quaternion {shown(list(quaternion))} is zero; give 1, 0, 0, 0 for no turn.")
    w, x, y, z = (part / largest for part in quaternion)  # no overflow, nor underflow
    length = math.hypot(w, x, y, z)
    w, x, y, z = w / length, x / length, y / length, z / length
    return np.array(
        (
            (w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
            (2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)),
            (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z),
        )
    )
