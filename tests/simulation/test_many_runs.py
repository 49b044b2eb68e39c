"""Many runs at once: each counts for itself, starts where its own mechanism says, and has an axis, if there is but one."""

import copy
import importlib
import warnings

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width
from bough.owncode.entry import OwnEntry


@pytest.mark.parametrize("integrator", ["dop853", "dopri5"])
@pytest.mark.parametrize("runs", [2 * lane_width(), lane_width() + 1])
def test_runs_side_by_side_count_what_each_does(integrator, runs):
    """Steps, rejections and evaluations are those of each run alone: not those of its neighbours in a register."""
    arm = bo.chain(3)
    starts = np.linspace(0.1, 2.5, runs)
    how = {"integrator": integrator, "rtol": 1e-7, "atol": 1e-9}
    batch = bo.simulate(arm, 2.0, q0={"link1": starts}, **how)
    alone = [bo.simulate(arm, 2.0, q0={"link1": start}, **how) for start in starts]
    for name in ("steps", "rejected", "evaluations"):
        assert batch.statistics[name] == sum(batch.select(k).statistics[name] for k in range(runs))
    for k, one in enumerate(alone):
        own = batch.select(k).statistics
        # an error that is all but one may be rounded to either side, which costs a step or two
        assert own["steps"] == pytest.approx(one.statistics["steps"], abs=3)
        assert own["rejected"] == pytest.approx(one.statistics["rejected"], abs=3)
        assert own["evaluations"] == pytest.approx(one.statistics["evaluations"], abs=50)


def test_statistics_of_runs_come_back_from_files(tmp_path):
    batch = bo.simulate(bo.chain(2), 0.5, q0={"link1": [0.1, 0.2, 2.5]})
    batch.save(tmp_path / "runs.nc")
    again = bo.Trajectory.load(tmp_path / "runs.nc")
    assert [again.select(k).statistics for k in range(3)] == batch.statistics["runs"]
    assert "runs" not in batch.select(0).statistics


@pytest.mark.parametrize(
    ("mechanism", "start"),
    [
        ([bo.chain(2)], {}),
        (bo.chain(2), {"q0": {"link1": [0.3]}}),
        (bo.chain(2), {"q0": {"link1": np.array([0.3])}}),
        (bo.chain(2), {"q0": np.array([[0.3, 0.0]])}),
        (bo.chain(2), {"u0": {"link2": (0.3,)}}),
    ],
    ids=["list", "numbers", "array", "matrix", "velocity"],
)
def test_one_run_of_many_is_a_batch_of_one(mechanism, start):
    run = bo.simulate(mechanism, 0.2, **start)
    assert run.runs == 1
    assert run.q.dims == ("run", "time", "coordinate")
    assert run.select(0).status == "completed"


