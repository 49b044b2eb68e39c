"""Forces by the laws that they obey: power and energy, textbook formulas, MuJoCo, and one answer from every form of the equations."""

import math

import mujoco
import numpy as np
import pytest
from helpers.forms import TURNING, alone_or_all, serving
from helpers.machine import (
    BY_BODY_FORMULA,
    BY_JOINT_FORMULA,
    CONSERVATIVE,
    FORCES,
    PLAIN,
    machine,
    points_of,
    textbook_joint_force,
    textbook_wrench,
    with_forces,
)

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.mechanism import forces as catalogue

W = lane_width()
Q, U = bo.models.random_state(PLAIN, 3, 2 * W + 1)
U_DOT = np.random.default_rng(0).normal(size=U.shape)
TIMES = np.linspace(0.1, 2.9, len(Q))
every_force = pytest.mark.parametrize("name", FORCES)


def generalised(mechanism, q=Q, u=U, time=TIMES):
    """What the forces of a mechanism are worth as joint forces: what the same motion takes less."""
    given = np.broadcast_to(U_DOT[0], np.shape(u))
    return bo.inverse_dynamics(PLAIN, q, u, given) - bo.inverse_dynamics(mechanism, q, u, given, time=time)


def test_every_kind_is_tried():
    kinds = {getattr(catalogue, name) for name in catalogue.__all__} - {catalogue.Force}
    assert {type(force) for force in FORCES.values()} == kinds


@every_force
def test_power_is_what_a_force_gives_to_the_motion(name):
    mechanism = with_forces(name)
    (power,) = bo.dynamics.force_powers(mechanism, Q, U, time=TIMES).T
    forces = generalised(mechanism)
    np.testing.assert_allclose(
        np.sum(forces * U, axis=1), power, rtol=0, atol=1e-12 * np.abs(bo.inverse_dynamics(PLAIN, Q, U, U_DOT)).max()
    )
    if isinstance(FORCES[name], catalogue.base.JointForce):
        touched = np.abs(forces).max(axis=0) > 1e-10
        owner = FORCES[name].joint.split(".")[0]
        assert {x.split(".")[0] for x, there in zip(PLAIN.u_names, touched, strict=True) if there} == {owner}


@every_force
def test_wrenches_do_the_work_of_a_force(name):
    """Its wrench on the body and the opposite one, at the same point of space, on what it reacts against."""
    mechanism = with_forces(name)
    force = FORCES[name]
    body = mechanism.body(force.acted_on(mechanism))
    other = getattr(force, "other", "ground") if isinstance(force, catalogue.base.BodyForce) else body.parent
    poses, twists = bo.body_poses(mechanism, Q, time=TIMES), bo.body_twists(mechanism, Q, U, time=TIMES)

    def spatial(name):
        """Velocity of the point at the ground's origin and spin, in ground axes."""
        if name == "ground":
            return np.zeros((len(Q), 6))
        k = mechanism.body_index[name]
        turn, at = poses[:, k, :3, :3], poses[:, k, :3, 3]
        velocity, spin = (np.einsum("sij,sj->si", turn, part) for part in np.split(twists[:, k], 2, axis=1))
        return np.hstack((velocity - np.cross(spin, at), spin))

    k = mechanism.body_index[body.name]
    turn, at = poses[:, k, :3, :3], poses[:, k, :3, 3]
    wrench = bo.dynamics.force_wrenches(mechanism, Q, U, time=TIMES)[:, 0]
    push, moment = (np.einsum("sij,sj->si", turn, part) for part in np.split(wrench, 2, axis=1))
    about_ground = np.hstack((push, moment + np.cross(at, push)))
    (power,) = bo.dynamics.force_powers(mechanism, Q, U, time=TIMES).T
    done = np.sum(about_ground * (spatial(body.name) - spatial(other)), axis=1)
    scale = np.abs(about_ground).max() * (np.abs(U).max() + 1.0) * 10
    np.testing.assert_allclose(done, power, rtol=0, atol=1e-13 * scale)
    assert np.abs(wrench).max() > 0.0


