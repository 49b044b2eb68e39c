"""Checkpoints: what is gone on with ends as if it had never stopped, to the last bit; what cannot be gone on with is refused in one sentence."""

import json
import os

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width
from bough.integrate.integration import Integration
from bough.integrate.plan import AFTER_REJECTION, GOING_ON
from bough.simulation.run import driver
from bough.simulation.run.checkpoint import Checkpoint
from bough.simulation.run.setup import set_up

ASKED = {
    "duration": None, "times": np.linspace(0.0, 1.0, 41), "every": None, "start": 0.0, "q0": None, "u0": None, "formulation": "auto", "solver": None,
    "integrator": "dop853", "step": None, "rtol": 1e-9, "atol": 1e-11, "max_step": None,
}  # fmt: skip


def starts(mechanism, wide):
    """One state, or W of them of which some are much faster than others."""
    q, u = bo.models.random_state(mechanism, seed=5)
    if not wide:
        return {"q0": q, "u0": 3.0 * u}
    share = np.linspace(0.0, 4.0, lane_width())[:, None]
    return {"q0": np.tile(q, (lane_width(), 1)), "u0": share * u}


def stepped(mechanism, wide, **asked):
    """(what makes an integration with its record, snapshots after each step with the record there, the record at the end)."""
    setup = set_up(mechanism, **{**ASKED, **starts(mechanism, wide), **asked})

    def begun():
        record = np.full((len(setup.starts), len(setup.times), setup.starts.shape[1]), np.nan)
        record[:, 0] = setup.starts
        record = record if wide else record[0]
        tolerances = {"rtol": setup.rtol, "atol": setup.atol, "longest": setup.longest}
        return Integration(setup.rate_of([0]), setup.method, setup.times, record, step=setup.step, **tolerances)

    whole, snapshots = begun(), []
    while whole.advance(1) == GOING_ON:
        snapshots.append((whole.snapshot(), whole.record.copy()))
    return begun, snapshots, whole


def gone_on(begun, snapshot, record):
    """The integration that goes on from a snapshot, in memory of its own, at its end."""
    integration = begun()
    integration.record[:] = record
    integration.restore(snapshot)
    while integration.advance(7) == GOING_ON:
        pass
    return integration


