"""A cardan joint: two successive turns, the second axis carried by the first."""

import math

from bough.arithmetic.scalar import angle, get, kernel, put, sincos, zero_of
from bough.arithmetic.spatial import (
    column,
    cross,
    dot,
    load3,
    load6,
    scale,
    set_angular,
    set_linear_axes,
    store6,
    turn_x,
    turn_z,
)
from bough.arithmetic.tally import CROSS, DOT, QUOTIENT, SCALE, SINCOS, TURN
from bough.errors import MechanismError
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, length, random_crossing_axes
from bough.typing import VectorLike

LEAST_ANGLE = 1e-4  # between successive axes


class Universal(Joint):
    """A turn about ``axis1`` of the joint frame, then about ``axis2`` of the body frame; q = (turn1, turn2)."""

    q_names = u_names = ("turn1", "turn2")
    q_units = ("rad", "rad")

    def __init__(self, axis1: VectorLike = (1.0, 0.0, 0.0), axis2: VectorLike = (0.0, 1.0, 0.0)) -> None:
        self.axis1 = unit_axis(axis1, "Universal", "axis1")
        self.axis2 = unit_axis(axis2, "Universal", "axis2")
        require_crossing(self.axis1, self.axis2, "Universal")

    def frames(self):
        normal = cross(self.axis1, self.axis2)
        return frame_about(self.axis1, normal), frame_about(self.axis2, normal)

    def constants(self):
        return cos_sin_between(self.axis1, self.axis2)


def require_crossing(first, second, joint):
    """Raise an error if two successive axes are parallel: the joint would then lack a DoF.

    Nearly parallel axes lose twice the digits of their angle.
    """
    if length(cross(first, second)) < LEAST_ANGLE:
        raise MechanismError(
            f"{joint}: successive axes {first} and {second} are parallel to within {LEAST_ANGLE:g} rad; tilt one of them."
        )


def cos_sin_between(first, second) -> tuple[float, float]:
    """Cosine and sine of the angle from one axis to the next, about their common normal."""
    cosine, sine = dot(first, second) + 0.0, length(cross(first, second))  # (not a negative zero)
    size = math.hypot(cosine, sine)
    return cosine / size, sine / size


@kernel
def place_turns(tree, i, d, r, first, second, work):
    """The rotation after both turns; stores their columns from row d on."""
    s, c = sincos(first)
    set_angular(work.columns, d, column(r, 2))
    r = turn_x(turn_z(r, c, s), tree.constants[i, 0], tree.constants[i, 1])
    s, c = sincos(second)
    set_angular(work.columns, d + 1, column(r, 2))
    return turn_z(r, c, s)


@kernel
def place(tree, i, r, q, work):
    r = place_turns(tree, i, tree.dof[i], r, get(q, tree.q_at[i]), get(q, tree.q_at[i] + 1), work)
    zero = zero_of(r[0])
    return r, (zero, zero, zero)


@kernel
def drift(tree, i, u, work):
    """Of the two turns that come last, the second axis is turned by the first: ω₁ × ω₂."""
    d = tree.dof[i + 1] - 2
    at = tree.u_at[i] + d - tree.dof[i]
    first = scale(get(u, at), load3(work.columns, d, 3))
    second = scale(get(u, at + 1), load3(work.columns, d + 1, 3))
    zero = zero_of(first[0])
    return (zero, zero, zero), cross(first, second)


@kernel
def across_turns(d, work):
    """The common normal of both axes."""
    return cross(load3(work.columns, d, 3), load3(work.columns, d + 1, 3))


@kernel
def normals(tree, i, r, work):
    set_linear_axes(work.normals, tree.normal[i])
    set_angular(work.normals, tree.normal[i] + 3, across_turns(tree.dof[i], work))


@kernel
def duals(tree, i, work):
    """Of the two turns that come last; columns before them are orthonormal."""
    d = tree.dof[i + 1] - 2
    for k in range(tree.dof[i], d):
        store6(work.duals, k, 0, load6(work.columns, k, 0))
    first, second = load3(work.columns, d, 3), load3(work.columns, d + 1, 3)
    normal = cross(first, second)
    factor = 1.0 / dot(normal, normal)
    set_angular(work.duals, d, scale(factor, cross(second, normal)))
    set_angular(work.duals, d + 1, scale(factor, cross(normal, first)))
    return True


@kernel
def put_turns(r, q, at):
    """From the second axis, as seen before the motion, and from the first one, as seen after it."""
    put(q, at, angle(r[2], -r[5]))
    put(q, at + 1, angle(r[6], r[7]))


@kernel
def measure(tree, i, r, s, q):
    put_turns(r, q, tree.q_at[i])


TURNS = Prices(
    2 * SINCOS + 3 * TURN,
    normals=CROSS,
    drift=2 * SCALE + CROSS,
    duals=CROSS + DOT + QUOTIENT + 2 * (CROSS + SCALE),
)


KIND = Kind(
    Universal,
    place=place,
    normals=normals,
    measure=measure,
    drift=drift,
    duals=duals,
    columns="aa",
    normal_columns="111a",
    prices=TURNS,
    drawn=lambda rng: Universal(*random_crossing_axes(rng, 2)),
)
