"""Linear models against those of MuJoCo and Exudyn, which take differences, and against published ones."""

import importlib.util

import numpy as np
import pytest
from helpers.mujoco_peer import MujocoPeer

import bough as bo


def transition(peer, q, u, tau, step=1e-3):
    """∂a/∂q and ∂a/∂v of MuJoCo's own differences: a step of semi-implicit Euler adds h a to the velocities."""
    import mujoco

    model, data, n = peer.model, peer.data, peer.model.nv
    model.opt.timestep = step
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    data.qpos, data.qvel, data.qfrc_applied = peer.to_mujoco(q, u, tau)
    mujoco.mj_forward(model, data)
    whole = np.zeros((2 * n, 2 * n))
    mujoco.mjd_transitionFD(model, data, 1e-5, True, whole, None, None, None)
    return whole[n:, :n] / step, (whole[n:, n:] - np.eye(n)) / step


@pytest.mark.slow
@pytest.mark.parametrize(
    "joints", [("revolute", "prismatic"), ("ball", "revolute")], ids=["hinges and slides", "balls"]
)
@pytest.mark.parametrize("seed", range(3))
def test_slopes_of_accelerations_are_those_of_mujoco(joints, seed):
    """MuJoCo's tangent coordinates of a ball are bough's, and its differences have errors of 1e-5² and of rounding / 1e-5 / step."""
    mechanism = bo.models.random_tree(4, seed, joints)
    q, u = bo.models.random_state(mechanism, seed)
    tau = np.random.default_rng(seed).standard_normal(mechanism.n)
    peer = MujocoPeer(mechanism)
    by_q, by_u = transition(peer, q, u, tau)
    order = peer._u_order
    model = bo.linearise(mechanism, q, u, tau=tau)
    lower = model.A.values[mechanism.n :]
    ours = lower[:, : mechanism.n][np.ix_(order, order)], lower[:, mechanism.n :][np.ix_(order, order)]
    for found, expected in zip(ours, (by_q, by_u), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * max(1.0, np.abs(lower).max()))


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("exudyn") is None, reason="exudyn is not installed")
def test_mass_stiffness_and_damping_are_those_of_exudyn():
    """Exudyn linearises at accelerations of zero: joint forces are such that there are none."""
    from exudyn_peer import Exudyn, exudyn

    mechanism = bo.Mechanism("tree", gravity=(0, -3.0, -9.0))
    body = bo.Inertia(1.3, (0.1, 0.2, -0.4), np.diag((0.3, 0.4, 0.5)))
    mechanism.add_body("a", "ground", bo.Revolute((0, 1, 0)), inertia=body)
    mechanism.add_body("b", "a", bo.Revolute((1, 0, 0)), at=(0.1, 0, -0.5), inertia=body)
    mechanism.add_body("c", "b", bo.Prismatic((0, 0, 1)), at=(0, 0.2, -0.5), inertia=body)
    mechanism.add_body("d", "b", bo.Revolute((0, 0, 1)), at=(0, 0.2, -0.3), inertia=body)
    q, u = bo.models.random_state(mechanism, 1)
    system = Exudyn(mechanism).system
    system.systemData.SetODE2Coordinates(list(q), exudyn.ConfigurationType.Initial)
    system.systemData.SetODE2Coordinates_t(list(u), exudyn.ConfigurationType.Initial)
    mass, stiffness, damping = system.ComputeLinearizedSystem(exudyn.SimulationSettings())
    model = bo.linearise(mechanism, q, u, tau=bo.inverse_dynamics(mechanism, q, u, np.zeros(4)))
    slopes = model.slopes
    assert model.is_steady
    np.testing.assert_allclose(slopes.mass, mass, rtol=1e-12, atol=1e-12)
    # (its differences are good to 1e-7 or so)
    np.testing.assert_allclose(slopes.stiffness, stiffness, rtol=0, atol=1e-6 * np.abs(stiffness).max())
    np.testing.assert_allclose(slopes.damping, damping, rtol=0, atol=1e-6 * np.abs(damping).max())


def car(mass, moment, front, rear, at_front, at_rear):
    """A car's body that heaves and pitches on two springs."""
    mechanism = bo.Mechanism("car", gravity=(0, 0, 0))
    mechanism.add_body("heave", "ground", bo.Prismatic((0, 0, 1)))
    body = bo.Inertia(mass, tensor=(moment, moment, moment))
    mechanism.add_body("body", "heave", bo.Revolute((0, 1, 0)), inertia=body)
    for name, stiffness, x in (("front", front, at_front), ("rear", rear, -at_rear)):
        spring = bo.SpringDamper("body", at=(x, 0, 0), other_at=(x, 0, -1), stiffness=stiffness, rest=1.0)
        mechanism.add_force(name, spring)
    return mechanism


def test_a_car_has_its_published_frequencies():
    """S. S. Rao, Mechanical Vibrations, example 5.7: 5.8593 and 9.4341 rad/s; heave per pitch -2.6461 and 0.3061 m/rad."""
    modes = bo.linearise(car(1000.0, 1000.0 * 0.9**2, 18e3, 22e3, 1.0, 1.5)).modes()
    np.testing.assert_allclose(modes.frequencies * 2 * np.pi, (5.8593, 9.4341), atol=5e-5)
    ratios = [float((mode.shape.sel(velocity="heave") / mode.shape.sel(velocity="body")).real) for mode in modes]
    # (the book's pitch is positive with the front down, as here)
    np.testing.assert_allclose(np.abs(ratios), (2.6461, 0.3061), atol=5e-4)
    assert ratios[0] * ratios[1] < 0


def test_another_car_has_the_frequencies_of_a_verification_manual():
    """Thomson, and ANSYS VM52, in pounds and feet: 1.0981 and 1.4406 Hz."""
    modes = bo.linearise(car(3220 / 32.2, 1600.0, 2400.0, 2600.0, 4.5, 5.5)).modes()
    np.testing.assert_allclose(modes.frequencies, (1.0981, 1.4406), atol=6e-5)
