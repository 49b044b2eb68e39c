"""Forces as results: against the textbook, Newton's laws for every body, and the energy that they take and give."""

import numpy as np
import pytest
from helpers.balance import check_mount, check_newton, value
from helpers.machine import (
    BY_BODY_FORMULA,
    BY_JOINT_FORMULA,
    FORCES,
    textbook_joint_force,
    textbook_wrench,
    with_forces,
)
from scipy.spatial.transform import Rotation

import bough as bo

LAWS = [name for name, force in FORCES.items() if isinstance(force, bo.CustomJointForce | bo.CustomBodyForce)]
TIMES = np.linspace(0.1, 0.9, 5)


@pytest.fixture(scope="module")
def run():
    """Random states of a machine with a joint of every kind and a force of every kind, but for users' functions."""
    mechanism = with_forces(*(name for name in FORCES if name not in LAWS))
    q, u = bo.models.random_state(mechanism, np.random.default_rng(4), states=len(TIMES))
    return bo.Trajectory(mechanism, TIMES, q, u)


def states(run):
    return zip(run.q.values, run.u.values, TIMES, strict=True)


@pytest.mark.parametrize("name", [name for name in BY_JOINT_FORMULA if name not in LAWS])
def test_forces_in_joints_are_those_of_the_textbook(run, name):
    expected = [textbook_joint_force(FORCES[name], *state) for state in states(run)]
    found = run.forces(name)
    np.testing.assert_allclose(found.force, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.power, found.force * found.rate, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", BY_BODY_FORMULA)
def test_forces_on_bodies_are_those_of_the_textbook(run, name):
    force, found = FORCES[name], run.forces(name)
    expected = [textbook_wrench(force, *state) for state in states(run)]
    push, moment = (np.array(part) for part in zip(*expected, strict=True))
    np.testing.assert_allclose(found.push, push, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(found.couple, moment, rtol=1e-11, atol=1e-11)
    if isinstance(force, bo.SpringDamper):
        pull = force.stiffness * (found.length - force.rest) + force.damping * found.rate
        np.testing.assert_allclose(found.force, pull, rtol=1e-11)
        np.testing.assert_allclose(found.power, -found.force * found.rate, rtol=1e-11)
    if isinstance(force, bo.Bushing) and not any(force.damping):
        np.testing.assert_allclose(
            found.force, -np.array(force.stiffness[:3]) * found.displacement, rtol=1e-11, atol=1e-11
        )
        angle = np.linalg.norm(found.turn, axis=1)
        vector = found.turn.values * (np.sin(angle / 2) / angle)[:, None]
        spring = np.array(force.stiffness[3:]) * vector
        np.testing.assert_allclose(
            found.moment, -2 * (np.cos(angle / 2)[:, None] * spring + np.cross(vector, spring)), rtol=1e-10, atol=1e-10
        )
        stored = 0.5 * (found.displacement.values**2 @ force.stiffness[:3]) + 2 * (vector**2 @ force.stiffness[3:])
        np.testing.assert_allclose(found.stored, stored, rtol=1e-11)


def test_newtons_law_holds_for_every_body(run):
    """Random accelerations of a machine with all joints, so nothing is small by chance."""
    assert check_newton(run) > 1.0
    check_mount(run)


def test_what_is_natural_for_a_force(run):
    servo = run.forces("servo")
    np.testing.assert_allclose(servo.wanted, TIMES**2 * (3 - 2 * TIMES), rtol=1e-13)
    np.testing.assert_array_equal(servo.error, servo.wanted - run["floor.x"])
    assert servo.attrs == {"name": "servo", "kind": "Servo", "body": "floor", "other": "tip"}
    stops = run.forces("stops")
    np.testing.assert_allclose(stops.penetration, np.maximum(np.abs(run["slide"]) - 0.1, 0.0), rtol=0, atol=1e-16)
    assert (stops.penetration > 0.0).any()
    dampers = run.forces("dampers of a ball")
    assert dampers.force.dims == ("time", "velocity")
    np.testing.assert_allclose(dampers.force, -0.4 * run["u.ball"].values, rtol=1e-13)
    assert "coordinate" not in dampers  # angular velocities are not rates of coordinates
    air = run.forces("air")
    through = value(run, "point:gimbal(0.2, 0.1, 0.3).velocity") - np.stack(
        (1 + 0 * TIMES, np.sin(TIMES), 0 * TIMES), 1
    )
    np.testing.assert_allclose(air.airspeed, np.linalg.norm(through, axis=1), rtol=1e-12)
    whole = run.forces()
    assert list(whole.force.values) == list(run.mechanism.forces)
    np.testing.assert_array_equal(whole.power.sel(force="servo"), servo.power)
    np.testing.assert_array_equal(whole.value.sel(force="servo"), servo.force)
    assert np.isnan(whole.value.sel(force="wrench")).all()
    with pytest.raises(bo.errors.StateError, match=r"no force 'servvo' in 'machine': did you mean 'servo'\?"):
        run.forces("servvo")


def hanging():
    """A load on a spring that can only move up and down, and swings about its place of rest."""
    mechanism = bo.Mechanism("spring")
    mechanism.add_body("load", "ground", bo.Prismatic((0, 0, 1)), inertia=bo.Inertia.sphere(0.1, 2.0))
    mechanism.add_force("spring", bo.SpringDamper("load", other_at=(0, 0, 1), stiffness=50.0, rest=0.5))
    return mechanism


def test_a_load_on_a_spring():
    """z = A cos ωt about rest: pull, length, work and the force on the ceiling in closed form."""
    mechanism = hanging()
    rest = 0.5 - 2.0 * 9.81 / 50.0  # where the spring carries the load
    run = bo.simulate(mechanism, 1.0, q0={"load": rest + 0.1}, rtol=1e-11, atol=1e-13)
    t = run.time.values
    z = rest + 0.1 * np.cos(5.0 * t)
    found = run.forces("spring")
    np.testing.assert_allclose(found.length, 1.0 - z, atol=1e-9)
    np.testing.assert_allclose(found.rate, 0.5 * np.sin(5.0 * t), atol=1e-8)
    np.testing.assert_allclose(found.force, 50.0 * (0.5 - z), atol=1e-7)
    np.testing.assert_allclose(found.stored, 25.0 * (0.5 - z) ** 2, atol=1e-7)
    np.testing.assert_allclose(found.work, found.stored[0] - found.stored, atol=1e-7)
    np.testing.assert_allclose(found.place[:, 2], z, atol=1e-9)
    # the ceiling carries the spring's pull; joint and spring together what the load's momentum takes
    np.testing.assert_allclose(value(run, "ground.force.z"), -50.0 * (0.5 - z), atol=1e-7)
    np.testing.assert_allclose(value(run, "ground.reaction.force.z"), 2.0 * (9.81 - 2.5 * np.cos(5.0 * t)), atol=1e-7)
    np.testing.assert_allclose(value(run, "load.acceleration.z"), -2.5 * np.cos(5.0 * t), atol=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(bo.catalogue()))
def test_newtons_law_along_runs_of_the_catalogue(name):
    run = bo.simulate(bo.model(name), 0.99, every=0.0213)
    check_newton(run, 1e-10)
    check_mount(run)
    for force in run.mechanism.forces:
        found = run.forces(force)
        if "rate" in found and found.rate.dims == ("time",):
            sign = -1.0 if "length" in found else 1.0
            scale = float(abs(found.power).max()) + float(abs(found.force * found.rate).max())
            np.testing.assert_allclose(found.power, sign * found.force * found.rate, rtol=0, atol=1e-12 * scale)


@pytest.mark.slow
def test_newtons_law_with_users_functions():
    mechanism = with_forces()
    q, u = bo.models.random_state(mechanism, np.random.default_rng(4), states=len(TIMES))
    run = bo.Trajectory(mechanism, TIMES, q, u)
    check_newton(run)
    check_mount(run)


def test_forces_that_events_switch_off_and_joints_that_they_lock():
    """Newton's laws hold before and after, and what a force has done stays done."""
    mechanism = bo.chain(2)
    spring = bo.SpringDamper("link2", at=(0, 0, -0.3), other_at=(1, 0, 0), stiffness=30.0)
    mechanism.add_force("tendon", spring)

    def let_go(moment):
        moment.switch("tendon", False)
        moment.lock("link2")

    at_once = bo.Event(lambda t, q, u: t - 0.45, "let go", then=let_go)
    run = bo.simulate(mechanism, 1.0, every=0.1, events=[at_once])
    check_newton(run)
    found, before = run.forces("tendon"), np.arange(len(run.time)) < 6
    np.testing.assert_allclose(found.force, np.where(before, 30.0 * found.length, 0.0), rtol=1e-12)
    np.testing.assert_array_equal(found.work[~before], found.work[5])
    assert not np.signbit(found.force).any()  # nothing is 0, not -0
    table = run.to_dataframe(["tendon.force", "tendon.work"], times=[0.4, 0.5, 0.95])
    np.testing.assert_allclose(table["tendon.force"], [found.force[4], 0.0, 0.0], rtol=1e-12)
    np.testing.assert_allclose(table["tendon.work"], found.work[[4, 6, 6]], rtol=1e-12)


def linkage(cut, swapped):
    """A crank and a coupler that slides on a rail, with forces in the joint that closes the loop."""
    mechanism = bo.Mechanism("slider crank")
    for name, parent, length, at in (
        ("crank", "ground", 0.3, 0.0),
        ("coupler", "crank", 0.8, 0.3),
        ("slider", "coupler", 0.1, 0.8),
    ):
        box = bo.Inertia.box((length, 0.02, 0.02), 1.0, center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, bo.Revolute((0, 1, 0)), at=(at, 0, 0), inertia=box)
    ends = ("ground", "slider") if swapped else ("slider", "ground")
    mechanism.add_loop("rail", *ends, bo.Prismatic((1, 0, 0)), cut=cut)
    mechanism.add_force("spring", bo.JointSpring("rail", stiffness=3.0, rest=0.2))
    mechanism.add_force("damper", bo.JointDamper("rail", damping=1.3))
    return mechanism


@pytest.mark.slow
@pytest.mark.parametrize(("cut", "swapped"), [("joint", False), ("joint", True), ("body", False)])
def test_newtons_law_with_forces_in_joints_that_close_loops(cut, swapped):
    mechanism = linkage(cut, swapped)
    start = bo.assemble(mechanism, {"crank": 0.8, "coupler": -1.2, "slider": 0.4}, hold=("crank",))
    run = bo.simulate(mechanism, 0.3, every=0.02, q0=start)
    assert check_newton(run) > 1.0
    spring, damper = run.forces("spring"), run.forces("damper")
    place = value(run, "slider.position.x") * (-1.0 if swapped else 1.0)
    np.testing.assert_allclose(spring.coordinate, place, rtol=1e-9)
    np.testing.assert_allclose(spring.force, -3.0 * (place - 0.2), rtol=1e-9)
    np.testing.assert_allclose(damper.force, -1.3 * damper.rate, rtol=1e-12)
    sign = -1.0 if swapped else 1.0  # (of what acts on the slider)
    np.testing.assert_allclose(spring.push[:, 0], sign * spring.force, rtol=1e-9)
    check_mount(run)


def test_forces_in_joints_of_several_loops_are_told_each_with_its_own_coordinate():
    """Two carts, each on a rail that closes a loop: the spring on a rail pulls by where its own cart is."""
    mechanism = bo.Mechanism("carts", gravity=(0, 0, 0))
    for k in range(2):
        mechanism.add_body(f"cart{k}", "ground", bo.Translational(), inertia=bo.Inertia.sphere(0.1, 1.0))
        mechanism.add_loop(f"rail{k}", f"cart{k}", "ground", bo.Prismatic((1, 0, 0)))
        mechanism.add_force(f"spring{k}", bo.JointSpring(f"rail{k}", stiffness=3.0, rest=0.2))
        mechanism.add_force(f"damper{k}", bo.JointDamper(f"rail{k}", damping=1.3))
    places, speeds = np.array((0.5, -0.7)), np.array((0.4, 1.1))
    q, u = (np.array([[one[0], 0.0, 0.0, one[1], 0.0, 0.0]]) for one in (places, speeds))
    run = bo.Trajectory(mechanism, [0.0], q, u)
    for k in range(2):
        spring, damper = run.forces(f"spring{k}"), run.forces(f"damper{k}")
        assert float(spring.coordinate[0]) == pytest.approx(places[k], rel=1e-12)
        assert float(spring.force[0]) == pytest.approx(-3.0 * (places[k] - 0.2), rel=1e-12)
        assert float(damper.rate[0]) == pytest.approx(speeds[k], rel=1e-12)
        assert float(damper.force[0]) == pytest.approx(-1.3 * speeds[k], rel=1e-12)


def test_the_turn_of_a_bushing_is_that_of_its_frame_in_the_body_against_that_in_the_other():
    """For any frames in both bodies, by SciPy's rotations."""
    body, frame, other = Rotation.from_rotvec(np.random.default_rng(1).normal(size=(3, 3)))
    mechanism = bo.Mechanism("mounted", gravity=(0, 0, 0))
    mechanism.add_body("engine", "ground", bo.Ball(), inertia=bo.Inertia.sphere(0.1, 1.0))
    bushing = bo.Bushing(
        "engine", "ground", rotation=frame.as_matrix(), other_rotation=other.as_matrix(), stiffness=(10.0,) * 6
    )
    mechanism.add_force("mount", bushing)
    run = bo.Trajectory(mechanism, [0.0], np.roll(body.as_quat(), 1)[None], np.zeros((1, 3)))
    np.testing.assert_allclose(run.forces("mount").turn[0], (other.inv() * body * frame).as_rotvec(), atol=1e-12)
