"""Which integrators and forms serve closed loops, as docs/loops.md and docs/simulation.md say."""

import numpy as np
import pytest

import bough as bo
from bough.formulations import FORMULATIONS

HINGE = bo.Revolute((0, 1, 0))


def rod(length):
    return bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))


def four_bar():
    mechanism = bo.Mechanism("four-bar")
    mechanism.add_body("crank", "ground", HINGE, inertia=rod(0.2))
    mechanism.add_body("coupler", "crank", HINGE, at=(0.2, 0, 0), inertia=rod(0.5))
    mechanism.add_body("rocker", "ground", HINGE, at=(0.5, 0, 0), inertia=rod(0.4))
    mechanism.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    return mechanism


@pytest.fixture(scope="module")
def linkage():
    """A four-bar, and a closed position to start from."""
    mechanism = four_bar()
    return mechanism, bo.assemble(mechanism, {"crank": -1.0, "coupler": 0.5, "rocker": -1.4}, hold=["crank"])


@pytest.mark.parametrize("code", ["auto", "shared"])
@pytest.mark.parametrize("integrator", bo.methods.integrators())
def test_every_integrator_takes_loops_and_keeps_them_closed(linkage, integrator, code, monkeypatch):
    monkeypatch.setenv("BOUGH_CODE", code)
    mechanism, q = linkage
    fixed = {"rk4": 4, "semi-implicit-euler": 1, "verlet": 2, "midpoint": 2, "gauss4": 4, "gauss6": 6}
    how = {"step": 1e-3} if integrator in fixed else {}
    run = bo.simulate(mechanism, 0.3, q0=q, every=0.1, integrator=integrator, energy_tolerance=np.inf, **how)
    exact = bo.simulate(mechanism, 0.3, q0=q, every=0.1, rtol=1e-11, atol=1e-13)
    assert float(run.closure().gap.max()) < 1e-12
    assert np.abs(run.q.values - exact.q.values).max() < {1: 1e-2, 2: 1e-4}.get(fixed.get(integrator), 1e-5)


def law(t, q, u):
    return -2.0 * q - 0.1 * u


@pytest.mark.parametrize("code", ["auto", "shared"])
@pytest.mark.parametrize(
    "force",
    [
        bo.Motor("pin", "3*sin(5*t)"),
        bo.JointSpring("pin", 9.0, rest=1.0),
        bo.JointDamper("pin", 0.5),
        bo.CustomJointForce("pin", law),
    ],
    ids=lambda force: type(force).__name__,
)
def test_verlet_keeps_its_order_with_forces_on_the_joint_of_a_loop(linkage, force, code):
    """RATTLE steps the open tree, where such forces act, too."""
    mechanism, q = four_bar(), linkage[1]
    mechanism.add_force("force", force)
    start = {
        "q0": q,
        "u0": bo.kinematics.consistent_velocities(mechanism, q, {"crank": 3.0}, hold=["crank"]),
        "code": code,
    }
    exact = bo.simulate(mechanism, 0.4, rtol=1e-11, atol=1e-13, **start).q.values[-1]
    without = bo.simulate(linkage[0], 0.4, rtol=1e-11, atol=1e-13, **start).q.values[-1]
    runs = [bo.simulate(mechanism, 0.4, integrator="verlet", step=h, **start) for h in (2e-3, 1e-3)]
    errors = [np.abs(run.q.values[-1] - exact).max() for run in runs]
    assert np.abs(exact - without).max() > 0.02
    assert errors[1] < 1e-4
    assert np.log2(errors[0] / errors[1]) > 1.9


def test_every_form_but_one_takes_loops(linkage):
    refused = {
        form.name
        for form in FORMULATIONS.values()
        if form.gives != "drives and reactions" and bo.methods.why_unsupported(linkage[0], form.name) is not None
    }
    assert refused == {"separate-multipliers"}


@pytest.mark.parametrize("integrator", ["verlet", "gauss4"])
def test_a_stepper_that_is_reset_goes_on_as_a_new_one_to_the_last_bit(linkage, integrator):
    """It forgets by what impulses loops were closed before."""
    mechanism, q = linkage
    how = {"q0": q, "integrator": integrator, "step": 5e-3}
    used, new = bo.Stepper(mechanism, **how), bo.Stepper(mechanism, **how)
    used.step(duration=0.2)
    used.reset()
    for one in (used, new):
        one.step(duration=0.05)
    np.testing.assert_array_equal(used.q, new.q)
    np.testing.assert_array_equal(used.u, new.u)
