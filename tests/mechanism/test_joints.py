"""One protocol for every joint of the catalogue: its motion by textbook formulas, its bases by differentiation."""

from functools import cache

import numpy as np
import pytest
from scipy.interpolate import PPoly
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.loop_forces import measured_interpreted
from bough.compiled.tree import compiled
from bough.mechanism import joints as catalogue
from bough.passes.arrays import WORK_SHAPES, Work
from bough.passes.sweep import place, place_duals, place_normals

A, B, C = np.array((2.0, -1.0, 2.0)) / 3, np.array((0.6, 0.0, -0.8)), np.array((-2.0, 6.0, 3.0)) / 7
EDGE = np.array((2.0, 2.0, -1.0)) / 3  # across A
AT, TURN = np.array((0.3, -0.2, 0.5)), Rotation.from_rotvec((0.4, -1.1, 0.7)).as_matrix()
STILL = np.zeros(3)


def turn(axis, angle):
    return Rotation.from_rotvec(np.multiply(axis, angle)).as_matrix()


def attitude(w, x, y, z):
    return Rotation.from_quat((x, y, z, w)).as_matrix()


def plane(normal):
    """x: the axis of the joint frame furthest from the normal, made perpendicular to it; y completes the frame."""
    x = np.eye(3)[np.argmin(np.abs(normal))]
    x = x - normal * (normal @ x)
    x /= np.linalg.norm(x)
    return x, np.cross(normal, x)


# of a driven joint: zero at the time 0, with a rate and an acceleration there
MOTION = PPoly([[-0.4], [0.6], [0.9], [0.0]], [0.0, 1.0])
TIME = 0.7


def groove(s, angle):
    return (s, s * s, 0.3 * angle), [(A, angle), (B, 0.4 * angle * angle)]


# each joint, with unaligned axes, and the body's pose in the joint frame; if it follows the time, at TIME
CASES = [
    (bo.Fixed(), lambda: (np.eye(3), STILL)),
    (bo.Revolute(A), lambda q: (turn(A, q), STILL)),
    (bo.Prismatic(A), lambda q: (np.eye(3), q * A)),
    (bo.Helical(A, 0.3), lambda q: (turn(A, q), 0.3 * q * A)),
    (bo.Cylindrical(A), lambda s, q: (turn(A, q), s * A)),
    (bo.Universal(A, B), lambda q1, q2: (turn(A, q1) @ turn(B, q2), STILL)),
    (bo.Planar(A), lambda x, y, q: (turn(A, q), x * plane(A)[0] + y * plane(A)[1])),
    (bo.Translational(), lambda x, y, z: (np.eye(3), np.array((x, y, z)))),
    (bo.Gimbal((A, B, C)), lambda q1, q2, q3: (turn(A, q1) @ turn(B, q2) @ turn(C, q3), STILL)),
    (bo.Ball(), lambda *q: (attitude(*q), STILL)),
    (bo.BallInCylinder(A), lambda s, *q: (attitude(*q), s * A)),
    (
        bo.BallOnPlane(A),
        lambda x, y, *q: (attitude(*q), x * plane(A)[0] + y * plane(A)[1]),
    ),
    (bo.EdgeOnPlane(A, EDGE), lambda x, y, a, b: (turn(A, a) @ turn(EDGE, b), x * EDGE + y * np.cross(A, EDGE))),
    (bo.TelescopicUniversal(C, A, B), lambda s, q1, q2: (turn(A, q1) @ turn(B, q2), s * C)),
    (bo.Driven(bo.Helical(A, 0.3), MOTION), lambda: (turn(A, MOTION(TIME)), 0.3 * MOTION(TIME) * A)),
    (
        bo.CustomJoint(groove, {"s": "m", "turn": "rad"}, over={"turn": (-1.0, 1.0)}),
        lambda s, q: (turn(A, q) @ turn(B, 0.4 * q * q), np.array((s, s * s, 0.3 * q))),
    ),
    (bo.Free(), lambda x, y, z, *q: (attitude(*q), np.array((x, y, z)))),
]
every_joint = pytest.mark.parametrize("joint", [joint for joint, _ in CASES], ids=lambda joint: type(joint).__name__)


@cache
def mechanism_with(joint):
    """A body on the joint, carried by a screw."""
    mechanism = bo.Mechanism(gravity=(1.0, -2.0, -9.0))
    inertia = bo.Inertia(1.3, (0.1, -0.2, 0.3), np.diag((0.4, 0.5, 0.6)) + 0.05)
    mechanism.add_body("carrier", "ground", bo.Helical(C, -0.2), (0.1, 0.2, 0.3), turn(B, 0.5), inertia)
    mechanism.add_body("body", "carrier", joint, AT, TURN, inertia)
    return mechanism


