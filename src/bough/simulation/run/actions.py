"""What events do to a run: the moment that an action may change, and ready-made actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough import api
from bough.errors import MechanismError, StateError
from bough.mechanism.checks import GROUND, finite, listing, remedy, shown, three_numbers
from bough.mechanism.forces.base import Force
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.impulses import Blocked, jump, loop_jacobian, unit_rows
from bough.simulation.run.modes import Mode, lock_forces
from bough.typing import Array, Coordinates, JointForces, Velocities


class Changing:
    """Coordinates or velocities by name, or by number, which may be changed."""

    __slots__ = ("_letter", "_moment", "_names", "_places", "changed", "values")

    def __init__(self, moment: EventContext, letter: str, values: Array):
        self._moment, self._letter, self.values = moment, letter, values
        mechanism = moment.mechanism
        self._names, self._places = (
            (mechanism.q_names, mechanism.q_places) if letter == "q" else (mechanism.u_names, mechanism.u_places)
        )
        self.changed: set[str] = set()

    def _at(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self._places:
                raise StateError(f"{self._moment.whose}: no '{key}' in the state: {remedy(key, self._places)}")
            places = self._places[key]
            return places[0] if len(places) == 1 else list(places)
        return key

    def __getitem__(self, key: Any) -> Any:
        return self.values[self._at(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        at, whose = self._at(key), f"{self._moment.whose}: {self._letter}[{key!r}]"
        names = [self._names[k] for k in np.atleast_1d(np.arange(len(self._names))[at]).tolist()]
        if locked := [name for name in names if self._letter == "u" and name in self._moment.mode.locked]:
            raise StateError(
                f"{whose} cannot be set, since '{locked[0]}' is locked, or rests after an impact; unlock it first."
            )
        try:
            self.values[at] = value
        except (TypeError, ValueError):
            raise StateError(
                f"{whose} must be {len(names)} number{'s' * (len(names) > 1)}, not {shown(value)}."
            ) from None
        if not np.isfinite(self.values[at]).all():
            raise StateError(f"{whose} must be finite, not {shown(value)}.")
        self.changed.update(names)

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.values, dtype)


class EventContext:
    """The moment of an event, as its action ``then`` gets it, to read and to change.

    ``t``: the time. ``q`` and ``u``: coordinates and velocities by name, which may be set: ``moment.u["ball"] = 0.0``. In
    closed loops the others follow, by the least change. ``mechanism`` is the one of the run, with the forces that act
    now. Everything that an action does happens at once, and the run goes on from there.
    """

    __slots__ = ("_base", "_before", "_tau", "did", "mode", "name", "q", "stopped", "t", "u")

    def __init__(
        self,
        base: Mechanism,
        mode: Mode,
        name: str,
        t: float,
        q: Coordinates,
        u: Velocities,
        tau: JointForces | None = None,
    ):
        self._base, self.mode, self.name, self.t, self._tau = base, mode, name, t, tau
        self.q, self.u = Changing(self, "q", q.copy()), Changing(self, "u", u.copy())
        self._before = u
        self.did: list[str] = []
        self.stopped = False

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("t", "q", "u") and hasattr(self, name):
            one = next(iter(self._base.u_names), "")
            how = f"set numbers of q and u, as in moment.u[{one!r}] = 0.0" if one else "nothing in it can be set"
            raise StateError(f"{self.whose}: {name} cannot be replaced; {how}.")
        super().__setattr__(name, value)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, with the forces that act now."""
        return self.mode.mechanism(self._base)

    @property
    def whose(self) -> str:
        """The event in messages."""
        return f"event '{self.name}' at t = {self.t:.9g} s"

    def stop(self) -> None:
        """End the run here."""
        self.stopped = True
        self.did.append("stopped")

    # --- forces -------------------------------------------------------------------------------------------------------

    def switch(self, force: str, on: bool) -> None:
        """Switch a force off, or on again as the mechanism has it."""
        self._known_force(force)
        self.mode = self.mode.switched(force, None, bool(on))
        self.did.append(f"switched '{force}' {'on' if on else 'off'}")

    def replace(self, name: str, force: Force) -> None:
        """Put another force in the place of the one of this name: with other numbers, or another function of time."""
        self._known_force(name)
        if not isinstance(force, Force):
            raise StateError(f"{self.whose}: '{name}' must become a force such as bough.Motor(…), not {shown(force)}.")
        try:
            force.check(self._base, later=False)
        except MechanismError as error:
            raise StateError(f"{self.whose}: {error}") from None
        self.mode = self.mode.switched(name, force, force is self._base.forces[name])
        self.did.append(f"replaced '{name}' by {type(force).__name__}")

    def _known_force(self, name: str) -> None:
        known = self._base.forces
        if name not in known:
            which = remedy(name, known) if known else "it has none."
            raise StateError(f"{self.whose}: no force {shown(name)} in '{self._base.name}': {which}")

    # --- joints -------------------------------------------------------------------------------------------------------

    def lock(self, joint: str, side: int = 0) -> None:
        """Stop a joint, or one of its velocities, by an impulse, and hold it from now on.

        ``side``: +1 or -1 holds it as a stop does, which pushes in that direction only, and lets it go rather than pull.
        """
        names = self._velocities(joint)
        places = self._places(names)
        if side not in (-1, 0, 1) or (side and len(names) > 1):
            raise StateError(f"{self.whose}: side must be 0, or for one velocity -1 or 1, not {shown(side)}.")
        self.impulse(unit_rows(places, self._base.n), -self.u.values[places], f"locks '{joint}'")
        self.mode = Mode(self.mode.forces, {**self.mode.locked, **dict.fromkeys(names, side)})
        self.u.values[places] = 0.0
        self.did.append(f"locked '{joint}'")

    def unlock(self, joint: str) -> None:
        """Let a locked joint go."""
        names = self._velocities(joint)
        if not set(names) & set(self.mode.locked):
            raise StateError(f"{self.whose}: '{joint}' is not locked; lock it first.")
        kept = {name: side for name, side in self.mode.locked.items() if name not in names}
        self.mode = Mode(self.mode.forces, kept)
        self.did.append(f"unlocked '{joint}'")

    def lock_force(self, joint: str) -> float:
        """The force or moment of the lock of a velocity."""
        self._settle_changes()
        (name,) = self._velocities(joint)
        mechanism, held = self.mechanism, self._places(self.mode.locked)
        given = np.zeros(self._base.n) if self._tau is None else self._tau
        q, u, tau = (x[None] for x in (self.q.values, self.u.values, given))
        found = lock_forces(mechanism, held, q, u, tau, np.array([self.t]))
        return float(found[0, self._base.u_places[name][0]])

    def is_locked(self, joint: str) -> bool:
        """Whether a joint, or one of its velocities, is locked."""
        return set(self._velocities(joint)) <= set(self.mode.locked)

    def _velocities(self, joint: str) -> list[str]:
        places = self._base.u_places
        if joint not in places:
            owner = self._base.joint_owner(joint) if isinstance(joint, str) else None
            why = "cannot move by itself; name another joint." if owner else f"is unknown: {remedy(joint, places)}"
            raise StateError(f"{self.whose}: the joint {shown(joint)} {why}")
        return [self._base.u_names[k] for k in places[joint]]

    def _places(self, names: Iterable[str]) -> NDArray[np.int64]:
        return np.array([self._base.u_places[name][0] for name in names], np.int64)

    # --- velocities ---------------------------------------------------------------------------------------------------

    def impulse(self, rows: ArrayLike, changes: ArrayLike, what: str = "pushes") -> None:
        """Change rows·u by so much, by impulses along them; loops and locked joints answer.

        ``rows`` (R, n) and ``changes`` (R,), or one row and one number. ``what``: the act, in the message that it is
        impossible.
        """
        rows, changes = self._checked(rows, changes)
        self._settle_changes()
        mechanism, q, u = self._base, self.q.values, self.u.values
        loops, _, owners = loop_jacobian(mechanism, q, u, self.t)
        held = self._places(self.mode.locked)
        given = np.concatenate((rows, loops, unit_rows(held, mechanism.n)))
        wanted = np.concatenate((changes, np.zeros(len(loops)), -u[held]))
        try:
            u += jump(mechanism, q, self.t, given, wanted, self._before)
        except Blocked:
            blocking = dict.fromkeys((*owners, *self.mode.locked))
            raise StateError(
                f"{self.whose} {what}, which is impossible while {listing(blocking)} hold{'s' * (len(blocking) == 1)}."
                if blocking
                else f"{self.whose} {what}, which is impossible, since nothing moves along it."
            ) from None
        u[held] = 0.0

    def _checked(self, rows: ArrayLike, changes: ArrayLike) -> tuple[Array, Array]:
        """Rows (R, n) of an impulse, and changes (R,)."""
        n = self._base.n
        try:
            found, by = np.atleast_2d(np.asarray(rows, float)), np.atleast_1d(np.asarray(changes, float))
        except (TypeError, ValueError):
            found = by = np.empty(0)
        if found.shape != (len(by), n) or by.ndim != 1 or not (np.isfinite(found).all() and np.isfinite(by).all()):
            raise StateError(
                f"{self.whose}: an impulse takes rows of {n} finite numbers, one for each velocity, and a finite change for "
                f"each row, not {shown(rows)} and {shown(changes)}."
            )
        return found, by

    def _settle_changes(self) -> None:
        """Make what was set consistent: unit quaternions, closed loops, locked joints at rest."""
        mechanism = self._base
        if self.q.changed:
            self.q.values[:] = mechanism.normalised(self.q.values)
        if (self.q.changed or self.u.changed) and mechanism.loops:
            if self.q.changed:
                try:
                    self.q.values[:] = api.assemble(mechanism, self.q.values, hold=sorted(self.q.changed), time=self.t)
                except StateError as error:
                    raise StateError(f"{self.whose}: the coordinates that it sets cannot be: {error}") from None
            self._close_velocities()
        self.q.changed.clear()
        self.u.changed.clear()

    def _close_velocities(self) -> None:
        mechanism, q, u = self._base, self.q.values, self.u.values
        loops, rates, owners = loop_jacobian(mechanism, q, u, self.t)
        kept = self._places([*sorted(self.u.changed), *self.mode.locked])
        rows = np.concatenate((loops, unit_rows(kept, mechanism.n)))
        try:
            change = np.concatenate((-rates, np.zeros(len(kept))))
            u += jump(mechanism, q, self.t, rows, change, self._before)
        except Blocked:
            raise StateError(
                f"{self.whose}: the velocities that it sets ({listing(sorted(self.u.changed))}) would open "
                f"{listing(dict.fromkeys(owners))}; set fewer of them, and the others follow."
            ) from None

    def settled(self) -> EventContext:
        """The same with everything consistent."""
        self._settle_changes()
        return self


