"""The public computations on a mechanism, each for one state or for a batch."""

from bough.api.accelerations import forward_dynamics, mass_matrix, mass_matrix_rate, solve_mass_matrix
from bough.api.derivatives import (
    ForwardDerivatives,
    InverseDerivatives,
    derivatives_sparsity,
    forward_derivatives,
    inverse_derivatives,
    point_jacobian,
    point_jacobian_rate,
)
from bough.api.driven import drive_forces
from bough.api.driven_motion import DrivenMotion, driven_motion
from bough.api.drives import Kinetostatics, inverse_dynamics, kinetostatics
from bough.api.eigen_motion import EigenMotion
from bough.api.forces import force_energies, force_powers
from bough.api.hamilton import canonical_rates, hamiltonian, momenta, velocities
from bough.api.kinematics import (
    body_accelerations,
    body_poses,
    body_twists,
    coordinate_rates,
    kinetic_energy,
    potential_energy,
    velocities_from_rates,
)
from bough.api.loops import Mobility, assemble, assemblies, consistent_velocities, mobility
from bough.api.matrices import matrices
from bough.api.matrix_set import Matrices
from bough.api.methods import formulations, operations, why_unsupported
from bough.api.parameters import parameter_derivatives
from bough.api.warm_start import WarmStart
from bough.api.wrenches import force_wrenches

__all__ = [
    "DrivenMotion",
    "EigenMotion",
    "ForwardDerivatives",
    "InverseDerivatives",
    "Kinetostatics",
    "Matrices",
    "Mobility",
    "WarmStart",
    "assemble",
    "assemblies",
    "body_accelerations",
    "body_poses",
    "body_twists",
    "canonical_rates",
    "consistent_velocities",
    "coordinate_rates",
    "derivatives_sparsity",
    "drive_forces",
    "driven_motion",
    "force_energies",
    "force_powers",
    "force_wrenches",
    "formulations",
    "forward_derivatives",
    "forward_dynamics",
    "hamiltonian",
    "inverse_derivatives",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetostatics",
    "mass_matrix",
    "mass_matrix_rate",
    "matrices",
    "mobility",
    "momenta",
    "operations",
    "parameter_derivatives",
    "point_jacobian",
    "point_jacobian_rate",
    "potential_energy",
    "solve_mass_matrix",
    "velocities",
    "velocities_from_rates",
    "why_unsupported",
]