@every_force
def test_what_a_force_takes_from_the_motion_it_stores_or_loses(name):
    mechanism = with_forces(name)
    q, u, h = Q[0], U[0], 1e-5
    q_dot = bo.kinematics.coordinate_rates(mechanism, q, u, time=0.4)
    (before,), (after,) = (
        bo.dynamics.force_energies(mechanism, PLAIN.normalised(q + s * h * q_dot), time=0.4) for s in (-1, 1)
    )
    stored = (after - before) / (2 * h)
    (power,) = bo.dynamics.force_powers(mechanism, q, u, time=0.4)
    assert mechanism.is_conservative == FORCES[name].is_conservative == (name in CONSERVATIVE)
    scale = max(1.0, abs(power))
    if name in CONSERVATIVE:
        assert after > 0.0
        assert stored + power == pytest.approx(0.0, abs=1e-7 * scale)
    elif isinstance(FORCES[name], bo.JointDamper | bo.JointFriction | bo.JointLimit | bo.SpringDamper | bo.Bushing):
        assert stored + power < 0.0  # what is not stored is lost
    potential = bo.potential_energy(mechanism, q, time=0.4) - bo.potential_energy(PLAIN, q)
    assert potential == pytest.approx(bo.dynamics.force_energies(mechanism, q, time=0.4).sum(), abs=1e-12 * scale)


@pytest.mark.parametrize("name", BY_JOINT_FORMULA)
def test_joint_forces_by_their_formulas(name):
    """(The servo's table between 0 and 1 is t²(3 - 2t) up to the other half of its symmetric curve.)"""
    mechanism, force = with_forces(name), FORCES[name]
    time = np.linspace(0.05, 0.95, len(Q))
    found = generalised(mechanism, time=time)[:, PLAIN.u_names.index(force.joint)]
    expected = [textbook_joint_force(force, q, u, t) for q, u, t in zip(Q, U, time, strict=True)]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)
    assert np.abs(expected).max() > 0.0


# --- forces on bodies, against wrenches that NumPy computes from poses and twists ------------------------------------


@pytest.mark.parametrize("name", BY_BODY_FORMULA)
def test_forces_on_bodies_by_their_formulas(name):
    force, mechanism = FORCES[name], with_forces(name)
    for q, u, t in zip(Q[:3], U[:3], TIMES[:3], strict=True):
        poses = bo.body_poses(PLAIN, q)
        push, turn = textbook_wrench(force, q, u, t)
        place = points_of(force, q, u)[0][1]
        wrenches = np.zeros((len(PLAIN), 6))
        for sign, body in ((1, force.body), (-1, getattr(force, "other", "ground"))):
            if body != "ground":
                k = PLAIN.body_names.index(body)
                r, origin = poses[k, :3, :3], poses[k, :3, 3]
                wrenches[k, :3] += sign * r.T @ push
                wrenches[k, 3:] += sign * r.T @ (turn + np.cross(place - origin, push))
        expected = bo.forward_dynamics(PLAIN, q, u, wrenches=wrenches)
        found = bo.forward_dynamics(mechanism, q, u, time=t)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_points_that_meet_do_no_harm():
    mechanism = machine()
    mechanism.add_force("nothing", bo.SpringDamper("tip", "tip", stiffness=10.0, damping=1.0, rest=0.5))
    np.testing.assert_allclose(generalised(mechanism), 0.0, atol=1e-11)


def test_small_turns_of_a_bushing_are_those_of_linear_springs():
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("block", joint=bo.Free(), inertia=bo.Inertia(1.0, (0, 0, 0), np.eye(3)))
    mechanism.add_force("bushing", bo.Bushing("block", stiffness=(1, 2, 3, 4, 5, 6)))
    for k in range(6):
        q = mechanism.coordinates()
        q[k if k < 3 else k + 1] = 1e-6 if k < 3 else 0.5e-6
        expected = np.zeros(6)
        expected[k] = -(k + 1) * 1e-6
        np.testing.assert_allclose(bo.forward_dynamics(mechanism, q, np.zeros(6)), expected, atol=1e-16)


# --- all at once ----------------------------------------------------------------------------------------------------


def turning():
    """A machine that every form serves."""
    mechanism = bo.models.random_tree(7, 4, TURNING, 2)
    hinges = [body.name for body in mechanism.bodies if isinstance(body.joint, bo.Revolute)]
    cardans = [body.name for body in mechanism.bodies if isinstance(body.joint, bo.Universal | bo.Gimbal)]
    mechanism.add_force("spring", bo.JointSpring(hinges[0], 9.0))
    mechanism.add_force("motor", bo.Motor(f"{cardans[0]}.turn2", math.sin))
    mechanism.add_force("line", bo.SpringDamper("body1", "body5", stiffness=20.0, damping=1.0))
    mechanism.add_force("wind", bo.Wrench("body3", (1.0, math.cos, 0.0)))
    return mechanism


