"""A damper in a joint."""

from dataclasses import dataclass

from bough.arithmetic.scalar import kernel, zero_of
from bough.mechanism.forces.base import JointForce, Kind, not_negative, text


@dataclass(frozen=True)
class JointDamper(JointForce):
    """-``damping`` u on a velocity by name, or on all velocities of a body's joint."""

    joint: str
    damping: float

    takes_all = True

    def __post_init__(self):
        text(self.joint, "JointDamper", "joint")
        self._set(damping=not_negative(self.damping, self.whose, "damping"))

    def numbers(self):
        return (self.damping,)


@kernel
def act(tree, at, where, t, x, v):
    return -(tree.force_numbers[at, 0] * v), zero_of(v)


KIND = Kind(JointDamper, act)
