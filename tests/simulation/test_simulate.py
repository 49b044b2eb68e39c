"""simulate: names and grids, batches and variants, events, failures and doubts, Ctrl-C, checkpoints."""

import os
import signal
import warnings

import numpy as np
import pytest
from helpers.children import child, ended, wait_for_parts

import bough as bo
from bough.arithmetic.width import lane_width

W = lane_width()
ARM = bo.chain(3)
START = {"link1": 1.0, "link3": -0.4}


@pytest.fixture(scope="module")
def reference():
    return bo.simulate(ARM, 1.0, q0=START, rtol=1e-11, atol=1e-12)


# --- what is asked for ------------------------------------------------------------------------------------------------


def test_names_and_vectors_mean_the_same():
    by_name = bo.simulate(ARM, 0.2, q0=START, u0={"link2": 2.0})
    by_number = bo.simulate(ARM, 0.2, q0=[1.0, 0.0, -0.4], u0=[0.0, 2.0, 0.0])
    np.testing.assert_array_equal(by_name.q, by_number.q)
    assert float(by_name["u.link2"][0]) == 2.0


def test_a_mechanism_says_where_and_how_unless_told_otherwise():
    told = bo.chain(2)
    told.q0, told.u0 = {"link1": 0.3, "link2": -0.2}, {"link2": 1.0}
    told.settings = {
        "duration": 0.2,
        "every": 0.05,
        "integrator": "rk4",
        "step": 0.01,
        "formulation": "separate-bodies",
    }
    plain = bo.chain(2)
    how = {name: value for name, value in told.settings.items() if name != "duration"}
    by_itself = bo.simulate(told)
    assert np.array_equal(by_itself.q, bo.simulate(plain, 0.2, q0=told.q0, u0=told.u0, **how).q)
    other = bo.simulate(told, 0.1, q0={"link2": 0.7})
    assert np.array_equal(other.q, bo.simulate(plain, 0.1, q0={"link1": 0.3, "link2": 0.7}, u0=told.u0, **how).q)
    assert bo.simulate(told, times=[0.0, 0.1]).time.values.tolist() == [0.0, 0.1]
    adaptive = bo.simulate(told, integrator="dop853")  # its own step means nothing now
    assert adaptive.q.values == pytest.approx(by_itself.q.values, abs=1e-7)
    told.settings = {"durations": 1.0}
    with pytest.raises(bo.errors.StateError, match="did you mean 'duration'"):
        bo.simulate(told)


def test_states_are_kept_when_asked_for():
    assert len(bo.simulate(ARM, 0.2).time) == 501
    np.testing.assert_allclose(bo.simulate(ARM, 0.25, every=0.1).time, (0.0, 0.1, 0.2, 0.25))
    np.testing.assert_allclose(bo.simulate(ARM, 0.3, every=0.1, start=5.0).time, (5.0, 5.1, 5.2, 5.3))
    times = (1.0, 1.01, 1.2)
    found = bo.simulate(ARM, times=times, q0=START)
    np.testing.assert_array_equal(found.time, times)


def test_long_steps_stay_long():
    """States are kept no closer than the steps are, unless that is asked for."""
    found = bo.simulate(ARM, 0.1, q0=START, integrator="rk4", step=0.01)
    assert found.statistics["steps"] == len(found.time) - 1 == 10


