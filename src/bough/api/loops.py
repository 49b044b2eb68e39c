"""Closed loops: positions and velocities that close them, and how freely they move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from bough.api.accelerations import mass_matrix
from bough.api.loop_forces import (
    DEPENDENT,
    LoopRows,
    loop_rows,
    machine_size,
    measured,
    owners,
    place_parts,
    unnamed_parts,
)
from bough.api.operation import state_array
from bough.api.own_loops import beyond_range, refuse_unreached
from bough.api.tangent import Distinct, Tangent
from bough.compiled.tree import compiled
from bough.errors import StateError
from bough.integrate.closing import Closing
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, ByName, Coordinates, CoordinatesLike, TimeLike, Velocities, VelocitiesLike

NEARLY = 1e-3  # gaps and their rates up to this share of the machine's size and speed are closed at a start
CLOSED = 1e-12  # gaps up to this size, relative to the machine's, count as closed
MOST_PASSES, LONGEST = 100, 0.5  # of Newton's method; length of a pass, in radians or sizes of the machine
MOST_NUDGES, NUDGE = 5, 0.2  # away from guesses where no pass helps, such as links all in a line; in the same units
AXES = ("x", "y", "z")


def assemble(
    mechanism: Mechanism,
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Iterable[str] = (),
    time: float = 0.0,
) -> Coordinates:
    """Coordinates that close every loop, near a guess; ``hold`` names coordinates or joints that stay as they are.

    The guess is a vector, or values by name; by default the mechanism's own start. The result is a nearest one, in the
    metric of the mass matrix at the guess: bodies that are heavy move least. Newton's method in steps of limited length
    also takes it there from guesses that are far off, and from singular ones, such as links in a line. Raises :class:`StateError` if it cannot.

    Where a loop cuts its body, the guess of its joint's coordinates is measured, unless they are held, or named, or part
    of a vector at which the loop is nearly closed.
    """
    hold = names_of(hold)
    start = _coordinates(mechanism, q, time, hold)
    if not mechanism.loops:
        return start
    free = free_velocities(mechanism, hold)
    tangent = Tangent(mechanism, free, time)
    if not isinstance(q, Mapping | None):
        _measure_open(tangent, start)
    weights = _weights(tangent, start) / tangent.units[free, None]
    q, moved = start, np.zeros(int(free.sum()))
    best, best_gap = q, np.inf
    eager, before, nudges = 1.0, moved, 0
    for k in range(MOST_PASSES):
        closing = tangent.closing(q)
        gaps = closing.gaps
        gap = float(np.abs(gaps).max())
        if not np.isfinite(gap):
            break
        if k == 0 and gap > CLOSED and (sentence := beyond_range(mechanism, q, time)):
            raise StateError(sentence)
        half = closing.matrix[:, free] @ weights
        # the least change that closes the loops, to first order, and a way back along closed positions to the nearest
        # one: all of it where these are straight; less if it went too far, since they are curved; none in the end
        wanted = np.column_stack((half @ moved, -gaps))
        projected, least = (half.T @ np.linalg.lstsq(half @ half.T, wanted, rcond=DEPENDENT**2)[0]).T
        back = projected - moved
        eager = 0.0 if k > 0.8 * MOST_PASSES else eager / 2 if back @ before < 0.0 else eager
        before, step = back, least + eager * back
        if gap < best_gap:
            best, best_gap = q, gap
        if gap <= CLOSED and np.abs(weights @ step).max(initial=0.0) <= 1e-9 * eager:
            best, best_gap = q, gap
            break
        if gap > CLOSED and nudges < MOST_NUDGES and np.abs(gaps + half @ least).max() > 0.999 * gap:
            step, nudges = _nudge(weights, nudges), nudges + 1
        change = np.zeros(mechanism.n)
        change[free] = weights @ step
        share = min(1.0, LONGEST / max(np.abs(change).max(), 1e-300))
        q = tangent.moved(q, share * (tangent.units * change))
        moved = moved + share * step
    if best_gap > CLOSED:
        raise _open(mechanism, best, free, hold, time)
    refuse_unreached(mechanism, best, time)
    return best


def consistent_velocities(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike | ByName | None = None,
    *,
    hold: Iterable[str] = (),
    time: float = 0.0,
) -> Velocities:
    """The velocities nearest to u, in the metric of the mass matrix, that keep every loop closed.

    u: a vector, or values by name. ``hold`` names velocities or joints that stay as they are. Raises
    :class:`StateError` if there are none.
    """
    hold, named = names_of(hold), u
    free = free_velocities(mechanism, hold, "u")
    u = mechanism.velocities(u) if isinstance(u, Mapping | None) else _of_one_state(mechanism, "u", u)
    if not mechanism.loops:
        return u
    q = _of_one_state(mechanism, "q", q)
    if isinstance(named, Mapping | None) and (parts := unnamed_parts(mechanism, (*(named or ()), *hold))):
        place_parts(mechanism, parts, u, measured(mechanism, q, u, time)[1], "u")
    tangent = Tangent(mechanism, free, time)
    _, _, lengths, rows = tangent.closing(q, u)
    weights = _weights(tangent, q)
    half = rows.jacobian[:, free] @ weights / lengths[:, None]
    rates = np.linalg.lstsq(half @ half.T, -rows.rates / lengths, rcond=DEPENDENT**2)[0]
    change = np.zeros(mechanism.n)
    change[free] = weights @ (half.T @ rates)
    left = np.abs(rows.rates + rows.jacobian @ change)
    if (left / lengths).max() > 1e-9 * max(1.0, np.abs(u / tangent.units).max()):
        loop = owners(mechanism)[int((left / lengths).argmax())]
        held = f" while {listing(hold)} keep their velocities; hold fewer" if hold else ""
        raise StateError(f"the loop '{loop}' would open at {left.max():.3g} m/s or rad/s{held}.")
    return u + change


def assemblies(
    mechanism: Mechanism,
    q: CoordinatesLike | ByName | None = None,
    *,
    hold: Iterable[str] = (),
    guesses: int = 100,
    seed: int = 0,
    time: float = 0.0,
) -> list[Coordinates]:
    """The different ways to assemble a mechanism, such as elbow up and elbow down, with ``hold`` as it is in q.

    Each is found from a random guess, so a rare one may be missing; the one nearest to q comes first if there is one.
    Name what moves the mechanism in ``hold``: otherwise every position on the way is another assembly.
    """
    hold = names_of(hold)
    start, kept = _coordinates(mechanism, q, time, hold), Tangent(mechanism, free_velocities(mechanism, hold)).kept
    found: list[Coordinates] = []
    distinct = Distinct(mechanism, time)
    for k in range(guesses + 1):
        guess = start if k == 0 else random_state(mechanism, seed + k)[0]
        guess[kept] = start[kept]
        try:
            one = assemble(mechanism, guess, hold=hold, time=time)
        except StateError:
            continue
        if distinct.is_new(one):
            found.append(one)
    return found


def closed_states(
    mechanism: Mechanism, q: Coordinates, u: Velocities, time: TimeLike
) -> tuple[Coordinates, Velocities]:
    """Nearly closed states (B, …), closed: coordinates and velocities changed least, in the metric of the mass matrix."""
    times = np.broadcast_to(time, len(q))
    if len(q):
        mechanism.cover(float(np.min(times)), float(np.max(times)))
    tree = compiled(mechanism)
    clock = np.array(times, float).reshape(-1, 1)[:, : tree.coordinates - mechanism.n_q]
    states = np.concatenate((q, clock, u), axis=1)
    try:
        closing = tree.closings.pop()
    except IndexError:
        closing = Closing(tree.arrays_for_spans)
    closing(states, 1e-3 * CLOSED * machine_size(mechanism))
    tree.closings.append(closing)
    return states[:, : mechanism.n_q], states[:, tree.coordinates :]


@dataclass(frozen=True)
class Mobility:
    """How freely a mechanism moves at a position.

    ``dofs``: those left by the loops; ``constraints`` of the loops, and how many of them are independent (``rank``).
    ``redundant``: groups of constraints of which one could be left out, as "loop: direction". ``is_singular``: whether
    more motions are possible here than nearby; ``branches`` names the velocities that take part in them.
    """

    dofs: int
    constraints: int
    rank: int
    redundant: tuple[tuple[str, ...], ...]
    is_singular: bool
    branches: tuple[str, ...]

    def __str__(self) -> str:
        freedom = f"{self.dofs} degree{'s' * (self.dofs != 1)} of freedom"
        text = f"{freedom}; {self.constraints} constraints of loops, {self.rank} of them independent"
        for group in self.redundant:
            text += f"\n  one of these could be left out: {', '.join(group)}"
        if self.is_singular:
            text += f"\n  singular position: it may branch in {listing(self.branches)}"
        return text


def mobility(mechanism: Mechanism, q: CoordinatesLike | ByName | None = None, *, time: float = 0.0) -> Mobility:
    """Degrees of freedom at a closed position, redundant constraints by name, and whether the position is singular."""
    q = _coordinates(mechanism, q, time)
    n = mechanism.n
    if not mechanism.loops:
        return Mobility(n, 0, 0, (), False, ())
    tangent = Tangent(mechanism, time=time)
    closing = tangent.closing(q)
    if np.abs(closing.gaps).max() > 1e-8:
        raise StateError(f"the loops are open by {np.abs(closing.rows.gaps).max():.3g} m or rad; call assemble first.")
    refuse_unreached(mechanism, q, time)
    here = closing.decomposed()
    null, nearby = here.motions, here.rank
    rng = np.random.default_rng(0)
    for _ in range(3 if null.shape[1] else 0):
        # along a motion that seems possible here
        change = null @ rng.standard_normal(null.shape[1])
        change *= 1e-2 / np.abs(change).max() * tangent.units
        try:
            moved = assemble(mechanism, tangent.moved(q, change), time=time)
        except StateError:
            continue
        nearby = max(nearby, tangent.closing(moved).decomposed().rank)
    branches = tuple(
        name for name, x in zip(mechanism.u_names, np.abs(null).max(axis=1, initial=0.0), strict=True) if x > 1e-6
    )
    rank, is_singular = here.rank, nearby > here.rank
    groups = _groups(here.left[:, nearby:], constraint_names(mechanism, closing.rows.directions))
    return Mobility(n - rank, len(here.left), rank, groups, is_singular, branches if is_singular else ())


def count_of(mechanism: Mechanism, rows: LoopRows) -> Mobility:
    """The mobility at a closed position, singular or not, from the rows of its loops there."""
    left, _, _, rank = Tangent(mechanism).scaled(rows).decomposed()
    groups = _groups(left[:, rank:], constraint_names(mechanism, rows.directions))
    return Mobility(mechanism.n - rank, len(left), rank, groups, False, ())


def constraint_names(mechanism: Mechanism, directions: Array) -> list[str]:
    """Each constraint by its loop and its direction in the joint's axes."""
    names = []
    for loop, direction in zip(owners(mechanism), directions, strict=True):
        before = mechanism.parted.loops[loop].joint.frames()[0]
        push, twist = before @ direction[:3], before @ direction[3:]
        along = [f"along {_axis(push)}"] if np.abs(push).max() > 1e-9 else []
        about = [f"about {_axis(twist)}"] if np.abs(twist).max() > 1e-9 else []
        names.append(f"{loop}: {' and '.join(along + about)}")
    return names


