"""MJCF: what MuJoCo's elements become, what each mistake is told as, and what a file may not do. Numbers are held against MuJoCo in tests/peers."""

import os
import sys

import mujoco
import numpy as np
import pytest

import bough as bo
from bough.errors import ModelError
from bough.formats import read
from bough.formats.mjcf import guard
from bough.looks.figure import looks_of
from bough.mechanism.description import from_dict, to_dict

BALL = '<geom size="0.1"/>'
BODY = f'<body name="a"><joint name="j"/>{BALL}</body>'


def model(*lines, body=BODY):
    """A model; the first of the lines that are given is on line 2, the bodies are after them."""
    return "\n".join(("<mujoco>", *lines, f"<worldbody>{body}</worldbody>", "</mujoco>"))


@pytest.fixture
def folder(tmp_path):
    """Where models are, so that there is a folder above it that is theirs, too."""
    made = tmp_path / "models"
    made.mkdir()
    return made


@pytest.fixture
def load(folder):
    """From a text to (mechanism, findings)."""

    def of(text, **options):
        path = folder / "m.xml"
        path.write_text(text)
        return read(path, **options)

    return of


@pytest.fixture
def errors(load):
    """The errors of a text, as (line, element, message)."""

    def of(text):
        with pytest.raises(ModelError) as caught:
            load(text)
        return [(f.line, f.element, f.message) for f in caught.value.findings if f.severity == "error"]

    return of


def texts(findings, severity):
    return [f.message for f in findings if f.severity == severity]


def one(findings, part):
    """The only finding whose message has that part."""
    (found,) = (f for f in findings if part in f.message)
    return found


# --- bodies and joints --------------------------------------------------------------------------------------------------


def test_every_joint_has_a_body_and_the_name_it_has_in_mujoco(load):
    mechanism, _ = load(
        model(
            body=f'<body name="thigh" pos="1 2 3"><joint name="hip_x" axis="1 0 0" pos="0 0 0.1"/><joint name="hip_s" type="slide" axis="0 1 0"/>{BALL}'
            f'<body name="shin"><joint name="knee" pos="0 0 0.2"/>{BALL}<body name="foot">{BALL}</body></body></body>'
        )
    )
    bodies = {body.name: (body.parent, body.joint, body.joint_name) for body in mechanism.bodies}
    assert bodies == {
        "thigh/hip_x": ("ground", bo.Revolute((1.0, 0.0, 0.0)), "hip_x"),
        "thigh": ("thigh/hip_x", bo.Prismatic((0.0, 1.0, 0.0)), "hip_s"),
        "shin/knee": ("thigh", bo.Revolute((0.0, 0.0, 1.0)), "knee"),
        "shin": ("shin/knee", bo.Fixed(), "shin"),
        "foot": ("shin", bo.Fixed(), "foot"),
    }
    assert mechanism.q_names == ("hip_x", "hip_s", "knee")
    assert not mechanism.body("thigh/hip_x").inertia.mass
    np.testing.assert_array_equal(mechanism.body("thigh/hip_x").at, (1.0, 2.0, 3.1))
    np.testing.assert_array_equal(mechanism.body("shin").at, (0.0, 0.0, -0.2))


def test_what_has_no_name_or_one_that_means_two_things_is_named_with_a_note(load):
    mechanism, findings = load(
        model(
            body=f'<body name="ground"><freejoint name="base"/>{BALL}<body name="base.x"><joint name="arm"/>{BALL}</body></body>\n'
            f'<body><joint/>{BALL}<body name="arm"><joint pos="0 0 1"/><joint axis="1 0 0"/>{BALL}</body></body>\n'
            f'<body name="leg"><joint name="leg" pos="0 0 1"/>{BALL}<body name="body3"><joint name="body3"/>{BALL}</body></body>'
        )
    )
    # the body that MuJoCo numbers 3 is not the one that is called so
    assert mechanism.body_names == (
        "ground_body", "base.x", "body32", "arm/hinge1", "arm", "leg/leg", "leg", "body3"
    )  # fmt: skip
    assert mechanism.q_names[:7] == tuple(f"base_joint.{c}" for c in ("x", "y", "z", "qw", "qx", "qy", "qz"))
    assert mechanism.q_names[7:] == ("arm_joint", "body32", "arm/hinge1", "arm/hinge2", "leg_joint", "body3")
    assert one(findings, "'ground_body'").line == 2
    assert one(findings, "'base_joint'").element == "joint 'base'"
    assert "'arm/hinge1', 'arm/hinge2'" in one(findings, "joints without names").message
    assert one(findings, "body without a name").severity == "note"


def test_free_and_ball_joints_have_mujocos_coordinates(load):
    mechanism, _ = load(
        model(
            body=f'<body name="a" pos="1 2 3" quat="0 1 0 0"><freejoint/>{BALL}<body name="b" pos="0 0 1" quat="0 1 0 0"><joint type="ball"/>{BALL}</body></body>'
        )
    )
    free, ball = mechanism.bodies
    assert (free.at.any(), (free.rotation == np.eye(3)).all()) == (False, True)
    assert mechanism.q0 == {"a": (1.0, 2.0, 3.0, 0.0, 1.0, 0.0, 0.0)}
    np.testing.assert_array_equal(ball.rotation, np.diag((1.0, -1.0, -1.0)))


