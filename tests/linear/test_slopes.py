"""The matrix A against the motion's own equations in all coordinates, with and without loops, at rest and moving."""

import numpy as np
import pytest
from helpers.flows import ROD, Flow, floating, four_bar
from helpers.linkages import BUILDERS

import bough as bo
from bough.linear.model import model_at
from bough.linear.resting import resting_pulls
from bough.linear.slopes import DIFFERENCES, EXACT


def compare(mechanism, q, u, tau=None, time=0.0, exact=True):
    model = model_at(mechanism, q, u, tau, time, exact=exact)
    assert model.slopes.how == (EXACT if exact else DIFFERENCES)
    flow = Flow(mechanism, model.q, model.u, model.tau, time, model.independent)
    expected = flow.matrix()
    # (differences of differences: rounding divided by both steps, and closing to 1e-12)
    np.testing.assert_allclose(model.A.values, expected, rtol=0, atol=1e-8 * np.abs(expected).max())
    return model


def test_the_slopes_of_a_double_pendulum_are_those_of_its_motion():
    mechanism = bo.chain(2)
    model = compare(mechanism, {"link1": 0.4, "link2": -0.9}, {"link1": 1.0, "link2": 2.0}, {"link1": 3.0})
    rough = model_at(mechanism, model.q, model.u, model.tau, exact=False)
    scale = np.abs(model.A.values).max()
    np.testing.assert_allclose(rough.A.values, model.A.values, rtol=0, atol=1e-11 * scale)
    np.testing.assert_allclose(rough.B.values, model.B.values, rtol=0, atol=1e-11 * scale)


@pytest.mark.slow
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_quaternions_have_slopes_along_body_axes(seed, exact):
    """The bracket of velocities counts: without it the upper left of A would be zero."""
    mechanism = floating()
    q, u = bo.models.random_state(mechanism, seed)
    model = compare(mechanism, q, u, np.random.default_rng(seed).standard_normal(mechanism.n), exact=exact)
    assert np.abs(model.A.values[: mechanism.n, : mechanism.n]).max() > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("cut", ["joint", "body"])
def test_loops_leave_independent_velocities(cut, exact):
    mechanism = four_bar(cut=cut)
    model = compare(mechanism, {"crank": -1.0, "rocker": -1.5}, {"crank": 8.0}, {"crank": 1.0}, exact=exact)
    assert len(model.states) == 2
    assert any("independent velocities" in note for note in model.notes)


@pytest.mark.slow
def test_loops_on_a_driven_base_at_some_time():
    compare(four_bar("table"), {"crank": -1.0, "rocker": -1.5}, {"crank": 5.0}, time=0.4)


@pytest.mark.slow
def test_a_linkage_with_balls_has_the_same_slopes_by_differences():
    """With a rod that can turn between its balls; exact slopes and differences along closed positions are computed apart."""
    mechanism = bo.Mechanism("slider-crank")
    crank = bo.Inertia.rod(0.08, 0.12, radius=0.01, center=(0, 0, 0.04))
    mechanism.add_body("crank", "ground", bo.Revolute((1, 0, 0)), at=(0, 0.1, 0.12), inertia=crank)
    rod = bo.Inertia.rod(0.3, 0.5, radius=0.01, axis=(1, 0, 0), center=(0.15, 0, 0))
    mechanism.add_body("rod", "crank", bo.Ball(), at=(0, 0, 0.08), inertia=rod)
    mechanism.add_body("slider", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.rod(0.05, 2.0, radius=0.02))
    mechanism.add_loop("end", "rod", "slider", bo.Ball(), at=(0.3, 0, 0))
    spring = bo.SpringDamper("slider", other_at=(0.6, 0.1, 0.1), stiffness=50.0, damping=1.0, rest=0.2)
    mechanism.add_force("spring", spring)
    q = bo.assemble(mechanism, {"crank": 0.3, "slider": 0.2})
    u = bo.kinematics.consistent_velocities(mechanism, q, {"crank": 6.0, "rod": (3.0, 1.0, -2.0)})
    exact, rough = (model_at(mechanism, q, u, exact=how) for how in (True, False))
    assert exact.independent == rough.independent
    np.testing.assert_allclose(rough.A.values, exact.A.values, rtol=0, atol=1e-8 * np.abs(exact.A.values).max())


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDERS)
def test_linkages_have_the_same_slopes_by_differences(name):
    """Redundant constraints, platforms, driven ones."""
    linkage = BUILDERS[name]()
    exact, rough = (model_at(linkage.mechanism, linkage.q0, linkage.u0, exact=how) for how in (True, False))
    assert exact.independent == rough.independent
    for letter in "AB":
        expected = getattr(exact, letter).values
        scale = np.abs(expected).max(initial=1e-300)
        np.testing.assert_allclose(getattr(rough, letter).values, expected, rtol=0, atol=1e-8 * scale, err_msg=letter)


