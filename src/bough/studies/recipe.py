"""What a worker has to know to run variants of a study."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.setup import SETTINGS, Setup, manner_of, set_up
from bough.studies.keeping import Keep
from bough.studies.names import Roles, changed
from bough.studies.together import Together, spread

# arguments of ``simulate`` that a study takes; others make no sense for many runs
RUN = (*SETTINGS, "times", "start", "q0", "u0", "code")


@dataclass(frozen=True)
class Recipe:
    """A study without its table of variants."""

    model: Mechanism | Callable[..., Mechanism]
    together: Mapping[str, Together]  # columns that decide several numbers
    present: Mapping[str, float | None]  # the mechanism's own numbers, for those that are multiplied
    roles: Roles  # of all numbers
    run: Mapping[str, Any]  # arguments of simulate
    keeps: Mapping[str, Keep]
    times: np.ndarray  # of samples
    unit: int  # variants whose lanes are always filled in the same way
    lanes: int
    is_checked: bool  # whether all values of parameters are known to be allowed
    key: str  # a digest of all of it

    @property
    def is_built(self) -> bool:
        """Whether a function makes the mechanisms."""
        return not isinstance(self.model, Mechanism)

    def numbers(self, columns: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """What the columns of a table decide, by canonical names."""
        return {
            self.roles.canonical[name]: values for name, values in spread(columns, self.together, self.present).items()
        }

    def mechanism(self, targets: Mapping[str, Any]) -> Mechanism:
        """The mechanism of a variant, from its numbers by canonical names."""
        if isinstance(self.model, Mechanism):
            numbers = {name: float(targets[name]) for name in (*self.roles.parameters, *self.roles.others)}
            return changed(self.model, numbers) if numbers else self.model
        made = self.model(**{name: _plain(targets[name]) for name in self.roles.arguments})
        if not isinstance(made, Mechanism):
            raise StateError(f"the model's function gives {type(made).__name__}, not a Mechanism; let it return one.")
        return made

    def start(self, mechanism: Mechanism, letter: str, targets: Mapping[str, Any]) -> np.ndarray:
        """Starting coordinates ("q") or velocities ("u") of a variant."""
        given, own = self.run.get(f"{letter}0"), getattr(mechanism, f"{letter}0")
        varied = {name: float(targets[f"{letter}0.{name}"]) for name in getattr(self.roles, f"{letter}0")}
        vector = mechanism.coordinates if letter == "q" else mechanism.velocities
        if given is None or isinstance(given, Mapping):
            return vector({**own, **(given or {}), **varied})
        found, names = np.array(given, float), mechanism.q_names if letter == "q" else mechanism.u_names
        if found.shape != (len(names),):
            raise StateError(f"run: {letter}0 must be one state, {len(names)} numbers or numbers by name; vary others.")
        for name, value in varied.items():
            found[names.index(name)] = value
        return found

    def setup(self, mechanisms: list[Mechanism], q: np.ndarray, u: np.ndarray, parameters: np.ndarray | None) -> Setup:
        """Runs from these states, ready to go."""
        asked = settings_of(mechanisms, self.run)
        one = mechanisms[0] if len(mechanisms) == 1 else mechanisms
        found = set_up(one, q0=q, u0=u, parameters=parameters, **asked)
        found.is_batch = False  # (messages do not count runs: variants have numbers of their own)
        if not np.array_equal(found.times, self.times):
            raise StateError(
                f"the settings of '{mechanisms[0].name}' give other times than those of the first variant; give run a "
                "duration and every."
            )
        return found


def settings_of(mechanisms: list[Mechanism], run: Mapping[str, Any]) -> dict[str, Any]:
    """How to simulate: what the study says, else the mechanism's settings, else defaults."""
    asked = manner_of(mechanisms, {name: run.get(name) for name in (*SETTINGS, "times")})
    return {"start": 0.0, "code": "auto", **asked, **{name: run[name] for name in ("start", "code") if name in run}}


def row_of(columns: Mapping[str, np.ndarray], k: int) -> dict[str, Any]:
    """The k-th row of a table."""
    return {name: values[k] for name, values in columns.items()}


def _plain(value: Any) -> Any:
    """A number of a table as Python's own: builders may ask for ints, and print what they get."""
    return value.item() if isinstance(value, np.generic) else value


def places_of(keep: Keep, times: np.ndarray) -> np.ndarray:
    """The samples that are kept of a run."""
    if keep.every is None:
        return np.arange(len(times))
    wanted = times[0] + keep.every * np.arange(math.floor((times[-1] - times[0]) / keep.every * (1 + 1e-12)) + 1)
    places = np.searchsorted(times, wanted - 1e-9 * (times[-1] - times[0]))
    places = np.clip(places, 0, len(times) - 1)
    off = np.abs(times[places] - wanted)
    if off.max() > 1e-6 * keep.every:
        raise StateError(
            f"{keep.words!r}: t = {wanted[off.argmax()]:.9g} s is no sample of the runs; let run's every divide it."
        )
    return places
