"""Five hundred random mechanisms a day: entry points by both codes, one by one, in batches and as variants.

The seed is the date's, or ``BOUGH_SEED``; a failure tells how to repeat it.
"""

import copy
import datetime
import os

import numpy as np
import pytest
from helpers.machine import cubic
from helpers.mixtures import OF_ONE, OF_STATES, by
from helpers.own_joints import PAIRS
from helpers.random_loops import DRAWN, frame, is_decided, joint_pose
from scipy.spatial.transform import Rotation

import bough as bo
from bough.arithmetic.width import lane_width

pytestmark = pytest.mark.slow
SEED = int(os.environ.get("BOUGH_SEED", datetime.date.today().toordinal()))
GROUPS, EACH = 50, 10
TIME, ASKED = 0.3, 5
EPS = np.finfo(float).eps
# (searches may end at other solutions, and stiff steps are tried elsewhere)
MOTIONS = [name for name in OF_ONE if name in ("simulate", "simulate, rk4", "simulate, gauss4", "stepper")]
OWN = [own for name, (_, own) in PAIRS.items() if name != "gimbal"]


def inertia(rng):
    sides = rng.uniform(0.1, 0.6, 3)
    return bo.Inertia.box(tuple(sides), mass=rng.uniform(0.5, 3.0), center=tuple(rng.uniform(-0.3, 0.3, 3)))


def tree(rng):
    """Bodies on random joints, some of them driven or the user's own."""
    mechanism = bo.Mechanism("random", gravity=tuple(rng.normal(size=3) * 5.0))
    for k in range(int(rng.integers(1, 6))):
        parent = "ground" if k == 0 else str(rng.choice(["ground", *mechanism.body_names]))
        joint = DRAWN[str(rng.choice(sorted(DRAWN)))](rng) if rng.random() < 0.8 else OWN[rng.integers(len(OWN))]
        if len(joint.u_names) == 1 and rng.random() < 0.15:
            joint = bo.Driven(joint, f"{rng.uniform(-0.5, 0.5):.3f}*sin({rng.uniform(0.5, 3.0):.3f}*t)")
        rotation = Rotation.random(rng=rng).as_matrix()
        mechanism.add_body(f"b{k}", parent, joint, tuple(rng.uniform(-0.5, 0.5, 3)), rotation, inertia(rng))
    return mechanism


def with_loop(mechanism, rng):
    """One more joint, closed at a random state, if there is one that clearly closes a loop."""
    q, _ = bo.models.random_state(mechanism, rng)
    poses = {"ground": np.eye(4)}
    poses |= dict(zip(mechanism.body_names, bo.body_poses(mechanism, q, time=TIME), strict=True))
    closed = copy.copy(mechanism)
    joint = DRAWN[str(rng.choice(sorted(DRAWN)))](rng)
    body, other = map(str, rng.choice(list(poses), 2, replace=False))
    there = frame(Rotation.random(rng=rng).as_matrix(), rng.uniform(-0.5, 0.5, 3))
    own = np.linalg.inv(poses[body]) @ poses[other] @ there @ joint_pose(joint, rng)
    try:
        closed.add_loop("loop", body, other, joint, own[:3, 3], own[:3, :3], there[:3, 3], there[:3, :3])
        closed.freeze()
        is_free = bo.kinematics.mobility(closed, q, time=TIME).dofs > 0 and is_decided(closed, q, TIME)
    except bo.BoughError:  # bodies that are fixed to each other, or driven
        is_free = False
    return (closed, q) if is_free else (mechanism, None)


