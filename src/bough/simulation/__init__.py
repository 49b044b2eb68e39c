"""What a run returns: motions with names and units, what follows from them, files, plots and animations."""

from bough.simulation.trajectory import Trajectory

__all__ = ["Trajectory"]