@pytest.mark.slow
def test_independent_velocities_can_be_chosen_and_do_not_change_the_modes():
    """A four-bar that is held still by a moment on its crank."""
    mechanism = four_bar()
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    tau = bo.inverse_dynamics(mechanism, q, np.zeros(3), np.zeros(3), drives=["crank"])
    found = [bo.linearise(mechanism, q, tau=tau, independent=[name]) for name in ("crank", "coupler", "rocker")]
    assert [model.independent for model in found] == [("crank",), ("coupler",), ("rocker",)]
    assert all(model.is_steady for model in found)
    values = [model.modes().eigenvalues for model in found]
    np.testing.assert_allclose(values[1:], [values[0]] * 2, rtol=1e-10)
    # the shape of all velocities is the same motion
    shapes = [model.modes()[0].shape.values for model in found]
    np.testing.assert_allclose(shapes[1:], [shapes[0]] * 2, rtol=1e-10)


def test_forces_of_the_users_own_have_differences():
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce("link2", lambda t, q, u: -2.0 * q**3 - 0.1 * u))
    same = bo.chain(2)
    model, plain = bo.linearise(mechanism, {"link2": 0.5}), bo.linearise(same, {"link2": 0.5})
    assert model.notes[0] == "slopes of accelerations are differences of order 8"
    # the law's own slopes, -6 q² and -0.1, by the joint's inverse inertia
    change = plain.B.values @ np.array(((0, 0, 0, 0), (0, -6.0 * 0.5**2, 0, -0.1)))
    at = np.linalg.norm(plain.A.values)
    law = -2.0 * 0.5**3
    shifted = bo.linearise(same, {"link2": 0.5}, tau={"link2": law})
    np.testing.assert_allclose(model.A.values, shifted.A.values + change, rtol=0, atol=1e-11 * at)


def test_joint_forces_and_time_belong_to_the_state():
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", "3*t"))
    still = 0.5 * 9.81 * np.sin(0.3)  # a rod of 1 kg and 1 m
    model = bo.linearise(mechanism, {"link1": 0.3}, tau={"link1": still - 3.0}, time=1.0)
    assert model.is_steady
    assert not bo.linearise(mechanism, {"link1": 0.3}, tau={"link1": still - 3.0}).is_steady
    assert abs(float(model.drift.sel(rate="u.link1"))) < 1e-12


def test_no_freedom_is_an_empty_model():
    mechanism = bo.Mechanism("post")
    mechanism.add_body("post", "ground", bo.Fixed(), inertia=ROD)
    model = bo.linearise(mechanism)
    assert model.A.shape == (0, 0)
    assert len(model.modes()) == 0
    assert model.is_stable
    assert repr(model.modes()) == "0 modes of 'post': no degree of freedom"


@pytest.mark.slow
@pytest.mark.parametrize("build", [floating, four_bar], ids=["quaternions", "a loop"])
def test_exact_outputs_are_what_differences_say(build):
    """Names with "in ground" are read from states, and differentiated along neighbours that keep loops closed."""
    mechanism = build()
    if mechanism.loops:
        q, u, body = {"crank": -1.0, "rocker": -1.5}, {"crank": 8.0}, "coupler"
    else:
        (q, u), body = bo.models.random_state(mechanism, 2), "lower"
    inputs = [mechanism.u_names[0], f"{body}(0.1, 0.2, 0.3).force.y", f"{body}.moment.z"]
    kinds = [f"{body}(0.3, 0.1, -0.2).{kind}" for kind in ("position", "velocity")]
    last = mechanism.u_names[-1]
    names = [
        *kinds,
        *(f"{kind} in ground" for kind in kinds),
        f"u_dot.{last}",
        f"|u_dot.{last}|",
        f"u.{last}",
        f"|u.{last}|",
    ]
    model = bo.linearise(mechanism, q, u, inputs=inputs, outputs=names)
    assert len(model.outputs) == 16
    table = np.hstack((model.C.values, model.D.values))
    exact, rough = table[[*range(6), 12, 14]], table[[*range(6, 12), 13, 15]]
    signs = np.where(np.sum(exact * rough, axis=1) < 0.0, -1.0, 1.0)
    assert (signs[:6] == 1.0).all()
    np.testing.assert_allclose(exact, signs[:, None] * rough, rtol=0, atol=1e-8 * np.abs(exact).max())


