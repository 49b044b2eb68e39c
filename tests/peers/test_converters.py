"""The peers are only as good as their converters: these are checked against laws of mechanics and one another."""

import numpy as np
import pytest
from helpers.mujoco_peer import MujocoPeer, mjcf
from helpers.pinocchio_peer import PinocchioPeer
from scipy.spatial.transform import Rotation

from bough.mechanism import joints as catalogue
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import (
    Ball,
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Helical,
    Planar,
    Prismatic,
    Revolute,
    Translational,
    Universal,
)
from bough.mechanism.mechanism import Mechanism

GRAVITY = (0.7, -1.1, -9.6)
MUJOCO_JOINTS = ("Revolute", "Prismatic", "Ball", "Free", "Fixed")


# --- random mechanisms and states -----------------------------------------------------------------------------------


def random_axis(rng):
    """A random direction, or now and then a coordinate axis, either way round."""
    if rng.random() < 0.3:
        return rng.choice((-1.0, 1.0)) * np.eye(3)[rng.integers(3)]
    axis = rng.normal(size=3)
    return axis / np.linalg.norm(axis)


def random_joint(rng, kind):
    first, second, third = Rotation.random(rng=rng).as_matrix()
    second = Rotation.from_rotvec(0.4 * rng.normal() * third).apply(second)  # not quite perpendicular to the first
    match kind:
        case "Helical":
            return Helical(random_axis(rng), pitch=rng.normal())
        case "Universal":
            return Universal(first, second)
        case "Gimbal":
            return Gimbal((first, second, third))
        case "Revolute" | "Prismatic" | "Cylindrical" | "Planar":
            return getattr(catalogue, kind)(random_axis(rng))
    return getattr(catalogue, kind)()


def random_inertia(rng):
    """The inertia of four point masses, so that some real body has it."""
    masses, points = rng.uniform(0.2, 1.0, 4), rng.normal(size=(4, 3))
    inertia = Inertia()
    for mass, point in zip(masses, points, strict=True):
        inertia += Inertia.point(mass, 0.4 * point)
    return inertia


def random_tree(rng, kinds):
    """A tree with one body per joint kind, some on the ground, added in an order that ignores who carries whom."""
    names = [f"b{k}" for k in range(len(kinds))]
    parents = [(["ground", "ground", *names[:k]])[rng.integers(k + 2)] for k in range(len(kinds))]
    mechanism = Mechanism("random tree", gravity=GRAVITY)
    for k in rng.permutation(len(kinds)):
        mechanism.add_body(
            names[k],
            parents[k],
            random_joint(rng, kinds[k]),
            at=rng.normal(size=3),
            rotation=Rotation.random(rng=rng).as_matrix(),
            inertia=random_inertia(rng),
        )
    return mechanism


def joint_slices(mechanism):
    """(body, slice of q, slice of u), in the mechanism's order."""
    i = k = 0
    for body in mechanism.bodies:
        n_q, n = len(body.joint.q_names), len(body.joint.u_names)
        yield body, slice(i, i + n_q), slice(k, k + n)
        i, k = i + n_q, k + n


def random_state(rng, mechanism):
    q, u = rng.normal(size=mechanism.n_q), rng.normal(size=mechanism.n)
    for body, at, _ in joint_slices(mechanism):
        if body.joint.has_quaternion:
            q[at][-4:] /= np.linalg.norm(q[at][-4:])
        if isinstance(body.joint, Gimbal):
            q[at][1] *= 0.2  # away from gimbal lock
    return q, u


def advanced(mechanism, q, u, h):
    """Coordinates after a time h at the velocity u, up to an error that is even in h."""
    q = q.copy()
    for body, at, speeds in joint_slices(mechanism):
        if not body.joint.has_quaternion:
            q[at] += h * u[speeds]
            continue
        attitude = Rotation.from_quat(q[at][-4:], scalar_first=True)
        q[at][:-4] += h * attitude.apply(u[speeds][:3])[: len(q[at]) - 4]
        q[at][-4:] = (attitude * Rotation.from_rotvec(h * u[speeds][-3:])).as_quat(scalar_first=True)
    return q


EVERY_KIND = [kind.joint.__name__ for kind in catalogue.KINDS if kind.drawn and kind.is_common]


