"""Curves of equilibria: a truss that snaps through, a column that buckles, and loops whose lengths change."""

import numpy as np
import pytest

import bough as bo

G = 9.81
HINGE = bo.Revolute(axis=(0, 1, 0))


def truss(stiffness=1000.0, width=1.0, height=0.3):
    """Von Mises's truss: two springs that lean against each other, and a load on their tip."""
    mechanism = bo.Mechanism("truss", gravity=(0, 0, 0))
    mechanism.add_body("tip", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(1.0))
    for name, x in (("left", -width), ("right", width)):
        rest = float(np.hypot(width, height))
        mechanism.add_force(name, bo.SpringDamper("tip", other_at=(x, 0, 0), stiffness=stiffness, rest=rest))
    mechanism.add_force("load", bo.Wrench("tip", force=(0.0, 0.0, 0.0)))
    return mechanism


def column(stiffness):
    """A rigid column on a torsional spring."""
    mechanism = bo.Mechanism("column")
    mechanism.add_body("column", joint=HINGE, inertia=bo.Inertia.point(1.0, (0, 0, 0.8)))
    mechanism.add_force("spring", bo.JointSpring("column", stiffness))
    return mechanism


@pytest.fixture(scope="module")
def snap():
    return bo.continuation(truss(), "load.force.z", (0.0, -15.0), {"tip": 0.3}, within=(-15, 15), step=0.1)


@pytest.fixture(scope="module")
def buckled():
    """Its straight curve, and the one that crosses it."""
    straight = bo.continuation(column(10.0), "spring.stiffness", (12.0, 6.0), step=0.2)
    return straight, straight.branch()


def load(z):
    """The force on the tip that the springs balance."""
    length = np.hypot(1.0, z)
    return 2.0 * 1000.0 * z * (1.0 - np.hypot(1.0, 0.3) / length)


def test_a_truss_snaps_through_at_its_folds(snap):
    """The folds are where l³ = a² l₀."""
    length = np.hypot(1.0, 0.3) ** (1 / 3)
    height = np.sqrt(length**2 - 1.0)
    assert [one.q[0] for one in snap.folds] == pytest.approx([height, -height], abs=1e-7)
    assert [one.value for one in snap.folds] == pytest.approx([load(height), load(-height)], rel=1e-10)
    assert snap.branches == ()
    assert (snap.status, snap.values[0], snap.values[-1]) == ("completed", 0.0, -15.0)
    assert snap.values == pytest.approx(load(snap["tip"]), abs=1e-7)
    between = np.abs(snap["tip"]) < height
    assert set(snap.stability[between]) == {"unstable"}
    assert set(snap.stability[~between]) == {"stable"}


def test_equilibria_of_a_curve_at_a_value(snap):
    found = snap.at(-5.0)
    assert [one.stability for one in found] == ["stable", "unstable", "stable"]
    assert [load(one["tip"]) for one in found] == pytest.approx([-5.0] * 3, rel=1e-9)
    assert np.diff([one["tip"] for one in found]).max() < -0.1
    assert len(snap.at(-12.0)) == 1
    assert snap.at(20.0) == []


def test_a_curve_as_a_dataset_and_in_words(snap):
    data = snap.to_dataset()
    assert data.q.sel(coordinate="tip").values.tolist() == snap["tip"].tolist()
    assert data.attrs["parameter"] == "load.force.z"
    assert "fold at -9.94992, along 1 tip" in repr(snap)


def test_a_column_buckles_where_its_weight_overcomes_its_spring(buckled):
    """Upright for c > m g l; below, c φ = m g l sin φ on both sides."""
    straight, bent = buckled
    assert np.abs(straight["column"]).max() < 1e-12
    assert [one.value for one in straight.branches] == pytest.approx([0.8 * G], rel=1e-8)
    assert straight.branches[0].direction == {"column": 1.0}
    assert straight.folds == ()
    assert set(straight.stability[straight.values > 0.8 * G]) == {"stable"}
    assert set(straight.stability[straight.values < 0.8 * G]) == {"unstable"}
    angle = bent["column"]
    assert bent.values * angle == pytest.approx(0.8 * G * np.sin(angle), abs=1e-8)
    assert (angle[0] * angle[-1] < 0.0, bent.status, bent.values[0], bent.values[-1]) == (True, "completed", 6.0, 6.0)
    assert set(bent.stability[np.abs(angle) > 0.05]) == {"stable"}


@pytest.mark.slow
def test_a_branch_point_on_a_curve_that_moves():
    """A column whose axes are tilted by p² and whose spring softens: it stays upright up to (12 - 6 p) = m g l."""

    def tilted(p):
        c, s = np.cos(p * p), np.sin(p * p)
        mechanism = bo.Mechanism("tilted")
        turn = [[c, 0, s], [0, 1, 0], [-s, 0, c]]
        mechanism.add_body("column", joint=HINGE, rotation=turn, inertia=bo.Inertia.point(1.0, (0, 0, 0.8)))
        mechanism.add_force("spring", bo.JointSpring("column", 12.0 - 6.0 * p, rest=-p * p))
        return mechanism

    curve = bo.continuation(None, tilted, (0.2, 1.0), step=0.2)
    value = 2.0 - 0.8 * G / 6.0
    assert [one.value for one in curve.branches] == pytest.approx([value], abs=1e-6)
    assert curve.branches[0].q[0] == pytest.approx(-(value**2), abs=1e-5)
    other = curve.branch()
    angle = other["column"] + other.values**2
    assert (12.0 - 6.0 * other.values) * angle == pytest.approx(0.8 * G * np.sin(angle), abs=1e-6)
    assert angle[0] * angle[-1] < -0.5


