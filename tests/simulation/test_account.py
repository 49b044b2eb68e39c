"""The account of energy: works by closed forms, balances however few samples there are, and errors of the motion seen."""

import dataclasses
import math
import warnings

import numpy as np
import pytest

import bough as bo

MASS, STIFFNESS, DAMPING = 2.0, 50.0, 1.6
START = 0.3
FEW = np.linspace(0.0, 2.0, 6)
EXACT = {"rtol": 1e-11, "atol": 1e-13}


def slider(**forces):
    """A mass on a level slide."""
    mechanism = bo.Mechanism("slider")
    mechanism.add_body("slide", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(MASS))
    for name, force in forces.items():
        mechanism.add_force(name, force)
    return mechanism


def oscillator(damping=DAMPING):
    return slider(spring=bo.JointSpring("slide", STIFFNESS), damper=bo.JointDamper("slide", damping))


def flow(t, damping=DAMPING):
    """The motion of the oscillator over a time, as a matrix of (x, v)."""
    a, w = damping / (2 * MASS), math.sqrt(STIFFNESS / MASS - (damping / (2 * MASS)) ** 2)
    c, s = math.cos(w * t), math.sin(w * t)
    matrix = np.array(((c + a / w * s, s / w), (-STIFFNESS / MASS * s / w, c - a / w * s)))
    return math.exp(-a * t) * matrix


def energy_of(states):
    return (STIFFNESS * states[..., 0] ** 2 + MASS * states[..., 1] ** 2) / 2


def states_of(run):
    return np.stack((run.q.values[..., 0], run.u.values[..., 0]), axis=-1)


@pytest.fixture(scope="module")
def damped():
    return bo.simulate(oscillator(), times=FEW, q0={"slide": START}, **EXACT)


# --- closed forms -----------------------------------------------------------------------------------------------------------


def test_a_damper_takes_what_the_closed_form_says(damped):
    exact = energy_of(np.array([flow(t) @ (START, 0.0) for t in FEW]))
    energy = damped.energy()
    assert energy.work_of.sel(force="damper").values == pytest.approx(exact - exact[0], abs=1e-9 * exact[0])
    x = damped["slide"].values
    assert energy.work_of.sel(force="spring").values == pytest.approx(STIFFNESS * (START**2 - x**2) / 2, abs=1e-15)
    assert np.array_equal(energy.work, energy.work_of.sel(force="damper"))
    assert energy.attrs["exchanged"] == float(np.ptp(energy.potential.values)) == pytest.approx(exact[0], rel=1e-2)
    assert energy.attrs["share"] < 1e-9
    assert f"{energy.attrs['drift']:.1e} J" in energy.attrs["summary"]


def test_friction_takes_force_times_way():
    """-F v/√(v² + w²) stops a mass after s with F s = m ∫ √(v² + w²) dv, and takes all of its kinetic energy."""
    force, speed, w = 3.0, 1.5, 1e-4
    mechanism = slider(friction=bo.JointFriction("slide", force, w))
    run = bo.simulate(mechanism, 1.1, every=0.11, u0={"slide": speed}, **EXACT)
    work, way = run.energy().work_of.sel(force="friction").values, run["slide"].values
    ends = MASS / force * (speed * math.hypot(speed, w) + w**2 * math.asinh(speed / w)) / 2
    assert way[-1] == pytest.approx(ends, rel=1e-9)
    assert work[-1] == pytest.approx(-MASS * speed**2 / 2, rel=1e-9)
    assert work == pytest.approx(-force * way, abs=MASS * w**2 * (math.log(2 * speed / w) + 0.5))


def test_a_drive_gives_what_its_load_has():
    """Moved by s(t), a mass that a spring of the same slide does not know of gets m s'²/2."""
    mechanism = bo.Mechanism("moved")
    mechanism.add_body("cart", "ground", bo.Driven(bo.Prismatic((1, 0, 0)), "0.2*sin(7*t)"), inertia=bo.Inertia(MASS))
    run = bo.simulate(mechanism, times=FEW)
    gained = MASS * (0.2 * 7) ** 2 * (np.cos(7 * FEW) ** 2 - 1) / 2
    assert run.energy().work_of.values[:, 0] == pytest.approx(gained, abs=1e-8)
    mechanism = bo.Mechanism("swung")
    mechanism.add_body("cart", "ground", bo.Driven(bo.Prismatic((1, 0, 0)), "0.2*sin(7*t)"), inertia=bo.Inertia(MASS))
    rod = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, center=(0, 0, -0.2))
    mechanism.add_body("rod", "cart", bo.Revolute((0, 1, 0)), inertia=rod)
    energy = bo.simulate(mechanism, times=FEW, q0={"rod": 0.5}, **EXACT).energy()
    assert float(np.abs(energy.work).max()) > 1.0
    assert energy.attrs["share"] < 1e-9