def test_steps_hit_the_times_that_are_wanted():
    """A step that does not divide an interval is shortened, never lengthened."""
    found = bo.simulate(ARM, times=(0.0, 0.01, 0.013, 0.1), q0=START, integrator="rk4", step=0.004)
    assert found.statistics["steps"] == 3 + 1 + 22


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "say how long"),
        ({"duration": 1.0, "times": [0, 1]}, "not both"),
        ({"duration": -1.0}, "duration must be a positive"),
        ({"duration": True}, "duration must be a finite number, not True"),
        ({"duration": np.nan}, "finite number"),
        ({"duration": 1.0, "every": 0.0}, "every must be"),
        ({"times": [0.0, 0.0]}, "that grow"),
        ({"duration": 1.0, "q0": {"link9": 1.0}}, "did you mean 'link"),
        ({"duration": 1.0, "q0": [1.0]}, "takes 3 numbers"),
        ({"duration": 1.0, "q0": {"link1": np.inf}}, "finite"),
        ({"duration": 1.0, "q0": {"link1": [0.1, 0.2]}, "u0": np.zeros((3, 3))}, "numbers of runs differ"),
        ({"duration": 1.0, "integrator": "dop852"}, "did you mean 'dop853'"),
        ({"duration": 1.0, "integrator": "rk4"}, "give step="),
        ({"duration": 1.0, "step": 1e-3}, "leave out step"),
        ({"duration": 1.0, "rtol": 0.0}, "rtol must lie"),
        ({"duration": 1.0, "integrator": "verlet", "step": 1e-3, "formulation": "aba"}, "integrates momenta"),
        ({"duration": 1.0, "integrator": "semi-implicit-euler", "step": 1e-3, "formulation": "era"}, "integrates velocities"),
        ({"duration": 1.0, "formulation": "kinetostatics"}, "takes motion as given"),
        ({"duration": 1.0, "formulation": "abba"}, "no formulation"),
        ({"duration": 1.0, "on_failure": "ignore"}, "on_failure"),
        ({"duration": 1.0, "events": 3}, "an event must be"),
        ({"duration": 1e9, "every": 1e-3}, "keep fewer"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(how, words):
    with pytest.raises(bo.BoughError, match=words):
        bo.simulate(ARM, **how)


# --- every way to the same motion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"formulation": "composite-bodies", "solver": "udu"},
        {"formulation": "composite-bodies", "solver": "cholesky"},  # called back from the compiled loop
        {"formulation": "extended"},
        {"formulation": "hamilton-recursive"},
        {"integrator": "dopri5"},
        {"integrator": "rk4", "step": 1e-4},
        {"integrator": "gauss6", "step": 2e-3},
        {"integrator": "LSODA"},
        {"integrator": "Radau"},
    ],
    ids=lambda how: "-".join(map(str, how.values())),
)
def test_forms_and_integrators_agree(how, reference):
    tight = {} if "step" in how else {"rtol": 1e-10, "atol": 1e-12}
    found = bo.simulate(ARM, 1.0, q0=START, **how, **tight)
    np.testing.assert_allclose(found.q, reference.q, rtol=0, atol=1e-7)
    np.testing.assert_allclose(found.u, reference.u, rtol=0, atol=1e-6)


@pytest.mark.parametrize("runs", [2, W, 2 * W + 1])
@pytest.mark.parametrize("how", [{}, {"integrator": "rk4", "step": 1e-2}], ids=["dop853", "rk4"])
def test_a_batch_does_what_single_runs_do(runs, how):
    """Fewer runs than lanes, a register full, and a rest."""
    angles = np.linspace(-1.0, 2.0, runs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bo.BoughWarning)
        together = bo.simulate(ARM, 0.5, q0={"link1": angles}, u0={"link2": 1.0}, **how)
        for k, angle in enumerate(angles):
            alone = bo.simulate(ARM, 0.5, q0={"link1": angle}, u0={"link2": 1.0}, **how)
            np.testing.assert_allclose(together.q[k], alone.q, rtol=0, atol=1e-10)
    assert together.status == ("completed",) * runs


def pendulum(length, spring=0.0, armature=0.0):
    mechanism = bo.Mechanism(f"pendulum of {length} m")
    bob = bo.Inertia(1.0, (0, 0, -length), np.zeros((3, 3)))
    mechanism.add_body("bob", joint=bo.Revolute((0, 1, 0)), inertia=bob, armature=armature)
    mechanism.add_force("spring", bo.JointSpring("bob", stiffness=spring))
    return mechanism


def test_variants_go_side_by_side():
    """Small swings of pendulums of different lengths, springs and armatures: ω² = (m g l + k)/(m l² + a)."""
    lengths, springs, armatures = (np.linspace(*ends, W + 1) for ends in ((0.5, 2.0), (0.0, 3.0), (0.1, 0.7)))
    variants = [pendulum(*numbers) for numbers in zip(lengths, springs, armatures, strict=True)]
    run = bo.simulate(variants, 2.0, q0={"bob": 1e-4}, rtol=1e-10, atol=1e-14)
    omega = np.sqrt((9.81 * lengths + springs) / (lengths**2 + armatures))
    expected = 1e-4 * np.cos(omega[:, None] * run.time.values)
    np.testing.assert_allclose(run.q.values[..., 0], expected, rtol=0, atol=1e-11)
    # each knows its own mechanism
    for k in (0, W):
        own = run.select(k)
        assert own.mechanism is variants[k]
        assert float(np.abs(own.energy().drift).max()) < 1e-14


