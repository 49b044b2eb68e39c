"""What the passes of ``passes/sweep.py`` and ``passes/inverse.py`` cost: a table of joints, and sums over the bodies of a tree.

Forces and wrenches from outside are left out: they cost every form the same. So is the value of a signal that a driven joint follows, which counting
does not see either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    CROSS,
    DOT,
    MULTIPLY,
    NOTHING,
    PRODUCT,
    QUOTIENT,
    ROTATE_SYMMETRIC,
    SCALE,
    SINCOS,
    SUM,
    TERM,
    TURN,
    Tally,
)
from bough.mechanism.topology import Topology
from bough.passes.arrays import Tree
from bough.passes.sweep import (
    BALL,
    CYLINDRICAL,
    DRIVEN,
    FIXED,
    FREE,
    GIMBAL,
    HELICAL,
    PLANAR,
    PRISMATIC,
    REVOLUTE,
    TRANSLATIONAL,
    UNIVERSAL,
)


@dataclass(frozen=True)
class JointPrice:
    """What the kernels of a joint cost, and the shape of its bases.

    Of a column in a basis it matters which half varies with the state, since constants are free: "l" the linear, "a" the angular, "s" both (a screw),
    "1" none.
    """

    place: Tally
    columns: str  # of A
    normals: str  # of Z
    drift: Tally = NOTHING
    place_normals: Tally = NOTHING
    duals: Tally = NOTHING
    rate: Tally = NOTHING  # only for joints with quasi-velocities


_QUATERNION = 15 * SUM + 9 * PRODUCT
_BALL_RATE = 8 * SUM + 15 * PRODUCT
JOINTS = {
    FIXED: JointPrice(NOTHING, "", "111111"),
    REVOLUTE: JointPrice(SINCOS + TURN, "a", "111aa"),
    PRISMATIC: JointPrice(SCALE, "l", "ll111"),
    HELICAL: JointPrice(SINCOS + TURN + SCALE + PRODUCT + SCALE, "s", "llaas", place_normals=SCALE, duals=2 * SCALE),
    CYLINDRICAL: JointPrice(SINCOS + TURN + SCALE, "la", "llaa"),
    UNIVERSAL: JointPrice(
        2 * SINCOS + 3 * TURN,
        "aa",
        "111a",
        drift=2 * SCALE + CROSS,
        place_normals=CROSS,
        duals=CROSS + DOT + QUOTIENT + 2 * (CROSS + SCALE),
    ),
    PLANAR: JointPrice(SINCOS + TURN + SCALE + ADD_SCALED, "lla", "laa"),
    TRANSLATIONAL: JointPrice(APPLY, "lll", "111"),
    GIMBAL: JointPrice(
        3 * SINCOS + SUM + 5 * TURN,
        "aaa",
        "111",
        drift=3 * SCALE + CROSS + ADD + ADD_CROSS,
        duals=CROSS + DOT + QUOTIENT + 3 * (CROSS + SCALE) + TERM,
    ),
    BALL: JointPrice(_QUATERNION + MULTIPLY, "aaa", "111", rate=_BALL_RATE),
    FREE: JointPrice(
        APPLY + _QUATERNION + MULTIPLY,
        "lllaaa",
        "",
        drift=2 * SCALE + 4 * ADD_SCALED + CROSS,
        rate=_QUATERNION + APPLY + _BALL_RATE,
    ),
    # the time, the angle, the screw, its rate and its acceleration, the shift
    DRIVEN: JointPrice(SUM + PRODUCT + SINCOS + TURN + 7 * SCALE, "", "111111"),
}


class Census:
    """What a tree is made of: the numbers that prices are multiplied by."""

    def __init__(self, tree: Tree, topology: Topology):
        self._tree, self._topology = tree, topology
        hanging = tree.parent >= 0
        self.bodies, self.dofs, self.constraints = tree.bodies, tree.dofs, tree.constraints
        self.children = int(hanging.sum())  # bodies that hang on bodies
        self.roots = self.bodies - self.children
        self.tilted = self.bodies - int(tree.upright.sum())  # joint frames that are not parallel to their parents'
        self.joints = _frequencies(tree.kind)  # how many there are of each kind
        self.hanging_joints = _frequencies(tree.kind[hanging])  # of those between bodies
        self.hinges = self.joints.get(REVOLUTE, 0)
        self.other_joints, self.other_dofs = self.bodies - self.hinges, self.dofs - self.hinges
        self.rheonomic = tree.rheonomic  # driven joints
        self.rotors = tree.rotors  # DoFs with armature

    def over_joints(self, price: Callable[[JointPrice], Tally]) -> Tally:
        """The sum of a price over all joints."""
        return sum((count * price(JOINTS[kind]) for kind, count in self.joints.items()), NOTHING)

    def columns(self, *shapes: str) -> int:
        """Columns of A of these shapes."""
        return _total(self.joints, lambda joint: sum(joint.columns.count(x) for x in shapes))

    def normals(self, *shapes: str, hanging: bool = False) -> int:
        """Columns of Z of these shapes, of all joints or of those between bodies."""
        joints = self.hanging_joints if hanging else self.joints
        return _total(joints, lambda joint: sum(joint.normals.count(x) for x in shapes))

    def rotor_columns(self, *shapes: str, hanging: bool = False) -> int:
        """Columns of A of these shapes that have armature, of all joints or of those between bodies."""
        if not self.rotors:
            return 0
        tree = self._tree
        shape = np.array(list("".join(JOINTS[kind].columns for kind in tree.kind.tolist())))
        counted = np.isin(shape, shapes) & (tree.armature[:, 0] > 0.0)
        return int(np.sum(counted & np.repeat(tree.parent >= 0, np.diff(tree.dof)) if hanging else counted))

    @cached_property
    def path_dofs(self) -> np.ndarray:
        """DoFs on each body's path."""
        return self._topology.path_sums(self._topology.dofs)

    @property
    def slides_on_paths(self) -> int:
        """Pairs of a body and a column of A on its path that does not turn."""
        slides = np.zeros(max(JOINTS) + 1, np.int64)
        slides[[*JOINTS]] = [joint.columns.count("l") for joint in JOINTS.values()]
        return int(self._topology.path_sums(slides[self._tree.kind]).sum())

    @cached_property
    def _bodies_below(self) -> np.ndarray:
        """Bodies between each body and the ground."""
        return self._topology.path_sums(np.ones(self.bodies, np.int64)) - 1

    @property
    def ancestors(self) -> int:
        """Pairs of a body and one that it hangs on, at whatever remove."""
        return int(self._bodies_below.sum())

    @property
    def steps(self) -> int:
        """Steps from body to body on the paths of all DoFs."""
        return int(self._topology.dofs @ self._bodies_below)

    @property
    def entries_at_hinges(self) -> int:
        """Pairs of a DoF and a hinge on its path, which may be itself."""
        return int(self._topology.dofs @ self._topology.path_sums((self._tree.kind == REVOLUTE).astype(np.int64)))


