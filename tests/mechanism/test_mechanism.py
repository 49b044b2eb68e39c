"""Mechanisms at the border: names and orders, growth until first use, several roots."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bough as bo

LINK = bo.Inertia.rod(1.0, 1.0, radius=0.1, center=(0, 0, -0.5))
HINGE = bo.Revolute((0, 1, 0))


def rebuilt(mechanism, order):
    """The same mechanism with its bodies added in another order."""
    other = bo.Mechanism(mechanism.name, mechanism.gravity)
    for k in order:
        b = mechanism.bodies[k]
        other.add_body(b.name, b.parent, b.joint, b.at, b.rotation, b.inertia)
    return other


# --- names and orders -------------------------------------------------------------------------------------------


@pytest.mark.shared_kernels
@given(st.integers(0, 5), st.permutations(range(9)))
def test_bodies_in_any_order_give_the_same_physics(seed, order):
    one = bo.models.random_tree(9, seed=seed, roots=2)
    other = rebuilt(one, order)
    q, u = bo.models.random_state(one, seed)
    by_name = dict(zip(one.q_names, q, strict=True)), dict(zip(one.u_names, u, strict=True))
    q_other, u_other = other.coordinates(by_name[0]), other.velocities(by_name[1])
    u_dot = dict(zip(one.u_names, bo.forward_dynamics(one, q, u), strict=True))
    result = bo.forward_dynamics(other, q_other, u_other)
    assert result == pytest.approx([u_dot[name] for name in other.u_names], rel=1e-9, abs=1e-9)
    poses = dict(zip(one.body_names, bo.body_poses(one, q), strict=True))
    assert bo.body_poses(other, q_other) == pytest.approx(np.array([poses[name] for name in other.body_names]))


def test_names_follow_the_bodies():
    mechanism = bo.Mechanism()
    mechanism.add_body("hand", "arm", bo.Universal())
    mechanism.add_body("arm", "base", HINGE)
    mechanism.add_body("base", "ground", bo.Free())
    mechanism.add_body("tool", "hand", bo.Fixed())
    assert mechanism.body_names == ("hand", "arm", "base", "tool")
    assert mechanism.parents.tolist() == [1, 2, -1, 0]
    assert mechanism.q_names[:3] == ("hand.turn1", "hand.turn2", "arm")
    assert mechanism.q_names[3:] == tuple(f"base.{s}" for s in ("x", "y", "z", "qw", "qx", "qy", "qz"))
    assert mechanism.u_names[3:] == tuple(f"base.{s}" for s in ("vx", "vy", "vz", "wx", "wy", "wz"))
    assert (mechanism.n_q, mechanism.n) == (10, 9)
    q = mechanism.coordinates({"base.y": 2.0, "hand": (0.1, 0.2), "arm": 0.3})
    assert q.tolist() == [0.1, 0.2, 0.3, 0, 2, 0, 1, 0, 0, 0]
    assert mechanism.velocities({"base": range(6)}).tolist() == [0, 0, 0, 0, 1, 2, 3, 4, 5]


def arm_with_joint_names():
    arm = bo.Mechanism("arm")
    arm.add_body("upper", "ground", bo.Ball(), inertia=LINK, joint_name="shoulder")
    arm.add_body("lower", "upper", HINGE, at=(0, 0, -1), inertia=LINK, joint_name="elbow")
    return arm


def test_a_joint_with_a_name_gives_it_to_its_coordinates():
    arm = arm_with_joint_names()
    assert arm.q_names == ("shoulder.w", "shoulder.x", "shoulder.y", "shoulder.z", "elbow")
    assert arm.u_names == ("shoulder.wx", "shoulder.wy", "shoulder.wz", "elbow")
    by_joint = arm.coordinates({"shoulder": (0.6, 0.8, 0, 0), "elbow": 0.3})
    assert by_joint.tolist() == arm.coordinates({"upper": (0.6, 0.8, 0, 0), "lower": 0.3}).tolist()
    with pytest.raises(bo.errors.StateError, match="did you mean 'elbow'"):
        arm.coordinates({"elbw": 1.0})
    for name in ("elbow", "lower"):
        sprung = copy.copy(arm)
        sprung.add_force("spring", bo.JointSpring(name, 7.0))
        sprung.add_force("damper", bo.JointDamper("shoulder.wy", 2.0))
        q, u = sprung.coordinates({"elbow": 0.5}), sprung.velocities({"shoulder.wy": 3.0})
        tau = bo.inverse_dynamics(sprung, q, u, np.zeros(4)) - bo.inverse_dynamics(arm, q, u, np.zeros(4))
        assert tau == pytest.approx([0, 6.0, 0, 3.5], abs=1e-12)  # what it takes against damper and spring


def test_a_joint_that_cannot_move_has_no_coordinate():
    arm = arm_with_joint_names()
    arm.add_body("hand", "lower", bo.Fixed(), inertia=LINK, joint_name="weld")
    for name in ("hand", "weld"):
        with pytest.raises(bo.errors.StateError, match="joint of 'hand' is Fixed"):
            arm.coordinates({name: 1.0})


def test_a_force_is_replaced_in_its_place():
    arm = arm_with_joint_names()
    arm.add_force("spring", bo.JointSpring("elbow", 7.0))
    arm.add_force("damper", bo.JointDamper("elbow", 1.0))
    arm.replace_force("spring", bo.JointSpring("elbow", 9.0))
    assert list(arm.forces) == ["spring", "damper"]
    assert arm.forces["spring"].stiffness == 9.0
    with pytest.raises(bo.errors.MechanismError, match="did you mean 'spring'"):
        arm.replace_force("sprung", bo.JointSpring("elbow", 9.0))
    with pytest.raises(bo.errors.MechanismError, match="must be a force"):
        arm.replace_force("spring", 9.0)
    assert list(arm.forces) == ["spring", "damper"]
    bo.mass_matrix(arm, arm.coordinates())
    with pytest.raises(bo.errors.MechanismError, match="in a copy"):
        arm.replace_force("spring", bo.JointSpring("elbow", 8.0))
    assert arm.forces["spring"].stiffness == 9.0


@pytest.mark.parametrize(
    ("body", "joint", "culprit"),
    [
        ("elbow", None, "'elbow' has the name of the joint of 'lower'"),
        ("tool", "elbow", "joint 'elbow' of 'tool'"),
        ("tool", "upper", "joint 'upper' of 'tool'"),
        ("lower", "wrist", "already a body 'lower'"),
        ("tool", "shoulder.wx", "'shoulder.wx'"),
        ("shoulder.x", "wrist", "'shoulder.x'"),
        ("tool", "", "joint_name"),
        ("tool", "ground", "joint_name"),
    ],
)
def test_a_name_means_one_thing(body, joint, culprit):
    arm = arm_with_joint_names()
    with pytest.raises(bo.errors.MechanismError, match=culprit):
        arm.add_body(body, "lower", HINGE, joint_name=joint)


@pytest.mark.parametrize("first", ["slider", "slider.x"])
@pytest.mark.parametrize("other", [HINGE, bo.Translational(), bo.Fixed()])
def test_a_body_cannot_have_the_name_of_a_coordinate(first, other):
    joints = {"slider": bo.Translational(), "slider.x": other}
    second = next(name for name in joints if name != first)
    mechanism = bo.Mechanism()
    mechanism.add_body(first, joint=joints[first])
    with pytest.raises(bo.errors.MechanismError, match=r"'slider\.x' .* coordinate of body 'slider'; rename"):
        mechanism.add_body(second, joint=joints[second])


def test_nor_that_of_a_velocity():
    mechanism = bo.Mechanism()
    mechanism.add_body("base", joint=bo.Free())
    with pytest.raises(bo.errors.MechanismError, match="'base'"):
        mechanism.add_body("base.vx", joint=HINGE)
    # dots as such do no harm
    mechanism.add_body("base.arm", joint=HINGE)
    mechanism.add_body("base.", joint=HINGE)
    q = mechanism.coordinates({"base.arm": 0.1, "base.": 0.2, "base": [0, 0, 3, 1, 0, 0, 0]})
    assert q.tolist() == [0, 0, 3, 1, 0, 0, 0, 0.1, 0.2]


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ({"lik1": 0.1}, "'lik1' .* did you mean 'link1'"),
        ({"link1": (0.1, 0.2)}, "'link1' needs 4 numbers .*'link1.w'"),
        ({"link2": "fast"}, "'link2' must be numbers, not 'fast'"),
        ([0.1, 0.2], "by name"),
    ],
)
def test_bad_values_by_name(values, culprit):
    with pytest.raises(bo.errors.StateError, match=culprit):
        bo.pendulum(2).coordinates(values)


# --- several roots ----------------------------------------------------------------------------------------------


def test_mechanisms_side_by_side_do_not_feel_each_other():
    parts = [bo.models.random_tree(5, seed=k, joints=("revolute", "ball", "planar")) for k in (1, 2)]
    both = bo.Mechanism(gravity=parts[0].gravity)
    alone = []
    for k, part in enumerate(parts):
        own = bo.Mechanism(gravity=both.gravity)
        for b in part.bodies:
            parent = b.parent if b.parent == "ground" else f"{k}{b.parent}"
            for mechanism in (both, own):
                mechanism.add_body(f"{k}{b.name}", parent, b.joint, b.at, b.rotation, b.inertia)
        alone.append(own)
    states = [bo.models.random_state(own, k) for k, own in enumerate(alone)]
    q, u = (np.concatenate(x) for x in zip(*states, strict=True))
    expected = np.concatenate([bo.forward_dynamics(own, *state) for own, state in zip(alone, states, strict=True)])
    assert bo.forward_dynamics(both, q, u) == pytest.approx(expected, rel=1e-12)


# --- growth until first use -------------------------------------------------------------------------------------


def test_looking_does_not_freeze_and_is_never_stale():
    mechanism = bo.Mechanism("arm")
    for count in (1, 2, 3):
        mechanism.add_body(f"link{count}", "ground" if count == 1 else f"link{count - 1}", HINGE, inertia=LINK)
        assert repr(mechanism) == f"<Mechanism 'arm': {count} bodies, {count} degrees of freedom>"
        assert mechanism.n == mechanism.n_q == mechanism.topology.n == len(mechanism.coordinates()) == count
        assert mechanism.u_names == mechanism.q_names == mechanism.topology.names == mechanism.body_names
        assert mechanism.parents.tolist() == list(range(-1, count - 1))
        assert not mechanism.has_fixed_joints
    mechanism.add_body("tool", "link3", bo.Fixed(), inertia=LINK)
    assert mechanism.has_fixed_joints


def test_use_freezes():
    mechanism = bo.chain(2)
    mechanism.gravity = (0, 0, -1.62)  # not yet used
    assert bo.potential_energy(mechanism, [np.pi / 2, 0]) == pytest.approx(0.0, abs=1e-14)
    assert bo.potential_energy(mechanism, [0, 0]) == pytest.approx(-1.62 * 2)
    with pytest.raises(bo.errors.MechanismError, match=r"'chain of 2' has been used .* add 'late'"):
        mechanism.add_body("late", joint=HINGE)
    with pytest.raises(bo.errors.MechanismError, match=r"'chain of 2' has been used .* gravity"):
        mechanism.gravity = (0, 0, 0)
    with pytest.raises(ValueError, match="read-only"):
        mechanism.gravity[2] = 0
    with pytest.raises(ValueError, match="read-only"):
        mechanism.parents[0] = 1
    with pytest.raises(bo.errors.MechanismError, match="cannot change"):
        mechanism.body("link1").joint.axis = (1, 0, 0)
    assert len(mechanism) == 2


def test_a_mechanism_with_an_error_stays_open():
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("hand", "elbow", HINGE, inertia=LINK)
    with pytest.raises(bo.errors.MechanismError, match="'hand' hangs on no body 'elbow'"):
        bo.forward_dynamics(mechanism, [0.0], [0.0])
    mechanism.add_body("elbow", "ground", HINGE, inertia=LINK)
    assert bo.forward_dynamics(mechanism, [0.0, 0.0], [0.0, 0.0]) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_are_open_and_independent(duplicate):
    mechanism = bo.pendulum(3)
    state = bo.models.random_state(mechanism, 1)
    expected = bo.forward_dynamics(mechanism, *state)
    other = duplicate(mechanism)
    other.add_body("more", "link3", HINGE, (0, 0, -1), inertia=LINK)
    assert len(mechanism) == 3
    assert bo.forward_dynamics(mechanism, *state).tolist() == expected.tolist()
    assert len(bo.forward_dynamics(other, *bo.models.random_state(other, 1))) == mechanism.n + 1
    assert not duplicate(mechanism).is_frozen


@pytest.mark.parametrize(
    "compute",
    [
        bo.Mechanism.freeze,
        bo.choose,
        lambda m: bo.dynamics.matrices(m, m.neutral()),
        lambda m: bo.forward_dynamics(m, m.neutral(), np.zeros(m.n)),
        lambda m: bo.simulate(m, 0.01, progress=False),
    ],
)
def test_a_mechanism_freezes_when_told_to_and_when_something_is_computed(compute):
    mechanism = bo.chain(2)
    assert not mechanism.is_frozen
    compute(mechanism)
    assert mechanism.is_frozen
    with pytest.raises(bo.errors.MechanismError, match=r"can no longer change; add 'more' .*, or in a copy"):
        mechanism.add_body("more", "link2", HINGE)
    with pytest.raises(bo.errors.MechanismError, match="can no longer change"):
        mechanism.gravity = (0, 0, 0)
    with pytest.raises(bo.errors.MechanismError, match="can no longer change"):
        mechanism.add_force("motor", bo.Motor("link1", 1.0))


def test_times_that_are_covered_freeze_a_mechanism_that_follows_them():
    mechanism = bo.chain(2)
    mechanism.cover(0.0, 1.0)
    assert not mechanism.is_frozen  # nothing follows the time
    mechanism.add_force("motor", bo.Motor("link1", math.sin))
    mechanism.cover(0.0, 1.0)
    assert mechanism.is_frozen


def test_what_is_not_complete_does_not_freeze():
    mechanism = bo.Mechanism()
    mechanism.add_body("hand", "elbow", HINGE, inertia=LINK)
    with pytest.raises(bo.errors.MechanismError, match="'hand' hangs on no body 'elbow'"):
        mechanism.freeze()
    assert not mechanism.is_frozen
    mechanism.add_body("elbow", "ground", HINGE, inertia=LINK)
    mechanism.freeze()
