"""Implicit steps: order conditions, linear systems, closed forms of stiff motions, and the choice between the methods."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.derivatives import step_derivatives
from bough.integrate.automatic import ENOUGH, LEFT, START, STIFF, AutomaticIntegration
from bough.integrate.elimination import factorise, solve
from bough.integrate.methods import methods
from bough.integrate.plan import GOING_ON
from bough.simulation.run.setup import set_up

RODAS = {"integrator": "rodas5p"}
HOW = {
    "formulation": "auto", "solver": None, "integrator": "auto", "step": None, "rtol": 1e-9, "atol": 1e-11, "max_step": None,
}  # fmt: skip


def fine(rtol):
    return {"rtol": rtol, "atol": rtol / 100}


# --- coefficients -----------------------------------------------------------------------------------------------------


def classical():
    """(α, Γ, b) of the method as it is usually written, from what its steps compute with."""
    method = methods()["rodas5p"]
    n = method.stages
    c = method.c[:n, :n]
    gamma = np.linalg.inv(2 * np.diag(np.diag(c)) - c)
    return method.a[:n, :n] @ gamma, gamma, method.b[:n, 0] @ gamma


def test_coefficients_fulfil_the_conditions_of_order_five():
    """Hairer and Wanner II, IV.7: a condition for each tree with up to five nodes."""
    alpha, gamma, b = classical()
    beta = alpha + gamma
    a, e = alpha.sum(axis=1), beta.sum(axis=1)
    conditions = {
        1: b.sum(), 1 / 2: b @ e, 1 / 3: b @ a**2, 1 / 6: b @ beta @ e, 1 / 4: b @ a**3, 1 / 8: b @ (a * (alpha @ e)),
        1 / 12: b @ beta @ a**2, 1 / 24: b @ beta @ beta @ e, 1 / 5: b @ a**4, 1 / 10: b @ (a**2 * (alpha @ e)),
        1 / 20: b @ (alpha @ e) ** 2, 1 / 15: b @ (a * (alpha @ a**2)), 1 / 30: b @ (a * (alpha @ beta @ e)),
        1 / 40: b @ beta @ (a * (alpha @ e)), 1 / 60: b @ beta @ beta @ a**2, 1 / 120: b @ beta @ beta @ beta @ e,
    }  # fmt: skip
    np.testing.assert_allclose(list(conditions.values()), list(conditions), rtol=0, atol=1e-13)
    assert b @ beta @ a**3 == pytest.approx(1 / 20, abs=1e-13)


def test_it_is_stiffly_accurate_and_damps_what_is_infinitely_stiff():
    """The step ends at its last stage, so its factor vanishes at infinity; on the imaginary axis it is at most one."""
    alpha, gamma, b = classical()
    n = len(b)
    np.testing.assert_allclose((alpha + gamma)[-1], b, rtol=0, atol=1e-13)

    def factor(z):
        return 1 + z * b @ np.linalg.solve(np.eye(n) - z * (alpha + gamma), np.ones(n))

    assert abs(factor(-1e12)) < 1e-10
    assert all(abs(factor(1j * y)) <= 1 + 1e-12 for y in np.geomspace(1e-2, 1e6, 200))


def test_states_within_a_step_meet_its_end():
    method = methods()["rodas5p"]
    np.testing.assert_allclose(method.dense.sum(axis=1)[: method.stages], method.b[: method.stages, 0], atol=1e-13)


# --- systems of equations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dominant", "turned", "zeros"])
def test_systems_are_solved_with_and_without_other_orders_of_rows(kind):
    """As LAPACK does it, to rounding times the condition; zeros on the diagonal need another order."""
    rng, n = np.random.default_rng(3), 7
    matrix = rng.normal(size=(n, n)) + (0.0 if kind == "zeros" else 5.0) * np.eye(n)
    if kind == "turned":
        matrix = matrix[::-1].copy()
    if kind == "zeros":
        matrix[range(n), range(n)] = 0.0
    right = rng.normal(size=n)
    block = np.zeros((n * n + n + 1 + 2 * n, 1))
    block[: n * n, 0], block[-2 * n : -n, 0] = matrix.ravel(), right
    factorise(block, 0, n)
    solve(block, 0, n, len(block) - 2 * n, len(block) - n)
    assert (block[n * n + n, 0] > 0.0) == (kind != "dominant")
    bound = 100 * np.finfo(float).eps * np.linalg.cond(matrix)
    np.testing.assert_allclose(block[-n:, 0], np.linalg.solve(matrix, right), rtol=bound)


# --- closed forms -----------------------------------------------------------------------------------------------------


def slider(stiffness, damping, mass=2.0):
    """A mass on a spring and a damper: ẍ = -(k x + c ẋ)/m."""
    mechanism = bo.Mechanism("slider", gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(mass))
    mechanism.add_force("spring", bo.JointSpring("mass", stiffness))
    mechanism.add_force("damper", bo.JointDamper("mass", damping))
    return mechanism


def test_a_stiff_linear_motion_is_its_closed_form():
    """Rates of 1 and 1e6 per second: the fast one has long decayed, and costs nothing."""
    slow, fast = 1.0, 1e6
    mechanism = slider(2.0 * slow * fast, 2.0 * (slow + fast))
    run = bo.simulate(mechanism, 3.0, q0={"mass": 0.01}, **RODAS, **fine(1e-8))
    t = run.time
    exact = 0.01 * (fast * np.exp(-slow * t) - slow * np.exp(-np.minimum(fast * t, 700.0))) / (fast - slow)
    np.testing.assert_allclose(run["mass"], exact, rtol=0, atol=1e-9)
    assert run.statistics["steps"] < 100


def test_a_fast_decay_is_damped_in_one_long_step():
    """A velocity of a metre per second at 1e9 per second, with steps that do not see it."""
    run = bo.simulate(slider(0.0, 2e9), 1.0, u0={"mass": 1.0}, **RODAS, rtol=1e-3, atol=1e-3)
    assert abs(float(run["u.mass"][-1])) < 1e-6
    assert float(run["mass"][-1]) == pytest.approx(1e-9, abs=1e-6)


def test_errors_fall_with_tolerances():
    """An oscillation without stiffness: the error follows the tolerance, and steps grow by its fifth root."""
    mechanism, steps = slider(8.0, 0.4), []
    omega, decay = math.sqrt(4.0 - 0.01), 0.1
    for rtol in (1e-5, 1e-7, 1e-9):
        run = bo.simulate(mechanism, 10.0, q0={"mass": 1.0}, **RODAS, **fine(rtol))
        t = run.time
        exact = np.exp(-decay * t) * (np.cos(omega * t) + decay / omega * np.sin(omega * t))
        assert 1e-3 * rtol < float(abs(run["mass"] - exact).max()) < 30 * rtol
        steps.append(run.statistics["steps"])
    assert steps[2] / steps[1] == pytest.approx(100 ** (1 / 5), rel=0.15)


def test_the_order_holds_for_bodies_that_turn_freely():
    """With all terms of tangent coordinates; the angular momentum along ground axes stays what it was."""
    mechanism = bo.Mechanism("stone", gravity=(0, 0, 0))
    mechanism.add_body("stone", joint=bo.Free(), inertia=bo.Inertia(2.0, (0, 0, 0), (0.3, 0.5, 0.7)))
    start, steps = {"u0": [1.0, -2.0, 0.5, 3.0, 1.0, 2.0]}, []
    for rtol in (1e-7, 1e-9):
        run = bo.simulate(mechanism, 3.0, **start, **RODAS, **fine(rtol))
        q, u = run.q.values, run.u.values
        turned = Rotation.from_quat(q[:, 3:], scalar_first=True)
        np.testing.assert_allclose(np.linalg.norm(q[:, 3:], axis=1), 1.0, rtol=0, atol=1e-14)
        momentum = turned.apply(u[:, 3:] * (0.3, 0.5, 0.7))
        np.testing.assert_allclose(momentum, np.broadcast_to(momentum[0], momentum.shape), rtol=0, atol=100 * rtol)
        # (the centre of mass moves along a line)
        line = run.time.values[:, None] * np.array((1.0, -2.0, 0.5))
        np.testing.assert_allclose(q[:, :3], line, rtol=0, atol=100 * rtol)
        steps.append(run.statistics["steps"])
    assert steps[1] / steps[0] == pytest.approx(100 ** (1 / 5), rel=0.1)


def test_rest_and_constant_speed_take_few_steps():
    for how in ({}, {"u0": {"mass": 3.0}}):
        run = bo.simulate(slider(0.0, 0.0), 100.0, **how, **RODAS)
        assert run.statistics["steps"] < 20
        assert float(run["mass"][-1]) == pytest.approx(300.0 if how else 0.0, rel=1e-12)


def test_a_force_of_time_is_followed():
    """A stiff servo follows sin t, behind by what the closed form says: k(x - sin t) + c(ẋ - cos t) + m ẍ = 0 has x = sin t + m sin(t - φ)/|Z|."""
    k, c, m = 1e6, 1e5, 2.0
    mechanism = bo.Mechanism("follower", gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(m))
    mechanism.add_force("servo", bo.Servo("mass", np.sin, stiffness=k, damping=c))
    more = m / (k - m + 1j * c)  # x = Im((1 + more) exp(it)): the difference obeys m ẍ + c ẋ + k x = m sin t
    start = {"q0": {"mass": more.imag}, "u0": {"mass": 1.0 + more.real}}
    run = bo.simulate(mechanism, 5.0, **start, **RODAS, **fine(1e-9))
    np.testing.assert_allclose(run["mass"], ((1 + more) * np.exp(1j * run.time)).imag, rtol=0, atol=1e-8)
    assert run.statistics["steps"] < 2000


def test_differences_do_what_exact_derivatives_do():
    """A damper as a function of Python, whose derivatives are not known."""
    exact = bo.simulate(slider(2e4, 2e4), 1.0, q0={"mass": 0.1}, **RODAS)
    other = slider(2e4, 0.0)
    other.add_force("law", bo.CustomJointForce("mass", lambda t, q, u: -2e4 * u))
    assert step_derivatives(other) is None
    found = bo.simulate(other, 1.0, q0={"mass": 0.1}, **RODAS)
    np.testing.assert_allclose(found["mass"], exact["mass"], rtol=0, atol=1e-9)
    assert found.statistics["evaluations"] > exact.statistics["evaluations"]


# --- by itself --------------------------------------------------------------------------------------------------------


def test_what_is_not_stiff_is_the_same_to_the_last_bit():
    mechanism, start = bo.chain(2), {"q0": {"link1": 1.0, "link2": -0.5}}
    by_itself = bo.simulate(mechanism, 2.0, **start)
    explicit = bo.simulate(mechanism, 2.0, **start, integrator=START)
    np.testing.assert_array_equal(by_itself.q, explicit.q)
    assert by_itself.statistics == explicit.statistics
    assert (by_itself.provenance["integrator"], by_itself.provenance["integrated_by"]) == ("auto", START)
    assert f"by auto: {START} (" in repr(by_itself)


def test_what_is_stiff_is_found_and_told():
    """At the edge of stability after a few dozen steps, of which 1e6 would be left."""
    mechanism = slider(2e6, 2e6)
    run = bo.simulate(mechanism, 10.0, q0={"mass": 0.01})
    exact = bo.simulate(mechanism, 10.0, q0={"mass": 0.01}, **RODAS)
    told = run.provenance["integrated_by"]
    assert told.startswith(f"{START}, then {STIFF} from t = ")
    assert "stiff: explicit steps of" in told
    assert told in repr(run)
    assert run.statistics["steps"] < exact.statistics["steps"] + 40 * ENOUGH < LEFT
    np.testing.assert_allclose(run["mass"], exact["mass"], rtol=0, atol=1e-8)


def switching(stiff_until):
    """A damper that is strong up to a time, then gone."""
    mechanism = bo.Mechanism("brake", gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("spring", bo.JointSpring("mass", 40.0))
    mechanism.add_force(
        "law", bo.CustomJointForce("mass", lambda t, q, u: -5e4 * u / (1.0 + math.exp(40.0 * (t - stiff_until))))
    )
    return mechanism


def test_it_goes_back_where_stiffness_ends():
    mechanism, how = switching(2.0), {"q0": {"mass": 1.0}, "every": 0.01}
    run = bo.simulate(mechanism, 20.0, **how)
    first, there, back = run.provenance["integrated_by"].split(", then ")
    assert (first, there.split()[0], back.split()[0]) == (START, STIFF, START)
    assert "no longer stiff" in back
    tight = bo.simulate(mechanism, 20.0, **how, **RODAS, **fine(1e-11))
    np.testing.assert_allclose(run["mass"], tight["mass"], rtol=0, atol=1e-7)


def test_going_on_from_a_snapshot_changes_nothing():
    """To the last bit, before, between and after the changes of the method."""
    setup = set_up(switching(2.0), duration=20.0, q0={"mass": 1.0}, u0=None, every=0.1, times=None, start=0.0, **HOW)
    whole, (rate,) = np.full((len(setup.times), setup.starts.shape[1]), np.nan), setup.rates
    whole[0] = setup.starts[0]
    record, middle = whole.copy(), fine(1e-9)
    one = AutomaticIntegration(rate, setup.times, whole, **middle)
    while one.advance(10_000) == GOING_ON:
        pass
    seen, part = set(), AutomaticIntegration(rate, setup.times, record, **middle)
    while part.advance(37) == GOING_ON:
        other = AutomaticIntegration(rate, setup.times, record, **middle)
        other.restore(part.snapshot())
        part = other
        seen.add(part.method.name)
    assert seen == {START, STIFF}
    assert part.changes == one.changes
    np.testing.assert_array_equal(record, whole)
