"""URDF: what each element becomes, and what each mistake is told as, with its line."""

import math

import numpy as np
import pytest
from helpers.urdf_texts import MASS, chain, joint, link, robot, written
from scipy.spatial.transform import Rotation

import bough as bo
from bough.errors import ModelError
from bough.formats import read
from bough.formats.urdf.looks import refusal
from bough.formats.urdf.stops import FREQUENCY
from bough.mechanism.description import from_dict, to_dict

ROOT, TIP = link("a"), link("b")


@pytest.fixture
def load(tmp_path):
    """From the lines of a robot to (mechanism, findings)."""

    def of(*lines, name="r", **options):
        return read(written(tmp_path, robot(*lines, name=name)), **options)

    return of


@pytest.fixture
def errors(load):
    """The errors of a robot's lines, as (line, element, message)."""

    def of(*lines, **options):
        with pytest.raises(ModelError) as caught:
            load(*lines, **options)
        return [(f.line, f.element, f.message) for f in caught.value.findings if f.severity == "error"]

    return of


def texts(findings, severity):
    return [f.message for f in findings if f.severity == severity]


# --- what is taken over -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("revolute", bo.Revolute((0.0, 0.6, 0.8))),
        ("continuous", bo.Revolute((0.0, 0.6, 0.8))),
        ("prismatic", bo.Prismatic((0.0, 0.6, 0.8))),
        ("planar", bo.Planar((0.0, 0.6, 0.8))),
        ("floating", bo.Free()),
        ("fixed", bo.Fixed()),
        ("ball", bo.Ball()),
        ("spherical", bo.Ball()),
    ],
)
def test_types_of_joints(load, kind, expected):
    mechanism, _ = load(ROOT, TIP, joint(kind=kind, inside='<axis xyz="0 0.6 0.8"/>'))
    body = mechanism.body("b")
    assert body.joint == expected
    assert (body.parent, body.joint_name) == ("a", "j")
    assert (mechanism.body("a").parent, mechanism.body("a").joint) == ("ground", bo.Fixed())


def test_an_axis_is_x_unless_told_and_gets_unit_length(load):
    assert load(ROOT, TIP, joint(inside=""))[0].body("b").joint.axis == (1.0, 0.0, 0.0)
    mechanism, findings = load(ROOT, TIP, joint(inside='<axis xyz="0 3 -4"/>'))
    assert mechanism.body("b").joint.axis == pytest.approx((0.0, 0.6, -0.8), abs=1e-15)
    (note,) = (f for f in findings if "length 5" in f.message)
    assert (note.severity, note.element, note.line) == ("note", "joint 'j'", 4)
    # an axis that is not used may be anything
    load(ROOT, TIP, joint(kind="fixed", inside='<axis xyz="0 0 0"/>'))


def test_origins_place_joints_and_centres_of_mass(load):
    turned = Rotation.from_euler("xyz", (0.3, -0.7, 1.9))  # about the fixed axes x, y, z
    mechanism, _ = load(
        ROOT,
        link(
            "b",
            '<inertial><origin xyz="1 2 3" rpy="0.3 -0.7 1.9"/><mass value="4"/>'
            '<inertia ixx="3" ixy="0.1" ixz="0.2" iyy="4" iyz="0.3" izz="5"/></inertial>',
        ),
        joint(inside='<origin xyz="-1 .5 2e-1" rpy="0.3 -0.7 1.9"/>'),
    )
    body = mechanism.body("b")
    np.testing.assert_array_equal(body.at, (-1.0, 0.5, 0.2))
    np.testing.assert_allclose(body.rotation, turned.as_matrix(), atol=1e-15)
    own = np.array(((3, 0.1, 0.2), (0.1, 4, 0.3), (0.2, 0.3, 5)))
    np.testing.assert_array_equal(body.inertia.center, (1.0, 2.0, 3.0))
    np.testing.assert_allclose(body.inertia.tensor, turned.as_matrix() @ own @ turned.as_matrix().T, atol=1e-14)
    assert body.inertia.mass == 4.0


