"""Dry friction in a joint, rounded off near rest."""

from dataclasses import dataclass

from bough.arithmetic.scalar import kernel, sqrt, zero_of
from bough.mechanism.checks import positive
from bough.mechanism.forces.base import JointForce, Kind, not_negative, text


@dataclass(frozen=True)
class JointFriction(JointForce):
    """-``force`` u/√(u² + ``speed``²) on a velocity by name, or on all velocities of a body's joint.

    Well above ``speed`` it is Coulomb friction; below, it is a damper, so the joint creeps instead of sticking.
    """

    joint: str
    force: float
    speed: float

    takes_all = True

    def __post_init__(self):
        text(self.joint, "JointFriction", "joint")
        self._set(force=not_negative(self.force, self.whose, "force"), speed=positive(self.speed, self.whose, "speed"))

    def numbers(self):
        return self.force, self.speed * self.speed


@kernel
def act(tree, at, where, t, x, v):
    return -(tree.force_numbers[at, 0] * v / sqrt(v * v + tree.force_numbers[at + 1, 0])), zero_of(v)


KIND = Kind(JointFriction, act)
