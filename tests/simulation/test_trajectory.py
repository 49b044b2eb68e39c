"""What a run returns obeys the laws of mechanics, has names and units, and refuses what is no motion."""

import numpy as np
import pytest
from helpers.example_runs import batch, driven, floating, integrated, swimming, swing
from helpers.motion import STEP, WEIGHTS, nearby

import bough as bo


def largest(values):
    return float(np.abs(values).max())


# --- laws ---------------------------------------------------------------------------------------------------------------


def test_energy_of_a_motion_without_drives_stays():
    energy = swing().energy()
    assert largest(energy.drift) < 1e-8 * largest(energy.kinetic)
    assert np.ptp(energy.kinetic.values) > 0.1
    assert np.array_equal(energy.total, energy.kinetic + energy.potential)
    assert not energy.work.any()


def test_total_energy_grows_by_the_work():
    """The work was integrated with the motion; by powers at the points it comes out the same to the spline's accuracy."""
    energy, known = driven().energy(), driven(work=False).energy()
    scale = largest(energy.work)
    assert scale > 0.1
    assert largest(energy.drift) < 1e-8 * scale
    assert largest(known.work - energy.work) < 1e-4 * scale


def test_powers_balance_the_rate_of_energy():
    for run in (swing(), driven(), swimming()):
        power = run.power()
        assert largest(power.rate - power.power.sum("force")) == largest(power.residual)
        assert largest(power.residual) < 1e-9 * largest(run.energy().kinetic)
    assert largest(driven().power().rate) > 0.1


def test_inner_forces_do_not_change_momentum():
    run = swimming()
    momentum = run.momentum()
    for name in ("linear", "angular"):
        assert largest(momentum[name]) > 0.1
        assert largest(momentum[name] - momentum[name][0]) < 1e-8 * largest(momentum[name])
    # the centre of mass moves evenly
    way = momentum.linear[0] / run.mechanism.mass * run.time
    assert largest(momentum.center - momentum.center[0] - way) < 1e-8


def test_a_momentum_changes_by_the_reaction_of_the_ground_and_the_weight():
    run = driven()
    mechanism, k = run.mechanism, 13
    q, u, u_dot = run.q.values[k], run.u.values[k], run.accelerations().values[k]
    order = np.argsort(np.concatenate((np.arange(1, 5), -np.arange(1, 5))))
    around = [states[order] for states in nearby(mechanism, q, u, u_dot)]
    momentum = bo.Trajectory(mechanism, STEP * np.array((-4, -3, -2, -1, 1, 2, 3, 4)), *around).momentum()
    rate = {
        n: np.tensordot(WEIGHTS, momentum[n].values[4:] - momentum[n].values[3::-1], 1) for n in ("linear", "angular")
    }
    reaction, pose = run.reactions("upper").isel(time=k), run.poses().isel(time=k).sel(body="upper")
    force, moment = (pose.rotation.values @ reaction[name].values for name in ("force", "moment"))
    weight = mechanism.mass * mechanism.gravity
    assert rate["linear"] == pytest.approx(force + weight, abs=1e-8)
    moment = moment + np.cross(pose.position, force) + np.cross(run.momentum().center.values[k], weight)
    assert rate["angular"] == pytest.approx(moment, abs=1e-8)


def test_joint_forces_and_reactions_are_those_of_the_motion():
    run = driven()
    assert run.joint_forces().values == pytest.approx(run.tau.values, abs=1e-11)
    tau, reactions = bo.inverse_dynamics(
        run.mechanism, run.q.values, run.u.values, run.accelerations().values, reactions=True
    )
    found = run.reactions()
    assert np.concatenate((found.force, found.moment), -1) == pytest.approx(reactions, abs=1e-12)
    assert run.joint_forces().values == pytest.approx(tau, abs=1e-11)
    # a bearing takes no force along its slide and no moment about its hinge
    assert largest(run.reactions("tool").bearing_force.sel(body_axis="x")) < 1e-12
    assert largest(run.reactions("elbow").bearing_moment.sel(body_axis="y")) < 1e-12
    assert largest(run.reactions("upper").bearing_moment) < 1e-12


