"""Curves of equilibria over a parameter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from bough.api.kinematics import potential_energy
from bough.api.loops import names_of
from bough.compiled.progress import progress_bar
from bough.errors import StateError
from bough.mechanism.checks import listing, shown
from bough.mechanism.mechanism import Mechanism
from bough.statics.blame import refuse_moving
from bough.statics.curve import Continuation, Special
from bough.statics.finding import CONTINUATION, newton
from bough.statics.problem import Problem, Rest
from bough.statics.resting import BALANCED, Held, described, find, finite_time, problem_of
from bough.statics.result import Equilibrium, directions_by_name
from bough.statics.stability import stability_of
from bough.statics.tracing import Point, Tracer, turned
from bough.statics.variants import Parameter, Variants, variants_of
from bough.typing import Array, ByName, CoordinatesLike

FOLD, BRANCH = "fold", "branch"
MOST_OTHER = 1000  # points of the other curve through a branch point, each way
COMPLETED, CLOSED, UNFINISHED = "completed", "closed", "unfinished"
INTERRUPTED, BROKEN = "interrupted", "broken"
AHEAD = 0.1  # rad, or sizes of the mechanism, over which a direction has to be free
UNLOADED = 1e-8  # of the loads: what may act along it


class Judged(NamedTuple):
    """A point of a curve with what is told of it."""

    point: Point
    stability: str
    energy: float


class Trace(NamedTuple):
    """What was found along a curve."""

    points: list[Judged]
    special: list[tuple[str, Point]]
    status: str


def continuation(
    mechanism: Mechanism | None,
    parameter: Parameter,
    span: Iterable[float],
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Held = (),
    time: float = 0.0,
    frozen: bool = False,
    within: Iterable[float] | None = None,
    step: float = 0.05,
    points: int = 1000,
) -> Continuation:
    """The curve of equilibria over a parameter, from the equilibrium near q at the first value of ``span``.

    ``parameter``: a number of the mechanism by name, as in :meth:`Mechanism.with_parameters` (``spring.stiffness``,
    ``load.force.z``, ``gravity.z``), "time", or a function that gives a mechanism for each value (``mechanism`` is then
    None). ``span``: the values at which the curve begins and ends. It is followed by its length, so it passes folds, and
    ends where the parameter leaves the range ``within`` (by default the span). ``step``: the longest step along the curve, in radians, sizes of the
    mechanism, or shares of the range. ``points``: the most there may be. The rest is as in :func:`equilibrium`.
    """
    first, last = _span(span, "span")
    low, high = sorted((first, last) if within is None else _span(within, "within"))
    if not low <= first <= high:
        raise StateError(f"the curve begins at {first:g}, outside within={shown(within)}; widen it.")
    step, points = _positive(step, "step"), int(_positive(points, "points"))
    variants = variants_of(mechanism, parameter, names_of(hold), finite_time(time), frozen, first)
    with variants.code():
        own = variants.mechanism_at(first)
        start = problem_of(own, q, hold, variants.time_at(first), variants.moving_at(first))[1]
        problem = variants.problem(first)
        rest = find(problem, start, False).rest
        pins, load = _free_motions(problem, rest), problem.load(rest)
        tracer = Tracer(lambda value: variants.problem(value).pinned(pins), (low, high), BALANCED * load, step)
        begin = tracer.first(rest.q, first)
        if begin.tangent[-1] * (last - first) < 0.0:
            begin = turned(begin)
        with progress_bar(None, f"equilibria over {variants.name}") as report:
            found = follow(tracer, begin, points, report)
        return _described(variants, tracer, found)


def _free_motions(problem: Problem, rest: Rest) -> Array | None:
    """Directions (n, …) in which a mechanism at rest may be moved on and on; None if there are none.

    Along a curve it stays where it is in them, as nothing tells where else it should be.
    """
    load = problem.load(rest)
    found = []
    for column in stability_of(problem.linear(rest), load, problem.exact).free.T:
        direction = rest.basis @ column / np.abs(column).max()
        try:
            beside = problem.rest(problem.closed(problem.moved(rest.q, AHEAD * direction)))
        except StateError:
            continue
        if beside.worst <= UNLOADED * load:
            found.append(direction)
    return np.column_stack(found) if found else None


def equilibria_at(curve: Continuation, value: float) -> list[Equilibrium]:
    """The equilibria of a curve at a value."""
    variants, tracer, found = curve.variants, curve.tracer, []
    value = _number(value, "value")
    with variants.code():
        problem = variants.problem(value)
        for before, after in zip(curve.points[:-1], curve.points[1:], strict=True):
            if (before.value - value) * (after.value - value) > 0.0 or after.value == value != curve.values[-1]:
                continue
            near = before if abs(before.value - value) <= abs(after.value - value) else after
            point = tracer.at_value(near, value) if near.value != value else near
            if point is None:
                continue
            one = newton(problem, problem.rest(point.rest.q), tracer.enough)._replace(how=CONTINUATION)
            found.append(described(problem, one, curve.mechanism, variants.frozen))
    return found


def other_curve(curve: Continuation, special: Special) -> Continuation:
    """The curve that crosses another at a branch point, in both directions."""
    variants, tracer = curve.variants, curve.tracer
    with variants.code():
        other = _across(special.point, variants.problem(special.value))
        # (two curves meet here, so that the sign tells nothing)
        start = special.point._replace(tangent=other, crossing=math.nan)
        with progress_bar(None, f"equilibria over {variants.name}") as report:
            ahead, behind = (follow(tracer, one, MOST_OTHER, report) for one in (start, turned(start)))
        points = [*(one._replace(point=turned(one.point)) for one in behind.points[:0:-1]), *ahead.points]
        status = next(
            (s for s in (INTERRUPTED, BROKEN, UNFINISHED, CLOSED) if s in (ahead.status, behind.status)), COMPLETED
        )
        found = Trace(points, [*behind.special[::-1], *ahead.special], status)
        return _described(variants, tracer, found)


def follow(tracer: Tracer, start: Point, most: int, report: Callable[..., None]) -> Trace:
    """The curve from a point on; Ctrl-C ends it early."""
    first = _judged(tracer, start)
    assert first is not None  # (it was found to be at rest)
    trace = Trace([first], [], UNFINISHED)
    try:
        return trace._replace(status=_followed(tracer, trace, most, report))
    except KeyboardInterrupt:
        return trace._replace(status=INTERRUPTED)


def _followed(tracer: Tracer, trace: Trace, most: int, report: Callable[..., None]) -> str:
    """Adds points to a trace, and tells how it ended."""
    found, start = trace.points, trace.points[0].point
    steps = tracer.points(start)
    while len(found) < most:
        before, point = found[-1].point, next(steps, None)
        if point is None:
            return COMPLETED if len(found) > 1 and before.value in (tracer.low, tracer.high) else BROKEN
        if (judged := _judged(tracer, point)) is None:
            return BROKEN
        found.append(judged)
        if kind := _kind(before, point):
            there = (tracer.fold if kind == FOLD else tracer.branch)(before, point)
            if there is not None:
                trace.special.append((kind, there))
        if len(found) > 3 and _returned(tracer, start, before, point):
            return CLOSED
        report(abs(point.value - start.value) / tracer.span)
    return UNFINISHED


def _judged(tracer: Tracer, point: Point) -> Judged | None:
    """None if it is no rest: something acts along a direction that was free, or drives move a loop."""
    problem = tracer.problem(point.value)
    whole, rest = problem.pinned(None), point.rest
    load = problem.load(rest)
    if whole is not problem and (rest := whole.rest(rest.q)).worst > max(UNLOADED * load, tracer.enough):
        tracer.fault = f"nothing carries what acts along {_pinned(problem)}, which was free; hold it by hold=, or add what carries it."
        return None
    try:
        refuse_moving(problem, rest)
    except StateError as error:
        tracer.fault = str(error)
        return None
    state = stability_of(whole.linear(rest), load, problem.exact)
    return Judged(point, state.kind, float(potential_energy(problem.mechanism, rest.q, time=problem.time)))


def _kind(before: Point, after: Point) -> str:
    if math.isnan(before.crossing):
        return ""
    if before.crossing * after.crossing < 0.0:
        return BRANCH
    return FOLD if before.tangent[-1] * after.tangent[-1] < 0.0 else ""


def _returned(tracer: Tracer, start: Point, before: Point, point: Point) -> bool:
    """Whether a curve has passed its start in the same direction."""
    near = float(np.abs(point.rest.q - start.rest.q).max(initial=0.0)) + abs(point.value - start.value) / tracer.span
    if near > 3.0 * tracer.longest or float(start.tangent @ point.tangent) <= 0.0:
        return False
    return tracer.length(start, before) < 0.0 <= tracer.length(start, point)


def _described(variants: Variants, tracer: Tracer, found: Trace) -> Continuation:
    name, points = variants.name, [one.point for one in found.points]
    end = points[-1].value
    message = {
        COMPLETED: "",
        CLOSED: "the curve returned to its start.",
        UNFINISHED: f"at {name} = {end:g} it has {len(points)} points; allow more points=, or a longer step=.",
        INTERRUPTED: f"it was interrupted at {name} = {end:g}.",
        BROKEN: f"no equilibrium was found next to {name} = {end:g}: "
        f"{tracer.fault or 'a force may jump there, or loops no longer close.'}",
    }[found.status]
    folds, branches = (
        tuple(_special(variants, kind, point) for kind, point in found.special if kind == wanted)
        for wanted in (FOLD, BRANCH)
    )
    return Continuation(
        variants.mechanism,
        name,
        np.array([point.value for point in points]),
        np.array([point.rest.q for point in points]),
        np.array([one.stability for one in found.points]),
        np.array([one.energy for one in found.points]),
        folds,
        branches,
        found.status,
        message,
        tuple(points),
        variants,
        tracer,
    )


def _pinned(problem: Problem) -> str:
    """The velocities along which a curve does not move."""
    assert problem.pins is not None
    sizes = np.abs(problem.pins / problem.units[:, None]).max(axis=1)
    return listing([name for name, size in zip(problem.mechanism.u_names, sizes, strict=True) if size > 0.1])


def _special(variants: Variants, kind: str, point: Point) -> Special:
    problem = variants.problem(point.value)
    direction = point.tangent if kind == FOLD else _across(point, problem)
    named = directions_by_name(problem.mechanism, (problem.units * direction[:-1])[:, None], problem.units)[0]
    return Special(kind, point.value, point.rest.q, named, variants.mechanism, point)


def _across(point: Point, problem: Problem) -> Array:
    """The direction of the other curve through a crossing: in the plane of both, at right angles to this one."""
    plane = np.linalg.svd(point.slopes.wide)[2][-2:]
    own = np.append(problem.along(point.rest, problem.units * point.tangent[:-1]), point.tangent[-1])
    parts = plane @ own
    other = plane.T @ np.array((-parts[1], parts[0]))
    other /= np.linalg.norm(other)
    return np.append(point.rest.basis @ other[:-1] / problem.units, other[-1])


def _span(span: Any, name: str) -> tuple[float, float]:
    try:
        first, last = (float(x) for x in span)
    except (TypeError, ValueError):
        first = last = math.nan
    if not (math.isfinite(first) and math.isfinite(last)) or first == last:
        raise StateError(f"{name} must be two different finite values of the parameter, not {shown(span)}.")
    return first, last


def _number(value: Any, name: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise StateError(f"{name} must be a finite number, not {shown(value)}.")
    return number


def _positive(value: Any, name: str) -> float:
    number = _number(value, name)
    if number <= 0.0:
        raise StateError(f"{name} must be positive, not {shown(value)}.")
    return number
