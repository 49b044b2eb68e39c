"""States within adaptive steps, by polynomials of their slopes (Hairer, Nørsett, Wanner I, II.6)."""

from bough.arithmetic.scalar import after, kernel, lane, lane_count, load, store, with_lane, zero_of
from bough.integrate.lengths import count_lanes, end_of_step
from bough.integrate.plan import DENSE, LENGTH, NEXT, OF_LANES, PER_LANE, TIME
from bough.integrate.steps import copy, normalise, stage


@kernel
def put_between(tree, work, plan, place, k, t, h):
    """Record the state of lane ``place`` at output k, within the step from t on."""
    at = (place * plan.outputs + k) * (tree.coordinates + tree.dofs)
    put_state(tree, work, plan, place, (plan.times[k] - t) / h, h, after(plan.record, at))


@kernel
def put_state(tree, work, plan, place, x, h, target):
    """Put the state of lane ``place`` at a share x of its step of length h into numbers."""
    size = tree.coordinates + tree.dofs
    for c in range(size):
        store(target, c, 0, lane(load(work.stages, c, 0), place))
    for s in range(plan.rows):
        weight, power = 0.0, h
        for j in range(8):
            power *= x
            weight += plan.dense[s, j] * power
        if weight != 0.0:
            for c in range(size):
                y = load(target, c, 0) + weight * lane(load(work.stages, (s + 1) * size + c, 0), place)
                store(target, c, 0, y)
    normalise(tree, target)


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
