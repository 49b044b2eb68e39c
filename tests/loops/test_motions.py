"""Motions of closed loops: numbers that are known, and loops that stay closed whatever leads the motion."""

import importlib
import re
from functools import cache
from math import pi

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.forms import serving

import bough as bo
from bough.arithmetic.width import lane_width
from bough.formulations.formulation import ACCELERATIONS
from bough.integrate.libraries import SCIPY
from bough.simulation.run import driver
from bough.simulation.run.checkpoint import Checkpoint

W = lane_width()
FORM = {"formulation": "composite-bodies", "solver": "udu"}
FINE = {**FORM, "rtol": 1e-11, "atol": 1e-13}
CLOSED = 1e-12
LINKAGES = {**linkages.BUILDERS, "slider_crank, cut elsewhere": lambda: linkages.slider_crank("universal")}
every_linkage = pytest.mark.parametrize("name", LINKAGES)
either_form = pytest.mark.parametrize(
    "form", [FINE, {**FINE, "formulation": "independent", "solver": None}], ids=["composite-bodies", "independent"]
)


@cache
def built(name):
    return LINKAGES[name]()


@cache
def motion(name, formulation="composite-bodies"):
    """Through all times at which something is known."""
    linkage = built(name)
    times = {0.0, 0.1, *(known.time for known in (*linkage.expected, *linkage.reactions))}
    times = sorted(t for t in times if name != "squeezer" or t < 0.1)
    how = {**FINE, "formulation": formulation, "solver": None, "energy_tolerance": 1e-6 if linkage.singular else None}
    return bo.simulate(linkage.mechanism, times=times, **how)


def sample(run, time):
    k = list(run.time.values).index(time)
    return run.q.values[k], run.u.values[k]


