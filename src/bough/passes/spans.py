"""Loops closed body by body, beside the elimination of separate bodies: in O(N) where loops are local.

A loop spans the bodies on its two paths up to its root. Its constraints act on its two ends by the wrenches ±Z λ. They
are carried inward as the columns K of K λ, along with the wrench p of the articulated bodies, and a DoF with column a,
U = M*a and pivot d takes from them what it can follow (``reductions/recursive.py``):

    y = aᵀK,    K <- K - U y/d,    S <- S + yᵀy/d,    e <- e - yᵀ(t - aᵀp)/d.

At the loop's root S λ + KᵀΔ = e remains, with Δ of the root. The multipliers are eliminated there one after the other,

    M* <- M* + K Kᵀ/s,    p <- p - K e/s      for each pivot s,

and loops that go on beyond this root lose their couplings with them. Loops whose root is the ground are eliminated as
soon as the last body of their paths is, since the ground has no Δ. Outward, λ follows at the root, and every DoF below
it adds y λ/d to its acceleration.

Which bodies are spanned, and which loops couple, follows from the topology alone (``compiled/spans.py``). Dependent
constraints are left out as in ``passes/closing.py``.
"""

from bough.arithmetic.scalar import kernel, load, store, subtract_scaled, where_positive, zero_of
from bough.arithmetic.spatial import add, add_cross, add_scaled, dot, load3, scale, store3, sub
from bough.passes.closing import ask_for
from bough.passes.loops import VANISHING, varying
from bough.solvers.dependent import DEPENDENT, counted_pivot

# what ``span`` does, if not closing loops at their root
START, CARRY, RELEASE, RELEASE_AT_ROOT = -1, -2, -3, -4
# columns of work.pivots besides U/d: force over pivot, 1 over pivot
REST, INVERSE = 6, 7


@kernel
def start(tree, what, work):
    """From a survey: right-hand sides, the wrenches of all constraints on both ends, and no couplings yet."""
    ask_for(tree, work, what)
    for k in range(tree.loops):
        point, beyond = load3(work.point, k, 0), tree.loop_constraints
        b, a = tree.loop_body[k], tree.parent[tree.bodies + 1 + k]
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            force, moment = varying(point[0], load3(work.normals, c, 0)), load3(work.normals, c, 3)
            if b >= 0:
                keep_wrench(work, c, force, add_cross(moment, sub(point, load3(work.travel, b, 0)), force))
            if a >= 0:
                about = add_cross(moment, sub(point, load3(work.travel, a, 0)), force)
                keep_wrench(work, beyond + c, opposite(force), opposite(about))
            store(work.extent, c, 0, 0.0)
            store(work.extent, c, 1, dot(force, force))
            store(work.extent, c, 2, dot(moment, moment))
            store(work.extent, c, 3, 0.0)
    for at in range(tree.loop_entries):
        store(work.blocks, at, 0, 0.0)


@kernel
def opposite(v):
    return -v[0], -v[1], -v[2]


@kernel
def keep_wrench(work, row, force, moment):
    store3(work.carried, row, 0, force)
    store3(work.carried, row, 3, moment)


@kernel
def constraints_of(tree, k):
    """How many constraints loop k has."""
    return tree.loop_at[k + 1] - tree.loop_at[k]


@kernel
def take(tree, i, d, at, work):
    """What DoF d of body i takes from the wrenches of the loops that span it: y, from row ``at`` of work.spanned on."""
    along, axis = load3(work.columns, d, 0), load3(work.columns, d, 3)
    up, down = load3(work.pivots, d, 0), load3(work.pivots, d, 3)
    rest, inverse = load(work.pivots, d, REST), load(work.pivots, d, INVERSE)
    linear, angular, origin = inverse * dot(along, along), inverse * dot(axis, axis), load3(work.travel, i, 0)
    for s in range(tree.span_at[i], tree.span_at[i + 1]):
        k, row = tree.span_loop[s], tree.span_row[s]
        arm = sub(load3(work.point, k, 0), origin)
        reach = linear + angular * dot(arm, arm)
        for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
            force, moment = load3(work.carried, row, 0), load3(work.carried, row, 3)
            y = dot(along, force) + dot(axis, moment)
            # y²/d if the DoF moved straight along the constraint
            size = load(work.extent, c, 1) * reach + load(work.extent, c, 2) * angular
            store(work.extent, c, 0, load(work.extent, c, 0) + size)
            store(work.extent, c, 3, load(work.extent, c, 3) + inverse * (y * y))
            store(work.multiplier, c, 0, load(work.multiplier, c, 0) - y * rest)
            keep_wrench(work, row, add_scaled(force, -y, up), add_scaled(moment, -y, down))
            store(work.spanned, at, 0, y)
            at += 1
            row += 1
    return at


