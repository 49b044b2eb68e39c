"""Adaptive steps, explicit or implicit, each lane with its own length (Hairer, Nørsett, Wanner I, II.4-6).

The error of a step, relative to its tolerance atol + rtol |y|, is the root mean square over all components. Lanes whose
error is too large keep their state and try again beside the others; lanes at the end stand still. What the kinds of
steps differ in is in ``runge_kutta.py`` and ``rosenbrock.py``.
"""

from collections.abc import Callable

from bough.arithmetic.scalar import (
    call,
    is_small,
    kernel,
    lane,
    lane_count,
    load,
    store,
    where_positive,
    with_lane,
    zero_of,
)
from bough.integrate.estimates import error_along_loops, error_of_step, slopes_of_error
from bough.integrate.lengths import count, count_lanes, settle
from bough.integrate.outputs import lanes_due, put_outputs
from bough.integrate.plan import (
    ATOL,
    EVALUATIONS,
    FAILED,
    FINISHED,
    GOING_ON,
    LENGTH,
    RENEW,
    RTOL,
    STEPS,
    TAKEN,
    TIME,
)
from bough.integrate.steps import copy, next_slope, size_of, slope_of_state, stage

# errors so many times the tolerance show a singular position of loops, or forces that jump
IRREGULAR = 100.0
# closing the loops after a step changes the rates of coordinates by less than this share and so many times the
# tolerances; where it does not, rounding has turned them near a singular position, and the branch is lost
TURN, NOISE = 0.01, 1e3


def attempts(
    start_step: Callable[..., bool], put_slopes: Callable[..., bool], look: Callable[..., None], has_slopes: bool
) -> Callable[..., int]:
    """Steps of a kind, from three kernels.

    ``start_step(tree, work, plan, table, rate, h)`` puts the state at the start of work.stages, with what is needed
    there; ``put_slopes``, with the same arguments, the stages after it, and the end in work.state. Both return False if
    that fails. ``look(tree, work, plan, h, accepted)`` counts signs of stiffness. ``has_slopes``: whether what stages
    have is slopes.
    """

    def attempt(tree, work, plan, table, rate):
        """Try a step in every lane, and set the length of the next one: FINISHED, GOING_ON or FAILED.

        Afterwards work.stages holds the whole step: the state at its start, the slopes, the state at its end.
        """
        size, h = tree.coordinates + tree.dofs, load(work.clock, LENGTH, 0)
        if is_small(h, 0.0):
            return FINISHED
        if not start_step(tree, work, plan, table, rate, h):
            copy(work.stages, 0, work.state, 0, size)
            return FAILED
        accepted, error = zero_of(h), zero_of(h) + 1e10
        if put_slopes(tree, work, plan, table, rate, h):
            copy(work.state, 0, work.stages, (plan.rows + 1) * size, size)
            error = judged(tree, work, plan, table, h)
            accepted = passing(h, error)
            if not is_small(accepted, 0.0):
                if not finish_step(tree, work, plan, table, rate, accepted, has_slopes):
                    accepted, error = zero_of(h), zero_of(h) + 1e10
                    if not has_slopes:
                        store(work.clock, RENEW, 0, accepted + 1.0)  # (the slope at the start is lost)
                if tree.loops:
                    keep_choice(tree, work, accepted)
        look(tree, work, plan, h, accepted)
        return conclude(tree, work, plan, h, accepted, error)

    return attempt


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
def finish_step(tree, work, plan, table, rate, accepted, has_slopes):
    """Close the loops at the end of accepted steps, find the slope there, record outputs; False if that fails.

    Closing changes momenta by impulses, and so their slopes: states within the step need the slope before it. Whether
    rates are as they were is seen from that, too, where the last stage has no slope.
    """
    size, due = tree.coordinates + tree.dofs, lanes_due(work, plan, accepted)
    is_known, wanted = slopes_of_error(plan) > plan.stages, due if tree.loops and has_slopes else accepted
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
def find_slope(tree, work, plan, table, rate, accepted, at):
    """Compute the slope at the end of accepted steps, and at the start of others; False if that fails."""
    move(tree, work, plan, accepted)
    fine = slope_of_state(tree, work, plan, table, rate)
    copy(work.slope, 0, work.stages, at, tree.coordinates + tree.dofs)
    return fine


@kernel
def move(tree, work, plan, accepted):
    """Put the state at the end of accepted steps in work.state, or that at the start of others."""
    size = tree.coordinates + tree.dofs
    for k in range(size):
        start, end = load(work.stages, k, 0), load(work.stages, (plan.rows + 1) * size + k, 0)
        store(work.state, k, 0, where_positive(accepted, end, start))


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
def conclude(tree, work, plan, h, accepted, error):
    """Move lanes to the end of accepted steps, and set their next ones: GOING_ON or FAILED."""
    move(tree, work, plan, accepted)
    store(plan.counters, TAKEN, 0, load(plan.counters, TAKEN, 0) + 1)
    stuck = False
    for place in range(lane_count(h)):
        if lane(h, place) > 0.0:
            count(plan, place, STEPS, 1)
            count(plan, place, EVALUATIONS, slopes_of_error(plan) - 1)
            if not settle(work, plan, place, lane(accepted, place) > 0.0, lane(error, place)):
                stuck = True
    if tree.timed:
        store(work.state, tree.coordinates - 1, 0, load(work.clock, TIME, 0))
    return FAILED if stuck else GOING_ON
