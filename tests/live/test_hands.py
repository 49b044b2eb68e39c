"""Signals by hand: what follows a slider moves as if the slider's value were its own signal."""

import numpy as np
import pytest

import bough as bo
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
