"""The placement of a frame in another one, in URDF."""

from __future__ import annotations

from bough.formats.findings import Findings
from bough.formats.urdf.attributes import numbers
from bough.formats.xml import Element
from bough.mechanism.rotations import Rows, from_quaternion, from_rpy


def place(element: Element, whose: str, findings: Findings) -> tuple[tuple[float, ...], Rows | None]:
    """Position and rotation from <origin>: rpy are turns about the fixed axes x, y, z, one after the other."""
    origin = element.first("origin")
    if origin is None:
        return (0.0, 0.0, 0.0), None
    xyz = numbers(origin, "xyz", 3, whose, findings, (0.0, 0.0, 0.0))
    if "quat_xyzw" not in origin.attributes:
        rpy = numbers(origin, "rpy", 3, whose, findings, (0.0, 0.0, 0.0))
        return xyz, from_rpy(*rpy) if any(rpy) else None
    if "rpy" in origin.attributes:
        findings.error("<origin> has both rpy and quat_xyzw; remove one of them.", whose, origin.line)
    x, y, z, w = numbers(origin, "quat_xyzw", 4, whose, findings, (0.0, 0.0, 0.0, 1.0))
    rotation = from_quaternion(w, x, y, z)
    if rotation is None:
        findings.error("quat_xyzw of <origin> is zero; give a unit quaternion.", whose, origin.line)
    return xyz, rotation
