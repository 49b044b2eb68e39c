"""Driven joints that close loops: known numbers, and the motion and forces of the same drive in the tree."""

from functools import cache

import numpy as np
import pytest
from helpers import linkages
from helpers.conditions import EPS
from helpers.forms import FORMS
from helpers.linkages import DOWN_Y, HINGE, X, Y
from helpers.mixtures import KINDS

import bough as bo
from bough.api.drive_following import assembled_along
from bough.api.loop_forces import loop_forces
from bough.arithmetic.width import lane_width

W = lane_width()
FORM = {"formulation": "composite-bodies", "solver": "udu"}
FINE = {**FORM, "rtol": 1e-11, "atol": 1e-13}
every_cut = pytest.mark.parametrize("cut", ["joint", "body"])


# --- the four-bar whose numbers are known -----------------------------------------------------------------------------


def cut_at_the_crank(cut="joint", joint=None):
    """The driven four-bar of ``linkages``, hung on the rocker's pivot; the crank's hinge on the ground closes the loop."""
    given = {body.name: body.inertia for body in linkages.driven_four_bar().mechanism.bodies}
    mechanism = bo.Mechanism("driven elsewhere", DOWN_Y)
    back = {name: given[name].moved(np.eye(3), -long * X) for name, long in (("coupler", 0.93), ("crank", 0.37))}
    mechanism.add_body("rocker", "ground", HINGE, at=(1.1, 0.15, 0), inertia=given["rocker"])
    mechanism.add_body("coupler", "rocker", HINGE, at=0.71 * X, inertia=back["coupler"])
    mechanism.add_body("crank", "coupler", HINGE, at=-0.93 * X, inertia=back["crank"])
    mechanism.add_loop("A", "crank", "ground", joint or bo.Driven(HINGE, "0.6+7.5*t"), at=-0.37 * X, cut=cut)
    return mechanism


def state(time):
    """Coordinates and velocities of the same."""
    q, u = linkages.driven_four_bar().at(time)
    turns = np.array((q["rocker"], q["coupler"] + 0.6 + 7.5 * time, 0.6 + 7.5 * time))
    spins = np.array((u["rocker"], u["coupler"] + 7.5, 7.5))
    return np.diff(turns, prepend=0.0), np.diff(spins, prepend=0.0)


@cache
def built(cut):
    return cut_at_the_crank(cut)


@every_cut
def test_the_drive_has_the_known_moment(cut):
    mechanism, (q, u) = built(cut), state(0.1)
    u_dot = bo.forward_dynamics(mechanism, q, u, time=0.1, **FORM)
    assert bo.dynamics.drive_forces(mechanism, q, u, u_dot, time=0.1) == pytest.approx([7.5433627345139], rel=1e-12)
    (wrench,) = loop_forces(mechanism, q, u, u_dot, time=0.1).wrenches
    axes = bo.body_poses(mechanism, q, time=0.1)[2, :3, :3]
    assert (axes @ wrench[:3])[:2] == pytest.approx([-26.715812574068, -24.330103776093], rel=1e-11)
    assert wrench[5] == pytest.approx(7.5433627345139, rel=1e-12)
    # no freedom is left to other drives
    assert bo.inverse_dynamics(mechanism, q, u, u_dot, drives=(), time=0.1) == pytest.approx(np.zeros(3), abs=1e-12)
    forces = bo.dynamics.kinetostatics(mechanism, q, u, u_dot, drives=(), time=0.1)
    rocker = bo.body_poses(mechanism, q, time=0.1)[0, :3, :3] @ forces.reactions[0, :3]
    assert rocker[:2] == pytest.approx([-6.3338429390467, 17.308420753381], rel=1e-11)


@every_cut
def test_assembly_and_freedom_follow_the_time(cut):
    mechanism = built(cut)
    for time in (0.0, 0.03, 0.2):
        q, u = state(time)
        found = bo.assemble(mechanism, q + 0.05, time=time)
        assert found == pytest.approx(q, rel=0, abs=1e-11)
        assert bo.kinematics.consistent_velocities(mechanism, q, time=time) == pytest.approx(u, rel=0, abs=1e-10)
        free = bo.kinematics.mobility(mechanism, found, time=time)
        assert (free.dofs, free.constraints, free.rank) == (0, 6, 3)
    with pytest.raises(bo.errors.StateError, match="the loop 'A' would open"):
        bo.kinematics.consistent_velocities(mechanism, q, {"rocker": 1.0}, hold=["rocker"], time=0.2)
    with pytest.raises(bo.errors.StateError, match="the loops are open"):
        bo.kinematics.mobility(mechanism, q, time=0.0)


