"""A mechanism in Pinocchio, with the calls that are timed.

The model comes from the converter of the tests, which is tested itself. Pinocchio gets its specialised joints (RX, RY,
RZ) wherever an axis is aligned, its own order of coordinates, and the faster of its two conventions.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pinocchio as pin

import bough as bo

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers.pinocchio_peer import PinocchioPeer

CONVENTIONS = {"local": pin.Convention.LOCAL, "world": pin.Convention.WORLD}


class Pinocchio:
    """A mechanism in Pinocchio, with the calls that are timed."""

    def __init__(self, mechanism: bo.Mechanism):
        self.peer = PinocchioPeer(mechanism)
        self.model, self.data = self.peer.model, self.peer.data

    def ordered(self, q, u, tau) -> tuple[np.ndarray, ...]:
        """A state in Pinocchio's order."""
        return *self.peer.to_pin(q, u), self.peer.to_pin(q, tau)[1]

    def aba(self, q, u, tau) -> dict[str, partial]:
        """One call of ``pin.aba``, by convention."""
        state = self.ordered(q, u, tau)
        return {name: partial(pin.aba, self.model, self.data, *state, c) for name, c in CONVENTIONS.items()}

    def aba_loop(self, q, u, tau) -> dict[str, partial]:
        """``pin.aba`` called for each of many states, by convention."""
        rows = [self.ordered(*row) for row in zip(q, u, tau, strict=True)]

        def loop(convention, aba=pin.aba, model=self.model, data=self.data):
            for a, b, c in rows:
                aba(model, data, a, b, c, convention)

        return {name: partial(loop, c) for name, c in CONVENTIONS.items()}

    def aba_batch(self, q, u, tau) -> partial:
        """Many states in one call of Pinocchio's own batch function, on one thread."""
        rows = [self.ordered(*row) for row in zip(q, u, tau, strict=True)]
        columns = [np.asfortranarray(np.array(part).T) for part in zip(*rows, strict=True)]
        out = np.zeros_like(columns[1])
        return partial(pin.abaInParallel, 1, pin.ModelPool(self.model, 1), *columns, out)

    def solve_mass(self, q, forces) -> dict[str, partial]:
        """Mass matrix, its factors, and one solution, by convention."""
        q, forces = self.ordered(q, forces, forces)[:2]

        def solve(convention, model=self.model, data=self.data):
            pin.crba(model, data, q, convention)
            pin.cholesky.decompose(model, data)
            return pin.cholesky.solve(model, data, forces)

        return {name: partial(solve, c) for name, c in CONVENTIONS.items()}

    def to_ours(self, v) -> np.ndarray:
        return self.peer.from_pin(np.zeros(self.model.nq), v)[1]