def _axis(v: Array) -> str:
    k = int(np.abs(v).argmax())
    if np.abs(v).sum() - abs(v[k]) < 1e-6 * abs(v[k]):
        return AXES[k]
    return f"({', '.join(f'{x:.3g}' for x in v / np.linalg.norm(v))})"


def _groups(null: Array, names: list[str]) -> tuple[tuple[str, ...], ...]:
    """The sets of dependent rows: one for each column of a basis of the left null space with few entries."""
    basis = null.T.copy()
    pivots: list[int] = []
    for k in range(len(basis)):
        free = np.abs(basis[k]).copy()
        free[pivots] = 0.0
        pivot = int(free.argmax())
        basis[k] /= basis[k, pivot]
        for other in range(len(basis)):
            if other != k:
                basis[other] -= basis[other, pivot] * basis[k]
        pivots.append(pivot)
    return tuple(tuple(name for name, x in zip(names, np.abs(row), strict=True) if x > 1e-6) for row in basis)


def names_of(hold: Iterable[str]) -> tuple[str, ...]:
    """What is to be held, by name."""
    if not isinstance(hold, Iterable):
        raise StateError(f"hold must be names of joints or of their coordinates, not {shown(hold)}.")
    return (hold,) if isinstance(hold, str) else tuple(hold)


