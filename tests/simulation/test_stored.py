"""Absurd energy in forces at the start is told with the force's name; honest springs are not spoken of."""

import warnings

import numpy as np
import pytest

import bough as bo
from bough.simulation.run.manner import SETTINGS, manner_of
from bough.simulation.run.setup import set_up
from bough.simulation.run.stored import doubt_of

BAR = bo.Inertia.rod(0.5, mass=1.0, radius=0.02, center=(0, 0, -0.25))
AXIS = bo.Revolute((0, 1, 0))


def four_bar(stiffness):
    """Three bars that hang straight, whose end a bushing pulls to a place half a metre away."""
    mechanism = bo.Mechanism("four-bar")
    parent = "ground"
    for name in ("crank", "coupler", "rocker"):
        mechanism.add_body(name, parent, AXIS, (0, 0, -0.5) if parent != "ground" else (0, 0, 0), inertia=BAR)
        parent = name
    k = (stiffness,) * 3 + (0.0,) * 3
    mechanism.add_force("closure", bo.Bushing("rocker", at=(0, 0, -0.5), other_at=(0.5, 0, -1.5), stiffness=k))
    mechanism.add_force("hinge", bo.JointDamper("crank", damping=0.1))
    return mechanism


def doubt(mechanism, **options):
    given = {**dict.fromkeys((*SETTINGS, "times")), "duration": 0.01}
    start = {name: options.pop(name, None) for name in ("q0", "u0")}
    setup = set_up(mechanism, start=0.0, **start, **manner_of(mechanism, {**given, **options}))
    return doubt_of(setup.mechanism, setup, setup.starts)


def test_a_loop_that_is_not_assembled_is_told_by_its_force():
    """½ k d² = 1.25e7 J on 3 kg: the same number as the warning's."""
    with pytest.warns(
        bo.BoughWarning, match=r"'closure' of 'four-bar' \(Bushing\) has stored 1\.25e\+07 J .* 2\.89e\+03 m/s"
    ):
        bo.simulate(four_bar(1e8), 1e-5)
    assert np.sqrt(2 * 1.25e7 / 3) == pytest.approx(2.89e3, rel=1e-2)


def test_a_batch_and_variants_are_looked_at_run_by_run():
    with pytest.warns(bo.BoughWarning, match="'closure'"):
        bo.simulate([four_bar(1.0), four_bar(1e8)], 1e-6)
    still = four_bar(1e8)
    assembled = bo.Mechanism("pendulum")
    assembled.add_body("bar", "ground", AXIS, inertia=BAR)
    assembled.add_force("spring", bo.JointSpring("bar", stiffness=1e7))
    assert doubt(assembled, q0={"bar": 0.0}) == ""
    assert "'spring'" in doubt(assembled, q0={"bar": np.array((0.0, 0.0, 1.0))})
    assert "'closure'" in doubt(still, u0={"crank": 1.0})
    # as much in the motion as in the spring: no cause for wonder
    assert doubt(still, u0={"crank": 1e4}) == ""


def test_honest_springs_are_not_spoken_of():
    """A stiff bushing where it belongs, a spring in space, a crossbow of 100 J and 20 g on half a metre."""
    closed = four_bar(1e8)
    closed.replace_force(
        "closure", bo.Bushing("rocker", at=(0, 0, -0.5), other_at=(1e-4, 0, -1.5), stiffness=(1e8,) * 3 + (0.0,) * 3)
    )
    assert doubt(closed) == ""
    probe = bo.Mechanism("probe", gravity=(0, 0, 0))
    probe.add_body("lid", "ground", AXIS, inertia=BAR)
    probe.add_force("spring", bo.JointSpring("lid", stiffness=50.0, rest=2.0))
    assert doubt(probe) == ""
    crossbow = bo.Mechanism("crossbow")
    crossbow.add_body("bolt", "ground", bo.Prismatic((1, 0, 0)), at=(0.5, 0, 1), inertia=bo.Inertia.point(0.02))
    crossbow.add_force("string", bo.JointSpring("bolt", stiffness=200.0, rest=1.0))
    assert doubt(crossbow) == ""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in ("humanoid", "quadruped", "truck")))
        for name in bo.catalogue()
    ],
)
def test_the_catalogue_is_honest(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert doubt(bo.model(name)) == ""
