"""Closed loops in momenta: Hamilton's equations, and symplectic methods on the manifold of closed positions."""

import copy
from functools import cache
from math import pi

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.random_loops import DRAWN, frame, joint_pose
from scipy.spatial.transform import Rotation

import bough as bo
from bough.arithmetic.width import lane_width
from bough.simulation.run.checkpoint import Checkpoint

W = lane_width()
FORM = {"formulation": "hamilton-tangent"}
VELOCITIES = {"formulation": "composite-bodies", "solver": "udu"}
FINE = {"rtol": 1e-11, "atol": 1e-13}
LINKAGES = {**linkages.BUILDERS, "slider_crank, cut elsewhere": lambda: linkages.slider_crank("universal")}
SYMPLECTIC = ("verlet", "midpoint", "gauss4", "gauss6")
WEIGHTS = np.array((4 / 5, -1 / 5, 4 / 105, -1 / 280))  # central difference of order 8
every_linkage = pytest.mark.parametrize("name", LINKAGES)


@cache
def built(name):
    return LINKAGES[name]()


def moving(name, seed=0):
    """The start of a linkage, with random velocities that keep it closed; those of the squeezer are as fast as it is."""
    linkage = built(name)
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    if linkage.at is None:
        rng = np.random.default_rng(seed)
        u = bo.kinematics.consistent_velocities(
            mechanism, q, rng.standard_normal(mechanism.n) * (100 if name == "squeezer" else 1)
        )
    return mechanism, q, u


def free_pair(kind, seed):
    """Two free bodies with a joint between them, and a state that keeps it closed."""
    rng = np.random.default_rng(seed)
    mechanism, joint = bo.Mechanism(kind), DRAWN[kind](rng)
    for name in ("body", "other"):
        inertia = bo.Inertia.box(rng.uniform(0.5, 1.5, 3), 1.0, center=rng.uniform(-0.3, 0.3, 3))
        mechanism.add_body(name, joint=bo.Free(), inertia=inertia)
    q, _ = bo.models.random_state(mechanism, seed)
    body, other = bo.body_poses(mechanism, q)
    turn, at = Rotation.random(rng=rng).as_matrix(), rng.uniform(-0.5, 0.5, 3)
    own = np.linalg.inv(body) @ other @ frame(turn, at) @ joint_pose(joint, rng)
    mechanism = copy.copy(mechanism)  # which is not frozen
    mechanism.add_loop("joint", "body", "other", joint, own[:3, 3], own[:3, :3], at, turn)
    return mechanism, q, bo.kinematics.consistent_velocities(mechanism, q, rng.standard_normal(mechanism.n))


def inertia_of(mechanism, q, time=0.0):
    """Mass matrix of the tree, G, and a scale of rounding: ε times the condition of M."""
    mass = bo.mass_matrix(loop_oracle.tree(mechanism), q, time=time)
    return mass, loop_oracle.jacobian(mechanism, q, time), 1e-15 * np.linalg.cond(mass)


# --- the equations ----------------------------------------------------------------------------------------------------


@every_linkage
def test_momenta_and_velocities_are_inverse(name):
    mechanism, q, u = moving(name)
    _, rows, rounding = inertia_of(mechanism, q)
    p = bo.dynamics.momenta(mechanism, q, u)
    bound = 100 * rounding * max(1.0, np.abs(u).max())
    assert bo.dynamics.velocities(mechanism, q, p) == pytest.approx(u, rel=0.0, abs=bound)
    # impulses of the loops do not change the motion
    pushed = p + rows.T @ (np.random.default_rng(1).standard_normal(len(rows)) * np.abs(p).max(initial=1e-3))
    size = np.abs(pushed).max() / max(np.abs(p).max(), 1e-3)
    assert bo.dynamics.velocities(mechanism, q, pushed) == pytest.approx(u, rel=0.0, abs=bound * size)