def test_quaternions_of_urdf_1_1(load, errors):
    turned = Rotation.from_euler("xyz", (0.3, -0.7, 1.9))
    quaternion = " ".join(repr(3.0 * x) for x in turned.as_quat().tolist())
    mechanism, _ = load(ROOT, TIP, joint(inside=f'<origin quat_xyzw="{quaternion}"/>'))
    np.testing.assert_allclose(mechanism.body("b").rotation, turned.as_matrix(), atol=1e-15)
    ((line, _, message),) = errors(ROOT, TIP, joint(inside='<origin rpy="0 0 1" quat_xyzw="0 0 0 1"/>'))
    assert (line, "both" in message) == (4, True)
    ((line, _, message),) = errors(ROOT, TIP, joint(inside='<origin quat_xyzw="0 0 0 0"/>'))
    assert (line, "zero" in message) == (4, True)


def test_the_root_may_be_free(load):
    lines = (ROOT, TIP, joint())
    fixed, free = load(*lines)[0], load(*lines, floating=True)[0]
    assert (fixed.n, free.n) == (1, 7)
    assert free.u_names[:6] == tuple(f"root_joint.{x}" for x in ("vx", "vy", "vz", "wx", "wy", "wz"))
    # a name means one thing
    assert load(ROOT, TIP, joint(name="root_joint"), floating=True)[0].u_names[:1] == ("a.vx",)


def test_order_is_that_of_the_joints(load):
    lines = [link(name) for name in "dcba"]
    joints = [joint(f"j{child}", "a", child) for child in "cbd"]
    mechanism, _ = load(*lines, *joints)
    assert mechanism.body_names == ("a", "c", "b", "d")
    assert mechanism.u_names == ("jc", "jb", "jd")


def test_names_that_clash(load):
    mechanism, findings = load(
        ROOT, TIP, link("ground"), joint("b", "a", "ground"), joint("a", "ground", "b"), name="clash"
    )
    assert mechanism.body_names == ("a", "ground_link", "b")
    assert mechanism.u_names == ("ground_link", "b")
    notes = [(f.line, f.element) for f in findings if "called" in f.message or "goes by the name" in f.message]
    assert notes == [(4, "link 'ground'"), (5, "joint 'b'"), (6, "joint 'a'")]
    # a link and the joint above it may share a name, as in bough
    mechanism, findings = load(ROOT, TIP, joint(name="b"))
    assert mechanism.u_names == ("b",)
    assert not [f for f in findings if "goes by the name" in f.message]


def test_links_without_inertial_have_no_mass(load):
    mechanism, _ = load('<link name="world"/>', ROOT, joint("f", "world", "a", "fixed", ""))
    assert mechanism.mass == 2.0
    assert mechanism.body("world").inertia == bo.Inertia()


@pytest.mark.parametrize(("moments", "words"), [((1, 1, 3), "triangle"), ((1, 1, -0.1), "positive definite")])
def test_inertias_of_no_real_body_are_kept_with_a_warning(load, moments, words):
    xx, yy, zz = moments
    text = f'<inertial><mass value="1"/><inertia ixx="{xx}" ixy="0" ixz="0" iyy="{yy}" iyz="0" izz="{zz}"/></inertial>'
    mechanism, findings = load(ROOT, link("b", text), joint())
    (warning,) = (f for f in findings if f.severity == "warning")
    assert (warning.element, warning.line) == ("link 'b'", 3)
    assert words in warning.message
    inertia = mechanism.body("b").inertia
    np.testing.assert_array_equal(inertia.tensor, np.diag(moments))
    # it stays what it is in whatever is made of it
    again = from_dict(to_dict(mechanism)).body("b").inertia
    assert again == inertia
    assert not again.strict
    assert (again + bo.Inertia.sphere(0.1, 1.0)).mass == 2.0
    np.testing.assert_allclose(np.linalg.eigvalsh(inertia.moved(np.eye(3), (1, 0, 0)).tensor), sorted(moments))
    for strict in (True, "no"):
        with pytest.raises(bo.errors.MechanismError):
            bo.Inertia(1.0, tensor=np.diag(moments), strict=strict)


# --- forces -------------------------------------------------------------------------------------------------------------


def test_damping_friction_and_stops_act_by_name(load):
    inside = '<limit lower="-1" upper="2" effort="30"/><dynamics damping="0.5" friction="0.25"/>'
    mechanism, _ = load(ROOT, TIP, joint(inside=inside))
    forces = mechanism.forces
    assert list(forces) == ["j damping", "j friction", "j limit"]
    assert forces["j damping"] == bo.JointDamper("j", 0.5)
    assert (forces["j friction"].force, forces["j friction"].joint) == (0.25, "j")
    assert (forces["j limit"].lower, forces["j limit"].upper) == (-1.0, 2.0)
    assert not load(ROOT, TIP, joint(inside=inside), forces=False)[0].forces
    # a hinge that turns without end has no stops, but rubs
    assert list(load(ROOT, TIP, joint(kind="continuous", inside=inside))[0].forces) == ["j damping", "j friction"]


