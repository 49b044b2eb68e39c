"""Signals by hand: what follows a slider moves as if the slider's value were its own signal."""

import numpy as np
import pytest

import bough as bo
from bough.live.hands import MOVING, Hands, followed_by, with_tables
from bough.live.session import Session

FRAME = 1 / 60


def arm(reference, force):
    machine = bo.chain(2)
    machine.add_force("servo", bo.Servo("link1", reference, 200.0, 10.0))
    machine.add_force("motor", bo.Motor("link2", force))
    return machine


def test_a_servo_and_a_motor_by_hand_move_as_with_constant_signals():
    session = Session(arm("0.3*sin(5*t)", "2*sin(3*t)"))
    session.signal("servo", 0.4)
    session.signal("motor", 1.5)
    assert session.hands.values == {"servo": 0.4, "motor": 1.5}
    session.run()
    for _ in range(30):
        session.advance(FRAME)
    assert session.message == ""
    expected = bo.simulate(arm(0.4, 1.5), session.state.time)
    np.testing.assert_allclose(session.state.q, expected.q.values[-1], atol=1e-6)
    np.testing.assert_allclose(session.frame().signals, (0.4, 1.5))


@pytest.mark.parametrize("most", [None, 30.0])
def test_servos_exert_nothing_in_a_pose_and_then_hold_it(most):
    """In the pose all forces are those of the machine without them; then it moves with the pose as their references."""

    def machine(*references):
        made = bo.chain(2)
        for joint, reference in zip(("link1", "link2"), references, strict=False):
            made.add_force(f"servo of {joint}", bo.Servo(joint, reference, 200.0, 10.0, most=most))
        return made

    session, bare = Session(machine("0.3*cos(5*t)", 2.0)), Session(machine())
    for one in (session, bare):
        one.set("link1", 1.2)
        one.set("link2", -0.4)
    assert session.hands.values == {"servo of link1": 1.2, "servo of link2": -0.4}
    frame, expected = session.frame(), bare.frame()
    np.testing.assert_allclose(frame.series, expected.series, rtol=1e-9, atol=1e-9)
    assert frame.signals.tolist() == [1.2, -0.4]
    arrows = dict(zip([(kind, name) for kind, _, name, _, _ in session.layout.arrows], frame.arrows, strict=True))
    assert np.isnan(arrows["moment", "servo of link1"][3:]).all()
    session.run()
    for _ in range(30):
        session.advance(FRAME)
    assert session.message == ""
    start = {"link1": 1.2, "link2": -0.4}
    motion = bo.simulate(machine(1.2, -0.4), session.state.time, q0=start)
    np.testing.assert_allclose(session.state.q, motion.q.values[-1], atol=1e-6)
    session.reset()
    assert session.hands.values == {}


def test_a_single_step_from_a_pose_is_as_with_servos_that_hold_it():
    session = Session(arm("0.3*sin(5*t)", 0.0))
    session.set("link1", 0.7)
    session.step()
    motion = bo.simulate(arm(0.7, 0.0), session.state.time, q0={"link1": 0.7})
    assert session.state.time > 0.0
    np.testing.assert_allclose(session.state.u, motion.u.values[-1], rtol=1e-5)


def test_a_servo_of_a_slide_beside_the_hinge_that_bears_it_exerts_nothing_in_a_pose():
    """It would push the arm with a lever: reactions are those of the machine without it."""

    def machine(*forces):
        made, link = bo.Mechanism("crane"), bo.Inertia.rod(0.4, mass=2.0, axis="x", center=(0.2, 0, 0))
        made.add_body("arm", "ground", bo.Revolute((0, 1, 0)), inertia=link)
        made.add_body("hook", "arm", bo.Prismatic((0, 0, 1)), at=(0.4, 0.1, 0), inertia=link)
        for force in forces:
            made.add_force("servo", force)
        return made

    session, bare = Session(machine(bo.Servo("hook", 1.0, 200.0))), Session(machine())
    for one in (session, bare):
        one.set("arm", 0.6)
        one.set("hook", -0.3)
    assert session.hands.values == {"servo": -0.3}
    np.testing.assert_allclose(session.frame().series, bare.frame().series, rtol=1e-9, atol=1e-9)