def test_variants_must_be_variants():
    with pytest.raises(bo.errors.StateError, match="other coordinates"):
        bo.simulate([bo.chain(2), bo.chain(3)], 1.0)
    with pytest.raises(bo.errors.StateError, match="list of variants"):
        bo.simulate([], 1.0)


# --- events -------------------------------------------------------------------------------------------------------------


def falling():
    mechanism = bo.Mechanism("stone")
    mechanism.add_body("stone", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(1.0))
    return mechanism


@pytest.mark.parametrize(
    "how", [{}, {"integrator": "rk4", "step": 0.01}, {"formulation": "era"}, {"integrator": "Radau"}], ids=str
)
def test_a_stone_meets_the_ground_when_it_should(how):
    """Thrown up at 5 m/s from 10 m: it tops at v/g, and ends at the root of h + v t - g t²/2."""
    top = bo.Event(lambda t, q, u: u["stone"], "top", direction=-1)
    ground = bo.Event(lambda t, q, u: q["stone"], "ground", stops=True)
    run = bo.simulate(falling(), 10.0, q0={"stone": 10.0}, u0={"stone": 5.0}, events=[top, ground], **how)
    end = (5.0 + np.sqrt(25.0 + 2 * 9.81 * 10.0)) / 9.81
    assert [event["name"] for event in run.events] == ["top", "ground"]
    assert run.events[0]["time"] == pytest.approx(5.0 / 9.81, abs=1e-10)
    assert run.events[1]["time"] == pytest.approx(end, abs=1e-10)
    assert float(run.time[-1]) == pytest.approx(end, abs=1e-10)
    assert float(run["stone"][-1]) == pytest.approx(0.0, abs=1e-9)
    assert run.status == "completed"
    assert run.events[1]["u"]["stone"] == pytest.approx(5.0 - 9.81 * end, abs=1e-8)


def test_an_event_of_each_run_is_its_own():
    heights = np.array((5.0, 10.0, 20.0))
    ground = bo.Event(lambda t, q, u: q["stone"], "ground", stops=True)
    run = bo.simulate(falling(), 10.0, q0={"stone": heights}, events=ground)
    np.testing.assert_allclose([event["time"] for event in run.events], np.sqrt(2 * heights / 9.81), atol=1e-9)
    assert np.isnan(run.q.values[0, -1, 0])


# --- when it goes wrong -------------------------------------------------------------------------------------------------


def doomed():
    """A chain whose gimbal locks on the way."""
    mechanism = bo.Mechanism("doomed", gravity=(0, 0, 0))
    mechanism.add_body("top", joint=bo.Gimbal(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.4, 0.5, 0.6)))
    return mechanism


def test_a_run_that_fails_says_why_and_keeps_what_it_has():
    """A spin about the second axis alone runs straight into the attitude where the axes lie in one plane."""
    with pytest.raises(bo.errors.StepError, match="gimbal of 'top'") as caught:
        bo.simulate(doomed(), 10.0, u0={"top.turn2": 1.0}, integrator="rk4", step=np.pi / 400, every=np.pi / 40)
    kept = caught.value.trajectory
    assert kept.status == "failed"
    assert float(kept.time[-1]) == pytest.approx(np.pi / 2, abs=0.1)
    again = bo.simulate(
        doomed(), 10.0, u0={"top.turn2": 1.0}, integrator="rk4", step=np.pi / 400, every=np.pi / 40, on_failure="return"
    )
    np.testing.assert_array_equal(again.q, kept.q)
    assert "gimbal" in again.message


def test_one_bad_run_does_not_spoil_the_others():
    spins = np.array((0.1, 1.0, 0.05, 0.02, 0.01))
    run = bo.simulate(
        doomed(),
        3.0,
        u0={"top.turn2": spins},
        integrator="rk4",
        step=np.pi / 400,
        every=np.pi / 40,
        on_failure="return",
    )
    assert run.status == ("completed", "failed", "completed", "completed", "completed")
    np.testing.assert_allclose(run["top.turn2"].values[[0, 2, 3, 4], -1], 3.0 * spins[[0, 2, 3, 4]], rtol=1e-9)


