"""What a worker has to know to run variants of a study."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from bough.api.loops import assemble, consistent_velocities
from bough.errors import BoughError, StateError
from bough.mechanism.description import fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import places_of as places_of_numbers
from bough.mechanism.parameters import with_numbers
from bough.simulation.run.manner import SETTINGS, manner_of
from bough.simulation.run.setup import Setup, set_up
from bough.statics.starting import is_at_rest, settled
from bough.studies.keep.keeping import Keep
from bough.studies.vary.names import Q0, U0, Roles, changed
from bough.studies.vary.together import LinkedParameters, spread

# arguments of ``simulate`` that a study takes; others make no sense for many runs
RUN = (*SETTINGS, "times", "start", "q0", "u0", "code", "energy_tolerance")


@dataclass(frozen=True)
class Kin:
    """Mechanisms that differ in some numbers only, which own code takes as inputs."""

    mechanism: Mechanism  # one of them
    names: tuple[str, ...]  # of the numbers in which they differ

    @cached_property
    def _digest(self) -> str:
        return fingerprint(self.mechanism)

    @cached_property
    def _numbers(self) -> dict[str, float]:
        known = places_of_numbers(self.mechanism)
        return {name: known[name][0].value for name in self.names}

    def given(self, other: Mechanism) -> np.ndarray | None:
        """The numbers of another one; None if it differs in more."""
        known = places_of_numbers(other)
        if any(len(known.get(name, ())) != 1 for name in self.names):
            return None
        try:
            same = with_numbers(other, self._numbers) if self.names else other
        except BoughError:
            return None
        if fingerprint(same) != self._digest:
            return None
        return np.array([known[name][0].value for name in self.names])


def kin_of(mechanisms: Sequence[Mechanism]) -> tuple[Kin, ...]:
    """Mechanisms sorted by what they have in common."""
    found: dict[int, tuple[Kin, list[Mechanism]]] = {}
    for one in mechanisms:
        known = places_of_numbers(one)
        unique = tuple(name for name, places in known.items() if len(places) == 1)
        if one.loops:  # (their code takes no parameters)
            continue
        for every, members in found.values():
            if every.names == unique and every.given(one) is not None:
                members.append(one)
                break
        else:
            found[len(found)] = Kin(one, unique), [one]
    kin = []
    for every, members in found.values():
        numbers = np.array([every.given(one) for one in members])
        differ = (numbers != numbers[0]).any(axis=0) if len(members) > 1 else np.zeros(len(every.names), bool)
        kin.append(Kin(members[0], tuple(np.array(every.names, object)[differ])))
    return tuple(kin)


@dataclass(frozen=True)
class Recipe:
    """A study without its table of variants."""

    model: Mechanism | Callable[..., Mechanism]
    together: Mapping[str, LinkedParameters]  # columns that decide several numbers
    present: Mapping[str, float | None]  # the mechanism's own numbers, for those that are multiplied
    roles: Roles  # of all numbers
    kin: tuple[Kin, ...]  # mechanisms that a function makes, each with what varies in it
    run: Mapping[str, Any]  # arguments of simulate
    keeps: Mapping[str, Keep]
    times: np.ndarray  # of samples
    unit: int  # variants whose lanes are always filled in the same way
    lanes: int
    is_large: bool  # whether there are too many variants to make code for those that need their own
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
        made = built(self.model, {name: targets[name] for name in self.roles.arguments})
        numbers = {name: float(targets[name]) for name in (*self.roles.parameters, *self.roles.others)}
        return changed(made, numbers) if numbers else made

    def starts(self, mechanism: Mechanism, numbers: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
        """Starting coordinates and velocities of a variant; loops are closed, or it rests, with what varies held.

        ``numbers``: what decides it, by canonical names; without those of the start it is the usual one.
        """
        q, u = self.given(mechanism, "q", numbers), self.given(mechanism, "u", numbers)
        held = {role: [name for name in getattr(self.roles, role) if f"{role}.{name}" in numbers] for role in (Q0, U0)}
        if self.is_at_rest:
            q = self._settled(mechanism, {name: float(numbers[f"{Q0}.{name}"]) for name in held[Q0]})
        if mechanism.loops:
            q = assemble(mechanism, q, hold=held[Q0], time=self._time)
            u = consistent_velocities(mechanism, q, u, hold=held[U0], time=self._time)
        return q, u

    @property
    def _time(self) -> float:
        """When runs start."""
        return float(self.run.get("start", 0.0))

    @property
    def is_at_rest(self) -> bool:
        """Whether runs start at equilibria."""
        return is_at_rest(self.run.get(Q0), f"run: {Q0}")

    @cached_property
    def _nominal(self) -> np.ndarray | None:
        """Where the model itself rests: every variant is looked for from there, whichever others there are."""
        try:
            return settled(self.model, time=self._time) if isinstance(self.model, Mechanism) else None
        except BoughError:
            return None

    def _settled(self, mechanism: Mechanism, hold: Mapping[str, float]) -> np.ndarray:
        """Where a variant rests: near the model's own rest, else near its own start."""
        if self._nominal is not None:
            try:
                return settled(mechanism, self._nominal, hold, self._time)
            except BoughError:
                pass
        return settled(mechanism, None, hold, self._time)

    def usual(self, mechanism: Mechanism) -> tuple[np.ndarray, np.ndarray]:
        """Where runs start, apart from what varies; without an equilibrium, where the mechanism does."""
        try:
            return self.starts(mechanism, {})
        except BoughError:
            if not self.is_at_rest:
                raise
            return replace(self, run={**self.run, Q0: None}).starts(mechanism, {})

    def given(self, mechanism: Mechanism, letter: str, numbers: Mapping[str, Any]) -> np.ndarray:
        """A start as it was given, before loops are closed and equilibria found."""
        own = getattr(mechanism, f"{letter}0")
        given = None if letter == "q" and self.is_at_rest else self.run.get(f"{letter}0")
        vector, names = (
            (mechanism.coordinates, mechanism.q_names) if letter == "q" else (mechanism.velocities, mechanism.u_names)
        )
        if given is None or isinstance(given, Mapping):
            found = vector({**own, **(given or {})})
        else:
            found = np.empty(0) if isinstance(given, str) else np.array(given, float)
            if found.shape != (len(names),):
                raise StateError(
                    f"run: {letter}0 must be one state, {len(names)} numbers or numbers by name; vary others."
                )
        for name in getattr(self.roles, f"{letter}0"):
            if (target := f"{letter}0.{name}") in numbers:
                if name not in names:
                    raise StateError(f"'{mechanism.name}' has no '{name}' to start from.")
                found[names.index(name)] = float(numbers[target])
        # (quaternions of which a number varies are scaled to unit length)
        return mechanism.normalised(found) if letter == "q" else found

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


def built(model: Mechanism | Callable[..., Mechanism], arguments: Mapping[str, Any]) -> Mechanism:
    """The mechanism itself, or the one that a function makes of these arguments."""
    if isinstance(model, Mechanism):
        return model
    made = model(**{name: _plain(value) for name, value in arguments.items()})
    if not isinstance(made, Mechanism):
        raise StateError(f"the model's function gives {type(made).__name__}, not a Mechanism; let it return one.")
    return made


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
    if keep.every > times[-1] - times[0]:
        raise StateError(
            f"{keep.words!r}: runs last {times[-1] - times[0]:g} s, so nothing comes after the first sample."
        )
    wanted = times[0] + keep.every * np.arange(math.floor((times[-1] - times[0]) / keep.every * (1 + 1e-12)) + 1)
    places = np.searchsorted(times, wanted - 1e-9 * (times[-1] - times[0]))
    places = np.clip(places, 0, len(times) - 1)
    off = np.abs(times[places] - wanted)
    if off.max() > 1e-6 * keep.every:
        raise StateError(
            f"{keep.words!r}: t = {wanted[(off > 1e-6 * keep.every).argmax()]:.9g} s is no sample of the runs; let run's every "
            "divide it."
        )
    return places
