"""What is saved is loaded to the last bit, whatever it is called and whatever it holds; and what cannot be saved is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.machine import FORCES as EXAMPLES
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline, make_interp_spline

import bough as bo
from bough.formats.findings import Findings
from bough.formats.toml.reading import read_toml
from bough.formats.toml.writing import toml_text
from bough.mechanism import forces as forces_there_are
from bough.mechanism.description import as_text
from bough.mechanism.expressions import Expression
from bough.mechanism.forces.base import JointForce

A, B, C = np.array((2.0, -1.0, 2.0)) / 3, np.array((0.6, 0.0, -0.8)), np.array((-2.0, 6.0, 3.0)) / 7
Y, LEFT = (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)


def loaded(text):
    return read_toml(text.encode(), Findings("test.toml"))


def assert_same(mechanism):
    """There and back, to the last bit and in the same order; and a second time to the same text."""
    text = toml_text(mechanism)
    again = loaded(text)
    assert as_text(bo.models.to_dict(again)) == as_text(bo.models.to_dict(mechanism))
    assert toml_text(again) == text


# --- any mechanism ----------------------------------------------------------------------------------------------------

numbers = st.floats(-1e3, 1e3) | st.floats(allow_nan=False, allow_infinity=False, width=32).map(lambda x: x / 1e30)
positive = st.floats(1e-3, 1e3)
vectors = st.tuples(numbers, numbers, numbers)
names = st.text(min_size=1, max_size=6) | st.sampled_from(
    ["arm", "a.b", "0", '"', "'", "a\nb", "\x7f\x00", "x y", "é", "[a]"]
)
axes = st.sampled_from([(1.0, 0.0, 0.0), Y, (0.0, 0.0, 1.0), LEFT, (0.0, -0.0, -1.0), tuple(A), tuple(B), tuple(C)])
expressions = st.sampled_from(["2*sin(3*t)", "t if t < 2 else 2", "smooth(t, 0, 1)\n*3", "pi/4"])


@st.composite
def rotations(draw):
    turn = np.linalg.qr(np.reshape(draw(st.lists(st.floats(-1, 1), min_size=9, max_size=9)), (3, 3)) + 2 * np.eye(3))[0]
    return turn * np.linalg.det(turn)


@st.composite
def tables(draw, columns=0):
    times = np.array(sorted(draw(st.sets(st.integers(-50, 50), min_size=1, max_size=30)))) / 7
    values = [draw(st.tuples(*[numbers] * columns) if columns else numbers) for _ in times]
    return bo.Table(times, values, draw(st.sampled_from(["linear", "cubic", "smooth", "step"])))


signals = numbers | st.integers(-5, 5) | expressions | tables() | expressions.map(Expression)
hinges = st.one_of(st.builds(bo.Revolute, axes), st.builds(bo.Prismatic, axes), st.builds(bo.Helical, axes, numbers))
joints = st.one_of(
    hinges,
    st.sampled_from([bo.Fixed(), bo.Translational(), bo.Ball(), bo.Free(), bo.Gimbal(), bo.BallInCylinder(A), bo.Gimbal((A, B, C)), bo.Gimbal((A, Y, LEFT)), bo.BallOnPlane(A), bo.EdgeOnPlane(), bo.TelescopicUniversal(A)]),
    st.builds(bo.Cylindrical, axes),
    st.builds(bo.Planar, axes),
    st.sampled_from([bo.Universal(), bo.Universal(A, Y), bo.Universal(A, B)]),
    st.builds(bo.Driven, hinges, signals),
    st.builds(bo.Driven, st.builds(bo.Planar, axes), st.tuples(signals, signals, signals)),
    st.builds(bo.Driven, st.just(bo.Free()), st.tuples(*[signals] * 6)),
    st.just(bo.Driven(bo.Ball(), bo.Table((0, 1, 2), ((1, 0, 0, 0), (0.8, 0.6, 0, 0), (0.6, 0.8, 0, 0)), "cubic"))),
)  # fmt: skip
inertias = st.one_of(
    st.none(),
    st.builds(bo.Inertia, positive, vectors, st.tuples(*[st.floats(1.0, 1.5)] * 3)),
    st.builds(bo.Inertia, st.just(0.0), vectors),
    st.builds(bo.Inertia, positive),
    st.builds(bo.Inertia, st.sampled_from([0.0, 1.0]), vectors, st.sampled_from([None, (1, -2, 30)]), st.just(False)),
    st.builds(lambda turn, mass: bo.Inertia.box((1, 2, 3), mass).moved(turn, A), rotations(), positive),
)
visuals = st.one_of(
    st.builds(bo.Visual, st.just("box"), st.tuples(*[positive] * 3), at=vectors, rotation=st.none() | rotations()),
    st.builds(bo.Visual, st.sampled_from(["cylinder", "capsule"]), st.tuples(positive, positive), color=st.none() | st.tuples(*[st.floats(0, 1)] * 4)),
    st.builds(bo.Visual, st.just("sphere"), st.tuples(positive)),
    st.builds(bo.Visual, st.just("mesh"), vectors, file=names),
)  # fmt: skip
FORCES_OF_A_JOINT = {
    "JointSpring": lambda j, draw: bo.JointSpring(j, draw(numbers), draw(numbers)),
    "JointDamper": lambda j, draw: bo.JointDamper(j, draw(positive)),
    "JointFriction": lambda j, draw: bo.JointFriction(j, draw(positive), draw(positive)),
    "JointLimit": lambda j, draw: bo.JointLimit(j, draw(st.none() | st.just(-0.0)), draw(positive), stiffness=draw(positive), softness=draw(positive)),
    "Motor": lambda j, draw: bo.Motor(j, draw(signals)),
    "Servo": lambda j, draw: bo.Servo(j, draw(signals), draw(positive), draw(positive), *draw(st.sampled_from([(), (2.5,), (-1.0, -7.0)]))),
}  # fmt: skip
FORCES_OF_BODIES = {
    "SpringDamper": lambda a, b, draw: bo.SpringDamper(a, b, draw(vectors), stiffness=draw(numbers), rest=draw(positive)),
    "Bushing": lambda a, b, draw: bo.Bushing(a, b, stiffness=(1, 2, 3, 4, 5, 6), rotation=draw(st.none() | rotations()), other_rotation=draw(st.none() | rotations())),
    "Wrench": lambda a, b, draw: bo.Wrench(a, draw(st.tuples(signals, signals, signals) | tables(3)), at=draw(vectors), frame=draw(st.sampled_from(["ground", "body"]))),
}  # fmt: skip
# others as they are tried elsewhere, on other joints and bodies
for force in EXAMPLES.values():
    kind, is_law = type(force).__name__, hasattr(force, "function")
    if isinstance(force, JointForce) and not is_law:
        FORCES_OF_A_JOINT.setdefault(kind, lambda j, draw, force=force: replace(force, joint=j))
    elif not is_law:
        FORCES_OF_BODIES.setdefault(kind, lambda a, b, draw, force=force: replace(force, body=a))
SETTINGS = {
    "duration": 18, "every": 0.1, "formulation": "aba", "integrator": "rk4", "step": 1e-3, "rtol": 1e-6, "max_step": 2.0,
}  # fmt: skip


def test_all_forces_that_a_file_can_hold_are_here():
    assert {*FORCES_OF_A_JOINT, *FORCES_OF_BODIES} == set(forces_there_are.__all__) - {
        "Force",
        "CustomJointForce",
        "CustomBodyForce",
    }


@st.composite
def mechanisms(draw):
    mechanism = bo.Mechanism(draw(names), draw(vectors), about=draw(names | st.just('two\nlines\\ and """quotes""""')))
    for _ in range(draw(st.integers(0, 4))):
        parent = draw(st.sampled_from(["ground", *mechanism.body_names]))
        name, joint_name, joint = draw(names), draw(st.none() | names), draw(joints)
        armature = draw(st.tuples(*[st.floats(0, 1)] * len(joint.u_names)) | st.just(0.5 if joint.u_names else 0.0))
        try:
            mechanism.add_body(
                name, parent, joint, draw(vectors), draw(st.none() | rotations()), draw(inertias), joint_name,
                draw(st.lists(visuals, max_size=2)), armature,
            )  # fmt: skip
        except bo.errors.MechanismError:
            assume(False)  # names that clash
    for _ in range(draw(st.integers(0, 2)) if len(mechanism) else 0):
        body, other = draw(st.permutations([*mechanism.body_names, "ground"]))[:2]
        joint = draw(joints.filter(lambda joint: not isinstance(joint, bo.Free | bo.Driven)))
        cut = "joint" if body == "ground" else draw(st.sampled_from(["joint", "body"]))
        placed = (draw(vectors), draw(st.none() | rotations()), draw(vectors), draw(st.none() | rotations()))
        try:
            mechanism.add_loop(draw(names), body, other, joint, *placed, cut)
            mechanism.topology  # noqa: B018
        except bo.errors.MechanismError:
            assume(False)  # names that clash, or bodies that are fixed to each other
    single = [b.joint_name for b in mechanism.bodies if len(b.joint.u_names) == 1 and not b.joint.has_quaternion]
    for name in draw(st.sets(names, max_size=3)):
        if single and draw(st.booleans()):
            make = draw(st.sampled_from(list(FORCES_OF_A_JOINT.values())))
            mechanism.add_force(name, make(draw(st.sampled_from(single)), draw))
        elif len(mechanism):
            one, other = (draw(st.sampled_from(mechanism.body_names)) for _ in range(2))
            mechanism.add_force(name, draw(st.sampled_from(list(FORCES_OF_BODIES.values())))(one, other, draw))
    mechanism.q0 = {name: draw(numbers | st.integers(-3, 3)) for name in single}
    for body in mechanism.bodies:
        if body.joint.has_quaternion and draw(st.booleans()):
            mechanism.q0[body.name] = [0.0] * (len(body.joint.q_names) - 4) + [0.6, 0, -0.8, 0]
    mechanism.u0 = {name: draw(numbers) for name in mechanism.u_names[:2]}
    mechanism.settings = {name: SETTINGS[name] for name in draw(st.sets(st.sampled_from(list(SETTINGS)), max_size=3))}
    if "step" in mechanism.settings:
        mechanism.settings["integrator"] = "rk4"
    return mechanism


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(mechanisms())
def test_there_and_back(mechanism):
    assert_same(mechanism)


@pytest.mark.parametrize(
    "mechanism", [bo.models.random_tree(60, seed=2), bo.pendulum(), bo.Mechanism("empty")], ids=str
)
def test_mechanisms_of_the_house_go_there_and_back(mechanism, tmp_path):
    mechanism.save(tmp_path / "there.toml")
    again = bo.load(tmp_path / "there.toml")
    assert as_text(bo.models.to_dict(again)) == as_text(bo.models.to_dict(mechanism))
    assert bo.models.fingerprint(again) == bo.models.fingerprint(mechanism)


# --- what is written --------------------------------------------------------------------------------------------------


def test_a_file_reads_well():
    """What is usual is left out, axes have letters, and what is long is broken."""
    arm = bo.Mechanism("arm", about="of a robot")
    arm.add_body("upper", "ground", bo.Ball(), (0, 0, 1), inertia=bo.Inertia(2.0, (0, 0, 0.5), (0.5, 0.5, 0.25)))
    arm.add_body("lower arm", "upper", bo.Revolute((0, -1, 0)), joint_name="elbow", visuals=[bo.Visual("sphere", 0.5)])
    arm.add_body("hand", "lower arm", bo.Fixed(), rotation=[[0.6, 0, 0.8], [0, 1, 0], [-0.8, 0, 0.6]])
    arm.add_loop("brace", "hand", "ground", bo.Universal(), at=(0, 0, 0.5), cut="body")
    arm.add_loop("tie rod", "hand", "upper", bo.Ball())
    arm.add_force("elbow drive", bo.Servo("elbow", "30*deg*sin(t)", 200))
    arm.add_force("cam", bo.Motor("elbow", bo.Table(range(30), range(30))))
    arm.q0, arm.u0, arm.settings = {"elbow": 0.5}, {"upper.wx": 1.0}, {"duration": 3, "formulation": "aba"}
    assert (
        toml_text(arm)
        == """\
