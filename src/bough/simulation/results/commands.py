"""What a controller commanded, at its own instants."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bough.errors import StateError
from bough.typing import Array, Instants


class Commands(NamedTuple):
    """Joint forces (C, n), or (B, C, n) of a batch, by the times of calls (C,); NaN after the end of a run.

    ``memory``: what the controller of each run remembered at the end, as plain data; None if that cannot be.
    """

    time: Instants
    tau: Array
    memory: tuple[Any, ...] = ()

    def select(self, run: int) -> Commands:
        """Those of one run."""
        known = ~np.isnan(self.tau[run]).all(axis=-1) if self.tau.shape[-1] else np.ones(len(self.time), bool)
        return Commands(self.time[known], self.tau[run][known], self.memory[run : run + 1])


def together(logs: list[Commands]) -> Commands:
    """The commands of several runs, which were called at the same times as long as they went on."""
    longest = max(logs, key=lambda log: len(log.time))
    tau = np.full((len(logs), *longest.tau.shape), np.nan)
    for own, log in zip(tau, logs, strict=True):
        own[: len(log.tau)] = log.tau
    return Commands(longest.time, tau, tuple(each for log in logs for each in log.memory))


def checked_commands(commands: Commands, runs: int | None, width: int) -> Commands:
    """Commands as arrays of the right shape, which nobody changes."""
    time, tau = np.array(commands.time, float), np.array(commands.tau, float)
    expected = (*(() if runs is None else (runs,)), len(time), width)
    if tau.shape != expected:
        raise StateError(f"commands have shape {tau.shape} and should have {expected}.")
    for array in (time, tau):
        array.setflags(write=False)
    return Commands(time, tau, commands.memory)


def described(memory: Any) -> Any:
    """Numbers, texts, arrays of numbers, and lists and dicts of these, as JSON holds them; None if it is something else."""
    try:
        return _described(memory)
    except (TypeError, RecursionError):
        return None


def _described(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype == float:
        return {"array": value.ravel().tolist(), "shape": list(value.shape)}
    if isinstance(value, np.floating | np.integer | np.bool_):
        return value.item()
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {"dict": {key: _described(each) for key, each in value.items()}}
    if isinstance(value, list):
        return [_described(each) for each in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError


def remembered(data: Any) -> Any:
    """The way back."""
    if isinstance(data, list):
        return [remembered(each) for each in data]
    if isinstance(data, dict) and "array" in data:
        return np.array(data["array"], float).reshape(data["shape"])
    return {key: remembered(each) for key, each in data["dict"].items()} if isinstance(data, dict) else data
