"""From a start to a position of rest: Newton's method, then letting go slowly, then a damped motion."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.errors import SingularError, StateError
from bough.statics.problem import Problem, Rest
from bough.statics.tracing import let_go
from bough.typing import Array, Coordinates

NEWTON, CONTINUATION, DAMPED = "newton", "continuation", "damped motion"
MOST_PASSES, MOST_TRIES, LONGEST = (
    60,
    40,
    0.5,
)  # of Newton's method, and steps tried in each; length of a step, in radians or sizes of the mechanism
MOST_DAMPED, FAR, FARTHEST = (
    1000,
    1e2,
    1e5,
)  # steps of a damped motion; a long way, and where it is given up, in the same units
EVEN = 1e-2  # the share of the mean mass that every direction has at least as a damper
NUDGE = 1e-2  # away from an unstable position, in the same units


class Found(NamedTuple):
    """Where a search ended."""

    rest: Rest
    how: str
    iterations: int
    is_balanced: bool
    goes_on: bool = False  # whether a damped motion went on without end


def stepped(problem: Problem, rest: Rest, step: Array) -> Rest | None:
    """The forces after a step along the directions that are left; None where loops do not close or nothing is known."""
    try:
        return problem.rest(problem.closed(problem.moved(rest.q, rest.basis @ step)))
    except (StateError, SingularError):
        return None


def shortened(step: Array, longest: float) -> Array:
    """A step, no longer than so many radians or sizes."""
    length = float(np.abs(step).max(initial=0.0))
    return step * (longest / length) if length > longest else step


def newton(problem: Problem, rest: Rest, enough: float) -> Found:
    """Newton's method; where it does not lead to smaller forces, Levenberg's and Marquardt's shorter steps."""
    if not len(rest.unbalanced):
        return Found(rest, NEWTON, 0, True)
    damping = 0.0
    for k in range(MOST_PASSES):
        stiffness = problem.stiffness(rest)
        size = float(np.linalg.norm(stiffness, 2)) if stiffness.size else 0.0
        tries = 1 if rest.worst <= enough else MOST_TRIES  # (one more step takes away what rounding leaves)
        for _ in range(tries):
            matrix = np.vstack((stiffness, damping * size * np.eye(len(stiffness))))
            wanted = np.append(-rest.unbalanced, np.zeros(len(stiffness)))
            step = np.asarray(np.linalg.lstsq(matrix, wanted, rcond=1e-13)[0], float)
            after = stepped(problem, rest, shortened(step, LONGEST))
            if after is not None and after.worst < (1.0 - 1e-4) * rest.worst:
                break
            damping = max(10.0 * damping, 1e-4)
        else:
            return Found(rest, NEWTON, k, rest.worst <= enough)
        rest, damping = after, damping / 10.0 if damping > 1e-6 else 0.0
    return Found(rest, NEWTON, MOST_PASSES, rest.worst <= enough)


def continued(problem: Problem, rest: Rest, enough: float) -> Found:
    """The mechanism is held where it is and let go slowly."""
    end, points = let_go(problem, rest, enough)
    if end is None:
        return Found(rest, CONTINUATION, points, False)
    found = newton(problem, end, enough)
    return found._replace(how=CONTINUATION, iterations=points + found.iterations)


def damped(problem: Problem, rest: Rest, enough: float) -> Found:
    """A motion in which dampers in proportion to the masses hold back all that moves, by implicit steps that grow.

    (D/h + K) y = -r. A step counts if the forces do work along it. The larger h, the more it is Newton's, but never
    uphill: it comes to rest in a stable position as a rule, or goes on for ever.
    """
    pace, longest, way, k = 0.0, LONGEST, 0.0, 0
    while k < MOST_DAMPED and way < FARTHEST and rest.worst > enough:
        stiffness, drag = problem.stiffness(rest), _drag(problem.mass(rest))
        pace = pace or 0.1 * longest / float(np.abs(np.linalg.solve(drag, rest.unbalanced)).max())
        for _ in range(MOST_TRIES):
            k += 1
            step = np.asarray(np.linalg.solve(drag / pace + stiffness, -rest.unbalanced), float)
            if (length := float(np.abs(step).max())) > longest:
                pace *= 0.9 * longest / length
                continue
            after = stepped(problem, rest, step)
            if (
                after is not None
                and step @ rest.unbalanced + problem.along(after, rest.basis @ step) @ after.unbalanced < 0
            ):
                break
            pace, longest = pace / 4.0, longest / 4.0
        else:
            break
        is_expected = after.worst <= 1.5 * np.linalg.norm(rest.unbalanced + stiffness @ step) + 0.1 * rest.worst
        longest, pace = (2.0 * longest, 4.0 * pace) if is_expected else (longest, 1.5 * pace)
        way += length
        rest = after
    if rest.worst <= enough:
        rest = newton(problem, rest, enough).rest
    return Found(rest, DAMPED, k, rest.worst <= enough, way >= FAR)


def _drag(mass: Array) -> Array:
    """The masses as dampers, with a little everywhere: a direction without mass would run ahead of all others."""
    return mass + EVEN * max(float(np.trace(mass)) / len(mass), 1e-300) * np.eye(len(mass))


def nudged(problem: Problem, rest: Rest, direction: Array) -> Coordinates:
    """A position beside an unstable one."""
    step = direction * (NUDGE / max(float(np.abs(direction).max()), 1e-300))
    return problem.closed(problem.moved(rest.q, rest.basis @ step))
