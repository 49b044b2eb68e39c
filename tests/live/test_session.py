"""A live session without a network: poses, limits, loops, forces by hand and the motion, by laws."""

import inspect
import math
import re
import sys
import warnings

import numpy as np
import pytest

import bough as bo
from bough.api.loop_forces import loop_gaps, machine_size
from bough.live import points, serve, serving
from bough.live.measures import measured
from bough.live.motion import Manner
from bough.live.push import FREQUENCY, Grip, Push, push
from bough.live.ranges import angles_of, quaternion_of
from bough.live.session import Session

HINGE = bo.Revolute(axis=(0, 1, 0))
FRAME = 1 / 60


def four_bar(stop=None, start=None, apart=0.5):
    machine = bo.Mechanism("four-bar")
    for name, parent, at, length in (
        ("crank", "ground", 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", "ground", apart, 0.4),
    ):
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, HINGE, at=(at, 0, 0), inertia=rod)
    machine.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    if stop:
        machine.add_force("stop", bo.JointLimit("rocker", *stop, stiffness=1e3, softness=0.01))
    return Session(machine, q0={"crank": -1.0, "rocker": -1.5} if start is None else start)


def gap_of(session):
    state = session.state
    return np.abs(loop_gaps(session.mechanism, state.q[None], state.u[None], state.time)[0]).max()


def run(session, seconds):
    for _ in range(round(seconds / FRAME)):
        session.advance(FRAME)


def total_energy(session):
    m, s = session.model, session.state
    return bo.kinetic_energy(m, s.q, s.u) + bo.potential_energy(m, s.q)


def point_of(session, body, at):
    pose = bo.body_poses(session.mechanism, session.state.q)[session.mechanism.body_index[body]]
    return pose[:3, :3] @ at + pose[:3, 3]


# --- poses ----------------------------------------------------------------------------------------------------------


def test_loops_stay_closed_while_a_coordinate_is_dragged():
    session = four_bar()
    for angle in np.linspace(-1.0, 1.5, 26):
        session.set("crank", angle)
        assert session.message == ""
        assert session.state.q[0] == angle
        assert gap_of(session) < 1e-12 * machine_size(session.mechanism)


def test_what_cannot_be_reached_is_refused_at_the_last_closed_position():
    session = four_bar()
    session.set("rocker", 0.0)  # the rocker swings between the dead points only
    assert "cannot go further" in session.message
    crank, coupler, rocker = session.state.q
    assert -2.5 < rocker < -1.3
    assert gap_of(session) < 1e-12
    # there crank and coupler are nearly in line
    assert abs(math.sin(coupler)) < 0.3
    session.set("crank", crank + 0.01)
    assert session.message == ""


def test_limits_of_the_model_are_kept_by_the_slider_and_by_what_follows():
    session = four_bar((-1.8, -1.2))
    slider = next(one for one in session.coordinates if one.name == "rocker")
    assert (slider.low, slider.high, slider.limited) == (-1.8, -1.2, (True, True))
    session.set("rocker", -5.0)
    assert session.state.q[2] >= -1.8
    session.set("crank", 1.5)
    assert "'rocker' is at its limit" in session.message
    assert -1.8 - 1e-9 <= session.state.q[2] <= -1.2 + 1e-9


def test_a_coordinate_without_loops_goes_where_it_is_set():
    session = Session(bo.chain(2))
    session.set("link2", 0.7)
    assert session.state.q.tolist() == [0.0, 0.7]
    assert [(one.unit, one.low, one.high) for one in session.coordinates] == [("rad", -math.pi, math.pi)] * 2


def test_a_ball_goes_by_roll_pitch_and_yaw():
    session = Session(bo.pendulum())
    for name, value in (("link1.roll", 0.3), ("link1.pitch", -0.4), ("link1.yaw", 0.5)):
        session.set(name, value)
    (sx, sy, sz), (cx, cy, cz) = np.sin((0.3, -0.4, 0.5)), np.cos((0.3, -0.4, 0.5))
    about_z, about_y = (
        np.array(((cz, -sz, 0), (sz, cz, 0), (0, 0, 1))),
        np.array(((cy, 0, sy), (0, 1, 0), (-sy, 0, cy))),
    )
    about_x = np.array(((1, 0, 0), (0, cx, -sx), (0, sx, cx)))
    found = bo.body_poses(session.mechanism, session.state.q)[0, :3, :3]
    np.testing.assert_allclose(found, about_z @ about_y @ about_x, atol=1e-14)


