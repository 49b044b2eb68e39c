"""Motions in loops that the user owns: the same as those of ``simulate``, alone or many side by side, from wherever they are put."""

import math
import time

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width

W = lane_width()
CHAIN = bo.chain(2)
START = np.array([0.4, 0.3])


def pushed():
    """A mass that is pushed by a force with kinks and jumps; and its exact motion from rest."""
    slider = bo.Mechanism("slider", gravity=(0, 0, 0))
    slider.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(2.0))
    slider.add_force("push", bo.Motor("mass", bo.Table((0.0, 0.123, 0.7, 11.0), (4.0, -6.0, 0.0, 2.0), "step")))
    return slider


def exact(t):
    """(q, u) of it: constant acceleration between the times of the table."""
    q = u = 0.0
    for begin, end, force in ((0.0, 0.123, 4.0), (0.123, 0.7, -6.0), (0.7, 11.0, 0.0), (11.0, math.inf, 2.0)):
        h = min(t, end) - begin
        if h > 0.0:
            q, u = q + u * h + 0.25 * force * h * h, u + 0.5 * force * h
    return q, u


@pytest.mark.parametrize("integrator", ["rk4", "semi-implicit-euler", "dop853"])
def test_steps_are_those_of_one_simulation(integrator):
    """To the last bit if they are of a fixed length, else to tolerance."""
    how = {"integrator": integrator, **({} if integrator == "dop853" else {"step": 0.01})}
    times = np.cumsum([0.0, *([0.01] * 20), *([0.0035] * 7)])
    run = bo.simulate(CHAIN, times=times, q0=START, energy_tolerance=math.inf, **how)
    stepper = bo.Stepper(CHAIN, q0=START, **how)
    found = []
    for _ in range(20):
        stepper.step(duration=0.01)
        found.append(np.append(stepper.q, stepper.u))
    for _ in range(7):
        stepper.step(None, 0.0035)
        found.append(np.append(stepper.q, stepper.u))
    wanted = np.concatenate((run.q, run.u), axis=1)[1:]
    np.testing.assert_allclose(found, wanted, atol=1e-8 if integrator == "dop853" else 0.0, rtol=0)
    assert stepper.time == times[-1]
    assert stepper.state.q[CHAIN.q_names[1]] == stepper.q[1]


@pytest.mark.parametrize("how", [{"integrator": "rk4", "step": 0.05}, {}, {"integrator": "LSODA"}])
def test_steps_end_where_forces_jump(how):
    """... also beyond the times that are prepared at first."""
    stepper = bo.Stepper(pushed(), **how)
    for length in (0.1, 0.1, 0.5, 0.3, 9.5, 1.2, 30.0, 0.25):
        stepper.step(duration=length)
        np.testing.assert_allclose((stepper.q[0], stepper.u[0]), exact(stepper.time), rtol=1e-6, atol=1e-9)


def test_a_motion_from_rest_goes_on_where_there_is_none():
    """What is prepared for later times begins where the motion is, not at rest."""
    slider = bo.Mechanism("slider", gravity=(0, 0, 0))
    slider.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(2.0))
    slider.add_force("push", bo.Motor("mass", bo.Table((0.0, 5.0), (0.0, 2.0), "step")))
    stepper = bo.Stepper(slider, q0="equilibrium", integrator="rk4", step=0.05)
    for length in (9.0, 3.0, 8.0):
        stepper.step(duration=length)
    np.testing.assert_allclose([*stepper.q, *stepper.u], [0.5 * 15.0**2, 15.0], rtol=1e-12)
    stepper.reset()
    np.testing.assert_array_equal([*stepper.q, *stepper.u], [0.0, 0.0])


