"""No relative motion. Merged into its parent when a mechanism is compiled; kept where its reaction is asked for."""

from bough.arithmetic.scalar import kernel
from bough.arithmetic.spatial import set_angular_axes, set_linear_axes
from bough.mechanism.joints.base import Joint


class Fixed(Joint):
    """The body is part of its parent."""

    code = 0
    q_names = u_names = ()
    q_units = ()


@kernel
def normals(tree, i, r, work):
    set_linear_axes(work.normals, tree.normal[i])
    set_angular_axes(work.normals, tree.normal[i] + 3)