def test_angles_of_a_turn_give_the_turn_again():
    rng = np.random.default_rng(0)
    for angles in (*rng.uniform(-1.5, 1.5, (20, 3)), np.array((0.0, math.pi / 2, 0.4))):
        turn = quaternion_of(angles)
        again = quaternion_of(angles_of(turn))
        assert abs(abs(turn @ again) - 1.0) < 1e-12


def test_a_body_is_drawn_to_where_it_can_be():
    session = Session(bo.chain(2), q0={"link1": 0.3, "link2": 0.4})
    tip = np.array(session.mechanism.body("link2").inertia.center) * 2
    start = point_of(session, "link2", tip)
    target = start + np.array((0.1, 0.0, 0.15))
    session.grab("link2", tip, target)
    np.testing.assert_allclose(point_of(session, "link2", tip), target, atol=1e-8)
    # out of reach: stretched, and straight towards the target
    far = 100 * target / np.linalg.norm(target)
    for _ in range(60):
        session.grab("link2", tip, far)
    there = point_of(session, "link2", tip)
    assert there @ far / (np.linalg.norm(there) * np.linalg.norm(far)) > 0.9999


def test_a_body_is_drawn_with_loops_closed_and_within_limits():
    session = four_bar((-1.8, -1.42))
    for x in np.linspace(0.0, 0.6, 13):
        session.grab("rocker", (0.4, 0, 0), (x, 0.0, 0.4))
        assert gap_of(session) < 1e-12
        assert -1.8 - 1e-9 <= session.state.q[2] <= -1.42 + 1e-9
    assert session.state.q[2] > -1.43


def test_jacobians_of_large_machines_are_those_of_small_ones(monkeypatch):
    machine, at = bo.chain(2), np.array((0.1, 0.2, -0.3))
    q, _ = bo.models.random_state(machine)
    expected = bo.kinematics.point_jacobian(machine, q, "link2", at)[:3]
    monkeypatch.setattr(points, "MANY", 1)
    np.testing.assert_allclose(points.velocity_jacobian(machine, q, "link2", at, 0.0), expected, atol=1e-12)


# --- running --------------------------------------------------------------------------------------------------------


def test_a_free_motion_keeps_its_energy_and_is_that_of_simulate():
    session = Session(bo.chain(2), q0={"link1": 1.0})
    before = total_energy(session)
    session.run()
    run(session, 1.0)
    assert session.message == ""
    assert session.state.time == pytest.approx(1.0, abs=1e-9)
    assert abs(total_energy(session) - before) < 1e-7 * abs(before)
    whole = bo.simulate(session.mechanism, q0={"link1": 1.0}, times=[0.0, session.state.time])
    np.testing.assert_allclose(session.state.q, whole.q.values[-1], atol=1e-6)


def test_a_chosen_method_is_used_and_one_that_does_not_serve_is_refused():
    session = Session(bo.chain(2))
    session.choose(Manner(integrator="rk4", step=2e-3))
    session.run()
    run(session, 0.05)
    assert (session.settings["integrator"], session.settings["step"]) == ("rk4", 2e-3)
    session.choose(Manner(formulation="independent"))
    assert "independent" in session.message
    assert session.manner == Manner(integrator="rk4", step=2e-3)


@pytest.mark.parametrize(
    "given",
    [
        {"integrator": "nix"},
        {"formulation": "nix"},
        {"formulation": "independent"},  # (there are no loops)
        {"formulation": "kinetostatics"},
        {"formulation": "hamilton-tangent", "integrator": "rodas5p"},
        {"solver": "nix"},
        {"solver": 3},
        {"formulation": "composite-bodies", "solver": "nix"},
        {"step": -1},
        {"integrator": "rk4", "step": 0},
        {"integrator": "rk4", "step": "long"},
        {"integrator": "dop853", "step": 1e-3},
    ],
    ids=str,
)
def test_options_that_simulate_refuses_are_refused_at_the_call_in_the_same_words(given):
    machine = bo.chain(2)
    with pytest.raises(bo.BoughError) as expected:
        bo.simulate(machine, 1.0, **given)
    with pytest.raises(type(expected.value), match=f"^{re.escape(str(expected.value))}$"):
        serve(machine, open_browser=False, block=False, **given).close()