def test_poses_are_rotations_that_reach_from_body_to_body():
    run = swing()
    poses = run.poses()
    turned = np.einsum("tbij,tbkj->tbik", poses.rotation, poses.rotation)
    assert turned == pytest.approx(np.broadcast_to(np.eye(3), turned.shape), abs=1e-14)
    hand = poses.sel(body="hand")
    slide = 0.1 * -hand.rotation.sel(body_axis="z") + run["tool"] * hand.rotation.sel(body_axis="x")
    assert largest(poses.position.sel(body="tool") - hand.position - slide) < 1e-14


def test_states_between_the_points():
    run = swing()
    q, u = run.at(run.time.values)
    assert np.array_equal(u, run.u)
    assert q == pytest.approx(run.q.values, abs=1e-15)
    assert run.at(0.01)[0][:4] @ run.at(0.01)[0][:4] == pytest.approx(1.0, abs=1e-15)
    # cubics: half the distance between points, a sixteenth of the error
    time, q, u, _, _ = integrated(run.mechanism, run.q.values[0], run.u.values[0], run.duration, 81)
    coarse, fine = (bo.Trajectory(run.mechanism, time[::k], q[::k], u[::k]).at(time) for k in (4, 2))
    for found, closer, exact in zip(coarse, fine, (q, u), strict=True):
        assert largest(closer - exact) < largest(found - exact) / 10 < 1e-3
    assert run.at(0.01)[0].shape == (run.mechanism.n_q,)
    for t in (-0.1, 0.5, np.nan, "soon"):
        with pytest.raises(bo.errors.StateError):
            run.at(t)


def test_the_form_of_the_run_gives_its_accelerations():
    run = driven()
    other = bo.Trajectory(run.mechanism, run.time, run.q, run.u, tau=run.tau, provenance={"form": "hamilton-recursive"})
    assert np.array_equal(other.accelerations(), run.accelerations())
    unknown = bo.Trajectory(
        run.mechanism, run.time, run.q, run.u, provenance={"form": "composite-bodies", "solver": "nobody's"}
    )
    with pytest.raises(bo.errors.UnsupportedError, match="nobody's"):
        unknown.accelerations()


def test_functions_of_time_are_told_the_time():
    def clock(mechanism, q, time):
        return time

    for run in (swing(), batch()):
        there = run.q.notnull().all("coordinate").values
        told = run.evaluate(clock, run.q.values, later=0.5)
        assert np.array_equal(told[there], np.broadcast_to(run.time.values + 0.5, there.shape)[there])
        assert np.isnan(told[~there]).all()


# --- names and units --------------------------------------------------------------------------------------------------------


def test_names_and_units():
    run = swing()
    assert run.q.dims == ("time", "coordinate")
    assert tuple(run.q.coordinate.values) == run.mechanism.q_names
    assert tuple(run.u.velocity.values) == run.mechanism.u_names
    assert run["elbow"].attrs["units"] == "rad"
    assert run["u.elbow"].attrs["units"] == "rad/s"
    assert run["tool"].attrs["units"] == "m"
    assert run["upper.wx"].attrs["units"] == "rad/s"
    assert np.array_equal(run["elbow"], run.q.sel(coordinate="elbow"))
    assert np.array_equal(run["q.elbow"], run["elbow"])
    assert np.array_equal(run["u.elbow"], run.u.sel(velocity="elbow"))
    assert run["upper"].shape == (len(run.time), 4)
    assert driven().tau.tau_units.values.tolist() == ["N·m"] * 4 + ["N"]
    assert run.accelerations().u_dot_units.values.tolist() == ["rad/s²"] * 4 + ["m/s²"]
    assert run.time.time.attrs["units"] == "s"


def test_a_wrong_name_gets_the_right_one():
    for name, meant in (("elbwo", "'elbow'"), ("upper.wxx", "'upper.wx'")):
        with pytest.raises(bo.errors.StateError, match=f"{name}.*did you mean {meant}"):
            swing()[name]
    with pytest.raises(bo.errors.MechanismError, match="did you mean 'upper'"):
        swing().reactions("uper")


def test_a_dataset_says_where_it_comes_from():
    run = swing()
    attrs = run.dataset.attrs
    assert attrs["fingerprint"] == bo.models.fingerprint(run.mechanism)
    assert (attrs["form"], attrs["integrator"], attrs["rtol"]) == ("separate-bodies", "dop853", 1e-10)
    assert attrs["numpy"] == np.__version__
    assert {"bough", "numba", "platform", "date", "status"} <= set(attrs)