@pytest.mark.parametrize("wide", [False, True], ids=["one", "lanes"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        *(
            pytest.param(asked, marks=pytest.mark.slow)
            for asked in (
                {"formulation": "composite-bodies", "solver": "inverse-iterative"},
                {"formulation": "composite-bodies", "solver": "direct-iterative"},
                {"integrator": "gauss4", "step": 0.02},
            )
        ),
    ],
    ids=["usual", "inverse-iterative", "direct-iterative", "collocation"],
)
def test_from_every_step_on_the_end_is_the_same_to_the_last_bit(asked, wide):
    begun, snapshots, whole = stepped(bo.chain(4), wide, **asked)
    assert len(snapshots) > 20
    for snapshot, record in snapshots[:: max(1, len(snapshots) // 40)]:
        again = gone_on(begun, snapshot, record)
        np.testing.assert_array_equal(again.record, whole.record)
        np.testing.assert_array_equal(again.counters, whole.counters)


def test_a_rejected_step_is_remembered():
    """The step after a rejected one may not grow: who forgets that takes other steps."""
    begun, snapshots, whole = stepped(bo.chain(4), False, rtol=1e-6, atol=1e-8)
    after = [(s, r) for s, r in snapshots if s["clock"][AFTER_REJECTION].any()]
    assert len(after) == whole.statistics()["rejected"] > 0
    lost = 0
    for snapshot, record in after:
        again = gone_on(begun, snapshot, record)
        np.testing.assert_array_equal(again.record, whole.record)
        clock = snapshot["clock"].copy()
        clock[AFTER_REJECTION] = 0.0
        lost += not np.array_equal(gone_on(begun, {**snapshot, "clock": clock}, record).record, whole.record)
    assert lost > 0  # so the motion is one that shows it


# --- through files ------------------------------------------------------------------------------------------------------


class Stops:
    """Ends a run by Ctrl-C right after so many parts have been written, each after a single step; and tells how far lanes were apart."""

    def __init__(self, monkeypatch):
        self.left, self.ahead = np.inf, 0
        save = Checkpoint.save

        def saved(checkpoint, group, record, first, last, snapshot, status):
            save(checkpoint, group, record, first, last, snapshot, status)
            self.left -= 1
            self.ahead = max(self.ahead, int((~np.isnan(record[..., 0])).sum(-1).max()) - first)
            if self.left <= 0:
                raise KeyboardInterrupt

        monkeypatch.setattr(Checkpoint, "save", saved)
        monkeypatch.setattr(driver, "FIRST_STEPS", 1)
        monkeypatch.setattr(driver, "SLICE", 0.0)


@pytest.mark.parametrize("solver", ["udu", pytest.param("inverse-iterative", marks=pytest.mark.slow)])
@pytest.mark.parametrize("wide", [False, True], ids=["one", "lanes"])
def test_a_run_that_is_stopped_again_and_again_ends_as_in_one_go(wide, solver, tmp_path, monkeypatch):
    mechanism = bo.chain(4)
    asked = {**starts(mechanism, wide), "times": ASKED["times"], "formulation": "composite-bodies", "solver": solver}
    whole = bo.simulate(mechanism, **asked)
    stops = Stops(monkeypatch)
    asked |= {"checkpoint": tmp_path / "run", "checkpoint_every": 0.0, "threads": 1}
    for parts in (1, 5, 9, 2, 13):
        stops.left = parts
        with pytest.warns(bo.BoughWarning, match="interrupted"):
            bo.simulate(mechanism, **asked)
    stops.left = np.inf
    found = bo.simulate(mechanism, **asked)
    assert set(np.atleast_1d(found.status)) == {"completed"}
    np.testing.assert_array_equal(found.q, whole.q)
    np.testing.assert_array_equal(found.u, whole.u)
    if wide:
        assert stops.ahead > 3  # some lanes had states that others had not


ARM = bo.chain(2)
SHORT = {"duration": 0.2, "q0": {"link1": 1.0}, "every": 0.05}


@pytest.mark.parametrize(
    "content", ["", "[" * 100_000, "[]", "7", '{"format": 2}', "{", "\x00", '{"format": [' + "[" * 100_000]
)
def test_a_damaged_header_is_no_checkpoint(content, tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text(content)
    with pytest.raises(bo.errors.StateError, match=r"run\.json' is not a checkpoint of bough; choose another folder"):
        bo.simulate(ARM, **SHORT, checkpoint=folder)


def test_a_damaged_part_is_refused_whatever_the_damage(tmp_path):
    folder = tmp_path / "run"
    run = bo.simulate(ARM, **SHORT, checkpoint=folder)
    (part,) = folder.glob("*.npz")
    content = part.read_bytes()
    rng = np.random.default_rng(1)
    damaged = [b"", content[:-1], content + b"\0", content[: len(content) // 2], content[1:]]
    for place in rng.integers(0, 8 * len(content), 100).tolist():
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        damaged.append(bytes(flipped))
    for bad in damaged:
        part.write_bytes(bad)
        with pytest.raises(bo.errors.StateError, match="is damaged; delete it and all later parts"):
            bo.simulate(ARM, **SHORT, checkpoint=folder)
    part.write_bytes(content)
    np.testing.assert_array_equal(bo.simulate(ARM, **SHORT, checkpoint=folder).q, run.q)


def test_a_folder_of_a_run_that_was_killed_at_once_is_taken(tmp_path):
    """Before run.json had its name: nothing but a file on its way is there."""
    folder = tmp_path / "run"
    bo.simulate(ARM, **SHORT, checkpoint=folder)
    (folder / ".bough-0123abcd-89ef4567.json").write_text("{")
    assert bo.simulate(ARM, **SHORT, checkpoint=folder).status == "completed"
    for path in folder.iterdir():
        if not path.name.startswith("."):
            path.unlink()
    assert bo.simulate(ARM, **SHORT, checkpoint=folder).status == "completed"
    json.loads((folder / "run.json").read_text())


def test_a_full_disk_ends_the_run_and_keeps_what_was_computed(tmp_path, monkeypatch):
    def full_after(count):
        left = iter(range(count))

        def fsync(handle):
            if next(left, None) is None:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)

    monkeypatch.setattr(driver, "FIRST_STEPS", 1)
    monkeypatch.setattr(driver, "SLICE", 0.0)
    whole = bo.simulate(ARM, 1.0, q0={"link1": 1.0})
    asked = {"q0": {"link1": 1.0}, "checkpoint": tmp_path / "run", "checkpoint_every": 0.0}
    full_after(8)
    with pytest.raises(
        bo.errors.FileError, match=r"cannot write.*No space left on device; choose another folder"
    ) as caught:
        bo.simulate(ARM, 1.0, **asked)
    kept = caught.value.trajectory
    assert 1 < len(kept.time) < len(whole.time)
    np.testing.assert_array_equal(kept.q, whole.q[: len(kept.time)])
    assert kept.status == "interrupted"
    assert "No space left" in kept.message
    # the same for who wants no exception
    full_after(4)
    with pytest.warns(bo.BoughWarning, match="interrupted.*No space left"):
        further = bo.simulate(ARM, 1.0, **asked, on_failure="return")
    assert len(kept.time) < len(further.time) < len(whole.time)
    # with room again it goes on
    full_after(10**6)
    np.testing.assert_array_equal(bo.simulate(ARM, 1.0, **asked).q, whole.q)
    assert [path for path in (tmp_path / "run").iterdir() if path.name.startswith(".")] == []


# --- what a run is known by ---------------------------------------------------------------------------------------------


def pushed(law):
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce("link1", law))
    return mechanism


def law_with(k):
    def law(t, q, u):
        return -k * q

    return law


def test_another_law_of_the_same_name_is_another_run(tmp_path):
    folder = tmp_path / "run"
    asked = {"duration": 0.2, "q0": {"link1": 1.0}, "integrator": "rk4", "step": 0.01}
    first = bo.simulate(pushed(law_with(3.0)), **asked, checkpoint=folder)
    np.testing.assert_array_equal(bo.simulate(pushed(law_with(3.0)), **asked, checkpoint=folder).q, first.q)
    with pytest.raises(bo.errors.StateError, match="of another run"):
        bo.simulate(pushed(law_with(30.0)), **asked, checkpoint=folder)


def test_a_law_that_cannot_be_told_from_another_is_refused(tmp_path):
    law = np.frompyfunc(lambda t, q, u: -3.0 * q, 3, 1)
    with (
        pytest.warns(bo.BoughWarning, match="called from Python"),
        pytest.raises(bo.errors.StateError, match=r"force 'law'.*by name only.*leave out checkpoint"),
    ):
        bo.simulate(pushed(law), 0.02, integrator="rk4", step=0.01, checkpoint=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def turned(k):
    def turn(t):
        return k * np.sin(4.0 * t)

    return turn


@pytest.mark.parametrize("value", ["0.3*sin(4*t)", turned(0.3), bo.Table([0.0, 1.0, 9.0], [0.0, 0.3, -0.3])])
@pytest.mark.parametrize("kind", ["motor", "drive", "tau"])
def test_a_run_is_known_whatever_times_its_mechanism_was_used_at_before(kind, value, tmp_path):
    def made():
        mechanism = bo.chain(2)
        if kind == "motor":
            mechanism.add_force("motor", bo.Motor("link1", value))
        if kind == "drive":
            joint = bo.Driven(bo.Revolute("y"), value)
            mechanism.add_body("wheel", "link2", joint, inertia=bo.Inertia(1.0, (0.1, 0, 0), (0.1, 0.1, 0.1)))
        return mechanism

    asked = {"duration": 0.2, "q0": [0.1, 0.1], "tau": {"link1": value} if kind == "tau" else None}
    asked |= {"every": 0.1, "checkpoint": tmp_path / "run"}
    mechanism, other = made(), made()
    first = bo.simulate(mechanism, **asked)
    bo.forward_dynamics(mechanism, [0.1, 0.1], [0.0, 0.0], time=3.0)
    other.cover(-5.0, 5.0)
    for one in (mechanism, other, made()):
        np.testing.assert_array_equal(bo.simulate(one, **asked).q, first.q)


def test_another_function_of_time_of_the_same_name_is_another_run(tmp_path):
    for k in (0.3, 0.4):
        mechanism = bo.chain(2)
        mechanism.add_force("motor", bo.Motor("link1", turned(k)))
        asked = {"duration": 0.1, "every": 0.1, "checkpoint": tmp_path / "run"}
        if k == 0.3:
            bo.simulate(mechanism, **asked)
            continue
        with pytest.raises(bo.errors.StateError, match="of another run"):
            bo.simulate(mechanism, **asked)