@pytest.mark.slow
def test_a_driven_loop_goes_on_beyond_the_times_prepared_at_first():
    """A crank of length r turns at a constant speed and moves a slider by a rod of length l."""
    speed, r, l = 0.7, 0.2, 0.6  # noqa: E741
    machine, hinge = bo.Mechanism("slider crank", gravity=(0, 0, 0)), bo.Revolute((0, 1, 0))
    bar = bo.Inertia(1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    machine.add_body("crank", joint=bo.Driven(hinge, f"{speed}*t"), inertia=bar)
    machine.add_body("rod", "crank", hinge, at=(r, 0, 0), inertia=bar)
    machine.add_body("slider", joint=bo.Prismatic((1, 0, 0)), at=(r + l, 0, 0), inertia=bo.Inertia(3.0))
    machine.add_loop("pin", "rod", "slider", hinge, at=(l, 0, 0))
    q = bo.assemble(machine)
    stepper = bo.Stepper(machine, q0=q, u0=bo.kinematics.consistent_velocities(machine, q), integrator="rk4", step=0.01)
    for _ in range(3):
        stepper.step(duration=4.0)
    angle = speed * 12.0
    place = r * math.cos(angle) + math.sqrt(l**2 - (r * math.sin(angle)) ** 2) - r - l
    assert stepper.state.q["slider"] == pytest.approx(place, abs=1e-7)


def test_joint_forces_are_held_through_a_step_and_then_gone():
    """Force times time is momentum, force times way is energy."""
    stepper = bo.Stepper(pushed(), start=20.0, q0={"mass": 0.0})
    stepper.reset(time=-5.0)  # (before the table, its first value holds: 4 N)
    stepper.step({"mass": 3.0}, 0.5)
    np.testing.assert_allclose((*stepper.q, *stepper.u), (0.25 * 7.0 * 0.25, 0.5 * 7.0 * 0.5), rtol=1e-9)
    stepper.step([-4.0], 0.5)
    speed = stepper.u[0]
    stepper.step(None, 0.5)
    assert stepper.u[0] - speed == pytest.approx(1.0, rel=1e-9)


def test_a_clone_goes_its_own_way():
    for many in ({}, {"runs": W + 1}):
        stepper = bo.Stepper(CHAIN, q0=START, **many)
        stepper.step(duration=0.1)
        clone = stepper.clone()
        before = stepper.q
        clone.step(np.ones(stepper.q.shape), 0.1)
        np.testing.assert_array_equal(stepper.q, before)
        assert stepper.time == 0.1
        twin = stepper.clone()
        stepper.step(None, 0.1)
        twin.step(None, 0.1)
        np.testing.assert_array_equal(stepper.q, twin.q)
        assert np.abs(clone.q - twin.q).min() > 1e-4


@pytest.mark.parametrize(
    "how",
    [
        {"integrator": "rk4", "step": 0.01},
        {"integrator": "dop853"},
        pytest.param({"integrator": "gauss4", "step": 0.01}, marks=pytest.mark.slow),
    ],
)
def test_many_side_by_side_are_each_as_if_alone(how):
    """Each with its own start and forces; one is put elsewhere on the way. To rounding: lanes may fuse operations."""
    runs, rng = 2 * W + 1, np.random.default_rng(3)
    q, u, tau = rng.normal(size=(3, runs, 2))
    many = bo.Stepper(CHAIN, q0=q, u0=u, **how)
    alone = [bo.Stepper(CHAIN, q0=q[k], u0=u[k], **how) for k in range(runs)]
    for k in range(6):
        if k == 3:
            many.reset(q=START, runs=[1])
            alone[1].reset(q=START, time=alone[1].time)
        many.step(tau * k, 0.01)
        for one, force in zip(alone, tau, strict=True):
            one.step(force * k, 0.01)
    np.testing.assert_allclose(many.q, [one.q for one in alone], atol=1e-13)
    np.testing.assert_allclose(many.u, [one.u for one in alone], atol=1e-12)
    np.testing.assert_array_equal(many.state.q[CHAIN.q_names[1]], many.q[:, 1])


def doomed():
    """A top in a gimbal, which cannot pass the position where its axes coincide."""
    top = bo.Mechanism("doomed", gravity=(0, 0, 0))
    top.add_body("top", joint=bo.Gimbal(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.4, 0.5, 0.6)))
    return top


def step_often(stepper):
    for _ in range(30):
        stepper.step(duration=0.05)


@pytest.mark.parametrize("how", [{}, {"integrator": "rk4", "step": 0.01}])
def test_a_run_that_fails_is_told_and_the_others_go_on(how):
    speeds = np.zeros((W + 2, 3))
    speeds[:, 0] = 0.1
    speeds[1] = 0.0, math.pi / 2, 0.0  # (at one second its middle angle is a right one)
    many = bo.Stepper(doomed(), u0=speeds, **how)
    single = bo.Stepper(doomed(), u0=speeds[0], **how)
    with pytest.raises(bo.errors.StepError, match="'doomed', run 1, cannot be simulated beyond t = "):
        step_often(many)
    for _ in range(round(many.time / 0.05)):
        single.step(duration=0.05)
    others = np.delete(np.arange(W + 2), 1)
    np.testing.assert_allclose(many.q[others], np.tile(single.q, (W + 1, 1)), atol=1e-10)
    assert list(many.failed) == [1]
    many.step(duration=0.05)  # the others go on, it rests
    assert abs(many.q[1, 1] - math.pi / 2) < 0.1
    np.testing.assert_allclose(many.q[others, 0], 0.1 * many.time, atol=1e-9)
    many.reset(runs=[1])
    assert not many.failed
    many.step(duration=0.05)
    np.testing.assert_allclose(many.q[1], (0.0, math.pi / 2 * 0.05, 0.0), atol=1e-9)