def test_motions_start_at_the_keyframe_home_or_else_the_first_one(load):
    keys = [
        f'<key name="{name}" qpos="{q}" qvel="{2 * q}" ctrl="{3 * q}"/>' for name, q in (("far", 1.0), ("home", 0.5))
    ]
    body = '<body name="a"><joint name="j" type="slide" ref="0.2"/><geom size="0.1"/></body>'
    for chosen, q in ((keys, 0.5), (keys[:1], 1.0)):
        mechanism, findings = load(
            model(
                "<actuator><motor name='m' joint='j' gear='2'/></actuator>",
                "<keyframe>",
                *chosen,
                "</keyframe>",
                body=body,
            )
        )
        assert mechanism.q0 == {"j": q - 0.2}
        assert mechanism.u0 == {"j": 2 * q}
        assert mechanism.forces["m"] == bo.Motor("j", 6 * q)
        assert "keyframe '" in one(findings, "motions start").message
    mechanism, findings = load(model(body=body))
    assert (mechanism.q0, mechanism.u0) == ({}, {})
    assert "minus ref" in one(findings, "'j'").message


def test_a_mechanism_can_be_described_and_rebuilt(load):
    mechanism, _ = load(
        model(
            "<actuator><velocity name='v' joint='j' kv='2'/></actuator>",
            "<keyframe><key ctrl='3'/></keyframe>",
            body='<body name="a"><joint name="j" damping="1" stiffness="2" range="-1 1" armature="0.1"/><geom size="0.1" rgba="0.25 0.5 0.75 1"/></body>',
        )
    )
    assert mechanism.forces["v"] == bo.Servo("j", "3.0*t", 0.0, 2.0)
    assert to_dict(from_dict(to_dict(mechanism))) == to_dict(mechanism)
    assert mechanism.body("a").armature == (0.1,)


def test_shapes_that_mujoco_shows_are_visuals(load):
    mechanism, findings = load(
        model(
            "<asset><material name='red' rgba='1 0 0 0.5'/><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>",
            body='<geom type="plane" size="1 1 1"/><body name="a"><joint/><geom type="box" size="1 2 3" pos="0 0 1" material="red"/><geom type="capsule" size="0.1 0.4" group="2"/>'
            '<geom type="ellipsoid" size="1 2 3"/><geom type="sphere" size="1" group="3"/><geom type="mesh" mesh="m"/></body>',
        )
    )
    box, capsule, mesh = mechanism.body("a").visuals
    assert box == bo.Visual("box", (2.0, 4.0, 6.0), at=(0.0, 0.0, 1.0), color=(1.0, 0.0, 0.0, 0.5))
    assert capsule == bo.Visual("capsule", (0.1, 0.8), color=(0.5, 0.5, 0.5, 1.0))
    note = one(findings, "not shown").message
    assert all(part in note for part in ("1 plane of the ground", "1 ellipsoid", "1 in hidden groups"))
    # the mesh has its corners where the file says, though MuJoCo turns it to its principal axes
    (solid,) = (solid for solid in looks_of(mechanism, np.eye(4)[None]).solids if solid.shape == "mesh")
    corners = (solid.mesh.points * mesh.size) @ solid.rotation.T + solid.at
    expected = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert all(np.linalg.norm(corners - corner, axis=1).min() < 1e-6 for corner in expected)
    assert to_dict(from_dict(to_dict(mechanism))) == to_dict(mechanism)


# --- forces -------------------------------------------------------------------------------------------------------------


def settled(text):
    """Where MuJoCo is after a thousand steps."""
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    for _ in range(1000):
        mujoco.mj_step(peer, data)
    return data


def test_what_leans_on_a_stop_goes_in_as_deep_as_in_mujoco(load):
    text = model(
        "<option gravity='500 0 0'/>",
        body='<body name="a"><joint name="j" type="slide" axis="1 0 0" range="-1 0.1"/><inertial pos="0 0 0" mass="4" diaginertia="1 1 1"/></body>',
    )
    limit = load(text)[0].forces["j limit"]
    data = settled(text)
    # (ours sets in over its softness, half of which a steady load goes through besides)
    assert 4 * 500 / limit.stiffness == pytest.approx(data.qpos[0] - 0.1, rel=1e-6)
    assert limit.softness == 0.001


