"""The contract of a force, and what forces share.

A force is a frozen dataclass of plain data. Its file holds the description, the kernel ``act``, and a ``Kind`` that
ties them together. The catalogue (``forces/__init__.py``) lists the forces; the switches over them
(``passes/switches.py``) are generated from it. When a mechanism is compiled, ``rows`` turns a force into rows, each a
few numbers (``tree.force_numbers``, from ``at`` on) and a few integers (``tree.force_places``, from ``where`` on).
There are two sorts:

``JointForce``
    A row acts on one velocity of a joint. Its integers start with the body, its DoF in the tree, and the indices of
    velocity and coordinate in the user's u and q.
    ``act(tree, at, where, t, x, v) -> (joint force, energy)``, with t the time, x the coordinate, v the velocity.
``BodyForce``
    A row acts on bodies. ``act(tree, at, where, t, work) -> (energy, power)`` subtracts its wrenches from
    ``work.force`` by ``push``; positions, velocities and spins of the bodies are in ``work.travel``.

A force that follows signals gets their values by ``follow`` (``mechanism/following.py``): the first one is at
``where + 4`` of a joint force.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bough.arithmetic.scalar import kernel, load, zero_of
from bough.arithmetic.spatial import add, add_cross, apply, load3, load9, multiply, store3, sub
from bough.errors import MechanismError
from bough.mechanism.checks import GROUND, finite, labels, remedy, shown, three_numbers
from bough.mechanism.pieces import FIRST
from bough.mechanism.signals import Signal

if TYPE_CHECKING:
    from bough.mechanism.loop import Loop
    from bough.mechanism.mechanism import Mechanism

# codes from here on are those of forces on bodies
ON_BODIES = 100

Row = tuple[Sequence[float], Sequence[int]]


class Force:
    """An internal or external force of a mechanism."""

    kind: ClassVar[Kind]

    @property
    def code(self) -> int:
        """The number of its kind in the catalogue."""
        kind = getattr(type(self), "kind", None)
        if kind is None or kind.code < 0:
            name = type(self).__name__
            raise MechanismError(
                f"{name} is not in the catalogue of forces; add it to bough/mechanism/forces/__init__.py."
            )
        return kind.code

    @property
    def whose(self) -> str:
        """Its name in messages."""
        raise NotImplementedError

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The signals that it follows."""
        return ()

    @property
    def is_timed(self) -> bool:
        """Whether it depends on the time."""
        return any(not signal.is_constant for signal in self.signals)

    @property
    def is_conservative(self) -> bool:
        """Whether it conserves energy: it stores what it takes from the motion, and gives it back."""
        return False

    def acted_on(self, mechanism: Mechanism) -> str:
        """The body whose wrench tells of the force; what else it acts on gets the opposite one."""
        raise NotImplementedError

    def opposed_by(self, mechanism: Mechanism) -> str | None:
        """The body, or the ground, that gets the opposite wrench; None if it comes from outside."""
        raise NotImplementedError

    def cut_by(self, mechanism: Mechanism) -> Loop | None:
        """The loop in whose joint it acts, if that cuts a body: it then acts on the part that is cut off."""
        return None

    def check(self, mechanism: Mechanism, later: bool) -> None:
        """Raise an error if a name that it uses does not fit; with ``later``, unknown bodies may be added later."""
        raise NotImplementedError

    def rows(self, places: Places) -> list[Row]:
        """Numbers and places of each of its rows."""
        raise NotImplementedError

    def _set(self, **values) -> None:
        """Replace what the user gave by checked values."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


class JointForce(Force):
    """A force of a joint: it acts on a body and, oppositely, on its parent."""

    joint: str
    # whether it needs the coordinate, whose rate must then be the velocity; whether a body's name means all velocities
    needs_coordinate: ClassVar[bool] = False
    takes_all: ClassVar[bool] = False

    @property
    def whose(self) -> str:
        return f"{type(self).__name__} on {shown(self.joint)}"

    def acted_on(self, mechanism):
        return self._ends(mechanism)[0]

    def opposed_by(self, mechanism):
        return self._ends(mechanism)[1]

    def cut_by(self, mechanism):
        loop = mechanism.loops.get(find_dofs(mechanism, self, False)[0])
        return loop if loop is not None and loop.cut == "body" else None

    def _ends(self, mechanism):
        """The body that the joint carries and the one that carries the joint; of a loop's, a body before the ground."""
        name = find_dofs(mechanism, self, False)[0]
        if name not in mechanism.loops:
            return name, mechanism.body(name).parent
        loop = mechanism.loops[name]
        return (loop.other, loop.body) if loop.body == GROUND else (loop.body, loop.other)

    def check(self, mechanism, later):
        find_dofs(mechanism, self, later)

    def numbers(self) -> tuple[float, ...]:
        """The numbers that the kernel reads."""
        return ()

    def rows(self, places):
        body, dofs = find_dofs(places.mechanism, self, False)
        values, followed = places.follow(self.signals)
        return [((*self.numbers(), *values), (*places.of_dof(body, k), *followed)) for k in dofs]


