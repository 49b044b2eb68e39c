"""Inverse kinematics by names."""

from bough.reach.reaching import reach
from bough.reach.result import Reach
from bough.reach.targets import Target

__all__ = ["Reach", "Target", "reach"]
