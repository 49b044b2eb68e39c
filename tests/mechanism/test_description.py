"""Mechanisms as plain data: the way there and back is exact, and nothing but a description gets back."""

import json
import subprocess
import sys
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.mechanism import joints as catalogue
from bough.mechanism.checks import rotation_matrix, unit_axis

A, B, C = np.array((2.0, -1.0, 2.0)) / 3, np.array((0.6, 0.0, -0.8)), np.array((-2.0, 6.0, 3.0)) / 7
JOINTS = [kind.drawn(np.random.default_rng(kind.code)) for kind in catalogue.KINDS if kind.drawn]
JOINTS.append(bo.Driven(bo.Helical(C, 0.2), bo.Table((0.0, 1.0, 2.5), (0.1, 0.2, -0.1), "cubic")))


def every_joint():
    """A mechanism with each joint of the catalogue, turned, off centre, described in an order of its own."""
    mechanism = bo.Mechanism("every joint, öffentlich", gravity=(0.1, -0.2, -9.0))
    rng = np.random.default_rng(3)
    for k, joint in enumerate(JOINTS):
        turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        turn *= np.linalg.det(turn)
        # ten digits, as a person would write it
        inertia = bo.Inertia(rng.uniform(1, 2), rng.standard_normal(3), rng.uniform(0.9, 1.0, 3))
        mechanism.add_body(
            f"body {k}", f"body {k + 1}" if k + 1 < len(JOINTS) else "ground", joint, rng.standard_normal(3),
            turn.round(10), inertia, armature=rng.uniform(0.0, 1.0, len(joint.u_names)) if k % 2 else 0.0,
        )  # fmt: skip
    return mechanism


def with_loops():
    """The same with a loop for each joint that can close one, between bodies and with the ground."""
    mechanism = every_joint()
    rng = np.random.default_rng(4)
    closing = [joint for joint in JOINTS if not isinstance(joint, bo.Free | bo.Driven)]
    for k, joint in enumerate(closing):
        turn, other_turn = (np.linalg.qr(rng.standard_normal((3, 3)))[0] for _ in range(2))
        ends = ("ground", "body 0") if k % 2 else ("body 1", f"body {k + 3}" if k + 3 < len(JOINTS) else "ground")
        mechanism.add_loop(
            f"loop {k}", *ends, joint, rng.standard_normal(3), (turn * np.linalg.det(turn)).round(10),
            rng.standard_normal(3), other_turn * np.linalg.det(other_turn), "joint" if k % 2 or k % 3 else "body",
        )  # fmt: skip
    return mechanism


def through_json(mechanism):
    return json.loads(json.dumps(bo.models.to_dict(mechanism), allow_nan=False))


def test_every_joint_is_here():
    own = {"CustomJoint", "CustomConstraint"}  # a function cannot be rebuilt (test_own_joints.py)
    assert {type(joint).__name__ for joint in JOINTS} == set(catalogue.__all__) - {"Joint"} - own


@pytest.mark.parametrize(
    "mechanism", [every_joint(), with_loops(), bo.models.random_tree(60, seed=2), bo.Mechanism("empty")], ids=str
)
def test_there_and_back(mechanism):
    again = bo.models.from_dict(through_json(mechanism))
    assert (again.name, again.body_names, again.q_names) == (mechanism.name, mechanism.body_names, mechanism.q_names)
    assert again.gravity.tolist() == mechanism.gravity.tolist()
    for one, other in zip(again.bodies, mechanism.bodies, strict=True):
        assert (one.name, one.parent, one.joint, one.inertia) == (other.name, other.parent, other.joint, other.inertia)
        assert one.armature == other.armature
        assert np.array_equal(one.at, other.at)
        assert np.array_equal(one.rotation, other.rotation)
    assert list(again.loops) == list(mechanism.loops)
    for name, one in again.loops.items():
        other = mechanism.loops[name]
        for key in ("name", "body", "other", "joint", "cut"):
            assert getattr(one, key) == getattr(other, key)
        for key in ("at", "rotation", "other_at", "other_rotation"):
            assert getattr(one, key).tobytes() == getattr(other, key).tobytes()
    assert bo.models.to_dict(again) == bo.models.to_dict(mechanism)
    assert bo.models.fingerprint(again) == bo.models.fingerprint(mechanism)


def test_loops_are_written_only_where_they_are():
    """What was described before there were any keeps its fingerprint."""
    bare = bo.models.to_dict(every_joint())
    assert "loops" not in bare
    described = bo.models.to_dict(with_loops())
    assert list(described.pop("loops")) == list(with_loops().loops)
    assert described == bare
    assert (
        bo.models.fingerprint(bo.models.from_dict({**bare, "loops": {}}))
        == bo.models.fingerprint(every_joint())
        != bo.models.fingerprint(with_loops())
    )


