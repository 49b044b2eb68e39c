"""Inverse kinematics: positions of a mechanism for given targets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from bough.api.drive_following import assembled_along
from bough.api.loops import assemble, names_of
from bough.api.operation import state_array, time_array
from bough.compiled.progress import progress_bar
from bough.errors import StateError, UnreachedError
from bough.mechanism.checks import shown
from bough.mechanism.generators import checked_seed
from bough.mechanism.mechanism import Mechanism
from bough.reach.goals import METRES, Goal
from bough.reach.problem import Problem
from bough.reach.result import Reach, errors_of
from bough.reach.scope import scope_of
from bough.reach.search import Found, searched
from bough.reach.targets import Target, goals_of
from bough.typing import Array, ByName, Coordinates, CoordinatesLike, TimeLike

RESTARTS = 32


def inverse_kinematics(
    mechanism: Mechanism,
    targets: Mapping[str, Any] | Iterable[Target] | Target,
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Iterable[str] = (),
    limits: bool | Mapping[str, tuple[float | None, float | None]] = True,
    weights: Mapping[str, float] | None = None,
    time: TimeLike = 0.0,
    follow: bool = False,
    restarts: int | None = None,
    seed: int = 0,
    tolerance: float = 1e-9,
    on_failure: str = "raise",
) -> Reach:
    """Solve inverse kinematics for given targets, near q, with loops closed.

    ``targets``: by name. Three numbers are the place of a body's origin (``"hand"``) or of a point of it
    (``"hand(0, 0, 0.1)"``), one number is the value of a coordinate (``"elbow"``) or a component (``"hand.z"``), a 4 x 4
    matrix is a pose; a :class:`Target` says more: rotations, axes, weights, places seen from another body, soft targets.
    With one row more in front, (B, 3), they are a batch: its states are searched side by side, or with ``follow`` one
    after the other, each from the last, as points of a path.

    q: where the search starts, by default the mechanism's own start; also a batch. Joints that the targets leave free
    stay near it; ``weights`` of joints, by name, make them move less. Joints in ``hold`` do not move. ``limits``: True
    for those of the mechanism (:class:`JointLimit`), False for none, or ranges by name that go before them.

    ``restarts``: random positions (``seed``) from which the search starts again where it fails; by default 32, and none
    with ``follow``. ``tolerance``: errors, in rad or as a share of the machine's size, that count as reached. If a target
    is not reached, :class:`UnreachedError` says which and by how much, and holds the nearest positions in ``result``;
    ``on_failure="return"`` returns them.
    """
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"inverse_kinematics takes a bough.Mechanism, not {shown(mechanism)}.")
    if on_failure not in ("raise", "return"):
        raise StateError(f"on_failure must be 'raise' or 'return', not {on_failure!r}.")
    if not isinstance(tolerance, int | float) or not 0.0 < tolerance < math.inf:
        raise StateError(f"tolerance must be a positive number, not {shown(tolerance)}.")
    if restarts is not None and (not isinstance(restarts, int) or restarts < 0):
        raise StateError(f"restarts must be a whole number, 0 for none, not {shown(restarts)}.")
    goals = goals_of(mechanism, targets)
    times = time_array(time)
    given = None if isinstance(q, Mapping | None) else state_array(mechanism, "q", q)
    count = _states(goals, given, times)
    single, count = count is None, 1 if count is None else count
    hold = names_of(hold)
    scope = scope_of(mechanism, hold, limits, weights)
    times, start = np.full(count, times), np.empty((count, mechanism.n_q))
    start[:] = _start(mechanism, q if given is None else given)
    if given is None and mechanism.loops and mechanism.driven:
        _go_along(mechanism, q, hold, start[: 1 if follow else None], times)
    problem = Problem(scope, goals, times, start)
    _begin(problem, start, hold)
    seed = checked_seed(seed)
    tries = restarts if restarts is not None else 0 if follow else RESTARTS
    with progress_bar(None, f"reaching targets of '{mechanism.name}'") as report:
        found = (_followed if follow else _all)(problem, tries, seed, tolerance, report)
    result = _result(problem, found, single, tolerance)
    if on_failure == "raise" and not np.all(result.reached):
        raise UnreachedError(result.message, result)
    return result


def _all(problem: Problem, restarts: int, seed: int, tolerance: float, report: Callable[[float], None]) -> Found:
    """All states side by side."""
    lanes = np.arange(len(problem.start))
    return searched(problem, lanes, problem.start, restarts, seed, tolerance, report)


def _followed(problem: Problem, restarts: int, seed: int, tolerance: float, report: Callable[[float], None]) -> Found:
    """One state after the other, each from the last."""
    parts: list[Found] = []
    count = len(problem.start)
    for k in range(count):
        if parts:
            problem.start[k] = np.where(problem.scope.kept, problem.start[k], parts[-1].q[0])
        start = problem.start[k : k + 1]
        if parts and problem.mechanism.loops:
            start, _ = problem.closed(start, np.array([k]))
        report(k / count)
        parts.append(searched(problem, np.array([k]), start, restarts, seed, tolerance, lambda _: None))
    if not parts:
        return _all(problem, restarts, seed, tolerance, report)
    return Found(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("q", "residuals", "passes")))


def _states(goals: list[Goal], q: Array | None, times: Array) -> int | None:
    """How many states there are; None if nothing is a batch."""
    sizes = {f"target '{goal.name}' ({goal.unit})": goal.states for goal in goals if goal.states is not None}
    if q is not None and q.ndim == 2:
        sizes["q"] = len(q)
    if times.ndim:
        sizes["time"] = len(times)
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise StateError(f"the batches have different numbers of states ({told}); give each the same, or one for all.")
    return next(iter(sizes.values()), None)


def _start(mechanism: Mechanism, q: Any) -> Coordinates:
    if isinstance(q, Mapping | None):
        return mechanism.coordinates({**mechanism.q0, **(q or {})})
    if not np.isfinite(q).all():
        raise StateError("q has an entry that is NaN or infinite; give finite numbers to start from.")
    return mechanism.normalised(q)


def _go_along(mechanism: Mechanism, q: Any, hold: tuple[str, ...], start: Coordinates, times: Array) -> None:
    """Bring starts to where drives take the loops from the mechanism's own start up to their times, in place."""
    for time in np.unique(times[: len(start)]):
        start[times[: len(start)] == time] = assembled_along(mechanism, q, hold=hold, time=float(time))


