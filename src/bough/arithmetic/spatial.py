"""Small algebra on tuples: vectors (x, y, z), matrices (9 numbers by rows), symmetric matrices (xx xy xz yy yz zz).

Compiled, tuples of scalars stay in registers; small arrays would not. All vectors are resolved along the
ground's axes unless a name says otherwise.
"""

from bough.arithmetic.scalar import kernel, load, store


@kernel
def add(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@kernel
def sub(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@kernel
def scale(s, a):
    return s * a[0], s * a[1], s * a[2]


@kernel
def add_scaled(a, s, b):
    """a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@kernel
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel
def add_cross(c, a, b):
    """c + a x b."""
    return (
        c[0] + a[1] * b[2] - a[2] * b[1],
        c[1] + a[2] * b[0] - a[0] * b[2],
        c[2] + a[0] * b[1] - a[1] * b[0],
    )


@kernel
def column(m, k):
    """Column k of a matrix."""
    return m[k], m[3 + k], m[6 + k]


@kernel
def apply(m, v):
    """m v."""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
        m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
    )


@kernel
def apply_transposed(m, v):
    """mᵀ v."""
    return (
        m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
        m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
        m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
    )


@kernel
def apply_symmetric(s, v):
    """s v, s symmetric."""
    return (
        s[0] * v[0] + s[1] * v[1] + s[2] * v[2],
        s[1] * v[0] + s[3] * v[1] + s[4] * v[2],
        s[2] * v[0] + s[4] * v[1] + s[5] * v[2],
    )


@kernel
def multiply(a, b):
    """a b."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@kernel
def turn_z(r, c, s):
    """r Rot(z, angle), given the angle's cosine and sine."""
    return (
        c * r[0] + s * r[1], c * r[1] - s * r[0], r[2],
        c * r[3] + s * r[4], c * r[4] - s * r[3], r[5],
        c * r[6] + s * r[7], c * r[7] - s * r[6], r[8],
    )  # fmt: skip


@kernel
def turn_x(r, c, s):
    """r Rot(x, angle), given the angle's cosine and sine."""
    return (
        r[0], c * r[1] + s * r[2], c * r[2] - s * r[1],
        r[3], c * r[4] + s * r[5], c * r[5] - s * r[4],
        r[6], c * r[7] + s * r[8], c * r[8] - s * r[7],
    )  # fmt: skip


@kernel
def rotate_symmetric(r, s):
    """r s rᵀ, s symmetric."""
    # r s, by rows, then the six distinct products with rows of r
    a, b, c = (r[0], r[1], r[2]), (r[3], r[4], r[5]), (r[6], r[7], r[8])
    sa, sb, sc = apply_symmetric(s, a), apply_symmetric(s, b), apply_symmetric(s, c)
    return dot(a, sa), dot(a, sb), dot(a, sc), dot(b, sb), dot(b, sc), dot(c, sc)


@kernel
def load3(work, row, k):
    return load(work, row, k), load(work, row, k + 1), load(work, row, k + 2)


@kernel
def load6(work, row, k):
    return (
        load(work, row, k), load(work, row, k + 1), load(work, row, k + 2),
        load(work, row, k + 3), load(work, row, k + 4), load(work, row, k + 5),
    )  # fmt: skip


@kernel
def load9(work, row, k):
    return (
        load(work, row, k), load(work, row, k + 1), load(work, row, k + 2),
        load(work, row, k + 3), load(work, row, k + 4), load(work, row, k + 5),
        load(work, row, k + 6), load(work, row, k + 7), load(work, row, k + 8),
    )  # fmt: skip


@kernel
def store3(work, row, k, v):
    store(work, row, k, v[0])
    store(work, row, k + 1, v[1])
    store(work, row, k + 2, v[2])


@kernel
def store6(work, row, k, v):
    store3(work, row, k, (v[0], v[1], v[2]))
    store3(work, row, k + 3, (v[3], v[4], v[5]))


@kernel
def store9(work, row, k, v):
    store3(work, row, k, (v[0], v[1], v[2]))
    store3(work, row, k + 3, (v[3], v[4], v[5]))
    store3(work, row, k + 6, (v[6], v[7], v[8]))


@kernel
def set_linear(work, row, direction):
    """Store a column of six: a linear velocity."""
    store3(work, row, 0, direction)
    store3(work, row, 3, (0.0, 0.0, 0.0))


@kernel
def set_angular(work, row, direction):
    """Store a column of six: an angular velocity."""
    store3(work, row, 0, (0.0, 0.0, 0.0))
    store3(work, row, 3, direction)


@kernel
def set_linear_axes(work, row):
    """Store three columns: linear velocity along each of the ground's axes."""
    set_linear(work, row, (1.0, 0.0, 0.0))
    set_linear(work, row + 1, (0.0, 1.0, 0.0))
    set_linear(work, row + 2, (0.0, 0.0, 1.0))


@kernel
def set_angular_axes(work, row):
    """Store three columns: angular velocity about each of the ground's axes."""
    set_angular(work, row, (1.0, 0.0, 0.0))
    set_angular(work, row + 1, (0.0, 1.0, 0.0))
    set_angular(work, row + 2, (0.0, 0.0, 1.0))
