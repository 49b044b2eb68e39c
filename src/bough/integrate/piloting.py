"""Compiles motions with a controller in the loop. It imports Numba, so it is imported only to compile something."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numba import carray, cfunc, float64, int64, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from bough.arithmetic.lanes import align_stack
from bough.arithmetic.scalar import call, call_step, load, store
from bough.compiled.cache import compiled_address
from bough.compiled.files import source_stamp
from bough.compiled.memory import BlockType, block_reader
from bough.compiled.native import WORK_AT, readers_of
from bough.compiled.notice import compiling
from bough.errors import StateError
from bough.integrate.lengths import first_after
from bough.integrate.loops import PLAN_AT, read_plan
from bough.integrate.pilot import FAULTY
from bough.integrate.plan import (
    FAILED,
    FINISHED,
    FRESH,
    GOING_ON,
    LEG,
    NEW_STOPS,
    OLD,
    RENEW,
    START,
    TIME,
    WITHIN,
)
from bough.locks import once

# words of an order, as pilot.py writes them
LOOP, RATE, STEPS, LAW, WORDS, CALLS, ARRIVALS, COUNT, MARKS, KNOTS, COMMANDS, END, ADAPTIVE, DOFS, WITHIN_LEG = range(
    15
)
CALLED, ARRIVED = 15, 16
TAU = 4  # the word of a law's words that has the place of its command


@intrinsic
def _pointer(typing_context, address, kind):
    """An address as a pointer to numbers of a kind."""

    def generate(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(signature.args[1].dtype).as_pointer())

    return types.CPointer(kind.dtype)(address, kind), generate


@lru_cache(64)
def law_of(function: Callable[..., Any], n_q: int, n: int, memory: int) -> Any:
    """A function for compiled code, from the address of five words: of time, q, u, memory and the command."""
    name = getattr(function, "__name__", "controller")

    def law(words):
        given = carray(_pointer(words, int64), (5,))
        t = carray(_pointer(given[0], float64), (1,))[0]
        # (copies: the function must not change the state)
        q = carray(_pointer(given[1], float64), (n_q,)).copy()
        u = carray(_pointer(given[2], float64), (n,)).copy()
        kept = carray(_pointer(given[3], float64), (memory,))
        tau = carray(_pointer(given[4], float64), (n,))
        fine = False
        try:
            found = function(t, q, u, kept)
            if len(found) == n:
                for k in range(n):
                    tau[k] = found[k]
                fine = True
        except Exception:  # (it is called again by Python, to tell what is wrong)
            fine = False
        return 0 if fine else 1

    try:
        with compiling(f"the controller '{name}'"):
            return cfunc(int64(int64))(law)
    except NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip() and "nopython" not in line]
        raise StateError(
            f"the controller '{name}' cannot be called by compiled code ({lines[0] if lines else 'it does not compile'}); let it take "
            "a number and three arrays and return an array, or leave out njit."
        ) from None


@once
def compiled_pilot() -> int:
    """The address of a function (table, order, legs) -> FINISHED, GOING_ON, FAILED or FAULTY (``pilot.py``)."""
    _, work_of = readers_of(False, False)
    words_at, numbers_at = block_reader(BlockType(int64, 1)), block_reader(BlockType(float64, 1))

    def pilot(table, order, legs):
        align_stack()
        work, plan, given = work_of(table + WORK_AT), read_plan(table + PLAN_AT), words_at(order)
        calls, arrivals, commands = numbers_at(given[CALLS]), numbers_at(given[ARRIVALS]), numbers_at(given[COMMANDS])
        marks, end, n = numbers_at(given[MARKS]), numbers_at(given[END])[0], given[DOFS]
        for _ in range(legs):
            t = load(work.clock, TIME, 0)
            if load(given, WITHIN_LEG, 0) == 0:
                if t >= end:
                    return FINISHED
                called, arrived = load(given, CALLED, 0), load(given, ARRIVED, 0)
                if called < given[COUNT] and calls[called] <= t:
                    store(words_at(given[WORDS]), TAU, 0, given[COMMANDS] + 8 * n * called)
                    fine = call(given[LAW], given[WORDS]) == 0
                    for k in range(n):
                        fine = fine and np.isfinite(load(commands, called * n + k, 0))
                    if not fine:
                        return FAULTY
                    called += 1
                    store(given, CALLED, 0, called)
                while arrived < called and arrivals[arrived] <= t:
                    for k in range(n):
                        store(work.drive, k, 0, load(commands, arrived * n + k, 0))
                    arrived += 1
                store(given, ARRIVED, 0, arrived)
                until = marks[first_after(marks, given[KNOTS], t)]
                if called < given[COUNT]:
                    until = min(until, calls[called])
                if arrived < called:
                    until = min(until, arrivals[arrived])
                store(plan.stops, 0, 0, until)
                store(plan.stops, 0, 1, np.nextafter(until, -np.inf))
                store(plan.settings, START, 0, t)
                store(plan.counters, WITHIN, 0, 0)
                store(plan.counters, LEG, 0, 0)
                store(work.clock, RENEW, 0, 1.0)
                if given[ADAPTIVE] and load(plan.counters, FRESH, 0) == OLD:
                    store(plan.counters, FRESH, 0, NEW_STOPS)
            status = call_step(given[LOOP], table, given[RATE], given[STEPS])
            if status == FAILED:
                return FAILED
            store(given, WITHIN_LEG, 0, 1 if status == GOING_ON else 0)
        return GOING_ON

    signature = int64(int64, int64, int64)
    return compiled_address(pilot, signature, (source_stamp(), ""), "a motion with a controller")
