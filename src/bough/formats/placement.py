"""Where a frame is in another one, as URDF tells it."""

from __future__ import annotations

import math

from bough.formats.attributes import numbers
from bough.formats.findings import Findings
from bough.formats.xml import Element

Rows = tuple[tuple[float, ...], ...]


def place(element: Element, whose: str, findings: Findings) -> tuple[tuple[float, ...], Rows | None]:
    """Position and rotation that <origin> says: rpy are turns about the fixed axes x, y, z, one after the other."""
    origin = element.first("origin")
    if origin is None:
        return (0.0, 0.0, 0.0), None
    xyz = numbers(origin, "xyz", 3, whose, findings, (0.0, 0.0, 0.0))
    if "quat_xyzw" not in origin.attributes:
        rpy = numbers(origin, "rpy", 3, whose, findings, (0.0, 0.0, 0.0))
        return xyz, by_angles(*rpy) if any(rpy) else None
    if "rpy" in origin.attributes:
        findings.error("<origin> has both rpy and quat_xyzw; remove one of them.", whose, origin.line)
    x, y, z, w = numbers(origin, "quat_xyzw", 4, whose, findings, (0.0, 0.0, 0.0, 1.0))
    length = math.hypot(x, y, z, w)
    if length == 0.0:
        findings.error("quat_xyzw of <origin> is zero; give a unit quaternion.", whose, origin.line)
        return xyz, None
    return xyz, by_quaternion(x / length, y / length, z / length, w / length)


def by_angles(roll: float, pitch: float, yaw: float) -> Rows:
    """The rotation matrix Rz(yaw) Ry(pitch) Rx(roll)."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(a), math.cos(a)) for a in (roll, pitch, yaw))
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def by_quaternion(x: float, y: float, z: float, w: float) -> Rows:
    """The rotation matrix of a unit quaternion."""
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
