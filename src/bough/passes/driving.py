"""Driven joints: a joint of any kind whose coordinates follow signals.

A driven joint has no DoFs. The joint that its drive moves has a row of its own, after those of bodies and loops, so
that the kernels of joints serve it as they are. With its coordinates q, their rates and accelerations from the signals,
and u = Y q̇ (``velocity`` of its kind),

    V^J = A Y q̇,    acceleration = A Y q̈ + drift.

Where u is not q̇, q has a quaternion, and no drift remains: lengths run along axes of the parent, so A Y q̇ holds their
rates, and the derivative of ω = 2 q̇ ∘ q* is 2 q̈ ∘ q*, since q̇ ∘ q̇* has no vector part.

A quaternion comes from four signals p of any length, or from three angles: roll about x, then pitch about y, then yaw
about z, all of them axes of the joint frame. With q = p/|p|,

    q̇ = ṗ/|p|,    q̈ = (p̈ - 2 (p·ṗ/p·p) ṗ)/|p|,

up to parts along q, which Y takes to zero.
"""

from bough.arithmetic.scalar import after, get, kernel, load, put, sincos, sqrt, store, zero_of
from bough.arithmetic.spatial import add_scaled, column, load3, load9, set_angular, store3, store9
from bough.arithmetic.tally import ADD_SCALED, NOTHING, PRODUCT, QUOTIENT, ROOT, SINCOS, SUM, Tally
from bough.mechanism.following import signal, time_of
from bough.mechanism.joints import KINDS, ball, revolute
from bough.mechanism.joints.driven import BY_ANGLES, NO_QUATERNION, QUATERNION
from bough.passes.arrays import MOVED_ACCELERATIONS, MOVED_RATES, MOVED_U, MOVED_U_DOT, Tree
from bough.passes.switches import HINGE, drift_of_kind, place_kind, velocity_of_kind


@kernel
def follow(tree, i, t, work):
    """Coordinates of the joint that row i drives, with rates and accelerations, from its signals."""
    row, first, turn = tree.moved[i], tree.driven_by[i], tree.moved_turn[i]
    at, count = tree.q_at[row], tree.dof[row + 1] - tree.dof[row]
    if turn == QUATERNION:
        count += 1
    if turn == BY_ANGLES:
        count -= 3
    for k in range(count):
        value, rate, acceleration = signal(tree, first + k, t)
        put(work.moved, at + k, value)
        put(work.moved, at + MOVED_RATES + k, rate)
        put(work.moved, at + MOVED_ACCELERATIONS + k, acceleration)
    if turn == QUATERNION:
        normalise(work.moved, at + count - 4)
    if turn == BY_ANGLES:
        put_turn(tree, first + count, t, work.moved, at + count)


@kernel
def normalise(block, at):
    """q, q̇ and q̈ from p, ṗ and p̈, see above."""
    square, along = get(block, at) * get(block, at), get(block, at) * get(block, at + MOVED_RATES)
    for k in range(1, 4):
        x = get(block, at + k)
        square, along = square + x * x, along + x * get(block, at + MOVED_RATES + k)
    inverse, growth = 1.0 / sqrt(square), -2.0 * along / square
    for k in range(4):
        rate = get(block, at + MOVED_RATES + k)
        acceleration = get(block, at + MOVED_ACCELERATIONS + k) + growth * rate
        put(block, at + k, inverse * get(block, at + k))
        put(block, at + MOVED_RATES + k, inverse * rate)
        put(block, at + MOVED_ACCELERATIONS + k, inverse * acceleration)


@kernel
def put_turn(tree, first, t, block, at):
    """q, q̇ and q̈ from roll φ, pitch θ and yaw ψ: R = R_z(ψ) R_y(θ) R_x(φ)."""
    phi, phi_rate, phi_acceleration = signal(tree, first, t)
    theta, theta_rate, theta_acceleration = signal(tree, first + 1, t)
    psi, psi_rate, psi_acceleration = signal(tree, first + 2, t)
    sx, cx = sincos(0.5 * phi)
    sy, cy = sincos(0.5 * theta)
    sz, cz = sincos(0.5 * psi)
    put(block, at, cx * cy * cz + sx * sy * sz)
    put(block, at + 1, sx * cy * cz - cx * sy * sz)
    put(block, at + 2, cx * sy * cz + sx * cy * sz)
    put(block, at + 3, cx * cy * sz - sx * sy * cz)
    # ω in body axes: φ̇ about x, θ̇ and a about y and z before the roll, a and b the parts of ψ̇ after the pitch
    s, c = sincos(theta)
    a, b = psi_rate * c, psi_rate * s
    a_rate, b_rate = psi_acceleration * c - theta_rate * b, psi_acceleration * s + theta_rate * a
    s, c = sincos(phi)
    wy, wz = theta_rate * c + a * s, a * c - theta_rate * s
    omega = (phi_rate - b, wy, wz)
    alpha = (
        phi_acceleration - b_rate,
        theta_acceleration * c + a_rate * s + phi_rate * wz,
        a_rate * c - theta_acceleration * s - phi_rate * wy,
    )
    # (velocities come later to where these are)
    for k in range(3):
        put(block, at + MOVED_U + k, omega[k])
        put(block, at + MOVED_U_DOT + k, alpha[k])
    ball.rate(block, at, block, at + MOVED_U, after(block, MOVED_RATES), 3)
    ball.rate(block, at, block, at + MOVED_U_DOT, after(block, MOVED_ACCELERATIONS), 3)