STOP = bo.JointLimit("slide", lower=0.0, stiffness=1e4, softness=1e-3, damping=30.0)
SERVO = bo.Servo("slide", "0.4*sin(3*t)", stiffness=80.0, damping=9.0, most=20.0)


@pytest.mark.parametrize(
    "forces",
    [
        {"stop": STOP, "weight": bo.Motor("slide", -12.0)},
        {"servo": SERVO, "friction": bo.JointFriction("slide", 0.8, 0.01)},
        {"law": bo.CustomJointForce("slide", lambda t, q, u: -8.0 * abs(u) * u - 40.0 * q + math.sin(5 * t))},
    ],
    ids=["stop", "servo", "law"],
)
def test_kinks_cost_no_accuracy(forces):
    run = bo.simulate(slider(**forces), 3.0, every=0.5, q0={"slide": 0.25})
    energy = run.energy()
    assert float(np.abs(energy.work_of).max()) > 0.1
    assert energy.attrs["share"] < 30 * run.provenance["rtol"]
    assert energy.attrs["guessed"] == 0


def test_work_of_held_joint_forces():
    """τ is held from each sample on: the mass moves along parabolas."""
    time, tau = np.array((0.0, 0.5, 0.8, 2.0)), np.array((3.0, -1.0, -1.0, 5.0))
    x, v = np.zeros(4), np.array((0.4, 0.0, 0.0, 0.0))
    for k, h in enumerate(np.diff(time)):
        a = tau[k] / MASS
        x[k + 1], v[k + 1] = x[k] + v[k] * h + a * h * h / 2, v[k] + a * h
    made = {"tau": tau[:, None], "provenance": {"tau": "held"}}
    energy = bo.Trajectory(slider(), time, x[:, None], v[:, None], **made).energy()
    assert energy.work_of.sel(force="tau").values == pytest.approx(np.cumsum([0, *(tau[:-1] * np.diff(x))]), abs=1e-12)
    assert energy.attrs["drift"] < 1e-12


def test_work_of_a_controller_between_its_calls_and_of_given_forces():
    """A controller whose period and delay do not divide the samples; and a force that follows the time."""
    control = bo.SampledController(
        lambda t, q, u, memory: [3.0 * math.sin(40 * t) - 2.0 * q["slide"]], 0.013, delay=0.004
    )
    run = bo.simulate(oscillator(), times=FEW, q0={"slide": START}, control=control, **EXACT)
    energy = run.energy()
    assert float(np.abs(energy.work_of.sel(force="tau")).max()) > 0.01
    assert energy.attrs["share"] < 1e-9
    run = bo.simulate(slider(), times=FEW, u0={"slide": 0.2}, tau={"slide": "2*sin(9*t)"}, **EXACT)
    speed = 0.2 + 2 / (9 * MASS) * (1 - np.cos(9 * FEW))
    expected = MASS * (speed**2 - speed[0] ** 2) / 2
    assert run.energy().work_of.sel(force="tau").values == pytest.approx(expected, abs=1e-9)
    assert run.energy().attrs["guessed"] == 0


