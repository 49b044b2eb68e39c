"""Adaptive steps of explicit methods, with two formulas for one set of slopes (Hairer, Nørsett, Wanner I, II.4)."""

from bough.arithmetic.scalar import is_small, kernel, load, store, where_positive, zero_of
from bough.integrate.adaptive import attempts
from bough.integrate.estimates import slopes_of_error
from bough.integrate.lengths import count_lanes
from bough.integrate.plan import AFTER_REJECTION, RENEW
from bough.integrate.steps import copy, next_slope, slope_of_state, stage, start_stage
from bough.integrate.stiffness import look_at_explicit


@kernel
def start_step(tree, work, plan, table, rate, h):
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
def put_slopes(tree, work, plan, table, rate, h):
    """The slopes that the error needs after the first one, and the state at the end; False if a slope fails."""
    size, needed = tree.coordinates + tree.dofs, slopes_of_error(plan)
    for s in range(1, needed):
        if not stage(tree, work, plan, table, rate, s, h):
            return False
        copy(work.slope, 0, work.stages, (s + 1) * size, size)
    if needed == plan.stages:
        start_stage(tree, work, plan, plan.stages, h)
    return True


attempt = kernel(attempts(start_step, put_slopes, look_at_explicit, has_slopes=True))
