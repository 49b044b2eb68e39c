"""Whether a motion is stiff, as its own steps show: for the choice between explicit and implicit ones.

Explicit steps that are limited by stability have h λ at the edge of the stable region, 6.4 for ``dop853``, with λ the
largest rate of decay: after Hairer and Wanner (II, IV.2), from two slopes at the end of a step, at states that are close
to one another. Implicit steps know their derivatives, whose norms are bounds of λ. work.clock counts for how many looks
in a row the signs have been there.
"""

from bough.arithmetic.scalar import kernel, lane, lane_count, load, sqrt, store, where_positive, zero_of
from bough.integrate.estimates import larger, magnitude
from bough.integrate.jacobian import jacobian_places
from bough.integrate.plan import JUDGED, SIGNS, TAKEN
from bough.integrate.steps import next_slope

LOOKS = 4  # steps between two looks at explicit ones
EDGE = 4.8  # h λ of explicit steps that shows stiffness
INSIDE = 2.0  # bound of h λ of implicit steps, below which explicit ones would be stable as well
ENOUGH = 10  # signs in a row


@kernel
def look_at_explicit(tree, work, plan, h, accepted):
    """Count signs of stiffness in lanes whose step was accepted."""
    if plan.settings[JUDGED] == 0.0 or load(plan.counters, TAKEN, 0) % LOOKS:
        return
    size, stages, last = tree.coordinates + tree.dofs, work.stages, next_slope(tree, plan)
    end, way = zero_of(h), zero_of(h)
    for k in range(size):
        x = load(stages, last + k, 0) - load(stages, plan.stages * size + k, 0)
        y = zero_of(h)
        for j in range(plan.stages):
            weight = plan.a[plan.stages, j] - plan.a[plan.stages - 1, j]
            y = y + weight * load(stages, (j + 1) * size + k, 0)
        end, way = end + x * x, way + y * y
    count_signs(work, accepted, end - EDGE * EDGE * way)


@kernel
def look_at_implicit(tree, work, plan, h, accepted):
    """Count signs that implicit steps are no longer needed."""
    if plan.settings[JUDGED] == 0.0:
        return
    n, jacobian = tree.dofs, work.jacobian
    by_q, by_u = jacobian_places(n)[:2]
    position, velocity = zero_of(h), zero_of(h)
    for k in range(n):
        x, y = zero_of(h), zero_of(h)
        for j in range(n):
            x = x + magnitude(load(jacobian, by_q + k * n + j, 0))
            y = y + magnitude(load(jacobian, by_u + k * n + j, 0))
        position, velocity = larger(position, x), larger(velocity, y)
    # λ² ≤ |∂u̇/∂q| + λ |∂u̇/∂u|
    count_signs(work, accepted, INSIDE - h * (velocity + sqrt(position)))


@kernel
def count_signs(work, accepted, sign):
    """One more where a sign is positive, none where it is not; the same in lanes that have not moved."""
    signs = load(work.clock, SIGNS, 0)
    found = where_positive(sign, signs + 1.0, zero_of(signs))
    store(work.clock, SIGNS, 0, where_positive(accepted, found, signs))


@kernel
def has_signs(work):
    """Whether there are enough signs in a lane."""
    signs = load(work.clock, SIGNS, 0)
    for place in range(lane_count(signs)):  # noqa: SIM110  (compiled)
        if lane(signs, place) >= ENOUGH:
            return True
    return False
