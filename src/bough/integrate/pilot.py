"""A controller that Numba has compiled, and the motion that it controls: all of it without Python, call after call."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from bough.integrate.integration import Integration
from bough.integrate.plan import TIME
from bough.locks import once

_Fly = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)


@once
def _fly() -> Any:
    from bough.integrate.piloting import compiled_pilot

    return _Fly(compiled_pilot())


class Pilot:
    """Leads an integration, whose ``advance`` then goes from call to call of a controller, by the address of its law.

    It is called at ``calls``, and its commands act at ``arrivals``. ``commands``: (C, n), of which the first ``called``
    are known and the first ``arrived`` have come to act.
    """

    def __init__(
        self,
        integration: Integration,
        law: int,
        calls: np.ndarray,
        arrivals: np.ndarray,
        commands: np.ndarray,
        progress: tuple[int, int],
        memory: np.ndarray,
    ):
        work, n = integration.work, commands.shape[1]
        start, end = integration.span
        integration.lead(start, start)  # (one stop at a time, which the compiled loop sets)
        integration.span, integration.pilot = (start, end), self._advance
        self.integration, self.commands, self.memory = integration, commands, memory
        state = work.state.ctypes.data
        u_at = state + 8 * (integration.state.size - n)
        self._words = np.array([work.clock[TIME].ctypes.data, state, u_at, memory.ctypes.data, 0], np.int64)
        self._marks, self._end = np.append(integration.marks, end), np.array([end])
        self._kept = calls, arrivals
        self._order = np.array(
            [
                integration.rate, law, self._words.ctypes.data,
                calls.ctypes.data, arrivals.ctypes.data, len(calls), self._marks.ctypes.data, len(self._marks),
                commands.ctypes.data, self._end.ctypes.data, integration.method.is_adaptive, n, 0, *progress,
            ],
            np.int64,
        )  # fmt: skip

    def _advance(self, steps: int) -> int:
        """Take so many steps, or one more for each call: FINISHED, GOING_ON, FAILED or FAULTY."""
        integration = self.integration
        status: int = _fly()(integration.table, self._order.ctypes.data, integration.loop, steps)
        return status

    def serve(self, command: np.ndarray) -> None:
        """Give the command of the call that is due."""
        self.commands[self.called] = command
        self._order[-2] += 1

    @property
    def called(self) -> int:
        """How many commands there are."""
        return int(self._order[-2])

    @property
    def arrived(self) -> int:
        """How many of them have come to act."""
        return int(self._order[-1])
