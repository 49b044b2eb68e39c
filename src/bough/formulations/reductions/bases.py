"""What sparse systems share: bases in which pivots are safe, and the constraints of loops among their rows.

The columns of a gimbal's A become dependent at its lock. Its angular accelerations A u̇ do not: a gimbal without armature
has these as its unknowns, along the ground's axes, and τ as the wrench A(AᵀA)⁻¹τ. In work.columns its basis is the unit
axes, and u̇ = (AᵀA)⁻¹Aᵀ(A u̇) comes last. One with armature, which needs u̇, keeps its columns.

The rows of a loop's constraints are eliminated as soon as all joints on its two paths are. Nothing that moves its gap
remains then. And of constraints that depend on each other, the last one in this order is one of a loop: those of the
tree's joints are independent, and only joints on the paths of loops can depend on them.
"""

from __future__ import annotations

import numpy as np

from bough.arithmetic.scalar import get, is_above, is_finite, kernel, load, put, zero_of
from bough.arithmetic.spatial import add_cross, dot, load3, set_angular, sub
from bough.arithmetic.tally import ADD, ADD_CROSS, CROSS, DOT, PRODUCT, SUM, TERM, Tally
from bough.formulations.reductions.locks import NEAREST, distance_squared
from bough.mechanism.joints import KINDS
from bough.passes.arrays import Tree
from bough.passes.inverse import pass_inward
from bough.passes.loops import varying
from bough.passes.sweep import place_duals
from bough.passes.switches import LOCKING
from bough.solvers.sparse import enter


def turned_joints(tree: Tree) -> np.ndarray:
    """Whether the unknowns of each joint are along the ground's axes."""
    held = np.zeros(tree.dofs + 1, bool)
    if tree.rotors:
        held[:-1] = tree.armature[:, 0] != 0.0
    return np.array(
        [tree.kind[i] == LOCKING and not held[tree.dof[i] : tree.dof[i + 1]].any() for i in range(tree.bodies)], bool
    )


def halves(tree: Tree) -> np.ndarray:
    """The halves of each column of A that are not zero: 1 for the linear one, 2 for the angular one, 0 for both."""
    letters = "".join(KINDS[code].columns for code in tree.kind[: tree.bodies].tolist())
    return np.array(["sla".index(letter) for letter in letters], np.int64)


def base_tables(tree: Tree) -> dict[str, np.ndarray]:
    """The tables that the kernels below read."""
    return {"sparse_turned": turned_joints(tree), "sparse_half": halves(tree)}


def kept_tables(tree: Tree) -> dict[str, np.ndarray]:
    """The same where all joints keep their columns, as momenta need them."""
    return base_tables(tree) | {"sparse_turned": np.zeros(tree.bodies, bool)}


@kernel
def turn_bases(tree, work, nearest):
    """Unit axes in place of the columns of gimbals, whose duals are kept.

    False if one is at its lock; ``nearest``: the square of the least distance.
    """
    fine = True
    for i in range(tree.bodies):
        if tree.sparse_turned[i]:
            d = tree.dof[i]
            zero = zero_of(load(work.columns, d, 3))
            one = zero + 1.0
            fine = fine and is_above(distance_squared(work, d), nearest, one)
            place_duals(tree, i, work)
            set_angular(work.columns, d, (one, zero, zero))
            set_angular(work.columns, d + 1, (zero, one, zero))
            set_angular(work.columns, d + 2, (zero, zero, one))
    return fine


@kernel
def projected(tree, i, k, work, given):
    """The part of joint forces along column k of joint i's basis."""
    if tree.sparse_turned[i]:
        d = tree.dof[i]
        x = load(work.duals, d, 3 + k) * get(given, tree.dof_user[d])
        x = x + load(work.duals, d + 1, 3 + k) * get(given, tree.dof_user[d + 1])
        return x + load(work.duals, d + 2, 3 + k) * get(given, tree.dof_user[d + 2])
    return get(given, tree.dof_user[tree.dof[i] + k])


@kernel
def enter_projected(tree, work, i, force, moment, at):
    """Entries of a row at joint i: a wrench about the origin of its body, projected on A and Z."""
    for d in range(tree.dof[i], tree.dof[i + 1]):
        enter(tree, work, at, dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment))
        at += 1
    for c in range(tree.normal[i], tree.normal[i + 1]):
        enter(tree, work, at, dot(load3(work.normals, c, 0), force) + dot(load3(work.normals, c, 3), moment))
        at += 1
    return at