def _frequencies(kinds: np.ndarray) -> dict[int, int]:
    return {kind: count for kind, count in enumerate(np.bincount(kinds).tolist()) if count}


def _total(joints: dict[int, int], number: Callable[[JointPrice], int]) -> int:
    return sum(count * number(JOINTS[kind]) for kind, count in joints.items())


# --- sweep.py -------------------------------------------------------------------------------------------------------

WEIGH = APPLY + ROTATE_SYMMETRIC
WRENCH_OF_MOTION = 2 * CROSS + ADD_CROSS + ADD_SCALED + 2 * APPLY + 2 * ADD_CROSS
PUT_IN_BODY_AXES = MULTIPLY + 2 * APPLY


def pose(census: Census) -> Tally:
    """``pose`` of all bodies; on the ground, four sums make numbers of the state's kind out of constants."""
    parents = census.roots * (4 * SUM) + census.children * APPLY
    joints = census.over_joints(lambda joint: joint.place) + census.other_joints * ADD
    return census.bodies * CALL + parents + census.tilted * MULTIPLY + joints


def accelerate(census: Census) -> Tally:
    """``accelerate`` of all bodies."""
    parents = census.roots * ADD + census.children * (CROSS + 2 * ADD_CROSS)
    hinges = census.hinges * (SCALE + ADD_CROSS + ADD)
    velocities = census.other_dofs * (2 * ADD_SCALED) + census.over_joints(lambda joint: joint.drift)
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