def test_a_joint_of_several_coordinates_takes_them_as_one_state():
    """Four numbers for a ball are its quaternion, a matrix of them many starts."""
    ball = bo.Mechanism("ball", gravity=(0, 0, 0))
    ball.add_body("ball", "ground", bo.Ball(), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    assert bo.simulate(ball, 0.1, q0={"ball": (1.0, 0.0, 0.0, 0.0)}).runs is None
    assert bo.simulate(ball, 0.1, q0={"ball": [(1.0, 0.0, 0.0, 0.0)]}).runs == 1


def variants():
    """Three pendulums, each with a start and a length of its own."""
    made = []
    for k, (angle, speed) in enumerate(((0.3, 0.0), (1.0, -0.5), (2.2, 0.1))):
        one = bo.Mechanism(f"pendulum {k}")
        rod = bo.Inertia.rod(0.5 + 0.1 * k, mass=1.0, radius=0.02, center=(0, 0, -0.25))
        one.add_body("link1", "ground", bo.Revolute((0, 1, 0)), inertia=rod)
        one.add_body("link2", "link1", bo.Revolute((0, 1, 0)), at=(0, 0, -0.5), inertia=rod)
        one.q0, one.u0 = {"link1": angle}, {"link2": speed}
        made.append(one)
    return made


def test_every_variant_starts_where_it_says_itself():
    made = variants()
    run = bo.simulate(made, 1.0)
    for k, one in enumerate(made):
        alone = bo.simulate(one, 1.0)
        np.testing.assert_array_equal(run.q.values[k, 0], alone.q.values[0])
        assert run.q.values[k] == pytest.approx(alone.q.values, rel=0, abs=1e-7)


def test_what_is_given_counts_for_every_variant():
    made = variants()
    run = bo.simulate(made, 0.5, q0={"link2": 0.25})
    np.testing.assert_array_equal(run.q.values[:, 0], [(0.3, 0.25), (1.0, 0.25), (2.2, 0.25)])
    each = bo.simulate(made, 0.5, q0={"link2": [0.1, 0.2, 0.3]})
    np.testing.assert_array_equal(each.q.values[:, 0], [(0.3, 0.1), (1.0, 0.2), (2.2, 0.3)])
    with pytest.raises(bo.errors.StateError, match="numbers of runs differ"):
        bo.simulate(made, 0.5, q0={"link2": [0.1, 0.2]})


def test_variants_agree_on_how_they_are_simulated():
    made = variants()
    for one in made:
        one.settings = {"duration": 0.25}
    assert bo.simulate(made).duration == 0.25
    made[1].settings = {"duration": 0.5}
    with pytest.raises(bo.errors.StateError, match="different settings for duration; give duration="):
        bo.simulate(made)
    assert bo.simulate(made, 0.1).duration == 0.1


@pytest.mark.parametrize("forces", [(2.0, "3*sin(5*t)", 0.5), ("3*sin(5*t)", 2.0, "cos(t)")])
def test_constant_and_timed_motors_go_in_one_list(forces):
    made = []
    for force in forces:
        one = bo.chain(2)
        one.add_force("motor", bo.Motor("link1", force))
        made.append(one)
    run = bo.simulate(made, 1.0, q0={"link1": 0.4})
    for k, one in enumerate(made):
        assert run.q.values[k] == pytest.approx(bo.simulate(copy.copy(one), 1.0, q0={"link1": 0.4}).q.values, abs=1e-8)
    assert run.energy().drift.shape == (3, 501)


@pytest.mark.parametrize("step", [1e-25, 1e-300])
def test_a_step_that_never_ends_is_refused(step):
    with pytest.raises(bo.errors.StateError, match=r"would take .* steps"):
        bo.simulate(bo.chain(2), 500.0, integrator="rk4", step=step)


# --- how far a motion is trusted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "bound"),
    [({"rtol": 1e-6, "atol": 1e-8}, 30 * 1e-6), ({"integrator": "rk4", "step": 1e-2}, 0.02)],
    ids=["adaptive", "fixed"],
)
def test_doubt_begins_at_the_bound_that_is_documented(how, bound, monkeypatch):
    """Energies that are off by a little less than the bound pass, and by a little more do not: they are shifted by as much, at the last instant."""
    module = importlib.import_module("bough.simulation.run.simulate")
    usual = module.energies
    for share, told in ((0.7, False), (1.5, True)):

        def shifted(mechanism, q, u, *rest, share=share):
            found = usual(mechanism, q, u, *rest).copy()
            exchanged = max(found[:, 0].max(), np.ptp(found[:, 1]))
            found[-1, 1] += share * bound * exchanged
            return found

        monkeypatch.setattr(module, "energies", shifted)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.5}, **how)
        assert any("may be wrong" in str(one.message) for one in seen) == told


