"""A controller that Numba has compiled, and the motion that it controls: all of it without Python, call after call."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from bough.integrate.integration import Integration
from bough.integrate.plan import TIME
from bough.locks import once

FAULTY = 3  # the controller's command is not finite, or it failed; other results are those of a loop
STEPS = 100_000  # most of a leg at a time
_Fly = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@once
def _fly() -> Any:
    from bough.integrate.piloting import compiled_pilot

    return _Fly(compiled_pilot())


class Pilot:
    """One motion with a controller: called at ``calls``, whose commands act at ``arrivals``.

    ``commands``: (C, n), of which the first ``called`` are known and the first ``arrived`` have come to act.
    """

    def __init__(
        self,
        integration: Integration,
        function: Callable[..., Any],
        calls: np.ndarray,
        arrivals: np.ndarray,
        commands: np.ndarray,
        progress: tuple[int, int],
        memory: np.ndarray,
        n_q: int,
    ):
        from bough.integrate.piloting import law_of

        work, n = integration.work, commands.shape[1]
        start, end = integration.span
        integration.lead(start, start)  # (one stop at a time, which the compiled loop sets)
        self.integration, self.commands = integration, commands
        state = work.state.ctypes.data
        u_at = state + 8 * (integration.state.size - n)
        words = [work.clock[TIME].ctypes.data, state, u_at, memory.ctypes.data, 0]
        self._words = np.array(words, np.int64)
        self._law = law_of(function, n_q, n, len(memory))
        self._marks, self._end = np.append(integration.marks, end), np.array([end])
        self._kept = calls, arrivals, memory
        self._order = np.array(
            [
                integration.loop, integration.rate, STEPS, self._law.address, self._words.ctypes.data,
                calls.ctypes.data, arrivals.ctypes.data, len(calls), self._marks.ctypes.data, len(self._marks),
                commands.ctypes.data, self._end.ctypes.data, integration.method.is_adaptive, n, 0, *progress,
            ],
            np.int64,
        )  # fmt: skip

    def advance(self, legs: int) -> int:
        """Go on over so many legs between calls: FINISHED, GOING_ON, FAILED or FAULTY."""
        status: int = _fly()(self.integration.table, self._order.ctypes.data, legs)
        return status

    @property
    def called(self) -> int:
        """How many commands there are."""
        return int(self._order[-2])

    @property
    def arrived(self) -> int:
        """How many of them have come to act."""
        return int(self._order[-1])
