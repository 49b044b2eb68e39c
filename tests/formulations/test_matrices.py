"""The papers' matrices: identities among them, every form of the equations made of them, and how they are shown."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.motion import nearby, rate
from helpers.pinocchio_peer import PinocchioPeer
from hypothesis import example, given
from hypothesis import strategies as st

import bough as bo
from bough.formulations import FORMULATIONS
from bough.formulations.reductions.principles import PRINCIPLES
from bough.mechanism.generators import JOINT_KINDS

pytestmark = pytest.mark.shared_kernels  # random trees, each for a moment

EPS = np.finfo(float).eps
NAMES = ("S", "T", "A", "A_dot", "Z", "B", "M", "M_star", "Omega", "G", "V", "V_J", "w", "F", "g")


@dataclass(frozen=True)
class Case:
    """A random tree under gravity, bodies in any order, and a state of it with joint forces and a wrench on every body."""

    bodies: int
    roots: int
    joints: tuple[str, ...]
    seed: int

    def __post_init__(self):
        mechanism = bo.models.random_tree(self.bodies, self.seed, self.joints, self.roots)
        rng = np.random.default_rng(self.seed)
        q, u = bo.models.random_state(mechanism, self.seed)
        tau, wrenches = rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))
        made = bo.dynamics.matrices(mechanism, q, u, wrenches=wrenches)
        vars(self).update(mechanism=mechanism, q=q, u=u, tau=tau, wrenches=wrenches, m=made)

    @cached_property
    def mass(self):
        return bo.mass_matrix(self.mechanism, self.q)

    @property
    def tolerance(self):
        """No method can do better than rounding times the condition number."""
        return max(1e-11, 4 * EPS * (np.linalg.cond(self.mass) if self.mass.size else 1.0))


some_kinds = st.lists(st.sampled_from(JOINT_KINDS), min_size=1, unique=True).map(tuple)
cases = st.builds(Case, st.integers(1, 12), st.integers(1, 3), some_kinds, st.integers(0, 10**6))
all_kinds = Case(30, 2, JOINT_KINDS, 3)


def assert_close(found, expected, tolerance, what=""):
    """Relative to the largest number."""
    assert found.shape == expected.shape
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * np.abs(expected).max(initial=0.0), what


def arm():
    link = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("upper", "ground", bo.Ball(), at=(0, 0, 1), inertia=link)
    mechanism.add_body("screw", "upper", bo.Helical((0, 1, 0), 0.1), at=(0, 0, -0.4), inertia=link)
    mechanism.add_body("hand", "screw", bo.Fixed(), at=(0, 0, -0.4), inertia=bo.Inertia.sphere(0.05, mass=0.5))
    return mechanism


# --- what the matrices are ------------------------------------------------------------------------------------------


@given(cases)
@example(all_kinds)
def test_identities(case):
    m, rows = case.m, 6 * len(case.mechanism)
    assert_close(m.S @ m.T, np.eye(rows), 1e-13)
    assert_close(m.B, m.T @ m.A, 1e-14)
    assert_close(m.M_star, m.T.T @ m.M @ m.T, 1e-13)
    assert np.abs(m.Z.T @ m.A).max(initial=0.0) < 1e-14
    assert np.linalg.matrix_rank(np.hstack((m.A, m.Z))) == rows == m.A.shape[1] + m.Z.shape[1]
    # each joint has its own rows of A and Z
    for k, name in enumerate(case.mechanism.body_names):
        others = np.delete(m.A[:, m.dofs(name)], np.arange(6 * k, 6 * k + 6), axis=0)
        assert not others.any()
        assert m.rows(name) == slice(6 * k, 6 * k + 6)


@given(cases)
@example(all_kinds)
def test_mass_matrix_twists_and_energy_are_those_of_the_compiled_kernels(case):
    m = case.m
    assert_close(m.B.T @ m.M @ m.B, case.mass, 1e-13)
    assert_close(m.V, m.B @ case.u, 1e-13)
    assert_close(m.V, bo.body_twists(case.mechanism, case.q, case.u).ravel(), 1e-13)
    energy = m.V @ m.M @ m.V / 2
    assert energy == pytest.approx(bo.kinetic_energy(case.mechanism, case.q, case.u), rel=1e-13)


@given(cases)
@example(all_kinds)
def test_rates_along_the_motion(case):
    """Ȧ, and V̇ = T(A u̇ + w*), the rate of the twists' components along body axes."""
    mechanism, m = case.mechanism, case.m
    u_dot = np.random.default_rng(case.seed).normal(size=mechanism.n)
    along = [
        bo.dynamics.matrices(mechanism, *state) for state in zip(*nearby(mechanism, case.q, case.u, u_dot), strict=True)
    ]
    speed = np.abs(case.u).max(initial=1.0)
    assert np.abs(rate(np.array([x.A for x in along])) - m.A_dot).max(initial=0.0) < 1e-11 * speed
    assert_close(rate(np.array([x.V for x in along])), m.T @ (m.A @ u_dot + m.w), 1e-10)