def test_the_curve_has_a_picture(buckled, tmp_path):
    from PIL import Image

    buckled[1].plot(tmp_path / "curve.png")
    with Image.open(tmp_path / "curve.png") as picture:
        assert picture.width > picture.height > 300
    with pytest.raises(bo.errors.StateError, match="did you mean 'column'"):
        buckled[1].plot(names="colum")
    with pytest.raises(bo.errors.FileError, match=r"cannot draw .*curve\.abc.* ends with \.png"):
        buckled[1].plot(tmp_path / "curve.abc")


def test_a_function_that_makes_mechanisms(buckled):
    curve = bo.continuation(None, column, (12.0, 6.0), step=0.5)
    assert curve.parameter == "column"
    assert [one.value for one in curve.branches] == pytest.approx([0.8 * G], rel=1e-8)


def test_a_curve_over_time():
    """A pendulum on a slide that is driven up to a quarter turn of its plane hangs down all the way."""
    swing = bo.Mechanism("swing")
    swing.add_body("frame", joint=bo.Driven(bo.Revolute((0, 1, 0)), "0.5*t"))
    swing.add_body("rod", "frame", HINGE, inertia=bo.Inertia.point(1.0, (0, 0, -0.8)))
    curve = bo.continuation(swing, "time", (0.0, 2.0), frozen=True, step=0.2)
    assert curve["rod"] == pytest.approx(-0.5 * curve.values, abs=1e-9)
    assert curve.values[-1] == 2.0


def test_what_was_found_is_kept():
    curve = bo.continuation(truss(), "load.force.z", (0.0, -15.0), {"tip": 0.3}, points=4)
    assert (curve.status, len(curve)) == ("unfinished", 4)
    assert "4 points; allow more points=" in curve.message
    assert curve.values == pytest.approx(load(curve["tip"]), abs=1e-7)


@pytest.mark.slow
def test_a_loop_whose_length_changes():
    """Each point is an equilibrium of the machine with that length, and it is closed."""
    from statics.test_equilibrium import four_bar

    machine = four_bar()
    start = bo.assemble(machine, {"crank": 1.0, "coupler": -0.8, "rocker": 1.3}, hold=["crank"])
    curve = bo.continuation(machine, "pin.at.x", (0.5, 0.6), start, step=0.2)
    assert curve.status == "completed"
    longer = machine.with_parameters({"pin.at.x": 0.6})
    again = bo.equilibrium(longer, curve.positions[-1])
    assert curve.positions[-1] == pytest.approx(again.q, abs=1e-8)
    assert np.abs(curve.positions[-1] - curve.positions[0]).max() > 0.05


@pytest.mark.slow
def test_a_curve_that_turns_again_and_again():
    """A weight on a wheel, turned by a moment: past folds at ± m g l in every turn."""
    mechanism = bo.Mechanism("wheel")
    mechanism.add_body("wheel", joint=HINGE, inertia=bo.Inertia.point(1.0, (0, 0, -0.8)))
    mechanism.add_force("motor", bo.Wrench("wheel", moment=(0.0, 0.0, 0.0)))
    curve = bo.continuation(mechanism, "motor.moment.y", (0.0, 10.0), within=(-10.0, 10.0), points=150)
    assert {round(one.value, 6) for one in curve.folds} == {round(0.8 * G, 6), round(-0.8 * G, 6)}
    assert np.sin(curve["wheel"]) * 0.8 * G == pytest.approx(curve.values, abs=1e-7)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("load.force.zz", (0, 1)), "no parameter 'load.force.zz'"),
        (("load.force.z", (0, 0)), "span must be two different finite values"),
        (("load.force.z", 3), "span must be two different finite values"),
        ((3, (0, 1)), "parameter must be a name or a function"),
        ((lambda x: x, (0, 1)), "must give a Mechanism for every value, not 0.0 at 0"),
    ],
)
def test_bad_arguments(arguments, sentence):
    with pytest.raises((bo.errors.StateError, bo.errors.MechanismError), match=sentence):
        bo.continuation(truss(), *arguments, {"tip": 0.3})


def test_a_curve_without_a_start():
    stone = bo.Mechanism("stone")
    stone.add_body("stone", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(1.0))
    with pytest.raises(bo.errors.EquilibriumError, match=r"9\.81 N by 'gravity' on 'stone'"):
        bo.continuation(stone, "stone.mass", (1.0, 2.0))
    with pytest.raises(bo.errors.StateError, match="begins at 0, outside within"):
        bo.continuation(truss(), "load.force.z", (0.0, 1.0), {"tip": 0.3}, within=(0.5, 1.0))
    with pytest.raises(bo.errors.StateError, match="has 0 branch points"):
        bo.continuation(truss(), "load.force.z", (0.0, 1.0), {"tip": 0.3}).branch()