@every_linkage
def test_velocities_of_any_momenta_are_the_nearest_that_keep_loops_closed(name):
    """By the oracle: M⁻¹p of the tree, less what it opens; driven joints have their share in p."""
    mechanism, q, u = moving(name)
    mass, _, rounding = inertia_of(mechanism, q)
    p = bo.dynamics.momenta(mechanism, q, u) + mass @ np.random.default_rng(2).standard_normal(mechanism.n)
    free = bo.dynamics.velocities(loop_oracle.tree(mechanism), q, p)
    expected = loop_oracle.closing_velocities(mechanism, q, free)
    bound = 1e3 * rounding * max(1.0, np.abs(free).max())
    assert bo.dynamics.velocities(mechanism, q, p) == pytest.approx(expected, rel=0.0, abs=bound)


@every_linkage
def test_rates_lead_to_the_accelerations_of_the_oracle(name):
    assert_rates_lead_to_accelerations(*moving(name))


@pytest.mark.parametrize("kind", sorted(DRAWN))
def test_rates_with_a_loop_of_every_joint(kind):
    """Between two free bodies, so that all its motions occur: a wrong wrench without power shows in these only."""
    assert_rates_lead_to_accelerations(*free_pair(kind, 1))


def assert_rates_lead_to_accelerations(mechanism, q, u):
    """u along (q̇, ṗ), from momenta with large impulses of the loops, so that their rates count."""
    if mechanism.is_timed:
        mechanism.cover(-1.0, 1.0)
    _, rows, rounding = inertia_of(mechanism, q)
    expected = loop_oracle.accelerations(mechanism, q, u).u_dot
    p = bo.dynamics.momenta(mechanism, q, u)
    shift = rows.T @ np.random.default_rng(3).standard_normal(len(rows))
    p = p + shift * np.abs(p).max() / np.abs(shift).max()
    q_dot, p_dot = bo.dynamics.canonical_rates(mechanism, q, p, **FORM)
    assert q_dot == pytest.approx(
        bo.kinematics.coordinate_rates(mechanism, q, u), rel=1e-9, abs=1e-9 * max(1.0, np.abs(u).max())
    )
    h = 1e-3 / max(1.0, np.abs(u).max())

    def later(t):
        return bo.dynamics.velocities(mechanism, mechanism.normalised(q + t * q_dot), p + t * p_dot, time=t)

    found = sum(w * (later(k * h) - later(-k * h)) for k, w in enumerate(WEIGHTS, 1)) / h
    size = max(1.0, np.abs(expected).max())
    bound = 100 * rounding * max(1.0, np.abs(u).max()) / h + 1e-8 * size
    assert found == pytest.approx(expected, rel=0.0, abs=bound)


@pytest.mark.slow
def test_batches_are_single_states():
    mechanism, q, u = moving("slider_crank")
    rng = np.random.default_rng(4)
    p = bo.dynamics.momenta(mechanism, q, u) * rng.uniform(0.5, 2.0, (2 * W + 1, 1)) + 0.1 * rng.standard_normal(
        (2 * W + 1, mechanism.n)
    )
    q_dot, p_dot = bo.dynamics.canonical_rates(mechanism, np.tile(q, (len(p), 1)), p, **FORM)
    for k in range(len(p)):
        one, other = bo.dynamics.canonical_rates(mechanism, q, p[k], **FORM)
        assert q_dot[k] == pytest.approx(one, rel=1e-11, abs=1e-11)
        assert p_dot[k] == pytest.approx(other, rel=1e-11, abs=1e-11 * np.abs(other).max())
    assert bo.dynamics.velocities(mechanism, np.tile(q, (len(p), 1)), p) == pytest.approx(
        np.array([bo.dynamics.velocities(mechanism, q, one) for one in p]), rel=1e-11, abs=1e-11
    )


def test_auto_takes_a_form_that_serves():
    mechanism, q, u = moving("slider_crank")
    p = bo.dynamics.momenta(mechanism, q, u)
    found, expected = (
        bo.dynamics.canonical_rates(mechanism, q, p, formulation=form) for form in ("auto", "hamilton-tangent")
    )
    assert np.concatenate(found) == pytest.approx(np.concatenate(expected), rel=1e-12)
    energy = bo.kinetic_energy(mechanism, q, u) + bo.potential_energy(mechanism, q)
    assert bo.dynamics.hamiltonian(mechanism, q, p) == pytest.approx(energy, rel=1e-12)


