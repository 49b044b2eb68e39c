"""The joint catalogue: one file per joint, its description for people and its kernels side by side."""

from bough.mechanism.joints.ball import Ball
from bough.mechanism.joints.base import Joint
from bough.mechanism.joints.cylindrical import Cylindrical
from bough.mechanism.joints.driven import Driven
from bough.mechanism.joints.fixed import Fixed
from bough.mechanism.joints.free import Free
from bough.mechanism.joints.gimbal import Gimbal
from bough.mechanism.joints.helical import Helical
from bough.mechanism.joints.planar import Planar
from bough.mechanism.joints.prismatic import Prismatic
from bough.mechanism.joints.revolute import Revolute
from bough.mechanism.joints.translational import Translational
from bough.mechanism.joints.universal import Universal

__all__ = [
    "Ball",
    "Cylindrical",
    "Driven",
    "Fixed",
    "Free",
    "Gimbal",
    "Helical",
    "Joint",
    "Planar",
    "Prismatic",
    "Revolute",
    "Translational",
    "Universal",
]
