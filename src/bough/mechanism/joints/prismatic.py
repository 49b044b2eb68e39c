"""A slide: one shift along an axis."""

from bough.arithmetic.scalar import get, kernel, put
from bough.arithmetic.spatial import column, scale, set_angular_axes, set_linear
from bough.arithmetic.tally import SCALE
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike


class Prismatic(Joint):
    """A shift by the length q along ``axis``, a unit vector."""

    q_names = u_names = ("",)
    q_units = ("m",)

    def __init__(self, axis: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.axis = unit_axis(axis, "Prismatic")

    def frames(self):
        frame = frame_about(self.axis)
        return frame, frame


@kernel
def place(tree, i, r, q, work):
    z = column(r, 2)
    set_linear(work.columns, tree.dof[i], z)
    return r, scale(get(q, tree.q_at[i]), z)


@kernel
def normals(tree, i, r, work):
    at = tree.normal[i]
    set_linear(work.normals, at, column(r, 0))
    set_linear(work.normals, at + 1, column(r, 1))
    set_angular_axes(work.normals, at + 2)


@kernel
def measure(tree, i, r, s, q):
    put(q, tree.q_at[i], s[2])


KIND = Kind(
    Prismatic,
    place=place,
    normals=normals,
    measure=measure,
    columns="l",
    normal_columns="ll111",
    prices=Prices(SCALE),
    drawn=lambda rng: Prismatic(random_axis(rng)),
)
