"""The user's description of a mechanism: bodies, each connected to its parent by a joint."""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Never

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.errors import FileError, Finding, MechanismError, StateError
from bough.files import written
from bough.locks import PREPARING
from bough.mechanism.body import ORIGIN, Body, body_of, check_names
from bough.mechanism.checks import GROUND, labels, listing, remedy, shown, three_numbers
from bough.mechanism.coverage import Coverage, covering
from bough.mechanism.forces import Force
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Driven, Fixed, Joint
from bough.mechanism.loop import Loop, check_apart, loop_faults, loop_of
from bough.mechanism.parameters import chosen, places_of, with_numbers
from bough.mechanism.parts import CUTS, Parted
from bough.mechanism.signals import Signal
from bough.mechanism.topology import Topology
from bough.mechanism.visual import Visual
from bough.typing import Array, RotationLike, VectorLike
from bough.words import lacking, meant, refuse

if TYPE_CHECKING:
    from bough.compiled.prepared import Prepared


class Mechanism(Parted):
    """A tree of rigid bodies.

    Bodies may be added in any order; coordinates and velocities follow the order in which they were added. A mechanism
    can change until it is frozen, by :meth:`freeze` or by the first computation. A copy (``copy.copy``) can change
    again.

    It may also hold defaults for :func:`bough.simulate`: the starting state (``q0`` and ``u0``, by names) and
    ``settings`` (arguments by name, such as ``{"duration": 20}``). ``about`` is a text. ``remarks`` and ``folder``
    belong to the file from which it was loaded; meshes of visuals are searched in ``folder``.
    """

    # Made by upper layers; None before the first computation. Read without a lock: when other times are covered, it is
    # replaced as a whole.
    prepared: Prepared | None = None
    _coverage: Coverage | None = None  # replaced as a whole, with PREPARING held
    _frozen = False
    _parameters: tuple[str, ...] = ()

    def __init__(self, name: str = "mechanism", gravity: VectorLike = (0.0, 0.0, -9.81), about: str = ""):
        self.name = name
        self.about = about
        self.q0: dict[str, Any] = {}
        self.u0: dict[str, Any] = {}
        self.settings: dict[str, float | str] = {}
        self.remarks: tuple[Finding, ...] = ()
        self.folder: Path | None = None
        self._bodies = {}
        self._joints = {}
        self._forces: dict[str, Force] = {}
        self._loops: dict[str, Loop] = {}
        self.gravity = gravity

    @property
    def gravity(self) -> Array:
        """The acceleration of free fall, in ground axes."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: VectorLike) -> None:
        if self._frozen:
            raise self._closed("set gravity")
        self._gravity = three_numbers(value, f"'{self.name}'", "gravity")
        self._forget(CUTS)

    if not TYPE_CHECKING:  # (for which each name would be one)

        def __getattr__(self, name: str) -> Any:
            kind = type(self)
            if name.startswith("_") or hasattr(kind, name):  # (what a property raised)
                return object.__getattribute__(self, name)
            places = {each: f"Mechanism.{each}" for each in dir(self) if not each.startswith("_")}
            raise lacking(f"a {kind.__name__}", name, places)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: only the description; the copy is not frozen."""
        tables = ("_bodies", "_joints", "_forces", "_loops", "q0", "u0", "settings")
        plain = {name: self.__dict__[name] for name in ("name", "about", "_gravity", "remarks", "folder")}
        plain["_parameters"] = self._parameters
        return plain | {name: dict(self.__dict__[name]) for name in tables}

    @property
    def is_frozen(self) -> bool:
        """Whether it can no longer change."""
        return self._frozen

    def freeze(self) -> None:
        """Forbid further changes of bodies, loops, forces and gravity. Every computation calls this; a copy is not frozen.

        Raises an error, and does not freeze, if a parent is missing, bodies form a cycle or a loop cannot be closed.
        """
        if not self._frozen:
            _ = self.topology  # raises
            self._frozen = True

    def _check_new(self, what: str, name: Any, others: Mapping[str, Any]) -> None:
        """Whether a body, loop or force may be added by this name."""
        if self._frozen:
            raise self._closed(f"add {shown(name)}")
        if not isinstance(name, str) or not name:
            raise MechanismError(f"a {what}'s name must be a non-empty string, not {shown(name)}.")
        if name == GROUND and what != "force":
            raise MechanismError(f"no {what} may be called '{GROUND}': that is the fixed frame; choose another name.")
        if name in others:
            raise MechanismError(f"there is already a {what} '{name}' in '{self.name}'; choose another name.")

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
        at: VectorLike = ORIGIN,
        rotation: RotationLike | None = None,
        inertia: Inertia | None = None,
        joint_name: str | None = None,
        visuals: Iterable[Visual] = (),
        armature: ArrayLike = 0.0,
        **unknown: Never,
    ) -> Body:
        """Add a body that a joint connects to its parent.

        ``at`` (3 numbers) and ``rotation`` (3 x 3, joint axes to parent axes; or by keys, as in ``{"rpy": (0, 0, 1.5)}``;
        None for parallel axes) place the joint frame in the parent's frame. The body frame is the joint frame after the joint's motion. Coordinates and
        velocities are named after ``joint_name``, by default the body's name. ``visuals``: shapes for films.

        ``armature``: inertia of whatever the joint moves besides the body, such as a motor's rotor times the square of
        its gear ratio; one number for all velocities of the joint, or one for each. It adds ½ a u² to the kinetic
        energy and nothing else.
        """
        if unknown:
            refuse(Mechanism.add_body, unknown)
        self._check_new("body", name, self._bodies)
        body = body_of(name, parent, joint, at, rotation, inertia, joint_name, visuals, armature)
        check_names(body, self._bodies, self._joints)
        if self._loops:
            check_apart(body, self._loops)
        self._bodies[name] = body
        self._joints[body.joint_name] = body
        self._forget(_DERIVED)
        return body

    def add_loop(
        self,
        name: str,
        body: str,
        other: str,
        joint: Joint,
        at: VectorLike = ORIGIN,
        rotation: RotationLike | None = None,
        other_at: VectorLike = ORIGIN,
        other_rotation: RotationLike | None = None,
        cut: str = "joint",
        **unknown: Never,
    ) -> Loop:
        """Close a loop by a joint that leads from ``other``, as from a parent, to ``body``: two bodies, or the ground.

        ``other_at`` and ``other_rotation`` place the joint frame in ``other``; ``at`` and ``rotation`` place in
        ``body`` the frame that the joint moves. What the joint forbids becomes constraints. ``cut="body"`` splits the
        body instead of the joint: the same motion by other equations. The bodies may be added later.
        """
        if unknown:
            refuse(Mechanism.add_loop, unknown)
        self._check_new("loop", name, self._loops)
        loop = loop_of(name, body, other, joint, at, rotation, other_at, other_rotation, cut)
        for others in (self._joints, self._bodies, self._loops):
            check_apart(loop, others)
        self._loops[name] = loop
        self._forget(_DERIVED)
        return loop

    def add_force(self, name: str, force: Force) -> Force:
        """Add a force. The bodies or joints that it names may be added later."""
        self._check_new("force", name, self._forces)
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
        """Replace the force of that name.

        Example: ``replace_force("spring", dataclasses.replace(forces["spring"], stiffness=2e4))``.
        """
        if name not in self._forces:
            raise MechanismError(f"no force {shown(name)} in '{self.name}': {remedy(name, self._forces)}")
        before, self._forces = self._forces, {}
        try:
            self.add_force(name, force)
        finally:
            self._forces = {**before, **self._forces}
        return force

    def without_forces(self) -> Mechanism:
        """A copy without forces, which is not frozen."""
        bare = copy.copy(self)
        bare._forces.clear()
        bare._parameters = tuple(name for name in self._parameters if name in places_of(bare))
        return bare

    def with_forces(self, forces: Mapping[str, Force]) -> Mechanism:
        """A copy, not frozen, in which some forces are replaced by others of the same names."""
        other = copy.copy(self)
        for name, force in forces.items():
            other.replace_force(name, force)
            force.check(other, later=False)
        other._parameters = tuple(name for name in self._parameters if name in places_of(other))
        return other

    # --- parameters -------------------------------------------------------------------------------------------------

    def with_parameters(self, numbers: Mapping[str, float] | Iterable[str]) -> Mechanism:
        """A copy, not frozen, in which some numbers are parameters: by name with new values, or names alone.

        Names are those of bodies, loops and forces with the number's own: ``boom.mass``, ``boom.center.x``,
        ``boom.tensor.xy``, ``boom.at.z``, ``boom.armature``, ``spring.stiffness``, ``gravity.z``. The copy is a mechanism
        like any other. Besides, functions that take ``parameters`` compute it with other values of these numbers,
        without compiling anew, and :func:`bough.derivatives.sensitivities` differentiates its motions with respect to them.
        """
        found = chosen(self, numbers)
        other = with_numbers(self, found)
        other._parameters = tuple(found)
        return other

    @property
    def parameters(self) -> Mapping[str, float]:
        """The numbers that are parameters, by name, with their values."""
        places = places_of(self) if self._parameters else {}
        return {name: places[name][0].value for name in self._parameters}

    def renewed(
        self, bodies: Iterable[Body], loops: Iterable[Loop], forces: Mapping[str, Force], gravity: Any
    ) -> Mechanism:
        """A copy in which some bodies, loops and forces are replaced by others of the same names."""
        other = copy.copy(self)
        for body in bodies:
            other._bodies[body.name] = other._joints[body.joint_name] = body
        for loop in loops:
            other._loops[loop.name] = loop
        other._forces |= forces
        other._gravity = gravity
        return other

    def _with(self, bodies: dict[str, Body], loops: dict[str, Loop]) -> Mechanism:
        other = Mechanism(self.name)
        other._gravity = self._gravity
        other._bodies, other._loops, other._forces = bodies, loops, self._forces
        other._joints = {body.joint_name: body for body in bodies.values()}
        return other

    def _forget(self, derived: frozenset[str]) -> None:
        for name in derived.intersection(self.__dict__):
            del self.__dict__[name]

    # --- what it consists of --------------------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies, in the order in which they were added."""
        return tuple(self._bodies.values())

    @property
    def body_names(self) -> tuple[str, ...]:
        return tuple(self._bodies)

    def body(self, name: str) -> Body:
        """The body of that name, or whose joint has that name."""
        found = self._joints.get(name) or self._bodies.get(name)
        if found is None:
            raise MechanismError(self._unknown(name))
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._bodies

    def __len__(self) -> int:
        return len(self._bodies)

    def __repr__(self) -> str:
        loops = f" as a tree, {len(self._loops)} loop{'s' * (len(self._loops) != 1)}" if self._loops else ""
        return f"<Mechanism '{self.name}': {len(self)} bodies, {self.n} degrees of freedom{loops}>"

    def _repr_html_(self) -> str:
        """Its tree and facts, for notebooks."""
        from bough.check.notebook import mechanism_html

        return mechanism_html(self)

    @property
    def forces(self) -> Mapping[str, Force]:
        """The forces by name, in the order in which they were added."""
        return MappingProxyType(self._forces)

    @property
    def loops(self) -> Mapping[str, Loop]:
        """The joints that close loops, by name, in the order in which they were added."""
        return MappingProxyType(self._loops)

    def loop(self, name: str) -> Loop:
        """The loop of that name."""
        if name not in self._loops:
            raise MechanismError(f"no loop {shown(name)} in '{self.name}': {remedy(name, self._loops)}")
        return self._loops[name]

    @property
    def is_conservative(self) -> bool:
        """Whether kinetic plus potential energy is constant: every force conserves energy and no driven joint moves."""
        forces_keep_it = all(force.is_conservative for force in self._forces.values())
        return forces_keep_it and all(motion.is_constant for motion in self.motions)

    @property
    def mass(self) -> float:
        """Total mass of all bodies."""
        return sum(body.inertia.mass for body in self._bodies.values())

    @cached_property
    def body_index(self) -> Mapping[str, int]:
        """The index of each body by name."""
        return {name: k for k, name in enumerate(self._bodies)}

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """The index of each body's parent, -1 for the ground."""
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
        """The names of drive forces and of driven velocities, joint by joint, those of bodies before those of loops.

        The name of the body or loop, with a suffix where the joint has several velocities (``base.wx``).
        """
        return tuple(name for one, joint in self.driven for name in labels(one.name, joint.joint.u_names))

    @cached_property
    def driven_q_names(self) -> tuple[str, ...]:
        """The names of driven coordinates: those of ``driven_names``, except where a joint has a quaternion."""
        return tuple(name for one, joint in self.driven for name in labels(one.name, joint.joint.q_names))

    @cached_property
    def driven_units(self) -> tuple[str, ...]:
        """The units of driven coordinates: ``rad``, ``m``, or ``1`` for parts of a quaternion."""
        return tuple(unit for _, joint in self.driven for unit in joint.joint.q_units)

    @cached_property
    def driven(self) -> tuple[tuple[Body | Loop, Driven], ...]:
        """The bodies, then the loops, whose joints are driven, in the order in which they were added."""
        return tuple((one, one.joint) for one in self._owners if isinstance(one.joint, Driven))

    @property
    def _owners(self) -> Iterator[Body | Loop]:
        """Whatever has a joint."""
        return chain(self._bodies.values(), self._loops.values())

    @cached_property
    def topology(self) -> Topology:
        """Parent array, paths, depths and their sums, in regular numbering; raises on a cycle and on unfit loops."""
        dofs = np.fromiter((len(b.joint.u_names) for b in self._bodies.values()), np.int64, len(self))
        topology = Topology.of(self.parents, dofs, self.body_names)
        for _, fault in self.loop_faults() if self._loops else ():
            raise fault
        return topology

    def loop_faults(self) -> Iterator[tuple[Loop, MechanismError]]:
        """The loops that join no body, or bodies that are fixed to each other; the bodies must form a tree."""
        return loop_faults(self._loops.values(), self._bodies, self._unknown)

    def _unknown(self, name: str) -> str:
        close = meant(name, [*self._bodies, GROUND])
        hint = f"did you mean '{close}'?" if close else f"bodies are {listing(self.body_names)}."
        return f"no body '{name}' in '{self.name}': {hint}"

    def view(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Write a page that shows it at its start: one HTML file; options as for :func:`bough.view`."""
        from bough.simulation.view.showing import view

        view(self, path, **options)

    def show(self, **options: Any) -> Path:
        """Open such a page in the browser, and return its path."""
        from bough.simulation.view.showing import show

        return show(self, **options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a TOML file that :func:`bough.load` reads back to the same mechanism; a failure leaves no partial file.

        Python functions of time cannot be written; a text such as ``"2*sin(3*t)"``, a ``Table`` or a SciPy spline can.
        """
        from bough.formats.toml.writing import toml_text

        if not str(path).lower().endswith(".toml"):
            raise FileError(f"'{path}' must end with .toml, the format that is written; choose another path.")
        text = toml_text(self)
        with written(path) as beside:
            beside.write_text(text, encoding="utf-8", newline="\n")

    # --- time -----------------------------------------------------------------------------------------------------

    @cached_property
    def signals(self) -> tuple[Signal, ...]:
        """All functions of time: those of the forces, in their order, then the motions of driven joints."""
        return tuple(signal for force in self._forces.values() for signal in force.signals) + self.motions

    @cached_property
    def motions(self) -> tuple[Signal, ...]:
        """The signals that driven joints follow, joint by joint."""
        return tuple(signal for one, joint in self.driven for signal in joint.signals(f"the motion of '{one.name}'"))

    @property
    def first_motions(self) -> Mapping[str, int]:
        """The index among ``signals`` of the first one of each driven joint, by the name of its body or loop."""
        counts = [len(joint.motion_names) for _, joint in self.driven]
        first = np.cumsum([len(self.signals) - len(self.motions), *counts])[:-1].tolist()
        return dict(zip((one.name for one, _ in self.driven), first, strict=True))

    @cached_property
    def is_timed(self) -> bool:
        """Whether its equations depend on time."""
        forces_do = any(force.is_timed for force in self._forces.values())
        return forces_do or not all(motion.is_constant for motion in self.motions)

    def cover(self, start: float, end: float) -> None:
        """Prepare for times from ``start`` to ``end``.

        Functions of time are approximated by polynomials over a window of time. The window grows automatically when
        other times are needed; calling this first avoids repeated growth.
        """
        for name, t in (("start", start), ("end", end)):
            if not isinstance(t, int | float | np.number) or not math.isfinite(t):
                raise StateError(f"cover: {name} must be a finite time, not {shown(t)}.")
        if end < start:
            raise StateError(f"cover: the end {end:g} comes before the start {start:g}; swap them.")
        if not any(signal.needs_window for signal in self.signals):
            return
        with PREPARING:
            coverage = covering(self.signals, start, end, self._coverage)
            if coverage is not self._coverage:
                self.freeze()
                self._coverage = coverage
                # flat arrays hold the polynomials
                self.prepared = self.prepared and self.prepared.renewed()

    @property
    def covered(self) -> tuple[float, float] | None:
        """The times that it is prepared for; None if no times were needed yet, or if no preparation is necessary."""
        return self._coverage and self._coverage.window

    def signal_pieces(self) -> list[Array]:
        """The polynomials of every signal over the times covered so far."""
        if not any(signal.needs_window for signal in self.signals):
            return [signal.over(0.0, 0.0) for signal in self.signals]
        if self._coverage is None:
            self.cover(0.0, 0.0)
        assert self._coverage is not None
        return list(self._coverage.pieces)


# derived from the bodies: computed at first use, dropped when a body is added
_DERIVED = frozenset(
    name for kind in Mechanism.__mro__ for name, member in vars(kind).items() if isinstance(member, cached_property)
)
