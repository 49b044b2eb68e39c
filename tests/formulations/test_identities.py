"""Laws of mechanics that the computations must obey among themselves, for every kind of joint."""

from dataclasses import dataclass

import numpy as np
import pytest
from helpers.forms import geared, serving
from helpers.motion import nearby, rate
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.mechanism.generators import JOINT_KINDS

pytestmark = pytest.mark.shared_kernels  # every kind of joint on random trees, each for a moment

EPS = np.finfo(float).eps
every_joint = pytest.mark.parametrize(
    "joints", [*((kind,) for kind in JOINT_KINDS), JOINT_KINDS], ids=[*JOINT_KINDS, "mixed"]
)


@dataclass(frozen=True)
class Case:
    """A random tree, with or without armature, and a state of it, with joint forces and a wrench on every body."""

    bodies: int
    roots: int
    seed: int
    has_armature: bool

    def of(self, joints):
        """(mechanism, q, u, tau, wrenches)."""
        mechanism = bo.models.random_tree(self.bodies, self.seed, joints, self.roots)
        if self.has_armature:
            mechanism = geared(mechanism, self.seed)
        rng = np.random.default_rng(self.seed)
        q, u = bo.models.random_state(mechanism, self.seed)
        return mechanism, q, u, rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))


cases = st.builds(Case, st.integers(1, 8), st.integers(1, 3), st.integers(0, 10**6), st.booleans())


def floating(mechanism):
    """The same mechanism on a base that floats, without gravity."""
    free = bo.Mechanism("floating", gravity=(0, 0, 0))
    free.add_body("base", joint=bo.Free(), inertia=bo.Inertia(3.0, (0.1, 0.2, -0.1), (0.5, 0.6, 0.7)))
    for body in mechanism.bodies:
        parent = "base" if body.parent == "ground" else body.parent
        free.add_body(body.name, parent, body.joint, body.at, body.rotation, body.inertia, armature=body.armature)
    return free


def momentum(mechanism, q, u):
    """Linear momentum and angular momentum about the ground's origin, in ground axes: (states, 6)."""
    total = np.zeros((len(q), 6))
    poses, twists = bo.body_poses(mechanism, q), bo.body_twists(mechanism, q, u)
    for k, body in enumerate(mechanism.bodies):
        rotation, origin = poses[:, k, :3, :3], poses[:, k, :3, 3]
        linear = body.inertia.mass * (twists[:, k, :3] + np.cross(twists[:, k, 3:], body.inertia.center))
        angular = twists[:, k, 3:] @ body.inertia.tensor + np.cross(body.inertia.center, linear)
        total += about_ground(rotation, origin, np.concatenate((linear, angular), axis=1))
    return total


def about_ground(rotation, origin, wrench):
    """A wrench (or momentum) in body axes about the body's origin, as one in ground axes about the ground's."""
    force = np.einsum("...ij,...j->...i", rotation, wrench[..., :3])
    moment = np.einsum("...ij,...j->...i", rotation, wrench[..., 3:])
    return np.concatenate((force, moment + np.cross(origin, force)), axis=-1)


# --- laws -----------------------------------------------------------------------------------------------------------


@every_joint
@given(case=cases)
def test_inverse_dynamics_undoes_every_form(joints, case):
    mechanism, q, u, tau, wrenches = case.of(joints)
    for name, solver in serving(mechanism):
        u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches, formulation=name, solver=solver)
        forces = bo.inverse_dynamics(mechanism, q, u, u_dot, wrenches=wrenches)
        # rounding of the terms that cancel in the equations of motion
        scale = np.abs(bo.mass_matrix(mechanism, q)) @ np.abs(u_dot) + np.abs(tau)
        assert np.abs(forces - tau).max(initial=0.0) <= 1e-13 * scale.max(initial=0.0), (name, solver)


@every_joint
@given(case=cases)
def test_mass_matrix(joints, case):
    """Symmetric, positive definite; its columns are joint forces of unit accelerations, and it gives the kinetic energy."""
    mechanism, q, u, *_ = case.of(joints)
    matrix = bo.mass_matrix(mechanism, q)
    np.testing.assert_array_equal(matrix, matrix.T)
    largest = np.abs(matrix).max(initial=0.0)
    assert (np.linalg.eigvalsh(matrix) > 0.0).all()
    assert u @ matrix @ u / 2 == pytest.approx(bo.kinetic_energy(mechanism, q, u), rel=1e-14)
    if mechanism.n:
        units = bo.inverse_dynamics(mechanism, q, u, np.eye(mechanism.n))
        rest = bo.inverse_dynamics(mechanism, q, u, np.zeros(mechanism.n))
        np.testing.assert_allclose(units - rest, matrix, rtol=0, atol=1e-14 * max(largest, np.abs(rest).max()))
    x = bo.dynamics.solve_mass_matrix(mechanism, q, matrix @ u)
    condition = np.linalg.cond(matrix) if mechanism.n else 1.0
    assert np.abs(x - u).max(initial=0.0) <= 4 * EPS * condition * np.abs(u).max(initial=0.0)


