"""A ball on a plane: any turn, and shifts of the ball in the plane."""

from bough.arithmetic.scalar import get, kernel, put
from bough.arithmetic.spatial import add_scaled, apply, cross, dot, load3, multiply, scale, set_linear
from bough.arithmetic.tally import ADD_SCALED, APPLY, CROSS, DOT, MULTIPLY, SCALE
from bough.mechanism.checks import unit_axis
from bough.mechanism.joints import ball
from bough.mechanism.joints.base import Joint, Kind, Prices, frame_about, random_axis
from bough.typing import VectorLike


class BallOnPlane(Joint):
    """Shifts x and y of the body's origin in the plane across ``normal``, and any turn about the origin.

    q = (x, y, qw, qx, qy, qz): lengths, unit quaternion from body axes to joint axes; u = (x, y, wx, wy, wz): rates of the
    lengths, angular velocity in body axes. The axes x and y of the plane are those of ``Planar``.
    """

    q_names = ("x", "y", "qw", "qx", "qy", "qz")
    u_names = ("x", "y", "wx", "wy", "wz")
    q_units = ("m", "m", "1", "1", "1", "1")
    u_units = ("m/s", "m/s", "rad/s", "rad/s", "rad/s")
    has_quaternion = True
    rates = 2

    def __init__(self, normal: VectorLike = (0.0, 0.0, 1.0)) -> None:
        self.normal = unit_axis(normal, "BallOnPlane", "normal")

    def constants(self):
        x, y, _ = frame_about(self.normal).T.tolist()
        return *x, *y

    @property
    def neutral(self):
        return 0.0, 0.0, 1.0, 0.0, 0.0, 0.0


@kernel
def axes(tree, i):
    """x and y in the joint frame."""
    return (
        (tree.constants[i, 0], tree.constants[i, 1], tree.constants[i, 2]),
        (tree.constants[i, 3], tree.constants[i, 4], tree.constants[i, 5]),
    )


@kernel
def place(tree, i, r, q, work):
    d, at = tree.dof[i], tree.q_at[i]
    x, y = axes(tree, i)
    x, y = apply(r, x), apply(r, y)
    r = multiply(r, ball.quaternion_matrix(q, at + 2))
    set_linear(work.columns, d, x)
    set_linear(work.columns, d + 1, y)
    ball.set_body_rotations(work.columns, d + 2, r)
    return r, add_scaled(scale(get(q, at), x), get(q, at + 1), y)


@kernel
def normals(tree, i, r, work):
    d = tree.dof[i]
    set_linear(work.normals, tree.normal[i], cross(load3(work.columns, d, 0), load3(work.columns, d + 1, 0)))


@kernel
def measure(tree, i, r, s, q):
    at = tree.q_at[i]
    x, y = axes(tree, i)
    put(q, at, dot(s, x))
    put(q, at + 1, dot(s, y))
    ball.put_quaternion(r, q, at + 2)


KIND = Kind(
    BallOnPlane,
    place=place,
    normals=normals,
    measure=measure,
    rate=ball.rate,
    velocity=ball.velocity,
    columns="llaaa",
    normal_columns="l",
    successive=2,  # the plane stays in the parent, the turns are about axes of the body
    prices=Prices(
        2 * APPLY + ball.QUATERNION + MULTIPLY + SCALE + ADD_SCALED,
        normals=CROSS,
        rate=ball.QUATERNION_RATE,
        velocity=ball.QUATERNION_VELOCITY,
        measure=2 * DOT + ball.MEASURE,
    ),
    drawn=lambda rng: BallOnPlane(random_axis(rng)),
    is_common=False,
)
