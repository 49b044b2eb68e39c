"""What a controller commanded, at its own instants."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.errors import StateError
from bough.typing import Array, Instants


class Commands(NamedTuple):
    """Joint forces (C, n), or (B, C, n) of a batch, by the times of calls (C,); NaN after the end of a run."""

    time: Instants
    tau: Array

    def select(self, run: int) -> Commands:
        """Those of one run."""
        known = ~np.isnan(self.tau[run]).all(axis=-1) if self.tau.shape[-1] else np.ones(len(self.time), bool)
        return Commands(self.time[known], self.tau[run][known])


def together(logs: list[Commands]) -> Commands:
    """The commands of several runs, which were called at the same times as long as they went on."""
    longest = max(logs, key=lambda log: len(log.time))
    tau = np.full((len(logs), *longest.tau.shape), np.nan)
    for own, log in zip(tau, logs, strict=True):
        own[: len(log.tau)] = log.tau
    return Commands(longest.time, tau)


def checked_commands(commands: Commands, runs: int | None, width: int) -> Commands:
    """Commands as arrays of the right shape, which nobody changes."""
    time, tau = np.array(commands.time, float), np.array(commands.tau, float)
    expected = (*(() if runs is None else (runs,)), len(time), width)
    if tau.shape != expected:
        raise StateError(f"commands have shape {tau.shape} and should have {expected}.")
    for array in (time, tau):
        array.setflags(write=False)
    return Commands(time, tau)
