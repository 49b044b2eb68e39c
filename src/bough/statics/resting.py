"""Where a mechanism rests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.drive_following import assembled_along
from bough.api.drives import driven_rows, forces_of_motion
from bough.api.kinematics import potential_energy
from bough.api.loop_forces import loop_forces, loop_gaps, machine_size
from bough.api.loops import free_velocities, names_of
from bough.api.operation import state_array
from bough.api.tangent import Distinct
from bough.compiled.progress import progress_bar
from bough.errors import BoughError, EquilibriumError, SingularError, StateError
from bough.mechanism.checks import finite, shown
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.statics.blame import refuse_moving, unbalanced
from bough.statics.finding import Found, continued, damped, newton, nudged
from bough.statics.problem import Problem, Rest
from bough.statics.result import Equilibrium, Reaction, directions_by_name, plain_basis
from bough.statics.stability import UNSTABLE, Stability, stability_of
from bough.statics.stopping import stopped
from bough.typing import ByName, Coordinates, CoordinatesLike

BALANCED = 1e-10  # what may be left of the loads
LASTS = 1e-6  # what may be left of them later
LATER = (0.01, 0.1, 0.37, 1.0)  # seconds
MOST_NUDGES = 8  # away from unstable positions

Held = Iterable[str] | Mapping[str, Any]


def equilibrium(
    mechanism: Mechanism,
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Held = (),
    time: float = 0.0,
    stable: bool = False,
    frozen: bool = False,
) -> Equilibrium:
    """A position at which the mechanism stays at rest, near a start q, with its stability, reactions and free directions.

    q: a vector, or values by name; by default the mechanism's own start. ``hold`` names coordinates or joints that stay
    as they are in q, or gives their values by name; the forces that hold them are ``holding``. Loops stay closed.

    By default the position is the one that Newton's method leads to; else the search falls back to load
    continuation, then to damped relaxation. ``stable=True`` looks for a stable one: that to which the damped motion from q comes.

    Functions of time have their values at ``time``. Driven joints move on at their rates: what rests on them may be at
    rest relative to them, as the arms of a governor (inertia counts). With ``frozen=True`` they stand still where they are
    at ``time``, and so do references of servos. Friction carries nothing at rest. Raises :class:`EquilibriumError` if no
    position is found.
    """
    time = finite_time(time)
    own = _own(mechanism, time, frozen)
    problem, start = problem_of(own, q, hold, time, mechanism)
    found = find(problem, start, stable)
    return described(problem, found, mechanism, frozen)


def equilibria(
    mechanism: Mechanism,
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Held = (),
    time: float = 0.0,
    stable: bool = False,
    frozen: bool = False,
    starts: int | CoordinatesLike | Sequence[ByName] = 50,
    seed: int = 0,
) -> list[Equilibrium]:
    """The different equilibria that are found from q and from random ``starts``, those of the least energy first.

    ``starts``: how many, or the starts themselves, vectors or values by name. Angles are drawn over a whole turn, lengths
    within twice the size of the mechanism. A rare one may be missing; where a direction is free, every start may give
    another. Raises :class:`EquilibriumError` if no start leads to one.
    """
    time = finite_time(time)
    own = _own(mechanism, time, frozen)
    problem, first = problem_of(own, q, hold, time, mechanism)
    starting = [first, *_starts(own, problem, first, starts, seed)]
    found: list[Equilibrium] = []
    faults: list[BoughError] = []
    distinct = Distinct(own, time)
    with progress_bar(None, f"equilibria of '{mechanism.name}'") as report:
        for k, start in enumerate(starting):
            report(k / len(starting))
            try:
                one = described(problem, find(problem, problem.closed(start), stable), mechanism, frozen)
            except (EquilibriumError, SingularError, StateError) as error:
                faults.append(error)
                continue
            if distinct.is_new(one.q, one.energy, 1e-6 * problem.load(problem.rest(one.q))):
                found.append(one)
    if not found:
        raise faults[0]
    return sorted(found, key=lambda one: one.energy)


def _starts(mechanism: Mechanism, problem: Problem, first: Coordinates, starts: Any, seed: int) -> list[Coordinates]:
    if np.ndim(starts) == 0 and (not isinstance(starts, int | np.integer) or starts < 0):
        raise StateError(f"starts must be a whole number of at least 0, or positions, not {shown(starts)}.")
    if not isinstance(starts, int | np.integer):
        given = [mechanism.coordinates({**mechanism.q0, **one}) if isinstance(one, Mapping) else one for one in starts]
        found = np.atleast_2d(state_array(mechanism, "q", given))
        if not (good := np.isfinite(found)).all():
            k, place = np.argwhere(~good)[0]
            raise StateError(f"start {k} of '{mechanism.q_names[place]}' must be finite; give a number.")
        return list(mechanism.normalised(found))
    reach = {"rad": np.pi, "m": 2.0 * machine_size(mechanism)}
    scale = np.array([reach.get(unit, 1.0) for unit in mechanism.q_units])
    drawn = random_state(mechanism, seed, int(starts))[0] * scale
    drawn[:, problem.kept] = first[problem.kept]
    return list(drawn)


def _own(mechanism: Mechanism, time: float, frozen: bool) -> Mechanism:
    """The mechanism whose rest is looked for."""
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"an equilibrium is that of a Mechanism, not of {shown(mechanism)}.")
    return stopped(mechanism, time) if frozen else mechanism


def finite_time(time: Any, whose: str = "equilibrium") -> float:
    """A moment."""
    try:
        return finite(time, whose, "time")
    except ValueError as error:
        raise StateError(str(error)) from None


def problem_of(
    mechanism: Mechanism, q: CoordinatesLike | ByName | None, hold: Held, time: float, moving: Mechanism | None = None
) -> tuple[Problem, Coordinates]:
    """The problem, and its start with closed loops; ``moving``: the mechanism before its drives were stopped."""
    if isinstance(hold, Mapping):
        values, hold = dict(hold), tuple(hold)
        if isinstance(q, Mapping | None):
            q = {**(q or {}), **values}
        else:
            given, q = mechanism.coordinates(values), state_array(mechanism, "q", q).copy()
            places = [k for name in values for k in mechanism.q_places[name]]
            q[..., places] = given[places]
    names = names_of(hold)
    free_velocities(mechanism, names)  # raises if there is no such name
    if np.ndim(q) == 2 and not isinstance(q, Mapping):  # type: ignore[arg-type]
        raise StateError("equilibrium takes one start; give many to equilibria as starts=….")
    start = assembled_along(moving or mechanism, q, hold=names, time=time)
    return Problem(mechanism, names, time), start


def find(problem: Problem, start: Coordinates, stable: bool) -> Found:
    """The search; raises if it finds nothing."""
    rest = problem.rest(start)
    refuse_moving(problem, rest)
    enough = BALANCED * problem.load(rest)
    tried: list[Found] = []
    for way in (damped, continued) if stable else (newton, continued, damped):
        tried.append(way(problem, rest, enough))
        if stable and tried[-1].is_balanced:
            tried += _downward(problem, tried[-1], enough)
        if tried[-1].is_balanced:
            _refuse_accelerated(problem, tried[-1].rest)
            return tried[-1]._replace(iterations=sum(one.iterations for one in tried))
    last = min(tried, key=lambda one: (not one.goes_on, one.rest.worst))
    raise unbalanced(problem, rest, last.rest, last.goes_on)


def _downward(problem: Problem, found: Found, enough: float) -> list[Found]:
    """Damped motions from an unstable position to others, up to a stable one."""
    tried: list[Found] = []
    while len(tried) < MOST_NUDGES and found.is_balanced:
        state = _stability(problem, found.rest)
        if state.kind != UNSTABLE:
            break
        beside = problem.rest(nudged(problem, found.rest, state.growing[:, 0]))
        found = damped(problem, beside, enough)
        tried.append(found)
    return tried


def _refuse_accelerated(problem: Problem, rest: Rest) -> None:
    """Raise if a drive that is at rest for a moment accelerates a loop."""
    mechanism = problem.mechanism
    if not (mechanism.loops and mechanism.driven and mechanism.is_timed):
        return
    tau = rest.needed - rest.carried
    found = forward_dynamics(mechanism, rest.q, problem.zero, tau, time=problem.time)
    if float(np.abs(found / problem.units).max(initial=0.0)) > 1e-6:
        raise StateError(
            f"a drive of '{mechanism.name}' accelerates its loops at t = {problem.time:g} s, so it cannot stay at rest; "
            "give frozen=True, by which drives stand still there."
        )


def _stability(problem: Problem, rest: Rest) -> Stability:
    linear = problem.linear(rest)
    return stability_of(linear, problem.load(rest), problem.exact)


def described(problem: Problem, found: Found, mechanism: Mechanism, frozen: bool) -> Equilibrium:
    """All that is known of a position of rest."""
    rest, own, time, zero = found.rest, problem.mechanism, problem.time, problem.zero
    state = _stability(problem, rest)
    tau = np.where(problem.free, 0.0, rest.needed - rest.carried)
    forces = forces_of_motion(own, rest.q, zero, zero, tau, time=time)
    reactions = {name: Reaction(row[:3], row[3:]) for name, row in zip(own.body_names, forces.reactions, strict=True)}
    loops: dict[str, Reaction] = {}
    if own.loops:
        carried = loop_forces(own, rest.q, zero, zero, tau, time=time)
        loops = {
            name: Reaction(row[:3], row[3:], bool(one))
            for name, row, one in zip(own.loops, carried.wrenches, carried.unique, strict=True)
        }
    drives = driven_rows(own, rest.q, zero, zero, tau, None, None, time) if own.driven else np.empty(0)
    directions = rest.basis
    left = rest.basis / problem.units[:, None] ** 2 @ rest.unbalanced
    return Equilibrium(
        mechanism=mechanism,
        time=time,
        q=rest.q,
        residual=float(np.abs(left).max(initial=0.0)),
        energy=float(potential_energy(own, rest.q, time=time)),
        stability=state.kind,
        eigenvalues=state.eigenvalues,
        load=problem.load(rest),
        free=directions_by_name(
            own, problem.units[:, None] * plain_basis(directions / problem.units[:, None] @ state.free), problem.units
        ),
        unstable=directions_by_name(own, directions @ state.growing, problem.units),
        reactions=reactions,
        loop_reactions=loops,
        drives=dict(zip(own.driven_names, drives.tolist(), strict=True)),
        holding={name: float(x) for name, x, free in zip(own.u_names, tau, problem.free, strict=True) if not free},
        found_by=found.how,
        iterations=found.iterations,
        derivatives=problem.derivatives,
        lasting=_lasts(problem, rest),
        frozen=frozen,
    )


def _lasts(problem: Problem, rest: Rest) -> bool:
    """Whether the position stays one of rest for some time."""
    if not problem.mechanism.is_timed:
        return True
    load = problem.load(rest)
    for after in LATER:
        later = Problem(problem.mechanism, problem.hold, problem.time + after)
        try:
            if later.rest(rest.q).worst > LASTS * load:
                return False
            if later.mechanism.loops:
                gaps, rates = loop_gaps(later.mechanism, rest.q, problem.zero, later.time)
                if max(np.abs(gaps).max(), np.abs(rates).max()) > LASTS * machine_size(later.mechanism):
                    return False
        except BoughError:  # (a function of time ends there)
            return True
    return True
