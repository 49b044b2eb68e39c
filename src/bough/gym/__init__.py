"""Mechanisms as environments of Gymnasium: one, or thousands side by side in lanes. They need ``pip install "bough[gym]"``."""

from bough.extras import need

need("environments")

from bough.gym.environment import Environment  # noqa: E402
from bough.gym.vector import VectorEnvironment  # noqa: E402

__all__ = ["Environment", "VectorEnvironment"]
