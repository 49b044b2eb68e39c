"""Joints that close loops, as they are described: names, bodies that exist and move, copies, and the drawing."""

import copy
import json
import pickle

import numpy as np
import pytest

import bough as bo
from bough.check.outline import MOST_LINES, outline
from bough.mechanism import joints as catalogue
from bough.mechanism.checks import labels
from bough.mechanism.description import functions

LINK = bo.Inertia.rod(1.0, 1.0, radius=0.1)
HINGE = bo.Revolute((0, 1, 0))
JOINTS = [kind.drawn(np.random.default_rng(kind.code)) for kind in catalogue.KINDS if kind.drawn]
CLOSING = [joint for joint in JOINTS if not isinstance(joint, bo.Free | bo.Driven)]


def linkage(**closed):
    """Three links in a chain and a fourth, which carries a plate and a foot; with a loop, if one is given."""
    mechanism = bo.Mechanism("linkage")
    mechanism.add_body("frame", "ground", bo.Fixed())
    mechanism.add_body("crank", "frame", HINGE, inertia=LINK)
    mechanism.add_body("coupler", "crank", HINGE, at=(1, 0, 0), inertia=LINK)
    mechanism.add_body("rocker", "ground", HINGE, at=(2, 0, 0), inertia=LINK, joint_name="bearing")
    mechanism.add_body("plate", "rocker", bo.Fixed(), inertia=LINK)
    mechanism.add_body("bolt", "plate", bo.Fixed())
    mechanism.add_body("foot", "rocker", bo.Ball(), inertia=LINK, joint_name="ankle")
    if closed:
        mechanism.add_loop("pin", **{"body": "coupler", "other": "rocker", "joint": HINGE, **closed})
    return mechanism


# --- what is described is kept --------------------------------------------------------------------------------------


@pytest.mark.parametrize("joint", CLOSING, ids=lambda joint: type(joint).__name__)
def test_a_loop_forbids_what_its_joint_does_not_free(joint):
    loop = linkage(joint=joint).loops["pin"]
    assert loop.constraints + len(joint.u_names) == 6
    assert 0 < loop.constraints <= 6


def test_copies_have_the_loops_and_go_their_own_ways():
    made = linkage(at=(1, 0, 0), other_at=(0, 1, 0), cut="body")
    digest = bo.models.fingerprint(made)
    for copied in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made)), made.without_forces()):
        assert bo.models.fingerprint(copied) == digest
        copied.add_loop("tie", "foot", "ground", bo.Ball())
        assert (list(made.loops), list(copied.loops)) == (["pin"], ["pin", "tie"])
        assert bo.models.fingerprint(copied) != digest == bo.models.fingerprint(made)


def test_loops_cannot_be_changed_behind_its_back():
    made = linkage(joint=HINGE)
    with pytest.raises(TypeError):
        made.loops["pin"] = None
    made.freeze()
    with pytest.raises(bo.errors.MechanismError, match="in a copy"):
        made.add_loop("tie", "foot", "ground", bo.Ball())


def test_loops_are_counted_where_a_mechanism_is_shown():
    made = linkage()
    assert "loop" not in repr(made)
    for count, word in ((1, "1 loop>"), (2, "2 loops>")):
        made.add_loop(f"tie {count}", "foot", "ground", bo.Ball())
        assert repr(made).endswith(word)
        assert f"{made.n} degrees of freedom as a tree" in repr(made)


def test_functions_of_a_joint_that_closes_a_loop_are_known():
    class Knob(bo.Joint):
        q_names = u_names = q_units = u_units = ()

        def __init__(self, law):
            self.law = law

    assert list(functions(linkage(joint=Knob(np.sin)))) == [("the joint of loop 'pin'", np.sin, False)]


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "joint", "culprit"),
    [
        ("crank", HINGE, r"loop 'crank' .* body 'crank'; rename"),
        ("rocker", HINGE, r"loop 'rocker' .* body 'rocker'; rename"),
        ("bearing", HINGE, r"loop 'bearing' .* joint 'bearing' of 'rocker'; rename"),
        ("pin", HINGE, r"already a loop 'pin' in 'linkage'"),
        ("ankle.w", HINGE, r"loop 'ankle\.w' .* coordinate of body 'foot'; rename"),
        ("ankle.wx", HINGE, r"loop 'ankle\.wx' .* coordinate of body 'foot'; rename"),
        ("pin.x", HINGE, r"loop 'pin\.x' .* coordinate of loop 'pin'; rename"),
        ("ground", HINGE, "fixed frame"),
        ("", HINGE, "non-empty"),
        (7, HINGE, "non-empty"),
    ],
)
def test_the_name_of_a_loop_means_one_thing(name, joint, culprit):
    made = linkage(joint=bo.Ball())
    with pytest.raises(bo.errors.MechanismError, match=culprit):
        made.add_loop(name, "foot", "ground", joint)
    assert list(made.loops) == ["pin"]


