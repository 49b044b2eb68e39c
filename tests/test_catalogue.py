"""Machines of the catalogue: they load without a remark, go there and back, and move as laws of mechanics and textbooks say."""

import math
import warnings

import numpy as np
import pytest

import bough as bo
from bough.formats import read
from bough.models.catalogue import machine, machine_files

MACHINES = tuple(machine_files())
every_machine = pytest.mark.parametrize("name", MACHINES)
# s: from the middle of something happening
SHORT = {
    "crane": 3.0,
    "satellite": 12.0,
    "turbine": 8.0,
    "truck": 1.3,
    "bicycle": 1.4,
    "humanoid": 0.8,
    "governor": 2.0,
}
G = 9.81


def start_of(mechanism):
    return mechanism.coordinates(mechanism.q0), mechanism.velocities(mechanism.u0)


def test_there_are_a_dozen():
    assert set(MACHINES) == {
        "arm", "bicycle", "crane", "excavator", "governor", "humanoid", "pendulum", "quadruped", "satellite", "scara",
        "truck", "turbine",
    }  # fmt: skip
    assert all(0 < len(about) < 130 for about in bo.catalogue().values())


@every_machine
def test_a_machine_loads_without_a_remark_and_goes_there_and_back(name, tmp_path):
    loaded, findings = read(machine_files()[name])
    assert findings == []
    assert loaded.name == name
    loaded.save(tmp_path / "again.toml")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = bo.load(tmp_path / "again.toml")
    assert bo.models.to_dict(again) == bo.models.to_dict(loaded)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in ("humanoid", "quadruped", "truck"))) for name in MACHINES],
)
def test_a_machine_has_a_mass_matrix_and_runs_as_its_file_says(name):
    """What kinetic and stored energy have gained is the work of drives, motors and dampers."""
    mechanism = machine(name)
    q, _ = start_of(mechanism)
    np.linalg.cholesky(bo.mass_matrix(mechanism, q))
    assert 1.0 <= mechanism.settings["duration"] <= 120.0
    duration = SHORT.get(name, 1.0)
    run = bo.simulate(mechanism, duration, every=1e-3, progress=False)
    assert run.status == "completed"
    assert np.ptp(run.q.values, axis=0).max() > 1e-3
    energy = run.energy()
    exchanged = float(np.abs(run.power().power).sum("force").integrate("time"))
    assert np.abs(energy.drift).max() < 1e-6 * max(exchanged, float(energy.kinetic.max()))


# --- laws -------------------------------------------------------------------------------------------------------------------


def test_pendulum_is_that_of_the_papers_and_keeps_its_energy():
    mechanism, plain = machine("pendulum"), bo.pendulum(5)
    bodies = [{**body, "visuals": None} for body in bo.models.to_dict(mechanism)["bodies"]]  # it has looks of its own
    assert bodies == [{**body, "visuals": None} for body in bo.models.to_dict(plain)["bodies"]]
    run = bo.simulate(mechanism, 5.0, progress=False)
    energy = run.energy()
    assert np.abs(energy.total - energy.total[0]).max() < 1e-8 * energy.kinetic.max()


def test_satellite_keeps_its_momentum_and_turns_as_the_wheels_make_it():
    run = bo.simulate(machine("satellite"), progress=False)
    momentum = run.momentum()
    assert run.duration == 90.0
    wheel = 0.5 * 4 * 0.14**2 * 150.0  # kg·m²/s of one wheel at the start
    assert np.abs(momentum.angular - momentum.angular[0]).max() < 1e-7 * wheel
    assert np.abs(momentum.linear).max() < 1e-7 * wheel
    rotation = run.poses().rotation.sel(body="bus").values[-1]
    turned = math.degrees(math.atan2(rotation[1, 0], rotation[0, 0]))
    assert -30.0 < turned < -20.0


def test_governor_settles_at_the_angle_of_the_textbook():
    """Porter's: cos φ = (m/2 + M_b + M_s) g/(ω² l (m/3 + M_b)) for rods; the links give way by a ten-thousandth of their length."""
    run = bo.simulate(machine("governor"), progress=False)
    arm, ball, sleeve, length = 0.5, 4.0, 16.0, 0.3
    speed = float(run["u.spindle"][-1])
    assert speed == pytest.approx(12.0 / 0.75, rel=1e-3)
    expected = math.acos((arm / 2 + ball + sleeve) * G / (speed**2 * length * (arm / 3 + ball)))
    assert [float(run[side][-1]) for side in ("right arm", "left arm")] == pytest.approx([expected] * 2, abs=1e-3)
    assert float(run["sleeve"][-1]) == pytest.approx(0.8 - 2 * length * math.cos(expected), abs=1e-3)


