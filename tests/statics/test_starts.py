"""Where searches for rest begin and what they say: loops that drives have moved, names, units, and bad arguments."""

import dataclasses

import numpy as np
import pytest

import bough as bo
from bough.linear.tangent import point_of

HINGE = bo.Revolute(axis=(0, 1, 0))
SPEED, CRANK, ROD = 6.0, 0.2, 0.6


def slider_crank():
    """A crank that turns at constant speed; an arm hangs from the slider."""
    machine = bo.Mechanism("slider crank")
    for name, parent, joint, at, length in (
        ("crank", "ground", bo.Driven(HINGE, f"{SPEED}*t"), 0.0, CRANK),
        ("rod", "crank", HINGE, CRANK, ROD),
    ):
        bar = bo.Inertia.rod(length, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, joint, at=(at, 0, 0), inertia=bar)
    machine.add_body("slider", joint=bo.Prismatic(axis=(1, 0, 0)), at=(CRANK + ROD, 0, 0), inertia=bo.Inertia(3.0))
    machine.add_body("arm", "slider", HINGE, inertia=bo.Inertia.point(0.5, (0, 0, -0.3)))
    machine.add_loop("pin", "rod", "slider", HINGE, at=(ROD, 0, 0))
    return machine


def slider_at(time):
    """Where the slider is, with the rod on the side on which it starts."""
    angle = SPEED * time
    return CRANK * np.cos(angle) + np.sqrt(ROD**2 - (CRANK * np.sin(angle)) ** 2) - CRANK - ROD


def test_loops_are_assembled_as_drives_bring_them():
    machine = slider_crank()
    for time in (0.75, -0.6):
        found = bo.equilibrium(machine, {"arm": 0.4}, time=time, frozen=True)
        assert (found["slider"], found["arm"]) == pytest.approx((slider_at(time), 0.0), abs=1e-9)
    assert point_of(machine, None, None, None, 0.75, None).q[1] == pytest.approx(slider_at(0.75), abs=1e-9)
    curve = bo.continuation(machine, "time", (0.75, 0.76), frozen=True)
    assert curve["slider"] == pytest.approx(slider_at(curve.values), abs=1e-8)
    flipped = bo.equilibrium(machine, [np.pi - SPEED * 0.75, -2 * ROD, 0.0], time=0.75, frozen=True)
    assert flipped["slider"] < -ROD  # (a vector is a guess for that time)


def test_reach_begins_where_drives_have_brought_the_loops():
    machine = slider_crank()
    times = np.array([0.75, 0.1])
    place = slider_at(times) + CRANK + ROD
    assert bo.reach(machine, {"slider.x": place}, time=times, restarts=0).reached.all()
    with pytest.raises(
        bo.errors.UnreachedError, match=r"by 0.1 m: nothing is left to move, .* drives \('crank'\) fix it; choose"
    ):
        bo.reach(machine, {"slider.x": 0.7}, hold="arm")
    with pytest.raises(bo.errors.StateError, match="'crank' is driven, so its drive alone moves it; choose time="):
        bo.reach(machine, {"crank": 0.7})


def test_texts_have_units_and_no_rounding():
    text = str(bo.equilibrium(slider_crank(), time=np.pi / SPEED, frozen=True))
    assert "arm = 0 rad" in text
    assert "e-" not in text.replace(" left", "").rpartition(";")[0]
    assert " N·m on 'crank'" in text
    body = bo.Mechanism("body")
    body.add_body("box", joint=bo.Free(), inertia=bo.Inertia(2.0, (0, 0, 0), (1, 1, 1)))
    held = str(bo.equilibrium(body, hold=["box"]))
    assert "held by 19.62 N on 'box.vz'" in held
    assert "held by 0 N·m on 'box.wz'" in held
    with pytest.raises(
        bo.errors.StateError, match=r"'box.z' has no velocity of its own.* name 'box', or some of .*'box.vz'"
    ):
        bo.equilibrium(body, hold=["box.z"])
    with pytest.raises(bo.errors.StateError, match="the quaternion of 'box' has length 0; give 1, 0, 0, 0"):
        bo.equilibrium(body, np.zeros(7))


def test_the_variant_without_rest_is_named():
    def hung(stiffness):
        mechanism = bo.Mechanism("hung")
        mechanism.add_body("mass", joint=bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia(1.0))
        mechanism.add_force("spring", bo.JointSpring("mass", stiffness))
        return mechanism

    with pytest.raises(bo.errors.EquilibriumError, match="variant 1: 'hung' moves on without end") as caught:
        bo.simulate([hung(10.0), hung(0.0)], 1.0, q0="equilibrium")
    assert caught.value.residuals["mass"] == pytest.approx(9.81)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda m: bo.equilibrium(m, hold=None), "hold must be names of joints"),
        (lambda m: bo.equilibrium("crane"), "not of 'crane'"),
        (lambda m: bo.reach("crane", {"hook": 1.0}), "inverse_kinematics takes a bough.Mechanism, not 'crane'"),
        (lambda m: bo.reach(m, {"link1": 1.0}, hold=None), "hold must be names of joints"),
        (lambda m: bo.root_locus("crane", "x", [1.0]), "root_locus takes a bough.Mechanism, not 'crane'"),
        (lambda m: bo.equilibria(m, seed="x"), "seed must be a whole number of at least 0, not 'x'"),
        (lambda m: bo.equilibria(m, starts=3.5), "starts must be a whole number .* not 3.5"),
        (lambda m: bo.equilibria(m, starts=-1), "starts must be a whole number of at least 0"),
        (lambda m: bo.equilibria(m, starts=[[0.0, np.nan]]), "start 0 of 'link2' must be finite"),
        (lambda m: bo.equilibria(m, starts=[{"lnik1": 0.0}]), "did you mean 'link1'"),
        (lambda m: bo.linearise(m, time=np.nan), "linearise: time must be finite"),
        (lambda m: bo.linearise(m, tau=[1.0]), r"tau has shape \(1,\)"),
    ],
)
def test_bad_arguments(call, sentence):
    with pytest.raises(bo.errors.StateError, match=sentence):
        call(bo.chain(2))


