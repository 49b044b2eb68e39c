"""Files that were written before words were renamed: models, studies, runs, stores and checkpoints."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

import bough as bo
from bough import words
from bough.simulation.results import files
from bough.simulation.run import simulate as running

SLOT = bo.CustomJoint(lambda s: ((s, 0, 0.1 * s * s), None), {"s": "m"}, name="slot")
OLD_MODEL = """bough = 1
name = "bead"
[bodies.bead]
joint = { type = "OwnJoint", name = "slot" }
inertia = { mass = 0.2, tensor = [1e-3, 1e-3, 1e-3] }
[bodies.led]
joint = { type = "Driven", joint = { type = "OwnJoint", name = "slot" }, motion = "0.1*t" }
[run]
duration = 0.5
longest_step = 0.05
"""


def test_a_model_of_before(tmp_path):
    path = tmp_path / "bead.toml"
    path.write_text(OLD_MODEL)
    bead = bo.load(path, joints={"slot": SLOT})
    assert isinstance(bead.body("bead").joint, bo.CustomJoint)
    assert bead.settings == {"duration": 0.5, "max_step": 0.05}
    bead.save(path)
    assert "longest_step" not in path.read_text()
    assert 'type = "CustomJoint"' in path.read_text()


@pytest.mark.parametrize("kind", ["JointLaw", "BodyLaw"])
def test_a_force_of_before_is_named_as_it_is_now(tmp_path, kind):
    path = tmp_path / "law.toml"
    path.write_text(f"bough = 1\n[bodies.arm]\njoint = 'Free'\n[forces.law]\ntype = '{kind}'\n")
    with pytest.raises(bo.errors.ModelError, match=f"a {words.FORMER[kind]} has a function, which a file cannot hold"):
        bo.load(path)


OLD_STUDY = """bough-study = 1
model = "chain:2"
[vary]
"link1.mass" = { values = [1.0, 2.0] }
[run]
duration = 0.2
longest_step = 0.05
[keep]
top = "max q.link1"
"""


def test_a_study_file_of_before(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(OLD_STUDY)
    assert bo.load_study(path).settings == {"duration": 0.2, "max_step": 0.05}


def test_a_description_of_before():
    data = bo.models.to_dict(bo.chain(2))
    data["settings"] = {"duration": 1.0, "longest_step": 0.1}
    assert bo.models.from_dict(data).settings == {"duration": 1.0, "max_step": 0.1}


def in_words_of_before(text):
    for former, word in {**words.FORMER, **words.FORMER_ARGUMENTS}.items():
        text = text.replace(f'"{word}"', f'"{former}"')
    return text


def test_a_run_of_before(tmp_path, monkeypatch):
    arm = bo.chain(2)
    arm.settings = {"duration": 0.2, "max_step": 0.05}
    run = bo.simulate(arm, q0={"link1": 0.3})
    as_before = SimpleNamespace(dumps=lambda data: in_words_of_before(json.dumps(data)), loads=json.loads)
    monkeypatch.setattr(files, "json", as_before)
    monkeypatch.setattr(
        type(run),
        "description",
        property(lambda self: in_words_of_before(json.dumps(bo.models.to_dict(arm)))),
        raising=False,
    )
    run.save(tmp_path / "run.nc")
    monkeypatch.undo()
    assert b"longest_step" in (tmp_path / "run.nc").read_bytes()
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.mechanism.settings == arm.settings
    assert again.provenance["max_step"] == 0.05
    assert "longest_step" not in again.provenance
    np.testing.assert_array_equal(again.continue_(0.1).q, run.continue_(0.1).q)


def test_a_store_of_before(tmp_path):
    def study(**changes):
        settings = {"duration": 0.2, "max_step": 0.05}
        return bo.Study(bo.chain(2), {"link1.mass": [1.0, 2.0]}, run=settings, keep={"top": "max q.link1"}, **changes)

    store = tmp_path / "study.zarr"
    study().run(store, progress=False)
    head = store / "zarr.json"
    text = head.read_text().replace("max_step", "longest_step")
    assert "longest_step" in text
    head.write_text(text)
    assert bo.open_study(store).study.settings == {"duration": 0.2, "max_step": 0.05}
    assert len(study().run(store, progress=False)) == 2


def slot(x):
    return (x, 0, x * x), None


def flat(shift, rotation):
    return [shift[2]]


def damp(t, q, u):
    return -0.1 * u


def push(t, position, rotation, velocity, spin):
    return (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)


for number, function in enumerate((slot, flat, damp, push)):
    function.__module__, function.__qualname__ = "before", ("slot", "flat", "law", "push")[number]


def test_fingerprints_are_those_of_before():
    """Made by the version that had the former words; files hold it."""
    mechanism = bo.Mechanism("every")
    mechanism.add_body("bead", "ground", bo.CustomJoint(slot, {"x": "m"}), inertia=bo.Inertia(0.25))
    mechanism.add_body("plate", "ground", bo.Free(), inertia=bo.Inertia(0.5, tensor=[0.25, 0.25, 0.25]))
    mechanism.add_loop("table", "plate", "ground", bo.CustomConstraint(flat))
    mechanism.add_force("law", bo.CustomJointForce("bead", damp))
    mechanism.add_force("push", bo.CustomBodyForce("plate", push))
    made = "f8929402e3b1836d8247b7cc9271f6ff109def8c562153d0dc35f0d5043e9d0d"
    assert bo.models.fingerprint(mechanism) == made


def test_a_checkpoint_of_before_is_of_the_same_run(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "origin", lambda: {"bough": "0.1.0"})
    how = {"formulation": "composite-bodies", "solver": "udu", "integrator": "dop853", "max_step": 0.0625}
    bo.simulate(bo.chain(2), 0.25, checkpoint=tmp_path / "run", progress=False, **how)
    found = json.loads((tmp_path / "run" / "run.json").read_text())["identity"]
    assert found == "e05102999fcbaa3b766332fb0ef9cddc5d50df5f72e4b8bdbedca4c45cc89494"
