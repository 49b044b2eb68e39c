"""TOML as people write it means what the same in Python does; and what is wrong is told all at once, each with its line."""

import copy
import math
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
import rtoml
from helpers.machine import FORCES as EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import bough as bo
from bough.formats.findings import Findings
from bough.formats.toml.reading import FORCES, read_toml
from bough.formats.toml.sheet import JOINTS
from bough.formats.toml.values import SIGNAL, kind_of
from bough.mechanism.description import parameters

HEAD = 'bough = 1\nname = "test"\n'


def loaded(text, forces=True):
    return read_toml(text.encode() if isinstance(text, str) else text, Findings("test.toml"), forces)


def body(text):
    """The one body of a file, by its lines."""
    return loaded(f"{HEAD}[bodies.one]\n{text}").body("one")


def faults(text):
    """(line, element, message) of all errors of a file."""
    with pytest.raises(bo.errors.ModelError) as caught:
        loaded(text)
    found = caught.value.findings
    assert {finding.severity for finding in found} == {"error"}
    assert {finding.file for finding in found} == {"test.toml"}
    assert all("\n" not in str(finding) for finding in found)
    return [(finding.line, finding.element, finding.message) for finding in found]


# --- what is written means --------------------------------------------------------------------------------------------


def test_a_file_means_what_the_same_in_python_does():
    written = loaded("""\ufeff
bough = 1
name = "arm"
about = "of a robot"
gravity = [0, 0, "-9.81/6"]

[bodies.hand]                       # before its parent
parent = "upper"
joint = { type = "Revolute", axis = "-y" }
joint_name = "wrist"
at = [0, 0, "-2/5"]
inertia = { shape = "sphere", radius = 0.05, mass = "1/2" }
visuals = [
    { shape = "sphere", size = "0.05" },
    { shape = "mesh", file = "hand.stl", color = [1, 0, 0, 0.5], rotation = { axis = "z", angle = "90*deg" } },
]

[bodies.upper]
joint.type = "Gimbal"
joint.axes = ["z", "-y", [1, 0, 0]]
armature = "0.1*100**2"

[bodies.shaker]
joint = { type = "Driven", joint = "Prismatic", motion = "0.1*sin(20*t)" }

[loops.brace]
body = "hand"
other = "ground"
joint = { type = "Cylindrical", axis = "x" }
at = [0, "1/4", 0]
rotation = { axis = "z", angle = "90*deg" }
other_at = [0, 0, "1+1"]
other_rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
cut = "body"

[loops.tie]
body = "ground"
other = "upper"
joint = "Ball"

[forces.drive]
type = "Servo"
joint = "wrist"
reference = "30*deg*smooth(t, 0, 1)"
stiffness = 200
damping = "2*sqrt(200)"

[forces.cam]
type = "Motor"
joint = "upper.turn1"
force = { type = "Table", times = [0, 1], values = ["-pi", "pi"] }

[forces.wind]
type = "Wrench"
body = "hand"
force = ["cos(t)", 0, 1]

[start.coordinates]
wrist = "30*deg"
upper.turn2 = 0.5
[start.velocities]
upper = [1, 2, 3]
[run]
duration = "2*9"
formulation = "aba"
""")  # fmt: skip
    arm = bo.Mechanism("arm", (0, 0, -9.81 / 6), "of a robot")
    quarter = [[math.cos(math.pi / 2), -1, 0], [1, math.cos(math.pi / 2), 0], [0, 0, 1]]
    arm.add_body(
        "hand", "upper", bo.Revolute((0, -1, 0)), (0, 0, -0.4), None, bo.Inertia.sphere(0.05, 0.5), "wrist",
        [bo.Visual("sphere", 0.05), bo.Visual("mesh", file="hand.stl", color=(1, 0, 0, 0.5), rotation=quarter)],
    )  # fmt: skip
    arm.add_body("upper", joint=bo.Gimbal(((0, 0, 1), (0, -1, 0), (1, 0, 0))), armature=1000)
    arm.add_body("shaker", joint=bo.Driven(bo.Prismatic(), "0.1*sin(20*t)"))
    turned = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    arm.add_loop("brace", "hand", "ground", bo.Cylindrical((1, 0, 0)), (0, 0.25, 0), quarter, (0, 0, 2), turned, "body")
    arm.add_loop("tie", "ground", "upper", bo.Ball())
    arm.add_force("drive", bo.Servo("wrist", "30*deg*smooth(t, 0, 1)", 200, 2 * math.sqrt(200)))
    arm.add_force("cam", bo.Motor("upper.turn1", bo.Table((0, 1), (-math.pi, math.pi))))
    arm.add_force("wind", bo.Wrench("hand", ("cos(t)", 0, 1)))
    arm.q0, arm.u0 = {"wrist": math.radians(30), "upper.turn2": 0.5}, {"upper": (1, 2, 3)}
    arm.settings = {"duration": 18.0, "formulation": "aba"}
    assert bo.models.to_dict(written) == bo.models.to_dict(arm)
    assert written.body_names == ("hand", "upper", "shaker")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ('{ axis = "y", angle = "30*deg" }', Rotation.from_rotvec((0, math.pi / 6, 0))),
        ("{ axis = [0.6, 0, -0.8], angle = -2.5 }", Rotation.from_rotvec(-2.5 * np.array((0.6, 0, -0.8)))),
        ("{ rpy = [0.3, -0.7, 2] }", Rotation.from_euler("xyz", (0.3, -0.7, 2))),
        ("{ quaternion = [1, 2, -3, 4] }", Rotation.from_quat((2, -3, 4, 1))),
        ("{ quaternion = [0, 0, 0, 1e-200] }", Rotation.from_quat((0, 0, 1, 0))),
        ("[[0, -1, 0], [1, 0, 0], [0, 0, 1]]", Rotation.from_rotvec((0, 0, math.pi / 2))),
    ],
)
def test_rotations(text, turn):
    """Against SciPy's, whose quaternions have w last, and whose small letters are fixed axes."""
    found = body(f'joint = "Ball"\nrotation = {text}')
    assert np.allclose(found.rotation, turn.as_matrix(), rtol=0, atol=1e-15)
    lying = body(
        f'joint = "Ball"\ninertia = {{ shape = "box", size = [1, 2, 3], mass = 5, rotation = {text}, center = [0, 0, 1] }}'
    )
    matrix, box = turn.as_matrix(), bo.Inertia.box((1, 2, 3), 5)
    assert np.allclose(lying.inertia.tensor, matrix @ box.tensor @ matrix.T, rtol=0, atol=1e-14)
    assert lying.inertia.center.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "inertia"),
    [
        ("{ mass = 2, center = [0, 0, 1], tensor = [1, 2, 3] }", bo.Inertia(2, (0, 0, 1), (1, 2, 3))),
        ("{ mass = 2, tensor = [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 2]] }", bo.Inertia(2, tensor=[[2, 0.5, 0], [0.5, 2, 0], [0, 0, 2]])),
        ("{ mass = 2, tensor = [1, 2, -3], strict = false }", bo.Inertia(2, tensor=(1, 2, -3), strict=False)),
        ('{ shape = "point", mass = 2, center = [0, 0, 1] }', bo.Inertia.point(2, (0, 0, 1))),
        ('{ shape = "rod", length = 2, mass = 3, axis = "x" }', bo.Inertia.rod(2, 3, axis=(1, 0, 0))),
        ('{ shape = "cylinder", radius = 0.1, length = 2, density = 7800 }', bo.Inertia.cylinder(0.1, 2, density=7800)),
        ('{ shape = "sphere", radius = 0.1, density = "7.8e3" }', bo.Inertia.sphere(0.1, density=7800)),
        ('[{ shape = "point", mass = 1 }, { mass = 1, center = [0, 0, 2] }]', bo.Inertia.point(1) + bo.Inertia.point(1, (0, 0, 2))),
    ],
)  # fmt: skip
def test_inertias(text, inertia):
    assert body(f'joint = "Ball"\ninertia = {text}').inertia == inertia