@pytest.mark.slow
def test_a_tree_at_rest_has_the_stiffness_of_its_weights_and_forces():
    """What large trees take, on a small one with joints and forces of many kinds, against exact derivatives."""
    body = bo.Inertia(2.0, (0.05, 0.02, -0.2), np.diag((0.05, 0.06, 0.03)))
    mechanism = bo.Mechanism("mix", gravity=(1.0, -2.0, -9.0))
    mechanism.add_body("base", "ground", bo.Free(), inertia=body)
    mechanism.add_body("upper", "base", bo.Ball(), (0, 0.1, 0.1), inertia=body)
    mechanism.add_body("lower", "upper", bo.Universal(), (0, 0, -0.4), inertia=body)
    mechanism.add_body("puck", "base", bo.BallOnPlane(), (0.2, 0, 0.1), inertia=body)
    mechanism.add_body("slide", "upper", bo.Prismatic((0.6, 0, 0.8)), (0.2, 0, 0.1), inertia=body, joint_name="rail")
    for name in ("base", "upper", "lower", "puck"):
        how = {"stiffness": (300.0, 400.0, 500.0, 60.0, 70.0, 80.0), "damping": (1.0, 2.0, 3.0, 0.1, 0.2, 0.3)}
        mechanism.add_force(f"mount of {name}", bo.Bushing(name, at=(0.1, 0, 0.1), other_at=(0.3, 0.2, 0.1), **how))
    spring = bo.SpringDamper(
        "lower", "puck", at=(0.1, 0, 0), other_at=(0, 0.4, 0), stiffness=50.0, damping=1.0, rest=0.2
    )
    mechanism.add_force("spring", spring)
    mechanism.add_force("rail spring", bo.JointSpring("rail", 900.0))
    mechanism.add_force("oil", bo.JointDamper("lower", 0.4))
    model = bo.linearise(mechanism, bo.equilibrium(mechanism))
    assert model.is_steady
    for found, expected in zip(
        resting_pulls(model.slopes.point), (model.slopes.stiffness, model.slopes.damping), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


@pytest.mark.slow
def test_large_chains_have_the_same_slopes_at_rest_and_dof_by_dof():
    """A chain that is too large for own code, with springs and dampers in its joints and from its end to the ground."""
    mechanism = bo.chain(70)
    for k in range(1, 71):
        mechanism.add_force(f"spring{k}", bo.JointSpring(f"link{k}", 3000.0))
        mechanism.add_force(f"damper{k}", bo.JointDamper(f"link{k}", 5.0))
    mechanism.add_force(
        "stay", bo.SpringDamper("link70", "link30", at=(0, 0, -1), stiffness=50.0, damping=2.0, rest=41.0)
    )
    model = bo.linearise(mechanism)
    assert model.slopes.pulls is not None
    # the least motion leads to differences degree by degree
    moving = bo.linearise(mechanism, None, {"link1": 1e-9})
    for name in ("stiffness", "damping"):
        expected = getattr(moving.slopes, name)
        found = getattr(model.slopes, name)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7 * np.abs(expected).max(), err_msg=name)
    some, every = model.modes(count=4), np.linalg.eigvals(model.A.values)
    for value in some.eigenvalues:
        assert np.abs(every - value).min() <= 1e-7 * abs(value)


def test_forces_that_hold_an_equilibrium_act_in_its_model():
    """As differences of accelerations under them say, and these are zero."""
    mechanism = bo.chain(2)
    rest = bo.equilibrium(mechanism, {"link1": 0.7}, hold="link1")
    tau, still = mechanism.velocities(rest.holding), np.zeros(2)
    model, step = bo.linearise(mechanism, rest), 1e-5
    near = rest.q + step * np.concatenate((np.eye(2), -np.eye(2)))
    found = bo.forward_dynamics(mechanism, near, np.zeros((4, 2)), np.tile(tau, (4, 1)))
    np.testing.assert_allclose(model.A.values[2:, :2], (found[:2] - found[2:]).T / (2 * step), rtol=1e-8, atol=1e-6)
    np.testing.assert_allclose(bo.forward_dynamics(mechanism, rest.q, still, tau), 0.0, atol=1e-9)
