"""A batch with states that fail: the others are as without them, and each failure has its reason."""

import math

import numpy as np
import pytest
from helpers.machine import machine

import bough as bo
from bough.arithmetic.width import lane_width

FUNCTIONS = {
    "forward_dynamics": lambda m, q, u, **how: bo.forward_dynamics(m, q, u, **how),
    "inverse_dynamics": lambda m, q, u, **how: bo.inverse_dynamics(m, q, u, u, **how),
    "mass_matrix": lambda m, q, u, **how: bo.mass_matrix(m, q, **how),
    "kinetic_energy": lambda m, q, u, **how: bo.kinetic_energy(m, q, u, **how),
    "body_poses": lambda m, q, u, **how: bo.body_poses(m, q, **how),
    "body_twists": lambda m, q, u, **how: bo.body_twists(m, q, u, **how),
    "point_jacobian": lambda m, q, u, **how: bo.kinematics.point_jacobian(m, q, "top", (1, 2, 3), **how),
    "point_jacobian_rate": lambda m, q, u, **how: bo.kinematics.point_jacobian_rate(m, q, u, "top", (1, 2, 3), **how),
    "hamiltonian": lambda m, q, u, **how: bo.dynamics.hamiltonian(m, q, u, **how),
    "reactions": lambda m, q, u, **how: bo.dynamics.kinetostatics(m, q, u, u, **how).reactions,
    "drives": lambda m, q, u, **how: bo.dynamics.kinetostatics(m, q, u, u, **how).drives,
    "drive_forces": lambda m, q, u, **how: bo.dynamics.drive_forces(m, q, u, **how),
    "force_wrenches": lambda m, q, u, **how: bo.dynamics.force_wrenches(m, q, u, **how),
    "forward_derivatives": lambda m, q, u, **how: bo.derivatives.forward_derivatives(m, q, u, **how).by_q,
}


@pytest.mark.parametrize("code", ["auto", "shared"])
@pytest.mark.parametrize("count", [3, 4 * lane_width() + 1])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_rows_that_fail_are_returned_as_nan_with_reasons(function, count, code, monkeypatch):
    monkeypatch.setenv("BOUGH_CODE", code)
    mechanism, call = bo.Mechanism("top"), FUNCTIONS[function]
    box = bo.Inertia.box((0.1, 0.2, 0.3), mass=2.0)
    mechanism.add_body("top", "ground", bo.Ball(), inertia=box)
    if function == "force_wrenches":
        mechanism.add_force("spring", bo.SpringDamper("top", "ground", (1, 0, 0), (0, 0, 3), stiffness=100.0))
    if function == "drive_forces":
        mechanism.add_body("fan", "top", bo.Driven(bo.Revolute((1, 0, 0)), "3*t"), (0, 0, 1), inertia=box)
    rng = np.random.default_rng(5)
    q = rng.normal(size=(count, 4))
    q /= np.linalg.norm(q, axis=1)[:, None]
    u = rng.normal(size=(count, 3))
    whole = call(mechanism, q, u)
    worse, bad = q.copy(), (1, count - 1)
    worse[1] *= 2.0  # no unit quaternion
    worse[count - 1, 0] = np.nan
    with pytest.raises(bo.errors.StateError, match="state 1"):
        call(mechanism, worse, u)
    found = call(mechanism, worse, u, on_failure="return")
    assert list(found.reasons) == list(bad)
    assert "length 2" in found.reasons[1]
    assert "nan" in found.reasons[count - 1]
    assert np.isnan(found[list(bad)]).all()
    good = [k for k in range(count) if k not in bad]
    np.testing.assert_array_equal(found[good], whole[good])
    np.testing.assert_array_equal(worse[good], q[good])  # (arguments stay as they are)


def test_states_without_failures_have_no_reasons():
    mechanism = machine()
    q = np.tile(mechanism.coordinates(), (5, 1))
    found = bo.forward_dynamics(mechanism, q, np.zeros(mechanism.n), on_failure="return")
    assert found.reasons == {}
    np.testing.assert_array_equal(found, bo.forward_dynamics(mechanism, q, np.zeros(mechanism.n)))
    with pytest.raises(bo.errors.StateError, match="on_failure must be 'raise' or 'return'"):
        bo.forward_dynamics(mechanism, q, np.zeros(mechanism.n), on_failure="ignore")


def swung(force):
    mechanism = bo.chain(2)
    mechanism.add_force("push", bo.Motor("link1", force))
    return mechanism


def unlike(t):
    """Defined between two times."""
    return math.sqrt(1.5 - t) + math.sqrt(t + 0.5)


@pytest.mark.parametrize("force", ["sqrt(t)", unlike])
def test_times_that_cannot_be_used_fail_in_their_rows(force):
    """Not finite, or where a function of time is not defined; the others are covered."""
    times = np.array([0.3, -1.0, 0.0, np.nan, 1.2, -2.0, 1.0])
    bad = [1, 3, 5]
    if force is unlike:
        times[6], bad = 1.7, [1, 3, 5, 6]
    good = [k for k in range(len(times)) if k not in bad]
    q = np.random.default_rng(3).normal(size=(len(times), 2))
    expected = bo.forward_dynamics(swung(force), q[good], q[good], time=times[good])
    given = times.copy()
    mechanism = swung(force)
    for _ in range(2):
        found = bo.forward_dynamics(mechanism, q, q, time=given, on_failure="return")
        np.testing.assert_allclose(found[good], expected, rtol=1e-9)
        assert np.isnan(found[bad]).all()
        assert list(found.reasons) == bad
        assert found.reasons[1].startswith("state 1: Motor on 'link1': force: the function of time")
        assert found.reasons[3] == "time of state 3 is nan; give a finite number."
    np.testing.assert_array_equal(given, times)  # (arguments stay as they are)
    with pytest.raises(bo.errors.StateError, match="time must be finite"):
        bo.forward_dynamics(mechanism, q, q, time=given)
    worst = bo.forward_dynamics(swung(force), q, q, time=np.full(len(q), np.nan), on_failure="return")
    assert np.isnan(worst).all()
    assert list(worst.reasons) == list(range(len(q)))