bough = 1
name = "arm"
about = "of a robot"
gravity = [0.0, 0.0, -9.81]

[bodies.upper]
joint = "Ball"
at = [0.0, 0.0, 1.0]
inertia = { mass = 2.0, center = [0.0, 0.0, 0.5], tensor = [0.5, 0.5, 0.25] }

[bodies."lower arm"]
parent = "upper"
joint = { type = "Revolute", axis = "-y" }
joint_name = "elbow"
visuals = [{ shape = "sphere", size = [0.5] }]

[bodies.hand]
parent = "lower arm"
joint = "Fixed"
rotation = [[0.6, 0.0, 0.8], [0.0, 1.0, 0.0], [-0.8, 0.0, 0.6]]

[loops.brace]
body = "hand"
other = "ground"
joint = { type = "Universal", axis1 = "x", axis2 = "y" }
at = [0.0, 0.0, 0.5]
cut = "body"

[loops."tie rod"]
body = "hand"
other = "upper"
joint = "Ball"

[forces."elbow drive"]
type = "Servo"
joint = "elbow"
reference = "30*deg*sin(t)"
stiffness = 200.0

[forces.cam]
type = "Motor"
joint = "elbow"

[forces.cam.force]
type = "Table"
times = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
    21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0,
]
values = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
    21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0,
]
kind = "linear"

