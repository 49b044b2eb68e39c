"""Mechanisms by a short text, by the name of a machine, and by path."""

import sys

import numpy as np
import pytest

import bough as bo
from bough.models.catalogue import machine
from bough.models.texts import KINDS

ROVER = """bough = 1
name = "rover"
about = \"\"\"
A cart with a mast.
It rolls.\"\"\"
[bodies.cart]
joint = { type = "Prismatic", axis = "x" }
inertia = { mass = 10 }
[forces.rollers]
type = "JointDamper"
joint = "cart"
damping = 0.5
"""


@pytest.fixture
def machines(tmp_path, monkeypatch):
    """A catalogue of one machine."""
    (tmp_path / "rover.toml").write_text(ROVER, encoding="utf-8")
    monkeypatch.setattr(sys.modules["bough.models.catalogue"], "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("chain:3", bo.chain(3)),
        ("pendulum:4", bo.pendulum(4)),
        ("star:6", bo.models.star(6)),
        ("broom:4x3", bo.models.broom(4, 3)),
        ("tree:3", bo.models.binary_tree(3)),
        ("lattice:4", bo.models.lattice(4)),
        ("random:5", bo.models.random_tree(5)),
        (" random:5@7 ", bo.models.random_tree(5, 7)),
    ],
)
def test_a_text_means_what_its_generator_makes(text, same):
    assert bo.models.fingerprint(bo.model(text)) == bo.models.fingerprint(same)


def test_seeds_make_a_difference():
    assert bo.models.fingerprint(bo.model("random:5@1")) != bo.models.fingerprint(bo.model("random:5@2"))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_bodies_are_counted_before_they_are_made(kind):
    numbers = (2, 3)[: kind.numbers]
    assert len(kind.make(*numbers)) == kind.bodies(*numbers)
    assert len(bo.model(kind.example)) > 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chian:5", "no model 'chian': did you mean 'chain'[?].*chain:20.*random:12@7"),
        ("xylophone", "no model 'xylophone': there are chain:20.*catalogue.*arm.urdf"),
        ("", "no model ''"),
        ("chain", "'chain' takes one number of at least 1, as in 'chain:20'"),
        ("chain:0", "one number of at least 1"),
        ("broom:4", "2 numbers of at least 1, as in 'broom:4x3'"),
        ("chain:3x2", "one number"),
        ("chain:-1", "write it as in 'chain:20'"),
        ("chain:2.5", "write it as in 'chain:20'"),
        ("chain:3@7", "write it as in 'chain:20'"),
        ("chain:" + "9" * 5000, "is no model"),
        ("random:5@", "write it as in 'random:12@7'"),
        ("chain:1000001", "would have 1,000,001 bodies; take at most 1,000,000"),
        ("tree:999999999999", "would have 2e[+]19 bodies"),
        ("broom:1000x1001", "would have 1,001,001 bodies"),
        (20, "not 20"),
        (np.ones(3), "a model is a text such as 'chain:20'"),
    ],
)
def test_other_texts_are_refused_in_one_sentence(text, message):
    with pytest.raises(bo.errors.MechanismError, match=message) as refused:
        bo.model(text)
    assert "\n" not in str(refused.value)


# --- machines and files -----------------------------------------------------------------------------------------------------------


def test_a_machine_goes_by_its_name(machines):
    assert bo.catalogue() == {"rover": "A cart with a mast."}
    same = bo.models.fingerprint(bo.load(machines / "rover.toml"))
    assert bo.models.fingerprint(bo.model("rover")) == bo.models.fingerprint(machine("rover")) == same
    assert not machine("rover", forces=False).forces
    with pytest.raises(bo.errors.MechanismError, match=r"no model 'rovr': did you mean 'rover'[?]"):
        bo.model("rovr")
    with pytest.raises(bo.errors.MechanismError, match=r"no machine 'rovr': did you mean 'rover'[?]"):
        machine("rovr")


def test_every_machine_of_the_catalogue_is_a_model():
    for name, about in bo.catalogue().items():
        assert len(bo.model(name)) > 0
        assert about


def test_a_path_is_read_as_a_file(machines, monkeypatch):
    monkeypatch.chdir(machines)
    same = bo.models.fingerprint(bo.load("rover.toml"))
    for path in ("rover.toml", "./rover.toml", machines / "rover.toml", str(machines / "rover.toml")):
        assert bo.models.fingerprint(bo.model(path)) == same
    assert not bo.model("rover.toml", forces=False).forces
    for path in ("none.toml", "none.URDF", "folder/none", machines / "none"):
        with pytest.raises(bo.errors.FileError, match="there is no file"):
            bo.model(path)


def test_only_a_robot_in_a_file_floats(machines):
    for text in ("chain:3", "rover"):
        with pytest.raises(bo.errors.MechanismError, match="floating=True is for"):
            bo.model(text, floating=True)
