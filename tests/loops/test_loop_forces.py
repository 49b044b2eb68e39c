"""Forces on joints that close loops: their power, their energy, and the motion, which does not depend on the cut."""

import math
from functools import cache

import numpy as np
import pytest
from helpers import linkages
from helpers.conditions import EPS
from helpers.forms import FORMS

import bough as bo
from bough.api.loop_forces import measured
from bough.arithmetic.width import lane_width

W = lane_width()
FORM = {"formulation": "composite-bodies", "solver": "udu"}
MOMENTA = "hamilton-tangent"
FINE = {**FORM, "rtol": 1e-11, "atol": 1e-13}
X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def stiffer(t, q, u):
    return -40.0 * q * q * q - 0.3 * u + math.sin(3.0 * t)


def of_both(t, q, u):
    return -q[0] * q[1] - u[0] + 0.1 * u[1]


# on the slide of a slider-crank, which runs from 0.3 to 0.7 m
FORCES = {
    "spring": bo.JointSpring("slide", 60.0, 0.4),
    "damper": bo.JointDamper("slide", 3.0),
    "friction": bo.JointFriction("slide", 2.0, 0.1),
    "stops": bo.JointLimit("slide", 0.45, 0.55, stiffness=200.0, softness=0.02, damping=2.0),
    "motor": bo.Motor("slide", "5*sin(8*t)"),
    "servo": bo.Servo("slide", "0.5+0.1*sin(5*t)", 80.0, 2.0),
    "law": bo.CustomJointForce("slide", stiffer),
    "law of two": bo.CustomJointForce("slide", of_both, reads=("crank", "slide")),
    "law that reads": bo.CustomJointForce("crank", of_both, reads=("crank", "slide")),
}


def slider(*forces, cut="joint"):
    """Crank, rod and block on hinges; the block's slide on the ground closes the loop."""
    mechanism = bo.Mechanism("slider", gravity=(0.0, 0.0, -9.81))
    for name, parent, at, length in (("crank", "ground", 0.0, 0.2), ("rod", "crank", 0.2, 0.5)):
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=X, center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, bo.Revolute(Y), at=(at, 0, 0), inertia=rod)
    mechanism.add_body("block", "rod", bo.Revolute(Y), at=(0.5, 0, 0), inertia=bo.Inertia.box((0.1, 0.1, 0.1), 1.0))
    mechanism.add_loop("slide", "block", "ground", bo.Prismatic(X), cut=cut)
    for name in forces:
        mechanism.add_force(name, FORCES[name])
    return mechanism


@cache
def start():
    """The tree's coordinates and velocities, closed, by the triangle of crank, rod and slide."""
    angle, speed = 0.7, 9.0
    low = -math.asin(0.4 * math.sin(angle))
    low_rate = -0.4 * math.cos(angle) * speed / math.cos(low)
    return (angle, low - angle, -low), (speed, low_rate - speed, -low_rate)


@cache
def prepared(*forces, cut="joint"):
    mechanism = slider(*forces, cut=cut)
    names = mechanism.joined.q_names
    q = bo.assemble(mechanism, dict(zip(names, start()[0], strict=True)), hold=names)
    return (
        mechanism,
        q,
        bo.kinematics.consistent_velocities(mechanism, q, dict(zip(names, start()[1], strict=True)), hold=names),
    )


# --- laws -------------------------------------------------------------------------------------------------------------

JOINTS = (
    bo.Revolute((0, 0.6, 0.8)), bo.Prismatic((0.6, 0, 0.8)), bo.Helical((0, 0, 1), 0.3), bo.Cylindrical((0, 0.6, 0.8)),
    bo.Universal(), bo.Gimbal(), bo.Ball(), bo.Planar(), bo.Translational(), bo.BallInCylinder(), bo.BallOnPlane(),
    bo.EdgeOnPlane(), bo.TelescopicUniversal(),
)  # fmt: skip


