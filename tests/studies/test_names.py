"""Whatever can vary has a name, a change by name is the mechanism built with that number, and a wrong name is answered."""

import functools
import math
import time

import numpy as np
import pytest

import bough as bo
from bough.studies.vary.names import changed, roles_of, units, variables

NUMBERS = {
    "mass": 3.0, "center": 0.4, "place": 2.0, "gravity": -9.81, "stiffness": 300.0, "swing": 0.5, "torque": 2.0, "late": 3.0, "gust": 1.0, "push": 6.0,
    "tilt": 0.0, "armature": 0.0, "rotor": 0.1, "pitch": 0.2, "width": 0.3, "constant": 5.0, "moment": 0.03, "later": 2.0,
}  # fmt: skip
# the names of these numbers, as they are written here
NAMES = {
    "mass": "boom.mass", "center": "boom.center.z", "place": "boom.at.z", "gravity": "gravity.z", "stiffness": "tendon.stiffness", "swing": "tower.motion.A", "torque": "motor.force.values.1",
    "late": "motor.force.times.2", "gust": "wind.force.y.B", "push": "wind.moment.values.1.z", "tilt": "hook.axis.x", "armature": "boom.armature.turn1", "rotor": "boom.armature.turn2",
    "pitch": "screw.pitch", "width": "closure.at.x", "constant": "wind.force.x", "moment": "boom.tensor.xx", "later": "base.motion.x.late",
}  # fmt: skip


def crane(**other):
    """A machine with a number of every sort."""
    n = {**NUMBERS, **other}
    tilt = math.hypot(n["tilt"], 1.0)
    body = bo.Inertia(n["mass"], (0.3, 0, n["center"]), np.diag((n["moment"], 0.04, 0.04)))
    plain = bo.Inertia.sphere(0.2, 1.0)
    m = bo.Mechanism("crane", gravity=(0, 0, n["gravity"]))
    m.add_body("tower", "ground", bo.Driven(bo.Revolute(), f"A*sin(t) where A = {n['swing']!r}"), joint_name="slew")
    m.add_body(
        "boom", "tower", bo.Universal(), at=(0, 0, n["place"]), inertia=body, armature=(n["armature"], n["rotor"])
    )
    m.add_body("ball", "boom", bo.Ball(), inertia=plain)
    m.add_body("hook", "ball", bo.Revolute((n["tilt"] / tilt, 1.0 / tilt, 0.0)), inertia=plain)
    m.add_body("screw", "ground", bo.Helical((0, 0, 1), n["pitch"]), inertia=plain)
    late = f"smooth(t, late, 9) where late = {n['later']!r}"
    m.add_body("base", "ground", bo.Driven(bo.Translational(), (late, 0.0, "0")))
    m.add_body("rod", "ground", bo.Ball(), inertia=plain)
    m.add_loop("closure", "rod", "screw", bo.BallOnPlane((1, 0, 0)), at=(n["width"], 0, 0), other_at=(1.0, 0, 0))
    m.add_force("motor", bo.Motor("hook", bo.Table((0, 1, n["late"]), (1, n["torque"], 3))))
    gust = f"B*t where B = {n['gust']!r}"
    constant = "5" if n["constant"] == 5.0 else n["constant"]
    pushes = bo.Table((0, 1), ((1, 2, 3), (4, 5, n["push"])))
    m.add_force("wind", bo.Wrench("hook", force=(constant, gust, ramp), moment=pushes))
    m.add_force("tendon", bo.SpringDamper("hook", stiffness=n["stiffness"]))
    m.q0, m.u0 = {"hook": 0.25}, {"ball": (0.0, 0.5, 0.0)}
    return m


def ramp(t):
    return t


# --- what can vary ----------------------------------------------------------------------------------------------------


