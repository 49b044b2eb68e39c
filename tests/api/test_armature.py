"""Armature: inertia that a joint moves besides its body. It resists each velocity by itself, and no body feels it."""

import numpy as np
import pytest
from helpers.forms import TURNING, alone_or_all, geared, serving

import bough as bo
from bough.formulations import FORMULATIONS

pytestmark = pytest.mark.shared_kernels  # every form on random trees, each for a moment

HAMILTONIAN = [form.name for form in FORMULATIONS.values() if form.gives == "canonical rates"]
LINK = bo.Inertia.rod(1.0, 1.0, radius=0.1, center=(0, 0, -0.5))


@pytest.fixture(params=range(4))
def case(request):
    """(mechanism, the same without armature, q, u, τ, wrenches): nine states."""
    seed = request.param
    bare = bo.models.random_tree(8, seed, TURNING, 2) if seed % 2 else bo.models.random_tree(8, seed)
    mechanism = geared(bare, seed)
    rng = np.random.default_rng(seed)
    q, u = bo.models.random_state(mechanism, seed, 9)
    return mechanism, bare, q, u, rng.normal(size=u.shape), rng.normal(size=(len(q), len(mechanism), 6))


def close(found, expected, tolerance=1e-12):
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * np.abs(expected).max())


def test_one_number_or_one_for_each_velocity():
    mechanism = bo.Mechanism()
    for name, joint, armature in (
        ("hinge", bo.Revolute(), 0.3),
        ("ball", bo.Ball(), 2),
        ("cardan", bo.Universal(), (0.0, np.float32(0.5))),
        ("slide", bo.Prismatic(), [0]),
        ("plate", bo.Fixed(), ()),
    ):
        mechanism.add_body(name, "ground", joint, inertia=LINK, armature=armature)
    mechanism.add_body("more", "plate", bo.Revolute(), inertia=LINK)
    found = [body.armature for body in mechanism.bodies]
    assert found == [(0.3,), (2.0, 2.0, 2.0), (0.0, 0.5), (), (), ()]
    np.testing.assert_array_equal(mechanism.armature, [0.3, 2.0, 2.0, 2.0, 0.0, 0.5, 0.0, 0.0])


def test_it_stands_on_the_diagonal_of_the_mass_matrix(case):
    mechanism, bare, q, u, tau, _ = case
    matrix = bo.mass_matrix(mechanism, q)
    close(matrix, bo.mass_matrix(bare, q) + np.diag(mechanism.armature), 1e-15)
    np.testing.assert_array_equal(
        bo.dynamics.mass_matrix_rate(mechanism, q, u), bo.dynamics.mass_matrix_rate(bare, q, u)
    )
    close(matrix[0] @ bo.dynamics.solve_mass_matrix(mechanism, q[0], tau[0]), tau[0])
    close(bo.kinetic_energy(mechanism, q, u), bo.kinetic_energy(bare, q, u) + u**2 @ mechanism.armature / 2, 1e-14)


def test_bodies_move_as_if_the_rest_of_the_joint_forces_drove_them(case):
    """What rotors take, a u̇, is missing from τ: the bare mechanism under τ - a u̇ moves alike, and its joints pass on the same wrenches."""
    mechanism, bare, *states = case
    for formulation, solver in serving(mechanism):
        q, u, tau, wrenches = (each[alone_or_all(formulation, solver)] for each in states)
        u_dot, reactions = bo.forward_dynamics(
            mechanism, q, u, tau, wrenches=wrenches, formulation=formulation, solver=solver, reactions=True
        )
        rest = tau - mechanism.armature * u_dot
        close(bo.forward_dynamics(bare, q, u, rest, wrenches=wrenches), u_dot, 1e-10)
        found = bo.dynamics.kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches)
        expected = bo.dynamics.kinetostatics(bare, q, u, u_dot, wrenches=wrenches)
        close(found.drives, tau)
        close(expected.drives, rest)
        close(reactions, expected.reactions)
        close(found.reactions, expected.reactions)
        close(found.bearings, expected.bearings)


def test_it_has_momenta_of_its_own(case):
    """p = M u with armature; the rates of momenta are those of the bare mechanism at the same velocities."""
    mechanism, bare, q, u, tau, wrenches = case
    p, bodies = bo.dynamics.momenta(mechanism, q, u), bo.dynamics.momenta(bare, q, u)
    close(p, bodies + mechanism.armature * u, 1e-14)
    close(bo.dynamics.velocities(mechanism, q, p), u, 1e-11)
    expected = bo.dynamics.canonical_rates(bare, q, bodies, tau, wrenches=wrenches)
    for name in (form for form in HAMILTONIAN if bo.methods.why_unsupported(mechanism, form) is None):
        some = alone_or_all(name)
        found = bo.dynamics.canonical_rates(
            mechanism, q[some], p[some], tau[some], wrenches=wrenches[some], formulation=name
        )
        for one, other in zip(found, expected, strict=True):
            close(one, other[some], 1e-11)


def test_a_geared_motor():
    """A rotor of inertia J behind a gear of ratio k turns a load: (I + k² J) q̈ = τ."""
    mechanism = bo.Mechanism("drive", gravity=(0, 0, 0))
    mechanism.add_body(
        "load", "ground", bo.Revolute((0, 0, 1)), inertia=bo.Inertia.cylinder(0.2, 0.1, 3.0), armature=50.0**2 * 1e-5
    )
    load = 3.0 * 0.2**2 / 2
    assert bo.forward_dynamics(mechanism, [0.3], [2.0], [1.7])[0] == pytest.approx(1.7 / (load + 0.025), rel=1e-14)