@every_cut
def test_it_moves_like_the_four_bar_with_a_driven_joint_in_its_tree(cut):
    times = np.linspace(0.0, 0.9, 10)
    q, u = state(0.0)
    run = bo.simulate(built(cut), times=times, q0=q, u0=u, **FINE)
    assert run.q.values == pytest.approx(np.unwrap([state(t)[0] for t in times], axis=0), rel=0, abs=1e-9)
    assert run.u.values == pytest.approx(np.array([state(t)[1] for t in times]), rel=0, abs=1e-8)
    assert float(run.closure().gap.max()) < 1e-12
    linkage = linkages.driven_four_bar()
    other = bo.simulate(linkage.mechanism, times=times, **FINE)
    for part, bound in (("motion", 1e-12), ("rate", 1e-12), ("force", 1e-7), ("power", 1e-6)):
        found, expected = (one.drives()[part].values for one in (run, other))
        assert found == pytest.approx(expected, rel=0, abs=bound * max(1.0, np.abs(expected).max()))
    assert run.drives().driven.values.tolist() == ["A"]
    assert np.abs(run.power().residual).max() < 1e-6 * np.abs(run.power().power).max()
    with pytest.raises(
        bo.errors.StateError, match=r"the joint of 'A' is Driven and has no coordinates; see drives\(\)"
    ):
        run["A"]


# --- slides and screws ------------------------------------------------------------------------------------------------

MOTION = "0.5+0.1*sin(5*t)"


def slider(where):
    """A slider-crank that is driven at its slide: in the tree, or where the loop is closed, by a cut of the joint or of the body.

    With a pendulum on its block, which leaves one degree of freedom.
    """
    mechanism = bo.Mechanism("slider", gravity=(0.0, 0.0, -9.81))
    rods = {
        length: bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=X, center=(length / 2, 0, 0))
        for length in (0.2, 0.5)
    }
    hinge, drive = bo.Revolute(Y), bo.Driven(bo.Prismatic(X), MOTION)
    mechanism.add_body("crank", "ground", hinge, inertia=rods[0.2])
    mechanism.add_body("rod", "crank", hinge, at=(0.2, 0, 0), inertia=rods[0.5])
    if where == "tree":
        mechanism.add_body("block", "ground", drive, inertia=bo.Inertia.box((0.1, 0.1, 0.1), 1.0))
        mechanism.add_loop("pin", "block", "rod", hinge, other_at=(0.5, 0, 0))
    else:
        block = bo.Inertia.box((0.1, 0.1, 0.1), 1.0)
        mechanism.add_body("block", "rod", hinge, at=(0.5, 0, 0), inertia=block)
        mechanism.add_loop("slide", "block", "ground", drive, cut=where)
    weight = bo.Inertia.sphere(0.05, 0.5, center=(0, 0, -0.3))
    mechanism.add_body("pendulum", "block", hinge, inertia=weight)
    return mechanism


@cache
def started(where, time=0.1):
    mechanism = slider(where)
    low = -np.arcsin(0.4 * np.sin(0.9))
    guess = {"crank": 0.9, "rod": low - 0.9, "pendulum": 0.4} | ({} if where == "tree" else {"block": -low})
    q = bo.assemble(mechanism, guess, hold=["pendulum"], time=time)
    return (
        mechanism,
        q,
        bo.kinematics.consistent_velocities(mechanism, q, {"pendulum": 2.0}, hold=["pendulum"], time=time),
    )


def poses(mechanism, q, u, time):
    at, twist = bo.body_poses(mechanism, q, time=time), bo.body_twists(mechanism, q, u, time=time)
    return np.concatenate((at.reshape(len(at), -1), np.einsum("bij,bkj->bki", at[:, :3, :3], twist.reshape(-1, 2, 3)).reshape(len(at), -1)), 1)  # fmt: skip