def test_a_push_accelerates_a_free_body_as_force_is_mass_times_acceleration():
    machine = bo.Mechanism("free", gravity=(0, 0, 0))
    machine.add_body("ball", "ground", bo.Free(), inertia=bo.Inertia(3.0, (0, 0, 0), (0.1, 0.2, 0.3)))
    session = Session(machine)
    session.run()
    session.grab("ball", (0, 0, 0), (0.4, 0.2, -0.3))
    session.advance(FRAME)
    acceleration = session.state.u[:3] / session.state.time
    np.testing.assert_allclose(3.0 * acceleration, session.pushed.force, rtol=1e-9)
    # and it comes to rest at the mouse, without swinging past it by much
    far = []
    for _ in range(180):
        session.advance(FRAME)
        far.append(np.linalg.norm(session.state.q[:3] - (0.4, 0.2, -0.3)))
    assert far[-1] < 1e-3
    assert max(far) < 0.55
    session.release()
    assert session.pushed is None


def test_a_push_moves_a_linkage_as_a_spring_of_its_frequency_along_the_only_way_it_can_go():
    """From rest the point accelerates by ω² times its way to the mouse along its path, whatever moves with it."""
    session = four_bar()
    m, state = session.mechanism, session.state
    rest = bo.forward_dynamics(m, state.q, state.u)
    at = np.array((0.3, 0.0, 0.05))
    jacobian = bo.kinematics.point_jacobian(m, state.q, "coupler", at)[:3]
    # the path of the point, from the velocities that the loop leaves
    path = jacobian @ bo.kinematics.consistent_velocities(m, state.q, {"crank": 1.0}, hold=["crank"])
    path /= np.linalg.norm(path)
    way = np.array((0.02, 0.1, -0.03))
    found = push(m, state, Grip("coupler", at, point_of(session, "coupler", at) + way), machine_size(m))
    np.testing.assert_allclose(found.force, (found.force @ path) * path, atol=1e-6 * np.linalg.norm(found.force))
    expected = FREQUENCY**2 * (way @ path) * path
    for given in ({"tau": found.tau}, {"wrenches": wrench_of(session, "coupler", at, found.force)}):
        moved = jacobian @ (bo.forward_dynamics(m, state.q, state.u, **given) - rest)
        np.testing.assert_allclose(moved, expected, atol=2e-3 * np.linalg.norm(expected))


def test_the_arrow_of_a_push_stays_at_its_point_of_the_body():
    session = Session(bo.chain(2), u0={"link1": 20.0})
    at = (0.1, 0.0, 0.3)
    session.run()
    for _ in range(3):
        session.grab("link2", at, (1.0, 0.0, 1.0))
        session.advance(FRAME)
        point, force = arrows_of(session, "forces")["force", "push"]
        np.testing.assert_allclose(point, point_of(session, "link2", at), atol=1e-12)
        np.testing.assert_array_equal(force, session.pushed.force)


def wrench_of(session, body, at, force):
    """A force along ground axes at a point of a body, as wrenches of all bodies along their own axes."""
    k = session.mechanism.body_index[body]
    own = bo.body_poses(session.mechanism, session.state.q)[k, :3, :3].T @ force
    wrenches = np.zeros((len(session.mechanism), 6))
    wrenches[k] = (*own, *np.cross(at, own))
    return wrenches


def test_a_joint_bears_a_push_with_its_moment():
    """A pendulum that hangs still, and is pushed along the axis of its hinge: the joint's force and moment balance it."""
    pendulum, length = bo.Mechanism("pendulum"), 0.8
    pendulum.add_body("rod", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(2.0, (0, 0, -length)))
    session, at, force = Session(pendulum), np.array((0.1, 0.0, -length)), np.array((0.0, 5.0, 0.0))
    pushed = Push("rod", at, force, np.zeros(1))
    _, arrows, _, _ = measured(pendulum, session.state, np.zeros(1), pushed, session.coordinates)
    weight = 2.0 * pendulum.gravity
    np.testing.assert_allclose(arrows[0, 3:], -force - weight, atol=1e-12)
    np.testing.assert_allclose(arrows[1, 3:], -np.cross(at, force), atol=1e-12)


def test_what_cannot_move_cannot_be_pushed():
    machine = bo.chain(1)
    machine.add_body("base", "ground", bo.Fixed(), inertia=bo.Inertia(1.0))
    session = Session(machine)
    session.run()
    session.grab("base", (0, 0, 0), (1, 1, 1))
    session.advance(FRAME)
    assert session.message == ""
    assert not session.pushed.force.any()
    assert np.abs(session.state.u).max() < 1e-12