@kernel
def couple(tree, i, d, at, work):
    """S + yᵀy/d for the loops that span body i; y then becomes y/d."""
    inverse, pair, first = load(work.pivots, d, INVERSE), tree.span_pair_at[i], at
    for s in range(tree.span_at[i], tree.span_at[i + 1]):
        rows, other = constraints_of(tree, tree.span_loop[s]), first
        for r in range(s, tree.span_at[i + 1]):
            columns, block = constraints_of(tree, tree.span_loop[r]), tree.span_pairs[pair]
            for c in range(rows):
                y = -inverse * load(work.spanned, first + c, 0)
                subtract_scaled(work.blocks, block + c * columns, work.spanned, other, columns, y)
            other += columns
            pair += 1
        first += rows
    for place in range(at, first):
        store(work.spanned, place, 0, inverse * load(work.spanned, place, 0))


@kernel
def carry(tree, i, work):
    """Carry the wrenches of the loops that span body i over its joint, to its parent's origin."""
    at = tree.span_value_at[i]
    for d in range(tree.dof[i], tree.dof[i + 1]):
        end = take(tree, i, d, at, work)
        couple(tree, i, d, at, work)
        at = end
    if tree.parent[i] >= 0:
        offset = load3(work.offset, i, 0)
        for s in range(tree.span_at[i], tree.span_at[i + 1]):
            row = tree.span_row[s]
            for c in range(row, row + constraints_of(tree, tree.span_loop[s])):
                force = load3(work.carried, c, 0)
                store3(work.carried, c, 3, add_cross(load3(work.carried, c, 3), offset, force))


@kernel
def meet(tree, k, work):
    """Add the wrenches that come along both paths of loop k, at its root."""
    for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
        other = tree.loop_constraints + c
        force = add(load3(work.carried, c, 0), load3(work.carried, other, 0))
        keep_wrench(work, c, force, add(load3(work.carried, c, 3), load3(work.carried, other, 3)))


@kernel
def inverse_pivot(tree, c, pivot, work):
    """1 over the pivot of constraint c, or 0 if it does not count."""
    own, least = load(work.extent, c, 3), (VANISHING / DEPENDENT) * load(work.extent, c, 0)
    size, given = where_positive(own - least, own, least), load(work.chosen, tree.loop_constraints, 0)
    counts, safe = counted_pivot(pivot, size, given, work.chosen, c)
    return where_positive(counts, 1.0 / safe, zero_of(pivot))


@kernel
def subtract_constraint(work, c, other, row, carried, x):
    """Subtract x times constraint c from another one, whose wrench is ``carried``: right-hand sides and wrenches."""
    store(work.multiplier, other, 0, load(work.multiplier, other, 0) - x * load(work.multiplier, c, 0))
    if row >= 0:
        force = add_scaled(load3(work.carried, carried, 0), -x, load3(work.carried, c, 0))
        keep_wrench(work, carried, force, add_scaled(load3(work.carried, carried, 3), -x, load3(work.carried, c, 3)))


@kernel
def eliminate(tree, k, row, work):
    """Eliminate the multipliers of loop k; ``row`` of the stack has its root's inertia and wrench, -1 for the ground."""
    count, own, first = constraints_of(tree, k), tree.loop_block[k], tree.loop_at[k]
    for c in range(count):
        line = own + c * count
        inverse = inverse_pivot(tree, first + c, load(work.blocks, line + c, 0), work)
        store(work.blocks, line + c, 0, inverse)
        for e in range(c + 1, count):
            x, target = inverse * load(work.blocks, line + e, 0), own + e * count
            subtract_scaled(work.blocks, target + e, work.blocks, line + e, count - e, x)
            for f in range(tree.front_at[k], tree.front_at[k + 1]):
                columns, block = constraints_of(tree, tree.front_loop[f]), tree.front_block[f]
                subtract_scaled(work.blocks, block + e * columns, work.blocks, block + c * columns, columns, x)
            subtract_constraint(work, first + c, first + e, row, first + e, x)
        decouple(tree, k, c, inverse, row, work)
        if row >= 0:
            load_root(work, first + c, inverse, row)


@kernel
def decouple(tree, k, c, inverse, row, work):
    """Subtract constraint c of loop k from the loops that it is coupled with."""
    pair = tree.front_pair_at[k]
    for f in range(tree.front_at[k], tree.front_at[k + 1]):
        j, rows = tree.front_loop[f], constraints_of(tree, tree.front_loop[f])
        block = tree.front_block[f] + c * rows
        for e in range(rows):
            x = inverse * load(work.blocks, block + e, 0)
            for g in range(f, tree.front_at[k + 1]):
                columns = constraints_of(tree, tree.front_loop[g])
                target, source = tree.front_pairs[pair + g - f] + e * columns, tree.front_block[g] + c * columns
                subtract_scaled(work.blocks, target, work.blocks, source, columns, x)
            subtract_constraint(work, tree.loop_at[k] + c, tree.loop_at[j] + e, row, tree.front_row[f] + e, x)
        pair += tree.front_at[k + 1] - f


