"""The catalogue of forces: one file per force, its description for people and its kernels side by side."""

from bough.mechanism.forces.base import Force
from bough.mechanism.forces.bushing import Bushing
from bough.mechanism.forces.joint_damper import JointDamper
from bough.mechanism.forces.joint_friction import JointFriction
from bough.mechanism.forces.joint_limit import JointLimit
from bough.mechanism.forces.joint_spring import JointSpring
from bough.mechanism.forces.laws import BodyLaw, JointLaw
from bough.mechanism.forces.motor import Motor
from bough.mechanism.forces.servo import Servo
from bough.mechanism.forces.spring_damper import SpringDamper
from bough.mechanism.forces.wrench import Wrench

__all__ = [
    "BodyLaw",
    "Bushing",
    "Force",
    "JointDamper",
    "JointFriction",
    "JointLaw",
    "JointLimit",
    "JointSpring",
    "Motor",
    "Servo",
    "SpringDamper",
    "Wrench",
]
