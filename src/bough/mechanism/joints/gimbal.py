"""Three successive turns (Euler or Cardan angles of any axes)."""

import math
from collections.abc import Sequence

import numpy as np

from bough.arithmetic.scalar import SINGULAR, angle, get, is_above, kernel, put, sincos, sqrt, where_positive, zero_of
from bough.arithmetic.spatial import (
    add,
    add_cross,
    column,
    cross,
    dot,
    load3,
    scale,
    set_angular,
    set_linear_axes,
    turn_x,
    turn_z,
)
from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    CROSS,
    DOT,
    PRODUCT,
    QUOTIENT,
    ROOT,
    SCALE,
    SINCOS,
    SUM,
    TERM,
    TURN,
)
from bough.errors import MechanismError
from bough.mechanism.checks import shown, unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_crossing_axes
from bough.mechanism.joints.universal import cos_sin_between, require_crossing
from bough.typing import VectorLike


class Gimbal(Joint):
    """Turns about three ``axes`` in succession, each carried by the turns before; q = (turn1, turn2, turn3).

    If the three axes lie in one plane (gimbal lock), the equations are singular; use ``Ball`` there.
    """

    q_names = u_names = ("turn1", "turn2", "turn3")
    q_units = ("rad", "rad", "rad")

    def __init__(self, axes: Sequence[VectorLike] = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))) -> None:
        try:
            axes = tuple(axes)
        except TypeError:
            raise MechanismError(f"Gimbal: axes must be three vectors, not {shown(axes)}.", argument="axes") from None
        if len(axes) != 3:
            raise MechanismError(f"Gimbal: needs three axes, not {len(axes)}; use Universal for two.")
        self.axes = tuple(unit_axis(axis, "Gimbal", f"axis {k + 1}") for k, axis in enumerate(axes))
        require_crossing(self.axes[0], self.axes[1], "Gimbal")
        require_crossing(self.axes[1], self.axes[2], "Gimbal")

    def frames(self):
        first, second, third = self.axes
        return frame_about(first, cross(first, second)), frame_about(third, cross(second, third))

    def constants(self):
        first, second, third = self.axes
        # the angle about the second axis from its common normal with the first to that with the third
        x, z = cross(first, second), cross(second, third)
        # (a negative zero would make it -π instead of π)
        offset = math.atan2(dot(second, cross(x, z)) + 0.0, dot(x, z))
        return *cos_sin_between(first, second), *cos_sin_between(second, third), offset

    def distance_to_lock(self, turn2: float) -> float:
        """The volume that the three axes span after the second turn; zero at the lock, at most 1."""
        first, second, third = np.array(self.axes)
        across = np.cross(second, third)
        # the third axis, turned about the second
        carried = third + math.sin(turn2) * across + (1.0 - math.cos(turn2)) * np.cross(second, across)
        return float(abs(np.cross(first, second) @ carried))


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    set_angular(work.columns, d, column(r, 2))
    s, c = sincos(get(q, at))
    r = turn_x(turn_z(r, c, s), tree.constants[i, 0], tree.constants[i, 1])
    set_angular(work.columns, d + 1, column(r, 2))
    s, c = sincos(get(q, at + 1) + tree.constants[i, 4])
    r = turn_x(turn_z(r, c, s), tree.constants[i, 2], tree.constants[i, 3])
    set_angular(work.columns, d + 2, column(r, 2))
    s, c = sincos(get(q, at + 2))
    r = turn_z(r, c, s)
    zero = zero_of(s)
    return r, (zero, zero, zero)


@kernel
def drift(tree, i, u, work):
    """Each axis is turned by those before it: ω₁ × ω₂ + (ω₁ + ω₂) × ω₃."""
    d, at = tree.dof[i], tree.u_at[i]
    first = scale(get(u, at), load3(work.columns, d, 3))
    second = scale(get(u, at + 1), load3(work.columns, d + 1, 3))
    third = scale(get(u, at + 2), load3(work.columns, d + 2, 3))
    zero = zero_of(first[0])
    return (zero, zero, zero), add_cross(cross(first, second), add(first, second), third)


@kernel
def normals(tree, i, r, work):
    set_linear_axes(work.normals, tree.normal[i])


@kernel
def duals(tree, i, work):
    d = tree.dof[i]
    first, second, third = load3(work.columns, d, 3), load3(work.columns, d + 1, 3), load3(work.columns, d + 2, 3)
    volume = dot(first, cross(second, third))
    factor = 1.0 / volume
    set_angular(work.duals, d, scale(factor, cross(second, third)))
    set_angular(work.duals, d + 1, scale(factor, cross(third, first)))
    set_angular(work.duals, d + 2, scale(factor, cross(first, second)))
    return is_above(volume * volume, SINGULAR, zero_of(volume) + 1.0)


@kernel
def measure(tree, i, r, s, q):
    """Of the two positions, the one whose second axis has turned by 0 to π from its zero."""
    at = tree.q_at[i]
    ca, sa, cb, sb = tree.constants[i, 0], tree.constants[i, 1], tree.constants[i, 2], tree.constants[i, 3]
    c = (ca * cb - r[8]) / (sa * sb)
    rest = 1.0 - c * c
    s2 = sqrt(where_positive(rest, rest, zero_of(rest)))
    put(q, at, angle_between(r[5], r[2], -(ca * sb * c + sa * cb), sb * s2))
    put(q, at + 1, angle(s2, c) - tree.constants[i, 4])
    put(q, at + 2, angle_between(r[6], r[7], sa * s2, sa * cb * c + ca * sb))


@kernel
def angle_between(y, x, other_y, other_x):
    """From the direction (other_x, other_y) to (x, y), between -π and π."""
    return angle(y * other_x - x * other_y, x * other_x + y * other_y)


KIND = Kind(
    Gimbal,
    place=place,
    normals=normals,
    measure=measure,
    drift=drift,
    duals=duals,
    columns="aaa",
    normal_columns="111",
    prices=Prices(
        3 * SINCOS + SUM + 5 * TURN,
        drift=3 * SCALE + CROSS + ADD + ADD_CROSS,
        duals=CROSS + DOT + QUOTIENT + 3 * (CROSS + SCALE) + TERM,
        measure=9 * SUM + 13 * PRODUCT + QUOTIENT + ROOT,
    ),
    can_lock=True,
    drawn=lambda rng: Gimbal(random_crossing_axes(rng, 3)),
)