def test_every_number_has_its_name_and_present_value():
    found = variables(crane())
    assert {name: found[NAMES[name]] for name in NUMBERS} == NUMBERS
    assert (found["q0.hook"], found["q0.ball.w"], found["u0.ball.wy"], found["u0.hook"]) == (0.25, 1.0, 0.5, 0.0)
    assert (found["hook.axis.y"], found["boom.axis1.x"], found["base.motion.y"], found["base.motion.z"]) == (1, 1, 0, 0)
    assert "tower.motion" not in found
    # every name is one that a study takes, and stands for one number
    assert roles_of(crane(), found).canonical == {name: name for name in found}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_change_by_name_is_the_mechanism_built_with_that_number(number):
    value = {"gravity": -1.62, "late": 2.5}.get(number, NUMBERS[number] + 0.01)
    found, expected = changed(crane(), {NAMES[number]: value}), crane(**{number: value})
    assert bo.models.to_dict(found) == bo.models.to_dict(expected)
    assert bo.models.to_dict(found) != bo.models.to_dict(crane())


def test_several_changes_at_once():
    other = {name: value * 1.125 for name, value in NUMBERS.items()}
    found = changed(crane(), {NAMES[name]: value for name, value in other.items()})
    assert bo.models.to_dict(found) == bo.models.to_dict(crane(**other))
    assert bo.models.to_dict(changed(crane(), {})) == bo.models.to_dict(crane())


def test_a_change_leaves_the_mechanism_and_its_marks_alone():
    mechanism = crane().with_parameters(["boom.mass"])
    mechanism.freeze()
    before = bo.models.to_dict(mechanism)
    found = changed(mechanism, {"boom.mass": 4.0, "hook.axis.x": 0.5})
    assert bo.models.to_dict(mechanism) == before
    assert not found.is_frozen
    assert dict(found.parameters) == {"boom.mass": 4.0}


def test_directions_keep_unit_length():
    axis = changed(crane(), {"hook.axis.x": 0.75, "hook.axis.y": 1.0}).body("hook").joint.axis
    np.testing.assert_allclose(axis, (0.6, 0.8, 0.0), atol=1e-15)
    gimbal = bo.Mechanism("gimbal")
    gimbal.add_body("wrist", "ground", bo.Gimbal(), inertia=bo.Inertia.sphere(0.1, 1.0))
    axes = changed(gimbal, {"wrist.axes.1.x": 1.0}).body("wrist").joint.axes
    np.testing.assert_allclose(axes, ((0, 0, 1), (0.5**0.5, 0.5**0.5, 0), (1, 0, 0)), atol=1e-15)


def test_a_varied_signal_has_other_values():
    motions = changed(crane(), {"tower.motion.A": 2.0, "motor.force.values.1": 7.0, "wind.force.y.B": -3.0})
    values = {signal.whose: float(signal(1.0)[0]) for signal in motions.signals}
    assert values["the motion of 'tower'"] == pytest.approx(2.0 * math.sin(1.0), rel=1e-12)
    assert values["Motor on 'hook': force"] == 7.0
    assert values["Wrench on 'hook': force y"] == pytest.approx(-3.0, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("boom.mass", -1.0, "negative"), ("boom.mass", math.nan, "boom.mass must be finite, not nan"), ("boom.tensor.xx", 9.0, "triangle inequality"), ("tendon.damping", -1.0, "negative"),
        ("boom.armature.turn1", -1.0, "negative"), ("closure.at.x", 1e200, "too large"), ("closure.at.x", math.inf, "must be finite"), ("motor.force.times.1", 9.0, "times must increase"), ("hook.axis.y", 0.0, "unit length"),
        ("boom.axis1.y", math.inf, "must be finite"), ("boom.at.x", 1e200, "too large"), ("tower.motion.A", "x", "must be a number"), ("gravity.z", 1e200, "too large"), ("boom.axis2.x", 1e9, "parallel"),
    ],
)  # fmt: skip
def test_values_are_checked_like_those_of_a_new_mechanism(name, value, words):
    with pytest.raises(bo.errors.MechanismError) as caught:
        changed(crane(), {name: value})
    assert words in str(caught.value)


def test_changes_are_quick():
    arm = bo.chain(7)
    arm.add_force("motor", bo.Motor("link1", "A*sin(w*t) where A = 3, w = 2*pi"))
    numbers = {**{f"link{k}.mass": 1.5 for k in range(1, 8)}, "motor.force.A": 2.0, "gravity.z": -1.62}
    times = []
    for _ in range(50):
        start = time.perf_counter()
        changed(arm, numbers)
        times.append(time.perf_counter() - start)
    assert min(times) < 2e-3  # (half a millisecond on an idle core)