@kernel
def place_joint(tree, i, before, q, work):
    """Rotation and shift that a joint of any kind leads to from the frame before it; stores its tangent basis."""
    if tree.kind[i] != HINGE:
        return place_kind(tree.kind[i], tree, i, before, q, work)
    zero = zero_of(before[0])
    rotation = revolute.place(tree, i, before, q)
    set_angular(work.columns, tree.dof[i], column(rotation, 2))
    return rotation, (zero, zero, zero)


@kernel
def drive_joint(tree, i, unused, work):
    """Place driven joint i: the time is in work.moved, the rotation before the joint in its row of work.rotation.

    Leaves the rotation after it there, the shift in work.offset, velocity and acceleration in work.drift.
    """
    row, block = tree.moved[i], work.moved
    follow(tree, i, load(block, 0, 0), work)
    d, at, kind = tree.dof[row], tree.q_at[row], tree.kind[row]
    count = tree.dof[row + 1] - d
    rates, accelerations = after(block, MOVED_RATES), after(block, MOVED_ACCELERATIONS)
    u, u_dot = after(block, MOVED_U), after(block, MOVED_U_DOT)
    velocity_of_kind(kind, block, at, rates, at, u, count)
    velocity_of_kind(kind, block, at, accelerations, at, u_dot, count)
    r, shift = place_joint(tree, row, load9(work.rotation, i, 0), block, work)
    store9(work.rotation, i, 0, r)
    store3(work.offset, i, 0, shift)
    zero = zero_of(r[0])
    v, omega, linear, angular = (zero, zero, zero), (zero, zero, zero), (zero, zero, zero), (zero, zero, zero)
    if tree.moved_turn[i] == NO_QUATERNION:
        linear, angular = drift_of_kind(kind, tree, row, u, work)
    for k in range(count):
        along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
        v, omega = add_scaled(v, get(u, at + k), along), add_scaled(omega, get(u, at + k), axis)
        linear = add_scaled(linear, get(u_dot, at + k), along)
        angular = add_scaled(angular, get(u_dot, at + k), axis)
    store3(work.drift, i, 0, v)
    store3(work.drift, i, 3, omega)
    store3(work.drift, i, 6, linear)
    store3(work.drift, i, 9, angular)


def drive(tree, i, r, q, work):
    """(rotation, shift) of driven joint i, from the rotation before it.

    Compiled, it is a call by address (``compiled/native.py``), so that only mechanisms with driven joints pay for it.
    """
    prepare(tree, i, r, q, work)
    drive_joint(tree, i, 0, work)
    return load9(work.rotation, i, 0), load3(work.offset, i, 0)


@kernel
def prepare(tree, i, r, q, work):
    """Leave the rotation before driven joint i, and the time, where ``drive_joint`` finds them."""
    store9(work.rotation, i, 0, r)
    store(work.moved, 0, 0, time_of(tree, q))


# prices; those of signals are left out
_NORMALISE = 10 * SUM + 25 * PRODUCT + 2 * QUOTIENT + ROOT
_PUT_TURN = 14 * SUM + 35 * PRODUCT + 5 * SINCOS + 2 * ball.QUATERNION_RATE


def price_of_drive(tree: Tree, i: int) -> Tally:
    """What it costs to place driven joint i."""
    row = int(tree.moved[i])
    kind, prices = KINDS[tree.kind[row]], KINDS[tree.kind[row]].prices
    turn = {NO_QUATERNION: prices.drift, QUATERNION: _NORMALISE, BY_ANGLES: _PUT_TURN}[int(tree.moved_turn[i])]
    moved = prices.place + 2 * prices.velocity + len(kind.columns) * (4 * ADD_SCALED)
    return (SUM if tree.timed else NOTHING) + turn + moved
