"""Choose the fastest form of the equations for a mechanism: operation counts, the rates of this machine, a ranking."""

from bough.choice.calibration import calibrate
from bough.choice.choice import Candidate, Choice
from bough.choice.ranking import choose
from bough.choice.rates import Rates

__all__ = ["Candidate", "Choice", "Rates", "calibrate", "choose"]
