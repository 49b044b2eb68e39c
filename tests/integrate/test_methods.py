"""Integrators in compiled loops: orders of convergence, tolerances, SciPy's answers, quaternions, energy, and lanes against one state."""

import ctypes
import itertools

import numpy as np
import pytest
from scipy.integrate import DOP853, solve_ivp

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.integrate import loop_code
from bough.integrate.integration import Integration
from bough.integrate.lengths import SAFETY
from bough.integrate.methods import ADAPTIVE, COLLOCATION, MOMENTA, methods
from bough.integrate.plan import FAILED, FINISHED, GOING_ON, LENGTH, TIME
from bough.integrate.rate import Rate, Slope

W = lane_width()
FIXED = [name for name, method in methods().items() if not method.is_adaptive]


def rate_of(mechanism, form="separate-bodies"):
    tree = compiled(mechanism)
    return Rate(FORMULATIONS[form].evaluation(tree, None), [tree.arrays], FORMULATIONS[form].gives == "canonical rates")


def integrate(rate, method, start, times, **settings):
    """(states at the times, the integration)."""
    start = np.asarray(start)
    record = np.full((*start.shape[:-1], len(times), start.shape[-1]), np.nan)
    record[..., 0, :] = start
    integration = Integration(rate, methods()[method], np.asarray(times), record, **settings)
    while (status := integration.advance(1000)) == GOING_ON:
        pass
    assert status == FINISHED
    return record, integration


# --- coefficients ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, method in methods().items() if method.b.any() and not method.c.any()])
def test_coefficients_fulfil_what_their_order_demands(name):
    """Σ b c^(k - 1) = 1/k up to the order, with c = Σ a; what holds between the ends meets the end."""
    method = methods()[name]
    n = method.stages
    b, c = method.b[:n, 0], method.a.sum(axis=1)[:n]
    for k in range(1, method.order + 1):
        assert b @ c ** (k - 1) == pytest.approx(1 / k, abs=1e-14)
    if method.loop == ADAPTIVE:
        np.testing.assert_allclose(method.dense.sum(axis=1)[:n], b, atol=1e-12)
        np.testing.assert_allclose(method.e.sum(axis=0), 0.0, atol=1e-14)  # of a constant slope there is no error
    if method.loop == COLLOCATION:
        # symplectic: b_i a_ij + b_j a_ji = b_i b_j
        weighted = b[:, None] * method.a[:, :n]
        np.testing.assert_allclose(weighted + weighted.T, np.outer(b, b), atol=1e-15)


# --- orders and tolerances ------------------------------------------------------------------------------------------

PENDULUM = bo.chain(1)
INERTIA = 1.0 / 3.0 + 0.25 * 0.05**2  # of a round bar about its end


def pendulum_start(momenta):
    return np.array((1.0, 0.5 * (INERTIA if momenta else 1.0)))


@pytest.fixture(scope="module")
def rates():
    return {form: rate_of(PENDULUM, form) for form in ("separate-bodies", "hamilton-recursive")}


@pytest.fixture(scope="module")
def exact(rates):
    """(q, u) of the pendulum after a second."""
    rate = rates["separate-bodies"]
    return integrate(rate, "dop853", pendulum_start(False), [0.0, 1.0], rtol=1e-14, atol=1e-15)[0][1]


@pytest.mark.parametrize("name", FIXED)
def test_errors_fall_with_the_order(name, rates, exact):
    """Halving the step divides the error by 2 to the power of the order."""
    method = methods()[name]
    momenta = method.takes[0] == MOMENTA
    rate = rates["hamilton-recursive" if momenta else "separate-bodies"]
    wanted = exact * (1.0, INERTIA if momenta else 1.0)
    count = {1: 400, 2: 100, 4: 40, 6: 12}[method.order]
    errors = []
    for steps in (count, 2 * count):
        record, done = integrate(rate, name, pendulum_start(momenta), [0.0, 1.0], step=1.0 / steps)
        assert done.statistics()["steps"] == steps
        errors.append(np.abs(record[1] - wanted).max())
    assert errors[1] > 1e-12  # still the method's error, not rounding
    assert np.log2(errors[0] / errors[1]) == pytest.approx(method.order, abs=0.25)


