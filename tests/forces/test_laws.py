"""Forces by the user's own functions: compiled or called from Python they are the same; what goes wrong in them is told."""

import math

import numpy as np
import pytest
from machine import machine, with_forces

import bough as bo
from bough.tree.entries import lane_width

COUNT = 64 * 2 + lane_width() - 1
Q, U = bo.random_state(machine(), 5, COUNT)
TIMES = np.linspace(0.0, 2.0, COUNT)


class Unknown:
    """Something that Numba does not know."""

    factor = 1.0


def cubic_in_python(t, q, u):
    return (-3.0 * q * q * q - 0.2 * u + math.sin(t)) * Unknown().factor


def test_a_function_called_from_python_gives_what_a_compiled_one_gives():
    """One state, and lanes on two threads; the warning names the force and Numba's reason."""
    mechanism = machine()
    mechanism.add_force("law", bo.JointLaw("arm", cubic_in_python))
    with pytest.warns(bo.BoughWarning, match="JointLaw on 'arm'.*called from Python.*Numba cannot compile it: "):
        alone = bo.forward_dynamics(mechanism, Q[0], U[0], time=TIMES[0])
    together = bo.forward_dynamics(mechanism, Q, U, time=TIMES, threads=2)
    expected = bo.forward_dynamics(with_forces("law"), Q, U, time=TIMES)
    np.testing.assert_allclose(together, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    np.testing.assert_allclose(alone, expected[0], rtol=0, atol=1e-12 * np.abs(expected).max())


def failing():
    def function(t, q, u):
        if t > 1.0:
            raise RuntimeError("the fuse has blown")
        return Unknown().factor

    return function


def giving_two():
    return lambda t, q, u: (1.0, Unknown().factor)


@pytest.mark.parametrize(
    ("make", "cause", "message"),
    [
        (failing, RuntimeError, "RuntimeError: the fuse has blown"),
        (giving_two, ValueError, "it must give a number, but gave 2"),
    ],
)
@pytest.mark.parametrize("state", [-1, slice(None)], ids=["one", "batch"])
def test_what_a_function_raises_is_told(make, cause, message, state):
    mechanism = machine()
    mechanism.add_force("law", bo.JointLaw("arm", make()))
    with pytest.warns(bo.BoughWarning), pytest.raises(bo.StateError, match=message) as found:
        bo.forward_dynamics(mechanism, Q[state], U[state], time=TIMES[state])
    assert isinstance(found.value.__cause__, cause)


def test_a_compiled_function_that_gives_no_number_is_named():
    mechanism = machine()
    mechanism.add_force("root", bo.JointLaw("arm", lambda t, q, u: math.sqrt(-1.0 - q * q)))
    with pytest.raises(bo.StateError, match="the force 'root'"):
        bo.forward_dynamics(mechanism, Q[0], U[0])


def test_functions_of_time_are_followed_wherever_they_are_asked_for():
    """The window of a signal grows with the calls, also backwards; results do not depend on it."""
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic(), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("push", bo.Motor("mass", lambda t: math.sin(t) + 0.1 * t))
    for t in (0.0, 0.3, 7.0, -4.0, 100.0, 0.3):
        found = bo.forward_dynamics(mechanism, [0.0], [0.0], time=t)
        assert found == pytest.approx(math.sin(t) + 0.1 * t, abs=1e-12)
    t = np.linspace(-5, 120, 33)
    found = bo.forward_dynamics(mechanism, [0.0], [0.0], time=t)
    np.testing.assert_allclose(found[:, 0], np.sin(t) + 0.1 * t, rtol=0, atol=1e-12)


def test_a_function_that_is_not_defined_further_on_serves_as_far_as_it_is():
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic(), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("push", bo.Motor("mass", lambda t: math.sqrt(0.25 - t)))
    assert bo.forward_dynamics(mechanism, [0.0], [0.0], time=0.1) == pytest.approx(math.sqrt(0.15))
    with pytest.raises(
        bo.MechanismError, match=r"Motor on 'mass': force: the function of time failed at t = 0.\d+: ValueError"
    ):
        bo.forward_dynamics(mechanism, [0.0], [0.0], time=2.0)


def test_objects_with_memory_of_their_own():
    """WarmStart takes the time, within what was prepared for; EigenMotion says that it does not."""
    mechanism = bo.chain(3)
    mechanism.add_force("push", bo.Motor("link1", math.sin))
    mechanism.cover(0.0, 2.0)
    warm = bo.WarmStart(mechanism)
    q, u = bo.random_state(mechanism, 1)
    expected = bo.forward_dynamics(mechanism, q, u, time=1.5)
    np.testing.assert_allclose(warm.forward_dynamics(q, u, time=1.5), expected, rtol=1e-10)
    with pytest.raises(bo.StateError, match=r"prepared for times from 0 to 2, not for 3.0; call its cover"):
        warm.forward_dynamics(q, u, time=3.0)
    with pytest.raises(bo.UnsupportedError, match="follow the time"):
        bo.EigenMotion(mechanism, q, u)


def named_joints():
    link = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0.0, 0.0, -0.5))
    mechanism = bo.Mechanism("named")
    mechanism.add_body("upper", "ground", bo.Revolute((0, 1, 0)), inertia=link, joint_name="shoulder")
    mechanism.add_body("lower", "upper", bo.Universal(), (0, 0, -1), inertia=link, joint_name="elbow")
    return mechanism


@pytest.mark.parametrize("reads", [("elbow", "shoulder"), ("lower", "upper"), ("elbow", "upper")])
def test_a_law_reads_joints_by_their_names_or_their_bodies(reads):
    """Power is force times velocity, and the force is what the function makes of the coordinates in that order."""
    mechanism = named_joints()
    law = bo.JointLaw("shoulder", lambda t, q, u: q[0] + 10.0 * q[1] + 100.0 * q[2] + 1000.0 * u[2], reads=reads)
    mechanism.add_force("law", law)
    q, u = np.array((0.1, 0.2, 0.3)), np.array((2.0, 0.5, 0.7))
    force = 0.2 + 10.0 * 0.3 + 100.0 * 0.1 + 1000.0 * 2.0
    assert bo.force_powers(mechanism, q, u) == pytest.approx([force * 2.0])


def test_a_law_that_reads_what_is_not_there_is_refused():
    for name in ("elbw", "ground"):
        mechanism = named_joints()
        mechanism.add_force("law", bo.JointLaw("shoulder", lambda t, q, u: 0.0 * q[0], reads=(name,)))
        with pytest.raises(bo.MechanismError, match=f"JointLaw on 'shoulder': no joint '{name}' in 'named'"):
            bo.force_powers(mechanism, np.zeros(3), np.zeros(3))