def test_joint_forces_and_constant_motors_by_hand_act_as_forward_dynamics_says():
    machine = bo.chain(2)
    machine.add_force("motor", bo.Motor("link2", 2.0))
    session = Session(machine)
    session.force("link1", 3.0)
    session.signal("motor", -1.0)
    expected = bo.forward_dynamics(bo.chain(2), session.state.q, session.state.u, [3.0, -1.0])
    session.run()
    session.advance(1e-4)
    np.testing.assert_allclose(session.state.u / session.state.time, expected, rtol=1e-3)
    session.reset()
    assert not session.tau.any()
    assert session.hands.values == {}


def test_what_fails_pauses_with_a_sentence_and_can_be_reset():
    machine = bo.chain(2)
    machine.add_force("burst", bo.Motor("link1", bo.Table((0.0, 0.1, 0.2), (0.0, 0.0, 1.0))))
    session = Session(machine)
    session.choose(Manner(integrator="rk4", step=1e-3))
    session.run()
    session.force("link1", 1e200)
    session.advance(FRAME)
    assert not session.running
    assert "cannot be simulated beyond" in session.message
    session.reset()
    assert (session.state.time, session.message) == (0.0, "")
    session.step()
    assert session.message == ""
    assert session.state.time == pytest.approx(0.01)


def test_a_frame_holds_what_its_layout_says():
    session = Session(bo.chain(2), q0={"link1": 0.5})
    frame, layout = session.frame(), session.layout
    assert frame.poses.shape == (2, 7)
    assert len(frame.arrows) == len(layout.arrows)
    assert len(frame.series) == len(layout.series)
    numbers = dict(zip(layout.series, frame.series.tolist(), strict=True))
    assert numbers["coordinates", "link1", "rad"] == 0.5
    # at the top joint of a chain that starts to fall, the reaction is that of inverse dynamics
    u_dot = bo.forward_dynamics(session.mechanism, session.state.q, session.state.u)
    wrench = bo.inverse_dynamics(session.mechanism, session.state.q, session.state.u, u_dot, reactions=True)[1][0]
    assert numbers["reaction forces", "link1", "N"] == pytest.approx(np.linalg.norm(wrench[:3]))
    size = 24 + 4 * (14 + 6 * len(layout.arrows) + len(layout.series) + 2)
    assert len(frame.packed(7)) == size


@pytest.mark.parametrize("name", ["nobody", "link", ""])
def test_unknown_names_are_refused_with_those_there_are(name):
    session = Session(bo.chain(2))
    for action in (lambda: session.set(name, 0.0), lambda: session.force(name, 0.0), lambda: session.signal(name, 0.0)):
        with pytest.raises(bo.errors.StateError, match=r"no (coordinate|velocity|signal)"):
            action()
    with pytest.raises(bo.errors.StateError, match="no body"):
        session.grab(name, (0, 0, 0), (0, 0, 0))


# --- where it begins ------------------------------------------------------------------------------------------------


def test_a_linkage_in_line_begins_at_a_closed_position_near_it_and_says_so():
    session = four_bar(start={})  # all links in line
    assert gap_of(session) < 1e-12
    assert "are open at its start" in session.message
    assert "--q0" in session.note
    session.reset()
    assert gap_of(session) < 1e-12
    assert session.message == ""


def test_a_given_start_is_kept_where_loops_can_close():
    session = four_bar(start={"crank": 0.3})
    assert (session.state.q[0], session.note) == (0.3, "")
    assert gap_of(session) < 1e-12
    exact = session.state.q
    again = four_bar(start=exact)
    np.testing.assert_allclose(again.state.q, exact, atol=1e-12)
    assert again.note == ""


def test_a_given_start_is_kept_rather_than_that_of_the_model():
    """The loop leaves one of both: with the crank there the rocker of the model is elsewhere."""
    machine = four_bar().mechanism
    machine.q0 = {"rocker": -1.5}
    session = Session(machine, q0={"crank": 0.3})
    assert session.state.q[0] == 0.3
    assert gap_of(session) < 1e-12
    assert "are open at its start" in session.note


@pytest.mark.parametrize("start", [{"crank": -1.0, "rocker": -1.5}, np.array((-1.0, 1.0, -1.5))])
def test_a_given_start_that_leaves_loops_open_is_said_to_be_moved(start):
    session = four_bar(start=start)
    assert gap_of(session) < 1e-12
    assert "are open at its start" in session.message