@every_cut
def test_a_slide_may_be_driven_where_the_loop_is_closed(cut):
    tree, q, u = started("tree")
    mechanism, own_q, own_u = started(cut)
    assert bo.kinematics.mobility(mechanism, own_q, time=0.1).dofs == 1
    assert poses(mechanism, own_q, own_u, 0.1)[[0, 1, 3]] == pytest.approx(poses(tree, q, u, 0.1)[[0, 1, 3]], abs=1e-10)
    found = bo.forward_dynamics(mechanism, own_q, own_u, time=0.1, **FORM)
    expected = bo.forward_dynamics(tree, q, u, time=0.1, **FORM)
    for name in ("crank", "rod", "pendulum"):
        one, other = found[mechanism.u_places[name]], expected[tree.u_places[name]]
        assert one == pytest.approx(other, rel=0, abs=1e-10 * np.abs(expected).max())
    force = bo.dynamics.drive_forces(mechanism, own_q, own_u, found, time=0.1)
    assert force == pytest.approx(bo.dynamics.drive_forces(tree, q, u, expected, time=0.1), rel=1e-10)
    tau = bo.inverse_dynamics(mechanism, own_q, own_u, found, drives="pendulum", time=0.1)
    assert tau == pytest.approx(np.zeros(mechanism.n), abs=1e-10)


@every_cut
def test_motions_with_freedom_and_a_drive(cut):
    tree, q, u = started("tree", 0.0)
    mechanism, own_q, own_u = started(cut, 0.0)
    one = bo.simulate(tree, 1.0, every=0.1, q0=q, u0=u, **FINE)
    other = bo.simulate(mechanism, 1.0, every=0.1, q0=own_q, u0=own_u, **FINE)
    assert other["pendulum"].values == pytest.approx(one["pendulum"].values, rel=0, abs=1e-8)
    assert other["crank"].values == pytest.approx(one["crank"].values, rel=0, abs=1e-9)
    assert other.drives().force.values == pytest.approx(one.drives().force.values, rel=0, abs=1e-6)
    energies = [run.energy() for run in (one, other)]
    assert energies[1].total.values == pytest.approx(energies[0].total.values, rel=0, abs=1e-8)
    assert np.abs(other.power().residual).max() < 1e-6 * np.abs(other.power().power).max()


@pytest.mark.slow
@every_cut
@pytest.mark.parametrize(("formulation", "solver"), FORMS)
def test_every_form_that_closes_loops_takes_the_drive(formulation, solver, cut):
    mechanism, q, u = started(cut)
    if bo.methods.why_unsupported(mechanism, formulation, solver) is None:
        expected = bo.forward_dynamics(mechanism, q, u, time=0.1, **FORM)
        found = bo.forward_dynamics(mechanism, q, u, time=0.1, formulation=formulation, solver=solver)
        assert found == pytest.approx(expected, rel=0, abs=1e5 * EPS * np.abs(expected).max())


@pytest.mark.slow
@every_cut
@pytest.mark.parametrize(
    ("how", "bound"),
    [
        ({"formulation": "hamilton-tangent", "rtol": 1e-10, "atol": 1e-12}, 1e-9),
        ({"integrator": "gauss4", "step": 1e-3}, 1e-9),
        ({"integrator": "verlet", "step": 1e-3}, 1e-5),  # (of order two)
        ({"integrator": "rk4", "step": 1e-3}, 1e-9),
    ],
    ids=("momenta", "gauss4", "verlet", "rk4"),
)
def test_every_way_to_integrate_keeps_up_with_the_drive(cut, how, bound):
    mechanism, (_, q, u) = slider(cut), started(cut, 0.0)
    one = bo.simulate(mechanism, 0.3, every=0.1, q0=q, u0=u, **FINE)
    other = bo.simulate(mechanism, 0.3, every=0.1, q0=q, u0=u, **how)
    assert other.q.values == pytest.approx(one.q.values, rel=0, abs=bound)
    assert float(other.closure().gap.max()) < 1e-12


