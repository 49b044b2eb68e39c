"""Steps of Rosenbrock's methods, for stiff mechanisms: implicit, without iteration (Hairer, Wanner II, IV.7).

With y = (q, u) and J = ∂ẏ/∂y at the start of a step of length h,

    (1/γ - hJ) k_s = ẏ(y + h Σ a[s, j] k_j) + Σ c[s, j] k_j,    y₁ = y + h Σ b[s] k_s,

sums over j < s. (c has 1/γ on its diagonal.)

Within a step positions are θ, from the start q₀ along unit velocities: q = q₀ + S(q₀) θ, with unit quaternions, where
q̇ = S(q) u. Then ∂u̇/∂θ = G and ∂u̇/∂u = C are those of ``forward_derivatives``, and with A = ∂θ̇/∂θ, which vanishes but
for quaternions, and k = (k_θ, k_u), r the right-hand side,

    ((1/γ - hC)(1/γ - hA) - h²G) k_θ = h r_u + (1/γ - hC) r_θ,    k_u = ((1/γ - hA) k_θ - r_θ)/h,

n equations with the same factors for all stages. A quaternion's q = (q₀ + S θ)/ρ has S θ̇ = ρ q̇ - ρ² (q₀·q̇) q, ρ = 1/q₀·q.

The time is a coordinate, along which u̇ is differentiated by differences. Without code for derivatives all columns are
differences of right-hand sides. work.stages is as for other adaptive steps, with k for slopes; its last row is the slope
at the end. work.jacobian holds u̇, G and C by rows, as own code leaves them, then what is said below.
"""

from bough.arithmetic.scalar import (
    after,
    call,
    get,
    is_small,
    kernel,
    lane,
    lane_count,
    load,
    sqrt,
    store,
    subtract_dot,
    subtract_scaled,
    where_positive,
    with_lane,
    zero_of,
)
from bough.integrate.adaptive import (
    close_loops,
    conclude,
    count_lanes,
    find_slope,
    first_after,
    judged,
    keep_choice,
    lanes_due,
    lanes_turned,
    next_slope,
    next_stop,
    passing,
    put_outputs,
)
from bough.integrate.elimination import factorise, solve
from bough.integrate.estimates import larger, magnitude
from bough.integrate.plan import AFTER_REJECTION, FAILED, FINISHED, LENGTH, RENEW, TIME
from bough.integrate.steps import copy, normalise, slope_of_state, start_stage
from bough.integrate.stiffness import look_at_implicit
from bough.mechanism.joints import Free
from bough.passes.motion import put_rates_of_joint
from bough.passes.switches import velocity_of_kind

FREE = Free.kind.code
# squares of differences, relative to coordinates and velocities of this size at least (as in Hairer's RADAU5)
SMALL, LEAST = 2.3e-16, 1e-5
NEAR = 1e-6  # share of the time within which functions are smooth, of differences in time


# --- where numbers are in work.jacobian ---


@kernel
def jacobian_places(n):
    """Of G, C, ∂u̇/∂t, A (for each DoF three columns: those of the turns of its own joint), the system that is solved,
    and three vectors: a right-hand side, k_θ, r_θ; then the size of all.
    """
    system = n + 2 * n * n + 4 * n
    vectors = system + n * n + n + 1
    return n, n + n * n, n + 2 * n * n, 2 * n + 2 * n * n, system, vectors, vectors + 3 * n


# --- derivatives ------------------------------------------------------------------------------------------------------


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


# --- the system -------------------------------------------------------------------------------------------------------


@kernel
def assemble(tree, work, plan, h):
    """Factorise (1/γ - hC)(1/γ - hA) - h²G."""
    n, jacobian = tree.dofs, work.jacobian
    by_q, by_u, _, _, at, _, _ = jacobian_places(n)
    g, square = plan.c[0, 0], h * h
    for k in range(n * n):
        x = g * h * load(jacobian, by_u + k, 0) + square * load(jacobian, by_q + k, 0)
        store(jacobian, at + k, 0, -x)
    for k in range(n):
        store(jacobian, at + k * n + k, 0, load(jacobian, at + k * n + k, 0) + g * g)
    if tree.quaternions:
        add_turns(tree, work, g, h)
    factorise(jacobian, at, n)


