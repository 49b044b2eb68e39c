"""A ball joint: any turn, as a unit quaternion, so no attitude is singular."""

from bough.arithmetic.scalar import get, kernel, put, sqrt, where_positive, zero_of
from bough.arithmetic.spatial import column, multiply, set_angular, set_linear_axes
from bough.arithmetic.tally import MULTIPLY, PRODUCT, QUOTIENT, ROOT, SUM
from bough.mechanism.joints.base import Joint, Kind, Prices


class Ball(Joint):
    """Any turn; q = (w, x, y, z), a unit quaternion from body axes to joint axes; u = angular velocity in body axes."""

    q_names = ("w", "x", "y", "z")
    u_names = ("wx", "wy", "wz")
    q_units = ("1", "1", "1", "1")
    u_units = ("rad/s", "rad/s", "rad/s")
    has_quaternion = True

    @property
    def neutral(self):
        return 1.0, 0.0, 0.0, 0.0


@kernel
def quaternion_matrix(q, at):
    """The rotation matrix of the quaternion that starts at index ``at`` of q."""
    w, x, y, z = get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)
    x2, y2, z2 = x + x, y + y, z + z
    xx, xy, xz, yy, yz, zz = x * x2, x * y2, x * z2, y * y2, y * z2, z * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return 1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy, yz + wx, 1.0 - (xx + yy)


@kernel
def set_body_rotations(columns, row, r):
    """Store three columns: angular velocity about each of the body's axes."""
    set_angular(columns, row, column(r, 0))
    set_angular(columns, row + 1, column(r, 1))
    set_angular(columns, row + 2, column(r, 2))


@kernel
def place(tree, i, r, q, work):
    r = multiply(r, quaternion_matrix(q, tree.q_at[i]))
    set_body_rotations(work.columns, tree.dof[i], r)
    zero = zero_of(r[0])
    return r, (zero, zero, zero)


@kernel
def normals(tree, i, r, work):
    set_linear_axes(work.normals, tree.normal[i])


@kernel
def rate(q, at, u, u_at, q_dot, count):
    """q̇ = ½ q ∘ (0, ω); lengths may come before the quaternion."""
    for k in range(count - 3):
        put(q_dot, at + k, get(u, u_at + k))
    at, u_at = at + count - 3, u_at + count - 3
    w, x, y, z = get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)
    a, b, c = 0.5 * get(u, u_at), 0.5 * get(u, u_at + 1), 0.5 * get(u, u_at + 2)
    put(q_dot, at, -(x * a + y * b + z * c))
    put(q_dot, at + 1, w * a + y * c - z * b)
    put(q_dot, at + 2, w * b + z * a - x * c)
    put(q_dot, at + 3, w * c + x * b - y * a)


@kernel
def velocity(q, at, q_dot, u_at, u, count):
    """(0, ω) = 2 q* ∘ q̇; lengths may come before the quaternion."""
    for k in range(count - 3):
        put(u, u_at + k, get(q_dot, at + k))
    at, u_at = at + count - 3, u_at + count - 3
    w, x, y, z = get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)
    s, a, b, c = get(q_dot, at), get(q_dot, at + 1), get(q_dot, at + 2), get(q_dot, at + 3)
    put(u, u_at, 2.0 * (w * a - x * s - y * c + z * b))
    put(u, u_at + 1, 2.0 * (w * b - y * s - z * a + x * c))
    put(u, u_at + 2, 2.0 * (w * c - z * s - x * b + y * a))


@kernel
def put_quaternion(r, q, at):
    """The unit quaternion of a rotation matrix, from its largest component."""
    w, x, y, z = 1.0 + r[0] + r[4] + r[8], 1.0 + r[0] - r[4] - r[8], 1.0 + r[4] - r[0] - r[8], 1.0 + r[8] - r[0] - r[4]
    wx, wy, wz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
    xy, xz, yz = r[1] + r[3], r[2] + r[6], r[5] + r[7]
    first, second = (
        larger_of(w - x, (w, wx, wy, wz), (wx, x, xy, xz)),
        larger_of(y - z, (wy, xy, y, yz), (wz, xz, yz, z)),
    )
    best = larger_of(where_positive(w - x, w, x) - where_positive(y - z, y, z), first, second)
    scale = 1.0 / sqrt(best[0] * best[0] + best[1] * best[1] + best[2] * best[2] + best[3] * best[3])
    for k in range(4):
        put(q, at + k, scale * best[k])


@kernel
def larger_of(test, a, b):
    """a where test > 0, else b, four numbers each."""
    return (
        where_positive(test, a[0], b[0]),
        where_positive(test, a[1], b[1]),
        where_positive(test, a[2], b[2]),
        where_positive(test, a[3], b[3]),
    )


@kernel
def measure(tree, i, r, s, q):
    put_quaternion(r, q, tree.q_at[i])


QUATERNION = 15 * SUM + 9 * PRODUCT  # of ``quaternion_matrix``
QUATERNION_RATE = 8 * SUM + 15 * PRODUCT
QUATERNION_VELOCITY = 9 * SUM + 15 * PRODUCT
MEASURE = 26 * SUM + 8 * PRODUCT + ROOT + QUOTIENT  # of ``put_quaternion``


KIND = Kind(
    Ball,
    place=place,
    normals=normals,
    measure=measure,
    rate=rate,
    velocity=velocity,
    columns="aaa",
    normal_columns="111",
    successive=0,
    prices=Prices(QUATERNION + MULTIPLY, rate=QUATERNION_RATE, velocity=QUATERNION_VELOCITY, measure=MEASURE),
    drawn=lambda rng: Ball(),
)
