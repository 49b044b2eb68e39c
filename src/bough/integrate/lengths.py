"""The lengths of adaptive steps, in each lane its own, and where they end (Hairer, Nørsett, Wanner I, II.4).

Steps end at ``plan.stops``, where functions of time are not smooth. The slope is computed again there, since the one at
the end of a step is the limit from the left. A step passes at most one knot of ``plan.pace``, so no short pulse falls
between the points at which it evaluates forces.
"""

import math

from bough.arithmetic.scalar import (
    call,
    kernel,
    lane,
    lane_count,
    load,
    sqrt,
    store,
    subtract_scaled,
    with_lane,
    zero_of,
)
from bough.integrate.estimates import magnitude
from bough.integrate.plan import (
    AFTER_REJECTION,
    ATOL,
    EVALUATIONS,
    LATEST,
    LENGTH,
    LONGEST,
    OF_LANES,
    PER_LANE,
    REJECTED,
    RENEW,
    RTOL,
    TIME,
    WANTED,
)
from bough.integrate.steps import copy, next_slope, normalise, slope_of_state

SAFETY, LEAST_FACTOR, LARGEST_FACTOR = 0.8, 0.2, 10.0
# steps shorter than this share of the time are lost in rounding
ROUNDING = 1e-15


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