def _coordinates(
    mechanism: Mechanism, q: CoordinatesLike | ByName | None, time: float, hold: tuple[str, ...] = ()
) -> Coordinates:
    """A guess; what it does not name, nor ``hold``, of the joints of loops that cut bodies is measured."""
    if not isinstance(q, Mapping | None):
        return mechanism.normalised(_of_one_state(mechanism, "q", q))
    given = {**mechanism.q0, **(q or {})}
    start = mechanism.coordinates(given)
    if parts := unnamed_parts(mechanism, (*given, *hold)):
        place_parts(mechanism, parts, start, measured(mechanism, start, None, time)[0])
    return start


def _of_one_state(mechanism: Mechanism, name: str, value: CoordinatesLike | VelocitiesLike) -> Array:
    """A vector of coordinates or velocities."""
    array = state_array(mechanism, name, value)
    if array.ndim > 1 and mechanism.loops:
        raise StateError(f"loops are closed at one state at a time, but {name} has {len(array)}; call it for each.")
    return array


def _measure_open(tangent: Tangent, q: Coordinates) -> None:
    """Measure the joints of loops that cut bodies where these are wide open, except joints that are held."""
    mechanism = tangent.mechanism
    parts = [name for name in unnamed_parts(mechanism, ()) if tangent.free[list(mechanism.u_places[name])].all()]
    if parts:
        gaps = np.abs(tangent.closing(q).gaps)
        wide = {loop for loop, gap in zip(owners(mechanism), gaps, strict=True) if gap > NEARLY}
        place_parts(mechanism, wide.intersection(parts), q, measured(mechanism, q, None, tangent.time)[0])


