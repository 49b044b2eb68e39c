"""A quantity of a motion: a number or a vector that is read from states, with a unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.simulation.results.states import RunStates, States
from bough.typing import Array

AXES = ("x", "y", "z")
FRAMES = ("ground", "body")
Reading = Callable[[States], Array]


@dataclass(frozen=True)
class Quantity:
    """A number at every state.

    ``winds``: an angle that goes on, over the time of a run, where it was. ``along``: its values (…, T) over the time of a
    run, if they are to be found together. ``needs_run``: it follows from the whole motion before a state, so only a run has
    it.
    """

    name: str
    units: str
    about: str
    read: Reading  # (N,)
    winds: bool = False
    along: Callable[[RunStates], Array] | None = None
    needs_run: bool = False

    @property
    def magnitude(self) -> Quantity:
        """Its absolute value."""
        read = lambda states: np.abs(self.read(states))  # noqa: E731
        return replace(self, name=f"|{self.name}|", read=read, winds=False, along=None)


@dataclass(frozen=True)
class Vector:
    """Three numbers at every state.

    ``turn``: rotations (N, 3, 3) from the axes that the numbers are along to those of the ground; None: these are the
    ground's. ``body``: whose axes are meant by body axes, if any.
    """

    name: str
    units: str
    about: str
    read: Reading  # (N, 3)
    turn: Reading | None = None
    body: str = ""
    ending: str = ""  # of the names of its components

    def along(self, axes: str) -> Vector:
        """The same vector along the axes of the ground or of its body."""
        if axes not in FRAMES:
            raise StateError(f"no axes {shown(axes)}: {remedy(axes, FRAMES)}")
        on_ground, body, turn, read = axes == "ground", self.body, self.turn, self.read
        if not on_ground and not body:  # (the ground's own)
            return self

        def turned(states: States) -> Array:
            found = read(states) if turn is None else np.einsum("nij,nj->ni", turn(states), read(states))
            return found if on_ground else np.einsum("nji,nj->ni", rotation_of(states, body), found)

        return replace(self, read=turned, turn=None if on_ground else lambda states: rotation_of(states, body))

    @property
    def magnitude(self) -> Quantity:
        name = f"|{self.name}{self.ending}|"
        return Quantity(name, self.units, self.about, lambda states: np.linalg.norm(self.read(states), axis=1))

    def component(self, axis: str) -> Quantity:
        k = AXES.index(axis)
        name, about = f"{self.name}.{axis}{self.ending}", f"{self.about}, {axis}"
        return Quantity(name, self.units, about, lambda states: self.read(states)[:, k])


Quantities = list[Quantity | Vector]


def columns_of(found: Quantities) -> list[Quantity]:
    """Numbers, with vectors by their components."""
    return [
        one
        for quantity in found
        for one in ([quantity] if isinstance(quantity, Quantity) else map(quantity.component, AXES))
    ]


def pose_of(states: States, body: str) -> Array:
    """Transforms (N, 4, 4) of a body, or of the ground."""
    k = states.mechanism.body_index.get(body)
    return np.broadcast_to(np.eye(4), (len(states.q), 4, 4)) if k is None else states.poses[:, k]


def rotation_of(states: States, body: str) -> Array:
    """Rotations (N, 3, 3) from the axes of a body to those of the ground."""
    return pose_of(states, body)[:, :3, :3]


def place_of(states: States, body: str, at: Array | tuple[float, ...]) -> Array:
    """Where a point of a body, or of the ground, is."""
    pose = pose_of(states, body)
    found: Array = pose[:, :3, 3] + pose[:, :3, :3] @ np.asarray(at, float)
    return found


def velocity_of(states: States, body: str, at: Array | tuple[float, ...]) -> Array:
    """The velocity of a point of a body, or of the ground, along ground axes."""
    k = states.mechanism.body_index.get(body)
    if k is None:
        return np.zeros((len(states.q), 3))
    twist = states.twists[:, k]
    return turned(states, body, twist[:, :3] + np.cross(twist[:, 3:], at))


def turned(states: States, body: str, vectors: Array) -> Array:
    """Vectors (N, 3) along the axes of a body, along ground axes."""
    found: Array = np.einsum("nij,nj->ni", rotation_of(states, body), vectors)
    return found