def test_what_events_give_is_their_work():
    """A bouncing mass loses 1 - e² of its energy at each impact; a spring that is switched off takes its own along."""
    mechanism = slider(spring=bo.JointSpring("slide", STIFFNESS), damper=bo.JointDamper("slide", 0.4))
    wall = bo.Event(lambda t, q, u: q["slide"], "wall", direction=-1, then=bo.Impact("slide", 0.8))
    run = bo.simulate(mechanism, 2.0, q0={"slide": START}, events=wall, **EXACT)
    energy = run.energy()
    before = [MASS * event["u"]["slide"] ** 2 / 2 for event in run.events]
    assert len(before) > 1
    assert float(energy.work_of.sel(force="event wall")[-1]) == pytest.approx(-(1 - 0.8**2) * sum(before), rel=1e-9)
    assert energy.attrs["share"] < 1e-9
    assert energy.attrs["guessed"] == 0
    off = bo.Event(lambda t, q, u: t - 0.5, "off", then=lambda moment: moment.switch("spring", False))
    rest = bo.Event(lambda t, q, u: t - 1.0, "rest", then=lambda moment: moment.lock("slide"))
    run = bo.simulate(mechanism, 2.0, q0={"slide": START}, events=[off, rest], **EXACT)
    energy, found = run.energy(), run.events
    taken = STIFFNESS * found[0]["q"]["slide"] ** 2 / 2, MASS * found[1]["u"]["slide"] ** 2 / 2
    given = energy.work_of.sel(force=["event off", "event rest"]).values[-1]
    assert given == pytest.approx([-taken[0], -taken[1]], rel=1e-9)
    assert energy.attrs["share"] < 1e-9
    assert energy.attrs["guessed"] == 0


def test_energy_changes_by_work_and_drift_where_a_damped_spring_stores_some():
    """A spring-damper is not to be counted twice; an event that switches it off takes what it stores."""
    pulls = bo.SpringDamper("slide", other_at=(-1.0, 0, 0), stiffness=STIFFNESS, damping=DAMPING, rest=1.0)
    exact = energy_of(np.array([flow(t) @ (START, 0.0) for t in FEW]))
    off = bo.Event(at=float(FEW[3]), name="off", then=lambda moment: moment.switch("pulls", False))
    whole = bo.simulate(slider(pulls=pulls), times=FEW, q0={"slide": START}, **EXACT)
    cut = bo.simulate(slider(pulls=pulls), times=FEW, q0={"slide": START}, events=off, **EXACT)
    assert whole.energy().work.values == pytest.approx(exact - exact[0], abs=1e-9 * exact[0])
    for run in (whole, cut):
        energy = run.energy()
        assert (energy.total - energy.total[0]).values == pytest.approx((energy.work + energy.drift).values, abs=1e-14)
        assert energy.attrs["share"] < 1e-9
    taken = STIFFNESS * cut.events[0]["q"]["slide"] ** 2 / 2
    assert cut.events[0]["energy"] == pytest.approx(-taken, rel=1e-9)
    assert float(cut.energy().work_of.sel(force="event off")[-1]) == pytest.approx(-taken, rel=1e-9)


def test_events_of_a_batch_are_accounted_for_as_those_of_one_run():
    """The motion is proportional to its start, so works are to its square, also where impacts fall between samples."""
    mechanism = slider(spring=bo.JointSpring("slide", STIFFNESS), damper=bo.JointDamper("slide", 0.4))
    wall = bo.Event(lambda t, q, u: q["slide"], "wall", direction=-1, then=bo.Impact("slide", 0.8))
    off = bo.Event(lambda t, q, u: t - 0.5, "off", then=lambda moment: moment.switch("spring", False))
    on = bo.Event(lambda t, q, u: t - 0.6, "on", then=lambda moment: moment.switch("spring", True))
    rest = bo.Event(lambda t, q, u: t - 1.0, "rest", then=lambda moment: moment.lock("slide"))
    for events in (wall, [off, on, rest]):
        alone = bo.simulate(mechanism, times=FEW, q0={"slide": START}, events=events, **EXACT)
        batch = bo.simulate(mechanism, times=FEW, q0={"slide": START * np.array((1.0, 0.5))}, events=events, **EXACT)
        at = np.searchsorted(alone.time.values, FEW)
        works = alone.energy().work_of.values[at]
        scale = np.abs(works).max()
        assert batch.energy().work_of.values == pytest.approx(np.stack((works, works / 4)), abs=1e-9 * scale)
        for run in (batch, batch.select(1)):
            assert run.energy().attrs["share"] < 1e-9
            assert run.energy().attrs["guessed"] == 0


# --- motions of all kinds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"integrator": "dopri5"},
        {"integrator": "LSODA"},
        {"integrator": "rk4", "step": 1e-3},
        pytest.param({"formulation": "hamilton-recursive"}, marks=pytest.mark.slow),
    ],
    ids=lambda how: "-".join(map(str, how.values())),
)
def test_works_do_not_depend_on_how_the_motion_was_computed(damped, how):
    run = bo.simulate(oscillator(), times=FEW, q0={"slide": START}, **how)
    scale = energy_of(states_of(run))[0]
    assert run.energy().work_of.values == pytest.approx(damped.energy().work_of.values, abs=1e-7 * scale)
    assert run.energy().attrs["guessed"] == 0