def test_energy_that_is_lost_is_told():
    with pytest.warns(bo.BoughWarning, match="may be wrong: its energy"):
        bo.simulate(ARM, 5.0, q0={"link1": 2.0}, integrator="semi-implicit-euler", step=2e-2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bo.simulate(ARM, 5.0, q0={"link1": 2.0})


def test_what_cannot_be_followed_is_told():
    """A force that pulls ever harder: infinite after a finite time."""
    mechanism = falling()
    mechanism.add_force("runaway", bo.CustomJointForce("stone", lambda t, q, u: 10.0 + u * u))
    with pytest.raises(bo.errors.StepError, match="beyond t = ") as caught:
        bo.simulate(mechanism, 10.0)
    # u' = u² + 0.19: infinite at π/(2 √0.19)
    assert float(caught.value.trajectory.time[-1]) == pytest.approx(np.pi / 2 / np.sqrt(0.19), abs=0.03)


# --- interruptions --------------------------------------------------------------------------------------------------------

PROGRAM = """
import itertools, os, signal, sys, warnings
import numpy as np
import bough as bo
from bough.simulation.run.checkpoint import Checkpoint
warnings.simplefilter("ignore")
folder, output, duration, kind, saves = sys.argv[1:]
save, count = Checkpoint.save, itertools.count(1)
def save_and_die(*arguments):
    save(*arguments)
    if next(count) == int(saves):
        os.kill(os.getpid(), signal.SIGKILL)
Checkpoint.save = save_and_die
q0 = {"link1": np.linspace(0.5, 1.5, 6) if kind == "batch" else 1.0}
run = bo.simulate(
    bo.chain(3), float(duration), q0=q0, every=0.01, max_step=2e-5, checkpoint=folder, checkpoint_every=0.0, progress=False
)
np.savez(output, q=run.q.values, u=run.u.values, status=np.array(run.status))
"""


def started(folder, output, duration, kind, saves=0):
    """A run in a program of its own, which is killed once it has saved so many times."""
    return child(PROGRAM, folder, output, duration, kind, saves)


@pytest.mark.parametrize("kind", ["single", pytest.param("batch", marks=pytest.mark.slow)])
def test_ctrl_c_keeps_what_was_computed(kind, tmp_path):
    with started(tmp_path / "run", tmp_path / "kept.npz", 1000.0, kind) as process:
        wait_for_parts(process, tmp_path / "run", 3)
        process.send_signal(signal.SIGINT)
        assert ended(process) == 0
    with np.load(tmp_path / "kept.npz") as kept:
        assert "interrupted" in kept["status"]
        there = np.isfinite(kept["q"]).all(axis=-1)
        assert 1 < there.sum(axis=-1).max() < 100_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["single", "batch"])
def test_a_killed_run_goes_on_to_the_same_end(kind, tmp_path):
    """Killed again and again, with no chance to tidy up: the same numbers to the last bit as in one go. The first slices are short, so that no machine is done before."""
    for name, kills in (("whole", ()), ("parts", (1, 2, 3))):
        for saves in (*kills, 0):
            with started(tmp_path / name, tmp_path / f"{name}.npz", 3.0, kind, saves) as process:
                assert ended(process) == (-signal.SIGKILL if saves else 0)
    with np.load(tmp_path / "whole.npz") as one, np.load(tmp_path / "parts.npz") as other:
        np.testing.assert_array_equal(one["q"], other["q"])
        np.testing.assert_array_equal(one["u"], other["u"])


def test_a_finished_checkpoint_is_the_result(tmp_path):
    first = bo.simulate(ARM, 0.5, q0=START, checkpoint=tmp_path / "run")
    again = bo.simulate(ARM, 0.5, q0=START, checkpoint=tmp_path / "run")
    np.testing.assert_array_equal(first.q, again.q)
    assert again.statistics == first.statistics


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    bo.simulate(ARM, 0.1, q0=START, checkpoint=tmp_path / "run")
    with pytest.raises(bo.errors.StateError, match="another run"):
        bo.simulate(ARM, 0.1, q0={"link1": 0.9}, checkpoint=tmp_path / "run")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    with pytest.raises(bo.errors.StateError, match="no checkpoint"):
        bo.simulate(ARM, 0.1, checkpoint=tmp_path / "mine")
    part = next((tmp_path / "run").glob("*.npz"))
    part.write_bytes(part.read_bytes()[: os.path.getsize(part) // 2])
    with pytest.raises(bo.errors.StateError, match="damaged"):
        bo.simulate(ARM, 0.1, q0=START, checkpoint=tmp_path / "run")
