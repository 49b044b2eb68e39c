"""The best design by evolution: SciPy's differential evolution, a generation at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bough.compiled.progress import progress_bar
from bough.studies.answers.searching import Search


@dataclass
class Ended:
    """How a search went."""

    converged: bool = False
    message: str = ""
    best: list[float] = field(default_factory=list)  # cost after each generation, of the best design within limits
    designs: list[int] = field(default_factory=list)

    def note(self, search: Search) -> None:
        k = search.best()
        self.best.append(float(search.costs[k, 0]))
        self.designs.append(len(search))

    def words(self, search: Search) -> str:
        """How far it is, for a bar."""
        (name, sign), *_ = search.aims.goals.items()
        failed = int((~np.isfinite(search.costs).all(axis=1)).sum())
        lost = f", {failed:,} failed" if failed else ""
        return f"{search.study.name}: {name} {sign * self.best[-1]:.6g}, {len(search):,} designs{lost}"


def evolve(search: Search, first: np.ndarray, rounds: int, tolerance: float, seed: int, progress: bool | None) -> Ended:
    """SciPy's differential evolution from a given population; each generation is one call of the study."""
    from scipy.optimize import NonlinearConstraint, differential_evolution

    ended = Ended()

    def cost(points: np.ndarray) -> np.ndarray:
        return search.at(points.T)[0][:, 0]

    def broken(points: np.ndarray) -> np.ndarray:
        """(constraint, S), or (constraint,) of one point."""
        return search.at(np.atleast_2d(points.T))[1].T.reshape(len(search.aims.limits), *points.shape[1:])

    limits = [NonlinearConstraint(broken, -np.inf, 0.0)] if search.aims.limits else []
    with progress_bar(progress, f"{search.study.name}: optimise") as report:

        def after(intermediate_result: Any) -> None:
            ended.note(search)
            report(min(1.0, len(ended.best) / rounds), ended.words(search))

        costs = search.at(first)[0]
        search.best()  # raises if all failed
        spread = float(np.ptp(costs[np.isfinite(costs)]))
        try:
            found = differential_evolution(
                cost, search.space.bounds, init=_enough(first), maxiter=rounds, tol=tolerance, atol=tolerance * spread, polish=False,
                updating="deferred", vectorized=True, constraints=limits, integrality=search.space.is_choice,
                callback=after, seed=np.random.default_rng(seed),
            )  # fmt: skip
        except KeyboardInterrupt:
            ended.message = "interrupted: the best design so far"
            return ended
    ended.converged = bool(found.success)
    ended.message = (
        f"converged in {found.nit} generations" if ended.converged else f"not converged in {found.nit} generations"
    )
    return ended


def _enough(first: np.ndarray) -> np.ndarray:
    """At least the five members that differential evolution needs."""
    return np.resize(first, (max(5, len(first)), first.shape[1]))
