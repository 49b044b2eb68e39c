"""The contract of a joint. ``tests/mechanism/test_joints.py`` checks the whole catalogue against it.

The user describes a joint by axes. Compiled, every motion runs about z: ``frames()`` gives the rotation from the joint
frame to the frame in which the motion starts (``before``), and from the body frame to the frame that moves along
(``after``). A hinge is then always a turn about z.

The file of a joint holds its description, its kernels, and a ``Kind`` that ties them together with traits and prices.
The catalogue (``joints/__init__.py``) lists the kinds; the switches over them (``passes/switches.py``) are generated
from it. Kernels of a joint:

``place(tree, i, r, q, work)``
    From r, the rotation of the joint's ``before`` frame to the ground: the rotation of the body, and the shift of its
    origin. Stores the tangent basis A (a column of linear and angular velocity per DoF) in ``work.columns``.
``normals(tree, i, r, work)``
    Stores the orthogonal basis Z, Zᵀ A = 0.
``drift(tree, i, u, work)``
    Acceleration (linear, angular) of the body relative to its parent when u̇ = 0, seen from the parent. Only for joints
    whose columns move relative to the parent.
``duals(tree, i, work)``
    Stores A(AᵀA)⁻¹, and returns whether it exists. Only for joints whose columns are not orthonormal.
``rate``, ``velocity``
    q̇ from u, and back. Only for joints with quasi-velocities.
``measure(tree, i, r, s, q)``
    The coordinates from a relative pose, for joints that close loops: r and s, rotation and shift from the ``before``
    frame to the frame that moves. Puts those whose ``place`` comes closest to it.

Two more are for joints of the user's own, whose columns are carried by nothing and whose coordinates are searched:

``bend(tree, i, u, first, work)``
    Finds the rates of the columns as seen from the body; u starts at index ``first``. Returns True.
``search(tree, i, r, s, work)``
    As ``measure``, with memory; puts them in ``work.measured``. Returns True.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from bough.arithmetic.spatial import cross, dot, scale, sub
from bough.arithmetic.tally import NOTHING, Tally
from bough.errors import MechanismError

Vector = tuple[float, float, float]
_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_PARALLEL = np.eye(3)
_PARALLEL.setflags(write=False)


class Joint:
    """A joint between a body and its parent."""

    kind: ClassVar[Kind]
    q_names: ClassVar[tuple[str, ...]]  # the names of its coordinates; "" if it has only one
    u_names: ClassVar[tuple[str, ...]]
    q_units: ClassVar[tuple[str, ...]]  # "rad", "m", or "1" for parts of a quaternion
    u_units: ClassVar[tuple[str, ...]]  # "rad/s" or "m/s": those of q per second, unless the joint says otherwise
    has_quaternion: ClassVar[bool] = False  # the last four coordinates
    rates: ClassVar[
        int
    ]  # how many of the first velocities are rates of the same coordinates; all, unless there is a quaternion

    def __init_subclass__(cls) -> None:
        if "u_units" not in cls.__dict__ and "q_units" in cls.__dict__:
            cls.u_units = tuple(f"{unit}/s" for unit in cls.q_units)
        if "rates" not in cls.__dict__ and "u_names" in cls.__dict__:
            cls.rates = 0 if cls.has_quaternion else len(cls.u_names)

    @property
    def code(self) -> int:
        """The number of its kind in the catalogue."""
        kind = getattr(type(self), "kind", None)
        if kind is None or kind.code < 0:
            name = type(self).__name__
            raise MechanismError(
                f"{name} is not in the catalogue of joints; add its KIND to bough/mechanism/joints/__init__.py."
            )
        return kind.code

    def frames(self) -> tuple[np.ndarray, np.ndarray]:
        """(before, after): rotations to the frames between which the compiled motion runs."""
        return _PARALLEL, _PARALLEL

    def constants(self) -> tuple[float, ...]:
        """Numbers that the kernels read."""
        return ()

    @property
    def neutral(self) -> tuple[float, ...]:
        """The coordinates at which the body frame coincides with the joint frame."""
        return (0.0,) * len(self.q_names)

    def __setattr__(self, name: str, value) -> None:
        """Joints are immutable, since bodies and mechanisms may share them."""
        if name in self.__dict__:
            raise MechanismError(f"a joint cannot change; make a new {type(self).__name__}.")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.__dict__.values())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"


class Kind:
    """Everything specific to a joint: kernels, the shape of its bases, traits, and prices."""

    def __init__(
        self,
        joint: type[Joint],
        *,
        place: Kernel | None,
        normals: Kernel | None,
        drift: Kernel | None = None,
        duals: Kernel | None = None,
        rate: Kernel | None = None,
        velocity: Kernel | None = None,
        measure: Kernel | None = None,
        bend: Kernel | None = None,
        search: Kernel | None = None,
        columns: str,
        normal_columns: str,
        prices: Prices,
        drawn: Callable[[np.random.Generator], Joint] | None,
        is_common: bool = True,
        successive: int | None = None,
        is_hinge: bool = False,
        is_driven: bool = False,
        can_lock: bool = False,
    ):
        """``columns`` of A and ``normal_columns`` of Z have one letter each, for the half that varies with the state.

        "l" is the linear half, "a" the angular one, "s" both (a screw), "1" none. ``drawn``: a random joint of this
        kind, for random trees; ``is_common``: whether these use it by default, and whether its kernels are inlined into
        the switches. ``successive``: how many of the first
        columns are carried by the parent and by the joint's own motion up to them; the body carries the others.
        Default: all.
        """
        self.joint, self.code = joint, -1
        self.place, self.normals, self.drift, self.duals = place, normals, drift, duals
        self.rate, self.velocity, self.measure = rate, velocity, measure
        self.bend, self.search = bend, search
        self.drawn, self.is_common = drawn, is_common
        self.columns, self.normal_columns, self.prices = columns, normal_columns, prices
        self.successive = len(columns) if successive is None else successive
        self.is_hinge, self.is_driven, self.can_lock = is_hinge, is_driven, can_lock
        joint.kind = self

    @property
    def turns(self) -> bool:
        """Whether some motion turns the body."""
        return not set(self.columns).isdisjoint("as")

    @property
    def slides(self) -> bool:
        """Whether some motion shifts the body and does nothing else."""
        return "l" in self.columns

    @property
    def only_turns(self) -> bool:
        """Whether the body's origin stays where it is in the parent."""
        return set(self.columns) <= {"a"} and not self.is_driven


Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Prices:
    """What the kernels of a joint cost. Constants are free."""

    place: Tally
    normals: Tally = NOTHING
    drift: Tally = NOTHING
    duals: Tally = NOTHING
    rate: Tally = NOTHING
    velocity: Tally = NOTHING
    measure: Tally = NOTHING
    bend: Tally = NOTHING

    def __add__(self, other: Prices) -> Prices:
        return Prices(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


# (vectors are tuples, as in kernels: NumPy takes tens of microseconds for a few multiplications)
def length(v: Vector) -> float:
    return math.sqrt(dot(v, v))


def frame_about(z, toward=None) -> np.ndarray:
    """A rotation whose third column is z; its second column is also normal to ``toward``, if given."""
    z = tuple(map(float, z))
    y = (0.0, 0.0, 0.0) if toward is None else cross(z, toward)
    if length(y) < 1e-9:
        toward = min(_AXES, key=lambda axis: abs(dot(axis, z))) if abs(z[2]) < 1.0 else _AXES[0]
        x = _unit(sub(toward, scale(dot(toward, z), z)))
        y = cross(z, x)
    else:
        y = _unit(y)
        x = cross(y, z)
    return np.array(tuple(zip(x, y, z, strict=True)))


def _unit(v: Vector) -> Vector:
    size = length(v)
    return v[0] / size, v[1] / size, v[2] / size


def random_axis(rng: np.random.Generator) -> np.ndarray:
    axis = rng.standard_normal(3)
    return axis / math.sqrt(axis @ axis)


def random_crossing_axes(rng: np.random.Generator, count: int) -> list[np.ndarray]:
    """Successive axes that are far from parallel."""
    axes = [random_axis(rng)]
    while len(axes) < count:
        axis = random_axis(rng)
        if abs(axis @ axes[-1]) < 0.7:
            axes.append(axis)
    return axes
