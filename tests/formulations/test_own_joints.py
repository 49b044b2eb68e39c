"""Joints of the users' own in every form: joints of the catalogue, built again, give the catalogue's numbers."""

from functools import cache

import numpy as np
import pytest
from helpers.forms import is_rare
from helpers.own_joints import INERTIA, PAIRS, carried, chains, state
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.methods import evaluation_of
from bough.arithmetic.width import lane_width
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS

pytestmark = pytest.mark.shared_kernels  # every form and many joints, each for a moment

BY_NUMBERS = ("eigen", "inverse-iterative", "direct-iterative")  # operations depend on numbers
ON_SHARES = ("cholesky", "sparse-lu")  # a library does part of the work
METHODS = [
    (form.name, solver)
    for form in FORMULATIONS.values()
    for solver in form.solvers or (None,)
    if solver not in (*BY_NUMBERS, *ON_SHARES)
]
COUNTED = ("add", "mul", "div", "sqrt", "sincos")
every_pair = pytest.mark.parametrize("name", PAIRS)
W = lane_width()
TURN = Rotation.from_rotvec((0.4, -1.1, 0.7)).as_matrix()


def close(found, expected, tolerance=1e-13):
    assert np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max())


def counted(mechanism, form, solver, q, u):
    """(operations, results) of a form, interpreted: nothing has to be compiled."""
    gives = FORMULATIONS[form].gives
    if gives == DRIVES_AND_REACTIONS:
        evaluation = FORMULATIONS[form].evaluation(compiled(mechanism, False), solver)
        shape = (len(mechanism), 18)
    else:
        evaluation = evaluation_of(mechanism, gives, form, solver)
        shape = (mechanism.n_q * (gives == CANONICAL_RATES) + mechanism.n,)
    return evaluation.counts(q, u, 0.3 * u, out_shape=shape)


def agree(catalogue, own, q, u):
    """All forms that serve one of two mechanisms serve the other, agree on numbers, and cost what their formulas say."""
    own.q0 = dict(zip(own.q_names, q, strict=True))  # where independent accelerations are priced
    served = 0
    for form, solver in METHODS:
        if bo.methods.why_unsupported(own, form, solver) is None:
            served += 1
            assert bo.methods.why_unsupported(catalogue, form, solver) is None
            _, expected = counted(catalogue, form, solver, q, u)
            operations, found = counted(own, form, solver, q, u)
            close(found, expected)
            predicted = bo.methods.operations(own, form, solver).total
            assert {kind: operations[kind] for kind in COUNTED} == {kind: getattr(predicted, kind) for kind in COUNTED}
    return served


# --- trees ------------------------------------------------------------------------------------------------------------


@every_pair
def test_every_form_gives_the_catalogue_s_numbers_at_the_predicted_price(name):
    catalogue, own = map(carried, PAIRS[name])
    assert agree(catalogue, own, *state(catalogue, 3)) >= 9


@cache
def both():
    return chains("screw", "universal", "planar")


def forms_that_give(what):
    """The names of all on trees; what compiles the lanes of rare ones is left to make test-slow."""
    names = [form.name for form in FORMULATIONS.values() if form.gives == what and not form.needs]
    return [pytest.param(name, marks=pytest.mark.slow) if is_rare(name) else name for name in names]


@pytest.mark.parametrize("form", forms_that_give(ACCELERATIONS))
def test_compiled_for_one_state_and_for_lanes(form):
    catalogue, own = both()
    if reason := bo.methods.why_unsupported(own, form):
        pytest.skip(reason)
    q, u = state(catalogue, 5, 2 * W + 1)
    expected = bo.forward_dynamics(catalogue, q, u, 0.3 * u, formulation="separate-bodies")
    close(bo.forward_dynamics(own, q, u, 0.3 * u, formulation=form), expected, 1e-11)
    close(bo.forward_dynamics(own, q[0], u[0], 0.3 * u[0], formulation=form), expected[0], 1e-11)


@pytest.mark.parametrize("form", forms_that_give(CANONICAL_RATES))
def test_momenta_compiled_for_one_state_and_for_lanes(form):
    catalogue, own = both()
    q, u = state(catalogue, 6, 2 * W + 1)
    p = bo.dynamics.momenta(catalogue, q, u)
    close(bo.dynamics.momenta(own, q, u), p)
    expected = np.hstack(bo.dynamics.canonical_rates(catalogue, q, p))
    close(np.hstack(bo.dynamics.canonical_rates(own, q, p, formulation=form)), expected, 1e-11)
    close(np.hstack(bo.dynamics.canonical_rates(own, q[1], p[1], formulation=form)), expected[1], 1e-11)


def test_reactions_and_the_rate_of_the_mass_matrix():
    catalogue, own = both()
    q, u = state(catalogue, 7)
    for found, expected in zip(
        bo.inverse_dynamics(own, q, u, 0.2 * u, reactions=True),
        bo.inverse_dynamics(catalogue, q, u, 0.2 * u, reactions=True),
        strict=True,
    ):
        close(found, expected)
    close(bo.dynamics.mass_matrix_rate(own, q, u), bo.dynamics.mass_matrix_rate(catalogue, q, u))


@every_pair
def test_matrices_of_the_papers(name):
    catalogue, own = map(carried, PAIRS[name])
    q, u = state(catalogue, 8)
    expected, found = bo.dynamics.matrices(catalogue, q, u), bo.dynamics.matrices(own, q, u)
    close(found.A, expected.A)
    close(found.A_dot, expected.A_dot)
    close(np.linalg.matrix_rank(np.hstack((found.Z, expected.Z))), expected.Z.shape[1])  # the same span


# --- the orthogonal basis, as paper C gives it -----------------------------------------------------------------------------