@pytest.mark.parametrize("joint", [*CLOSING, bo.Fixed()], ids=lambda joint: type(joint).__name__)
def test_names_of_its_coordinates_are_taken_too(joint):
    """In either order: no body, joint or loop has the name of a coordinate or velocity of a loop."""
    taken = {"pin", *labels("pin", joint.q_names), *labels("pin", joint.u_names)}
    for name in sorted(taken):
        made = linkage(joint=joint)
        for add in (
            lambda: made.add_body(name, "foot", bo.Fixed()),  # noqa: B023
            lambda: made.add_body("tip", "foot", bo.Fixed(), joint_name=name),  # noqa: B023
            lambda: made.add_loop(name, "foot", "ground", HINGE),  # noqa: B023
        ):
            with pytest.raises(bo.errors.MechanismError, match=f"'{name}'.*(rename one|choose another)"):
                add()
        assert bo.models.fingerprint(made) == bo.models.fingerprint(linkage(joint=joint))
        for keywords in ({"name": name}, {"name": "tip", "joint_name": name}):
            later = linkage()
            later.add_body(parent="foot", joint=bo.Fixed(), **keywords)
            with pytest.raises(bo.errors.MechanismError, match=f"'{name}'.*rename one"):
                later.add_loop("pin", "coupler", "rocker", joint)
        if name != "pin":
            later = linkage()
            later.add_loop(name, "foot", "ground", HINGE)
            with pytest.raises(bo.errors.MechanismError, match=f"loop '{name}'.*loop 'pin'; rename one"):
                later.add_loop("pin", "coupler", "rocker", joint)


def test_a_loop_cannot_have_the_name_of_a_coordinate_to_come():
    made = linkage()
    made.add_loop("base.vx", "foot", "ground", HINGE)
    with pytest.raises(bo.errors.MechanismError, match=r"loop 'base\.vx' .* coordinate of body 'base'; rename"):
        made.add_body("base", joint=bo.Free())
    made.add_body("base", joint=bo.Ball())  # which has no such velocity


def test_dots_as_such_do_no_harm():
    made = linkage(joint=bo.Ball())
    for name in ("pin.end", "pin.", "ankle.x.y", "foot.x"):  # the coordinates of foot are called after its joint
        made.add_loop(name, "foot", "ground", HINGE)
    made.add_body("pin.tip", "foot", bo.Fixed(), joint_name="weld")
    assert len(made.topology.names) == len(made)


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        ({"body": 7}, "'pin': body .* not 7"),
        ({"other": None}, "'pin': other .* not None"),
        ({"other": "coupler"}, "'pin' joins 'coupler' to itself"),
        ({"body": "ground", "other": "ground"}, "'pin' joins 'ground' to itself"),
        ({"joint": bo.Revolute}, r"'pin' needs a joint.*write Revolute\(\)"),
        ({"joint": None}, "'pin' needs a joint"),
        ({"joint": bo.Free()}, "'pin': a Free joint forbids nothing.*choose another joint"),
        ({"at": (0, 0)}, "'pin': at .*three numbers"),
        ({"other_at": (0, 0, np.nan)}, "'pin': other_at .*finite"),
        ({"rotation": 2 * np.eye(3)}, "'pin': rotation .*proper"),
        ({"other_rotation": np.diag((1, 1, -1))}, "'pin': other_rotation .*proper"),
        ({"other_rotation": np.eye(2)}, "'pin': other_rotation .*3 x 3"),
        ({"cut": "both"}, "'pin': cut .*not 'both'"),
        ({"cut": np.eye(3)}, "'pin': cut "),
        ({"cut": "body", "body": "ground"}, "'pin' cannot cut the ground; swap"),
    ],
)
def test_what_is_no_loop_is_refused_at_once(change, culprit):
    with pytest.raises(bo.errors.MechanismError, match=f"^[^\n]*{culprit}[^\n]*\\.$"):
        linkage(**change)


