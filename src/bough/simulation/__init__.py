"""Motions: computing them, results with names and units, derived quantities, files, plots and films."""

from bough.simulation.compare.comparison import Comparison
from bough.simulation.compare.running import compare
from bough.simulation.results.sensitivities import Sensitivities, sensitivities
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.actions import EventContext, Impact
from bough.simulation.run.control import SampledController
from bough.simulation.run.events import Event
from bough.simulation.run.simulate import integrators, simulate
from bough.simulation.run.stepper import Stepper

__all__ = [
    "Comparison",
    "Event",
    "EventContext",
    "Impact",
    "SampledController",
    "Sensitivities",
    "Stepper",
    "Trajectory",
    "compare",
    "integrators",
    "sensitivities",
    "simulate",
]
