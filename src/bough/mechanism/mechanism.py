"""What the user describes: bodies, each hung on its parent by a joint."""

from __future__ import annotations

import copy
import difflib
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from bough.errors import FileError, Finding, MechanismError, StateError
from bough.files import written
from bough.locks import PREPARING
from bough.mechanism.checks import GROUND, labels, listing, masked_place, remedy, rotation_matrix, shown, three_numbers
from bough.mechanism.forces import Force
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Driven, Fixed, Joint
from bough.mechanism.signals import Signal, signal_of
from bough.mechanism.topology import Topology
from bough.mechanism.visual import Visual

_ORIGIN = np.zeros(3)
_ORIGIN.setflags(write=False)
_UPRIGHT = np.eye(3)
_UPRIGHT.setflags(write=False)
_MASSLESS = Inertia()


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body as it was described: ``at`` and ``rotation`` place its joint frame in the parent's frame; coordinates and velocities have the name of the joint."""

    name: str
    parent: str
    joint: Joint
    at: np.ndarray
    rotation: np.ndarray
    inertia: Inertia
    joint_name: str
    visuals: tuple[Visual, ...] = ()
    armature: tuple[float, ...] = ()  # what resists each velocity of the joint by itself; empty for nothing


class Mechanism:
    """A tree of rigid bodies.

    Bodies may be added in any order; the state has the order in which they were added. A mechanism can grow until something is first
    computed with it; from then on it is immutable. A copy (``copy.copy``) can grow again.

    Beside what is simulated it may hold what :func:`bough.simulate` takes unless told otherwise: where motions start (``q0`` and ``u0``, by names) and how they are
    computed (``settings``: arguments by name, such as ``{"duration": 20}``); and what there is to be known of it (``about``, a text; ``remarks`` and ``folder``, of the
    file that it was loaded from; meshes of visuals are looked for there).
    """

    def __init__(self, name: str = "mechanism", gravity=(0.0, 0.0, -9.81), about: str = ""):
        self.name = name
        self.about = about
        self.q0: dict[str, Any] = {}
        self.u0: dict[str, Any] = {}
        self.settings: dict[str, float | str] = {}
        self.remarks: tuple[Finding, ...] = ()
        self.folder: Path | None = None
        self._bodies: dict[str, Body] = {}
        self._joints: dict[str, Body] = {}  # by the joint's name
        self._forces: dict[str, Force] = {}
        # What upper layers have compiled for this mechanism; from then on it is immutable. Read without a lock: it is replaced as a whole when other times are covered, and what
        # depends on them is written with PREPARING held.
        self.evaluations: dict = {}
        self.gravity = gravity

    @property
    def gravity(self) -> np.ndarray:
        """The acceleration of free fall, in the ground's axes."""
        return self._gravity

    @gravity.setter
    def gravity(self, value) -> None:
        if self.evaluations:
            raise self._closed("set gravity")
        self._gravity = three_numbers(value, f"'{self.name}'", "gravity")

    def __getstate__(self) -> dict:
        """For copies and pickles: the description alone."""
        tables = ("_bodies", "_joints", "_forces", "q0", "u0", "settings")
        plain = {name: self.__dict__[name] for name in ("name", "about", "_gravity", "remarks", "folder")}
        return plain | {name: dict(self.__dict__[name]) for name in tables} | {"evaluations": {}}

    def _closed(self, change: str) -> MechanismError:
        return MechanismError(
            f"'{self.name}' has been used and can no longer change; {change} before the first computation, or in a copy."
        )

    # --- description ----------------------------------------------------------------------------------------------

    def add_body(
        self,
        name: str,
        parent: str = GROUND,
        joint: Joint | None = None,
        at=_ORIGIN,
        rotation=None,
        inertia: Inertia | None = None,
        joint_name: str | None = None,
        visuals: Iterable[Visual] = (),
        armature=0.0,
    ) -> Body:
        """Hang a body on its parent by a joint.

        ``at`` (3 numbers) and ``rotation`` (3 x 3, joint axes to parent axes; None for parallel axes) place the joint frame in the
        parent's frame. The body frame is the joint frame after the joint's motion. Coordinates and velocities are called after the body, or after its joint if that has a
        ``joint_name``. ``visuals`` say how the body looks.

        ``armature``: inertia of what the joint moves besides the body, such as a motor's rotor times the square of its gear ratio; one number for
        all velocities of the joint, or one for each. It adds ½ a u² to the kinetic energy and nothing else.
        """
        if self.evaluations:
            raise self._closed(f"add {shown(name)}")
        if not isinstance(name, str) or not name:
            raise MechanismError(f"a body's name must be a non-empty string, not {shown(name)}.")
        if name == GROUND:
            raise MechanismError(f"no body may be called '{GROUND}': that is the fixed frame; choose another name.")
        if name in self._bodies:
            raise MechanismError(f"there is already a body '{name}' in '{self.name}'; choose another name.")
        if not isinstance(parent, str):
            raise MechanismError(
                f"body '{name}': parent must be the name of a body or '{GROUND}', not {shown(parent)}."
            )
        if not isinstance(joint, Joint) or type(joint) is Joint:
            hint = (
                f"; write {joint.__name__}()"
                if isinstance(joint, type)
                else "; give joint=bough.Revolute(...) or another"
            )
            raise MechanismError(f"body '{name}' needs a joint, not {shown(joint)}{hint}.")
        if inertia is not None and not isinstance(inertia, Inertia):
            raise MechanismError(f"body '{name}': inertia must be a bough.Inertia, not {type(inertia).__name__}.")
        if joint_name is None:
            joint_name = name
        elif not isinstance(joint_name, str) or not joint_name or joint_name == GROUND:
            raise MechanismError(f"body '{name}': joint_name must be a name of its own, not {shown(joint_name)}.")
        self._check_names(name, joint_name, joint)
        visuals = tuple(visuals)
        for visual in visuals:
            if not isinstance(visual, Visual):
                raise MechanismError(f"body '{name}': visuals must be bough.Visual, not {shown(visual)}.")
        body = Body(
            name,
            parent,
            joint,
            at if at is _ORIGIN else three_numbers(at, f"body '{name}'", "at"),
            _UPRIGHT if rotation is None else rotation_matrix(rotation, f"body '{name}'"),
            _MASSLESS if inertia is None else inertia,
            joint_name,
            visuals,
            _armature(armature, name, joint),
        )
        self._bodies[name] = body
        self._joints[joint_name] = body
        self._forget(_DERIVED)
        return body

    def add_force(self, name: str, force: Force) -> Force:
        """Let a force act; what it acts on is named in it, and may be added later."""
        if self.evaluations:
            raise self._closed(f"add {shown(name)}")
        if not isinstance(name, str) or not name:
            raise MechanismError(f"a force's name must be a non-empty string, not {shown(name)}.")
        if name in self._forces:
            raise MechanismError(f"there is already a force '{name}' in '{self.name}'; choose another name.")
        if not isinstance(force, Force) or type(force) is Force:
            hint = (
                f"; write {force.__name__}(...)"
                if isinstance(force, type)
                else "; give bough.JointSpring(...) or another"
            )
            raise MechanismError(f"'{name}' must be a force, not {shown(force)}{hint}.")
        force.check(self, later=True)
        self._forces[name] = force
        self._forget(frozenset(("signals", "is_timed")))
        return force

    def replace_force(self, name: str, force: Force) -> Force:
        """Let another force act in place of the one of that name, as in ``replace_force("spring", dataclasses.replace(forces["spring"], stiffness=2e4))``."""
        if name not in self._forces:
            raise MechanismError(f"no force {shown(name)} in '{self.name}': {remedy(name, self._forces)}")
        before, self._forces = self._forces, {}
        try:
            self.add_force(name, force)
        finally:
            self._forces = {**before, **self._forces}
        return force

    def without_forces(self) -> Mechanism:
        """A copy that has none, and can grow."""
        bare = copy.copy(self)
        bare._forces.clear()
        return bare

    def _forget(self, derived: frozenset[str]) -> None:
        for name in derived.intersection(self.__dict__):
            del self.__dict__[name]

    def _check_names(self, name: str, joint_name: str, joint: Joint) -> None:
        """A name means one thing: a body, its own joint, or a coordinate or velocity of that."""
        if name in self._joints:
            raise MechanismError(
                f"body '{name}' has the name of the joint of '{self._joints[name].name}'; rename one of the two."
            )
        if joint_name in self._joints or (joint_name != name and joint_name in self._bodies):
            other = self._joints.get(joint_name) or self._bodies[joint_name]
            raise MechanismError(
                f"the joint '{joint_name}' of '{name}' has the name of '{other.name}' or its joint; rename one of the two."
            )
        for suffix in _suffixes(joint):
            whole = f"{joint_name}.{suffix}"
            if suffix and (whole in self._bodies or whole in self._joints):
                raise MechanismError(_clash(whole, name))
        for own in {name, joint_name}:
            carrier, _, suffix = own.rpartition(".")
            if suffix and carrier in self._joints and suffix in _suffixes(self._joints[carrier].joint):
                raise MechanismError(_clash(own, self._joints[carrier].name))

    # --- what it consists of --------------------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies, in the order in which they were added."""
        return tuple(self._bodies.values())

    @property
    def body_names(self) -> tuple[str, ...]:
        return tuple(self._bodies)

    def body(self, name: str) -> Body:
        """The body of that name, or on the joint of that name."""
        found = self.joint_owner(name)
        if found is None:
            raise MechanismError(self._unknown(name))
        return found

    def joint_owner(self, name: str) -> Body | None:
        """The body whose joint that is, by the name of the joint or of the body itself."""
        return self._joints.get(name) or self._bodies.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._bodies

    def __len__(self) -> int:
        return len(self._bodies)

    def __repr__(self) -> str:
        return f"<Mechanism '{self.name}': {len(self)} bodies, {self.n} degrees of freedom>"

    @property
    def forces(self) -> Mapping[str, Force]:
        """The forces by name, in the order in which they were added."""
        return MappingProxyType(self._forces)

    @property
    def is_conservative(self) -> bool:
        """Whether every force keeps energy, and no joint is moved from outside, so that the sum of kinetic and potential energy stays as it is."""
        forces_keep_it = all(force.is_conservative for force in self._forces.values())
        return forces_keep_it and all(motion.is_constant for motion in self.motions)

    @cached_property
    def body_index(self) -> Mapping[str, int]:
        """For each name of a body its place in the order."""
        return {name: k for k, name in enumerate(self._bodies)}

    @cached_property
    def parents(self) -> np.ndarray:
        """For each body the index of its parent, -1 for the ground."""
        index = self.body_index
        try:
            parents = np.fromiter(
                (-1 if body.parent == GROUND else index[body.parent] for body in self._bodies.values()),
                np.int64,
                len(self),
            )
        except KeyError:
            culprit = next(b for b in self._bodies.values() if b.parent != GROUND and b.parent not in index)
            raise MechanismError(f"body '{culprit.name}' hangs on {self._unknown(culprit.parent)}") from None
        parents.setflags(write=False)
        return parents

    @cached_property
    def has_fixed_joints(self) -> bool:
        return any(isinstance(body.joint, Fixed) for body in self._bodies.values())

    @cached_property
    def driven_names(self) -> tuple[str, ...]:
        """The bodies whose joints are driven, in the order in which they were added."""
        return tuple(body.name for body in self._bodies.values() if isinstance(body.joint, Driven))

    @cached_property
    def topology(self) -> Topology:
        """Parent array, paths, depths and their sums, in regular numbering; raises on a cycle."""
        dofs = np.fromiter((len(b.joint.u_names) for b in self._bodies.values()), np.int64, len(self))
        return Topology.of(self.parents, dofs, self.body_names)

    def _unknown(self, name) -> str:
        close = difflib.get_close_matches(str(name), [*self._bodies, GROUND], 1) if len(self) < 10_000 else []
        hint = f"did you mean '{close[0]}'?" if close else f"bodies are {listing(self.body_names)}."
        return f"no body '{name}' in '{self.name}': {hint}"

    def save(self, path: str | os.PathLike) -> None:
        """Write it to a file of bough's own format, TOML, which :func:`bough.load` reads to the same mechanism; the file appears whole or not at all.

        Functions of time in Python cannot be written; a text such as ``"2*sin(3*t)"``, a ``Table`` or a spline of SciPy can.
        """
        from bough.formats.toml.writing import toml_text

        if not str(path).lower().endswith(".toml"):
            raise FileError(f"'{path}' must end with .toml, since that is what is written; choose another path.")
        text = toml_text(self)
        with written(path) as beside:
            beside.write_text(text, encoding="utf-8", newline="\n")

    # --- time -----------------------------------------------------------------------------------------------------

    @cached_property
    def signals(self) -> tuple[Signal, ...]:
        """All that follows the time: what forces have, in their order, then the motions of driven joints."""
        return tuple(signal for force in self._forces.values() for signal in force.signals) + self.motions

    @cached_property
    def motions(self) -> tuple[Signal, ...]:
        """The motions of the driven joints, in the order of ``driven_names``."""
        bodies = self._bodies.values()
        return tuple(
            signal_of(b.joint.motion, f"the motion of '{b.name}'") for b in bodies if isinstance(b.joint, Driven)
        )

    @cached_property
    def is_timed(self) -> bool:
        """Whether its equations depend on the time."""
        forces_do = any(force.is_timed for force in self._forces.values())
        return forces_do or not all(motion.is_constant for motion in self.motions)

    def cover(self, start: float, end: float) -> None:
        """Prepare for times from ``start`` to ``end``.

        Functions of time are turned into polynomials over a window, which grows when other times are asked for. That happens by itself, but
        saves repetition if it is known beforehand how far a motion will go.
        """
        for name, t in (("start", start), ("end", end)):
            if not isinstance(t, int | float | np.number) or not math.isfinite(t):
                raise StateError(f"cover: {name} must be a finite time, not {shown(t)}.")
        if end < start:
            raise StateError(f"cover: the end {end:g} comes before the start {start:g}; swap them.")
        if not any(signal.needs_window for signal in self.signals):
            return
        with PREPARING:
            known = self.covered
            if known and known[0] <= start and end <= known[1]:
                return
            low, high = (min(start, known[0]), max(end, known[1])) if known else (float(start), float(end))
            for window in _windows(low, high, start == end, known):
                try:
                    pieces = tuple(signal.over(*window) for signal in self.signals)
                except MechanismError as error:
                    failure = error
                else:
                    # Flat arrays hold the polynomials. Whoever computes just now goes on with what was made for the times before, which stays as it is.
                    laws = self.evaluations.get(LAWS, {})
                    self.evaluations = {_COVERAGE: (window, pieces), LAWS: laws}
                    return
            raise failure

    @property
    def covered(self) -> tuple[float, float] | None:
        """The times that it is prepared for; None if none are asked for yet, or any will do."""
        coverage = self.evaluations.get(_COVERAGE)
        return coverage and coverage[0]

    def signal_pieces(self) -> list[np.ndarray]:
        """The polynomials of every signal over the times covered so far."""
        if not any(signal.needs_window for signal in self.signals):
            return [signal.over(0.0, 0.0) for signal in self.signals]
        if not self.covered:
            self.cover(0.0, 0.0)
        return list(self.evaluations[_COVERAGE][1])

    # --- the state ------------------------------------------------------------------------------------------------

    @cached_property
    def n(self) -> int:
        """Degrees of freedom: the length of u."""
        return sum(len(b.joint.u_names) for b in self._bodies.values())

    @cached_property
    def n_q(self) -> int:
        """The length of q (larger than n where a joint has a quaternion)."""
        return sum(len(b.joint.q_names) for b in self._bodies.values())

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """The names of the coordinates: the joint's, with a suffix where it has several (``base.x``)."""
        return tuple(name for b in self._bodies.values() for name in labels(b.joint_name, b.joint.q_names))

    @cached_property
    def u_names(self) -> tuple[str, ...]:
        """The names of the velocities."""
        return tuple(name for b in self._bodies.values() for name in labels(b.joint_name, b.joint.u_names))

    @cached_property
    def q_places(self) -> dict[str, range]:
        """Where in q each name points: a coordinate's, or a joint's or a body's for all that it has."""
        return self._places(lambda joint: joint.q_names)

    @cached_property
    def u_places(self) -> dict[str, range]:
        """Where in u each name points."""
        return self._places(lambda joint: joint.u_names)

    def _places(self, suffixes_of) -> dict[str, range]:
        places, at = {}, 0
        for body in self._bodies.values():
            suffixes = suffixes_of(body.joint)
            for k, name in enumerate(labels(body.joint_name, suffixes), at):
                places[name] = range(k, k + 1)
            if suffixes:
                places[body.joint_name] = places[body.name] = range(at, at + len(suffixes))
            at += len(suffixes)
        return places

    @cached_property
    def q_units(self) -> tuple[str, ...]:
        """The units of the coordinates: ``rad``, ``m``, or ``1`` for parts of a quaternion."""
        return tuple(unit for b in self._bodies.values() for unit in b.joint.q_units)

    @cached_property
    def u_units(self) -> tuple[str, ...]:
        """The units of the velocities: ``rad/s`` or ``m/s``."""
        return tuple(unit for b in self._bodies.values() for unit in b.joint.u_units)

    def neutral(self) -> np.ndarray:
        """The coordinates at which every body frame coincides with its joint frame."""
        return np.array([x for b in self._bodies.values() for x in b.joint.neutral], float)

    @cached_property
    def armature(self) -> np.ndarray:
        """The armature of all joints, in the order of u."""
        every = (b.armature or (0.0,) * len(b.joint.u_names) for b in self._bodies.values())
        armature = np.array([a for joint in every for a in joint], float)
        armature.setflags(write=False)
        return armature

    @property
    def mass(self) -> float:
        """Of all bodies together."""
        return sum(body.inertia.mass for body in self._bodies.values())

    def normalised(self, q) -> np.ndarray:
        """A copy of q, for one state or a batch, with every quaternion scaled to unit length."""
        q = np.array(q, float)
        at = 0
        for body in self._bodies.values():
            at += len(body.joint.q_names)
            if body.joint.has_quaternion:
                q[..., at - 4 : at] /= np.linalg.norm(q[..., at - 4 : at], axis=-1, keepdims=True)
        return q

    def quaternion_faults(self, q: np.ndarray) -> Iterator[tuple[Body, float]]:
        """The bodies whose quaternion in one state is not of unit length, each with its length."""
        at = 0
        for body in self._bodies.values():
            at += len(body.joint.q_names)
            if body.joint.has_quaternion:
                length = float(np.linalg.norm(q[at - 4 : at]))
                if abs(length * length - 1.0) > 2e-9:
                    yield body, length

    def coordinates(self, values: Mapping[str, float | Sequence[float]] | None = None) -> np.ndarray:
        """A vector q from names: those of single coordinates, or of bodies with all their joint's coordinates."""
        return self._by_name(self.neutral(), "q", values, "coordinate")

    def velocities(self, values: Mapping[str, float | Sequence[float]] | None = None) -> np.ndarray:
        """A vector u (or of joint forces) from names: those of single velocities, or of bodies with all their joint's."""
        return self._by_name(np.zeros(self.n), "u", values, "velocity")

    def _by_name(self, vector, letter, values, what) -> np.ndarray:
        if not values and isinstance(values, Mapping | None):
            return vector
        names, places = (self.q_names, self.q_places) if letter == "q" else (self.u_names, self.u_places)
        if not isinstance(values, Mapping):
            raise StateError(
                f"give each {what} by name, as in {{'{next(iter(names), 'name')}': 0.1}}, not {shown(values)}."
            )
        for name, value in values.items():
            if name not in places:
                if isinstance(name, str) and (owner := self.joint_owner(name)):
                    raise StateError(
                        f"the joint of '{owner.name}' is {type(owner.joint).__name__} and has no {what}; name another joint."
                    )
                raise StateError(f"no {what} '{name}' in '{self.name}': {remedy(name, places)}")
            at = list(places[name])
            if masked_place(value) is not None:
                raise StateError(f"{what} '{name}' is masked; give numbers for all entries, as its filled(…) does.")
            try:
                numbers = np.atleast_1d(np.asarray(value, float))
            except (TypeError, ValueError):
                raise StateError(f"{what} '{name}' must be numbers, not {shown(value)}.") from None
            if numbers.shape != (len(at),):
                expected = ", ".join(f"'{names[k]}'" for k in at)
                raise StateError(f"{what} '{name}' needs {len(at)} numbers ({expected}), not {numbers.size}.")
            vector[at] = numbers
        return vector


