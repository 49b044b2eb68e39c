"""Published robots reach what they can reach: poses of random positions within their limits, told by Pinocchio."""

import warnings

import numpy as np
import pytest
from helpers.pinocchio_peer import PinocchioPeer, pin
from helpers.robot_files import published

import bough as bo
from bough.mechanism.limits import limits_of

pytestmark = pytest.mark.slow
COUNT = 200


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)


def loaded(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # (of what files have that bough does not)
        return bo.load(published()[name])


def drawn(robot, count, seed=0):
    """Random positions within limits, and the ends of these."""
    limits = limits_of(robot)
    ends = np.array([limits.get(name, (-np.pi, np.pi)) for name in robot.q_names], float)
    return np.random.default_rng(seed).uniform(*ends.T, (count, robot.n)), ends.T


@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("panda_description/urdf/panda.urdf", "panda_hand_tcp"),
        ("ur_description/urdf/ur5_joint_limited_robot.urdf", "tool0"),
        ("talos_data/robots/talos_left_arm.urdf", "arm_left_7_link"),
    ],
)
def test_poses_of_random_positions_are_reached(name, tip):
    robot = loaded(name)
    peer = PinocchioPeer(robot)
    q, (low, high) = drawn(robot, COUNT)
    frame = peer.model.getFrameId(tip)

    def placed(one):
        pin.framesForwardKinematics(peer.model, peer.data, peer.to_pin(one, np.zeros(robot.n))[0])
        return peer.data.oMf[frame].homogeneous.copy()

    poses = np.array([placed(one) for one in q])
    found = bo.reach(robot, {tip: poses}, (low + high) / 2, on_failure="return")
    assert (
        found.reached.mean() > 0.98
    )  # (all of them can be reached; the search from random positions is not exhaustive)
    assert ((low <= found.q) & (found.q <= high)).all()
    again = np.array([placed(one) for one in found.q])
    np.testing.assert_allclose(again[found.reached], poses[found.reached], atol=1e-10)
    near = bo.reach(robot, {tip: poses}, np.clip(q + 0.05, low, high))  # from nearby all of them, without a restart
    np.testing.assert_allclose(np.array([placed(one) for one in near.q]), poses, atol=1e-10)


def test_a_humanoid_puts_its_feet_and_its_hand_where_they_shall_be():
    robot = loaded("talos_data/robots/talos_reduced.urdf")
    q, (low, high) = drawn(robot, 1, seed=3)
    start, goal = (low + high) / 2, 0.7 * (low + high) / 2 + 0.3 * q[0]
    poses = bo.body_poses(robot, goal)
    names = ("left_sole_link", "right_sole_link", "gripper_left_base_link")
    found = bo.reach(robot, {name: poses[robot.body_index[name]] for name in names}, start)
    after = bo.body_poses(robot, found.q)
    for name in names:
        k = robot.body_index[name]
        np.testing.assert_allclose(after[k], poses[k], atol=1e-10)
