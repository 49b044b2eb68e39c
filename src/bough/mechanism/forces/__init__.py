"""The catalogue of forces: one file per force, its description for people and its kernels side by side."""

from bough.mechanism.forces.base import Force

__all__ = ["Force"]