# at the axis: 2 kg at 0.3 m, 0.1 kg m² about the centre of mass
ARM = MASS.replace("<mass", '<origin xyz="0 0.3 0"/><mass')


@pytest.mark.parametrize(("kind", "inertia"), [("revolute", 2.0 * 0.3**2 + 0.1), ("prismatic", 2.0)])
def test_stops_swing_at_their_frequency(load, kind, inertia):
    stop = load(ROOT, link("b", ARM), joint(kind=kind))[0].forces["j limit"]
    assert math.sqrt(stop.stiffness / inertia) == pytest.approx(2.0 * math.pi * FREQUENCY, rel=1e-12)
    assert stop.damping == pytest.approx(math.sqrt(stop.stiffness * inertia), rel=1e-12)  # half of critical


def test_stops_hold_all_that_a_joint_carries(load):
    """As it stands at zero, wherever it hangs."""
    mechanism, _ = load(
        ROOT,
        link("b", ""),
        link("c", ARM),
        joint(inside='<origin xyz="7 8 9" rpy="1 2 3"/><axis xyz="0 0 1"/><limit lower="-1" upper="2"/>'),
        joint("k", "b", "c", "fixed", '<origin xyz="0.4 0 5"/>'),
    )
    inertia = 2.0 * (0.3**2 + 0.4**2) + 0.1
    stop = mechanism.forces["j limit"]
    assert math.sqrt(stop.stiffness / inertia) == pytest.approx(2.0 * math.pi * FREQUENCY, rel=1e-9)
    # none where there is nothing to hold
    mechanism, findings = load(ROOT, link("b", ""), joint())
    assert not mechanism.forces
    assert any(text.startswith("1 range of joints that carry no mass is left out") for text in texts(findings, "note"))


def test_stops_are_the_diagonal_of_the_mass_matrix(tmp_path):
    """The inertia that a joint carries, of a whole arm at once."""
    mechanism, _ = read(written(tmp_path, chain(12)))
    found = [mechanism.forces[f"{name} limit"].stiffness for name in mechanism.u_names]
    carried = bo.mass_matrix(mechanism, mechanism.neutral()).diagonal()
    np.testing.assert_allclose(found, carried * (2.0 * math.pi * FREQUENCY) ** 2, rtol=1e-10)


def test_ranges_without_room_or_end(load):
    for inside, words in (
        ('<limit effort="3"/>', "no room"),
        ('<limit lower="2" upper="1"/>', "no room"),
        ("", "has no <limit>"),
    ):
        mechanism, findings = load(ROOT, TIP, joint(inside=inside))
        assert not mechanism.forces
        ((warning, line),) = ((f.message, f.line) for f in findings if f.severity == "warning")
        assert words in warning
        assert line == 4
    mechanism, findings = load(ROOT, TIP, joint(inside='<limit lower="-inf" upper="0.5"/>'))
    assert (mechanism.forces["j limit"].lower, mechanism.forces["j limit"].upper) == (None, 0.5)
    assert any("infinite end" in text for text in texts(findings, "note"))
    assert not load(ROOT, TIP, joint(inside='<limit lower="-Inf" upper="infinity"/>'))[0].forces


def test_motions_start_within_the_range(load):
    assert load(ROOT, TIP, joint(inside='<limit lower="1" upper="2"/>'))[0].q0 == {"j": 1.5}
    assert load(ROOT, TIP, joint(inside='<limit lower="-inf" upper="-2"/>'))[0].q0 == {"j": -2.0}
    assert load(ROOT, TIP, joint(inside='<limit lower="0" upper="2"/>'))[0].q0 == {}


def test_mimicry_is_told(load):
    mechanism, findings = load(
        ROOT, TIP, joint(inside='<limit lower="-1" upper="1"/><mimic joint="k" multiplier="-2" offset="0.5"/>')
    )
    assert mechanism.n == 1
    (warning,) = (f for f in findings if f.severity == "warning")
    assert (warning.element, warning.line) == ("joint 'j'", 4)
    assert "'k' (by -2 times its coordinate, plus 0.5)" in warning.message
    assert "bough.CustomJoint" in warning.message


