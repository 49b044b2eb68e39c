"""Thousands of motions over the same span: groups of lanes, one after the other by compiled code, on several threads.

A group has a state, joint forces, a clock and counters of its own. All else, such as the stages of a step, is the
memory of one integration on each thread, so it stays in the processor's cache.
"""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable
from concurrent.futures import wait
from typing import Any

import numpy as np

from bough.compiled.entries import pool, side_by_side
from bough.integrate.integration import OF_LOOPS, Integration
from bough.integrate.libraries import AnyIntegration
from bough.integrate.methods import ADAPTIVE, EULER, EXPLICIT
from bough.integrate.plan import FAILED, FRESH, GOING_ON, LEG, NEW_STATE, NEW_STOPS, RENEW, TIME, WANTED, WITHIN, Plan
from bough.integrate.rate import give
from bough.locks import once
from bough.passes.arrays import Work

OWN = "state", "drive", "clock", *OF_LOOPS  # work arrays of a group
LIST = 4  # word of an order
SLICE = 20_000  # most steps of a group at a time
MOST_STEPS = 1e9  # that a motion may take
WORTH = 1e-4  # seconds of work for which another thread is woken
KEEP_NOTHING = ADAPTIVE, EXPLICIT, EULER  # steps that need no slopes of the last one, or find them again

_Walk = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@once
def _walk() -> Any:
    from bough.integrate.loops import compiled_walk

    return _Walk(compiled_walk())


def is_endless(left: Any, gone: Any, steps: int) -> Any:
    """Whether a motion would take too many steps for the rest, at the pace of the last ones."""
    return left * steps > MOST_STEPS * gone


def advanced(one: AnyIntegration, start: float, end: float) -> int:
    """FINISHED or FAILED: the status of a motion at its end; it fails also if it would take too many steps."""
    status, mark = GOING_ON, (start, one.steps)
    is_fixed = isinstance(one, Integration) and not one.method.is_adaptive
    while status == GOING_ON:
        status = one.advance(SLICE)
        now = one.time, one.steps
        if status == GOING_ON and not is_fixed and is_endless(end - now[0], now[0] - mark[0], now[1] - mark[1]):
            return FAILED
        mark = now
    return status