class BodyForce(Force):
    """A force on bodies."""

    body: str

    @property
    def whose(self) -> str:
        return f"{type(self).__name__} on {shown(self.body)}"

    @property
    def _bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def acted_on(self, mechanism):
        return next((name for name in self._bodies if name != GROUND), GROUND)

    def opposed_by(self, mechanism):
        others = [name for name in self._bodies if name != self.acted_on(mechanism)]
        return others[0] if others else self._bodies[1] if len(self._bodies) > 1 else None

    def check(self, mechanism, later):
        if self._bodies == (GROUND,):
            raise MechanismError(f"{self.whose}: a force on the ground has no effect; name a body.")
        for name in self._bodies:
            require_body(mechanism, name, self.whose, later)


class Kind:
    """What a force does: its kernel. ``gives_several``: joint forces on several velocities at once."""

    def __init__(self, force: type[Force], act: Callable[..., Any], gives_several: bool = False):
        self.force, self.act, self.gives_several = force, act, gives_several
        self.code = -1
        force.kind = self


@dataclass(frozen=True)
class Places:
    """Where the bodies, joints and signals of a mechanism are in its compiled form, for one force."""

    mechanism: Mechanism
    carrier: np.ndarray  # per body of the user: the row that carries it, -1 for the ground
    attach: np.ndarray  # per body of the user: its rotation (9) and origin (3) in the carrier's frame
    dof: np.ndarray  # per row: its first DoF
    first_coordinate: np.ndarray  # per body of the user: where its coordinates start in q
    first_velocity: np.ndarray  # per body of the user: where its velocities start in u
    coordinates: int  # as in the tree
    first_signal: int
    law: Callable[
        [Force, tuple[int | None, ...], int], int
    ]  # the address of a force's function, by its arguments' lengths and how many numbers it gives
    # per loop that cuts its joint: its row, first DoF, and where its velocities and coordinates start after u and q
    loops: Mapping[str, tuple[int, int, int, int]]
    measured: list[str]  # grows by each loop that a force asks for

    def of_dof(self, name: str, k: int) -> tuple[int, int, int, int]:
        """Row, DoF, and indices of velocity and coordinate of the k-th DoF of a body's joint.

        The last one is meaningless if the velocity is not the rate of a coordinate.
        """
        if name in self.loops:
            self.measured.append(name)
            row, dof, velocity, coordinate = self.loops[name]
            return row, dof + k, velocity + k, coordinate + k
        body = self.mechanism.parted.body_index[name]
        row = int(self.carrier[body])
        return row, int(self.dof[row]) + k, int(self.first_velocity[body]) + k, int(self.first_coordinate[body]) + k

    def frame(self, name: str, whose: str, at, rotation=None) -> tuple[int, np.ndarray, np.ndarray]:
        """Row of the carrier of a body, and a point and a rotation of the body's frame in the carrier's."""
        rotation = np.eye(3) if rotation is None else np.array(rotation)
        require_body(self.mechanism, name, whose, False)
        if name == GROUND:
            return -1, np.array(at), rotation
        body = self.mechanism.body_index[name]
        turn, origin = self.attach[body, :9].reshape(3, 3), self.attach[body, 9:]
        return int(self.carrier[body]), origin + turn @ np.array(at), turn @ rotation

    def follow(self, signals: Sequence[Signal]) -> tuple[list[float], list[int]]:
        """For each signal its value, or 0 if it varies, and its index in the tree, or -1 if it is constant."""
        numbers = [s.fixed[0, FIRST] if s.fixed is not None and s.is_constant else 0.0 for s in signals]
        return numbers, [-1 if s.is_constant else self.first_signal + k for k, s in enumerate(signals)]


# --- names and numbers ----------------------------------------------------------------------------------------------


def require_body(mechanism: Mechanism, name: str, whose: str, later: bool) -> None:
    """Raise an error if there is no such body, unless it may be added later."""
    if not later and name != GROUND and name not in mechanism:
        known = [*mechanism.body_names, GROUND]
        raise MechanismError(f"{whose}: no body '{name}' in '{mechanism.name}': {remedy(name, known)}", value=name)


