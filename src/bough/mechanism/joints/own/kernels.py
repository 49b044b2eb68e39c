"""The kernels of joints of the users' own, and their kinds: one for each number of DoFs.

They run the programs of a joint, interpreted or, compiled, by address, and do the rest for any number of DoFs: Z
completes A to a basis by Householder's reflections, A(AᵀA)⁻¹ comes by Cholesky's factors. ``programs.Block`` tells
what is where in a block.
"""

from bough.arithmetic.scalar import (
    SINGULAR,
    get,
    is_above,
    kernel,
    load,
    sqrt,
    store,
    where_positive,
    zero_of,
)
from bough.arithmetic.tally import DOT6, NOTHING, PRODUCT, QUOTIENT, ROOT, SUM, TERM, Tally
from bough.mechanism.following import curve
from bough.mechanism.joints import ball
from bough.mechanism.joints.base import Kind, Prices
from bough.mechanism.joints.own.joint import CustomConstraint, CustomJoint
from bough.mechanism.joints.own.programs import BEND, DRIFT, PLACE, SEARCH


def run_own(tree, i, program, work):
    """Run a program of joint i on its block. Compiled, it is a call by address (``compiled/native.py``)."""
    tree.own_joints[i].run(program, work.own[tree.own_at[i] :], work.columns[tree.dof[i] :])


@kernel
def place(tree, i, r, q, work):
    at, n = tree.own_at[i], tree.dof[i + 1] - tree.dof[i]
    for k in range(n):
        store(work.own, at + 27 + 7 * n + k, 0, get(q, tree.q_at[i] + k))
    return place_inputs(tree, i, r, work)


@kernel
def place_inputs(tree, i, r, work):
    """Run PLACE on r and what is in the block already."""
    at = tree.own_at[i]
    first = at + 18 + 6 * (tree.dof[i + 1] - tree.dof[i])
    for k in range(9):
        store(work.own, first + k, 0, r[k])
    run_own(tree, i, PLACE, work)
    return block9(work, at), block3(work, at + 9)


@kernel
def block9(work, at):
    """Nine numbers of a block."""
    return (
        load(work.own, at, 0), load(work.own, at + 1, 0), load(work.own, at + 2, 0),
        load(work.own, at + 3, 0), load(work.own, at + 4, 0), load(work.own, at + 5, 0),
        load(work.own, at + 6, 0), load(work.own, at + 7, 0), load(work.own, at + 8, 0),
    )  # fmt: skip


@kernel
def block3(work, at):
    """Three numbers of a block."""
    return load(work.own, at, 0), load(work.own, at + 1, 0), load(work.own, at + 2, 0)


@kernel
def put_velocities(tree, i, u, first, work):
    """Store the velocities of joint i in its block; u starts at index ``first``."""
    n = tree.dof[i + 1] - tree.dof[i]
    for k in range(n):
        store(work.own, tree.own_at[i] + 27 + 6 * n + k, 0, get(u, first + tree.u_at[i] + k))


@kernel
def drift(tree, i, u, work):
    at = tree.own_at[i] + 12
    if not tree.own_drifts[i]:
        zero = zero_of(load(work.own, at, 0))
        return (zero, zero, zero), (zero, zero, zero)
    put_velocities(tree, i, u, 0, work)
    run_own(tree, i, DRIFT, work)
    return block3(work, at), block3(work, at + 3)


@kernel
def bend(tree, i, u, first, work):
    """Find the rates of the columns as seen from the body, for ``column_rate``; True: there are such rates."""
    put_velocities(tree, i, u, first, work)
    run_own(tree, i, BEND, work)
    return True


@kernel
def column_rate(tree, i, k, work):
    """The rate of column k of joint i as seen from the body, along ground axes, after ``bend``."""
    at = tree.own_at[i] + 18 + 6 * k
    return block3(work, at), block3(work, at + 3)


@kernel
def scratch_of(tree, i):
    """Where the memory of the following kernels starts in the block."""
    return tree.own_at[i] + 27 + 8 * (tree.dof[i + 1] - tree.dof[i])