@pytest.mark.parametrize("runs", [None, 3])
def test_absurd_forces_end_in_a_sentence(runs):
    """Steps of 1e-50 s would never end; where no step is short enough, the motion must not stand still instead."""
    stepper = bo.Stepper(CHAIN, runs=runs, q0=START, integrator="dop853", on_failure="return")
    tau = np.array([1e100, 0.0]) if runs is None else np.array([[0.0, 0.0], [1e100, 0.0], [0.0, 0.0]])
    stepper.step(tau, 0.1)
    ((which, told),) = stepper.failed.items()
    assert which == (0 if runs is None else 1)
    assert "cannot be simulated beyond t = " in told
    with pytest.raises(bo.errors.StepError, match="cannot be simulated beyond t = 0 s"):
        bo.simulate(CHAIN, 0.1, q0=START, integrator="dop853", tau=[1e300, 0.0])


def test_failures_may_be_returned():
    one = bo.Stepper(doomed(), u0=[0.0, math.pi / 2, 0.0], on_failure="return")
    step_often(one)
    assert one.time == pytest.approx(1.0, abs=1e-2)
    assert "'doomed' cannot be simulated beyond t = " in one.failed[0]
    one.reset()
    assert one.time == 0.0
    assert not one.failed


def test_variants_by_parameters_go_side_by_side():
    """Own code takes the parameters of each run: a pendulum with a spring, each with its own rate at small angles."""
    arm = bo.Mechanism("arm")
    arm.add_body("bob", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.0, (0, 0, -1.0)))
    arm.add_force("spring", bo.JointSpring("bob", stiffness=10.0))
    stiffness = np.linspace(1.0, 30.0, W + 1)
    variants = [arm.with_parameters({"spring.stiffness": k}) for k in stiffness.tolist()]
    many = bo.Stepper(variants, q0={"bob": 1e-6}, code="own")
    for _ in range(3):
        many.step(duration=0.1)
    np.testing.assert_allclose(many.q[:, 0], 1e-6 * np.cos(np.sqrt(9.81 + stiffness) * 0.3), atol=1e-13)


def test_what_cannot_move_only_gets_older():
    still = bo.Mechanism("bridge")
    still.add_body("pier", joint=bo.Fixed(), inertia=bo.Inertia.point(1.0))
    for many in ({}, {"runs": 3}):
        stepper = bo.Stepper(still, **many)
        stepper.step(duration=2.0)
        assert stepper.time == 2.0
        assert stepper.q.shape == ((0,) if not many else (3, 0))


