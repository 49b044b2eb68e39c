"""Exact derivatives against a complex step through the equations of motion, which has no error of a difference."""

import numpy as np
import pytest
from helpers.complex_step import slope
from helpers.flows import Flow, floating, four_bar

import bough as bo

EPS = np.finfo(float).eps


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    """What users have; also compiled much sooner."""
    monkeypatch.delenv("BOUGH_CODE", raising=False)


def assert_equal(mechanism, found, expected, q):
    """Up to rounding in accelerations, which the mass matrix may amplify."""
    bound = 1e3 * EPS * np.linalg.cond(bo.mass_matrix(mechanism, q))
    np.testing.assert_allclose(found, expected, rtol=0, atol=bound * np.abs(expected).max())


@pytest.mark.parametrize("make", [lambda: bo.chain(2), floating], ids=["double pendulum", "floating"])
def test_a_linear_model_has_the_slopes_of_a_complex_step(make):
    mechanism = make()
    n = mechanism.n
    q, u = bo.models.random_state(mechanism, 1)
    tau = np.random.default_rng(2).standard_normal(n)
    model = bo.linearise(mechanism, q, u, tau=tau)
    rates = bo.kinematics.coordinate_rates(mechanism, np.broadcast_to(q, (n, len(q))), np.eye(n))
    still_q, still = np.zeros(len(q)), np.zeros(n)
    by_q = np.transpose([slope(mechanism, q, u, tau, rate, still, still) for rate in rates])
    by_u = np.transpose([slope(mechanism, q, u, tau, still_q, one, still) for one in np.eye(n)])
    by_tau = np.transpose([slope(mechanism, q, u, tau, still_q, still, one) for one in np.eye(n)])
    for found, expected in ((model.A[n:, :n], by_q), (model.A[n:, n:], by_u), (model.B[n:], by_tau)):
        assert_equal(mechanism, found, expected, q)


def test_derivatives_with_a_loop_are_those_of_a_complex_step():
    mechanism = four_bar()
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5})
    u = bo.kinematics.consistent_velocities(mechanism, q, {"crank": 8.0})
    tau = np.array([1.0, 0.5, -0.3])
    found = bo.derivatives.forward_derivatives(mechanism, q, u, tau)
    for letter, place in (("by_q", 0), ("by_u", 1), ("by_tau", 2)):
        rates = np.zeros((3, 3, 3))
        rates[:, place] = np.eye(3)
        expected = np.transpose([slope(mechanism, q, u, tau, *rate, form="composite-bodies") for rate in rates])
        assert_equal(mechanism, getattr(found, letter), expected, q)


def test_a_moving_loop_and_moving_quaternions_have_the_slopes_of_their_motion():
    """Where velocities depend on one another, or do not commute, A has more than derivatives of accelerations."""
    bars, body = four_bar(), floating()
    cases = (bars, {"crank": -1.0, "rocker": -1.5}, {"crank": 8.0}), (body, *bo.models.random_state(body, 1))
    for mechanism, q, u in cases:
        model = bo.linearise(mechanism, q, u)
        expected = Flow(mechanism, model.q, model.u, model.tau, 0.0, model.independent).matrix()
        # (differences of differences: rounding divided by both steps, and closing to 1e-12)
        np.testing.assert_allclose(model.A.values, expected, rtol=0, atol=1e-8 * np.abs(expected).max())