def test_armature_is_written_only_where_it_is():
    """What was described before there was any keeps its fingerprint, and can be read."""
    written = [entry for entry in bo.models.to_dict(every_joint())["bodies"] if "armature" in entry]
    assert [entry["name"] for entry in written] == [body.name for body in every_joint().bodies if body.armature]
    chain = bo.chain(1)
    chain.add_body("tip", "link1", bo.Universal(), armature=(0.0, 0))
    assert not any("armature" in entry for entry in bo.models.to_dict(chain)["bodies"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("body", "body 2"),
        ("other", "body 7"),
        ("joint", {"type": "Ball"}),
        ("at", [0.0, 0.0, 1e-300]),
        ("rotation", np.eye(3).tolist()),
        ("other_at", [0.0, 0.0, 0.0]),
        ("other_rotation", np.eye(3).tolist()),
        ("cut", "joint"),
    ],
)
def test_a_digest_tells_loops_apart(key, value):
    description = through_json(with_loops())
    assert description["loops"]["loop 0"][key] != value
    description["loops"]["loop 0"][key] = value
    changed = bo.models.from_dict(description)
    assert bo.models.fingerprint(changed) != bo.models.fingerprint(with_loops())
    assert through_json(changed) == description


@given(st.lists(st.floats(-1, 1), min_size=9, max_size=9))
def test_checks_leave_alone_what_they_gave(numbers):
    """Once normalised, always the same: or a mechanism would change with each journey."""
    matrix = np.reshape(numbers, (3, 3)) + 2 * np.eye(3)
    u, _, v = np.linalg.svd(matrix)
    rotation = rotation_matrix((u @ v * np.linalg.det(u @ v)).round(8), "test")
    assert np.array_equal(rotation_matrix(rotation, "test"), rotation)
    axis = unit_axis(matrix[0] / np.linalg.norm(matrix[0]) * (1 + 1e-8), "test")
    assert unit_axis(axis, "test") == axis


def test_a_digest_tells_mechanisms_apart():
    changes = [
        lambda d: d.update(name="other"),
        lambda d: d["gravity"].__setitem__(1, 1e-300),
        lambda d: d["bodies"][3]["joint"].update(pitch=0.3 + 1e-16),
        lambda d: d["bodies"][2]["at"].__setitem__(0, 0.0),
        lambda d: d["bodies"][0]["inertia"].update(mass=1.0),
        lambda d: d["bodies"][4].update(armature=[0.0, 1e-300]),
        lambda d: d["bodies"].append({**d["bodies"][0], "name": "more"}),
    ]
    digests = {bo.models.fingerprint(every_joint())}
    for change in changes:
        description = through_json(every_joint())
        change(description)
        digests.add(bo.models.fingerprint(bo.models.from_dict(description)))
    assert len(digests) == 1 + len(changes)


def test_a_digest_is_the_same_in_another_process():
    code = "import bough as bo; print(bo.models.fingerprint(bo.models.random_tree(7, seed=1)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == bo.models.fingerprint(bo.models.random_tree(7, seed=1))


class Knob(bo.Joint):
    """A joint of nobody's catalogue that holds a function."""

    code, q_names, u_names = 200, (), ()
    q_units = u_units = ()

    def __init__(self, law, limit=1.0):
        self.law, self.limit = law, limit


def test_functions_go_by_their_name_and_do_not_come_back():
    mechanism = bo.Mechanism()
    mechanism.add_body("body", "ground", Knob(np.sin, np.float64(2.0)))
    description = bo.models.to_dict(mechanism)
    assert description["bodies"][0]["joint"] == {"type": "Knob", "law": {"function": "numpy.sin"}, "limit": 2.0}
    with pytest.raises(bo.errors.MechanismError, match=r"'body'.*unknown type 'Knob'"):
        bo.models.from_dict(description)
    description["bodies"][0]["joint"] = {"type": "Revolute", "axis": {"function": "os.system"}}
    with pytest.raises(bo.errors.MechanismError, match=r"'body'.*axis.*'os.system'"):
        bo.models.from_dict(description)
    unfit = bo.Mechanism()
    unfit.add_body("body", "ground", Knob(np.sin, float("inf")))
    with pytest.raises(bo.errors.MechanismError, match=r"'body'.*inf"):
        bo.models.to_dict(unfit)