@dataclass(frozen=True)
class Impact:
    """An action: an impact with restitution, by an impulse through the mass matrix.

    Of a joint (``Impact("slider", 0.8)``), or of one of its velocities, whose velocity it turns back; or, with a
    ``normal`` in ground axes, of a point ``at`` of a body, in its frame, against the point ``other_at`` of another:
    their relative velocity along the normal is turned back if they approach. ``restitution``: from 0, with which nothing
    comes back, to 1. Other joints get what the impulse gives them; loops stay closed and locked joints at rest.

    ``rest``: a joint that arrives more slowly than this, in m/s or rad/s, does not bounce again but rests, until
    something pulls it away from where it rests.
    """

    name: str
    restitution: float = 1.0
    normal: tuple[float, float, float] | None = None
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    other: str = GROUND
    other_at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rest: float = 0.0

    def __post_init__(self) -> None:
        whose = f"Impact of {shown(self.name)}"
        if not 0.0 <= finite(self.restitution, whose, "restitution") <= 1.0:
            raise StateError(f"{whose}: restitution must lie between 0 and 1, not {shown(self.restitution)}.")
        if finite(self.rest, whose, "rest") < 0.0:
            raise StateError(f"{whose}: rest must be a speed of at least 0, not {shown(self.rest)}.")
        if self.normal is None:
            if self.other != GROUND or np.any(self.at) or np.any(self.other_at):
                raise StateError(
                    f"{whose}: points and other bodies take part along a normal; give normal=(0, 0, 1), or so."
                )
            return
        if not np.any(three_numbers(self.normal, whose, "normal")):
            raise StateError(f"{whose}: normal must not be zero; give a direction such as (0, 0, 1).")
        if self.rest:
            raise StateError(f"{whose}: only a joint can be locked where it rests; leave out rest or normal.")

    def __call__(self, moment: EventContext) -> None:
        row, speed = self._approach(moment)
        if self.normal is not None and speed >= 0.0:
            return
        rests = self.rest > 0.0 and abs(speed) <= self.rest
        back = 0.0 if rests else self.restitution
        moment.impulse(row[None], np.array([-(1.0 + back) * speed]), f"turns '{self.name}' back")
        if rests:
            side = -1 if speed > 0.0 else 1
            moment.lock(self.name, side)
            push = side * moment.lock_force(self.name)
            if push < 0.0 and speed == 0.0:  # (what starts at rest does not tell on which side the stop is)
                moment.lock(self.name, -side)
            elif push < 0.0:
                moment.unlock(self.name)

    def _approach(self, moment: EventContext) -> tuple[Array, float]:
        """The row of u that is turned back, and its value, with what drives add."""
        mechanism, q, u, t = moment.mechanism, moment.q.values, moment.u.values, moment.t
        if self.normal is None:
            places = mechanism.u_places.get(self.name, ())
            if len(places) != 1:
                many = [mechanism.u_names[k] for k in places]
                which = f"name one of {listing(many)}." if many else remedy(self.name, mechanism.u_places)
                raise StateError(f"{moment.whose}: no velocity '{self.name}' to turn back; {which}")
            return unit_rows(np.array(places), mechanism.n)[0], float(u[places[0]])
        normal = np.array(self.normal, float) / np.linalg.norm(self.normal)
        row, speed = np.zeros(mechanism.n), 0.0
        for sign, body, at in ((1.0, self.name, self.at), (-1.0, self.other, self.other_at)):
            if body == GROUND:
                continue
            if body not in mechanism:
                known = [*mechanism.body_names, GROUND]
                raise StateError(f"{moment.whose}: no body '{body}' to bounce: {remedy(body, known)}")
            k = mechanism.body_index[body]
            row += sign * normal @ api.point_jacobian(mechanism, q, body, at, time=t)[:3]
            pose, twist = api.body_poses(mechanism, q, time=t)[k], api.body_twists(mechanism, q, u, time=t)[k]
            speed += sign * float(normal @ pose[:3, :3] @ (twist[:3] + np.cross(twist[3:], at)))
        return row, speed
