"""The integration of a motion, or of W motions side by side: memory, compiled loop, snapshots."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from bough.arithmetic.width import lane_width
from bough.errors import BoughError
from bough.integrate.closing import CALLBACK
from bough.integrate.guards import (
    AT_HIGH,
    COUNT,
    DIRECTION,
    FIRST,
    FROM,
    GUARD,
    HIGH,
    LOW,
    PER_GUARD,
    SEEN,
    locate,
    may_pass_zero,
)
from bough.integrate.guards import START as AT_START
from bough.integrate.loop_code import guard_code, loop_code
from bough.integrate.methods import ADAPTIVE, COLLOCATION, EXPLICIT, IMPLICIT, MANIFOLD, Method
from bough.integrate.plan import (
    AT_GUARD,
    CALLS,
    EVALUATIONS,
    FINISHED,
    FRESH,
    LEG,
    NEW_STATE,
    NEW_STOPS,
    NEXT,
    OF_LANES,
    PER_LANE,
    REJECTED,
    RENEW,
    START,
    STEPS,
    TAKEN,
    TIME,
    WANTED,
    WITHIN,
    WORST,
    Plan,
)
from bough.integrate.rate import Rate, Slope, give, memory_of
from bough.owncode.state_functions import StateFunctions
from bough.passes.arrays import KEPT


def cubic(x: Any, first: Any, last: Any, first_slope: Any, last_slope: Any) -> Any:
    """The cubic with these values and slopes at x = 0 and x = 1."""
    jump = last - first
    return first + x * (
        first_slope + x * (3 * jump - 2 * first_slope - last_slope + x * (first_slope + last_slope - 2 * jump))
    )


NEVER = np.empty(0)
OF_LOOPS = "chosen", "shift"  # what steps keep of closed loops
OF_STEPS = (*KEPT, *OF_LOOPS, "jacobian")  # and of all else: what a solver by iteration keeps, and implicit steps
Snapshot: TypeAlias = dict[str, np.ndarray]  # what an integration needs to go on


class Integration:
    """From the first of ``times`` to the last by a native method; the states at all of them go to ``record``.

    ``record``: (T, size) of one motion, (W, T, size) of W side by side; its first states are the initial states. Steps
    end at ``breaks``; adaptive ones pass at most one time of ``pace``. ``watched``: ``between`` may be called for
    states within the last step.
    """

    also_implicit = False  # whether there is memory for implicit steps, whatever the method
    pilot: Callable[[int], int] | None = None  # takes steps from call to call of a compiled controller (``pilot.py``)

    def __init__(
        self,
        rate: Rate,
        method: Method,
        times: np.ndarray,
        record: np.ndarray,
        *,
        step: float = math.inf,
        rtol: float = 1e-8,
        atol: float = 1e-10,
        longest: float = math.inf,
        breaks: np.ndarray = NEVER,
        pace: np.ndarray = NEVER,
        watched: bool = False,
    ):
        wide, loop = record.ndim == 3, rate.loop_of(method)
        self.method, self.watched = method, watched
        self._size, self._parametrised = rate.size, rate.parametrised
        kept = {
            ADAPTIVE: method.rows + (4 if rate.trees[0].loops else 2),
            IMPLICIT: method.rows + (4 if rate.trees[0].loops else 2),
            EXPLICIT: method.rows + 1,
            COLLOCATION: 2 * method.stages + 1,
        }
        if kernels := rate.kernels(wide, loop):
            from bough.compiled.native import prepared

            prepared(*kernels)
        self._loop = loop_code(loop, wide)
        self.times = np.ascontiguousarray(times, float)
        self.marks = breaks if method.is_adaptive else np.union1d(self.times[1:], breaks)  # steps end there
        self._stops = np.empty((1, 2))
        self.counters = np.zeros(OF_LANES + PER_LANE * lane_width(), np.int64)
        every = rate.parametrised.correct_every if rate.parametrised else 0
        self._settings = np.array([step, rtol, atol, longest, watched, every, 0.0, 0.0], float)
        self.plan = Plan(
            method.stages, method.rows, method.order, len(times), 1, len(pace), *self._manifold(rate, loop, wide), self._keeper(rate), self._jacobian(rate, method, wide),
            0, 0, 0,
            method.a, method.b, method.e, method.dense, method.predict, method.c, self._settings, self.times, self._stops, np.array(pace, float),
            record, NEVER, self.counters,
        )  # fmt: skip
        size = kept.get(method.loop, 3) * (rate.size + rate.tree().beside)
        self._memory = memory_of(
            rate, wide, size, self.plan, method.is_adaptive, self.also_implicit or method.loop == IMPLICIT
        )
        if loop in MANIFOLD.values():
            self._open = self._memory.without_loops()
            self._memory.put(Plan, "open_table", self._open.ctypes.data)
        self.work = self._memory.work
        self.rate, self._callback = rate.address(self.work, wide, loop)
        self._slope = Slope(rate.alone) if watched and not method.is_adaptive else None
        self._lanes = len(record) if wide and method.is_adaptive else 1  # fixed steps: all lanes at the same time
        tree = rate.trees[0]
        self._clock = tree.coordinates - 1 if tree.timed else None
        # (views, since a restart has to take microseconds)
        self._drive, self._now, self._renew = (
            self.work.drive[: tree.dofs, 0],
            self.work.clock[TIME],
            self.work.clock[RENEW],
        )
        self.start(record)

    @staticmethod
    def _manifold(rate: Rate, loop: str, wide: bool) -> tuple[int, int, int]:
        """Shifter and fitter of symplectic steps with loops; the table of the open tree is made later."""
        if loop not in MANIFOLD.values():
            return 0, 0, 0
        from bough.integrate.loops import compiled_fitter, compiled_shifter

        return compiled_shifter(wide, rate.has_variants), compiled_fitter(wide, rate.has_variants), 0

    @staticmethod
    def _jacobian(rate: Rate, method: Method, wide: bool) -> int:
        """Code for derivatives, of one mechanism; 0: differences."""
        if method.loop != IMPLICIT or rate.derivatives is None or rate.has_variants or rate.given is not None:
            return 0
        try:
            return rate.derivatives.rate(wide)
        except (BoughError, ArithmeticError):  # (such as a degree of freedom without inertia)
            return 0

    @staticmethod
    def _keeper(rate: Rate) -> int:
        """What keeps a parametrised mass matrix right."""
        if rate.parametrised is None:
            return 0
        from bough.integrate.loops import compiled_keeper

        return compiled_keeper(rate.parametrised.assemble)

    def start(self, record: np.ndarray, given: np.ndarray | None = None) -> None:
        """Start, or start again with another record of the same shape; ``given``: as for the right-hand side."""
        self.record = record
        if given is not None:
            give(self.work, given)
        self._memory.put(Plan, "record", record)
        self.work.clock[:] = 0.0
        self.counters[:] = 0
        self._of_lanes[:, NEXT] = 1
        self.restart(self.times[0], self.times[-1], record[..., 0, :])

    def restart(self, start: float, end: float, state: np.ndarray | None = None, tau: np.ndarray | None = None) -> None:
        """Go on over [start, end], from the present state or another, on the same memory and to the same record.

        ``state``: (size,), or (W, size) of W motions side by side; ``tau``: joint forces, (n,) or (W, n), held from now on.
        Steps end at breaks within, fixed ones at samples too; adaptive ones keep the length that the last one wanted.
        """
        self.lead(float(start), float(end))
        work, counters = self.work, self.counters
        if tau is not None:
            self._drive[...] = tau.T
            if self._slope is not None:
                self._slope.work.drive[: len(self._drive), 0] = tau
        self._now.fill(start)
        counters[WITHIN] = counters[LEG] = 0
        if state is None:
            self._renew.fill(1.0)
            if self.method.is_adaptive and not counters[FRESH]:
                counters[FRESH] = NEW_STOPS
            return
        counters[FRESH] = NEW_STATE
        work.state[: self._size, 0] = state.T
        if self._clock is not None:
            work.state[self._clock] = start
        if self._parametrised:
            work.state[-1] = self._parametrised.separation
        for name in OF_LOOPS:
            getattr(work, name)[:] = 0.0

    def forget_steps(self, lanes: Any = slice(None)) -> None:
        """Let adaptive steps start with a length of their own again, in some lanes."""
        self.work.clock[WANTED].reshape(-1)[lanes] = 0.0

    def lead(self, start: float, end: float) -> None:
        """Set where steps have to end between two times."""
        self.span, self._settings[START] = (start, end), start
        marks = self.marks
        inside = marks[marks.searchsorted(start, "right") : marks.searchsorted(end, "left")] if len(marks) else NEVER
        if len(inside) + 1 != len(self._stops):
            self._stops = np.empty((len(inside) + 1, 2))
            self._memory.put(Plan, "stops", self._stops)
            self._memory.put(Plan, "legs", len(self._stops))
        self._stops[-1, 0], self._stops[-1, 1] = end, math.nextafter(end, -math.inf)
        if len(inside):
            self._stops[:-1, 0] = inside
            self._stops[:-1, 1] = np.nextafter(inside, -math.inf)

    @property
    def _of_lanes(self) -> np.ndarray:
        """The counters of each lane."""
        return self.counters[OF_LANES:].reshape(-1, PER_LANE)

    def advance(self, budget: int) -> int:
        """Take at most this many steps: FINISHED, GOING_ON or FAILED."""
        if self.span[0] >= self.span[1]:
            return FINISHED
        if self.watched:
            self.before = self.time, self.state
        if self.pilot is not None:
            return self.pilot(budget)
        status = self._loop(self._memory.address, self.rate, budget)
        if status == AT_GUARD:
            self.before = float(self._guards[FROM, 0]), self.work.stages[: self._size, 0].copy()
        return status

    def between(self, times: np.ndarray) -> np.ndarray:
        """States (T, size) of one motion within the last step, by the method's own polynomials, if any, or cubics."""
        start, before = self.before
        h = self.time - start
        x = ((times - start) / h)[:, None]
        if self._slope is None:
            stages = self.work.stages[:, 0].reshape(-1, len(before))
            weights = h * x ** np.arange(1, 9) @ self.method.dense.T
            return before + weights @ stages[1 : 1 + self.method.rows]
        # functions of time may jump where the step ends
        after, latest = self.state, float(np.nextafter(self.time, start))
        first, last = (h * self._slope.of_closed(t, y, h) for t, y in ((start, before), (latest, after)))
        return cubic(x, before, after, first, last)

    @property
    def reached(self) -> int:
        """How many states are recorded, in every lane."""
        return int(self._of_lanes[: self._lanes, NEXT].min())

    @property
    def furthest(self) -> int:
        """How many states are recorded in the fastest lane."""
        return int(self._of_lanes[: self._lanes, NEXT].max())

    def set_reached(self, count: int) -> None:
        """Say how many states are recorded: fewer than there are, or those of an earlier integration."""
        self._of_lanes[:, NEXT] = count

    @property
    def time(self) -> float:
        """The time that the slowest lane has reached."""
        return self._now.item() if self._now.size == 1 else float(self._now.min())

    @property
    def state(self) -> np.ndarray:
        """The present state of the first lane."""
        return self.work.state[: self._size, 0].reshape(self._size, -1)[:, 0].copy()

    @property
    def steps(self) -> int:
        """Steps tried so far, by all lanes together."""
        return int(self.counters[TAKEN])

    def statistics(self, place: int = 0) -> dict[str, Any]:
        """Steps tried, how many of them were rejected, and right-hand sides, of a lane.

        With a parametrised mass matrix also the largest relative error of accelerations that a correction found.
        """
        if not self.method.is_adaptive:
            found = {"steps": self.steps, "rejected": 0, "evaluations": int(self.counters[CALLS])}
            return found | ({"largest_error": float(self.work.clock[WORST, 0])} if self._parametrised else {})
        own = self._of_lanes[place]
        return {"steps": int(own[STEPS]), "rejected": int(own[REJECTED]), "evaluations": int(own[EVALUATIONS])}

    # --- guards (``guards.py``) ---------------------------------------------------------------------------------------

    def watch_for(self, functions: StateFunctions, directions: Sequence[int]) -> None:
        """Let compiled code look at guards of one motion by adaptive steps, whenever it is armed."""
        row = FIRST + PER_GUARD * functions.count
        self._guards = np.zeros((row + 1 + functions.size + functions.count, 1))
        self._guards[COUNT] = functions.count
        self._guards[FIRST + DIRECTION : row : PER_GUARD, 0] = directions
        look, find = map(guard_code, (may_pass_zero.__name__, locate.__name__))
        self._guard_code = look, CALLBACK(find), functions
        words = {"guards": self._guards, "guard_code": functions.address, "guard_row": self._guards[row:].ctypes.data}
        for name, word in words.items():
            self._memory.put(Plan, name, word)

    def arm(self, values: Sequence[float] | None) -> None:
        """Look at guards from the present state on, where they have these values; None: at no guard."""
        if values is not None:
            self._guards[FROM], self._guards[SEEN] = self.time, self.counters[OF_LANES + NEXT]
            self._guards[FIRST + AT_START : FIRST + PER_GUARD * len(values) : PER_GUARD, 0] = values
        self._memory.put(Plan, "guard", 0 if values is None else self._guard_code[0])

    def locate(self, guard: int, times: tuple[float, float], values: tuple[float, float]) -> float:
        """The time within the last step at which a guard passes zero, between times with these values."""
        self._guards[FROM], self._guards[GUARD], self._guards[LOW : AT_HIGH + 1, 0] = (
            self.before[0],
            guard,
            (*times, *values),
        )
        self._guard_code[1](self._memory.address)
        return float(self._guards[HIGH, 0])

    # --- many of them (``fleet.py``) ----------------------------------------------------------------------------------

    @property
    def table(self) -> int:
        """The address of the table by which compiled code finds everything."""
        return self._memory.address

    @property
    def loop(self) -> int:
        """The address of the loop of steps."""
        address = ctypes.cast(self._loop, ctypes.c_void_p).value
        assert address is not None
        return address

    def place(self, kind: Any, field: str) -> int:
        """Which word of the table has a field of a part, given by its type."""
        return self._memory.place(kind, field)

    # --- snapshots --------------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Everything that is needed to go on from here, except the record."""
        return {
            "state": self.work.state.copy(),
            "stages": self.work.stages.copy(),
            "clock": self.work.clock.copy(),
            "counters": self.counters.copy(),
            **{name: getattr(self.work, name).copy() for name in self._remembered},
        }

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; the caller restores the record up to there."""
        self.work.state[:], self.work.stages[:] = snapshot["state"], snapshot["stages"]
        self.work.clock[:], self.counters[:] = snapshot["clock"], snapshot["counters"]
        for name in self._remembered:
            getattr(self.work, name)[:] = snapshot[name]

    @property
    def _remembered(self) -> tuple[str, ...]:
        """What solvers and steps keep.

        Without it, motions agree only to rounding.
        """
        unused = () if self.method.loop == IMPLICIT else ("jacobian",)
        return tuple(name for name in OF_STEPS if len(getattr(self.work, name)) and name not in unused)
