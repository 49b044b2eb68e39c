"""Modes as motions to look at: they keep to the mechanism, and near the state they are what the model says."""

import numpy as np
import pytest
from helpers.flows import four_bar

import bough as bo
from bough.simulation.view.showing import document_of


def test_a_mode_moves_along_its_shape():
    model = bo.linearise(bo.chain(2))
    mode = model.modes()[1]
    run = mode.trajectory(amplitude=0.1, cycles=1, samples=40)
    assert run.duration == pytest.approx(1 / mode.frequency, rel=1e-12)
    wave = 0.1 * np.cos(2 * np.pi * np.arange(41) / 40)
    np.testing.assert_allclose(run.q.values, np.outer(wave, mode.shape.values.real), atol=1e-12)
    assert run.provenance["mode"] == 1
    automatic = mode.trajectory()
    turns = np.abs(mode.bodies.turn.values).max() / np.abs(mode.shape.values).max()
    assert 0.1 < turns * np.abs(automatic.q.values).max() <= 0.25 * (1 + 1e-12)


def test_a_small_mode_is_a_motion_of_the_mechanism():
    """What a simulation does from where the mode starts, but for what the amplitude's square adds."""
    mechanism = bo.chain(2)
    mode = bo.linearise(mechanism).modes()[1]
    small = mode.trajectory(amplitude=1e-4, cycles=1)
    run = bo.simulate(mechanism, q0=small.q.values[0], u0=[0.0, 0.0], times=small.time.values)
    np.testing.assert_allclose(run.q.values, small.q.values, atol=1e-4 * 1e-6)
    np.testing.assert_allclose(run.u.values, small.u.values, atol=1e-4 * 1e-3)


def test_a_ball_turns_about_the_axis_of_its_mode():
    """A rod on a ball: a frame's quaternion is that of a turn by the shape."""
    mechanism = bo.Mechanism("bell")
    tensor = np.diag((0.05, 0.06, 0.02))
    mechanism.add_body("bell", "ground", bo.Ball(), inertia=bo.Inertia(2.0, (0, 0, -0.3), tensor))
    modes = [mode for mode in bo.linearise(mechanism).modes() if mode.oscillates]
    expected = np.sort([np.sqrt(2.0 * 9.81 * 0.3 / (tensor[k, k] + 2.0 * 0.09)) for k in (0, 1)])
    np.testing.assert_allclose([mode.angular for mode in modes], expected, rtol=1e-12)
    run = modes[0].trajectory(amplitude=0.4, cycles=1, samples=16)
    angle = 0.4 * np.cos(2 * np.pi * np.arange(17) / 16)
    np.testing.assert_allclose(np.abs(run.q.values[:, 0]), np.cos(angle / 2), atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(run.q.values, axis=1), 1.0, atol=1e-14)


@pytest.mark.slow
def test_loops_stay_closed():
    mechanism = four_bar()
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    tau = bo.inverse_dynamics(mechanism, q, np.zeros(3), np.zeros(3), drives=["crank"])
    mode = bo.linearise(mechanism, q, tau=tau).modes()[-1]
    run = mode.trajectory()
    assert float(run.closure().gap.max()) < 1e-12
    assert np.ptp(run["crank"].values) > 0.1


def test_bad_amplitudes_and_cycles_are_named():
    mode = bo.linearise(bo.chain(2)).modes()[0]
    for name, value in (("amplitude", "much"), ("cycles", 0), ("samples", 3)):
        with pytest.raises(bo.errors.StateError, match=name):
            mode.trajectory(**{name: value})


def test_the_page_of_a_mode_opens_no_energies():
    """They would be those of an exaggerated motion."""
    data = document_of(bo.linearise(bo.chain(2)).modes()[0].trajectory(cycles=1, samples=16)).data
    series = data["runs"][0]["series"]
    assert {series[k]["group"] for plot in data["plots"] for _, k in plot} == {"coordinates"}


def test_drives_stand_still_while_a_mode_moves():
    """The mode is that of a moment: the lift is where it was then."""
    lift = bo.Mechanism("lift")
    lift.add_body("base", joint=bo.Driven(bo.Prismatic("z"), "t**3"))
    lift.add_body("bob", "base", bo.Revolute("y"), inertia=bo.Inertia.point(1.0, (0, 0, -0.4)))
    run = bo.linearise(lift, bo.equilibrium(lift, time=2.0)).modes()[0].trajectory()
    np.testing.assert_allclose(run.to_dataframe(["point:base.z"])["point:base.z"], 8.0, rtol=1e-12)
    assert np.ptp(run["bob"].values) > 0.1