@pytest.mark.parametrize("ends", [("one", "two"), ("one", "ground"), ("ground", "two")], ids=" - ".join)
@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: type(joint).__name__)
def test_wrenches_do_the_work_of_the_joint(joint, ends):
    """Of a damper on all velocities v of a joint F·V = -c v², also where the loop is open; and nothing acts from outside."""
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    rng = np.random.default_rng(1)
    turns = np.linalg.qr(rng.standard_normal((2, 3, 3)))[0]
    turns *= np.linalg.det(turns)[:, None, None]
    for name in ("one", "two"):
        mechanism.add_body(name, "ground", bo.Free(), inertia=bo.Inertia.sphere(0.1, 1.0))
    mechanism.add_loop("tie", *ends, joint, (0.1, 0.2, 0.3), turns[0], (-0.3, 0.1, 0.5), turns[1])
    mechanism.add_force("damper", bo.JointDamper("tie", 2.0))
    q, u = bo.models.random_state(mechanism, 2)
    found = bo.dynamics.matrices(mechanism, q, u)
    v = measured(mechanism, q, u)[1]
    assert len(v) == len(joint.u_names)
    assert float(found.F @ found.V) == pytest.approx(-2.0 * v @ v, rel=1e-12)
    poses, wrenches = bo.body_poses(mechanism, q), found.F.reshape(2, 2, 3)
    ground = np.einsum("bij,bkj->bki", poses[:, :3, :3], wrenches)  # per body: force, moment about its origin
    if "ground" in ends:
        free = {"one": 0, "two": 1, "ground": None}
        (other,) = {0, 1} - {free[end] for end in ends}
        assert not ground[other].any()
    else:
        moments = ground[:, 1] + np.cross(poses[:, :3, 3], ground[:, 0])
        assert np.abs((ground[:, 0].sum(0), moments.sum(0))).max() < 1e-13 * np.abs(ground).max() * 10


@pytest.mark.parametrize("name", FORCES)
def test_both_cuts_feel_the_same_force(name):
    """With cut bodies a force finds its joint in the tree."""
    mechanism, q, u = prepared(name)
    cut, cut_q, cut_u = prepared(name, cut="body")
    at = {"time": 0.3}
    expected = bo.forward_dynamics(cut, cut_q, cut_u, **at, **FORM)
    found, reactions = bo.forward_dynamics(mechanism, q, u, reactions=True, **at, **FORM)
    without = bo.forward_dynamics(prepared()[0], q, u, **FORM)
    bound = 1e4 * EPS * np.abs(expected).max()
    assert found == pytest.approx(expected[:3], rel=0, abs=bound)
    assert np.abs(found - without).max() > 1e-2
    _, others = bo.forward_dynamics(cut, cut_q, cut_u, reactions=True, **at, **FORM)
    assert reactions == pytest.approx(others, rel=0, abs=1e-11 * np.abs(others).max())
    for ask in (bo.dynamics.force_powers, lambda m, q, u, time: bo.dynamics.force_energies(m, q, time=time)):
        assert ask(mechanism, q, u, **at) == pytest.approx(ask(cut, cut_q, cut_u, **at), rel=1e-11, abs=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["joint", "body"])
@pytest.mark.parametrize(("formulation", "solver"), FORMS)
def test_every_form_that_closes_loops_feels_the_forces(formulation, solver, cut):
    mechanism, q, u = prepared("spring", "damper", "law that reads", cut=cut)
    if bo.methods.why_unsupported(mechanism, formulation, solver) is None:
        expected = bo.forward_dynamics(mechanism, q, u, time=0.3, **FORM)
        found = bo.forward_dynamics(mechanism, q, u, time=0.3, formulation=formulation, solver=solver)
        assert found == pytest.approx(expected, rel=0, abs=1e4 * EPS * np.abs(expected).max())


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["joint", "body"])
def test_momenta_feel_the_forces(cut):
    mechanism, q, u = prepared("spring", "damper", "law that reads", cut=cut)
    how = {"q0": q, "u0": u, "every": 0.1, "rtol": 1e-10, "atol": 1e-12}
    one, other = (bo.simulate(mechanism, 0.3, formulation=form, **how) for form in (FORM["formulation"], MOMENTA))
    assert other.q.values == pytest.approx(one.q.values, rel=0, abs=1e-8)


def test_a_spring_in_the_slide_is_one_beside_it():
    """A spring between two points of the slide's line; its length is a metre more than the slide's coordinate."""
    mechanism, q, _ = prepared("spring")
    beside = slider()
    beside.add_force("spring", bo.SpringDamper("block", "ground", other_at=(-1.0, 0, 0), stiffness=60.0, rest=1.4))
    for one in (q, bo.assemble(mechanism, {"crank": 2.0, "rod": -2.4}, hold=["crank"])):
        moving = bo.kinematics.consistent_velocities(mechanism, one, {"crank": 4.0}, hold=["crank"])
        found, expected = (bo.forward_dynamics(m, one, moving, **FORM) for m in (mechanism, beside))
        assert found == pytest.approx(expected, rel=0, abs=1e-11 * np.abs(expected).max())
        energies = [bo.potential_energy(m, one) for m in (mechanism, beside)]
        assert energies[0] == pytest.approx(energies[1], rel=1e-12)


def test_inverse_dynamics_leaves_the_force_to_the_spring():
    mechanism, q, u = prepared("spring", "damper")
    tau = np.array((1.5, 0.0, 0.0))
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, **FORM)
    assert bo.inverse_dynamics(mechanism, q, u, u_dot, drives="crank") == pytest.approx(tau, abs=1e-10)