def test_ctrl_c_keeps_what_was_found():
    calls = []

    def stubborn(value):
        calls.append(value)
        if len(calls) > 60:
            raise KeyboardInterrupt
        return column(value)

    curve = bo.continuation(None, stubborn, (12.0, 6.0))
    assert curve.status == "interrupted"
    assert len(curve) > 3


def hung(force=0.0, gravity=(0, 0, -G)):
    """A mass on a spring, hung from a trolley that nothing holds; or pushed along the rail."""
    mechanism = bo.Mechanism("hung", gravity=gravity)
    mechanism.add_body("trolley", joint=bo.Prismatic("x"), inertia=bo.Inertia(1.0))
    mechanism.add_body("mass", "trolley", bo.Prismatic("z"), inertia=bo.Inertia(2.0))
    mechanism.add_force("spring", bo.JointSpring("mass", 50.0))
    mechanism.add_force("push", bo.Motor("mass", force))
    return mechanism


def test_a_curve_leaves_alone_what_is_free():
    """The spring is stretched by m g/k, wherever the trolley is."""
    curve = bo.continuation(hung(), "mass.mass", (2.0, 6.0), {"trolley": 0.7})
    assert (curve.status, set(curve.stability)) == ("completed", {"neutral"})
    assert curve["mass"] == pytest.approx(-curve.values * G / 50.0, rel=1e-9)
    assert set(curve["trolley"]) == {0.7}
    assert [one["mass"] for one in curve.at(3.3)] == pytest.approx([-3.3 * G / 50.0])


def test_a_value_that_a_curve_has_a_point_at_is_there_once():
    curve = bo.continuation(hung(), "mass.mass", (2.0, 6.0))
    for value in (curve.values[0], curve.values[2], curve.values[-1]):
        assert [one["mass"] for one in curve.at(value)] == pytest.approx([-value * G / 50.0])


def test_a_curve_ends_where_nothing_carries_what_was_free():
    curve = bo.continuation(hung(), "gravity.x", (0.0, 1.0))
    assert (curve.status, len(curve)) == ("broken", 1)
    assert "nothing carries what acts along 'trolley', which was free; hold it by hold=" in curve.message
    held = bo.continuation(hung(), "gravity.x", (0.0, 1.0), hold="trolley")
    assert (held.status, held.values[-1]) == ("completed", 1.0)


def test_a_curve_passes_kinks_but_no_jumps():
    """The spring follows its load, F/k, which turns sharply at 1 and 2 s."""
    times, loads = (0, 1, 2, 3), (0.0, 100.0, -25.0, -25.0)
    curve = bo.continuation(hung(bo.Table(times, loads), (0, 0, 0)), "time", (0.0, 3.0))
    assert (curve.status, curve.folds, curve.branches) == ("completed", (), ())
    assert (np.diff(curve.values) > 0.0).all()
    assert curve["mass"] == pytest.approx(np.interp(curve.values, times, np.array(loads) / 50.0), abs=1e-8)
    for last in (100.0, 5.0):
        broken = bo.continuation(hung(bo.Table((0, 1, 2), (0, last, 0), "step"), (0, 0, 0)), "time", (0.0, 2.0))
        assert (broken.status, broken.values[-1]) == ("broken", pytest.approx(1.0, abs=1e-3))
        assert "a force may jump there" in broken.message


def test_a_curve_ends_where_it_has_one_kink_after_the_other():
    """A load that trembles at any scale: beyond the first kink it would creep on by shares of 2e-5."""

    def trembling(value):
        machine = bo.Mechanism("trembling", gravity=(0, 0, 0))
        machine.add_body("mass", joint=bo.Prismatic("z"), inertia=bo.Inertia(2.0))
        machine.add_force("spring", bo.JointSpring("mass", 50.0))
        machine.add_force("push", bo.Motor("mass", 50.0 * value + 1e-3 * np.sin(1e9 * value)))
        return machine

    curve = bo.continuation(None, trembling, (0.0, 1.0), points=6)
    assert (curve.status, len(curve)) == ("broken", 2)
    assert "a force may jump there" in curve.message


def test_a_curve_tells_why_a_function_gave_no_mechanism():
    """Which is asked for plain numbers."""

    def short(value):
        assert type(value) is float
        if value < 9.0:
            raise bo.errors.MechanismError("there is no spring below 9 N m.")
        return column(value)

    curve = bo.continuation(None, short, (12.0, 6.0))
    assert (curve.status, curve.values[-1]) == ("broken", pytest.approx(9.0, abs=1e-3))
    assert curve.message.endswith("there is no spring below 9 N m.")
    with pytest.raises(
        bo.errors.MechanismError, match=r"no parameter 'x' .* give a function that makes a mechanism for each"
    ):
        bo.continuation(column(1.0), "x", (0.0, 1.0))
