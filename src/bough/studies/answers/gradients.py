"""The best design by gradients: SciPy's SLSQP, with derivatives of motions from the mechanism's own code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.compiled.progress import progress_bar
from bough.errors import UnsupportedError
from bough.mechanism.checks import listing
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.sensitivities import sensitivities
from bough.simulation.run.simulate import simulate
from bough.studies.answers.evolution import Ended
from bough.studies.answers.searching import Search
from bough.studies.keep.keeping import Keep

REDUCTIONS = ("end", "max", "min", "mean", "rms")
# a goal is flat at its least value: it has to settle far more finely than the design
FINER = 1e-5
BAD = 10.0  # cost of a run that failed, in units of the largest difference so far


@dataclass(frozen=True)
class Term:
    """A kept number of a coordinate or velocity."""

    letter: str  # q or u
    place: int
    keep: Keep

    def slope(self, times: np.ndarray, values: np.ndarray, rates: np.ndarray) -> np.ndarray:
        """The derivatives (P,) of the number, from samples (T,) and their derivatives (T, P)."""
        if self.keep.absolute:
            rates, values = np.sign(values)[:, None] * rates, np.abs(values)
        match self.keep.reduction:
            case "end":
                return rates[-1]
            case "max":
                return rates[int(values.argmax())]
            case "min":
                return rates[int(values.argmin())]
        steps, span = np.diff(times), times[-1] - times[0]
        before, after, rate_before, rate_after = values[:-1], values[1:], rates[:-1], rates[1:]
        if self.keep.reduction == "mean":
            return 0.5 * (steps @ (rate_before + rate_after)) / span
        square = steps @ (before * before + before * after + after * after) / (3.0 * span)
        change = (steps * (2.0 * before + after)) @ rate_before + (steps * (2.0 * after + before)) @ rate_after
        return change / (3.0 * span) / (2.0 * np.sqrt(square)) if square > 0.0 else np.zeros(rates.shape[1])


class Slopes:
    """Derivatives of goals and constraints with respect to the design, at a point of the unit cube."""

    def __init__(self, search: Search, at: np.ndarray):
        self.search, self.recipe = search, search.study.recipe
        roles = search.study.roles
        self.base = self.recipe.mechanism(self._numbers(at))
        if roles.parameters:
            self.base = self.base.with_parameters(roles.parameters)
        self.parameters = roles.parameters
        self.terms = {
            name: _term(self.base, name, search.study.keep[name]) for name in (*search.aims.goals, *search.aims.limits)
        }
        self._known: tuple[bytes, dict[str, np.ndarray]] = b"", {}

    def _numbers(self, point: np.ndarray) -> dict[str, float]:
        """What a point decides, by canonical names."""
        columns = self.search.space.values(self.search.space.tidy(point[None]))
        return {name: float(values[0]) for name, values in self.recipe.numbers(columns).items()}

    def at(self, point: np.ndarray) -> dict[str, np.ndarray]:
        """Of each number by name, (name,)."""
        key = self.search.space.tidy(point).tobytes()
        if self._known[0] != key:
            self._known = key, self._slopes(point)
        return self._known[1]

    def _slopes(self, point: np.ndarray) -> dict[str, np.ndarray]:
        targets, study = self._numbers(point), self.search.study
        changed = self.recipe.mechanism(targets)
        # beside a mechanism that stays the same, whose code is traced once
        pair = [self.base, self.base.with_parameters({name: targets[name] for name in self.parameters})]
        q, u = self.recipe.starts(changed, targets)
        starts: dict[str, Any] = {"q0": np.stack((q, q)), "u0": np.stack((u, u))}
        settings = {name: value for name, value in study.settings.items() if name not in ("q0", "u0", "code")}
        run = simulate(pair if self.parameters else self.base, **settings, **starts, energy_tolerance=np.inf)
        roles = study.roles
        try:
            found = sensitivities(run, self.parameters or None, starts=bool(roles.q0 or roles.u0))
        except UnsupportedError as error:
            raise UnsupportedError(f"no gradients: {str(error).rstrip('.')}; take method='evolution'.") from None
        times, ours = run.time.values, [found.names.index(name) for name in self._own_names()]
        widths = np.array(
            [high - low for low, high in map(self.search.space.ranges.__getitem__, self.search.space.names)]
        )
        slopes = {}
        for name, term in self.terms.items():
            samples = getattr(run, term.letter).values[1, :, term.place]
            rates = getattr(found, term.letter).values[1, :, term.place, :][:, ours]
            slopes[name] = term.slope(times, samples, rates) * widths
        return slopes

    def _own_names(self) -> list[str]:
        return [self.search.study.roles.canonical[name] for name in self.search.space.names]


def _refuse(search: Search) -> None:
    """Say why there are no gradients."""
    roles, study = search.study.roles, search.study
    if search.space.choices:
        raise UnsupportedError(
            f"no gradients along choices ({listing(search.space.choices)}); take method='evolution'."
        )
    if not isinstance(study.model, Mechanism):
        raise UnsupportedError("no gradients of mechanisms that a function builds; take method='evolution'.")
    if study.together:
        raise UnsupportedError(
            f"no gradients along {listing(study.together)}, which decides several numbers; take method='evolution'."
        )
    if search.study.recipe.is_at_rest and (roles.parameters or roles.q0):
        raise UnsupportedError(
            "no gradients of runs that start at equilibria, which move with the design; take method='evolution'."
        )
    if roles.others:
        raise UnsupportedError(
            f"no gradients along {listing(roles.others)}, which the mechanism's own code does not take as inputs; take method='evolution'."
        )

    first: Mechanism = study.first
    # derivatives are along velocities: those of a quaternion's numbers are not among them
    if odd := [f"q0.{name}" for name in roles.q0 if name not in first.u_names]:
        raise UnsupportedError(
            f"no gradients along {listing(odd)}, since no velocity is its rate; take method='evolution'."
        )
    for name in (*search.aims.goals, *search.aims.limits):
        _term(first, name, study.keep[name])


def _term(mechanism: Mechanism, name: str, keep: Keep) -> Term:
    """A number as a function of samples of a coordinate or a velocity."""
    of = keep.of if isinstance(keep.of, str) else ""
    letter, dot, rest = of.partition(".")
    if letter not in ("q", "u") or not dot:
        letter, rest = "q", of
    names = mechanism.q_names if letter == "q" else mechanism.u_names
    if rest not in names or keep.reduction not in REDUCTIONS:
        raise UnsupportedError(
            f"no gradient of '{name}', {keep.words}: there are those of {', '.join(REDUCTIONS)} of coordinates and velocities; take "
            "method='evolution'."
        )
    return Term(letter, names.index(rest), keep)


def descend(search: Search, first: np.ndarray, rounds: int, tolerance: float, progress: bool | None) -> Ended:
    """SLSQP from the best of a population."""
    from scipy.optimize import minimize

    ended = Ended()
    _refuse(search)
    costs = search.at(first)[0]
    at = search.points[search.best()]
    slopes = Slopes(search, at)
    (goal, sign), *_ = search.aims.goals.items()
    known = costs[np.isfinite(costs)]
    scale = float(np.ptp(known)) or float(np.abs(known).max()) or 1.0

    def cost(x: np.ndarray) -> float:
        found = float(search.at(x[None])[0][0, 0])
        return found / scale if np.isfinite(found) else float(known.max()) / scale + BAD

    with progress_bar(progress, f"{search.study.name}: optimise") as report:

        def after(x: np.ndarray) -> None:
            ended.note(search)
            report(min(1.0, len(ended.best) / rounds), ended.words(search))

        try:
            found = minimize(
                cost, at, jac=lambda x: sign * slopes.at(x)[goal] / scale, bounds=search.space.bounds, method="SLSQP",
                constraints=_limits(search, slopes), callback=after, options={"maxiter": rounds, "ftol": tolerance * FINER},
            )  # fmt: skip
        except KeyboardInterrupt:
            ended.message = "interrupted: the best design so far"
            return ended
    ended.note(search)
    ended.converged = bool(found.success)
    ended.message = f"{'converged' if found.success else 'not converged'} in {found.nit} steps"
    if not found.success:
        ended.message += f": {found.message}"
    return ended


def _limits(search: Search, slopes: Slopes) -> list[dict[str, Any]]:
    """Constraints as SLSQP takes them: functions that are to be positive."""
    made = []
    for name, (low, high) in search.aims.limits.items():
        size = max(abs(end) for end in (low, high) if np.isfinite(end)) or 1.0
        for end, sign in ((low, 1.0), (high, -1.0)):
            if np.isfinite(end):
                made.append(_limit(search, slopes, name, end, sign / size))
    return made


def _limit(search: Search, slopes: Slopes, name: str, end: float, factor: float) -> dict[str, Any]:
    def room(x: np.ndarray) -> float:
        found = factor * (search.number(x, name) - end)
        return found if np.isfinite(found) else -BAD  # of a run that failed

    return {"type": "ineq", "fun": room, "jac": lambda x: factor * slopes.at(x)[name]}