def test_a_step_of_one_motion_takes_microseconds():
    """A generous bound for a machine with much else to do: a simulation takes milliseconds."""
    stepper, took = bo.Stepper(CHAIN, q0=START, integrator="rk4", step=1e-3), []
    tau = np.zeros(2)
    for _ in range(300):
        begun = time.perf_counter()
        stepper.step(tau)
        took.append(time.perf_counter() - begun)
    assert min(took) < 50e-6


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda s: s.step([1.0, math.nan], 0.1), f"tau of '{CHAIN.u_names[1]}' is nan; give finite joint forces"),
        (lambda s: s.step([1.0], 0.1), r"tau has shape \(1,\), but 'chain of 2' takes 2 numbers a state"),
        (lambda s: s.step(np.zeros((3, 2)), 0.1), "tau has 3 rows for one run; give one for each run"),
        (lambda s: s.step({"elbow": 1.0}, 0.1), "elbow"),
        (lambda s: s.step(), "'auto' chooses its own steps; give duration=… "),
        (lambda s: s.step(None, -1.0), "duration must be a positive number of seconds, not -1.0"),
        (lambda s: s.reset(runs=[4]), r"no runs \[4\]: there are 1, numbered from 0"),
        (lambda s: s.reset(q=np.zeros((2, 2))), "2 states were given for 1 runs; give one, or one for each"),
        (lambda s: s.reset(time=math.nan), "time must be a finite number, not nan"),
        (lambda s: setattr(s, "q", [0.0, 0.0]), r"q of a Stepper cannot be set by itself; .* reset\(q=…\)"),
        (lambda s: setattr(s, "time", 1.0), r"time of a Stepper cannot be set .* reset\(time=…\)"),
        (lambda s: s.step([1e300, 0.0], 0.1), r"tau of '\w+' is 1e.300; give at most 1e.100, and check its unit"),
        (lambda s: bo.Stepper(CHAIN, runs=0), "runs must be a whole number of at least 1, not 0"),
        (lambda s: bo.Stepper(CHAIN, runs=3, q0=np.zeros((2, 2))), "runs is 3, but 2 starting states were given"),
        (lambda s: bo.Stepper(CHAIN, integrator="rk4"), "'rk4' takes steps of a fixed length: give step=…"),
        (lambda s: bo.Stepper(CHAIN, on_failure="ignore"), "on_failure must be 'raise' or 'return', not 'ignore'"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(act, sentence):
    stepper = bo.Stepper(CHAIN)
    with pytest.raises(bo.errors.StateError, match=sentence):
        act(stepper)


def test_libraries_take_one_motion_at_a_time():
    with pytest.raises(bo.errors.UnsupportedError, match="'Radau' takes one motion at a time; leave out runs"):
        bo.Stepper(CHAIN, runs=2, integrator="Radau")


def parallelogram():
    mechanism, rod = bo.Mechanism("bars"), bo.Inertia.rod(0.4, mass=1.0, radius=0.03, center=(0, 0, -0.2))
    for name, parent, at in (("lower", "ground", 0.0), ("coupler", "lower", -0.4), ("rocker", "ground", 0.0)):
        place = (0.3 * (name == "rocker"), 0, at)
        mechanism.add_body(name, parent, bo.Revolute((0, 1, 0)), at=place, inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", bo.Revolute((0, 1, 0)), at=(0.3, 0, 0), other_at=(0, 0, -0.4))
    return mechanism


def test_variants_that_a_stepper_does_not_take_are_told_why():
    closed, trees = (
        [whole.with_parameters({name: mass}) for mass in (1.0, 2.0)]
        for whole, name in ((parallelogram(), "lower.mass"), (CHAIN, "link1.mass"))
    )
    remedy = "make one Stepper for each, or give bough.simulate the list"
    with pytest.raises(
        bo.errors.UnsupportedError, match="variants of closed loops are not taken by a Stepper; " + remedy
    ):
        bo.Stepper(closed)
    with pytest.raises(
        bo.errors.StateError, match=r"variants of closed loops run by shared kernels, .* leave out code"
    ):
        bo.simulate(closed, 0.1, formulation="wittenburg", code="own")
    with pytest.raises(
        bo.errors.UnsupportedError, match=f"by code of their own only; leave out code='shared', or {remedy}"
    ):
        bo.Stepper(trees, code="shared")
    with pytest.raises(bo.errors.UnsupportedError, match=f"'hamilton-tangent' is in momenta; {remedy}"):
        bo.Stepper(trees, formulation="hamilton-tangent")
    with pytest.raises(bo.errors.StateError, match="shared kernels where momenta are integrated"):
        bo.simulate(trees, 0.1, formulation="hamilton-tangent", code="own")
    with pytest.raises(bo.errors.UnsupportedError, match=rf"differ in marked parameters only .*; {remedy}"):
        bo.Stepper([CHAIN, pushed_chain()])
    bo.Stepper(closed[0], integrator="rk4", step=0.01).step()  # (the remedy works)


def pushed_chain():
    mechanism = bo.chain(2)
    mechanism.add_force("push", bo.Motor("link1", 1.0))
    return mechanism


def test_a_reset_forgets_the_steps_before():
    """From the same state, the same numbers: a method that chooses its steps begins as at the first time."""
    for integrator in ("auto", "dop853"):
        stepper = bo.Stepper(bo.chain(2), q0={"link1": 1.0}, integrator=integrator)
        found = []
        for _ in range(2):
            stepper.reset()
            for _ in range(5):
                stepper.step(duration=0.1)
            found.append(stepper.q)
        np.testing.assert_array_equal(*found)