def test_stops_have_the_scale_of_mujocos(load):
    body = '<body name="a"><joint name="j" type="slide" range="-1 2" ref="0.5" margin="0.1" {}/><inertial pos="0 0 0" mass="4" diaginertia="1 1 1"/></body>'
    for attributes, stiffness, damping in (
        ("", 1.0 / 0.02**2, 2.0 / 0.02),
        ('solreflimit="0.1 0.5"', 1.0 / 0.05**2, 2.0 / 0.1),
        ('solreflimit="-300 -40"', 300.0, 40.0),
    ):
        mechanism, findings = load(model(body=body.format(attributes)))
        limit = mechanism.forces["j limit"]
        assert (limit.lower, limit.upper) == pytest.approx((-1.4, 1.4), abs=1e-15)
        # for the mass of 4 kg that the slide carries
        left = 1.0 - 0.95  # of a load, by solimp
        assert limit.stiffness == pytest.approx(4 * stiffness / left, rel=1e-12)
        assert limit.damping == pytest.approx(4 * damping / left**0.5, rel=1e-12)
        assert one(findings, "stops are").severity == "note"


def test_an_infinite_end_of_a_range_is_none(load):
    body = '<body name="a"><joint name="j" type="slide" limited="true" range="{}"/><geom size="0.1"/></body>'
    limit = load(model(body=body.format("-inf 2")))[0].forces["j limit"]
    assert (limit.lower, limit.upper) == (None, 2.0)
    assert not load(model(body=body.format("-inf inf")))[0].forces


def test_friction_creeps_as_mujocos_does(load):
    text = model(
        "<option gravity='1 0 0'/>",
        body='<body name="a"><joint name="j" type="slide" axis="1 0 0" frictionloss="20"/><inertial pos="0 0 0" mass="4" diaginertia="1 1 1"/></body>',
    )
    friction = load(text)[0].forces["j friction"]
    data = settled(text)
    # a fifth of what it can hold, well within its linear part
    assert data.qvel[0] == pytest.approx(0.2 * friction.speed, rel=1e-3)


def test_forces_are_left_out_on_demand_or_where_the_file_switches_them_off(load):
    body = '<body name="a" gravcomp="1"><joint name="j" damping="1" stiffness="2" range="-1 1" frictionloss="3"/><geom size="0.1"/></body>'
    actuator = "<actuator><motor name='m' joint='j'/></actuator>"
    mechanism, _ = load(model(actuator, body=body))
    assert list(mechanism.forces) == ["j spring", "j damper", "j friction", "j limit", "a gravcomp", "m"]
    assert not load(model(actuator, body=body), forces=False)[0].forces
    flags = '<option><flag limit="disable" frictionloss="disable" actuation="disable" gravity="disable"/></option>'
    mechanism, findings = load(model(actuator, flags, body=body))
    assert list(mechanism.forces) == ["j spring", "j damper"]
    assert not mechanism.gravity.any()
    assert "friction and limits are left out" in one(findings, "friction").message
    mechanism, _ = load(model('<option><flag constraint="disable"/></option>', body=body))
    assert list(mechanism.forces) == ["j spring", "j damper", "a gravcomp"]
    assert one(findings, "actuators").severity == "note"


@pytest.mark.parametrize(
    ("actuator", "told"),
    [
        ('<muscle name="x" joint="j"/>', "a state of their own (muscle)"),
        ('<position name="x" joint="j" kp="3" timeconst="0.1"/>', "a state of their own"),
        ('<motor name="x" joint="b"/>', "on ball and free joints"),
        ('<motor name="x" tendon="t"/>', "through a tendon"),
        ('<motor name="x" site="s" refsite="r"/>', "a site with a reference"),
        ('<general name="x" joint="j" biastype="affine" biasprm="0 1 0"/>', "drive away"),
        ('<adhesion name="x" body="a" ctrlrange="0 1"/>', "a body's contacts"),
    ],
)
def test_actuators_without_a_counterpart_are_warned_of(load, actuator, told):
    mechanism, findings = load(
        model(
            "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>",
            f"<actuator>{actuator}</actuator>",
            body=f'<site name="r"/>{BODY}<body name="c"><joint name="b" type="ball"/>{BALL}<site name="s"/></body>',
        )
    )
    warning = one(findings, told)
    assert (warning.severity, "'x'" in warning.message, dict(mechanism.forces)) == ("warning", True, {})


def test_the_range_of_an_actuator_is_that_of_a_servo(load):
    actuator = "<actuator><position name='p' joint='j' kp='8' gear='{}' forcerange='{}'/></actuator>"
    for gear, ends, expected in (("2", "-3 5", (10.0, -6.0)), ("-2", "-3 5", (6.0, -10.0)), ("2", "-4 4", (8.0, None))):
        mechanism, findings = load(model(actuator.format(gear, ends)))
        assert mechanism.forces["p"] == bo.Servo("j", 0.0, 32.0, 0.0, *expected)
        assert not texts(findings, "warning")


