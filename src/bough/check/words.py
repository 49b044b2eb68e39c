"""Joints, axes and masses in words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bough.mechanism.joints import Driven, Joint
from bough.mechanism.joints.own.joint import Own

_AXES = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}


def axis_of(joint: Joint) -> tuple[float, ...] | None:
    """The axis of a joint in its frame, if it has exactly one."""
    if isinstance(joint, Driven):
        return axis_of(joint.joint)
    return getattr(joint, "axis", None) or getattr(joint, "normal", None)


def direction(axis: Iterable[float]) -> str:
    """An axis in words: ``x``, ``-z``, or its numbers."""
    numbers = tuple(round(float(x), 6) + 0.0 for x in axis)
    if numbers in _AXES:
        return _AXES[numbers]
    if (opposite := tuple(0.0 - x for x in numbers)) in _AXES:
        return f"-{_AXES[opposite]}"
    return f"({' '.join(f'{round(x, 2) + 0.0:g}' for x in numbers)})"


def joint_words(joint: Joint) -> str:
    """A joint by its type and axes: ``Revolute about y``."""
    kind = type(joint).__name__
    if isinstance(joint, Driven):
        return f"{kind} {joint_words(joint.joint)}"
    if isinstance(joint, Own):
        return f"{kind} '{joint.name}'"
    described = vars(joint)
    if "axes" in described:
        return f"{kind} about {', '.join(map(direction, described['axes']))}"
    if "axis1" in described:
        slide = f", along {direction(described['axis'])}" if "axis" in described else ""
        return f"{kind} about {direction(described['axis1'])}, {direction(described['axis2'])}{slide}"
    if (axis := axis_of(joint)) is None:
        return kind
    slides = not joint.kind.turns or joint.has_quaternion  # (those turns have no axis)
    how = "across" if "normal" in described else "along" if slides else "about"
    pitch = f", {described['pitch']:.4g} m/rad" if "pitch" in described else ""
    return f"{kind} {how} {direction(axis)}{pitch}"


def kilograms(mass: float) -> str:
    return f"{mass:,.0f} kg" if mass >= 1e4 else f"{mass:.4g} kg" if mass else "–"


def gravity_words(gravity: np.ndarray) -> str:
    """Strength and direction of gravity."""
    strength = float(np.linalg.norm(gravity))
    return f"{strength:.6g} m/s² along {direction(gravity / strength)}" if strength else "none"


def counted(count: int, what: str, many: str = "") -> str:
    """A number of things: ``1 body``, ``2 bodies``."""
    return f"{count:,} {what if count == 1 else many or f'{what}s'}"
