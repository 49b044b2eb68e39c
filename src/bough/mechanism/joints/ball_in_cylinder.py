"""A ball in a cylinder: any turn, and a shift of the ball along the cylinder's axis."""

from bough.arithmetic.scalar import get, kernel, put, where_positive, zero_of
from bough.arithmetic.spatial import apply, dot, load3, multiply, scale, set_linear
from bough.arithmetic.tally import APPLY, DOT, MULTIPLY, PRODUCT, QUOTIENT, SCALE, SUM
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints import ball
from bough.mechanism.joints.base import Joint, Kind, Prices, random_axis
from bough.typing import VectorLike


class BallInCylinder(Joint):
    """A shift of the body's origin along ``axis`` of the joint frame, and any turn about the origin.

    q = (slide, w, x, y, z): length, unit quaternion from body axes to joint axes; u = (slide, wx, wy, wz): rate of the
    length, angular velocity in body axes.
    """

    q_names = ("slide", "w", "x", "y", "z")
    u_names = ("slide", "wx", "wy", "wz")
    q_units = ("m", "1", "1", "1", "1")
    u_units = ("m/s", "rad/s", "rad/s", "rad/s")
    has_quaternion = True
    rates = 1

    def __init__(self, axis: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.axis = unit_axis(axis, "BallInCylinder")

    def constants(self):
        return self.axis

    @property
    def neutral(self):
        return 0.0, 1.0, 0.0, 0.0, 0.0


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    axis = apply(r, (tree.constants[i, 0], tree.constants[i, 1], tree.constants[i, 2]))
    r = multiply(r, ball.quaternion_matrix(q, at + 1))
    set_linear(work.columns, d, axis)
    ball.set_body_rotations(work.columns, d + 1, r)
    return r, scale(get(q, at), axis)


@kernel
def set_across(table, row, axis):
    """Store two columns: unit vectors across the axis (x, y, z), columns of the reflection that takes it to ±e_z."""
    x, y, z = axis
    sign = where_positive(z, zero_of(z) + 1.0, zero_of(z) - 1.0)
    a = 1.0 / (sign + z)
    b = x * y * a
    set_linear(table, row, (sign - x * x * a, -b, -x))
    set_linear(table, row + 1, (-b, sign - y * y * a, -y))


@kernel
def normals(tree, i, r, work):
    set_across(work.normals, tree.normal[i], load3(work.columns, tree.dof[i], 0))


@kernel
def measure(tree, i, r, s, q):
    axis = (tree.constants[i, 0], tree.constants[i, 1], tree.constants[i, 2])
    put(q, tree.q_at[i], dot(s, axis))
    ball.put_quaternion(r, q, tree.q_at[i] + 1)


ACROSS = 5 * SUM + QUOTIENT + 6 * PRODUCT  # of ``set_across``


KIND = Kind(
    BallInCylinder,
    place=place,
    normals=normals,
    measure=measure,
    rate=ball.rate,
    velocity=ball.velocity,
    columns="laaa",
    normal_columns="ll",
    successive=1,  # the axis stays in the parent, the turns are about axes of the body
    prices=Prices(
        APPLY + ball.QUATERNION + MULTIPLY + SCALE,
        normals=ACROSS,
        rate=ball.QUATERNION_RATE,
        velocity=ball.QUATERNION_VELOCITY,
        measure=DOT + ball.MEASURE,
    ),
    drawn=lambda rng: BallInCylinder(random_axis(rng)),
    is_common=False,
)
