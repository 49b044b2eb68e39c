"""The public computations on a mechanism, each for one state or for a batch."""

from bough.dynamics.accelerations import forward_dynamics, mass_matrix, mass_matrix_rate, solve_mass_matrix
from bough.dynamics.driven import DrivenMotion, drive_forces, driven_motion
from bough.dynamics.drives import Kinetostatics, inverse_dynamics, kinetostatics
from bough.dynamics.eigen_motion import EigenMotion
from bough.dynamics.forces import force_energies, force_powers
from bough.dynamics.hamilton import canonical_rates, hamiltonian, momenta, velocities
from bough.dynamics.kinematics import (
    body_poses,
    body_twists,
    coordinate_rates,
    kinetic_energy,
    potential_energy,
    velocities_from_rates,
)
from bough.dynamics.matrices import Matrices, matrices
from bough.dynamics.methods import formulations, operations, supports
from bough.dynamics.warm_start import WarmStart

__all__ = [
    "DrivenMotion",
    "EigenMotion",
    "Kinetostatics",
    "Matrices",
    "WarmStart",
    "body_poses",
    "body_twists",
    "canonical_rates",
    "coordinate_rates",
    "drive_forces",
    "driven_motion",
    "force_energies",
    "force_powers",
    "formulations",
    "forward_dynamics",
    "hamiltonian",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetostatics",
    "mass_matrix",
    "mass_matrix_rate",
    "matrices",
    "momenta",
    "operations",
    "potential_energy",
    "solve_mass_matrix",
    "supports",
    "velocities",
    "velocities_from_rates",
]
