"""What holds joints on the ground: brackets about hinges, posts under other joints, rails of sliders."""

from __future__ import annotations

import numpy as np

from bough.looks.colours import STEEL, SUPPORT
from bough.looks.solids import Solid, frames_along
from bough.typing import Array

LEVEL = 0.2  # cosine up to which something counts as beside a support, not above or below it
STEEP = 0.7  # cosine from which on an axis counts as upright


def vertical(gravity: Array) -> Array:
    """The ground axis opposite to gravity, z without gravity."""
    strongest = int(np.argmax(np.abs(gravity))) if gravity.any() else 2
    up = np.zeros(3)
    up[strongest] = -1.0 if gravity[strongest] > 0 else 1.0
    return up


def block(at: Array, rotation: Array, radius: float) -> Solid:
    """A block around a point."""
    return Solid(-1, "box", (5 * radius, 5 * radius, 2 * radius), at, rotation, SUPPORT, "support")


def below(toward: Array, up: Array) -> Array:
    """Where the foot of a joint is whose body is in the direction ``toward``: below; above, if the body hangs."""
    return up if float(toward @ up) < -LEVEL * float(np.sqrt(toward @ toward)) else -up


def stand(at: Array, down: Array, radius: float, axis: Array | None, width: float, reach: float) -> list[Solid]:
    """A foot of a joint in the direction ``down``.

    ``axis``: of a hinge, whose hub has this width, or None; ``reach``: how far the body about the joint extends.
    """
    far = max(3.6 * radius, reach + 1.4 * radius)
    frame = frames_along(down[None])[0]
    if axis is None or abs(float(axis @ down)) > STEEP:
        length = far - 1.2 * radius
        post = Solid(-1, "cylinder", (1.5 * radius, length), at + (far - length / 2) * down, frame, SUPPORT, "support")
        foot = Solid(-1, "cylinder", (3.4 * radius, 1.2 * radius), at + far * down, frame, SUPPORT, "support")
        return [post, foot]
    across = axis - (axis @ down) * down
    across /= np.sqrt(across @ across)
    frame = np.stack((np.cross(across, down), across, down), -1)
    size = (6.5 * radius, width + 3.6 * radius, 1.2 * radius)
    found = [Solid(-1, "box", size, at + far * down, frame, SUPPORT, "support")]
    height = far + 1.3 * radius
    for side in (-1.0, 1.0):
        place = at + side * (width / 2 + 0.6 * radius) * across + (far - height / 2) * down
        found.append(Solid(-1, "box", (2.6 * radius, 0.7 * radius, height), place, frame, SUPPORT, "support"))
    return found


def rail(owner: int, at: Array, axis: Array, ends: tuple[float, float], radius: float) -> list[Solid]:
    """A bar along which a body slides, from one coordinate to another."""
    frame = frames_along(axis[None])[0]
    middle, length = at + 0.5 * (ends[0] + ends[1]) * axis, ends[1] - ends[0]
    found = [Solid(owner, "cylinder", (0.7 * radius, length), middle, frame, STEEL, "joint")]
    if owner < 0:
        size = (2.4 * radius, 2.4 * radius, 1.0 * radius)
        found += [Solid(-1, "box", size, at + end * axis, frame, SUPPORT, "support") for end in ends]
    return found