class Fleet:
    """W motions in each group, the last one filled with copies; ``make`` gives an integration of W motions, or of one."""

    def __init__(
        self,
        make: Callable[[bool], Integration],
        is_wide: bool,
        states: np.ndarray,
        threads: int,
        given: np.ndarray | None = None,
    ):
        """``given``: what follows τ in the third argument of own code, (B, P)."""
        self._make, self._is_wide, self._given = make, is_wide, given
        self._crews = [make(is_wide)]
        self._alone: Integration | None = None
        self._threads, self._cost = threads, 0.0
        self._orders: list[np.ndarray] = []  # one for each crew
        work = self._crews[0].work
        self.lanes = work.state.shape[2] if is_wide else 1
        self.runs, self.size = states.shape
        groups = -(-self.runs // self.lanes)
        arrays, _ = side_by_side([(groups, *getattr(work, name).shape) for name in OWN])
        # (groups, rows, lanes)
        self._state, self._drive, self._clock = (x.reshape(groups, x.shape[1], -1) for x in arrays[:3])
        self._arrays = dict(zip(OWN, arrays, strict=True))
        self._counters = np.tile(self._crews[0].counters, (groups, 1))
        self._status = np.zeros(groups, np.int64)
        self.resting = np.zeros(self.runs, bool)
        if given is not None:
            self._drive[:, self._drive.shape[1] - given.shape[1] :] = self._in_lanes(given)
        self.put(states, np.arange(self.runs))

    def _in_lanes(self, rows: np.ndarray) -> np.ndarray:
        """Rows of all runs, (B, …), as (groups, …, lanes)."""
        missing = len(self._state) * self.lanes - self.runs
        if missing:
            rows = np.concatenate((rows, np.repeat(rows[-1:], missing, axis=0)))
        return rows.reshape(-1, self.lanes, rows.shape[1]).transpose(0, 2, 1)

    @property
    def states(self) -> np.ndarray:
        """(B, size)."""
        return self._state.transpose(0, 2, 1).reshape(-1, self._state.shape[1])[: self.runs]

    def put(self, states: np.ndarray, runs: np.ndarray) -> None:
        """Put some runs elsewhere, to go on from there."""
        group, lane = runs // self.lanes, runs % self.lanes
        self._state[group, :, lane] = states
        self._clock[group, WANTED, lane] = 0.0
        self._counters[group, FRESH] = NEW_STATE
        self.resting[runs] = False
        for name in OF_LOOPS:
            self._arrays[name][group] = 0.0

    def advance(self, start: float, end: float, tau: np.ndarray) -> dict[int, tuple[float, np.ndarray]]:
        """Go on over [start, end] with joint forces (B, n); the runs that failed, with their last times and states."""
        self._drive[:, : tau.shape[1]] = self._in_lanes(tau)
        self._clock[:, TIME], self._clock[:, RENEW] = start, 1.0
        self._counters[:, WITHIN] = self._counters[:, LEG] = 0
        method = self._crews[0].method
        if method.is_adaptive:
            np.maximum(self._counters[:, FRESH], NEW_STOPS, out=self._counters[:, FRESH])
        elif method.loop not in KEEP_NOTHING:
            self._counters[:, FRESH] = NEW_STATE
        at_rest = divmod(np.flatnonzero(self.resting), self.lanes)
        kept = self._state[at_rest[0], :, at_rest[1]].copy()
        groups = self._fill()
        before = self._state.copy()
        for crew in self._crews:
            crew.lead(start, end)
        self._span = start, end
        mark = np.full(len(groups), start)
        while len(groups):
            self._go(groups)
            going = self._status[groups] == GOING_ON
            groups, mark = groups[going], mark[going]
            now = self._clock[groups, TIME].min(axis=1)
            if method.is_adaptive:
                self._status[groups[is_endless(end - now, now - mark, SLICE)]] = FAILED
                going = self._status[groups] == GOING_ON
                groups, now = groups[going], now[going]
            mark = now
        failed: dict[int, tuple[float, np.ndarray]] = {}
        for group in np.flatnonzero(self._status == FAILED).tolist():
            failed |= self._one_by_one(group, before[group], tau)
        self._status[:] = 0
        self._state[at_rest[0], :, at_rest[1]] = kept
        return failed

    def _fill(self) -> np.ndarray:
        """The groups that go on; lanes of resting runs, and those behind the last run, become copies of others."""
        spare = np.ones((len(self._state), self.lanes), bool)
        spare.reshape(-1)[: self.runs] = self.resting
        for group in np.flatnonzero(spare.any(axis=1) & ~spare.all(axis=1)).tolist():
            first = int(np.flatnonzero(~spare[group])[0])
            for array in (self._state, self._drive, self._clock):
                array[group][:, spare[group]] = array[group][:, first, None]
        return np.flatnonzero(~spare.all(axis=1))

    def _go(self, groups: np.ndarray) -> None:
        """Let groups take steps, on as many threads as are worth it."""
        wanted = math.ceil(self._cost * len(groups) / WORTH)
        count = max(1, min(self._threads, len(groups), wanted))
        while len(self._crews) < count:
            self._crews.append(self._make(self._is_wide))
            self._crews[-1].lead(*self._span)
        while len(self._orders) < count:
            self._orders.append(self._order(self._crews[len(self._orders)]))
        ends = [len(groups) * k // count for k in range(count + 1)]
        walk, jobs = _walk(), []
        for crew, order, first, last in zip(self._crews, self._orders, ends, ends[1:], strict=False):
            order[LIST] = groups.ctypes.data
            jobs.append((crew.table, order.ctypes.data, first, last))
        begun = time.perf_counter()
        others = [pool(self._threads).submit(walk, *job) for job in jobs[1:]]
        walk(*jobs[0])
        wait(others)
        took = (time.perf_counter() - begun) * count / len(groups)
        self._cost = took if not self._cost else min(took, 0.9 * self._cost + 0.1 * took)

    def _order(self, crew: Integration) -> np.ndarray:
        """What the compiled walk has to do (``loops.py``), but for the list of groups."""
        fields = [
            (crew.place(Work, name), array.ctypes.data if array.size else 0, array[0].nbytes)
            for name, array in self._arrays.items()
        ]
        fields.append((crew.place(Plan, "counters"), self._counters.ctypes.data, self._counters[0].nbytes))
        head = [crew.loop, crew.rate, SLICE, self._status.ctypes.data, 0, len(fields)]
        return np.array([*head, *(word for field in fields for word in field)], np.int64)

    def _one_by_one(self, group: int, before: np.ndarray, tau: np.ndarray) -> dict[int, tuple[float, np.ndarray]]:
        """Go on with the runs of a group alone, since one of them failed; those that did."""
        if self._alone is None:
            self._alone = self._make(False)
        failed = {}
        for lane in range(self.lanes):
            run = group * self.lanes + lane
            if run >= self.runs or self.resting[run]:
                continue
            one = self._alone
            if self._given is not None:
                give(one.work, self._given[run])
            one.forget_steps()
            one.restart(*self._span, before[: self.size, lane], tau[run])
            status = advanced(one, *self._span)
            self._state[group, :, lane] = one.work.state[:, 0]
            self._clock[group, WANTED, lane] = one.work.clock[WANTED].item()
            if status == FAILED:
                failed[run], self.resting[run] = (one.time, one.state), True
        return failed

    def clone(self) -> Fleet:
        """An independent copy."""
        other = Fleet(self._make, self._is_wide, self.states, self._threads, self._given)
        for name, array in self._arrays.items():
            other._arrays[name][:] = array
        other._counters[:], other.resting[:] = self._counters, self.resting
        return other
