"""What every joint is: the protocol that ``tests/mechanism/test_joints.py`` runs over the whole catalogue.

A joint is described by the user's axes, and compiled to one about z: ``frames()`` gives the rotation from the joint frame to
the frame in which the motion starts (``before``) and from the body frame to the frame that moves along (``after``), so that a
hinge is always a turn about z. The file of a joint holds its description and, beside it, its kernels:

``place(tree, i, r, q, work)``
    From r, the rotation of the joint's ``before`` frame to the ground, the rotation of the body and the shift of its
    origin; stores the tangent basis A (a column of linear and angular velocity per DoF) in ``work.columns``. A joint that follows the time takes
    its motion in place of q, and stores what that adds to velocity and acceleration in ``work.drift``.
``drift(tree, i, u, work)``
    Acceleration (linear, angular) of the body relative to its parent when u̇ = 0, seen from the parent. Only for joints whose
    columns move relative to the parent.
``normals(tree, i, r, work)``
    Stores the orthogonal basis Z, Zᵀ A = 0.
``duals(tree, i, work)``
    Stores A(AᵀA)⁻¹. Only for joints whose columns are not orthonormal. Where they may come to be dependent it tells whether they are not.
``rate``, ``velocity``
    q̇ from u and back. Only for joints with quasi-velocities.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from bough.arithmetic.spatial import cross, dot, scale, sub
from bough.errors import MechanismError

Vector = tuple[float, float, float]
_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_PARALLEL = np.eye(3)
_PARALLEL.setflags(write=False)


class Joint:
    """A joint between a body and its parent."""

    code: ClassVar[int]
    q_names: ClassVar[tuple[str, ...]]  # the names of its coordinates; "" if it has but one
    u_names: ClassVar[tuple[str, ...]]
    q_units: ClassVar[tuple[str, ...]]  # "rad", "m", or "1" for parts of a quaternion
    u_units: ClassVar[tuple[str, ...]]  # "rad/s" or "m/s": those of q per second, unless the joint says otherwise
    has_quaternion: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "u_units" not in cls.__dict__ and "q_units" in cls.__dict__:
            cls.u_units = tuple(f"{unit}/s" for unit in cls.q_units)

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
        """Set once: a joint may be shared by bodies, and mechanisms that use it count on it."""
        if name in self.__dict__:
            raise MechanismError(f"a joint cannot change; make a new {type(self).__name__}.")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.__dict__.values())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"


# (vectors are tuples, as in kernels: NumPy takes tens of microseconds for what is a few multiplications)
def length(v: Vector) -> float:
    return math.sqrt(dot(v, v))


def frame_about(z, toward=None) -> np.ndarray:
    """A rotation whose third column is z; its second column is normal to ``toward`` as well, if that is given."""
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