# --- what is left out ---------------------------------------------------------------------------------------------------


def test_what_is_left_out_is_counted(load):
    collision = '<collision><geometry><box size="bad numbers"/></geometry></collision>'
    mechanism, findings = load(
        link("a", MASS + collision + collision),
        link("b", MASS + collision + "<flavour/>"),
        joint(inside='<limit lower="-1" upper="1" effort="3" velocity="2"/><safety_controller k_velocity="1"/>'),
        '<transmission name="t"><xacro:what/></transmission>',
        '<gazebo reference="a"><mu1 value="${unknown}"/></gazebo>',
        '<link name="c" type="soft"/>',
        joint("k", "b", "c", "floating", '<limit effort="1"/><dynamics damping="1"/>'),
    )
    assert len(mechanism) == 3
    notes = {f.message: f.line for f in findings if f.severity == "note" and "left out" in f.message}
    for start, line in (
        ("3 <collision> elements are left out: bough has no contacts.", 2),
        ("1 <flavour> element in <link> is left out", 3),
        ("1 effort and velocity limit is left out", 4),
        ("1 <safety_controller> element is left out", 4),
        ("1 <transmission> element is left out", 5),
        ("1 <gazebo> element is left out", 6),
        ("1 'type' attribute of <link> is left out", 7),
        ("1 <limit> element of joints with several coordinates is left out", 8),
        ("1 <dynamics> element of joints with several coordinates is left out", 8),
    ):
        assert [found for note, found in notes.items() if note.startswith(start)] == [line], start


def test_second_elements_are_ignored_with_a_warning(load):
    mechanism, findings = load(ROOT, link("b", MASS + MASS.replace("2", "5")), joint())
    assert mechanism.body("b").inertia.mass == 2.0
    (warning,) = (f for f in findings if f.severity == "warning")
    assert (warning.line, "second <inertial>" in warning.message) == (3, True)


def test_a_robot_without_a_name_is_called_after_its_file(load):
    mechanism, findings = load(ROOT, name="")
    assert mechanism.name == "r"
    assert [f.line for f in findings if f.severity == "warning"] == [1]


# --- looks --------------------------------------------------------------------------------------------------------------


def shape(text, more=""):
    return f"<visual>{more}<geometry>{text}</geometry></visual>"


def test_visuals(load):
    mechanism, findings = load(
        '<material name="red"><color rgba="1 0 0 0.5"/></material>',
        link(
            "a",
            shape(
                '<box size="1 2 3"/>',
                '<origin xyz="1 0 0" rpy="0 0 0.5"/><material name="red"/>',
            )
            + shape('<sphere radius="0.5"/>', '<material name="own"><color rgba="0 1 0 1"/></material>')
            + shape('<cylinder radius="0.5" length="2"/>', '<material name="own"/>')
            + shape('<capsule radius="0.5" length="2"/>', '<material name="unknown"/>')
            + shape('<mesh filename="package://p/m.stl" scale="0.001 0.001 -0.001"/>')
            + shape('<mesh filename="../meshes/m.stl"/>'),
        ),
    )
    cos, sin = math.cos(0.5), math.sin(0.5)
    turned = ((cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0))
    assert mechanism.body("a").visuals == (
        bo.Visual("box", (1, 2, 3), "", (1, 0, 0), turned, (1, 0, 0, 0.5)),
        bo.Visual("sphere", (0.5,), color=(0, 1, 0, 1)),
        bo.Visual("cylinder", (0.5, 2), color=(0, 1, 0, 1)),
        bo.Visual("capsule", (0.5, 2)),
        bo.Visual("mesh", (0.001, 0.001, -0.001), "package://p/m.stl"),
        bo.Visual("mesh", (1, 1, 1), "../meshes/m.stl"),
    )
    assert not texts(findings, "warning")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("m.stl", True),
        ("meshes/./m.stl", True),
        ("../meshes/m.stl", True),
        ("meshes/../../other/m.stl", True),
        ("package://pkg/meshes/m.stl", True),
        ("package:///pkg/meshes/m.stl", True),
        ("package://pkg/meshes/../m.stl", True),
        ("", False),
        ("/etc/passwd", False),
        ("//host/m.stl", False),
        ("C:\\m.stl", False),
        ("c:/m.stl", False),
        ("file:///etc/passwd", False),
        ("http://host/m.stl", False),
        ("../../m.stl", False),
        ("meshes/../../../m.stl", False),
        ("..\\..\\m.stl", False),
        ("a/../../../b/m.stl", False),
        ("package://pkg/../../x", False),
        ("package://pkg/../x", False),
        ("package://../x", False),
        ("package://pkg/a/..\\..\\..\\x", False),
    ],
)
def test_names_of_meshes_stay_within_the_model(load, name, kept):
    assert (not refusal(name)) == kept
    mechanism, findings = load(link("a", shape(f'<mesh filename="{name}"/>')))
    assert [visual.file for visual in mechanism.body("a").visuals] == ([name] if kept else [])
    assert [f.line for f in findings if f.severity == "warning"] == ([] if kept else [2])