@pytest.mark.parametrize("off", [1e-4, 1e-7, 1e-11])
def test_a_start_that_is_nearly_closed_is_told_as_simulate_tells_it(off):
    closed = four_bar().state.q
    start = closed + np.array((0.0, off, 0.0))
    session = four_bar(start=start)
    assert gap_of(session) < 1e-12
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bo.simulate(session.mechanism, 1e-3, q0=start)
    told = [re.sub(r"[0-9.e-]+$", "", str(one.message)) for one in caught]
    assert [re.sub(r"[0-9.e-]+$", "", session.note)] == (told or [""])
    assert bool(told) == (off > 1e-10)
    if told:
        moved = np.abs(session.state.q - start).max()
        assert session.note.endswith(f"{moved:.2g}.")


def test_given_velocities_are_kept_where_loops_stay_closed_and_else_said_to_be_changed():
    machine, q = four_bar().mechanism, four_bar().state.q
    for k, name in enumerate(machine.u_names):
        session = Session(machine, q0=q, u0={name: 2.0})
        assert (session.state.u[k], session.note) == (2.0, "")
        assert np.abs(session.state.u).min() > 0.1
        assert gap_of(session) < 1e-12
    session = Session(machine, q0=q, u0=[2.0, 0.0, 0.0])
    assert "starting velocities" in session.note


@pytest.mark.parametrize("speed", [1e-6, 1.0, 1e6])
def test_velocities_that_were_changed_are_told_however_slow_or_fast_they_are(speed):
    machine, q = four_bar().mechanism, four_bar().state.q
    u = bo.kinematics.consistent_velocities(machine, q, {machine.u_names[0]: speed}, hold=machine.u_names[:1])
    assert Session(machine, q0=q, u0=u).note == ""
    assert "starting velocities" in Session(machine, q0=q, u0=u * (1.0, 1.1, 1.0)).note


def test_a_start_near_the_model_keeps_its_stops():
    session = four_bar((-2.0, -1.2), start={})
    assert -2.0 <= session.state.q[2] <= -1.2
    assert gap_of(session) < 1e-12


def test_loops_that_cannot_be_closed_are_told_with_the_remedy():
    with pytest.raises(bo.errors.StateError, match=r"the loop 'pin' .* does not close.*q0=, or --q0 NAME=X"):
        four_bar(start={}, apart=5.0)
    with pytest.raises(bo.errors.StateError, match="did you mean 'crank'"):
        four_bar(start={"krank": 1.0})


def test_a_value_that_is_no_pose_is_cut_with_a_word():
    session = Session(bo.chain(2))
    session.set("link1", math.radians(1e9))
    assert session.state.q[0] < 100.0
    assert session.message == f"'link1' goes no further than {math.degrees(session.state.q[0]):.6g}°."
    session.set("link1", 4.0)  # a little more than the slider's own end
    assert (session.state.q[0], session.message) == (4.0, "")


# --- arrows ---------------------------------------------------------------------------------------------------------


def arrows_of(session, group):
    """(kind, name): point and vector."""
    rows = zip(session.layout.arrows, session.frame().arrows, strict=True)
    return {(kind, name): (row[:3], row[3:]) for (kind, own, name, _, _), row in rows if own == group}


def test_arrows_of_loops_and_joints_balance_each_body():
    session = four_bar()
    session.run()
    session.advance(FRAME)
    m, (q, u) = session.mechanism, (session.state.q, session.state.u)
    u_dot = bo.forward_dynamics(m, q, u)
    joint = arrows_of(session, "reactions")["force", "rocker"][1]
    loop = -arrows_of(session, "loops")["force", "pin"][1]  # on the other of its bodies
    # mass times acceleration of the rocker's centre, which goes round the ground's pin
    angle, speed, turn = q[2], u[2], u_dot[2]
    along, across = np.array((math.cos(angle), 0, -math.sin(angle))), np.array((-math.sin(angle), 0, -math.cos(angle)))
    moved = 2.0 * 0.2 * (turn * across - speed**2 * along)
    np.testing.assert_allclose(joint + loop + 2.0 * np.asarray(m.gravity), moved, atol=1e-6)


