"""Linear models of mechanisms: modes, responses, diagrams."""

from bough.linear.campbell import Campbell, campbell
from bough.linear.locus import RootLocus, root_locus
from bough.linear.model import LinearModel, linearise
from bough.linear.modes import Mode, Modes

__all__ = ["Campbell", "LinearModel", "Mode", "Modes", "RootLocus", "campbell", "linearise", "root_locus"]
