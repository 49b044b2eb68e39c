"""Inverse kinematics by names."""

from bough.reach.reaching import inverse_kinematics
from bough.reach.result import Reach
from bough.reach.targets import Target

__all__ = ["Reach", "Target", "inverse_kinematics"]