[start.coordinates]
elbow = 0.5

[start.velocities]
"upper.wx" = 1.0

[run]
duration = 3
formulation = "aba"
"""
    )


def test_an_inertia_is_written_as_it_is():
    """Three moments stand for a tensor only if they give the very same numbers back; a zero has a sign."""
    for tensor in (
        np.diag((1.0, 1.0, 1.0)),
        [[1.0, -0.0, 0.0], [-0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        np.diag((0.0, -0.0, 0.0)),
    ):
        mechanism = bo.Mechanism("one")
        mechanism.add_body("body", joint=bo.Fixed(), at=(0.0, -0.0, 0.0), inertia=bo.Inertia(-0.0, tensor=tensor))
        assert_same(mechanism)


def test_splines_are_written_with_their_coefficients():
    mechanism = bo.chain(2)
    mechanism.add_force("pull", bo.Motor("link1", CubicSpline((0, 1, 2), (0, 1, 0))))
    mechanism.add_force("wave", bo.Motor("link2", CubicSpline((0, 1, 2), (0, 1, 0), bc_type="periodic")))
    mechanism.add_force("knots", bo.Servo("link2", make_interp_spline(np.arange(9.0), np.arange(9.0) ** 2), 5.0))
    assert_same(mechanism)


@pytest.mark.parametrize(
    ("change", "culprits"),
    [
        (lambda m: m.add_force("pull", bo.Motor("link1", math.sin)), ("force 'pull'", "2*sin(3*t)", "Table")),
        (lambda m: m.add_force("pull", bo.Wrench("link1", ("t", 0, math.sin))), ("force 'pull'", "2*sin(3*t)")),
        (lambda m: m.add_force("law", bo.CustomJointForce("link1", lambda t, q, u: -q)), ("force 'law'", "CustomJointForce", "function")),
        (lambda m: m.add_body("cam", joint=bo.Driven(bo.Revolute(), math.sin)), ("joint of 'cam'", "2*sin(3*t)")),
        (lambda m: m.add_body("half \ud83d", joint=bo.Fixed()), (r"'half \ud83d'", "surrogate")),
        (lambda m: m.add_body("lost", "nowhere", bo.Fixed()), ("'lost'", "'nowhere'")),
        (lambda m: m.add_loop("tie", "link1", "nobody", bo.Ball()), ("'tie'", "'nobody'")),
        (lambda m: (m.add_body("tip", "link2", bo.Fixed()), m.add_loop("tie", "tip", "link2", bo.Ball())), ("'tie'", "'tip'", "fixed")),
        (lambda m: m.add_loop("half \ud83d", "link2", "ground", bo.Ball()), (r"'half \ud83d'", "surrogate")),
        (lambda m: m.add_force("pull", bo.Motor("nobody", 1.0)), ("'nobody'",)),
        (lambda m: m.q0.update(nobody=1.0), ("'nobody'",)),
        (lambda m: m.q0.update(link1=True), ("link1", "True")),
        (lambda m: m.q0.update(link1=math.nan), ("link1", "nan")),
        (lambda m: m.settings.update(duration=[1]), ("duration", "[1]")),
        (lambda m: (m.add_body("ball", joint=bo.Ball()), m.q0.update(ball=(1, 1, 0, 0))), ("'ball'", "length 1.41421356")),
    ],
)  # fmt: skip
def test_what_a_file_cannot_hold_is_refused_and_nothing_is_written(change, culprits, tmp_path):
    mechanism, path = bo.chain(2), tmp_path / "there.toml"
    path.write_text("as it was")
    change(mechanism)
    with pytest.raises(bo.BoughError) as caught:
        mechanism.save(path)
    message = str(caught.value)
    assert all(culprit in message for culprit in culprits), message
    assert "\n" not in message
    assert path.read_text() == "as it was"
    assert [file.name for file in tmp_path.iterdir()] == ["there.toml"]


def test_files_end_with_toml_and_folders_must_be_there(tmp_path):
    for path, culprit in ((tmp_path / "arm.urdf", ".toml"), (tmp_path / "no" / "arm.toml", "no folder")):
        with pytest.raises(bo.errors.FileError, match=culprit):
            bo.chain(1).save(path)
