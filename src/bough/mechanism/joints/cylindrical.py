"""A sleeve on a shaft: a shift along an axis and a turn about it, independently."""

from bough.arithmetic.scalar import angle, get, kernel, put, sincos
from bough.arithmetic.spatial import column, scale, set_angular, set_linear, turn_z
from bough.arithmetic.tally import SCALE, SINCOS, SUM, TURN
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike


class Cylindrical(Joint):
    """A shift along ``axis`` and a turn about it; q = (slide, turn)."""

    q_names = u_names = ("slide", "turn")
    q_units = ("m", "rad")

    def __init__(self, axis: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.axis = unit_axis(axis, "Cylindrical")

    def frames(self):
        frame = frame_about(self.axis)
        return frame, frame


@kernel
def place(tree, i, r, q, work):
    s, c = sincos(get(q, tree.q_at[i] + 1))
    r = turn_z(r, c, s)
    z = column(r, 2)
    set_linear(work.columns, tree.dof[i], z)
    set_angular(work.columns, tree.dof[i] + 1, z)
    return r, scale(get(q, tree.q_at[i]), z)


@kernel
def normals(tree, i, r, work):
    at = tree.normal[i]
    for k in range(2):
        axis = column(r, 0) if k == 0 else column(r, 1)
        set_linear(work.normals, at + k, axis)
        set_angular(work.normals, at + 2 + k, axis)


@kernel
def measure(tree, i, r, s, q):
    put(q, tree.q_at[i], s[2])
    put(q, tree.q_at[i] + 1, angle(r[3] - r[1], r[0] + r[4]))


KIND = Kind(
    Cylindrical,
    place=place,
    normals=normals,
    measure=measure,
    columns="la",
    normal_columns="llaa",
    prices=Prices(SINCOS + TURN + SCALE, measure=2 * SUM),
    drawn=lambda rng: Cylindrical(random_axis(rng)),
)
