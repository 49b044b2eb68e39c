"""Mass properties of a rigid body."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import MechanismError
from bough.mechanism.checks import moderate, positive, rotation_matrix, shown, three_numbers, unit_axis
from bough.typing import RotationLike, VectorLike

# how much, relative to the largest entry, a tensor may violate symmetry, positivity or the triangle inequality
_SLACK = 1e-9
_UNIT = np.eye(3)


class Inertia:
    """Mass, centre of mass (body axes, from the body's origin) and inertia tensor about the centre of mass (body axes).

    With ``strict=False`` the tensor may be one that no real body has, as in many published models: the equations of
    motion only need a positive definite mass matrix.

    >>> Inertia(mass=2.0, center=(0, 0, -0.2), tensor=[[0.03, 0, 0], [0, 0.03, 0], [0, 0, 0.01]]).mass
    2.0
    """

    __slots__ = ("center", "mass", "strict", "tensor")

    def __init__(
        self,
        mass: float = 0.0,
        center: VectorLike = (0.0, 0.0, 0.0),
        tensor: ArrayLike | None = None,
        strict: bool = True,
    ):
        self.mass = moderate(mass, "Inertia", "mass")
        if self.mass < 0.0:
            raise MechanismError(
                f"Inertia: mass {self.mass:g} is negative; give a mass of zero or more.", argument="mass"
            )
        self.center = three_numbers(center, "Inertia", "center")
        if not isinstance(strict, bool):
            raise MechanismError(f"Inertia: strict must be True or False, not {shown(strict)}.", argument="strict")
        self.tensor = _tensor(tensor, strict)
        self.strict = strict

    def __setattr__(self, name: str, value: Any) -> None:
        """Mass properties are immutable, since bodies and mechanisms may share them."""
        if hasattr(self, name):
            raise MechanismError("an Inertia cannot change; make a new one.")
        object.__setattr__(self, name, value)

    # --- shapes ---------------------------------------------------------------------------------------------------

    @classmethod
    def point(cls, mass: float, center: VectorLike = (0.0, 0.0, 0.0)) -> Inertia:
        """A point mass."""
        return cls(mass, center)

    @classmethod
    def rod(
        cls,
        length: float,
        mass: float | None = None,
        *,
        density: float | None = None,
        radius: float | None = None,
        center: VectorLike = (0.0, 0.0, 0.0),
        axis: VectorLike = (0.0, 0.0, 1.0),
    ) -> Inertia:
        """A rod along an axis: thin, or with a radius a round bar (a density needs a radius)."""
        if radius is not None:
            return cls.cylinder(radius, length, mass, density=density, center=center, axis=axis)
        length = positive(length, "Inertia.rod", "length")
        if density is not None:
            raise MechanismError("Inertia.rod: a density needs a radius to give a mass; give radius= or mass=.")
        mass = _mass("Inertia.rod", mass, None, 0.0)
        n = unit_axis(axis, "Inertia.rod")
        return cls(mass, center, mass * length**2 / 12 * (_UNIT - _dyad(n)))

    @classmethod
    def box(
        cls,
        size: VectorLike,
        mass: float | None = None,
        *,
        density: float | None = None,
        center: VectorLike = (0.0, 0.0, 0.0),
    ) -> Inertia:
        """A box with edges ``size`` = (x, y, z) along the body's axes."""
        edges = three_numbers(size, "Inertia.box", "size").tolist()
        x, y, z = (positive(edge, "Inertia.box", f"edge {name}") for name, edge in zip("xyz", edges, strict=True))
        mass = _mass("Inertia.box", mass, density, x * y * z)
        twelfth = mass / 12
        moments = twelfth * (y * y + z * z), twelfth * (x * x + z * z), twelfth * (x * x + y * y)
        return cls(mass, center, moments)

    @classmethod
    def cylinder(
        cls,
        radius: float,
        length: float,
        mass: float | None = None,
        *,
        density: float | None = None,
        center: VectorLike = (0.0, 0.0, 0.0),
        axis: VectorLike = (0.0, 0.0, 1.0),
    ) -> Inertia:
        """A solid round cylinder along an axis."""
        radius = positive(radius, "Inertia.cylinder", "radius")
        length = positive(length, "Inertia.cylinder", "length")
        mass = _mass("Inertia.cylinder", mass, density, math.pi * radius**2 * length)
        n = unit_axis(axis, "Inertia.cylinder")
        along, across = mass * radius**2 / 2, mass * (3 * radius**2 + length**2) / 12
        return cls(mass, center, across * _UNIT + (along - across) * _dyad(n))

    @classmethod
    def sphere(
        cls,
        radius: float,
        mass: float | None = None,
        *,
        density: float | None = None,
        center: VectorLike = (0.0, 0.0, 0.0),
    ) -> Inertia:
        """A solid ball."""
        radius = positive(radius, "Inertia.sphere", "radius")
        mass = _mass("Inertia.sphere", mass, density, 4 / 3 * math.pi * radius**3)
        return cls(mass, center, (0.4 * mass * radius**2,) * 3)

    # --- algebra --------------------------------------------------------------------------------------------------

    def about_origin(self) -> np.ndarray:
        """The inertia tensor about the body's origin."""
        return about_origins(np.array(self.mass), self.center, self.tensor)

    def moved(self, rotation: RotationLike, origin: VectorLike) -> Inertia:
        """The same body, in a frame in which its own frame has this rotation and origin."""
        rotation = rotation_matrix(rotation, "Inertia.moved")
        origin = three_numbers(origin, "Inertia.moved", "origin")
        return type(self)(self.mass, rotation @ self.center + origin, rotation @ self.tensor @ rotation.T, self.strict)

    def __add__(self, other: Inertia) -> Inertia:
        """Two bodies, described in one frame, welded into one."""
        if not isinstance(other, Inertia):
            return NotImplemented
        mass = self.mass + other.mass
        strict = self.strict and other.strict
        if mass == 0.0:
            return Inertia(0.0, tensor=self.tensor + other.tensor, strict=strict)
        center = (self.mass * self.center + other.mass * other.center) / mass
        apart = self.center - other.center
        reduced = self.mass * other.mass / mass
        steiner = reduced * ((apart @ apart) * np.eye(3) - np.outer(apart, apart))
        return Inertia(mass, center, self.tensor + other.tensor + steiner, strict)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Inertia)
            and self.mass == other.mass
            and np.array_equal(self.center, other.center)
            and np.array_equal(self.tensor, other.tensor)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        strict = "" if self.strict else ", strict=False"
        return f"Inertia(mass={self.mass!r}, center={self.center.tolist()}, tensor={self.tensor.tolist()}{strict})"