def along(mechanism, joint, q, q_dot, function):
    """dy/dt at t = 0 of y = function(q(t), t), by a difference of fourth order; quaternions stay on the sphere."""

    def value(t):
        moved = q + t * q_dot
        if joint.has_quaternion:
            moved[-4:] /= np.linalg.norm(moved[-4:])
        return function(moved, t)

    h = 1e-3
    return (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h)


def test_whole_catalogue_is_here():
    # (constraints only close loops: formulations/test_own_joints.py)
    assert {type(joint).__name__ for joint, _ in CASES} == set(catalogue.__all__) - {"Joint", "CustomConstraint"}


@every_joint
def test_names_and_neutral(joint):
    mechanism = mechanism_with(joint)
    assert len(mechanism.q_names) == len(set(mechanism.q_names)) == 1 + len(joint.neutral)
    assert len(mechanism.u_names) == len(set(mechanism.u_names)) == mechanism.n
    assert mechanism.n_q == mechanism.n + joint.has_quaternion
    carrier, body = bo.body_poses(mechanism, mechanism.coordinates({"carrier": 0.7}))
    relative = np.linalg.inv(carrier) @ body
    assert relative[:3, :3] == pytest.approx(TURN, abs=1e-14)
    assert relative[:3, 3] == pytest.approx(AT, abs=1e-14)


@pytest.mark.parametrize(("joint", "motion"), CASES, ids=lambda x: type(x).__name__)
def test_motion_is_the_textbook_one(joint, motion):
    mechanism = mechanism_with(joint)
    q, _ = bo.models.random_state(mechanism, 5)
    carrier, body = bo.body_poses(mechanism, q, time=TIME)
    rotation, shift = motion(*q[1:])
    relative = np.linalg.inv(carrier) @ body
    assert relative[:3, :3] == pytest.approx(TURN @ rotation, abs=1e-14)
    assert relative[:3, 3] == pytest.approx(AT + TURN @ shift, abs=1e-14)


CLOSING = [case for case in CASES if type(case[0]) not in (bo.Fixed, bo.Driven, bo.Free)]


@pytest.mark.parametrize(("joint", "motion"), CLOSING, ids=lambda x: type(x).__name__)
def test_coordinates_are_found_from_the_pose(joint, motion):
    """As in a loop, around a body that is free otherwise."""
    loop = bo.Mechanism()
    loop.add_body("body", "ground", bo.Free(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.1, 0.1, 0.1)))
    loop.add_loop("joint", "body", "ground", joint, other_at=AT, other_rotation=TURN)
    for seed in range(3):
        q = bo.models.random_state(mechanism_with(joint), seed)[0][1:]
        rotation, shift = motion(*q)
        quaternion = Rotation.from_matrix(TURN @ rotation).as_quat(scalar_first=True)
        found = measured_interpreted(loop, np.array((*(AT + TURN @ shift), *quaternion)))
        if joint.has_quaternion and found[-4:] @ q[-4:] < 0.0:
            found[-4:] *= -1.0
        assert found == pytest.approx(q, abs=1e-9)


@every_joint
def test_units_follow_from_the_motion(joint):
    """A velocity that turns the body is in rad/s, another in m/s; what it changes is in rad, in m, or part of a quaternion."""
    mechanism = mechanism_with(joint)
    q = mechanism.neutral()
    own = bo.dynamics.matrices(mechanism, q).A[6:]
    assert (len(mechanism.q_units), len(mechanism.u_units)) == (mechanism.n_q, mechanism.n)
    for k in range(1, mechanism.n):
        unit = mechanism.u_units[k]
        assert unit == ("rad/s" if own[3:, k].any() else "m/s")
        changed = np.flatnonzero(bo.kinematics.coordinate_rates(mechanism, q, np.eye(mechanism.n)[k]))
        assert {mechanism.q_units[c] for c in changed} == {"1" if joint.has_quaternion and "rad" in unit else unit[:-2]}


