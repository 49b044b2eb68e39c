"""The vectors q and u of a mechanism: the name and index of each number, and vectors from names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bough.errors import StateError
from bough.mechanism.body import Body
from bough.mechanism.checks import labels, masked_place, numbers, remedy, shown
from bough.mechanism.joints import Joint
from bough.mechanism.loop import Loop
from bough.typing import Array, ByName, Coordinates, CoordinatesLike, Velocities


class StateLayout:
    """The layout of a mechanism's state; coordinates and velocities follow the order in which bodies were added."""

    name: str
    _bodies: dict[str, Body]
    _joints: dict[str, Body]  # by the joint's name
    _loops: dict[str, Loop]

    @property
    def parts(self) -> tuple[Body, ...]:
        """The bodies whose joints have coordinates."""
        raise NotImplementedError

    def joint_owner(self, name: str) -> Body | Loop | None:
        """The body with that name, or whose joint has that name, or the loop; None if there is none."""
        return self._joints.get(name) or self._bodies.get(name) or self._loops.get(name)

    @cached_property
    def n(self) -> int:
        """Degrees of freedom: the length of u."""
        return sum(len(b.joint.u_names) for b in self.parts)

    @cached_property
    def n_q(self) -> int:
        """The length of q (larger than n where a joint has a quaternion)."""
        return sum(len(b.joint.q_names) for b in self.parts)

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """The names of the coordinates: the joint's, with a suffix where it has several (``base.x``)."""
        return tuple(name for b in self.parts for name in labels(b.joint_name, b.joint.q_names))

    @cached_property
    def u_names(self) -> tuple[str, ...]:
        """The names of the velocities."""
        return tuple(name for b in self.parts for name in labels(b.joint_name, b.joint.u_names))

    @cached_property
    def q_places(self) -> dict[str, range]:
        """The indices in q of each name: of a coordinate, or of a joint or body for all its coordinates."""
        return self._places(lambda joint: joint.q_names)

    @cached_property
    def u_places(self) -> dict[str, range]:
        """The indices in u of each name."""
        return self._places(lambda joint: joint.u_names)

    def _places(self, suffixes_of: Callable[[Joint], Sequence[str]]) -> dict[str, range]:
        places: dict[str, range] = {}
        at = 0
        for body in self.parts:
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
        return tuple(unit for b in self.parts for unit in b.joint.q_units)

    @cached_property
    def u_units(self) -> tuple[str, ...]:
        """The units of the velocities: ``rad/s`` or ``m/s``."""
        return tuple(unit for b in self.parts for unit in b.joint.u_units)

    def neutral(self) -> Coordinates:
        """The coordinates at which every body frame coincides with its joint frame."""
        return self._neutral.copy()

    @cached_property
    def _neutral(self) -> Coordinates:
        return np.array([x for b in self.parts for x in b.joint.neutral], float)

    @cached_property
    def armature(self) -> Array:
        """The armature of all joints, in the order of u."""
        every = (b.armature or (0.0,) * len(b.joint.u_names) for b in self.parts)
        armature = numbers([a for joint in every for a in joint])
        armature.setflags(write=False)
        return armature

    def normalised(self, q: CoordinatesLike) -> Coordinates:
        """A copy of q, for one state or a batch, with every quaternion scaled to unit length."""
        q = np.array(q, float)
        for body, at in self.quaternions:
            lengths = np.linalg.norm(q[..., at], axis=-1, keepdims=True)
            if not lengths.all():
                raise StateError(f"the quaternion of '{body.name}' has length 0; give 1, 0, 0, 0 for no turn.")
            q[..., at] /= lengths
        return q

    @cached_property
    def rate_places(self) -> NDArray[np.intp]:
        """For each velocity, the place in q of the coordinate whose rate it is; -1 if there is none."""
        places: list[int] = []
        at = 0
        for body in self.parts:
            places += [at + k if k < body.joint.rates else -1 for k in range(len(body.joint.u_names))]
            at += len(body.joint.q_names)
        return np.array(places, np.intp)

    @cached_property
    def quaternions(self) -> tuple[tuple[Body, slice], ...]:
        """The bodies whose joints have a quaternion, and its place in q."""
        ends = np.cumsum([len(body.joint.q_names) for body in self.parts], dtype=int).tolist()
        each = zip(self.parts, ends, strict=True)
        return tuple((body, slice(end - 4, end)) for body, end in each if body.joint.has_quaternion)

    def quaternion_faults(self, q: Coordinates) -> Iterator[tuple[Body, float]]:
        """The bodies whose quaternion in one state is not of unit length, each with its length."""
        for body, at in self.quaternions:
            length = float(np.linalg.norm(q[at]))
            if abs(length * length - 1.0) > 2e-9:
                yield body, length

    def coordinates(self, values: ByName | None = None) -> Coordinates:
        """A vector q from values by name: of single coordinates, or of bodies with all of them."""
        return self._by_name(self.neutral(), "q", values, "coordinate")

    def velocities(self, values: ByName | None = None) -> Velocities:
        """A vector u (or of joint forces) from values by name: of single velocities, or of bodies with all of them."""
        return self._by_name(np.zeros(self.n), "u", values, "velocity")

    def _by_name(self, vector: Array, letter: str, values: ByName | None, what: str) -> Array:
        if not values and isinstance(values, Mapping | None):
            return vector
        names, places = (self.q_names, self.q_places) if letter == "q" else (self.u_names, self.u_places)
        if not isinstance(values, Mapping):
            raise StateError(
                f"give each {what} by name, as in {{'{next(iter(names), 'name')}': 0.1}}, not {shown(values)}."
            )
        for name, value in values.items():
            if name not in places:
                if isinstance(name, str) and name in self._loops and self._loops[name].joint.u_names:
                    raise StateError(
                        f"the {what} of the loop '{name}' is measured, not given; name a joint of the tree, or cut the "
                        "loop's body."
                    )
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
