"""Inverse kinematics by names: positions of a mechanism at which its bodies are where they shall be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from bough.api.drive_following import assembled_along
from bough.api.loops import assemble, free_velocities, names_of, velocities_of
from bough.api.operation import state_array, time_array
from bough.compiled.progress import progress_bar
from bough.errors import StateError, UnreachedError
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.limits import limits_of
from bough.mechanism.mechanism import Mechanism
from bough.reach.goals import METRES, Goal
from bough.reach.problem import Problem
from bough.reach.result import Reach, errors_of
from bough.reach.search import Found, searched
from bough.reach.targets import Target, goals_of, rate_places
from bough.typing import Array, ByName, Coordinates, CoordinatesLike, TimeLike

TOUCH = 1e-9  # radians or metres from a limit that count as at it
RESTARTS = 32


def reach(
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
    """Coordinates at which bodies are where they shall be: inverse kinematics, near q, with loops closed.

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
        raise StateError(f"reach takes a bough.Mechanism, not {shown(mechanism)}.")
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
    free = free_velocities(mechanism, hold)
    ends = _ends(mechanism, limits)
    times = np.broadcast_to(times, (count,)).astype(float)
    start = np.broadcast_to(_start(mechanism, q if given is None else given), (count, mechanism.n_q)).copy()
    if given is None and mechanism.loops and mechanism.driven:
        _go_along(mechanism, q, hold, start[: 1 if follow else None], times)
    problem = Problem(
        mechanism, goals, free, _of_velocities(mechanism, ends), _weights(mechanism, weights), times, start
    )
    _begin(problem, start, hold)
    tries = restarts if restarts is not None else 0 if follow else RESTARTS
    with progress_bar(None, f"reaching targets of '{mechanism.name}'") as report:
        found = (_followed if follow else _all)(problem, tries, seed, tolerance, report)
    result = _result(problem, found, ends, single, tolerance)
    if on_failure == "raise" and result.message:
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
            problem.start[k] = np.where(problem.kept, problem.start[k], parts[-1].q[0])
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
    problem.clip(start)
    if not problem.mechanism.loops or not len(start):
        return
    lanes = np.arange(len(start))
    closed, fine = problem.closed(start, lanes)
    start[:] = closed
    for k in np.flatnonzero(~fine):  # (from further away, or an error that says which loop does not close)
        start[k] = assemble(problem.mechanism, start[k], hold=hold, time=float(problem.times[k]))
        problem.clip(start[k : k + 1])
    closed, fine = problem.closed(start, lanes)
    start[fine] = closed[fine]


def _weights(mechanism: Mechanism, weights: Mapping[str, float] | None) -> Array:
    found = np.ones(mechanism.n)
    for name, weight in (weights or {}).items():
        if not isinstance(weight, int | float) or not 0.0 < weight < math.inf:
            raise StateError(f"weights: '{name}' must be a positive number, not {shown(weight)}.")
        found[list(velocities_of(mechanism, name, "weights"))] = weight
    return found


def _ends(mechanism: Mechanism, limits: Any) -> tuple[Array, Array]:
    """The lower and upper limits of all coordinates."""
    low, high = np.full(mechanism.n_q, -math.inf), np.full(mechanism.n_q, math.inf)
    if limits is False:
        return low, high
    own = {name: ends for name, ends in limits_of(mechanism).items() if name in mechanism.q_places}
    if limits is not True and not isinstance(limits, Mapping):
        raise StateError(
            f"limits must be True, False, or ranges by name, as in {{'elbow': (0, 2)}}, not {shown(limits)}."
        )
    rates = set(rate_places(mechanism).tolist())
    for name, ends in {**own, **({} if limits is True else limits)}.items():
        places = mechanism.q_places.get(name, range(0))
        if not len(places):
            raise StateError(f"limits: no coordinate {shown(name)}: {remedy(name, mechanism.q_names)}")
        if len(places) > 1 or places[0] not in rates:
            one = [mechanism.q_names[k] for k in places if k in rates]
            raise StateError(f"limits: '{name}' is not one coordinate with a rate; those of it are {listing(one)}.")
        try:
            lower, upper = (
                math.copysign(math.inf, k) if x is None else float(x) for k, x in zip((-1, 1), ends, strict=True)
            )
        except (TypeError, ValueError):
            raise StateError(f"limits: '{name}' must be two numbers, lower and upper, not {shown(ends)}.") from None
        if not lower <= upper:
            raise StateError(f"limits: the lower limit {lower:g} of '{name}' is not below the upper one {upper:g}.")
        low[places[0]], high[places[0]] = lower, upper
    return low, high


def _of_velocities(mechanism: Mechanism, ends: tuple[Array, Array]) -> tuple[Array, Array]:
    places = rate_places(mechanism)
    low = np.array([ends[0][k] if k >= 0 else -math.inf for k in places])
    return low, np.array([ends[1][k] if k >= 0 else math.inf for k in places])


def _result(problem: Problem, found: Found, ends: tuple[Array, Array], single: bool, tolerance: float) -> Reach:
    states = problem.states(found.q, np.arange(len(found.q)))
    off = {k: goal.error(states) for k, goal in enumerate(problem.goals)}
    reached = np.ones(len(found.q), bool)
    for k, goal in enumerate(problem.goals):
        if not goal.soft:
            reached &= off[k] <= tolerance * (problem.size if goal.unit == METRES else 1.0)
    touched = (found.q >= ends[1] - TOUCH).astype(int) - (found.q <= ends[0] + TOUCH).astype(int)
    goals = list(problem.goals)
    soft = frozenset(goal.name for goal in goals if goal.soft)
    errors, units = errors_of(goals, off, single), dict.fromkeys((goal.name for goal in goals), METRES)
    units |= {goal.name: goal.unit for goal in goals if not goal.turns}
    fixed = problem.fixed(found.q)
    if single:
        passes = int(found.passes[0])
        return Reach(
            problem.mechanism, found.q[0], bool(reached[0]), errors, touched[0], passes, ends, units, soft, fixed
        )
    return Reach(problem.mechanism, found.q, reached, errors, touched, found.passes, ends, units, soft, fixed)