def _with_forces(factor):
    arm = bo.Mechanism("arm")
    rod = bo.Inertia.rod(0.4, mass=factor, radius=0.03, center=(0, 0, -0.2))
    arm.add_body("upper", "ground", bo.Revolute((0, 1, 0)), inertia=rod)
    arm.add_body("lower", "upper", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    arm.add_force("spring", bo.JointSpring("upper", 2.0 * factor))
    arm.add_force("servo", bo.Servo("lower", 0.3, 5.0 * factor, 1.0))
    return arm


def _with_loop(factor):
    """A parallelogram of three bars."""
    arm, rod = bo.Mechanism("bars"), bo.Inertia.rod(0.4, mass=factor, radius=0.03, center=(0, 0, -0.2))
    for name, parent, at in (("lower", "ground", 0.0), ("coupler", "lower", -0.4), ("rocker", "ground", 0.0)):
        place = (0.3 * (name == "rocker"), 0, at)
        arm.add_body(name, parent, bo.Revolute((0, 1, 0)), at=place, inertia=rod)
    arm.add_loop("pin", "coupler", "rocker", bo.Revolute((0, 1, 0)), at=(0.3, 0, 0), other_at=(0, 0, -0.4))
    arm.add_force("spring", bo.JointSpring("lower", 2.0 * factor))
    return arm


@pytest.mark.parametrize("made", [_with_forces, pytest.param(_with_loop, marks=pytest.mark.slow)])
def test_nothing_is_compiled_for_single_variants(made, monkeypatch):
    """Variants that differ in numbers share kernels, in the run, in what is asked of it, and in studies."""
    traced, program = set(), OwnEntry.program

    def counted(self, *arguments):
        traced.add(id(self._mechanism))
        return program(self, *arguments)

    monkeypatch.setattr(OwnEntry, "program", counted)
    variants = [made(float(factor)) for factor in np.linspace(1.0, 2.0, 2 * lane_width() + 1)]
    run = bo.simulate(variants, 0.1, u0={"lower": 1.0} if made is _with_forces else None, integrator="dop853")
    assert run.energy().total.shape == (len(variants), len(run.time))
    assert run["lower.reaction.force.z"].shape == run.energy().total.shape
    assert traced <= {id(variants[0])}  # (whose start is checked)
    if variants[0].loops:
        traced.clear()
        study = bo.Study(
            made(1.0), {"lower.mass": np.linspace(1.0, 2.0, 9)}, {"duration": 0.1}, {"end": "end u.rocker"}
        )
        assert (study.run(progress=False).dataset["status"] == "completed").all()
        assert len(traced) <= 1


def _stiff(factor):
    """A motor of its own, so that each runs alone, and a stiff joint, for which 'auto' changes to implicit steps."""
    mechanism = bo.chain(2)
    mechanism.add_force("motor", bo.Motor("link1", f"{factor}*sin(20*t)"))
    mechanism.add_force("damper", bo.JointDamper("link2", 1e4))
    mechanism.add_force("spring", bo.JointSpring("link2", 1e4))
    return mechanism


@pytest.mark.parametrize(
    ("made", "integrator"),
    [pytest.param(_with_forces, "rodas5p", marks=pytest.mark.slow), (_stiff, "auto"), (_stiff, "rodas5p")],
)
def test_no_derivatives_are_compiled_for_single_variants(made, integrator, monkeypatch):
    """Implicit steps of variants take differences, in the run and in the account of its energy."""
    compiled, code = set(), OwnEntry._made

    def counted(self, *arguments):
        compiled.add(id(self._mechanism))
        return code(self, *arguments)

    monkeypatch.setattr(OwnEntry, "_made", counted)
    variants = [made(float(factor)) for factor in np.linspace(1.0, 2.0, lane_width() + 1)]
    run = bo.simulate(variants, 1.0, q0=[0.3, 0.3], every=0.1, integrator=integrator, rtol=1e-7)
    if integrator == "auto":
        assert "changed to rodas5p" in run.provenance["integrated_by"]
    assert np.abs(run.energy().drift).max() < 1e-5
    assert compiled <= {id(variants[0])}  # (whose start is checked)