@pytest.mark.parametrize(
    ("body", "other", "culprit"),
    [
        ("copler", "rocker", "'pin' joins no body 'copler' in 'linkage': did you mean 'coupler'?"),
        ("coupler", "xyz", "'pin' joins no body 'xyz' in 'linkage': bodies are"),
        ("coupler", "bearing", "'pin' joins no body 'bearing'"),
        ("Ground", "crank", "did you mean 'ground'?"),
        ("rocker", "plate", "'pin' joins 'rocker' and 'plate', which are fixed to each other"),
        ("plate", "rocker", "'pin' joins 'plate' and 'rocker'"),
        ("bolt", "rocker", "'pin' joins 'bolt' and 'rocker'"),
        ("frame", "ground", "'pin' joins 'frame' and 'ground'"),
        ("ground", "frame", "'pin' joins 'ground' and 'frame'"),
    ],
)
def test_ends_must_exist_and_move_against_each_other(body, other, culprit):
    """That is known when all bodies are there, at the latest when anything is computed, saved or drawn."""
    made = linkage(body=body, other=other)
    for use in (
        lambda: made.topology,
        made.freeze,
        lambda: bo.models.from_dict(bo.models.to_dict(made)),
        lambda: made.save("never.toml"),
    ):
        with pytest.raises(bo.errors.MechanismError) as caught:
            use()
        assert culprit in str(caught.value)
        assert "\n" not in str(caught.value)
    assert not made.is_frozen
    (finding,) = bo.check(made).findings
    assert culprit in finding.message


@pytest.mark.parametrize(
    ("body", "other"),
    [("coupler", "bolt"), ("coupler", "ground"), ("ground", "coupler"), ("frame", "foot"), ("foot", "rocker")],
)
def test_others_are_taken_whichever_comes_first(body, other):
    made = linkage(body=body, other=other)
    made.freeze()
    grown = bo.Mechanism("linkage")
    grown.add_loop("pin", body, other, HINGE)
    with pytest.raises(bo.errors.MechanismError, match="'pin' joins no body"):
        grown.freeze()
    for b in made.bodies:
        grown.add_body(b.name, b.parent, b.joint, b.at, b.rotation, b.inertia, b.joint_name)
    grown.freeze()
    assert bo.models.to_dict(grown) == bo.models.to_dict(made)


def test_every_loop_is_looked_at():
    """Those after others with the same ends, too."""
    ties = [("coupler", "bolt"), ("bolt", "ground"), ("plate", "foot"), ("crank", "frame")]
    for wrong in (("bolt", "plate"), ("plate", "bolt"), ("rocker", "bolt")):
        made = linkage()
        for k, ends in enumerate((*ties, wrong)):
            made.add_loop(f"tie {k}", *ends, HINGE)
        assert [loop.name for loop, _ in made.loop_faults()] == [f"tie {len(ties)}"]
        with pytest.raises(bo.errors.MechanismError, match=f"'tie {len(ties)}' joins '{wrong[0]}' and '{wrong[1]}'"):
            made.freeze()


# --- what a check shows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("joint", CLOSING, ids=lambda joint: type(joint).__name__)
def test_a_loop_has_a_line_below_the_tree(joint):
    made = linkage(joint=joint, cut="body")
    made.add_loop("tie", "ground", "foot", bo.Fixed())
    before, after = outline(linkage()), outline(made)
    assert after[: len(before)] == before
    pin, tie = (line.name for line in after[len(before) :])
    loop = made.loops["pin"]
    for word in (
        "loop 'pin'",
        "coupler — rocker",
        type(joint).__name__,
        f"({loop.constraints} constraint",
        "cuts the body",
    ):
        assert word in pin
    assert "ground — foot, Fixed (6 constraints)" in tie
    assert "cuts" not in tie
    report = bo.check(made)
    assert {pin, tie} <= set(str(report).splitlines())
    assert str(report).splitlines()[0].endswith("as a tree, 2 loops")
    told = json.loads(json.dumps(report.to_dict()))["loops"]
    assert [(one["loop"], one["constraints"], one["cut"]) for one in told] == [
        (one.name, one.constraints, one.cut) for one in made.loops.values()
    ]


def test_many_loops_are_drawn_in_few_lines():
    made = linkage()
    before = len(outline(made))
    for k in range(1000):
        made.add_loop(f"tie {k}", "foot", "ground", bo.Ball())
    drawn = [line.name for line in outline(made)[before:]]
    assert len(drawn) <= MOST_LINES
    assert drawn[-1] == f"… {1000 - (len(drawn) - 1)} loops more"
