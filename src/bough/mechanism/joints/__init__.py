"""The catalogue of joints: one file per joint, with everything specific to it. To add one, see CONTRIBUTING."""

from bough.mechanism.joints.ball import Ball
from bough.mechanism.joints.ball_in_cylinder import BallInCylinder
from bough.mechanism.joints.ball_on_plane import BallOnPlane
from bough.mechanism.joints.base import Joint, Kind
from bough.mechanism.joints.cylindrical import Cylindrical
from bough.mechanism.joints.driven import Driven
from bough.mechanism.joints.edge_on_plane import EdgeOnPlane
from bough.mechanism.joints.fixed import Fixed
from bough.mechanism.joints.free import Free
from bough.mechanism.joints.gimbal import Gimbal
from bough.mechanism.joints.helical import Helical
from bough.mechanism.joints.own.joint import CustomConstraint, CustomJoint
from bough.mechanism.joints.own.kernels import KINDS as OWN_KINDS
from bough.mechanism.joints.planar import Planar
from bough.mechanism.joints.prismatic import Prismatic
from bough.mechanism.joints.revolute import Revolute
from bough.mechanism.joints.telescopic_universal import TelescopicUniversal
from bough.mechanism.joints.translational import Translational
from bough.mechanism.joints.universal import Universal

CATALOGUE = (
    Fixed, Revolute, Prismatic, Helical, Cylindrical, Universal, Planar, Translational, Gimbal, Ball, Free, Driven,
    BallInCylinder, BallOnPlane, EdgeOnPlane, TelescopicUniversal,
)  # fmt: skip
# (a joint of the user's own is of one kind or another, by its number of DoFs)
KINDS: tuple[Kind, ...] = (*(joint.kind for joint in CATALOGUE), *OWN_KINDS)
for code, kind in enumerate(KINDS):
    kind.code = code

__all__ = [
    "Ball",
    "BallInCylinder",
    "BallOnPlane",
    "CustomConstraint",
    "CustomJoint",
    "Cylindrical",
    "Driven",
    "EdgeOnPlane",
    "Fixed",
    "Free",
    "Gimbal",
    "Helical",
    "Joint",
    "Planar",
    "Prismatic",
    "Revolute",
    "TelescopicUniversal",
    "Translational",
    "Universal",
]
