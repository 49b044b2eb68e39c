"""What calls return, for annotations and ``isinstance``; their functions explain them."""

from bough.api import DrivenMotion, ForwardDerivatives, InverseDerivatives, Kinetostatics, Matrices, Mobility
from bough.arithmetic.tally import Operations, Tally
from bough.check import Report
from bough.choice import Choice
from bough.linear import Campbell, LinearModel, Mode, Modes, RootLocus
from bough.reach import Reach
from bough.simulation import Comparison, Sensitivities
from bough.statics import Continuation, Equilibrium
from bough.studies.result import StudyResult

__all__ = [
    "Campbell",
    "Choice",
    "Comparison",
    "Continuation",
    "DrivenMotion",
    "Equilibrium",
    "ForwardDerivatives",
    "InverseDerivatives",
    "Kinetostatics",
    "LinearModel",
    "Matrices",
    "Mobility",
    "Mode",
    "Modes",
    "Operations",
    "Reach",
    "Report",
    "RootLocus",
    "Sensitivities",
    "StudyResult",
    "Tally",
]