# --- motions ----------------------------------------------------------------------------------------------------------


def assert_closed(run):
    closure = run.closure()
    assert float(closure.gap.max()) <= 1e-12
    assert float(closure.rate.max()) <= 1e-12 * max(1.0, float(np.abs(run.u.values).max()))


@pytest.mark.slow
@every_linkage
def test_motion_meets_what_is_known(name):
    """By an adaptive method, before the four-bars come to singular positions."""
    linkage = built(name)
    known = [each for each in linkage.expected if each.time <= 0.5]
    times = sorted({0.0, 0.005, *(each.time for each in known)})
    run = bo.simulate(linkage.mechanism, times=times, **FORM, **FINE)
    for each in known:
        k = times.index(each.time)
        found = linkage.look[each.what](linkage.mechanism, run.q.values[k], run.u.values[k], each.time)
        assert found == pytest.approx(each.value, rel=0.0, abs=1e-9)
    if linkage.at:
        q, u = linkage.at(times[-1])
        assert run.q.values[-1] == pytest.approx(linkage.mechanism.coordinates(q), abs=1e-9)
        assert run.u.values[-1] == pytest.approx(linkage.mechanism.velocities(u), abs=1e-9)
    assert_closed(run)


ROOT = np.sqrt(np.finfo(float).eps)


