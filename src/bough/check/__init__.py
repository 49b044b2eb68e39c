"""A model explained: what is wrong or odd about it, what it consists of, and which forms of the equations serve it."""

from bough.check.checking import check
from bough.check.report import Report

__all__ = ["Report", "check"]