def _begin(problem: Problem, start: Coordinates, hold: tuple[str, ...]) -> None:
    """Bring starts within limits, and close their loops, in place."""
    problem.scope.clip(start)
    if not problem.mechanism.loops or not len(start):
        return
    lanes = np.arange(len(start))
    closed, fine = problem.closed(start, lanes)
    start[:] = closed
    for k in np.flatnonzero(~fine):  # (from further away, or an error that says which loop does not close)
        start[k] = assemble(problem.mechanism, start[k], hold=hold, time=float(problem.times[k]))
        problem.scope.clip(start[k : k + 1])
    closed, fine = problem.closed(start, lanes)
    start[fine] = closed[fine]


def _result(problem: Problem, found: Found, single: bool, tolerance: float) -> Reach:
    states = problem.states(found.q, np.arange(len(found.q)))
    off = [goal.error(states) for goal in problem.goals]
    reached = np.full(len(found.q), True)
    for goal, error in zip(problem.goals, off, strict=True):
        if not goal.soft:
            reached &= error <= tolerance * (problem.size if goal.unit == METRES else 1.0)
    low, high = problem.scope.touching
    touched = (found.q >= high).astype(int) - (found.q <= low)
    return Reach(
        problem.mechanism,
        found.q[0] if single else found.q,
        bool(reached[0]) if single else reached,
        errors_of(problem.goals, off, single),
        touched[0] if single else touched,
        int(found.passes[0]) if single else found.passes,
        problem.scope.ends,
        {goal.name: METRES for goal in problem.goals}
        | {goal.name: goal.unit for goal in problem.goals if not goal.turns},
        frozenset(goal.name for goal in problem.goals if goal.soft),
        problem.fixed(found.q),
    )