def test_ranges_of_actuator_forces_that_are_not_applied_are_warned_of(load):
    limited = BODY.replace('name="j"', 'name="j" actuatorfrcrange="-2 2"')
    twice = "<position name='p' joint='j' kp='8' forcerange='-3 5'/><velocity name='v' joint='j' kv='2'/>"
    mechanism, findings = load(model(f"<actuator>{twice}</actuator>", body=limited))
    assert one(findings, "have limits of their own").severity == "warning"
    assert "'p + v'" in one(findings, "have limits of their own").message
    assert list(mechanism.forces) == ["p", "v"]
    # a push through a joint that would limit it
    pushed = limited.replace(BALL, f'{BALL}<body name="b"><geom size="0.1"/><site name="s"/></body>')
    _, findings = load(model("<actuator><motor name='jet' site='s' gear='1 0 0 0 0 0'/></actuator>", body=pushed))
    assert "'jet'" in one(findings, "actuators on sites").message
    _, findings = load(model("<actuator><motor name='jet' site='s' gear='1 0 0 0 0 0'/></actuator>",
                             body=pushed.replace("-2 2", "-2 2\" actuatorfrclimited=\"false")))  # fmt: skip
    assert not texts(findings, "warning")
    # a range without zero pushes, if there is any actuator
    aside = limited.replace("-2 2", "1 2") + '<body name="c"><joint name="k"/><geom size="0.1"/></body>'
    _, findings = load(model("<actuator><motor joint='k'/></actuator>", body=aside))
    assert "'j'" in one(findings, "without zero").message
    # gravity compensation that is part of the actuators' force
    carried = limited.replace('name="a"', 'name="a" gravcomp="1"').replace("/>", ' actuatorgravcomp="true"/>', 1)
    _, findings = load(model("<actuator><motor joint='j'/></actuator>", body=carried))
    assert (one(findings, "actuatorgravcomp").severity, "'j'" in one(findings, "actuatorgravcomp").message) == (
        "warning",
        True,
    )


def test_weight_that_actuators_would_compensate_is_warned_of_without_them(load):
    """MuJoCo compensates none of it then; the joint still bears none here."""
    body = """<body name="a" gravcomp="1"><joint name="j" axis="0 1 0" actuatorgravcomp="true"/>
        <geom size="0.1" pos="0.3 0 0"/></body>"""
    other = '<body name="c"><joint name="k"/><geom size="0.1"/></body>'
    driven = "<actuator><motor joint='k'/></actuator>"
    for lines, is_warned in (((), True), ((driven,), False)):
        text = model(*lines, body=body + other)
        mechanism, findings = load(text)
        data = mujoco.MjData(mujoco.MjModel.from_xml_string(text))
        mujoco.mj_forward(data.model, data)
        here = bo.forward_dynamics(mechanism, mechanism.coordinates(), np.zeros(2))
        assert (abs(here[0] - data.qacc[0]) > 1.0) == is_warned
        assert any("actuatorgravcomp" in said for said in texts(findings, "warning")) == is_warned


@pytest.mark.parametrize(("ends", "control"), [("1 2", 1.0), ("-3 -1", -1.0), ("-1 1", 0.0)])
def test_controls_at_rest_are_within_their_range(load, ends, control):
    """As MuJoCo clamps them."""
    text = model(f"<actuator><motor name='m' joint='j' gear='2' ctrlrange='{ends}'/></actuator>")
    data = mujoco.MjData(mujoco.MjModel.from_xml_string(text))
    mujoco.mj_forward(data.model, data)
    assert load(text)[0].forces["m"] == bo.Motor("j", float(data.qfrc_actuator[0])) == bo.Motor("j", 2.0 * control)


def test_negative_damping_and_friction_name_the_way_around_them(load, errors):
    for name, word in (("damping", "damping -1"), ("frictionloss", "frictionloss -1")):
        text = model(body=BODY.replace('name="j"', f'name="j" {name}="-1"'))
        ((line, element, message),) = errors(text)
        assert (line, element) == (2, "joint 'j'")
        assert f"{word} is negative" in message
        assert "forces=False" in message
        assert not load(text, forces=False)[0].forces


# --- what is left out ---------------------------------------------------------------------------------------------------


def test_what_has_no_counterpart_is_told(load):
    _, findings = load(
        model(
            "<option density='1.2' timestep='0.001'/>",
            "<custom><numeric name='number' data='1'/><text name='words' data='x'/><text name='others' data='y'/>"
            "<tuple name='pair'><element objtype='body' objname='a'/></tuple></custom>",
            "<tendon><fixed name='pulling' stiffness='2'><joint joint='j' coef='1'/></fixed><fixed name='idle'><joint joint='j' coef='1'/></fixed></tendon>",
            "<equality><connect name='closed' body1='a' body2='b' anchor='0 0 0'/><joint joint1='j' active='false'/></equality>",
            "<sensor><jointpos name='seen' joint='j'/></sensor>",
            body=f'{BODY}<body name="b"><joint name="turn" type="ball" range="0 40" stiffness="3"/>{BALL}<site name="mark"/><camera/><light/></body><body name="hand" mocap="true"/>',
        )
    )
    warned = {"'closed'", "'pulling'", "density 1.2", "ball joints have no stops", "k sin φ"}
    assert all(one(findings, part).severity == "warning" for part in warned)
    assert len(texts(findings, "warning")) == len(warned)
    for part in (
        "no contacts",
        "'idle'",
        "'seen'",
        "'mark'",
        "cameras",
        "lights",
        "'hand'",
        "'number'",
        "'words', 'others'",
        "'pair'",
        "not active",
        "timestep",
    ):
        assert one(findings, part).severity == "note"
    assert (one(findings, "timestep").element, one(findings, "timestep").line) == ("<option>", 2)


