"""Numbers from outside: published reference values, for the accelerations and reactions of every form, and for motions by forms of every kind."""

import warnings

import numpy as np
import pytest
from helpers.forms import every_form, serving
from scipy.special import ellipj

import bough as bo

# bodies eliminated one by one; a mass matrix; momenta
MOTION_FORMS = ("separate-bodies", "composite-bodies", "hamilton-recursive")
by_every_kind = pytest.mark.parametrize("form", MOTION_FORMS)
TIGHT = {"rtol": 1e-13, "atol": 1e-14}


@every_form
@pytest.mark.parametrize(
    "expected", [(-5.886, 3.924), (-6.03692307692308, 3.77307692307692, 1.50923076923077)], ids=["two", "three"]
)
def test_unit_chains(expected, formulation, solver):
    """RBDL's values."""
    chain = bo.Mechanism("unit chain", gravity=(0, -9.81, 0))
    parent, at = "ground", (0, 0, 0)
    for k in range(len(expected)):
        inertia = bo.Inertia(1.0, (1, 0, 0), (1, 1, 1))
        chain.add_body(f"link{k}", parent, bo.Revolute((0, 0, 1)), at, inertia=inertia)
        parent, at = f"link{k}", (1, 0, 0)
    zero = np.zeros(len(expected))
    found = bo.forward_dynamics(chain, zero, zero, zero, formulation=formulation, solver=solver)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)


@pytest.fixture
def rod():
    """The rod on a hinge of an ADAMS file."""
    rod = bo.Mechanism("rod", gravity=(0, 0, -9.80665))
    rod.add_body("rod", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia(1.0, (2, 0, 0), (0.04, 0.1, 0.1)))
    return rod


def reaction_on_ground(mechanism, q, u, **method):
    """The force of the first body's joint on the ground, in ground axes."""
    _, reactions = bo.forward_dynamics(mechanism, q, u, reactions=True, **method)
    return -bo.body_poses(mechanism, q)[0, :3, :3] @ reactions[0, :3]


@every_form
def test_rod_at_the_start(rod, formulation, solver):
    found = reaction_on_ground(rod, [0.0], [0.0], formulation=formulation, solver=solver)
    np.testing.assert_allclose(found, (0, 0, -0.239187), rtol=0, atol=5e-7)


@by_every_kind
def test_rod_after_five_seconds(rod, form):
    """A pendulum let go at the horizontal has a closed form; the published reaction is off it by 5e-6, the position is not."""
    g, arm, inertia = 9.80665, 2.0, 4.1
    _, cn, dn, _ = ellipj(5.0 * np.sqrt(g * arm / inertia), 0.5)
    angle = 2 * np.arcsin(np.sqrt(0.5) * cn / dn)  # from the hanging position
    x, z = arm * np.sin(angle), -arm * np.cos(angle)
    speed_squared, spin_rate = -2 * g * z / inertia, -g * x / inertia
    reaction = speed_squared * x + spin_rate * z, 0.0, speed_squared * z - spin_rate * x - g
    assert z == pytest.approx(-0.03555874754531, abs=1e-12)
    np.testing.assert_allclose(reaction, (-0.510225, 0, -0.248259), rtol=0, atol=6e-6)

    run = bo.simulate(rod, times=(0.0, 5.0), formulation=form, **TIGHT)
    pose, force = run.poses().rotation.values[:, 0], run.reactions("rod").force.values
    assert (pose[1] @ (arm, 0, 0))[2] == pytest.approx(z, abs=1e-11)
    on_ground = -np.einsum("tij,tj->ti", pose, force)
    np.testing.assert_allclose(on_ground[0], (0, 0, -0.239187), rtol=0, atol=5e-7)
    np.testing.assert_allclose(on_ground[1], reaction, rtol=0, atol=1e-10)
    if form == MOTION_FORMS[0]:
        q, u = run.q.values[1], run.u.values[1]
        for formulation, solver in serving(rod):
            found = reaction_on_ground(rod, q, u, formulation=formulation, solver=solver)
            np.testing.assert_allclose(found, reaction, rtol=0, atol=1e-10)


@by_every_kind
def test_simple_pendulum(form):
    """IFToMM A01."""
    pendulum = bo.Mechanism("pendulum", gravity=(0, -9.81, 0))
    pendulum.add_body("bob", joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia.point(1.0, (-1, 0, 0)))
    run = bo.simulate(pendulum, times=(0.0, 10.0), formulation=form, **TIGHT)
    x, y, _ = run.poses().rotation.values[1, 0] @ (-1, 0, 0)
    found = x, y, run["u.bob"].values[1]
    np.testing.assert_allclose(found, (-0.275087462577, -0.961419205099, 4.343160692864), rtol=0, atol=2e-12)


@by_every_kind
def test_babyboot(form):
    """Kane's chaotic double pendulum: two hinges at right angles; about seven digits can be had."""
    boot = bo.Mechanism("babyboot")
    gram, centimetre = 1e-3, 1e-2
    unit = gram * centimetre**2
    # only A's inertia about its hinge matters
    a = bo.Inertia(10 * gram, (0, 0, -7.5 * centimetre), (50 * unit, 50 * unit, 50 * unit))
    b = bo.Inertia(100 * gram, (0, 0, -20 * centimetre), (2500 * unit, 500 * unit, 2000 * unit))
    boot.add_body("A", joint=bo.Revolute((1, 0, 0)), inertia=a)
    boot.add_body("B", "A", bo.Revolute((0, 0, 1)), inertia=b)
    q0 = {"A": np.radians(90.0), "B": np.radians(1.0)}
    run = bo.simulate(boot, times=(0.0, 10.0), q0=q0, formulation=form, **TIGHT)
    np.testing.assert_allclose(np.degrees(run.q.values[1]), (-61.312983340691, -929.47789677244), rtol=3e-7)


