"""An elastic connection in all six directions."""

from dataclasses import KW_ONLY, dataclass

from bough.arithmetic.scalar import kernel
from bough.arithmetic.spatial import add, add_cross, apply, apply_transposed, dot, load3, multiply, scale, sub
from bough.mechanism.checks import GROUND, rotation_rows
from bough.mechanism.forces.base import (
    BodyForce,
    Kind,
    frame,
    number3,
    point,
    push,
    six_numbers,
    spin,
    text,
    vector,
)


@dataclass(frozen=True)
class Bushing(BodyForce):
    """Springs and dampers in three directions and about three axes, between a frame of a body and a frame of another.

    ``at`` and ``rotation`` (frame axes to body axes; None for parallel axes) place a frame in the body, ``other_at``
    and ``other_rotation`` one in the other body. ``stiffness`` and ``damping`` are along the axes of the latter: six
    numbers each, for shifts, then for turns. At rest the two frames coincide. The force on the body is -(K d + C ḋ), d
    being its frame's origin seen from the other frame; the opposite force acts on the other body at the same point of
    space. With (w, v) the quaternion of the relative turn, the energy of turns is 2 Σ k v², that is ½ k φ² for small
    angles φ; its moment is exact for turns of any size.
    """

    body: str
    other: str = GROUND
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    other_at: tuple[float, ...] = (0.0, 0.0, 0.0)
    _: KW_ONLY
    stiffness: tuple[float, ...]
    damping: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    rotation: tuple | None = None
    other_rotation: tuple | None = None

    def __post_init__(self):
        text(self.body, "Bushing", "body")
        text(self.other, self.whose, "other")
        self._set(
            at=vector(self.at, self.whose, "at"),
            other_at=vector(self.other_at, self.whose, "other_at"),
            stiffness=six_numbers(self.stiffness, self.whose, "stiffness"),
            damping=six_numbers(self.damping, self.whose, "damping"),
            rotation=rotation_rows(self.rotation, self.whose),
            other_rotation=rotation_rows(self.other_rotation, self.whose),
        )

    @property
    def is_conservative(self):
        return not any(self.damping)

    @property
    def _bodies(self):
        return self.body, self.other

    def rows(self, places):
        row, point, turn = places.frame(self.body, self.whose, self.at, self.rotation)
        other_row, other_point, other_turn = places.frame(self.other, self.whose, self.other_at, self.other_rotation)
        numbers = (*point, *turn.ravel(), *other_point, *other_turn.ravel(), *self.stiffness, *self.damping)
        return [(numbers, (row, other_row))]


# where the numbers of a row are
_FRAME, _OTHER, _OTHER_FRAME, _STIFFNESS, _DAMPING = 3, 12, 15, 24, 30


@kernel
def act(tree, at, where, t, work):
    i, j = tree.force_places[where], tree.force_places[where + 1]
    arm, place, velocity = point(tree, at, i, work)
    _, other_place, other_velocity = point(tree, at + _OTHER, j, work)
    r, other = frame(tree, at + _FRAME, i, work), frame(tree, at + _OTHER_FRAME, j, work)
    omega = spin(j, work)
    away = sub(place, other_place)
    turning = sub(spin(i, work), omega)
    # velocity of the body's point relative to the point of the other body at the same place
    leaving = sub(velocity, add_cross(other_velocity, omega, away))
    shift, shift_rate = apply_transposed(other, away), apply_transposed(other, leaving)
    k, c = number3(tree, at + _STIFFNESS), number3(tree, at + _DAMPING)
    spring = times(k, shift)
    force = scale(-1.0, apply(other, add(spring, times(c, shift_rate))))
    energy = 0.5 * dot(spring, shift)
    # only products of the relative quaternion are needed, which are linear in the relative rotation
    turn = multiply(transposed(other), r)
    k, c = number3(tree, at + _STIFFNESS + 3), number3(tree, at + _DAMPING + 3)
    energy = energy + 0.5 * (
        k[0] * (1.0 + turn[0] - turn[4] - turn[8])
        + k[1] * (1.0 + turn[4] - turn[0] - turn[8])
        + k[2] * (1.0 + turn[8] - turn[0] - turn[4])
    )
    # 2 (w K v + v × K v)
    spring = (
        0.5 * (k[0] * (turn[7] - turn[5]) + (k[2] - k[1]) * (turn[5] + turn[7])),
        0.5 * (k[1] * (turn[2] - turn[6]) + (k[0] - k[2]) * (turn[2] + turn[6])),
        0.5 * (k[2] * (turn[3] - turn[1]) + (k[1] - k[0]) * (turn[1] + turn[3])),
    )
    moment = scale(-1.0, apply(other, add(spring, times(c, apply_transposed(other, turning)))))
    push(i, arm, force, moment, work)
    if j >= 0:
        # at the same point of space
        push(j, sub(place, load3(work.travel, j, 0)), scale(-1.0, force), scale(-1.0, moment), work)
    return energy, dot(force, leaving) + dot(moment, turning)


@kernel
def times(k, v):
    return k[0] * v[0], k[1] * v[1], k[2] * v[2]


@kernel
def transposed(m):
    return m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]


KIND = Kind(Bushing, act)