@pytest.mark.parametrize("make", [with_forces, turning], ids=["machine", "turning"])
def test_every_form_and_scalar_agrees(make):
    """One state, lanes at different times, counted numbers; and the dense equations on the papers' matrices."""
    mechanism = make()
    q, u = bo.models.random_state(mechanism, 3, 2 * W + 1)
    condition = np.linalg.cond(bo.mass_matrix(mechanism, q, time=TIMES)).max()
    tolerance = max(1e-11, 4 * np.finfo(float).eps * condition)
    expected = np.empty_like(u)
    for k in range(len(q)):
        m = bo.dynamics.matrices(mechanism, q[k], u[k], time=TIMES[k])
        mass = m.B.T @ m.M @ m.B
        expected[k] = np.linalg.solve(mass, m.B.T @ (m.F - m.Omega @ m.M @ m.V - m.M @ m.T @ m.w))
    scale = np.abs(expected).max()
    forms = serving(mechanism)
    assert len(forms) > 8
    for name, solver in forms:
        alone = bo.forward_dynamics(mechanism, q[0], u[0], formulation=name, solver=solver, time=TIMES[0])
        some = alone_or_all(name, solver)
        together = bo.forward_dynamics(mechanism, q[some], u[some], formulation=name, solver=solver, time=TIMES[some])
        assert np.abs(alone - expected[0]).max() <= tolerance * scale, (name, solver)
        assert np.abs(together - expected[some]).max() <= tolerance * scale, (name, solver)
    entry = FORMULATIONS["separate-bodies"].evaluation(compiled(mechanism), None)
    assert isinstance(entry, Entry)
    _, counted = entry.counts(np.append(q[0], TIMES[0]), u[0], np.zeros(mechanism.n))
    assert np.abs(counted - expected[0]).max() <= tolerance * scale


@pytest.mark.parametrize(
    "form",
    [
        "hamilton-recursive",
        "hamilton-tangent",
        "hamilton-orthogonal",
        pytest.param("hamilton-extended", marks=pytest.mark.slow),
    ],
)
def test_momenta_change_by_the_generalised_forces(form):
    mechanism = with_forces()
    p = bo.dynamics.momenta(PLAIN, Q, U)
    q_dot, p_dot = bo.dynamics.canonical_rates(mechanism, Q, p, formulation=form, time=TIMES)
    expected_q_dot, without = bo.dynamics.canonical_rates(PLAIN, Q, p, formulation=form)
    np.testing.assert_allclose(q_dot, expected_q_dot, rtol=0, atol=1e-12 * np.abs(q_dot).max())
    expected = generalised(mechanism)
    np.testing.assert_allclose(p_dot - without, expected, rtol=0, atol=1e-10 * np.abs(p_dot).max())


def test_drives_come_on_top_and_bearings_do_not_feel_joint_forces():
    mechanism = with_forces("spring", "dampers of a gimbal", "motor")
    found, plain = (
        bo.dynamics.kinetostatics(mechanism, Q, U, U_DOT, time=TIMES),
        bo.dynamics.kinetostatics(PLAIN, Q, U, U_DOT),
    )
    scale = np.abs(plain.reactions).max()
    forces = bo.inverse_dynamics(PLAIN, Q, U, U_DOT) - bo.inverse_dynamics(mechanism, Q, U, U_DOT, time=TIMES)
    np.testing.assert_allclose(plain.drives - found.drives, forces, rtol=0, atol=1e-12 * scale)
    assert np.abs(forces).max() > 0.1
    np.testing.assert_allclose(found.bearings, plain.bearings, rtol=0, atol=1e-12 * scale)


def test_a_motion_under_conservative_forces_keeps_its_energy():
    mechanism = with_forces(*sorted(CONSERVATIVE))
    assert mechanism.is_conservative
    assert not mechanism.is_timed
    energy = bo.simulate(mechanism, 0.4, q0=Q[0], u0=U[0], integrator="rk4", step=2e-4).energy()
    start = float(energy.total[0])
    np.testing.assert_allclose(energy.total, start, rtol=1e-8)
    assert np.ptp(energy.kinetic.values) > 0.1 * abs(start)


