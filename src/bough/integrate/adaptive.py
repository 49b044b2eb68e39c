"""Adaptive steps, each lane with its own length, and states within steps (Hairer, Nørsett, Wanner I, II.4-6).

The error of a step, relative to its tolerance atol + rtol |y|, is the root mean square over all components. Lanes whose
error is too large keep their state and try again beside the others; lanes at the end stand still.

Steps end at ``plan.stops``, where functions of time are not smooth. The slope is computed again there, since the one at
the end of a step is the limit from the left. A step passes at most one knot of ``plan.pace``, so no short pulse falls
between the points at which it evaluates forces.
"""

import math

from bough.arithmetic.scalar import (
    after,
    call,
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
from bough.integrate.estimates import error_along_loops, error_of_step, magnitude, slopes_of_error
from bough.integrate.plan import (
    AFTER_REJECTION,
    ATOL,
    DENSE,
    EVALUATIONS,
    FAILED,
    FINISHED,
    GOING_ON,
    LATEST,
    LENGTH,
    LONGEST,
    NEXT,
    OF_LANES,
    PER_LANE,
    REJECTED,
    RENEW,
    RTOL,
    STEPS,
    TAKEN,
    TIME,
    WANTED,
)
from bough.integrate.steps import copy, normalise, size_of, slope_of_state, stage, start_stage
from bough.integrate.stiffness import look_at_explicit

SAFETY, LEAST_FACTOR, LARGEST_FACTOR = 0.8, 0.2, 10.0
# errors so many times the tolerance show a singular position of loops, or forces that jump
IRREGULAR = 100.0
# steps shorter than this share of the time are lost in rounding
ROUNDING = 1e-15
# closing the loops after a step changes the rates of coordinates by less than this share and so many times the
# tolerances; where it does not, rounding has turned them near a singular position, and the branch is lost
TURN, NOISE = 0.01, 1e3


@kernel
def next_slope(tree, plan):
    """Where work.stages has the slope for the start of the next step: at the end of the last one, with loops closed."""
    return (plan.rows + 2 if tree.loops else plan.stages + 1) * (tree.coordinates + tree.dofs)


@kernel
def begin(tree, work, plan, table, rate):
    """Slope at the start and length of the first step; False if the slope fails, or is too steep for any step.

    The length is the wanted one where there is one, as after an earlier motion, else after Hairer, Nørsett and Wanner.
    """
    size = tree.coordinates + tree.dofs
    state, stages, clock = work.state, work.stages, work.clock
    zero = zero_of(load(clock, TIME, 0))
    store(clock, AFTER_REJECTION, 0, zero)
    store(clock, RENEW, 0, zero)
    for place in range(lane_count(zero)):
        aim(work, plan, place, 1.0)
        count(plan, place, EVALUATIONS, 1)
    if tree.loops:
        call(tree.projector, table)
    copy(state, 0, stages, 0, size)
    if not slope_of_state(tree, work, plan, table, rate):
        return False
    copy(work.slope, 0, stages, next_slope(tree, plan), size)
    if aim_as_wanted(work, plan):
        return True
    d0, d1, d2 = zero, zero, zero
    for k in range(size):
        y, f = load(stages, k, 0), load(work.slope, k, 0)
        weight = 1.0 / (plan.settings[ATOL] + plan.settings[RTOL] * magnitude(y))
        d0, d1 = d0 + y * weight * (y * weight), d1 + f * weight * (f * weight)
    share = 1.0 / size
    d0, d1 = sqrt(d0 * share), sqrt(d1 * share)
    h = zero
    for place in range(lane_count(h)):
        x, y = lane(d0, place), lane(d1, place)
        if not y < math.inf:  # no step is short enough
            return False
        guess = 1e-6 if x < 1e-5 or y < 1e-5 else 0.01 * x / y
        h = with_lane(h, place, min(guess, plan.stops[plan.legs - 1, 0] - lane(load(clock, TIME, 0), place)))
    first = next_slope(tree, plan)
    subtract_scaled(state, 0, stages, first, size, -h)
    normalise(tree, state)
    # if the trial fails, the first guess is kept, and shortened later if necessary
    tried = slope_of_state(tree, work, plan, table, rate)
    if tried:
        for k in range(size):
            weight = 1.0 / (plan.settings[ATOL] + plan.settings[RTOL] * magnitude(load(stages, k, 0)))
            x = (load(work.slope, k, 0) - load(stages, first + k, 0)) * weight
            d2 = d2 + x * x
        d2 = sqrt(d2 * share)
    copy(stages, 0, state, 0, size)
    for place in range(lane_count(h)):
        guess, steep = lane(h, place), max(lane(d1, place), lane(d2, place) / max(lane(h, place), 1e-300))
        best = max(1e-6, guess * 1e-3) if steep <= 1e-15 else (0.01 / steep) ** (1.0 / plan.order)
        if lane(load(clock, WANTED, 0), place) == 0.0:
            count(plan, place, EVALUATIONS, 1)
            want(work, place, min(100.0 * guess, best))
            aim(work, plan, place, min(100.0 * guess, best))
    return True


@kernel
def want(work, place, h):
    """Remember the length that a lane's next step would have without stops."""
    store(work.clock, WANTED, 0, with_lane(load(work.clock, WANTED, 0), place, h))


@kernel
def aim_as_wanted(work, plan):
    """Set the next steps of lanes by the lengths they want; False if some have none."""
    wanted, known = load(work.clock, WANTED, 0), True
    for place in range(lane_count(wanted)):
        if lane(wanted, place) > 0.0:
            aim(work, plan, place, lane(wanted, place))
        else:
            known = False
    return known


@kernel
def count(plan, place, what, more):
    """Add to a counter of a lane."""
    at = OF_LANES + PER_LANE * place + what
    store(plan.counters, at, 0, load(plan.counters, at, 0) + more)


@kernel
def count_lanes(plan, which, more):
    """Add to the right-hand sides of the lanes in which ``which`` is positive."""
    for place in range(lane_count(which)):
        if lane(which, place) > 0.0:
            count(plan, place, EVALUATIONS, more)


@kernel
def first_after(times, entries, t):
    """The index of the first of increasing times that is later than t; ``entries`` if none is."""
    low, high = -1, entries
    while high - low > 1:
        middle = (low + high) >> 1
        if times[middle, 0] <= t:
            low = middle
        else:
            high = middle
    return high


@kernel
def next_stop(plan, t):
    """The index of the stop at which the step from t on has to end at the latest."""
    return min(first_after(plan.stops, plan.legs, t), plan.legs - 1)


@kernel
def end_of_step(work, plan, place):
    """The time at which a lane's step ends: exactly a stop, if it reaches one."""
    t, h = lane(load(work.clock, TIME, 0), place), lane(load(work.clock, LENGTH, 0), place)
    stop = plan.stops[next_stop(plan, t), 0]
    return stop if h >= stop - t else t + h


@kernel
def aim(work, plan, place, h):
    """Set the next step of a lane, within its limits and without leaving a sliver before a stop."""
    t = lane(load(work.clock, TIME, 0), place)
    h = min(h, plan.settings[LONGEST])
    knot = first_after(plan.pace, plan.knots, t) + 1
    if knot < plan.knots:
        h = min(h, plan.pace[knot, 0] - t)
    leg = next_stop(plan, t)
    left = plan.stops[leg, 0] - t
    if 1.001 * h >= left:
        h = left
    elif leg < plan.legs - 1 and 2.0 * h > left:
        h = 0.5 * left
    store(work.clock, LENGTH, 0, with_lane(load(work.clock, LENGTH, 0), place, h))
    store(work.clock, LATEST, 0, with_lane(load(work.clock, LATEST, 0), place, plan.stops[leg, 1]))


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
    normalise(tree, after(plan.record, at))


@kernel
def lanes_due(work, plan, accepted):
    """Ones in the lanes with an accepted step within which states are wanted."""
    due = zero_of(accepted)
    for place in range(lane_count(accepted)):
        k = load(plan.counters, OF_LANES + PER_LANE * place + NEXT, 0)
        wanted = k < plan.outputs and plan.times[k] <= end_of_step(work, plan, place)
        if lane(accepted, place) > 0.0 and (wanted or plan.settings[DENSE] > 0.0):
            due = with_lane(due, place, 1.0)
    return due


@kernel
def put_outputs(tree, work, plan, table, rate, due):
    """Record the outputs within the steps of lanes that are due; False if the slopes for that fail."""
    clock = work.clock
    size = tree.coordinates + tree.dofs
    for s in range(plan.stages + 1, plan.rows):
        if not stage(tree, work, plan, table, rate, s, load(clock, LENGTH, 0)):
            return False
        copy(work.slope, 0, work.stages, (s + 1) * size, size)
    count_lanes(plan, due, plan.rows - plan.stages - 1)
    for place in range(lane_count(due)):
        if lane(due, place) > 0.0:
            t, end = lane(load(clock, TIME, 0), place), end_of_step(work, plan, place)
            k = load(plan.counters, OF_LANES + PER_LANE * place + NEXT, 0)
            while k < plan.outputs and plan.times[k] <= end:
                put_between(tree, work, plan, place, k, t, lane(load(clock, LENGTH, 0), place))
                k += 1
            store(plan.counters, OF_LANES + PER_LANE * place + NEXT, 0, k)
    return True


@kernel
def start_step(tree, work, plan, table, rate):
    """Put the state and its slope at the start of work.stages; False if a slope fails."""
    size = tree.coordinates + tree.dofs
    stages, clock = work.stages, work.clock
    copy(work.state, 0, stages, 0, size)
    again = load(clock, AFTER_REJECTION, 0)
    for k in range(size):
        last = load(stages, next_slope(tree, plan) + k, 0)
        store(stages, size + k, 0, where_positive(again, load(stages, size + k, 0), last))
    anew = load(clock, RENEW, 0)
    if is_small(anew, 0.0):
        return True
    if not slope_of_state(tree, work, plan, table, rate):
        return False
    for k in range(size):
        f = where_positive(anew, load(work.slope, k, 0), load(stages, size + k, 0))
        store(stages, size + k, 0, f)
    count_lanes(plan, anew, 1)
    store(clock, RENEW, 0, zero_of(anew))
    return True


@kernel
def settle(work, plan, place, good, error):
    """Move a lane to the end of its step, if accepted, and set its next one; False if steps become too short."""
    clock = work.clock
    t, length = lane(load(clock, TIME, 0), place), lane(load(clock, LENGTH, 0), place)
    factor = LARGEST_FACTOR if error == 0.0 else SAFETY * error ** (-1.0 / plan.order)
    if good:
        end = end_of_step(work, plan, place)
        moves = end > t
        leg = next_stop(plan, t)
        anew = leg < plan.legs - 1 and end >= plan.stops[leg, 0]
        store(clock, RENEW, 0, with_lane(load(clock, RENEW, 0), place, 1.0 if anew else 0.0))
        store(clock, TIME, 0, with_lane(load(clock, TIME, 0), place, end))
        factor = min(1.0 if lane(load(clock, AFTER_REJECTION, 0), place) > 0.0 else LARGEST_FACTOR, factor)
    else:
        # (also if the error is NaN)
        factor = max(LEAST_FACTOR, factor) if factor < 1.0 else LEAST_FACTOR
        moves = length * factor > max(ROUNDING * abs(t), 1e-300)
        count(plan, place, REJECTED, 1)
    store(clock, AFTER_REJECTION, 0, with_lane(load(clock, AFTER_REJECTION, 0), place, 0.0 if good else 1.0))
    before = lane(load(clock, WANTED, 0), place)
    # (a step that was cut short by a stop says only that a longer one will do)
    want(work, place, max(before, length * factor) if good and factor == LARGEST_FACTOR else length * factor)
    aim(work, plan, place, length * factor)
    return moves


@kernel
def close_loops(tree, work, plan, table):
    """Close the loops at the end of a step, and remember which constraints counted before."""
    size, count = tree.coordinates + tree.dofs, tree.loop_constraints
    end = (plan.rows + 1) * size
    copy(work.chosen, 0, work.chosen, count + 1, count)
    copy(work.stages, end, work.state, 0, size)
    call(tree.projector, table)
    copy(work.state, 0, work.stages, end, size)


@kernel
def keep_choice(tree, work, accepted):
    """Lanes that were not accepted keep their choice of constraints."""
    count = tree.loop_constraints
    for c in range(count):
        before = load(work.chosen, count + 1 + c, 0)
        store(work.chosen, c, 0, where_positive(accepted, load(work.chosen, c, 0), before))


@kernel
def move(tree, work, plan, accepted):
    """Put the state at the end of accepted steps in work.state, or that at the start of others."""
    size = tree.coordinates + tree.dofs
    for k in range(size):
        start, end = load(work.stages, k, 0), load(work.stages, (plan.rows + 1) * size + k, 0)
        store(work.state, k, 0, where_positive(accepted, end, start))


@kernel
def lanes_turned(tree, work, plan, accepted, before):
    """Ones in the lanes where closing the loops has turned the rates of coordinates from those in row ``before``."""
    size, count, stages = tree.coordinates + tree.dofs, tree.coordinates - tree.timed, work.stages
    closed, change = next_slope(tree, plan), zero_of(accepted)
    speed = size_of(stages, size, count) + size_of(stages, closed, count)
    for k in range(count):
        x = load(stages, closed + k, 0) - load(stages, before * size + k, 0)
        change = change + x * x
    share, least = TURN + NOISE * plan.settings[RTOL], NOISE * plan.settings[ATOL]
    return where_positive(change - (share * share * speed + least * least), accepted, zero_of(change))


@kernel
def find_slope(tree, work, plan, table, rate, accepted, at):
    """Compute the slope at the end of accepted steps, and at the start of others; False if that fails."""
    move(tree, work, plan, accepted)
    fine = slope_of_state(tree, work, plan, table, rate)
    copy(work.slope, 0, work.stages, at, tree.coordinates + tree.dofs)
    return fine


@kernel
def keeps_direction(tree, work, plan, table, rate, accepted, is_known):
    """Whether closing the loops leaves rates as they were: at the last stage, or, if need be, at the end of the step.

    ``is_known``: the slope at the end is known, without loops closed.
    """
    size = tree.coordinates + tree.dofs
    if not is_known:
        turned = lanes_turned(tree, work, plan, accepted, plan.stages)
        if is_small(turned, 0.0):
            return True
        count_lanes(plan, turned, 1)
        if not stage(tree, work, plan, table, rate, plan.stages, load(work.clock, LENGTH, 0)):
            return False
        copy(work.slope, 0, work.stages, (plan.stages + 1) * size, size)
    return is_small(lanes_turned(tree, work, plan, accepted, plan.stages + 1), 0.0)


@kernel
def finish_step(tree, work, plan, table, rate, accepted):
    """Close the loops at the end of accepted steps, find the slope there, record outputs; False if that fails.

    Closing changes momenta by impulses, and so their slopes: states within the step need the slope before it.
    """
    size, due = tree.coordinates + tree.dofs, lanes_due(work, plan, accepted)
    is_known, wanted = slopes_of_error(plan) > plan.stages, due if tree.loops else accepted
    if not is_known and not is_small(wanted, 0.0):
        is_known = True
        count_lanes(plan, wanted, 1)
        if not find_slope(tree, work, plan, table, rate, accepted, (plan.stages + 1) * size):
            return False
    if tree.loops:
        count_lanes(plan, accepted, 1)
        close_loops(tree, work, plan, table)
        if not find_slope(tree, work, plan, table, rate, accepted, next_slope(tree, plan)):
            return False
        if not keeps_direction(tree, work, plan, table, rate, accepted, is_known):
            return False
    return is_small(due, 0.0) or put_outputs(tree, work, plan, table, rate, due)


@kernel
def judged(tree, work, plan, table, h):
    """The error of a step relative to its tolerance; where it is far too large, without what closing the loops takes back."""
    error = error_of_step(tree, work, plan, h)
    if tree.corrector:
        irregular = zero_of(h)
        for place in range(lane_count(h)):
            if lane(h, place) > 0.0 and not lane(error, place) <= IRREGULAR:
                irregular = with_lane(irregular, place, 1.0)
        if not is_small(irregular, 0.0):
            error = where_positive(irregular, error_along_loops(tree, work, plan, table, h), error)
    return error


@kernel
def passing(h, error):
    """Ones in the lanes whose step is accepted."""
    accepted = zero_of(h)
    for place in range(lane_count(h)):
        if lane(h, place) > 0.0 and lane(error, place) <= 1.0:
            accepted = with_lane(accepted, place, 1.0)
    return accepted


@kernel
def conclude(tree, work, plan, h, accepted, error, evaluations):
    """Move lanes to the end of accepted steps, and set their next ones: GOING_ON or FAILED."""
    move(tree, work, plan, accepted)
    store(plan.counters, TAKEN, 0, load(plan.counters, TAKEN, 0) + 1)
    stuck = False
    for place in range(lane_count(h)):
        if lane(h, place) > 0.0:
            count(plan, place, STEPS, 1)
            count(plan, place, EVALUATIONS, evaluations)
            if not settle(work, plan, place, lane(accepted, place) > 0.0, lane(error, place)):
                stuck = True
    if tree.timed:
        store(work.state, tree.coordinates - 1, 0, load(work.clock, TIME, 0))
    return FAILED if stuck else GOING_ON


@kernel
def attempt(tree, work, plan, table, rate):
    """Try a step in every lane, and set the length of the next one: FINISHED, GOING_ON or FAILED.

    Afterwards work.stages holds the whole step: the state at its start, the slopes, the state at its end.
    """
    size = tree.coordinates + tree.dofs
    stages, h = work.stages, load(work.clock, LENGTH, 0)
    if is_small(h, 0.0):
        return FINISHED
    if not start_step(tree, work, plan, table, rate):
        return FAILED
    needed = slopes_of_error(plan)
    fine = True
    for s in range(1, needed):
        if fine:
            fine = stage(tree, work, plan, table, rate, s, h)
            copy(work.slope, 0, stages, (s + 1) * size, size)
    accepted, error = zero_of(h), zero_of(h) + 1e10
    if fine:
        if needed == plan.stages:
            start_stage(tree, work, plan, plan.stages, h)
        copy(work.state, 0, stages, (plan.rows + 1) * size, size)
        error = judged(tree, work, plan, table, h)
        accepted = passing(h, error)
        if not is_small(accepted, 0.0):
            if not finish_step(tree, work, plan, table, rate, accepted):
                accepted, error = zero_of(h), zero_of(h) + 1e10
            if tree.loops:
                keep_choice(tree, work, accepted)
    look_at_explicit(tree, work, plan, h, accepted, next_slope(tree, plan))
    return conclude(tree, work, plan, h, accepted, error, needed - 1)
