"""The public names at the top of bough, a line each: for type checkers, and for ``__init__.py``, which reads them here and imports a name when it is first used."""

from bough import derivatives as derivatives
from bough import dynamics as dynamics
from bough import errors as errors
from bough import kinematics as kinematics
from bough import methods as methods
from bough import models as models
from bough import motions as motions
from bough import results as results
from bough.api import assemble as assemble
from bough.api import body_accelerations as body_accelerations
from bough.api import body_poses as body_poses
from bough.api import body_twists as body_twists
from bough.api import forward_dynamics as forward_dynamics
from bough.api import inverse_dynamics as inverse_dynamics
from bough.api import kinetic_energy as kinetic_energy
from bough.api import mass_matrix as mass_matrix
from bough.api import potential_energy as potential_energy
from bough.check import check as check
from bough.choice import choose as choose
from bough.errors import BoughError as BoughError
from bough.errors import BoughWarning as BoughWarning
from bough.export import export_c as export_c
from bough.export import export_fmu as export_fmu
from bough.formats import load as load
from bough.graph.traced import where as where
from bough.linear import campbell as campbell
from bough.linear import linearise as linearise
from bough.linear import root_locus as root_locus
from bough.live import live as live
from bough.mechanism.forces import *  # noqa: F403
from bough.mechanism.generators import chain as chain
from bough.mechanism.generators import pendulum as pendulum
from bough.mechanism.inertia import Inertia as Inertia
from bough.mechanism.joints import *  # noqa: F403
from bough.mechanism.joints.own.joint import curve as curve
from bough.mechanism.mechanism import Mechanism as Mechanism
from bough.mechanism.signals import Table as Table
from bough.mechanism.visual import Visual as Visual
from bough.models.catalogue import catalogue as catalogue
from bough.models.texts import model as model
from bough.reach import Target as Target
from bough.reach import inverse_kinematics as inverse_kinematics
from bough.simulation import Event as Event
from bough.simulation import EventContext as EventContext
from bough.simulation import Impact as Impact
from bough.simulation import SampledController as SampledController
from bough.simulation import Stepper as Stepper
from bough.simulation import Trajectory as Trajectory
from bough.simulation import compare as compare
from bough.simulation import simulate as simulate
from bough.simulation.results.quantities import quantities as quantities
from bough.simulation.view.showing import show as show
from bough.simulation.view.showing import view as view
from bough.statics import continuation as continuation
from bough.statics import equilibria as equilibria
from bough.statics import equilibrium as equilibrium
from bough.studies.answers.optimise import optimise as optimise
from bough.studies.files.reading import load_study as load_study
from bough.studies.result import open_study as open_study
from bough.studies.study import Study as Study
from bough.studies.vary.names import variables as variables
from bough.studies.vary.together import LinkedParameters as LinkedParameters

linearize = linearise
optimize = optimise
reach = inverse_kinematics

__version__: str
