"""The error of an adaptive step, as its slopes estimate it, relative to the tolerance.

It is the root mean square over all components (Hairer, Nørsett, Wanner I, II.4-5, II.10). With closed loops, a part of
it is taken back when they are closed at the end of the step.
"""

from bough.arithmetic.scalar import call_step, kernel, load, sqrt, store, where_positive, zero_of
from bough.integrate.plan import ATOL, RTOL
from bough.integrate.steps import copy
from bough.passes.loops import GAP, RATE


@kernel
def magnitude(x):
    return where_positive(x, x, -x)


@kernel
def larger(x, y):
    return where_positive(x - y, x, y)


@kernel
def tolerance(work, plan, size, k):
    """Of component k, by the larger of its values at both ends of a step."""
    y = larger(magnitude(load(work.stages, k, 0)), magnitude(load(work.stages, (plan.rows + 1) * size + k, 0)))
    return plan.settings[ATOL] + plan.settings[RTOL] * y


@kernel
def mean_error(factor, first, second, size):
    """From sums of squares: of one estimate the root mean square, of two (8(5,3)) their combination after Hairer."""
    return factor * first / sqrt((first + 0.01 * second + 1e-300) * (1.0 * size))


@kernel
def slopes_of_error(plan):
    """How many slopes the error of a step is estimated from: some methods need the one at its end, too."""
    return plan.stages + 1 if plan.e[plan.stages, 0] != 0.0 else plan.stages


@kernel
def error_of_step(tree, work, plan, h):
    """The step's estimated error relative to its tolerance, lane by lane."""
    size = tree.coordinates + tree.dofs
    stages = work.stages
    first, second = zero_of(h), zero_of(h)
    for k in range(size):
        weight = 1.0 / tolerance(work, plan, size, k)
        x, z = zero_of(h), zero_of(h)
        for s in range(slopes_of_error(plan)):
            slope = load(stages, (s + 1) * size + k, 0)
            x, z = x + plan.e[s, 0] * slope, z + plan.e[s, 1] * slope
        x, z = x * weight, z * weight
        first, second = first + x * x, second + z * z
    return mean_error(magnitude(h), first, second, size)


@kernel
def error_along_loops(tree, work, plan, table, h):
    """The same for the part of the error that keeps loops closed: the rest is taken back at the end of the step.

    Near singular positions that rest grows without bound, and no shorter step would do. work.stages has two rows more:
    what closes the state at the end of the step, and an estimate of the error.
    """
    size, n_q, state, stages = tree.coordinates + tree.dofs, tree.coordinates, work.state, work.stages
    end = (plan.rows + 1) * size
    closing, error = end + size, end + 2 * size
    copy(stages, end, state, 0, size)
    call_step(tree.corrector, table, GAP, 0)
    copy(work.slope, 0, stages, closing, n_q)
    call_step(tree.corrector, table, RATE, 0)
    copy(work.slope, n_q, stages, closing + n_q, tree.dofs)
    first, second = zero_of(h), zero_of(h)
    for column in range(2):
        for k in range(size):
            x = zero_of(h)
            for s in range(slopes_of_error(plan)):
                x = x + plan.e[s, column] * load(stages, (s + 1) * size + k, 0)
            store(stages, error + k, 0, h * x)
            store(state, k, 0, load(stages, end + k, 0) + h * x)
        call_step(tree.corrector, table, GAP, 0)
        add_change(work, closing, error, 0, n_q)
        copy(stages, end, state, 0, n_q)
        call_step(tree.corrector, table, RATE, 0)
        add_change(work, closing, error, n_q, tree.dofs)
        total = zero_of(h)
        for k in range(size):
            x = load(stages, error + k, 0) / tolerance(work, plan, size, k)
            total = total + x * x
        first, second = second, total
    return mean_error(1.0, first, second, size)


@kernel
def add_change(work, before, to, at, count):
    """Add what closes the state in work.slope, beyond what was needed before."""
    for k in range(at, at + count):
        change = load(work.slope, k, 0) - load(work.stages, before + k, 0)
        store(work.stages, to + k, 0, load(work.stages, to + k, 0) + change)
