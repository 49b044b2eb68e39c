"""Driven joints: the rest moves as it does in the same mechanism with free joints that happen to make that motion.

That other mechanism, which knows nothing of driven joints, gives every answer: accelerations by its mass matrix and inverse dynamics, the drive forces as its joint forces.
"""

import copy
import math
import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from helpers.forms import TURNING, alone_or_all, serving
from helpers.jets import Jet
from helpers.jets import motion as motion_by_jets
from helpers.motion import TIMES, nearby, rate
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.interpolate import PPoly

import bough as bo
from bough.arithmetic.width import lane_width
from bough.formulations import FORMULATIONS, hamilton_orthogonal, hamilton_recursive, hamilton_tangent
from bough.mechanism.generators import JOINT_KINDS

pytestmark = pytest.mark.shared_kernels  # every form on random trees, each for a moment

W, EPS = lane_width(), np.finfo(float).eps
STATES = W + 1
SCREWS = ("revolute", "prismatic", "helical")
MOMENTUM_FORMS = [form.name for form in FORMULATIONS.values() if form.gives == "canonical rates"]


def random_motion(joint, rng):
    """Cubic polynomials of a joint's coordinates; a quaternion stays away from zero, or comes as three angles."""
    turn = (0, 4, 3)[joint.has_quaternion * (1 + rng.integers(2))]
    count = len(joint.q_names) - 4 * joint.has_quaternion + turn
    found = rng.normal(size=(count, 4))
    if turn == 4:
        found[-4:] *= 0.3
        found[-4:, -1] += rng.permutation((1.5, -1.0, 0.5, 0.0))
    return found


@dataclass(frozen=True)
class Case:
    """A random tree, the same with up to three of its joints driven by cubic polynomials, and states of both at W + 1 times."""

    bodies: int
    roots: int
    joints: tuple[str, ...]
    drives: int
    seed: int

    def __post_init__(self):
        free = bo.models.random_tree(self.bodies, self.seed, self.joints, self.roots)
        rng = np.random.default_rng(self.seed)
        movable = [body.name for body in free.bodies if body.joint.u_names]
        names = set(rng.permutation(movable)[: self.drives].tolist())
        polynomials = {b.name: random_motion(b.joint, rng) for b in free.bodies if b.name in names}
        time = rng.uniform(-0.5, 1.5, STATES)
        mechanism = bo.Mechanism("driven", gravity=free.gravity)
        q, u = bo.models.random_state(free, self.seed, STATES)
        driven, driven_q, motion = [], [], [np.empty((STATES, 0)) for _ in range(3)]
        for body in free.bodies:
            joint = body.joint
            if body.name in names:
                given = polynomials[body.name]
                moving = motion_by_jets(joint, [Jet.of(p, time) for p in given])
                motion = [np.hstack((whole, own)) for whole, own in zip(motion, moving, strict=True)]
                driven += free.u_places[body.name]
                driven_q += free.q_places[body.name]
                splines = [PPoly(p[:, None], (0.0, 1.0)) for p in given]
                joint = bo.Driven(joint, splines[0] if len(splines) == 1 else splines)
            mechanism.add_body(body.name, body.parent, joint, body.at, body.rotation, body.inertia)
        q[:, driven_q], u[:, driven] = motion[:2]
        tau, wrenches = rng.normal(size=u.shape), rng.normal(size=(STATES, len(free), 6))
        rest, rest_q = (np.setdiff1d(np.arange(n), own) for n, own in ((free.n, driven), (free.n_q, driven_q)))
        vars(self).update(
            free=free,
            mechanism=mechanism,
            names=tuple(free.u_names[k] for k in driven),
            time=time,
            q=q,
            u=u,
            tau=tau,
            wrenches=wrenches,
        )
        vars(self).update(driven=driven, rest=rest, rest_q=rest_q, motion=motion)

    def state(self, k=slice(None)):
        """(mechanism, q, u) of the driven one."""
        return self.mechanism, self.q[k][..., self.rest_q], self.u[k][..., self.rest]

    def accelerations(self):
        """(u̇ with the driven joints' s̈, τ with their drive forces) of the free mechanism: M_rr u̇_r = τ_r - h_r - M_rd s̈."""
        r, d = self.rest, self.driven
        mass, u_dot = bo.mass_matrix(self.free, self.q), np.zeros_like(self.u)
        u_dot[:, d] = self.motion[2]
        h = bo.inverse_dynamics(self.free, self.q, self.u, u_dot, wrenches=self.wrenches)[:, r]
        own = mass[:, r][:, :, r]
        u_dot[:, r] = np.linalg.solve(own, (self.tau[:, r] - h)[..., None])[..., 0]
        tau = bo.inverse_dynamics(self.free, self.q, self.u, u_dot, wrenches=self.wrenches)
        tau[:, r] = self.tau[:, r]
        condition = np.array([np.linalg.cond(m) if m.size else 1.0 for m in own])
        return u_dot, tau, np.maximum(1e-11, 4 * EPS * condition)


