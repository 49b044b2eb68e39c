"""The energy of runs that should keep it, looked at now and then: a motion that loses energy cannot be trusted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bough.errors import SingularError
from bough.simulation.results.states import States
from bough.simulation.run.simulate import ROUNDING

LOOKS = 16  # at the energy of a run, in a window of its samples


class Balance:
    """Energies of ``count`` runs."""

    def __init__(self, count: int):
        self._start, self._lost, self._moving = np.full(count, np.nan), np.zeros(count), np.zeros(count)
        self._low, self._high = np.full(count, np.inf), np.full(count, -np.inf)

    def begin(self, runs: Sequence[int]) -> None:
        rows = list(runs)
        self._start[rows], self._lost[rows], self._moving[rows] = np.nan, 0.0, 0.0
        self._low[rows], self._high[rows] = np.inf, -np.inf

    def take(self, runs: Sequence[int], states: States, count: int) -> None:
        """Look at some of the states of these runs, ``count`` of each, one run after the other."""
        if not states.mechanism.is_conservative:
            return
        rows = list(runs)
        places = np.unique(np.linspace(0, count - 1, min(count, LOOKS)).astype(int))
        some = states.at((np.arange(len(rows))[:, None] * count + places).ravel())
        try:
            energies = some.energies
        except SingularError:  # states too large to have a finite energy
            self._lost[rows] = self._moving[rows] = np.inf
            return
        kinetic, potential = np.moveaxis(energies.reshape(len(rows), len(places), 2), 2, 0)
        total = kinetic + potential
        start = np.where(np.isnan(self._start[rows]), total[:, 0], self._start[rows])
        self._start[rows] = start
        self._lost[rows] = np.fmax(self._lost[rows], np.abs(total - start[:, None]).max(axis=1))
        self._moving[rows] = np.fmax(self._moving[rows], kinetic.max(axis=1))
        self._low[rows] = np.fmin(self._low[rows], potential.min(axis=1))
        self._high[rows] = np.fmax(self._high[rows], potential.max(axis=1))

    @property
    def lost(self) -> np.ndarray:
        """The largest error of each run's energy, relative to the energy exchanged."""
        with np.errstate(invalid="ignore"):
            exchanged = np.fmax(self._moving, self._high - self._low)
            lost = self._lost - ROUNDING * np.fmax(np.abs(self._low), np.abs(self._high))
            shares = np.where(exchanged > 0.0, np.fmax(lost, 0.0) / np.maximum(exchanged, 1e-300), 0.0)
        return np.where(np.isnan(shares), np.inf, shares)
