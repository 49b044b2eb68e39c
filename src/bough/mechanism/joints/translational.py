"""Shifts along all three axes, no turn."""

from bough.arithmetic.scalar import get, kernel, put
from bough.arithmetic.spatial import apply, column, set_angular_axes, set_linear
from bough.arithmetic.tally import APPLY
from bough.mechanism.joints.base import Joint, Kind, Prices


class Translational(Joint):
    """Shifts along the joint frame's axes; q = (x, y, z)."""

    q_names = u_names = ("x", "y", "z")
    q_units = ("m", "m", "m")


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    set_linear(work.columns, d, column(r, 0))
    set_linear(work.columns, d + 1, column(r, 1))
    set_linear(work.columns, d + 2, column(r, 2))
    return r, apply(r, (get(q, at), get(q, at + 1), get(q, at + 2)))


@kernel
def normals(tree, i, r, work):
    set_angular_axes(work.normals, tree.normal[i])


@kernel
def measure(tree, i, r, s, q):
    for k in range(3):
        put(q, tree.q_at[i] + k, s[k])


KIND = Kind(
    Translational,
    place=place,
    normals=normals,
    measure=measure,
    columns="lll",
    normal_columns="111",
    prices=Prices(APPLY),
    drawn=lambda rng: Translational(),
)
