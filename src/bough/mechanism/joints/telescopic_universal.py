"""A telescopic cardan joint: a yoke that slides along the parent's shaft, and a cross with two successive turns."""

from bough.arithmetic.scalar import get, kernel, put
from bough.arithmetic.spatial import apply, dot, load3, scale, set_angular, set_linear
from bough.arithmetic.tally import APPLY, DOT, SCALE
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints import universal
from bough.mechanism.joints.ball_in_cylinder import ACROSS, set_across
from bough.mechanism.joints.base import Joint, Kind, Prices, random_axis, random_crossing_axes
from bough.mechanism.joints.universal import TURNS, Universal
from bough.typing import VectorLike


class TelescopicUniversal(Joint):
    """A shift along ``axis`` of the joint frame, then turns as those of ``Universal``; q = (slide, turn1, turn2).

    A slip yoke: what slides is the yoke on the parent's shaft, so ``axis`` stays in the parent and the body's origin,
    the middle of the cross, on it. Where the other shaft telescopes, let the joint lead from that one, or hang a
    ``Prismatic`` on a ``Universal``.
    """

    q_names = u_names = ("slide", "turn1", "turn2")
    q_units = ("m", "rad", "rad")

    def __init__(
        self,
        axis: VectorLike = (0.0, 0.0, 1.0),
        axis1: VectorLike = (1.0, 0.0, 0.0),
        axis2: VectorLike = (0.0, 1.0, 0.0),
    ) -> None:
        self.axis = unit_axis(axis, "TelescopicUniversal")
        self.axis1 = unit_axis(axis1, "TelescopicUniversal", "axis1")
        self.axis2 = unit_axis(axis2, "TelescopicUniversal", "axis2")
        universal.require_crossing(self.axis1, self.axis2, "TelescopicUniversal")

    def frames(self):
        return Universal(self.axis1, self.axis2).frames()

    def constants(self):
        return *universal.cos_sin_between(self.axis1, self.axis2), *(self.axis @ self.frames()[0]).tolist()


@kernel
def slide_axis(tree, i):
    """In the joint's ``before`` frame."""
    return tree.constants[i, 2], tree.constants[i, 3], tree.constants[i, 4]


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    axis = apply(r, slide_axis(tree, i))
    set_linear(work.columns, d, axis)
    r = universal.place_turns(tree, i, d + 1, r, get(q, at + 1), get(q, at + 2), work)
    return r, scale(get(q, at), axis)


@kernel
def normals(tree, i, r, work):
    d, at = tree.dof[i], tree.normal[i]
    set_across(work.normals, at, load3(work.columns, d, 0))
    set_angular(work.normals, at + 2, universal.across_turns(d + 1, work))


@kernel
def measure(tree, i, r, s, q):
    put(q, tree.q_at[i], dot(s, slide_axis(tree, i)))
    universal.put_turns(r, q, tree.q_at[i] + 1)


KIND = Kind(
    TelescopicUniversal,
    place=place,
    normals=normals,
    measure=measure,
    drift=universal.drift,
    duals=universal.duals,
    columns="laa",
    normal_columns="lla",
    prices=Prices(
        TURNS.place + APPLY + SCALE,
        normals=TURNS.normals + ACROSS,
        drift=TURNS.drift,
        duals=TURNS.duals,
        measure=DOT,
    ),
    drawn=lambda rng: TelescopicUniversal(random_axis(rng), *random_crossing_axes(rng, 2)),
    is_common=False,
)
