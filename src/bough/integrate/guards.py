"""Guards: functions of time and state whose zeros matter, looked at in compiled code after every accepted step.

After a step within which a guard may have passed zero, compiled code stops. Whoever leads the integration finds out where
it did, and has the zero located.
"""

from bough.arithmetic.scalar import after, call, kernel, load, store
from bough.integrate.outputs import put_state
from bough.integrate.plan import NEXT, OF_LANES, TIME
from bough.integrate.steps import copy

# positions within a step at which guards are looked at; also near its ends, to see one that turns back just inside
SHARES = (1e-3, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0 - 1e-3)
# a guard that turns back may reach zero only if its value is below this multiple of its change between samples
REACH = 4.0
SMALL = 1e-9  # values that may be mere errors of the state, relative to it and absolute
MOST_TRIALS, LEAST = 100, 1e-3  # to locate a zero, and the least share of what is left that is tried
# plan.guards: the start of the step that is looked at, how many guards there are, and the sample that is looked at next; for
# a zero that is to be located, its guard, a time before and one after it, and the values there; then of each guard its
# direction and its values at the start of the step and at the last two points; then a row of
# ``owncode/state_functions.py``, whose address is plan.guard_row
FROM, COUNT, SEEN, GUARD, LOW, HIGH, AT_LOW, AT_HIGH, FIRST = range(9)
DIRECTION, START, BEFORE, LAST, PER_GUARD = range(5)


@kernel
def passes_zero(before, now, direction):
    """Whether zero lies between two values, or pairs of them, in a direction (0: any)."""
    rises, falls = (before < 0.0) & (now >= 0.0), (before > 0.0) & (now <= 0.0)
    return (rises & (direction >= 0)) | (falls & (direction <= 0))


@kernel
def turns_back(x, y, z):
    """Whether what has three values in a row may reach zero around the second one, which is positive and the least."""
    return (y > 0.0) & (y <= x) & (y <= z) & ((y <= REACH * (x - y)) | (y <= REACH * (z - y)))


@kernel
def next_trial(trial, low, high, at_low, at_high):
    """Where a zero between two places with these values is looked for next: by secants, and now and then in the middle."""
    share = at_low / (at_low - at_high) if trial % 3 else 0.5
    return low + (high - low) * min(max(share, LEAST), 1.0 - LEAST)


@kernel
def may_pass_zero(tree, work, plan):
    """Whether a guard may pass zero within the last step; if none does, the next step is looked at from its start on."""
    guards, start, end = plan.guards, load(plan.guards, FROM, 0), load(work.clock, TIME, 0)
    if end <= start:  # (the step was rejected)
        return False
    size, count = tree.coordinates + tree.dofs, int(load(guards, COUNT, 0))
    row = FIRST + PER_GUARD * count
    state = after(guards, row + 1)
    output, outputs = int(load(guards, SEEN, 0)), load(plan.counters, OF_LANES + NEXT, 0)
    share, point, h = 0, 0, end - start
    for g in range(count):
        at = FIRST + PER_GUARD * g
        store(guards, at + LAST, 0, load(guards, at + START, 0))
    t = start
    while t < end:
        t = end if share == len(SHARES) else start + h * SHARES[share]
        if output < outputs and plan.times[output] <= t:
            t = plan.times[output]
            output += 1
        else:
            share += 1
        if t >= end:
            t = end
            copy(work.state, 0, state, 0, size)
        else:
            put_state(tree, work, plan, 0, (t - start) / h, h, state)
        store(guards, row, 0, t)
        call(plan.guard_code, plan.guard_row)
        for g in range(count):
            if moves(guards, FIRST + PER_GUARD * g, load(guards, row + 1 + size + g, 0), point):
                return True
        point += 1
    largest = 1.0
    for k in range(size):
        largest = max(largest, 1.0 + abs(load(work.state, k, 0)))
    for g in range(count):
        value = load(guards, FIRST + PER_GUARD * g + LAST, 0)
        if abs(value) <= SMALL * largest:
            return True
        store(guards, FIRST + PER_GUARD * g + START, 0, value)
    store(guards, FROM, 0, end)
    store(guards, SEEN, 0, 1.0 * outputs)
    return False


@kernel
def locate(tree, work, plan):
    """Put the time at which a guard passes zero within the last step in HIGH, by bisection and secants."""
    guards, start = plan.guards, load(plan.guards, FROM, 0)
    count, h = int(load(guards, COUNT, 0)), load(work.clock, TIME, 0) - start
    row = FIRST + PER_GUARD * count
    value = row + 1 + tree.coordinates + tree.dofs + int(load(guards, GUARD, 0))
    low, high = load(guards, LOW, 0), load(guards, HIGH, 0)
    at_low, at_high = load(guards, AT_LOW, 0), load(guards, AT_HIGH, 0)
    before = at_low
    for trial in range(MOST_TRIALS):
        if at_high == 0.0 or high - low <= 4e-16 * max(abs(high), abs(low)):
            break
        t = next_trial(trial, low, high, at_low, at_high)
        put_state(tree, work, plan, 0, (t - start) / h, h, after(guards, row + 1))
        store(guards, row, 0, t)
        call(plan.guard_code, plan.guard_row)
        x = load(guards, value, 0)
        if passes_zero(before, x, 0.0):
            high, at_high = t, x
        else:
            low, at_low = t, x
    store(guards, HIGH, 0, high)
    return True


@kernel
def moves(guards, at, value, point):
    """Whether a guard may have passed zero up to the next point, at which it has this value; remember that."""
    before, last, direction = load(guards, at + BEFORE, 0), load(guards, at + LAST, 0), load(guards, at + DIRECTION, 0)
    store(guards, at + BEFORE, 0, last)
    store(guards, at + LAST, 0, value)
    if not abs(value) < 1e300:  # (it fails there)
        return True
    if passes_zero(last, value, direction):
        return True
    if point == 0:
        return False
    sign = 1.0 if last > 0.0 else -1.0
    return turns_back(sign * before, sign * last, sign * value)
