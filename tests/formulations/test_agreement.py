"""Every form of the equations x every solver x every scalar x random trees: one answer, and it is Pinocchio's."""

from dataclasses import dataclass

import numpy as np
import pytest
from helpers.forms import (
    TURNING,
    every_form_in_lanes,
    geared,
    is_rare,
    serving,
    serving_in_lanes,
)
from helpers.pinocchio_peer import PinocchioPeer
from hypothesis import example, given
from hypothesis import strategies as st

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.entries import FINE, Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS, extended, multipliers
from bough.formulations.reductions import orthogonal
from bough.mechanism.generators import JOINT_KINDS

pytestmark = pytest.mark.shared_kernels  # every form and solver on random trees, each for a moment

W = lane_width()
EPS = np.finfo(float).eps


@dataclass(frozen=True)
class Case:
    """A random tree under gravity, with or without armature, and 2W + 1 states of it with joint forces and a wrench on every body."""

    bodies: int
    roots: int
    joints: list[str]
    seed: int
    has_armature: bool = False

    def __post_init__(self):
        mechanism = bo.models.random_tree(self.bodies, self.seed, tuple(self.joints), self.roots)
        if self.has_armature:
            mechanism = geared(mechanism, self.seed)
        rng = np.random.default_rng(self.seed)
        q, u = bo.models.random_state(mechanism, self.seed, 2 * W + 1)
        tau, wrenches = rng.normal(size=u.shape), rng.normal(size=(len(q), len(mechanism), 6))
        vars(self).update(mechanism=mechanism, q=q, u=u, tau=tau, wrenches=wrenches)


# a catalogue to draw from at each example: every joint, or those that only turn
some_kinds = st.sampled_from((JOINT_KINDS, TURNING)).flatmap(
    lambda kinds: st.lists(st.sampled_from(kinds), min_size=1, max_size=len(kinds), unique=True)
)
cases = st.builds(Case, st.integers(1, 12), st.integers(1, 3), some_kinds, st.integers(0, 10**6), st.booleans())
# a free body with children of its own stands between two siblings: their constraints are coupled, its children's with none of them
floating_sibling = Case(6, 1, [*JOINT_KINDS[:4], "free", "gimbal", "cylindrical", "universal"], 6)
turning = Case(12, 2, list(TURNING), 8)
geared_sibling = Case(6, 1, [*JOINT_KINDS[:4], "free", "ball", "cylindrical", "universal"], 121, True)


def assert_close(found, expected, tolerance, condition, what=""):
    """Per state, relative to its largest number; no method can do better than rounding times the condition number."""
    assert found.shape == expected.shape
    for x, y, c in zip(found, expected, condition, strict=True):
        scale = np.abs(y).max(initial=0.0)
        assert np.abs(x - y).max(initial=0.0) <= max(tolerance, 4 * EPS * c) * scale, what


def conditions(case):
    return [np.linalg.cond(m) if m.size else 1.0 for m in bo.mass_matrix(case.mechanism, case.q)]


def one_by_one(case, **method):
    """The accelerations of every state, in float64."""
    states = zip(case.q, case.u, case.tau, case.wrenches, strict=True)
    return np.array([bo.forward_dynamics(case.mechanism, q, u, t, wrenches=w, **method) for q, u, t, w in states])


@given(cases)
@example(floating_sibling)
@example(turning)
@example(geared_sibling)
def test_every_form_agrees_with_pinocchio(case):
    peer = PinocchioPeer(case.mechanism)
    expected = np.array([peer.forward_dynamics(*s) for s in zip(case.q, case.u, case.tau, case.wrenches, strict=True)])
    condition = conditions(case)
    for name, solver in serving(case.mechanism):
        assert_close(one_by_one(case, formulation=name, solver=solver), expected, 1e-11, condition, (name, solver))


@given(cases)
@example(floating_sibling)
@example(turning)
def test_every_scalar_agrees(case):
    assert_scalars_agree(case, serving_in_lanes(case.mechanism))


