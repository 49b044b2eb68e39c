"""No relative motion. The body is merged into its parent when a mechanism is compiled, unless reactions are needed."""

from bough.arithmetic.scalar import kernel, zero_of
from bough.arithmetic.spatial import set_angular_axes, set_linear_axes
from bough.arithmetic.tally import NOTHING
from bough.mechanism.joints.base import Joint, Kind, Prices


class Fixed(Joint):
    """The body is part of its parent."""

    q_names = u_names = ()
    q_units = ()


@kernel
def place(tree, i, r, q, work):
    zero = zero_of(r[0])
    return r, (zero, zero, zero)


@kernel
def normals(tree, i, r, work):
    set_linear_axes(work.normals, tree.normal[i])
    set_angular_axes(work.normals, tree.normal[i] + 3)


KIND = Kind(
    Fixed,
    place=place,
    normals=normals,
    columns="",
    normal_columns="111111",
    prices=Prices(NOTHING),
    drawn=lambda rng: Fixed(),
)