# --- stiff, and nearly singular -----------------------------------------------------------------------------------------


def governor(damping=4e4):
    """IFToMM A05, a flyball governor: its springs and dampers are stiff."""
    mechanism = bo.Mechanism("governor")
    shaft = bo.Inertia.box((0.01, 0.01, 1.0), density=3000.0, center=(0, 0, 0.5))
    mechanism.add_body("shaft", joint=bo.Revolute((0, 0, 1)), inertia=shaft)
    slider = bo.Inertia.box((0.1, 0.1, 0.1), density=3000.0)
    mechanism.add_body("slider", "shaft", bo.Prismatic((0, 0, 1)), inertia=slider)
    for name, side in (("right", 1), ("left", -1)):
        rod = bo.Inertia.box((1, 0.01, 0.01), density=3000.0, center=(0.5 * side, 0, 0))
        ball = bo.Inertia.point(5.0, (side, 0, 0))
        mechanism.add_body(name, "shaft", bo.Revolute((0, side, 0)), (0.05 * side, 0, 1), inertia=rod + ball)
        ends = {"at": (0.05 * side, 0, 0), "other_at": (0.5 * side, 0, 0)}
        spring = bo.SpringDamper("slider", name, **ends, stiffness=8e5, damping=damping, rest=0.5)
        mechanism.add_force(f"spring of {name}", spring)
    return mechanism


GOVERNOR_START = {"q0": {"slider": 0.5, "right": np.pi / 6, "left": np.pi / 6}, "u0": {"shaft": 2 * np.pi}}
GOVERNOR_ROWS = (
    (0.5238364756, 0.4592718104, 6.1037178088),
    (0.5014209224, -0.1221514929, 6.2711257419),
    (0.6196229171, -0.7476033542, 5.5482036227),
)


def governor_rows(run):
    """s, ṡ, ω at all times but the first."""
    return np.stack([run[name].values[1:] for name in ("slider", "u.slider", "u.shaft")], axis=1)


@pytest.mark.parametrize(
    ("how", "accuracy"),
    [
        *(({"formulation": form, "rtol": 1e-10, "atol": 1e-12}, 1e-10) for form in MOTION_FORMS),
        # at the edge of stability rounding decides which steps are rejected: by every form 3e-9 to 4e-8, as the dampers change by 1e-13
        ({}, 1e-7),
        # by the methods for stiff equations, all printed digits take long
        ({"integrator": "LSODA", "rtol": 1e-12, "atol": 1e-14}, 2e-9),
        ({"integrator": "Radau", "rtol": 1e-7, "atol": 1e-9}, 2e-8),
        ({"integrator": "BDF", "rtol": 1e-8, "atol": 1e-10}, 5e-6),
    ],
    ids=str,
)
def test_governor(how, accuracy):
    """All printed digits by the explicit method. The angle of the shaft is cyclic, and nothing depends on it: differences by which implicit methods linearise have to bear that."""
    run = bo.simulate(governor(), times=(0.0, 0.1, 1.0, 10.0), **GOVERNOR_START, **how)
    np.testing.assert_allclose(governor_rows(run), GOVERNOR_ROWS, rtol=0, atol=accuracy)


def test_a_thousand_times_stiffer_governor():
    """An implicit method takes it in its stride, and an explicit one agrees over the time that can be afforded."""
    times = (0.0, 0.1)
    stiff = governor(4e7)
    found = [
        governor_rows(bo.simulate(stiff, times=times, **GOVERNOR_START, **how))
        for how in ({}, {"integrator": "LSODA", "rtol": 1e-11, "atol": 1e-13})
    ]
    np.testing.assert_allclose(*found, rtol=0, atol=1e-7)


def cart_pole(up):
    """A point on a massless pole on a very light cart; the angle from the upright or the hanging position."""
    mechanism = bo.Mechanism("cart-pole")
    mechanism.add_body("cart", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1e-6))
    axis, height = ((0, 1, 0), 1) if up else ((0, -1, 0), -1)
    mechanism.add_body("pole", "cart", bo.Revolute(axis), inertia=bo.Inertia.point(1.0, (0, 0, height)))
    return mechanism


@by_every_kind
@pytest.mark.parametrize("up", [True, False], ids=["up", "down"])
def test_light_cart_and_pole(up, form):
    """Rates of thousands of radians a second, and a mass matrix that is nearly singular then: right to 1e-6 without further ado, or with a warning."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        run = bo.simulate(cart_pole(up), 10.0, q0={"pole": np.pi / 2}, formulation=form)
    angle, rate = run["pole"].values[-1], run["u.pole"].values[-1]
    found = run["cart"].values[-1], np.pi - angle if up else angle, run["u.cart"].values[-1], -rate if up else rate
    expected = 1.999763282461620, -1.549129441897076, -1.412845780423829e-2, 0.6521277749558196
    assert told or np.abs(np.subtract(found, expected)).max() < 1e-6
    if form == MOTION_FORMS[0]:
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)
        assert not told
