"""bough: rigid multibody mechanisms, their equations of motion in every form, and the fastest one for each.

>>> import bough as bo
>>> arm = bo.chain(3)
>>> q, u = arm.coordinates({"link1": 0.3}), arm.velocities()
>>> bo.forward_dynamics(arm, q, u).shape
(3,)
"""

from importlib.metadata import PackageNotFoundError, version

from bough.dynamics import (
    EigenMotion,
    Kinetostatics,
    Matrices,
    WarmStart,
    body_poses,
    body_twists,
    canonical_rates,
    coordinate_rates,
    formulations,
    forward_dynamics,
    hamiltonian,
    inverse_dynamics,
    kinetic_energy,
    kinetostatics,
    mass_matrix,
    mass_matrix_rate,
    matrices,
    momenta,
    potential_energy,
    solve_mass_matrix,
    supports,
    velocities,
    velocities_from_rates,
)
from bough.errors import (
    BoughError,
    BoughWarning,
    FileError,
    MechanismError,
    SingularError,
    StateError,
    StepError,
    UnsupportedError,
)
from bough.mechanism.description import describe, digest, rebuild
from bough.mechanism.generators import (
    binary_tree,
    broom,
    chain,
    lattice,
    pendulum,
    random_state,
    random_tree,
    star,
)
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import (
    Ball,
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Helical,
    Joint,
    Planar,
    Prismatic,
    Revolute,
    Translational,
    Universal,
)
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.signals import Table
from bough.models import model
from bough.simulation import Comparison, Event, Trajectory, compare, integrators, simulate

try:
    __version__ = version("bough")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "Ball",
    "BoughError",
    "BoughWarning",
    "Comparison",
    "Cylindrical",
    "EigenMotion",
    "Event",
    "FileError",
    "Fixed",
    "Free",
    "Gimbal",
    "Helical",
    "Inertia",
    "Joint",
    "Kinetostatics",
    "Matrices",
    "Mechanism",
    "MechanismError",
    "Planar",
    "Prismatic",
    "Revolute",
    "SingularError",
    "StateError",
    "StepError",
    "Table",
    "Trajectory",
    "Translational",
    "Universal",
    "UnsupportedError",
    "WarmStart",
    "binary_tree",
    "body_poses",
    "body_twists",
    "broom",
    "canonical_rates",
    "chain",
    "compare",
    "coordinate_rates",
    "describe",
    "digest",
    "formulations",
    "forward_dynamics",
    "hamiltonian",
    "integrators",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetostatics",
    "lattice",
    "mass_matrix",
    "mass_matrix_rate",
    "matrices",
    "model",
    "momenta",
    "pendulum",
    "potential_energy",
    "random_state",
    "random_tree",
    "rebuild",
    "simulate",
    "solve_mass_matrix",
    "star",
    "supports",
    "velocities",
    "velocities_from_rates",
]