@pytest.mark.parametrize(
    ("equality", "advice"),
    [
        ("<connect name='e' body1='a' body2='b' anchor='0 0 0'/>", "add_loop with a bough.Ball"),
        ("<weld name='e' body1='a' body2='b'/>", "add_loop with a bough.Fixed"),
        ("<joint name='e' joint1='j' joint2='k' polycoef='0 2 0 0 0'/>", "add_loop with a bough.CustomJoint"),
        ("<joint name='e' joint1='j'/>", "bough.JointSpring"),
        ("<tendon name='e' tendon1='t'/>", "bough.CustomJointForce or bough.CustomBodyForce"),
    ],
)
def test_what_stands_in_for_an_equality_constraint_depends_on_its_kind(load, equality, advice):
    tendon = "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
    more = f'{BODY}<body name="b"><joint name="k"/>{BALL}</body>'
    _, findings = load(model(tendon, f"<equality>{equality}</equality>", body=more))
    (message,) = [text for text in texts(findings, "warning") if "equality" in text]
    assert message.endswith(": 'e'.")
    assert advice in message
    assert "trees" not in message


@pytest.mark.parametrize(
    ("equality", "joint", "inner"),
    [("connect", bo.Ball(), '<joint type="ball"/>'), ("weld", bo.Fixed(), "")],
)
def test_bodies_joined_as_advised_move_as_mujocos_that_hang_together(load, equality, joint, inner):
    """A free body that an equality holds to a hinged one, and one that hangs on it in MuJoCo's own tree."""
    hinged = '<body name="a"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/>{}</body>{}'
    held = '<body name="b" pos="0.4 0 0">{}<geom type="box" size="0.1 0.2 0.3" pos="0.3 0 0.1"/></body>'
    anchor = ' anchor="0 0 0"' if equality == "connect" else ""
    apart = model(
        f'<equality><{equality} name="e" body1="b" body2="a"{anchor}/></equality>',
        body=hinged.format("", held.format("<freejoint/>")),
    )
    mechanism, _ = load(apart)
    mechanism.add_loop("e", "b", "a", joint, other_at=(0.4, 0.0, 0.0))
    peer = mujoco.MjModel.from_xml_string(model(body=hinged.format(held.format(inner), "")))
    data = mujoco.MjData(peer)
    mujoco.mj_forward(peer, data)
    q, u = mechanism.coordinates(mechanism.q0), mechanism.velocities()
    np.testing.assert_allclose(bo.forward_dynamics(mechanism, q, u)[0], data.qacc[0], rtol=1e-12)


def test_a_gear_as_advised_keeps_the_ratio_of_an_equality_of_joints(load):
    axis = 'axis="0 0 1"'
    mechanism, findings = load(
        model(
            "<option gravity='0 0 0'/><equality><joint name='e' joint1='j' joint2='k' polycoef='0 2 0 0 0'/></equality>",
            body=f'<body name="a"><joint name="j" {axis}/>{BALL}</body><body name="b" pos="1 0 0"><joint name="k" {axis}/>{BALL}</body>',
        )
    )
    assert "bough.CustomJoint" in one(findings, "equality").message

    def mesh(turn):  # of a as seen from b, which turns by "turn"
        return (-np.cos(turn), np.sin(turn), 0.0), [((0, 0, 1), turn)]

    gear = bo.CustomJoint(mesh, {"turn": "rad"}, measure=lambda shift, rotation: np.arctan2(shift[1], -shift[0]))
    mechanism.add_loop("e", "a", "b", gear)
    inertia = float(bo.mass_matrix(load(model(body=BODY))[0], [0.0])[0, 0])
    # q̈₂ (J₂ + 4 J₁) = drive, and q₁ = 2 q₂
    found = bo.forward_dynamics(mechanism, [0.0, 0.0], [2.0, 1.0], [0.0, 3.0])
    np.testing.assert_allclose(found, np.array([2.0, 1.0]) * 3.0 / (5.0 * inertia), rtol=1e-12)


