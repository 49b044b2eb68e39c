"""An integration that goes on, span after span on the same memory: the motion is that of one span, by every method."""

import itertools

import numpy as np
import pytest
from integrate.test_methods import FIXED, PENDULUM, pendulum_start, rate_of

import bough as bo
from bough.arithmetic.width import lane_width
from bough.integrate.integration import Integration
from bough.integrate.libraries import SCIPY, LibraryIntegration
from bough.integrate.methods import MOMENTA, methods
from bough.integrate.plan import FINISHED, GOING_ON

W = lane_width()
SLIDER = bo.Mechanism("slider")
SLIDER.add_body("mass", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, 2.0))


@pytest.fixture(scope="module")
def rates():
    return {form: rate_of(PENDULUM, form) for form in ("separate-bodies", "hamilton-recursive")}


def through(integration, times, tau=None):
    """Span after span; the states at the ends of all."""
    found = []
    for start, end in itertools.pairwise(times):
        integration.restart(start, end, tau=tau)
        while (status := integration.advance(100)) == GOING_ON:
            pass
        assert status == FINISHED
        assert integration.time == end
        found.append(integration.work.state[:, 0].copy() if isinstance(integration, Integration) else integration.state)
    return np.array(found)


@pytest.mark.parametrize("name", FIXED)
def test_fixed_steps_in_spans_are_the_same_to_the_last_bit(name, rates):
    momenta = methods()[name].takes[0] == MOMENTA
    rate, start = rates["hamilton-recursive" if momenta else "separate-bodies"], pendulum_start(momenta)
    times = np.linspace(0.0, 0.5, 6)
    record = np.tile(start, (6, 1))
    whole = Integration(rate, methods()[name], times, record, step=0.03)
    assert whole.advance(1000) == FINISHED
    spans = Integration(rate, methods()[name], times[:1], start[None].copy(), step=0.03)
    np.testing.assert_array_equal(through(spans, times), record[1:])
    assert spans.statistics() == whole.statistics()


@pytest.mark.parametrize("name", ["dop853", "dopri5", *SCIPY])
def test_adaptive_steps_in_spans_end_where_one_span_does(name, rates):
    """... to tolerance; and the steps stay as long as they were, though each span ends in one that is cut short."""
    rate, start, times = rates["separate-bodies"], pendulum_start(False), np.linspace(0.0, 2.0, 8)
    kind = (lambda *args, **kw: Integration(rate, methods()[name], *args, **kw)) if name in methods() else None
    kind = kind or (lambda *args, **kw: LibraryIntegration(rate, name, *args, **kw))
    record = np.tile(start, (2, 1))
    whole = kind(times[[0, -1]], record, rtol=1e-8, atol=1e-8)
    while whole.advance(100) == GOING_ON:
        pass
    spans = kind(times[:1], start[None].copy(), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(through(spans, times)[-1], record[1], atol=2e-6)
    if name not in ("LSODA", "BDF"):  # (which build up their order again)
        assert spans.steps <= whole.steps + 2 * len(times)


def test_a_sliver_does_not_shorten_the_steps_after_it(rates):
    start, sliver = pendulum_start(False), 1e-9
    spans = Integration(rates["separate-bodies"], methods()["dop853"], np.zeros(1), start[None].copy(), rtol=1e-8)
    through(spans, (0.0, 0.5))
    before = spans.steps
    through(spans, (0.5, 0.5 + sliver, 0.6))
    assert spans.steps - before <= 3


def test_forces_are_held_and_states_replaced():
    """A mass on a slide, by its two parabolas; another state; and motions side by side, each with its own force."""
    rate = rate_of(SLIDER)
    one = Integration(rate, methods()["dop853"], np.zeros(1), np.array([[0.25, -1.0]]))
    found = through(one, (0.0, 0.5), np.array([4.0]))[-1]
    np.testing.assert_allclose(found, (0.25 - 0.5 + 0.25, 0.0), atol=1e-12)
    found = through(one, (0.5, 1.0), np.array([-2.0]))[-1]
    np.testing.assert_allclose(found, (-0.125, -0.5), atol=1e-12)
    one.restart(7.0, 8.0, np.array([1.0, 3.0]), np.array([2.0]))
    assert one.advance(100) == FINISHED
    assert one.time == 8.0
    np.testing.assert_allclose(one.state, (4.5, 4.0), atol=1e-12)
    tau, states = np.arange(W)[:, None] * 1.0, np.stack((np.ones(W), np.arange(W)), axis=1)
    for name in ("dop853", "rk4"):
        step = {"step": 0.1} if name == "rk4" else {}
        many = Integration(rate, methods()[name], np.zeros(1), np.zeros((W, 1, 2)), **step)
        many.restart(0.0, 1.0, states, tau)
        while many.advance(100) == GOING_ON:
            pass
        wanted = (states[:, 0] + states[:, 1] + 0.25 * tau[:, 0], states[:, 1] + 0.5 * tau[:, 0])
        np.testing.assert_allclose(many.work.state[:, 0], wanted, atol=1e-12)


def test_a_lane_that_forgets_its_steps_leaves_the_others_alone(rates):
    states = np.stack((np.linspace(0.5, 1.5, W), np.zeros(W)), axis=1)
    found = []
    for forgets in (False, True):
        many = Integration(rates["separate-bodies"], methods()["dop853"], np.zeros(1), states[:, None].copy())
        many.restart(0.0, 0.5)
        while many.advance(100) == GOING_ON:
            pass
        state = many.work.state[:, 0].T.copy()
        if forgets:
            state[0] = 0.3, 0.0
            many.forget_steps(0)
        many.restart(0.5, 1.0, state)
        while many.advance(100) == GOING_ON:
            pass
        found.append(many.work.state[:, 0].copy())
    np.testing.assert_array_equal(found[0][:, 1:], found[1][:, 1:])
    assert (found[0][:, 0] != found[1][:, 0]).all()