@kernel
def add_turns(tree, work, g, h):
    """Add -h(1/γ - hC)A."""
    n, jacobian = tree.dofs, work.jacobian
    _, by_u, _, turns, system, _, _ = jacobian_places(n)
    for i in range(tree.bodies):
        if has_quaternion(tree, i):
            first, dofs = tree.u_at[i], tree.dof[i + 1] - tree.dof[i]
            for column in range(3):
                at = system + first + dofs - 3 + column
                for k in range(first, first + dofs):
                    turn = h * load(jacobian, turns + 3 * k + column, 0)
                    store(jacobian, at + k * n, 0, load(jacobian, at + k * n, 0) - g * turn)
                    turn = h * turn
                    for row in range(n):
                        x = load(jacobian, by_u + row * n + k, 0) * turn
                        store(jacobian, at + row * n, 0, load(jacobian, at + row * n, 0) + x)


@kernel
def add_turned(tree, work, h, x, y):
    """y -= hA x, for vectors in work.jacobian."""
    turns, jacobian = jacobian_places(tree.dofs)[3], work.jacobian
    for i in range(tree.bodies):
        if has_quaternion(tree, i):
            first, dofs = tree.u_at[i], tree.dof[i + 1] - tree.dof[i]
            for k in range(first, first + dofs):
                z = load(jacobian, y + k, 0)
                for column in range(3):
                    turn = load(jacobian, turns + 3 * k + column, 0)
                    z = z - h * turn * load(jacobian, x + first + dofs - 3 + column, 0)
                store(jacobian, y + k, 0, z)


# --- stages -----------------------------------------------------------------------------------------------------------


@kernel
def flatten(tree, work):
    """Replace the rates of quaternions in work.slope by S θ̇."""
    for k in range(tree.quaternions):
        at = tree.quaternion[k]
        near, along = zero_of(load(work.state, 0, 0)), zero_of(load(work.state, 0, 0))
        for j in range(at, at + 4):
            start = load(work.stages, j, 0)
            near, along = near + start * load(work.state, j, 0), along + start * load(work.slope, j, 0)
        length = 1.0 / near
        for j in range(at, at + 4):
            rate = length * load(work.slope, j, 0) - length * length * along * load(work.state, j, 0)
            store(work.slope, j, 0, rate)


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


@kernel
def solve_stage(tree, work, plan, s, h, inverse):
    """Put k of stage s in its row of work.stages, from the slope of its state in work.slope; ``inverse``: 1/h."""
    n_q, n = tree.coordinates, tree.dofs
    size, jacobian, stages = n_q + n, work.jacobian, work.stages
    _, by_u, by_t, _, system, right, _ = jacobian_places(n)
    k_q, r_q, row, g = right + n, right + 2 * n, (s + 1) * size, plan.c[0, 0]
    if tree.quaternions:
        flatten(tree, work)
    for j in range(s):
        if plan.c[s, j] != 0.0:
            subtract_scaled(work.slope, 0, stages, (j + 1) * size, size, zero_of(h) - plan.c[s, j])
    put_along(tree, stages, work.slope, 0, jacobian, r_q)
    of_time = zero_of(h)
    if tree.timed:
        of_time = load(work.slope, n_q - 1, 0) / g
        subtract_scaled(work.slope, n_q, jacobian, by_t, n, -(h * of_time))
    for k in range(n):
        x = h * load(work.slope, n_q + k, 0) + g * load(jacobian, r_q + k, 0)
        along = subtract_dot(zero_of(h), jacobian, by_u + k * n, jacobian, r_q, n)
        store(jacobian, right + k, 0, x + h * along)
    solve(jacobian, system, n, right, k_q)
    put_across(tree, stages, jacobian, k_q, stages, row)
    if tree.timed:
        store(stages, row + n_q - 1, 0, of_time)
    for k in range(n):
        store(jacobian, right + k, 0, g * load(jacobian, k_q + k, 0) - load(jacobian, r_q + k, 0))
    if tree.quaternions:
        add_turned(tree, work, h, k_q, right)
    for k in range(n):
        store(stages, row + n_q + k, 0, inverse * load(jacobian, right + k, 0))