def find_dofs(mechanism: Mechanism, force: JointForce, later: bool) -> tuple[str, list[int]]:
    """The body whose joint a force acts on, and which of the joint's DoFs; none if the body may be added later."""
    name, whose = force.joint, force.whose
    owner, suffix = mechanism.joint_owner(name), ""
    if owner is None:
        joint_name, _, suffix = name.rpartition(".")
        owner = mechanism.joint_owner(joint_name)
    if owner is None:
        if later:
            return name, []
        known = dict.fromkeys((*mechanism.u_places, *mechanism.body_names, *mechanism.loops))
        raise MechanismError(
            f"{whose}: no joint or velocity '{name}' in '{mechanism.name}': {remedy(name, known)}", value=name
        )
    joint = owner.joint
    kind = type(joint).__name__
    if not joint.u_names:
        raise MechanismError(
            f"{whose}: the joint of '{owner.name}' is {kind} and cannot move; name another joint.", argument="joint"
        )
    names = labels(owner.joint_name, joint.u_names)
    if suffix and suffix not in joint.u_names:
        raise MechanismError(
            f"{whose}: the joint of '{owner.name}' has no velocity '{suffix}': {remedy(name, names)}", argument="joint"
        )
    named = joint.u_names.index(suffix) if suffix in joint.u_names else 0
    if force.needs_coordinate and named >= joint.rates:
        raise MechanismError(
            f"{whose}: the joint of '{owner.name}' is {kind}, whose velocities are not rates of coordinates; use a bough.Bushing.",
            argument="joint",
        )
    if suffix:
        return owner.name, [named]
    if len(names) > 1 and not force.takes_all:
        raise MechanismError(
            f"{whose}: the joint of '{owner.name}' has several velocities; name one, as in '{names[0]}'.",
            argument="joint",
        )
    return owner.name, list(range(len(names)))


def text(value, whose: str, name: str) -> str:
    """A name that the user gave."""
    if not isinstance(value, str) or not value:
        raise MechanismError(
            f"{whose}: {name} must be the name of a body, a joint or a velocity, not {shown(value)}.", argument=name
        )
    return value


def plain(value):
    """A number as Python's float; any other kind of signal unchanged."""
    return float(value) if isinstance(value, int | float | np.number) else value


def not_negative(value, whose: str, name: str) -> float:
    number = finite(value, whose, name)
    if number < 0.0:
        raise MechanismError(f"{whose}: {name} {shown(value)} is negative; give zero or more.", argument=name)
    return number


def vector(values, whose: str, name: str) -> tuple[float, ...]:
    return tuple(three_numbers(values, whose, name).tolist())


def six_numbers(values, whose: str, name: str) -> tuple[float, ...]:
    """Six non-negative numbers, also as a diagonal matrix."""
    try:
        numbers = np.array(values, float)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.shape == (6, 6) and not (numbers - np.diag(numbers.diagonal())).any():
        numbers = numbers.diagonal()
    if numbers.shape != (6,):
        raise MechanismError(
            f"{whose}: {name} must be six numbers, three for shifts and three for turns, not {shown(values)}.",
            argument=name,
        )
    if not all(math.isfinite(x) and x >= 0.0 for x in numbers.tolist()):
        raise MechanismError(
            f"{whose}: {name} {shown(values)} has an entry that is negative or not finite; give zero or more.",
            argument=name,
        )
    return tuple(numbers.tolist())


# --- kernels of forces on bodies ------------------------------------------------------------------------------------


@kernel
def number3(tree, at):
    """Three numbers of a force."""
    return tree.force_numbers[at, 0], tree.force_numbers[at + 1, 0], tree.force_numbers[at + 2, 0]


@kernel
def number9(tree, at):
    """Nine numbers of a force."""
    x, y, z = number3(tree, at), number3(tree, at + 3), number3(tree, at + 6)
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@kernel
def point(tree, at, i, work):
    """A point of body i, from three numbers in its frame: place from the body's and the ground's origin, velocity."""
    place = number3(tree, at)
    zero = zero_of(load(work.travel, 0, 0))
    arm = (zero + place[0], zero + place[1], zero + place[2])
    position, velocity = arm, (zero, zero, zero)
    if i >= 0:
        arm = apply(load9(work.rotation, i, 0), place)
        position = add(load3(work.travel, i, 0), arm)
        velocity = add_cross(load3(work.travel, i, 3), load3(work.travel, i, 6), arm)
    return arm, position, velocity


@kernel
def frame(tree, at, i, work):
    """The rotation of a frame of body i, given by nine numbers in its axes."""
    turn = number9(tree, at)
    if i >= 0:
        return multiply(load9(work.rotation, i, 0), turn)
    zero = zero_of(load(work.travel, 0, 0))
    return (
        zero + turn[0], zero + turn[1], zero + turn[2], zero + turn[3], zero + turn[4],
        zero + turn[5], zero + turn[6], zero + turn[7], zero + turn[8],
    )  # fmt: skip


@kernel
def spin(i, work):
    """The angular velocity of body i."""
    zero = zero_of(load(work.travel, 0, 0))
    return load3(work.travel, i, 6) if i >= 0 else (zero, zero, zero)


@kernel
def push(i, arm, force, moment, work):
    """Apply a force to body i, at a point that is ``arm`` away from its origin, and a moment."""
    if i >= 0:
        store3(work.force, i, 0, sub(load3(work.force, i, 0), force))
        store3(work.force, i, 3, sub(load3(work.force, i, 3), add_cross(moment, arm, force)))