def references(mechanism, gives):
    """The forms that serve a mechanism, whose files open with their equations in NumPy."""
    return [
        form
        for form in FORMULATIONS.values()
        if form.gives == gives and bo.methods.why_unsupported(mechanism, form.name) is None
    ]


# --- the forms of the equations -------------------------------------------------------------------------------------


@given(cases)
@example(all_kinds)
def test_every_form_gives_the_accelerations_of_pinocchio_and_of_bough(case):
    mechanism, m, tau = case.mechanism, case.m, case.tau
    expected = PinocchioPeer(mechanism).forward_dynamics(case.q, case.u, tau, case.wrenches)
    compiled = bo.forward_dynamics(mechanism, case.q, case.u, tau, wrenches=case.wrenches)
    _, reactions = bo.inverse_dynamics(mechanism, case.q, case.u, compiled, wrenches=case.wrenches, reactions=True)
    for form in references(mechanism, "accelerations"):
        found = form.in_numpy(m, tau)
        if isinstance(found, tuple):
            found, wrenches = found
            assert_close(wrenches, reactions.ravel(), case.tolerance, form.name)
        assert_close(found, expected, case.tolerance, form.name)
        assert_close(found, compiled, case.tolerance, form.name)


@given(cases)
@example(all_kinds)
def test_every_principle_gives_the_accelerations_of_pinocchio(case):
    expected = PinocchioPeer(case.mechanism).forward_dynamics(case.q, case.u, case.tau, case.wrenches)
    for principle in PRINCIPLES:
        assert_close(principle(case.m, case.tau), expected, case.tolerance, principle.__name__)


@given(cases)
@example(all_kinds)
def test_free_bodies_are_constrained_the_least(case):
    """Gauss's own measure: any other motion that the joints allow is further from that of free bodies, by the mass matrix."""
    m, mechanism = case.m, case.mechanism
    dual = m.A @ np.linalg.inv(m.A.T @ m.A)
    free = np.linalg.solve(m.M, m.F - m.Omega @ m.M @ m.V + m.S.T @ dual @ case.tau)

    def constraint(u_dot):
        apart = m.B @ u_dot + m.T @ m.w - free
        return apart @ m.M @ apart

    u_dot = bo.forward_dynamics(mechanism, case.q, case.u, case.tau, wrenches=case.wrenches)
    change = np.random.default_rng(case.seed).normal(size=mechanism.n) * (1.0 + np.abs(u_dot).max(initial=0.0))
    least, more = constraint(u_dot), change @ case.mass @ change
    assert constraint(u_dot + change) == pytest.approx(least + more, rel=1e-9 + case.tolerance)


@given(cases)
@example(all_kinds)
def test_kinetostatics(case):
    u_dot = np.random.default_rng(case.seed).normal(size=case.mechanism.n)
    tau, reactions = bo.inverse_dynamics(case.mechanism, case.q, case.u, u_dot, wrenches=case.wrenches, reactions=True)
    found = FORMULATIONS["kinetostatics"].in_numpy(case.m, u_dot)
    assert_close(found[1], reactions.ravel(), 1e-13)
    assert np.abs(found[0] - tau).max(initial=0.0) <= 1e-13 * np.abs(reactions).max()


