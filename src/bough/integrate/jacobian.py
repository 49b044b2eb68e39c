"""Derivatives of accelerations at the start of an implicit step: of u̇ by θ (G), by u (C) and by the time, and A.

By a mechanism's own code where there is any; else, and along the time, by differences of right-hand sides. The letters
are those of ``rosenbrock.py``. work.jacobian holds u̇, G and C by rows, as own code leaves them, then what is said below.
"""

from bough.arithmetic.scalar import (
    after,
    call,
    get,
    kernel,
    lane,
    lane_count,
    load,
    sqrt,
    store,
    subtract_scaled,
    where_positive,
    with_lane,
    zero_of,
)
from bough.integrate.estimates import larger, magnitude
from bough.integrate.lengths import first_after, next_stop
from bough.integrate.plan import TIME
from bough.integrate.steps import copy, next_slope, normalise, slope_of_state
from bough.mechanism.joints import Free
from bough.passes.motion import put_rates_of_joint
from bough.passes.switches import velocity_of_kind

FREE = Free.kind.code
# squares of differences, relative to coordinates and velocities of this size at least (as in Hairer's RADAU5)
SMALL, LEAST = 2.3e-16, 1e-5
NEAR = 1e-6  # share of the time within which functions are smooth, of differences in time


@kernel
def jacobian_places(n):
    """Of G, C, ∂u̇/∂t, A (for each DoF three columns: those of the turns of its own joint), the system that is solved,
    and three vectors: a right-hand side, k_θ, r_θ; then the size of all.
    """
    system = n + 2 * n * n + 4 * n
    vectors = system + n * n + n + 1
    return n, n + n * n, n + 2 * n * n, 2 * n + 2 * n * n, system, vectors, vectors + 3 * n


@kernel
def differentiate(tree, work, plan, table, rate):
    """Fill work.jacobian at the state in work.stages; False if that fails."""
    size = tree.coordinates + tree.dofs
    copy(work.stages, 0, work.state, 0, size)
    fine = call(plan.jacobian, table) == 0 if plan.jacobian else differences(tree, work, plan, table, rate)
    if tree.timed and fine:
        fine = differences_of_time(tree, work, plan, table, rate)
    if tree.quaternions:
        put_turns(tree, work)
    return fine


@kernel
def small_change(x):
    return sqrt(SMALL * larger(magnitude(x), LEAST + zero_of(x)))


@kernel
def differences(tree, work, plan, table, rate):
    """∂u̇/∂θ and ∂u̇/∂u by differences."""
    n_q, n = tree.coordinates, tree.dofs
    size, jacobian = n_q + n, work.jacobian
    by_q, by_u, _, _, _, vector, _ = jacobian_places(n)
    slope = next_slope(tree, plan)
    for k in range(2 * n):
        copy(work.stages, 0, work.state, 0, size)
        if k < n:
            for j in range(n):
                store(jacobian, vector + j, 0, zero_of(load(work.state, 0, 0)))
            store(jacobian, vector + k, 0, zero_of(load(work.state, 0, 0)) + 1.0)
            put_across(tree, work.stages, jacobian, vector, work.slope, 0)
            x = zero_of(load(work.state, 0, 0))
            for j in range(n_q - tree.timed):
                moves = magnitude(load(work.slope, j, 0))
                x = where_positive(moves, larger(x, magnitude(load(work.state, j, 0))), x)
            change = small_change(x)
            subtract_scaled(work.state, 0, work.slope, 0, n_q - tree.timed, -change)
            normalise(tree, work.state)
        else:
            x = load(work.state, n_q + k - n, 0)
            change = small_change(x)
            store(work.state, n_q + k - n, 0, x + change)
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        column = by_q + k if k < n else by_u + k - n
        for j in range(n):
            more = load(work.slope, n_q + j, 0) - load(work.stages, slope + n_q + j, 0)
            store(jacobian, column + j * n, 0, more / change)
    return True


