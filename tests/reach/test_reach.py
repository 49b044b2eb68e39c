"""Positions that reach targets, against closed forms: plane arms, linkages, limits, and the edge of the workspace."""

from math import acos, atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import bough as bo
from bough.reach.goals import States, rotation_vectors
from bough.reach.problem import Problem
from bough.reach.scope import Scope
from bough.reach.search import Found, _take_best
from bough.reach.targets import goals_of

ROD = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))
TIP = "hand(0.1, 0, 0)"


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    """Small mechanisms, whose own code compiles sooner than shared kernels."""
    monkeypatch.delenv("BOUGH_CODE", raising=False)


# rounding of poses, and of the last step of the search, in sizes of the machine
CLOSE = 1e-11


def arm(lower=None, upper=None):
    """Two links of 0.4 and 0.3 m, and a hand, in a plane."""
    machine = bo.Mechanism("arm")
    for name, parent, at in (("upper", "ground", 0.0), ("lower", "upper", 0.4), ("hand", "lower", 0.3)):
        machine.add_body(name, parent, bo.Revolute("z"), at=(at, 0, 0), inertia=ROD)
    if lower is not None or upper is not None:
        machine.add_force("stop", bo.JointLimit("lower", lower, upper, stiffness=100.0, softness=0.01))
    return machine


ARM, STOPPED = arm(), arm(0.2, 1.5)


def two_links(x, y, sign):
    """The angles of two links of 0.4 and 0.3 m whose end is at (x, y)."""
    elbow = sign * acos((x * x + y * y - 0.25) / 0.24)
    return atan2(y, x) - atan2(0.3 * sin(elbow), 0.4 + 0.3 * cos(elbow)), elbow


@pytest.mark.parametrize("sign", [1, -1])
def test_two_links_take_the_angles_of_the_closed_form(sign):
    found = bo.reach(ARM, {"hand": (0.35, 0.25, 0)}, {"lower": sign * 0.8})
    assert found.reached is True
    np.testing.assert_allclose(found.q[:2], two_links(0.35, 0.25, sign), atol=CLOSE)
    assert found["upper"] == found.q[0]
    assert found.by_name == dict(zip(ARM.q_names, found.q.tolist(), strict=True))


def test_three_links_reach_place_and_angle():
    x, y, angle = 0.3, 0.2, 0.9
    wrist = x - 0.1 * cos(angle), y - 0.1 * sin(angle)
    shoulder, elbow = two_links(*wrist, 1)
    target = bo.Target(TIP, (x, y, None), rotation={"axis": "z", "angle": angle})
    for one in (target, {"tip": bo.Target(TIP, (x, y, None), axis="x", along=(cos(angle), sin(angle), 0))}):
        found = bo.reach(ARM, one, {"lower": 1.0})
        np.testing.assert_allclose(found.q, (shoulder, elbow, angle - shoulder - elbow), atol=CLOSE)


def test_batches_and_matrices_give_the_same_as_one_after_the_other():
    rng = np.random.default_rng(1)
    q = rng.uniform((-1, 0.3, -1), (1, 2.0, 1), (20, 3))
    poses = bo.body_poses(ARM, q)[:, 2]
    side_by_side = bo.reach(ARM, {"hand": poses}, {"lower": 1.0})
    assert side_by_side.reached.all()
    np.testing.assert_allclose(bo.body_poses(ARM, side_by_side.q)[:, 2], poses, atol=CLOSE)
    alone = [bo.reach(ARM, {"hand": pose}, {"lower": 1.0}).q for pose in poses]
    np.testing.assert_allclose(side_by_side.q, alone, atol=CLOSE)


def test_turns_are_counted_along_a_path_that_is_followed():
    """Twice around a circle, from the same start for all places: what is not held goes on from the last position."""
    turns = np.linspace(0.0, 4.0 * pi, 81)
    path = np.stack((0.4 * np.cos(turns), 0.4 * np.sin(turns), 0.0 * turns), axis=1)
    found = bo.reach(ARM, {"lower": path}, hold=["lower", "hand"], follow=True)
    np.testing.assert_allclose(found.q[:, 0], turns, atol=1e-9)