@given(cases)
@example(all_kinds)
def test_momenta(case):
    """All forms find the velocities of given momenta, and ṗ is the rate of M(q) u along the motion."""
    mechanism, m = case.mechanism, case.m
    p = m.B.T @ m.M @ m.V
    assert_close(p, case.mass @ case.u, 1e-13)
    u_dot = bo.forward_dynamics(mechanism, case.q, case.u, case.tau, wrenches=case.wrenches)
    q, u = nearby(mechanism, case.q, case.u, u_dot)
    expected = rate(np.einsum("tij,tj->ti", bo.mass_matrix(mechanism, q), u))
    for form in references(mechanism, "canonical rates"):
        found, p_dot = form.in_numpy(m, p, case.tau)
        assert_close(found, case.u, case.tolerance, form.name)
        scale = max(1.0, np.abs(p).max(initial=0.0), np.abs(expected).max(initial=0.0))
        assert np.abs(p_dot - expected).max(initial=0.0) <= max(2e-10, case.tolerance) * scale, form.name
        # the compiled form finds the same
        rates = bo.dynamics.canonical_rates(
            mechanism, case.q, p, case.tau, wrenches=case.wrenches, formulation=form.name
        )
        assert np.abs(rates[1] - p_dot).max(initial=0.0) <= case.tolerance * scale, form.name


@pytest.mark.parametrize("name", linkages.BUILDERS)
def test_rows_of_loops_and_the_form_that_is_made_of_them(name):
    """G and g against the oracle: the same rows, and the same accelerations."""
    linkage = linkages.BUILDERS[name]()
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    m, rows = bo.dynamics.matrices(mechanism, q, u), loop_oracle.jacobian(mechanism, q)
    assert m.G.shape == rows.shape == (len(m.g), mechanism.n)
    outside = m.G - m.G @ np.linalg.pinv(rows, 1e-9) @ rows
    assert np.abs(outside).max() < 1e-12 * np.abs(rows).max()
    if not mechanism.is_timed:
        assert np.abs(m.G @ u).max() < 1e-12 * np.abs(u).max(initial=1.0)
    expected = loop_oracle.accelerations(mechanism, q, u).u_dot
    assert np.abs(m.G @ expected - m.g).max() < 1e-8 * max(1.0, np.abs(expected).max())
    for form in (FORMULATIONS["independent"].in_numpy, *PRINCIPLES):
        found = form(m, np.zeros(mechanism.n))
        assert np.abs(found - expected).max() < 1e-9 * max(1.0, np.abs(expected).max()), form.__name__
    assert m.labels("G") == (m.labels("g")[0], mechanism.u_names)
    assert np.array_equal(bo.dynamics.matrices(mechanism, q, u, sparse=True).G.toarray(), m.G)


def test_velocities_and_wrenches_may_be_left_out():
    """At rest the bias and the gyroscopic terms vanish, and F is the weight: m g, about the centre of mass no moment."""
    mechanism = arm()
    q = mechanism.coordinates({"screw": 0.7})
    m = bo.dynamics.matrices(mechanism, q)
    assert not any(x.any() for x in (m.u, m.V, m.w, m.Omega, m.A_dot))
    for body, pose, load in zip(mechanism.bodies, bo.body_poses(mechanism, q), m.F.reshape(-1, 6), strict=True):
        weight = body.inertia.mass * pose[:3, :3].T @ mechanism.gravity
        np.testing.assert_allclose(load, [*weight, *np.cross(body.inertia.center, weight)], atol=1e-14)


def test_a_ground_without_coordinates_and_no_bodies_at_all():
    mechanism = bo.Mechanism("post")
    mechanism.add_body("post", joint=bo.Fixed(), inertia=bo.Inertia(1.0))
    m = bo.dynamics.matrices(mechanism, [])
    np.testing.assert_array_equal(m.Z, np.eye(6))
    assert m.B.shape == (6, 0)
    for sparse in (False, True):
        none = bo.dynamics.matrices(bo.Mechanism("none"), [], sparse=sparse)
        assert all(0 in getattr(none, name).shape for name in NAMES)
        assert all(none.show(name) for name in NAMES)


# --- sparse ---------------------------------------------------------------------------------------------------------


@given(cases)
@example(all_kinds)
def test_sparse_matrices_are_the_dense_ones_without_their_zeros(case):
    sparse = bo.dynamics.matrices(case.mechanism, case.q, case.u, wrenches=case.wrenches, sparse=True)
    for name in NAMES:
        found, expected = getattr(sparse, name), getattr(case.m, name)
        if expected.ndim == 2:
            assert found.format == "csr"
            assert found.data.all()
            found = found.toarray()
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14 * np.abs(expected).max(initial=0.0))