@pytest.mark.parametrize(("name", "length"), [("dopri5", 0.04), ("dop853", 0.1), ("rodas5p", 0.04)])
def test_one_step_of_an_adaptive_method_has_its_order(name, length, rates):
    """With tolerances that allow anything a short time is one step, whose error falls with the order and one."""
    rate, fast, errors = rates["separate-bodies"], np.array((1.0, 20.0)), []
    for h in (length, length / 2):
        record, done = integrate(rate, name, fast, [0.0, h], rtol=0.5, atol=1.0)
        assert done.statistics()["steps"] == 1
        true, _ = integrate(rate, "dop853", fast, [0.0, h], rtol=1e-14, atol=1e-16)
        errors.append(np.abs(record[1] - true[1]).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(methods()[name].order + 1, abs=0.4)


@pytest.mark.parametrize("name", ["dopri5", "dop853", "rodas5p"])
def test_tolerances_mean_what_they_say(name, rates):
    """Errors, also between the steps, stay near the tolerance and fall with it."""
    rate, start, times = rates["separate-bodies"], pendulum_start(False), np.linspace(0.0, 5.0, 201)
    true, _ = integrate(rate, "dop853", start, times, rtol=1e-13, atol=1e-14)
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        record, _ = integrate(rate, name, start, times, rtol=rtol, atol=rtol / 100)
        assert 1e-3 * rtol < np.abs(record - true).max() < 100 * rtol


@pytest.fixture
def cautious(monkeypatch):
    """SciPy with our safety factor: its own lets steps be longer, of which it rejects more."""
    monkeypatch.setattr("scipy.integrate._ivp.rk.SAFETY", SAFETY)


@pytest.mark.usefixtures("cautious")
@pytest.mark.parametrize(("ours", "theirs"), [("dopri5", "RK45"), ("dop853", "DOP853")])
def test_adaptive_methods_step_as_scipys_do(ours, theirs):
    """The same coefficients and the same control of steps: the same states at the wanted times, to rounding."""
    rate = rate_of(bo.chain(3))
    start, times = np.array((1.0, 0.5, -0.3, 0.0, 1.0, 0.0)), np.linspace(0.0, 1.0, 31)
    record, _ = integrate(rate, ours, start, times, rtol=1e-7, atol=1e-9)
    found = solve_ivp(Slope(rate), (0.0, 1.0), start, theirs, times, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(record, found.y.T, rtol=0, atol=1e-10)
    true = solve_ivp(Slope(rate), (0.0, 1.0), start, theirs, times, rtol=1e-12, atol=1e-13).y.T
    assert np.abs(record - true).max() > 1e-9  # so that the agreement says something


@pytest.mark.usefixtures("cautious")
@pytest.mark.parametrize("wide", [False, True], ids=["one", "lanes"])
def test_the_lash_of_a_double_pendulum_is_stepped_as_by_scipy(wide):
    """From the same state SciPy takes the same step, after as many rejections, and wants the same next one; also where
    the estimate lets pass a step that is off by a hundred tolerances."""
    rate, rtol, atol = rate_of(bo.chain(2)), 1e-7, 1e-9
    starts = np.array((-2.84, 2.64, 1.71, 29.2)) * np.linspace(1.0, 0.9, W if wide else 1)[:, None]
    record = np.zeros((len(starts), 2, 4))
    record[:, 0] = starts
    ours = Integration(
        rate, methods()["dop853"], np.array((0.0, 9.0)), record if wide else record[0], rtol=rtol, atol=atol
    )
    theirs = [DOP853(Slope(rate), 0.0, start, 9.0, rtol=rtol, atol=atol) for start in starts]
    errors = []
    while ours.time < 0.5:
        assert ours.advance(1) == GOING_ON
        for k, other in enumerate(theirs):
            t, h = ours.work.clock.reshape(len(ours.work.clock), -1)[[TIME, LENGTH], k]
            if t == other.t:
                continue  # rejected
            state, before, since = ours.work.state.reshape(4, -1)[:, k].copy(), other.y, other.t
            other.step()
            np.testing.assert_allclose((other.t - since, other.h_abs), (t - since, h), rtol=1e-5)
            allowed = atol + rtol * np.maximum(abs(before), abs(state))
            true = integrate(rate, "dop853", before, (0.0, t - since), rtol=1e-13, atol=1e-14)[0][1]
            there = integrate(rate, "dop853", before, (0.0, other.t - since), rtol=1e-13, atol=1e-14)[0][1]
            np.testing.assert_allclose((state - true) / allowed, (other.y - there) / allowed, rtol=1e-3, atol=1e-3)
            errors.append(np.sqrt(np.mean(((state - true) / allowed) ** 2)))
            other.t, other.y, other.f, other.h_abs = t, state, other.fun(t, state), h
    assert max(errors) > 100 > 1 > np.median(errors)


def test_no_step_is_longer_than_allowed(rates):
    _, free = integrate(rates["separate-bodies"], "dop853", pendulum_start(False), [0.0, 1.0])
    _, bound = integrate(rates["separate-bodies"], "dop853", pendulum_start(False), [0.0, 1.0], longest=0.01)
    assert bound.statistics()["steps"] >= 100 > free.statistics()["steps"]


# --- lanes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "form", "settings"),
    [
        ("rk4", "separate-bodies", {"step": 1e-3}),
        ("dop853", "separate-bodies", {}),
        ("gauss4", "hamilton-recursive", {"step": 2e-3}),
    ],
)
def test_lanes_do_what_one_state_does(name, form, settings):
    """Motions of very different speed, each with its own steps where the method chooses them."""
    mechanism = bo.models.random_tree(7, 3, roots=2)
    q, u = bo.models.random_state(mechanism, 3, W)
    u *= np.geomspace(0.1, 3.0, W)[:, None]
    second = bo.dynamics.momenta(mechanism, q, u) if form.startswith("hamilton") else u
    starts, times = np.concatenate((q, second), axis=1), np.array((0.0, 0.013, 0.05, 0.1))
    rate = rate_of(mechanism, form)
    together, _ = integrate(rate, name, starts, times, **settings)
    for k in range(W):
        alone, _ = integrate(rate, name, starts[k], times, **settings)
        np.testing.assert_allclose(together[k], alone, rtol=0, atol=1e-11 * np.abs(alone).max())


# --- what a motion keeps --------------------------------------------------------------------------------------------


def tops():
    mechanism = bo.Mechanism("tops", gravity=(0, 0, 0))
    mechanism.add_body("stone", joint=bo.Free(), inertia=bo.Inertia(2.0, (0, 0, 0), (0.3, 0.5, 0.7)))
    mechanism.add_body("top", joint=bo.Ball(), inertia=bo.Inertia(1.0, (0.1, 0, 0), (0.2, 0.4, 0.5)))
    return mechanism


@pytest.mark.parametrize("name", methods())
def test_quaternions_stay_unit(name):
    """Ten thousand steps of a free body and a ball-jointed one, without gravity: unit quaternions, and the energy."""
    mechanism, method = tops(), methods()[name]
    momenta = method.takes[0] == MOMENTA
    q, u = bo.models.random_state(mechanism, 2)
    start = np.concatenate((q, bo.dynamics.momenta(mechanism, q, u) if momenta else u))
    rate = rate_of(mechanism, "hamilton-recursive" if momenta else "separate-bodies")
    record, done = integrate(rate, name, start, np.linspace(0.0, 10.0, 11), step=1e-3, longest=1e-3)
    assert done.statistics()["steps"] >= 10_000
    q_t, last = record[:, : mechanism.n_q], record[:, mechanism.n_q :]
    for at in (3, 7):
        np.testing.assert_allclose(np.linalg.norm(q_t[:, at : at + 4], axis=1), 1.0, rtol=0, atol=1e-12)
    q_t = mechanism.normalised(q_t)
    u_t = bo.dynamics.velocities(mechanism, q_t, last) if momenta else last
    tolerance = {1: 1e-2, 2: 1e-5}.get(method.order, 1e-9)
    before = bo.kinetic_energy(mechanism, q, u)
    np.testing.assert_allclose(bo.kinetic_energy(mechanism, q_t, u_t), before, rtol=tolerance)


def test_momenta_and_velocities_tell_of_the_same_motion():
    """Both forms have the same solution, and rk4 an error of order four in each."""
    mechanism = bo.models.random_tree(5, 8)
    q, u = bo.models.random_state(mechanism, 8)
    n_q, times = mechanism.n_q, [0.0, 0.1]
    ours = integrate(rate_of(mechanism), "rk4", np.concatenate((q, u)), times, step=1e-3)[0][1]
    start = np.concatenate((q, bo.dynamics.momenta(mechanism, q, u)))
    theirs = integrate(rate_of(mechanism, "hamilton-recursive"), "rk4", start, times, step=1e-3)[0][1]
    np.testing.assert_allclose(theirs[:n_q], ours[:n_q], atol=1e-9)
    np.testing.assert_allclose(bo.dynamics.velocities(mechanism, theirs[:n_q], theirs[n_q:]), ours[n_q:], atol=1e-8)


# --- failures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rk4", "dop853", "rodas5p"])
def test_a_step_that_fails_is_told(name):
    """Nothing resists the tip: not a step is done."""
    mechanism = bo.chain(1)
    mechanism.add_body("tip", "link1", bo.Revolute((0, 1, 0)), (0, 0, -1))
    record = np.zeros((2, 4))
    integration = Integration(rate_of(mechanism), methods()[name], np.array((0.0, 1.0)), record, step=1e-3)
    assert integration.advance(100) == FAILED
    assert integration.reached == 1
    assert integration.statistics()["steps"] == 0


@pytest.mark.parametrize(("name", "first", "last"), [("rodas5p", 5, 12), ("dop853", 3, 14), ("dopri5", 3, 8)])
def test_a_slope_that_fails_once_costs_a_step_and_no_accuracy(name, first, last):
    """An oscillator, x = cos 2t; each slope of the first step fails in turn, that at its end too."""
    mechanism = bo.Mechanism("oscillator", gravity=(0, 0, 0))
    mechanism.add_body("mass", "ground", bo.Prismatic("x"), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("spring", bo.JointSpring("mass", 4.0))
    rate, address = rate_of(mechanism), ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)

    def run(fails):
        record = np.array(((1.0, 0.0), (np.nan, np.nan)))
        one = Integration(rate, methods()[name], np.array((0.0, 1.5)), record, rtol=1e-7, atol=1e-7)
        slope, count = address(one.rate), itertools.count(1)
        failing = address(lambda table: slope(table) or int(next(count) == fails))
        one.rate = ctypes.cast(failing, ctypes.c_void_p).value
        while (status := one.advance(100)) == GOING_ON:
            pass
        assert status == FINISHED
        np.testing.assert_allclose(record[1], (np.cos(3.0), -2.0 * np.sin(3.0)), rtol=0, atol=1e-7)
        return one.statistics()

    whole = run(fails=0)
    for fails in range(first, last + 1):
        found = run(fails)
        assert found["rejected"] == whole["rejected"] + 1
        assert found["steps"] <= whole["steps"] + 4


def test_an_iteration_that_does_not_settle_is_told(rates):
    """A fast pendulum in steps of seconds."""
    record = np.zeros((2, 2))
    record[0] = 1.0, 50.0
    integration = Integration(rates["hamilton-recursive"], methods()["gauss4"], np.array((0.0, 20.0)), record, step=5.0)
    assert integration.advance(100) == FAILED


@pytest.mark.parametrize(
    ("name", "form", "settings"),
    [
        ("dop853", "separate-bodies", {}),
        ("rodas5p", "separate-bodies", {}),
        ("gauss4", "hamilton-recursive", {"step": 0.01}),
    ],
)
def test_going_on_from_a_snapshot_changes_nothing(name, form, settings, rates):
    """To the last bit, wherever the loop was interrupted."""
    times, start = np.linspace(0.0, 2.0, 9), pendulum_start(form.startswith("hamilton"))
    whole, _ = integrate(rates[form], name, start, times, **settings)
    record = np.full_like(whole, np.nan)
    record[0] = start
    first = Integration(rates[form], methods()[name], times, record, **settings)
    assert first.advance(7) == GOING_ON
    second = Integration(rates[form], methods()[name], times, record, **settings)
    second.restore(first.snapshot())
    while second.advance(5) == GOING_ON:
        pass
    np.testing.assert_array_equal(record, whole)


def test_tables_are_those_of_scipy():
    from scipy.integrate import DOP853, RK45

    five, eight = methods()["dopri5"], methods()["dop853"]
    assert np.array_equal(five.a[:6, :5], RK45.A)
    assert np.array_equal(five.a[6, :6], RK45.B)
    assert np.array_equal(five.e[:, 0], RK45.E)
    assert np.array_equal(five.dense[:, :4], RK45.P)
    assert np.array_equal(eight.a[:12, :12], DOP853.A)
    assert np.array_equal(eight.a[12, :12], DOP853.B)
    assert np.array_equal(eight.a[13:], DOP853.A_EXTRA)


def test_loops_of_other_sources_or_lanes_are_others(monkeypatch):
    found = {loop_code._generation.__wrapped__()}
    for name, value in (("source_stamp", "edited"), ("lane_width", 2 * W)):
        with monkeypatch.context() as changed:
            changed.setattr(loop_code, name, lambda value=value: value)
            found.add(loop_code._generation.__wrapped__())
    assert len(found) == 3