def about_origins(mass: np.ndarray, center: np.ndarray, tensor: np.ndarray) -> np.ndarray:
    """Tensors about the bodies' origins, from masses (...), centres of mass (..., 3) and tensors there (..., 3, 3)."""
    squared = np.vecdot(center, center)[..., None, None] * _UNIT
    return tensor + mass[..., None, None] * (squared - center[..., :, None] * center[..., None, :])


def _tensor(values: Any, strict: bool) -> np.ndarray:
    """A read-only tensor about the centre of mass: zero or a real body's; if not ``strict``, any symmetric one."""
    try:
        tensor = np.zeros((3, 3)) if values is None else np.array(values, float)
    except (TypeError, ValueError):
        raise MechanismError(f"Inertia: tensor must be numbers, not {shown(values)}.", argument="tensor") from None
    if tensor.shape == (3,):
        x, y, z = tensor.tolist()
        tensor = np.array(((x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)))
    if tensor.shape != (3, 3):
        raise MechanismError(
            f"Inertia: tensor must be 3 x 3, or 3 principal moments, not of shape {tensor.shape}.", argument="tensor"
        )
    entries = tensor.ravel().tolist()
    if not all(map(math.isfinite, entries)):
        raise MechanismError(
            "Inertia: tensor has an entry that is NaN or infinite; give finite numbers.", argument="tensor"
        )
    tensor.setflags(write=False)
    size = max(map(abs, entries))
    if size == 0.0:
        return tensor
    xx, xy, xz, yx, yy, yz, zx, zy, zz = entries
    if max(abs(xy - yx), abs(xz - zx), abs(yz - zy)) > _SLACK * size:
        raise MechanismError(
            "Inertia: the tensor is not symmetric; check the signs of its products of inertia.", argument="tensor"
        )
    if not strict or _is_clearly_possible(xx / size, yx / size, yy / size, zx / size, zy / size, zz / size):
        return tensor
    moments = np.linalg.eigvalsh(tensor)
    if moments[0] < -_SLACK * size:
        raise MechanismError(
            f"Inertia: the tensor is not positive definite (principal moments {_numbers(moments)}); it must be taken about "
            "the centre of mass.",
            argument="tensor",
        )
    if moments[0] + moments[1] < moments[2] * (1.0 - _SLACK):
        hint = "check its units, and that it is taken about the centre of mass"
        if moments[1] <= _SLACK * size:  # as of models of motion in a plane
            hint = "for motion in a plane, give half of the largest for each of the others, as a thin plate has"
        raise MechanismError(
            f"Inertia: no body has the principal moments {_numbers(moments)}: the largest exceeds the sum of the others "
            f"(triangle inequality); {hint}."
        )
    return tensor


def _is_clearly_possible(xx: float, yx: float, yy: float, zx: float, zy: float, zz: float) -> bool:
    """Whether a tensor, scaled to a largest entry of one, has non-negative moments that obey the triangle inequality.

    Both follow if the second moments ½ tr(J) E - J are positive definite: their eigenvalues are half the sums of two
    principal moments minus the third. The pivots decide, after a shift by part of the rounding, so that thin rods and
    plates pass. After False, the eigenvalues decide.
    """
    half = 0.5 * (xx + yy + zz) + 0.25 * _SLACK
    first = half - xx
    if not first > 0.0:
        return False
    second = half - yy - yx / first * yx
    if not second > 0.0:
        return False
    coupling = zx / first * yx + zy  # (off the diagonal the second moments are -J)
    return half - zz - zx / first * zx - coupling / second * coupling > 0.0


def _dyad(n: tuple[float, float, float]) -> np.ndarray:
    vector = np.array(n)
    return vector[:, None] * vector


def _numbers(values: Any) -> str:
    return ", ".join(f"{v:.6g}" for v in values)


def _mass(shape: str, mass: float | None, density: float | None, volume: float) -> float:
    """The mass that was given, or density times volume; exactly one of the two."""
    if (mass is None) == (density is None):
        raise MechanismError(f"{shape}: give either mass= or density=.")
    name, value = ("mass", mass) if density is None else ("density", density)
    number = moderate(value, shape, name)
    if number < 0.0:
        raise MechanismError(f"{shape}: {name} {number:g} is negative; give zero or more.", argument=name)
    return number if density is None else number * volume
