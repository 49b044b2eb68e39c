"""Rotation matrices from an axis and an angle, roll, pitch and yaw, a quaternion, or two axes: the formulas alone."""

from __future__ import annotations

import math

from bough.arithmetic.spatial import cross, dot

Rows = tuple[tuple[float, ...], ...]


def about_axis(x: float, y: float, z: float, angle: float) -> Rows:
    """A turn about an axis of unit length."""
    s, c = math.sin(angle), math.cos(angle)
    d = 1.0 - c
    return (
        (c + d * x * x, d * x * y - s * z, d * x * z + s * y),
        (d * x * y + s * z, c + d * y * y, d * y * z - s * x),
        (d * x * z - s * y, d * y * z + s * x, c + d * z * z),
    )


def from_rpy(roll: float, pitch: float, yaw: float) -> Rows:
    """Rz(yaw) Ry(pitch) Rx(roll): turns about fixed axes, x first, as in URDF."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(angle), math.cos(angle)) for angle in (roll, pitch, yaw))
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def from_quaternion(w: float, x: float, y: float, z: float) -> Rows | None:
    """The rotation of a quaternion of any length; None if it is zero."""
    largest = max(abs(w), abs(x), abs(y), abs(z))
    if largest == 0.0:
        return None
    w, x, y, z = w / largest, x / largest, y / largest, z / largest  # so that squares do not underflow
    length = math.hypot(w, x, y, z)
    w, x, y, z = w / length, x / length, y / length, z / length
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )


def from_axes(first: str, v: tuple[float, ...], second: str, w: tuple[float, ...]) -> Rows:
    """The rotation whose columns of these names (two of x, y, z, in this order) are v and, nearly, w: the one at right angles to v."""
    along = dot(v, w)
    w = tuple(b - along * a for a, b in zip(v, w, strict=True))
    length = math.hypot(*w)
    w = tuple(b / length for b in w)
    third = cross(v, w)
    columns = {"xy": (v, w, third), "yz": (third, v, w), "xz": (v, tuple(-x for x in third), w)}[first + second]
    return tuple(zip(*columns, strict=True))