def test_time_goes_on_with_a_motion():
    """A unit mass pushed by sin t from rest: x = t - sin t."""
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic(), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("push", bo.Motor("mass", math.sin))
    run = bo.simulate(mechanism, 5.0, integrator="rk4", step=5e-3)
    t = run.time.values
    np.testing.assert_allclose(run["mass"], t - np.sin(t), rtol=0, atol=1e-9)
    np.testing.assert_allclose(run["u.mass"], 1 - np.cos(t), rtol=0, atol=1e-9)


def test_mujoco_agrees():
    """Springs and dampers of joints, and one between two points."""
    model = mujoco.MjModel.from_xml_string("""
    <mujoco><option gravity="0 0 -9.81"/><worldbody><site name="wall" pos="0.7 0.1 -0.2"/>
      <body name="upper"><joint type="hinge" axis="0 1 0" stiffness="3" springref="17.188733853924695" damping="0.2"/>
        <inertial pos="0 0 -0.5" mass="1" diaginertia="0.1 0.1 0.02"/>
        <body name="lower" pos="0 0 -1"><joint type="slide" axis="0 0 1" stiffness="50" damping="1"/>
          <inertial pos="0 0 -0.5" mass="2" diaginertia="0.1 0.1 0.02"/><site name="tip" pos="0.1 0 -1"/></body></body>
    </worldbody><tendon><spatial springlength="0.3" stiffness="40" damping="2"><site site="tip"/><site site="wall"/></spatial></tendon></mujoco>""")
    data = mujoco.MjData(model)
    mechanism = bo.Mechanism()
    mechanism.add_body("upper", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia(1.0, (0, 0, -0.5), (0.1, 0.1, 0.02)))
    mechanism.add_body(
        "lower", "upper", bo.Prismatic(), (0, 0, -1), inertia=bo.Inertia(2.0, (0, 0, -0.5), (0.1, 0.1, 0.02))
    )
    mechanism.add_force("hinge", bo.JointSpring("upper", 3.0, 0.3))
    mechanism.add_force("hinge damper", bo.JointDamper("upper", 0.2))
    mechanism.add_force("slide", bo.JointSpring("lower", 50.0))
    mechanism.add_force("slide damper", bo.JointDamper("lower", 1.0))
    line = bo.SpringDamper("lower", at=(0.1, 0, -1), other_at=(0.7, 0.1, -0.2), stiffness=40.0, damping=2.0, rest=0.3)
    mechanism.add_force("line", line)
    for seed in range(5):
        q, u = bo.models.random_state(mechanism, seed)
        data.qpos[:], data.qvel[:] = q, u
        mujoco.mj_forward(model, data)
        np.testing.assert_allclose(bo.forward_dynamics(mechanism, q, u), data.qacc, rtol=1e-10)


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "message"),
    [
        (
            lambda: bo.JointSpring("arn", 1.0),
            "JointSpring on 'arn': no joint or velocity 'arn' in 'machine': did you mean 'arm'",
        ),
        (lambda: bo.JointSpring("wrist", 1.0), "has several velocities; name one, as in 'wrist.turn1'"),
        (lambda: bo.JointSpring("wrist.turn3", 1.0), "no velocity 'turn3': did you mean 'wrist.turn"),
        (lambda: bo.JointSpring("ball", 1.0), "'ball' is Ball, whose velocities are not rates.*use a bough.Bushing"),
        (lambda: bo.Servo("base.vx", 1.0, 1.0), "'base' is Free, whose velocities"),
        (lambda: bo.JointDamper("tip", 1.0), "the joint of 'tip' is Fixed and cannot move"),
        (lambda: bo.SpringDamper("tip", "pst", stiffness=1.0), "no body 'pst' in 'machine': did you mean 'post'"),
        (lambda: bo.Wrench("ground"), "a force on the ground has no effect"),
        (lambda: bo.CustomBodyForce("ground", math.sin), "a force on the ground has no effect"),
        (
            lambda: bo.CustomJointForce("ball.wx", math.sin),
            "this velocity has no coordinate of its own; name the whole joint 'ball'",
        ),
        (lambda: bo.CustomJointForce("arm", math.sin, reads=("wrst",)), "no joint 'wrst'.*did you mean 'wrist'"),
    ],
)
def test_wrong_names_are_told_at_the_latest_when_something_is_computed(force, message):
    mechanism = machine()
    with pytest.raises(bo.errors.MechanismError, match=message):  # noqa: PT012  (some are known at once, others may still come)
        mechanism.add_force("force", force())
        bo.forward_dynamics(mechanism, Q[0], U[0])


