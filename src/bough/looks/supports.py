"""What holds joints on the ground: brackets about hinges, posts under other joints, rails of sliders.

Feet are hatched, as in drawings of machines: they are fixed in space, wherever the floor is.
"""

from __future__ import annotations

import numpy as np

from bough.looks.colours import STEEL, SUPPORT
from bough.looks.solids import Solid, frames_along
from bough.typing import Array

LEVEL = 0.2  # cosine up to which something counts as beside a support, not above or below it
STEEP = 0.7  # cosine from which on an axis counts as upright
HATCHES = 4
SLANT = np.sqrt(0.5) * np.array([[1.0, 0.0, 1.0], [0.0, np.sqrt(2.0), 0.0], [-1.0, 0.0, 1.0]])  # 45° about y


def vertical(gravity: Array) -> Array:
    """The ground axis opposite to gravity, z without gravity."""
    strongest = int(np.argmax(np.abs(gravity))) if gravity.any() else 2
    up = np.zeros(3)
    up[strongest] = -1.0 if gravity[strongest] > 0 else 1.0
    return up


def block(at: Array, rotation: Array, radius: float) -> Solid:
    """A block around a point."""
    return Solid(-1, "box", (5 * radius, 5 * radius, 2 * radius), at, rotation, SUPPORT, "support")


def below(toward: Array, up: Array, level: float = -LEVEL) -> Array:
    """Where the foot of a joint is whose body is in the direction ``toward``: below; above, if the body hangs.

    It hangs if the cosine of its direction to ``up`` is less than ``level``.
    """
    return up if float(toward @ up) < level * float(np.sqrt(toward @ toward)) else -up


def _foot(at: Array, frame: Array, size: tuple[float, float, float], radius: float) -> list[Solid]:
    """A plate across the third axis of a frame, hatched on its far side."""
    found = [Solid(-1, "box", size, at, frame, SUPPORT, "support")]
    edge = size[0] / (HATCHES + 0.5)
    turn = frame @ SLANT
    for k in range(HATCHES):
        place = np.array([(k - 0.5 * (HATCHES - 1)) * edge, 0.0, 0.5 * (size[2] + 0.7 * edge)])
        strip = (0.3 * radius, size[1], edge)
        found.append(Solid(-1, "box", strip, at + frame @ place, turn, SUPPORT, "support"))
    return found


def stand(at: Array, down: Array, radius: float, axis: Array | None, width: float, reach: float) -> list[Solid]:
    """A foot of a joint in the direction ``down``.

    ``axis``: of a hinge, whose hub has this width, or None; ``reach``: how far the body about the joint extends.
    """
    far = max(3.6 * radius, reach + 1.4 * radius)
    frame = frames_along(down[None])[0]
    if axis is None or abs(float(axis @ down)) > STEEP:
        length = far - 1.2 * radius
        post = Solid(-1, "cylinder", (1.5 * radius, length), at + (far - length / 2) * down, frame, SUPPORT, "support")
        return [post, *_foot(at + far * down, frame, (6.0 * radius, 6.0 * radius, 1.0 * radius), radius)]
    across = axis - (axis @ down) * down
    across /= np.sqrt(across @ across)
    frame = np.stack((np.cross(across, down), across, down), -1)
    found = _foot(at + far * down, frame, (6.5 * radius, width + 3.6 * radius, 1.0 * radius), radius)
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
