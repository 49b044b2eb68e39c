"""Compiles the loop of motions with a controller. It imports Numba, so it is imported only to compile something."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from bough.arithmetic.lanes import align_stack
from bough.arithmetic.scalar import call, call_step, load, store
from bough.compiled.cache import compiled_address
from bough.compiled.files import source_stamp
from bough.compiled.memory import BlockType, block_reader
from bough.compiled.native import WORK_AT, readers_of
from bough.integrate.lengths import first_after
from bough.integrate.loops import PLAN_AT, read_plan
from bough.integrate.plan import (
    FAULTY,
    FINISHED,
    FRESH,
    GOING_ON,
    LEG,
    NEW_STOPS,
    OLD,
    RENEW,
    START,
    TAKEN,
    TIME,
    WITHIN,
)
from bough.locks import once

# words of an order, as pilot.py writes them
RATE, LAW, WORDS, CALLS, ARRIVALS, COUNT, MARKS, KNOTS, COMMANDS, END, ADAPTIVE, DOFS, WITHIN_LEG, CALLED, ARRIVED = (
    range(15)
)
TAU = 4  # the word of a law's words that has the place of its command


@once
def compiled_pilot() -> int:
    """The address of a function (table, order, loop, steps) -> FINISHED, GOING_ON, FAILED or FAULTY (``pilot.py``)."""
    _, work_of = readers_of(False, False)
    words_at, numbers_at = block_reader(BlockType(int64, 1)), block_reader(BlockType(float64, 1))

    def pilot(table, order, loop, steps):
        align_stack()
        work, plan, given = work_of(table + WORK_AT), read_plan(table + PLAN_AT), words_at(order)
        calls, arrivals, commands = numbers_at(given[CALLS]), numbers_at(given[ARRIVALS]), numbers_at(given[COMMANDS])
        marks, end, n = numbers_at(given[MARKS]), numbers_at(given[END])[0], given[DOFS]
        last = load(plan.counters, TAKEN, 0) + steps
        while True:
            t = load(work.clock, TIME, 0)
            if load(given, WITHIN_LEG, 0) == 0:
                if t >= end:
                    return FINISHED
                called, arrived = load(given, CALLED, 0), load(given, ARRIVED, 0)
                if called < given[COUNT] and calls[called] <= t:
                    store(words_at(given[WORDS]), TAU, 0, given[COMMANDS] + 8 * n * called)
                    if call(given[LAW], given[WORDS]) != 0:
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
            status = call_step(loop, table, given[RATE], max(1, last - load(plan.counters, TAKEN, 0)))
            store(given, WITHIN_LEG, 0, 1 if status == GOING_ON else 0)
            if status != FINISHED:
                return status

    signature = int64(int64, int64, int64, int64)
    return compiled_address(pilot, signature, (source_stamp(), ""), "a motion with a controller")