@pytest.mark.parametrize("name", ["slider_crank", "bricard", "squeezer"])
@pytest.mark.parametrize("integrator", ["LSODA", "Radau", "DOP853"])
def test_integrators_of_scipy_go_where_velocities_go(name, integrator):
    """They know nothing of what closing the loops adds to momenta."""
    mechanism, q, u = moving(name)
    duration = 0.003 if name == "squeezer" else 0.5
    expected = bo.simulate(mechanism, duration, q0=q, u0=u, **VELOCITIES, **FINE)
    run = bo.simulate(mechanism, duration, q0=q, u0=u, **FORM, integrator=integrator, rtol=1e-8, atol=1e-10)
    assert np.abs(expected.q.values[-1] - q).max() > 0.1
    np.testing.assert_allclose(run.q.values, expected.q.values, rtol=0, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("formulation", ["hamilton-tangent", "hamilton-recursive", "hamilton-orthogonal"])
def test_singular_positions_are_passed_on_the_branch(formulation, planar):
    """Twenty of them; with tight tolerances the run may end with an error instead. Also by motions side by side.

    At a singular position constraints change with the square of a motion along it, so rounding counts like its root.
    """
    linkage = linkages.four_bars(planar=planar)
    mechanism, times = linkage.mechanism, [0.0, *(known.time for known in linkage.expected)]

    def simulated(rtol, **more):
        how = {"formulation": formulation, "rtol": rtol, "atol": rtol / 100, "energy_tolerance": 1e-3}
        return bo.simulate(mechanism, times=times, **how, **more)

    ends = {}
    for rtol in (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11):
        try:
            run = simulated(rtol)
        except bo.errors.StepError as error:
            ends[rtol] = str(error)
            continue
        assert run.statistics["steps"] < 600
        for known, q, u in zip(linkage.expected, run.q.values[1:], run.u.values[1:], strict=True):
            found = linkage.look[known.what](mechanism, q, u, known.time)
            assert found == pytest.approx(known.value, rel=0.0, abs=200 * max(rtol, ROOT))
    assert all(rtol < ROOT / 2 and "singular position of its loops" in end for rtol, end in ends.items())
    q0, u0 = linkage.start()
    speeds = np.linspace(1.0, 2.0, W)[:, None] * u0
    together = simulated(1e-8, q0=np.tile(q0, (W, 1)), u0=speeds)
    for k in (0, W - 1):
        one = simulated(1e-8, q0=q0, u0=speeds[k])
        assert together.q.values[k] == pytest.approx(one.q.values, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("integrator", "order", "formulation"),
    [
        ("verlet", 2, "hamilton-tangent"),
        ("midpoint", 2, "hamilton-tangent"),
        ("gauss4", 4, "hamilton-tangent"),
        ("gauss6", 6, "hamilton-tangent"),
        ("rk4", 4, "hamilton-tangent"),
        ("gauss4", 4, "composite-bodies"),
    ],
)
@pytest.mark.parametrize("name", ["slider_crank", "bricard"])
def test_methods_keep_their_order(name, integrator, order, formulation):
    mechanism = built(name).mechanism
    times = (0.0, 0.2) if name == "slider_crank" else (0.0, 2.0)
    count = {2: 80, 4: 40, 6: 16}[order]
    exact = bo.simulate(mechanism, times=times, **VELOCITIES, rtol=1e-13, atol=1e-14).q.values[-1]
    errors = []
    for step in (times[-1] / count, times[-1] / (2 * count)):
        run = bo.simulate(mechanism, times=times, integrator=integrator, step=step, formulation=formulation)
        errors.append(np.abs(run.q.values[-1] - exact).max())
        assert_closed(run)
    assert errors[0] > 1e-10  # which is not rounding
    assert np.log2(errors[0] / errors[1]) > order - 0.5


@pytest.mark.slow
def test_driven_linkage_by_symplectic_methods():
    """No freedom is left, so any method goes where the drive leads."""
    linkage = built("driven_four_bar")
    q, u = linkage.at(0.2)
    for integrator in SYMPLECTIC:
        run = bo.simulate(linkage.mechanism, times=(0.0, 0.2), integrator=integrator, step=0.005, **FORM)
        assert run.q.values[-1] == pytest.approx(linkage.mechanism.coordinates(q), abs=1e-9)
        assert run.u.values[-1] == pytest.approx(linkage.mechanism.velocities(u), abs=1e-8)


# --- symplectic methods -----------------------------------------------------------------------------------------------


@cache
def pendulum():
    """A parallelogram whose coupler carries all mass: a pendulum as long as its cranks. Not a multiple of a step long."""
    mechanism, hinge = bo.Mechanism("swing", (0.0, -9.81, 0.0)), bo.Revolute((0, 0, 1))
    rod = bo.Inertia.box((1.0, 0.05, 0.05), 0.2, center=(0.5, 0, 0))
    for k in range(2):
        mechanism.add_body(f"crank{k}", "ground", hinge, (2.0 * k, 0, 0), inertia=rod)
    mechanism.add_body("coupler", "crank0", hinge, (1.0, 0, 0), inertia=bo.Inertia(1.0, (1.0, 0, 0), (0.1, 0.1, 0.1)))
    mechanism.add_loop("pin", "coupler", "crank1", hinge, (2.0, 0, 0), None, (1.0, 0, 0))
    return mechanism


def energies_of(mechanism, integrator, step, periods, period, **start):
    """Relative errors of the energy in the first and in the last ten periods."""
    first = np.arange(0.0, 10 * period, step)
    times = np.concatenate((first, (periods - 10) * period + first))
    run = bo.simulate(
        mechanism, times=times, integrator=integrator, step=step * (1 + 1e-9), energy_tolerance=1.0, **FORM, **start
    )
    energy = run.energy()
    errors = (energy.total.values - energy.total.values[0]) / float(energy.kinetic.max())
    return errors[: len(first)], errors[len(first) :]


@pytest.mark.slow
@pytest.mark.parametrize("integrator", SYMPLECTIC)
def test_energy_does_not_drift(integrator):
    """Over a thousand periods it stays within twice the band of the first ten; that of rk4 does not."""
    linkage = built("bricard")
    step = linkage.period / (40.3 if integrator in ("verlet", "midpoint") else 23.7)
    first, last = energies_of(linkage.mechanism, integrator, step, 1000, linkage.period)
    band = np.ptp(first)
    assert band > 1e-9
    assert first.min() - 0.5 * band <= last.min() <= last.max() <= first.max() + 0.5 * band
    assert abs(last.mean() - first.mean()) < 0.05 * band


@pytest.mark.slow
def test_energy_drifts_by_other_methods():
    """What the test above looks for, it finds."""
    linkage = built("bricard")
    first, last = energies_of(linkage.mechanism, "rk4", linkage.period / 40.3, 200, linkage.period)
    assert abs(last.mean() - first.mean()) > 5 * np.ptp(first)


@pytest.mark.slow
@pytest.mark.parametrize("integrator", SYMPLECTIC)
def test_steps_are_reversible(integrator):
    """Forth, and back with reversed momenta."""
    mechanism, swing = pendulum(), 1.2
    q0 = mechanism.coordinates({"crank0": swing - pi / 2, "crank1": swing - pi / 2, "coupler": pi / 2 - swing})
    how = {"integrator": integrator, "step": 0.05, **FORM}
    there = bo.simulate(mechanism, times=(0.0, 1.0), q0=q0, **how)
    back = bo.simulate(mechanism, times=(0.0, 1.0), q0=there.q.values[-1], u0=-there.u.values[-1], **how)
    assert back.q.values[-1] == pytest.approx(q0, abs=1e-11)
    assert np.abs(there.q.values[-1] - q0).max() > 0.5


@pytest.mark.slow
def test_rattle_is_symplectic():
    """The area that a small loop of states of the swing encloses, in angle and momentum, stays; that of rk4 does not.

    The swing has one degree of freedom: along its motions u = (1, 1, -1) θ̇, so the momentum of θ is p · (1, 1, -1).
    """
    mechanism, along = pendulum(), np.array((1.0, 1.0, -1.0))
    order = [mechanism.u_names.index(name) for name in ("crank0", "crank1", "coupler")]
    direction = np.zeros(3)
    direction[order] = along

    def area(angles, momenta):
        """By the trapezoidal rule, which is exact to rounding for smooth closed curves with enough points."""
        waves = np.fft.fftfreq(len(angles), 1.0 / len(angles))
        return np.sum(momenta * np.real(np.fft.ifft(1j * waves * np.fft.fft(angles)))) * 2 * pi / len(angles)

    points = np.linspace(0.0, 2 * pi, 24, endpoint=False)
    theta, speed = 0.6 + 0.2 * np.cos(points), 1.0 + 0.3 * np.sin(points)
    q0 = (theta[:, None] - pi / 2) * direction
    u0 = speed[:, None] * direction
    before = area(theta, bo.dynamics.momenta(mechanism, q0, u0) @ direction)
    changes = {}
    for integrator in ("verlet", "rk4"):
        how = {"integrator": integrator, "step": 0.15, "energy_tolerance": 1.0, **FORM}
        run = bo.simulate(mechanism, times=(0.0, 0.6), q0=q0, u0=u0, **how)
        q, u = run.q.values[:, -1], run.u.values[:, -1]
        p = bo.dynamics.momenta(mechanism, q, u) @ direction
        changes[integrator] = area(q[:, order[0]], p) / before - 1.0
    assert abs(changes["verlet"]) < 1e-9
    assert abs(changes["rk4"]) > 1e-6


# --- many runs, events, files -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("integrator", ["dop853", "verlet", "gauss4"])
def test_runs_side_by_side_are_single_runs(integrator):
    mechanism = built("slider_crank").mechanism
    how = FINE if integrator == "dop853" else {"step": 2e-3}
    q0 = np.array([bo.assemble(mechanism, {"crank": 0.2 * k}, hold="crank") for k in range(W + 1)])
    u0 = np.array([bo.kinematics.consistent_velocities(mechanism, q, {"crank": 4.0}, hold="crank") for q in q0])
    asked = {"times": (0.0, 0.1, 0.2), "integrator": integrator, **FORM, **how}
    together = bo.simulate(mechanism, q0=q0, u0=u0, **asked)
    assert_closed(together)
    for k in (0, 1, W):
        one = bo.simulate(mechanism, q0=q0[k], u0=u0[k], **asked)
        assert together.q.values[k] == pytest.approx(one.q.values, abs=1e-9)
        assert together.u.values[k] == pytest.approx(one.u.values, abs=1e-8)


@pytest.mark.slow
def test_variants_side_by_side():
    """Couplers of different masses: each as alone."""
    made = []
    for mass in (0.5, 1.0, 3.0):
        mechanism = bo.Mechanism(f"{mass} kg", (0.0, -9.81, 0.0))
        hinge, rod = bo.Revolute((0, 0, 1)), bo.Inertia.box((1.0, 0.05, 0.05), 0.2, center=(0.5, 0, 0))
        for k in range(2):
            mechanism.add_body(f"crank{k}", "ground", hinge, (2.0 * k, 0, 0), inertia=rod)
        bar = bo.Inertia(mass, (1.0, 0, 0), (0.1, 0.1, 0.1))
        mechanism.add_body("coupler", "crank0", hinge, (1.0, 0, 0), inertia=bar)
        mechanism.add_loop("pin", "coupler", "crank1", hinge, (2.0, 0, 0), None, (1.0, 0, 0))
        made.append(mechanism)
    q0 = {"crank0": -0.3, "crank1": -0.3, "coupler": 0.3}
    asked = {"times": (0.0, 0.5, 1.0), "q0": q0, "integrator": "verlet", "step": 0.02, **FORM}
    run = bo.simulate(made, **asked)
    for k, mechanism in enumerate(made):
        alone = bo.simulate(mechanism, **asked)
        assert run.q.values[k] == pytest.approx(alone.q.values, abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(("integrator", "how"), [("dop853", FINE), ("gauss6", {"step": 0.005})])
def test_events_are_found(integrator, how):
    """After a whole turn of the crank all is where it was; an event of a velocity where the oracle's motion has it."""
    mechanism = built("slider_crank").mechanism
    whole = bo.Event(lambda t, q, u: q["crank"] - 2 * pi, name="whole turn", stops=True)
    turning = bo.Event(lambda t, q, u: u["slider"], name="slider turns")
    asked = {"events": (whole, turning)}
    run = bo.simulate(mechanism, 2.0, integrator=integrator, **asked, **FORM, **how)
    exact = bo.simulate(mechanism, 2.0, **asked, **VELOCITIES, **FINE)
    assert [each["name"] for each in run.events] == [each["name"] for each in exact.events]
    error = 1e-9 if integrator == "dop853" else 1e-5
    for found, expected in zip(run.events, exact.events, strict=True):
        assert found["time"] == pytest.approx(expected["time"], abs=error)
    assert run.events[-1]["u"]["crank"] == pytest.approx(6.0, abs=100 * error)


@pytest.mark.slow
@pytest.mark.parametrize("integrator", ["dop853", "verlet", "gauss4"])
def test_run_resumes_as_if_it_had_not_stopped(integrator, tmp_path, monkeypatch):
    """Of a linkage with redundant constraints: what counts is remembered, too."""
    linkage = built("bricard")
    how = {} if integrator == "dop853" else {"step": 0.02}
    asked = {"times": np.linspace(0.0, 2.0, 21), "integrator": integrator, **FORM, **how}
    whole = bo.simulate(linkage.mechanism, **asked)
    save, left = Checkpoint.save, [2]

    def saved(*arguments):
        save(*arguments)
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(Checkpoint, "save", saved)
    monkeypatch.setattr("bough.simulation.run.driver.FIRST_STEPS", 3)
    monkeypatch.setattr("bough.simulation.run.driver.SLICE", 1e-9)
    with pytest.warns(bo.BoughWarning, match="interrupted"):
        bo.simulate(linkage.mechanism, checkpoint=tmp_path / "c", checkpoint_every=0.0, **asked)
    monkeypatch.setattr(Checkpoint, "save", save)
    resumed = bo.simulate(linkage.mechanism, checkpoint=tmp_path / "c", **asked)
    assert np.array_equal(resumed.q.values, whole.q.values)
    assert np.array_equal(resumed.u.values, whole.u.values)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_symplectic_methods_stop_at_singular_positions():
    """There, multipliers are not determined; the error says so."""
    linkage = built("four_bars")
    with pytest.raises(bo.errors.StepError, match=r"beyond t = 0\.7.*singular positions of loops"):
        bo.simulate(linkage.mechanism, 1.0, integrator="gauss4", step=5e-3, **FORM)
