"""Motion in a plane: two shifts in the plane and a turn about its normal."""

from bough.arithmetic.scalar import angle, get, kernel, put, sincos
from bough.arithmetic.spatial import add_scaled, column, scale, set_angular, set_linear, turn_z
from bough.arithmetic.tally import ADD_SCALED, SCALE, SINCOS, SUM, TURN
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike


class Planar(Joint):
    """Shifts x and y in the plane across ``normal`` and a turn about the normal; q = (x, y, angle).

    x and y are axes of the joint frame if the normal is z; otherwise x is the axis of the joint frame that is furthest
    from the normal, made perpendicular to it, and y completes the right-handed frame.
    """

    q_names = u_names = ("x", "y", "angle")
    q_units = ("m", "m", "rad")

    def __init__(self, normal: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.normal = unit_axis(normal, "Planar", "normal")

    def frames(self):
        frame = frame_about(self.normal)
        return frame, frame


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    x, y = column(r, 0), column(r, 1)
    set_linear(work.columns, d, x)
    set_linear(work.columns, d + 1, y)
    set_angular(work.columns, d + 2, column(r, 2))
    s, c = sincos(get(q, at + 2))
    return turn_z(r, c, s), add_scaled(scale(get(q, at), x), get(q, at + 1), y)


@kernel
def normals(tree, i, r, work):
    at = tree.normal[i]
    set_linear(work.normals, at, column(r, 2))
    set_angular(work.normals, at + 1, column(r, 0))
    set_angular(work.normals, at + 2, column(r, 1))


@kernel
def measure(tree, i, r, s, q):
    at = tree.q_at[i]
    put(q, at, s[0])
    put(q, at + 1, s[1])
    put(q, at + 2, angle(r[3] - r[1], r[0] + r[4]))


KIND = Kind(
    Planar,
    place=place,
    normals=normals,
    measure=measure,
    columns="lla",
    normal_columns="laa",
    prices=Prices(SINCOS + TURN + SCALE + ADD_SCALED, measure=2 * SUM),
    drawn=lambda rng: Planar(random_axis(rng)),
)
