"""Steps of Rosenbrock's methods, for stiff mechanisms: implicit, without iteration (Hairer, Wanner II, IV.7).

With y = (q, u) and J = ∂ẏ/∂y at the start of a step of length h,

    (1/γ - hJ) k_s = ẏ(y + h Σ a[s, j] k_j) + Σ c[s, j] k_j,    y₁ = y + h Σ b[s] k_s,

sums over j < s. (c has 1/γ on its diagonal.)

Within a step positions are θ, from the start q₀ along unit velocities: q = q₀ + S(q₀) θ, with unit quaternions, where
q̇ = S(q) u. Then ∂u̇/∂θ = G and ∂u̇/∂u = C are those of ``forward_derivatives``, and with A = ∂θ̇/∂θ, which vanishes but
for quaternions, and k = (k_θ, k_u), r the right-hand side,

    ((1/γ - hC)(1/γ - hA) - h²G) k_θ = h r_u + (1/γ - hC) r_θ,    k_u = ((1/γ - hA) k_θ - r_θ)/h,

n equations with the same factors for all stages. A quaternion's q = (q₀ + S θ)/ρ has S θ̇ = ρ q̇ - ρ² (q₀·q̇) q, ρ = 1/q₀·q.

The time is a coordinate. work.stages is as for other adaptive steps, with k for slopes; its last row is the slope at the
end.
"""

from bough.arithmetic.scalar import (
    is_small,
    kernel,
    lane,
    lane_count,
    load,
    store,
    subtract_dot,
    subtract_scaled,
    where_positive,
    zero_of,
)
from bough.integrate.adaptive import attempts
from bough.integrate.elimination import factorise, solve
from bough.integrate.jacobian import differentiate, has_quaternion, jacobian_places, put_across, put_along
from bough.integrate.lengths import count_lanes
from bough.integrate.plan import AFTER_REJECTION, RENEW
from bough.integrate.steps import copy, next_slope, slope_of_state, start_stage
from bough.integrate.stiffness import look_at_implicit


@kernel
def assemble(tree, work, plan, h):
    """Factorise (1/γ - hC)(1/γ - hA) - h²G."""
    n, jacobian = tree.dofs, work.jacobian
    by_q, by_u, _, _, at, _, _ = jacobian_places(n)
    g, square = plan.c[0, 0], h * h
    for k in range(n * n):
        x = g * h * load(jacobian, by_u + k, 0) + square * load(jacobian, by_q + k, 0)
        store(jacobian, at + k, 0, -x)
    for k in range(n):
        store(jacobian, at + k * n + k, 0, load(jacobian, at + k * n + k, 0) + g * g)
    if tree.quaternions:
        add_turns(tree, work, g, h)
    factorise(jacobian, at, n)


@kernel
def add_turns(tree, work, g, h):
    """Add -h(1/γ - hC)A."""
    n, jacobian = tree.dofs, work.jacobian
    _, by_u, _, turns, system, _, _ = jacobian_places(n)
    for i in range(tree.bodies):
        if has_quaternion(tree, i):
            first, dofs = tree.u_at[i], tree.dof[i + 1] - tree.dof[i]
            for column in range(3):
                at = system + first + dofs - 3 + column
                for k in range(first, first + dofs):
                    turn = h * load(jacobian, turns + 3 * k + column, 0)
                    store(jacobian, at + k * n, 0, load(jacobian, at + k * n, 0) - g * turn)
                    turn = h * turn
                    for row in range(n):
                        x = load(jacobian, by_u + row * n + k, 0) * turn
                        store(jacobian, at + row * n, 0, load(jacobian, at + row * n, 0) + x)


@kernel
def add_turned(tree, work, h, x, y):
    """y -= hA x, for vectors in work.jacobian."""
    turns, jacobian = jacobian_places(tree.dofs)[3], work.jacobian
    for i in range(tree.bodies):
        if has_quaternion(tree, i):
            first, dofs = tree.u_at[i], tree.dof[i + 1] - tree.dof[i]
            for k in range(first, first + dofs):
                z = load(jacobian, y + k, 0)
                for column in range(3):
                    turn = load(jacobian, turns + 3 * k + column, 0)
                    z = z - h * turn * load(jacobian, x + first + dofs - 3 + column, 0)
                store(jacobian, y + k, 0, z)