def cases(most, kinds):
    some = st.lists(st.sampled_from([kind for kind in kinds if kind != "fixed"]), min_size=1, max_size=5).map(tuple)
    return st.builds(Case, st.integers(1, most), st.integers(1, 2), some, st.integers(1, 3), st.integers(0, 10**6))


any_case = st.one_of(cases(9, JOINT_KINDS), cases(9, TURNING))
mixed = Case(12, 2, (*JOINT_KINDS, *SCREWS, *SCREWS), 3, 5)
shaken = Case(5, 1, ("free", "ball", "revolute"), 2, 3)
hinges = Case(9, 2, TURNING, 3, 4)
alone = Case(1, 1, ("helical",), 1, 2)


def assert_close(found, expected, tolerance, what=""):
    """Per state, relative to its largest number."""
    assert found.shape == expected.shape
    for x, y, accuracy in zip(found, expected, np.broadcast_to(tolerance, len(found)), strict=True):
        assert np.abs(x - y).max(initial=0.0) <= accuracy * np.abs(y).max(initial=0.0), what


@given(any_case)
@example(mixed)
@example(shaken)
@example(hinges)
@example(alone)
def test_the_rest_moves_as_with_free_joints(case):
    """In every form, for one state and in lanes with different times."""
    assume(case.driven)
    assert case.mechanism.driven_names == case.names
    u_dot, _, tolerance = case.accelerations()
    expected, tau = u_dot[:, case.rest], case.tau[:, case.rest]
    for name, solver in serving(case.mechanism):
        method = {"formulation": name, "solver": solver}
        some = alone_or_all(name, solver)
        forces = {"wrenches": case.wrenches[some], "time": case.time[some]}
        found = bo.forward_dynamics(*case.state(some), tau[some], **forces, **method)
        assert_close(found, expected[some], tolerance[some], (name, solver))
        forces = {"wrenches": case.wrenches[0], "time": case.time[0]}
        found = bo.forward_dynamics(*case.state(0), tau[0], **forces, **method)
        assert_close(found[None], expected[:1], tolerance[:1], (name, solver))


def test_every_form_was_there():
    assert {name for name, _ in serving(hinges.mechanism)} == {
        form.name for form in FORMULATIONS.values() if form.gives == "accelerations" and not form.needs
    }


@given(any_case)
@example(mixed)
@example(shaken)
@example(alone)
def test_drive_forces_are_the_joint_forces_of_the_free_joints(case):
    assume(case.driven)
    u_dot, tau, tolerance = case.accelerations()
    forces = {"wrenches": case.wrenches, "time": case.time}
    whole = bo.dynamics.kinetostatics(case.free, case.q, case.u, u_dot, wrenches=case.wrenches)
    size = np.abs(whole.reactions).max()
    found = bo.dynamics.drive_forces(*case.state(), u_dot[:, case.rest], **forces)
    assert np.abs(found - tau[:, case.driven]).max() <= 1e-12 * size
    found = bo.dynamics.drive_forces(*case.state(), tau=tau[:, case.rest], **forces)
    accelerated = np.abs(u_dot).max(axis=1, initial=1.0)
    assert (np.abs(found - tau[:, case.driven]).max(axis=1) <= tolerance * size * accelerated).all()
    of_driven = bo.dynamics.kinetostatics(*case.state(), u_dot[:, case.rest], **forces)
    assert np.abs(of_driven.drives - tau[:, case.rest]).max(initial=0.0) <= tolerance.max() * size
    assert np.abs(of_driven.reactions - whole.reactions).max() <= 1e-12 * size
    assert np.abs(of_driven.bearings - whole.bearings).max() <= 1e-12 * size


