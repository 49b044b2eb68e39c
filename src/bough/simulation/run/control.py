"""Controllers in the loop: a function that is called at its period, and whose joint forces are held in between."""

from __future__ import annotations

import copy
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from bough.errors import Argument, BoughError, StateError
from bough.integrate.integration import Integration
from bough.integrate.pilot import Pilot
from bough.mechanism.checks import shown, shown_error
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.simulation.results.commands import Commands, described, remembered
from bough.simulation.run.joint_forces import forces_of
from bough.simulation.run.manner import finite, seconds
from bough.typing import Array, Coordinates, Instants, JointForces, Velocities

Memory: TypeAlias = Any
ControlFunction: TypeAlias = Callable[[float, Named, Named, Memory], Any]
MOST_SAMPLES, MOST_COMPILED = 1e7, 1e8  # calls of a controller in one run, by Python and by compiled code
TOGETHER = 1e-9  # share of the period within which times count as one


@dataclass(frozen=True)
class SampledController:
    """A controller: ``function(t, q, u, memory)`` is called every ``period`` seconds and returns joint forces.

    They are held until the next call, or until ``delay`` seconds after it: a command acts that much later than its call.
    ``q`` and ``u`` are indexed by name (``q["elbow"]``) or by number, and are vectors (``-0.5 * u``). The result is a
    vector of all joint forces, or a dict by names of velocities; the others get none. ``memory``: a dict, an array or
    whatever the function keeps from call to call and may change; every run starts with a copy of it. ``start``: the time
    of the first call, by default the start of the run. ``name``: in messages and results.

    ``compiled``: whether compiled code calls the function, without Python, where neither events nor momenta are in the
    way. By default it does so if there are very many calls and Numba can compile the function; True asks for it, and
    raises an error with the reason where Numba cannot; False never. Its memory is then an array or a dict of numbers. A
    function that Numba has compiled (``@numba.njit``) counts as True.
    """

    function: ControlFunction
    period: float
    delay: float = 0.0
    start: float | None = None
    memory: Memory = None
    name: str = ""
    compiled: bool | None = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise StateError(f"a controller must be a function of (t, q, u, memory), not {shown(self.function)}.")
        own = self.name or getattr(self.function, "__name__", "") or type(self.function).__name__
        delay = finite(self.delay, "delay")
        if delay < 0.0:
            raise StateError(f"delay must be a number of seconds of at least 0, not {shown(self.delay)}.")
        start = None if self.start is None else finite(self.start, "start")
        if self.compiled is not None and not isinstance(self.compiled, bool):
            raise StateError(f"compiled must be True, False or None, not {shown(self.compiled)}.")
        memory = self.memory
        if memory is None:
            memory = np.zeros(1) if self._is_dispatcher else {}
        values = {
            "compiled": True if self._is_dispatcher and self.compiled is None else self.compiled,
            "name": own,
            "period": seconds(self.period, "period"),
            "delay": delay,
            "start": start,
            "memory": memory,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)

    @property
    def _is_dispatcher(self) -> bool:
        """Whether the function is one that Numba has compiled (``@numba.njit``)."""
        registry = sys.modules.get("numba.core.registry")
        return registry is not None and isinstance(self.function, registry.CPUDispatcher)

    @property
    def plain(self) -> ControlFunction:
        """The function, for Python."""
        function: Any = self.function
        found: ControlFunction = function.py_func if self._is_dispatcher else function
        return found

    @property
    def asked_by(self) -> tuple[str | Argument, ...]:
        """How the user has asked for compiled code."""
        return ("njit",) if self._is_dispatcher else (Argument("compiled", True),)

    @property
    def settings(self) -> dict[str, Any]:
        """For the provenance of results."""
        return {
            "controller": self.name,
            "period": self.period,
            **({"delay": self.delay} if self.delay else {}),
            **({} if self.start is None else {"control_start": self.start}),
        }

    def samples(self, times: Instants) -> Instants:
        """When it is called in a run with these samples: at exactly their times where the two agree up to rounding."""
        first, end = float(times[0]), float(times[-1])
        begin = first if self.start is None else self.start
        if (count := (end - first) / self.period) > (MOST_COMPILED if self.compiled else MOST_SAMPLES):
            raise StateError(
                f"the controller '{self.name}' would be called {count:.3g} times to t = {end:g} s; give a longer period (in "
                "seconds), or run it in parts (Trajectory.continue_)."
            )
        # (products, since sums of periods would drift)
        count_from = max(0, math.ceil((first - begin) / self.period - TOGETHER))
        count_to = math.ceil((end - begin) / self.period - TOGETHER)
        found = begin + self.period * np.arange(count_from, max(count_from, count_to), dtype=np.float64)
        return snapped(found, times, TOGETHER * self.period)


def snapped(values: Instants, marks: Instants, near: float) -> Instants:
    """Times, those near a mark moved to it."""
    if not len(values):
        return values
    after = np.clip(np.searchsorted(marks, values), 1, len(marks) - 1)
    nearest = np.where(values - marks[after - 1] < marks[after] - values, marks[after - 1], marks[after])
    return np.where(np.abs(nearest - values) <= near, nearest, values)


