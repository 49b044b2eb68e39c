"""Motions over time for driven joints and forces: profiles within limits, integrals, tables from files."""

from bough.formats import read_motion
from bough.mechanism.profiles import Profile, s_curve, synchronised, trapezoid
from bough.mechanism.signals import Integral

__all__ = [
    "Integral",
    "Profile",
    "read_motion",
    "s_curve",
    "synchronised",
    "trapezoid",
]
