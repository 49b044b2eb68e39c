"""The Hamiltonian forms: momenta, (q̇, ṗ) in every form and scalar, and the laws that make them Hamilton's equations."""

import numpy as np
import pytest
from helpers.forms import YARDSTICKS, geared
from helpers.motion import TIMES, nearby, rate
from hypothesis import assume, given
from hypothesis import strategies as st

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.mechanism.generators import JOINT_KINDS
from bough.mechanism.joints import KINDS

pytestmark = pytest.mark.shared_kernels  # every form and kind of joint, each for a moment

FORMS = [form.name for form in FORMULATIONS.values() if form.gives == "canonical rates"]
TRUE_COORDINATES = tuple(k.joint.__name__.lower() for k in KINDS if k.drawn and not k.joint.has_quaternion)
W, EPS = lane_width(), np.finfo(float).eps
every_joint = pytest.mark.parametrize(
    "joints", [*((kind,) for kind in JOINT_KINDS), JOINT_KINDS], ids=[*JOINT_KINDS, "mixed"]
)
cases = st.tuples(st.integers(1, 8), st.integers(1, 3), st.integers(0, 10**6), st.booleans())


def serving(mechanism):
    """The Hamiltonian forms that take a mechanism: all of them, unless a gimbal has armature."""
    return [name for name in FORMS if bo.methods.why_unsupported(mechanism, name) is None]


def made(case, joints, states=None):
    """(mechanism, q, u, τ, wrenches) at random, with or without armature."""
    bodies, roots, seed, has_armature = case
    mechanism = bo.models.random_tree(bodies, seed, joints, roots)
    if has_armature:
        mechanism = geared(mechanism, seed)
    q, u = bo.models.random_state(mechanism, seed, states)
    rng = np.random.default_rng(seed)
    return mechanism, q, u, rng.normal(size=u.shape), rng.normal(size=(*u.shape[:-1], len(mechanism), 6))


def assume_smooth(mechanism, q):
    """At given momenta the energy changes as fast as the inverse of the mass matrix: near a gimbal's lock, too fast for differences."""
    assume(mechanism.n == 0 or np.linalg.cond(bo.mass_matrix(mechanism, q)) < 1e3)


def derivative(function, at, direction):
    """The derivative of a function of many states along a direction."""
    t = np.concatenate((TIMES, -TIMES)).reshape(-1, *[1] * np.ndim(at))
    return rate(function(at + t * direction))


@every_joint
@given(case=cases)
def test_rates_are_those_of_the_true_motion(joints, case):
    """q̇ that of u; ṗ the derivative of M(q) u along the motion of forward_dynamics; energy grows by the power of forces."""
    mechanism, q, u, tau, wrenches = made(case, joints)
    p = bo.dynamics.momenta(mechanism, q, u)
    matrix = bo.mass_matrix(mechanism, q)
    condition = np.linalg.cond(matrix) if mechanism.n else 1.0
    np.testing.assert_allclose(p, matrix @ u, rtol=0, atol=1e-14 * np.abs(matrix).sum(initial=1.0))
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches)
    q_dot = bo.kinematics.coordinate_rates(mechanism, q, u)
    expected = rate(bo.dynamics.momenta(mechanism, *nearby(mechanism, q, u, u_dot)))
    scale = np.abs(expected).max(initial=1.0) + np.abs(p).max(initial=1.0)
    for name in serving(mechanism):
        found = bo.dynamics.canonical_rates(mechanism, q, p, tau, wrenches=wrenches, formulation=name)
        accuracy = max(1e-11, 4 * EPS * condition)
        assert np.abs(found[0] - q_dot).max(initial=0.0) <= accuracy * np.abs(q_dot).max(initial=0.0), name
        assert np.abs(found[1] - expected).max(initial=0.0) <= max(1e-9, accuracy) * scale, name
    velocities = bo.dynamics.velocities(mechanism, q, p)
    assert np.abs(velocities - u).max(initial=0.0) <= max(1e-11, 4 * EPS * condition) * np.abs(u).max(initial=0.0)


@pytest.mark.parametrize("joints", [*((kind,) for kind in TRUE_COORDINATES), TRUE_COORDINATES])
@given(case=cases)
def test_rates_are_derivatives_of_the_hamiltonian(joints, case):
    """For true coordinates, without forces: (q̇, ṗ) = (∂H/∂p, -∂H/∂q)."""
    mechanism, q, u, *_ = made(case, joints)
    assume_smooth(mechanism, q)
    p = bo.dynamics.momenta(mechanism, q, u)
    n = mechanism.n
    assert bo.dynamics.hamiltonian(mechanism, q, p) == pytest.approx(
        bo.kinetic_energy(mechanism, q, u) + bo.potential_energy(mechanism, q), rel=1e-11, abs=1e-11
    )

    def energy(states):
        return bo.dynamics.hamiltonian(mechanism, states[:, :n], states[:, n:])

    # momenta of very different size: a step for each that changes its velocity by about the step
    size = np.concatenate((np.ones(n), np.sqrt(bo.mass_matrix(mechanism, q).diagonal())))
    state = np.concatenate((q, p))
    gradient = np.array([derivative(energy, state, size * row) for row in np.eye(2 * n)]) / size
    for name in serving(mechanism):
        q_dot, p_dot = bo.dynamics.canonical_rates(mechanism, q, p, formulation=name)
        scale = max(1.0, abs(energy(state[None])[0])) / size
        np.testing.assert_array_less(np.abs(q_dot - gradient[n:]) * 1e9, scale[n:] + 1e-300, err_msg=name)
        np.testing.assert_array_less(np.abs(p_dot + gradient[:n]) * 1e9, scale[:n] + 1e-300, err_msg=name)


