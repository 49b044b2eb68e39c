"""Paper A's numbers: the extended tree, N1, N2, densities, bounds; and what regular numbering promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.mechanism.topology import Topology

# a tree by the parents of its bodies, in any order of the bodies, and their joints' DoFs
trees = st.integers(1, 40).flatmap(
    lambda n: st.tuples(
        st.tuples(*(st.integers(-1, k - 1) for k in range(n))),
        st.permutations(range(n)),
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
    )
)


def shuffled(tree):
    parents, place, dofs = tree
    moved = np.empty(len(parents), int)
    for k, p in enumerate(parents):
        moved[place[k]] = place[p] if p >= 0 else -1
    return Topology.of(moved, np.array(dofs), [f"b{k}" for k in range(len(parents))]), moved


def work(topology):
    """Operations of a factorisation."""
    return topology.N1 + 2 * topology.N2


def test_extended_tree_of_tree_1():
    parent = np.array((0, 1, 2, 2, 3, 4, 4)) - 1  # the paper counts from 1, the ground is 0
    tree_1 = Topology(np.arange(7), parent, np.array((1, 1, 2, 1, 1, 2, 1)), tuple("1234567"))
    assert (tree_1.extended_parent + 1).tolist() == [0, 1, 2, 3, 2, 4, 5, 7, 5]
    # step k = 9 computes 4 elements and changes 6
    assert tree_1.depth[8] == 4
    assert tree_1.depth[8] * (tree_1.depth[8] - 1) // 2 == 6
    assert tree_1.path(6) == [0, 1, 3, 6]
    assert tree_1.children(3).tolist() == [5, 6]


@pytest.mark.parametrize("m", [1, 2, 3, 8, 20])
def test_table_2(m):
    chain, lattice = bo.chain(m).topology, bo.models.lattice(m).topology
    assert (chain.n, chain.N1, chain.N2) == (m, (m**2 - m) // 2, (m**3 - m) // 6)
    assert (lattice.n, lattice.N1, lattice.N2) == (m**2, m**3 - m**2, (7 * m**4 - 6 * m**3 - m**2) // 12)
    if m <= 8:
        tree = bo.models.binary_tree(m).topology
        assert (tree.n, tree.N1) == (2**m - 1, sum(i * 2**i for i in range(1, m)))
        assert sum(i * (i + 1) * 2 ** (i - 1) for i in range(1, m)) == tree.N2


@pytest.mark.parametrize(
    ("mechanism", "n", "gain"),
    [
        (bo.models.binary_tree(4), 15, 7.75),
        (bo.models.binary_tree(8), 255, 434),
        (bo.models.lattice(4), 16, 5.29),
        (bo.models.lattice(16), 256, 73.9),
    ],
    ids=["binary 15", "binary 255", "lattice 16", "lattice 256"],
)
def test_printed_gains_over_dense(mechanism, n, gain):
    assert mechanism.topology.n == n
    assert f"{work(bo.chain(n).topology) / work(mechanism.topology):.3g}" == f"{gain:.3g}"


def test_printed_densities():
    assert round(bo.models.binary_tree(4).topology.density, 2) == 0.37
    assert round(bo.models.lattice(4).topology.density, 2) == 0.44


@given(trees)
def test_bounds_of_paper_a(tree):
    topology, _ = shuffled(tree)
    n, d = topology.n, topology.depth.max(initial=1)
    assert 0 <= topology.N1 <= (n**2 - n) // 2  # (10)
    assert 0 <= topology.N2 <= (n**3 - n) // 6  # (11)
    assert 0 <= topology.N1 <= n * (d - 1)  # (12)
    assert 0 <= topology.N2 <= n * d * (d - 1) // 2  # (13)


@given(trees)
def test_numbering_is_regular_and_by_depth_first(tree):
    topology, parents = shuffled(tree)
    parent, order = topology.parent.tolist(), topology.order.tolist()
    assert sorted(order) == list(range(len(parents)))
    for i, p in enumerate(parent):
        assert p < i
        assert topology.names[i] == f"b{order[i]}"
        assert parents[order[i]] == (order[p] if p >= 0 else -1)
        # depth first: a body hangs on the body before it, or on one of that one's ancestors
        assert i == 0 or p == -1 or p in topology.path(i - 1)


@given(trees)
def test_extended_tree_is_a_chain_per_joint(tree):
    topology, _ = shuffled(tree)
    start = topology.dof_start
    for i in range(topology.bodies):
        dofs = list(range(start[i], start[i + 1]))
        above = [d for j in topology.path(i)[:-1] for d in range(start[j], start[j + 1])]
        for k, d in enumerate(dofs):
            assert topology.extended_parent[d] == (dofs[k - 1] if k else above[-1] if above else -1)
            assert topology.depth[d] == len(above) + k + 1


def test_non_zeros_of_the_mass_matrix_are_those_of_the_topology():
    mechanism = bo.models.random_tree(12, seed=4)
    matrix = bo.mass_matrix(mechanism, bo.models.random_state(mechanism, 0)[0])
    topology = mechanism.topology
    related = np.zeros((topology.n, topology.n), bool)
    for d in range(topology.n):
        j = d
        while j >= 0:
            related[d, j] = related[j, d] = True
            j = topology.extended_parent[j]
    start = np.cumsum([0, *(len(b.joint.u_names) for b in mechanism.bodies)])
    user = np.concatenate([np.arange(start[k], start[k + 1]) for k in topology.order])
    assert not matrix[np.ix_(user, user)][~related].any()
    assert related.sum() == topology.n + 2 * topology.N1


def test_deep_trees_do_not_recurse():
    parents = np.append(np.arange(1, 100_000), -1)  # a chain described from its tip
    topology = Topology.of(parents, np.ones(100_000, int), [""] * 100_000)
    assert topology.depth.tolist() == list(range(1, 100_001))