def test_a_path_is_followed_without_jumps():
    s = np.linspace(0.0, 2 * pi, 60)
    path = np.column_stack((0.4 + 0.1 * np.cos(s), 0.1 * np.sin(s), np.zeros(60)))
    found = bo.reach(ARM, {TIP: path}, {"lower": 1.0}, follow=True)
    at = bo.body_poses(ARM, found.q)[:, 2, :3] @ (0.1, 0, 0, 1)
    np.testing.assert_allclose(at, path, atol=CLOSE)
    # each step of the path is 0.0107 m, and no joint has to go further than the path over the shortest lever
    assert np.abs(np.diff(found.q, axis=0)).max() < 0.2


@pytest.mark.parametrize("order", [(1, -1, 1), (-1, 1, 1), (-1, -1, 1)])
def test_of_several_positions_that_reach_the_nearest_to_the_start_is_taken(order):
    """The elbow bends to two sides, and the hand points anywhere; the one that reaches best is further from the start."""
    goals, free = goals_of(ARM, {"hand": (0.35, 0.25, 0)}), np.ones(3, bool)
    shoulder, elbow = two_links(0.35, 0.25, 1)
    start = np.array([[shoulder + 0.1, elbow - 0.1, 0.0]])
    scope = Scope(ARM, free, (np.full(3, -np.inf), np.full(3, np.inf)), np.ones(3))
    problem = Problem(scope, goals, np.zeros(1), start)
    q = np.array([(*two_links(0.35, 0.25, sign), 0.0) for sign in order])
    q[-1] += (0.0, 0.0, 2.0)
    residuals, nearest = np.array((1e-13, 1e-14, 0.0)), order.index(1)
    found = Found(start.copy(), np.ones(1), np.zeros(1, int))
    _take_best(problem, found, np.zeros(1, int), np.zeros(3, int), Found(q, residuals, np.ones(3, int)), 1e-9)
    np.testing.assert_array_equal(found.q[0], q[nearest])
    assert (found.residuals[0], found.passes[0]) == (residuals[nearest], 3)


def test_out_of_reach_is_as_far_as_the_edge_of_the_workspace():
    found = bo.reach(ARM, {"hand": (1.2, 0.9, 0)}, on_failure="return")
    assert not found.reached
    assert found.errors["hand"].position == pytest.approx(1.5 - 0.7, abs=1e-12)
    assert found.q[0] == pytest.approx(atan2(0.9, 1.2), abs=1e-6)
    inside = bo.reach(ARM, {"hand": (0.05, 0.0, 0)}, on_failure="return")  # nearer than the links can fold
    assert inside.errors["hand"].position == pytest.approx(0.1 - 0.05, abs=1e-12)
    above = bo.reach(ARM, {"hand": (0.3, 0.2, 0.25)}, on_failure="return")
    assert above.errors["hand"].position == pytest.approx(0.25, abs=1e-12)


def test_the_error_says_what_was_not_reached_and_keeps_the_nearest():
    with pytest.raises(bo.errors.UnreachedError) as caught:
        bo.reach(ARM, {"hand": (1.2, 0.9, 0), "lower": 0.0})
    assert all(word in str(caught.value) for word in ("'arm'", "'hand' by 0.8 m", "move the target"))
    assert isinstance(caught.value, bo.errors.StateError)
    assert caught.value.result.errors["hand"].position == pytest.approx(0.8, abs=1e-12)
    targets = np.array(((0.3, 0.2, 0), (3.0, 0, 0), (0.2, 0.3, 0)))
    with pytest.raises(bo.errors.UnreachedError, match=r"1 of 3 states are not reached; in state 1 'arm' .* by 2.3 m"):
        bo.reach(ARM, {"hand": targets}, {"lower": 1.0})
    found = bo.reach(ARM, {"hand": targets}, {"lower": 1.0}, on_failure="return")
    assert found.reached.tolist() == [True, False, True]