@every_joint
def test_twists_are_rates_of_poses(joint):
    mechanism = mechanism_with(joint)
    q, u = bo.models.random_state(mechanism, 1)
    pose = bo.body_poses(mechanism, q)
    q_dot = bo.kinematics.coordinate_rates(mechanism, q, u)
    rate = along(mechanism, joint, q, q_dot, lambda q, t: bo.body_poses(mechanism, q, time=t))
    rate = np.swapaxes(pose[:, :3, :3], 1, 2) @ rate[:, :3]  # (ω̃, v), in body axes
    twists = np.stack((*np.moveaxis(rate[..., 3], 1, 0), rate[:, 2, 1], rate[:, 0, 2], rate[:, 1, 0]), axis=1)
    assert bo.body_twists(mechanism, q, u) == pytest.approx(twists, abs=1e-9)


@every_joint
def test_reaction_is_what_the_rate_of_the_twist_takes(joint):
    mechanism = mechanism_with(joint)
    q, u = bo.models.random_state(mechanism, 2)
    u_dot = bo.models.random_state(mechanism, 3)[1]
    rate = along(
        mechanism,
        joint,
        q,
        bo.kinematics.coordinate_rates(mechanism, q, u),
        lambda q, t: bo.body_twists(mechanism, q, u + t * u_dot, time=t)[1],
    )
    # Newton and Euler about the body's origin, in body axes
    inertia = mechanism.body("body").inertia
    _, omega = bo.body_twists(mechanism, q, u)[1].reshape(2, 3)
    velocity = bo.body_twists(mechanism, q, u)[1, :3]
    gravity = bo.body_poses(mechanism, q)[1, :3, :3].T @ mechanism.gravity
    a, alpha, c = rate[:3] + np.cross(omega, velocity) - gravity, rate[3:], inertia.center
    force = inertia.mass * (a + np.cross(alpha, c) + np.cross(omega, np.cross(omega, c)))
    spin = inertia.about_origin()
    moment = spin @ alpha + np.cross(omega, spin @ omega) + inertia.mass * np.cross(c, a)
    _, reactions = bo.inverse_dynamics(mechanism, q, u, u_dot, reactions=True)
    assert reactions[1] == pytest.approx(np.concatenate((force, moment)), abs=1e-8)


@every_joint
def test_forward_undoes_inverse_dynamics(joint):
    mechanism = mechanism_with(joint)
    q, u = bo.models.random_state(mechanism, 4)
    u_dot = bo.models.random_state(mechanism, 5)[1]
    tau = bo.inverse_dynamics(mechanism, q, u, u_dot)
    assert bo.forward_dynamics(mechanism, q, u, tau) == pytest.approx(u_dot, rel=1e-10, abs=1e-10)


@every_joint
def test_rates_and_velocities_are_each_other_s_inverse(joint):
    mechanism = mechanism_with(joint)
    q, u = bo.models.random_state(mechanism, 6)
    q_dot = bo.kinematics.coordinate_rates(mechanism, q, u)
    assert bo.kinematics.velocities_from_rates(mechanism, q, q_dot) == pytest.approx(u, abs=1e-14)
    if joint.has_quaternion:
        assert q[-4:] @ q_dot[-4:] == pytest.approx(0.0, abs=1e-15)
    else:
        assert q_dot == pytest.approx(u, abs=0)


@every_joint
def test_tangent_and_orthogonal_basis(joint):
    mechanism = mechanism_with(joint)
    q, u = bo.models.random_state(mechanism, 7)
    tree = compiled(mechanism, merge=False)
    arrays = tree.arrays_for_multipliers
    rows = tree.memory("rotation", "offset", "inertia", "columns", "duals", "normals")
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    for i in range(2):
        place(arrays, i, np.append(q, 0.0), work)
        place_normals(arrays, i, work)
        place_duals(arrays, i, work)
    tangent, duals = (x[arrays.dof[1] : arrays.dof[2]].T for x in (work.columns, work.duals))
    normal = work.normals[arrays.normal[1] : arrays.normal[2]].T
    assert normal.T @ tangent == pytest.approx(0.0, abs=1e-14)
    assert np.linalg.matrix_rank(np.hstack((tangent, normal))) == 6 == tangent.shape[1] + normal.shape[1]
    assert duals == pytest.approx(np.linalg.pinv(tangent).T, abs=1e-13)  # A(AᵀA)⁻¹
    # A u is the twist that the joint adds, along ground axes
    twist = bo.body_twists(mechanism, q, u)[1] - bo.body_twists(mechanism, q, u * (np.arange(mechanism.n) == 0))[1]
    rotation = bo.body_poses(mechanism, q)[1, :3, :3]
    assert tangent @ u[1:] == pytest.approx(np.concatenate((rotation @ twist[:3], rotation @ twist[3:])), abs=1e-14)
