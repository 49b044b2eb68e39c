"""Shapes of the generated mechanisms."""

import numpy as np
import pytest

import bough as bo
from bough.compiled.tree import compiled
from bough.mechanism.generators import COMMON_KINDS


def children(mechanism):
    """How many bodies have how many children, the ground left out."""
    counts = np.bincount(mechanism.parents[mechanism.parents >= 0], minlength=len(mechanism))
    return {int(k): int((counts == k).sum()) for k in np.unique(counts)}


def depths(mechanism):
    return sorted(len(mechanism.topology.path(i)) for i in range(len(mechanism)))


def test_chain_and_pendulum():
    assert depths(bo.chain(7)) == list(range(1, 8))
    pendulum = bo.pendulum(5)
    assert depths(pendulum) == [1, 2, 3, 4, 5]
    assert [type(body.joint) for body in pendulum.bodies] == [bo.Ball] + 4 * [bo.Revolute]
    assert (pendulum.n, pendulum.n_q) == (7, 8)


def test_star_and_broom():
    assert children(bo.models.star(9)) == {0: 9, 9: 1}
    assert depths(bo.models.star(9)) == [1] + 9 * [2]
    assert children(bo.models.broom(3, 4)) == {0: 3, 1: 9, 3: 1}
    assert depths(bo.models.broom(3, 4)) == sorted([1, *3 * [2, 3, 4, 5]])


def test_binary_tree_and_lattice():
    assert children(bo.models.binary_tree(4)) == {0: 8, 2: 7}
    assert depths(bo.models.binary_tree(4)) == sorted(k for k in range(1, 5) for _ in range(2 ** (k - 1)))
    # shortest paths: a node lies as deep as it is far from the corner
    assert depths(bo.models.lattice(5)) == sorted(row + column + 1 for row in range(5) for column in range(5))


def test_links_hang_in_equilibrium():
    """Every link hangs straight down from its parent's end, so that gravity moves nothing."""
    for mechanism in (bo.chain(4), bo.pendulum(4)):
        assert bo.forward_dynamics(mechanism, mechanism.neutral(), mechanism.velocities()) == pytest.approx(
            0.0, abs=1e-12
        )
    # potential energy of a chain of unit links of unit mass: -g Σ (k - 1/2)
    chain = bo.chain(4)
    assert bo.potential_energy(chain, chain.neutral()) == pytest.approx(-9.81 * 8)


def test_the_joint_can_be_chosen():
    for mechanism in (
        bo.chain(3, bo.Ball()),
        bo.models.star(2, bo.Ball()),
        bo.models.broom(2, 1, bo.Ball()),
        bo.models.binary_tree(2, bo.Ball()),
    ):
        assert {type(body.joint) for body in mechanism.bodies} == {bo.Ball}


def description(mechanism):
    return mechanism.gravity.tolist(), [
        (b.name, b.parent, b.joint, b.at.tolist(), b.rotation.tolist(), repr(b.inertia)) for b in mechanism.bodies
    ]


def test_seeds_reproduce():
    assert description(bo.models.random_tree(20, seed=3)) == description(bo.models.random_tree(20, seed=3))
    assert description(bo.models.random_tree(20, seed=3)) != description(bo.models.random_tree(20, seed=4))
    mechanism = bo.models.random_tree(5, seed=1)
    for first, second in zip(
        bo.models.random_state(mechanism, 7, 3), bo.models.random_state(mechanism, 7, 3), strict=True
    ):
        assert np.array_equal(first, second)


def test_random_trees():
    mechanism = bo.models.random_tree(60, seed=2, roots=4)
    assert (mechanism.parents == -1).sum() == 4
    assert {type(b.joint).__name__.lower() for b in mechanism.bodies} == set(COMMON_KINDS)
    assert mechanism.body_names != tuple(f"body{k + 1}" for k in range(60))  # in random order
    only = bo.models.random_tree(10, joints=("planar", "ball"))
    assert {type(b.joint) for b in only.bodies} == {bo.Planar, bo.Ball}
    # its states are valid ones, and all its equations have a solution
    assert np.isfinite(bo.forward_dynamics(mechanism, *bo.models.random_state(mechanism, 0, 5))).all()


@pytest.mark.slow
def test_a_hundred_thousand_bodies():
    chain = bo.chain(100_000)
    tree = compiled(chain)
    assert (tree.arrays.bodies, tree.arrays.dofs) == (100_000, 100_000)
    assert np.array_equal(tree.arrays.parent, np.arange(-1, 99_999))
    star = bo.models.star(100_000)
    assert compiled(star).mass_entries == 1 + 2 * 100_000


@pytest.mark.parametrize(
    ("make", "culprit"),
    [
        (lambda: bo.chain(0), "chain: bodies"),
        (lambda: bo.chain(2.5), "chain: bodies"),
        (lambda: bo.models.broom(2, 0), "broom: length"),
        (lambda: bo.models.lattice("a"), "lattice: side"),
        (lambda: bo.models.binary_tree(0), "binary_tree: depth"),
        (lambda: bo.models.random_tree(3, joints=("bal",)), "'bal'"),
        (lambda: bo.models.random_tree(3, joints=()), "joint kind"),
    ],
)
def test_bad_numbers(make, culprit):
    with pytest.raises(bo.errors.MechanismError, match=culprit):
        make()