@pytest.mark.parametrize(
    ("change", "culprits"),
    [
        (lambda d: d.update(format="bough mechanism 99"), ("99",)),
        (lambda d: d.update(gravty=1), ("'gravty'", "'gravity'")),
        (lambda d: d.pop("gravity"), ("'gravity'",)),
        (lambda d: d.update(bodies={}), ("bodies", "list")),
        (lambda d: d["bodies"][1].update(name=7), ("body 1", "name", "7")),
        (lambda d: d["bodies"][1].update(at=[0, 0, 10**400]), ("'link2'", "at")),
        (lambda d: d["bodies"][1].update(at=[0, "0", 0]), ("'link2'", "at")),
        (lambda d: d["bodies"][1].update(at=[0, True, 0]), ("'link2'", "at")),
        (lambda d: d["bodies"][1].update(rotation=[[2, 0, 0], [0, 1, 0], [0, 0, 1]]), ("'link2'", "rotation")),
        (lambda d: d["bodies"][1].update(parent="link3"), ("'link2'", "did you mean 'link2'?")),
        (lambda d: d["bodies"][0].update(parent="link2"), ("cycle",)),
        (lambda d: d["bodies"][1]["inertia"].update(mass=-1), ("'link2'", "mass")),
        (lambda d: d["bodies"][1]["inertia"].update(density=1), ("'link2'", "'density'")),
        (lambda d: d["bodies"][1].update(armature=[1.0, 2.0]), ("'link2'", "armature", "[1.0, 2.0]")),
        (lambda d: d["bodies"][1].update(armature="1"), ("'link2'", "armature")),
        (lambda d: d["bodies"][1].update(joint={"type": "Revolut"}), ("'link2'", "'Revolut'", "'Revolute'")),
        (lambda d: d["bodies"][1].update(joint={"type": "Joint"}), ("'link2'", "'Joint'")),
        (lambda d: d["bodies"][1].update(joint={"type": ["Ball"]}), ("'link2'", "type")),
        (lambda d: d["bodies"][1].update(joint={"axis": [0, 0, 1]}), ("'link2'", "type")),
        (lambda d: d["bodies"][1].update(joint={"type": "Ball", "axis": [0, 0, 1]}), ("'link2'", "'axis'")),
        (lambda d: d["bodies"][1].update(joint={"type": "Revolute", "axis": [0, 0, 2]}), ("'link2'", "axis", "length")),
        (lambda d: d["bodies"][1].update(joint={"type": "Helical", "pitch": {"type": "Ball"}}), ("'link2'", "pitch")),
    ],
)  # fmt: skip
def test_what_is_no_description_is_refused(change, culprits):
    description = through_json(bo.chain(2))
    change(description)
    with pytest.raises(bo.errors.MechanismError) as caught:
        bo.models.from_dict(description)
    message = str(caught.value)
    assert all(culprit in message for culprit in culprits), message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("change", "culprits"),
    [
        (lambda d: d.update(loops=[]), ("loops", "mapping")),
        (lambda d: d["loops"].update({"": d["loops"]["tie"]}), ("loop", "non-empty")),
        (lambda d: d["loops"].update(link1=d["loops"]["tie"]), ("loop 'link1'", "body 'link1'")),
        (lambda d: d["loops"].update(tie=3), ("loop 'tie'", "mapping")),
        (lambda d: d["loops"]["tie"].update(bdy=1), ("loop 'tie'", "'bdy'", "'body'")),
        (lambda d: d["loops"]["tie"].update(name="tie"), ("loop 'tie'", "'name'")),
        (lambda d: d["loops"]["tie"].pop("other_at"), ("loop 'tie'", "'other_at'")),
        (lambda d: d["loops"]["tie"].pop("cut"), ("loop 'tie'", "'cut'")),
        (lambda d: d["loops"]["tie"].update(body="link3"), ("loop 'tie'", "'link3'", "did you mean")),
        (lambda d: d["loops"]["tie"].update(body=["link2"]), ("loop 'tie'", "body")),
        (lambda d: d["loops"]["tie"].update(other="link2"), ("loop 'tie'", "itself")),
        (lambda d: d["loops"]["tie"].update(joint={"type": "Revolut"}), ("loop 'tie'", "'Revolute'")),
        (lambda d: d["loops"]["tie"].update(joint={"type": "Table", "times": [0, 1], "values": [0, 1]}), ("loop 'tie'", "needs a joint")),
        (lambda d: d["loops"]["tie"].update(joint={"type": "Free"}), ("loop 'tie'", "forbids nothing")),
        (lambda d: d["loops"]["tie"].update(at=[0, "0", 0]), ("loop 'tie'", "at")),
        (lambda d: d["loops"]["tie"].update(other_rotation=[[2, 0, 0], [0, 1, 0], [0, 0, 1]]), ("loop 'tie'", "other_rotation")),
        (lambda d: d["loops"]["tie"].update(rotation=None), ("loop 'tie'", "rotation")),
        (lambda d: d["loops"]["tie"].update(cut=["joint"]), ("loop 'tie'", "cut")),
    ],
)  # fmt: skip
def test_what_is_no_description_of_a_loop_is_refused(change, culprits):
    mechanism = bo.chain(2)
    mechanism.add_loop("tie", "link2", "ground", bo.Ball())
    description = through_json(mechanism)
    change(description)
    with pytest.raises(bo.errors.MechanismError) as caught:
        bo.models.from_dict(description)
    message = str(caught.value)
    assert all(culprit in message for culprit in culprits), message
    assert "\n" not in message