@pytest.mark.slow
def test_runs_of_a_batch_and_variants_have_their_own_accounts(damped):
    starts = START * np.array((1.0, 0.5, -0.2, 0.1, 0.7))
    batch = bo.simulate(oscillator(), times=FEW, q0={"slide": starts}, **EXACT)
    assert batch.energy().work_of.dims == ("run", "time", "force")
    alone = damped.energy().work_of.values
    expected = (starts / START)[:, None, None] ** 2 * alone
    assert batch.energy().work_of.values == pytest.approx(expected, abs=1e-9 * np.abs(alone).max())
    variants = bo.simulate([oscillator(), oscillator(0.4)], times=FEW, q0={"slide": START}, **EXACT).energy()
    assert variants.work_of.values[0] == pytest.approx(alone, abs=1e-12)
    assert variants.attrs["share"] < 1e-9


EACH = np.array([1.0, -2.0, 3.0])
TIMED = "3*sin(5*t)"
GIVEN = {
    "for each run, and timed": {"tau": {"first": EACH, "second": TIMED}},
    "for each run, and a number for all": {"tau": {"first": EACH, "second": 1.5}},
    "for each run, and for all by a function": {"tau": {"first": EACH, "second": lambda t: 3 * math.sin(5 * t)}},
    "for each run, beside a controller": {"tau": {"first": EACH}, "control": 0.05},
    "for each run and timed, beside a controller": {"tau": {"first": EACH, "second": TIMED}, "control": 0.05},
}


def swinging():
    """Two rods that swing."""
    mechanism = bo.Mechanism("two rods")
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    mechanism.add_body("first", "ground", bo.Revolute((0, 1, 0)), inertia=rod)
    mechanism.add_body("second", "first", bo.Revolute((0, 1, 0)), (0, 0, -0.4), inertia=rod)
    return mechanism


def damping_controller(period):
    return bo.SampledController(lambda t, q, u, memory: {"first": math.sin(3 * t) - 2.0 * u["first"]}, period=period)


@pytest.mark.parametrize("many", ["runs", pytest.param("variants", marks=pytest.mark.slow)])
@pytest.mark.parametrize("given", GIVEN)
def test_joint_forces_of_a_batch_are_accounted_for_as_those_of_one_run(given, many, tmp_path):
    """Total = start + work + drift, where the drift is that of the integrator: with few samples, of a part, and from a file."""
    how = dict(GIVEN[given])
    if "control" in how:
        how["control"] = damping_controller(how["control"])
    starts, first = np.array([0.5, 1.0, -0.3]), swinging()
    batch = first if many == "runs" else [first, swinging(), swinging()]
    run = bo.simulate(batch, 2.0, every=0.2, q0={"first": starts}, **how)
    run.save(tmp_path / "run.nc")
    files = [] if any(map(callable, how["tau"].values())) else [bo.Trajectory.load(tmp_path / "run.nc")]
    alone = {name: float(value[1]) if value is EACH else value for name, value in how["tau"].items()}
    one = bo.simulate(first, 2.0, every=0.2, q0={"first": starts[1]}, **{**how, "tau": alone})
    for found in (run, run.select(1), one, *files):
        energy = found.energy()
        assert energy.attrs["guessed"] == 0
        left = energy.total - energy.total.isel(time=0) - energy.work - energy.drift
        assert float(np.abs(left).max()) < 1e-12 * energy.attrs["exchanged"]
        assert energy.attrs["share"] < 1e-8
        own = energy.work if "run" not in energy.dims else energy.work.isel(run=1)
        assert own.values == pytest.approx(one.energy().work.values, abs=1e-7 * energy.attrs["exchanged"])


def test_a_run_that_ended_early_has_an_account_up_to_there(damped):
    q, u = (np.stack((x, x)) for x in (damped.q.values, damped.u.values))
    q[1, 4:] = u[1, 4:] = np.nan
    energy = bo.Trajectory(oscillator(), FEW, q, u, status=("completed", "failed")).energy()
    work = energy.work_of.sel(force="damper").values
    assert work[1, :4] == pytest.approx(work[0, :4], abs=1e-12)
    assert np.isnan(work[1, 4:]).all()
    assert np.isfinite(work[0]).all()


