"""Curves of positions of rest over a parameter, by their length, so that they pass folds.

A point of a curve is a position q and a value p. The curve is followed along its tangent, the null vector of (K, ∂r/∂p),
and led back to it at right angles (Keller's pseudo-arclength). At a fold the parameter turns back. Where two curves
cross, the determinant of (K, ∂r/∂p) above the tangent changes its sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from bough.api.loop_forces import DEPENDENT
from bough.errors import MechanismError, SingularError, StateError
from bough.statics.problem import STEP, Problem, Rest
from bough.typing import Array, Coordinates

Family = Callable[[float], Problem]
MOST_CORRECTIONS = 12
NO_STEP = 1e-9  # a correction that is none
SHORTEST = 1e-7  # step along a curve, in radians, sizes of the mechanism, or shares of the parameter's range
FARTHER = 2.0  # how many times its step the next point of a curve may be away
STRAIGHT = 0.985  # cosine of the angle by which a curve may turn within a step
PAST, NEAR = 4.0 * STEP, 1e-2  # how far after a kink a curve goes on, in the parameter's range, and how near, in steps
MOST_LETTING, LONGEST_LETTING = 200, 0.2  # points and steps of a curve by which a mechanism is let go
SMALL = 1e-10  # what may be missing to balance, as a share of what a radian or the whole range of the parameter change
MOST_LOCATING, LOCATED = 60, 1e-11  # points on the way to a fold; length within which it is located
CLOSER = 6  # times that points come closer to a branch point


class Slopes(NamedTuple):
    """Derivatives at a position and a value."""

    rest: Rest
    stiffness: Array
    by_value: Array  # (n,): needed forces, while p grows through its range
    follow: Array  # (n,): velocities that keep loops closed meanwhile

    @property
    def wide(self) -> Array:
        """(K, ∂r/∂p)."""
        return np.column_stack((self.stiffness, self.rest.basis.T @ self.by_value))


class Point(NamedTuple):
    """A point of a curve."""

    value: float
    rest: Rest
    tangent: Array  # (n + 1,): change of the position in radians or sizes of the mechanism, and of p in its range
    slopes: Slopes
    crossing: float  # the least singular value of (K, ∂r/∂p) above the tangent, with the sign of the determinant
    corrections: int


class Tracer:
    """Follows curves of a family of problems."""

    def __init__(self, family: Family, span: tuple[float, float], enough: float, longest: float):
        """``span``: the parameter's range; ``enough``: what may be missing to balance; ``longest``: step."""
        self.low, self.high = min(span), max(span)
        self.family, self.span, self.enough, self.longest = family, self.high - self.low, enough, longest
        self.size = 1.0  # (of what a radian, or the whole range of the parameter, change)
        self.fault = ""  # what was wrong where no point was found, if that is known
        self._known: tuple[float, Problem] | None = None

    def problem(self, value: float) -> Problem:
        """The problem at a value of the parameter; the last one is kept."""
        if self._known is None or self._known[0] != value:
            self._known = value, self.family(value)
        return self._known[1]

    # --- points ---------------------------------------------------------------------------------------------------

    def first(self, q: Coordinates, value: float) -> Point:
        """The point of a position that is balanced."""
        slopes = self._slopes(q, value)
        # (a start without loads says nothing of those to come)
        self.size = max(float(np.abs(slopes.wide).max(initial=0.0)), 1e-300)
        self.enough = max(self.enough, SMALL * self.size)
        return self._point(value, slopes, self._tangent(slopes), 0)

    def from_point(self, point: Point, length: float) -> Point | None:
        """The point of the curve at a distance along the tangent; None if there is none."""
        value = point.value + length * point.tangent[-1] * self.span
        return self._near(point, value, length * point.tangent[:-1], point.tangent)

    def at_value(self, point: Point, value: float) -> Point | None:
        """The point of the curve at a value of the parameter, from one close to it."""
        share = (value - point.value) / (point.tangent[-1] * self.span)
        only = np.append(np.zeros(len(point.tangent) - 1), 1.0)
        return self._near(point, value, share * point.tangent[:-1], only)

    def _near(self, point: Point, value: float, step: Array, across: Array) -> Point | None:
        """The point of the curve that is at right angles to a direction from the end of a step."""
        self.fault = ""
        # (slopes of the last point do as a rule, but not where curves cross)
        tries = (self._corrected(point, value, step, across, known) for known in (point.slopes, None))
        return next((one for one in tries if one is not None), None)

    def _corrected(self, point: Point, value: float, step: Array, across: Array, slopes: Slopes | None) -> Point | None:
        q, before = point.rest.q, np.inf
        try:
            for k in range(MOST_CORRECTIONS):
                problem = self.problem(value)
                q = problem.closed(problem.moved(q, problem.units * step))
                slopes = self._slopes(q, value, slopes)
                along = (slopes.rest.basis / problem.units[:, None]).T @ across[:-1]
                matrix = np.vstack((slopes.wide, np.append(along, across[-1])))
                found = np.linalg.solve(matrix, np.append(-slopes.rest.unbalanced, 0.0))
                length = float(np.abs(found).max())
                # (where curves cross, rounding keeps corrections from becoming small)
                if slopes.rest.worst <= self.enough and (length <= NO_STEP or length > 0.5 * before):
                    slopes = self._slopes(q, value)
                    return self._point(value, slopes, self._tangent(slopes, point.tangent), k)
                if not np.isfinite(length) or length > 10.0 * self.longest:
                    return None
                before = length
                value += float(found[-1]) * self.span
                step = (slopes.rest.basis @ found[:-1] + slopes.follow * found[-1]) / problem.units
        except (StateError, MechanismError, SingularError) as error:
            self.fault = str(error)
        except np.linalg.LinAlgError:
            pass
        return None

    def _slopes(self, q: Coordinates, value: float, like: Slopes | None = None) -> Slopes:
        """Derivatives; those with respect to p as they were at a point ``like`` this one, which is enough on the way."""
        problem = self.problem(value)
        rest = problem.rest(q)
        stiffness = problem.stiffness(rest)
        if like is not None:
            return Slopes(rest, stiffness, like.by_value, like.follow)
        both = [self.family(value + sign * STEP * self.span) for sign in (1.0, -1.0)]
        follow = np.zeros(problem.mechanism.n)
        if problem.mechanism.loops:
            free, matrix = problem.free, problem.closing(q).matrix
            ahead, behind = (one.closing(q).gaps for one in both)
            opening = (ahead - behind) / (2.0 * STEP)
            follow[free] = -problem.units[free] * np.linalg.lstsq(matrix[:, free], opening, rcond=DEPENDENT)[0]
        places = problem.moved(q, np.vstack((STEP * follow, -STEP * follow)))
        ahead, behind = (one.open_forces(rest, places[k : k + 1])[0] for k, one in enumerate(both))
        return Slopes(rest, stiffness, (ahead - behind) / (2.0 * STEP), follow)

    def _tangent(self, slopes: Slopes, like: Array | None = None) -> Array:
        """The direction of the curve, as another one or with growing p."""
        units = self._known[1].units if self._known else 1.0
        null = np.linalg.svd(slopes.wide)[2][-1]
        change = (slopes.rest.basis @ null[:-1] + slopes.follow * null[-1]) / units
        tangent = np.append(change, null[-1])
        forward = tangent @ like if like is not None else null[-1]
        return -tangent if forward < 0.0 else tangent

    def _point(self, value: float, slopes: Slopes, tangent: Array, corrections: int) -> Point:
        rest, units = slopes.rest, self.problem(value).units
        along = np.append((rest.basis / units[:, None]).T @ tangent[:-1], tangent[-1])
        wide = slopes.wide
        matrix = np.vstack((wide / self.size, along))
        least = float(np.linalg.svd(matrix, compute_uv=False)[-1])
        return Point(float(value), rest, tangent, slopes, float(np.linalg.slogdet(matrix)[0]) * least, corrections)

    # --- curves ---------------------------------------------------------------------------------------------------

    def points(self, start: Point) -> Iterator[Point]:
        """The points after the first, up to that where p leaves its range; ends early where none is found."""
        length, point, is_past = 0.2 * self.longest, start, False
        while True:
            if length > SHORTEST:
                after = self._beside(point, length)
            elif is_past or (after := self._past_kink(point)) is None:
                return
            if after is None or (length > 1e-3 * self.longest and _cosine(point.tangent, after.tangent) < STRAIGHT):
                length *= 0.5
                continue
            if _cosine(point.tangent, after.tangent) < STRAIGHT and after.crossing * point.crossing < 0.0:
                after = turned(after)  # (a kink: the sign of the determinant tells which way goes on)
            if not self.low <= after.value <= self.high:
                end = self.low if after.value < self.low else self.high
                if abs(point.value - end) > 1e-12 * self.span and (last := self.at_value(point, end)):
                    yield last
                return
            yield after
            if is_past := length <= SHORTEST:
                length = 1e-3 * self.longest
            elif after.corrections <= 3:
                length = min(1.5 * length, self.longest)
            point = after

    def _beside(self, point: Point, length: float) -> Point | None:
        """The point of the curve after a step; None if there is none, or one only elsewhere, beyond a jump."""
        after = self.from_point(point, length)
        if after is None or np.linalg.norm(self._way(point, after)) > FARTHER * length * np.linalg.norm(point.tangent):
            return None
        return after

    def _past_kink(self, point: Point) -> Point | None:
        """The point a little after one at which the curve may turn by more than a right angle, as where a rate jumps."""
        value = point.value + math.copysign(PAST * self.span, point.tangent[-1])
        after = self.at_value(point, value) if point.tangent[-1] and self.low <= value <= self.high else None
        if after is None or np.abs(self._way(point, after)[:-1]).max(initial=0.0) > NEAR * self.longest:
            return None
        return after

    def fold(self, before: Point, after: Point) -> Point | None:
        """The point between two at which p turns back, by the rule of false position (Illinois)."""
        low, high = 0.0, self.length(before, after)
        at_low, at_high = before.tangent[-1], after.tangent[-1]
        found = None
        for _ in range(MOST_LOCATING):
            length = (low * at_high - high * at_low) / (at_high - at_low)
            one = self.from_point(before, length)
            if one is None:
                break
            found, turning = one, one.tangent[-1]
            if turning * at_high < 0.0:
                low, at_low = high, at_high
            else:
                at_low *= 0.5
            high, at_high = length, turning
            if abs(high - low) < LOCATED or abs(turning) < LOCATED:
                break
        return found

    def branch(self, before: Point, after: Point) -> Point:
        """The point between two at which another curve crosses.

        Corrections fail close to it. So both points come closer by shares of the way, and a cubic is laid between them.
        """
        for _ in range(CLOSER):
            length = self.length(before, after)
            share = before.crossing / (before.crossing - after.crossing)
            nearer = (
                self.from_point(before, 0.7 * share * length),
                self.from_point(after, -0.7 * (1.0 - share) * length),
            )
            if nearer[0] is not None and nearer[0].crossing * before.crossing > 0.0:
                before = nearer[0]
            if nearer[1] is not None and nearer[1].crossing * after.crossing > 0.0:
                after = nearer[1]
        x, length = before.crossing / (before.crossing - after.crossing), self.length(before, after)
        ends = x * x * (3.0 - 2.0 * x) * self._way(before, after)
        slopes = x * (1.0 - x) ** 2 * before.tangent - x * x * (1.0 - x) * after.tangent
        change = ends + length * slopes
        value = before.value + float(change[-1]) * self.span
        problem = self.problem(value)
        q = problem.closed(problem.moved(before.rest.q, problem.units * change[:-1]))
        found = self._slopes(q, value)
        return self._point(value, found, (1.0 - x) * before.tangent + x * after.tangent, 0)

    def _way(self, before: Point, after: Point) -> Array:
        """From one point to another, in the units of tangents."""
        problem, q = self.problem(before.value), before.rest.q
        moved = problem.way(q, after.rest.q) / problem.units
        return np.append(moved, (after.value - before.value) / self.span)

    def length(self, before: Point, after: Point) -> float:
        """The distance of two points along the tangent of the first."""
        return float(self._way(before, after) @ before.tangent) / float(before.tangent @ before.tangent)


def turned(point: Point) -> Point:
    """A point of a curve that is followed the other way."""
    return point._replace(tangent=-point.tangent, crossing=-point.crossing)


def _cosine(a: Array, b: Array) -> float:
    return float(a @ b) / float(np.linalg.norm(a) * np.linalg.norm(b))


def let_go(problem: Problem, rest: Rest, enough: float) -> tuple[Rest | None, int]:
    """Where a mechanism comes to that is held at a position and let go slowly: a curve over the share that is let go.

    The joint forces that hold it there are scaled from one to zero. None if it does not come to rest. And the number of
    points on the way.
    """
    held = rest.needed - rest.carried
    tracer = Tracer(lambda share: problem.pushed((1.0 - share) * held), (-1.0, 1.0), enough, LONGEST_LETTING)
    count = 0
    try:
        start = tracer.first(rest.q, 0.0)
    except (SingularError, np.linalg.LinAlgError):
        return None, count
    for point in islice(tracer.points(start), MOST_LETTING):
        count += 1
        if point.value == 1.0:
            return problem.rest(point.rest.q), count
    return None, count
