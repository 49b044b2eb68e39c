"""Paper A: the patterns of Tree-1, and its tables 1 and 2 from the operations that the kernels themselves count."""

import numpy as np
import pytest

import bough as bo
from bough.kernels.counted import counting
from bough.solvers import udu, uu
from bough.tree.compile import compiled
from bough.tree.entries import counted_array

HINGE, CARDAN = bo.Revolute((0, 1, 0)), bo.Universal()


def tree_1():
    """Seven bodies, p = (0, 1, 2, 2, 3, 4, 4); joints 3 and 6 with two DoF."""
    mechanism = bo.Mechanism("Tree-1")
    link = bo.Inertia.box((0.2, 0.3, 1.0), 1.0, center=(0.1, 0.2, -0.5))
    for body, parent in enumerate((0, 1, 2, 2, 3, 4, 4), start=1):
        joint = CARDAN if body in (3, 6) else HINGE
        mechanism.add_body(f"{body}", f"{parent}" if parent else "ground", joint, (0.1, 0.2, -1.0), inertia=link)
    return mechanism


# the paper numbers the bodies breadth first; the rows of its matrices as DoFs of those bodies
PAPER_DOFS = ["1", "2", "3.turn1", "3.turn2", "4", "5", "6.turn1", "6.turn2", "7"]
PAPER_PARENT = [0, 1, 2, 3, 2, 4, 5, 7, 5]


def paths(parent):
    """P_i of the extended tree, 1-based as printed."""
    found = {0: set()}
    for k, p in enumerate(parent, start=1):
        found[k] = found[p] | {k}
    return found


def test_mass_matrix_of_tree_1_has_the_printed_pattern():
    mechanism = tree_1()
    q, _ = bo.random_state(mechanism, 3)
    order = [mechanism.u_names.index(name) for name in PAPER_DOFS]
    matrix = bo.mass_matrix(mechanism, q)[np.ix_(order, order)]
    path = paths(PAPER_PARENT)
    expected = [[i in path[j] or j in path[i] for j in range(1, 10)] for i in range(1, 10)]
    assert ((matrix != 0.0) == expected).all()
    # (5): rows 1 and 2 full, then 5, 5, 6, 5, 5, 5, 4 non-zeros
    assert (matrix != 0.0).sum(axis=1).tolist() == [9, 9, 5, 5, 6, 5, 5, 5, 4]


def packed(parent):
    """(first, before) of the packed rows of an extended parent array, 1-based with 0 for the ground."""
    path = paths(parent)
    lengths = [len(path[k]) for k in range(1, len(parent) + 1)]
    return np.concatenate(([0], np.cumsum(lengths))), np.array(parent) - 1


def test_first_step_on_tree_1_computes_four_elements_and_changes_six():
    first, before = packed(PAPER_PARENT)
    rng = np.random.default_rng(1)
    rows = rng.uniform(0.1, 1.0, (first[-1], 1))
    rows[first[:-1]] += 10.0
    with counting() as all_nine:
        udu.factorise(first, before, 9, counted_array(rows))
    with counting() as first_eight:
        udu.factorise(first, before, 8, counted_array(rows))
    assert first[9] - first[8] == 4  # M99, M59, M29, M19 are computed
    assert all_nine["div"] - first_eight["div"] == 3  # … three of them by a division
    assert all_nine["mul"] - first_eight["mul"] == 6  # M55, M25, M22, M15, M12, M11 change


def formulas(shape, m):
    """(n, N1, N2) of table 2."""
    if shape == "chain":
        return m, (m * m - m) // 2, (m**3 - m) // 6
    if shape == "binary":
        return 2**m - 1, sum(i * 2**i for i in range(1, m)), sum(i * (i + 1) * 2 ** (i - 1) for i in range(1, m))
    return m * m, m**3 - m**2, (7 * m**4 - 6 * m**3 - m**2) // 12


GENERATORS = {"chain": bo.chain, "binary": bo.binary_tree, "lattice": bo.lattice}
SIZES = [
    ("chain", 1),
    ("chain", 2),
    ("chain", 9),
    ("binary", 1),
    ("binary", 4),
    ("binary", 6),
    ("lattice", 2),
    ("lattice", 5),
]


@pytest.mark.parametrize(("shape", "m"), SIZES)
@pytest.mark.parametrize("solver", [udu, uu])
def test_tables_1_and_2_equal_the_counts_of_the_kernels(shape, m, solver):
    mechanism = GENERATORS[shape](m)
    n, n1, n2 = formulas(shape, m)
    tree = compiled(mechanism).arrays
    first, before = tree.row_at, tree.dof_parent
    rng = np.random.default_rng(0)
    rows = rng.uniform(-1.0, 1.0, (first[-1], 1))
    rows[first[:-1]] += 2.0 * n
    x = rng.standard_normal((n, 1))
    counted, y, line = counted_array(rows), counted_array(x), counted_array(np.zeros((n, 1)))
    with counting() as factorisation:
        solver.factorise(first, before, n, counted)
    with counting() as substitution:
        solver.substitute_inward(first, tree.level, tree.cousin, n, counted, y, line)
        solver.substitute_outward(first, tree.level, n, counted, y, line)
    roots = n if solver is uu else 0
    assert dict(factorisation) == {k: v for k, v in {"div": n1, "mul": n2, "add": n2, "sqrt": roots}.items() if v}
    assert dict(substitution) == {k: v for k, v in {"div": n + roots, "mul": 2 * n1, "add": 2 * n1}.items() if v}
    # and they do solve the system
    full = np.zeros((n, n))
    for k in range(n):
        j = k
        for a in range(first[k], first[k + 1]):
            full[k, j] = full[j, k] = rows[a, 0]
            j = before[j]
    assert np.allclose(full @ y.astype(float), x, rtol=0, atol=1e-12 * n)


@pytest.mark.parametrize(
    ("shape", "m", "ratio"), [("binary", 4, 7.75), ("binary", 8, 434), ("lattice", 4, 5.29), ("lattice", 16, 73.9)]
)
def test_printed_ratios_of_dense_to_sparse_work(shape, m, ratio):
    n, n1, n2 = formulas(shape, m)
    topology = GENERATORS[shape](m).topology
    assert (topology.n, topology.N1, topology.N2) == (n, n1, n2)
    _, dense1, dense2 = formulas("chain", n)
    assert (dense1 + 2 * dense2) / (n1 + 2 * n2) == pytest.approx(ratio, rel=2e-3)


@pytest.mark.parametrize(("shape", "m", "density"), [("binary", 4, 0.37), ("lattice", 4, 0.44)])
def test_printed_densities(shape, m, density):
    assert GENERATORS[shape](m).topology.density == pytest.approx(density, abs=5e-3)
