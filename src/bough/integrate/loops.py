"""Compiles right-hand sides and loops of steps. It imports Numba, so it is imported only to compile something.

A right-hand side is compiled once per form, a loop once per kind of method. The loop calls the right-hand side by its
address, so compilations add and do not multiply.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from numba import float64, int64

from bough.arithmetic.lanes import align_stack
from bough.arithmetic.scalar import after, call, call_step, kernel, lane, lane_count, load, store
from bough.compiled.cache import compiled_address, compiled_object
from bough.compiled.files import source_stamp
from bough.compiled.memory import BlockType, TableType, block_reader, table_reader
from bough.compiled.native import (
    TREE_AT,
    WORK_AT,
    read_tree,
    readers_of,
    stamp_of,
    step_address,
    title_of,
)
from bough.formulations.reductions.parametrised import TRUSTED, compare, follow, hand_over, set_units, take_up, uncouple
from bough.formulations.reductions.projection import correct, correct_momenta, fit, project, project_momenta, shift
from bough.integrate import rosenbrock, runge_kutta
from bough.integrate.guards import locate, may_pass_zero
from bough.integrate.lengths import aim_as_wanted, begin
from bough.integrate.locking import hold
from bough.integrate.manifold import step_projected, step_rattle
from bough.integrate.methods import ADAPTIVE, COLLOCATION, EULER, EXPLICIT, IMPLICIT, MANIFOLD, VERLET
from bough.integrate.plan import (
    AT_GUARD,
    EVERY,
    FAILED,
    FINISHED,
    FRESH,
    GOING_ON,
    JUDGED,
    LATEST,
    LEG,
    NEW_STATE,
    NEW_STOPS,
    NEXT,
    OF_LANES,
    OLD,
    PLAN_INTEGERS,
    PLAN_NUMBERS,
    PLAN_WIDTHS,
    START,
    STEP,
    TAKEN,
    TIME,
    WITHIN,
    WORST,
    Plan,
)
from bough.integrate.steps import normalise, step_collocation, step_euler, step_explicit, step_verlet
from bough.integrate.stiffness import has_signs
from bough.locks import once
from bough.passes.arrays import Work
from bough.passes.motion import put_all_rates
from bough.passes.sweep import place

# the words of a plan follow those of the work in a table of addresses
PLAN_AT = WORK_AT + 8 * len(Work._fields)
read_plan = table_reader(
    TableType(
        "Plan",
        {
            name: int64
            if name in PLAN_NUMBERS
            else BlockType(int64 if name in PLAN_INTEGERS else float64, PLAN_WIDTHS.get(name, 1))
            for name in Plan._fields
        },
    )
)
_fixed = {
    EXPLICIT: step_explicit,
    EULER: step_euler,
    COLLOCATION: step_collocation,
    VERLET: step_verlet,
    MANIFOLD[COLLOCATION]: step_projected,
    MANIFOLD[VERLET]: step_rattle,
}


def motions(lanes: bool) -> str:
    """What a kernel is for, in messages."""
    return "motions side by side" if lanes else "one motion"


@once
def compiled_rate(core: Callable[..., bool], momenta: bool, lanes: bool, variants: bool) -> int:
    """The address of a function that fills work.slope from work.state by a form's core and returns 0 on success.

    ``variants``: the mechanism's numbers differ from lane to lane.
    """
    tree_of, work_of = readers_of(lanes, variants)

    def accelerations(table):
        align_stack()
        tree, work = tree_of(table + TREE_AT), work_of(table + WORK_AT)
        n_q = tree.coordinates
        u, u_dot = after(work.state, n_q), after(work.slope, n_q)
        put_all_rates(tree, work.state, u, work.slope)
        return 0 if core(tree, work, work.state, u, work.drive, work.loads, u_dot) else 1

    def canonical(table):
        align_stack()
        tree, work = tree_of(table + TREE_AT), work_of(table + WORK_AT)
        p = after(work.state, tree.coordinates)
        return 0 if core(tree, work, work.state, p, work.drive, work.loads, work.slope) else 1

    what = f"{title_of(core)} for {motions(lanes)}"
    return compiled_address(canonical if momenta else accelerations, int64(int64), stamp_of(core), what)


@once
def compiled_parametrised(assemble: Callable[..., bool]) -> int:
    """The same with the rates of a parametrised mass matrix, by a form that leaves packed rows."""
    tree_of, work_of = readers_of(False, False)

    def rates(table):
        align_stack()
        tree, work = tree_of(table + TREE_AT), work_of(table + WORK_AT)
        n_q, beside_at = tree.coordinates, tree.coordinates + tree.dofs
        u = after(work.state, n_q)
        put_all_rates(tree, work.state, u, work.slope)
        fine = assemble(tree, work, work.state, u, work.drive, work.loads)
        for i in range(tree.bodies):
            place(tree, i, work.state, work)
        fine = follow(tree, work, u, work.state, beside_at, work.slope, beside_at) and fine
        return 0 if fine else 1

    what = f"{title_of(assemble)} with its mass matrix for one motion"
    return compiled_address(rates, int64(int64), stamp_of(assemble), what)


@once
def compiled_keeper(assemble: Callable[..., bool]) -> int:
    """The address of a function that corrects C and L of work.state if it is time, else removes their couplings.

    At the start it finds them. It returns 1 where they cannot be trusted.
    """
    tree_of, work_of = readers_of(False, False)

    def keep(table):
        align_stack()
        tree, work, plan = tree_of(table + TREE_AT), work_of(table + WORK_AT), read_plan(table + PLAN_AT)
        beside_at = tree.coordinates + tree.dofs
        taken, every = load(plan.counters, TAKEN, 0), int64(plan.settings[EVERY])
        is_new = load(plan.counters, FRESH, 0) == NEW_STATE
        take_up(tree, work, work.state, beside_at)
        fine = True
        if is_new:
            set_units(tree, work)
        if is_new or (every > 0 and taken % every == 0):
            fine = assemble(tree, work, work.state, after(work.state, tree.coordinates), work.drive, work.loads)
            regular, square = compare(tree, work)
            fine = fine and regular
            if not is_new:
                error = math.sqrt(square)
                store(work.clock, WORST, 0, max(error, load(work.clock, WORST, 0)))
                fine = fine and error <= TRUSTED
        elif load(work.state, beside_at + tree.beside - 1, 0) > 0.0:
            fine = uncouple(tree, work)
        return 0 if hand_over(tree, work, work.state, beside_at) and fine else 1

    what = f"corrections of the mass matrix by {title_of(assemble)}"
    return compiled_address(keep, int64(int64), stamp_of(assemble), what)


@once
def compiled_projector(momenta: bool, lanes: bool, variants: bool) -> int:
    """The address of a function that closes the loops of work.state, and returns 0."""
    return _compiled_change(project_momenta if momenta else project, "closing loops", lanes, variants)


@once
def compiled_shifter(lanes: bool, variants: bool) -> int:
    """The address of a function that shifts the start of a symplectic step, and returns 0."""
    return _compiled_change(shift, "symplectic steps with loops", lanes, variants)


@once
def compiled_fitter(lanes: bool, variants: bool) -> int:
    """The same for the end of the step."""
    return _compiled_change(fit, "symplectic steps with loops", lanes, variants)


def _compiled_change(change: Callable[..., None], what: str, lanes: bool, variants: bool) -> int:
    """The address of a function that changes work.state and normalises its quaternions."""
    tree_of, work_of = readers_of(lanes, variants)

    def changed(table):
        align_stack()
        tree, work = tree_of(table + TREE_AT), work_of(table + WORK_AT)
        change(tree, work)
        normalise(tree, work.state)
        return 0

    what = f"{what} of {motions(lanes)}"
    return compiled_address(changed, int64(int64), (source_stamp(), ""), what)


@once
def compiled_locks() -> int:
    """The address of a right-hand side in which velocities are held, by another one (``locking.py``)."""
    tree_of, work_of = readers_of(False, False)

    def locked(table):
        align_stack()
        tree, work = tree_of(table + TREE_AT), work_of(table + WORK_AT)
        return 0 if hold(tree, work, table) else 1

    return compiled_address(locked, int64(int64), (source_stamp(), ""), f"locks of {motions(False)}")


@once
def compiled_corrector(momenta: bool, lanes: bool, variants: bool) -> int:
    """The address of a function that puts the change of work.state that would close its loops in work.slope."""
    return step_address(
        corrected_momenta if momenta else corrected, f"errors across loops of {motions(lanes)}", lanes, variants
    )


@kernel
def corrected(tree, what, unused, work):
    correct(tree, work, what)


@kernel
def corrected_momenta(tree, what, unused, work):
    correct_momenta(tree, work, what)


@once
def compiled_walk() -> int:
    """The address of a function that runs a loop of steps for some groups of lanes, one after the other (``fleet.py``).

    It takes a table of addresses, an order, and the first and the end of places in a list of groups. Words of an order:
    the loop, the right-hand side, most steps, the addresses of statuses and of the list; a count of fields, and for each
    its place in the table, the address of its array for the first group, and the bytes from group to group.
    """
    read = block_reader(BlockType(int64, 1))

    def walk(table, order, first, end):
        words, given = read(table), read(order)
        status, groups = read(given[3]), read(given[4])
        for k in range(first, end):
            group = groups[k]
            for field in range(given[5]):
                at = 6 + 3 * field
                store(words, given[at], 0, given[at + 1] + group * given[at + 2])
            store(status, group, 0, call_step(given[0], table, given[1], given[2]))
        return 0

    signature = int64(int64, int64, int64, int64)
    return compiled_address(walk, signature, (source_stamp(), ""), "many motions, group after group")


def compiled_guard(kind: str) -> bytes:
    """What looks at guards after a step of one motion, 1 if one may have passed zero, or locates a zero (``guards.py``)."""
    _, work_of = readers_of(False, False)
    kernel = {may_pass_zero.__name__: may_pass_zero, locate.__name__: locate}[kind]

    def look(table):
        align_stack()
        tree, work, plan = read_tree(table + TREE_AT), work_of(table + WORK_AT), read_plan(table + PLAN_AT)
        return 1 if kernel(tree, work, plan) else 0

    return compiled_object(look, int64(int64), f"guards of {motions(False)}")


def compiled_loop(kind: str, lanes: bool) -> bytes:
    """A loop of steps (table, rate, most steps) -> FINISHED, GOING_ON or FAILED: its symbol, and machine code with it."""
    _, work_of = readers_of(lanes, False)
    step = _fixed.get(kind, step_explicit)
    attempt = rosenbrock.attempt if kind == IMPLICIT else runge_kutta.attempt

    def fixed(table, rate, budget):
        align_stack()
        tree, work, plan = read_tree(table + TREE_AT), work_of(table + WORK_AT), read_plan(table + PLAN_AT)
        counters, size = plan.counters, tree.coordinates + tree.dofs
        output = OF_LANES + NEXT
        if load(counters, FRESH, 0) == NEW_STATE:
            if tree.loops:
                call(tree.projector, table)
            if plan.keeper and call(plan.keeper, table) != 0:
                return FAILED
        for _ in range(budget):
            leg, within = load(counters, LEG, 0), load(counters, WITHIN, 0)
            if leg >= plan.legs:
                return FINISHED
            start = plan.settings[START] if leg == 0 else plan.stops[leg - 1, 0]
            end = plan.stops[leg, 0]
            # as many steps as needed for none to be longer than asked for, up to rounding
            rounding = 1e-12 * (end - start) + 4e-16 * abs(end)
            count = max(1, math.ceil((end - start - rounding) / plan.settings[STEP]))
            h = (end - start) / count
            if tree.timed:
                store(work.state, tree.coordinates - 1, 0, start + within * h)
                store(work.clock, LATEST, 0, plan.stops[leg, 1])
            if not step(tree, work, plan, table, rate, h):
                return FAILED
            store(counters, FRESH, 0, OLD)
            if tree.loops:
                call(tree.projector, table)
            store(counters, TAKEN, 0, load(counters, TAKEN, 0) + 1)
            if plan.keeper and call(plan.keeper, table) != 0:
                return FAILED
            store(work.clock, TIME, 0, end if within + 1 == count else start + (within + 1) * h)
            store(counters, WITHIN, 0, within + 1)
            if within + 1 == count:
                store(counters, WITHIN, 0, 0)
                store(counters, LEG, 0, leg + 1)
                k = load(counters, output, 0)
                if k < plan.outputs and plan.times[k] == end:
                    store(counters, output, 0, k + 1)
                    for place in range(lane_count(load(work.state, 0, 0))):
                        at = (place * plan.outputs + k) * size
                        for c in range(size):
                            store(plan.record, at + c, 0, lane(load(work.state, c, 0), place))
        return FINISHED if load(counters, LEG, 0) >= plan.legs else GOING_ON

    def adaptive(table, rate, budget):
        align_stack()
        tree, work, plan = read_tree(table + TREE_AT), work_of(table + WORK_AT), read_plan(table + PLAN_AT)
        fresh = load(plan.counters, FRESH, 0)
        if fresh == NEW_STOPS:
            aim_as_wanted(work, plan)
        if fresh == NEW_STATE and not begin(tree, work, plan, table, rate):
            return FAILED
        store(plan.counters, FRESH, 0, OLD)
        for _ in range(budget):
            status = attempt(tree, work, plan, table, rate)
            if status == GOING_ON and plan.guard and call(plan.guard, table) != 0:
                return AT_GUARD
            if status != GOING_ON or (plan.settings[JUDGED] > 0.0 and has_signs(work)):
                return status
        return GOING_ON

    names = {ADAPTIVE: "adaptive", IMPLICIT: "implicit"}
    what = f"{names.get(kind, 'fixed')} steps of {motions(lanes)}"
    function = adaptive if kind in names else fixed
    return compiled_object(function, int64(int64, int64, int64), what)
