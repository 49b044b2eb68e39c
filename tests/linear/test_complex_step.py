"""Exact derivatives against a complex step through the equations of motion, which has no error of a difference."""

import numpy as np
import pytest
from helpers.complex_step import slope
from helpers.flows import floating, four_bar

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
    q, u = bo.random_state(mechanism, 1)
    tau = np.random.default_rng(2).standard_normal(n)
    model = bo.linearise(mechanism, q, u, tau=tau)
    rates = bo.coordinate_rates(mechanism, np.broadcast_to(q, (n, len(q))), np.eye(n))
    still_q, still = np.zeros(len(q)), np.zeros(n)
    by_q = np.transpose([slope(mechanism, q, u, tau, rate, still, still) for rate in rates])
    by_u = np.transpose([slope(mechanism, q, u, tau, still_q, one, still) for one in np.eye(n)])
    by_tau = np.transpose([slope(mechanism, q, u, tau, still_q, still, one) for one in np.eye(n)])
    for found, expected in ((model.A[n:, :n], by_q), (model.A[n:, n:], by_u), (model.B[n:], by_tau)):
        assert_equal(mechanism, found, expected, q)


def test_derivatives_with_a_loop_are_those_of_a_complex_step():
    mechanism = four_bar()
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5})
    u = bo.consistent_velocities(mechanism, q, {"crank": 8.0})
    tau = np.array([1.0, 0.5, -0.3])
    found = bo.forward_derivatives(mechanism, q, u, tau)
    for letter, place in (("by_q", 0), ("by_u", 1), ("by_tau", 2)):
        rates = np.zeros((3, 3, 3))
        rates[:, place] = np.eye(3)
        expected = np.transpose([slope(mechanism, q, u, tau, *rate, form="composite-bodies") for rate in rates])
        assert_equal(mechanism, getattr(found, letter), expected, q)