def test_arrows_of_springs_follow_their_law():
    machine = bo.chain(2)
    machine.add_force("spring", bo.SpringDamper("link2", at=(0.2, 0, 0), other_at=(1, 0, 1), stiffness=100.0, rest=0.1))
    session = Session(machine, q0={"link1": 0.4, "link2": -0.3})
    found = arrows_of(session, "forces")
    point, force = found["force", "spring"]
    np.testing.assert_allclose(point, point_of(session, "link2", (0.2, 0, 0)), atol=1e-12)
    way = np.array((1.0, 0.0, 1.0)) - point
    np.testing.assert_allclose(force, 100.0 * (np.linalg.norm(way) - 0.1) * way / np.linalg.norm(way), rtol=1e-9)
    assert ("moment", "spring") not in found


def test_only_what_a_force_can_do_is_told():
    """What is left out is zero in any state, and the rest is not."""
    machine = bo.Mechanism("all kinds")
    machine.add_body("arm", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.sphere(0.1, 1.0))
    machine.add_body("slide", "arm", bo.Prismatic((1, 0, 0)), at=(0.2, 0, 0.1), inertia=bo.Inertia.sphere(0.1, 1.0))
    machine.add_body("knob", "slide", bo.Cylindrical((0, 0, 1)), inertia=bo.Inertia.sphere(0.1, 1.0))
    machine.add_body("top", "knob", bo.Universal(), at=(0.1, 0, 0), inertia=bo.Inertia.sphere(0.1, 1.0))
    for name in ("arm", "slide", "knob", "knob.turn", "knob.slide", "top"):
        machine.add_force(f"damper of {name}", bo.JointDamper(name, 2.0))
    machine.add_force("drag", bo.AirDrag("top", 1.0, at=(0.1, 0.2, 0.3), wind=(1.0, 2.0, 3.0)))
    machine.add_force("tie", bo.SpringDamper("top", at=(0, 0, 0.2), other_at=(1, 1, 1), stiffness=3.0, rest=0.1))
    machine.add_force("mount", bo.Bushing("top", stiffness=(5.0, 5.0, 5.0, 6.0, 6.0, 6.0)))
    rng = np.random.default_rng(1)
    session = Session(machine, q0=rng.normal(size=machine.n_q), u0=rng.normal(size=machine.n))
    told = arrows_of(session, "forces")
    told.pop(("force", "push"))
    wrenches = bo.dynamics.force_wrenches(machine, session.state.q, session.state.u)
    for wrench, (name, force) in zip(wrenches, machine.forces.items(), strict=True):
        point = np.array(getattr(force, "at", (0.0, 0.0, 0.0)))
        parts = {"force": wrench[:3], "moment": wrench[3:] - np.cross(point, wrench[:3])}
        expected = {kind for kind, part in parts.items() if np.linalg.norm(part) > 1e-12 * np.linalg.norm(wrench)}
        assert {kind for kind, own in told if own == name} == expected, name
        for kind in expected:
            np.testing.assert_allclose(np.linalg.norm(told[kind, name][1]), np.linalg.norm(parts[kind]), rtol=1e-9)


def test_a_program_serves_until_it_ends_and_a_prompt_goes_on(monkeypatch):
    monkeypatch.setattr(serving, "serve", lambda machine, *, block, **others: block)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.delattr(sys, "ps1", raising=False)
    assert bo.live(bo.chain(1)) is True
    assert bo.live(bo.chain(1), block=False) is False
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    assert bo.live(bo.chain(1)) is False
    assert bo.live(bo.chain(1), block=True) is True


def test_live_names_its_options():
    """Those of serve, so that editors and help() list them; a wrong one is refused by its name."""
    names = {name: inspect.signature(one).parameters for name, one in (("live", bo.live), ("serve", serve))}
    assert list(names["live"]) == list(names["serve"])
    for name in names["live"]:
        assert name == "mechanism" or f"``{name}``" in bo.live.__doc__
    with pytest.raises(TypeError, match="'prot'"):
        bo.live(bo.chain(2), prot=1)


@pytest.mark.parametrize(("lower", "upper"), [(None, 1.0), (-1.0, None)])
def test_a_stop_on_one_side_holds_there_and_leaves_the_other_side_free(lower, upper):
    arm = bo.chain(1)
    arm.add_force("stop", bo.JointLimit("link1", lower, upper, stiffness=1e3, softness=0.01))
    session = Session(arm)
    for value, end in ((-4.0, lower), (4.0, upper)):
        session.set("link1", value)
        assert session.state.q[0] == (value if end is None else end)
        assert session.message == ("" if end is None else f"'link1' goes no further than {math.degrees(end):.6g}°.")
