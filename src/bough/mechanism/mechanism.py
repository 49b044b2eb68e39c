"""What the user describes: bodies, each hung on its parent by a joint."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bough.errors import MechanismError, StateError
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Fixed, Joint
from bough.mechanism.topology import Topology, regular_order

GROUND = "ground"
_ORIGIN = np.zeros(3)
_ORIGIN.setflags(write=False)
_UPRIGHT = np.eye(3)
_UPRIGHT.setflags(write=False)
_MASSLESS = Inertia()


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body as it was described: ``at`` and ``rotation`` place its joint frame in the parent's frame."""

    name: str
    parent: str
    joint: Joint
    at: np.ndarray
    rotation: np.ndarray
    inertia: Inertia


class Mechanism:
    """A tree of rigid bodies.

    Bodies may be added in any order; the state has the order in which they were added. A mechanism can grow until it is first
    used; from then on it is immutable.
    """

    def __init__(self, name: str = "mechanism", gravity=(0.0, 0.0, -9.81)):
        self.name = name
        self.gravity = _three_numbers(gravity, f"{name}: gravity")
        self._bodies: dict[str, Body] = {}
        self._frozen = False
        self.evaluations: dict = {}  # what upper layers have compiled for this mechanism

    # --- description ----------------------------------------------------------------------------------------------

    def add_body(
        self,
        name: str,
        parent: str = GROUND,
        joint: Joint | None = None,
        at=_ORIGIN,
        rotation=None,
        inertia: Inertia | None = None,
    ) -> Body:
        """Hang a body on its parent by a joint.

        ``at`` (3 numbers) and ``rotation`` (3 x 3, joint axes to parent axes; None for parallel axes) place the joint frame in the
        parent's frame. The body frame is the joint frame after the joint's motion.
        """
        if self._frozen:
            raise MechanismError(
                f"'{self.name}' has been used and can no longer change; add '{name}' before the first computation."
            )
        if not isinstance(name, str) or not name:
            raise MechanismError(f"a body's name must be a non-empty string, not {name!r}.")
        if name == GROUND:
            raise MechanismError(f"no body may be called '{GROUND}': that is the fixed frame; choose another name.")
        if name in self._bodies:
            raise MechanismError(f"there is already a body '{name}' in '{self.name}'; choose another name.")
        if not isinstance(joint, Joint):
            hint = (
                f"; write {joint.__name__}()"
                if isinstance(joint, type)
                else "; give joint=bough.Revolute(...) or another"
            )
            raise MechanismError(f"body '{name}' needs a joint, not {joint!r}{hint}.")
        if inertia is not None and not isinstance(inertia, Inertia):
            raise MechanismError(f"body '{name}': inertia must be a bough.Inertia, not {type(inertia).__name__}.")
        body = Body(
            name,
            parent,
            joint,
            at if at is _ORIGIN else _three_numbers(at, f"body '{name}': at"),
            _UPRIGHT if rotation is None else _rotation(rotation, name),
            _MASSLESS if inertia is None else inertia,
        )
        self._bodies[name] = body
        return body

    # --- what it consists of --------------------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies, in the order in which they were added."""
        return tuple(self._bodies.values())

    @property
    def body_names(self) -> tuple[str, ...]:
        return tuple(self._bodies)

    def body(self, name: str) -> Body:
        """The body of that name."""
        try:
            return self._bodies[name]
        except KeyError:
            raise MechanismError(self._unknown(name)) from None

    def __len__(self) -> int:
        return len(self._bodies)

    def __repr__(self) -> str:
        return f"<Mechanism '{self.name}': {len(self)} bodies, {self.n} degrees of freedom>"

    @cached_property
    def parents(self) -> np.ndarray:
        """For each body the index of its parent, -1 for the ground; checks names and cycles."""
        self._frozen = True
        index = {name: k for k, name in enumerate(self._bodies)}
        index[GROUND] = -1
        try:
            parents = np.fromiter((index[body.parent] for body in self._bodies.values()), np.int64, len(self))
        except (KeyError, TypeError):
            culprit = next(b for b in self._bodies.values() if not isinstance(b.parent, str) or b.parent not in index)
            raise MechanismError(f"body '{culprit.name}' hangs on {self._unknown(culprit.parent)}") from None
        regular_order(parents, self.body_names)
        return parents

    @cached_property
    def has_fixed_joints(self) -> bool:
        return any(isinstance(body.joint, Fixed) for body in self._bodies.values())

    @cached_property
    def topology(self) -> Topology:
        """Parent array, paths, depths and their sums, in regular numbering."""
        dofs = np.fromiter((len(b.joint.u_names) for b in self._bodies.values()), np.int64, len(self))
        return Topology.of(self.parents, dofs, self.body_names)

    def _unknown(self, name) -> str:
        close = difflib.get_close_matches(str(name), [*self._bodies, GROUND], 1) if len(self) < 10_000 else []
        remedy = f"did you mean '{close[0]}'?" if close else f"bodies are {listing(self.body_names)}."
        return f"no body '{name}' in '{self.name}': {remedy}"

    # --- the state ------------------------------------------------------------------------------------------------

    @cached_property
    def n(self) -> int:
        """Degrees of freedom: the length of u."""
        self._frozen = True
        return sum(len(b.joint.u_names) for b in self._bodies.values())

    @cached_property
    def n_q(self) -> int:
        """The length of q (larger than n where a joint has a quaternion)."""
        self._frozen = True
        return sum(len(b.joint.q_names) for b in self._bodies.values())

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """The names of the coordinates: the body's, with a suffix where its joint has several (``base.x``)."""
        self._frozen = True
        return tuple(f"{b.name}.{s}" if s else b.name for b in self._bodies.values() for s in b.joint.q_names)

    @cached_property
    def u_names(self) -> tuple[str, ...]:
        """The names of the velocities."""
        self._frozen = True
        return tuple(f"{b.name}.{s}" if s else b.name for b in self._bodies.values() for s in b.joint.u_names)

    def neutral(self) -> np.ndarray:
        """The coordinates at which every body frame coincides with its joint frame."""
        return np.array([x for b in self._bodies.values() for x in b.joint.neutral], float)

    def coordinates(self, values: Mapping[str, float | Sequence[float]] | None = None) -> np.ndarray:
        """A vector q from names: those of single coordinates, or of bodies with all their joint's coordinates."""
        return self._by_name(self.neutral(), self.q_names, values, "coordinate")

    def velocities(self, values: Mapping[str, float | Sequence[float]] | None = None) -> np.ndarray:
        """A vector u (or of joint forces) from names: those of single velocities, or of bodies with all their joint's."""
        return self._by_name(np.zeros(self.n), self.u_names, values, "velocity")

    def _by_name(self, vector, names, values, what) -> np.ndarray:
        places = {name: [k] for k, name in enumerate(names)}
        for k, name in enumerate(names):
            body = name.rpartition(".")[0]
            if body in self._bodies and name not in self._bodies:
                places.setdefault(body, []).append(k)
        for name, value in (values or {}).items():
            if name not in places:
                close = difflib.get_close_matches(str(name), list(places), 1)
                remedy = f"did you mean '{close[0]}'?" if close else f"there are {listing(names)}."
                raise StateError(f"no {what} '{name}' in '{self.name}': {remedy}")
            at = places[name]
            numbers = np.atleast_1d(np.asarray(value, float))
            if numbers.shape != (len(at),):
                expected = ", ".join(f"'{names[k]}'" for k in at)
                raise StateError(f"{what} '{name}' needs {len(at)} numbers ({expected}), not {numbers.size}.")
            vector[at] = numbers
        return vector