@kernel
def enter_given(tree, work, given):
    """Entries of t - AᵀTᵀf, one for each DoF; returns the number of the next one."""
    for i in range(tree.bodies - 1, -1, -1):
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        for k in range(tree.dof[i + 1] - tree.dof[i]):
            d = tree.dof[i] + k
            x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
            enter(tree, work, d, projected(tree, i, k, work, given) - x)
        pass_inward(tree, i, work)
    return tree.dofs


def projected_places(tree: Tree) -> list[np.ndarray]:
    """The six unknowns of each body in the order of ``enter_projected``: those of DoFs, then those of constraints."""
    normal = tree.dofs + tree.normal - tree.normal[0]
    return [np.r_[tree.dof[i] : tree.dof[i + 1], normal[i] : normal[i + 1]] for i in range(tree.bodies)]


@kernel
def are_far(tree, work):
    """Whether gimbals that keep their columns are as far from their locks, or have as much armature, as a mass matrix needs."""
    fine = True
    for i in range(tree.bodies):
        if tree.kind[i] == LOCKING and not tree.sparse_turned[i]:
            d = tree.dof[i]
            apart = distance_squared(work, d)
            if tree.rotors:
                size = load(work.inertia, i, 3) + load(work.inertia, i, 6) + load(work.inertia, i, 8)
                resists = apart * size + (tree.armature[d, 0] + tree.armature[d + 2, 0])
                fine = fine and is_above(resists, NEAREST, size)
            else:
                fine = fine and is_above(apart, NEAREST, zero_of(apart) + 1.0)
    return fine


def are_far_operations(tree: Tree, turned: int) -> Tally:
    """Price of ``are_far``; ``turned``: how many gimbals do not keep their columns."""
    kept = int(np.sum(tree.kind[: tree.bodies] == LOCKING)) - turned
    return kept * (_DISTANCE + (PRODUCT + 3 * SUM if tree.rotors else SUM))


@kernel
def put_rates(tree, work, first, out, at):
    """x from index ``at`` on, from the unknowns of joints, which start at ``first``; False if it is not finite."""
    fine = True
    for i in range(tree.bodies):
        d = tree.dof[i]
        for k in range(tree.dof[i + 1] - d):
            if tree.sparse_turned[i]:
                row = first + d
                turn = load(work.found, row, 0), load(work.found, row + 1, 0), load(work.found, row + 2, 0)
                x = dot(load3(work.duals, d + k, 3), turn)
            else:
                x = load(work.found, first + d + k, 0)
            fine = fine and is_finite(x)
            put(out, at + tree.dof_user[d + k], x)
    return fine


_DISTANCE = CROSS + DOT + PRODUCT


def turned_operations(tree: Tree) -> Tally:
    """Price of ``turn_bases`` and ``projected``."""
    return int(turned_joints(tree).sum()) * (KINDS[LOCKING].prices.duals + 3 * (2 * TERM + PRODUCT) + SUM + _DISTANCE)


def put_rates_operations(tree: Tree) -> Tally:
    """Price of ``put_rates``."""
    return int(turned_joints(tree).sum()) * (3 * DOT)


@kernel
def wrench_about(i, c, point, work):
    """The wrench of constraint c of a loop about the origin of body i."""
    force = varying(point[0], load3(work.normals, c, 0))
    return force, add_cross(load3(work.normals, c, 3), sub(point, load3(work.travel, i, 0)), force)


WRENCH_ABOUT = 2 * ADD + ADD_CROSS


def loop_ends(tree: Tree) -> np.ndarray:
    """The two bodies of each loop, other and body; -1 for the ground."""
    return np.stack((tree.parent[tree.bodies + 1 : tree.bodies + 1 + tree.loops], tree.loop_body), axis=1)


def loops_completed(tree: Tree) -> list[list[int]]:
    """By body: the loops of which it is the first one on their paths, so that it is eliminated last."""
    completed: list[list[int]] = [[] for _ in range(tree.bodies)]
    for k, ends in enumerate(loop_ends(tree).tolist() if tree.loops else ()):
        first, root = tree.bodies, int(tree.loop_root[k])
        for i in ends:
            while i != root:
                first, i = min(first, i), int(tree.parent[i])
        completed[first].append(k)
    return completed