def test_files_keep_forces_on_loops(tmp_path):
    mechanism = slider("spring", "stops", "servo")
    mechanism.save(tmp_path / "slider.toml")
    read = bo.load(tmp_path / "slider.toml")
    assert read.forces == mechanism.forces
    assert (
        bo.models.fingerprint(read)
        == bo.models.fingerprint(mechanism)
        == bo.models.fingerprint(bo.models.from_dict(bo.models.to_dict(mechanism)))
    )


def test_a_batch_is_its_states():
    mechanism, q, u = prepared("spring", "damper", "law of two")
    speeds = np.linspace(-1.0, 1.0, 2 * W + 1)
    found = bo.forward_dynamics(mechanism, np.tile(q, (len(speeds), 1)), speeds[:, None] * u, **FORM)
    for k, speed in enumerate(speeds):
        one = bo.forward_dynamics(mechanism, q, speed * u, **FORM)
        assert found[k] == pytest.approx(one, rel=0, abs=1e4 * EPS * np.abs(one).max())


def test_several_velocities_of_a_ball():
    """The damped ball of the spatial slider-crank, and a law that gives three moments at once."""

    def twist(t, q, u):
        return -0.1 * u[0], -0.1 * u[1], -0.1 * u[2]

    linkage = linkages.slider_crank()
    results = []
    for force in (bo.JointDamper("ball", 0.1), bo.CustomJointForce("ball", twist)):
        for cut in (False, True):
            mechanism = linkages.cut_bodies(linkage.mechanism) if cut else linkages.slider_crank().mechanism
            mechanism.add_force("drag", force)
            q = bo.assemble(mechanism)
            u = bo.kinematics.consistent_velocities(mechanism, q, mechanism.u0)
            results.append(bo.forward_dynamics(mechanism, q, u, **FORM)[:4])
    assert np.ptp(results, axis=0).max() < 1e-11 * np.abs(results).max()
    assert np.abs(results[0] - bo.forward_dynamics(linkage.mechanism, *linkage.start(), **FORM)).max() > 1e-3


# --- motions ----------------------------------------------------------------------------------------------------------


def test_energy_is_kept_and_accounted_for():
    spring, cut = (slider("spring", cut=cut) for cut in ("joint", "body"))
    assert spring.is_conservative
    names = spring.q_names
    how = {"q0": dict(zip(names, start()[0], strict=True)), "u0": dict(zip(names, start()[1], strict=True)), **FINE}
    run, other = (bo.simulate(m, 1.0, **how) for m in (spring, cut))
    energy = run.energy()
    size = float(np.ptp(energy.kinetic.values))
    assert np.ptp(energy.total.values) < 1e-9 * size
    assert np.ptp(bo.dynamics.force_energies(spring, run.q.values)) > 0.1 * size
    assert other.q.values[:, :3] == pytest.approx(run.q.values, rel=0, abs=1e-8)
    damped = bo.simulate(slider("spring", "damper", "motor"), 1.0, **how)
    lost = float(damped.energy().total[0] - damped.energy().total[-1])
    assert abs(float(damped.energy().drift[-1])) < 1e-5 * abs(lost)
    assert np.abs(damped.power().residual).max() < 1e-6 * np.abs(damped.power().power).max()


# --- bad input --------------------------------------------------------------------------------------------------------


def tied(joint, force):
    mechanism = slider()
    mechanism.add_loop("tie", "rod", "ground", joint)
    mechanism.add_force("force", force)
    return mechanism


@pytest.mark.parametrize(
    ("joint", "force", "message"),
    [
        (bo.Fixed(), bo.JointDamper("tie", 1.0), "the joint of 'tie' is Fixed and cannot move"),
        (bo.Universal(), bo.JointSpring("tie", 1.0), "'tie' has several velocities; name one, as in 'tie.turn1'"),
        (bo.Universal(), bo.JointSpring("tie.turn3", 1.0), "'tie' has no velocity 'turn3'"),
        (bo.Ball(), bo.JointSpring("tie.wx", 1.0), "velocities are not rates of coordinates; use a bough.Bushing"),
        (bo.Ball(), bo.JointDamper("tei", 1.0), "no joint or velocity 'tei'.*'tie'"),
        (bo.Ball(), bo.Wrench("tie", (1, 0, 0)), "no body 'tie'"),
    ],
)
def test_what_cannot_be_is_told(joint, force, message):
    with pytest.raises(bo.errors.MechanismError, match=message):
        bo.forward_dynamics(tied(joint, force), np.zeros(3), np.zeros(3), **FORM)
