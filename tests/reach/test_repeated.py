"""What searches keep with a mechanism changes no result: repeated calls give what a fresh mechanism gives, to the bit."""

import numpy as np
import pytest
from helpers.machine import pole

import bough as bo
from bough.reach.scope import KEPT

ROD = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))


def arm():
    """Six hinges, some with stops."""
    machine = bo.Mechanism("arm")
    for k, axis in enumerate("zyyxyx"):
        machine.add_body(f"b{k}", f"b{k - 1}" if k else "ground", bo.Revolute(axis), at=(0.25, 0, 0.1), inertia=ROD)
    for k in (1, 4):
        machine.add_force(f"stop{k}", bo.JointLimit(f"b{k}", -0.8, 0.9, stiffness=100.0, softness=0.01))
    return machine


def bars(joint):
    """A four-bar linkage that carries an arm; its crank may be driven."""
    machine, hinge = bo.Mechanism("bars"), bo.Revolute("y")
    for name, parent, at, own in (
        ("crank", "ground", 0.0, joint),
        ("coupler", "crank", 0.2, hinge),
        ("rocker", "ground", 0.5, hinge),
        ("arm", "coupler", 0.25, hinge),
        ("tip", "arm", 0.25, hinge),
    ):
        machine.add_body(name, parent, own, at=(at, 0, 0), inertia=ROD)
    machine.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    return machine


def driven():
    """A table that moves with time carries two hinges."""
    machine = bo.Mechanism("table")
    machine.add_body("table", joint=bo.Driven(bo.Prismatic("x"), "0.5*t"), inertia=ROD)
    machine.add_body("upper", "table", bo.Revolute("z"), inertia=ROD)
    machine.add_body("tip", "upper", bo.Revolute("z"), at=(0.4, 0, 0), inertia=ROD)
    return machine


def asked_of_arm(rng):
    place = (0.9, *rng.uniform(-0.3, 0.3, 2))
    near = rng.uniform(-0.5, 0.5, 6)
    yield {"targets": {"b5": place}, "q": near}
    yield {"targets": {"b5(0.1, 0, 0)": (*place[:2], None)}, "q": near, "hold": ["b0"]}
    yield {"targets": {"b5.z": 0.5, "b1": 0.2}, "q": near, "limits": {"b2": (-0.6, 0.6)}}
    yield {"targets": {"b5": place}, "q": near, "limits": {"b2": [-0.1, 0.1]}, "weights": {"b3": 3.0}}
    yield {"targets": {"b5": place}, "limits": False, "weights": {"b3": 2}}
    yield {"targets": bo.Target("b5", place, axis="x", along="z"), "q": near}
    yield {"targets": {"b5": (5.0, 0, 0)}, "q": near, "restarts": 4}  # out of reach
    yield {"targets": {"b5": place}, "limits": {"b2": (1, 0)}}  # refused


def asked_of_pole(rng):
    place = tuple(rng.uniform(-1, 1, 3))
    yield {"targets": {"tip": place, "base.z": 0.3}}
    yield {"targets": bo.Target("tip", place, rotation={"rpy": place}), "hold": ["pole"]}
    yield {"targets": bo.Target("tip", place, axis="x", along=place), "weights": {"base": 4.0}}


def asked_of_bars(rng):
    start = {"crank": -1.0, "rocker": -1.5, "tip": 0.3}
    place = (0.4 + rng.uniform(-0.1, 0.1), None, 0.3)
    yield {"targets": {"tip": place}, "q": start}
    yield {"targets": {"tip": place}, "q": start, "hold": ["crank"]}
    yield {"targets": {"tip": (5.0, None, 0.0)}, "q": start, "restarts": 4}


def asked_of_table(rng):
    for time in rng.uniform(0.0, 5.0, 2):
        place = (0.5 * time + 0.5, rng.uniform(-0.2, 0.2), 0)
        yield {"targets": {"tip(0.3, 0, 0)": place}, "q": {"tip": 1.0}, "time": time}
    yield {"targets": {"tip": (0.4, 0.1, None)}, "q": {"tip": 1.0}, "time": 0.1, "hold": ["tip"]}


def asked_of_driven_bars(rng):
    near = (1.0, 1.7, 0.2, 0.1)  # (a vector: the drive is not followed there)
    yield {"targets": {"tip": (0.4, None, 0.3)}, "q": near, "time": float(rng.uniform(0.1, 1.0)), "restarts": 4}


def answer(machine, asked):
    """All of a result, or the error."""
    asked = dict(asked)
    try:
        found = bo.reach(machine, asked.pop("targets"), **asked)
    except bo.errors.UnreachedError as error:
        return str(error), error.result.q.tobytes(), error.result.passes
    except bo.errors.StateError as error:
        return str(error)
    return str(found), found.q.tobytes(), found.passes, found.limits.tolist(), repr(found.errors)


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        (arm, asked_of_arm),
        (pole, asked_of_pole),
        (lambda: bars(bo.Revolute("y")), asked_of_bars),
        (driven, asked_of_table),
        (lambda: bars(bo.Driven(bo.Revolute("y"), "0.5*t")), asked_of_driven_bars),
    ],
    ids=["stops", "quaternions", "loop", "driven", "driven loop"],
)
def test_repeated_calls_give_what_a_fresh_mechanism_gives(made, asked):
    kept, rng = made(), np.random.default_rng(3)
    calls = [one for _ in range(3) for one in asked(rng)]
    answers = [answer(kept, one) for one in calls]
    assert answers == [answer(made(), one) for one in calls]
    assert answers == [answer(kept, one) for one in calls]


def test_a_batch_in_between_and_other_options_change_nothing():
    machine = arm()
    target = {"b5": bo.body_poses(machine, np.full(6, 0.2))[-1, :3, 3]}
    start = {"b0": 0.25}
    first = bo.reach(machine, target, start, hold=("b0",)).q
    bo.reach(machine, {"b5": np.tile(target["b5"], (20, 1))}, limits=False)
    np.testing.assert_array_equal(bo.reach(machine, target, start, hold="b0").q, first)


def test_ever_other_limits_are_not_kept_for_ever():
    machine = arm()
    place = bo.body_poses(machine, np.full(6, 0.1))[-1, :3, 3]
    for k in range(KEPT + 5):
        found = bo.reach(machine, {"b5": place}, limits={"b0": (-0.5, 0.1 + 1e-3 * k)})
        assert found["b0"] <= 0.1 + 1e-3 * k
    assert len(machine.prepared.scopes) <= KEPT


def test_joints_start_at_their_limits_and_leave_them():
    """As fingers of a closed gripper do: one limit of the start is exact, and steps go either way."""
    machine = arm()
    start = {"b1": 0.9, "b4": -0.8}
    goal = bo.body_poses(machine, machine.coordinates({"b1": 0.7, "b4": -0.8, "b2": 0.1}))[-1, :3, 3]
    found = bo.reach(machine, {"b5": goal}, start)
    assert found.reached
    assert found["b1"] <= 0.9
    assert found["b4"] >= -0.8
