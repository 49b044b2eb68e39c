"""Pinocchio as a peer: calls that are timed, on the model of the tests' converter.

Pinocchio has no integrators; motions are what one would write around ``pin.aba`` in Python.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pinocchio as pin
from calls import Call
from pinocchio_calls import CONVENTIONS
from pinocchio_calls import Pinocchio as Calls

from bough.mechanism.mechanism import Mechanism


class Pinocchio:
    """A mechanism in Pinocchio."""

    name, package = "Pinocchio", "pin"

    def __init__(self, mechanism: Mechanism):
        self.calls = Calls(mechanism)
        self.model, self.data = self.calls.model, self.calls.data
        self.forward_dynamics = self.calls.peer.forward_dynamics

    def one_state(self, q, u, tau) -> list[Call]:
        return [Call("pin.aba", run, self.calls.to_ours) for run in self.calls.aba(q, u, tau).values()]

    def batch(self, q, u, tau) -> list[Call]:
        parallel = self.calls.aba_batch(q, u, tau)
        found = parallel.args[-1]  # a state per column
        return [
            Call("abaInParallel, one thread", parallel, lambda _: self._ours(found.T), len(q)),
            *(self._loop(run, CONVENTIONS[name], q, u, tau) for name, run in self.calls.aba_loop(q, u, tau).items()),
        ]

    def _loop(self, run, convention, q, u, tau) -> Call:
        """A loop that drops its results; they are computed again to be looked at."""

        def answer(_):
            rows = (self.calls.ordered(*row) for row in zip(q, u, tau, strict=True))
            return self._ours([pin.aba(self.model, self.data, *row, convention) for row in rows])

        return Call("pin.aba in a Python loop", run, answer, len(q))

    def _ours(self, rows):
        return np.array([self.calls.to_ours(row) for row in rows])

    def order4(self, q, u, step, steps) -> list[Call]:
        return [self._motion("RK4 in Python", self._rk4, c, q, u, step, steps) for c in CONVENTIONS.values()]

    def euler(self, q, u, step, steps) -> list[Call]:
        return [self._motion("Euler in Python", self._euler, c, q, u, step, steps) for c in CONVENTIONS.values()]

    def _motion(self, how, method, convention, q, u, step, steps) -> Call:
        start = self.calls.ordered(q, u, np.zeros_like(u))
        moved = np.add if self.model.nq == self.model.nv else partial(pin.integrate, self.model)
        run = partial(method, convention, moved, step, steps, *start)
        return Call(how, run, lambda state: self.calls.peer.from_pin(*state))

    def _rk4(self, c, moved, h, steps, q, v, tau):
        model, data, aba = self.model, self.data, pin.aba
        for _ in range(steps):
            a1 = aba(model, data, q, v, tau, c)
            v2 = v + 0.5 * h * a1
            a2 = aba(model, data, moved(q, 0.5 * h * v), v2, tau, c)
            v3 = v + 0.5 * h * a2
            a3 = aba(model, data, moved(q, 0.5 * h * v2), v3, tau, c)
            v4 = v + h * a3
            a4 = aba(model, data, moved(q, h * v3), v4, tau, c)
            q = moved(q, h / 6 * (v + 2 * v2 + 2 * v3 + v4))
            v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        return q, v

    def _euler(self, c, moved, h, steps, q, v, tau):
        model, data, aba = self.model, self.data, pin.aba
        for _ in range(steps):
            v = v + h * aba(model, data, q, v, tau, c)
            q = moved(q, h * v)
        return q, v
