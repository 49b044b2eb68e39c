"""Equilibria of mechanisms, their stability, and curves of them."""

from bough.statics.curve import Continuation
from bough.statics.following import continuation
from bough.statics.resting import equilibria, equilibrium
from bough.statics.result import Equilibrium

__all__ = ["Continuation", "Equilibrium", "continuation", "equilibria", "equilibrium"]
