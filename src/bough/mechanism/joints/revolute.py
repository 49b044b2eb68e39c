"""A hinge: one turn about an axis."""

from bough.arithmetic.scalar import angle, get, kernel, put, sincos
from bough.arithmetic.spatial import column, set_angular, set_linear_axes, turn_z
from bough.arithmetic.tally import SINCOS, SUM, TURN
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike


class Revolute(Joint):
    """A turn by the angle q about ``axis``, a unit vector (the same in the joint frame and the body frame)."""

    q_names = u_names = ("",)
    q_units = ("rad",)

    def __init__(self, axis: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.axis = unit_axis(axis, "Revolute")

    def frames(self):
        frame = frame_about(self.axis)
        return frame, frame


@kernel
def place(tree, i, r, q):
    """The rotation of the body; the tangent basis is its z, and is not stored."""
    s, c = sincos(get(q, tree.q_at[i]))
    return turn_z(r, c, s)


@kernel
def normals(tree, i, r, work):
    at = tree.normal[i]
    set_linear_axes(work.normals, at)
    set_angular(work.normals, at + 3, column(r, 0))
    set_angular(work.normals, at + 4, column(r, 1))


@kernel
def measure(tree, i, r, s, q):
    put(q, tree.q_at[i], angle(r[3] - r[1], r[0] + r[4]))


KIND = Kind(
    Revolute,
    place=place,
    normals=normals,
    measure=measure,
    columns="a",
    normal_columns="111aa",
    prices=Prices(SINCOS + TURN, measure=2 * SUM),
    is_hinge=True,
    drawn=lambda rng: Revolute(random_axis(rng)),
)
