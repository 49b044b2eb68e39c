"""No joint at all: all six degrees of freedom (a floating base)."""

from bough.arithmetic.scalar import get, kernel, put, zero_of
from bough.arithmetic.spatial import (
    add_scaled,
    apply,
    apply_transposed,
    column,
    cross,
    load3,
    multiply,
    scale,
    set_linear,
)
from bough.arithmetic.tally import ADD_SCALED, APPLY, CROSS, MULTIPLY, SCALE
from bough.mechanism.joints import ball
from bough.mechanism.joints.ball import (
    QUATERNION,
    QUATERNION_RATE,
    QUATERNION_VELOCITY,
    quaternion_matrix,
    set_body_rotations,
)
from bough.mechanism.joints.base import Joint, Kind, Prices


class Free(Joint):
    """Any motion; q = (x, y, z, w, x, y, z): origin in joint axes, unit quaternion.

    u = velocity of the origin, then angular velocity, both in body axes.
    """

    q_names = ("x", "y", "z", "qw", "qx", "qy", "qz")
    u_names = ("vx", "vy", "vz", "wx", "wy", "wz")
    q_units = ("m", "m", "m", "1", "1", "1", "1")
    u_units = ("m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s")
    has_quaternion = True

    @property
    def neutral(self):
        return 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    shift = apply(r, (get(q, at), get(q, at + 1), get(q, at + 2)))
    r = multiply(r, quaternion_matrix(q, at + 3))
    set_linear(work.columns, d, column(r, 0))
    set_linear(work.columns, d + 1, column(r, 1))
    set_linear(work.columns, d + 2, column(r, 2))
    set_body_rotations(work.columns, d + 3, r)
    return r, shift


@kernel
def drift(tree, i, u, work):
    """The velocity is given along axes that turn with the body: ω × v."""
    d, at = tree.dof[i], tree.u_at[i]
    v = scale(get(u, at), load3(work.columns, d, 0))
    v = add_scaled(v, get(u, at + 1), load3(work.columns, d + 1, 0))
    v = add_scaled(v, get(u, at + 2), load3(work.columns, d + 2, 0))
    w = scale(get(u, at + 3), load3(work.columns, d + 3, 3))
    w = add_scaled(w, get(u, at + 4), load3(work.columns, d + 4, 3))
    w = add_scaled(w, get(u, at + 5), load3(work.columns, d + 5, 3))
    zero = zero_of(v[0])
    return cross(w, v), (zero, zero, zero)


@kernel
def rate(q, at, u, u_at, q_dot, count):
    """The origin moves along body axes, the quaternion as a ball's."""
    v = apply(quaternion_matrix(q, at + 3), (get(u, u_at), get(u, u_at + 1), get(u, u_at + 2)))
    for k in range(3):
        put(q_dot, at + k, v[k])
    ball.rate(q, at + 3, u, u_at + 3, q_dot, 3)


@kernel
def velocity(q, at, q_dot, u_at, u, count):
    """The inverse of ``rate``."""
    v = (get(q_dot, at), get(q_dot, at + 1), get(q_dot, at + 2))
    v = apply_transposed(quaternion_matrix(q, at + 3), v)
    for k in range(3):
        put(u, u_at + k, v[k])
    ball.velocity(q, at + 3, q_dot, u_at + 3, u, 3)


KIND = Kind(
    Free,
    place=place,
    normals=None,
    drift=drift,
    rate=rate,
    velocity=velocity,
    columns="lllaaa",
    normal_columns="",
    successive=0,
    prices=Prices(
        APPLY + QUATERNION + MULTIPLY,
        drift=2 * SCALE + 4 * ADD_SCALED + CROSS,
        rate=QUATERNION + APPLY + QUATERNION_RATE,
        velocity=QUATERNION + APPLY + QUATERNION_VELOCITY,
    ),
    drawn=lambda rng: Free(),
)
