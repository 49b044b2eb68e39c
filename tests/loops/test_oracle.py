"""The oracle of closed loops meets what is known of linkages, and knows every joint of the catalogue."""

from functools import cache

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.motion import TIMES, rate
from scipy.spatial.transform import Rotation

import bough as bo
from bough.mechanism import joints as catalogue

# (it takes long, and tests the tests: `make test-slow`)
pytestmark = [pytest.mark.slow, pytest.mark.shared_kernels]

A, B, C = np.array((2.0, -1.0, 2.0)) / 3, np.array((0.6, 0.0, -0.8)), np.array((-2.0, 6.0, 3.0)) / 7
JOINTS = [
    bo.Fixed(), bo.Revolute(A), bo.Prismatic(A), bo.Helical(A, 0.3), bo.Helical(A), bo.Cylindrical(A),
    bo.Universal(A, B), bo.Planar(A), bo.Translational(), bo.Gimbal((A, B, C)), bo.Ball(), bo.BallInCylinder(A),
    bo.BallOnPlane(A), bo.EdgeOnPlane(A, np.array((2.0, 2.0, -1.0)) / 3), bo.TelescopicUniversal(C, A, B),
]  # fmt: skip
every_joint = pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: type(joint).__name__)
TIME = 0.7

LINKAGES = {
    **linkages.BUILDERS,
    "four_bar": lambda: linkages.four_bars(1),
    "four_bars in the plane": lambda: linkages.four_bars(3, planar=True),
    "squeezer in the plane": lambda: linkages.squeezer(planar=True),
    "driven_four_bar in the plane": lambda: linkages.driven_four_bar(planar=True),
    "slider_crank, cut elsewhere": lambda: linkages.slider_crank("universal"),
}
every_linkage = pytest.mark.parametrize("linkage", LINKAGES, indirect=True)


@cache
def built(name):
    return LINKAGES[name]()


@pytest.fixture
def linkage(request):
    return built(request.param)


# --- joints -----------------------------------------------------------------------------------------------------------


@cache
def twins(joint):
    """A joint as part of a tree, and as one that closes a loop around a body that is free otherwise; and their state."""
    at, turn = np.array((0.3, -0.2, 0.5)), Rotation.from_rotvec((0.4, -1.1, 0.7)).as_matrix()
    shift, twist = np.array((-0.1, 0.4, 0.2)), Rotation.from_rotvec((-0.8, 0.3, 0.5)).as_matrix()
    inertia = bo.Inertia(1.3, (0.1, -0.2, 0.3), np.diag((0.4, 0.5, 0.6)) + 0.05)
    tree, loop = (bo.Mechanism(gravity=(1.0, -2.0, -9.0)) for _ in range(2))
    for mechanism in (tree, loop):
        mechanism.add_body("carrier", "ground", bo.Helical(C, -0.2), (0.1, 0.2, 0.3), turn.T, inertia)
    tree.add_body("body", "carrier", joint, at, turn, inertia)
    # in the loop, the frame that the joint moves is not the body's, but placed in it by shift and twist
    loop.add_body("body", "ground", bo.Free(), (-0.2, 0.1, 0.0), inertia=inertia.moved(twist, shift))
    loop.add_loop("joint", "body", "carrier", joint, shift, twist, at, turn)
    q, u = bo.models.random_state(tree, 5)
    pose = bo.body_poses(tree, q, time=TIME)[1]
    v, w = bo.body_twists(tree, q, u, time=TIME)[1].reshape(2, 3)
    rotation = pose[:3, :3] @ twist.T
    origin = pose[:3, 3] - rotation @ shift - (-0.2, 0.1, 0.0)
    quaternion = Rotation.from_matrix(rotation).as_quat(scalar_first=True)
    start = loop.coordinates({"carrier": q[0], "body": (*origin, *quaternion)})
    spin = twist @ w
    return (tree, q, u), (
        loop,
        start,
        loop.velocities({"carrier": u[0], "body": (*(twist @ v - np.cross(spin, shift)), *spin)}),
    )


def test_whole_catalogue_is_here():
    """But for what cannot close a loop: a joint that forbids nothing, and one that follows the time; and for the user's own."""
    others = {"Joint", "Free", "Driven", "CustomJoint", "CustomConstraint"}
    assert {type(joint).__name__ for joint in JOINTS} == set(catalogue.__all__) - others


@every_joint
def test_gaps_vanish_where_the_joint_can_be(joint):
    _, (loop, q, u) = twins(joint)
    gaps = loop_oracle.gaps(loop, q, TIME)["joint"]
    assert gaps.shape == (6 - len(joint.u_names),)
    assert gaps == pytest.approx(0.0, abs=1e-14)
    assert loop_oracle.gap_rates(loop, q, u, TIME) == pytest.approx(0.0, abs=1e-14)
    assert loop_oracle.rank(loop, q, TIME) == len(gaps)