@given(any_case)
@example(mixed)
@example(shaken)
def test_kinematics_are_those_of_the_free_mechanism(case):
    assume(case.driven)
    at, r = {"time": case.time}, case.rest
    mechanism, q, u = case.state()
    np.testing.assert_allclose(bo.body_poses(mechanism, q, **at), bo.body_poses(case.free, case.q), atol=1e-13)
    assert_close(bo.body_twists(mechanism, q, u, **at), bo.body_twists(case.free, case.q, case.u), 1e-13)
    assert_close(
        bo.kinetic_energy(mechanism, q, u, **at)[:, None], bo.kinetic_energy(case.free, case.q, case.u)[:, None], 1e-12
    )
    assert_close(bo.mass_matrix(mechanism, q, **at), bo.mass_matrix(case.free, case.q)[:, r][:, :, r], 1e-12)
    rates = bo.dynamics.mass_matrix_rate(case.free, case.q, case.u)
    found = bo.dynamics.mass_matrix_rate(mechanism, q, u, **at)
    assert np.abs(found - rates[:, r][:, :, r]).max(initial=0.0) <= 1e-12 * np.abs(rates).max(initial=1.0)
    for found, expected in zip(bo.dynamics.driven_motion(mechanism, case.time), case.motion, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@given(any_case)
@example(mixed)
@example(shaken)
@example(hinges)
def test_momenta_are_those_of_the_free_mechanism(case):
    """p, and in every form q̇ and ṗ; the momenta of the driven joints themselves are nobody's business."""
    assume(case.driven)
    _, tau, tolerance = case.accelerations()
    mechanism, q, u = case.state()
    at, r = {"time": case.time}, case.rest
    whole = bo.dynamics.momenta(case.free, case.q, case.u)
    p, size = bo.dynamics.momenta(mechanism, q, u, **at), np.abs(whole).max(axis=1, initial=0.0)
    assert (np.abs(p - whole[:, r]).max(axis=1, initial=0.0) <= 1e-13 * size).all()
    # how far velocities may be off: by the driven joints' share of the momenta as well
    speed = np.abs(case.u).max(axis=1, initial=0.0)
    close = np.maximum(1e-11, tolerance) * (1.0 + speed)
    assert (np.abs(bo.dynamics.velocities(mechanism, q, p, **at) - u).max(axis=1, initial=0.0) <= close).all()
    _, p_dot = bo.dynamics.canonical_rates(case.free, case.q, whole, tau, wrenches=case.wrenches)
    scale = (1.0 + speed) * (size + np.abs(p_dot).max(axis=1, initial=0.0) + np.abs(tau).max(axis=1))
    for name in MOMENTUM_FORMS:
        if bo.methods.why_unsupported(mechanism, name) is None:
            some = alone_or_all(name)
            forces = {"wrenches": case.wrenches[some], "time": case.time[some]}
            found = bo.dynamics.canonical_rates(mechanism, q[some], p[some], tau[some, r], **forces, formulation=name)
            q_dot = bo.kinematics.coordinate_rates(mechanism, q, u, **at)[some]
            assert (np.abs(found[0] - q_dot).max(axis=1, initial=0.0) <= close[some]).all(), name
            off = np.abs(found[1] - p_dot[some, r]).max(axis=1, initial=0.0)
            assert (off <= (tolerance * scale)[some]).all(), name


@given(any_case)
@example(mixed)
@example(shaken)
def test_energy_grows_by_the_power_of_drives_and_forces(case):
    assume(case.driven)
    time, tau, wrenches = case.time[0], case.tau[0, case.rest], case.wrenches[0]
    mechanism, q, u = case.state(0)
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches, time=time)
    drives = bo.dynamics.drive_forces(mechanism, q, u, tau=tau, wrenches=wrenches, time=time)
    power = drives @ case.motion[1][0] + tau @ u
    power += np.sum(wrenches * bo.body_twists(mechanism, q, u, time=time))
    nearby_q, nearby_u = nearby(mechanism, q, u, u_dot)
    nearby_t = time + np.concatenate((TIMES, -TIMES))
    energy = bo.kinetic_energy(mechanism, nearby_q, nearby_u, time=nearby_t)
    energy += bo.potential_energy(mechanism, nearby_q, time=nearby_t)
    size = np.abs(energy).max() + np.abs(drives * case.motion[1][0]).max() + np.abs(u_dot).max(initial=0.0)
    assert rate(energy) == pytest.approx(power, abs=1e-9 * size)


