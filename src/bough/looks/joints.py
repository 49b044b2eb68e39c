"""How joints look, by kind: hubs, sleeves, balls in sockets, crosses, plates; in units of the radius of a link."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bough.looks.colours import RUBBER, STEEL
from bough.mechanism.body import UPRIGHT
from bough.mechanism.joints import (
    Ball,
    BallInCylinder,
    BallOnPlane,
    CustomConstraint,
    Cylindrical,
    Driven,
    EdgeOnPlane,
    Fixed,
    Free,
    Gimbal,
    Helical,
    Joint,
    Planar,
    Prismatic,
    Revolute,
    TelescopicUniversal,
    Translational,
    Universal,
)
from bough.mechanism.joints.base import frame_about
from bough.typing import Array

ON_BODY, ON_PARENT = 0, 1
PIN, ARM = 0.75, 5.6  # radius and length of an axle
HUB = 3.2  # width


class Mark(NamedTuple):
    """A piece of a joint: in the frame that moves with the body, or in the joint frame on the parent."""

    side: int
    shape: str
    size: tuple[float, ...]
    rotation: Array | None  # None: z along the link that leads to the joint
    colour: Array
    along: float = 0.0  # shift along its own z


def moving(joint: Joint) -> Joint:
    """A joint; of a driven one, the joint that the drive moves."""
    return joint.joint if isinstance(joint, Driven) else joint


def slides(joint: Joint) -> bool:
    """Whether a body leaves the origin of its joint frame along a way that can be drawn as a rod."""
    along_axes = Prismatic | Cylindrical | Helical | BallInCylinder | TelescopicUniversal | Translational
    return isinstance(moving(joint), along_axes)


class Marks:
    """The marks of joints; equal joints share them."""

    def __init__(self) -> None:
        self._known: dict[Any, list[Mark]] = {}

    def of(self, joint: Joint) -> list[Mark]:
        joint = moving(joint)
        axes = tuple(getattr(joint, name, None) for name in ("axis", "axis1", "axis2", "axes", "normal", "edge"))
        key = type(joint), axes
        if key not in self._known:
            self._known[key] = _marks(joint)
        return self._known[key]


def _marks(joint: Joint) -> list[Mark]:
    match joint:
        case Free() | Fixed() | CustomConstraint():
            return []
        case Revolute(axis=axis):
            return hub(axis)
        case Prismatic(axis=axis):
            return [Mark(ON_PARENT, "box", (3.2, 3.2, 4.4), frame_about(axis), STEEL)]
        case Cylindrical(axis=axis):
            return [Mark(ON_PARENT, "cylinder", (1.8, 4.4), frame_about(axis), STEEL)]
        case Helical(axis=axis):
            return _screw(frame_about(axis))
        case BallInCylinder(axis=axis):
            tube = Mark(ON_PARENT, "cylinder", (1.3, 6.0), frame_about(axis), STEEL)
            return [tube, _ball()]
        case Universal(axis1=first, axis2=second):
            return _cross(first, second)
        case TelescopicUniversal(axis=axis, axis1=first, axis2=second):
            return [Mark(ON_PARENT, "cylinder", (1.8, 4.4), frame_about(axis), STEEL), *_cross(first, second)]
        case Gimbal(axes=(first, _, third)):
            return [*_cross(first, third), _ball(1.5)]
        case Planar(normal=normal):
            return [*_plate(normal), Mark(ON_BODY, "cylinder", (1.7, 1.6), frame_about(normal), STEEL)]
        case BallOnPlane(normal=normal):
            return [*_plate(normal), _ball()]
        case EdgeOnPlane(normal=normal, edge=edge):
            return [*_plate(normal), Mark(ON_BODY, "cylinder", (PIN, 8.0), frame_about(edge), STEEL)]
        case Translational():
            return [Mark(ON_BODY, "box", (3.2, 3.2, 3.2), UPRIGHT, STEEL)]
        case Ball():
            return [_ball(2.0), Mark(ON_PARENT, "cylinder", (2.3, 1.3), None, RUBBER)]
    return [_ball()]  # a joint of the user's own


def _ball(radius: float = 1.7) -> Mark:
    return Mark(ON_BODY, "sphere", (radius,), UPRIGHT, STEEL)


def hub(axis: Any, width: float = HUB) -> list[Mark]:
    """A hub on the body, and a pin through it that the parent holds."""
    frame = frame_about(axis)
    around = Mark(ON_BODY, "cylinder", (1.8, width), frame, STEEL)
    return [around, Mark(ON_PARENT, "cylinder", (PIN, width + 2.0), frame, RUBBER)]


def _cross(first: Any, second: Any) -> list[Mark]:
    """Two axles: one turns in the parent, the other in the body."""
    return [
        Mark(ON_PARENT, "cylinder", (PIN, ARM), frame_about(first), RUBBER),
        Mark(ON_BODY, "cylinder", (PIN, ARM), frame_about(second), STEEL),
        _ball(1.1),
    ]


def _screw(frame: Array) -> list[Mark]:
    """A nut on the body, and a screw with its thread on the parent."""
    threads = [Mark(ON_PARENT, "cylinder", (1.25, 0.4), frame, STEEL, along) for along in np.linspace(-3.5, 3.5, 8)]
    screw = Mark(ON_PARENT, "cylinder", (0.9, 8.0), frame, RUBBER)
    return [Mark(ON_BODY, "box", (3.4, 3.4, 2.2), frame, STEEL), screw, *threads]


def _plate(normal: Any) -> list[Mark]:
    return [Mark(ON_PARENT, "box", (10.0, 10.0, 0.5), frame_about(normal), RUBBER, -1.0)]