def test_a_batch_is_its_states():
    mechanism, _, _ = started("joint")
    times = np.linspace(0.0, 0.5, 2 * W + 1)
    states = [started("joint", time)[1:] for time in times]
    q, u = (np.array(values) for values in zip(*states, strict=True))
    found = bo.forward_dynamics(mechanism, q, u, time=times, **FORM)
    for k, time in enumerate(times):
        one = bo.forward_dynamics(mechanism, q[k], u[k], time=time, **FORM)
        assert found[k] == pytest.approx(one, rel=0, abs=1e5 * EPS * np.abs(one).max())


def test_the_power_of_a_screw():
    """A nut on a sliding carriage, with its spindle turned against the ground where the loop is closed: a pitch of 0.1 m."""
    mechanism = bo.Mechanism("screw")
    body = bo.Inertia(2.0, (0.1, 0, 0.05), (0.1, 0.2, 0.3))
    mechanism.add_body("carriage", "ground", bo.Prismatic((0, 0, 1)), inertia=body)
    mechanism.add_body("spindle", "carriage", bo.Revolute((0, 0, 1)), inertia=body)
    mechanism.add_loop("thread", "spindle", "ground", bo.Driven(bo.Helical((0, 0, 1), 0.1), "2*sin(3*t)"))
    run = bo.simulate(mechanism, 0.5, every=0.05, q0=np.zeros(2), u0=(0.6, 6.0), **FINE)
    turn, rate = 2 * np.sin(3 * run.time.values), 6 * np.cos(3 * run.time.values)
    assert run["carriage"].values == pytest.approx(0.1 * turn, abs=1e-10)
    assert run["spindle"].values == pytest.approx(turn, abs=1e-10)
    # of the angle: both masses along the screw, gravity, and the spindle's moment of inertia about the axis
    moment = body.about_origin()[2, 2]
    expected = (moment + 4.0 * 0.1**2) * -9.0 * turn + 4.0 * 9.81 * 0.1
    assert run.drives().force.values[:, 0] == pytest.approx(expected, rel=1e-8)
    assert run.drives().power.values[:, 0] == pytest.approx(expected * rate, rel=1e-7, abs=1e-7)


def test_a_constant_motion_locks_the_joint():
    """As a Fixed joint at that angle does, and energy is kept."""
    mechanism = cut_at_the_crank(joint=bo.Driven(HINGE, 0.6))
    turned = [[np.cos(0.6), -np.sin(0.6), 0], [np.sin(0.6), np.cos(0.6), 0], [0, 0, 1]]
    fixed = bo.Mechanism("fixed", DOWN_Y)
    for body in mechanism.bodies:
        fixed.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia)
    fixed.add_loop("A", "crank", "ground", bo.Fixed(), at=-0.37 * X, other_rotation=turned)
    assert mechanism.is_conservative
    q, _ = state(0.0)
    results = [bo.forward_dynamics(one, q, np.zeros(3), **FORM) for one in (mechanism, fixed)]
    assert results[0] == pytest.approx(results[1], abs=1e-10)
    assert [bo.kinematics.mobility(one, q).dofs for one in (mechanism, fixed)] == [0, 0]


# --- descriptions and bad input ---------------------------------------------------------------------------------------


@every_cut
def test_files_keep_the_drive(cut, tmp_path):
    mechanism = built(cut)
    mechanism.save(tmp_path / "driven.toml")
    read = bo.load(tmp_path / "driven.toml")
    assert (
        bo.models.fingerprint(read)
        == bo.models.fingerprint(mechanism)
        != bo.models.fingerprint(cut_at_the_crank(cut, bo.Driven(HINGE, "0.6+7*t")))
    )
    assert read.driven_names == ("A",)
    assert bo.models.from_dict(bo.models.to_dict(mechanism)).driven_names == ("A",)
    lines = [line for line in str(bo.check(read)).splitlines() if "loop 'A'" in line]
    assert any("Driven Revolute about z (6 constraints)" in line for line in lines)


