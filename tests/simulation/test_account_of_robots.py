"""The balance of energy of published robots and of the catalogue, at default tolerances: with stops, friction, damping, drives and loops."""

import numpy as np
import pytest
from helpers.robot_files import published

import bough as bo
from bough.formats import read
from bough.models.catalogue import machine_files

pytestmark = pytest.mark.slow

# robots that cannot be simulated: no links, or fingers without mass
HOPELESS = (
    "ur_description/urdf/ur3.urdf",
    "romeo_description/urdf/romeo.urdf",
    "romeo_description/urdf/romeo_laas_small.urdf",
)
ROBOTS = [name for name in published() if name not in HOPELESS]
MOST_STEPS = 5000  # of a quarter of a run
SHORT = 0.02  # s: where dop853 would get less far in so many steps, LSODA takes over


def random_state(mechanism, seed):
    """Coordinates between their stops, and velocities of the order of one."""
    rng, q = np.random.default_rng(seed), mechanism.coordinates(mechanism.q0)
    for force in mechanism.forces.values():
        if isinstance(force, bo.JointLimit) and None not in (force.lower, force.upper):
            q[list(mechanism.q_places[force.joint])] = rng.uniform(force.lower, force.upper)
    return q, rng.standard_normal(mechanism.n)


def lasting(mechanism, how):
    """The longest part of a second, in powers of four, that takes no more than some ten thousand steps."""
    duration = 1 / 4**5
    while duration < 1.0:
        run = bo.simulate(mechanism, duration, every=duration, on_failure="return", **how)
        if run.status != "completed" or run.statistics["steps"] > MOST_STEPS:
            return duration / 4
        duration *= 4
    return duration


def closes(run, times):
    """Within so many tolerances, of the energy exchanged, and by no work that is only guessed."""
    found = run.energy().attrs
    assert run.duration >= SHORT or run.status == "completed"
    assert found["guessed"] == 0
    assert found["share"] < times * run.provenance["rtol"], found["summary"]


@pytest.mark.parametrize("name", ROBOTS)
def test_energy_of_a_robot_balances(name):
    mechanism, _ = read(published()[name])
    if not mechanism.n:  # one rigid body, which needs a free root to move
        mechanism, _ = read(published()[name], floating=True)
    q, u = random_state(mechanism, len(name))
    if np.linalg.cond(bo.mass_matrix(mechanism, q)) > 1e13:
        pytest.skip("its mass matrix is singular but for rounding: it cannot be simulated")
    how = {"q0": q, "u0": u, "progress": False}
    duration = lasting(mechanism, how)
    if duration > SHORT:
        # (stops are hard: an error of the tolerance in a coordinate is a larger one in energy; some run away in the end)
        closes(bo.simulate(mechanism, duration, on_failure="return", **how), 1e3)
    else:  # (the error of LSODA is some hundred times its tolerance)
        closes(bo.simulate(mechanism, SHORT, integrator="LSODA", **how), 1e5)


@pytest.mark.parametrize("name", machine_files())
def test_energy_of_a_machine_balances(name):
    """As its file says, with the samples that it keeps by default."""
    mechanism = bo.model(name)
    closes(bo.simulate(mechanism, min(mechanism.settings["duration"], 10.0), progress=False), 30)
