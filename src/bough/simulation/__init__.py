"""Motions: how they are computed, and what is returned: names and units, what follows from them, files, plots and animations."""

from bough.simulation.compare.comparison import Comparison
from bough.simulation.compare.running import compare
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.events import Event
from bough.simulation.run.simulate import integrators, simulate

__all__ = ["Comparison", "Event", "Trajectory", "compare", "integrators", "simulate"]
