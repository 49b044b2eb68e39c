"""bough: rigid multibody mechanisms, their equations of motion in every form, and the fastest one for each.

>>> import bough as bo
>>> arm = bo.chain(3)
>>> q, u = arm.coordinates({"link1": 0.3}), arm.velocities()
>>> bo.forward_dynamics(arm, q, u).shape
(3,)
"""

from importlib.metadata import PackageNotFoundError, version

from bough.api import (
    DrivenMotion,
    EigenMotion,
    Kinetostatics,
    Matrices,
    WarmStart,
    body_poses,
    body_twists,
    canonical_rates,
    coordinate_rates,
    drive_forces,
    driven_motion,
    force_energies,
    force_powers,
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
    operations,
    potential_energy,
    solve_mass_matrix,
    supports,
    velocities,
    velocities_from_rates,
)
from bough.arithmetic.tally import Operations, Tally
from bough.check import Report, check
from bough.choice import Choice, calibrate, choose
from bough.errors import (
    BoughError,
    BoughWarning,
    FileError,
    Finding,
    MechanismError,
    ModelError,
    SingularError,
    StateError,
    StepError,
    UnsupportedError,
)
from bough.formats import load
from bough.mechanism.description import describe, digest, rebuild
from bough.mechanism.forces import (
    BodyLaw,
    Bushing,
    Force,
    JointDamper,
    JointFriction,
    JointLaw,
    JointLimit,
    JointSpring,
    Motor,
    Servo,
    SpringDamper,
    Wrench,
)
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
    Driven,
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
from bough.mechanism.visual import Visual
from bough.models.catalogue import catalogue
from bough.models.texts import model
from bough.papers import papers
from bough.simulation import Comparison, Event, Trajectory, compare, integrators, simulate

try:
    __version__ = version("bough")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "Ball",
    "BodyLaw",
    "BoughError",
    "BoughWarning",
    "Bushing",
    "Choice",
    "Comparison",
    "Cylindrical",
    "Driven",
    "DrivenMotion",
    "EigenMotion",
    "Event",
    "FileError",
    "Finding",
    "Fixed",
    "Force",
    "Free",
    "Gimbal",
    "Helical",
    "Inertia",
    "Joint",
    "JointDamper",
    "JointFriction",
    "JointLaw",
    "JointLimit",
    "JointSpring",
    "Kinetostatics",
    "Matrices",
    "Mechanism",
    "MechanismError",
    "ModelError",
    "Motor",
    "Operations",
    "Planar",
    "Prismatic",
    "Report",
    "Revolute",
    "Servo",
    "SingularError",
    "SpringDamper",
    "StateError",
    "StepError",
    "Table",
    "Tally",
    "Trajectory",
    "Translational",
    "Universal",
    "UnsupportedError",
    "Visual",
    "WarmStart",
    "Wrench",
    "binary_tree",
    "body_poses",
    "body_twists",
    "broom",
    "calibrate",
    "canonical_rates",
    "catalogue",
    "chain",
    "check",
    "choose",
    "compare",
    "coordinate_rates",
    "describe",
    "digest",
    "drive_forces",
    "driven_motion",
    "force_energies",
    "force_powers",
    "formulations",
    "forward_dynamics",
    "hamiltonian",
    "integrators",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetostatics",
    "lattice",
    "load",
    "mass_matrix",
    "mass_matrix_rate",
    "matrices",
    "model",
    "momenta",
    "operations",
    "papers",
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