def by_projector(tangent):
    """Independent columns of E - A(AᵀA)⁻¹Aᵀ."""
    whole = np.eye(6) - tangent @ np.linalg.inv(tangent.T @ tangent) @ tangent.T
    u, sizes, _ = np.linalg.svd(whole)
    return u[:, sizes > 0.5]


def by_blocks(tangent):
    """Z = (-(A₁⁻¹)ᵀA₂ᵀ; E), with rows in an order that makes the block A₁ regular."""
    from scipy.linalg import qr

    n = tangent.shape[1]
    order = qr(tangent.T, pivoting=True)[2]
    independent, dependent = tangent[order[:n]], tangent[order[n:]]
    normal = np.empty((6, 6 - n))
    normal[order] = np.vstack((-np.linalg.inv(independent).T @ dependent.T, np.eye(6 - n)))
    return normal


@every_pair
@pytest.mark.parametrize("formula", [by_projector, by_blocks])
def test_z_spans_what_the_formulas_of_the_paper_span(name, formula):
    for joint in PAIRS[name]:
        mechanism = carried(joint)
        found = bo.dynamics.matrices(mechanism, *state(mechanism, 9))
        n = len(joint.u_names)
        tangent, rows = found.A[6:12, 1 : 1 + n], [k for k in range(found.Z.shape[1]) if found.Z[6:12, k].any()]
        normal = found.Z[6:12, rows]
        assert normal.shape == (6, 6 - n)
        assert normal.T @ tangent == pytest.approx(0.0, abs=1e-14)
        both_ways = np.hstack((normal, formula(tangent)))
        assert formula(tangent).T @ tangent == pytest.approx(0.0, abs=1e-13)
        assert np.linalg.matrix_rank(both_ways, tol=1e-12) == 6 - n


# --- loops ------------------------------------------------------------------------------------------------------------------


def closed(joint):
    """Two free bodies, joined."""
    mechanism = bo.Mechanism("closed", gravity=(1.0, -2.0, -9.0))
    for name in ("first", "second"):
        mechanism.add_body(name, "ground", bo.Free(), inertia=INERTIA)
    mechanism.add_loop("loop", "second", "first", joint, other_at=(0.3, -0.2, 0.5), other_rotation=TURN)
    return mechanism


def closed_state(joint, seed):
    """A state of two bodies that a joint holds together, from a tree of them."""
    tree = bo.Mechanism()
    tree.add_body("first", "ground", bo.Free(), inertia=INERTIA)
    tree.add_body("second", "first", joint, (0.3, -0.2, 0.5), TURN, INERTIA)
    q, u = state(tree, seed)
    poses = bo.body_poses(tree, q)
    turns = Rotation.from_matrix(poses[:, :3, :3]).as_quat()[:, (3, 0, 1, 2)]
    return np.hstack((poses[:, :3, 3], turns)).ravel(), bo.body_twists(tree, q, u).ravel()


@every_pair
def test_it_closes_loops_in_every_form_at_the_predicted_price(name):
    catalogue, own = map(closed, PAIRS[name])
    q, u = closed_state(PAIRS[name][0], 1)
    assert agree(catalogue, own, q, u) >= 9


@pytest.mark.slow
def test_loops_compiled_for_lanes_and_their_motion():
    catalogue, own = map(closed, PAIRS["universal"])
    states = [closed_state(PAIRS["universal"][0], seed) for seed in range(2 * W + 1)]
    q, u = (np.array(x) for x in zip(*states, strict=True))
    close(bo.forward_dynamics(own, q, u), bo.forward_dynamics(catalogue, q, u), 1e-12)


# --- constraints --------------------------------------------------------------------------------------------------------------


def on_parabola(s):
    return (s, 0.0, s * s), None


BY_CONSTRAINTS = {
    "ball": (bo.Ball(), bo.CustomConstraint(lambda s, r: s, name="ball")),
    "cylinder": (bo.Cylindrical(), bo.CustomConstraint(lambda s, r: (s[0], s[1], r[0][2], r[1][2]), name="cylinder")),
    "planar": (bo.Planar(), bo.CustomConstraint(lambda s, r: (s[2], r[0][2], r[1][2]), name="planar")),
    "parabola": (
        bo.CustomJoint(on_parabola, {"s": "m"}),
        bo.CustomConstraint(lambda s, r: (s[1], s[2] - s[0] ** 2, r[0][1], r[0][2], r[1][2]), name="parabola"),
    ),
}


@pytest.mark.parametrize("name", BY_CONSTRAINTS)
def test_constraints_give_in_every_form_what_the_pose_gives(name):
    """Z = ∂ξ/∂x of paper C (2.1), against the same motion by its coordinates, in velocities and momenta."""
    by_pose, by_constraints = map(closed, BY_CONSTRAINTS[name])
    q, u = closed_state(BY_CONSTRAINTS[name][0], 2)
    assert agree(by_pose, by_constraints, q, u) >= 9
    expected, found = bo.dynamics.matrices(by_pose, q, u), bo.dynamics.matrices(by_constraints, q, u)
    assert np.linalg.matrix_rank(np.vstack((expected.G, found.G)), tol=1e-10) == len(expected.G)


@pytest.mark.slow
def test_constraints_compiled_for_lanes():
    by_pose, by_constraints = map(closed, BY_CONSTRAINTS["parabola"])
    states = [closed_state(BY_CONSTRAINTS["parabola"][0], seed) for seed in range(2 * W + 1)]
    q, u = (np.array(x) for x in zip(*states, strict=True))
    close(bo.forward_dynamics(by_constraints, q, u), bo.forward_dynamics(by_pose, q, u), 1e-12)
