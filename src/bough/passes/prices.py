"""Prices of the passes in ``passes/sweep.py`` and ``passes/inverse.py``, from the prices that joints declare.

Forces and external wrenches are left out: they cost every form the same. So are the signals of driven joints, which
counting does not see either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    CROSS,
    MULTIPLY,
    NOTHING,
    ROTATE_SYMMETRIC,
    SCALE,
    SUM,
    Tally,
)
from bough.mechanism.joints import KINDS
from bough.mechanism.joints.base import Kind, Prices
from bough.mechanism.topology import Topology
from bough.passes.arrays import Tree
from bough.passes.driving import price_of_drive
from bough.passes.switches import DRIVEN, HINGE


class Census:
    """The numbers of a tree's parts, by which prices are multiplied."""

    def __init__(self, tree: Tree, topology: Topology):
        self._tree, self._topology = tree, topology
        # (rows of loops follow those of bodies)
        self._kind, hanging = tree.kind[: tree.bodies], tree.parent[: tree.bodies] >= 0
        self.bodies, self.dofs, self.constraints = tree.bodies, tree.dofs, tree.constraints
        self.children = int(hanging.sum())  # bodies that hang on bodies
        self.roots = self.bodies - self.children
        self.tilted = self.bodies - int(
            tree.upright[: tree.bodies].sum()
        )  # joint frames that are not parallel to their parents'
        self.joints = _frequencies(self._kind)  # number of joints of each kind
        self.hanging_joints = _frequencies(self._kind[hanging])  # the same for joints between bodies
        self.hinges = self.joints.get(HINGE, 0)
        self.other_joints, self.other_dofs = self.bodies - self.hinges, self.dofs - self.hinges
        self.rheonomic = tree.rheonomic  # driven joints
        self.rotors = tree.rotors  # DoFs with armature

    @property
    def drives(self) -> Tally:
        """What it costs to place the driven joints."""
        driven = np.flatnonzero(self._kind == DRIVEN).tolist()
        return sum((price_of_drive(self._tree, i) for i in driven), NOTHING)

    @property
    def moved(self) -> list[Kind]:
        """The kinds of the joints that drives move."""
        tree = self._tree
        return [KINDS[tree.kind[tree.moved[i]]] for i in np.flatnonzero(self._kind == DRIVEN).tolist()]

    def over_joints(self, price: Callable[[Prices], Tally]) -> Tally:
        """The sum of a price over all joints."""
        kinds = sum((count * price(KINDS[code].prices) for code, count in self.joints.items()), NOTHING)
        own = self._tree.own_joints[: self.bodies]
        return kinds + sum((price(motion.prices) for motion in own if motion is not None), NOTHING)

    def count(self, number: Callable[[Kind], int]) -> int:
        """The sum of a number over all joints."""
        return _total(self.joints, number)

    def columns(self, *shapes: str) -> int:
        """Columns of A of these shapes."""
        return _total(self.joints, lambda kind: sum(kind.columns.count(x) for x in shapes))

    def normals(self, *shapes: str, hanging: bool = False) -> int:
        """Columns of Z of these shapes, of all joints or of those between bodies."""
        joints = self.hanging_joints if hanging else self.joints
        return _total(joints, lambda kind: sum(kind.normal_columns.count(x) for x in shapes))

    def rotor_columns(self, *shapes: str, hanging: bool = False) -> int:
        """Columns of A of these shapes that have armature, of all joints or of those between bodies."""
        if not self.rotors:
            return 0
        tree = self._tree
        shape = np.array(list("".join(KINDS[code].columns for code in self._kind.tolist())))
        counted = np.isin(shape, shapes) & (tree.armature[:, 0] > 0.0)
        return int(
            np.sum(
                counted & np.repeat(tree.parent[: tree.bodies] >= 0, np.diff(tree.dof[: tree.bodies + 1]))
                if hanging
                else counted
            )
        )

    @cached_property
    def path_dofs(self) -> np.ndarray:
        """DoFs on each body's path."""
        return self._topology.path_sums(self._topology.dofs)

    @property
    def slides_on_paths(self) -> int:
        """Pairs of a body and a column of A on its path that does not turn."""
        slides = np.array([kind.columns.count("l") for kind in KINDS])
        return int(self._topology.path_sums(slides[self._kind]).sum())

    @cached_property
    def _bodies_below(self) -> np.ndarray:
        """Bodies between each body and the ground."""
        return self._topology.path_sums(np.ones(self.bodies, np.int64)) - 1

    @property
    def ancestors(self) -> int:
        """Pairs of a body and one of its ancestors."""
        return int(self._bodies_below.sum())

    @property
    def steps(self) -> int:
        """Steps from body to body on the paths of all DoFs."""
        return int(self._topology.dofs @ self._bodies_below)

    @property
    def entries_at_hinges(self) -> int:
        """Pairs of a DoF and a hinge on its path, which may be itself."""
        return int(self._topology.dofs @ self._topology.path_sums((self._kind == HINGE).astype(np.int64)))


def _frequencies(kinds: np.ndarray) -> dict[int, int]:
    return {kind: count for kind, count in enumerate(np.bincount(kinds).tolist()) if count}


def _total(joints: dict[int, int], number: Callable[[Kind], int]) -> int:
    return sum(count * number(KINDS[code]) for code, count in joints.items())


# --- sweep.py -------------------------------------------------------------------------------------------------------

WEIGH = APPLY + ROTATE_SYMMETRIC
WRENCH_OF_MOTION = 2 * CROSS + ADD_CROSS + ADD_SCALED + 2 * APPLY + 2 * ADD_CROSS
PUT_IN_BODY_AXES = MULTIPLY + 2 * APPLY


def pose(census: Census) -> Tally:
    """``pose`` of all bodies; on the ground, four sums convert constants to the scalar of the state."""
    parents = census.roots * (4 * SUM) + census.children * APPLY
    joints = census.over_joints(lambda prices: prices.place) + census.drives + census.other_joints * ADD
    return census.bodies * CALL + parents + census.tilted * MULTIPLY + joints


def accelerate(census: Census) -> Tally:
    """``accelerate`` of all bodies."""
    parents = census.roots * ADD + census.children * (CROSS + 2 * ADD_CROSS)
    hinges = census.hinges * (SCALE + ADD_CROSS + ADD)
    velocities = census.other_dofs * (2 * ADD_SCALED) + census.over_joints(lambda prices: prices.drift)
    others = census.other_joints * ((CROSS + ADD_SCALED + ADD) + (ADD_CROSS + ADD) + ADD)
    return parents + hinges + velocities + others


def place(census: Census) -> Tally:
    """``place`` of all bodies."""
    return pose(census) + census.bodies * WEIGH


def sweep(census: Census) -> Tally:
    """``sweep``, or the same work in another order."""
    return place(census) + accelerate(census) + census.bodies * WRENCH_OF_MOTION


# --- inverse.py -----------------------------------------------------------------------------------------------------


def pass_inward(census: Census) -> Tally:
    """``pass_inward`` of all bodies."""
    return census.bodies * CALL + census.children * (2 * ADD + ADD_CROSS)


def respond(census: Census) -> Tally:
    """``respond``."""
    velocities = census.children * ADD_CROSS + census.dofs * (2 * ADD_SCALED)
    wrenches = census.bodies * (CROSS + ADD_SCALED + APPLY + ADD_CROSS + 2 * ADD)
    return census.bodies * CALL + velocities + wrenches