@kernel
def start_step(tree, work, plan, table, rate, h):
    """The state at the start of work.stages, its slope, and the factors of the step; False if something fails."""
    size = tree.coordinates + tree.dofs
    copy(work.state, 0, work.stages, 0, size)
    anew = load(work.clock, RENEW, 0)
    if not is_small(anew, 0.0):
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        copy(work.slope, 0, work.stages, next_slope(tree, plan), size)
        count_lanes(plan, anew, 1)
        store(work.clock, RENEW, 0, zero_of(anew))
    # (what is known of the state is known still if no lane has moved)
    known = load(work.clock, AFTER_REJECTION, 0) + where_positive(h, zero_of(h), zero_of(h) + 1.0)
    same = is_small(anew, 0.0)
    for place in range(lane_count(h)):
        same = same and lane(known, place) > 0.0
    if not same:
        count_lanes(plan, h, 2 * tree.timed + (0 if plan.jacobian else 2 * tree.dofs))
        if not differentiate(tree, work, plan, table, rate):
            return False
    assemble(tree, work, plan, h)
    return True


@kernel
def finish_step(tree, work, plan, table, rate, accepted):
    """As for explicit steps: find the slope at the end, close loops, record outputs; False if that fails."""
    size, due = tree.coordinates + tree.dofs, lanes_due(work, plan, accepted)
    count_lanes(plan, accepted, 1)
    if not find_slope(tree, work, plan, table, rate, accepted, (plan.stages + 1) * size):
        return False
    if tree.loops:
        count_lanes(plan, accepted, 1)
        close_loops(tree, work, plan, table)
        if not find_slope(tree, work, plan, table, rate, accepted, next_slope(tree, plan)):
            return False
        if not is_small(lanes_turned(tree, work, plan, accepted, plan.stages + 1), 0.0):
            return False
    return is_small(due, 0.0) or put_outputs(tree, work, plan, table, rate, due)


@kernel
def attempt(tree, work, plan, table, rate):
    """Try a step in every lane, and set the length of the next one: FINISHED, GOING_ON or FAILED."""
    size, stages = tree.coordinates + tree.dofs, work.stages
    h = load(work.clock, LENGTH, 0)
    if is_small(h, 0.0):
        return FINISHED
    accepted, error = zero_of(h), zero_of(h) + 1e10
    fine = start_step(tree, work, plan, table, rate, h)
    if not fine:
        copy(stages, 0, work.state, 0, size)
        return FAILED
    inverse = where_positive(h, 1.0 / h, zero_of(h))  # (lanes at their end have no step)
    for s in range(plan.stages):
        if fine:
            if s == 0:
                copy(stages, 0, work.state, 0, size)
                copy(stages, next_slope(tree, plan), work.slope, 0, size)
            else:
                start_stage(tree, work, plan, s, h)
                fine = slope_of_state(tree, work, plan, table, rate)
            solve_stage(tree, work, plan, s, h, inverse)
    if fine:
        start_stage(tree, work, plan, plan.stages, h)
        copy(work.state, 0, stages, (plan.rows + 1) * size, size)
        error = judged(tree, work, plan, table, h)
        accepted = passing(h, error)
        if not is_small(accepted, 0.0):
            if not finish_step(tree, work, plan, table, rate, accepted):
                accepted, error = zero_of(h), zero_of(h) + 1e10
                store(work.clock, RENEW, 0, accepted + 1.0)  # (the slope at the start is lost)
            if tree.loops:
                keep_choice(tree, work, accepted)
    by_q, by_u = jacobian_places(tree.dofs)[:2]
    look_at_implicit(tree, work, plan, h, accepted, by_q, by_u)
    return conclude(tree, work, plan, h, accepted, error, plan.stages - 1)