# --- as people say it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("boom.inertia.center.z", "boom.center.z"), ("boom.inertia.mass", "boom.mass"), ("boom.inertia.tensor.xx", "boom.tensor.xx"), ("boom.inertia.tensor.zx", "boom.tensor.xz"), ("boom.inertia.xx", "boom.tensor.xx"),
        ("boom.inertia.centre.y", "boom.center.y"), ("slew.motion.A", "tower.motion.A"), ("slew.at.x", "tower.at.x"), ("hook.joint.axis.z", "hook.axis.z"), ("screw.joint.pitch", "screw.pitch"), ("gravity.z", "gravity.z"),
        ("q0.hook", "q0.hook"), ("q0.boom.turn1", "q0.boom.turn1"), ("u0.ball.wx", "u0.ball.wx"), ("closure.joint.normal.x", "closure.normal.x"),
    ],
)  # fmt: skip
def test_names_as_people_say_them(said, name):
    assert roles_of(crane(), [said]).canonical == {said: name}


def test_names_have_their_roles():
    said = [
        "slew.motion.A",
        "boom.inertia.mass",
        "q0.hook",
        "boom.armature.turn1",
        "u0.ball.wx",
        "gravity.z",
        "boom.armature.turn2",
    ]
    roles = roles_of(crane(), said)
    assert roles.parameters == ("boom.mass", "gravity.z", "boom.armature.turn2")
    assert roles.others == ("tower.motion.A", "boom.armature.turn1")
    assert (roles.q0, roles.u0, roles.arguments) == (("hook",), ("ball.wx",), ())
    assert list(roles.canonical) == said
    # own code takes all of these as inputs
    crane().with_parameters(roles.parameters)


def test_names_of_joints_stand_for_their_bodies_coordinates():
    arm = bo.Mechanism("arm")
    arm.add_body("upper", "ground", bo.Revolute(), joint_name="shoulder", inertia=bo.Inertia.sphere(0.1, 1.0))
    assert roles_of(arm, ["q0.upper"]).q0 == roles_of(arm, ["q0.shoulder"]).q0 == ("shoulder",)
    with pytest.raises(
        bo.errors.StateError, match=r"'q0\.upper' and 'q0\.shoulder' are the same number; leave one out"
    ):
        roles_of(arm, ["q0.upper", "q0.shoulder"])


def test_names_with_dots_of_their_own():
    arm = bo.Mechanism("arm")
    arm.add_body("left.arm", "ground", bo.Revolute(), inertia=bo.Inertia.sphere(0.1, 1.0))
    assert roles_of(arm, ["left.arm.inertia.mass"]).parameters == ("left.arm.mass",)
    assert changed(arm, {"left.arm.mass": 2.0}).body("left.arm").inertia.mass == 2.0


def test_units_follow_from_names():
    names = ["boom.mass", "boom.center.x", "boom.tensor.xx", "gravity.z", "q0.hook", "u0.screw", "tendon.stiffness"]
    assert list(units(crane(), names).values()) == ["kg", "m", "kg m²", "m/s²", "rad", "rad/s", ""]