@given(any_case)
@example(mixed)
@example(shaken)
def test_dense_equations(case):
    """The papers' matrices with V^J: S V = A u + V^J, S V̇ = A u̇ + w*, and the momentum forms of paper D in dense algebra."""
    assume(case.driven)
    mechanism, q, u = case.state(0)
    m = bo.dynamics.matrices(mechanism, q, u, wrenches=case.wrenches[0], time=case.time[0])
    free = bo.dynamics.matrices(case.free, case.q[0], case.u[0], wrenches=case.wrenches[0])
    u_dot, tau, tolerance = case.accelerations()
    u_dot, r, tolerance = u_dot[0], case.rest, tolerance[0]
    np.testing.assert_allclose(m.V, free.V, atol=1e-13 * np.abs(free.V).max())
    np.testing.assert_allclose(m.S @ m.V, m.A @ u + m.V_J, atol=1e-12 * np.abs(m.V).max())
    expected = free.T @ (free.A @ u_dot + free.w)
    np.testing.assert_allclose(m.T @ (m.A @ u_dot[r] + m.w), expected, atol=1e-12 * np.abs(expected).max())
    assert np.abs(m.Z.T @ m.A).max(initial=0.0) < 1e-14
    assert m.Z.shape[1] == 6 * len(mechanism) - mechanism.n
    p = m.B.T @ m.M @ m.V
    scale = np.abs(free.M @ free.V).sum()
    for form in (hamilton_tangent.reference, hamilton_orthogonal.reference, hamilton_recursive.reference):
        found, p_dot = form(m, p, tau[0, r])
        assert np.abs(found - u).max(initial=0.0) <= tolerance * (1.0 + np.abs(case.u[0]).max())
        compiled = bo.dynamics.canonical_rates(
            mechanism, q, p, tau[0, r], wrenches=case.wrenches[0], time=case.time[0]
        )[1]
        assert np.abs(p_dot - compiled).max(initial=0.0) <= tolerance * (scale + np.abs(p_dot).max(initial=0.0)) * 10


# --- closed forms ---------------------------------------------------------------------------------------------------


def shaken_pendulum():
    """A point mass on a weightless rod of 0.7 m, whose pivot goes up and down."""
    mechanism = bo.Mechanism("shaken pendulum")
    mechanism.add_body("pivot", joint=bo.Driven(bo.Prismatic(), lambda t: 0.2 * math.sin(9.0 * t)))
    mechanism.add_body("mass", "pivot", bo.Revolute((0, 1, 0)), inertia=bo.Inertia(1.3, (0, 0, -0.7)))
    return mechanism


def test_pendulum_on_a_shaken_pivot():
    """θ̈ = -(g + s̈)/l sin θ; the drive carries the mass and its acceleration along the slide."""
    mechanism, t = shaken_pendulum(), np.linspace(0.0, 2.0, 7)
    angle, speed = np.linspace(-2.0, 3.0, 7), np.linspace(1.0, -2.0, 7)
    lift = 0.2 * 81.0 * -np.sin(9.0 * t)
    u_dot = bo.forward_dynamics(mechanism, angle[:, None], speed[:, None], time=t)[:, 0]
    # (of a function of time, the acceleration has some nine digits)
    np.testing.assert_allclose(u_dot, -(9.81 + lift) / 0.7 * np.sin(angle), rtol=1e-8)
    up = lift + 0.7 * (u_dot * np.sin(angle) + speed**2 * np.cos(angle))
    found = bo.dynamics.drive_forces(mechanism, angle[:, None], speed[:, None], time=t)[:, 0]
    np.testing.assert_allclose(found, 1.3 * (9.81 + up), rtol=1e-8)