def test_parameters_that_are_not_finite_fail_in_their_rows():
    marked = bo.chain(2).with_parameters(["link1.mass"])
    q = np.random.default_rng(3).normal(size=(3, 2))
    values = np.array([[1.0], [np.nan], [2.0]])
    found = bo.forward_dynamics(marked, q, q, parameters=values, on_failure="return")
    expected = bo.forward_dynamics(marked, q[[0, 2]], q[[0, 2]], parameters=values[[0, 2]])
    np.testing.assert_array_equal(found[[0, 2]], expected)
    assert found.reasons == {1: "parameter 'link1.mass' of state 1 must be finite; give a number."}
    assert np.isnan(found[1]).all()
    with pytest.raises(bo.errors.StateError, match=r"parameter 'link1\.mass' of state 1 must be finite"):
        bo.forward_dynamics(marked, q, q, parameters=values)


def test_earlier_times_are_covered_up_to_where_a_function_has_no_value():
    """Next to times that cannot be covered, nearer ones can; each row is as on its own."""
    times = np.array([-2.0, 0.3, -1.0, -1.8, -1.4])
    q = np.random.default_rng(3).normal(size=(len(times), 2))
    found = bo.forward_dynamics(swung("sqrt(t + 1.5)"), q, q, time=times, on_failure="return")
    assert list(found.reasons) == [0, 3]
    for k in (1, 2, 4):
        alone = bo.forward_dynamics(swung("sqrt(t + 1.5)"), q[k], q[k], time=times[k])
        np.testing.assert_allclose(found[k], alone, rtol=1e-9)


def test_reasons_of_a_part_are_of_its_own_rows():
    """Whatever is made of a result: a row that has a reason there is NaN."""
    q = np.random.default_rng(3).normal(size=(5, 2))
    q[1] = np.nan
    found = bo.forward_dynamics(bo.chain(2), q, q, on_failure="return")
    assert list(found.reasons) == [1]
    for part in (
        found[2:],
        found[2:4],
        found[[0, 2]],
        found[0],
        found.sum(axis=1)[2:],
        found[::-1],
        found[[1, 0, 2, 3, 4]],
    ):
        assert all(np.isnan(part[k]).all() for k in part.reasons)
    assert list((2.0 * found).reasons) == list(found[:, :1].reasons) == [1]


def test_what_all_states_share_raises_rather_than_fails_in_rows():
    """There is no row that it belongs to."""
    marked = bo.chain(2).with_parameters(["link1.mass"])
    q = np.random.default_rng(3).normal(size=(3, 2))
    with pytest.raises(bo.errors.StateError, match=r"parameter 'link1\.mass' must be finite"):
        bo.forward_dynamics(marked, q, q, parameters=[np.nan], on_failure="return")
    with pytest.raises(bo.errors.StateError, match="time must be finite"):
        bo.forward_dynamics(swung("sin(t)"), q, q, time=np.nan, on_failure="return")


@pytest.mark.parametrize("function", ["force_wrenches", "kinetic_energy", "hamiltonian"])
def test_rows_fail_where_only_a_force_does(function):
    """The bodies of such a row are somewhere, but what the force says of it is missing: so is the row, with the reason."""
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce("link1", lambda t, q, u: math.sqrt(q)))
    q = np.array([[0.1, 0.2], [-0.3, 0.4], [0.5, 0.6]])
    found = FUNCTIONS[function](mechanism, q, q, on_failure="return")
    assert list(found.reasons) == [1]
    assert "its function failed at the state of state 1" in found.reasons[1]
    assert np.isnan(found[1]).all()
    np.testing.assert_array_equal(found[[0, 2]], FUNCTIONS[function](mechanism, q[[0, 2]], q[[0, 2]]))


def test_rates_of_jacobians_say_what_is_wrong():
    chain, fine = bo.chain(2), [0.1, 0.1]
    for q, u, which in (([np.nan, 0.1], fine, "q"), (fine, [np.nan, 0.1], "u"), (fine, [0.1, np.nan], "u")):
        with pytest.raises(bo.errors.StateError, match=f"{which} is nan at 'link"):
            bo.kinematics.point_jacobian_rate(chain, q, u, "link2")
        found = bo.kinematics.point_jacobian_rate(chain, [fine, q], [fine, u], "link2", on_failure="return")
        assert list(found.reasons) == [1]
        assert np.isnan(found[1]).all()
        np.testing.assert_array_equal(found[0], bo.kinematics.point_jacobian_rate(chain, fine, fine, "link2"))


def test_states_that_fail_are_named_with_parameters_too():
    marked, q = bo.chain(2).with_parameters({"link2.mass": 2.0}), np.full((3, 2), 0.1)
    q[1, 0] = np.nan
    how = {"parameters": {"link2.mass": [2.0, 3.0, 4.0]}}
    with pytest.raises(bo.errors.StateError, match="q of state 1 is nan at 'link1'"):
        bo.forward_dynamics(marked, q, [0.0, 0.0], **how)
    found = bo.forward_dynamics(marked, q, [0.0, 0.0], **how, on_failure="return")
    assert found.reasons == {1: "q of state 1 is nan at 'link1'; give finite numbers."}