@every_joint
def test_gap_rates_are_rates_of_gaps(joint):
    """Also where the loop is open; and they are G u and what follows the time."""
    _, (loop, closed, _) = twins(joint)
    _, u = bo.models.random_state(loop, 3)
    q = loop_oracle.moved(loop, closed, 0.1 * u)
    q_dot = bo.kinematics.coordinate_rates(loop, q, u)
    values = [loop_oracle.gaps(loop, loop.normalised(q + t * q_dot), TIME + t)["joint"] for t in (*TIMES, *-TIMES)]
    rates = loop_oracle.gap_rates(loop, q, u, TIME)
    assert rates == pytest.approx(rate(np.array(values)), abs=1e-11)
    still = loop_oracle.gap_rates(loop, q, np.zeros(loop.n), TIME)
    assert loop_oracle.jacobian(loop, q, TIME) @ u == pytest.approx(rates - still, abs=1e-14)


@every_joint
def test_joint_in_a_loop_does_what_it_does_in_a_tree(joint):
    (tree, q, u), (loop, loop_q, loop_u) = twins(joint)
    u_dot, reactions = bo.forward_dynamics(tree, q, u, formulation="separate-bodies", reactions=True, time=TIME)
    answer = loop_oracle.accelerations(loop, loop_q, loop_u, time=TIME)
    turns = bo.body_poses(tree, q, time=TIME)[:, :3, :3]
    expected = (turns[:, None] @ reactions.reshape(2, 2, 3, 1))[..., 0]
    assert answer.u_dot[0] == pytest.approx(u_dot[0], abs=1e-10)
    assert answer.loops["joint"] == pytest.approx(expected[1], abs=1e-10)
    assert answer.reactions["carrier"] == pytest.approx(expected[0], abs=1e-10)
    assert answer.reactions["body"] == pytest.approx(np.zeros((2, 3)), abs=1e-10)


def test_wrong_way_round_is_not_closed():
    """The axis of the hinge turned over: all gaps vanish, but the hinge cannot be there."""
    mechanism = bo.Mechanism()
    mechanism.add_body("body", inertia=bo.Inertia.sphere(0.1, 1.0), joint=bo.Free())
    mechanism.add_loop("hinge", "body", "ground", bo.Revolute())
    over = mechanism.coordinates({"body": (0, 0, 0, 0, 1, 0, 0)})
    assert loop_oracle.gaps(mechanism, over)["hinge"] == pytest.approx(0.0, abs=1e-15)
    with pytest.raises(ArithmeticError, match="wrong way"):
        loop_oracle.closed(mechanism, over)


# --- linkages ---------------------------------------------------------------------------------------------------------


@every_linkage
def test_start_is_closed(linkage):
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    gaps = np.concatenate(list(loop_oracle.gaps(mechanism, q).values()))
    assert gaps == pytest.approx(0.0, abs=1e-14)
    assert loop_oracle.gap_rates(mechanism, q, u) == pytest.approx(0.0, abs=1e-13)
    assert (len(gaps), loop_oracle.rank(mechanism, q)) == (linkage.rows, linkage.rank)
    for known in linkage.expected:
        if known.time == 0.0:
            assert linkage.look[known.what](mechanism, q, u) == pytest.approx(known.value, abs=1e-14)


@every_linkage
def test_start_is_found_again(linkage):
    q, u = linkage.start()
    mechanism, rng = linkage.mechanism, np.random.default_rng(0)
    found = loop_oracle.closed(mechanism, loop_oracle.moved(mechanism, q, 0.01 * rng.standard_normal(mechanism.n)))
    assert np.concatenate(list(loop_oracle.gaps(mechanism, found).values())) == pytest.approx(0.0, abs=1e-13)
    assert found == pytest.approx(q, abs=0.1)
    given = loop_oracle.closing_velocities(mechanism, found, u)
    assert loop_oracle.gap_rates(mechanism, found, given) == pytest.approx(0.0, abs=1e-12)


