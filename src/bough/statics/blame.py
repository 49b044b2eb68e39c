"""Why a mechanism does not come to rest, in a sentence."""

from __future__ import annotations

import numpy as np

from bough.api.driven_motion import driven_motion
from bough.api.forces import force_powers
from bough.api.loop_forces import owners
from bough.errors import EquilibriumError, StateError
from bough.mechanism.checks import listing
from bough.mechanism.mechanism import Mechanism
from bough.statics.problem import Problem, Rest

SLOW = 1e-9  # speed, in rad/s or sizes of the mechanism a second, at which forces are told apart from dampers
SHARE = 0.1  # of the largest: what counts as a culprit


def refuse_moving(problem: Problem, rest: Rest) -> None:
    """Raise if drives move a loop, so that nothing can be at rest."""
    mechanism = problem.mechanism
    if not mechanism.loops or not mechanism.driven or not mechanism.is_timed:
        return
    closing = problem.closing(rest.q)
    speeds = np.abs(closing.rows.rates) / closing.units
    if speeds.max(initial=0.0) > 1e-9:
        loop = owners(mechanism)[int(speeds.argmax())]
        raise StateError(
            f"{_moving(mechanism, problem.time)} at t = {problem.time:g} s and takes the loop '{loop}' along, so "
            f"'{mechanism.name}' cannot be at rest; give frozen=True, by which drives stand still there."
        )


def _moving(mechanism: Mechanism, time: float) -> str:
    rates = np.abs(driven_motion(mechanism, time).rates)
    names = [name for name, rate in zip(mechanism.driven_names, rates, strict=True) if rate > 1e-9]
    return f"the drive of {listing(names)} moves"


def unbalanced(problem: Problem, start: Rest, rest: Rest, goes_on: bool) -> EquilibriumError:
    """The error for a search that found nothing: what is left, where, and by which forces; or what moved farthest."""
    mechanism = problem.mechanism
    # (only what loops and held joints do not carry)
    left = rest.basis / problem.units[:, None] ** 2 @ rest.unbalanced
    sizes = np.abs(left * problem.units)
    if goes_on:
        way = problem.way(rest.q, start.q)
        sizes = np.where(sizes > 1e-9 * sizes.max(), np.abs(way / problem.units), 0.0)
    places = [int(k) for k in np.argsort(-sizes) if sizes[k] >= SHARE * sizes.max()][:4]
    names = [mechanism.u_names[k] for k in places]
    worst = places[0]
    unit = "N" if mechanism.u_units[worst] == "m/s" else "N·m"
    culprits = _culprits(problem, rest, worst)
    by = f" by {listing(culprits)}" if culprits else ""
    how = "moves on without end" if goes_on else "comes to rest nowhere near this start"
    return EquilibriumError(
        f"'{mechanism.name}' {how}: {abs(left[worst]):.3g} {unit}{by} on '{names[0]}' stays unbalanced; hold "
        f"{listing(names)} by hold=, add what carries it, such as a spring or a stop, or start elsewhere.",
        q=rest.q,
        residuals={name: float(left[k]) for name, k in zip(names, places, strict=True)},
    )


def _culprits(problem: Problem, rest: Rest, place: int) -> list[str]:
    """The forces that push along a velocity, and gravity."""
    mechanism = problem.mechanism
    speed = SLOW * problem.units[place]
    slowly = np.zeros(mechanism.n)
    slowly[place] = speed
    powers = force_powers(mechanism, rest.q, slowly, time=problem.time) if mechanism.forces else np.zeros(0)
    pushes = powers / speed
    rest_of_it = -rest.needed[place] - pushes.sum()  # by weight, and by the inertia of what drives move
    largest = max(float(np.abs(pushes).max(initial=0.0)), abs(rest_of_it))
    found = [name for name, x in zip(mechanism.forces, pushes, strict=True) if abs(x) > SHARE * largest]
    if abs(rest_of_it) > SHARE * largest:
        found.append("gravity" if np.any(mechanism.gravity) else "moving drives")
    return found
