"""Paper A: the patterns of Tree-1, and its tables 1 and 2 from the operations that the kernels themselves count."""

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.counted import counting
from bough.compiled.entries import counted_array
from bough.compiled.tree import compiled
from bough.papers.factorisation import SHAPES, counted_steps, packed_matrix, printed_sums, unpacked
from bough.papers.paper_a import PRINTED_RATIOS, PRINTED_STEPS, SOLVERS
from bough.papers.tree_1 import PAPER_DOFS, PAPER_PARENT, paths, tree_1
from bough.solvers import udu


def test_mass_matrix_of_tree_1_has_the_printed_pattern():
    mechanism = tree_1()
    q, _ = bo.models.random_state(mechanism, 3)
    order = [mechanism.u_names.index(name) for name in PAPER_DOFS]
    matrix = bo.mass_matrix(mechanism, q)[np.ix_(order, order)]
    path = paths(PAPER_PARENT)
    expected = [[i in path[j] or j in path[i] for j in range(1, 10)] for i in range(1, 10)]
    assert ((matrix != 0.0) == expected).all()
    # (5): rows 1 and 2 full, then 5, 5, 6, 5, 5, 5, 4 non-zeros
    assert (matrix != 0.0).sum(axis=1).tolist() == [9, 9, 5, 5, 6, 5, 5, 5, 4]


def test_first_step_on_tree_1_computes_four_elements_and_changes_six():
    path = paths(PAPER_PARENT)
    first = np.concatenate(([0], np.cumsum([len(path[k]) for k in range(1, 10)])))
    before = np.array(PAPER_PARENT) - 1
    rows = packed_matrix(first)
    with counting() as all_nine:
        udu.factorise(first, before, 9, counted_array(rows))
    with counting() as first_eight:
        udu.factorise(first, before, 8, counted_array(rows))
    assert first[9] - first[8] == 4  # M99, M59, M29, M19 are computed
    assert all_nine["div"] - first_eight["div"] == 3  # … three of them by a division
    assert all_nine["mul"] - first_eight["mul"] == 6  # M55, M25, M22, M15, M12, M11 change


SIZES = [
    ("chain", 1),
    ("chain", 2),
    ("chain", 9),
    ("binary tree", 1),
    ("binary tree", 4),
    ("binary tree", 6),
    ("lattice", 2),
    ("lattice", 5),
]


@pytest.mark.parametrize(("shape", "m"), SIZES)
@pytest.mark.parametrize("algorithm", SOLVERS)
def test_tables_1_and_2_equal_the_counts_of_the_kernels(shape, m, algorithm):
    sums = printed_sums(shape, m)
    tree = compiled(SHAPES[shape](m)).arrays
    x = np.random.default_rng(0).standard_normal((sums.n, 1))
    steps, y = counted_steps(tree, SOLVERS[algorithm], x)
    for step, counts in steps.items():
        roots, divisions, pairs = PRINTED_STEPS[algorithm, step][1](sums)
        expected = {"sqrt": roots, "div": divisions, "mul": pairs, "add": pairs}
        assert dict(counts) == {kind: count for kind, count in expected.items() if count}
    # and they do solve the system
    full = unpacked(packed_matrix(tree.row_at), tree.row_at, tree.dof_parent)
    assert np.allclose(full @ y, x, rtol=0, atol=1e-12 * sums.n)


@pytest.mark.parametrize(("case", "printed"), PRINTED_RATIOS.items(), ids=str)
def test_printed_ratios_and_densities(case, printed):
    shape, m = case
    ratio, density, _ = printed
    sums, topology = printed_sums(shape, m), SHAPES[shape](m).topology
    assert (topology.n, topology.N1, topology.N2) == sums
    assert sums.ratio == pytest.approx(ratio, rel=2e-3)
    if density:
        assert topology.density == sums.density == pytest.approx(density, abs=5e-3)


def test_the_printed_numbers_are_those_of_the_paper():
    assert [printed[0] for printed in PRINTED_RATIOS.values()] == [7.75, 434, 5.29, 73.9]
    assert [printed[1] for printed in PRINTED_RATIOS.values()] == [0.37, None, 0.44, None]
