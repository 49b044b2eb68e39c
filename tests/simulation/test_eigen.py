"""Eigenvalues and eigenvectors of the mass matrix that are integrated with the motion: paper B's method as a setting of ``simulate``."""

import math
import warnings

import numpy as np
import pytest
from helpers import linkages

import bough as bo
from bough.integrate.integration import Integration
from bough.integrate.plan import GOING_ON
from bough.simulation.run.setup import set_up

EIGEN = {"formulation": "wittenburg", "solver": "eigen", "progress": False}
LINK = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0, 0, -0.5))
HORIZONTAL = {"link1": (math.sqrt(0.5), 0.0, -math.sqrt(0.5), 0.0)}


def crane():
    """A slide, a hinge, a driven hinge and a ball, under forces that follow the time."""
    mechanism = bo.Mechanism("crane")
    mechanism.add_body("trolley", "ground", bo.Prismatic((1, 0, 0)), inertia=LINK)
    mechanism.add_body("mast", "trolley", bo.Revolute((0, 1, 0)), (0, 0, -0.2), inertia=LINK)
    mechanism.add_body("jib", "mast", bo.Driven(bo.Revolute((1, 0, 0)), "0.3*sin(5*t)"), (0, 0, -1), inertia=LINK)
    mechanism.add_body("load", "jib", bo.Ball(), (0, 0, -1), inertia=LINK)
    mechanism.add_force("push", bo.Motor("trolley", "2*cos(3*t)"))
    return mechanism


@pytest.fixture(scope="module")
def machine():
    return crane()


def moved(mechanism, duration=0.4, step=4e-3, integrator="rk4", **options):
    return bo.simulate(mechanism, duration, integrator=integrator, step=step, every=duration / 20, **options)


START = {"u0": {"mast": 1.0, "load": (0.5, 2.0, 1.0)}}


@pytest.fixture(scope="module")
def pendulum():
    """Paper B's: five links, let go at the horizontal; by half a millisecond."""
    mechanism = bo.pendulum(5)
    kept = {"q0": HORIZONTAL, "integrator": "rk4", "step": 5e-4, "every": 0.1, "energy_tolerance": math.inf}
    runs = {"classical": bo.simulate(mechanism, 8.0, formulation="separate-bodies", progress=False, **kept)}
    for often in (1, 10, 100, math.inf):
        runs[often] = bo.simulate(mechanism, 8.0, correct_every=often, separation=0.0, **EIGEN, **kept)
    return runs


def test_the_papers_pendulum(pendulum):
    """All three coincide for 6 s; the uncorrected one is wrong from about 7.2 s on, the corrected one is not."""

    def apart(often, second):
        one, other = (pendulum[name].q.values[: round(10 * second) + 1] for name in (often, "classical"))
        return np.abs(one - other).max()

    for often in (1, math.inf):
        assert apart(often, 6.0) < 0.01
    assert apart(math.inf, 7.2) > 0.1 > 5 * apart(1, 7.2)
    errors = {often: np.abs(pendulum[often].energy()["drift"].values).max() for often in (1, 10, 100, math.inf)}
    assert min(errors, key=errors.get) == 1
    assert pendulum[1].statistics["largest_error"] > pendulum[math.inf].statistics["largest_error"] == 0.0


@pytest.mark.parametrize("often", [1, 10, math.inf])
def test_error_is_that_of_the_scheme(machine, often):
    """With slides, a driven joint and forces of time; of fourth order, as the classical way."""
    exact = bo.simulate(machine, 0.4, every=0.02, rtol=1e-12, atol=1e-13, **START).q.values[-1]
    errors = [
        np.abs(moved(machine, step=step, correct_every=often, **EIGEN, **START).q.values[-1] - exact).max()
        for step in (1e-2, 5e-3)
    ]
    assert errors[1] < 1e-6
    assert 12 < errors[0] / errors[1] < 20


def test_eigen_motion_takes_the_same_steps():
    mechanism = bo.pendulum(3)
    u = mechanism.velocities({"link1": (1.0, 2.0, 0.5), "link3": -2.0})
    for often, separation in ((1, 1.0), (7, 1.0), (3, 0.0)):
        motion = bo.methods.EigenMotion(
            mechanism, mechanism.coordinates(), u, correct_every=often, separation=separation
        )
        motion.advance(1e-3, 100)
        run = moved(mechanism, 0.1, 1e-3, u0=u, correct_every=often, separation=separation, **EIGEN)
        np.testing.assert_allclose(run.q.values[-1], motion.q, rtol=0, atol=1e-12)
        assert run.statistics["largest_error"] == pytest.approx(motion.largest_error, rel=1e-2)


@pytest.mark.parametrize("integrator", ["semi-implicit-euler", "gauss4"])
def test_other_integrators_with_fixed_steps(machine, integrator):
    """The motion is that of the same integrator with M itself, up to what the scheme does to C and L in a step."""
    exact, found = (
        moved(machine, 0.2, 5e-4, integrator, formulation="separate-bodies", **START),
        moved(machine, 0.2, 5e-4, integrator, correct_every=1, **EIGEN, **START),
    )
    assert np.abs(found.q.values - exact.q.values).max() < (1e-3 if integrator == "semi-implicit-euler" else 1e-8)