@pytest.mark.slow  # laws are compiled
def test_a_coupling_of_joints_can_be_had_as_advised():
    """Two stiff laws, one on each joint, that derive from k (q₁ - 2 q₂)²/2: the joints keep the ratio that an equality of MuJoCo's would ask for."""
    pair = bo.Mechanism("pair")
    for name in ("one", "two"):
        pair.add_body(name, joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    pair.add_force("drive", bo.Motor("two", 0.01))
    pair.add_force("here", bo.CustomJointForce("one", lambda t, q, u: -1e3 * (q[0] - 2.0 * q[1]), reads=("one", "two")))
    pair.add_force("there", bo.CustomJointForce("two", lambda t, q, u: 2e3 * (q[0] - 2.0 * q[1]), reads=("one", "two")))
    run = bo.simulate(pair, 1.0)
    assert float(run["q.one"][-1]) == pytest.approx(2.0 * float(run["q.two"][-1]), abs=2e-5)
    # q̈₂ (J₂ + 4 J₁) = drive
    assert float(run["q.two"][-1]) == pytest.approx(0.5 * 0.01 / (5.0 * 0.4 * 0.1**2), rel=1e-3)


def test_armature_of_a_free_joint_is_warned_of(load):
    _, findings = load(model(body=f'<body name="a"><joint name="j" type="free" armature="1"/>{BALL}</body>'))
    assert "armature" in one(findings, "'j'").message


# --- mistakes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "element", "part"),
    [
        (model(f"<foo/>{''}"), 2, "<foo>", "unrecognized element"),
        (model(body='\n<body name="x"><joint axis="0 0 0"/><geom size="0.1"/></body>'), 3, "", "axis too small"),
        (model("<size njmax='a'/>"), 2, "<size>", "njmax"),
        (model("<keyframe>", '<key qpos="1 2 3"/></keyframe>'), None, "", "qpos size"),
        (model("", body='<body name="x" pos="inf 0 0"><joint/><geom size="0.1"/></body>'), 3, "<body>", "infinite"),
        (
            model("", body='<body name="x" quat="nan 0 0 1"><joint/><geom size="0.1"/></body>'),
            3,
            "<body>",
            "quat 'nan 0 0 1'",
        ),
        (model('<option gravity="0 0 nan"/>'), 2, "<option>", "gravity"),
        (model("<keyframe>", '<key qpos="inf"/></keyframe>'), 3, "<key>", "qpos 'inf'"),
        (model("", body='<body><joint name="x" damping="-1"/><geom size="0.1"/></body>'), 3, "joint 'x'", "negative"),
        (model(body=""), 1, "", "no <body>"),
        (model(f'<custom><text name="{"x" * 201}" data="y"/></custom>'), 2, "<text>", "longer than 200"),
    ],
)
def test_mistakes_are_told_with_their_lines(errors, text, line, element, part):
    ((found_line, found_element, message),) = errors(text)
    assert (found_line, found_element) == (line, element)
    assert part in message


def test_mistakes_in_included_files_are_told_there(load, folder):
    (folder / "part.xml").write_text("<mujocoinclude>\n\n<foo/></mujocoinclude>")
    with pytest.raises(ModelError, match=r"^part\.xml:3: <foo>: MuJoCo cannot use it"):
        load(model('<include file="part.xml"/>'))
    (folder / "part.xml").write_text("<mujocoinclude>\n<body></mujocoinclude>")
    with pytest.raises(ModelError, match=r"^part\.xml:2: this is not well-formed XML"):
        load(model('<include file="part.xml"/>'))


def test_without_mujoco_there_is_a_sentence(errors, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert errors(model()) == [(None, "", 'MJCF files need mujoco: install it with pip install "bough[mjcf]".')]
    monkeypatch.setitem(sys.modules, "mujoco", type("Old", (), {"__version__": "3.2.7"}))
    assert "3.2.7 is too old" in errors(model())[0][2]


def test_mujoco_neither_prints_nor_writes(load, folder, monkeypatch, capfd):
    monkeypatch.chdir(folder)
    before = mujoco.get_mju_user_warning()
    _, findings = load(model(body='<body name="x"><joint range="nan 0"/><geom size="0.1"/></body>'))
    assert one(findings, "MuJoCo says").severity == "note"
    # its hull would be told to be narrow
    flat = "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1e-9' face='0 2 1 0 1 3 0 3 2 1 2 3' inertia='shell'/></asset>"
    load(model(flat, body=f'<body><joint/>{BALL}<geom type="mesh" mesh="m" mass="0"/></body>'))
    _, findings = load(model("<compiler settotalmass='3'/>"))
    assert mujoco.get_mju_user_warning() is before
    assert capfd.readouterr() == ("", "")
    assert [path.name for path in folder.iterdir()] == ["m.xml"]
    if mujoco.__version__ >= "4":
        assert "settotalmass" in one(findings, "MuJoCo says").message


# --- files that are none of the model's ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (('<asset><mesh file="/etc/x.stl"/></asset>',), "absolute"),
        (('<asset><mesh file="../../x.stl"/></asset>',), "outside"),
        (('<asset><mesh file="..\\..\\x.stl"/></asset>',), "outside"),
        (('<asset><mesh file="C:\\x.stl"/></asset>',), "anywhere"),
        (('<asset><mesh file="http://a/x.stl"/></asset>',), "anywhere"),
        (('<asset><texture type="cube" fileup="/x.png"/></asset>',), "absolute"),
        (('<asset><skin file="../../x.skn"/></asset>',), "outside"),
        (('<compiler meshdir="/etc"/><asset><mesh file="x.stl"/></asset>',), "absolute"),
        (('<compiler assetdir="../.."/><asset><mesh file="x.stl"/></asset>',), "outside"),
        (('<compiler meshdir="a/b"/><asset><mesh file="../../../../x.stl"/></asset>',), "outside"),
        (('<asset><mesh file="x.stl"/></asset>',), "no file 'x.stl'"),
        (('<compiler meshdir="../a"/><asset><mesh file="x.stl"/></asset>',), "no file '../a/x.stl'"),
        (('<compiler strippath="true"/><asset><mesh file="/etc/x.stl"/></asset>',), "no file 'x.stl'"),
        (('<include file="../../x.xml"/>',), "outside"),
        (('<include file="x.xml"/>',), "no file 'x.xml'"),
        (('<include file="m.xml"/>',), "includes itself"),
        (('<asset><model name="s" file="m.xml"/></asset>',), "contains itself"),
        (('<asset><model name="s" file="/x.xml"/></asset>',), "absolute"),
        (("<extension/>",), "plugins are code"),
        (("<extension><plugin plugin='x'/></extension>",), "plugins are code"),
        (("<actuator><plugin plugin='x'/></actuator>",), "plugins are code"),
    ],
)
def test_files_and_code_from_elsewhere_are_refused(errors, lines, told):
    ((line, _, message),) = errors(model(*lines))
    assert line == 2
    assert told in message