def test_visuals_that_cannot_be_seen(load):
    for text in ("", '<sphere radius="0"/>', '<box size="1 -2 3"/>', "<torus/>"):
        mechanism, findings = load(link("a", shape(text)))
        assert mechanism.body("a").visuals == ()
        assert [f.line for f in findings if f.severity == "warning"] == [2]
    mechanism, findings = load(
        link("a", shape('<sphere radius="1"/>', '<material name="x"><color rgba="255 0 0 1"/></material>'))
    )
    assert mechanism.body("a").visuals[0].color is None
    assert [(f.element, f.line) for f in findings if f.severity == "warning"] == [("material 'x'", 2)]


# --- errors -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), [(1, "", "no <link>")]),
        ((ROOT, TIP, link("b"), joint()), [(4, "link 'b'", "another link of this name on line 3")]),
        ((ROOT, TIP, link("c"), joint(), joint(child="c")), [(6, "joint 'j'", "another joint of this name on line 5")]),
        (("<link/>", ROOT), [(2, "link", "no name")]),
        ((ROOT, TIP, joint(name="")), [(4, "joint", "no name")]),
        ((ROOT, TIP, joint(kind="")), [(4, "joint 'j'", "no type")]),
        ((ROOT, TIP, joint(kind="revolut")), [(4, "joint 'j'", "did you mean 'revolute'?")]),
        ((ROOT, TIP, joint(kind="screw")), [(4, "joint 'j'", "'revolute', 'continuous'")]),
        ((ROOT, TIP, joint(parent="")), [(4, "joint 'j'", "does not say its parent")]),
        ((ROOT, TIP, '<joint name="j" type="fixed"><parent link="a"/></joint>'), [(4, "joint 'j'", "its child")]),
        (
            (ROOT, link("hand"), joint(child="hnd")),
            [(4, "joint 'j'", "child 'hnd' is not a link: did you mean 'hand'?")],
        ),
        ((ROOT, TIP, joint(parent="base")), [(4, "joint 'j'", "parent 'base' is not a link: there are 'a', 'b'.")]),
        ((ROOT, TIP, joint(), joint("k")), [(5, "link 'b'", "the joints 'j' (line 4) and 'k'")]),
        ((ROOT, TIP), [(3, "", "2 links without a parent, 'a', 'b'")]),
        ((ROOT, TIP, joint(), joint("k", "b", "a")), [(4, "joint 'j'", "'b', 'a' hang on one another")]),
        ((ROOT, TIP, joint(parent="b")), [(4, "joint 'j'", "link 'b' hangs on itself")]),
        ((ROOT, TIP, joint(inside='<axis xyz="0 0 0"/>')), [(4, "joint 'j'", "axis is zero")]),
        ((ROOT, TIP, joint(inside='<axis xyz="0 0"/>')), [(4, "joint 'j'", "xyz of <axis> must be 3 numbers")]),
        ((ROOT, TIP, joint(inside="<axis/>")), [(4, "joint 'j'", "<axis> lacks the attribute xyz")]),
        ((ROOT, TIP, joint(inside='<origin rpy="0 nan 0"/>')), [(4, "joint 'j'", "must be a number, not 'nan'")]),
        ((ROOT, TIP, joint(inside='<origin xyz="0 inf 0"/>')), [(4, "joint 'j'", "must be a number, not 'inf'")]),
        ((ROOT, TIP, joint(inside='<origin xyz="0 1e999 0"/>')), [(4, "joint 'j'", "a finite number, not '1e999'")]),
        ((ROOT, TIP, joint(inside='<limit lower="1_0"/>')), [(4, "joint 'j'", "not '1_0'")]),
        ((ROOT, TIP, joint(inside='<limit upper="1,5"/>')), [(4, "joint 'j'", "not '1,5'")]),
        ((ROOT, TIP, joint(inside='<limit upper="١"/>')), [(4, "joint 'j'", "must be a number")]),
        ((ROOT, TIP, joint(inside='<limit lower="nan"/>')), [(4, "joint 'j'", "not 'nan'")]),
        (
            (ROOT, TIP, joint(inside='<dynamics damping="-1"/>')),
            [(4, "joint 'j'", "damping -1 is negative; give zero or more, or leave out all forces by forces=False.")],
        ),
        ((ROOT, link("b", MASS.replace('"0.1"', '"1e305"')), joint()), [(4, "joint 'j'", "stiffness must be finite")]),
        ((link("a", MASS.replace('"2"', '"-2"')),), [(2, "link 'a'", "mass -2 is negative")]),
        ((link("a", "<inertial/>"),), [(2, "link 'a'", "lacks <mass>"), (2, "link 'a'", "lacks <inertia>")]),
        (
            (link("a", "<inertial><inertia/></inertial>"),),
            [(2, "link 'a'", "lacks <mass>; add it, or remove <inertial> if the link has no mass.")],
        ),
        (
            (link("a", shape('<mesh filename="a.stl" scale="0.001"/>')),),
            [(2, "link 'a'", 'write scale="0.001 0.001 0.001".')],
        ),
        ((link("a", MASS.replace('ixy="0"', "")),), [(2, "link 'a'", "<inertia> lacks the attribute ixy")]),
        ((link("a", shape('<box size="1 2"/>')),), [(2, "link 'a'", "size of <box> must be 3 numbers")]),
        ((link("a", '<xacro:arm name="b"/>'),), [(2, "", "run `xacro r.urdf > made_of_r.urdf`")]),
        ((ROOT, '<link name="${side}"/>'), [(3, "", "xacro")]),
        ((ROOT, '<link name="$(arg side)"/>'), [(3, "", "xacro")]),
        (('<xacro:include filename="x"/>',), [(2, "", "xacro")]),
    ],
)
def test_errors_with_their_lines(errors, lines, expected):
    found = errors(*lines)
    assert [(line, element) for line, element, _ in found] == [(line, element) for line, element, _ in expected]
    for (_, _, message), (_, _, part) in zip(found, expected, strict=True):
        assert part in message


