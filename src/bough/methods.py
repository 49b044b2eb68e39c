"""The methods that bough offers by name, what they cost, and tools to compare them."""

from bough.api import EigenMotion, WarmStart, formulations, operations, why_unsupported
from bough.choice import calibrate
from bough.papers import papers
from bough.simulation import integrators

__all__ = [
    "EigenMotion",
    "WarmStart",
    "calibrate",
    "formulations",
    "integrators",
    "operations",
    "papers",
    "why_unsupported",
]