def test_limits_hold_exactly_and_are_named():
    """The end of two links is nearest to a near target when the elbow is at its stop."""
    near = 0.3
    nearest = sqrt(0.25 + 0.24 * cos(1.5))
    found = bo.reach(STOPPED, {"hand": (near, 0, 0)}, on_failure="return")
    assert found["lower"] == 1.5
    assert found.errors["hand"].position == pytest.approx(nearest - near, abs=1e-12)
    assert found.limits.tolist() == [0, 1, 0]
    assert found.at_limits() == ("'lower' at its upper limit 1.5 rad",)
    assert "'lower' at its upper limit 1.5 rad" in found.message
    assert bo.reach(STOPPED, {"hand": (near, 0, 0)}, {"lower": 1.0}, limits=False).reached
    assert bo.reach(STOPPED, {"hand": (near, 0, 0)}, {"lower": 1.0}, limits={"lower": (0, None)}).reached
    up = bo.reach(STOPPED, {"hand": (0.45, 0.3, 0)}, {"lower": -0.8})  # starts beyond the stop, on the wrong side
    assert 0.2 <= up["lower"] <= 1.5


def test_held_joints_keep_their_values_to_the_last_bit():
    start = {"upper": 0.3, "lower": 0.7, "hand": 0.1}
    found = bo.reach(ARM, {TIP: (0.45, 0.35, 0)}, start, hold=["upper"])
    assert found["upper"] == 0.3
    assert found.reached
    with pytest.raises(bo.errors.UnreachedError):
        bo.reach(ARM, {TIP: (0.45, 0.35, 0)}, start, hold=["upper", "lower"])


def test_a_held_joint_stays_beyond_its_stops():
    """The other one turns the hand to any direction, at the distance that the held one gives it."""
    bent, away = -0.8, sqrt(0.25 + 0.24 * cos(0.8))
    found = bo.reach(STOPPED, {"hand": (away * cos(0.7), away * sin(0.7), 0)}, {"lower": bent}, hold=["lower"])
    assert found.reached
    assert found["lower"] == bent


def test_free_joints_stay_near_the_start_and_weighted_ones_nearer():
    """Of all positions that reach a place, the nearest: no other one on the same curve is nearer."""
    start = np.array((0.2, 0.8, 0.4))
    target = {TIP: (-0.2, 0.35, 0)}  # far from the start, so that steps alone do not end at the nearest

    def spent(q, weights=(1, 1, 1)):
        return float(np.sum((np.multiply(weights, q - start)) ** 2))

    found, stiff = bo.reach(ARM, target, start), bo.reach(ARM, target, start, weights={"lower": 5.0})
    others = [bo.reach(ARM, target, (*found.q[:2], found["hand"] + x), hold=["hand"]).q for x in (-0.2, -0.1, 0.1, 0.2)]
    assert spent(found.q) < min(spent(q) for q in others)
    assert spent(stiff.q, (1, 5, 1)) < spent(found.q, (1, 5, 1))


def test_soft_targets_take_what_the_others_leave():
    def bent(angle):
        soft = bo.Target("lower", angle, soft=True)
        return bo.reach(ARM, {TIP: (0.35, 0.3, 0), "bend": soft}, {"lower": 1.4})

    found = bent(1.6)
    assert found.reached
    assert found["lower"] == pytest.approx(1.6, abs=1e-8)
    # the elbow is least bent with the wrist as far out as the hand allows
    least = acos(((hypot(0.35, 0.3) + 0.1) ** 2 - 0.25) / 0.24)
    edge = bent(0.5)
    assert edge.reached
    assert edge["lower"] == pytest.approx(least, abs=1e-6)
    assert edge.errors["bend"].position == pytest.approx(edge["lower"] - 0.5, abs=1e-15)


def test_weights_divide_what_cannot_be_met():
    """One joint, two wishes: the weighted mean."""
    found = bo.reach(
        ARM,
        [bo.Target("lower", 1.0, weight=2.0), bo.Target("q.lower", 0.0)],
        hold=["upper", "hand"],
        on_failure="return",
    )
    assert found["lower"] == pytest.approx(4.0 / 5.0, abs=1e-9)