def follows_the_time(force, name):
    """Whether an argument of a force, which is not a name, may be an expression, or three of them."""
    for value in ("2*t", ("2*t",) * 3):
        with suppress(bo.BoughError):
            return parameters(type(force))[name].annotation is not str and bool(replace(force, **{name: value}))
    return False


def test_every_joint_and_force_can_be_written_by_its_arguments():
    """What may follow the time is known for each, and no argument is left without a kind."""
    kinds = {(name, p): kind_of(make, p) for name, make in {**JOINTS, **FORCES}.items() for p in parameters(make)}
    timed = {
        (type(force).__name__, p)
        for force in EXAMPLES.values()
        if type(force).__name__ in FORCES
        for p in parameters(type(force))
        if follows_the_time(force, p)
    }
    assert {("Motor", "force"), ("Servo", "reference"), ("Wrench", "force"), ("Wrench", "moment")} <= timed
    assert {key for key, kind in kinds.items() if kind == SIGNAL} == timed | {
        ("Driven", name) for name in ("motion", "velocity", "start")
    }


def test_forces_may_be_left_out():
    text = f'{HEAD}[bodies.one]\njoint = "Revolute"\n[forces.drive]\ntype = "Motor"\njoint = "one"\nforce = 1\n'
    assert list(loaded(text).forces) == ["drive"]
    findings = Findings("test.toml")
    assert not read_toml(text.encode(), findings, False).forces
    assert [(finding.severity, finding.line) for finding in findings] == [("note", 5)]