@every_joint
@given(case=cases)
def test_mass_matrix_rate(joints, case):
    """The derivative of the mass matrix along the motion, and with it the rate of the kinetic energy; for one state and in lanes."""
    mechanism, q, u, tau, wrenches = case.of(joints)
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches)
    states = nearby(mechanism, q, u, u_dot)
    found = bo.dynamics.mass_matrix_rate(mechanism, q, u)
    np.testing.assert_array_equal(found, np.swapaxes(found, 0, 1))
    matrices = bo.mass_matrix(mechanism, states[0])
    np.testing.assert_allclose(found, rate(matrices), rtol=0, atol=1e-9 * np.abs(matrices).max(initial=1.0))
    energy = bo.kinetic_energy(mechanism, *states)
    expected = u @ bo.mass_matrix(mechanism, q) @ u_dot + u @ found @ u / 2
    assert rate(energy) == pytest.approx(expected, abs=1e-9 * max(1.0, np.abs(energy).max()))
    for k, other in enumerate(bo.dynamics.mass_matrix_rate(mechanism, *states)):
        one = bo.dynamics.mass_matrix_rate(mechanism, states[0][k], states[1][k])
        np.testing.assert_allclose(other, one, rtol=0, atol=1e-13 * np.abs(one).max(initial=1.0))


@every_joint
@given(case=cases)
def test_power_of_forces_is_rate_of_energy(joints, case):
    mechanism, q, u, tau, wrenches = case.of(joints)
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches)
    states = nearby(mechanism, q, u, u_dot)
    energy = bo.kinetic_energy(mechanism, *states) + bo.potential_energy(mechanism, states[0])
    power = tau @ u + np.sum(wrenches * bo.body_twists(mechanism, q, u))
    assert rate(energy) == pytest.approx(power, abs=1e-9 * max(1.0, np.abs(energy).max()))


@every_joint
@given(case=cases)
def test_loads_and_ground_reactions_are_rate_of_momentum(joints, case):
    """Newton's and Euler's laws for the mechanism as a whole: weight, wrenches, and reactions of the joints on the ground."""
    mechanism, q, u, tau, wrenches = case.of(joints)
    u_dot, reactions = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches, reactions=True)
    expected = np.zeros(6)
    for body, pose, wrench, reaction in zip(
        mechanism.bodies, bo.body_poses(mechanism, q), wrenches, reactions, strict=True
    ):
        rotation, origin = pose[:3, :3], pose[:3, 3]
        weight = body.inertia.mass * rotation.T @ mechanism.gravity
        load = wrench + np.concatenate((weight, np.cross(body.inertia.center, weight)))
        expected += about_ground(rotation, origin, load + reaction * (body.parent == "ground"))
    values = momentum(mechanism, *nearby(mechanism, q, u, u_dot))
    np.testing.assert_allclose(rate(values), expected, rtol=0, atol=2e-10 * max(1.0, np.abs(values).max()))


@every_joint
@given(case=cases)
def test_what_floats_keeps_its_momentum(joints, case):
    """Joint forces between bodies are internal; the base's free joint passes on nothing."""
    mechanism = floating(case.of(joints)[0])
    q, u = bo.models.random_state(mechanism, case.seed)
    tau = np.random.default_rng(case.seed).normal(size=mechanism.n)
    tau[:6] = 0.0  # those of the base
    for name, solver in serving(mechanism):
        u_dot, reactions = bo.forward_dynamics(mechanism, q, u, tau, formulation=name, solver=solver, reactions=True)
        values = momentum(mechanism, *nearby(mechanism, q, u, u_dot))
        np.testing.assert_allclose(rate(values), 0.0, atol=1e-10 * np.abs(values).max(), err_msg=name)
        np.testing.assert_allclose(reactions[0], 0.0, atol=1e-11 * np.abs(reactions).max(initial=1.0))


@every_joint
@given(case=cases)
def test_velocities_and_coordinate_rates_are_one_to_one(joints, case):
    mechanism, q, u, *_ = case.of(joints)
    rates = bo.kinematics.coordinate_rates(mechanism, q, u)
    np.testing.assert_allclose(
        bo.kinematics.velocities_from_rates(mechanism, q, rates), u, atol=1e-14 * np.abs(u).max(initial=1.0)
    )