@pytest.mark.parametrize(
    "change",
    [
        {"c": [[1.0]], "x": [2.0, 1.0, 0.0]},
        {"c": [1.0], "x": [0.0, 1.0]},
        {"c": [], "x": []},
        {"c": [[1.0], [2.0, 3.0]], "x": [0.0, 1.0]},
        {"c": [[1.0]], "x": [-1e308, 1e308]},
        {"c": [[1.0]], "x": [0.0, 1.0], "extrapolate": "round"},
        {"c": [[1.0]] * 14, "x": [0.0, 1.0]},
        {"type": "BSpline", "t": [1.0, 2.0], "c": [[]], "k": 0.0},
        {"type": "BSpline", "t": [0.0, 1.0], "c": [1.0], "k": 0.5},
        {"type": "BSpline", "t": [0.0, 1.0], "c": [1.0], "k": 10**6},
        {"type": "BSpline", "t": [1.0, 0.0], "c": [1.0], "k": 0},
    ],
    ids=str,
)
def test_what_is_no_spline_is_refused(change):
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", 1.0))
    description = through_json(mechanism)
    description["forces"]["motor"]["force"] = {"type": "PPoly", **change}
    with pytest.raises(bo.errors.MechanismError, match=r"^[^\n]*'motor'[^\n]*$"):
        bo.models.from_dict(description)


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "axis", "name"]), inner),
    max_leaves=8,
)


@given(st.lists(st.sampled_from(range(100)), min_size=1, max_size=6), anything)
def test_anything_anywhere_is_refused_or_rebuilt(way, planted):
    """Whatever stands at whatever place of a description, the answer is a mechanism or one of our errors."""
    closed = bo.chain(2, bo.Gimbal())
    closed.add_loop("tie", "link2", "ground", bo.Universal())
    description = through_json(closed)
    place = description
    for step in way:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = keys[step % len(keys)]
        parent, place = place, place[key]
        if not isinstance(place, dict | list) or not place:
            break
    parent[key] = planted
    with suppress(bo.errors.MechanismError):
        mechanism = bo.models.from_dict(description)
        assert bo.models.fingerprint(bo.models.from_dict(through_json(mechanism))) == bo.models.fingerprint(mechanism)


def test_nesting_without_end_is_refused():
    deep = 0
    for _ in range(3000):
        deep = [deep]
    description = through_json(bo.chain(1))
    for place, key in ((description["bodies"][0], "at"), (description["bodies"][0]["joint"], "axis")):
        broken = place[key]
        place[key] = deep
        with pytest.raises(bo.errors.MechanismError, match="link1"):
            bo.models.from_dict(description)
        place[key] = broken


def test_what_belongs_to_its_use_is_described_but_changes_no_digest():
    made = every_joint()
    plain = bo.models.fingerprint(made)
    made.add_body(
        "sign",
        "body 0",
        bo.Fixed(),
        joint_name="nail",
        visuals=[bo.Visual("mesh", file="sign.stl", color=(1, 0, 0, 1))],
    )
    bare = every_joint()
    bare.add_body("sign", "body 0", bo.Fixed(), joint_name="nail")
    made.about, made.q0, made.u0 = "for tests", {"body 1": 0.5, "body 9": (1, 0, 0, 0)}, {"body 1": -1.0}
    made.settings = {"duration": 3.0, "integrator": "rk4", "step": 0.01}
    back = bo.models.from_dict(json.loads(json.dumps(bo.models.to_dict(made))))
    assert bo.models.to_dict(back) == bo.models.to_dict(made)
    assert (back.about, back.settings, back.u0) == (made.about, made.settings, made.u0)
    assert back.bodies[-1].visuals == made.bodies[-1].visuals
    assert back.bodies[-1].joint_name == "nail"
    assert bo.models.fingerprint(back) == bo.models.fingerprint(made) == bo.models.fingerprint(bare) != plain