def test_included_files_and_sub_models_are_looked_at_as_the_model_is(load, folder):
    (folder / "parts").mkdir()
    (folder / "parts" / "a.xml").write_text('<mujocoinclude>\n<include file="b.xml"/></mujocoinclude>')
    (folder / "parts" / "b.xml").write_text("<mujocoinclude>\n\n<extension/></mujocoinclude>")
    with pytest.raises(ModelError, match=r"parts/b\.xml:3: <extension>"):
        load(model('<include file="parts/a.xml"/>'))
    (folder / "parts" / "b.xml").write_text('<mujocoinclude><include file="a.xml"/></mujocoinclude>')
    with pytest.raises(ModelError, match=r"parts/b\.xml:1: <include>: 'a.xml' is included a second time"):
        load(model('<include file="parts/a.xml"/>'))
    (folder / "parts" / "sub.xml").write_text(model('<asset><mesh file="../../../x.stl"/></asset>'))
    with pytest.raises(ModelError, match=r"parts/sub\.xml:2: <mesh>: .* outside"):
        load(model('<asset><model name="s" file="parts/sub.xml"/></asset>'))
    (folder / "parts" / "sub.xml").write_text("<robot/>")
    with pytest.raises(ModelError, match=r"m\.xml:2: <model>: 'parts/sub.xml' is not MJCF"):
        load(model('<asset><model name="s" file="parts/sub.xml"/></asset>'))


# where a link leads from models/way, and what a model asks for by it
LINKS = {
    "include": ("x.xml", '<include file="{}"/>', "<mujocoinclude/>"),
    "model": ("x.xml", '<asset><model name="s" file="{}"/></asset>', model()),
    "mesh": ("x.obj", '<asset><mesh name="m" file="{}"/></asset>', "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"),
    "skin": ("x.skn", '<asset><skin name="m" file="{}"/></asset>', ""),
    "texture": ("x.png", '<asset><texture name="t" type="2d" file="{}"/></asset>', ""),
    "hfield": ("x.png", '<asset><hfield name="h" size="1 1 1 1" file="{}"/></asset>', ""),
}


@pytest.fixture
def elsewhere(tmp_path_factory):
    """A folder that is none of the model's, with a file of each kind, and one that includes the file beside it."""
    made = tmp_path_factory.mktemp("elsewhere")
    (made / "deep").mkdir()
    for name, _, text in LINKS.values():
        (made / name).write_text(text)
        (made / "deep" / name).write_text(text)
    return made


@pytest.mark.parametrize("kind", LINKS)
def test_links_do_not_lead_out_of_the_folders_that_are_the_models(errors, folder, elsewhere, kind):
    """Neither a link to a file, nor one to a folder, nor one to a link, nor a way back out of a folder that is a link."""
    name, element, _ = LINKS[kind]
    (folder / name).symlink_to(elsewhere / name)
    (folder / f"again-{name}").symlink_to(name)
    (folder / "way").symlink_to(elsewhere / "deep")
    for asked in (name, f"again-{name}", f"way/{name}", f"way/../{name}"):
        ((line, tag, message),) = errors(model(element.format(asked)))
        assert (line, tag) == (2, f"<{kind}>")
        assert f"'{asked}' is not opened, since a link leads out" in message


