"""Symplectic steps in momenta where loops are closed: on the manifold g(q) = 0.

Let (q₀, p₀) be closed: g(q₀) = 0, and p₀ = M u with G u = 0. A step of a method Φ for all (q, p) is preceded and followed
by shifts,

    (q, p) = Φ(q₀ + M⁻¹Gᵀν, p₀ + Gᵀμ),    q₁ = q + M⁻¹Gᵀν',    p₁ = p + Gᵀμ',

with G and M at q₀ before, and at q₁ after the step; the multipliers follow from g(q₁) = 0 and G u₁ = 0.

``step_rattle``: Φ is Störmer and Verlet's method for the open tree, and ν = ν' = 0. μ closes q₁, and μ' the velocities
(Hairer, Lubich, Wanner, VII.1 (1.26)). It is symplectic on the manifold and symmetric.
``step_projected``: Φ is Gauss's method for the closed rates, whose flow keeps loops closed. ν' = ν and μ' = μ, which
keeps it symmetric (V.4.1); ν is as small as the error of a step.

Multipliers are found by Newton's method with the derivative at h = 0: of g(q₁), it is h GM⁻¹Gᵀ by μ, or 2 GM⁻¹Gᵀ by ν.
The slopes of Φ are iterated along with them.
"""

from bough.arithmetic.scalar import call, is_above, kernel, load, store, subtract_scaled, zero_of
from bough.formulations.reductions.projection import MORE_MU, MORE_NU, MU, NU
from bough.integrate.plan import FRESH, NEW_STATE
from bough.integrate.steps import (
    AIM,
    ENOUGH,
    MOST_ITERATIONS,
    copy,
    end_step,
    normalise,
    predict,
    renew,
    renew_stages,
    size_of,
    slope_of_state,
)


@kernel
def begin(tree, work):
    """Keep the closed state, which is also the first estimate of the end."""
    size = tree.coordinates + tree.dofs
    copy(work.state, 0, work.anchor, 0, size)
    copy(work.state, 0, work.anchor, size, size)


@kernel
def add_to_shift(tree, work, column, source, factor):
    """Correct multipliers by a factor times what they lack."""
    for c in range(tree.loop_constraints):
        more = factor * load(work.shift, c, source)
        store(work.shift, c, column, load(work.shift, c, column) + more)


@kernel
def renew_end(work, at, count, size):
    """The sum of the squared changes of the estimated end, which becomes that of work.state."""
    change = zero_of(load(work.state, 0, 0))
    for k in range(at, at + count):
        x = load(work.state, k, 0) - load(work.anchor, size + k, 0)
        change = change + x * x
        store(work.anchor, size + k, 0, load(work.state, k, 0))
    return change


@kernel
def is_at_rest(bound_q, change_q, last_q, bound_p, change_p, last_p):
    """Whether an iteration changes no more than rounding: little, and not half as much as the one before."""
    if is_above(bound_q, AIM, change_q) and is_above(bound_p, AIM, change_p):
        return True
    moves = is_above(last_q, 4.0, change_q) or is_above(last_p, 4.0, change_p)
    return not moves and is_above(bound_q, ENOUGH, change_q) and is_above(bound_p, ENOUGH, change_p)


@kernel
def step_projected(tree, work, plan, table, rate, h):
    """A Gauss-Legendre step with symmetric projection; False without convergence."""
    n_q, n = tree.coordinates, tree.dofs
    size = n_q + n
    begin(tree, work)
    if not predict(tree, work, plan, table, rate):
        return False
    bound_q, bound_p = size_of(work.anchor, 0, n_q) + 1.0, size_of(work.anchor, n_q, n) + 1e-300
    last_q = last_p = zero_of(bound_q)
    for _ in range(MOST_ITERATIONS):
        call(plan.shifter, table)
        copy(work.state, 0, work.stages, 0, size)
        fine, change_q, change_p, whole = renew_stages(tree, work, plan, table, rate, h)
        if not fine:
            return False
        end_step(tree, work, plan, h)
        call(plan.fitter, table)
        add_to_shift(tree, work, NU, MORE_NU, 0.5)
        add_to_shift(tree, work, MU, MORE_MU, 0.5)
        change_q = change_q + renew_end(work, 0, n_q, size)
        change_p = change_p + renew_end(work, n_q, n, size)
        settled = is_at_rest(bound_q, change_q, last_q, bound_p + whole, change_p, last_p)
        if settled:
            return True
        last_q, last_p = change_q, change_p
    return False


@kernel
def step_rattle(tree, work, plan, table, rate, h):
    """A step of the open tree's Störmer and Verlet method, with impulses that close it; False without convergence.

    Rows of work.stages: the shifted state at the start, q̇ at the end and ṗ at the start, q̇ at the start.
    """
    n_q, n, half = tree.coordinates, tree.dofs, 0.5 * h
    size, state, stages = n_q + n, work.state, work.stages
    begin(tree, work)
    if load(plan.counters, FRESH, 0) == NEW_STATE:
        if not slope_of_state(tree, work, plan, plan.open_table, rate):
            return False
        copy(work.slope, 0, stages, size, size)
    bound_q, bound_p = size_of(work.anchor, 0, n_q) + 1.0, size_of(work.anchor, n_q, n) + 1e-300
    last_q = last_p = zero_of(bound_q)
    for _ in range(MOST_ITERATIONS):
        call(plan.shifter, table)
        copy(state, 0, stages, 0, size)
        subtract_scaled(state, n_q, stages, size + n_q, n, -half)
        if not slope_of_state(tree, work, plan, plan.open_table, rate):
            return False
        copy(work.slope, 0, stages, 2 * size, n_q)
        change_p, whole = renew(work, size + n_q, n_q, n, h)
        copy(stages, n_q, state, n_q, n)
        subtract_scaled(state, n_q, stages, size + n_q, n, -half)
        move_to_end(tree, work, half)
        if not slope_of_state(tree, work, plan, plan.open_table, rate):
            return False
        change_q, _ = renew(work, size, 0, n_q, h)
        move_to_end(tree, work, half)
        subtract_scaled(state, n_q, work.slope, n_q, n, -half)
        call(plan.fitter, table)
        # (μ carries the rounding of q over h, which the end of the step does not see)
        add_to_shift(tree, work, MU, MORE_NU, 1.0 / h)
        change_q = change_q + renew_end(work, 0, n_q, size)
        settled = is_at_rest(bound_q, change_q, last_q, bound_p + whole, change_p, last_p)
        if settled:
            return True
        last_q, last_p = change_q, change_p
    return False


@kernel
def move_to_end(tree, work, half):
    """Coordinates at the end of a step of RATTLE: by half of their rates at its start and half of those at its end."""
    n_q = tree.coordinates
    size = n_q + tree.dofs
    copy(work.stages, 0, work.state, 0, n_q)
    subtract_scaled(work.state, 0, work.stages, 2 * size, n_q, -half)
    subtract_scaled(work.state, 0, work.stages, size, n_q, -half)
    normalise(tree, work.state)
