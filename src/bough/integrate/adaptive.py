"""Steps whose length follows the error, each lane's on its own, with states between their ends (Hairer, Nørsett, Wanner I, II.4-6).

The error of a step, over what is allowed (atol + rtol |y|), is the root of the mean of squares over all components. Lanes whose error is too large keep
their state and try again beside the others; lanes at the end stand still.
"""

from bough.integrate.plan import (
    AFTER_REJECTION,
    ATOL,
    FAILED,
    FINISHED,
    GOING_ON,
    LENGTH,
    LONGEST,
    NEXT,
    REJECTED,
    RTOL,
    STEPS,
    TIME,
)
from bough.integrate.steps import copy, normalise, slope_of_state, stage
from bough.kernels.scalar import (
    is_small,
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

SAFETY, LEAST_FACTOR, LARGEST_FACTOR = 0.9, 0.2, 10.0
# steps shorter than this share of the time cannot be told from none
ROUNDING = 1e-15


@kernel
def magnitude(x):
    return where_positive(x, x, -x)


@kernel
def larger(x, y):
    return where_positive(x - y, x, y)


@kernel
def error_of_step(tree, work, plan, h):
    """The step's estimated error over the error allowed, lane by lane."""
    size = tree.coordinates + tree.dofs
    stages = work.stages
    first, second = zero_of(h), zero_of(h)
    for k in range(size):
        y = larger(magnitude(load(stages, k, 0)), magnitude(load(stages, (plan.rows + 1) * size + k, 0)))
        weight = 1.0 / (plan.settings[ATOL] + plan.settings[RTOL] * y)
        x, z = zero_of(h), zero_of(h)
        for s in range(plan.stages + 1):
            slope = load(stages, (s + 1) * size + k, 0)
            x, z = x + plan.e[s, 0] * slope, z + plan.e[s, 1] * slope
        x, z = x * weight, z * weight
        first, second = first + x * x, second + z * z
    # with one estimate its root; with two (8(5,3)) the smaller the better they agree
    total = first + 0.01 * second
    return magnitude(h) * first / sqrt((total + 1e-300) * (1.0 * size))


@kernel
def begin(tree, work, plan, table, rate):
    """The slope at the start and the length of the first step, after Hairer, Nørsett and Wanner; False if the slope cannot be had."""
    size = tree.coordinates + tree.dofs
    state, stages = work.state, work.stages
    copy(state, 0, stages, 0, size)
    if not slope_of_state(plan, table, rate):
        return False
    copy(work.slope, 0, stages, size, size)
    zero = zero_of(load(work.clock, TIME, 0))
    d0, d1, d2 = zero, zero, zero
    for k in range(size):
        y, f = load(stages, k, 0), load(stages, size + k, 0)
        weight = 1.0 / (plan.settings[ATOL] + plan.settings[RTOL] * magnitude(y))
        d0, d1 = d0 + y * weight * (y * weight), d1 + f * weight * (f * weight)
    share = 1.0 / size
    d0, d1 = sqrt(d0 * share), sqrt(d1 * share)
    h = zero
    for place in range(lane_count(h)):
        x, y = lane(d0, place), lane(d1, place)
        guess = 1e-6 if x < 1e-5 or y < 1e-5 else 0.01 * x / y
        h = with_lane(h, place, min(guess, plan.times[plan.outputs - 1] - lane(load(work.clock, TIME, 0), place)))
    subtract_scaled(state, 0, stages, size, size, -h)
    normalise(tree, state)
    # where the trial fails the first guess stands, and is shortened if need be
    tried = slope_of_state(plan, table, rate)
    if tried:
        for k in range(size):
            weight = 1.0 / (plan.settings[ATOL] + plan.settings[RTOL] * magnitude(load(stages, k, 0)))
            x = (load(work.slope, k, 0) - load(stages, size + k, 0)) * weight
            d2 = d2 + x * x
        d2 = sqrt(d2 * share)
    for place in range(lane_count(h)):
        guess, steep = lane(h, place), max(lane(d1, place), lane(d2, place) / max(lane(h, place), 1e-300))
        best = max(1e-6, guess * 1e-3) if steep <= 1e-15 else (0.01 / steep) ** (1.0 / plan.order)
        h = with_lane(h, place, limited(plan, lane(load(work.clock, TIME, 0), place), min(100.0 * guess, best)))
    store(work.clock, LENGTH, 0, h)
    store(work.clock, AFTER_REJECTION, 0, zero)
    return True


@kernel
def limited(plan, t, h):
    """A step's length that is neither too long nor leaves a sliver before the end."""
    left = plan.times[plan.outputs - 1] - t
    h = min(h, plan.settings[LONGEST])
    return left if 1.001 * h >= left else h


@kernel
def put_between(tree, work, plan, place, k, t, h):
    """Record the state of lane ``place`` at output k, within the step from t on."""
    size = tree.coordinates + tree.dofs
    x = (plan.times[k] - t) / h
    at = (place * plan.outputs + k) * size
    for c in range(size):
        store(plan.record, at + c, 0, lane(load(work.stages, c, 0), place))
    for s in range(plan.rows):
        weight, power = 0.0, h
        for j in range(8):
            power *= x
            weight += plan.dense[s, j] * power
        if weight != 0.0:
            for c in range(size):
                y = load(plan.record, at + c, 0) + weight * lane(load(work.stages, (s + 1) * size + c, 0), place)
                store(plan.record, at + c, 0, y)


@kernel
def put_outputs(tree, work, plan, table, rate, accepted):
    """Record what is wanted within the steps just accepted; False if the slopes between their ends cannot be had."""
    clock, end = work.clock, plan.times[plan.outputs - 1]
    wanted = False
    for place in range(lane_count(accepted)):
        k = load(plan.counters, NEXT + place, 0)
        reached = lane(load(clock, TIME, 0), place) + lane(load(clock, LENGTH, 0), place)
        if lane(accepted, place) > 0.0 and k < plan.outputs and (plan.times[k] <= reached or reached >= end):
            wanted = True
    if not wanted:
        return True
    size = tree.coordinates + tree.dofs
    for s in range(plan.stages + 1, plan.rows):
        if not stage(tree, work, plan, table, rate, s, load(clock, LENGTH, 0)):
            return False
        copy(work.slope, 0, work.stages, (s + 1) * size, size)
    for place in range(lane_count(accepted)):
        t, h = lane(load(clock, TIME, 0), place), lane(load(clock, LENGTH, 0), place)
        if lane(accepted, place) > 0.0:
            k = load(plan.counters, NEXT + place, 0)
            while k < plan.outputs and (plan.times[k] <= t + h or t + h >= end):
                put_between(tree, work, plan, place, k, t, h)
                k += 1
            store(plan.counters, NEXT + place, 0, k)
    return True


@kernel
def attempt(tree, work, plan, table, rate):
    """Try a step in every lane, and find how long the next will be: FINISHED, GOING_ON or FAILED."""
    size = tree.coordinates + tree.dofs
    stages, clock, counters = work.stages, work.clock, plan.counters
    h = load(clock, LENGTH, 0)
    if is_small(h, 0.0):
        return FINISHED
    fine = True
    for s in range(1, plan.stages + 1):
        if fine:
            fine = stage(tree, work, plan, table, rate, s, h)
            copy(work.slope, 0, stages, (s + 1) * size, size)
    accepted, error = zero_of(h), zero_of(h) + 1e10
    if fine:
        copy(work.state, 0, stages, (plan.rows + 1) * size, size)
        error = error_of_step(tree, work, plan, h)
        for place in range(lane_count(h)):
            if lane(h, place) > 0.0 and lane(error, place) <= 1.0:
                accepted = with_lane(accepted, place, 1.0)
        if not put_outputs(tree, work, plan, table, rate, accepted):
            accepted, error = zero_of(h), zero_of(h) + 1e10
    for k in range(size):
        y = where_positive(accepted, load(stages, (plan.rows + 1) * size + k, 0), load(stages, k, 0))
        store(stages, k, 0, y)
        store(work.state, k, 0, y)
        f = where_positive(accepted, load(stages, (plan.stages + 1) * size + k, 0), load(stages, size + k, 0))
        store(stages, size + k, 0, f)
    store(counters, STEPS, 0, load(counters, STEPS, 0) + 1)
    stuck = False
    for place in range(lane_count(h)):
        length, t, e = lane(h, place), lane(load(clock, TIME, 0), place), lane(error, place)
        if length > 0.0:
            good = lane(accepted, place) > 0.0
            factor = LARGEST_FACTOR if e == 0.0 else SAFETY * e ** (-1.0 / plan.order)
            if good:
                t = t + length
                factor = min(1.0 if lane(load(clock, AFTER_REJECTION, 0), place) > 0.0 else LARGEST_FACTOR, factor)
            else:
                # (an error that is not a number comes here, too)
                factor = max(LEAST_FACTOR, factor) if factor < 1.0 else LEAST_FACTOR
                store(counters, REJECTED, 0, load(counters, REJECTED, 0) + 1)
            length = limited(plan, t, length * factor)
            stuck = stuck or (length > 0.0 and length <= ROUNDING * abs(t))
            stuck = stuck or (not good and length <= 1e-300)
            store(clock, AFTER_REJECTION, 0, with_lane(load(clock, AFTER_REJECTION, 0), place, 0.0 if good else 1.0))
            store(clock, TIME, 0, with_lane(load(clock, TIME, 0), place, t))
            store(clock, LENGTH, 0, with_lane(load(clock, LENGTH, 0), place, length))
    return FAILED if stuck else GOING_ON