def test_bead_on_a_turning_rod():
    """r̈ = ω² r, and the drive's moment is that of Coriolis' force, 2 m r ṙ ω; the energy of relative motion is H = p²/2m - mω²r²/2."""
    turntable = bo.Mechanism("turntable", gravity=(0, 0, 0))
    turntable.add_body("rod", joint=bo.Driven(bo.Revolute(), bo.Table((0, 10), (0, 30))))
    turntable.add_body("bead", "rod", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(2.0))
    q, u, at = [0.4], [-0.5], {"time": 3.3}
    assert bo.forward_dynamics(turntable, q, u, **at) == pytest.approx([9.0 * 0.4], rel=1e-13)
    assert bo.dynamics.drive_forces(turntable, q, u, **at) == pytest.approx([2 * 2.0 * 0.4 * -0.5 * 3.0], rel=1e-13)
    p = bo.dynamics.momenta(turntable, q, u, **at)
    assert p == pytest.approx([2.0 * -0.5], rel=1e-13)
    assert bo.dynamics.hamiltonian(turntable, q, p, **at) == pytest.approx(p[0] ** 2 / 4 - 9.0 * 0.4**2, rel=1e-13)
    # the table is over: nothing turns any more
    assert bo.forward_dynamics(turntable, q, u, time=11.0) == pytest.approx([0.0], abs=1e-14)


def test_constant_motion_holds_the_joint():
    """As if it were fixed there; nothing follows the time, and energy stays."""
    held, fixed = bo.Mechanism(), bo.Mechanism()
    turned = bo.body_poses(bo.chain(1), [0.6])[0, :3, :3]
    link = bo.Inertia.rod(1.0, 2.0, radius=0.1, center=(0, 0, -0.5))
    held.add_body("post", joint=bo.Driven(bo.Revolute((0, 1, 0)), 0.6), inertia=link)
    fixed.add_body("post", joint=bo.Fixed(), rotation=turned, inertia=link)
    for mechanism in (held, fixed):
        mechanism.add_body("arm", "post", bo.Universal(), (0, 0, -1), inertia=link)
    assert not held.is_timed
    assert held.is_conservative
    state = [0.3, 0.5], [1.0, -2.0], [0.1, 0.2]
    expected = bo.forward_dynamics(fixed, *state)
    np.testing.assert_allclose(bo.forward_dynamics(held, *state), expected, rtol=1e-12)


def test_motion_of_two_coordinates_by_a_body_without_mass():
    """A ball joint's turn as two driven hinges, one after the other; nothing is left to move, and the drives carry it all."""
    crane = bo.Mechanism("crane")
    crane.add_body("slew", joint=bo.Driven(bo.Revolute((0, 0, 1)), lambda t: 0.5 * t * t))
    crane.add_body(
        "lift", "slew", bo.Driven(bo.Revolute((0, 1, 0)), lambda t: -t), inertia=bo.Inertia(3.0, (2.0, 0, 0))
    )
    assert crane.n == 0
    assert crane.driven_names == ("slew", "lift")
    assert bo.forward_dynamics(crane, [], [], time=1.0).shape == (0,)
    # a point mass at height 2 sin t and distance 2 cos t from the axis, which turns at the rate t
    t = np.array((0.3, 1.1))
    found = bo.dynamics.drive_forces(crane, np.empty((2, 0)), np.empty((2, 0)), time=t)
    slew = 3.0 * 4.0 * (np.cos(t) ** 2 - 2 * t * np.cos(t) * np.sin(t))
    lift = -(3.0 * 4.0 * t * t * np.sin(t) * np.cos(t) + 3.0 * 9.81 * 2.0 * np.cos(t))
    np.testing.assert_allclose(found, np.stack((slew, lift), axis=1), rtol=1e-9)
    np.testing.assert_allclose(bo.body_poses(crane, [], time=1.1)[1, 2, 3], 0.0, atol=1e-15)


