"""One step of each kind of method: kernels advance work.state by h and call a right-hand side by its address.

work.stages holds, one after the other and each as long as the state: the state at the start, the slopes of the stages,
the state at the end. If forces or drives depend on the time, it is a coordinate whose rate is one. Functions of time
may jump where a step ends; the new value belongs to the next step.
"""

from bough.arithmetic.scalar import (
    after,
    call,
    get,
    is_above,
    kernel,
    load,
    put,
    sqrt,
    store,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.integrate.plan import CALLS, FRESH, LATEST, NEW_STATE
from bough.passes.motion import put_all_rates

# most iterations of an implicit step; squares of (size of state / change in an iteration): first aim, and then enough
MOST_ITERATIONS = 60
AIM, ENOUGH = 1e30, 1e24
UNKNOWN = 1e300  # the least change so far, before there is one


@kernel
def normalise(tree, state):
    """Give every quaternion unit length."""
    for k in range(tree.quaternions):
        at = tree.quaternion[k]
        w, x, y, z = get(state, at), get(state, at + 1), get(state, at + 2), get(state, at + 3)
        scale = 1.0 / sqrt(w * w + x * x + y * y + z * z)
        put(state, at, scale * w)
        put(state, at + 1, scale * x)
        put(state, at + 2, scale * y)
        put(state, at + 3, scale * z)


@kernel
def copy(source, at, target, to, count):
    for k in range(count):
        store(target, to + k, 0, load(source, at + k, 0))


@kernel
def state_size(tree):
    """The length of the state: q, the time if something depends on it, u or p, and what is integrated besides."""
    return tree.coordinates + tree.dofs + tree.beside


@kernel
def slope_of_state(tree, work, plan, table, rate):
    """Fill work.slope, with limits from the left where the step ends; False if that fails."""
    store(plan.counters, CALLS, 0, load(plan.counters, CALLS, 0) + 1)
    if tree.timed:
        at = tree.coordinates - 1
        t, latest = load(work.state, at, 0), load(work.clock, LATEST, 0)
        store(work.state, at, 0, where_positive(t - latest, latest, t))
    return call(rate, table) == 0


@kernel
def start_stage(tree, work, plan, s, h):
    """The state y + h Σ a[s, j] f_j at which stage s has its slope."""
    size = state_size(tree)
    state, stages = work.state, work.stages
    copy(stages, 0, state, 0, size)
    for j in range(plan.rows):
        a = plan.a[s, j]
        if a != 0.0:
            subtract_scaled(state, 0, stages, (j + 1) * size, size, -(a * h))
    normalise(tree, state)


@kernel
def next_slope(tree, plan):
    """Where work.stages has the slope for the start of the next step: at the end of the last one, with loops closed."""
    return (plan.rows + 2 if tree.loops else plan.stages + 1) * (tree.coordinates + tree.dofs)


@kernel
def stage(tree, work, plan, table, rate, s, h):
    """The slope of stage s; False if that fails."""
    start_stage(tree, work, plan, s, h)
    fine = slope_of_state(tree, work, plan, table, rate)
    return fine


@kernel
def end_step(tree, work, plan, h):
    """The state at the end of a step."""
    size = state_size(tree)
    copy(work.stages, 0, work.state, 0, size)
    for s in range(plan.stages):
        subtract_scaled(work.state, 0, work.stages, (s + 1) * size, size, -(plan.b[s, 0] * h))
    normalise(tree, work.state)


@kernel
def step_explicit(tree, work, plan, table, rate, h):
    """A Runge-Kutta step with any coefficients; False if a right-hand side fails."""
    size = state_size(tree)
    copy(work.state, 0, work.stages, 0, size)
    for s in range(plan.stages):
        if not stage(tree, work, plan, table, rate, s, h):
            return False
        copy(work.slope, 0, work.stages, (s + 1) * size, size)
    end_step(tree, work, plan, h)
    return True


@kernel
def step_euler(tree, work, plan, table, rate, h):
    """Velocities by the old coordinates, then coordinates by the new velocities."""
    n_q = tree.coordinates
    if not slope_of_state(tree, work, plan, table, rate):
        return False
    subtract_scaled(work.state, n_q, work.slope, n_q, state_size(tree) - n_q, -h)
    u = after(work.state, n_q)
    put_all_rates(tree, work.state, u, work.slope)
    subtract_scaled(work.state, 0, work.slope, 0, n_q, -h)
    normalise(tree, work.state)
    return True


@kernel
def size_of(block, at, count):
    """The sum of squares."""
    total = zero_of(load(block, 0, 0))
    for k in range(count):
        x = load(block, at + k, 0)
        total = total + x * x
    return total


@kernel
def renew(work, to, at, count, h):
    """Replace old slopes by new ones; the sums of the squares of h times their changes, and of h times the slopes."""
    change, whole = zero_of(load(work.slope, 0, 0)), zero_of(load(work.slope, 0, 0))
    for k in range(count):
        x = h * load(work.slope, at + k, 0)
        y = x - h * load(work.stages, to + k, 0)
        change, whole = change + y * y, whole + x * x
        store(work.stages, to + k, 0, load(work.slope, at + k, 0))
    return change, whole


@kernel
def step_collocation(tree, work, plan, table, rate, h):
    """A Gauss-Legendre step: slopes by iteration, first extrapolated from the last step; False without convergence."""
    n_q, n = tree.coordinates, state_size(tree) - tree.coordinates
    size, stages = n_q + n, work.stages
    copy(work.state, 0, stages, 0, size)
    if not predict(tree, work, plan, table, rate):
        return False
    bound_q, bound_p = size_of(stages, 0, n_q) + 1.0, size_of(stages, n_q, n)
    least_p = zero_of(bound_p) + UNKNOWN
    for iteration in range(MOST_ITERATIONS):
        fine, change_q, change_p, whole_p = renew_stages(tree, work, plan, table, rate, h)
        if not fine:
            return False
        pending_p, least_p = pending(change_p, least_p, iteration)
        settled = is_settled(change_q, bound_q, pending_p, bound_p + whole_p, iteration)
        if settled:
            end_step(tree, work, plan, h)
            return True
    return False


@kernel
def predict(tree, work, plan, table, rate):
    """Slopes of the stages, extrapolated from those of the last step; at the first step those of the state."""
    size, stages = state_size(tree), work.stages
    if load(plan.counters, FRESH, 0) == NEW_STATE:
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        for s in range(plan.stages):
            copy(work.slope, 0, stages, (s + 1) * size, size)
    else:
        old = (plan.stages + 1) * size
        copy(stages, size, stages, old, plan.stages * size)
        for s in range(plan.stages):
            for k in range(size):
                store(stages, (s + 1) * size + k, 0, 0.0)
            for j in range(plan.stages):
                subtract_scaled(stages, (s + 1) * size, stages, old + j * size, size, -plan.predict[s, j])
    return True


@kernel
def renew_stages(tree, work, plan, table, rate, h):
    """New slopes of all stages: whether all is fine, and the sums of ``renew`` for coordinates and for momenta."""
    n_q, n = tree.coordinates, state_size(tree) - tree.coordinates
    size = n_q + n
    change_q = change_p = whole_p = zero_of(load(work.stages, 0, 0))
    fine = True
    for s in range(plan.stages):
        if fine:
            fine = stage(tree, work, plan, table, rate, s, h)
            at = (s + 1) * size
            more_q, _ = renew(work, at, 0, n_q, h)
            more_p, whole = renew(work, at + n_q, n_q, n, h)
            change_q, change_p, whole_p = change_q + more_q, change_p + more_p, whole_p + whole
    return fine, change_q, change_p, whole_p


@kernel
def pending(change, least, iteration):
    """A change of momenta that counts, and the least so far: at a rest the change is rounding of forces that cancel, and
    no longer shrinks; then it is zero, so that the coordinates decide alone (Hairer, Lubich, Wanner, VIII.6)."""
    stays = 4.0 * change - least if iteration >= 3 else -change
    return where_positive(stays, zero_of(change), change), where_positive(least - change, change, least)


@kernel
def is_settled(change_q, bound_q, change_p, bound_p, iteration):
    """Whether an iteration changes no more than rounding."""
    need = AIM if iteration < 15 else ENOUGH
    return is_above(bound_q, need, change_q) and is_above(bound_p + 1e-300, need, change_p)


@kernel
def step_verlet(tree, work, plan, table, rate, h):
    """Half a step of the momenta, a step of the coordinates, half a step of the momenta.

    Momenta and coordinates are coupled, so the first two are found by iteration; False if it does not converge.
    Rows of work.stages: the state at the start, (q̇, ṗ) of the last iteration, q̇ at the start.
    """
    n_q, n = tree.coordinates, tree.dofs
    size, state, stages = n_q + n, work.state, work.stages
    copy(state, 0, stages, 0, size)
    if load(plan.counters, FRESH, 0) == NEW_STATE:
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        copy(work.slope, 0, stages, size, size)
    bound_q, bound_p = size_of(stages, 0, n_q) + 1.0, size_of(stages, n_q, n)
    none = zero_of(load(stages, 0, 0))
    least = none + UNKNOWN
    settled = False
    for iteration in range(MOST_ITERATIONS):
        copy(stages, n_q, state, n_q, n)
        subtract_scaled(state, n_q, stages, size + n_q, n, -(0.5 * h))
        if settled:
            break
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        change_q, _ = renew(work, 2 * size, 0, n_q, h)
        change_p, whole = renew(work, size + n_q, n_q, n, h)
        pending_p, least = pending(change_p, least, iteration)
        settled = is_settled(change_q, bound_q, pending_p, bound_p + whole, iteration)
    if not settled:
        return False
    copy(work.slope, 0, stages, size, n_q)
    settled = False
    for iteration in range(MOST_ITERATIONS):
        copy(stages, 0, state, 0, n_q)
        subtract_scaled(state, 0, stages, 2 * size, n_q, -(0.5 * h))
        subtract_scaled(state, 0, stages, size, n_q, -(0.5 * h))
        normalise(tree, state)
        if settled:
            break
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        change, _ = renew(work, size, 0, n_q, h)
        settled = is_settled(change, bound_q, none, bound_p, iteration)
    copy(work.slope, n_q, stages, size + n_q, n)
    subtract_scaled(state, n_q, stages, size + n_q, n, -(0.5 * h))
    return settled
