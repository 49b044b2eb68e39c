"""An edge on a plane, line contact: two shifts in the plane, a turn about its normal and a roll about the edge."""

from bough.arithmetic.scalar import angle, get, kernel, put, sincos
from bough.arithmetic.spatial import column, cross, dot, load3, set_angular, set_linear, turn_x
from bough.arithmetic.tally import ADD_SCALED, CROSS, SCALE, SINCOS, TURN
from bough.errors import MechanismError
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints import planar, universal
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike

LEVEL = 1e-6  # how far an edge may point out of its plane, in rad


class EdgeOnPlane(Joint):
    """Shifts x and y in the plane across ``normal``, a turn about the normal, then a roll about ``edge``.

    q = (x, y, turn, roll). The edge lies in the plane, and the turn carries it. x runs along the edge as it is before
    the turn, y = normal x edge across it.
    """

    q_names = u_names = ("x", "y", "turn", "roll")
    q_units = ("m", "m", "rad", "rad")

    def __init__(self, normal: VectorLike = (0.0, 0.0, 1.0), edge: VectorLike = (1.0, 0.0, 0.0)) -> None:
        self.normal = unit_axis(normal, "EdgeOnPlane", "normal")
        self.edge = unit_axis(edge, "EdgeOnPlane", "edge")
        if abs(dot(self.normal, self.edge)) > LEVEL:
            raise MechanismError(
                f"EdgeOnPlane: the edge {self.edge} must lie in the plane; give one perpendicular to the normal {self.normal}.",
                argument="edge",
            )

    def frames(self):
        frame = frame_about(self.normal, self.edge)
        return frame, frame


@kernel
def place(tree, i, r, q, work):
    r, shift = planar.place(tree, i, r, q, work)
    set_angular(work.columns, tree.dof[i] + 3, column(r, 0))
    s, c = sincos(get(q, tree.q_at[i] + 3))
    return turn_x(r, c, s), shift


@kernel
def normals(tree, i, r, work):
    """Along the normal, and about the direction across the edge in the plane."""
    normal, edge = load3(work.columns, tree.dof[i] + 2, 3), load3(work.columns, tree.dof[i] + 3, 3)
    set_linear(work.normals, tree.normal[i], normal)
    set_angular(work.normals, tree.normal[i] + 1, cross(normal, edge))


@kernel
def measure(tree, i, r, s, q):
    """The turn from the edge, as seen before the motion; the roll from the normal, as seen after it."""
    at = tree.q_at[i]
    put(q, at, s[0])
    put(q, at + 1, s[1])
    put(q, at + 2, angle(r[3], r[0]))
    put(q, at + 3, angle(r[7], r[8]))


def drawn(rng):
    normal = random_axis(rng)
    return EdgeOnPlane(normal, frame_about(normal, random_axis(rng))[:, 0])


KIND = Kind(
    EdgeOnPlane,
    place=place,
    normals=normals,
    measure=measure,
    drift=universal.drift,  # the edge is turned about the normal
    columns="llaa",
    normal_columns="la",
    prices=Prices(2 * SINCOS + 2 * TURN + SCALE + ADD_SCALED, normals=CROSS, drift=universal.TURNS.drift),
    drawn=drawn,
    is_common=False,
)