@every_joint
@given(case=cases)
def test_energy_grows_by_the_power_of_forces(joints, case):
    """Ḣ along (q̇, ṗ) is zero without forces, else the power of joint forces and wrenches."""
    mechanism, q, u, tau, wrenches = made(case, joints)
    assume_smooth(mechanism, q)
    p = bo.dynamics.momenta(mechanism, q, u)
    power = tau @ u + np.sum(wrenches * bo.body_twists(mechanism, q, u))

    def energy(states):
        return bo.dynamics.hamiltonian(
            mechanism, mechanism.normalised(states[:, : mechanism.n_q]), states[:, mechanism.n_q :]
        )

    largest = max(1.0, abs(bo.dynamics.hamiltonian(mechanism, q, p)))
    for name in serving(mechanism):
        for forces, expected in (({}, 0.0), ({"tau": tau, "wrenches": wrenches}, power)):
            rates = np.concatenate(bo.dynamics.canonical_rates(mechanism, q, p, **forces, formulation=name))
            found = derivative(energy, np.concatenate((q, p)), rates)
            assert found == pytest.approx(expected, abs=1e-9 * largest), name


@given(case=cases)
def test_every_scalar_agrees(case):
    assert_scalars_agree(case, YARDSTICKS)


@pytest.mark.slow
@given(case=cases)
def test_every_scalar_agrees_in_yardsticks(case):
    assert_scalars_agree(case, set(FORMS) - YARDSTICKS)


def assert_scalars_agree(case, left_out):
    mechanism, q, u, tau, wrenches = made(case, JOINT_KINDS, 2 * W + 1)
    p = bo.dynamics.momenta(mechanism, q, u)
    condition = np.array([np.linalg.cond(m) if m.size else 1.0 for m in bo.mass_matrix(mechanism, q)])
    for name in set(serving(mechanism)) - left_out:
        states = zip(q, p, tau, wrenches, strict=True)
        one_by_one = [
            np.concatenate(bo.dynamics.canonical_rates(mechanism, a, b, c, wrenches=w, formulation=name))
            for a, b, c, w in states
        ]
        expected = np.array(one_by_one)
        accuracy = np.maximum(1e-12, 4 * EPS * condition)[:, None] * np.abs(expected).max(
            axis=1, keepdims=True, initial=0.0
        )
        for count in (W - 1, 2 * W, 2 * W + 1):
            found = bo.dynamics.canonical_rates(
                mechanism, q[:count], p[:count], tau[:count], wrenches=wrenches[:count], formulation=name
            )
            assert (np.abs(np.concatenate(found, axis=1) - expected[:count]) <= accuracy[:count]).all(), name
        form = FORMULATIONS[name]
        entry = form.evaluation(compiled(mechanism), form.solvers[0] if form.solvers else None)
        _, counted = entry.counts(q[0], p[0], tau[0], wrenches[0], (mechanism.n_q + mechanism.n,))
        assert (np.abs(counted - expected[0]) <= accuracy[0]).all(), name


def test_what_floats_keeps_its_momentum():
    """The momenta of a free base are the total momentum in its axes: along the motion they only turn with it."""
    base = bo.Mechanism("satellite", gravity=(0, 0, 0))
    base.add_body("hub", joint=bo.Free(), inertia=bo.Inertia(3.0, (0.1, 0.2, -0.1), (0.5, 0.6, 0.7)))
    base.add_body("arm", "hub", bo.Revolute((1, 0, 0)), (0.3, 0, 0), inertia=bo.Inertia.rod(1.0, 1.0, radius=0.1))
    q, u = bo.models.random_state(base, 1)
    p = bo.dynamics.momenta(base, q, u)
    v, omega = u[:3], u[3:6]
    for name in FORMS:
        _, p_dot = bo.dynamics.canonical_rates(base, q, p, [0, 0, 0, 0, 0, 0, 0.7], formulation=name)
        np.testing.assert_allclose(p_dot[:3], -np.cross(omega, p[:3]), atol=1e-14)
        np.testing.assert_allclose(p_dot[3:6], -np.cross(omega, p[3:6]) - np.cross(v, p[:3]), atol=1e-13)


@pytest.mark.parametrize("name", FORMS)
def test_singular_equations_name_the_joint(name):
    mechanism = bo.chain(3)
    mechanism.add_body("tip", "link3", bo.Revolute((0, 1, 0)), (0, 0, -1))
    q, p = np.full(4, 0.3), np.full(4, 0.2)
    error = bo.errors.UnsupportedError if name == "hamilton-orthogonal" else bo.errors.SingularError
    with pytest.raises(error, match="'tip'"):
        bo.dynamics.canonical_rates(mechanism, q, p, formulation=name)
    with pytest.raises(bo.errors.SingularError, match="'tip'"):
        bo.dynamics.velocities(mechanism, q, p)


def test_kinds_of_forms_are_not_mixed_up():
    mechanism = bo.chain(2)
    state = [0.1, 0.2], [0.0, 0.0]
    with pytest.raises(
        bo.errors.UnsupportedError, match="'hamilton-recursive' gives canonical rates: call canonical_rates"
    ):
        bo.forward_dynamics(mechanism, *state, formulation="era")
    with pytest.raises(
        bo.errors.UnsupportedError, match="'composite-bodies' gives accelerations: call forward_dynamics"
    ):
        bo.dynamics.canonical_rates(mechanism, *state, formulation="crba")
    with pytest.raises(bo.errors.UnsupportedError, match="call kinetostatics"):
        bo.forward_dynamics(mechanism, *state, formulation="kinetostatics")
    with pytest.raises(bo.errors.StateError, match="p is nan at 'link2'"):
        bo.dynamics.canonical_rates(mechanism, [0.1, 0.2], [0.0, np.nan])