def test_what_was_reached_is_taken_as_a_start():
    arm = bo.chain(2)
    found = bo.reach(arm, {"link1": 0.3, "link2": -0.2})
    np.testing.assert_array_equal(bo.simulate(arm, 0.01, q0=found, integrator="rk4", step=0.01).q[0], found.q)
    assert bo.equilibrium(arm, found, hold=["link1"])["link1"] == pytest.approx(0.3)


def test_what_is_closed_is_taken_as_it_is():
    """... and the same position a little open is closed again."""
    machine = slider_crank()
    q = bo.assemble(machine, {"arm": 0.3})
    u = bo.kinematics.consistent_velocities(machine, q)
    run = bo.simulate(machine, 0.01, q0=q, u0=u, integrator="rk4", step=0.01)
    np.testing.assert_array_equal(run.q[0], q)
    beside = bo.simulate(machine, 0.01, q0=np.add(q, (0.0, 1e-10, 0.0)), u0=u, integrator="rk4", step=0.01)
    np.testing.assert_allclose(beside.q[0], q, atol=1e-12)


def test_a_linear_model_at_rest_is_made_by_the_code_that_found_it():
    arm = bo.chain(3)
    bo.linearise(arm, bo.equilibrium(arm))
    assert list(arm.prepared.derivatives) == ["inverse"]


def test_a_linear_model_has_the_time_and_the_drives_of_its_equilibrium():
    """On a base that rises with s̈ a pendulum swings with (g + s̈)/l, with g/l where it stands. Loops stay closed."""
    lift = bo.Mechanism("lift")
    lift.add_body("base", joint=bo.Driven(bo.Prismatic("z"), "t**3"))
    lift.add_body("bob", "base", HINGE, inertia=bo.Inertia.point(1.0, (0, 0, -0.4)))
    for time, frozen, pull in ((0.5, False, 9.81 + 3.0), (0.5, True, 9.81), (2.0, False, 9.81 + 12.0)):
        model = bo.linearise(lift, bo.equilibrium(lift, time=time, frozen=frozen))
        assert model.is_steady
        assert model.A.values[1, 0] == pytest.approx(-pull / 0.4, rel=1e-9)
    assert bo.linearise(lift, bo.equilibrium(lift, time=2.0), time=0.0).A.values[1, 0] == pytest.approx(-9.81 / 0.4)
    machine = slider_crank()
    stood = point_of(machine, bo.equilibrium(machine, time=0.75, frozen=True), None, None, None, None)
    assert (stood.time, stood.mechanism.is_timed, stood.names) == (0.75, False, ("arm",))


def test_a_linear_model_keeps_the_forces_that_hold_its_equilibrium():
    """A double pendulum whose first rod is held aslant: nothing accelerates, and u̇ changes by -M⁻¹ ∂²V/∂q²."""
    arm, (l1, l2), (m1, m2), held, g = bo.Mechanism("arm"), (0.7, 0.4), (2.0, 1.5), 0.6, 9.81
    arm.add_body("upper", joint=HINGE, inertia=bo.Inertia.point(m1, (0, 0, -l1)))
    arm.add_body("lower", "upper", HINGE, at=(0, 0, -l1), inertia=bo.Inertia.point(m2, (0, 0, -l2)))
    found = bo.equilibrium(arm, {"upper": held}, hold=["upper"])
    assert found.holding == pytest.approx({"upper": (m1 + m2) * g * l1 * np.sin(held)})
    model, both = bo.linearise(arm, found), m2 * l1 * l2 * np.cos(held)
    mass = np.array(
        ((m1 * l1**2 + m2 * (l1**2 + l2**2) + 2 * both, m2 * l2**2 + both), (m2 * l2**2 + both, m2 * l2**2))
    )
    hanging = m2 * g * l2
    stiffness = np.array((((m1 + m2) * g * l1 * np.cos(held) + hanging, hanging), (hanging, hanging)))
    assert model.is_steady
    np.testing.assert_allclose(model.A.values[2:, :2], -np.linalg.solve(mass, stiffness), rtol=1e-10)


def test_equilibria_start_where_names_say_or_tell_why_there_are_none():
    found = bo.equilibria(bo.chain(2), starts=[{"link1": 3.0}])
    assert [one.stability for one in found] == ["stable", "unstable"]
    stone = bo.Mechanism("stone")
    stone.add_body("stone", joint=bo.Prismatic("z"), inertia=bo.Inertia(1.0))
    with pytest.raises(bo.errors.EquilibriumError, match=r"9\.81 N by 'gravity' on 'stone' stays unbalanced"):
        bo.equilibria(stone, starts=2)


def test_a_curve_ends_where_drives_move_a_loop():
    machine = slider_crank()

    def turning(speed):
        crank = dataclasses.replace(machine.body("crank"), joint=bo.Driven(HINGE, f"{speed}*t"))
        return machine.renewed([crank], [], {}, machine.gravity)

    curve = bo.continuation(None, turning, (0.0, 1.0))
    assert (curve.status, curve.values.tolist()) == ("broken", [0.0])
    assert "the drive of 'crank' moves at t = 0 s and takes the loop 'pin' along" in curve.message