def test_drives_come_in_the_order_of_bodies_then_loops():
    """Each follows its own motion, whatever the loops cut."""
    for cuts in (("joint", "body"), ("body", "joint")):
        mechanism = bo.Mechanism(gravity=(0, 0, 0))
        for name, parent in (("a", "ground"), ("b", "ground"), ("c", "a")):
            joint = bo.Driven(HINGE, "3*t") if name == "c" else HINGE
            mechanism.add_body(name, parent, joint, inertia=bo.Inertia.sphere(0.1, 1.0))
        mechanism.add_loop("first", "a", "ground", bo.Driven(HINGE, "t"), cut=cuts[0])
        mechanism.add_loop("second", "b", "ground", bo.Driven(HINGE, "2*t"), cut=cuts[1])
        assert mechanism.driven_names == ("c", "first", "second")
        assert bo.dynamics.driven_motion(mechanism, 0.5).rates == pytest.approx([3.0, 1.0, 2.0])
        assert bo.assemble(mechanism, time=0.25) == pytest.approx([0.25, 0.5], abs=1e-12)
        assert bo.kinematics.consistent_velocities(mechanism, (0.25, 0.5), time=0.25) == pytest.approx(
            [1.0, 2.0], abs=1e-12
        )


def test_drives_of_loops_have_their_own_axes_behind_other_drives():
    """A body on a driven universal joint, in the tree or as a loop: its axes turn, and another joint is driven before it."""
    motion, time = ("0.4+2*t", "-0.7+1.5*t**2"), 0.3
    forces = []
    for is_loop in (False, True):
        mechanism = bo.Mechanism("driven twice")
        mechanism.add_body("first", joint=bo.Driven(HINGE, "1.1+3*t"), inertia=bo.Inertia.sphere(0.1, 1.0))
        body = bo.Inertia(2.0, (0.1, 0.2, -0.1), (0.3, 0.4, 0.5))
        joint = bo.Driven(bo.Universal(), motion)
        mechanism.add_body("second", joint=bo.Free() if is_loop else joint, inertia=body)
        if is_loop:
            mechanism.add_loop("loop", "second", "ground", joint)
        q = bo.assemble(mechanism, time=time)
        u = bo.kinematics.consistent_velocities(mechanism, q, time=time)
        u_dot = bo.forward_dynamics(mechanism, q, u, time=time, **FORM) if is_loop else u
        forces.append(bo.dynamics.drive_forces(mechanism, q, u, u_dot, time=time))
    assert forces[1] == pytest.approx(forces[0], abs=1e-11)


def test_what_cannot_be_is_told():
    mechanism = cut_at_the_crank()
    with pytest.raises(bo.errors.MechanismError, match="the joint of 'A' is Driven and cannot move"):
        mechanism.add_force("spring", bo.JointSpring("A", 1.0))
    with pytest.raises(bo.errors.StateError, match="the joint of 'A' is Driven and has no coordinate"):
        mechanism.coordinates({"A": 0.3})
    with pytest.raises(bo.errors.MechanismError, match="Driven: motion must be 4 numbers or signals"):
        cut_at_the_crank(joint=bo.Driven(bo.Ball(), "t"))
    jumping = cut_at_the_crank(joint=bo.Driven(HINGE, bo.Table((0, 1, 2), (0.6, 0.7, 0.6), "linear")))
    with pytest.raises(bo.errors.MechanismError, match="the motion of 'A' jumps in velocity by"):
        bo.simulate(jumping, 1.5, q0=state(0.0)[0], **FORM)
    q, u = state(0.0)
    with pytest.raises(
        bo.errors.StateError, match=r"has 0 degrees of freedom here, so drives=.*'rocker'.* are too many"
    ):
        bo.inverse_dynamics(built("joint"), q, u, 0 * u, drives="rocker")
    with pytest.raises(bo.errors.StateError, match="the starting velocities open the loop 'A'"):
        bo.simulate(built("joint"), 0.1, q0=q, u0=0 * u, **FORM)


@pytest.mark.parametrize("time", [0.3, 0.7])
def test_drives_are_followed_alike_whatever_was_called_before(time):
    """To the bit: also when the mechanism has got code of its own in the meantime."""
    mechanism = KINDS["loop, driven"]()
    first = assembled_along(mechanism, time=time)
    bo.mass_matrix(mechanism, first, time=time)
    bo.assemble(mechanism, first, time=time)
    np.testing.assert_array_equal(assembled_along(mechanism, time=time), first)
