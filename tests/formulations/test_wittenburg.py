"""Augmented bodies against the paper's double sum over bodies, written out from poses; and what they cost.

Kernels run interpreted here.
"""

from itertools import pairwise

import numpy as np
import pytest

import bough as bo
from bough.compiled.entries import NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import composite_bodies, wittenburg
from bough.mechanism.generators import JOINT_KINDS
from bough.passes.arrays import WORK_SHAPES, Work
from bough.passes.sweep import pose

TURNING = ("revolute", "universal", "gimbal", "ball")
ALL = tuple(kind for kind in JOINT_KINDS if kind != "fixed")


def coupling(r, b):
    """(r·b) E - b rᵀ."""
    return (r @ b) * np.eye(3) - np.outer(b, r)


class DoubleSum:
    """Paper B (2) and (4), term by term, from poses, inertias and the mechanism's own shape; bodies in the user's order.

    A slide d of joint j moves all bodies beyond j along k_d. Kinetic energy couples it with the spin of body a by k_d ·
    (p × β_a) if a is beyond j, by k_d · (p × m*_j r) if r leads from a to the next body toward j; and with another slide
    by k_d · k_e times the mass that the outer one carries.
    """

    def __init__(self, mechanism, q):
        names = mechanism.body_names
        poses = bo.body_poses(mechanism, q)
        turns, origins = poses[:, :3, :3], poses[:, :3, 3]
        self.parent = [names.index(b.parent) if b.parent != "ground" else -1 for b in mechanism.bodies]
        self.path = [self._path_to(k) for k in range(len(names))]  # from the body to the ground
        self.beyond = [[b for b in range(len(names)) if k in self.path[b]] for k in range(len(names))]
        self.hanging = hanging = [
            sum(mechanism.bodies[b].inertia.mass for b in self.beyond[k]) for k in range(len(names))
        ]
        self.beta = np.zeros((len(names), 3))
        self.K = np.zeros((len(names), len(names), 3, 3))
        for k, body in enumerate(mechanism.bodies):
            center = turns[k] @ body.inertia.center
            self.beta[k] = body.inertia.mass * center
            self.K[k, k] = turns[k] @ body.inertia.tensor @ turns[k].T
            self.K[k, k] += body.inertia.mass * coupling(center, center)
            for c in self._children(k):
                r = origins[c] - origins[k]
                self.beta[k] += hanging[c] * r
                self.K[k, k] += hanging[c] * coupling(r, r)
        for b, path in enumerate(self.path):
            for c, a in pairwise(path):
                self.K[a, b] = coupling(origins[c] - origins[a], self.beta[b])
                self.K[b, a] = self.K[a, b].T
        # axes: how a joint's own velocity turns its body, and moves its origin
        twists = bo.body_twists(mechanism, np.tile(q, (mechanism.n, 1)), np.eye(mechanism.n))
        spins = np.einsum("bij,nbj->nbi", turns, twists[:, :, 3:])
        self.joint = np.repeat(np.arange(len(names)), [len(b.joint.u_names) for b in mechanism.bodies])
        self.k = np.einsum("bij,nbj->nbi", turns, twists[:, :, :3])[np.arange(mechanism.n), self.joint]
        self.pT = np.zeros((mechanism.n, len(names), 3))
        for d, j in enumerate(self.joint):
            self.pT[d, self.beyond[j]] = spins[d, j]
        self.arms = np.zeros((len(names), len(names), 3))  # of slides of a joint, by the body that turns
        for j, path in enumerate(self.path):
            self.arms[j, self.beyond[j]] = self.beta[self.beyond[j]]
            for c, a in pairwise(path):
                self.arms[j, a] = hanging[j] * (origins[c] - origins[a])

    def _path_to(self, k):
        path = [k]
        while self.parent[path[-1]] >= 0:
            path.append(self.parent[path[-1]])
        return path

    def _children(self, k):
        return [c for c, p in enumerate(self.parent) if p == k]

    def mass_matrix(self):
        turning = np.einsum("dai,abij,ebj->de", self.pT, self.K, self.pT)
        mixed = np.einsum("di,edi->de", self.k, np.cross(self.pT[:, None], self.arms[self.joint]).sum(axis=2))
        carried = np.array([[self._carried(i, j) for j in self.joint] for i in self.joint])
        return turning + mixed + mixed.T + carried * (self.k @ self.k.T)

    def _carried(self, i, j):
        """Mass beyond both joints."""
        return self.hanging[i] if j in self.path[i] else self.hanging[j] if i in self.path[j] else 0.0

    def summed(self, k):
        """(B, G) of all from body k outward."""
        beyond = self.beyond[k]
        return self.beta[beyond].sum(axis=0), self.K[np.ix_(beyond, beyond)].sum(axis=(0, 1))