def drawn(rng):
    """A mechanism and a state of it."""
    mechanism, closed = tree(rng), None
    names = [body.name for body in mechanism.bodies if len(body.joint.u_names) == 1 and len(body.joint.q_names) == 1]
    free = [name for name in names if name not in {one.name for one, _ in mechanism.driven}]
    for name in free:
        if rng.random() < 0.5:
            mechanism.add_force(f"spring {name}", bo.JointSpring(name, rng.uniform(1.0, 30.0), rng.normal()))
            mechanism.add_force(f"damper {name}", bo.JointDamper(name, rng.uniform(0.1, 1.0)))
        if rng.random() < 0.15:
            mechanism.add_force(f"motor {name}", bo.Motor(name, "sin(5*t)"))
        if rng.random() < 0.1:
            mechanism.add_force(f"law {name}", bo.CustomJointForce(name, cubic))
    if rng.random() < 0.4 and mechanism.n > 1:
        mechanism, closed = with_loop(mechanism, rng)
    q, u = bo.models.random_state(mechanism, rng)
    if closed is None:
        return mechanism, q, u
    try:
        u = bo.kinematics.consistent_velocities(mechanism, closed, u, time=TIME)
    except bo.BoughError:
        return drawn(rng)
    return mechanism, closed, u


def asked(call, *state):
    try:
        return np.asarray(call(*state, TIME))
    except bo.BoughError as error:
        return type(error).__name__


def assert_same(found, expected, bound, what):
    if isinstance(found, str) or isinstance(expected, str):
        assert isinstance(found, str), f"{what}: numbers, but {expected}"
        assert found == expected, what
        return
    error, size = np.abs(found - expected).max(initial=0.0), np.abs(expected).max(initial=0.0)
    assert error <= bound * max(size, 1e-2), f"{what}: {error:.3g} of {size:.3g}"


def scaled_condition(mechanism, q):
    mass = bo.mass_matrix(mechanism, q, time=TIME)
    scale = np.sqrt(np.diag(mass))
    return np.linalg.cond(mass / np.outer(scale, scale)) if mechanism.n else 1.0


@pytest.mark.parametrize("group", range(GROUPS))
def test_entry_points_of_random_mechanisms(group, monkeypatch):
    for k in range(group * EACH, (group + 1) * EACH):
        rng = np.random.default_rng((SEED, k))
        mechanism, q, u = drawn(rng)
        where = f"BOUGH_SEED={SEED}, mechanism {k} ({bo.models.fingerprint(mechanism)[:8]})"
        bound = 1e4 * EPS * scaled_condition(mechanism, q) ** (2 if mechanism.loops else 1)
        if bound > 1e-6:  # (too little to compare)
            continue
        count = lane_width() + 1
        many = np.tile(q, (count, 1)), np.outer(np.linspace(1.0, 2.0, count), u)
        names = [str(name) for name in rng.choice(sorted(OF_STATES), ASKED, replace=False)]
        for name in ("forward_dynamics", *names):
            found = {}
            for code in ("auto", "shared"):
                with by(code, monkeypatch):
                    own = copy.copy(mechanism)
                    found[code] = asked(OF_STATES[name], own, q, u), asked(OF_STATES[name], own, *many)
            for one, other in zip(*found.values(), strict=True):
                assert_same(one, other, bound, f"{where}, {name}")
            if not isinstance(found["auto"][0], str):
                assert_same(found["auto"][1][0], found["auto"][0], bound, f"{where}, {name} of a batch")
        if k % 5 == 0:
            name, ends = str(rng.choice(MOTIONS)), []
            for code in ("auto", "shared"):
                with by(code, monkeypatch):
                    ends.append(asked(OF_ONE[name], copy.copy(mechanism), q, u))
            assert_same(*ends, 1e-6, f"{where}, {name}")
        if k % 10 == 0 and mechanism.n:
            how = {"times": (TIME, TIME + 0.02), "start": TIME, "q0": q, "u0": u, "on_failure": "return"}
            together = bo.simulate([copy.copy(mechanism) for _ in range(count)], **how)
            alone = bo.simulate(mechanism, **how)
            if alone.status == "completed":
                assert_same(together.q.values[-1], alone.q.values, 1e-7, f"{where}, variants")
