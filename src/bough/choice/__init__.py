"""Which form of the equations is the fastest for a mechanism, and why: operation counts, the rates of this machine, a ranked choice."""

from bough.choice.calibration import calibrate
from bough.choice.choice import Candidate, Choice
from bough.choice.ranking import choose
from bough.choice.rates import Rates

__all__ = ["Candidate", "Choice", "Rates", "calibrate", "choose"]