@kernel
def load_root(work, c, inverse, row):
    """M* + K Kᵀ/s and p - K e/s."""
    force, moment = load3(work.carried, c, 0), load3(work.carried, c, 3)
    up, down, stack = scale(inverse, force), scale(inverse, moment), work.stack
    e = load(work.multiplier, c, 0)
    store3(stack, row, 21, add_scaled(load3(stack, row, 21), -e, up))
    store3(stack, row, 24, add_scaled(load3(stack, row, 24), -e, down))
    at = 0
    for r in range(3):
        for s in range(r, 3):
            store(stack, row, at, load(stack, row, at) + force[r] * up[s])
            store(stack, row, 15 + at, load(stack, row, 15 + at) + moment[r] * down[s])
            at += 1
        for s in range(3):
            store(stack, row, 6 + 3 * r + s, load(stack, row, 6 + 3 * r + s) + force[r] * down[s])


@kernel
def find_multipliers(tree, k, i, work):
    """λ of loop k, from Δ of its root i, or the ground, and from the multipliers of loops that go on beyond it."""
    count, own, first = constraints_of(tree, k), tree.loop_block[k], tree.loop_at[k]
    for c in range(count - 1, -1, -1):
        x, line = load(work.multiplier, first + c, 0), own + c * count
        if i >= 0:
            force, moment = load3(work.carried, first + c, 0), load3(work.carried, first + c, 3)
            x = x - (dot(force, load3(work.response, i, 0)) + dot(moment, load3(work.response, i, 3)))
        for e in range(c + 1, count):
            x = x - load(work.blocks, line + e, 0) * load(work.multiplier, first + e, 0)
        for f in range(tree.front_at[k], tree.front_at[k + 1]):
            j = tree.front_loop[f]
            block = tree.front_block[f] + c * constraints_of(tree, j)
            for e in range(constraints_of(tree, j)):
                x = x - load(work.blocks, block + e, 0) * load(work.multiplier, tree.loop_at[j] + e, 0)
        store(work.multiplier, first + c, 0, x * load(work.blocks, line + c, 0))


@kernel
def release(tree, i, work):
    """Add to the DoFs of body i what the multipliers of the loops that span it give them."""
    at = tree.span_value_at[i]
    for d in range(tree.dof[i], tree.dof[i + 1]):
        x = load(work.pivots, d, REST)
        for s in range(tree.span_at[i], tree.span_at[i + 1]):
            k = tree.span_loop[s]
            for c in range(tree.loop_at[k], tree.loop_at[k + 1]):
                x = x + load(work.spanned, at, 0) * load(work.multiplier, c, 0)
                at += 1
        store(work.pivots, d, REST, x)


@kernel
def span_body(tree, i, step, work):
    """One step of the elimination at body i: START (with i for what is asked for), CARRY, RELEASE, RELEASE_AT_ROOT.

    Any other step is the row of the stack that has the inertia of root i, at which its loops are eliminated.
    """
    if step == START:
        start(tree, i, work)
        return
    # loops are listed in the order of their elimination: for the bodies from the last to the first those whose root it
    # is, then those of the ground that end there
    event = 2 * (tree.bodies - 1 - i)
    if step in (CARRY, RELEASE):
        event += 1
    first, end = tree.loop_event_at[event], tree.loop_event_at[event + 1]
    if step == CARRY:
        carry(tree, i, work)
        for place in range(first, end):
            eliminate(tree, tree.loop_order[place], -1, work)
    elif step == RELEASE:
        for place in range(end - 1, first - 1, -1):
            find_multipliers(tree, tree.loop_order[place], -1, work)
        release(tree, i, work)
    elif step == RELEASE_AT_ROOT:
        for place in range(end - 1, first - 1, -1):
            find_multipliers(tree, tree.loop_order[place], i, work)
    else:
        for place in range(first, end):
            meet(tree, tree.loop_order[place], work)
        for place in range(first, end):
            eliminate(tree, tree.loop_order[place], step, work)


def span(tree, i, step, work):
    """A step of the elimination. Compiled, it is a call by address (``compiled/native.py``)."""
    span_body(tree, i, step, work)


@kernel
def is_root(tree, i):
    """Whether some loop has body i as its root."""
    event = 2 * (tree.bodies - 1 - i)
    return tree.loop_event_at[event] < tree.loop_event_at[event + 1]


@kernel
def is_spanned(tree, i):
    """Whether some loop spans body i."""
    return tree.span_at[i] < tree.span_at[i + 1]