@pytest.fixture(params=[*EVERY_KIND, "all", "all again"])
def case(request):
    """(rng, mechanism, peer, q, u): a tree that has one kind of joint and a ball, or every kind twice."""
    rng = np.random.default_rng([ord(c) for c in request.param])
    kinds = 2 * EVERY_KIND if request.param.startswith("all") else [request.param, "Ball", request.param, request.param]
    mechanism = random_tree(rng, kinds)
    return rng, mechanism, PinocchioPeer(mechanism), *random_state(rng, mechanism)


# --- laws -----------------------------------------------------------------------------------------------------------


def moved(joint, q):
    """The closed form of a joint's motion: rotation and shift of the body frame in the joint frame."""

    def turn(axis, angle):
        return Rotation.from_rotvec(np.array(axis) * angle)

    here, upright = np.zeros(3), Rotation.identity()
    match joint:
        case Fixed():
            return upright, here
        case Revolute(axis=axis):
            return turn(axis, q[0]), here
        case Prismatic(axis=axis):
            return upright, np.array(axis) * q[0]
        case Helical(axis=axis, pitch=pitch):
            return turn(axis, q[0]), np.array(axis) * pitch * q[0]
        case Cylindrical(axis=axis):
            return turn(axis, q[1]), np.array(axis) * q[0]
        case Universal(axis1=first, axis2=second):
            return turn(first, q[0]) * turn(second, q[1]), here
        case Gimbal(axes=(first, second, third)):
            return turn(first, q[0]) * turn(second, q[1]) * turn(third, q[2]), here
        case Planar(normal=normal):
            return turn(normal, q[2]), joint.frames()[0] @ (q[0], q[1], 0.0)
        case Translational():
            return upright, q
        case Ball():
            return Rotation.from_quat(q, scalar_first=True), here
        case Free():
            return Rotation.from_quat(q[3:], scalar_first=True), q[:3]
    raise AssertionError(f"no closed form of {joint!r} in this test")


def test_poses_are_products_of_joint_motions(case):
    _, mechanism, peer, q, _ = case
    poses = dict(zip(mechanism.body_names, peer.body_poses(q), strict=True))
    for body, at, _ in joint_slices(mechanism):
        rotation, shift = moved(body.joint, q[at])
        parent = np.eye(4) if body.parent == "ground" else poses[body.parent]
        joint_frame, motion = np.eye(4), np.eye(4)
        joint_frame[:3, :3], joint_frame[:3, 3] = body.rotation, body.at
        motion[:3, :3], motion[:3, 3] = rotation.as_matrix(), shift
        np.testing.assert_allclose(poses[body.name], parent @ joint_frame @ motion, atol=1e-12)


def test_twists_are_rates_of_poses(case):
    _, mechanism, peer, q, u = case
    h = 1e-5
    before, now, after = (peer.body_poses(advanced(mechanism, q, u, t)) for t in (-h, 0.0, h))
    for pose, rate, twist in zip(now, (after - before) / (2 * h), peer.body_twists(q, u), strict=True):
        spin = pose[:3, :3].T @ rate[:3, :3]
        expected = [*pose[:3, :3].T @ rate[:3, 3], spin[2, 1], spin[0, 2], spin[1, 0]]
        np.testing.assert_allclose(twist, expected, atol=1e-6)


def test_energies_are_sums_over_bodies(case):
    _, mechanism, peer, q, u = case
    kinetic = potential = 0.0
    for body, pose, twist in zip(mechanism.bodies, peer.body_poses(q), peer.body_twists(q, u), strict=True):
        inertia, omega = body.inertia, twist[3:]
        velocity = twist[:3] + np.cross(omega, inertia.center)
        kinetic += (inertia.mass * velocity @ velocity + omega @ inertia.tensor @ omega) / 2
        potential -= inertia.mass * mechanism.gravity @ (pose[:3, :3] @ inertia.center + pose[:3, 3])
    assert peer.kinetic_energy(q, u) == pytest.approx(kinetic, rel=1e-12)
    assert u @ peer.mass_matrix(q) @ u / 2 == pytest.approx(kinetic, rel=1e-12)
    assert peer.potential_energy(q) == pytest.approx(potential, rel=1e-12)


