"""Motions: how they are computed, and what is returned: names and units, what follows from them, files, plots and animations."""

from bough.simulation.compare import compare
from bough.simulation.comparison import Comparison
from bough.simulation.events import Event
from bough.simulation.simulate import integrators, simulate
from bough.simulation.trajectory import Trajectory

__all__ = ["Comparison", "Event", "Trajectory", "compare", "integrators", "simulate"]