def test_a_servo_of_a_coordinate_that_was_not_posed_keeps_its_signal():
    session = Session(arm("0.3*sin(5*t)", 0.0))
    session.set("link2", 0.5)
    assert session.hands.values == {}
    session.grab("link1", (0.5, 0, 0), (0.2, 0.0, -0.4))
    assert session.hands.values == {"servo": session.state.q[0]}
    session.signal("servo", None)
    assert session.hands.values == {}


def test_a_signal_that_is_let_go_is_its_own_again():
    session = Session(arm("0.3*sin(5*t)", 0.0))
    session.signal("servo", 0.4)
    session.signal("servo", None)
    session.run()
    for _ in range(30):
        session.advance(FRAME)
    expected = bo.simulate(session.mechanism, session.state.time)
    np.testing.assert_allclose(session.state.q, expected.q.values[-1], atol=1e-6)


def test_sliders_of_signals_have_the_range_of_what_they_move():
    machine = arm(0.1, "2*sin(3*t)")
    machine.add_force("stop", bo.JointLimit("link1", -0.5, 0.7, stiffness=1e3, softness=0.01))
    servo, motor = (one.slider for one in Session(machine).followed)
    assert (servo.low, servo.high, servo.unit) == (-0.5, 0.7, "rad")
    assert motor.unit == "N·m"
    assert motor.high == -motor.low >= 2.0


def test_the_way_of_a_driven_joint_begins_and_ends_with_the_rates_of_what_it_joins():
    """From its signal to a value, and half-way there back to the signal: value, velocity and acceleration at both ends."""
    machine = bo.Mechanism("shaken")
    machine.add_body("pivot", "ground", bo.Driven(bo.Prismatic(axis=(1, 0, 0)), "0.1*sin(4*t)"))
    hands = Hands(with_tables(machine), followed_by(machine, (), np.empty(0)))

    def signal(t):
        return 0.1 * np.sin(4 * t), 0.4 * np.cos(4 * t), -1.6 * np.sin(4 * t)

    def ends(start):
        path = hands.paths["pivot"]
        assert (path.start, path.end) == (start, start + MOVING)
        return path.at(start), path.at(np.nextafter(path.end, start))

    hands.take("pivot", 0.5, 0.2, running=True)
    first, last = ends(0.2)
    assert first == pytest.approx(signal(0.2), abs=1e-12)
    assert last == pytest.approx((0.5, 0.0, 0.0), abs=1e-10)
    half_way = hands.now("pivot", 0.35)
    hands.release("pivot", 0.35, running=True)
    first, last = ends(0.35)
    assert first == pytest.approx(half_way, abs=1e-12)
    assert last == pytest.approx(signal(0.35 + MOVING), abs=1e-9)


@pytest.mark.slow
def test_a_driven_joint_goes_to_its_value_without_a_jump_and_back_to_its_signal():
    machine = bo.Mechanism("shaken")
    machine.add_body("pivot", "ground", bo.Driven(bo.Prismatic(axis=(1, 0, 0)), "0.1*sin(4*t)"))
    machine.add_body("mass", "pivot", bo.Revolute(axis=(0, 1, 0)), inertia=bo.Inertia(1.0, (0, 0, -0.5)))
    session = Session(machine)
    session.run()
    places, small = [], 1 / 400

    def go(seconds):
        for _ in range(round(seconds / small)):
            session.advance(small)
            frame = session.frame()
            assert session.message == ""
            assert frame.poses[0, 0] == pytest.approx(frame.signals[0], abs=1e-12)
            places.append(frame.poses[0, 0])

    go(0.2)
    session.signal("pivot", 0.5)
    go(0.5)
    assert places[-1] == pytest.approx(0.5, abs=1e-12)
    session.signal("pivot", None)
    go(0.5)
    assert places[-1] == pytest.approx(0.1 * np.sin(4 * session.state.time), abs=1e-9)
    # velocities and accelerations of the drive have no jumps
    speed = np.diff(places) / small
    assert np.abs(np.diff(speed)).max() / small < 60.0  # 10/√3 (0.5/0.3²) with what the signal adds
    # the pendulum feels the drive: its energy is not that of a free one
    assert abs(session.state.u[0]) > 0.1
