"""More of dynamics than :mod:`bough` itself has: the matrices of each form, momenta, drives, reactions and forces."""

from bough.api import (
    canonical_rates,
    drive_forces,
    driven_motion,
    force_energies,
    force_powers,
    force_wrenches,
    hamiltonian,
    kinetostatics,
    mass_matrix_rate,
    matrices,
    momenta,
    solve_mass_matrix,
    velocities,
)

__all__ = [
    "canonical_rates",
    "drive_forces",
    "driven_motion",
    "force_energies",
    "force_powers",
    "force_wrenches",
    "hamiltonian",
    "kinetostatics",
    "mass_matrix_rate",
    "matrices",
    "momenta",
    "solve_mass_matrix",
    "velocities",
]