def test_what_it_says_of_itself():
    text = repr(swing())
    for word in (
        "'arm'",
        "0.4 s",
        "21 points",
        "completed",
        "separate-bodies",
        "dop853",
        "rtol 1e-10",
        "17 steps",
        "drifts",
    ):
        assert word in text
    assert "quadrature" not in text
    assert "quadrature" in repr(driven(work=False))
    assert "3 runs" in repr(batch())
    assert "2 completed, 1 failed" in repr(batch())


def test_results_are_kept_and_cannot_be_written_to():
    run = swing()
    assert run.energy() is run.energy()
    for values in (run.q.values, run.energy().total.values, run.accelerations().values):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1.0


# --- batches ----------------------------------------------------------------------------------------------------------------


def test_a_run_of_a_batch_is_as_a_run_alone():
    runs = batch()
    ended = np.array((11, 7, 11))
    for k in range(3):
        alone = runs.select(k)
        assert (alone.status, alone.message) == (runs.status[k], runs.message[k])
        assert len(alone.time) == ended[k]
        assert [event["time"] for event in alone.events] == [e["time"] for e in runs.events if e["run"] == k]
        for together, single in (
            (runs.energy(), alone.energy()),
            (runs.momentum(), alone.momentum()),
            (runs.reactions(), alone.reactions()),
            (runs.power(), alone.power()),
        ):
            for name in single:
                whole = together[name].sel(run=k).values
                assert whole[: ended[k]] == pytest.approx(single[name].values, rel=1e-9, abs=1e-9)
                assert np.isnan(whole[ended[k] :]).all()


def test_states_of_a_batch_between_points():
    q, _ = batch().at(batch().time.values[6] + np.array((0.0, 0.025)))
    assert q.shape == (3, 2, 2)
    assert np.array_equal(np.isnan(q).any(-1), [[False, False], [False, True], [False, False]])
    assert np.array_equal(q[1, 0], batch().q.values[1, 6])


@pytest.mark.parametrize("run", [3, -1, "first", 0.5])
def test_a_run_that_is_not_there(run):
    with pytest.raises(bo.errors.StateError, match="there are 3"):
        batch().select(run)


# --- what is no motion ------------------------------------------------------------------------------------------------------


def spoiled(values, *place):
    values = values.copy()
    values[place] = np.nan
    return values


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        ({"mechanism": "arm"}, "Mechanism"),
        ({"time": [0.0, -1.0]}, "time"),
        ({"time": []}, "time"),
        ({"time": [0.0, np.inf]}, "time"),
        ({"time": "now"}, "time"),
        ({"q": np.zeros((3, 2))}, "q has shape"),
        ({"q": np.zeros(2)}, "q has shape"),
        ({"q": [["a", "b"]] * 2}, "q must be numbers"),
        ({"u": np.zeros((2, 2, 2))}, "u has shape"),
        ({"u": spoiled(np.zeros((2, 2)), 1, 0)}, "point 1"),
        ({"q": spoiled(np.zeros((3, 2, 2)), 1, 0), "u": np.zeros((3, 2, 2))}, "after it ended"),
        ({"momenta": np.zeros((2, 3))}, "momenta has shape"),
        ({"tau": np.zeros(2)}, "tau has shape"),
        ({"work": np.zeros(3)}, "work has shape"),
        ({"status": "complete"}, "did you mean 'completed'"),
        ({"status": 3}, "status"),
        ({"q": np.zeros((3, 2, 2)), "u": np.zeros((3, 2, 2)), "status": ("completed",) * 2}, "3 runs"),
        ({"statistics": [1]}, "statistics"),
        ({"provenance": {"form": object()}}, "provenance"),
        ({"events": [{"name": "hit"}]}, "event"),
    ],
)  # fmt: skip
def test_what_is_no_motion_is_refused(change, culprit):
    given = {"mechanism": bo.chain(2), "time": [0.0, 1.0], "q": np.zeros((2, 2)), "u": np.zeros((2, 2)), **change}
    with pytest.raises(bo.errors.StateError) as caught:
        bo.Trajectory(**given)
    assert culprit in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_single_state_is_a_motion():
    mechanism = floating()
    q, u = bo.models.random_state(mechanism)
    run = bo.Trajectory(mechanism, [2.0], [q], [u])
    assert run.duration == 0.0
    assert run.energy().drift.values.tolist() == [0.0]
    assert np.array_equal(run.at(2.0)[0], q)