def test_runs_of_a_batch_are_those_alone(machine):
    speeds = np.array([0.5, 1.0, -1.0])
    together = moved(machine, u0={"mast": speeds}, correct_every=2, **EIGEN)
    variant = crane()
    variant.gravity = (0.0, 0.0, -1.6)
    variants = moved([machine, variant], u0={"mast": 1.0}, correct_every=2, **EIGEN)
    for k, speed in enumerate(speeds):
        alone = moved(machine, u0={"mast": speed}, correct_every=2, **EIGEN)
        np.testing.assert_array_equal(together.select(k).q.values, alone.q.values)
    np.testing.assert_array_equal(variants.select(0).q.values, together.select(1).q.values)
    alone = moved(variant, u0={"mast": 1.0}, correct_every=2, **EIGEN)
    np.testing.assert_array_equal(variants.select(1).q.values, alone.q.values)
    assert together.statistics["largest_error"] == max(x["largest_error"] for x in together.statistics["runs"]) > 0.0


def test_goes_on_from_a_snapshot_as_if_never_stopped(machine, tmp_path):
    setup = set_up(
        machine, 0.1, None, 0.01, 0.0, None, START["u0"], "wittenburg", "eigen", "rk4", 1e-3, 1e-9, 1e-11, None, 7
    )

    def begun():
        record = np.full((len(setup.times), setup.starts.shape[1]), np.nan)
        record[0] = setup.starts[0]
        return Integration(setup.rates[0], setup.method, setup.times, record, step=setup.step)

    whole = begun()
    assert whole.advance(45) == GOING_ON
    other = begun()
    other.restore(whole.snapshot())
    other.record[:] = whole.record
    whole.advance(1000)
    other.advance(1000)
    np.testing.assert_array_equal(other.record, whole.record)
    assert other.statistics() == whole.statistics()
    first, again = (moved(machine, correct_every=7, checkpoint=tmp_path, **EIGEN, **START) for _ in range(2))
    np.testing.assert_array_equal(first.q.values, again.q.values)


def test_events_are_those_of_the_classical_run(machine):
    def upright(t, q, u):
        return q["mast"] - 0.1

    one, other = (
        moved(machine, events=upright, step=1e-3, **how, **START).events
        for how in ({**EIGEN, "correct_every": 5}, {"formulation": "separate-bodies"})
    )
    assert len(one) == len(other) == 1
    assert one[0]["time"] == pytest.approx(other[0]["time"], abs=1e-9)


def test_what_cannot_be_trusted_is_refused():
    """Two eigenvalues of three equal arms are equal at the start, and the paper's formula divides by their distance."""
    arms = bo.models.star(3)
    u = np.arange(float(arms.n))
    with pytest.raises(bo.errors.StepError, match=r"cannot be trusted; .*shorter than 0.001 s, or set separation > 0"):
        moved(arms, 0.4, 1e-3, u0=u, correct_every=1, separation=0.0, **EIGEN)
    exact, found = moved(arms, 0.4, 1e-3, u0=u), moved(arms, 0.4, 1e-3, u0=u, correct_every=1, **EIGEN)
    assert np.abs(found.q.values - exact.q.values).max() < 1e-10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"correct_every": 1, "integrator": "dop853", **EIGEN}, "'dop853' does not judge its steps.*integrator='rk4'"),
        ({"correct_every": 1, "integrator": "LSODA", **EIGEN}, "'LSODA' does not judge its steps"),
        ({"correct_every": 1, "integrator": "rk4", "step": 0.01, "formulation": "wittenburg"}, "give solver='eigen'"),
        ({"separation": 1.0, "integrator": "rk4", "step": 0.01, **EIGEN}, "separation=… goes with correct_every=…"),
        ({"correct_every": 0, "integrator": "rk4", "step": 0.01, **EIGEN}, "at least 1, or math.inf for never, not 0"),
        ({"correct_every": 1.5, "integrator": "rk4", "step": 0.01, **EIGEN}, "whole number of steps"),
        ({"correct_every": True, "integrator": "rk4", "step": 0.01, **EIGEN}, "whole number of steps, .* not True"),
        (
            {"correct_every": 1, "separation": True, "integrator": "rk4", "step": 0.01, **EIGEN},
            "separation must .* not True",
        ),
        ({"correct_every": 1, "separation": -1, "integrator": "rk4", "step": 0.01, **EIGEN}, "at least 0, not -1"),
    ],
    ids=str,
)
def test_bad_settings_are_refused(machine, options, words):
    with pytest.raises((bo.errors.StateError, bo.errors.UnsupportedError), match=words) as refused:
        bo.simulate(machine, 0.1, **options)
    described = crane()
    described.settings = {name: value for name, value in options.items() if name != "progress"}
    assert str(refused.value) in [finding.message for finding in bo.check(described).findings]


def test_loops_are_refused():
    reason = bo.methods.why_unsupported(linkages.BUILDERS["slider_crank"]().mechanism, "wittenburg", "eigen")
    assert "'eigen' does not support closed loops; use udu or uu" in reason


def test_settings_of_a_mechanism_are_taken(machine):
    own = crane()
    own.settings = {
        "formulation": "wittenburg", "solver": "eigen", "integrator": "rk4", "step": 4e-3, "correct_every": 3, "duration": 0.1,
    }  # fmt: skip
    assert not [finding for finding in bo.check(own).findings if finding.severity == "error"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = bo.simulate(own, every=0.02, **START)
        other = bo.simulate(own, every=0.02, solver="udu", **START)
    assert (run.provenance["correct_every"], run.provenance["separation"]) == (3, 1.0)
    assert "correct_every" not in other.provenance
