"""Loops by joints of the users' own at and beyond the range that these were checked on."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.own_loops import beyond_range

DISTANCE = 0.3
WHEEL = bo.Inertia(1.0, (0, 0, 0), (1e-3, 1e-3, 2e-3))


def gear(ratio, **given):
    """Two wheels on fixed axes; ``b`` turns back by ``ratio`` times the angle of ``a``."""

    def mesh(turn):
        shift = (DISTANCE * np.cos(turn), -DISTANCE * np.sin(turn), 0.0)
        return shift, [((0, 0, 1), -(1.0 + ratio) * turn)]

    machine = bo.Mechanism("gear", gravity=(0, 0, 0))
    machine.add_body("a", "ground", bo.Revolute((0, 0, 1)), inertia=WHEEL)
    machine.add_body("b", "ground", bo.Revolute((0, 0, 1)), (DISTANCE, 0, 0), inertia=WHEEL)
    machine.add_loop("mesh", "b", "a", bo.CustomJoint(mesh, {"turn": "rad"}, **given))
    return machine


def closed(machine, ratio, turn):
    return machine.coordinates({"a": turn, "b": -ratio * turn})


@pytest.mark.parametrize("turn", [0.5, 3.0, 4.0, -9.0, 20.0, 377.0])
def test_a_motion_that_repeats_is_closed_at_every_angle(turn):
    """As measured between the ends of its range."""
    machine = gear(3.0, measure=lambda shift, rotation: np.arctan2(-shift[1], shift[0]))
    q = closed(machine, 3.0, turn)
    assert np.abs(bo.assemble(machine, q) - q).max() < 1e-12
    run = bo.simulate(machine, 1e-3, q0=q, every=1e-3)
    measured = float(run.loop_motion().q[0, 0])
    assert abs(measured) <= np.pi
    assert np.remainder(measured - turn + 1.0, 2.0 * np.pi) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(("ratio", "over"), [(2.5, 1.0), (2.0, 1.0), (0.5, np.pi)])
@pytest.mark.parametrize("turn", [0.5, 4.0, 8.0, 20.0])
def test_a_closed_state_stays_or_is_refused_by_its_range(ratio, over, turn):
    machine = gear(ratio, over={"turn": (-over, over)})
    q = closed(machine, ratio, turn)
    if turn < over:
        assert np.abs(bo.assemble(machine, q) - q).max() < 1e-12
        return
    words = f"turn from {-over:.6g} to {over:.6g} rad; widen over="
    said = rf"the loop 'mesh' of 'gear' is at turn = .*, beyond the range of its CustomJoint 'mesh', {words}"
    with pytest.raises(bo.errors.StateError, match=said):
        bo.assemble(machine, q)
    with pytest.raises(bo.errors.StateError, match=said):
        bo.simulate(machine, 0.1, q0=q)


@pytest.mark.parametrize(
    "how", [{}, *({"integrator": name, "step": 1e-2} for name in ("rk4", "semi-implicit-euler", "verlet", "gauss4"))]
)
def test_a_motion_ends_where_it_leaves_the_range(how):
    """A method of fixed steps does not know how far it went, either."""
    machine = gear(2.5, over={"turn": (-1.0, 1.0)})
    with pytest.raises(
        bo.errors.StepError,
        match=r"beyond t = 1\.\d* s: the loop 'mesh' .* at turn = 1\.\d+, beyond the range of its CustomJoint 'mesh'",
    ) as failed:
        bo.simulate(machine, 10.0, u0={"a": 1.0, "b": -2.5}, **how)
    run = failed.value.trajectory
    assert np.allclose(run["b"], -2.5 * run["a"], atol=1e-9)
    assert 0.97 < float(run["a"][-1]) < 1.03


@pytest.mark.parametrize(
    ("ratio", "turns"), [(0.5, 2), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((2.5, 2), (7 / 3, 3)))]
)
def test_a_wider_range_is_the_remedy(ratio, turns):
    """The motion repeats after so many turns of a."""
    machine = gear(ratio, over={"turn": (-turns * np.pi, turns * np.pi)})
    run = bo.simulate(machine, 40.0, u0={"a": 1.0, "b": -ratio}, every=1.0)
    assert np.allclose(run["a"], run.time, atol=1e-9)
    assert np.allclose(run["b"], -ratio * run.time, atol=1e-9)


def test_wheels_may_lie_in_any_plane():
    """The same gear, turned as a whole, says the same."""
    plane, over = Rotation.from_rotvec((0.7, -0.4, 1.1)), {"turn": (-1.0, 1.0)}
    axis, side = plane.as_matrix()[:, 2], plane.as_matrix()[:, 0]

    def mesh(turn):
        x, y = DISTANCE * np.cos(turn), -DISTANCE * np.sin(turn)
        return tuple(x * a + y * b for a, b in plane.as_matrix()[:, :2].tolist()), [(axis.tolist(), -3.5 * turn)]

    turned = bo.Mechanism("gear", gravity=(0, 0, 0))
    turned.add_body("a", "ground", bo.Revolute(axis), inertia=WHEEL)
    turned.add_body("b", "ground", bo.Revolute(axis), DISTANCE * side, inertia=WHEEL)
    turned.add_loop("mesh", "b", "a", bo.CustomJoint(mesh, {"turn": "rad"}, over=over))
    for turn in (1.5, 4.0):
        q = closed(turned, 2.5, turn)
        said = [beyond_range(machine, q) for machine in (turned, gear(2.5, over=over))]
        assert said[0] == said[1]
        assert f"is at turn = {turn:g}, beyond the range" in said[0]


def test_a_pose_too_far_beyond_the_range_to_be_named_is_told_so():
    """The wheels are in a pose that never comes again, a hundred turns on."""
    ratio = np.sqrt(2.0)
    machine = gear(ratio, over={"turn": (-1.0, 1.0)})
    with pytest.raises(
        bo.errors.StateError, match="the loop 'mesh' of 'gear' is beyond the range of its CustomJoint 'mesh'"
    ):
        bo.assemble(machine, closed(machine, ratio, 200.0 * np.pi))


def test_loops_of_other_joints_before_it_change_nothing():
    """Each wheel is held once more by a bearing that closes a loop."""
    machine = bo.Mechanism("gear", gravity=(0, 0, 0))
    plain = gear(2.5, over={"turn": (-1.0, 1.0)})
    for body in plain.bodies:
        machine.add_body(body.name, "ground", body.joint, body.at, inertia=body.inertia)
    for body in plain.bodies:
        machine.add_loop(f"bearing of {body.name}", body.name, "ground", body.joint, other_at=body.at)
    machine.add_loop("mesh", "b", "a", plain.loops["mesh"].joint)
    for turn in (0.5, 1.5, 4.0):
        q = closed(plain, 2.5, turn)
        assert beyond_range(machine, q) == beyond_range(plain, q)
        assert (beyond_range(machine, q) is None) == (turn < 1.0)


@pytest.mark.parametrize("step", [0.05, 0.1])
def test_a_step_from_within_the_range_to_beyond_is_told_so(step):
    """At an even speed of 1 rad/s the last state is at its end, and the next one is a step further."""
    machine = gear(2.5, over={"turn": (-1.0, 1.0)})
    said = (
        rf"beyond t = 1 s: the loop 'mesh' of 'gear' is at turn = {1.0 + step:g}, beyond the range of its CustomJoint"
    )
    with pytest.raises(bo.errors.StepError, match=said):
        bo.simulate(machine, 10.0, u0={"a": 1.0, "b": -2.5}, integrator="verlet", step=step)


def wheel(over=None):
    """A disc on a plane, held at its centre: the loop's coordinate is its angle, which nothing else depends on."""
    machine = bo.Mechanism("wheel", gravity=(0, 0, 0))
    machine.add_body("disc", "ground", bo.Planar(), inertia=bo.Inertia(1.0, (0, 0, 0), (1, 1, 1)))
    hinge = bo.CustomJoint(lambda a: ((0.0, 0.0, 0.0), [((0, 0, 1), a)]), {"a": "rad"}, name="hinge", over=over)
    machine.add_loop("pin", "disc", "ground", hinge)
    return machine


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"integrator": "rk4", "step": 0.01},
        pytest.param({"integrator": "gauss4", "step": 0.01}, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("code", ["auto", "shared"])
def test_an_angle_that_no_force_depends_on_does_not_leave_its_range(how, code):
    """At 3 rad/s it does after a third of a second, and another run, more slowly, does not."""
    machine, said = wheel({"a": (-1.0, 1.0)}), r"the loop 'pin' of 'wheel' is at a = 1\.0\d+, beyond the range"
    with pytest.raises(bo.errors.StepError, match=said) as caught:
        bo.simulate(machine, 1.0, u0=[0, 0, 3.0], every=0.1, code=code, **how)
    np.testing.assert_allclose(caught.value.trajectory.q[:, 2], (0.0, 0.3, 0.6, 0.9), atol=1e-12)
    both = bo.simulate(machine, 1.0, u0=[[0, 0, 3.0], [0, 0, 0.5]], every=0.1, code=code, on_failure="return", **how)
    assert both.status == ("failed", "completed")
    np.testing.assert_allclose(both.q[1, :, 2], 0.5 * both.time, atol=1e-12)
    for ask in (bo.assemble, bo.kinematics.mobility, lambda m, q: bo.forward_dynamics(m, q, q, code=code)):
        with pytest.raises(bo.errors.StateError, match="is at a = 3, beyond the range"):
            ask(machine, [0, 0, 3.0])


def test_velocities_that_open_a_loop_are_not_taken_for_a_place_beyond_the_range():
    """Its poses come again turn after turn, within the range and beyond."""
    with pytest.raises(bo.errors.StateError, match="the starting velocities open the loop 'pin' of 'wheel' at 30 m/s"):
        bo.simulate(wheel(), 1.0, u0={"disc.x": 30.0})


@pytest.mark.parametrize("integrator", ["LSODA", "BDF"])
def test_other_libraries_end_there_too_and_say_why(integrator):
    """Their steps may be so long that they fail well before the end of the range."""
    said = r"the loop 'pin' of 'wheel' is at a = 1\.\d+, beyond the range of its CustomJoint 'hinge'"
    with pytest.raises(bo.errors.StepError, match=said) as caught:
        bo.simulate(wheel({"a": (-1.0, 1.0)}), 2.0, u0=[0, 0, 3.0], integrator=integrator)
    assert float(caught.value.trajectory.time[-1]) < 0.35