@kernel
def differences_of_time(tree, work, plan, table, rate):
    """∂u̇/∂t from slopes at the start of the step and twice soon after: within a small part of the functions' pieces."""
    n_q, n = tree.coordinates, tree.dofs
    by_t, slope = jacobian_places(n)[2], next_slope(tree, plan)
    t = load(work.stages, n_q - 1, 0)
    change = zero_of(t)
    for place in range(lane_count(t)):
        change = with_lane(change, place, NEAR * time_scale(work, plan, place))
    for j in range(n):
        store(work.jacobian, by_t + j, 0, -1.5 * load(work.stages, slope + n_q + j, 0))
    for k in range(2):
        copy(work.stages, 0, work.state, 0, n_q + n)
        store(work.state, n_q - 1, 0, t + (k + 1) * change)
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        subtract_scaled(work.jacobian, by_t, work.slope, n_q, n, zero_of(t) + (-2.0 if k == 0 else 0.5))
    for j in range(n):
        store(work.jacobian, by_t + j, 0, load(work.jacobian, by_t + j, 0) / change)
    return True


@kernel
def time_scale(work, plan, place):
    """How long functions of time are smooth from a lane's time on: to the end of their piece, and within a second."""
    t = lane(load(work.clock, TIME, 0), place)
    scale = min(1.0, plan.stops[next_stop(plan, t), 0] - t)
    knot = first_after(plan.pace, plan.knots, t)
    if 0 < knot < plan.knots:
        scale = min(scale, plan.pace[knot, 0] - plan.pace[knot - 1, 0])
    return max(scale, 1e-9)


@kernel
def has_quaternion(tree, i):
    """Whether the last coordinates of joint i are a quaternion."""
    dofs = tree.dof[i + 1] - tree.dof[i]
    for k in range(tree.quaternions):  # noqa: SIM110  (compiled)
        if dofs >= 3 and tree.quaternion[k] == tree.q_at[i] + dofs - 3:
            return True
    return False


@kernel
def put_turns(tree, work):
    """A: rates of θ of a turning joint change by -½ ω × θ, and those along axes that turn with the body by -v × θ."""
    n, u = tree.dofs, after(work.stages, tree.coordinates)
    turn = jacobian_places(n)[3]
    for k in range(3 * n):
        store(work.jacobian, turn + k, 0, zero_of(load(work.stages, 0, 0)))
    for i in range(tree.bodies):
        if has_quaternion(tree, i):
            last = tree.u_at[i] + tree.dof[i + 1] - tree.dof[i] - 3
            put_cross(work, turn, u, last, -0.5)
            if tree.kind[i] == FREE:
                put_cross(work, turn, u, last - 3, -1.0)


@kernel
def put_cross(work, at, u, first, factor):
    """The matrix of factor u × for three DoFs."""
    x, y, z = factor * get(u, first), factor * get(u, first + 1), factor * get(u, first + 2)
    row = at + 3 * first
    store(work.jacobian, row + 1, 0, -z)
    store(work.jacobian, row + 2, 0, y)
    store(work.jacobian, row + 3, 0, z)
    store(work.jacobian, row + 5, 0, -x)
    store(work.jacobian, row + 6, 0, -y)
    store(work.jacobian, row + 7, 0, x)


@kernel
def put_along(tree, q, rates, at, u, u_at):
    """Velocities from rates of coordinates, in q."""
    for i in range(tree.bodies):
        dofs, first, place = tree.dof[i + 1] - tree.dof[i], at + tree.q_at[i], u_at + tree.u_at[i]
        if tree.quaternions:
            velocity_of_kind(tree.kind[i], q, tree.q_at[i], after(rates, at), tree.u_at[i], after(u, u_at), dofs)
        else:
            copy(rates, first, u, place, dofs)


@kernel
def put_across(tree, q, u, u_at, rates, at):
    """The inverse."""
    for i in range(tree.bodies):
        dofs, first, place = tree.dof[i + 1] - tree.dof[i], at + tree.q_at[i], u_at + tree.u_at[i]
        if tree.quaternions:
            put_rates_of_joint(tree, i, q, after(u, u_at), 0, after(rates, at))
        else:
            copy(u, place, rates, first, dofs)