def unpacked(row):
    """Mass times centre and the full tensor of nine numbers."""
    return row[:3], row[3:][[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("joints", [TURNING, ALL], ids=["turning", "all"])
@pytest.mark.parametrize(("bodies", "seed", "roots"), [(1, 0, 1), (7, 1, 1), (9, 2, 3), (12, 3, 2)])
def test_augmented_bodies_and_their_sums_are_those_of_the_paper(bodies, seed, roots, joints):
    mechanism = bo.models.random_tree(bodies, seed, joints, roots)
    q, u = bo.models.random_state(mechanism, seed)
    oracle = DoubleSum(mechanism, q)
    close(oracle.mass_matrix(), bo.mass_matrix(mechanism, q))  # the paper's matrix is that of composite bodies

    compiled_tree = compiled(mechanism)
    entry = wittenburg.FORMULATION.evaluation(compiled_tree, "udu")
    tree = entry.tree
    work = Work(**{name: np.zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    row_of = {mechanism.body_names.index(name): i for i, name in enumerate(compiled_tree.names)}
    for i in range(tree.bodies):
        pose(tree, i, q, work)
        wittenburg.augment(tree, i, work)
    for k, i in row_of.items():
        if tree.sliding[tree.parent == i].any():
            continue  # what slides on it is not part of it
        beta, tensor = unpacked(work.inertia[i])
        close(beta, oracle.beta[k])
        close(tensor, oracle.K[k, k])

    wittenburg.assemble(tree, work, q, u, u, NO_WRENCHES)
    for k, i in row_of.items():
        for found, expected in zip(unpacked(work.inertia[i]), oracle.summed(k), strict=True):
            close(found, expected)


def test_bodies_that_are_fixed_together_are_one():
    """The double sum over all bodies, fixed ones too, against the matrix of the merged ones."""
    mechanism = bo.models.random_tree(12, 4, (*ALL, "fixed"), 2)
    assert mechanism.has_fixed_joints
    q, u = bo.models.random_state(mechanism, 4)
    n = mechanism.n
    system = wittenburg.FORMULATION.evaluation(compiled(mechanism), "cholesky").system
    _, table = system.counts(q, u, u, out_shape=(n, n + 2))
    close(table[:, :n], DoubleSum(mechanism, q).mass_matrix())


def operations(form, mechanism):
    """Of the matrix and the right-hand side."""
    q, u = bo.models.random_state(mechanism)
    shape = (mechanism.n, mechanism.n + 2)
    counted, _ = form.FORMULATION.evaluation(compiled(mechanism), "cholesky").system.counts(q, u, u, out_shape=shape)
    return sum(counted.values()) - counted["sincos"]


def test_an_entry_of_the_matrix_costs_seventeen_operations():
    """A scalar product and a step of the walk, however long the path is; all else is linear in the bodies."""
    costs = np.array([operations(wittenburg, bo.chain(n)) for n in range(3, 8)])
    assert np.diff(costs, 2).tolist() == [17, 17, 17]


def floating(hinges):
    """A chain of hinges on a free base."""
    mechanism = bo.Mechanism("floating chain")
    mechanism.add_body("base", "ground", bo.Free(), inertia=bo.Inertia.sphere(0.1, 1.0))
    for k in range(hinges):
        parent = f"link{k - 1}" if k else "base"
        mechanism.add_body(f"link{k}", parent, bo.Revolute(), (0, 0, 1), inertia=bo.Inertia(1.0))
    return mechanism


def test_a_slide_leaves_constants_to_the_joints_that_turn():
    """Joints that turn cost the same on a free base as on the ground, but for their couplings with it."""
    # the step to the base (12) and its six DoFs (scalar products of six numbers)
    linear = operations(wittenburg, bo.chain(6)) - operations(wittenburg, bo.chain(5)) - 17 * 6
    on_base = [operations(wittenburg, floating(n)) for n in (5, 6)]
    assert on_base[1] - on_base[0] == linear + 17 * 6 + 12 + 6 * 11


@pytest.mark.parametrize(
    "mechanism",
    [bo.chain(6), bo.models.binary_tree(3), bo.pendulum(), bo.models.star(4), floating(1)],
    ids=lambda m: m.name,
)
def test_fewer_operations_than_composite_bodies(mechanism):
    assert operations(wittenburg, mechanism) < operations(composite_bodies, mechanism)