def test_places_seen_from_other_bodies_and_the_centre_of_mass():
    found = bo.reach(ARM, bo.Target(TIP, (0.5, 0.2, 0), relative="upper"), {"upper": 0.7, "lower": 0.5})
    pose = bo.body_poses(ARM, found.q)
    point = pose[2, :3] @ (0.1, 0, 0, 1)
    np.testing.assert_allclose(pose[0, :3, :3].T @ (point - pose[0, :3, 3]), (0.5, 0.2, 0), atol=CLOSE)
    assert found["upper"] == pytest.approx(0.7, abs=1e-9)  # it does not matter, so it stays
    balanced = bo.reach(ARM, {"center of mass": (0.3, 0.1, None), "hand.y": 0.2}, {"lower": 0.5})
    centers = bo.body_poses(ARM, balanced.q)[:, :3] @ (0.2, 0, 0, 1)
    np.testing.assert_allclose(centers.mean(axis=0)[:2], (0.3, 0.1), atol=CLOSE)


def test_a_straight_arm_bends_towards_a_target_on_its_line():
    """There no small step helps, to first order."""
    found = bo.reach(ARM, {"hand": (0.5, 0, 0)})
    assert abs(found["lower"]) == pytest.approx(acos((0.25 - 0.25) / 0.24), abs=1e-9)


def test_a_ball_and_a_free_body_turn_as_they_are_told():
    machine = bo.Mechanism("pole")
    machine.add_body("base", joint=bo.Free(), inertia=ROD)
    machine.add_body("pole", "base", bo.Ball(), at=(0, 0, 0.2), inertia=ROD)
    turn = Rotation.from_rotvec((2.0, -1.5, 0.5)).as_matrix()
    found = bo.reach(
        machine, [bo.Target("pole(0, 0, 1)", (1, 2, 3), rotation=turn), bo.Target("base", axis="z", along="-x")]
    )
    poses = bo.body_poses(machine, found.q)
    np.testing.assert_allclose(poses[1, :3, :3], turn, atol=CLOSE)
    np.testing.assert_allclose(poses[1, :3] @ (0, 0, 1, 1), (1, 2, 3), atol=10 * CLOSE)
    np.testing.assert_allclose(poses[0, :3, 2], (-1, 0, 0), atol=CLOSE)
    np.testing.assert_allclose(machine.normalised(found.q), found.q, atol=1e-15)


def test_both_quaternions_of_a_position_are_the_same_step_from_the_start():
    """Minus the rotation vector from the start to there, to second order."""
    machine = bo.Mechanism("pole")
    machine.add_body("pole", joint=bo.Ball(), inertia=ROD)
    start, small = Rotation.from_rotvec((0.4, -0.9, 0.3)), np.array((1e-5, -2e-5, 3e-5))
    w, there = (turn.as_quat(scalar_first=True)[None] for turn in (start, start * Rotation.from_rotvec(small)))
    no_limits = np.full(4, -np.inf), np.full(4, np.inf)
    problem = Problem(Scope(machine, np.ones(3, bool), no_limits, np.ones(3)), [], np.zeros(1), w)
    for q in (there, -there):
        np.testing.assert_allclose(problem.way_back(q, np.zeros(1, int))[0], -small, atol=1e-9)