def test_a_loaded_run_has_the_same_account(damped, tmp_path):
    damped.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.energy().identical(damped.energy())


def test_a_loaded_batch_with_a_force_for_each_run_has_the_same_account(tmp_path):
    run = bo.simulate(swinging(), 2.0, every=0.2, q0={"first": np.array([0.5, 1.0, -0.3])}, tau={"first": EACH})
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.energy().identical(run.energy())
    assert again.select(1).energy().identical(run.select(1).energy())


# --- errors are seen --------------------------------------------------------------------------------------------------------


def test_a_moved_sample_shows_in_the_drift(damped):
    q = damped.q.values.copy()
    q[3] += 1e-3
    energy = bo.Trajectory(damped.mechanism, FEW, q, damped.u.values, provenance=EXACT).energy()
    change = energy_of(states_of(damped))[3]
    moved = damped.q.values[3, 0] * STIFFNESS * 1e-3 + STIFFNESS * 1e-6 / 2
    assert float(energy.drift[3]) == pytest.approx(moved, rel=1e-4)
    assert np.abs(energy.drift[:3]).max() < 1e-9 * change


def test_a_wrong_damping_shows_in_the_drift(damped):
    """A motion by one damping under another: what is missing is that of the motions from each sample to the next."""
    other = DAMPING / 2
    run = bo.Trajectory(oscillator(other), FEW, damped.q.values, damped.u.values, provenance=EXACT)
    assert run.energy().drift.values == pytest.approx(_missed(run, other), abs=1e-9)
    assert abs(run.energy().drift.values[-1]) > 0.1


def test_the_drift_of_fixed_steps_is_the_error_of_their_motion():
    run = bo.simulate(oscillator(), 2.0, q0={"slide": START}, integrator="semi-implicit-euler", step=0.02)
    missed = _missed(run, DAMPING)
    assert np.abs(missed).max() > 1e-3
    assert run.energy().drift.values == pytest.approx(missed, abs=1e-8)


def _missed(run, damping):
    """By how much energy the samples differ from the exact motion from the sample before, summed up."""
    states, time = states_of(run), run.time.values
    reached = np.array([flow(h, damping) @ state for h, state in zip(np.diff(time), states, strict=False)])
    return np.cumsum([0.0, *(energy_of(states[1:]) - energy_of(reached))])


def test_energy_tolerance_guards_runs_with_a_controller():
    push = {"control": bo.SampledController(lambda t, q, u, memory: [-5.0 * q[0]], 0.1), "energy_tolerance": 1e-6}
    how = {"q0": {"slide": 1.0}, "integrator": "rk4"}
    with pytest.warns(bo.BoughWarning, match="may be wrong"):
        bo.simulate(oscillator(), 2.0, step=0.1, **push, **how)
    bo.simulate(oscillator(), 2.0, step=0.001, **push, **how)


def test_energy_tolerance_guards_damped_and_driven_runs():
    how = {"q0": {"slide": START}, "integrator": "rk4", "every": 0.5}
    with pytest.warns(bo.BoughWarning, match=r"work of its forces and drives, but is off by .* take shorter steps"):
        bo.simulate(oscillator(), 2.0, step=0.1, energy_tolerance=1e-6, **how)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bo.simulate(oscillator(), 2.0, step=0.001, energy_tolerance=1e-6, **how)
        bo.simulate(oscillator(), 2.0, step=0.1, **how)
    servo = slider(servo=dataclasses.replace(SERVO, most=None))
    with pytest.warns(bo.BoughWarning, match="run 1 of 'slider' may be wrong"):
        bo.simulate(servo, 2.0, q0={"slide": (0.0, 1.0)}, integrator="rk4", step=0.1, energy_tolerance=1e-6)


def test_what_cannot_be_integrated_is_told():
    """Joint forces that are known at samples only: their work is that of powers there."""
    time = np.linspace(0.0, 1.0, 21)
    run = bo.Trajectory(slider(), time, (time**3)[:, None], 3 * time[:, None] ** 2, tau=6 * MASS * time[:, None])
    assert run.energy().work.values == pytest.approx(MASS * 9 * time**4 / 2, abs=1e-3)
    assert "over 20 intervals" in run.energy().attrs["summary"]
    assert "quadrature" in repr(run)
