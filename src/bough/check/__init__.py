"""Explain a model: errors and warnings, its parts, and the forms of the equations that fit it."""

from bough.check.checking import check
from bough.check.report import Report

__all__ = ["Report", "check"]
