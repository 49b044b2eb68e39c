"""Stiff machines by the implicit method and by ``auto``: against SciPy's Radau at tight tolerances, or published numbers."""

import warnings

import numpy as np
import pytest
from helpers.linkages import four_bars
from helpers.robot_files import published
from test_validation import GOVERNOR_ROWS, GOVERNOR_START, governor, governor_rows

import bough as bo
from bough.arithmetic.width import lane_width

pytestmark = pytest.mark.slow
W = lane_width()
ROD = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
TIGHT = {"integrator": "Radau", "rtol": 1e-11, "atol": 1e-13}


def robot(name):
    if name not in published():
        pytest.skip("needs example-robot-data")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bo.BoughWarning)
        return bo.load(published()[name])


def hand():
    """Allegro's: dampers and dry friction of newton metres on links of grams."""
    mechanism = robot("allegro_hand_description/urdf/allegro_right_hand.urdf")
    flung = {name: 5.0 * (-1) ** k for k, name in enumerate(mechanism.u_names)}
    return mechanism, {"q0": dict.fromkeys(mechanism.q_names, 0.3), "u0": flung}, 1.0


def panda():
    """Falls against its stops."""
    mechanism = robot("panda_description/urdf/panda.urdf")
    return mechanism, {}, 0.6


def bushed():
    mechanism = bo.Mechanism("bushed")
    mechanism.add_body("block", joint=bo.Free(), inertia=bo.Inertia.box((0.3, 0.2, 0.1), density=800.0))
    strong, slow = (2e4, 3e4, 2.5e4, 300.0, 400.0, 350.0), (5e3, 2e3, 3e3, 200.0, 150.0, 100.0)
    mechanism.add_force("bushing", bo.Bushing("block", at=(0.1, 0, 0), stiffness=strong, damping=slow))
    return mechanism, {"u0": {"block.wx": 2.0, "block.wz": -3.0, "block.vy": 1.0}}, 0.5


def balls():
    mechanism = bo.Mechanism("balls")
    mechanism.add_body("upper", "ground", bo.Ball(), inertia=ROD)
    mechanism.add_body("lower", "upper", bo.Ball(), at=(0, 0, -0.4), inertia=ROD)
    mechanism.add_force("damper", bo.JointDamper("lower", damping=200.0))
    return mechanism, {"u0": {"upper.wx": 3.0, "upper.wz": 4.0, "lower.wy": 1.0}}, 1.0


def driven():
    """Carried by a joint that a function of time moves, with a strong damper."""
    mechanism = bo.Mechanism("driven")
    mechanism.add_body("upper", "ground", bo.Driven(bo.Revolute((0, 1, 0)), lambda t: np.sin(5.0 * t)), inertia=ROD)
    mechanism.add_body("lower", "upper", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=ROD)
    mechanism.add_force("damper", bo.JointDamper("lower", damping=300.0))
    return mechanism, {}, 2.0


def linkage():
    """A four-bar with a stiff spring and a strong damper."""
    found = four_bars(1)
    found.mechanism.add_force("damper", bo.JointDamper("upright0", damping=2e3))
    found.mechanism.add_force("spring", bo.JointSpring("coupler1", stiffness=5e4, rest=-1.5))
    return found.mechanism, {"q0": found.q0, "u0": found.u0}, 0.5


def apart(one, other):
    """The largest differences of positions and of velocities, relative to the largest of each."""
    return tuple(
        float(np.abs(x - y).max() / max(1.0, np.abs(y).max()))
        for x, y in ((one.q.values, other.q.values), (one.u.values, other.u.values))
    )


@pytest.mark.parametrize("machine", [hand, panda, bushed, balls, driven, linkage])
def test_as_radau_at_tight_tolerances(machine):
    """By both ways; errors of whole motions are some ten times the tolerance, those of velocities larger."""
    mechanism, start, duration = machine()
    tight = bo.simulate(mechanism, duration, every=duration / 50, **start, **TIGHT)
    for integrator in ("rodas5p", "auto"):
        run = bo.simulate(
            mechanism, duration, every=duration / 50, **start, integrator=integrator, rtol=1e-8, atol=1e-10
        )
        position, velocity = apart(run, tight)
        assert position < 1e-6
        assert velocity < 1e-5


@pytest.mark.parametrize("integrator", ["rodas5p", "auto"])
def test_the_governor_has_its_published_motion(integrator):
    run = bo.simulate(
        governor(), times=(0.0, 0.1, 1.0, 10.0), **GOVERNOR_START, integrator=integrator, rtol=1e-9, atol=1e-11
    )
    np.testing.assert_allclose(governor_rows(run), GOVERNOR_ROWS, rtol=0, atol=1e-8)
    if integrator == "rodas5p":
        assert run.statistics["steps"] < 15_000


def test_what_no_explicit_method_can_do_takes_a_moment():
    """Ten seconds of the governor with dampers a thousand times as strong, and of the hand: 1e7 explicit steps and more."""
    mechanism, start, _ = hand()
    for one, how in ((governor(4e7), GOVERNOR_START), (mechanism, start)):
        run = bo.simulate(one, 10.0, **how)
        assert "then rodas5p from t = " in run.provenance["integrated_by"]
        assert run.statistics["steps"] < 15_000


@pytest.mark.parametrize("machine", [bushed, linkage])
def test_lanes_do_what_one_motion_does(machine):
    """Each with its own steps; the last group is not full."""
    mechanism, start, duration = machine()
    u0 = mechanism.velocities(start["u0"]) * np.linspace(0.2, 2.0, W + 3)[:, None]
    how = {"q0": start.get("q0"), "integrator": "rodas5p", "every": duration / 10}
    together = bo.simulate(mechanism, duration, u0=u0, **how)
    for k in range(W + 3):
        alone = bo.simulate(mechanism, duration, u0=u0[k], **how)
        # (with loops, a step that loses its branch is taken back in all lanes: other steps, the same tolerance)
        assert max(apart(together.select(k), alone)) < (1e-8 if mechanism.loops else 1e-10)
        steps = together.statistics["runs"][k]["steps"], alone.statistics["steps"]
        assert mechanism.loops or steps[0] == pytest.approx(steps[1], rel=0.05)


def test_variants_go_side_by_side():
    """Which differ in numbers, so that derivatives are differences."""
    variants = [governor(c) for c in np.geomspace(4e5, 4e7, W)]
    together = bo.simulate(variants, 1.0, every=0.1, **GOVERNOR_START)
    for k, one in enumerate(variants):
        alone = bo.simulate(one, 1.0, every=0.1, **GOVERNOR_START, integrator="rodas5p")
        assert max(apart(together.select(k), alone)) < 1e-6
    assert f"{W} of {W} runs changed to rodas5p" in together.provenance["integrated_by"]
    assert "stiff" in together.select(0).statistics["changes"][0]


def test_events_are_found_within_implicit_steps():
    """Where they are by a tight motion."""
    mechanism = governor(4e6)
    up = bo.Event(lambda t, q, u: q["slider"] - 0.55, "half up", direction=1)
    found = [
        bo.simulate(mechanism, 3.0, **GOVERNOR_START, events=[up], **how)
        for how in ({"rtol": 1e-8, "atol": 1e-10}, TIGHT)
    ]
    assert "rodas5p" in found[0].provenance["integrated_by"]
    times = [[event["time"] for event in run.events] for run in found]
    assert len(times[0]) == len(times[1]) > 0
    np.testing.assert_allclose(*times, rtol=0, atol=1e-5)