@kernel
def flatten(tree, work):
    """Replace the rates of quaternions in work.slope by S θ̇."""
    for k in range(tree.quaternions):
        at = tree.quaternion[k]
        near, along = zero_of(load(work.state, 0, 0)), zero_of(load(work.state, 0, 0))
        for j in range(at, at + 4):
            start = load(work.stages, j, 0)
            near, along = near + start * load(work.state, j, 0), along + start * load(work.slope, j, 0)
        length = 1.0 / near
        for j in range(at, at + 4):
            rate = length * load(work.slope, j, 0) - length * length * along * load(work.state, j, 0)
            store(work.slope, j, 0, rate)


@kernel
def solve_stage(tree, work, plan, s, h, inverse):
    """Put k of stage s in its row of work.stages, from the slope of its state in work.slope; ``inverse``: 1/h."""
    n_q, n = tree.coordinates, tree.dofs
    size, jacobian, stages = n_q + n, work.jacobian, work.stages
    _, by_u, by_t, _, system, right, _ = jacobian_places(n)
    k_q, r_q, row, g = right + n, right + 2 * n, (s + 1) * size, plan.c[0, 0]
    if tree.quaternions:
        flatten(tree, work)
    for j in range(s):
        if plan.c[s, j] != 0.0:
            subtract_scaled(work.slope, 0, stages, (j + 1) * size, size, zero_of(h) - plan.c[s, j])
    put_along(tree, stages, work.slope, 0, jacobian, r_q)
    of_time = zero_of(h)
    if tree.timed:
        of_time = load(work.slope, n_q - 1, 0) / g
        subtract_scaled(work.slope, n_q, jacobian, by_t, n, -(h * of_time))
    for k in range(n):
        x = h * load(work.slope, n_q + k, 0) + g * load(jacobian, r_q + k, 0)
        along = subtract_dot(zero_of(h), jacobian, by_u + k * n, jacobian, r_q, n)
        store(jacobian, right + k, 0, x + h * along)
    solve(jacobian, system, n, right, k_q)
    put_across(tree, stages, jacobian, k_q, stages, row)
    if tree.timed:
        store(stages, row + n_q - 1, 0, of_time)
    for k in range(n):
        store(jacobian, right + k, 0, g * load(jacobian, k_q + k, 0) - load(jacobian, r_q + k, 0))
    if tree.quaternions:
        add_turned(tree, work, h, k_q, right)
    for k in range(n):
        store(stages, row + n_q + k, 0, inverse * load(jacobian, right + k, 0))


@kernel
def start_step(tree, work, plan, table, rate, h):
    """The state at the start of work.stages, its slope, and the factors of the step; False if something fails."""
    size = tree.coordinates + tree.dofs
    copy(work.state, 0, work.stages, 0, size)
    anew = load(work.clock, RENEW, 0)
    if not is_small(anew, 0.0):
        if not slope_of_state(tree, work, plan, table, rate):
            return False
        copy(work.slope, 0, work.stages, next_slope(tree, plan), size)
        count_lanes(plan, anew, 1)
        store(work.clock, RENEW, 0, zero_of(anew))
    # (what is known of the state is known still if no lane has moved)
    known = load(work.clock, AFTER_REJECTION, 0) + where_positive(h, zero_of(h), zero_of(h) + 1.0)
    same = is_small(anew, 0.0)
    for place in range(lane_count(h)):
        same = same and lane(known, place) > 0.0
    if not same:
        count_lanes(plan, h, 2 * tree.timed + (0 if plan.jacobian else 2 * tree.dofs))
        if not differentiate(tree, work, plan, table, rate):
            return False
    assemble(tree, work, plan, h)
    return True


@kernel
def put_slopes(tree, work, plan, table, rate, h):
    """k of all stages, and the state at the end; False if a slope fails."""
    size = tree.coordinates + tree.dofs
    inverse = where_positive(h, 1.0 / h, zero_of(h))  # (lanes at their end have no step)
    fine = True  # (with returns from within the loop, steps are some 2 % slower)
    for s in range(plan.stages):
        if fine:
            if s == 0:
                copy(work.stages, 0, work.state, 0, size)
                copy(work.stages, next_slope(tree, plan), work.slope, 0, size)
            else:
                start_stage(tree, work, plan, s, h)
                fine = slope_of_state(tree, work, plan, table, rate)
            solve_stage(tree, work, plan, s, h, inverse)
    if fine:
        start_stage(tree, work, plan, plan.stages, h)
    return fine


attempt = kernel(attempts(start_step, put_slopes, look_at_implicit, has_slopes=False))
