"""Closing loops by the factors of the mass matrix, interpreted: each step against dense matrices."""

import numpy as np
import pytest

import bough as bo
from bough.compiled.tree import compiled
from bough.formulations.reductions.tangent import mass_rows, memory, unpack
from bough.passes.arrays import WORK_SHAPES, Work
from bough.passes.closing import factorise_schur, fill_schur, halve, scale_pivots, spread, substitute
from bough.passes.loops import rows_by_dof, survey_loops
from bough.passes.sweep import place
from bough.solvers import udu


def machine(seed):
    """A random tree with loops from body to body and to the ground; some share DoFs with others, some do not."""
    rng = np.random.default_rng(seed)
    mechanism = bo.models.random_tree(14, seed)
    names = (*mechanism.body_names, "ground")
    for k in range(5):
        body, other = rng.choice(14, 2, replace=False)
        joint = bo.Ball() if k % 2 else bo.Prismatic()
        mechanism.add_loop(f"loop {k}", names[body], names[other] if k < 4 else "ground", joint, at=rng.random(3))
    return mechanism


def trunk():
    """Two arms of three hinges on one hinge, each with its hand held: their loops share one DoF, that of the trunk."""
    mechanism = bo.Mechanism("trunk")
    bar = bo.Inertia.rod(0.4, mass=1.0, radius=0.05, axis="x", center=(0.2, 0, 0))
    mechanism.add_body("trunk", "ground", bo.Revolute("z"), inertia=bar)
    for side, y in (("left", 0.2), ("right", -0.3)):
        parent, at = "trunk", (0.1, y, 0.0)
        for k, axis in enumerate("yzx"):
            name = f"{side} {k}"
            mechanism.add_body(name, parent, bo.Revolute(axis), at=at, inertia=bar)
            parent, at = name, (0.4, 0.1, 0.0)
        mechanism.add_loop(side, parent, "ground", bo.Ball(), at=(0.2, y, 0.1), other_at=(1.0, y, 0.2))
    return mechanism


@pytest.mark.parametrize("seed", [*range(5), None])
def test_multipliers_and_motion_are_those_of_dense_matrices(seed):
    mechanism = trunk() if seed is None else machine(seed)
    seed = seed or 0
    tree = compiled(mechanism)
    arrays, rows = tree.arrays, memory(tree) | tree.closing_memory()
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    q, u = bo.models.random_state(mechanism, seed)
    for i in range(arrays.bodies):
        place(arrays, i, q, work)
    mass_rows(arrays, work)
    in_user_order = np.zeros((arrays.dofs, arrays.dofs))
    unpack(arrays, work, in_user_order)
    mass = in_user_order[np.ix_(arrays.dof_user, arrays.dof_user)]
    udu.factorise(arrays.row_at, arrays.dof_parent, arrays.dofs, work.rows)
    survey_loops(arrays, q, u, work)
    constraints = rows_by_dof(arrays, work)
    count = len(constraints)

    scale_pivots(arrays, work, 1.0)
    halve(arrays, work, 1.0)
    fill_schur(arrays, work)
    expected = constraints @ np.linalg.solve(mass, constraints.T)
    assert work.schur[:, 0] == pytest.approx(expected[np.triu_indices(count)], abs=1e-12 * abs(expected).max())

    right = np.random.default_rng(seed).standard_normal(count)
    work.multiplier[:, 0] = right
    factorise_schur(arrays, work)
    substitute(count, work.schur, work.multiplier)
    chosen = work.chosen[:count, 0] > 0.0
    assert np.linalg.matrix_rank(constraints[chosen], tol=1e-9) == chosen.sum() == np.linalg.matrix_rank(constraints)
    found = work.multiplier[:, 0]
    assert not found[~chosen].any()
    assert expected[np.ix_(chosen, chosen)] @ found[chosen] == pytest.approx(right[chosen], abs=1e-7)

    spread(arrays, work, 1.0)
    motion = np.linalg.solve(mass, constraints.T @ found)
    assert work.scattered[:, 0] == pytest.approx(motion, abs=1e-9 * abs(motion).max())


def test_loops_that_share_one_dof_meet_in_a_stretch_of_one():
    tree = compiled(trunk()).arrays
    met = [tree.stretch_length[s] for s in range(tree.stretches) if tree.stretch_at[s + 1] - tree.stretch_at[s] == 2]
    assert met == [1]


@pytest.mark.parametrize("seed", range(5))
def test_stretches_cover_the_dofs_of_every_loop_once(seed):
    tree = compiled(machine(seed)).arrays
    covered = [[] for _ in range(tree.loops)]
    for s in range(tree.stretches):
        members = range(tree.stretch_at[s], tree.stretch_at[s + 1])
        loops, dofs = [tree.stretch_loop[a] for a in members], set()
        for k, a in zip(loops, members, strict=True):
            start = tree.loop_dof_at[k] + tree.stretch_half[a] - tree.loop_half_at[k]
            stretch = tree.loop_dofs[start : start + tree.stretch_length[s]].tolist()
            covered[k] += stretch
            dofs.add(tuple(stretch))
        assert loops == sorted(set(loops))
        assert len(dofs) == 1
    for k in range(tree.loops):
        assert sorted(covered[k]) == sorted(tree.loop_dofs[tree.loop_dof_at[k] : tree.loop_dof_at[k + 1]])