def carried(mechanism, names):
    """The upward force of the bushings at the start, by their law."""
    q, _ = start_of(mechanism)
    pose = dict(zip(mechanism.body_names, bo.body_poses(mechanism, q), strict=True)) | {"ground": np.eye(4)}
    total = 0.0
    for name in names:
        force = mechanism.forces[name]
        held = pose[force.body] @ (*force.at, 1.0)
        holding = pose[force.other] @ (*force.other_at, 1.0)
        total -= force.stiffness[2] * (held - holding)[2]
    return total


@pytest.mark.parametrize(("name", "contact"), [("quadruped", "foot"), ("humanoid", "sole"), ("truck", "tyre")])
def test_what_stands_is_at_rest_and_carried_by_the_ground(name, contact):
    """To what coordinates that are rounded to a millionth make of stiff tyres."""
    mechanism = machine(name)
    q, _ = start_of(mechanism)
    at_rest = bo.forward_dynamics(mechanism, q, mechanism.velocities())
    assert np.abs(at_rest).max() < 1.0
    weight = G * sum(body.inertia.mass for body in mechanism.bodies if not body.name.endswith("post"))
    names = [force for force in mechanism.forces if force.endswith(contact)]
    assert carried(mechanism, names) == pytest.approx(weight, rel=5e-4)


def test_scara_comes_back_to_where_it_picks():
    """After a whole number of cycles, to what servos lag behind."""
    run = bo.simulate(machine("scara"), 3.2, progress=False)
    np.testing.assert_allclose(run.q.values[-1], run.q.values[0], atol=2e-4)
    assert np.ptp(run["shoulder"].values) == pytest.approx(math.radians(100), rel=0.01)


def test_crane_and_excavator_arrive_where_they_are_told():
    for name, driven, turn in (("crane", "platform", 120.0), ("excavator", "house", 110.0)):
        mechanism = machine(name)
        end = bo.dynamics.driven_motion(mechanism, mechanism.settings["duration"])
        at = mechanism.driven_names.index(driven)
        assert math.degrees(end.values[at]) == pytest.approx(turn)
        assert abs(end.rates[at]) < 1e-9


def test_excavator_lifts_by_its_cylinders():
    """The demo's machine, at rest before the work begins."""
    mechanism = machine("excavator")
    q, u = start_of(mechanism)
    assert np.abs(bo.forward_dynamics(mechanism, q, u)).max() < 0.01
    run = bo.simulate(mechanism, 4.0, progress=False)
    height = run.poses().position.sel(body="pipe", axis="z")
    assert float(height[-1] - height[0]) > 1.0


def test_turbine_turns_at_the_speed_of_its_generator():
    run = bo.simulate(machine("turbine"), progress=False)
    speed = run["u.rotor"].sel(time=slice(45.0, None))
    # the generator takes the torque of the wind, with a slip
    assert 4.5 < float(speed.min()) <= float(speed.max()) < 4.8


# --- looks ------------------------------------------------------------------------------------------------------------------


@every_machine
def test_every_body_of_a_machine_has_looks_that_do_not_change_its_fingerprint(name):
    mechanism = machine(name)
    assert all(body.visuals for body in mechanism.bodies)
    bare = bo.Mechanism(mechanism.name, mechanism.gravity)
    for body in mechanism.bodies:
        bare.add_body(
            body.name, body.parent, body.joint, body.at, body.rotation, body.inertia, body.joint_name, (), body.armature
        )
    for label, force in mechanism.forces.items():
        bare.add_force(label, force)
    assert bo.models.fingerprint(bare) == bo.models.fingerprint(mechanism)


def test_springs_that_act_as_rods_look_like_rods():
    """The governor's file says so of its links; the truck rides on springs."""
    from bough.looks.figure import looks_of

    kinds = {}
    for name in ("governor", "truck"):
        mechanism = machine(name)
        poses = bo.body_poses(mechanism, start_of(mechanism)[0])
        kinds |= {(name, stretch.name): stretch.kind for stretch in looks_of(mechanism, poses).stretches}
    assert kinds["governor", "left link"] == kinds["governor", "right link"] == "rod"
    assert kinds["truck", "front left spring"] == "coil"