class Controller:
    """A controller of one run: when it acts, and what it has commanded."""

    def __init__(self, sampled: SampledController, mechanism: Mechanism, times: Instants):
        self.sampled, self.mechanism = sampled, mechanism
        self.memory, self._start = copy.deepcopy(sampled.memory), float(times[0])
        self.calls = sampled.samples(times)
        self._arrivals = self.calls
        if sampled.delay:
            near = TOGETHER * sampled.period
            marks = np.union1d(times, self.calls)
            self._arrivals = snapped(self.calls + sampled.delay, marks, near)
        self._called = self._arrived = 0
        self._commands: list[JointForces] = []
        self.tau = self._first = np.zeros(mechanism.n)  # (what is held now)
        self._places = [{name: k for k, name in enumerate(names)} for names in (mechanism.q_names, mechanism.u_names)]
        self.next = self._next()

    def goes_on(self, times: Instants) -> Controller:
        """The same from a later time on: with its memory, its calls as before, and commands that have yet to arrive.

        A run that broke off may have called it after its last sample, from which it goes on: such calls are made again.
        """
        start = self._start if self.sampled.start is None else self.sampled.start
        other = Controller(replace(self.sampled, start=start), self.mechanism, times)
        called = int(np.searchsorted(self.calls[: self._called], times[0]))
        arrived = int(np.searchsorted(self._arrivals[:called], times[0]))
        other._start, other.memory = start, copy.deepcopy(self.memory)
        other.tau = other._first = self._commands[arrived - 1] if arrived else self._first
        pending = slice(arrived, called)
        later = len(other.calls)
        other._commands = self._commands[pending]
        other._called = len(other._commands)
        other.calls, other._arrivals = (
            np.concatenate((mine[pending], theirs[:later]))
            for mine, theirs in ((self.calls, other.calls), (self._arrivals, other._arrivals))
        )
        other.next = other._next()
        return other

    @staticmethod
    def restored(sampled: SampledController, mechanism: Mechanism, times: Instants, log: Commands) -> Controller | None:
        """The controller as it was at the end of a run, by what it commanded; None if another one commanded that."""
        found, sooner = Controller(sampled, mechanism, times), log.time < times[-1]
        near = TOGETHER * sampled.period
        if len(found.calls) != sooner.sum() or (np.abs(found.calls - log.time[sooner]) > near).any():
            return None
        found._commands = list(log.tau[sooner])
        found._called = len(found.calls)
        if log.memory and log.memory[0] is not None:
            found.memory = remembered(log.memory[0])
        return found

    def _next(self) -> float:
        """The next call, or the next arrival of a command that was given."""
        found = float(self.calls[self._called]) if self._called < len(self.calls) else math.inf
        if self._arrived < self._called:
            found = min(found, float(self._arrivals[self._arrived]))
        return found

    def act(self, t: float, q: Coordinates, u: Velocities) -> JointForces:
        """Call the function if it is time, and return the joint forces from now on."""
        if self._called < len(self.calls) and self.calls[self._called] <= t:
            self._commands.append(self.call(t, q, u, self.memory))
            self._called += 1
        while self._arrived < self._called and self._arrivals[self._arrived] <= t:
            self.tau = self._commands[self._arrived]
            self._arrived += 1
        self.next = self._next()
        return self.tau

    def call(self, t: float, q: Coordinates, u: Velocities, memory: Memory) -> JointForces:
        """What Python commands; raises an error that tells what is wrong."""
        named = Named(q, self._places[0]), Named(u, self._places[1])
        whose = f"the controller '{self.sampled.name}'"
        try:
            found = self.sampled.plain(t, *named, memory)
        except BoughError as error:
            raise StateError(f"{whose} failed at t = {t:.9g} s: {error}") from error
        except Exception as error:
            raise StateError(f"{whose} failed at t = {t:.9g} s with {shown_error(error)}; mend it.") from error
        if found is None:
            raise StateError(f"{whose} returned nothing at t = {t:.9g} s; let it return joint forces.")
        return np.array(forces_of(self.mechanism, found, (self.mechanism.n,), f"{whose} at t = {t:.9g} s: tau"))

    @property
    def log(self) -> Commands:
        """Its calls, and what it commanded."""
        count = len(self._commands)
        tau = np.array(self._commands).reshape(count, self.mechanism.n)
        return Commands(self.calls[:count], tau, (described(self.memory),))

    def pilot(self, integration: Integration, law: int, memory: Array) -> Pilot:
        """The motion of an integration with this controller, in compiled code; then :meth:`adopt` what it did."""
        commands = np.full((len(self.calls), self.mechanism.n), np.nan)
        commands[: self._called] = np.reshape(self._commands, (self._called, self.mechanism.n))
        integration.restart(*integration.span, tau=self.tau)
        progress = self._called, self._arrived
        return Pilot(integration, law, self.calls, self._arrivals, commands, progress, memory)

    def adopt(self, pilot: Pilot) -> None:
        """Take over the calls and commands of a compiled motion."""
        self._called, self._arrived = pilot.called, pilot.arrived
        self._commands = list(pilot.commands[: self._called])
        if self._arrived:
            self.tau = self._commands[self._arrived - 1]
        self.next = self._next()

    def held(self, times: Instants) -> JointForces:
        """The joint forces at times of the run, right of jumps, (T, n)."""
        arrived = self._arrivals[: self._arrived]
        which = np.searchsorted(arrived, times, "right")
        return np.vstack((self._first[None], *self._commands[: self._arrived]))[which]


def control_of(given: Any) -> SampledController | None:
    """The user's argument."""
    if given is not None and not isinstance(given, SampledController):
        raise StateError(f"control must be a bough.SampledController(function, period=…), not {shown(given)}.")
    found: SampledController | None = given
    return found