def test_sparse_matrices_of_large_mechanisms():
    """A chain, where T is full below the diagonal, and a bush, where nearly all of it is empty."""
    for mechanism in (bo.chain(300), bo.models.star(1000)):
        q, u = bo.models.random_state(mechanism, 1)
        m = bo.dynamics.matrices(mechanism, q, u, sparse=True)
        blocks = mechanism.topology.N1 + mechanism.n  # one DoF each: as many as the paths are long
        assert m.T.nnz <= 27 * blocks
        assert m.M_star.nnz <= 36 * 2 * blocks
        residual = m.S @ m.T
        residual.setdiag(residual.diagonal() - 1.0)
        assert abs(residual).max() <= 1e-13 * abs(m.T).max()
        assert_close(m.B @ u, m.V, 1e-13)
        assert_close((m.B.T @ m.M @ m.B).toarray(), bo.mass_matrix(mechanism, q), 1e-13)
        assert_close((m.A.T @ m.M_star @ m.A).toarray(), bo.mass_matrix(mechanism, q), 1e-13)


# --- how they are shown ---------------------------------------------------------------------------------------------


def test_labels():
    m = bo.dynamics.matrices(arm(), arm().neutral())
    rows, columns = m.labels("Z")
    assert rows[:7] == ("upper.vx", "upper.vy", "upper.vz", "upper.wx", "upper.wy", "upper.wz", "screw.vx")
    assert columns[3:9] == ("screw.f1", "screw.f2", "screw.m1", "screw.m2", "screw.s1", "hand.f1")
    for name in NAMES:
        assert tuple(map(len, m.labels(name)))[: getattr(m, name).ndim] == getattr(m, name).shape
    assert m.labels("B") == (rows, m.mechanism.u_names)
    assert m.labels("V") == (rows, ())
    # a constraint by a force passes on no moment about the origin, and one by a moment no force
    for label, column in zip(columns, m.Z.T, strict=True):
        force, moment = column[np.array([".v" in row for row in rows])], column[np.array([".w" in row for row in rows])]
        assert (force.any(), moment.any()) == {"f": (True, False), "m": (False, True), "s": (True, True)}[label[-2]]


@pytest.mark.parametrize("sparse", [False, True])
def test_what_is_shown_are_the_entries_under_their_labels(sparse):
    mechanism = arm()
    m = bo.dynamics.matrices(mechanism, *bo.models.random_state(mechanism, 2), sparse=sparse)
    for name in ("B", "w"):
        title, head, *lines = m.show(name, digits=17, height=18, width=200).splitlines()
        assert name in title
        assert tuple(head.split()) == (m.labels(name)[1] or (name,))
        matrix = getattr(m, name)
        matrix = (matrix.toarray() if sparse and matrix.ndim == 2 else matrix).reshape(18, -1)
        for label, line, values in zip(m.labels(name)[0], lines, matrix, strict=True):
            first, *cells = line.split()
            assert first == label
            np.testing.assert_allclose([float(c) if c != "." else 0.0 for c in cells], values, atol=1e-13)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("width", "height"), [(120, 24), (60, 7), (30, 3)])
def test_large_matrices_are_shown_by_their_corners(sparse, width, height):
    mechanism = bo.models.random_tree(12, 1, ("free", "gimbal"))
    m = bo.dynamics.matrices(mechanism, *bo.models.random_state(mechanism, 1), sparse=sparse)
    for name in set(NAMES) - {"G", "g"}:  # (a tree has no loops)
        _, *lines = m.show(name, width=width, height=height).splitlines()
        rows, columns = m.labels(name)
        assert max(map(len, lines)) <= width
        assert len(lines) == height + 2  # labels, and a line for what is left out
        assert rows[0] in lines[1]
        assert rows[-1] in lines[-1]
        if columns:
            assert columns[0] in lines[0]


def test_repr_lists_every_matrix_with_its_size():
    m = bo.dynamics.matrices(arm(), arm().neutral())
    first, *lines = repr(m).splitlines()
    assert "'arm'" in first
    assert [line.split()[0] for line in lines] == list(NAMES)
    for name, line in zip(NAMES, lines, strict=True):
        assert " x ".join(map(str, getattr(m, name).shape)) in line


def test_matrices_cannot_be_changed():
    """So that T, B and M*, which are made later, go with the others."""
    m = bo.dynamics.matrices(arm(), arm().neutral())
    for name in NAMES:
        with pytest.raises(ValueError, match="read-only"):
            getattr(m, name)[0] = 1.0
    with pytest.raises(AttributeError):
        m.S = m.T
