"""Mechanisms without degrees of freedom, driven altogether or fixed: everything that others have can be had of them, and is right."""

from operator import attrgetter

import numpy as np
import pytest
from helpers.forms import every_form_in_lanes

import bough as bo
from bough.simulation.results.summary import summary, summary_text

RATE, LENGTH, MASS, GRAVITY = 3.0, 0.8, 2.0, 9.81
ROD = bo.Inertia.rod(LENGTH, mass=MASS, radius=0.02, center=(0, 0, -LENGTH / 2))
ABOUT_HINGE = ROD.about_origin()[1, 1]
STATES = (np.zeros(0), np.zeros((3, 0)))


def crank():
    """A rod that is turned at a constant rate."""
    mechanism = bo.Mechanism("crank", gravity=(0, 0, -GRAVITY))
    mechanism.add_body("rod", "ground", bo.Driven(bo.Revolute((0, 1, 0)), f"{RATE}*t"), at=(0, 0, 1), inertia=ROD)
    return mechanism


def bridge():
    mechanism = bo.Mechanism("bridge", gravity=(0, 0, -GRAVITY))
    mechanism.add_body("pier", "ground", bo.Fixed(), inertia=ROD)
    mechanism.add_body("deck", "pier", bo.Fixed(), at=(0.5, 0, 0), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    return mechanism


def empty():
    return bo.Mechanism("empty")


def simulated(make, batch=False):
    mechanism = make()
    return bo.simulate(mechanism, 1.0, every=0.1, **({"q0": np.zeros((3, 0))} if batch else {}))


every_still_one = pytest.mark.parametrize("make", [crank, bridge, empty])


@every_still_one
@pytest.mark.parametrize("q", STATES, ids=["one", "batch"])
def test_functions_of_a_state_have_results_of_the_right_shape(make, q):
    mechanism, shape = make(), q.shape[:-1]
    bodies, forces = len(mechanism), len(mechanism.forces)
    known = {
        (0,): (
            "forward_dynamics",
            "inverse_dynamics",
            "dynamics.solve_mass_matrix",
            "kinematics.coordinate_rates",
            "dynamics.momenta",
            "dynamics.velocities",
        ),
        (): ("kinetic_energy", "potential_energy", "dynamics.hamiltonian"),
        (bodies, 6): ("body_twists",),
        (bodies, 4, 4): ("body_poses",),
        (0, 0): ("mass_matrix", "dynamics.mass_matrix_rate"),
        (forces,): ("dynamics.force_powers", "dynamics.force_energies"),
        (len(mechanism.driven_names),): ("dynamics.drive_forces",),
    }
    takes = {
        "inverse_dynamics": 3,
        "body_poses": 1,
        "mass_matrix": 1,
        "potential_energy": 1,
        "dynamics.force_energies": 1,
    }
    for expected, names in known.items():
        for name in names:
            found = attrgetter(name)(bo)(mechanism, *(q,) * takes.get(name, 2))
            assert np.shape(found) == (*shape, *expected), name
    assert bo.dynamics.kinetostatics(mechanism, q, q, q).bearings.shape == (*shape, bodies, 6)
    assert [x.shape for x in bo.dynamics.canonical_rates(mechanism, q, q)] == [q.shape, q.shape]
    times = np.zeros(shape)
    assert bo.dynamics.driven_motion(mechanism, times).values.shape == (*shape, len(mechanism.driven_names))
    assert bo.dynamics.driven_motion(mechanism, np.zeros(0)).values.shape == (0, len(mechanism.driven_names))


@every_form_in_lanes
def test_every_form_serves_them(formulation, solver):
    for mechanism in (crank(), bridge()):
        for q in STATES:
            found = bo.forward_dynamics(mechanism, q, q, formulation=formulation, solver=solver)
            assert found.shape == q.shape


@every_still_one
def test_they_are_chosen_for_and_checked_and_have_matrices(make):
    mechanism = make()
    assert mechanism.name in str(bo.choose(mechanism))
    assert mechanism.name in str(bo.choose(mechanism, 64, gives="canonical rates"))
    assert "0 degrees of freedom" in str(bo.check(mechanism))
    assert bo.dynamics.matrices(mechanism, np.zeros(0), np.zeros(0)).B.shape == (6 * len(mechanism), 0)
    with pytest.raises(bo.errors.StateError, match="nothing to compare"):
        bo.compare(mechanism)


@pytest.mark.parametrize("batch", [False, True])
def test_a_crank_takes_the_moment_of_its_weight(batch):
    run = simulated(crank, batch)
    angle = RATE * run.time.values
    moment = run.drives().force.values[..., 0]
    np.testing.assert_allclose(
        moment, np.broadcast_to(MASS * GRAVITY * LENGTH / 2 * np.sin(angle), moment.shape), atol=1e-9
    )
    energy = run.energy()
    np.testing.assert_allclose(energy.kinetic, ABOUT_HINGE * RATE**2 / 2, rtol=1e-12)
    height = 1.0 - LENGTH / 2 * np.cos(angle)
    np.testing.assert_allclose(energy.potential, np.broadcast_to(MASS * GRAVITY * height, energy.potential.shape))
    # the drive's work by splines through eleven points
    assert float(abs(energy.drift).max()) < 2e-3
    assert float(abs(run.power().residual).max()) < 1e-6
    speed = np.linalg.norm(run.momentum().linear.values, axis=-1)
    np.testing.assert_allclose(speed, MASS * RATE * LENGTH / 2, rtol=1e-12)


@pytest.mark.parametrize("batch", [False, True])
def test_a_bridge_carries_its_weight(batch):
    run = simulated(bridge, batch)
    assert set([run.status] if isinstance(run.status, str) else run.status) == {"completed"}
    np.testing.assert_allclose(
        run.reactions("pier").force, np.broadcast_to((0, 0, (MASS + 1.0) * GRAVITY), (*run.q.shape[:-1], 3)), atol=1e-12
    )
    np.testing.assert_allclose(run.reactions("deck").force.values[..., 2], GRAVITY)
    assert float(abs(run.energy().drift).max()) == 0.0
    assert not run.momentum().linear.any()


@every_still_one
@pytest.mark.parametrize("batch", [False, True])
def test_all_that_a_run_tells_can_be_had(make, batch, tmp_path):
    run = simulated(make, batch)
    assert "energy drifts" in repr(run)
    for name in ("energy", "drives", "reactions", "poses", "power", "momentum", "accelerations", "joint_forces"):
        assert getattr(run, name)() is not None
    q, u = run.at([0.05, 0.95])
    assert q.shape == u.shape == ((3, 2, 0) if batch else (2, 0))
    if batch:
        assert "in 11 points, completed" in repr(run.select(1))
    assert summary_text(run, summary(run), 0.1)
    for what in ("states", "energy", "reactions", "overview"):
        run.plot(what, path=tmp_path / f"{what}.png")
        assert (tmp_path / f"{what}.png").read_bytes().startswith(b"\x89PNG")
    run.to_csv(tmp_path / "run.csv")
    lines = (tmp_path / "run.csv").read_text().splitlines()
    assert len(lines) == 1 + 11 * (3 if batch else 1)
    assert len(run.to_dataframe()) == len(lines) - 1
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    np.testing.assert_array_equal(again.time, run.time)
    assert again.q.shape == run.q.shape
    np.testing.assert_array_equal(again.energy().total, run.energy().total)


def test_integrators_and_momenta_and_variants_serve_them():
    for options in (
        {"integrator": "rk4", "step": 0.01},
        {"formulation": "hamilton-recursive"},
        {"integrator": "LSODA"},
    ):
        run = bo.simulate(crank(), 0.5, every=0.1, **options)
        assert run.status == "completed"
        np.testing.assert_allclose(run.drives().motion[:, 0], RATE * run.time, atol=1e-15)
    study = bo.simulate([crank(), crank()], 0.5, every=0.1)
    np.testing.assert_allclose(study.energy().kinetic, ABOUT_HINGE * RATE**2 / 2)


def test_what_cannot_move_has_no_events():
    with pytest.raises(bo.errors.StateError, match=r"'bridge' cannot move.*events"):
        bo.simulate(bridge(), 1.0, events=[lambda t, q, u: t - 0.5])