def test_rotation_vectors_are_those_of_scipy_up_to_half_a_turn():
    rng = np.random.default_rng(5)
    axes = rng.standard_normal((400, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    angles = np.concatenate((10.0 ** rng.uniform(-12, 0, 200), pi - 10.0 ** rng.uniform(-9, 0, 200)))
    vectors = axes * angles[:, None]
    found = rotation_vectors(Rotation.from_rotvec(vectors).as_matrix())
    # near half a turn an angle is known from a sine of rounded numbers
    np.testing.assert_allclose(found, vectors, atol=1e-14)


def test_jacobians_are_the_slopes_of_residuals():
    """Along each velocity, by central differences; with a driven joint, a free body and a ball."""
    machine = bo.Mechanism("all")
    machine.add_body("table", joint=bo.Driven(bo.Prismatic("x"), "0.5*t"), inertia=ROD)
    machine.add_body("base", "table", bo.Free(), inertia=ROD)
    machine.add_body("pole", "base", bo.Ball(), at=(0, 0.1, 0.2), inertia=ROD)
    machine.add_body("arm", "pole", bo.Prismatic("y"), at=(0.3, 0.1, 0), inertia=ROD)
    machine.add_body("other", "base", bo.Revolute("x"), at=(0.3, 0.1, 0), inertia=ROD)
    goals = goals_of(
        machine,
        {
            "place": bo.Target("arm", (1, 2, 3), at=(0.1, 0.2, 0.3), rotation={"rpy": (1, 2, 3)}),
            "seen": bo.Target("arm", (1, 2, 3), at=(0.1, 0.2, 0.3), rotation={"rpy": (1, 0, 2)}, relative="other"),
            "axis": bo.Target("arm", axis="y", along=(1, 2, 3), relative="other"),
            "center of mass": (1, 2, 3),
            "arm": 0.5,
        },
    )
    q, times, lanes = bo.models.random_state(machine, 3)[0], np.array([0.7]), np.array([0])
    for goal in goals:
        jacobian = goal.rows(States(machine, q[None], times, lanes))[1][0]
        for k in range(machine.n):
            step = 1e-5 * bo.kinematics.coordinate_rates(machine, q, np.eye(machine.n)[k], time=0.7)
            ends = [
                goal.rows(States(machine, machine.normalised(q + sign * step)[None], times, lanes))[0][0]
                for sign in (1, -1)
            ]
            slope = (ends[0] - ends[1]) / 2e-5
            np.testing.assert_allclose(slope, jacobian[:, k], atol=1e-7, err_msg=f"{goal.name} {k}")


def test_driven_joints_are_where_the_time_says():
    machine = bo.Mechanism("table")
    machine.add_body("table", joint=bo.Driven(bo.Prismatic("x"), "0.5*t"), inertia=ROD)
    machine.add_body("upper", "table", bo.Revolute("z"), inertia=ROD)
    machine.add_body("lower", "upper", bo.Revolute("z"), at=(0.4, 0, 0), inertia=ROD)
    times = np.array((0.0, 0.4, 0.8))
    found = bo.reach(machine, {"lower(0.3, 0, 0)": (0.6, 0.2, 0)}, {"lower": 1.0}, time=times)
    expected = [two_links(0.6 - 0.5 * t, 0.2, 1) for t in times]
    np.testing.assert_allclose(found.q, expected, atol=CLOSE)


def test_nothing_that_moves_and_nothing_that_is_asked():
    machine = bo.Mechanism("post")
    machine.add_body("post", joint=bo.Fixed(), at=(1, 2, 3), inertia=ROD)
    assert bo.reach(machine, {"post": (1, 2, 3)}).reached
    assert bo.reach(machine, {"post": (1, 2, 7)}, on_failure="return").errors["post"].position == 4.0
    assert bo.reach(ARM, {"hand": np.zeros((0, 3))}).q.shape == (0, 3)


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        ({}, ("there is no target",)),
        (5, ("by name", "5")),
        ({"hnd": (1, 2, 3)}, ("no body or coordinate 'hnd'", "did you mean 'hand'?")),
        ({"hand": (1, 2)}, ("'hand'", "three numbers", "(2,)")),
        ({"hand": (np.nan,) * 3}, ("'hand' is NaN", "at least one number")),
        ({"hand": (np.inf, 0, 0)}, ("'hand' is infinite",)),
        ({"hand": "up"}, ("'hand'", "must be numbers", "'up'")),
        ({"hand": [(0, 0, 1), (0, 1)]}, ("'hand'", "must be numbers", "[(0, 0, 1), (0, 1)]")),
        ({"hand(1, 2)": (0, 0, 0)}, ("(1, 2)", "three numbers")),
        ({"q.hnd": 1.0}, ("no coordinate 'hnd'", "'hand'")),
        (bo.Target("hand"), ("'hand' asks for nothing",)),
        (bo.Target("hand", axis="x"), ("axis=", "along=")),
        (bo.Target("hand", axis="w", along="x"), ("'hand'", "one of x, y, z", "'w'")),
        (bo.Target("hand", axis="x", along=(0, 0, 0)), ("along must be a direction",)),
        (bo.Target("hand", rotation=np.ones((3, 3))), ("proper rotation",)),
        (bo.Target("hand", rotation={"rpy": 1}), ("rotation", "rpy must be three numbers")),
        (bo.Target("hand", (0, 0, 0), relative="moon"), ("no body 'moon'", "'ground'")),
        (bo.Target("hand", (0, 0, 0), weight=0), ("weight must be a positive number",)),
        (bo.Target("center of mass", rotation=np.eye(3)), ("centre of mass has a position only",)),
        ([bo.Target("hand", (0, 0, 0)), bo.Target("hand", (0, 0, 0))], ("two targets 'hand'",)),
        ({"hand": np.zeros((2, 3)), TIP: np.zeros((3, 3))}, ("has 2", "has 3", "the same")),
    ],
)
def test_wrong_targets_are_refused_in_one_sentence(targets, words):
    with pytest.raises(bo.errors.StateError) as caught:
        bo.reach(ARM, targets)
    assert not isinstance(caught.value, bo.errors.UnreachedError)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hold": ["wrist"]}, ("hold", "'wrist'")),
        ({"limits": {"wrist": (0, 1)}}, ("limits", "'wrist'")),
        ({"limits": {"hand": (2, 1)}}, ("lower limit 2", "'hand'")),
        ({"limits": {"hand": 3}}, ("'hand' must be two numbers",)),
        ({"limits": 4}, ("limits must be True, False",)),
        ({"weights": {"hand": 0}}, ("weights: 'hand'", "positive")),
        ({"tolerance": 0}, ("tolerance", "positive")),
        ({"restarts": -1}, ("restarts",)),
        ({"on_failure": "hope"}, ("on_failure", "'hope'")),
        ({"q": (np.nan, 0, 0)}, ("q has an entry that is NaN",)),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(options, words):
    with pytest.raises(bo.errors.StateError) as caught:
        bo.reach(ARM, {"hand": (0.3, 0.2, 0)}, **options)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_coordinates_have_batches_of_any_size():
    machine = bo.Mechanism("gantry")
    machine.add_body("beam", joint=bo.Prismatic("x"), inertia=ROD, joint_name="rail")
    for count in (2, 3):
        values = np.linspace(0.1, 0.3, count)
        for name in ("rail", "q.beam"):
            np.testing.assert_allclose(bo.reach(machine, {name: values})["rail"], values, rtol=CLOSE)
    with pytest.raises(bo.errors.StateError, match=r"three numbers, or \(B, 3\) .* a coordinate is named 'q.NAME'"):
        bo.reach(machine, {"beam": (0.1, 0.2)})


def test_a_component_of_a_free_body_is_that_of_its_place():
    """Its coordinates go along the axes of its joint, and cannot be set one by one."""
    machine = bo.Mechanism("one")
    machine.add_body("box", joint=bo.Free(), at=(0, 0, 1), rotation={"axis": "x", "angle": 0.4}, inertia=ROD)
    found = bo.reach(machine, {"box.z": 1.5, "box.x": [0.2, 0.3]})
    np.testing.assert_allclose(bo.body_poses(machine, found.q)[:, 0, (0, 2), 3], [[0.2, 1.5], [0.3, 1.5]], atol=1e-9)
    with pytest.raises(bo.errors.StateError, match=r"'box.z' cannot be set one by one; give position= and rotation="):
        bo.reach(machine, {"q.box.z": 1.5})
