"""The best design of a mechanism, by running many."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import BoughWarning, StateError
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.studies.answers.best import variant
from bough.studies.answers.evolution import Ended, evolve
from bough.studies.answers.gradients import descend
from bough.studies.answers.pareto import Front, front_of
from bough.studies.answers.reading import COMPLETED, Result, statuses, unit_of, written_number
from bough.studies.answers.searching import Search, aims_of, known_method, space_of
from bough.studies.keep.keeping import keeps_of
from bough.studies.study import Study
from bough.studies.vary.together import LinkedParameters

if TYPE_CHECKING:
    import xarray as xr

    from bough.simulation.results.trajectory import Trajectory

METHODS = {
    "evolution": "SciPy's differential evolution, a generation at a time",
    "gradient": "SciPy's SLSQP, by derivatives from the mechanism's own code",
    "pareto": "NSGA-II of pymoo, for several goals",
}
LEAST_POPULATION, PER_NAME = 32, 12
GENERATIONS = {"evolution": 200, "gradient": 100, "pareto": 100}
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Optimum:
    """The best design that was found.

    ``x``: what varied, by name; ``value``: its goal; ``kept``: all numbers that were kept of it; ``history``: the best goal
    after each generation, and how many designs were tried by then; ``tried``: all designs with their numbers.
    """

    x: dict[str, Any]
    value: float
    kept: dict[str, float]
    is_allowed: bool  # whether all constraints hold
    converged: bool
    message: str
    history: xr.Dataset
    tried: xr.Dataset
    study: Any = field(repr=False)
    repeat: Callable[[Mapping[str, Any]], Trajectory] = field(repr=False)

    def run(self) -> Trajectory:
        """The motion of the best design."""
        return self.repeat(self.x)

    def __repr__(self) -> str:
        told = statuses(self.tried)
        failed = int((told != COMPLETED).sum())
        lost = f", {failed} of them failed" if failed else ""
        lines = [
            f"<Optimum of '{self.study.name}': {self._numbers({name: self.kept[name] for name in self.kept})}",
            f"at {self._numbers(self.x)}",
            f"{len(told)} designs tried{lost}; {self.message}",
        ]
        if not self.is_allowed:
            lines.append("no design that was tried keeps all constraints: this one breaks them least")
        return "\n  ".join(lines) + ">"

    def _numbers(self, values: Mapping[str, Any]) -> str:
        return ", ".join(f"{name} {written_number(x, unit_of(self.tried, name))}" for name, x in values.items())


@dataclass(frozen=True)
class _Tried:
    """Designs as the result of a study, so that they are read in the same way."""

    dataset: xr.Dataset
    study: Any


def optimise(
    model: Mechanism | Callable[..., Mechanism] | str,
    vary: Mapping[str, Any],
    goal: Any,
    *,
    run: Mapping[str, Any] | None = None,
    constraints: Mapping[str, tuple[Any, float | None, float | None]] | None = None,
    keep: Mapping[str, Any] | None = None,
    method: str | None = None,
    seed: int = 0,
    population: int | None = None,
    generations: int | None = None,
    tolerance: float = TOLERANCE,
    threads: int | None = None,
    progress: bool | None = None,
) -> Optimum | Front:
    """Find the design with the least goal, or with several goals those that no other one beats.

    ``model`` and ``run``: as in :class:`Study`. ``vary``: ``{"boom.mass": (80, 120)}``, a list of choices, or
    :class:`LinkedParameters` with one of them. ``goal``: a
    text as in ``keep`` of a study, ``"max |q.rope|"``, which is minimised, or ``"maximise end position.ball.x"``; several by
    name, for a Pareto front. ``constraints``: ``{"peak": ("max |reaction.boom.force|", None, 5e4)}``, what, at least, at
    most. ``keep``: further numbers to know.

    ``method``: ``"evolution"`` (the default), which runs a ``population`` of designs side by side for each of so many
    ``generations``; ``"gradient"``, which needs goals and constraints of coordinates and velocities, and varies masses,
    lengths, stiffnesses and the like, or the start; ``"pareto"`` for several goals. It ends when the goals of a population
    agree to ``tolerance``, relative to their mean and to how they differed at first. Designs whose run fails count as
    infinitely bad. Ctrl-C ends the search with the best design so far. It runs in this process, on ``threads`` (all cores).
    """
    space, aims = space_of(vary), aims_of(goal, constraints, keep)
    method = known_method(method or ("pareto" if len(aims.goals) > 1 else "evolution"), METHODS)
    if (method == "pareto") != (len(aims.goals) > 1):
        raise StateError(
            f"method='{method}' is for {'several goals' if method == 'pareto' else 'one goal'}, and there "
            f"{'is one' if method == 'pareto' else f'are {len(aims.goals)}'}; leave method out."
        )
    count = _positive("population", population, max(LEAST_POPULATION, PER_NAME * len(space.names)))
    rounds = _positive("generations", generations, GENERATIONS[method])
    with aims.in_their_words():
        aims.refuse_samples(keeps_of(aims.keep))
        study = Study(model, vary=vary, run=run, keep=aims.keep, plan="latin-hypercube", runs=count, seed=seed)
    search = Search(study, space, aims, threads)
    first = space.points(study.variants.columns)

    def repeat(x: Mapping[str, Any]) -> Trajectory:
        return Study(model, vary=fixed(vary, x), run=run, keep=aims.keep).simulate(0)

    if method == "pareto":
        return front_of(search, first, rounds, seed, progress, repeat)
    if method == "gradient":
        ended = descend(search, first, rounds, tolerance, progress)
    else:
        ended = evolve(search, first, rounds, tolerance, seed, progress)
    return concluded(search, ended, repeat)


def fixed(vary: Mapping[str, Any], x: Mapping[str, Any]) -> dict[str, Any]:
    """What varies, with one value each."""
    found: dict[str, Any] = {}
    for name, value in x.items():
        given = vary[name]
        found[name] = (
            LinkedParameters(given.names, [value], given.factor) if isinstance(given, LinkedParameters) else [value]
        )
    return found


def _positive(name: str, value: Any, usual: int) -> int:
    if value is None:
        return usual
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise StateError(f"{name} must be a positive whole number, not {shown(value)}.")
    return int(value)


def concluded(search: Search, ended: Ended, repeat: Callable[[Mapping[str, Any]], Trajectory]) -> Optimum:
    """The best design of a search, with everything about it."""
    import xarray as xr

    k, tried = search.best(), search.tried
    (name, sign), *_ = search.aims.goals.items()
    result: Result = _Tried(tried, search.study)
    found = variant(result, k)
    is_allowed = bool(search.is_allowed[k])
    if not is_allowed:
        warnings.warn(
            f"none of the {len(search)} designs of '{search.study.name}' that were tried keeps all constraints; loosen them, widen "
            "what varies, or allow more generations.",
            BoughWarning,
            stacklevel=3,
        )
    history = xr.Dataset(
        {name: ("generation", sign * np.array(ended.best)), "designs": ("generation", np.array(ended.designs, int))},
        {"generation": np.arange(1, len(ended.best) + 1)},
    )
    history[name].attrs["units"] = unit_of(tried, name)
    return Optimum(
        {one: found.varied[one] for one in search.space.names}, found.kept[name], found.kept, is_allowed, ended.converged,
        ended.message, history, tried, search.study, repeat,
    )  # fmt: skip