def assert_closed(run, size=1.0):
    closure = run.closure()
    assert float(closure.gap.max()) <= CLOSED * size
    speed = max(1.0, float(np.abs(run.u.values).max()))
    assert float(closure.rate.max()) <= CLOSED * speed * size
    for q in run.q.values.reshape(-1, run.mechanism.n_q)[:: max(1, run.q.size // 200)]:
        if not run.mechanism.is_timed:  # by other code
            gaps = np.concatenate(list(loop_oracle.gaps(run.mechanism, q).values()))
            assert np.abs(gaps).max() <= 2 * CLOSED * size


# --- known motions ----------------------------------------------------------------------------------------------------


@every_linkage
@pytest.mark.parametrize(
    "formulation",
    [
        form.name if form.name == "composite-bodies" else pytest.param(form.name, marks=pytest.mark.slow)
        for form in bo.methods.formulations()
        if form.gives == ACCELERATIONS
    ],
)
def test_motion_meets_what_is_known(name, formulation):
    """Also through the singular positions of the four-bars."""
    linkage = built(name)
    if reason := bo.methods.why_unsupported(linkage.mechanism, formulation):
        pytest.skip(reason)
    run = motion(name, formulation)
    for known in linkage.expected:
        found = linkage.look[known.what](linkage.mechanism, *sample(run, known.time), known.time)
        # (each of twenty singular positions adds errors across the loops, times how far a step turns)
        assert found == pytest.approx(known.value, rel=1e-9, abs=3e-7 if linkage.singular else 1e-9)
    assert_closed(run)
    if linkage.mechanism.is_conservative:
        exchanged = float(run.energy().kinetic.max())
        assert float(np.abs(run.energy().drift).max()) < (1e-7 if linkage.singular else 1e-9) * max(1.0, exchanged)


def test_driven_linkage_goes_where_its_drive_leads_it():
    linkage, run = built("driven_four_bar"), motion("driven_four_bar")
    for time in run.time.values:
        q, u = linkage.at(time)
        found_q, found_u = sample(run, time)
        assert found_q == pytest.approx(linkage.mechanism.coordinates(q), abs=1e-9)
        assert found_u == pytest.approx(linkage.mechanism.velocities(u), abs=1e-9)


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("rtol", [1e-9, 1e-11, 1e-12])
def test_singular_positions_are_passed_on_the_branch(rtol, planar):
    """Twenty of them, whatever the tolerance: there the errors of steps that open loops grow without bound."""
    linkage = linkages.four_bars(planar=planar)
    run = bo.simulate(
        linkage.mechanism, times=(0.0, 10.0), energy_tolerance=1e-6, **{**FORM, "rtol": rtol, "atol": rtol / 100}
    )
    known = linkage.expected[-1]
    found = linkage.look[known.what](linkage.mechanism, *sample(run, known.time), known.time)
    assert found == pytest.approx(known.value, rel=0.0, abs=max(3e-7, 200 * rtol))
    assert run.statistics["steps"] < 500


@pytest.mark.parametrize("form", ["composite-bodies", pytest.param("hamilton-tangent", marks=pytest.mark.slow)])
def test_branches_that_cross_are_kept_or_the_run_ends(form):
    """Shortest and longest bar are as long as the others together: where all lie in line, two motions of it cross."""
    mechanism, hinge = bo.Mechanism("change point", (0.0, -9.81, 0.0)), bo.Revolute((0, 0, 1))
    for name, parent, at, length in (("crank", "ground", 0, 1), ("coupler", "crank", 1, 2), ("rocker", "ground", 3, 2)):
        rod = bo.Inertia.rod(length, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, hinge, (at, 0, 0), inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", hinge, (2, 0, 0), None, (2, 0, 0))
    q0 = bo.assemble(mechanism, {"crank": 1.0, "coupler": 0.2, "rocker": 2.0}, hold="crank")
    asked = {"q0": q0, "u0": bo.kinematics.consistent_velocities(mechanism, q0, {"crank": 5.0}, hold="crank")}
    asked |= {"times": np.linspace(0.0, 5.0, 6), "energy_tolerance": np.inf}
    exact = bo.simulate(mechanism, integrator="rk4", step=2e-4, formulation="composite-bodies", **asked).q.values
    ends, passed = [], 0
    for rtol in (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12):
        try:
            run = bo.simulate(mechanism, formulation=form, integrator="dop853", rtol=rtol, atol=rtol / 100, **asked)
        except bo.errors.StepError as error:
            ends.append(str(error))
        else:
            passed += 1
            assert run.q.values == pytest.approx(exact, abs=2e-2)  # another branch is off by more than 1
    assert passed > 1
    assert all(re.search(r"beyond t = \d.*singular position of its loops \('pin'", end) for end in ends)


def test_bricard_comes_back():
    linkage = built("bricard")
    run = bo.simulate(linkage.mechanism, times=np.linspace(0.0, linkage.period, 5), **FINE)
    assert run.q.values[4] == pytest.approx(run.q.values[0], abs=1e-7)
    assert np.abs(run.q.values[2]).max() > 0.5


@pytest.mark.parametrize("name", [name for name in LINKAGES if built(name).reactions])
def test_reactions_along_the_motion(name):
    """Of the tree's joints about their bodies' origins, and of the loops' about their own, both in body axes."""
    linkage, run = built(name), motion(name)
    mechanism = linkage.mechanism
    for known in linkage.reactions:
        k = list(run.time.values).index(known.time)
        q, _ = sample(run, known.time)
        is_loop = known.joint in mechanism.loops
        found = (run.loop_reactions if is_loop else run.reactions)(known.joint).isel(time=k)
        body = mechanism.loops[known.joint].body if is_loop else known.joint
        turn = bo.body_poses(mechanism, q, time=known.time)[mechanism.body_index[body], :3, :3]
        if is_loop:
            turn = turn @ mechanism.loops[known.joint].rotation
        for part, value in (("force", known.force), ("moment", known.moment)):
            if value is not None:
                at = ~np.isnan(value)
                # (the printed digits, or the tolerance of the motion)
                assert (turn @ found[part].values)[at] == pytest.approx(value[at], rel=0.0, abs=2e-9)


def test_which_reactions_follow_from_the_motion():
    """Those of a plane linkage in space do not all; those of its plane twin and of the platform do."""
    assert not motion("four_bars").loop_reactions().unique.values.any()
    assert motion("slider_crank").loop_reactions().unique.values.all()
    assert motion("stewart").loop_reactions().unique.values.all()


# --- integrators ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("integrator", "how", "error"),
    [
        ("dop853", {"rtol": 1e-11, "atol": 1e-13}, 1e-10),
        ("dopri5", {"rtol": 1e-9, "atol": 1e-11}, 1e-7),
        ("rk4", {"step": 5e-4}, 1e-6),
        ("semi-implicit-euler", {"step": 5e-5}, 1e-2),
    ],
)
def test_integrators_keep_loops_closed(integrator, how, error):
    run = bo.simulate(
        built("slider_crank").mechanism, times=np.linspace(0, 0.5, 11), integrator=integrator, **FORM, **how
    )
    assert run.q.values[-1, 1] == pytest.approx(0.18495262977780263, abs=error)
    assert_closed(run)


@pytest.mark.parametrize(
    ("integrator", "how"), [("dop853", {}), ("rk4", {"step": 1e-3}), ("semi-implicit-euler", {"step": 1e-4})]
)
def test_steps_end_closed(integrator, how, monkeypatch):
    """Not only samples, which are closed once more when they are told."""
    told = importlib.import_module("bough.simulation.run.motion")
    monkeypatch.setattr(told, "closed_states", lambda mechanism, q, u, time: (q, u))
    # samples at the ends of steps: all of those of fixed length, and the last
    run = bo.simulate(
        built("slider_crank").mechanism, times=np.linspace(0.0, 0.5, 6), integrator=integrator, **FORM, **how
    )
    closure = run.closure().isel(time=slice(None) if how else [0, -1])
    assert float(closure.rate.max()) <= CLOSED
    assert float(closure.gap.max()) <= CLOSED


def test_order_of_rk4():
    """Half the step, a sixteenth of the error: projections do not spoil it."""
    mechanism = built("slider_crank").mechanism
    exact = bo.simulate(mechanism, times=(0.0, 0.2), **FINE).q.values[-1]
    errors = []
    for step in (8e-3, 4e-3, 2e-3):
        run = bo.simulate(mechanism, times=(0.0, 0.2), integrator="rk4", step=step, **FORM)
        errors.append(np.abs(run.q.values[-1] - exact).max())
    assert np.divide(errors[:-1], errors[1:]) == pytest.approx(16.0, rel=0.1)


@pytest.mark.parametrize("integrator", SCIPY)
def test_integrators_of_scipy_keep_loops_closed(integrator):
    """They see the rates of the nearest closed states."""
    times, loose = np.linspace(0, 0.5, 11), {"rtol": 1e-7, "atol": 1e-9, "energy_tolerance": 1e-4}
    run = bo.simulate(built("slider_crank").mechanism, times=times, integrator=integrator, **FORM, **loose)
    assert run.q.values[-1, 1] == pytest.approx(0.18495262977780263, abs=3e-5)
    assert_closed(run)


# --- laws -------------------------------------------------------------------------------------------------------------


@cache
def weightless():
    """A parallelogram whose cranks are balanced, without gravity."""
    mechanism, hinge = bo.Mechanism("parallelogram", (0.0, 0.0, 0.0)), bo.Revolute((0, 0, 1))
    for k in range(2):
        mechanism.add_body(f"crank{k}", "ground", hinge, (2.0 * k, 0, 0), inertia=bo.Inertia.box((1.0, 0.1, 0.1), 2.0))
    bar = bo.Inertia.box((2.0, 0.1, 0.1), 3.0, center=(1.0, 0, 0))
    mechanism.add_body("coupler", "crank0", hinge, (0.5, 0, 0), inertia=bar)
    mechanism.add_loop("pin", "coupler", "crank1", hinge, (2.0, 0, 0), None, (0.5, 0, 0))
    return mechanism


def test_constant_speed():
    """The coupler moves on a circle without turning, so the kinetic energy depends on the speed alone, and it stays."""
    mechanism, angle, speed = weightless(), 0.7, 1.3
    q0 = {"crank0": angle, "crank1": angle, "coupler": -angle}
    u0 = {"crank0": speed, "crank1": speed, "coupler": -speed}
    run = bo.simulate(mechanism, 1.0, every=0.1, q0=q0, u0=u0, **FINE)
    assert run["crank0"].values == pytest.approx(angle + speed * run.time.values, abs=1e-10)
    assert run.u.values == pytest.approx(np.tile(mechanism.velocities(u0), (11, 1)), abs=1e-9)
    assert_closed(run)


def test_rest_stays_at_rest():
    mechanism = weightless()
    q0 = {"crank0": 0.7, "crank1": 0.7, "coupler": -0.7}
    run = bo.simulate(mechanism, 10.0, every=2.0, q0=q0, **FORM)
    assert run.u.values == pytest.approx(0.0, abs=1e-14)
    assert run.q.values == pytest.approx(np.tile(mechanism.coordinates(q0), (6, 1)), abs=1e-14)


# --- many runs, events, files -----------------------------------------------------------------------------------------


def starts(count):
    """Starts of the slider-crank at different angles and speeds."""
    mechanism = built("slider_crank").mechanism
    q, u = [], []
    for k in range(count):
        q.append(bo.assemble(mechanism, {"crank": 0.2 * k}, hold="crank"))
        u.append(bo.kinematics.consistent_velocities(mechanism, q[-1], {"crank": 4.0 + 0.5 * k}, hold="crank"))
    return np.array(q), np.array(u)


@pytest.mark.slow
@either_form
def test_runs_side_by_side_are_single_runs(form):
    mechanism, (q0, u0) = built("slider_crank").mechanism, starts(W + 1)
    together = bo.simulate(mechanism, times=(0.0, 0.1, 0.3), q0=q0, u0=u0, **form)
    assert_closed(together)
    for k in (0, 1, W):
        one = bo.simulate(mechanism, times=(0.0, 0.1, 0.3), q0=q0[k], u0=u0[k], **form)
        assert together.q.values[k] == pytest.approx(one.q.values, abs=1e-9)
        assert together.u.values[k] == pytest.approx(one.u.values, abs=1e-8)


@pytest.mark.slow
@either_form
def test_variants_side_by_side(form):
    """Parallelograms with couplers of different masses: each keeps its own loop closed and its own speed."""
    made = []
    for mass in (1.0, 2.0, 4.0):
        mechanism, hinge = bo.Mechanism(f"coupler of {mass} kg", (0.0, -9.81, 0.0)), bo.Revolute((0, 0, 1))
        rod = bo.Inertia(1e-9, (0, 0, 0), (1e-9, 1e-9, 1e-9))
        for k in range(2):
            mechanism.add_body(f"crank{k}", "ground", hinge, (2.0 * k, 0, 0), inertia=rod)
        mechanism.add_body(
            "coupler", "crank0", hinge, (mass, 0, 0), inertia=bo.Inertia(mass, (1.0, 0, 0), (0.1, 0.1, 0.1))
        )
        mechanism.add_loop("pin", "coupler", "crank1", hinge, (2.0, 0, 0), None, (mass, 0, 0))
        made.append(mechanism)
    # each is a pendulum as long as its cranks; small swings about the hanging position, ω² = g/l
    small = 1e-4
    q0 = {"crank0": small - pi / 2, "crank1": small - pi / 2, "coupler": pi / 2 - small}
    run = bo.simulate(made, times=np.linspace(0.0, 1.0, 5), q0=q0, **form)
    for k, length in enumerate((1.0, 2.0, 4.0)):
        swing = run.q.values[k, :, 0] + pi / 2
        expected = small * np.cos(np.sqrt(9.81 / length) * run.time.values)
        assert swing == pytest.approx(expected, rel=0.0, abs=1e-6 * small)
        assert_closed(run.select(k), 4.0)


def test_an_event_is_found_with_loops_closed():
    """After a whole turn of the crank all is where it was, so by its energy the crank has its first speed again."""
    event = bo.Event(lambda t, q, u: q["crank"] - 2 * pi, name="whole turn", stops=True)
    run = bo.simulate(built("slider_crank").mechanism, 2.0, events=event, **FINE)
    (found,) = run.events
    assert found["name"] == "whole turn"
    assert run.time.values[-1] == found["time"]
    assert found["u"]["crank"] == pytest.approx(6.0, abs=1e-9)
    assert found["q"]["slider"] == pytest.approx(0.2, abs=1e-10)
    assert_closed(run)


def test_run_resumes_as_if_it_had_not_stopped(tmp_path, monkeypatch):
    mechanism = built("slider_crank").mechanism
    asked = {"times": np.linspace(0.0, 0.3, 31), **FORM}
    whole = bo.simulate(mechanism, **asked)
    save, left = Checkpoint.save, [3]

    def saved(*arguments):
        save(*arguments)
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Checkpoint, "save", saved)
        patch.setattr(driver, "FIRST_STEPS", 1)
        patch.setattr(driver, "SLICE", 0.0)
        for parts in (3, 6):
            left[0] = parts
            with pytest.warns(bo.BoughWarning, match="interrupted"):
                bo.simulate(mechanism, **asked, checkpoint=tmp_path / "run", checkpoint_every=0.0)
    found = bo.simulate(mechanism, **asked, checkpoint=tmp_path / "run", checkpoint_every=0.0)
    np.testing.assert_array_equal(found.q, whole.q)
    np.testing.assert_array_equal(found.u, whole.u)


def test_files_keep_loops(tmp_path):
    run = motion("slider_crank")
    run.save(tmp_path / "run.nc")
    found = bo.Trajectory.load(tmp_path / "run.nc")
    assert repr(dict(found.mechanism.loops)) == repr(dict(run.mechanism.loops))
    np.testing.assert_array_equal(found.q, run.q)
    assert found.loop_reactions("ball").force.values == pytest.approx(
        run.loop_reactions("ball").force.values, abs=1e-12
    )


# --- starts -----------------------------------------------------------------------------------------------------------


def test_nearly_closed_starts_are_assembled_and_told():
    linkage = built("slider_crank")
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    with pytest.warns(
        bo.BoughWarning, match=r"nearly closed at the start and has been assembled.*moved by up to [0-9.]+e-0"
    ):
        run = bo.simulate(mechanism, times=(0.0, 0.01), q0=q + 1e-6 * np.eye(4)[1], u0=u, **FORM)
    assert_closed(run)
    assert run.q.values[0] == pytest.approx(q, abs=1e-4)


def test_open_starts_are_refused():
    linkage = built("slider_crank")
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    with pytest.raises(bo.errors.StateError, match=r"the loop 'ball' of 'slider-crank' is open by .*bough.assemble"):
        bo.simulate(mechanism, 0.1, q0={"crank": 1.0})
    with pytest.raises(bo.errors.StateError, match=r"open the loop 'ball'.*bough.kinematics.consistent_velocities"):
        bo.simulate(mechanism, 0.1, q0=q, u0=u + np.eye(4)[0])


# --- long motions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slider_crank", "bricard"])
def test_loops_stay_closed_for_a_long_time(name):
    """At default tolerances. The energy drifts, but loops do not open."""
    run = bo.simulate(built(name).mechanism, 1000.0, every=0.1, **FORM, energy_tolerance=np.inf)
    assert_closed(run)
    exchanged = float(run.energy().kinetic.max())
    assert float(np.abs(run.energy().drift).max()) < 1e-6 * exchanged


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bricard", "slider_crank", "stewart"])
def test_forms_agree_along_a_motion(name):
    """All that serve, in velocities and in momenta: accelerations, or rates of momenta, and the motions themselves."""
    found = bo.compare(built(name).mechanism, 0.1, step=5e-4, progress=False)
    assert {row.form for row in found.rows} >= {form for form, _ in serving(built(name).mechanism)}
    assert found.spread < max(found.tolerance, 1e-9)


def test_measured_quaternions_go_on_where_they_were():
    """A disc that turns round and round in a ball: (cos θ/2, 0, 0, sin θ/2), without a change of the sign."""
    machine = bo.Mechanism("spun", gravity=(0, 0, 0))
    machine.add_body("disc", joint=bo.Revolute("z"), inertia=bo.Inertia.sphere(0.1, 1.0))
    machine.add_loop("ball", "disc", "ground", bo.Ball())
    run = bo.simulate(machine, 2.0, u0={"disc": 7.0}, every=0.1, integrator="rk4", step=0.1, **FORM)
    half = 3.5 * run.time.values
    expected = np.stack((np.cos(half), 0 * half, 0 * half, np.sin(half)), axis=1)
    np.testing.assert_allclose(run.loop_motion().q, expected, atol=1e-12)


def test_measured_angles_go_on_beyond_half_a_turn():
    machine = bo.Mechanism("spun", gravity=(0, 0, 0))
    machine.add_body("disc", joint=bo.Revolute("z"), inertia=bo.Inertia.sphere(0.1, 1.0))
    machine.add_loop("bearing", "disc", "ground", bo.Revolute("z"))
    run = bo.simulate(machine, 2.0, u0={"disc": 7.0}, every=0.1, integrator="rk4", step=0.1, **FORM)
    np.testing.assert_allclose(run.loop_motion().q[:, 0], 7.0 * run.time, atol=1e-12)


@pytest.mark.parametrize("crank", [0.3, 1.0, 2.0, 4.0])
def test_a_closed_start_is_the_first_sample_to_the_last_bit(crank):
    bars, hinge = bo.Mechanism("bars"), bo.Revolute("y")
    for name, parent, at in (("crank", "ground", 0.0), ("coupler", "crank", 0.2), ("rocker", "ground", 0.5)):
        bars.add_body(name, parent, hinge, (at, 0, 0), inertia=bo.Inertia.box((0.3, 0.1, 0.1), mass=1.0))
    bars.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    q = bo.assemble(bars, {"crank": crank, "coupler": -crank}, hold=["crank"])
    u = bo.kinematics.consistent_velocities(bars, q, {"crank": 3.0}, hold=["crank"])
    run = bo.simulate(bars, 0.01, q0=q, u0=u, every=0.01)
    np.testing.assert_array_equal(run.q[0], q)
    np.testing.assert_array_equal(run.u[0], u)
