"""Derivatives of mechanisms that are too large for own code: shared kernels, interpreted on numbers with their rates."""

from __future__ import annotations

from typing import Any

import numpy as np

from bough.api.accelerations import forward_dynamics, mass_matrix
from bough.compiled.entries import FAILED, FINE, Entry, Evaluation
from bough.mechanism.mechanism import Mechanism
from bough.owncode.dual import gradients


class LargeDerivatives(Evaluation):
    """Rows of n numbers, as own code gives them: τ or u̇, then three matrices. A batch is a loop over its states."""

    def __init__(self, mechanism: Mechanism, entry: Entry, is_forward: bool):
        """``entry``: of inverse dynamics."""
        self.tree, self._mechanism, self._entry, self._is_forward = entry.tree, mechanism, entry, is_forward

    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        mechanism, n = self._mechanism, self._mechanism.n
        q, time = a[: mechanism.n_q], a[-1] if mechanism.is_timed else 0.0
        u_dot = c
        if self._is_forward:
            loads = wrenches if wrenches.size else None
            u_dot = forward_dynamics(mechanism, q, b, c, wrenches=loads, time=time)
        found = gradients(self._entry, a, b, u_dot, wrenches)
        if found is None or not np.isfinite(found).all():
            return FAILED
        mass = mass_matrix(mechanism, q, time=time)
        # (rates come by direction, matrices have a row for each joint force)
        tables = [found[1 : n + 1].T, found[n + 1 :].T, mass]
        out[0] = u_dot if self._is_forward else found[0]
        if self._is_forward:
            try:
                solved = np.linalg.solve(mass, np.hstack((-tables[0], -tables[1], np.eye(n))))
            except np.linalg.LinAlgError:
                return FAILED
            tables = np.hsplit(solved, 3)
        for k, table in enumerate(tables):
            out[1 + n * k : 1 + n * (k + 1)] = table
        return FINE

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        return self.one_by_one(a, b, c, wrenches, out)