def test_joint_forces_obey_dalembert(case):
    """τ = Σ Jᵀ (rate of momentum - weight - wrench), with the rates by finite differences along the motion."""
    rng, mechanism, peer, q, u = case
    u_dot, wrenches = rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))

    def momenta(t):
        """Linear and angular momentum of each body about the origin of the ground, in ground axes."""
        q_t = advanced(mechanism, q, u, t)
        rows = []
        for body, pose, twist in zip(
            mechanism.bodies, peer.body_poses(q_t), peer.body_twists(q_t, u + t * u_dot), strict=True
        ):
            linear = body.inertia.mass * (twist[:3] + np.cross(twist[3:], body.inertia.center))
            angular = body.inertia.tensor @ twist[3:] + np.cross(body.inertia.center, linear)
            linear, angular = pose[:3, :3] @ linear, pose[:3, :3] @ angular
            rows.append((linear, angular + np.cross(pose[:3, 3], linear)))
        return np.array(rows)

    h = 1e-5
    rates = (momenta(h) - momenta(-h)) / (2 * h)
    twists_per_speed = np.array([peer.body_twists(q, unit) for unit in np.eye(mechanism.n)])  # (n, N, 6)
    expected = np.zeros(mechanism.n)
    for k, (body, pose) in enumerate(zip(mechanism.bodies, peer.body_poses(q), strict=True)):
        rotation, origin = pose[:3, :3], pose[:3, 3]
        weight = body.inertia.mass * mechanism.gravity
        force = rates[k, 0] - weight
        moment = rates[k, 1] - np.cross(rotation @ body.inertia.center + origin, weight) - np.cross(origin, force)
        load = np.concatenate((rotation.T @ force, rotation.T @ moment)) - wrenches[k]
        expected += twists_per_speed[:, k].reshape(mechanism.n, 6) @ load
    tau = peer.inverse_dynamics(q, u, u_dot, wrenches)
    np.testing.assert_allclose(tau, expected, atol=1e-6 * np.abs(expected).max(initial=1.0))


def test_forward_dynamics_inverts_inverse_dynamics(case):
    rng, mechanism, peer, q, u = case
    u_dot, wrenches = rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))
    for loads in (None, wrenches):
        tau = peer.inverse_dynamics(q, u, u_dot, loads)
        np.testing.assert_allclose(peer.forward_dynamics(q, u, tau, loads), u_dot, atol=1e-8)
    rest = peer.inverse_dynamics(q, u, np.zeros(mechanism.n))
    np.testing.assert_allclose(peer.mass_matrix(q) @ u_dot, peer.inverse_dynamics(q, u, u_dot) - rest, atol=1e-9)


def test_state_there_and_back(case):
    _, _, peer, q, u = case
    back = peer.from_pin(*peer.to_pin(q, u))
    np.testing.assert_array_equal(back[0], q)
    np.testing.assert_array_equal(back[1], u)


def test_pendulum():
    """A point mass on a string of length l: q̈ = -(g/l) sin q."""
    mechanism = Mechanism("pendulum")
    mechanism.add_body("bob", joint=Revolute((0, 1, 0)), inertia=Inertia(2.0, (0, 0, -0.5), np.full(3, 1e-9)))
    for peer in (PinocchioPeer(mechanism), MujocoPeer(mechanism)):
        assert peer.forward_dynamics([0.3], [2.0], [0.0])[0] == pytest.approx(-9.81 / 0.5 * np.sin(0.3), rel=1e-8)


# --- the peers against each other -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_pinocchio_and_mujoco_agree(seed):
    rng = np.random.default_rng(seed)
    mechanism = random_tree(rng, rng.choice(MUJOCO_JOINTS, size=rng.integers(1, 13)))
    q, u = random_state(rng, mechanism)
    tau = rng.normal(size=mechanism.n)
    pinocchio, mujoco = PinocchioPeer(mechanism), MujocoPeer(mechanism)
    expected, found = (peer.forward_dynamics(q, u, tau) for peer in (pinocchio, mujoco))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max(initial=1.0))
    poses = pinocchio.body_poses(q)[mechanism.topology.order]
    np.testing.assert_allclose(mujoco.data.xpos[1:], poses[:, :3, 3], atol=1e-12)  # body 0 is MuJoCo's ground
    back = pinocchio.body_poses(mujoco.from_mujoco(mujoco.data.qpos, mujoco.data.qvel)[0])
    np.testing.assert_allclose(back, pinocchio.body_poses(q), atol=1e-12)
    np.testing.assert_allclose(mujoco.from_mujoco(mujoco.data.qpos, mujoco.data.qvel)[1], u, atol=1e-12)


@pytest.mark.parametrize("kind", sorted(set(EVERY_KIND) - set(MUJOCO_JOINTS)))
def test_mjcf_refuses_what_mujoco_lacks(kind):
    mechanism = random_tree(np.random.default_rng(0), [kind])
    with pytest.raises(ValueError, match=f"body 'b0': no MJCF for {kind}"):
        mjcf(mechanism)
