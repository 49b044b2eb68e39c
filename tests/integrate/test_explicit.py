"""Explicit integrators in compiled loops: orders of convergence, unit quaternions, energy, and lanes against one state."""

import numpy as np
import pytest

import bough as bo
from bough.formulations import FORMULATIONS
from bough.integrate.march import March, march_many
from bough.integrate.methods import methods
from bough.tree.compile import compiled
from bough.tree.entries import lane_width

W = lane_width()


def march(mechanism, method="rk4", form="separate-bodies", wide=False):
    entry = FORMULATIONS[form].evaluation(compiled(mechanism), None)
    return March(entry, FORMULATIONS[form].gives == "canonical rates", methods()[method], wide)


@pytest.mark.parametrize("method", ["rk4", "dopri5", "dop853"])
def test_errors_fall_with_the_order_of_the_method(method):
    """A pendulum swinging widely: halving the step divides the error by 2 to the power of the order."""
    mechanism = bo.chain(1)
    start, tau, duration = np.array((1.0, 0.5)), np.zeros(1), 1.0
    steps = {"rk4": 40, "dopri5": 40, "dop853": 12}[method]
    (exact,), _ = march(mechanism, "dop853").run(start, tau, duration / 2000, 2000, 2000)
    errors = []
    for count in (steps, 2 * steps):
        (found,), done = march(mechanism, method).run(start, tau, duration / count, count, count)
        assert done == count
        errors.append(np.abs(found - exact).max())
    assert errors[1] > 1e-13  # still the method's error, not rounding
    assert np.log2(errors[0] / errors[1]) == pytest.approx(methods()[method].order, abs=0.3)


@pytest.mark.parametrize("form", ["separate-bodies", "hamilton-recursive"])
def test_lanes_do_what_one_state_does(form):
    mechanism = bo.random_tree(7, 3, roots=2)
    q, u = bo.random_state(mechanism, 3, W)
    tau = np.random.default_rng(3).normal(size=u.shape)
    second = u if form == "separate-bodies" else bo.momenta(mechanism, q, u)
    states = np.concatenate((q, second), axis=1)
    together, done = march(mechanism, form=form, wide=True).run(states, tau, 1e-3, 40, 10)
    assert done == 40
    assert together.shape == (W, 4, mechanism.n_q + mechanism.n)
    alone = march(mechanism, form=form)
    for k in range(W):
        found, _ = alone.run(states[k], tau[k], 1e-3, 40, 10)
        np.testing.assert_allclose(found, together[k], rtol=0, atol=1e-11 * np.abs(found).max())


@pytest.mark.parametrize("count", [W - 1, W, 3 * W + 1])
def test_a_batch_does_what_one_state_does(count):
    """Fewer states than lanes, one group, and a rest; on two threads."""
    mechanism = bo.random_tree(7, 3, roots=2)
    q, u = bo.random_state(mechanism, 3, count)
    states, tau = np.concatenate((q, u), axis=1), np.random.default_rng(3).normal(size=u.shape)
    found, done = march_many(lambda wide: march(mechanism, wide=wide), states, tau, 1e-3, 20, 10, 2)
    assert done == 20
    alone = march(mechanism)
    for k in range(count):
        expected, _ = alone.run(states[k], tau[k], 1e-3, 20, 10)
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_momenta_and_velocities_tell_of_the_same_motion():
    """Both forms have the same solution, and rk4 an error of order four in each."""
    mechanism = bo.random_tree(5, 8)
    q, u = bo.random_state(mechanism, 8)
    tau, n_q = np.zeros(mechanism.n), mechanism.n_q
    (ours,), _ = march(mechanism).run(np.concatenate((q, u)), tau, 1e-3, 100, 100)
    start = np.concatenate((q, bo.momenta(mechanism, q, u)))
    (theirs,), _ = march(mechanism, form="hamilton-recursive").run(start, tau, 1e-3, 100, 100)
    np.testing.assert_allclose(theirs[:n_q], ours[:n_q], atol=1e-9)
    np.testing.assert_allclose(bo.velocities(mechanism, theirs[:n_q], theirs[n_q:]), ours[n_q:], atol=1e-8)


def test_a_spinning_body_keeps_unit_quaternions_and_its_energy():
    """Ten thousand steps of a free body and a ball-jointed one, without gravity."""
    mechanism = bo.Mechanism("tops", gravity=(0, 0, 0))
    mechanism.add_body("stone", joint=bo.Free(), inertia=bo.Inertia(2.0, (0, 0, 0), (0.3, 0.5, 0.7)))
    mechanism.add_body("top", joint=bo.Ball(), inertia=bo.Inertia(1.0, (0.1, 0, 0), (0.2, 0.4, 0.5)))
    q, u = bo.random_state(mechanism, 2)
    found, done = march(mechanism).run(np.concatenate((q, u)), np.zeros(mechanism.n), 1e-3, 10_000, 1000)
    assert done == 10_000
    q_t, u_t = found[:, : mechanism.n_q], found[:, mechanism.n_q :]
    for at in (3, 7):
        np.testing.assert_allclose(np.linalg.norm(q_t[:, at : at + 4], axis=1), 1.0, rtol=0, atol=1e-14)
    before = bo.kinetic_energy(mechanism, q, u)
    np.testing.assert_allclose(bo.kinetic_energy(mechanism, q_t, u_t), before, rtol=1e-9)


def test_a_step_that_fails_is_told():
    """Nothing resists the tip: not a step is done."""
    mechanism = bo.chain(1)
    mechanism.add_body("tip", "link1", bo.Revolute((0, 1, 0)), (0, 0, -1))
    _, done = march(mechanism).run(np.zeros(4), np.zeros(2), 1e-3, 10, 1)
    assert done == 0
