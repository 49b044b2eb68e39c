"""The balance of energy of runs that are driven or damped: what a study looks at if it is given ``energy_tolerance``.

Works are integrated along the motion, as for one run (``simulation/results/account.py``), so states stay until a run ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

import numpy as np

from bough.compiled.progress import without_bars
from bough.errors import SingularError
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import by_shared_kernels
from bough.simulation.results.energy import shares_of
from bough.simulation.results.states import States
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.setup import Setup
from bough.studies.keep.states import VariedStates


class Guard:
    """States of runs, and the mechanism of each."""

    def __init__(self) -> None:
        self._states: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}
        self._mechanisms: dict[int, Mechanism] = {}

    def begin(self, runs: Sequence[int]) -> None:
        for run in runs:
            self._states[run] = []

    def take(self, runs: Sequence[int], states: States, count: int) -> None:
        """Keep states of these runs, ``count`` of each, one run after the other."""
        own = states.mechanism
        for k, run in enumerate(runs):
            part = slice(k * count, (k + 1) * count)
            self._states[run].append((states.q[part].copy(), states.u[part].copy()))
            if run not in self._mechanisms:
                given = states.given[k].tolist() if isinstance(states, VariedStates) else []
                self._mechanisms[run] = (
                    with_numbers(own, dict(zip(own.parameters, given, strict=True))) if given else own
                )

    def lost(self, runs: Sequence[int], setup: Setup) -> dict[int, float]:
        """The largest errors of runs' balances of energy, relative to the energy exchanged; of runs that are not here, none."""
        alike: dict[int, list[int]] = {}  # (runs of the same mechanism go side by side)
        for run in runs:
            if run in self._mechanisms:
                alike.setdefault(id(self._mechanisms[run]), []).append(run)
        found: dict[int, float] = {}
        for members in alike.values():
            parts = [zip(*self._states.pop(run), strict=True) for run in members]
            q, u = (np.stack(one) for one in zip(*(map(np.concatenate, part) for part in parts), strict=True))
            mechanism = self._mechanisms[members[0]]
            for run in members:
                del self._mechanisms[run]
            motion = Trajectory(mechanism, setup.times, q, u, provenance=setup.settings)
            # (code of its own for each variant would take longer than the account)
            with without_bars(), nullcontext() if mechanism is setup.mechanism else by_shared_kernels():
                found |= dict(zip(members, shares(motion), strict=True))
        return found


def shares(motion: Trajectory) -> list[float]:
    """That of each run of a batch."""
    try:
        return shares_of(motion.energy())[2].tolist()
    except SingularError:  # states too large to have a finite energy
        return [np.inf] * len(motion.q)