def free_velocities(mechanism: Mechanism, hold: Iterable[str], letter: str = "q") -> np.ndarray:
    """The velocities that may change; names of joints stand for all of theirs."""
    free = np.ones(mechanism.n, bool)
    for name in hold:
        free[list(velocities_of(mechanism, name, "hold", letter))] = False
    return free


def velocities_of(mechanism: Mechanism, name: str, whose: str, letter: str = "q") -> range:
    """The velocities of a joint, or that of a coordinate; ``whose``: the argument that has the name."""
    places = mechanism.u_places.get(name)
    if places is not None:
        return places
    if name not in mechanism.q_places:
        known = mechanism.q_places if letter == "q" else mechanism.u_places
        raise StateError(f"{whose}: no coordinate {shown(name)} in '{mechanism.name}': {remedy(name, known)}")
    own, _, suffix = name.rpartition(".")
    owner = mechanism.joint_owner(own)
    places = mechanism.u_places[own]
    if owner is not None and suffix in owner.joint.q_names[: owner.joint.rates]:
        return places[owner.joint.q_names.index(suffix) :][:1]
    velocities = listing([mechanism.u_names[k] for k in places])
    raise StateError(
        f"{whose}: '{name}' has no velocity of its own, as '{own}' moves along and about the axes of its body; name '{own}', or "
        f"some of its velocities: {velocities}."
    )


def _weights(tangent: Tangent, q: Coordinates) -> Array:
    """W with W Wᵀ = M⁻¹ over the free velocities; massless ones count a little."""
    free, units = tangent.free, tangent.units[tangent.free]
    mass = mass_matrix(tangent.mechanism, q, time=tangent.time)[np.ix_(free, free)] * np.outer(units, units)
    if not len(mass):
        return mass
    values, vectors = np.linalg.eigh(mass)
    return units[:, None] * vectors / np.sqrt(np.maximum(values, 1e-9 * max(values[-1], 1e-300)))


def _nudge(weights: Array, seed: int) -> Array:
    """A short step in any direction."""
    step = np.random.default_rng(seed).standard_normal(weights.shape[1])
    return step * NUDGE / max(np.abs(weights @ step).max(initial=0.0), 1e-300)


def _open(mechanism: Mechanism, q: Coordinates, free: np.ndarray, hold: Iterable[str], time: float) -> StateError:
    rows = loop_rows(mechanism, q, time=time)
    worst = int(np.abs(rows.gaps).argmax())
    name = constraint_names(mechanism, rows.directions)[worst]
    loop = mechanism.loops[owners(mechanism)[worst]]
    held = f", with {listing(list(hold))} held" if not free.all() else ""
    unit = "m" if np.abs(rows.directions[worst, :3]).max() > 1e-9 else "rad"
    return StateError(
        f"the loop '{loop.name}' of '{mechanism.name}' does not close{held}: between '{loop.body}' and '{loop.other}' a gap of "
        f"{abs(rows.gaps[worst]):.3g} {unit} {name.partition(': ')[2]} remains; check its lengths, hold less, or start from a better guess."
    )
