"""Designs that no other one beats in all of several goals: NSGA-II of pymoo, a generation at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.compiled.progress import progress_bar
from bough.errors import StateError
from bough.extras import need
from bough.mechanism.checks import shown
from bough.studies.answers.goals import non_dominated
from bough.studies.answers.reading import COMPLETED, plain, statuses, unit_of, written_number
from bough.studies.answers.searching import HOPELESS, Search
from bough.typing import AnyPath

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

    from bough.simulation.results.trajectory import Trajectory

FAR = 1e30  # goals of a run that failed; pymoo cannot take infinity


@dataclass(frozen=True)
class Front:
    """Designs that no other one beats in all goals.

    ``dataset``: a row for each along ``point``, by the first goal: what varied, the goals and all else that was kept.
    ``goals``: by name, +1 where less is better, -1 where more is. ``tried``: all designs.
    """

    dataset: xr.Dataset
    goals: dict[str, float]
    tried: xr.Dataset
    message: str
    study: Any = field(repr=False)
    names: tuple[str, ...] = ()
    repeat: Callable[[Mapping[str, Any]], Trajectory] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return int(self.dataset.sizes["point"])

    def x(self, k: int) -> dict[str, Any]:
        """What varied, of design k of the front."""
        if not isinstance(k, int | np.integer) or not 0 <= k < len(self):
            raise StateError(f"no design {shown(k)}: the front has {len(self)}, numbered from 0.")
        return {name: plain(self.dataset[name].values[k]) for name in self.names}

    def run(self, k: int) -> Trajectory:
        """The motion of design k of the front."""
        x = self.x(k)
        if self.repeat is None:
            raise StateError("this front was read from numbers; run the design by simulate.")
        return self.repeat(x)

    def plot(self, path: AnyPath | None = None) -> Figure:
        """Draw the front among all designs that were tried."""
        from bough.studies.show.plots import plot_front

        return plot_front(self, path)

    def __repr__(self) -> str:
        told = statuses(self.tried)
        failed = int((told != COMPLETED).sum())
        lost = f", {failed} of them failed" if failed else ""
        lines = [
            f"<Front of '{self.study.name}': {len(self)} designs of {len(told)} that were tried{lost}; {self.message}"
        ]
        for name, sign in self.goals.items():
            values, unit = self.dataset[name].values, unit_of(self.dataset, name)
            word = "least" if sign > 0 else "most"
            lines.append(
                f"{word} {name}: from {written_number(float(values.min()))} to {written_number(float(values.max()), unit)}"
            )
        return "\n  ".join(lines) + ">"


def front_of(
    search: Search,
    first: np.ndarray,
    rounds: int,
    seed: int,
    progress: bool | None,
    repeat: Callable[[Mapping[str, Any]], Trajectory],
) -> Front:
    """Search for the front from a given population."""
    need("Pareto fronts")
    from pymoo.algorithms.moo.nsga2 import NSGA2
    from pymoo.core.callback import Callback
    from pymoo.core.problem import Problem
    from pymoo.optimize import minimize

    class Designs(Problem):  # type: ignore[misc]
        """All designs of a generation at once; a failed run breaks a limit of its own."""

        def __init__(self) -> None:
            low, high = search.space.bounds.T
            n = len(search.space.names)
            super().__init__(
                n_var=n, n_obj=len(search.aims.goals), n_ieq_constr=1 + len(search.aims.limits), xl=low, xu=high
            )

        def _evaluate(self, x: np.ndarray, out: dict[str, Any], *more: Any, **others: Any) -> None:
            costs, broken = search.at(x)
            failed = ~np.isfinite(costs).all(axis=1)
            out["F"] = np.where(np.isfinite(costs), costs, FAR)
            out["G"] = np.column_stack((np.where(failed, HOPELESS, -1.0), np.where(broken > 0.0, broken, -1.0)))

    class Told(Callback):  # type: ignore[misc]
        def notify(self, algorithm: Any) -> None:
            report(min(1.0, algorithm.n_gen / rounds))

    message = f"{rounds} generations of {len(first)}"
    with progress_bar(progress, f"{search.study.name}: optimise") as report:
        search.at(first)
        search.best()  # raises if all failed
        try:
            method = NSGA2(pop_size=len(first), sampling=first)
            minimize(Designs(), method, ("n_gen", rounds), seed=seed, callback=Told(), verbose=False)
        except KeyboardInterrupt:
            message = "interrupted: the front so far"
    return _front(search, message, repeat)


def _front(search: Search, message: str, repeat: Callable[[Mapping[str, Any]], Trajectory]) -> Front:
    """The front of all designs that were tried within limits."""
    if not search.is_allowed.any():
        raise StateError(
            f"none of the {len(search)} designs of '{search.study.name}' that were tried keeps all constraints; loosen them, widen "
            "what varies, or allow more generations."
        )
    costs = np.where(search.is_allowed[:, None], search.costs, np.inf)
    on = np.flatnonzero(non_dominated(costs))
    order = on[np.lexsort(search.costs[on].T[::-1])]
    tried = search.tried
    dataset = tried.isel(variant=order).rename({"variant": "point"}).drop_vars(["status", "reason"], errors="ignore")
    return Front(dataset, dict(search.aims.goals), tried, message, search.study, search.space.names, repeat)