# what follows from the bodies: computed when asked for, kept until another body is added
_DERIVED = frozenset(name for name, member in vars(Mechanism).items() if isinstance(member, cached_property))


# where a mechanism keeps the times that it covers with the polynomials of its signals over them, and the compiled functions of its forces
_COVERAGE, LAWS = "coverage", "laws"


def _windows(low: float, high: float, single: bool, known: tuple[float, float] | None) -> list[tuple[float, float]]:
    """Windows of time to try in turn: for a single new time a good deal more than that, so that not every call has to make a new one."""
    least = 1e-3 * max(1.0, abs(low))
    exact = [(low, high)] if high > low else [(low, low + least), (low - least, low)]
    if not single:
        return exact
    more = max(1.0, high - low)
    down = known is not None and low < known[0]
    return [(low - more, high) if down else (low, high + more), *exact]


def _armature(values, name: str, joint: Joint) -> tuple[float, ...]:
    """One number for each velocity of a joint; none where all are zero."""
    if isinstance(values, float) and values == 0.0:
        return ()
    count = len(joint.u_names)
    try:
        numbers = np.array(values, float)
    except (TypeError, ValueError):
        numbers = None
    if numbers is None or numbers.shape not in ((), (0,), (count,)):
        each = f" or {count}, one for each of its joint's velocities," if count > 1 else ""
        raise MechanismError(f"body '{name}': armature must be one number,{each} not {shown(values)}.")
    armature = tuple(numbers.tolist()) if numbers.ndim else (float(numbers),) * max(count, 1)
    if not all(map(math.isfinite, armature)):
        raise MechanismError(f"body '{name}': armature {shown(values)} is NaN or infinite; give finite numbers.")
    if any(a < 0.0 for a in armature):
        raise MechanismError(f"body '{name}': armature {shown(values)} is negative; give zero or more.")
    if not any(armature):
        return ()
    if not count:
        kind = type(joint).__name__
        raise MechanismError(f"body '{name}': a {kind} joint has no velocity that armature could resist; leave it out.")
    return armature


def _suffixes(joint: Joint) -> tuple[str, ...]:
    return joint.q_names if joint.q_names is joint.u_names else joint.q_names + joint.u_names


def _clash(body: str, owner: str) -> str:
    return f"body '{body}' has the name of a coordinate of body '{owner}'; rename one of the two."