@kernel
def normals(tree, i, r, work):
    """Reflections H_1 … H_n that make the columns of A upper triangular; Z are the last columns of their product."""
    d, own = tree.dof[i], scratch_of(tree, i)
    n, z = tree.dof[i + 1] - d, tree.normal[i]
    for k in range(6 * n):
        store(work.own, own + k, 0, load(work.columns, d + k // 6, k % 6))
    for j in range(n):
        at = own + 6 * j
        for h in range(j):
            reflect(work, own + 6 * h, h, at, load(work.own, own + 6 * n + h, 0))
        square = zero_of(load(work.own, at, 0))
        for k in range(j, 6):
            square = square + load(work.own, at + k, 0) * load(work.own, at + k, 0)
        lead = load(work.own, at + j, 0)
        size = sqrt(square)
        lead = where_positive(lead, lead + size, lead - size)
        store(work.own, at + j, 0, lead)
        # H = E - factor v vᵀ, factor = 2/vᵀv = 1/(|a| |v_j|)
        store(work.own, own + 6 * n + j, 0, 1.0 / (size * where_positive(lead, lead, -lead)))
    for c in range(6 - n):
        for k in range(6):
            store(work.normals, z + c, k, 1.0 if k == n + c else 0.0)
        for h in range(n):
            v = n - 1 - h
            reflect_row(work, own + 6 * v, v, z + c, load(work.own, own + 6 * n + v, 0))


@kernel
def reflect(work, v, first, at, factor):
    """Six numbers of the block from ``at`` on, less factor (v · they) v; entries of v before ``first`` are zero."""
    total = zero_of(factor)
    for k in range(first, 6):
        total = total + load(work.own, v + k, 0) * load(work.own, at + k, 0)
    total = total * factor
    for k in range(first, 6):
        store(work.own, at + k, 0, load(work.own, at + k, 0) - total * load(work.own, v + k, 0))


@kernel
def reflect_row(work, v, first, row, factor):
    """The same for a row of work.normals."""
    total = zero_of(factor)
    for k in range(first, 6):
        total = total + load(work.own, v + k, 0) * load(work.normals, row, k)
    total = total * factor
    for k in range(first, 6):
        store(work.normals, row, k, load(work.normals, row, k) - total * load(work.own, v + k, 0))


@kernel
def duals(tree, i, work):
    """A(AᵀA)⁻¹ by AᵀA = L D Lᵀ; the rows of L D are in the block, and 1/D in place of its diagonal."""
    d, own = tree.dof[i], scratch_of(tree, i)
    n = tree.dof[i + 1] - d
    fine = True
    for a in range(n):
        row = own + a * (a + 1) // 2
        for b in range(a + 1):
            x = column_product(work, d + a, d + b)
            size = x
            for k in range(b):
                other = load(work.own, own + b * (b + 1) // 2 + k, 0) * load(work.own, own + k * (k + 3) // 2, 0)
                x = x - load(work.own, row + k, 0) * other
            if a == b:
                fine = fine and is_above(x, SINGULAR, size)
                x = 1.0 / x
            store(work.own, row + b, 0, x)
    for k in range(6):
        for a in range(n):
            x = load(work.columns, d + a, k)
            for b in range(a):
                factor = load(work.own, own + a * (a + 1) // 2 + b, 0) * load(work.own, own + b * (b + 3) // 2, 0)
                x = x - factor * load(work.duals, d + b, k)
            store(work.duals, d + a, k, x)
        for c in range(n):
            a = n - 1 - c
            inverse = load(work.own, own + a * (a + 3) // 2, 0)
            x = load(work.duals, d + a, k)
            for b in range(a + 1, n):
                x = x - load(work.own, own + b * (b + 1) // 2 + a, 0) * load(work.duals, d + b, k)
            store(work.duals, d + a, k, x * inverse)
    return fine


@kernel
def column_product(work, a, b):
    total = load(work.columns, a, 0) * load(work.columns, b, 0)
    for k in range(1, 6):
        total = total + load(work.columns, a, k) * load(work.columns, b, k)
    return total


@kernel
def search(tree, i, r, s, work):
    """The coordinates from a relative pose: steps of Gauss and Newton, from the start or from the user's measure."""
    at, n = tree.own_at[i], tree.dof[i + 1] - tree.dof[i]
    zero, start = zero_of(r[0]), at + 27 + 7 * n
    for k in range(n):
        store(work.own, start + k, 0, zero + tree.constants[i, k])
    for k in range(9):
        store(work.own, at + k, 0, r[k])
    for k in range(3):
        store(work.own, at + 9 + k, 0, s[k])
    run_own(tree, i, SEARCH, work)
    for k in range(n):
        store(work.measured, tree.q_at[i] + k, 0, load(work.own, start + k, 0))
    return True


@kernel
def place_surface(tree, i, r, q, work):
    q_at = tree.q_at[i]
    put_pose(tree, i, (get(q, q_at), get(q, q_at + 1), get(q, q_at + 2)), ball.quaternion_matrix(q, q_at + 3), work)
    return place_inputs(tree, i, r, work)


@kernel
def put_pose(tree, i, s, r, work):
    """Store shift and rotation as the inputs of the programs of constraints."""
    at = tree.own_at[i] + 27 + 7 * (tree.dof[i + 1] - tree.dof[i])
    for k in range(3):
        store(work.own, at + k, 0, s[k])
    for k in range(9):
        store(work.own, at + 3 + k, 0, r[k])


@kernel
def normals_of_surface(tree, i, r, work):
    n, z = tree.dof[i + 1] - tree.dof[i], tree.normal[i]
    at = tree.own_at[i] + 39 + 7 * n
    for c in range(6 - n):
        for k in range(6):
            store(work.normals, z + c, k, load(work.own, at + 6 * c + k, 0))


@kernel
def search_on_surface(tree, i, r, s, work):
    """Shift and quaternion of the nearest pose that fulfils the constraints."""
    put_pose(tree, i, s, r, work)
    run_own(tree, i, SEARCH, work)
    at, q_at = tree.own_at[i] + 27 + 7 * (tree.dof[i + 1] - tree.dof[i]), tree.q_at[i]
    for k in range(3):
        store(work.measured, q_at + k, 0, load(work.own, at + k, 0))
    ball.put_quaternion(block9(work, at + 3), work.measured, q_at + 3)
    return True


@kernel
def curve_at(pieces, first, end, order, x):
    """The value of a curve at x, or of its first or second derivative; its pieces are rows from ``first`` to ``end``."""
    value, rate, acceleration = curve(pieces, first, end, x)
    if order == 1:
        value = rate
    elif order == 2:
        value = acceleration
    return value


# --- kinds ------------------------------------------------------------------------------------------------------------


def _normals_price(n: int) -> Tally:
    """``normals`` with n columns."""
    made = sum(((6 - j) * TERM + ROOT + 2 * SUM + PRODUCT + QUOTIENT for j in range(n)), NOTHING)
    # a reflection changes the columns after its own, and those of Z
    return made + sum(((n - 1 - h + 6 - n) * ((6 - h) * (2 * TERM) + PRODUCT) for h in range(n)), NOTHING)


def _duals_price(n: int) -> Tally:
    """``duals`` with n columns."""
    factors = n * QUOTIENT + sum((DOT6 + b * (PRODUCT + TERM) for a in range(n) for b in range(a + 1)), NOTHING)
    return factors + 6 * sum((a * (PRODUCT + TERM) + (n - 1 - a) * TERM + PRODUCT for a in range(n)), NOTHING)


# (what the programs of a joint cost is the joint's own: ``passes/prices.py`` adds it)
MOVING = tuple(
    Kind(
        CustomJoint,
        place=place,
        normals=normals,
        drift=drift,
        duals=duals,
        bend=bend,
        search=search,
        columns="s" * n,
        normal_columns="s" * (6 - n),
        successive=0,
        prices=Prices(NOTHING, normals=_normals_price(n), duals=_duals_price(n), measure=n * SUM),
        drawn=None,
        is_common=False,
    )
    for n in range(1, 7)
)
CONSTRAINED = tuple(
    Kind(
        CustomConstraint,
        place=place_surface,
        normals=normals_of_surface,
        drift=drift,
        bend=bend,
        search=search_on_surface,
        columns="s" * n,
        normal_columns="s" * (6 - n),
        successive=0,
        prices=Prices(ball.QUATERNION, measure=ball.MEASURE),
        drawn=None,
        is_common=False,
    )
    for n in range(1, 6)
)
CustomJoint.kind = property(lambda self: MOVING[self._motion.count - 1])  # type: ignore[assignment]
CustomConstraint.kind = property(lambda self: CONSTRAINED[self._motion.count - 1])  # type: ignore[assignment]
KINDS = (*MOVING, *CONSTRAINED)