@every_linkage
def test_accelerations_keep_loops_closed_by_forces_of_the_loops(linkage):
    """All that the tree's motion needs besides the mechanism's own forces is Gᵀλ; and the gaps' rates stay zero."""
    q, u = linkage.start()
    mechanism = linkage.mechanism
    u_dot, multipliers, *_ = loop_oracle.accelerations(mechanism, q, u)
    g = loop_oracle.jacobian(mechanism, q)
    needed = bo.inverse_dynamics(loop_oracle.tree(mechanism), q, u, u_dot)
    assert needed == pytest.approx(g.T @ multipliers, abs=1e-11)
    t = np.concatenate((TIMES, -TIMES))
    q_dot = bo.kinematics.coordinate_rates(mechanism, q, u)
    rates = [loop_oracle.gap_rates(mechanism, mechanism.normalised(q + s * q_dot), u + s * u_dot, s) for s in t]
    assert rate(np.array(rates)) == pytest.approx(0.0, abs=1e-9 * max(1.0, np.abs(u_dot).max(initial=0.0)))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_rows_and_ranks_of_four_bars(count):
    """Those of all joints: 15 N + 5 and 12 N + 5 with spatial hinges, and the same rank in the plane."""
    tree = 5 * (2 * count + 1)
    linkage = linkages.four_bars(count)
    q, _ = linkage.start()
    assert tree + linkage.rows == 15 * count + 5
    assert tree + loop_oracle.rank(linkage.mechanism, q) == 12 * count + 5
    in_line = linkage.mechanism.coordinates()
    assert loop_oracle.rank(linkage.mechanism, in_line) < linkage.rank


@pytest.mark.parametrize(
    ("linkage", "what"),
    [(name, what) for name in LINKAGES for what in built(name).accelerations],
    indirect=["linkage"],
)
def test_accelerations_at_the_start(linkage, what):
    function, value = linkage.accelerations[what]
    q, u = linkage.start()
    u_dot = loop_oracle.accelerations(linkage.mechanism, q, u).u_dot
    assert function(linkage.mechanism, q, u, u_dot) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("planar", [False, True])
def test_forces_of_four_bars(planar):
    linkage = linkages.four_bars(planar=planar)
    assert_reactions(linkage, 0.0, *linkage.start(), tolerance=1e-13)


@pytest.mark.parametrize("planar", [False, True])
def test_forces_of_the_driven_four_bar(planar):
    linkage = linkages.driven_four_bar(planar)
    q, u = linkage.at(0.1)
    q, u = linkage.mechanism.coordinates(q), linkage.mechanism.velocities(u)
    assert loop_oracle.closed(linkage.mechanism, linkage.start()[0], time=0.1) == pytest.approx(q, abs=1e-13)
    assert loop_oracle.closing_velocities(linkage.mechanism, q, 0 * u, time=0.1) == pytest.approx(u, abs=1e-12)
    assert_reactions(linkage, 0.1, q, u, tolerance=2e-12)


def test_slider_crank_at_another_angle():
    """Only the length of the rod decides where the slider is."""
    linkage = linkages.slider_crank()
    q, _ = linkage.start()
    q[0] = 0.7
    q = loop_oracle.closed(linkage.mechanism, q, hold=["crank"])
    x = np.sqrt(0.3**2 - (0.1 - 0.08 * np.sin(0.7)) ** 2 - (0.12 + 0.08 * np.cos(0.7)) ** 2)
    assert q[:2] == pytest.approx((0.7, x), abs=1e-13)


def test_slider_crank_starts_from_the_speed_of_the_crank():
    linkage = linkages.slider_crank("universal")
    q, u = linkage.start()
    crank_only = linkage.mechanism.velocities({"crank": 6.0})
    assert loop_oracle.closing_velocities(linkage.mechanism, q, crank_only, ["crank"]) == pytest.approx(u, abs=1e-13)


# --- motions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("linkage", "until"),
    [("slider_crank", 0.5), ("bricard", 0.5), ("squeezer", 0.005), ("stewart", 0.1), ("four_bars", 1.0)],
    indirect=["linkage"],
)
def test_motion(linkage, until):
    """The four-bars pass a singular position."""
    mechanism, cut = linkage.mechanism, 1e-4 if linkage.singular else 1e-8
    q, u = loop_oracle.motion(mechanism, *linkage.start(), (0.0, until), cut=cut)
    met = [known for known in linkage.expected if known.time == until]
    assert met
    for known in met:
        assert linkage.look[known.what](mechanism, q[-1], u[-1], until) == pytest.approx(known.value, abs=1e-12)


def assert_reactions(linkage, time, q, u, tolerance):
    answer = loop_oracle.accelerations(linkage.mechanism, q, u, time=time)
    met = [known for known in linkage.reactions if known.time == time]
    assert met
    for known in met:
        force, moment = (answer.loops | answer.reactions)[known.joint]
        assert_known(force, known.force, tolerance)
        if known.moment is not None:
            assert_known(moment, known.moment, tolerance)


def assert_known(found, value, tolerance):
    known = ~np.isnan(value)
    assert found[known] == pytest.approx(value[known], abs=tolerance)
