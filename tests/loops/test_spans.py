"""Loops closed body by body, interpreted, against dense matrices: loops that nest, cross, and end at the ground."""

import numpy as np
import pytest

import bough as bo
from bough.compiled.entries import NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.passes.arrays import WORK_SHAPES, Work


def machine(seed):
    rng = np.random.default_rng(seed)
    mechanism = bo.models.random_tree(14, seed, joints=("ball", "cylindrical", "universal"))
    for k in range(5):
        body, other = (mechanism.body_names[b] for b in rng.choice(14, 2, replace=False))
        mechanism.add_loop(f"loop {k}", body, "ground" if k == 4 else other, bo.Ball(), at=rng.random(3))
    return mechanism


@pytest.mark.parametrize("seed", [0, 3, 4, 9, 10, 15])
def test_accelerations_are_those_of_dense_matrices(seed):
    mechanism = machine(seed)
    q, u = bo.models.random_state(mechanism, seed)
    m, tau = bo.dynamics.matrices(mechanism, q, u), np.random.default_rng(seed).standard_normal(mechanism.n)
    assert np.linalg.matrix_rank(m.G) == len(m.G)
    evaluation = FORMULATIONS["separate-bodies"].evaluation(compiled(mechanism), None)
    shapes = {name: (evaluation.rows.get(name, 0), width) for name, (_, width) in WORK_SHAPES.items()}
    found = np.zeros(mechanism.n)
    work = Work(**{name: np.zeros(shape) for name, shape in shapes.items()})
    assert evaluation.core(evaluation.tree, work, q, u, tau, NO_WRENCHES, found)
    expected = FORMULATIONS["independent"].in_numpy(m, tau)
    assert found == pytest.approx(expected, abs=1e-9 * abs(expected).max())