@pytest.mark.slow
@given(cases)
@example(floating_sibling)
@example(turning)
def test_every_scalar_agrees_in_rare_ways(case):
    assert_scalars_agree(case, [way for way in serving(case.mechanism) if is_rare(*way)])


def assert_scalars_agree(case, methods):
    """float64, lanes (fewer than W states, whole groups of W, a rest) and counted numbers."""
    condition = conditions(case)
    for name, solver in methods:
        expected = one_by_one(case, formulation=name, solver=solver)
        for count in (W - 1, 2 * W, 2 * W + 1):
            state = case.q[:count], case.u[:count], case.tau[:count]
            found = bo.forward_dynamics(
                case.mechanism, *state, wrenches=case.wrenches[:count], formulation=name, solver=solver
            )
            assert_close(found, expected[:count], 1e-12, condition[:count], (name, solver, count))
        evaluation = FORMULATIONS[name].evaluation(compiled(case.mechanism), solver)
        # (interpreted, rotations of a large matrix take too long; tests/solvers/test_eigen.py has a small one)
        if isinstance(evaluation, Entry) and solver != "eigen":
            _, found = evaluation.counts(case.q[0], case.u[0], case.tau[0], case.wrenches[0])
            assert_close(found[None], expected[:1], 1e-12, condition[:1], (name, solver, "counted"))


@every_form_in_lanes
def test_threads_and_missing_forces_change_nothing(formulation, solver):
    """Left-out forces are zeros, one state's forces serve a whole batch, and the cut among threads is not seen."""
    mechanism = bo.models.random_tree(6, 5)
    q, u = bo.models.random_state(mechanism, 5, 64 * 3 + 1)
    wrenches = np.random.default_rng(5).normal(size=(len(mechanism), 6))
    found = bo.forward_dynamics(mechanism, q, u, wrenches=wrenches, formulation=formulation, solver=solver, threads=3)
    given_all = {"tau": np.zeros_like(u), "wrenches": np.tile(wrenches, (len(q), 1, 1))}
    expected = bo.forward_dynamics(mechanism, q, u, **given_all, formulation=formulation, solver=solver, threads=1)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())


@given(cases)
@example(floating_sibling)
@example(geared_sibling)
def test_reactions_agree(case):
    """The forms whose unknowns are the joints' reactions find those of the recursion of Newton and Euler."""
    mechanism, q, u, tau, wrenches = case.mechanism, case.q[0], case.u[0], case.tau[0], case.wrenches[0]
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches)
    forces, expected = bo.inverse_dynamics(mechanism, q, u, u_dot, wrenches=wrenches, reactions=True)
    condition = conditions(case)[:1]
    scale = np.abs(expected).max()
    assert np.abs(forces - tau).max(initial=0.0) <= max(1e-12, EPS * condition[0]) * scale

    tree = compiled(mechanism, merge=False)
    found = np.empty((len(mechanism), 6))
    if bo.methods.why_unsupported(mechanism, "multipliers") is None:
        entry = Entry(multipliers.reactions, tree.arrays_for_multipliers, orthogonal.memory(tree))
        assert entry.single(q, u, tau, wrenches, found) == FINE
        assert_close(found[None], expected[None], 1e-11, condition, "multipliers")

    form = FORMULATIONS["extended"]
    entry = Entry(extended.reactions, form.plan(tree)[1], form.rows(tree))
    assert entry.single(q, u, tau, wrenches, found) == FINE
    assert_close(found[None], expected[None], 1e-11, condition, "extended")
    unknowns, rates = form.evaluation(tree, "sparse-lu").solve(q, u, tau, wrenches)
    _, reactions, _ = np.split(unknowns, (6 * len(tree.names), 12 * len(tree.names)))
    assert_close(rates[None], u_dot[None], 1e-11, condition)
    rotations = bo.body_poses(mechanism, q)[tree.topology.order, :3, :3]
    found[tree.topology.order] = np.einsum("bji,bkj->bki", rotations, reactions.reshape(-1, 2, 3)).reshape(-1, 6)
    assert_close(found[None], expected[None], 1e-11, condition, "extended")
