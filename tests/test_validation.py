"""Numbers from outside: published reference values, for the accelerations and reactions of every form.

Motions are integrated here by SciPy's DOP853 around ``forward_dynamics``: the numbers hold the accelerations along the way to account.
"""

import numpy as np
import pytest
from forms import FORMS, every_form
from scipy.integrate import solve_ivp
from scipy.special import ellipj

import bough as bo


def motion(mechanism, q0, duration):
    """(q, u) at the end of a motion from rest; for mechanisms without quaternions."""
    n = mechanism.n
    start = np.concatenate((q0, np.zeros(n)))

    def rates(_, y):
        return np.concatenate((y[n:], bo.forward_dynamics(mechanism, y[:n], y[n:])))

    run = solve_ivp(rates, (0.0, duration), start, method="DOP853", rtol=1e-13, atol=1e-13)
    assert run.success
    return run.y[:n, -1], run.y[n:, -1]


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


def test_rod_after_five_seconds(rod):
    """A pendulum let go at the horizontal has a closed form; the published reaction is off it by 5e-6, the position is not."""
    g, arm, inertia = 9.80665, 2.0, 4.1
    _, cn, dn, _ = ellipj(5.0 * np.sqrt(g * arm / inertia), 0.5)
    angle = 2 * np.arcsin(np.sqrt(0.5) * cn / dn)  # from the hanging position
    x, z = arm * np.sin(angle), -arm * np.cos(angle)
    speed_squared, spin_rate = -2 * g * z / inertia, -g * x / inertia
    reaction = speed_squared * x + spin_rate * z, 0.0, speed_squared * z - spin_rate * x - g
    assert z == pytest.approx(-0.03555874754531, abs=1e-12)
    np.testing.assert_allclose(reaction, (-0.510225, 0, -0.248259), rtol=0, atol=6e-6)

    q, u = motion(rod, [0.0], 5.0)
    assert (bo.body_poses(rod, q)[0] @ (arm, 0, 0, 1))[2] == pytest.approx(z, abs=1e-11)
    for formulation, solver in FORMS:
        found = reaction_on_ground(rod, q, u, formulation=formulation, solver=solver)
        np.testing.assert_allclose(found, reaction, rtol=0, atol=1e-10)


def test_simple_pendulum():
    """IFToMM A01."""
    pendulum = bo.Mechanism("pendulum", gravity=(0, -9.81, 0))
    pendulum.add_body("bob", joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia.point(1.0, (-1, 0, 0)))
    q, u = motion(pendulum, [0.0], 10.0)
    x, y, *_ = bo.body_poses(pendulum, q)[0] @ (-1, 0, 0, 1)
    np.testing.assert_allclose((x, y, u[0]), (-0.275087462577, -0.961419205099, 4.343160692864), rtol=0, atol=2e-12)


def test_babyboot():
    """Kane's chaotic double pendulum: two hinges at right angles; about seven digits can be had."""
    boot = bo.Mechanism("babyboot")
    gram, centimetre = 1e-3, 1e-2
    unit = gram * centimetre**2
    # only A's inertia about its hinge matters
    a = bo.Inertia(10 * gram, (0, 0, -7.5 * centimetre), (50 * unit, 50 * unit, 50 * unit))
    b = bo.Inertia(100 * gram, (0, 0, -20 * centimetre), (2500 * unit, 500 * unit, 2000 * unit))
    boot.add_body("A", joint=bo.Revolute((1, 0, 0)), inertia=a)
    boot.add_body("B", "A", bo.Revolute((0, 0, 1)), inertia=b)
    q, _ = motion(boot, np.radians((90.0, 1.0)), 10.0)
    np.testing.assert_allclose(np.degrees(q), (-61.312983340691, -929.47789677244), rtol=3e-7)