# --- wrong names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bom.mass", "nothing called 'bom.mass' can vary in 'crane': did you mean 'boom.mass'? there are 'gravity.x'"), ("boom.mas", "did you mean 'boom.mass'? there are 'boom.mass', 'boom.center.x'"),
        ("mass", "there are 'gravity.x'"), ("", "nothing called ''"), ("...", "nothing called '...'"), (3, "named by texts such as 'boom.mass', not by 3"), ("boom.center", "name one of 'boom.center.x', 'boom.center.y'"),
        ("gravity", "name one of 'gravity.x'"), ("q0.ball", "name one of 'q0.ball.w'"), ("q0.tower", "is Driven and has no coordinate"), ("u0.closure", "is measured, not given"), ("q0.hok", "did you mean 'q0.hook'?"),
        ("wind.force.z", "is a function of time; write it as a text that names its numbers"), ("wind.force.y.C", "did you mean 'wind.force.y.B'?"), ("boom.rotation", "is no single number"), ("motor.force.values.7", "'motor.force.values.0'"),
        ("slew.motion", "name one of 'tower.motion.A'"), ("x" * 10_000, "nothing called"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_answered_in_one_sentence(name, words):
    with pytest.raises(bo.errors.StateError) as caught:
        roles_of(crane(), ["boom.mass", name])
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert message[-1] == "."
    assert len(message) < 700


def test_a_change_of_what_is_not_there_is_refused():
    with pytest.raises(
        bo.errors.StateError, match=r"nothing called 'link3\.mass' can vary in 'chain of 2': did you mean"
    ):
        changed(bo.chain(2), {"link3.mass": 2.0})


def test_one_name_for_two_numbers_is_refused():
    twice = bo.chain(1)
    twice.add_force("link1", bo.Wrench("link1"))
    with pytest.raises(
        bo.errors.StateError, match=r"'link1\.at\.x' is a number of the body 'link1' and of the force 'link1'"
    ):
        roles_of(twice, ["link1.at.x"])


def test_with_parameters_keeps_its_own_message():
    with pytest.raises(bo.errors.MechanismError, match=r"no parameter 'motor\.force\.values\.1' in 'crane'"):
        crane().with_parameters(["motor.force.values.1"])


# --- models -----------------------------------------------------------------------------------------------------------


def build(links, mass=1.5, *, stretched=True, name="arm"):
    arm = bo.chain(links)
    arm.name = name
    return changed(arm, {"link1.mass": mass})


def test_arguments_of_a_function_vary():
    assert variables(build) == {"links": None, "mass": 1.5, "stretched": None, "name": None}
    roles = roles_of(build, ["mass", "links"])
    assert roles.arguments == ("mass", "links")
    assert roles.parameters == ()
    with pytest.raises(
        bo.errors.StateError, match=r"build takes no argument 'link': did you mean 'links'\? it takes 'links'"
    ):
        roles_of(build, ["link"])
    with pytest.raises(bo.errors.StateError, match="build needs 'links', which does not vary and has no default"):
        roles_of(build, ["mass"])


def test_numbers_of_what_a_function_builds_vary_too():
    by_default = functools.partial(build, links=2)
    assert variables(by_default)["link1.mass"] == 1.5
    roles = roles_of(by_default, ["links", "link2.inertia.mass", "q0.link1"])
    assert (roles.arguments, roles.parameters, roles.q0) == (("links",), ("link2.mass",), ("link1",))
    with pytest.raises(bo.errors.StateError, match="looked up in what build builds by default; give 'links' a default"):
        roles_of(build, ["links", "link2.mass"])
    assert roles_of(build, ["links", "link2.mass"], build(3)).parameters == ("link2.mass",)


def test_functions_that_take_any_name():
    def any_name(**numbers):
        return bo.chain(2)

    assert roles_of(any_name, ["height", "width"]).arguments == ("height", "width")
    for wrong in ("two words", ""):
        with pytest.raises(bo.errors.StateError, match="takes no argument"):
            roles_of(any_name, [wrong])


def test_models_by_text_and_what_is_no_model():
    assert variables("chain:2")["link2.mass"] == variables(bo.chain(2))["link2.mass"]
    assert roles_of("chain:2", ["gravity.z"]).parameters == ("gravity.z",)
    with pytest.raises(bo.errors.StateError, match="a study's model is a mechanism, a text"):
        variables(3)
    with pytest.raises(bo.errors.StateError, match=r"nothing must build a bough\.Mechanism, not None"):
        variables(nothing)


def nothing():
    return None


@pytest.mark.parametrize("name", bo.catalogue())
def test_all_numbers_of_the_catalogue_can_be_set_to_what_they_are(name):
    machine = bo.model(name)
    known = {key: value for key, value in variables(machine).items() if key[:3] not in ("q0.", "u0.")}
    again = changed(machine, known)
    assert {key: value for key, value in variables(again).items() if key in known} == pytest.approx(known, rel=1e-15)
