"""The catalogue of forces: one file per force, with everything specific to it. To add one, see CONTRIBUTING."""

from bough.mechanism.forces.air_drag import AirDrag
from bough.mechanism.forces.base import ON_BODIES, BodyForce, Force, JointForce
from bough.mechanism.forces.bushing import Bushing
from bough.mechanism.forces.joint_damper import JointDamper
from bough.mechanism.forces.joint_friction import JointFriction
from bough.mechanism.forces.joint_limit import JointLimit
from bough.mechanism.forces.joint_spring import JointSpring
from bough.mechanism.forces.laws import CustomBodyForce, CustomJointForce
from bough.mechanism.forces.motor import Motor
from bough.mechanism.forces.servo import Servo
from bough.mechanism.forces.spring_damper import SpringDamper
from bough.mechanism.forces.wrench import Wrench

JOINT_FORCES: tuple[type[JointForce], ...] = (
    JointSpring, JointDamper, JointFriction, JointLimit, Motor, Servo, CustomJointForce,
)  # fmt: skip
BODY_FORCES: tuple[type[BodyForce], ...] = (SpringDamper, Bushing, Wrench, CustomBodyForce, AirDrag)
for first, forces in ((0, JOINT_FORCES), (ON_BODIES, BODY_FORCES)):
    for code, force in enumerate(forces, first):
        force.kind.code = code

__all__ = [
    "AirDrag",
    "Bushing",
    "CustomBodyForce",
    "CustomJointForce",
    "Force",
    "JointDamper",
    "JointFriction",
    "JointLimit",
    "JointSpring",
    "Motor",
    "Servo",
    "SpringDamper",
    "Wrench",
]