def test_what_a_force_acts_on_may_come_later():
    mechanism = bo.Mechanism()
    mechanism.add_force("spring", bo.JointSpring("pendulum", 2.0))
    mechanism.add_body("pendulum", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.0, (0, 0, -1)))
    assert bo.forward_dynamics(mechanism, [0.1], [0.0]) == pytest.approx(-2.0 * 0.1 - 9.81 * math.sin(0.1))
    assert list(mechanism.forces) == ["spring"]
    with pytest.raises(TypeError):
        mechanism.forces["other"] = mechanism.forces["spring"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bo.JointSpring("arm", "soft"), "JointSpring on 'arm': stiffness must be a number"),
        (lambda: bo.JointSpring(3, 1.0), "joint must be the name of"),
        (lambda: bo.JointDamper("arm", -1.0), "damping -1.0 is negative"),
        (lambda: bo.JointFriction("arm", 1.0, 0.0), "speed must be positive"),
        (lambda: bo.JointLimit("arm", stiffness=1.0, softness=1.0), "give lower=, upper= or both"),
        (lambda: bo.JointLimit("arm", 2.0, 1.0, stiffness=1.0, softness=1.0), "lower 2 is not below upper 1"),
        (lambda: bo.Motor("arm", "full"), "Motor on 'arm': force: 'full', column 1: no name 'full'"),
        (lambda: bo.Motor("arm", None), "Motor on 'arm': force must be a number, an expression such as"),
        (lambda: bo.Servo("arm", 0.0, 1.0, most=0.0), "most must be positive"),
        (lambda: bo.Servo("arm", 0.0, 1.0, least=-1.0), "least needs most"),
        (lambda: bo.Servo("arm", 0.0, 1.0, most=-1.0, least=-1.0), "least -1 is not below most -1"),
        (lambda: bo.Servo("arm", 0.0, 1.0, most=math.inf, least=-1.0), "most must be finite"),
        (lambda: bo.SpringDamper("tip", at=(1, 2), stiffness=1.0), "at must be three numbers"),
        (lambda: bo.SpringDamper("tip", stiffness=1.0, rest=-1.0), "rest -1.0 is negative"),
        (lambda: bo.Bushing("tip", stiffness=(1, 2, 3)), "stiffness must be six numbers"),
        (lambda: bo.Bushing("tip", stiffness=np.ones((6, 6))), "stiffness must be six numbers"),
        (lambda: bo.Bushing("tip", stiffness=(1, 2, 3, 4, 5, -6)), "negative or not finite"),
        (lambda: bo.Wrench("tip", (1, 2)), "force must be three numbers or signals"),
        (lambda: bo.Wrench("tip", frame="tip"), "frame must be 'ground' or 'body'"),
        (lambda: bo.CustomJointForce("arm", 3.0), "function must be a function"),
        (lambda: bo.CustomJointForce("arm", math.sin, reads="wrist"), "reads must be names of joints or of their bodies"),
    ],
)  # fmt: skip
def test_numbers_that_make_no_force_are_refused(make, message):
    with pytest.raises(bo.errors.MechanismError, match=message):
        make()


def test_a_force_that_is_not_finite_is_named():
    mechanism = machine()
    mechanism.add_force("weak", bo.JointSpring("arm", 1.0))
    mechanism.add_force("strong", bo.JointSpring("slide", 1e308))
    q = Q[0].copy()
    q[PLAIN.q_names.index("slide")] = 1e10
    with pytest.raises(bo.errors.StateError, match=r"the force 'strong' \(JointSpring\) is not finite"):
        bo.forward_dynamics(mechanism, q, U[0])


@pytest.mark.parametrize("code", ["auto", "shared"])
@pytest.mark.parametrize("q", [np.zeros(2), np.zeros((5, 2))], ids=["one", "batch"])
def test_without_forces_there_are_no_energies_and_powers(monkeypatch, code, q):
    monkeypatch.setenv("BOUGH_CODE", code)
    mechanism = bo.chain(2)
    empty = (*q.shape[:-1], 0)
    assert bo.dynamics.force_energies(mechanism, q).shape == empty
    assert bo.dynamics.force_powers(mechanism, q, q).shape == empty
    assert bo.dynamics.force_wrenches(mechanism, q, q).shape == (*empty, 6)
