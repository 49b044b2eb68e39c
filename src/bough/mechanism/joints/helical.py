"""A screw: a turn about an axis with a shift along it in proportion."""

import math

from bough.arithmetic.scalar import angle, get, kernel, lane, lane_count, put, sincos, with_lane
from bough.arithmetic.spatial import column, load3, scale, set_angular, set_linear, store3, turn_z
from bough.arithmetic.tally import PRODUCT, SCALE, SINCOS, SUM, TURN
from bough.mechanism.checks import finite, unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike

TURN_ANGLE = 2.0 * math.pi


class Helical(Joint):
    """A turn by the angle q about ``axis`` with a shift of ``pitch`` times q along it (pitch in metres per radian)."""

    q_names = u_names = ("",)
    q_units = ("rad",)

    def __init__(self, axis: VectorLike = (0.0, 0.0, 1.0), pitch: float = 0.0) -> None:
        self.axis = unit_axis(axis, "Helical")
        self.pitch = finite(pitch, "Helical", "pitch")

    def frames(self):
        frame = frame_about(self.axis)
        return frame, frame

    def constants(self):
        return (self.pitch,)


@kernel
def place(tree, i, r, q, work):
    angle = get(q, tree.q_at[i])
    pitch = tree.constants[i, 0]
    s, c = sincos(angle)
    r = turn_z(r, c, s)
    z = column(r, 2)
    store3(work.columns, tree.dof[i], 0, scale(pitch, z))
    store3(work.columns, tree.dof[i], 3, z)
    return r, scale(pitch * angle, z)


@kernel
def normals(tree, i, r, work):
    at = tree.normal[i]
    z = column(r, 2)
    for k in range(2):
        axis = column(r, 0) if k == 0 else column(r, 1)
        set_linear(work.normals, at + k, axis)
        set_angular(work.normals, at + 2 + k, axis)
    store3(work.normals, at + 4, 0, z)
    store3(work.normals, at + 4, 3, scale(-tree.constants[i, 0], z))


@kernel
def duals(tree, i, work):
    factor = 1.0 / (1.0 + tree.constants[i, 0] * tree.constants[i, 0])
    d = tree.dof[i]
    store3(work.duals, d, 0, scale(factor, load3(work.columns, d, 0)))
    store3(work.duals, d, 3, scale(factor, load3(work.columns, d, 3)))
    return True


@kernel
def measure(tree, i, r, s, q):
    """The angle from the rotation, and full turns from the shift."""
    turn = angle(r[3] - r[1], r[0] + r[4])
    pitch = tree.constants[i, 0]
    for k in range(lane_count(turn)):
        own = lane(pitch, k)
        if own != 0.0:
            a = lane(turn, k)
            turn = with_lane(turn, k, a + TURN_ANGLE * round((lane(s[2], k) / own - a) / TURN_ANGLE))
    put(q, tree.q_at[i], turn)


KIND = Kind(
    Helical,
    place=place,
    normals=normals,
    measure=measure,
    duals=duals,
    columns="s",
    normal_columns="llaas",
    prices=Prices(SINCOS + TURN + SCALE + PRODUCT + SCALE, normals=SCALE, duals=2 * SCALE, measure=2 * SUM),
    drawn=lambda rng: Helical(random_axis(rng), rng.uniform(-0.5, 0.5)),
)