def test_forces_that_are_left_out_are_not_checked(load):
    mechanism, _ = load(ROOT, TIP, joint(inside='<dynamics damping="-1" friction="-2"/>'), forces=False)
    assert not mechanism.forces


def test_all_errors_are_told_at_once(errors):
    found = errors(
        link("a", MASS.replace('"2"', '"two"')),
        link("a"),
        joint("j", "a", "c", "bent", '<origin xyz="0 0"/>'),
        joint("j", "b", "a"),
    )
    assert [line for line, _, _ in found] == [2, 3, 4, 4, 5, 4, 5]


def test_xacro_is_told_what_to_become(tmp_path):
    with pytest.raises(ModelError, match=r"run `xacro arm.urdf.xacro > arm.urdf`"):
        read(written(tmp_path, robot('<link name="${x}"/>'), "arm.urdf.xacro"))


def test_a_file_of_macros_alone(tmp_path):
    text = '<robot xmlns:xacro="http://wiki.ros.org/xacro">\n</robot>'
    with pytest.raises(ModelError, match="run xacro on the file that uses the macros"):
        read(written(tmp_path, text))


def test_load_warns_once(tmp_path):
    links = [link(name) for name in "bcd"]
    joints = [joint(f"j{name}", "a", name, inside='<limit lower="2" upper="1"/><mimic joint="k"/>') for name in "bcd"]
    path = written(tmp_path, robot(ROOT, *links, *joints))
    with pytest.warns(bo.BoughWarning, match=r"'jb': .* 'jb': .* 'jc': .* \(3 more") as told:
        mechanism = bo.load(path)
    assert len(told) == 1
    assert len([f for f in mechanism.remarks if f.severity == "warning"]) == 6


def test_long_chains(tmp_path):
    """Nothing in the reader grows faster than the file."""
    mechanism, findings = read(written(tmp_path, chain(1000)))
    assert (mechanism.n, len(mechanism.forces)) == (1000, 3000)
    assert not texts(findings, "warning")