def listing(names: Iterable[str], most: int = 8) -> str:
    """Names for a message, the first few of many."""
    names = list(names)
    shown = ", ".join(f"'{name}'" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown or "none"


def _three_numbers(values, what: str) -> np.ndarray:
    try:
        vector = np.array(values, float)
    except (TypeError, ValueError):
        raise MechanismError(f"{what} must be three numbers, not {values!r}.") from None
    if vector.shape != (3,):
        raise MechanismError(f"{what} must be three numbers, not {values!r}.")
    if not np.isfinite(vector).all():
        raise MechanismError(f"{what} {values!r} has an entry that is NaN or infinite; give finite numbers.")
    vector.setflags(write=False)
    return vector


def _rotation(values, name: str) -> np.ndarray:
    try:
        matrix = np.array(values, float)
    except (TypeError, ValueError):
        raise MechanismError(f"body '{name}': rotation must be a 3 x 3 matrix, not {values!r}.") from None
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        raise MechanismError(f"body '{name}': rotation must be a 3 x 3 matrix of finite numbers, not {values!r}.")
    if np.abs(matrix @ matrix.T - np.eye(3)).max() > 1e-6 or np.linalg.det(matrix) < 0:
        raise MechanismError(f"body '{name}': rotation is not a proper rotation matrix; orthonormalise it.")
    # the nearest rotation, so that rounded input does not cost accuracy
    u, _, v = np.linalg.svd(matrix)
    matrix = u @ v
    matrix.setflags(write=False)
    return matrix