def test_links_in_folders_of_assets_and_in_included_files_are_looked_at(errors, folder, elsewhere):
    (folder / "way").symlink_to(elsewhere)
    (folder / "parts").mkdir()
    (folder / "parts" / "x.xml").symlink_to(elsewhere / "x.xml")
    (folder / "part.xml").write_text('<mujocoinclude>\n<include file="parts/x.xml"/></mujocoinclude>')
    ((line, tag, message),) = errors(model('<compiler meshdir="way"/><asset><mesh file="x.obj"/></asset>'))
    assert (line, tag) == (2, "<compiler>")
    assert "a link leads out" in message
    ((line, tag, message),) = errors(model('<include file="part.xml"/>'))
    assert (line, tag) == (2, "<include>")
    assert "'parts/x.xml' is not opened, since a link leads out" in message


def test_links_within_the_models_folders_and_folders_that_are_links_are_fine(load, folder, tmp_path):
    """Projects are often reached by a link, and share files by links within."""
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "x.obj").write_text(LINKS["mesh"][2])
    (folder / "near.obj").symlink_to("../meshes/x.obj")
    (folder / "way").symlink_to(tmp_path / "meshes")
    text = model(
        '<asset><mesh name="one" file="near.obj"/><mesh name="two" file="way/x.obj"/><mesh name="three" file="../meshes/x.obj"/></asset>',
        body='<body name="a"><joint/><geom type="mesh" mesh="one"/><geom type="mesh" mesh="two"/><geom type="mesh" mesh="three"/></body>',
    )
    expected, _ = load(text)
    assert len(expected.body("a").visuals) == 3
    reached = tmp_path / "elsewhere" / "project"
    reached.parent.mkdir()
    reached.symlink_to(tmp_path)
    found, _ = read(reached / "models" / "m.xml")
    assert to_dict(found) == to_dict(expected)
    (tmp_path / "elsewhere" / "models").symlink_to(folder)
    (folder / "m.xml").write_text(text.replace("../meshes/x.obj", "near.obj"))
    found, _ = read(tmp_path / "elsewhere" / "models" / "m.xml")
    assert found.mass == expected.mass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_is_no_file_is_not_waited_for(errors, folder):
    os.mkfifo(folder / "x.stl")
    ((_, _, message),) = errors(model('<asset><mesh file="x.stl"/></asset>'))
    assert "no file" in message


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encodings_than_utf_8_are_refused(folder, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n' + model().replace('"a"', '"ä"')
    (folder / "m.xml").write_bytes(text.encode(encoding))
    with pytest.raises(ModelError, match="not in UTF-8"):
        read(folder / "m.xml")


# --- sizes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (model(body="<body>" * 600 + BALL + "</body>" * 600), "<include>"),
        (model(body=BODY * 10_001), "10000 bodies"),
        (model(body=f'<replicate count="300"><replicate count="300">{BODY}</replicate></replicate>'), "bodies"),
        (model(body=f"<body>{BALL * 100_001}</body>"), "100000 elements"),
        (model(body='<flexcomp name="f" count="99 99 99"/>'), "bodies"),
        (model(body='<composite type="cable" count="99999 1 1"/>'), "bodies"),
        (model(body="".join(f'<frame><attach body="a" prefix="{k}"/></frame>' for k in range(60)) + BODY), "bodies"),
        (model('<asset><hfield name="h" nrow="99999" ncol="99999" size="1 1 1 1"/></asset>'), "landscape"),
        (model('<asset><mesh name="m" builtin="supersphere" params="30000 1 1"/></asset>'), "coarser"),
    ],
    ids=["deep", "bodies", "replicate", "elements", "flexcomp", "composite", "attach", "hfield", "mesh"],
)
def test_what_would_take_mujoco_for_ever_is_told_at_once(errors, text, told):
    ((_, _, message),) = errors(text)
    assert told in message


def test_files_in_one_another_are_bounded(errors, folder):
    for k in range(60):
        (folder / f"{k}.xml").write_text(f'<mujocoinclude><include file="{k + 1}.xml"/></mujocoinclude>')
    ((_, _, message),) = errors(model('<include file="0.xml"/>'))
    assert f"nests more than {guard.MOST_NESTED};" in message


def test_memory_that_is_not_needed_is_not_taken(load):
    sizes = '<size nkey="2000000000" nuser_body="2000000000" nuserdata="2000000000" memory="100T"/>'
    picture = '<asset><texture name="t" type="2d" builtin="flat" width="100000" height="100000"/></asset>'
    assert load(model(sizes, picture))[0].body_names == ("a",)


def test_lines_are_those_of_the_file_in_which_they_are(load, folder):
    (folder / "sub.xml").write_text(
        model("", "", "", body='<body name="far" pos="200 0 0"><joint/><geom size="0.1"/></body>')
    )
    attached = '<frame><attach model="s" body="far" prefix="x_"/></frame>'
    _, findings = load(model('<asset><model name="s" file="sub.xml"/></asset>', body=BODY + attached))
    assert (one(findings, "m away").file, one(findings, "m away").line) == ("m.xml", None)
    (folder / "sub.xml").write_text(model("", "", "", body='<body name="far"><joint axis="0 0 0"/></body>'))
    with pytest.raises(ModelError) as caught:
        load(model('<asset><model name="s" file="sub.xml"/></asset>', body=BODY + attached))
    assert caught.value.findings[-1].line is None