# --- what it is -----------------------------------------------------------------------------------------------------


def test_description():
    mechanism = shaken_pendulum()
    assert (mechanism.n, mechanism.q_names, mechanism.driven_names) == (1, ("mass",), ("pivot",))
    assert mechanism.is_timed
    assert not mechanism.is_conservative
    joint = bo.Driven(bo.Helical((0, 0, 1), 0.1), bo.Table((0, 1), (0, 2)))
    assert joint == bo.Driven(bo.Helical((0, 0, 1), 0.1), bo.Table((0, 1), (0, 2)))
    assert hash(joint) == hash(pickle.loads(pickle.dumps(joint)))
    assert "Helical" in repr(joint)
    with pytest.raises(bo.errors.MechanismError, match="a joint cannot change; make a new Driven"):
        joint.motion = 3.0
    bo.body_poses(mechanism, [0.0])
    with pytest.raises(bo.errors.MechanismError, match="can no longer change"):
        mechanism.add_body("more", "mass", bo.Driven(bo.Revolute(), 1.0))
    grown = copy.copy(mechanism)
    grown.add_body("more", "mass", bo.Driven(bo.Revolute(), 1.0))
    assert grown.driven_names == ("pivot", "more")
    values, rates, accelerations = bo.dynamics.driven_motion(grown, 0.2)
    np.testing.assert_allclose(values, (0.2 * math.sin(1.8), 1.0), rtol=1e-12)
    np.testing.assert_allclose(rates, (1.8 * math.cos(1.8), 0.0), rtol=1e-10)
    np.testing.assert_allclose(accelerations, (-16.2 * math.sin(1.8), 0.0), rtol=1e-8)
    assert bo.dynamics.driven_motion(bo.chain(2), [0.0, 1.0]).values.shape == (2, 0)
    assert bo.dynamics.drive_forces(bo.chain(2), [0.1, 0.2], [0.0, 0.0]).shape == (0,)


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (("Driven: joint", "Revolute"), lambda: bo.Driven(bo.Revolute, 1.0)),
        (("Driven: motion", "column 1", "'fast'"), lambda: bo.Driven(bo.Revolute(), "fast")),
        (("Driven: motion", "finite"), lambda: bo.Driven(bo.Revolute(), math.inf)),
        (("Driven: motion", "3 columns"), lambda: bo.Driven(bo.Revolute(), bo.Table((0, 1), np.ones((2, 3))))),
    ],
)
def test_bad_descriptions(words, call):
    with pytest.raises(bo.errors.MechanismError) as caught:
        call()
    assert all(word in str(caught.value) for word in words)


def test_bad_use():
    mechanism = shaken_pendulum()
    with pytest.raises(bo.errors.StateError, match=r"u_dot and tau are both given.*leave out one"):
        bo.dynamics.drive_forces(mechanism, [0.0], [0.0], [0.0], tau=[0.0])
    with pytest.raises(bo.errors.StateError, match="time must be finite"):
        bo.dynamics.driven_motion(mechanism, math.nan)
    with pytest.raises(bo.errors.StateError, match="joint of 'pivot' is Driven and has no coordinate"):
        mechanism.coordinates({"pivot": 0.1})
    with pytest.raises(bo.errors.UnsupportedError, match="joints depend on time"):
        bo.methods.EigenMotion(mechanism, [0.0], [0.0])
    with pytest.raises(bo.errors.StateError, match="time is a batch"):
        bo.dynamics.matrices(mechanism, [0.0], time=[0.0, 1.0])
    failing = bo.Mechanism()
    failing.add_body("wheel", joint=bo.Driven(bo.Revolute(), lambda t: 1.0 / (t - 5.0)), inertia=bo.Inertia(1.0))
    with pytest.raises(bo.errors.MechanismError, match=r"the motion of 'wheel': the function of time failed at t = 5"):
        bo.body_poses(failing, [], time=5.0)