def test_what_is_odd_has_its_line(tmp_path):
    (tmp_path / "odd.toml").write_text(f'{HEAD}\n[bodies.one]\njoint = "Ball"\n[bodies.two]\njoint = "Fixed"\n')
    with pytest.warns(bo.BoughWarning, match=r"odd.toml:4: body 'one'"):
        bo.load(tmp_path / "odd.toml")


# --- what is wrong ----------------------------------------------------------------------------------------------------

ONE = f'{HEAD}[bodies.one]\njoint = "Revolute"\n[bodies.ball]\njoint = "Ball"\n'  # six lines
TIE = f"{ONE}[loops.tie]\nbody = 'one'\nother = 'ball'\njoint = 'Universal'\n"  # ten


@pytest.mark.parametrize(
    ("text", "line", "element", "culprits"),
    [
        ("", None, "", ("bough = 1",)),
        ("bough = 2", 1, "", ("format 2", "update bough")),
        ('\nbough = "1"', 2, "", ("bough = 1",)),
        ("bough = true", 1, "", ("bough = 1",)),
        ("bough = 1\nname = ", 2, "", ("TOML", "column 8")),
        ("bough = 1\n[bodies.a]\n[bodies.a]", 3, "", ("TOML", "duplicate")),
        (b"bough = 1\nname = '\xe9'", 2, "", ("0xe9", "UTF-8")),
        (b"\xff\xfeb\x00o\x00", 1, "", ("0xff", "UTF-8")),
        ("bough = 1\na = " + "[" * 10_000, 2, "", ("TOML", "recurse")),
        (HEAD + "a." * 10_000 + "b = 1", None, "", ("TOML",)),
        (HEAD + "grvity = [0, 0, 0]", 3, "", ("'grvity'", "did you mean 'gravity'?")),
        (HEAD + "gravity = [0, 0, inf]", 3, "", ("gravity", "finite", "inf")),
        (HEAD + "gravity = 9.81", 3, "", ("gravity", "three numbers")),
        (HEAD + "gravity = [0, 0, true]", 3, "", ("gravity", "True")),
        (HEAD + "gravity = [\n0,\n0, '9,81']", 5, "", ("gravity", "comma")),
        (HEAD + "gravity = [0, 0, 't']", 3, "", ("gravity", "time")),
        (HEAD + "bodies = 3", 3, "", ("bodies", "table")),
        (HEAD + "bodies.one = 3", 3, "body 'one'", ("table",)),
        (HEAD + "[bodies.one]\nat = [0, 0, 0]", 3, "body 'one'", ("'joint'", "missing")),
        (HEAD + "[bodies.one]\njoint = 3", 4, "body 'one'", ("joint", "table")),
        (HEAD + "[bodies.one]\njoint = {}", 4, "body 'one'", ("joint", "'type'", "'Revolute'")),
        (HEAD + "[bodies.one]\njoint = 'Joint'", 4, "body 'one'", ("joint", "'Joint'")),
        (HEAD + "[bodies.one]\n[bodies.one.joint]\ntype = 'Revolute'\naxis = 'w'", 6, "body 'one'", ("axis", "-z", "'w'")),
        (HEAD + "[bodies.one]\n[bodies.one.joint]\ntype = 'Revolute'\naxis = [0, 0, 2]", 6, "body 'one'", ("unit length",)),
        (HEAD + "[bodies.one]\n[bodies.one.joint]\ntype = 'Driven'\njoint = 'Fixed'\nmotion = 1", 6, "body 'one'", ("can move",)),
        (HEAD + "[bodies.one]\n[bodies.one.joint]\ntype = 'Driven'\njoint = 'Ball'\nmotion = 1", 7, "body 'one'", ("4 numbers",)),
        (HEAD + "[bodies.one]\n[bodies.one.joint]\ntype = 'Driven'\njoint = 'Revolute'\nmotion = 'sinn(t)'", 7, "body 'one'", ("'sin'",)),
        (HEAD + "[bodies.one]\njoint = { type = 'Ball', axis = 'z' }", 4, "body 'one'", ("'axis'",)),
        (ONE + "[bodies.two]\njoint = 'Ball'\nparent = 'onne'", 9, "body 'two'", ("'onne'", "did you mean 'one'?")),
        (ONE + "[bodies.two]\njoint = 'Ball'\nparent = 2", 9, "body 'two'", ("parent", "2")),
        (ONE + "[bodies.'ball.x']\njoint = 'Fixed'", 7, "body 'ball.x'", ("coordinate", "rename")),
        (ONE + "[bodies.two]\njoint = 'Fixed'\njoint_name = 'one'", 9, "body 'two'", ("'one'", "rename")),
        (ONE + "[bodies.ground]\njoint = 'Fixed'", 7, "body 'ground'", ("fixed frame",)),
        (ONE + "at = [0, 0]", 7, "body 'ball'", ("at", "three numbers")),
        (ONE + "rotation = { axis = 'z' }", 7, "body 'ball'", ("rotation", "angle")),
        (ONE + "rotation = { axis = [0, 0, 3], angle = 1 }", 7, "body 'ball'", ("unit length", "3")),
        (ONE + "rotation = { quaternion = [0, 0, 0, 0] }", 7, "body 'ball'", ("quaternion", "1, 0, 0, 0")),
        (ONE + "rotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]", 7, "body 'ball'", ("rotation", "proper")),
        (ONE + "inertia = { tensor = [1, 1, 1] }", 7, "body 'ball'", ("'mass'", "missing")),
        (ONE + "inertia = { mass = -1 }", 7, "body 'ball'", ("mass", "negative")),
        (ONE + "inertia = { mass = 1, tensor = [1, 1, 3] }", 7, "body 'ball'", ("triangle",)),
        (ONE + "inertia = [{ mass = 1e100, center = [1e100, 0, 0] }, { mass = 1e100 }]", 7, "body 'ball'", ("mass", "too large")),
        (ONE + "inertia = { shape = 'cube', mass = 1 }", 7, "body 'ball'", ("'cube'", "'box'")),
        (ONE + "inertia = { shape = 'sphere', radius = 1 }", 7, "body 'ball'", ("mass", "density")),
        (ONE + "visuals = [\n{ shape = 'box' },\n{ shape = 'sphere', size = [1, 2] }\n]", 9, "body 'ball'", ("'sphere'", "radius")),
        (ONE + "[[bodies.ball.visuals]]\nshape = 'box'\n[[bodies.ball.visuals]]\nshap = 'box'", 10, "body 'ball'", ("'shap'",)),
        (ONE + "armature = [1, 2]", 7, "body 'ball'", ("armature", "3")),
        (ONE + "armature = '-1'", 7, "body 'ball'", ("armature", "negative")),
        (HEAD + "loops = 3", 3, "", ("loops", "table")),
        (TIE + "bdy = 'one'", 11, "loop 'tie'", ("'bdy'", "'body'")),
        (TIE + "at = [0, 0]", 11, "loop 'tie'", ("at", "three numbers")),
        (TIE + "other_at = [0, 0, '1 +']", 11, "loop 'tie'", ("other_at",)),
        (TIE + "rotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]", 11, "loop 'tie'", ("rotation", "proper")),
        (TIE + "rotation = { rpy = [0, 0, 0] }\nother_rotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]", 12, "loop 'tie'", ("other_rotation", "proper")),
        (TIE + "other_rotation = { axis = 'z' }", 11, "loop 'tie'", ("other_rotation", "angle")),
        (TIE + "at = [0, 0, 0]\ncut = 'both'", 12, "loop 'tie'", ("cut", "'both'")),
        (TIE + "cut = 3", 11, "loop 'tie'", ("cut", "3")),
        (TIE.replace("'one'", "'onne'"), 8, "loop 'tie'", ("body", "'onne'", "did you mean 'one'?")),
        (TIE.replace("'one'", "2"), 8, "loop 'tie'", ("body", "2")),
        (TIE.replace("'ball'", "'bal'"), 9, "loop 'tie'", ("other", "'bal'", "did you mean 'ball'?")),
        (TIE.replace("'ball'", "'one'"), 9, "loop 'tie'", ("itself",)),
        (TIE.replace("'Universal'", "'Univers'"), 10, "loop 'tie'", ("joint", "'Univers'", "'Universal'")),
        (TIE.replace("'Universal'", "'Free'"), 10, "loop 'tie'", ("forbids nothing",)),
        (TIE.replace("'Universal'", "{ type = 'Driven', joint = 'Ball', motion = 1 }"), 10, "loop 'tie'", ("Driven", "4 numbers")),
        (ONE + "[loops]\ntie = 1", 8, "loop 'tie'", ("table",)),
        (ONE + "[loops.tie]\nbody = 'one'\nother = 'ball'", 7, "loop 'tie'", ("'joint'", "missing")),
        (ONE + "[loops.tie]\nbody = 'one'\njoint = 'Ball'", 7, "loop 'tie'", ("'other'", "missing")),
        (ONE + "[loops.tie]\nother = 'one'\nbody = 'ground'\njoint = 'Ball'\ncut = 'body'", 11, "loop 'tie'", ("ground",)),
        (ONE + "[loops.tie.joint]\ntype = 'Revolute'\naxis = 'w'\n[loops.tie]\nbody = 'one'\nother = 'ball'", 9, "loop 'tie'", ("axis", "'w'")),
        (ONE + "[loops.one]\nbody = 'one'\nother = 'ball'\njoint = 'Ball'", 7, "loop 'one'", ("body 'one'", "rename")),
        (ONE + "[loops.'ball.x']\nbody = 'one'\nother = 'ball'\njoint = 'Ball'", 7, "loop 'ball.x'", ("coordinate", "rename")),
        (TIE + "[bodies.tip]\nparent = 'one'\njoint = 'Fixed'\n[loops.weld]\nbody = 'one'\njoint = 'Ball'\nother = 'tip'", 17, "loop 'weld'", ("'one'", "'tip'", "fixed")),
        (ONE + "[forces.drive]\njoint = 'one'", 7, "force 'drive'", ("'type'", "'Motor'")),
        (ONE + "[forces.drive]\ntype = 'Motr'", 8, "force 'drive'", ("'Motr'", "'Motor'")),
        (ONE + "[forces.drive]\ntype = 'CustomJointForce'", 8, "force 'drive'", ("function", "Python")),
        (ONE + "[forces.drive]\ntype = 'Motor'\njoint = 'one'", 7, "force 'drive'", ("'force'", "missing")),
        (ONE + "[forces.drive]\ntype = 'Motor'\nforce = 1\njoint = 'two'", 10, "force 'drive'", ("'two'", "'one'")),
        (ONE + "[forces.drive]\ntype = 'Motor'\nforce = 1\njoint = 'ball'", 10, "force 'drive'", ("'ball.wx'",)),
        (ONE + "[forces.drive]\ntype = 'Motor'\nforce = '2*'\njoint = 'one'", 9, "force 'drive'", ("force", "missing at the end")),
        (ONE + "[forces.drive]\ntype = 'Motor'\njoint = 'one'\nforce = { type = 'Table', times = [1, 0], values = [1, 0] }", 10, "force 'drive'", ("times must increase",)),
        (ONE + "[forces.drive]\ntype = 'Motor'\njoint = 'one'\n[forces.drive.force]\ntype = 'Table'\ntimes = [1, 2]\nvalues = [1, 'x']", 13, "force 'drive'", ("values", "'x'")),
        (ONE + "[forces.spring]\ntype = 'SpringDamper'\nbody = 'one'\nother = 'two'\nstiffness = 1", 10, "force 'spring'", ("'two'",)),
        (ONE + "[forces.spring]\ntype = 'JointSpring'\njoint = 'one'\nstiffness = [1]", 10, "force 'spring'", ("stiffness", "number")),
        (ONE + "[start.coordinates]\ntwo = 1", 8, "start", ("'two'", "'one'")),
        (ONE + "[start.coordinates]\nball = [1, 0, 0]", 8, "start", ("'ball'", "4 numbers")),
        (ONE + "[start.coordinates]\none = [[1]]", 8, "start", ("'one'", "a number")),
        (ONE + "[start.coordinates]\none = 1\nball = [1, 1, 0, 0]", 9, "start", ("'ball'", "length 1.41421356")),
        (ONE + "[start.coordinates]\nball.w = 0", 8, "start", ("'ball'", "length 0")),
        (ONE + "[start.coordinates]\nball.w = 1\n'ball.w' = 1", 9, "start", ("'ball.w'", "twice")),
        (ONE + "[start.velocities]\none = '30*degrees'", 8, "start", ("'degrees'", "'deg'")),
        (ONE + "[start]\ncoordinate.one = 1", 8, "start", ("'coordinate'", "'coordinates'")),
        (ONE + "[run]\nduraton = 1", 8, "run", ("'duraton'", "'duration'")),
        (ONE + "[run]\nduration = 0", 8, "run", ("duration", "positive")),
        (ONE + "[run]\nduration = '10 s'", 8, "run", ("duration", "operator")),
        (ONE + "[run]\nformulation = 'abba'", 8, "run", ("'abba'", "'aba'")),
        (ONE + "[run]\nformulation = 'kinetostatics'", 8, "run", ("motion", "'auto'")),
        (ONE + "[run]\nformulation = 3", 8, "run", ("formulation", "text")),
        (ONE + "[run]\nsolver = 'ud'", 8, "run", ("'ud'", "'udu'")),
        (ONE + "[run]\nformulation = 'aba'\nsolver = 'udu'", 9, "run", ("no linear system",)),
        (ONE + "[run]\nintegrator = 'rk5'", 8, "run", ("'rk5'", "'rk4'")),
        (ONE + "[run]\nstep = 1e-3", 8, "run", ("'auto'", "max_step")),
        (ONE + "[run]\nrtol = 2", 8, "run", ("rtol", "between 0 and 1")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(text, line, element, culprits):
    ((found_line, found_element, message),) = faults(text)
    assert (found_line, found_element) == (line, element), message
    assert all(culprit in message for culprit in culprits), message


def test_all_that_is_wrong_is_told_at_once_and_once():
    """Nothing is said of what hangs on, acts on or starts at something that could not be read."""
    found = faults("""bough = 1
[bodies.one]
joint = { type = "Revolut" }
joint_name = "hinge"
at = [0, 0, "1 +"]
[bodies.two]
parent = "one"
joint = { type = "Revolute", axis = "q", pitch = 2 }
inertia = { mass = nan }
[bodies.three]
parent = "four"
joint = "Ball"
[bodies.four]
parent = "three"
joint = "Ball"
[bodies.five]
parent = "five"
joint = "Ball"
[loops.s]
body = "one"
other = "six"
joint = "Bal"
[loops.t]
body = "one"
other = "two"
joint = "Ball"
cut = 1
at = 0
[forces.a]
type = "Motor"
joint = "hinge"
force = 1
[forces.b]
type = "JointSpring"
joint = "two"
stiffness = "stiff"
[forces.c]
type = "Motor"
joint = "six"
force = 1
[start.coordinates]
hinge = 1
"two" = 1
seven = 1
[run]
every = -1
""")
    assert [line for line, _, _ in found] == [3, 5, 8, 8, 9, 11, 17, 21, 22, 27, 28, 36, 39, 44, 46]
    assert "'three' -> 'four' -> 'three'" in found[5][2]


def test_there_is_an_end_to_errors():
    found = faults(HEAD + "".join(f"[bodies.b{k}]\n" for k in range(1000)))
    assert len(found) == 51
    assert "more errors" in found[-1][2]


# --- whatever stands in a file ----------------------------------------------------------------------------------------


@given(st.binary(max_size=60) | st.text(alphabet="[]{}\"'=.,#\n\\ab01", max_size=40).map(str.encode))
def test_any_bytes_are_refused_or_read(text):
    for start in (b"", HEAD.encode()):
        with suppress(bo.errors.ModelError):
            loaded(start + text)


FULL = """bough = 1
[bodies.one]
joint = { type = "Driven", joint = { type = "Helical", axis = "x", pitch = 1 }, motion = "t" }
joint_name = "screw"
at = [0, 0, 1]
rotation = { axis = "z", angle = 1 }
inertia = [{ shape = "box", size = [1, 2, 3], mass = 1, rotation = { rpy = [1, 2, 3] } }, { mass = 1, tensor = [1, 1, 1] }]
visuals = [{ shape = "box", size = [1, 2, 3], color = [1, 1, 1, 1] }]
[bodies.two]
parent = "one"
joint = { type = "Gimbal", axes = ["x", "y", "z"] }
[bodies.free]
joint = "Free"
[loops.l]
body = "two"
other = "ground"
joint = { type = "Universal", axis1 = "x", axis2 = "y" }
at = [0, 0, 1]
rotation = { axis = "z", angle = 1 }
other_at = [0, 0, 1]
other_rotation = { rpy = [1, 2, 3] }
cut = "body"
[forces.f]
type = "Bushing"
body = "two"
stiffness = [1, 1, 1, 1, 1, 1]
rotation = { quaternion = [1, 0, 0, 0] }
[forces.g]
type = "Wrench"
body = "two"
force = { type = "Table", times = [0, 1], values = [[1, 2, 3], [1, 2, 3]] }
[start.coordinates]
free = [0, 0, 0, 1, 0, 0, 0]
[start.velocities]
free.wx = 2
[run]
duration = 1
solver = "udu"
"""
anything = st.recursive(
    st.booleans() | st.floats() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=5) | st.dates() | st.sampled_from(["x", "t", "one", "1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "axis", "mass", "rpy", "x"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(st.lists(st.sampled_from(range(100)), min_size=1, max_size=6), anything)
def test_anything_anywhere_is_refused_or_read(way, planted):
    data = copy.deepcopy(rtoml.loads(FULL))
    place = data
    for step in way:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = keys[step % len(keys)]
        parent, place = place, place[key]
        if not isinstance(place, dict | list) or not place:
            break
    parent[key] = planted
    with suppress(bo.errors.ModelError):
        mechanism = loaded(rtoml.dumps(data))
        assert bo.models.to_dict(loaded(rtoml.dumps(data))) == bo.models.to_dict(mechanism)
