"""Designs that an optimiser tries: which there can be, what came out of them, and how good they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.compiled.entries import thread_count
from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.studies.answers.best import limits_of
from bough.studies.answers.goals import direction
from bough.studies.answers.reading import COMPLETED, statuses
from bough.studies.keep.keeping import SAMPLES, Keep
from bough.studies.vary.together import LinkedParameters

if TYPE_CHECKING:
    import xarray as xr

DIGITS = 12  # of coordinates in the unit cube: nearer designs are the same
HOPELESS = 1e10  # violation of limits by a run that failed
GOAL = "goal"  # the name of one that has none
KEPT = 1e-6  # violation, relative to the limit, that counts as none


@dataclass(frozen=True)
class Space:
    """What varies: ranges, which become [0, 1], and choices, which become their numbers."""

    ranges: dict[str, tuple[float, float]]
    choices: dict[str, list[Any]]
    names: tuple[str, ...]

    @property
    def bounds(self) -> np.ndarray:
        """(name, 2)."""
        return np.array(
            [(0.0, float(len(self.choices[name]) - 1) if name in self.choices else 1.0) for name in self.names]
        )

    @property
    def is_choice(self) -> np.ndarray:
        return np.array([name in self.choices for name in self.names])

    def values(self, points: np.ndarray) -> dict[str, np.ndarray]:
        """Columns of values at points (S, name)."""
        found: dict[str, np.ndarray] = {}
        for k, name in enumerate(self.names):
            if name in self.choices:
                chosen = [self.choices[name][int(at)] for at in points[:, k]]
                found[name] = np.array(chosen, object if any(isinstance(one, str) for one in chosen) else None)
            else:
                low, high = self.ranges[name]
                found[name] = low + (high - low) * points[:, k]
        return found

    def points(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """The points (S, name) of values."""
        found: list[Any] = []
        for name in self.names:
            if name in self.choices:
                found.append([float(self.choices[name].index(one)) for one in np.asarray(columns[name]).tolist()])
            else:
                low, high = self.ranges[name]
                found.append((np.asarray(columns[name], float) - low) / (high - low))
        return self.tidy(np.array(found, float).T)

    def tidy(self, points: np.ndarray) -> np.ndarray:
        """Points as they are evaluated: within bounds, choices whole."""
        low, high = self.bounds.T
        points = np.where(self.is_choice, np.rint(points), np.round(points, DIGITS))
        return np.clip(points, low, high) + 0.0


def space_of(vary: Any) -> Space:
    """What an optimiser may vary, or an error that says what is wrong with it."""
    if not isinstance(vary, Mapping) or not vary:
        raise StateError(f"vary must be ranges by name, as in {{'boom.mass': (80, 120)}}, not {shown(vary)}.")
    ranges, choices = {}, {}
    for name, given in vary.items():
        if isinstance(given, LinkedParameters):
            given = given.values
        if isinstance(given, list) and given:
            choices[name] = list(dict.fromkeys(given))
            continue
        try:
            low, high = (float(end) for end in given)
        except (TypeError, ValueError):
            low, high = np.nan, np.nan
        if not isinstance(given, tuple) or not (np.isfinite(low) and np.isfinite(high) and low < high):
            raise StateError(
                f"optimise varies '{name}' within (low, high) or over a list of choices, not {shown(given)}."
            )
        ranges[name] = (low, high)
    return Space(ranges, choices, tuple(vary))


@dataclass(frozen=True)
class Aims:
    """Goals by name with their signs (+1: less is better), limits of other numbers, and everything to keep."""

    goals: dict[str, float]
    limits: dict[str, tuple[float, float]]
    keep: dict[str, Any]

    def whose(self, name: str) -> str:
        """A goal or a constraint as messages call it; "" if it is neither."""
        if name in self.limits:
            return f"constraint '{name}'"
        if name not in self.goals:
            return ""
        return "goal" if name == GOAL else f"goal '{name}'"

    @contextmanager
    def in_their_words(self) -> Iterator[None]:
        """Errors about what is kept call goals and constraints by what they are."""
        try:
            yield
        except StateError as error:
            text = str(error)
            for name in filter(self.whose, self.keep):
                for beginning in (f"keep '{name}'", f"keep: {shown(name)}"):
                    if text.startswith(beginning):
                        raise StateError(self.whose(name) + text.removeprefix(beginning)) from None
            raise

    def refuse_samples(self, keeps: Mapping[str, Keep]) -> None:
        """Goals and constraints are numbers."""
        for name in filter(self.whose, keeps):
            words = keeps[name].words
            if keeps[name].reduction == SAMPLES:
                _, _, of = words.partition(" every ")[0].partition(" ")
                raise StateError(
                    f"{self.whose(name)}: '{words}' is a whole motion, no number; take one of it, such as 'max {of}'."
                )


def aims_of(goal: Any, constraints: Any, keep: Any) -> Aims:
    """What a user asked for."""
    goals, texts = {}, {}
    for name, given in goal.items() if isinstance(goal, Mapping) else [(GOAL, goal)]:
        goals[name], texts[name] = direction(given)
    if not goals:
        raise StateError("optimise needs a goal, as in goal='max |q.rope|' or goal='maximise end position.ball.x'.")
    limits = {}
    if not isinstance(constraints, Mapping | None):
        raise StateError(f"constraints must be (what, low, high) by name, as in {EXAMPLE}, not {shown(constraints)}.")
    for name, given in (constraints or {}).items():
        if not isinstance(given, tuple) or len(given) != 3:
            raise StateError(f"constraint '{name}' must be (what, low, high), as in {EXAMPLE}, not {shown(given)}.")
        what, *ends = given
        if isinstance(what, str) and what in texts:  # a goal's own limits
            raise StateError(f"constraint '{name}': '{what}' is a goal's name; write out what is limited.")
        _once(name, texts)
        limits[name], texts[name] = limits_of(name, ends), what
        if limits[name] == (-np.inf, np.inf):
            raise StateError(f"constraint '{name}' has no limit; give (what, low, high), None for one of the two.")
    for name, given in (keep or {}).items():
        _once(name, texts)
        texts[name] = given
    return Aims(goals, limits, texts)


EXAMPLE = "{'peak': ('max |reaction.boom.force|', None, 5e4)}"


def _once(name: str, known: Mapping[str, Any]) -> None:
    if name in known:
        raise StateError(f"'{name}' is used twice among goals, constraints and keep; rename one.")


class Search:
    """Designs that were tried, each once, and what came out."""

    def __init__(self, study: Any, space: Space, aims: Aims, threads: int | None = None):
        self.study, self.space, self.aims, self.threads = study, space, aims, thread_count(threads)
        self._known: dict[bytes, int] = {}
        self._datasets: list[xr.Dataset] = []
        self._costs, self._broken = np.empty((0, len(aims.goals))), np.empty((0, len(aims.limits)))
        self.points = np.empty((0, len(space.names)))  # of designs, in the order in which they were tried

    def at(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(costs (S, goal), violations (S, constraint)) at points (S, name); infinite costs where a run failed.

        What is new is run at once, all of it side by side.
        """
        points = self.space.tidy(points)
        keys = [row.tobytes() for row in points]
        new = {key: k for k, key in enumerate(keys) if key not in self._known}
        if new:
            fresh = points[list(new.values())]
            dataset = self.study.evaluate(self.space.values(fresh), self.threads)
            self.points = np.concatenate((self.points, fresh))
            for key in new:
                self._known[key] = len(self._known)
            self._note(dataset)
        where = [self._known[key] for key in keys]
        return self._costs[where], self._broken[where]

    def _note(self, dataset: xr.Dataset) -> None:
        there = statuses(dataset) == COMPLETED
        costs = [sign * np.where(there, dataset[name].values, np.nan) for name, sign in self.aims.goals.items()]
        cost = np.stack(costs, axis=1)
        cost[~np.isfinite(cost).all(axis=1)] = np.inf
        broken = np.zeros((len(cost), len(self.aims.limits)))
        for k, (name, (low, high)) in enumerate(self.aims.limits.items()):
            values = np.where(there, dataset[name].values, np.nan)
            size = max(abs(end) for end in (low, high) if np.isfinite(end)) or 1.0
            over = (np.maximum(low - values, 0.0) + np.maximum(values - high, 0.0)) / size
            broken[:, k] = np.where(np.isfinite(over), np.where(over > KEPT, over, 0.0), HOPELESS)
        self._costs, self._broken = np.concatenate((self._costs, cost)), np.concatenate((self._broken, broken))
        self._datasets.append(dataset)

    def number(self, point: np.ndarray, name: str) -> float:
        """A kept number at one point."""
        self.at(point[None])
        k = self._known[self.space.tidy(point[None])[0].tobytes()]
        for dataset in self._datasets:
            if k < dataset.sizes["variant"]:
                return float(dataset[name].values[k])
            k -= dataset.sizes["variant"]
        raise AssertionError("every design that is known is in a dataset")

    def __len__(self) -> int:
        return len(self._costs)

    @property
    def costs(self) -> np.ndarray:
        """(design, goal) of all that were tried."""
        return self._costs

    @property
    def is_allowed(self) -> np.ndarray:
        """Which of them completed within their limits."""
        return np.isfinite(self._costs).all(axis=1) & (self._broken.sum(axis=1) == 0.0)

    @property
    def tried(self) -> xr.Dataset:
        """All designs with their numbers, in the order in which they were tried."""
        import xarray as xr

        whole = xr.concat(
            self._datasets, "variant", data_vars="minimal", coords="different", compat="equals", join="outer"
        )
        return whole.drop_vars("variant", errors="ignore")

    def best(self) -> int:
        """The best design: of the least cost within limits, else of the least violation."""
        if not np.isfinite(self._costs).any():
            reasons = [text for text in np.asarray(self.tried["reason"].values).astype(str) if text]
            why = f"the first reason: {reasons[0].rstrip('.')}" if reasons else "look at what the goal is of"
            raise StateError(f"none of the {len(self)} designs that were tried has a goal; {why}.")
        if self.is_allowed.any():
            return int(np.argmin(np.where(self.is_allowed, self._costs[:, 0], np.inf)))
        return int(np.argmin(np.where(np.isfinite(self._costs[:, 0]), self._broken.sum(axis=1), np.inf)))


def known_method(method: Any, methods: Mapping[str, str]) -> str:
    if method not in methods:
        raise StateError(f"no method {shown(method)} to optimise by: {remedy(method, methods)}")
    return str(method)
