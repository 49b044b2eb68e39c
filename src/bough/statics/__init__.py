"""Equilibria of mechanisms, their stability, and curves of them."""

from bough.statics.equilibrium import equilibria, equilibrium
from bough.statics.result import Equilibrium

__all__ = ["Equilibrium", "equilibria", "equilibrium"]
